"""Sessions as walks through the arrays of a machine.

A session is at a *position*: what the player is worth, in units, times 2 to the 32nd, plus the place of the first entry
of the row that comes next. After a roll the marks of the entry are part of the position until `arrive` has looked at
them.

These functions run as they are in a small simulation, and `kernel` compiles them for a large one. This module does not
import Numba, which takes long to load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from passline.machines.arrays import IDLE, ROLLS, SEVEN_OUT, TARGET, UNKNOWN
from passline.machines.stop_rules import CONTINUES, IS_OVER, LAYOUT_TOTAL, NOT_FOUND, PLAY_OUT, STATE, stop_decision

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from passline.machines.arrays import EncodedRows
    from passline.machines.stop_rules import StopRules

    Integers = npt.NDArray[np.int64]

UNIT = 1 << 32
"""One unit of worth, in a position."""
PLACE = UNIT - 1
"""The bits of a position that hold the place and the marks."""

COLUMNS = 5
FINAL_WORTH, ROLLS_TAKEN, ENDED_BY, MISSING_STATE, MISSING_RAIL = range(COLUMNS)
"""The columns of a finished session: the final worth, in cents; the number of rolls; its cause, an index into
`STOPS`, or `ROW_MISSING`; and the state and the rail, in cents, of the missing row, -1 for an ample rail."""
ROW_MISSING = -1
"""The session has reached a row that is not known yet."""


def follow_session(
    rows: EncodedRows,
    rules: StopRules,
    rolls: Iterable[int],
    counts: Integers,
    index: int,
    ended: Integers,
    worth_by_roll: Integers,
) -> None:
    """Walk one session along given rolls. If they run out, the bets on the layout are returned.

    Args:
        rows: The rows of the machine.
        rules: When a session ends.
        rolls: Indices into `EVERY_ROLL`.
        counts: int64, shape (rows * 36,): each roll adds 1 to the count of its entry.
        index: The session's row in `ended`.
        ended: int64, shape (sessions, 5): receives the result, with the columns of this module.
        worth_by_roll: int64, shape (n,): receives the player's worth in cents before the first roll and after each of
            the first n - 1; after the end, the final worth.
    """
    hands = np.full(1, rules.hands, np.int64)
    entries, row_info, short_rows, scale = rows.entries, rows.row_info, rows.short_rows, (rows.unit, rows.remainder)
    at_rest = rest_position(entries.size, rules)
    rolled = 0
    if worth_by_roll.size:
        worth_by_roll[0] = worth(rows.start, scale)
    position = arrive(rows.start, index, 0, at_rest, row_info, short_rows, scale, rules, hands, 0, ended)
    if position != at_rest:
        for roll in rolls:
            place = (position & PLACE) + roll
            counts[place] += 1
            position = (position & ~PLACE) + int(entries[place])
            rolled += 1
            if rolled < worth_by_roll.size:
                worth_by_roll[rolled] = worth(position, scale)
            position = arrive(position, index, rolled, at_rest, row_info, short_rows, scale, rules, hands, 0, ended)
            if position == at_rest:
                break
    if position != at_rest:
        finish(position, index, rolled, scale, ended)
    worth_by_roll[rolled + 1 :] = ended[index, FINAL_WORTH]


def arrive(
    position: int,
    index: int,
    rolled: int,
    at_rest: int,
    row_info: Integers,
    short_rows: npt.NDArray[np.int32],
    scale: tuple[int, int],
    rules: StopRules,
    hands: Integers,
    lane: int,
    ended: Integers,
) -> int:
    """Return the position that a session continues from after an entry: as it is, at a short row, or at rest.

    Args:
        position: The position with the marks of the entry.
        index: The session's row in `ended`.
        rolled: The number of rolls until now.
        at_rest: The position of sessions that have ended.
        row_info: int64, shape (rows, 6), as in `EncodedRows`.
        short_rows: int32, as in `EncodedRows`.
        scale: The unit and the remainder of `EncodedRows`, in cents.
        rules: When a session ends.
        hands: int64: the number of hands that are left, by lane; it is reduced after a seven-out.
        lane: The session's place in `hands`.
        ended: int64, shape (sessions, 5): receives the result if the session ends here.
    """
    place = position & TARGET
    if position & UNKNOWN:
        ask(place, -1, index, ended)
        position = at_rest
    elif position != at_rest:
        row = place // ROLLS
        hands[lane] -= (position & SEVEN_OUT) != 0
        is_idle = (position & IDLE) != 0
        stop, short_row = stop_decision(position >> 32, row, is_idle, hands[lane], rolled, row_info, short_rows, rules)
        if short_row == NOT_FOUND:
            ask(row_info[row, STATE], worth(position, scale) - row_info[row, LAYOUT_TOTAL], index, ended)
            position = at_rest
        elif stop == CONTINUES:
            position = (position & ~PLACE) + (short_row * ROLLS if short_row >= 0 else place)
        else:
            if not row_info[row, IS_OVER]:
                ended[index, ENDED_BY] = stop
            if row_info[row, PLAY_OUT] >= 0:
                position = (position & ~PLACE) + int(row_info[row, PLAY_OUT])
            else:
                finish(position, index, rolled, scale, ended)
                position = at_rest
    return position


def first_position(rows: EncodedRows, rules: StopRules, ended: Integers) -> int:
    """Return the position of a session before its first roll; if it ends there, `ended[0]` receives the result."""
    scale, hands = (rows.unit, rows.remainder), np.full(1, rules.hands, np.int64)
    at_rest = rest_position(rows.entries.size, rules)
    return arrive(rows.start, 0, 0, at_rest, rows.row_info, rows.short_rows, scale, rules, hands, 0, ended)


def rest_position(entries: int, rules: StopRules) -> int:
    """Return the position of sessions that have ended: the last row, with a worth that no rule looks at."""
    return (rules.low << 32) + entries - ROLLS


def worth(position: int, scale: tuple[int, int]) -> int:
    """Return what the player is worth at a position, in cents."""
    return (position >> 32) * scale[0] + scale[1]


def finish(position: int, index: int, rolled: int, scale: tuple[int, int], ended: Integers) -> None:
    """End a session: the bets on the layout are returned."""
    ended[index, FINAL_WORTH] = worth(position, scale)
    ended[index, ROLLS_TAKEN] = rolled


def ask(state: Any, rail: Any, index: int, ended: Integers) -> None:  # noqa: ANN401  Integers of Python, of NumPy, or compiled.
    """End a session at a row that is not known, and ask for it."""
    ended[index, ENDED_BY], ended[index, MISSING_STATE], ended[index, MISSING_RAIL] = ROW_MISSING, state, rail
