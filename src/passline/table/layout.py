"""The layout: the bets, the point and the dice. The chips on the rails are in the books (`ledger`)."""

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
"""Words that begin a line of a script and cannot be the name of a player."""
LONGEST_NAME = 30
NAME_RULE = (
    f"a name has up to {LONGEST_NAME} letters, digits, - and _, begins with a letter, "
    "and is not a word that begins a line of a script"
)
LONGEST_REASON = 200
REASON_RULE = f"a reason has up to {LONGEST_REASON} printable characters on one line, without ( ) and #"


def is_name(player: str) -> bool:
    """Return whether a text may be a player's name: one word in any language, in Unicode's composed form (NFC)."""
    return (
        0 < len(player) <= LONGEST_NAME
        and player == normalize("NFC", player)
        and player[0].isalpha()
        and all(letter.isalnum() or letter in "-_" or category(letter) in {"Mn", "Mc"} for letter in player)
        and player.casefold() not in RESERVED
    )


def is_reason(reason: str) -> bool:
    """Return whether a text may be the reason of an invalid roll: empty, or printable text without ( ) and #."""
    return (
        len(reason) <= LONGEST_REASON
        and reason == reason.strip()
        and reason.isprintable()
        and not set(reason) & set("()#")
    )


class Bet(NamedTuple):
    """Chips that a player has on a wager.

    Attributes:
        player: The player's name.
        wager: The wager, as this house offers it.
        amount: The amount in cents.
        number: The number that the bet has moved to; for odds, the number of the bet that they support.
        numbers_made: The numbers marked so far, for a wager that collects numbers.
        button: The button on top of the bet: "on", "off", or None.
    """

    player: str
    wager: Wager
    amount: Cents
    number: int | None = None
    numbers_made: frozenset[int] = NO_NUMBERS
    button: Button | None = None

    @property
    def spot(self) -> str:
        """The name of its place on the layout: the wager's name, and the number that the bet has moved to."""
        if self.number is not None and self.wager.moves_to_box:
            return f"{self.wager.name} on {self.number}"
        return self.wager.name

    @property
    def place(self) -> Place:
        """Its place in the books."""
        return Place("layout", self.player, self.spot)

    def is_working(self, point: int | None) -> bool:
        """Return whether the next roll may decide the bet; *point* is None on a come out roll.

        Law:
            58 Pa. Code § 623b.6(b)(3)-(7), (34): inactive on a come out roll unless called on.
        """
        if point is None and self.wager.off_on_come_out:
            return self.button == "on"
        return self.button != "off"


class Layout(NamedTuple):
    """The table between two rolls, as everyone can see it.

    Attributes:
        players: The players who have bought in, clockwise.
        shooter: The player who has the dice; None if nobody has them and the house rolls.
        offered_to: The player to whom the dice are offered, or will be offered next.
        point: The come out point; None on a come out roll.
        is_before_first_point: Whether this shooter has set no point yet.
        is_fresh_board: Whether no number has been rolled since the last 7.
        is_locked: Whether bets are locked until the next roll.
        bets: The bets in the order in which they were made; odds come directly after their bet.
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
        """Return all bets of a player."""
        return [bet for bet in self.bets if bet.player == player]

    def bet_at(self, player: str, spot: str) -> Bet | None:
        """Return a player's bet on a spot, or None."""
        for bet in self.bets:
            if bet.player == player and bet.spot == spot:
                return bet
        return None

    def bet_with_number(self, player: str, wager: str, number: int | None) -> Bet | None:
        """Return a player's bet on a wager with this number, or None."""
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
