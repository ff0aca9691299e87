"""Craps, Mini-Craps and Crapless Craps by the book.

The law is data, one function settles, and every settlement names its paragraph.

>>> import passline
>>> house = passline.open_house("crapless")
>>> passline.pay(house, "Horn Bet", 20_00, "6-6").net
Fraction(13500, 1)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from passline.errors import CrapsError, NotationError, Refused, SubmissionError
    from passline.house.house import House, open_house
    from passline.machines.machine import Machine, machine
    from passline.machines.terms import Terms
    from passline.odds.wager_edge import Edge, edge
    from passline.sessions.distribution import Session, session
    from passline.simulation.simulate import compare, simulate
    from passline.simulation.tally import Tally
    from passline.strategies.notation import find_strategy as strategy
    from passline.table.pay import pay
    from passline.table.script import Played, play, write
    from passline.table.table import Table, after, decide, open_table, replay

__all__ = [
    "CrapsError",
    "Edge",
    "House",
    "Machine",
    "NotationError",
    "Played",
    "Refused",
    "Session",
    "SubmissionError",
    "Table",
    "Tally",
    "Terms",
    "after",
    "compare",
    "decide",
    "edge",
    "machine",
    "open_house",
    "open_table",
    "pay",
    "play",
    "replay",
    "session",
    "simulate",
    "strategy",
    "write",
]

_MODULES = {
    "CrapsError": "errors",
    "NotationError": "errors",
    "Refused": "errors",
    "SubmissionError": "errors",
    "House": "house.house",
    "open_house": "house.house",
    "pay": "table.pay",
    "Played": "table.script",
    "play": "table.script",
    "write": "table.script",
    "Table": "table.table",
    "after": "table.table",
    "decide": "table.table",
    "open_table": "table.table",
    "replay": "table.table",
    "Edge": "odds.wager_edge",
    "edge": "odds.wager_edge",
    "strategy": "strategies.notation",
    "Machine": "machines.machine",
    "machine": "machines.machine",
    "Terms": "machines.terms",
    "compare": "simulation.simulate",
    "simulate": "simulation.simulate",
    "Tally": "simulation.tally",
    "Session": "sessions.distribution",
    "session": "sessions.distribution",
}
"""The module of each name. It is imported on first use, so that the command line starts fast."""


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        message = f"module 'passline' has no attribute {name!r}"
        raise AttributeError(message)
    module = import_module(f"passline.{_MODULES[name]}")
    globals()[name] = value = getattr(module, "find_strategy" if name == "strategy" else name)
    return value
