"""The long run of a strategy: what it costs when play never stops."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import lcm
from statistics import StatisticsError

import pytest

from passline.errors import NoMachine, StrategyError
from passline.house.house import House
from passline.machines.machine import Machine, machine
from passline.machines.wager_totals import WagerMeans
from passline.odds.hand_length import hand_length
from passline.odds.wager_edge import edge
from passline.sessions import long_run as solving
from passline.sessions.long_run import LongRun, long_run
from passline.sessions.moments import moments
from passline.strategies.notation import find_strategy, shipped_strategies
from passline.strategies.plan import Plan, can_play
from scenes import CRAPLESS, CRAPS, MINI_CRAPS

LARGE = {
    (CRAPS.source, "bonus_chaser"),
    (CRAPS.source, "fire_chaser"),
    (CRAPLESS.source, "bonus_chaser"),
    (CRAPLESS.source, "three_point_molly"),
    (CRAPLESS.source, "six_eight_press_regress"),
}
"""Those of more than some 500 states, which are solved in seconds and not in the blink of an eye."""
PLANS = [find_strategy(name) for name in shipped_strategies()]
BY_GAME = [
    (house, plan)
    for plan in PLANS
    for house in (CRAPS, MINI_CRAPS, CRAPLESS)
    if can_play(house, plan) and (house.source, plan.name) not in LARGE
]
in_every_game = pytest.mark.parametrize(
    ("house", "plan"), BY_GAME, ids=lambda value: getattr(value, "source", None) or value.name
)


@cache
def made(house: House, plan: Plan) -> Machine:
    """Return a plan's machine, found once."""
    return machine(house, plan)


@cache
def of(house: House, plan: Plan) -> LongRun:
    """Return the long run of a plan, solved once."""
    return long_run(made(house, plan))


# What it costs.


def test_a_flat_pass_bet() -> None:
    """A new one is made when the last is decided, so a roll costs its edge over the rolls that it takes."""
    run = of(CRAPS, find_strategy("pass_flat"))

    assert run.loss_per_roll == 10_00 * Fraction(7, 495) / Fraction(557, 165)
    assert run.by_wager == {
        "Pass Bet": WagerMeans(Fraction(165, 557), 10_00 * Fraction(165, 557), 10_00 * Fraction(7, 3 * 557))
    }
    assert run.by_wager["Pass Bet"].hold == Fraction(7, 495)


def test_the_iron_cross() -> None:
    """It bets with a point alone, and 165 rolls of 557 are come out rolls; 6 and 8, the 5, and the Field cost these."""
    a_roll = (
        12_00 * Fraction(1, 66) * Fraction(11, 36) + 5_00 * Fraction(1, 25) * Fraction(10, 36) + 5_00 * Fraction(1, 18)
    )

    assert of(CRAPS, find_strategy("iron_cross")).loss_per_roll == Fraction(557 - 165, 557) * a_roll


@in_every_game
def test_every_bet_costs_its_edge(house: House, plan: Plan) -> None:
    """However a strategy bets, each wager takes its own edge of what is decided on it, standoffs counted as decided.

    That is so for a bet that waits for its number, is off for a while, taken down undecided, pressed, or made larger
    after a loss: nobody knows the next roll. Vigorish and what is paid for odds are in the edge of their wagers.
    """
    for wager, takings in of(house, plan).by_wager.items():
        assert takings.win == takings.handle * edge(house, wager).per_bet_made


@in_every_game
def test_what_the_house_takes_is_what_the_player_loses(house: House, plan: Plan) -> None:
    """Chips are neither made nor lost, and pass between the player and the bank alone.

    So roll by roll all that wagers take is what the player is worth less; and the long run, which counts the one from
    the bookings and the other from rail and layout, has the same for both.
    """
    run, rows, on_layout = of(house, plan), made(house, plan).rows, made(house, plan).layout_total.tolist()
    total = lcm(*(share.denominator for share in run.state_probabilities))
    gained = sum(
        int(share * total)
        * sum(net + on_layout[to] - on_layout[state] for to, net in zip(row.next_state, row.net, strict=True))
        for state, (share, row) in enumerate(zip(run.state_probabilities, rows, strict=True))
    )

    assert run.loss_per_roll == -Fraction(gained, 36 * total)
    assert run.loss_per_roll == sum(takings.win for takings in run.by_wager.values())


# How often.


@in_every_game
def test_the_shares_of_the_states_stay_as_they_are(house: House, plan: Plan) -> None:
    """They are shares of all rolls, and one roll more leaves each of them as it was."""
    shares, rows = of(house, plan).state_probabilities, made(house, plan).rows
    total = lcm(*(share.denominator for share in shares))
    before = [int(share * total) for share in shares]
    then = [0] * len(before)
    for often, row in zip(before, rows, strict=True):
        for to in row.next_state:
            then[to] += often

    assert sum(shares) == 1
    assert then == [36 * often for often in before]


@in_every_game
def test_a_hand_is_as_long_as_hands_are(house: House, plan: Plan) -> None:
    """No bet has a say in it: what a hand costs is what its rolls cost."""
    run = of(house, plan)

    assert 1 / run.hands_per_roll == hand_length(house).mean
    assert run.loss_per_hand == run.loss_per_roll * hand_length(house).mean


