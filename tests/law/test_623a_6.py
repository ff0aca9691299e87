"""58 Pa. Code § 623a.6, supplemental wagers: with the tests in the order of the paragraphs."""

from __future__ import annotations

from pathlib import Path

import pytest

from law.submissions import faults, open_changed
from passline.house.house import House
from scenes import CRAPLESS, CRAPS, MINI_CRAPS, bet_on, play_scene, rolls_by_result

POINTS = (4, 5, 6, 8, 9, 10)
BOTH = pytest.mark.parametrize("house", [CRAPS, MINI_CRAPS], ids=["craps", "mini-craps"])


@pytest.mark.law("§ 623a.6(a)", "§ 623a.6(a)(1)")
@BOTH
def test_a_odds_on_a_pass_bet(house: House) -> None:
    """The original bet is paid 1 to 1, and the odds have their own payout odds."""
    play_scene(
        house,
        """
        alice buys in for $100
        alice bets $10 on Pass Bet
        alice takes $10 odds on Pass Bet: refused under § 623a.6(a)          # nothing has been thrown yet
        dice 2-2: the point is 4
        alice lays $10 odds on Pass Bet: refused under § 623a.6(a)
        alice takes $10 odds on Pass Bet
        dice 5-6: nothing happens
        dice 3-1: alice wins $10 on Pass Bet, $20 odds; the point is made
        alice bets $10 on Pass Bet
        dice 5-4: the point is 9
        alice takes $10 odds on Pass Bet
        dice 4-3: alice loses $10 on Pass Bet, $10 odds; seven out
        """,
    )


@pytest.mark.law("§ 623a.6(a)")
def test_a_odds_on_a_pass_bet_may_be_limited_to_its_amount(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", supplemental_wagers={"take": "1 times"}),
        """
        alice buys in for $100
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        alice takes $11 odds on Pass Bet: refused under § 623a.6(e)
        alice takes $10 odds on Pass Bet
        """,
    )


@pytest.mark.parametrize(
    ("roll", "odds"),
    [
        pytest.param("1-3", "$20", marks=pytest.mark.law("§ 623a.6(a)(2)(i)"), id="i_4"),
        pytest.param("6-4", "$20", marks=pytest.mark.law("§ 623a.6(a)(2)(i)"), id="i_10"),
        pytest.param("1-4", "$15", marks=pytest.mark.law("§ 623a.6(a)(2)(ii)"), id="ii_5"),
        pytest.param("6-3", "$15", marks=pytest.mark.law("§ 623a.6(a)(2)(ii)"), id="ii_9"),
        pytest.param("1-5", "$12", marks=pytest.mark.law("§ 623a.6(a)(2)(iii)"), id="iii_6"),
        pytest.param("6-2", "$12", marks=pytest.mark.law("§ 623a.6(a)(2)(iii)"), id="iii_8"),
    ],
)
def test_a_2_odds_on_a_pass_bet_are_paid_by_the_come_out_point(roll: str, odds: str) -> None:
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        alice bets $10 on Pass Bet
        dice {roll}
        alice takes $10 odds on Pass Bet
        dice {roll}: alice wins $10 on Pass Bet, {odds} odds
        """,
    )


@pytest.mark.law("§ 623a.6(b)", "§ 623a.6(b)(1)")
@BOTH
def test_b_odds_on_a_dont_pass_bet(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $100
        alice bets $10 on Don't Pass Bet
        alice lays $10 odds on Don't Pass Bet: refused under § 623a.6(b)
        dice 2-2: the point is 4
        alice takes $20 odds on Don't Pass Bet: refused under § 623a.6(b)
        alice lays $20 odds on Don't Pass Bet
        dice 5-6: nothing happens
        dice 4-3: alice wins $10 on Don't Pass Bet, $10 odds; seven out
        alice bets $10 on Don't Pass Bet
        dice 5-4: the point is 9
        alice lays $15 odds on Don't Pass Bet
        dice 6-3: alice loses $10 on Don't Pass Bet, $15 odds; the point is made
        """,
    )


