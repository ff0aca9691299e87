"""Craps, Mini-Craps and Crapless Craps by the book.

The law is data, one function settles, and every settlement names its paragraph.

>>> import passline
>>> house = passline.open_house("crapless")
>>> passline.pay(house, "Horn Bet", 20_00, "6-6").net
Fraction(13500, 1)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from passline.errors import CrapsError, NotationError, Refused, SubmissionError
from passline.house.house import House, open_house
from passline.table.pay import pay
from passline.table.script import Played, play, write
from passline.table.table import Table, after, decide, open_table, replay

if TYPE_CHECKING:
    from passline.machines.machine import Machine, machine
    from passline.machines.terms import Terms
    from passline.odds.wager_edge import Edge, edge
    from passline.sessions.distribution import Session, session
    from passline.simulation.simulate import compare, simulate
    from passline.simulation.tally import Tally
    from passline.strategies.notation import find_strategy as strategy

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

_LAZY = {
    "Edge": "odds.wager_edge",
    "edge": "odds.wager_edge",
    "Machine": "machines.machine",
    "machine": "machines.machine",
    "strategy": "strategies.notation",
    "Session": "sessions.distribution",
    "session": "sessions.distribution",
    "compare": "simulation.simulate",
    "simulate": "simulation.simulate",
    "Tally": "simulation.tally",
    "Terms": "machines.terms",
}
"""The module of each name that is imported on first use, because its module is slow to import."""


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        message = f"passline has no {name}"
        raise AttributeError(message)
    module = import_module(f"passline.{_LAZY[name]}")
    return getattr(module, "find_strategy" if name == "strategy" else name)
