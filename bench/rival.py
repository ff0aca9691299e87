"""What the benchmarks share: crapssim, with which passline is compared, and the machine they run on.

Run as a script it makes crapssim's environment, where that is missing.
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
    """A process with crapssim in it, that answers each line with a number."""

    asks: IO[str]
    answers: IO[str]

    def asked(self, words: str) -> float:
        """Return its answer."""
        print(words, file=self.asks, flush=True)
        return float(self.answers.readline())


@contextmanager
def rival(program: str) -> Iterator[Rival]:
    """Start a program in crapssim's environment."""
    with subprocess.Popen(
        [python(), "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin, "a process that cannot be asked"
        assert process.stdout, "a process that cannot answer"
        yield Rival(process.stdin, process.stdout)


def python() -> Path:
    """Return the interpreter that has crapssim; its environment is made where it is missing."""
    found = HOME / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not any(HOME.glob(f"**/{RIVAL.replace('==', '-')}.dist-info")):
        venv.create(HOME, clear=True, with_pip=True)
        pip = [str(found), "-m", "pip", "install", "--quiet", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, RIVAL], check=True)
    return found


def machine() -> str:
    """Return the machine in a line, as far as the system tells."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = next(iter(models), platform.processor() or platform.machine())
    return f"{processor}, {os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"


def stop_decision(*, is_met: bool) -> str:
    """Say whether a goal is met."""
    return "goal met" if is_met else "goal MISSED"


if __name__ == "__main__":
    print(python())
