"""A machine from the cache equals a machine that is found again."""

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
"""More rows than any machine has."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty cache folder for each test."""
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
def test_a_saved_machine_reads_back(house: House, name: str) -> None:
    """The states, rows, short rows and wager totals are the same, in the same order."""
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


def test_a_simulation_saves_its_machine(folder: Path) -> None:
    """A second run finds no new rows, and its sessions are the same."""
    asked = {"sessions": 2_000, "rolls": 60, "bankroll": 60_00, "seed": 4}
    first = simulate(CRAPS, find_strategy("pass_2x_odds"), **asked)  # type: ignore[arg-type]  # As named.
    (file,) = folder.iterdir()
    written = file.stat().st_mtime_ns
    cache.machine_in_memory.cache_clear()

    assert simulate(CRAPS, find_strategy("pass_2x_odds"), **asked) == first  # type: ignore[arg-type]  # The same.
    assert file.stat().st_mtime_ns == written


def test_a_change_of_the_house_text_or_code_has_another_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine is saved under another name if the house, the text, the data or the code changes."""
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


def test_a_broken_file_is_ignored(folder: Path) -> None:
    """If the file cannot be read, the machine is explored again."""
    save(cached_machine(CRAPS, find_strategy("pass_flat"), most=EVERY))
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for content in (
        b"",
        b"nothing",
        whole[:100],
        whole[: len(whole) // 2],
        whole.replace(b'"observes"', b'"observer"'),
    ):
        file.write_bytes(content)
        found = read_back(CRAPS, "pass_flat")
        found.explore()
        assert found.rows == machine(CRAPS, find_strategy("pass_flat")).rows


def test_a_cache_that_cannot_be_written_is_ignored(folder: Path) -> None:
    """A simulation runs without a cache on disk."""
    folder.write_text("in the way")
    tally = simulate(CRAPS, find_strategy("pass_flat"), sessions=10, rolls=10, bankroll=100_00)

    assert tally.sessions == 10
    assert folder.read_text() == "in the way"


def test_a_strategy_in_python_is_cached_in_memory_only(folder: Path) -> None:
    """It has no text, so another run of the program could not check that it is unchanged."""
    made = cached_machine(CRAPS, PassFlat(), most=EVERY)
    save(made)

    assert cached_machine(CRAPS, PassFlat(), most=EVERY) is made
    assert not folder.exists()
