"""The handle file of the report of a Rules Submission."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from passline.errors import NotationError
from passline.odds.wager_edge import edge
from passline.reports.submission_report import HandleFile, read_handle
from scenes import CRAPS, MINI_CRAPS


def written(folder: Path, text: str) -> str:
    """Write a handle file and return its path."""
    path = folder / "handle.csv"
    path.write_text(text, "utf-8")
    return str(path)


def handle_of(folder: Path, rows: str) -> HandleFile:
    """Read a handle file with these rows at the Craps house."""
    return read_handle(CRAPS, written(folder, f"wager,handle\n{rows}"))


def test_the_mean_win_is_the_handle_times_the_edge(tmp_path: Path) -> None:
    """The wagers of the file may have names of the law or of the trade."""
    handle = handle_of(tmp_path, 'Pass Bet,"100,000"\nplace 6,6600\n')
    pass_bet, place_bet = handle.wagers

    assert (pass_bet.wager, place_bet.wager) == ("Pass Bet", "Place Bet to Win on 6")
    assert pass_bet.win == 100_000_00 * edge(CRAPS, "Pass Bet").per_bet_made
    assert place_bet.win == 6_600_00 * Fraction(1, 66)


def test_the_hold_is_the_mean_win_divided_by_the_handle(tmp_path: Path) -> None:
    handle = handle_of(tmp_path, "Pass Bet,495\nAny Seven Bet,6\n")

    assert handle.handle == 501_00
    assert handle.hold == Fraction(7 + 1, 501)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("Pass Bet,5\npass,5\n", "line 3: Pass Bet has two rows"),
        ("Pass Bet,five\n", "line 2: handle: 'five'"),
        ("Martingale Bet,5\n", "line 2: wager: "),
    ],
)
def test_a_wrong_row_is_an_error_with_its_line(tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"1 fault in the handle: {message}"):
        handle_of(tmp_path, rows)


def test_all_wrong_rows_are_reported_together(tmp_path: Path) -> None:
    with pytest.raises(
        NotationError, match=r"3 faults in the handle: line 2: .*; line 3: wager: .*; line 3: handle is"
    ):
        handle_of(tmp_path, "Pass Bet,five\nMartingale Bet,\n")


def test_a_handle_file_names_only_wagers_that_the_house_offers(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"line 2: wager: .*Fire Bet"):
        read_handle(MINI_CRAPS, written(tmp_path, "wager,handle\nFire Bet,5\n"))
