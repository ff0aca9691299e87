"""The length of a shooter's hand: the rolls from the first come out roll to the seven-out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from passline.odds.markov_chain import MarkovChain, build_chain
from passline.table.shooter import move_puck
from passline.words.dice import EVERY_ROLL, Roll

if TYPE_CHECKING:
    from passline.house.house import House


class Shooting(NamedTuple):
    """The state of a hand before its end: the point, or None before a come out roll."""

    point: int | None


@dataclass(frozen=True)
class HandLength:
    """The distribution of the number of rolls in a hand, exact; the roll of the seven-out is counted.

    Attributes:
        mean: The mean number of rolls.
        variance: The variance of the number of rolls.
    """

    mean: Fraction
    variance: Fraction
    _chain: MarkovChain[Shooting, None]

    def probability_at_least(self, rolls: int) -> Fraction:
        """Return the probability that a hand lasts at least this number of rolls."""
        return Fraction(sum(self._surviving(rolls - 1).values()), len(EVERY_ROLL) ** max(rolls - 1, 0))

    def probability(self, rolls: int) -> Fraction:
        """Return the probability that a hand lasts exactly this number of rolls."""
        return self.probability_at_least(rolls) - self.probability_at_least(rolls + 1)

    def _surviving(self, rolls: int) -> Counter[Shooting]:
        """Count the sequences of *rolls* rolls that do not end the hand, by the state after them."""
        sequences: Counter[Shooting] = Counter({Shooting(None): 1})
        for _ in range(rolls):
            longer: Counter[Shooting] = Counter()
            for state, count in sequences.items():
                for (following, _), ways in self._chain.transitions[state].items():
                    if following is not None:
                        longer[following] += count * ways
            sequences = longer
        return sequences


def hand_length(house: House) -> HandLength:
    """Return the distribution of the length of a shooter's hand at a house.

    >>> from passline import open_house
    >>> hand_length(open_house("craps")).mean
    Fraction(1671, 196)
    """
    chain = build_chain({Shooting(None): Fraction(1)}, lambda state, roll: (_after_roll(house, state, roll), None))
    visits = chain.expected_visits()
    mean = sum(visits.values(), Fraction(0))
    # The sum of the remaining rolls, over all rolls of a hand of N rolls, is N(N + 1) / 2; this is its mean.
    remaining = sum((expected * _mean_from(chain, state) for state, expected in visits.items()), Fraction(0))
    return HandLength(mean, 2 * remaining - mean - mean**2, chain)


def _mean_from(chain: MarkovChain[Shooting, None], state: Shooting) -> Fraction:
    from_state = MarkovChain({state: Fraction(1)}, chain.transitions, chain.block)
    return sum(from_state.expected_visits().values(), Fraction(0))


def _after_roll(house: House, state: Shooting, roll: Roll) -> Shooting | None:
    moved = move_puck(house, state.point, roll)
    return None if moved.call == "seven out" else Shooting(moved.point)
