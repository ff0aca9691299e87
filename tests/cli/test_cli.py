"""The commands pay, odds, law, check and play: their answers, their JSON, and one line for each refusal."""

from __future__ import annotations

import html
import json
import os
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pexpect
import polars as pl
import pytest

from passline.cli.app import app
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, HOUSES

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "examples" / "evening.craps"
TOO_LARGE = 20_000_001


class Answer(NamedTuple):
    """The exit status of a command, and its output."""

    status: int
    out: str
    err: str


class Shell:
    """A shell in an empty folder."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> Answer:
        with pytest.raises(SystemExit) as stopped:
            app(list(arguments))
        status = stopped.value.code
        assert isinstance(status, int)
        return Answer(status, *self.capsys.readouterr())

    def refuses(self, *arguments: str) -> str:
        """Run a command that is refused, and return its one line."""
        status, _, err = self(*arguments)
        assert status == 2
        assert err.startswith("passline: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.chdir(tmp_path)
    return Shell(capsys)


# pay


def test_pay_answers_part_by_part(shell: Shell) -> None:
    """A Horn on twelve wins one part and loses three, each under its own paragraph."""
    _, out, _ = shell("pay", "Horn Bet", "20", "6-6", "--house", "crapless")

    assert "won; the player is $135 better off" in out
    assert out.count("loses") == 3
    assert "§ 623b.6(d)(3)" in out
    assert "§ 623b.6(b)(13)(i)" in out


def test_pay_as_json_is_exact(shell: Shell) -> None:
    """JSON has whole cents, and the paragraphs."""
    status, out, _ = shell("pay", "place 6", "12", "5-1", "--house", "crapless", "--point", "10", "--json")
    data = json.loads(out)

    assert status == 0
    assert (data["result"], data["winnings"], data["paid"], data["net"]) == ("won", 1400, 1400, 1400)
    assert (data["under"], data["paid_under"]) == ("§ 623b.6(b)(3)(i)", "§ 623b.6(d)(1)")


def test_pay_takes_the_number_and_the_marks_of_a_bet(shell: Shell) -> None:
    """Numbers, marks and buttons are given by options."""
    assert "won" in shell("pay", "odds on come", "10", "2-2", "--number", "4", "--point", "9").out
    assert "lost" in shell("pay", "hard 4", "5", "5-2", "--working").out
    assert "stood" in shell("pay", "hard 4", "5", "5-2").out
    fire = shell(
        "pay",
        "fire",
        "5",
        "5-2",
        "--point",
        "9",
        "--numbers-made",
        "4",
        "--numbers-made",
        "5",
        "--numbers-made",
        "6",
        "--numbers-made",
        "8",
    )
    assert "wins $120" in fire.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("Horn Bet", "6", "6-6"), "$4 or $8 would do (§ 623a.5(b))"),
        (("Horn Bet", "-4", "6-6"), "is not an amount"),
        (("Horn Bet", "0", "6-6"), "is not an amount"),
        (("Horn Bet", "4.5", "6-6"), "is not an amount"),
        (("Horn Bet", "4.50", "6-6"), "smallest chip"),
        (("Horn Bet", "four", "6-6"), "is not an amount"),
        (("Horn Bet", str(10**18), "6-6"), "is not an amount to play with"),
        (("Horn Bet", "4000", "6-6"), "posted maximum is $2,000"),
        (("Place Bet to Win on 5", "6", "4-1"), "$5 or $10 would do (§ 623a.5(a))"),
        (("Hron Bet", "4", "6-6"), "is Horn Bet"),
        (("hi-lo", "4", "6-6"), "two wagers"),
        (("Pass Bet", "10", "0-7"), "is not a roll"),
        (("Pass Bet", "10", "7"), "is not a roll"),
        (("Pass Bet", "10", "5-1", "--point", "7"), "is not a point"),
        (("Pass Bet", "10", "5-1", "--point", "2"), "is not a point"),
        (("Come Bet", "10", "5-1"), "after the come out roll"),
        (("odds on Come Bet", "10", "5-1", "--number", "3"), "one of the numbers"),
        (("Field Bet", "10", "5-1", "--working"), "works on every roll"),
        (("All Small Wager", "5", "5-1", "--numbers-made", "7"), "collects 2, 3, 4, 5, 6"),
        (("Lay Bet against the 4", "40", "5-2", "--house", "crapless"), "not a wager of Crapless Craps"),
        (("Pass Bet", "10", "5-1", "--house", "nosuch"), "no submission can be read there"),
        (("Pass Bet", "10", "5-1", "--house", "crapless", "--date", "2028-11-15"), "not in force on 2028-11-15"),
        (("Pass Bet", "10", "5-1", "--date", "2026-02-30"), "is not a date"),
    ],
)
def test_pay_refuses_in_one_line(shell: Shell, arguments: tuple[str, ...], says: str) -> None:
    assert says in shell.refuses("pay", *arguments)


# odds


def test_odds_lists_every_wager_cheapest_first(shell: Shell) -> None:
    """JSON has a row for each wager and each with odds, sorted by what it costs, exact beside decimal."""
    rows = [json.loads(line) for line in shell("odds", "--house", "crapless", "--json").out.splitlines()]
    names = [row["wager"] for row in rows]
    by_name = {row["wager"]: row for row in rows}

    assert set(names) == {*CRAPLESS.wagers, "Pass Bet with 10 times odds", "Come Bet with 10 times odds"}
    assert by_name["Pass Bet"]["per_bet_made_exact"] == "373/6930"
    assert by_name["Pass Bet"]["per_bet_made"] == "0.0538239538"
    costs = [Fraction(row["per_total_action_exact"]) for row in rows]
    assert costs == sorted(costs)


@pytest.mark.parametrize("columns", [80, 200])
def test_odds_fit_the_screen(shell: Shell, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """No line of the table is wider than the screen, and no wager's name is cut."""
    monkeypatch.setenv("COLUMNS", str(columns))
    _, out, _ = shell("odds", "--house", "craps")

    assert max(len(line) for line in out.splitlines()) <= columns
    assert "…" not in out
    assert all(wager in " ".join(out.split()) for wager in ("Horn High Bet on the 12", "Place Bet to Lose on 10"))


