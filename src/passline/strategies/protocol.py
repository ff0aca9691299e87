"""The strategy protocol: a strategy receives a player's view of the table and returns the player's next act.

A strategy is a deterministic function of the view. Before each roll `next_act` is called until it returns None. A
small memory keeps the facts about earlier rolls that the strategy needs.
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
"""The name of the player who bets by a strategy."""
MAX_ACTS = 200
"""The most acts that a strategy may ask for before one roll; a strategy that asks for more would never stop."""


class History(NamedTuple):
    """The last roll, and the number of rolls and hands since the session began.

    Attributes:
        last_roll: The last roll with its settlements; None before the first roll.
        rolls: The number of rolls.
        hands: The number of hands that ended, each with a seven-out.
    """

    last_roll: Rolled | None = None
    rolls: int = 0
    hands: int = 0

    def after(self, rolled: Rolled) -> History:
        """Return the history after one more roll."""
        return History(rolled, self.rolls + 1, self.hands + (rolled.puck == "seven out"))


class View(NamedTuple):
    """The information that a player has between two rolls.

    Attributes:
        point: The come out point; None on a come out roll.
        rail: The chips on the player's rail, in cents.
        bets: The player's bets on the layout, ordered by spot; odds follow their bet.
        memory: The strategy's memory.
        history: The last roll, and the number of rolls and hands. A strategy that reads these two numbers has
            infinitely many states, so it is played on the table itself. To compare a number with a limit, count in
            the memory instead, up to that limit.
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
        """Return the number of bets on a wager, or on a family of wagers such as "Come Bet" or "Place Bet to Win"."""
        return sum(bet.wager.family == family for bet in self.bets)

    def total_bet(self, family: str) -> Cents:
        """Return the sum of the bets on a wager or a family of wagers, in cents."""
        return sum(bet.amount for bet in self.bets if bet.wager.family == family)


@dataclass(frozen=True, slots=True)
class SetMemory:
    """A request to replace the strategy's memory; nothing happens at the table."""

    memory: Hashable


class RequestedAct(NamedTuple):
    """An act or a change of memory, with the line of the strategy's text that asks for it; refusals name the line."""

    act: Act | SetMemory
    line: int


class Strategy(Protocol):
    """A way to bet.

    The memory must be hashable. For a finite machine it must also be bounded: a counter stops at some limit.
    """

    @property
    def name(self) -> str:
        """The name that messages and reports print."""
        ...

    def initial_memory(self) -> Hashable:
        """Return the memory at the beginning of a session."""
        ...

    def after_roll(self, memory: Hashable, rolled: Rolled) -> Hashable:
        """Return the memory after a roll."""
        ...

    def next_act(self, view: View) -> Act | RequestedAct | SetMemory | None:
        """Return the next act before the roll, or None if the strategy wants nothing more."""
        ...


class PlayState(NamedTuple):
    """A table with one player who bets by a strategy, and what the strategy remembers."""

    table: Table
    memory: Hashable
    history: History = History()

    @property
    def view(self) -> View:
        """The view of the player."""
        layout = self.table.layout
        return View(layout.point, self.table.books.rail(PLAYER), sort_bets(layout.bets), self.memory, self.history)


def sort_bets(bets: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Return bets ordered by spot, each followed by its odds. So a view does not depend on the order of the acts."""
    return tuple(sorted(bets, key=_sort_key)) if len(bets) > 1 else bets


def _sort_key(bet: Bet) -> tuple[str, int, bool]:
    wager = bet.wager
    return wager.supports or wager.name, bet.number or 0, wager.supports is not None


def start_play(house: House, strategy: Strategy, bankroll: Cents) -> PlayState:
    """Return the state before the first roll, after the player has bought in.

    Args:
        house: The house.
        strategy: The strategy of the player.
        bankroll: The buy-in, in cents.

    Raises:
        Refused: The table does not sell that amount of chips.
    """
    table = open_table(house)
    for event in decide(table, BuyIn(PLAYER, bankroll)):
        table = after(table, event)
    return PlayState(table, strategy.initial_memory())


def play_roll(strategy: Strategy, state: PlayState, roll: Roll) -> tuple[PlayState, Rolled]:
    """Roll the dice, and let the strategy update its memory.

    Returns:
        The state after the roll, and the roll with its settlements ordered by spot.
    """
    (rolled,) = decide(state.table, RollDice(roll))
    assert isinstance(rolled, Rolled), "RollDice gives one Rolled event"
    in_order, keys = rolled, [_sort_key(settlement.bet) for settlement in rolled.settlements]
    if keys != sorted(keys):
        in_order = rolled._replace(settlements=tuple(sorted(rolled.settlements, key=lambda each: _sort_key(each.bet))))
    memory = strategy.after_roll(state.memory, in_order)
    return PlayState(after(state.table, rolled), memory, state.history.after(in_order)), in_order


def place_bets(strategy: Strategy, state: PlayState) -> tuple[PlayState, tuple[Event, ...]]:
    """Carry out the strategy's acts until it asks for nothing more.

    Args:
        strategy: The strategy of the player.
        state: The state before the bets.

    Returns:
        The state after the bets, and the events.

    Raises:
        StrategyError: The strategy asks for more than `MAX_ACTS` acts, or the table refuses an act; the message then
            contains the refusal.
    """
    events: list[Event] = []
    lines: list[int | None] = []
    for _ in range(MAX_ACTS):
        request = strategy.next_act(state.view)
        if request is None:
            return state, tuple(events)
        act, line = request if isinstance(request, RequestedAct) else (request, None)
        lines.append(line)
        if isinstance(act, SetMemory):
            state = state._replace(memory=act.memory)
            continue
        try:
            new_events = decide(state.table, act)
        except CrapsError as error:
            place = f", line {line}," if line is not None else ""
            message = f"{strategy.name}{place} asks for an act that is refused: {error}"
            raise StrategyError(message) from error
        for event in new_events:
            state = state._replace(table=after(state.table, event))
        events += new_events
    repeated = sorted({line for line in lines[MAX_ACTS // 2 :] if line is not None})
    place = f" in line{'s' if len(repeated) > 1 else ''} {', '.join(map(str, repeated))}" if repeated else ""
    message = f"{strategy.name} asks {MAX_ACTS} times before one roll{place}; a strategy must stop asking by then"
    raise StrategyError(message)
