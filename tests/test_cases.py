"""Known mistakes of other craps programs, one test for each kind; R1 and F1 are rows of a list of reports."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

import passline
from generators import example_text, open_house_text, play_acts, smallest_bet
from passline.errors import MustStay, NotOffered, OverMaximum, Refused, SubmissionError, WrongMoment, WrongUnits
from passline.house.house import House
from passline.table.acts import Act, BuyIn, MakeBet, PassDice, RollDice
from passline.table.amounts import largest_odds
from passline.table.layout import Bet
from passline.table.ledger import BANK
from passline.table.pay import pay
from passline.table.settle import settle
from passline.table.table import after, decide, open_table
from passline.words.dice import EVERY_ROLL, Roll, parse_rolls
from passline.words.odds import Odds
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, HOUSES, MINI_CRAPS, bet_on, play_scene, rolls_by_result

RICH = "alice buys in for $100,000\n"
every_house = pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.source)


def numbers(house: House) -> list[int]:
    """Return the points of a game."""
    return [number for number in house.line.verdicts if number is not None]


def easy(total: int) -> Roll:
    """Return a roll of a total, with two different faces if possible."""
    return min(parse_rolls(total), key=lambda roll: (roll.is_hard, roll))


def refused(house: House, scene: str, line: str, kind: type[Refused]) -> Refused:
    """Return the refusal of a line at a table after a scene."""
    before = passline.play(RICH + scene, house=house)
    with pytest.raises(kind) as caught:
        passline.play(f"{RICH}{scene}\n{line}", house=house)
    assert passline.play(RICH + scene, house=house) == before
    return caught.value


# When a bet is made.


@every_house
def test_a_wager_is_made_only_at_its_moment(house: House) -> None:
    """R1: line bets are made only before a come out roll, come bets only after it; the refusal names the moment."""
    for point in numbers(house):
        for wager in house.wagers.values():
            line = f"alice bets ${smallest_bet(house, wager) // 100} on {wager.name}"
            if wager.when_made == "immediately prior to the come out roll":
                error = refused(house, f"dice {easy(point)}", line, WrongMoment)
                assert f"the point is {point}" in str(error)
                assert error.under == wager.cite
            if wager.when_made == "after the come out roll":
                error = refused(house, "", line, WrongMoment)
                assert "no point" in str(error)
                assert error.under == wager.cite


@every_house
@pytest.mark.parametrize("words", ["Put Bet", "put", "Big 6", "big 8", "Over 7", "under 7", "Hi-Lo", "hop 1-1"])
def test_a_wager_that_is_on_no_list_is_refused_at_any_moment(house: House, words: str) -> None:
    """R26, F6, F7: a Put Bet and similar bets are refused under the list of wagers, before and after a point."""
    for scene in ("", "dice 4-2"):
        error = refused(house, scene, f"alice bets $10 on {words}", NotOffered)
        assert error.under == house.game.wagers_under


@every_house
def test_a_come_bet_is_made_without_a_number(house: House) -> None:
    """F10: a Come Bet is made without a number and moves by a roll; with a number in its name it is refused."""
    for wager in house.wagers.values():
        if wager.moves_to_box and not wager.supports:
            for number in numbers(house):
                line = f"alice bets $10 on {wager.name} on {number}"
                assert refused(house, f"dice {easy(number)}", line, WrongMoment).under == wager.cite


# When bets work.


@every_house
def test_bets_off_on_the_come_out_stay_up_and_stand(house: House) -> None:
    """R4, R19, R29, R34, R53, F5: a bet that is off on the come out neither wins nor loses, unless it is called on."""
    for wager in house.wagers.values():
        if not wager.off_on_come_out or wager.supports:
            continue
        bet = Bet("alice", wager, smallest_bet(house, wager))
        called = bet._replace(button="on")
        working = rolls_by_result(bet, point=numbers(house)[0])

        assert rolls_by_result(bet, point=None) == {"stood": set(EVERY_ROLL)}
        assert rolls_by_result(called, point=None) == working
        assert {"won", "lost"} <= working.keys()


def test_hardways_are_off_by_default_and_on_when_called() -> None:
    """R34, F5, F23: a hardway loses on a 7 and the easy way with a point or if called on, not on a come out 7."""
    for house in HOUSES:
        for total in (4, 6, 8, 10):
            spot = f"hard {total}"
            off, on = bet_on(house, spot, 5_00), bet_on(house, spot, 5_00, working=True)
            losing = set(parse_rolls(f"easy {total}") | parse_rolls(7))

            assert rolls_by_result(off, point=None) == {"stood": set(EVERY_ROLL)}
            assert rolls_by_result(on, point=None)["lost"] == losing
            assert rolls_by_result(off, point=numbers(house)[0])["lost"] == losing
            assert rolls_by_result(off, point=numbers(house)[0])["won"] == set(parse_rolls(f"hard {total}"))


def test_a_place_bet_stays_up_after_the_point() -> None:
    """R4, R29: Place Bets stay up when the point is made, are off on the come out, and work with the next point."""
    play_scene(
        CRAPS,
        """
        alice buys in for $300
        alice bets $10 on Pass Bet
        dice 5-5: the point is 10
        alice bets $12 on place 6
        alice bets $12 on place 8
        dice 6-4: alice wins $10 on Pass Bet; the point is made
        alice bets $10 on Pass Bet
        dice 4-3: alice wins $10 on Pass Bet
        dice 5-1: the point is 6
        dice 5-1: alice wins $14 on Place Bet to Win on 6; the point is made
        alice bets $10 on Pass Bet
        dice 2-2: the point is 4
        dice 6-1: alice loses $10 on Pass Bet, $12 on Place Bet to Win on 6, $12 on Place Bet to Win on 8; seven out
    """,
    )


def test_odds_on_come_bets_are_off_on_the_come_out() -> None:
    """R56: odds on a Come Bet are off on a come out roll and are returned unchanged; laid odds work."""
    play_scene(
        CRAPS,
        """
        alice buys in for $300
        dice 4-2: the point is 6
        alice bets $10 on Come Bet
        dice 3-1: alice's Come Bet moves to 4
        alice takes $20 odds on Come Bet on 4
        dice 3-3: the point is made
        dice 4-3: alice loses $10 on Come Bet on 4; alice gets back $20 on odds on Come Bet on 4
        dice 4-2: the point is 6
        alice bets $10 on Don't Come Bet
        dice 3-1: alice's Don't Come Bet moves to 4
        alice lays $40 odds on Don't Come Bet on 4
        dice 3-3: the point is made
        dice 4-3: alice wins $10 on Don't Come Bet on 4, $20 odds
    """,
    )
    play_scene(
        CRAPS,
        """
        alice buys in for $300
        dice 4-2: the point is 6
        alice bets $10 on Come Bet
        dice 3-1: alice's Come Bet moves to 4
        alice takes $20 odds on Come Bet on 4
        dice 3-3: the point is made
        alice calls on odds on Come Bet on 4
        dice 2-2: alice wins $10 on Come Bet on 4, $40 odds; the point is 4
    """,
    )


# Payouts.


@every_house
def test_every_house_pays_the_published_odds(house: House) -> None:
    """R7, R44, R46, R57, F14, F15, F16, F27: every house pays the odds of the published row."""
    for wager in house.wagers.values():
        for number, stage in (wager.verdicts or {None: {}}).items():
            won = [verdict for verdict in stage.values() if verdict.kind == "wins"]
            rows = {(row.odds, row.under) for row in wager.payouts}
            assert wager.parts or all(v.payout and (v.payout.odds, v.payout.under) in rows for v in won)
            by_law = house.game.wagers[wager.name]
            assert wager.verdicts.get(number) == by_law.verdicts.get(number)


def test_place_buy_and_odds_pay_differently_on_one_number() -> None:
    """R44, R57: the 4 is paid 9 to 5 placed, 2 to 1 bought, 2 to 1 behind a Pass Bet; the wagers are separate."""
    assert pay(CRAPS, "Place Bet to Win on 4", 10_00, "2-2", point=6).winnings == 18_00
    assert pay(CRAPS, "Buy Bet on the 4", 10_00, "2-2", point=6).winnings == 20_00
    assert pay(CRAPS, "odds on Pass Bet", 10_00, "2-2", point=4).winnings == 20_00
    for house in (CRAPS, CRAPLESS):
        for number in numbers(house):
            placed, bought = (house.wagers[f"{kind} {number}"] for kind in ("Place Bet to Win on", "Buy Bet on the"))
            assert placed.odds()[0].winnings(1) < bought.odds()[0].winnings(1)
            assert placed.vigorish is None


@pytest.mark.parametrize("house", [CRAPS, MINI_CRAPS, CRAPLESS], ids=lambda house: house.source)
def test_odds_have_no_edge(house: House) -> None:
    """R42, R49: odds have no edge: 2 to 1 on 4, 3 to 2 on 5, 6 to 5 on 6, and the reverse when laid."""
    for wager in house.wagers.values():
        if wager.supports:
            for number in numbers(house):
                (odds,) = wager.odds(number)
                sevens, ways = len(parse_rolls(7)), len(parse_rolls(number))
                true = Fraction(sevens, ways)
                assert Fraction(odds.pays, odds.wagered) == (1 / true if wager.is_laid else true)


def test_a_place_bet_to_lose_has_payouts_of_its_own() -> None:
    """F16: 5 to 11, 5 to 8 and 4 to 5; every Place Bet to Lose has an edge for the house."""
    for number, odds in {4: "5 to 11", 5: "5 to 8", 6: "4 to 5", 8: "4 to 5", 9: "5 to 8", 10: "5 to 11"}.items():
        wager = CRAPS.wagers[f"Place Bet to Lose on {number}"]
        chance = Fraction(6, 6 + len(parse_rolls(number)))

        assert [str(found) for found in wager.odds()] == [odds]
        assert chance * Fraction(wager.odds()[0].pays, wager.odds()[0].wagered) < 1 - chance


def test_crapless_numbers_are_placed_below_true_odds() -> None:
    """F27: Place Bets in Crapless Craps pay 11 to 2, 11 to 4, 9 to 5, 7 to 5 and 7 to 6."""
    rows = {2: "11 to 2", 3: "11 to 4", 4: "9 to 5", 5: "7 to 5", 6: "7 to 6"}
    for number, odds in rows.items():
        for mirrored in (number, 14 - number):
            assert CRAPLESS.wagers[f"Place Bet to Win on {mirrored}"].odds() == (Odds.parse(odds),)


@every_house
def test_hops_are_decided_by_the_pair(house: House) -> None:
    """R23, F7, F14, F29: a hop wins on its two faces in either order and on no other roll, 15 or 30 to 1."""
    hops = [wager for wager in house.wagers.values() if "on the Hop" in wager.name]
    won = {wager: rolls_by_result(Bet("alice", wager, 1_00), point=None)["won"] for wager in hops}

    assert Counter(len(winning) for winning in won.values()) == {1: 4, 2: 13}
    assert {wager.odds() for wager in hops if len(won[wager]) == 1} == {(Odds(30, 1),)}
    assert {wager.odds() for wager in hops if len(won[wager]) == 2} == {(Odds(15, 1),)}
    assert all(len({tuple(sorted(roll)) for roll in winning}) == 1 for winning in won.values())
    for pair in ("1-1", "1-2", "5-6", "6-6"):
        assert refused(house, "", f"alice bets $5 on hop {pair}", NotOffered).under == house.game.wagers_under


def test_crapless_has_only_the_hops_of_its_list() -> None:
    """F7: a Five-Six hop is refused in every game, though a payout row of Crapless Craps prints it."""
    for house in HOUSES:
        with pytest.raises(NotOffered):
            house.find("Five-Six on the Hop Bet")
        assert house.find("Four-Six on the Hop Bet").odds() == (Odds(15, 1),)


@every_house
def test_a_winning_bet_is_returned_once(house: House) -> None:
    """R37: odds are "to", so a winner gains exactly the winnings, in addition to the bet."""
    for wager in house.wagers.values():
        if wager.when_made not in {"at any time", "immediately prior to the come out roll"} or wager.collects:
            continue
        amount = smallest_bet(house, wager)
        point = 4 if wager.when_made == "at any time" else None
        state: list[Act] = [RollDice(easy(4))] if point else []
        evening = play_acts(house, [BuyIn("alice", 1_000_00), *state, MakeBet("alice", wager.name, amount)])
        prepaid = 1_000_00 - amount - evening.table.books.rail("alice")
        for roll in EVERY_ROLL:
            (event,) = decide(evening.table, RollDice(roll))
            books = after(evening.table, event).books
            left = sum(cents for place, cents in books.balances.items() if place.where == "layout")
            settled = settle(Bet("alice", wager, amount), roll, point=point)
            again = prepaid if settled.result == "won" and left else 0
            if settled.result in {"won", "lost"}:
                assert books.rail("alice") + left + again == 1_000_00 + settled.net


def test_payouts_are_exact_or_the_stake_is_refused() -> None:
    """R45, R51, F4: $5 on the 6 is refused, or paid to the cent, or rounded down with the breakage recorded."""
    error = refused(CRAPS, "dice 2-2", "alice bets $5 on place 6", WrongUnits)
    assert "$6" in str(error)
    assert error.under == "§ 623a.5(a)"

    scene = f"{RICH}dice 2-2\nalice bets $10 on place 6\ndice 5-1: alice wins $11.50 on place 6"
    played = passline.play(scene, house=EVERY_OPTION)
    assert played.table.books.breakage == Fraction(70_00, 6) - 11_50

    exact = open_house_text(example_text("craps").replace('"refuse"', '"exact"'))
    with pytest.raises(WrongUnits):
        pay(exact, "Place Bet to Win on 6", 5_00, "5-1", point=4)
    assert pay(exact, "Place Bet to Win on 5", 7_00, "4-1", point=4).winnings == 9_80


def test_every_rounding_is_recorded_as_breakage() -> None:
    """R45: the difference between the winnings and the payment is breakage, on the transfer and in the books."""
    for cents in range(10_00, 40_00, 50):
        scene = f"{RICH}dice 2-2\nalice bets ${cents // 100}.{cents % 100:02} on place 6\ndice 5-1"
        table, journal = passline.play(scene, house=EVERY_OPTION)
        (won,) = (t for t in journal[-1].transfers if t.source == BANK)

        assert won.cents + won.breakage == Fraction(cents * 7, 6)
        assert table.books.breakage == won.breakage < EVERY_OPTION.chip


def test_the_posted_maximum_limits_bets_and_not_payouts() -> None:
    """R67: a bet over the maximum is refused; a bet at the maximum is paid in full."""
    most = CRAPS.submission.table.maximum
    error = refused(CRAPS, "", f"alice bets ${most // 100 + 1} on Craps 12 Bet", OverMaximum)

    assert error.under == "§ 623a.5(j)"
    assert pay(CRAPS, "Craps 12 Bet", most, "6-6").paid == 30 * most
    assert (
        pay(CRAPS, "All Or Nothing At All Wager", most, "6-6", numbers_made={2, 3, 4, 5, 6, 8, 9, 10, 11}).paid
        == 175 * most
    )


# Vigorish.


@pytest.mark.parametrize("cents", [5_00, 9_00, 10_00, 19_00, 20_00, 30_00, 39_00, 1_000_00])
def test_the_vigorish_is_never_rounded_up(cents: int) -> None:
    """F1, F18, R15: nothing is taken until 5% is a whole chip; $1 on a $10 Buy Bet would be 10%."""
    settled = pay(CRAPS, "Buy Bet on the 4", cents, "2-2", point=6)

    assert settled.vigorish == cents // 20 // 100 * 100
    assert Fraction(settled.vigorish, cents) <= Fraction(1, 20)
    assert settled.net == 2 * cents - settled.vigorish


def test_the_vigorish_on_a_lay_bet_is_a_share_of_its_winnings() -> None:
    """R31: 5% of the possible winnings and not of the bet; it is taken in addition when the bet is made."""
    played = passline.play(f"{RICH}alice bets $40 on lay 4: alice pays $1 vigorish on lay 4", house=CRAPS)

    assert played.table.books.rail("alice") == 100_000_00 - 41_00
    assert pay(CRAPS, "Lay Bet against the 4", 40_00, "4-3", point=6).net == 20_00 - 1_00
    assert pay(CRAPS, "Lay Bet against the 4", 40_00, "2-2", point=6).net == -40_00 - 1_00


def test_the_house_chooses_the_moment_of_the_vigorish() -> None:
    """R15: on a win or when made, for each number, as the submission says; a rate above 5% is a fault of it."""
    assert pay(EVERY_OPTION, "Buy Bet on the 4", 20_00, "4-3", point=6).vigorish == 0
    assert pay(EVERY_OPTION, "Buy Bet on the 4", 20_00, "2-2", point=6).vigorish == 2_00
    assert pay(EVERY_OPTION, "Buy Bet on the 5", 20_00, "4-3", point=6).vigorish == 1_00
    assert pay(EVERY_OPTION, "Buy Bet on the 5", 20_00, "4-1", point=6).vigorish == 1_00
    with pytest.raises(SubmissionError, match="more than the law allows"):
        open_house_text(example_text("craps").replace('vigorish  = "5%"', 'vigorish  = "5.01%"'))


# Odds and their caps.


def test_odds_need_a_bet_with_a_number() -> None:
    """R9: odds without a bet that has a number are refused, and a Place Bet takes no odds."""
    refused(CRAPS, "", "alice takes $10 odds on Pass Bet", Refused)
    refused(CRAPS, "alice bets $10 on Pass Bet", "alice takes $10 odds on Pass Bet", WrongMoment)
    refused(CRAPS, "dice 2-2\nalice bets $10 on place 5", "alice takes $10 odds on place 5", NotOffered)
    refused(CRAPS, "dice 2-2\nalice bets $10 on Come Bet", "alice takes $10 odds on Come Bet", WrongMoment)
    two = "bob buys in for $100\nalice bets $10 on Pass Bet\ndice 2-2"
    refused(CRAPS, two, "bob takes $10 odds on Pass Bet", Refused)


@pytest.mark.parametrize("cap", range(1, 11))
def test_the_cap_on_laid_odds_limits_their_winnings(cap: int) -> None:
    """R18, F19: laid odds are limited by what they win, so they may be 2, 1.5 or 1.2 times the cap times the bet."""
    house = open_house_text(example_text("craps").replace('lay  = "10 times"', f'lay  = "{cap} times"'))
    for wager in house.wagers.values():
        if wager.is_laid:
            for number, per in {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5)}.items():
                flat = Bet("alice", house.wagers[str(wager.supports)], 10_00, number)
                most = largest_odds(house, wager, flat)
                (odds,) = wager.odds(number)

                assert most == cap * per * 10_00
                assert odds.winnings(most) == cap * 10_00


# The wagers of each game.


def test_crapless_has_no_dont_bets() -> None:
    """R14, R32, F6: eight families are wagers of Craps, and refused in Crapless Craps."""
    omitted = CRAPS.wagers.keys() - CRAPLESS.game.wagers.keys()
    families = {CRAPS.wagers[name].family for name in omitted if not CRAPS.wagers[name].supports}

    assert families == {
        "Don't Pass Bet",
        "Don't Come Bet",
        "Place Bet to Lose",
        "Lay Bet",
        "Horn High Bet",
        "Whirl Bet",
        "Fire Bet",
        "6-7-8 Bet",
    }
    for name in omitted:
        with pytest.raises(NotOffered) as caught:
            CRAPLESS.find(name)
        assert caught.value.under == "§ 623b.6(b)"


def test_a_crapless_come_out_roll_loses_no_pass_bet() -> None:
    """R32: a come out 7 wins, nothing loses, and every other total is a point."""
    for spot in ("Pass Bet", "Come Bet"):
        assert rolls_by_result(bet_on(CRAPLESS, spot, 10_00), point=4 if spot == "Come Bet" else None) == {
            "won": set(parse_rolls(7)),
            "moved": set(EVERY_ROLL) - parse_rolls(7),
        }
    assert numbers(CRAPLESS) == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]


def test_dont_bets_stand_off_on_12() -> None:
    """R27, R55: on the barred total the bet stands off and keeps its amount; the total is data."""
    for spot in ("Don't Pass Bet", "Don't Come Bet"):
        results = rolls_by_result(bet_on(CRAPS, spot, 10_00), point=4 if spot == "Don't Come Bet" else None)
        assert results["stood off"] == {Roll(6, 6)}
        assert results["won"] == set(parse_rolls(2) | parse_rolls(3))
    played = play_scene(
        CRAPS,
        """
        alice buys in for $100
        alice bets $10 on Don't Pass Bet
        dice 6-6: alice's Don't Pass Bet stands off
    """,
    )
    assert played.table.books.rail("alice") == 90_00
    assert [bet.amount for bet in played.table.layout.bets] == [10_00]


def test_every_paragraph_of_the_list_is_a_wager() -> None:
    """R15, R46: Craps has 43 paragraphs of wagers and Crapless Craps has 35."""
    for house, count in ((CRAPS, 43), (CRAPLESS, 35)):
        paragraphs = {wager.cite.path[:2] for wager in house.game.wagers.values() if not wager.supports}
        assert len(paragraphs) == count


def test_only_the_games_of_the_law_can_be_opened() -> None:
    """R48: a game with other come out winners is not one of the law."""
    with pytest.raises(SubmissionError, match="not the name of a game"):
        open_house_text(example_text("craps").replace('game   = "Craps"', 'game   = "Craps With Two Winners"'))


# The Fire Bet and Bonus Craps.


@pytest.mark.parametrize(("table", "tiers"), [("A", (24, 249, 999)), ("B", (39, 199, 499))])
def test_the_fire_bet_is_paid_once_at_its_highest_odds(table: str, tiers: tuple[int, ...]) -> None:
    """R13, F19: one payment, at the seven-out or at once for six points; nothing earlier."""
    house = open_house_text(example_text("craps").replace('pay_table = "A"', f'pay_table = "{table}"'))
    points = numbers(house)
    for count in range(6):
        made = points[:count]
        scene = [
            RICH,
            "alice bets $5 on Fire Bet",
            *(f"dice {easy(point)}" for point in made for _ in "12"),
            "dice 2-2",
        ]
        played = passline.play("\n".join(scene), house=house)
        (event,) = decide(played.table, RollDice(Roll(3, 4)))
        rail = after(played.table, event).books.rail("alice")
        winnings = 5_00 * tiers[count - 4] if count >= 4 else -5_00

        assert played.table.books.rail("alice") == 100_000_00 - 5_00
        assert rail == 100_000_00 + winnings
    sixth = pay(house, "Fire Bet", 5_00, "6-4", point=10, numbers_made=points[:5])
    assert sixth.winnings == 5_00 * tiers[2]


def test_the_same_point_counts_once() -> None:
    """R13: the Fire Bet counts different points."""
    bet = bet_on(CRAPS, "Fire Bet", 5_00, numbers_made=frozenset({4, 5}))
    assert settle(bet, Roll(2, 2), point=4).remaining == bet


def test_bonus_craps_pays_when_all_numbers_are_rolled() -> None:
    """R5, F13: 34, 34 and 175 to 1, before a come out roll, with the numbers rolled in any order."""
    for house in (CRAPS, CRAPLESS):
        for name, pays in {"All Small Wager": 34, "All Tall Wager": 34, "All Or Nothing At All Wager": 175}.items():
            wager = house.wagers[name]
            assert wager.collects
            for last in wager.collects.numbers:
                bet = Bet("alice", wager, 1_00, numbers_made=wager.collects.numbers - {last})
                assert settle(bet, easy(last), point=None).winnings == pays * 1_00
                assert settle(bet, Roll(3, 4), point=None).result == "lost"
                assert settle(bet, Roll(3, 4), point=4).result == "lost"
        for order in permutations([2, 3, 4, 5, 6]):
            bet = Bet("alice", house.wagers["All Small Wager"], 1_00)
            for total in order[:-1]:
                left = settle(bet, easy(total), point=None).remaining
                assert left is not None
                bet = left
            assert settle(bet, easy(order[-1]), point=None).result == "won"


# Composites.


@pytest.mark.parametrize(
    ("name", "units"), [("Horn Bet", 4), ("C and E Bet", 2), ("Whirl Bet", 5), ("horn high yo", 5)]
)
def test_each_part_of_a_bet_is_whole_chips(name: str, units: int) -> None:
    """F3: a bet that is paid in parts has whole chips in each part; the refusal names the nearest amounts."""
    for dollars in range(1, 4 * units):
        line = f"alice bets ${dollars} on {name}"
        if dollars % units:
            below, above = dollars // units * units, dollars // units * units + units
            message = str(refused(CRAPS, "", line, WrongUnits))
            assert f"${above} would do" in message
            assert (f"${below} or" in message) == (below > 0)
        else:
            assert passline.play(RICH + line, house=CRAPS).table.layout.bets[0].amount == dollars * 100


# The puck and the shooter.


@every_house
def test_the_point_ends_when_it_is_made_or_on_a_seven_out(house: House) -> None:
    """F25: no other roll turns the puck off."""
    for point in numbers(house):
        table = passline.play(f"{RICH}dice {easy(point)}", house=house).table
        for roll in EVERY_ROLL:
            (event,) = decide(table, RollDice(roll))
            assert after(table, event).layout.point == (None if roll.total in {point, 7} else point)


def test_the_dice_go_on_only_after_a_seven_out() -> None:
    """R63: the decision of a line bet does not move the dice; a seven-out moves them clockwise."""
    scene = "alice buys in for $100\nbob buys in for $100\nalice bets $10 on Pass Bet\nbob bets $10 on Pass Bet\n"
    table = passline.play(scene + "dice 6-1", house=CRAPS).table
    assert table.layout.shooter == "alice"
    assert passline.play(scene + "dice 2-2\ndice 2-2", house=CRAPS).table.layout.shooter == "alice"
    table = passline.play(scene + "dice 2-2\ndice 6-1", house=CRAPS).table
    assert (table.layout.shooter, table.layout.offered_to) == (None, "bob")


def test_a_shooter_without_a_line_bet_loses_the_dice() -> None:
    """R41: at a come out roll a shooter without a line bet loses the dice to the next player who has one."""
    table, journal = passline.play(
        "alice buys in for $10\nbob buys in for $100\nalice bets $10 on Pass Bet\n"
        "dice 1-1\nbob bets $10 on Pass Bet\ndice 2-2",
        house=CRAPS,
    )
    assert table.layout.shooter == "bob"
    assert journal[-1].shooter == "bob"  # type: ignore[union-attr]


def test_a_player_with_bets_cannot_leave() -> None:
    """R35: a shooter with a bet stays until it is decided, or passes the dice."""
    refused(CRAPS, "alice bets $10 on Pass Bet\ndice 2-2", "alice leaves", WrongMoment)
    table = passline.play(f"{RICH}alice bets $10 on Pass Bet\ndice 2-2\nalice passes the dice", house=CRAPS).table
    assert [bet.number for bet in table.layout.bets] == [4]
    (event,) = decide(table, RollDice(Roll(2, 2)))
    assert after(table, event).books.rail("alice") == 100_010_00


def test_an_invalid_roll_decides_no_bet() -> None:
    """R64: an invalid roll is an event that decides no bet; one-roll bets stay for the next roll."""
    before = passline.play(f"{RICH}alice bets $5 on yo\nalice bets $5 on small\nlock the bets", house=CRAPS).table
    played = passline.play(
        f"{RICH}alice bets $5 on yo\nalice bets $5 on small\nlock the bets\nno roll (short of the wall)", house=CRAPS
    )
    assert played.table.layout.bets == before.layout.bets
    assert played.table.books == before.books
    assert not played.table.layout.is_locked


# The layout and the events that everyone can see.


def test_the_layout_shows_every_bet_and_its_owner() -> None:
    """R17, R52, R65: after each event the layout has each bet with its player, and each transfer has its paragraph."""
    scene = f"{RICH}bob buys in for $100\nalice bets $10 on Pass Bet\nbob bets $5 on field\ndice 2-2"
    played = passline.play(scene, house=CRAPS)
    table = open_table(CRAPS)
    seen = []
    for event in played.journal:
        table = after(table, event)
        seen.append([(bet.player, bet.spot) for bet in table.layout.bets])
        assert all(transfer.under.startswith("§ ") for transfer in event.transfers)

    assert seen[3:] == [
        [("alice", "Pass Bet"), ("bob", "Field Bet")],
        [("alice", "Pass Bet")],
    ]
    (won,) = (settlement for settlement in played.journal[-1].settlements if settlement.result == "won")  # type: ignore[union-attr]
    assert (won.bet.player, won.bet.spot, won.paid) == ("bob", "Field Bet", 5_00)


@every_house
def test_the_line_of_a_roll_states_its_settlements(house: House) -> None:
    """R66: on each of the 36 rolls the printed line states the wins, the losses and the puck of the event."""
    scene = f"{RICH}alice bets $10 on Pass Bet\nalice bets $10 on field\ndice 2-2\nalice bets $10 on field"
    table, journal = passline.play(scene, house=house)
    for roll in EVERY_ROLL:
        (event,) = decide(table, RollDice(roll))
        told = passline.write(passline.Played(after(table, event), (*journal, event))).splitlines()[-1]
        results = {s.bet.spot: s.result for s in event.settlements}  # type: ignore[union-attr]

        won, lost = (told.partition(f"alice {verb}")[2].partition(";")[0] for verb in ("wins", "loses"))

        assert ("on Field Bet" in won) == (results["Field Bet"] == "won")
        assert ("on Field Bet" in lost) == (results["Field Bet"] == "lost")
        assert ("on Pass Bet" in won) == (results.get("Pass Bet") == "won")
        assert ("on Pass Bet" in lost) == (results.get("Pass Bet") == "lost")
        assert ("seven out" in told) == (roll.total == 7)
        assert ("the point is made" in told) == (roll.total == 4)


def test_a_scene_is_written_as_text() -> None:
    """R11: point, bets, dice and what follows are written in a few lines, and a false claim is an error."""
    scene = f"{RICH}dice 4-2\nalice bets $12 on place 8\ndice 4-4: alice wins $14\ndice 4-3: alice loses $12; seven out"
    assert passline.play(scene, house=CRAPS).table.layout.bets == ()
    with pytest.raises(passline.CrapsError, match="line 4"):
        passline.play(scene.replace("wins $14", "wins $15"), house=CRAPS)


@every_house
def test_every_wager_has_its_paragraph_moment_and_payouts(house: House) -> None:
    """R38, R47: the object of a wager has its paragraph, its moment and every payout."""
    for wager in house.wagers.values():
        paid = [
            *wager.payouts,
            *(pay_ for part in wager.parts for pay_ in part.wager.payouts),
            *wager.payouts_by_count.values(),
        ]
        assert wager.cite.startswith("§ ")
        assert wager.when_made
        assert [pay_ for pay_ in paid if pay_.under.startswith("§ ")] or any(part.wager.parts for part in wager.parts)


@pytest.mark.parametrize(
    ("words", "name"),
    [("snake eyes", "Craps 2 Bet"), ("boxcars", "Craps 12 Bet"), ("yo", "11 in One Roll Bet"), ("world", "Whirl Bet")],
)
def test_slang_names_a_wager(words: str, name: str) -> None:
    """R39: slang is accepted and answered with the law's name; a word for two wagers is refused with the reason."""
    played = passline.play(f"{RICH}alice bets $5 on {words}", house=CRAPS)
    assert passline.write(played).splitlines()[-1] == f"alice bets $5 on {name}"
    assert "two wagers" in str(refused(CRAPS, "", "alice bets $5 on hi-lo", NotOffered))


