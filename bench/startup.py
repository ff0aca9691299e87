"""Measure how fast commands start: the median of fresh processes, with goals in seconds.

The times are processor time, so they depend little on other work of the machine. On a quiet machine a command takes
about as long by the clock, because it starts on one core.

    bench/startup.py [--runs N] [--against PYTHON]

With --against, the same commands also run with the passline of another Python, in turns with this one.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

RUN = "import sys; sys.argv[0] = 'passline'; from passline.cli{} import app; app()"
"""The module of the command line, by version: passline.cli.app, before that passline.cli."""

WARM = (
    (["--version"], 0.1),
    (["--help"], 0.2),
    (["pay", "Horn Bet", "20", "6-6"], 0.25),
    (["odds", "Pass Bet"], 0.5),
    (["session", "pass_flat"], 0.7),
    (["simulate", "pass_flat", "--sessions", "10"], 0.7),
)
"""Commands and their goals, with filled caches."""
FIRST = (["session", "pass_flat"], ["simulate", "pass_flat", "--sessions", "10"], ["simulate", "pass_flat"])
"""Commands right after installation, with empty caches; the last one compiles the simulator."""


def main() -> None:
    """Print a line for each command: its goal, its time, and the time of the other version."""
    parser = argparse.ArgumentParser(description="Measure how fast commands start.")
    parser.add_argument("--runs", type=int, default=9, help="fresh processes for each command (default: 9)")
    parser.add_argument("--against", metavar="PYTHON", help="the Python of another checkout's environment")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pythons = [sys.executable, *([asked.against] if asked.against else [])]
        versions = [Version(python, Path(folder) / str(number)) for number, python in enumerate(pythons)]
        for arguments, goal in WARM:
            for version in versions:
                version.seconds(arguments)  # It fills the caches.
            runs = [[version.seconds(arguments) for version in versions] for _ in range(asked.runs)]
            _report(arguments, f"goal {goal:.2f} s", runs, goal)
        for arguments in FIRST:
            first = []
            for version in versions:
                shutil.rmtree(version.caches, ignore_errors=True)
                first.append(version.seconds(arguments))
            _report(arguments, "first run", [first])


class Version:
    """The passline of one Python, with caches of its own."""

    def __init__(self, python: str, caches: Path) -> None:
        """Find the module of its command line."""
        self.caches = caches
        self.environment = os.environ | {
            "NUMBA_CACHE_DIR": str(caches / "numba"),
            "XDG_CACHE_HOME": str(caches / "xdg"),
        }
        if python != sys.executable:
            self.environment.pop("PYTHONPATH", None)
        self.program = [python, "-c", RUN.format(".app")]
        if math.isnan(self.seconds(["--help"])):
            self.program = [python, "-c", RUN.format("")]

    def seconds(self, arguments: list[str]) -> float:
        """Measure the processor time of one process; not a number if it does not know the command."""
        before = _children_seconds()
        done = subprocess.run([*self.program, *arguments], env=self.environment, capture_output=True, check=False)
        return math.nan if done.returncode else _children_seconds() - before


def _children_seconds() -> float:
    """Return the processor time of all processes that this one has started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _report(arguments: list[str], label: str, runs: list[list[float]], goal: float | None = None) -> None:
    ours, *others = (median(times) for times in zip(*runs, strict=True))
    verdict = "" if goal is None else ", met" if ours <= goal else ", missed"
    other = "".join(f"; other version {each:.2f} s" for each in others if not math.isnan(each))
    print(f"passline {' '.join(arguments):<36} {ours:.2f} s  {label}{verdict}{other}")


if __name__ == "__main__":
    main()
