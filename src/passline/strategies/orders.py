"""Orders of a strategy.

A table order states a goal: it requests acts until the bets are as it says, and then nothing more. It requests a bet
only if the rail covers the bet in full. A memory order changes a counter, a progression or the stage. `str` of an order
is its text in the strategy notation.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import TYPE_CHECKING, Literal, NamedTuple

from passline.law.games import build_game
from passline.law.sections import read_law
from passline.law.wagers import ODDS_ON, SEVEN
from passline.strategies.conditions import ANY_FAMILY, BetSelection, Dollars, Situation, Size, Units, plural
from passline.strategies.protocol import PLAYER
from passline.table import acts
from passline.words.dice import parse_rolls
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passline.law.games import Game
    from passline.law.wagers import Wager
    from passline.strategies.protocol import View
    from passline.table.layout import Bet as LayoutBet
    from passline.words.money import Cents

WHOLE_DOLLAR = 1_00
"""Odds that are stated by their winnings are rounded so that they win whole dollars; in cents."""


class TargetAmount(NamedTuple):
    """The amount that an order raises or reduces a bet to; the plan remembers it before the order requests an act."""

    cents: Cents


Request = acts.Act | TargetAmount | None


@cache
def _games() -> tuple[Game, ...]:
    law = read_law()
    return tuple(build_game(law, key) for key in dict.fromkeys(row.key for _, row in law.games.values()))


@cache
def known_wagers() -> Mapping[str, Wager]:
    """Return every wager of every game in the law, by canonical name.

    Of a wager that several games have, the one with the most numbers is returned.
    """
    wagers = [wager for each in _games() for wager in each.wagers.values()]
    return {wager.name: wager for wager in sorted(wagers, key=lambda wager: len(wager.verdicts))}


@cache
def known_points() -> frozenset[int]:
    """Return every number that is a point in at least one game."""
    return frozenset(number for wager in known_wagers().values() for number in wager.verdicts if number is not None)


@cache
def _largest_vigorish() -> Mapping[str, Fraction]:
    """Return the largest vigorish that a house may take, as a share of the bet, by family of wagers."""
    return {family: door.most for each in _games() for family, door in each.vigorish.items()}


def rail_covers(view: View, spot: str, cents: Cents) -> bool:
    """Return whether the rail covers a bet and the largest vigorish that a house may take on it."""
    wager = known_wagers().get(spot)
    vigorish = _largest_vigorish().get(wager.family, Fraction(0)) if wager else Fraction(0)
    return view.rail >= cents + ceil(vigorish * cents)


# Table orders.


@dataclass(frozen=True, slots=True)
class MakeBet:
    """Make a bet if there is none on the spot."""

    size: Size
    spot: str

    def __str__(self) -> str:
        return f"bet {self.size} on {self.spot}"

    def request(self, situation: Situation, _: Cents) -> Request:
        """Return the next request, or None if there is nothing to do."""
        cents = self.size.in_cents(situation)
        if situation.table.bet_on(self.spot) or not rail_covers(situation.table, self.spot, cents):
            return None
        return acts.MakeBet(PLAYER, self.spot, cents)


@dataclass(frozen=True, slots=True)
class Press:
    """Raise a bet to an amount or by an amount."""

    spot: str
    how: Literal["to", "by"]
    size: Size

    def __str__(self) -> str:
        return f"press {self.spot} {self.how} {self.size}"

    def request(self, situation: Situation, target: Cents) -> Request:
        """Return the next request, or None if there is nothing to do; *target* is the amount fixed earlier, or zero."""
        bet = situation.table.bet_on(self.spot)
        if bet is None:
            return None
        size = self.size.in_cents(situation)
        if self.how == "by" and not target:
            return TargetAmount(bet.amount + size)
        more = (target if self.how == "by" else size) - bet.amount
        if more <= 0 or not rail_covers(situation.table, self.spot, more):
            return None
        return acts.Press(PLAYER, self.spot, more)


@dataclass(frozen=True, slots=True)
class Regress:
    """Reduce a bet to an amount, or by an amount that is less than the bet."""

    spot: str
    how: Literal["to", "by"]
    size: Size

    def __str__(self) -> str:
        return f"regress {self.spot} {self.how} {self.size}"

    def request(self, situation: Situation, target: Cents) -> Request:
        """Return the next request, or None if there is nothing to do; *target* is the amount fixed earlier, or zero."""
        bet = situation.table.bet_on(self.spot)
        size = self.size.in_cents(situation)
        if bet is None or (self.how == "by" and not target and bet.amount <= size):
            return None
        if self.how == "by" and not target:
            return TargetAmount(bet.amount - size)
        less = bet.amount - (target if self.how == "by" else size)
        return acts.Reduce(PLAYER, self.spot, less) if less > 0 else None


@dataclass(frozen=True, slots=True)
class Parlay:
    """Add a bet's winnings to the bet; if the bet came down after the win, make it again with the winnings added.

    Attributes:
        spot: The spot of the bet.
        step: The bet is raised by a multiple of this amount, in cents.
        maximum: The largest amount of the raised bet, or None.
    """

    spot: str
    step: Cents
    maximum: Dollars | Units | None = None

    def __str__(self) -> str:
        most = f" up to {self.maximum}" if self.maximum else ""
        return f"parlay {self.spot} in steps of {dollars(self.step)}{most}"

    def request(self, situation: Situation, target: Cents) -> Request:
        """Return the next request, or None; *target* is the sum of the bet and its winnings, in cents."""
        bet = situation.table.bet_on(self.spot)
        current = bet.amount if bet else 0
        goal = min(target, self.maximum.in_cents(situation)) if self.maximum else target
        more = (goal - current) // self.step * self.step
        if more <= 0 or not rail_covers(situation.table, self.spot, more):
            return None
        return acts.Press(PLAYER, self.spot, more) if bet else acts.MakeBet(PLAYER, self.spot, more)


@dataclass(frozen=True, slots=True)
class TakeDown:
    """Take bets down. If all bets are selected, leave those that the law does not let come down."""

    spots: BetSelection

    def __str__(self) -> str:
        if self.spots == BetSelection(ANY_FAMILY, every=True):
            return "take everything down"
        return f"take down {self.spots}"

    def request(self, situation: Situation, _: Cents) -> Request:
        """Return the next request, or None if there is nothing to do."""
        for bet in self.spots.find(situation.table):
            if self.spots.name != ANY_FAMILY or _comes_down(bet):
                return acts.TakeDown(PLAYER, bet.spot)
        return None


def _comes_down(bet: LayoutBet) -> bool:
    rule = bet.wager.removable
    return rule == "at any time" or (rule == "until it has a number" and bet.number is None)


@dataclass(frozen=True, slots=True)
class CallBets:
    """Call bets on or off."""

    call: Literal["on", "off"]
    spots: BetSelection

    def __str__(self) -> str:
        return f"call {self.call} {self.spots}"

    def request(self, situation: Situation, _: Cents) -> Request:
        """Return the next request, or None if there is nothing to do."""
        for bet in self.spots.find(situation.table):
            if bet.is_working(situation.point) != (self.call == "on"):
                return (acts.CallOn if self.call == "on" else acts.CallOff)(PLAYER, bet.spot)
        return None


@dataclass(frozen=True, slots=True)
class OddsMultiple:
    """Odds stated as a multiple of the bet. If odds are laid, their winnings are that multiple of the bet.

    Attributes:
        multiples: One multiple for all numbers, or one for each pair of numbers from the outside in: (3, 4, 5) is 3
            times on 4 and 10, 4 times on 5 and 9, and 5 times on 6 and 8.
    """

    multiples: tuple[int, ...]

    def __str__(self) -> str:
        return f"{'-'.join(map(str, self.multiples))} times odds"

    def on(self, number: int) -> int:
        """Return the multiple on a number."""
        return self.multiples[max(0, len(self.multiples) - abs(number - SEVEN))]


@dataclass(frozen=True, slots=True)
class OddsAmount:
    """Odds of a stated amount."""

    size: Size

    def __str__(self) -> str:
        return f"{self.size} odds"


@dataclass(frozen=True, slots=True)
class OddsToWin:
    """Odds that win a stated amount."""

    size: Size

    def __str__(self) -> str:
        return f"odds to win {self.size}"


OddsSize = OddsMultiple | OddsAmount | OddsToWin


def odds_amount(bet: LayoutBet, odds: OddsSize, situation: Situation) -> Cents:
    """Return the amount of odds on a bet with a number, in cents.

    Odds that are stated by their winnings are rounded up to an amount that wins whole dollars. Odds are paid at the
    true odds: the ways to roll a seven against the ways to roll the number.
    """
    assert bet.number is not None, "only a bet with a number has odds"
    is_laid = known_wagers()[ODDS_ON + bet.wager.name].is_laid
    match odds:
        case OddsAmount(size=size):
            return size.in_cents(situation)
        case OddsMultiple() if not is_laid:
            return odds.on(bet.number) * bet.amount
        case OddsMultiple():
            win = odds.on(bet.number) * bet.amount
        case OddsToWin(size=size):
            win = size.in_cents(situation)
    true_odds = Fraction(len(parse_rolls(SEVEN)), len(parse_rolls(bet.number)))
    won, wagered = (1 / true_odds if is_laid else true_odds).as_integer_ratio()
    return -(-win // (won * WHOLE_DOLLAR)) * wagered * WHOLE_DOLLAR


@dataclass(frozen=True, slots=True)
class AddOdds:
    """Take or lay odds on each selected bet that has a number and no odds.

    Attributes:
        verb: Whether the odds are taken or laid.
        odds: The amount of the odds.
        spots: The bets that get odds.
        step: If the rail does not cover the odds, reduce them to the largest multiple of this amount, in cents, that
            it covers. If None, such odds are omitted.
    """

    verb: Literal["take", "lay"]
    odds: OddsSize
    spots: BetSelection
    step: Cents | None = None

    def __str__(self) -> str:
        if isinstance(self.odds, OddsToWin):
            text = f"{self.verb} odds on {self.spots} to win {self.odds.size}"
        else:
            text = f"{self.verb} {self.odds} on {self.spots}"
        return text if self.step is None else f"{text}, or what the rail holds in steps of {dollars(self.step)}"

    def request(self, situation: Situation, _: Cents) -> Request:
        """Return the next request, or None if there is nothing to do."""
        view = situation.table
        for bet in self.spots.find(view):
            spot = ODDS_ON + bet.spot
            if bet.number is None or ODDS_ON + bet.wager.name not in known_wagers() or view.bet_on(spot):
                continue
            if cents := self._covered(odds_amount(bet, self.odds, situation), view):
                act = acts.TakeOdds if self.verb == "take" else acts.LayOdds
                return act(PLAYER, bet.spot, cents)
        return None

    def _covered(self, cents: Cents, view: View) -> Cents:
        """Return the amount of odds that the rail covers, in cents."""
        if view.rail >= cents or self.step is None:
            return cents if view.rail >= cents else 0
        steps = range(1, cents // self.step + 1)
        return bisect_right(steps, 0, key=lambda count: int(view.rail < count * (self.step or 0))) * self.step


@dataclass(frozen=True, slots=True)
class KeepComeBets:
    """Keep a number of Come or Don't Come Bets up while there is a point, each with odds if any are stated."""

    count: int
    family: str
    size: Size
    odds: OddsSize | None = None

    def __str__(self) -> str:
        family = self.family if self.count == 1 else plural(self.family)
        return f"keep {self.count} {family} of {self.size}" + (f" with {self.odds}" if self.odds else "")

    def request(self, situation: Situation, target: Cents) -> Request:
        """Return the next request, or None; odds come before further bets."""
        spots, view = BetSelection(self.family, every=True), situation.table
        if self.odds is not None:
            verb: Literal["take", "lay"] = "lay" if known_wagers()[ODDS_ON + self.family].is_laid else "take"
            if asked := AddOdds(verb, self.odds, spots).request(situation, target):
                return asked
        if situation.point is None or sum(1 for _ in spots.find(view)) >= self.count:
            return None
        return MakeBet(self.size, self.family).request(situation, target)


