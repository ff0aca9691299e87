"""58 Pa. Code § 623b.6, Crapless Craps: with the tests in the order of the paragraphs."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import passline
from law.submissions import faults, open_changed
from passline.errors import NotInForce, SubmissionError
from passline.law.games import check_game_in_force
from passline.law.sections import read_law
from passline.words.dice import EVERY_ROLL, Roll, parse_rolls
from scenes import CRAPLESS, CRAPS, bet_on, play_scene, rolls_by_result

EVERY = set(EVERY_ROLL)
SEVENS = parse_rolls(7)
POINTS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


# (a) The game.


@pytest.mark.law("§ 623b.6(a)")
def test_a_crapless_craps_follows_craps_except_where_the_section_differs() -> None:
    """An invalid roll, a locked bet and a seven-out have the same effects as in Craps."""
    scene = """
        alice buys in for $100
        bob buys in for $100
        alice bets $10 on Pass Bet
        dice 3-3: the point is 6
        no roll (a die left the table): nothing happens
        lock the bets
        bob bets $5 on Field Bet: refused under § 623a.4
        dice 4-3: alice loses $10 on Pass Bet; seven out
    """
    crapless, craps = play_scene(CRAPLESS, scene), play_scene(CRAPS, scene)

    assert crapless.table.layout.offered_to == craps.table.layout.offered_to == "bob"


@pytest.mark.law("§ 623b.6(a)")
@pytest.mark.parametrize("day", [date(2025, 11, 15), date(2026, 1, 15), date(2028, 11, 14)])
def test_a_crapless_craps_may_be_offered_while_the_section_is_in_force(day: date) -> None:
    assert passline.open_house("crapless", date=day).game.name == "Crapless Craps"


@pytest.mark.law("§ 623b.6(a)")
@pytest.mark.parametrize("day", [date(2025, 11, 14), date(2028, 11, 15)])
def test_a_crapless_craps_may_not_be_offered_before_or_after(day: date) -> None:
    with pytest.raises(SubmissionError, match=f"not in force on {day}"):
        passline.open_house("crapless", date=day)
    with pytest.raises(NotInForce, match=r"623b\.6"):
        check_game_in_force(read_law(), "crapless", date=day)


@pytest.mark.law("§ 623b.6(a)")
def test_a_craps_does_not_expire_with_the_variation() -> None:
    assert passline.open_house("craps", date=date(2028, 11, 15)).game.name == "Craps"


@pytest.mark.law("§ 623b.6(a)")
def test_a2_the_variation_is_of_craps_and_mini_craps_may_have_fire_and_bonus_craps(tmp_path: Path) -> None:
    mini = open_changed(
        tmp_path, "mini-craps", house={"offers": ["Fire Bet", "Bonus Craps"]}, fire_bet={"pay_table": "B"}
    )

    assert {"Fire Bet", "All Small Wager", "All Tall Wager"} <= mini.wagers.keys()
    assert {"Place Bet to Win on 2", "Place Bet to Win on 12"}.isdisjoint(mini.wagers)


@pytest.mark.law("§ 623b.6(a)")
@pytest.mark.parametrize("point", POINTS)
def test_d13_every_total_but_seven_can_be_the_point(point: int) -> None:
    low = max(1, point - 6)
    play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        alice bets $10 on Pass Bet
        dice {low}-{point - low}: the point is {point}
        dice {point - low}-{low}: alice wins $10 on Pass Bet; the point is made
        """,
    )


# (b) The wagers.


@pytest.mark.law("§ 623b.6(b)")
@pytest.mark.parametrize(
    "wager",
    [
        "Don't Pass Bet",
        "Don't Come Bet",
        "Place Bet to Lose on 6",
        "Horn High Bet on the 12",
        "Whirl Bet",
        "Fire Bet",
        "6-7-8 Bet",
        "Lay Bet against the 4",
    ],
)
def test_a1_the_list_is_closed(wager: str) -> None:
    """A wager of Craps that the list omits is refused on a come out roll and with a point."""
    play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        alice bets $20 on {wager}: refused under § 623b.6(b)
        dice 2-2: the point is 4
        alice bets $20 on {wager}: refused under § 623b.6(b)
        """,
    )


@pytest.mark.law("§ 623b.6(b)")
def test_b_thirty_five_paragraphs_authorize_fifty_five_wagers() -> None:
    """(3) and (34) authorize one wager on each of ten numbers, (35) three, and each other paragraph one."""
    own = [wager for wager in CRAPLESS.game.wagers.values() if not wager.supports]

    assert len({wager.cite for wager in own if wager.family not in {"All Small Wager", "All Tall Wager"}}) == 35
    assert len(own) == 32 + 10 + 10 + 3


@pytest.mark.law("§ 623b.6(b)(1)", "§ 623b.6(b)(1)(i)(A)", "§ 623b.6(b)(1)(i)(B)", "§ 623b.6(b)(1)(ii)")
def test_b_1_pass_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $10 on Pass Bet
        dice 5-2: alice wins $10 on Pass Bet                          # (i)(A)
        alice bets $10 on Pass Bet
        dice 6-6: the point is 12                                     # (i)(B): here twelve is a point
        bob buys in for $100
        bob bets $10 on Pass Bet: refused under § 623b.6(b)(1)        # immediately prior to the come out roll
        dice 5-6: nothing happens
        dice 6-6: alice wins $10 on Pass Bet; the point is made       # (i)(B)
        alice bets $10 on Pass Bet
        dice 1-1: the point is 2
        dice 4-3: alice loses $10 on Pass Bet; seven out              # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(1)(i)(A)", "§ 623b.6(b)(1)(i)(B)", "§ 623b.6(b)(1)(ii)")
def test_b_1_pass_bet_has_a_result_for_every_roll() -> None:
    bet = bet_on(CRAPLESS, "Pass Bet", 10_00)

    assert rolls_by_result(bet, point=None) == {"won": SEVENS, "moved": EVERY - SEVENS}
    for point in POINTS:
        assert rolls_by_result(bet._replace(number=point), point=point) == {
            "won": parse_rolls(point),
            "lost": SEVENS,
            "stood": EVERY - parse_rolls(point) - SEVENS,
        }


@pytest.mark.law("§ 623b.6(b)(1)(i)(A)", "§ 623b.6(b)(1)(i)(B)")
def test_d4_only_the_total_of_the_come_out_roll_is_thrown_again() -> None:
    """Taken literally, the clauses would let the second 5 win, and also the 7."""
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $10 on Pass Bet
        dice 5-1: the point is 6
        dice 4-1: nothing happens
        dice 3-2: nothing happens
        dice 6-1: alice loses $10 on Pass Bet; seven out
        """,
    )


@pytest.mark.law("§ 623b.6(b)(2)", "§ 623b.6(b)(2)(i)(A)", "§ 623b.6(b)(2)(i)(B)", "§ 623b.6(b)(2)(ii)")
def test_b_2_come_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $10 on Come Bet: refused under § 623b.6(b)(2)      # after the come out roll
        dice 2-2: the point is 4
        alice bets $10 on Come Bet
        dice 5-6: alice's Come Bet moves to 11                        # the dealer moves it into the numbered box
        dice 6-4: nothing happens
        dice 6-5: alice wins $10 on Come Bet on 11                    # (i)(B)
        alice bets $10 on Come Bet
        dice 1-1: alice's Come Bet moves to 2
        alice bets $20 on Come Bet
        dice 6-1: alice wins $20 on Come Bet; alice loses $10 on Come Bet on 2; seven out   # (i)(A) and (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(2)", "§ 623b.6(b)(2)(i)(A)", "§ 623b.6(b)(2)(i)(B)", "§ 623b.6(b)(2)(ii)")
def test_b_2_come_bet_has_a_result_for_every_roll() -> None:
    """It works on a come out roll, so the point does not matter."""
    assert rolls_by_result(bet_on(CRAPLESS, "Come Bet", 10_00), point=6) == {"won": SEVENS, "moved": EVERY - SEVENS}
    for number in POINTS:
        for point in (None, 4, number):
            assert rolls_by_result(bet_on(CRAPLESS, f"Come Bet on {number}", 10_00), point=point) == {
                "won": parse_rolls(number),
                "lost": SEVENS,
                "stood": EVERY - parse_rolls(number) - SEVENS,
            }


