"""The progress of a long run on the terminal, and its interruption by the user."""

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


class StoppableRun(Protocol):
    """A long run that can be stopped."""

    def stop(self) -> None:
        """Stop the run after its current step."""


def progress_bar() -> Progress:
    """Return a progress bar on the error stream. It is shown only on a terminal, and removed at the end.

    A first compilation of functions is announced on the error stream even if that is not a terminal.
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
    announce_compilation(lambda: bar.console.print(COMPILING, soft_wrap=True))
    return bar


@contextmanager
def stop_on_interrupt(run: StoppableRun) -> Iterator[list[int]]:
    """Stop a run at the first interruption, after a whole step. A second interruption ends the program at once.

    Args:
        run: The run to stop.

    Yields:
        The list of received signals. It is empty until the user interrupts.
    """
    received: list[int] = []

    def stop(number: int, _: object) -> None:
        received.append(number)
        run.stop()
        signal.signal(number, signal.SIG_DFL)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # The calling program handles or ignores interruptions.
        yield received
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield received
    finally:
        signal.signal(signal.SIGINT, before)
