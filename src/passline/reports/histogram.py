"""Histograms: put sums of money into bins of equal width, for the screen, for files and for charts."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from passline.words.distribution import quantile
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping, Sequence

    from passline.words.money import Cents

TAIL = Fraction(1, 400)
"""The share of sessions at either end whose sums are put into the first and the last bin."""


class Bin(NamedTuple):
    """Sessions that ended with sums in one interval.

    Attributes:
        least: The smallest sum in the interval, in cents; None where the interval has no lower end.
        most: The largest sum in the interval, in cents; None where it has no upper end.
        sessions: The number of these sessions, or their weight.
    """

    least: Cents | None
    most: Cents | None
    sessions: int

    @property
    def label(self) -> str:
        """The interval in words: "$40 to $90", "$1,000 or more"."""
        if self.least is None or self.most is None:
            return f"{dollars(self.most or 0)} or less" if self.least is None else f"{dollars(self.least)} or more"
        return dollars(self.least) if self.least == self.most else f"{dollars(self.least)} to {dollars(self.most)}"

    def contains(self, cents: Cents) -> bool:
        """Return whether a sum lies in the interval."""
        return (self.least is None or self.least <= cents) and (self.most is None or cents <= self.most)


def histogram(counts: Counter[Cents], most: int) -> list[Bin]:
    """Put counted sums into bins of equal width.

    Args:
        counts: The number of sessions, or their weight, by the sum they ended with, in cents.
        most: The maximum number of bins, at least 2.

    Returns:
        The bins, from the smallest sums up. `TAIL` of the sessions at either end may share an open bin.
    """
    return histograms([counts], most)[0]


def histograms(several: Sequence[Counter[Cents]], most: int) -> list[list[Bin]]:
    """Put several counters of sums into the same bins of equal width.

    Args:
        several: Counters as `histogram` takes them.
        most: The maximum number of bins, at least 2.
    """
    sums = sorted({cents for counts in several for cents in counts})
    step = gcd(*(cents - sums[0] for cents in sums)) or 1
    low = min(quantile(counts, TAIL) for counts in several)
    high = max(quantile(counts, 1 - TAIL) for counts in several)
    first, width, last = even_bins(low, high, most, step=step)
    return [_fill_bins(counts, first, width, last, step) for counts in several]


def even_bins(low: Cents, high: Cents, most: int, *, step: Cents) -> tuple[Cents, Cents, Cents]:
    """Choose a round width so that few bins cover the interval from one sum to another.

    Every bin begins at a multiple of the width, so that no bin contains both losses and wins.

    Args:
        low: The smallest sum to cover, in cents.
        high: The largest sum to cover, in cents.
        most: The maximum number of bins.
        step: The distance between possible sums, in cents.

    Returns:
        The beginning of the first bin, the width, and the beginning of the last bin, in cents.
    """
    width = next(wide for wide in _round_widths(step) if high // wide - low // wide < most)
    return low // width * width, width, high // width * width


def _round_widths(step: Cents) -> Iterator[Cents]:
    """Yield 1, 2, 5, 10, 20, 50 steps and so on, in cents."""
    while True:
        yield from (step, 2 * step, 5 * step)
        step *= 10


def _fill_bins(counts: Counter[Cents], first: Cents, width: Cents, last: Cents, step: Cents) -> list[Bin]:
    """Add counted sums up by bin; the first and the last bin take all sums beyond them."""
    weights = dict.fromkeys(range(first, last + 1, width), 0)
    for cents, count in counts.items():
        weights[min(max(cents // width * width, first), last)] += count
    return label_bins(weights, min(counts), max(counts), width=width, step=step)


def label_bins(weights: Mapping[Cents, int], least: Cents, most: Cents, *, width: Cents, step: Cents) -> list[Bin]:
    """Return bins of equal width, each with the smallest and the largest possible sum in it.

    Args:
        weights: The number of sessions in each bin, or their weight, by where the bin begins, in cents.
        least: The smallest sum of all, in cents. If it lies below the first bin, the first bin has no lower end.
        most: The largest sum of all, in cents. If it lies above the last bin, the last bin has no upper end.
        width: The width of a bin, in cents.
        step: The distance between possible sums, in cents.
    """
    first, last = min(weights), max(weights)
    return [
        Bin(
            None if begin == first and least < first else begin + (least - begin) % step,
            None if begin == last and most >= last + width else begin + width - step + (least - begin) % step,
            weight,
        )
        for begin, weight in weights.items()
    ]
