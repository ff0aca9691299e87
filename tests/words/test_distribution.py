"""Weighted values have the mean, variance and quantiles of the full list of values."""

from __future__ import annotations

from fractions import Fraction
from statistics import fmean, pvariance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passline.words.distribution import mean, quantile, variance

counted = st.dictionaries(st.integers(-1_000, 1_000), st.integers(1, 5), min_size=1, max_size=8)


def full_list(counts: dict[int, int]) -> list[int]:
    """Return a sorted list with each value as many times as its count."""
    return [value for value in sorted(counts) for _ in range(counts[value])]


@given(counted)
def test_mean_and_variance_equal_those_of_the_full_list(counts: dict[int, int]) -> None:
    values = [Fraction(value) for value in full_list(counts)]

    assert mean(counts) == sum(values) / len(values)
    assert variance(counts) == pvariance(values)
    assert float(mean(counts)) == pytest.approx(fmean(full_list(counts)))


@given(counted, st.fractions(0, 1))
def test_a_quantile_is_the_smallest_value_that_is_not_exceeded_with_the_probability(
    counts: dict[int, int], probability: Fraction
) -> None:
    values, found = full_list(counts), quantile(counts, probability)

    assert found in counts
    assert sum(value <= found for value in values) >= probability * len(values)
    assert sum(value < found for value in values) < probability * len(values) or found == values[0]


@given(counted)
def test_probabilities_and_counts_have_the_same_mean_variance_and_quantiles(counts: dict[int, int]) -> None:
    total = sum(counts.values())
    probabilities = {value: Fraction(count, total) for value, count in counts.items()}

    assert mean(probabilities) == mean(counts)
    assert variance(probabilities) == variance(counts)
    assert quantile(probabilities, Fraction(1, 2)) == quantile(counts, Fraction(1, 2))
