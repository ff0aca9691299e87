"""`passline play`: play a script, or sit down at a table."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from passline.cli.completion import complete_house, complete_script
from passline.cli.options import HOUSE, DateOption, JsonOption, parse_date
from passline.errors import NotationError

DEFAULT_HOUSE = "crapless"


def play(
    file: Annotated[
        str | None,
        typer.Argument(
            help="A script of play; - reads the standard input.",
            metavar="FILE|-",
            show_default="sit down at an empty table",
            autocompletion=complete_script,
        ),
    ] = None,
    player: Annotated[str, typer.Option("--as", help="Your name at the table.", metavar="NAME")] = "player",
    house: Annotated[
        str | None,
        typer.Option(
            help="The house, if the script does not open one: a name like craps, or the file of a Rules Submission.",
            metavar="NAME|FILE",
            show_default=DEFAULT_HOUSE,
            autocompletion=complete_house,
            rich_help_panel=HOUSE,
        ),
    ] = None,
    date: DateOption = None,
    json: JsonOption = False,
) -> None:
    """Play a script of craps, or sit down at a table and play.

    Every bet is settled under its paragraph. At a terminal you play on where the script ends; type help there.
    """
    from passline.cli.script_text import play_script, read_script
    from passline.house.house import open_house
    from passline.table.layout import is_name
    from passline.table.script import ScriptRunner

    at_a_terminal = bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty() and not json)
    if not is_name(player):
        message = f"--as {player[:40]!r} is not a player's name; write one word, like alice"
        raise NotationError(message)
    if date is not None and house is None and file is not None:
        message = f"--date {date} needs --house; a script names the date itself: house craps on {date}"
        raise NotationError(message)
    runner = ScriptRunner(open_house(house, date=parse_date(date)) if house else None)
    if file is not None or not at_a_terminal:
        play_script(runner, read_script(file or "-"), json=json)
    if at_a_terminal and file != "-":
        from passline.cli.prompt import run_prompt

        if runner.table is None:
            runner = ScriptRunner(open_house(DEFAULT_HOUSE, date=parse_date(date)))
        run_prompt(runner, player)
