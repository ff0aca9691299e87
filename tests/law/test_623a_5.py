"""58 Pa. Code § 623a.5, payout odds of Craps and Mini-Craps: with the tests in the order of the paragraphs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import passline
from law.submissions import checked, faults, open_changed
from passline.house.house import House
from passline.table.amounts import amount_refusals
from passline.table.settle import settle
from passline.words.dice import EVERY_ROLL, Roll, parse_rolls
from passline.words.money import dollars
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, MINI_CRAPS, bet_on, play_scene, rolls_by_result

EVERY = set(EVERY_ROLL)
SEVENS = parse_rolls(7)
POINTS = (4, 5, 6, 8, 9, 10)
BOTH = pytest.mark.parametrize("house", [CRAPS, MINI_CRAPS], ids=["craps", "mini-craps"])


# (a) The payout table.

PAID = [
    ("Place Bet to Win on 4", "$5", "1-3", "$9"),
    ("Place Bet to Win on 5", "$5", "1-4", "$7"),
    ("Place Bet to Win on 6", "$6", "1-5", "$7"),
    ("Place Bet to Win on 8", "$6", "2-6", "$7"),
    ("Place Bet to Win on 9", "$5", "3-6", "$7"),
    ("Place Bet to Win on 10", "$5", "4-6", "$9"),
    ("Place Bet to Lose on 4", "$11", "4-3", "$5"),
    ("Place Bet to Lose on 5", "$8", "4-3", "$5"),
    ("Place Bet to Lose on 6", "$5", "4-3", "$4"),
    ("Place Bet to Lose on 8", "$5", "4-3", "$4"),
    ("Place Bet to Lose on 9", "$8", "4-3", "$5"),
    ("Place Bet to Lose on 10", "$11", "4-3", "$5"),
    ("Four the Hardway Bet", "$1", "2-2", "$7"),
    ("Six the Hardway Bet", "$1", "3-3", "$9"),
    ("Eight the Hardway Bet", "$1", "4-4", "$9"),
    ("Ten the Hardway Bet", "$1", "5-5", "$7"),
    ("Field Bet", "$5", "1-1", "$10"),
    ("Field Bet", "$5", "1-2", "$5"),
    ("Field Bet", "$5", "2-2", "$5"),
    ("Field Bet", "$5", "4-5", "$5"),
    ("Field Bet", "$5", "5-5", "$5"),
    ("Field Bet", "$5", "6-5", "$5"),
    ("Field Bet", "$5", "6-6", "$10"),
    ("Any Seven Bet", "$1", "4-3", "$4"),
    ("Any Craps Bet", "$1", "1-1", "$7"),
    ("Any Craps Bet", "$1", "1-2", "$7"),
    ("Any Craps Bet", "$1", "6-6", "$7"),
    ("Craps 2 Bet", "$1", "1-1", "$30"),
    ("Craps 3 Bet", "$1", "1-2", "$15"),
    ("Craps 12 Bet", "$1", "6-6", "$30"),
    ("11 in One Roll", "$1", "5-6", "$15"),
    ("Four the Hardway on the Hop Bet", "$1", "2-2", "$30"),
    ("Six the Hardway on the Hop Bet", "$1", "3-3", "$30"),
    ("Eight the Hardway on the Hop Bet", "$1", "4-4", "$30"),
    ("Ten the Hardway on the Hop Bet", "$1", "5-5", "$30"),
    ("One-Three or Ace-Trey on the Hop Bet", "$1", "1-3", "$15"),
    ("One-Four or Ace-Four on the Hop Bet", "$1", "1-4", "$15"),
    ("One-Five or Ace-Five on the Hop Bet", "$1", "1-5", "$15"),
    ("One-Six or Ace-Six on the Hop Bet", "$1", "1-6", "$15"),
    ("Two-Three or Deuce-Trey on the Hop Bet", "$1", "2-3", "$15"),
    ("Two-Four or Deuce-Four on the Hop Bet", "$1", "2-4", "$15"),
    ("Two-Five or Deuce-Five on the Hop Bet", "$1", "2-5", "$15"),
    ("Two-Six or Deuce-Six on the Hop Bet", "$1", "2-6", "$15"),
    ("Three-Four or Trey-Four on the Hop Bet", "$1", "3-4", "$15"),
    ("Three-Five or Trey-Five on the Hop Bet", "$1", "3-5", "$15"),
    ("Three-Six or Trey-Six on the Hop Bet", "$1", "3-6", "$15"),
    ("Four-Five on the Hop Bet", "$1", "4-5", "$15"),
    ("Four-Six on the Hop Bet", "$1", "4-6", "$15"),
    ("6-7-8 Bet", "$1", "1-5", "$1"),
    ("6-7-8 Bet", "$1", "2-4", "$1"),
    ("6-7-8 Bet", "$1", "1-6", "$1"),
    ("6-7-8 Bet", "$1", "2-5", "$1"),
    ("6-7-8 Bet", "$1", "3-4", "$1"),
    ("6-7-8 Bet", "$1", "2-6", "$1"),
    ("6-7-8 Bet", "$1", "3-5", "$1"),
    ("6-7-8 Bet", "$1", "3-3", "$2"),
    ("6-7-8 Bet", "$1", "4-4", "$2"),
]


@pytest.mark.law("§ 623a.5(a)")
@BOTH
@pytest.mark.parametrize(("wager", "stake", "roll", "winnings"), PAID)
def test_a_payout_odds(house: House, wager: str, stake: str, roll: str, winnings: str) -> None:
    play_scene(
        house,
        f"""
        alice buys in for $100
        dice 4-4: the point is 8
        alice bets {stake} on {wager}
        dice {roll}: alice wins {winnings} on {wager}
        """,
    )


@pytest.mark.law("§ 623a.5(a)")
@BOTH
def test_a_pass_dont_pass_come_and_dont_come_bets_are_paid_1_to_1(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $100
        bob buys in for $100
        alice bets $10 on Pass Bet
        bob bets $10 on Don't Pass Bet
        dice 4-2: the point is 6
        alice bets $5 on Come Bet
        bob bets $5 on Don't Come Bet
        dice 5-4: alice's Come Bet moves to 9; bob's Don't Come Bet moves to 9
        dice 3-6: alice wins $5 on Come Bet on 9; bob loses $5 on Don't Come Bet on 9
        bob bets $5 on Don't Come Bet
        dice 5-5: bob's Don't Come Bet moves to 10
        dice 4-3: bob wins $10 on Don't Pass Bet, $5 on Don't Come Bet on 10; alice loses $10 on Pass Bet; seven out
        """,
    )


