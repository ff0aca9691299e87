"""Sessions without dice: the whole distribution of what a strategy comes to, carried from roll to roll."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm, ldexp
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from passline.errors import NoMachine
from passline.machines.arrays import ROLLS
from passline.machines.terms import STOPS, Terms, Unresolved, check_whole_number
from passline.machines.wager_totals import WagerMeans, sum_wager_means
from passline.odds.markov_chain import build_chain
from passline.sessions.kernel import BLOCK, DOUBLES, WHOLE, Masses
from passline.sessions.transitions import FEW, Nets, check_memory, layers, reach
from passline.simulation.tally import SHARES, mean, quantile, variance
from passline.words.dice import EVERY_ROLL
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy.typing as npt

    from passline.house.house import House
    from passline.machines.terms import Stop
    from passline.sessions.kernel import Numbers
    from passline.sessions.transitions import Net
    from passline.strategies.protocol import Strategy
    from passline.words.dice import Roll
    from passline.words.money import Cents

MEMORY = 4
"""The most memory that is used, in gigabytes, if nobody says."""
MOST_DECISIONS = 10_000
"""The most ways, of state and sum, in which what is left on the layout may be decided, for it to be exact."""
FINE = 200
"""Doubles are read as whole numbers of 2 to the minus 200th; what is lost by it is far below what they can tell."""
EXACT_TO = Fraction(1, 2**53)
"""The most by which a result is rounded, as a share of it: that of doubles."""
WORTH_TWO = 1 << 22
"""How many masses are to be added before a second core is worth its while."""


class Truncation(NamedTuple):
    """What was left out of a distribution because it is so unlikely; all are 0 for whole numbers.

    Attributes:
        probability: Its probability.
        mean_error: Upper bound on what it changes in the mean, in cents.
        square_error: Upper bound on what it changes in the mean square of the change of worth, in square cents.
    """

    probability: Fraction
    mean_error: Fraction
    square_error: Fraction


@dataclass(frozen=True)
class Session:
    """The distribution of a strategy's session. Sums are in cents.

    Where it was counted in whole numbers all of it is exact, and the errors are 0. Otherwise each figure is what
    doubles came to, as a fraction, and is off by no more than the error that stands for it.

    Attributes:
        house: The house, by its name or path.
        strategy: The strategy, by its name.
        terms: The terms of the session.
        is_exact: Whether the session was counted in whole numbers, so that every figure is exact.
        ends: A whole-number weight for each final worth, in cents; its probability is its share of their sum.
        stops: The probability of each pair of what ends the session and the number of rolls until then.
        ahead_by_roll: The probability that the player is worth more than the bankroll, by the number of rolls;
            a session that has ended counts with its final worth.
        ruined_by_roll: The probability that the session has ended with too little to begin another one, by the number
            of rolls. Bets that are played out after the last roll are counted in `ruin` only.
        fan: The quantiles of the worth, in cents, by the number of rolls and then by the probability in `SHARES`.
        rolls: The mean number of rolls, including those that play out bets after the end.
        hands: The mean number of hands that end in these rolls.
        by_wager: The mean number of bets, handle and win of each wager.
        ruin: The probability of ending with too little to begin another session.
        losing_run: The length of the losing run that was asked for; None if none was.
        losing_run_probability: The probability of a losing run of that length or longer; None if none was asked for.
        truncation: What was left out because it is so unlikely.
        rounding_error: Upper bound on the relative error of a probability by rounding.
        seconds: The time that the calculation took, in seconds.
    """

    house: str
    strategy: str
    terms: Terms
    is_exact: bool
    ends: Counter[Cents]
    stops: Mapping[tuple[Stop, int], Fraction]
    ahead_by_roll: tuple[Fraction, ...]
    ruined_by_roll: tuple[Fraction, ...]
    fan: Mapping[int, Mapping[Fraction, Cents]]
    rolls: Fraction
    hands: Fraction
    by_wager: Mapping[str, WagerMeans]
    ruin: Fraction
    losing_run: int | None
    losing_run_probability: Fraction | None
    truncation: Truncation
    rounding_error: Fraction
    seconds: float = field(default=0, compare=False)

    @cached_property
    def pmf(self) -> Mapping[Cents, Fraction]:
        """The chance of each final worth, in cents."""
        total = self.ends.total()
        return {cents: Fraction(weight, total) for cents, weight in sorted(self.ends.items())}

    @cached_property
    def mean(self) -> Fraction:
        """The mean final worth, in cents."""
        return mean(self.ends)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the final worth, in square cents."""
        return variance(self.ends)

    @property
    def truncated_probability(self) -> Fraction:
        """The probability that was left out because it is so small."""
        return self.truncation.probability

    @property
    def probability_error(self) -> Fraction:
        """The most by which a chance can be off."""
        return self.truncation.probability + self.rounding_error

    @cached_property
    def mean_error(self) -> Fraction:
        """The most by which the mean can be off, in cents."""
        changes = Counter({cents - self.terms.bankroll: weight for cents, weight in self.ends.items()})
        by = sum((abs(change) * weight for change, weight in changes.items()), 0)
        return self.truncation.mean_error + (self.probability_error + self.rounding_error) * Fraction(
            by, changes.total()
        )

    @cached_property
    def variance_error(self) -> Fraction:
        """The most by which the variance can be off, in square cents."""
        change = self.mean - self.terms.bankroll
        square = self.variance + change**2
        return (
            self.truncation.square_error
            + (self.probability_error + self.rounding_error) * square
            + (2 * abs(change) + self.mean_error) * self.mean_error
        )

    @property
    def stopped_by(self) -> Mapping[Stop, Fraction]:
        """The chance of being ended by what."""
        return {
            stop: sum((chance for (by, _), chance in self.stops.items() if by == stop), Fraction(0)) for stop in STOPS
        }

    @property
    def means(self) -> WagerMeans:
        """What all wagers come to in the mean."""
        return sum_wager_means(self.by_wager.values())

    def quantile(self, share: Fraction | float) -> Cents:
        """Return the smallest worth, in cents, that the session does not exceed with so large a chance, 0 to 1.

        A chance that comes within its error of the share is taken to be as large.
        """
        return quantile(self.ends, max(Fraction(share) - self.probability_error, Fraction(0)) if share < 1 else share)

    def below(self, cents: Cents) -> Fraction:
        """Return the chance of ending with less than so many cents."""
        return Fraction(sum(weight for end, weight in self.ends.items() if end < cents), self.ends.total())

    def rolls_until_ruined(self, share: Fraction) -> int | None:
        """Return the fewest rolls after which such a share of the sessions is ruined; None if fewer are by then."""
        return next((rolls for rolls, chance in enumerate(self.ruined_by_roll) if chance >= share), None)


