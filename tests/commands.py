"""Running a command of passline in a test, and reading its output."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from passline.cli.app import app

RunCommand = Callable[..., tuple[int, str, str]]
"""Runs a command with arguments; returns the exit status, and the text of both streams."""


def command_runner(command: str, capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """Return a function that runs a command."""

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as done:
            app([command, *arguments])
        printed = capsys.readouterr()
        return int(done.value.code or 0), printed.out, printed.err

    return run


def json_rows(run_command: RunCommand, *arguments: str) -> list[dict[str, Any]]:
    """Return the JSON objects that a command prints, without their seconds, which differ from run to run."""
    status, out, err = run_command(*arguments, "--json")
    assert (status, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    for row in rows:
        row.pop("seconds", None)
    return rows