@pytest.mark.law("§ 623b.6(b)(3)", "§ 623b.6(b)(3)(i)", "§ 623b.6(b)(3)(ii)")
def test_b_3_place_bet_to_win() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $12 on Place Bet to Win on 6
        dice 5-1: the point is 6                                      # inactive on the come out roll
        alice bets $10 on Place Bet to Win on 2
        dice 4-2: alice wins $14 on Place Bet to Win on 6; the point is made    # (i)
        dice 5-2: nothing happens                                     # inactive: a come out 7 loses nothing
        alice calls on Place Bet to Win on 6
        dice 3-3: alice wins $14 on Place Bet to Win on 6; the point is 6
        dice 5-4: nothing happens
        dice 4-3: alice loses $12 on Place Bet to Win on 6, $10 on Place Bet to Win on 2; seven out     # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(3)", "§ 623b.6(b)(3)(i)", "§ 623b.6(b)(3)(ii)")
@pytest.mark.parametrize("number", POINTS)
def test_b_3_place_bet_to_win_has_a_result_for_every_roll(number: int) -> None:
    spot = f"Place Bet to Win on {number}"
    decided = {"won": parse_rolls(number), "lost": SEVENS, "stood": EVERY - parse_rolls(number) - SEVENS}

    assert rolls_by_result(bet_on(CRAPLESS, spot, 60_00), point=4) == decided
    assert rolls_by_result(bet_on(CRAPLESS, spot, 60_00), point=None) == {"stood": EVERY}
    assert rolls_by_result(bet_on(CRAPLESS, spot, 60_00, working=True), point=None) == decided


@pytest.mark.law("§ 623b.6(b)(3)")
def test_a18_an_inactive_bet_neither_wins_nor_loses() -> None:
    """This includes a bet made before a come out roll; taken literally, the text would lose it on a 7."""
    play_scene(
        CRAPLESS,
        """
        alice buys in for $200
        alice bets $12 on Place Bet to Win on 6
        alice bets $5 on Ten the Hardway Bet
        alice bets $20 on Buy Bet on the 4
        dice 4-3: nothing happens
        dice 2-2: the point is 4
        dice 4-3: alice loses $37; seven out
        """,
    )


@pytest.mark.law("§ 623b.6(b)(3)")
def test_a19_a_bet_called_on_stays_on_until_it_is_decided() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $200
        alice bets $12 on Place Bet to Win on 6
        alice calls on Place Bet to Win on 6
        dice 5-4: the point is 9                                      # neither 6 nor 7: the button stays
        dice 3-6: the point is made
        dice 4-2: alice wins $14 on Place Bet to Win on 6; the point is 6
        dice 2-4: alice wins $14 on Place Bet to Win on 6; the point is made    # decided, so the button is off
        dice 4-3: nothing happens
        alice calls on Place Bet to Win on 6
        alice calls off Place Bet to Win on 6                         # the button is taken off again
        dice 4-3: nothing happens
        """,
    )


@pytest.mark.law("§ 623b.6(b)(3)")
def test_a19_a_house_may_say_that_on_lasts_one_roll(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "crapless", readings={"on_lasts": "one roll"}),
        """
        alice buys in for $200
        alice bets $12 on Place Bet to Win on 6
        alice calls on Place Bet to Win on 6
        dice 5-4: the point is 9
        dice 3-6: the point is made
        dice 4-3: nothing happens
        alice calls on Place Bet to Win on 6
        dice 4-3: alice loses $12 on Place Bet to Win on 6
        """,
    )


@pytest.mark.law("§ 623b.6(b)(4)", "§ 623b.6(b)(4)(i)", "§ 623b.6(b)(4)(ii)")
def test_b_4_four_the_hardway() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $5 on Four the Hardway Bet
        dice 2-2: the point is 4                                      # inactive on the come out roll
        dice 6-6: nothing happens
        dice 2-2: alice wins $35 on Four the Hardway Bet; the point is made     # (i)
        alice calls on Four the Hardway Bet
        dice 1-3: alice loses $5 on Four the Hardway Bet; the point is 4        # (ii)
        alice bets $5 on Four the Hardway Bet
        dice 6-1: alice loses $5 on Four the Hardway Bet; seven out             # (ii)
        """,
    )


HARDWAYS = [
    pytest.param(
        "Four the Hardway Bet",
        4,
        id="b_4",
        marks=pytest.mark.law("§ 623b.6(b)(4)", "§ 623b.6(b)(4)(i)", "§ 623b.6(b)(4)(ii)"),
    ),
    pytest.param(
        "Six the Hardway Bet",
        6,
        id="b_5",
        marks=pytest.mark.law("§ 623b.6(b)(5)", "§ 623b.6(b)(5)(i)", "§ 623b.6(b)(5)(ii)"),
    ),
    pytest.param(
        "Eight the Hardway Bet",
        8,
        id="b_6",
        marks=pytest.mark.law("§ 623b.6(b)(6)", "§ 623b.6(b)(6)(i)", "§ 623b.6(b)(6)(ii)"),
    ),
    pytest.param(
        "Ten the Hardway Bet",
        10,
        id="b_7",
        marks=pytest.mark.law("§ 623b.6(b)(7)", "§ 623b.6(b)(7)(i)", "§ 623b.6(b)(7)(ii)"),
    ),
]


