"""The result of a cluster equals that of one core, bit for bit, even if a worker is lost."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter, sleep

import dask
import pytest
from distributed import Client, LocalCluster

from passline.cli.app import app
from passline.errors import CrapsError, NotationError, StrategyError
from passline.house.house import House
from passline.machines.terms import Terms
from passline.simulation import cluster, player
from passline.simulation.cluster import ClusterSimulation, scheduler_address, simulate_on_cluster
from passline.simulation.random_stream import FAIR, Dice, dice
from passline.simulation.request import RecordedDice
from passline.simulation.simulate import Simulation, simulate
from passline.simulation.tally import Comparison
from passline.strategies.notation import find_strategy
from passline.strategies.protocol import Strategy
from passline.words.dice import EVERY_ROLL
from scenes import CRAPLESS, CRAPS
from strategies.players import Molly

HUNDRED = Terms(rolls=100, bankroll=300_00)
PASS, CROSS = find_strategy("pass_2x_odds"), find_strategy("iron_cross")
LOADED = dice([Fraction(2, 7)] + [Fraction(1, 49)] * 35)


def start_workers(count: int) -> LocalCluster:
    """Start a cluster of worker processes on this computer."""
    return LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )


def address(of: LocalCluster) -> str:
    """Return the address of a cluster, as the option --workers takes it."""
    return str(of.scheduler_address).replace("tcp://", "dask://")


@pytest.fixture(scope="module")
def workers() -> Iterator[str]:
    """Two worker processes, shared by the tests that do not stop them.

    They and this process find only 100 rows of a machine before the first session, so that large machines take less
    time; sessions find the others that they reach.
    """
    with start_workers(2) as started, pytest.MonkeyPatch.context() as patch:
        patch.setattr(player, "FIRST_ROWS", 100)
        with Client(started, set_as_default=False) as client:
            client.run(exec, "from passline.simulation import player; player.FIRST_ROWS = 100", {})
        yield address(started)


def play_on_one_core(
    house: House,
    strategies: list[Strategy],
    terms: Terms,
    *,
    sessions: int,
    first_session: int = 0,
    seed: int,
    of: Dice = FAIR,
) -> Comparison:
    run = Simulation(
        house, strategies, terms, sessions=sessions, first_session=first_session, seed=seed, dice=of, cores=1
    )
    for _ in run.blocks():
        pass
    return run.comparison


def test_a_killed_worker_changes_nothing() -> None:
    """One of two workers is killed while it plays; every count equals that of one core."""
    sessions, lost = 400_000, None
    with start_workers(2) as started:
        run = ClusterSimulation(
            address(started), CRAPS, [PASS, CROSS], HUNDRED, sessions=sessions, seed=3, chunk=40_000
        )
        for done in run.blocks():
            first = started.workers[0]
            if lost is None and started.scheduler.workers[first.worker_address].processing:
                lost = done
                os.kill(first.pid, signal.SIGKILL)
    alone = play_on_one_core(CRAPS, [PASS, CROSS], HUNDRED, sessions=sessions, seed=3)

    assert lost is not None
    assert lost < done == run.done == sessions
    assert run.comparison == alone
    for mine, theirs in zip(run.tallies, alone.tallies, strict=True):
        assert (mine.ends, mine.stops, mine.ruined) == (theirs.ends, theirs.stops, theirs.ruined)
        assert (mine.totals, mine.paths) == (theirs.totals, theirs.paths)
        assert mine.paths.sessions == 10_000
        assert mine.rolls == sum(mine.dice)


@pytest.mark.parametrize("part", [None, 701], ids=["parts of a second", "parts of 701"])
@pytest.mark.parametrize(
    ("house", "strategies", "terms", "of"),
    [
        (
            CRAPS,
            [Molly(), PASS],
            Terms(60, 100_00, hands=4, stop_win=80_00, stop_loss=60_00, unresolved="play out"),
            FAIR,
        ),
        (CRAPS, [find_strategy("fire_chaser")], Terms(200, 150_00, unresolved="play out"), FAIR),
        (CRAPLESS, [find_strategy("buy_the_extremes")], HUNDRED, LOADED),
    ],
    ids=["stops", "Fire Bets", "loaded dice"],
)
def test_a_cluster_has_the_result_of_one_core(
    workers: str, house: House, strategies: list[Strategy], terms: Terms, of: Dice, part: int | None
) -> None:
    """The results are equal for several terms, dice, first sessions and chunk sizes."""
    asked = {"sessions": 2_000, "first_session": 7_000, "seed": 2**64 - 1}
    spread = simulate_on_cluster(workers, house, strategies, terms, dice=of, chunk=part, **asked)

    assert spread == play_on_one_core(house, strategies, terms, of=of, **asked)


def test_a_machine_without_end_is_found_as_far_as_needed(workers: str) -> None:
    """Each worker finds the rows that its sessions reach, and the tallies are the same."""
    text = "strategy adds up\nstop when won at least $20 since the session began\non the come out: bet $5 on Pass Bet\n"
    adds_up, terms = find_strategy(text), Terms(15, 50_00)
    (tally,) = simulate_on_cluster(workers, CRAPS, [adds_up], terms, sessions=12, seed=3, chunk=3)

    assert adds_up.why_infinite
    assert tally == simulate(CRAPS, adds_up, sessions=12, rolls=15, bankroll=50_00, seed=3, cores=1)


@dataclass(frozen=True)
class OfThisFile(Molly):
    """A strategy in a module that the workers do not have."""


def test_a_strategy_that_the_workers_do_not_know_is_an_error_in_one_line(workers: str) -> None:
    """The strategy is written in Python, in a module that the workers cannot import."""
    with pytest.raises(
        CrapsError, match=r"the workers cannot play this: No module named .*; what is imported here must"
    ):
        simulate_on_cluster(workers, CRAPS, [OfThisFile()], HUNDRED, sessions=10)


def test_an_interrupted_run_holds_the_sessions_before_it(workers: str) -> None:
    """The result holds the first sessions without a gap, and the workers stop."""
    run = ClusterSimulation(workers, CRAPS, [PASS], HUNDRED, sessions=10**9, seed=5, chunk=10_000)
    with closing(run.blocks()) as blocks:
        for done in blocks:
            if done == 30_000:
                break
    with Client(scheduler_address(workers), set_as_default=False) as other:
        given_up = perf_counter() + 10
        while any(other.processing().values()) and perf_counter() < given_up:
            sleep(0.1)  # A worker finishes the chunk that it plays.
        assert not any(other.processing().values())
    more = simulate_on_cluster(workers, CRAPS, [PASS], HUNDRED, sessions=20_000, first_session=30_000, seed=5)

    assert run.done == 30_000
    assert run.tallies[0] == simulate(CRAPS, PASS, sessions=30_000, rolls=100, bankroll=300_00, seed=5, cores=1)
    assert run.tallies[0] + more.tallies[0] == simulate(
        CRAPS, PASS, sessions=50_000, rolls=100, bankroll=300_00, seed=5
    )


def test_an_error_of_a_strategy_on_a_worker_is_raised_here(workers: str) -> None:
    """The error is that of a local run, with the line of the strategy's text."""
    text = "strategy too small\non the come out:\n    bet $1 on Pass Bet\n"
    with pytest.raises(StrategyError, match="too small, line 3, asks for an act that is refused: Pass Bet of"):
        simulate_on_cluster(workers, CRAPS, [find_strategy(text)], HUNDRED, sessions=10)


