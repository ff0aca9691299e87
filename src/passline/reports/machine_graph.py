"""The machine of a strategy as data, and as a graph for Graphviz."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING, Any

from passline.errors import CrapsError, StrategyError
from passline.machines.machine import machine
from passline.strategies.plan import find_conflicts
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.house.house import House
    from passline.machines.machine import Machine, State
    from passline.strategies.plan import Plan

MAX_STATES = 20_000
"""The maximum number of states that are counted."""
MAX_DRAWN_STATES = 60
"""The maximum number of states in a graph."""
ROLLS = 36


def strategy_data(plan: Plan, house: House) -> dict[str, Any]:
    """Return a strategy, its wagers and the size of its machine as data; amounts are in cents."""
    data: dict[str, Any] = {
        "name": plan.name,
        "about": " ".join(plan.description),
        "text": str(plan),
        "wagers": list(plan.wagers),
        "house": house.source,
        "why_not": [str(misfit) for misfit in find_conflicts(house, plan)],
        "states": None,
        "need": None,
        "seconds": None,
    }
    if not data["why_not"]:
        began = perf_counter()
        try:
            made = whole_machine(plan, house)
        except CrapsError as error:
            data["why_not"] = [error.message]
        else:
            data["states"] = len(made.states)
            data["need"] = max(row.required_rail for row in made.rows)
            data["seconds"] = round(perf_counter() - began, 2)
    return data


def whole_machine(plan: Plan, house: House) -> Machine:
    """Return the machine of a strategy with all its states.

    Raises:
        StrategyError: The strategy has no finite machine, or too many states.
    """
    if plan.why_infinite is not None:
        raise StrategyError(plan.why_infinite)
    made = machine(house, plan, most=MAX_STATES)
    if len(made.states) > MAX_STATES:
        message = f"{plan.name} has more than {MAX_STATES:,} states; a simulation finds them as it reaches them"
        raise StrategyError(message)
    return made


def machine_graph(plan: Plan, made: Machine) -> Iterator[str]:
    """Yield the lines of a Graphviz graph: a box for each state, an arrow for the rolls between two states."""
    if len(made.states) > MAX_DRAWN_STATES:
        message = f"{plan.name} has {len(made.states):,} states; at most {MAX_DRAWN_STATES} can be drawn"
        raise StrategyError(message)
    yield f"digraph {quoted(plan.name)} {{"
    yield "    node [shape=box];"
    for number, state in enumerate(made.states):
        yield f"    {number} [label={quoted(_label(plan, state))}];"
    for number, row in enumerate(made.rows):
        before = made.states[number].layout_total
        nets = (net + made.states[to].layout_total - before for to, net in zip(row.next_state, row.net, strict=True))
        for (to, net), ways in Counter(zip(row.next_state, nets, strict=True)).items():
            won = f", {'+' if net > 0 else ''}{dollars(net)}" if net else ""
            yield f"    {number} -> {to} [label={quoted(f'{ways} in {ROLLS}{won}')}];"
    yield "}"


def _label(plan: Plan, state: State) -> str:
    """Return the label of a state: its point, its bets, and the memory of the strategy."""
    point = "come out" if state.layout.point is None else f"point {state.layout.point}"
    bets = (f"{bet.spot} {dollars(bet.amount)}" for bet in state.layout.bets)
    return "\n".join([point, *bets, *plan.describe_memory(state.memory)])


def quoted(text: str) -> str:
    """Return a text in quotes, with quotes, backslashes and line ends escaped."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