# Memory orders.


@dataclass(frozen=True, slots=True)
class AddToCounter:
    """Add a positive or negative number to a counter."""

    counter: str
    number: int

    def __str__(self) -> str:
        if self.number < 0:
            return f"take {-self.number} from {self.counter}"
        return f"add {self.number} to {self.counter}"


@dataclass(frozen=True, slots=True)
class SetCounter:
    """Set a counter to a number."""

    counter: str
    number: int

    def __str__(self) -> str:
        return f"set {self.counter} to {self.number}"


@dataclass(frozen=True, slots=True)
class MoveProgression:
    """Move a progression to its next, previous or first stake."""

    verb: Literal["raise", "raise or start", "lower", "start"]
    name: str

    def __str__(self) -> str:
        verb, again, _ = self.verb.partition(" or start")
        return f"{verb} the {self.name}" + (" or start again" if again else " again" if verb == "start" else "")


@dataclass(frozen=True, slots=True)
class GoToStage:
    """Go to a stage."""

    stage: str

    def __str__(self) -> str:
        return f"go to stage {self.stage}"


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop betting for the rest of the session."""

    def __str__(self) -> str:
        return "stop"


TableOrder = MakeBet | Press | Regress | Parlay | TakeDown | CallBets | AddOdds | KeepComeBets
MemoryOrder = AddToCounter | SetCounter | MoveProgression | GoToStage | Stop
Order = TableOrder | MemoryOrder


def needs_event(order: Order) -> bool:
    """Return whether an order is allowed only under an event; elsewhere it would be repeated before each roll."""
    match order:
        case Press(how=how) | Regress(how=how):
            return how == "by"
        case MoveProgression(verb=verb):
            return verb != "start"
        case _:
            return isinstance(order, Parlay | AddToCounter)
