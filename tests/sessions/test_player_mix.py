"""A mix of players in a CSV file: each line is a group, and all faults are reported together."""

from __future__ import annotations

from pathlib import Path

import pytest

from passline.errors import NotationError
from passline.machines.terms import Terms
from passline.sessions.player_mix import PlayerGroup, read_player_mix
from passline.words.csv_table import MAX_BYTES

HEAD = "strategy,sessions,bankroll,rolls"
LINE = "pass flat,400,$300,100"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mix.csv"


def faults(file: Path, text: str | bytes) -> str:
    """Return the message for a text that is not a mix."""
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(NotationError) as refused:
        read_player_mix(str(file))
    return str(refused.value).removeprefix(f"{file}: ")


def test_a_line_is_a_group(file: Path) -> None:
    file.write_text(
        "who,strategy,sessions,bankroll,rolls,hands,stop_win,stop_loss,unresolved\n"
        "regulars,pass flat,400,$300,100,,,,\n"
        'high rollers,mine/molly.strategy,"1,200","$12,500.50","1,000",20,$400,250,play out\n',
        "utf-8",
    )

    assert read_player_mix(str(file)) == [
        PlayerGroup("regulars", "pass flat", 400, Terms(rolls=100, bankroll=300_00)),
        PlayerGroup(
            "high rollers",
            "mine/molly.strategy",
            1_200,
            Terms(rolls=1_000, bankroll=12_500_50, hands=20, stop_win=400_00, stop_loss=250_00, unresolved="play out"),
        ),
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}\n{LINE}",
        f"\ufeff{HEAD}\r\n{LINE}\r\n",
        f"\n{HEAD}\n\n,,,\n{LINE}\n \n",
        "Rolls,BANKROLL,Sessions,Strategy\n100,300,400,pass flat\n",
        "strategy , sessions , bankroll , rolls , unresolved , who\n pass flat , 400 , 300.00 , 100 , Return ,\n",
        f'{HEAD}\n"pass flat","400","$300","100"\n',
    ],
    ids=["plain", "from a spreadsheet", "empty lines", "other order", "blanks", "quotation marks"],
)
def test_the_same_group_may_be_written_in_other_ways(file: Path, text: str) -> None:
    file.write_bytes(text.encode())

    assert read_player_mix(str(file)) == [PlayerGroup("pass flat", "pass flat", 400, Terms(rolls=100, bankroll=300_00))]


def test_a_group_without_a_name_has_the_name_of_its_strategy(file: Path) -> None:
    file.write_text(f"{HEAD},who\n{LINE},tourists\n{LINE},\n", "utf-8")

    assert [group.who for group in read_player_mix(str(file))] == ["tourists", "pass flat"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (",400,$300,100", "strategy is empty; the name of a strategy, or the path of its text, would do"),
        ("pass flat,,$300,100", "sessions is empty; a number of sessions, like 1000, would do"),
        ("pass flat,400,,100", "bankroll is empty; the bankroll of each session, like $300, would do"),
        ("pass flat,400,$300,,5", "rolls is empty; the maximum number of rolls, like 100, would do"),
        ("pass flat,many,$300,100", "sessions: 'many' is not a whole number; one like 1000 would do"),
        ("pass flat,-4,$300,100", "sessions: '-4' is not a whole number"),
        ("pass flat,1.5,$300,100", "sessions: '1.5' is not a whole number"),
        ("pass flat,\N{ARABIC-INDIC DIGIT FOUR},$300,100", "is not a whole number"),
        ("pass flat,0,$300,100", "sessions of 0 cannot be played; a whole number from 1 to"),
        (f"pass flat,{10**20},$300,100", "sessions of 100000000000000000000 cannot be played"),
        ("pass flat,400,300 dollars,100", "bankroll: '300 dollars' is not an amount; write dollars"),
        ("pass flat,400,$0,100", "bankroll: '$0' is not an amount to play with"),
        ("pass flat,400,9000000000000,100", "bankroll of 900000000000000 cannot be played"),
        ("pass flat,400,$300,0", "rolls of 0 cannot be played"),
        ("pass flat,400,$300,100,0", "hands of 0 cannot be played"),
        ("pass flat,400,$300,100,,up", "stop_win: 'up' is not an amount"),
        ("pass flat,400,$300,100,,,-5", "stop_loss: '-5' is not an amount"),
        (
            "pass flat,400,$300,100,,,,lost",
            "unresolved: 'lost' does not say what happens to unresolved bets; 'return' or 'play out'",
        ),
        (
            "pass flat,400,$300,100,,,,,a\x1b[2Jb",
            "who: 'a\\x1b[2Jb' is not a name; up to 255 characters on one line",
        ),
        ('"pass\nflat",400,$300,100', "strategy: 'pass\\nflat' is not a name"),
        (f"{'a' * 256},400,$300,100", "strategy: 'aaaaaaaaaaaaaaaaaaaaaaaaa' is not a name; up to 255"),
    ],
)
def test_a_faulty_line_is_refused_with_its_number_and_a_way_out(file: Path, line: str, says: str) -> None:
    empty = "," * (8 - line.count(","))
    said = faults(file, f"{HEAD},hands,stop_win,stop_loss,unresolved,who\n{LINE},,,,,\n\n{line}{empty}\n")

    assert said.startswith("1 fault in the mix: line 4: ")
    assert says in said


