"""A plan: what the text of a strategy says, and how it is played.

Before each roll the rules are gone through from top to bottom, and the first thing that is still wanted is asked
for, until nothing is. What stands under a `when` is done once, after the roll that it speaks of and before
anything else: what concerns the memory alone as soon as the dice have landed, the rest at the table.
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
    Bet,
    GoToStage,
    KeepComeBets,
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
from passline.table.layout import Bet as Placed
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from passline.house.house import House
    from passline.strategies.protocol import View
    from passline.table.events import Rolled
    from passline.words.money import Cents

STOPPED = "stopped"
"""The memory of a plan that has stopped."""
STAGE = "the stage it is in"
"""The slot that the stage is kept in; no counter can be called so."""
WON = "cents won since "
INDENT = "    "

Pending = tuple[tuple[int, "Cents"], ...]
"""The orders of an event that are still to be given, by number, each with the amount it has noted down, or zero."""
Memory = tuple[tuple[int, ...], Pending]
"""The memory of a plan: what is kept in each slot, and what is pending."""


@dataclass(frozen=True, slots=True)
class Rule:
    """An order, and the line of the text that gives it."""

    order: Order
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Block:
    """Rules that hold under a condition, or in a stage.

    Attributes:
        kind: "if" for what is so, "when" for what has just happened, "stage" for a stage.
        heading: The condition, or the name of the stage.
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
    """An order with all that it stands under.

    Attributes:
        stage: The number of the stage it belongs to, or None.
        conditions_on_roll: What must be so as the dice land, for an order under a `when`.
        conditions_at_table: What must be so when it is asked for.
    """

    order: Order
    line: int
    stage: int | None
    conditions_on_roll: tuple[Condition, ...]
    conditions_at_table: tuple[Condition, ...]

    @property
    def changes_memory_only(self) -> bool:
        """Whether it is done as the dice land, without a look at the table."""
        return not isinstance(self.order, TableOrder) and not self.conditions_at_table


class MemoryField(NamedTuple):
    """Something that is remembered as a number, and kept within bounds; None where there is no bound."""

    name: str
    minimum: int | None
    maximum: int | None

    def clamp(self, value: int) -> int:
        """Return a number within the bounds."""
        value = value if self.maximum is None else min(value, self.maximum)
        return value if self.minimum is None else max(value, self.minimum)


