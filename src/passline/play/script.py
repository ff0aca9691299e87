"""The script: the notation of play, which everything at the table is written in.

One act a line. What stands after the colon is a claim: it is checked when given, and printed when
not. What prints can be read back to the same events.

    house crapless
    alice buys in for $300
    alice bets $10 on Pass Bet
    dice 6-6: the point is 12
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput

from passline.errors import CrapsError, FalseClaim, NotationError, Refused
from passline.house.house import House, open_house
from passline.play.acts import (
    AcceptDice,
    Act,
    BuyIn,
    CallNoRoll,
    CallOff,
    CallOn,
    CashOut,
    DeclineDice,
    LayOdds,
    Leave,
    LockBets,
    MakeBet,
    OfferDice,
    PassDice,
    Press,
    Reduce,
    Source,
    TakeDown,
    TakeOdds,
    Throw,
)
from passline.play.events import (
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
from passline.play.ledger import BANK
from passline.play.settle import Lost, Moved, Stood, StoodOff, Won, vigorish_when_made
from passline.play.table import Table, after, correction, decide
from passline.words.cite import Cite
from passline.words.dice import Roll
from passline.words.money import Cents, cents, dollars

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from passline.play.events import Event
    from passline.play.layout import Bet
    from passline.play.settle import Settlement

LONGEST_LINE = 2_000
"""The longest line that is read, in characters."""
RESERVED = frozenset({"house", "offer", "lock", "dice", "no", "correct", "the", "seven", "nothing", "refused"})
"""Words that begin a line of their own, and name no player."""


class Fact(NamedTuple):
    """One thing that an event did, as a script says it.

    Attributes:
        cents: What was won, lost, given back or paid; zero where no chips moved.
        number: The number moved to, marked or set as the point.
    """

    kind: str
    player: str = ""
    spot: str = ""
    cents: Cents = 0
    number: int = 0


class Line(NamedTuple):
    """One line as read: an act, how many events to undo, or a house to open; and the claims made of it."""

    act: Act | None
    undo: int
    house: tuple[str, date | None] | None
    claims: tuple[Fact, ...]
    refused: Cite | bool


class Played(NamedTuple):
    """An evening so far: the table, and the journal of events that it is the sum of."""

    table: Table
    journal: tuple[Event, ...]


class Evening:
    """A table that is played line by line, with its journal.

    Attributes:
        table: As it stands; None until a house is open.
        journal: Every event so far.
    """

    def __init__(self, house: House | None = None) -> None:
        """Begin at an empty table of *house*, or wait for a line that opens one."""
        self.table = Table(house) if house else None
        self.journal: list[Event] = []

    @property
    def played(self) -> Played:
        """The evening so far.

        Raises:
            NotationError: No house has been opened.
        """
        return Played(self._open(), tuple(self.journal))

    def say(self, text: str) -> tuple[Event, ...]:
        """Play one line, and return what happened; if it is refused or its claim is false, nothing did.

        Raises:
            NotationError: The line cannot be read, or no house is open.
            Refused: The table turns the act down.
            FalseClaim: What stands after the colon is not what happened.
            SubmissionError: The house named cannot be opened.
        """
        line = read_line(text)
        if line is None:
            return ()
        if line.house:
            self._open_house(*line.house)
            return ()
        table = self._open()
        try:
            act = correction(table.house, self.journal, count=line.undo) if line.undo else cast("Act", line.act)
            events = decide(table, act)
        except Refused as refused:
            _check_refusal(line, refused)
            return ()
        _check(line, table, events)
        for event in events:
            table = after(table, event)
        self.table = table
        self.journal += events
        return events

    def _open(self) -> Table:
        if self.table is None:
            message = "no house is open; begin with a line like: house crapless"
            raise NotationError(message)
        return self.table

    def _open_house(self, name: str, on: date | None) -> None:
        if self.table is not None and self.journal:
            message = f"the table of {self.table.house.source} is in play; a house is opened before the first act"
            raise NotationError(message)
        self.table = Table(open_house(name, on=on))


def play(text: str, *, house: House | None = None) -> Played:
    """Play a whole script.

    Args:
        text: Lines of the notation.
        house: The house, where the script does not open one.

    Raises:
        CrapsError: The first line that cannot be played, with its number in `line`.

    >>> table, journal = play('''
    ...     house crapless on 2026-01-01
    ...     alice buys in for $300
    ...     alice bets $10 on Pass Bet
    ...     dice 6-6: the point is 12
    ... ''')
    >>> table.layout.point, len(journal)
    (12, 3)
    """
    evening = Evening(house)
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            evening.say(line)
        except CrapsError as error:
            raise error.at(line=number) from None
    return evening.played


def read_line(text: str) -> Line | None:
    """Read one line; None if there is nothing on it but a comment.

    Raises:
        NotationError: With the column, and what would be understood there.
    """
    if len(text) > LONGEST_LINE:
        message = f"a line of {len(text):,} characters is too long; {LONGEST_LINE:,} are read"
        raise NotationError(message)
    if not text.partition("#")[0].strip():
        return None
    try:
        tree = _grammar().parse(text)
    except UnexpectedInput as error:
        raise _unreadable(text, error) from None
    act, claims = tree.children
    return _line(cast("Tree[Token]", act), cast("Tree[Tree[Token]] | None", claims))


@cache
def _grammar() -> Lark:
    grammar = (files(__package__) / "script.lark").read_text(encoding="utf-8")
    return Lark(grammar, start="line", parser="lalr", maybe_placeholders=True)


_EXPECTED = {
    "PLAYER": "a player's name",
    "OWNER": "a player's name with 's",
    "AMOUNT": "an amount like $10",
    "SPOT": "a wager",
    "SPOT_BY": "a bet, then 'by' and an amount",
    "ROLL": "a roll like 5-1",
    "NUMBER": "a number",
    "COUNT": "how many",
    "HOUSE_NAME": "a house",
    "DATE": "a date like 2026-01-31",
    "REASON": "a reason",
    "CITE": "a paragraph",
    "COLON": "':' and a claim",
    "SEMICOLON": "';' and another claim",
    "COMMA": "',' and another amount",
    "LPAR": "'(' and a reason",
    "RPAR": "')'",
    "$END": "the end of the line",
}


def _unreadable(text: str, error: UnexpectedInput) -> NotationError:
    if isinstance(error, UnexpectedCharacters):
        column, expected = error.column, error.allowed or set()
    elif isinstance(error, UnexpectedEOF):
        column, expected = len(text) + 1, set(error.expected)
    else:
        column, expected = getattr(error, "column", 1), set(getattr(error, "accepts", None) or error.expected)  # type: ignore[attr-defined]
        if getattr(error, "token", None) is not None and error.token.type == "$END":  # type: ignore[attr-defined]
            column = len(text.rstrip()) + 1
    words = sorted(_EXPECTED.get(name, f"'{name.lower()}'") for name in expected)
    here = text[column - 1 :].split("#")[0].strip()[:20]
    found = f"{here!r} is not understood" if here else "the line ends too soon"
    listed = f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)
    return NotationError(f"{found}; here {listed} would be", column=column)


def _line(act: Tree[Token], claims: Tree[Tree[Token]] | None) -> Line:
    facts: list[Fact] = []
    refused: Cite | bool = False
    for claim in claims.children if claims else ():
        read = _claim(cast("Tree[Token]", claim))
        if isinstance(read, list):
            facts += read
        else:
            refused = read
    words = [None if token is None else str(token).strip() for token in act.children]
    if act.data == "house":
        _, name, on = words
        return Line(None, 0, (str(name).strip('"'), _date(on) if on else None), tuple(facts), refused)
    if act.data == "corrects":
        count = int(words[0] or 1)
        return Line(None, max(count, 0), None, tuple(facts), refused) if count else _no_events(act)
    return Line(_act(str(act.data), words), 0, None, tuple(facts), refused)


def _no_events(act: Tree[Token]) -> Line:
    raise NotationError("correcting the last 0 events undoes nothing; one or more would do", column=act.children[0].column)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        message = f"{text} is no date; a day that exists is, like 2026-01-31"
        raise NotationError(message) from None


def _act(kind: str, words: list[str | None]) -> Act:
    """Turn a line that was read into the act it asks for."""
    first, second, third = ((*(word or "" for word in words), "", "", ""))[:3]
    if kind not in {"offers", "locks", "dice", "no_roll"} and first.casefold() in RESERVED:
        message = f"{first!r} begins another line and names no player"
        raise NotationError(message, column=1)
    match kind:
        case "buys_in":
            return BuyIn(first, cents(second))
        case "bets":
            return MakeBet(first, third, cents(second))
        case "presses":
            return Press(first, second, cents(third))
        case "reduces":
            return Reduce(first, second, cents(third))
        case "takes_down":
            return TakeDown(first, second)
        case "takes_odds":
            return TakeOdds(first, third, cents(second))
        case "lays_odds":
            return LayOdds(first, third, cents(second))
        case "calls_on":
            return CallOn(first, second)
        case "calls_off":
            return CallOff(first, second)
        case "cashes_out":
            return CashOut(first, cents(second) if second else None)
        case "leaves":
            return Leave(first)
        case "accepts":
            return AcceptDice(first)
        case "declines":
            return DeclineDice(first)
        case "passes":
            return PassDice(first)
        case "offers":
            return OfferDice(first)
        case "locks":
            return LockBets()
        case "dice":
            return Throw(Roll.read(first), cast("Source", second or "dealer"))
        case _:
            return CallNoRoll(first)


def _claim(claim: Tree[Token]) -> list[Fact] | Cite | bool:
    """Turn a claim into facts; a claim that the act is refused is the paragraph, or True."""
    kind = str(claim.data)
    if kind == "refused":
        (under,) = claim.children
        return Cite.read(str(under)) if under else True
    if kind in {"wins", "loses", "gets_back"}:
        player, stakes = claim.children
        return list(_stakes(kind, str(player), cast("Tree[Tree[Token]]", stakes)))
    words = [str(token).strip() for token in claim.children]
    match kind, words:
        case "pays_vigorish", [player, amount, spot]:
            return [Fact(kind, player, spot, cents(amount))]
        case "gets_vigorish", [player, amount, spot]:
            return [Fact(kind, player, spot, cents(amount))]
        case "stands_off" | "comes_down", [owner, spot]:
            return [Fact(kind, owner[:-2], spot)]
        case "moves", [owner, spot, number]:
            return [Fact(kind, owner[:-2], spot, 0, int(number))]
        case "marks", [player, number, spot]:
            return [Fact(kind, player, spot, 0, int(number))]
        case "point_is", [number]:
            return [Fact(kind, number=int(number))]
        case "dice_go", [player]:
            return [Fact(kind, player)]
        case _:
            return [Fact(kind)]


def _stakes(kind: str, player: str, stakes: Tree[Tree[Token]]) -> Iterator[Fact]:
    """Yield what is said to be won, lost or given back; odds are those on the bet named before them."""
    spot = ""
    for stake in stakes.children:
        amount = cents(str(stake.children[0]))
        if stake.data == "stake":
            spot = str(stake.children[1]).strip()
            yield Fact(kind, player, spot, amount)
        elif stake.data == "odds":
            yield Fact(kind, player, f"odds on {spot}", amount)
        else:
            yield Fact(kind, player, "", amount)


# Claims, held against what happened.

_MONEY = {"wins", "loses", "gets_back", "pays_vigorish", "gets_vigorish"}


def _check_refusal(line: Line, refused: Refused) -> None:
    """Let a refusal pass that the line claims; raise any other."""
    if line.refused is False:
        raise refused
    if line.refused is not True and line.refused != refused.under:
        message = f"claimed to be refused under {line.refused}, but: {refused}"
        raise FalseClaim(message)


def _check(line: Line, table: Table, events: Iterable[Event]) -> None:
    """Hold every claim of a line against its facts; of the money, none may be left unsaid.

    Raises:
        FalseClaim: With what is claimed and what happened.
    """
    happened = [fact for event in events for fact in facts(event)]
    if line.refused:
        _false("it is refused", happened)
    if not line.claims:
        return
    unsaid = list(happened)
    for claim in line.claims:
        if claim.kind == "nothing":
            if happened:
                _false("nothing happens", happened)
        elif not _matches(table.house, claim, unsaid):
            _false(said([claim]), happened)
    if any(fact.kind in _MONEY for fact in unsaid):
        _false("no more than that", happened)


def _matches(house: House, claim: Fact, unsaid: list[Fact]) -> bool:
    """Say whether a claim is one of the facts not said yet, or the sum of several; they are said now."""
    if claim.kind in {"wins", "loses", "gets_back"} and not claim.spot:
        meant = [fact for fact in unsaid if (fact.kind, fact.player) == (claim.kind, claim.player)]
        if not meant or sum(fact.cents for fact in meant) != claim.cents:
            return False
        unsaid[:] = [fact for fact in unsaid if fact not in meant]
        return True
    known = claim._replace(spot=_canonical(house, claim.spot)) if claim.spot else claim
    if known not in unsaid:
        return False
    unsaid.remove(known)
    return True


def _canonical(house: House, spot: str) -> str:
    wager, number = house.find_spot(spot)
    return f"{wager.name} on {number}" if number is not None else wager.name


def _false(claim: str, happened: list[Fact]) -> None:
    message = f"claimed: {claim}; what happened: {said(happened)}"
    raise FalseClaim(message)


# What happened, as facts, and facts as text.


def facts(event: Event) -> list[Fact]:
    """Return what an event did, beyond what its act says: winnings, losses, vigorish, moves, the puck, the dice."""
    return list(_facts(event))


def _facts(event: Event) -> Iterator[Fact]:
    match event:
        case Rolled():
            yield from _of_roll(event)
        case BetMade(bet=bet) | Pressed(bet=bet):
            fee = vigorish_when_made(bet) - (vigorish_when_made(event.was) if isinstance(event, Pressed) else 0)
            if fee:
                yield Fact("pays_vigorish", bet.player, bet.spot, fee)
        case Reduced(changes=changes):
            for was, now in changes[1:]:
                yield Fact("gets_back", was.player, was.spot, was.amount - now.amount)
            yield from _vigorish_returned(event, changes[0][0])
        case TakenDown(bets=down):
            for bet in down[1:]:
                yield Fact("gets_back", bet.player, bet.spot, bet.amount)
            yield from _vigorish_returned(event, down[0])
        case DicePassed(offered=offered, returned=returned):
            for bet in returned:
                yield Fact("gets_back", bet.player, bet.spot, bet.amount)
            yield Fact("dice_go", offered)
        case DiceDeclined(offered=offered):
            yield Fact("dice_go", offered)


def _of_roll(event: Rolled) -> Iterator[Fact]:
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
            case Moved(left=moved) if bet.wager.travels:
                yield Fact("moves", bet.player, bet.spot, 0, moved.number or 0)
            case Stood(left=left):
                for number in sorted(left.made - bet.made):
                    yield Fact("marks", bet.player, bet.spot, 0, number)
    for bet in event.returned:
        yield Fact("gets_back", bet.player, bet.spot, bet.amount)
    for settlement in event.settlements:
        yield from _after_a_win(settlement)
    match event.puck:
        case "the point is set":
            yield Fact("point_is", number=event.point or 0)
        case "the point is made":
            yield Fact("point_made")
        case "seven out":
            yield Fact("seven_out")


def _after_a_win(settlement: Settlement) -> Iterator[Fact]:
    """Yield the vigorish that a win costs, on it and for the next decision, and a bet that comes down for want of it."""
    if not isinstance(settlement, Won):
        return
    bet, left = settlement.bet, settlement.left
    fee = settlement.due + (vigorish_when_made(left) if left else 0)
    if fee:
        yield Fact("pays_vigorish", bet.player, bet.spot, fee)
    if left is None and bet.wager.stays_up:
        yield Fact("comes_down", bet.player, bet.spot)


def _vigorish_returned(event: Reduced | TakenDown, bet: Bet) -> Iterator[Fact]:
    returned = sum(transfer.cents for transfer in event.transfers if transfer.giver == BANK)
    if returned:
        yield Fact("gets_vigorish", bet.player, bet.spot, returned)


def said(happened: Iterable[Fact]) -> str:
    """Print facts as a script says them, so that they can be read back as claims."""
    return "; ".join(_said(list(happened))) or "nothing happens"


def _said(happened: list[Fact]) -> Iterator[str]:
    for kind, verb in (("wins", "wins"), ("loses", "loses"), ("gets_back", "gets back")):
        for player in dict.fromkeys(fact.player for fact in happened if fact.kind == kind):
            stakes = [fact for fact in happened if (fact.kind, fact.player) == (kind, player)]
            yield f"{player} {verb} {', '.join(_stakes_said(stakes))}"
    for fact in happened:
        match fact.kind:
            case "pays_vigorish":
                yield f"{fact.player} pays {dollars(fact.cents)} vigorish on {fact.spot}"
            case "gets_vigorish":
                yield f"{fact.player} gets back {dollars(fact.cents)} vigorish on {fact.spot}"
            case "stands_off":
                yield f"{fact.player}'s {fact.spot} stands off"
            case "comes_down":
                yield f"{fact.player}'s {fact.spot} comes down"
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


def _stakes_said(stakes: list[Fact]) -> Iterator[str]:
    """Yield each stake; odds that follow their bet are only called odds."""
    before = ""
    for fact in stakes:
        if fact.spot == f"odds on {before}":
            yield f"{dollars(fact.cents)} odds"
        else:
            yield f"{dollars(fact.cents)} on {fact.spot}"
            before = fact.spot


def opening(house: House) -> str:
    """Return the line that opens a house as this one was opened."""
    source = f'"{house.source}"' if re.search(r"[\s#:]", house.source) else house.source
    return f"house {source} on {house.on.isoformat()}"


def write(played: Played) -> str:
    """Print an evening as a script that can be read back to the same journal, with all that happened as claims."""
    return "\n".join([opening(played.table.house), *(line(event) for event in played.journal)]) + "\n"


def line(event: Event) -> str:
    """Print an event as a line of a script: what was done, and after a colon what happened."""
    happened = facts(event)
    done = _done(event)
    return f"{done}: {said(happened)}" if happened or isinstance(event, Rolled) else done


def _done(event: Event) -> str:  # noqa: C901  One arm an event.
    match event:
        case Rolled(roll=roll, source=source):
            return f"dice {roll}" + (f" by {source}" if source != "dealer" else "")
        case BetMade(bet=bet) if bet.wager.supports:
            verb = "lays" if bet.wager.is_laid else "takes"
            return f"{bet.player} {verb} {dollars(bet.amount)} odds on {bet.spot.removeprefix('odds on ')}"
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
            message = f"{type(event).__name__} has no line"
            raise AssertionError(message)
