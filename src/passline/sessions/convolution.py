"""The chance of a sum of many independent numbers, and how much it can be off.

The chances of a number are turned into waves by a Fourier transform. The waves of a sum are the products of those of
its numbers, so those of a thousand like numbers are a power; one more transform makes chances of them again. Floats are
used here, and how much they can be off is counted on the way: each bound is proved, none is a rule of thumb.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, inf, log, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Waves = NDArray[np.complex128]

OUTSIDE = Fraction(1, 2**54)
"""The chance that may lie beyond either end of the sums that are looked at."""
ROUNDED = 2.0**-53
"""By how much of itself a float can be rounded."""
SLOW_WAVES = 256
"""How many of the waves are summed one by one. They are the ones that many numbers leave, and a slip is multiplied by
how many there are."""
BLOCK = 2**16
"""How many waves are worked on at once, to be sparing of memory."""


class Many(NamedTuple):
    """Independent numbers that are like one another.

    Attributes:
        times: How many there are.
        steps: int64, shape (n,). What each can be, in steps from a middle near its mean.
        chances: float64, shape (n,). The chance of each, above 0 and rounded once; they sum to 1.
    """

    times: int
    steps: NDArray[np.int64]
    chances: Floats

    def turned(self) -> Many:
        """Return the same numbers with the other sign."""
        return self._replace(steps=-self.steps)


def reach(many: Sequence[Many], deviation: float) -> int:
    """Return how many steps the sum lies above the middle at most, but for a chance of `OUTSIDE`.

    This is Chernoff's bound: the chance of t or more is at most the mean of exp(s * sum), over exp(s * t), whatever
    s above zero is; so any s will do, and the best of a range is taken. The slips of floats are added, with room.

    Args:
        many: The numbers.
        deviation: About the standard deviation of the sum, in steps, to look for s near it; 0 for a sum without any.
    """
    if not deviation:
        return 0
    wanted, best = -log(OUTSIDE), inf
    for quarter in range(-48, 9):
        s = sqrt(2 * wanted) / deviation * 2 ** (quarter / 4)  # The first factor would be the best of a normal curve.
        exponent = wanted
        for times, steps, chances in many:
            powers = s * steps
            largest = float(powers.max())
            mean = log(float(np.sum(chances * np.exp(powers - largest)))) + largest
            exponent += times * (mean + 2**7 * ROUNDED * (1 + float(np.abs(powers).max())))
        best = min(best, exponent / s)
    return ceil(best)


def distribution(many: Sequence[Many], low: int, sums: int) -> tuple[Floats, float]:
    """Return the chance of each of so many sums, from *low* steps off the middle on, and a bound of what floats make.

    What lies outside, up to `OUTSIDE` at either end, is not in the bound.

    Returns:
        float64, shape (sums,), and the bound, which holds for the chance of any sums in a row too: a wave that turns k
        times over all points cancels itself there, but for a k-th of what it is off.
    """
    points = 1 << max(sums - 1, 1).bit_length()
    waves, slips = _waves(many, points)
    off = float(slips[0] + np.sum(slips[1:] / np.arange(1, len(slips))))
    # What the transform back does to the squares, by Parseval, as in Higham, Accuracy and Stability, section 24.1.
    off += _of_transform(points) * sqrt(2 * float(np.vdot(waves, waves).real))
    chances = np.fft.irfft(waves, points)
    del waves, slips
    chances = np.roll(chances, -low)[:sums]
    below_nothing = chances < 0
    off -= float(np.sum(chances[below_nothing]))
    chances[below_nothing] = 0
    return chances, off * (1 + 2**-20)  # With room for the slips of this bound itself.


def _of_transform(points: int) -> float:
    """Return how much a fast transform of so many points is off, of the sum of what goes in: so much at each level."""
    return 8 * ROUNDED * points.bit_length()


def _waves(many: Sequence[Many], points: int) -> tuple[Waves, Floats]:
    """Return the waves of the sum, and how much each can be off.

    The power of a wave is taken by its logarithm. With w for the wave as it is, v as found, and e for its slip, the
    powers w**n and v**n differ by at most n * e * (abs(v) + e)**(n - 1).
    """
    half = points // 2 + 1
    blocks = [slice(begin, begin + BLOCK) for begin in range(0, half, BLOCK)]
    logs, angles, bounds, slips = (np.zeros(half) for _ in range(4))
    for times, steps, chances in many:
        wave, its_slip = _wave(steps, chances, points)
        for block in blocks:
            real, imaginary, slip = wave[block].real, wave[block].imag, its_slip[block]
            size = np.maximum(np.hypot(1 + real, imaginary), 1e-300)
            # A size near 1 is told by how far it is from 1, since that is what is multiplied.
            near = size > 1 / 2
            shift = np.where(near, real * (2 + real) + imaginary**2, 0)
            of_size = np.where(near, np.log1p(shift) / 2, np.log(size))
            angle = np.arctan2(imaginary, 1 + real)
            logs[block] += times * of_size
            angles[block] += times * angle
            bounds[block] += times * (np.log(size + slip) + 4 * ROUNDED)
            of_power = (8 + len(many)) * ROUNDED * (np.abs(of_size) + np.abs(angle))
            slips[block] += times * (slip / (size + slip) + of_power)
    waves = np.empty(half, np.complex128)
    for block in blocks:
        waves[block] = np.exp(logs[block]) * np.exp(1j * angles[block])
        slips[block] = np.exp(bounds[block]) * (slips[block] + 8 * ROUNDED)
    slips[0] = 0  # The first wave is the sum of all chances, which is 1.
    return waves, slips


def _wave(steps: NDArray[np.int64], chances: Floats, points: int) -> tuple[Waves, Floats]:
    """Return the waves of one number, less 1, and how much each can be off: those near 1, very little.

    Returns:
        complex128 and float64, shape (points // 2 + 1,).
    """
    wave: Waves = np.fft.rfft(np.bincount(steps % points, weights=chances, minlength=points))
    wave -= 1
    # An outcome of a fast transform is reached by one way from each chance, and each way slips by so much.
    slip = np.full(len(wave), _of_transform(points) + 2**7 * ROUNDED)
    for turns in range(min(len(wave), SLOW_WAVES)):
        turn = (turns * steps + points // 2) % points - points // 2  # Whole turns are taken out while they are exact.
        sines, cosines = np.sin(turn * (pi / points)), np.cos(turn * (pi / points))
        wave[turns] = complex(-2 * np.sum(chances * sines**2), -2 * np.sum(chances * sines * cosines))
    real = np.abs(wave[:SLOW_WAVES].real)
    # The sum of chances times sines is at most the root of that of chances times their squares.
    slip[:SLOW_WAVES] = 2**7 * ROUNDED * (real + np.sqrt(real))
    return wave, slip
