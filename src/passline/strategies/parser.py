"""Parse a line of a strategy's text. The grammar is `strategy.lark`; nothing in a line is evaluated."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from lark import Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError
from lark.lexer import PatternRE, PatternStr

from passline.errors import NotationError
from passline.law.names import WagerNames, normalize, wager_names
from passline.law.sections import read_law
from passline.law.wagers import ODDS_ON
from passline.strategies import orders
from passline.strategies.conditions import (
    ANY_FAMILY,
    AllOf,
    AnyOf,
    BetAmount,
    BetCount,
    BetSelection,
    BetUp,
    ComeOut,
    Comparison,
    Condition,
    CounterIs,
    Dollars,
    FirstRoll,
    HandsPlayed,
    JustDecided,
    JustRolled,
    Not,
    NothingUp,
    PointIs,
    ProgressionAtEnd,
    ProgressionStake,
    PuckCalled,
    RailAmount,
    Result,
    RollEvent,
    RollsMade,
    Since,
    Size,
    Units,
    WithPoint,
    WonOrLost,
    needs_table,
    nesting_depth,
    simple_conditions,
)
from passline.strategies.orders import Order, known_points, known_wagers
from passline.strategies.plan import Block, Rule, wager_of_spot
from passline.strategies.syntax_errors import describe_syntax_error, hint_for
from passline.words.cached_parser import cached_parser
from passline.words.dice import parse_rolls
from passline.words.money import parse_dollars

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lark import Lark
    from lark.lexer import TerminalDef

    from passline.words.money import Cents

MAX_NAME_LENGTH = 60
"""The longest name of a strategy, a stage, a counter or a progression, in characters."""
MAX_DEPTH = 6
"""The deepest nesting of headings, and of conditions."""
MAX_BRACKETS = 50
"""The largest number of opening brackets on a line."""
MAX_STAKES = 50
"""The largest number of stakes of a progression."""
MAX_NUMBER = 10_000
"""The largest number that a line may contain, other than an amount."""


class Heading(NamedTuple):
    """The heading of a block of rules."""

    kind: Literal["if", "when", "stage"]
    heading: Condition | str


class Declaration(NamedTuple):
    """A declaration of the name, the unit, a counter or a progression, with its line and value."""

    what: Literal["name", "unit", "counter", "progression"]
    name: str
    line: int
    value: tuple[Size, ...] = ()


class Reference(NamedTuple):
    """A use of a counter, progression, stage or the unit, with its place in the text."""

    what: Literal["counter", "progression", "stage", "unit"]
    name: str
    line: int
    column: int | None


class Line(NamedTuple):
    """A parsed line: a declaration, or a heading and orders."""

    declared: Declaration | None = None
    heading: Heading | None = None
    orders: tuple[Order | Block, ...] = ()


def parse_line(text: str, number: int, *, it: str | None, references: list[Reference]) -> Line:
    """Parse a line that is not empty.

    Args:
        text: The line, without its comment.
        number: The number of the line.
        it: The spot that "it" means, or None.
        references: A list that receives the references of the line.

    Raises:
        NotationError: The line cannot be parsed.
    """
    _check_brackets(text)
    try:
        return _LineTransformer(number, it, references).transform(_grammar().parse(text))
    except UnexpectedInput as error:
        raise describe_syntax_error(text, error) from None
    except VisitError as error:
        raise error.orig_exc from None


def _check_brackets(text: str) -> None:
    """Raise an error if a line has too many brackets."""
    if text.count("(") > MAX_BRACKETS:
        message = f"the line has {text.count('('):,} opening brackets; at most {MAX_BRACKETS} are allowed"
        raise NotationError(message, column=text.index("(") + 1)


@cache
def _grammar() -> Lark:
    grammar = files(__package__) / "strategy.lark"
    return cached_parser(grammar, edit_terminals=_whole_word, g_regex_flags=int(re.IGNORECASE))


def _whole_word(terminal: TerminalDef) -> None:
    """Let a word of the grammar match only whole words, so that a typing error at its end is reported."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(rf"{terminal.pattern.value}\b")


@cache
def _names() -> WagerNames:
    return wager_names(read_law())


@cache
def _families() -> Mapping[str, str]:
    """Return the names of wagers and families of wagers, by their normalized form."""
    wagers = known_wagers().values()
    return {normalize(name): name for wager in wagers for name in (wager.name, wager.family)}


