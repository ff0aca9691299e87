"""`passline check`: every fault of a Rules Submission at once, and what leans on a custom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from passline.cli.options import DateOption, JsonOption, parse_date
from passline.cli.printing import CITATION_STYLE, console, escape_unprintable, print_text, to_json
from passline.house.house import check_submission, today

if TYPE_CHECKING:
    from passline.house.submission import Remark

FAULTY = 2


def check(
    file: Annotated[str, typer.Argument(help="A Rules Submission, or the name of an example.", metavar="FILE|NAME")],
    date: DateOption = None,
    json: JsonOption = False,
) -> None:
    """Hold a Rules Submission against the law: all faults, each with its paragraph and what would be accepted."""
    asked = parse_date(date) or today()
    checked = check_submission(file, on=asked)
    if json:
        data = {
            "file": file,
            "on": asked.isoformat(),
            "faults": _data(checked.faults),
            "warnings": _data(checked.warnings),
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
    if checked.faults:
        raise typer.Exit(FAULTY)


def _line(kind: str, style: str, remark: Remark) -> Text:
    text = Text.assemble((f"{kind}: ", style), (remark.where, "bold"), f": {remark.says}")
    if remark.accepted:
        text.append(f"; {remark.accepted}")
    if remark.under:
        text.append(f"  {remark.under}", CITATION_STYLE)
    return text


def _data(remarks: tuple[Remark, ...]) -> list[dict[str, Any]]:
    return [{"where": r.where, "says": r.says, "accepted": r.accepted, "under": r.under or None} for r in remarks]


def _count(remarks: tuple[Remark, ...], word: str) -> str:
    return f"{len(remarks)} {word}{'' if len(remarks) == 1 else 's'}"
