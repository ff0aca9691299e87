"""Conditions of a strategy.

There are three kinds of simple conditions. A memory condition depends on the memory and the point. A table condition
depends on the bets and the rail. A roll event is something that the last roll did. `str` of a condition is its text in
the strategy notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from passline.words.dice import parse_rolls
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
"""The family name that selects every bet."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that a condition or a size may depend on.

    Attributes:
        unit: The unit, in cents; zero if the text declares none.
        progressions: The stakes of each progression, in cents, by name.
        memory: The values that the strategy remembers, by field name.
        point: The come out point; None on a come out roll.
        view: The player's view of the table; None while the memory is updated after a roll.
        rolled: The last roll while the memory is updated after it; else None.
    """

    unit: Cents
    progressions: Mapping[str, tuple[Cents, ...]]
    memory: Mapping[str, int]
    point: int | None
    view: View | None = None
    rolled: Rolled | None = None

    @property
    def table(self) -> View:
        """The player's view of the table."""
        assert self.view is not None, "the table cannot be viewed while the memory is updated"
        return self.view


def compare(value: int, comparison: Comparison, bound: int) -> bool:
    """Return whether a value is below, at most, exactly, at least or above a bound.

    The value is only compared, never converted, because a machine passes a rail that records its comparisons.
    """
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
    """An amount written in dollars and stored in cents."""

    cents: Cents

    def __str__(self) -> str:
        return dollars(self.cents)

    def in_cents(self, _: Situation) -> Cents:
        """Return the amount in cents."""
        return self.cents


@dataclass(frozen=True, slots=True)
class Units:
    """An amount in units."""

    count: int

    def __str__(self) -> str:
        return f"{self.count} unit{'' if self.count == 1 else 's'}"

    def in_cents(self, situation: Situation) -> Cents:
        """Return the amount in cents."""
        return self.count * situation.unit


@dataclass(frozen=True, slots=True)
class ProgressionStake:
    """The current stake of a progression."""

    name: str

    def __str__(self) -> str:
        return f"the {self.name}"

    def in_cents(self, situation: Situation) -> Cents:
        """Return the amount in cents."""
        return situation.progressions[self.name][situation.memory[str(self)]]


Size = Dollars | Units | ProgressionStake


# Selections of bets.


@dataclass(frozen=True, slots=True)
class BetSelection:
    """One spot of the layout, or every bet of a family: "Pass Bet", "Come Bet on 4", "every Place Bet to Win".

    Attributes:
        name: The spot, the wager or the family; `ANY_FAMILY` selects all bets.
        every: Whether *name* is a wager or family rather than one spot.
    """

    name: str
    every: bool = False

    def __str__(self) -> str:
        return f"every {self.name or 'bet'}" if self.every else self.name

    def includes(self, bet: Bet) -> bool:
        """Return whether a bet is selected."""
        if self.every:
            return self.name in {ANY_FAMILY, bet.wager.family, bet.wager.name}
        return bet.spot == self.name

    def find(self, view: View) -> Iterator[Bet]:
        """Yield the selected bets that are on the layout, ordered by spot."""
        return (bet for bet in view.bets if self.includes(bet))


# Memory conditions.


@dataclass(frozen=True, slots=True)
class ComeOut:
    """The next roll is a come out roll."""

    def __str__(self) -> str:
        return "on the come out"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return situation.point is None


@dataclass(frozen=True, slots=True)
class WithPoint:
    """There is a point."""

    def __str__(self) -> str:
        return "with a point"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return situation.point is not None


@dataclass(frozen=True, slots=True)
class PointIs:
    """The point is one of some numbers."""

    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return f"the point is {join_with_or(self.numbers)}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return situation.point in self.numbers


@dataclass(frozen=True, slots=True)
class CounterIs:
    """A counter compares with a number as stated."""

    counter: str
    comparison: Comparison
    number: int

    def __str__(self) -> str:
        return f"{self.counter} is {comparison_prefix(self.comparison)}{self.number}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return compare(situation.memory[self.counter], self.comparison, self.number)


