"""The compiled walk: sessions through the rows of a machine, one look-up a roll.

Four sessions are walked side by side, so that while one waits for its row the others go on. What happens between two
rolls that is more than a look-up, because the rail is short or the session may be at its end, is rare, and is
looked at apart: an arrival.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import int64, njit, uint64

from passline.errors import NoMachine
from passline.machines.terms import MOST, STOPS
from passline.simulation.random_stream import WORDS, draw, product
from passline.table.shooter import puck
from passline.words.dice import EVERY_ROLL
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy.typing as npt

    from passline.machines.machine import Machine
    from passline.machines.terms import Terms
    from passline.words.money import Cents

ROLLS = len(EVERY_ROLL)
SEVEN_OUT = 1 << 31
"""An entry of a roll that ends a hand, where hands are counted."""
IDLE = 1 << 30
"""An entry that leads to where no chip moves any more."""
UNKNOWN = 1 << 29
"""An entry that leads to a state whose row has not been found yet."""
WHERE = UNKNOWN - 1
"""The bits of an entry that say where it leads; those above the 32nd are by how many units the player is better off."""
LOW_HALF = (1 << 32) - 1
EVENTS = SEVEN_OUT | IDLE | UNKNOWN
WIDEST = 1 << 30
"""The most units that a roll can do to the rail, so that they fit into an entry."""
LARGEST = 1 << 30
"""More units than sessions begin with that are walked; they have as many to win."""

COHORT = 256
"""The sessions that are walked together; four times a whole number."""
MOST_AT_ONCE = 4_000
"""How many rows are found at most, beside those that are asked for, before sessions are walked again."""
AS_MANY = 128
"""Of how many rows that are known one more is found, so that large machines are not laid out again for a few rows."""
BY_ROLLS, BY_HANDS, BY_STOP_WIN, BY_STOP_LOSS, BY_NOTHING_TO_BET = range(len(STOPS))
GOES_ON = -1
STUCK = -1
STATE, ON_LAYOUT, SIZE, BASE, OUT, IS_OVER = range(6)
"""What is known about a row, by column."""
COLUMNS = 5
CENTS, TOOK, WHY, ASKS_STATE, ASKS_RAIL = range(COLUMNS)
"""How a session ended, by column: what the player was worth, in cents, and after how many rolls; by what, an index into
`STOPS`, or -1 for one that is stuck at an unknown row, and the state and rail that it asks for; -1 for an ample one."""
NOT_SHORT, NOT_FOUND, BROKE = -1, -2, -3


class Rows(NamedTuple):
    """The rows of a machine as words, and what an arrival has to look at.

    What is followed is what the player is worth, his rail and his bets on the layout, in units: all that sessions can
    come to differs by whole units from what they begin with, so it is `rest` cents and so many times `unit`.

    Attributes:
        entries: uint64, shape (rows * 36,). Where each roll leads, as the place of a row's first entry; by how many
            units it makes the player better off; and marks. The last row is idle: it leads to itself and does nothing.
        about: int64, shape (rows, 6). What an arrival has to know: `STATE`, the state of the row; `ON_LAYOUT`, what
            lies there, in cents; `SIZE`, below how many units the rail may be short, and `BASE`, where such rails begin
            in `short`; `OUT`, the place by which what is on the layout is played out, or -1; and `IS_OVER`, whether it
            is being played out.
        short: int32. For each state and each worth below its size, in units, the row, or why there is none.
        begin: What a session begins as: what the player is worth, in units, above the 32nd bit, and where, below.
    """

    entries: npt.NDArray[np.uint64]
    about: npt.NDArray[np.int64]
    short: npt.NDArray[np.int32]
    begin: np.uint64
    unit: int
    rest: Cents


class Ends(NamedTuple):
    """When sessions end. From `low` units, and for `span` of them, no arrival has to be looked at."""

    rolls: int
    low: int
    span: int
    hands: int
    stop_win: int
    floor: int


@dataclass(frozen=True)
class Laid:
    """A machine laid out for the walk, and what its rolls come to; rows are those of `Rows` but for the last.

    Attributes:
        made: The machine.
        booked: The bookings of each roll: int32, shape (rows, 36).
        gains: By how much each roll makes the player better off, in cents: int64, shape (rows, 36).
        seven_outs: Which rolls end a hand: bool, shape (rows, 36).
        is_idle: In which states no chip moves any more, as far as it is known: bool, shape (states,).
        is_ample: Which rows are for an ample rail: bool, shape (rows,).
        goes: The state that each roll leads to: int32, shape (rows, 36).
    """

    made: Machine
    rows: Rows
    ends: Ends
    booked: npt.NDArray[np.int32]
    gains: npt.NDArray[np.int64]
    seven_outs: npt.NDArray[np.bool_]
    is_idle: npt.NDArray[np.bool_]
    is_ample: npt.NDArray[np.bool_]
    goes: npt.NDArray[np.int32]


def laid_out(made: Machine, terms: Terms) -> Laid:
    """Return a machine laid out, with all rows that have been found so far."""
    outs = _played_out(made) if terms.unresolved == "play out" else {}
    state, rail, goes, net, booked = made.columns()
    known = np.fromiter(made.found, np.int64)
    on_layout = made.on_layout
    place = np.full(len(made.states), -1, np.int64)
    is_ample = rail < 0
    place[state[is_ample]] = np.flatnonzero(is_ample) * ROLLS
    gains = net + on_layout[goes] - on_layout[state][:, None]
    seven_outs = _seven_outs(made, state)
    does = ((gains != 0) | (booked != 0)).any(axis=1)
    is_idle = _idle(state[is_ample], goes[is_ample], does[is_ample], len(made.states))

    where = np.where(place < 0, UNKNOWN | np.arange(place.size), place) | np.where(is_idle, IDLE, 0)
    leads = where[goes] | np.where(seven_outs & (terms.hands is not None), SEVEN_OUT, 0)
    unit = int(np.gcd.reduce(gains, axis=None)) or 1
    if abs(gains // unit).max() >= WIDEST or (state.size + 1) * ROLLS >= WHERE:
        message = f"{made.strategy.name} moves sums, or has states, beyond those that are walked; the table can play it"
        raise NoMachine(message)
    if terms.bankroll // unit >= LARGEST:
        message = f"a rail of {dollars(terms.bankroll)} is beyond those that are walked; the table can play it"
        raise NoMachine(message)
    entries = ((gains // unit) << 32 | leads).astype(np.uint64).ravel()
    need = np.zeros(place.size, np.int64)
    need[known] = [row.need for row in made.found.values()]
    least = on_layout + np.where(on_layout == 0, need.max(), need)
    rest = terms.bankroll % unit
    is_over = np.array([each.is_over for each in made.states])
    size = np.where(is_over, 0, np.maximum(0, _units(least, unit, rest)))
    out = np.full(place.size, -1, np.int64)
    for each, to in outs.items():
        out[each] = -1 if is_idle[to] else place[to]
    base = np.cumsum(size) - size
    about = np.stack([np.arange(place.size), on_layout, size, base, out, is_over], axis=1)[state]
    short = _short(made, base, size, unit=unit, rest=rest)
    entries = np.concatenate([entries, np.full(ROLLS, entries.size, np.uint64)])
    begin = np.uint64(terms.bankroll // unit << 32 | int(where[0]))
    rows = Rows(entries, about, short, begin, unit, rest)
    ends = _ends(terms, int(size.max()), unit)
    return Laid(made, rows, ends, booked, gains, seven_outs, is_idle, is_ample, goes)


def look_up(made: Machine, asks: Iterable[tuple[int, Cents]], *, until: Callable[[], bool]) -> None:
    """Find the rows that stuck sessions ask for, and some that they lead to while the rail is short.

    Args:
        made: The machine that they are found for.
        asks: States, and rails in cents; -1 for an ample one.
        until: Whether to leave it, asked now and then.
    """
    ahead = deque(asks)
    known = len(made.short_rows) + len(made.found)
    most = known + min(MOST_AT_ONCE, len(ahead) + known // AS_MANY)
    while ahead and not until():
        state, rail = ahead.popleft()
        need, is_new = made.find_row(state).need, (state, rail) not in made.short_rows
        if 0 <= rail < need:
            row = made.row(state, rail)
            if is_new and len(made.short_rows) + len(made.found) < most:
                ahead += {(to, rail + net) for to, net in zip(row.goes, row.net, strict=True)}
        if rail >= 0 and not made.states[state].on_layout:
            made.is_broke(rail, state)


def _played_out(made: Machine) -> dict[int, int]:
    """Return the states from which what is on the layout of each state is played out; their rows are found."""
    outs = {index: made.play_out(index) for index, state in enumerate(made.states) if not state.is_over}
    ahead = list(outs.values())
    while ahead:
        state = ahead.pop()
        if state not in made.found:
            ahead += made.find_row(state).goes
    return outs


def _seven_outs(made: Machine, state: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Return which rolls end a hand."""
    points = [made.states[each].layout.point for each in state]
    by_point = {
        point: [puck(made.house, point, roll).call == "seven out" for roll in EVERY_ROLL] for point in set(points)
    }
    return np.array([by_point[point] for point in points])


