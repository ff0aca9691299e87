"""May this bet be made, raised, reduced, taken down, called on or off? One place decides, and says why not.

`refusal` looks for the first reason, in this order: the player; the wager; the moment; whether a bet
may be changed; the amount (whole chips, units, payable); the limits; the chips on the rail.
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
from passline.play.acts import CallOff, CallOn, LayOdds, MakeBet, Press, Reduce, TakeDown, TakeOdds
from passline.play.layout import Bet
from passline.play.settle import vigorish_when_made
from passline.words.money import dollars, whole_cents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.house.house import House
    from passline.law.wagers import Kept, Wager
    from passline.play.acts import BetAct
    from passline.play.layout import Layout
    from passline.words.cite import Cite
    from passline.words.money import Cents

ODDS_ON = "odds on "


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
    if refused := layout_refusal(house, layout, act):
        return refused
    if not isinstance(act, MakeBet | TakeOdds | LayOdds | Press):
        return None
    bet = asked(house, layout, act)
    made = bet._replace(amount=bet.amount + act.cents) if isinstance(act, Press) else bet
    vigorish = vigorish_when_made(made) - (vigorish_when_made(bet) if isinstance(act, Press) else 0)
    return short_of_chips(house, made, takes=act.cents, vigorish=vigorish, rail=rail)


def layout_refusal(house: House, layout: Layout, act: BetAct) -> Refused | None:
    """Say why an act on a bet would be turned down, whatever the rail holds, or None if it would not."""
    return next(_refusals(house, layout, act), None)


def short_of_chips(house: House, bet: Bet, *, takes: Cents, vigorish: Cents, rail: Cents) -> ShortOfChips | None:
    """Say why a rail cannot pay for a bet: the chips that it *takes* and the vigorish on top, in cents."""
    if takes + vigorish <= rail:
        return None
    cost = dollars(takes) + (f" and {dollars(vigorish)} vigorish" if vigorish else "")
    holds = f"{bet.player}'s rail holds {dollars(rail)}"
    what = f"{bet.spot} of {dollars(bet.amount)} refused"
    return ShortOfChips(
        f"{what}: it takes {cost}, and {holds}; a smaller bet or a buy-in would do", under=house.game.rules["making"]
    )


def may_bet(house: House, layout: Layout, act: BetAct, *, rail: Cents) -> bool:
    """Say whether the table would take an act on a bet."""
    return refusal(house, layout, act, rail=rail) is None


def asked(house: House, layout: Layout, act: BetAct) -> Bet:
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
            flat = standing(house, layout, player, spot)
            odds = house.wagers.get(ODDS_ON + flat.wager.name)
            if odds is None:
                supported = ", ".join(wager.supports for wager in house.wagers.values() if wager.supports)
                message = f"odds of {dollars(cents)} on {flat.spot} refused: odds support one of {supported}"
                raise NotOffered(message, under=house.game.cap.under)
            return Bet(player, odds, cents, flat.number)
        case _:
            return standing(house, layout, act.player, act.spot)


def standing(house: House, layout: Layout, player: str, spot: str) -> Bet:
    """Return a player's bet on a spot, by the law's name or the trade's.

    Raises:
        NotAtTheTable: There is none; the player's bets are named.
    """
    bet = layout.at(player, spot)
    if bet is None:
        wager, number = house.find_spot(spot)
        bet = layout.at(player, Bet(player, wager, 0, number).spot)
        if bet is None:
            there = ", ".join(bet.spot for bet in layout.of(player)) or "no bet"
            message = f"{player} has no {spot} on the layout; there is {there}"
            raise NotAtTheTable(message, under=wager.cite)
    return bet


def _refusals(house: House, layout: Layout, act: BetAct) -> Iterator[Refused]:
    if act.player not in layout.players:
        yield NotAtTheTable(
            f"{act.player}'s bet refused: {act.player} has not bought in; buy in first",
            under=house.game.rules["making"],
        )
    try:
        bet = asked(house, layout, act)
    except Refused as refused:
        yield refused
        return
    if layout.is_locked:
        yield WrongMoment(
            f"{bet.spot} of {act.player} refused: bets are locked until the dice land, and a late bet is no bet",
            under=house.game.rules["making"],
        )
    match act:
        case MakeBet() | TakeOdds() | LayOdds():
            yield from _to_make(house, layout, act, bet)
            yield from _of_amount(house, layout, bet)
        case Press(cents=cents):
            yield from _to_change(house, layout, bet, bet.wager.raised, "raised", cents)
            yield from _of_amount(house, layout, bet._replace(amount=bet.amount + cents))
        case Reduce(cents=cents):
            yield from _to_change(house, layout, bet, bet.wager.comes_down, "reduced", cents)
            if cents >= bet.amount:
                what = f"reducing {bet.spot} by {dollars(cents)} refused"
                yield WrongUnits(f"{what}: it is {dollars(bet.amount)}; take it down instead", under=bet.wager.cite)
            yield from _of_amount(house, layout, bet._replace(amount=bet.amount - cents))
        case TakeDown():
            yield from _to_change(house, layout, bet, bet.wager.comes_down, "taken down", bet.amount)
        case CallOn():
            yield from _to_call_on(bet)
        case CallOff():
            yield from _to_call_off(house, bet)


def _to_make(house: House, layout: Layout, act: MakeBet | TakeOdds | LayOdds, bet: Bet) -> Iterator[Refused]:
    wager, what = bet.wager, f"{bet.spot} of {dollars(bet.amount)}"
    if isinstance(act, TakeOdds) and wager.is_laid:
        yield WrongMoment(f"{what} refused: odds on this bet are laid, not taken", under=wager.cite)
    if isinstance(act, LayOdds) and not wager.is_laid:
        yield WrongMoment(f"{what} refused: odds on this bet are taken, not laid", under=wager.cite)
    if isinstance(act, MakeBet) and bet.number is not None and not wager.supports:
        yield WrongMoment(
            f"{what} refused: it is made before it has a number; {wager.name} is bet bare", under=wager.cite
        )
    if there := layout.at(bet.player, bet.spot):
        yield WrongMoment(
            f"{what} refused: {dollars(there.amount)} is there already; press it, if it may be raised",
            under=wager.cite,
        )
    if moment := _wrong_moment(house, layout, bet):
        yield WrongMoment(f"{what} refused: {moment}", under=wager.cite)
    if "A17" in wager.readings and house.takes["bonus_craps_made"] == "fresh board" and not layout.is_fresh_board:
        yield WrongMoment(
            f"{what} refused: this house takes it on a fresh board, and a number has been thrown since the last 7",
            under=house.under("A17"),
        )


def _wrong_moment(house: House, layout: Layout, bet: Bet) -> str | None:
    """Return why a wager may not be made now, and when it may, or None."""
    point = layout.point
    match bet.wager.made:
        case "immediately prior to the come out roll" if point is not None:
            return (
                f"it is made just before a come out roll, and the point is {point}; it may be made once that is decided"
            )
        case "after the come out roll" if point is None:
            return f"it is made after the come out roll, and there is no point; a {house.game.line} may be made now"
        case "before the shooter's first point" if point is not None or not layout.is_first_point:
            return "it is made before the shooter's first point; it may be made when the dice pass"
        case "once its bet has a number":
            flat = layout.flat_of(bet)
            if flat is None or flat.number is None:
                return f"there is no {bet.wager.supports} with a number to support; it may be made once there is"
    return None


def _to_change(house: House, layout: Layout, bet: Bet, kept: Kept, verb: str, cents: Cents) -> Iterator[Refused]:
    wager = bet.wager
    may = _may_change(layout, bet, kept)
    if verb == "raised" and not may and wager.comes_down == "until it has a number":
        may = house.takes["raised_after_the_point"] == "allowed"
    if not may:
        assert wager.kept_under is not None, "a wager that stays under no paragraph"
        yield MustStay(f"{bet.spot} of {dollars(bet.amount)} may not be {verb}: {_STAYS[kept]}", under=wager.kept_under)
    yield from _no_amount(cents, bet.spot, wager.cite)


def _may_change(layout: Layout, bet: Bet, kept: Kept) -> bool:
    match kept:
        case "at any time":
            return True
        case "until it has a number":
            return bet.number is None
        case "until a point is set":
            return layout.point is None and layout.is_first_point and not bet.made
        case "not once made":
            return False


_STAYS: dict[Kept, str] = {
    "until it has a number": "it has a number, and stays until it is decided",
    "until a point is set": "a point has been set, and it stays until the seven-out",
    "not once made": "once made it stays until it is decided",
}


def _to_call_on(bet: Bet) -> Iterator[Refused]:
    if bet.button == "on":
        yield WrongMoment(f"calling {bet.spot} on refused: it has an on button", under=bet.wager.cite)
    elif bet.button is None and not bet.wager.off_on_come_out:
        yield WrongMoment(f"calling {bet.spot} on refused: it works on every roll as it is", under=bet.wager.cite)


def _to_call_off(house: House, bet: Bet) -> Iterator[Refused]:
    if bet.button == "on":
        return
    if bet.button == "off":
        yield WrongMoment(f"calling {bet.spot} off refused: it has an off button", under=bet.wager.cite)
    elif not bet.wager.may_be_called_off or house.takes["called_off"] != "allowed":
        down = "; it may be taken down" if bet.wager.comes_down == "at any time" else ""
        yield MustStay(f"calling {bet.spot} off refused: a bet is not called off here{down}", under=house.under("A20"))


def _of_amount(house: House, layout: Layout, bet: Bet) -> Iterator[Refused]:
    """Yield why a bet may not be of this amount as the table stands."""
    yield from of_amount(house, bet)
    if bet.wager.supports:
        yield from _over_cap(house, layout, bet)


def of_amount(house: House, bet: Bet) -> Iterator[Refused]:
    """Yield why a bet on its wager may not be of this amount at this house, whatever lies on the table."""
    wager, amount = bet.wager, bet.amount
    yield from _no_amount(amount, bet.spot, wager.cite)
    what = f"{bet.spot} of {dollars(amount)} refused"
    placed, step = wager.chip * wager.units, wager.step(bet.number)
    if amount % wager.chip:
        yield WrongUnits(
            f"{what}: the smallest chip is {dollars(wager.chip)}; {_near(amount, step)}", under=house.under("A13")
        )
    if amount % placed:
        yield WrongUnits(f"{what}: it is placed in units of {wager.units}; {_near(amount, step)}", under=wager.cite)
    if amount % step:
        yield WrongUnits(
            f"{what}: it would not be paid in whole {_coins(wager)}; {_near(amount, step)}",
            under=_paid_under(wager, bet.number),
        )
    if wager.supports:
        return
    table = house.submission.table
    minimum = table.proposition_minimum if wager.proposition else table.minimum
    if amount < minimum:
        yield UnderMinimum(
            f"{what}: the minimum is {dollars(minimum)}; {dollars(-(-minimum // step) * step)} would do",
            under=house.game.rules["submission"],
        )
    if amount > table.maximum:
        yield OverMaximum(
            f"{what}: the posted maximum is {dollars(table.maximum)}; {dollars(table.maximum // step * step)} would do",
            under=house.game.rules["maximum"],
        )


def _no_amount(cents: Cents, spot: str, under: Cite) -> Iterator[Refused]:
    if whole_cents(cents) <= 0:
        yield WrongUnits(
            f"{dollars(cents)} on {spot} refused: an amount is more than nothing; whole chips would do", under=under
        )


def _over_cap(house: House, layout: Layout, odds: Bet) -> Iterator[Refused]:
    flat = layout.flat_of(odds)
    assert flat is not None, "odds without their bet"
    most = largest_odds(house, odds.wager, flat)
    if odds.amount > most:
        cap, number = odds.wager.cap[flat.number or 0], flat.number
        measured = f"what {dollars(flat.amount)} wins" if odds.wager.is_laid else f"the bet of {dollars(flat.amount)}"
        what = f"{odds.spot} of {dollars(odds.amount)} refused"
        yield OverMaximum(
            f"{what}: on {number} this house takes {cap} times {measured}; {dollars(most)} or less would do",
            under=house.game.cap.under,
        )


def largest_odds(house: House, odds: Wager, flat: Bet) -> Cents:
    """Return the most, in cents, that may support a bet: its cap, and the excess that makes the payout whole.

    Law:
        58 Pa. Code § 623a.6(e), (f); § 623b.6(e)(3), (4). Laid odds are capped by what they win.
    """
    assert flat.number is not None, "odds on a bet that has no number"
    step = lcm(odds.chip, odds.pays_in_steps(flat.number))
    cap = odds.cap[flat.number] * flat.amount
    if odds.is_laid:
        (paid,) = odds.odds(flat.number)
        cap = cap * paid.wagered / paid.pays
    most = int(-(-cap // step)) * step
    if house.takes["odds_and_the_maximum"] == "odds count":
        most = min(most, -(-house.submission.table.maximum // step) * step)
    return most


def _paid_under(wager: Wager, number: int | None) -> Cite:
    paid = [verdict.pay.under for verdict in wager.stages.get(number, {}).values() if verdict.pay]
    return (paid or [part.under for part in wager.parts] or [wager.cite])[0]


def _near(amount: Cents, step: Cents) -> str:
    below = amount // step * step
    return f"{dollars(below)} or {dollars(below + step)} would do" if below > 0 else f"{dollars(step)} would do"


def _coins(wager: Wager) -> str:
    return "cents" if wager.unit == 1 else f"chips of {dollars(wager.unit)}"