def test_odds_take_multiples_and_stakes(shell: Shell) -> None:
    """Odds are one multiple, or one for each pair of points; a stake is counted with the house's rounding."""
    rows = shell("odds", "Pass Bet", "dont pass", "--odds", "3-4-5", "--json").out.splitlines()
    house = ["--house", "every-option"]
    broken = json.loads(shell("odds", "place 6", "--stake", "10", *house, "--json").out)

    assert [json.loads(row)["per_total_action_exact"] for row in rows] == ["7/1870", "3/1100"]
    # $10 at 7 to 6 wins $11.66 and two thirds; in chips of 50 cents $11.50 is paid, five times in eleven.
    assert Fraction(broken["breakage_exact"]) == Fraction(5, 11) * (Fraction(10_00 * 7, 6) - 11_50) / 10_00
    assert "not taken: Place Bet to Win on 5" in shell("odds", "--stake", "6").out


def test_odds_of_a_fire_bet_and_a_hand(shell: Shell) -> None:
    assert "makes exactly 6" in shell("odds", "fire").out
    assert "1 in 33,742,737,585" in shell("odds", "--hand-length", "154", "--house", "crapless").out
    short = json.loads(shell("odds", "--hand-length", "3", "--json").out)
    assert short["probability_at_least"] == "8/9"
    assert short["exactly"] == {"1": "0", "2": "1/9", "3": "227/1944"}


def test_odds_write_files_that_read_back(shell: Shell) -> None:
    """The CSV, the Parquet file and the JSON hold the same exact fractions."""
    _, out, _ = shell("odds", "--csv", "o.csv", "--parquet", "o.parquet", "--json")
    exact = [json.loads(line)["variance_exact"] for line in out.splitlines()]

    assert pl.read_csv("o.csv")["variance_exact"].to_list() == exact
    assert pl.read_parquet("o.parquet")["variance_exact"].to_list() == exact


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")])
def test_odds_are_drawn(shell: Shell, ending: str, begins: bytes) -> None:
    """A chart is written by its ending; a page needs nothing from elsewhere."""
    shell("odds", "--plot", f"edges.{ending}")
    content = Path(f"edges.{ending}").read_bytes()

    assert content.lstrip().startswith(begins)
    assert b'src="http' not in content


