"""Events: the acts that the table has taken, with their effects.

An event has all data for the next table, so no rule is applied twice. The journal is the list of events in order. Each
event has the transfers that it made, and the books are their sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

if TYPE_CHECKING:
    from passline.table.layout import Bet, Layout
    from passline.table.ledger import Transfer
    from passline.table.settle import Settlement
    from passline.words.cite import Cite
    from passline.words.dice import Roll, Source
    from passline.words.money import Cents

Transfers = tuple["Transfer", ...]
Puck = Literal["the point is set", "the point is made", "seven out"]


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """A player bought chips."""

    player: str
    cents: Cents
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class BetMade:
    """A player made a bet, took odds or laid odds."""

    bet: Bet
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class Pressed:
    """A bet was raised."""

    was: Bet
    bet: Bet
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class Reduced:
    """A bet was reduced, and its odds too if they exceeded the new cap; pairs of the bet before and after."""

    changes: tuple[tuple[Bet, Bet], ...]
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class TakenDown:
    """A bet was taken down, and its odds with it."""

    bets: tuple[Bet, ...]
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class Called:
    """A bet was called on or off: a button was put on it or taken away."""

    was: Bet
    bet: Bet
    call: Literal["on", "off"]
    transfers: ClassVar[Transfers] = ()


@dataclass(frozen=True, slots=True)
class BetsLocked:
    """The betting was closed."""

    transfers: ClassVar[Transfers] = ()


@dataclass(frozen=True, slots=True)
class NoRoll:
    """A roll was invalid and decided no bet."""

    reason: str
    transfers: ClassVar[Transfers] = ()


class Rolled(NamedTuple):
    """A roll and everything that it decided. It is a named tuple because simulations create millions of them.

    Attributes:
        roll: The faces.
        source: The origin of the faces: the dealer's entry, a device, a random generator or a record.
        shooter: The player who rolled; None for the house.
        settlements: Every bet that won, lost, stood off, moved or changed, in the order of the layout.
        returned: Odds that were off when their bet was decided, and are returned to the player.
        puck: The change of the point, or None.
        under: The paragraph under which the puck moved, or None.
        point, next_shooter, offered_to, is_before_first_point, is_fresh_board: The layout's values after the roll.
        transfers: The chips that the settlements and the returned odds move.
    """

    roll: Roll
    source: Source
    shooter: str | None
    settlements: tuple[Settlement, ...]
    returned: tuple[Bet, ...]
    puck: Puck | None
    under: Cite | None
    point: int | None
    next_shooter: str | None
    offered_to: str | None
    is_before_first_point: bool
    is_fresh_board: bool
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class DiceOffered:
    """The dice were offered to a player."""

    player: str
    transfers: ClassVar[Transfers] = ()


@dataclass(frozen=True, slots=True)
class DiceAccepted:
    """A player accepted the dice."""

    player: str
    transfers: ClassVar[Transfers] = ()


@dataclass(frozen=True, slots=True)
class DiceDeclined:
    """A player declined the dice, and they were offered to the next player."""

    player: str
    offered_to: str
    transfers: ClassVar[Transfers] = ()


@dataclass(frozen=True, slots=True)
class DicePassed:
    """The shooter passed the dice; `returned` are Fire Bets, at a house that returns them."""

    player: str
    offered_to: str
    is_before_first_point: bool
    returned: tuple[Bet, ...]
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class Corrected:
    """The last events were undone: their transfers were reversed and the layout before them was restored."""

    count: int
    layout: Layout
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class CashedOut:
    """A player exchanged chips for money."""

    player: str
    cents: Cents
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class Departed:
    """A player cashed out and left the table."""

    player: str
    next_shooter: str | None
    offered_to: str | None
    is_before_first_point: bool
    transfers: Transfers


Event = (
    BoughtIn
    | BetMade
    | Pressed
    | Reduced
    | TakenDown
    | Called
    | BetsLocked
    | NoRoll
    | Rolled
    | DiceOffered
    | DiceAccepted
    | DiceDeclined
    | DicePassed
    | Corrected
    | CashedOut
    | Departed
)
