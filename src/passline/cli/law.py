"""`passline law`: the data of a paragraph, with its readings and the authority of each."""

from __future__ import annotations

from typing import Annotated

import typer

from passline.cli.completion import complete_paragraph
from passline.cli.options import JsonOption


def law(
    paragraph: Annotated[
        str | None,
        typer.Argument(
            help='A paragraph like "§ 623b.6(b)(16)", or a reading like D4 or A22.',
            metavar="PARAGRAPH",
            show_default="list all sections",
            autocompletion=complete_paragraph,
        ),
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="List every slip and gap of the text, and how passline reads it.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show the data of a paragraph of the law, and its readings."""
    from passline.cli.law_text import parse_paragraph, show_entries, show_readings, show_sections
    from passline.law.sections import read_law

    whole = read_law()
    if readings:
        show_readings(whole.readings.values(), json=json)
    elif paragraph is None:
        show_sections(whole, json=json)
    elif paragraph.strip().upper() in whole.readings:
        show_readings([whole.readings[paragraph.strip().upper()]], json=json)
    else:
        show_entries(whole, parse_paragraph(paragraph), json=json)
