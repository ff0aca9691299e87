"""Completion of commands, options and names, as a shell asks for it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from passline.cli.completion import SCRIPTS
from passline.house.house import EXAMPLES
from passline.strategies.notation import shipped_strategies
from scenes import CRAPLESS, CRAPS

PROGRAM = f"""#!{sys.executable}
import os, sys
if "_PASSLINE_COMPLETE" in os.environ or "--show-completion" in sys.argv:
    from passline.cli.app import app
    app()
print(sys.argv[1:])
"""
"""The command, but that it prints its arguments where it would run."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the command in bin/, a script, a submission, and a folder."""
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "passline"
    command.write_text(PROGRAM)
    command.chmod(0o755)
    for name in ("evening.craps", "my house.toml", "mine.strategy", "notes.txt"):
        (tmp_path / name).touch()
    (tmp_path / "saved").mkdir()
    return tmp_path


def environment(folder: Path) -> dict[str, str]:
    return os.environ | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "TERM": "dumb", "PS1": "$ "}


def complete(folder: Path, *words: str) -> list[str]:
    """Return the completions of the last word, as the shell scripts ask for them."""
    asked = {"_PASSLINE_COMPLETE": "complete_bash", "COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    answer = subprocess.run(
        ["passline"], cwd=folder, env=environment(folder) | asked, capture_output=True, text=True, check=True
    )
    return answer.stdout.splitlines()


def test_commands_and_options_complete(folder: Path) -> None:
    assert complete(folder, "passline", "s") == ["strategy", "simulate", "session"]
    assert complete(folder, "passline", "odds", "--ha") == ["--hand-length"]
    assert "--help" in complete(folder, "passline", "strategy", "show", "--")


def test_names_complete_beside_files(folder: Path) -> None:
    """The names of houses and strategies complete, and so do files of the same kind."""
    houses = complete(folder, "passline", "pay", "--house", "")

    assert {*EXAMPLES, "my house.toml", "saved/"} <= {*houses}
    assert not {"notes.txt", "evening.craps"} & {*houses}
    assert complete(folder, "passline", "strategy", "show", "pass") == [
        name for name in shipped_strategies() if name.startswith("pass")
    ]
    assert complete(folder, "passline", "strategy", "show", "mi") == ["mine.strategy"]
    assert complete(folder, "passline", "session", "three_point_m") == ["three_point_molly"]
    assert complete(folder, "passline", "simulate", "pass_flat", "mi") == ["mine.strategy"]
    assert complete(folder, "passline", "play", "ev") == ["evening.craps"]
    assert complete(folder, "passline", "odds", "--csv", "no") == ["notes.txt"]


def test_wagers_complete_by_the_house(folder: Path) -> None:
    """The wagers are those of the house, in upper or lower case."""
    assert complete(folder, "passline", "odds", '"Buy') == [name for name in CRAPS.wagers if name.startswith("Buy")]
    assert complete(folder, "passline", "odds", "--house", "crapless", "") == list(CRAPLESS.wagers)
    assert complete(folder, "passline", "pay", '"horn b') == ["horn bet"]
    assert complete(folder, "passline", "law", "D1") == ["D1", *(f"D{n}" for n in range(10, 17))]


def test_completion_of_options_loads_no_law(folder: Path) -> None:
    """Completion of an option imports neither NumPy nor the law, so that it answers at once."""
    program = (
        "import sys\nfrom passline.cli.app import app\ntry:\n    app()\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numpy', 'flint', 'passline.law.sections'} & {*sys.modules}))"
    )
    asked = {"_PASSLINE_COMPLETE": "complete_bash", "COMP_WORDS": "passline\nodds\n--ha", "COMP_CWORD": "2"}
    answer = subprocess.run(
        [sys.executable, "-c", program], env=environment(folder) | asked, capture_output=True, text=True, check=True
    )

    assert answer.stdout.splitlines() == ["--hand-length", "[]"]


@pytest.fixture
def bash(folder: Path) -> Iterator[pexpect.spawn]:
    shell = pexpect.spawn(
        "bash",
        ["--norc", "--noprofile"],
        cwd=folder,
        env=environment(folder),
        encoding="utf-8",
        timeout=20,
        dimensions=(50, 200),
    )
    shell.expect_exact("$ ")
    shell.sendline("bind 'set enable-bracketed-paste off'; bind 'set bell-style none'")
    shell.expect_exact("$ ")
    shell.sendline('eval "$(passline --show-completion bash)"; echo "read""y"')
    shell.expect_exact("ready\r\n")
    yield shell
    shell.close(force=True)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("passline stra\tshow three_point_m\t", ["strategy", "show", "three_point_molly"]),
        ("passline pay Hor\tB\t 4 6-6", ["pay", "Horn Bet", "4", "6-6"]),
        ('passline pay "Horn Bet\t 4 6-6', ["pay", "Horn Bet", "4", "6-6"]),
        ("passline pay Don\\'t\\ Pa\t 10 6-6", ["pay", "Don't Pass Bet", "10", "6-6"]),
        ("passline pay \"Don't Pa\t 10 6-6", ["pay", "Don't Pass Bet", "10", "6-6"]),
        ("passline check my\t", ["check", "my house.toml"]),
        ("passline odds --house crapl\t--hand-\t9", ["odds", "--house", "crapless", "--hand-length", "9"]),
    ],
)
def test_names_with_spaces_are_quoted_in_bash(bash: pexpect.spawn, typed: str, words: list[str]) -> None:
    """The command receives each name as one argument, however it was begun."""
    bash.sendline(typed)
    bash.expect_exact(str(words))


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_scripts_ask_the_command(folder: Path, shell: str) -> None:
    """Each script calls the command by the protocol that it answers, and leaves quoting to the shell."""
    printed = subprocess.run(
        ["passline", "--show-completion", shell],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert printed == SCRIPTS[shell]
    assert "_PASSLINE_COMPLETE=complete_" in printed
    assert {"zsh": "compadd", "fish": "complete --command passline"}[shell] in printed


def test_fish_asks_for_a_line_for_each_name(folder: Path) -> None:
    asked = {
        "_PASSLINE_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_ARGS": "passline pay Horn",
    }
    answer = subprocess.run(
        ["passline"], cwd=folder, env=environment(folder) | asked, capture_output=True, text=True, check=True
    )

    assert answer.stdout.splitlines() == [name for name in CRAPS.wagers if name.startswith("Horn")]


def test_an_unknown_shell_is_refused(folder: Path) -> None:
    answer = subprocess.run(
        ["passline", "--show-completion", "csh"], env=environment(folder), capture_output=True, text=True, check=False
    )

    assert answer.returncode == 2
    assert answer.stderr == "passline: --show-completion csh: completion exists for bash, zsh and fish\n"
