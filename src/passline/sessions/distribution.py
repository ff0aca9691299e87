"""Exact sessions: the whole distribution of a session's results, calculated roll by roll without dice."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm, ldexp
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from passline.errors import NoMachine
from passline.machines.arrays import ROLLS
from passline.machines.stop_rules import IS_OVER, STATE
from passline.machines.terms import STOPS, Terms, Unresolved, check_whole_number
from passline.machines.wager_totals import WagerMeans, sum_wager_means
from passline.odds.markov_chain import build_chain
from passline.sessions.long_run import strongly_connected_components
from passline.sessions.propagation import BLOCK, DOUBLES, WHOLE_NUMBERS, SlotWeights
from passline.sessions.transitions import MAX_REQUESTS, GrowingChain, check_memory, counter_states, worth_bound
from passline.simulation.tally import SHARES
from passline.words.dice import EVERY_ROLL
from passline.words.distribution import mean, quantile, variance
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy.typing as npt

    from passline.house.house import House
    from passline.machines.terms import Stop
    from passline.sessions.propagation import Arithmetic
    from passline.sessions.transitions import SessionChain
    from passline.strategies.protocol import Strategy
    from passline.words.dice import Roll
    from passline.words.money import Cents

MEMORY = 4
"""The default limit of memory, in gigabytes."""
MAX_PLAY_OUT_STATES = 10_000
"""The maximum number of pairs of state and amount won while bets are played out in whole numbers."""
ROLLS_TO_PLAY_OUT = 36
"""An upper bound on the mean number of rolls until all bets are decided: a seven-out decides them, and in every game a
hand has fewer rolls in the mean."""
BINARY_PLACES = 200
"""Doubles are read as whole numbers of 2 to the minus 200th, which is far below their precision."""
RELATIVE_ROUNDING = Fraction(1, 2**53)
"""Upper bound on the relative error of one rounded operation on doubles."""
ADDITIONS_PER_CORE = 1 << 22
"""The number of additions in one roll from which a further core saves time."""
MAX_PLAIN_WORK = 120_000
"""Up to this product of rolls and transitions, summed over the sessions of a process, nothing is compiled, because
loading compiled functions takes longer."""


class Truncation(NamedTuple):
    """The truncated part of a distribution, whose probability is negligible; all are 0 for whole numbers.

    Attributes:
        probability: Its probability.
        mean_error: Upper bound on what it changes in the mean, in cents.
        square_error: Upper bound on what it changes in the mean square of the change of worth, in square cents.
    """

    probability: Fraction
    mean_error: Fraction
    square_error: Fraction


@dataclass(frozen=True)
class Session:
    """The distribution of a strategy's session. Amounts are in cents.

    If it was counted in whole numbers, every figure is exact and the errors are 0. Otherwise each figure is calculated
    in doubles and differs from the exact one by at most the error bound beside it.

    Attributes:
        house: The house, by its name or path.
        strategy: The strategy, by its name.
        terms: The terms of the session.
        is_exact: Whether the session was counted in whole numbers, so that every figure is exact.
        ends: A whole-number weight for each final worth, in cents; its probability is its share of their sum.
        stops: The probability of each pair of what ends the session and the number of rolls until then.
        ahead_by_roll: The probability that the player is worth more than the bankroll, by the number of rolls;
            a session that has ended counts with its final worth.
        ruined_by_roll: The probability that the session has ended with too little to begin another one, by the number
            of rolls. Bets that are played out after the last roll are counted in `ruin` only.
        fan: The quantiles of the worth, in cents, by the number of rolls and then by the probability in `SHARES`.
        rolls: The mean number of rolls, including those that play out bets after the end.
        hands: The mean number of hands that end in these rolls.
        by_wager: The mean number of bets, handle and win of each wager.
        handle_error: Upper bound on the error of the mean handle of all wagers, in cents.
        win_error: Upper bound on the error of the mean win of all wagers, in cents.
        ruin: The probability of ending with too little to begin another session.
        losing_run: The length of the requested losing run, or None.
        losing_run_probability: The probability of a losing run of that length or longer; None if it was not requested.
        truncation: The part that was truncated because its probability is negligible.
        rounding_error: Upper bound on the relative error of a probability by rounding.
        seconds: The time that the calculation took, in seconds.
    """

    house: str
    strategy: str
    terms: Terms
    is_exact: bool
    ends: Counter[Cents]
    stops: Mapping[tuple[Stop, int], Fraction]
    ahead_by_roll: tuple[Fraction, ...]
    ruined_by_roll: tuple[Fraction, ...]
    fan: Mapping[int, Mapping[Fraction, Cents]]
    rolls: Fraction
    hands: Fraction
    by_wager: Mapping[str, WagerMeans]
    handle_error: Fraction
    win_error: Fraction
    ruin: Fraction
    losing_run: int | None
    losing_run_probability: Fraction | None
    truncation: Truncation
    rounding_error: Fraction
    seconds: float = field(default=0, compare=False)

    @cached_property
    def pmf(self) -> Mapping[Cents, Fraction]:
        """The probability of each final worth, in cents."""
        total = self.ends.total()
        return {cents: Fraction(weight, total) for cents, weight in sorted(self.ends.items())}

    @cached_property
    def mean(self) -> Fraction:
        """The mean final worth, in cents."""
        return mean(self.ends)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the final worth, in square cents."""
        return variance(self.ends)

    @property
    def truncated_probability(self) -> Fraction:
        """The probability that was left out because it is so small."""
        return self.truncation.probability

    @property
    def probability_error(self) -> Fraction:
        """Upper bound on the error of any probability."""
        return self.truncation.probability + self.rounding_error

    @cached_property
    def mean_error(self) -> Fraction:
        """Upper bound on the error of the mean, in cents."""
        distances = sum(abs(cents - self.terms.bankroll) * weight for cents, weight in self.ends.items())
        mean_distance = Fraction(distances, self.ends.total())
        return self.truncation.mean_error + (self.probability_error + self.rounding_error) * mean_distance

    @cached_property
    def variance_error(self) -> Fraction:
        """Upper bound on the error of the variance, in square cents."""
        change = self.mean - self.terms.bankroll
        square = self.variance + change**2
        return (
            self.truncation.square_error
            + (self.probability_error + self.rounding_error) * square
            + (2 * abs(change) + self.mean_error) * self.mean_error
        )

    @property
    def stopped_by(self) -> Mapping[Stop, Fraction]:
        """The probability of each way to end the session."""
        return {
            stop: sum((probability for (by, _), probability in self.stops.items() if by == stop), Fraction(0))
            for stop in STOPS
        }

    @property
    def means(self) -> WagerMeans:
        """The mean number of bets, handle and win of all wagers."""
        return sum_wager_means(self.by_wager.values())

    @property
    def hold_error(self) -> Fraction | None:
        """Upper bound on the error of `means.hold`; None if no bet is decided, or the handle may be 0."""
        return error_of_ratio(self.means.win, self.win_error, self.means.handle, self.handle_error)

    def quantile(self, share: Fraction | float) -> Cents:
        """Return the smallest worth, in cents, that the session does not exceed with a probability from 0 to 1.

        If the probability of a worth differs from *share* by at most its error, it counts as reached.
        """
        return quantile(self.ends, max(Fraction(share) - self.probability_error, Fraction(0)) if share < 1 else share)

    def below(self, cents: Cents) -> Fraction:
        """Return the probability of ending with less than an amount in cents."""
        return Fraction(sum(weight for end, weight in self.ends.items() if end < cents), self.ends.total())

    def rolls_until_ruined(self, share: Fraction) -> int | None:
        """Return the number of rolls after which a share of the sessions is ruined; None if it stays smaller."""
        return next((rolls for rolls, ruin in enumerate(self.ruined_by_roll) if ruin >= share), None)


