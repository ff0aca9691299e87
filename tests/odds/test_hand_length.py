"""How long a shooter's hand lasts."""

from __future__ import annotations

from fractions import Fraction

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
"""So many rolls that what lies beyond is next to nothing."""


def at_least(house: House, most: int) -> list[Fraction]:
    """Return the chances of 0 rolls or more, 1 or more, and so on to *most*."""
    return [HANDS[house.source].probability_at_least(rolls) for rolls in range(most + 1)]


def one_in(chance: Fraction) -> int:
    """Return the N of "one in N", to the nearest whole."""
    return round(1 / chance)


@pytest.mark.parametrize("house", [CRAPS, MINI_CRAPS, EVERY_OPTION], ids=lambda house: house.source)
def test_a_hand_of_craps(house: House) -> None:
    """Ethier and Hoppe, A world record in Atlantic City: 8.5 rolls in the mean, and 154 one in 5.59 billion."""
    of = HANDS[house.source]

    assert of.mean == Fraction(1671, 196)
    assert of.variance == Fraction(1768701, 38416)
    assert one_in(of.probability_at_least(154)) == 5_590_264_072


def test_a_hand_of_crapless_craps() -> None:
    """With ten points the seven-out comes sooner: it is a point that makes a 7 fatal."""
    of = HANDS[CRAPLESS.source]

    assert of.mean == Fraction(57678, 7303)
    assert of.variance == Fraction(2121682134, 53333809)
    assert one_in(of.probability_at_least(154)) == 33_742_737_585


@every_house
def test_a_hand_has_two_rolls_or_more(house: House) -> None:
    """A point is set, then a 7 comes: at the soonest with the second roll."""
    of = HANDS[house.source]
    points = len([number for number in house.line.stages if number is not None])
    sets_a_point = Fraction({6: 24, 10: 30}[points], 36)

    assert [of.probability_at_least(rolls) for rolls in (-1, 0, 1, 2)] == [1, 1, 1, 1]
    assert [of.probability(rolls) for rolls in (0, 1, 2)] == [0, 0, sets_a_point * Fraction(6, 36)]


@given(houses, st.integers(1, 120))
def test_hands_of_every_length_up_to_one_are_all_that_are_not_longer(house: House, most: int) -> None:
    of = HANDS[house.source]

    assert sum(of.probability(rolls) for rolls in range(1, most + 1)) == 1 - of.probability_at_least(most + 1)


@given(houses, st.integers(0, 300), st.integers(0, 60))
def test_a_longer_hand_is_rarer(house: House, rolls: int, more: int) -> None:
    """Whoever lasts longer has lasted that long; from two rolls on, each further roll is a risk."""
    of = HANDS[house.source]

    assert 0 < of.probability_at_least(rolls + more) <= of.probability_at_least(rolls) <= 1
    if more and rolls + more > 2:
        assert of.probability_at_least(rolls + more) < of.probability_at_least(rolls)


# From anywhere in a hand the next two rolls end it with a chance of at least a ninth: on the come out a
# point is set by 24 rolls of 36 or more, and a 7 follows with 6 of 36. So of the hands that are alive after
# so many rolls, at most (8/9)^k are alive 2k rolls later; the sums beyond any roll have a bound.


@every_house
def test_the_next_two_rolls_end_a_hand_in_nine(house: House) -> None:
    chances = at_least(house, 100)

    assert all(later <= Fraction(8, 9) * now for now, later in zip(chances[1:], chances[3:], strict=False))


@every_house
def test_the_mean_is_the_sum_of_the_chances_of_lasting(house: House) -> None:
    """The sum to any roll falls short of the mean, by no more than all that lies beyond can come to."""
    chances = at_least(house, FAR)
    so_far, beyond = sum(chances[1:FAR]), chances[FAR]

    assert so_far + beyond < HANDS[house.source].mean <= so_far + 2 * 9 * beyond
    assert 18 * beyond < Fraction(1, 10**14)


@every_house
def test_the_variance_is_that_of_the_chances(house: House) -> None:
    """The mean square is the sum of (2n - 1) times the chance of n rolls or more."""
    of = HANDS[house.source]
    chances = at_least(house, FAR)
    so_far = sum((2 * rolls - 1) * chances[rolls] for rolls in range(1, FAR))
    beyond = chances[FAR] * sum_beyond(FAR)

    assert so_far < of.variance + of.mean**2 < so_far + beyond
    assert beyond < Fraction(1, 10**10)


def sum_beyond(rolls: int) -> int:
    """Return the sum of (4(n + 2k)) (8/9)^k over all k from 0 on: two odd numbers at a time."""
    return 4 * rolls * 9 + 8 * 72


@every_house
def test_a_hand_is_as_many_decisions_as_a_pass_bet_is_lost_with_a_point_once(house: House) -> None:
    """A hand is Pass Bets one after the other to the first that a seven-out takes: its mean is theirs divided by it."""
    of = edge(house, "Pass Bet")
    craps = Fraction({6: 4, 10: 0}[len(house.line.stages) - 1], 36)  # a Pass Bet lost on the come out ends no hand

    assert HANDS[house.source].mean == of.mean_rolls_on_table / (of.probability_of_losing - craps)
