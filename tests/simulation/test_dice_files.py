"""Dice from files: chances are exact, rolls keep their order, and what cannot be read names its line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import passline
from passline.cli.printing import to_json
from passline.errors import NotationError
from passline.reports.event_rows import event_data
from passline.simulation.dice_files import read_chances, read_rolls
from passline.simulation.random_stream import dice
from passline.words.dice import EVERY_ROLL

FAIR = (Fraction(1, 36),) * 36
SCRIPT = """
house craps on 2026-01-15  # an evening
alice buys in for $300
alice bets $10 on Pass Bet
dice 5-1: the point is 6
no roll (a die left the table)
dice 3-c4
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "dice.txt"


@pytest.mark.parametrize(
    "line",
    ["{} 1/36", "{}: 1/36", "{} = 1/36", "{}, 1/36", "  {}\t2/72  # fair"],
    ids=["space", "colon", "=", ",", "tab"],
)
def test_a_line_is_a_roll_and_its_chance(file: Path, line: str) -> None:
    file.write_text("# fair dice\n\n" + "\n".join(line.format(roll) for roll in reversed(EVERY_ROLL)), "utf-8")

    assert read_chances(str(file)) == FAIR


@pytest.mark.parametrize("head", ["", "[chances]\n"])
def test_toml_has_a_key_for_each_roll(tmp_path: Path, head: str) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(head + "\n".join(f'{roll} = "1/36"' for roll in EVERY_ROLL), "utf-8")

    assert read_chances(str(file)) == FAIR


@given(st.lists(st.integers(0, 10**6), min_size=36, max_size=36).filter(any))
def test_decimals_are_read_as_they_stand(tmp_path_factory: pytest.TempPathFactory, millionths: list[int]) -> None:
    """A chance of 0.000001 is one in a million, in a text and in TOML, and not the float next to it."""
    folder = tmp_path_factory.mktemp("dice")
    lines = [
        (roll, f"0.{part:06}" if part < 10**6 else "1.0") for roll, part in zip(EVERY_ROLL, millionths, strict=True)
    ]
    (folder / "dice.txt").write_text("\n".join(f"{roll} {chance}" for roll, chance in lines), "utf-8")
    (folder / "dice.toml").write_text("\n".join(f"{roll} = {chance}" for roll, chance in lines), "utf-8")

    for name in ("dice.txt", "dice.toml"):
        assert read_chances(str(folder / name)) == tuple(Fraction(part, 10**6) for part in millionths)


def test_chances_that_sum_to_one_are_dice(file: Path) -> None:
    """A file that is read can be thrown: 7s by one half, nothing else but 1-1."""
    sevens = {"1-6", "6-1", "2-5", "5-2", "3-4", "4-3"}
    file.write_text(
        "\n".join(f"{r} {'1/12' if str(r) in sevens else '0.5' if str(r) == '1-1' else 0}" for r in EVERY_ROLL), "utf-8"
    )

    assert dice(read_chances(str(file))).weights[0] == 6


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no probability is given for 1-1, 1-2"),
        ("1-1\n", "line 1: '1-1' does not give a probability"),
        ("1-1 1/36 1/36\n", "line 1: '1-1 1/36 1/36' does not give a probability"),
        ("1-1 1/36\n\n1-7 1/36\n", "line 3: '1-7' is not a roll"),
        ("1-1 1/36\n1-1 1/36\n", "line 2: 1-1 already has a probability"),
        ("1-1 -1/36\n", "line 1: '-1/36' is not a probability"),
        ("1-1 1/0\n", "line 1: '1/0' is not a probability"),
        ("1-1 nan\n", "line 1: 'nan' is not a probability"),
        ("1-1 1e-2\n", "line 1: '1e-2' is not a probability"),
        (
            "\n".join(f"{roll} 0" for roll in EVERY_ROLL[1:]),
            "no probability is given for 1-1; write 0 for a roll that cannot",
        ),
        ("#" * 100_001, "over 100,000 bytes"),
    ],
    ids=lambda value: value[:20],
)
def test_what_gives_no_chances_names_its_line(file: Path, text: str, says: str) -> None:
    file.write_text(text, "utf-8")

    with pytest.raises(NotationError) as refused:
        read_chances(str(file))
    assert says in str(refused.value)


@pytest.mark.parametrize("text", ["1-1 = 1/36", "chances = 3", "= nan", "[chances]\n1-1 = inf", "a = {}"])
def test_what_is_no_toml_of_chances_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(text, "utf-8")

    with pytest.raises(NotationError, match=r"dice\.toml: "):
        read_chances(str(file))


@pytest.mark.parametrize(
    "text", ["5-1 3-3 6-4", "5-1,3-3,6-4\n", "\n5-1\n3-3,\n\n6-4", "# found\n5-1, 3-3 # two\n5-c3,"]
)
def test_rolls_stand_one_behind_the_other(file: Path, text: str) -> None:
    file.write_text(text, "utf-8")

    assert [str(roll) for roll in read_rolls(str(file))] in (["5-1", "3-3", "6-4"], ["5-1", "3-3", "5-4"])


def test_the_rolls_of_a_script_are_a_record(file: Path) -> None:
    """The lines that begin with dice count, in the script as it is written and in its events as JSON."""
    file.write_text(SCRIPT, "utf-8")
    from_script = read_rolls(str(file))
    journal = passline.play(SCRIPT).journal
    file.write_text("\n".join(to_json(event_data(event)) for event in journal), "utf-8")

    assert [str(roll) for roll in from_script] == ["5-1", "3-3"]
    assert read_rolls(str(file)) == from_script


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the file has no rolls"),
        (b"house craps\ndice\n", "line 2: 'nothing' is not a roll"),
        (b"5-1\n5-1 5-7\n", "line 2: '5-7' is not a roll"),
        (b"dice 5-1\ncorrect the last event\n", "line 2: a record with corrections cannot be used"),
        (b'{"line": "dice 5-1"}\n{"lin', "line 2: the line is not an event"),
        (b'{"line": 5}', "line 1: the line is not an event"),
        (b"5-1\n\xff", "line 2: byte 4 is not UTF-8"),
        (b"\x00", "line 1"),
    ],
)
def test_what_is_no_record_names_its_line(file: Path, content: bytes, says: str) -> None:
    file.write_bytes(content)

    with pytest.raises(NotationError) as refused:
        read_rolls(str(file))
    assert says in str(refused.value)


def test_a_record_is_of_a_bounded_size(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("passline.simulation.dice_files.LARGEST_RECORD", 10)
    file.write_text("5-1 5-1 5-1", "utf-8")

    with pytest.raises(NotationError, match="the dice file is over 10 bytes"):
        read_rolls(str(file))
