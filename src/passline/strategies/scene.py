"""Scenes: scripts of play whose player bets as a strategy should."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passline.errors import FalseClaim, NotationError
from passline.strategies.protocol import PlayState, place_bets, play_roll, start_play
from passline.table.events import BoughtIn, Rolled
from passline.table.table import Table, after, open_table, uncorrected_events
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.strategies.plan import Plan
    from passline.table.layout import Layout
    from passline.table.script import Played


def check_scene(plan: Plan, scene: Played) -> int:
    """Check that a strategy has the bets of a scene before each roll, and return the number of rolls.

    Raises:
        FalseClaim: The bets differ; the message names the rolls before the first difference.
        NotationError: The scene is not of one player who buys in once.
    """
    journal = uncorrected_events(scene.journal)
    bought = [event for event in journal if isinstance(event, BoughtIn)]
    if len(bought) != 1:
        message = f"the scene has {len(bought)} buy-ins; write a scene of one player who buys in once"
        raise NotationError(message)
    table, dice = open_table(scene.table.house), ""
    state, _ = place_bets(plan, start_play(table.house, plan, bought[0].cents))
    for event in journal:
        if isinstance(event, Rolled):
            _check_layout(plan, table, state, dice)
            state, _ = play_roll(plan, state, event.roll)
            state, _ = place_bets(plan, state)
            dice += f" {event.roll}"
        table = after(table, event)
    if journal and not isinstance(journal[-1], Rolled):
        _check_layout(plan, table, state, dice)
    return len(dice.split())


def _check_layout(plan: Plan, table: Table, state: PlayState, dice: str) -> None:
    expected, bets = (", ".join(sorted(_bets(layout))) or "nothing" for layout in (table.layout, state.table.layout))
    if expected != bets:
        when = f"after{dice}" if dice else "before the first roll"
        message = f"{when} the scene has {expected}, and {plan.name} {bets}"
        raise FalseClaim(message)


def _bets(layout: Layout) -> Iterator[str]:
    return (f"{dollars(bet.amount)} on {bet.spot}" + (f" ({bet.button})" if bet.button else "") for bet in layout.bets)
