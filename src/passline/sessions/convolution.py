"""The distribution of a sum of many independent random variables, with a proved bound on its error.

The characteristic function of a distribution is its discrete Fourier transform. The characteristic function of a sum is
the product of those of its terms, so that of a thousand equal terms is a power. An inverse transform then gives the
probabilities of the sum. The calculation uses doubles, and each bound on their error is proved.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, inf, log, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]
    ComplexDoubles = NDArray[np.complex128]

TAIL_PROBABILITY = Fraction(1, 2**54)
"""Upper bound on the probability that is omitted at either end of the distribution."""
UNIT_ROUNDOFF = 2.0**-53
"""Largest relative error of one rounding of a double."""
DIRECT_FREQUENCIES = 256
"""The number of low frequencies that are summed directly. The power of many terms keeps mainly these frequencies, and
multiplies their error by the number of terms, so they need to be precise."""
BLOCK = 2**16
"""The number of frequencies that are processed at once, which limits the memory."""


class EqualTerms(NamedTuple):
    """Independent random variables with the same distribution.

    Attributes:
        number: The number of variables.
        steps: int64, shape (n,): the possible values, in steps from a centre near the mean.
        probabilities: float64, shape (n,): the probability of each value, above 0 and rounded once; the sum is 1.
    """

    number: int
    steps: NDArray[np.int64]
    probabilities: Doubles

    def negated(self) -> EqualTerms:
        """Return the variables with the opposite sign."""
        return self._replace(steps=-self.steps)


def largest_sum(terms: Sequence[EqualTerms], deviation: float) -> int:
    """Return an upper bound of the sum, in steps above the centre, that holds with probability 1 - `TAIL_PROBABILITY`.

    The method is Chernoff's bound: P(sum >= t) is at most E(exp(s * sum)) / exp(s * t) for every s > 0. Every s gives a
    valid bound, so the best of a range of s is taken. The rounding error of the doubles is included.

    Args:
        terms: The terms of the sum.
        deviation: Approximate standard deviation of the sum, in steps, around which s is searched; 0 if the sum is
            constant.
    """
    if not deviation:
        return 0
    wanted, best = -log(TAIL_PROBABILITY), inf
    for quarter in range(-48, 9):
        s = sqrt(2 * wanted) / deviation * 2 ** (quarter / 4)  # The first factor is the best s of a normal curve.
        exponent = wanted
        for number, steps, probabilities in terms:
            powers = s * steps
            largest = float(powers.max())
            log_mean = log(float(np.sum(probabilities * np.exp(powers - largest)))) + largest
            exponent += number * (log_mean + 2**7 * UNIT_ROUNDOFF * (1 + float(np.abs(powers).max())))
        best = min(best, exponent / s)
    return ceil(best)


def distribution_of_sum(terms: Sequence[EqualTerms], low: int, sums: int) -> tuple[Doubles, float]:
    """Return the probabilities of consecutive sums, and an upper bound on their rounding error.

    Args:
        terms: The terms of the sum.
        low: The first sum, in steps from the centre.
        sums: The number of consecutive sums.

    Returns:
        float64, shape (sums,), and the bound. The bound also holds for the total probability of any consecutive sums: a
        frequency that turns k times over all points cancels there except for a k-th of its error. The bound does not
        include probability outside these sums, which is at most `TAIL_PROBABILITY` at either end.
    """
    points = 1 << max(sums - 1, 1).bit_length()
    transform, errors = _transform_of_sum(terms, points)
    bound = float(errors[0] + np.sum(errors[1:] / np.arange(1, len(errors))))
    # The error of the inverse transform, by Parseval, as in Higham, Accuracy and Stability, section 24.1.
    bound += _fft_error(points) * sqrt(2 * float(np.vdot(transform, transform).real))
    probabilities = np.fft.irfft(transform, points)
    del transform, errors
    probabilities = np.roll(probabilities, -low)[:sums]
    is_negative = probabilities < 0
    bound -= float(np.sum(probabilities[is_negative]))
    probabilities[is_negative] = 0
    return probabilities, bound * (1 + 2**-20)  # The last factor covers the rounding of the bound itself.


def _fft_error(points: int) -> float:
    """Return the relative error bound of a fast Fourier transform: a constant for each of its levels."""
    return 8 * UNIT_ROUNDOFF * points.bit_length()


def _transform_of_sum(terms: Sequence[EqualTerms], points: int) -> tuple[ComplexDoubles, Doubles]:
    """Return the characteristic function of the sum, and an error bound for each frequency.

    Powers are taken by logarithms. If w is the exact value, v the calculated one and e its error bound, then w**n and
    v**n differ by at most n * e * (abs(v) + e)**(n - 1).

    Returns:
        complex128 and float64, shape (points // 2 + 1,).
    """
    half = points // 2 + 1
    blocks = [slice(begin, begin + BLOCK) for begin in range(0, half, BLOCK)]
    logs, angles, log_bounds, errors = (np.zeros(half) for _ in range(4))
    for number, steps, probabilities in terms:
        transform, its_error = _transform_less_one(steps, probabilities, points)
        for block in blocks:
            real, imaginary, error = transform[block].real, transform[block].imag, its_error[block]
            size = np.maximum(np.hypot(1 + real, imaginary), 1e-300)
            # A size near 1 is calculated from its distance to 1, because the count multiplies that distance.
            near = size > 1 / 2
            shift = np.where(near, real * (2 + real) + imaginary**2, 0)
            log_size = np.where(near, np.log1p(shift) / 2, np.log(size))
            angle = np.arctan2(imaginary, 1 + real)
            logs[block] += number * log_size
            angles[block] += number * angle
            log_bounds[block] += number * (np.log(size + error) + 4 * UNIT_ROUNDOFF)
            power_error = (8 + len(terms)) * UNIT_ROUNDOFF * (np.abs(log_size) + np.abs(angle))
            errors[block] += number * (error / (size + error) + power_error)
    product = np.empty(half, np.complex128)
    for block in blocks:
        product[block] = np.exp(logs[block]) * np.exp(1j * angles[block])
        errors[block] = np.exp(log_bounds[block]) * (errors[block] + 8 * UNIT_ROUNDOFF)
    errors[0] = 0  # At frequency 0 the value is the sum of all probabilities, which is 1.
    return product, errors


def _transform_less_one(
    steps: NDArray[np.int64], probabilities: Doubles, points: int
) -> tuple[ComplexDoubles, Doubles]:
    """Return the characteristic function of one variable, less 1, with an error bound for each frequency.

    Returns:
        complex128 and float64, shape (points // 2 + 1,).
    """
    transform: ComplexDoubles = np.fft.rfft(np.bincount(steps % points, weights=probabilities, minlength=points))
    transform -= 1
    # Each input of a fast transform reaches each output in one way, with one rounding error a level.
    error = np.full(len(transform), _fft_error(points) + 2**7 * UNIT_ROUNDOFF)
    for turns in range(min(len(transform), DIRECT_FREQUENCIES)):
        turn = (turns * steps + points // 2) % points - points // 2  # Whole turns are removed while they are exact.
        sines, cosines = np.sin(turn * (pi / points)), np.cos(turn * (pi / points))
        transform[turns] = complex(-2 * np.sum(probabilities * sines**2), -2 * np.sum(probabilities * sines * cosines))
    real = np.abs(transform[:DIRECT_FREQUENCIES].real)
    # By the Cauchy-Schwarz inequality, the mean of the sines is at most the root of the mean of their squares.
    error[:DIRECT_FREQUENCIES] = 2**7 * UNIT_ROUNDOFF * (real + np.sqrt(real))
    return transform, error
