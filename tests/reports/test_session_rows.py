"""Rows of sessions, months and long runs contain the figures of their results, and files contain all rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

from passline.machines.machine import machine
from passline.machines.terms import STOPS
from passline.odds.wager_edge import edge
from passline.reports.month_rows import MAX_WINS, MONTH_ROWS, json_month, month_bins
from passline.reports.row_format import Cell, Row, to_frame
from passline.reports.session_rows import (
    LONG_RUN_ROWS,
    MAX_JSON_ROLLS,
    ROWS,
    figures,
    json_long_run,
    json_ruin,
    json_session,
    ruin_rows,
    session_rows,
)
from passline.sessions.distribution import Session, session
from passline.sessions.long_run import LongRun, long_run
from passline.sessions.portfolio import HouseWin, house_win
from passline.sessions.ruin import ruin_by_bankroll
from passline.simulation.tally import SHARES
from passline.strategies.notation import find_strategy
from passline.words.probability import decimal
from scenes import CRAPS

HALF_A_PLACE = Fraction(1, 2 * 10**10)
EXACT, ROUNDED = "whole numbers", "doubles"


@cache
def found(kind: str) -> Session:
    """Return a session with both ruin and a stop win, calculated in one kind of number."""
    strategy = find_strategy("pass_2x_odds")
    return session(CRAPS, strategy, rolls=102, bankroll=100_00, stop_win=150_00, losing_run=5, exact=kind == EXACT)


@cache
def month() -> HouseWin:
    """Return the win of the house from a hundred of these sessions and twenty of another strategy."""
    other = session(CRAPS, find_strategy("place_6_8"), rolls=60, bankroll=200_00)
    return house_win([(100, found(ROUNDED)), (20, other)])


@cache
def endless() -> LongRun:
    return long_run(machine(CRAPS, find_strategy("pass_2x_odds")))


def exactly(cell: Cell) -> Fraction:
    """Return the exact value of a cell: a number, or the text of a fraction."""
    assert isinstance(cell, str | int | Decimal), "the cell is empty"
    return Fraction(cell)


EVERY_TABLE: dict[str, Callable[[], Iterator[Row]]] = {
    **{f"{name} of sessions": partial(lambda name: session_rows(CRAPS, [found(ROUNDED)], name), name) for name in ROWS},
    **{
        f"{name} of exact sessions": partial(lambda name: session_rows(CRAPS, [found(EXACT)], name), name)
        for name in ROWS
    },
    **{f"{name} of a month": partial(lambda name: MONTH_ROWS[name](month()), name) for name in MONTH_ROWS},
    **{name: partial(lambda name: LONG_RUN_ROWS[name](CRAPS, endless()), name) for name in LONG_RUN_ROWS},
}
every_table = pytest.mark.parametrize("rows_of", EVERY_TABLE.values(), ids=EVERY_TABLE.keys())
both_kinds = pytest.mark.parametrize("kind", [EXACT, ROUNDED])


@every_table
def test_every_table_can_be_written_and_read(rows_of: Callable[[], Iterator[Row]], tmp_path: Path) -> None:
    """CSV and Parquet files contain the same values to the last digit."""
    rows = list(rows_of())
    table = to_frame(rows)
    table.write_csv(tmp_path / "table.csv")
    table.write_parquet(tmp_path / "table.parquet")
    read = pl.read_csv(tmp_path / "table.csv", infer_schema=False)

    assert rows
    assert pl.read_parquet(tmp_path / "table.parquet").rows(named=True) == rows
    for row, texts in zip(rows, read.rows(named=True), strict=True):
        for key, cell in row.items():
            if isinstance(cell, Decimal):
                assert Decimal(texts[key]) == cell
            elif not isinstance(cell, bool):
                assert texts[key] == (None if cell is None else str(cell))


@pytest.mark.parametrize("name", ROWS)
def test_sessions_of_several_strategies_are_one_table(name: str) -> None:
    """Each row names its strategy and its bankroll; the sessions follow each other."""
    other = session(CRAPS, find_strategy("place_6_8"), rolls=60, bankroll=200_00)
    rows = list(session_rows(CRAPS, [found(ROUNDED), other], name))
    session_columns = [(row["strategy"], row["bankroll_cents"]) for row in rows]

    assert list(dict.fromkeys(session_columns)) == [("pass_2x_odds", 100_00), ("place_6_8", 200_00)]
    assert session_columns == sorted(session_columns)
    assert to_frame(rows).height == len(rows)


def test_exact_figures_are_those_of_the_session() -> None:
    """The error bounds are 0, and each decimal is the rounded fraction."""
    session, row = found(EXACT), figures(found(EXACT))
    means = session.means
    exact = {
        "mean_cents": session.mean,
        "variance_square_cents": session.variance,
        "handle_cents": means.handle,
        "win_cents": means.win,
        "ruin": session.ruin,
        "ended_ahead": 1 - session.below(100_01),
        "losing_run_probability": session.losing_run_probability,
        "mean_rolls": session.rolls,
        "mean_hands": session.hands,
        "bets": means.bets,
        "hold": means.hold,
        **{f"stopped_by_{stop.replace(' ', '_')}": session.stopped_by[stop] for stop in STOPS},
    }

    assert row["is_exact"] is True
    assert {
        key.removesuffix("_exact"): Fraction(str(row[key]))
        for key in row
        if key.endswith("_exact") and key != "is_exact"
    } == exact
    for key, value in exact.items():
        assert value is not None
        rounded = row[key]
        assert isinstance(rounded, Decimal)
        assert rounded == decimal(value, -int(rounded.as_tuple().exponent))
    assert {
        row[key]
        for key in (
            "mean_error_cents",
            "variance_error_square_cents",
            "probability_error",
            "truncated_probability",
            "hold_error",
        )
    } == {0}


def test_ending_ahead_is_ending_with_more_than_the_bankroll() -> None:
    probabilities = found(EXACT).pmf.items()

    assert exactly(figures(found(EXACT))["ended_ahead_exact"]) == sum(
        probability for cents, probability in probabilities if cents > 100_00
    )


def test_floating_point_figures_have_error_bounds_instead_of_fractions() -> None:
    """The exact values lie within the bounds, which are rounded up."""
    row, exact, rounded = figures(found(ROUNDED)), found(EXACT), found(ROUNDED)

    assert row.keys() == {key for key in figures(exact) if key == "is_exact" or not key.endswith("_exact")}
    for key, error, value, bound in (
        ("mean_cents", "mean_error_cents", exact.mean, rounded.mean_error),
        ("variance_square_cents", "variance_error_square_cents", exact.variance, rounded.variance_error),
        ("ruin", "probability_error", exact.ruin, rounded.probability_error),
        ("hold", "hold_error", exact.means.hold, rounded.hold_error),
    ):
        assert bound is not None
        assert value is not None
        assert exactly(row[error]) >= bound > 0
        assert abs(exactly(row[key]) - value) <= exactly(row[error]) + Fraction(1, 2 * 10**4)


@both_kinds
def test_quantiles_are_the_same_in_the_row_of_figures(kind: str) -> None:
    row = figures(found(kind))
    rows = list(ROWS["quantiles"](CRAPS, found(kind)))

    assert [row[f"quantile_{share * 100}_cents"] for share in SHARES] == [each["end_cents"] for each in rows]
    assert [each["end_cents"] for each in rows] == [found(kind).quantile(share) for share in SHARES]
    for each in rows:
        least, end, most = (int(exactly(each[key])) for key in ("lower_cents", "end_cents", "upper_cents"))
        assert least <= end <= most
        assert kind == ROUNDED or least == most


@both_kinds
def test_the_probabilities_of_all_final_bankrolls_sum_to_one(kind: str) -> None:
    """Each is that of the session, with the sum of the probabilities of all smaller final bankrolls."""
    rows = list(ROWS["ends"](CRAPS, found(kind)))
    so_far = Fraction(0)

    for row, (cents, probability) in zip(rows, found(kind).pmf.items(), strict=True):
        assert row["end_cents"] == cents
        assert abs(exactly(row["probability"]) - probability) <= HALF_A_PLACE
        assert abs(exactly(row["probability_below"]) - so_far) <= HALF_A_PLACE
        so_far += probability
    assert abs(sum((exactly(row["probability"]) for row in rows), Fraction(0)) - 1) <= len(rows) * HALF_A_PLACE
    if kind == EXACT:
        assert sum((exactly(row["probability_exact"]) for row in rows), Fraction(0)) == 1


@both_kinds
def test_the_probabilities_of_all_stops_sum_to_one(kind: str) -> None:
    """The sum may differ from 1 by the error bound."""
    rows = list(ROWS["stops"](CRAPS, found(kind)))
    by_stop = {
        stop: sum((exactly(row["probability"]) for row in rows if row["stopped_by"] == stop), Fraction(0))
        for stop in STOPS
    }

    tolerance = len(rows) * HALF_A_PLACE + found(kind).probability_error
    assert abs(sum(by_stop.values(), Fraction(-1))) <= tolerance
    for stop in STOPS:
        assert abs(by_stop[stop] - exactly(figures(found(kind))[f"stopped_by_{stop.replace(' ', '_')}"])) <= tolerance


@both_kinds
def test_rows_of_rolls_and_of_the_fan_are_those_of_the_session(kind: str) -> None:
    """There is a row for each number of rolls from 0 up; a fan has a row for each share as well."""
    session = found(kind)
    rows, fan = list(ROWS["rolls"](CRAPS, session)), list(ROWS["fan"](CRAPS, session))

    assert [row["rolls"] for row in rows] == list(range(103))
    for row, ahead, ruined in zip(rows, session.ahead_by_roll, session.ruined_by_roll, strict=True):
        assert abs(exactly(row["ahead"]) - ahead) <= HALF_A_PLACE
        assert abs(exactly(row["ruin"]) - ruined) <= HALF_A_PLACE
    assert [(row["rolls"], exactly(row["share"]), row["worth_cents"]) for row in fan] == [
        (roll, share, cents) for roll, worths in session.fan.items() for share, cents in worths.items()
    ]


@both_kinds
def test_wagers_have_their_means_and_their_edge(kind: str) -> None:
    """The edge of the wager is exact for both kinds; it is not calculated from the session."""
    rows = {str(row["wager"]): row for row in ROWS["wagers"](CRAPS, found(kind))}

    assert rows.keys() == found(kind).by_wager.keys() == {"Pass Bet", "odds on Pass Bet"}
    assert exactly(rows["Pass Bet"]["edge_exact"]) == edge(CRAPS, "Pass Bet").per_bet_made
    for name, means in found(kind).by_wager.items():
        exact = {"bets": means.bets, "handle_cents": means.handle, "win_cents": means.win, "hold": means.hold}
        for key, value in exact.items():
            assert value is not None
            assert abs(exactly(rows[name][key]) - value) <= Fraction(1, 2 * 10**4)
            if kind == EXACT:
                assert exactly(rows[name][f"{key}_exact"]) == value


def test_odds_have_no_win_and_no_hold() -> None:
    """A rounding error of doubles is not written as a win of the house."""
    (odds,) = (row for row in ROWS["wagers"](CRAPS, found(ROUNDED)) if row["wager"] == "odds on Pass Bet")

    assert (odds["win_cents"], odds["hold"]) == (0, 0)


def test_a_session_without_a_bet_has_figures() -> None:
    """If the bankroll is less than the first bet, the handle is 0 and there is no hold."""
    short = session(CRAPS, find_strategy("pass_flat"), rolls=5, bankroll=5_00, exact=True)
    row = figures(short)

    assert (row["mean_cents_exact"], row["ruin_exact"], row["handle_cents_exact"], row["hold_exact"]) == (
        "500",
        "1",
        "0",
        None,
    )
    assert row["hold_error"] is None
    assert json_session(CRAPS, short)["wagers"] == {}


@both_kinds
def test_the_json_of_a_session_has_whole_cents_and_all_rows(kind: str) -> None:
    """Results roll by roll are given for few numbers of rolls, among them the first and the last."""
    rows = json_session(CRAPS, found(kind))
    read = json.loads(json.dumps(rows))

    assert read == rows
    assert not any(isinstance(value, float) for value in _values(read))
    assert all(isinstance(value, int) for key, value in _items(read) if key in {"end_cents", "bankroll_cents"})
    assert [row["end_cents"] for row in read["ends"]] == sorted(found(kind).ends)
    assert len(read["stops"]) == len(found(kind).stops)
    assert sum(Fraction(row["probability"]) for row in read["stops"]) > 1 - Fraction(1, 10**6)
    rolls = [row["rolls"] for row in read["rolls"]]
    assert len(rolls) <= MAX_JSON_ROLLS < 103
    assert (rolls[0], rolls[-1]) == (0, 102)
    assert {
        int(roll): {Fraction(share): cents for share, cents in worths.items()} for roll, worths in read["fan"].items()
    } == {roll: found(kind).fan[roll] for roll in rolls}


def _items(value: object) -> Iterator[tuple[str, object]]:
    """Yield all keys of plain data, each with its value, at every depth."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key, each
            yield from _items(each)
    elif isinstance(value, list):
        for each in value:
            yield from _items(each)


