"""The customs in place of sections without a text: §§ 623a.3, 623a.4, 623a.8 to 623a.12, 601a.2 and 603a.21."""

from __future__ import annotations

from pathlib import Path

import pytest

import passline
from law.submissions import checked, faults, open_changed
from passline.errors import NotationError, NotOffered, SubmissionError
from passline.house.house import House
from passline.law.sections import read_law
from passline.table.events import Rolled
from passline.table.layout import Bet
from passline.table.script import Played
from passline.table.settle import settle
from passline.words.dice import EVERY_ROLL, Roll, parse_rolls
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, MINI_CRAPS, bet_on, play_scene, rolls_by_result

EVERY = set(EVERY_ROLL)
SEVENS = parse_rolls(7)
POINTS = (4, 5, 6, 8, 9, 10)
BOTH = pytest.mark.parametrize("house", [CRAPS, MINI_CRAPS], ids=["craps", "mini-craps"])


# § 623a.3, wagers.


@pytest.mark.law("§ 623a.3(a)")
def test_3_a_forty_three_paragraphs_in_their_order() -> None:
    cites = dict.fromkeys(wager.cite for wager in CRAPS.game.wagers.values() if not wager.supports)

    assert list(cites) == [f"§ 623a.3(a)({number})" for number in range(1, 44)]
    assert MINI_CRAPS.game.wagers == CRAPS.game.wagers


@pytest.mark.law("§ 623a.3(a)")
@BOTH
@pytest.mark.parametrize(
    "wager",
    [
        "Big 6",
        "Big 8",
        "Put Bet",
        "Over 7",
        "Under 7",
        "Hi-Lo",
        "hop 1-1",
        "hop 1-2",
        "hop 5-6",
        "hop 6-6",
        "Place Bet to Win on 2",
        "Place Bet to Win on 11",
    ],
)
def test_3_a_a_wager_that_is_not_in_the_list_is_refused(house: House, wager: str) -> None:
    play_scene(
        house,
        f"""
        alice buys in for $100
        alice bets $12 on {wager}: refused under § 623a.3(a)
        dice 2-2: the point is 4
        alice bets $12 on {wager}: refused under § 623a.3(a)
        """,
    )


@pytest.mark.law("§ 623a.3(a)(1)")
@BOTH
def test_3_a_1_pass_bet(house: House) -> None:
    bet = bet_on(house, "Pass Bet", 10_00)
    craps = parse_rolls(2) | parse_rolls(3) | parse_rolls(12)

    assert rolls_by_result(bet, point=None) == {
        "won": SEVENS | parse_rolls(11),
        "lost": craps,
        "moved": EVERY - SEVENS - parse_rolls(11) - craps,
    }
    for point in POINTS:
        assert rolls_by_result(bet._replace(number=point), point=point) == {
            "won": parse_rolls(point),
            "lost": SEVENS,
            "stood": EVERY - parse_rolls(point) - SEVENS,
        }
    play_scene(
        house,
        """
        alice buys in for $100
        alice bets $10 on Pass Bet
        dice 5-6: alice wins $10 on Pass Bet
        alice bets $10 on Pass Bet
        dice 6-6: alice loses $10 on Pass Bet
        alice bets $10 on Pass Bet
        dice 3-3: the point is 6
        bob buys in for $100
        bob bets $10 on Pass Bet: refused under § 623a.3(a)(1)
        dice 5-6: nothing happens
        dice 2-4: alice wins $10 on Pass Bet; the point is made
        """,
    )


@pytest.mark.law("§ 623a.3(a)(2)")
@BOTH
def test_3_a_2_dont_pass_bet(house: House) -> None:
    bet = bet_on(house, "Don't Pass Bet", 10_00)

    assert rolls_by_result(bet, point=None) == {
        "won": parse_rolls(2) | parse_rolls(3),
        "lost": SEVENS | parse_rolls(11),
        "stood off": parse_rolls(12),
        "moved": {roll for roll in EVERY_ROLL if roll.total in POINTS},
    }
    for point in POINTS:
        assert rolls_by_result(bet._replace(number=point), point=point) == {
            "won": SEVENS,
            "lost": parse_rolls(point),
            "stood": EVERY - parse_rolls(point) - SEVENS,
        }
    play_scene(
        house,
        """
        alice buys in for $100
        alice bets $10 on Don't Pass Bet
        dice 1-1: alice wins $10 on Don't Pass Bet
        alice bets $10 on Don't Pass Bet
        dice 5-6: alice loses $10 on Don't Pass Bet
        alice bets $10 on Don't Pass Bet
        dice 4-4: the point is 8
        bob buys in for $100
        bob bets $10 on Don't Pass Bet: refused under § 623a.3(a)(2)
        dice 6-6: nothing happens
        dice 4-3: alice wins $10 on Don't Pass Bet; seven out
        """,
    )


