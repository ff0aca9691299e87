"""Whether a bet may be made, raised, reduced, taken down, called on or called off, and the reason if it may not.

The checks have a fixed order: the player; the wager; whether bets are locked; the moment; whether a bet may be
changed; the amount (whole chips, units, payout in whole chips); the limits; the chips on the rail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passline.errors import (
    MustStay,
    NotAtTheTable,
    NotOffered,
    Refused,
    ShortOfChips,
    WrongMoment,
    WrongUnits,
)
from passline.law.wagers import ODDS_ON
from passline.table.acts import CallOff, CallOn, LayOdds, MakeBet, Press, Reduce, TakeDown, TakeOdds
from passline.table.amounts import amount_refusals, describe, odds_refusals, zero_amount
from passline.table.layout import Bet
from passline.table.settle import vigorish_when_made
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.house.house import House
    from passline.law.wagers import Until
    from passline.table.acts import BetAct
    from passline.table.layout import Layout
    from passline.words.money import Cents


def refusal(house: House, layout: Layout, act: BetAct, *, rail: Cents) -> Refused | None:
    """Return the first reason to refuse an act on a bet, or None if the table takes it.

    Args:
        house: The house of the table.
        layout: The layout before the act.
        act: The act that a player asks for.
        rail: The chips on the player's rail, in cents.

    Raises:
        UnknownWager: No game has a wager of this name.
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
    """Return the first reason to refuse an act on a bet with any number of chips on the rail, or None."""
    return next(_refusals(house, layout, act), None)


def short_of_chips(house: House, bet: Bet, *, takes: Cents, vigorish: Cents, rail: Cents) -> ShortOfChips | None:
    """Return the refusal of a bet that the rail cannot pay for, or None.

    Args:
        house: The house of the table.
        bet: The bet as it would lie on the layout.
        takes: The chips that would go from the rail to the layout, in cents.
        vigorish: The vigorish that would be paid in addition, in cents.
        rail: The chips on the player's rail, in cents.
    """
    if takes + vigorish <= rail:
        return None
    cost = dollars(takes) + (f" and {dollars(vigorish)} vigorish" if vigorish else "")
    why = f"it takes {cost}, and {bet.player}'s rail holds {dollars(rail)}"
    return ShortOfChips(describe(bet), why, "a smaller bet or a buy-in would do", house.game.rules["making"])


def may_bet(house: House, layout: Layout, act: BetAct, *, rail: Cents) -> bool:
    """Return whether the table would take an act on a bet."""
    return refusal(house, layout, act, rail=rail) is None


def requested_bet(house: House, layout: Layout, act: BetAct) -> Bet:
    """Return the bet that an act would make, or the bet on its spot that it would change.

    Raises:
        NotAtTheTable: The player has no bet on the spot.
        NotOffered: This house does not offer the wager.
        UnknownWager: No game has a wager of this name.
    """
    match act:
        case MakeBet(player=player, wager=words, cents=cents):
            wager, number = house.find_spot(words)
            if wager.supports and number is None and not wager.moves_to_box:
                number = layout.point
            return Bet(player, wager, cents, number)
        case TakeOdds(player=player, spot=spot, cents=cents) | LayOdds(player=player, spot=spot, cents=cents):
            flat = find_bet(house, layout, player, spot)
            odds = house.wagers.get(ODDS_ON + flat.wager.name)
            if odds is None:
                supported = " or a ".join(wager.supports for wager in house.wagers.values() if wager.supports)
                asked = f"odds of {dollars(cents)} on {flat.spot}"
                raise NotOffered(
                    asked, "odds support another bet", f"a {supported} would do", house.game.odds_limit.under
                )
            return Bet(player, odds, cents, flat.number)
        case _:
            return find_bet(house, layout, act.player, act.spot)


def find_bet(house: House, layout: Layout, player: str, spot: str) -> Bet:
    """Return a player's bet on a spot, which may be named by the law's word or the trade's.

    Raises:
        NotAtTheTable: The player has no bet there. The message lists the bets that the player has.
    """
    bet = layout.bet_at(player, spot)
    if bet is None:
        wager, number = house.find_spot(spot)
        bet = layout.bet_at(player, Bet(player, wager, 0, number).spot)
        if bet is None:
            others = ", ".join(bet.spot for bet in layout.bets_of(player)) or "no bet"
            why = f"{player} has none on the layout"
            raise NotAtTheTable(f"{player}'s act on {spot}", why, f"there is {others}", wager.cite)
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
            yield from _refusals_to_make(house, layout, act, bet)
            yield from _wrong_amount(house, layout, bet)
        case Press(cents=cents):
            yield from _refusals_to_change(house, layout, bet, bet.wager.raisable, "raising", cents)
            yield from _wrong_amount(house, layout, bet._replace(amount=bet.amount + cents))
        case Reduce(cents=cents):
            yield from _refusals_to_change(house, layout, bet, bet.wager.removable, "reducing", cents)
            if cents >= bet.amount:
                asked_for = f"reducing {bet.spot} by {dollars(cents)}"
                yield WrongUnits(asked_for, f"it is {dollars(bet.amount)}", "take it down instead", bet.wager.cite)
            yield from _wrong_amount(house, layout, bet._replace(amount=bet.amount - cents))
        case TakeDown():
            yield from _refusals_to_change(house, layout, bet, bet.wager.removable, "taking down", bet.amount)
        case CallOn():
            yield from _refusals_to_call_on(bet)
        case CallOff():
            yield from _refusals_to_call_off(house, bet)


