"""A battery for the dice: each test counts what chance has a known distribution for, at odds of a million to one."""

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
Chances = npt.NDArray[np.float64]
"""The chance of each of the 36 rolls."""
SURPRISING = 1e-6
"""What no test of sound dice comes to more often, to either side."""
SESSIONS, ROLLS = 10_000, 1_000
LONGEST_GAP = 60
LAGS = (1, 2, 3, 10, 11, 12, 43, 44, 45, 88, 100)
"""How far apart rolls are compared: near, and by the 11 that are drawn of a word and the 44 of a block."""
TOTALS = np.array([roll.total for roll in EVERY_ROLL])
FIRST = np.array([roll.first for roll in EVERY_ROLL])
SECOND = np.array([roll.second for roll in EVERY_ROLL])


def chances(of: Dice) -> Chances:
    weights = np.array(of.weights, np.float64)
    share: Chances = weights / weights.sum()
    return share


def by_chi_square(counts: npt.NDArray[np.integer[Any]], expected: npt.NDArray[np.floating[Any]]) -> float:
    """Return how often counts lie further from what is expected; cells that are hardly expected are put together."""
    counts, share = counts.ravel(), expected.ravel() / expected.sum()
    assert not counts[share == 0].any(), "a roll that has no chance"
    order = np.argsort(share)
    wanted = share[order] * counts.sum()
    few = int(np.searchsorted(np.cumsum(wanted), 10)) + 1 if wanted[wanted > 0].min() < 10 else int((share == 0).sum())
    seen = np.concatenate([[counts[order][:few].sum()], counts[order][few:]])
    wanted = np.concatenate([[wanted[:few].sum()], wanted[few:]])
    seen, wanted = seen[wanted > 0], wanted[wanted > 0]
    return float(stats.chi2.sf(((seen - wanted) ** 2 / wanted).sum(), len(seen) - 1))


def by_count(count: float, mean: float, variance: float) -> float:
    """Return how often a sum of many lies further below its mean; its complement is how often it lies further above."""
    return float(stats.norm.cdf((count - mean) / variance**0.5))


# What is counted. Each gives how likely it is, between 0 and 1; sound dice come to either end alike.


def cells(rolls: Rolls, p: Chances) -> Iterator[float]:
    """Every roll falls as often as it has a chance to."""
    yield by_chi_square(np.bincount(rolls.ravel(), minlength=36), p)


def totals_and_faces(rolls: Rolls, p: Chances) -> Iterator[float]:
    """So do totals, and the faces of each die."""
    counts = np.bincount(rolls.ravel(), minlength=36)
    for of in (TOTALS, FIRST, SECOND):
        yield by_chi_square(np.bincount(of, counts).astype(np.int64), np.bincount(of, p).astype(np.float64))


