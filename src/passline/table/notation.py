"""The notation of play: parse one line of a script. Its grammar is `script.lark`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from lark import Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from passline.errors import NotationError
from passline.law.wagers import ODDS_ON
from passline.table import acts
from passline.table.facts import Fact
from passline.table.layout import NAME_RULE, REASON_RULE, is_name, is_reason
from passline.words.cached_parser import cached_parser
from passline.words.cite import Cite
from passline.words.dice import Roll
from passline.words.money import parse_dollars

if TYPE_CHECKING:
    from lark import Lark

    from passline.words.money import Cents

LONGEST_LINE = 2_000
"""The length of the longest line that is parsed, in characters."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A line that opens a house, by the name of an example or by the path of a submission."""

    house: str
    on: date | None


@dataclass(frozen=True, slots=True)
class Undo:
    """A line that undoes the last *count* events."""

    count: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A claim that the table refuses the act, with the paragraph if the line names one."""

    under: Cite | None


class Line(NamedTuple):
    """A parsed line: the act, and the claims about its effects."""

    act: acts.Act | Opening | Undo
    claims: tuple[Fact | Refusal, ...]


def parse_line(text: str) -> Line | None:
    """Parse one line; return None for an empty line or a comment.

    Raises:
        NotationError: The line does not follow the grammar. The message gives the column and what may follow there.

    >>> parse_line("alice bets $10 on yo  # slang is read").act
    MakeBet(player='alice', wager='yo', cents=1000)
    """
    if len(text) > LONGEST_LINE:
        message = f"a line of {len(text):,} characters is too long; a line has at most {LONGEST_LINE:,}"
        raise NotationError(message)
    text = text.rstrip()
    if not text.partition("#")[0].strip():
        return None
    if "\n" in text or "\r" in text:
        message = "this text has more than one line; play it as a script instead"
        raise NotationError(message)
    try:
        return _reader().transform(_grammar().parse(text))
    except UnexpectedInput as error:
        raise _syntax_error(text, error) from None
    except VisitError as error:
        raise error.orig_exc from None


@cache
def _grammar() -> Lark:
    return cached_parser(files(__package__) / "script.lark", maybe_placeholders=True)


@cache
def _reader() -> _Reader:
    return _Reader()


def _player(token: Token) -> str:
    name = normalize("NFC", str(token))
    if not is_name(name):
        message = f"{name[:40]!r} is not a player's name; {NAME_RULE}"
        raise NotationError(message, column=token.column)
    return name


def _owner(token: Token) -> str:
    return _player(token.update(value=token[: -len("'s")]))


def _reason(token: Token) -> str:
    reason = str(token).strip()
    if not is_reason(reason):
        message = f"{reason[:40]!r} is not a reason; {REASON_RULE}"
        raise NotationError(message, column=token.column)
    return reason


def _amount(token: Token) -> Cents:
    try:
        return parse_dollars(token)
    except NotationError as error:
        error.column = token.column
        raise


def _spot(token: Token) -> str:
    return token.strip()


def _roll(token: Token) -> Roll:
    try:
        return Roll.parse(token)
    except NotationError as error:
        error.column = token.column
        raise


def _date(token: Token) -> date:
    try:
        return date.fromisoformat(token)
    except ValueError:
        message = f"{token} is not a date; a date is a day that exists, like 2026-01-31"
        raise NotationError(message, column=token.column) from None


@v_args(inline=True)
class _Reader(Transformer[Token, Line]):
    """Convert the parse tree into acts and claims; each method converts the grammar rule of its name."""

    PLAYER = staticmethod(_player)
    OWNER = staticmethod(_owner)
    AMOUNT = staticmethod(_amount)
    SPOT = SPOT_BY = SPOT_STANDS = SPOT_MOVES = staticmethod(_spot)
    REASON = staticmethod(_reason)
    ROLL = staticmethod(_roll)
    DATE = staticmethod(_date)
    NUMBER = COUNT = staticmethod(int)
    CITE = staticmethod(Cite.parse)

    def line(self, act: acts.Act | Opening | Undo, claims: tuple[Fact | Refusal, ...] | None) -> Line:
        return Line(act, claims or ())

    def house(self, name: str, on: date | None) -> Opening:
        return Opening(name.strip('"'), on)

    buys_in = staticmethod(acts.BuyIn)
    presses = staticmethod(acts.Press)
    reduces = staticmethod(acts.Reduce)
    takes_down = staticmethod(acts.TakeDown)
    calls_on = staticmethod(acts.CallOn)
    calls_off = staticmethod(acts.CallOff)
    cashes_out = staticmethod(acts.CashOut)
    leaves = staticmethod(acts.Leave)
    accepts = staticmethod(acts.AcceptDice)
    declines = staticmethod(acts.DeclineDice)
    passes = staticmethod(acts.PassDice)
    offers = staticmethod(acts.OfferDice)
    locks = staticmethod(acts.LockBets)

    def bets(self, player: str, amount: Cents, wager: str) -> acts.MakeBet:
        return acts.MakeBet(player, wager, amount)

    def takes_odds(self, player: str, amount: Cents, spot: str) -> acts.TakeOdds:
        return acts.TakeOdds(player, spot, amount)

    def lays_odds(self, player: str, amount: Cents, spot: str) -> acts.LayOdds:
        return acts.LayOdds(player, spot, amount)

    def dice(self, roll: Roll, source: Token | None) -> acts.RollDice:
        return acts.RollDice(roll) if source is None else acts.RollDice(roll, source.value)

    def no_roll(self, reason: str | None) -> acts.CallNoRoll:
        return acts.CallNoRoll(reason or "")

    def corrects(self, count: int | None) -> Undo:
        return Undo(1 if count is None else count)

    def claims(self, *claims: Fact | Refusal | list[Fact]) -> tuple[Fact | Refusal, ...]:
        return tuple(fact for claim in claims for fact in (claim if isinstance(claim, list) else [claim]))

    def wins(self, player: str, stakes: list[tuple[str, Cents]]) -> list[Fact]:
        return [Fact("wins", player, spot, amount) for spot, amount in stakes]

    def loses(self, player: str, stakes: list[tuple[str, Cents]]) -> list[Fact]:
        return [Fact("loses", player, spot, amount) for spot, amount in stakes]

    def gets_back(self, player: str, stakes: list[tuple[str, Cents]]) -> list[Fact]:
        return [Fact("gets_back", player, spot, amount) for spot, amount in stakes]

    def stakes(self, *stakes: tuple[str | None, Cents]) -> list[tuple[str, Cents]]:
        """Name the spot of each amount; "$20 odds" are odds on the bet that is named before them."""
        named: list[tuple[str, Cents]] = []
        flat_spot = ""
        for spot, amount in stakes:
            flat_spot = spot if spot is not None else flat_spot
            named.append((flat_spot if spot is not None else ODDS_ON + flat_spot, amount))
        return named

    def stake(self, amount: Cents, spot: str) -> tuple[str, Cents]:
        return spot, amount

    def odds(self, amount: Cents) -> tuple[None, Cents]:
        return None, amount

    def sum(self, amount: Cents) -> tuple[str, Cents]:
        return "", amount

    def pays_vigorish(self, player: str, amount: Cents, spot: str) -> Fact:
        return Fact("pays_vigorish", player, spot, amount)

    def gets_vigorish(self, player: str, amount: Cents, spot: str) -> Fact:
        return Fact("gets_vigorish", player, spot, amount)

    def stands_off(self, player: str, spot: str) -> Fact:
        return Fact("stands_off", player, spot)

    def moves(self, player: str, spot: str, number: int) -> Fact:
        return Fact("moves", player, spot, number=number)

    def marks(self, player: str, number: int, spot: str) -> Fact:
        return Fact("marks", player, spot, number=number)

    def point_is(self, number: int) -> Fact:
        return Fact("point_is", number=number)

    def point_made(self) -> Fact:
        return Fact("point_made")

    def seven_out(self) -> Fact:
        return Fact("seven_out")

    def dice_go(self, player: str) -> Fact:
        return Fact("dice_go", player)

    def nothing(self) -> Fact:
        return Fact("nothing")

    def refused(self, under: Cite | None) -> Refusal:
        return Refusal(under)


_DESCRIPTIONS = {
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
    "SOURCE": "dealer, device, system or record",
    "REASON": "a reason",
    "CITE": "a paragraph",
    "COLON": "':' and a claim",
    "SEMICOLON": "';' and another claim",
    "COMMA": "',' and another amount",
    "LPAR": "'(' and a reason",
    "RPAR": "')'",
    "$END": "the end of the line",
}


def _syntax_error(text: str, error: UnexpectedInput) -> NotationError:
    """Return a message for a syntax error: the column, the text there, and what may be written instead."""
    expected: set[str] = set()
    ends = len(text.partition("#")[0].rstrip()) + 1
    column = ends
    if isinstance(error, UnexpectedCharacters):
        column, expected = error.column, error.allowed or set()
    elif isinstance(error, UnexpectedToken):
        column, expected = (ends if error.token.type == "$END" else error.column), error.accepts or error.expected
    here = text[column - 1 :].partition("#")[0].strip()[:20]
    found = f"{here!r} is not understood" if here else "the line ends too soon"
    *others, last = sorted(_DESCRIPTIONS.get(name, f"'{name.casefold()}'") for name in expected)
    return NotationError(f"{found}; expected {', '.join(others)}{' or ' if others else ''}{last}", column=column)
