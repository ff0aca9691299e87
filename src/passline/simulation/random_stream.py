"""The dice of a session: a published generator, and draws from it without any bias.

Session k of a seed sees the same dice whoever rolls them: its words come from a counter-based generator, Philox4x64-10,
whose key is the seed and whose counter is k. Dice are tickets, as many for each roll as its chance says; a word of
64 bits draws several of them by multiplication, and a word that would favour some is drawn again.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types, uint64
from numba.extending import intrinsic

from passline.errors import NotationError
from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

MAX_OUTCOMES = 1 << 20
"""The most tickets that chances may need, which is their common denominator."""
HARDLY_DRAWN_AGAIN = 128
"""A word draws so few tickets that at most one word in so many is drawn again."""
WORDS = 4
"""The words that the generator makes at a time: a block."""
MAX_ROLLS_PER_WORD = 11
"""The most tickets that a word draws: of fair dice, 2 to the 64th is little more than 140 times 36 to the 11th."""


class Dice(NamedTuple):
    """Dice as tickets, ready to be drawn.

    Attributes:
        tickets: The roll of each ticket, as an index into `EVERY_ROLL`: uint8, shape (tickets,).
        a_word: How many tickets a word draws.
        ways: In how many ways they can be drawn, modulo 2 to the 64th.
        favoured: Words that leave less than this, times `combinations`, would favour some, and are drawn again.
    """

    outcomes: npt.NDArray[np.uint8]
    rolls_per_word: int
    combinations: np.uint64
    rejection_threshold: np.uint64

    @property
    def weights(self) -> list[int]:
        """How many tickets each roll has, in the order of `EVERY_ROLL`."""
        counts: list[int] = np.bincount(self.outcomes, minlength=len(EVERY_ROLL)).tolist()
        return counts


def dice(chances: Sequence[Fraction]) -> Dice:
    """Return dice that fall by these chances.

    Args:
        chances: One for each roll, in the order of `EVERY_ROLL`; exact.

    Raises:
        NotationError: They are not 36, one is below zero, they do not sum to 1, or they need too many tickets.

    >>> dice([Fraction(1, 36)] * 36).rolls_per_word
    11
    """
    if len(chances) != len(EVERY_ROLL):
        message = f"{len(chances)} chances are given; dice have {len(EVERY_ROLL)}, from 1-1 and 1-2 to 6-6"
        raise NotationError(message)
    for roll, chance in zip(EVERY_ROLL, chances, strict=True):
        if chance < 0:
            message = f"the chance of {roll} is {chance}; none is below zero"
            raise NotationError(message)
    if sum(chances) != 1:
        message = f"the chances sum to {_short(sum(chances, Fraction(0)))}; those of dice sum to 1"
        raise NotationError(message)
    count = lcm(*(Fraction(chance).denominator for chance in chances))
    if count > MAX_OUTCOMES:
        message = f"the chances have a common denominator of {str(count)[:25]}; up to {MAX_OUTCOMES:,} can be drawn"
        raise NotationError(message)
    weights = [int(chance * count) for chance in chances]
    rolls_per_word = max(n for n in range(1, MAX_ROLLS_PER_WORD + 1) if count**n * HARDLY_DRAWN_AGAIN <= 2**64)
    combinations = count**rolls_per_word
    outcomes = np.repeat(np.arange(len(EVERY_ROLL), dtype=np.uint8), weights)
    return Dice(outcomes, rolls_per_word, np.uint64(combinations), np.uint64(2**64 % combinations))


def _short(exact: Fraction) -> str:
    text = str(exact)
    return text if len(text) <= len("10207263466/136745788725") else f"about {float(exact):.6f}"


FAIR = dice([Fraction(1, len(EVERY_ROLL))] * len(EVERY_ROLL))


def session_rolls(session: int, *, rolls: int, seed: int = 0, dice: Dice = FAIR) -> npt.NDArray[np.uint8]:
    """Return the rolls of one session: uint8, shape (rolls,), indices into `EVERY_ROLL`."""
    return sessions_rolls(np.uint64(session), 1, rolls, np.uint64(seed), dice)[0]  # type: ignore[no-any-return]  # Compiled.


def _product(_: Any, one: Any, other: Any) -> Any:  # noqa: ANN401  Numba's types have none.
    signature = types.UniTuple(types.uint64, 2)(one, other)  # type: ignore[no-untyped-call]  # The same.

    def multiply(context: Any, builder: Any, signature: Any, factors: Any) -> Any:  # noqa: ANN401  The same.
        wide = ir.IntType(128)
        both = builder.mul(*(builder.zext(factor, wide) for factor in factors))
        halves = (builder.lshr(both, ir.Constant(wide, 64)), both)
        words = [builder.trunc(half, ir.IntType(64)) for half in halves]
        return context.make_tuple(builder, signature.return_type, words)

    return signature, multiply


wide_product: Any = intrinsic(_product)
"""The high and the low word of the product of two words of 64 bits: one instruction, which Numba lacks."""


@njit(nogil=True, cache=True)
def sessions_rolls(first, sessions, rolls, seed, dice):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return the rolls of sessions one after another: uint8, shape (sessions, rolls)."""
    fell = np.empty((sessions, rolls), np.uint8)
    words = np.empty(WORDS, np.uint64)
    count = uint64(dice.outcomes.size)
    for index in range(sessions):
        block, rolled = uint64(0), 0
        while rolled < rolls:
            draw(words, 0, block, first + uint64(index), seed, dice.combinations, dice.rejection_threshold)
            block += uint64(1)
            for word in words:
                for _ in range(min(dice.rolls_per_word, rolls - rolled)):
                    ticket, word = wide_product(word, count)  # noqa: PLW2901  The low word holds the rolls that follow.
                    fell[index, rolled] = dice.outcomes[ticket]
                    rolled += 1
    return fell


@njit(nogil=True, cache=True, inline="always")
def draw(words, at, block, session, seed, combinations, rejection_threshold):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Put the four words of a block of a session at a place; one that may not be used is drawn again.

    Of those words that may be used, each run of tickets is drawn by equally many. The words that take the place of the
    others are those of a counter of their own.
    """
    philox(words, at, block, session, uint64(0), seed)
    for place in range(at, at + WORDS):
        again = uint64(0)
        while words[place] * combinations < rejection_threshold:
            again += uint64(1)
            words[place] = redrawn(place - at, block, session, again, seed)


@njit(nogil=True, cache=True)
def redrawn(which, block, session, again, seed):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return a word of a block of a session, drawn for the second time or a later one."""
    words = np.empty(WORDS, np.uint64)
    philox(words, 0, block, session, again, seed)
    return words[which]


@njit(nogil=True, cache=True, inline="always")
def philox(words, at, block, session, again, seed):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Put the words that Philox4x64-10 makes of a counter (block, session, again, 0) and a key (seed, 0) at a place.

    J. K. Salmon and others, Parallel random numbers: as easy as 1, 2, 3 (2011).
    """
    c0, c1, c2, c3 = block, session, again, uint64(0)
    k0, k1 = seed, uint64(0)
    for _ in range(10):
        high0, low0 = wide_product(uint64(0xD2E7470EE14C6C93), c0)
        high1, low1 = wide_product(uint64(0xCA5A826395121157), c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 += uint64(0x9E3779B97F4A7C15)
        k1 += uint64(0xBB67AE8584CAA73B)
    words[at], words[at + 1], words[at + 2], words[at + 3] = c0, c1, c2, c3
