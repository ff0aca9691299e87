"""The random walk, compiled: sessions pass through the rows of a machine, one table look-up a roll.

Four sessions are walked in turn, so that while one waits for its row from memory the others go on. Everything between
two rolls that is more than a look-up is rare, because it matters only when the rail is short or the session may end;
`arrive` handles it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, njit, uint64
from numba.extending import register_jitable

from passline.machines.arrays import IDLE, SEVEN_OUT, UNKNOWN
from passline.machines.compilation import watch_compilation
from passline.machines.stop_rules import stop_decision
from passline.simulation import walk as steps
from passline.simulation.compiled_stream import draw, wide_product
from passline.simulation.random_stream import WORDS

watch_compilation()

EVENTS = SEVEN_OUT | IDLE | UNKNOWN
COHORT = 256
"""The number of sessions that are walked together; a multiple of four."""

# The plain functions that compiled functions call. Inlining more of them makes compiling slow, and the walk no faster.
INLINED: tuple[Any, ...] = (stop_decision, steps.worth)
CALLED: tuple[Any, ...] = (steps.rest_position, steps.finish, steps.ask, steps.arrive)
for function in INLINED:
    register_jitable(inline="always")(function)
for function in CALLED:
    register_jitable(function)
follow_session: Any = register_jitable(steps.follow_session)
inlined_arrive: Any = njit(nogil=True, cache=True, inline="always")(steps.arrive)
"""In the walk a call would count its references to every array, which takes longer than all the rest."""


@njit(nogil=True, cache=True)
def follow(rows, rules, rolls, counts, ended, worth_by_roll):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Walk each session along its row of *rolls*; arguments are arrays of those of `follow_session`."""
    for index in range(rolls.shape[0]):
        follow_session(rows, rules, rolls[index], counts, index, ended, worth_by_roll[index])


@njit(nogil=True, cache=True)
def walk(start, rows, rules, dice, first, seed, counts, ended):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Walk consecutive sessions from number *first*, with the dice of a seed; `counts` and `ended` as in `follow`."""
    entries, outcomes, count = rows.entries.view(np.uint64), dice.outcomes, uint64(dice.outcomes.size)
    row_info, short_rows, scale = rows.row_info, rows.short_rows, (rows.unit, rows.remainder)
    combinations, threshold = dice.combinations, dice.rejection_threshold
    low, span, rest = (
        uint64(rules.low) << uint64(32),
        uint64(rules.span) << uint64(32),
        steps.rest_position(entries.size, rules),
    )
    now, hands = np.empty(COHORT, np.uint64), np.empty(COHORT, np.int64)
    words, order = np.zeros(WORDS * COHORT, np.uint64), np.empty(COHORT, np.int64)
    for begin in range(0, ended.shape[0], COHORT):
        size = min(COHORT, ended.shape[0] - begin)
        for k in range(COHORT):
            now[k], hands[k], order[k] = start if k < size else rest, rules.hands, k
        block, rolled = uint64(0), 0
        size = arrange(order, size, now, uint64(rest), low)
        while size:
            for i in range(size):
                draw(words, WORDS * order[i], block, first + uint64(begin + order[i]), seed, combinations, threshold)
            for i in range(0, size, 4):  # Beyond *size* the lanes hold sessions that have ended, and stay at rest.
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
                                    now[k] = inlined_arrive(
                                        int64(now[k]),
                                        begin + k,
                                        roll,
                                        rest,
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
            size = arrange(order, size, now, uint64(rest), low)


@njit(nogil=True, cache=True, inline="always")
def step(entries, counts, outcomes, count, now, word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Draw an outcome from a word, and follow its entry; return the new position and what is left of the word."""
    outcome, left = wide_product(word, count)
    here = now & uint64(steps.PLACE)
    place = here + uint64(outcomes[outcome])
    counts[place] += 1
    return now - here + entries[place], left


@njit(nogil=True, cache=True)
def arrange(order, size, now, rest, low):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Put sessions that have ended last, and before them those whose rail may be short; return the number of others."""
    i = 0
    while i < size:
        if now[order[i]] == rest:
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
