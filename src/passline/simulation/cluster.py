"""Sessions on the workers of a Dask cluster: each worker plays some of them, and the tallies add.

A session has the same dice wherever it is played, and a tally consists of counts. So the result equals that of one
core, bit for bit, even if a worker is lost: another worker plays its sessions again.
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
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from passline.errors import CrapsError, NotationError
from passline.machines.terms import Terms, check_whole_number
from passline.simulation.random_stream import FAIR
from passline.simulation.request import RecordedDice, Request
from passline.simulation.simulate import Simulation
from passline.simulation.tally import Comparison, Tally

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from distributed import Client, Future

    from passline.house.house import House
    from passline.simulation.random_stream import Dice
    from passline.strategies.protocol import Strategy
    from passline.words.money import Cents

SCHEME = "dask"
TIMEOUT = 10.0
"""The default time in seconds within which a scheduler must answer and have a worker."""
FIRST_CHUNK = 1 << 14
"""The number of rolls in the first chunks. While a chunk takes less than `CHUNK_SECONDS`, later chunks are larger."""
CHUNK_SECONDS = 1.0
"""The time that a worker should need for a chunk."""
CHUNKS_PER_THREAD = 2
"""The number of chunks that are submitted at a time for each thread of the workers: one is played, the other waits."""
RETRIES = 2
"""The number of times that a chunk is tried again after a worker failed, for example for lack of memory."""
REQUESTS_IN_MEMORY = 4
"""The number of unpacked requests that a worker keeps."""


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
    chunk: int | None = None,
    timeout: float | None = None,
) -> Comparison:
    """Simulate sessions of strategies, on the same dice, on the workers of a cluster.

    Args:
        workers: The address of the cluster's scheduler: "dask://host:port".
        house: The house at which the sessions are played.
        strategies: One strategy or several. A strategy that is written in Python must be importable on the workers.
        terms: When each session ends, and its bankroll.
        sessions: The number of sessions of each strategy, at least 1.
        dice: Fair dice by default, or weighted dice from `random_stream.dice`.
        seed: 0 to 2 to the 64th, less one. A seed gives the same sessions as in `simulate`.
        first_session: The number of the first session. A run that continues another begins where that ended.
        paths: Sessions with a number below this are followed roll by roll; by default, up to 10,000.
        chunk: The number of sessions that a worker is given at a time; by default, about a second of work.
        timeout: The time in seconds within which the scheduler must answer and have a worker; by default, 10.

    Returns:
        The tally of each strategy, and the differences to the first.

    Raises:
        CrapsError: Dask is not installed, no scheduler or worker answers, the cluster goes away, or a worker has
            another version of passline.
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
        chunk=chunk,
        timeout=timeout,
    )
    for _ in run.blocks():
        pass
    return run.comparison