@pytest.mark.law("§ 623a.5(a)")
def test_a_a_four_six_hop_is_in_the_table_and_a_five_six_hop_is_not() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $100
        alice bets $1 on Five-Six on the Hop Bet: refused under § 623a.3(a)
        alice bets $1 on Four-Six on the Hop Bet
        dice 4-6: alice wins $15 on Four-Six on the Hop Bet; the point is 10
        """,
    )


@pytest.mark.law("§ 623a.5(a)")
def test_a13_a_stake_that_is_not_paid_in_whole_chips_is_refused() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $100
        alice bets $10 on Place Bet to Win on 6: refused under § 623a.5(a)
        alice bets $12 on Place Bet to Win on 6
        alice bets $12 on Place Bet to Win on 5: refused under § 623a.5(a)
        alice bets $10 on Place Bet to Lose on 4: refused under § 623a.5(a)
        alice bets $11 on Place Bet to Lose on 4
        alice bets $7 on Buy Bet on the 9: refused under § 623a.5(g)(1)
        alice bets $10.50 on Pass Bet: refused under § 601a.2         # no such chips
        """,
    )


@pytest.mark.law("§ 623a.5(a)")
def test_a13_a_house_may_pay_the_exact_cents(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", table={"payouts": "exact"}),
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $9 on Place Bet to Win on 6
        dice 5-1: alice wins $10.50 on Place Bet to Win on 6
        alice bets $10 on Place Bet to Win on 8: refused under § 623a.5(a)   # $11.66 2/3 is no whole cents
        """,
    )


@pytest.mark.law("§ 623a.5(a)")
def test_a13_a_house_may_round_down_with_a_warning_and_books_the_breakage(tmp_path: Path) -> None:
    down = checked(tmp_path, "craps", table={"payouts": "down"})
    played = play_scene(
        open_changed(tmp_path, "craps", table={"payouts": "down"}),
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $10 on Place Bet to Win on 6
        dice 5-1: alice wins $11 on Place Bet to Win on 6             # of $11.66 2/3
        """,
    )

    assert played.table.books.breakage == Fraction(66) + Fraction(2, 3)
    assert ("table.payouts", "§ 623a.5(a)") in {(warning.where, warning.under) for warning in down.warnings}
    assert {where for where, _ in faults(tmp_path, "craps", table={"payouts": "up"})} == {"table.payouts"}


@pytest.mark.law("§ 623a.5(a)")
@pytest.mark.parametrize(
    ("heading", "choices"),
    [
        ("payout_odds", {"Field Bet on a 2 or 12": "3 to 1"}),
        ("field_bet", {"on_12": "3 to 1"}),
        ("place_bets", {"6": "7 to 5"}),
    ],
)
def test_a29_no_house_pays_better_or_worse(tmp_path: Path, heading: str, choices: dict[str, str]) -> None:
    assert {where for where, _ in faults(tmp_path, "craps", **{heading: choices})} == {heading}


@pytest.mark.law("§ 623a.5(a)")
@pytest.mark.parametrize("house", [MINI_CRAPS, EVERY_OPTION], ids=["mini-craps", "every-option"])
def test_a29_every_house_pays_the_same(house: House) -> None:
    """The payout odds of a wager do not depend on the submission."""
    for name, wager in house.wagers.items():
        if name != "Fire Bet":
            assert wager.payouts == CRAPS.wagers[name].payouts


# (b) to (e) Bets that are paid in parts.


