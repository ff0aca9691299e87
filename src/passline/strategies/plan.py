"""A plan: the parsed text of a strategy, and how it is played.

Before each roll the plan goes through its rules from top to bottom and requests the first act that is still needed. It
repeats this until nothing is needed. Orders under a `when` are executed once, after the roll of their event and
before all other orders. Those that change only the memory are executed right after the roll, the others at the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from passline.errors import OverMaximum, Refused
from passline.law.wagers import ODDS_ON
from passline.strategies.conditions import (
    AllOf,
    ComeOut,
    Condition,
    CounterIs,
    FirstRoll,
    HandsPlayed,
    MemoryCondition,
    ProgressionStake,
    RollsMade,
    Situation,
    Size,
    WithPoint,
    WonOrLost,
    needs_table,
    simple_conditions,
)
from passline.strategies.orders import (
    AddOdds,
    AddToCounter,
    GoToStage,
    KeepComeBets,
    MakeBet,
    MoveProgression,
    OddsMultiple,
    Order,
    Parlay,
    SetCounter,
    Stop,
    TableOrder,
    TargetAmount,
    known_wagers,
)
from passline.strategies.protocol import PLAYER, RequestedAct, SetMemory
from passline.table.amounts import amount_refusals
from passline.table.layout import Bet as LayoutBet
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from passline.house.house import House
    from passline.strategies.protocol import View
    from passline.table.events import Rolled
    from passline.words.money import Cents

STOPPED = "stopped"
"""The memory of a plan that has stopped betting."""
STAGE = "the stage it is in"
"""The memory field of the current stage. A counter cannot have this name, because it has spaces."""
WON = "cents won since "
INDENT = "    "

Pending = tuple[tuple[int, "Cents"], ...]
"""The orders of an event that are still to be executed: the index of each, and its target amount or zero."""
Memory = tuple[tuple[int, ...], Pending]
"""The memory of a plan: the value of each field, and the pending orders."""


@dataclass(frozen=True, slots=True)
class Rule:
    """An order, and its line in the text."""

    order: Order
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Block:
    """Rules under a heading.

    Attributes:
        kind: "if" for a condition, "when" for an event, "stage" for a stage.
        heading: The condition, or the name of the stage.
        rules: The rules under the heading, in order.
        line: The line of the heading.
    """

    kind: Literal["if", "when", "stage"]
    heading: Condition | str
    rules: tuple[Block | Rule, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        if isinstance(self.heading, ComeOut | WithPoint) and self.kind == "if":
            return str(self.heading)
        return f"{self.kind} {self.heading}"


class ConditionalOrder(NamedTuple):
    """An order with all conditions of the headings above it.

    Attributes:
        order: The order.
        line: Its line in the text.
        stage: The index of its stage, or None if it belongs to no stage.
        conditions_on_roll: For an order under a `when`: the conditions that are checked with the roll.
        conditions_at_table: The conditions that are checked before the order is executed.
    """

    order: Order
    line: int
    stage: int | None
    conditions_on_roll: tuple[Condition, ...]
    conditions_at_table: tuple[Condition, ...]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """All conditions above the order."""
        return (*self.conditions_on_roll, *self.conditions_at_table)

    @property
    def changes_memory_only(self) -> bool:
        """Whether the order needs no view of the table, so that it is executed right after the roll."""
        return not isinstance(self.order, TableOrder) and not self.conditions_at_table


class MemoryField(NamedTuple):
    """A number that a plan remembers, with its bounds; None means no bound."""

    name: str
    minimum: int | None
    maximum: int | None

    def clamp(self, value: int) -> int:
        """Return the bound nearest to a value outside the bounds, or the value itself."""
        value = value if self.maximum is None else min(value, self.maximum)
        return value if self.minimum is None else max(value, self.minimum)


@dataclass(frozen=True)
class Plan:
    """The parsed text of a strategy; it implements `passline.strategies.protocol.Strategy`.

    Two plans are equal if their canonical texts are equal.

    Attributes:
        name: The name of the strategy.
        description: The lines of the comment before the name, which states the rules in words.
        unit: The unit, in cents, or None.
        progressions: The name of each progression, and its stakes in cents.
        counters: The names of the counters.
        rules: The rules, in order.
    """

    name: str
    description: tuple[str, ...]
    unit: Cents | None
    progressions: tuple[tuple[str, tuple[Cents, ...]], ...]
    counters: tuple[str, ...]
    rules: tuple[Block | Rule, ...]

    def __str__(self) -> str:
        """Return the canonical text of the strategy; parsing it gives an equal plan."""
        lines = [f"# {line}".rstrip() for line in self.description]
        lines.append(f"strategy {self.name}")
        if self.unit is not None:
            lines.append(f"a unit is {dollars(self.unit)}")
        lines += [f"the {name} goes {', '.join(map(dollars, stakes))}" for name, stakes in self.progressions]
        lines += [f"counter {counter}" for counter in self.counters]
        lines += _format_rules(self.rules, "")
        return "\n".join(lines) + "\n"

    # The strategy protocol.

    def initial_memory(self) -> Hashable:
        """Return the memory at the beginning of a session."""
        return (tuple(0 for _ in self._fields), ())

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        """Return the memory after a roll: updated counts, changes by orders of events, and pending table orders."""
        if memory == STOPPED or not (self._fields or self._event_orders):
            return memory
        values = self._after_counting(self._values(cast("Memory", memory)), rolled)
        stage = values.get(STAGE)
        pending: list[tuple[int, Cents]] = []
        for number, entry in enumerate(self._event_orders):
            situation = self._situation(values, rolled.point, rolled=rolled)
            if entry.stage not in {None, stage} or not all(
                condition.is_met(situation) for condition in entry.conditions_on_roll
            ):
                continue
            if not entry.changes_memory_only or (isinstance(entry.order, Stop) and pending):
                pending.append((number, _parlay_amount(entry.order, rolled)))
            elif isinstance(entry.order, Stop):
                return STOPPED
            else:
                values = self._after_order(entry.order, values)
        return (tuple(values.values()), tuple(pending))

    def next_act(self, view: View) -> RequestedAct | SetMemory | None:
        """Return the next act before the roll, or None if nothing more is needed."""
        if view.memory == STOPPED:
            return None
        memory = cast("Memory", view.memory)
        return self._next_pending(memory, view) if memory[1] else self._next_standing(memory, view)

    def _next_pending(self, memory: Memory, view: View) -> RequestedAct | SetMemory:
        """Return the next act of the pending orders, or the new memory once none is left."""
        values, pending = self._values(memory), list(memory[1])
        while pending:
            number, target = pending[0]
            entry = self._event_orders[number]
            situation = self._situation(values, view.point, view=view)
            if not all(condition.is_met(situation) for condition in entry.conditions_at_table):
                del pending[0]
            elif isinstance(entry.order, Stop):
                return SetMemory(STOPPED)
            elif not isinstance(entry.order, TableOrder):
                values = self._after_order(entry.order, values)
                del pending[0]
            else:
                request = entry.order.request(situation, target)
                if isinstance(request, TargetAmount):
                    pending[0] = (number, request.cents)
                elif request is None:
                    del pending[0]
                else:
                    now = (tuple(values.values()), tuple(pending))
                    return RequestedAct(request, entry.line) if now == memory else SetMemory(now)
        return SetMemory((tuple(values.values()), ()))

    def _next_standing(self, memory: Memory, view: View) -> RequestedAct | SetMemory | None:
        """Return the first thing that a rule still wants, or None."""
        values = self._values(memory)
        situation = self._situation(values, view.point, view=view)
        for entry in self._standing_orders:
            if entry.stage not in {None, values.get(STAGE)}:
                continue
            if not all(condition.is_met(situation) for condition in entry.conditions_at_table):
                continue
            if isinstance(entry.order, Stop):
                return SetMemory(STOPPED)
            if isinstance(entry.order, TableOrder):
                request = entry.order.request(situation, 0)
                assert not isinstance(request, TargetAmount), (
                    "an order that needs a target amount stands under an event"
                )
                if request is not None:
                    return RequestedAct(request, entry.line)
            elif (changed := self._after_order(entry.order, values)) != values:
                return RequestedAct(SetMemory((tuple(changed.values()), ())), entry.line)
        return None

    # The memory.

    @property
    def why_infinite(self) -> str | None:
        """Why the memory is unbounded, so that the strategy has no finite machine; None if it is bounded."""
        for memory_field in self._fields:
            if memory_field.minimum is None or memory_field.maximum is None:
                since = memory_field.name.removeprefix(WON)
                verb = "lost" if memory_field.minimum is None else "won"
                return (
                    f"{self.name} adds up what is won since {since}, and no line stops it once an amount is {verb}; "
                    "a line that stops it at an amount would do, or a condition on the rail"
                )
        return None

    def describe_memory(self, memory: Hashable) -> tuple[str, ...]:
        """Return the lines that describe a memory: the stage, the stake of each progression, and the counts."""
        if memory == STOPPED:
            return (STOPPED,)
        values = self._values(cast("Memory", memory))
        words = {STAGE: self.stages} | {
            str(ProgressionStake(name)): tuple(map(dollars, stakes)) for name, stakes in self.progressions
        }
        return tuple(
            f"{memory_field}: {words[memory_field][value] if memory_field in words else value}"
            for memory_field, value in values.items()
        )

    def _situation(
        self, values: dict[str, int], point: int | None, *, view: View | None = None, rolled: Rolled | None = None
    ) -> Situation:
        return Situation(self.unit or 0, self._stakes_by_name, values, point, view, rolled)

    def _values(self, memory: Memory) -> dict[str, int]:
        return {memory_field.name: value for memory_field, value in zip(self._fields, memory[0], strict=True)}

    def _after_counting(self, values: dict[str, int], rolled: Rolled) -> dict[str, int]:
        """Return the values after the counts of rolls, hands and winnings are updated for a roll."""
        is_over = rolled.puck == "seven out"
        won = int(sum(settlement.net for settlement in rolled.settlements))
        after = dict(values)
        for memory_field in self._fields:
            what, _, since = memory_field.name.partition(" since ")
            if not since:
                continue
            value = values[memory_field.name]
            if what == "rolls":
                value += 1
            elif what == "hands":
                value += is_over
            else:
                value += won
            after[memory_field.name] = 0 if is_over and since == "the hand began" else memory_field.clamp(value)
        return after

    def _after_order(self, order: Order, values: dict[str, int]) -> dict[str, int]:
        """Return the values after a memory order is executed."""
        changed = dict(values)
        match order:
            case AddToCounter(counter=counter, number=number):
                changed[counter] = values.get(counter, 0) + number
            case SetCounter(counter=counter, number=number):
                changed[counter] = number
            case MoveProgression(verb=verb, name=name):
                memory_field = str(ProgressionStake(name))
                is_over = verb == "raise or start" and values[memory_field] == len(self._stakes_by_name[name]) - 1
                changed[memory_field] = (
                    0 if verb == "start" or is_over else values[memory_field] + (-1 if verb == "lower" else 1)
                )
            case GoToStage(stage=stage) if values.get(STAGE, 0) != self.stages.index(stage):
                changed |= {
                    memory_field.name: 0
                    for memory_field in self._fields
                    if memory_field.name.endswith("the stage began")
                }
                changed[STAGE] = self.stages.index(stage)
        return {memory_field.name: memory_field.clamp(changed[memory_field.name]) for memory_field in self._fields}

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """The names of the stages; play begins in the first."""
        return tuple(str(block.heading) for block in self.rules if isinstance(block, Block) and block.kind == "stage")

    @cached_property
    def _stakes_by_name(self) -> Mapping[str, tuple[Cents, ...]]:
        return dict(self.progressions)

    @cached_property
    def _fields(self) -> tuple[MemoryField, ...]:
        """The memory fields; counts and sums that no condition reads are not remembered."""
        slots = [MemoryField(STAGE, 0, len(self.stages) - 1)] if len(self.stages) > 1 else []
        slots += [MemoryField(f"the {name}", 0, len(stakes) - 1) for name, stakes in self.progressions]
        bounds: dict[str, list[int]] = {}
        for leaf in self._memory_conditions:
            match leaf:
                case CounterIs(counter=counter, comparison=comparison, number=number):
                    bounds.setdefault(counter, []).append(number + (comparison not in {"below", "at least"}))
                case RollsMade(number=number) | HandsPlayed(number=number):
                    bounds.setdefault(leaf.field_name, []).append(number)
                case FirstRoll():
                    bounds.setdefault(leaf.field_name, []).append(1)
        slots += [MemoryField(name, 0, max(numbers)) for name, numbers in bounds.items()]
        return (*slots, *self._sum_fields())

    def _sum_fields(self) -> Iterator[MemoryField]:
        """Yield the fields for sums of winnings; a sum is bounded if the play, or the sum, ends at an amount."""
        most: dict[str, dict[str, int]] = {}
        for leaf in self._memory_conditions:
            if isinstance(leaf, WonOrLost):
                of_slot = most.setdefault(leaf.field_name, {})
                of_slot[leaf.verb] = max(of_slot.get(leaf.verb, 0), leaf.size.in_cents(self._situation({}, None)))
        for name, of_slot in most.items():
            lost, won = (of_slot[verb] if self._stops_at(name, verb) else None for verb in ("lost", "won"))
            yield MemoryField(name, None if lost is None else -lost, won)

    def _stops_at(self, memory_field: str, verb: str) -> bool:
        """Return whether the plan always stops, or leaves the stage of the sum, after it wins or loses an amount.

        Each stage needs such a line, and the line may have no other condition.
        """
        stages: set[int | None] = set()
        for entry in self.conditional_orders:
            match entry.order, (*entry.conditions_on_roll, *entry.conditions_at_table):
                case Stop() | GoToStage(), (WonOrLost() as leaf,) if (leaf.field_name, leaf.verb) == (
                    memory_field,
                    verb,
                ):
                    if isinstance(entry.order, Stop) or leaf.since == "the stage began":
                        stages.add(entry.stage)
        return None in stages or stages >= set(range(max(1, len(self.stages))))

    @cached_property
    def _memory_conditions(self) -> tuple[MemoryCondition, ...]:
        """All memory conditions, in the order of the text."""
        conditions = chain.from_iterable(
            (*entry.conditions_on_roll, *entry.conditions_at_table) for entry in self.conditional_orders
        )
        found = (leaf for condition in conditions for leaf in simple_conditions(condition))
        return tuple(dict.fromkeys(leaf for leaf in found if isinstance(leaf, MemoryCondition)))

    # The rules.

    @cached_property
    def conditional_orders(self) -> tuple[ConditionalOrder, ...]:
        """Every order with the conditions above it, in the order of the text."""
        return tuple(self._collect_orders(self.rules, None, (), is_when=False))

    def _collect_orders(
        self, rules: Iterable[Block | Rule], stage: int | None, under: tuple[Condition, ...], *, is_when: bool
    ) -> Iterator[ConditionalOrder]:
        for rule in rules:
            if isinstance(rule, Rule):
                at_once = tuple(c for c in under if is_when and not needs_table(c))
                at_the_table = tuple(c for c in under if c not in at_once)
                yield ConditionalOrder(rule.order, rule.line, stage, at_once, at_the_table)
            elif isinstance(rule.heading, str):
                number = self.stages.index(rule.heading) if len(self.stages) > 1 else None
                yield from self._collect_orders(rule.rules, number, under, is_when=is_when)
            else:
                when = is_when or rule.kind == "when"
                apart = rule.heading.conditions if isinstance(rule.heading, AllOf) else (rule.heading,)
                yield from self._collect_orders(rule.rules, stage, (*under, *apart), is_when=when)

    @cached_property
    def _event_orders(self) -> tuple[ConditionalOrder, ...]:
        return tuple(entry for entry in self.conditional_orders if entry.conditions_on_roll)

    @cached_property
    def _standing_orders(self) -> tuple[ConditionalOrder, ...]:
        return tuple(entry for entry in self.conditional_orders if not entry.conditions_on_roll)

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        """The canonical names of the wagers that the plan bets on, including odds, in the order of the text."""
        return tuple(dict.fromkeys(name for entry in self.conditional_orders for name in _wagers(entry.order)))


class Conflict(NamedTuple):
    """A reason why a plan cannot be played at a house: the line, and the refusal of the house."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


