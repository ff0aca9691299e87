"""Absorbing Markov chains over the 36 rolls: states found from a start, visits solved exactly."""

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
Outcome = TypeVar("Outcome", bound=Hashable)


@dataclass(frozen=True)
class MarkovChain(Generic[State, Outcome]):
    """A chain in which each state is rolled from once, and every roll leads on or to the end.

    Attributes:
        start: The chance of beginning in each state.
        transitions: For each state, the number of rolls that lead to each next state (None: the end), with its outcome.
        block: States lead only to states of the same rank or a higher one; each rank's parts are solved apart.
    """

    start: Mapping[State, Fraction]
    transitions: Mapping[State, Mapping[tuple[State | None, Outcome], int]]
    block: Callable[[State], frozenset[int]]

    def expected_visits(self) -> dict[State, Fraction]:
        """Return how often each state is rolled from on the way from the start to the end: its mean, exact.

        Raises:
            NeverDecided: There are states from which the end is never reached.
        """
        parts: dict[frozenset[int], list[State]] = defaultdict(list)
        for state in self.transitions:
            parts[self.block(state)].append(state)
        inflow: dict[State, fmpq] = defaultdict(fmpq)
        for state, chance in self.start.items():
            inflow[state] += _fmpq(chance)
        found: dict[State, Fraction] = {}
        for _, part in sorted(parts.items(), key=lambda item: len(item[0])):
            for state, visits in zip(part, self._solved(part, inflow), strict=True):
                found[state] = Fraction(int(visits.p), int(visits.q))
                for (to, _), ways in self.transitions[state].items():
                    if to is not None:
                        inflow[to] += visits * fmpq(ways, ROLLS)
        return found

    def _solved(self, part: list[State], inflow: Mapping[State, fmpq]) -> list[fmpq]:
        """Solve visits = inflow + visits within the part."""
        place = {state: index for index, state in enumerate(part)}
        size = len(part)
        system = fmpq_mat(size, size, [fmpq(int(row == column)) for row in range(size) for column in range(size)])
        for state, column in place.items():
            for (to, _), ways in self.transitions[state].items():
                if to is not None and to in place:
                    system[place[to], column] -= fmpq(ways, ROLLS)
        try:
            solved = system.solve(fmpq_mat(size, 1, [inflow[state] for state in part]))
        except ZeroDivisionError:
            message = "no roll can end what is asked about; a wager that can be decided would do"
            raise NeverDecided(message) from None
        return [solved[row, 0] for row in range(size)]


def build_chain(
    start: Mapping[State, Fraction],
    step: Callable[[State, Roll], tuple[State | None, Outcome]],
    *,
    block: Callable[[State], frozenset[int]] = lambda _: frozenset(),
) -> MarkovChain[State, Outcome]:
    """Find every state that *start* can lead to, by rolling each of the 36 rolls from each."""
    transitions: dict[State, Counter[tuple[State | None, Outcome]]] = {}
    ahead = list(start)
    while ahead:
        state = ahead.pop()
        if state not in transitions:
            transitions[state] = Counter(step(state, roll) for roll in EVERY_ROLL)
            ahead += [to for to, _ in transitions[state] if to is not None]
    return MarkovChain(start, transitions, block)


def normalize(weights: Iterable[tuple[State, Fraction]]) -> dict[State, Fraction]:
    """Return weights as chances that add up to one."""
    counted: dict[State, Fraction] = defaultdict(Fraction)
    for state, weight in weights:
        counted[state] += weight
    total = sum(counted.values(), Fraction(0))
    return {state: weight / total for state, weight in counted.items()}


def _fmpq(chance: Fraction) -> fmpq:
    return fmpq(chance.numerator, chance.denominator)
