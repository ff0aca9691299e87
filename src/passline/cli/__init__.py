"""The command line: one command a file. No rule lives here."""

from __future__ import annotations

import os
import sys

import typer

from passline.cli.check import check
from passline.cli.law import law
from passline.cli.odds import odds
from passline.cli.pay import pay
from passline.cli.play import play
from passline.errors import CrapsError

__all__ = ["app"]

BAD_INPUT = 2
"""The exit status of what was asked for and cannot be."""

commands = typer.Typer(
    name="passline",
    help="Craps, Mini-Craps and Crapless Craps by the book.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
commands.command()(play)
commands.command(context_settings={"ignore_unknown_options": True})(pay)  # A negative amount is no option.
commands.command()(odds)
commands.command()(law)
commands.command()(check)


def app(arguments: list[str] | None = None) -> None:
    """Run a command; what passline says no to is one line on the error stream, and exit status 2.

    Args:
        arguments: Those of the command line, if not given.
    """
    try:
        commands(arguments)
    except CrapsError as error:
        print(f"passline: {error}", file=sys.stderr)  # noqa: T201  This is the command line.
        sys.exit(BAD_INPUT)
    except BrokenPipeError:  # Whoever reads has seen enough; what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
