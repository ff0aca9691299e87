"""Settle one bet on one roll without a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passline.errors import NotationError, WrongMoment
from passline.table.amounts import amount_refusals
from passline.table.layout import Bet
from passline.table.settle import Settlement, settle
from passline.words.dice import Roll

if TYPE_CHECKING:
    from collections.abc import Collection

    from passline.house.house import House
    from passline.law.wagers import Wager
    from passline.words.money import Cents


def pay(
    house: House,
    wager: str,
    cents: Cents,
    roll: str | Roll,
    *,
    point: int | None = None,
    number: int | None = None,
    numbers_made: Collection[int] = (),
    working: bool = False,
) -> Settlement:
    """Settle a bet on a roll at this house.

    Args:
        house: The house, as `open_house` returns it.
        wager: The wager, by the law's name or the trade's.
        cents: The amount of the bet, in cents. The house must take this amount.
        roll: The two faces, like "5-1".
        point: The come out point before the roll; None on a come out roll.
        number: The number that a Come Bet or a Don't Come Bet has moved to; for odds, the number of their bet.
        numbers_made: The numbers marked so far, for Bonus Craps, or the points made so far, for the Fire Bet.
        working: Whether the bet is called on.

    Returns:
        The settlement, exact. `result` is "won", "lost", "stood off", "moved" or "stood"; `winnings`, `paid`,
        `vigorish` and `net` are in cents. `under` is the paragraph that decided the bet, `paid_under` the paragraph
        under which it is paid, and `parts` are the settlements of a bet that is paid in parts. Odds that are off
        stand; at a table the player gets them back when their bet is decided.

    Raises:
        NotOffered: This house does not offer the wager.
        UnknownWager: No game has a wager of this name.
        WrongUnits, UnderMinimum, OverMaximum: The house does not take the amount.
        WrongMoment: The bet cannot be on the layout at such a roll.
        NotationError: The roll, point, number or marked numbers are not possible.

    >>> from passline import open_house
    >>> s = pay(open_house("crapless"), "Place Bet to Win on 6", 12_00, "5-1", point=10)
    >>> s.result, s.winnings, s.paid, s.net, s.under, s.paid_under
    ('won', Fraction(1400, 1), 1400, Fraction(1400, 1), '§ 623b.6(b)(3)(i)', '§ 623b.6(d)(1)')
    """
    faces = Roll.parse(str(roll))
    found, moved_to = house.find_spot(wager)
    _check_point(house, point)
    if number is not None and moved_to not in (None, number):
        message = f"{wager} has the number {moved_to}, not {number}; leave one of them out"
        raise NotationError(message)
    bet = Bet(
        player="player",
        wager=found,
        amount=cents,
        number=_number(found, number if number is not None else moved_to, point),
        numbers_made=_numbers_made(found, numbers_made),
        button="on" if working else None,
    )
    if working and not found.off_on_come_out:
        raise WrongMoment(
            f"calling {found.name} on", "it works on every roll as it is", "leave it as it is", found.cite
        )
    for refused in amount_refusals(house, bet):
        raise refused
    return settle(bet, faces, point=point)


def _check_point(house: House, point: int | None) -> None:
    if point not in house.line.verdicts or not isinstance(point, int | None):
        points = ", ".join(str(number) for number in house.line.verdicts if number is not None)
        message = f"{point} is not a point of {house.game.name}; the points are {points}"
        raise NotationError(message)


def _number(wager: Wager, number: int | None, point: int | None) -> int | None:
    """Return the number of a bet: the one given, or the point for a bet on the line."""
    if wager.number is not None or not wager.verdicts or set(wager.verdicts) == {None}:
        if number not in (None, wager.number):
            message = f"{wager.name} does not move to a number; leave it out"
            raise NotationError(message)
        return None
    if not wager.moves_to_box:
        if number not in (None, point):
            message = f"the number of {wager.name} is the point, which is {point or 'not set'}, not {number}"
            raise NotationError(message)
        number = point
    elif number is None and point is None and not wager.supports:
        asked_for = f"{wager.name} without a number at a come out roll"
        raise WrongMoment(asked_for, "it is made after the come out roll", "give its number, or a point", wager.cite)
    if number not in wager.verdicts:
        numbers = ", ".join(str(possible) for possible in wager.verdicts if possible is not None)
        message = f"{wager.name} has one of the numbers {numbers}, not {number or 'none'}"
        raise NotationError(message)
    return number


def _numbers_made(wager: Wager, made: Collection[int]) -> frozenset[int]:
    collected = wager.collects.numbers if wager.collects else frozenset()
    marks = frozenset(made)
    if not marks <= collected or (marks and marks == collected):
        of = ", ".join(map(str, sorted(collected))) or "no numbers"
        marked = ", ".join(map(str, sorted(marks)))
        message = f"{wager.name} collects {of}; {marked} cannot be marked before a roll"
        raise NotationError(message)
    return marks
