"""The strategy notation: parsing, canonical texts, and each kind of error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passline.errors import NotationError
from passline.strategies import notation
from passline.strategies.notation import find_strategy, parse_strategy, shipped_strategies
from passline.strategies.plan import Plan
from strategies.plans import likely_plans, plans

DOCUMENT = Path(__file__).parents[2] / "docs" / "strategy-notation.md"


@given(plan=st.one_of(plans(), likely_plans()))
def test_a_printed_plan_can_be_parsed_again(plan: Plan) -> None:
    """Parsing the text of a plan gives an equal plan with the same text."""
    text = str(plan)

    assert parse_strategy(text) == plan
    assert str(parse_strategy(text)) == text


@pytest.mark.parametrize("name", shipped_strategies())
def test_a_shipped_text_has_the_name_of_its_file_and_is_canonical(name: str) -> None:
    """A shipped text is in canonical form and begins with a description."""
    plan = find_strategy(name)
    text = (Path(notation.__file__).parent / "library" / f"{name}.strategy").read_text("utf-8")

    assert plan.name == name
    assert plan.description
    assert str(plan) == text


def canonical_rules(text: str) -> str:
    """Return the canonical rules of a text without a name."""
    return str(parse_strategy(f"strategy a test\n{text}\n")).removeprefix("strategy a test\n").rstrip("\n")


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("bet $10 on the line", "bet $10 on Pass Bet"),
        ("bet $10 on yo", "bet $10 on 11 in One Roll Bet"),
        ("bet $6 on the place 6", "bet $6 on Place Bet to Win on 6"),
        ("bet $4 on no 4", "bet $4 on Lay Bet against the 4"),
        ("bet $5 on all or nothing", "bet $5 on All Or Nothing At All Wager"),
        ("bet $2 on c and e", "bet $2 on Craps-Eleven Bet"),
        ("bet $1,500.50 on don't pass", "bet $1,500.50 on Don't Pass Bet"),
        ("on the come out: stop; bet $5 on come", "on the come out:\n    stop\n    bet $5 on Come Bet"),
        ("stop when nothing is up", "stop when nothing is up"),
        ("if nothing is up: stop", "stop when nothing is up"),
        ("take down every bet", "take everything down"),
        ("take down everything", "take everything down"),
        ("take down every place bet to win", "take down every Place Bet to Win"),
        ("if at least 1 come bets are up: stop", "stop when at least 1 Come Bet is up"),
        ("if not Pass Bet is up: stop", "stop when Pass Bet is not up"),
        ("if the pass bet is exactly $10: stop", "stop when Pass Bet is $10"),
        (
            "if with a point and (nothing is up or the rail is above $5): stop",
            "stop when with a point and (nothing is up or the rail is above $5)",
        ),
        (
            "if with a point and nothing is up or on the come out: stop",
            "stop when (with a point and nothing is up) or on the come out",
        ),
        (
            "if the point is 6 or 8 or the rail is below $5: stop",
            "stop when the point is 6 or 8 or the rail is below $5",
        ),
        ("when a 6, 8 or a hard 4 was just rolled: stop", "stop when 6, 8 or hard 4 was just rolled"),
        ("when any seven just won: stop", "stop when Any Seven Bet just won"),
        ("when any bet just won: stop", "stop when any bet just won"),
        (
            "when yo just won: parlay it in steps of $1",
            "when 11 in One Roll Bet just won:\n    parlay 11 in One Roll Bet in steps of $1",
        ),
        ("keep 1 come bet of $5", "keep 1 Come Bet of $5"),
        ("if Come Bet on 2 is up: stop  # in Crapless Craps", "stop when Come Bet on 2 is up"),
        ("With A Point: Stop", "stop when with a point"),
        ("bet\N{NO-BREAK SPACE}$5 on\N{IDEOGRAPHIC SPACE}field", "bet $5 on Field Bet"),
        ("stop if the rail is under $100", "stop when the rail is below $100"),
        (
            "stop if the rail is over $100 or the rail is less than $9",
            "stop when the rail is above $100 or the rail is below $9",
        ),
        ("take double odds on pass", "take 2 times odds on Pass Bet"),
        ("take 3-4-5x odds on pass", "take 3-4-5 times odds on Pass Bet"),
        ("take down all the place bets", "take down every Place Bet to Win"),
        (
            "when place 6 wins: take it down",
            "when Place Bet to Win on 6 just won:\n    take down Place Bet to Win on 6",
        ),
        ("stop when any bet loses or 7 is rolled", "stop when any bet just lost or 7 was just rolled"),
        (
            "stop when the shooter sevens out or a point is set",
            "stop when the shooter just sevened out or a point was just set",
        ),
        ("stop when the point is made", "stop when the point was just made"),
    ],
)
def test_other_forms_have_one_canonical_form(written: str, canonical: str) -> None:
    """The trade's words, brackets, rules on one line and comments are accepted, and printed in one form."""
    assert canonical_rules(written) == canonical
    assert canonical_rules(canonical) == canonical


