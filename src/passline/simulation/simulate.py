"""Simulation: sessions of strategies, walked through their machines at the speed of the dice, and counted."""

from __future__ import annotations

import os
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.errors import NoMachine, NotationError, StrategyError
from passline.machines.arrays import arrays_of, find_missing_rows
from passline.machines.cache import cached_machine, save
from passline.machines.machine import Machine, NewObservation
from passline.machines.stop_rules import BY_STOP_WIN
from passline.machines.terms import MAX_NUMBER, STOPS, Terms, Unresolved, check_whole_number
from passline.machines.wager_totals import add_wager_totals
from passline.simulation.kernel import ASKS_RAIL, ASKS_STATE, CENTS, COLUMNS, ROW_MISSING, TOOK, WHY, follow, walk
from passline.simulation.random_stream import FAIR, Dice, session_rolls, sessions_rolls
from passline.simulation.table_play import play_session, smallest_bet
from passline.simulation.tally import Comparison, Paths, Tally, Totals, WagerResult
from passline.words.dice import EVERY_ROLL, Roll
from passline.words.money import Cents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from passline.house.house import House
    from passline.machines.arrays import MachineArrays
    from passline.simulation.table_play import TableSession
    from passline.strategies.protocol import Strategy

PATHS = 10_000
"""How many sessions are followed on the way, if not told otherwise."""
MOST_FOLLOWED = 1 << 21
"""How many rolls are followed at most, if not told otherwise."""
FAN = 100
"""At how many rolls, after the first, the fan of sessions is kept."""
AT_ONCE = 5_000
"""How many rows of a machine are found before the first session is walked; others, when one comes to them."""
FIRST_BLOCK, LARGEST_BLOCK = 1 << 16, 1 << 22
"""The rolls of the first block of sessions, and of those that come after a while."""
ROLLS_AN_ENTRY = 64
"""The rolls of a block for each count of a large machine, so that adding the counts takes little of the time."""
AHEAD = 2
"""The blocks that are handed out at a time for each core, so that none waits for what another still plays."""
BY_HAND_BLOCK = 1 << 12
"""The rolls of a block where the table itself plays."""
FEWEST = 4
"""The fewest sessions in a block."""
FOLLOWED_AT_ONCE = 1 << 20
"""The rolls that are followed at once."""
FIRST_DEAL = 256
"""The rolls that are dealt to a session that is played by hand, before it needs more."""
MOST_PARTS = 64
"""How many blocks are counted apart before they are counted together."""
CLOSE = 4
"""Numbers are close together if they lie on so many times as many places, at most."""


class RecordedDice(NamedTuple):
    """Dice from a record: each session takes the next rolls, as many as its terms allow it.

    Attributes:
        rolls: uint8, shape (rolls,), indices into `EVERY_ROLL`.
    """

    rolls: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, rolls: Sequence[Roll]) -> RecordedDice:
        """Return a record of rolls."""
        places = {roll: place for place, roll in enumerate(EVERY_ROLL)}
        return cls(np.array([places[roll] for roll in rolls], np.uint8))


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
    """Play sessions of a strategy.

    Args:
        house: Where.
        strategy: How the player bets.
        sessions: How many, above zero.
        rolls: The most rolls of each, above zero.
        bankroll: What each begins with, in cents, above zero and of whole chips.
        hands: The most hands of each; a hand ends with a seven-out.
        stop_win: Each ends once the player is up by so much, in cents.
        stop_loss: Each ends once the player is down by so much, in cents.
        unresolved: What becomes of the bets on the layout at the end: "return" at face value, or "play out".
        dice: Fair, by chances that `stream.dice` has read, or recorded.
        seed: 0 to 2 to the 64th, less one. The same seed gives the same sessions on any number of cores.
        first_session: The number of the first session; runs that go on from another begin where it stopped.
        paths: Sessions with a number below this are followed on the way; some thousands, if not given.
        cores: How many to use; all, if not given.

    Returns:
        The tally. Where the strategy has no machine, the table itself plays, and the tally says why.

    Raises:
        StrategyError: The strategy asks for what it may not have, or never stops.
        NotationError: A number that cannot be.
        Refused: The table does not sell such a rail.
    """
    terms = Terms(rolls, bankroll, hands, stop_win, stop_loss, unresolved)
    run = Simulation(
        house,
        [strategy],
        terms,
        sessions=sessions,
        dice=dice,
        seed=seed,
        first_session=first_session,
        paths=paths,
        cores=cores,
    )
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
    """Play sessions of several strategies on the same dice; arguments and errors are those of `simulate`."""
    run = Simulation(house, strategies, terms, sessions=sessions, dice=dice, seed=seed, cores=cores)
    for _ in run.blocks():
        pass
    return run.comparison


