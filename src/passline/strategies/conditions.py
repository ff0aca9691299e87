"""Conditions of a strategy: what a player looks at before he bets, and what he saw the dice do.

A condition prints as it is written in the strategy notation. It is one of three kinds: what it asks of the
memory and the point is known as soon as the dice have landed; what it asks of the bets and the rail is seen at
the table; and an event is what the last roll did.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from passline.words.dice import rolls
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from passline.strategies.protocol import View
    from passline.table.events import Rolled
    from passline.table.layout import Bet
    from passline.words.money import Cents

Comparison = Literal["below", "at most", "exactly", "at least", "above"]
Since = Literal["the session began", "the hand began", "the stage began"]
Result = Literal["won", "lost", "stood off", "moved"]
ANY_FAMILY = ""
"""The family that every bet belongs to."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a strategy knows when it asks itself something.

    Attributes:
        unit: The unit, in cents; zero in a text that names none.
        stakes: The progressions, in cents, by name.
        memory: What is remembered, by the slot it is kept in.
        point: The come out point; None on a come out roll.
        view: What is on the table; None while the dice are still being read.
        rolled: The last roll, while the dice are being read.
    """

    unit: Cents
    stakes: Mapping[str, tuple[Cents, ...]]
    memory: Mapping[str, int]
    point: int | None
    view: View | None = None
    rolled: Rolled | None = None

    @property
    def table(self) -> View:
        """What is on the table."""
        assert self.view is not None, "a strategy looks at the table while the dice are read"
        return self.view


def compare(value: int, comparison: Comparison, bound: int) -> bool:
    """Say whether a value is below, at most, exactly, at least or above a bound; the value is compared, no more."""
    match comparison:
        case "below":
            return value < bound
        case "at most":
            return value <= bound
        case "exactly":
            return value == bound
        case "at least":
            return value >= bound
        case "above":
            return value > bound


# Sizes.


@dataclass(frozen=True, slots=True)
class Dollars:
    """An amount in dollars; it is kept in cents."""

    cents: Cents

    def __str__(self) -> str:
        return dollars(self.cents)

    def in_cents(self, _: Situation) -> Cents:
        """Return it in cents."""
        return self.cents


@dataclass(frozen=True, slots=True)
class Units:
    """An amount in units."""

    count: int

    def __str__(self) -> str:
        return f"{self.count} unit{'' if self.count == 1 else 's'}"

    def in_cents(self, moment: Situation) -> Cents:
        """Return it in cents."""
        return self.count * moment.unit


@dataclass(frozen=True, slots=True)
class ProgressionStake:
    """The amount that a progression stands at."""

    name: str

    def __str__(self) -> str:
        return f"the {self.name}"

    def in_cents(self, moment: Situation) -> Cents:
        """Return it in cents."""
        return moment.stakes[self.name][moment.memory[str(self)]]


Size = Dollars | Units | ProgressionStake


# Spots.


@dataclass(frozen=True, slots=True)
class BetSelection:
    """One spot of the layout, or every bet of a family: "Pass Bet", "Come Bet on 4", "every Place Bet to Win"."""

    name: str
    every: bool = False

    def __str__(self) -> str:
        return f"every {self.name or 'bet'}" if self.every else self.name

    def includes(self, bet: Bet) -> bool:
        """Say whether a bet is one of them."""
        if self.every:
            return self.name in {ANY_FAMILY, bet.wager.family, bet.wager.name}
        return bet.spot == self.name

    def of(self, view: View) -> Iterator[Bet]:
        """Yield the bets that are up on them, in the order of the layout."""
        return (bet for bet in view.bets if self.includes(bet))


# Conditions on the memory and the point.


@dataclass(frozen=True, slots=True)
class ComeOut:
    """The next roll is a come out roll."""

    def __str__(self) -> str:
        return "on the come out"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return moment.point is None


@dataclass(frozen=True, slots=True)
class WithPoint:
    """There is a point."""

    def __str__(self) -> str:
        return "with a point"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return moment.point is not None


@dataclass(frozen=True, slots=True)
class PointIs:
    """The point is one of some numbers."""

    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return f"the point is {join_with_or(self.numbers)}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return moment.point in self.numbers


@dataclass(frozen=True, slots=True)
class CounterIs:
    """A counter stands at, below or above a number."""

    counter: str
    comparison: Comparison
    number: int

    def __str__(self) -> str:
        return f"{self.counter} is {comparison_prefix(self.comparison)}{self.number}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return compare(moment.memory[self.counter], self.comparison, self.number)


@dataclass(frozen=True, slots=True)
class ProgressionAtEnd:
    """A progression stands at its first or at its last stake."""

    stake: ProgressionStake
    end: Literal["first", "last"]

    def __str__(self) -> str:
        return f"{self.stake} is at its {self.end}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        last = len(moment.stakes[self.stake.name]) - 1
        return moment.memory[str(self.stake)] == (0 if self.end == "first" else last)


@dataclass(frozen=True, slots=True)
class RollsMade:
    """So many rolls were made since something began."""

    number: int
    since: Since

    def __str__(self) -> str:
        return f"at least {self.number} rolls were made since {self.since}"

    @property
    def field_name(self) -> str:
        """What it is kept in."""
        return f"rolls since {self.since}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return moment.memory[self.field_name] >= self.number


@dataclass(frozen=True, slots=True)
class FirstRoll:
    """The next roll is the first of a shooter's hand."""

    field_name = "rolls since the hand began"

    def __str__(self) -> str:
        return "it is the first roll of a hand"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return moment.memory[self.field_name] == 0


