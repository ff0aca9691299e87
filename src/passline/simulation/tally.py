"""What a simulation counted. Tallies add, so runs can be split, spread over machines, and joined."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from passline.errors import StrategyError
from passline.words.dice import EVERY_ROLL
from passline.words.probability import root

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from decimal import Decimal

    from passline.machines.terms import Stop, Terms
    from passline.words.money import Cents


SHARES = tuple(Fraction(percent, 100) for percent in (1, 5, 25, 50, 75, 95, 99))
"""The shares of sessions whose quantiles are told."""


@dataclass(frozen=True)
class WagerResult:
    """What the house took on a wager.

    Attributes:
        bets: How many bets were decided; one that stood off counts.
        handle: The sum of those bets, in cents.
        win: What the house took of them less what it paid, vigorish included, in cents.
        expected: The same as the exact chances have it, for the bets that were made, in cents; None where the table
            itself played, which knows no chances.
    """

    bets: int = 0
    handle: Cents = 0
    win: Cents = 0
    expected: Fraction | None = Fraction(0)

    def __add__(self, other: WagerResult) -> WagerResult:
        """Return both together."""
        expected = _both(self.expected, other.expected)
        return WagerResult(self.bets + other.bets, self.handle + other.handle, self.win + other.win, expected)

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the handle; None where no bet was decided."""
        return Fraction(self.win, self.handle) if self.handle else None


@dataclass(frozen=True)
class Paths:
    """How the first sessions went on the way.

    Attributes:
        sessions: How many of them were followed.
        fan: How many were worth each sum, in cents, after so many rolls; at some of the rolls, the first and the last
            among them.
        drawdown: How many fell by each sum, in cents, from the most they had been worth before.
        losing_run: How many had each number of losing rolls in a row; rolls that change nothing do not count.
    """

    sessions: int = 0
    fan: Mapping[int, Counter[Cents]] = field(default_factory=dict)
    drawdown: Counter[Cents] = field(default_factory=Counter)
    losing_run: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: Paths) -> Paths:
        """Return both together."""
        rolls = sorted({*self.fan, *other.fan})
        fan = {roll: self.fan.get(roll, Counter()) + other.fan.get(roll, Counter()) for roll in rolls}
        return Paths(
            self.sessions + other.sessions, fan, self.drawdown + other.drawdown, self.losing_run + other.losing_run
        )


@dataclass(frozen=True)
class Totals:
    """What was seen on the layout, roll by roll.

    Attributes:
        dice: How often each roll fell, in the order of `EVERY_ROLL`.
        hands: How many hands ended, each with a seven-out.
        by_wager: What the house took on each wager; one that nothing was decided of, and nothing expected, is left out.
        expected: By how much the bets that were made change what the players are worth, as the exact chances have it,
            in cents; None where the table itself played, which knows no chances.
    """

    dice: tuple[int, ...] = (0,) * len(EVERY_ROLL)
    hands: int = 0
    by_wager: Mapping[str, WagerResult] = field(default_factory=dict)
    expected: Fraction | None = Fraction(0)

    def __add__(self, other: Totals) -> Totals:
        """Return both together."""
        wagers, nothing = sorted({*self.by_wager, *other.by_wager}), WagerResult()
        both = {wager: self.by_wager.get(wager, nothing) + other.by_wager.get(wager, nothing) for wager in wagers}
        return Totals(
            tuple(mine + theirs for mine, theirs in zip(self.dice, other.dice, strict=True)),
            self.hands + other.hands,
            {wager: result for wager, result in both.items() if result != nothing},
            _both(self.expected, other.expected),
        )


