"""The length of a shooter's hand: the rolls from a first come out roll to the seven-out."""

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
    """A hand that goes on, and the point it stands at."""

    point: int | None


@dataclass(frozen=True)
class HandLength:
    """How long a hand lasts, in rolls, exactly; the roll of the seven-out counts.

    Attributes:
        mean: The mean number of rolls.
        variance: The variance of the number of rolls.
    """

    mean: Fraction
    variance: Fraction
    _chain: MarkovChain[Shooting, None]

    def probability_at_least(self, rolls: int) -> Fraction:
        """Return the chance that a hand lasts *rolls* rolls or more."""
        return Fraction(sum(self._alive(rolls - 1).values()), len(EVERY_ROLL) ** max(rolls - 1, 0))

    def probability(self, rolls: int) -> Fraction:
        """Return the chance that a hand lasts exactly *rolls* rolls."""
        return self.probability_at_least(rolls) - self.probability_at_least(rolls + 1)

    def _alive(self, rolls: int) -> Counter[Shooting]:
        """Count, of all ways to roll *rolls* times, those that are not over, by the point they stand at."""
        ways: Counter[Shooting] = Counter({Shooting(None): 1})
        for _ in range(rolls):
            onward: Counter[Shooting] = Counter()
            for shooting, count in ways.items():
                for (to, _), rolls_that_do in self._chain.transitions[shooting].items():
                    if to is not None:
                        onward[to] += count * rolls_that_do
            ways = onward
        return ways


def hand_length(house: House) -> HandLength:
    """Return how long a shooter's hand lasts at a house.

    >>> from passline import open_house
    >>> hand_length(open_house("craps")).mean
    Fraction(1671, 196)
    """
    chain = build_chain({Shooting(None): Fraction(1)}, lambda shooting, roll: (_rolled(house, shooting, roll), None))
    visits = chain.expected_visits()
    mean = sum(visits.values(), Fraction(0))
    # From each roll of the way on, what is still ahead: all of it together is the mean of N(N + 1) / 2.
    ahead = sum((often * _mean_from(chain, shooting) for shooting, often in visits.items()), Fraction(0))
    return HandLength(mean, 2 * ahead - mean - mean**2, chain)


def _mean_from(chain: MarkovChain[Shooting, None], shooting: Shooting) -> Fraction:
    return sum(
        MarkovChain({shooting: Fraction(1)}, chain.transitions, chain.block).expected_visits().values(), Fraction(0)
    )


def _rolled(house: House, shooting: Shooting, roll: Roll) -> Shooting | None:
    moved = move_puck(house, shooting.point, roll)
    return None if moved.call == "seven out" else Shooting(moved.point)
