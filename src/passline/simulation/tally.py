"""The counts of a simulation. Tallies add, so a run can be split, shared by many computers, and joined."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from passline.errors import StrategyError
from passline.words.dice import EVERY_ROLL
from passline.words.distribution import mean, quantile, variance
from passline.words.probability import square_root

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from decimal import Decimal

    from passline.machines.terms import Stop, Terms
    from passline.words.money import Cents


SHARES = tuple(Fraction(percent, 100) for percent in (1, 5, 25, 50, 75, 95, 99))
"""The shares of sessions whose quantiles are reported."""


@dataclass(frozen=True)
class WagerResult:
    """The results of the bets on a wager.

    Attributes:
        bets: The number of bets that were decided, including those that stood off.
        handle: The sum of those bets, in cents.
        win: The bets that the house took, less what it paid, with vigorish, in cents.
        expected: The exact expected win of the bets that were made, in cents; None if the table itself played.
    """

    bets: int = 0
    handle: Cents = 0
    win: Cents = 0
    expected: Fraction | None = Fraction(0)

    def __add__(self, other: WagerResult) -> WagerResult:
        """Return the sum of both."""
        expected = _both(self.expected, other.expected)
        return WagerResult(self.bets + other.bets, self.handle + other.handle, self.win + other.win, expected)

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the handle; None if no bet was decided."""
        return Fraction(self.win, self.handle) if self.handle else None


@dataclass(frozen=True)
class Paths:
    """The first sessions, followed roll by roll.

    Attributes:
        sessions: The number of sessions that were followed.
        fan: By number of rolls, then by worth in cents: the number of sessions with that worth. It has at most 101
            numbers of rolls, with the first and the last.
        drawdown: By amount in cents: the number of sessions whose largest fall from an earlier peak was that amount.
        losing_run: By length: the number of sessions whose longest losing run had that length. A losing run is a run of
            losing rolls; rolls that change nothing are ignored.
    """

    sessions: int = 0
    fan: Mapping[int, Counter[Cents]] = field(default_factory=dict)
    drawdown: Counter[Cents] = field(default_factory=Counter)
    losing_run: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: Paths) -> Paths:
        """Return the sum of both."""
        rolls = sorted({*self.fan, *other.fan})
        fan = {roll: self.fan.get(roll, Counter()) + other.fan.get(roll, Counter()) for roll in rolls}
        return Paths(
            self.sessions + other.sessions, fan, self.drawdown + other.drawdown, self.losing_run + other.losing_run
        )


@dataclass(frozen=True)
class Totals:
    """The totals of all rolls.

    Attributes:
        dice: The number of times that each roll fell, in the order of `EVERY_ROLL`.
        hands: The number of hands that ended, each with a seven-out.
        by_wager: The results by wager; wagers without results are omitted.
        expected: The exact expected change of the players' worth by the bets that were made, in cents; None if the
            table itself played.
    """

    dice: tuple[int, ...] = (0,) * len(EVERY_ROLL)
    hands: int = 0
    by_wager: Mapping[str, WagerResult] = field(default_factory=dict)
    expected: Fraction | None = Fraction(0)

    def __add__(self, other: Totals) -> Totals:
        """Return the sum of both."""
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
        house, strategy: The house and the strategy by name. Only tallies of the same house, strategy and terms add.
        terms: When each session ended, and its bankroll.
        sessions: The number of sessions.
        rolls: The number of rolls of all sessions.
        ends: By final worth in cents: the number of sessions.
        stops: By what ended the session and its number of rolls: the number of sessions.
        ruined: The number of sessions that ended with less than the strategy needs to begin another session.
        totals: The totals of all rolls.
        paths: The first sessions, followed roll by roll.
        seconds: The time that the simulation took.
        no_machine_reason: Why the table itself played; None if the strategy has a machine.
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
            StrategyError: The house, the strategy or the terms differ.
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
        """The number of times that each roll fell, in the order of `EVERY_ROLL`."""
        return self.totals.dice

    @property
    def by_wager(self) -> Mapping[str, WagerResult]:
        """The results by wager."""
        return self.totals.by_wager

    @property
    def mean(self) -> Fraction:
        """The mean final worth in cents: exact for these sessions; an estimate, with `standard_error`, for all."""
        return mean(self.ends)

    @property
    def variance(self) -> Fraction:
        """The variance of the final worth of these sessions, in square cents."""
        return variance(self.ends)

    @property
    def standard_error(self) -> Decimal:
        """The standard error of `mean`, in cents."""
        return standard_error(self.ends)

    @property
    def expected_mean(self) -> Fraction | None:
        """The exact expected mean for the bets that were made, in cents; None if the table itself played."""
        return None if self.totals.expected is None else self.terms.bankroll + self.totals.expected / self.sessions

    @property
    def ruin(self) -> Fraction:
        """The share of sessions that were ruined."""
        return Fraction(self.ruined, self.sessions)

    @property
    def all_wagers(self) -> WagerResult:
        """The results of all wagers together."""
        return sum(self.by_wager.values(), WagerResult())

    @property
    def stopped_by(self) -> Counter[Stop]:
        """The number of sessions by what ended them."""
        counts: Counter[Stop] = Counter()
        for (stop, _), count in self.stops.items():
            counts[stop] += count
        return counts

    def below(self, cents: Cents) -> Fraction:
        """Return the share of sessions whose final worth is below an amount in cents."""
        return Fraction(sum(count for end, count in self.ends.items() if end < cents), self.sessions)

    def quantile(self, share: Fraction | float) -> Cents:
        """Return the quantile of the final worth, in cents: the smallest that a share, 0 to 1, does not exceed."""
        return quantile(self.ends, share)


@dataclass(frozen=True)
class Comparison:
    """Strategies on the same dice.

    Attributes:
        tallies: The tally of each strategy, in the order of the request.
        differences: For each strategy except the first, by its final worth less that of the first in cents: the number
            of sessions.
    """

    tallies: tuple[Tally, ...]
    differences: tuple[Counter[Cents], ...]

    def __iter__(self) -> Iterator[Tally]:
        """Yield the tallies."""
        return iter(self.tallies)


def standard_error(counts: Counter[int], places: int = 4) -> Decimal:
    """Return the standard error of the mean of counted numbers."""
    return square_root(variance(counts) / counts.total(), places)


def _both(mine: Fraction | None, theirs: Fraction | None) -> Fraction | None:
    return None if mine is None or theirs is None else mine + theirs
