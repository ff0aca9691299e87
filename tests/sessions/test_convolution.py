"""The chance of a sum of many numbers: held against binomials in whole numbers, its bounds against what they bound."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passline.sessions.convolution import OUTSIDE, Many, distribution, reach

ONE = Fraction(1)


def coins(times: int, heads: int = 1, of: int = 2) -> Many:
    """Return coins, each 1 with so many chances of so many, or else 0."""
    return Many(times, np.array([0, 1]), np.array([1 - heads / of, heads / of]))


def binomial(times: int, heads: int = 1, of: int = 2) -> list[Fraction]:
    return [
        Fraction(comb(times, ones) * heads**ones * (of - heads) ** (times - ones), of**times)
        for ones in range(times + 1)
    ]


@given(st.integers(1, 60), st.integers(1, 15))
def test_the_chances_of_coins_are_binomial(times: int, heads: int) -> None:
    chances, error = distribution([coins(times, heads, 16)], 0, times + 1)

    exact = binomial(times, heads, 16)
    assert all(abs(Fraction(chance) - true) <= error for chance, true in zip(chances.tolist(), exact, strict=True))
    assert error < 1e-12


@pytest.mark.parametrize("times", [100, 10_000, 100_000])
def test_the_bound_grows_with_the_root_of_how_many(times: int) -> None:
    """A thousand times as many coins may be off by thirty times as much, not by a thousand times."""
    wide = round(9 * sqrt(times / 4))
    low = max(times // 2 - wide, 0)

    chances, error = distribution([coins(times)], low, min(2 * wide, times) + 1)

    middle = Fraction(comb(times, times // 2), 2**times)
    assert abs(Fraction(chances[times // 2 - low]) - middle) < error < 1e-13 * sqrt(times)


def test_the_bound_holds_for_sums_in_a_row() -> None:
    times = 3_000
    chances, error = distribution([coins(times, 1, 4)], 0, times + 1)

    exact = np.array([Fraction(0), *binomial(times, 1, 4)]).cumsum()
    found = np.concatenate([[0], chances.cumsum()])
    off = np.array([Fraction(so_far) for so_far in found.tolist()]) - exact
    assert off.max() - off.min() < error < 1e-11


@settings(max_examples=25, deadline=None)
@given(st.integers(50, 2_000), st.integers(1, 63))
def test_no_more_than_is_said_lies_out_of_reach(times: int, heads: int) -> None:
    numbers = coins(times, heads, 64)
    deviation = sqrt(times * heads * (64 - heads)) / 64

    most = reach([numbers], deviation)

    beyond = sum(binomial(times, heads, 64)[most + 1 :])
    assert beyond <= OUTSIDE


def test_the_reach_is_not_much_more_than_it_must_be() -> None:
    """Of ten thousand coins, so rare a chance lies 8.2 deviations off; the bound says 8.7."""
    deviation = 50
    most = reach([coins(10_000)._replace(steps=np.array([-1, 1]))], 2 * deviation)

    assert 8.2 < most / 100 < 8.8


def test_a_rare_jackpot_is_in_reach_as_often_as_it_can_fall() -> None:
    """One in a million for each of ten thousand falls five times with a chance of 1e-12 and nine times with 3e-24."""
    jackpot = Many(10_000, np.array([0, 10_000]), np.array([1 - 1e-6, 1e-6]))

    assert 50_000 < reach([jackpot], 1_000) < 90_000


def test_numbers_that_are_the_same_each_time_reach_nowhere() -> None:
    assert reach([Many(7, np.array([0]), np.array([1.0]))], 0) == 0


def test_what_is_left_out_of_the_window_comes_back_within_it() -> None:
    """A window that is too narrow has all chances in it: they go round, and none is lost."""
    chances, error = distribution([coins(40)], 10, 16)

    exact = binomial(40)
    gone_round = [
        sum((exact[one] for one in range(41) if one % 16 == place % 16), Fraction(0)) for place in range(10, 26)
    ]
    assert all(abs(Fraction(chance) - true) <= error for chance, true in zip(chances.tolist(), gone_round, strict=True))
