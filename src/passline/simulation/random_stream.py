"""The dice of a session: a published random generator, and unbiased draws from it.

Session k of a seed has the same dice on any number of cores or machines. Its 64-bit words come from a counter-based
generator, Philox4x64-10 (J. K. Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011), with the seed as
the key and k in the counter. Dice are a list of equally likely outcomes. One word draws several of them by
multiplication (Lemire's method), and a word that would favour some outcomes is rejected and drawn again.

`compiled_stream` has the same functions in compiled form. This module does not import Numba, which takes long to load.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.errors import NotationError
from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

MAX_OUTCOMES = 1 << 20
"""The largest common denominator of the probabilities of a roll."""
WORDS_PER_REJECTION = 128
"""At most one word in this many is rejected; it limits the number of rolls that a word draws."""
WORDS = 4
"""The number of words that the generator makes at a time: a block."""
MAX_ROLLS_PER_WORD = 11
"""The largest number of rolls that a word draws. For fair dice, 36 to the 11th is about 1/140 of 2 to the 64th."""
ROUNDS = 10
MULTIPLIERS = 0xD2E7470EE14C6C93, 0xCA5A826395121157
KEY_STEPS = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B
"""The constants of Philox4x64."""
WORD_MASK = (1 << 64) - 1


class Dice(NamedTuple):
    """Dice as equally likely outcomes.

    Attributes:
        outcomes: uint8, shape (outcomes,): each outcome's roll, as an index into `EVERY_ROLL`.
        rolls_per_word: The number of rolls that a word draws.
        combinations: The number of outcomes to the power of `rolls_per_word`, modulo 2 to the 64th.
        rejection_threshold: A word is rejected if `word * combinations`, modulo 2 to the 64th, is less than this.
    """

    outcomes: npt.NDArray[np.uint8]
    rolls_per_word: int
    combinations: np.uint64
    rejection_threshold: np.uint64

    @property
    def weights(self) -> list[int]:
        """The number of outcomes of each roll, in the order of `EVERY_ROLL`."""
        counts: list[int] = np.bincount(self.outcomes, minlength=len(EVERY_ROLL)).tolist()
        return counts


def dice(chances: Sequence[Fraction]) -> Dice:
    """Return dice that fall by these chances.

    Args:
        chances: One for each roll, in the order of `EVERY_ROLL`; exact.

    Raises:
        NotationError: They are not 36, one is below zero, they do not sum to 1, or they need too many tickets.

    >>> dice([Fraction(1, 36)] * 36).rolls_per_word
    11
    """
    if len(chances) != len(EVERY_ROLL):
        message = f"{len(chances)} chances are given; dice have {len(EVERY_ROLL)}, from 1-1 and 1-2 to 6-6"
        raise NotationError(message)
    for roll, chance in zip(EVERY_ROLL, chances, strict=True):
        if chance < 0:
            message = f"the chance of {roll} is {chance}; none is below zero"
            raise NotationError(message)
    if sum(chances) != 1:
        message = f"the chances sum to {_short(sum(chances, Fraction(0)))}; those of dice sum to 1"
        raise NotationError(message)
    count = lcm(*(Fraction(chance).denominator for chance in chances))
    if count > MAX_OUTCOMES:
        message = f"the chances have a common denominator of {str(count)[:25]}; up to {MAX_OUTCOMES:,} can be drawn"
        raise NotationError(message)
    weights = [int(chance * count) for chance in chances]
    rolls_per_word = max(n for n in range(1, MAX_ROLLS_PER_WORD + 1) if count**n * WORDS_PER_REJECTION <= 2**64)
    combinations = count**rolls_per_word
    outcomes = np.repeat(np.arange(len(EVERY_ROLL), dtype=np.uint8), weights)
    return Dice(outcomes, rolls_per_word, np.uint64(combinations), np.uint64(2**64 % combinations))


def _short(exact: Fraction) -> str:
    text = str(exact)
    return text if len(text) <= len("10207263466/136745788725") else f"about {float(exact):.6f}"


FAIR = dice([Fraction(1, len(EVERY_ROLL))] * len(EVERY_ROLL))


def session_rolls(session: int, *, seed: int = 0, dice: Dice = FAIR) -> Iterator[int]:
    """Yield the rolls of one session without end, as indices into `EVERY_ROLL`.

    >>> from itertools import islice
    >>> [str(EVERY_ROLL[roll]) for roll in islice(session_rolls(0, seed=1), 3)]
    ['5-5', '4-5', '2-1']
    """
    outcomes, size = dice.outcomes.tolist(), dice.outcomes.size
    combinations, threshold = int(dice.combinations), int(dice.rejection_threshold)
    for block in count():
        for place, first in enumerate(philox(block, session, 0, seed)):
            word, again = first, 0
            while word * combinations & WORD_MASK < threshold:
                again += 1
                word = philox(block, session, again, seed)[place]
            for _ in range(dice.rolls_per_word):
                product = word * size
                yield outcomes[product >> 64]
                word = product & WORD_MASK


def philox(block: int, session: int, again: int, seed: int) -> tuple[int, int, int, int]:
    """Return the words that Philox4x64-10 makes of the counter (block, session, again, 0) and the key (seed, 0)."""
    c0, c1, c2, c3, k0, k1 = block, session, again, 0, seed, 0
    for _ in range(ROUNDS):
        left, right = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (right >> 64) ^ c1 ^ k0, right & WORD_MASK, (left >> 64) ^ c3 ^ k1, left & WORD_MASK
        k0, k1 = k0 + KEY_STEPS[0] & WORD_MASK, k1 + KEY_STEPS[1] & WORD_MASK
    return c0, c1, c2, c3
