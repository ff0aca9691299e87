"""Printing on the terminal: lines, tables and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.text import Text

from passline.words.cite import explain_marks, marked_sections

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table as Grid

    from passline.house.house import House

CITATION_STYLE = "dim cyan"
MAX_WIDTH = 10_000
"""More columns than any table needs."""
MIN_WORDS_WIDTH = 12
"""The least columns of the first column of a table, if it holds words, on a narrow screen."""


class TextConsole(Console):
    """A console that remembers which citations with a mark it has printed.

    Attributes:
        marked: The numbers of their sections, as long as no note has explained them.
        explained: The numbers of the sections that a note has explained.
    """

    def __init__(self) -> None:
        """Print texts as they are, without markup or highlighting."""
        super().__init__(highlight=False, markup=False)
        self.marked: set[str] = set()
        self.explained: set[str] = set()


def console() -> TextConsole:
    """Return a console for text. It breaks lines only on a terminal."""
    out = TextConsole()
    out.soft_wrap = not out.is_terminal
    return out


def print_text(out: Console, text: Text) -> None:
    """Print a line. If a terminal breaks it, the rest is indented like its beginning."""
    if isinstance(out, TextConsole):
        out.marked |= marked_sections(text.plain)
    if not out.is_terminal:
        typer.echo(text.plain)
        return
    indent = len(text.plain) - len(text.plain.lstrip())
    out.print(Padding(text[indent:], (0, 0, 0, indent)))


def print_lines(out: TextConsole, lines: Iterable[Text]) -> None:
    """Print lines, and below them the note that explains the marks of citations in them."""
    for line in lines:
        print_text(out, line)
    print_note(out)


def print_note(out: TextConsole) -> None:
    """Explain the marks of citations that were printed and not explained yet. Print nothing if there are none."""
    sections = out.marked - out.explained
    out.explained |= sections
    if sections:
        print_text(out, Text(explain_marks(sections), "dim"))


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