@pytest.mark.law("§ 623a.3(a)(2)", "§ 623a.3(a)(4)")
def test_a3_twelve_stands_off_and_the_bet_stays_for_the_next_roll_of_its_kind() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $100
        alice bets $10 on Don't Pass Bet
        dice 6-6: alice's Don't Pass Bet stands off
        dice 6-6: alice's Don't Pass Bet stands off
        alice takes down Don't Pass Bet                               # unless it is taken down
        alice bets $10 on Don't Pass Bet
        dice 6-6: alice's Don't Pass Bet stands off
        dice 2-2: the point is 4
        alice bets $5 on Don't Come Bet
        dice 6-6: alice's Don't Come Bet stands off
        dice 5-4: alice's Don't Come Bet moves to 9
        dice 6-1: alice wins $10 on Don't Pass Bet, $5 on Don't Come Bet on 9; seven out
        """,
    )


@pytest.mark.law("§ 623a.3(a)(3)")
@BOTH
def test_3_a_3_come_bet(house: House) -> None:
    craps = parse_rolls(2) | parse_rolls(3) | parse_rolls(12)

    assert rolls_by_result(bet_on(house, "Come Bet", 10_00), point=6) == {
        "won": SEVENS | parse_rolls(11),
        "lost": craps,
        "moved": EVERY - SEVENS - parse_rolls(11) - craps,
    }
    for number in POINTS:
        for point in (None, 4, 10):
            assert rolls_by_result(bet_on(house, f"Come Bet on {number}", 10_00), point=point) == {
                "won": parse_rolls(number),
                "lost": SEVENS,
                "stood": EVERY - parse_rolls(number) - SEVENS,
            }
    play_scene(
        house,
        """
        alice buys in for $100
        alice bets $10 on Come Bet: refused under § 623a.3(a)(3)
        dice 3-3: the point is 6
        alice bets $10 on Come Bet
        dice 6-5: alice wins $10 on Come Bet
        alice bets $10 on Come Bet
        dice 1-2: alice loses $10 on Come Bet
        alice bets $10 on Come Bet
        dice 5-5: alice's Come Bet moves to 10
        dice 6-6: nothing happens
        dice 6-4: alice wins $10 on Come Bet on 10
        """,
    )


@pytest.mark.law("§ 623a.3(a)(4)")
@BOTH
def test_3_a_4_dont_come_bet(house: House) -> None:
    assert rolls_by_result(bet_on(house, "Don't Come Bet", 10_00), point=6) == {
        "won": parse_rolls(2) | parse_rolls(3),
        "lost": SEVENS | parse_rolls(11),
        "stood off": parse_rolls(12),
        "moved": {roll for roll in EVERY_ROLL if roll.total in POINTS},
    }
    for number in POINTS:
        for point in (None, 4, 10):
            assert rolls_by_result(bet_on(house, f"Don't Come Bet on {number}", 10_00), point=point) == {
                "won": SEVENS,
                "lost": parse_rolls(number),
                "stood": EVERY - parse_rolls(number) - SEVENS,
            }
    play_scene(
        house,
        """
        alice buys in for $100
        alice bets $10 on Don't Come Bet: refused under § 623a.3(a)(4)
        dice 3-3: the point is 6
        alice bets $10 on Don't Come Bet
        dice 5-5: alice's Don't Come Bet moves to 10
        dice 5-6: nothing happens
        dice 6-4: alice loses $10 on Don't Come Bet on 10
        """,
    )


@pytest.mark.law("§ 623a.3(a)(5)")
@pytest.mark.parametrize("number", POINTS)
def test_3_a_5_place_bet_to_win_is_off_on_a_come_out_roll(number: int) -> None:
    spot = f"Place Bet to Win on {number}"
    decided = {"won": parse_rolls(number), "lost": SEVENS, "stood": EVERY - parse_rolls(number) - SEVENS}

    assert rolls_by_result(bet_on(CRAPS, spot, 30_00), point=number) == decided
    assert rolls_by_result(bet_on(CRAPS, spot, 30_00), point=None) == {"stood": EVERY}
    assert rolls_by_result(bet_on(CRAPS, spot, 30_00, working=True), point=None) == decided


@pytest.mark.law("§ 623a.3(a)(6)")
@pytest.mark.parametrize("number", POINTS)
def test_3_a_6_place_bet_to_lose_is_off_on_a_come_out_roll(number: int) -> None:
    spot = f"Place Bet to Lose on {number}"
    decided = {"won": SEVENS, "lost": parse_rolls(number), "stood": EVERY - parse_rolls(number) - SEVENS}

    assert rolls_by_result(bet_on(CRAPS, spot, 440_00), point=number) == decided
    assert rolls_by_result(bet_on(CRAPS, spot, 440_00), point=None) == {"stood": EVERY}
    assert rolls_by_result(bet_on(CRAPS, spot, 440_00, working=True), point=None) == decided


@pytest.mark.parametrize(
    ("wager", "total"),
    [
        pytest.param("Four the Hardway Bet", 4, marks=pytest.mark.law("§ 623a.3(a)(7)"), id="3_a_7"),
        pytest.param("Six the Hardway Bet", 6, marks=pytest.mark.law("§ 623a.3(a)(8)"), id="3_a_8"),
        pytest.param("Eight the Hardway Bet", 8, marks=pytest.mark.law("§ 623a.3(a)(9)"), id="3_a_9"),
        pytest.param("Ten the Hardway Bet", 10, marks=pytest.mark.law("§ 623a.3(a)(10)"), id="3_a_10"),
    ],
)
def test_3_a_7_to_10_a_hardway_is_off_on_a_come_out_roll(wager: str, total: int) -> None:
    pair = {Roll(total // 2, total // 2)}
    decided = {"won": pair, "lost": (parse_rolls(total) - pair) | SEVENS, "stood": EVERY - parse_rolls(total) - SEVENS}

    assert rolls_by_result(bet_on(CRAPS, wager, 5_00), point=total) == decided
    assert rolls_by_result(bet_on(CRAPS, wager, 5_00), point=5) == decided
    assert rolls_by_result(bet_on(CRAPS, wager, 5_00), point=None) == {"stood": EVERY}
    assert rolls_by_result(bet_on(CRAPS, wager, 5_00, working=True), point=None) == decided


@pytest.mark.parametrize(
    ("wager", "totals"),
    [
        pytest.param("Field Bet", {2, 3, 4, 9, 10, 11, 12}, marks=pytest.mark.law("§ 623a.3(a)(11)"), id="3_a_11"),
        pytest.param("Any Seven Bet", {7}, marks=pytest.mark.law("§ 623a.3(a)(12)"), id="3_a_12"),
        pytest.param("Any Craps Bet", {2, 3, 12}, marks=pytest.mark.law("§ 623a.3(a)(13)"), id="3_a_13"),
        pytest.param("Craps 2 Bet", {2}, marks=pytest.mark.law("§ 623a.3(a)(14)"), id="3_a_14"),
        pytest.param("Craps 3 Bet", {3}, marks=pytest.mark.law("§ 623a.3(a)(15)"), id="3_a_15"),
        pytest.param("Craps 12 Bet", {12}, marks=pytest.mark.law("§ 623a.3(a)(16)"), id="3_a_16"),
        pytest.param("11 in One Roll Bet", {11}, marks=pytest.mark.law("§ 623a.3(a)(17)"), id="3_a_17"),
        pytest.param("Craps-Eleven Bet", {2, 3, 11, 12}, marks=pytest.mark.law("§ 623a.3(a)(18)"), id="3_a_18"),
        pytest.param("Horn Bet", {2, 3, 11, 12}, marks=pytest.mark.law("§ 623a.3(a)(19)"), id="3_a_19"),
        pytest.param("Horn High Bet on the 2", {2, 3, 11, 12}, marks=pytest.mark.law("§ 623a.3(a)(20)"), id="3_a_20_2"),
        pytest.param("Horn High Bet on the 3", {2, 3, 11, 12}, marks=pytest.mark.law("§ 623a.3(a)(20)"), id="3_a_20_3"),
        pytest.param(
            "Horn High Bet on the 11", {2, 3, 11, 12}, marks=pytest.mark.law("§ 623a.3(a)(20)"), id="3_a_20_11"
        ),
        pytest.param(
            "Horn High Bet on the 12", {2, 3, 11, 12}, marks=pytest.mark.law("§ 623a.3(a)(20)"), id="3_a_20_12"
        ),
        pytest.param("Whirl Bet", {2, 3, 7, 11, 12}, marks=pytest.mark.law("§ 623a.3(a)(21)"), id="3_a_21"),
        pytest.param("6-7-8 Bet", {6, 7, 8}, marks=pytest.mark.law("§ 623a.3(a)(40)"), id="3_a_40"),
    ],
)
def test_3_a_11_to_40_a_bet_for_one_roll_on_totals(wager: str, totals: set[int]) -> None:
    """Every next roll wins or loses the bet, on a come out roll and with a point."""
    wins = {roll for roll in EVERY_ROLL if roll.total in totals}
    bet = bet_on(CRAPS, wager, 20_00)

    assert rolls_by_result(bet, point=None) == {"won": wins, "lost": EVERY - wins}
    assert rolls_by_result(bet, point=6) == {"won": wins, "lost": EVERY - wins}


@pytest.mark.parametrize(
    ("wager", "faces"),
    [
        pytest.param(
            "Four the Hardway on the Hop Bet", Roll(2, 2), marks=pytest.mark.law("§ 623a.3(a)(22)"), id="3_a_22"
        ),
        pytest.param(
            "Six the Hardway on the Hop Bet", Roll(3, 3), marks=pytest.mark.law("§ 623a.3(a)(23)"), id="3_a_23"
        ),
        pytest.param(
            "Eight the Hardway on the Hop Bet", Roll(4, 4), marks=pytest.mark.law("§ 623a.3(a)(24)"), id="3_a_24"
        ),
        pytest.param(
            "Ten the Hardway on the Hop Bet", Roll(5, 5), marks=pytest.mark.law("§ 623a.3(a)(25)"), id="3_a_25"
        ),
        pytest.param("One-Three on the Hop Bet", Roll(1, 3), marks=pytest.mark.law("§ 623a.3(a)(26)"), id="3_a_26"),
        pytest.param("One-Four on the Hop Bet", Roll(1, 4), marks=pytest.mark.law("§ 623a.3(a)(27)"), id="3_a_27"),
        pytest.param("Two-Three on the Hop Bet", Roll(2, 3), marks=pytest.mark.law("§ 623a.3(a)(28)"), id="3_a_28"),
        pytest.param("One-Five on the Hop Bet", Roll(1, 5), marks=pytest.mark.law("§ 623a.3(a)(29)"), id="3_a_29"),
        pytest.param("Two-Four on the Hop Bet", Roll(2, 4), marks=pytest.mark.law("§ 623a.3(a)(30)"), id="3_a_30"),
        pytest.param("One-Six on the Hop Bet", Roll(1, 6), marks=pytest.mark.law("§ 623a.3(a)(31)"), id="3_a_31"),
        pytest.param("Two-Five on the Hop Bet", Roll(2, 5), marks=pytest.mark.law("§ 623a.3(a)(32)"), id="3_a_32"),
        pytest.param("Three-Four on the Hop Bet", Roll(3, 4), marks=pytest.mark.law("§ 623a.3(a)(33)"), id="3_a_33"),
        pytest.param("Two-Six on the Hop Bet", Roll(2, 6), marks=pytest.mark.law("§ 623a.3(a)(34)"), id="3_a_34"),
        pytest.param("Three-Five on the Hop Bet", Roll(3, 5), marks=pytest.mark.law("§ 623a.3(a)(35)"), id="3_a_35"),
        pytest.param("Three-Six on the Hop Bet", Roll(3, 6), marks=pytest.mark.law("§ 623a.3(a)(36)"), id="3_a_36"),
        pytest.param("Four-Five on the Hop Bet", Roll(4, 5), marks=pytest.mark.law("§ 623a.3(a)(37)"), id="3_a_37"),
        pytest.param("Four-Six on the Hop Bet", Roll(4, 6), marks=pytest.mark.law("§ 623a.3(a)(38)"), id="3_a_38"),
    ],
)
def test_3_a_22_to_38_a_hop_wins_on_its_faces_either_way_round(wager: str, faces: Roll) -> None:
    first, second = faces
    wins = {Roll(first, second), Roll(second, first)}
    bet = bet_on(CRAPS, wager, 1_00)

    assert rolls_by_result(bet, point=None) == {"won": wins, "lost": EVERY - wins}
    assert rolls_by_result(bet, point=6) == {"won": wins, "lost": EVERY - wins}


@pytest.mark.law("§ 623a.3(a)(20)")
def test_3_a_20_the_high_number_of_a_horn_high_is_named_when_bet() -> None:
    with pytest.raises(NotOffered, match="it is bet on its high number"):
        play_scene(CRAPS, "alice buys in for $100\nalice bets $5 on Horn High Bet")


@pytest.mark.law("§ 623a.3(a)(21)")
def test_3_a_21_a_whirl_on_7_is_a_win_and_a_loss_and_nothing_on_balance() -> None:
    whirl = passline.pay(CRAPS, "Whirl Bet", 5_00, "4-3")

    assert whirl.result == "won"
    assert (whirl.paid, whirl.lost, int(whirl.net)) == (4_00, 4_00, 0)
    assert [part.result for part in whirl.parts] == ["lost", "won"]


@pytest.mark.law("§ 623a.3(a)(39)")
def test_3_a_39_fire_bet_only_where_it_is_offered() -> None:
    play_scene(
        MINI_CRAPS,
        """
        alice buys in for $100
        alice bets $5 on Fire Bet: refused under § 623a.3(a)(39)
        """,
    )


@pytest.mark.law("§ 623a.3(a)(41)")
@pytest.mark.parametrize("number", POINTS)
def test_3_a_41_buy_bet_is_off_on_a_come_out_roll(number: int) -> None:
    spot = f"Buy Bet on the {number}"
    decided = {"won": parse_rolls(number), "lost": SEVENS, "stood": EVERY - parse_rolls(number) - SEVENS}

    assert rolls_by_result(bet_on(CRAPS, spot, 20_00), point=5) == decided
    assert rolls_by_result(bet_on(CRAPS, spot, 20_00), point=None) == {"stood": EVERY}
    assert rolls_by_result(bet_on(CRAPS, spot, 20_00, working=True), point=None) == decided


@pytest.mark.law("§ 623a.3(a)(42)")
@pytest.mark.parametrize("number", POINTS)
def test_3_a_42_lay_bet_works_on_every_roll(number: int) -> None:
    spot = f"Lay Bet against the {number}"
    decided = {"won": SEVENS, "lost": parse_rolls(number), "stood": EVERY - parse_rolls(number) - SEVENS}

    assert rolls_by_result(bet_on(CRAPS, spot, 60_00), point=5) == decided
    assert rolls_by_result(bet_on(CRAPS, spot, 60_00), point=None) == decided


@pytest.mark.law("§ 623a.3(a)(41)", "§ 623a.3(a)(42)", "§ 623a.3(a)(43)")
def test_3_a_41_to_43_only_where_they_are_offered() -> None:
    play_scene(
        MINI_CRAPS,
        """
        alice buys in for $100
        alice bets $20 on Buy Bet on the 4: refused under § 623a.3(a)(41)
        alice bets $20 on Lay Bet against the 4: refused under § 623a.3(a)(42)
        alice bets $5 on All Small Wager: refused under § 623a.3(a)(43)
        alice bets $5 on All Or Nothing At All Wager: refused under § 623a.3(a)(43)
        alice bets $5 on All Tall Wager: refused under § 623a.3(a)(43)
        """,
    )


@pytest.mark.law("§ 623a.3(a)(43)")
@pytest.mark.parametrize(
    ("wager", "numbers"),
    [
        ("All Small Wager", {2, 3, 4, 5, 6}),
        ("All Or Nothing At All Wager", {2, 3, 4, 5, 6, 8, 9, 10, 11, 12}),
        ("All Tall Wager", {8, 9, 10, 11, 12}),
    ],
)
def test_3_a_43_bonus_craps_has_a_result_for_every_roll(wager: str, numbers: set[int]) -> None:
    for last in numbers:
        bet = bet_on(CRAPS, wager, 1_00, numbers_made=frozenset(numbers - {last}))
        for point in (None, 4):
            assert rolls_by_result(bet, point=point) == {
                "won": parse_rolls(last),
                "lost": SEVENS,
                "stood": EVERY - parse_rolls(last) - SEVENS,
            }


@pytest.mark.law("§ 623a.3(a)(5)")
def test_a20_a_bet_is_not_called_off_while_a_point_is_on() -> None:
    """But it may be taken down."""
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        dice 5-4: the point is 9
        alice bets $12 on Place Bet to Win on 6
        alice bets $5 on Four the Hardway Bet
        alice calls off Place Bet to Win on 6: refused under § 623a.3(a)(5)
        alice calls off Four the Hardway Bet: refused under § 623a.3(a)(5)
        alice takes down Place Bet to Win on 6
        dice 4-3: alice loses $5 on Four the Hardway Bet; seven out
        """,
    )