def error_of_ratio(
    numerator: Fraction, numerator_error: Fraction, denominator: Fraction, denominator_error: Fraction
) -> Fraction | None:
    """Return an upper bound on the error of a ratio; None if its denominator may be 0."""
    if denominator <= denominator_error:
        return None
    ratio = numerator / denominator
    return (numerator_error + abs(ratio) * denominator_error) / (denominator - denominator_error)


def session(
    house: House,
    strategy: Strategy,
    *,
    rolls: int,
    bankroll: Cents,
    hands: int | None = None,
    stop_win: Cents | None = None,
    stop_loss: Cents | None = None,
    unresolved: Unresolved = "return",
    exact: bool = False,
    losing_run: int | None = None,
    memory: float = MEMORY,
    cores: int | None = None,
) -> Session:
    """Return the distribution of a strategy's session.

    Args:
        house: The house.
        strategy: The strategy; it must have a machine.
        rolls: The maximum number of rolls, above 0.
        bankroll: The amount that the session begins with, in cents: above 0, in whole chips.
        hands: The maximum number of hands. A hand ends with a seven-out.
        stop_win: Stop once the player is ahead by this amount, in cents.
        stop_loss: Stop once the player is behind by this amount, in cents.
        unresolved: What happens to bets that are undecided at the end: "return" at face value, or "play out".
        exact: Whether to count in whole numbers, which takes ten times as long or more and has no error.
        losing_run: The length of a losing run whose probability is wanted: losing rolls in a row, not counting rolls
            that change nothing.
        memory: The memory that may be used, in gigabytes.
        cores: The number of cores to use; all by default.

    Returns:
        The distribution: exact, or in doubles with a bound on each error.

    Raises:
        NoMachine: The strategy has no machine, or the calculation needs more memory than is allowed.
        StrategyError: The strategy makes an act that is refused, or never stops acting.
        NotationError: An argument is out of range.
        Refused: The house does not sell chips for the bankroll.

    >>> from passline import open_house
    >>> from passline.strategies.notation import find_strategy
    >>> found = session(open_house("craps"), find_strategy("pass_flat"), rolls=3, bankroll=300_00, exact=True)
    >>> found.mean, found.pmf[310_00]
    (Fraction(21951250, 729), Fraction(1337, 5832))
    """
    terms = Terms(rolls, bankroll, hands, stop_win, stop_loss, unresolved)
    run = SessionRun(house, strategy, terms, exact=exact, losing_run=losing_run, memory=memory, cores=cores)
    for _ in run.rolls():
        pass
    return run.result


