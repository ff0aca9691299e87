"""Combined strategies: one player bets by several strategies at once."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from machines.test_machine import rails_on_the_machine, rails_on_the_table
from passline.errors import StrategyError
from passline.house.house import House
from passline.machines.cache import cached_machine
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
THREE_PARTS = Combined(tuple(map(find_strategy, ("pass_2x_odds", "place_6_8", "pass_flat"))))
"""Strategies that share the Pass Bet and compete for the rail."""


def worths(house: House, strategy: Strategy, rolls: list[Roll]) -> list[int]:
    """Return the rail and the bets together, less the first rail, after each roll, in cents."""
    state, found = start_play(house, strategy, AMPLE), []
    for roll in rolls:
        state, _ = place_bets(strategy, state)
        state, _ = play_roll(strategy, state, roll)
        found.append(state.view.rail + sum(bet.amount for bet in state.table.layout.bets) - AMPLE)
    return found


@pytest.mark.parametrize("names", list(combinations(APART, 2)), ids=" and ".join)
@given(rolls=st.lists(st.sampled_from(EVERY_ROLL), min_size=1, max_size=60))
def test_strategies_without_a_common_wager_win_together_as_apart(names: tuple[str, str], rolls: list[Roll]) -> None:
    """If the rail is ample and no wager is shared, each strategy sees every roll and bets as if it were alone."""
    parts = tuple(find_strategy(name) for name in names)
    apart = [worths(CRAPS, part, rolls) for part in parts]

    assert worths(CRAPS, Combined(parts), rolls) == [sum(both) for both in zip(*apart, strict=True)]


@given(
    rail=st.integers(1, 80).map(lambda dollars: dollars * 100),
    rolls=st.lists(st.sampled_from(EVERY_ROLL), min_size=1, max_size=40),
)
def test_the_machine_agrees_with_the_table(rail: int, rolls: list[Roll]) -> None:
    """The rail is the same after every roll, even if the strategies compete for a short rail."""
    made = cached_machine(CRAPS, THREE_PARTS, most=1)

    assert rails_on_the_machine(made, rail, rolls) == rails_on_the_table(CRAPS, THREE_PARTS, rail, rolls)


def test_combined_strategies_have_one_tally() -> None:
    """The tally has the wagers and the names of both strategies."""
    both = Combined((find_strategy("pass_flat"), find_strategy("place_6_8")))
    tally = simulate(CRAPS, both, sessions=100, rolls=50, bankroll=300_00)

    assert tally.strategy == "pass_flat and place_6_8"
    assert set(tally.by_wager) == {"Pass Bet", "Place Bet to Win on 6", "Place Bet to Win on 8"}


def test_an_error_of_one_part_is_an_error_of_the_whole() -> None:
    """If a part never lets the dice roll, or has no finite machine, so does the combination."""
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