@pytest.mark.law("§ 623a.5(b)")
@pytest.mark.parametrize(
    ("roll", "wins", "loses"),
    [("1-1", "$7", "$1"), ("1-2", "$7", "$1"), ("6-6", "$7", "$1"), ("6-5", "$15", "$1"), ("3-4", None, "$2")],
)
def test_b_half_of_a_c_and_e_is_an_any_craps_bet_and_half_an_11(roll: str, wins: str | None, loses: str) -> None:
    won = f"alice wins {wins} on C and E Bet; " if wins else ""
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        alice bets $2 on Craps-Eleven or C and E Bet
        dice {roll}: {won}alice loses {loses} on Craps-Eleven Bet
        """,
    )


@pytest.mark.law("§ 623a.5(c)")
@pytest.mark.parametrize(
    ("roll", "wins", "loses"),
    [("1-1", "$30", "$3"), ("1-2", "$15", "$3"), ("6-5", "$15", "$3"), ("6-6", "$30", "$3"), ("3-4", None, "$4")],
)
def test_c_a_horn_bet_is_four_wagers_of_a_quarter(roll: str, wins: str | None, loses: str) -> None:
    won = f"alice wins {wins} on Horn Bet; " if wins else ""
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        alice bets $4 on Horn Bet
        dice {roll}: {won}alice loses {loses} on Horn Bet
        """,
    )


@pytest.mark.law("§ 623a.5(d)")
@pytest.mark.parametrize(
    ("high", "roll", "wins", "loses"),
    [
        (2, "1-1", "$60", "$3"),
        (2, "1-2", "$15", "$4"),
        (2, "5-6", "$15", "$4"),
        (2, "6-6", "$30", "$4"),
        (3, "1-1", "$30", "$4"),
        (3, "1-2", "$30", "$3"),
        (3, "5-6", "$15", "$4"),
        (3, "6-6", "$30", "$4"),
        (11, "1-1", "$30", "$4"),
        (11, "1-2", "$15", "$4"),
        (11, "5-6", "$30", "$3"),
        (11, "6-6", "$30", "$4"),
        (12, "1-1", "$30", "$4"),
        (12, "1-2", "$15", "$4"),
        (12, "5-6", "$15", "$4"),
        (12, "6-6", "$60", "$3"),
        (12, "4-3", None, "$5"),
        (3, "2-2", None, "$5"),
    ],
)
def test_d_a_horn_high_bet_is_a_fifth_on_each_and_a_fifth_wager(
    high: int, roll: str, wins: str | None, loses: str
) -> None:
    won = f"alice wins {wins} on Horn High Bet on the {high}; " if wins else ""
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        alice bets $5 on Horn High Bet on the {high}
        dice {roll}: {won}alice loses {loses} on Horn High Bet on the {high}
        """,
    )


@pytest.mark.law("§ 623a.5(e)")
@pytest.mark.parametrize(
    ("roll", "wins", "loses"),
    [
        ("1-1", "$30", "$4"),
        ("1-2", "$15", "$4"),
        ("5-6", "$15", "$4"),
        ("6-6", "$30", "$4"),
        ("4-3", "$4", "$4"),  # nothing on balance
        ("4-2", None, "$5"),
    ],
)
def test_e_a_whirl_bet_is_four_units_horn_and_one_unit_any_seven(roll: str, wins: str | None, loses: str) -> None:
    won = f"alice wins {wins} on Whirl Bet; " if wins else ""
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        alice bets $5 on Whirl Bet
        dice {roll}: {won}alice loses {loses} on Whirl Bet
        """,
    )


@pytest.mark.law("§ 623a.5(b)", "§ 623a.5(c)", "§ 623a.5(d)", "§ 623a.5(e)")
@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("Craps-Eleven Bet", {"Any Craps Bet": 10_00, "11 in One Roll Bet": 10_00}),
        ("Horn Bet", {"Craps 2 Bet": 5_00, "Craps 3 Bet": 5_00, "11 in One Roll Bet": 5_00, "Craps 12 Bet": 5_00}),
        (
            "Horn High Bet on the 3",
            {"Craps 2 Bet": 4_00, "Craps 3 Bet": 8_00, "11 in One Roll Bet": 4_00, "Craps 12 Bet": 4_00},
        ),
        ("Whirl Bet", {"Horn Bet": 16_00, "Any Seven Bet": 4_00}),
    ],
)
def test_b_to_e_a_bet_in_parts_wins_and_loses_as_much_as_its_parts(whole: str, parts: dict[str, int]) -> None:
    for roll in EVERY_ROLL:
        apart = [passline.pay(CRAPS, part, cents, roll) for part, cents in parts.items()]

        assert passline.pay(CRAPS, whole, 20_00, roll).net == sum(each.net for each in apart)


