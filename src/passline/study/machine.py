"""The machine of a strategy: every state that its play can come to, numbered, and where each roll leads.

It is found with `decide` and `after` alone. What is numbered is the layout and the strategy's memory, not the
books: while the rail holds what the strategy may need, the rail changes nothing. Below that the rail is part of
the state, and such rows are found when they are first asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.errors import NoMachine
from passline.play.acts import MakeBet, Throw
from passline.play.events import Rolled
from passline.play.layout import Layout
from passline.play.ledger import CAGE, Books, Place
from passline.play.table import Table, after, decide
from passline.study.strategy import PLAYER, Asked, Seat, bet_before_a_roll
from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy.typing as npt

    from passline.house.house import House
    from passline.play.acts import Act
    from passline.study.strategy import Remember, Strategy, View
    from passline.words.money import Cents

AMPLE: Cents = 10**13
"""A rail that no strategy comes to the end of, in cents."""
MOST_STATES = 1_000_000
"""The most states that are numbered."""
RAIL = Place("rail", PLAYER)


class State(NamedTuple):
    """What is numbered: the table as far as it matters to the player's bets, and what the strategy remembers."""

    layout: Layout
    memory: Hashable


class Row(NamedTuple):
    """What the 36 rolls do from a state, once the strategy has bet.

    Attributes:
        goes: The number of the state that each roll leads to, in the order of `EVERY_ROLL`.
        net: What each roll leaves on the rail, less what lay on it before the bets, in cents.
        need: What the rail must hold for this row to be so, in cents.
    """

    goes: tuple[int, ...]
    net: tuple[Cents, ...]
    need: Cents


@dataclass
class Machine:
    """A strategy's machine at a house; `machine` makes it, with every state that an ample rail leads to.

    Attributes:
        states: The states; a session begins in the first.
        rows: The row of each state while the rail is ample.
        heeds_first_point: Whether it matters to the strategy that the shooter has set no point yet.
        short_rows: The rows found so far of states whose rail is short, by state and rail in cents.
    """

    house: House
    strategy: Strategy
    heeds_first_point: bool = False
    states: list[State] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    short_rows: dict[tuple[int, Cents], Row] = field(default_factory=dict)
    _numbers: dict[State, int] = field(default_factory=dict)

    @property
    def goes(self) -> npt.NDArray[np.int32]:
        """The state that each roll leads to: int32, shape (states, 36), in the order of `EVERY_ROLL`."""
        return np.array([row.goes for row in self.rows], dtype=np.int32)

    @property
    def net(self) -> npt.NDArray[np.int64]:
        """What each roll does to the rail, the bets before it counted: int64, shape (states, 36), in cents."""
        return np.array([row.net for row in self.rows], dtype=np.int64)

    @property
    def need(self) -> npt.NDArray[np.int64]:
        """What the rail must hold for a row to be so: int64, shape (states,), in cents."""
        return np.array([row.need for row in self.rows], dtype=np.int64)

    @property
    def on_layout(self) -> npt.NDArray[np.int64]:
        """What lies on the layout in each state, before the bets: int64, shape (states,), in cents."""
        return np.array([sum(bet.amount for bet in state.layout.bets) for state in self.states], dtype=np.int64)

    def find(self, short: Sequence[tuple[int, Cents]] = ()) -> None:
        """Find the rows of all states numbered so far, and of all that they lead to.

        Args:
            short: States and rails, in cents, below what the state needs; the rows of these, and of every short
                rail that they lead to, are found too.

        Raises:
            NoMachine: There is no end to the states, or the strategy counts with its rail.
            StrategyError: The strategy asks for what it may not have.
        """
        if not self.states:
            self._number(State(Layout(players=(PLAYER,)), self.strategy.begin()))
        ahead = list(short)
        self._fill()
        while ahead:
            state, rail = key = ahead.pop()
            if key in self.short_rows or rail >= self.rows[state].need:
                continue
            row = self.short_rows[key] = self._row(self.states[state], rail)
            self._fill()
            ahead += {(to, rail + net) for to, net in zip(row.goes, row.net, strict=True)}

    def row(self, state: int, rail: Cents) -> Row:
        """Return the row of a state with so much on the rail, in cents; a short one is found if it is new."""
        if rail >= self.rows[state].need:
            return self.rows[state]
        self.find([(state, rail)])
        return self.short_rows[state, rail]

    def _fill(self) -> None:
        """Give each state that has been numbered its row."""
        while len(self.rows) < len(self.states):
            self.rows.append(self._row(self.states[len(self.rows)], None))

    def _number(self, state: State) -> int:
        if state not in self._numbers:
            if len(self.states) >= MOST_STATES:
                message = f"{self.strategy.name} has more than {MOST_STATES:,} states; the table itself can play it"
                raise NoMachine(message)
            self._numbers[state] = len(self.states)
            self.states.append(state)
        return self._numbers[state]

    def _row(self, state: State, rail: Cents | None) -> Row:
        """Return what the 36 rolls do from a state; *rail* is None for an ample one."""
        held = AMPLE if rail is None else rail
        watched = _Watched(self.strategy, self.house)
        table = Table(self.house, state.layout, _books(state.layout, held))
        player = watched if rail is None else self.strategy
        seat, _ = bet_before_a_roll(player, Seat(table, state.memory))
        self.heeds_first_point = self.heeds_first_point or watched.wants_first_point
        goes, net = [], []
        for roll in EVERY_ROLL:
            (rolled,) = decide(seat.table, Throw(roll))
            assert isinstance(rolled, Rolled), "a throw is a roll"
            left = after(seat.table, rolled)
            goes.append(self._number(State(self._felt(left.layout), self.strategy.hear(seat.memory, rolled))))
            net.append(left.books.rail(PLAYER) - held)
        return Row(tuple(goes), tuple(net), max(watched.marks))

    def _felt(self, layout: Layout) -> Layout:
        """Return a layout as far as it can matter to one player, to whom the dice always come back."""
        return layout._replace(
            shooter=None,
            offered=None,
            is_first_point=layout.is_first_point or not self.heeds_first_point,
            is_fresh_board=layout.is_fresh_board or self.house.takes["bonus_craps_made"] != "fresh board",
        )


