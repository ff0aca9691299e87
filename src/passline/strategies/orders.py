"""Orders of a strategy: what a player asks the table for, and what he makes a note of.

An order prints as it is written in the strategy notation. One to the table is a goal: it asks until the table is
as it says, and then for nothing. A bet is asked for only if the rail covers it in full.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import TYPE_CHECKING, Literal, NamedTuple

from passline.law.games import game
from passline.law.sections import read_law
from passline.law.wagers import ODDS_ON, SEVEN
from passline.strategies.conditions import ANY_FAMILY, BetSelection, Dollars, Situation, Size, Units, plural
from passline.strategies.protocol import PLAYER
from passline.table import acts
from passline.words.dice import rolls
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passline.law.games import Game
    from passline.law.wagers import Wager
    from passline.strategies.protocol import View
    from passline.table.layout import Bet as Placed
    from passline.words.money import Cents

WHOLE_DOLLAR = 1_00
"""Odds that are counted from what they win are of amounts that are paid in whole dollars."""


class TargetAmount(NamedTuple):
    """What an order notes down, in cents, before it asks for anything: how large the bet is to be."""

    cents: Cents


Asked = acts.Act | TargetAmount | None


@cache
def _games() -> tuple[Game, ...]:
    law = read_law()
    return tuple(game(law, key) for key in dict.fromkeys(row.key for _, row in law.games.values()))


@cache
def known_wagers() -> Mapping[str, Wager]:
    """Return every wager of every game that the law held has, by canonical name: where it has most numbers."""
    wagers = [wager for each in _games() for wager in each.wagers.values()]
    return {wager.name: wager for wager in sorted(wagers, key=lambda wager: len(wager.stages))}


@cache
def known_points() -> frozenset[int]:
    """Return every number that is a point in some game."""
    return frozenset(number for wager in known_wagers().values() for number in wager.stages if number is not None)


@cache
def _vigorish_at_most() -> Mapping[str, Fraction]:
    """Return the largest vigorish that a house may take, by family of wagers."""
    return {family: door.most for each in _games() for family, door in each.vigorish.items()}


def rail_covers(view: View, spot: str, cents: Cents) -> bool:
    """Say whether the rail covers a bet in full, with the largest vigorish that there can be on it."""
    wager = known_wagers().get(spot)
    vigorish = _vigorish_at_most().get(wager.family, Fraction(0)) if wager else Fraction(0)
    return view.rail >= cents + ceil(vigorish * cents)


# Orders to the table.


@dataclass(frozen=True, slots=True)
class Bet:
    """Make a bet, if there is none on the spot."""

    size: Size
    spot: str

    def __str__(self) -> str:
        return f"bet {self.size} on {self.spot}"

    def ask(self, moment: Situation, _: Cents) -> Asked:
        """Return what is still to be asked for, or None."""
        cents = self.size.in_cents(moment)
        if moment.table.bet_on(self.spot) or not rail_covers(moment.table, self.spot, cents):
            return None
        return acts.MakeBet(PLAYER, self.spot, cents)


@dataclass(frozen=True, slots=True)
class Press:
    """Raise a bet to an amount, or by one."""

    spot: str
    how: Literal["to", "by"]
    size: Size

    def __str__(self) -> str:
        return f"press {self.spot} {self.how} {self.size}"

    def ask(self, moment: Situation, mark: Cents) -> Asked:
        """Return what is still to be asked for, or None; *mark* is how large the bet is to be, once that is known."""
        bet = moment.table.bet_on(self.spot)
        if bet is None:
            return None
        size = self.size.in_cents(moment)
        if self.how == "by" and not mark:
            return TargetAmount(bet.amount + size)
        more = (mark if self.how == "by" else size) - bet.amount
        if more <= 0 or not rail_covers(moment.table, self.spot, more):
            return None
        return acts.Press(PLAYER, self.spot, more)


@dataclass(frozen=True, slots=True)
class Regress:
    """Reduce a bet to an amount, or by one that is less than the bet."""

    spot: str
    how: Literal["to", "by"]
    size: Size

    def __str__(self) -> str:
        return f"regress {self.spot} {self.how} {self.size}"

    def ask(self, moment: Situation, mark: Cents) -> Asked:
        """Return what is still to be asked for, or None; *mark* is how large the bet is to be, once that is known."""
        bet = moment.table.bet_on(self.spot)
        size = self.size.in_cents(moment)
        if bet is None or (self.how == "by" and not mark and bet.amount <= size):
            return None
        if self.how == "by" and not mark:
            return TargetAmount(bet.amount - size)
        less = bet.amount - (mark if self.how == "by" else size)
        return acts.Reduce(PLAYER, self.spot, less) if less > 0 else None


@dataclass(frozen=True, slots=True)
class Parlay:
    """Add what a bet has just won to it; one that came down is made again, larger by it.

    Attributes:
        step: The bet is raised by whole steps of so much, in cents.
        maximum: It is raised no further than this.
    """

    spot: str
    step: Cents
    maximum: Dollars | Units | None = None

    def __str__(self) -> str:
        most = f" up to {self.maximum}" if self.maximum else ""
        return f"parlay {self.spot} in steps of {dollars(self.step)}{most}"

    def ask(self, moment: Situation, mark: Cents) -> Asked:
        """Return what is still to be asked for, or None; *mark* is the bet and its winnings together."""
        bet = moment.table.bet_on(self.spot)
        there = bet.amount if bet else 0
        goal = min(mark, self.maximum.in_cents(moment)) if self.maximum else mark
        more = (goal - there) // self.step * self.step
        if more <= 0 or not rail_covers(moment.table, self.spot, more):
            return None
        return acts.Press(PLAYER, self.spot, more) if bet else acts.MakeBet(PLAYER, self.spot, more)


@dataclass(frozen=True, slots=True)
class TakeDown:
    """Take bets down; of everything, what may come down."""

    spots: BetSelection

    def __str__(self) -> str:
        if self.spots == BetSelection(ANY_FAMILY, every=True):
            return "take everything down"
        return f"take down {self.spots}"

    def ask(self, moment: Situation, _: Cents) -> Asked:
        """Return what is still to be asked for, or None."""
        for bet in self.spots.of(moment.table):
            if self.spots.name != ANY_FAMILY or _comes_down(bet):
                return acts.TakeDown(PLAYER, bet.spot)
        return None


def _comes_down(bet: Placed) -> bool:
    kept = bet.wager.comes_down
    return kept == "at any time" or (kept == "until it has a number" and bet.number is None)


@dataclass(frozen=True, slots=True)
class CallBets:
    """Have bets work that are off, or be off that work."""

    call: Literal["on", "off"]
    spots: BetSelection

    def __str__(self) -> str:
        return f"call {self.call} {self.spots}"

    def ask(self, moment: Situation, _: Cents) -> Asked:
        """Return what is still to be asked for, or None."""
        for bet in self.spots.of(moment.table):
            if bet.is_working(moment.point) != (self.call == "on"):
                return (acts.CallOn if self.call == "on" else acts.CallOff)(PLAYER, bet.spot)
        return None


@dataclass(frozen=True, slots=True)
class OddsMultiple:
    """Odds in multiples of the bet, or, when they are laid, that win so many times the bet.

    Attributes:
        multiples: One, or one for each pair of numbers from the outside in: (3, 4, 5) on 4 and 10, 5 and 9, 6 and 8.
    """

    multiples: tuple[int, ...]

    def __str__(self) -> str:
        return f"{'-'.join(map(str, self.multiples))} times odds"

    def on(self, number: int) -> int:
        """Return the multiple on a number."""
        return self.multiples[max(0, len(self.multiples) - abs(number - SEVEN))]


@dataclass(frozen=True, slots=True)
class OddsAmount:
    """Odds of an amount."""

    size: Size

    def __str__(self) -> str:
        return f"{self.size} odds"


@dataclass(frozen=True, slots=True)
class OddsToWin:
    """Odds that win an amount."""

    size: Size

    def __str__(self) -> str:
        return f"odds to win {self.size}"


OddsSize = OddsMultiple | OddsAmount | OddsToWin


def odds_amount(bet: Placed, odds: OddsSize, moment: Situation) -> Cents:
    """Return how much the odds on a bet with a number are, in cents.

    What is counted from the winnings is rounded up to an amount that wins whole dollars. Odds are paid what the dice
    make them worth: against a seven, as often as the number comes.
    """
    assert bet.number is not None, "odds on a bet that has no number"
    is_laid = known_wagers()[ODDS_ON + bet.wager.name].is_laid
    match odds:
        case OddsAmount(size=size):
            return size.in_cents(moment)
        case OddsMultiple() if not is_laid:
            return odds.on(bet.number) * bet.amount
        case OddsMultiple():
            win = odds.on(bet.number) * bet.amount
        case OddsToWin(size=size):
            win = size.in_cents(moment)
    worth = Fraction(len(rolls(SEVEN)), len(rolls(bet.number)))
    won, wagered = (worth.denominator, worth.numerator) if is_laid else (worth.numerator, worth.denominator)
    return -(-win // (won * WHOLE_DOLLAR)) * wagered * WHOLE_DOLLAR


@dataclass(frozen=True, slots=True)
class AddOdds:
    """Take or lay odds on bets that have a number and no odds.

    Attributes:
        step: If the rail does not cover them: as much as it holds, in steps of so many cents.
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

    def ask(self, moment: Situation, _: Cents) -> Asked:
        """Return what is still to be asked for, or None."""
        view = moment.table
        for bet in self.spots.of(view):
            spot = ODDS_ON + bet.spot
            if bet.number is None or ODDS_ON + bet.wager.name not in known_wagers() or view.bet_on(spot):
                continue
            if cents := self._covered(odds_amount(bet, self.odds, moment), view):
                act = acts.TakeOdds if self.verb == "take" else acts.LayOdds
                return act(PLAYER, bet.spot, cents)
        return None

    def _covered(self, cents: Cents, view: View) -> Cents:
        """Return the odds that the rail covers, in cents."""
        if view.rail >= cents or self.step is None:
            return cents if view.rail >= cents else 0
        steps = range(1, cents // self.step + 1)
        return bisect_right(steps, 0, key=lambda count: int(view.rail < count * (self.step or 0))) * self.step


@dataclass(frozen=True, slots=True)
class KeepComeBets:
    """Keep so many Come or Don't Come Bets up while there is a point, each with odds if they are wanted."""

    count: int
    family: str
    size: Size
    odds: OddsSize | None = None

    def __str__(self) -> str:
        family = self.family if self.count == 1 else plural(self.family)
        return f"keep {self.count} {family} of {self.size}" + (f" with {self.odds}" if self.odds else "")

    def ask(self, moment: Situation, mark: Cents) -> Asked:
        """Return what is still to be asked for, or None: odds come first."""
        spots, view = BetSelection(self.family, every=True), moment.table
        if self.odds is not None:
            verb: Literal["take", "lay"] = "lay" if known_wagers()[ODDS_ON + self.family].is_laid else "take"
            if asked := AddOdds(verb, self.odds, spots).ask(moment, mark):
                return asked
        if moment.point is None or sum(1 for _ in spots.of(view)) >= self.count:
            return None
        return Bet(self.size, self.family).ask(moment, mark)


# Orders to the memory.


@dataclass(frozen=True, slots=True)
class AddToCounter:
    """Add to a counter, or take from it."""

    counter: str
    number: int

    def __str__(self) -> str:
        if self.number < 0:
            return f"take {-self.number} from {self.counter}"
        return f"add {self.number} to {self.counter}"


@dataclass(frozen=True, slots=True)
class SetCounter:
    """Set a counter."""

    counter: str
    number: int

    def __str__(self) -> str:
        return f"set {self.counter} to {self.number}"


@dataclass(frozen=True, slots=True)
class MoveProgression:
    """Move along a progression: to its next stake, from its last to its first, to the one before, or to its first."""

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
    """Ask for nothing more, for good."""

    def __str__(self) -> str:
        return "stop"


TableOrder = Bet | Press | Regress | Parlay | TakeDown | CallBets | AddOdds | KeepComeBets
MemoryOrder = AddToCounter | SetCounter | MoveProgression | GoToStage | Stop
Order = TableOrder | MemoryOrder


def needs_event(order: Order) -> bool:
    """Say whether an order may be given once only, after an event, and not whenever something is so."""
    match order:
        case Press(how=how) | Regress(how=how):
            return how == "by"
        case MoveProgression(verb=verb):
            return verb != "start"
        case _:
            return isinstance(order, Parlay | AddToCounter)
