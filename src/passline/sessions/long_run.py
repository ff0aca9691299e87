"""The long run: what a strategy costs when play never stops, exactly, from its machine.

A session begins at an empty table and ends somewhere; in the long run neither matters any more. Every state then comes
up for a share of the rolls that no longer changes, and what a roll costs is the mean over those shares.

It is counted from one state to its next return: how often each of the others is rolled from on the way. States that
can come up both before and after each other are solved together, and the groups of them one after another.

What a player is worth is his rail and his bets on the layout at face value, as in `course`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat

from passline.errors import NoMachine, StrategyError
from passline.machines.wager_totals import WagerMeans
from passline.table.shooter import move_puck
from passline.words.dice import EVERY_ROLL
from passline.words.probability import decimal, square_root

if TYPE_CHECKING:
    from decimal import Decimal

    from passline.machines.machine import Machine
    from passline.words.money import Cents

ROLLS = len(EVERY_ROLL)
MOST_STATES = 10_000
"""The most states whose long run is solved."""
MOST_TOGETHER = 2_500
"""The most states that are solved together: the work grows with the third power of them."""
PLACES = 4
"""To so many decimal places of a cent is a quantile given."""

Ways = Mapping[int, Mapping[int, int]]
"""For each state, how many of the 36 rolls lead to which others."""


@dataclass(frozen=True)
class LongRun:
    """What a strategy costs when play goes on without a stop on a rail that is never short; exact.

    Attributes:
        loss_per_roll: What the player loses in the mean of a roll, in cents; below zero for what he wins.
        hands_per_roll: The share of the rolls that are a seven-out, and so end a hand.
        variance_per_roll: What, after many, each further roll adds to the variance of what the player is worth, in
            square cents. It is not the variance of one roll: the rolls that decide a bet hang together.
        by_wager: What the house takes on each wager, in the mean of a roll; one on which no chip moves in the long run
            is left out.
        bias: How much more a player ends up with than if each of his rolls had cost `loss_per_roll`, in cents,
            however many there are. It is what beginning and ending do: a session begins with a come out and no bet,
            and what lies on the layout when it ends is handed back, though with a point a Pass Bet is worth less than
            its face, and a Don't Pass Bet more. Where play keeps step with the rolls, such as a bet on every second
            one, the difference never settles, and swings about this.
        state_probabilities: The stationary distribution: the share of the rolls that is made from each state of the
            machine, in its order; 0 for a state that does not recur.
    """

    loss_per_roll: Fraction
    hands_per_roll: Fraction
    variance_per_roll: Fraction
    by_wager: Mapping[str, WagerMeans]
    bias: Fraction
    state_probabilities: tuple[Fraction, ...]

    @property
    def loss_per_hand(self) -> Fraction:
        """What the player loses in the mean of a hand, in cents."""
        return self.loss_per_roll / self.hands_per_roll

    def mean(self, rolls: int) -> Fraction:
        """Return by how much so many rolls change what a player is worth who begins at an empty table, in cents.

        It is that of the normal curve to which the chances tend. The exact mean, which `course.moments` has, comes
        nearer to it with every roll.
        """
        return self.bias - rolls * self.loss_per_roll

    def variance(self, rolls: int) -> Fraction:
        """Return the variance that the normal curve has after so many rolls, in square cents.

        The exact one differs by an amount that does not grow with the rolls.
        """
        return rolls * self.variance_per_roll

    def quantile(self, rolls: int, share: Fraction | float) -> Decimal:
        """Return what a share of the players do not exceed after so many rolls, as far as the normal curve has it.

        Args:
            rolls: How many rolls.
            share: Of the players, above 0 and below 1.

        Returns:
            By how much what they are worth has changed, in cents; an estimate. The normal curve is what the chances
            tend to, knows nothing of whole chips, and is at its worst at both ends and for few rolls.

        Raises:
            statistics.StatisticsError: The share is 0 or less, 1 or more.
        """
        deviations = Fraction(NormalDist().inv_cdf(float(share)))
        return decimal(self.mean(rolls) + deviations * Fraction(square_root(self.variance(rolls), PLACES)), PLACES)


def long_run(made: Machine) -> LongRun:
    """Return what a strategy costs when play goes on without a stop, from a rail that is never short.

    Args:
        made: The machine of a strategy, with all its states.

    Raises:
        StrategyError: The dice decide for good in which of several ways it goes on, so there is no one long run.
        NoMachine: It has more states than are solved.

    >>> from passline import open_house
    >>> from passline.machines.machine import machine
    >>> from passline.strategies.notation import find_strategy
    >>> of = long_run(machine(open_house("craps"), find_strategy("pass_flat")))
    >>> of.loss_per_roll, 10_00 * Fraction(7, 495) / Fraction(557, 165)
    (Fraction(7000, 1671), Fraction(7000, 1671))
    """
    moves = _moves(made)
    ways = {state: Counter(to for to, _ in rolls) for state, rolls in moves.items()}
    lasting = _lasting(made, ways)
    # What the most states lead to is, as a rule, where the seven-out leads; without it little leads back.
    again, _ = Counter(to for state in lasting for to in ways[state]).most_common(1)[0]
    onward = {state: {to: count for to, count in leads.items() if to != again} for state, leads in ways.items()}
    parts = _parts(onward)
    if (most := max(map(len, parts))) > MOST_TOGETHER:
        message = f"{made.strategy.name} has {most:,} states that hang together, more than {MOST_TOGETHER:,}"
        raise NoMachine(f"{message}, so its long run is not solved; a simulation of many rolls would do")

    between = [part for part in parts if part[0] in lasting]
    visits = _solved(_reversed({state: onward[state] for state in lasting}), {again: fmpq(1)}, between)
    rolls_between = sum(visits.values(), fmpq())
    shares = {state: often / rolls_between for state, often in visits.items()}

    gains = {state: fmpq(sum(cents for _, cents in rolls), ROLLS) for state, rolls in moves.items()}
    gain = _mean(gains, shares)
    ahead = _solved(onward, {state: each - gain for state, each in gains.items()}, reversed(parts))
    assert ahead[again] == 0, "from one return to the next, the rolls gain what the long run has for them"
    level = _mean(ahead, shares)
    better = {state: each - level for state, each in ahead.items()}
    # What a roll gains hangs together with how much better than in the mean it is to be where it leads.
    squares = {
        state: sum((cents * (cents + 2 * better[to]) for to, cents in moves[state] if cents), fmpq()) / ROLLS
        for state in lasting
    }
    return LongRun(
        loss_per_roll=_fraction(-gain),
        hands_per_roll=_fraction(_mean(_seven_outs(made, lasting), shares)),
        variance_per_roll=_fraction(_mean(squares, shares) - gain**2),
        by_wager=_by_wager(made, shares),
        bias=_fraction(better[0]),
        state_probabilities=tuple(_fraction(shares.get(state, fmpq())) for state in range(len(made.states))),
    )


def _moves(made: Machine) -> dict[int, list[tuple[int, Cents]]]:
    """Return, for all states that play can come to, where each roll leads and what the player gains by it, in cents."""
    moves: dict[int, list[tuple[int, Cents]]] = {}
    ahead = [0]
    while ahead:
        state = ahead.pop()
        if state not in moves:
            if len(moves) == MOST_STATES:
                message = f"{made.strategy.name} has more than {MOST_STATES:,} states, so its long run is not solved"
                raise NoMachine(f"{message}; a simulation of many rolls would do")
            row, before = made.ample_row(state), made.states[state].layout_total
            gains = {to: made.states[to].layout_total - before for to in set(row.next_state)}
            moves[state] = [(to, net + gains[to]) for to, net in zip(row.next_state, row.net, strict=True)]
            ahead += gains
    return moves


def _lasting(made: Machine, ways: Ways) -> set[int]:
    """Return the states among which play goes on for ever, once it has come to one of them."""
    final = [set(part) for part in _parts(ways) if all(to in part for state in part for to in ways[state])]
    if len(final) > 1:
        message = f"{made.strategy.name} comes to one of {len(final)} ways to play on for ever, as the dice have it"
        raise StrategyError(f"{message}, so it has no one long run; a session of so many rolls would do")
    return final[0]


def _parts(ways: Ways) -> list[list[int]]:
    """Return the states in parts, each of those that lead to one another, and so ordered that none leads back.

    It is Kosaraju's way: walk on until nothing new is ahead, and keep in which order the states are left. Of those that
    are in no part yet, whatever leads to the one left last is of its part.
    """
    left: dict[int, None] = {}
    seen: set[int] = set()
    for begin in ways:
        walk = [(begin, iter(ways[begin]))] if begin not in seen else []
        seen.add(begin)
        while walk:
            state, leads = walk[-1]
            to = next((to for to in leads if to not in seen), None)
            if to is None:
                left[state] = None
                walk.pop()
            else:
                seen.add(to)
                walk.append((to, iter(ways[to])))
    back, parts = _reversed(ways), []
    while left:
        part = [left.popitem()[0]]
        for state in part:  # It grows on the way.
            new = [before for before in back[state] if before in left]
            part += new
            for each in new:
                del left[each]
        parts.append(part)
    return parts


def _reversed(ways: Ways) -> dict[int, dict[int, int]]:
    """Return for each state how many of the rolls of which others lead to it."""
    back: dict[int, dict[int, int]] = {state: {} for state in ways}
    for state, leads in ways.items():
        for to, count in leads.items():
            back[to][state] = count
    return back


def _solved(ways: Ways, own: Mapping[int, fmpq], parts: Iterable[list[int]]) -> dict[int, fmpq]:
    """Solve for each state: its own and, for each way to another, a 36th of that one's; the last parts come first."""
    found: dict[int, fmpq] = {}
    for part in parts:
        place = {state: index for index, state in enumerate(part)}
        system, sides = fmpq_mat(len(part), len(part)), fmpq_mat(len(part), 1)
        for state, row in place.items():
            system[row, row] = fmpq(1)
            side = own.get(state, fmpq())
            for to, count in ways[state].items():
                if to in place:
                    system[row, place[to]] -= fmpq(count, ROLLS)
                else:
                    side += found[to] * fmpq(count, ROLLS)
            sides[row, 0] = side
        solved = system.solve(sides)
        found |= {state: solved[row, 0] for state, row in place.items()}
    return found