def test_a_report_stands_alone(shell: Shell) -> None:
    """The report names the choices, every wager, what it leans on, and the hold on a handle."""
    Path("mix.csv").write_text('wager,handle\nPass Bet,"100,000"\nplace 6,6600\n')
    status, _, _ = shell("report", "every-option", "--output", "r.html", "--handle", "mix.csv")
    page = Path("r.html").read_text()
    text = html.unescape(page)

    assert status == 0
    assert all(name in text for name in EVERY_OPTION.wagers)
    assert all(f"<dt>{id_}</dt>" in page for id_ in EVERY_OPTION.game.readings)
    assert "§ 623a.5(g)(3)(ii)" in page
    assert "$1,414.14" in page
    assert "$100" in page
    assert "This submission chooses differently" in page
    assert not re.search(r"""(src|href)=["']""", page)


def test_odds_compare_submissions(shell: Shell) -> None:
    """Two submissions differ in what they choose, and in nothing else."""
    assert "no edge differs between craps and craps" in shell("odds", "--compare", "craps", "craps").out
    moved = [json.loads(line) for line in shell("odds", "--compare", "craps", "mini-craps", "--json").out.splitlines()]

    assert {"wager": "Fire Bet", "now": None}.items() <= {
        key: value for row in moved if row["wager"] == "Fire Bet" for key, value in row.items()
    }.items()
    assert "Field Bet" not in {row["wager"] for row in moved}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("fild",), "is Field Bet"),
        (("lay 4", "--house", "crapless"), "not a wager of Crapless Craps"),
        (("fire", "--house", "mini-craps"), "does not offer Fire Bet"),
        (("pass", "--odds", "11"), "the cap is 10 times"),
        (("pass", "--odds", "0"), "multiple above zero"),
        (("pass", "--odds", "x"), "is not understood"),
        (("pass", "--odds", "3-4"), "is not understood"),
        (("place 6", "--stake", "5"), "$6"),
        (("place 6", "--stake", "-5"), "is not an amount"),
        (("--plot", "edges.pdf"), "a chart is written as"),
        (("--plot", "nosuch/edges.svg"), "cannot be written there"),
        (("--csv", "nosuch/o.csv"), "cannot be written there"),
        (("--compare", "craps", "nosuch"), "no submission can be read there"),
    ],
)
def test_odds_refuse_in_one_line(shell: Shell, arguments: tuple[str, ...], says: str) -> None:
    assert says in shell.refuses("odds", *arguments)


@pytest.mark.parametrize(
    ("mix", "says"),
    [
        ("", "the first line must name the columns"),
        ("a,b\n1,2\n", "the first line must name the columns"),
        ("wager,handle\n", "there is no row below"),
        ("wager,handle\nPass Bet,-5\n", "line 2"),
        ("wager,handle\nPass Bet,5\nNo Such,5\n", "line 3"),
        ("wager,handle\n,5\n", "line 2"),
        ("wager,handle\n,\n", "there is no row below"),
    ],
)
def test_a_report_refuses_a_handle_that_is_not_a_table(shell: Shell, mix: str, says: str) -> None:
    Path("mix.csv").write_text(mix)

    assert says in shell.refuses("report", "craps", "--output", "r.html", "--handle", "mix.csv")
    assert not Path("r.html").exists()


# law


def test_law_shows_a_paragraph_with_its_readings(shell: Shell) -> None:
    _, out, _ = shell("law", "58 Pa. Code § 623b.6(b)(25)(ii)")

    assert "Two-Four on the Hop Bet" in out
    assert "reading D3" in out
    assert json.loads(shell("law", "§ 623b.6(b)(25)", "--json").out.splitlines()[0])["readings"] == ["D3"]


def test_law_lists_every_gap(shell: Shell) -> None:
    """All sixteen slips and thirty gaps are listed, with what stands behind each."""
    listed = [json.loads(line) for line in shell("law", "--readings", "--json").out.splitlines()]

    assert [reading["id"] for reading in listed] == [f"D{n}" for n in range(1, 17)] + [f"A{n}" for n in range(1, 31)]
    assert all(reading["authority"] in {"reading", "custom"} and reading["why"] for reading in listed)
    assert "A22 custom at § 623a.9" in shell("law", "--readings").out


def test_law_lists_the_sections_with_their_dates(shell: Shell) -> None:
    _, out, _ = shell("law")

    assert "58 Pa. Code § 623b.6" in out
    assert "from 2025-11-15 to 2028-11-15" in out


@pytest.mark.parametrize(
    ("paragraph", "says"), [("§ 623b.6(z)", "has no paragraph"), ("§ 1.1", "the sections are"), ("x", "D4")]
)
def test_law_refuses_in_one_line(shell: Shell, paragraph: str, says: str) -> None:
    assert says in shell.refuses("law", paragraph)