def _idle(
    known: npt.NDArray[np.int32], goes: npt.NDArray[np.int32], does: npt.NDArray[np.bool_], states: int
) -> npt.NDArray[np.bool_]:
    """Return the states from which no chip moves any more, whatever the dice do, though the rail is ample.

    A row *does* something if a roll moves chips, or decides bets that make up for one another.
    """
    moves = np.ones(states, np.bool_)
    moves[known] = does
    while not np.array_equal(again := moves[known] | moves[goes].any(axis=1), moves[known]):
        moves[known] = again
    return ~moves


def _short(
    made: Machine, base: npt.NDArray[np.int64], size: npt.NDArray[np.int64], *, unit: Cents, rest: Cents
) -> npt.NDArray[np.int32]:
    """Return the rows of short rails, for those rails that these sessions can have."""
    short = np.full(int(size.sum()), NOT_FOUND, np.int32)
    on_layout = made.on_layout

    def put(state: npt.NDArray[np.int64], rail: npt.NDArray[np.int64], row: npt.NDArray[np.int64]) -> None:
        units, over = np.divmod(rail + on_layout[state] - rest, unit)
        can_be = (over == 0) & (units >= 0) & (units < size[state])
        short[(base[state] + units)[can_be]] = row[can_be]

    columns = made.columns()
    (rows,) = np.nonzero((columns.rail >= 0) & (on_layout[columns.state] > 0))
    put(columns.state[rows].astype(np.int64), columns.rail[rows], rows)
    place = {key: row for row, key in enumerate(made.order)} if made.broke else {}
    asked = [(*key, BROKE if is_broke else place.get(key, NOT_SHORT)) for key, is_broke in made.broke.items()]
    put(*np.array(asked, np.int64).reshape(-1, 3).T)
    return short


