"""Measure the speed of simulated sessions, and compare it with the speed of the dice alone and of crapssim.

The speed is measured in rolls per second. A session has up to 1,000 rolls with a bankroll of $1,000, and ends when the
player is $500 ahead or behind. All transitions are counted. The machines are explored before the clock starts. The
measurements alternate within one run, on one core and on two. `GOALS` has the goals on one core, and the goals for the
time to explore the machine; on two cores the goal is 1.8 times the speed of one. crapssim 0.4.1 makes the same bets
with its own strategies and without stops. Sessions of 100 rolls with a bankroll of $300 are measured too.

A missed goal is printed; with `--strict` the exit status is 1.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter
from typing import Annotated, NamedTuple

import numpy as np
import typer
from numba import njit, uint64

from passline import open_house
from passline.machines.machine import machine as find
from passline.machines.terms import Terms
from passline.simulation.compiled_stream import draw, wide_product
from passline.simulation.random_stream import FAIR, WORDS
from passline.simulation.simulate import Simulation
from passline.strategies.notation import find_strategy
from passline.strategies.plan import Plan
from rival import goal_text, machine, rival


class Goal(NamedTuple):
    """The goals of a strategy.

    Attributes:
        millions: Millions of rolls per second on one core.
        seconds: Seconds to explore the machine.
        rival: The same bets as an expression of crapssim; empty if it has no such strategy.
    """

    millions: int
    seconds: float
    rival: str


LINE = "BetPassLine(10, StrategyMode.ADD_IF_POINT_OFF)"
PLACE_6_8 = "BetPlace({6: 6, 8: 6}, skip_point=False)"
GOALS = {
    "pass_flat": Goal(0, 0.5, LINE),
    "pass_2x_odds": Goal(500, 0.5, f"{LINE} + PassLineOddsMultiplier(2)"),
    "place_6_8": Goal(0, 0.5, PLACE_6_8),
    "iron_cross": Goal(450, 0.5, "BetPlace({5: 5, 6: 6, 8: 6}, skip_point=False) + AddIfPointOn(Field(5))"),
    "three_point_molly": Goal(300, 0.5, ""),
    "bonus_chaser": Goal(120, 5, ""),
}
LONG, SHORT = Terms(1_000, 1_000_00, stop_win=500_00, stop_loss=500_00), Terms(100, 300_00)
ROLLS, ROUNDS = 200_000_000, 5
TWO_CORES_MIN = 1.8
RIVAL_MIN = 40_000

RIVAL_RUNNER = """
import sys, time
from crapssim.bet import Field
from crapssim.strategy import AddIfPointOn, BetPassLine, BetPlace
from crapssim.strategy.odds import PassLineOddsMultiplier
from crapssim.strategy.single_bet import StrategyMode
from crapssim.table import Table

for line in sys.stdin:
    table = Table()
    table.add_player(1_000_000_000, eval(line))
    rolls, start = 0, time.process_time()
    while (passed := time.process_time() - start) < 1:
        table.run(1_000, verbose=False)
        rolls += 1_000
    print(rolls / passed, flush=True)
"""


@njit(nogil=True)
def drawn(sessions, rolls, dice):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Draw the dice of a number of sessions, and add them up."""
    words, total, count = np.empty(WORDS, np.uint64), uint64(0), uint64(dice.outcomes.size)
    for session in range(sessions):
        left, block = rolls, uint64(0)
        while left > 0:
            draw(words, 0, block, uint64(session), uint64(1), dice.combinations, dice.rejection_threshold)
            block += uint64(1)
            for word in words:
                for _ in range(min(left, dice.rolls_per_word)):
                    ticket, word = wide_product(word, count)  # noqa: PLW2901  What is left holds the rolls that follow.
                    total += dice.outcomes[ticket]
                    left -= 1
    return total


def main(*, strict: Annotated[bool, typer.Option(help="Exit with 1 if a goal is missed.")] = False) -> None:
    """Measure the walk against drawing the dice alone, and against crapssim."""
    print(machine())
    house, met = open_house("craps"), []
    drawn(1, 1, FAIR)
    for name, goal in GOALS.items():
        plan = find_strategy(name)
        started = perf_counter()
        states = len(find(house, plan).states)
        found = perf_counter() - started
        speed, drawing, ratio, short = _measured(plan)
        met += [speed >= goal.millions, found < goal.seconds, ratio >= TWO_CORES_MIN]
        print(f"{name}: {states} states, found in {found:.2f} s: {goal_text(is_met=met[-2])} (under {goal.seconds} s)")
        print(
            f"    one core: {speed:,.0f} million rolls a second"
            + (f": {goal_text(is_met=met[-3])} ({goal.millions})" if goal.millions else "")
            + f"; {speed / drawing:.2f} of drawing alone; {short:,.0f} in sessions of {SHORT.rolls} rolls"
        )
        print(f"    two cores: {ratio:.2f} times that: {goal_text(is_met=met[-1])} ({TWO_CORES_MIN})")
        if goal.rival:
            with rival(RIVAL_RUNNER) as crapssim:
                theirs = crapssim.ask(goal.rival)
            times = speed * 1e6 / theirs
            if goal.millions:
                met.append(times >= RIVAL_MIN)
            print(
                f"    crapssim: {theirs:,.0f} rolls a second; passline {times:,.0f} times that"
                + (f": {goal_text(is_met=met[-1])} ({RIVAL_MIN:,})" if goal.millions else "")
            )
    if strict and not all(met):
        sys.exit(1)


def _measured(plan: Plan) -> tuple[float, float, float, float]:
    """Return millions of rolls a second: on one core, drawing alone, two cores to one, and in short sessions."""
    for terms in (LONG, SHORT):  # The rows of short rails are found, too, before the clock starts.
        _millions(plan, terms, cores=2)
    rounds = [
        (_millions(plan, LONG), _millions_drawn(), _millions(plan, LONG, cores=2), _millions(plan, SHORT))
        for _ in range(ROUNDS)
    ]
    one, drawing, _, short = (median(column) for column in zip(*rounds, strict=True))
    return one, drawing, median(two / one for one, _, two, _ in rounds), short


def _millions(plan: Plan, terms: Terms, *, cores: int = 1) -> float:
    run = Simulation(open_house("craps"), [plan], terms, sessions=ROLLS // terms.rolls, seed=1, cores=cores, paths=0)
    started = perf_counter()
    for _ in run.blocks():
        pass
    seconds = perf_counter() - started
    return run.tallies[0].rolls / seconds / 1e6


def _millions_drawn() -> float:
    started = perf_counter()
    drawn(ROLLS // LONG.rolls, LONG.rolls, FAIR)
    return ROLLS / (perf_counter() - started) / 1e6


if __name__ == "__main__":
    typer.run(main)