@dataclass(frozen=True, slots=True)
class HandsPlayed:
    """So many hands were played to the seven-out since something began."""

    number: int
    since: Since

    def __str__(self) -> str:
        return f"at least {self.number} hand{'s were' if self.number != 1 else ' was'} played since {self.since}"

    @property
    def field_name(self) -> str:
        """What it is kept in."""
        return f"hands since {self.since}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return moment.memory[self.field_name] >= self.number


@dataclass(frozen=True, slots=True)
class WonOrLost:
    """So much was won, or lost, since something began: all decisions together, vigorish counted."""

    verb: Literal["won", "lost"]
    size: Dollars | Units
    since: Since

    def __str__(self) -> str:
        return f"{self.verb} at least {self.size} since {self.since}"

    @property
    def field_name(self) -> str:
        """What it is kept in."""
        return f"cents won since {self.since}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        won = moment.memory[self.field_name]
        return (won if self.verb == "won" else -won) >= self.size.in_cents(moment)


# Conditions on the bets and the rail.


@dataclass(frozen=True, slots=True)
class BetUp:
    """A bet is on the layout."""

    spots: BetSelection

    def __str__(self) -> str:
        return f"{self.spots} is up"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return any(self.spots.of(moment.table))


@dataclass(frozen=True, slots=True)
class NothingUp:
    """No bet is on the layout."""

    def __str__(self) -> str:
        return "nothing is up"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return not moment.table.bets


@dataclass(frozen=True, slots=True)
class BetCount:
    """So many bets of a family are up."""

    comparison: Comparison
    number: int
    family: str

    def __str__(self) -> str:
        words = {"below": "fewer than", "above": "more than"}.get(self.comparison, self.comparison)
        family = self.family or "bet"
        what = f"{family} is" if self.number == 1 else f"{plural(family)} are"
        return f"{words} {self.number} {what} up"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        up = sum(1 for _ in BetSelection(self.family, every=True).of(moment.table))
        return compare(up, self.comparison, self.number)


@dataclass(frozen=True, slots=True)
class BetAmount:
    """The bet on a spot, or all bets of a family together, are so much; a bet that is not up is nothing."""

    spots: BetSelection
    comparison: Comparison
    size: Size

    def __str__(self) -> str:
        several = plural(self.spots.name or "bet")
        what = f"all {several} together are" if self.spots.every else f"{self.spots} is"
        return f"{what} {comparison_prefix(self.comparison)}{self.size}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        amount = sum(bet.amount for bet in self.spots.of(moment.table))
        return compare(amount, self.comparison, self.size.in_cents(moment))


@dataclass(frozen=True, slots=True)
class RailAmount:
    """The rail holds so much; what lies on the layout is not on the rail."""

    comparison: Comparison
    size: Size

    def __str__(self) -> str:
        return f"the rail is {comparison_prefix(self.comparison)}{self.size}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return compare(moment.table.rail, self.comparison, self.size.in_cents(moment))


# Events: what the last roll did.