def pairs(rolls: Rolls, p: Chances) -> Iterator[float]:
    """A roll does not depend on those before it in the session; pairs do not overlap, so that they are independent."""
    for lag in LAGS:
        begin = np.arange(ROLLS - lag)
        begin = begin[begin // lag % 2 == 0]
        both = rolls[:, begin].astype(np.int64) * 36 + rolls[:, begin + lag]
        yield by_chi_square(np.bincount(both.ravel(), minlength=36 * 36), np.outer(p, p))


def neighbours(rolls: Rolls, p: Chances) -> Iterator[float]:
    """Nor on the same roll of the session before, nor a session on its own number."""
    both = rolls[0::2].astype(np.int64) * 36 + rolls[1::2]
    yield by_chi_square(np.bincount(both.ravel(), minlength=36 * 36), np.outer(p, p))
    for roll in (0, 1, 10, 11, 43, 44, ROLLS - 1):
        yield by_chi_square(np.bincount(rolls[:, roll], minlength=36), p)


def correlation(rolls: Rolls, p: Chances) -> Iterator[float]:
    """Totals of rolls that lie so far apart do not go together."""
    mean = (TOTALS * p).sum()
    variance = ((TOTALS - mean) ** 2 * p).sum()
    off = (TOTALS - mean)[rolls]
    for lag in LAGS:
        products = (off[:, :-lag] * off[:, lag:]).sum()
        yield by_count(products, 0, variance**2 * len(rolls) * (ROLLS - lag))


def sevens(rolls: Rolls, p: Chances) -> Iterator[float]:
    """The rolls from a seven to the next are as many as chance has it, each time, and all sessions alike."""
    seven = p[TOTALS == 7].sum()
    is_seven = TOTALS[rolls] == 7
    yield by_chi_square(
        np.bincount(is_seven.sum(axis=1), minlength=ROLLS + 1), stats.binom.pmf(np.arange(ROLLS + 1), ROLLS, seven)
    )
    first = np.where(is_seven.any(axis=1), is_seven.argmax(axis=1), ROLLS)
    wanted = np.append(seven * (1 - seven) ** np.arange(LONGEST_GAP), (1 - seven) ** LONGEST_GAP)
    yield by_chi_square(np.bincount(np.minimum(first, LONGEST_GAP), minlength=LONGEST_GAP + 1), wanted)
    at = np.flatnonzero(is_seven.ravel())
    session, roll = np.divmod(at, ROLLS)
    is_early = roll[:-1] < ROLLS - LONGEST_GAP - 1  # However long its gap, it is seen as far as it is counted.
    gaps = np.where(session[1:] == session[:-1], roll[1:] - roll[:-1] - 1, LONGEST_GAP)[is_early]
    yield by_chi_square(np.bincount(np.minimum(gaps, LONGEST_GAP), minlength=LONGEST_GAP + 1), wanted)


def runs(rolls: Rolls, p: Chances) -> Iterator[float]:
    """Rolls above seven, and others, follow each other in as many runs as chance has it, the longest as long."""
    above = p[TOTALS > 7].sum()
    is_above = TOTALS[rolls] > 7
    changes = (is_above[:, 1:] != is_above[:, :-1]).sum(axis=1)
    change = 2 * above * (1 - above)
    # Changes next to each other share a roll: their covariance is that of two changes in three rolls.
    together = above * (1 - above) - change**2
    variance = (ROLLS - 1) * change * (1 - change) + 2 * (ROLLS - 2) * together
    yield by_count(changes.sum(), len(rolls) * (ROLLS - 1) * change, len(rolls) * variance)
    longest, run = np.zeros(len(rolls), np.int64), np.zeros(len(rolls), np.int64)
    for column in is_above.T:
        run = np.where(column, run + 1, 0)
        np.maximum(longest, run, out=longest)
    yield by_chi_square(np.bincount(longest, minlength=ROLLS + 1), longest_run(above))


def longest_run(chance: float) -> Chances:
    """Return the chances of the longest run of successes in a session: 0, 1, 2 … of them."""
    at_most = np.zeros(ROLLS + 1)
    for most in range(ROLLS + 1):
        if most and at_most[most - 1] > 1 - 1e-13:
            at_most[most:] = 1
            break
        none = np.ones(ROLLS + 2)  # The chance that so many rolls have no longer run; one more for what lies before.
        for n in range(most + 1, ROLLS + 1):
            none[n] = none[n - 1] - (none[n - most - 2] if n > most + 1 else 1) * chance ** (most + 1) * (
                1 - chance if n > most + 1 else 1
            )
        at_most[most] = none[ROLLS]
    return np.maximum(np.diff(at_most, prepend=0), 0)


Test = Callable[[Rolls, Chances], Iterator[float]]
BATTERY: tuple[Test, ...] = (cells, totals_and_faces, pairs, neighbours, correlation, sevens, runs)


def failures(rolls: Rolls, p: Chances) -> set[str]:
    """Return the tests that rolls fail."""
    return {test.__name__ for test in BATTERY for q in test(rolls, p) if not SURPRISING < q < 1 - SURPRISING}


# The dice.


def weighted(weights: list[int]) -> Dice:
    return dice([Fraction(weight, sum(weights)) for weight in weights])


def often_redrawn() -> Dice:
    """Return fair dice of which a word draws as many tickets as it may, so that one word in some is drawn again."""
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
    """Return how many of all words are drawn again, where as many tickets are drawn of one as may be."""
    rolls_per_word = max(n for n in range(1, 12) if count**n <= 2**64)
    return Fraction(2**64 % count**rolls_per_word, 2**64)


KINDS = {
    "fair": FAIR,
    "weighted": weighted([*range(1, 37)]),
    "few": weighted([0] * 18 + [1] * 17 + [20]),
    "often drawn again": often_redrawn(),
}
"""Dice of all kinds; of the last, almost every second word is drawn again."""


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize("kind", KINDS)
def test_the_dice_pass_the_battery(kind: str, seed: int) -> None:
    """Rolls of the first sessions of a seed are independent, and fall by their chances."""
    of = KINDS[kind]
    rolls = sessions_rolls(np.uint64(0), SESSIONS, ROLLS, np.uint64(seed), of)

    assert not failures(rolls, chances(of))


def test_seeds_next_to_each_other_have_nothing_to_do_with_each_other() -> None:
    """The same roll of the same session, with seeds that follow each other."""
    rolls = np.concatenate([sessions_rolls(np.uint64(0), 1_000, ROLLS, np.uint64(seed), FAIR) for seed in range(40)])
    one, other = rolls[:-1_000].astype(np.int64), rolls[1_000:]
    (p,) = cells(rolls, chances(FAIR))
    pair = by_chi_square(
        np.bincount((one[::2] * 36 + other[::2]).ravel(), minlength=36 * 36), np.full(36 * 36, 1 / 1296)
    )

    assert SURPRISING < p < 1 - SURPRISING
    assert SURPRISING < pair < 1 - SURPRISING


def test_many_words_are_drawn_again_where_that_is_tested() -> None:
    """What the battery says of redrawn words is said of many of them."""
    assert redrawn(KINDS["often drawn again"].outcomes.size) > Fraction(2, 5)
    assert chances(KINDS["often drawn again"]).tolist() == chances(FAIR).tolist()


# A test that cannot fail is none.


def a_cell_too_often(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Let one roll in a thousand be 6-6 instead of what it was."""
    return np.where(random.random(rolls.shape) < 1 / 1_000, np.uint8(35), rolls)


def a_roll_that_sticks(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Let one roll in 300 be what the one before was."""
    sticks = random.random(rolls.shape) < 1 / 300
    sticks[:, 0] = False
    return np.where(sticks, np.roll(rolls, 1, axis=1), rolls)


def a_word_used_twice(rolls: Rolls, random: np.random.Generator) -> Rolls:  # noqa: ARG001  Nothing is random here.
    """Let the second word of a session be its first."""
    copied = rolls.copy()
    copied[:, 11:22] = copied[:, :11]
    return copied


def sessions_that_go_together(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Let one roll in 200 be that of the session before."""
    return np.where(random.random(rolls.shape) < 1 / 200, np.roll(rolls, 1, axis=0), rolls)


def too_even(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Let all rolls fall equally often, in any order."""
    even = np.resize(np.arange(36, dtype=np.uint8), rolls.size)
    random.shuffle(even)
    return even.reshape(rolls.shape)


def sevens_that_repel(rolls: Rolls, random: np.random.Generator) -> Rolls:
    """Let one seven in 30 that follows a seven be another roll, and as many others be sevens."""
    is_second = (TOTALS[rolls] == 7) & (np.roll(TOTALS[rolls], 1, axis=1) == 7)
    moved = is_second & (random.random(rolls.shape) < 1 / 30)
    return np.where(moved, np.roll(rolls, 2, axis=1), rolls)


Spoils = Callable[[Rolls, np.random.Generator], Rolls]
FLAWS: dict[Spoils, set[str]] = {
    a_cell_too_often: {"cells", "totals_and_faces"},
    a_roll_that_sticks: {"pairs", "correlation", "runs"},
    a_word_used_twice: {"pairs"},
    sessions_that_go_together: {"neighbours"},
    too_even: {"cells"},
    sevens_that_repel: {"sevens"},
}


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.__name__)
def test_the_battery_finds_a_small_flaw(flaw: Spoils) -> None:
    """Rolls with a small flaw fail the tests that are there to find it."""
    sound = sessions_rolls(np.uint64(0), SESSIONS, ROLLS, np.uint64(1), FAIR)
    found = failures(flaw(sound, np.random.default_rng(1)), chances(FAIR))

    assert found >= FLAWS[flaw]