@pytest.mark.parametrize(("wager", "total"), HARDWAYS)
def test_b_4_to_7_a_hardway_has_a_result_for_every_roll(wager: str, total: int) -> None:
    easy = {roll for roll in EVERY_ROLL if roll.total == total} - {Roll(total // 2, total // 2)}
    decided = {
        "won": {Roll(total // 2, total // 2)},
        "lost": easy | SEVENS,
        "stood": EVERY - parse_rolls(total) - SEVENS,
    }

    assert rolls_by_result(bet_on(CRAPLESS, wager, 5_00), point=5) == decided
    assert rolls_by_result(bet_on(CRAPLESS, wager, 5_00), point=total) == decided
    assert rolls_by_result(bet_on(CRAPLESS, wager, 5_00), point=None) == {"stood": EVERY}
    assert rolls_by_result(bet_on(CRAPLESS, wager, 5_00, working=True), point=None) == decided


@pytest.mark.law("§ 623b.6(b)(5)", "§ 623b.6(b)(5)(i)", "§ 623b.6(b)(5)(ii)")
def test_b_5_six_the_hardway() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $5 on Six the Hardway Bet
        dice 2-2: the point is made
        dice 3-3: the point is 6                                      # inactive on the come out roll
        dice 4-5: nothing happens
        dice 3-3: alice wins $45 on Six the Hardway Bet; the point is made      # (i)
        dice 2-3: the point is 5
        dice 1-5: alice loses $5 on Six the Hardway Bet               # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(6)", "§ 623b.6(b)(6)(i)", "§ 623b.6(b)(6)(ii)")
def test_b_6_eight_the_hardway() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $5 on Eight the Hardway Bet
        dice 6-2: the point is 8                                      # inactive on the come out roll
        dice 4-4: alice wins $45 on Eight the Hardway Bet; the point is made    # (i)
        alice calls on Eight the Hardway Bet
        dice 5-2: alice loses $5 on Eight the Hardway Bet             # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(7)", "§ 623b.6(b)(7)(i)", "§ 623b.6(b)(7)(ii)")
def test_b_7_ten_the_hardway() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $5 on Ten the Hardway Bet
        dice 5-5: alice wins $35 on Ten the Hardway Bet               # (i)
        dice 5-6: nothing happens
        dice 6-4: alice loses $5 on Ten the Hardway Bet               # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(4)(i)", "§ 623b.6(b)(5)(i)", "§ 623b.6(b)(6)(i)", "§ 623b.6(b)(7)(i)")
@pytest.mark.parametrize("ends_it", ["1-3", "3-1", "5-2", "1-6"])
def test_d6_a_hardway_is_made_before_the_easy_way_and_before_a_7(ends_it: str) -> None:
    """Taken literally, the "or" would let a 2-2 win after one of the two."""
    table = play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        alice bets $5 on Four the Hardway Bet
        alice calls on Four the Hardway Bet
        dice {ends_it}
        dice 2-2
        """,
    ).table

    assert table.books.rail("alice") == 95_00


@pytest.mark.law("§ 623b.6(b)(8)", "§ 623b.6(b)(8)(i)", "§ 623b.6(b)(8)(ii)")
def test_b_8_field_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $5 on Field Bet                                    # at any time: before a come out roll
        dice 5-4: alice wins $5 on Field Bet; the point is 9          # (i)
        dice 5-4: the point is made                                   # one roll only
        alice bets $5 on Field Bet
        dice 6-6: alice wins $10 on Field Bet; the point is 12
        alice bets $5 on Field Bet                                    # and with a point
        dice 4-1: alice loses $5 on Field Bet                         # (ii)
        """,
    )


ONE_ROLL = [
    pytest.param(
        "Field Bet",
        (2, 3, 4, 9, 10, 11, 12),
        id="b_8",
        marks=pytest.mark.law("§ 623b.6(b)(8)", "§ 623b.6(b)(8)(i)", "§ 623b.6(b)(8)(ii)"),
    ),
    pytest.param(
        "Any Seven Bet",
        (7,),
        id="b_9",
        marks=pytest.mark.law("§ 623b.6(b)(9)", "§ 623b.6(b)(9)(i)", "§ 623b.6(b)(9)(ii)"),
    ),
    pytest.param(
        "Any Craps Bet",
        (2, 3, 12),
        id="b_10",
        marks=pytest.mark.law("§ 623b.6(b)(10)", "§ 623b.6(b)(10)(i)", "§ 623b.6(b)(10)(ii)"),
    ),
    pytest.param(
        "Craps 2 Bet",
        (2,),
        id="b_11",
        marks=pytest.mark.law("§ 623b.6(b)(11)", "§ 623b.6(b)(11)(i)", "§ 623b.6(b)(11)(ii)"),
    ),
    pytest.param(
        "Craps 3 Bet",
        (3,),
        id="b_12",
        marks=pytest.mark.law("§ 623b.6(b)(12)", "§ 623b.6(b)(12)(i)", "§ 623b.6(b)(12)(ii)"),
    ),
    pytest.param(
        "Craps 12 Bet",
        (12,),
        id="b_13",
        marks=pytest.mark.law("§ 623b.6(b)(13)", "§ 623b.6(b)(13)(i)", "§ 623b.6(b)(13)(ii)"),
    ),
    pytest.param(
        "11 in One Roll Bet",
        (11,),
        id="b_14",
        marks=pytest.mark.law("§ 623b.6(b)(14)", "§ 623b.6(b)(14)(i)", "§ 623b.6(b)(14)(ii)"),
    ),
    pytest.param(
        "Craps-Eleven Bet",
        (2, 3, 11, 12),
        id="b_15",
        marks=pytest.mark.law("§ 623b.6(b)(15)", "§ 623b.6(b)(15)(i)", "§ 623b.6(b)(15)(ii)"),
    ),
    pytest.param(
        "Horn Bet",
        (2, 3, 11, 12),
        id="b_16",
        marks=pytest.mark.law("§ 623b.6(b)(16)", "§ 623b.6(b)(16)(i)", "§ 623b.6(b)(16)(ii)"),
    ),
]


@pytest.mark.parametrize(("wager", "totals"), ONE_ROLL)
def test_b_8_to_16_a_bet_for_one_roll_has_a_result_for_every_roll(wager: str, totals: tuple[int, ...]) -> None:
    """Every next roll wins or loses the bet, on a come out roll and with a point."""
    wins = {roll for roll in EVERY_ROLL if roll.total in totals}
    bet = bet_on(CRAPLESS, wager, 20_00)

    assert rolls_by_result(bet, point=None) == {"won": wins, "lost": EVERY - wins}
    assert rolls_by_result(bet, point=6) == {"won": wins, "lost": EVERY - wins}


@pytest.mark.law("§ 623b.6(b)(9)", "§ 623b.6(b)(9)(i)", "§ 623b.6(b)(9)(ii)")
def test_b_9_any_seven_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $5 on Any Seven Bet
        dice 5-2: alice wins $20 on Any Seven Bet                     # (i)
        alice bets $5 on Any Seven Bet
        dice 5-3: alice loses $5 on Any Seven Bet; the point is 8     # (ii)
        dice 6-1: seven out
        """,
    )


@pytest.mark.law("§ 623b.6(b)(10)", "§ 623b.6(b)(10)(i)", "§ 623b.6(b)(10)(ii)")
def test_b_10_any_craps_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $1 on Any Craps Bet
        dice 1-2: alice wins $7 on Any Craps Bet; the point is 3      # (i)
        alice bets $1 on Any Craps Bet
        dice 6-5: alice loses $1 on Any Craps Bet                     # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(11)", "§ 623b.6(b)(11)(i)", "§ 623b.6(b)(11)(ii)")
def test_b_11_craps_two_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $1 on Craps Two Bet
        dice 1-1: alice wins $30 on Craps 2 Bet; the point is 2       # (i)
        alice bets $1 on Craps Two Bet
        dice 6-6: alice loses $1 on Craps 2 Bet                       # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(12)", "§ 623b.6(b)(12)(i)", "§ 623b.6(b)(12)(ii)")
def test_b_12_craps_three_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $1 on Craps Three Bet
        dice 2-1: alice wins $15 on Craps 3 Bet; the point is 3       # (i)
        alice bets $1 on Craps Three Bet
        dice 1-1: alice loses $1 on Craps 3 Bet                       # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(13)", "§ 623b.6(b)(13)(i)", "§ 623b.6(b)(13)(ii)")
def test_b_13_craps_twelve_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $1 on Craps Twelve Bet
        dice 6-6: alice wins $30 on Craps 12 Bet; the point is 12     # (i)
        alice bets $1 on Craps Twelve Bet
        dice 5-6: alice loses $1 on Craps 12 Bet                      # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(14)", "§ 623b.6(b)(14)(i)", "§ 623b.6(b)(14)(ii)")
def test_b_14_11_in_one_roll_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $1 on 11 in One Roll Bet
        dice 5-6: alice wins $15 on 11 in One Roll Bet; the point is 11         # (i)
        alice bets $1 on 11 in One Roll Bet
        dice 4-3: alice loses $1 on 11 in One Roll Bet; seven out     # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(15)", "§ 623b.6(b)(15)(i)", "§ 623b.6(b)(15)(ii)")
def test_b_15_craps_eleven_or_c_and_e_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $2 on Craps-Eleven or C and E Bet
        dice 6-5: alice wins $15 on Craps-Eleven Bet; alice loses $1 on Craps-Eleven Bet; the point is 11    # (i)
        alice bets $2 on C and E Bet
        dice 1-2: alice wins $7 on Craps-Eleven Bet; alice loses $1 on Craps-Eleven Bet                      # (i)
        alice bets $2 on Craps-Eleven Bet
        dice 2-2: alice loses $2 on Craps-Eleven Bet                  # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(16)", "§ 623b.6(b)(16)(i)", "§ 623b.6(b)(16)(ii)")
def test_b_16_horn_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $5 on Horn Bet: refused under § 623b.6(b)(16)      # in units of four
        alice bets $2 on Horn Bet: refused under § 623b.6(b)(16)
        alice bets $4 on Horn Bet
        dice 1-1: alice wins $30 on Horn Bet; alice loses $3 on Horn Bet; the point is 2    # (i)
        alice bets $8 on Horn Bet
        dice 4-3: alice loses $8 on Horn Bet; seven out               # (ii)
        """,
    )


HARD_HOPS = [
    pytest.param(
        "Four the Hardway on the Hop Bet",
        Roll(2, 2),
        id="b_17",
        marks=pytest.mark.law("§ 623b.6(b)(17)", "§ 623b.6(b)(17)(i)", "§ 623b.6(b)(17)(ii)"),
    ),
    pytest.param(
        "Six the Hardway on the Hop Bet",
        Roll(3, 3),
        id="b_18",
        marks=pytest.mark.law("§ 623b.6(b)(18)", "§ 623b.6(b)(18)(i)", "§ 623b.6(b)(18)(ii)"),
    ),
    pytest.param(
        "Eight the Hardway on the Hop Bet",
        Roll(4, 4),
        id="b_19",
        marks=pytest.mark.law("§ 623b.6(b)(19)", "§ 623b.6(b)(19)(i)", "§ 623b.6(b)(19)(ii)"),
    ),
    pytest.param(
        "Ten the Hardway on the Hop Bet",
        Roll(5, 5),
        id="b_20",
        marks=pytest.mark.law("§ 623b.6(b)(20)", "§ 623b.6(b)(20)(i)", "§ 623b.6(b)(20)(ii)"),
    ),
]


@pytest.mark.parametrize(("wager", "pair"), HARD_HOPS)
def test_b_17_to_20_a_hard_hop_wins_on_its_pair_and_loses_on_any_other_combination(wager: str, pair: Roll) -> None:
    assert rolls_by_result(bet_on(CRAPLESS, wager, 1_00), point=None) == {"won": {pair}, "lost": EVERY - {pair}}
    assert rolls_by_result(bet_on(CRAPLESS, wager, 1_00), point=4) == {"won": {pair}, "lost": EVERY - {pair}}
    play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        alice bets $1 on {wager}
        dice {pair}: alice wins $30 on {wager}; the point is {pair.total}
        alice bets $1 on {wager}
        dice 6-5: alice loses $1 on {wager}
        """,
    )


EASY_HOPS = [
    pytest.param(
        "One-Three or Ace-Trey on the Hop Bet",
        Roll(1, 3),
        id="b_21",
        marks=pytest.mark.law("§ 623b.6(b)(21)", "§ 623b.6(b)(21)(i)", "§ 623b.6(b)(21)(ii)"),
    ),
    pytest.param(
        "One-Four or Ace-Four on the Hop Bet",
        Roll(1, 4),
        id="b_22",
        marks=pytest.mark.law("§ 623b.6(b)(22)", "§ 623b.6(b)(22)(i)", "§ 623b.6(b)(22)(ii)"),
    ),
    pytest.param(
        "Two-Three or Deuce-Trey on the Hop Bet",
        Roll(2, 3),
        id="b_23",
        marks=pytest.mark.law("§ 623b.6(b)(23)", "§ 623b.6(b)(23)(i)", "§ 623b.6(b)(23)(ii)"),
    ),
    pytest.param(
        "One-Five or Ace-Five on the Hop Bet",
        Roll(1, 5),
        id="b_24",
        marks=pytest.mark.law("§ 623b.6(b)(24)", "§ 623b.6(b)(24)(i)", "§ 623b.6(b)(24)(ii)"),
    ),
    pytest.param(
        "Two-Four or Deuce-Four on the Hop Bet",
        Roll(2, 4),
        id="b_25",
        marks=pytest.mark.law("§ 623b.6(b)(25)", "§ 623b.6(b)(25)(i)", "§ 623b.6(b)(25)(ii)"),
    ),
    pytest.param(
        "One-Six or Ace-Six on the Hop Bet",
        Roll(1, 6),
        id="b_26",
        marks=pytest.mark.law("§ 623b.6(b)(26)", "§ 623b.6(b)(26)(i)", "§ 623b.6(b)(26)(ii)"),
    ),
    pytest.param(
        "Two-Five or Deuce-Five on the Hop Bet",
        Roll(2, 5),
        id="b_27",
        marks=pytest.mark.law("§ 623b.6(b)(27)", "§ 623b.6(b)(27)(i)", "§ 623b.6(b)(27)(ii)"),
    ),
    pytest.param(
        "Three-Four or Trey-Four on the Hop Bet",
        Roll(3, 4),
        id="b_28",
        marks=pytest.mark.law("§ 623b.6(b)(28)", "§ 623b.6(b)(28)(i)", "§ 623b.6(b)(28)(ii)"),
    ),
    pytest.param(
        "Two-Six or Deuce-Six on the Hop Bet",
        Roll(2, 6),
        id="b_29",
        marks=pytest.mark.law("§ 623b.6(b)(29)", "§ 623b.6(b)(29)(i)", "§ 623b.6(b)(29)(ii)"),
    ),
    pytest.param(
        "Three-Five or Trey-Five on the Hop Bet",
        Roll(3, 5),
        id="b_30",
        marks=pytest.mark.law("§ 623b.6(b)(30)", "§ 623b.6(b)(30)(i)", "§ 623b.6(b)(30)(ii)"),
    ),
    pytest.param(
        "Three-Six or Trey-Six on the Hop Bet",
        Roll(3, 6),
        id="b_31",
        marks=pytest.mark.law("§ 623b.6(b)(31)", "§ 623b.6(b)(31)(i)", "§ 623b.6(b)(31)(ii)"),
    ),
    pytest.param(
        "Four-Five on the Hop Bet",
        Roll(4, 5),
        id="b_32",
        marks=pytest.mark.law("§ 623b.6(b)(32)", "§ 623b.6(b)(32)(i)", "§ 623b.6(b)(32)(ii)"),
    ),
    pytest.param(
        "Four-Six on the Hop Bet",
        Roll(4, 6),
        id="b_33",
        marks=pytest.mark.law("§ 623b.6(b)(33)", "§ 623b.6(b)(33)(i)", "§ 623b.6(b)(33)(ii)"),
    ),
]


@pytest.mark.parametrize(("wager", "faces"), EASY_HOPS)
def test_b_21_to_33_an_easy_hop_wins_on_its_faces_either_way_round_and_loses_on_any_other_combination(
    wager: str, faces: Roll
) -> None:
    first, second = faces
    either_way = {Roll(first, second), Roll(second, first)}

    assert rolls_by_result(bet_on(CRAPLESS, wager, 1_00), point=None) == {"won": either_way, "lost": EVERY - either_way}
    assert rolls_by_result(bet_on(CRAPLESS, wager, 1_00), point=4) == {"won": either_way, "lost": EVERY - either_way}
    table = play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        dice 1-1: the point is 2
        alice bets $1 on {wager}
        dice {first}-{second}
        alice bets $1 on {wager}
        dice {second}-{first}
        alice bets $1 on {wager}
        dice 6-6
        """,
    ).table

    assert table.books.rail("alice") == 100_00 + 15_00 + 15_00 - 1_00


@pytest.mark.law("§ 623b.6(b)(25)(ii)")
def test_d3_a_two_four_hop_loses_though_no_one_five_hop_was_placed() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $1 on Two-Four on the Hop Bet
        dice 5-1: alice loses $1 on Two-Four on the Hop Bet
        """,
    )


@pytest.mark.law("§ 623b.6(b)(34)", "§ 623b.6(b)(34)(i)", "§ 623b.6(b)(34)(ii)")
def test_b_34_buy_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $200
        alice bets $20 on Buy Bet on the 12
        dice 6-6: the point is 12                                     # inactive on a come out roll
        dice 5-5: nothing happens                                     # and then (i)
        dice 6-6: alice wins $120 on Buy Bet on the 12; alice pays $1 vigorish on Buy Bet on the 12; the point is made
        dice 4-3: nothing happens
        alice calls on Buy Bet on the 12
        dice 4-3: alice loses $20 on Buy Bet on the 12                # (ii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(34)", "§ 623b.6(b)(34)(i)", "§ 623b.6(b)(34)(ii)")
@pytest.mark.parametrize("number", POINTS)
def test_b_34_buy_bet_has_a_result_for_every_roll(number: int) -> None:
    spot = f"Buy Bet on the {number}"
    decided = {"won": parse_rolls(number), "lost": SEVENS, "stood": EVERY - parse_rolls(number) - SEVENS}

    assert rolls_by_result(bet_on(CRAPLESS, spot, 20_00), point=9) == decided
    assert rolls_by_result(bet_on(CRAPLESS, spot, 20_00), point=None) == {"stood": EVERY}
    assert rolls_by_result(bet_on(CRAPLESS, spot, 20_00, working=True), point=None) == decided


@pytest.mark.law("§ 623b.6(b)(34)")
def test_b_34_buy_bets_are_there_only_if_the_submission_says_so(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "crapless", house={"offers": ["Bonus Craps"]}, buy_bets=None),
        """
        alice buys in for $100
        alice bets $20 on Buy Bet on the 4: refused under § 623b.6(b)(34)
        alice bets $10 on Place Bet to Win on 4
        """,
    )


@pytest.mark.law("§ 623b.6(b)(34)")
def test_a14_a_buy_bet_is_made_at_any_time_and_a_place_bet_changed_into_it_between_rolls() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $200
        alice bets $20 on Buy Bet on the 4                            # before a come out roll
        dice 5-4: the point is 9
        alice bets $20 on Buy Bet on the 10                           # with a point
        alice bets $12 on Place Bet to Win on 6
        alice takes down Place Bet to Win on 6
        alice bets $20 on Buy Bet on the 6
        dice 4-2: alice wins $24 on Buy Bet on the 6; alice pays $1 vigorish on Buy Bet on the 6
        """,
    )


