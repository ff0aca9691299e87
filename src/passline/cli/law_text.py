"""Paragraphs, sections and readings of the law, as text or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from rich.text import Text

from passline.cli.printing import CITATION_STYLE, console, print_note, print_text, to_json
from passline.errors import NotationError
from passline.words.cite import Cite

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from passline.law.sections import Entry, Law, Reading


def parse_paragraph(text: str) -> Cite:
    """Parse a citation.

    Raises:
        NotationError: The text is not a citation. The message also offers readings.
    """
    try:
        return Cite.parse(text)
    except NotationError as error:
        message = f"{error}, or a reading like D4 or A22"
        raise NotationError(message) from None


def show_sections(law: Law, *, json: bool) -> None:
    """Print the title, the authority, the dates and the source of each section."""
    heads = [section.section for section in law.sections.values()]
    if json:
        for head in heads:
            typer.echo(to_json(head.model_dump(mode="json")))
        return
    out = console()
    for head in heads:
        dates = f", in force from {head.effective} to {head.expires}" if head.effective else ""
        print_text(out, Text.assemble((law.mark(head.cite), "bold cyan"), f"  {head.title}; {head.authority}{dates}"))
        print_text(out, Text(f"  source: {law.mark(head.source)}"))
    print_note(out)


def show_readings(readings: Iterable[tuple[Cite, Reading]], *, json: bool) -> None:
    """Print readings: the words of the law, how passline reads them, and why."""
    out = console()
    for cite, reading in readings:
        if json:
            typer.echo(to_json({**reading.model_dump(mode="json"), "cite": cite}))
            continue
        print_text(out, Text.assemble((reading.id, "bold"), f" {reading.authority} at ", (cite.marked, CITATION_STYLE)))
        for text in _reading(reading):
            print_text(out, text)
    print_note(out)


def _reading(reading: Reading) -> Iterator[Text]:
    if reading.text:
        yield Text(f"  text: {reading.text}")
    yield Text(f"  read: {reading.read}")
    yield Text(f"  why:  {reading.why}")
    if reading.source:
        yield Text(f"  source: {reading.source}")
    for choice in reading.choices:
        yield Text(f"  a house may choose {choice.key} = {' or '.join(repr(option) for option in choice.options)}")


def show_entries(law: Law, cite: Cite, *, json: bool) -> None:
    """Print the data of a paragraph, and the readings that concern it."""
    entries = law.entries_at(cite)
    out = console()
    for entry in entries:
        readings = _find_readings(law, entry)
        if json:
            data = {"cite": entry.cite, "kind": entry.kind, "authority": entry.authority, "data": entry.data}
            typer.echo(to_json(data | {"readings": [reading.id for _, reading in readings]}))
            continue
        source = law.sections[entry.cite.section].section.source
        print_text(
            out, Text.assemble((entry.cite.marked, "bold cyan"), f"  {entry.kind.replace('_', ' ')}, {entry.authority}")
        )
        for text in _data(entry.data):
            print_text(out, text)
        if entry.authority == "custom":
            print_text(out, Text(f"  source: {law.mark(source)}"))
        for place, reading in readings:
            if entry.kind != "reading":
                print_text(
                    out,
                    Text.assemble(
                        f"  {reading.authority} ",
                        (reading.id, "bold"),
                        f": {reading.read}  ",
                        (place.marked, CITATION_STYLE),
                    ),
                )
    print_note(out)


def _find_readings(law: Law, entry: Entry) -> list[tuple[Cite, Reading]]:
    """Return the readings of an entry's paragraphs and of its wager."""
    name = entry.data.get("name") or entry.data.get("wager")
    return [
        (cite, reading)
        for cite, reading in law.readings.values()
        if any(named.contains(cite) for named in entry.names if named.path)
        or (name in reading.about and entry.cite.section in {cite.section, *_sections(reading)})
    ]


def _sections(reading: Reading) -> list[str]:
    return [Cite.parse(twin).section for twin in reading.twins]


def _data(data: Any, indent: int = 2) -> Iterator[Text]:  # noqa: ANN401  Any TOML value.
    """Yield the data of an entry, one line for each key, in the order of its file."""
    for key, value in data.items():
        if key == "cite":
            continue
        label = f"{' ' * indent}{key.replace('_', ' ')}: "
        if isinstance(value, dict):
            inner = {inner: item for inner, item in value.items() if inner != "cite"}
            text = Text(label + ", ".join(f"{inner.replace('_', ' ')} {_plain(item)}" for inner, item in inner.items()))
            if "cite" in value:
                text.append(f"  {value['cite']}", CITATION_STYLE)
            yield text
        elif isinstance(value, list) and value and not isinstance(value[0], str | int):
            yield Text(label)
            for row in value:
                yield Text(f"{' ' * indent}  {_row(row)}")
        else:
            yield Text(label + _plain(value))


def _row(row: Any) -> str:  # noqa: ANN401  Any TOML value.
    if isinstance(row, dict):
        return ", ".join(f"{key} {_plain(value)}" for key, value in row.items())
    return ": ".join(str(item) for item in row)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