@dataclass(frozen=True, slots=True)
class ProgressionAtEnd:
    """A progression is at its first or its last stake."""

    stake: ProgressionStake
    end: Literal["first", "last"]

    def __str__(self) -> str:
        return f"{self.stake} is at its {self.end}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        last = len(situation.progressions[self.stake.name]) - 1
        return situation.memory[str(self.stake)] == (0 if self.end == "first" else last)


@dataclass(frozen=True, slots=True)
class RollsMade:
    """At least a number of rolls were made since the session, hand or stage began."""

    number: int
    since: Since

    def __str__(self) -> str:
        return f"at least {self.number} rolls were made since {self.since}"

    @property
    def field_name(self) -> str:
        """The memory field that the condition reads."""
        return f"rolls since {self.since}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return situation.memory[self.field_name] >= self.number


@dataclass(frozen=True, slots=True)
class FirstRoll:
    """The next roll is the first of a shooter's hand."""

    field_name = "rolls since the hand began"

    def __str__(self) -> str:
        return "it is the first roll of a hand"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return situation.memory[self.field_name] == 0


@dataclass(frozen=True, slots=True)
class HandsPlayed:
    """At least a number of hands ended with a seven-out since the session or stage began."""

    number: int
    since: Since

    def __str__(self) -> str:
        return f"at least {self.number} hand{'s were' if self.number != 1 else ' was'} played since {self.since}"

    @property
    def field_name(self) -> str:
        """The memory field that the condition reads."""
        return f"hands since {self.since}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return situation.memory[self.field_name] >= self.number


@dataclass(frozen=True, slots=True)
class WonOrLost:
    """The net result of all settlements since something began, vigorish included, reached a win or a loss."""

    verb: Literal["won", "lost"]
    size: Dollars | Units
    since: Since

    def __str__(self) -> str:
        return f"{self.verb} at least {self.size} since {self.since}"

    @property
    def field_name(self) -> str:
        """The memory field that the condition reads."""
        return f"cents won since {self.since}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        won = situation.memory[self.field_name]
        return (won if self.verb == "won" else -won) >= self.size.in_cents(situation)


# Table conditions.


@dataclass(frozen=True, slots=True)
class BetUp:
    """A bet is on the layout."""

    spots: BetSelection

    def __str__(self) -> str:
        return f"{self.spots} is up"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return any(self.spots.find(situation.table))


@dataclass(frozen=True, slots=True)
class NothingUp:
    """No bet is on the layout."""

    def __str__(self) -> str:
        return "nothing is up"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return not situation.table.bets


@dataclass(frozen=True, slots=True)
class BetCount:
    """The number of bets of a family on the layout compares with a number as stated."""

    comparison: Comparison
    number: int
    family: str

    def __str__(self) -> str:
        words = {"below": "fewer than", "above": "more than"}.get(self.comparison, self.comparison)
        family = self.family or "bet"
        what = f"{family} is" if self.number == 1 else f"{plural(family)} are"
        return f"{words} {self.number} {what} up"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        up = sum(1 for _ in BetSelection(self.family, every=True).find(situation.table))
        return compare(up, self.comparison, self.number)


@dataclass(frozen=True, slots=True)
class BetAmount:
    """The bet on a spot, or the sum of a family's bets, compares with a size as stated; no bet counts as zero."""

    spots: BetSelection
    comparison: Comparison
    size: Size

    def __str__(self) -> str:
        several = plural(self.spots.name or "bet")
        what = f"all {several} together are" if self.spots.every else f"{self.spots} is"
        return f"{what} {comparison_prefix(self.comparison)}{self.size}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        amount = sum(bet.amount for bet in self.spots.find(situation.table))
        return compare(amount, self.comparison, self.size.in_cents(situation))


@dataclass(frozen=True, slots=True)
class RailAmount:
    """The rail compares with a size as stated; bets on the layout are not part of the rail."""

    comparison: Comparison
    size: Size

    def __str__(self) -> str:
        return f"the rail is {comparison_prefix(self.comparison)}{self.size}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return compare(situation.table.rail, self.comparison, self.size.in_cents(situation))


# Roll events.


@dataclass(frozen=True, slots=True)
class JustDecided:
    """The last roll decided a selected bet, or moved it to a number."""

    spots: BetSelection
    result: Result

    def __str__(self) -> str:
        name = f"any {self.spots.name or 'bet'}" if self.spots.every else self.spots.name
        return f"{name} just {self.result}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        assert situation.rolled is not None, "a roll event is known only while the memory is updated after the roll"
        return any(
            settlement.result == self.result and self.spots.includes(settlement.bet)
            for settlement in situation.rolled.settlements
        )