@dataclass(frozen=True)
class Tally:
    """Counts of sessions.

    Attributes:
        house, strategy: Where and how they were played; these and the terms are the same in tallies that add.
        terms: How each session went.
        sessions: How many there were.
        rolls: How many rolls, all together.
        ends: How many sessions ended worth each sum, in cents.
        stops: How many sessions were ended by what, after how many rolls.
        ruined: How many ended with less than the strategy can begin another session with.
        totals: What was seen on the layout.
        paths: How the first sessions went on the way.
        seconds: How long it took.
        no_machine_reason: Why there was no machine, and the table itself played; None where there was one.
    """

    house: str
    strategy: str
    terms: Terms
    sessions: int = 0
    rolls: int = 0
    ends: Counter[Cents] = field(default_factory=Counter)
    stops: Counter[tuple[Stop, int]] = field(default_factory=Counter)
    ruined: int = 0
    totals: Totals = field(default_factory=Totals)
    paths: Paths = field(default_factory=Paths)
    seconds: float = field(default=0, compare=False)
    no_machine_reason: str | None = None

    def __add__(self, other: Tally) -> Tally:
        """Return both together.

        Raises:
            StrategyError: They are not of the same house, strategy and terms.
        """
        if (self.house, self.strategy, self.terms) != (other.house, other.strategy, other.terms):
            message = (
                f"a tally of {other.strategy} at {other.house} does not add to one of {self.strategy} at {self.house}; "
                "those of one strategy, house and terms do"
            )
            raise StrategyError(message)
        return Tally(
            self.house,
            self.strategy,
            self.terms,
            sessions=self.sessions + other.sessions,
            rolls=self.rolls + other.rolls,
            ends=self.ends + other.ends,
            stops=self.stops + other.stops,
            ruined=self.ruined + other.ruined,
            totals=self.totals + other.totals,
            paths=self.paths + other.paths,
            seconds=self.seconds + other.seconds,
            no_machine_reason=self.no_machine_reason or other.no_machine_reason,
        )

    @property
    def dice(self) -> tuple[int, ...]:
        """How often each roll fell, in the order of `EVERY_ROLL`."""
        return self.totals.dice

    @property
    def by_wager(self) -> Mapping[str, WagerResult]:
        """What the house took on each wager."""
        return self.totals.by_wager

    @property
    def mean(self) -> Fraction:
        """The mean of what the sessions ended with, in cents: exact for these sessions."""
        return mean(self.ends)

    @property
    def variance(self) -> Fraction:
        """The variance of what these sessions ended with, in cents, squared."""
        return variance(self.ends)

    @property
    def standard_error(self) -> Decimal:
        """The standard error of the mean, in cents."""
        return standard_error(self.ends)

    @property
    def expected_mean(self) -> Fraction | None:
        """The mean that the exact chances have for the bets that were made, in cents."""
        return None if self.totals.expected is None else self.terms.bankroll + self.totals.expected / self.sessions

    @property
    def ruin(self) -> Fraction:
        """The share of the sessions that were ruined."""
        return Fraction(self.ruined, self.sessions)

    @property
    def all_wagers(self) -> WagerResult:
        """What the house took on all wagers."""
        return sum(self.by_wager.values(), WagerResult())

    @property
    def stopped_by(self) -> Counter[Stop]:
        """How many sessions were ended by what."""
        counts: Counter[Stop] = Counter()
        for (stop, _), count in self.stops.items():
            counts[stop] += count
        return counts

    def below(self, cents: Cents) -> Fraction:
        """Return the share of sessions that ended with less than so many cents."""
        return Fraction(sum(count for end, count in self.ends.items() if end < cents), self.sessions)

    def quantile(self, share: Fraction | float) -> Cents:
        """Return the smallest sum, in cents, that so large a share of the sessions did not exceed."""
        return quantile(self.ends, share)


@dataclass(frozen=True)
class Comparison:
    """Strategies on the same dice.

    Attributes:
        tallies: Those of each strategy, in the order in which they were given.
        differences: For each but the first: how many sessions it ended with so many cents more than the first.
    """

    tallies: tuple[Tally, ...]
    differences: tuple[Counter[Cents], ...]

    def __iter__(self) -> Iterator[Tally]:
        """Yield the tallies."""
        return iter(self.tallies)


def mean(counts: Counter[int]) -> Fraction:
    """Return the mean of counted numbers, exact."""
    return Fraction(sum(number * count for number, count in counts.items()), counts.total())


def variance(counts: Counter[int]) -> Fraction:
    """Return the variance of counted numbers, exact."""
    return Fraction(sum(number**2 * count for number, count in counts.items()), counts.total()) - mean(counts) ** 2


def standard_error(counts: Counter[int], places: int = 4) -> Decimal:
    """Return the standard error of the mean of counted numbers."""
    return root(variance(counts) / counts.total(), places)


def quantile(counts: Counter[int], share: Fraction | float) -> int:
    """Return the smallest of counted numbers that so large a share of them, 0 to 1, does not exceed."""
    so_far, wanted = 0, Fraction(share) * counts.total()
    for number in sorted(counts):
        so_far += counts[number]
        if so_far >= wanted:
            return number
    return max(counts)


def _both(mine: Fraction | None, theirs: Fraction | None) -> Fraction | None:
    return None if mine is None or theirs is None else mine + theirs
