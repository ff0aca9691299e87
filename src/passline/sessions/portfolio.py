"""What a house wins from many sessions, over a month or any period: the whole distribution, with no dice.

The sessions are independent, and the distribution of each is known, exactly or within an error of its own. What is told
of their sum is off by no more than an error that stands beside it: theirs, and that of `sums`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, lcm, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.errors import NotationError, StrategyError
from passline.machines.terms import check_whole_number
from passline.sessions.convolution import TAIL_PROBABILITY, EqualTerms, distribution_of_sum, largest_sum
from passline.words.money import dollars
from passline.words.probability import square_root

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from passline.sessions.distribution import Session
    from passline.words.money import Cents


MOST_POINTS = 2**26
"""The most sums that a month is spread over; it takes 3 GB and half a minute."""
TOTAL_WEIGHT = 2**62
"""The chance 1 in a month's array of whole numbers."""


@dataclass(frozen=True, eq=False)
class HouseWin:
    """What a house wins from many sessions: exact figures, and a distribution whose error is bounded.

    Attributes:
        sessions: The number of sessions.
        mean: The mean win, in cents; exact for the probabilities of the sessions, whose error is their own.
        variance: The variance of the win, in square cents; exact in the same sense.
        drop: The sum of the bankrolls, in cents.
        handle: The mean sum of the bets that are decided, in cents.
        smallest_win: The smallest win that is possible, in cents.
        largest_win: The largest win that is possible, in cents.
        first_sum: The first sum of `cumulative`, in cents.
        step: The difference between neighbouring sums of `cumulative`, in cents.
        cumulative: int64, shape (sums,): the probability of each of these sums or less, in units of 1 / `TOTAL_WEIGHT`.
        probability_error: Upper bound on the error of the probability of any range of sums.
    """

    sessions: int
    mean: Fraction
    variance: Fraction
    drop: Cents
    handle: Fraction
    smallest_win: Cents
    largest_win: Cents
    first_sum: Cents
    step: Cents
    cumulative: NDArray[np.int64]
    probability_error: Fraction

    @property
    def hold_of_drop(self) -> Fraction:
        """The mean win as a share of the drop: what the trade calls the hold."""
        return self.mean / self.drop

    @property
    def hold_of_handle(self) -> Fraction | None:
        """The mean win as a share of the mean handle: the edge of the mix. None where no bet is decided."""
        return self.mean / self.handle if self.handle else None

    @property
    def pmf(self) -> dict[Cents, Fraction]:
        """The chance of each sum, in cents. Sums of a chance within its error of none may lack."""
        parts = np.diff(self.cumulative, prepend=0)
        held = np.flatnonzero(parts)
        return {
            self.first_sum + number * self.step: Fraction(part, TOTAL_WEIGHT)
            for number, part in zip(held.tolist(), parts[held].tolist(), strict=True)
        }

    def below(self, cents: Cents) -> Fraction:
        """Return the chance of winning less than so many cents; `below(0)` is the chance that the house loses."""
        if cents > self.largest_win:
            return Fraction(1)
        sums = min(-(-(cents - self.first_sum) // self.step), len(self.cumulative))
        return min(Fraction(int(self.cumulative[sums - 1]), TOTAL_WEIGHT), Fraction(1)) if sums > 0 else Fraction(0)

    def quantile(self, share: Fraction | float) -> Cents:
        """Return the smallest sum, in cents, that the win does not exceed with such a chance.

        A sum whose chance comes within `probability_error` of the share is taken to have it.

        Args:
            share: The chance, 0 to 1.

        Raises:
            NotationError: The share is not between.
        """
        wanted = Fraction(_share(share))
        if wanted in {0, 1}:
            return self.largest_win if wanted else self.smallest_win
        place = int(np.searchsorted(self.cumulative, max(ceil((wanted - self.probability_error) * TOTAL_WEIGHT), 1)))
        return self.first_sum + min(place, len(self.cumulative) - 1) * self.step

    def normal_quantile(self, share: Fraction | float) -> Cents:
        """Return what the central limit theorem has for a quantile, to the nearest cent: no more than an estimate.

        Args:
            share: The chance, above 0 and below 1.

        Raises:
            NotationError: The share is not between.
        """
        if Fraction(_share(share)) in {0, 1}:
            message = f"a share of {share} has no quantile in a normal curve; one above 0 and below 1 has"
            raise NotationError(message)
        deviations = Fraction(NormalDist().inv_cdf(float(share)))
        return round(self.mean + deviations * Fraction(square_root(self.variance, 6)))


def _share(share: Fraction | float) -> Fraction | float:
    if not 0 <= share <= 1:
        message = f"a share of {str(share)[:25]} is none; one from 0 to 1 is"
        raise NotationError(message)
    return share


def house_win(groups: Sequence[tuple[int, Session]]) -> HouseWin:
    """Return what a house wins from groups of independent sessions.

    Args:
        groups: How many sessions, and the session they are like.

    Raises:
        NotationError: There are no sessions, or of a group less than one.
        StrategyError: The win is spread over more than `MOST_POINTS` sums; the group that makes it so is named.
    """
    if not groups:
        message = "a month without sessions has no win; one with a group of them has"
        raise NotationError(message)
    found = [_Group.of(check_whole_number("sessions", sessions), session) for sessions, session in groups]
    step = _step(found)
    laid = [group.laid(step) for group in found]
    middle = sum(group.sessions * group.middle for group in found)
    least, most = (sum(group.sessions * end(group.wins) for group in found) for end in (min, max))

    variance = sum((group.sessions * group.variance for group in found), Fraction(0))
    deviation = sqrt(variance) / step
    low = max((least - middle) // step, -largest_sum([group.negated() for group in laid], deviation))
    high = min((most - middle) // step, largest_sum(laid, deviation))
    sums = high - low + 1
    if sums > MOST_POINTS:
        raise _too_wide(found, sums, step)
    left_out = TAIL_PROBABILITY * ((middle + low * step > least) + (middle + high * step < most))
    chances, error = distribution_of_sum(laid, low, sums)

    theirs = sum((sessions * session.probability_error for sessions, session in groups), Fraction(0))
    return HouseWin(
        sessions=sum(group.sessions for group in found),
        mean=sum((group.sessions * group.mean for group in found), Fraction(0)),
        variance=variance,
        drop=sum(sessions * session.terms.bankroll for sessions, session in groups),
        handle=sum((sessions * session.means.handle for sessions, session in groups), Fraction(0)),
        smallest_win=least,
        largest_win=most,
        first_sum=middle + low * step,
        step=step,
        cumulative=np.cumsum(np.rint(chances * TOTAL_WEIGHT).astype(np.int64)),
        probability_error=Fraction(
            ceil((Fraction(error) + left_out + theirs) * TOTAL_WEIGHT) + sums, TOTAL_WEIGHT
        ),  # Each sum is rounded once.
    )


class _Group(NamedTuple):
    """Sessions that are like one another: what the house wins from one, in cents, and the chance of it in parts."""

    sessions: int
    wins: list[Cents]
    parts: list[int]
    mean: Fraction
    variance: Fraction

    @classmethod
    def of(cls, sessions: int, session: Session) -> _Group:
        held = {session.terms.bankroll - end: chance for end, chance in session.pmf.items() if chance}
        denominator = lcm(*(chance.denominator for chance in held.values()))
        wins, parts = list(held), [chance.numerator * (denominator // chance.denominator) for chance in held.values()]
        total = sum(parts)
        assert 1 - session.probability_error <= Fraction(total, denominator) <= 1, "chances of a session are missing"
        mean, square = (
            Fraction(sum(part * win**power for win, part in zip(wins, parts, strict=True)), total) for power in (1, 2)
        )
        return cls(sessions, wins, parts, mean, square - mean**2)

    @property
    def middle(self) -> Cents:
        """What lies next to the mean, in steps as large as this group has."""
        step = _step([self])
        return self.wins[0] + step * round((self.mean - self.wins[0]) / step)

    def laid(self, step: Cents) -> EqualTerms:
        total, middle = sum(self.parts), self.middle
        steps = np.array([(win - middle) // step for win in self.wins], np.int64)
        chances = np.array([part / total for part in self.parts])
        held = chances > 0  # A chance under 1e-323 is none as a float.
        return EqualTerms(self.sessions, steps[held], chances[held])


def _step(groups: Iterable[_Group]) -> Cents:
    """Return the largest step, in cents, that all differences of what sessions come to are whole steps of."""
    return gcd(*(win - group.wins[0] for group in groups for win in group.wins)) or 1


def _too_wide(groups: Sequence[_Group], sums: int, step: Cents) -> StrategyError:
    """Say which group spreads the win over so many sums, and what would do."""

    def without(number: int) -> float:
        """Return about over how many deviations, in steps, the others are spread."""
        others = [group for place, group in enumerate(groups) if place != number]
        return sqrt(sum(group.sessions * group.variance for group in others)) / _step(others) if others else 0

    number = min(range(len(groups)), key=without)
    sessions, wins = groups[number].sessions, groups[number].wins
    coarser = ", or payouts in whole dollars," if step % 100 else ""
    return StrategyError(
        f"the win of the month is spread over {sums:,} sums, {dollars(step)} apart; {MOST_POINTS:,} can be told. Group "
        f"{number + 1} of {len(groups)} makes it so: {sessions:,} session{'' if sessions == 1 else 's'} that the house "
        f"wins {dollars(min(wins))} to {dollars(max(wins))} of. Fewer sessions{coarser} would do"
    )
