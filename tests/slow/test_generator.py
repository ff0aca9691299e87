"""A battery of statistical tests for the dice, each at a significance level of one in a million on either side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from passline.simulation.compiled_stream import sessions_rolls
from passline.simulation.random_stream import FAIR, Dice, dice
from passline.words.dice import EVERY_ROLL

Rolls = npt.NDArray[np.uint8]
Probabilities = npt.NDArray[np.float64]
"""The probability of each of the 36 rolls."""
SIGNIFICANCE = 1e-6
"""The significance level of each test, on either side."""
SESSIONS, ROLLS = 10_000, 1_000
LONGEST_GAP = 60
LAGS = (1, 2, 3, 10, 11, 12, 43, 44, 45, 88, 100)
"""The lags at which rolls are compared: small ones, and those around the 11 rolls of a word and the 44 of a block."""
TOTALS = np.array([roll.total for roll in EVERY_ROLL])
FIRST = np.array([roll.first for roll in EVERY_ROLL])
SECOND = np.array([roll.second for roll in EVERY_ROLL])


def probabilities(of: Dice) -> Probabilities:
    weights = np.array(of.weights, np.float64)
    share: Probabilities = weights / weights.sum()
    return share


def chi_square_p_value(counts: npt.NDArray[np.integer[Any]], expected: npt.NDArray[np.floating[Any]]) -> float:
    """Return the p-value of a chi-square test; cells with small expected counts are merged."""
    counts, share = counts.ravel(), expected.ravel() / expected.sum()
    assert not counts[share == 0].any(), "a roll with probability zero"
    order = np.argsort(share)
    wanted = share[order] * counts.sum()
    few = int(np.searchsorted(np.cumsum(wanted), 10)) + 1 if wanted[wanted > 0].min() < 10 else int((share == 0).sum())
    seen = np.concatenate([[counts[order][:few].sum()], counts[order][few:]])
    wanted = np.concatenate([[wanted[:few].sum()], wanted[few:]])
    seen, wanted = seen[wanted > 0], wanted[wanted > 0]
    return float(stats.chi2.sf(((seen - wanted) ** 2 / wanted).sum(), len(seen) - 1))


def normal_p_value(count: float, mean: float, variance: float) -> float:
    """Return the probability that a normal variable is below the count; values near 0 or 1 are suspicious."""
    return float(stats.norm.cdf((count - mean) / variance**0.5))


# The tests. Each yields p-values, which are uniform between 0 and 1 for sound dice.


def cells(rolls: Rolls, p: Probabilities) -> Iterator[float]:
    """The 36 rolls have their probabilities."""
    yield chi_square_p_value(np.bincount(rolls.ravel(), minlength=36), p)


def totals_and_faces(rolls: Rolls, p: Probabilities) -> Iterator[float]:
    """The totals and the faces of each die have their probabilities."""
    counts = np.bincount(rolls.ravel(), minlength=36)
    for of in (TOTALS, FIRST, SECOND):
        yield chi_square_p_value(np.bincount(of, counts).astype(np.int64), np.bincount(of, p).astype(np.float64))


def pairs(rolls: Rolls, p: Probabilities) -> Iterator[float]:
    """A roll does not depend on earlier rolls of its session. Pairs do not overlap, so that they are independent."""
    for lag in LAGS:
        begin = np.arange(ROLLS - lag)
        begin = begin[begin // lag % 2 == 0]
        both = rolls[:, begin].astype(np.int64) * 36 + rolls[:, begin + lag]
        yield chi_square_p_value(np.bincount(both.ravel(), minlength=36 * 36), np.outer(p, p))


def neighbours(rolls: Rolls, p: Probabilities) -> Iterator[float]:
    """A roll does not depend on the same roll of the session before, nor on the number of the session."""
    both = rolls[0::2].astype(np.int64) * 36 + rolls[1::2]
    yield chi_square_p_value(np.bincount(both.ravel(), minlength=36 * 36), np.outer(p, p))
    for roll in (0, 1, 10, 11, 43, 44, ROLLS - 1):
        yield chi_square_p_value(np.bincount(rolls[:, roll], minlength=36), p)


def correlation(rolls: Rolls, p: Probabilities) -> Iterator[float]:
    """The totals of rolls at each lag are uncorrelated."""
    mean = (TOTALS * p).sum()
    variance = ((TOTALS - mean) ** 2 * p).sum()
    off = (TOTALS - mean)[rolls]
    for lag in LAGS:
        products = (off[:, :-lag] * off[:, lag:]).sum()
        yield normal_p_value(products, 0, variance**2 * len(rolls) * (ROLLS - lag))


def sevens(rolls: Rolls, p: Probabilities) -> Iterator[float]:
    """The number of sevens in a session is binomial, and the gaps between sevens are geometric."""
    seven = p[TOTALS == 7].sum()
    is_seven = TOTALS[rolls] == 7
    yield chi_square_p_value(
        np.bincount(is_seven.sum(axis=1), minlength=ROLLS + 1), stats.binom.pmf(np.arange(ROLLS + 1), ROLLS, seven)
    )
    first = np.where(is_seven.any(axis=1), is_seven.argmax(axis=1), ROLLS)
    wanted = np.append(seven * (1 - seven) ** np.arange(LONGEST_GAP), (1 - seven) ** LONGEST_GAP)
    yield chi_square_p_value(np.bincount(np.minimum(first, LONGEST_GAP), minlength=LONGEST_GAP + 1), wanted)
    at = np.flatnonzero(is_seven.ravel())
    session, roll = np.divmod(at, ROLLS)
    is_early = (
        roll[:-1] < ROLLS - LONGEST_GAP - 1
    )  # Late sevens are omitted, so that every gap is seen up to the longest one counted.
    gaps = np.where(session[1:] == session[:-1], roll[1:] - roll[:-1] - 1, LONGEST_GAP)[is_early]
    yield chi_square_p_value(np.bincount(np.minimum(gaps, LONGEST_GAP), minlength=LONGEST_GAP + 1), wanted)


def runs(rolls: Rolls, p: Probabilities) -> Iterator[float]:
    """The number of runs of rolls above seven, and the longest run, have their distributions."""
    above = p[TOTALS > 7].sum()
    is_above = TOTALS[rolls] > 7
    changes = (is_above[:, 1:] != is_above[:, :-1]).sum(axis=1)
    change = 2 * above * (1 - above)
    # Adjacent changes share a roll, so they have the covariance of two changes in three rolls.
    covariance = above * (1 - above) - change**2
    variance = (ROLLS - 1) * change * (1 - change) + 2 * (ROLLS - 2) * covariance
    yield normal_p_value(changes.sum(), len(rolls) * (ROLLS - 1) * change, len(rolls) * variance)
    longest, run = np.zeros(len(rolls), np.int64), np.zeros(len(rolls), np.int64)
    for column in is_above.T:
        run = np.where(column, run + 1, 0)
        np.maximum(longest, run, out=longest)
    yield chi_square_p_value(np.bincount(longest, minlength=ROLLS + 1), longest_run(above))


def longest_run(probability: float) -> Probabilities:
    """Return the distribution of the longest run of successes in a session."""
    at_most = np.zeros(ROLLS + 1)
    for most in range(ROLLS + 1):
        if most and at_most[most - 1] > 1 - 1e-13:
            at_most[most:] = 1
            break
        none = np.ones(ROLLS + 2)  # The probability that n rolls have no longer run.
        for n in range(most + 1, ROLLS + 1):
            none[n] = none[n - 1] - (none[n - most - 2] if n > most + 1 else 1) * probability ** (most + 1) * (
                1 - probability if n > most + 1 else 1
            )
        at_most[most] = none[ROLLS]
    return np.maximum(np.diff(at_most, prepend=0), 0)


Test = Callable[[Rolls, Probabilities], Iterator[float]]
BATTERY: tuple[Test, ...] = (cells, totals_and_faces, pairs, neighbours, correlation, sevens, runs)


def failures(rolls: Rolls, p: Probabilities) -> set[str]:
    """Return the names of the tests that the rolls fail."""
    return {test.__name__ for test in BATTERY for q in test(rolls, p) if not SIGNIFICANCE < q < 1 - SIGNIFICANCE}


# The dice.


def weighted(weights: list[int]) -> Dice:
    return dice([Fraction(weight, sum(weights)) for weight in weights])


def often_redrawn() -> Dice:
    """Return fair dice with the table size that makes the most words be drawn again."""
    most = max(
        (dice([Fraction(1, 36)] * 36)._replace(outcomes=np.tile(FAIR.outcomes, times)) for times in range(1, 400)),
        key=lambda of: redrawn(of.outcomes.size),
    )
    count = most.outcomes.size
    rolls_per_word = max(n for n in range(1, 12) if count**n <= 2**64)
    return most._replace(
        rolls_per_word=rolls_per_word,
        combinations=np.uint64(count**rolls_per_word),
        rejection_threshold=np.uint64(2**64 % count**rolls_per_word),
    )


def redrawn(count: int) -> Fraction:
    """Return the share of words that are drawn again, for a table of *count* outcomes and the most rolls a word."""
    rolls_per_word = max(n for n in range(1, 12) if count**n <= 2**64)
    return Fraction(2**64 % count**rolls_per_word, 2**64)


KINDS = {
    "fair": FAIR,
    "weighted": weighted([*range(1, 37)]),
    "few": weighted([0] * 18 + [1] * 17 + [20]),
    "often drawn again": often_redrawn(),
}
"""Four kinds of dice; for the last, almost every second word is drawn again."""


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize("kind", KINDS)
def test_the_dice_pass_the_battery(kind: str, seed: int) -> None:
    """The rolls of the first sessions of a seed are independent and have their probabilities."""
    of = KINDS[kind]
    rolls = sessions_rolls(np.uint64(0), SESSIONS, ROLLS, np.uint64(seed), of)

    assert not failures(rolls, probabilities(of))


def test_adjacent_seeds_are_independent() -> None:
    """This compares the same roll of the same session at consecutive seeds."""
    rolls = np.concatenate([sessions_rolls(np.uint64(0), 1_000, ROLLS, np.uint64(seed), FAIR) for seed in range(40)])
    one, other = rolls[:-1_000].astype(np.int64), rolls[1_000:]
    (p,) = cells(rolls, probabilities(FAIR))
    pair = chi_square_p_value(
        np.bincount((one[::2] * 36 + other[::2]).ravel(), minlength=36 * 36), np.full(36 * 36, 1 / 1296)
    )

    assert SIGNIFICANCE < p < 1 - SIGNIFICANCE
    assert SIGNIFICANCE < pair < 1 - SIGNIFICANCE


def test_the_last_kind_of_dice_draws_many_words_again() -> None:
    """So the battery tests redrawn words too."""
    assert redrawn(KINDS["often drawn again"].outcomes.size) > Fraction(2, 5)
    assert probabilities(KINDS["often drawn again"]).tolist() == probabilities(FAIR).tolist()


# The battery detects flaws.


def a_cell_too_often(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Replace one roll in a thousand by 6-6."""
    return np.where(random.random(rolls.shape) < 1 / 1_000, np.uint8(35), rolls)


