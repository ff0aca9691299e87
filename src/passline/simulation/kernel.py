"""The random walk, compiled: sessions pass through the rows of a machine, one table look-up a roll.

Four sessions are walked in turn, so that while one waits for its row from memory the others go on. Everything between
two rolls that is more than a look-up is rare, because it matters only when the rail is short or the session may end;
`arrive` handles it.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint64

from passline.machines.arrays import IDLE, ROLLS, SEVEN_OUT, TARGET, UNKNOWN
from passline.machines.stop_rules import (
    CONTINUES,
    IS_OVER,
    LAYOUT_TOTAL,
    NOT_FOUND,
    PLAY_OUT,
    STATE,
    stop_decision,
)
from passline.simulation.random_stream import WORDS, draw, wide_product

LOW_HALF = (1 << 32) - 1
EVENTS = SEVEN_OUT | IDLE | UNKNOWN
COHORT = 256
"""The number of sessions that are walked together; a multiple of four."""
ROW_MISSING = -1
"""The session waits for a row that is not known yet."""
COLUMNS = 5
CENTS, TOOK, WHY, ASKS_STATE, ASKS_RAIL = range(COLUMNS)
"""The columns of a finished session: the final worth, in cents; the number of rolls; what ended it, an index into
`STOPS`, or `ROW_MISSING`; and the state and the rail of the missing row, -1 for an ample rail."""

decide = njit(nogil=True, cache=True, inline="always")(stop_decision)


# What is compiled. All is one function in the end: a call would count its hold on every array.


@njit(nogil=True, cache=True)
def walk(rows, rules, dice, first, seed, counts, ended):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Walk sessions, one after another from number *first*; count each roll of each row, and say how they ended."""
    entries, row_info, short_rows, scale = rows.entries, rows.row_info, rows.short_rows, (rows.unit, rows.remainder)
    outcomes, count, combinations, rejection_threshold = (
        dice.outcomes,
        uint64(dice.outcomes.size),
        dice.combinations,
        dice.rejection_threshold,
    )
    low, span, idle = uint64(rules.low) << uint64(32), uint64(rules.span) << uint64(32), resting(entries, rules)
    now, hands = np.empty(COHORT, np.uint64), np.empty(COHORT, np.int64)
    words, order = np.zeros(WORDS * COHORT, np.uint64), np.empty(COHORT, np.int64)
    for begin in range(0, ended.shape[0], COHORT):
        size = min(COHORT, ended.shape[0] - begin)
        for k in range(COHORT):
            now[k], hands[k], order[k] = idle, rules.hands, k
        now[0] = arrive(rows.start, begin, 0, idle, row_info, short_rows, scale, rules, hands, 0, ended)
        for k in range(1, size):  # All begin alike.
            now[k] = now[0]
            if now[0] == idle:
                ended[begin + k] = ended[begin]
        block, rolled = uint64(0), 0
        size = arrange(order, size, now, idle, low)
        while size:
            for i in range(size):
                draw(
                    words,
                    WORDS * order[i],
                    block,
                    first + uint64(begin + order[i]),
                    seed,
                    combinations,
                    rejection_threshold,
                )
            for i in range(0, size, 4):  # Where fewer go on, those beside them have ended, and stay where they are.
                k0, k1, k2, k3 = order[i], order[i + 1], order[i + 2], order[i + 3]
                s0, s1, s2, s3 = now[k0], now[k1], now[k2], now[k3]
                roll = rolled
                for n in range(WORDS):
                    w0, w1, w2, w3 = words[4 * k0 + n], words[4 * k1 + n], words[4 * k2 + n], words[4 * k3 + n]
                    last = roll + dice.rolls_per_word
                    while roll < last:
                        is_out, until = False, last if roll >= rules.rolls else min(last, rules.rolls)
                        while roll < until and not is_out:
                            s0, w0 = step(entries, counts, outcomes, count, s0, w0)
                            s1, w1 = step(entries, counts, outcomes, count, s1, w1)
                            s2, w2 = step(entries, counts, outcomes, count, s2, w2)
                            s3, w3 = step(entries, counts, outcomes, count, s3, w3)
                            roll += 1
                            is_out = (
                                (s0 - low >= span)
                                | (s1 - low >= span)
                                | (s2 - low >= span)
                                | (s3 - low >= span)
                                | ((s0 | s1 | s2 | s3) & uint64(EVENTS) != 0)
                            )
                        if is_out or roll == rules.rolls:
                            now[k0], now[k1], now[k2], now[k3] = s0, s1, s2, s3
                            for m in range(i, i + 4):
                                k = order[m]
                                if now[k] - low >= span or now[k] & uint64(EVENTS) or roll == rules.rolls:
                                    now[k] = arrive(
                                        now[k],
                                        begin + k,
                                        roll,
                                        idle,
                                        row_info,
                                        short_rows,
                                        scale,
                                        rules,
                                        hands,
                                        k,
                                        ended,
                                    )
                            s0, s1, s2, s3 = now[k0], now[k1], now[k2], now[k3]
                now[k0], now[k1], now[k2], now[k3] = s0, s1, s2, s3
            block += uint64(1)
            rolled += WORDS * dice.rolls_per_word
            size = arrange(order, size, now, idle, low)


