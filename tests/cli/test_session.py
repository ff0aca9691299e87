"""`passline session`: it prints, writes and draws the figures of the library, and refuses bad input in one line."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pexpect
import polars as pl
import pytest

from commands import RunCommand, command_runner, json_rows
from passline.cli import session as command
from passline.cli import session_text
from passline.machines.machine import machine
from passline.reports import month_rows, session_rows
from passline.sessions.distribution import session
from passline.sessions.long_run import long_run
from passline.sessions.portfolio import house_win
from passline.sessions.ruin import ruin_by_bankroll
from passline.strategies.notation import find_strategy
from passline.words.probability import decimal, percent, square_root
from scenes import CRAPS

SHORT = ("--rolls", "40", "--bankroll", "$100")
MIX = """who,strategy,sessions,bankroll,rolls,unresolved
some,pass_flat,300,$200,30,play out
others,pass_2x_odds,100,$200,40,
"""
LARGER_BETS = """strategy larger_bets
on the come out:
    if the rail is at least $60: bet $60 on Pass Bet
    if the rail is below $60: bet $10 on Pass Bet
"""
PASS_FLAT_A_ROLL = 10_00 * Fraction(7, 495) / Fraction(557, 165)
"""The mean loss per roll of a Pass Bet of $10, in cents: its edge divided by its mean number of rolls."""
TIMEOUT = 120
"""The maximum time for a command, in seconds."""


@pytest.fixture
def run_command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunCommand:
    """Return a function that runs `passline session` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    return command_runner("session", capsys)


def text(run_command: RunCommand, *arguments: str) -> str:
    """Run the command successfully, and return its output."""
    status, out, err = run_command(*arguments)
    assert (status, err) == (0, "")
    return out


def dollars(cents: Fraction | Decimal | int, places: int = 2) -> str:
    """Format an amount of cents as the command prints it."""
    return f"${decimal(Fraction(cents) / 100, places):,}"


# One session.


def test_the_text_has_the_figures_of_the_library(run_command: RunCommand) -> None:
    """The text has the rounded figures of the library, and bounds on their errors."""
    found = session(CRAPS, find_strategy("pass_2x_odds"), rolls=40, bankroll=100_00)
    out = text(run_command, "pass_2x_odds", *SHORT)

    assert re.search(rf"mean final bankroll +{re.escape(dollars(found.mean, 6))} ", out)
    assert re.search(rf"standard deviation +{re.escape(dollars(square_root(found.variance, 4)))} ", out)
    assert re.search(rf"probability of ruin +{re.escape(percent(found.ruin))} ", out)
    assert re.search(rf"ends ahead +{re.escape(percent(1 - found.below(100_01)))} ", out)
    assert f"Error bounds: probabilities {session_text.format_error(found.probability_error)}," in out
    for wager, means in found.by_wager.items():
        assert re.search(rf"{wager} +{re.escape(dollars(means.handle))} ", out)


def test_json_has_the_exact_distribution(run_command: RunCommand) -> None:
    (data,) = json_rows(run_command, "pass_2x_odds", *SHORT, "--stop-win", "$50", "--fractions")
    found = session(CRAPS, find_strategy("pass_2x_odds"), rolls=40, bankroll=100_00, stop_win=50_00, exact=True)

    assert {row["end_cents"]: Fraction(row["probability_exact"]) for row in data["ends"]} == found.pmf
    assert (Fraction(data["mean_cents_exact"]), Fraction(data["ruin_exact"])) == (found.mean, found.ruin)
    assert (data["house"], data["game"], data["strategy"]) == ("craps", "Craps", "pass_2x_odds")


def test_exact_figures_are_printed_as_fractions(run_command: RunCommand) -> None:
    """A calculation in whole numbers prints fractions; a calculation in floating point does not."""
    found = session(CRAPS, find_strategy("pass_flat"), rolls=8, bankroll=20_00, exact=True)
    out = text(run_command, "pass_flat", "--rolls", "8", "--bankroll", "20", "--fractions")

    assert f"mean, in cents: {found.mean}\n" in out
    assert f"variance, in square cents: {found.variance}\n" in out
    assert f"probability of ruin: {found.ruin}\n" in out
    assert "Error bounds" not in out
    assert "cents:" not in text(run_command, "pass_flat", "--rolls", "8", "--bankroll", "20")


