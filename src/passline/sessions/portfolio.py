"""The win of a house from many independent sessions, such as those of a month: its whole distribution, without dice.

The distribution of each session is known, exactly or within an error bound. The distribution of the sum has an error
bound too: the sum of theirs, and that of `convolution`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, lcm, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.errors import NoMachine, NotationError
from passline.machines.arrays import GIGABYTE
from passline.machines.terms import check_whole_number
from passline.sessions.convolution import TAIL_PROBABILITY, EqualTerms, distribution_of_sum, largest_sum
from passline.sessions.distribution import MEMORY, error_of_ratio
from passline.words.distribution import mean, variance
from passline.words.money import dollars
from passline.words.probability import square_root

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from passline.sessions.distribution import Session
    from passline.words.money import Cents


BYTES_PER_SUM = 48
"""An estimate of the memory for each possible sum, in bytes; the number of sums is rounded up to a power of 2."""
TOTAL_WEIGHT = 2**62
"""The weight of probability 1 in the array of cumulative weights."""


@dataclass(frozen=True, eq=False)
class HouseWin:
    """The win of a house from many sessions. The distribution and the means have error bounds.

    Attributes:
        sessions: The number of sessions.
        mean: The mean win, in cents: exact for the distributions of the sessions.
        mean_error: Upper bound on the error of the mean, in cents, from the errors of the sessions.
        variance: The variance of the win, in square cents: exact for the distributions of the sessions.
        drop: The sum of the bankrolls, in cents.
        handle: The mean sum of the bets that are decided, in cents.
        handle_error: Upper bound on the error of the handle, in cents.
        smallest_win: The smallest possible win, in cents.
        largest_win: The largest possible win, in cents.
        first_sum: The first sum of `cumulative`, in cents.
        step: The difference between neighbouring sums of `cumulative`, in cents.
        cumulative: int64, shape (sums,): the probability of each of these sums or less, in units of 1 / `TOTAL_WEIGHT`.
        probability_error: Upper bound on the error of the probability of any range of sums.
    """

    sessions: int
    mean: Fraction
    mean_error: Fraction
    variance: Fraction
    drop: Cents
    handle: Fraction
    handle_error: Fraction
    smallest_win: Cents
    largest_win: Cents
    first_sum: Cents
    step: Cents
    cumulative: NDArray[np.int64]
    probability_error: Fraction

    @property
    def hold_of_drop(self) -> Fraction:
        """The mean win divided by the drop: what the trade calls the hold."""
        return self.mean / self.drop

    @property
    def hold_of_drop_error(self) -> Fraction:
        """Upper bound on the error of `hold_of_drop`."""
        return self.mean_error / self.drop

    @property
    def hold_of_handle(self) -> Fraction | None:
        """The mean win divided by the mean handle; None if no bet is decided."""
        return self.mean / self.handle if self.handle else None

    @property
    def hold_of_handle_error(self) -> Fraction | None:
        """Upper bound on the error of `hold_of_handle`; None if no bet is decided, or the handle may be 0."""
        return error_of_ratio(self.mean, self.mean_error, self.handle, self.handle_error)

    @property
    def pmf(self) -> dict[Cents, Fraction]:
        """The probability of each sum, in cents; sums with a weight of 0 are omitted."""
        weights = np.diff(self.cumulative, prepend=0)
        places = np.flatnonzero(weights)
        return {
            self.first_sum + place * self.step: Fraction(weight, TOTAL_WEIGHT)
            for place, weight in zip(places.tolist(), weights[places].tolist(), strict=True)
        }

    def below(self, cents: Cents) -> Fraction:
        """Return the probability of winning less than an amount in cents; `below(0)` is that of a loss."""
        if cents > self.largest_win:
            return Fraction(1)
        sums = min(-(-(cents - self.first_sum) // self.step), len(self.cumulative))
        return min(Fraction(int(self.cumulative[sums - 1]), TOTAL_WEIGHT), Fraction(1)) if sums > 0 else Fraction(0)

    def quantile(self, share: Fraction | float) -> Cents:
        """Return the smallest sum, in cents, that the win does not exceed with a probability.

        If the probability of a sum differs from *share* by at most its error, it counts as reached.

        Args:
            share: The probability, 0 to 1.

        Raises:
            NotationError: The probability is out of range.
        """
        wanted = Fraction(_share(share))
        if wanted in {0, 1}:
            return self.largest_win if wanted else self.smallest_win
        place = int(np.searchsorted(self.cumulative, max(ceil((wanted - self.probability_error) * TOTAL_WEIGHT), 1)))
        return self.first_sum + min(place, len(self.cumulative) - 1) * self.step

    def normal_quantile(self, share: Fraction | float) -> Cents:
        """Return a quantile of the normal approximation, to the nearest cent: an estimate without an error bound.

        Args:
            share: The probability, above 0 and below 1.

        Raises:
            NotationError: The probability is out of range.
        """
        if Fraction(_share(share)) in {0, 1}:
            message = f"a normal distribution has no quantile for {share}; a probability above 0 and below 1 would do"
            raise NotationError(message)
        deviations = Fraction(NormalDist().inv_cdf(float(share)))
        return round(self.mean + deviations * Fraction(square_root(self.variance, 6)))


def _share(share: Fraction | float) -> Fraction | float:
    if not 0 <= share <= 1:
        message = f"{str(share)[:25]} is not a probability; one from 0 to 1 would do"
        raise NotationError(message)
    return share


def house_win(groups: Sequence[tuple[int, Session]], *, memory: float = MEMORY) -> HouseWin:
    """Return the win of a house from groups of independent sessions.

    Args:
        groups: The number of sessions of each group, and the distribution of one of them.
        memory: The memory that may be used, in gigabytes.

    Raises:
        NotationError: There is no group, or a number of sessions is less than 1.
        NoMachine: The win has so many possible sums that the memory is not enough; the message names the group that
            causes it.
    """
    if not groups:
        message = "a month without sessions has no win; a month with at least one group would do"
        raise NotationError(message)
    found = [_Group.of(check_whole_number("sessions", sessions), session) for sessions, session in groups]
    step = _common_step(found)
    terms = [group.terms(step) for group in found]
    middle = sum(group.sessions * group.middle for group in found)
    least, most = (sum(group.sessions * end(group.weights) for group in found) for end in (min, max))

    total_variance = sum((group.sessions * group.variance for group in found), Fraction(0))
    deviation = sqrt(total_variance) / step
    low = max((least - middle) // step, -largest_sum([group.negated() for group in terms], deviation))
    high = min((most - middle) // step, largest_sum(terms, deviation))
    sums = high - low + 1
    _check_memory(found, sums, step, memory)
    tails = TAIL_PROBABILITY * ((middle + low * step > least) + (middle + high * step < most))
    probabilities, error = distribution_of_sum(terms, low, sums)

    error_of_sessions = sum((sessions * session.probability_error for sessions, session in groups), Fraction(0))
    error_of_sum = (Fraction(error) + tails + error_of_sessions) * TOTAL_WEIGHT
    return HouseWin(
        sessions=sum(group.sessions for group in found),
        mean=sum((group.sessions * group.mean for group in found), Fraction(0)),
        mean_error=sum((sessions * session.mean_error for sessions, session in groups), Fraction(0)),
        variance=total_variance,
        drop=sum(sessions * session.terms.bankroll for sessions, session in groups),
        handle=sum((sessions * session.means.handle for sessions, session in groups), Fraction(0)),
        handle_error=sum((sessions * session.handle_error for sessions, session in groups), Fraction(0)),
        smallest_win=least,
        largest_win=most,
        first_sum=middle + low * step,
        step=step,
        cumulative=np.cumsum(np.rint(probabilities * TOTAL_WEIGHT).astype(np.int64)),
        probability_error=Fraction(ceil(error_of_sum) + sums, TOTAL_WEIGHT),  # Each of the sums is rounded once.
    )


class _Group(NamedTuple):
    """Sessions with the same distribution.

    Attributes:
        sessions: The number of sessions.
        weights: A whole-number weight for each win of the house from one session, in cents.
        mean: The mean win from one session, in cents.
        variance: The variance of this win, in square cents.
    """

    sessions: int
    weights: dict[Cents, int]
    mean: Fraction
    variance: Fraction

    @classmethod
    def of(cls, sessions: int, session: Session) -> _Group:
        wins = {session.terms.bankroll - end: probability for end, probability in session.pmf.items() if probability}
        denominator = lcm(*(probability.denominator for probability in wins.values()))
        weights = {win: int(probability * denominator) for win, probability in wins.items()}
        if not 1 - session.probability_error <= Fraction(sum(weights.values()), denominator) <= 1:
            message = "the probabilities of a session do not sum to 1"
            raise AssertionError(message)
        return cls(sessions, weights, mean(weights), variance(weights))

    @property
    def middle(self) -> Cents:
        """The possible win next to the mean, in steps of this group."""
        step, first = _common_step([self]), next(iter(self.weights))
        return first + step * round((self.mean - first) / step)

    def terms(self, step: Cents) -> EqualTerms:
        """Return the sessions as terms of a sum, in steps from the middle."""
        total, middle = sum(self.weights.values()), self.middle
        steps = np.array([(win - middle) // step for win in self.weights], np.int64)
        probabilities = np.array([weight / total for weight in self.weights.values()])
        is_possible = probabilities > 0  # A probability below 1e-323 is 0 in doubles.
        return EqualTerms(self.sessions, steps[is_possible], probabilities[is_possible])


def _common_step(groups: Iterable[_Group]) -> Cents:
    """Return the greatest common divisor, in cents, of the differences between the wins of each group."""
    firsts = [(next(iter(group.weights)), group.weights) for group in groups]
    return gcd(*(win - first for first, weights in firsts for win in weights)) or 1


def _check_memory(groups: Sequence[_Group], sums: int, step: Cents, memory: float) -> None:
    """Refuse a win with more possible sums than the memory can hold; name the group that causes it.

    Raises:
        NoMachine: It needs more memory than is allowed.
    """
    needed = BYTES_PER_SUM << (sums - 1).bit_length()
    if needed <= memory * GIGABYTE:
        return

    def spread_without(number: int) -> float:
        """Return the standard deviation of the other groups, in their own steps."""
        others = [group for place, group in enumerate(groups) if place != number]
        spread = sqrt(sum(group.sessions * group.variance for group in others))
        return spread / _common_step(others) if others else 0

    number = min(range(len(groups)), key=spread_without)
    sessions, wins = groups[number].sessions, groups[number].weights
    fitting = 1 << max(int(memory * GIGABYTE / BYTES_PER_SUM).bit_length() - 1, 0)
    coarser = ", payouts in whole dollars," if step % 100 else ""
    message = (
        f"the win of the month has {sums:,} possible sums, {dollars(step)} apart, and would take "
        f"{needed / GIGABYTE:,.1f} GB of memory; {memory:g} GB may be used, and {fitting:,} sums fit. The cause is "
        f"group {number + 1} of {len(groups)}: {sessions:,} session{'' if sessions == 1 else 's'}, from each of which "
        f"the house wins {dollars(min(wins))} to {dollars(max(wins))}. Fewer sessions{coarser} or more memory would do"
    )
    raise NoMachine(message)
