"""Sessions looked at from their end: how likely ruin is from every rail at once, and the smallest rail that will do."""

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
from passline.sessions.distribution import EXACT_TO, MEMORY
from passline.sessions.kernel import carry_back
from passline.sessions.transitions import FEW, Nets, check_memory, layers, reach

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy.typing as npt

    from passline.house.house import House
    from passline.strategies.protocol import Strategy
    from passline.words.money import Cents

UNLIKELY = 2.0**-60
"""The chance of falling as far as is looked at, and that with which what is played out goes on when it is left."""


@dataclass(frozen=True)
class RuinByBankroll:
    """How likely sessions are ruined that begin with each rail.

    Attributes:
        house, strategy: Where and how they are played.
        rolls: The most rolls of each.
        hands: The most hands of each; None where they may have any number.
        unresolved: What becomes of the bets on the layout at the end.
        ruin: The chance of ending with less than the strategy can begin another session with, by the rail in cents: of
            each number of chips, up to one from which ruin is all but impossible.
        probability_error: The most by which a chance can be off. That is all that larger rails are ruined by.
        seconds: How long it took.
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
        """Return the smallest rail, in cents, that is not ruined with such a chance, above 0 and below 1.

        Raises:
            NotationError: There is no such chance, or it is nearer to certain than can be told.
        """
        if not 0 < lasting < 1 - self.probability_error:
            message = f"a chance of lasting of {str(lasting)[:25]} is none that can be told; one above 0 and below 1 is"
            raise NotationError(message)
        return next(bankroll for bankroll, chance in self.ruin.items() if 1 - chance >= lasting)

    def largest_failing_bankroll(self, lasting: Fraction) -> Cents | None:
        """Return the largest rail, in cents, that is ruined too often for it; None if none is.

        It may lie above the smallest that will do: a larger rail may bet more.
        """
        return max((bankroll for bankroll, chance in self.ruin.items() if 1 - chance < lasting), default=None)

    def until_ruin_below(self, rare: Fraction) -> dict[Cents, Fraction]:
        """Return the chance of ruin by the rail, in cents, up to the first rail where it is smaller than *rare*."""
        last = next((bankroll for bankroll, chance in self.ruin.items() if chance < rare), max(self.ruin))
        return {bankroll: chance for bankroll, chance in self.ruin.items() if bankroll <= last}


def ruin_by_bankroll(
    house: House,
    strategy: Strategy,
    *,
    rolls: int,
    hands: int | None = None,
    unresolved: Unresolved = "return",
    memory: float = MEMORY,
) -> RuinByBankroll:
    """Return how likely sessions are ruined, for all rails that may be.

    Args:
        house: Where.
        strategy: How the player bets; it has a machine.
        rolls: The most rolls, above zero.
        hands: The most hands; a hand ends with a seven-out.
        unresolved: What becomes of the bets on the layout at the end: "return" at face value, or "play out".
        memory: The most memory to use, in gigabytes.

    Raises:
        NoMachine: The strategy has none, or what is asked would not fit.
        StrategyError: The strategy asks for an act that is refused, or never stops.
        NotationError: A number that cannot be.

    >>> from passline import open_house
    >>> from passline.strategies.notation import find_strategy
    >>> found = ruin_by_bankroll(open_house("craps"), find_strategy("pass_flat"), rolls=100)
    >>> found.smallest_bankroll(Fraction(19, 20)), found.smallest_bankroll(Fraction(1, 2))
    (11000, 4000)
    """
    looking = RuinRun(house, strategy, rolls=rolls, hands=hands, unresolved=unresolved, memory=memory)
    for _ in looking.rolls():
        pass
    return looking.result


class RuinRun:
    """Ruin from every rail, looked at from the last roll back to the first.

    Rails that differ by whole units of what bets pay are looked at together; there may be several such families of
    them, one after another.

    Attributes:
        to_do: How many rolls there are, of all families.
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
        """Check what is asked; nothing is looked at before a roll is asked for."""
        self.terms = Terms(rolls, house.chip, hands, unresolved=unresolved)
        self.terms.check(house)
        self.house, self.strategy, self.memory = house, strategy, memory
        if (endless := getattr(strategy, "why_infinite", None)) is not None:
            message = f"{endless}; ruin can be told of one rail, or simulated"
            raise NoMachine(message)
        self.nets = Nets(house, strategy, self.terms, layers(hands, None, rolls=rolls), memory)
        self._is_stopped = Event()
        self.seconds = 0.0

    @property
    def total_rolls(self) -> int:
        """How many rolls there are to be looked at, in all families of rails."""
        return self._families * self.terms.rolls

    @property
    def _families(self) -> int:
        unit = self.nets.net.laid.rows.unit
        return unit // gcd(unit, self.house.chip)

    def stop(self) -> None:
        """Look at no more rolls; from any thread, or a signal."""
        self._is_stopped.set()

    @property
    def is_stopped(self) -> bool:
        """Whether somebody stopped it."""
        return self._is_stopped.is_set()

    def rolls(self) -> Iterator[int]:
        """Look at one roll after another, and yield how many are done.

        Raises:
            NoMachine: The memory that may be used is not enough, or the strategy turns out to have no machine.
            StrategyError: The strategy asks for an act that is refused, or never stops.
        """
        started = perf_counter()
        for done in self.nets.over(self._look):
            yield done
            self.seconds = perf_counter() - started
            if self.is_stopped:
                return

    def _look(self) -> Iterator[int]:
        self._ruin: dict[Cents, float] = {}
        done = 0
        for family in range(self._families):
            self.nets.begin_with((family + 1) * self.house.chip)
            later, ruined = self._find_all()
            later = self._at_the_end(later, ruined)
            for _ in range(self.terms.rolls):
                later, _ = self._before(later, ruined, rolled=0)
                done += 1
                yield done
            rows, found = self.nets.net.laid.rows, later[0].tolist()
            self._ruin |= {units * rows.unit + rows.remainder: chance for units, chance in enumerate(found)}

    def _find_all(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Find all rows; return room for how likely each slot and worth is ruined, and which worths are."""
        while True:
            it = self.nets.net
            fall = reach(it, self.terms.rolls, unlikely=UNLIKELY, up=False)
            width = int(it.states.about[:, SHORT_SIZE].max()) + fall + it.widest + 1
            check_memory(2 * 8 * it.slots * width, self.memory, f"{self.strategy.name}: ruin by the rail")
            later, rows = np.zeros((it.slots, width)), it.laid.rows
            asks = [self._before(later, later[0], rolled=rolled)[1] for rolled in (0, self.terms.rolls)]
            if not any(map(len, asks)):
                made = self.nets.machine
                return later, np.array(
                    [float(made.is_ruined(each * rows.unit + rows.remainder)) for each in range(width)]
                )
            self.nets.find(np.concatenate(asks))

    def _at_the_end(self, later: npt.NDArray[np.float64], ruined: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return how likely each slot and worth is ruined with no roll to come but those that play out what is left."""
        while True:
            before, _ = self._before(later, ruined, rolled=self.terms.rolls)
            if np.abs(before - later).max() <= UNLIKELY:
                return before
            later = before

    def _before(
        self, later: npt.NDArray[np.float64], ruined: npt.NDArray[np.float64], *, rolled: int
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Return how likely ruin is before a roll, from how likely it is after it; and the rows that are not known."""
        it, rows = self.nets.net, self.nets.net.laid.rows
        least_worth = -(-(self.nets.machine.layout_total - rows.remainder) // rows.unit)
        before, asks = np.empty_like(later), np.empty((FEW, 2), np.int64)
        asked = carry_back(later, before, it.states, least_worth, it.leads, it.laid.stop_rules, rolled, ruined, asks)
        return before, asks[:asked]

    @property
    def result(self) -> RuinByBankroll:
        """What it came to; all rolls are looked at."""
        chip = self.house.chip
        rounding = Fraction(EXACT_TO * (self.terms.rolls + 1) * (ROLLS + 3))
        return RuinByBankroll(
            self.house.source,
            self.strategy.name,
            self.terms.rolls,
            self.terms.hands,
            self.terms.unresolved,
            {
                bankroll: Fraction(chance)
                for bankroll, chance in sorted(self._ruin.items())
                if bankroll and bankroll % chip == 0
            },
            rounding + Fraction(UNLIKELY) * (self.terms.rolls + 1),
            self.seconds,
        )
