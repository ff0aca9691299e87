"""How fast is a session's whole distribution, and how many simulated sessions would say as much?

The five sessions of a hundred rolls from $300 are to take under a second each, and five hundred rolls of the three
point molly from $1,000 under thirty on two cores; machines are found, and all is compiled, before the clock starts.
Beside each stand the sessions that would have to be simulated for a standard error of half the last digit of the mean
that `passline session` prints, of half a cent, and of a hundredth of the chance of ruin; and the time that they take at
the speed at which the same sessions are simulated in the same run, on as many cores. A missed goal is printed; with
`--strict` it also fails.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from passline import open_house
from passline.machines.terms import Terms
from passline.sessions.distribution import Session, SessionRun
from passline.simulation.simulate import Simulation
from passline.strategies.notation import find_strategy
from rival import goal_text, machine

if TYPE_CHECKING:
    from passline.strategies.plan import Plan


class Goal(NamedTuple):
    """A session, and the seconds that it is to take at most."""

    strategy: str
    terms: Terms
    seconds: int


HUNDRED = Terms(100, 300_00)
GOALS = [
    Goal("pass_flat", HUNDRED, 1),
    Goal("pass_flat", Terms(100, 300_00, unresolved="play out"), 1),
    Goal("pass_2x_odds", HUNDRED, 1),
    Goal("place_6_8", HUNDRED, 1),
    Goal("iron_cross", HUNDRED, 1),
    Goal("three_point_molly", Terms(500, 1_000_00), 30),
]
CORES, ROUNDS, ROLLS = 2, 5, 100_000_000
OF_MEAN, OF_CENT, OF_RUIN = Fraction(1, 2 * 10**4), Fraction(1, 2), Fraction(1, 100)
"""Half the sixth decimal of a dollar and half a cent, in cents; and a hundredth of the chance."""
YEAR, DAY, HOUR, MINUTE = 31_557_600, 86_400, 3_600, 60


def main(*, strict: Annotated[bool, typer.Option(help="Exit with 1 if a goal is missed.")] = False) -> None:
    """Measure sessions without dice against sessions with them."""
    print(machine())
    met = []
    for goal in GOALS:
        plan = find_strategy(goal.strategy)
        found, _ = _counted(plan, goal.terms)
        _simulated(plan, goal.terms)
        seconds = median(_counted(plan, goal.terms)[1] for _ in range(ROUNDS))
        speed = median(_simulated(plan, goal.terms) for _ in range(ROUNDS))
        met.append(seconds < goal.seconds)
        print(
            f"{goal.strategy}, {goal.terms.rolls} rolls from ${goal.terms.bankroll // 100:,}, {goal.terms.unresolved}: "
            f"{seconds:.3f} s: {goal_text(is_met=met[-1])} (under {goal.seconds} s)"
        )
        mean, chance = float(found.mean_error / 100), float(found.probability_error)
        print(f"    the mean is off by less than ${mean:.0e}, a chance by {chance:.0e}")
        for what, sessions in _needed(found):
            took = float(sessions) / speed
            times = f"{took / seconds:,.{1 if took < 10 * seconds else 0}f} times as long"
            print(f"    {what}: {float(sessions):.1e} simulated sessions, {_time(took)}, {times}")
    if strict and not all(met):
        sys.exit(1)


def _needed(found: Session) -> list[tuple[str, Fraction]]:
    """Return how many sessions would have to be simulated, and what for."""
    needed = [
        ("the mean to half a cent", found.variance / OF_CENT**2),
        ("the mean to the digits printed", found.variance / OF_MEAN**2),
    ]
    return [*needed, ("ruin to a hundredth of itself", (1 - found.ruin) / found.ruin / OF_RUIN**2)]


def _counted(plan: Plan, terms: Terms) -> tuple[Session, float]:
    """Return a session, and the seconds that it took, from the machine to the last figure."""
    started = perf_counter()
    carried = SessionRun(open_house("craps"), plan, terms, cores=CORES)
    for _ in carried.rolls():
        pass
    found = carried.result
    return found, perf_counter() - started


def _simulated(plan: Plan, terms: Terms) -> float:
    """Return sessions a second."""
    run = Simulation(open_house("craps"), [plan], terms, sessions=ROLLS // terms.rolls, seed=1, cores=CORES, paths=0)
    started = perf_counter()
    for _ in run.blocks():
        pass
    return run.sessions / (perf_counter() - started)


def _time(seconds: float) -> str:
    """Print how long something takes."""
    for name, size in (("years", YEAR), ("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {name}"
    return f"{seconds:.1f} seconds"


if __name__ == "__main__":
    typer.run(main)
