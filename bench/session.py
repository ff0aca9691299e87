"""Measure the speed of exact sessions, and compare it with simulations of the same precision.

There are two goals, on two cores:

1. Each session of 100 rolls with a bankroll of $300 takes under 1 second.
2. A session of three_point_molly, 500 rolls with a bankroll of $1,000, takes under 30 seconds.

Before the clock starts, the machines are explored and all functions are compiled. For each session the benchmark prints
the number of simulated sessions for three standard errors: half of the last digit of the mean that `passline session`
prints, half a cent, and a hundredth of the probability of ruin. It also prints the time of these simulations, from
their measured speed on the same cores.

A missed goal is printed; with `--strict` the exit status is 1.
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
from passline.sessions.distribution import MAX_PLAIN_WORK, Session, SessionRun
from passline.simulation.simulate import Simulation
from passline.strategies.notation import find_strategy
from rival import goal_text, machine

if TYPE_CHECKING:
    from passline.strategies.plan import Plan


class Goal(NamedTuple):
    """A session, and its goal in seconds."""

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
PRINTED_MEAN_ERROR, HALF_CENT = Fraction(1, 2 * 10**4), Fraction(1, 2)
"""Standard errors in cents: half of the sixth decimal of a dollar, and half a cent."""
RUIN_ERROR = Fraction(1, 100)
"""The standard error of the probability of ruin, as a share of it."""
YEAR, DAY, HOUR, MINUTE = 31_557_600, 86_400, 3_600, 60


def main(*, strict: Annotated[bool, typer.Option(help="Exit with 1 if a goal is missed.")] = False) -> None:
    """Measure the speed of exact sessions and of simulated sessions."""
    print(machine())
    met = []
    SessionRun.plain_work = MAX_PLAIN_WORK + 1  # As in a process that has calculated several sessions.
    for goal in GOALS:
        plan = find_strategy(goal.strategy)
        found, _ = _exact_session(plan, goal.terms)
        _simulation_speed(plan, goal.terms)
        seconds = median(_exact_session(plan, goal.terms)[1] for _ in range(ROUNDS))
        speed = median(_simulation_speed(plan, goal.terms) for _ in range(ROUNDS))
        met.append(seconds < goal.seconds)
        print(
            f"{goal.strategy}, {goal.terms.rolls} rolls from ${goal.terms.bankroll // 100:,}, {goal.terms.unresolved}: "
            f"{seconds:.3f} s: {goal_text(is_met=met[-1])} (under {goal.seconds} s)"
        )
        mean, probability = float(found.mean_error / 100), float(found.probability_error)
        print(f"    error of the mean under ${mean:.0e}, of a probability under {probability:.0e}")
        for what, sessions in _equivalent_sessions(found):
            took = float(sessions) / speed
            times = f"{took / seconds:,.{1 if took < 10 * seconds else 0}f} times as long"
            print(f"    {what}: {float(sessions):.1e} simulated sessions, {_time(took)}, {times}")
    if strict and not all(met):
        sys.exit(1)


def _equivalent_sessions(found: Session) -> list[tuple[str, Fraction]]:
    """Return the number of simulated sessions for each standard error, with a description of the error."""
    of_mean = [
        ("the mean to half a cent", found.variance / HALF_CENT**2),
        ("the mean to the digits printed", found.variance / PRINTED_MEAN_ERROR**2),
    ]
    return [*of_mean, ("ruin to a hundredth of itself", (1 - found.ruin) / found.ruin / RUIN_ERROR**2)]


def _exact_session(plan: Plan, terms: Terms) -> tuple[Session, float]:
    """Return an exact session, and the time of its calculation in seconds."""
    started = perf_counter()
    run = SessionRun(open_house("craps"), plan, terms, cores=CORES)
    for _ in run.rolls():
        pass
    found = run.result
    return found, perf_counter() - started


def _simulation_speed(plan: Plan, terms: Terms) -> float:
    """Return the number of simulated sessions per second."""
    run = Simulation(open_house("craps"), [plan], terms, sessions=ROLLS // terms.rolls, seed=1, cores=CORES, paths=0)
    started = perf_counter()
    for _ in run.blocks():
        pass
    return run.sessions / (perf_counter() - started)


def _time(seconds: float) -> str:
    """Return a time in words, in the largest unit that gives at least 2."""
    for name, size in (("years", YEAR), ("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {name}"
    return f"{seconds:.1f} seconds"


if __name__ == "__main__":
    typer.run(main)
