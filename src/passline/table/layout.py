"""What lies on the table: the bets, the puck, the dice. Chips on the rails are in the books."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple
from unicodedata import category, normalize

from passline.table.ledger import Place

if TYPE_CHECKING:
    from passline.law.wagers import Wager
    from passline.words.money import Cents

Button = Literal["on", "off"]
NO_NUMBERS: frozenset[int] = frozenset()


RESERVED = frozenset({"house", "offer", "lock", "dice", "no", "correct", "the", "seven", "nothing", "refused"})
"""Words that begin a line of a script, and name no player."""
LONGEST_NAME = 30
LONGEST_REASON = 200


def is_name(player: str) -> bool:
    """Say whether a player may be called so: a word of any tongue that a script can have, in its composed form."""
    return (
        0 < len(player) <= LONGEST_NAME
        and player == normalize("NFC", player)
        and player[0].isalpha()
        and all(letter.isalnum() or letter in "-_" or category(letter) in {"Mn", "Mc"} for letter in player)
        and player.casefold() not in RESERVED
    )


def is_reason(reason: str) -> bool:
    """Say whether an invalid roll may have this reason: none, or words on a line that a script can have."""
    return (
        len(reason) <= LONGEST_REASON
        and reason == reason.strip()
        and reason.isprintable()
        and not set(reason) & set("()#")
    )


class Bet(NamedTuple):
    """Chips that a player has on a wager.

    Attributes:
        amount: In cents.
        number: The number that it has moved to, or that the bet it supports has.
        numbers_made: The numbers it has gathered, for a wager that gathers.
        button: The marker on top of it: called on, called off, or none.
    """

    player: str
    wager: Wager
    amount: Cents
    number: int | None = None
    numbers_made: frozenset[int] = NO_NUMBERS
    button: Button | None = None

    @property
    def spot(self) -> str:
        """Where on the layout it lies: the wager's name, and the number of the box that it has moved to."""
        if self.number is not None and self.wager.travels:
            return f"{self.wager.name} on {self.number}"
        return self.wager.name

    @property
    def place(self) -> Place:
        """Its place in the books."""
        return Place("layout", self.player, self.spot)

    def is_working(self, point: int | None) -> bool:
        """Say whether this roll may decide it; *point* is None on a come out roll.

        Law:
            58 Pa. Code § 623b.6(b)(3)-(7), (34): inactive on a come out roll unless called on.
        """
        if point is None and self.wager.off_on_come_out:
            return self.button == "on"
        return self.button != "off"


class Layout(NamedTuple):
    """The table as everyone can see it between two rolls.

    Attributes:
        players: Who has bought in, clockwise.
        shooter: Who has the dice; None while nobody has, and the house throws.
        offered: To whom the dice are offered, or would be next.
        point: The come out point; None on a come out roll.
        is_first_point: Whether this shooter has set no point yet.
        is_fresh_board: Whether no number has been thrown since the last 7.
        is_locked: Whether bets are locked until the dice land.
        bets: In the order they were made; odds lie behind their bet.
    """

    players: tuple[str, ...] = ()
    shooter: str | None = None
    offered_to: str | None = None
    point: int | None = None
    is_before_first_point: bool = True
    is_fresh_board: bool = True
    is_locked: bool = False
    bets: tuple[Bet, ...] = ()

    def bets_of(self, player: str) -> list[Bet]:
        """Return a player's bets."""
        return [bet for bet in self.bets if bet.player == player]

    def bet_at(self, player: str, spot: str) -> Bet | None:
        """Return a player's bet on a spot, or None."""
        for bet in self.bets:
            if bet.player == player and bet.spot == spot:
                return bet
        return None

    def bet_with_number(self, player: str, wager: str, number: int | None) -> Bet | None:
        """Return a player's bet on a wager that has a certain number, or None."""
        for bet in self.bets:
            if bet.player == player and bet.wager.name == wager and bet.number == number:
                return bet
        return None

    def odds_of(self, flat: Bet) -> Bet | None:
        """Return the supplemental wager that supports a bet, or None."""
        for bet in self.bets:
            if bet.wager.supports == flat.wager.name and bet.player == flat.player and bet.number == flat.number:
                return bet
        return None

    def flat_of(self, odds: Bet) -> Bet | None:
        """Return the bet that a supplemental wager supports, or None."""
        return self.bet_with_number(odds.player, odds.wager.supports, odds.number) if odds.wager.supports else None
