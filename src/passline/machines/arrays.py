"""A machine as NumPy arrays, in the layout that the random walk and the exact sessions read.

A session is followed by what the player is worth: the rail and the bets on the layout. All amounts that a session can
reach differ from its bankroll by multiples of one amount, the unit, so worth is counted in units.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.errors import NoMachine
from passline.machines.stop_rules import BROKE, LARGEST_WORTH, NOT_FOUND, NOT_SHORT, StopRules
from passline.table.shooter import move_puck
from passline.words.dice import EVERY_ROLL
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy.typing as npt

    from passline.machines.machine import Machine
    from passline.machines.terms import Terms
    from passline.words.money import Cents

ROLLS = len(EVERY_ROLL)

# The bits of an entry. Above these 32 bits it holds the gain of the roll, in units.
SEVEN_OUT = 1 << 31
"""Set if the roll ends a hand and the terms count hands."""
IDLE = 1 << 30
"""Set if no chip moves any more after the roll."""
UNKNOWN = 1 << 29
"""Set if the roll leads to a state whose row is not known yet."""
TARGET = UNKNOWN - 1
"""The bits that hold the place that the roll leads to."""

LARGEST_GAIN = 1 << 30
"""The largest gain of one roll, in units, that fits into an entry."""
MAX_ROWS_AHEAD = 4_000
"""The maximum number of rows that `find_missing_rows` finds in addition to the wanted rows."""
MEMORY = 1.0
"""The default limit of memory for the rows of short rails, in gigabytes."""
GIGABYTE = 10**9
KNOWN_ROWS_PER_ROW_AHEAD = 128
"""One more row is found ahead for each 128 known rows, so that a large machine is not rebuilt for a few rows."""


class EncodedRows(NamedTuple):
    """The rows of a machine as machine words, and the facts that the rules of a session need.

    Attributes:
        entries: int64, shape (rows * 36,). Of each roll: the gain in units in the upper 32 bits; below, the place of
            the first entry of the next row (`TARGET`) and the marks `SEVEN_OUT`, `IDLE` and `UNKNOWN`. The last row
            belongs to no state: it leads to itself, and sessions that have ended stay there.
        row_info: int64, shape (rows, 6), with the columns of `stop_rules`: `STATE`, the state of the row;
            `LAYOUT_TOTAL`, the bets on the layout, in cents; `SHORT_SIZE`, the number of units below which the rail may
            be short; `SHORT_START`, the place of those short rails in `short_rows`; `PLAY_OUT`, the first place when
            the bets on the layout are played out, or -1; `IS_OVER`, 1 if the bets on the layout are being played out.
        short_rows: int32. For each state and each worth below its `SHORT_SIZE`: the row, or one of the marks
            `NOT_SHORT`, `NOT_FOUND` and `BROKE`.
        start: The first place of a session: the worth in units above bit 32, the place of the first entry below.
        unit: Cents.
        remainder: The bankroll modulo the unit, in cents. Worth in cents is `units * unit + remainder`.
    """

    entries: npt.NDArray[np.int64]
    row_info: npt.NDArray[np.int64]
    short_rows: npt.NDArray[np.int32]
    start: int
    unit: int
    remainder: Cents


@dataclass(frozen=True)
class MachineArrays:
    """All known rows of a machine as arrays, for sessions on some terms.

    Attributes:
        machine: The machine.
        rows: The rows as machine words. The arrays below have the same rows except the last.
        stop_rules: When a session ends.
        totals_index: int32, shape (rows, 36): the wager totals of each roll, as an index into `machine.wager_totals`.
        gains: int64, shape (rows, 36): the change of the player's worth, in cents.
        seven_outs: bool, shape (rows, 36): whether the roll ends a hand.
        is_idle: bool, shape (states,): whether no chip moves any more, even if the rail is ample.
        is_ample: bool, shape (rows,): whether the row is for an ample rail.
        next_state: int32, shape (rows, 36): the state that the roll leads to.
    """

    machine: Machine
    rows: EncodedRows
    stop_rules: StopRules
    totals_index: npt.NDArray[np.int32]
    gains: npt.NDArray[np.int64]
    seven_outs: npt.NDArray[np.bool_]
    is_idle: npt.NDArray[np.bool_]
    is_ample: npt.NDArray[np.bool_]
    next_state: npt.NDArray[np.int32]


def arrays_of(machine: Machine, terms: Terms, *, memory: float = MEMORY) -> MachineArrays:
    """Return the arrays of all known rows of a machine.

    Args:
        machine: The machine.
        terms: The terms of the sessions.
        memory: The memory that the rows of short rails may use, in gigabytes.

    Raises:
        NoMachine: An amount, the bankroll or the number of rows does not fit into the arrays or into the memory.
    """
    play_outs = _play_out_states(machine) if terms.unresolved == "play out" else {}
    state, rail, next_state, net, totals_index = machine.row_arrays()
    layout_total = machine.layout_total
    is_ample = rail < 0
    place = np.full(len(machine.states), -1, np.int64)
    place[state[is_ample]] = np.flatnonzero(is_ample) * ROLLS
    gains = net + layout_total[next_state] - layout_total[state][:, None]
    seven_outs = _seven_outs(machine, state)
    is_active = ((gains != 0) | (totals_index != 0)).any(axis=1)
    is_idle = _idle_states(state[is_ample], next_state[is_ample], is_active[is_ample], len(machine.states))
    unit = int(np.gcd.reduce(gains, axis=None)) or 1
    if abs(gains // unit).max() >= LARGEST_GAIN or (state.size + 1) * ROLLS >= TARGET:
        message = (
            f"{machine.strategy.name} moves sums, or has states, beyond those that are walked; the table can play it"
        )
        raise NoMachine(message)
    if terms.bankroll // unit >= LARGEST_WORTH:
        message = f"a bankroll of {dollars(terms.bankroll)} is beyond those that are walked; the table can play it"
        raise NoMachine(message)
    remainder = terms.bankroll % unit

    target = np.where(place < 0, UNKNOWN | np.arange(place.size), place) | np.where(is_idle, IDLE, 0)
    marked = target[next_state] | np.where(seven_outs & (terms.hands is not None), SEVEN_OUT, 0)
    entries = ((gains // unit) << 32 | marked).astype(np.int64).ravel()
    entries = np.concatenate([entries, np.full(ROLLS, entries.size)])

    is_over = np.array([each.is_over for each in machine.states])
    short_size = np.where(is_over, 0, _short_sizes(machine, unit=unit, remainder=remainder))
    _check_memory(machine, short_size, unit, memory)
    short_start = np.cumsum(short_size) - short_size
    play_out = np.full(place.size, -1, np.int64)
    for each, to in play_outs.items():
        play_out[each] = -1 if is_idle[to] else place[to]
    state_info = [np.arange(place.size), layout_total, short_size, short_start, play_out, is_over]
    short_rows = _short_rows(machine, short_start, short_size, unit=unit, remainder=remainder)
    start = terms.bankroll // unit << 32 | int(target[0])
    rows = EncodedRows(entries, np.stack(state_info, axis=1)[state], short_rows, start, unit, remainder)
    rules = StopRules.of(terms, unit=unit, short_below=int(short_size.max()))
    return MachineArrays(machine, rows, rules, totals_index, gains, seven_outs, is_idle, is_ample, next_state)


def find_missing_rows(machine: Machine, wanted: Iterable[tuple[int, Cents]], *, until: Callable[[], bool]) -> None:
    """Find rows that sessions have reached, and some of the rows that follow while the rail is short.

    Args:
        machine: The machine.
        wanted: The state and the rail of each row; the rail in cents, or -1 for an ample rail.
        until: Called now and then; the search ends early once it returns true.
    """
    ahead = deque(wanted)
    known = len(machine.short_rows) + len(machine.ample_rows)
    most = known + min(MAX_ROWS_AHEAD, len(ahead) + known // KNOWN_ROWS_PER_ROW_AHEAD)
    while ahead and not until():
        state, rail = ahead.popleft()
        required_rail, is_new = machine.ample_row(state).required_rail, (state, rail) not in machine.short_rows
        if 0 <= rail < required_rail:
            row = machine.row(state, rail)
            if is_new and len(machine.short_rows) + len(machine.ample_rows) < most:
                ahead += {(to, rail + net) for to, net in zip(row.next_state, row.net, strict=True)}
        if rail >= 0 and not machine.states[state].layout_total:
            machine.is_broke(rail, state)


def _play_out_states(machine: Machine) -> dict[int, int]:
    """Return, by state, the state that begins to play out its bets; find all rows that follow."""
    starts = {index: machine.play_out(index) for index, state in enumerate(machine.states) if not state.is_over}
    ahead = list(starts.values())
    while ahead:
        state = ahead.pop()
        if state not in machine.ample_rows:
            ahead += machine.ample_row(state).next_state
    return starts


def _seven_outs(machine: Machine, state: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Return which rolls end a hand, by the states of the rows."""
    points = [machine.states[each].layout.point for each in state]
    by_point = {
        point: [move_puck(machine.house, point, roll).call == "seven out" for roll in EVERY_ROLL]
        for point in set(points)
    }
    return np.array([by_point[point] for point in points])