def machine(house: House, strategy: Strategy) -> Machine:
    """Return a strategy's machine at a house, with every state that an ample rail leads to.

    Raises:
        NoMachine: There is none: its states have no end, or its stakes are a share of the rail.
        StrategyError: The strategy asks for what it may not have, or never stops asking.
    """
    made = Machine(house, strategy)
    made.find()
    if made.heeds_first_point:  # Found on the way, so what was found before is found again.
        made = Machine(house, strategy, heeds_first_point=True)
        made.find()
    return made


class _Watched:
    """A strategy whose looks at its rail are watched, so that the rail it needs is known."""

    def __init__(self, strategy: Strategy, house: House) -> None:
        self.strategy = strategy
        self.house = house
        self.wants_first_point = False
        self.name = strategy.name
        self.marks: set[Cents] = {0}

    def begin(self) -> Hashable:
        return self.strategy.begin()

    def hear(self, memory: Hashable, rolled: Rolled) -> Hashable:
        return self.strategy.hear(memory, rolled)

    def act(self, view: View) -> Act | Asked | Remember | None:
        spent = AMPLE - view.rail
        self.marks.add(spent)
        asked = self.strategy.act(view._replace(rail=_AmpleRail.after(spent, self.marks)))
        act = asked.act if isinstance(asked, Asked) else asked
        if isinstance(act, MakeBet) and self.house.find(act.wager).made == "before the shooter's first point":
            self.wants_first_point = True
        return asked


class _AmpleRail(int):
    """A rail that is never short, and keeps in mind at which rails an answer would have been another."""

    spent: Cents
    marks: set[Cents]

    @classmethod
    def after(cls, spent: Cents, marks: set[Cents]) -> _AmpleRail:
        rail = cls(AMPLE - spent)
        rail.spent, rail.marks = spent, marks
        return rail

    def __ge__(self, other: int) -> bool:
        self.marks.add(other + self.spent)
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

    def _counted(self, *_: object) -> int:
        message = "a stake that is counted from the rail has no finite machine; compare the rail with amounts instead"
        raise NoMachine(message)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _counted
    __floordiv__ = __rfloordiv__ = __truediv__ = __mod__ = __divmod__ = _counted  # type: ignore[assignment]


def _books(layout: Layout, rail: Cents) -> Books:
    """Return books that hold a rail and what lies on a layout, all of it from the cage."""
    held = {bet.place: bet.amount for bet in layout.bets}
    if rail:
        held[RAIL] = rail
    return Books(held | {CAGE: -sum(held.values())}) if held else Books()
