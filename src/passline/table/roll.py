"""The effects of a roll: the settlement of every bet, the transfers, the puck, and the next shooter.

Law:
    58 Pa. Code § 623a.9 (its text is not available here; see the reading A22 and its rules).
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
    from passline.law.sections import Subject
    from passline.table.layout import Bet, Layout
    from passline.words.dice import Roll, Source

CACHE_SIZE = 1 << 14
"""The number of results in each cache of the effects of acts and rolls on a layout."""


def settle_roll(house: House, layout: Layout, roll: Roll, source: Source) -> Rolled:
    """Return the event of a roll. It depends only on the house and the layout, so it is cached.

    Raises:
        NotationError: A face is not a number from 1 to 6, or the source is unknown.
    """
    if not is_roll(roll):  # Checked before the cache, where Roll(5.0, 2) equals Roll(5, 2).
        message = f"{roll} is not a roll; a roll is two faces from 1 to 6, like 5-1"
        raise NotationError(message)
    if source not in SOURCES:
        message = f"{str(source)[:40]!r} is not a source of a roll; the sources are {', '.join(SOURCES)}"
        raise NotationError(message)
    return _settle_roll(house, layout, roll, source)


@lru_cache(maxsize=CACHE_SIZE)
def _settle_roll(house: House, layout: Layout, roll: Roll, source: Source) -> Rolled:
    """Return the event of a valid roll."""
    point = layout.point
    roller = shooter.shooter_of(house, layout)
    for_one_roll = house.choices["on_lasts"] == "one roll"
    settled = [_settle_and_transfer(bet, roll, point, is_on_for_one_roll=for_one_roll) for bet in layout.bets]
    settlements = tuple(settlement for settlement, _ in settled if settlement)
    returned = _odds_to_return(layout, settlements)
    transfers = [transfer for _, moved in settled for transfer in moved]
    for odds in returned:
        transfers += return_transfers(house, odds, None, under="odds that are off")
    puck = shooter.move_puck(house, point, roll)
    is_over = puck.call == "seven out" or (roller is None and puck.point is None)
    is_new = roller is not None and roller != layout.shooter and point is None
    return Rolled(
        roll=roll,
        source=source,
        shooter=roller,
        settlements=settlements,
        returned=returned,
        puck=puck.call,
        under=puck.under,
        point=puck.point,
        next_shooter=None if is_over else roller,
        offered_to=shooter.next_player(layout, roller) if is_over else (layout.offered_to if roller is None else None),
        is_before_first_point=is_over or ((layout.is_before_first_point or is_new) and puck.call is None),
        is_fresh_board=roll.total == SEVEN,
        transfers=tuple(transfers),
    )


@lru_cache(maxsize=CACHE_SIZE)
def _settle_and_transfer(
    bet: Bet, roll: Roll, point: int | None, *, is_on_for_one_roll: bool
) -> tuple[Settlement | None, tuple[Transfer, ...]]:
    """Return the settlement of a bet, or None if the roll does not change the bet, and its transfers."""
    settlement = settle(bet, roll, point=point)
    left = settlement.remaining
    if is_on_for_one_roll and left is not None and left.button == "on":
        settlement = replace(settlement, remaining=left._replace(button=None))  # type: ignore[arg-type]  # A bet that lost has no `remaining`.
    if settlement.remaining is bet and not isinstance(settlement, StoodOff):
        return None, ()
    return settlement, tuple(settlement_transfers(settlement))


def _odds_to_return(layout: Layout, settlements: tuple[Settlement, ...]) -> tuple[Bet, ...]:
    """Return the odds that were not decided, being off, when their bet was; the player gets them back."""
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
    """Yield the transfers of one settlement.

    Law:
        58 Pa. Code § 623a.5(g)(3)(i)(A), (ii)(A): a vigorish that is due when a bet is made is due again if the bet
        stays up after a win (reading A12). It is 5 % at most, so the winnings cover it.
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


def return_transfers(house: House, was: Bet, now: Bet | None, *, under: Subject | None = None) -> Iterator[Transfer]:
    """Yield the transfers that return a bet, or part of it, to the player, with its vigorish if the house returns it.

    Args:
        house: The house, which chooses whether the vigorish is returned.
        was: The bet before.
        now: The bet after; None if it is taken down.
        under: The id of the reading under which it is returned; by default the paragraph on when the wager may be
            taken down.
    """
    rail = Place("rail", was.player)
    cite = house.under(under) if under else was.wager.removal_under or was.wager.cite
    yield Transfer(was.place, rail, was.amount - (now.amount if now else 0), cite)
    vigorish = vigorish_when_made(was) - (vigorish_when_made(now) if now else 0)
    if vigorish and house.choices["vigorish_when_taken_down"] == "returned":
        yield Transfer(BANK, rail, vigorish, house.under("vigorish when taken down"))
