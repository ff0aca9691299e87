"""The long run of a strategy: its exact mean and variance per roll if play never stops.

The machine of the strategy is a Markov chain. In the long run it has a stationary distribution: each state has a fixed
share of the rolls, and the loss per roll is the mean over these shares.

The stationary distribution is solved from the expected visits between two returns to one state. Strongly connected
components of the remaining chain are solved one after another, each as one linear system in exact fractions.

A player's bankroll is the rail plus the bets on the layout at face value, as in `moments`.
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
"""The largest number of states whose long run is solved."""
MOST_TOGETHER = 2_500
"""The largest strongly connected component; the work grows with the third power of its size."""
PLACES = 4
"""The number of decimal places of a cent in a quantile."""

RollCounts = Mapping[int, Mapping[int, int]]
"""For each state, the number of the 36 rolls that lead to each next state."""


@dataclass(frozen=True)
class LongRun:
    """The long run of a strategy on a rail that is never short. All figures are exact.

    Attributes:
        loss_per_roll: Mean loss of the player per roll, in cents; negative if the player wins.
        hands_per_roll: Probability that a roll is a seven-out, which ends a hand.
        variance_per_roll: Increase of the variance of the bankroll per roll, after many rolls, in square cents. It
            differs from the variance of one roll, because the rolls that decide one bet are correlated.
        by_wager: Mean totals of each wager per roll. Wagers on which no chip moves in the long run are omitted.
        bias: Limit of the mean result plus `loss_per_roll` times the number of rolls, in cents. It is the effect of the
            beginning and the end: a session begins with a come out and no bets, and returns the last bets at face
            value.
            After a point a Pass Bet is worth less than its face value, and a Don't Pass Bet more. If play is
            periodic, such as a bet on every second roll, the difference oscillates around this value.
        state_probabilities: The stationary distribution over the states of the machine, in their order; 0 for a
            transient state.
    """

    loss_per_roll: Fraction
    hands_per_roll: Fraction
    variance_per_roll: Fraction
    by_wager: Mapping[str, WagerMeans]
    bias: Fraction
    state_probabilities: tuple[Fraction, ...]

    @property
    def loss_per_hand(self) -> Fraction:
        """Mean loss of the player per hand, in cents."""
        return self.loss_per_roll / self.hands_per_roll

    def mean(self, rolls: int) -> Fraction:
        """Return the asymptotic mean result after a number of rolls from an empty table, in cents.

        The exact mean, which `moments` calculates, converges to it.
        """
        return self.bias - rolls * self.loss_per_roll

    def variance(self, rolls: int) -> Fraction:
        """Return the asymptotic variance after a number of rolls, in square cents.

        The exact variance differs by an amount that stays bounded.
        """
        return rolls * self.variance_per_roll

    def quantile(self, rolls: int, share: Fraction | float) -> Decimal:
        """Return a quantile of the result after a number of rolls, by the normal approximation.

        Args:
            rolls: The number of rolls.
            share: The probability, above 0 and below 1.

        Returns:
            The result, in cents: an estimate by the central limit theorem. It is least accurate in the tails and after
            few rolls.

        Raises:
            statistics.StatisticsError: The share is 0 or less, or 1 or more.
        """
        deviations = Fraction(NormalDist().inv_cdf(float(share)))
        return decimal(self.mean(rolls) + deviations * Fraction(square_root(self.variance(rolls), PLACES)), PLACES)


def long_run(machine: Machine) -> LongRun:
    """Return the long run of a strategy, from a rail that is never short.

    Args:
        machine: The machine of a strategy, with all its states.

    Raises:
        StrategyError: The chain has several closed classes of states, so the dice decide which long run follows.
        NoMachine: The machine has too many states to solve.

    >>> from passline import open_house
    >>> from passline.machines.machine import machine
    >>> from passline.strategies.notation import find_strategy
    >>> of = long_run(machine(open_house("craps"), find_strategy("pass_flat")))
    >>> of.loss_per_roll, 10_00 * Fraction(7, 495) / Fraction(557, 165)
    (Fraction(7000, 1671), Fraction(7000, 1671))
    """
    moves = _moves(machine)
    counts = {state: Counter(to for to, _ in rolls) for state, rolls in moves.items()}
    recurrent = _recurrent_states(machine, counts)
    # Most states lead to the state after a seven-out. Without that state the components are small.
    hub, _ = Counter(to for state in recurrent for to in counts[state]).most_common(1)[0]
    onward = {state: {to: count for to, count in leads.items() if to != hub} for state, leads in counts.items()}
    components = strongly_connected_components(onward)
    if (most := max(map(len, components))) > MOST_TOGETHER:
        message = f"{machine.strategy.name} has a cycle of {most:,} states, more than {MOST_TOGETHER:,}"
        raise NoMachine(f"{message}, so its long run cannot be solved; use a simulation of many rolls")

    recurrent_components = [part for part in components if part[0] in recurrent]
    visits = _solved(_reversed({state: onward[state] for state in recurrent}), {hub: fmpq(1)}, recurrent_components)
    return_time = sum(visits.values(), fmpq())
    shares = {state: count / return_time for state, count in visits.items()}

    gains = {state: fmpq(sum(cents for _, cents in rolls), ROLLS) for state, rolls in moves.items()}
    gain = _mean(gains, shares)
    bias = _solved(onward, {state: each - gain for state, each in gains.items()}, reversed(components))
    assert bias[hub] == 0, "between two returns to the hub the mean gain is that of the long run"
    mean_bias = _mean(bias, shares)
    bias = {state: each - mean_bias for state, each in bias.items()}
    # The gain of a roll is correlated with the bias of the next state.
    squares = {
        state: sum((cents * (cents + 2 * bias[to]) for to, cents in moves[state] if cents), fmpq()) / ROLLS
        for state in recurrent
    }
    return LongRun(
        loss_per_roll=_fraction(-gain),
        hands_per_roll=_fraction(_mean(_seven_outs(machine, recurrent), shares)),
        variance_per_roll=_fraction(_mean(squares, shares) - gain**2),
        by_wager=_by_wager(machine, shares),
        bias=_fraction(bias[0]),
        state_probabilities=tuple(_fraction(shares.get(state, fmpq())) for state in range(len(machine.states))),
    )


def _moves(machine: Machine) -> dict[int, list[tuple[int, Cents]]]:
    """Return for each reachable state the next state and the gain, in cents, of each of the 36 rolls."""
    moves: dict[int, list[tuple[int, Cents]]] = {}
    ahead = [0]
    while ahead:
        state = ahead.pop()
        if state not in moves:
            if len(moves) == MOST_STATES:
                message = (
                    f"{machine.strategy.name} has more than {MOST_STATES:,} states, so its long run cannot be solved"
                )
                raise NoMachine(f"{message}; use a simulation of many rolls")
            row, before = machine.ample_row(state), machine.states[state].layout_total
            gains = {to: machine.states[to].layout_total - before for to in set(row.next_state)}
            moves[state] = [(to, net + gains[to]) for to, net in zip(row.next_state, row.net, strict=True)]
            ahead += gains
    return moves


def _recurrent_states(machine: Machine, counts: RollCounts) -> set[int]:
    """Return the recurrent states: those of the one closed class."""
    final = [
        set(part)
        for part in strongly_connected_components(counts)
        if all(to in part for state in part for to in counts[state])
    ]
    if len(final) > 1:
        message = f"{machine.strategy.name} ends up in one of {len(final)} patterns of play, depending on the dice"
        raise StrategyError(f"{message}, so it has no single long run; use a session with a number of rolls")
    return final[0]


def strongly_connected_components(counts: RollCounts) -> list[list[int]]:
    """Return the strongly connected components in topological order, by Kosaraju's algorithm.

    A depth-first search records the order in which states are finished. In reverse order, each state that is in no
    component yet collects the unassigned states that lead to it.
    """
    finished: dict[int, None] = {}
    seen: set[int] = set()
    for begin in counts:
        walk = [(begin, iter(counts[begin]))] if begin not in seen else []
        seen.add(begin)
        while walk:
            state, leads = walk[-1]
            to = next((to for to in leads if to not in seen), None)
            if to is None:
                finished[state] = None
                walk.pop()
            else:
                seen.add(to)
                walk.append((to, iter(counts[to])))
    back, components = _reversed(counts), []
    while finished:
        part = [finished.popitem()[0]]
        for state in part:  # The list grows during the loop.
            new = [before for before in back[state] if before in finished]
            part += new
            for each in new:
                del finished[each]
        components.append(part)
    return components


def _reversed(counts: RollCounts) -> dict[int, dict[int, int]]:
    """Return the transitions backwards: for each state, the number of rolls of each state that lead to it."""
    back: dict[int, dict[int, int]] = {state: {} for state in counts}
    for state, leads in counts.items():
        for to, count in leads.items():
            back[to][state] = count
    return back


def _solved(counts: RollCounts, own: Mapping[int, fmpq], components: Iterable[list[int]]) -> dict[int, fmpq]:
    """Solve x[state] = own[state] + sum of x[next] / 36 over the rolls, exactly.

    Args:
        counts: The transitions.
        own: The constant term of each state; 0 if missing.
        components: Strongly connected components, ordered so that each leads only to earlier ones.
    """
    found: dict[int, fmpq] = {}
    for part in components:
        place = {state: index for index, state in enumerate(part)}
        system, sides = fmpq_mat(len(part), len(part)), fmpq_mat(len(part), 1)
        for state, row in place.items():
            system[row, row] = fmpq(1)
            side = own.get(state, fmpq())
            for to, count in counts[state].items():
                if to in place:
                    system[row, place[to]] -= fmpq(count, ROLLS)
                else:
                    side += found[to] * fmpq(count, ROLLS)
            sides[row, 0] = side
        solved = system.solve(sides)
        found |= {state: solved[row, 0] for state, row in place.items()}
    return found


def _seven_outs(machine: Machine, states: Iterable[int]) -> dict[int, fmpq]:
    """Return the probability that the roll from a state is a seven-out, which depends on the point alone."""
    outs: dict[int | None, fmpq] = {}
    for point in {machine.states[state].layout.point for state in states}:
        calls = [move_puck(machine.house, point, roll).call for roll in EVERY_ROLL]
        outs[point] = fmpq(calls.count("seven out"), ROLLS)
    return {state: outs[machine.states[state].layout.point] for state in states}


def _by_wager(machine: Machine, shares: Mapping[int, fmpq]) -> dict[str, WagerMeans]:
    """Return the mean totals of each wager per roll."""
    rolls: dict[int, fmpq] = defaultdict(fmpq)
    for state, share in shares.items():
        for index, count in Counter(machine.ample_row(state).totals_index).items():
            rolls[index] += share * fmpq(count, ROLLS)
    sums: dict[str, list[fmpq]] = defaultdict(lambda: [fmpq()] * 3)
    for index, rate in rolls.items():
        for wager, *amounts in machine.wager_totals[index]:
            sums[wager] = [so_far + rate * amount for so_far, amount in zip(sums[wager], amounts, strict=True)]
    return {wager: WagerMeans(*map(_fraction, sums[wager])) for wager in sorted(sums)}


def _mean(of: Mapping[int, fmpq], shares: Mapping[int, fmpq]) -> fmpq:
    """Return the mean of a function of the state over the stationary distribution."""
    return sum((of[state] * share for state, share in shares.items()), fmpq())


def _fraction(exact: fmpq) -> Fraction:
    return Fraction(int(exact.p), int(exact.q))
