"""A strategy: what a player sees before a roll, and what he then asks for.

A strategy is a deterministic function of what can be seen to acts. It is asked again and again before
each roll, until it asks for nothing more; what it wants to know of the past it keeps as a small memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from passline.errors import CrapsError, StrategyError
from passline.table.acts import BuyIn, RollDice
from passline.table.events import Rolled
from passline.table.table import Table, after, decide, open_table

if TYPE_CHECKING:
    from collections.abc import Hashable

    from passline.house.house import House
    from passline.table.acts import Act
    from passline.table.events import Event
    from passline.table.layout import Bet
    from passline.words.dice import Roll
    from passline.words.money import Cents

PLAYER = "player"
"""The name under which a strategy plays."""
MAX_ACTS = 200
"""How often a strategy is asked before one roll; one that asks for more never stops."""


class History(NamedTuple):
    """What happened since the session began.

    Attributes:
        last_roll: The last roll and all that it did; None before the first.
        rolls: How many rolls there were.
        hands: How many hands ended, each with a seven-out.
    """

    last_roll: Rolled | None = None
    rolls: int = 0
    hands: int = 0

    def after(self, rolled: Rolled) -> History:
        """Return the past once a roll has happened."""
        return History(rolled, self.rolls + 1, self.hands + (rolled.puck == "seven out"))


class View(NamedTuple):
    """What a player sees between two rolls.

    Attributes:
        point: The come out point; None on a come out roll.
        rail: The chips on his rail, in cents.
        bets: His bets on the layout, in the order of their spots, odds behind their bet.
        memory: What the strategy keeps of the past.
        history: The last roll, and how many rolls and hands there were. A strategy that asks for the numbers has
            no end of states, and is played on the table itself; what it only compares, it better counts itself.
    """

    point: int | None
    rail: Cents
    bets: tuple[Bet, ...]
    memory: Hashable
    history: History = History()

    def bet_on(self, spot: str) -> Bet | None:
        """Return the bet on a spot, such as "Pass Bet" or "Come Bet on 4", or None."""
        return next((bet for bet in self.bets if bet.spot == spot), None)

    def count_bets(self, family: str) -> int:
        """Return how many bets there are on a wager, or on any number of it: "Come Bet", "Place Bet to Win"."""
        return sum(bet.wager.family == family for bet in self.bets)

    def total_bet(self, family: str) -> Cents:
        """Return the sum of the bets on a wager, in cents."""
        return sum(bet.amount for bet in self.bets if bet.wager.family == family)


@dataclass(frozen=True, slots=True)
class SetMemory:
    """What a strategy asks for to change its memory without an act."""

    memory: Hashable


class RequestedAct(NamedTuple):
    """An act, or a change of memory, and the line of the strategy's text that asks for it: a refusal names it."""

    act: Act | SetMemory
    line: int


class Strategy(Protocol):
    """How a player bets. The memory is small and can be hashed: what it cannot forget, it must count."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def initial_memory(self) -> Hashable:
        """Return the memory that a session begins with."""
        ...

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        """Return the memory after a roll."""
        ...

    def next_act(self, view: View) -> Act | RequestedAct | SetMemory | None:
        """Return the next thing to ask for before the roll, or None when there is nothing more."""
        ...


class PlayState(NamedTuple):
    """A player who bets by a strategy, and the table he sits at."""

    table: Table
    memory: Hashable
    history: History = History()

    @property
    def view(self) -> View:
        """What the player sees."""
        layout = self.table.layout
        return View(layout.point, self.table.books.rail(PLAYER), sort_bets(layout.bets), self.memory, self.history)


def sort_bets(bets: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Return bets in the order of their spots, odds behind their bet: when they were made is forgotten."""
    return tuple(sorted(bets, key=_spot)) if len(bets) > 1 else bets


def _spot(bet: Bet) -> tuple[str, int, bool]:
    wager = bet.wager
    return wager.supports or wager.name, bet.number or 0, wager.supports is not None


def start_play(house: House, strategy: Strategy, rail: Cents) -> PlayState:
    """Return the seat of a player who has bought in for so many cents, before the first roll.

    Raises:
        Refused: The table does not sell that many chips.
    """
    table = open_table(house)
    for event in decide(table, BuyIn(PLAYER, rail)):
        table = after(table, event)
    return PlayState(table, strategy.initial_memory())


def play_roll(strategy: Strategy, seat: PlayState, roll: Roll) -> tuple[PlayState, Rolled]:
    """Return the seat after a roll, of which the strategy has heard, and what the roll did."""
    (rolled,) = decide(seat.table, RollDice(roll))
    assert isinstance(rolled, Rolled), "a throw is a roll"
    told, spots = rolled, [_spot(settlement.bet) for settlement in rolled.settlements]
    if spots != sorted(spots):
        told = rolled._replace(settlements=tuple(sorted(rolled.settlements, key=lambda each: _spot(each.bet))))
    return PlayState(after(seat.table, rolled), strategy.after_roll(seat.memory, told), seat.history.after(told)), told


def place_bets(strategy: Strategy, seat: PlayState) -> tuple[PlayState, tuple[Event, ...]]:
    """Let a strategy ask until it asks for nothing more.

    Args:
        strategy: How the player bets.
        seat: Before the bets.

    Returns:
        The seat after the bets, and what happened.

    Raises:
        StrategyError: It never stops asking, or asks for what the table turns down; the table's own words are in it.
    """
    events: list[Event] = []
    lines: list[int | None] = []
    for _ in range(MAX_ACTS):
        asked = strategy.next_act(seat.view)
        if asked is None:
            return seat, tuple(events)
        act, line = asked if isinstance(asked, RequestedAct) else (asked, None)
        lines.append(line)
        if isinstance(act, SetMemory):
            seat = seat._replace(memory=act.memory)
            continue
        try:
            happened = decide(seat.table, act)
        except CrapsError as error:
            place = f", line {line}," if line is not None else ""
            message = f"{strategy.name}{place} asks for what it may not have: {error}"
            raise StrategyError(message) from error
        for event in happened:
            seat = seat._replace(table=after(seat.table, event))
        events += happened
    last = sorted({line for line in lines[MAX_ACTS // 2 :] if line is not None})
    among = f" in line{'s' if len(last) > 1 else ''} {', '.join(map(str, last))}" if last else ""
    why = "a strategy stops when it has what it wants"
    message = f"{strategy.name} asks {MAX_ACTS} times before one roll{among}; {why}"
    raise StrategyError(message)