@pytest.mark.law("§ 623b.6(b)(35)", "§ 623b.6(b)(35)(i)", "§ 623b.6(b)(35)(ii)", "§ 623b.6(b)(35)(iii)")
def test_b_35_bonus_craps_wagers_are_made_before_a_come_out_roll() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $1 on All Small Wager: refused under § 623b.6(b)(35)(i)
        alice bets $1 on All Or Nothing At All Wager: refused under § 623b.6(b)(35)(ii)
        alice bets $1 on All Tall Wager: refused under § 623b.6(b)(35)(iii)
        dice 2-2: the point is made
        alice bets $1 on All Small Wager
        alice bets $1 on All Or Nothing At All Wager
        alice bets $1 on All Tall Wager
        """,
    )


@pytest.mark.law("§ 623b.6(b)(35)")
def test_b_35_only_where_bonus_craps_is_offered(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "crapless", house={"offers": ["Buy Bets"]}),
        """
        alice buys in for $100
        alice bets $1 on All Small Wager: refused under § 623b.6(b)(35)(i)
        alice bets $1 on All Or Nothing At All Wager: refused under § 623b.6(b)(35)(ii)
        alice bets $1 on All Tall Wager: refused under § 623b.6(b)(35)(iii)
        """,
    )


@pytest.mark.law("§ 623b.6(b)(35)(i)", "§ 623b.6(d)(5)(i)")
def test_b_35_i_all_small_wager() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $1 on All Small Wager
        dice 1-1: alice marks 2 on All Small Wager; the point is 2
        dice 1-2: alice marks 3 on All Small Wager
        dice 2-1: nothing happens                                     # marked already
        dice 6-6: nothing happens                                     # not one of its numbers
        dice 1-3: alice marks 4 on All Small Wager
        dice 1-4: alice marks 5 on All Small Wager
        dice 1-5: alice wins $34 on All Small Wager
        """,
    )


