"""When a session ends, as numbers: the rules, and the decision after each roll.

The random walk and the exact sessions both compile `stop_decision`, so a session ends by the same rules in both. This
module itself does not import Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from passline.machines.terms import MAX_NUMBER, STOPS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from passline.machines.terms import Terms
    from passline.words.money import Cents

LARGEST_WORTH = 1 << 30
"""The largest number of units that a player can be worth while the arrays of a machine are used."""

BY_ROLLS, BY_HANDS, BY_STOP_WIN, BY_STOP_LOSS, BY_NOTHING_TO_BET = range(len(STOPS))
"""The causes that end a session, as indices into `STOPS`."""
CONTINUES = -1
"""The session goes on."""

STATE, LAYOUT_TOTAL, SHORT_SIZE, SHORT_START, PLAY_OUT, IS_OVER = range(6)
"""The columns of `EncodedRows.row_info`."""
NOT_SHORT, NOT_FOUND, BROKE = -1, -2, -3
"""Marks in place of a short row: the rail is ample; the row is not known yet; no chip will move any more."""


class StopRules(NamedTuple):
    """The numbers that decide when a session ends. Units are those of `EncodedRows`.

    Attributes:
        rolls: The maximum number of rolls.
        low: While the player is worth at least `low` units and less than `low + span`, only the rolls, the hands or the
            state can end the session, and no rail is short.
        span: The width of that range, in units.
        hands: The maximum number of hands.
        stop_win: The session ends once the player is worth at least this, in units.
        floor: The session ends once the player is worth at most this, in units; -1 if there is no such limit.
    """

    rolls: int
    low: int
    span: int
    hands: int
    stop_win: int
    floor: int

    @classmethod
    def of(cls, terms: Terms, *, unit: Cents, short_below: int) -> StopRules:
        """Return the rules of some terms.

        Args:
            terms: The terms of the session.
            unit: The cents in a unit.
            short_below: The number of units below which the rail of some state may be short.
        """
        remainder = terms.bankroll % unit
        stop_win, floor = LARGEST_WORTH, -1
        if terms.stop_win is not None:
            stop_win = min(stop_win, -(-(terms.bankroll + terms.stop_win - remainder) // unit))
        if terms.stop_loss is not None:
            floor = (terms.bankroll - terms.stop_loss - remainder) // unit
        low = max(short_below, floor + 1)
        hands = terms.hands if terms.hands is not None else MAX_NUMBER
        return cls(terms.rolls, low, max(0, stop_win - low), hands, stop_win, floor)


def stop_decision(
    units: int,
    row: int,
    is_idle: bool,  # noqa: FBT001  Compiled functions take their arguments in order.
    hands: int,
    rolled: int,
    row_info: npt.NDArray[np.int64],
    short_rows: npt.NDArray[np.int32],
    rules: StopRules,
) -> tuple[int, int]:
    """Return the cause that ends a session at a row, and otherwise the short row that continues it.

    Args:
        units: The player's worth, in units.
        row: The row that is reached.
        is_idle: Whether no chip moves any more in this state, even if the rail is ample.
        hands: The number of hands that are left.
        rolled: The number of rolls until now.
        row_info: int64, shape (rows, 6), as in `EncodedRows`.
        short_rows: int32, as in `EncodedRows`.
        rules: When a session ends.

    Returns:
        An index into `STOPS`, or `CONTINUES`; and a row, or one of the marks `NOT_SHORT`, `NOT_FOUND`, `BROKE`.
    """
    stop, short_row = CONTINUES, NOT_SHORT
    if row_info[row, IS_OVER]:
        stop = BY_ROLLS if is_idle else CONTINUES
    elif units >= rules.stop_win:
        stop = BY_STOP_WIN
    elif units <= rules.floor:
        stop = BY_STOP_LOSS
    elif hands <= 0:
        stop = BY_HANDS
    elif rolled == rules.rolls:
        stop = BY_ROLLS
    elif is_idle:
        stop = BY_NOTHING_TO_BET
    elif units < row_info[row, SHORT_SIZE]:
        short_row = int(short_rows[row_info[row, SHORT_START] + units])
        stop = BY_NOTHING_TO_BET if short_row == BROKE else CONTINUES
    return stop, short_row
