"""Strategies written in Python: seven that are played in the tests, and two that have no finite machine."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from passline.strategies.protocol import PLAYER, SetMemory, Strategy, View
from passline.table.acts import Act, MakeBet, TakeOdds
from passline.table.events import Rolled


@dataclass(frozen=True)
class Forgetful:
    """A strategy without memory."""

    name: str = "forgetful"

    def initial_memory(self) -> Hashable:
        return None

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:  # noqa: ARG002  A strategy without memory ignores the roll.
        return memory


@dataclass(frozen=True)
class PassFlat(Forgetful):
    """Bets $10 on the Pass Bet."""

    name: str = "pass_flat"

    def next_act(self, view: View) -> Act | SetMemory | None:
        if view.point is None and not view.bet_on("Pass Bet") and view.rail >= 10_00:
            return MakeBet(PLAYER, "Pass Bet", 10_00)
        return None


@dataclass(frozen=True)
class PassWithOdds(PassFlat):
    """Bets $10 on the Pass Bet and takes $20 odds, or $10 if the rail is short."""

    name: str = "pass_2x_odds"

    def next_act(self, view: View) -> Act | SetMemory | None:
        if view.point and view.bet_on("Pass Bet") and not view.bet_on("odds on Pass Bet"):
            for cents in (20_00, 10_00):
                if view.rail >= cents:
                    return TakeOdds(PLAYER, "Pass Bet", cents)
        return super().next_act(view)


@dataclass(frozen=True)
class Cover(Forgetful):
    """Makes each of its bets, in order, if there is a point, the bet is not up and the rail covers it."""

    name: str = "cover"
    bets: tuple[tuple[str, int], ...] = ()

    def next_act(self, view: View) -> Act | SetMemory | None:
        for spot, cents in self.bets if view.point else ():
            if not view.bet_on(spot) and view.rail >= cents:
                return MakeBet(PLAYER, spot, cents)
        return None


@dataclass(frozen=True)
class Molly(PassFlat):
    """Keeps a Pass Bet and two Come Bets of $10, each with $10 odds."""

    name: str = "molly"

    def next_act(self, view: View) -> Act | SetMemory | None:
        if view.rail >= 10_00:
            for bet in view.bets:
                odds = f"odds on {bet.spot}"
                if bet.number and bet.wager.name in {"Pass Bet", "Come Bet"} and not view.bet_on(odds):
                    return TakeOdds(PLAYER, bet.spot, 10_00)
            if view.point and view.count_bets("Come Bet") < 2 and not view.bet_on("Come Bet"):
                return MakeBet(PLAYER, "Come Bet", 10_00)
        return super().next_act(view)


@dataclass(frozen=True)
class Chaser(PassFlat):
    """Makes a Pass Bet, a Fire Bet for each shooter, and an All Small Wager if none is up."""

    name: str = "chaser"

    def next_act(self, view: View) -> Act | SetMemory | None:
        if view.point is None and view.memory == "a new hand" and not view.bet_on("Fire Bet") and view.rail >= 5_00:
            return MakeBet(PLAYER, "Fire Bet", 5_00)
        if view.point is None and not view.bet_on("All Small Wager") and view.rail >= 5_00:
            return MakeBet(PLAYER, "All Small Wager", 5_00)
        return super().next_act(view)

    def initial_memory(self) -> Hashable:
        return "a new hand"

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        if rolled.puck == "seven out":
            return "a new hand"
        return "in the hand" if rolled.puck == "the point is set" else memory


@dataclass(frozen=True)
class Martingale(PassFlat):
    """Doubles the Pass Bet after a loss, up to $80, and returns to $10 after a win."""

    name: str = "martingale"

    def initial_memory(self) -> Hashable:
        return 10_00

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        assert isinstance(memory, int)
        for settlement in rolled.settlements:
            if settlement.result == "lost":
                return min(2 * memory, 80_00)
            if settlement.result == "won":
                return 10_00
        return memory

    def next_act(self, view: View) -> Act | SetMemory | None:
        assert isinstance(view.memory, int)
        if view.point is None and not view.bet_on("Pass Bet"):
            if view.rail >= view.memory:
                return MakeBet(PLAYER, "Pass Bet", view.memory)
            if view.memory > 10_00:
                return SetMemory(10_00)
        return None


@dataclass(frozen=True)
class Insatiable(Forgetful):
    """Sets its memory again and again, and never lets the dice roll."""

    name: str = "insatiable"

    def next_act(self, view: View) -> Act | SetMemory | None:
        return SetMemory(view.memory)


PLACE_6_8 = Cover("place_6_8", (("Place Bet to Win on 6", 6_00), ("Place Bet to Win on 8", 6_00)))
IRON_CROSS = Cover("iron_cross", (*PLACE_6_8.bets, ("Place Bet to Win on 5", 5_00), ("Field Bet", 5_00)))
PLAYERS: tuple[Strategy, ...] = (PassFlat(), PassWithOdds(), PLACE_6_8, IRON_CROSS, Molly(), Chaser(), Martingale())
GROWS = """strategy grows
bet $5 on Field Bet
if won at least $5 since the session began:
    bet $5 on Any Seven Bet
"""
"""A strategy without a finite machine: it counts its winnings since the session began, without a limit."""
