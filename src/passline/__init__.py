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
from passline.play.pay import pay
from passline.play.script import Played, play, write
from passline.play.table import Table, after, decide, open_table, replay

if TYPE_CHECKING:
    from passline.study.edge import Edge, edge
    from passline.study.machine import Machine, machine
    from passline.study.notation import find_strategy as strategy
    from passline.study.sessions import Session, session
    from passline.study.simulate import compare, simulate
    from passline.study.tally import Tally
    from passline.study.terms import Terms

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

_OF_STUDY = {
    "Edge": "edge",
    "edge": "edge",
    "Machine": "machine",
    "machine": "machine",
    "strategy": "notation",
    "Session": "sessions",
    "session": "sessions",
    "compare": "simulate",
    "simulate": "simulate",
    "Tally": "tally",
    "Terms": "terms",
}
"""Where each name of the study floor lives. It is heavy, so it is brought in when it is first asked for."""


def __getattr__(name: str) -> object:
    if name not in _OF_STUDY:
        message = f"passline has no {name}"
        raise AttributeError(message)
    module = import_module(f"passline.study.{_OF_STUDY[name]}")
    return getattr(module, "find_strategy" if name == "strategy" else name)