# Bets that grow and shrink.


def test_pressing_changes_only_the_amount() -> None:
    """F11: pressing and reducing change the amount of a bet and nothing else."""
    scene = f"{RICH}dice 2-2\nalice bets $12 on place 6\nalice presses place 6 by $18"
    table = passline.play(scene, house=CRAPS).table
    assert [bet.amount for bet in table.layout.bets] == [30_00]
    assert table.books.rail("alice") == 100_000_00 - 30_00
    table = passline.play(scene + "\nalice reduces place 6 by $6", house=CRAPS).table
    assert [bet.amount for bet in table.layout.bets] == [24_00]
    refused(CRAPS, "dice 2-2\nalice bets $12 on place 6", "alice presses place 6 by $1", WrongUnits)
    refused(CRAPS, "alice bets $10 on Pass Bet\ndice 2-2", "alice reduces Pass Bet by $5", MustStay)


def test_odds_that_cannot_be_laid_are_refused() -> None:
    """F28: odds that are not possible are refused, and no other bet is made instead."""
    refused(CRAPS, "alice bets $10 on Pass Bet\ndice 2-2", "alice takes $101 odds on Pass Bet", OverMaximum)
    refused(CRAPS, "alice bets $10 on Pass Bet\ndice 2-2", "alice lays $10 odds on Pass Bet", WrongMoment)


