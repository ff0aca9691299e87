"""An announcement that functions are being compiled, which takes some seconds on the first run after installation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_announcement: list[Callable[[], None]] = []
"""The function to call, or nothing."""


def announce_compilation(announce: Callable[[], None]) -> None:
    """Have *announce* called once, when the first function is compiled that is not in Numba's cache."""
    _announcement[:] = [announce]


def watch_compilation() -> None:
    """Watch for the first compilation; each module with compiled functions calls this when it is imported."""
    if not _announcement:
        return
    from numba.core import event  # noqa: PLC0415  It loads Numba, which is slow.

    class Listener(event.Listener):
        """Makes the announcement."""

        def on_start(self, _: object) -> None:
            if _announcement:
                _announcement.pop()()

        def on_end(self, _: object) -> None:
            pass

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]  # Numba is not typed.