def session(
    house: House,
    strategy: Strategy,
    *,
    rolls: int,
    bankroll: Cents,
    hands: int | None = None,
    stop_win: Cents | None = None,
    stop_loss: Cents | None = None,
    unresolved: Unresolved = "return",
    exact: bool = False,
    losing_run: int | None = None,
    memory: float = MEMORY,
    cores: int | None = None,
) -> Session:
    """Return the distribution of a strategy's session.

    Args:
        house: Where.
        strategy: How the player bets; it has a machine.
        rolls: The most rolls, above zero.
        bankroll: What it begins with, in cents, above zero and of whole chips.
        hands: The most hands; a hand ends with a seven-out.
        stop_win: It ends once the player is up by so much, in cents.
        stop_loss: It ends once the player is down by so much, in cents.
        unresolved: What becomes of the bets on the layout at the end: "return" at face value, or "play out".
        exact: Whether it is counted in whole numbers: slower by ten times and more, and with no error at all.
        losing_run: What the chance is asked for of so many losing rolls in a row, or more; rolls that change nothing do
            not count.
        memory: The most memory to use, in gigabytes.
        cores: How many to use; all, if not given.

    Raises:
        NoMachine: The strategy has none, or what is asked would not fit.
        StrategyError: The strategy asks for an act that is refused, or never stops.
        NotationError: A number that cannot be.
        Refused: The table does not sell such a rail.

    >>> from passline import open_house
    >>> from passline.strategies.notation import find_strategy
    >>> found = session(open_house("craps"), find_strategy("pass_flat"), rolls=3, bankroll=300_00, exact=True)
    >>> found.mean, found.pmf[310_00]
    (Fraction(21951250, 729), Fraction(1337, 5832))
    """
    terms = Terms(rolls, bankroll, hands, stop_win, stop_loss, unresolved)
    carried = SessionRun(house, strategy, terms, exact=exact, losing_run=losing_run, memory=memory, cores=cores)
    for _ in carried.rolls():
        pass
    return carried.result


