"""Known machines: kept in memory while the program runs, and the machines of plans kept on disk for the next run.

The file of a machine is named by a digest of the house, the text of the plan, and all data and code that a machine
follows from. So a change of any of them names another file. A file that cannot be read is ignored.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from zipfile import BadZipFile

import numpy as np

from passline.errors import NotationError
from passline.machines.machine import Machine, Row, RowArrays, State, machine
from passline.machines.wager_totals import WagerTotal
from passline.strategies.plan import Plan
from passline.strategies.protocol import PLAYER
from passline.table.layout import Bet, Layout
from passline.words.atomic_file import atomic_write
from passline.words.user_folder import user_folder

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from importlib.resources.abc import Traversable

    from passline.house.house import House
    from passline.strategies.protocol import Strategy

MACHINES_IN_MEMORY = 8
MAX_ROWS_ON_DISK = 30_000
"""The largest machine that is saved, in rows; reading a larger one would take longer than finding it again."""
SOURCES = ("words", "law", "house", "table", "strategies", "machines")
"""The packages that a machine follows from."""
SUFFIXES = (".py", ".toml", ".lark")


def cached_machine(house: House, strategy: Strategy, *, most: int) -> Machine:
    """Return a strategy's machine at a house: the known one, or else a new one with at most *most* rows found.

    Raises:
        NoMachine, StrategyError: As `machine` does.
    """
    try:
        hash(strategy)
    except TypeError:
        return machine(house, strategy, most=most)
    return machine_in_memory(house, cast("Any", strategy), most)


@lru_cache(maxsize=MACHINES_IN_MEMORY)
def machine_in_memory(house: House, strategy: Strategy, most: int) -> Machine:
    """Return the machine of a hashable strategy; the same object while the program runs."""
    return _load(house, strategy) or machine(house, strategy, most=most)


def save(known: Machine) -> None:
    """Save the machine of a plan on disk, unless it is too large or is saved already with all its rows.

    A machine that cannot be written is not saved; the next run finds it again.
    """
    path, rows = _path(known.house, known.strategy), len(known.row_order)
    if path is None or rows > MAX_ROWS_ON_DISK or (path.is_file() and known.rows_on_disk == rows):
        return
    data = {
        "observes": sorted(known.observes),
        "states": [_state_data(state) for state in known.states],
        "wager_totals": known.wager_totals,
        "known_broke": [[*key, is_broke] for key, is_broke in known.known_broke.items()],
        "required_rail": [row.required_rail for row in known.ample_rows.values()],
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(str(path)) as draft, draft.open("wb") as opened:
            text = np.frombuffer(json.dumps(data).encode(), np.uint8)
            np.savez(opened, text=text, **known.row_arrays()._asdict())
    except (OSError, NotationError):
        return
    known.rows_on_disk = rows


def _load(house: House, strategy: Strategy) -> Machine | None:
    """Return a machine as it was saved, or None."""
    path = _path(house, strategy)
    if path is None or not path.is_file():
        return None
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            columns = RowArrays(*(stored[name] for name in RowArrays._fields))
            data = json.loads(stored["text"].tobytes())
    except (OSError, EOFError, ValueError, KeyError, BadZipFile):
        return None
    loaded = Machine(
        house,
        strategy,
        observes=frozenset(data["observes"]),
        wager_totals=[tuple(WagerTotal(*each) for each in totals) for totals in data["wager_totals"]],
        known_broke={(state, rail): is_broke for state, rail, is_broke in data["known_broke"]},
    )
    loaded.restore_states([_state(house, each) for each in data["states"]])
    required = iter(data["required_rail"])
    for state, rail, *row in zip(*(column.tolist() for column in columns), strict=True):
        next_state, net, totals_index = map(tuple, row)
        if rail < 0:
            loaded.ample_rows[state] = Row(next_state, net, totals_index, next(required))
            loaded.row_order.append((state, None))
        else:
            loaded.short_rows[state, rail] = Row(next_state, net, totals_index, 0)
            loaded.row_order.append((state, rail))
    loaded.rows_on_disk = len(loaded.row_order)
    return loaded


def _path(house: House, strategy: Strategy) -> Path | None:
    """Return the file of a plan's machine, or None if the strategy is not a plan or there is no cache folder."""
    folder = user_folder("cache")
    if folder is None or not isinstance(strategy, Plan):
        return None
    key = [_digest_of_sources(), repr(house.submission), house.law_digest, house.date.isoformat(), str(strategy)]
    return folder / f"{sha256(json.dumps(key).encode()).hexdigest()}.npz"


@cache
def _digest_of_sources() -> str:
    """Return a digest of all data and code that a machine follows from."""
    digest = sha256()
    for package in SOURCES:
        for name, content in _contents(files("passline") / package):
            digest.update(f"{package}/{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _contents(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _contents(entry)
        elif entry.name.endswith(SUFFIXES):
            yield entry.name, entry.read_bytes()


# States as JSON, and back.


def _state_data(state: State) -> list[Any]:
    layout = state.layout
    bets = [[bet.wager.name, bet.amount, bet.number, sorted(bet.numbers_made), bet.button] for bet in layout.bets]
    return [layout.point, layout.is_before_first_point, layout.is_fresh_board, bets, state.memory, state.is_over]


def _state(house: House, data: list[Any]) -> State:
    point, is_before_first_point, is_fresh_board, placed, memory, is_over = data
    bets = tuple(
        Bet(PLAYER, house.wagers[name], amount, number, frozenset(made), button)
        for name, amount, number, made, button in placed
    )
    layout = Layout(
        players=(PLAYER,),
        point=point,
        is_before_first_point=is_before_first_point,
        is_fresh_board=is_fresh_board,
        bets=bets,
    )
    return State(layout, _memory(memory), None, is_over)


def _memory(data: Any) -> Hashable:  # noqa: ANN401  Any JSON value.
    """Return a memory: JSON has lists where the memory has tuples."""
    return tuple(_memory(each) for each in data) if isinstance(data, list) else data