@pytest.mark.law("§ 623a.5(b)")
@pytest.mark.parametrize(
    ("wager", "units"),
    [("Craps-Eleven Bet", 2), ("Horn Bet", 4), ("Horn High Bet on the 2", 5), ("Whirl Bet", 5)],
)
def test_a15_bets_in_parts_are_made_in_multiples_of_their_parts(wager: str, units: int) -> None:
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        alice bets ${units + 1} on {wager}: refused under § 623a.5(b)
        alice bets ${units - 1} on {wager}: refused under § 623a.5(b)
        alice bets ${units} on {wager}
        """,
    )


@pytest.mark.law("§ 623a.5(b)")
def test_a15_each_part_is_a_multiple_of_the_smallest_chip() -> None:
    """With half-dollar chips, a Whirl Bet of $2.50 has five parts, each settled separately."""
    play_scene(
        EVERY_OPTION,
        """
        alice buys in for $100
        alice bets $2.50 on Whirl Bet
        alice bets $1 on C and E Bet
        alice bets $2 on Horn Bet
        dice 4-3: alice wins $2 on Whirl Bet; alice loses $2 on Whirl Bet, $1 on C and E Bet, $2 on Horn Bet
        """,
    )


# (f) The Fire Bet.


@pytest.mark.law("§ 623a.5(f)")
@pytest.mark.parametrize(
    ("table", "points", "winnings"),
    [
        ("A", {4, 5, 6, 8}, 24),
        ("A", {4, 5, 6, 8, 9}, 249),
        ("B", {4, 5, 6, 8}, 39),
        ("B", {4, 5, 6, 8, 9}, 199),
    ],
)
def test_f_fire_bet_is_paid_at_the_seven_out_by_the_table_selected(
    tmp_path: Path, table: str, points: set[int], winnings: int
) -> None:
    house = open_changed(tmp_path, "craps", fire_bet={"pay_table": table})
    paid = passline.pay(house, "Fire Bet", 5_00, "4-3", point=10, numbers_made=points)

    assert paid.winnings == 5_00 * winnings
    assert paid.paid_under == "§ 623a.5(f)"


@pytest.mark.law("§ 623a.5(f)")
@pytest.mark.parametrize(("table", "winnings"), [("A", 999), ("B", 499)])
@pytest.mark.parametrize("last", POINTS)
def test_f_the_sixth_point_is_paid_at_once(tmp_path: Path, table: str, winnings: int, last: int) -> None:
    house = open_changed(tmp_path, "craps", fire_bet={"pay_table": table})
    five = {*POINTS} - {last}
    for roll in parse_rolls(last):
        assert passline.pay(house, "Fire Bet", 1_00, roll, point=last, numbers_made=five).winnings == 1_00 * winnings


@pytest.mark.law("§ 623a.5(f)")
@pytest.mark.parametrize("points", [set(), {4}, {4, 5}, {4, 5, 6}])
def test_f_fewer_than_four_points_are_paid_nothing(points: set[int]) -> None:
    assert passline.pay(CRAPS, "Fire Bet", 5_00, "4-3", point=10, numbers_made=points).result == "lost"


@pytest.mark.law("§ 623a.5(f)")
def test_f_fire_bet_is_paid_once_for_different_points() -> None:
    """A point of 4 that is made twice counts once, and nothing is paid until the hand ends."""
    play_scene(
        CRAPS,
        """
        alice buys in for $100
        alice bets $5 on Pass Bet
        alice bets $1 on Fire Bet
        dice 2-2: the point is 4
        dice 1-3: alice marks 4 on Fire Bet; alice wins $5 on Pass Bet; the point is made
        alice bets $5 on Pass Bet
        dice 2-2: the point is 4
        dice 1-3: alice wins $5 on Pass Bet; the point is made
        alice bets $5 on Pass Bet
        dice 2-3: the point is 5
        dice 6-2: nothing happens                                     # 8 was thrown and not made
        dice 4-1: alice marks 5 on Fire Bet; alice wins $5 on Pass Bet; the point is made
        alice bets $5 on Pass Bet
        dice 3-3: the point is 6
        dice 5-1: alice marks 6 on Fire Bet; alice wins $5 on Pass Bet; the point is made
        alice bets $5 on Pass Bet
        dice 6-2: the point is 8
        dice 5-3: alice marks 8 on Fire Bet; alice wins $5 on Pass Bet; the point is made
        alice bets $5 on Pass Bet
        dice 4-6: the point is 10
        dice 4-3: alice wins $24 on Fire Bet; alice loses $5 on Pass Bet; seven out
        """,
    )


@pytest.mark.law("§ 623a.5(f)")
def test_f_fire_bet_has_a_result_for_every_roll() -> None:
    five = bet_on(CRAPS, "Fire Bet", 1_00, numbers_made=frozenset(POINTS) - {9})
    three = bet_on(CRAPS, "Fire Bet", 1_00, numbers_made=frozenset({4, 5, 6}))

    assert rolls_by_result(five, point=9) == {"won": parse_rolls(9) | SEVENS, "stood": EVERY - parse_rolls(9) - SEVENS}
    assert rolls_by_result(five, point=4) == {"won": SEVENS, "stood": EVERY - SEVENS}
    assert rolls_by_result(three, point=9) == {"lost": SEVENS, "stood": EVERY - SEVENS}
    assert rolls_by_result(five, point=None) == rolls_by_result(three, point=None) == {"stood": EVERY}


@pytest.mark.law("§ 623a.5(f)")
def test_f_the_submission_selects_one_of_the_tables(tmp_path: Path) -> None:
    assert faults(tmp_path, "craps", fire_bet={"pay_table": "C"}) == {("fire_bet.pay_table", "§ 623a.5(f)")}
    assert faults(tmp_path, "craps", fire_bet={"pay_table": None}) == {("fire_bet.pay_table", "§ 623a.5(f)")}
    assert faults(tmp_path, "craps", fire_bet=None) == {("fire_bet", "§ 623a.5(f)")}


@pytest.mark.law("§ 623a.5(f)")
def test_d10_six_or_more_points_means_six_points() -> None:
    """There are six points, so the sixth ends the bet."""
    fire = CRAPS.wagers["Fire Bet"]

    assert fire.collects is not None
    assert fire.collects.numbers == {*POINTS}
    assert sorted(fire.payouts_by_count) == [4, 5, 6]


# (g) Buy and Lay Bets.


@pytest.mark.law("§ 623a.5(g)(1)")
@pytest.mark.parametrize(
    ("number", "roll", "winnings"),
    [(4, "1-3", "$40"), (5, "1-4", "$30"), (6, "1-5", "$24"), (8, "2-6", "$24"), (9, "3-6", "$30"), (10, "4-6", "$40")],
)
def test_g_1_buy_bets(number: int, roll: str, winnings: str) -> None:
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        dice {roll}: the point is {number}
        alice bets $20 on Buy Bet on the {number}
        dice 5-6: nothing happens
        dice {roll}: alice wins {winnings} on Buy Bet on the {number}; alice pays $1 vigorish on Buy Bet on the {number}
        """,
    )