def _values(value: object) -> Iterator[object]:
    return (each for _, each in _items(value))


# Ruin by bankroll.


def test_ruin_has_a_row_for_each_bankroll() -> None:
    """Each row has the same error bound; the JSON also has the smallest bankroll that survives."""
    found = ruin_by_bankroll(CRAPS, find_strategy("pass_2x_odds"), rolls=60, hands=9, unresolved="play out")
    rows, read = list(ruin_rows(found)), json_ruin(found, Fraction(9, 10))

    assert {row["bankroll_cents"]: row["ruin"] for row in rows} == {
        bankroll: decimal(ruin, 10) for bankroll, ruin in found.ruin.items()
    }
    assert {(row["maximum_rolls"], row["maximum_hands"], row["unresolved_bets"]) for row in rows} == {
        (60, 9, "play out")
    }
    assert all(exactly(row["probability_error"]) >= found.probability_error > 0 for row in rows)
    assert read["smallest_bankroll_cents"] == found.smallest_bankroll(Fraction(9, 10))
    assert read["ruin"] == {str(row["bankroll_cents"]): str(row["ruin"]) for row in rows}
    assert json.loads(json.dumps(read)) == read


# Months.


def test_the_figures_of_a_month_are_its_own() -> None:
    (row,) = MONTH_ROWS["figures"](month())

    assert (row["sessions"], row["drop_cents"]) == (120, 100 * 100_00 + 20 * 200_00)
    assert row["mean_cents"] == decimal(month().mean, 4)
    assert row["hold_of_drop"] == decimal(month().hold_of_drop, 10)
    assert exactly(row["hold_of_drop_error"]) >= month().hold_of_drop_error > 0
    assert exactly(row["hold_of_handle_error"]) >= (month().hold_of_handle_error or 1) > 0
    assert row["loss_probability"] == decimal(month().below(0), 10)
    assert exactly(row["probability_error"]) >= month().probability_error
    for share in SHARES:
        assert row[f"quantile_{share * 100}_cents"] == month().quantile(share)
        assert row[f"quantile_{share * 100}_normal_cents"] == month().normal_quantile(share)