@njit(nogil=True, cache=True, inline="always")
def resting(entries, rules):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return where a session stays that has ended."""
    return (uint64(rules.low) << uint64(32)) + uint64(entries.size - ROLLS)


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
def follow(rows, rules, fell, counts, ended, worths):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Walk sessions along dice that are given, and say what each was worth after every roll.

    `roll_counts` is uint8, shape (sessions, rolls), and `worth_by_roll` int64, shape (sessions, rolls + 1), in cents.
    What is on the layout when the dice come to their end is handed back.
    """
    entries, row_info, short_rows, scale = rows.entries, rows.row_info, rows.short_rows, (rows.unit, rows.remainder)
    idle, hands = resting(entries, rules), np.empty(1, np.int64)
    for index in range(fell.shape[0]):
        hands[0] = rules.hands
        worths[index, 0] = worth(rows.start, scale)
        now = arrive(rows.start, index, 0, idle, row_info, short_rows, scale, rules, hands, 0, ended)
        for roll in range(1, fell.shape[1] + 1):
            if now == idle:
                worths[index, roll] = ended[index, CENTS]
                continue
            place = uint64(now & uint64(LOW_HALF)) + uint64(fell[index, roll - 1])
            counts[place] += uint64(1)
            now = (now & ~uint64(LOW_HALF)) + entries[place]
            worths[index, roll] = worth(now, scale)
            now = arrive(now, index, roll, idle, row_info, short_rows, scale, rules, hands, 0, ended)
        if now != idle:
            finish(now, index, fell.shape[1], scale, ended)


@njit(nogil=True, cache=True, inline="always")
def step(entries, counts, outcomes, count, now, word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Draw a ticket, and go by its entry; return what has become of the session, and what is left of the word."""
    ticket, left = wide_product(word, count)
    here = now & uint64(LOW_HALF)
    place = here + uint64(outcomes[ticket])
    counts[place] += uint64(1)
    return now - here + entries[place], left


@njit(nogil=True, cache=True, inline="always")
def arrive(now, index, rolled, idle, row_info, short_rows, scale, rules, hands, lane, ended):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return how a session goes on that has come by an entry: by another row, if the rail is short, or no more."""
    place = now & uint64(TARGET)
    if now & uint64(UNKNOWN):
        ask(int64(place), -1, index, ended)
        now = idle
    elif now != idle:
        this = int64(place // uint64(ROLLS))
        hands[lane] -= int64((now & uint64(SEVEN_OUT)) != 0)
        is_idle = (now & uint64(IDLE)) != 0
        why, row = decide(int64(now) >> 32, this, is_idle, hands[lane], rolled, row_info, short_rows, rules)
        if row == NOT_FOUND:
            ask(row_info[this, STATE], worth(now, scale) - row_info[this, LAYOUT_TOTAL], index, ended)
            now = idle
        elif why != CONTINUES:
            now = stop(why, now, this, index, rolled, idle, row_info, scale, ended)
        else:
            now = (now & ~uint64(LOW_HALF)) + (uint64(row * ROLLS) if row >= 0 else place)
    return now


@njit(nogil=True, cache=True, inline="always")
def stop(why, now, this, index, rolled, idle, row_info, scale, ended):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """End a session, or have it go on to play out what is on the layout; return how it goes on."""
    if not row_info[this, IS_OVER]:
        ended[index, WHY] = why
    if row_info[this, PLAY_OUT] >= 0:
        now = (now & ~uint64(LOW_HALF)) + uint64(row_info[this, PLAY_OUT])
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
    ended[index, WHY], ended[index, ASKS_STATE], ended[index, ASKS_RAIL] = ROW_MISSING, state, rail


@njit(nogil=True, cache=True, inline="always")
def worth(now, scale):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return what the player of a session is worth, in cents."""
    return (int64(now) >> 32) * scale[0] + scale[1]
