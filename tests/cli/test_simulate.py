"""`passline simulate`: its text, JSON, files and charts agree, and it refuses bad input in one line."""

from __future__ import annotations

import os
import re
import sys
from fractions import Fraction
from pathlib import Path

import pexpect
import polars as pl
import pytest

from commands import RunCommand, command_runner, json_rows
from passline.cli import simulate as command
from passline.reports.tally_rows import DIFFERENCES, ROWS
from passline.words.dice import EVERY_ROLL
from passline.words.probability import decimal, percent

FEW = ("--sessions", "2,000", "--rolls", "50", "--bankroll", "$200", "--seed", "7")
CENTS = re.compile(r"-?\$[\d,]+(?:\.\d\d)?")
WEIGHTED = {"5-2": Fraction(1, 12), "2-5": Fraction(1, 12), "1-1": Fraction(0), "6-6": Fraction(0)}
"""Probabilities of weighted dice; the other rolls share the rest equally."""
TIMEOUT = 120
"""The maximum time for a command, in seconds."""


@pytest.fixture
def run_command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunCommand:
    """Return a function that runs `passline simulate` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    return command_runner("simulate", capsys)


def weighted_dice() -> str:
    """Return the text of a file of weighted dice."""
    rest = (1 - sum(WEIGHTED.values())) / (len(EVERY_ROLL) - len(WEIGHTED))
    return "".join(f"{roll} {WEIGHTED.get(str(roll), rest)}\n" for roll in EVERY_ROLL)


# One strategy.


def test_the_text_has_the_figures_of_json(run_command: RunCommand) -> None:
    """The text has the rounded figures of JSON: the mean with its error and expectation, the rolls, and ruin."""
    (data,) = json_rows(run_command, "pass_2x_odds", *FEW)
    _, out, _ = run_command("pass_2x_odds", *FEW)

    def dollars(cents: str) -> str:
        return f"${decimal(Fraction(cents) / 100, 2):,}"

    mean = f"{dollars(data['mean_cents'])} ± {dollars(data['mean_error_cents'])}"
    assert re.search(
        rf"mean final bankroll +{re.escape(mean)} +expected {re.escape(dollars(data['expected_mean_cents']))}", out
    )
    assert f"{data['rolls']:,}" in out
    assert f"{data['hands']:,} hands" in out
    assert percent(Fraction(data["ruin_exact"])) in out
    assert Fraction(data["mean_cents_exact"]) == Fraction(
        sum(int(cents) * sessions for cents, sessions in data["ends"].items()), data["sessions"]
    )


def test_ends_stops_and_dice_add_up(run_command: RunCommand) -> None:
    """Each session has one end and one cause of its end, and each roll is counted once."""
    (data,) = json_rows(run_command, "iron_cross", *FEW, "--stop-win", "$60", "--stop-loss", "$100", "--hands", "9")

    assert data["sessions"] == sum(data["ends"].values()) == sum(data["stopped_by"].values()) == 2_000
    assert data["rolls"] == sum(data["dice_counts"].values())
    assert data["stopped_by"]["stop win"]
    assert data["stopped_by"]["stop loss"]
    assert data["stopped_by"]["hands"]
    assert data["sessions_followed"] == sum(data["drawdown"].values()) == sum(data["losing_run"].values())


@pytest.mark.parametrize("strategy", ["pass_2x_odds", "iron_cross", "buy_sampler", "hammerlock"])
def test_the_house_wins_the_losses_of_the_players(run_command: RunCommand, strategy: str) -> None:
    """The wins on all wagers add up to the players' losses, and the handles to the total handle."""
    (data,) = json_rows(run_command, strategy, *FEW)
    lost = data["sessions"] * data["bankroll_cents"] - sum(int(cents) * count for cents, count in data["ends"].items())

    assert sum(wager["win_cents"] for wager in data["wagers"].values()) == data["win_cents"] == lost
    assert sum(wager["handle_cents"] for wager in data["wagers"].values()) == data["handle_cents"]