# check


def test_check_finds_no_fault_in_the_examples(shell: Shell) -> None:
    for house in HOUSES:
        status, out, _ = shell("check", house.source)

        assert status == 0
        assert "0 faults" in out


def test_check_reports_every_fault_at_once(shell: Shell) -> None:
    """Each fault has its place, its paragraph and what would be accepted, also as JSON."""
    Path("bad.toml").write_text(
        (ROOT / "src/passline/house/examples/craps.toml").read_text().replace('"5%"', '"6%"').replace('"A"', '"C"')
    )
    status, out, _ = shell("check", "bad.toml", "--json")
    faults = json.loads(out)["faults"]

    assert status == 2
    assert [fault["where"] for fault in faults] == ["buy_bets.vigorish", "lay_bets.vigorish", "fire_bet.pay_table"]
    assert [fault["under"] for fault in faults] == ["§ 623a.5(g)(3)(i)", "§ 623a.5(g)(3)(ii)", "§ 623a.5(f)"]
    assert all(fault["accepted"] for fault in faults)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"\x00\xff\xfe", "UTF-8"),
        (b"[house]\nname = \xe9", "UTF-8"),
        (b"#" * 1_000_001, "bytes"),
    ],
    ids=["empty", "binary", "not UTF-8", "huge"],
)
def test_check_refuses_a_file_that_is_no_submission(shell: Shell, content: bytes, says: str) -> None:
    Path("submission.toml").write_bytes(content)

    assert says in shell.refuses("check", "submission.toml")


def test_check_refuses_a_missing_file(shell: Shell) -> None:
    Path("folder").mkdir()

    assert "no submission can be read there" in shell.refuses("check", "nosuch.toml")
    assert "no submission can be read there" in shell.refuses("check", "folder")
    assert "no submission can be read there" in shell.refuses("check", "a\0b")


# play


def test_play_names_the_paragraph_of_each_payment(shell: Shell) -> None:
    """Every win that is printed names what it won under and what it is paid under."""
    status, out, _ = shell("play", str(EVENING))
    wins = [line for line in out.splitlines() if line.startswith("    ") and " wins " in line]

    assert status == 0
    assert wins
    assert all(line.count("§ 623b.6") == 2 for line in wins)


def test_play_as_json_is_a_line_an_event(shell: Shell) -> None:
    """The transfers of all events add up to nothing made and nothing lost."""
    events = [json.loads(line) for line in shell("play", str(EVENING), "--json").out.splitlines()]
    held: dict[str, int] = {}
    for event in events:
        for transfer in event["transfers"]:
            held[transfer["source"]] = held.get(transfer["source"], 0) - transfer["cents"]
            held[transfer["destination"]] = held.get(transfer["destination"], 0) + transfer["cents"]

    assert len(events) > 40
    assert held["alice's rail"] == 0
    assert sum(held.values()) == 0


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the script is empty"),
        (b"# nothing\n\n", "the script is empty"),
        (b"\x00\x01\x02", "line 1"),
        (b"house craps\n\xff\n", "line 2: byte 12 is not UTF-8"),
        (b"#" * TOO_LARGE, "the script file is over 20,000,000 bytes; use a smaller file"),
        (b"a" * 3_000, "line 1: a line of 3,000 characters is too long"),
        (b"alice buys in for $10\n", "line 1: no house is open"),
        (b"house nosuch\n", "line 1: 'nosuch': no submission"),
        (b"house craps\nalice buys in for $300\nalice bets $10 on Pas Bet\n", "line 3, column 19: 'Pas Bet'"),
        (b"house craps\nalice buys in for $300\nalice bets $0 on Pass Bet\n", "line 3, column 12: '$0'"),
        (b"house craps\nalice buys in for $300\nalice bets $5 on Come Bet\n", "line 3: Come Bet of $5 refused"),
        (b"house craps\nalice buys in for $300: the point is 6\n", "line 2: claimed: the point is 6"),
    ],
    ids=lambda value: value[:20].decode("latin-1") if isinstance(value, bytes) else None,
)
def test_play_refuses_with_the_number_of_the_line(shell: Shell, content: bytes, says: str) -> None:
    Path("script.craps").write_bytes(content)

    assert says in shell.refuses("play", "script.craps")


def test_play_refuses_a_missing_file(shell: Shell) -> None:
    assert "no script can be read there" in shell.refuses("play", "nosuch.craps")
    assert "no script can be read there" in shell.refuses("play", ".")