def test_the_comment_before_the_name_is_the_description() -> None:
    """The comment before the name is the description; other comments are ignored."""
    text = "\n# In words.\n#\n# And more.\n\nstrategy a test  # this is ignored\n# and this\nstop\n"

    assert parse_strategy(text).description == ("In words.", "", "And more.")
    assert str(parse_strategy(text)) == "# In words.\n#\n# And more.\nstrategy a test\nstop\n"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("bett $10 on Pass Bet", "line 2, column 1", "did you mean 'bet'?"),
        (
            "    bet $10 on Pass Bet",
            "line 2, column 5",
            "begins after 4 spaces and belongs to no heading; begin it after 0",
        ),
        ("bet $10 on Pas Bet", "line 2, column 12", "no wager is called 'Pas Bet'; did you mean Pass Bet or"),
        ("bet $10 on hi-lo", "line 2, column 12", "the Craps 2 Bet and the Craps 12 Bet are two wagers"),
        ("bet $10 on zzz", "line 2, column 12", "write a name of the payout tables, or the usual slang"),
        ("bet 10 on Pass Bet", "line 2, column 8", "dollars with a $ in front: $10"),
        ("bet $1x on Pass Bet", "line 2, column 5", "'$1x' is not an amount"),
        ("bet $10 on", "line 2, column 11", "the line ends too soon; write a wager here"),
        ("bet $10 on Come Bet on 4", "line 2, column 12", "Come Bet on 4 cannot be bet by this name; write Come Bet"),
        ("bet $10 on odds on Pass Bet", "line 2, column 12", "write 'take' or 'lay', like take 2 times odds"),
        (
            "lay 2 times odds on Pass Bet",
            "line 2, column 1",
            "odds on Pass Bet are taken; write 'take' instead of 'lay'",
        ),
        ("take 2 times odds on field", "line 2, column 1", "Field Bet cannot have odds"),
        ("take 1-2-3-4-5-6 times odds on come", "line 2, column 6", "has 6 multiples; write at most 5"),
        ("take 101 times odds on come", "line 2, column 6", "write a whole number from 1 to 100"),
        (
            "keep 2 Place Bets to Win of $6",
            "line 2, column 8",
            "'keep' cannot be used with Place Bet to Win; write Come Bets or",
        ),
        ("keep 2 Cone Bets of $6", "line 2, column 8", "did you mean Come Bet?"),
        ("on the cone out:\n    stop", "line 2, column 8", "did you mean 'come'?"),
        ("on the come out\n    stop", "line 2, column 16", "write ':' here"),
        ("on the come out:\nstop", "line 2, column 1", "this heading has no lines"),
        ("with a point:\n      stop\n   stop", "line 4, column 4", "begins after 3 spaces"),
        (
            "with a point:\n\tstop\n\t\tstop",
            "line 4, column 3",
            "begins after 8 spaces and belongs to no heading; begin it after 4",
        ),
        ("with a point:\n\ton the come out:\nstop", "line 3, column 2", "this heading has no lines"),
        ("with a point:\n    a unit is $5", "line 3, column 5", "applies to the whole strategy"),
        (
            "the stake goes 2 units\na unit is $10,000,000,000,000",
            "line 2, column 1",
            "are too much; the largest amount is",
        ),
        ("a unit is $5\na unit is $10", "line 3, column 1", "the unit is declared twice"),
        ("bet 1 unit on Pass Bet", "line 2, column 5", "declare one with a line like 'a unit is $10'"),
        ("counter losses\nset loses to 0", "line 3, column 5", "there is no counter 'loses'; did you mean 'losses'?"),
        ("set losses to 0", "line 2, column 5", "declare one with a line like 'counter losses'"),
        ("bet the stake on field", "line 2, column 9", "declare one with a line like 'the stake goes $10, $20'"),
        ("the point goes $5, $10", "line 2, column 5", "'point' cannot be a progression"),
        ("stage one:\n    go to stage on", "line 3, column 17", "did you mean 'one'?"),
        ("stage one:\n    stop\nstage one:\n    stop", "line 4, column 1", "the stage 'one' has two headings"),
        ("with a point:\n    stage one:\n        stop", "line 3, column 5", "a stage cannot be under another heading"),
        ("press place 6 by $6", "line 2, column 1", "would be repeated before each roll"),
        ("if Pass Bet just won: stop", "line 2, column 1", "write 'when' instead of 'if'"),
        ("when with a point: stop", "line 2, column 1", "write 'if' instead of 'when'"),
        (
            "when 7 was just rolled:\n    when 7 was just rolled: stop",
            "line 3, column 5",
            "a 'when' cannot be under another 'when'",
        ),
        (
            "when 7 was just rolled:\n    stop when field just won",
            "line 3, column 5",
            "cannot be under a 'when'; write 'stop'",
        ),
        ("when field just won and nothing is up: stop", "line 2, column 1", "an 'if' of its own under the 'when'"),
        ("press it to $6", "line 2, column 7", "write it only under 'when' and the name of that bet"),
        ("if Come Bet on 7 is up: stop", "line 2, column 4", "Come Bet cannot move to 7"),
        (
            "stop when at least 1 hand was played since the hand began",
            "line 2, column 44",
            "write 'the session began' or",
        ),
        ("if the point is 7: stop", "line 2, column 17", "7 is not a point in any game"),
        ("if the rale is below $5: stop", "line 2, column 4", "did you mean the rail?"),
        ("when 13 was just rolled: stop", "line 2, column 6", "'13' does not name a roll"),
        ("if the rail is bellow $5: stop", "line 2, column 16", "did you mean 'below'?"),
        ("Wiht a point: stop", "line 2, column 1", "did you mean 'with'?"),
        ("bet $-5 on field", "line 2, column 5", "'$-5' is not an amount"),
        ("bet $5 on 6", "line 2, column 11", "write the kind of bet too, like Place Bet to Win on 6"),
        ("bet $5 on 66666666666666666666666666666666666666", "line 2, column 11", "write the kind of bet too"),
        ("keep two come bets of $5", "line 2, column 6", "write the number in figures"),
        ("stage two", "line 2, column 10", "the line ends too soon; write ':' here"),
        ("place the 6 for $12", "line 2, column 1", "write 'bet': bet $12 on Place Bet to Win on 6"),
        ("on the come out: take odds on pass", "line 2, column 35", "write how much: take 2 times odds on Pass Bet"),
        ("when field won: stop", "line 2, column 15", "write 'just won' or 'just lost'"),
        ("if lost $150 since the session began: stop", "line 2, column 9", "write 'at least': lost at least"),
        ("if there is no point: stop", "line 2, column 13", "write 'with a point' or 'on the come out'"),
        ("otherwise: stop", "line 2, column 1", "write a heading of its own with 'not'"),
        ("do it", "line 2, column 1", "write an order like 'bet $10 on Pass Bet', or a heading like"),
        ("if hits > 3: stop", "line 2, column 9", "write 'is', 'is at least' or 'is below'"),
        ("bet __import__('os') on Pass Bet", "line 2, column 5", "write 'the', a number or an amount like $10 here"),
        (
            "\n".join("    " * deep + "with a point:" for deep in range(8)),
            "line 8, column 25",
            "the headings are nested more than 6 deep",
        ),
        (
            f"if {'(' * 60}with a point{')' * 60}: stop",
            "line 2, column 4",
            "the line has 60 opening brackets; at most 50 are allowed",
        ),
        (
            f"if {'not (' * 6}with a point{')' * 6}: stop",
            "line 2, column 1",
            "the condition is nested more than 6 deep",
        ),
        ("# " + "x" * 2_000, "line 2, column 1", "the line has 2,002 characters; at most 2,000 are allowed"),
        (f"strategy {'x' * 61}", "line 2, column 10", "cannot be a name; write at most 60 printable characters"),
        ("strategy another", "line 2, column 1", "the name is declared twice"),
        ("stop\n" * 501, "line 501, column 1", "more than 500 headings, orders and declarations"),
        ("\n".join(f"counter c{number}" for number in range(500)), "line 501, column 1", "more than 500 headings"),
    ],
)
def test_an_error_has_its_place_and_a_suggestion(text: str, place: str, message: str) -> None:
    """An error is one line with the place, the words there, and a suggestion."""
    with pytest.raises(NotationError, match=re.escape(message)) as caught:
        parse_strategy(f"strategy a test\n{text}\n")

    assert str(caught.value).startswith(f"{place}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text has no strategy; begin with 'strategy' and a name"),
        ("# nothing but words\n", "the text has no strategy"),
        ("bet $10 on Pass Bet\n", "the name of the strategy is missing; begin with 'strategy' and a name"),
        ("a unit is $10\n", "the name of the strategy is missing; begin with 'strategy' and a name"),
        ("strategy idle\n", "idle has no orders; write a line like"),
        ("x" * 10_000_000, "the text has 10,000,000 characters; a strategy may have at most 100,000"),
    ],
)
def test_a_text_without_name_or_rules_is_an_error(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_strategy(text)


@given(st.text(max_size=200))
def test_any_text_is_parsed_or_gives_a_notation_error(text: str) -> None:
    """Any text gives a plan that can be printed and parsed again, or an error of one line."""
    try:
        plan = parse_strategy(f"strategy a test\n{text}")
    except NotationError as error:
        message = str(error)
    else:
        message = ""
        assert parse_strategy(str(plan)) == plan

    assert not message or message.isprintable()


WORDS = ("bet", "take", "lay", "odds", "on", "$10", "2", "times", "Pass Bet", "Come Bets", "keep", "of", "with a point")
MORE = (
    ":",
    ";",
    "when",
    "if",
    "just",
    "won",
    "is",
    "up",
    "at least",
    "and",
    "or",
    "not",
    "wins",
    "it",
    "all",
    "bets",
    "double",
    "down",
    "(",
    ")",
    "the",
    "\n",
    "\n    ",
)


@given(st.lists(st.sampled_from([*WORDS, *MORE]), max_size=25).map(" ".join))
def test_any_words_of_the_notation_are_parsed_or_give_a_notation_error(text: str) -> None:
    """The words of the notation, in any order, give a plan or an error of one line."""
    test_any_text_is_parsed_or_gives_a_notation_error.hypothesis.inner_test(text)  # type: ignore[attr-defined]  # The test itself.


def test_a_strategy_is_found_by_name_path_or_text(tmp_path: Path) -> None:
    file = tmp_path / "mine.strategy"
    file.write_text("strategy mine\nstop\n", "utf-8-sig")

    assert find_strategy("Pass 2x odds") is find_strategy("pass_2x_odds")
    assert find_strategy(file) == find_strategy(str(file)) == find_strategy("strategy mine\nstop")


def test_an_unknown_name_or_unreadable_file_is_an_error_of_one_line(tmp_path: Path) -> None:
    large, bad = tmp_path / "large", tmp_path / "bad"
    large.write_bytes(b"x" * 10_000_000)
    bad.write_bytes(b"strategy \xff")

    for words, message in [
        ("iron_gross", r"did you mean iron_cross\?"),
        ("zzz", "passline strategy list prints the names"),
        ("nul\0", "no strategy can be read there"),
        (str(tmp_path), "Is a directory"),
        (str(large), "the strategy file is over 400,000 bytes"),
        (str(bad), "line 1: byte 9 is not UTF-8"),
    ]:
        with pytest.raises(NotationError, match=message):
            find_strategy(words)


@pytest.mark.parametrize(
    "text",
    re.findall(r"^```strategy\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    if DOCUMENT.exists()
    else [],
)
def test_examples_in_the_document_are_in_canonical_form(text: str) -> None:
    """Every example in the document can be parsed and is canonical; examples without a name get one."""
    full = text if "strategy " in text else f"strategy a test\na unit is $10\n{text}"

    assert str(parse_strategy(full)) == full


def test_the_document_states_the_limits() -> None:
    text = " ".join(DOCUMENT.read_text("utf-8").split())

    assert (
        f"at most {notation.MAX_TEXT_LENGTH:,} characters, lines of at most {notation.MAX_LINE_LENGTH:,}, "
        f"{notation.MAX_RULES} headings, orders and declarations"
    ) in text


def test_the_document_shows_every_word() -> None:
    """Every word of the grammar occurs in the document."""
    grammar = (Path(notation.__file__).parent / "strategy.lark").read_text("utf-8")
    words = set(re.findall(r'"([a-z]+)"', grammar)) - {"roll", "hand"}  # The document has the plurals.

    assert not words - set(re.findall(r"[a-z]+", DOCUMENT.read_text("utf-8")))