@pytest.mark.law("§ 623a.5(g)(2)")
@pytest.mark.parametrize(
    ("number", "stake", "roll"),
    [(4, "$40", "1-3"), (5, "$30", "1-4"), (6, "$24", "1-5"), (8, "$24", "2-6"), (9, "$30", "3-6"), (10, "$40", "4-6")],
)
def test_g_2_lay_bets(tmp_path: Path, number: int, stake: str, roll: str) -> None:
    """Each of these stakes wins $20 on a 7, also on a come out roll."""
    play_scene(
        open_changed(tmp_path, "craps", lay_bets={"when_made": []}),
        f"""
        alice buys in for $100
        alice bets {stake} on Lay Bet against the {number}
        dice 6-1: alice wins $20 on Lay Bet against the {number}
        dice 5-6: nothing happens
        dice {roll}: alice loses {stake} on Lay Bet against the {number}; the point is {number}
        """,
    )


@pytest.mark.law("§ 623a.5(g)(3)")
@pytest.mark.parametrize(("heading", "under"), [("buy_bets", "§ 623a.5(g)(3)(i)"), ("lay_bets", "§ 623a.5(g)(3)(ii)")])
def test_g_3_a_vigorish_is_at_most_5_percent(tmp_path: Path, heading: str, under: str) -> None:
    assert faults(tmp_path, "craps", **{heading: {"vigorish": "5.1%"}}) == {(f"{heading}.vigorish", under)}
    assert not faults(tmp_path, "craps", **{heading: {"vigorish": "5%"}})
    assert not faults(tmp_path, "craps", **{heading: {"vigorish": "0%"}})


@pytest.mark.law("§ 623a.5(g)(3)(i)", "§ 623a.5(g)(3)(ii)")
@pytest.mark.parametrize(("heading", "under"), [("buy_bets", "§ 623a.5(g)(3)(i)"), ("lay_bets", "§ 623a.5(g)(3)(ii)")])
def test_g_3_the_submission_specifies_one_procedure(tmp_path: Path, heading: str, under: str) -> None:
    """Each number has one procedure, never both."""
    both = {"when_made": [4, 10], "on_a_win": [10], "base": "amount wagered"}
    nowhere = {"when_made": [3], "on_a_win": []}

    assert faults(tmp_path, "craps", **{heading: both}) == {(heading, under)}
    assert faults(tmp_path, "craps", **{heading: nowhere}) == {(f"{heading}.when_made", under)}
    assert faults(tmp_path, "craps", **{heading: {"vigorish": None}}) == {(f"{heading}.vigorish", under)}


@pytest.mark.law("§ 623a.5(g)(3)(i)(A)")
def test_g_3_i_a_vigorish_on_making_a_buy_bet_is_on_the_amount_wagered_and_not_in_it(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", buy_bets={"when_made": [4, 10], "on_a_win": []}),
        """
        alice buys in for $42
        dice 3-3: the point is 6
        alice bets $41 on Buy Bet on the 4: refused                   # $43 with its vigorish
        alice bets $40 on Buy Bet on the 4: alice pays $2 vigorish on Buy Bet on the 4
        dice 4-3: alice loses $40 on Buy Bet on the 4; seven out
        """,
    )


@pytest.mark.law("§ 623a.5(g)(3)(i)(B)")
def test_g_3_i_b_vigorish_only_on_a_winning_buy_bet_on_the_wagers_specified(tmp_path: Path) -> None:
    house = open_changed(tmp_path, "craps", buy_bets={"when_made": [], "on_a_win": [4, 10]})
    play_scene(
        house,
        """
        alice buys in for $100
        dice 5-4: the point is 9
        alice bets $20 on Buy Bet on the 4: nothing happens
        alice bets $20 on Buy Bet on the 6: nothing happens
        dice 2-2: alice wins $40 on Buy Bet on the 4; alice pays $1 vigorish on Buy Bet on the 4
        dice 3-3: alice wins $24 on Buy Bet on the 6
        dice 4-3: alice loses $20 on Buy Bet on the 4, $20 on Buy Bet on the 6; seven out
        """,
    )


