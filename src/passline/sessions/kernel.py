"""Chances carried from roll to roll, through a machine that is laid out as a net; compiled.

What carries a distribution on runs in two ways: compiled, on doubles; and as it stands, on whole numbers, which are
ways out of 36 to the number of rolls. So what is exact and what is fast is written once. What a session comes to
between two rolls is asked of the walk's own verdict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import overload, register_jitable

from passline.machines.arrays import ROLLS
from passline.machines.stop_rules import CONTINUES, IS_OVER, NOT_FOUND, SHORT_SIZE, SHORT_START, stop_decision

if TYPE_CHECKING:
    import numpy.typing as npt

BLOCK = 1 << 9
"""The units that are carried at a time: those of some hundred slots stay near the processor."""


class Masses(NamedTuple):
    """How likely each slot is with the player worth so many units.

    Attributes:
        by_units: Of shape (slots, units).
        first, last: What is not nothing of a slot lies from its first unit to before its last: int64, shape (slots,).
            What lies elsewhere means nothing.
    """

    by_units: npt.NDArray[Any]
    first: npt.NDArray[np.int64]
    last: npt.NDArray[np.int64]

    @classmethod
    def nothing(cls, slots: int, width: int, kind: type) -> Masses:
        """Return room for so many slots and units."""
        return cls(np.zeros((slots, width), kind), np.zeros(slots, np.int64), np.zeros(slots, np.int64))


decide = njit(nogil=True, cache=True, inline="always")(stop_decision)

# What follows runs compiled on doubles, and as it stands on whole numbers.


@njit(nogil=True, cache=True)
def judge(first, last, this, is_idle, hands, rolled, about, short, ends, why, row):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Say for each worth from *first* to before *last* what becomes of a session there: see `stop_decision`."""
    for units in range(first, last):
        why[units], row[units] = decide(units, this, is_idle, hands, rolled, about, short, ends)


@register_jitable
def widen(held, slot, begin, end):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Have a slot hold units from *begin* to before *end*, too; those that are new hold nothing."""
    masses, first, last = held
    if first[slot] >= last[slot]:
        masses[slot, begin:end] = 0
        first[slot], last[slot] = begin, end
    if begin < first[slot]:
        masses[slot, begin : first[slot]] = 0
        first[slot] = begin
    if end > last[slot]:
        masses[slot, last[slot] : end] = 0
        last[slot] = end


def sweep(now, states, ends, rolled, ended, stopped, left, asks):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """End those sessions that are at their end after so many rolls; return how many rows are asked for.

    Masses that end are added to `ended`, by units, to `stopped`, by what ended them, and to `left`, by layer. A mass
    whose row is not known stays where it is, and is asked for: its state, and its worth in units or -1 for an ample
    rail.
    """
    masses, first, last = now
    row_of, is_idle, out, about, short, hands_left, _ = states
    asked, many = 0, hands_left.size
    why, row = np.zeros(masses.shape[1], np.int64), np.zeros(masses.shape[1], np.int64)
    for slot in range(first.size):
        low, high = first[slot], last[slot]
        if low >= high:
            continue
        state, layer = slot // many, slot % many
        this = row_of[state]
        if this < 0:
            asked = ask_for(asks, asked, state, -1)
            continue
        is_over = about[this, IS_OVER] != 0
        if is_over and not is_idle[state]:
            continue
        begin, end = high, high
        if not (is_over or is_idle[state] or hands_left[layer] <= 0 or rolled == ends.rolls):
            begin = max(low, min(high, max(about[this, SHORT_SIZE], ends.floor + 1)))
            end = max(begin, min(high, ends.stop_win))
        for part in range(2):  # Between them no session is at its end, and none is short.
            here, there = (low, begin) if part == 0 else (end, high)
            judge(here, there, this, is_idle[state], hands_left[layer], rolled, about, short, ends, why, row)
            for units in range(here, there):
                mass = masses[slot, units]
                if mass == 0:
                    continue
                if row[units] == NOT_FOUND:
                    asked = ask_for(asks, asked, state, units)
                elif why[units] != CONTINUES:
                    masses[slot, units] = 0
                    if not is_over:
                        stopped[why[units]] += mass
                    if out[state] >= 0:
                        target = out[state] * many + layer
                        widen(now, target, units, units + 1)
                        masses[target, units] += mass
                    else:
                        ended[units] += mass
                        left[layer] += mass
    return asked


def prepare(now, states, leads, comes, onward, visits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Open the places that the next roll leads to, carry those masses there whose rail is short, and count the visits.

    What is in `onward` is in ways of 36 until `carry` has been there.
    """
    masses, first, last = now
    row_of, _, _, about, short, hands_left, layer_leads = states
    many = hands_left.size
    begins, sources, gains, _, _ = comes
    for slot in range(first.size):
        onward.first[slot], onward.last[slot] = 0, 0
        begin, end = masses.shape[1], 0
        for each in range(begins[slot], begins[slot + 1]):
            source = sources[each]
            if first[source] < last[source]:
                begin = min(begin, first[source] + gains[each])
                end = max(end, last[source] + gains[each])
        if begin < end:
            widen(onward, slot, max(begin, 0), end)
    begins, goes, gains, kinds, ways = leads
    for slot in range(first.size):
        if first[slot] >= last[slot]:
            continue
        state, layer = slot // many, slot % many
        this = row_of[state]
        for worth in range(first[slot], min(last[slot], about[this, SHORT_SIZE])):
            mass, row = masses[slot, worth], short[about[this, SHORT_START] + worth]
            if mass == 0 or row < 0:
                continue
            masses[slot, worth] = 0
            visits[row] += mass
            for each in range(begins[row], begins[row + 1]):
                target, place = goes[each] * many + layer_leads[layer, kinds[each]], worth + gains[each]
                widen(onward, target, place, place + 1)
                onward.by_units[target, place] += mass * ways[each]
        visits[this] += total(masses[slot, first[slot] : last[slot]])


