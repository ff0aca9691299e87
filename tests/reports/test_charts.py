"""The data of charts of sessions are the results of the sessions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from statistics import NormalDist
from typing import Any

import altair as alt
import pytest

from passline.machines.terms import Terms
from passline.reports.charts import (
    INK,
    MAX_BINS,
    MAX_ROLLS,
    PAPER,
    Ruin,
    ahead_and_ruin_chart,
    as_svg,
    comparison_chart,
    fan_chart,
    final_bankroll_chart,
    month_chart,
    ruin_chart,
    stack_charts,
)
from passline.reports.row_format import last_busy_roll, share_error
from passline.reports.tally_rows import fan_of
from passline.sessions.distribution import Session, session
from passline.sessions.portfolio import house_win
from passline.simulation.simulate import compare, simulate
from passline.simulation.tally import SHARES, Comparison, Tally
from passline.strategies.notation import find_strategy
from passline.words.distribution import quantile
from scenes import CRAPS

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


@pytest.fixture(scope="module")
def found() -> Session:
    """A session that is counted in whole numbers."""
    return session(CRAPS, find_strategy("pass_flat"), rolls=60, bankroll=100_00, exact=True)


def rows_of_layers(chart: alt.LayerChart) -> list[list[dict[str, Any]]]:
    """Return the rows of data of each layer of a chart."""
    drawn = chart.to_dict()  # This is slow, so a test calls it once.
    sources = [layer.get("data") or drawn["data"] for layer in drawn["layer"]]
    return [drawn["datasets"][source["name"]] if "name" in source else source["values"] for source in sources]


def data(chart: alt.LayerChart) -> list[dict[str, Any]]:
    """Return the rows of data of the first layer of a chart."""
    return rows_of_layers(chart)[0]


def marks(layers: list[list[dict[str, Any]]]) -> dict[str, int]:
    """Return the marked amounts, in cents, by their labels."""
    return {row["mark"]: row["cents"] for rows in layers for row in rows if "mark" in row}


def test_a_histogram_counts_every_session_once(tally: Tally) -> None:
    """Its columns adjoin, and each counts the sessions that ended between its sides."""
    columns = data(final_bankroll_chart(tally.ends, 200_00, counted=True, **TITLES))

    assert sum(column["sessions"] for column in columns) == SESSIONS
    assert all(before["most"] == after["least"] for before, after in pairwise(columns))
    for column in columns[1:-1]:
        sessions = sum(count for cents, count in tally.ends.items() if column["least"] <= cents < column["most"])
        assert column["sessions"] == sessions


def test_a_histogram_of_weights_shows_probabilities(found: Session) -> None:
    """They are those of the session, in percent, and their sum is 100%; the weights may have any size."""
    columns = data(final_bankroll_chart(found.ends, 100_00, counted=False, **TITLES))

    assert max(found.ends.values()) > 10**80
    assert abs(sum((Fraction(column["probability"]) for column in columns), Fraction(-100))) <= Fraction(
        len(columns), 10**6
    )
    for column in columns[1:-1]:
        exact = 100 * (found.below(column["most"]) - found.below(column["least"]))
        assert abs(Fraction(column["probability"]) - exact) <= Fraction(1, 10**6)


def test_the_title_of_the_axis_names_open_columns() -> None:
    """An open column contains all amounts beyond it; without one, the title names the axis only."""
    near = Counter({100_00 + each * 100: 1_000 for each in range(20)})
    for ends, note in (
        (near, ""),
        (near | Counter({900_00: 1}), "; $119 or more in the last column"),
        (near | Counter({0: 1, 900_00: 1}), "; $100 or less in the first and $119 or more in the last column"),
    ):
        (axis,) = {
            layer["encoding"]["x"]["title"]
            for layer in final_bankroll_chart(ends, 100_00, counted=True, **TITLES).to_dict()["layer"]
            if "title" in layer["encoding"].get("x", {})
        }
        assert axis == "final bankroll" + note


def test_a_histogram_marks_quantiles_and_the_starting_bankroll(tally: Tally) -> None:
    shares = {"5%": Fraction(1, 20), "25%": Fraction(1, 4), "median": Fraction(1, 2), "75%": Fraction(3, 4)}

    assert marks(rows_of_layers(final_bankroll_chart(tally.ends, 200_00, counted=True, **TITLES))) == {
        name: tally.quantile(share) for name, share in shares.items()
    } | {"95%": tally.quantile(Fraction(19, 20)), "start": 200_00}


def test_equal_quantiles_share_one_mark() -> None:
    """If most sessions end with nothing, several quantiles are $0."""
    ends = Counter({0: 60, 50_00: 20, 500_00: 20})

    assert marks(rows_of_layers(final_bankroll_chart(ends, 100_00, counted=True, **TITLES))) == {
        "5% to median": 0,
        "75%": 50_00,
        "95%": 500_00,
        "start": 100_00,
    }


def test_sessions_with_one_result_are_one_column() -> None:
    """All quantiles share one mark."""
    chart = final_bankroll_chart(Counter({90_00: 1}), 90_00, counted=True, **TITLES)
    layers = rows_of_layers(chart)

    assert [column["sessions"] for column in layers[0]] == [1]
    assert marks(layers) == {"5% to 95%": 90_00, "start": 90_00}
    assert as_svg(chart).startswith("<svg")


def test_the_labels_of_marks_do_not_overlap() -> None:
    """Labels of amounts close together are on different sides of their lines, or one below the other."""
    ends = Counter({0: 10, 10_00: 40, 20_00: 30, 1_000_00: 20})
    drawn = final_bankroll_chart(ends, 15_00, counted=True, **TITLES).to_dict()["layer"]
    texts = [layer for layer in drawn if layer["mark"]["type"] == "text"]
    places = [(layer["mark"]["baseline"], layer["encoding"]["y"]["value"]) for layer in texts]

    assert len(texts) == 5
    assert len(set(places[:4])) == 4


def test_a_fan_begins_with_the_bankroll_and_ends_with_the_final_bankrolls(tally: Tally) -> None:
    """Each recorded roll has its quantiles, in ascending order."""
    rows = data(fan_chart(fan_of(tally), last_busy_roll(tally.stops), **TITLES))
    shares = [f"at_{percent}" for percent in (1, 5, 25, 50, 75, 95, 99)]

    assert [row["roll"] for row in rows] == list(tally.paths.fan)
    assert {rows[0][share] for share in shares} == {200_00}
    assert rows[-1]["at_5"] == quantile(tally.paths.fan[60], Fraction(1, 20)) == tally.quantile(Fraction(1, 20))
    assert all([row[share] for share in shares] == sorted(row[share] for share in shares) for row in rows)


def test_the_fan_of_a_session_has_its_quantiles_of_every_roll(found: Session) -> None:
    rows = data(fan_chart(found.fan, last_busy_roll(found.stops), **TITLES))

    assert [row["roll"] for row in rows] == list(range(61))
    for row in rows:
        assert [row[f"at_{share * 100}"] for share in SHARES] == list(found.fan[row["roll"]].values())


def test_a_long_fan_is_thinned() -> None:
    """Few of thousands of rolls are drawn, among them the first and the last, and none after the last."""
    fan = {roll: dict.fromkeys(SHARES, 100_00 + roll) for roll in range(5_000)}
    rolls = [row["roll"] for row in data(fan_chart(fan, 4_000, **TITLES))]

    assert MAX_ROLLS / 2 < len(rolls) <= MAX_ROLLS
    assert (rolls[0], rolls[-1]) == (0, 4_000)


def test_ahead_and_ruined_are_drawn_roll_by_roll(found: Session) -> None:
    """Both probabilities are drawn in percent after each number of rolls."""
    chart = ahead_and_ruin_chart(found.ahead_by_roll, found.ruined_by_roll, 60, **TITLES)
    lines = {rows[0]["name"]: rows for rows in rows_of_layers(chart) if len(rows) > 1}

    assert lines.keys() == {"ahead", "ruined"}
    for name, probabilities in (("ahead", found.ahead_by_roll), ("ruined", found.ruined_by_roll)):
        assert [row["roll"] for row in lines[name]] == list(range(61))
        for row, probability in zip(lines[name], probabilities, strict=True):
            assert abs(Fraction(row["probability"]) - 100 * probability) <= Fraction(1, 10**4)


def test_a_month_is_drawn_with_its_normal_approximation(found: Session) -> None:
    """The columns are probabilities of the house's win; the line is the normal density times the width of a column."""
    won = house_win([(100, found)])
    chart = month_chart(won, **TITLES)
    layers = rows_of_layers(chart)
    columns, curve = layers[:2]
    width = columns[0]["most"] - columns[0]["least"]
    normal = NormalDist(float(won.mean), float(won.variance) ** 0.5)

    assert len(columns) <= MAX_BINS
    for column in columns[1:-1]:
        exact = 100 * (won.below(column["most"]) - won.below(column["least"]))
        assert abs(Fraction(column["probability"]) - exact) <= Fraction(1, 10**6)
    for point in curve:
        assert abs(point["normal"] - 100 * width * normal.pdf(point["least"])) < 1e-4
    assert (curve[0]["least"], curve[-1]["least"]) == (columns[0]["least"], columns[-1]["most"])
    assert marks(layers)["break even"] == 0
    assert marks(layers)["median"] == won.quantile(Fraction(1, 2))


