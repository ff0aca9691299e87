"""Citations of reconstructed paragraphs bear a mark wherever they are printed, and JSON has the authority of each."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from passline.cli.app import app
from passline.law.sections import read_law
from passline.words.cite import Cite
from scenes import CRAPS

EXAMPLES = Path(__file__).parents[2] / "examples"
RECONSTRUCTED = {number for number, section in read_law().sections.items() if section.section.authority == "custom"}
CITATION = re.compile(r"(?<![\w.])(\d+[a-z]?\.\d+)(?:\(\w+\))*(\*?)")

TEXTS = [
    ("pay", "pass", "10", "4-3"),
    ("pay", "whirl", "15", "4-3"),
    ("pay", "hard 8", "5", "4-4"),
    ("pay", "don't pass", "10", "6-6"),
    ("pay", "come", "10", "4-3"),  # refused
    ("pay", "hi-lo", "10", "6-6"),  # refused
    ("odds", *(name for name in CRAPS.wagers if name.endswith("Bet"))),
    ("odds", "lay 4", "--house", "mini-craps"),  # refused
    ("law",),
    ("law", "--readings"),
    ("check", "every-option"),
    ("check", "faulty.toml"),
    ("play", str(EXAMPLES / "evening.craps")),
    ("play", "refused.craps"),
]
"""Commands that print citations, in Craps."""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the files that the commands read."""
    monkeypatch.chdir(tmp_path)
    Path("faulty.toml").write_text('[house]\nname = "Faulty"\ngame = "Craps"\noffers = ["Fire Bets"]\n')
    Path("refused.craps").write_text("house craps\nalice buys in for $300\nalice bets $10 on Come Bet\n")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit):
        app(list(arguments))
    return "".join(capsys.readouterr())


@pytest.mark.parametrize("command", TEXTS, ids=lambda command: " ".join(command)[:40])
def test_reconstructed_citations_are_marked_and_the_mark_is_explained(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """No citation of a section whose text was not available is printed without its mark; others bear none."""
    printed = run(capsys, *command)
    lines = [line for line in printed.splitlines() if not line.startswith(("* ", "  text: ", "# "))]
    notes = [line for line in printed.splitlines() if line.startswith("* ")]
    cited = [(found[1], found[2]) for line in lines for found in CITATION.finditer(line)]
    marked = {section for section, mark in cited if mark}

    assert {section for section, _ in cited} & set(read_law().sections)
    assert not [section for section, mark in cited if bool(mark) != (section in RECONSTRUCTED)]
    if "passline: " in printed:
        assert printed.count(", reconstructed)") == len(re.findall(r"\*", "".join(lines)))
    elif marked:
        assert len(notes) == 1
        assert marked == {section for section, _ in CITATION.findall(notes[0])}


def test_the_report_of_a_submission_opens_with_the_reconstructed_sections(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(capsys, "report", "craps", "--output", "report.html")
    page = html.unescape(re.sub(r"<style>.*?</style>|<figure>.*?</figure>", "", Path("report.html").read_text()))
    before, note, after = re.split(r"(\* .* reconstructed: .*)</p>", page)

    assert "<h2>" not in before
    assert {section for section, _ in CITATION.findall(note)} == RECONSTRUCTED
    assert not [found[0] for found in CITATION.finditer(after) if bool(found[2]) != (found[1] in RECONSTRUCTED)]


JSON = [
    ("pay", "whirl", "15", "4-3", "--json"),
    ("odds", "--json"),
    ("check", "faulty.toml", "--json"),
    ("play", str(EXAMPLES / "evening.craps"), "--json"),
]


@pytest.mark.parametrize("command", JSON, ids=lambda command: " ".join(command)[:40])
def test_json_has_the_authority_of_each_citation(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Beside `under` is `authority`, beside `paid_under` is `paid_authority`."""
    rows = [json.loads(line) for line in run(capsys, *command).splitlines()]
    cited = [pair for row in rows for pair in citations(row)]

    assert cited
    for cite, authority in cited:
        assert authority == ("custom" if Cite.parse(cite).section in RECONSTRUCTED else "law")


def citations(data: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401  Any JSON value.
    """Yield each citation in JSON data with the authority beside it."""
    if isinstance(data, dict):
        for key, beside in (("under", "authority"), ("paid_under", "paid_authority")):
            if data.get(key):
                yield data[key], data[beside]
        data = list(data.values())
    if isinstance(data, list):
        for value in data:
            yield from citations(value)
