"""How far a run is, told while somebody looks on, and how somebody stops it."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from passline.machines.compilation import announce_compilation

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPILING = "passline: compiling the simulator for the first run; this takes a few seconds, once"


class Run(Protocol):
    """What goes on until it is done, or is asked to stop."""

    def stop(self) -> None:
        """Ask it to stop as soon as what it is at is done."""


def progress() -> Progress:
    """Return a bar on the error stream, where somebody looks on; it is gone once all is done.

    Each task has a description, and a `rate` in words.
    """
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    if not bar.disable:
        announce_compilation(lambda: bar.console.print(COMPILING, soft_wrap=True))
    return bar


@contextmanager
def asked_to_stop(run: Run) -> Iterator[list[int]]:
    """Let an interruption be noted, so that nothing is counted by halves; a second one ends it all at once.

    Args:
        run: It is asked to stop by the first interruption.

    Yields:
        The interruptions that were noted: none, as long as nobody asked.
    """
    noted: list[int] = []

    def note(number: int, _: object) -> None:
        noted.append(number)
        run.stop()
        signal.signal(number, signal.SIG_DFL)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # Whoever started it handles interruptions, or wants none.
        yield noted
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
