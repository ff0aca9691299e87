"""Two dice: the 36 rolls, and the words that name some of them."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from passline.errors import NotationError

Source = Literal["dealer", "device", "system", "record"]
"""The source of a roll: the dealer's entry, a device, a random generator, or an earlier record."""

SOURCES: tuple[Source, ...] = ("dealer", "device", "system", "record")
FACES = range(1, 7)
_ROLL = re.compile(r"(c?)([1-6])-(c?)([1-6])")
_TOTALS = range(2, 13)


class Roll(NamedTuple):
    """The faces of two dice, in order: first and second, each 1 to 6.

    >>> roll = Roll.parse("5-1")
    >>> roll.total, str(roll), Roll(3, 3).is_hard
    (6, '5-1', True)
    """

    first: int
    second: int

    @property
    def total(self) -> int:
        """The sum of the faces, 2 to 12."""
        return self.first + self.second

    @property
    def is_hard(self) -> bool:
        """Whether both dice show the same face."""
        return self.first == self.second

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Read a roll.

        A cocked die is written `c` and the face that rests on the chips; it is read
        by the face opposite, which is seven less the one that rests.

        Raises:
            NotationError: Not two faces from 1 to 6.

        >>> str(Roll.parse("5-c3"))
        '5-4'
        """
        form = _ROLL.fullmatch(text.strip())
        if form is None:
            message = f"{text.strip()[:20]!r} is not a roll; write two faces from 1 to 6, such as 5-1"
            raise NotationError(message)
        first, second = int(form[2]), int(form[4])
        return cls(7 - first if form[1] else first, 7 - second if form[3] else second)

    def __str__(self) -> str:
        """Print the faces as they are called: 5-1."""
        return f"{self.first}-{self.second}"


EVERY_ROLL: tuple[Roll, ...] = tuple(Roll(first, second) for first in FACES for second in FACES)


_ROLLS = frozenset(EVERY_ROLL)


def is_roll(roll: object) -> bool:
    """Return whether an object is one of the 36 rolls."""
    return isinstance(roll, Roll) and roll in _ROLLS and type(roll.first) is type(roll.second) is int


@cache
def parse_rolls(words: int | str) -> frozenset[Roll]:
    """Return the rolls that *words* name: a total, a hard or easy total, or two faces either way round.

    Raises:
        NotationError: The words do not name a roll.

    >>> len(parse_rolls(7)), len(parse_rolls("easy 6")), len(parse_rolls("hard 4")), len(parse_rolls("1-3"))
    (6, 4, 1, 2)
    """
    text = str(words)
    if re.fullmatch(r"[1-6]-[1-6]", text):
        first, second = int(text[0]), int(text[2])
        return frozenset({Roll(first, second), Roll(second, first)})
    form = re.fullmatch(r"(hard |easy )?([0-9]{1,2})", text)
    named: frozenset[Roll] = frozenset()
    if form is not None and int(form[2]) in _TOTALS:
        named = frozenset(
            roll
            for roll in EVERY_ROLL
            if roll.total == int(form[2]) and (form[1] is None or roll.is_hard == (form[1] == "hard "))
        )
    if not named:
        message = f"{text[:20]!r} does not name a roll; write 7, 'hard 4', 'easy 6' or '1-3'"
        raise NotationError(message)
    return named
