"""May this bet be made, raised, reduced, taken down, called on or off? One place decides, and says why not.

`refusal` looks for the first reason, in this order: the player; the wager; whether bets are locked; the
moment; whether a bet may be changed; the amount (whole chips, units, payable); the limits; the chips on the rail.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from passline.errors import (
    MustStay,
    NotAtTheTable,
    NotOffered,
    OverMaximum,
    Refused,
    ShortOfChips,
    UnderMinimum,
    WrongMoment,
    WrongUnits,
)
from passline.law.wagers import ODDS_ON
from passline.table.acts import CallOff, CallOn, LayOdds, MakeBet, Press, Reduce, TakeDown, TakeOdds
from passline.table.layout import Bet
from passline.table.settle import vigorish_when_made
from passline.words.money import dollars, whole_cents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.house.house import House
    from passline.law.wagers import Kept, Wager
    from passline.table.acts import BetAct
    from passline.table.layout import Layout
    from passline.words.cite import Cite
    from passline.words.money import Cents


def refusal(house: House, layout: Layout, act: BetAct, *, rail: Cents) -> Refused | None:
    """Say why the table would turn an act on a bet down, or None if it would not.

    Args:
        house: What is offered.
        layout: The table before the act.
        act: What is asked for.
        rail: What the player's rail holds, in cents.

    Raises:
        UnknownWager: It names no wager at all.
    """
    if refused := refusal_apart_from_rail(house, layout, act):
        return refused
    if not isinstance(act, MakeBet | TakeOdds | LayOdds | Press):
        return None
    bet = requested_bet(house, layout, act)
    made = bet._replace(amount=bet.amount + act.cents) if isinstance(act, Press) else bet
    vigorish = vigorish_when_made(made) - (vigorish_when_made(bet) if isinstance(act, Press) else 0)
    return short_of_chips(house, made, takes=act.cents, vigorish=vigorish, rail=rail)


def refusal_apart_from_rail(house: House, layout: Layout, act: BetAct) -> Refused | None:
    """Say why an act on a bet would be turned down, whatever the rail holds, or None if it would not."""
    return next(_refusals(house, layout, act), None)


def short_of_chips(house: House, bet: Bet, *, takes: Cents, vigorish: Cents, rail: Cents) -> ShortOfChips | None:
    """Say why a rail cannot pay for a bet: the chips that it *takes* and the vigorish on top, in cents."""
    if takes + vigorish <= rail:
        return None
    cost = dollars(takes) + (f" and {dollars(vigorish)} vigorish" if vigorish else "")
    why = f"it takes {cost}, and {bet.player}'s rail holds {dollars(rail)}"
    return ShortOfChips(_named(bet), why, "a smaller bet or a buy-in would do", house.game.rules["making"])


def may_bet(house: House, layout: Layout, act: BetAct, *, rail: Cents) -> bool:
    """Say whether the table would take an act on a bet."""
    return refusal(house, layout, act, rail=rail) is None


def requested_bet(house: House, layout: Layout, act: BetAct) -> Bet:
    """Return the bet that an act is about: the one it would make, or the one on its spot.

    Raises:
        NotAtTheTable: There is no such bet on the layout.
        NotOffered, UnknownWager: The house does not have the wager; nobody does.
    """
    match act:
        case MakeBet(player=player, wager=words, cents=cents):
            wager, number = house.find_spot(words)
            if wager.supports and number is None and not wager.travels:
                number = layout.point
            return Bet(player, wager, cents, number)
        case TakeOdds(player=player, spot=spot, cents=cents) | LayOdds(player=player, spot=spot, cents=cents):
            flat = find_bet(house, layout, player, spot)
            odds = house.wagers.get(ODDS_ON + flat.wager.name)
            if odds is None:
                supported = " or a ".join(wager.supports for wager in house.wagers.values() if wager.supports)
                asked = f"odds of {dollars(cents)} on {flat.spot}"
                raise NotOffered(asked, "odds support another bet", f"a {supported} would do", house.game.cap.under)
            return Bet(player, odds, cents, flat.number)
        case _:
            return find_bet(house, layout, act.player, act.spot)


def find_bet(house: House, layout: Layout, player: str, spot: str) -> Bet:
    """Return a player's bet on a spot, by the law's name or the trade's.

    Raises:
        NotAtTheTable: There is none; the player's bets are named.
    """
    bet = layout.bet_at(player, spot)
    if bet is None:
        wager, number = house.find_spot(spot)
        bet = layout.bet_at(player, Bet(player, wager, 0, number).spot)
        if bet is None:
            there = ", ".join(bet.spot for bet in layout.bets_of(player)) or "no bet"
            why = f"{player} has none on the layout"
            raise NotAtTheTable(f"{player}'s act on {spot}", why, f"there is {there}", wager.cite)
    return bet


def _refusals(house: House, layout: Layout, act: BetAct) -> Iterator[Refused]:
    making = house.game.rules["making"]
    if act.player not in layout.players:
        yield NotAtTheTable(f"{act.player}'s bet", f"{act.player} has not bought in", "buy in first", making)
    try:
        bet = requested_bet(house, layout, act)
    except Refused as refused:
        yield refused
        return
    if layout.is_locked:
        why = "bets are locked until the dice land, and a late bet is no bet"
        yield WrongMoment(f"{act.player}'s act on {bet.spot}", why, "it may be made after the roll", making)
    match act:
        case MakeBet() | TakeOdds() | LayOdds():
            yield from _to_make(house, layout, act, bet)
            yield from _of_amount(house, layout, bet)
        case Press(cents=cents):
            yield from _to_change(house, layout, bet, bet.wager.raised, "raising", cents)
            yield from _of_amount(house, layout, bet._replace(amount=bet.amount + cents))
        case Reduce(cents=cents):
            yield from _to_change(house, layout, bet, bet.wager.comes_down, "reducing", cents)
            if cents >= bet.amount:
                asked_for = f"reducing {bet.spot} by {dollars(cents)}"
                yield WrongUnits(asked_for, f"it is {dollars(bet.amount)}", "take it down instead", bet.wager.cite)
            yield from _of_amount(house, layout, bet._replace(amount=bet.amount - cents))
        case TakeDown():
            yield from _to_change(house, layout, bet, bet.wager.comes_down, "taking down", bet.amount)
        case CallOn():
            yield from _to_call_on(bet)
        case CallOff():
            yield from _to_call_off(house, bet)


def _to_make(house: House, layout: Layout, act: MakeBet | TakeOdds | LayOdds, bet: Bet) -> Iterator[Refused]:
    wager, what = bet.wager, _named(bet)
    if isinstance(act, TakeOdds) and wager.is_laid:
        yield WrongMoment(what, "odds on this bet are not taken", "lay them", wager.cite)
    if isinstance(act, LayOdds) and not wager.is_laid:
        yield WrongMoment(what, "odds on this bet are not laid", "take them", wager.cite)
    if isinstance(act, MakeBet) and bet.number is not None and not wager.supports:
        yield WrongMoment(what, "it is made before it has a number", f"{wager.name} would do", wager.cite)
    if there := layout.bet_at(bet.player, bet.spot):
        yield WrongMoment(
            what, f"{dollars(there.amount)} is there already", "press it, if it may be raised", wager.cite
        )
    if moment := _wrong_moment(house, layout, bet):
        yield WrongMoment(what, *moment, wager.cite)
    wants_fresh = "bonus_craps_made" in wager.choices and house.takes["bonus_craps_made"] == "fresh board"
    if wants_fresh and not layout.is_fresh_board:
        why = "this house takes it on a fresh board, and a number has been thrown since the last 7"
        yield WrongMoment(what, why, "it may be made after a 7", house.under("A17"))


def _named(bet: Bet) -> str:
    return f"{bet.spot} of {dollars(bet.amount)}"


def _wrong_moment(house: House, layout: Layout, bet: Bet) -> tuple[str, str] | None:
    """Return why a wager may not be made now, and when it may, or None."""
    point = layout.point
    match bet.wager.made:
        case "immediately prior to the come out roll" if point is not None:
            why = f"it is made just before a come out roll, and the point is {point}"
            return why, "it may be made once that is decided"
        case "after the come out roll" if point is None:
            why = "it is made after the come out roll, and there is no point"
            return why, f"a {house.game.line} may be made now"
        case "before the shooter's first point" if point is not None or not layout.is_before_first_point:
            return "it is made before the shooter's first point", "it may be made when the dice pass"
        case "once its bet has a number":
            flat = layout.flat_of(bet)
            if flat is None or flat.number is None:
                return f"there is no {bet.wager.supports} with a number to support", "it may be made once there is"
    return None


def _to_change(house: House, layout: Layout, bet: Bet, kept: Kept, verb: str, cents: Cents) -> Iterator[Refused]:
    wager = bet.wager
    may = _may_change(layout, bet, kept)
    if verb == "raising" and "raised_after_the_point" in wager.choices:
        may = may or house.takes["raised_after_the_point"] == "allowed"
    if not may:
        assert wager.kept_under is not None, "a wager that stays under no paragraph"
        why, instead = _STAYS[kept]
        instead = "it may be taken down" if wager.comes_down == "at any time" else instead
        yield MustStay(f"{verb} {_named(bet)}", why, instead, wager.kept_under)
    yield from _no_amount(cents, bet.spot, wager.cite)


def _may_change(layout: Layout, bet: Bet, kept: Kept) -> bool:
    match kept:
        case "at any time":
            return True
        case "until it has a number":
            return bet.number is None
        case "until a point is set":
            return layout.point is None and layout.is_before_first_point and not bet.numbers_made
        case "not once made":
            return False


_STAYS: dict[Kept, tuple[str, str]] = {
    "until it has a number": ("it has a number", "it stays until it is decided"),
    "until a point is set": ("a point has been set", "it stays until the seven-out"),
    "not once made": ("it has been made", "it stays until it is decided"),
}


def _to_call_on(bet: Bet) -> Iterator[Refused]:
    what = f"calling {bet.spot} on"
    if bet.button == "on":
        yield WrongMoment(what, "it has an on button", "leave it on, or call it off", bet.wager.cite)
    elif bet.button is None and not bet.wager.off_on_come_out:
        yield WrongMoment(what, "it works on every roll as it is", "leave it as it is", bet.wager.cite)


def _to_call_off(house: House, bet: Bet) -> Iterator[Refused]:
    if bet.button == "on":
        return
    what = f"calling {bet.spot} off"
    if bet.button == "off":
        yield WrongMoment(what, "it has an off button", "leave it off, or call it on", bet.wager.cite)
    elif not bet.wager.may_be_called_off or house.takes["called_off"] != "allowed":
        instead = "it may be taken down" if bet.wager.comes_down == "at any time" else "it stays as it is"
        under = house.under("A20") if bet.wager.may_be_called_off else bet.wager.kept_under or bet.wager.cite
        yield MustStay(what, "it is none that is called off here", instead, under)


def _of_amount(house: House, layout: Layout, bet: Bet) -> Iterator[Refused]:
    """Yield why a bet may not be of this amount as the table stands."""
    if not bet.wager.supports:
        yield from amount_refusals(house, bet)
        return
    flat = layout.flat_of(bet)
    assert flat is not None, "odds without their bet"
    most = largest_odds(house, bet.wager, flat)
    yield from amount_refusals(house, bet, most=most)
    if bet.amount > _capped(bet.wager, flat):
        cap, number = bet.wager.cap[flat.number or 0], flat.number
        measured = f"what {dollars(flat.amount)} wins" if bet.wager.is_laid else f"the bet of {dollars(flat.amount)}"
        why = f"on {number} this house takes {cap} times {measured}"
        yield OverMaximum(_named(bet), why, f"{dollars(most)} or less would do", house.game.cap.under)
    if bet.amount > most:
        why = f"odds count, and the posted maximum is {dollars(house.submission.table.maximum)}"
        yield OverMaximum(_named(bet), why, f"{dollars(most)} or less would do", house.game.rules["maximum"])


def amount_refusals(house: House, bet: Bet, *, most: Cents | None = None) -> Iterator[Refused]:
    """Yield why a bet on its wager may not be of this amount at this house, whatever lies on the table.

    Args:
        house: Whose chips, payouts and limits count.
        bet: Of the amount.
        most: The most that would do, in cents, for a supplemental wager; it has no other limit.
    """
    wager, amount, step = bet.wager, bet.amount, bet.wager.step(bet.number)
    yield from _no_amount(amount, bet.spot, wager.cite)
    table = house.submission.table
    minimum = table.proposition_minimum if wager.proposition else table.minimum
    smallest = least = wager.least(bet.number)
    if not wager.supports:
        least, most = max(smallest, -(-minimum // step) * step), table.maximum // step * step
    would_do = _near(amount, step, least=least, most=most)
    if amount % wager.chip:
        why = f"the smallest chip is {dollars(wager.chip)}"
        yield WrongUnits(_named(bet), why, would_do, house.game.rules["submission"])
    if amount % (wager.chip * wager.units):
        why = f"it is placed in units of {wager.units}"
        yield WrongUnits(_named(bet), why, would_do, wager.units_under or wager.cite)
    if amount % step:
        why = f"it would not be paid in whole {_coins(wager)}"
        yield WrongUnits(_named(bet), why, would_do, _paid_under(wager, bet.number))
    if amount < smallest:
        why = f"a win would be rounded down to nothing in chips of {dollars(wager.unit)}"
        yield WrongUnits(_named(bet), why, would_do, _paid_under(wager, bet.number))
    if wager.supports:
        return
    if amount < minimum:
        yield UnderMinimum(_named(bet), f"the minimum is {dollars(minimum)}", would_do, house.game.rules["submission"])
    if amount > table.maximum:
        why = f"the posted maximum is {dollars(table.maximum)}"
        yield OverMaximum(_named(bet), why, would_do, house.game.rules["maximum"])


def _no_amount(cents: Cents, spot: str, under: Cite) -> Iterator[Refused]:
    if whole_cents(cents) <= 0:
        asked_for = f"{dollars(cents)} on {spot}"
        yield WrongUnits(asked_for, "an amount is more than nothing", "one or more whole chips would do", under)


def largest_odds(house: House, odds: Wager, flat: Bet) -> Cents:
    """Return the most, in cents, that may support a bet: its cap, and the excess that makes the payout whole.

    Law:
        58 Pa. Code § 623a.6(e), (f); § 623b.6(e)(3), (4). Laid odds are capped by what they win.
    """
    most = _capped(odds, flat)
    if house.takes["odds_and_the_maximum"] == "odds count":
        step = _whole(odds, flat)
        most = min(most, -(-house.submission.table.maximum // step) * step)
    return most


def _capped(odds: Wager, flat: Bet) -> Cents:
    """Return the least odds, in cents, at or above the cap that are paid in whole chips."""
    assert flat.number is not None, "odds on a bet that has no number"
    step = _whole(odds, flat)
    cap = odds.cap[flat.number] * flat.amount
    if odds.is_laid:
        (paid,) = odds.odds(flat.number)
        cap = cap * paid.wagered / paid.pays
    return int(-(-cap // step)) * step


def _whole(odds: Wager, flat: Bet) -> Cents:
    return lcm(odds.chip, odds.pays_in_steps(flat.number))


def _paid_under(wager: Wager, number: int | None) -> Cite:
    paid = [verdict.pay.under for verdict in wager.stages.get(number, {}).values() if verdict.pay]
    return (paid or [part.under for part in wager.parts] or [wager.cite])[0]


def _near(amount: Cents, step: Cents, *, least: Cents, most: Cents | None) -> str:
    """Return the amounts next to one that would do: whole steps within the limits."""
    below = amount // step * step
    within = [near for near in (below, below + step) if least <= near and (most is None or near <= most)]
    if within:
        return f"{' or '.join(dollars(near) for near in within)} would do"
    if most is not None and most < least:
        return "no amount would do"
    return f"{dollars(least if amount < least else most or least)} would do"


def _coins(wager: Wager) -> str:
    return "cents" if wager.unit == 1 else f"chips of {dollars(wager.unit)}"