def _spot(token: Token) -> str:
    """Return the canonical name of a spot."""
    words = " ".join(token.split())
    for tried in (normalize(words), re.sub(r"^(the|a|an) ", "", normalize(words))):
        canonical = _names().canonical(tried)
        if canonical:
            return canonical
        moved = re.fullmatch(r"(.+?) on (?:the )?(\d{1,2})", tried)
        come_bet = _names().canonical(moved[1]) if moved else None
        if moved and come_bet and come_bet in known_wagers() and known_wagers()[come_bet].moves_to_box:
            if int(moved[2]) not in known_wagers()[come_bet].verdicts:
                message = f"{come_bet} cannot move to {moved[2]}; write a number like {come_bet} on 6"
                raise NotationError(message, column=token.column)
            return f"{come_bet} on {int(moved[2])}"
    why = _names().alternative(words)
    near = get_close_matches(words, _CONDITION_SUBJECTS, n=1, cutoff=0.7) or _names().nearest(words)
    nearest = f"did you mean {' or '.join(near)}?" if near else "write a name of the payout tables, or the usual slang"
    message = f"no wager is called {words[:60]!r}; {why or hint_for(words) or nearest}"
    if words.isdecimal():
        message = f"{words} is only a number; write the kind of bet too, like Place Bet to Win on 6 or Buy Bet on the 4"
    raise NotationError(message, column=token.column)


def _family(token: Token) -> str:
    """Return the canonical name of a family of wagers from its singular or plural."""
    words = re.sub(r"^(the|a|an) ", "", normalize(token))
    one = re.sub(r"\b(bet|wager)s\b", r"\1", words)
    if one in {"bet", "of them"}:
        return ANY_FAMILY
    for tried in (words, one, f"{one} bet", f"{one} to win"):
        if tried in _families():
            return _families()[tried]
    canonical = _names().canonical(words)
    if canonical:
        return canonical
    near = get_close_matches(one, _families(), n=1)
    hint = f"did you mean {_families()[near[0]]}?" if near else "write a family like Come Bet or Place Bet to Win"
    message = f"no family of wagers is called {str(token).strip()[:60]!r}; {hint}"
    raise NotationError(message, column=token.column)


def _amount(token: Token) -> Cents:
    try:
        return parse_dollars(token)
    except NotationError as error:
        error.column = token.column
        raise


def _number(token: Token, *, least: int = 1, most: int = MAX_NUMBER) -> int:
    number = int(token) if token.isdecimal() and len(token) <= len(str(MAX_NUMBER)) else -1
    if not least <= number <= most:
        message = f"{str(token)[:20]} is out of range; write a whole number from {least} to {most:,}"
        raise NotationError(message, column=token.column)
    return number