@pytest.mark.parametrize(("line", "entries"), [("pass flat,400,$1,500,100", 5), ("pass flat,400,300", 3)])
@pytest.mark.parametrize("optional", [[], ["hands", "stop_win"]], ids=["needed", "more"])
def test_a_line_has_an_entry_for_each_column(file: Path, line: str, entries: int, optional: list[str]) -> None:
    """An amount with a comma is two entries, and the second would be read as the rolls."""
    columns = [HEAD, *optional]
    said = faults(file, f"{','.join(columns)}\n{line}\n")

    assert f"line 2: {entries} entries do not fit {4 + len(optional)} columns; one for each would do" in said
    assert 'like "$1,500"' in said


@pytest.mark.parametrize(
    ("head", "says"),
    [
        (
            "strategy,sessions,bankroll,rolls,pace",
            "'pace' is not a column; the columns are strategy, sessions, bankroll, rolls, hands, stop_win",
        ),
        ("strategy,,sessions,bankroll,rolls", "'' is not a column"),
        ("strategy,sessions,bankroll,rolls,Bankroll", "the column bankroll is there 2 times; once would do"),
        (
            "strategy,bankroll,who",
            "there is no column sessions or rolls; a first line like strategy,sessions,bankroll,rolls",
        ),
    ],
    ids=["unknown", "nameless", "twice", "missing"],
)
def test_unknown_columns_are_refused(file: Path, head: str, says: str) -> None:
    said = faults(file, f"{head}\n{LINE}\n")

    assert said.startswith("1 fault in the mix: line 1: ")
    assert says in said


def test_empty_columns_of_a_spreadsheet_are_ignored(file: Path) -> None:
    """They have no name and follow all others. An entry in one is a fault."""
    file.write_text(f"{HEAD},,\n{LINE},,\n{LINE}\n", "utf-8")

    assert len(read_player_mix(str(file))) == 2
    assert "line 2: " in faults(file, f"{HEAD},,\n{LINE},,5\n")


def test_columns_without_commas_are_refused(file: Path) -> None:
    assert "columns with commas between would do" in faults(file, "strategy;sessions;bankroll;rolls\n")


def test_all_faults_of_the_columns_are_reported_together(file: Path) -> None:
    said = faults(file, "strategy;sessions,bankroll,bankroll\nfirst,2\n")

    assert said.startswith("3 faults in the mix: line 1: 'strategy;sessions' is not a column")
    assert said.count("line 1: ") == 3


def test_all_faults_of_the_lines_are_reported_in_their_order(file: Path) -> None:
    said = faults(file, f"{HEAD},stop_win\n{LINE},up\n{LINE},\n,x,$0,,\n{LINE},$5,\n")

    assert said.startswith("5 faults in the mix: line 2: stop_win: 'up' is not an amount")
    places = [part.partition(":")[0] for part in said.split("line ")[1:]]
    assert places == ["2", "4", "4", "4", "4"]
    assert "\n" not in said


def test_a_file_without_a_first_line_of_columns_has_one_fault(file: Path) -> None:
    said = faults(file, f"{LINE}\n{LINE}\n")

    assert said.startswith("1 fault in the mix: line 1: the first line must name the columns; a first line like")


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_an_empty_file_has_no_columns(file: Path, text: str) -> None:
    assert (
        "line 1: the first line must name the columns; a first line like strategy,sessions,bankroll,rolls would do"
        in faults(file, text)
    )


@pytest.mark.parametrize("text", [HEAD, f"{HEAD}\n\n,,,\n"])
def test_a_header_alone_is_refused(file: Path, text: str) -> None:
    assert (
        "there is no row below the names of the columns; a row with an entry for strategy, sessions, bankroll and rolls"
        in faults(file, text)
    )


def test_an_unfinished_quotation_is_refused(file: Path) -> None:
    assert faults(file, f'{HEAD}\n{LINE}\n"pass flat,400').startswith("line 3: this is not CSV (")


def test_a_binary_file_is_refused_with_the_line_and_the_byte(file: Path) -> None:
    said = faults(file, f"{HEAD}\n".encode() + b"caf\xe9,400,300,100")

    assert said == "line 2: byte 36 is not UTF-8; use a plain text file"


def test_a_file_that_is_too_large_is_refused(file: Path) -> None:
    assert faults(file, HEAD + "\n" * MAX_BYTES) == "the mix file is over 100,000 bytes; use a smaller file"


@pytest.mark.parametrize("name", ["nowhere.csv", ".", "a\0b"])
def test_a_missing_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotationError, match="no mix can be read there"):
        read_player_mix(str(tmp_path / name))