def carry(now, comes, share, onward, here, there):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Carry masses with an ample rail to where the next roll leads, for those worths from *here* to before *there*."""
    masses, first, last = now
    after, low, high = onward
    begins, sources, gains, _, ways = comes
    for block in range(here, there, BLOCK):
        for slot in range(low.size):
            begin, end = max(low[slot], block), min(high[slot], block + BLOCK, there)
            if begin >= end:
                continue
            for each in range(begins[slot], begins[slot + 1]):
                source, won = sources[each], gains[each]
                least, most = max(begin, first[source] + won), min(end, last[source] + won)
                if least < most:
                    add(after[slot, least:most], masses[source, least - won : most - won], ways[each])
            after[slot, begin:end] *= share


def add(into, masses, times):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Add so many times the masses."""
    into += times * masses


@overload(add)
def _add(into, masses, times):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001  Types.
    """Compile it as a loop, which makes no array of the products: most of the time is spent here."""

    def one_by_one(into, masses, times):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  Compiled.
        for each in range(into.size):
            into[each] += times * masses[each]

    return one_by_one


@register_jitable
def total(masses):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Return the sum of masses; four sums side by side, so that none waits for what the last addition comes to."""
    whole = masses.size // 4 * 4
    rest = masses[whole:].sum()
    if whole == 0:
        return rest
    one, two, three, four = masses[0], masses[1], masses[2], masses[3]
    for each in range(4, whole, 4):
        one += masses[each]
        two += masses[each + 1]
        three += masses[each + 2]
        four += masses[each + 3]
    return one + two + three + four + rest


@register_jitable
def ask_for(asks, asked, state, units):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Ask for the row of a state and a worth, -1 for an ample rail, if there is room for one more; count it."""
    if asked < asks.shape[0]:
        asks[asked, 0], asks[asked, 1] = state, units
        asked += 1
    return asked


