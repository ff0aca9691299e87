"""The command line: one command a file. No rule lives here."""

from __future__ import annotations

import sys
from typing import Any

import typer
from typer.core import TyperGroup

from passline.cli.check import check
from passline.cli.law import law
from passline.cli.pay import pay
from passline.cli.play import play
from passline.errors import CrapsError

__all__ = ["app"]

BAD_INPUT = 2
"""The exit status of what was asked for and cannot be."""


class _Commands(TyperGroup):
    """The commands; what passline says no to is one line on the error stream, and never a traceback."""

    def invoke(self, ctx: typer.Context) -> Any:  # noqa: ANN401  It is what the command returns.
        try:
            return super().invoke(ctx)
        except CrapsError as error:
            typer.echo(f"passline: {error}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except BrokenPipeError:  # Whoever reads has seen enough.
            sys.stderr.close()
            raise typer.Exit from None


app = typer.Typer(
    name="passline",
    cls=_Commands,
    help="Craps, Mini-Craps and Crapless Craps by the book.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(play)
app.command()(pay)
app.command()(law)
app.command()(check)
