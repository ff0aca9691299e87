"""The exact mean and variance of what so many rolls do to an ample rail, from a strategy's machine."""

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
    """What a number of rolls does to a player's chips; what lies on the layout at the end is handed back.

    Attributes:
        mean: In cents, exact; below zero for what the house wins.
        variance: In square cents, exact.
    """

    mean: Fraction
    variance: Fraction


def moments(made: Machine, rolls: int) -> Moments:
    """Return the exact mean and variance of what so many rolls do, from a rail that is never short.

    It goes backwards: what a state is worth with one roll more is what the 36 rolls pay, and what the states are
    worth that they lead to, all in whole numbers of ways to roll.

    Args:
        made: The machine of a strategy, with all its states.
        rolls: How many rolls.

    >>> from passline import open_house
    >>> from passline.machines.machine import machine
    >>> from passline.strategies.notation import find_strategy
    >>> round(float(moments(machine(open_house("craps"), find_strategy("pass_flat")), 100).mean) / 100, 6)
    -2.917785
    """
    edges = [
        (state, to, net, ways)
        for state, row in enumerate(made.rows)
        for (to, net), ways in Counter(zip(row.next_state, row.net, strict=True)).items()
    ]
    begins = np.flatnonzero(np.diff([-1, *(state for state, *_ in edges)]))
    to = np.array([to for _, to, _, _ in edges])
    net, ways = (np.array(column, dtype=object) for column in list(zip(*edges, strict=True))[2:])
    first = np.array([state.layout_total for state in made.states], dtype=object)
    second = first**2
    for made_so_far in range(rolls):
        scale = ROLLS**made_so_far
        onward = first[to]
        second = np.add.reduceat(ways * (net * (net * scale + 2 * onward) + second[to]), begins)
        first = np.add.reduceat(ways * (net * scale + onward), begins)
    total = ROLLS**rolls
    mean = Fraction(int(first[0]), total)
    return Moments(mean, Fraction(int(second[0]), total) - mean**2)
