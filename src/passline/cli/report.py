"""`passline report`: a report of a Rules Submission, as one file that can be printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from passline.cli.completion import complete_file, complete_house
from passline.cli.options import OUTPUT, QUESTIONS, DateOption, parse_date


def report(
    house: Annotated[
        str,
        typer.Argument(
            help="The file of a Rules Submission, or the name of an example house.",
            metavar="FILE|NAME",
            autocompletion=complete_house,
        ),
    ],
    date: DateOption = None,
    handle: Annotated[
        str | None,
        typer.Option(
            help="Add the hold: a CSV file with the columns wager and handle, in dollars.",
            metavar="FILE",
            autocompletion=complete_file,
            rich_help_panel=QUESTIONS,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            help="The .html file to write.",
            metavar="FILE",
            show_default="the name of the house, with -report.html",
            autocompletion=complete_file,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> None:
    """Write a report of a Rules Submission, to print and sign.

    It lists the choices of the house, the exact edge of every wager, and the readings that decide them.
    """
    from passline.cli.output_files import check_files
    from passline.house.house import open_house
    from passline.reports.odds_rows import wager_rows
    from passline.reports.submission_report import write_report

    opened_on = parse_date(date)
    file = output or f"{Path(house).stem}-report.html"
    check_files({"FILE": [house], "--handle": [handle]}, {"--output": file})
    opened = open_house(house, date=opened_on)
    write_report(opened, wager_rows(opened).rows, file, handle=handle)
    typer.echo(f"wrote {file}", err=True)