@pytest.mark.law("§ 623b.6(b)(35)(ii)", "§ 623b.6(d)(5)(ii)")
def test_b_35_ii_all_or_nothing_at_all_wager() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $1 on All Or Nothing At All Wager
        dice 1-1: alice marks 2 on All Or Nothing At All Wager; the point is 2
        dice 1-2: alice marks 3 on All Or Nothing At All Wager
        dice 1-3: alice marks 4 on All Or Nothing At All Wager
        dice 1-4: alice marks 5 on All Or Nothing At All Wager
        dice 1-5: alice marks 6 on All Or Nothing At All Wager
        dice 2-6: alice marks 8 on All Or Nothing At All Wager
        dice 3-6: alice marks 9 on All Or Nothing At All Wager
        dice 4-6: alice marks 10 on All Or Nothing At All Wager
        dice 5-6: alice marks 11 on All Or Nothing At All Wager
        dice 6-6: alice wins $175 on All Or Nothing At All Wager
        """,
    )


@pytest.mark.law("§ 623b.6(b)(35)(iii)", "§ 623b.6(d)(5)(iii)")
def test_b_35_iii_all_tall_wager() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $1 on All Tall Wager
        dice 6-6: alice marks 12 on All Tall Wager; the point is 12
        dice 5-6: alice marks 11 on All Tall Wager
        dice 4-6: alice marks 10 on All Tall Wager
        dice 3-6: alice marks 9 on All Tall Wager
        dice 3-3: nothing happens
        dice 6-6: the point is made                                   # the set survives a point made
        dice 2-6: alice wins $34 on All Tall Wager; the point is 8
        """,
    )


@pytest.mark.law("§ 623b.6(b)(35)(i)", "§ 623b.6(b)(35)(ii)", "§ 623b.6(b)(35)(iii)")
@pytest.mark.parametrize(
    ("wager", "numbers"),
    [
        ("All Small Wager", {2, 3, 4, 5, 6}),
        ("All Or Nothing At All Wager", {2, 3, 4, 5, 6, 8, 9, 10, 11, 12}),
        ("All Tall Wager", {8, 9, 10, 11, 12}),
    ],
)
def test_b_35_with_one_number_to_go_bonus_craps_has_a_result_for_every_roll(wager: str, numbers: set[int]) -> None:
    for last in numbers:
        bet = bet_on(CRAPLESS, wager, 1_00, numbers_made=frozenset(numbers - {last}))
        for point in (None, 4):
            assert rolls_by_result(bet, point=point) == {
                "won": parse_rolls(last),
                "lost": SEVENS,
                "stood": EVERY - parse_rolls(last) - SEVENS,
            }


@pytest.mark.law("§ 623b.6(b)(35)")
@pytest.mark.parametrize("wager", ["All Small Wager", "All Or Nothing At All Wager", "All Tall Wager"])
def test_d14_bonus_craps_loses_at_the_first_7_a_come_out_7_included(wager: str) -> None:
    play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        alice bets $1 on {wager}
        dice 4-3: alice loses $1 on {wager}                           # on the come out roll
        alice bets $1 on {wager}
        dice 2-2
        dice 5-5
        dice 4-3: alice loses $1 on {wager}; seven out
        """,
    )


# (c) Making and removal.


@pytest.mark.law("§ 623b.6(c)")
def test_c_wagers_are_made_and_removed_as_in_craps() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $200
        alice bets $10 on Pass Bet
        alice takes down Pass Bet                                     # no point yet
        alice bets $10 on Pass Bet
        dice 6-6: the point is 12
        alice takes down Pass Bet: refused under § 623a.4(c)
        alice reduces Pass Bet by $5: refused under § 623a.4(c)
        alice bets $10 on Come Bet
        dice 1-2: alice's Come Bet moves to 3
        alice takes down Come Bet on 3: refused under § 623a.4(c)
        alice bets $12 on Place Bet to Win on 6
        alice reduces Place Bet to Win on 6 by $6
        alice takes down Place Bet to Win on 6
        """,
    )


# (d) Payout odds.


PAID = [
    ("Place Bet to Win on 2", "$6", "1-1", "$33"),
    ("Place Bet to Win on 3", "$8", "1-2", "$22"),
    ("Place Bet to Win on 4", "$5", "1-3", "$9"),
    ("Place Bet to Win on 5", "$5", "1-4", "$7"),
    ("Place Bet to Win on 6", "$6", "1-5", "$7"),
    ("Place Bet to Win on 8", "$6", "2-6", "$7"),
    ("Place Bet to Win on 9", "$5", "3-6", "$7"),
    ("Place Bet to Win on 10", "$5", "4-6", "$9"),
    ("Place Bet to Win on 11", "$8", "5-6", "$22"),
    ("Place Bet to Win on 12", "$6", "6-6", "$33"),
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
    ("11 in One Roll Bet", "$1", "5-6", "$15"),
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
]


@pytest.mark.law("§ 623b.6(d)(1)")
@pytest.mark.parametrize(("wager", "stake", "roll", "winnings"), PAID)
def test_d_1_payout_odds(wager: str, stake: str, roll: str, winnings: str) -> None:
    play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        dice 6-6: the point is 12
        alice bets {stake} on {wager}
        dice {roll}: alice wins {winnings} on {wager}
        """,
    )


@pytest.mark.law("§ 623b.6(d)(1)", "§ 623b.6(b)(33)")
def test_d1_the_four_six_hop_is_paid_and_there_is_no_five_six_hop() -> None:
    """The table prints a Five-Six row, which has no wager, in place of the Four-Six row."""
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $1 on Four-Six on the Hop Bet
        dice 6-4: alice wins $15 on Four-Six on the Hop Bet
        alice bets $1 on Five-Six on the Hop Bet: refused under § 623b.6(b)
        alice bets $1 on 11 in One Roll Bet
        dice 6-5: alice wins $15 on 11 in One Roll Bet
        """,
    )


@pytest.mark.law("§ 623b.6(d)(1)", "§ 623b.6(b)(11)", "§ 623b.6(b)(12)", "§ 623b.6(b)(13)", "§ 623b.6(b)(15)")
@pytest.mark.parametrize(
    ("paragraphs", "tables"),
    [
        ("Craps Two Bet", "Craps 2 Bet"),
        ("Craps Three Bet", "Craps 3 Bet"),
        ("Craps Twelve Bet", "Craps 12 Bet"),
        ("11 in One Roll", "11 in One Roll Bet"),
        ("Craps-Eleven or C and E Bet", "Craps-Eleven Bet"),
        ("C and E Bet", "Craps-Eleven Bet"),
        ("Ace-Trey on the Hop Bet", "One-Three on the Hop Bet"),
        ("Buy Wager on the 4", "Buy Bet on the 4"),
    ],
)
def test_d15_different_names_are_names_of_one_wager(paragraphs: str, tables: str) -> None:
    assert CRAPLESS.find(paragraphs) is CRAPLESS.wagers[tables]


