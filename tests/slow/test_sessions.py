"""Ten million simulated sessions compared with exact ones, and the memory that a hundred million need."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings

from passline import edge
from passline.machines.terms import Terms
from passline.simulation.simulate import simulate
from passline.simulation.tally import Tally
from passline.strategies.notation import find_strategy
from scenes import CRAPS
from sessions.known import Known, each_known
from simulation.test_simulate import SEEDS, SOME_TERMS, check_sessions
from strategies.players import Chaser

SESSIONS = 10_000_000


@cache
def played(known: Known) -> Tally:
    """Simulate ten million sessions, once for all tests."""
    plan, terms = find_strategy(known.strategy), known.terms
    asked = {"rolls": terms.rolls, "bankroll": terms.bankroll, "unresolved": terms.unresolved}
    return simulate(known.house, plan, sessions=SESSIONS, seed=10, paths=0, **asked)  # type: ignore[arg-type]  # As named.


@each_known
def test_the_mean_is_the_exact_mean(known: Known) -> None:
    """The difference is at most four standard errors."""
    error = played(known).mean / 100 - known.mean.value

    assert error**2 <= 16 * known.variance.value / SESSIONS


@each_known
def test_the_variance_is_the_exact_variance(known: Known) -> None:
    """The difference is at most four standard errors, by the fourth moment of these sessions."""
    tally = played(known)
    squares = {(end - tally.mean) ** 2: 0 for end in tally.ends}
    for end, count in tally.ends.items():
        squares[(end - tally.mean) ** 2] += count
    fourth = sum(square**2 * count for square, count in squares.items()) / SESSIONS - tally.variance**2
    error = tally.variance - 10_000 * known.variance.value

    assert error**2 <= 16 * fourth / SESSIONS


@each_known
def test_the_probability_of_ruin_is_the_exact_one(known: Known) -> None:
    """The difference is at most four standard errors; if less than one ruin is expected, there are at most four."""
    tally, probability = played(known), known.ruin.value

    if probability * SESSIONS < 1:
        assert tally.ruined <= 4
    else:
        assert (tally.ruin - probability) ** 2 <= 16 * probability * (1 - probability) / SESSIONS


@each_known
def test_quantiles_are_the_exact_ones(known: Known) -> None:
    """They are equal to the dollar."""
    tally = played(known)

    assert {share: tally.quantile(share) for share in known.quantiles} == known.quantiles


@pytest.mark.parametrize(
    ("strategy", "wagers"),
    [
        ("pass_2x_odds", ("Pass Bet", "odds on Pass Bet")),
        ("place_6_8", ("Place Bet to Win on 6", "Place Bet to Win on 8")),
        ("iron_cross", ("Place Bet to Win on 5", "Place Bet to Win on 6", "Place Bet to Win on 8", "Field Bet")),
    ],
)
def test_the_hold_is_the_edge_of_the_wager(strategy: str, wagers: tuple[str, ...]) -> None:
    """The hold on a wager is within four standard errors of its edge per bet decided.

    The last bets are played out: bets that are returned have survived some rolls, which would bias the hold. The
    bankrolls are never short, since that would select among the bets.
    """
    asked = {"sessions": 20_000, "rolls": 5_000, "bankroll": 10**8, "seed": 11, "paths": 0}
    tally = simulate(CRAPS, find_strategy(strategy), unresolved="play out", **asked)  # type: ignore[arg-type]  # As named.

    assert set(tally.by_wager) == set(wagers)
    for wager in wagers:
        result = tally.by_wager[wager]
        exact = Fraction(0) if wager.startswith("odds on") else edge(CRAPS, wager).per_bet_decided
        sigma = Fraction(2) if wager.startswith("odds on") else edge(CRAPS, wager).variance
        assert result.hold is not None
        assert result.bets > 10_000_000
        assert (result.hold - exact) ** 2 <= 16 * sigma / result.bets


@given(terms=SOME_TERMS, seed=SEEDS)
@settings(max_examples=30)
def test_sessions_with_fire_bets_are_those_of_the_table(terms: Terms, seed: int) -> None:
    """Fire Bets are played out, too, which takes a machine of 35,000 rows."""
    check_sessions(CRAPS, Chaser(), terms, seed)


MANY = """
import resource, passline
from passline.strategies.notation import find_strategy
from passline.simulation.simulate import simulate

tally = simulate(passline.open_house("craps"), find_strategy("pass_2x_odds"), sessions=10**8, rolls=10, bankroll=300_00)
print(tally.sessions, tally.rolls, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_a_hundred_million_sessions_need_less_than_a_gibibyte() -> None:
    """Memory does not grow with the number of sessions."""
    answer = subprocess.run([sys.executable, "-c", MANY], check=True, capture_output=True, text=True).stdout
    sessions, rolls, kibibytes = map(int, answer.split())

    assert (sessions, rolls) == (10**8, 10**9)
    assert kibibytes < 2**20
