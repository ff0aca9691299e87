"""Measure the speed of the table. There are two goals, both measured with assertions on.

1. Pass with odds: a $10 Pass Bet on every come out roll, and $20 odds once the point is set, with a very large rail.
   The goal is at least 2 times the rolls per second of crapssim 0.4.1, which runs in an environment of its own, with
   its own strategies and dice, and prints nothing. Passline checks each act, settles each bet under its paragraph and
   records each transfer. The two programs are measured in turns by processor time, so that other load affects both.
   Before that, both play the same rolls and must end with the same rail.
2. A crowded table: one roll, decided and recorded, with 20 players of 10 bets each. The goal is under 10 ms for the
   slowest of the 36 rolls.

A missed goal is printed; with `--strict` the exit status is 1.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Annotated

import typer

from passline import after, decide, open_house, open_table
from passline.table.acts import BuyIn, MakeBet, RollDice, TakeOdds
from passline.words.dice import EVERY_ROLL, Roll
from rival import goal_text, machine, rival

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passline import Table
    from passline.table.acts import Act

RATIO_MIN = 2.0
ROUNDS, SECONDS_PER_ROUND = 5, 2.0
ROLLS_PER_CLOCK_CHECK = 1_000
"""The number of rolls between two checks of the clock."""

SETTLEMENT_MS_MAX = 10.0
PLAYERS, BETS_PER_PLAYER = 20, 10
CROWDS = 15
"""The number of crowds that each roll is measured for; the result is their median."""

RAIL_DOLLARS = 1_000_000_000
PASS_BET = MakeBet("alice", "Pass Bet", 10_00)
PASS_ODDS = TakeOdds("alice", "Pass Bet", 20_00)

RIVAL_RUNNER = f"""
import sys, time
from crapssim.strategy import BetPassLine
from crapssim.strategy.odds import PassLineOddsMultiplier
from crapssim.strategy.single_bet import StrategyMode
from crapssim.table import Table

def seated():
    table = Table()
    strategy = BetPassLine(10, StrategyMode.ADD_IF_POINT_OFF) + PassLineOddsMultiplier(2)  # its fastest way
    return table, table.add_player({RAIL_DOLLARS}, strategy)

def answer(value):
    print(value, flush=True)

table, player = seated()
faces = [int(face) for face in input().split()]
table.fixed_run(zip(faces[::2], faces[1::2]))
answer(player.bankroll)

table, player = seated()
for line in sys.stdin:
    seconds, rolls, start = float(line), 0, time.process_time()
    while (passed := time.process_time() - start) < seconds:
        table.run({ROLLS_PER_CLOCK_CHECK}, verbose=False)
        rolls += {ROLLS_PER_CLOCK_CHECK}
    answer(rolls / passed)
