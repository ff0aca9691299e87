"""The start of the command: its version, its help pages, and what it imports to answer."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version

import pytest
import typer

from passline.cli.app import COMMANDS, app

PAGES = [
    (),
    *((name,) for name in COMMANDS),
    *(("strategy", name) for name in ("list", "show", "check", "play", "test")),
]


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the text that a command prints when it succeeds."""
    with pytest.raises(SystemExit) as stopped:
        app(arguments)
    assert not stopped.value.code
    return capsys.readouterr().out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--version") == f"passline {version('passline')}\n"


@pytest.mark.parametrize("page", PAGES, ids=" ".join)
def test_every_command_has_a_help_page(
    page: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """-h and --help print the same page of at most 80 columns, without the names of Python types."""
    monkeypatch.setenv("COLUMNS", "80")
    printed = output(capsys, *page, "--help")

    assert printed == output(capsys, *page, "-h")
    assert max(len(line.rstrip()) for line in printed.splitlines()) <= 80
    assert not re.search(r"<(bool|int|list|str)", printed)


def test_the_list_of_commands_says_what_their_pages_say() -> None:
    """The line of each command in `passline --help` is the first line of its help page."""
    for name, summary in COMMANDS.items():
        command = getattr(import_module(f"passline.cli.{name}"), name)
        text = command.info.help if isinstance(command, typer.Typer) else command.__doc__

        assert str(text).splitlines()[0] == summary


def test_a_misspelt_command_is_answered_by_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        app(["sesion", "pass_flat"])

    assert stopped.value.code == 2
    assert capsys.readouterr().err == (
        "passline: No such command 'sesion'. Did you mean 'session'? "
        "passline COMMAND --help lists the arguments and options.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "not_imported"),
    [
        (["--version"], {"rich", "pydantic", "numpy", "passline.law.sections"}),
        (["--help"], {"numpy", "passline.law.sections", "passline.cli.session"}),
        (["pay", "Pass Bet", "10", "6-5"], {"numpy", "polars", "altair", "flint"}),
        (["odds", "Pass Bet"], {"polars", "altair", "numba"}),
        (["session", "pass_flat"], {"polars", "altair", "numba", "scipy"}),
        (["simulate", "pass_flat", "--sessions", "10"], {"polars", "altair", "numba", "scipy"}),
        (["session", "--help"], {"numpy", "polars", "altair", "lark", "passline.table"}),
        (["simulate", "--help"], {"numpy", "polars", "altair", "lark", "passline.table"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_command_imports_only_what_it_needs(arguments: list[str], not_imported: set[str]) -> None:
    """A command starts fast, because slow libraries are imported by the commands that use them."""
    program = (
        "import sys\nfrom passline.cli.app import app\n"
        f"try:\n    app({arguments})\nexcept SystemExit as stopped:\n    assert not stopped.code\n"
        "print('\\n', *sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert not not_imported & {*answer.stdout.splitlines()[-1].split()}