@pytest.mark.law("§ 623a.6(b)")
def test_b_odds_on_a_dont_pass_bet_may_be_limited_to_what_wins_its_amount(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", supplemental_wagers={"lay": "1 times"}),
        """
        alice buys in for $100
        alice bets $10 on Don't Pass Bet
        dice 2-2: the point is 4
        alice lays $22 odds on Don't Pass Bet: refused under § 623a.6(e)     # would win $11
        alice lays $20 odds on Don't Pass Bet
        """,
    )


@pytest.mark.parametrize(
    ("roll", "laid", "wins"),
    [
        pytest.param("1-3", "$30", "$15", marks=pytest.mark.law("§ 623a.6(b)(2)(i)"), id="i_4"),
        pytest.param("6-4", "$30", "$15", marks=pytest.mark.law("§ 623a.6(b)(2)(i)"), id="i_10"),
        pytest.param("1-4", "$30", "$20", marks=pytest.mark.law("§ 623a.6(b)(2)(ii)"), id="ii_5"),
        pytest.param("6-3", "$30", "$20", marks=pytest.mark.law("§ 623a.6(b)(2)(ii)"), id="ii_9"),
        pytest.param("1-5", "$30", "$25", marks=pytest.mark.law("§ 623a.6(b)(2)(iii)"), id="iii_6"),
        pytest.param("6-2", "$30", "$25", marks=pytest.mark.law("§ 623a.6(b)(2)(iii)"), id="iii_8"),
    ],
)
def test_b_2_odds_on_a_dont_pass_bet_are_paid_by_the_come_out_point(roll: str, laid: str, wins: str) -> None:
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        alice bets $10 on Don't Pass Bet
        dice {roll}
        alice lays {laid} odds on Don't Pass Bet
        dice 4-3: alice wins $10 on Don't Pass Bet, {wins} odds
        """,
    )


@pytest.mark.law("§ 623a.6(c)", "§ 623a.6(c)(1)")
@BOTH
def test_c_odds_on_a_come_bet(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $10 on Come Bet
        alice takes $10 odds on Come Bet: refused under § 623a.6(c)
        dice 5-4: alice's Come Bet moves to 9
        alice lays $10 odds on Come Bet on 9: refused under § 623a.6(c)
        alice takes $10 odds on Come Bet on 9
        dice 5-6: nothing happens
        dice 3-6: alice wins $10 on Come Bet on 9, $15 odds
        alice bets $10 on Come Bet
        dice 5-3: alice's Come Bet moves to 8
        alice takes $10 odds on Come Bet on 8
        dice 4-3: alice loses $10 on Come Bet on 8, $10 odds; seven out
        """,
    )


@pytest.mark.law("§ 623a.6(c)")
def test_c_odds_on_a_come_bet_may_be_limited_to_its_amount(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", supplemental_wagers={"take": "1 times"}),
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $10 on Come Bet
        dice 5-5: alice's Come Bet moves to 10
        alice takes $11 odds on Come Bet on 10: refused under § 623a.6(e)
        alice takes $10 odds on Come Bet on 10
        """,
    )


@pytest.mark.parametrize(
    ("number", "roll", "odds"),
    [
        pytest.param(4, "1-3", "$20", marks=pytest.mark.law("§ 623a.6(c)(2)(i)"), id="i_4"),
        pytest.param(10, "6-4", "$20", marks=pytest.mark.law("§ 623a.6(c)(2)(i)"), id="i_10"),
        pytest.param(5, "1-4", "$15", marks=pytest.mark.law("§ 623a.6(c)(2)(ii)"), id="ii_5"),
        pytest.param(9, "6-3", "$15", marks=pytest.mark.law("§ 623a.6(c)(2)(ii)"), id="ii_9"),
        pytest.param(6, "1-5", "$12", marks=pytest.mark.law("§ 623a.6(c)(2)(iii)"), id="iii_6"),
        pytest.param(8, "6-2", "$12", marks=pytest.mark.law("§ 623a.6(c)(2)(iii)"), id="iii_8"),
    ],
)
def test_c_2_odds_on_a_come_bet_are_paid_by_the_come_point(number: int, roll: str, odds: str) -> None:
    """The come out point, with other payout odds, does not matter."""
    other = "2-2" if number in {6, 8} else "4-2"
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        dice {other}
        alice bets $10 on Come Bet
        dice {roll}: alice's Come Bet moves to {number}
        alice takes $10 odds on Come Bet on {number}
        dice {roll}: alice wins $10 on Come Bet on {number}, {odds} odds
        """,
    )


