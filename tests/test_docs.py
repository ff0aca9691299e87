"""The documents are correct: scripts play, commands print what the documents show, and files exist."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

import passline
from passline.cli.app import app
from passline.house.submission import check_submission_text
from passline.law.sections import read_law
from passline.strategies.notation import parse_strategy
from scenes import TEST_DATE
from test_packages import PACKAGES

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
SCRIPTS = sorted((ROOT / "examples").glob("*.craps"))

FILES = {
    "bad.craps": "house crapless on 2026-01-15\nalice bts $10 on Pass Bet\n",
    "bad.toml": (ROOT / "src/passline/house/examples/crapless.toml")
    .read_text()
    .replace('"Buy Bets", "Bonus Craps"', '"Buy Bets", "Lay Bets"')
    .replace('"5%"', '"6%"')
    .replace('"10 times"', '"20 times"')
    .replace('"down"', '"exact"'),
    "players.csv": (ROOT / "examples/players.csv").read_text(),
}
"""The files that the documents' examples use; two have faults."""


class Block(NamedTuple):
    """A fenced block of a document."""

    document: str
    language: str
    text: str


def blocks(language: str) -> list[Block]:
    """Return the fenced blocks of all documents in a language."""
    return [
        Block(document.name, language, fence[1])
        for document in DOCUMENTS
        for fence in re.finditer(rf"^```{language}\n(.*?)^```$", document.read_text(), re.DOTALL | re.MULTILINE)
    ]


def block_name(block: Block) -> str:
    return f"{block.document}: {block.text.splitlines()[0][:40]}"


@pytest.mark.parametrize("block", blocks("craps"), ids=block_name)
def test_scripts_in_the_documents_play(block: Block) -> None:
    """Every claim of every script in the documents is true."""
    assert passline.play(block.text).journal


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_examples_play_and_read_back(script: Path) -> None:
    """Every example plays, and the script that it prints plays to the same journal."""
    played = passline.play(script.read_text())

    assert played == passline.play(passline.write(played))


@pytest.mark.parametrize("block", blocks("console"), ids=block_name)
def test_commands_in_the_documents_print_what_the_documents_show(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command prints the text below it, word for word."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)

    for command in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, _, expected = command.partition("\n")
        program, *arguments = shlex.split(line)
        with pytest.raises(SystemExit):
            app(arguments)
        printed = capsys.readouterr()

        assert program == "passline"
        assert "\n".join(row.rstrip() for row in (printed.out + printed.err).splitlines()) == expected.rstrip()


@pytest.mark.parametrize("block", [block for block in blocks("strategy") if "strategy " in block.text], ids=block_name)
def test_strategies_in_the_documents_can_be_played(block: Block) -> None:
    """A complete strategy parses, prints as it is written, and can be simulated."""
    plan = parse_strategy(block.text)

    assert str(plan) == block.text
    assert passline.simulate(
        passline.open_house("craps", date=TEST_DATE), plan, sessions=10, rolls=100, bankroll=300_00
    ).sessions


@pytest.mark.parametrize("block", blocks("toml"), ids=block_name)
def test_data_in_the_documents_is_valid(block: Block) -> None:
    """TOML data parses, and a complete Rules Submission has no faults."""
    data = tomllib.loads(block.text)

    if "house" in data:
        assert not check_submission_text(block.text, read_law(), date=TEST_DATE).faults


def test_links_in_the_documents_lead_to_files() -> None:
    """Every relative link names a file that exists."""
    for document in DOCUMENTS:
        for link in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / link).exists(), f"{document.name} links to {link}"


ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()
SOURCE = ROOT / "src/passline"


def test_the_architecture_shows_the_packages_in_their_order() -> None:
    """The picture has each package that exists, with the subject in its docstring."""
    subjects = {
        package: ast.get_docstring(ast.parse((SOURCE / package / "__init__.py").read_text()))
        for package in PACKAGES
        if (SOURCE / package).is_dir()
    }
    (picture,) = re.findall(r"^```text\n(.*?)^```$", ARCHITECTURE, re.DOTALL | re.MULTILINE)

    assert picture.splitlines() == [f"{package:<12}{subject}" for package, subject in subjects.items()]


def test_the_architecture_names_functions_that_exist() -> None:
    """Each step of the walk is a function or class of the file that it names."""
    steps = re.findall(r"^\| `(\S+[.]py)` \| `(\S+)` \|", ARCHITECTURE, re.MULTILINE)

    assert len(steps) > 20
    assert not [f"{name} is not in {file}" for file, name in steps if not defines(file, name)]


def defines(file: str, name: str) -> bool:
    """Return whether a module defines a function, a class, or a method such as `House.find`."""
    scope: ast.AST = ast.parse((SOURCE / file).read_text()) if (SOURCE / file).is_file() else ast.Module([], [])
    for part in name.split("."):
        members = [node for node in ast.iter_child_nodes(scope) if getattr(node, "name", None) == part]
        if not members:
            return False
        scope = members[0]
    return True
