"""The effects of an event as a list of facts, and facts and events as text of a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from passline.law.wagers import ODDS_ON
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
    NoRoll,
    Pressed,
    Reduced,
    Rolled,
    TakenDown,
)
from passline.table.ledger import BANK
from passline.table.settle import Lost, Moved, Stood, StoodOff, Won, vigorish_when_made
from passline.words.money import Cents, dollars

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from passline.table.events import Event
    from passline.table.layout import Bet
    from passline.table.settle import Settlement


class Fact(NamedTuple):
    """One effect of an event, as a script states it.

    Attributes:
        kind: The kind of effect, such as "wins" or "moves": the name of a rule of the grammar.
        player: The player whom it concerns, if any.
        spot: The name of the bet's place on the layout, if it concerns a bet.
        cents: The amount won, lost, returned or paid, in cents; zero if no chips moved.
        number: The number that the bet moved to, that was marked, or that is the point; zero for none.
    """

    kind: str
    player: str = ""
    spot: str = ""
    cents: Cents = 0
    number: int = 0


def facts(event: Event) -> list[Fact]:
    """Return the effects of an event that its act does not state: winnings, losses, vigorish, moves, point, dice."""
    return list(_facts(event))


def _facts(event: Event) -> Iterator[Fact]:
    match event:
        case Rolled():
            yield from _facts_of_roll(event)
        case BetMade(bet=bet) | Pressed(bet=bet):
            vigorish = vigorish_when_made(bet) - (vigorish_when_made(event.was) if isinstance(event, Pressed) else 0)
            if vigorish:
                yield Fact("pays_vigorish", bet.player, bet.spot, vigorish)
        case Reduced(changes=changes):
            for was, now in changes[1:]:
                yield Fact("gets_back", was.player, was.spot, was.amount - now.amount)
            yield from _vigorish_returned(event, changes[0][0])
        case TakenDown(bets=down):
            for bet in down[1:]:
                yield Fact("gets_back", bet.player, bet.spot, bet.amount)
            yield from _vigorish_returned(event, down[0])
        case DicePassed(offered_to=offered_to, returned=returned):
            for bet in returned:
                yield Fact("gets_back", bet.player, bet.spot, bet.amount)
            yield Fact("dice_go", offered_to)
        case DiceDeclined(offered_to=offered_to):
            yield Fact("dice_go", offered_to)


def _facts_of_roll(event: Rolled) -> Iterator[Fact]:
    for settlement in event.settlements:
        bet = settlement.bet
        match settlement:
            case Won():
                yield Fact("wins", bet.player, bet.spot, settlement.paid)
                if settlement.lost:
                    yield Fact("loses", bet.player, bet.spot, settlement.lost)
            case Lost():
                yield Fact("loses", bet.player, bet.spot, bet.amount)
            case StoodOff():
                yield Fact("stands_off", bet.player, bet.spot)
            case Moved(remaining=moved) if bet.wager.moves_to_box:
                yield Fact("moves", bet.player, bet.spot, 0, moved.number or 0)
            case Stood(remaining=left):
                for number in sorted(left.numbers_made - bet.numbers_made):
                    yield Fact("marks", bet.player, bet.spot, 0, number)
    for bet in event.returned:
        yield Fact("gets_back", bet.player, bet.spot, bet.amount)
    for settlement in event.settlements:
        yield from _vigorish_after_win(settlement)
    match event.puck:
        case "the point is set":
            yield Fact("point_is", number=event.point or 0)
        case "the point is made":
            yield Fact("point_made")
        case "seven out":
            yield Fact("seven_out")


def _vigorish_after_win(settlement: Settlement) -> Iterator[Fact]:
    """Yield the vigorish on a win, together with that of the bet that stays up."""
    if not isinstance(settlement, Won):
        return
    bet, left = settlement.bet, settlement.remaining
    vigorish = settlement.vigorish_due + (vigorish_when_made(left) if left else 0)
    if vigorish:
        yield Fact("pays_vigorish", bet.player, bet.spot, vigorish)


def _vigorish_returned(event: Reduced | TakenDown, bet: Bet) -> Iterator[Fact]:
    returned = sum(transfer.cents for transfer in event.transfers if transfer.source == BANK)
    if returned:
        yield Fact("gets_vigorish", bet.player, bet.spot, returned)


_VERBS = {"wins": "wins", "loses": "loses", "gets_back": "gets back"}


def format_facts(effects: Iterable[Fact]) -> str:
    """Format facts as the claims of a script, which `parse_line` can read back.

    >>> format_facts([Fact("loses", "alice", "Pass Bet", 10_00), Fact("loses", "alice", "odds on Pass Bet", 20_00)])
    'alice loses $10 on Pass Bet, $20 odds'
    """
    return "; ".join(_sentences(list(effects))) or "nothing happens"


def _sentences(effects: list[Fact]) -> Iterator[str]:
    for kind, verb in _VERBS.items():
        for player in dict.fromkeys(fact.player for fact in effects if fact.kind == kind):
            stakes = [fact for fact in effects if (fact.kind, fact.player) == (kind, player)]
            yield f"{player} {verb} {', '.join(_amounts(stakes))}"
    for fact in effects:
        match fact.kind:
            case "pays_vigorish":
                yield f"{fact.player} pays {dollars(fact.cents)} vigorish on {fact.spot}"
            case "gets_vigorish":
                yield f"{fact.player} gets back {dollars(fact.cents)} vigorish on {fact.spot}"
            case "stands_off":
                yield f"{fact.player}'s {fact.spot} stands off"
            case "moves":
                yield f"{fact.player}'s {fact.spot} moves to {fact.number}"
            case "marks":
                yield f"{fact.player} marks {fact.number} on {fact.spot}"
            case "point_is":
                yield f"the point is {fact.number}"
            case "point_made":
                yield "the point is made"
            case "seven_out":
                yield "seven out"
            case "dice_go":
                yield f"the dice go to {fact.player}"


def _amounts(stakes: list[Fact]) -> Iterator[str]:
    """Yield each amount with its spot; odds directly after their bet are written "$20 odds"."""
    previous_spot = ""
    for fact in stakes:
        if fact.spot == ODDS_ON + previous_spot:
            yield f"{dollars(fact.cents)} odds"
        else:
            yield f"{dollars(fact.cents)} on {fact.spot}" if fact.spot else dollars(fact.cents)
            previous_spot = fact.spot


def format_event(event: Event) -> str:
    """Format an event as a line of a script: the act, and after a colon its effects."""
    effects = facts(event)
    act = _format_act(event)
    return f"{act}: {format_facts(effects)}" if effects or isinstance(event, Rolled) else act


def _format_act(event: Event) -> str:
    match event:
        case Rolled(roll=roll, source=source):
            return f"dice {roll}" + (f" by {source}" if source != "dealer" else "")
        case BetMade(bet=bet) if bet.wager.supports:
            verb = "lays" if bet.wager.is_laid else "takes"
            return f"{bet.player} {verb} {dollars(bet.amount)} odds on {bet.spot.removeprefix(ODDS_ON)}"
        case BetMade(bet=bet):
            return f"{bet.player} bets {dollars(bet.amount)} on {bet.spot}"
        case Pressed(was=was, bet=bet):
            return f"{bet.player} presses {bet.spot} by {dollars(bet.amount - was.amount)}"
        case Reduced(changes=((was, now), *_)):
            return f"{was.player} reduces {was.spot} by {dollars(was.amount - now.amount)}"
        case TakenDown(bets=(bet, *_)):
            return f"{bet.player} takes down {bet.spot}"
        case Called(bet=bet, call=call):
            return f"{bet.player} calls {call} {bet.spot}"
        case BoughtIn(player=player, cents=amount):
            return f"{player} buys in for {dollars(amount)}"
        case CashedOut(player=player, cents=amount):
            return f"{player} cashes out {dollars(amount)}"
        case Departed(player=player):
            return f"{player} leaves"
        case DiceOffered(player=player):
            return f"offer the dice to {player}"
        case DiceAccepted(player=player):
            return f"{player} accepts the dice"
        case DiceDeclined(player=player):
            return f"{player} declines the dice"
        case DicePassed(player=player):
            return f"{player} passes the dice"
        case BetsLocked():
            return "lock the bets"
        case NoRoll(reason=reason):
            return f"no roll ({reason})" if reason else "no roll"
        case Corrected(count=count):
            return f"correct the last {count} events" if count > 1 else "correct the last event"
        case _:
            message = f"no line of a script is written for {type(event).__name__}"
            raise AssertionError(message)