STAY_UP = [
    "Place Bet to Win on 6",
    "Place Bet to Lose on 6",
    "Buy Bet on the 6",
    "Lay Bet against the 6",
    "Four the Hardway Bet",
    "Six the Hardway Bet",
    "Eight the Hardway Bet",
    "Ten the Hardway Bet",
]
"""One wager of each kind that stays up after a win and may be called off if a house allows it."""


@pytest.mark.law("§ 623a.3(a)(5)", "§ 623a.4")
@pytest.mark.parametrize("wager", STAY_UP)
def test_a20_a_bet_on_a_number_may_be_called_off_if_a_house_allows_it(wager: str) -> None:
    """The bet neither wins nor loses until it is called on again."""
    off = play_scene(
        EVERY_OPTION,
        f"""
        alice buys in for $500
        dice 5-4: the point is 9
        alice bets $120 on {wager}
        alice calls off {wager}
        alice calls off {wager}: refused
        """,
    ).table.layout.bets[0]

    assert rolls_by_result(off, point=9) == {"stood": EVERY}
    assert rolls_by_result(off._replace(button=None), point=9).keys() == {"won", "lost", "stood"}


@pytest.mark.law("§ 623a.3(a)(5)")
def test_a20_a_house_may_allow_bets_to_be_called_off(tmp_path: Path) -> None:
    """This holds for Place, Buy, Lay and hardway bets, not for line bets, Come Bets, Bonus Craps and the Fire Bet."""
    play_scene(
        open_changed(tmp_path, "craps", readings={"called_off": "allowed"}),
        """
        alice buys in for $500
        alice bets $10 on Pass Bet
        alice bets $5 on Fire Bet
        alice bets $5 on All Small Wager
        dice 5-4: the point is 9
        alice bets $12 on Place Bet to Win on 6
        alice bets $11 on Place Bet to Lose on 4
        alice bets $20 on Buy Bet on the 5
        alice bets $24 on Lay Bet against the 8
        alice bets $5 on Ten the Hardway Bet
        alice calls off Place Bet to Win on 6
        alice calls off Place Bet to Lose on 4
        alice calls off Buy Bet on the 5
        alice calls off Lay Bet against the 8
        alice calls off Ten the Hardway Bet
        dice 4-2: alice marks 6 on All Small Wager
        dice 2-2: alice marks 4 on All Small Wager
        dice 5-5: nothing happens
        dice 6-2: nothing happens
        alice calls on Place Bet to Win on 6
        dice 4-2: alice wins $14 on Place Bet to Win on 6
        alice bets $10 on Come Bet
        alice calls off Pass Bet: refused under § 623a.4(c)
        alice calls off Come Bet: refused under § 623a.4(c)
        alice calls off Fire Bet: refused under § 623a.11
        alice calls off All Small Wager: refused under § 623a.12
        """,
    )


