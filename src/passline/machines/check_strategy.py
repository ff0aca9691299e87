"""Check a strategy: its text, and every state that its play reaches."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from passline.errors import CrapsError
from passline.machines.machine import machine
from passline.strategies.conditions import RailAmount, simple_conditions
from passline.strategies.lint import Finding, lint_text, sort_findings
from passline.strategies.orders import TableOrder
from passline.strategies.plan import STOPPED, can_play
from passline.strategies.protocol import RequestedAct
from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from passline.house.house import House
    from passline.machines.machine import Machine
    from passline.strategies.plan import Plan
    from passline.strategies.protocol import SetMemory, View
    from passline.table.events import Rolled

MAX_STATES = 20_000
"""The largest machine whose states are checked."""


def check_plan(plan: Plan, house: House) -> tuple[Finding, ...]:
    """Return the findings in the text and the play of a plan at a house.

    The play is checked in every state that it reaches from an ample rail, if there are at most `MAX_STATES`. It is not
    checked if the house does not offer or accept a bet of the plan.

    Returns:
        The findings, ordered by line; those about the whole text come last.
    """
    found = lint_text(plan, house)
    if can_play(house, plan):
        found += tuple(_check_play(plan, house, {finding.line for finding in found}))
    return sort_findings(found)


@dataclass(frozen=True)
class _RecordingPlan:
    """A plan that records the lines that request acts."""

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
        request = self.plan.next_act(view)
        if isinstance(request, RequestedAct):
            self.lines.add(request.line)
        return request


def _check_play(plan: Plan, house: House, known: set[int | None]) -> Iterator[Finding]:
    """Yield the findings in the play from an ample rail, except about lines that are already known to be doubtful."""
    if plan.why_infinite:
        yield Finding(None, plan.why_infinite)
        return
    recording = _RecordingPlan(plan)
    try:
        made = machine(house, recording, most=MAX_STATES)
    except CrapsError as error:
        yield Finding(None, error.message)
        return
    if len(made.states) > MAX_STATES:
        yield Finding(None, f"it has more than {MAX_STATES:,} states, which are too many to check")
        return
    for entry in plan.conditional_orders:
        reads_rail = any(isinstance(leaf, RailAmount) for each in entry.conditions for leaf in simple_conditions(each))
        if isinstance(entry.order, TableOrder) and entry.line not in recording.lines | known and not reads_rail:
            yield Finding(entry.line, f"'{entry.order}' never takes effect, whatever the dice roll")
    yield from _dead_ends(made)


def _dead_ends(made: Machine) -> Iterator[Finding]:
    """Yield a finding if the plan can reach a state after which it never bets again, but it has not stopped."""
    rows = made.rows
    predecessors: dict[int, set[int]] = defaultdict(set)
    for state, row in enumerate(rows):
        for successor in row.next_state:
            predecessors[successor].add(state)
    queue = [state for state, row in enumerate(rows) if any(row.net) or made.states[state].layout.bets]
    betting = set(queue)
    while queue:
        new = predecessors[queue.pop()] - betting
        betting |= new
        queue += new
    dead = {state for state in range(len(rows)) if state not in betting and made.states[state].memory != STOPPED}
    if dead:
        dice = _shortest_path(made, dead)
        where = f"after {' '.join(dice)}" if dice else "from the first roll on"
        yield Finding(None, f"{where} it never bets again, whatever the dice roll, and no line stops it")


def _shortest_path(made: Machine, targets: set[int]) -> list[str]:
    """Return the fewest rolls that lead from the first state to one of some states."""
    came_from: dict[int, tuple[int, int]] = {0: (0, -1)}
    queue = [0]
    for state in queue:
        if state in targets:
            dice: list[str] = []
            while state:
                state, column = came_from[state]  # noqa: PLW2901  Follow the path back to the first state.
                dice.append(str(EVERY_ROLL[column]))
            return dice[::-1]
        for column, successor in enumerate(made.ample_row(state).next_state):
            if successor not in came_from:
                came_from[successor] = (state, column)
                queue.append(successor)
    return []