# The prompt


def test_the_prompt_plays_explains_undoes_and_saves(tmp_path: Path) -> None:
    """A player bets, is refused with a suggestion, undoes, asks why, and saves a script that plays back."""
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path / "state"), "TERM": "dumb", "COLUMNS": "120"}
    table = pexpect.spawn(
        sys.executable,
        [
            "-c",
            "from passline.cli.app import app; app()",
            "play",
            "--house",
            "craps",
            "--as",
            "alice",
            "--date",
            "2026-01-15",
        ],
        cwd=tmp_path,
        env=environment,
        encoding="utf-8",
        timeout=20,
        dimensions=(50, 120),
    )

    def say(line: str, *answers: str) -> None:
        table.expect_exact("> ")
        table.sendline(line)
        for answer in answers:
            table.expect_exact(answer)

    say("buy in for $300", "alice buys in for $300")
    say("bet $10 on pass", "alice bets $10 on Pass Bet")
    say("bet $10 on hi-lo", "two wagers")
    say("bet $6 on horn", "$4 or $8 would do")
    say("dice 4-2", "the point is 6", "ON")
    say("wagers", "Four the Hardway Bet", "7 to 1")
    say("take down pass", "taking down Pass Bet of $10 refused", "§ 623a.4(c)")
    say("dice 5-2", "seven out", "puck OFF")
    say("why", "§ 623a.3(a)(1)", "custom A21")
    say("undo", "correct the last event", "ON")
    say("dice 3-3", "alice wins $10 on Pass Bet")
    say("bet 10 on pla\t\t", "Place Bet to Win on")
    table.sendline("")
    say("help", "throw the dice")
    say("nonsense here", "is not understood")
    say("roll", "by system")
    say("save evening.craps", "saved")
    say("save evening.craps", "choose another name")
    say("quit")
    table.expect(pexpect.EOF)
    table.close()

    assert table.exitstatus == 0
    assert (tmp_path / "state" / "passline" / "history").exists()
    with pytest.raises(SystemExit) as stopped:
        app(["play", str(tmp_path / "evening.craps"), "--json"])
    assert stopped.value.code == 0


def test_a_long_script_shows_how_far_it_is_and_stops_cleanly(tmp_path: Path) -> None:
    """If the output goes to a file, a progress bar is shown, and an interruption names the last line played."""
    lines = "alice bets $5 on Field Bet\ndice 2-1\n" * 50_000
    (tmp_path / "long.craps").write_text(f"house craps on 2026-01-15\nalice buys in for $500\n{lines}")
    program = f"{sys.executable} -c 'from passline.cli.app import app; app()' play long.craps > played.txt"
    shell = pexpect.spawn("/bin/sh", ["-c", program], cwd=tmp_path, encoding="utf-8", timeout=20)
    shell.expect("playing")
    shell.expect("[1-9]%")
    shell.sendintr()
    shell.expect(r"passline: stopped at line [\d,]+; all lines before it are played")
    shell.expect(pexpect.EOF)

    assert "alice wins $5 on Field Bet" in (tmp_path / "played.txt").read_text()


def test_an_evening_that_was_not_saved_is_kept(tmp_path: Path) -> None:
    """A game that is not saved when the player quits is written to a file of its own."""
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path / "state"), "TERM": "dumb"}
    program = ["-c", "from passline.cli.app import app; app()", "play", "--house", "craps", "--date", "2026-01-15"]
    table = pexpect.spawn(sys.executable, program, cwd=tmp_path, env=environment, encoding="utf-8", timeout=20)
    for line, answer in (
        ("buy in for $300", "buys in"),
        ("save ~nobody-of-that-name/e", "not saved"),
        ("undo x", "undo 3"),
        ("bet 0 on field", "column 5"),
    ):
        table.expect_exact("> ")
        table.sendline(line)
        table.expect_exact(answer)
    table.expect_exact("> ")
    table.sendeof()
    table.expect_exact("your game is saved in")
    table.expect(pexpect.EOF)

    assert "player buys in for $300" in (tmp_path / "state" / "passline" / "last.craps").read_text()


