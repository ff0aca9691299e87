"""Printed citations, dice, payout odds and money can be parsed again, and every parsing error is one line."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passline.errors import CrapsError, NotationError
from passline.law.sections import read_law
from passline.words.cite import Cite
from passline.words.dice import EVERY_ROLL, Roll, parse_rolls
from passline.words.money import LARGEST_AMOUNT, dollars, parse_dollars, whole_chips
from passline.words.odds import Odds

steps = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789", min_size=1, max_size=5)
sections = st.from_regex(r"[1-9][0-9]{1,3}[a-z]?\.[1-9][0-9]?", fullmatch=True)
READERS: dict[str, Callable[[str], object]] = {
    "citation": Cite.parse,
    "roll": Roll.parse,
    "odds": Odds.parse,
    "money": parse_dollars,
    "rolls": parse_rolls,
}


# Anything.


@given(st.sampled_from(list(READERS.values())), st.text(max_size=200))
def test_any_text_is_parsed_or_refused_in_one_line(read: Callable[[str], object], text: str) -> None:
    """For any text, a parser returns a value or raises an error with a message of one line."""
    try:
        read(text)
    except NotationError as error:
        assert isinstance(error, ValueError)  # noqa: PT017  Either is right.
        assert isinstance(error, CrapsError)  # noqa: PT017  Either is right.
        assert len(str(error).splitlines()) == 1  # noqa: PT017  Either is right.
        assert len(str(error)) < 250  # noqa: PT017  Either is right.


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    "text", ["", " ", "\n", "\0", "x" * 10_000, "-", "§", "None", "1e3", "0x10", "\u221e", "\u00bd"], ids=range(12)
)
def test_nonsense_is_refused(read: Callable[[str], object], text: str) -> None:
    """Empty text, blanks, control characters, very long words and other notations are refused in one line."""
    with pytest.raises(NotationError) as caught:
        read(text)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (Cite.parse, "§ \u0666\u0662\u0663.\u0666"),
        (Roll.parse, "\u0665-\u0661"),
        (Odds.parse, "7 to 1\u0666"),
        (parse_dollars, "$\u0661\u0662"),
        (parse_rolls, "hard \u0664"),
        (parse_rolls, "\u0667"),
    ],
    ids=["citation", "roll", "odds", "money", "hard total", "total"],
)
def test_only_plain_digits_are_digits(read: Callable[[str], object], text: str) -> None:
    """Digits of other scripts are refused, because passline would print them in another way."""
    with pytest.raises(NotationError):
        read(text)


# Citations.


@given(sections, st.lists(steps, max_size=5))
def test_a_citation_reads_back(section: str, path: list[str]) -> None:
    """A citation is parsed with or without its code, sign and blanks, and has one printed form."""
    joined = "".join(f"({step})" for step in path)
    printed = f"§ {section}{joined}"
    spaced = " ".join(f"({step})" for step in path)

    for typed in (printed, f"58 Pa. Code {printed}", f"{section}{joined}", f"  §{section} {spaced} "):
        cite = Cite.parse(typed)
        assert cite == printed == str(cite)
        assert Cite.parse(cite) == cite
        assert (cite.section, cite.path) == (section, tuple(path))
    assert not joined or Cite.parse(joined, section=section) == printed


@given(sections, st.lists(steps, min_size=1, max_size=5))
def test_a_paragraph_is_contained_in_each_paragraph_above_it(section: str, path: list[str]) -> None:
    """A section contains all its paragraphs, and a paragraph does not contain its parent."""
    cite = Cite.parse("".join(f"({step})" for step in path), section=section)

    above = cite
    for _ in path:
        assert above.parent.contains(cite)
        assert not cite.contains(above.parent)
        above = above.parent
    assert above == above.parent == f"§ {section}"
    assert cite.contains(cite)
    assert not cite.contains(Cite.parse("9.9"))


def test_a_longer_step_is_another_step() -> None:
    """(b)(1) does not contain (b)(10), and § 623b.6 contains nothing of § 623b.66."""
    assert not Cite.parse("623b.6(b)(1)").contains(Cite.parse("623b.6(b)(10)"))
    assert not Cite.parse("623b.6").contains(Cite.parse("623b.66(b)"))


def test_every_citation_of_the_law_is_in_printed_form() -> None:
    """Each citation in the data has the printed form, and pickling preserves its path."""
    for entry in read_law().entries:
        for cite in {entry.cite, *entry.names}:
            assert Cite.parse(cite) == cite
            assert pickle.loads(pickle.dumps(cite)).path == cite.path  # noqa: S301  Our own pickle.


# Dice.


@pytest.mark.parametrize("roll", EVERY_ROLL, ids=str)
def test_a_roll_reads_back(roll: Roll) -> None:
    """Each of the 36 rolls is printed as its faces and parsed again, with cocked dice or without."""
    assert Roll.parse(str(roll)) == roll
    assert Roll.parse(f" {roll} ") == roll
    assert Roll.parse(f"c{7 - roll.first}-{roll.second}") == roll
    assert Roll.parse(f"{roll.first}-c{7 - roll.second}") == roll
    assert Roll.parse(f"c{7 - roll.first}-c{7 - roll.second}") == roll
    assert roll.total == roll.first + roll.second
    assert roll.is_hard == (roll.first == roll.second)


@given(st.integers(), st.integers())
def test_only_faces_are_faces(first: int, second: int) -> None:
    """Two numbers are a roll exactly when both are faces of a die."""
    if {first, second} <= set(range(1, 7)):
        assert Roll.parse(f"{first}-{second}") == (first, second)
    else:
        with pytest.raises(NotationError):
            Roll.parse(f"{first}-{second}")


@pytest.mark.parametrize(
    "text", ["7", "5", "5-", "-5", "5-1-1", "5 - 1", "51", "5\u20131", "cc1-1", "1-1c", "0-1", "7-1"]
)
def test_a_text_that_is_not_two_faces_is_refused(text: str) -> None:
    """A total, one face, three faces, a face that no die has and other dashes are refused."""
    with pytest.raises(NotationError, match="not a roll"):
        Roll.parse(text)


def test_words_name_rolls() -> None:
    """Totals, hard and easy totals, and pairs in either order name rolls; other texts are refused."""
    for total in range(2, 13):
        assert parse_rolls(total) == parse_rolls(str(total)) == {roll for roll in EVERY_ROLL if roll.total == total}
    for first, second in EVERY_ROLL:
        assert parse_rolls(f"{first}-{second}") == {(first, second), (second, first)}
    assert len({parse_rolls(f"hard {total}") for total in range(2, 13, 2)}) == 6
    for words in ("hard 3", "easy 2", "easy 12", "hard 7", "1", "13", "0", "100", "hard", "hard  4", "HARD 4", "1-7"):
        with pytest.raises(NotationError, match="does not name a roll"):
            parse_rolls(words)


# Payout odds.


@given(st.integers(1, 9999), st.integers(1, 9999))
def test_odds_read_back(pays: int, wagered: int) -> None:
    """Odds are printed as in the payout tables, and parsed again."""
    odds = Odds(pays, wagered)

    assert Odds.parse(str(odds)) == odds
    assert str(Odds.parse(f" {pays} to {wagered} ")) == f"{pays} to {wagered}"


@pytest.mark.parametrize(
    "text", ["7:6", "7 for 6", "7 to 0", "0 to 1", "-7 to 6", "7.5 to 1", "7 TO 6", "7 to", "to 6"]
)
def test_a_text_that_is_not_odds_is_refused(text: str) -> None:
    """Odds are two whole numbers above zero with "to" between them, never "for"."""
    with pytest.raises(NotationError, match="not payout odds"):
        Odds.parse(text)


@given(st.integers(1, 999), st.integers(1, 999), st.integers(1, 10**12), st.integers(1, 100_00))
def test_winnings_are_exact(pays: int, wagered: int, amount: int, unit: int) -> None:
    """Winnings are an exact fraction of the amount, and a multiple of the step wins whole units."""
    odds = Odds(pays, wagered)
    step = odds.whole_payout_step(unit)

    assert odds.winnings(amount) * wagered == amount * pays
    assert step % unit == 0
    assert odds.winnings(step) % unit == 0
    assert all(odds.winnings(less * unit) % unit for less in range(1, min(step // unit, 50)))


# Money.


@given(st.integers(1, LARGEST_AMOUNT))
def test_money_reads_back(amount: int) -> None:
    """Any amount is printed in dollars and parsed again to the cent, with a dollar sign or without."""
    assert parse_dollars(dollars(amount)) == amount
    assert parse_dollars(dollars(amount).removeprefix("$")) == amount
    assert parse_dollars(dollars(amount).replace(",", "")) == amount


@given(st.fractions(min_value=-(10**9), max_value=10**9))
def test_money_prints_exactly(amount: Fraction) -> None:
    """The parts of a printed amount, including a fraction of a cent, add up to the amount."""
    printed = dollars(amount)
    sign = -1 if printed.startswith("-") else 1
    whole, _, part = printed.removeprefix("-").partition(" ")
    number, _, after_point = whole.removeprefix("$").replace(",", "").partition(".")

    assert sign * (int(number) * 100 + int(after_point or 0) + Fraction(part or 0)) == amount
    assert not (amount == 0 and printed != "$0")


@pytest.mark.parametrize(
    "text",
    [
        "$0",
        "0.00",
        "-$5",
        "$-5",
        "+5",
        "$5.",
        "$.50",
        "$5.5",
        "$5.555",
        "5,00",
        "1,0000",
        "$1,50",
        "5 5",
        "$$5",
        "5$",
        "¢5",
    ],
)
def test_a_text_that_is_not_an_amount_is_refused(text: str) -> None:
    """Zero, negative amounts, parts of cents and misplaced commas are refused."""
    with pytest.raises(NotationError, match="not an amount"):
        parse_dollars(text)


def test_there_is_a_largest_amount() -> None:
    """Ten trillion dollars are accepted. A cent more, or a number of any length, is refused immediately."""
    assert parse_dollars(dollars(LARGEST_AMOUNT)) == LARGEST_AMOUNT
    for text in (dollars(LARGEST_AMOUNT + 1), "9" * 30, "9" * 100_000):
        with pytest.raises(NotationError, match="at most"):
            parse_dollars(text)


@given(st.fractions(min_value=0, max_value=10**9), st.integers(1, 100_00))
def test_whole_chips_and_breakage_add_up_to_the_amount(owed: Fraction, unit: int) -> None:
    """An amount is split into whole chips and breakage of less than one chip."""
    paid, breakage = whole_chips(owed, unit=unit)

    assert paid + breakage == owed
    assert paid % unit == 0
    assert 0 <= breakage < unit
