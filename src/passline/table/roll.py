"""What a roll does: every bet settled, the chips that this moves, the puck, and who throws next.

Law:
    58 Pa. Code § 623a.9 (not held; the reading at A22 and its rules).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from passline.errors import NotationError
from passline.law.wagers import SEVEN
from passline.table import shooter
from passline.table.events import Rolled
from passline.table.ledger import BANK, Place, Transfer
from passline.table.settle import Lost, Moved, Settlement, StoodOff, Won, settle, vigorish_when_made
from passline.words.dice import SOURCES, is_roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.house.house import House
    from passline.table.layout import Bet, Layout
    from passline.words.dice import Roll, Source

CACHE_SIZE = 1 << 14
"""How many answers are remembered of what an act or a roll does to a layout."""


@lru_cache(maxsize=CACHE_SIZE)
def settle_roll(house: House, layout: Layout, roll: Roll, source: Source) -> Rolled:
    """Return what a roll does: it depends on the layout alone, so it is remembered.

    Raises:
        NotationError: The faces are not those of two dice.
    """
    point = layout.point
    if not is_roll(roll):
        message = f"{roll} is no roll; two faces from 1 to 6 are, like 5-1"
        raise NotationError(message)
    if source not in SOURCES:
        message = f"{str(source)[:40]!r} is no source of a roll; {', '.join(SOURCES)} are"
        raise NotationError(message)
    who = shooter.shooter_of(house, layout)
    for_one_roll = house.takes["on_lasts"] == "one roll"
    answers = [_answer(bet, roll, point, is_on_for_one_roll=for_one_roll) for bet in layout.bets]
    settlements = tuple(settlement for settlement, _ in answers if settlement)
    returned = _orphans(layout, settlements)
    transfers = [transfer for _, moved in answers for transfer in moved]
    for odds in returned:
        transfers += return_transfers(house, odds, None, under="A4")
    moved = shooter.move_puck(house, point, roll)
    is_over = moved.call == "seven out" or (who is None and moved.point is None)
    is_new = who is not None and who != layout.shooter and point is None
    return Rolled(
        roll=roll,
        source=source,
        shooter=who,
        settlements=settlements,
        returned=returned,
        puck=moved.call,
        under=moved.under,
        point=moved.point,
        next_shooter=None if is_over else who,
        offered_to=shooter.next_player(layout, who) if is_over else (layout.offered_to if who is None else None),
        is_before_first_point=is_over or ((layout.is_before_first_point or is_new) and moved.call is None),
        is_fresh_board=roll.total == SEVEN,
        transfers=tuple(transfers),
    )


@lru_cache(maxsize=CACHE_SIZE)
def _answer(
    bet: Bet, roll: Roll, point: int | None, *, is_on_for_one_roll: bool
) -> tuple[Settlement | None, tuple[Transfer, ...]]:
    """Return the settlement of a bet, or None where the roll does nothing to it, and the chips that it moves."""
    settlement = settle(bet, roll, point=point)
    left = settlement.remaining
    if is_on_for_one_roll and left is not None and left.button == "on":
        settlement = replace(settlement, remaining=left._replace(button=None))  # type: ignore[arg-type]  # Not one that lost.
    if settlement.remaining is bet and not isinstance(settlement, StoodOff):
        return None, ()
    return settlement, tuple(settlement_transfers(settlement))


def _orphans(layout: Layout, settlements: tuple[Settlement, ...]) -> tuple[Bet, ...]:
    """Return the odds that were not decided themselves while their bet was: they are given back."""
    decided = {(s.bet.player, s.bet.wager.name, s.bet.number) for s in settlements if s.remaining is None}
    if not decided:
        return ()
    return tuple(
        bet
        for bet in layout.bets
        if bet.wager.supports
        and (bet.player, bet.wager.supports, bet.number) in decided
        and (bet.player, bet.wager.name, bet.number) not in decided
    )


def settlement_transfers(settlement: Settlement) -> Iterator[Transfer]:
    """Yield the transfers that carry one settlement out.

    Law:
        58 Pa. Code § 623a.5(g)(3)(i)(A), (ii)(A): a vigorish due when a bet is made is due again on one that stays up
        after a win (the reading at A12); it is 5 % at most, so the winnings cover it.
    """
    bet = settlement.bet
    rail = Place("rail", bet.player)
    match settlement:
        case Won(under=under, remaining=left):
            paid, breakage = settlement.paid, settlement.winnings - settlement.paid
            if paid:
                yield Transfer(BANK, rail, paid, settlement.paid_under, breakage)
            if settlement.lost:
                yield Transfer(bet.place, BANK, settlement.lost, under)
            if left is None and bet.amount > settlement.lost:
                yield Transfer(bet.place, rail, bet.amount - settlement.lost, under)
            due = settlement.vigorish_due + (
                vigorish_when_made(left) if left else 0
            )  # A bet that stays up is made anew.
            if due and bet.wager.vigorish:
                yield Transfer(rail, BANK, due, bet.wager.vigorish.under)
        case Lost(under=under):
            yield Transfer(bet.place, BANK, bet.amount, under)
        case Moved(remaining=moved, under=under) if moved.place != bet.place:
            yield Transfer(bet.place, moved.place, bet.amount, under)


def return_transfers(house: House, was: Bet, now: Bet | None, *, under: str | None = None) -> Iterator[Transfer]:
    """Yield the transfers that give back what a bet no longer holds, and the vigorish on it where it is returned.

    Args:
        house: Whose choice it is whether the vigorish is returned.
        was: The bet before.
        now: The bet after; None for one that comes down.
        under: The reading by which it is given back; by default the paragraph on how the wager is kept.
    """
    rail = Place("rail", was.player)
    cite = house.under(under) if under else was.wager.kept_under or was.wager.cite
    yield Transfer(was.place, rail, was.amount - (now.amount if now else 0), cite)
    vigorish = vigorish_when_made(was) - (vigorish_when_made(now) if now else 0)
    if vigorish and house.takes["vigorish_when_taken_down"] == "returned":
        yield Transfer(BANK, rail, vigorish, house.under("A10"))
