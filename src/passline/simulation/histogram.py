"""Counts of numbers, added from arrays."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

MAX_PARTS = 64
"""The number of arrays that are counted separately before their counts are added."""
MAX_SPREAD = 4
"""Numbers are counted by position if their range is at most this many times their number; otherwise they are sorted."""


class Histogram:
    """The number of occurrences of each number, stored as arrays, because Python's counters are slow."""

    def __init__(self) -> None:
        """Begin with no numbers."""
        self._parts: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]] = []

    def add(self, numbers: npt.NDArray[np.int64]) -> None:
        """Count numbers: int64, shape (n,), n at least 1."""
        least, most = int(numbers.min()), int(numbers.max())
        step = int(np.gcd.reduce(numbers - least)) or 1
        if (most - least) // step > MAX_SPREAD * numbers.size:
            self._parts.append(np.unique(numbers, return_counts=True))
        else:
            counts = np.bincount((numbers - least) // step)
            (places,) = np.nonzero(counts)
            self._parts.append((places * step + least, counts[places]))
        if len(self._parts) > MAX_PARTS:
            self._join()

    def _join(self) -> None:
        values = np.concatenate([values for values, _ in self._parts])
        distinct, places = np.unique(values, return_inverse=True)
        counts = np.zeros(distinct.size, np.int64)
        np.add.at(counts, places, np.concatenate([counts for _, counts in self._parts]))
        self._parts = [(distinct, counts)]

    @property
    def counter(self) -> Counter[int]:
        """The count of each number that occurred."""
        if not self._parts:
            return Counter()
        self._join()
        return Counter(dict(zip(*(column.tolist() for column in self._parts[0]), strict=True)))


def count_numbers(numbers: npt.NDArray[np.int64]) -> Counter[int]:
    """Return the number of occurrences of each number of an array."""
    histogram = Histogram()
    histogram.add(numbers)
    return histogram.counter