def _seven_outs(made: Machine, states: Iterable[int]) -> dict[int, fmpq]:
    """Return the chance that the roll from a state ends a hand, whose point alone matters to it."""
    outs: dict[int | None, fmpq] = {}
    for point in {made.states[state].layout.point for state in states}:
        calls = [move_puck(made.house, point, roll).call for roll in EVERY_ROLL]
        outs[point] = fmpq(calls.count("seven out"), ROLLS)
    return {state: outs[made.states[state].layout.point] for state in states}


def _by_wager(made: Machine, shares: Mapping[int, fmpq]) -> dict[str, WagerMeans]:
    """Return what the house takes on each wager."""
    rolls: dict[int, fmpq] = defaultdict(fmpq)
    for state, share in shares.items():
        for index, count in Counter(made.ample_row(state).totals_index).items():
            rolls[index] += share * fmpq(count, ROLLS)
    sums: dict[str, list[fmpq]] = defaultdict(lambda: [fmpq()] * 3)
    for index, often in rolls.items():
        for wager, *amounts in made.wager_totals[index]:
            sums[wager] = [so_far + often * amount for so_far, amount in zip(sums[wager], amounts, strict=True)]
    return {wager: WagerMeans(*map(_fraction, sums[wager])) for wager in sorted(sums)}


def _mean(of: Mapping[int, fmpq], shares: Mapping[int, fmpq]) -> fmpq:
    """Return the mean over the rolls of the long run."""
    return sum((of[state] * share for state, share in shares.items()), fmpq())


def _fraction(exact: fmpq) -> Fraction:
    return Fraction(int(exact.p), int(exact.q))