@pytest.mark.law("§ 623a.6(d)", "§ 623a.6(d)(1)")
@BOTH
def test_d_odds_on_a_dont_come_bet(house: House) -> None:
    play_scene(
        house,
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $10 on Don't Come Bet
        alice lays $10 odds on Don't Come Bet: refused under § 623a.6(d)
        dice 5-4: alice's Don't Come Bet moves to 9
        alice takes $15 odds on Don't Come Bet on 9: refused under § 623a.6(d)
        alice lays $15 odds on Don't Come Bet on 9
        dice 5-6: nothing happens
        dice 3-6: alice loses $10 on Don't Come Bet on 9, $15 odds
        alice bets $10 on Don't Come Bet
        dice 5-3: alice's Don't Come Bet moves to 8
        alice lays $12 odds on Don't Come Bet on 8
        dice 4-3: alice wins $10 on Don't Come Bet on 8, $10 odds; seven out
        """,
    )


@pytest.mark.law("§ 623a.6(d)")
def test_d_odds_on_a_dont_come_bet_may_be_limited_to_what_wins_its_amount(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", supplemental_wagers={"lay": "1 times"}),
        """
        alice buys in for $100
        dice 2-2: the point is 4
        alice bets $10 on Don't Come Bet
        dice 5-4: alice's Don't Come Bet moves to 9
        alice lays $18 odds on Don't Come Bet on 9: refused under § 623a.6(e)    # would win $12
        alice lays $15 odds on Don't Come Bet on 9
        """,
    )


@pytest.mark.parametrize(
    ("number", "roll", "laid", "wins"),
    [
        pytest.param(4, "1-3", "$30", "$15", marks=pytest.mark.law("§ 623a.6(d)(2)(i)"), id="i_4"),
        pytest.param(10, "6-4", "$30", "$15", marks=pytest.mark.law("§ 623a.6(d)(2)(i)"), id="i_10"),
        pytest.param(5, "1-4", "$30", "$20", marks=pytest.mark.law("§ 623a.6(d)(2)(ii)"), id="ii_5"),
        pytest.param(9, "6-3", "$30", "$20", marks=pytest.mark.law("§ 623a.6(d)(2)(ii)"), id="ii_9"),
        pytest.param(6, "1-5", "$30", "$25", marks=pytest.mark.law("§ 623a.6(d)(2)(iii)"), id="iii_6"),
        pytest.param(8, "6-2", "$30", "$25", marks=pytest.mark.law("§ 623a.6(d)(2)(iii)"), id="iii_8"),
    ],
)
def test_d_2_odds_on_a_dont_come_bet_are_paid_by_the_come_point(number: int, roll: str, laid: str, wins: str) -> None:
    other = "2-2" if number in {6, 8} else "4-2"
    play_scene(
        CRAPS,
        f"""
        alice buys in for $100
        dice {other}
        alice bets $10 on Don't Come Bet
        dice {roll}: alice's Don't Come Bet moves to {number}
        alice lays {laid} odds on Don't Come Bet on {number}
        dice 4-3: alice wins $10 on Don't Come Bet on {number}, {wins} odds
        """,
    )


@pytest.mark.law("§ 623a.6(a)", "§ 623a.6(b)", "§ 623a.6(c)", "§ 623a.6(d)")
@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize("wager", ["Pass Bet", "Don't Pass Bet", "Come Bet", "Don't Come Bet"])
def test_a_to_d_odds_are_decided_with_their_bet_on_every_roll(wager: str, number: int) -> None:
    flat = bet_on(CRAPS, wager, 10_00)._replace(number=number)
    odds = bet_on(CRAPS, f"odds on {wager}", 30_00)._replace(number=number)

    assert rolls_by_result(odds, point=number) == rolls_by_result(flat, point=number)


@pytest.mark.law("§ 623a.6(c)")
def test_a4_odds_on_a_come_bet_are_off_on_a_come_out_roll_unless_called_on() -> None:
    """They are returned if their bet wins and if it loses."""
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        dice 2-2: the point is 4
        alice bets $10 on Come Bet
        dice 5-4: alice's Come Bet moves to 9
        alice takes $10 odds on Come Bet on 9
        dice 2-2: the point is made
        dice 4-3: alice loses $10 on Come Bet on 9; alice gets back $10 on odds on Come Bet on 9
        dice 2-2: the point is 4
        alice bets $10 on Come Bet
        dice 5-4: alice's Come Bet moves to 9
        alice takes $10 odds on Come Bet on 9
        dice 2-2: the point is made
        dice 3-6: alice wins $10 on Come Bet on 9; alice gets back $10 on odds on Come Bet on 9; the point is 9
        alice bets $10 on Come Bet
        dice 2-2: alice's Come Bet moves to 4
        alice takes $10 odds on Come Bet on 4
        dice 3-6: the point is made
        alice calls on odds on Come Bet on 4
        dice 2-2: alice wins $10 on Come Bet on 4, $20 odds; the point is 4
        """,
    )


