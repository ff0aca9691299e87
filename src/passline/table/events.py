"""Events: what has happened at the table. They carry all that the next table needs; no rule is asked again.

The journal is the events in order. Each carries the transfers it made, so the books are their sum.
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
    """A player took chips."""

    player: str
    cents: Cents
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class BetMade:
    """A player made a bet, or took or laid odds."""

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
    """A bet was reduced, and its odds with it if they were over the new cap: pairs of before and after."""

    changes: tuple[tuple[Bet, Bet], ...]
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class TakenDown:
    """A bet came down, and its odds with it."""

    bets: tuple[Bet, ...]
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class Called:
    """A button was put on a bet, or taken away."""

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
    """A throw was invalid, and decided nothing."""

    reason: str
    transfers: ClassVar[Transfers] = ()


class Rolled(NamedTuple):
    """The dice landed, and everything that they decided; a tuple, since there are so many of them.

    Attributes:
        roll, source: The faces, and who says so.
        shooter: Who threw; None for the house.
        settlements: Every bet that won, lost, stood off, moved or changed, in the order of the layout.
        returned: Odds that were off while their bet was decided, given back.
        puck: What it did to the point, or None.
        under: The paragraph that the puck moved under, or None.
        point, next_shooter, offered: How the table stands after it.
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
    """A player took the dice."""

    player: str
    transfers: ClassVar[Transfers] = ()


@dataclass(frozen=True, slots=True)
class DiceDeclined:
    """A player let the dice go on to the next."""

    player: str
    offered_to: str
    transfers: ClassVar[Transfers] = ()


@dataclass(frozen=True, slots=True)
class DicePassed:
    """The shooter gave up the dice; what is returned are Fire Bets, where the house returns them."""

    player: str
    offered_to: str
    is_before_first_point: bool
    returned: tuple[Bet, ...]
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class Corrected:
    """The last events were undone: what they moved was moved back, and the layout is as it was before."""

    count: int
    layout: Layout
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class CashedOut:
    """A player gave chips back."""

    player: str
    cents: Cents
    transfers: Transfers


@dataclass(frozen=True, slots=True)
class Departed:
    """A player cashed out the rail and left."""

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