"""


def main(*, strict: Annotated[bool, typer.Option(help="Exit with 1 if a goal is missed.")] = False) -> None:
    """Measure the table against its goals."""
    if not __debug__:
        sys.exit("this is measured with assertions on: run it without -O")
    print(machine())
    met = [_crowded_table(), _pass_with_odds()]
    if strict and not all(met):
        sys.exit(1)


# Pass with odds, by turns with crapssim.


def _pass_with_odds() -> bool:
    dice = Random()  # noqa: S311  Dice of a benchmark, not of a game for money.
    same = [dice.choice(EVERY_ROLL) for _ in range(10 * ROLLS_PER_CLOCK_CHECK)]
    ours, theirs = [], []
    with rival(RIVAL_RUNNER) as crapssim:
        answer = crapssim.ask(" ".join(f"{roll.first} {roll.second}" for roll in same))
        rail = _played(_seated(), same).books.rail("alice")
        assert rail == round(answer * 100), f"the same rolls leave {rail / 100} here and {answer} there"
        for _ in range(ROUNDS):
            ours.append(_rolls_per_second(dice))
            theirs.append(crapssim.ask(str(SECONDS_PER_ROUND)))
    ratios = sorted(our / their for our, their in zip(ours, theirs, strict=True))
    ratio = median(ratios)
    print(
        f"pass with odds: passline {median(ours):,.0f} rolls/s, crapssim {median(theirs):,.0f} rolls/s, "
        f"ratio {ratio:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f} in {ROUNDS} rounds); "
        f"goal {RATIO_MIN:g} or more: {goal_text(is_met=ratio >= RATIO_MIN)}"
    )
    return ratio >= RATIO_MIN


def _seated() -> Table:
    return _done(open_table(open_house("craps")), BuyIn("alice", RAIL_DOLLARS * 100))


def _done(table: Table, act: Act) -> Table:
    for event in decide(table, act):
        table = after(table, event)
    return table


def _played(table: Table, rolls: Sequence[Roll]) -> Table:
    """Play rolls, each after the bets that this way of betting makes."""
    for roll in rolls:
        bets, point = table.layout.bets, table.layout.point
        if not bets:
            table = _done(table, PASS_BET)
        elif point is not None and len(bets) == 1:
            table = _done(table, PASS_ODDS)
        table = _done(table, RollDice(roll, "system"))
    return table


def _rolls_per_second(dice: Random) -> float:
    table, rolls, start = _seated(), 0, process_time()
    while (passed := process_time() - start) < SECONDS_PER_ROUND:
        table = _played(table, [dice.choice(EVERY_ROLL) for _ in range(ROLLS_PER_CLOCK_CHECK)])
        rolls += ROLLS_PER_CLOCK_CHECK
    return rolls / passed


# A crowded table.


def _crowded_table() -> bool:
    crowds = [_crowd(evening) for evening in range(1, CROWDS + 1)]
    assert all(len(table.layout.bets) == PLAYERS * BETS_PER_PLAYER for table in crowds), "a crowd bets otherwise"
    by_roll = {roll: median(_milliseconds(table, roll) for table in crowds) for roll in EVERY_ROLL}
    slowest = max(by_roll, key=lambda roll: by_roll[roll])
    worst = by_roll[slowest]
    print(
        f"crowded table: {PLAYERS * BETS_PER_PLAYER} bets, one throw {median(by_roll.values()):.2f} ms in the median, "
        f"{worst:.2f} ms at worst (dice {slowest}); "
        f"goal under {SETTLEMENT_MS_MAX:g} ms at worst: {goal_text(is_met=worst < SETTLEMENT_MS_MAX)}"
    )
    return worst < SETTLEMENT_MS_MAX


def _milliseconds(table: Table, roll: Roll) -> float:
    start = perf_counter()
    _done(table, RollDice(roll, "system"))
    return (perf_counter() - start) * 1_000


def _crowd(evening: int) -> Table:
    """Return a table with a point of 4 and players who each have ten bets; Come Bets lie on 9 and on 5.

    Each evening has players of its own, so that no throw is one that was thrown before.
    """
    house = open_house("craps")
    seats = house.submission.table.model_copy(update={"seats": PLAYERS})
    table = open_table(replace(house, submission=replace(house.submission, table=seats)))
    players = [f"player-{evening}-{seat}" for seat in range(1, PLAYERS + 1)]
    for player in players:
        table = _done(_done(table, BuyIn(player, 1_000_00)), MakeBet(player, "Pass Bet", 10_00))
    table = _done(table, RollDice(Roll(3, 1)))
    for half, number in ((players[::2], Roll(6, 3)), (players[1::2], Roll(4, 1))):
        for player in half:
            table = _done(table, MakeBet(player, "Come Bet", 10_00))
        table = _done(table, RollDice(number))
    for player in players:
        table = _done(table, TakeOdds(player, "Pass Bet", 20_00))
        for wager, cents in (
            ("Place Bet to Win on 6", 12_00),
            ("Place Bet to Win on 8", 12_00),
            ("Place Bet to Win on 10", 10_00),
            ("Six the Hardway Bet", 5_00),
            ("Eight the Hardway Bet", 5_00),
            ("Field Bet", 5_00),
            ("Horn Bet", 4_00),
        ):
            table = _done(table, MakeBet(player, wager, cents))
    return table


if __name__ == "__main__":
    typer.run(main)