def test_the_probability_of_a_losing_run_is_printed(run_command: RunCommand) -> None:
    found = session(CRAPS, find_strategy("pass_flat"), rolls=40, bankroll=100_00, losing_run=4)

    assert found.losing_run_probability is not None
    assert re.search(
        rf"losing run +{re.escape(percent(found.losing_run_probability))} +at least 4 losing rolls",
        text(run_command, "pass_flat", *SHORT, "--losing-run", "4"),
    )
    (data,) = json_rows(run_command, "pass_flat", *SHORT, "--losing-run", "4")
    assert data["losing_run_probability"] == str(decimal(found.losing_run_probability, 10))


def test_the_long_run_is_compared_with_the_exact_session(run_command: RunCommand) -> None:
    """The loss per roll and per hand are fractions, and the normal distribution is below the exact session."""
    run = long_run(machine(CRAPS, find_strategy("iron_cross")))
    found = session(CRAPS, find_strategy("iron_cross"), rolls=40, bankroll=300_00)
    out = text(run_command, "iron_cross", "--rolls", "40", "--long-run")
    (data,) = json_rows(run_command, "iron_cross", "--rolls", "40", "--long-run")

    assert f"exactly {run.loss_per_roll} cents\n" in out
    assert f"exactly {run.loss_per_hand} cents\n" in out
    assert re.search(rf"exact +{re.escape(dollars(found.mean))} ", out)
    assert re.search(rf"normal +{re.escape(dollars(300_00 + run.mean(40)))} ", out)
    assert Fraction(data["long_run"]["loss_per_roll_cents_exact"]) == run.loss_per_roll
    assert Fraction(data["long_run"]["variance_per_roll_square_cents_exact"]) == run.variance_per_roll


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize(
    "arguments",
    [
        ("pass_3_4_5_odds", "--long-run", "--losing-run", "5", "--stop-win", "200"),
        ("pass_2x_odds", "six_eight_press_regress", "iron_cross", "--stop-win", "$1,000"),
        ("pass_flat", "--bankrolls", "50-500"),
        ("pass_2x_odds", "--survive", "19/20"),
        ("pass_2x_odds", "--ruin-time", "0.25", "--bankroll", "50"),
        ("--month", "mix.csv"),
    ],
)
def test_the_text_fits_the_screen(
    run_command: RunCommand, monkeypatch: pytest.MonkeyPatch, columns: int, arguments: tuple[str, ...]
) -> None:
    """No line is wider than the screen, and no word is cut."""
    monkeypatch.setenv("COLUMNS", str(columns))
    Path("mix.csv").write_text(MIX, "utf-8")
    out = text(run_command, *arguments)

    assert max(len(line.rstrip()) for line in out.splitlines()) <= columns
    assert "…" not in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("pass_flat", "--bankroll", "1,234,567", "--rolls", "7"),
        ("pass_flat", "iron_cross", "--bankroll", "1,234,567", "--rolls", "7", "--stop-win", "5"),
        ("--month", "mix.csv"),
    ],
)
def test_no_figure_is_cut_on_a_narrow_screen(
    run_command: RunCommand, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """If a table needs a wider screen, it is printed wider, with every digit and every column."""
    Path("mix.csv").write_text(MIX, "utf-8")
    figures = {}
    for columns in ("30", "100"):
        monkeypatch.setenv("COLUMNS", columns)
        figures[columns] = Counter(re.findall(r"-?\$?[0-9][0-9,.]*%?", text(run_command, *arguments)))

    assert figures["30"] == figures["100"]


# Questions.


def test_the_strategy_that_most_probably_reaches_the_stop_win_comes_first(run_command: RunCommand) -> None:
    """The order of the arguments does not matter for the text; JSON keeps it."""
    names = ("pass_flat", "iron_cross", "pass_2x_odds")
    reached = {
        name: session(CRAPS, find_strategy(name), rolls=40, bankroll=100_00, stop_win=60_00).stopped_by["stop win"]
        for name in names
    }
    order = sorted(names, key=lambda name: -reached[name])
    out = text(run_command, *names, *SHORT, "--stop-win", "60")

    assert f"most likely to be ahead by $60: {order[0]}, with {percent(reached[order[0]])}" in out
    assert re.findall(r"^(\w+) +(\d+\.\d\d%) ", out, re.MULTILINE) == [
        (name, percent(reached[name], 2)) for name in order
    ]
    assert [row["strategy"] for row in json_rows(run_command, *names, *SHORT, "--stop-win", "60")] == list(names)


def test_without_a_stop_win_strategies_keep_the_order_of_the_arguments(run_command: RunCommand) -> None:
    out = text(run_command, "pass_2x_odds", "pass_flat", *SHORT)

    assert re.findall(r"^(pass_\w+) +\$", out, re.MULTILINE) == ["pass_2x_odds", "pass_flat"]
    assert "reach" not in out


def test_ruin_is_printed_for_each_bankroll(run_command: RunCommand) -> None:
    out = text(run_command, "pass_2x_odds", "--rolls", "40", "--bankrolls", "50-100 by 25")

    for bankroll in (50_00, 75_00, 100_00):
        found = session(CRAPS, find_strategy("pass_2x_odds"), rolls=40, bankroll=bankroll)
        assert re.search(rf"^ *{re.escape(dollars(bankroll, 0))} +{percent(found.ruin, 2)} ", out, re.MULTILINE)


def test_the_probability_of_the_stop_win_is_printed_for_each_bankroll(run_command: RunCommand) -> None:
    """The probability of the stop win is printed before the probability of ruin."""
    out = text(run_command, "pass_2x_odds", "--rolls", "40", "--bankrolls", "50 100", "--stop-win", "40")

    for bankroll in (50_00, 100_00):
        found = session(CRAPS, find_strategy("pass_2x_odds"), rolls=40, bankroll=bankroll, stop_win=40_00)
        probabilities = (percent(found.stopped_by["stop win"], 2), percent(found.ruin, 2))
        assert re.search(rf"^ *{re.escape(dollars(bankroll, 0))} +{' +'.join(probabilities)} ", out, re.MULTILINE)


@pytest.mark.parametrize("share", ["95%", "0.95", "19/20"])
def test_the_smallest_bankroll_that_survives(run_command: RunCommand, share: str) -> None:
    """The probability can be a percentage, a decimal or a fraction."""
    found = ruin_by_bankroll(CRAPS, find_strategy("pass_2x_odds"), rolls=40)
    smallest = found.smallest_bankroll(Fraction(19, 20))
    out = text(run_command, "pass_2x_odds", "--rolls", "40", "--survive", share)
    (data,) = json_rows(run_command, "pass_2x_odds", "--rolls", "40", "--survive", share)

    assert re.search(rf"smallest bankroll +{re.escape(dollars(smallest, 0))} +survives", out)
    assert (data["smallest_bankroll_cents"], data["survival"]) == (smallest, "19/20")
    assert data["ruin"] == {str(bankroll): str(decimal(ruin, 10)) for bankroll, ruin in found.ruin.items()}


def test_a_larger_bankroll_that_fails_is_printed(run_command: RunCommand) -> None:
    """If the strategy bets more with a larger bankroll, the largest bankroll that fails is printed too."""
    Path("larger_bets.strategy").write_text(LARGER_BETS, "utf-8")
    found = ruin_by_bankroll(CRAPS, find_strategy("larger_bets.strategy"), rolls=20)
    smallest, fails = found.smallest_bankroll(Fraction(1, 2)), found.largest_failing_bankroll(Fraction(1, 2))
    out = text(run_command, "larger_bets.strategy", "--rolls", "20", "--survive", "50%")

    assert fails is not None
    assert smallest < fails
    assert re.search(rf"but not +{re.escape(dollars(fails, 0))} +all larger bankrolls survive", out)


def test_the_ruin_time_of_half_of_the_sessions(run_command: RunCommand) -> None:
    found = session(CRAPS, find_strategy("pass_2x_odds"), rolls=300, bankroll=100_00)
    half = found.rolls_until_ruined(Fraction(1, 2))
    out = text(run_command, "pass_2x_odds", "--bankroll", "100", "--ruin-time", "50%")
    (data,) = json_rows(run_command, "pass_2x_odds", "--bankroll", "100", "--ruin-time", "50%")

    assert half is not None
    assert re.search(rf"rolls +{half} +until 50% of sessions are ruined", out)
    assert (data["ruin_time_rolls"], data["ruin"]) == (half, str(decimal(found.ruined_by_roll[half], 10)))
    (data,) = json_rows(
        run_command, "pass_flat", "--ruin-time", "1/2", "--stop-loss", "50", "--hands", "3", "--rolls", "20"
    )
    assert (data["share"], data["stop_loss_cents"], data["maximum_hands"], data["maximum_rolls"]) == (
        "1/2",
        50_00,
        3,
        20,
    )


def test_a_share_that_is_not_ruined_within_the_rolls(run_command: RunCommand) -> None:
    out = text(run_command, "pass_flat", "--ruin-time", "50%", "--rolls", "20")
    (data,) = json_rows(run_command, "pass_flat", "--ruin-time", "50%", "--rolls", "20")

    assert "fewer than 50% of sessions are ruined within 20 rolls" in out
    assert (data["ruin_time_rolls"], data["calculated_rolls"]) == (None, 20)


def test_the_win_of_a_house_in_a_month(run_command: RunCommand) -> None:
    """The month is the sum of the sessions in the file, and each group of players has its own line."""
    Path("mix.csv").write_text(MIX, "utf-8")
    flat = session(CRAPS, find_strategy("pass_flat"), rolls=30, bankroll=200_00, unresolved="play out")
    won = house_win([(300, flat), (100, session(CRAPS, find_strategy("pass_2x_odds"), rolls=40, bankroll=200_00))])
    out = text(run_command, "--month", "mix.csv")
    (data,) = json_rows(run_command, "--month", "mix.csv")

    assert out.startswith("400 sessions in Craps")
    assert re.search(rf"mean house win +{re.escape(dollars(won.mean))}$", out, re.MULTILINE)
    assert re.search(rf"some +300 +\$200 +30 .* {re.escape(dollars(300 * (200_00 - flat.mean)))} ", out)
    assert re.search(rf"^ +50% +{re.escape(dollars(won.quantile(Fraction(1, 2)), 0))} ", out, re.MULTILINE)
    assert (data["sessions"], data["mean_cents"]) == (400, str(decimal(won.mean, 4)))
    assert {Fraction(row["share"]): row["win_cents"] for row in data["quantiles"]}[Fraction(1, 2)] == won.quantile(
        Fraction(1, 2)
    )


def test_the_stop_rules_of_players_are_printed(run_command: RunCommand) -> None:
    """A group of players with other limits than the rolls has a line for them, also in a month of one session."""
    mix = "who,strategy,sessions,bankroll,rolls,stop_win,stop_loss,hands\nher,pass_flat,1,$200,30,$50,$100,2\n"
    Path("mix.csv").write_text(mix, "utf-8")
    out = text(run_command, "--month", "mix.csv")

    assert out.startswith("1 session in Craps")
    assert "\nher: 30 rolls or 2 hands or ahead by $50 or behind by $100\n" in out


def test_the_house_wins_nothing_from_players_who_cannot_bet(run_command: RunCommand) -> None:
    """If the bankroll is too small for the first bet, a month and a session still have figures."""
    Path("mix.csv").write_text("strategy,sessions,bankroll,rolls\npass_flat,5,$5,10\n", "utf-8")
    out = text(run_command, "--month", "mix.csv")
    (data,) = json_rows(run_command, "pass_flat", "--bankroll", "5", "--long-run")

    assert re.search(r"mean house win +\$0\.00$", out, re.MULTILINE)
    assert re.search(r"mean final bankroll +\$5\.000000 +no change", text(run_command, "pass_flat", "--bankroll", "5"))
    assert (data["ruin"], data["hold"], data["wagers"]) == ("1.0000000000", None, {})


def test_a_stop_win_that_no_strategy_can_reach_has_no_winner(run_command: RunCommand) -> None:
    assert "none of them can be ahead by $10,000 within these rolls" in text(
        run_command, "pass_flat", "iron_cross", *SHORT, "--stop-win", "10,000"
    )


def test_events_that_do_not_fit_into_the_rolls_are_impossible(run_command: RunCommand) -> None:
    """A losing run longer than the session has probability 0, and a limit of too many hands changes nothing."""
    (data,) = json_rows(run_command, "pass_flat", *SHORT, "--losing-run", "100,000,000,000")
    (json_row,) = json_rows(run_command, "pass_flat", *SHORT)
    (many,) = json_rows(run_command, "pass_flat", *SHORT, "--hands", "100,000,000,000")

    assert data["losing_run_probability"] == "0.0000000000"
    assert many["ends"] == json_row["ends"]


def test_a_probability_below_its_error_is_printed_as_a_bound(run_command: RunCommand) -> None:
    out = text(run_command, "pass_flat", "--hands", "7")

    assert re.search(r"probability of ruin +under [1-9]e-1\d  ", out)


# Files and charts.


def test_the_help_lists_all_kinds_of_rows(run_command: RunCommand) -> None:
    """The command repeats the names of the kinds, so that its help does not import the reports."""
    assert tuple(session_rows.ROWS) == command.ROWS
    assert {*month_rows.MONTH_ROWS, "players"} == set(command.MONTH_ROWS)
    assert tuple(session_rows.LONG_RUN_ROWS) == command.LONG_RUN_ROWS
    assert "figures, wagers, quantiles" in re.sub(r"[│\s]+", " ", text(run_command, "--help"))


@pytest.mark.parametrize("kind", command.ROWS)
def test_every_kind_of_rows_is_written(run_command: RunCommand, kind: str) -> None:
    """CSV and Parquet files have the rows of the library, with the house and the date."""
    out = text(
        run_command, "pass_flat", "pass_2x_odds", *SHORT, "--rows", kind, "--csv", "it.csv", "--parquet", "it.parquet"
    )
    read = pl.read_parquet("it.parquet")
    sessions = [
        session(CRAPS, find_strategy(name), rolls=40, bankroll=100_00) for name in ("pass_flat", "pass_2x_odds")
    ]
    rows = list(session_rows.session_rows(CRAPS, sessions, kind))

    assert out
    assert read.columns[:2] == ["house", "date"]
    assert read.drop("house", "date", "seconds", strict=False).rows() == [
        tuple(cell for key, cell in row.items() if key != "seconds") for row in rows
    ]
    assert pl.read_csv("it.csv").shape == read.shape


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        (("--month", "mix.csv"), "wins"),
        (("--month", "mix.csv", "--rows", "figures"), "figures"),
        (("--month", "mix.csv", "--rows", "players"), "players"),
        (("pass_flat", *SHORT[:2], "--survive", "95%"), "ruin"),
        (("pass_flat", *SHORT[:2], "--long-run", "--rows", "long-run"), "long run"),
        (("pass_flat", *SHORT[:2], "--long-run", "--rows", "long-run-wagers"), "its wagers"),
    ],
)
def test_the_rows_of_other_questions_are_written(
    run_command: RunCommand, arguments: tuple[str, ...], rows: str
) -> None:
    Path("mix.csv").write_text(MIX, "utf-8")
    text(run_command, *arguments, "--csv", "it.csv", "--parquet", "it.parquet")
    read = pl.read_parquet("it.parquet")

    assert pl.read_csv("it.csv").shape == read.shape
    if rows == "ruin":
        assert read["bankroll_cents"].to_list() == sorted(
            ruin_by_bankroll(CRAPS, find_strategy("pass_flat"), rolls=40).ruin
        )
    elif rows == "long run":
        assert Fraction(read["loss_per_roll_cents_exact"].item()) == PASS_FLAT_A_ROLL
    elif rows == "its wagers":
        assert [*zip(read["strategy"], read["wager"], strict=True)] == [("pass_flat", "Pass Bet")]
        assert Fraction(read["win_cents_exact"].item()) == PASS_FLAT_A_ROLL
    elif rows == "wins":
        assert abs(Fraction(read["probability"].sum()) - 1) < Fraction(1, 10**6)
    elif rows == "players":
        assert read["who"].to_list() == ["some", "others"]
        assert abs(
            sum(read["win_cents"]) - Decimal(json_rows(run_command, *arguments[:2])[0]["mean_cents"])
        ) <= Decimal("0.0001")
    else:
        assert read["sessions"].to_list() == [400]