def _units(cents: Any, unit: Cents, rest: Cents) -> Any:  # noqa: ANN401  A number or an array.
    """Return the fewest units that are worth so many cents."""
    return -(-(cents - rest) // unit)


def _ends(terms: Terms, short_below: int, unit: Cents) -> Ends:
    rest = terms.bankroll % unit
    stop_win = min(
        WIDEST, _units(terms.bankroll + terms.stop_win, unit, rest) if terms.stop_win is not None else WIDEST
    )
    floor = (terms.bankroll - terms.stop_loss - rest) // unit if terms.stop_loss is not None else -1
    low = max(short_below, floor + 1)
    return Ends(
        rolls=terms.rolls,
        low=low,
        span=max(0, stop_win - low),
        hands=terms.hands if terms.hands is not None else MOST,
        stop_win=stop_win,
        floor=floor,
    )


# What is compiled. All is one function in the end: a call would count its hold on every array.


@njit(nogil=True, cache=True)
def walk(rows, ends, dice, first, seed, counts, ended):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Walk sessions, one after another from number *first*; count each roll of each row, and say how they ended."""
    entries, about, short, scale = rows.entries, rows.about, rows.short, (rows.unit, rows.rest)
    tickets, count, ways, favoured = dice.tickets, uint64(dice.tickets.size), dice.ways, dice.favoured
    low, span, idle = uint64(ends.low) << uint64(32), uint64(ends.span) << uint64(32), resting(entries, ends)
    now, hands = np.empty(COHORT, np.uint64), np.empty(COHORT, np.int64)
    words, order = np.zeros(WORDS * COHORT, np.uint64), np.empty(COHORT, np.int64)
    for begin in range(0, ended.shape[0], COHORT):
        size = min(COHORT, ended.shape[0] - begin)
        for k in range(COHORT):
            now[k], hands[k], order[k] = idle, ends.hands, k
        now[0] = arrive(rows.begin, begin, 0, idle, about, short, scale, ends, hands, 0, ended)
        for k in range(1, size):  # All begin alike.
            now[k] = now[0]
            if now[0] == idle:
                ended[begin + k] = ended[begin]
        block, rolled = uint64(0), 0
        size = arrange(order, size, now, idle, low)
        while size:
            for i in range(size):
                draw(words, WORDS * order[i], block, first + uint64(begin + order[i]), seed, ways, favoured)
            for i in range(0, size, 4):  # Where fewer go on, those beside them have ended, and stay where they are.
                k0, k1, k2, k3 = order[i], order[i + 1], order[i + 2], order[i + 3]
                s0, s1, s2, s3 = now[k0], now[k1], now[k2], now[k3]
                roll = rolled
                for n in range(WORDS):
                    w0, w1, w2, w3 = words[4 * k0 + n], words[4 * k1 + n], words[4 * k2 + n], words[4 * k3 + n]
                    last = roll + dice.a_word
                    while roll < last:
                        is_out, until = False, last if roll >= ends.rolls else min(last, ends.rolls)
                        while roll < until and not is_out:
                            s0, w0 = step(entries, counts, tickets, count, s0, w0)
                            s1, w1 = step(entries, counts, tickets, count, s1, w1)
                            s2, w2 = step(entries, counts, tickets, count, s2, w2)
                            s3, w3 = step(entries, counts, tickets, count, s3, w3)
                            roll += 1
                            is_out = (
                                (s0 - low >= span)
                                | (s1 - low >= span)
                                | (s2 - low >= span)
                                | (s3 - low >= span)
                                | ((s0 | s1 | s2 | s3) & uint64(EVENTS) != 0)
                            )
                        if is_out or roll == ends.rolls:
                            now[k0], now[k1], now[k2], now[k3] = s0, s1, s2, s3
                            for m in range(i, i + 4):
                                k = order[m]
                                if now[k] - low >= span or now[k] & uint64(EVENTS) or roll == ends.rolls:
                                    now[k] = arrive(
                                        now[k], begin + k, roll, idle, about, short, scale, ends, hands, k, ended
                                    )
                            s0, s1, s2, s3 = now[k0], now[k1], now[k2], now[k3]
                now[k0], now[k1], now[k2], now[k3] = s0, s1, s2, s3
            block += uint64(1)
            rolled += WORDS * dice.a_word
            size = arrange(order, size, now, idle, low)


@njit(nogil=True, cache=True, inline="always")
def resting(entries, ends):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return where a session stays that has ended."""
    return (uint64(ends.low) << uint64(32)) + uint64(entries.size - ROLLS)


@njit(nogil=True, cache=True, inline="always")
def arrange(order, size, now, idle, low):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Put those sessions that have ended last, and those whose rail may be short before them; say how many go on."""
    i = 0
    while i < size:
        if now[order[i]] == idle:
            size -= 1
            order[i], order[size] = order[size], order[i]
        else:
            i += 1
    i, j = 0, size - 1
    while i < j:
        if now[order[i]] >= low:
            i += 1
        elif now[order[j]] < low:
            j -= 1
        else:
            order[i], order[j] = order[j], order[i]
    return size


@njit(nogil=True, cache=True)
def follow(rows, ends, fell, counts, ended, worths):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Walk sessions along dice that are given, and say what each was worth after every roll.

    `fell` is uint8, shape (sessions, rolls), and `worths` int64, shape (sessions, rolls + 1), in cents. What is on the
    layout when the dice come to their end is handed back.
    """
    entries, about, short, scale = rows.entries, rows.about, rows.short, (rows.unit, rows.rest)
    idle, hands = resting(entries, ends), np.empty(1, np.int64)
    for index in range(fell.shape[0]):
        hands[0] = ends.hands
        worths[index, 0] = worth(rows.begin, scale)
        now = arrive(rows.begin, index, 0, idle, about, short, scale, ends, hands, 0, ended)
        for roll in range(1, fell.shape[1] + 1):
            if now == idle:
                worths[index, roll] = ended[index, CENTS]
                continue
            place = uint64(now & uint64(LOW_HALF)) + uint64(fell[index, roll - 1])
            counts[place] += uint64(1)
            now = (now & ~uint64(LOW_HALF)) + entries[place]
            worths[index, roll] = worth(now, scale)
            now = arrive(now, index, roll, idle, about, short, scale, ends, hands, 0, ended)
        if now != idle:
            finish(now, index, fell.shape[1], scale, ended)


@njit(nogil=True, cache=True, inline="always")
def step(entries, counts, tickets, count, now, word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Draw a ticket, and go by its entry; return what has become of the session, and what is left of the word."""
    ticket, left = product(word, count)
    here = now & uint64(LOW_HALF)
    place = here + uint64(tickets[ticket])
    counts[place] += uint64(1)
    return now - here + entries[place], left


@njit(nogil=True, cache=True, inline="always")
def arrive(now, index, rolled, idle, about, short, scale, ends, hands, lane, ended):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return how a session goes on that has come by an entry: by another row, if the rail is short, or no more."""
    place = now & uint64(WHERE)
    if now & uint64(UNKNOWN):
        ask(int64(place), -1, index, ended)
        now = idle
    elif now != idle:
        this = int64(place // uint64(ROLLS))
        hands[lane] -= int64((now & uint64(SEVEN_OUT)) != 0)
        is_idle = (now & uint64(IDLE)) != 0
        why, row = verdict(int64(now) >> 32, this, is_idle, hands[lane], rolled, about, short, ends)
        if row == NOT_FOUND:
            ask(about[this, STATE], worth(now, scale) - about[this, ON_LAYOUT], index, ended)
            now = idle
        elif why != GOES_ON:
            now = stop(why, now, this, index, rolled, idle, about, scale, ended)
        else:
            now = (now & ~uint64(LOW_HALF)) + (uint64(row * ROLLS) if row >= 0 else place)
    return now


@njit(nogil=True, cache=True, inline="always")
def verdict(units, this, is_idle, hands, rolled, about, short, ends):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Say what ends a session that has come to a row, if anything does, and by which other row it goes on, if by one.

    `units` is what the player is worth, `hands` how many hands are left, `rolled` how many rolls there were. Both
    answers may be the marks at the top of this module.
    """
    why, row = GOES_ON, NOT_SHORT
    if about[this, IS_OVER]:
        why = BY_ROLLS if is_idle else GOES_ON
    elif units >= ends.stop_win:
        why = BY_STOP_WIN
    elif units <= ends.floor:
        why = BY_STOP_LOSS
    elif hands <= 0:
        why = BY_HANDS
    elif rolled == ends.rolls:
        why = BY_ROLLS
    elif is_idle:
        why = BY_NOTHING_TO_BET
    elif units < about[this, SIZE]:
        row = int64(short[about[this, BASE] + units])
        why = BY_NOTHING_TO_BET if row == BROKE else GOES_ON
    return why, row


@njit(nogil=True, cache=True, inline="always")
def stop(why, now, this, index, rolled, idle, about, scale, ended):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """End a session, or have it go on to play out what is on the layout; return how it goes on."""
    if not about[this, IS_OVER]:
        ended[index, WHY] = why
    if about[this, OUT] >= 0:
        now = (now & ~uint64(LOW_HALF)) + uint64(about[this, OUT])
    else:
        finish(now, index, rolled, scale, ended)
        now = idle
    return now


@njit(nogil=True, cache=True, inline="always")
def finish(now, index, rolled, scale, ended):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Hand back what is on the layout, and book how a session ended."""
    ended[index, CENTS] = worth(now, scale)
    ended[index, TOOK] = rolled


@njit(nogil=True, cache=True, inline="always")
def ask(state, rail, index, ended):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Leave a session where it is, and ask for the row that it lacks."""
    ended[index, WHY], ended[index, ASKS_STATE], ended[index, ASKS_RAIL] = STUCK, state, rail


@njit(nogil=True, cache=True, inline="always")
def worth(now, scale):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return what the player of a session is worth, in cents."""
    return (int64(now) >> 32) * scale[0] + scale[1]
