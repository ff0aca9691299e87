"""The machine of a strategy: every state that its play can come to, numbered, and where each roll leads.

It is found with `decide` and `after` alone. What is numbered is the layout and the strategy's memory, not the
books: while the rail holds what the strategy may need, the rail changes nothing. Below that the rail is part of
the state, and such rows are found when they are first asked for.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from passline.errors import NoMachine
from passline.machines.wager_totals import WagerTotal, add_wager_totals, totals_of_roll, vigorish_totals
from passline.strategies.protocol import PLAYER, History, PlayState, RequestedAct, place_bets, sort_bets
from passline.table.acts import MakeBet, RollDice
from passline.table.events import Rolled
from passline.table.layout import Layout
from passline.table.ledger import CAGE, Books, Place
from passline.table.table import Table, after, decide
from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    import numpy.typing as npt

    from passline.house.house import House
    from passline.strategies.protocol import SetMemory, Strategy, View
    from passline.table.acts import Act
    from passline.table.events import Event
    from passline.words.money import Cents

AMPLE_RAIL: Cents = 10**13
"""A rail that no strategy comes to the end of, in cents."""
MAX_STATES = 1_000_000
"""The most states that are numbered."""
RAIL = Place("rail", PLAYER)
THROWS = tuple(RollDice(roll) for roll in EVERY_ROLL)


class State(NamedTuple):
    """What is numbered: the table as far as it matters to the player's bets, and what the strategy remembers.

    Attributes:
        layout: What lies on the table, in the order of the spots.
        memory: The strategy's.
        last: The last roll, for a strategy that looks at it; None for others.
        is_over: Whether the player bets no more, and what is left on the layout is played out.
    """

    layout: Layout
    memory: Hashable
    last: Rolled | None = None
    is_over: bool = False

    @property
    def layout_total(self) -> Cents:
        """What lies on the layout, in cents."""
        return sum(bet.amount for bet in self.layout.bets)


class Row(NamedTuple):
    """What the 36 rolls do from a state, once the strategy has bet; each in the order of `EVERY_ROLL`.

    Attributes:
        goes: The number of the state that each roll leads to.
        net: What each roll leaves on the rail, less what lay on it before the bets, in cents.
        booked: What each roll did by wager, as an index into the machine's bookings.
        need: What the rail must hold for this row to be so, in cents.
    """

    next_state: tuple[int, ...]
    net: tuple[Cents, ...]
    totals_index: tuple[int, ...]
    required_rail: Cents


class RowArrays(NamedTuple):
    """Rows as arrays: state and rail, -1 for an ample one, of shape (rows,); and of shape (rows, 36) what `Row` has."""

    state: npt.NDArray[np.int32]
    rail: npt.NDArray[np.int64]
    next_state: npt.NDArray[np.int32]
    net: npt.NDArray[np.int64]
    totals_index: npt.NDArray[np.int32]


def _no_columns() -> RowArrays:
    state, rail = np.empty(0, np.int32), np.empty(0, np.int64)
    next_state, net, totals_index = (np.empty((0, len(EVERY_ROLL)), kind) for kind in (np.int32, np.int64, np.int32))
    return RowArrays(state, rail, next_state, net, totals_index)


@dataclass
class Machine:
    """A strategy's machine at a house; `machine` makes it, with every state that an ample rail leads to.

    Attributes:
        heeds: What of the past the strategy looks at: "the first point", "the last roll".
        states: The states; a session begins in the first.
        ample_rows: The rows found so far while the rail is ample, by state.
        short_rows: The rows found so far of states whose rail is short, by state and rail in cents.
        row_order: State and rail, in cents, of each row, in the order in which they were found; None for an ample rail.
        broke: Whether no chip will move any more, by state and rail in cents, as far as it was asked.
        bookings: What the rolls of all rows do by wager, each once; the first is nothing.
        rows_on_disk: How many of its rows are kept on disk.
        lock: Held by whoever has rows found while others may, too.
    """

    house: House
    strategy: Strategy
    observes: frozenset[str] = frozenset()
    states: list[State] = field(default_factory=list)
    ample_rows: dict[int, Row] = field(default_factory=dict)
    short_rows: dict[tuple[int, Cents], Row] = field(default_factory=dict)
    known_broke: dict[tuple[int, Cents], bool] = field(default_factory=dict)
    wager_totals: list[tuple[WagerTotal, ...]] = field(default_factory=lambda: [()])
    rows_on_disk: int = 0
    lock: Lock = field(default_factory=Lock, repr=False, compare=False)
    row_order: list[tuple[int, Cents | None]] = field(default_factory=list)
    _numbers: dict[State, int] = field(default_factory=dict)
    _layout_totals: list[Cents] = field(default_factory=list)
    _booked: dict[tuple[WagerTotal, ...], int] = field(default_factory=dict)
    _thrown: dict[State, _Thrown] = field(default_factory=dict)
    _columns: RowArrays = field(default_factory=_no_columns)
    _most_needed: tuple[int, Cents] = field(default=(0, 0), compare=False)

    def __post_init__(self) -> None:
        """Number the state that a session begins in."""
        self._booked = {wager_totals: index for index, wager_totals in enumerate(self.wager_totals)}
        self._number(State(Layout(players=(PLAYER,)), self.strategy.initial_memory()))

    @property
    def rows(self) -> Sequence[Row]:
        """The row of every state that an ample rail leads to; those that are not known yet are found."""
        self.find()
        return [self.ample_rows[state] for state in range(len(self.states))]

    @property
    def next_state(self) -> npt.NDArray[np.int32]:
        """The state that each roll leads to: int32, shape (states, 36), in the order of `EVERY_ROLL`."""
        return np.array([row.next_state for row in self.rows], dtype=np.int32)

    @property
    def net(self) -> npt.NDArray[np.int64]:
        """What each roll does to the rail, the bets before it counted: int64, shape (states, 36), in cents."""
        return np.array([row.net for row in self.rows], dtype=np.int64)

    @property
    def required_rail(self) -> npt.NDArray[np.int64]:
        """What the rail must hold for a row to be so: int64, shape (states,), in cents."""
        return np.array([row.required_rail for row in self.rows], dtype=np.int64)

    @property
    def layout_total(self) -> npt.NDArray[np.int64]:
        """What lies on the layout in each state, before the bets: int64, shape (states,), in cents."""
        return np.array(self._layout_totals, dtype=np.int64)

    def row_arrays(self) -> RowArrays:
        """Return all rows found so far, in the order in which they were found, as arrays."""
        known = len(self._columns.state)
        if known < len(self.row_order):
            new = self.row_order[known:]
            rows = [self.ample_rows[state] if rail is None else self.short_rows[state, rail] for state, rail in new]
            added = RowArrays(
                np.array([state for state, _ in new], np.int32),
                np.array([-1 if rail is None else rail for _, rail in new], np.int64),
                np.array([row.next_state for row in rows], np.int32),
                np.array([row.net for row in rows], np.int64),
                np.array([row.totals_index for row in rows], np.int32),
            )
            both = zip(self._columns, added, strict=True)
            self._columns = RowArrays(*(np.concatenate(pair) for pair in cast("Iterable[list[Any]]", both)))
        return self._columns

    def restore_states(self, states: Iterable[State]) -> None:
        """Number states as they were numbered before, the first among them that a session begins in."""
        for state in states:
            self._number(state)

    def find(self, *, most: int = MAX_STATES) -> None:
        """Find the rows of all states numbered so far and of all that they lead to, until so many rows are known.

        Raises:
            NoMachine: There is no end to the states, or the strategy counts with its rail.
            StrategyError: The strategy asks for what it may not have.
        """
        collects = gc.isenabled()
        gc.disable()  # Nothing that is found is garbage, and looking for some takes a tenth of the time.
        try:
            state = 0
            while state < len(self.states) and len(self.ample_rows) < most:
                if state not in self.ample_rows:
                    self.ample_row(state)
                state += 1
        finally:
            if collects:
                gc.enable()

    def ample_row(self, state: int) -> Row:
        """Return the row of a state while the rail is ample; a new one is found."""
        if state not in self.ample_rows:
            self.ample_rows[state] = self._row(self.states[state], None)
            self.row_order.append((state, None))
        return self.ample_rows[state]

    def row(self, state: int, rail: Cents) -> Row:
        """Return the row of a state with so much on the rail, in cents; a new one is found."""
        ample = self.ample_row(state)
        if rail >= ample.required_rail:
            return ample
        key = state, rail
        if key not in self.short_rows:
            self.short_rows[key] = self._row(self.states[state], rail)
            self.row_order.append(key)
        return self.short_rows[key]

    @property
    def highest_required_rail(self) -> Cents:
        """What a rail must hold to be ample in every state that is known, in cents."""
        known, _ = self._most_needed  # Asked for after every roll.
        if known < len(self.ample_rows):
            self._most_needed = len(self.ample_rows), max(row.required_rail for row in self.ample_rows.values())
        return self._most_needed[1]

    def is_broke(self, rail: Cents, state: int = 0) -> bool:
        """Say whether no chip will move any more, whatever the dice do, with so much on the rail in a state."""
        key = state, rail
        if key not in self.known_broke:
            seen, ahead = {state}, [state]
            while ahead:
                at = ahead.pop()
                row, here = self.row(at, rail), self._layout_totals[at]
                if any(row.net) or any(self._layout_totals[to] != here for to in row.next_state):
                    self.known_broke[key] = False
                    return False
                new = set(row.next_state) - seen
                seen |= new
                ahead += new
            self.known_broke |= {(at, rail): True for at in seen}
        return self.known_broke[key]

    def is_ruined(self, cents: Cents) -> bool:
        """Say whether so much is too little to begin another session with."""
        return self.is_broke(min(cents, self.highest_required_rail))

    def play_out(self, state: int) -> int:
        """Return the number of the state from which what lies on the layout is played out, without further bets.

        What no roll can decide any more, such as a bet that is off for good, is not played out, but lies there.
        """
        return self._number(State(self.states[state].layout, None, None, is_over=True))

    def _number(self, state: State) -> int:
        if state not in self._numbers:
            if len(self.states) >= MAX_STATES:
                message = f"{self.strategy.name} has more than {MAX_STATES:,} states; the table itself can play it"
                raise NoMachine(message)
            self._numbers[state] = len(self.states)
            self._layout_totals.append(state.layout_total)
            self.states.append(state)
        return self._numbers[state]

    def _row(self, state: State, rail: Cents | None) -> Row:
        """Return what the 36 rolls do from a state; *rail* is None for an ample one."""
        held = AMPLE_RAIL if rail is None else rail
        watched = _Watched(self, state, is_ample=rail is None)
        history = History(state.last) if "the last roll" in self.observes else cast("History", _WatchedHistory(self))
        seat = PlayState(Table(self.house, state.layout, _books(state.layout, held)), state.memory, history)
        events: tuple[Event, ...] = ()
        if not state.is_over:
            seat, events = place_bets(watched, seat)
        thrown = self._throw(seat, is_over=state.is_over)
        spent = seat.table.books.rail(PLAYER) - held
        totals_index = thrown.totals_index
        if before := vigorish_totals(events):
            totals_index = tuple(self._book([*before, *self.wager_totals[each]]) for each in totals_index)
        return Row(thrown.next_state, tuple(spent + won for won in thrown.won), totals_index, max(watched.marks))

    def _throw(self, seat: PlayState, *, is_over: bool) -> _Thrown:
        """Return what the 36 rolls do once the bets are made; the rail does not matter to it."""
        key = State(self._relevant_layout(seat.table.layout), seat.memory, None, is_over)
        if key not in self._thrown:
            player = _Silent(self.strategy.name) if is_over else self.strategy
            table = Table(self.house, key.layout, seat.table.books)
            held = table.books.rail(PLAYER)
            next_state, won, totals_index = [], [], []
            for throw in THROWS:
                (rolled,) = decide(table, throw)
                assert isinstance(rolled, Rolled), "a throw is a roll"
                left = after(table, rolled)
                last = rolled if "the last roll" in self.observes else None
                next_state.append(
                    self._number(
                        State(self._relevant_layout(left.layout), player.after_roll(key.memory, rolled), last, is_over)
                    )
                )
                won.append(left.books.rail(PLAYER) - held)
                totals_index.append(self._book(totals_of_roll(rolled)) if rolled.settlements else 0)
            self._thrown[key] = _Thrown(tuple(next_state), tuple(won), tuple(totals_index))
        return self._thrown[key]

    def _book(self, wager_totals: Sequence[WagerTotal]) -> int:
        """Return the index of some bookings, each kept once."""
        together = add_wager_totals(wager_totals)
        if together not in self._booked:
            self._booked[together] = len(self.wager_totals)
            self.wager_totals.append(together)
        return self._booked[together]

    def _relevant_layout(self, layout: Layout) -> Layout:
        """Return a layout as far as it can matter to one player, to whom the dice always come back."""
        return Layout(
            players=layout.players,
            point=layout.point,
            is_before_first_point=layout.is_before_first_point or "the first point" not in self.observes,
            is_fresh_board=layout.is_fresh_board or self.house.takes["bonus_craps_made"] != "fresh board",
            bets=sort_bets(layout.bets),
        )


def machine(house: House, strategy: Strategy, *, most: int = MAX_STATES) -> Machine:
    """Return a strategy's machine at a house, with every state that an ample rail leads to.

    Args:
        house: Where.
        strategy: How the player bets; one that knows why its states have no end says so by an
            attribute `why_infinite`; only some of its rows can be found.
        most: How many rows are found at once; the others are found when they are first asked for.

    Raises:
        NoMachine: There is none: its states have no end, or its stakes are a share of the rail.
        StrategyError: The strategy asks for what it may not have, or never stops asking.
    """
    endless = getattr(strategy, "why_infinite", None)
    if endless is not None and most == MAX_STATES:
        raise NoMachine(endless)
    made = Machine(house, strategy)
    while True:
        try:
            made.find(most=most)
        except NewObservation as observes:  # Found on the way, so what was found before is found again.
            made = Machine(house, strategy, made.observes | {observes.what})
        else:
            return made


class NewObservation(Exception):
    """The strategy looks at something that its machine has not told apart so far."""

    def __init__(self, what: str) -> None:
        """Keep what it looks at."""
        super().__init__(what)
        self.what = what


class _Thrown(NamedTuple):
    """What the 36 rolls do to bets: where they lead, what they put on the rail in cents, and the bookings."""

    next_state: tuple[int, ...]
    won: tuple[Cents, ...]
    totals_index: tuple[int, ...]


@dataclass(frozen=True)
class _Silent:
    """A player who bets no more."""

    name: str

    def initial_memory(self) -> Hashable:
        return None

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:  # noqa: ARG002  Nothing matters any more.
        return memory

    def next_act(self, view: View) -> None:
        """Ask for nothing."""


class _Watched:
    """A strategy that is watched: at what of its rail it looks while that is ample, and what else it heeds."""

    def __init__(self, made: Machine, state: State, *, is_ample: bool) -> None:
        self.strategy = made.strategy
        self.is_ample = is_ample
        self.made = made
        self.is_told_apart = state.is_over or "the first point" in made.observes
        self.name = made.strategy.name
        self.marks: set[Cents] = {0}

    def initial_memory(self) -> Hashable:
        return self.strategy.initial_memory()

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        return self.strategy.after_roll(memory, rolled)

    def next_act(self, view: View) -> Act | RequestedAct | SetMemory | None:
        if self.is_ample:
            spent = AMPLE_RAIL - view.rail
            self.marks.add(spent)
            view = view._replace(rail=_AmpleRail.after(spent, self.marks))
        asked = self.strategy.next_act(view)
        act = asked.act if isinstance(asked, RequestedAct) else asked
        if not self.is_told_apart and isinstance(act, MakeBet):
            wager = self.made.house.wagers.get(self.made.house.names.canonical(act.wager) or "")
            if wager is not None and wager.made == "before the shooter's first point":
                raise NewObservation("the first point")
        return asked


class _WatchedHistory:
    """A history that the strategy has not looked at so far."""

    def __init__(self, made: Machine) -> None:
        self._name = made.strategy.name

    @property
    def last_roll(self) -> Rolled | None:
        raise NewObservation("the last roll")

    @property
    def rolls(self) -> int:
        message = f"{self._name} counts all rolls, and there is no end to them; the table itself can play it"
        raise NoMachine(message)

    @property
    def hands(self) -> int:
        message = f"{self._name} counts all hands, and there is no end to them; the table itself can play it"
        raise NoMachine(message)

    def after(self, rolled: Rolled) -> _WatchedHistory:  # noqa: ARG002  It is the machine that keeps the last roll.
        return self


class _AmpleRail(int):
    """A rail that is never short, and keeps in mind at which rails an answer would have been another."""

    spent: Cents
    marks: set[Cents]

    @classmethod
    def after(cls, spent: Cents, marks: set[Cents]) -> _AmpleRail:
        rail = cls(AMPLE_RAIL - spent)
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
