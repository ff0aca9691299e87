"""Another folder of data is another law, with its own wagers, payout odds, limits and pay tables."""

import re
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

import passline
from passline.house.house import House, check_submission, open_house
from passline.law.sections import read_law
from passline.odds.wager_edge import edge
from passline.words.dice import EVERY_ROLL
from scenes import TEST_DATE

CHANGES = {
    "623a_3.toml": [
        # The Don't Pass Bet stands off on 2 and wins on 3 and 12.
        ('wins       = { on = [2, 3], cite = "(a)(2)" }', 'wins       = { on = [3, 12], cite = "(a)(2)" }'),
        ('stands_off = { on = [12], cite = "(a)(2)" }', 'stands_off = { on = [2], cite = "(a)(2)" }'),
    ],
    "623a_5.toml": [
        (', B = "', ', C = "50 to 1", B = "'),
        ('wager = "Field Bet", on = [2, 12], odds = "2 to 1"', 'wager = "Field Bet", on = [2, 12], odds = "3 to 1"'),
    ],
    "623a_6.toml": [('most   = "10 times"', 'most   = "100 times"')],
}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the law to a folder with another name, and change four of its rules."""
    folder = tmp_path_factory.mktemp("elsewhere")
    held = next(place for place in (files("passline") / "law").iterdir() if (place / "slang.toml").is_file())
    for file in held.iterdir():
        text = file.read_text(encoding="utf-8")
        for old, new in CHANGES.get(file.name, []):
            assert old in text
            text = text.replace(old, new)
        (folder / file.name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def house(elsewhere: Path, tmp_path_factory: pytest.TempPathFactory) -> House:
    """Open a house under the other law, with pay table C and odds of up to 100 times."""
    text = (files("passline") / "house" / "examples" / "every-option.toml").read_text(encoding="utf-8")
    text = text.replace('pay_table = "B"', 'pay_table = "C"').replace('lay  = "6 times"', 'lay  = "100 times"')
    file = tmp_path_factory.mktemp("submission") / "house.toml"
    file.write_text(text, encoding="utf-8")
    assert len(check_submission(file, date=TEST_DATE).faults) == 2
    return open_house(file, date=TEST_DATE, law=read_law(elsewhere))


def test_dont_pass_stands_off_on_two(house: House) -> None:
    """The Don't Pass Bet is settled by the other law on all 36 rolls."""
    results = {roll: passline.pay(house, "Don't Pass Bet", 10_00, str(roll)).result for roll in EVERY_ROLL}

    expected = {2: "stood off", 3: "won", 12: "won", 7: "lost", 11: "lost"}
    assert results == {roll: expected.get(roll.total, "moved") for roll in EVERY_ROLL}
    assert edge(house, "Don't Pass Bet").per_bet_made == Fraction(3, 220)


def test_field_and_fire_pay_what_the_other_law_says(house: House) -> None:
    """The Field Bet pays 3 to 1 on 2, and the Fire Bet pays by table C."""
    assert passline.pay(house, "Field Bet", 10_00, "1-1").winnings == 30_00
    assert edge(house, "Field Bet").per_bet_made == 0
    assert {str(row.odds) for row in house.wagers["Fire Bet"].payouts_by_count.values()} == {"50 to 1"}
    assert house.wagers["odds on Don't Pass Bet"].cap[4] == 100


def test_houses_of_two_laws_differ(elsewhere: Path) -> None:
    """The same submission on the same day makes another house under another law."""
    assert open_house("craps", date=TEST_DATE) == open_house("craps", date=TEST_DATE)
    assert open_house("craps", date=TEST_DATE) != open_house("craps", date=TEST_DATE, law=read_law(elsewhere))


def test_no_module_names_a_reading() -> None:
    """The id of a reading, such as A13, is in the data and in no module."""
    ids = "|".join(read_law().readings)
    source = Path(str(files("passline")))
    naming = [str(file) for file in source.rglob("*.py") if re.search(rf"[\"']({ids})[\"']", file.read_text("utf-8"))]

    assert not naming
