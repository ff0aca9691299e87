"""The long run of a strategy: its loss and variance per roll if play never stops."""

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
"""Machines with more than about 500 states, whose long run takes seconds to solve."""
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
    """Return the machine of a plan, explored once."""
    return machine(house, plan)


@cache
def of(house: House, plan: Plan) -> LongRun:
    """Return the long run of a plan, solved once."""
    return long_run(made(house, plan))


# The loss per roll.


def test_a_flat_pass_bet_costs_its_edge_over_its_mean_rolls() -> None:
    """A new bet follows each decision, so the loss per roll is the edge divided by the mean rolls to a decision."""
    run = of(CRAPS, find_strategy("pass_flat"))

    assert run.loss_per_roll == 10_00 * Fraction(7, 495) / Fraction(557, 165)
    assert run.by_wager == {
        "Pass Bet": WagerMeans(Fraction(165, 557), 10_00 * Fraction(165, 557), 10_00 * Fraction(7, 3 * 557))
    }
    assert run.by_wager["Pass Bet"].hold == Fraction(7, 495)


def test_the_iron_cross_costs_the_edges_of_its_bets() -> None:
    """It bets only with a point, and 165 of 557 rolls are come out rolls. It bets on 5, 6, 8 and the Field."""
    a_roll = (
        12_00 * Fraction(1, 66) * Fraction(11, 36) + 5_00 * Fraction(1, 25) * Fraction(10, 36) + 5_00 * Fraction(1, 18)
    )

    assert of(CRAPS, find_strategy("iron_cross")).loss_per_roll == Fraction(557 - 165, 557) * a_roll


@in_every_game
def test_each_wager_costs_its_edge_of_the_handle(house: House, plan: Plan) -> None:
    """For every strategy, the win on a wager is its edge times the handle, standoffs included in the handle.

    This holds for bets that wait for their number, are off, are taken down undecided, are pressed, or grow after a
    loss, because the next roll is independent of the past. The edge of a wager includes its vigorish and odds.
    """
    for wager, takings in of(house, plan).by_wager.items():
        assert takings.win == takings.handle * edge(house, wager).per_bet_made


@in_every_game
def test_the_win_of_the_house_is_the_loss_of_the_player(house: House, plan: Plan) -> None:
    """Chips move only between the player and the bank, so both sums are equal.

    The long run calculates the win from the totals by wager, and the loss from the rail and the layout.
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


# The stationary distribution.


@in_every_game
def test_the_distribution_of_the_states_is_stationary(house: House, plan: Plan) -> None:
    """The probabilities sum to 1, and one more roll leaves each of them unchanged."""
    shares, rows = of(house, plan).state_probabilities, made(house, plan).rows
    total = lcm(*(share.denominator for share in shares))
    before = [int(share * total) for share in shares]
    then = [0] * len(before)
    for count, row in zip(before, rows, strict=True):
        for to in row.next_state:
            then[to] += count

    assert sum(shares) == 1
    assert then == [36 * count for count in before]


@in_every_game
def test_the_length_of_a_hand_does_not_depend_on_the_bets(house: House, plan: Plan) -> None:
    """The loss per hand is the loss per roll times the mean length of a hand."""
    run = of(house, plan)

    assert 1 / run.hands_per_roll == hand_length(house).mean
    assert run.loss_per_hand == run.loss_per_roll * hand_length(house).mean


def test_the_mean_length_of_a_hand() -> None:
    assert 1 / of(CRAPS, find_strategy("pass_flat")).hands_per_roll == Fraction(1671, 196)
    assert 1 / of(CRAPLESS, find_strategy("pass_flat")).hands_per_roll == Fraction(57678, 7303)


# Convergence of sessions.


@pytest.mark.parametrize("house", [CRAPS, CRAPLESS], ids=lambda house: house.source)
@pytest.mark.parametrize(
    "name", ["pass_flat", "pass_2x_odds", "iron_cross", "martingale_pass", "hardways", "place_6_8"]
)
def test_sessions_converge_to_the_long_run(house: House, name: str) -> None:
    """Every 100 rolls, the distance of the exact mean and of the variance per roll falls by a factor of 1,000."""
    plan = find_strategy(name)
    run, distances = of(house, plan), []
    for rolls in (100, 200, 300):
        now, then = moments(made(house, plan), rolls), moments(made(house, plan), rolls + 1)
        distances.append((abs(now.mean - run.mean(rolls)), abs(then.variance - now.variance - run.variance_per_roll)))

    for (mean, variance), (mean_after, variance_after) in pairwise(distances):
        assert 1000 * mean_after <= mean
        assert 1000 * variance_after <= variance
    assert max(distances[-1]) < Fraction(1, 1000)


def test_bets_decided_by_every_roll_have_no_bias() -> None:
    """Every roll decides the Field Bet, so the rolls are independent and the long run is exact from the first roll."""
    plan = find_strategy("strategy fielder\nbet $5 on Field Bet\n")
    run, of_one = of(CRAPS, plan), edge(CRAPS, "Field Bet")

    assert run.loss_per_roll == 5_00 * of_one.per_bet_made
    assert run.variance_per_roll == 5_00**2 * of_one.variance
    assert run.bias == 0
    for rolls in (1, 2, 30):
        assert moments(made(CRAPS, plan), rolls) == (run.mean(rolls), run.variance(rolls))


def test_quantiles_of_the_normal_curve_are_symmetric() -> None:
    """The median is the mean, and the quartiles are equally far from it."""
    run = of(CRAPS, find_strategy("strategy fielder\nbet $5 on Field Bet\n"))
    below, half, above = (run.quantile(3_600, share) for share in (0.25, Fraction(1, 2), Fraction(3, 4)))

    assert half == Decimal(-3_600 * 5_00) / 18
    assert above - half == half - below > 0
    with pytest.raises(StatisticsError):
        run.quantile(100, 1)


def test_periodic_play_oscillates_around_the_long_run() -> None:
    """With $5 and $10 in turn, the mean oscillates around the long run and never converges."""
    plan = find_strategy("""
strategy by turns
the stake goes $5, $10
when Field Bet just won or Field Bet just lost:
    raise the stake or start again
bet the stake on Field Bet
""")
    run, of_one = of(CRAPS, plan), edge(CRAPS, "Field Bet").per_bet_made
    distances = [moments(made(CRAPS, plan), rolls).mean - run.mean(rolls) for rolls in range(1, 9)]

    assert run.loss_per_roll == Fraction(5_00 + 10_00, 2) * of_one
    assert run.bias == (run.loss_per_roll - 5_00 * of_one) / 2
    assert distances == [run.bias, -run.bias] * 4


# Strategies that stop, and limits.


def test_a_strategy_that_stops_costs_only_its_bias() -> None:
    """After it stops, nothing more is lost; the loss of its one bet remains as the bias."""
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


def test_a_strategy_with_two_closed_classes_has_no_long_run() -> None:
    """The first roll decides which of two patterns of play goes on for ever."""
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
def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch, most: str, words: str) -> None:
    """A chain that is too large is refused before it is solved."""
    monkeypatch.setattr(solving, most, 100)

    with pytest.raises(NoMachine, match=rf"^three_point_molly has {words}.* use a simulation of many rolls$"):
        long_run(made(CRAPS, find_strategy("three_point_molly")))
