"""Charts of sessions show what their tallies counted: it is their data that is held here."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import altair as alt
import pytest

from passline.study.charts import (
    as_svg,
    fan_chart,
    final_rail_chart,
    one_above_the_other,
    ruin_chart,
    side_by_side_chart,
)
from passline.study.notation import find_strategy
from passline.study.simulate import compare, simulate
from passline.study.tally import Comparison, Tally, quantile
from passline.study.terms import Terms
from says import CRAPS

SESSIONS = 2_000
TITLES = {"title": "Sessions", "subtitle": "of a test"}


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """Two strategies on the same dice."""
    strategies = [find_strategy(name) for name in ("pass_2x_odds", "place_6_8")]
    return compare(CRAPS, strategies, Terms(60, 200_00), sessions=SESSIONS, seed=5)


@pytest.fixture(scope="module")
def tally(compared: Comparison) -> Tally:
    return compared.tallies[0]


def data(chart: alt.LayerChart, layer: int = 0) -> list[dict[str, Any]]:
    """Return the rows of a layer of a chart."""
    drawn = chart.to_dict()
    source = drawn["layer"][layer].get("data") or drawn["data"]
    rows: list[dict[str, Any]] = drawn["datasets"][source["name"]] if "name" in source else source["values"]
    return rows


def test_a_chart_of_final_rails_has_every_session(tally: Tally) -> None:
    """Its columns stand side by side, count every session once, and each counts those that ended in it."""
    columns = data(final_rail_chart(tally, **TITLES))

    assert sum(column["sessions"] for column in columns) == SESSIONS
    assert all(before["most"] == after["least"] for before, after in pairwise(columns))
    for column in columns[1:-1]:
        held = sum(count for cents, count in tally.ends.items() if column["least"] <= cents < column["most"])
        assert column["sessions"] == held


def test_a_chart_of_final_rails_marks_quantiles_and_the_rail(tally: Tally) -> None:
    chart = final_rail_chart(tally, **TITLES)
    marks = {mark["mark"]: mark["cents"] for layer in range(1, 5) for mark in data(chart, layer)}
    shares = {"5%": Fraction(1, 20), "25%": Fraction(1, 4), "median": Fraction(1, 2), "75%": Fraction(3, 4)}

    assert marks == {name: tally.quantile(share) for name, share in shares.items()} | {
        "95%": tally.quantile(Fraction(19, 20)),
        "the rail": 200_00,
    }


def test_a_fan_begins_at_the_rail_and_ends_with_the_sessions(tally: Tally) -> None:
    """Each roll that was kept has its quantiles, in their order."""
    rows = data(fan_chart(tally, **TITLES))
    shares = [f"at_{percent}" for percent in (1, 5, 25, 50, 75, 95, 99)]

    assert [row["roll"] for row in rows] == list(tally.paths.fan)
    assert {rows[0][share] for share in shares} == {200_00}
    assert rows[-1]["at_5"] == quantile(tally.paths.fan[60], Fraction(1, 20)) == tally.quantile(Fraction(1, 20))
    assert all([row[share] for share in shares] == sorted(row[share] for share in shares) for row in rows)


def test_strategies_stand_side_by_side_in_their_order(compared: Comparison) -> None:
    rows = data(side_by_side_chart(compared, title="Sessions", subtitle=["of", "a test"]))

    assert [row["strategy"] for row in rows] == ["pass_2x_odds", "place_6_8"]
    for row, tally in zip(rows, compared, strict=True):
        assert (row["at_5"], row["at_50"]) == (tally.quantile(Fraction(1, 20)), tally.quantile(Fraction(1, 2)))
        assert abs(Fraction(row["mean"]) - tally.mean) <= Fraction(1, 200)


def test_a_chart_of_ruin_has_a_point_a_rail_within_its_errors() -> None:
    tallies = [
        simulate(CRAPS, find_strategy("pass_2x_odds"), sessions=500, rolls=60, rail=rail) for rail in (50_00, 100_00)
    ]
    rows = data(ruin_chart(tallies, **TITLES))

    assert [row["rail"] for row in rows] == [50_00, 100_00]
    for row, tally in zip(rows, tallies, strict=True):
        assert abs(Fraction(row["ruined"]) / 100 - tally.ruin) < Fraction(1, 10_000)
        assert Fraction(row["least"]) < Fraction(row["ruined"]) < Fraction(row["most"])


def test_charts_stand_one_above_the_other(tally: Tally) -> None:
    """A figure of two charts can be drawn, and says what both say."""
    svg = as_svg(one_above_the_other(final_rail_chart(tally, **TITLES), fan_chart(tally, title="Fan", subtitle="")))

    assert svg.startswith("<svg")
    assert "Sessions" in svg
    assert "Fan" in svg
