"""A strategy under observation: a record of its comparisons with the rail, and of its looks at the past.

While the rail is ample, a row holds for every rail that leads to the same decisions. So the rail that the
strategy sees is a number that records each comparison. A strategy that calculates with the rail has no finite machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from passline.errors import NoMachine
from passline.strategies.protocol import RequestedAct
from passline.table.acts import MakeBet

if TYPE_CHECKING:
    from collections.abc import Hashable

    from passline.house.house import House
    from passline.strategies.protocol import SetMemory, Strategy, View
    from passline.table.acts import Act
    from passline.table.events import Rolled
    from passline.words.money import Cents

AMPLE_RAIL: Cents = 10**13
"""A rail that no strategy can spend, in cents."""


class NewObservation(Exception):
    """The strategy looks at something that the states of its machine do not distinguish yet."""

    def __init__(self, what: str) -> None:
        """Store what it looks at: "the first point" or "the last roll"."""
        super().__init__(what)
        self.what = what


class ObservedStrategy:
    """A strategy, with a record of the rails at which it would decide otherwise.

    Attributes:
        required_rails: The amounts in cents that the rail was compared with, or that were spent before a decision.
    """

    def __init__(self, house: House, strategy: Strategy, *, is_ample: bool, knows_first_point: bool) -> None:
        """Observe a strategy before one roll.

        Args:
            house: The house at which it bets.
            strategy: The strategy.
            is_ample: Whether its rail is `AMPLE_RAIL`, so that comparisons are recorded.
            knows_first_point: Whether the states of its machine distinguish the shooter's first point.
        """
        self.name = strategy.name
        self.required_rails: set[Cents] = {0}
        self._house, self._strategy = house, strategy
        self._is_ample, self._knows_first_point = is_ample, knows_first_point

    def initial_memory(self) -> Hashable:
        """Return the strategy's memory at the beginning of a session."""
        return self._strategy.initial_memory()

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        """Return the strategy's memory after a roll."""
        return self._strategy.after_roll(memory, rolled)

    def next_act(self, view: View) -> Act | RequestedAct | SetMemory | None:
        """Return what the strategy asks for.

        Raises:
            NewObservation: It makes a bet that depends on whether the shooter has set a point before.
        """
        if self._is_ample:
            spent = AMPLE_RAIL - view.rail
            self.required_rails.add(spent)
            view = view._replace(rail=_ObservedRail.after(spent, self.required_rails))
        asked = self._strategy.next_act(view)
        act = asked.act if isinstance(asked, RequestedAct) else asked
        if not self._knows_first_point and isinstance(act, MakeBet):
            wager = self._house.wagers.get(self._house.names.canonical(act.wager) or "")
            if wager is not None and wager.when_made == "before the shooter's first point":
                raise NewObservation("the first point")
        return asked


class ObservedHistory:
    """A history that raises an error when the strategy looks at it."""

    def __init__(self, name: str) -> None:
        """Observe the strategy of this name."""
        self._name = name

    @property
    def last_roll(self) -> Rolled | None:
        """Raise `NewObservation`: the machine can distinguish the last roll."""
        raise NewObservation("the last roll")

    @property
    def rolls(self) -> int:
        """Raise `NoMachine`: no finite machine can count all rolls."""
        message = f"{self._name} counts all rolls without limit, so it has no machine; play it on the table"
        raise NoMachine(message)

    @property
    def hands(self) -> int:
        """Raise `NoMachine`: no finite machine can count all hands."""
        message = f"{self._name} counts all hands without limit, so it has no machine; play it on the table"
        raise NoMachine(message)

    def after(self, rolled: Rolled) -> ObservedHistory:  # noqa: ARG002  The machine itself stores the last roll.
        """Return the history after a roll."""
        return self


@dataclass(frozen=True)
class SilentStrategy:
    """A player who makes no more bets, while his bets are played out."""

    name: str

    def initial_memory(self) -> Hashable:
        """Return no memory."""
        return None

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:  # noqa: ARG002  The roll does not matter.
        """Return the memory unchanged."""
        return memory

    def next_act(self, view: View) -> None:
        """Ask for nothing."""


class _ObservedRail(int):
    """An ample rail that records, for each comparison, the smallest rail with the same answer."""

    spent: Cents
    required_rails: set[Cents]

    @classmethod
    def after(cls, spent: Cents, required_rails: set[Cents]) -> _ObservedRail:
        rail = cls(AMPLE_RAIL - spent)
        rail.spent, rail.required_rails = spent, required_rails
        return rail

    def __ge__(self, other: int) -> bool:
        self.required_rails.add(other + self.spent)
        return int(self) >= other

    def __lt__(self, other: int) -> bool:
        return not self >= other

    def __gt__(self, other: int) -> bool:
        return self >= other + 1

    def __le__(self, other: int) -> bool:
        return not self >= other + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and self <= other and int(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def _refuse(self, *_: object) -> int:
        message = "a stake that is counted from the rail has no finite machine; compare the rail with amounts instead"
        raise NoMachine(message)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __floordiv__ = __rfloordiv__ = __truediv__ = __mod__ = __divmod__ = _refuse  # type: ignore[assignment]
