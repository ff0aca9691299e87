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
    from passline.table.replay import replay
    from passline.table.script import Played, play, write
    from passline.table.table import Table, after, decide, open_table

    __version__: str

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
    "__version__",
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

_DEFINED_IN = {
    "CrapsError": "errors.CrapsError",
    "Edge": "odds.wager_edge.Edge",
    "House": "house.house.House",
    "Machine": "machines.machine.Machine",
    "NotationError": "errors.NotationError",
    "Played": "table.script.Played",
    "Refused": "errors.Refused",
    "Session": "sessions.distribution.Session",
    "SubmissionError": "errors.SubmissionError",
    "Table": "table.table.Table",
    "Tally": "simulation.tally.Tally",
    "Terms": "machines.terms.Terms",
    "after": "table.table.after",
    "compare": "simulation.simulate.compare",
    "decide": "table.table.decide",
    "edge": "odds.wager_edge.edge",
    "machine": "machines.machine.machine",
    "open_house": "house.house.open_house",
    "open_table": "table.table.open_table",
    "pay": "table.pay.pay",
    "play": "table.script.play",
    "replay": "table.replay.replay",
    "session": "sessions.distribution.session",
    "simulate": "simulation.simulate.simulate",
    "strategy": "strategies.notation.find_strategy",
    "write": "table.script.write",
}
"""Where each public name is defined. Its module is imported on first use, so that `import passline` is fast."""


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name == "__version__":
        value: object = import_module("importlib.metadata").version("passline")
    elif name in _DEFINED_IN:
        module, _, definition = _DEFINED_IN[name].rpartition(".")
        value = getattr(import_module(f"passline.{module}"), definition)
    else:
        message = f"module 'passline' has no attribute {name!r}"
        raise AttributeError(message)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
