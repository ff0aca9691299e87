"""The layout after each event: the bets, the point, the players and the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passline.errors import JournalError
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
from passline.table.layout import Bet, Layout

if TYPE_CHECKING:
    from collections.abc import Iterable


def next_layout(layout: Layout, event: Event) -> Layout:
    """Return the layout after an event.

    Raises:
        JournalError: It is not an event, or it changes a bet that is not on the layout.
    """
    match event:
        case Rolled():
            return _rolled(layout, event)
        case BetMade(bet=bet):
            return layout._replace(bets=_placed(layout, bet))
        case Pressed(was=was, bet=bet) | Called(was=was, bet=bet):
            return layout._replace(bets=_changed(layout, [(was, bet)]))
        case Reduced(changes=changes):
            return layout._replace(bets=_changed(layout, changes))
        case TakenDown(bets=down):
            return layout._replace(bets=_changed(layout, [(bet, None) for bet in down]))
        case BoughtIn(player=player):
            return layout if player in layout.players else layout._replace(players=(*layout.players, player))
        case BetsLocked():
            return layout._replace(is_locked=True)
        case NoRoll():
            return layout._replace(is_locked=False) if layout.is_locked else layout
        case DiceOffered(player=player):
            return layout._replace(offered_to=player)
        case DiceAccepted(player=player):
            return layout._replace(
                shooter=player,
                offered_to=None,
                is_before_first_point=layout.is_before_first_point or layout.point is None,
            )
        case DiceDeclined(offered_to=offered_to):
            return layout._replace(offered_to=offered_to)
        case DicePassed(offered_to=offered_to, is_before_first_point=first, returned=returned):
            bets_left = _changed(layout, [(bet, None) for bet in returned])
            return layout._replace(shooter=None, offered_to=offered_to, is_before_first_point=first, bets=bets_left)
        case Departed(player=player, next_shooter=next_shooter, offered_to=offered_to, is_before_first_point=first):
            players = tuple(other for other in layout.players if other != player)
            return layout._replace(
                players=players, shooter=next_shooter, offered_to=offered_to, is_before_first_point=first
            )
        case CashedOut():
            return layout
        case Corrected(layout=before):
            return before
        case _:
            message = f"{str(event)[:40]!r} is not an event; the events are those of passline.table.events"
            raise JournalError(message)


def _rolled(layout: Layout, event: Rolled) -> Layout:
    changes: list[tuple[Bet, Bet | None]] = [(settlement.bet, settlement.remaining) for settlement in event.settlements]
    changes += [(bet, None) for bet in event.returned]
    return Layout(
        players=layout.players,
        shooter=event.next_shooter,
        offered_to=event.offered_to,
        point=event.point,
        is_before_first_point=event.is_before_first_point,
        is_fresh_board=event.is_fresh_board,
        is_locked=False,
        bets=_changed(layout, changes) if changes else layout.bets,
    )


def _changed(layout: Layout, changes: Iterable[tuple[Bet, Bet | None]]) -> tuple[Bet, ...]:
    """Return the bets after changes: a changed bet keeps its position, and a bet that came down is removed."""
    new = dict(changes)
    bets_now = [new.pop(bet, bet) for bet in layout.bets]
    if new:
        message = "the event changes a bet that is not on the layout"
        raise JournalError(message)
    return tuple(bet for bet in bets_now if bet is not None)


def _placed(layout: Layout, bet: Bet) -> tuple[Bet, ...]:
    """Return the bets with a new bet: odds go directly after their bet, any other bet goes to the end."""
    flat = layout.flat_of(bet)
    if flat is None:
        return (*layout.bets, bet)
    behind = layout.bets.index(flat) + 1
    return (*layout.bets[:behind], bet, *layout.bets[behind:])