def test_a_worker_of_another_version_is_refused(workers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version might play other sessions."""
    monkeypatch.setattr(cluster, "version", lambda _: "0.0.1")
    with pytest.raises(
        CrapsError,
        match=r"worker at tcp:.* has passline \d.*, and this computer has 0\.0\.1; install the same version on both",
    ):
        simulate_on_cluster(workers, CRAPS, [PASS], HUNDRED, sessions=10)


def test_a_worker_refuses_a_request_of_another_version(workers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker checks the version itself, so a worker that joins later is checked too."""
    monkeypatch.setattr(cluster, "version", lambda _: "0.0.1")
    monkeypatch.setattr(cluster, "_check_version", lambda *_: None)
    with pytest.raises(
        CrapsError,
        match=r"worker at tcp:.* has passline \d.*, and this computer has 0\.0\.1; install the same version on both",
    ):
        simulate_on_cluster(workers, CRAPS, [PASS], HUNDRED, sessions=10)


def test_a_cluster_that_stops_is_an_error_in_one_line() -> None:
    """The result has the sessions that were added before the cluster stopped."""
    started = start_workers(1)
    try:
        run = ClusterSimulation(
            address(started), CRAPS, [PASS], HUNDRED, sessions=10**9, seed=5, chunk=10_000, timeout=3
        )
        with dask.config.set({"distributed.comm.timeouts.connect": "1s"}), closing(run.blocks()) as blocks:
            next(blocks)
            started.close()
            with pytest.raises(
                CrapsError, match=r"the cluster at tcp:.* went away; the [\d,]+ sessions before that are counted"
            ):
                list(blocks)
    finally:
        started.close()

    assert run.tallies[0].sessions == run.done >= 10_000


def test_a_cluster_without_workers_is_an_error_in_one_line() -> None:
    """A scheduler without workers cannot play."""
    with start_workers(0) as started, pytest.raises(CrapsError, match=r"has no workers; 'dask worker tcp://127"):
        simulate_on_cluster(address(started), CRAPS, [PASS], HUNDRED, sessions=10, timeout=0.5)


def test_an_address_without_a_scheduler_is_an_error_in_one_line() -> None:
    """The error is the same if no server answers, and if the server is not a scheduler."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        for is_listening in (False, True):
            if is_listening:
                other.listen()
            place = f"127.0.0.1:{other.getsockname()[1]}"
            with pytest.raises(CrapsError, match=f"no scheduler answers at tcp://{place} within 0.5 s"):
                simulate_on_cluster(f"dask://{place}", CRAPS, [PASS], HUNDRED, sessions=10, timeout=0.5)


def test_without_dask_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask is an optional dependency."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CrapsError, match=r"install it with pip install 'passline\[cluster\]'"):
        simulate_on_cluster("dask://127.0.0.1:8786", CRAPS, [PASS], HUNDRED, sessions=10)


NO_ADDRESS = """
    2  127.0.0.1:8786  tcp://127.0.0.1:8786  dask://  dask://here  dask://:8786  dask://here:0  dask://here:99999
    dask://here:one  dask://here:8786/  dask://me@here:8786  dask://[::1:8786
"""


@pytest.mark.parametrize("words", ["", *NO_ADDRESS.split()])
def test_a_wrong_address_is_an_error_in_one_line(words: str) -> None:
    """An address has a scheme, a host and a port."""
    with pytest.raises(
        NotationError, match=r"is not the address of a scheduler; use one like dask://127\.0\.0\.1:8786"
    ):
        scheduler_address(words)


def test_wrong_arguments_are_refused_before_the_cluster_is_called() -> None:
    """The terms, the numbers and the dice are checked on this computer."""
    nobody = "dask://127.0.0.1:1"
    with pytest.raises(NotationError, match="sessions of 0 cannot be played"):
        ClusterSimulation(nobody, CRAPS, [PASS], HUNDRED, sessions=0)
    with pytest.raises(NotationError, match="chunk of 0 cannot be played"):
        ClusterSimulation(nobody, CRAPS, [PASS], HUNDRED, sessions=10, chunk=0)
    with pytest.raises(NotationError, match="dice from a record are not sent to a cluster"):
        ClusterSimulation(nobody, CRAPS, [PASS], HUNDRED, sessions=1, dice=RecordedDice.of(EVERY_ROLL * 3))


def test_the_command_runs_on_a_cluster(workers: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints the same on a cluster as on one core."""
    asked = ["simulate", "pass_2x_odds", "--sessions", "3000", "--seed", "5", "--date", "2026-01-15"]
    printed = []
    for where in (["--cores", "1"], ["--workers", workers]):
        with pytest.raises(SystemExit):
            app([*asked, *where])
        printed.append(capsys.readouterr())

    assert printed[0] == printed[1]
    assert "pass_2x_odds" in printed[0].out
    assert not printed[0].err


def test_the_command_explains_a_wrong_cluster(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong address, or one without a scheduler, is an error of one line."""
    monkeypatch.setattr(cluster, "TIMEOUT", 0.5)
    for address_ in ("dask://127.0.0.1:1", "tcp://127.0.0.1:8786", "here"):
        with pytest.raises(SystemExit) as stopped:
            app(["simulate", "pass_flat", "--workers", address_])

        assert stopped.value.code == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
