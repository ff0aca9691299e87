"""The puck and the dice: what a roll does to the point, who throws, and who throws next.

Law:
    58 Pa. Code § 623a.10 (not held; the readings at A28 and A16).
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
    """What a roll does to the puck: the point after it, what is called, and under which paragraph."""

    point: int | None
    call: Puck | None
    under: Cite | None


def move_puck(house: House, point: int | None, roll: Roll) -> PuckMoved:
    """Return what *roll* does to the puck, which follows the Pass Bet: it has the point that a Pass Bet would have."""
    verdict = house.line.stages[point].get(roll)
    if verdict is None:
        return PuckMoved(point, None, None)
    if verdict.kind == "moves":
        return PuckMoved(roll.total, "the point is set", verdict.under)
    if point is None:
        return PuckMoved(None, None, None)
    return PuckMoved(None, "the point is made" if verdict.kind == "wins" else "seven out", verdict.under)


def shooter_of(house: House, layout: Layout) -> str | None:
    """Return who throws next; None for the house.

    The shooter, if he may; else the first player clockwise, from whom the dice are offered to, who has
    a bet that a shooter needs; else the house.
    """
    if layout.shooter and (layout.point is not None or may_shoot(house, layout, layout.shooter)):
        return layout.shooter
    first = layout.offered_to or layout.shooter
    for player in clockwise(layout, first):
        if may_shoot(house, layout, player):
            return player
    return None


def may_shoot(house: House, layout: Layout, player: str) -> bool:
    """Say whether a player has a bet that a shooter needs."""
    wagers = house.game.shooter_bets
    for bet in layout.bets:  # noqa: SIM110  Asked at every roll, and twice as fast as any().
        if bet.player == player and bet.wager.name in wagers:
            return True
    return False


def clockwise(layout: Layout, first: str | None) -> tuple[str, ...]:
    """Return the players in the order of their seats, beginning with *first*."""
    players = layout.players
    start = players.index(first) if first in players else 0
    return players[start:] + players[:start]


def next_player(layout: Layout, player: str | None) -> str | None:
    """Return the next player clockwise; the same one where nobody else is there, None at an empty table."""
    if player is None:
        return layout.offered_to
    order = clockwise(layout, player)
    return order[1] if len(order) > 1 else order[0]


def refusal(house: House, layout: Layout, act: DiceAct) -> Refused | None:
    """Say why the dice may not be offered, accepted, declined or passed so, or None if they may."""
    under = house.under("A28")
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
            return WrongMoment(asked, f"{layout.shooter or 'nobody'} has them", "who has them may pass them", under)
    return None


def _listed(layout: Layout) -> str:
    return ", ".join(layout.players) or "no players"
