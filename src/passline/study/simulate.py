"""Simulation: the machine of a strategy, walked at the speed of the dice.

Session k sees the same dice whoever rolls them: its rolls are drawn from a counter-based generator, Philox4x64-10,
whose key is the seed and whose counter is k. Each word of 64 bits is eleven rolls, drawn without any bias
by multiplication, the word being rejected where it would favour some.
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd
from typing import TYPE_CHECKING

import numpy as np
from numba import njit, uint64

from passline.errors import NotationError
from passline.study.machine import Machine, machine
from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from passline.house.house import House
    from passline.study.strategy import Strategy
    from passline.words.money import Cents

ROLLS_A_WORD = 11
"""2 to the 64th is little more than 140 times 36 to the 11th, so hardly a word is left out."""
ALL_RUNS = len(EVERY_ROLL) ** ROLLS_A_WORD
REJECTED_BELOW = 2**64 % ALL_RUNS
"""A word that leaves less than this would favour some rolls, and is left out."""
BLOCK = 1 << 14
"""The sessions that are walked between two looks at what was found."""


@dataclass(frozen=True)
class Tally:
    """Counts of sessions; tallies add, so runs can be split and joined.

    Attributes:
        sessions: How many there were.
        rolls: How many rolls, all together.
        ends: How many sessions ended with each sum on the rail, in cents, the bets on the layout handed back.
        dice: How often each roll fell, in the order of `EVERY_ROLL`.
    """

    sessions: int
    rolls: int
    ends: Counter[Cents]
    dice: tuple[int, ...]

    def __add__(self, other: Tally) -> Tally:
        """Return both together."""
        dice = tuple(mine + theirs for mine, theirs in zip(self.dice, other.dice, strict=True))
        return Tally(self.sessions + other.sessions, self.rolls + other.rolls, self.ends + other.ends, dice)

    @property
    def mean(self) -> Fraction:
        """The mean of what the sessions ended with, in cents: exact for these sessions."""
        return Fraction(sum(cents * count for cents, count in self.ends.items()), self.sessions)

    @property
    def variance(self) -> Fraction:
        """The variance of what these sessions ended with, in cents, squared."""
        squares = sum(cents**2 * count for cents, count in self.ends.items())
        return Fraction(squares, self.sessions) - self.mean**2

    def below(self, cents: Cents) -> Fraction:
        """Return the share of sessions that ended with less than so many cents."""
        return Fraction(sum(count for end, count in self.ends.items() if end < cents), self.sessions)

    def quantile(self, share: Fraction) -> Cents:
        """Return the smallest sum, in cents, that so large a share of the sessions did not exceed."""
        so_far = 0
        for cents in sorted(self.ends):
            so_far += self.ends[cents]
            if so_far >= share * self.sessions:
                return cents
        return max(self.ends)


def simulate(
    house: House,
    strategy: Strategy,
    *,
    sessions: int,
    rolls: int,
    rail: Cents,
    seed: int = 0,
    first: int = 0,
    cores: int | None = None,
    made: Machine | None = None,
) -> Tally:
    """Play sessions of a strategy.

    Args:
        house: Where.
        strategy: How the player bets.
        sessions: How many, above zero.
        rolls: The length of each, in rolls, above zero.
        rail: What each begins with, in cents, above zero.
        seed: 0 to 2 to the 64th, less one. The same seed gives the same sessions on any number of cores.
        first: The number of the first session; runs that go on from another begin where it stopped.
        cores: How many to use; all, if not given.
        made: The strategy's machine at this house, where it has been found before.

    Raises:
        NoMachine, StrategyError: The strategy has no machine, or asks for what it may not have.
        NotationError: A number that cannot be.
    """
    for name, number, least in (("sessions", sessions, 1), ("rolls", rolls, 1), ("rail", rail, 1), ("first", first, 0)):
        if type(number) is not int or not least <= number < 2**48:
            message = f"{name} of {str(number)[:25]} cannot be played; a whole number from {least} to 2**48 can"
            raise NotationError(message)
    if type(seed) is not int or not 0 <= seed < 2**64:
        message = f"{str(seed)[:25]} is no seed; a whole number from 0 to 2**64 - 1 is"
        raise NotationError(message)
    made = made or machine(house, strategy)
    cores = cores or os.cpu_count() or 1
    walker = _Walker(made, rolls=rolls, rail=rail, seed=seed, cores=cores)
    tally = Tally(0, 0, Counter(), (0,) * len(EVERY_ROLL))
    for begin in range(first, first + sessions, BLOCK * cores):
        tally += walker.play(np.arange(begin, min(begin + BLOCK * cores, first + sessions), dtype=np.uint64))
    return tally


class _Walker:
    """Walks sessions through a machine; its rows are laid out anew only when there are more of them."""

    def __init__(self, made: Machine, *, rolls: int, rail: Cents, seed: int, cores: int) -> None:
        self.made = made
        self.rolls = rolls
        self.rail = rail
        self.seed = seed
        self.cores = cores
        self.table = _Table.of(made, rail)

    def play(self, ids: npt.NDArray[np.uint64]) -> Tally:
        """Walk sessions; those whose rail falls short of the rows found so far are walked again with more."""
        ends: Counter[Cents] = Counter()
        dice = np.zeros(len(EVERY_ROLL), dtype=np.int64)
        waiting = ids
        while waiting.size:
            walk = partial(self.table.walk, rolls=self.rolls, rail=self.rail, seed=self.seed)
            with ThreadPoolExecutor(self.cores) as pool:
                walked = list(pool.map(walk, np.array_split(waiting, self.cores)))
            found = np.concatenate([part.ends for part in walked])
            for part in walked:
                dice += part.dice
            values, counts = np.unique(found[found >= 0], return_counts=True)
            ends.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
            waiting = waiting[found < 0]
            if waiting.size:
                self.made.find(sorted({key for part in walked for key in part.wanted}))
                self.table = _Table.of(self.made, self.rail)
        return Tally(ids.size, ids.size * self.rolls, ends, tuple(dice.tolist()))


@dataclass(frozen=True)
class _Walked:
    ends: npt.NDArray[np.int64]
    dice: npt.NDArray[np.int64]
    wanted: set[tuple[int, int]]


@dataclass(frozen=True)
class _Table:
    """A machine as arrays: a row of moves for each state, then one for each short rail that was found.

    All that a session can have on its rail differs from what it begins with by whole units, so short rails are
    looked up by the unit, and those that only another beginning leads to are left out.
    """

    goes: npt.NDArray[np.int32]
    net: npt.NDArray[np.int64]
    need: npt.NDArray[np.int64]
    on_layout: npt.NDArray[np.int64]
    base: npt.NDArray[np.int64]
    short: npt.NDArray[np.int32]
    unit: int

    @classmethod
    def of(cls, made: Machine, rail: Cents) -> _Table:
        rows = [*made.rows, *made.short_rows.values()]
        unit = gcd(*(net for row in rows for net in row.net)) or 1
        need = made.need
        sizes = -(-need // unit)
        base = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        short = np.full(max(1, int(base[-1])), -1, dtype=np.int32)
        for index, (state, left) in enumerate(made.short_rows, start=len(made.rows)):
            if (left - rail) % unit == 0:
                short[base[state] + left // unit] = index
        return cls(
            goes=np.array([row.goes for row in rows], dtype=np.int32).ravel(),
            net=np.array([row.net for row in rows], dtype=np.int64).ravel(),
            need=need,
            on_layout=made.on_layout,
            base=base,
            short=short,
            unit=unit,
        )

    def walk(self, ids: npt.NDArray[np.uint64], *, rolls: int, rail: Cents, seed: int) -> _Walked:
        ends = np.full(ids.size, -1, dtype=np.int64)
        stopped = np.zeros((ids.size, 2), dtype=np.int64)
        dice = np.zeros(len(EVERY_ROLL), dtype=np.int64)
        _walk(
            self.goes, self.net, self.need, self.on_layout, self.base, self.short, self.unit,
            ids, rolls, rail, np.uint64(seed), ends, stopped, dice,
        )  # fmt: skip
        return _Walked(ends, dice, set(map(tuple, stopped[ends < 0].tolist())))


@njit(nogil=True, cache=True)
def _walk(goes, net, need, on_layout, base, short, unit, ids, rolls, rail, seed, ends, stopped, dice):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    words = np.empty(4, np.uint64)
    fell = np.empty(rolls, np.uint8)
    for index in range(ids.size):
        state, left, rolled, block, stuck = 0, rail, 0, uint64(0), False
        while rolled < rolls and not stuck:
            block += uint64(1)
            _philox(words, block, ids[index], seed)
            for word in words:
                if stuck or not _is_fair(word):
                    continue
                for _ in range(min(ROLLS_A_WORD, rolls - rolled)):
                    roll, word = _next(word)  # noqa: PLW2901  What is left of the word holds the rolls that follow.
                    row = state
                    if left < need[state]:
                        row = short[base[state] + left // unit]
                        stuck = row < 0
                        if stuck:
                            break
                    at = row * 36 + roll
                    state = goes[at]
                    left += net[at]
                    fell[rolled] = roll
                    rolled += 1
        if not stuck:
            ends[index] = left + on_layout[state]
            for roll in fell:
                dice[roll] += 1
        else:
            stopped[index, 0], stopped[index, 1] = state, left


@njit(nogil=True, cache=True, inline="always")
def _is_fair(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Say whether a word may be used: of those that may, each run of eleven rolls is made by equally many."""
    return word * uint64(ALL_RUNS) >= uint64(REJECTED_BELOW)