@every_house
def test_the_shooter_may_always_pass_the_dice(house: House) -> None:
    """R63: in every game a shooter may pass the dice, and they are offered to the next player."""
    evening = play_acts(
        house,
        [BuyIn("alice", 100_00), BuyIn("bob", 100_00), MakeBet("alice", "Pass Bet", 10_00), RollDice(Roll(2, 2))],
    )
    (event,) = decide(evening.table, PassDice("alice"))
    assert after(evening.table, event).layout.offered_to == "bob"


# Dice.


def test_two_dice_have_thirty_six_rolls() -> None:
    """R69, R70, R71: a roll is a pair of faces; a total has 1 to 6 rolls, and each pair is one roll."""
    assert len(set(EVERY_ROLL)) == 36
    assert Counter(roll.total for roll in EVERY_ROLL) == {total: 6 - abs(total - 7) for total in range(2, 13)}
    assert {total: len(parse_rolls(total)) for total in range(2, 13)} == {
        total: 6 - abs(total - 7) for total in range(2, 13)
    }


def test_the_journal_has_both_faces() -> None:
    """F29: the journal has both faces in order, so that a hard 8 differs from an easy 8."""
    for roll in EVERY_ROLL:
        (event,) = decide(open_table(CRAPS), RollDice(roll))
        assert event.roll == roll  # type: ignore[union-attr]
        assert passline.write(passline.Played(after(open_table(CRAPS), event), (event,))).split()[5] == f"{roll}:"