# § 623a.4, making and removal of wagers.


@pytest.mark.law("§ 623a.4")
@BOTH
def test_4_a_late_bet_is_no_bet(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $100
        bob bets $5 on Field Bet: refused                             # bob has no chips
        alice bets $5 on Field Bet
        lock the bets
        alice bets $5 on Any Seven Bet: refused under § 623a.4
        alice presses Field Bet by $5: refused under § 623a.4
        alice takes down Field Bet: refused under § 623a.4
        dice 4-3: alice loses $5 on Field Bet
        alice bets $5 on Any Seven Bet
        """,
    )


@pytest.mark.law("§ 623a.4")
@BOTH
@pytest.mark.parametrize(
    ("wager", "stake"),
    [
        ("Place Bet to Win on 6", 12),
        ("Place Bet to Lose on 4", 11),
        ("Four the Hardway Bet", 5),
        ("Field Bet", 5),
        ("Any Seven Bet", 5),
        ("Horn Bet", 8),
        ("Four-Six on the Hop Bet", 5),
        ("6-7-8 Bet", 5),
    ],
)
def test_4_any_other_wager_is_raised_reduced_and_taken_down_at_any_time(house: House, wager: str, stake: int) -> None:
    change = f"""
        alice bets ${stake} on {wager}
        alice presses {wager} by ${stake}
        alice reduces {wager} by ${stake}
        alice takes down {wager}
    """
    played = play_scene(house, "alice buys in for $100\n" + change + "dice 5-4: the point is 9\n" + change)

    assert played.table.books.rail("alice") == 100_00


@pytest.mark.law("§ 623a.4")
def test_4_odds_are_raised_reduced_and_taken_down_at_any_time() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        alice takes $10 odds on Pass Bet
        alice presses odds on Pass Bet by $10
        alice reduces odds on Pass Bet by $5
        alice takes down odds on Pass Bet
        dice 2-2: alice wins $10 on Pass Bet; the point is made
        """,
    )


