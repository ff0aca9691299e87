"""One strategy in a simulation: it plays blocks of sessions, and counts them.

A strategy with a machine walks through its arrays: in compiled form, or in plain Python if so few rolls are played that
loading the compiler would take longer. Both have the same results. A strategy without a machine is played on the table
itself.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from passline.errors import NoMachine, StrategyError
from passline.machines.arrays import arrays_of, find_missing_rows
from passline.machines.cache import cached_machine, save
from passline.machines.machine import Machine
from passline.machines.observation import NewObservation
from passline.machines.stop_rules import BY_STOP_WIN
from passline.machines.terms import MAX_NUMBER, STOPS
from passline.machines.wager_totals import add_wager_totals
from passline.simulation.histogram import Histogram, count_numbers
from passline.simulation.random_stream import FAIR, session_rolls
from passline.simulation.request import RecordedDice, Request
from passline.simulation.table_play import play_session, smallest_bet
from passline.simulation.tally import Paths, Tally, Totals, WagerResult
from passline.simulation.walk import (
    COLUMNS,
    ENDED_BY,
    FINAL_WORTH,
    MISSING_RAIL,
    MISSING_STATE,
    ROLLS_TAKEN,
    ROW_MISSING,
    first_position,
    follow_session,
    rest_position,
)
from passline.words.dice import EVERY_ROLL, Roll

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from threading import Event

    import numpy.typing as npt

    from passline.machines.arrays import MachineArrays
    from passline.machines.terms import Terms
    from passline.simulation.random_stream import Dice
    from passline.simulation.table_play import TableSession
    from passline.strategies.protocol import Strategy
    from passline.words.money import Cents

FIRST_ROWS = 5_000
"""The number of rows that are found before the first session; others are found when a session reaches them."""
FAN = 100
"""The number of rolls, besides roll 0, after which the worth of followed sessions is counted."""
FOLLOWED_AT_ONCE = 1 << 20
"""The number of rolls that are followed in one array."""
SMALL = 40_000
"""The largest number of rolls for plain Python: about 4 µs a roll. The compiled walk needs 0.5 s to load."""
ROLLS_PER_HAND = 9
"""The mean length of a hand, 8.53 rolls, rounded up."""


class Stopped(Exception):
    """A block was left unfinished because the simulation was stopped."""


def is_small(request: Request) -> bool:
    """Return whether plain Python plays, by the number of rolls; always false once the compiled walk is loaded."""
    terms, sessions = request.terms, request.sessions * len(request.strategies)
    rolls = sessions * min(terms.rolls, ROLLS_PER_HAND * (terms.hands or terms.rolls))
    return rolls <= SMALL and "passline.simulation.kernel" not in sys.modules


@dataclass
class PlayedBlock:
    """A block of sessions of one strategy.

    Attributes:
        ended: int64, shape (sessions, 5): the result of each session, with the columns of `walk`.
        paths: The sessions that were followed roll by roll.
        arrays: The arrays of the machine, or None if the table played.
        counts: int64, shape (rows * 36,): the number of times that each roll of each row fell; None if the table
            played.
        on_table: The sessions that the table played.
    """

    ended: npt.NDArray[np.int64]
    paths: Paths
    arrays: MachineArrays | None = None
    counts: npt.NDArray[np.int64] | None = None
    on_table: tuple[TableSession, ...] = ()


class Player:
    """A strategy in a simulation.

    Attributes:
        arrays: The arrays of its machine, with all rows that are known.
        no_machine_reason: Why the table itself plays; None while there is a machine.
        rolls: The number of rolls that were counted.
    """

    def __init__(self, request: Request, strategy: Strategy, *, is_small: bool) -> None:
        """Find the first rows of the machine, if there is one."""
        self.house, self.strategy, self.terms = request.house, strategy, request.terms
        self.dice, self.seed, self.followed, self.is_small = request.dice, request.seed, request.followed, is_small
        self.no_machine_reason: str | None = None
        self.rolls, self._sessions, self._paths, self._table_totals = 0, 0, Paths(), Totals()
        self._roll_counts: list[_RollCounts] = []
        self._ends, self._stops = Histogram(), Histogram()
        try:
            self.machine = cached_machine(self.house, strategy, most=FIRST_ROWS)
            with self.machine.lock:
                self.arrays = arrays_of(self.machine, self.terms)
        except NoMachine as error:
            self.machine, self.no_machine_reason = Machine(self.house, strategy), str(error)

    @property
    def entries(self) -> int:
        """The number of entries of the machine's arrays; 0 without a machine."""
        return 0 if self.no_machine_reason else self.arrays.rows.entries.size

    # Playing, on any thread.

    def play(self, block: range, is_stopped: Event) -> PlayedBlock:
        """Play the sessions of a block; rows that sessions reach for the first time are found on the way.

        Raises:
            Stopped: The simulation was stopped meanwhile.
        """
        while self.no_machine_reason is None:
            if is_stopped.is_set():
                raise Stopped
            arrays = self.arrays
            played = self._walk(arrays, block)
            waiting = played.ended[played.ended[:, ENDED_BY] == ROW_MISSING]
            if not waiting.size:
                return played
            self._find(arrays, set(map(tuple, waiting[:, [MISSING_STATE, MISSING_RAIL]].tolist())), is_stopped)
        return self._play_on_table(block, is_stopped)

    def _walk(self, arrays: MachineArrays, block: range) -> PlayedBlock:
        counts = np.zeros(arrays.rows.entries.size, np.int64)
        ended = np.full((len(block), COLUMNS), -1, np.int64)
        if self.is_small:
            return PlayedBlock(ended, self._walk_in_python(arrays, block, counts, ended), arrays, counts)
        return PlayedBlock(ended, self._walk_compiled(arrays, block, counts, ended), arrays, counts)

    def _walk_in_python(
        self, arrays: MachineArrays, block: range, counts: npt.NDArray[np.int64], ended: npt.NDArray[np.int64]
    ) -> Paths:
        followed = max(0, min(len(block), self.followed - block.start))
        worths = np.empty((followed, self.terms.rolls + 1), np.int64)
        nothing = np.empty(0, np.int64)
        for index, session in enumerate(block):
            worth_by_roll = worths[index] if index < followed else nothing
            rolls = self._rolls(session)
            follow_session(arrays.rows, arrays.stop_rules, rolls, counts, index, ended, worth_by_roll)
        return _paths(worths)

    def _walk_compiled(
        self, arrays: MachineArrays, block: range, counts: npt.NDArray[np.int64], ended: npt.NDArray[np.int64]
    ) -> Paths:
        from passline.simulation.compiled_stream import sessions_rolls  # noqa: PLC0415  It loads Numba, which is slow.
        from passline.simulation.kernel import follow, walk  # noqa: PLC0415  It loads Numba, too.

        rows, rules, paths, seed = arrays.rows, arrays.stop_rules, Paths(), np.uint64(self.seed)
        if isinstance(self.dice, RecordedDice):
            for part in _parts(block, self.terms.rolls, len(block)):
                worths = np.empty((len(part), self.terms.rolls + 1), np.int64)
                follow(rows, rules, self._recorded(part), counts, ended[part.start - block.start :], worths)
                paths += _paths(worths[: max(0, self.followed - part.start)])
            return paths
        start = first_position(rows, rules, ended)
        if start == rest_position(rows.entries.size, rules):
            ended[:] = ended[0]
        else:
            walk(np.uint64(start), rows, rules, self.dice, np.uint64(block.start), seed, counts, ended)
        for part in _parts(block, self.terms.rolls, self.followed - block.start):
            worths = np.empty((len(part), self.terms.rolls + 1), np.int64)
            rolls = sessions_rolls(np.uint64(part.start), len(part), self.terms.rolls, seed, self.dice)
            follow(rows, rules, rolls, np.zeros_like(counts), np.empty((len(part), COLUMNS), np.int64), worths)
            paths += _paths(worths)
        return paths

    def _find(self, arrays: MachineArrays, wanted: set[tuple[int, Cents]], is_stopped: Event) -> None:
        """Find rows that sessions have reached, unless another thread has changed the arrays meanwhile."""
        with self.machine.lock:
            if self.arrays is not arrays or self.no_machine_reason is not None:
                return
            try:
                find_missing_rows(self.machine, wanted, until=is_stopped.is_set)
                self.arrays = arrays_of(self.machine, self.terms)
            except NewObservation as observation:  # Earlier sessions did not depend on it.
                observes = self.machine.observes | {observation.what}
                self.machine = Machine(self.house, self.strategy, observes)
                self.arrays = arrays_of(self.machine, self.terms)
            except NoMachine as error:
                self.no_machine_reason = str(error)

    def _play_on_table(self, block: range, is_stopped: Event) -> PlayedBlock:
        played: list[TableSession] = []
        for session in block:
            if is_stopped.is_set():
                raise Stopped
            rolls = (EVERY_ROLL[roll] for roll in self._rolls(session))
            played.append(play_session(self.house, self.strategy, self.terms, rolls))
        ended = [[each.cents, len(each.worth_by_roll) - 1, STOPS.index(each.stop), 0, 0] for each in played]
        size = self.terms.rolls + 1
        followed = [each.worth_by_roll for each in played[: max(0, self.followed - block.start)]]
        worths = [(each + each[-1:] * size)[:size] for each in followed]
        return PlayedBlock(np.array(ended, np.int64), _paths(np.array(worths, np.int64)), on_table=tuple(played))

    def _recorded(self, sessions: range) -> npt.NDArray[np.uint8]:
        """Return the recorded rolls of sessions: uint8, shape (sessions, rolls)."""
        assert isinstance(self.dice, RecordedDice), "the dice are recorded"
        rolls = self.terms.rolls
        return self.dice.rolls[sessions.start * rolls : sessions.stop * rolls].reshape(len(sessions), rolls)

    def _rolls(self, session: int) -> Iterable[int]:
        """Return the rolls of a session, as indices into `EVERY_ROLL`; without end unless they are recorded."""
        if isinstance(self.dice, RecordedDice):
            return self._recorded(range(session, session + 1))[0].tolist()  # type: ignore[no-any-return]  # NumPy says Any.
        return session_rolls(session, seed=self.seed, dice=self.dice)

    # Counting, on one thread.

    def count(self, played: PlayedBlock) -> None:
        """Add a block to the counts.

        Raises:
            StrategyError: A player won more than a position can hold.
        """
        ended, terms = played.ended, self.terms
        if terms.stop_win is None and (ended[:, ENDED_BY] == BY_STOP_WIN).any():
            message = (
                f"{self.strategy.name}: the rail became too large for the simulator; use fewer rolls or larger chips"
            )
            raise StrategyError(message)
        self._sessions += len(ended)
        self.rolls += int(ended[:, ROLLS_TAKEN].sum())
        self._ends.add(ended[:, FINAL_WORTH])
        self._stops.add(ended[:, ENDED_BY] + ended[:, ROLLS_TAKEN] * len(STOPS))
        if played.paths.sessions:
            self._paths += played.paths
        if played.arrays is not None and played.counts is not None:
            self._add(played.arrays, played.counts)
        else:
            self._table_totals += _totals(played.on_table)

    def _add(self, arrays: MachineArrays, counts: npt.NDArray[np.int64]) -> None:
        """Add counts of rolls to those of the same machine, which may have had fewer rows before, or more."""
        rows = counts[: arrays.gains.size].reshape(arrays.gains.shape)
        if not self._roll_counts or self._roll_counts[-1].machine is not arrays.machine:
            self._roll_counts.append(_RollCounts(arrays.machine, rows))
            return
        so_far = self._roll_counts[-1]
        if len(rows) > len(so_far.rows):
            so_far.rows, rows = rows, so_far.rows
        so_far.rows[: len(rows)] += rows

    def _ruined(self, ends: Counter[Cents]) -> int:
        """Return the number of sessions that ended with less than the strategy needs to begin another session."""
        if self.no_machine_reason is not None:
            return sum(count for cents, count in ends.items() if cents < smallest_bet(self.house))
        return sum(count for cents, count in ends.items() if self.machine.is_ruined(cents))

    def save(self) -> None:
        """Save the machine for the next run."""
        if self.no_machine_reason is None:
            with self.machine.lock:
                save(self.machine)

    def tally(self, seconds: float) -> Tally:
        """Return the tally of the counted blocks, with the seconds that they took."""
        with self.machine.lock:
            totals = sum((counts.totals(self.terms, self.dice) for counts in self._roll_counts), self._table_totals)
            ends = self._ends.counter
            ruined = self._ruined(ends)
        stops = {(STOPS[key % len(STOPS)], key // len(STOPS)): count for key, count in self._stops.counter.items()}
        return Tally(
            self.house.source,
            self.strategy.name,
            self.terms,
            sessions=self._sessions,
            rolls=self.rolls,
            ends=ends,
            stops=Counter(stops),
            ruined=ruined,
            totals=totals,
            paths=self._paths,
            seconds=seconds,
            no_machine_reason=self.no_machine_reason,
        )


@dataclass
class _RollCounts:
    """The number of times that each roll of each row fell: int64, shape (rows, 36)."""

    machine: Machine
    rows: npt.NDArray[np.int64]

    def totals(self, terms: Terms, dice: Dice | RecordedDice) -> Totals:
        """Return the totals of these rolls, with what the exact probabilities make expect."""
        arrays = arrays_of(self.machine, terms)
        weights = np.array((FAIR if isinstance(dice, RecordedDice) else dice).weights)
        outcomes, visited = int(weights.sum()), np.flatnonzero(self.rows.any(axis=1))
        rolls, totals_index, gains = self.rows[visited], arrays.totals_index[visited], arrays.gains[visited]
        by_row = rolls.sum(axis=1)
        if int(by_row.sum()) * outcomes >= MAX_NUMBER:  # The sums below could overflow 64 bits.
            rolls, by_row, gains, weights = (each.astype(object) for each in (rolls, by_row, gains, weights))
        observed, expected = (np.zeros(len(self.machine.wager_totals), rolls.dtype) for _ in range(2))
        np.add.at(observed, totals_index.ravel(), rolls.ravel())
        np.add.at(expected, totals_index.ravel(), np.outer(by_row, weights).ravel())
        by_wager: dict[str, WagerResult] = {}
        columns = zip(self.machine.wager_totals, observed.tolist(), expected.tolist(), strict=True)
        for wager_totals, count, weight in columns:
            for wager, bets, handle, win in wager_totals if weight else ():
                each = WagerResult(count * bets, count * handle, count * win, Fraction(weight * win, outcomes))
                by_wager[wager] = by_wager.get(wager, WagerResult()) + each
        gained = sum(int(count) * int(gain) for count, gain in zip(by_row, gains @ weights, strict=True))
        return Totals(
            dice=tuple(rolls.sum(axis=0).tolist()),
            hands=int(rolls[arrays.seven_outs[visited]].sum()),
            by_wager={wager: by_wager[wager] for wager in sorted(by_wager) if by_wager[wager] != WagerResult()},
            expected=Fraction(gained, outcomes),
        )


def _totals(played: Sequence[TableSession]) -> Totals:
    """Return the totals of sessions that the table played; the table gives no expected results."""
    roll_counts = sum((each.roll_counts for each in played), Counter[Roll]())
    by_wager = {
        wager: WagerResult(bets, handle, win, None)
        for wager, bets, handle, win in add_wager_totals([total for each in played for total in each.wager_totals])
    }
    return Totals(tuple(roll_counts[roll] for roll in EVERY_ROLL), sum(each.hands for each in played), by_wager, None)


def _parts(block: range, rolls: int, most: int) -> Iterator[range]:
    """Yield the first *most* sessions of a block, in parts that fit into an array of `FOLLOWED_AT_ONCE` rolls."""
    size = max(1, FOLLOWED_AT_ONCE // rolls)
    end = block.start + max(0, min(most, len(block)))
    for begin in range(block.start, end, size):
        yield range(begin, min(begin + size, end))


def _paths(worths: npt.NDArray[np.int64]) -> Paths:
    """Return the paths of sessions: int64, shape (sessions, rolls + 1), the worth in cents after each roll."""
    if not worths.size:
        return Paths()
    peak, drawdown = worths[:, 0].copy(), np.zeros(len(worths), np.int64)
    run, longest = np.zeros(len(worths), np.int64), np.zeros(len(worths), np.int64)
    for before, now in pairwise(worths.T):
        np.maximum(peak, now, out=peak)
        np.maximum(drawdown, peak - now, out=drawdown)
        run[now < before] += 1
        run[now > before] = 0
        np.maximum(longest, run, out=longest)
    shown = np.unique(np.linspace(0, worths.shape[1] - 1, FAN + 1).astype(int)).tolist()
    fan = {roll: count_numbers(worths[:, roll]) for roll in shown}
    return Paths(len(worths), fan, count_numbers(drawdown), count_numbers(longest))
