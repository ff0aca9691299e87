"""Check the text of a strategy: declarations that are never used, and lines that can never take effect."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from passline.strategies.conditions import (
    ComeOut,
    CounterIs,
    PointIs,
    ProgressionStake,
    Units,
    WithPoint,
    compare,
    simple_conditions,
)
from passline.strategies.orders import (
    AddOdds,
    AddToCounter,
    GoToStage,
    KeepComeBets,
    MakeBet,
    MoveProgression,
    SetCounter,
    Stop,
)
from passline.strategies.plan import find_conflicts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from passline.house.house import House
    from passline.strategies.plan import ConditionalOrder, Plan


class Finding(NamedTuple):
    """A doubtful part of a strategy's text.

    Attributes:
        line: Its line, or None if the finding is about the whole text.
        message: The reason in one line.
    """

    line: int | None
    message: str

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


def lint_text(plan: Plan, house: House) -> tuple[Finding, ...]:
    """Return the findings in the text of a plan at a house, without playing it.

    `passline.machines.check_strategy` also checks the play.
    """
    found = [Finding(*conflict) for conflict in find_conflicts(house, plan)]
    found += [*_unused_declarations(plan), *_late_stops(plan), *_impossible_conditions(plan, house)]
    return sort_findings(found)


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings without duplicates, ordered by line; findings about the whole text come last."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: (finding.line is None, finding.line or 0)))


def _unused_declarations(plan: Plan) -> Iterator[Finding]:
    """Yield declarations and stages that no line uses, and a text that does not mention the come out."""
    orders = [entry.order for entry in plan.conditional_orders]
    simple = [
        leaf for entry in plan.conditional_orders for each in entry.conditions for leaf in simple_conditions(each)
    ]
    odds = [getattr(order, "odds", None) for order in orders]
    sizes = [getattr(each, "size", None) for each in (*orders, *simple, *odds)]
    if plan.unit is not None and not any(isinstance(size, Units) for size in sizes):
        yield Finding(None, "the unit is never bet")
    for name, _ in plan.progressions:
        if ProgressionStake(name) not in sizes:
            yield Finding(None, f"the progression {name!r} is never bet")
        elif not any(isinstance(order, MoveProgression) and order.name == name for order in orders):
            yield Finding(None, f"the progression {name!r} never moves")
    for counter in plan.counters:
        if not any(isinstance(leaf, CounterIs) and leaf.counter == counter for leaf in simple):
            yield Finding(None, f"no condition reads the counter {counter!r}")
    reached = {order.stage for order in orders if isinstance(order, GoToStage)} | set(plan.stages[:1])
    for stage in plan.stages:
        if stage not in reached:
            yield Finding(None, f"no line goes to the stage {stage!r}")
    if all(_needs_a_point(entry) for entry in plan.conditional_orders) and "come out" not in " ".join(plan.description):
        yield Finding(
            None, "no line and no word of the description mentions the come out; 'bet nothing on the come out' would do"
        )


def _late_stops(plan: Plan) -> Iterator[Finding]:
    """Yield the stops that stand below bets, so that the bets are made before the stop takes effect."""
    first_bet: dict[int | None, int] = {}
    for entry in plan.conditional_orders:
        if entry.conditions_on_roll:
            continue
        if isinstance(entry.order, MakeBet | KeepComeBets | AddOdds):
            first_bet.setdefault(entry.stage, entry.line)
        line = first_bet.get(entry.stage, first_bet.get(None))
        if isinstance(entry.order, Stop) and line is not None:
            yield Finding(entry.line, f"it stops only after the bets from line {line} on are made; move it above them")


def _needs_a_point(entry: ConditionalOrder) -> bool:
    return any(isinstance(condition, WithPoint | PointIs) for condition in entry.conditions)


def _impossible_conditions(plan: Plan, house: House) -> Iterator[Finding]:
    """Yield the orders under conditions that are never met."""
    points = {number for number in house.line.verdicts if number is not None}
    reachable = _reachable_counts(plan)
    for entry in plan.conditional_orders:
        on_a_point = next((each for each in entry.conditions if isinstance(each, WithPoint | PointIs)), None)
        if on_a_point and any(isinstance(condition, ComeOut) for condition in entry.conditions):
            yield Finding(entry.line, f"'{on_a_point}' is never true on the come out")
        for condition in entry.conditions:
            if isinstance(condition, PointIs) and not points & set(condition.numbers):
                yield Finding(entry.line, f"'{condition}' is never true in {house.game.name}")
            if isinstance(condition, CounterIs) and not any(
                compare(value, condition.comparison, condition.number) for value in reachable[condition.counter]
            ):
                yield Finding(entry.line, f"'{condition}' is never true: {condition.counter} cannot have such a value")


def _reachable_counts(plan: Plan) -> dict[str, range]:
    """Return the values that each counter can have."""
    compared = (leaf for entry in plan.conditional_orders for c in entry.conditions for leaf in simple_conditions(c))
    largest = max((leaf.number for leaf in compared if isinstance(leaf, CounterIs)), default=0)
    maximum: dict[str, int] = defaultdict(int)
    for entry in plan.conditional_orders:
        if isinstance(entry.order, AddToCounter) and entry.order.number > 0:
            maximum[entry.order.counter] = largest + 1
        elif isinstance(entry.order, SetCounter):
            maximum[entry.order.counter] = max(maximum[entry.order.counter], entry.order.number)
    return {counter: range(maximum[counter] + 1) for counter in plan.counters}