@pytest.mark.law("§ 623a.4(c)")
@BOTH
def test_4_c_a_pass_or_come_bet_stays_once_it_has_a_number(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $200
        alice bets $10 on Pass Bet
        alice presses Pass Bet by $5
        alice reduces Pass Bet by $5
        alice takes down Pass Bet
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        alice takes down Pass Bet: refused under § 623a.4(c)
        alice reduces Pass Bet by $5: refused under § 623a.4(c)
        alice bets $10 on Come Bet
        alice takes down Come Bet
        alice bets $10 on Come Bet
        dice 5-4: alice's Come Bet moves to 9
        alice takes down Come Bet on 9: refused under § 623a.4(c)
        alice reduces Come Bet on 9 by $5: refused under § 623a.4(c)
        alice leaves: refused
        """,
    )


@pytest.mark.law("§ 623a.4(c)")
def test_a21_no_pass_bet_is_made_or_raised_after_the_point() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        bob buys in for $200
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        bob bets $10 on Pass Bet: refused under § 623a.3(a)(1)
        bob bets $10 on put bet: refused under § 623a.3(a)
        bob bets $10 on Come Bet on 6: refused under § 623a.3(a)(3)
        alice presses Pass Bet by $10: refused under § 623a.4(c)
        alice bets $10 on Come Bet
        dice 5-4: alice's Come Bet moves to 9
        alice presses Come Bet on 9 by $10: refused under § 623a.4(c)
        """,
    )


@pytest.mark.law("§ 623a.4(c)")
def test_a21_a_house_may_let_an_existing_bet_be_raised(tmp_path: Path) -> None:
    """The cap on its odds is then higher. A Don't Pass Bet may not be raised, and a new Pass Bet may not be made."""
    play_scene(
        open_changed(
            tmp_path,
            "craps",
            supplemental_wagers={"take": "1 times"},
            readings={"raised_after_the_point": "allowed"},
        ),
        """
        alice buys in for $200
        bob buys in for $200
        alice bets $10 on Pass Bet
        bob bets $10 on Don't Pass Bet
        dice 2-2: the point is 4
        alice takes $20 odds on Pass Bet: refused under § 623a.6(e)
        alice presses Pass Bet by $10
        alice takes $20 odds on Pass Bet
        alice takes down Pass Bet: refused under § 623a.4(c)
        bob presses Don't Pass Bet by $10: refused under § 623a.4(d)
        bob bets $10 on Pass Bet: refused under § 623a.3(a)(1)
        dice 3-1: alice wins $20 on Pass Bet, $40 odds; bob loses $10 on Don't Pass Bet; the point is made
        """,
    )


@pytest.mark.law("§ 623a.4(d)")
@BOTH
def test_4_d_a_dont_bet_comes_down_at_any_time_and_is_neither_restored_nor_raised(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $200
        alice bets $10 on Don't Pass Bet
        alice presses Don't Pass Bet by $10
        dice 2-2: the point is 4
        alice presses Don't Pass Bet by $5: refused under § 623a.4(d)
        alice reduces Don't Pass Bet by $10
        alice presses Don't Pass Bet by $10: refused under § 623a.4(d)
        alice takes down Don't Pass Bet
        alice bets $10 on Don't Pass Bet: refused under § 623a.3(a)(2)
        alice bets $10 on Don't Come Bet
        dice 5-4: alice's Don't Come Bet moves to 9
        alice presses Don't Come Bet on 9 by $5: refused under § 623a.4(d)
        alice reduces Don't Come Bet on 9 by $5
        alice takes down Don't Come Bet on 9
        alice bets $10 on Don't Come Bet on 9: refused under § 623a.3(a)(4)
        """,
    )


# § 623a.8, invalid rolls.


@pytest.mark.law("§ 623a.8")
@pytest.mark.parametrize("house", [CRAPS, MINI_CRAPS, CRAPLESS], ids=["craps", "mini-craps", "crapless"])
def test_a27_an_invalid_roll_decides_nothing_and_a_one_roll_bet_waits_for_the_next(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $100
        alice bets $10 on Pass Bet
        alice bets $5 on Field Bet
        no roll (a die left the table): nothing happens
        no roll: nothing happens
        dice 5-4: alice wins $5 on Field Bet; the point is 9
        alice bets $5 on Any Seven Bet
        lock the bets
        no roll (one die on the other)
        alice takes down Any Seven Bet                                # the bets are open again
        dice 5-4: alice wins $10 on Pass Bet; the point is made
        """,
    )


