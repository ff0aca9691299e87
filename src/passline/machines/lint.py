"""What is odd about a plan: lines that can do nothing, and play that neither bets nor waits for anything."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from passline.errors import CrapsError
from passline.machines.machine import machine
from passline.strategies.conditions import (
    ComeOut,
    CounterIs,
    PointIs,
    ProgressionStake,
    RailAmount,
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
    TableOrder,
)
from passline.strategies.plan import STOPPED, find_conflicts
from passline.strategies.protocol import RequestedAct
from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from passline.house.house import House
    from passline.machines.machine import Machine
    from passline.strategies.conditions import Condition
    from passline.strategies.plan import ConditionalOrder, Plan
    from passline.strategies.protocol import SetMemory, View
    from passline.table.events import Rolled

MOST_STATES = 20_000
"""The most states that are looked through."""


class Finding(NamedTuple):
    """Something odd about a plan, and the line it is odd on; None where it is the whole."""

    line: int | None
    message: str

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


def lint(plan: Plan, house: House) -> tuple[Finding, ...]:
    """Find what is odd about a plan at a house, in the order of its lines; what is odd about all of it comes last.

    Its text is looked at, and every state that its play can come to from an ample rail, if they are not too many.
    """
    found = [Finding(*misfit) for misfit in find_conflicts(house, plan)]
    found += [*_of_the_text(plan), *_of_conditions(plan, house)]
    if not find_conflicts(house, plan):
        found += _of_play(plan, house, {finding.line for finding in found})
    return tuple(sorted(dict.fromkeys(found), key=lambda finding: (finding.line is None, finding.line or 0)))


# The text.


def _of_the_text(plan: Plan) -> Iterator[Finding]:
    """Yield what is said and never used, and what stands where it does not help."""
    orders = [given.order for given in plan.conditional_orders]
    asked = [
        leaf for given in plan.conditional_orders for condition in _over(given) for leaf in simple_conditions(condition)
    ]
    sizes = [getattr(thing, "size", None) for thing in (*orders, *asked, *(getattr(o, "odds", None) for o in orders))]
    if plan.unit is not None and not any(isinstance(size, Units) for size in sizes):
        yield Finding(None, "the unit is never bet")
    for name, _ in plan.stakes:
        if ProgressionStake(name) not in sizes:
            yield Finding(None, f"the progression {name!r} is never bet")
        elif not any(isinstance(order, MoveProgression) and order.name == name for order in orders):
            yield Finding(None, f"the progression {name!r} never moves")
    for counter in plan.counters:
        if not any(isinstance(leaf, CounterIs) and leaf.counter == counter for leaf in asked):
            yield Finding(None, f"the counter {counter!r} is never looked at")
    reached = {order.stage for order in orders if isinstance(order, GoToStage)} | set(plan.stages[:1])
    for stage in plan.stages:
        if stage not in reached:
            yield Finding(None, f"no line goes to the stage {stage!r}")
    if all(_needs_a_point(given) for given in plan.conditional_orders) and "come out" not in " ".join(plan.description):
        yield Finding(None, "it says nothing of the come out; a line would, or the description: bet nothing")
    yield from _late_stops(plan)


def _late_stops(plan: Plan) -> Iterator[Finding]:
    """Yield the stops that are heeded only once the bets above them are made."""
    above: dict[int | None, int] = {}
    for given in plan.conditional_orders:
        if given.conditions_on_roll:
            continue
        if isinstance(given.order, MakeBet | KeepComeBets | AddOdds):
            above.setdefault(given.stage, given.line)
        line = above.get(given.stage, above.get(None))
        if isinstance(given.order, Stop) and line is not None:
            yield Finding(
                given.line, f"it stops once line {line} and what follows have bet; further up it would before"
            )


def _needs_a_point(given: ConditionalOrder) -> bool:
    return any(isinstance(condition, WithPoint | PointIs) for condition in _over(given))


def _over(given: ConditionalOrder) -> tuple[Condition, ...]:
    return (*given.conditions_on_roll, *given.conditions_at_table)


def _of_conditions(plan: Plan, house: House) -> Iterator[Finding]:
    """Yield the orders that stand under what can never be."""
    points = {number for number in house.line.verdicts if number is not None}
    reach = _reach(plan)
    for given in plan.conditional_orders:
        over = _over(given)
        on_a_point = next((c for c in over if isinstance(c, WithPoint | PointIs)), None)
        if on_a_point and any(isinstance(condition, ComeOut) for condition in over):
            yield Finding(given.line, f"'{on_a_point}' is never so on the come out")
        for condition in over:
            if isinstance(condition, PointIs) and not points & set(condition.numbers):
                yield Finding(given.line, f"'{condition}' is never so in {house.game.name}")
            if isinstance(condition, CounterIs) and not any(
                compare(value, condition.comparison, condition.number) for value in reach[condition.counter]
            ):
                yield Finding(given.line, f"'{condition}' is never so, as far as anything counts {condition.counter}")


def _reach(plan: Plan) -> dict[str, range]:
    """Return how far each counter can come."""
    most: dict[str, int] = defaultdict(int)
    largest = max(
        (
            leaf.number
            for given in plan.conditional_orders
            for c in _over(given)
            for leaf in simple_conditions(c)
            if isinstance(leaf, CounterIs)
        ),
        default=0,
    )
    for given in plan.conditional_orders:
        if isinstance(given.order, AddToCounter) and given.order.number > 0:
            most[given.order.counter] = largest + 1
        elif isinstance(given.order, SetCounter):
            most[given.order.counter] = max(most[given.order.counter], given.order.number)
    return {counter: range(most[counter] + 1) for counter in plan.counters}


# The play.


@dataclass(frozen=True)
class _Traced:
    """A plan of which it is noted which lines ask for something."""

    plan: Plan
    lines: set[int] = field(default_factory=set, compare=False)

    @property
    def name(self) -> str:
        return self.plan.name

    def initial_memory(self) -> Hashable:
        return self.plan.initial_memory()

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        return self.plan.after_roll(memory, rolled)

    def next_act(self, view: View) -> RequestedAct | SetMemory | None:
        asked = self.plan.next_act(view)
        if isinstance(asked, RequestedAct):
            self.lines.add(asked.line)
        return asked


def _of_play(plan: Plan, house: House, known: set[int | None]) -> Iterator[Finding]:
    """Yield what is odd about the play from an ample rail."""
    if plan.why_infinite:
        yield Finding(None, plan.why_infinite)
        return
    traced = _Traced(plan)
    try:
        made = machine(house, traced, most=MOST_STATES)
    except CrapsError as error:
        yield Finding(None, error.message)
        return
    if len(made.states) > MOST_STATES:
        yield Finding(None, f"it has more than {MOST_STATES:,} states, too many to look through")
        return
    for given in plan.conditional_orders:
        is_for_a_short_rail = any(isinstance(leaf, RailAmount) for c in _over(given) for leaf in simple_conditions(c))
        if isinstance(given.order, TableOrder) and given.line not in traced.lines | known and not is_for_a_short_rail:
            yield Finding(given.line, f"'{given.order}' is never asked for, whatever the dice do")
    yield from _idle(made)


def _idle(made: Machine) -> Iterator[Finding]:
    """Yield the play from which on nothing is bet any more, though the rail is ample and it has not stopped."""
    rows = made.rows
    to_from: dict[int, set[int]] = defaultdict(set)
    for state, row in enumerate(rows):
        for to in row.next_state:
            to_from[to].add(state)
    ahead = [state for state, row in enumerate(rows) if any(row.net) or made.states[state].layout.bets]
    bets = set(ahead)
    while ahead:
        new = to_from[ahead.pop()] - bets
        bets |= new
        ahead += new
    idle = [state for state in range(len(rows)) if state not in bets and made.states[state].memory != STOPPED]
    if idle:
        dice = _way(made, set(idle))
        where = f"after {' '.join(dice)}" if dice else "from the first roll on"
        yield Finding(None, f"it neither bets nor waits for anything {where}: nothing is bet any more, whatever comes")


def _way(made: Machine, ends: set[int]) -> list[str]:
    """Return the fewest rolls that lead to one of some states."""
    came: dict[int, tuple[int, int]] = {0: (0, -1)}
    ahead = [0]
    for state in ahead:
        if state in ends:
            dice: list[str] = []
            while state:
                state, column = came[state]  # noqa: PLW2901  Back to the beginning.
                dice.append(str(EVERY_ROLL[column]))
            return dice[::-1]
        for column, to in enumerate(made.ample_row(state).next_state):
            if to not in came:
                came[to] = (state, column)
                ahead.append(to)
    return []
