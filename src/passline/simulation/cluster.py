"""Sessions on the workers of a Dask cluster: each plays some of them, and the tallies add.

A session has the same dice wherever it is played, and a tally is nothing but counts, so what comes out is bit for bit
what one core comes to, also where a worker is lost on the way: what it was playing is played again by another.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import Counter, deque
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import version
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from passline.errors import CrapsError, NotationError
from passline.machines.terms import Terms, check_whole_number
from passline.simulation.random_stream import FAIR, Dice
from passline.simulation.simulate import RecordedDice, Simulation
from passline.simulation.tally import Comparison, Tally

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from distributed import Client, Future

    from passline.house.house import House
    from passline.strategies.protocol import Strategy
    from passline.words.money import Cents

SCHEME = "dask"
PATIENCE = 10
"""How many seconds a scheduler has to answer, and a first worker to be there."""
FIRST_PART = 1 << 14
"""The rolls of the first parts; where they take less than a while, those that come after are longer."""
A_WHILE = 1.0
"""The seconds that a worker is left to itself, more or less."""
AHEAD = 2
"""How many parts are handed out for each thread of the workers: one to play, others to wait."""
RETRIES = 2
"""How often a part is tried again that a worker could not play, as for lack of memory."""
KEPT = 4
"""How many simulations a worker keeps opened."""


class Job(NamedTuple):
    """What is to be simulated, but for which sessions."""

    house: House
    strategies: tuple[Strategy, ...]
    terms: Terms
    dice: Dice
    seed: int
    paths: int | None


def simulate_on_cluster(
    workers: str,
    house: House,
    strategies: Sequence[Strategy],
    terms: Terms,
    *,
    sessions: int,
    dice: Dice = FAIR,
    seed: int = 0,
    first_session: int = 0,
    paths: int | None = None,
    part: int | None = None,
) -> Comparison:
    """Play sessions of strategies, on the same dice, on the workers of a cluster.

    Args:
        workers: Where the cluster's scheduler is: "dask://host:port".
        house: Where.
        strategies: How the player bets, in one way or several; workers must know a class of one that is in Python.
        terms: How each session goes.
        sessions: How many, above zero.
        dice: Fair, or by chances that `stream.dice` has read.
        seed: 0 to 2 to the 64th, less one. The same seed gives the same sessions as `simulate` does.
        first_session: The number of the first session; runs that go on from another begin where it stopped.
        paths: Sessions with a number below this are followed on the way; some thousands, if not given.
        part: How many sessions a worker is asked for at a time; if not given, as many as take it about a second.

    Returns:
        The tally of each, and how they differ.

    Raises:
        CrapsError: There is no cluster, it went away, its workers are of another version, or it is not installed.
        StrategyError, NotationError, Refused: As `simulate` does.
    """
    run = ClusterSimulation(
        workers,
        house,
        strategies,
        terms,
        sessions=sessions,
        dice=dice,
        seed=seed,
        first_session=first_session,
        paths=paths,
        part=part,
    )
    for _ in run.blocks():
        pass
    return run.comparison


class ClusterSimulation:
    """Sessions of strategies on the same dice, spread over the workers of a cluster; used as `Simulation` is.

    What is in the tallies is always a run of sessions without a gap, from the first one.
    """

    def __init__(
        self,
        workers: str,
        house: House,
        strategies: Sequence[Strategy],
        terms: Terms,
        *,
        sessions: int,
        dice: Dice | RecordedDice = FAIR,
        seed: int = 0,
        first_session: int = 0,
        paths: int | None = None,
        part: int | None = None,
    ) -> None:
        """Check the arguments, which are those of `simulate_on_cluster`; the first block calls the cluster."""
        self.scheduler = scheduler_address(workers)
        if isinstance(dice, RecordedDice):
            message = "dice from a record are not sent to a cluster; without --workers they are played here"
            raise NotationError(message)
        Simulation(house, (), terms, sessions=sessions, dice=dice, seed=seed, first_session=first_session, paths=paths)
        self.asked = Job(house, tuple(strategies), terms, dice, seed, paths)
        self.sessions, self.first_session, self.done = sessions, first_session, 0
        self._part = None if part is None else check_whole_number("part", part)
        self._rolls = FIRST_PART
        self._tallies = tuple(Tally(house.source, strategy.name, terms) for strategy in strategies)
        self._differences: tuple[Counter[Cents], ...] = tuple(Counter() for _ in strategies[1:])
        self.seconds = 0.0
        self._is_stopped = False

    def stop(self) -> None:
        """Add no more parts; the workers drop what they have in hand."""
        self._is_stopped = True

    @property
    def rolls(self) -> int:
        """How many rolls were played so far, of all strategies."""
        return sum(tally.rolls for tally in self._tallies)

    @property
    def plays_on_table(self) -> bool:
        """Whether one of the strategies is played on the table itself, as far as it is known."""
        return any(tally.no_machine_reason for tally in self._tallies)

    def blocks(self) -> Generator[int, None, None]:
        """Have part after part played, and yield how many sessions are done; what is yielded is in the tallies.

        Parts may come back in any order, and are added in the order of their sessions. Whoever stops asking, stops
        the workers.

        Raises:
            CrapsError, StrategyError: As `simulate_on_cluster` does.
        """
        started = perf_counter()
        with _called(self.scheduler) as client:
            packed = _packed(self.asked)
            playing: deque[tuple[range, Future[Played]]] = deque()
            ahead = self.first_session + self.done
            while self.done < self.sessions and not self._is_stopped:
                with self._as_our_error():
                    threads = max(1, sum(client.nthreads().values()))
                    while len(playing) < AHEAD * threads and ahead < self.first_session + self.sessions:
                        part = self._next(ahead, threads)
                        playing.append((part, _handed(client, packed, part)))
                        ahead = part.stop
                    part, future = playing.popleft()
                    played = future.result()
                self._count(played, part)
                self.seconds = perf_counter() - started
                yield self.done

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """What each strategy has come to so far."""
        return tuple(replace(tally, seconds=self.seconds) for tally in self._tallies)

    @property
    def comparison(self) -> Comparison:
        """All strategies, with the differences to the first."""
        return Comparison(self.tallies, self._differences)

    def _next(self, begin: int, threads: int) -> range:
        """Return the sessions that are handed out next; towards the end fewer, so that nobody waits for long."""
        left = self.first_session + self.sessions - begin
        fewest, most = (max(1, rolls // self.asked.terms.rolls) for rolls in (FIRST_PART, self._rolls))
        count = self._part or min(most, max(fewest, left // threads))
        return range(begin, begin + min(left, count))

    @contextmanager
    def _as_our_error(self) -> Iterator[None]:
        """Say in one line why parts are not played; errors of the strategy are as they were raised.

        Raises:
            CrapsError: There is nobody who could play them.
        """
        from distributed.scheduler import KilledWorker  # noqa: PLC0415  As below.

        try:
            yield
        except (OSError, CancelledError):
            message = f"the cluster at {self.scheduler} went away; the {self.done:,} sessions before that are counted"
        except KilledWorker:
            message = (
                f"one worker after another was lost while it played; the {self.done:,} sessions before are counted"
            )
        except ImportError as error:
            message = f"the workers cannot play this: {error}; what is imported here must be there too"
        else:
            return
        raise CrapsError(message) from None

    def _count(self, played: Played, part: range) -> None:
        comparison, seconds = played
        pairs = zip(self._tallies, comparison.tallies, strict=True)
        self._tallies = tuple(mine + theirs for mine, theirs in pairs)
        for mine, theirs in zip(self._differences, comparison.differences, strict=True):
            mine.update(theirs)
        self.done += len(part)
        if seconds < A_WHILE and len(part) * self.asked.terms.rolls > self._rolls // 2:
            self._rolls *= 2


def scheduler_address(workers: str) -> str:
    """Return the address of a scheduler as Dask writes it.

    Raises:
        NotationError: It is none.

    >>> scheduler_address("dask://127.0.0.1:8786")
    'tcp://127.0.0.1:8786'
    """
    try:
        parts = urlsplit(workers)
        is_one = parts.scheme == SCHEME and parts.hostname and parts.port
    except ValueError:
        is_one = False
    if not is_one or parts.netloc != workers.removeprefix(f"{SCHEME}://") or "@" in workers:
        message = f"{workers[:80]!r} is no address of a scheduler; one like dask://127.0.0.1:8786 would do"
        raise NotationError(message)
    return f"tcp://{parts.netloc}"


# On the side of whoever asks.


@contextmanager
def _called(scheduler: str) -> Iterator[Client]:
    """Call a scheduler, and hang up at the end: what is still being played for nobody is dropped.

    Raises:
        CrapsError: Dask is not installed, nobody answers, or no worker is there that plays as we do.
    """
    try:
        from distributed import Client  # noqa: PLC0415  An extra, and slow to import.
    except ImportError:
        message = "a cluster is called by Dask, which is not installed; pip install 'passline[cluster]' would do"
        raise CrapsError(message) from None
    try:
        with ThreadPoolExecutor(1) as pool:  # On a thread of its own, since whoever asks may have a loop already.
            pool.submit(asyncio.run, _answer(scheduler)).result()
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        message = f"no scheduler answers at {scheduler} within {PATIENCE} s; 'dask scheduler' starts one"
        raise CrapsError(message) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            message = f"the scheduler at {scheduler} has no workers; 'dask worker {scheduler}' starts one"
            raise CrapsError(message) from None
        for worker, theirs in client.run(version, "passline", on_error="return").items():
            _check_version(theirs if isinstance(theirs, str) else None, worker, version("passline"))
        yield client


async def _answer(scheduler: str) -> None:
    """Wait for a scheduler to say who it is; Dask itself would wait for ever on somebody who listens and is silent.

    Raises:
        OSError: Nobody listens there, or it is no scheduler.
        TimeoutError: Nothing is heard in time.
    """
    from distributed.core import rpc  # noqa: PLC0415  As above.

    async with asyncio.timeout(PATIENCE), rpc(scheduler, timeout=PATIENCE) as called:
        await called.identity()


def _check_version(theirs: str | None, worker: str, asking: str) -> None:
    """Refuse a worker that may play otherwise than whoever asks.

    Raises:
        CrapsError: It is of another version, or of none.
    """
    if theirs != asking:
        has = f"passline {theirs}" if theirs else "no passline"
        message = f"the worker at {worker} has {has}, and whoever asks has {asking}; the same on both would do"
        raise CrapsError(message)


def _packed(asked: Job) -> bytes:
    """Pack what is asked, a strategy in Python with it."""
    import cloudpickle  # noqa: PLC0415  It comes with Dask.

    return zlib.compress(cloudpickle.dumps(asked))


def _handed(client: Client, packed: bytes, part: range) -> Future[Played]:
    """Hand sessions out to whichever worker has time; as impure, so that no two runs on a cluster are taken for one."""
    return client.submit(play, version("passline"), packed, part, pure=False, retries=RETRIES)


# On the side of a worker.

Played = tuple[Comparison, float]
"""What sessions come to, and the seconds that it took, with all that had to be found first."""


def play(asking: str, packed: bytes, part: range) -> Played:
    """Play sessions on a worker, for somebody who has such a version."""
    from distributed import get_worker  # noqa: PLC0415  As above.

    started = perf_counter()
    _check_version(version("passline"), get_worker().address, asking)
    asked = _unpacked(packed)
    run = Simulation(
        asked.house,
        asked.strategies,
        asked.terms,
        sessions=len(part),
        dice=asked.dice,
        seed=asked.seed,
        first_session=part.start,
        paths=asked.paths,
        cores=1,
    )
    for _ in run.blocks():
        pass
    return run.comparison, perf_counter() - started


@lru_cache(maxsize=KEPT)
def _unpacked(packed: bytes) -> Job:
    """Unpack what is asked once, so that machines found for it are found again."""
    import cloudpickle  # noqa: PLC0415  As above.

    asked: Job = cloudpickle.loads(zlib.decompress(packed))
    return asked
