"""The distribution of a sum equals the binomial distribution, within the bound that is returned."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passline.sessions.convolution import TAIL_PROBABILITY, EqualTerms, distribution_of_sum, largest_sum

ONE = Fraction(1)


def coins(times: int, heads: int = 1, of: int = 2) -> EqualTerms:
    """Return coins that show 1 with probability heads / of, and 0 otherwise."""
    return EqualTerms(times, np.array([0, 1]), np.array([1 - heads / of, heads / of]))


def binomial(times: int, heads: int = 1, of: int = 2) -> list[Fraction]:
    return [
        Fraction(comb(times, ones) * heads**ones * (of - heads) ** (times - ones), of**times)
        for ones in range(times + 1)
    ]


@given(st.integers(1, 60), st.integers(1, 15))
def test_the_sum_of_coins_is_binomial(times: int, heads: int) -> None:
    probabilities, error = distribution_of_sum([coins(times, heads, 16)], 0, times + 1)

    exact = binomial(times, heads, 16)
    assert all(
        abs(Fraction(probability) - true) <= error
        for probability, true in zip(probabilities.tolist(), exact, strict=True)
    )
    assert error < 1e-12


@pytest.mark.parametrize("times", [100, 10_000, 100_000])
def test_the_bound_grows_with_the_square_root_of_the_count(times: int) -> None:
    """The bound for 1,000 times the number of coins is about 30 times as large."""
    wide = round(9 * sqrt(times / 4))
    low = max(times // 2 - wide, 0)

    probabilities, error = distribution_of_sum([coins(times)], low, min(2 * wide, times) + 1)

    middle = Fraction(comb(times, times // 2), 2**times)
    assert abs(Fraction(probabilities[times // 2 - low]) - middle) < error < 1e-13 * sqrt(times)


def test_the_bound_holds_for_consecutive_sums() -> None:
    times = 3_000
    probabilities, error = distribution_of_sum([coins(times, 1, 4)], 0, times + 1)

    exact = np.array([Fraction(0), *binomial(times, 1, 4)]).cumsum()
    cumulated = np.concatenate([[0], probabilities.cumsum()])
    off = np.array([Fraction(so_far) for so_far in cumulated.tolist()]) - exact
    assert off.max() - off.min() < error < 1e-11


@settings(max_examples=25, deadline=None)
@given(st.integers(50, 2_000), st.integers(1, 63))
def test_sums_above_the_bound_have_at_most_the_tail_probability(times: int, heads: int) -> None:
    numbers = coins(times, heads, 64)
    deviation = sqrt(times * heads * (64 - heads)) / 64

    most = largest_sum([numbers], deviation)

    beyond = sum(binomial(times, heads, 64)[most + 1 :])
    assert beyond <= TAIL_PROBABILITY


def test_the_bound_of_the_sum_is_close_to_the_best_one() -> None:
    """For 10,000 coins the tail begins 8.2 standard deviations from the mean; the bound is 8.7."""
    deviation = 50
    most = largest_sum([coins(10_000)._replace(steps=np.array([-1, 1]))], 2 * deviation)

    assert 8.2 < most / 100 < 8.8


def test_the_bound_includes_several_rare_jackpots() -> None:
    """Of 10,000 tickets at one in a million, five win with probability 1e-12 and nine with 3e-24."""
    jackpot = EqualTerms(10_000, np.array([0, 10_000]), np.array([1 - 1e-6, 1e-6]))

    assert 50_000 < largest_sum([jackpot], 1_000) < 90_000


def test_a_constant_sum_has_no_spread() -> None:
    assert largest_sum([EqualTerms(7, np.array([0]), np.array([1.0]))], 0) == 0


def test_probability_outside_the_window_wraps_around() -> None:
    """A window that is too narrow still holds all probability, because sums wrap around."""
    probabilities, error = distribution_of_sum([coins(40)], 10, 16)

    exact = binomial(40)
    wrapped = [sum((exact[one] for one in range(41) if one % 16 == place % 16), Fraction(0)) for place in range(10, 26)]
    assert all(
        abs(Fraction(probability) - true) <= error
        for probability, true in zip(probabilities.tolist(), wrapped, strict=True)
    )