class ClusterSimulation:
    """Sessions of strategies on the same dice, on the workers of a cluster. It has the interface of `Simulation`.

    The tallies always hold consecutive sessions from the first one, without a gap.
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
        chunk: int | None = None,
        timeout: float | None = None,
    ) -> None:
        """Check the arguments, which are those of `simulate_on_cluster`; the first block connects to the cluster."""
        self.scheduler, self.timeout = scheduler_address(workers), TIMEOUT if timeout is None else timeout
        if isinstance(dice, RecordedDice):
            message = "dice from a record are not sent to a cluster; without --workers they are played here"
            raise NotationError(message)
        self.request = Request(house, tuple(strategies), terms, sessions, dice, seed, first_session, paths)
        self.sessions, self.first_session, self.done = sessions, first_session, 0
        self._chunk = None if chunk is None else check_whole_number("chunk", chunk)
        self._rolls = FIRST_CHUNK
        self._tallies = tuple(Tally(house.source, strategy.name, terms) for strategy in strategies)
        self._differences: tuple[Counter[Cents], ...] = tuple(Counter() for _ in strategies[1:])
        self.seconds = 0.0
        self._is_stopped = False

    def stop(self) -> None:
        """Add no more chunks; the workers drop the chunks that they have not finished."""
        self._is_stopped = True

    @property
    def rolls(self) -> int:
        """The number of rolls that were played, of all strategies."""
        return sum(tally.rolls for tally in self._tallies)

    @property
    def plays_on_table(self) -> bool:
        """Whether a tally says that a strategy has no machine and is played on the table itself."""
        return any(tally.no_machine_reason for tally in self._tallies)

    def blocks(self) -> Generator[int, None, None]:
        """Have the workers play chunk after chunk, and yield the number of finished sessions.

        Chunks may come back in any order; they are added in the order of their sessions, so the tallies hold exactly
        the sessions that are done. If the caller closes this generator, the workers drop the rest.

        Raises:
            CrapsError, StrategyError: As `simulate_on_cluster` does.
        """
        started = perf_counter()
        with _connected(self.scheduler, self.timeout) as client:
            packed = _packed(self.request)
            playing: deque[tuple[range, Future[PlayedChunk]]] = deque()
            ahead = self.first_session + self.done
            while self.done < self.sessions and not self._is_stopped:
                with self._as_our_error():
                    threads = max(1, sum(client.nthreads().values()))
                    while len(playing) < CHUNKS_PER_THREAD * threads and ahead < self.first_session + self.sessions:
                        chunk = self._next(ahead, threads)
                        playing.append((chunk, _submitted(client, packed, chunk)))
                        ahead = chunk.stop
                    chunk, future = playing.popleft()
                    played = future.result()
                self._count(played, chunk)
                self.seconds = perf_counter() - started
                yield self.done

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The current tally of each strategy."""
        return tuple(replace(tally, seconds=self.seconds) for tally in self._tallies)

    @property
    def comparison(self) -> Comparison:
        """The current tallies, and the differences to the first strategy."""
        return Comparison(self.tallies, self._differences)

    def _next(self, begin: int, threads: int) -> range:
        """Return the sessions of the next chunk; near the end chunks become smaller, so that all finish together."""
        left = self.first_session + self.sessions - begin
        fewest, most = (max(1, rolls // self.request.terms.rolls) for rolls in (FIRST_CHUNK, self._rolls))
        count = self._chunk or min(most, max(fewest, left // threads))
        return range(begin, begin + min(left, count))

    @contextmanager
    def _as_our_error(self) -> Iterator[None]:
        """Raise errors of the cluster as our own, in one line; errors of the strategy pass unchanged.

        Raises:
            CrapsError: The cluster cannot play.
        """
        from distributed.scheduler import KilledWorker  # noqa: PLC0415  An extra, and slow to import.

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

    def _count(self, played: PlayedChunk, chunk: range) -> None:
        comparison, seconds = played
        pairs = zip(self._tallies, comparison.tallies, strict=True)
        self._tallies = tuple(mine + theirs for mine, theirs in pairs)
        for mine, theirs in zip(self._differences, comparison.differences, strict=True):
            mine.update(theirs)
        self.done += len(chunk)
        if seconds < CHUNK_SECONDS and len(chunk) * self.request.terms.rolls > self._rolls // 2:
            self._rolls *= 2


def scheduler_address(workers: str) -> str:
    """Return the address of a scheduler as Dask writes it.

    Raises:
        NotationError: It is not an address of the form "dask://host:port".

    >>> scheduler_address("dask://127.0.0.1:8786")
    'tcp://127.0.0.1:8786'
    """
    try:
        parts = urlsplit(workers)
        is_valid = parts.scheme == SCHEME and parts.hostname and parts.port
    except ValueError:
        is_valid = False
    if not is_valid or parts.netloc != workers.removeprefix(f"{SCHEME}://") or "@" in workers:
        message = f"{workers[:80]!r} is not the address of a scheduler; use one like dask://127.0.0.1:8786"
        raise NotationError(message)
    return f"tcp://{parts.netloc}"


# On the computer that asks.


@contextmanager
def _connected(scheduler: str, timeout: float) -> Iterator[Client]:
    """Connect to a scheduler, and disconnect at the end; unfinished chunks are dropped then.

    Raises:
        CrapsError: Dask is not installed, no scheduler or worker answers in time, or a worker has another version.
    """
    try:
        from distributed import Client  # noqa: PLC0415  An extra, and slow to import.
    except ImportError:
        message = "a cluster needs Dask, which is not installed; install it with pip install 'passline[cluster]'"
        raise CrapsError(message) from None
    try:
        with ThreadPoolExecutor(1) as pool:  # On its own thread, because the caller may run an event loop already.
            pool.submit(asyncio.run, _identity(scheduler, timeout)).result()
        client = Client(scheduler, timeout=timeout, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        message = f"no scheduler answers at {scheduler} within {timeout:g} s; 'dask scheduler' starts one"
        raise CrapsError(message) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=timeout)
        except TimeoutError:
            message = f"the scheduler at {scheduler} has no workers; 'dask worker {scheduler}' starts one"
            raise CrapsError(message) from None
        for worker, theirs in client.run(version, "passline", on_error="return").items():
            _check_version(theirs if isinstance(theirs, str) else None, worker, version("passline"))
        yield client


async def _identity(scheduler: str, timeout: float) -> None:  # noqa: ASYNC109  Dask has no time-out of its own here.
    """Wait until a scheduler identifies itself; Dask itself would wait without end for a server that never answers.

    Raises:
        OSError: No server is there, or it is not a scheduler.
        TimeoutError: There is no answer in time.
    """
    from distributed.core import rpc  # noqa: PLC0415  An extra, and slow to import.

    async with asyncio.timeout(timeout), rpc(scheduler, timeout=timeout) as called:
        await called.identity()


def _check_version(theirs: str | None, worker: str, asking: str) -> None:
    """Refuse a worker whose version of passline differs, because its sessions might differ.

    Raises:
        CrapsError: It has another version, or none.
    """
    if theirs != asking:
        has = f"passline {theirs}" if theirs else "no passline"
        message = f"the worker at {worker} has {has}, and this computer has {asking}; install the same version on both"
        raise CrapsError(message)


def _packed(request: Request) -> bytes:
    """Return a request as bytes, including strategies that are written in Python."""
    import cloudpickle  # noqa: PLC0415  It is installed with Dask.

    return zlib.compress(cloudpickle.dumps(request))


def _submitted(client: Client, packed: bytes, chunk: range) -> Future[PlayedChunk]:
    """Submit a chunk to any worker; `pure=False` keeps Dask from merging it with an equal chunk of another run."""
    return client.submit(play, version("passline"), packed, chunk, pure=False, retries=RETRIES)


# On a worker.

PlayedChunk = tuple[Comparison, float]
"""The result of a chunk, and the time in seconds that it took, including finding the machine."""


def play(asking: str, packed: bytes, chunk: range) -> PlayedChunk:
    """Play a chunk of sessions on a worker; *asking* is the version of passline that asks for it."""
    from distributed import get_worker  # noqa: PLC0415  An extra, and slow to import.

    started = perf_counter()
    _check_version(version("passline"), get_worker().address, asking)
    request = _unpacked(packed)
    run = Simulation(
        request.house,
        request.strategies,
        request.terms,
        sessions=len(chunk),
        dice=request.dice,
        seed=request.seed,
        first_session=chunk.start,
        paths=request.paths,
        cores=1,
    )
    for _ in run.blocks():
        pass
    return run.comparison, perf_counter() - started


@lru_cache(maxsize=REQUESTS_IN_MEMORY)
def _unpacked(packed: bytes) -> Request:
    """Unpack a request once, so that its machines are found once."""
    import cloudpickle  # noqa: PLC0415  It is installed with Dask.

    request: Request = cloudpickle.loads(zlib.decompress(packed))
    return request
