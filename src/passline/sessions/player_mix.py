"""A mix of players, read from a CSV file: groups of sessions with their strategies and terms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from passline.errors import NotationError
from passline.machines.terms import Terms, check_whole_number
from passline.words.csv_table import Column, read_csv_table
from passline.words.money import parse_dollars

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passline.words.money import Cents

MAX_NAME = 255
"""The longest name or path, in characters."""

_NUMBER = re.compile(r"[0-9]{1,3}(,[0-9]{3}){1,9}|[0-9]{1,25}")


@dataclass(frozen=True)
class PlayerGroup:
    """Sessions with the same strategy and terms.

    Attributes:
        who: The name of the players; by default that of their strategy.
        strategy: The name of a shipped strategy, or the path of a text.
        sessions: The number of sessions.
        terms: The terms of each session.
    """

    who: str
    strategy: str
    sessions: int
    terms: Terms


def read_player_mix(file: str) -> list[PlayerGroup]:
    """Read a mix of players from a CSV file, one group a line.

    The first line names the columns. strategy, sessions, bankroll and rolls are required; hands, stop_win, stop_loss,
    unresolved and who are optional. Amounts are in dollars, like $300 or 300.

    Raises:
        NotationError: The file cannot be read, or has faults; the message gives all of them, each with its line.
    """
    groups = []
    for row in read_csv_table(file, "mix", COLUMNS):
        terms = dict(row.values)
        strategy, sessions = terms.pop("strategy"), terms.pop("sessions")
        groups.append(PlayerGroup(terms.pop("who", strategy), strategy, sessions, Terms(**terms)))
    return groups


def _name(_: str, text: str) -> str:
    if not text.isprintable() or len(text) > MAX_NAME:
        message = f"{text[:25]!r} is not a name; up to {MAX_NAME} characters on one line would do"
        raise NotationError(message)
    return text


def _count(column: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        message = f"{text[:25]!r} is not a whole number; one like 1000 would do"
        raise NotationError(message)
    return check_whole_number(column, int(text.replace(",", "")))


def _amount(column: str, text: str) -> Cents:
    return check_whole_number(column.replace("_", " "), parse_dollars(text))


def _unresolved(_: str, text: str) -> str:
    words = re.sub(r"[\s_]+", " ", text.casefold())
    if words not in {"return", "play out"}:
        message = f"{text[:25]!r} does not say what happens to unresolved bets; 'return' or 'play out' would do"
        raise NotationError(message)
    return words


COLUMNS: Mapping[str, Column] = {
    "strategy": Column(_name, "the name of a strategy, or the path of its text,"),
    "sessions": Column(_count, "a number of sessions, like 1000,"),
    "bankroll": Column(_amount, "the bankroll of each session, like $300,"),
    "rolls": Column(_count, "the maximum number of rolls, like 100,"),
    "hands": Column(_count),
    "stop_win": Column(_amount),
    "stop_loss": Column(_amount),
    "unresolved": Column(_unresolved),
    "who": Column(_name),
}
"""The columns of the file."""
