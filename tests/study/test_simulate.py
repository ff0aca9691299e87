"""Simulated sessions are those of the table: the same dice, the same rails, the known means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from itertools import pairwise
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passline.errors import NotationError
from passline.house.house import House
from passline.study.simulate import REJECTED_BELOW, ROLLS_A_WORD, Tally, dice_of, simulate
from passline.study.strategy import Strategy
from passline.words.dice import EVERY_ROLL
from says import CRAPLESS, CRAPS
from study.players import IRON_CROSS, PLACE_6_8, PLAYERS, PassFlat, PassWithOdds
from study.test_machine import BY_HOUSE, machine_of, on_the_table

PINNED = ["2-5", "6-4", "3-4", "2-4", "5-3", "2-1", "6-1", "5-2", "5-3", "4-5", "5-1"]
"""The first rolls of session 0 with seed 1."""


def drawn_from(words: list[int]) -> list[int]:
    """Return the rolls that words of 64 bits are, told again in whole numbers: digits to the base 36, from the top."""
    rolls = []
    for word in words:
        if word * 36**ROLLS_A_WORD % 2**64 >= REJECTED_BELOW:
            rolls += [word * 36 ** (place + 1) // 2**64 % 36 for place in range(ROLLS_A_WORD)]
    return rolls


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize("session", [0, 7, 2**48 - 1])
def test_the_generator_is_numpys(session: int, seed: int) -> None:
    """A session's words are those of NumPy's Philox with the seed as its key and the session in its counter."""
    theirs = np.random.Philox(
        key=np.array([seed, 0], np.uint64), counter=np.array([0, session, 0, 0], np.uint64)
    ).random_raw(100)

    assert list(dice_of(session, rolls=1_000, seed=seed)) == drawn_from(theirs.tolist())[:1_000]


def test_no_roll_is_favoured() -> None:
    """Of the words that are not left out, each run of eleven rolls is made by equally many."""
    runs = 36**ROLLS_A_WORD
    assert 2**64 % runs == REJECTED_BELOW
    assert (2**64 - REJECTED_BELOW) % runs == 0


def test_the_first_rolls_of_a_seed_are_pinned() -> None:
    """The dice of a seed stay what they are."""
    first = [str(EVERY_ROLL[roll]) for roll in dice_of(0, rolls=11, seed=1)]

    assert first == PINNED
    assert Counter(dice_of(0, rolls=3_600, seed=1)).total() == 3_600


@pytest.mark.parametrize(("house", "strategy"), BY_HOUSE, ids=lambda value: getattr(value, "source", value.name))
@given(rail=st.sampled_from([5, 12, 23, 61, 300]), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=8)
def test_each_session_is_played_as_on_the_table(house: House, strategy: Strategy, rail: int, seed: int) -> None:
    """The same dice at the table end each session with the same rail, also when it is short."""
    made = machine_of(house, cast("Hashable", strategy))
    tally = simulate(house, strategy, sessions=3, rolls=25, rail=rail * 100, seed=seed, cores=1, made=made)
    played = Counter[int]()
    for session in range(3):
        rolls = [EVERY_ROLL[roll] for roll in dice_of(session, rolls=25, seed=seed)]
        rails = on_the_table(house, strategy, rail * 100, rolls, handed_back=True)
        played[rails[-1]] += 1

    assert tally.ends == played


def test_cores_change_nothing() -> None:
    """The same seed gives the same tally on one core and on two, in one run and in two that are added."""
    whole = simulate(CRAPS, PassWithOdds(), sessions=20_000, rolls=40, rail=100_00, seed=9, cores=1)
    parts = [
        simulate(CRAPS, PassWithOdds(), sessions=count, rolls=40, rail=100_00, seed=9, first=first, cores=2)
        for first, count in ((0, 7_777), (7_777, 12_223))
    ]

    assert whole == parts[0] + parts[1]
    assert whole.rolls == sum(whole.dice) == 800_000


@pytest.mark.parametrize(
    ("strategy", "mean", "variance"),
    [
        (PassFlat(), "297.082215", "2957.751"),
        (PassWithOdds(), "297.067582", "23672.437"),
        (PLACE_6_8, "296.131711", "2605.336"),
        (IRON_CROSS, "272.925942", "6596.745"),
    ],
    ids=["pass_flat", "pass_2x_odds", "place_6_8", "iron_cross"],
)
def test_sessions_agree_with_the_exact_ones(strategy: Strategy, mean: str, variance: str) -> None:
    """The mean of 400,000 sessions lies within four standard errors of the exact one."""
    sessions = 400_000
    tally = simulate(CRAPS, strategy, sessions=sessions, rolls=100, rail=300_00, seed=2)
    error = tally.mean / 100 - Fraction(mean)

    assert error**2 <= 16 * Fraction(variance) / sessions
    assert abs(tally.variance / 10_000 - Fraction(variance)) < Fraction(variance) / 100
    assert tally.quantile(Fraction(1, 20)) <= tally.quantile(Fraction(1, 2)) <= tally.quantile(Fraction(19, 20))


def test_all_rolls_fall_alike() -> None:
    """Chi-square over the 36 cells of forty million rolls lies where it lies for all but one in a million."""
    tally = simulate(CRAPLESS, PassFlat(), sessions=400_000, rolls=100, rail=5_000_00, seed=4)
    expected = Fraction(tally.rolls, 36)
    chi_square = sum((count - expected) ** 2 for count in tally.dice) / expected

    assert Fraction(6) < chi_square < Fraction(93)


def test_tallies_add_and_count() -> None:
    """Shares and quantiles are counted, not estimated."""
    tally = Tally(3, 30, Counter({5_00: 1, 20_00: 2}), (30, *(0 for _ in range(35))))

    assert tally.mean == 15_00
    assert tally.variance == 500_000
    assert tally.below(10_00) == Fraction(1, 3)
    assert [tally.quantile(Fraction(share, 3)) for share in (1, 2, 3)] == [5_00, 20_00, 20_00]
    assert (tally + tally).sessions == 6
    assert all(low <= high for low, high in pairwise(sorted(tally.ends)))


@pytest.mark.parametrize(
    ("name", "value"),
    [("sessions", 0), ("sessions", -5), ("rolls", 0), ("rail", 0), ("rail", 10.0), ("seed", -1), ("seed", 2**64)],
)
def test_what_cannot_be_played_is_said_in_one_line(name: str, value: int) -> None:
    """No session of nothing, from nothing, is played."""
    asked = {"sessions": 10, "rolls": 10, "rail": 100_00, "seed": 0} | {name: value}
    with pytest.raises(NotationError, match=rf"{name}|seed"):
        simulate(CRAPS, PLAYERS[0], **asked)  # type: ignore[arg-type]  # A machine is not among them.
