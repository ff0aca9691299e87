"""Combine strategies: one player bets by several strategies at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from passline.strategies.protocol import RequestedAct, SetMemory

if TYPE_CHECKING:
    from collections.abc import Hashable

    from passline.strategies.protocol import Strategy, View
    from passline.table.acts import Act
    from passline.table.events import Rolled


@dataclass(frozen=True)
class Combined:
    """Several strategies on one rail and one layout.

    Before each roll they are asked in order, so a later strategy sees the bets of the earlier ones. Each has a memory
    of its own, and each sees every roll.

    >>> from passline.strategies.notation import find_strategy
    >>> both = Combined((find_strategy("pass_2x_odds"), find_strategy("place_6_8")))
    >>> both.name
    'pass_2x_odds and place_6_8'
    """

    parts: tuple[Strategy, ...]

    @property
    def name(self) -> str:
        """The names of the parts, joined with "and"."""
        return " and ".join(part.name for part in self.parts)

    @property
    def why_infinite(self) -> str | None:
        """Why one of the parts has infinitely many states; None if no part states this."""
        return next(filter(None, (getattr(part, "why_infinite", None) for part in self.parts)), None)

    def initial_memory(self) -> Hashable:
        """Return the memories of the parts at the beginning of a session."""
        return tuple(part.initial_memory() for part in self.parts)

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        """Return the memories of the parts after a roll."""
        memories = cast("tuple[Hashable, ...]", memory)
        return tuple(part.after_roll(own, rolled) for part, own in zip(self.parts, memories, strict=True))

    def next_act(self, view: View) -> Act | RequestedAct | SetMemory | None:
        """Return the next act of the first part that wants one, or None."""
        memories = cast("tuple[Hashable, ...]", view.memory)
        for index, part in enumerate(self.parts):
            request = part.next_act(view._replace(memory=memories[index]))
            act = request.act if isinstance(request, RequestedAct) else request
            if isinstance(act, SetMemory):
                act = SetMemory((*memories[:index], act.memory, *memories[index + 1 :]))
                return RequestedAct(act, request.line) if isinstance(request, RequestedAct) else act
            if request is not None:
                return request
        return None
