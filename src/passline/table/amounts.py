"""The rules on the amount of a bet: whole chips, units, payouts in whole chips, posted limits, caps on odds.

These rules depend on the wager and the house, and for odds on the bet that they support. They do not depend on the
layout, so `pay` and the exact odds use this module without a table.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from passline.errors import OverMaximum, Refused, UnderMinimum, WrongUnits
from passline.words.money import dollars, require_cents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.house.house import House
    from passline.law.wagers import Wager
    from passline.table.layout import Bet
    from passline.words.cite import Cite
    from passline.words.money import Cents


def amount_refusals(house: House, bet: Bet, *, largest: Cents | None = None) -> Iterator[Refused]:
    """Yield each reason why this house would not take a bet of this amount.

    Args:
        house: The house whose chips, payouts and limits apply.
        bet: The bet. Only its wager, number and amount matter.
        largest: For a supplemental wager, the largest amount in cents that the messages offer instead. No other
            limit applies to it here; `odds_refusals` checks its cap.
    """
    wager, amount, step = bet.wager, bet.amount, bet.wager.bet_step(bet.number)
    yield from zero_amount(amount, bet.spot, wager.cite)
    table = house.submission.table
    minimum = table.proposition_minimum if wager.proposition else table.minimum
    smallest_paid = least = wager.smallest_bet(bet.number)
    if not wager.supports:
        least, largest = max(smallest_paid, -(-minimum // step) * step), table.maximum // step * step
    would_do = _nearest_amounts(amount, step, least=least, largest=largest)
    if amount % wager.chip:
        why = f"the smallest chip is {dollars(wager.chip)}"
        yield WrongUnits(describe(bet), why, would_do, house.game.rules["submission"])
    if amount % (wager.chip * wager.units):
        why = f"it is placed in units of {wager.units}"
        yield WrongUnits(describe(bet), why, would_do, wager.units_under or wager.cite)
    if amount % step:
        why = f"it would not be paid in whole {_coins(wager)}"
        yield WrongUnits(describe(bet), why, would_do, _paid_under(wager, bet.number))
    if amount < smallest_paid:
        why = f"a win would be rounded down to nothing in chips of {dollars(wager.unit)}"
        yield WrongUnits(describe(bet), why, would_do, _paid_under(wager, bet.number))
    if wager.supports:
        return
    if amount < minimum:
        why = f"the minimum is {dollars(minimum)}"
        yield UnderMinimum(describe(bet), why, would_do, house.game.rules["submission"])
    if amount > table.maximum:
        why = f"the posted maximum is {dollars(table.maximum)}"
        yield OverMaximum(describe(bet), why, would_do, house.game.rules["maximum"])


def odds_refusals(house: House, odds: Bet, flat: Bet) -> Iterator[Refused]:
    """Yield each reason why this house would not take odds of this amount on a flat bet.

    Args:
        house: The house whose chips, payouts and caps apply.
        odds: The supplemental wager.
        flat: The bet that it supports.
    """
    largest = largest_odds(house, odds.wager, flat)
    yield from amount_refusals(house, odds, largest=largest)
    if odds.amount > _capped(odds.wager, flat):
        cap, number = odds.wager.cap[flat.number or 0], flat.number
        measure = f"what {dollars(flat.amount)} wins" if odds.wager.is_laid else f"the bet of {dollars(flat.amount)}"
        why = f"on {number} this house takes {cap} times {measure}"
        yield OverMaximum(describe(odds), why, f"{dollars(largest)} or less would do", house.game.odds_limit.under)
    if odds.amount > largest:
        why = f"odds count, and the posted maximum is {dollars(house.submission.table.maximum)}"
        yield OverMaximum(describe(odds), why, f"{dollars(largest)} or less would do", house.game.rules["maximum"])


def zero_amount(cents: Cents, spot: str, under: Cite) -> Iterator[WrongUnits]:
    """Yield a refusal if an amount is zero or less.

    Raises:
        NotationError: The amount is not a whole number of cents.
    """
    if require_cents(cents) <= 0:
        asked_for = f"{dollars(cents)} on {spot}"
        yield WrongUnits(asked_for, "an amount is more than nothing", "one or more whole chips would do", under)


def largest_odds(house: House, odds: Wager, flat: Bet) -> Cents:
    """Return the largest supplemental wager, in cents, that this house takes on a flat bet.

    It is the house's cap, rounded up to the next amount that is paid in whole chips.

    Law:
        58 Pa. Code § 623a.6(e), (f); § 623b.6(e)(3), (4). The cap on laid odds limits what they win.
    """
    largest = _capped(odds, flat)
    if house.choices["odds_and_the_maximum"] == "odds count":
        step = _whole_step(odds, flat)
        largest = min(largest, -(-house.submission.table.maximum // step) * step)
    return largest


def describe(bet: Bet) -> str:
    """Name a bet with its amount, as a refusal does: "Horn Bet of $6"."""
    return f"{bet.spot} of {dollars(bet.amount)}"


def _capped(odds: Wager, flat: Bet) -> Cents:
    """Return the smallest odds, in cents, that are paid in whole chips and are not below the cap."""
    assert flat.number is not None, "odds on a bet without a number"
    step = _whole_step(odds, flat)
    cap = odds.cap[flat.number] * flat.amount
    if odds.is_laid:
        (payout_odds,) = odds.odds(flat.number)
        cap = cap * payout_odds.wagered / payout_odds.pays
    return int(-(-cap // step)) * step


def _whole_step(odds: Wager, flat: Bet) -> Cents:
    """Return the step, in cents, between odds that are made of whole chips and paid in whole chips."""
    return lcm(odds.chip, odds.whole_payout_step(flat.number))


def _paid_under(wager: Wager, number: int | None) -> Cite:
    """Return the paragraph that a wager is paid under."""
    paragraphs = [verdict.payout.under for verdict in wager.verdicts.get(number, {}).values() if verdict.payout]
    return (paragraphs or [part.under for part in wager.parts] or [wager.cite])[0]


def _nearest_amounts(amount: Cents, step: Cents, *, least: Cents, largest: Cents | None) -> str:
    """Name the nearest amounts that the house would take: whole steps within the limits."""
    below = amount // step * step
    within = [near for near in (below, below + step) if least <= near and (largest is None or near <= largest)]
    if within:
        return f"{' or '.join(dollars(near) for near in within)} would do"
    if largest is not None and largest < least:
        return "no amount would do"
    return f"{dollars(least if amount < least else largest or least)} would do"


def _coins(wager: Wager) -> str:
    return "cents" if wager.unit == 1 else f"chips of {dollars(wager.unit)}"
