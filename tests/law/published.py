"""Read the published texts of the law, if they are present: paragraphs by citation, and payout tables as rows.

The texts are in the folder that `PASSLINE_LAW_TEXT` names. The default is `../shared/law` beside the checkout.
The three texts come from different publishers, which print nested lists in different ways.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from passline.words.cite import Cite

SECTIONS = ("623a.5", "623a.6", "623b.6")
CHECKOUT = Path(__file__).parents[2]
FOLDER = Path(os.environ.get("PASSLINE_LAW_TEXT") or CHECKOUT.parent / "shared" / "law")

are_at_hand = all((FOLDER / f"{section}.txt").is_file() for section in SECTIONS)
needs_the_texts = pytest.mark.skipif(
    not are_at_hand,
    reason=f"the published texts of §§ {', '.join(SECTIONS)} are not present; PASSLINE_LAW_TEXT names their folder",
)

LABEL = re.compile(r"\(([a-z]|[ivx]+|\d{1,2}|[A-Z])\)(?:\s+|$)")
FOOT = ("Notes", "Cross References", "Source")
FIRST = ("a", "1", "i", "A")
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


class Row(NamedTuple):
    """A row of a payout table.

    Attributes:
        name: The name of the row; several lines of a name are joined.
        odds: The odds in each column.
        of: The heading above the row, such as "Field Bet"; empty for most rows.
    """

    name: str
    odds: tuple[str, ...]
    of: str = ""


class Paragraph(NamedTuple):
    """The text and the payout rows of one paragraph, without the paragraphs within it."""

    text: str
    rows: tuple[Row, ...] = ()


@cache
def published(section: str) -> dict[Cite, Paragraph]:
    """Return the paragraphs of a section, in order."""
    lines = list(_body(section))
    steps = _by_indent(lines) if any(line.startswith("1. (") for line in lines) else _by_label(lines)
    found: dict[Cite, list[str]] = {}
    for path, line in steps:
        if path:
            found.setdefault(Cite.parse("".join(f"({step})" for step in path), section=section), []).append(line)
    return {cite: _paragraph(lines) for cite, lines in found.items()}


def everything(section: str) -> str:
    """Return the text of a section with its notes, in one line."""
    return " ".join((FOLDER / f"{section}.txt").read_text("utf-8").split())


def whole(cite: Cite) -> str:
    """Return the text of a paragraph, including the paragraphs within it and the rows of their tables."""
    said: list[str] = []
    for other, (text, rows) in published(cite.section).items():
        if cite.contains(other):
            said += [text, *(f"{row.name} {' '.join(row.odds)}" for row in rows)]
    return " ".join(said)


def deciding() -> Iterator[Cite]:
    """Yield the paragraphs of all texts that contain a rule themselves.

    A paragraph without paragraphs within it contains a rule. A paragraph with a list contains one if it has a whole
    sentence before the list or permits something. A heading ("Payout odds.") and a bare introduction of a list ("A Pass
    Bet shall win if:") contain none.
    """
    for section in SECTIONS:
        paragraphs = published(section)
        parents = {cite.parent for cite in paragraphs}
        for cite, (text, _) in paragraphs.items():
            is_lead_in = text.endswith(":")
            says_more = ". " in text or "may" in text.casefold().split() or "authorized" in text.split()
            if cite not in parents or (is_lead_in and says_more):
                yield cite


def _body(section: str) -> Iterator[str]:
    for line in (FOLDER / f"{section}.txt").read_text("utf-8").splitlines():
        if line.strip() in FOOT:
            return
        yield line


Step = tuple[tuple[str, ...], str]


def _by_indent(lines: Iterable[str]) -> Iterator[Step]:
    """Read nested lists that are numbered twice, "1. (a)", with the depth shown by indentation."""
    depths: list[int] = []
    path: list[str] = []
    for line in lines:
        item = re.match(r"(\s*)\d+\. \((\w+)\) ?(.*)", line)
        if item is None:
            yield tuple(path), line
            continue
        depth = len(item[1])
        while depths and depths[-1] >= depth:
            depths.pop()
            path.pop()
        depths.append(depth)
        path.append(item[2])
        yield tuple(path), item[3]


def _by_label(lines: Iterable[str]) -> Iterator[Step]:
    """Read nested lists with the depth shown only by the labels: (a), (1), (i), (A).

    A label begins a list if the paragraph before it ends with a colon. Any other label continues the innermost list
    with the preceding label. So (i) after (g)(3) and a colon is (g)(3)(i), and (i) after (h)(3) is (i).
    """
    path: list[str] = []
    before = ""
    for line in lines:
        label = LABEL.match(line)
        if label is None:
            yield tuple(path), line
        else:
            if not (before.endswith(":") and len(path) < len(FIRST) and label[1] == FIRST[len(path)]):
                while path and _next(path[-1], len(path)) != label[1]:
                    path.pop()
                path = path[:-1]
            path.append(label[1])
            yield tuple(path), line[label.end() :]
        before = line.strip() or before


def _next(label: str, depth: int) -> str:
    """Return the label that follows *label* in a list at *depth*."""
    if depth == 2:
        return str(int(label) + 1)
    return ROMAN[ROMAN.index(label) + 1] if depth == 3 else chr(ord(label) + 1)


def _paragraph(lines: Iterable[str]) -> Paragraph:
    text: list[str] = []
    cells: list[list[str]] = []
    for line in lines:
        if line.startswith("|"):
            cells.append([cell.strip() for cell in line.strip("| ").split("|")])
        elif "\t" in line:
            cells.append([cell.strip() for cell in line.split("\t")])
        elif cells and line.strip():
            cells.append([line.strip(), ""])
        else:
            text.append(line)
    return Paragraph(" ".join(" ".join(text).split()), tuple(_rows(cells[1:])))


def _rows(cells: Iterable[list[str]]) -> Iterator[Row]:
    """Join the lines of each row of a table. A line without odds is a heading, or a part of the row beside it."""
    row, heading = Row("", ()), ""
    for name, *columns in cells:
        odds = tuple(filter(None, columns))
        is_on = name.startswith("On ")
        if not odds and not is_on and (name.endswith(":") or not heading):
            yield from [row] if row.odds else []
            row, heading = Row("", ()), name.rstrip(":")
        elif heading and not is_on and (not odds or not row.odds):
            row = Row(f"{row.name} {name}", row.odds or odds, heading)
        else:
            yield from [row] if row.odds else []
            heading = heading if is_on else ""
            row = Row(name, odds, heading)
    yield from [row] if row.odds else []
