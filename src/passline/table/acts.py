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
class _PlayerAct:
    """An act of a player."""

    player: str


@dataclass(frozen=True, slots=True)
class _SpotAct(_PlayerAct):
    """An act of a player on a spot."""

    spot: str


@dataclass(frozen=True, slots=True)
class _AmountAct(_SpotAct):
    """An act of a player on a spot with an amount."""

    cents: Cents


@dataclass(frozen=True, slots=True)
class BuyIn(_PlayerAct):
    """Buy chips. A player who is not at the table yet takes a seat."""

    cents: Cents


@dataclass(frozen=True, slots=True)
class MakeBet(_PlayerAct):
    """Make a bet on a wager."""

    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Press(_AmountAct):
    """Raise a bet by an amount."""


@dataclass(frozen=True, slots=True)
class Reduce(_AmountAct):
    """Reduce a bet by an amount."""


@dataclass(frozen=True, slots=True)
class TakeDown(_SpotAct):
    """Take down a whole bet."""


@dataclass(frozen=True, slots=True)
class TakeOdds(_AmountAct):
    """Make a supplemental wager in support of a Pass or a Come Bet."""


@dataclass(frozen=True, slots=True)
class LayOdds(_AmountAct):
    """Make a supplemental wager in support of a Don't Pass or a Don't Come Bet."""


@dataclass(frozen=True, slots=True)
class CallOn(_SpotAct):
    """Call a bet on, so that it works: put an "on" button on it, or take an "off" button away."""


@dataclass(frozen=True, slots=True)
class CallOff(_SpotAct):
    """Call a bet off, so that it does not work: take an "on" button away, or put an "off" button on it."""


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
class OfferDice(_PlayerAct):
    """Offer the dice to a player."""


@dataclass(frozen=True, slots=True)
class AcceptDice(_PlayerAct):
    """Accept the dice."""


@dataclass(frozen=True, slots=True)
class DeclineDice(_PlayerAct):
    """Decline the dice, which are then offered to the next player."""


@dataclass(frozen=True, slots=True)
class PassDice(_PlayerAct):
    """Give up the dice before a seven-out."""


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
class CashOut(_PlayerAct):
    """Exchange chips for money: an amount in cents, or by default the whole rail."""

    cents: Cents | None = None


@dataclass(frozen=True, slots=True)
class Leave(_PlayerAct):
    """Cash out the whole rail and leave the table."""


BetAct = MakeBet | Press | Reduce | TakeDown | TakeOdds | LayOdds | CallOn | CallOff
DiceAct = OfferDice | AcceptDice | DeclineDice | PassDice
Act = BetAct | DiceAct | BuyIn | LockBets | RollDice | CallNoRoll | Correct | CashOut | Leave
