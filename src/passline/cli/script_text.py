"""Reading scripts of play, and printing them line by line as they are played."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import track
from rich.text import Text

from passline.cli.printing import console, escape_unprintable, print_note, print_text, to_json
from passline.cli.table_text import draw_table, event_lines
from passline.errors import CrapsError, NotationError
from passline.reports.event_rows import event_data
from passline.table.script import ScriptRunner, split_lines
from passline.words.text_file import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from passline.table.events import Event

MAX_SCRIPT_BYTES = 20_000_000
"""The largest script, about 400,000 lines."""


def play_script(runner: ScriptRunner, script: str, *, json: bool) -> None:
    """Play a script line by line, and print each event with its paragraphs.

    Raises:
        CrapsError: A line cannot be played; the error has its number. All lines before it are already printed.
    """
    out = console()
    number = 0
    try:
        for number, text in enumerate(_with_progress(split_lines(script)), start=1):
            try:
                events = runner.play_line(text)
            except CrapsError as error:
                raise error.at(line=number) from None
            _print(out, text, events, json=json)
    except KeyboardInterrupt:
        typer.echo(f"passline: stopped at line {number:,}; all lines before it are played", err=True)
        raise
    if not json and runner.table is not None:
        print_note(out)
        out.print()
        print_text(out, draw_table(runner.table))
    elif runner.table is None:
        message = "the script is empty; begin with a line like: house crapless"
        raise NotationError(message)


def _print(out: Console, text: str, events: tuple[Event, ...], *, json: bool) -> None:
    """Print the events of a line. A line without events is a comment, an opening, or an expected refusal."""
    if json:
        for event in events:
            typer.echo(to_json(event_data(event)))
        return
    if not events:
        print_text(out, Text(escape_unprintable(text), "dim"))
    for event in events:
        for printed in event_lines(event):
            print_text(out, printed)


def _with_progress(script: list[str]) -> Iterable[str]:
    """Yield the lines, and show a progress bar if the output goes to a file."""
    is_hidden = sys.stderr.isatty() and not sys.stdout.isatty()
    return track(script, "playing", console=Console(stderr=True), transient=True) if is_hidden else script


def read_script(file: str) -> str:
    """Read a script from a file, or from the standard input if the name is "-".

    Raises:
        NotationError: The file does not exist, is too large, or is not text.
    """
    standard_input = (sys.stdin.buffer if sys.stdin else BytesIO()) if file == "-" else None
    would_do = "a path, or - for the standard input, would do"
    return read_text(file, "script", max_bytes=MAX_SCRIPT_BYTES, instead=would_do, stream=standard_input)