class SessionRun:
    """The calculation of a session, roll by roll, which can be watched and stopped.

    Attributes:
        rolled: The number of rolls so far.
        total_probability: The probability of all sessions that are still counted: 1 less the truncated probability.
        seconds: The time that it has taken, in seconds.
        plain_work: The work of all calculations of this process: many short ones also deserve compiled functions.
    """

    plain_work: ClassVar[int] = 0

    def __init__(
        self,
        house: House,
        strategy: Strategy,
        terms: Terms,
        *,
        exact: bool = False,
        losing_run: int | None = None,
        memory: float = MEMORY,
        cores: int | None = None,
    ) -> None:
        """Check the arguments, which are those of `session`, and the memory; the first roll is made by `rolls`."""
        terms.check(house)
        if losing_run is not None:
            check_whole_number("losing run", losing_run)
        if cores is not None:
            check_whole_number("cores", cores)
        self.house, self.strategy, self.terms, self.is_exact = house, strategy, terms, exact
        self.memory, self.cores = memory, cores or os.cpu_count() or 1
        self.counters = counter_states(terms.hands, losing_run, rolls=terms.rolls)
        self.losing_run = losing_run
        self.seconds = 0.0
        self._is_stopped = Event()
        self.growing = GrowingChain(house, strategy, terms, self.counters, memory)
        self._check_play_out()
        self._measure()
        check_memory(self.memory_needed, memory, self._description)
        self.rolled, self.total_probability = 0, Fraction(1)
        SessionRun.plain_work += self._work

    # Size.

    @property
    def chain(self) -> SessionChain:
        """The Markov chain."""
        return self.growing.chain

    @property
    def arithmetic(self) -> Arithmetic:
        """The kind of number of the weights, and the functions for it: compiled ones if that saves time."""
        if self.is_exact:
            return WHOLE_NUMBERS
        if max(self._work, SessionRun.plain_work) <= MAX_PLAIN_WORK:
            return DOUBLES
        from passline.sessions.kernel import COMPILED_DOUBLES  # noqa: PLC0415  It loads Numba, which is slow.

        return COMPILED_DOUBLES

    @property
    def _work(self) -> int:
        """The product of rolls and transitions."""
        return self.terms.rolls * (len(self.chain.incoming.ways) + len(self.chain.states.short_rows))

    @property
    def memory_needed(self) -> int:
        """The memory that is needed, in bytes; an estimate."""
        return self._memory_for(self.chain.slots, self.width)

    def _memory_for(self, slots: int, width: int) -> int:
        weight = 8 + (40 + self.terms.rolls * 2 // 3 if self.is_exact else 0)  # A roll adds log2(36) = 5.2 bits.
        return 2 * weight * slots * width

    @property
    def _description(self) -> str:
        rolls = f"{self.terms.rolls:,} roll{'' if self.terms.rolls == 1 else 's'}"
        return f"{self.strategy.name}: {rolls} from {dollars(self.terms.bankroll)}"

    def _measure(self) -> None:
        """Set the number of units that nearly all sessions stay below; for whole numbers, that all stay below."""
        chain, rolls = self.chain, self.terms.rolls
        most = min(rolls * chain.largest_gain, chain.arrays.stop_rules.stop_win - chain.bankroll)
        if not self.is_exact:
            most = worth_bound(chain, rolls, unlikely=DOUBLES.budget, up=True, within=most)
        self._measured, self.width = chain, chain.bankroll + most + chain.largest_gain + 1

    # Rolls.

    def stop(self) -> None:
        """Stop before the next roll; from any thread, or a signal. There is no result then."""
        self._is_stopped.set()

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._is_stopped.is_set()

    def rolls(self) -> Iterator[int]:
        """Calculate roll after roll, and yield the number of rolls; more rolls may follow that play out bets.

        Raises:
            NoMachine: The memory is not enough, or the strategy turns out to have no machine.
            StrategyError: The strategy makes an act that is refused, or never stops acting.
        """
        started = perf_counter()
        with ThreadPoolExecutor(self.cores) as pool:
            for rolled in self.growing.restart_on_change(lambda: self._calculate(pool)):
                self.seconds = perf_counter() - started
                yield rolled
        self.seconds = perf_counter() - started

    @property
    def ruin_so_far(self) -> Fraction:
        """The probability that the session has ended so far with too little to begin another one."""
        rows, machine = self.chain.arrays.rows, self.growing.machine
        low = enumerate(self._low[-1].tolist())
        ruined = [weight for units, weight in low if weight and machine.is_ruined(units * rows.unit + rows.remainder)]
        return Fraction(sum(ruined)) / self._total(len(self._low) - 1)

    def _start(self) -> None:
        dtype, chain = self.arithmetic.dtype, self.chain
        if chain is not self._measured:  # Rows that were found since may have made the unit smaller.
            self._measure()
        self._now = SlotWeights.empty(chain.slots, self.width, dtype)
        self._after = SlotWeights.empty(chain.slots, self.width, dtype)
        self._now.by_units[0, chain.bankroll] += 1
        self._now.first[0], self._now.last[0] = chain.bankroll, chain.bankroll + 1
        self._ended: npt.NDArray[Any] = np.zeros(self.width, dtype)
        self._visits: npt.NDArray[Any] = np.zeros(chain.rows, dtype)
        self._ended_by_counter: npt.NDArray[Any] = np.zeros(self.counters.had_losing_run.size, dtype)
        self._truncated: npt.NDArray[Any] = np.zeros(3, dtype)
        self._unresolved: dict[tuple[int, int], int] = {}
        self._by_counter: npt.NDArray[Any] | None = None
        self._stops: list[npt.NDArray[Any]] = []
        self._low: list[npt.NDArray[Any]] = []
        self._fan: list[list[int]] = []
        self._ahead: list[Fraction] = []
        self.rolled, self.total_probability = 0, Fraction(1)

    def _resize(self, width: int) -> None:
        """Make room for all slots and rows that are known now, and for a number of units."""
        dtype, slots = self.arithmetic.dtype, self.chain.slots
        check_memory(self._memory_for(slots, width), self.memory, self._description)
        before, self._now = self._now, SlotWeights.empty(slots, width, dtype)
        known, known_width = before.by_units.shape
        self._now.by_units[:known, :known_width] = before.by_units
        self._now.first[:known], self._now.last[:known] = before.first, before.last
        self._after = SlotWeights.empty(slots, width, dtype)
        self._ended = np.append(self._ended, np.zeros(width - known_width, dtype))
        self._visits = np.append(self._visits, np.zeros(self.chain.rows - self._visits.size, dtype))
        self.width = width

    def _calculate(self, pool: ThreadPoolExecutor) -> Iterator[int]:
        self._start()
        while True:
            if self.rolled <= self.terms.rolls:
                self._record()
            stopped = self._end_sessions()
            if self.rolled <= self.terms.rolls:
                self._stops.append(stopped)
                self._low.append(self._ended[: self._ruin_limit].copy())
            if self.rolled:
                yield min(self.rolled, self.terms.rolls)
            if (self._now.first >= self._now.last).all() or self.is_stopped:
                return
            self._roll(pool)
            self.rolled += 1

    @property
    def _ruin_limit(self) -> int:
        """The number of units below which a player may be unable to begin another session."""
        rows, machine = self.chain.arrays.rows, self.growing.machine
        if machine.is_ruined(machine.highest_required_rail):  # With any bankroll.
            return self.width
        return max(0, min(self.width, -(-(machine.highest_required_rail - rows.remainder) // rows.unit)))

    def _record(self) -> None:
        """Record the quantiles and the probability of being ahead after a roll."""
        weights = self._ended.copy()
        self.arithmetic.add_all_slots(self._now, weights)
        if self.losing_run is not None and self.rolled == self.terms.rolls:
            self._by_counter = self._weights_by_counter()
        total, cumulative = self._total(self.rolled), np.cumsum(weights)
        self.total_probability = Fraction(cumulative[-1]) / total
        missing = 1 - self.total_probability - Fraction(self._truncated[0]) / total
        if abs(missing) > self._rounding_error(self.chain.max_terms):
            message = "probabilities were made or lost"
            raise AssertionError(message)
        self._fan.append([int(np.argmax(cumulative >= self._least(share, cumulative[-1]))) for share in SHARES])
        self._ahead.append(Fraction(weights[self.chain.bankroll + 1 :].sum()) / total)

    def _least(self, share: Fraction, total: float) -> float:
        """Return the smallest cumulative weight that counts as a share of the total, given the rounding of doubles."""
        if self.is_exact:
            return -(-share.numerator * total // share.denominator)
        return float(share - self._rounding_error(self.chain.max_terms)) * total

    def _weights_by_counter(self) -> npt.NDArray[Any]:
        """Return the weight of each counter state, of sessions that have ended and of those that go on."""
        by_units, first, last = self._now
        found = self._ended_by_counter.copy()
        for slot in np.flatnonzero(first < last).tolist():
            found[slot % found.size] += by_units[slot, first[slot] : last[slot]].sum()
        return found

    def _rounding_error(self, terms: int) -> Fraction:
        """Return an upper bound on the relative error of a weight, if each is a sum of at most a number of terms."""
        return Fraction(0) if self.is_exact else RELATIVE_ROUNDING * (self.rolled + 1) * (terms + 3)

    def _total(self, rolls: int) -> int:
        """Return the sum of all weights after a number of rolls."""
        return int(self.arithmetic.growth**rolls)

    def _end_sessions(self) -> npt.NDArray[Any]:
        """End the sessions that the stop rules end; return the weight that ended, by index into `STOPS`."""
        stopped: npt.NDArray[Any] = np.zeros(len(STOPS), self.arithmetic.dtype)
        requests = np.empty((MAX_REQUESTS, 2), np.int64)
        while requested := self.arithmetic.end_sessions(
            self._now,
            self.chain.states,
            self.chain.arrays.stop_rules,
            self.rolled,
            self._ended,
            stopped,
            self._ended_by_counter,
            requests,
        ):
            self.growing.find_rows(requests[:requested])
            self._check_play_out()
            self._resize(self.width)
        if self.is_exact and self.rolled == self.terms.rolls:
            self._set_unresolved_aside()
        self._truncate(self._now, 0, 0)
        return stopped

    def _truncate(self, weights: SlotWeights, budget: float, reach: int) -> None:
        self.arithmetic.truncate(weights, budget, self.chain.bankroll, reach, self._truncated)

    def _roll(self, pool: ThreadPoolExecutor) -> None:
        """Apply one roll to all weights."""
        arithmetic, chain = self.arithmetic, self.chain
        reached = int(self._now.last.max()) + chain.largest_gain
        if reached > self.width:
            self._resize(max(reached, 2 * self.width))
        now, after = self._now, self._after
        outgoing, incoming = (
            transitions._replace(ways=transitions.ways.astype(arithmetic.dtype))
            for transitions in (chain.outgoing, chain.incoming)
        )
        arithmetic.roll_short_rails(now, chain.states, outgoing, incoming, after, self._visits)
        if (growth := arithmetic.growth) > 1:  # What is recorded so far must keep its share of the total.
            self._ended, self._ended_by_counter = self._ended * growth, self._ended_by_counter * growth
            self._visits, self._truncated = self._visits * growth, self._truncated * growth
        parts = self._parts()
        list(pool.map(lambda part: arithmetic.roll_ample_rails(now, incoming, arithmetic.way, after, *part), parts))
        rolls_left = self.terms.rolls - self.rolled if self.rolled < self.terms.rolls else self.rolled
        self._truncate(after, arithmetic.budget, rolls_left * chain.largest_gain)
        self._now, self._after = after, now

    def _parts(self) -> list[tuple[int, int]]:
        """Return the range of units after the next roll, in one part for each core that saves time."""
        first, last = self._after.first, self._after.last
        is_held = first < last
        begin, end = int(first[is_held].min()), int(last[is_held].max())
        additions = int((last - first) @ np.diff(self.chain.incoming.starts))
        cores = 1 if self.is_exact else min(self.cores, additions // ADDITIONS_PER_CORE + 1)
        blocks = -(-(end - begin) // BLOCK)
        cuts = [begin + blocks * part // cores * BLOCK for part in range(cores)]
        return [part for part in pairwise([*cuts, end]) if part[0] < part[1]]

    # Bets that are played out, in whole numbers.

    def _check_play_out(self) -> None:
        """Refuse to play out bets in whole numbers if they can win without limit.

        That is so if play can return to a state with another amount won.

        Raises:
            NoMachine: They can.
        """
        if not self.is_exact or self.terms.unresolved == "return":
            return
        arrays, (starts, others, gains, _, _) = self.chain.arrays, self.chain.outgoing
        over = {
            int(info[STATE]): slice(starts[row], starts[row + 1])
            for row, info in enumerate(arrays.rows.row_info)
            if info[IS_OVER] and arrays.is_ample[row] and not arrays.is_idle[info[STATE]]
        }
        moves = {
            state: [(to, gain) for to, gain in zip(others[of].tolist(), gains[of].tolist(), strict=True) if to in over]
            for state, of in over.items()
        }
        for part in strongly_connected_components({state: dict(leads) for state, leads in moves.items()}):
            won, ahead, inside = {part[0]: 0}, [part[0]], set(part)
            for state in ahead:  # It grows on the way.
                for to, gain in moves[state]:
                    if to in inside and to not in won:
                        won[to] = won[state] + gain
                        ahead.append(to)
                    elif to in inside and won[to] != won[state] + gain:
                        raise self._endless_play_out()

    def _endless_play_out(self) -> NoMachine:
        return NoMachine(
            f"{self.strategy.name}: bets that are played out may win without limit, so they cannot be exact fractions; "
            "return the bets at the end, or calculate in doubles"
        )

    def _set_unresolved_aside(self) -> None:
        """Set aside the weights whose bets are played out; `_play_out` decides them without further rolls."""
        counters = self.counters.had_losing_run.size
        by_units, first, last = self._now
        for slot in np.flatnonzero(first < last).tolist():
            for units in range(first[slot], last[slot]):
                if weight := by_units[slot, units]:
                    key = slot // counters, units
                    self._unresolved[key] = self._unresolved.get(key, 0) + weight
            first[slot], last[slot] = 0, 0

    def _play_out(self) -> tuple[dict[int, Any], npt.NDArray[Any]]:
        """Return the weight that ended with each worth, and the visits of each row, once all bets are decided."""
        ended: dict[int, Any] = dict(enumerate(self._ended.tolist()))
        visits = self._visits.copy()
        results = {state: self._play_out_from(state) for state in {state for state, _ in self._unresolved}}
        for (state, units), weight in self._unresolved.items():
            distribution, visited = results[state]
            for won, probability in distribution.items():
                ended[units + won] = ended.get(units + won, 0) + weight * probability
            for row, count in visited.items():
                visits[row] += weight * count
        return ended, visits

    def _play_out_from(self, state: int) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
        """Return the distribution of the units won while a state's bets are played out, and the visits of each row."""
        chain, arrays, steps = self.chain, self.chain.arrays, 0

        def step(at: tuple[int, int], roll: Roll) -> tuple[tuple[int, int] | None, int]:
            nonlocal steps
            steps += 1
            if steps > MAX_PLAY_OUT_STATES * ROLLS:
                raise self._endless_play_out()
            row, index = chain.states.ample_row[at[0]], EVERY_ROLL.index(roll)
            to, won = int(arrays.next_state[row, index]), at[1] + int(arrays.gains[row, index]) // arrays.rows.unit
            return (None, won) if arrays.is_idle[to] else ((to, won), won)

        play_out = build_chain({(state, 0): Fraction(1)}, step)
        distribution: dict[int, Fraction] = {}
        visited: dict[int, Fraction] = {}
        for at, visits in play_out.expected_visits().items():
            row = int(chain.states.ample_row[at[0]])
            visited[row] = visited.get(row, Fraction(0)) + visits
            for (to, won), ways in play_out.transitions[at].items():
                if to is None:
                    distribution[won] = distribution.get(won, Fraction(0)) + visits * Fraction(ways, ROLLS)
        return distribution, visited

    # The result.

    @property
    def result(self) -> Session:
        """The distribution; all rolls must be made."""
        ended, visits = self._play_out()
        by_counter = self._ended_by_counter if self._by_counter is None else self._by_counter
        total, rows, machine = self._total(self.rolled), self.chain.arrays.rows, self.growing.machine
        unit = rows.unit
        weights = {units * unit + rows.remainder: weight for units, weight in ended.items() if weight}
        denominator = lcm(*(weight.denominator for weight in weights.values())) if self.is_exact else 0
        ends = Counter(
            {
                cents: int(weight * denominator) if self.is_exact else int(ldexp(weight, BINARY_PLACES))
                for cents, weight in weights.items()
            }
        )
        with machine.lock:
            ruin = sum(weight for cents, weight in ends.items() if machine.is_ruined(cents))
            low = range(max(map(len, self._low)))
            is_ruined = np.array(
                [bool(ended.get(each)) and machine.is_ruined(each * unit + rows.remainder) for each in low]
            )
        truncated = [Fraction(each) / total for each in self._truncated]
        truncation = Truncation(truncated[0], truncated[1] * unit, truncated[2] * unit**2)
        rounding_error = self._rounding_error(self.chain.max_terms_of(self._visits > 0))
        by_wager, *errors = self._by_wager(visits, total, rounding_error, truncation.probability)
        had_losing_run = sum(by_counter[self.counters.had_losing_run].tolist())
        seven_outs = self.chain.arrays.seven_outs.sum(axis=1).astype(self.arithmetic.dtype)
        return Session(
            self.house.source,
            self.strategy.name,
            self.terms,
            is_exact=self.is_exact,
            ends=ends,
            stops={
                (stop, rolled): Fraction(weight) / self._total(rolled)
                for rolled, stopped in enumerate(self._stops)
                for stop, weight in zip(STOPS, stopped, strict=True)
                if weight
            },
            ahead_by_roll=tuple(self._ahead),
            ruined_by_roll=tuple(
                Fraction(sum(low[is_ruined[: len(low)]].tolist())) / self._total(rolled)
                for rolled, low in enumerate(self._low)
            ),
            fan={
                rolled: {share: units * unit + rows.remainder for share, units in zip(SHARES, quantiles, strict=True)}
                for rolled, quantiles in enumerate(self._fan)
            },
            rolls=Fraction(sum(visits.tolist())) / total,
            hands=Fraction(sum((visits * seven_outs).tolist())) / total / ROLLS,
            by_wager=by_wager,
            handle_error=errors[0],
            win_error=errors[1],
            ruin=Fraction(ruin, ends.total()),
            losing_run=self.losing_run,
            losing_run_probability=Fraction(had_losing_run) / total if self.losing_run is not None else None,
            truncation=truncation,
            rounding_error=rounding_error,
            seconds=self.seconds,
        )

    def _by_wager(
        self, visits: npt.NDArray[Any], total: int, rounding_error: Fraction, truncated: Fraction
    ) -> tuple[dict[str, WagerMeans], Fraction, Fraction]:
        """Return the means of each wager, and bounds on the errors of the sums of handle and win.

        Each visit has the relative error of its weight. A truncated session would have made at most `rolls` more rolls
        and, in the mean, `ROLLS_TO_PLAY_OUT` more that play out bets.
        """
        wager_totals = self.growing.machine.wager_totals
        weights = np.zeros(len(wager_totals), visits.dtype)
        np.add.at(weights, self.chain.arrays.totals_index.ravel(), np.repeat(visits, ROLLS))
        found: dict[str, WagerMeans] = {}
        handle, moved, most_handle, most_moved = Fraction(0), Fraction(0), 0, 0
        for totals, weight in zip(wager_totals, weights.tolist(), strict=True):
            probability = Fraction(weight) / total / ROLLS
            for wager, *amounts in totals if weight else ():
                each = WagerMeans(*(probability * amount for amount in amounts))
                found[wager] = sum_wager_means([found[wager], each]) if wager in found else each
            bet, won = sum(each.handle for each in totals), sum(abs(each.win) for each in totals)
            handle, moved = handle + probability * bet, moved + probability * won
            most_handle, most_moved = max(most_handle, bet), max(most_moved, won)
        rolls = (self.terms.rolls + ROLLS_TO_PLAY_OUT) * truncated
        by_wager = {wager: found[wager] for wager in sorted(found) if any(found[wager])}
        return by_wager, rounding_error * handle + rolls * most_handle, rounding_error * moved + rolls * most_moved
