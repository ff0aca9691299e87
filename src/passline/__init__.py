"""Craps, Mini-Craps and Crapless Craps by the book.

The law is data, one function settles, and every settlement names its paragraph.

>>> import passline
>>> house = passline.open_house("crapless")
>>> passline.pay(house, "Horn Bet", 20_00, "6-6").net
Fraction(13500, 1)
"""

from typing import TYPE_CHECKING

from passline.errors import CrapsError, NotationError, Refused, SubmissionError
from passline.house.house import House, open_house
from passline.play.pay import pay
from passline.play.script import Played, play, write
from passline.play.table import Table, after, decide, open_table, replay
from passline.study.edge import Edge, edge
from passline.study.machine import Machine, machine
from passline.study.tally import Tally

if TYPE_CHECKING:
    from passline.study.simulate import compare, simulate

__all__ = [
    "CrapsError",
    "Edge",
    "House",
    "Machine",
    "NotationError",
    "Played",
    "Refused",
    "SubmissionError",
    "Table",
    "Tally",
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
    "simulate",
    "write",
]


def __getattr__(name: str) -> object:
    """Bring in what is compiled only when it is asked for: the simulator takes half a second to load."""
    if name in {"compare", "simulate"}:
        from passline.study import simulate as simulator  # noqa: PLC0415  That is the point.

        return getattr(simulator, name)
    message = f"passline has no {name}"
    raise AttributeError(message)
