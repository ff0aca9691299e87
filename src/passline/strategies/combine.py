"""Strategies that compose: one player bets by several of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from passline.strategies.protocol import SetMemory

if TYPE_CHECKING:
    from collections.abc import Hashable

    from passline.strategies.protocol import RequestedAct, Strategy, View
    from passline.table.acts import Act
    from passline.table.events import Rolled


@dataclass(frozen=True)
class Combined:
    """Several strategies, each with a memory of its own, asked in their order before each roll; all hear every roll.

    They have one rail and one layout, so a later one finds the bets of those before it there.

    >>> from passline.strategies.notation import find_strategy
    >>> both = Combined((find_strategy("pass_2x_odds"), find_strategy("place_6_8")))
    >>> both.name
    'pass_2x_odds and place_6_8'
    """

    parts: tuple[Strategy, ...]

    @property
    def name(self) -> str:
        """What they are called."""
        return " and ".join(part.name for part in self.parts)

    @property
    def why_infinite(self) -> str | None:
        """Why there is no end to the states of one of them; None if nothing of the kind is known."""
        return next(filter(None, (getattr(part, "why_infinite", None) for part in self.parts)), None)

    def initial_memory(self) -> Hashable:
        """Return the memories that a session begins with."""
        return tuple(part.initial_memory() for part in self.parts)

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        """Return the memories after a roll."""
        memories = cast("tuple[Hashable, ...]", memory)
        return tuple(part.after_roll(mine, rolled) for part, mine in zip(self.parts, memories, strict=True))

    def next_act(self, view: View) -> Act | RequestedAct | SetMemory | None:
        """Return the next thing that one of them asks for."""
        memories = cast("tuple[Hashable, ...]", view.memory)
        for place, part in enumerate(self.parts):
            asked = part.next_act(view._replace(memory=memories[place]))
            if isinstance(asked, SetMemory):
                return SetMemory((*memories[:place], asked.memory, *memories[place + 1 :]))
            if asked is not None:
                return asked
        return None
