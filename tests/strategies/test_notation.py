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
        ("bett $10 on Pass Bet", "line 2, column 1", "is 'bet' meant?"),
        ("    bet $10 on Pass Bet", "line 2, column 5", "stands 4 in, and belongs to no heading; 0 in would do"),
        ("bet $10 on Pas Bet", "line 2, column 12", "'Pas Bet' is the name of no wager; is Pass Bet or"),
        ("bet $10 on hi-lo", "line 2, column 12", "the Craps 2 Bet and the Craps 12 Bet are two wagers"),
        ("bet $10 on zzz", "line 2, column 12", "the payout tables' names and the usual slang are read"),
        ("bet 10 on Pass Bet", "line 2, column 8", "dollars with a $ in front: $10"),
        ("bet $1x on Pass Bet", "line 2, column 5", "'$1x' is no amount"),
        ("bet $10 on", "line 2, column 11", "the line ends too soon; here a wager would be"),
        ("bet $10 on Come Bet on 4", "line 2, column 12", "Come Bet would do"),
        ("bet $10 on odds on Pass Bet", "line 2, column 12", "take odds or lay odds would do"),
        ("lay 2 times odds on Pass Bet", "line 2, column 1", "'take' would do"),
        ("take 2 times odds on field", "line 2, column 1", "no odds support Field Bet"),
        ("take 1-2-3-4-5-6 times odds on come", "line 2, column 6", "5 at most would do"),
        ("take 101 times odds on come", "line 2, column 6", "one from 1 to 100 would do"),
        ("keep 2 Place Bets to Win of $6", "line 2, column 8", "Come Bets and Don't Come Bets are"),
        ("keep 2 Cone Bets of $6", "line 2, column 8", "is Come Bet meant?"),
        ("on the cone out:\n    stop", "line 2, column 8", "is 'come' meant?"),
        ("on the come out\n    stop", "line 2, column 16", "here ':' would be"),
        ("on the come out:\nstop", "line 2, column 1", "nothing stands under this heading"),
        ("with a point:\n      stop\n   stop", "line 4, column 4", "stands 3 in"),
        ("with a point:\n\tstop\n\t\tstop", "line 4, column 3", "stands 8 in, and belongs to no heading; 4 in"),
        ("with a point:\n\ton the come out:\nstop", "line 3, column 2", "nothing stands under this heading"),
        ("with a point:\n    a unit is $5", "line 3, column 5", "is said of the whole strategy"),
        ("the stake goes 2 units\na unit is $10,000,000,000,000", "line 2, column 1", "more than is read"),
        ("a unit is $5\na unit is $10", "line 3, column 1", "the unit is said before"),
        ("bet 1 unit on Pass Bet", "line 2, column 5", "a line like 'a unit is $10' would make one"),
        ("counter losses\nset loses to 0", "line 3, column 5", "there is no counter 'loses'; is 'losses' meant?"),
        ("set losses to 0", "line 2, column 5", "a line like 'counter losses' would make one"),
        ("bet the stake on field", "line 2, column 9", "a line like 'the stake goes $10, $20' would make one"),
        ("the point goes $5, $10", "line 2, column 5", "'point' is no progression"),
        ("stage one:\n    go to stage on", "line 3, column 17", "is 'one' meant?"),
        ("stage one:\n    stop\nstage one:\n    stop", "line 4, column 1", "the stage 'one' is there already"),
        ("with a point:\n    stage one:\n        stop", "line 3, column 5", "a stage stands under no other heading"),
        ("press place 6 by $6", "line 2, column 1", "would be done again and again"),
        ("if Pass Bet just won: stop", "line 2, column 1", "'when' would do instead of 'if'"),
        ("when with a point: stop", "line 2, column 1", "'if' would do instead of 'when'"),
        ("when 7 was just rolled:\n    when 7 was just rolled: stop", "line 3, column 5", "under no other 'when'"),
        ("when 7 was just rolled:\n    stop when field just won", "line 3, column 5", "'stop' would do"),
        ("when field just won and nothing is up: stop", "line 2, column 1", "an 'if' of its own under the 'when'"),
        ("press it to $6", "line 2, column 7", "under 'when' and the name of one bet, 'it' would do"),
        ("if Come Bet on 7 is up: stop", "line 2, column 4", "Come Bet moves to no 7"),
        ("stop when at least 1 hand was played since the hand began", "line 2, column 44", "'the session began' or"),
        ("if the point is 7: stop", "line 2, column 17", "7 is no point in any game"),
        ("if the rale is below $5: stop", "line 2, column 4", "is the rail meant?"),
        ("when 13 was just rolled: stop", "line 2, column 6", "'13' names no roll"),
        ("if the rail is bellow $5: stop", "line 2, column 16", "is 'below' meant?"),
        ("Wiht a point: stop", "line 2, column 1", "is 'with' meant?"),
        ("bet $-5 on field", "line 2, column 5", "'$-5' is no amount"),
        ("bet $5 on 6", "line 2, column 11", "the kind of bet would be, like Place Bet to Win on 6"),
        ("bet $5 on 66666666666666666666666666666666666666", "line 2, column 11", "the kind of bet would be"),
        ("keep two come bets of $5", "line 2, column 6", "numbers are written in figures"),
        ("stage two", "line 2, column 10", "the line ends too soon; here ':' would be"),
        ("place the 6 for $12", "line 2, column 1", "'bet' would be: bet $12 on Place Bet to Win on 6"),
        ("on the come out: take odds on pass", "line 2, column 35", "how much would be: take 2 times odds on Pass Bet"),
        ("when field won: stop", "line 2, column 15", "'just won' or 'just lost' would be"),
        ("if lost $150 since the session began: stop", "line 2, column 9", "'at least' would be"),
        ("if there is no point: stop", "line 2, column 13", "'with a point' or 'on the come out' would be"),
        ("otherwise: stop", "line 2, column 1", "a heading of its own with 'not' would be"),
        ("do it", "line 2, column 1", "an order like 'bet $10 on Pass Bet' would be, or a heading like"),
        ("if hits > 3: stop", "line 2, column 9", "'is', 'is at least' or 'is below' would be"),
        ("bet __import__('os') on Pass Bet", "line 2, column 5", "an amount like $10 would be"),
        ("\n".join("    " * deep + "with a point:" for deep in range(8)), "line 8, column 25", "no deeper than 6"),
        (f"if {'(' * 60}with a point{')' * 60}: stop", "line 2, column 4", "60 brackets on a line are too many"),
        (f"if {'not (' * 6}with a point{')' * 6}: stop", "line 2, column 1", "no deeper than 6 in each other"),
        ("# " + "x" * 2_000, "line 2, column 1", "a line of 2,002 characters is too long"),
        (f"strategy {'x' * 61}", "line 2, column 10", "is no name; up to 60 letters"),
        ("strategy another", "line 2, column 1", "the name is said before"),
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
        ("", "the text holds no strategy; 'strategy' and a name would begin one"),
        ("# nothing but words\n", "the text holds no strategy"),
        ("bet $10 on Pass Bet\n", "a strategy says first what it is called"),
        ("a unit is $10\n", "a strategy says first what it is called"),
        ("strategy idle\n", "idle says nothing of what to bet"),
        ("x" * 10_000_000, "a text of 10,000,000 characters is too long for a strategy; 100,000 are read"),
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
        ("iron_gross", r"is iron_cross meant\?"),
        ("zzz", "passline strategy list names those that are shipped"),
        ("nul\0", "no strategy can be read there"),
        (str(tmp_path), "Is a directory"),
        (str(large), "over 400,000 bytes are no strategy"),
        (str(bad), "line 1: byte 9 is no UTF-8"),
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