def test_the_expected_win_of_a_bet_that_is_played_out_is_its_edge(run_command: RunCommand) -> None:
    """If bets are played out, the expected win divided by the handle is close to the edge per bet made."""
    (data,) = json_rows(run_command, "place_6_8", "--sessions", "20,000", "--rolls", "60", "--play-out")

    for wager in data["wagers"].values():
        assert wager["edge_exact"] == "1/66"
        assert abs(Fraction(wager["expected_win_cents_exact"]) / wager["handle_cents"] - Fraction(1, 66)) < Fraction(
            1, 1000
        )
    assert data["unresolved_bets"] == "play out"


def test_the_table_by_wager_has_the_exact_edge(run_command: RunCommand) -> None:
    _, out, _ = run_command("iron_cross", *FEW)

    assert re.search(r"^Field Bet .* 5\.556%$", out, re.MULTILINE)
    assert re.search(r"^Place Bet to Win on 5 .* 4\.000%$", out, re.MULTILINE)
    assert re.search(r"^all wagers ", out, re.MULTILINE)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize(
    "arguments",
    [
        ("hammerlock",),
        ("pass_2x_odds", "six_eight_press_regress", "iron_cross"),
        ("pass_flat", "--bankrolls", "50-500"),
    ],
)
def test_the_text_fits_the_screen(
    run_command: RunCommand, monkeypatch: pytest.MonkeyPatch, columns: int, arguments: tuple[str, ...]
) -> None:
    """No line is wider than the screen, and no word is cut."""
    monkeypatch.setenv("COLUMNS", str(columns))
    _, out, _ = run_command(*arguments, "--sessions", "500", "--rolls", "40")

    assert max(len(line.rstrip()) for line in out.splitlines()) <= columns
    assert "…" not in out


def test_the_histogram_has_every_session_and_marks_the_quantiles(run_command: RunCommand) -> None:
    """The shares add up to 100%. Each quantile and the bankroll are marked once, on the row that contains them."""
    (data,) = json_rows(run_command, "pass_2x_odds", *FEW)
    _, out, _ = run_command("pass_2x_odds", *FEW)
    rows = out[out.index("final bankroll\n") :].split("\n\n")[0].splitlines()[1:]
    quantiles = {Fraction(each["share"]): each["end_cents"] for each in data["quantiles"]}
    names = {Fraction(1, 20): "5%", Fraction(1, 4): "25%", Fraction(1, 2): "median", Fraction(19, 20): "95%"}

    shares = [Fraction(re.findall(r"([\d.]+)%", row)[0]) for row in rows]
    assert abs(sum(shares, Fraction(-100))) < Fraction(1, 10)
    for share, name in names.items():
        (row,) = [row for row in rows if re.search(rf"%.*[ ,]{re.escape(name)}(,|  |$)", row)]
        least, most = (int(sum_[1:].replace(",", "")) * 100 for sum_ in CENTS.findall(row)[:2])
        assert least <= quantiles[share] <= most
    (row,) = [row for row in rows if row.endswith("start")]
    assert "$200" in row


def test_a_run_can_be_repeated_and_continued(run_command: RunCommand) -> None:
    """The same seed gives the same results on any number of cores, and in two parts of a run."""
    whole, again = (json_rows(run_command, "pass_flat", *FEW, "--cores", cores)[0] for cores in ("1", "2"))
    parts = [
        json_rows(run_command, "pass_flat", *FEW[2:], "--sessions", sessions, "--first-session", first)[0]
        for sessions, first in (("700", "0"), ("1,300", "700"))
    ]
    ends: dict[str, int] = {}
    for part in parts:
        for cents, sessions in part["ends"].items():
            ends[cents] = ends.get(cents, 0) + sessions

    assert whole == again
    assert ends == whole["ends"]
    assert json_rows(run_command, "pass_flat", *FEW[:-1], "8")[0]["ends"] != whole["ends"]