def test_the_rows_of_wins_cover_every_win_once() -> None:
    """The intervals adjoin, and their probabilities sum to 1, as do those of the normal approximation."""
    rows = list(MONTH_ROWS["wins"](month()))
    tolerance = len(rows) * HALF_A_PLACE + month().probability_error

    assert len(rows) <= MAX_WINS
    assert (rows[0]["least_cents"], rows[-1]["most_cents"]) == (None, None)
    for before, after in pairwise(rows):
        assert exactly(after["least_cents"]) == exactly(before["most_cents"]) + month().step
        assert (
            abs(
                exactly(before["probability_below"])
                + exactly(before["probability"])
                - exactly(after["probability_below"])
            )
            <= 3 * HALF_A_PLACE
        )
        assert (
            abs(exactly(after["probability_below"]) - month().below(int(exactly(after["least_cents"])))) <= HALF_A_PLACE
        )
    for key in ("probability", "normal_probability"):
        assert abs(sum((exactly(row[key]) for row in rows), Fraction(0)) - 1) <= tolerance


def test_the_normal_approximation_of_a_month_is_close() -> None:
    """For 120 sessions it differs by less than 0.01 in every interval."""
    for row in MONTH_ROWS["wins"](month()):
        assert abs(exactly(row["probability"]) - exactly(row["normal_probability"])) < Fraction(1, 100)


