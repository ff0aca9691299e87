"""A strategy as a finite Markov chain: its states, and the transition of each of the 36 rolls.

The transitions are found with `decide` and `after` alone. A state is the layout and the strategy's memory; the books
are not part of it. While the rail is ample, so that it holds all that the strategy may need, its amount does not
matter. If the rail is short, the row depends on the rail too, and is found on first use.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from passline.errors import NoMachine
from passline.machines.observation import (
    AMPLE_RAIL,
    NewObservation,
    ObservedHistory,
    ObservedStrategy,
    SilentStrategy,
)
from passline.machines.wager_totals import WagerTotal, add_wager_totals, totals_of_roll, vigorish_totals
from passline.strategies.protocol import PLAYER, History, PlayState, place_bets, sort_bets
from passline.table.acts import RollDice
from passline.table.events import Rolled
from passline.table.layout import Layout
from passline.table.ledger import CAGE, Books, Place
from passline.table.table import Table, after, decide
from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    import numpy.typing as npt

    from passline.house.house import House
    from passline.strategies.protocol import Strategy
    from passline.table.events import Event
    from passline.words.money import Cents

MAX_STATES = 1_000_000
"""The largest number of states of a machine."""
RAIL = Place("rail", PLAYER)
ROLLS = tuple(RollDice(roll) for roll in EVERY_ROLL)


class State(NamedTuple):
    """A state before the strategy bets: the part of the table that matters to its bets, and its memory.

    Attributes:
        layout: The point and the bets, in the order of the spots.
        memory: The strategy's memory.
        last: The last roll, if the strategy looks at it; otherwise None.
        is_over: Whether the player bets no more, and the bets on the layout are played out.
    """

    layout: Layout
    memory: Hashable
    last: Rolled | None = None
    is_over: bool = False

    @property
    def layout_total(self) -> Cents:
        """The sum of the bets on the layout, in cents."""
        return sum(bet.amount for bet in self.layout.bets)


class Row(NamedTuple):
    """The transitions of a state, after the strategy's bets: each tuple has one entry a roll, as in `EVERY_ROLL`.

    Attributes:
        next_state: The number of the state that the roll leads to.
        net: The rail after the roll, less the rail before the bets, in cents.
        totals_index: The results of the roll by wager, as an index into `Machine.wager_totals`.
        required_rail: The row holds for a rail of at least this amount, in cents.
    """

    next_state: tuple[int, ...]
    net: tuple[Cents, ...]
    totals_index: tuple[int, ...]
    required_rail: Cents


class RowArrays(NamedTuple):
    """Rows as arrays.

    Attributes:
        state: int32, shape (rows,): the state of the row.
        rail: int64, shape (rows,): the rail of the row, in cents; -1 for an ample rail.
        next_state: int32, shape (rows, 36), as in `Row`.
        net: int64, shape (rows, 36), in cents, as in `Row`.
        totals_index: int32, shape (rows, 36), as in `Row`.
    """

    state: npt.NDArray[np.int32]
    rail: npt.NDArray[np.int64]
    next_state: npt.NDArray[np.int32]
    net: npt.NDArray[np.int64]
    totals_index: npt.NDArray[np.int32]


def _no_rows() -> RowArrays:
    state, rail = np.empty(0, np.int32), np.empty(0, np.int64)
    next_state, net, totals_index = (np.empty((0, len(EVERY_ROLL)), kind) for kind in (np.int32, np.int64, np.int32))
    return RowArrays(state, rail, next_state, net, totals_index)


@dataclass
class Machine:
    """The machine of a strategy at a house, as far as it is known. `machine` makes it complete for an ample rail.

    Attributes:
        observes: The parts of the past that the states distinguish, because the strategy looks at them: "the first
            point", "the last roll".
        states: The states; a session begins in the first.
        ample_rows: The known rows for an ample rail, by state.
        short_rows: The known rows for a short rail, by state and rail in cents.
        known_broke: Known answers of `is_broke`, by state and rail in cents.
        wager_totals: The results of rolls by wager; each distinct result once, the first empty.
        rows_on_disk: The number of rows that are saved on disk.
        lock: Held by a thread while it finds rows, if several threads use the machine.
        row_order: State and rail, in cents, of each row, oldest first; None for an ample rail.
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
    _index_of: dict[tuple[WagerTotal, ...], int] = field(default_factory=dict)
    _transitions: dict[State, _Transitions] = field(default_factory=dict)
    _arrays: RowArrays = field(default_factory=_no_rows)
    _highest_required_rail: tuple[int, Cents] = field(default=(0, 0), compare=False)

    def __post_init__(self) -> None:
        """Number the first state of a session."""
        self._index_of = {wager_totals: index for index, wager_totals in enumerate(self.wager_totals)}
        self._number(State(Layout(players=(PLAYER,)), self.strategy.initial_memory()))

    @property
    def rows(self) -> Sequence[Row]:
        """The row of every state for an ample rail; unknown rows are found first."""
        self.explore()
        return [self.ample_rows[state] for state in range(len(self.states))]

    @property
    def next_state(self) -> npt.NDArray[np.int32]:
        """The next state of each roll for an ample rail: int32, shape (states, 36), in the order of `EVERY_ROLL`."""
        return np.array([row.next_state for row in self.rows], dtype=np.int32)

    @property
    def net(self) -> npt.NDArray[np.int64]:
        """The change of the rail by the bets and each roll: int64, shape (states, 36), in cents."""
        return np.array([row.net for row in self.rows], dtype=np.int64)

    @property
    def required_rail(self) -> npt.NDArray[np.int64]:
        """The smallest rail that is ample in each state: int64, shape (states,), in cents."""
        return np.array([row.required_rail for row in self.rows], dtype=np.int64)

    @property
    def layout_total(self) -> npt.NDArray[np.int64]:
        """The sum of the bets on the layout before the strategy bets: int64, shape (states,), in cents."""
        return np.array(self._layout_totals, dtype=np.int64)

    def row_arrays(self) -> RowArrays:
        """Return all known rows as arrays, oldest first."""
        known = len(self._arrays.state)
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
            both = zip(self._arrays, added, strict=True)
            self._arrays = RowArrays(*(np.concatenate(pair) for pair in cast("Iterable[list[Any]]", both)))
        return self._arrays

    def restore_states(self, states: Iterable[State]) -> None:
        """Number states in a given order; the first is the first state of a session."""
        for state in states:
            self._number(state)

    def explore(self, *, most: int = MAX_STATES) -> None:
        """Find the rows of all states that an ample rail leads to, until *most* rows are known.

        Raises:
            NoMachine: There are more than `MAX_STATES` states, or the strategy calculates with its rail.
            StrategyError: The strategy asks for an act that the table refuses, or never stops asking.
        """
        collects = gc.isenabled()
        gc.disable()  # Nothing here is garbage, and the collector would take a tenth of the time.
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
        """Return the row of a state for an ample rail; find it if it is unknown."""
        if state not in self.ample_rows:
            self.ample_rows[state] = self._row(self.states[state], None)
            self.row_order.append((state, None))
        return self.ample_rows[state]

    def row(self, state: int, rail: Cents) -> Row:
        """Return the row of a state for a rail, in cents; find it if it is unknown."""
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
        """The smallest rail that is ample in every known state, in cents."""
        known, _ = self._highest_required_rail  # This is used after every roll.
        if known < len(self.ample_rows):
            self._highest_required_rail = (
                len(self.ample_rows),
                max(row.required_rail for row in self.ample_rows.values()),
            )
        return self._highest_required_rail[1]

    def is_broke(self, rail: Cents, state: int = 0) -> bool:
        """Return whether no chip moves any more in a state with this rail, in cents, whatever the dice."""
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
        """Return whether an amount in cents is too small for the strategy to begin another session."""
        return self.is_broke(min(cents, self.highest_required_rail))

    def play_out(self, state: int) -> int:
        """Return the number of the state that begins to play out the bets of a state, without further bets.

        Bets that no roll can decide, such as a bet that stays off, remain on the layout.
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
        """Return the row of a state; *rail* is in cents, or None for an ample rail."""
        held = AMPLE_RAIL if rail is None else rail
        knows_first_point = state.is_over or "the first point" in self.observes
        observed = ObservedStrategy(
            self.house, self.strategy, is_ample=rail is None, knows_first_point=knows_first_point
        )
        sees_last_roll = "the last roll" in self.observes
        history = History(state.last) if sees_last_roll else cast("History", ObservedHistory(self.strategy.name))
        seat = PlayState(Table(self.house, state.layout, _books(state.layout, held)), state.memory, history)
        events: tuple[Event, ...] = ()
        if not state.is_over:
            seat, events = place_bets(observed, seat)
        transitions = self._roll(seat, is_over=state.is_over)
        spent = seat.table.books.rail(PLAYER) - held
        totals_index = transitions.totals_index
        if before := vigorish_totals(events):
            totals_index = tuple(self._index([*before, *self.wager_totals[each]]) for each in totals_index)
        return Row(
            transitions.next_state,
            tuple(spent + won for won in transitions.won),
            totals_index,
            max(observed.required_rails),
        )

    def _roll(self, seat: PlayState, *, is_over: bool) -> _Transitions:
        """Return the transitions of the 36 rolls once the bets are made; they do not depend on the rail."""
        key = State(self._relevant_layout(seat.table.layout), seat.memory, None, is_over)
        if key not in self._transitions:
            player = SilentStrategy(self.strategy.name) if is_over else self.strategy
            table = Table(self.house, key.layout, seat.table.books)
            held = table.books.rail(PLAYER)
            next_state, won, totals_index = [], [], []
            for roll in ROLLS:
                (rolled,) = decide(table, roll)
                assert isinstance(rolled, Rolled), "the dice are rolled"
                left = after(table, rolled)
                last = rolled if "the last roll" in self.observes else None
                next_state.append(
                    self._number(
                        State(self._relevant_layout(left.layout), player.after_roll(key.memory, rolled), last, is_over)
                    )
                )
                won.append(left.books.rail(PLAYER) - held)
                totals_index.append(self._index(totals_of_roll(rolled)) if rolled.settlements else 0)
            self._transitions[key] = _Transitions(tuple(next_state), tuple(won), tuple(totals_index))
        return self._transitions[key]

    def _index(self, wager_totals: Sequence[WagerTotal]) -> int:
        """Return the index of wager totals; each distinct result has one index."""
        result = add_wager_totals(wager_totals)
        if result not in self._index_of:
            self._index_of[result] = len(self.wager_totals)
            self.wager_totals.append(result)
        return self._index_of[result]

    def _relevant_layout(self, layout: Layout) -> Layout:
        """Return the part of a layout that can matter to a player who is alone at the table."""
        return Layout(
            players=layout.players,
            point=layout.point,
            is_before_first_point=layout.is_before_first_point or "the first point" not in self.observes,
            is_fresh_board=layout.is_fresh_board or self.house.choices["bonus_craps_made"] != "fresh board",
            bets=sort_bets(layout.bets),
        )


def machine(house: House, strategy: Strategy, *, most: int = MAX_STATES) -> Machine:
    """Return the machine of a strategy at a house, with all rows for an ample rail.

    Args:
        house: The house at which the strategy bets.
        strategy: The strategy. If it has an attribute `why_infinite`, its states have no end, and only a part of its
            machine can be found.
        most: The maximum number of rows to find now; other rows are found on first use.

    Raises:
        NoMachine: There are too many states, or the strategy calculates with its rail.
        StrategyError: The strategy asks for an act that the table refuses, or never stops asking.
    """
    why_infinite = getattr(strategy, "why_infinite", None)
    if why_infinite is not None and most == MAX_STATES:
        raise NoMachine(why_infinite)
    found = Machine(house, strategy)
    while True:
        try:
            found.explore(most=most)
        except NewObservation as observation:  # The states must distinguish more, so all are found again.
            found = Machine(house, strategy, found.observes | {observation.what})
        else:
            return found


class _Transitions(NamedTuple):
    """The transitions after the bets are made: next states, the change of the rail in cents, and wager totals."""

    next_state: tuple[int, ...]
    won: tuple[Cents, ...]
    totals_index: tuple[int, ...]


def _books(layout: Layout, rail: Cents) -> Books:
    """Return books that hold a rail and the bets on a layout, all of it from the cage."""
    held = {bet.place: bet.amount for bet in layout.bets}
    if rail:
        held[RAIL] = rail
    return Books(held | {CAGE: -sum(held.values())}) if held else Books()
