"""Shared by the benchmarks: crapssim, the program that passline is compared with, and a description of the machine.

Run as a script, it creates crapssim's environment if that is missing.
"""

from __future__ import annotations

import os
import platform
import subprocess
import venv
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

RIVAL = "crapssim==0.4.1"
HOME = Path(__file__).parent / ".venv"


class Rival(NamedTuple):
    """A process that runs crapssim and answers each line with a number."""

    questions: IO[str]
    answers: IO[str]

    def ask(self, words: str) -> float:
        """Send a line and return the number that is answered."""
        print(words, file=self.questions, flush=True)
        return float(self.answers.readline())


@contextmanager
def rival(program: str) -> Iterator[Rival]:
    """Start a program in crapssim's environment."""
    with subprocess.Popen(
        [python(), "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin, "a process without a standard input"
        assert process.stdout, "a process without a standard output"
        yield Rival(process.stdin, process.stdout)


def python() -> Path:
    """Return the interpreter of crapssim's environment; create the environment if it is missing."""
    found = HOME / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not any(HOME.glob(f"**/{RIVAL.replace('==', '-')}.dist-info")):
        venv.create(HOME, clear=True, with_pip=True)
        pip = [str(found), "-m", "pip", "install", "--quiet", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, RIVAL], check=True)
    return found


def machine() -> str:
    """Return the processor, the number of cores and the Python version, in one line."""
    cpu_info = Path("/proc/cpuinfo")
    lines = cpu_info.read_text(encoding="utf-8").splitlines() if cpu_info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = next(iter(models), platform.processor() or platform.machine())
    return f"{processor}, {os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"


def goal_text(*, is_met: bool) -> str:
    """Return the words for a goal that is met or missed."""
    return "goal met" if is_met else "goal MISSED"


if __name__ == "__main__":
    print(python())
