"""Absorbing Markov chains over the 36 rolls of two dice, solved exactly.

From each state, 36 equally likely rolls lead to another state or to the end. The states are found from the start
states. The expected number of visits to each state is the solution of a linear system in fractions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from flint import fmpq, fmpq_mat

from passline.errors import NeverDecided
from passline.words.dice import EVERY_ROLL, Roll

ROLLS = len(EVERY_ROLL)
State = TypeVar("State", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True)
class MarkovChain(Generic[State, Label]):
    """An absorbing Markov chain whose transitions are the 36 rolls.

    Attributes:
        start: The probability of each start state.
        transitions: For each state, the number of rolls that lead to each next state (None is the end). A label on each
            transition says what happened.
        block: The block of a state. A transition leads to the same block or to one that contains it. Each block is
            solved as a linear system of its own, smaller blocks first.
    """

    start: Mapping[State, Fraction]
    transitions: Mapping[State, Mapping[tuple[State | None, Label], int]]
    block: Callable[[State], frozenset[int]]

    def expected_visits(self) -> dict[State, Fraction]:
        """Return the expected number of rolls made from each state before the end (exact).

        Raises:
            NeverDecided: From some state the end cannot be reached.
        """
        blocks: dict[frozenset[int], list[State]] = defaultdict(list)
        for state in self.transitions:
            blocks[self.block(state)].append(state)
        inflow: dict[State, fmpq] = defaultdict(fmpq)
        for state, probability in self.start.items():
            inflow[state] += _fmpq(probability)
        expected: dict[State, Fraction] = {}
        for _, states in sorted(blocks.items(), key=lambda item: len(item[0])):
            for state, visits in zip(states, self._solve_block(states, inflow), strict=True):
                expected[state] = Fraction(int(visits.p), int(visits.q))
                for (following, _), rolls in self.transitions[state].items():
                    if following is not None:
                        inflow[following] += visits * fmpq(rolls, ROLLS)
        return expected

    def _solve_block(self, states: list[State], inflow: Mapping[State, fmpq]) -> list[fmpq]:
        """Solve visits = inflow + transitions inside the block * visits."""
        index_of = {state: index for index, state in enumerate(states)}
        size = len(states)
        system = fmpq_mat(size, size, [fmpq(int(row == column)) for row in range(size) for column in range(size)])
        for state, column in index_of.items():
            for (following, _), rolls in self.transitions[state].items():
                if following is not None and following in index_of:
                    system[index_of[following], column] -= fmpq(rolls, ROLLS)
        try:
            solution = system.solve(fmpq_mat(size, 1, [inflow[state] for state in states]))
        except ZeroDivisionError:
            message = "no roll can decide this wager, so it has no edge; a wager that some roll decides would do"
            raise NeverDecided(message) from None
        return [solution[row, 0] for row in range(size)]


def build_chain(
    start: Mapping[State, Fraction],
    step: Callable[[State, Roll], tuple[State | None, Label]],
    *,
    block: Callable[[State], frozenset[int]] = lambda _: frozenset(),
) -> MarkovChain[State, Label]:
    """Build the chain of all states that can be reached from the start states.

    Args:
        start: The probability of each start state.
        step: Returns the next state (None for the end) and the label of the transition, for a state and a roll.
        block: The block of a state; see `MarkovChain`.
    """
    transitions: dict[State, Counter[tuple[State | None, Label]]] = {}
    waiting = list(start)
    while waiting:
        state = waiting.pop()
        if state not in transitions:
            transitions[state] = Counter(step(state, roll) for roll in EVERY_ROLL)
            waiting += [following for following, _ in transitions[state] if following is not None]
    return MarkovChain(start, transitions, block)


def normalize(weights: Iterable[tuple[State, Fraction]]) -> dict[State, Fraction]:
    """Return a probability distribution in proportion to the weights; the weights of a repeated state are added."""
    sums: dict[State, Fraction] = defaultdict(Fraction)
    for state, weight in weights:
        sums[state] += weight
    total = sum(sums.values(), Fraction(0))
    return {state: weight / total for state, weight in sums.items()}


def _fmpq(fraction: Fraction) -> fmpq:
    return fmpq(fraction.numerator, fraction.denominator)
