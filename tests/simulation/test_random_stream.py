"""The dice of a session: a published generator, drawn from without any bias, the same for everybody."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passline.errors import NotationError
from passline.simulation.compiled_stream import sessions_rolls
from passline.simulation.random_stream import FAIR, MAX_OUTCOMES, Dice, dice, session_rolls
from passline.words.dice import EVERY_ROLL

PINNED = ["5-5", "4-5", "2-1", "6-3", "6-6", "4-3", "3-2", "6-4", "6-5", "3-1", "6-6"]
"""The first rolls of session 0 with seed 1."""
THOUSAND = "e3ae43503580dd9605584710a57cf0fef1c450a118219c640418cc82fde07764"
"""SHA-256 of the first thousand."""
LOADED = dice([Fraction(2, 7)] + [Fraction(1, 49)] * 35)
EVEN = dice([Fraction(0)] * 18 + [Fraction(1, 18)] * 18)


def numpys(session: int, seed: int, block: int, again: int) -> list[int]:
    """Return four words of NumPy's Philox; it counts a block further before it gives any."""
    counter = np.array([block - 1, session, again, 0] if block else [2**64 - 1, session - 1, again, 0], np.uint64)
    words: list[int] = np.random.Philox(key=np.array([seed, 0], np.uint64), counter=counter).random_raw(4).tolist()
    return words


def drawn(session: int, seed: int, rolls: int, of: Dice) -> list[int]:
    """Return the rolls of a session, told again in whole numbers: tickets are digits of a word, from the top."""
    count, fell = of.outcomes.size, []
    for block in range(rolls):
        for place in range(4):
            again, word = 0, numpys(session, seed, block, 0)[place]
            while word * count**of.rolls_per_word % 2**64 < int(of.rejection_threshold):
                again += 1
                word = numpys(session, seed, block, again)[place]
            fell += [of.outcomes[word * count ** (n + 1) // 2**64 % count] for n in range(of.rolls_per_word)]
        if len(fell) >= rolls:
            break
    return fell[:rolls]


@pytest.mark.parametrize("of", [FAIR, LOADED, EVEN], ids=["fair", "loaded", "half of them"])
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize("session", [1, 7, 2**47 - 1])
def test_the_generator_is_numpys(session: int, seed: int, of: Dice) -> None:
    """A session's words are those of NumPy's Philox, with the seed as its key and the session in its counter."""
    assert list(islice(session_rolls(session, seed=seed, dice=of), 500)) == drawn(session, seed, 500, of)


@given(weights=st.lists(st.integers(0, 50), min_size=36, max_size=36).filter(any))
def test_no_roll_is_favoured(weights: list[int]) -> None:
    """Of the words that are not drawn again, each run of tickets is drawn by equally many; few are drawn again."""
    of = dice([Fraction(weight, sum(weights)) for weight in weights])
    runs = of.outcomes.size**of.rolls_per_word

    assert (2**64 - int(of.rejection_threshold)) % runs == 0
    assert int(of.rejection_threshold) * 128 <= 2**64
    assert [Fraction(weight, of.outcomes.size) for weight in of.weights] == [
        Fraction(weight, sum(weights)) for weight in weights
    ]


def test_the_first_rolls_of_a_seed_are_pinned() -> None:
    """The dice of a seed stay what they are."""
    fell = bytes(islice(session_rolls(0, seed=1), 1_000))

    assert [str(EVERY_ROLL[roll]) for roll in fell[:11]] == PINNED
    assert sha256(fell).hexdigest() == THOUSAND


def test_a_session_that_goes_on_has_the_same_beginning() -> None:
    """The first rolls of a session do not depend on its length or on the session before it."""
    long, short = (sessions_rolls(np.uint64(5), 2, rolls, np.uint64(3), FAIR) for rolls in (1_000, 17))

    assert (long[:, :17] == short).all()
    assert list(long[0]) == list(islice(session_rolls(5, seed=3), 1_000))
    assert list(long[0]) != list(long[1])


@pytest.mark.parametrize(
    ("chances", "says"),
    [
        ([Fraction(1, 36)] * 35, r"35 chances are given; dice have 36"),
        ([Fraction(1, 36)] * 35 + [Fraction(1, 35)], r"the chances sum to 1261/1260; those of dice sum to 1"),
        ([Fraction(-1, 36), Fraction(3, 36)] + [Fraction(1, 36)] * 34, r"the chance of 1-1 is -1/36; none is below"),
        ([Fraction(1, MAX_OUTCOMES + 1)] * 35 + [1 - Fraction(35, MAX_OUTCOMES + 1)], r"denominator of 1048577; up to"),
    ],
)
def test_chances_that_are_none_are_refused(chances: list[Fraction], says: str) -> None:
    """Dice have 36 chances that sum to 1, and few enough tickets to be drawn."""
    with pytest.raises(NotationError, match=says):
        dice(chances)
