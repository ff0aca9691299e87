"""Mean, variance and quantiles of a distribution, given as a weight for each value.

A weight is a count, or any other number that is proportional to a probability. Whole-number weights give exact results.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    Weights = Mapping[int, int] | Mapping[int, Fraction]


def mean(weights: Weights) -> Fraction:
    """Return the mean, exact.

    Args:
        weights: The weight of each value; their sum is above 0.

    >>> mean({1: 1, 4: 2})
    Fraction(3, 1)
    """
    return Fraction(sum(value * weight for value, weight in weights.items())) / sum(weights.values())


def variance(weights: Weights) -> Fraction:
    """Return the variance, exact; the mean square distance from the mean.

    >>> variance({1: 1, 4: 2})
    Fraction(2, 1)
    """
    squares = Fraction(sum(value**2 * weight for value, weight in weights.items()))
    return squares / sum(weights.values()) - mean(weights) ** 2


def quantile(weights: Weights, probability: Fraction | float) -> int:
    """Return the smallest value that is not exceeded with at least a probability from 0 to 1.

    >>> quantile({1: 1, 4: 2}, 0.25), quantile({1: 1, 4: 2}, 0.5)
    (1, 4)
    """
    wanted = Fraction(probability) * sum(weights.values())
    cumulative: int | Fraction = 0
    for value in sorted(weights):
        cumulative += weights[value]
        if cumulative >= wanted:
            return value
    return max(weights)
