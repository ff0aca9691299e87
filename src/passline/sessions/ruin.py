"""The probability of ruin for every bankroll at once, by backward induction, and the smallest sufficient bankroll."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from passline.errors import NoMachine, NotationError
from passline.machines.arrays import ROLLS
from passline.machines.stop_rules import SHORT_SIZE
from passline.machines.terms import Terms, Unresolved
from passline.sessions.distribution import MEMORY, RELATIVE_ROUNDING
from passline.sessions.kernel import roll_back
from passline.sessions.transitions import MAX_REQUESTS, GrowingChain, check_memory, counter_states, worth_bound

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy.typing as npt

    from passline.house.house import House
    from passline.strategies.protocol import Strategy
    from passline.words.money import Cents

NEGLIGIBLE = 2.0**-60
"""Upper bound on the probability below the calculated range, and that a bet is still undecided at the end."""


@dataclass(frozen=True)
class RuinByBankroll:
    """The probability of ruin by bankroll.

    Attributes:
        house, strategy: Names of the house and the strategy.
        rolls: Largest number of rolls of a session.
        hands: Largest number of hands; None for no limit.
        unresolved: What happens to undecided bets at the end.
        ruin: Probability of ending with too little to begin another session, by bankroll in cents. It has every whole
            number of chips up to a bankroll from which ruin is practically impossible.
        probability_error: Upper bound on the error of each probability, and on the ruin of larger bankrolls.
        seconds: Running time, in seconds.
    """

    house: str
    strategy: str
    rolls: int
    hands: int | None
    unresolved: Unresolved
    ruin: Mapping[Cents, Fraction]
    probability_error: Fraction
    seconds: float = 0

    def smallest_bankroll(self, lasting: Fraction) -> Cents:
        """Return the smallest bankroll, in cents, that survives with at least this probability.

        Args:
            lasting: Probability of survival, above 0 and below 1.

        Raises:
            NotationError: The probability is out of range, or closer to 1 than the error of the calculation.
        """
        if not 0 < lasting < 1 - self.probability_error:
            message = f"a probability of survival cannot be {str(lasting)[:25]}; use a number above 0 and below 1"
            raise NotationError(message)
        return next(bankroll for bankroll, probability in self.ruin.items() if 1 - probability >= lasting)

    def largest_failing_bankroll(self, lasting: Fraction) -> Cents | None:
        """Return the largest bankroll, in cents, that survives with less than this probability; None if there is none.

        It may be larger than the smallest sufficient bankroll, because a strategy may bet more from a larger bankroll.
        """
        return max((bankroll for bankroll, probability in self.ruin.items() if 1 - probability < lasting), default=None)

    def until_ruin_below(self, rare: Fraction) -> dict[Cents, Fraction]:
        """Return ruin by bankroll, in cents, up to the first bankroll whose ruin is below *rare*."""
        last = next((bankroll for bankroll, probability in self.ruin.items() if probability < rare), max(self.ruin))
        return {bankroll: probability for bankroll, probability in self.ruin.items() if bankroll <= last}


def ruin_by_bankroll(
    house: House,
    strategy: Strategy,
    *,
    rolls: int,
    hands: int | None = None,
    unresolved: Unresolved = "return",
    memory: float = MEMORY,
) -> RuinByBankroll:
    """Return the probability of ruin for every bankroll.

    Args:
        house: The house.
        strategy: The strategy; it must have a finite machine.
        rolls: Largest number of rolls of a session, above zero.
        hands: Largest number of hands; a hand ends with a seven-out.
        unresolved: What happens to undecided bets at the end: "return" at face value, or "play out".
        memory: Largest memory to use, in gigabytes.

    Raises:
        NoMachine: The strategy has no finite machine, or the calculation needs more memory.
        StrategyError: The strategy asks for an act that is refused, or never stops.
        NotationError: A number is out of range.

    >>> from passline import open_house
    >>> from passline.strategies.notation import find_strategy
    >>> found = ruin_by_bankroll(open_house("craps"), find_strategy("pass_flat"), rolls=100)
    >>> found.smallest_bankroll(Fraction(19, 20)), found.smallest_bankroll(Fraction(1, 2))
    (11000, 4000)
    """
    run = RuinRun(house, strategy, rolls=rolls, hands=hands, unresolved=unresolved, memory=memory)
    for _ in run.rolls():
        pass
    return run.result


class RuinRun:
    """A calculation of ruin for every bankroll, from the last roll back to the first.

    Bankrolls that differ by a multiple of the unit of the machine are calculated together, as one family. The families
    follow one after another.
    """

    def __init__(
        self,
        house: House,
        strategy: Strategy,
        *,
        rolls: int,
        hands: int | None = None,
        unresolved: Unresolved = "return",
        memory: float = MEMORY,
    ) -> None:
        """Check the arguments. The calculation begins with the first call of `rolls`."""
        self.terms = Terms(rolls, house.chip, hands, unresolved=unresolved)
        self.terms.check(house)
        self.house, self.strategy, self.memory = house, strategy, memory
        if (endless := getattr(strategy, "why_infinite", None)) is not None:
            message = f"{endless}; a simulation can estimate its ruin"
            raise NoMachine(message)
        counters = counter_states(hands, None, rolls=rolls)
        self.growing = GrowingChain(house, strategy, self.terms, counters, memory)
        self._is_stopped = Event()
        self.seconds = 0.0

    @property
    def total_rolls(self) -> int:
        """The number of rolls in all families."""
        return self._families * self.terms.rolls

    @property
    def _families(self) -> int:
        unit = self.growing.chain.arrays.rows.unit
        return unit // gcd(unit, self.house.chip)

    def stop(self) -> None:
        """Stop after the current roll; call it from any thread or signal handler."""
        self._is_stopped.set()

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._is_stopped.is_set()

    def rolls(self) -> Iterator[int]:
        """Calculate roll by roll, and yield the number of rolls done.

        Raises:
            NoMachine: The allowed memory is not enough, or the strategy turns out to have no finite machine.
            StrategyError: The strategy asks for an act that is refused, or never stops.
        """
        started = perf_counter()
        for done in self.growing.restart_on_change(self._look):
            yield done
            self.seconds = perf_counter() - started
            if self.is_stopped:
                return

    def _look(self) -> Iterator[int]:
        self._ruin: dict[Cents, float] = {}
        done = 0
        for family in range(self._families):
            self.growing.start_with((family + 1) * self.house.chip)
            later, ruined = self._find_all()
            later = self._at_the_end(later, ruined)
            for _ in range(self.terms.rolls):
                later, _ = self._before(later, ruined, rolled=0)
                done += 1
                yield done
            rows, found = self.growing.chain.arrays.rows, later[0].tolist()
            self._ruin |= {units * rows.unit + rows.remainder: probability for units, probability in enumerate(found)}

    def _find_all(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Explore all rows; return an array for ruin by slot and units, and whether each number of units is ruined."""
        while True:
            chain = self.growing.chain
            fall = worth_bound(chain, self.terms.rolls, unlikely=NEGLIGIBLE, up=False)
            width = int(chain.states.row_info[:, SHORT_SIZE].max()) + fall + chain.largest_gain + 1
            check_memory(2 * 8 * chain.slots * width, self.memory, f"{self.strategy.name}: ruin by bankroll")
            later, rows = np.zeros((chain.slots, width)), chain.arrays.rows
            requests = [self._before(later, later[0], rolled=rolled)[1] for rolled in (0, self.terms.rolls)]
            if not any(map(len, requests)):
                machine = self.growing.machine
                return later, np.array(
                    [float(machine.is_ruined(each * rows.unit + rows.remainder)) for each in range(width)]
                )
            self.growing.find_rows(np.concatenate(requests))

    def _at_the_end(self, later: npt.NDArray[np.float64], ruined: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return ruin by slot and units after the last roll, when bets may still be played out."""
        while True:
            before, _ = self._before(later, ruined, rolled=self.terms.rolls)
            if np.abs(before - later).max() <= NEGLIGIBLE:
                return before
            later = before

    def _before(
        self, later: npt.NDArray[np.float64], ruined: npt.NDArray[np.float64], *, rolled: int
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Return ruin by slot and units before a roll, given ruin after it; and the rows that are not known yet."""
        chain, rows = self.growing.chain, self.growing.chain.arrays.rows
        least_worth = -(-(self.growing.machine.layout_total - rows.remainder) // rows.unit)
        before, requests = np.empty_like(later), np.empty((MAX_REQUESTS, 2), np.int64)
        requested = roll_back(
            later, before, chain.states, least_worth, chain.outgoing, chain.arrays.stop_rules, rolled, ruined, requests
        )
        return before, requests[:requested]

    @property
    def result(self) -> RuinByBankroll:
        """The result, once all rolls are done."""
        chip = self.house.chip
        rounding = Fraction(RELATIVE_ROUNDING * (self.terms.rolls + 1) * (ROLLS + 3))
        return RuinByBankroll(
            self.house.source,
            self.strategy.name,
            self.terms.rolls,
            self.terms.hands,
            self.terms.unresolved,
            {
                bankroll: Fraction(probability)
                for bankroll, probability in sorted(self._ruin.items())
                if bankroll and bankroll % chip == 0
            },
            rounding + Fraction(NEGLIGIBLE) * (self.terms.rolls + 1),
            self.seconds,
        )
