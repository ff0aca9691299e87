"""The Markov chain of a session: its slots, and the transitions between them.

A *slot* is a machine state together with a counter state. Counter states count what the machine does not: the hands
that have ended, and the losing rolls in a row. The player's worth, in the units of `EncodedRows`, completes the state
of the chain.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.errors import NoMachine
from passline.machines.arrays import GIGABYTE, ROLLS, arrays_of, find_missing_rows
from passline.machines.cache import cached_machine, save
from passline.machines.machine import Machine
from passline.machines.observation import NewObservation
from passline.machines.stop_rules import IS_OVER, PLAY_OUT, STATE
from passline.machines.terms import MAX_NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from passline.house.house import House
    from passline.machines.arrays import MachineArrays
    from passline.machines.terms import Terms
    from passline.strategies.protocol import Strategy
    from passline.words.money import Cents

FIRST_ROWS = 5_000
"""The number of rows of a machine that are found before the first roll. Others are found when they are reached."""
MAX_REQUESTS = 1 << 12
"""The maximum number of rows that are requested at once."""
CHERNOFF_EXPONENTS = tuple(2.0**power for power in range(-2, 6))
"""The exponents that are tried in Chernoff's bound."""
BOUNDED_ROLLS = 2_000
"""The number of rolls for which Chernoff's bound is calculated; for more rolls it is extrapolated from the last."""
BYTES_PER_TRANSITION = 40
"""An estimate of the memory for each of the 36 rolls of a row, in each counter state."""
LOSES, CHANGES_NOTHING, WINS = range(3)
"""What a roll does to the player's worth. Three more if it also ends a hand."""
KINDS = 6


class CounterStates(NamedTuple):
    """The counter states of a session.

    Attributes:
        next_counter: int64, shape (counters, 6): the counter state after a roll, by what the roll does.
        hands_left: int64, shape (counters,): the number of hands that are left.
        had_losing_run: bool, shape (counters,): whether there was a losing run of the requested length.
    """

    next_counter: npt.NDArray[np.int64]
    hands_left: npt.NDArray[np.int64]
    had_losing_run: npt.NDArray[np.bool_]


def counter_states(hands: int | None, losing_run: int | None, *, rolls: int) -> CounterStates:
    """Return the counter states of a session.

    Args:
        hands: The maximum number of hands, or None.
        losing_run: The length of the requested losing run, or None.
        rolls: The maximum number of rolls. Counts that they cannot reach need no counter states.
    """
    hands, losing_run = (each if each is not None and each <= rolls else None for each in (hands, losing_run))
    most_hands, longest = hands or 0, losing_run or 0
    hand, run = (part.ravel() for part in np.divmod(np.arange((most_hands + 1) * (longest + 1)), longest + 1))
    had_losing_run = (run == longest) & (losing_run is not None)
    next_run = np.stack([run + 1, run, np.zeros_like(run)], axis=1)
    next_run = np.minimum(np.where(had_losing_run[:, None], longest, next_run), longest)
    next_hand = np.minimum(hand + 1, most_hands)
    next_counter = np.concatenate([part[:, None] * (longest + 1) + next_run for part in (hand, next_hand)], axis=1)
    hands_left = np.full_like(hand, MAX_NUMBER) if hands is None else most_hands - hand
    return CounterStates(next_counter, hands_left, had_losing_run)


class ChainStates(NamedTuple):
    """The known states of the machine, and the counter states.

    Attributes:
        ample_row: int64, shape (states,): the row of each state if the rail is ample, or -1 if it is not known.
        is_idle: bool, shape (states,): whether no chip moves any more, as far as the rows are known.
        play_out: int64, shape (states,): the state that plays out the bets on the layout, or -1.
        row_info: As in `EncodedRows`.
        short_rows: As in `EncodedRows`.
        hands_left: As in `CounterStates`.
        next_counter: As in `CounterStates`.
    """

    ample_row: npt.NDArray[np.int64]
    is_idle: npt.NDArray[np.bool_]
    play_out: npt.NDArray[np.int64]
    row_info: npt.NDArray[np.int64]
    short_rows: npt.NDArray[np.int32]
    hands_left: npt.NDArray[np.int64]
    next_counter: npt.NDArray[np.int64]


class Transitions(NamedTuple):
    """Transitions, grouped by the row they leave or by the slot they reach. Rolls that do the same are one transition.

    Attributes:
        starts: int64, shape (groups + 1,): group n has the transitions from `starts[n]` to before `starts[n + 1]`.
        others: int64, shape (transitions,): the state that is reached; or, if grouped by slot, the slot that is left.
        gains: int64, shape (transitions,): the change of the player's worth, in units.
        kinds: int64, shape (transitions,): what the roll does, as a column of `CounterStates.next_counter`.
        ways: int64, shape (transitions,): the number of the 36 rolls.
    """

    starts: npt.NDArray[np.int64]
    others: npt.NDArray[np.int64]
    gains: npt.NDArray[np.int64]
    kinds: npt.NDArray[np.int64]
    ways: npt.NDArray[np.int64]


