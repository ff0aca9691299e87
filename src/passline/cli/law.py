"""`passline law`: the data of a paragraph, with its readings and who says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from passline.cli.options import JsonOption
from passline.cli.printing import CITATION_STYLE, console, print_text, to_json
from passline.errors import NotationError
from passline.law.sections import read_law
from passline.words.cite import Cite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.law.sections import Entry, Law, Reading


def law(
    paragraph: Annotated[
        str | None, typer.Argument(help='A paragraph, "§ 623b.6(b)(16)", or a reading, D1 to D16 and A1 to A30.')
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="List the slips and gaps of the text, and how they are read.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show the data of a paragraph; without one, the sections that are held."""
    held = read_law()
    if readings:
        _show_readings(list(held.readings.values()), json=json)
    elif paragraph is None:
        _show_sections(held, json=json)
    elif paragraph.strip().upper() in held.readings:
        _show_readings([held.readings[paragraph.strip().upper()]], json=json)
    else:
        _show_entries(held, _cite(paragraph), json=json)


def _cite(paragraph: str) -> Cite:
    try:
        return Cite.read(paragraph)
    except NotationError as error:
        message = f"{error}, or a reading like D4 or A22"
        raise NotationError(message) from None


def _show_sections(held: Law, *, json: bool) -> None:
    heads = [section.section for section in held.sections.values()]
    if json:
        for head in heads:
            typer.echo(to_json(head.model_dump(mode="json")))
        return
    out = console()
    for head in heads:
        dates = f", in force from {head.effective} to {head.expires}" if head.effective else ""
        out.print(Text.assemble((head.cite, "bold cyan"), f"  {head.title}; {head.authority}{dates}"))
        print_text(out, Text(f"  source: {head.source}"))


def _show_readings(readings: list[tuple[Cite, Reading]], *, json: bool) -> None:
    out = console()
    for cite, reading in readings:
        if json:
            typer.echo(to_json({**reading.model_dump(mode="json"), "cite": cite}))
            continue
        out.print(Text.assemble((reading.id, "bold"), f" {reading.authority} at ", (str(cite), CITATION_STYLE)))
        for text in _reading(reading):
            print_text(out, text)


def _reading(reading: Reading) -> Iterator[Text]:
    if reading.text:
        yield Text(f"  text: {reading.text}")
    yield Text(f"  read: {reading.read}")
    yield Text(f"  why:  {reading.why}")
    if reading.source:
        yield Text(f"  source: {reading.source}")
    for choice in reading.choices:
        yield Text(f"  a house may state {choice.key} = {' or '.join(repr(option) for option in choice.options)}")


def _show_entries(held: Law, cite: Cite, *, json: bool) -> None:
    entries = held.at(cite)
    out = console()
    for entry in entries:
        readings = _about(held, entry)
        if json:
            data = {"cite": entry.cite, "kind": entry.kind, "authority": entry.authority, "data": entry.data}
            typer.echo(to_json(data | {"readings": [reading.id for _, reading in readings]}))
            continue
        source = held.sections[entry.cite.section].section.source
        out.print(Text.assemble((str(entry.cite), "bold cyan"), f"  {entry.kind.replace('_', ' ')}, {entry.authority}"))
        for text in _data(entry.data):
            print_text(out, text)
        if entry.authority == "custom":
            print_text(out, Text(f"  source: {source}"))
        for place, reading in readings:
            if entry.kind != "reading":
                print_text(
                    out,
                    Text.assemble(
                        f"  {reading.authority} ",
                        (reading.id, "bold"),
                        f": {reading.read}  ",
                        (str(place), CITATION_STYLE),
                    ),
                )


def _about(held: Law, entry: Entry) -> list[tuple[Cite, Reading]]:
    """Return the readings that stand at an entry's paragraphs, or speak of its wager."""
    name = entry.data.get("name") or entry.data.get("wager")
    return [
        (cite, reading)
        for cite, reading in held.readings.values()
        if any(named.holds(cite) for named in entry.names if named.path)
        or (name in reading.about and entry.cite.section in {cite.section, *_sections(reading)})
    ]


def _sections(reading: Reading) -> list[str]:
    return [Cite.read(twin).section for twin in reading.twins]


def _data(data: Any, indent: int = 2) -> Iterator[Text]:  # noqa: ANN401  It is what TOML holds.
    """Yield an entry's data, line by line, as its file has them."""
    for key, value in data.items():
        if key == "cite":
            continue
        label = f"{' ' * indent}{key.replace('_', ' ')}: "
        if isinstance(value, dict):
            inner = {inner: shown for inner, shown in value.items() if inner != "cite"}
            text = Text(
                label + ", ".join(f"{inner.replace('_', ' ')} {_plain(shown)}" for inner, shown in inner.items())
            )
            if "cite" in value:
                text.append(f"  {value['cite']}", CITATION_STYLE)
            yield text
        elif isinstance(value, list) and value and not isinstance(value[0], str | int):
            yield Text(label)
            for row in value:
                yield Text(f"{' ' * indent}  {_row(row)}")
        else:
            yield Text(label + _plain(value))


def _row(row: Any) -> str:  # noqa: ANN401  It is what TOML holds.
    if isinstance(row, dict):
        return ", ".join(f"{key} {_plain(value)}" for key, value in row.items())
    return ": ".join(str(item) for item in row)


def _plain(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
