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
from passline.cli.printing import printable
from passline.cli.simulate import simulate
from passline.cli.strategy import strategy
from passline.errors import CrapsError

__all__ = ["app"]

BAD_INPUT = 2
"""The exit status of what was asked for and cannot be."""
INTERRUPTED = 130

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
commands.command()(simulate)
commands.command()(law)
commands.command()(check)
commands.add_typer(strategy, name="strategy")


def app(arguments: list[str] | None = None) -> None:
    """Run a command, and exit; what passline says no to is one line on the error stream, and exit status 2.

    Args:
        arguments: Those of the command line, if not given.
    """
    sys.exit(_run(arguments))


def _run(arguments: list[str] | None) -> int:
    try:
        status = commands(arguments, standalone_mode=False)
        sys.stdout.flush()
    except CrapsError as error:
        return _say_no(str(error))
    except typer.Abort:
        return INTERRUPTED
    except typer.TyperException as error:
        return _say_no(f"{getattr(error, 'message', error)}; passline COMMAND --help tells what may be asked")
    except OSError as error:  # Whoever reads has seen enough, or there is no room to write.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        return _say_no(f"what is said cannot be written ({error.strerror})")
    return status if isinstance(status, int) else 0


def _say_no(message: str) -> int:
    print(f"passline: {printable(message)}", file=sys.stderr)  # noqa: T201  This is the command line.
    return BAD_INPUT