def test_how_long_a_hand_is() -> None:
    assert 1 / of(CRAPS, find_strategy("pass_flat")).hands_per_roll == Fraction(1671, 196)
    assert 1 / of(CRAPLESS, find_strategy("pass_flat")).hands_per_roll == Fraction(57678, 7303)


# What sessions tend to.


@pytest.mark.parametrize("house", [CRAPS, CRAPLESS], ids=lambda house: house.source)
@pytest.mark.parametrize(
    "name", ["pass_flat", "pass_2x_odds", "iron_cross", "martingale_pass", "hardways", "place_6_8"]
)
def test_sessions_come_to_it(house: House, name: str) -> None:
    """A hundred rolls more bring the exact mean, and what one roll adds to the variance, a thousand times nearer."""
    plan = find_strategy(name)
    run, apart = of(house, plan), []
    for rolls in (100, 200, 300):
        now, then = moments(made(house, plan), rolls), moments(made(house, plan), rolls + 1)
        apart.append((abs(now.mean - run.mean(rolls)), abs(then.variance - now.variance - run.variance_per_roll)))

    for (mean, variance), (mean_after, variance_after) in pairwise(apart):
        assert 1000 * mean_after <= mean
        assert 1000 * variance_after <= variance
    assert max(apart[-1]) < Fraction(1, 1000)


def test_bets_of_one_roll() -> None:
    """The Field Bet is decided by every roll, so no roll knows of another: the long run begins at once."""
    plan = find_strategy("strategy fielder\nbet $5 on Field Bet\n")
    run, of_one = of(CRAPS, plan), edge(CRAPS, "Field Bet")

    assert run.loss_per_roll == 5_00 * of_one.per_bet_made
    assert run.variance_per_roll == 5_00**2 * of_one.variance
    assert run.bias == 0
    for rolls in (1, 2, 30):
        assert moments(made(CRAPS, plan), rolls) == (run.mean(rolls), run.variance(rolls))


def test_the_normal_curve() -> None:
    """Half of the players are below the mean, and as far below it are as many as are as far above."""
    run = of(CRAPS, find_strategy("strategy fielder\nbet $5 on Field Bet\n"))
    below, half, above = (run.quantile(3_600, share) for share in (0.25, Fraction(1, 2), Fraction(3, 4)))

    assert half == Decimal(-3_600 * 5_00) / 18
    assert above - half == half - below > 0
    with pytest.raises(StatisticsError):
        run.quantile(100, 1)


def test_play_that_keeps_step_with_the_rolls() -> None:
    """Five dollars and ten by turns: the mean swings about that of the long run, and never comes nearer."""
    plan = find_strategy("""
strategy by turns
the stake goes $5, $10
when Field Bet just won or Field Bet just lost:
    raise the stake or start again
bet the stake on Field Bet
""")
    run, of_one = of(CRAPS, plan), edge(CRAPS, "Field Bet").per_bet_made
    apart = [moments(made(CRAPS, plan), rolls).mean - run.mean(rolls) for rolls in range(1, 9)]

    assert run.loss_per_roll == Fraction(5_00 + 10_00, 2) * of_one
    assert run.bias == (run.loss_per_roll - 5_00 * of_one) / 2
    assert apart == [run.bias, -run.bias] * 4


# What is left for good.


def test_one_bet_and_no_more() -> None:
    """Once it has stopped nothing is lost any more; what the one bet cost remains."""
    plan = find_strategy("""
strategy only once
when Pass Bet just won or Pass Bet just lost:
    stop
on the come out:
    bet $10 on Pass Bet
""")
    run = of(CRAPS, plan)

    assert run.loss_per_roll == run.variance_per_roll == 0
    assert not run.by_wager
    assert run.bias == -10_00 * Fraction(7, 495)
    assert run.state_probabilities[0] == 0
    assert run.quantile(1_000, Fraction(1, 20)) == run.quantile(1_000, Fraction(19, 20))


def test_two_ways_for_ever_are_no_one_long_run() -> None:
    """The first roll decides whether the Field is bet on for ever, or nothing any more."""
    plan = find_strategy("""
strategy fork
stage first:
    bet $5 on Field Bet
    when Field Bet just won:
        go to stage bold
    when Field Bet just lost:
        go to stage shy
stage bold:
    bet $10 on Field Bet
stage shy:
    bet $5 on Field Bet
""")

    with pytest.raises(StrategyError, match=r"^fork ends up in one of 2 patterns of play.*$"):
        of(CRAPS, plan)


@pytest.mark.parametrize(
    ("most", "words"),
    [("MOST_STATES", "more than 100 states"), ("MOST_TOGETHER", "a cycle of 375 states, more than 100")],
)
def test_too_many_states(monkeypatch: pytest.MonkeyPatch, most: str, words: str) -> None:
    """What would take long to solve is turned down before it is begun."""
    monkeypatch.setattr(solving, most, 100)

    with pytest.raises(NoMachine, match=rf"^three_point_molly has {words}.* use a simulation of many rolls$"):
        long_run(made(CRAPS, find_strategy("three_point_molly")))