@pytest.mark.law("§ 623a.6(d)")
def test_a4_odds_on_a_dont_come_bet_work_on_a_come_out_roll() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $200
        dice 2-2: the point is 4
        alice bets $10 on Don't Come Bet
        dice 5-4: alice's Don't Come Bet moves to 9
        alice lays $15 odds on Don't Come Bet on 9
        dice 2-2: the point is made
        dice 4-3: alice wins $10 on Don't Come Bet on 9, $10 odds
        """,
    )


@pytest.mark.law("§ 623a.6(c)", "§ 623a.6(d)")
def test_a4_a_house_may_choose_the_other_option_for_either(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", readings={"come_odds": "on", "dont_come_odds": "off unless called on"}),
        """
        alice buys in for $200
        bob buys in for $200
        dice 2-2: the point is 4
        alice bets $10 on Come Bet
        bob bets $10 on Don't Come Bet
        dice 5-4: alice's Come Bet moves to 9; bob's Don't Come Bet moves to 9
        alice takes $10 odds on Come Bet on 9
        bob lays $15 odds on Don't Come Bet on 9
        dice 2-2: the point is made
        dice 4-3: alice loses $20; bob wins $10 on Don't Come Bet on 9; bob gets back $15 on odds on Don't Come Bet on 9
        """,
    )


@pytest.mark.law("§ 623a.6(c)")
def test_a4_a_house_has_the_same_choice_in_crapless_craps(tmp_path: Path) -> None:
    scene = """
        alice buys in for $200
        dice 2-2: the point is 4
        alice bets $10 on Come Bet
        dice 5-4: alice's Come Bet moves to 9
        alice takes $10 odds on Come Bet on 9
        dice 2-2: the point is made
        dice 4-3: {claim}
    """
    working = open_changed(tmp_path, "crapless", readings={"come_odds": "on"})

    play_scene(
        CRAPLESS, scene.format(claim="alice loses $10 on Come Bet on 9; alice gets back $10 on odds on Come Bet on 9")
    )
    play_scene(working, scene.format(claim="alice loses $10 on Come Bet on 9, $10 odds"))


@pytest.mark.law("§ 623a.6(e)")
def test_e_up_to_10_times_a_pass_or_come_bet() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $1,000
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        alice takes $101 odds on Pass Bet: refused under § 623a.6(e)
        alice takes $100 odds on Pass Bet
        alice bets $10 on Come Bet
        dice 3-3: alice's Come Bet moves to 6
        alice takes $105 odds on Come Bet on 6: refused under § 623a.6(e)
        alice takes $100 odds on Come Bet on 6
        dice 4-2: alice wins $10 on Come Bet on 6, $120 odds          # paid as under (a) and (c)
        dice 3-1: alice wins $10 on Pass Bet, $200 odds; the point is made
        """,
    )