def find_conflicts(house: House, plan: Plan) -> tuple[Conflict, ...]:
    """Return the reasons why a plan cannot be played at a house.

    A reason is a wager that the house does not offer, or an amount that it does not accept.

    Returns:
        All reasons; empty if there are none. Refusals that depend on the course of play are not found here.
    """
    reasons = []
    for entry in plan.conditional_orders:
        try:
            for name in _wagers(entry.order):
                house.find(name)
            amounts = _possible_bets(plan, entry.order, house)
            refused = next((refused for bet in amounts for refused in amount_refusals(house, bet)), None)
            if refused:
                raise refused
            _check_multiples(house, entry.order)
        except Refused as error:
            reasons.append(Conflict(entry.line, error.message))
    return tuple(dict.fromkeys(reasons))


def can_play(house: House, plan: Plan) -> bool:
    """Return whether a house offers and accepts all bets of a plan."""
    return not find_conflicts(house, plan)


def _possible_bets(plan: Plan, order: Order, house: House) -> Iterator[LayoutBet]:
    """Yield the bets that an order can make, if the text states their amounts."""
    if isinstance(order, MakeBet | KeepComeBets):
        wager = house.find(order.spot if isinstance(order, MakeBet) else order.family)
        for cents in _amounts_of_size(plan, order.size):
            yield LayoutBet(PLAYER, wager, cents)