@pytest.mark.law("§ 623b.6(d)(2)")
@pytest.mark.parametrize(
    ("roll", "wins", "loses"),
    [("1-1", "$70", "$10"), ("1-2", "$70", "$10"), ("6-6", "$70", "$10"), ("6-5", "$150", "$10"), ("4-4", None, "$20")],
)
def test_d_2_half_of_a_c_and_e_is_an_any_craps_bet_and_half_an_11(roll: str, wins: str | None, loses: str) -> None:
    won = f"alice wins {wins} on C and E Bet; " if wins else ""
    play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        dice 5-5: the point is 10
        alice bets $20 on C and E Bet
        dice {roll}: {won}alice loses {loses} on C and E Bet
        """,
    )


@pytest.mark.law("§ 623b.6(d)(2)")
def test_d_2_c_and_e_is_paid_as_two_separate_wagers() -> None:
    """On every roll it has the net win of an Any Craps Bet and an 11 in One Roll Bet, each for half the amount."""
    for roll in EVERY_ROLL:
        whole = passline.pay(CRAPLESS, "Craps-Eleven Bet", 20_00, roll)
        craps = passline.pay(CRAPLESS, "Any Craps Bet", 10_00, roll)
        eleven = passline.pay(CRAPLESS, "11 in One Roll Bet", 10_00, roll)

        assert whole.net == craps.net + eleven.net
        assert [part.result for part in whole.parts] == [craps.result, eleven.result]


@pytest.mark.law("§ 623b.6(d)(3)")
@pytest.mark.parametrize(
    ("roll", "wins", "loses"),
    [
        ("1-1", "$150", "$15"),
        ("1-2", "$75", "$15"),
        ("6-5", "$75", "$15"),
        ("6-6", "$150", "$15"),
        ("3-3", None, "$20"),
        ("4-3", None, "$20"),
    ],
)
def test_d_3_a_horn_bet_is_four_wagers_of_a_quarter(roll: str, wins: str | None, loses: str) -> None:
    won = f"alice wins {wins} on Horn Bet; " if wins else ""
    play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        dice 5-5: the point is 10
        alice bets $20 on Horn Bet
        dice {roll}: {won}alice loses {loses} on Horn Bet
        """,
    )


@pytest.mark.law("§ 623b.6(d)(3)")
def test_d_3_a_horn_bet_is_paid_as_four_separate_wagers() -> None:
    quarters = ("Craps 2 Bet", "Craps 3 Bet", "11 in One Roll Bet", "Craps 12 Bet")
    for roll in EVERY_ROLL:
        apart = [passline.pay(CRAPLESS, quarter, 5_00, roll) for quarter in quarters]

        assert passline.pay(CRAPLESS, "Horn Bet", 20_00, roll).net == sum(each.net for each in apart)


@pytest.mark.law("§ 623b.6(d)(4)(i)")
@pytest.mark.parametrize(
    ("number", "roll", "winnings"),
    [
        (2, "1-1", "$120"),
        (3, "1-2", "$60"),
        (4, "1-3", "$40"),
        (5, "1-4", "$30"),
        (6, "1-5", "$24"),
        (8, "2-6", "$24"),
        (9, "3-6", "$30"),
        (10, "4-6", "$40"),
        (11, "5-6", "$60"),
        (12, "6-6", "$120"),
    ],
)
def test_d_4_i_buy_bets_are_paid_at_true_odds(tmp_path: Path, number: int, roll: str, winnings: str) -> None:
    """The house of this test collects no vigorish."""
    free = {"vigorish": "0%", "when_made": [], "on_a_win": []}
    play_scene(
        open_changed(tmp_path, "crapless", buy_bets=free),
        f"""
        alice buys in for $100
        dice {roll}
        alice bets $20 on Buy Bet on the {number}
        dice {roll}: alice wins {winnings} on Buy Bet on the {number}
        """,
    )


@pytest.mark.law("§ 623b.6(d)(4)(i)")
def test_d2_the_but_bet_on_the_8_is_the_buy_bet_on_the_8() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $20 on Buy Bet on the 8
        dice 6-2: alice wins $24 on Buy Bet on the 8; alice pays $1 vigorish on Buy Bet on the 8
        """,
    )


@pytest.mark.law("§ 623b.6(d)(4)(ii)")
@pytest.mark.parametrize("rate", ["6%", "5.01%", "100%"])
def test_d_4_ii_a_vigorish_is_at_most_5_percent(tmp_path: Path, rate: str) -> None:
    assert faults(tmp_path, "crapless", buy_bets={"vigorish": rate}) == {
        ("buy_bets.vigorish", "§ 623b.6(d)(4)(ii)"),
    }


@pytest.mark.law("§ 623b.6(d)(4)(ii)")
@pytest.mark.parametrize("choice", ["vigorish", "when_made", "on_a_win"])
def test_d_4_ii_a_vigorish_is_as_specified_in_the_submission(tmp_path: Path, choice: str) -> None:
    """Its choices have no defaults."""
    assert faults(tmp_path, "crapless", buy_bets={choice: None}) == {(f"buy_bets.{choice}", "§ 623b.6(d)(4)(ii)")}


@pytest.mark.law("§ 623b.6(d)(4)(ii)(A)")
def test_d_4_ii_a_vigorish_when_made_is_on_the_amount_wagered_and_not_in_it(tmp_path: Path) -> None:
    house = open_changed(
        tmp_path, "crapless", buy_bets={"when_made": [4, 10], "on_a_win": [], "base": None, "rounding": "down"}
    )
    played = play_scene(
        house,
        """
        alice buys in for $100
        dice 6-6: the point is 12
        alice bets $40 on Buy Bet on the 4: alice pays $2 vigorish on Buy Bet on the 4
        alice bets $20 on Buy Bet on the 6: nothing happens           # not one of the numbers
        """,
    )

    assert played.table.books.rail("alice") == 100_00 - 40_00 - 2_00 - 20_00
    play_scene(
        house,
        """
        alice buys in for $100
        dice 6-6: the point is 12
        alice bets $40 on Buy Bet on the 4: alice pays $2 vigorish on Buy Bet on the 4
        dice 4-3: alice loses $40 on Buy Bet on the 4                 # the vigorish is not given back
        alice bets $56 on Buy Bet on the 10: alice pays $2 vigorish on Buy Bet on the 10
        """,
    )


@pytest.mark.law("§ 623b.6(d)(4)(ii)(A)", "§ 623b.6(d)(4)(ii)(B)")
def test_d7_a_number_has_one_procedure_or_the_other_never_both(tmp_path: Path) -> None:
    both = faults(tmp_path, "crapless", buy_bets={"when_made": [4, 6], "on_a_win": [4, 10]})

    assert both == {("buy_bets", "§ 623b.6(d)(4)(ii)")}


@pytest.mark.law("§ 623b.6(d)(4)(ii)(B)")
def test_d_4_ii_b_vigorish_on_a_win_only_and_on_the_numbers_specified(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "crapless", buy_bets={"when_made": [], "on_a_win": [4, 10]}),
        """
        alice buys in for $200
        dice 6-6: the point is 12
        alice bets $20 on Buy Bet on the 4: nothing happens
        alice bets $20 on Buy Bet on the 6: nothing happens
        dice 2-2: alice wins $40 on Buy Bet on the 4; alice pays $1 vigorish on Buy Bet on the 4
        dice 3-3: alice wins $24 on Buy Bet on the 6                  # not one of the numbers
        dice 4-3: alice loses $20 on Buy Bet on the 4, $20 on Buy Bet on the 6; seven out
        """,
    )


@pytest.mark.law("§ 623b.6(d)(4)(ii)(B)")
def test_d_4_ii_b_a_vigorish_on_a_win_may_be_of_the_amount_won(tmp_path: Path) -> None:
    """It is then twice the vigorish on the amount wagered for the 4, and six times for the 12."""
    play_scene(
        open_changed(tmp_path, "crapless", buy_bets={"on_a_win": [4, 12], "base": "amount won"}),
        """
        alice buys in for $200
        dice 5-6: the point is 11
        alice bets $20 on Buy Bet on the 4
        alice bets $20 on Buy Bet on the 12
        dice 2-2: alice wins $40 on Buy Bet on the 4; alice pays $2 vigorish on Buy Bet on the 4
        dice 6-6: alice wins $120 on Buy Bet on the 12; alice pays $6 vigorish on Buy Bet on the 12
        """,
    )


@pytest.mark.law("§ 623b.6(d)(5)(i)", "§ 623b.6(d)(5)(ii)", "§ 623b.6(d)(5)(iii)")
def test_d_5_bonus_craps_is_paid_34_175_and_34_to_1() -> None:
    small = passline.pay(CRAPLESS, "All Small Wager", 2_00, "1-1", numbers_made={3, 4, 5, 6})
    either = passline.pay(
        CRAPLESS, "All Or Nothing At All Wager", 2_00, "6-6", numbers_made={2, 3, 4, 5, 6, 8, 9, 10, 11}
    )
    tall = passline.pay(CRAPLESS, "All Tall Wager", 2_00, "5-5", numbers_made={8, 9, 11, 12})

    assert (small.paid, str(small.paid_under)) == (68_00, "§ 623b.6(d)(5)(i)")
    assert (either.paid, str(either.paid_under)) == (350_00, "§ 623b.6(d)(5)(ii)")
    assert (tall.paid, str(tall.paid_under)) == (68_00, "§ 623b.6(d)(5)(iii)")


@pytest.mark.law("§ 623b.6(d)(5)")
@pytest.mark.parametrize("wager", ["All Small Wager", "All Or Nothing At All Wager", "All Tall Wager"])
def test_d16_bonus_craps_is_the_same_in_both_games(wager: str) -> None:
    here, there = CRAPLESS.wagers[wager], CRAPS.wagers[wager]

    assert (here.when_made, here.removable, here.raisable, here.odds()) == (
        there.when_made,
        there.removable,
        there.raisable,
        there.odds(),
    )
    for made in ({4}, {4, 5, 6}, {9, 12}, {8, 9, 10, 11}, {2, 3, 5, 6}):
        marks = frozenset(made & (here.collects.numbers if here.collects else set()))
        for point in (None, 6):
            assert rolls_by_result(bet_on(CRAPLESS, wager, 1_00, numbers_made=marks), point=point) == rolls_by_result(
                bet_on(CRAPS, wager, 1_00, numbers_made=marks), point=point
            )


@pytest.mark.law("§ 623b.6(d)(6)")
def test_d_6_no_fee_is_charged_but_the_vigorish_on_buy_bets(tmp_path: Path) -> None:
    """A player with bets on all other wagers pays exactly the stakes, and is paid exactly the winnings."""
    stakes = [f"alice bets $60 on {name}" for name in CRAPLESS.wagers if not name.startswith(("Buy", "odds", "Come"))]
    played = play_scene(
        CRAPLESS, "\n".join(["alice buys in for $5,000", *(f"{stake}: nothing happens" for stake in stakes)])
    )

    assert played.table.books.rail("alice") == 5_000_00 - 60_00 * len(stakes)
    assert {transfer.destination.where for event in played.journal for transfer in event.transfers} == {
        "rail",
        "layout",
    }
    assert faults(tmp_path, "crapless", buy_bets=None) == {("buy_bets", "§ 623b.6(d)(4)(ii)")}
    assert {where for where, _ in faults(tmp_path, "crapless", place_bets={"vigorish": "5%"})} == {"place_bets"}


@pytest.mark.law("§ 623b.6(d)(6)")
def test_d9_no_fee_is_charged_to_a_player() -> None:
    """The word makes no difference: a table has only the chips of its players and of the bank."""
    played = play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $10 on Pass Bet: nothing happens
        dice 2-2: the point is 4
        alice takes $20 odds on Pass Bet: nothing happens
        dice 2-2: alice wins $10 on Pass Bet, $40 odds; the point is made
        """,
    )

    assert played.table.books.rail("alice") == 150_00