@pytest.mark.law("§ 623a.6(e)")
@pytest.mark.parametrize(
    ("roll", "most", "more"),
    [
        ("2-2", "$200", "$202"),
        ("4-1", "$150", "$153"),
        ("4-2", "$120", "$126"),
        ("4-4", "$120", "$126"),
        ("4-5", "$150", "$153"),
        ("4-6", "$200", "$202"),
    ],
)
def test_e_up_to_what_wins_10_times_a_dont_pass_or_dont_come_bet(roll: str, most: str, more: str) -> None:
    """Twenty times the bet on 4 and 10, fifteen on 5 and 9, twelve on 6 and 8."""
    play_scene(
        CRAPS,
        f"""
        alice buys in for $1,000
        alice bets $10 on Don't Pass Bet
        dice {roll}
        alice lays {more} odds on Don't Pass Bet: refused under § 623a.6(e)
        alice lays {most} odds on Don't Pass Bet
        dice 4-3: alice wins $10 on Don't Pass Bet, $100 odds; seven out
        """,
    )


@pytest.mark.law("§ 623a.6(e)")
def test_a5_a_house_chooses_a_cap_by_point_from_1_to_10_times(tmp_path: Path) -> None:
    """Caps of 3, 4 and 5 times are allowed; the cap on laid odds limits their winnings."""
    by_point = {"4": "3 times", "5": "4 times", "6": "5 times", "8": "5 times", "9": "4 times", "10": "3 times"}
    play_scene(
        open_changed(tmp_path, "craps", supplemental_wagers={"take": by_point, "lay": "6 times"}),
        """
        alice buys in for $1,000
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        alice takes $31 odds on Pass Bet: refused under § 623a.6(e)
        alice takes $30 odds on Pass Bet
        alice bets $10 on Come Bet
        dice 4-2: alice's Come Bet moves to 6
        alice takes $55 odds on Come Bet on 6: refused under § 623a.6(e)
        alice takes $50 odds on Come Bet on 6
        alice bets $10 on Don't Come Bet
        dice 5-4: alice's Don't Come Bet moves to 9
        alice lays $93 odds on Don't Come Bet on 9: refused under § 623a.6(e)
        alice lays $90 odds on Don't Come Bet on 9
        """,
    )


@pytest.mark.law("§ 623a.6(e)")
@pytest.mark.parametrize("side", ["take", "lay"])
@pytest.mark.parametrize("cap", ["11 times", "0.5 times", "100 times"])
def test_a5_no_cap_is_below_1_or_above_10_times(tmp_path: Path, side: str, cap: str) -> None:
    by_point = dict.fromkeys(map(str, POINTS), "10 times")

    assert faults(tmp_path, "craps", supplemental_wagers={side: cap}) == {
        (f"supplemental_wagers.{side}", "§ 623a.6(e)")
    }
    assert faults(tmp_path, "craps", supplemental_wagers={side: by_point | {"8": cap}}) == {
        (f"supplemental_wagers.{side}", "§ 623a.6(e)")
    }
    assert not faults(tmp_path, "craps", supplemental_wagers={side: by_point | {"8": "1 times"}})


@pytest.mark.law("§ 623a.6(f)")
def test_f_odds_may_exceed_the_cap_if_the_payout_needs_it(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", supplemental_wagers={"take": "1 times", "lay": "1 times"}),
        """
        alice buys in for $1,000
        bob buys in for $1,000
        alice bets $7 on Pass Bet
        bob bets $7 on Don't Pass Bet
        dice 4-4: the point is 8
        alice takes $15 odds on Pass Bet: refused under § 623a.6(e)
        alice takes $10 odds on Pass Bet                              # $7 is not paid in whole chips at 6 to 5
        bob lays $18 odds on Don't Pass Bet: refused under § 623a.6(e)
        bob lays $12 odds on Don't Pass Bet                           # nor would $8.40 be
        dice 6-2: alice wins $7 on Pass Bet, $12 odds; bob loses $7 on Don't Pass Bet, $12 odds; the point is made
        """,
    )


