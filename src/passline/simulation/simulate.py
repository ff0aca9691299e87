"""Simulation: random sessions of strategies, block after block."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING

from passline.machines.terms import Terms, check_whole_number
from passline.simulation.histogram import Histogram
from passline.simulation.player import Player, Stopped, is_small
from passline.simulation.random_stream import FAIR
from passline.simulation.request import Request
from passline.simulation.tally import Comparison, Tally
from passline.simulation.walk import FINAL_WORTH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passline.house.house import House
    from passline.machines.terms import Unresolved
    from passline.simulation.player import PlayedBlock
    from passline.simulation.random_stream import Dice
    from passline.simulation.request import RecordedDice
    from passline.strategies.protocol import Strategy
    from passline.words.money import Cents

FIRST_BLOCK, LARGEST_BLOCK = 1 << 16, 1 << 22
"""The number of rolls in the first block, and in later blocks at most."""
ROLLS_PER_ENTRY = 64
"""A block has this many rolls for each entry of a large machine, so that adding its counts takes little time."""
BLOCKS_PER_CORE = 2
"""The number of blocks that are submitted for each core at a time, so that no core waits."""
TABLE_BLOCK = 1 << 12
"""The number of rolls in a block that the table itself plays."""
MIN_SESSIONS = 4
"""The smallest number of sessions in a block."""


def simulate(
    house: House,
    strategy: Strategy,
    *,
    sessions: int,
    rolls: int,
    bankroll: Cents,
    hands: int | None = None,
    stop_win: Cents | None = None,
    stop_loss: Cents | None = None,
    unresolved: Unresolved = "return",
    dice: Dice | RecordedDice = FAIR,
    seed: int = 0,
    first_session: int = 0,
    paths: int | None = None,
    cores: int | None = None,
) -> Tally:
    """Simulate sessions of a strategy.

    Args:
        house: The house at which the sessions are played.
        strategy: The strategy.
        sessions: The number of sessions, at least 1.
        rolls: The maximum number of rolls of a session, at least 1.
        bankroll: The money that each session begins with, in cents, at least 1 and in whole chips.
        hands: The maximum number of hands of a session; a hand ends with a seven-out. None for no limit.
        stop_win: A session ends when it is ahead by this amount, in cents. None for no limit.
        stop_loss: A session ends when it is behind by this amount, in cents. None for no limit.
        unresolved: The treatment of the bets on the layout at the end: "return" at face value, or "play out".
        dice: Fair dice by default; weighted dice from `random_stream.dice`, or `RecordedDice`.
        seed: 0 to 2 to the 64th, less one. A seed gives the same sessions on any number of cores.
        first_session: The number of the first session. A run that continues another begins where that ended.
        paths: Sessions with a number below this are followed roll by roll; by default, up to 10,000.
        cores: The number of processor cores to use; by default, all.

    Returns:
        The tally: exact counts of these sessions, so its mean is an estimate with a standard error. If the strategy has
            no
        machine, the table itself plays, which is slower, and the tally gives the reason.

    Raises:
        StrategyError: The strategy asks for an act that the table refuses, or never stops asking.
        NotationError: A number is out of its range.
        Refused: The table does not sell this bankroll in chips.
    """
    terms = Terms(rolls, bankroll, hands, stop_win, stop_loss, unresolved)
    more = {"dice": dice, "seed": seed, "first_session": first_session, "paths": paths, "cores": cores}
    run = Simulation(house, [strategy], terms, sessions=sessions, **more)  # type: ignore[arg-type]  # As named.
    for _ in run.blocks():
        pass
    return run.tallies[0]


def compare(
    house: House,
    strategies: Sequence[Strategy],
    terms: Terms,
    *,
    sessions: int,
    dice: Dice | RecordedDice = FAIR,
    seed: int = 0,
    cores: int | None = None,
) -> Comparison:
    """Simulate sessions of several strategies on the same dice; arguments and errors are those of `simulate`."""
    run = Simulation(house, strategies, terms, sessions=sessions, dice=dice, seed=seed, cores=cores)
    for _ in run.blocks():
        pass
    return run.comparison


class Simulation:
    """Sessions of strategies on the same dice, played block after block until all are done or it is stopped.

    Attributes:
        sessions: The number of sessions to play.
        done: The number of sessions that were played.
        seconds: The time that they took.
    """

    def __init__(
        self,
        house: House,
        strategies: Sequence[Strategy],
        terms: Terms,
        *,
        sessions: int,
        dice: Dice | RecordedDice = FAIR,
        seed: int = 0,
        first_session: int = 0,
        paths: int | None = None,
        cores: int | None = None,
    ) -> None:
        """Check the arguments, which are those of `simulate`, and find the first rows of the machines."""
        request = Request(house, tuple(strategies), terms, sessions, dice, seed, first_session, paths)
        if cores is not None:
            check_whole_number("cores", cores)
        self.terms, self.sessions, self.first_session, self.done = terms, sessions, first_session, 0
        self._is_stopped = Event()
        self._is_small = is_small(request)
        self.cores = cores or os.cpu_count() or 1
        self.players = [Player(request, strategy, is_small=self._is_small) for strategy in strategies]
        self.differences = [Histogram() for _ in strategies[1:]]
        self.seconds = 0.0

    def blocks(self) -> Iterator[int]:
        """Play block after block, and yield the number of finished sessions; the tallies hold exactly these."""
        started = perf_counter()
        blocks = self._blocks()
        with ThreadPoolExecutor(1 if self._is_small else self.cores) as pool:
            playing = deque(pool.submit(self._play, block) for block in islice(blocks, BLOCKS_PER_CORE * self.cores))
            try:
                while playing and not self._is_stopped.is_set():
                    played = playing.popleft().result()
                    playing += [pool.submit(self._play, block) for block in islice(blocks, 1)]
                    self._count(played)
                    self.seconds = perf_counter() - started
                    yield self.done
            except Stopped:
                return
            finally:
                self._is_stopped.set()
                pool.shutdown(cancel_futures=True)
                for player in self.players:
                    player.save()

    def stop(self) -> None:
        """Stop before the next block, from any thread or a signal handler; unfinished blocks are not counted."""
        self._is_stopped.set()

    @property
    def rolls(self) -> int:
        """The number of rolls that were played, of all strategies."""
        return sum(player.rolls for player in self.players)

    @property
    def plays_on_table(self) -> bool:
        """Whether one of the strategies has no machine and is played on the table itself."""
        return any(player.no_machine_reason for player in self.players)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The current tally of each strategy."""
        return tuple(player.tally(self.seconds) for player in self.players)

    @property
    def comparison(self) -> Comparison:
        """The current tallies, and the differences to the first strategy."""
        return Comparison(self.tallies, tuple(histogram.counter for histogram in self.differences))

    def _blocks(self) -> Iterator[range]:
        """Yield the numbers of the sessions of each block; the first blocks are small, so that progress shows early."""
        begin, end, size = self.first_session, self.first_session + self.sessions, FIRST_BLOCK
        while begin < end:
            entries = max(player.entries for player in self.players)
            largest = TABLE_BLOCK if self.plays_on_table else max(LARGEST_BLOCK, ROLLS_PER_ENTRY * entries)
            size = min(size, largest)
            sessions = max(MIN_SESSIONS, size // self.terms.rolls)
            yield range(begin, min(begin + sessions, end))
            begin, size = begin + sessions, 2 * size

    def _play(self, block: range) -> list[PlayedBlock]:
        return [player.play(block, self._is_stopped) for player in self.players]

    def _count(self, played: list[PlayedBlock]) -> None:
        for player, each in zip(self.players, played, strict=True):
            player.count(each)
        for histogram, each in zip(self.differences, played[1:], strict=True):
            histogram.add(each.ended[:, FINAL_WORTH] - played[0].ended[:, FINAL_WORTH])
        self.done += len(played[0].ended)
