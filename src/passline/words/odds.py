"""Payout odds: "7 to 6"."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from passline.errors import NotationError

if TYPE_CHECKING:
    from passline.words.money import Cents


class Odds(NamedTuple):
    """Payout odds, never a probability: *pays* are paid for *wagered*.

    Odds are "to", not "for": the bet itself is not counted in what is paid.

    >>> Odds.parse("7 to 6").winnings(12_00)
    Fraction(1400, 1)
    """

    pays: int
    wagered: int

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Read payout odds as the payout tables print them.

        Raises:
            NotationError: Not two whole numbers above zero with "to" between them.
        """
        form = re.fullmatch(r"([1-9][0-9]{0,3}) to ([1-9][0-9]{0,3})", text.strip())
        if form is None:
            message = f"{text[:20]!r} are not payout odds; write them like 7 to 6"
            raise NotationError(message)
        return cls(int(form[1]), int(form[2]))

    def winnings(self, amount: Cents | Fraction) -> Fraction:
        """Return what a winning bet of *amount* cents is owed, exactly, the bet itself not counted."""
        return _winnings(self, amount)

    def whole_payout_step(self, unit: Cents) -> Cents:
        """Return the smallest step of a bet, in cents, that is paid in whole *unit* cents and is made of them.

        >>> Odds.parse("7 to 6").whole_payout_step(1_00), Odds.parse("7 to 6").whole_payout_step(1)
        (600, 6)
        """
        return unit * Fraction(self.pays, self.wagered).denominator

    def __str__(self) -> str:
        """Print the odds as the payout tables do."""
        return f"{self.pays} to {self.wagered}"


@lru_cache(maxsize=4096)
def _winnings(odds: Odds, amount: Cents | Fraction) -> Fraction:
    return Fraction(amount * odds.pays) / odds.wagered