@dataclass(frozen=True, slots=True)
class JustRolled:
    """The last roll was one of some totals, hard or easy totals, or pairs of faces."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{join_with_or(self.words)} was just rolled"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        assert situation.rolled is not None, "a roll event is known only while the memory is updated after the roll"
        return any(situation.rolled.roll in parse_rolls(words) for words in self.words)


@dataclass(frozen=True, slots=True)
class PuckCalled:
    """The last roll set a point, made the point or was a seven-out."""

    call: Literal["the point is set", "the point is made", "seven out"]

    def __str__(self) -> str:
        return PUCK_PHRASES[self.call]

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        assert situation.rolled is not None, "a roll event is known only while the memory is updated after the roll"
        return situation.rolled.puck == self.call


PUCK_PHRASES = {
    "the point is set": "a point was just set",
    "the point is made": "the point was just made",
    "seven out": "the shooter just sevened out",
}


# Compound conditions.


@dataclass(frozen=True, slots=True)
class Not:
    """A condition is not met."""

    condition: Condition

    def __str__(self) -> str:
        if isinstance(self.condition, BetUp):
            return f"{self.condition.spots} is not up"
        if isinstance(self.condition, PointIs):
            return f"the point is not {join_with_or(self.condition.numbers)}"
        return f"not {in_parentheses(self.condition)}"

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return not self.condition.is_met(situation)


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of several conditions are met."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join(in_parentheses(condition) for condition in self.conditions)

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return all(condition.is_met(situation) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of several conditions is met."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return " or ".join(in_parentheses(condition) for condition in self.conditions)

    def is_met(self, situation: Situation) -> bool:
        """Return whether the condition is met."""
        return any(condition.is_met(situation) for condition in self.conditions)


MemoryCondition = (
    ComeOut | WithPoint | PointIs | CounterIs | ProgressionAtEnd | RollsMade | FirstRoll | HandsPlayed | WonOrLost
)
TableCondition = BetUp | NothingUp | BetCount | BetAmount | RailAmount
RollEvent = JustDecided | JustRolled | PuckCalled
Condition = MemoryCondition | TableCondition | RollEvent | Not | AllOf | AnyOf


def simple_conditions(condition: Condition) -> Iterator[MemoryCondition | TableCondition | RollEvent]:
    """Yield the simple conditions that a condition consists of."""
    match condition:
        case Not(condition=one):
            yield from simple_conditions(one)
        case AllOf(conditions=several) | AnyOf(conditions=several):
            for one in several:
                yield from simple_conditions(one)
        case _:
            yield condition


def nesting_depth(condition: Condition) -> int:
    """Return the depth of nested conditions; a simple condition has depth 1."""
    match condition:
        case Not(condition=one):
            return 1 + nesting_depth(one)
        case AllOf(conditions=several) | AnyOf(conditions=several):
            return 1 + max(nesting_depth(one) for one in several)
        case _:
            return 1


def needs_table(condition: Condition) -> bool:
    """Return whether a condition depends on the bets or the rail."""
    return any(isinstance(leaf, TableCondition) for leaf in simple_conditions(condition))


def in_parentheses(condition: Condition) -> str:
    """Format a condition as part of another, in parentheses where they are needed."""
    return f"({condition})" if isinstance(condition, AllOf | AnyOf) else str(condition)


def comparison_prefix(comparison: Comparison) -> str:
    """Return the words before the value that is compared with; "exactly" needs none."""
    return "" if comparison == "exactly" else f"{comparison} "


def join_with_or(several: tuple[object, ...]) -> str:
    """Format a choice: "4", "4 or 10", "4, 5 or 6"."""
    *most, last = map(str, several)
    return f"{', '.join(most)} or {last}" if most else last


def plural(family: str) -> str:
    """Return a family's name in the plural: "Come Bets", "Place Bets to Win"."""
    for word in ("bet", "Bet", "Wager"):
        if word in family.split():
            return family.replace(word, f"{word}s", 1)
    return family
