"""`passline play`: play a script, and go on at the table."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.text import Text

from passline.cli.options import DateOption, JsonOption, parse_date
from passline.cli.printing import console, draw_table, escape_unprintable, event_data, event_lines, print_text, to_json
from passline.cli.prompt import go_on
from passline.errors import CrapsError, NotationError
from passline.house.house import open_house
from passline.table.layout import is_name
from passline.table.script import ScriptRunner, split_lines
from passline.words.text_file import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from passline.table.events import Event

LARGEST_SCRIPT = 20_000_000
"""The largest script that is read, in bytes: some four hundred thousand lines."""
DEFAULT_HOUSE = "crapless"


def play(
    file: Annotated[str | None, typer.Argument(help="A script; - reads the standard input.", metavar="FILE|-")] = None,
    house: Annotated[
        str | None, typer.Option(help="The house, where the script opens none.", metavar="NAME|FILE")
    ] = None,
    player: Annotated[str, typer.Option("--as", help="Who you are at the prompt.")] = "player",
    date: DateOption = None,
    json: JsonOption = False,
) -> None:
    """Play a script, settled bet by bet; at a terminal, sit down and play on."""
    at_a_terminal = bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty() and not json)
    if not is_name(player):
        message = f"--as {player[:40]!r} is no player's name; a word like alice is"
        raise NotationError(message)
    if date is not None and house is None and file is not None:
        message = f"--date {date} goes with --house; a script says itself on which day it opens a house"
        raise NotationError(message)
    opened = open_house(house, on=parse_date(date)) if house else None
    evening = ScriptRunner(opened)
    if file is not None or not at_a_terminal:
        perform(evening, read_script(file or "-"), json=json)
    if at_a_terminal and file != "-":
        if evening.table is None:
            evening = ScriptRunner(open_house(DEFAULT_HOUSE, on=parse_date(date)))
        go_on(evening, player)


def perform(evening: ScriptRunner, script: str, *, json: bool) -> None:
    """Play a script line by line, and print each event with the paragraphs that it stands on.

    Raises:
        CrapsError: At the first line that cannot be played, with its number; what came before has been printed.
    """
    out = console()
    number = 0
    try:
        for number, text in enumerate(_shown_on_the_way(split_lines(script)), start=1):
            try:
                events = evening.play_line(text)
            except CrapsError as error:
                raise error.at(line=number) from None
            _print(out, text, events, json=json)
    except KeyboardInterrupt:
        typer.echo(f"passline: stopped at line {number:,}; all lines before it have been played", err=True)
        raise
    if not json and evening.table is not None:
        out.print()
        print_text(out, draw_table(evening.table))
    elif evening.table is None:
        message = "the script is empty; it begins with a line like: house crapless"
        raise NotationError(message)


def _print(out: Console, text: str, events: tuple[Event, ...], *, json: bool) -> None:
    """Print what a line did; a line without events is a comment, an opening, or a refusal that the script expects."""
    if json:
        for event in events:
            typer.echo(to_json(event_data(event)))
        return
    if not events:
        print_text(out, Text(escape_unprintable(text), "dim"))
    for event in events:
        for shown in event_lines(event):
            print_text(out, shown)


def _shown_on_the_way(script: list[str]) -> Iterable[str]:
    """Yield the lines, and show how far it is to someone who does not see them printed."""
    away = sys.stderr.isatty() and not sys.stdout.isatty()
    return track(script, "playing", console=Console(stderr=True), transient=True) if away else script


def read_script(file: str) -> str:
    """Read a script from a file, or from the standard input.

    Raises:
        NotationError: There is no such file, it is too large, or it is no text.
    """
    standard_input = (sys.stdin.buffer if sys.stdin else BytesIO()) if file == "-" else None
    would_do = "a path, or - for the standard input, would do"
    return read_text(file, "script", most=LARGEST_SCRIPT, would_do=would_do, opened=standard_input)
