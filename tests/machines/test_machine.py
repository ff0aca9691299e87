"""The machine of a strategy agrees with the table: the same rolls leave the same rail, even if it is short."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passline.errors import NoMachine, StrategyError
from passline.house.house import House
from passline.machines.cache import cached_machine
from passline.machines.machine import Machine, machine
from passline.strategies.protocol import PLAYER, Strategy, View, place_bets, play_roll, start_play
from passline.table.acts import Act, MakeBet
from passline.words.dice import EVERY_ROLL, Roll
from scenes import CRAPLESS, CRAPS, EVERY_OPTION
from strategies.players import IRON_CROSS, PLAYERS, Chaser, Forgetful, Insatiable, PassFlat, PassWithOdds


def machine_of(house: House, strategy: Strategy) -> Machine:
    """Return a strategy's machine, shared by all tests, with its first rows; others are found when they are used."""
    return cached_machine(house, strategy, most=500)


HOUSES_OF = {strategy.name: (CRAPS,) if strategy.name == "chaser" else (CRAPS, CRAPLESS) for strategy in PLAYERS}
BY_HOUSE = [(house, strategy) for strategy in PLAYERS for house in HOUSES_OF[strategy.name]]


def rails_on_the_table(house: House, strategy: Strategy, rail: int, rolls: list[Roll]) -> list[int]:
    """Return the rail after each roll, played on the table."""
    seat, rails = start_play(house, strategy, rail), []
    for roll in rolls:
        seat, _ = place_bets(strategy, seat)
        seat, _ = play_roll(strategy, seat, roll)
        rails.append(seat.view.rail)
    return rails


def rails_on_the_machine(made: Machine, rail: int, rolls: list[Roll]) -> list[int]:
    """Return the rail after each roll, looked up in the machine."""
    state, rails = 0, []
    for roll in rolls:
        row = made.row(state, rail)
        column = EVERY_ROLL.index(roll)
        state, rail = row.next_state[column], rail + row.net[column]
        rails.append(rail)
    return rails


@pytest.mark.parametrize(
    ("house", "strategy"), BY_HOUSE, ids=lambda value: getattr(value, "source", None) or value.name
)
@given(
    rail=st.one_of(st.integers(0, 60), st.just(5_000)),
    rolls=st.lists(st.sampled_from(EVERY_ROLL), min_size=1, max_size=60),
)
def test_the_machine_agrees_with_the_table(house: House, strategy: Strategy, rail: int, rolls: list[Roll]) -> None:
    """The rail is the same after every roll, even if it is too short for the next bet."""
    rail *= 100
    made = machine_of(house, strategy)

    assert not rail or rails_on_the_machine(made, rail, rolls) == rails_on_the_table(house, strategy, rail, rolls)


def test_a_line_bet_has_a_state_for_each_point() -> None:
    """A flat Pass Bet has a come out and six points; with odds, each point before they are up and after."""
    assert len(machine(CRAPS, PassFlat()).states) == 1 + 6
    assert len(machine(CRAPS, PassWithOdds()).states) == 1 + 6 + 6
    assert len(machine(CRAPLESS, PassFlat()).states) == 1 + 10


def test_the_arrays_have_a_row_for_each_state() -> None:
    """They have a column for each roll, and lead to states of the machine only."""
    made = machine(CRAPS, IRON_CROSS)
    states = len(made.states)

    assert made.next_state.shape == made.net.shape == (states, 36)
    assert made.next_state.dtype == np.int32
    assert made.net.dtype == np.int64
    assert (made.required_rail.shape, made.layout_total.shape) == ((states,), (states,))
    assert set(made.next_state.flatten()) <= set(range(states))
    assert made.required_rail.max() == 22_00
    assert made.layout_total[0] == 0


def test_with_fire_bets_the_states_distinguish_the_first_point() -> None:
    """A Fire Bet is made before the shooter's first point; other strategies need no such states."""
    assert machine_of(CRAPS, Chaser()).observes == {"the first point"}
    assert not machine_of(CRAPS, PassFlat()).observes


@dataclass(frozen=True)
class Share(Forgetful):
    """Bets a tenth of the rail."""

    name: str = "share"

    def next_act(self, view: View) -> Act | None:
        return None if view.bets else MakeBet(PLAYER, "Pass Bet", view.rail // 10)


@dataclass(frozen=True)
class Late(Forgetful):
    """Bets on the Pass Line with a point on."""

    name: str = "late"

    def next_act(self, view: View) -> Act | None:
        if not view.bets:
            return MakeBet(PLAYER, "Come Bet", 10_00)
        return None


def test_a_strategy_without_a_machine_is_an_error_in_one_line() -> None:
    """It never stops asking, calculates with its rail, or asks for an act that is refused."""
    with pytest.raises(StrategyError, match="insatiable asks 200 times before one roll"):
        machine(CRAPS, Insatiable())
    with pytest.raises(NoMachine, match="counted from the rail"):
        machine(CRAPS, Share())
    with pytest.raises(StrategyError, match=r"late asks for an act that is refused: Come Bet of \$10 refused: .*§"):
        machine(CRAPS, Late())


def test_a_table_with_a_higher_minimum_refuses_the_bets() -> None:
    """At a ten dollar minimum a five dollar Field Bet is refused, and the error quotes the table."""
    with pytest.raises(StrategyError, match="minimum"):
        machine(EVERY_OPTION, IRON_CROSS)
