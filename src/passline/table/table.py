"""The table: `decide` returns the events that follow from an act, `after` returns the table after an event.

Both are pure functions. A table is the sum of its journal of events. A roll decides all bets against the table before
it; then Come Bets move, then the puck, then the dice.

Law:
    58 Pa. Code § 623a.9 (its text is not available here; see the reading A22 and its rules).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, NamedTuple

from passline.errors import (
    JournalError,
    NotationError,
    NotAtTheTable,
    NotOffered,
    ShortOfChips,
    WrongMoment,
    WrongUnits,
)
from passline.table import bets, shooter
from passline.table.acts import (
    AcceptDice,
    Act,
    BuyIn,
    CallNoRoll,
    CallOff,
    CallOn,
    CashOut,
    Correct,
    DeclineDice,
    LayOdds,
    Leave,
    LockBets,
    MakeBet,
    OfferDice,
    PassDice,
    Press,
    Reduce,
    RollDice,
    TakeDown,
    TakeOdds,
)
from passline.table.amounts import largest_odds
from passline.table.events import (
    BetMade,
    BetsLocked,
    BoughtIn,
    Called,
    CashedOut,
    Corrected,
    Departed,
    DiceAccepted,
    DiceDeclined,
    DiceOffered,
    DicePassed,
    Event,
    NoRoll,
    Pressed,
    Reduced,
    TakenDown,
)
from passline.table.layout import NAME_RULE, REASON_RULE, Bet, Layout, is_name, is_reason
from passline.table.ledger import BANK, CAGE, Books, Place, Transfer
from passline.table.next_layout import next_layout
from passline.table.roll import CACHE_SIZE, return_transfers, settle_roll
from passline.table.settle import vigorish_when_made
from passline.words.money import LARGEST_AMOUNT, dollars, require_cents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from passline.house.house import House
    from passline.table.acts import BetAct, DiceAct
    from passline.words.money import Cents


class Table(NamedTuple):
    """A table between two acts: the house, the layout and the books."""

    house: House
    layout: Layout = Layout()
    books: Books = Books()


def open_table(house: House) -> Table:
    """Return an empty table of a house.

    >>> from passline import open_house
    >>> table = open_table(open_house("craps"))
    >>> for event in decide(table, BuyIn("alice", 300_00)):
    ...     table = after(table, event)
    >>> table.books.rail("alice")
    30000
    """
    return Table(house)


def decide(table: Table, act: Act) -> tuple[Event, ...]:
    """Return the events that follow from an act; today every act has one event. The table does not change.

    Raises:
        Refused: The table refuses the act. The message names the paragraph and what would be accepted.
        NotationError: The act has an unknown wager, or a name, an amount or a roll that is not possible.
    """
    return (_decided(table, act),)


def _decided(table: Table, act: Act) -> Event:
    house, layout, _ = table
    match act:
        case RollDice(roll=roll, source=source):
            return settle_roll(house, layout, roll, source)
        case MakeBet() | Press() | Reduce() | TakeDown() | TakeOdds() | LayOdds() | CallOn() | CallOff():
            if isinstance(act, MakeBet | Press | Reduce | TakeOdds | LayOdds):
                require_cents(act.cents)  # Checked before the cache, where 1000.0 equals 10_00.
            event = _bet(house, layout, act)
            if isinstance(event, BetMade | Pressed) and (short := _short_of_chips(table, event)):
                raise short
            return event
        case OfferDice() | AcceptDice() | DeclineDice() | PassDice():
            return _dice(table, act)
        case BuyIn():
            return _bought_in(table, act)
        case CashOut():
            return _cashed_out(table, act)
        case Leave():
            return _departed(table, act)
        case LockBets():
            if layout.is_locked:
                why = "they are locked until the next roll"
                raise WrongMoment("locking the bets", why, "roll the dice, or call no roll", house.game.rules["making"])
            return BetsLocked()
        case CallNoRoll(reason=reason):
            if not is_reason(reason):
                message = f"{reason[:40]!r} is not a reason; {REASON_RULE}"
                raise NotationError(message)
            return NoRoll(reason)
        case Correct():
            return _corrected(table, act)
        case _:
            message = f"{str(act)[:40]!r} is not an act; the acts are those of passline.table.acts"
            raise NotationError(message)


def after(table: Table, event: Event) -> Table:
    """Return the table after an event.

    Raises:
        JournalError: The event cannot have happened at this table.
    """
    layout = next_layout(table.layout, event)
    books = table.books.after(event.transfers) if event.transfers else table.books
    if layout.bets is not table.layout.bets or books is not table.books:
        on_layout = {place: cents for place, cents in books.balances.items() if place.where == "layout"}
        if on_layout != {bet.place: bet.amount for bet in layout.bets}:
            message = "after this event the bets on the layout would differ from the chips in the books"
            raise JournalError(message)
    return Table(table.house, layout, books)


def uncorrected_events(journal: Iterable[Event]) -> list[Event]:
    """Return the events of a journal without those that were undone and without the corrections."""
    standing: list[Event] = []
    for event in journal:
        if isinstance(event, Corrected):
            del standing[len(standing) - event.count :]
        else:
            standing.append(event)
    return standing


def correction(house: House, journal: Sequence[Event], *, count: int) -> Correct:
    """Return the act that undoes the last *count* events that have not been undone.

    Raises:
        WrongMoment: There are fewer such events, or *count* is zero or less.
    """
    standing = uncorrected_events(journal)
    if not 0 < count <= len(standing):
        why = f"{len(standing)} stand"
        raise WrongMoment(f"undoing {count} events", why, "as many as stand would do", house.game.rules["settling"])
    kept = standing[: len(standing) - count]
    return Correct(tuple(reversed(standing[len(kept) :])), reduce(after, kept, open_table(house)).layout)


# The event of an act.


@lru_cache(maxsize=CACHE_SIZE)
def _bet(house: House, layout: Layout, act: BetAct) -> Event:
    """Return the event of an act on a bet, if the rail can pay. It depends only on the layout, so it is cached."""
    if refused := bets.refusal_apart_from_rail(house, layout, act):
        raise refused
    bet = bets.requested_bet(house, layout, act)
    match act:
        case MakeBet() | TakeOdds() | LayOdds():
            return BetMade(bet, _stake_transfers(bet, bet.amount, vigorish_when_made(bet)))
        case Press(cents=cents):
            raised = bet._replace(amount=bet.amount + cents)
            vigorish = vigorish_when_made(raised) - vigorish_when_made(bet)
            return Pressed(bet, raised, _stake_transfers(bet, cents, vigorish))
        case Reduce(cents=cents):
            changes = tuple(_reduced(house, layout, bet, cents))
            (flat, *odds_change) = changes
            moved = [*return_transfers(house, *flat)]
            for change in odds_change:
                moved += return_transfers(house, *change, under="odds go with their bet")
            return Reduced(changes, tuple(moved))
        case TakeDown():
            odds = layout.odds_of(bet)
            down = (bet, odds) if odds else (bet,)
            moved = [*return_transfers(house, bet, None)]
            moved += return_transfers(house, odds, None, under="odds go with their bet") if odds else ()
            return TakenDown(down, tuple(moved))
        case CallOn():
            is_needed = bet.button is None or (layout.point is None and bet.wager.off_on_come_out)
            return Called(bet, bet._replace(button="on" if is_needed else None), "on")
        case CallOff():
            return Called(bet, bet._replace(button=None if bet.button == "on" else "off"), "off")


def _short_of_chips(table: Table, event: BetMade | Pressed) -> ShortOfChips | None:
    takes, *vigorish = (transfer.cents for transfer in event.transfers)
    rail = table.books.rail(event.bet.player)
    return bets.short_of_chips(table.house, event.bet, takes=takes, vigorish=sum(vigorish), rail=rail)


def _stake_transfers(bet: Bet, cents: Cents, vigorish: Cents) -> tuple[Transfer, ...]:
    """Return the transfers that put chips on a bet. A vigorish is paid in addition."""
    rail = Place("rail", bet.player)
    staked = Transfer(rail, bet.place, cents, bet.wager.cite)
    if not vigorish or bet.wager.vigorish is None:
        return (staked,)
    return (staked, Transfer(rail, BANK, vigorish, bet.wager.vigorish.under))


def _reduced(house: House, layout: Layout, bet: Bet, cents: Cents) -> Iterator[tuple[Bet, Bet]]:
    """Yield a bet before and after reducing it, and its odds if they would be over the new cap."""
    reduced = bet._replace(amount=bet.amount - cents)
    yield bet, reduced
    odds = layout.odds_of(bet)
    if odds:
        largest = largest_odds(house, odds.wager, reduced)
        if odds.amount > largest:
            yield odds, odds._replace(amount=largest)


def _dice(table: Table, act: DiceAct) -> Event:
    house, layout, _ = table
    if refused := shooter.refusal(house, layout, act):
        raise refused
    match act:
        case OfferDice(player=player):
            return DiceOffered(player)
        case AcceptDice(player=player):
            return DiceAccepted(player)
        case DeclineDice(player=player):
            return DiceDeclined(player, shooter.next_player(layout, player) or player)
        case PassDice(player=player):
            fire_bets = tuple(bet for bet in layout.bets if "fire_bet_when_dice_pass" in bet.wager.choice_keys)
            returned = fire_bets if fire_bets and house.choices["fire_bet_when_dice_pass"] == "returned" else ()  # noqa: S105  No password.
            return DicePassed(
                player,
                shooter.next_player(layout, player) or player,
                layout.point is None,
                returned,
                tuple(t for bet in returned for t in return_transfers(house, bet, None)),
            )


def _bought_in(table: Table, act: BuyIn) -> BoughtIn:
    house, layout, books = table
    player, amount = act.player, require_whole_chips(house, act.cents, f"{act.player}'s buy-in")
    if not is_name(player):
        message = f"{player[:40]!r} is not a player's name; {NAME_RULE}"
        raise NotationError(message)
    seats = house.submission.table.seats
    asked = f"{player}'s buy-in of {dollars(amount)}"
    if player not in layout.players and len(layout.players) >= seats:
        why = f"all {seats} seats are taken"
        raise NotOffered(asked, why, "a seat is free when a player leaves", house.game.rules["submission"])
    if amount - books.balances.get(CAGE, 0) > LARGEST_AMOUNT:
        why = f"the books of a table hold {dollars(LARGEST_AMOUNT)} at most"
        raise WrongUnits(asked, why, "less would do", house.game.rules["submission"])
    return BoughtIn(player, amount, (Transfer(CAGE, Place("rail", player), amount, house.game.rules["submission"]),))


def require_whole_chips(house: House, amount: Cents, purpose: str) -> Cents:
    """Return an amount, in cents, if it is one or more whole chips.

    Raises:
        NotationError: The amount is not a whole number of cents.
        WrongUnits: The amount is zero or less, or is not whole chips of this house.
    """
    if require_cents(amount) <= 0 or amount % house.chip:
        why = f"chips are of {dollars(house.chip)}"
        raise WrongUnits(
            f"{purpose} of {dollars(amount)}", why, "one or more whole chips would do", house.game.rules["submission"]
        )
    return amount


def _cashed_out(table: Table, act: CashOut) -> CashedOut:
    house, layout, books = table
    _require_seat(house, layout, act.player)
    rail = books.rail(act.player)
    amount = rail if act.cents is None else require_cents(act.cents)
    if not 0 < amount <= rail:
        why = f"{act.player}'s rail holds {dollars(rail)}"
        instead = "more than nothing, up to all of it, would do"
        raise ShortOfChips(f"cashing out {dollars(amount)}", why, instead, house.game.rules["making"])
    return CashedOut(act.player, amount, _cage_transfers(house, act.player, amount))


def _departed(table: Table, act: Leave) -> Departed:
    house, layout, books = table
    _require_seat(house, layout, act.player)
    if bets_left := layout.bets_of(act.player):
        why = f"on the layout there is {', '.join(bet.spot for bet in bets_left)}"
        instead = "let it be decided, or take down what may be"
        raise WrongMoment(f"{act.player} leaving", why, instead, house.game.rules["making"])
    next_up = shooter.next_player(layout, act.player)
    had_the_dice = act.player in (layout.shooter, layout.offered_to)
    return Departed(
        player=act.player,
        next_shooter=None if layout.shooter == act.player else layout.shooter,
        offered_to=(next_up if next_up != act.player else None) if had_the_dice else layout.offered_to,
        is_before_first_point=layout.is_before_first_point or (layout.shooter == act.player and layout.point is None),
        transfers=_cage_transfers(house, act.player, books.rail(act.player)),
    )


def _cage_transfers(house: House, player: str, cents: Cents) -> tuple[Transfer, ...]:
    return (Transfer(Place("rail", player), CAGE, cents, house.game.rules["submission"]),) if cents else ()


def _require_seat(house: House, layout: Layout, player: str) -> None:
    if player not in layout.players:
        instead = f"at the table are {', '.join(layout.players) or 'no players'}"
        raise NotAtTheTable(f"{player}'s act", f"{player} has not bought in", instead, house.game.rules["making"])


def _corrected(table: Table, act: Correct) -> Corrected:
    backwards = tuple(t.reversed() for event in act.undone for t in reversed(event.transfers))
    balances = Counter(dict(table.books.balances))
    for transfer in backwards:
        balances[transfer.source] -= transfer.cents
        balances[transfer.destination] += transfer.cents
    on_layout = {place: cents for place, cents in balances.items() if place.where == "layout" and cents}
    if on_layout != {bet.place: bet.amount for bet in act.layout.bets}:
        why = "the events that it undoes are not the last of this table"
        raise WrongMoment("the correction", why, "undo the last event first", table.house.game.rules["settling"])
    return Corrected(len(act.undone), act.layout, backwards)
