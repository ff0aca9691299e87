"""Acts: the requests that a player or a dealer can make at the table. The table takes or refuses them.

Amounts are in cents. A spot is the name of a bet's place on the layout: "Pass Bet", "Come Bet on 4",
"odds on Come Bet on 4".
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
    """Buy chips. A player who is not at the table yet takes a seat."""

    player: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class MakeBet:
    """Make a bet on a wager."""

    player: str
    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Press:
    """Raise a bet by an amount."""

    player: str
    spot: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Reduce:
    """Reduce a bet by an amount."""

    player: str
    spot: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class TakeDown:
    """Take down a whole bet."""

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
    """Call a bet on, so that it works: put an "on" button on it, or take an "off" button away."""

    player: str
    spot: str


@dataclass(frozen=True, slots=True)
class CallOff:
    """Call a bet off, so that it does not work: take an "on" button away, or put an "off" button on it."""

    player: str
    spot: str


@dataclass(frozen=True, slots=True)
class LockBets:
    """Close the betting until the next roll."""


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll the dice and enter the faces."""

    roll: Roll
    source: Source = "dealer"


@dataclass(frozen=True, slots=True)
class CallNoRoll:
    """Call a roll invalid."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class OfferDice:
    """Offer the dice to a player."""

    player: str


@dataclass(frozen=True, slots=True)
class AcceptDice:
    """Accept the dice."""

    player: str


@dataclass(frozen=True, slots=True)
class DeclineDice:
    """Decline the dice, which are then offered to the next player."""

    player: str


@dataclass(frozen=True, slots=True)
class PassDice:
    """Give up the dice before a seven-out."""

    player: str


@dataclass(frozen=True, slots=True)
class Correct:
    """Undo the last events of a journal by reversing their transfers.

    Attributes:
        undone: The events to undo, the last one first.
        layout: The layout before these events.
    """

    undone: tuple[Event, ...]
    layout: Layout


@dataclass(frozen=True, slots=True)
class CashOut:
    """Exchange chips for money: an amount in cents, or by default the whole rail."""

    player: str
    cents: Cents | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Cash out the whole rail and leave the table."""

    player: str


BetAct = MakeBet | Press | Reduce | TakeDown | TakeOdds | LayOdds | CallOn | CallOff
DiceAct = OfferDice | AcceptDice | DeclineDice | PassDice
Act = BetAct | DiceAct | BuyIn | LockBets | RollDice | CallNoRoll | Correct | CashOut | Leave
