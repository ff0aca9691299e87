"""How fast are simulated sessions? Rolls per second of the compiled walk, beside a loop that only draws the dice.

Pass with 2 times odds, Place 6 and 8, and Iron Cross, a hundred rolls a session from $300, by machines found
before the clock starts; on one core and on two. What is compared is in one run. Goals: 500 million rolls a second on
one core for pass with odds and 450 for Iron Cross, and on two cores 1.6 times that. A missed goal is printed; with
`--strict` it also fails.
"""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from time import perf_counter
from typing import Annotated

import numpy as np
import typer
from numba import njit, uint64

from passline import open_house
from passline.study.machine import machine
from passline.study.simulate import ROLLS_A_WORD, _is_fair, _next, _philox, simulate

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from study.players import IRON_CROSS, PLACE_6_8, PassWithOdds

SESSIONS, ROLLS, RAIL = 2_000_000, 100, 300_00
MILLIONS_MIN = {"pass_2x_odds": 500, "iron_cross": 450, "place_6_8": 0}
TWO_CORES_MIN = 1.6


@njit(nogil=True)
def drawn(sessions, rolls):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Draw the dice of so many sessions, and do nothing with them but add them up."""
    words, total = np.empty(4, np.uint64), uint64(0)
    for session in range(sessions):
        left, block = rolls, uint64(0)
        while left > 0:
            block += uint64(1)
            _philox(words, block, uint64(session), uint64(1))
            for word in words:
                if _is_fair(word):
                    for _ in range(min(left, ROLLS_A_WORD)):
                        roll, word = _next(word)  # noqa: PLW2901  What is left of the word holds the rolls that follow.
                        total += roll
                        left -= 1
    return total


def main(*, strict: Annotated[bool, typer.Option(help="Exit with 1 if a goal is missed.")] = False) -> None:
    """Measure the walk against drawing the dice alone."""
    house = open_house("craps")
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, CPython {platform.python_version()}")
    drawn(1, 1)
    started = perf_counter()
    drawn(SESSIONS, ROLLS)
    drawing = SESSIONS * ROLLS / (perf_counter() - started)
    print(f"drawing alone: {drawing / 1e6:,.0f} million rolls a second on one core")
    met = []
    for strategy in (PassWithOdds(), PLACE_6_8, IRON_CROSS):
        started = perf_counter()
        made = machine(house, strategy)
        found = perf_counter() - started
        speeds: list[float] = []
        for cores in (1, 2):
            simulate(house, strategy, sessions=20_000, rolls=ROLLS, rail=RAIL, cores=cores, made=made)
            started = perf_counter()
            simulate(house, strategy, sessions=SESSIONS, rolls=ROLLS, rail=RAIL, cores=cores, made=made)
            speeds.append(SESSIONS * ROLLS / (perf_counter() - started))
        share, ratio = speeds[0] / drawing, speeds[1] / speeds[0]
        met += [speeds[0] / 1e6 >= MILLIONS_MIN[strategy.name], ratio >= TWO_CORES_MIN]
        size = len(made.states)
        print(
            f"{strategy.name}: {size} states found in {found * 1000:.0f} ms; {speeds[0] / 1e6:,.0f} million rolls a "
            f"second on one core, {share:.2f} of drawing alone: {_verdict(is_met=met[-2])}; "
            f"{ratio:.2f} times that on two: {_verdict(is_met=met[-1])}"
        )
    if strict and not all(met):
        sys.exit(1)


def _verdict(*, is_met: bool) -> str:
    return "goal met" if is_met else "goal MISSED"


if __name__ == "__main__":
    typer.run(main)