def a_roll_that_sticks(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Replace one roll in 300 by the roll before it."""
    sticks = random.random(rolls.shape) < 1 / 300
    sticks[:, 0] = False
    return np.where(sticks, np.roll(rolls, 1, axis=1), rolls)


def a_word_used_twice(rolls: Rolls, random: np.random.Generator) -> Rolls:  # noqa: ARG001  Nothing is random here.
    """Replace the second word of a session by its first."""
    copied = rolls.copy()
    copied[:, 11:22] = copied[:, :11]
    return copied


def dependent_sessions(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Replace one roll in 200 by the same roll of the session before."""
    return np.where(random.random(rolls.shape) < 1 / 200, np.roll(rolls, 1, axis=0), rolls)


def too_even(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Return rolls with exactly equal counts, in random order."""
    even = np.resize(np.arange(36, dtype=np.uint8), rolls.size)
    random.shuffle(even)
    return even.reshape(rolls.shape)


def sevens_that_repel(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Replace one in 30 of the sevens that follow a seven by an earlier roll."""
    is_second = (TOTALS[rolls] == 7) & (np.roll(TOTALS[rolls], 1, axis=1) == 7)
    moved = is_second & (random.random(rolls.shape) < 1 / 30)
    return np.where(moved, np.roll(rolls, 2, axis=1), rolls)


Flaw = Callable[[Rolls, np.random.Generator], Rolls]
FLAWS: dict[Flaw, set[str]] = {
    a_cell_too_often: {"cells", "totals_and_faces"},
    a_roll_that_sticks: {"pairs", "correlation", "runs"},
    a_word_used_twice: {"pairs"},
    dependent_sessions: {"neighbours"},
    too_even: {"cells"},
    sevens_that_repel: {"sevens"},
}


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.__name__)
def test_the_battery_finds_a_small_flaw(flaw: Flaw) -> None:
    """Rolls with a small flaw fail the tests for that flaw."""
    sound = sessions_rolls(np.uint64(0), SESSIONS, ROLLS, np.uint64(1), FAIR)
    found = failures(flaw(sound, np.random.default_rng(1)), probabilities(FAIR))

    assert found >= FLAWS[flaw]