class SessionRun:
    """A distribution that is carried from roll to roll, until all of it has ended or nobody wants more.

    Attributes:
        rolled: The number of rolls so far.
        total_probability: The probability of all sessions that are still counted: 1 less the truncated probability.
        memory_needed: The memory that is needed, in bytes; an estimate.
    """

    def __init__(
        self,
        house: House,
        strategy: Strategy,
        terms: Terms,
        *,
        exact: bool = False,
        losing_run: int | None = None,
        memory: float = MEMORY,
        cores: int | None = None,
    ) -> None:
        """Check what is asked, and that it fits; nothing is carried before a roll is asked for."""
        terms.check(house)
        if losing_run is not None:
            check_whole_number("losing run", losing_run)
        if cores is not None:
            check_whole_number("cores", cores)
        self.house, self.strategy, self.terms, self.is_exact = house, strategy, terms, exact
        self.numbers: Numbers = WHOLE if exact else DOUBLES
        self.memory, self.cores = memory, cores or os.cpu_count() or 1
        self.layers = layers(terms.hands, losing_run, rolls=terms.rolls)
        self.losing_run = losing_run
        self.seconds = 0.0
        self._is_stopped = Event()
        self.nets = Nets(house, strategy, terms, self.layers, memory)
        self._measure()
        check_memory(self.memory_needed, memory, self._what)
        self.rolled, self.total_probability = 0, Fraction(1)

    # What it takes.

    @property
    def net(self) -> Net:
        """The machine, laid out."""
        return self.nets.net

    @property
    def memory_needed(self) -> int:
        """The memory that it takes, about, in bytes."""
        return self._bytes(self.net.slots, self.width)

    def _bytes(self, slots: int, width: int) -> int:
        a_mass = 8 + (40 + self.terms.rolls * 2 // 3 if self.is_exact else 0)  # Five bits and a bit more for each roll.
        return 2 * a_mass * slots * width

    @property
    def _what(self) -> str:
        rolls = f"{self.terms.rolls:,} roll{'' if self.terms.rolls == 1 else 's'}"
        return f"{self.strategy.name}: {rolls} from {dollars(self.terms.bankroll)}"

    def _measure(self) -> None:
        """Tell below how many units nearly all masses lie; in whole numbers, all of them."""
        it, rolls = self.net, self.terms.rolls
        most = min(rolls * it.widest, it.laid.stop_rules.stop_win - it.begin)
        if not self.is_exact:
            most = reach(it, rolls, unlikely=self.numbers.budget, up=True, within=most)
        self._measured, self.width = it, it.begin + most + it.widest + 1

    # Carrying.

    def stop(self) -> None:
        """Carry no further; from any thread, or a signal. What it came to is not told then: rolls are missing."""
        self._is_stopped.set()

    @property
    def is_stopped(self) -> bool:
        """Whether somebody stopped it."""
        return self._is_stopped.is_set()

    def rolls(self) -> Iterator[int]:
        """Carry roll after roll, and yield how many are made; what is left on the layout may be played out after them.

        Raises:
            NoMachine: The memory that may be used is not enough, or the strategy turns out to have no machine.
            StrategyError: The strategy asks for an act that is refused, or never stops.
        """
        started = perf_counter()
        with ThreadPoolExecutor(self.cores) as pool:
            for rolled in self.nets.over(lambda: self._carry(pool)):
                self.seconds = perf_counter() - started
                yield rolled
        self.seconds = perf_counter() - started

    @property
    def ruin_so_far(self) -> Fraction:
        """The chance of having ended so far with less than the strategy can begin another session with."""
        rows, made = self.net.laid.rows, self.nets.machine
        low = enumerate(self._low[-1].tolist())
        broke = [mass for units, mass in low if mass and made.is_ruined(units * rows.unit + rows.remainder)]
        return Fraction(sum(broke)) / self._whole(len(self._low) - 1)

    def _begin(self) -> None:
        kind, it = self.numbers.kind, self.net
        if self.net is not self._measured:  # By now smaller units may be known.
            self._measure()
        self._now = Masses.nothing(it.slots, self.width, kind)
        self._onward = Masses.nothing(it.slots, self.width, kind)
        self._now.by_units[0, it.begin] += 1
        self._now.first[0], self._now.last[0] = it.begin, it.begin + 1
        self._ended: npt.NDArray[Any] = np.zeros(self.width, kind)
        self._visits: npt.NDArray[Any] = np.zeros(it.rows, kind)
        self._left: npt.NDArray[Any] = np.zeros(self.layers.has_run.size, kind)
        self._lost: npt.NDArray[Any] = np.zeros(3, kind)
        self._held: dict[tuple[int, int], int] = {}
        self._ran: npt.NDArray[Any] | None = None
        self._stops: list[npt.NDArray[Any]] = []
        self._low: list[npt.NDArray[Any]] = []
        self._fans: list[list[int]] = []
        self._ahead: list[Fraction] = []
        self.rolled, self.total_probability = 0, Fraction(1)

    def _open(self, width: int) -> None:
        """Make room for all slots and rows that are known now, and for so many units, and keep what there is."""
        kind, slots = self.numbers.kind, self.net.slots
        check_memory(self._bytes(slots, width), self.memory, self._what)
        before, self._now = self._now, Masses.nothing(slots, width, kind)
        had, wide = before.by_units.shape
        self._now.by_units[:had, :wide] = before.by_units
        self._now.first[:had], self._now.last[:had] = before.first, before.last
        self._onward = Masses.nothing(slots, width, kind)
        self._ended = np.append(self._ended, np.zeros(width - wide, kind))
        self._visits = np.append(self._visits, np.zeros(self.net.rows - self._visits.size, kind))
        self.width = width

    def _carry(self, pool: ThreadPoolExecutor) -> Iterator[int]:
        self._begin()
        while True:
            if self.rolled <= self.terms.rolls:
                self._see()
            stopped = self._end()
            if self.rolled <= self.terms.rolls:
                self._stops.append(stopped)
                self._low.append(self._ended[: self._short_below].copy())
            if self.rolled:
                yield min(self.rolled, self.terms.rolls)
            if (self._now.first >= self._now.last).all() or self.is_stopped:
                return
            self._roll(pool)
            self.rolled += 1

    def _grow(self) -> None:
        """Let what has been told of so far count as much as what will be, after one roll more."""
        if (more := self.numbers.more) > 1:
            self._ended, self._left = self._ended * more, self._left * more
            self._visits, self._lost = self._visits * more, self._lost * more

    @property
    def _short_below(self) -> int:
        """Below how many units a player may not be able to begin again."""
        rows, made = self.net.laid.rows, self.nets.machine
        if made.is_ruined(made.highest_required_rail):  # Nor with any rail.
            return self.width
        return max(0, min(self.width, -(-(made.highest_required_rail - rows.remainder) // rows.unit)))

    def _see(self) -> None:
        """Keep what can be told after a roll: the quantiles, and the chance of being ahead."""
        into = self._ended.copy()
        self.numbers.together(self._now, into)
        if self.losing_run is not None and self.rolled == self.terms.rolls:
            self._ran = self._by_layer()
        whole, so_far = self._whole(self.rolled), np.cumsum(into)
        self.total_probability = Fraction(so_far[-1]) / whole
        missing = 1 - self.total_probability - Fraction(self._lost[0]) / whole
        assert abs(missing) <= self._rounding, "chances were made or lost"
        self._fans.append([int(np.argmax(so_far >= self._as_much(share, so_far[-1]))) for share in SHARES])
        self._ahead.append(Fraction(into[self.net.begin + 1 :].sum()) / whole)

    def _as_much(self, share: Fraction, total: float) -> float:
        """Return what a mass is at least that is such a share of all, but for what doubles may have rounded."""
        if self.is_exact:
            return -(-share.numerator * total // share.denominator)
        return float(share - self._rounding) * total

    def _by_layer(self) -> npt.NDArray[Any]:
        """Return the masses of each layer, of what has ended and of what goes on."""
        masses, first, last = self._now
        found = self._left.copy()
        for slot in np.flatnonzero(first < last).tolist():
            found[slot % found.size] += masses[slot, first[slot] : last[slot]].sum()
        return found

    @property
    def _rounding(self) -> Fraction:
        """The most by which doubles have rounded a mass so far, as a share of it."""
        return self._rounded(self.net.most_terms)

    def _rounded(self, terms: int) -> Fraction:
        """Return the same, where no more than so many masses were added up for one."""
        return Fraction(0) if self.is_exact else EXACT_TO * (self.rolled + 1) * (terms + 3)

    def _whole(self, rolls: int) -> int:
        """Return what all masses add up to after so many rolls."""
        return int(self.numbers.more**rolls)

    def _end(self) -> npt.NDArray[Any]:
        """End those sessions that are at their end; return how much was ended by what."""
        stopped: npt.NDArray[Any] = np.zeros(len(STOPS), self.numbers.kind)
        asks = np.empty((FEW, 2), np.int64)
        while asked := self.numbers.sweep(
            self._now, self.net.states, self.net.laid.stop_rules, self.rolled, self._ended, stopped, self._left, asks
        ):
            self.nets.find(asks[:asked])
            self._open(self.width)
        if self.is_exact and self.rolled == self.terms.rolls:
            self._hold()
        self._trim(self._now, 0, 0)
        return stopped

    def _trim(self, masses: Masses, budget: float, reach: int) -> None:
        """Leave off what is no more than a budget at either end of each slot, and may still change by so many units."""
        self.numbers.trim(masses, budget, self.net.begin, reach, self._lost)

    def _roll(self, pool: ThreadPoolExecutor) -> None:
        """Carry all masses through one roll."""
        numbers, it = self.numbers, self.net
        reached = int(self._now.last.max()) + it.widest
        if reached > self.width:
            self._open(max(reached, 2 * self.width))
        now, onward = self._now, self._onward
        leads, comes = (edges._replace(ways=edges.ways.astype(numbers.kind)) for edges in (it.leads, it.comes))
        numbers.prepare(now, it.states, leads, comes, onward, self._visits)
        self._grow()
        parts = self._parts()
        list(pool.map(lambda part: numbers.carry(now, comes, numbers.share, onward, *part), parts))
        rolls_left = self.terms.rolls - self.rolled if self.rolled < self.terms.rolls else self.rolled
        self._trim(onward, numbers.budget, rolls_left * it.widest)
        self._now, self._onward = onward, now

    def _parts(self) -> list[tuple[int, int]]:
        """Return the units that the next roll leads to, in one part for each core that is worth its while."""
        first, last = self._onward.first, self._onward.last
        held = first < last
        begin, end = int(first[held].min()), int(last[held].max())
        additions = int((last - first) @ np.diff(self.net.comes.begins))
        cores = 1 if self.is_exact else min(self.cores, additions // WORTH_TWO + 1)
        blocks = -(-(end - begin) // BLOCK)
        cuts = [begin + blocks * part // cores * BLOCK for part in range(cores)]
        return [part for part in pairwise([*cuts, end]) if part[0] < part[1]]

    # What is left on the layout, decided in whole numbers.

    def _hold(self) -> None:
        """Lay those masses by that are left to be played out: how they end is known without another roll."""
        many = len(self.layers.has_run)
        masses, first, last = self._now
        for slot in np.flatnonzero(first < last).tolist():
            for units in range(first[slot], last[slot]):
                if mass := masses[slot, units]:
                    self._held[slot // many, units] = self._held.get((slot // many, units), 0) + mass
            first[slot], last[slot] = 0, 0

    def _decided(self) -> tuple[dict[int, Any], npt.NDArray[Any]]:
        """Return, once what was laid by is decided, how much ended with what, by units; and the visits."""
        ended: dict[int, Any] = dict(enumerate(self._ended.tolist()))
        visits = self._visits.copy()
        laws = {state: self._law(state) for state in {state for state, _ in self._held}}
        for (state, units), mass in self._held.items():
            law, visited = laws[state]
            for won, chance in law.items():
                ended[units + won] = ended.get(units + won, 0) + mass * chance
            for row, count in visited.items():
                visits[row] += mass * count
        return ended, visits

    def _law(self, state: int) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
        """Return how what is on the layout of a state is decided: the chance to win so many units; and the visits."""
        it, laid, steps = self.net, self.net.laid, 0

        def step(at: tuple[int, int], roll: Roll) -> tuple[tuple[int, int] | None, int]:
            nonlocal steps
            steps += 1
            if steps > MOST_DECISIONS * ROLLS:
                message = (
                    f"{self.strategy.name}: bets that are played out may win without end, and what they come to cannot "
                    "be counted in whole numbers; bets handed back, or doubles, would do"
                )
                raise NoMachine(message)
            row, place = it.states.row_of[at[0]], EVERY_ROLL.index(roll)
            to, won = int(laid.next_state[row, place]), at[1] + int(laid.gains[row, place]) // laid.rows.unit
            return (None, won) if laid.is_idle[to] else ((to, won), won)

        chain = build_chain({(state, 0): Fraction(1)}, step)
        law: dict[int, Fraction] = {}
        visited: dict[int, Fraction] = {}
        for at, visits in chain.expected_visits().items():
            row = int(it.states.row_of[at[0]])
            visited[row] = visited.get(row, Fraction(0)) + visits
            for (to, won), ways in chain.transitions[at].items():
                if to is None:
                    law[won] = law.get(won, Fraction(0)) + visits * Fraction(ways, ROLLS)
        return law, visited

    # What it came to.

    @property
    def result(self) -> Session:
        """What it came to; all rolls are made."""
        ended, visits = self._decided()
        ran = self._left if self._ran is None else self._ran
        total = self._whole(self.rolled)
        rows = self.net.laid.rows
        weights = {units * rows.unit + rows.remainder: mass for units, mass in ended.items() if mass}
        finest = lcm(*(mass.denominator for mass in weights.values())) if self.is_exact else 0
        ends = Counter(
            {cents: int(mass * finest) if self.is_exact else int(ldexp(mass, FINE)) for cents, mass in weights.items()}
        )
        with self.nets.machine.lock:
            ruin = sum(weight for cents, weight in ends.items() if self.nets.machine.is_ruined(cents))
            low = range(max(map(len, self._low)))
            ruined = np.array(
                [
                    bool(ended.get(each)) and self.nets.machine.is_ruined(each * rows.unit + rows.remainder)
                    for each in low
                ]
            )
        lost = [Fraction(each) / total for each in self._lost]
        unit = rows.unit
        return Session(
            self.house.source,
            self.strategy.name,
            self.terms,
            is_exact=self.is_exact,
            ends=ends,
            stops={
                (stop, rolled): Fraction(mass) / self._whole(rolled)
                for rolled, stopped in enumerate(self._stops)
                for stop, mass in zip(STOPS, stopped, strict=True)
                if mass
            },
            ahead_by_roll=tuple(self._ahead),
            ruined_by_roll=tuple(
                Fraction(sum(low[ruined[: len(low)]].tolist())) / self._whole(rolled)
                for rolled, low in enumerate(self._low)
            ),
            fan={
                rolled: {share: units * unit + rows.remainder for share, units in zip(SHARES, fan, strict=True)}
                for rolled, fan in enumerate(self._fans)
            },
            rolls=Fraction(sum(visits.tolist())) / total,
            hands=Fraction(sum((visits * self.net.laid.seven_outs.sum(axis=1).astype(self.numbers.kind)).tolist()))
            / total
            / ROLLS,
            by_wager=self._by_wager(visits, total),
            ruin=Fraction(ruin, ends.total()),
            losing_run=self.losing_run,
            losing_run_probability=Fraction(sum(ran[self.layers.has_run].tolist())) / total
            if self.losing_run is not None
            else None,
            truncation=Truncation(lost[0], lost[1] * unit, lost[2] * unit**2),
            rounding_error=self._rounded(self.net.most_terms_of(self._visits > 0)),
            seconds=self.seconds,
        )

    def _by_wager(self, visits: npt.NDArray[Any], total: int) -> dict[str, WagerMeans]:
        """Return what each wager comes to in the mean, from how often each row is visited."""
        laid = self.net.laid
        fell = np.zeros(len(self.nets.machine.wager_totals), visits.dtype)
        np.add.at(fell, laid.totals_index.ravel(), np.repeat(visits, ROLLS))
        found: dict[str, WagerMeans] = {}
        for bookings, mass in zip(self.nets.machine.wager_totals, fell.tolist(), strict=True):
            chance = Fraction(mass) / total / ROLLS
            for wager, *sums in bookings if mass else ():
                each = WagerMeans(*(chance * sum_ for sum_ in sums))
                found[wager] = sum_wager_means([found[wager], each]) if wager in found else each
        return {wager: found[wager] for wager in sorted(found) if any(found[wager])}