@dataclass(frozen=True)
class SessionChain:
    """The Markov chain of a session, as far as the machine's rows are known.

    Attributes:
        arrays: The machine as arrays.
        states: The states.
        outgoing: The transitions from each row.
        incoming: The transitions to each slot from ample rails.
    """

    arrays: MachineArrays
    states: ChainStates
    outgoing: Transitions
    incoming: Transitions

    @property
    def slots(self) -> int:
        """The number of slots."""
        return len(self.incoming.starts) - 1

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.arrays.next_state)

    @property
    def bankroll(self) -> int:
        """The worth that a session begins with, in units."""
        return int(self.arrays.rows.start) >> 32

    @cached_property
    def largest_gain(self) -> int:
        """The most units that one roll wins or loses."""
        return int(abs(self.outgoing.gains).max())

    @cached_property
    def max_terms(self) -> int:
        """The value of `max_terms_of` for all known rows."""
        return self.max_terms_of(np.ones(self.rows, np.bool_))

    def max_terms_of(self, visited: npt.NDArray[np.bool_]) -> int:
        """Return the largest number of weights that one roll adds up for a slot and a worth.

        Args:
            visited: bool, shape (rows,): which rows sessions reach. Other rows are ignored.
        """
        outgoing = self.outgoing
        is_visited = np.repeat(visited, np.diff(outgoing.starts))
        source = np.repeat(self.arrays.rows.row_info[:, STATE], np.diff(outgoing.starts))[is_visited]
        origin, index = np.unique(
            source * (2 * self.largest_gain + 1) + outgoing.gains[is_visited], return_inverse=True
        )
        reached = np.unique(outgoing.others[is_visited] * origin.size + index) // max(origin.size, 1)
        return int(np.bincount(reached, minlength=1).max()) * len(self.states.hands_left)


