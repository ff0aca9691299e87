"""Rules Submissions: every fault is found, all together, with a paragraph and what would be accepted."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import passline
from generators import example_text, open_house_text
from passline.errors import SubmissionError
from passline.house.house import EXAMPLES, check_submission, open_house
from passline.house.submission import LARGEST_FILE, SubmissionCheck, check_submission_text
from passline.law.sections import read_law
from scenes import HOUSES, TEST_DATE

LAW = read_law()
every_example = pytest.mark.parametrize("name", EXAMPLES)


def checked(text: str, *, on: date = TEST_DATE) -> SubmissionCheck:
    """Check the text of a submission."""
    return check_submission_text(text, LAW, date=on)


def faults(text: str, *, on: date = TEST_DATE) -> list[str]:
    """Return the faults of a submission, each in one line, as printed."""
    found = checked(text, on=on)
    assert bool(found.faults) == (found.submission is None)
    printed = [str(fault) for fault in found.faults]
    assert all(len(fault.splitlines()) == 1 for fault in printed)
    return printed


def changed(name: str, old: str, new: str) -> str:
    """Return the text of an example with one replacement."""
    text = example_text(name)
    assert old in text
    return text.replace(old, new)


def written(data: dict[str, Any]) -> str:
    """Write a submission as TOML."""

    def value(thing: object) -> str:
        if isinstance(thing, dict):
            return "{ " + ", ".join(f'"{key}" = {value(inner)}' for key, inner in thing.items()) + " }"
        if isinstance(thing, list):
            return f"[{', '.join(map(value, thing))}]"
        if isinstance(thing, bool):
            return str(thing).lower()
        return f'"{thing}"' if isinstance(thing, str) else str(thing)

    lines = []
    for heading, part in data.items():
        lines += [f"[{heading}]", *(f"{key} = {value(thing)}" for key, thing in part.items())]
    return "\n".join(lines)


def keys() -> list[tuple[str, str, str]]:
    """Return every key of every heading of every example."""
    return [
        (name, heading, key)
        for name in EXAMPLES
        for heading, part in tomllib.loads(example_text(name)).items()
        for key in part
    ]


# The examples.


@every_example
def test_an_example_has_no_faults(name: str) -> None:
    """The submissions that come with passline have no faults, and a house opened from their text is the same house."""
    assert faults(example_text(name)) == []
    assert open_house_text(example_text(name)) == open_house(name, date=TEST_DATE)
    assert faults(written(tomllib.loads(example_text(name)))) == []


def test_examples_have_warnings_about_the_readings_that_they_depend_on() -> None:
    """A difference from a custom or a reading is a warning that names the paragraph; Mini-Craps has none."""
    warned = {name: checked(example_text(name)).warnings for name in EXAMPLES}
    stated = tomllib.loads(example_text("every-option"))["readings"]

    assert warned["mini-craps"] == ()
    assert {w.where for w in warned["every-option"]} >= {"table.payouts", "buy_bets.base"}
    assert {w.where for w in warned["every-option"]} >= {f"readings.{key}" for key in stated}
    for warnings in warned.values():
        assert all(w.under and w.under.startswith("§ ") and len(str(w).splitlines()) == 1 for w in warnings)


def test_every_option_of_every_reading_is_reachable() -> None:
    """A submission may state each option of each reading; the first option is the default."""
    plain = example_text("every-option").partition("[readings]")[0]
    choices = {
        choice.key: choice.options
        for house in HOUSES
        for _, reading in house.game.readings.values()
        for choice in reading.choices
    }
    first = open_house_text(plain).choices
    for key, options in choices.items():
        assert first[key] == options[0]
        for option in options:
            assert open_house_text(f'{plain}\n[readings]\n{key} = "{option}"\n').choices == {**first, key: option}


def test_the_example_of_every_option_states_no_default() -> None:
    """The example `every-option` differs from every default, so that the tests cover other options too."""
    house = open_house("every-option", date=TEST_DATE)
    first = open_house_text(example_text("every-option").partition("[readings]")[0]).choices

    assert all(house.choices[key] != option for key, option in first.items())


# One fault.


@pytest.mark.parametrize(
    ("name", "old", "new", "under", "accepted"),
    [
        ("craps", 'vigorish  = "5%"', 'vigorish  = "6%"', "§ 623a.5(g)(3)(i)", "0% to 5%"),
        ("craps", 'vigorish  = "5%"', 'vigorish  = "5.0001%"', "§ 623a.5(g)(3)(ii)", "0% to 5%"),
        ("crapless", 'vigorish  = "5%"', 'vigorish  = "20%"', "§ 623b.6(d)(4)(ii)", "0% to 5%"),
        ("craps", 'take = "10 times"', 'take = "11 times"', "§ 623a.6(e)", "1 to 10 times"),
        ("craps", 'take = "10 times"', 'take = "0.5 times"', "§ 623a.6(e)", "1 to 10 times"),
        ("craps", 'lay  = "10 times"', 'lay  = "100 times"', "§ 623a.6(e)", "1 to 10 times"),
        ("crapless", 'take = "10 times"', 'take = "21/2 times"', "§ 623b.6(e)(3)", "1 to 10 times"),
        ("every-option", '10 = "3 times"', '10 = "0 times"', "§ 623a.6(e)", "1 to 10 times"),
        ("every-option", ', 10 = "3 times"', "", "§ 623a.6(e)", "4, 5, 6, 8, 9 and 10"),
        ("every-option", '10 = "3 times"', '11 = "3 times"', "§ 623a.6(e)", "4, 5, 6, 8, 9 and 10"),
        ("craps", 'pay_table = "A"', 'pay_table = "C"', "§ 623a.5(f)", "A or B"),
        ("crapless", '"Buy Bets", ', '"Buy Bets", "Lay Bets", ', "§ 623b.6(b)", "Buy Bets"),
        ("crapless", '"Buy Bets", ', '"Buy Bets", "Fire Bet", ', "§ 623b.6(b)", "Bonus Craps"),
        ("crapless", 'take = "10 times"', 'take = "10 times"\nlay = "10 times"', "§ 623b.6(b)", "leave it out"),
        ("craps", 'lay  = "10 times"', "", "§ 623a.6(e)", "10 times"),
        ("craps", 'pay_table = "A"', "", "§ 623a.5(f)", "law leaves"),
        ("craps", 'base      = "amount wagered"', "", "§ 623a.5(g)(3)(i)(B)", "amount won"),
        ("crapless", 'rounding  = "down"', "", "§ 623b.6(d)(4)(ii)", "exact"),
        ("craps", 'rounding  = "down"', 'rounding  = "up"', "§ 623a.5(g)(3)", "down"),
        ("craps", "when_made = []", "when_made = [4]", "§ 623a.5(g)(3)(i)", "one of the two"),
        ("craps", "when_made = []", "when_made = [3]", "§ 623a.5(g)(3)(i)", "4, 5, 6, 8, 9 and 10"),
        ("craps", 'minimum             = "$5"', 'minimum             = "$3,000"', "§ 623a.5(j)", "$2,000"),
        ("mini-craps", "offers = []", 'offers = ["Fire Bets"]', "§ 623a.3(a)", "Fire Bet"),
        ("mini-craps", "seats               = 9", "seats               = 0", "§ 601a.2", "1"),
        ("mini-craps", 'smallest_chip       = "$1"', 'smallest_chip       = "$3"', "§ 601a.2", "whole chips"),
        ("mini-craps", '"refuse"', '"round up"', "§ 623a.5(a)", "refuse"),
        ("craps", '"Fire Bet", ', "", "§ 601a.2", "Fire Bet"),
        ("crapless", '"Bonus Craps"]', '"Bonus Craps", "Bonus Craps"]', "§ 601a.2", "once"),
        ("every-option", '"one roll"', '"two rolls"', "§ 623a.3(a)(5)", "until decided or one roll"),
        ("every-option", "on_lasts", "on_last", "§ 601a.2", "on_lasts"),
    ],
)  # fmt: skip
def test_a_fault_names_the_paragraph_and_an_accepted_answer(
    name: str, old: str, new: str, under: str, accepted: str
) -> None:
    """Each choice that the law does not allow is a fault that names the paragraph and what would be accepted."""
    found = faults(changed(name, old, new))

    assert any(f"({under}" in fault and accepted in fault for fault in found), found


@pytest.mark.parametrize("name", ["craps", "mini-craps"])
def test_missing_headings_are_faults(name: str) -> None:
    """Each missing heading is a fault."""
    data = tomllib.loads(example_text(name))
    for heading in data:
        without = {other: part for other, part in data.items() if other != heading}
        found = faults(written(without))

        assert any(fault.startswith(f"{heading}: ") for fault in found), (heading, found)


@pytest.mark.parametrize(("name", "heading", "key"), keys())
def test_every_key_is_required_or_has_a_default(name: str, heading: str, key: str) -> None:
    """A choice that the law leaves to the house has no default: a missing key is a fault that names it."""
    data = tomllib.loads(example_text(name))
    del data[heading][key]
    found = faults(written(data))
    is_optional = heading == "readings" or (key == "base" and not data[heading]["on_a_win"])

    assert is_optional or any(fault.startswith(f"{heading}.{key}: ") for fault in found), found


@pytest.mark.parametrize(("name", "heading", "key"), [row for row in keys() if row[0] == "every-option"])
@pytest.mark.parametrize("wrong", [True, 7, "7", "", ["x"], {"x": 1}, "$5 or so"], ids=repr)
def test_an_answer_of_the_wrong_type_is_a_fault(name: str, heading: str, key: str, wrong: object) -> None:
    """An answer of another type than in the example is a fault at its key."""
    data = tomllib.loads(example_text(name))
    right = data[heading][key]
    fits = {
        "name": isinstance(wrong, str) and wrong,
        "seats": wrong == 7 and not isinstance(wrong, bool),
        "offers": wrong == [],
        "minimum": wrong == "7",
        "proposition_minimum": wrong == "7",
        "maximum": wrong == "7",
        "smallest_chip": wrong == "7",
        "when_made": wrong == [],
        "on_a_win": wrong == [],
    }
    data[heading][key] = wrong
    found = faults(written(data))

    if wrong != right and not fits.get(key):
        assert any(fault.startswith((f"{heading}.{key}", f"{heading}: ")) for fault in found), found


@pytest.mark.parametrize("heading", ["", "[house]", "[table]", "[supplemental_wagers]", "[buy_bets]", "[fire_bet]"])
def test_an_unknown_key_is_a_fault_at_every_level(heading: str) -> None:
    """A key that no heading has is a fault that suggests a similar key, or lists the keys."""
    text = example_text("craps")
    text = text.replace(heading, f'{heading}\nsurprise = "yes"\n', 1) if heading else f'surprise = "yes"\n{text}'

    (fault,) = faults(text)
    assert "surprise" in fault
    assert "use " in fault


def test_a_misspelt_key_has_a_suggestion() -> None:
    """The fault suggests the known key."""
    found = faults(changed("craps", "maximum  ", "maxinum  "))

    assert any("is maximum meant?" in fault for fault in found)


# Many faults.


def test_all_faults_are_reported_together() -> None:
    """One check finds faults under several headings, and the one-line error has all of them."""
    text = example_text("craps")
    for old, new in (
        ('vigorish  = "5%"', 'vigorish  = "7%"'),
        ('pay_table = "A"', 'pay_table = "C"'),
        ('take = "10 times"', 'take = "20 times"'),
        ('"refuse"', '"sometimes"'),
        ("seats ", "chairs "),
    ):
        text = text.replace(old, new)
    found = faults(text)

    assert len(found) == 7
    with pytest.raises(SubmissionError) as caught:
        open_house_text(text)
    assert [str(fault) for fault in caught.value.faults] == found
    assert all(fault in str(caught.value) for fault in found)
    assert len(str(caught.value).splitlines()) == 1


def test_faults_are_in_the_same_order_every_time() -> None:
    """Several unknown headings are reported in the order of the file."""
    text = "".join(f"[surprise_{letter}]\n" for letter in "qwertyuiop") + example_text("craps")

    assert [fault[9] for fault in faults(text)] == list("qwertyuiop")


# Dates.


@pytest.mark.parametrize(
    ("on", "says"),
    [
        (date(2025, 11, 14), "takes effect on 2025-11-15"),
        (date(2028, 11, 15), "expired on 2028-11-15"),
        (date(2100, 1, 1), "expired on 2028-11-15"),
    ],
)
def test_crapless_is_opened_within_its_dates(on: date, says: str) -> None:
    """§ 623b.6 is in force from November 15, 2025 until November 15, 2028; the fault names the date."""
    (fault,) = faults(example_text("crapless"), on=on)
    assert says in fault
    assert "§ 623b.6(a)" in fault
    with pytest.raises(SubmissionError, match=says):
        passline.open_house("crapless", date=on)
    assert faults(example_text("craps"), on=on) == []


@pytest.mark.parametrize("on", [date(2025, 11, 15), date(2028, 11, 14)])
def test_the_first_and_the_last_day_count(on: date) -> None:
    """Crapless Craps may be opened on the date when it takes effect and on the day before it expires."""
    assert passline.open_house("crapless", date=on).date == on


# Files.


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"\x00\x01\x02", "TOML"),
        (b"\xff\xfe[house]", "UTF-8"),
        (b"\x89PNG\r\n\x1a\n", "UTF-8"),
        (b"[house", "TOML"),
        (b"house = 1\nhouse = 2", "TOML"),
        (b"house = 1", "house"),
        (b"[[house]]", "house"),
        (b"x" * (LARGEST_FILE + 1), "bytes"),
        (b"seats = " + b"9" * 5_000, "submission"),
        (b"deep = " + b"[" * 5_000, "submission"),
        (b"[house]\nname = 'x'\ngame = 'Craps'\noffers = []\n[supplemental_wagers]\ntake = '1e5000 times'", "take"),
    ],
    ids=range(13),
)
def test_a_file_that_is_not_a_submission_is_refused_in_one_line(tmp_path: Path, content: bytes, says: str) -> None:
    """An empty, binary, malformed, very large or unrelated file is a SubmissionError of one line."""
    path = tmp_path / "house.toml"
    path.write_bytes(content)
    with pytest.raises(SubmissionError, match=says) as caught:
        open_house(path, date=TEST_DATE)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("name", ["no-such-house", "", ".", "x" * 5_000, "a\0b", "Craps."])
def test_the_error_about_an_unknown_house_lists_the_examples(name: str) -> None:
    """A name that is neither an example nor a file is refused."""
    with pytest.raises(SubmissionError, match="every-option") as caught:
        open_house(name, date=TEST_DATE)
    assert len(str(caught.value)) < 500


def test_a_percentage_of_any_length_is_a_fault() -> None:
    """Rates and multiples with very large exponents are faults, and are found immediately."""
    for old, new in (
        ('"5%"', '"1e5000%"'),
        ('"5%"', '"1/0%"'),
        ('"10 times"', '"1e5000 times"'),
        ('"10 times"', '"x times"'),
    ):
        assert faults(changed("craps", old, new))


@settings(max_examples=100)
@given(st.text(max_size=300))
def test_any_text_has_faults(text: str) -> None:
    """Random text has faults, each of one line."""
    assert faults(text)


@given(st.sampled_from(EXAMPLES), st.data())
def test_a_damaged_example_is_valid_or_has_faults(name: str, data: st.DataObject) -> None:
    """An example with a piece removed has a submission or faults, and never both."""
    text = example_text(name)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 60, len(text))))
    found = checked(text[:start] + text[end:])

    assert (found.submission is None) == bool(found.faults)
    assert all(len(str(fault).splitlines()) == 1 for fault in found.faults)


def test_checking_and_opening_read_the_same_submission() -> None:
    """`check_submission` returns the submission of the opened house."""
    for house in HOUSES:
        assert check_submission(house.source, date=TEST_DATE).submission == house.submission
