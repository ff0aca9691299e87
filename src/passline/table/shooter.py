"""The point and the shooter: the puck after a roll, and the player who makes the next roll.

Law:
    58 Pa. Code § 623a.10 (its text is not available here; see the readings A28 and A16).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from passline.errors import NotAtTheTable, Refused, WrongMoment
from passline.table.acts import AcceptDice, DeclineDice, OfferDice, PassDice

if TYPE_CHECKING:
    from passline.house.house import House
    from passline.table.acts import DiceAct
    from passline.table.events import Puck
    from passline.table.layout import Layout
    from passline.words.cite import Cite
    from passline.words.dice import Roll


class PuckMoved(NamedTuple):
    """The puck after a roll: the point, the call ("seven out"), and the paragraph."""

    point: int | None
    call: Puck | None
    under: Cite | None


def move_puck(house: House, point: int | None, roll: Roll) -> PuckMoved:
    """Return the puck after a roll. The point is the number that a Pass Bet moves to."""
    verdict = house.line.verdicts[point].get(roll)
    if verdict is None:
        return PuckMoved(point, None, None)
    if verdict.kind == "moves":
        return PuckMoved(roll.total, "the point is set", verdict.under)
    if point is None:
        return PuckMoved(None, None, None)
    return PuckMoved(None, "the point is made" if verdict.kind == "wins" else "seven out", verdict.under)


def shooter_of(house: House, layout: Layout) -> str | None:
    """Return the player who makes the next roll; None for the house.

    It is the present shooter, unless a come out roll is next and the shooter's required bet is missing. Otherwise it
    is the first player with that bet, clockwise from the player to whom the dice are offered; otherwise the house.
    """
    if layout.shooter and (layout.point is not None or may_shoot(house, layout, layout.shooter)):
        return layout.shooter
    first = layout.offered_to or layout.shooter
    for player in clockwise(layout, first):
        if may_shoot(house, layout, player):
            return player
    return None


def may_shoot(house: House, layout: Layout, player: str) -> bool:
    """Return whether a player has a bet that a shooter is required to make."""
    wagers = house.game.shooter_bets
    for bet in layout.bets:  # noqa: SIM110  Called at every roll; twice as fast as any().
        if bet.player == player and bet.wager.name in wagers:
            return True
    return False


def clockwise(layout: Layout, first: str | None) -> tuple[str, ...]:
    """Return the players in the order of their seats, beginning with *first*."""
    players = layout.players
    start = players.index(first) if first in players else 0
    return players[start:] + players[:start]


def next_player(layout: Layout, player: str | None) -> str | None:
    """Return the next player clockwise, or the same player if no other is at the table.

    If *player* is None, return the player to whom the dice are offered, or None.
    """
    if player is None:
        return layout.offered_to
    order = clockwise(layout, player)
    return order[1] if len(order) > 1 else order[0]


def refusal(house: House, layout: Layout, act: DiceAct) -> Refused | None:
    """Return the reason to refuse an act on the dice, or None if the table takes it."""
    under = house.under("shooter without a bet")
    player = act.player
    asked = f"{'passing the dice by' if isinstance(act, PassDice) else 'the dice for'} {player}"
    if player not in layout.players:
        return NotAtTheTable(asked, f"{player} has not bought in", f"at the table are {_listed(layout)}", under)
    match act:
        case OfferDice() if layout.shooter:
            why = f"{layout.shooter} has them until a seven-out"
            return WrongMoment(asked, why, f"{layout.shooter} may pass them", under)
        case OfferDice() if layout.offered_to not in (None, player):
            why = f"they are offered to {layout.offered_to}"
            return WrongMoment(asked, why, f"{layout.offered_to} accepts or declines first", under)
        case AcceptDice() | DeclineDice() if layout.shooter or layout.offered_to != player:
            holder = layout.shooter or layout.offered_to
            why = (
                f"{holder} {'has them' if layout.shooter else 'is offered_to them'}"
                if holder
                else "nobody is offered them"
            )
            return WrongMoment(asked, why, "they may be accepted or declined when they are offered", under)
        case AcceptDice() if layout.point is None and not may_shoot(house, layout, player):
            needed = " or ".join(house.game.shooter_bets)
            return WrongMoment(asked, f"a shooter needs a {needed} at a come out roll", "make one first", under)
        case PassDice() if layout.shooter != player:
            return WrongMoment(asked, f"{layout.shooter or 'nobody'} has them", "only the shooter may pass them", under)
    return None


def _listed(layout: Layout) -> str:
    return ", ".join(layout.players) or "no players"
