"""All strategies in all games: exact sessions compared with simulations, with edges, and with the table."""

from __future__ import annotations

import pytest

from passline.errors import NoMachine
from passline.house.house import House
from passline.machines.machine import machine
from passline.machines.terms import Terms
from passline.strategies.notation import find_strategy
from passline.strategies.plan import Plan
from scenes import CRAPS
from sessions.test_distribution import (
    BY_GAME,
    LINE_AND_FIELD,
    check_edge_on_handle,
    check_error_bounds,
    check_infinite_strategy,
    check_played_out_alike,
    check_played_out_simulation,
    check_simulation,
    check_table,
    each_short,
    named,
)
from sessions.test_ruin import check_ruin
from strategies.players import GROWS, Chaser, Martingale, Molly, PassWithOdds


@each_short
def test_sessions_of_a_large_machine_are_those_of_the_table(terms: Terms) -> None:
    """The quick suite compares all other strategies."""
    check_table(CRAPS, Chaser(), terms)
    check_error_bounds(CRAPS, Chaser(), terms)


by_game = pytest.mark.parametrize(("house", "plan"), BY_GAME, ids=named, scope="module")


@by_game
def test_without_stops_the_mean_is_the_edge_on_the_handle(house: House, plan: Plan) -> None:
    """If bets are played out, the loss is the sum of the exact edges of the bets that were decided."""
    if plan.name in {"bonus_chaser", "fire_chaser"}:
        pytest.skip("their machines are large; the long run states the same fact about them")
    check_edge_on_handle(house, plan)


@by_game
def test_simulation_agrees(house: House, plan: Plan) -> None:
    """Twenty thousand simulated sessions lie within four standard errors."""
    check_simulation(house, plan)


def test_simulation_agrees_on_what_is_played_out_and_on_losing_runs() -> None:
    """Sessions agree with every stop rule, with bets that are played out, and in their losing runs."""
    check_played_out_simulation(PassWithOdds(), Martingale(), Molly(), sessions=100_000)


def test_whole_numbers_and_doubles_play_out_alike() -> None:
    """Both kinds of number agree with losing runs, and when sessions end at different rolls."""
    check_played_out_alike(find_strategy(LINE_AND_FIELD), Molly())


def test_a_strategy_without_a_finite_machine_has_exact_sessions() -> None:
    """A strategy that counts without limit has only the states that a number of rolls can reach."""
    with pytest.raises(NoMachine):
        machine(CRAPS, find_strategy(GROWS))
    check_infinite_strategy(4)


@by_game
def test_ruin_by_bankroll_is_the_ruin_of_a_session_from_each_bankroll(house: House, plan: Plan) -> None:
    """Both methods give the same probability, within the sum of their errors."""
    if plan.name in {"bonus_chaser", "fire_chaser"}:
        pytest.skip("their machines are large")
    check_ruin(house, plan, rolls=15)
