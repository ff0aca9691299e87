"""Printing on the terminal: lines, tables and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding

if TYPE_CHECKING:
    from rich.table import Table as Grid
    from rich.text import Text

    from passline.house.house import House

CITATION_STYLE = "dim cyan"
MAX_WIDTH = 10_000
"""More columns than any table needs."""
MIN_WORDS_WIDTH = 12
"""The least columns of the first column of a table, if it holds words, on a narrow screen."""


def console() -> Console:
    """Return a console for text. It breaks lines only on a terminal."""
    out = Console(highlight=False, markup=False)
    out.soft_wrap = not out.is_terminal
    return out


def print_text(out: Console, text: Text) -> None:
    """Print a line. If a terminal breaks it, the rest is indented like its beginning."""
    if not out.is_terminal:
        typer.echo(text.plain)
        return
    indent = len(text.plain) - len(text.plain.lstrip())
    out.print(Padding(text[indent:], (0, 0, 0, indent)))


def print_table(out: Console, table: Grid) -> None:
    """Print a table as wide as the screen, or wider if a figure would be cut off."""
    first = table.columns[0]
    first.max_width = MIN_WORDS_WIDTH if first.justify == "left" else None  # Words can be broken; figures cannot.
    needed = Measurement.get(out, out.options.update_width(MAX_WIDTH), table).minimum
    first.max_width = None
    if needed > out.width:
        table.width = needed
    out.soft_wrap = False
    out.print(table, crop=False)
    out.soft_wrap = not out.is_terminal


def escape_unprintable(text: str) -> str:
    """Replace control characters by their escapes, so that a text cannot control the terminal."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def to_json(value: object) -> str:
    """Return a value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def json_house(house: House) -> dict[str, str]:
    """Return the house, its game and its date, the first keys of each JSON object about sessions."""
    return {"house": house.source, "game": house.game.name, "date": house.date.isoformat()}
