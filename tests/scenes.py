"""What the tests say: little scenes at a table, and the 36 rolls sorted by what they do to a bet."""

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
"""A day on which every section held is in force."""

CRAPS = passline.open_house("craps", on=TEST_DATE)
MINI_CRAPS = passline.open_house("mini-craps", on=TEST_DATE)
CRAPLESS = passline.open_house("crapless", on=TEST_DATE)
EVERY_OPTION = passline.open_house("every-option", on=TEST_DATE)
HOUSES = (CRAPS, MINI_CRAPS, CRAPLESS, EVERY_OPTION)


def play_scene(house: House, scene: str) -> Played:
    """Play a scene at an empty table of *house*; what it claims after its colons must be so."""
    return passline.play(scene, house=house)


def rolls_by_result(bet: Bet, *, point: int | None) -> dict[str, set[Roll]]:
    """Return the 36 rolls by what they do to a bet: "won", "lost", "stood off", "moved", "stood"."""
    results: dict[str, set[Roll]] = defaultdict(set)
    for roll in EVERY_ROLL:
        results[settle(bet, roll, point=point).result].add(roll)
    return results


def bet_on(
    house: House, spot: str, cents: int, *, numbers_made: frozenset[int] = frozenset(), working: bool = False
) -> Bet:
    """Return a bet of one player on a spot, such as "Come Bet on 4"; a line bet has its number with `number`."""
    wager, number = house.find_spot(spot)
    return Bet("alice", wager, cents, number, numbers_made, "on" if working else None)
