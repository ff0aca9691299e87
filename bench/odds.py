"""Measure the exact odds. The goal is to calculate every wager of a game in under 5 seconds.

Each game is calculated in a new process with assertions on. The times to import passline and to open the house are
printed separately. A missed goal is printed; with `--strict` the exit status is 1.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from statistics import median
from typing import Annotated

import typer

GAMES = ("craps", "mini-craps", "crapless")
SECONDS_MAX = 5.0
ROUNDS = 3

PROGRAM = """
import sys
from time import perf_counter

start = perf_counter()
from passline.house.house import open_house
from passline.odds.wager_edge import edges

imported = perf_counter()
house = open_house(sys.argv[1])
opened = perf_counter()
wagers = len(edges(house))
calculated = perf_counter()
print(wagers, imported - start, opened - imported, calculated - opened)
"""


def main(*, strict: Annotated[bool, typer.Option(help="Exit with 1 if a goal is missed.")] = False) -> None:
    """Measure the exact odds against their goal."""
    if not __debug__:
        sys.exit("this is measured with assertions on; run it without -O")
    print(f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}")
    met = [_measure_game(game) for game in GAMES]
    if strict and not all(met):
        sys.exit(1)


def _measure_game(game: str) -> bool:
    rounds = [_measure(game) for _ in range(ROUNDS)]
    wagers = int(rounds[0][0])
    imported, opened, calculated = (median(seconds) for seconds in list(zip(*rounds, strict=True))[1:])
    slowest = max(seconds for *_, seconds in rounds)
    is_met = slowest < SECONDS_MAX
    print(
        f"{game}: import {imported:.2f} s, open {opened:.2f} s, {wagers} wagers {calculated:.2f} s in the median, "
        f"{slowest:.2f} s at worst of {ROUNDS}; "
        f"goal under {SECONDS_MAX:g} s at worst: {'goal met' if is_met else 'goal MISSED'}"
    )
    return is_met


def _measure(game: str) -> tuple[float, ...]:
    """Calculate every wager in a new process; return the number of wagers and the three times in seconds."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, game], check=True, capture_output=True, text=True)
    return tuple(float(word) for word in done.stdout.split())


if __name__ == "__main__":
    typer.run(main)
