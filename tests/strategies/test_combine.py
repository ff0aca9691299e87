"""Strategies that one player bets by at once do what each of them does alone."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from machines.test_machine import rails_on_the_machine, rails_on_the_table
from passline.errors import StrategyError
from passline.house.house import House
from passline.machines.machine import machine
from passline.simulation.simulate import simulate
from passline.strategies.combine import Combined
from passline.strategies.notation import find_strategy
from passline.strategies.protocol import Strategy, place_bets, play_roll, start_play
from passline.words.dice import EVERY_ROLL, Roll
from scenes import CRAPS
from strategies.players import Insatiable

APART = ("iron_cross", "martingale_pass", "hardways", "dont_come_lay_odds")
"""Strategies that share no wager."""
AMPLE = 10**8


def worths(house: House, strategy: Strategy, rolls: list[Roll]) -> list[int]:
    """Return what a player is better or worse off by after each roll, in cents."""
    state, found = start_play(house, strategy, AMPLE), []
    for roll in rolls:
        state, _ = place_bets(strategy, state)
        state, _ = play_roll(strategy, state, roll)
        found.append(state.view.rail + sum(bet.amount for bet in state.table.layout.bets) - AMPLE)
    return found


@pytest.mark.parametrize("names", list(combinations(APART, 2)), ids=" and ".join)
@given(rolls=st.lists(st.sampled_from(EVERY_ROLL), min_size=1, max_size=60))
def test_together_they_win_what_they_win_apart(names: tuple[str, str], rolls: list[Roll]) -> None:
    """If the rail is ample and no wager is shared, each strategy sees every roll and bets as if it were alone."""
    parts = tuple(find_strategy(name) for name in names)
    apart = [worths(CRAPS, part, rolls) for part in parts]

    assert worths(CRAPS, Combined(parts), rolls) == [sum(both) for both in zip(*apart, strict=True)]


@given(
    rail=st.integers(1, 80).map(lambda dollars: dollars * 100),
    rolls=st.lists(st.sampled_from(EVERY_ROLL), min_size=1, max_size=40),
)
def test_their_machine_is_the_table(rail: int, rolls: list[Roll]) -> None:
    """Also when they compete for a rail that is short."""
    both = Combined((find_strategy("pass_2x_odds"), find_strategy("place_6_8"), find_strategy("pass_flat")))

    assert rails_on_the_machine(machine(CRAPS, both), rail, rolls) == rails_on_the_table(CRAPS, both, rail, rolls)


def test_they_are_simulated_as_one() -> None:
    """Their tally has the wagers of both, under the names of both."""
    both = Combined((find_strategy("pass_flat"), find_strategy("place_6_8")))
    tally = simulate(CRAPS, both, sessions=100, rolls=50, bankroll=300_00)

    assert tally.strategy == "pass_flat and place_6_8"
    assert set(tally.by_wager) == {"Pass Bet", "Place Bet to Win on 6", "Place Bet to Win on 8"}


def test_what_one_of_them_may_not_is_refused_to_all() -> None:
    """A part that never stops asking, or has no end, is one of the whole."""
    endless = find_strategy(
        "strategy climber\nstage up:\n    bet $10 on Pass Bet\n    if won at least $50 since the stage began: stop\n"
    )
    with pytest.raises(StrategyError, match="asks 200 times"):
        machine(CRAPS, Combined((find_strategy("pass_flat"), Insatiable())))
    assert Combined((find_strategy("pass_flat"), endless)).why_infinite == endless.why_infinite


def test_a_counter_that_one_part_sets_stays_with_that_part() -> None:
    """A part that sets its counter while it bets changes its own memory only."""
    counter = find_strategy("strategy counter\ncounter hits\nset hits to 1\nif hits is 1: bet $5 on Field Bet\n")
    both = Combined((find_strategy("pass_flat"), counter))
    state, _ = place_bets(both, start_play(CRAPS, both, AMPLE))

    assert state.memory == (find_strategy("pass_flat").initial_memory(), ((1,), ()))
    assert {bet.spot for bet in state.view.bets} == {"Pass Bet", "Field Bet"}
