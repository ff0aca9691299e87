"""Sessions, months and long runs as tables: every figure is that of what it tells, and files hold all of it."""

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
from passline.reports.month_rows import MONTH_ROWS, MOST_WINS, json_month, month_bins
from passline.reports.row_format import Cell, Row, to_frame
from passline.reports.session_rows import (
    LONG_RUN_ROWS,
    MOST_ROLLS,
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
    """Return a session of each kind of number; some of them are ruined, some reach their goal."""
    strategy = find_strategy("pass_2x_odds")
    return session(CRAPS, strategy, rolls=120, bankroll=100_00, stop_win=150_00, losing_run=5, exact=kind == EXACT)


@cache
def won() -> HouseWin:
    """Return what the house wins from a hundred of them, and from some that play otherwise."""
    other = session(CRAPS, find_strategy("place_6_8"), rolls=60, bankroll=200_00)
    return house_win([(100, found(ROUNDED)), (20, other)])


@cache
def lasting() -> LongRun:
    return long_run(machine(CRAPS, find_strategy("pass_2x_odds")))


def exactly(cell: Cell) -> Fraction:
    """Return the fraction that a cell tells, as text or as a decimal."""
    assert isinstance(cell, str | int | Decimal), "it tells none"
    return Fraction(cell)


EVERY_TABLE: dict[str, Callable[[], Iterator[Row]]] = {
    **{f"{name} of sessions": partial(lambda name: session_rows(CRAPS, [found(ROUNDED)], name), name) for name in ROWS},
    **{
        f"{name} of exact sessions": partial(lambda name: session_rows(CRAPS, [found(EXACT)], name), name)
        for name in ROWS
    },
    **{f"{name} of a month": partial(lambda name: MONTH_ROWS[name](won()), name) for name in MONTH_ROWS},
    **{name: partial(lambda name: LONG_RUN_ROWS[name](CRAPS, lasting()), name) for name in LONG_RUN_ROWS},
}
every_table = pytest.mark.parametrize("made", EVERY_TABLE.values(), ids=EVERY_TABLE.keys())
of_both_kinds = pytest.mark.parametrize("kind", [EXACT, ROUNDED])


@every_table
def test_every_table_can_be_written_and_read(made: Callable[[], Iterator[Row]], tmp_path: Path) -> None:
    """As CSV and as Parquet, and what is read is what was written, to the last digit."""
    told = list(made())
    table = to_frame(told)
    table.write_csv(tmp_path / "table.csv")
    table.write_parquet(tmp_path / "table.parquet")
    read = pl.read_csv(tmp_path / "table.csv", infer_schema=False)

    assert told
    assert pl.read_parquet(tmp_path / "table.parquet").rows(named=True) == told
    for row, texts in zip(told, read.rows(named=True), strict=True):
        for key, cell in row.items():
            if isinstance(cell, Decimal):
                assert Decimal(texts[key]) == cell
            elif not isinstance(cell, bool):
                assert texts[key] == (None if cell is None else str(cell))


@pytest.mark.parametrize("name", ROWS)
def test_sessions_of_several_strategies_are_one_table(name: str) -> None:
    """Each row says whose it is; the sessions follow each other."""
    other = session(CRAPS, find_strategy("place_6_8"), rolls=60, bankroll=200_00)
    told = list(session_rows(CRAPS, [found(ROUNDED), other], name))
    session_columns = [(row["strategy"], row["bankroll_cents"]) for row in told]

    assert list(dict.fromkeys(session_columns)) == [("pass_2x_odds", 100_00), ("place_6_8", 200_00)]
    assert session_columns == sorted(session_columns)
    assert to_frame(told).height == len(told)


def test_exact_figures_are_those_of_the_session() -> None:
    """As fractions, without any error; and each decimal is its fraction, rounded."""
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
        told = row[key]
        assert isinstance(told, Decimal)
        assert told == decimal(value, -int(told.as_tuple().exponent))
    assert {
        row[key]
        for key in ("mean_error_cents", "variance_error_square_cents", "probability_error", "truncated_probability")
    } == {0}


def test_the_chance_of_ending_ahead_is_that_of_more_than_the_rail() -> None:
    chances = found(EXACT).pmf.items()

    assert exactly(figures(found(EXACT))["ended_ahead_exact"]) == sum(
        chance for cents, chance in chances if cents > 100_00
    )


def test_what_doubles_came_to_is_no_fraction() -> None:
    """It has errors instead, which hold what was counted in whole numbers, and are never rounded to less."""
    row, exact, rounded = figures(found(ROUNDED)), found(EXACT), found(ROUNDED)

    assert row.keys() == {key for key in figures(exact) if key == "is_exact" or not key.endswith("_exact")}
    for key, error, value, bound in (
        ("mean_cents", "mean_error_cents", exact.mean, rounded.mean_error),
        ("variance_square_cents", "variance_error_square_cents", exact.variance, rounded.variance_error),
        ("ruin", "probability_error", exact.ruin, rounded.probability_error),
    ):
        assert exactly(row[error]) >= bound > 0
        assert abs(exactly(row[key]) - value) <= exactly(row[error]) + Fraction(1, 2 * 10**4)


@of_both_kinds
def test_quantiles_are_the_same_in_the_row_of_figures(kind: str) -> None:
    row = figures(found(kind))
    told = list(ROWS["quantiles"](CRAPS, found(kind)))

    assert [row[f"quantile_{share * 100}_cents"] for share in SHARES] == [each["end_cents"] for each in told]
    assert [each["end_cents"] for each in told] == [found(kind).quantile(share) for share in SHARES]
    for each in told:
        least, end, most = (int(exactly(each[key])) for key in ("lower_cents", "end_cents", "upper_cents"))
        assert least <= end <= most
        assert kind == ROUNDED or least == most


@of_both_kinds
def test_the_chances_of_all_ends_are_all(kind: str) -> None:
    """Each is that of the session, and what lies below each is what stands above it in the table."""
    told = list(ROWS["ends"](CRAPS, found(kind)))
    so_far = Fraction(0)

    for row, (cents, chance) in zip(told, found(kind).pmf.items(), strict=True):
        assert row["end_cents"] == cents
        assert abs(exactly(row["probability"]) - chance) <= HALF_A_PLACE
        assert abs(exactly(row["probability_below"]) - so_far) <= HALF_A_PLACE
        so_far += chance
    assert abs(sum((exactly(row["probability"]) for row in told), Fraction(0)) - 1) <= len(told) * HALF_A_PLACE
    if kind == EXACT:
        assert sum((exactly(row["probability_exact"]) for row in told), Fraction(0)) == 1


@of_both_kinds
def test_the_chances_of_all_stops_are_all(kind: str) -> None:
    """Each session is ended by something, but for the chance that was lost."""
    told = list(ROWS["stops"](CRAPS, found(kind)))
    by_stop = {
        stop: sum((exactly(row["probability"]) for row in told if row["stopped_by"] == stop), Fraction(0))
        for stop in STOPS
    }

    room = len(told) * HALF_A_PLACE + found(kind).probability_error
    assert abs(sum(by_stop.values(), Fraction(-1))) <= room
    for stop in STOPS:
        assert abs(by_stop[stop] - exactly(figures(found(kind))[f"stopped_by_{stop.replace(' ', '_')}"])) <= room


@of_both_kinds
def test_rolls_and_the_fan_are_those_of_the_session(kind: str) -> None:
    """After each number of rolls from none up; a fan has a row for each share."""
    session = found(kind)
    told, fan = list(ROWS["rolls"](CRAPS, session)), list(ROWS["fan"](CRAPS, session))

    assert [row["rolls"] for row in told] == list(range(121))
    for row, ahead, ruined in zip(told, session.ahead_by_roll, session.ruined_by_roll, strict=True):
        assert abs(exactly(row["ahead"]) - ahead) <= HALF_A_PLACE
        assert abs(exactly(row["ruin"]) - ruined) <= HALF_A_PLACE
    assert [(row["rolls"], exactly(row["share"]), row["worth_cents"]) for row in fan] == [
        (roll, share, cents) for roll, worths in session.fan.items() for share, cents in worths.items()
    ]


@of_both_kinds
def test_wagers_have_their_means_and_their_edge(kind: str) -> None:
    """The edge is exact in any case: it is that of the wager, and was not computed from the session."""
    told = {str(row["wager"]): row for row in ROWS["wagers"](CRAPS, found(kind))}

    assert told.keys() == found(kind).by_wager.keys() == {"Pass Bet", "odds on Pass Bet"}
    assert exactly(told["Pass Bet"]["edge_exact"]) == edge(CRAPS, "Pass Bet").per_bet_made
    for name, means in found(kind).by_wager.items():
        exact = {"bets": means.bets, "handle_cents": means.handle, "win_cents": means.win, "hold": means.hold}
        for key, value in exact.items():
            assert value is not None
            assert abs(exactly(told[name][key]) - value) <= Fraction(1, 2 * 10**4)
            if kind == EXACT:
                assert exactly(told[name][f"{key}_exact"]) == value


def test_odds_on_which_nobody_wins_are_told_as_nothing() -> None:
    """Doubles leave a dust of rounding, which is not written down as a win of the house."""
    (odds,) = (row for row in ROWS["wagers"](CRAPS, found(ROUNDED)) if row["wager"] == "odds on Pass Bet")

    assert (odds["win_cents"], odds["hold"]) == (0, 0)


def test_a_session_without_a_bet_has_figures() -> None:
    """A rail that is short of the first bet: nothing is wagered, and nothing held."""
    short = session(CRAPS, find_strategy("pass_flat"), rolls=5, bankroll=5_00, exact=True)
    row = figures(short)

    assert (row["mean_cents_exact"], row["ruin_exact"], row["handle_cents_exact"], row["hold_exact"]) == (
        "500",
        "1",
        "0",
        None,
    )
    assert json_session(CRAPS, short)["wagers"] == {}


@of_both_kinds
def test_data_is_json_of_whole_cents(kind: str) -> None:
    """All tables are in it; how it stands is told after few numbers of rolls, the first and the last among them."""
    told = json_session(CRAPS, found(kind))
    read = json.loads(json.dumps(told))

    assert read == told
    assert not any(isinstance(value, float) for value in _values(read))
    assert all(isinstance(value, int) for key, value in _items(read) if key in {"end_cents", "bankroll_cents"})
    assert [row["end_cents"] for row in read["ends"]] == sorted(found(kind).ends)
    assert len(read["stops"]) == len(found(kind).stops)
    assert sum(Fraction(row["probability"]) for row in read["stops"]) > 1 - Fraction(1, 10**6)
    rolls = [row["rolls"] for row in read["rolls"]]
    assert len(rolls) <= MOST_ROLLS < 121
    assert (rolls[0], rolls[-1]) == (0, 120)
    assert {
        int(roll): {Fraction(share): cents for share, cents in worths.items()} for roll, worths in read["fan"].items()
    } == {roll: found(kind).fan[roll] for roll in rolls}


def _items(value: object) -> Iterator[tuple[str, object]]:
    """Yield all that has a name in plain data."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key, each
            yield from _items(each)
    elif isinstance(value, list):
        for each in value:
            yield from _items(each)


def _values(value: object) -> Iterator[object]:
    return (each for _, each in _items(value))


# Ruin by the rail.


def test_ruin_has_a_row_for_each_rail() -> None:
    """All that are looked at, with the same error; and the data has them with the smallest that lasts."""
    found = ruin_by_bankroll(CRAPS, find_strategy("pass_2x_odds"), rolls=60, hands=9, unresolved="play out")
    told, read = list(ruin_rows(found)), json_ruin(found, Fraction(9, 10))

    assert {row["bankroll_cents"]: row["ruin"] for row in told} == {
        rail: decimal(ruin, 10) for rail, ruin in found.ruin.items()
    }
    assert {(row["maximum_rolls"], row["maximum_hands"], row["unresolved_bets"]) for row in told} == {
        (60, 9, "play out")
    }
    assert all(exactly(row["probability_error"]) >= found.probability_error > 0 for row in told)
    assert read["smallest_bankroll_cents"] == found.smallest_bankroll(Fraction(9, 10))
    assert read["ruin"] == {str(row["bankroll_cents"]): str(row["ruin"]) for row in told}
    assert json.loads(json.dumps(read)) == read


# Months.


def test_the_figures_of_a_month_are_its_own() -> None:
    (row,) = MONTH_ROWS["figures"](won())

    assert (row["sessions"], row["drop_cents"]) == (120, 100 * 100_00 + 20 * 200_00)
    assert row["mean_cents"] == decimal(won().mean, 4)
    assert row["hold_of_drop"] == decimal(won().hold_of_drop, 10)
    assert row["loss_probability"] == decimal(won().below(0), 10)
    assert exactly(row["probability_error"]) >= won().probability_error
    for share in SHARES:
        assert row[f"quantile_{share * 100}_cents"] == won().quantile(share)
        assert row[f"quantile_{share * 100}_normal_cents"] == won().normal_quantile(share)


def test_the_wins_of_a_month_hold_every_sum_once() -> None:
    """They follow each other, their chances are all, and each is that of its sums; the normal curve's are all, too."""
    told = list(MONTH_ROWS["wins"](won()))
    room = len(told) * HALF_A_PLACE + won().probability_error

    assert len(told) <= MOST_WINS
    assert (told[0]["least_cents"], told[-1]["most_cents"]) == (None, None)
    for before, after in pairwise(told):
        assert exactly(after["least_cents"]) == exactly(before["most_cents"]) + won().step
        assert (
            abs(
                exactly(before["probability_below"])
                + exactly(before["probability"])
                - exactly(after["probability_below"])
            )
            <= 3 * HALF_A_PLACE
        )
        assert (
            abs(exactly(after["probability_below"]) - won().below(int(exactly(after["least_cents"])))) <= HALF_A_PLACE
        )
    for key in ("probability", "normal_probability"):
        assert abs(sum((exactly(row[key]) for row in told), Fraction(0)) - 1) <= room


def test_the_normal_curve_has_the_chances_of_a_month_nearly() -> None:
    """Of a hundred sessions and more: no bin is off by a hundredth."""
    for row in MONTH_ROWS["wins"](won()):
        assert abs(exactly(row["probability"]) - exactly(row["normal_probability"])) < Fraction(1, 100)


@pytest.mark.parametrize("most", [2, 10, 48, 1_000])
def test_a_month_has_no_more_bins_than_asked(most: int) -> None:
    """None of them holds both a loss and a win; those far out share the first and the last."""
    found = month_bins(won(), most, tail=Fraction(1, 400))

    assert 1 < len(found) <= most
    for each in found:
        assert each.least is None or each.most is None or not each.least < 0 <= each.most
    assert sum(each.sessions for each in found) == 2**62
    assert found[0].sessions >= (Fraction(1, 400) - won().probability_error) * 2**62


def test_a_month_that_is_certain_has_no_curve() -> None:
    """Sessions that end as they began: one sum, with the chance 1."""
    short = session(CRAPS, find_strategy("pass_flat"), rolls=5, bankroll=5_00, exact=True)
    (row,) = MONTH_ROWS["wins"](house_win([(10, short)]))

    assert (row["probability"], row["normal_probability"]) == (1, None)
    assert (row["least_cents"], row["most_cents"]) == (0, 0)


def test_the_data_of_a_month_is_json_of_whole_cents() -> None:
    read = json.loads(json.dumps(json_month(won(), [])))

    assert read == json_month(won(), [])
    assert not any(isinstance(value, float) for value in _values(read))
    assert [each["win_cents"] for each in read["quantiles"]] == [won().quantile(share) for share in SHARES]
    assert len(read["wins"]) == len(list(MONTH_ROWS["wins"](won())))


# Long runs.


def test_the_figures_of_a_long_run_are_its_own() -> None:
    """Exact, and what all wagers lose in the mean of a roll is what the player loses."""
    (row,) = LONG_RUN_ROWS["long-run"](CRAPS, lasting())
    wagers = list(LONG_RUN_ROWS["long-run-wagers"](CRAPS, lasting()))

    assert exactly(row["loss_per_roll_cents_exact"]) == lasting().loss_per_roll
    assert exactly(row["loss_per_hand_cents_exact"]) == lasting().loss_per_hand
    assert exactly(row["variance_per_roll_square_cents_exact"]) == lasting().variance_per_roll
    assert row["loss_per_roll_cents"] == decimal(lasting().loss_per_roll, 10)
    assert sum((exactly(each["win_cents_exact"]) for each in wagers), Fraction(0)) == lasting().loss_per_roll
    assert exactly(row["hold_exact"]) == lasting().loss_per_roll / exactly(row["handle_per_roll_cents_exact"])


def test_the_data_of_a_long_run_is_json() -> None:
    read = json.loads(json.dumps(json_long_run(CRAPS, lasting())))

    assert read == json_long_run(CRAPS, lasting())
    assert read["wagers"].keys() == lasting().by_wager.keys()
    assert not any(isinstance(value, float) for value in _values(read))