@dataclass(frozen=True, slots=True)
class JustDecided:
    """A bet was decided by the last roll, or moved to a number."""

    spots: BetSelection
    result: Result

    def __str__(self) -> str:
        name = f"any {self.spots.name or 'bet'}" if self.spots.every else self.spots.name
        return f"{name} just {self.result}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        assert moment.rolled is not None, "an event is asked for while no dice are read"
        return any(
            settlement.result == self.result and self.spots.includes(settlement.bet)
            for settlement in moment.rolled.settlements
        )


@dataclass(frozen=True, slots=True)
class JustRolled:
    """One of some totals, hard or easy totals, or pairs of faces was just rolled."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{join_with_or(self.words)} was just rolled"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        assert moment.rolled is not None, "an event is asked for while no dice are read"
        return any(moment.rolled.roll in rolls(words) for words in self.words)


@dataclass(frozen=True, slots=True)
class PuckCalled:
    """The puck moved, or stayed with the shooter for a seven-out."""

    call: Literal["the point is set", "the point is made", "seven out"]

    def __str__(self) -> str:
        return PUCK_PHRASES[self.call]

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        assert moment.rolled is not None, "an event is asked for while no dice are read"
        return moment.rolled.puck == self.call


PUCK_PHRASES = {
    "the point is set": "a point was just set",
    "the point is made": "the point was just made",
    "seven out": "the shooter just sevened out",
}


# Conditions put together.


@dataclass(frozen=True, slots=True)
class Not:
    """Something is not so."""

    condition: Condition

    def __str__(self) -> str:
        if isinstance(self.condition, BetUp):
            return f"{self.condition.spots} is not up"
        if isinstance(self.condition, PointIs):
            return f"the point is not {join_with_or(self.condition.numbers)}"
        return f"not {in_parentheses(self.condition)}"

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return not self.condition.is_met(moment)


@dataclass(frozen=True, slots=True)
class AllOf:
    """Several things are so."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join(in_parentheses(condition) for condition in self.conditions)

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return all(condition.is_met(moment) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of several things is so."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return " or ".join(in_parentheses(condition) for condition in self.conditions)

    def is_met(self, moment: Situation) -> bool:
        """Say whether it is so."""
        return any(condition.is_met(moment) for condition in self.conditions)


MemoryCondition = (
    ComeOut | WithPoint | PointIs | CounterIs | ProgressionAtEnd | RollsMade | FirstRoll | HandsPlayed | WonOrLost
)
TableCondition = BetUp | NothingUp | BetCount | BetAmount | RailAmount
RollEvent = JustDecided | JustRolled | PuckCalled
Condition = MemoryCondition | TableCondition | RollEvent | Not | AllOf | AnyOf


def simple_conditions(condition: Condition) -> Iterator[MemoryCondition | TableCondition | RollEvent]:
    """Yield what a condition is put together from."""
    match condition:
        case Not(condition=one):
            yield from simple_conditions(one)
        case AllOf(conditions=several) | AnyOf(conditions=several):
            for one in several:
                yield from simple_conditions(one)
        case _:
            yield condition


def nesting_depth(condition: Condition) -> int:
    """Return how many conditions are wrapped around each other."""
    match condition:
        case Not(condition=one):
            return 1 + nesting_depth(one)
        case AllOf(conditions=several) | AnyOf(conditions=several):
            return 1 + max(nesting_depth(one) for one in several)
        case _:
            return 1


def needs_table(condition: Condition) -> bool:
    """Say whether the bets or the rail must be looked at for it."""
    return any(isinstance(leaf, TableCondition) for leaf in simple_conditions(condition))


def in_parentheses(condition: Condition) -> str:
    """Print a condition as a part of another."""
    return f"({condition})" if isinstance(condition, AllOf | AnyOf) else str(condition)


def comparison_prefix(comparison: Comparison) -> str:
    """Print a comparison in front of what is compared with; "exactly" needs no word."""
    return "" if comparison == "exactly" else f"{comparison} "


def join_with_or(several: tuple[object, ...]) -> str:
    """Print a choice: "4", "4 or 10", "4, 5 or 6"."""
    *most, last = map(str, several)
    return f"{', '.join(most)} or {last}" if most else last


def plural(family: str) -> str:
    """Print a family's name for several bets: "Come Bets", "Place Bets to Win"."""
    for word in ("bet", "Bet", "Wager"):
        if word in family.split():
            return family.replace(word, f"{word}s", 1)
    return family
