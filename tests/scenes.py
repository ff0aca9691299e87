"""The example houses, short scripts at a table, and the 36 rolls by their result for a bet."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

import passline
from passline.house.house import House
from passline.table.layout import Bet
from passline.table.script import Played
from passline.table.settle import settle
from passline.words.dice import EVERY_ROLL, Roll

TEST_DATE = date(2026, 1, 15)
"""A day on which every section of the law is in force."""

CRAPS = passline.open_house("craps", date=TEST_DATE)
MINI_CRAPS = passline.open_house("mini-craps", date=TEST_DATE)
CRAPLESS = passline.open_house("crapless", date=TEST_DATE)
EVERY_OPTION = passline.open_house("every-option", date=TEST_DATE)
HOUSES = (CRAPS, MINI_CRAPS, CRAPLESS, EVERY_OPTION)


def play_scene(house: House, scene: str) -> Played:
    """Play a script at an empty table of *house* and check the claims after its colons."""
    return passline.play(scene, house=house)


def rolls_by_result(bet: Bet, *, point: int | None) -> dict[str, set[Roll]]:
    """Return the 36 rolls by the result for a bet: "won", "lost", "stood off", "moved" or "stood"."""
    results: dict[str, set[Roll]] = defaultdict(set)
    for roll in EVERY_ROLL:
        results[settle(bet, roll, point=point).result].add(roll)
    return results


def bet_on(
    house: House, spot: str, cents: int, *, numbers_made: frozenset[int] = frozenset(), working: bool = False
) -> Bet:
    """Return alice's bet on a spot, such as "Come Bet on 4"."""
    wager, number = house.find_spot(spot)
    return Bet("alice", wager, cents, number, numbers_made, "on" if working else None)
