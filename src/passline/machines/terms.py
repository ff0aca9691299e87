"""The terms of a session: its bankroll, and when and how it ends."""

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
"""The causes that can end a session. After a roll, the rules are checked in this order: stop win, stop loss, hands,
rolls. Before the next roll: whether the player can make any bet."""

Unresolved = Literal["return", "play out"]
MAX_NUMBER = 2**47
"""The first number that is too large: sums of smaller numbers fit into 64 bits."""


@dataclass(frozen=True)
class Terms:
    """When each session ends, and its bankroll. A player's worth is his rail plus his bets on the layout at face value.

    Attributes:
        rolls: The maximum number of rolls.
        bankroll: The money that the session begins with, in cents.
        hands: The maximum number of hands; a hand ends with a seven-out. None for no limit.
        stop_win: The session ends when it is ahead by this amount, in cents. None for no limit.
        stop_loss: The session ends when it is behind by this amount, in cents. None for no limit.
        unresolved: The treatment of the bets on the layout at the end: "return" at face value, or "play out" without
            further bets.
    """

    rolls: int
    bankroll: Cents
    hands: int | None = None
    stop_win: Cents | None = None
    stop_loss: Cents | None = None
    unresolved: Unresolved = "return"

    def check(self, house: House) -> None:
        """Check the terms.

        Raises:
            NotationError: A number is not a whole number, is below 1, or is too large.
            WrongUnits: The bankroll is not a whole number of chips.
        """
        for name in ("rolls", "bankroll", "hands", "stop_win", "stop_loss"):
            number = getattr(self, name)
            if number is not None or name in {"rolls", "bankroll"}:
                check_whole_number(name.replace("_", " "), number)
        if self.unresolved not in {"return", "play out"}:
            message = f"unresolved bets cannot be treated by {str(self.unresolved)[:25]!r}; use 'return' or 'play out'"
            raise NotationError(message)
        require_whole_chips(house, self.bankroll, "a bankroll")


def check_whole_number(name: str, number: object, *, least: int = 1) -> int:
    """Return a number if it is a whole number in range.

    Raises:
        NotationError: It is not an integer, is below *least*, or is too large.
    """
    if type(number) is not int or not least <= number < MAX_NUMBER:
        message = (
            f"{name} of {str(number)[:25]} cannot be played; a whole number from {least} to {MAX_NUMBER - 1:,} can"
        )
        raise NotationError(message)
    return number