@pytest.mark.law("§ 623a.8")
def test_a27_an_invalid_roll_counts_for_no_wager() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $100
        alice bets $5 on Fire Bet
        alice bets $5 on All Small Wager
        no roll: nothing happens
        dice 2-2: alice marks 4 on All Small Wager; the point is 4
        no roll: nothing happens
        dice 2-2: alice marks 4 on Fire Bet; the point is made
        """,
    )


# § 623a.9, reading of the dice and settlement.


@pytest.mark.law("§ 623a.9")
@pytest.mark.parametrize(
    ("lies", "counts"),
    [("c1-2", "6-2"), ("c2-2", "5-2"), ("2-c3", "2-4"), ("2-c4", "2-3"), ("c5-c6", "2-1"), ("6-c6", "6-1")],
)
def test_9_a_cocked_die_is_read_by_the_face_opposite_the_one_that_rests_on_chips(lies: str, counts: str) -> None:
    rolled = last_roll(play_scene(CRAPS, f"dice {lies}"))

    assert str(rolled.roll) == counts


@pytest.mark.law("§ 623a.9")
def test_9_bets_are_decided_then_come_bets_move_then_the_puck_then_the_shooter() -> None:
    """The roll that makes the point moves a Come Bet to its number, and a bet that was off stays off."""
    played = play_scene(
        CRAPS,
        """
        alice buys in for $200
        alice bets $10 on Pass Bet
        alice bets $12 on Place Bet to Win on 6
        dice 3-3: the point is 6                                      # the Place Bet was off before it
        alice bets $10 on Come Bet
        dice 4-2: alice wins $24; alice's Come Bet moves to 6; the point is made
        bob buys in for $100
        bob bets $10 on Pass Bet
        dice 4-3: bob wins $10 on Pass Bet; alice loses $10 on Come Bet on 6      # a come out 7 keeps the shooter
        bob bets $10 on Pass Bet
        dice 2-2: the point is 4
        dice 4-3: bob loses $10 on Pass Bet; alice loses $12 on Place Bet to Win on 6; seven out
        """,
    )

    assert played.table.layout.point is None
    assert played.table.layout.shooter is None


@pytest.mark.law("§ 623a.9")
def test_a22_line_come_and_one_roll_bets_come_down_with_their_winnings() -> None:
    played = play_scene(
        CRAPS,
        """
        alice buys in for $200
        bob buys in for $200
        alice bets $10 on Pass Bet
        bob bets $10 on Don't Pass Bet
        alice bets $5 on Field Bet
        dice 2-2: alice wins $5 on Field Bet; the point is 4
        alice takes $10 odds on Pass Bet
        alice bets $10 on Come Bet
        dice 5-4: alice's Come Bet moves to 9
        alice takes $10 odds on Come Bet on 9
        dice 6-3: alice wins $10 on Come Bet on 9, $15 odds
        dice 3-1: alice wins $10 on Pass Bet, $20 odds; bob loses $10 on Don't Pass Bet; the point is made
        """,
    )

    assert played.table.layout.bets == ()


@pytest.mark.law("§ 623a.9")
def test_a22_place_buy_lay_and_hardway_bets_stay_up_as_fresh_wagers() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $500
        dice 5-4: the point is 9
        alice bets $12 on Place Bet to Win on 6
        alice bets $20 on Buy Bet on the 4
        alice bets $5 on Six the Hardway Bet
        dice 3-3: alice wins $14 on Place Bet to Win on 6, $45 on Six the Hardway Bet
        dice 3-3: alice wins $14 on Place Bet to Win on 6, $45 on Six the Hardway Bet
        dice 2-2: alice wins $40 on Buy Bet on the 4; alice pays $1 vigorish on Buy Bet on the 4
        dice 2-2: alice wins $40 on Buy Bet on the 4; alice pays $1 vigorish on Buy Bet on the 4
        alice takes down Place Bet to Win on 6
        alice takes down Buy Bet on the 4
        alice takes down Six the Hardway Bet
        alice bets $11 on Place Bet to Lose on 4
        alice bets $40 on Lay Bet against the 10
        dice 4-3: alice wins $25; alice pays $1 vigorish on Lay Bet against the 10; seven out
        dice 5-4: the point is 9
        dice 4-3: alice wins $25; alice pays $1 vigorish on Lay Bet against the 10; seven out
        """,
    )


@pytest.mark.law("§ 623a.9")
@pytest.mark.parametrize("house", [CRAPS, MINI_CRAPS, CRAPLESS, EVERY_OPTION], ids=lambda house: house.source)
def test_a22_nothing_else_stays_up(house: House) -> None:
    """The test looks at the remaining bet after every win of every wager, number and roll."""
    left_up = {
        wager.family
        for wager in house.wagers.values()
        for number, rolls_of_it in wager.verdicts.items()
        for roll in rolls_of_it
        if settle(Bet("alice", wager, 440_00, number, button=None), roll, point=number or 4).result == "won"
        and settle(Bet("alice", wager, 440_00, number, button=None), roll, point=number or 4).remaining is not None
    }
    offered = {wager.family for wager in house.wagers.values()}

    assert left_up == {CRAPS.wagers[name].family for name in STAY_UP} & offered


@pytest.mark.law("§ 623a.9")
def test_a25_each_come_bet_is_a_bet_of_its_own() -> None:
    """A Come Bet that moves to a number does not win with the older bet on that number; nor do its odds."""
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        dice 2-2: the point is 4
        alice bets $10 on Come Bet
        dice 5-4: alice's Come Bet moves to 9
        alice takes $20 odds on Come Bet on 9
        alice bets $15 on Come Bet
        dice 6-3: alice wins $10 on Come Bet on 9, $30 odds; alice's Come Bet moves to 9
        alice bets $5 on Come Bet
        dice 6-3: alice wins $15 on Come Bet on 9; alice's Come Bet moves to 9
        dice 4-3: alice loses $5 on Come Bet on 9; seven out
        """,
    )


@pytest.mark.law("§ 623a.9")
def test_a25_each_dont_come_bet_is_a_bet_of_its_own() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        dice 2-2: the point is 4
        alice bets $10 on Don't Come Bet
        dice 5-4: alice's Don't Come Bet moves to 9
        alice bets $15 on Don't Come Bet
        dice 6-3: alice loses $10 on Don't Come Bet on 9; alice's Don't Come Bet moves to 9
        dice 4-3: alice wins $15 on Don't Come Bet on 9; seven out
        """,
    )


# § 623a.10, the shooter.


