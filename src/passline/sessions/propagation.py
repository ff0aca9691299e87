"""One roll of an exact session: how the distribution over the states of the Markov chain changes.

A *slot* is a machine state together with a counter state (see `transitions`). Each slot has one weight for each worth
of the player, in units. Weights are probabilities in doubles, or counts of ways to roll in whole numbers.

These functions run as they are on whole numbers and for short sessions; `kernel` compiles the same functions for longer
sessions in doubles. This module does not import Numba, which takes long to load. `stop_decision` says when a session
ends; the random walk uses it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from passline.machines.arrays import ROLLS
from passline.machines.stop_rules import CONTINUES, IS_OVER, NOT_FOUND, SHORT_SIZE, SHORT_START, stop_decision

if TYPE_CHECKING:
    import numpy.typing as npt

    from passline.machines.stop_rules import StopRules
    from passline.sessions.transitions import ChainStates, Transitions

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]

BLOCK = 1 << 9
"""The number of units that are processed at a time, so that the data of some hundred slots fit into the cache."""


class SlotWeights(NamedTuple):
    """The weights of all slots, by worth in units.

    Attributes:
        by_units: Shape (slots, units): float64, or object for whole numbers.
        first: int64, shape (slots,): the first unit of each slot whose weight may differ from 0.
        last: int64, shape (slots,): one more than the last such unit. Weights outside this range are undefined.
    """

    by_units: npt.NDArray[Any]
    first: Integers
    last: Integers

    @classmethod
    def empty(cls, slots: int, width: int, dtype: type) -> SlotWeights:
        """Return weights of 0 for a number of slots and units."""
        return cls(np.zeros((slots, width), dtype), np.zeros(slots, np.int64), np.zeros(slots, np.int64))


def end_sessions(
    now: SlotWeights,
    states: ChainStates,
    rules: StopRules,
    rolled: int,
    ended: npt.NDArray[Any],
    stopped: npt.NDArray[Any],
    ended_by_counter: npt.NDArray[Any],
    requests: Integers,
) -> int:
    """End the sessions that the stop rules end after a roll.

    If the bets are played out, the weight of an ended session moves to the state that plays them out. Otherwise it
    leaves `now`. Weights whose row is not known yet stay, and the row is requested.

    Args:
        now: The weights after the roll; they are changed.
        states: The states of the chain.
        rules: When a session ends.
        rolled: The number of rolls so far.
        ended: Shape (units,): receives the weight that ended, by worth.
        stopped: Shape (5,): receives the weight that ended, by index into `STOPS`.
        ended_by_counter: Shape (counters,): receives the weight that ended, by counter state.
        requests: int64, shape (n, 2): receives the state and the worth of each missing row, -1 for an ample rail.

    Returns:
        The number of rows that are requested.
    """
    by_units, first, last = now
    ample_row, is_idle, play_out, row_info, short_rows, hands_left, _ = states
    requested, counters = 0, hands_left.size
    stop, short_row = np.zeros(by_units.shape[1], np.int64), np.zeros(by_units.shape[1], np.int64)
    for slot in range(first.size):
        low, high = first[slot], last[slot]
        if low >= high:
            continue
        state, counter = slot // counters, slot % counters
        row = ample_row[state]
        if row < 0:
            requested = request_row(requests, requested, state, -1)
            continue
        is_over = row_info[row, IS_OVER] != 0
        if is_over and not is_idle[state]:
            continue
        begin, end = high, high
        if not (is_over or is_idle[state] or hands_left[counter] <= 0 or rolled == rules.rolls):
            begin = max(low, min(high, max(row_info[row, SHORT_SIZE], rules.floor + 1)))
            end = max(begin, min(high, rules.stop_win))
        for part in range(2):  # Between `begin` and `end` no session ends, and no rail is short.
            start, stop_at = (low, begin) if part == 0 else (end, high)
            decide_stops(
                start,
                stop_at,
                row,
                is_idle[state],
                hands_left[counter],
                rolled,
                row_info,
                short_rows,
                rules,
                stop,
                short_row,
            )
            for units in range(start, stop_at):
                weight = by_units[slot, units]
                if weight == 0:
                    continue
                if short_row[units] == NOT_FOUND:
                    requested = request_row(requests, requested, state, units)
                elif stop[units] != CONTINUES:
                    by_units[slot, units] = 0
                    if not is_over:
                        stopped[stop[units]] += weight
                    if play_out[state] >= 0:
                        target = play_out[state] * counters + counter
                        extend_range(now, target, units, units + 1)
                        by_units[target, units] += weight
                    else:
                        ended[units] += weight
                        ended_by_counter[counter] += weight
    return requested


def roll_short_rails(
    now: SlotWeights,
    states: ChainStates,
    outgoing: Transitions,
    incoming: Transitions,
    after: SlotWeights,
    visits: npt.NDArray[Any],
) -> None:
    """Prepare the weights after a roll, and apply the roll where the rail is short; count the visits of all rows.

    `roll_ample_rails` must follow: until then the weights in `after` are counted in ways of 36.

    Args:
        now: The weights before the roll; those with a short rail are removed.
        states: The states of the chain.
        outgoing: The transitions from each row.
        incoming: The transitions to each slot from ample rails.
        after: Receives the range of each slot after the roll, and the weights from short rails.
        visits: Shape (rows,): receives the weight from which each row is rolled.
    """
    by_units, first, last = now
    ample_row, _, _, row_info, short_rows, hands_left, next_counter = states
    counters = hands_left.size
    starts, sources, gains, _, _ = incoming
    for slot in range(first.size):
        after.first[slot], after.last[slot] = 0, 0
        begin, end = by_units.shape[1], 0
        for each in range(starts[slot], starts[slot + 1]):
            source = sources[each]
            if first[source] < last[source]:
                begin = min(begin, first[source] + gains[each])
                end = max(end, last[source] + gains[each])
        if begin < end:
            extend_range(after, slot, max(begin, 0), end)
    starts, targets, gains, kinds, ways = outgoing
    for slot in range(first.size):
        if first[slot] >= last[slot]:
            continue
        state, counter = slot // counters, slot % counters
        ample = ample_row[state]
        for units in range(first[slot], min(last[slot], row_info[ample, SHORT_SIZE])):
            weight, row = by_units[slot, units], short_rows[row_info[ample, SHORT_START] + units]
            if weight == 0 or row < 0:
                continue
            by_units[slot, units] = 0
            visits[row] += weight
            for each in range(starts[row], starts[row + 1]):
                target = targets[each] * counters + next_counter[counter, kinds[each]]
                place = units + gains[each]
                extend_range(after, target, place, place + 1)
                after.by_units[target, place] += weight * ways[each]
        visits[ample] += total(by_units[slot, first[slot] : last[slot]])


def roll_ample_rails(
    now: SlotWeights, incoming: Transitions, way: float, after: SlotWeights, begin: int, end: int
) -> None:
    """Apply a roll to all weights whose rail is ample, for the worths from *begin* to before *end* after the roll.

    Args:
        now: The weights before the roll, without those of short rails.
        incoming: The transitions to each slot from ample rails.
        way: The probability of one of the 36 ways to roll, or 1 for whole numbers.
        after: The weights after the roll, as `roll_short_rails` left them.
        begin: The first worth, in units.
        end: One more than the last worth, in units.
    """
    by_units, first, last = now
    by_units_after, low, high = after
    starts, sources, gains, _, ways = incoming
    for block in range(begin, end, BLOCK):
        for slot in range(low.size):
            here, there = max(low[slot], block), min(high[slot], block + BLOCK, end)
            if here >= there:
                continue
            for each in range(starts[slot], starts[slot + 1]):
                source, gain = sources[each], gains[each]
                least, most = max(here, first[source] + gain), min(there, last[source] + gain)
                if least < most:
                    add_multiple(
                        by_units_after[slot, least:most], by_units[source, least - gain : most - gain], ways[each]
                    )
            by_units_after[slot, here:there] *= way


def truncate(now: SlotWeights, budget: float, bankroll: int, reach: int, truncated: npt.NDArray[Any]) -> None:
    """Remove weights at both ends of each slot whose sum is at most the budget.

    Args:
        now: The weights; the ranges of the slots are changed.
        budget: The largest weight to remove at each end of each slot.
        bankroll: The units that sessions begin with.
        reach: The largest change of worth that can still follow, in units.
        truncated: Shape (3,): receives the removed weight; the weight times an upper bound on how far it could have
            ended from the bankroll; and the weight times the square of this bound.
    """
    by_units, first, last = now
    for slot in range(first.size):
        for end in range(2):
            removed = budget - budget  # A zero of the type of the budget.
            while first[slot] < last[slot]:
                units = first[slot] if end == 0 else last[slot] - 1
                weight = by_units[slot, units]
                removed += weight
                if removed > budget:
                    break
                distance = int(abs(units - bankroll)) + reach
                truncated[0] += weight
                truncated[1] += weight * distance
                truncated[2] += weight * distance * distance
                if end == 0:
                    first[slot] += 1
                else:
                    last[slot] -= 1


def add_all_slots(now: SlotWeights, into: npt.NDArray[Any]) -> None:
    """Add the weights of all slots to an array of shape (units,)."""
    by_units, first, last = now
    for slot in range(first.size):
        add_multiple(into[first[slot] : last[slot]], by_units[slot, first[slot] : last[slot]], 1)


def roll_back(
    later: Floats,
    before: Floats,
    states: ChainStates,
    least_worth: Integers,
    outgoing: Transitions,
    rules: StopRules,
    rolled: int,
    is_ruined: Floats,
    requests: Integers,
) -> int:
    """Calculate the probability of ruin before a roll from the probability after it.

    Args:
        later: float64, shape (slots, units): the probability of ruin after the roll. Beyond these units it is 0.
        before: float64, shape (slots, units): receives the probability before the roll.
        states: The states of the chain.
        least_worth: int64, shape (states,): the bets on the layout, in units; no worth is smaller.
        outgoing: The transitions from each row.
        rules: When a session ends.
        rolled: The number of rolls before this one.
        is_ruined: float64, shape (units,): 1 where a session that ends is ruined, 0 elsewhere.
        requests: int64, shape (n, 2): receives the state and the worth of each missing row, -1 for an ample rail.

    Returns:
        The number of rows that are requested.
    """
    ample_row, is_idle, play_out, row_info, short_rows, hands_left, next_counter = states
    starts, targets, gains, kinds, ways = outgoing
    counters, width, requested = hands_left.size, later.shape[1], 0
    stop, short_row = np.zeros(width, np.int64), np.zeros(width, np.int64)
    for slot in range(later.shape[0]):
        state, counter = slot // counters, slot % counters
        row = ample_row[state]
        if row < 0:
            requested = request_row(requests, requested, state, -1)
            continue
        ample = width  # The first worth for which the rail is ample and the session goes on.
        if row_info[row, IS_OVER] and not is_idle[state]:
            ample = 0
        elif not is_idle[state] and hands_left[counter] > 0 and rolled != rules.rolls:
            ample = min(width, row_info[row, SHORT_SIZE])
        decide_stops(
            0, ample, row, is_idle[state], hands_left[counter], rolled, row_info, short_rows, rules, stop, short_row
        )
        before[slot, ample:] = 0
        for units in range(ample):
            ruin = 0.0
            if short_row[units] == NOT_FOUND:
                if units >= least_worth[state]:
                    requested = request_row(requests, requested, state, units)
            elif stop[units] != CONTINUES:
                ruin = is_ruined[units] if play_out[state] < 0 else later[play_out[state] * counters + counter, units]
            else:
                rolled_from = short_row[units] if short_row[units] >= 0 else row
                for each in range(starts[rolled_from], starts[rolled_from + 1]):
                    place = units + gains[each]
                    if 0 <= place < width:
                        target = targets[each] * counters + next_counter[counter, kinds[each]]
                        ruin += ways[each] * later[target, place]
                ruin /= ROLLS
            before[slot, units] = ruin
        for each in range(starts[row], starts[row + 1]):
            target, gain = targets[each] * counters + next_counter[counter, kinds[each]], gains[each]
            least, most = max(ample, -gain), min(width, width - gain)
            if least < most:
                add_multiple(before[slot, least:most], later[target, least + gain : most + gain], ways[each] / ROLLS)
    return requested


def decide_stops(
    begin: int,
    end: int,
    row: int,
    is_idle: bool,  # noqa: FBT001  Compiled functions take their arguments in order.
    hands: int,
    rolled: int,
    row_info: Integers,
    short_rows: npt.NDArray[np.int32],
    rules: StopRules,
    stop: Integers,
    short_row: Integers,
) -> None:
    """Write the result of `stop_decision` for each worth from *begin* to before *end* to `stop` and `short_row`."""
    for units in range(begin, end):
        stop[units], short_row[units] = stop_decision(units, row, is_idle, hands, rolled, row_info, short_rows, rules)


def extend_range(weights: SlotWeights, slot: int, begin: int, end: int) -> None:
    """Extend the range of a slot to the units from *begin* to before *end*; new weights are 0."""
    by_units, first, last = weights
    if first[slot] >= last[slot]:
        by_units[slot, begin:end] = 0
        first[slot], last[slot] = begin, end
    if begin < first[slot]:
        by_units[slot, begin : first[slot]] = 0
        first[slot] = begin
    if end > last[slot]:
        by_units[slot, last[slot] : end] = 0
        last[slot] = end


def request_row(requests: Integers, requested: int, state: int, units: int) -> int:
    """Request the row of a state and a worth, -1 for an ample rail, if there is room; return the new count."""
    if requested < requests.shape[0]:
        requests[requested, 0], requests[requested, 1] = state, units
        requested += 1
    return requested


def add_multiple(into: npt.NDArray[Any], weights: npt.NDArray[Any], times: Any) -> None:  # noqa: ANN401  Of any kind.
    """Add a multiple of weights to other weights."""
    into += times * weights


def total(weights: npt.NDArray[Any]) -> Any:  # noqa: ANN401  Of their kind.
    """Return the sum of weights."""
    return weights.sum()


class Arithmetic(NamedTuple):
    """The kind of number that weights are, and the functions for it.

    Attributes:
        dtype: The type of an array of weights.
        way: The factor of one way to roll of 36 after the roll: 1/36, or 1 for whole numbers.
        growth: The factor by which the sum of all weights grows with each roll: 1, or 36 for whole numbers.
        budget: The largest weight that may be truncated at each end of each slot after each roll.
    """

    dtype: type
    way: float | int
    growth: int
    budget: float | int
    end_sessions: Any = end_sessions
    roll_short_rails: Any = roll_short_rails
    roll_ample_rails: Any = roll_ample_rails
    truncate: Any = truncate
    add_all_slots: Any = add_all_slots


DOUBLES = Arithmetic(np.float64, 1 / ROLLS, 1, 2.0**-72)
WHOLE_NUMBERS = Arithmetic(object, 1, ROLLS, 0)
