"""Options that several commands share, and the headings under which help lists them."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from passline.cli.completion import complete_house
from passline.errors import NotationError

INTERRUPTED = 130
"""The exit status of a command that the user interrupted."""

# The headings of the help pages. An option without a heading is listed under "Options".
BET = "Bet"
HOUSE = "House"
SESSION = "Session"
STOP_RULES = "Stop rules"
DICE = "Dice"
QUESTIONS = "Questions"
COMPUTING = "Computing"
OUTPUT = "Output"


def parse_date(text: str | None) -> date | None:
    """Parse a date in ISO format; None if no date is given.

    Raises:
        NotationError: The text is not an existing date.
    """
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is not a date; write an existing date like 2026-01-31"
        raise NotationError(message) from None


HouseOption = Annotated[
    str,
    typer.Option(
        help="The house: craps, mini-craps, crapless, every-option, or the file of a Rules Submission.",
        metavar="NAME|FILE",
        autocompletion=complete_house,
        rich_help_panel=HOUSE,
    ),
]
DateOption = Annotated[
    str | None,
    typer.Option(
        metavar="DATE",
        help="Open the house on this date, like 2026-01-31.",
        show_default="today",
        rich_help_panel=HOUSE,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.", rich_help_panel=OUTPUT)]
