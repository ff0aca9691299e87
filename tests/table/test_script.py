"""The notation of play: lines, claims, syntax errors, and scripts that are written and played again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import passline
from generators import example_text
from passline.errors import CrapsError, FalseClaim, NotationError, Refused
from passline.house.house import open_house
from passline.table.script import ScriptRunner
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, TEST_DATE, play_scene

EVERY_LINE = """\
house every-option on 2026-01-15
alice buys in for $1,000
Zoë buys in for $500.50
offer the dice to alice
alice declines the dice: the dice go to Zoë
Zoë declines the dice: the dice go to alice
alice bets $10 on Pass Bet
alice accepts the dice
Zoë bets $10 on Don't Pass Bet
Zoë bets $1 on All Small Wager
dice 6-6: alice loses $10 on Pass Bet; Zoë's Don't Pass Bet stands off
alice bets $10 on Pass Bet
alice bets $10 on Fire Bet
lock the bets
no roll (a die in the bank)
no roll
dice 2-2 by device: Zoë marks 4 on All Small Wager; the point is 4
alice takes $30 odds on Pass Bet
Zoë lays $60 odds on Don't Pass Bet
Zoë reduces odds on Don't Pass Bet by $20
alice presses Pass Bet by $10
alice bets $10 on Come Bet
Zoë bets $12.50 on Place Bet to Win on 6
Zoë calls off Place Bet to Win on 6
dice 5-1: Zoë marks 6 on All Small Wager; alice's Come Bet moves to 6
alice takes $50 odds on Come Bet on 6
Zoë calls on Place Bet to Win on 6
alice bets $20 on Buy Bet on the 5: alice pays $1 vigorish on Buy Bet on the 5
alice takes down Buy Bet on the 5
correct the last 2 events
alice bets $10 on Field Bet
correct the last event
alice passes the dice: alice gets back $10 on Fire Bet; the dice go to Zoë
Zoë cashes out $100
Zoë takes down Don't Pass Bet: Zoë gets back $40 on odds on Don't Pass Bet
Zoë takes down Place Bet to Win on 6
dice 4-3 by system: Zoë loses $1 on All Small Wager; \
alice loses $20 on Pass Bet, $30 odds, $10 on Come Bet on 6, $50 odds; seven out
Zoë leaves
alice cashes out $819
"""


def test_every_form_of_line_is_written_as_it_was_read() -> None:
    """A script with every form of line is written in the same words and plays alike again."""
    played = passline.play(EVERY_LINE)

    assert passline.write(played) == EVERY_LINE
    assert passline.play(passline.write(played)) == played


def test_spaces_comments_commas_and_slang_change_nothing() -> None:
    """Blank lines, comments, indents, commas, a missing dollar sign and slang lead to the same table."""
    plain = "alice buys in for $1,500\nalice bets $10 on Pass Bet\ndice 6-1: alice wins $10 on Pass Bet"
    free = """
        # an evening

        alice   buys in for 1500   # for a start
            alice bets $10.00 on the line
        dice c1-1:alice wins $10
        correct the last 1 event
        dice 6-1 by dealer : alice wins 10 on pass ;nothing happens
    """.replace(" ;nothing happens", "")
    once, again = play_scene(CRAPS, plain), play_scene(CRAPS, free)

    assert again.table == once.table
    assert again.journal[-1] == once.journal[-1]


def test_line_endings_do_not_matter() -> None:
    """A script with the line endings of Windows plays alike."""
    assert passline.play(EVERY_LINE.replace("\n", "\r\n")) == passline.play(EVERY_LINE)


# Claims.

SCENE = """\
alice buys in for $500
bob buys in for $500
alice bets $10 on Pass Bet
dice 3-1
alice takes $20 odds on Pass Bet
"""
ROLLED = "dice 2-2"


@pytest.mark.parametrize(
    "claim",
    [
        "alice wins $10 on Pass Bet, $40 odds; the point is made",
        "the point is made; alice wins $40 on odds on Pass Bet, $10 on Pass Bet",
        "alice wins $50; the point is made",
        "alice wins $50",
        "alice wins $10 on pass line, $40 odds",
        "alice wins $10 on Pass Bet; alice wins $40 on odds on Pass Bet",
    ],
)
def test_a_true_claim_is_accepted(claim: str) -> None:
    """Claims may state each win or the total, in any order and with any names; only money must be stated."""
    assert play_scene(CRAPS, f"{SCENE}{ROLLED}: {claim}") == play_scene(CRAPS, SCENE + ROLLED)


@pytest.mark.parametrize(
    "claim",
    [
        "alice wins $10 on Pass Bet",
        "alice wins $40 on odds on Pass Bet",
        "alice wins $49.99",
        "alice wins $51",
        "bob wins $50",
        "alice loses $50",
        "the point is made",
        "the point is 4",
        "seven out",
        "nothing happens",
        "alice wins $50; seven out",
        "alice wins $50; alice wins $50",
        "alice wins $50; bob loses $1",
        "alice wins $10 on Field Bet, $40 odds",
        "alice's Pass Bet moves to 4; alice wins $50",
        "alice pays $1 vigorish on Pass Bet; alice wins $50",
        "the dice go to bob; alice wins $50",
        "refused",
        "refused under § 623a.4(c)",
    ],
)
def test_a_false_claim_is_an_error(claim: str) -> None:
    """A wrong claim, or one that omits money, is an error in one line and does not change the table."""
    runner = ScriptRunner(CRAPS)
    for line in SCENE.splitlines():
        runner.play_line(line)
    before = runner.played
    with pytest.raises(FalseClaim, match=r"alice wins \$10 on Pass Bet, \$40 odds; the point is made") as caught:
        runner.play_line(f"{ROLLED}: {claim}")

    assert len(str(caught.value).splitlines()) == 1
    assert runner.played == before


def test_a_roll_without_effect_is_written_as_nothing_happens() -> None:
    played = play_scene(CRAPS, "dice 3-1\ndice 6-5: nothing happens")
    assert passline.write(played).endswith("dice 3-1: the point is 4\ndice 6-5: nothing happens\n")


def test_a_refusal_can_be_claimed() -> None:
    """A line may claim a refusal, with or without its paragraph; a wrong claim is an error."""
    line = "alice bets $3 on Horn Bet"
    runner = ScriptRunner(CRAPLESS)
    runner.play_line("alice buys in for $100")
    before = runner.played

    for claim in ("refused", "refused under § 623b.6(b)(16)", "refused under §623b.6 (b)(16)"):
        assert runner.play_line(f"{line}: {claim}") == ()
        assert runner.played == before
    with pytest.raises(Refused):
        runner.play_line(line)
    with pytest.raises(FalseClaim, match="units of 4"):
        runner.play_line(f"{line}: refused under § 623b.6(b)(15)")
    with pytest.raises(FalseClaim, match="refused"):
        runner.play_line("alice bets $4 on Horn Bet: refused")
    assert runner.played == before


def test_a_vigorish_must_be_claimed() -> None:
    """A line with claims that omits a vigorish is an error."""
    scene = "alice buys in for $500\ndice 3-1\n"
    play_scene(EVERY_OPTION, f"{scene}alice bets $20 on buy 5: alice pays $1 vigorish on buy 5")
    with pytest.raises(FalseClaim):
        play_scene(EVERY_OPTION, f"{scene}alice bets $20 on buy 5: nothing happens")


# Syntax errors.


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("alice", 6),
        ("alice bets", 11),
        ("alice bets $10", 15),
        ("alice bets $10 on", 18),
        ("alice bets ten on Pass Bet", 12),
        ("alice bets $0 on Pass Bet", 12),
        ("alice bets $-5 on Pass Bet", 12),
        ("alice bets $5.5 on Pass Bet", 12),
        ("  alice bets $1e3 on Pass Bet", 14),
        ("alice bests $10 on Pass Bet", 7),
        ("dice 7-1", 6),
        ("dice 7", 6),
        ("dice", 5),
        ("dice 3-1 by magic", 13),
        ("dice 3-1: the point is made of wood", 29),
        ("dice 3-1: alice wins", 21),
        ("dice 3-1: alice wins $0", 22),
        ("dice 3-1:", 10),
        ("dice 3-1: nothing happens;", 27),
        ("house", 6),
        ("house craps on 2026-02-30", 16),
        ("the point is 4", 5),
        ("offer the dice", 15),
        ("no roll (", 10),
        ("no roll ()", 10),
        ("correct the last minus events", 18),
        ("alice leaves early", 14),
        ("\u00a7", 1),
        ("alice bets $10 on  # Pass Bet", 18),
        ("no buys in for $100", 4),
        ("seven buys in for $100", 1),
        ("House buys in for $100", 1),
    ],
)
def test_a_syntax_error_has_its_line_and_column(line: str, column: int) -> None:
    """The message is one line that begins with the line and the column."""
    with pytest.raises(NotationError) as caught:
        play_scene(CRAPS, f"alice buys in for $300\n\n{line}")
    error = caught.value

    assert error.line == 3
    assert error.column == column
    assert str(error).startswith(f"line 3, column {column}: ")
    assert len(str(error).splitlines()) == 1


def test_every_error_of_a_script_has_its_line() -> None:
    """Refusals, false claims, unknown wagers and unknown houses have the number of the line too."""
    for line in (
        "bob leaves",
        "dice 3-1: seven out",
        "alice bets $5 on Sprong",
        "house nowhere",
        "correct the last 9 events",
    ):
        with pytest.raises(CrapsError, match=r"^line 3[:,]") as caught:
            passline.play(f"house craps on 2026-01-15\nalice buys in for $10\n{line}")
        assert caught.value.line == 3


@pytest.mark.parametrize(
    "amount", ["9" * 20, "9" * 1_000, "$" + "9" * 1_500, "10,000,000,000,000.01", "1" + ",000" * 300]
)
def test_an_enormous_amount_is_an_error(amount: str) -> None:
    """An amount above the largest one is an error in every way of writing it."""
    with pytest.raises(NotationError, match="at most"):
        play_scene(CRAPS, f"alice buys in for {amount}")


def test_the_largest_buy_in_plays_exactly() -> None:
    """Ten trillion dollars can be bought and cashed to the cent; more on one table is refused."""
    most = "$10,000,000,000,000"
    play_scene(CRAPS, f"alice buys in for {most}\nalice cashes out {most}")
    with pytest.raises(Refused):
        play_scene(CRAPS, f"alice buys in for {most}\nbob buys in for $1")


def test_a_line_has_at_most_2_000_characters() -> None:
    assert play_scene(CRAPS, "alice buys in for $10 #" + "x" * 1_900)
    with pytest.raises(NotationError, match="too long"):
        play_scene(CRAPS, "alice buys in for $10 #" + "x" * 2_000)


@pytest.mark.parametrize(
    "name", ["Zoë", "Łukasz", "李雷", "Анна", "O-Ren", "x2", "a_b", "e\u0301va", "\u0905\u0928\u093f\u0932", "A" * 30]
)
def test_a_name_may_be_in_any_language(name: str) -> None:
    """A name that begins with a letter of any script can be written and read again."""
    played = play_scene(
        CRAPS, f"{name} buys in for $20\n{name} bets $5 on Don't Pass Bet\ndice 6-6: {name}'s don't stands off"
    )

    assert passline.play(passline.write(played)) == played


@pytest.mark.parametrize(
    "name", ["2x", "-", "_", "a b", "a'b", "a:b", "A" * 31, "dice", "NOTHING", "a\u202eb", "a\x00b", "\U0001f3b2"]
)
def test_a_text_that_is_no_name_is_an_error(name: str) -> None:
    """Leading digits, punctuation, words of the notation, long names and invisible characters are errors."""
    with pytest.raises(NotationError):
        play_scene(CRAPS, f"{name} buys in for $20")


@pytest.mark.parametrize("character", ["\0", "\x07", "\x1b", "\x7f", "\u200b", "\u2028", "\ufeff", "\x0b"])
def test_a_control_character_is_an_error_that_does_not_print_it(character: str) -> None:
    for line in (f"alice bets $10{character} on Pass Bet", f"{character}dice 3-1", f"no roll (a{character}b)"):
        runner = ScriptRunner(CRAPS)
        runner.play_line("alice buys in for $100")
        with pytest.raises(CrapsError) as caught:
            runner.play_line(line)
        assert character not in str(caught.value)


@settings(max_examples=150)
@given(st.text(max_size=80) | st.text("abcdehilnoprstuw '$10-:;,()#§", max_size=60))
def test_any_line_is_played_or_is_an_error_in_one_line(text: str) -> None:
    """After any text, the table can be played on."""
    runner = ScriptRunner(CRAPS)
    try:
        runner.play_line(text)
    except CrapsError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017  Either is right.
    runner.play_line("alice buys in for $100")
    assert passline.play(passline.write(runner.played)) == runner.played


@settings(max_examples=100)
@given(st.data())
def test_a_changed_script_plays_or_has_an_error_with_its_line(data: st.DataObject) -> None:
    """A script with one changed character plays, or the error has the number of a line of the script."""
    place = data.draw(st.integers(0, len(EVERY_LINE) - 1))
    character = data.draw(st.sampled_from(["", " ", "x", "7", ":", ";", "$", "#", "\n", "'"]))
    text = EVERY_LINE[:place] + character + EVERY_LINE[place + 1 :]
    try:
        passline.play(text)
    except CrapsError as error:
        assert error.line is not None  # noqa: PT017  Either is right.
        assert 1 <= error.line <= len(text.splitlines())  # noqa: PT017  Either is right.


# Houses.


def test_a_script_opens_its_house_first() -> None:
    """An act without a house is an error, and so is a second house after the first act."""
    with pytest.raises(NotationError, match="no house is open"):
        passline.play("alice buys in for $100")
    with pytest.raises(NotationError, match="no house is open"):
        passline.play("")
    with pytest.raises(NotationError, match="in play"):
        passline.play("house craps\nalice buys in for $100\nhouse crapless")
    assert passline.play("house craps\nhouse crapless on 2026-01-15").table.house == CRAPLESS


def test_a_path_with_spaces_is_written_in_quotation_marks(tmp_path: Path) -> None:
    """The path of a submission may contain spaces, # and :, and is read again."""
    path = tmp_path / "my house #1: late.toml"
    path.write_text(example_text("craps"), encoding="utf-8")
    house = open_house(path, date=TEST_DATE)
    played = play_scene(house, "alice buys in for $100\ndice 3-1")

    assert passline.play(passline.write(played)) == played