@pytest.mark.law("§ 623b.6(d)(7)")
def test_d_7_no_wager_is_over_the_posted_maximum_but_odds() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100,000
        alice bets $2,001 on Pass Bet: refused under § 623b.6(d)(7)
        alice bets $2,004 on Place Bet to Win on 6: refused under § 623b.6(d)(7)
        alice bets $2,004 on Horn Bet: refused under § 623b.6(d)(7)
        alice bets $2,001 on All Small Wager: refused under § 623b.6(d)(7)
        alice bets $2,000 on Pass Bet
        alice presses Pass Bet by $1: refused under § 623b.6(d)(7)
        dice 2-2: the point is 4
        alice takes $20,000 odds on Pass Bet
        """,
    )


# (e) Supplemental wagers.


@pytest.mark.law("§ 623b.6(e)(1)", "§ 623b.6(e)(1)(i)")
def test_e_1_odds_on_a_pass_bet() -> None:
    """The original bet is paid 1 to 1, and the odds have their own payout odds."""
    play_scene(
        CRAPLESS,
        """
        alice buys in for $200
        alice bets $10 on Pass Bet
        alice takes $10 odds on Pass Bet: refused under § 623b.6(e)(1)       # no total has been thrown yet
        dice 2-2: the point is 4
        alice takes $10 odds on Pass Bet
        dice 5-4: nothing happens
        dice 3-1: alice wins $10 on Pass Bet, $20 odds; the point is made
        alice bets $10 on Pass Bet
        dice 6-6: the point is 12
        alice takes $10 odds on Pass Bet
        dice 4-3: alice loses $10 on Pass Bet, $10 odds; seven out
        """,
    )


PASS_ODDS = [
    pytest.param("1-1", "$60", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(A)"), id="A_2"),
    pytest.param("6-6", "$60", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(A)"), id="A_12"),
    pytest.param("1-2", "$30", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(B)"), id="B_3"),
    pytest.param("5-6", "$30", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(B)"), id="B_11"),
    pytest.param("1-3", "$20", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(C)"), id="C_4"),
    pytest.param("6-4", "$20", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(C)"), id="C_10"),
    pytest.param("1-4", "$15", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(D)"), id="D_5"),
    pytest.param("6-3", "$15", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(D)"), id="D_9"),
    pytest.param("1-5", "$12", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(E)"), id="E_6"),
    pytest.param("6-2", "$12", marks=pytest.mark.law("§ 623b.6(e)(1)(ii)(E)"), id="E_8"),
]


@pytest.mark.parametrize(("roll", "odds"), PASS_ODDS)
def test_e_1_ii_odds_on_a_pass_bet_are_paid_by_the_come_out_point(roll: str, odds: str) -> None:
    play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        alice bets $10 on Pass Bet
        dice {roll}
        alice takes $10 odds on Pass Bet
        dice {roll}: alice wins $10 on Pass Bet, {odds} odds
        """,
    )


@pytest.mark.law("§ 623b.6(e)(1)")
@pytest.mark.parametrize("point", POINTS)
def test_e_1_odds_on_a_pass_bet_are_decided_with_it_on_every_roll(point: int) -> None:
    flat = bet_on(CRAPLESS, "Pass Bet", 10_00)._replace(number=point)
    odds = bet_on(CRAPLESS, "odds on Pass Bet", 10_00)._replace(number=point)

    assert rolls_by_result(odds, point=point) == rolls_by_result(flat, point=point)


