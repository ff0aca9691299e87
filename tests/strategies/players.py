"""Players who bet in Python: the five of the exact sessions, and some that go wrong."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from passline.strategies.protocol import PLAYER, SetMemory, Strategy, View
from passline.table.acts import Act, MakeBet, TakeOdds
from passline.table.events import Rolled


@dataclass(frozen=True)
class Forgetful:
    """A player who remembers nothing."""

    name: str = "forgetful"

    def initial_memory(self) -> Hashable:
        return None

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:  # noqa: ARG002  Nothing is remembered.
        return memory


@dataclass(frozen=True)
class PassFlat(Forgetful):
    """Ten dollars on the Pass Bet."""

    name: str = "pass_flat"

    def next_act(self, view: View) -> Act | SetMemory | None:
        if view.point is None and not view.bet_on("Pass Bet") and view.rail >= 10_00:
            return MakeBet(PLAYER, "Pass Bet", 10_00)
        return None


@dataclass(frozen=True)
class PassWithOdds(PassFlat):
    """The same, with the largest of 20 and 10 dollars odds that the rail covers."""

    name: str = "pass_2x_odds"

    def next_act(self, view: View) -> Act | SetMemory | None:
        if view.point and view.bet_on("Pass Bet") and not view.bet_on("odds on Pass Bet"):
            for cents in (20_00, 10_00):
                if view.rail >= cents:
                    return TakeOdds(PLAYER, "Pass Bet", cents)
        return super().next_act(view)


@dataclass(frozen=True)
class Cover(Forgetful):
    """With a point on, these bets in this order, each if it is missing and covered."""

    name: str = "cover"
    bets: tuple[tuple[str, int], ...] = ()

    def next_act(self, view: View) -> Act | SetMemory | None:
        for spot, cents in self.bets if view.point else ():
            if not view.bet_on(spot) and view.rail >= cents:
                return MakeBet(PLAYER, spot, cents)
        return None


@dataclass(frozen=True)
class Molly(PassFlat):
    """A Pass Bet and two Come Bets, ten dollars each, with ten dollars odds."""

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
    """A Pass Bet, a Fire Bet for each shooter, and All Small whenever it is not up."""

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
    """Doubles the Pass Bet after a loss, up to eight times ten dollars; the loss is remembered."""

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
    """Never has enough to remember."""

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
"""A sum that has no end: how much was won since the session began."""