def _amounts_of_size(plan: Plan, size: Size) -> tuple[Cents, ...]:
    """Return every amount that a size can have, in cents."""
    if isinstance(size, ProgressionStake):
        return dict(plan.progressions)[size.name]
    return (size.in_cents(Situation(plan.unit or 0, {}, {}, None)),)


def _check_multiples(house: House, order: Order) -> None:
    """Raise the refusal of odds that are over the house's maximum on some number."""
    odds = order.odds if isinstance(order, AddOdds | KeepComeBets) else None
    if not isinstance(odds, OddsMultiple):
        return
    wager = house.find(_wagers(order)[-1])
    for number, cap in wager.cap.items():
        if odds.on(number) > cap:
            why = f"on {number} this house takes {cap} times"
            raise OverMaximum(f"{wager.name}, {odds}", why, "less would do", house.game.odds_limit.under)


def _wagers(order: Order) -> tuple[str, ...]:
    """Return the canonical names of the wagers that an order bets on."""
    match order:
        case MakeBet(spot=spot) | Parlay(spot=spot):
            return (spot,)
        case AddOdds(spots=spots):
            return (ODDS_ON + wager_of_spot(spots.name),)
        case KeepComeBets(family=family, odds=odds):
            return (family,) if odds is None else (family, ODDS_ON + family)
        case _:
            return ()


def wager_of_spot(spot: str) -> str:
    """Return the wager of a spot; the wager of "Come Bet on 4" is the Come Bet."""
    return spot if spot in known_wagers() else spot.rpartition(" on ")[0] or spot


def _parlay_amount(order: Order, rolled: Rolled) -> Cents:
    """Return the target amount of a parlay: the bet that won and its winnings, in cents; zero for other orders."""
    if not isinstance(order, Parlay):
        return 0
    return sum(
        settlement.bet.amount + int(settlement.net)
        for settlement in rolled.settlements
        if settlement.result == "won" and settlement.bet.spot == order.spot
    )


def _format_rules(rules: Iterable[Block | Rule], indent: str) -> Iterator[str]:
    """Yield the lines of rules, indented."""
    for rule in rules:
        if isinstance(rule, Rule):
            yield f"{indent}{rule.order}"
        elif len(rule.rules) == 1 and rule.kind != "stage" and rule.rules[0] == Rule(Stop()):
            yield f"{indent}stop when {rule.heading}"
        else:
            yield f"{indent}{rule}:"
            yield from _format_rules(rule.rules, indent + INDENT)