@pytest.mark.law("§ 623a.6(f)")
@pytest.mark.parametrize(
    ("roll", "flat", "most", "more"),
    [
        ("2-2", 15, 15, 16),
        ("4-1", 15, 16, 18),
        ("4-1", 14, 14, 16),
        ("4-2", 15, 15, 20),
        ("4-2", 16, 20, 25),
        ("5-3", 11, 15, 20),
        ("5-4", 5, 6, 8),
        ("6-4", 5, 5, 6),
    ],
)
def test_a6_the_excess_is_up_to_the_least_stake_that_pays_in_whole_chips(
    tmp_path: Path, roll: str, flat: int, most: int, more: int
) -> None:
    play_scene(
        open_changed(tmp_path, "craps", supplemental_wagers={"take": "1 times"}),
        f"""
        alice buys in for $100
        alice bets ${flat} on Pass Bet
        dice {roll}
        alice takes ${more} odds on Pass Bet: refused under § 623a.6(e)
        alice takes ${most} odds on Pass Bet
        """,
    )


@pytest.mark.law("§ 623a.6(f)")
def test_a6_no_excess_where_every_cent_is_paid(tmp_path: Path) -> None:
    """With exact payouts, odds of $15 on a 5 win $22.50, so a sixteenth dollar is not needed."""
    play_scene(
        open_changed(tmp_path, "craps", table={"payouts": "exact"}, supplemental_wagers={"take": "1 times"}),
        """
        alice buys in for $100
        alice bets $15 on Pass Bet
        dice 4-1: the point is 5
        alice takes $16 odds on Pass Bet: refused under § 623a.6(e)
        alice takes $15 odds on Pass Bet
        dice 3-2: alice wins $15 on Pass Bet, $22.50 odds; the point is made
        """,
    )


@pytest.mark.law("§ 623a.6(b)", "§ 623a.6(d)")
def test_a7_when_a_bet_is_reduced_its_odds_are_reduced_to_the_new_cap_in_the_same_act(tmp_path: Path) -> None:
    play_scene(
        open_changed(tmp_path, "craps", supplemental_wagers={"lay": "1 times"}),
        """
        alice buys in for $100
        alice bets $20 on Don't Pass Bet
        dice 2-2: the point is 4
        alice lays $40 odds on Don't Pass Bet
        alice reduces Don't Pass Bet by $10: alice gets back $20 on odds on Don't Pass Bet
        alice reduces Don't Pass Bet by $5: alice gets back $10 on odds on Don't Pass Bet
        alice takes down Don't Pass Bet: alice gets back $10 on odds on Don't Pass Bet
        alice cashes out $100
        """,
    )


@pytest.mark.law("§ 623a.6(b)")
def test_a7_odds_within_the_new_cap_stay() -> None:
    play_scene(
        CRAPS,
        """
        alice buys in for $100
        alice bets $20 on Don't Pass Bet
        dice 2-2: the point is 4
        alice lays $40 odds on Don't Pass Bet
        alice reduces Don't Pass Bet by $10: nothing happens
        dice 4-3: alice wins $10 on Don't Pass Bet, $20 odds; seven out
        """,
    )


@pytest.mark.law("§ 623a.6(f)")
def test_a6_the_excess_is_also_allowed_if_payouts_are_rounded_down(tmp_path: Path) -> None:
    """A house that rounds payouts down still takes $16, which it pays in whole chips."""
    play_scene(
        open_changed(tmp_path, "craps", table={"payouts": "down"}, supplemental_wagers={"take": "1 times"}),
        """
        alice buys in for $100
        alice bets $15 on Pass Bet
        dice 4-1: the point is 5
        alice takes $17 odds on Pass Bet: refused under § 623a.6(e)
        alice takes $16 odds on Pass Bet
        dice 3-2: alice wins $15 on Pass Bet, $24 odds; the point is made
        """,
    )