@dataclass(frozen=True)
class Plan:
    """What the text of a strategy says; it plays as `passline.strategies.protocol.Strategy` describes.

    Two plans are the same if their texts say the same, whatever their lines.

    Attributes:
        name: What it is called.
        description: Its rules in words, line by line.
        unit: The unit, in cents, or None.
        stakes: The progressions: name and stakes in order.
        counters: The names of the counters.
        rules: The rules, in order.
    """

    name: str
    description: tuple[str, ...]
    unit: Cents | None
    stakes: tuple[tuple[str, tuple[Cents, ...]], ...]
    counters: tuple[str, ...]
    rules: tuple[Block | Rule, ...]

    def __str__(self) -> str:
        """Print the text of the strategy; it reads back to the same plan."""
        lines = [f"# {line}".rstrip() for line in self.description]
        lines.append(f"strategy {self.name}")
        if self.unit is not None:
            lines.append(f"a unit is {dollars(self.unit)}")
        lines += [f"the {name} goes {', '.join(map(dollars, stakes))}" for name, stakes in self.stakes]
        lines += [f"counter {counter}" for counter in self.counters]
        lines += _written(self.rules, "")
        return "\n".join(lines) + "\n"

    # How it is played.

    def initial_memory(self) -> Hashable:
        """Return the memory that a session begins with."""
        return (tuple(0 for _ in self._slots), ())

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        """Return the memory after a roll: what was counted, what the dice changed, and what is now to be asked for."""
        if memory == STOPPED or not (self._slots or self._of_events):
            return memory
        kept = self._counted(self._kept(cast("Memory", memory)), rolled)
        stage = kept.get(STAGE)
        pending: list[tuple[int, Cents]] = []
        for number, given in enumerate(self._of_events):
            moment = self._moment(kept, rolled.point, rolled=rolled)
            if given.stage not in {None, stage} or not all(
                condition.is_met(moment) for condition in given.conditions_on_roll
            ):
                continue
            if not given.changes_memory_only or (isinstance(given.order, Stop) and pending):
                pending.append((number, _won(given.order, rolled)))
            elif isinstance(given.order, Stop):
                return STOPPED
            else:
                kept = self._changed(given.order, kept)
        return (tuple(kept.values()), tuple(pending))

    def next_act(self, view: View) -> RequestedAct | SetMemory | None:
        """Return the next thing to ask for before the roll, or None when there is nothing more."""
        if view.memory == STOPPED:
            return None
        memory = cast("Memory", view.memory)
        return self._pending(memory, view) if memory[1] else self._standing(memory, view)

    def _pending(self, memory: Memory, view: View) -> RequestedAct | SetMemory:
        """Return the next thing to ask for after an event, or the memory once that is done."""
        kept, pending = self._kept(memory), list(memory[1])
        while pending:
            number, mark = pending[0]
            given = self._of_events[number]
            moment = self._moment(kept, view.point, view=view)
            if not all(condition.is_met(moment) for condition in given.conditions_at_table):
                del pending[0]
            elif isinstance(given.order, Stop):
                return SetMemory(STOPPED)
            elif not isinstance(given.order, TableOrder):
                kept = self._changed(given.order, kept)
                del pending[0]
            else:
                asked = given.order.ask(moment, mark)
                if isinstance(asked, TargetAmount):
                    pending[0] = (number, asked.cents)
                elif asked is None:
                    del pending[0]
                else:
                    now = (tuple(kept.values()), tuple(pending))
                    return RequestedAct(asked, given.line) if now == memory else SetMemory(now)
        return SetMemory((tuple(kept.values()), ()))

    def _standing(self, memory: Memory, view: View) -> RequestedAct | SetMemory | None:
        """Return the first thing that a rule still wants, or None."""
        kept = self._kept(memory)
        moment = self._moment(kept, view.point, view=view)
        for given in self._always:
            if given.stage not in {None, kept.get(STAGE)}:
                continue
            if not all(condition.is_met(moment) for condition in given.conditions_at_table):
                continue
            if isinstance(given.order, Stop):
                return SetMemory(STOPPED)
            if isinstance(given.order, TableOrder):
                asked = given.order.ask(moment, 0)
                assert not isinstance(asked, TargetAmount), "an order that is given once stands under no event"
                if asked is not None:
                    return RequestedAct(asked, given.line)
            elif (changed := self._changed(given.order, kept)) != kept:
                return RequestedAct(SetMemory((tuple(changed.values()), ())), given.line)
        return None

    # What it remembers.

    @property
    def why_infinite(self) -> str | None:
        """Why the memory can grow without end, so that the strategy has no finite machine; None if it cannot."""
        for slot in self._slots:
            if slot.minimum is None or slot.maximum is None:
                since = slot.name.removeprefix(WON)
                verb = "lost" if slot.minimum is None else "won"
                return (
                    f"{self.name} adds up what is won since {since}, and no line stops it once so much is {verb}; "
                    "say where it stops, or compare the rail instead"
                )
        return None

    def describe_memory(self, memory: Hashable) -> tuple[str, ...]:
        """Return what a memory holds, in words: the stage, where each progression stands, and what is counted."""
        if memory == STOPPED:
            return (STOPPED,)
        kept = self._kept(cast("Memory", memory))
        words = {STAGE: self.stages} | {
            str(ProgressionStake(name)): tuple(map(dollars, stakes)) for name, stakes in self.stakes
        }
        return tuple(f"{slot}: {words[slot][value] if slot in words else value}" for slot, value in kept.items())

    def _moment(
        self, kept: dict[str, int], point: int | None, *, view: View | None = None, rolled: Rolled | None = None
    ) -> Situation:
        return Situation(self.unit or 0, self._stakes, kept, point, view, rolled)

    def _kept(self, memory: Memory) -> dict[str, int]:
        return {slot.name: value for slot, value in zip(self._slots, memory[0], strict=True)}

    def _counted(self, kept: dict[str, int], rolled: Rolled) -> dict[str, int]:
        """Return what is kept once a roll has been counted."""
        is_over = rolled.puck == "seven out"
        won = int(sum(settlement.net for settlement in rolled.settlements))
        after = dict(kept)
        for slot in self._slots:
            what, _, since = slot.name.partition(" since ")
            if not since:
                continue
            value = kept[slot.name]
            if what == "rolls":
                value += 1
            elif what == "hands":
                value += is_over
            else:
                value += won
            after[slot.name] = 0 if is_over and since == "the hand began" else slot.clamp(value)
        return after

    def _changed(self, order: Order, kept: dict[str, int]) -> dict[str, int]:
        """Return what is kept once an order to the memory has been carried out."""
        changed = dict(kept)
        match order:
            case AddToCounter(counter=counter, number=number):
                changed[counter] = kept.get(counter, 0) + number
            case SetCounter(counter=counter, number=number):
                changed[counter] = number
            case MoveProgression(verb=verb, name=name):
                slot = str(ProgressionStake(name))
                is_over = verb == "raise or start" and kept[slot] == len(self._stakes[name]) - 1
                changed[slot] = 0 if verb == "start" or is_over else kept[slot] + (-1 if verb == "lower" else 1)
            case GoToStage(stage=stage) if kept.get(STAGE, 0) != self.stages.index(stage):
                changed |= {slot.name: 0 for slot in self._slots if slot.name.endswith("the stage began")}
                changed[STAGE] = self.stages.index(stage)
        return {slot.name: slot.clamp(changed[slot.name]) for slot in self._slots}

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """The names of the stages; it begins in the first."""
        return tuple(str(block.heading) for block in self.rules if isinstance(block, Block) and block.kind == "stage")

    @cached_property
    def _stakes(self) -> Mapping[str, tuple[Cents, ...]]:
        return dict(self.stakes)

    @cached_property
    def _slots(self) -> tuple[MemoryField, ...]:
        """What is remembered: only what some line asks for."""
        slots = [MemoryField(STAGE, 0, len(self.stages) - 1)] if len(self.stages) > 1 else []
        slots += [MemoryField(f"the {name}", 0, len(stakes) - 1) for name, stakes in self.stakes]
        bounds: dict[str, list[int]] = {}
        for leaf in self._asked:
            match leaf:
                case CounterIs(counter=counter, comparison=comparison, number=number):
                    bounds.setdefault(counter, []).append(number + (comparison not in {"below", "at least"}))
                case RollsMade(number=number) | HandsPlayed(number=number):
                    bounds.setdefault(leaf.field_name, []).append(number)
                case FirstRoll():
                    bounds.setdefault(leaf.field_name, []).append(1)
        slots += [MemoryField(name, 0, max(numbers)) for name, numbers in bounds.items()]
        return (*slots, *self._sums())

    def _sums(self) -> Iterator[MemoryField]:
        """Yield the slots in which winnings are added up; one has an end where the play has, or what is added up."""
        most: dict[str, dict[str, int]] = {}
        for leaf in self._asked:
            if isinstance(leaf, WonOrLost):
                of_slot = most.setdefault(leaf.field_name, {})
                of_slot[leaf.verb] = max(of_slot.get(leaf.verb, 0), leaf.size.in_cents(self._moment({}, None)))
        for name, of_slot in most.items():
            lost, won = (of_slot[verb] if self._ends(name, verb) else None for verb in ("lost", "won"))
            yield MemoryField(name, None if lost is None else -lost, won)

    def _ends(self, slot: str, verb: str) -> bool:
        """Say whether it stops, or goes to another stage where that begins the sum anew, once so much is won or lost.

        Nothing else may be asked for beside it, in whatever stage it is.
        """
        stages: set[int | None] = set()
        for given in self.conditional_orders:
            match given.order, (*given.conditions_on_roll, *given.conditions_at_table):
                case Stop() | GoToStage(), (WonOrLost() as leaf,) if (leaf.field_name, leaf.verb) == (slot, verb):
                    if isinstance(given.order, Stop) or leaf.since == "the stage began":
                        stages.add(given.stage)
        return None in stages or stages >= set(range(max(1, len(self.stages))))

    @cached_property
    def _asked(self) -> tuple[MemoryCondition, ...]:
        """Every condition on the memory, in the order of the text."""
        conditions = chain.from_iterable(
            (*given.conditions_on_roll, *given.conditions_at_table) for given in self.conditional_orders
        )
        found = (leaf for condition in conditions for leaf in simple_conditions(condition))
        return tuple(dict.fromkeys(leaf for leaf in found if isinstance(leaf, MemoryCondition)))

    # What it says.

    @cached_property
    def conditional_orders(self) -> tuple[ConditionalOrder, ...]:
        """Every order of the text with all that it stands under, in the order of the text."""
        return tuple(self._given(self.rules, None, (), is_when=False))

    def _given(
        self, rules: Iterable[Block | Rule], stage: int | None, under: tuple[Condition, ...], *, is_when: bool
    ) -> Iterator[ConditionalOrder]:
        for rule in rules:
            if isinstance(rule, Rule):
                at_once = tuple(c for c in under if is_when and not needs_table(c))
                at_the_table = tuple(c for c in under if c not in at_once)
                yield ConditionalOrder(rule.order, rule.line, stage, at_once, at_the_table)
            elif isinstance(rule.heading, str):
                number = self.stages.index(rule.heading) if len(self.stages) > 1 else None
                yield from self._given(rule.rules, number, under, is_when=is_when)
            else:
                when = is_when or rule.kind == "when"
                apart = rule.heading.conditions if isinstance(rule.heading, AllOf) else (rule.heading,)
                yield from self._given(rule.rules, stage, (*under, *apart), is_when=when)

    @cached_property
    def _of_events(self) -> tuple[ConditionalOrder, ...]:
        return tuple(given for given in self.conditional_orders if given.conditions_on_roll)

    @cached_property
    def _always(self) -> tuple[ConditionalOrder, ...]:
        return tuple(given for given in self.conditional_orders if not given.conditions_on_roll)

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        """The canonical names of the wagers that it bets on, odds too, in the order of the text."""
        return tuple(dict.fromkeys(name for given in self.conditional_orders for name in _wagers(given.order)))