@pytest.mark.law("§ 623a.10")
@BOTH
def test_a28_at_a_come_out_roll_the_shooter_needs_a_pass_or_a_dont_pass_bet(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $200
        bob buys in for $200
        offer the dice to alice
        alice accepts the dice: refused under § 623a.10
        alice bets $5 on Field Bet
        alice accepts the dice: refused under § 623a.10
        alice bets $10 on Don't Pass Bet
        alice accepts the dice
        dice 2-2: alice wins $5 on Field Bet; the point is 4
        alice takes down Don't Pass Bet                               # with a point on, alice still has the dice
        alice passes the dice: the dice go to bob
        """,
    )


@pytest.mark.law("§ 623a.10")
def test_a28_in_crapless_craps_the_shooter_needs_a_pass_bet() -> None:
    play_scene(
        CRAPLESS,
        """
        alice buys in for $200
        offer the dice to alice
        alice bets $12 on Place Bet to Win on 6
        alice accepts the dice: refused under § 623a.10
        alice bets $10 on Pass Bet
        alice accepts the dice
        """,
    )


@pytest.mark.law("§ 623a.10")
def test_a28_dice_pass_clockwise_from_a_shooter_without_a_line_bet() -> None:
    scene = """
        alice buys in for $200
        bob buys in for $200
        carol buys in for $200
        carol bets $10 on Pass Bet
        dice 2-2: the point is 4
    """

    assert last_roll(play_scene(CRAPS, scene)).shooter == "carol"
    assert (
        last_roll(play_scene(CRAPS, scene + "dice 2-2: carol wins $10\nbob bets $10 on Pass Bet\ndice 2-2")).shooter
        == "bob"
    )


@pytest.mark.law("§ 623a.10")
def test_a28_the_house_throws_if_nobody_has_a_line_bet() -> None:
    """So a bet on the table is still decided."""
    played = play_scene(
        CRAPS,
        """
        alice buys in for $200
        alice bets $24 on Lay Bet against the 6
        dice 4-3: alice wins $20 on Lay Bet against the 6; alice pays $1 vigorish on Lay Bet against the 6
        """,
    )

    assert last_roll(played).shooter is None


@pytest.mark.law("§ 623a.10")
@pytest.mark.parametrize("house", [CRAPS, MINI_CRAPS, CRAPLESS], ids=["craps", "mini-craps", "crapless"])
def test_10_the_dice_go_clockwise_at_a_seven_out_or_when_they_are_passed(house: House) -> None:
    played = play_scene(
        house,
        """
        alice buys in for $200
        bob buys in for $200
        carol buys in for $200
        offer the dice to alice
        alice declines the dice: the dice go to bob
        bob bets $10 on Pass Bet
        bob accepts the dice
        offer the dice to carol: refused under § 623a.10           # bob has them
        carol passes the dice: refused under § 623a.10
        dice 4-3: bob wins $10 on Pass Bet                            # a 7, but no seven-out
        bob bets $10 on Pass Bet
        dice 2-2: the point is 4
        dice 5-3: nothing happens
        dice 4-3: bob loses $10 on Pass Bet; seven out
        alice accepts the dice: refused under § 623a.10            # they go to carol
        carol bets $10 on Pass Bet
        carol accepts the dice
        dice 5-4: the point is 9
        carol passes the dice: the dice go to alice                   # after any roll
        alice accepts the dice
        """,
    )

    assert played.table.layout.shooter == "alice"


# § 623a.11, the Fire Bet.


@pytest.mark.law("§ 623a.11")
def test_a16_fire_bet_is_made_until_the_shooters_first_point_and_locked_after() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        bob buys in for $200
        alice bets $10 on Pass Bet
        alice bets $5 on Fire Bet
        alice presses Fire Bet by $5
        alice takes down Fire Bet
        dice 4-3: alice wins $10 on Pass Bet                          # a come out roll sets no point
        alice bets $10 on Pass Bet
        alice bets $5 on Fire Bet
        dice 2-2: the point is 4
        alice takes down Fire Bet: refused under § 623a.11
        alice reduces Fire Bet by $1: refused under § 623a.11
        alice presses Fire Bet by $1: refused under § 623a.11
        bob bets $5 on Fire Bet: refused under § 623a.3(a)(39)
        dice 2-2: alice marks 4 on Fire Bet; alice wins $10 on Pass Bet; the point is made
        bob bets $5 on Fire Bet: refused under § 623a.3(a)(39)        # the second come out is too late
        alice takes down Fire Bet: refused under § 623a.11
        alice bets $10 on Pass Bet
        dice 5-4: the point is 9
        dice 4-3: alice loses $10 on Pass Bet, $5 on Fire Bet; seven out
        bob bets $5 on Fire Bet                                       # a new shooter
        """,
    )


@pytest.mark.law("§ 623a.11")
def test_a16_fire_bet_counts_points_made_and_not_come_out_rolls() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        alice bets $10 on Pass Bet
        alice bets $5 on Fire Bet
        dice 2-2: the point is 4
        dice 6-2: nothing happens                                     # thrown, not made
        dice 1-3: alice marks 4 on Fire Bet; alice wins $10 on Pass Bet; the point is made
        dice 4-3: nothing happens                                     # a come out 7 ends nothing
        dice 6-6: nothing happens
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        dice 1-3: alice wins $10 on Pass Bet; the point is made       # marked already
        """,
    )


@pytest.mark.law("§ 623a.11")
def test_a16_the_sixth_point_pays_at_once() -> None:
    scene = "alice buys in for $100\nalice bets $1 on Fire Bet\n"
    for number, roll in ((4, "2-2"), (5, "2-3"), (6, "3-3"), (8, "4-4"), (9, "4-5")):
        scene += (
            f"dice {roll}: the point is {number}\ndice {roll}: alice marks {number} on Fire Bet; the point is made\n"
        )
    played = play_scene(
        CRAPS, scene + "dice 5-5: the point is 10\ndice 5-5: alice wins $999 on Fire Bet; the point is made\n"
    )

    assert played.table.layout.bets == ()


@pytest.mark.law("§ 623a.11")
def test_a16_fire_bet_continues_when_the_dice_are_passed() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        bob buys in for $200
        alice bets $10 on Pass Bet
        bob bets $10 on Pass Bet
        alice bets $5 on Fire Bet
        offer the dice to alice
        alice accepts the dice
        dice 2-2: the point is 4
        dice 3-1: alice marks 4 on Fire Bet; alice wins $10 on Pass Bet; bob wins $10 on Pass Bet; the point is made
        alice passes the dice: the dice go to bob
        bob bets $10 on Pass Bet
        bob accepts the dice
        dice 3-3: the point is 6
        dice 4-2: alice marks 6 on Fire Bet; bob wins $10 on Pass Bet; the point is made
        """,
    )