class Simulation:
    """Sessions of strategies on the same dice; block after block, until there are no more or one has seen enough."""

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
        """Check what is asked; nothing is played before a block is asked for."""
        terms.check(house)
        check_whole_number("sessions", sessions)
        check_whole_number("first session", first_session, least=0)
        if paths is not None:
            check_whole_number("paths", paths, least=0)
        if cores is not None:
            check_whole_number("cores", cores)
        if type(seed) is not int or not 0 <= seed < 2**64:
            message = f"{str(seed)[:25]} is no seed; a whole number from 0 to 2**64 - 1 is"
            raise NotationError(message)
        if isinstance(dice, RecordedDice) and (first_session + sessions) * terms.rolls > dice.rolls.size:
            most, asked = dice.rolls.size // terms.rolls, first_session + sessions
            message = (
                f"{asked:,} sessions of {terms.rolls:,} rolls are not on a record of {dice.rolls.size:,}; "
                f"{most:,} of that length are"
            )
            raise NotationError(message)
        if paths is None:
            paths = min(PATHS, MOST_FOLLOWED // terms.rolls)
        if terms.rolls * min(paths, 1) > MOST_FOLLOWED:
            message = f"sessions of {terms.rolls:,} rolls are too long to be followed; up to {MOST_FOLLOWED:,} are"
            raise NotationError(message)
        self.terms, self.sessions, self.first_session, self.done = terms, sessions, first_session, 0
        self._is_stopped = Event()
        self.cores = cores or os.cpu_count() or 1
        self.players = [_Player(house, strategy, terms, dice, seed, paths) for strategy in strategies]
        self.differences = [_Histogram() for _ in strategies[1:]]
        self.seconds = 0.0

    def blocks(self) -> Iterator[int]:
        """Play block after block, and yield how many sessions are done; what is yielded is in the tallies."""
        started = perf_counter()
        blocks = self._blocks()
        with ThreadPoolExecutor(self.cores) as pool:
            playing = deque(pool.submit(self._play, block) for block in islice(blocks, AHEAD * self.cores))
            try:
                while playing and not self._is_stopped.is_set():
                    played = playing.popleft().result()
                    playing += [pool.submit(self._play, block) for block in islice(blocks, 1)]
                    self._count(played)
                    self.seconds = perf_counter() - started
                    yield self.done
            except _Stopped:
                return
            finally:
                self._is_stopped.set()
                pool.shutdown(cancel_futures=True)
                for player in self.players:
                    player.leave()

    def stop(self) -> None:
        """Play no more blocks; from any thread, or a signal. Those that are under way are left, and not counted."""
        self._is_stopped.set()

    @property
    def rolls(self) -> int:
        """How many rolls were played so far, of all strategies."""
        return sum(player.rolls for player in self.players)

    @property
    def plays_on_table(self) -> bool:
        """Whether one of the strategies is played on the table itself."""
        return any(player.why for player in self.players)

    @property
    def _entries(self) -> int:
        """How many counts there are of the largest machine."""
        return max(player.arrays.rows.entries.size for player in self.players)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """What each strategy has come to so far."""
        return tuple(player.tally(self.seconds) for player in self.players)

    @property
    def comparison(self) -> Comparison:
        """All strategies, with the differences to the first."""
        return Comparison(self.tallies, tuple(histogram.counter for histogram in self.differences))

    def _blocks(self) -> Iterator[range]:
        """Yield the numbers of the sessions of each block; blocks grow, so that the first are done soon."""
        begin, end, size = self.first_session, self.first_session + self.sessions, FIRST_BLOCK
        while begin < end:
            largest = BY_HAND_BLOCK if self.plays_on_table else max(LARGEST_BLOCK, ROLLS_AN_ENTRY * self._entries)
            size = min(size, largest)
            sessions = max(FEWEST, size // self.terms.rolls)
            yield range(begin, min(begin + sessions, end))
            begin, size = begin + sessions, 2 * size

    def _play(self, block: range) -> list[_Played]:
        return [player.play(block, self._is_stopped) for player in self.players]

    def _count(self, played: list[_Played]) -> None:
        for player, each in zip(self.players, played, strict=True):
            player.count(each)
        for histogram, each in zip(self.differences, played[1:], strict=True):
            histogram.add(each.ended[:, CENTS] - played[0].ended[:, CENTS])
        self.done += len(played[0].ended)


class _Stopped(Exception):
    """A block that was left because somebody has seen enough."""


@dataclass
class _Played:
    """A block of sessions: how they ended, and what is counted of it: rolls of rows, or what was seen by hand."""

    ended: npt.NDArray[np.int64]
    paths: Paths
    arrays: MachineArrays | None = None
    counts: npt.NDArray[np.uint64] | None = None
    sat: tuple[TableSession, ...] = ()


@dataclass
class _Counted:
    """How often each roll of each row of a machine fell: int64, shape (rows, 36)."""

    machine: Machine
    rows: npt.NDArray[np.int64]

    def seen(self, terms: Terms, dice: Dice | RecordedDice) -> Totals:
        """Return what the rolls come to."""
        arrays = arrays_of(self.machine, terms)
        weights = np.array((FAIR if isinstance(dice, RecordedDice) else dice).weights)
        of_all, visited = int(weights.sum()), np.flatnonzero(self.rows.any(axis=1))
        rolls, totals_index, gains = self.rows[visited], arrays.totals_index[visited], arrays.gains[visited]
        by_row = rolls.sum(axis=1)
        if int(by_row.sum()) * of_all >= MAX_NUMBER:  # Sums of these would not stay inside 64 bits.
            rolls, by_row, gains, weights = (each.astype(object) for each in (rolls, by_row, gains, weights))
        fell, chances = (np.zeros(len(self.machine.wager_totals), rolls.dtype) for _ in range(2))
        np.add.at(fell, totals_index.ravel(), rolls.ravel())
        np.add.at(chances, totals_index.ravel(), np.outer(by_row, weights).ravel())
        by_wager: dict[str, WagerResult] = {}
        for wager_totals, count, ways in zip(self.machine.wager_totals, fell.tolist(), chances.tolist(), strict=True):
            for wager, bets, handle, win in wager_totals if ways else ():
                expected = Fraction(ways * win, of_all)
                each = WagerResult(count * bets, count * handle, count * win, expected)
                by_wager[wager] = by_wager.get(wager, WagerResult()) + each
        gained = sum(int(count) * int(gain) for count, gain in zip(by_row, gains @ weights, strict=True))
        return Totals(
            dice=tuple(rolls.sum(axis=0).tolist()),
            hands=int(rolls[arrays.seven_outs[visited]].sum()),
            by_wager={wager: by_wager[wager] for wager in sorted(by_wager) if by_wager[wager] != WagerResult()},
            expected=Fraction(gained, of_all),
        )


class _Player:
    """A strategy in a simulation: by its machine while there is one, else on the table itself."""

    def __init__(
        self, house: House, strategy: Strategy, terms: Terms, dice: Dice | RecordedDice, seed: int, paths: int
    ) -> None:
        self.house, self.strategy, self.terms = house, strategy, terms
        self.dice, self.seed, self.paths = dice, seed, paths
        self.why: str | None = None
        self.counted: list[_Counted] = []
        self.sessions, self.rolls, self.followed, self.sat = 0, 0, Paths(), Totals()
        self.ends, self.stops = _Histogram(), _Histogram()
        try:
            self.machine = cached_machine(house, strategy, most=AT_ONCE)
            with self.machine.lock:
                self.arrays = arrays_of(self.machine, terms)
        except NoMachine as error:
            self.machine, self.why = Machine(house, strategy), str(error)

    # Playing, on any thread.

    def play(self, block: range, is_stopped: Event) -> _Played:
        """Play the sessions of a block."""
        while self.why is None:
            if is_stopped.is_set():
                raise _Stopped
            arrays = self.arrays
            played = self._walk(arrays, block)
            stuck = played.ended[played.ended[:, WHY] == ROW_MISSING]
            if not stuck.size:
                return played
            self._find(arrays, set(map(tuple, stuck[:, [ASKS_STATE, ASKS_RAIL]].tolist())), is_stopped)
        return self._by_hand(block, is_stopped)

    def _walk(self, arrays: MachineArrays, block: range) -> _Played:
        counts = np.zeros(arrays.rows.entries.size, np.uint64)
        ended = np.full((len(block), COLUMNS), -1, np.int64)
        paths = Paths()
        if isinstance(self.dice, RecordedDice):
            for part in _parts(block, self.terms.rolls, len(block)):
                worths = np.empty((len(part), self.terms.rolls + 1), np.int64)
                follow(
                    arrays.rows, arrays.stop_rules, self._deal(part), counts, ended[part.start - block.start :], worths
                )
                paths += _followed(worths[: max(0, self.paths - part.start)])
        else:
            walk(arrays.rows, arrays.stop_rules, self.dice, np.uint64(block.start), np.uint64(self.seed), counts, ended)
            for part in _parts(block, self.terms.rolls, self.paths - block.start):
                worths = np.empty((len(part), self.terms.rolls + 1), np.int64)
                seen, again = np.zeros_like(counts), np.empty((len(part), COLUMNS), np.int64)
                follow(arrays.rows, arrays.stop_rules, self._deal(part), seen, again, worths)
                paths += _followed(worths)
        return _Played(ended, paths, arrays, counts)

    def _find(self, arrays: MachineArrays, asks: set[tuple[int, Cents]], is_stopped: Event) -> None:
        """Find the rows that sessions ask for, unless another thread has done so meanwhile."""
        with self.machine.lock:
            if self.arrays is not arrays or self.why is not None:
                return
            try:
                find_missing_rows(self.machine, asks, until=is_stopped.is_set)
                self.arrays = arrays_of(self.machine, self.terms)
            except NewObservation as observes:  # What was walked so far did not come to where it matters.
                self.machine = Machine(self.house, self.strategy, self.machine.observes | {observes.what})
                self.arrays = arrays_of(self.machine, self.terms)
            except NoMachine as error:
                self.why = str(error)

    def _by_hand(self, block: range, is_stopped: Event) -> _Played:
        sat: tuple[TableSession, ...] = ()
        for session in block:
            if is_stopped.is_set():
                raise _Stopped
            sat += (play_session(self.house, self.strategy, self.terms, self._rolls(session)),)
        ended = np.array(
            [[each.cents, len(each.worth_by_roll) - 1, STOPS.index(each.stop), 0, 0] for each in sat], np.int64
        )
        followed = [each.worth_by_roll for each in sat[: max(0, self.paths - block.start)]]
        worths = np.array(
            [(each + each[-1:] * self.terms.rolls)[: self.terms.rolls + 1] for each in followed], np.int64
        )
        return _Played(ended, _followed(worths), sat=sat)

    def _deal(self, sessions: range) -> npt.NDArray[np.uint8]:
        rolls = self.terms.rolls
        if isinstance(self.dice, RecordedDice):
            return self.dice.rolls[sessions.start * rolls : sessions.stop * rolls].reshape(len(sessions), rolls)
        return sessions_rolls(np.uint64(sessions.start), len(sessions), rolls, np.uint64(self.seed), self.dice)  # type: ignore[no-any-return]  # Compiled.

    def _rolls(self, session: int) -> Iterator[Roll]:
        """Yield the rolls of a session, for as long as it needs them."""
        if isinstance(self.dice, RecordedDice):
            yield from (EVERY_ROLL[roll] for roll in self._deal(range(session, session + 1))[0])
            return
        seen = 0
        while True:
            dealt = session_rolls(session, rolls=2 * seen or FIRST_DEAL, seed=self.seed, dice=self.dice)
            yield from (EVERY_ROLL[roll] for roll in dealt[seen:])
            seen = len(dealt)

    # Counting, on one thread.

    def count(self, played: _Played) -> None:
        """Add a block to what has been counted."""
        ended, terms = played.ended, self.terms
        if terms.stop_win is None and (ended[:, WHY] == BY_STOP_WIN).any():
            message = f"{self.strategy.name}: a rail grew beyond what is walked; fewer rolls, or larger chips, would do"
            raise StrategyError(message)
        self.sessions += len(ended)
        self.rolls += int(ended[:, TOOK].sum())
        self.ends.add(ended[:, CENTS])
        self.stops.add(ended[:, WHY] + ended[:, TOOK] * len(STOPS))
        if played.paths.sessions:
            self.followed += played.paths
        if played.arrays is not None and played.counts is not None:
            self._add(played.arrays, played.counts)
        else:
            self.sat += _seen(played.sat)

    def _add(self, arrays: MachineArrays, counts: npt.NDArray[np.uint64]) -> None:
        """Add counts of rolls to those of the same machine, which may have had fewer rows before, or more."""
        rows = counts[: arrays.gains.size].astype(np.int64).reshape(arrays.gains.shape)
        if not self.counted or self.counted[-1].machine is not arrays.machine:
            self.counted.append(_Counted(arrays.machine, rows))
            return
        so_far = self.counted[-1]
        if len(rows) > len(so_far.rows):
            so_far.rows, rows = rows, so_far.rows
        so_far.rows[: len(rows)] += rows

    def _ruined(self, ends: Counter[Cents]) -> int:
        """Return how many ended with less than the strategy can begin another session with."""
        if self.why is not None:
            return sum(count for cents, count in ends.items() if cents < smallest_bet(self.house))
        return sum(count for cents, count in ends.items() if self.machine.is_ruined(cents))

    def leave(self) -> None:
        """Keep what was found for the next time."""
        if self.why is None:
            with self.machine.lock:
                save(self.machine)

    def tally(self, seconds: float) -> Tally:
        """Return what it has come to so far."""
        with self.machine.lock:
            totals = sum((counted.seen(self.terms, self.dice) for counted in self.counted), self.sat)
            ends = self.ends.counter
            ruined = self._ruined(ends)
        stops = {(STOPS[key % len(STOPS)], key // len(STOPS)): count for key, count in self.stops.counter.items()}
        return Tally(
            self.house.source,
            self.strategy.name,
            self.terms,
            sessions=self.sessions,
            rolls=self.rolls,
            ends=ends,
            stops=Counter(stops),
            ruined=ruined,
            totals=totals,
            paths=self.followed,
            seconds=seconds,
            no_machine_reason=self.why,
        )


def _seen(sat: Sequence[TableSession]) -> Totals:
    """Return what was seen of sessions that were played by hand; nothing is expected there."""
    fell = sum((each.roll_counts for each in sat), Counter[Roll]())
    by_wager = {
        wager: WagerResult(bets, handle, win, None)
        for wager, bets, handle, win in add_wager_totals([booking for each in sat for booking in each.wager_totals])
    }
    return Totals(tuple(fell[roll] for roll in EVERY_ROLL), sum(each.hands for each in sat), by_wager, None)


def _parts(block: range, rolls: int, most: int) -> Iterator[range]:
    """Yield the first sessions of a block in parts that are small enough to be followed."""
    size = max(1, FOLLOWED_AT_ONCE // rolls)
    end = block.start + max(0, min(most, len(block)))
    for begin in range(block.start, end, size):
        yield range(begin, min(begin + size, end))


def _followed(worths: npt.NDArray[np.int64]) -> Paths:
    """Return how sessions went that were worth so much, in cents, after each roll: shape (sessions, rolls + 1)."""
    if not worths.size:
        return Paths()
    peak, fall = worths[:, 0].copy(), np.zeros(len(worths), np.int64)
    run, longest = np.zeros(len(worths), np.int64), np.zeros(len(worths), np.int64)
    for before, now in pairwise(worths.T):
        np.maximum(peak, now, out=peak)
        np.maximum(fall, peak - now, out=fall)
        run[now < before] += 1
        run[now > before] = 0
        np.maximum(longest, run, out=longest)
    shown = np.unique(np.linspace(0, worths.shape[1] - 1, FAN + 1).astype(int)).tolist()
    fan = {roll: _counter(worths[:, roll]) for roll in shown}
    return Paths(len(worths), fan, _counter(fall), _counter(longest))


class _Histogram:
    """How often each number occurred. Blocks are added as arrays, and seldom together: Python would hold up all."""

    def __init__(self) -> None:
        self._parts: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]] = []

    def add(self, numbers: npt.NDArray[np.int64]) -> None:
        """Count numbers, by their place where they lie close together, else by sorting."""
        least, most = int(numbers.min()), int(numbers.max())
        step = int(np.gcd.reduce(numbers - least)) or 1
        if (most - least) // step > CLOSE * numbers.size:
            self._parts.append(np.unique(numbers, return_counts=True))
        else:
            counts = np.bincount((numbers - least) // step)
            (places,) = np.nonzero(counts)
            self._parts.append((places * step + least, counts[places]))
        if len(self._parts) > MOST_PARTS:
            self._join()

    def _join(self) -> None:
        values = np.concatenate([values for values, _ in self._parts])
        distinct, places = np.unique(values, return_inverse=True)
        counts = np.zeros(distinct.size, np.int64)
        np.add.at(counts, places, np.concatenate([counts for _, counts in self._parts]))
        self._parts = [(distinct, counts)]

    @property
    def counter(self) -> Counter[int]:
        """How often each number occurred."""
        if not self._parts:
            return Counter()
        self._join()
        return Counter(dict(zip(*(column.tolist() for column in self._parts[0]), strict=True)))


def _counter(numbers: npt.NDArray[np.int64]) -> Counter[int]:
    """Return how often each number occurs."""
    histogram = _Histogram()
    histogram.add(numbers)
    return histogram.counter