def _refusals_to_make(house: House, layout: Layout, act: MakeBet | TakeOdds | LayOdds, bet: Bet) -> Iterator[Refused]:
    wager, asked_for = bet.wager, describe(bet)
    if isinstance(act, TakeOdds) and wager.is_laid:
        yield WrongMoment(asked_for, "odds on this bet are not taken", "lay them", wager.cite)
    if isinstance(act, LayOdds) and not wager.is_laid:
        yield WrongMoment(asked_for, "odds on this bet are not laid", "take them", wager.cite)
    if isinstance(act, MakeBet) and bet.number is not None and not wager.supports:
        yield WrongMoment(asked_for, "it is made before it has a number", f"{wager.name} would do", wager.cite)
    if existing := layout.bet_at(bet.player, bet.spot):
        yield WrongMoment(
            asked_for, f"{dollars(existing.amount)} is there already", "press it, if it may be raised", wager.cite
        )
    if moment := _wrong_moment(house, layout, bet):
        yield WrongMoment(asked_for, *moment, wager.cite)
    needs_fresh_board = "bonus_craps_made" in wager.choice_keys and house.choices["bonus_craps_made"] == "fresh board"
    if needs_fresh_board and not layout.is_fresh_board:
        why = "this house takes it on a fresh board, and a number has been rolled since the last 7"
        yield WrongMoment(asked_for, why, "it may be made after a 7", house.under("fresh board"))


def _wrong_moment(house: House, layout: Layout, bet: Bet) -> tuple[str, str] | None:
    """Return why a wager may not be made now and when it may be made, or None if it may."""
    point = layout.point
    match bet.wager.when_made:
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


def _refusals_to_change(
    house: House, layout: Layout, bet: Bet, kept: Until, verb: str, cents: Cents
) -> Iterator[Refused]:
    wager = bet.wager
    may = _may_change(layout, bet, kept)
    if verb == "raising" and "raised_after_the_point" in wager.choice_keys:
        may = may or house.choices["raised_after_the_point"] == "allowed"
    if not may:
        assert wager.removal_under is not None, "no paragraph says that the wager stays"
        why, instead = _WHY_IT_STAYS[kept]
        instead = "it may be taken down" if wager.removable == "at any time" else instead
        yield MustStay(f"{verb} {describe(bet)}", why, instead, wager.removal_under)
    yield from zero_amount(cents, bet.spot, wager.cite)


def _may_change(layout: Layout, bet: Bet, kept: Until) -> bool:
    match kept:
        case "at any time":
            return True
        case "until it has a number":
            return bet.number is None
        case "until a point is set":
            return layout.point is None and layout.is_before_first_point and not bet.numbers_made
        case "not once made":
            return False


_WHY_IT_STAYS: dict[Until, tuple[str, str]] = {
    "until it has a number": ("it has a number", "it stays until it is decided"),
    "until a point is set": ("a point has been set", "it stays until the seven-out"),
    "not once made": ("it has been made", "it stays until it is decided"),
}


def _refusals_to_call_on(bet: Bet) -> Iterator[Refused]:
    asked_for = f"calling {bet.spot} on"
    if bet.button == "on":
        yield WrongMoment(asked_for, "it has an on button", "leave it on, or call it off", bet.wager.cite)
    elif bet.button is None and not bet.wager.off_on_come_out:
        yield WrongMoment(asked_for, "it works on every roll as it is", "leave it as it is", bet.wager.cite)


def _refusals_to_call_off(house: House, bet: Bet) -> Iterator[Refused]:
    if bet.button == "on":
        return
    asked_for = f"calling {bet.spot} off"
    if bet.button == "off":
        yield WrongMoment(asked_for, "it has an off button", "leave it off, or call it on", bet.wager.cite)
    elif not bet.wager.may_be_called_off or house.choices["called_off"] != "allowed":
        instead = "it may be taken down" if bet.wager.removable == "at any time" else "it stays as it is"
        under = house.under("calling off") if bet.wager.may_be_called_off else bet.wager.removal_under or bet.wager.cite
        yield MustStay(asked_for, "this house does not call it off", instead, under)


def _wrong_amount(house: House, layout: Layout, bet: Bet) -> Iterator[Refused]:
    """Yield each reason why a bet may not be of its amount on this layout."""
    if not bet.wager.supports:
        yield from amount_refusals(house, bet)
        return
    flat = layout.flat_of(bet)
    assert flat is not None, "odds without the bet that they support"
    yield from odds_refusals(house, bet, flat)
