"""`passline check`: every fault of a Rules Submission at once, and each choice that rests on a custom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from passline.cli.completion import complete_house
from passline.cli.options import DateOption, JsonOption, parse_date

if TYPE_CHECKING:
    from rich.text import Text

    from passline.house.submission import Finding

FAULTY = 2
"""The exit status for a submission with faults."""


def check(
    file: Annotated[
        str,
        typer.Argument(
            help="The file of a Rules Submission, or the name of an example house.",
            metavar="FILE|NAME",
            autocompletion=complete_house,
        ),
    ],
    date: DateOption = None,
    json: JsonOption = False,
) -> None:
    """Check a Rules Submission against the law.

    Every fault is printed with its paragraph and with a value that would be accepted.
    """
    from rich.text import Text

    from passline.cli.printing import console, escape_unprintable, print_note, print_text, to_json
    from passline.house.house import check_submission, today

    asked = parse_date(date) or today()
    checked = check_submission(file, date=asked)
    if json:
        data = {
            "file": file,
            "on": asked.isoformat(),
            "faults": _to_rows(checked.faults),
            "warnings": _to_rows(checked.warnings),
        }
        typer.echo(to_json(data))
    else:
        out = console()
        game = checked.game.name if checked.game else "no game"
        for kind, style, remarks in (("fault", "red", checked.faults), ("warning", "yellow", checked.warnings)):
            for remark in remarks:
                print_text(out, _line(kind, style, remark))
        counts = f"{_count(checked.faults, 'fault')}, {_count(checked.warnings, 'warning')}"
        print_text(out, Text(f"{escape_unprintable(file)} for {game} on {asked}: {counts}"))
        print_note(out)
    if checked.faults:
        raise typer.Exit(FAULTY)


def _line(kind: str, style: str, remark: Finding) -> Text:
    from rich.text import Text

    from passline.cli.printing import CITATION_STYLE

    text = Text.assemble((f"{kind}: ", style), (remark.where, "bold"), f": {remark.problem}")
    if remark.accepted:
        text.append(f"; {remark.accepted}")
    if remark.under:
        text.append(f"  {remark.under.marked}", CITATION_STYLE)
    return text


def _to_rows(remarks: tuple[Finding, ...]) -> list[dict[str, Any]]:
    from passline.reports.event_rows import cited

    return [{"where": r.where, "says": r.problem, "accepted": r.accepted, **cited(r.under)} for r in remarks]


def _count(remarks: tuple[Finding, ...], word: str) -> str:
    return f"{len(remarks)} {word}{'' if len(remarks) == 1 else 's'}"
