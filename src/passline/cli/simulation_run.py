"""The run of `passline simulate`: its dice, its number of sessions, and its progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from passline.cli.printing import escape_unprintable
from passline.cli.progress import progress_bar, stop_on_interrupt
from passline.cli.session_options import ROLLS_PER_HAND
from passline.errors import NotationError
from passline.machines.terms import check_whole_number
from passline.simulation.random_stream import FAIR, dice
from passline.simulation.request import RecordedDice
from passline.simulation.simulate import Simulation
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passline.house.house import House
    from passline.machines.terms import Terms
    from passline.simulation.cluster import ClusterSimulation
    from passline.simulation.random_stream import Dice
    from passline.simulation.tally import Comparison
    from passline.strategies.protocol import Strategy

MAX_SESSIONS, MAX_TABLE_SESSIONS = 1_000_000, 1_000
"""The default maximum number of sessions: with a machine, and on the table."""
MAX_ROLLS, MAX_TABLE_ROLLS = 100_000_000, 100_000
"""The default maximum number of rolls of all sessions together: with a machine, and on the table."""
MILLION = 1_000_000


@dataclass(frozen=True)
class SimulationRequest:
    """The parsed arguments of the command.

    Attributes:
        house: The house of the sessions.
        strategies: The strategies, which play on the same dice.
        terms: The terms of the sessions for each bankroll, in ascending order.
        sessions: The number of sessions for each bankroll; None for the default.
        seed: The seed of the dice.
        first_session: The number of the first session.
        cores: The number of processor cores; None for all of them.
        workers: The address of a Dask cluster, if any.
        dice_file: The file of weighted dice, if any.
        rolls_file: The file of recorded rolls, if any.
    """

    house: House
    strategies: Sequence[Strategy]
    terms: Sequence[Terms]
    sessions: int | None
    seed: int
    first_session: int
    cores: int | None
    workers: str | None
    dice_file: str | None
    rolls_file: str | None

    @property
    def dice_name(self) -> str:
        """The file of the dice or rolls, or "fair"."""
        return self.dice_file or self.rolls_file or "fair"

    def describe_dice(self) -> str:
        """Return the dice in words."""
        if self.rolls_file is not None:
            return f"the rolls in {escape_unprintable(self.rolls_file)}"
        dice = f"the dice in {escape_unprintable(self.dice_file)}" if self.dice_file else "fair dice"
        return f"{dice}, seed {self.seed}"


def run_simulation(request: SimulationRequest) -> tuple[list[Comparison], bool]:
    """Simulate the sessions, with a progress bar, until they are done or the user interrupts.

    Returns:
        The comparison of the strategies for each bankroll, as far as it was simulated; and whether the user
        interrupted.
    """
    dice = _read_dice(request)
    comparisons: list[Comparison] = []
    with progress_bar() as bar:
        for terms in request.terms:
            task = bar.add_task("preparing", total=None, rate="")
            try:
                run = _prepare(request, terms, dice)
            except KeyboardInterrupt:
                return comparisons, True
            description = f"playing {dollars(terms.bankroll)}" if len(request.terms) > 1 else "playing"
            with stop_on_interrupt(run) as interruptions:
                for done in run.blocks():
                    rate = format_rate(run.rolls, run.seconds)
                    bar.update(task, description=description, completed=done, total=run.sessions, rate=rate)
                    is_slow = request.sessions is None and run.plays_on_table
                    if interruptions or (is_slow and done >= _default_sessions(request, MAX_TABLE_ROLLS)):
                        break
            if run.done:
                comparisons.append(run.comparison)
            if interruptions:
                return comparisons, True
            bar.remove_task(task)
    return comparisons, False


def format_rate(rolls: int, seconds: float) -> str:
    """Format the number of rolls per second."""
    rate = rolls / max(seconds, 0.001)
    return f"{rate:,.0f} rolls/s" if rate < MILLION else f"{rate / MILLION:,.0f} million rolls/s"


def _prepare(request: SimulationRequest, terms: Terms, dice: Dice | RecordedDice) -> Simulation | ClusterSimulation:
    """Prepare the simulation for one bankroll, with the given or the default number of sessions.

    Raises:
        NotationError: The recorded rolls do not reach to the first session.
    """

    def prepare(sessions: int) -> Simulation | ClusterSimulation:
        options: dict[str, Any] = {
            "sessions": sessions,
            "dice": dice,
            "seed": request.seed,
            "first_session": request.first_session,
        }
        if request.workers is None:
            return Simulation(request.house, request.strategies, terms, cores=request.cores, **options)
        from passline.simulation.cluster import ClusterSimulation  # noqa: PLC0415  Dask is an optional dependency.

        return ClusterSimulation(request.workers, request.house, request.strategies, terms, **options)

    if request.sessions is not None:
        return prepare(request.sessions)
    if isinstance(dice, RecordedDice):
        recorded = dice.rolls.size // check_whole_number("rolls", terms.rolls)
        if recorded <= request.first_session:
            message = (
                f"{request.rolls_file}: the file has {dice.rolls.size:,} rolls, too few for session "
                f"{request.first_session:,} of {terms.rolls:,} rolls; give fewer --rolls or a smaller --first-session"
            )
            raise NotationError(message)
        return prepare(recorded - request.first_session)
    run = prepare(min(_default_sessions(request, MAX_ROLLS), MAX_SESSIONS))
    if not run.plays_on_table:
        return run
    return prepare(min(_default_sessions(request, MAX_TABLE_ROLLS), MAX_TABLE_SESSIONS))


def _default_sessions(request: SimulationRequest, max_rolls: int) -> int:
    """Return the largest round number of sessions whose rolls, for all strategies and bankrolls, are within a limit."""
    terms, count = request.terms[0], len(request.strategies) * len(request.terms)
    rolls = min(terms.rolls, ROLLS_PER_HAND * (terms.hands or terms.rolls))
    sessions = max(max_rolls // (rolls * count), 1)
    power = int("1" + "0" * (len(str(sessions)) - 1))
    return max(first * power for first in (1, 2, 5) if first * power <= sessions)


def _read_dice(request: SimulationRequest) -> Dice | RecordedDice:
    """Return the fair, weighted or recorded dice.

    Raises:
        NotationError: The file of the dice cannot be read, or has faults.
    """
    if request.dice_file is None and request.rolls_file is None:
        return FAIR
    from passline.simulation.dice_files import read_chances, read_rolls  # noqa: PLC0415  Only files need it.

    if request.rolls_file is not None:
        return RecordedDice.of(read_rolls(request.rolls_file))
    assert request.dice_file is not None, "the dice are fair, weighted or recorded"
    try:
        return dice(read_chances(request.dice_file))
    except NotationError as error:
        file = f"{request.dice_file}: "
        raise NotationError(error.message if error.message.startswith(file) else file + error.message) from None