@njit(nogil=True, cache=True, inline="always")
def _next(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Return the next roll of a word, which is the high word of 36 times it, and what is left, which is the low one."""
    low = uint64(0xFFFFFFFF)
    high = (word >> uint64(32)) * uint64(36) + (((word & low) * uint64(36)) >> uint64(32))
    return high >> uint64(32), word * uint64(36)


@njit(nogil=True, cache=True)
def _philox(words, block, session, seed):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Fill *words* with the four that Philox4x64-10 makes of a counter (block, session, 0, 0) and a key (seed, 0).

    J. K. Salmon and others, Parallel random numbers: as easy as 1, 2, 3 (2011).
    """
    c0, c1, c2, c3 = block, session, uint64(0), uint64(0)
    k0, k1 = seed, uint64(0)
    for _ in range(10):
        high0, low0 = _times(uint64(0xD2E7470EE14C6C93), c0)
        high1, low1 = _times(uint64(0xCA5A826395121157), c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 += uint64(0x9E3779B97F4A7C15)
        k1 += uint64(0xBB67AE8584CAA73B)
    words[0], words[1], words[2], words[3] = c0, c1, c2, c3


@njit(nogil=True, cache=True, inline="always")
def _times(a, b):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Return the high and the low word of a product of two words."""
    low = uint64(0xFFFFFFFF)
    a_high, a_low, b_high, b_low = a >> uint64(32), a & low, b >> uint64(32), b & low
    first = a_low * b_low
    second = a_high * b_low + (first >> uint64(32))
    third = a_low * b_high + (second & low)
    return a_high * b_high + (second >> uint64(32)) + (third >> uint64(32)), a * b


def dice_of(session: int, *, rolls: int, seed: int = 0) -> Iterable[int]:
    """Yield the rolls of one session, as indices into `EVERY_ROLL`."""
    words = np.empty(4, np.uint64)
    left, block = rolls, 0
    while left:
        block += 1
        _philox(words, np.uint64(block), np.uint64(session), np.uint64(seed))
        for word in words:
            run = min(left, ROLLS_A_WORD) if _is_fair(word) else 0
            for _ in range(run):
                roll, word = _next(np.uint64(word))  # noqa: PLW2901  What is left of the word holds the rolls that follow.
                yield int(roll)
            left -= run