@pytest.mark.law("§ 623a.5(g)(3)(ii)(A)")
def test_g_3_ii_a_vigorish_on_making_a_lay_bet_is_on_what_it_could_win() -> None:
    """5% of the $40 that $80 against the 4 could win, not of the $80."""
    play_scene(
        CRAPS,
        """
        alice buys in for $82
        alice bets $80 on Lay Bet against the 4: alice pays $2 vigorish on Lay Bet against the 4
        dice 2-2: alice loses $80 on Lay Bet against the 4; the point is 4
        """,
    )


@pytest.mark.law("§ 623a.5(g)(3)(ii)(B)")
def test_g_3_ii_b_vigorish_only_on_a_winning_lay_bet_on_the_wagers_specified(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", lay_bets={"when_made": [], "on_a_win": [4, 10], "base": "amount won"}),
        """
        alice buys in for $200
        alice bets $80 on Lay Bet against the 4: nothing happens
        alice bets $24 on Lay Bet against the 6: nothing happens
        dice 4-3: alice wins $60; alice pays $2 vigorish on Lay Bet against the 4
        dice 2-2: alice loses $80 on Lay Bet against the 4; the point is 4
        """,
    )


@pytest.mark.law("§ 623a.5(g)(3)")
def test_a8_a_vigorish_on_a_win_has_the_base_of_a_unless_the_submission_states_the_other(tmp_path: Path) -> None:
    """On a Buy Bet on the 4 the amount won doubles the fee; on a Lay Bet against it the amount wagered does."""
    scene = """
        alice buys in for $200
        dice 5-4: the point is 9
        alice bets $40 on Buy Bet on the 4
        alice bets $40 on Lay Bet against the 10
        dice 2-2: alice wins $80 on Buy Bet on the 4; alice pays ${buy} vigorish on Buy Bet on the 4
        alice takes down Buy Bet on the 4
        dice 4-3: alice wins $20 on Lay Bet against the 10; alice pays ${lay} vigorish on Lay Bet against the 10
    """
    on_a_win = {"when_made": [], "on_a_win": [4, 10], "rounding": "down"}
    same = {
        "buy_bets": {**on_a_win, "base": "amount wagered"},
        "lay_bets": {**on_a_win, "base": "amount won"},
    }
    other = {
        "buy_bets": {**on_a_win, "base": "amount won"},
        "lay_bets": {**on_a_win, "base": "amount wagered"},
    }

    play_scene(open_changed(tmp_path, "craps", **same), scene.format(buy=2, lay=1))
    play_scene(open_changed(tmp_path, "craps", **other), scene.format(buy=4, lay=2))
    warned = {warning.where for warning in checked(tmp_path, "craps", **other).warnings}
    assert {"buy_bets.base", "lay_bets.base"} <= warned
    assert {"buy_bets.base", "lay_bets.base"}.isdisjoint(
        warning.where for warning in checked(tmp_path, "craps", **same).warnings
    )
    assert faults(tmp_path, "craps", buy_bets={**on_a_win, "base": None}) == {("buy_bets.base", "§ 623a.5(g)(3)(i)(B)")}


@pytest.mark.law("§ 623a.5(g)(3)")
def test_a9_a_vigorish_is_exact_or_rounded_down(tmp_path: Path) -> None:
    """5% of $25 is $1.25. Rounded down it is $1; an exact house with $1 chips refuses the bet."""
    play_scene(
        CRAPS,
        """
        alice buys in for $100
        dice 5-4: the point is 9
        alice bets $25 on Buy Bet on the 4
        dice 2-2: alice wins $50 on Buy Bet on the 4; alice pays $1 vigorish on Buy Bet on the 4
        alice bets $10 on Buy Bet on the 10
        dice 5-5: alice wins $20 on Buy Bet on the 10                 # fifty cents, rounded down
        """,
    )
    play_scene(
        open_changed(tmp_path, "craps", buy_bets={"rounding": "exact"}),
        """
        alice buys in for $100
        alice bets $25 on Buy Bet on the 4: refused under § 623a.5(g)(1)
        alice bets $20 on Buy Bet on the 4
        """,
    )
    play_scene(
        open_changed(tmp_path, "craps", table={"payouts": "exact"}, buy_bets={"rounding": "exact"}),
        """
        alice buys in for $100
        dice 5-4: the point is 9
        alice bets $25 on Buy Bet on the 4
        dice 2-2: alice wins $50 on Buy Bet on the 4; alice pays $1.25 vigorish on Buy Bet on the 4
        """,
    )
    assert faults(tmp_path, "craps", buy_bets={"rounding": "up"}) == {("buy_bets.rounding", "§ 623a.5(g)(3)(i)")}


@pytest.mark.law("§ 623a.5(g)(3)")
@pytest.mark.parametrize("payouts", ["refuse", "exact", "down"])
def test_a9_an_exact_vigorish_is_exact_on_every_stake_that_is_taken(tmp_path: Path, payouts: str) -> None:
    house = open_changed(tmp_path, "craps", table={"payouts": payouts}, buy_bets={"rounding": "exact"})
    for number in POINTS:
        for dollar in range(5, 200):
            bet = bet_on(house, f"Buy Bet on the {number}", dollar * 1_00)
            if not any(amount_refusals(house, bet)):
                assert settle(bet, min(parse_rolls(number)), point=number).vigorish == bet.amount * Fraction(5, 100)


