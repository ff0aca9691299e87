"""Arguments and options that several commands share."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from passline.errors import NotationError

INTERRUPTED = 130
"""The exit status of a command that somebody interrupted."""


def parse_date(text: str | None) -> date | None:
    """Read a day, if one is given.

    Raises:
        NotationError: It is none.
    """
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is no date; one that exists is, like 2026-01-31"
        raise NotationError(message) from None


HouseOption = Annotated[
    str,
    typer.Option(
        help="craps, mini-craps, crapless, every-option, or the path of a Rules Submission.", metavar="NAME|FILE"
    ),
]
DateOption = Annotated[str | None, typer.Option(metavar="DATE", help="Open the house on this day; today if not given.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