def test_no_column_of_a_month_contains_both_wins_and_losses(found: Session) -> None:
    """Losses of the house have their own colour."""
    columns = data(month_chart(house_win([(100, found)]), **TITLES))

    assert any(column["most"] == 0 for column in columns)
    assert not any(column["least"] < 0 < column["most"] for column in columns)


def test_break_even_is_not_marked_far_from_all_wins() -> None:
    """If a loss of the house is nearly impossible, the chart shows its wins only."""
    sure = session(CRAPS, find_strategy("hops"), rolls=100, bankroll=2_000_00)

    assert "break even" not in marks(rows_of_layers(month_chart(house_win([(20_000, sure)]), **TITLES)))


def test_a_comparison_has_the_quantiles_and_the_mean_of_each_strategy_in_order(compared: Comparison) -> None:
    ended = [(tally.strategy, tally.ends) for tally in compared]
    rows = data(comparison_chart(ended, title="Sessions", subtitle=["of", "a test"]))

    assert [row["strategy"] for row in rows] == ["pass_2x_odds", "place_6_8"]
    for row, tally in zip(rows, compared, strict=True):
        assert (row["at_5"], row["at_50"]) == (tally.quantile(Fraction(1, 20)), tally.quantile(Fraction(1, 2)))
        assert abs(Fraction(row["mean"]) - tally.mean) <= Fraction(1, 200)


