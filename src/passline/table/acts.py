"""Acts: what a player, a dealer or the dice can do at the table. They are asked for; the table decides.

Amounts are in cents. A spot is what a bet's place on the layout is called: "Pass Bet",
"Come Bet on 4", "odds on Come Bet on 4".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from passline.table.events import Event
    from passline.table.layout import Layout
    from passline.words.dice import Roll, Source
    from passline.words.money import Cents


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Take chips for money; a player who is not at the table yet sits down."""

    player: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class MakeBet:
    """Put chips on a wager."""

    player: str
    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Press:
    """Raise a bet by so much."""

    player: str
    spot: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Reduce:
    """Take back so much of a bet."""

    player: str
    spot: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class TakeDown:
    """Take a bet back whole."""

    player: str
    spot: str


@dataclass(frozen=True, slots=True)
class TakeOdds:
    """Make a supplemental wager in support of a Pass or a Come Bet."""

    player: str
    spot: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class LayOdds:
    """Make a supplemental wager in support of a Don't Pass or a Don't Come Bet."""

    player: str
    spot: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class CallOn:
    """Have a bet work: an "on" button is put on it, or an "off" button taken away."""

    player: str
    spot: str


@dataclass(frozen=True, slots=True)
class CallOff:
    """Have a bet not work: an "on" button is taken away, or an "off" button put on."""

    player: str
    spot: str


@dataclass(frozen=True, slots=True)
class LockBets:
    """Close the betting until the dice land."""


@dataclass(frozen=True, slots=True)
class RollDice:
    """Throw the dice, and read them."""

    roll: Roll
    source: Source = "dealer"


@dataclass(frozen=True, slots=True)
class CallNoRoll:
    """Call a throw invalid."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class OfferDice:
    """Offer the dice to a player."""

    player: str


@dataclass(frozen=True, slots=True)
class AcceptDice:
    """Take the dice that are offered."""

    player: str


@dataclass(frozen=True, slots=True)
class DeclineDice:
    """Let the dice that are offered go on to the next player."""

    player: str


@dataclass(frozen=True, slots=True)
class PassDice:
    """Give up the dice before a seven-out."""

    player: str


@dataclass(frozen=True, slots=True)
class Correct:
    """Undo the last events of a journal by reversing what they moved.

    Attributes:
        undone: The events, the last one first.
        layout: The layout as it was before them.
    """

    undone: tuple[Event, ...]
    layout: Layout


@dataclass(frozen=True, slots=True)
class CashOut:
    """Give chips back for money: so many cents, or all that is on the rail."""

    player: str
    cents: Cents | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Cash out what is on the rail and go."""

    player: str


BetAct = MakeBet | Press | Reduce | TakeDown | TakeOdds | LayOdds | CallOn | CallOff
DiceAct = OfferDice | AcceptDice | DeclineDice | PassDice
Act = BetAct | DiceAct | BuyIn | LockBets | RollDice | CallNoRoll | Correct | CashOut | Leave
