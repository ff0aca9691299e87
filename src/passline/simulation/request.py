"""The request of a simulation: its arguments, checked in one place for this computer and for a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.errors import NotationError
from passline.machines.terms import Terms, check_whole_number
from passline.simulation.random_stream import Dice
from passline.words.dice import EVERY_ROLL, Roll

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from passline.house.house import House
    from passline.strategies.protocol import Strategy

DEFAULT_PATHS = 10_000
"""The default number of sessions whose worth is followed roll by roll."""
MAX_FOLLOWED = 1 << 21
"""The largest number of rolls that are followed by default, and of one session that is followed at all."""


class RecordedDice(NamedTuple):
    """Dice from a record: session k takes the rolls from k times `Terms.rolls` on.

    Attributes:
        rolls: uint8, shape (rolls,), indices into `EVERY_ROLL`.
    """

    rolls: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, rolls: Sequence[Roll]) -> RecordedDice:
        """Return a record of rolls."""
        index = {roll: place for place, roll in enumerate(EVERY_ROLL)}
        return cls(np.array([index[roll] for roll in rolls], np.uint8))


@dataclass(frozen=True)
class Request:
    """Sessions of strategies on the same dice.

    Attributes:
        house: The house at which all sessions are played.
        strategies: The strategies, all on the same dice.
        terms: When each session ends, and its bankroll.
        sessions: The number of sessions of each strategy, at least 1.
        dice: Weighted dice, or dice from a record.
        seed: 0 to 2 to the 64th, less one.
        first_session: The number of the first session, at least 0.
        paths: Sessions with a number below this are followed roll by roll.

    Raises:
        NotationError: A number is out of its range, or a record of dice is too short.
        Refused: The table does not sell this bankroll in chips.
    """

    house: House
    strategies: tuple[Strategy, ...]
    terms: Terms
    sessions: int
    dice: Dice | RecordedDice
    seed: int = 0
    first_session: int = 0
    paths: int | None = None

    def __post_init__(self) -> None:
        """Check everything."""
        self.terms.check(self.house)
        check_whole_number("sessions", self.sessions)
        check_whole_number("first session", self.first_session, least=0)
        if self.paths is not None:
            check_whole_number("paths", self.paths, least=0)
        if type(self.seed) is not int or not 0 <= self.seed < 2**64:
            message = f"the seed cannot be {str(self.seed)[:25]}; use a whole number from 0 to 2**64 - 1"
            raise NotationError(message)
        rolls, last = self.terms.rolls, self.first_session + self.sessions
        if isinstance(self.dice, RecordedDice) and last * rolls > self.dice.rolls.size:
            message = (
                f"{last:,} sessions of {rolls:,} rolls are not on a record of {self.dice.rolls.size:,}; "
                f"{self.dice.rolls.size // rolls:,} of that length are"
            )
            raise NotationError(message)
        if rolls * min(self.followed, 1) > MAX_FOLLOWED:
            message = f"sessions of {rolls:,} rolls are too long to be followed; up to {MAX_FOLLOWED:,} are"
            raise NotationError(message)

    @property
    def followed(self) -> int:
        """The number below which sessions are followed roll by roll, with the default filled in."""
        return min(DEFAULT_PATHS, MAX_FOLLOWED // self.terms.rolls) if self.paths is None else self.paths