class Conflict(NamedTuple):
    """Why a plan cannot be played at a house: the line that asks for it, and the table's own words."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


def find_conflicts(house: House, plan: Plan) -> tuple[Conflict, ...]:
    """Say why a plan cannot be played at a house: what it bets on and is not offered, or bets and is not taken.

    Returns:
        Every reason, none if it fits. What depends on the course of play is not found here.
    """
    reasons = []
    for given in plan.conditional_orders:
        try:
            for name in _wagers(given.order):
                house.find(name)
            amounts = _amounts(plan, given.order, house)
            refused = next((refused for bet in amounts for refused in amount_refusals(house, bet)), None)
            if refused:
                raise refused
            _check_multiples(house, given.order)
        except Refused as error:
            reasons.append(Conflict(given.line, error.message))
    return tuple(dict.fromkeys(reasons))


def can_play(house: House, plan: Plan) -> bool:
    """Say whether a house offers all that a plan bets on."""
    return not find_conflicts(house, plan)


def _amounts(plan: Plan, order: Order, house: House) -> Iterator[Placed]:
    """Yield the bets that an order can make, as far as the text tells their amounts."""
    if isinstance(order, Bet | KeepComeBets):
        wager = house.find(order.spot if isinstance(order, Bet) else order.family)
        for cents in _sizes(plan, order.size):
            yield Placed(PLAYER, wager, cents)


def _sizes(plan: Plan, size: Size) -> tuple[Cents, ...]:
    """Return every amount that a size can be, in cents."""
    if isinstance(size, ProgressionStake):
        return dict(plan.stakes)[size.name]
    return (size.in_cents(Situation(plan.unit or 0, {}, {}, None)),)


def _check_multiples(house: House, order: Order) -> None:
    """Raise the refusal of odds that are over the house's cap on some number."""
    odds = order.odds if isinstance(order, AddOdds | KeepComeBets) else None
    if not isinstance(odds, OddsMultiple):
        return
    wager = house.find(_wagers(order)[-1])
    for number, cap in wager.cap.items():
        if odds.on(number) > cap:
            why = f"on {number} this house takes {cap} times"
            raise OverMaximum(f"{wager.name}, {odds}", why, "less would do", house.game.cap.under)


