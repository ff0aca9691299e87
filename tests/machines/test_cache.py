"""A machine that was found before is the machine that would be found now."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from generators import unusual_houses
from passline.house.house import House
from passline.machines import cache
from passline.machines.cache import cached_machine, save
from passline.machines.machine import Machine, machine
from passline.simulation.simulate import simulate
from passline.strategies.notation import find_strategy
from scenes import CRAPLESS, CRAPS
from strategies.players import PassFlat

EVERY = 10**6


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep machines in a folder of the test's own, and none from before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.machine_in_memory.cache_clear()
    return tmp_path / "passline"


def read_back(house: House, name: str) -> Machine:
    """Return a machine as it is read from disk."""
    cache.machine_in_memory.cache_clear()
    return cached_machine(house, find_strategy(name), most=1)


@pytest.mark.parametrize(
    ("house", "name"),
    [(CRAPS, "three_point_molly"), (CRAPS, "martingale_pass"), (CRAPLESS, "iron_cross"), (CRAPS, "fire_chaser")],
    ids=lambda value: getattr(value, "source", value),
)
def test_what_is_kept_reads_back(house: House, name: str) -> None:
    """States, rows, short rows and bookings are what they were, in their order."""
    made = cached_machine(house, find_strategy(name), most=200)
    for rail in (3_00, 17_00, 25_00):
        made.row(0, rail)
        made.is_broke(rail)
    save(made)
    again = read_back(house, name)

    assert again is not made
    assert (again.states, again.ample_rows.keys(), again.observes) == (
        made.states,
        made.ample_rows.keys(),
        made.observes,
    )
    assert (again.row_order, again.wager_totals, again.known_broke) == (
        made.row_order,
        made.wager_totals,
        made.known_broke,
    )
    for column in made.row_arrays()._fields:
        assert np.array_equal(getattr(made.row_arrays(), column), getattr(again.row_arrays(), column))
    assert [row.required_rail for row in again.ample_rows.values()] == [
        row.required_rail for row in made.ample_rows.values()
    ]
    made.explore(most=400)
    again.explore(most=400)
    assert again.ample_rows == made.ample_rows


def test_a_simulation_keeps_what_it_found(folder: Path) -> None:
    """The second time nothing is found anew, and the sessions are the same."""
    asked = {"sessions": 2_000, "rolls": 60, "bankroll": 60_00, "seed": 4}
    first = simulate(CRAPS, find_strategy("pass_2x_odds"), **asked)  # type: ignore[arg-type]  # As named.
    (kept,) = folder.iterdir()
    written = kept.stat().st_mtime_ns
    cache.machine_in_memory.cache_clear()

    assert simulate(CRAPS, find_strategy("pass_2x_odds"), **asked) == first  # type: ignore[arg-type]  # The same.
    assert kept.stat().st_mtime_ns == written


def test_what_changes_is_found_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another house, another text, and other data or code are other machines."""
    houses = (CRAPS, CRAPLESS, *unusual_houses())
    for house in houses:
        save(cached_machine(house, find_strategy("pass_flat"), most=EVERY))
    assert len(list(folder.iterdir())) == len(houses)
    save(
        cached_machine(CRAPS, find_strategy("strategy other\non the come out:\n    bet $10 on Pass Bet\n"), most=EVERY)
    )
    assert len(list(folder.iterdir())) == len(houses) + 1
    monkeypatch.setattr(cache, "_digest_of_sources", lambda: "changed")
    save(read_back(CRAPS, "pass_flat"))
    assert len(list(folder.iterdir())) == len(houses) + 2


def test_a_broken_file_is_one_that_is_not_there(folder: Path) -> None:
    """Whatever lies in its place, the machine is found."""
    save(cached_machine(CRAPS, find_strategy("pass_flat"), most=EVERY))
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    for content in (
        b"",
        b"nothing",
        whole[:100],
        whole[: len(whole) // 2],
        whole.replace(b'"observes"', b'"observer"'),
    ):
        kept.write_bytes(content)
        found = read_back(CRAPS, "pass_flat")
        found.explore()
        assert found.rows == machine(CRAPS, find_strategy("pass_flat")).rows


def test_no_place_to_keep_it_is_no_trouble(folder: Path) -> None:
    """Where nothing can be written, the next time takes as long as the first."""
    folder.write_text("in the way")
    tally = simulate(CRAPS, find_strategy("pass_flat"), sessions=10, rolls=10, bankroll=100_00)

    assert tally.sessions == 10
    assert folder.read_text() == "in the way"


def test_a_strategy_in_python_is_kept_only_while_the_program_runs(folder: Path) -> None:
    """Its text is not known, so nobody could say whether it is still the same."""
    made = cached_machine(CRAPS, PassFlat(), most=EVERY)
    save(made)

    assert cached_machine(CRAPS, PassFlat(), most=EVERY) is made
    assert not folder.exists()
