"""Exact mean and variance of a player's result after a number of rolls, for an ample rail."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from passline.machines.machine import Machine

ROLLS = len(EVERY_ROLL)


class Moments(NamedTuple):
    """Mean and variance of a player's result. Bets on the layout at the end are returned.

    Attributes:
        mean: Mean result, in cents; negative if the house wins. Exact.
        variance: Variance, in square cents. Exact.
    """

    mean: Fraction
    variance: Fraction


def moments(machine: Machine, rolls: int) -> Moments:
    """Return the exact mean and variance of the result after a number of rolls, for a rail that is never short.

    The method is backward induction: the value of a state with one more roll to go is the mean over the 36 rolls of the
    net win plus the value of the next state. All values are whole numbers, scaled by 36 to the power of the rolls.

    Args:
        machine: The machine of a strategy, with all its states.
        rolls: The number of rolls.

    >>> from passline import open_house
    >>> from passline.machines.machine import machine
    >>> from passline.strategies.notation import find_strategy
    >>> round(float(moments(machine(open_house("craps"), find_strategy("pass_flat")), 100).mean) / 100, 6)
    -2.917785
    """
    transitions = [
        (state, to, net, count)
        for state, row in enumerate(machine.rows)
        for (to, net), count in Counter(zip(row.next_state, row.net, strict=True)).items()
    ]
    first_of_state = np.flatnonzero(np.diff([-1, *(state for state, *_ in transitions)]))
    to = np.array([to for _, to, _, _ in transitions])
    net, count = (np.array(column, dtype=object) for column in list(zip(*transitions, strict=True))[2:])
    first = np.array([state.layout_total for state in machine.states], dtype=object)
    second = first**2
    for done in range(rolls):
        scale = ROLLS**done
        next_first = first[to]
        second = np.add.reduceat(count * (net * (net * scale + 2 * next_first) + second[to]), first_of_state)
        first = np.add.reduceat(count * (net * scale + next_first), first_of_state)
    total = ROLLS**rolls
    mean = Fraction(int(first[0]), total)
    return Moments(mean, Fraction(int(second[0]), total) - mean**2)
