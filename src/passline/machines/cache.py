"""Machines that were found before: kept while the program runs, and those of plans on disk, for the next time.

What is kept on disk goes by the house, the text of the plan, and all the data and code that have to do with it, so
whatever changes is found anew. A file that cannot be read is one that is not there.
"""

from __future__ import annotations

import json
import os
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from zipfile import BadZipFile

import numpy as np

from passline.errors import NotationError
from passline.machines.machine import Machine, Row, State, machine
from passline.machines.wager_totals import WagerTotal
from passline.strategies.plan import Plan
from passline.strategies.protocol import PLAYER
from passline.table.layout import Bet, Layout
from passline.words.atomic_file import whole

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from importlib.resources.abc import Traversable

    from passline.house.house import House
    from passline.strategies.protocol import Strategy

IN_MEMORY = 8
"""How many machines are kept while the program runs."""
MOST_ROWS = 30_000
"""The largest machine that is kept on disk, in rows; reading a larger one would take longer than finding it."""
FLOORS = ("words", "law", "house", "table", "odds", "strategies", "machines", "simulation", "sessions", "reports")
"""Where everything lies that a machine follows from."""
DATA = (".py", ".toml", ".lark")


def cached_machine(house: House, strategy: Strategy, *, most: int) -> Machine:
    """Return a strategy's machine at a house, as far as it was found before, or with so many rows.

    Raises:
        NoMachine, StrategyError: As `machine` does.
    """
    try:
        hash(strategy)
    except TypeError:
        return machine(house, strategy, most=most)
    return in_memory(house, cast("Any", strategy), most)


@lru_cache(maxsize=IN_MEMORY)
def in_memory(house: House, strategy: Strategy, most: int) -> Machine:
    """Return the machine of a strategy that can be hashed; the same one while the program runs."""
    return _read(house, strategy) or machine(house, strategy, most=most)


def save(made: Machine) -> None:
    """Keep a machine on disk, if it is one of a plan, of a fair size, and not kept there as it is."""
    path = _path(made.house, made.strategy)
    if path is None or len(made.row_order) > MOST_ROWS or (path.is_file() and made.rows_on_disk == len(made.row_order)):
        return
    known = {
        "heeds": sorted(made.observes),
        "states": [_as_data(state) for state in made.states],
        "bookings": made.wager_totals,
        "broke": [[*key, is_broke] for key, is_broke in made.known_broke.items()],
        "need": [row.required_rail for row in made.ample_rows.values()],
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole(str(path)) as draft, draft.open("wb") as opened:
            text = np.frombuffer(json.dumps(known).encode(), np.uint8)
            np.savez(opened, text=text, **made.row_arrays()._asdict())
    except (OSError, NotationError):  # There is no room, or no leave, to keep it; it is found again the next time.
        return
    made.rows_on_disk = len(made.row_order)


def _read(house: House, strategy: Strategy) -> Machine | None:
    """Return a machine as it is kept on disk, or None."""
    path = _path(house, strategy)
    if path is None or not path.is_file():
        return None
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            row_arrays = [stored[name] for name in ("state", "rail", "goes", "net", "booked")]
            known = json.loads(stored["text"].tobytes())
    except (OSError, EOFError, ValueError, KeyError, BadZipFile):
        return None
    made = Machine(
        house,
        strategy,
        observes=frozenset(known["heeds"]),
        wager_totals=[tuple(WagerTotal(*each) for each in wager_totals) for wager_totals in known["bookings"]],
        known_broke={(state, rail): is_broke for state, rail, is_broke in known["broke"]},
    )
    made.restore_states([_as_state(house, each) for each in known["states"]])
    needs = iter(known["need"])
    for state, rail, next_state, net, totals_index in zip(*(column.tolist() for column in row_arrays), strict=True):
        if rail < 0:
            made.ample_rows[state] = Row(tuple(next_state), tuple(net), tuple(totals_index), next(needs))
            made.row_order.append((state, None))
        else:
            made.short_rows[state, rail] = Row(tuple(next_state), tuple(net), tuple(totals_index), 0)
            made.row_order.append((state, rail))
    made.rows_on_disk = len(made.row_order)
    return made


def _path(house: House, strategy: Strategy) -> Path | None:
    """Return where the machine of a plan is kept; None for what is no plan."""
    if not isinstance(strategy, Plan):
        return None
    what = [_everything(), repr(house.submission), house.on.isoformat(), str(strategy)]
    return _folder() / f"{sha256(json.dumps(what).encode()).hexdigest()}.npz"


def _folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "passline"


@cache
def _everything() -> str:
    """Return a digest of all the data and code that a machine follows from."""
    digest = sha256()
    for floor in FLOORS:
        for name, content in _contents(files("passline") / floor):
            digest.update(f"{floor}/{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _contents(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _contents(entry)
        elif entry.name.endswith(DATA):
            yield entry.name, entry.read_bytes()


# States as data, and back.


def _as_data(state: State) -> list[Any]:
    layout = state.layout
    bets = [[bet.wager.name, bet.amount, bet.number, sorted(bet.made), bet.button] for bet in layout.bets]
    return [layout.point, layout.is_first_point, layout.is_fresh_board, bets, state.memory, state.is_over]


def _as_state(house: House, data: list[Any]) -> State:
    point, is_first_point, is_fresh_board, placed, memory, is_over = data
    bets = tuple(
        Bet(PLAYER, house.wagers[name], amount, number, frozenset(made), button)
        for name, amount, number, made, button in placed
    )
    layout = Layout(
        players=(PLAYER,), point=point, is_first_point=is_first_point, is_fresh_board=is_fresh_board, bets=bets
    )
    return State(layout, _as_memory(memory), None, is_over)


def _as_memory(data: Any) -> Hashable:  # noqa: ANN401  Whatever JSON has.
    """Return a memory: what JSON has as lists is tuples."""
    return tuple(_as_memory(each) for each in data) if isinstance(data, list) else data
