"""`passline strategy`: list, show, check, play and test. A refusal is one line."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

import passline
from commands import RunCommand, command_runner
from passline.strategies.notation import find_strategy, parse_strategy, shipped_strategies
from scenes import TEST_DATE

LOST = "stop when lost at least $900 since the hand began"


@pytest.fixture
def run_command(capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """Return a function that runs a command, and returns its exit status and what it printed on both streams."""
    return command_runner("strategy", capsys)


def test_the_list_names_every_strategy_of_the_library(run_command: RunCommand) -> None:
    """Each line has the name, the description, and the games that the strategy fits."""
    status, out, _ = run_command("list")

    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(shipped_strategies())
    assert re.search(r"^buy_the_extremes +The extremes .*  crapless$", out, re.MULTILINE)
    assert re.search(r"^pass_flat +A flat Pass Bet\.  craps, mini-craps, crapless$", out, re.MULTILINE)


def test_the_list_as_json(run_command: RunCommand) -> None:
    _, out, _ = run_command("list", "--json")
    rows = [json.loads(line) for line in out.splitlines()]

    assert [row["name"] for row in rows] == list(shipped_strategies())
    assert next(row for row in rows if row["name"] == "fire_chaser")["games"] == ["craps"]


def test_a_shown_strategy_can_be_read_again(run_command: RunCommand) -> None:
    status, out, _ = run_command("show", "pass_2x_odds")
    text, _, rest = out.partition("\n\n")

    assert status == 0
    assert parse_strategy(text + "\n") == find_strategy("pass_2x_odds")
    assert "bets on Pass Bet, odds on Pass Bet\n" in rest
    assert re.search(r"in Craps at Example Casino: 13 states, found in [\d.]+ seconds\n", rest)
    assert "before a roll it needs at most $20 on the rail\n" in rest


def test_show_as_json(run_command: RunCommand) -> None:
    """Sums are in cents."""
    _, out, _ = run_command("show", "pass flat", "--house", "crapless", "--json")
    data = json.loads(out)

    assert (data["name"], data["states"], data["need"], data["why_not"]) == ("pass_flat", 11, 10_00, [])
    assert parse_strategy(data["text"]) == find_strategy("pass_flat")


def test_a_strategy_that_does_not_fit_is_shown_with_the_reason(run_command: RunCommand) -> None:
    status, out, _ = run_command("show", "knockout", "--house", "crapless")

    assert status == 0
    assert "no machine in Crapless Craps at Example Casino: line 7: Don't Pass Bet refused" in out


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (
            "bet $5 on field\nstop when won at least $5 since the session began",
            "no line stops it once an amount is lost",
        ),
        ("bet $12 on place 6\ntake down place 6", "asks 200 times before one roll"),
        ("bet $10 on come", "Come Bet of $10 refused: it is made after the come out roll"),
        ("bet $5 on field\nstop when won at least $900 since the hand began\n" + LOST, "more than 300 states"),
    ],
)
def test_a_strategy_without_a_machine_gives_the_reason(
    run_command: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, says: str
) -> None:
    monkeypatch.setattr(import_module("passline.reports.machine_graph"), "MAX_STATES", 300)
    file = tmp_path / "mine.strategy"
    file.write_text(f"strategy mine\n{rules}\n", "utf-8")
    status, out, _ = run_command("show", str(file))

    assert status == 0
    assert says in out


def test_a_small_machine_is_drawn_as_a_graph(run_command: RunCommand) -> None:
    """The graph has a box for each state, and an arrow for the rolls between two states with the amount won."""
    _, out, _ = run_command("show", "pass_flat", "--graph")

    assert out.startswith('digraph "pass_flat" {\n')
    assert out.endswith("}\n")
    assert '    0 [label="come out"];\n' in out
    assert '    1 [label="point 4\\nPass Bet $10"];\n' in out
    assert '    0 -> 0 [label="8 in 36, +$10"];\n' in out
    assert '    0 -> 1 [label="3 in 36"];\n' in out
    assert '    1 -> 0 [label="6 in 36, -$10"];\n' in out
    assert sum(int(ways) for ways in re.findall(r" (?:0|1) -> .*?\"(\d+) in 36", out)) == 2 * 36


def test_the_graph_labels_states_with_the_memory(run_command: RunCommand) -> None:
    """States that differ only in the memory of the strategy have different labels."""
    _, out, _ = run_command("show", "anti_martingale_pass", "--graph")
    labels = re.findall(r"^    \d+ \[label=(.*)\];$", out, re.MULTILINE)

    assert '"come out\\nthe stake: $20"' in labels
    assert len(labels) == len(set(labels)) == 21


def test_a_large_machine_is_not_drawn(run_command: RunCommand) -> None:
    status, _, err = run_command("show", "fire_chaser", "--graph")

    assert status == 2
    assert err == "passline: fire_chaser has 512 states; at most 60 can be drawn\n"


def test_check_finds_nothing_in_a_strategy_of_the_library(run_command: RunCommand) -> None:
    assert run_command("check", "pass_flat") == (0, "pass_flat in Craps at Example Casino: 0 findings\n", "")


def test_check_names_a_line_that_does_nothing(run_command: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "odd.strategy"
    file.write_text("strategy odd\nbet $5 on Field Bet\ntake 2 times odds on Pass Bet\n", "utf-8")
    never = "'take 2 times odds on Pass Bet' never takes effect, whatever the dice roll"

    assert run_command("check", str(file)) == (
        2,
        f"line 3: {never}\nodd in Craps at Example Casino: 1 finding\n",
        "",
    )
    status, out, _ = run_command("check", str(file), "--json")
    assert status == 2
    assert json.loads(out) == {"name": "odd", "house": "craps", "findings": [{"line": 3, "says": never}]}


@pytest.mark.parametrize("command", ["show", "check"])
def test_an_unreadable_strategy_is_refused_in_one_line(run_command: RunCommand, tmp_path: Path, command: str) -> None:
    file = tmp_path / "bad.strategy"
    file.write_text("strategy bad\nbett $5 on Field Bet\n", "utf-8")

    status, out, err = run_command(command, str(file))
    assert (status, out) == (2, "")
    assert err == "passline: line 2, column 1: 'bett $5 on Field Bet' is not understood; did you mean 'bet'?\n"


def test_a_large_file_is_refused_in_one_line(run_command: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "large.strategy"
    file.write_bytes(b"x" * 10_000_000)

    status, _, err = run_command("check", str(file))
    assert status == 2
    assert err.endswith("the strategy file is over 400,000 bytes; use a smaller file\n")
    assert err.count("\n") == 1


def test_a_played_strategy_is_a_script_that_plays_again(run_command: RunCommand) -> None:
    """A strategy on given rolls is printed as a script with its bets and the result of each roll."""
    status, out, _ = run_command("play", "pass_2x_odds", "3-3", "5-1", "6-6", "--bankroll", "45")

    assert status == 0
    assert passline.write(passline.play(out)) == out
    assert out.splitlines() == [
        f"house craps on {TEST_DATE}",
        "player buys in for $45",
        "player bets $10 on Pass Bet",
        "dice 3-3: the point is 6",
        "player takes $20 odds on Pass Bet",
        "dice 5-1: player wins $10 on Pass Bet, $24 odds; the point is made",
        "player bets $10 on Pass Bet",
        "dice 6-6: player loses $10 on Pass Bet",
        "player bets $10 on Pass Bet",
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("pass_flat", "3-7"), "'3-7' is not a roll"),
        (("pass_flat", "3-3", "--bankroll", "x"), "'x' is not an amount"),
        (("pass_flat", "3-3", "--bankroll", "0.50"), "chips are of $1"),
        (("knockout", "3-3", "--house", "crapless"), "knockout, line 7, asks for an act that is refused"),
    ],
)
def test_impossible_play_is_refused_in_one_line(run_command: RunCommand, arguments: tuple[str, ...], says: str) -> None:
    status, _, err = run_command("play", *arguments)

    assert status == 2
    assert says in err
    assert err.count("\n") == 1


SCENE = """house craps
alice buys in for $45
alice bets $10 on Pass Bet
dice 3-3: the point is 6
alice takes $20 odds on Pass Bet
dice 5-1
alice bets $10 on Pass Bet
"""


@pytest.mark.parametrize(
    ("scene", "says"),
    [
        (SCENE, "pass_2x_odds bets as the scene says, over 2 rolls\n"),
        (SCENE.removesuffix("alice bets $10 on Pass Bet\n"), "pass_2x_odds bets as the scene says, over 2 rolls\n"),
    ],
)
def test_a_scene_of_a_strategy(run_command: RunCommand, tmp_path: Path, scene: str, says: str) -> None:
    """A script whose player bets as the strategy should is a test of the strategy."""
    (tmp_path / "scene.craps").write_text(scene, "utf-8")

    assert run_command("test", "pass_2x_odds", str(tmp_path / "scene.craps")) == (0, says, "")


@pytest.mark.parametrize(
    ("scene", "says"),
    [
        (
            SCENE.replace("takes $20", "takes $10"),
            "after 3-3 the scene has $10 on Pass Bet, $10 on odds on Pass Bet, and pass_2x_odds $10 on Pass Bet, $20",
        ),
        (
            "house craps\nalice buys in for $45\ndice 1-1\n",
            "before the first roll the scene has nothing, and pass_2x_odds $10 on Pass Bet",
        ),
        (SCENE + "bob buys in for $20\n", "the scene has 2 buy-ins; write a scene of one player who buys in once"),
        ("house craps\n", "the scene has 0 buy-ins"),
    ],
)
def test_a_scene_that_a_strategy_does_not_play(run_command: RunCommand, tmp_path: Path, scene: str, says: str) -> None:
    """The message names the first roll with a difference, and the bets of both."""
    (tmp_path / "scene.craps").write_text(scene, "utf-8")
    status, out, err = run_command("test", "pass_2x_odds", str(tmp_path / "scene.craps"))

    assert (status, out) == (2, "")
    assert err.startswith(f"passline: {says}")