@pytest.mark.law("§ 623b.6(e)(2)", "§ 623b.6(e)(2)(i)")
def test_e_2_odds_on_a_come_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $200
        dice 2-2: the point is 4
        alice bets $10 on Come Bet
        alice takes $10 odds on Come Bet: refused under § 623b.6(e)(2)       # it has no number yet
        dice 5-4: alice's Come Bet moves to 9
        alice takes $10 odds on Come Bet on 9
        dice 6-6: nothing happens
        dice 3-6: alice wins $10 on Come Bet on 9, $15 odds
        alice bets $10 on Come Bet
        dice 5-3: alice's Come Bet moves to 8
        alice takes $10 odds on Come Bet on 8
        dice 4-3: alice loses $10 on Come Bet on 8, $10 odds; seven out
        """,
    )


COME_ODDS = [
    pytest.param(2, "1-1", "$60", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(A)"), id="A_2"),
    pytest.param(12, "6-6", "$60", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(A)"), id="A_12"),
    pytest.param(3, "1-2", "$30", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(B)"), id="B_3"),
    pytest.param(11, "5-6", "$30", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(B)"), id="B_11"),
    pytest.param(4, "1-3", "$20", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(C)"), id="C_4"),
    pytest.param(10, "6-4", "$20", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(C)"), id="C_10"),
    pytest.param(5, "1-4", "$15", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(D)"), id="D_5"),
    pytest.param(9, "6-3", "$15", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(D)"), id="D_9"),
    pytest.param(6, "1-5", "$12", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(E)"), id="E_6"),
    pytest.param(8, "6-2", "$12", marks=pytest.mark.law("§ 623b.6(e)(2)(ii)(E)"), id="E_8"),
]


@pytest.mark.parametrize(("number", "roll", "odds"), COME_ODDS)
def test_d5_odds_on_a_come_bet_are_paid_by_the_come_point_not_the_come_out_point(
    number: int, roll: str, odds: str
) -> None:
    other = "2-2" if number in {6, 8} else "4-2"
    play_scene(
        CRAPLESS,
        f"""
        alice buys in for $100
        dice {other}
        alice bets $10 on Come Bet
        dice {roll}: alice's Come Bet moves to {number}
        alice takes $10 odds on Come Bet on {number}
        dice {roll}: alice wins $10 on Come Bet on {number}, {odds} odds
        """,
    )


@pytest.mark.law("§ 623b.6(e)(2)(ii)")
def test_d5_a_come_bet_on_4_behind_a_point_of_6() -> None:
    """Taken literally, the text would pay its odds 6 to 5."""
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        dice 5-1: the point is 6
        alice bets $10 on Come Bet
        dice 3-1: alice's Come Bet moves to 4
        alice takes $10 odds on Come Bet on 4
        dice 2-2: alice wins $10 on Come Bet on 4, $20 odds
        """,
    )


@pytest.mark.law("§ 623b.6(e)(1)", "§ 623b.6(e)(2)")
def test_e_1_and_2_a_house_may_limit_odds_to_the_amount_of_the_bet(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "crapless", supplemental_wagers={"take": "1 times"}),
        """
        alice buys in for $100
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        alice takes $11 odds on Pass Bet: refused under § 623b.6(e)(3)
        alice takes $10 odds on Pass Bet
        alice presses odds on Pass Bet by $1: refused under § 623b.6(e)(3)
        alice bets $15 on Come Bet
        dice 5-5: alice's Come Bet moves to 10
        alice takes $16 odds on Come Bet on 10: refused under § 623b.6(e)(3)
        alice takes $15 odds on Come Bet on 10
        """,
    )


@pytest.mark.law("§ 623b.6(e)(3)")
def test_e_3_a_house_may_allow_up_to_10_times_the_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $500
        alice bets $10 on Pass Bet
        dice 6-6: the point is 12
        alice takes $101 odds on Pass Bet: refused under § 623b.6(e)(3)
        alice takes $100 odds on Pass Bet
        alice bets $5 on Come Bet
        dice 1-1: alice's Come Bet moves to 2
        alice takes $51 odds on Come Bet on 2: refused under § 623b.6(e)(3)
        alice takes $50 odds on Come Bet on 2
        dice 1-1: alice wins $5 on Come Bet on 2, $300 odds           # the same odds as under (1) and (2)
        dice 6-6: alice wins $10 on Pass Bet, $600 odds; the point is made
        """,
    )


@pytest.mark.law("§ 623b.6(e)(3)")
@pytest.mark.parametrize("cap", ["11 times", "10.5 times", "0.5 times", "0 times"])
def test_e_3_no_house_allows_more_than_10_times_or_less_than_the_bet(tmp_path: Path, cap: str) -> None:
    capped = faults(tmp_path, "crapless", supplemental_wagers={"take": cap})

    assert capped == {("supplemental_wagers.take", "§ 623b.6(e)(3)")}


@pytest.mark.law("§ 623b.6(e)(3)")
def test_e_3_the_cap_may_differ_by_point(tmp_path: Path) -> None:
    by_point = dict.fromkeys(map(str, POINTS), "1 times") | {"4": "3 times", "6": "5 times"}
    play_scene(
        open_changed(tmp_path, "crapless", supplemental_wagers={"take": by_point}),
        """
        alice buys in for $200
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        alice takes $31 odds on Pass Bet: refused under § 623b.6(e)(3)
        alice takes $30 odds on Pass Bet
        alice bets $10 on Come Bet
        dice 4-2: alice's Come Bet moves to 6
        alice takes $55 odds on Come Bet on 6: refused under § 623b.6(e)(3)
        alice takes $50 odds on Come Bet on 6
        """,
    )


@pytest.mark.law("§ 623b.6(e)(4)")
def test_e_4_odds_may_exceed_the_cap_as_far_as_the_payout_needs(tmp_path: Path) -> None:
    """$15 on a 5, paid 3 to 2, may be $16. $12 on a 6, paid 6 to 5, may be $15. Odds on a 4 need no excess."""
    play_scene(
        open_changed(tmp_path, "crapless", supplemental_wagers={"take": "1 times"}),
        """
        alice buys in for $200
        alice bets $15 on Pass Bet
        dice 4-1: the point is 5
        alice takes $18 odds on Pass Bet: refused under § 623b.6(e)(3)
        alice takes $16 odds on Pass Bet
        alice bets $12 on Come Bet
        dice 4-2: alice's Come Bet moves to 6
        alice takes $20 odds on Come Bet on 6: refused under § 623b.6(e)(3)
        alice takes $15 odds on Come Bet on 6
        alice bets $15 on Come Bet
        dice 2-2: alice's Come Bet moves to 4
        alice takes $16 odds on Come Bet on 4: refused under § 623b.6(e)(3)
        dice 5-1: alice wins $12 on Come Bet on 6, $18 odds
        dice 3-2: alice wins $15 on Pass Bet, $24 odds; the point is made
        """,
    )


@pytest.mark.law("§ 623b.6(e)(4)")
def test_e_4_odds_may_exceed_the_posted_maximum_as_far_as_the_payout_needs(tmp_path: Path) -> None:
    """In a house that includes odds in the posted maximum, $2,001 on a 5 may be $2,002."""
    play_scene(
        open_changed(
            tmp_path, "crapless", table={"maximum": "$2,001"}, readings={"odds_and_the_maximum": "odds count"}
        ),
        """
        alice buys in for $10,000
        alice bets $2,000 on Pass Bet
        dice 4-1: the point is 5
        alice takes $2,004 odds on Pass Bet: refused
        alice takes $2,002 odds on Pass Bet
        """,
    )


@pytest.mark.law("§ 623b.6(e)")
def test_d11_no_odds_are_laid(tmp_path: Path) -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $200
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        alice lays $20 odds on Pass Bet: refused under § 623b.6(e)(1)
        alice bets $10 on Come Bet
        dice 5-5: alice's Come Bet moves to 10
        alice lays $20 odds on Come Bet on 10: refused under § 623b.6(e)(2)
        """,
    )
    assert faults(tmp_path, "crapless", supplemental_wagers={"lay": "10 times"}) == {
        ("supplemental_wagers.lay", "§ 623b.6(b)")
    }


# (f) Procedures.


@pytest.mark.law("§ 623b.6(f)")
def test_f_the_procedures_are_those_of_craps() -> None:
    """Tested are a cocked die, an invalid roll, dice that are passed, and the bet of the shooter."""
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        bob buys in for $100
        offer the dice to alice
        alice accepts the dice: refused under § 623a.10            # a shooter needs a line bet
        alice bets $10 on Pass Bet
        alice accepts the dice
        dice 5-c3: the point is 9                                     # 3 rests on chips, so 4 counts
        alice bets $5 on Field Bet
        no roll (a die on the rail): nothing happens
        dice c1-5: alice wins $5 on Field Bet                         # 1 rests on chips, so 6 counts
        dice 4-3: alice loses $10 on Pass Bet; seven out
        offer the dice to bob
        """,
    )


@pytest.mark.law("§ 623b.6(f)")
def test_d12_the_whole_chapter_applies_bonus_craps_procedure_included() -> None:
    """(f) names only §§ 623a.7 to 623a.10, but a Bonus Craps wager is locked as in § 623a.12."""
    play_scene(
        CRAPLESS,
        """
        alice buys in for $100
        alice bets $5 on All Tall Wager
        alice takes down All Tall Wager: refused under § 623a.12
        alice presses All Tall Wager by $5: refused under § 623a.12
        """,
    )