@pytest.mark.parametrize("house", ["craps", "crapless"])
def test_the_drawing_shows_every_number_on_80_columns(shell: Shell, house: str) -> None:
    """The puck is under its number, and no box is cut off, even with large amounts on the rails."""
    stages = {"craps": CRAPS, "crapless": CRAPLESS}[house].line.verdicts
    last = {"craps": "5-5", "crapless": "6-6"}[house]
    Path("s.craps").write_text(
        f"house {house}\nalice buys in for $1,185\nbob buys in for $123,456\nalice bets $10 on Pass Bet\n"
        f"bob bets $1,500 on Buy Bet on the 10\nbob bets $10 on Pass Bet\ndice {last}\n"
    )
    drawn = shell("play", "s.craps").out.partition("\n\n")[2].splitlines()
    puck = next(row for row in drawn if row.startswith("puck"))
    numbers = drawn[drawn.index(puck) - 1]

    assert numbers.split() == [str(number) for number in stages if number]
    assert puck.endswith("ON")
    assert len(puck) == len(numbers)
    assert max(map(len, drawn)) <= (80 if house == "craps" else 90)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev/null"])
def test_devices_are_refused_as_submissions(shell: Shell, device: str) -> None:
    """An endless file is refused after a limit of bytes."""
    assert "submission" in shell.refuses("check", device)


def test_input_files_are_never_overwritten(shell: Shell) -> None:
    """A report is an .html file of its own, and no output takes the place of an input or of another output."""
    example = (ROOT / "src/passline/house/examples/craps.toml").read_text()
    Path("sub.toml").write_text(example)
    Path("sub.html").write_text(example)

    assert "ends in .html" in shell.refuses("report", "sub.toml", "--output", "sub.toml")
    assert "the file of FILE" in shell.refuses("report", "sub.html", "--output", "sub.html")
    assert "the file of --csv" in shell.refuses("odds", "--csv", "same", "--parquet", "same")
    assert (Path("sub.toml").read_text(), Path("sub.html").read_text()) == (example, example)


def test_control_characters_are_escaped(shell: Shell) -> None:
    """Markup and control characters in names, paths and comments are printed, and do nothing."""
    example = (ROOT / "src/passline/house/examples/craps.toml").read_text()
    Path("[red]x.toml").write_text(example.replace("Example Casino", "Bob [/x] Casino"))
    Path("esc.toml").write_text(example.replace("Example Casino", "a\\u001b[31mb"))
    Path("s.craps").write_text('house "[red]x.toml"\n# \x1b[2J\nalice buys in for $5\n')
    _, out, _ = shell("play", "s.craps")

    assert "Bob [/x] Casino" in out
    assert "\x1b" not in out
    assert "[red]x.toml for Craps" in shell("check", "[red]x.toml").out
    assert "can be printed" in shell("check", "esc.toml").out
    assert "\x1b" not in shell.refuses("check", "\x1b[31mx")
    assert "is not a player's name" in shell.refuses("play", "--as", "[/]", "s.craps")


@pytest.mark.parametrize(
    "arguments",
    [
        ("odds", "--hand-length", "0"),
        ("odds", "--hand-length", "20000"),
        ("odds", "pass", "--odds", "1e99999"),
        ("odds", "--compare", "craps", "mini-craps", "--plot", "x.svg"),
        ("odds", "--hand-length", "5", "--csv", "x.csv"),
        ("odds", "--stake", "5.55"),
        ("pay", "Come Bet on 4", "10", "2-2", "--number", "5", "--point", "6"),
        ("pay", "Pass Bet", "10", "2-2", "--point", "x"),
        ("pay", "Pass Bet"),
        ("bogus",),
        ("odds", "--bogus"),
        ("play", "s.craps", "--date", "2026-01-15"),
    ],
)
def test_contradictions_are_refused_in_one_line(shell: Shell, arguments: tuple[str, ...]) -> None:
    """Contradictions, absurd numbers and misspelt options are answered by one line, and no file is written."""
    assert shell.refuses(*arguments)
    assert not list(Path().iterdir())


def test_only_a_line_feed_ends_a_line(shell: Shell) -> None:
    """A character at which some would break a line does not let a comment bet."""
    Path("s.craps").write_text("house craps\nalice buys in for $50\n# a note\u2028alice bets $5 on Field Bet\n")

    assert "Field Bet $5" not in shell("play", "s.craps").out.split("the bank")[0].split("rail")[-1]
    assert "rail $50" in shell("play", "s.craps").out


def test_the_examples_open_by_name() -> None:
    """Each example house opens by its name."""
    assert [CRAPS.source, CRAPLESS.source] == ["craps", "crapless"]