def test_a_chart_of_ruin_has_a_point_and_an_error_bar_for_each_bankroll() -> None:
    tallies = [
        simulate(CRAPS, find_strategy("pass_2x_odds"), sessions=500, rolls=60, bankroll=bankroll)
        for bankroll in (50_00, 100_00)
    ]
    ruins = [Ruin(each.strategy, each.terms.bankroll, each.ruin, share_error(each.ruin, 500)) for each in tallies]
    chart = ruin_chart(ruins, **TITLES)
    rows = data(chart)

    assert [layer["mark"]["type"] for layer in chart.to_dict()["layer"]] == ["rule", "line"]
    assert [row["bankroll"] for row in rows] == [50_00, 100_00]
    for row, tally in zip(rows, tallies, strict=True):
        assert abs(Fraction(row["ruined"]) / 100 - tally.ruin) < Fraction(1, 10_000)
        assert Fraction(row["least"]) < Fraction(row["ruined"]) < Fraction(row["most"])


def test_exact_ruin_has_no_error_bars(found: Session) -> None:
    chart = ruin_chart([Ruin("pass_flat", 100_00, found.ruin), Ruin("pass_flat", 200_00, Fraction(0))], **TITLES)

    assert [layer["mark"]["type"] for layer in chart.to_dict()["layer"]] == ["line"]
    assert abs(Fraction(data(chart)[0]["ruined"]) / 100 - found.ruin) < Fraction(1, 10**6)


def test_a_stack_of_charts_shows_the_texts_of_each(found: Session) -> None:
    svg = as_svg(
        stack_charts(
            final_bankroll_chart(found.ends, 100_00, counted=False, **TITLES),
            fan_chart(found.fan, 60, title="Fan", subtitle=""),
            ahead_and_ruin_chart(found.ahead_by_roll, found.ruined_by_roll, 60, title="Standing", subtitle=""),
        )
    )

    assert svg.startswith("<svg")
    for text in ("Sessions", "Fan", "Standing", "start", "ahead", "ruined"):
        assert text in svg


def test_every_chart_has_the_colours_of_the_project(found: Session) -> None:
    """A stack of charts has one configuration; its charts have none of their own."""
    chart = fan_chart(found.fan, 60, **TITLES)
    for config in (chart.to_dict()["config"], stack_charts(chart, chart).to_dict()["config"]):
        assert config["background"] == PAPER
        assert config["axis"]["labelColor"] == config["title"]["color"] == INK
        assert config["view"]["stroke"] is None