@pytest.mark.law("§ 623a.11")
def test_a16_a_house_may_return_a_fire_bet_when_the_dice_are_passed(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", readings={"fire_bet_when_dice_pass": "returned"}),
        """
        alice buys in for $200
        bob buys in for $200
        alice bets $10 on Pass Bet
        alice bets $5 on Fire Bet
        bob bets $5 on Fire Bet
        offer the dice to alice
        alice accepts the dice
        dice 2-2: the point is 4
        alice passes the dice: alice gets back $5 on Fire Bet; bob gets back $5 on Fire Bet; the dice go to bob
        """,
    )


# § 623a.12, Bonus Craps.


@pytest.mark.law("§ 623a.12")
@pytest.mark.parametrize("house", [CRAPS, CRAPLESS], ids=["craps", "crapless"])
def test_a17_bonus_craps_is_made_before_any_come_out_roll_with_marks_of_its_own(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $200
        bob buys in for $200
        alice bets $5 on All Small Wager
        dice 2-2: alice marks 4 on All Small Wager; the point is 4
        bob bets $5 on All Small Wager: refused
        dice 3-1: the point is made
        bob bets $5 on All Small Wager                                # on a board that is not fresh
        dice 3-3: alice marks 6 on All Small Wager; bob marks 6 on All Small Wager; the point is 6
        dice 2-2: bob marks 4 on All Small Wager
        dice 4-3: alice loses $5 on All Small Wager; bob loses $5 on All Small Wager; seven out
        """,
    )


@pytest.mark.law("§ 623a.12")
@pytest.mark.parametrize("wager", ["All Small Wager", "All Or Nothing At All Wager", "All Tall Wager"])
def test_a17_bonus_craps_is_locked_until_decided(wager: str) -> None:
    play_scene(
        CRAPS,
        f"""
        alice buys in for $200
        alice bets $5 on {wager}
        alice presses {wager} by $5: refused under § 623a.12
        alice reduces {wager} by $1: refused under § 623a.12
        alice takes down {wager}: refused under § 623a.12
        """,
    )


@pytest.mark.law("§ 623a.12")
@pytest.mark.parametrize("example", ["craps", "crapless"])
def test_a17_a_house_may_take_bonus_craps_on_a_fresh_board_only(tmp_path: Path, example: str) -> None:
    play_scene(
        open_changed(tmp_path, example, readings={"bonus_craps_made": "fresh board"}),
        """
        alice buys in for $200
        bob buys in for $200
        alice bets $5 on All Tall Wager
        dice 4-4: alice marks 8 on All Tall Wager; the point is 8
        dice 4-4: the point is made
        bob bets $5 on All Tall Wager: refused under § 623a.12
        dice 4-3: alice loses $5 on All Tall Wager
        bob bets $5 on All Tall Wager
        """,
    )


# § 601a.2, Rules Submissions.


@pytest.mark.law("§ 601a.2")
@pytest.mark.parametrize("heading", ["table", "house"])
def test_601a_2_a_choice_that_the_law_leaves_to_the_house_must_be_stated(tmp_path: Path, heading: str) -> None:
    with pytest.raises(SubmissionError, match=heading):
        open_changed(tmp_path, "craps", **{heading: None})


@pytest.mark.law("§ 601a.2")
@pytest.mark.parametrize("key", ["minimum", "proposition_minimum", "maximum", "smallest_chip", "payouts", "seats"])
def test_601a_2_no_limit_of_the_table_has_a_default(tmp_path: Path, key: str) -> None:
    assert faults(tmp_path, "craps", table={key: None}) == {(f"table.{key}", "§ 601a.2")}


@pytest.mark.law("§ 601a.2")
def test_601a_2_the_minimum_is_that_of_the_submission() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $100
        alice bets $4 on Pass Bet: refused under § 601a.2
        alice bets $4 on Field Bet: refused under § 601a.2
        alice bets $1 on Any Seven Bet
        alice bets $5 on Pass Bet
        """,
    )


@pytest.mark.law("§ 601a.2")
def test_601a_2_the_seats_are_those_of_the_submission() -> None:
    players = ["ann", "ben", "cem", "dee", "eva", "fay", "gil", "hal", "ida"]
    play_scene(
        MINI_CRAPS,
        "\n".join(f"{player} buys in for $10" for player in players) + "\njo buys in for $10: refused under § 601a.2",
    )


OPTIONS = [
    (key, option)
    for _, reading in read_law().readings.values()
    for choice in reading.choices
    for key, option in ((choice.key, option) for option in choice.options)
]


@pytest.mark.law("§ 601a.2")
@pytest.mark.parametrize(("key", "option"), OPTIONS)
def test_601a_2_a_submission_may_choose_another_option_of_a_reading(tmp_path: Path, key: str, option: str) -> None:
    """The first option is the default; another option has a warning that names the reading."""
    readings = checked(tmp_path, "craps", readings={key: option})
    departs = f"readings.{key}" in {warning.where for warning in readings.warnings}

    assert not readings.faults
    assert departs == (CRAPS.choices[key] != option)
    assert open_changed(tmp_path, "craps", readings={key: option}).choices[key] == option


@pytest.mark.law("§ 601a.2")
def test_601a_2_the_example_of_every_option_has_another_option_of_every_reading() -> None:
    assert {key for key, _ in OPTIONS} == set(EVERY_OPTION.submission.readings)
    assert all(option != CRAPS.choices[key] for key, option in EVERY_OPTION.submission.readings.items())


@pytest.mark.law("§ 601a.2")
@pytest.mark.parametrize(("key", "option"), [("on_lasts", "for ever"), ("field_pays_triple", "on 12")])
def test_601a_2_a_submission_has_no_other_choices(tmp_path: Path, key: str, option: str) -> None:
    assert {where for where, _ in faults(tmp_path, "craps", readings={key: option})} == {f"readings.{key}"}


# § 603a.21, Match Play Coupons.


@pytest.mark.law("§ 603a.21")
def test_a26_coupons_are_not_chips_and_this_table_takes_none(tmp_path: Path) -> None:
    with pytest.raises(NotationError):
        play_scene(CRAPLESS, "alice buys in for $100\nalice bets a $10 coupon on Pass Bet")
    assert {where for where, _ in faults(tmp_path, "crapless", match_play={"face": "$10"})} == {"match_play"}


def last_roll(played: Played) -> Rolled:
    """Return the last event of a script, which is a roll."""
    event = played.journal[-1]
    assert isinstance(event, Rolled)
    return event