@pytest.mark.parametrize("most", [2, 10, 48, 1_000])
def test_a_month_has_at_most_the_requested_number_of_bins(most: int) -> None:
    """No bin contains both a loss and a win; the first and the last bin contain the extreme wins."""
    found = month_bins(month(), most, tail=Fraction(1, 400))

    assert 1 < len(found) <= most
    for each in found:
        assert each.least is None or each.most is None or not each.least < 0 <= each.most
    assert sum(each.sessions for each in found) == 2**62
    assert found[0].sessions >= (Fraction(1, 400) - month().probability_error) * 2**62


def test_a_certain_win_has_no_normal_approximation() -> None:
    """If no session bets, the win is $0 with probability 1."""
    short = session(CRAPS, find_strategy("pass_flat"), rolls=5, bankroll=5_00, exact=True)
    (row,) = MONTH_ROWS["wins"](house_win([(10, short)]))

    assert (row["probability"], row["normal_probability"]) == (1, None)
    assert (row["least_cents"], row["most_cents"]) == (0, 0)


def test_the_json_of_a_month_has_whole_cents() -> None:
    read = json.loads(json.dumps(json_month(month(), [])))

    assert read == json_month(month(), [])
    assert not any(isinstance(value, float) for value in _values(read))
    assert [each["win_cents"] for each in read["quantiles"]] == [month().quantile(share) for share in SHARES]
    assert len(read["wins"]) == len(list(MONTH_ROWS["wins"](month())))