def session_chain(arrays: MachineArrays, counters: CounterStates) -> SessionChain:
    """Return the Markov chain of a session."""
    row_info, count = arrays.rows.row_info, len(arrays.is_idle)
    ample = np.flatnonzero(arrays.is_ample)
    ample_row, play_out = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
    ample_row[row_info[ample, STATE]] = ample
    played_out = ample[row_info[ample, PLAY_OUT] >= 0]
    play_out[row_info[played_out, STATE]] = row_info[row_info[played_out, PLAY_OUT] // ROLLS, STATE]
    outgoing = _outgoing(arrays)
    states = ChainStates(
        ample_row,
        arrays.is_idle,
        play_out,
        row_info,
        arrays.rows.short_rows,
        counters.hands_left,
        counters.next_counter,
    )
    return SessionChain(arrays, states, outgoing, _incoming(arrays, outgoing, counters))


def _outgoing(arrays: MachineArrays) -> Transitions:
    """Return the transitions from each row."""
    gains = arrays.gains // arrays.rows.unit
    ends_hand = arrays.seven_outs & (arrays.rows.row_info[:, IS_OVER, None] == 0)  # Hands count until a session ends.
    kinds = np.sign(gains) + CHANGES_NOTHING + KINDS // 2 * ends_hand
    least, span = gains.min(), np.ptp(gains) + 1
    codes = np.sort((arrays.next_state * span + gains - least) * KINDS + kinds, axis=1)
    is_new = np.ones(codes.shape, np.bool_)
    is_new[:, 1:] = codes[:, 1:] != codes[:, :-1]
    starts = np.append(0, is_new.sum(axis=1).cumsum())
    codes, kinds = np.divmod(codes[is_new], KINDS)
    targets, gains = np.divmod(codes, span)
    ways = np.diff(np.append(np.flatnonzero(is_new), is_new.size))
    return Transitions(starts, targets, gains + least, kinds, ways)


def _incoming(arrays: MachineArrays, outgoing: Transitions, counters: CounterStates) -> Transitions:
    """Return the transitions to each slot from ample rails."""
    counter = np.arange(len(counters.hands_left))
    row = np.repeat(np.arange(len(arrays.next_state)), np.diff(outgoing.starts))
    (ample,) = np.nonzero(arrays.is_ample[row])
    targets, gains, kinds, ways = (column[ample] for column in outgoing[1:])
    reached = (targets * counter.size + counters.next_counter[counter[:, None], kinds]).ravel()
    left = (arrays.rows.row_info[row[ample], STATE] * counter.size + counter[:, None]).ravel()
    order = np.argsort(reached, kind="stable")
    starts = np.searchsorted(reached[order], np.arange(len(arrays.is_idle) * counter.size + 1))
    gains, kinds, ways = (np.tile(column, counter.size)[order] for column in (gains, kinds, ways))
    return Transitions(starts, left[order], gains, kinds, ways)


def worth_bound(chain: SessionChain, rolls: int, *, unlikely: float, up: bool, within: int | None = None) -> int:
    """Return an upper bound, in units, on how far an ample rail rises or falls.

    It holds with probability 1 - *unlikely*. It is Chernoff's bound after each number of rolls, with the best of some
    exponents.

    Args:
        chain: The chain.
        rolls: The number of rolls.
        unlikely: The probability with which the bound may be exceeded after some roll.
        up: Whether to bound the rise; otherwise the fall.
        within: A bound that is known already, in units.
    """
    largest = rolls * chain.largest_gain
    most = float(largest if within is None else min(within, largest))
    is_ample, counts = chain.arrays.is_ample, np.diff(chain.outgoing.starts)
    state = chain.arrays.rows.row_info[is_ample, STATE]
    of_ample = np.repeat(is_ample, counts)
    targets, gains, ways = (
        each[of_ample] for each in (chain.outgoing.others, chain.outgoing.gains, chain.outgoing.ways)
    )
    starts = np.cumsum(counts[is_ample]) - counts[is_ample]
    wanted = np.log(rolls) - np.log(unlikely)
    for exponent in CHERNOFF_EXPONENTS if most else ():
        factors = np.exp((exponent if up else -exponent) / chain.largest_gain * gains) * ways / ROLLS
        moments, log_scale, growth, highest = np.ones(chain.states.ample_row.size), 0.0, 0.0, 0.0
        for _ in range(min(rolls, BOUNDED_ROLLS)):
            onward = np.ones_like(moments)
            onward[state] = np.add.reduceat(factors * moments[targets], starts)
            growth = np.log(onward.max())
            moments, log_scale = onward / onward.max(), log_scale + growth
            highest = max(highest, log_scale + np.log(moments[0]))
            if (highest + wanted) * chain.largest_gain >= exponent * most:
                break
        highest += max(0.0, growth) * max(0, rolls - BOUNDED_ROLLS)
        most = min(most, (highest + wanted) * chain.largest_gain / exponent)
    return int(most) + 1


def check_memory(needed: int, allowed: float, what: str) -> None:
    """Refuse a calculation that needs more memory than is allowed.

    Args:
        needed: The memory that it needs, in bytes.
        allowed: The memory that is allowed, in gigabytes.
        what: The calculation, as the subject of a sentence.

    Raises:
        NoMachine: It needs more.
    """
    if needed > allowed * GIGABYTE:
        message = (
            f"{what} would take {needed / GIGABYTE:,.1f} GB of memory, and {allowed:g} may be used; "
            "a smaller bankroll, fewer rolls, or more memory would do, and sessions can be simulated"
        )
        raise NoMachine(message)


class GrowingChain:
    """The Markov chain of a strategy's sessions. It is built again when more rows of the machine are found.

    Attributes:
        machine: The machine.
        chain: The chain of the rows that are known now.
    """

    def __init__(self, house: House, strategy: Strategy, terms: Terms, counters: CounterStates, memory: float) -> None:
        """Find the first rows of the machine.

        Args:
            house: The house.
            strategy: The strategy.
            terms: The terms of the session.
            counters: The counter states.
            memory: The memory that may be used, in gigabytes.

        Raises:
            NoMachine: The strategy has no machine, or the chain does not fit into the memory.
            StrategyError: The strategy makes an act that is refused, or never stops acting.
        """
        self.terms, self.counters, self.memory = terms, counters, memory
        try:
            self.machine = cached_machine(house, strategy, most=FIRST_ROWS)
        except NoMachine as error:
            message = f"{error}; sessions of it can be simulated"
            raise NoMachine(message) from None
        self._build()

    def _build(self) -> None:
        with self.machine.lock:
            arrays = arrays_of(self.machine, self.terms, memory=self.memory)
            what = f"{self.machine.strategy.name}: counting its hands and losing runs"
            transitions = arrays.next_state.size * len(self.counters.hands_left)
            check_memory(transitions * BYTES_PER_TRANSITION, self.memory, what)
            self.chain = session_chain(arrays, self.counters)

    def start_with(self, bankroll: Cents) -> None:
        """Build the chain for sessions with another bankroll, in cents."""
        self.terms = replace(self.terms, bankroll=bankroll)
        self._build()

    def find_rows(self, requests: npt.NDArray[np.int64]) -> None:
        """Find the rows that are requested, and build the chain again.

        Args:
            requests: int64, shape (n, 2): states, and the player's worth in units; -1 for an ample rail.
        """
        rows, layout_total = self.chain.arrays.rows, self.machine.layout_total
        wanted = {
            (state, -1 if units < 0 else units * rows.unit + rows.remainder - int(layout_total[state])): None
            for state, units in requests.tolist()
        }
        with self.machine.lock:
            find_missing_rows(self.machine, wanted, until=lambda: False)
        self._build()
        if self.chain.arrays.rows.unit != rows.unit:
            raise _SmallerUnit

    def restart_on_change(self, calculate: Callable[[], Iterator[int]]) -> Iterator[int]:
        """Run a calculation; run it again from the start whenever a new row changes what it began with."""
        try:
            while True:
                try:
                    yield from calculate()
                except NewObservation as new:  # The states must record it from the first roll on.
                    machine = self.machine
                    self.machine = Machine(machine.house, machine.strategy, machine.observes | {new.what})
                    self._build()
                except _SmallerUnit:
                    pass
                else:
                    return
        finally:
            with self.machine.lock:
                save(self.machine)


class _SmallerUnit(Exception):
    """New rows win or lose amounts that are not multiples of the unit."""
