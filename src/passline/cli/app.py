"""The command line: one command a file. No rule lives here."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from passline.cli.options import INTERRUPTED
from passline.cli.printing import escape_unprintable
from passline.errors import CrapsError

__all__ = ["app"]

BAD_INPUT = 2
"""The exit status of what was asked for and cannot be."""

COMMANDS = ("play", "pay", "odds", "strategy", "simulate", "session", "law", "check")
"""The commands, each in a module of its name."""


class _WhenNamed(TyperGroup):
    """Commands that are loaded when they are named: a payout need not wait for the simulator."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # Typer's own context.
        """Return the names of the commands, in their order."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]  # noqa: ANN401  The same.
        """Return a command, or None where there is none of that name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        told = getattr(import_module(f"passline.cli.{cmd_name}"), cmd_name)
        if not isinstance(told, typer.Typer):
            alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            # A negative amount is no option.
            alone.command(context_settings={"ignore_unknown_options": cmd_name == "pay"})(told)
            told = alone
        command = typer.main.get_command(told)
        command.name = cmd_name
        return command


commands = typer.Typer(
    name="passline",
    cls=_WhenNamed,
    help="Craps, Mini-Craps and Crapless Craps by the book.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@commands.callback()
def _passline() -> None:
    """Craps, Mini-Craps and Crapless Craps by the book."""


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
    except MemoryError:
        return _say_no("there is not enough memory for this; something smaller would do")
    except typer.Abort:
        return INTERRUPTED
    except typer.TyperException as error:
        told = error.format_message().rstrip(".")
        return BAD_INPUT if not told else _say_no(f"{told}; passline COMMAND --help tells what may be asked")
    except OSError as error:  # Whoever reads has seen enough, or there is no room to write.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        return _say_no(f"what is said cannot be written ({error.strerror})")
    return status if isinstance(status, int) else 0


def _say_no(message: str) -> int:
    print(f"passline: {escape_unprintable(message)}", file=sys.stderr)  # noqa: T201  This is the command line.
    return BAD_INPUT