def test_hours_are_rolls_at_a_pace(run_command: RunCommand) -> None:
    at_a_pace, of_rolls = (
        json_rows(run_command, "pass_flat", "--sessions", "50", *length)[0]
        for length in (("--hours", "1.5", "--pace", "90"), ("--rolls", "135"))
    )

    assert at_a_pace == of_rolls


def test_sessions_of_hands_have_the_rolls_they_need(run_command: RunCommand) -> None:
    """If only the hands are limited, no session ends by the number of rolls."""
    (data,) = json_rows(run_command, "pass_flat", "--sessions", "500", "--hands", "3", "--bankroll", "$2,000")

    assert data["stopped_by"]["hands"] == 500
    assert data["hands"] == 1_500


@pytest.mark.parametrize(
    ("arguments", "sessions"),
    [
        (("pass_flat", "--rolls", "20000"), 5_000),
        (("pass_flat", "dont_pass_flat", "place_6_8", "--rolls", "3000"), 10_000),
        (("pass_flat", "--bankrolls", "100 200 300 400 500", "--rolls", "20000"), 1_000),
    ],
)
def test_the_default_number_of_sessions_is_smaller_for_long_sessions(
    run_command: RunCommand, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], sessions: int
) -> None:
    """All sessions together have at most 100 million rolls by default; the test sets a tenth of that to be quick."""
    monkeypatch.setattr("passline.cli.simulation_run.MAX_ROLLS", 10_000_000)

    assert {row["sessions"] for row in json_rows(run_command, *arguments)} == {sessions // 10}


def test_a_strategy_without_a_machine_is_played_on_the_table(
    run_command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text gives the reason. The default number of sessions is small, and there is no expected mean."""
    monkeypatch.setattr("passline.machines.machine.MAX_STATES", 3)
    Path("mine.strategy").write_text("strategy mine\nbet $5 on field\nwith a point: bet $6 on place 6\n", "utf-8")
    status, out, _ = run_command("mine.strategy", "--rolls", "3")
    (data,) = json_rows(run_command, "mine.strategy", "--rolls", "3", "--sessions", "20")

    assert status == 0
    assert "no machine, so each roll is played on the table: mine has more than 3 states" in out
    assert out.splitlines()[1].startswith("1,000 sessions of 3 rolls")
    assert "few sessions are played" in out
    assert "expected $" not in out
    assert (data["sessions"], data["expected_mean_cents"]) == (20, None)
    assert "more than 3 states" in data["no_machine_reason"]


# Several strategies or bankrolls.


def test_strategies_are_compared_on_the_same_dice(run_command: RunCommand) -> None:
    """A strategy plays the same sessions alone. The mean difference is exact, and its error is below the sum."""
    both = json_rows(run_command, "pass_2x_odds", "pass_flat", *FEW)
    alone = json_rows(run_command, "pass_flat", *FEW)[0]
    _, out, _ = run_command("pass_2x_odds", "pass_flat", *FEW)
    difference = both[1]["difference"]

    assert both[0]["difference"] is None
    assert both[1]["ends"] == alone["ends"]
    assert difference["compared_with"] == "pass_2x_odds"
    assert Fraction(difference["mean_cents_exact"]) == Fraction(both[1]["mean_cents_exact"]) - Fraction(
        both[0]["mean_cents_exact"]
    )
    assert Fraction(difference["mean_error_cents"]) < sum(Fraction(each["mean_error_cents"]) for each in both)
    assert re.search(r"^  pass_flat +[+-]\$[\d.]+ ± \$[\d.]+$", out, re.MULTILINE)


def test_ruin_is_estimated_for_each_bankroll(run_command: RunCommand) -> None:
    """A larger bankroll is not ruined more often, and one of several bankrolls has the results that it has alone."""
    rows = json_rows(run_command, "pass_2x_odds", "--bankrolls", "50-200 by 50", "--sessions", "2,000")
    alone = json_rows(run_command, "pass_2x_odds", "--bankroll", "150", "--sessions", "2,000")[0]
    ruins = [Fraction(row["ruin_exact"]) for row in rows]

    assert [row["bankroll_cents"] for row in rows] == [50_00, 100_00, 150_00, 200_00]
    assert ruins == sorted(ruins, reverse=True)
    assert rows[2] == alone


@pytest.mark.parametrize(
    ("bankrolls", "cents"),
    [
        ("100-1000", [n * 100_00 for n in range(1, 11)]),
        ("100-200", [n * 10_00 for n in range(10, 21)]),
        ("30-45", [*range(30_00, 45_00, 2_00), 45_00]),
        ("$1,000 $50", [50_00, 1_000_00]),
        ("100-300 by 150", [100_00, 250_00, 300_00]),
    ],
)
def test_bankrolls_are_a_range_or_a_list(run_command: RunCommand, bankrolls: str, cents: list[int]) -> None:
    assert [
        row["bankroll_cents"]
        for row in json_rows(run_command, "pass_flat", "--bankrolls", bankrolls, "--sessions", "5")
    ] == cents


# Dice from files.


def test_weighted_dice_roll_with_their_probabilities(run_command: RunCommand) -> None:
    """Rolls with probability 0 never happen, and the expected mean is that of these dice."""
    Path("dice.txt").write_text(weighted_dice(), "utf-8")
    (data,) = json_rows(run_command, "hops", *FEW, "--dice", "dice.txt")
    (fair,) = json_rows(run_command, "hops", *FEW)
    fell = data["dice_counts"]

    assert fell["1-1"] == fell["6-6"] == 0
    assert abs(Fraction(fell["5-2"] + fell["2-5"], data["rolls"]) - Fraction(1, 6)) < Fraction(1, 100)
    assert data["dice"] == "dice.txt"
    assert Fraction(data["expected_mean_cents"]) > Fraction(fair["expected_mean_cents"])


def test_recorded_rolls_are_played_session_by_session(run_command: RunCommand) -> None:
    """The recorded rolls are divided into sessions; rolls that do not fill a session are not played."""
    Path("rolls.txt").write_text("4-3, 4-3 4-3\n1-1 1-1 1-1\n5-1", "utf-8")
    (data,) = json_rows(run_command, "pass_flat", "--rolls-file", "rolls.txt", "--rolls", "3")

    assert data["sessions"] == 2
    assert data["ends"] == {"27000": 1, "33000": 1}
    assert {roll: count for roll, count in data["dice_counts"].items() if count} == {"4-3": 3, "1-1": 3}


# Files.


def test_the_help_lists_all_kinds_of_rows(run_command: RunCommand) -> None:
    """The command repeats the names of the kinds, so that its help does not import the reports."""
    assert (*ROWS, DIFFERENCES) == command.ROWS
    assert ", ".join(command.ROWS) in re.sub(r"[│\s]+", " ", run_command("--help")[1])


@pytest.mark.parametrize("kind", command.ROWS)
def test_every_kind_of_rows_can_be_read_again(run_command: RunCommand, kind: str) -> None:
    """The CSV and Parquet files have the same columns and number of rows, for both strategies."""
    status, _, _ = run_command(
        "pass_flat", "place_6_8", *FEW, "--rows", kind, "--csv", "t.csv", "--parquet", "t.parquet"
    )
    parquet = pl.read_parquet("t.parquet")
    csv = pl.read_csv("t.csv", infer_schema=False)

    assert status == 0
    assert csv.columns == parquet.columns
    assert csv.height == parquet.height > 0
    assert set(parquet["strategy"]) == ({"place_6_8"} if kind == DIFFERENCES else {"pass_flat", "place_6_8"})


def test_files_and_json_have_the_same_figures(run_command: RunCommand) -> None:
    """The rows of figures, wagers, ends and the fan have the values of the JSON object."""
    (data,) = json_rows(run_command, "iron_cross", *FEW)
    tables = {}
    for kind in ("figures", "wagers", "ends", "fan"):
        run_command("iron_cross", *FEW, "--rows", kind, "--parquet", f"{kind}.parquet")
        tables[kind] = pl.read_parquet(f"{kind}.parquet")

    assert tables["figures"]["mean_cents_exact"].to_list() == [data["mean_cents_exact"]]
    assert tables["figures"]["seed"].to_list() == ["7"]
    assert dict(tables["ends"].select("end_cents", "sessions").rows()) == {int(k): n for k, n in data["ends"].items()}
    assert dict(tables["wagers"].select("wager", "win_cents").rows()) == {
        wager: row["win_cents"] for wager, row in data["wagers"].items()
    }
    last = tables["fan"].filter(pl.col("rolls") == 50)
    assert last["worth_cents"].to_list() == list(data["fan"]["50"].values())


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")])
@pytest.mark.parametrize(
    "arguments", [("pass_flat",), ("pass_flat", "place_6_8"), ("pass_flat", "--bankrolls", "50 100")]
)
def test_charts_are_written(run_command: RunCommand, arguments: tuple[str, ...], ending: str, begins: bytes) -> None:
    """The suffix of the file chooses the format, and a page loads nothing from the network."""
    status, _, _ = run_command(*arguments, "--sessions", "100", "--plot", f"it.{ending}")
    content = Path(f"it.{ending}").read_bytes()

    assert status == 0
    assert content.lstrip().startswith(begins)
    assert b'src="http' not in content


# Refusals and interruptions.


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("nosuch",), "no strategy can be read there"),
        (("buy_the_extremes",), "line 5, asks for an act that is refused"),
        (("pass_flat", "--house", "nosuch"), "no submission can be read there"),
        (("pass_flat", "--house", "crapless", "--date", "2028-11-15"), "not in force on 2028-11-15"),
        (("pass_flat", "--bankroll", "0"), "is not an amount to play with"),
        (("pass_flat", "--bankroll", "-300"), "is not an amount"),
        (("pass_flat", "--bankroll", "12.50"), "chips are of $1"),
        (("pass_flat", "--stop-win", "0"), "is not an amount to play with"),
        (("pass_flat", "--stop-loss", "x"), "is not an amount"),
        (("pass_flat", "--sessions", "0"), "sessions of 0 cannot be played"),
        (("pass_flat", "--sessions", "-5"), "sessions of -5 cannot be played"),
        (("pass_flat", "--sessions", "1e6"), "is not a whole number"),
        (("pass_flat", "--sessions", "9" * 25), "cannot be played"),
        (("pass_flat", "--rolls", "0"), "rolls of 0 cannot be played"),
        (("pass_flat", "--hands", "0"), "hands of 0 cannot be played"),
        (("pass_flat", "--hands", "-1"), "hands of -1 cannot be played"),
        (("pass_flat", "--hours", "4"), "--hours and --pace go together"),
        (("pass_flat", "--pace", "100"), "--hours and --pace go together"),
        (("pass_flat", "--hours", "x", "--pace", "100"), "is not a number of hours"),
        (("pass_flat", "--hours", "0", "--pace", "100"), "rolls of 0"),
        (("pass_flat", "--hours", "1", "--pace", "0"), "pace of 0"),
        (("pass_flat", "--hours", "1", "--pace", "100", "--rolls", "5"), "--rolls and --hours exclude each other"),
        (("pass_flat", "--bankroll", "5", "--bankrolls", "5 10"), "--bankroll and --bankrolls exclude each other"),
        (("pass_flat", "--seed", "-1"), "the seed cannot be -1; use a whole number from 0 to 2**64 - 1"),
        (("pass_flat", "--first-session", "-1"), "first session of -1 cannot be played"),
        (("pass_flat", "--cores", "0"), "give 1 to 256 cores"),
        (("pass_flat", "--bankrolls", "100"), "give a single one with --bankroll"),
        (("pass_flat", "--bankrolls", "100-100000 by 1"), "at most 100 bankrolls"),
        (("pass_flat", "--bankrolls", "500-100"), "from low to high"),
        (("pass_flat", "--dice", "nosuch"), "'nosuch': no dice can be read there"),
        (("pass_flat", "--rolls-file", "nosuch"), "'nosuch': no dice can be read there"),
        (("pass_flat", "--dice", "short.txt"), "the chances sum to 35/36; those of dice sum to 1"),
        (("pass_flat", "--dice", "one.txt"), "no probability is given for 1-2, 1-3"),
        (("pass_flat", "--rolls-file", "one.txt", "--rolls", "1"), "line 1"),
        (("pass_flat", "--rolls-file", "few.txt"), "few.txt: the file has 3 rolls"),
        (("pass_flat", "--rolls-file", "few.txt", "--rolls", "1", "--sessions", "4"), "not on a record of 3"),
        (("pass_flat", "--dice", "few.txt", "--rolls-file", "few.txt"), "--dice and --rolls-file exclude each other"),
        (("pass_flat", "--plot", "it.pdf"), "a chart is written as"),
        (("pass_flat", "--plot", "nosuch/it.svg"), "cannot be written there"),
        (("pass_flat", "--csv", "nosuch/it.csv"), "cannot be written there"),
        (
            ("pass_flat", "--csv", "few.txt", "--rolls-file", "few.txt", "--rolls", "1"),
            "would overwrite the file of --rolls-file",
        ),
        (("my.strategy", "--csv", "my.strategy"), "would overwrite the file of STRATEGY"),
        (("pass_flat", "--csv", "it.csv", "--parquet", "it.csv"), "would overwrite the file of --csv"),
        (("pass_flat", "--rows", "ends"), "needs --csv or --parquet"),
        (("pass_flat", "--rows", "nosuch", "--csv", "it.csv"), "the kinds of rows are"),
        (("pass_flat", "--rows", "differences", "--csv", "it.csv"), "needs several strategies"),
        (("pass_flat", "--nosuch"), "No such option"),
    ],
)
def test_bad_input_is_refused_in_one_line(run_command: RunCommand, arguments: tuple[str, ...], expected: str) -> None:
    """A refusal is one line on the error stream with exit status 2, and no file is written."""
    Path("few.txt").write_text("4-3 4-3 4-3", "utf-8")
    Path("one.txt").write_text("1-1 1/36\n", "utf-8")
    Path("short.txt").write_text("".join(f"{roll} {int(str(roll) != '1-1')}/36\n" for roll in EVERY_ROLL), "utf-8")
    Path("my.strategy").write_text("strategy my\nbet $5 on field\n", "utf-8")
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    status, out, err = run_command(*arguments)

    assert (status, out) == (2, "")
    assert err.startswith("passline: ")
    assert err.count("\n") == 1
    assert expected in err
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


def test_an_interruption_prints_the_finished_sessions(tmp_path: Path) -> None:
    """The progress bar shows the speed. After an interruption, the finished sessions are printed and written."""
    arguments = ["simulate", "pass_flat", "--sessions", "100,000,000,000", "--date", "2026-01-15"]
    run = pexpect.spawn(
        sys.executable,
        ["-c", "from passline.cli.app import app; app()", *arguments, "--rows", "ends", "--csv", "ends.csv"],
        cwd=tmp_path,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
        encoding="utf-8",
        timeout=TIMEOUT,
    )
    run.expect("million rolls/s")
    run.sendintr()
    run.expect(r"passline: stopped after ([\d,]+) sessions; the results are those of these sessions")
    done = run.match[1]
    run.expect(f"{done} sessions of 100 rolls")
    run.expect("final bankroll")
    run.expect(pexpect.EOF)
    run.close()

    assert run.exitstatus == 130
    assert pl.read_csv(tmp_path / "ends.csv")["sessions"].sum() == int(done.replace(",", "")) > 0
