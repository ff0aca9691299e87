"""The length of a shooter's hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passline.house.house import House
from passline.odds.hand_length import hand_length
from passline.odds.wager_edge import edge
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, HOUSES, MINI_CRAPS

HANDS = {house.source: hand_length(house) for house in HOUSES}

every_house = pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.source)
houses = st.sampled_from(HOUSES)
FAR = 250
"""A number of rolls that few hands exceed: the sums beyond it are below 1 in 10 billion."""


@cache
def at_least(house: House, most: int) -> list[Fraction]:
    """Return the probability of at least 0 rolls, at least 1 roll, and so on to *most*."""
    return [HANDS[house.source].probability_at_least(rolls) for rolls in range(most + 1)]


def one_in(probability: Fraction) -> int:
    """Return the N of "one in N", to the nearest whole."""
    return round(1 / probability)


@pytest.mark.parametrize("house", [CRAPS, MINI_CRAPS, EVERY_OPTION], ids=lambda house: house.source)
def test_the_length_of_a_hand_of_craps(house: House) -> None:
    """Ethier and Hoppe, A world record in Atlantic City: the mean is 8.5, and 154 rolls come once in 5.59 billion."""
    of = HANDS[house.source]

    assert of.mean == Fraction(1671, 196)
    assert of.variance == Fraction(1768701, 38416)
    assert one_in(of.probability_at_least(154)) == 5_590_264_072


def test_the_length_of_a_hand_of_crapless_craps() -> None:
    """With ten points a point is set sooner, and only with a point does a 7 end the hand."""
    of = HANDS[CRAPLESS.source]

    assert of.mean == Fraction(57678, 7303)
    assert of.variance == Fraction(2121682134, 53333809)
    assert one_in(of.probability_at_least(154)) == 33_742_737_585


@every_house
def test_a_hand_has_two_rolls_or_more(house: House) -> None:
    """A point is set before a 7 ends the hand, so the second roll is the first that can end it."""
    of = HANDS[house.source]
    points = len([number for number in house.line.verdicts if number is not None])
    sets_a_point = Fraction({6: 24, 10: 30}[points], 36)

    assert [of.probability_at_least(rolls) for rolls in (-1, 0, 1, 2)] == [1, 1, 1, 1]
    assert [of.probability(rolls) for rolls in (0, 1, 2)] == [0, 0, sets_a_point * Fraction(6, 36)]


@given(houses, st.integers(1, 120))
def test_the_probabilities_up_to_a_length_add_up(house: House, most: int) -> None:
    of = HANDS[house.source]

    assert sum(of.probability(rolls) for rolls in range(1, most + 1)) == 1 - of.probability_at_least(most + 1)


@given(houses, st.integers(0, 300), st.integers(0, 60))
def test_a_longer_hand_is_rarer(house: House, rolls: int, more: int) -> None:
    """The probability of at least n rolls never rises with n, and falls from n = 2 on."""
    of = HANDS[house.source]

    assert 0 < of.probability_at_least(rolls + more) <= of.probability_at_least(rolls) <= 1
    if more and rolls + more > 2:
        assert of.probability_at_least(rolls + more) < of.probability_at_least(rolls)


# From every state of a hand, the next two rolls end it with a probability of at least 1/9: before a come out roll, at
# least 24 of 36 rolls set a point, and then 6 of 36 are a 7. So of the hands that last n rolls, at most (8/9)^k last
# 2k rolls more. This bounds the sums beyond any roll.


@every_house
def test_two_rolls_end_at_least_one_hand_in_nine(house: House) -> None:
    probabilities = at_least(house, 100)

    assert all(later <= Fraction(8, 9) * now for now, later in zip(probabilities[1:], probabilities[3:], strict=False))


@every_house
def test_the_mean_is_the_sum_of_the_probabilities_of_lasting(house: House) -> None:
    """The sum up to a roll is below the mean, by at most the bound of the rest."""
    probabilities = at_least(house, FAR)
    so_far, beyond = sum(probabilities[1:FAR]), probabilities[FAR]

    assert so_far + beyond < HANDS[house.source].mean <= so_far + 2 * 9 * beyond
    assert 18 * beyond < Fraction(1, 10**14)


@every_house
def test_the_variance_is_that_of_the_probabilities(house: House) -> None:
    """The mean square is the sum of (2n - 1) times the probability of at least n rolls."""
    of = HANDS[house.source]
    probabilities = at_least(house, FAR)
    so_far = sum((2 * rolls - 1) * probabilities[rolls] for rolls in range(1, FAR))
    beyond = probabilities[FAR] * sum_beyond(FAR)

    assert so_far < of.variance + of.mean**2 < so_far + beyond
    assert beyond < Fraction(1, 10**10)


def sum_beyond(rolls: int) -> int:
    """Return the sum of (4(n + 2k)) (8/9)^k over all k from 0 on: two odd numbers at a time."""
    return 4 * rolls * 9 + 8 * 72


@every_house
def test_the_mean_hand_follows_from_the_pass_bet(house: House) -> None:
    """A hand is a series of Pass Bets until one loses to a seven-out."""
    of = edge(house, "Pass Bet")
    craps = Fraction(
        {6: 4, 10: 0}[len(house.line.verdicts) - 1], 36
    )  # the probability that a Pass Bet loses on the come out roll, which does not end the hand

    assert HANDS[house.source].mean == of.mean_rolls_on_table / (of.probability_of_losing - craps)
