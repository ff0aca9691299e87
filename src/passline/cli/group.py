"""Commands and groups of commands with plain help pages."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup, TyperOption


def _join_lines(command: TyperCommand | TyperGroup) -> None:
    """Join the lines of each paragraph of a docstring, so that the help page breaks them at its own width."""
    command.help = "\n\n".join(" ".join(text.split()) for text in (command.help or "").split("\n\n"))


def _hide_types(command: TyperCommand | TyperGroup, ctx: Any) -> None:  # noqa: ANN401  Typer's own context.
    """Leave out the type in the help of flags, which take no value, and of arguments, whose name says it."""
    for parameter in command.get_params(ctx):
        if not isinstance(parameter, TyperOption) or parameter.is_flag:
            parameter.display_type_rich = lambda ctx: None  # type: ignore[attr-defined]  # noqa: ARG005


class Command(TyperCommand):
    """A command whose help names the types only of options that take a value."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401  Typer's own context.
        """Print the help page."""
        _join_lines(self)
        _hide_types(self, ctx)
        super().format_help(ctx, formatter)


class Group(TyperGroup):
    """A group of commands, with the same help."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401  Typer's own context.
        """Print the help page."""
        _join_lines(self)
        _hide_types(self, ctx)
        super().format_help(ctx, formatter)