def _idle_states(
    known: npt.NDArray[np.int32], next_state: npt.NDArray[np.int32], is_active: npt.NDArray[np.bool_], states: int
) -> npt.NDArray[np.bool_]:
    """Return the idle states: no chip moves any more, whatever the dice, even if the rail is ample.

    A row is active if one of its rolls moves chips, or decides bets whose results cancel.
    """
    moves = np.ones(states, np.bool_)
    moves[known] = is_active
    while not np.array_equal(again := moves[known] | moves[next_state].any(axis=1), moves[known]):
        moves[known] = again
    return ~moves


def _short_sizes(machine: Machine, *, unit: Cents, remainder: Cents) -> npt.NDArray[np.int64]:
    """Return, by state, the number of units below which the rail may be short."""
    layout_total = machine.layout_total
    required_rail = np.zeros(len(machine.states), np.int64)
    required_rail[np.fromiter(machine.ample_rows, np.int64)] = [
        row.required_rail for row in machine.ample_rows.values()
    ]
    least_worth = layout_total + np.where(layout_total == 0, required_rail.max(), required_rail)
    sizes: npt.NDArray[np.int64] = np.maximum(0, -(-(least_worth - remainder) // unit))
    return sizes


def _check_memory(machine: Machine, short_size: npt.NDArray[np.int64], unit: Cents, memory: float) -> None:
    """Check that the rows of short rails fit into the memory, before it is used.

    Raises:
        NoMachine: They do not fit.
    """
    needed = int(short_size.sum()) * np.dtype(np.int32).itemsize
    if needed > memory * GIGABYTE:
        message = (
            f"{machine.strategy.name}: its bets need up to {dollars(int(short_size.max()) * unit)}, and its bankroll "
            f"changes by multiples of {dollars(unit)}; a table of all bankrolls below would take "
            f"{needed / GIGABYTE:,.1f} GB of memory, and {memory:g} GB may be used"
        )
        raise NoMachine(message)


def _short_rows(
    machine: Machine, start: npt.NDArray[np.int64], size: npt.NDArray[np.int64], *, unit: Cents, remainder: Cents
) -> npt.NDArray[np.int32]:
    """Return the rows of short rails, for the rails that these sessions can reach."""
    short_rows = np.full(int(size.sum()), NOT_FOUND, np.int32)
    layout_total = machine.layout_total

    def put(state: npt.NDArray[np.int64], rail: npt.NDArray[np.int64], row: npt.NDArray[np.int64]) -> None:
        units, over = np.divmod(rail + layout_total[state] - remainder, unit)
        is_possible = (over == 0) & (units >= 0) & (units < size[state])
        short_rows[(start[state] + units)[is_possible]] = row[is_possible]

    columns = machine.row_arrays()
    (rows,) = np.nonzero((columns.rail >= 0) & (layout_total[columns.state] > 0))
    put(columns.state[rows].astype(np.int64), columns.rail[rows], rows)
    row_of = {key: row for row, key in enumerate(machine.row_order)} if machine.known_broke else {}
    known = [(*key, BROKE if is_broke else row_of.get(key, NOT_SHORT)) for key, is_broke in machine.known_broke.items()]
    put(*np.array(known, np.int64).reshape(-1, 3).T)
    return short_rows