@v_args(inline=True)
class _LineTransformer(Transformer[Token, Line]):
    """Transforms the parse tree of a line; each method handles the grammar rule of the same name."""

    def __init__(self, number: int, it: str | None, references: list[Reference]) -> None:
        super().__init__()
        self.number, self.it, self.references = number, it, references

    AMOUNT = staticmethod(_amount)

    def _reference(self, what: Literal["counter", "progression", "stage", "unit"], token: Token) -> str:
        """Return the name that a token refers to, and note the reference."""
        name = _name(token)
        self.references.append(Reference(what, name, self.number, token.column))
        return name

    def _spot_or_it(self, token: Token) -> str:
        """Return the canonical name of a spot; "it" is the spot of the event above."""
        if normalize(token) != "it":
            return _spot(token)
        if self.it is None:
            message = "'it' means the bet that was just decided; write it only under 'when' and the name of that bet"
            raise NotationError(message, column=token.column)
        return self.it

    def _spot_of_new_bet(self, token: Token) -> str:
        """Return the spot of a bet that `bet` can make; odds and moved Come Bets are errors."""
        spot = self._spot_or_it(token)
        if spot in known_wagers() and not known_wagers()[spot].supports:
            return spot
        instead = "'take' or 'lay', like take 2 times odds on Pass Bet"
        if not spot.startswith(ODDS_ON):
            instead = wager_of_spot(spot)
        message = f"{spot} cannot be bet by this name; write {instead}"
        raise NotationError(message, column=token.column)

    # Lines.

    def line(self, line: Line) -> Line:
        return line

    def named(self, name: Token) -> Line:
        return Line(Declaration("name", _name(name), self.number))

    def unit(self, amount: Cents) -> Line:
        return Line(Declaration("unit", "unit", self.number, (Dollars(amount),)))

    def counter(self, name: Token) -> Line:
        return Line(Declaration("counter", _name(name), self.number))

    def progression(self, name: Token, *stakes: Size) -> Line:
        if (
            len(stakes) > MAX_STAKES
            or any(isinstance(stake, ProgressionStake) for stake in stakes)
            or normalize(name) in _RESERVED_WORDS
        ):
            message = (
                f"{str(name)!r} cannot be a progression; "
                f"write another word and at most {MAX_STAKES} amounts: the stake goes $10, $20"
            )
            raise NotationError(message, column=name.column)
        return Line(Declaration("progression", _name(name), self.number, stakes))

    def opens(self, heading: Heading, does: tuple[Order | Block, ...] | None) -> Line:
        return Line(None, heading, does or ())

    def does(self, does: tuple[Order | Block, ...]) -> Line:
        return Line(None, None, does)

    def several(self, *several: Order | Block) -> tuple[Order | Block, ...]:
        return several

    # Headings.

    def under_come_out(self) -> Heading:
        return Heading("if", ComeOut())

    def under_point(self) -> Heading:
        return Heading("if", WithPoint())

    def if_so(self, condition: Condition) -> Heading:
        for leaf in simple_conditions(condition):
            if isinstance(leaf, RollEvent):
                message = f"'{leaf}' is an event; write 'when' instead of 'if'"
                raise NotationError(message)
        return Heading("if", _check_nesting(condition))

    def when_so(self, condition: Condition) -> Heading:
        if not any(isinstance(leaf, RollEvent) for leaf in simple_conditions(condition)):
            message = f"'{condition}' is not an event; write 'if' instead of 'when'"
            raise NotationError(message)
        for leaf in simple_conditions(condition):
            if needs_table(leaf):
                message = f"'{leaf}' cannot be combined with an event; write an 'if' of its own under the 'when'"
                raise NotationError(message)
        self.it = spot_called_it(condition)
        return Heading("when", _check_nesting(condition))

    def stage(self, name: Token) -> Heading:
        return Heading("stage", _name(name))

    # Orders.

    def bet(self, size: Size, spot: Token) -> Order:
        return orders.MakeBet(size, self._spot_of_new_bet(spot))

    def press(self, spot: Token, how: Token, size: Size) -> Order:
        return orders.Press(self._spot_or_it(spot), "by" if normalize(how) == "by" else "to", size)

    def regress(self, spot: Token, how: Token, size: Size) -> Order:
        return orders.Regress(self._spot_or_it(spot), "by" if normalize(how) == "by" else "to", size)

    def parlay(self, spot: Token, step: Cents, most: Dollars | Units | None) -> Order:
        return orders.Parlay(self._spot_of_new_bet(spot), step, most)

    def take_down(self, spots: BetSelection) -> Order:
        return orders.TakeDown(spots)

    def take_it_down(self, it: Token) -> Order:
        return orders.TakeDown(BetSelection(self._spot_or_it(it)))

    def take_everything_down(self) -> Order:
        return orders.TakeDown(BetSelection(ANY_FAMILY, every=True))

    def take_odds(self, odds: orders.OddsSize, spots: BetSelection, step: Cents | None) -> Order:
        return self._add_odds("take", odds, spots, step)

    def take_odds_to_win(self, spots: BetSelection, size: Size, step: Cents | None) -> Order:
        return self._add_odds("take", orders.OddsToWin(size), spots, step)

    def lay_odds(self, odds: orders.OddsSize, spots: BetSelection, step: Cents | None) -> Order:
        return self._add_odds("lay", odds, spots, step)

    def lay_odds_to_win(self, spots: BetSelection, size: Size, step: Cents | None) -> Order:
        return self._add_odds("lay", orders.OddsToWin(size), spots, step)

    def _add_odds(
        self, verb: Literal["take", "lay"], odds: orders.OddsSize, spots: BetSelection, step: Cents | None
    ) -> Order:
        supplemental = known_wagers().get(ODDS_ON + wager_of_spot(spots.name))
        if supplemental is None:
            message = f"{spots} cannot have odds; write a Pass, Don't Pass, Come or Don't Come Bet"
            raise NotationError(message)
        if supplemental.is_laid != (verb == "lay"):
            right, done = ("lay", "laid") if supplemental.is_laid else ("take", "taken")
            message = f"odds on {spots} are {done}; write '{right}' instead of '{verb}'"
            raise NotationError(message)
        return orders.AddOdds(verb, odds, spots, step)

    def shorter(self, step: Cents) -> Cents:
        return step

    def times(self, token: Token) -> orders.OddsMultiple:
        parts = str(_MULTIPLES.get(normalize(token), token)).split("-")
        multiples = tuple(_number(Token.new_borrow_pos("NUMBER", part, token), most=100) for part in parts)
        if len(multiples) > len(known_points()) // 2:
            message = f"{token} has {len(multiples)} multiples; write at most {len(known_points()) // 2}"
            raise NotationError(message, column=token.column)
        return orders.OddsMultiple(multiples)

    def amount(self, size: Size) -> orders.OddsAmount:
        return orders.OddsAmount(size)

    def to_win(self, size: Size) -> orders.OddsToWin:
        return orders.OddsToWin(size)

    def keep(self, count: Token, family: Token, size: Size, odds: orders.OddsSize | None) -> Order:
        name = _family(family)
        if name not in known_wagers() or not known_wagers()[name].moves_to_box or known_wagers()[name].supports:
            message = f"'keep' cannot be used with {name or 'every bet'}; write Come Bets or Don't Come Bets"
            raise NotationError(message, column=family.column)
        return orders.KeepComeBets(_number(count, most=len(known_points())), name, size, odds)

    def call(self, how: Token, spots: BetSelection) -> Order:
        return orders.CallBets("on" if normalize(how) == "on" else "off", spots)

    def add(self, number: Token, counter: Token) -> Order:
        return orders.AddToCounter(self._reference("counter", counter), _number(number))

    def take_from(self, number: Token, counter: Token) -> Order:
        return orders.AddToCounter(self._reference("counter", counter), -_number(number))

    def set(self, counter: Token, number: Token) -> Order:
        return orders.SetCounter(self._reference("counter", counter), _number(number, least=0))

    def raise_stake(self, name: Token, again: Token | None) -> Order:
        return orders.MoveProgression("raise or start" if again else "raise", self._reference("progression", name))

    def lower_stake(self, name: Token) -> Order:
        return orders.MoveProgression("lower", self._reference("progression", name))

    def start_again(self, name: Token) -> Order:
        return orders.MoveProgression("start", self._reference("progression", name))

    def go(self, stage: Token) -> Order:
        return orders.GoToStage(self._reference("stage", stage))

    def stop(self, condition: Condition | None) -> Order | Block:
        if condition is None:
            return orders.Stop()
        is_event = any(isinstance(leaf, RollEvent) for leaf in simple_conditions(condition))
        heading = self.when_so(condition) if is_event else self.if_so(condition)
        return Block(heading.kind, heading.heading, (Rule(orders.Stop(), self.number),), self.number)

    # Sizes and spots.

    def dollars(self, amount: Cents) -> Dollars:
        return Dollars(amount)

    def units(self, count: Token) -> Units:
        self._reference("unit", Token.new_borrow_pos("WORD", "unit", count))
        return Units(_number(count))

    def stake(self, name: Token) -> ProgressionStake:
        return ProgressionStake(self._reference("progression", name))

    def spot(self, spot: Token) -> BetSelection:
        return BetSelection(self._spot_or_it(spot))

    def every(self, _: Token, family: Token) -> BetSelection:
        return BetSelection(_family(family), every=True)

    # Conditions.

    def come_out(self, _: Token) -> Condition:
        return ComeOut()

    def with_point(self, _: Token) -> Condition:
        return WithPoint()

    def any_of(self, *several: Condition) -> Condition:
        return several[0] if len(several) == 1 else AnyOf(several)

    def all_of(self, *several: Condition) -> Condition:
        return several[0] if len(several) == 1 else AllOf(several)

    def negated(self, _: Token, condition: Condition) -> Condition:
        return Not(condition)

    def point_is(self, _: Token, is_not: Token | None, token: Token) -> Condition:
        numbers = tuple(int(number) for number in re.findall(r"\d+", token))
        if strange := set(numbers) - known_points():
            message = f"{min(strange)} is not a point in any game; write a number like 4 or 10"
            raise NotationError(message, column=token.column)
        condition = PointIs(tuple(dict.fromkeys(numbers)))
        return Not(condition) if is_not else condition

    def rail_is(self, _: Token, comparison: Token | None, size: Size) -> Condition:
        return RailAmount(_comparison(comparison), size)

    def counted(self, counter: Token, comparison: Token | None, number: Token) -> Condition:
        return CounterIs(self._reference("counter", counter), _comparison(comparison), _number(number, least=0))

    def at_end(self, token: Token, end: Token) -> Condition:
        name = token.update(value=token.split()[1])
        return ProgressionAtEnd(
            ProgressionStake(self._reference("progression", name)), "first" if normalize(end) == "first" else "last"
        )

    def first_roll(self, _: Token) -> Condition:
        return FirstRoll()

    def rolls_made(self, _: Token, number: Token, since: Token) -> Condition:
        return RollsMade(_number(number), self._since(since))

    def hands_played(self, _: Token, number: Token, since: Token) -> Condition:
        if self._since(since) == "the hand began":
            message = "hands cannot be counted since the hand began; write 'the session began' or 'the stage began'"
            raise NotationError(message, column=since.column)
        return HandsPlayed(_number(number), self._since(since))

    def won_or_lost(self, verb: Token, _: Token, size: Dollars | Units, since: Token) -> Condition:
        return WonOrLost("won" if normalize(verb) == "won" else "lost", size, self._since(since))

    @staticmethod
    def _since(token: Token) -> Since:
        return cast("Since", normalize(token))

    def nothing_up(self, _: Token) -> Condition:
        return NothingUp()

    def count_up(self, comparison: Token, number: Token, family: Token) -> Condition:
        return BetCount(_comparison(comparison), _number(number, least=0), _family(family))

    def is_up(self, spot: Token, is_not: Token | None) -> Condition:
        condition = BetUp(BetSelection(self._spot_or_it(spot)))
        return Not(condition) if is_not else condition

    def amount_up(self, spot: Token, comparison: Token | None, size: Size) -> Condition:
        return BetAmount(BetSelection(self._spot_or_it(spot)), _comparison(comparison), size)

    def amounts_up(self, _: Token, family: Token, comparison: Token | None, size: Size) -> Condition:
        return BetAmount(BetSelection(_family(family), every=True), _comparison(comparison), size)

    def decided(self, spot: Token, result: Token) -> Condition:
        how = cast("Result", _PAST_RESULTS.get(normalize(result), normalize(result)))
        words = normalize(spot)
        if words.startswith("any ") and _names().canonical(words) is None:
            family = spot.update(value=words.removeprefix("any "))
            return JustDecided(BetSelection(_family(family), every=True), how)
        return JustDecided(BetSelection(_spot(spot)), how)

    def thrown(self, token: Token) -> Condition:
        words = tuple(re.sub(r"^an? ", "", one) for one in re.split(r" ?, ?| or ", normalize(token)))
        for one in words:
            try:
                parse_rolls(one)
            except NotationError as error:
                error.column = token.column
                raise
        return JustRolled(words)

    def point_made(self, _: Token) -> Condition:
        return PuckCalled("the point is made")

    def point_set(self, _: Token) -> Condition:
        return PuckCalled("the point is set")

    def seven_out(self, _: Token) -> Condition:
        return PuckCalled("seven out")


