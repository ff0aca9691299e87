"""Replay a journal: each event must be the decision of the table on the act that the event records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passline.errors import CrapsError, JournalError
from passline.table.acts import (
    AcceptDice,
    Act,
    BuyIn,
    CallNoRoll,
    CallOff,
    CallOn,
    CashOut,
    Correct,
    DeclineDice,
    Leave,
    LockBets,
    MakeBet,
    OfferDice,
    PassDice,
    Press,
    Reduce,
    RollDice,
    TakeDown,
)
from passline.table.events import (
    BetMade,
    BetsLocked,
    BoughtIn,
    Called,
    CashedOut,
    Corrected,
    Departed,
    DiceAccepted,
    DiceDeclined,
    DiceOffered,
    DicePassed,
    Event,
    NoRoll,
    Pressed,
    Reduced,
    Rolled,
    TakenDown,
)
from passline.table.table import Table, after, decide, open_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from passline.house.house import House
    from passline.table.layout import Layout


def replay(house: House, journal: Iterable[Event]) -> Table:
    """Return the table after all events of a journal, from an empty table of *house*.

    The table decides every act again, so a journal that was changed, or that belongs to another house, is an error.

    Raises:
        JournalError: An event differs from the decision of the table. The message gives its number, from 1.
    """
    table = open_table(house)
    standing: list[tuple[Event, Layout]] = []  # The events that are not undone, each with the layout before it.
    for number, event in enumerate(journal, start=1):
        try:
            (decided,) = decide(table, _act_of(event, standing))
        except CrapsError as error:
            message = f"event {number} of the journal cannot have happened: {error}"
            raise JournalError(message) from None
        if decided != event:
            message = f"event {number} of the journal ({type(event).__name__}) differs from the decision of the table"
            raise JournalError(message)
        if isinstance(decided, Corrected):
            del standing[len(standing) - decided.count :]
        else:
            standing.append((decided, table.layout))
        table = after(table, decided)
    return table


def _act_of(event: Event, standing: list[tuple[Event, Layout]]) -> Act:
    """Return the act that an event records.

    Args:
        event: The event.
        standing: The events before it that are not undone, each with the layout before it.

    Raises:
        JournalError: The object is not an event, or undoes more events than there are.
    """
    match event:
        case BoughtIn(player=player, cents=cents):
            return BuyIn(player, cents)
        case BetMade(bet=bet):
            return MakeBet(bet.player, bet.spot, bet.amount)
        case Pressed(was=was, bet=bet):
            return Press(was.player, was.spot, bet.amount - was.amount)
        case Reduced(changes=((was, bet), *_)):
            return Reduce(was.player, was.spot, was.amount - bet.amount)
        case TakenDown(bets=(bet, *_)):
            return TakeDown(bet.player, bet.spot)
        case Called(was=was, call=call):
            return CallOn(was.player, was.spot) if call == "on" else CallOff(was.player, was.spot)
        case BetsLocked():
            return LockBets()
        case NoRoll(reason=reason):
            return CallNoRoll(reason)
        case Rolled(roll=roll, source=source):
            return RollDice(roll, source)
        case DiceOffered(player=player):
            return OfferDice(player)
        case DiceAccepted(player=player):
            return AcceptDice(player)
        case DiceDeclined(player=player):
            return DeclineDice(player)
        case DicePassed(player=player):
            return PassDice(player)
        case CashedOut(player=player, cents=cents):
            return CashOut(player, cents)
        case Departed(player=player):
            return Leave(player)
        case Corrected(count=int(count)) if 0 < count <= len(standing):
            undone = standing[len(standing) - count :]
            return Correct(tuple(event for event, _ in reversed(undone)), undone[0][1])
        case Corrected():
            message = f"it undoes {event.count} events, and {len(standing)} stand"
            raise JournalError(message)
        case _:
            message = f"{str(event)[:40]!r} is not an event; the events are those of passline.table.events"
            raise JournalError(message)
