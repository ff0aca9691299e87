"""The random stream of `random_stream`, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types, uint64
from numba.extending import intrinsic

from passline.simulation.random_stream import KEY_STEPS, MULTIPLIERS, ROUNDS, WORDS


def _product(_: Any, one: Any, other: Any) -> Any:  # noqa: ANN401  Numba is not typed.
    signature = types.UniTuple(types.uint64, 2)(one, other)  # type: ignore[no-untyped-call]  # Numba is not typed.

    def multiply(context: Any, builder: Any, signature: Any, factors: Any) -> Any:  # noqa: ANN401  Numba is not typed.
        wide = ir.IntType(128)
        both = builder.mul(*(builder.zext(factor, wide) for factor in factors))
        halves = (builder.lshr(both, ir.Constant(wide, 64)), both)
        words = [builder.trunc(half, ir.IntType(64)) for half in halves]
        return context.make_tuple(builder, signature.return_type, words)

    return signature, multiply


wide_product: Any = intrinsic(_product)
"""The high and the low word of the product of two 64-bit words: one instruction of the processor, which Numba lacks."""


@njit(nogil=True, cache=True)
def sessions_rolls(first, sessions, rolls, seed, dice):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return the rolls of consecutive sessions: uint8, shape (sessions, rolls), indices into `EVERY_ROLL`."""
    fell = np.empty((sessions, rolls), np.uint8)
    words = np.empty(WORDS, np.uint64)
    count = uint64(dice.outcomes.size)
    for index in range(sessions):
        block, rolled = uint64(0), 0
        while rolled < rolls:
            draw(words, 0, block, first + uint64(index), seed, dice.combinations, dice.rejection_threshold)
            block += uint64(1)
            for word in words:
                for _ in range(min(dice.rolls_per_word, rolls - rolled)):
                    ticket, word = wide_product(word, count)  # noqa: PLW2901  The low word holds the next rolls.
                    fell[index, rolled] = dice.outcomes[ticket]
                    rolled += 1
    return fell


@njit(nogil=True, cache=True, inline="always")
def draw(words, at, block, session, seed, combinations, rejection_threshold):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Put the four words of a block of a session at a place; one that may not be used is drawn again.

    Of those words that may be used, each run of tickets is drawn by equally many. The words that take the place of the
    others are those of a counter of their own.
    """
    philox(words, at, block, session, uint64(0), seed)
    for place in range(at, at + WORDS):
        again = uint64(0)
        while words[place] * combinations < rejection_threshold:
            again += uint64(1)
            words[place] = redrawn(place - at, block, session, again, seed)


@njit(nogil=True, cache=True)
def redrawn(which, block, session, again, seed):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return a word of a block of a session that replaces a rejected one."""
    words = np.empty(WORDS, np.uint64)
    philox(words, 0, block, session, again, seed)
    return words[which]


@njit(nogil=True, cache=True, inline="always")
def philox(words, at, block, session, again, seed):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Write the words of `random_stream.philox` to `words[at:at + 4]`."""
    c0, c1, c2, c3 = block, session, again, uint64(0)
    k0, k1 = seed, uint64(0)
    for _ in range(ROUNDS):
        high0, low0 = wide_product(uint64(MULTIPLIERS[0]), c0)
        high1, low1 = wide_product(uint64(MULTIPLIERS[1]), c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 += uint64(KEY_STEPS[0])
        k1 += uint64(KEY_STEPS[1])
    words[at], words[at + 1], words[at + 2], words[at + 3] = c0, c1, c2, c3