# Long runs.


def test_the_figures_of_a_long_run_are_its_own() -> None:
    """They are exact, and the mean wins of all wagers per roll sum to the player's loss."""
    (row,) = LONG_RUN_ROWS["long-run"](CRAPS, endless())
    wagers = list(LONG_RUN_ROWS["long-run-wagers"](CRAPS, endless()))

    assert exactly(row["loss_per_roll_cents_exact"]) == endless().loss_per_roll
    assert exactly(row["loss_per_hand_cents_exact"]) == endless().loss_per_hand
    assert exactly(row["variance_per_roll_square_cents_exact"]) == endless().variance_per_roll
    assert row["loss_per_roll_cents"] == decimal(endless().loss_per_roll, 10)
    assert sum((exactly(each["win_cents_exact"]) for each in wagers), Fraction(0)) == endless().loss_per_roll
    assert exactly(row["hold_exact"]) == endless().loss_per_roll / exactly(row["handle_per_roll_cents_exact"])


def test_the_json_of_a_long_run_has_no_floating_point_numbers() -> None:
    read = json.loads(json.dumps(json_long_run(CRAPS, endless())))

    assert read == json_long_run(CRAPS, endless())
    assert read["wagers"].keys() == endless().by_wager.keys()
    assert not any(isinstance(value, float) for value in _values(read))