@pytest.mark.parametrize(
    ("ending", "begins"),
    [("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")],
    ids=lambda of: str(of)[:4],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ("pass_flat", *SHORT),
        ("pass_flat", "pass_2x_odds", *SHORT),
        ("pass_flat", "--rolls", "20", "--bankrolls", "50-100 by 25"),
        ("pass_flat", "--rolls", "20", "--survive", "50%"),
        ("--month", "mix.csv"),
    ],
    ids=["one", "several", "bankrolls", "survive", "month"],
)
def test_charts_are_written(run_command: RunCommand, arguments: tuple[str, ...], ending: str, begins: bytes) -> None:
    """A chart is complete in its file: a page loads nothing from the network."""
    Path("mix.csv").write_text(MIX, "utf-8")
    text(run_command, *arguments, "--plot", f"it.{ending}")
    content = Path(f"it.{ending}").read_bytes()

    assert content.lstrip().startswith(begins)
    assert b'src="http' not in content


# Refusals and interruptions.


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "no strategy is given"),
        (("nosuch",), "no strategy can be read there"),
        (("buy_the_extremes",), "line 5, asks for an act that is refused"),
        (("pass_flat", "--house", "nosuch"), "no submission can be read there"),
        (("pass_flat", "--bankroll", "12.50"), "chips are of $1"),
        (("pass_flat", "--bankroll", "99,999,999,999"), "is beyond those that are walked"),
        (("pass_flat", "--rolls", "0"), "rolls of 0 cannot be played"),
        (("pass_flat", "--losing-run", "0"), "losing run of 0"),
        (("pass_flat", "--losing-run", "x"), "is not a whole number"),
        (("pass_flat", "--memory", "0"), "give 1 to 10,000 gigabytes"),
        (
            ("pass_flat", "--rolls", "3,000,000", "--losing-run", "2,000,000", "--memory", "1"),
            "counting its hands and losing runs would take",
        ),
        (("pass_flat", "--memory", "1", "--fractions", "--rolls", "100,000"), "GB of memory, and 1 may be used"),
        (("pass_flat", "--cores", "0"), "give 1 to 256 cores"),
        (("pass_flat", "--hours", "4"), "--hours and --pace go together"),
        (("pass_flat", "--bankroll", "5", "--bankrolls", "5 10"), "--bankroll and --bankrolls exclude each other"),
        (("place_6_8", "--play-out", "--fractions"), "may win without limit"),
        (("pass_flat", "--survive", "x"), "'x' is not a share"),
        (("pass_flat", "--survive", "100%"), "'100%' is not a share"),
        (("pass_flat", "--survive", "99.999999999999%"), "a probability of survival"),
        (("pass_flat", "--ruin-time", "0%"), "'0%' is not a share"),
        (("pass_flat", "--survive", "95%", "--stop-win", "5"), "--stop-win does not go with --survive"),
        (("pass_flat", "--survive", "95%", "--fractions"), "--fractions does not go with --survive"),
        (("pass_flat", "--survive", "95%", "--ruin-time", "5%"), "--ruin-time does not go with --survive"),
        (("pass_flat", "--ruin-time", "50%", "--plot", "it.svg"), "--plot does not go with --ruin-time"),
        (("pass_flat", "--ruin-time", "50%", "--play-out"), "--play-out does not go with --ruin-time"),
        (("pass_flat", "--bankrolls", "5 10", "--long-run"), "--long-run does not go with --bankrolls"),
        (("pass_flat", "iron_cross", "--long-run"), "--long-run takes one strategy"),
        (("pass_flat", "iron_cross", "--survive", "95%"), "--survive takes one strategy"),
        (("pass_flat", "--month", "mix.csv"), "a strategy does not go with --month"),
        (("--month", "mix.csv", "--bankroll", "5"), "--bankroll does not go with --month"),
        (("--month", "mix.csv", "--play-out"), "--play-out does not go with --month"),
        (("--month", "nosuch"), "no mix can be read there"),
        (("--month", "bad.csv"), "2 faults in the mix"),
        (("--month", "whose.csv"), "whose.csv: them: 'nosuch'"),
        (("--month", "chips.csv"), "chips.csv: pass_flat: "),
        (
            ("--month", "mix.csv", "--rows", "ends", "--csv", "it.csv"),
            "the kinds of rows are wins, figures and players",
        ),
        (("--month", "mix.csv", "--csv", "mix.csv"), "would overwrite the file of --month"),
        (("pass_flat", "--rows", "wins", "--csv", "it.csv"), "the kinds of rows are"),
        (("pass_flat", "--rows", "long-run", "--csv", "it.csv"), "the kinds of rows are"),
        (("pass_flat", "--rows", "ends"), "needs --csv or --parquet"),
        (("pass_flat", "--bankroll", "5", "--rows", "wagers", "--csv", "it.csv"), "there is nothing to write"),
        (("pass_flat", "--plot", "it.pdf"), "a chart is written as"),
        (("pass_flat", "--csv", "it.csv", "--plot", "folder.svg"), "is not a file"),
        (("--month", "semi.csv"), "columns with commas between would do"),
        (("pass_flat", "--csv", "nosuch/it.csv"), "cannot be written there"),
        (("my.strategy", "--csv", "my.strategy"), "would overwrite the file of STRATEGY"),
        (("pass_flat", "--nosuch"), "No such option"),
    ],
)
def test_bad_input_is_refused_in_one_line(run_command: RunCommand, arguments: tuple[str, ...], expected: str) -> None:
    """A refusal is one line on the error stream with exit status 2, and no file is written."""
    Path("mix.csv").write_text(MIX, "utf-8")
    Path("bad.csv").write_text("strategy,sessions,bankroll,rolls\npass_flat,x,$200,0\n", "utf-8")
    Path("whose.csv").write_text("who,strategy,sessions,bankroll,rolls\nthem,nosuch,5,$200,10\n", "utf-8")
    Path("chips.csv").write_text("strategy,sessions,bankroll,rolls\npass_flat,5,$200.50,10\n", "utf-8")
    Path("my.strategy").write_text("strategy my\nbet $5 on field\n", "utf-8")
    Path("semi.csv").write_text("strategy;sessions;bankroll;rolls\npass_flat;5;$200;10\n", "utf-8")
    Path("folder.svg").mkdir()
    before = files()
    status, out, err = run_command(*arguments)

    assert (status, out) == (2, "")
    assert err.startswith("passline: ")
    assert err.count("\n") == 1
    assert expected in err
    assert files() == before


def files() -> dict[str, bytes]:
    """Return the content of each file in the folder."""
    return {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}


def test_an_interruption_prints_the_number_of_rolls(tmp_path: Path) -> None:
    """The progress bar shows the memory and the rolls. After an interruption, no results are printed or written."""
    arguments = ["session", "three_point_molly", "--rolls", "20,000", "--bankroll", "$20,000", "--csv", "it.csv"]
    run = pexpect.spawn(
        sys.executable,
        ["-c", "from passline.cli.app import app; app()", *arguments, "--memory", "20"],
        cwd=tmp_path,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120"},
        encoding="utf-8",
        timeout=TIMEOUT,
    )
    run.expect(r"three_point_molly from \$20,000, [\d,]+ MB of memory")
    run.expect(r"[1-9]\d*/20000")
    run.sendintr()
    run.expect(r"passline: stopped after [\d,]+ of 20,000 rolls")
    run.expect(pexpect.EOF)
    run.close()

    assert run.exitstatus == 130
    assert list(tmp_path.iterdir()) == []
