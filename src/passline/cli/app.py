"""The `passline` command: its subcommands, its exit status, and its error messages."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from passline.cli.completion import SCRIPTS
from passline.cli.group import Command, Group
from passline.cli.options import INTERRUPTED
from passline.errors import CrapsError, NotationError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["app"]

BAD_INPUT = 2
"""The exit status of a command that refuses its input."""
COMPLETE = "_PASSLINE_COMPLETE"
"""The environment variable that a shell sets to ask for completions."""

COMMANDS = {
    "play": "Play a script of craps, or sit down at a table and play.",
    "pay": "Show what a bet pays on a roll, and under which paragraph.",
    "odds": "Show the exact house edge of every wager.",
    "strategy": "List, show, check, play and test strategies.",
    "simulate": "Simulate sessions of a strategy with random dice.",
    "session": "Calculate sessions of a strategy exactly, without dice.",
    "law": "Show the data of a paragraph of the law, and its readings.",
    "check": "Check a Rules Submission against the law.",
    "report": "Write a report of a Rules Submission, to print and sign.",
}
"""The commands, each in a module of its name, with the line that `passline --help` prints for each."""


class _LazyGroup(Group):
    """The group of all commands. A command's module is imported only when the command is run."""

    def __init__(self, **attributes: Any) -> None:  # noqa: ANN401  Typer's own attributes.
        """List the commands with their summaries alone."""
        super().__init__(**attributes)
        self.commands = {name: TyperCommand(name, help=summary) for name, summary in COMMANDS.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:  # noqa: ANN401  The same.
        """Import the command that the arguments name."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, found and _load(str(name)), rest


def _load(name: str) -> Any:  # noqa: ANN401  Typer's own command.
    """Import a command's module and return the command."""
    found = getattr(import_module(f"passline.cli.{name}"), name)
    if not isinstance(found, typer.Typer):
        single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        # `passline pay "Horn Bet" -4 6-6` is answered by the parser of amounts: -4 is not an option.
        single.command(cls=Command, context_settings={"ignore_unknown_options": name == "pay"})(found)
        found = single
    command = typer.main.get_command(found)
    command.name = name
    return command


commands = typer.Typer(
    name="passline",
    cls=_LazyGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:  # noqa: FBT001  Typer calls it.
    if asked:
        from importlib.metadata import version  # noqa: PLC0415  It takes time to import, and only --version needs it.

        typer.echo(f"passline {version('passline')}")
        raise typer.Exit


def _print_completion(shell: str | None) -> None:
    if shell is None:
        return
    if shell not in SCRIPTS:
        message = f"--show-completion {shell[:25]}: completion exists for bash, zsh and fish"
        raise NotationError(message)
    typer.echo(SCRIPTS[shell], nl=False)
    raise typer.Exit


@commands.callback()
def _passline(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
    show_completion: Annotated[
        str | None,
        typer.Option(
            help="Print the completion script for bash, zsh or fish and exit.",
            metavar="SHELL",
            callback=_print_completion,
            is_eager=True,
            autocompletion=lambda: list(SCRIPTS),
        ),
    ] = None,
) -> None:
    """Craps, Mini-Craps and Crapless Craps by the book."""


def app(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit. A refused input is answered by one line on the error stream and exit status 2.

    Args:
        arguments: The arguments after the program's name; those of the process if None.
    """
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    if COMPLETE in os.environ:
        typer.completion.get_completion_inspect_parameters()  # It registers the shells that Typer can answer.
    try:
        status = commands(arguments, prog_name="passline", standalone_mode=False)
        sys.stdout.flush()
    except CrapsError as error:
        return _refuse(str(error))
    except MemoryError:
        return _refuse("there is not enough memory for this; ask for something smaller")
    except typer.Abort:
        return INTERRUPTED
    except typer.TyperException as error:
        message = error.format_message().rstrip(".")
        if not message:
            return BAD_INPUT
        end = "" if message.endswith("?") else "."
        return _refuse(f"{message}{end} passline COMMAND --help lists the arguments and options.")
    except OSError as error:  # The reader closed the pipe, or the disk is full.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        return _refuse(f"the output cannot be written ({error.strerror})")
    return status if isinstance(status, int) else 0


def _refuse(message: str) -> int:
    from passline.cli.printing import escape_unprintable  # noqa: PLC0415  Rich is imported only to print.

    print(f"passline: {escape_unprintable(message)}", file=sys.stderr)  # noqa: T201  This is the command line.
    return BAD_INPUT