def trim(now, budget, begins_with, reach, lost):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Leave off masses at both ends of each slot that are together no more than the budget.

    They are added to `lost`; and so is each times the most units, either way, by which it could have ended from what
    sessions begin with, and times the square of it. `reach` is by how much that can change still.
    """
    masses, first, last = now
    for slot in range(first.size):
        for end in range(2):
            cut = budget - budget
            while first[slot] < last[slot]:
                units = first[slot] if end == 0 else last[slot] - 1
                mass = masses[slot, units]
                cut += mass
                if cut > budget:
                    break
                far = int(abs(units - begins_with)) + reach
                lost[0] += mass
                lost[1] += mass * far
                lost[2] += mass * far * far
                if end == 0:
                    first[slot] += 1
                else:
                    last[slot] -= 1


def together(now, into):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Add up the masses of all slots, by units."""
    masses, first, last = now
    for slot in range(first.size):
        add(into[first[slot] : last[slot]], masses[slot, first[slot] : last[slot]], 1)


@njit(nogil=True, cache=True)
def carry_back(later, before, states, least_worth, leads, ends, rolled, ruined, asks):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  Compiled.
    """Say how likely ruin is with one roll more to come, from each slot and worth; return how many rows are asked for.

    `later` is how likely it is after the roll, and `before` becomes how likely before it; what they have no units for
    is never ruined. Those that are at their end, after so many rolls, are ruined as `ruined` says, or as what is played
    out comes to. A worth that is below what lies on the layout, by `least_worth` of the state, cannot be.
    """
    row_of, is_idle, out, about, short, hands_left, layer_leads = states
    begins, goes, gains, kinds, ways = leads
    many, width, asked = hands_left.size, later.shape[1], 0
    why, row = np.zeros(width, np.int64), np.zeros(width, np.int64)
    for slot in range(later.shape[0]):
        state, layer = slot // many, slot % many
        this = row_of[state]
        if this < 0:
            asked = ask_for(asks, asked, state, -1)
            continue
        ample = width
        if about[this, IS_OVER] and not is_idle[state]:
            ample = 0
        elif not is_idle[state] and hands_left[layer] > 0 and rolled != ends.rolls:
            ample = min(width, about[this, SHORT_SIZE])
        judge(0, ample, this, is_idle[state], hands_left[layer], rolled, about, short, ends, why, row)
        before[slot, ample:] = 0
        for units in range(ample):
            value = 0.0
            if row[units] == NOT_FOUND:
                if units >= least_worth[state]:
                    asked = ask_for(asks, asked, state, units)
            elif why[units] != CONTINUES:
                value = ruined[units] if out[state] < 0 else later[out[state] * many + layer, units]
            else:
                by = row[units] if row[units] >= 0 else this
                for each in range(begins[by], begins[by + 1]):
                    place = units + gains[each]
                    if 0 <= place < width:
                        value += ways[each] * later[goes[each] * many + layer_leads[layer, kinds[each]], place]
                value /= ROLLS
            before[slot, units] = value
        for each in range(begins[this], begins[this + 1]):
            target, won = goes[each] * many + layer_leads[layer, kinds[each]], gains[each]
            least, most = max(ample, -won), min(width, width - won)
            if least < most:
                add(before[slot, least:most], later[target, least + won : most + won], ways[each] / ROLLS)
    return asked


class Numbers(NamedTuple):
    """The kind of number that masses are, and the functions for it.

    Attributes:
        kind: The type of an array of masses.
        share: What a way of 36 counts once the roll is made.
        more: By how much all counts grow with a roll: whole numbers are out of 36 times as many ways.
        budget: What may be left off at each end of each slot, for each roll; whatever else is known by then.
    """

    kind: type
    share: float | int
    more: int
    budget: float | int
    sweep: Any
    prepare: Any
    carry: Any
    trim: Any
    together: Any


DOUBLES = Numbers(
    np.float64,
    1 / ROLLS,
    1,
    2.0**-72,
    *(njit(nogil=True, cache=True)(each) for each in (sweep, prepare, carry, trim, together)),
)
WHOLE = Numbers(object, 1, ROLLS, 0, sweep, prepare, carry, trim, together)
