"""Tallies as tables: bins hold every session once, and errors are those of the formulas."""

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
def test_bins_hold_every_session_once(counts: Counter[int], most: int) -> None:
    """Each sum lies in one bin, which counts its sessions; bins follow each other, and there are no more than asked."""
    found = histogram(counts, most)

    assert 1 <= len(found) <= most
    assert sum(each.sessions for each in found) == counts.total()
    for cents in counts:
        assert sum(each.contains(cents) for each in found) == 1
    for each in found:
        assert each.sessions == sum(count for cents, count in counts.items() if each.contains(cents))


def test_bins_are_named_by_the_sums_that_can_lie_in_them() -> None:
    """Sums that are ten dollars apart: no bin ends with $99."""
    counts = Counter({cents * 100: 1 for cents in range(0, 400, 10)})

    assert [each.label for each in histogram(counts, 4)] == [
        "$0 to $90",
        "$100 to $190",
        "$200 to $290",
        "$300 to $390",
    ]
    assert [each.label for each in histogram(Counter({300_00: 7}), 4)] == ["$300"]


def test_sums_far_out_share_a_bin() -> None:
    """One session in a thousand that won a fortune does not make the others one column."""
    found = histogram(Counter({cents * 100: 100 for cents in range(100)} | {50_000_00: 1}), 10)

    assert len(found) > 5
    assert found[-1].label == "$90 or more"


@given(COUNTERS, COUNTERS)
def test_several_counters_have_the_same_bins(mine: Counter[int], theirs: Counter[int]) -> None:
    one, other = histograms([mine, theirs], 20)

    assert len(one) == len(other)
    assert (sum(each.sessions for each in one), sum(each.sessions for each in other)) == (mine.total(), theirs.total())


@given(COUNTERS)
def test_a_quantile_lies_between_what_its_error_leaves_open(counts: Counter[int]) -> None:
    for each in quantiles(counts):
        assert min(counts) <= each.lower <= each.cents <= each.upper <= max(counts)
        assert each.cents == quantile(counts, each.share)


@pytest.mark.parametrize(
    ("share", "sessions", "error"),
    [(Fraction(1, 2), 100, "0.05"), (Fraction(0), 100, "0"), (Fraction(1, 10), 900, "0.01")],
)
def test_the_error_of_a_share(share: Fraction, sessions: int, error: str) -> None:
    assert share_error(share, sessions) == Decimal(error)


def test_the_error_of_a_variance_is_that_of_the_squares() -> None:
    """It is the standard error of the mean squared distance from the mean."""
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
def test_a_quantile_without_an_error_leaves_nothing_open(counts: Counter[int]) -> None:
    for each in quantiles(counts, error=Fraction(0)):
        assert each.lower == each.cents == each.upper


@given(st.lists(st.integers(), max_size=500), st.integers(2, 50))
def test_what_is_thinned_keeps_its_ends_and_its_order(several: list[int], most: int) -> None:
    """There are no more than asked, evenly spread, and all where there are few."""
    kept = thin(list(enumerate(several)), most)
    places = [place for place, _ in kept]

    assert len(kept) <= most
    assert places == sorted(set(places))
    assert kept[:1] + kept[-1:] == [*enumerate(several)][:1] + [*enumerate(several)][-1:]
    if len(several) <= most:
        assert len(kept) == len(several)


def test_nearly_all_have_ended_when_one_in_a_thousand_goes_on() -> None:
    """Chances and counts alike; the few that go on longest are not waited for."""
    stops: dict[tuple[Stop, int], int] = {("stop win", 20): 600, ("stop loss", 40): 399, ("stop win", 900): 1}

    assert last_busy_roll(stops) == 40
    assert last_busy_roll({stop: Fraction(count, 1_000) for stop, count in stops.items()}) == 40
    assert last_busy_roll({("rolls", 100): 1}) == 100


@given(st.fractions())
def test_fractions_are_told_as_they_are_written(exact: Fraction) -> None:
    assert fractions({"mean": exact, "hold": None}) == {"mean_exact": str(exact), "hold_exact": None}


def test_a_fraction_of_any_length_can_be_told() -> None:
    """That of a long session has more digits than Python prints of a number."""
    (told,) = fractions({"ruin": Fraction(1, 36**5_000)}).values()

    assert len(str(told)) > 7_000