_CONDITION_SUBJECTS = ("the rail", "the point", "the shooter", "nothing", "with a point", "on the come out")
"""Words that a condition may begin with and that are not wagers."""
_RESERVED_WORDS = {"point", "rail", "shooter"}
"""Words that cannot name a progression, because "the point" has another meaning."""
_MULTIPLES = {"single": 1, "double": 2, "triple": 3}
_PAST_RESULTS = {"wins": "won", "loses": "lost", "stands off": "stood off", "moves": "moved"}
_COMPARISONS: dict[str, Comparison] = {
    **dict.fromkeys(("less than", "fewer than", "under"), "below"),
    **dict.fromkeys(("more than", "over"), "above"),
}


def _name(token: Token) -> str:
    name = " ".join(token.split())
    if len(name) > MAX_NAME_LENGTH or not name.isprintable():
        message = f"{name[:40]!r} cannot be a name; write at most {MAX_NAME_LENGTH} printable characters"
        raise NotationError(message, column=token.column)
    return name


def _comparison(token: Token | None) -> Comparison:
    words = "exactly" if token is None else normalize(token)
    return _COMPARISONS.get(words, cast("Comparison", words))


def _check_nesting(condition: Condition) -> Condition:
    """Return the condition, or raise an error if it is nested too deep."""
    if nesting_depth(condition) > MAX_DEPTH:
        message = f"the condition is nested more than {MAX_DEPTH} deep; write an 'if' of its own for a part of it"
        raise NotationError(message)
    return condition


def spot_called_it(condition: Condition) -> str | None:
    """Return the spot that "it" means under a condition: the only decided spot in it, or None."""
    spots = {leaf.spots for leaf in simple_conditions(condition) if isinstance(leaf, JustDecided)}
    (spot, *more) = spots or {BetSelection(ANY_FAMILY, every=True)}
    return None if more or spot.every else spot.name