def _wagers(order: Order) -> tuple[str, ...]:
    """Return the wagers that an order bets on."""
    match order:
        case Bet(spot=spot) | Parlay(spot=spot):
            return (spot,)
        case AddOdds(spots=spots):
            return (ODDS_ON + wager_of_spot(spots.name),)
        case KeepComeBets(family=family, odds=odds):
            return (family,) if odds is None else (family, ODDS_ON + family)
        case _:
            return ()


def wager_of_spot(spot: str) -> str:
    """Return the wager of a spot: that of "Come Bet on 4" is the Come Bet."""
    return spot if spot in known_wagers() else spot.rpartition(" on ")[0] or spot


def _won(order: Order, rolled: Rolled) -> Cents:
    """Return what a parlay notes down: the bet that has just won and its winnings together, in cents."""
    if not isinstance(order, Parlay):
        return 0
    return sum(
        settlement.bet.amount + int(settlement.net)
        for settlement in rolled.settlements
        if settlement.result == "won" and settlement.bet.spot == order.spot
    )


def _written(rules: Iterable[Block | Rule], indent: str) -> Iterator[str]:
    """Yield the lines of some rules."""
    for rule in rules:
        if isinstance(rule, Rule):
            yield f"{indent}{rule.order}"
        elif len(rule.rules) == 1 and rule.kind != "stage" and rule.rules[0] == Rule(Stop()):
            yield f"{indent}stop when {rule.heading}"
        else:
            yield f"{indent}{rule}:"
            yield from _written(rule.rules, indent + INDENT)
