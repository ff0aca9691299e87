"""Histograms count every session once, and standard errors are those of the formulas."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from statistics import pvariance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passline.machines.terms import Stop
from passline.reports.histogram import histogram, histograms
from passline.reports.row_format import fractions, last_busy_roll, quantiles, share_error, thin
from passline.reports.tally_rows import deviation_error, variance_error
from passline.words.distribution import quantile

COUNTERS = st.dictionaries(
    st.integers(-50, 400).map(lambda steps: steps * 5_00), st.integers(1, 1_000), min_size=1, max_size=60
).map(Counter)


@given(COUNTERS, st.integers(2, 40))
def test_bins_count_every_session_once(counts: Counter[int], most: int) -> None:
    """Each amount lies in one bin, which counts its sessions, and there are at most as many bins as requested."""
    found = histogram(counts, most)

    assert 1 <= len(found) <= most
    assert sum(each.sessions for each in found) == counts.total()
    for cents in counts:
        assert sum(each.contains(cents) for each in found) == 1
    for each in found:
        assert each.sessions == sum(count for cents, count in counts.items() if each.contains(cents))


def test_a_bin_is_labelled_with_possible_amounts() -> None:
    """If amounts are multiples of ten dollars, no bin ends with $99."""
    counts = Counter({cents * 100: 1 for cents in range(0, 400, 10)})

    assert [each.label for each in histogram(counts, 4)] == [
        "$0 to $90",
        "$100 to $190",
        "$200 to $290",
        "$300 to $390",
    ]
    assert [each.label for each in histogram(Counter({300_00: 7}), 4)] == ["$300"]


def test_extreme_amounts_share_a_bin() -> None:
    """One extreme session in ten thousand does not put all others into one bin."""
    found = histogram(Counter({cents * 100: 100 for cents in range(100)} | {50_000_00: 1}), 10)

    assert len(found) > 5
    assert found[-1].label == "$90 or more"


@given(COUNTERS, COUNTERS)
def test_several_counters_have_the_same_bins(first: Counter[int], second: Counter[int]) -> None:
    found = histograms([first, second], 20)

    assert len(found[0]) == len(found[1])
    assert [sum(each.sessions for each in bins) for bins in found] == [first.total(), second.total()]


@given(COUNTERS)
def test_a_quantile_lies_in_its_error_interval(counts: Counter[int]) -> None:
    for each in quantiles(counts):
        assert min(counts) <= each.lower <= each.cents <= each.upper <= max(counts)
        assert each.cents == quantile(counts, each.share)


@pytest.mark.parametrize(
    ("share", "sessions", "error"),
    [(Fraction(1, 2), 100, "0.05"), (Fraction(0), 100, "0"), (Fraction(1, 10), 900, "0.01")],
)
def test_the_standard_error_of_a_share(share: Fraction, sessions: int, error: str) -> None:
    assert share_error(share, sessions) == Decimal(error)


def test_the_standard_error_of_a_variance_is_that_of_the_mean_square() -> None:
    """The squares are those of the distances from the mean."""
    counts = Counter({-10: 3, 0: 5, 20: 2})
    numbers = list(counts.elements())
    middle = Fraction(sum(numbers), 10)
    squares = [(number - middle) ** 2 for number in numbers]
    exact = pvariance(squares) / 10

    assert abs(Fraction(variance_error(counts)) ** 2 - exact) < Fraction(1, 10)
    assert abs(
        Fraction(deviation_error(counts)) ** 2 - exact / (4 * pvariance([Fraction(n) for n in numbers]))
    ) < Fraction(1, 1000)
    assert variance_error(Counter({5: 9})) == deviation_error(Counter({5: 9})) == 0


@given(COUNTERS)
def test_a_quantile_without_an_error_is_its_whole_interval(counts: Counter[int]) -> None:
    for each in quantiles(counts, error=Fraction(0)):
        assert each.lower == each.cents == each.upper


@given(st.lists(st.integers(), max_size=500), st.integers(2, 50))
def test_thinning_retains_the_first_and_the_last_item_and_the_order(several: list[int], most: int) -> None:
    """At most the requested number of items is chosen; all are chosen if they are few."""
    chosen = thin(list(enumerate(several)), most)
    places = [place for place, _ in chosen]

    assert len(chosen) <= most
    assert places == sorted(set(places))
    assert chosen[:1] + chosen[-1:] == [*enumerate(several)][:1] + [*enumerate(several)][-1:]
    if len(several) <= most:
        assert len(chosen) == len(several)


def test_the_last_busy_roll_ignores_the_longest_session_in_a_thousand() -> None:
    """Counts and probabilities give the same roll."""
    stops: dict[tuple[Stop, int], int] = {("stop win", 20): 600, ("stop loss", 40): 399, ("stop win", 900): 1}

    assert last_busy_roll(stops) == 40
    assert last_busy_roll({stop: Fraction(count, 1_000) for stop, count in stops.items()}) == 40
    assert last_busy_roll({("rolls", 100): 1}) == 100


@given(st.fractions())
def test_fractions_are_written_as_text(exact: Fraction) -> None:
    assert fractions({"mean": exact, "hold": None}) == {"mean_exact": str(exact), "hold_exact": None}


def test_a_fraction_of_any_length_can_be_written() -> None:
    """The fractions of a long session have more digits than `str` allows for an integer."""
    (text,) = fractions({"ruin": Fraction(1, 36**5_000)}).values()

    assert len(str(text)) > 7_000
