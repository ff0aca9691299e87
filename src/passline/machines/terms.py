"""The terms of a session: what it begins with, and when and how it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from passline.errors import NotationError
from passline.table.table import require_whole_chips

if TYPE_CHECKING:
    from passline.house.house import House
    from passline.words.money import Cents

Stop = Literal["rolls", "hands", "stop win", "stop loss", "no bet possible"]
STOPS: tuple[Stop, ...] = ("rolls", "hands", "stop win", "stop loss", "no bet possible")
"""What a session can be ended by. After a roll the goal is looked at, the limit, the hands and the rolls, in this
order; and before the next, whether anything can be bet."""

Unresolved = Literal["return", "play out"]
MAX_NUMBER = 2**47
"""The largest number that is played with: sums of it stay inside 64 bits."""


@dataclass(frozen=True)
class Terms:
    """How each session goes. What a player is worth is his rail and his bets on the layout at face value.

    Attributes:
        rolls: The most rolls.
        bankroll: What it begins with, in cents.
        hands: The most hands; a hand ends with a seven-out. None for no end.
        goal: The session ends once the player is up by so much, in cents. None for no end.
        limit: The session ends once the player is down by so much, in cents. None for no end.
        unresolved: What becomes of the bets on the layout at the end: they are handed back at face value, or played
            out without further bets.
    """

    rolls: int
    bankroll: Cents
    hands: int | None = None
    stop_win: Cents | None = None
    stop_loss: Cents | None = None
    unresolved: Unresolved = "return"

    def check(self, house: House) -> None:
        """Refuse terms that nobody can play by.

        Raises:
            NotationError: A number is no whole number, not above zero, or too large.
            WrongUnits: The rail is not of whole chips.
        """
        for name in ("rolls", "bankroll", "hands", "stop_win", "stop_loss"):
            number = getattr(self, name)
            if number is not None or name in {"rolls", "bankroll"}:
                check_whole_number(name.replace("_", " "), number)
        if self.unresolved not in {"return", "play out"}:
            message = f"{str(self.unresolved)[:25]!r} is no end of a session; 'return' and 'play out' are"
            raise NotationError(message)
        require_whole_chips(house, self.bankroll, "a bankroll")


def check_whole_number(name: str, number: object, *, least: int = 1) -> int:
    """Return a number that can be played with.

    Raises:
        NotationError: It is none.
    """
    if type(number) is not int or not least <= number < MAX_NUMBER:
        message = (
            f"{name} of {str(number)[:25]} cannot be played; a whole number from {least} to {MAX_NUMBER - 1:,} can"
        )
        raise NotationError(message)
    return number
