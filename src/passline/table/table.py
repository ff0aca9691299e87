"""The table: `decide` says what follows from an act, `after` is the table once it has happened.

Both are pure. The journal of events is the truth, and a table is a sum of it. All bets are decided
against the table before the roll; then Come Bets move, then the puck, then the shooter.

Law:
    58 Pa. Code § 623a.9 (not held; the reading at A22 and its rules).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
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
    Rolled,
    TakenDown,
)
from passline.table.layout import Bet, Layout, is_name, is_reason
from passline.table.ledger import BANK, CAGE, Books, Place, Transfer
from passline.table.roll import CACHE_SIZE, return_transfers, settle_roll
from passline.table.settle import vigorish_when_made
from passline.words.money import LARGEST, dollars, whole_cents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from passline.house.house import House
    from passline.table.acts import BetAct, DiceAct
    from passline.words.money import Cents


class Table(NamedTuple):
    """A table between two acts: the house it stands in, what lies on it, and its books."""

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
    """Return the events that follow from an act: one for each act there is today. The table has not changed.

    Raises:
        Refused: The table turns the act down; the message names the paragraph and a way out.
        NotationError: The act names a wager that nobody has, or an amount that is none.
    """
    return (_decided(table, act),)


def _decided(table: Table, act: Act) -> Event:
    house, layout, _ = table
    match act:
        case RollDice(roll=roll, source=source):
            return settle_roll(house, layout, roll, source)
        case MakeBet() | Press() | Reduce() | TakeDown() | TakeOdds() | LayOdds() | CallOn() | CallOff():
            if isinstance(act, MakeBet | Press | Reduce | TakeOdds | LayOdds):
                whole_cents(act.cents)  # Asked here, since 1000.0 is equal to 10_00, and answers are remembered.
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
                why = "they are locked until the dice land"
                raise WrongMoment(
                    "locking the bets", why, "throw the dice, or call no roll", house.game.rules["making"]
                )
            return BetsLocked()
        case CallNoRoll(reason=reason):
            if not is_reason(reason):
                message = f"{reason[:40]!r} is no reason; up to 200 characters on one line, without ( ) and #, are"
                raise NotationError(message)
            return NoRoll(reason)
        case Correct():
            return _corrected(table, act)
        case _:
            message = f"{str(act)[:40]!r} is no act; those of passline.table.acts are"
            raise NotationError(message)


def after(table: Table, event: Event) -> Table:
    """Return the table once *event* has happened.

    Raises:
        JournalError: The event cannot have happened at this table.
    """
    layout = _laid_out(table.layout, event)
    books = table.books.after(event.transfers) if event.transfers else table.books
    if layout.bets is not table.layout.bets or books is not table.books:
        on_layout = {place: cents for place, cents in books.balances.items() if place.where == "layout"}
        if on_layout != {bet.place: bet.amount for bet in layout.bets}:
            message = "after this event the bets on the layout would differ from the chips in the books"
            raise JournalError(message)
    return Table(table.house, layout, books)


def replay(house: House, journal: Iterable[Event]) -> Table:
    """Return the table that a journal adds up to, from an empty one."""
    table = open_table(house)
    for event in journal:
        table = after(table, event)
    return table


def uncorrected_events(journal: Iterable[Event]) -> list[Event]:
    """Return the events that stand: those that were undone are left out, with what undid them."""
    standing: list[Event] = []
    for event in journal:
        if isinstance(event, Corrected):
            del standing[len(standing) - event.count :]
        else:
            standing.append(event)
    return standing


def correction(house: House, journal: Sequence[Event], *, count: int) -> Correct:
    """Return the act that undoes the last *count* events that stand.

    Raises:
        Refused: Fewer stand, or none is asked for.
    """
    standing = uncorrected_events(journal)
    if not 0 < count <= len(standing):
        why = f"{len(standing)} stand"
        raise WrongMoment(f"undoing {count} events", why, "as many as stand would do", house.game.rules["settling"])
    kept = standing[: len(standing) - count]
    return Correct(tuple(reversed(standing[len(kept) :])), replay(house, kept).layout)


# What follows from an act.


@lru_cache(maxsize=CACHE_SIZE)
def _bet(house: House, layout: Layout, act: BetAct) -> Event:
    """Return what an act on a bet does, if the rail can pay: it depends on the layout alone, and is remembered."""
    if refused := bets.refusal_apart_from_rail(house, layout, act):
        raise refused
    bet = bets.requested_bet(house, layout, act)
    match act:
        case MakeBet() | TakeOdds() | LayOdds():
            return BetMade(bet, _staked(bet, bet.amount, vigorish_when_made(bet)))
        case Press(cents=cents):
            raised = bet._replace(amount=bet.amount + cents)
            return Pressed(bet, raised, _staked(bet, cents, vigorish_when_made(raised) - vigorish_when_made(bet)))
        case Reduce(cents=cents):
            changes = tuple(_reduced(house, layout, bet, cents))
            (flat, *with_it) = changes
            moved = [
                *return_transfers(house, *flat),
                *(t for pair in with_it for t in return_transfers(house, *pair, under="A7")),
            ]
            return Reduced(changes, tuple(moved))
        case TakeDown():
            odds = layout.odds_of(bet)
            down = (bet, odds) if odds else (bet,)
            moved = [*return_transfers(house, bet, None)]
            moved += return_transfers(house, odds, None, under="A7") if odds else ()
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


def _staked(bet: Bet, cents: Cents, vigorish: Cents) -> tuple[Transfer, ...]:
    """Return the transfers that put chips on a bet; a vigorish is on top of it, not in it."""
    rail = Place("rail", bet.player)
    staked = Transfer(rail, bet.place, cents, bet.wager.cite)
    if not vigorish or bet.wager.vigorish is None:
        return (staked,)
    return (staked, Transfer(rail, BANK, vigorish, bet.wager.vigorish.under))


def _reduced(house: House, layout: Layout, bet: Bet, cents: Cents) -> Iterator[tuple[Bet, Bet]]:
    """Yield a bet before and after reducing it, and its odds if they would be over the new cap."""
    left = bet._replace(amount=bet.amount - cents)
    yield bet, left
    odds = layout.odds_of(bet)
    if odds:
        most = largest_odds(house, odds.wager, left)
        if odds.amount > most:
            yield odds, odds._replace(amount=most)


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
            riding = tuple(bet for bet in layout.bets if "fire_bet_when_dice_pass" in bet.wager.choices)
            returned = riding if riding and house.takes["fire_bet_when_dice_pass"] == "returned" else ()  # noqa: S105  No password.
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
        message = f"{player[:40]!r} is no name; up to 30 letters, digits, - and _, beginning with a letter, are"
        raise NotationError(message)
    seats = house.submission.table.seats
    asked = f"{player}'s buy-in of {dollars(amount)}"
    if player not in layout.players and len(layout.players) >= seats:
        why = f"all {seats} seats are taken"
        raise NotOffered(asked, why, "one is free when a player leaves", house.game.rules["submission"])
    if amount - books.balances.get(CAGE, 0) > LARGEST:
        why = f"the books of a table hold {dollars(LARGEST)} at most"
        raise WrongUnits(asked, why, "less would do", house.game.rules["submission"])
    return BoughtIn(player, amount, (Transfer(CAGE, Place("rail", player), amount, house.game.rules["submission"]),))


def require_whole_chips(house: House, amount: Cents, what: str) -> Cents:
    """Return an amount, in cents, of whole chips.

    Raises:
        NotationError: It is not whole cents.
        WrongUnits: It is not whole chips of this house, or none.
    """
    if whole_cents(amount) <= 0 or amount % house.chip:
        why = f"chips are of {dollars(house.chip)}"
        raise WrongUnits(
            f"{what} of {dollars(amount)}", why, "one or more whole chips would do", house.game.rules["submission"]
        )
    return amount


def _cashed_out(table: Table, act: CashOut) -> CashedOut:
    house, layout, books = table
    _seated(house, layout, act.player)
    rail = books.rail(act.player)
    amount = rail if act.cents is None else whole_cents(act.cents)
    if not 0 < amount <= rail:
        why = f"{act.player}'s rail holds {dollars(rail)}"
        instead = "more than nothing, up to all of it, would do"
        raise ShortOfChips(f"cashing out {dollars(amount)}", why, instead, house.game.rules["making"])
    return CashedOut(act.player, amount, _to_the_cage(house, act.player, amount))


def _departed(table: Table, act: Leave) -> Departed:
    house, layout, books = table
    _seated(house, layout, act.player)
    if standing := layout.bets_of(act.player):
        why = f"on the layout there is {', '.join(bet.spot for bet in standing)}"
        instead = "let it be decided, or take down what may be"
        raise WrongMoment(f"{act.player} leaving", why, instead, house.game.rules["making"])
    next_up = shooter.next_player(layout, act.player)
    had_the_dice = act.player in (layout.shooter, layout.offered_to)
    return Departed(
        player=act.player,
        next_shooter=None if layout.shooter == act.player else layout.shooter,
        offered_to=(next_up if next_up != act.player else None) if had_the_dice else layout.offered_to,
        is_before_first_point=layout.is_before_first_point or (layout.shooter == act.player and layout.point is None),
        transfers=_to_the_cage(house, act.player, books.rail(act.player)),
    )


def _to_the_cage(house: House, player: str, cents: Cents) -> tuple[Transfer, ...]:
    return (Transfer(Place("rail", player), CAGE, cents, house.game.rules["submission"]),) if cents else ()


def _seated(house: House, layout: Layout, player: str) -> None:
    if player not in layout.players:
        instead = f"at the table are {', '.join(layout.players) or 'no players'}"
        raise NotAtTheTable(f"{player}'s act", f"{player} has not bought in", instead, house.game.rules["making"])


def _corrected(table: Table, act: Correct) -> Corrected:
    backwards = tuple(t.reversed() for event in act.undone for t in reversed(event.transfers))
    held = Counter(dict(table.books.balances))
    for transfer in backwards:
        held[transfer.source] -= transfer.cents
        held[transfer.destination] += transfer.cents
    on_layout = {place: cents for place, cents in held.items() if place.where == "layout" and cents}
    if on_layout != {bet.place: bet.amount for bet in act.layout.bets}:
        why = "what it undoes is not the last of this table"
        raise WrongMoment("the correction", why, "undo the last event first", table.house.game.rules["settling"])
    return Corrected(len(act.undone), act.layout, backwards)


# The table once an event has happened.


def _laid_out(layout: Layout, event: Event) -> Layout:
    match event:
        case Rolled():
            return _rolled(layout, event)
        case BetMade(bet=bet):
            return layout._replace(bets=_placed(layout, bet))
        case Pressed(was=was, bet=bet) | Called(was=was, bet=bet):
            return layout._replace(bets=_changed(layout, [(was, bet)]))
        case Reduced(changes=changes):
            return layout._replace(bets=_changed(layout, changes))
        case TakenDown(bets=down):
            return layout._replace(bets=_changed(layout, [(bet, None) for bet in down]))
        case BoughtIn(player=player):
            return layout if player in layout.players else layout._replace(players=(*layout.players, player))
        case BetsLocked():
            return layout._replace(is_locked=True)
        case NoRoll():
            return layout._replace(is_locked=False) if layout.is_locked else layout
        case DiceOffered(player=player):
            return layout._replace(offered_to=player)
        case DiceAccepted(player=player):
            return layout._replace(
                shooter=player,
                offered_to=None,
                is_before_first_point=layout.is_before_first_point or layout.point is None,
            )
        case DiceDeclined(offered_to=offered_to):
            return layout._replace(offered_to=offered_to)
        case DicePassed(offered_to=offered_to, is_before_first_point=first, returned=returned):
            bets_left = _changed(layout, [(bet, None) for bet in returned])
            return layout._replace(shooter=None, offered_to=offered_to, is_before_first_point=first, bets=bets_left)
        case Departed(player=player, next_shooter=next_shooter, offered_to=offered_to, is_before_first_point=first):
            players = tuple(other for other in layout.players if other != player)
            return layout._replace(
                players=players, shooter=next_shooter, offered_to=offered_to, is_before_first_point=first
            )
        case CashedOut():
            return layout
        case Corrected(layout=before):
            return before


def _rolled(layout: Layout, event: Rolled) -> Layout:
    changes: list[tuple[Bet, Bet | None]] = [(settlement.bet, settlement.remaining) for settlement in event.settlements]
    changes += [(bet, None) for bet in event.returned]
    return Layout(
        players=layout.players,
        shooter=event.next_shooter,
        offered_to=event.offered_to,
        point=event.point,
        is_before_first_point=event.is_before_first_point,
        is_fresh_board=event.is_fresh_board,
        is_locked=False,
        bets=_changed(layout, changes) if changes else layout.bets,
    )


def _changed(layout: Layout, changes: Iterable[tuple[Bet, Bet | None]]) -> tuple[Bet, ...]:
    """Return the bets with each one that changed in its old place, and those that came down gone."""
    now = dict(changes)
    left = [now.pop(bet, bet) for bet in layout.bets]
    if now:
        message = "an event speaks of a bet that is not on the layout"
        raise JournalError(message)
    return tuple(bet for bet in left if bet is not None)


def _placed(layout: Layout, bet: Bet) -> tuple[Bet, ...]:
    """Return the bets with a new one: odds lie behind their bet, all else comes last."""
    flat = layout.flat_of(bet)
    if flat is None:
        return (*layout.bets, bet)
    behind = layout.bets.index(flat) + 1
    return (*layout.bets[:behind], bet, *layout.bets[behind:])