@pytest.mark.law("§ 623a.5(g)(3)")
@pytest.mark.parametrize("base", ["amount wagered", "amount won"])
@pytest.mark.parametrize("payouts", ["refuse", "exact", "down"])
def test_a9_a_vigorish_is_never_above_5_percent_of_its_base(tmp_path: Path, base: str, payouts: str) -> None:
    house = open_changed(
        tmp_path,
        "craps",
        table={"payouts": payouts},
        buy_bets={"base": base},
        lay_bets={"when_made": [], "on_a_win": list(POINTS), "base": base},
    )
    for number in POINTS:
        for spot, roll in (
            (f"Buy Bet on the {number}", parse_rolls(number)),
            (f"Lay Bet against the {number}", SEVENS),
        ):
            step = house.wagers[spot].bet_step()
            for stake in range(step * -(-5_00 // step), 200_00, step * -(-1_00 // step)):
                won = settle(bet_on(house, spot, stake), min(roll), point=number)
                of = won.winnings if base == "amount won" else stake

                assert 0 <= won.vigorish <= of * Fraction(5, 100) < won.vigorish + 1_00


@pytest.mark.law("§ 623a.5(g)(3)")
def test_a10_a_vigorish_on_making_a_bet_is_returned_when_it_is_taken_down(tmp_path: Path) -> None:
    scene = """
        alice buys in for $200
        alice bets $80 on Lay Bet against the 4: alice pays $2 vigorish on Lay Bet against the 4
        alice reduces Lay Bet against the 4 by $40{half}
        alice takes down Lay Bet against the 4{half}
    """
    half = ": alice gets back $1 vigorish on Lay Bet against the 4"
    kept = open_changed(tmp_path, "craps", readings={"vigorish_when_taken_down": "kept"})

    assert play_scene(CRAPS, scene.format(half=half)).table.books.rail("alice") == 200_00
    assert play_scene(kept, scene.format(half=": nothing happens")).table.books.rail("alice") == 198_00


@pytest.mark.law("§ 623a.5(g)(3)")
def test_a11_each_number_has_its_own_procedure(tmp_path: Path) -> None:
    """The vigorish is collected when the bet is made on the 4, on a win on the 10, and not at all on the 6."""
    play_scene(
        open_changed(tmp_path, "craps", buy_bets={"when_made": [4], "on_a_win": [10]}),
        """
        alice buys in for $100
        dice 5-4: the point is 9
        alice bets $20 on Buy Bet on the 4: alice pays $1 vigorish on Buy Bet on the 4
        alice bets $20 on Buy Bet on the 10: nothing happens
        alice bets $20 on Buy Bet on the 6: nothing happens
        dice 5-5: alice wins $40 on Buy Bet on the 10; alice pays $1 vigorish on Buy Bet on the 10
        dice 3-3: alice wins $24 on Buy Bet on the 6
        """,
    )


@pytest.mark.law("§ 623a.5(g)(3)")
def test_a12_a_bet_left_up_after_a_win_is_a_new_wager_with_its_own_vigorish() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $100
        alice bets $40 on Lay Bet against the 4: alice pays $1 vigorish on Lay Bet against the 4
        dice 4-3: alice wins $20 on Lay Bet against the 4; alice pays $1 vigorish on Lay Bet against the 4
        dice 4-3: alice wins $20 on Lay Bet against the 4; alice pays $1 vigorish on Lay Bet against the 4
        alice takes down Lay Bet against the 4: alice gets back $1 vigorish on Lay Bet against the 4
        alice cashes out $138
        """,
    )


# (h) Bonus Craps.


@pytest.mark.law("§ 623a.5(h)(1)", "§ 623a.5(h)(2)", "§ 623a.5(h)(3)")
def test_h_bonus_craps_is_paid_34_175_and_34_to_1() -> None:
    small = passline.pay(CRAPS, "All Small Wager", 2_00, "1-1", numbers_made={3, 4, 5, 6})
    either = passline.pay(CRAPS, "All Or Nothing At All Wager", 2_00, "6-6", numbers_made={2, 3, 4, 5, 6, 8, 9, 10, 11})
    tall = passline.pay(CRAPS, "All Tall Wager", 2_00, "5-5", numbers_made={8, 9, 11, 12})

    assert (small.paid, str(small.paid_under)) == (68_00, "§ 623a.5(h)(1)")
    assert (either.paid, str(either.paid_under)) == (350_00, "§ 623a.5(h)(2)")
    assert (tall.paid, str(tall.paid_under)) == (68_00, "§ 623a.5(h)(3)")


@pytest.mark.law("§ 623a.5(h)")
@pytest.mark.parametrize("house", [CRAPS, EVERY_OPTION, CRAPLESS], ids=["craps", "every-option", "crapless"])
def test_a30_there_is_no_other_table_of_bonus_craps(tmp_path: Path, house: House) -> None:
    odds = [
        str(house.wagers[name].payouts[0].odds)
        for name in ("All Small Wager", "All Or Nothing At All Wager", "All Tall Wager")
    ]

    assert odds == ["34 to 1", "175 to 1", "34 to 1"]
    assert {where for where, _ in faults(tmp_path, "craps", bonus_craps={"small": "30 to 1"})} == {"bonus_craps"}


# (i) and (j) Fees and the maximum.


@pytest.mark.law("§ 623a.5(i)")
@BOTH
def test_i_no_fee_is_charged_on_any_other_wager(house: House) -> None:
    """A player with one bet on every wager pays exactly the stakes."""
    names = [name for name in house.wagers if not name.startswith(("Buy", "Lay", "odds", "Come", "Don't Come"))]
    steps = {name: house.wagers[name].bet_step() for name in names}
    stakes = {name: step * -(-5_00 // step) for name, step in steps.items()}
    bets = [f"alice bets {dollars(stake)} on {name}: nothing happens" for name, stake in stakes.items()]
    played = play_scene(house, "\n".join(["alice buys in for $5,000", *bets]))

    assert played.table.books.rail("alice") == 5_000_00 - sum(stakes.values())


@pytest.mark.law("§ 623a.5(i)")
@pytest.mark.parametrize("heading", ["place_bets", "pass_bet", "fees", "commission"])
def test_i_a_submission_has_no_place_for_another_fee(tmp_path: Path, heading: str) -> None:
    assert {where for where, _ in faults(tmp_path, "craps", **{heading: {"vigorish": "1%"}})} == {heading}


@pytest.mark.law("§ 623a.5(j)")
@pytest.mark.parametrize(
    ("house", "maximum", "more", "less"),
    [(CRAPS, "$2,000", "$2,001", "$2,004"), (MINI_CRAPS, "$500", "$501", "$504")],
    ids=["craps", "mini-craps"],
)
def test_j_no_wager_is_over_the_posted_maximum(house: House, maximum: str, more: str, less: str) -> None:
    play_scene(
        house,
        f"""
        alice buys in for $10,000
        alice bets {more} on Pass Bet: refused under § 623a.5(j)
        alice bets {maximum} on Pass Bet
        alice presses Pass Bet by $1: refused under § 623a.5(j)
        alice bets {more} on Don't Pass Bet: refused under § 623a.5(j)
        alice bets {less} on Place Bet to Win on 6: refused under § 623a.5(j)
        alice bets {more} on Field Bet: refused under § 623a.5(j)
        """,
    )


@pytest.mark.law("§ 623a.5(j)")
def test_d8_the_posted_maximum_does_not_include_odds() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $50,000
        alice bets $2,000 on Pass Bet
        dice 2-2: the point is 4
        alice takes $20,000 odds on Pass Bet
        """,
    )
    play_scene(
        CRAPS,
        """
        alice buys in for $50,000
        alice bets $2,000 on Don't Pass Bet
        dice 2-2: the point is 4
        alice lays $40,000 odds on Don't Pass Bet
        """,
    )


@pytest.mark.law("§ 623a.5(j)")
def test_d8_a_house_may_include_odds_in_the_posted_maximum(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", readings={"odds_and_the_maximum": "odds count"}),
        """
        alice buys in for $50,000
        alice bets $2,000 on Pass Bet
        bob buys in for $50,000
        bob bets $2,000 on Don't Pass Bet
        dice 2-2: the point is 4
        alice takes $2,001 odds on Pass Bet: refused
        alice takes $2,000 odds on Pass Bet
        bob lays $2,002 odds on Don't Pass Bet: refused
        bob lays $2,000 odds on Don't Pass Bet
        """,
    )


@pytest.mark.law("§ 623a.5(j)")
def test_a23_the_posted_maximum_is_for_one_wager_on_one_number() -> None:
    """It applies to the whole of a bet that is paid in parts, without the vigorish."""
    play_scene(
        CRAPS,
        """
        alice buys in for $50,000
        alice bets $1,998 on Place Bet to Win on 6
        alice bets $1,998 on Place Bet to Win on 8
        alice bets $2,000 on Buy Bet on the 4
        alice bets $2,000 on Lay Bet against the 4: alice pays $50 vigorish on Lay Bet against the 4
        alice bets $2,004 on Horn Bet: refused under § 623a.5(j)
        alice bets $2,005 on Whirl Bet: refused under § 623a.5(j)
        alice bets $2,000 on Whirl Bet
        """,
    )


@pytest.mark.law("§ 623a.5(j)")
def test_a24_a_bet_beyond_the_limits_is_refused_when_made() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $10,000
        alice bets $4 on Pass Bet: refused under § 601a.2
        alice bets $2,001 on Pass Bet: refused under § 623a.5(j)
        """,
    )


@pytest.mark.law("§ 623a.5(j)")
def test_a24_a_bet_above_the_maximum_that_was_accepted_is_settled_in_full() -> None:
    assert settle(bet_on(CRAPS, "Field Bet", 5_000_00), Roll(6, 6), point=None).paid == 10_000_00
    assert settle(bet_on(CRAPS, "Field Bet", 2_00), Roll(6, 6), point=None).paid == 4_00
