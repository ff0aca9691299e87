"""A mix of players from a file: who plays what, on which terms, and how many sessions of it there are in a month."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from passline.errors import NotationError
from passline.machines.terms import Terms, check_whole_number
from passline.words.money import parse_dollars
from passline.words.text_file import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from passline.words.money import Cents

MAX_FILE_SIZE = 100_000
"""The largest file of a mix that is read, in bytes."""
LONGEST_WORDS = 255
"""The longest name or path, in characters."""
NEEDED = {
    "strategy": "the name of one or the path of its text",
    "sessions": "how many there are, like 1000,",
    "bankroll": "what each begins with, like $300,",
    "rolls": "the most rolls of each, like 100,",
}
"""The columns that there must be, and what would do in them."""

_NUMBER = re.compile(r"[0-9]{1,3}(,[0-9]{3}){1,9}|[0-9]{1,25}")


@dataclass(frozen=True)
class PlayerGroup:
    """Players who play the same way.

    Attributes:
        who: What they are called; if nobody says, it is their strategy.
        strategy: A shipped strategy, or the path of a text, as it was written.
        sessions: How many sessions of it there are.
        terms: How each of them goes.
    """

    who: str
    strategy: str
    sessions: int
    terms: Terms


def read_player_mix(file: str) -> list[PlayerGroup]:
    """Read a mix of players from a CSV file, a group a line.

    The first line names the columns: strategy, sessions, bankroll and rolls, and optionally hands, stop_win, stop_loss,
    unresolved and who. Amounts are in dollars, like $300 or 300. Lines without any entry are passed over.

    Raises:
        NotationError: The file cannot be read, or has faults; all of them are told, each with its line.
    """
    faults: list[str] = []
    groups: list[PlayerGroup] = []
    lines = _lines(file)
    columns = _columns(*next(lines, (1, [])), faults)
    for number, entries in [] if faults else lines:  # Without its columns, no entry is known for what it is.
        before = len(faults)
        read = _entries(number, entries, columns, faults)
        if len(faults) == before:
            groups.append(_group(read))
    if not groups and not faults:
        faults.append("there is no group; a line with its strategy, sessions, bankroll and rolls would do")
    if faults:
        message = f"{file}: {len(faults)} fault{'' if len(faults) == 1 else 's'} in the mix: {'; '.join(faults)}"
        raise NotationError(message)
    return groups


def _lines(file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the entries of each line that has any, and the number of the line that they begin on.

    Raises:
        NotationError: It is no file that can be read, or no CSV.
    """
    reader = csv.reader(io.StringIO(read_text(file, "mix", max_bytes=MAX_FILE_SIZE), newline=""), strict=True)
    before = columns = 0
    try:
        for row in reader:
            entries = [entry.strip() for entry in row]
            # A spreadsheet writes columns without a name behind the others.
            while entries and not entries[-1] and len(entries) > columns:
                entries.pop()
            columns = columns or len(entries)
            if any(entries):
                yield before + 1, entries
            before = reader.line_num
    except csv.Error as error:
        message = f"{file}: line {before + 1}: it is no CSV ({error}); entries between commas would do"
        raise NotationError(message) from None


def _columns(number: int, names: list[str], faults: list[str]) -> list[str]:
    """Return what the columns are called, and add what is wrong with them to the faults."""
    columns = [re.sub(r"[\s_]+", "_", name.casefold()) for name in names]
    for name, column in zip(names, columns, strict=True):
        if len(columns) == 1 and re.search(r"[;\t]", name):
            faults.append(
                f"line {number}: there is no comma in {name[:25]!r}; columns with commas between them would do"
            )
        elif column not in COLUMNS:
            faults.append(f"line {number}: {name[:25]!r} is no column; {', '.join(COLUMNS)} are")
    faults += (
        f"line {number}: {column} is a column {times} times; once would do"
        for column in COLUMNS
        if (times := columns.count(column)) > 1
    )
    if missing := [column for column in NEEDED if column not in columns]:
        would_do = f"a first line like {','.join(NEEDED)} would do"
        faults.append(f"line {number}: there is no column {' or '.join(missing)}; {would_do}")
    return columns


def _entries(number: int, entries: list[str], columns: list[str], faults: list[str]) -> dict[str, Any]:
    """Return what a line says, column by column, and add what is wrong with it to the faults."""
    if len(entries) != len(columns):
        # Fewer are refused too: of $1,500 without quotation marks, $1 would be the rail and 500 the rolls.
        faults.append(
            f"line {number}: {len(entries)} entries are not one for each of {len(columns)} columns; as many would do, "
            'and an amount with a comma stands in quotation marks, like "$1,500"'
        )
        return {}
    written, read = dict(zip(columns, entries, strict=True)), {}
    for column, reads in COLUMNS.items():
        try:
            if written.get(column):
                read[column] = reads(column, written[column])
            elif column in NEEDED:
                faults.append(f"line {number}: no {column} is given; {NEEDED[column]} would do")
        except NotationError as error:
            # What stands outside the numbers is told with its column already.
            says = error.message if error.message.startswith(column) else f"{column}: {error.message}"
            faults.append(f"line {number}: {says}")
    return read


def _group(read: dict[str, Any]) -> PlayerGroup:
    strategy, sessions = read.pop("strategy"), read.pop("sessions")
    return PlayerGroup(read.pop("who", strategy), strategy, sessions, Terms(**read))


def _words(_: str, written: str) -> str:
    if not written.isprintable() or len(written) > LONGEST_WORDS:
        message = f"{written[:25]!r} is no name; up to {LONGEST_WORDS} letters on one line are"
        raise NotationError(message)
    return written


def _count(column: str, written: str) -> int:
    if not _NUMBER.fullmatch(written):
        message = f"{written[:25]!r} is no whole number; one like 1000 is"
        raise NotationError(message)
    return check_whole_number(column, int(written.replace(",", "")))


def _amount(column: str, written: str) -> Cents:
    return check_whole_number(column, parse_dollars(written))


def _left_over(_: str, written: str) -> str:
    words = re.sub(r"[\s_]+", " ", written.casefold())
    if words not in {"return", "play out"}:
        message = f"{written[:25]!r} is no end of a session; 'return' and 'play out' are"
        raise NotationError(message)
    return words


COLUMNS: Mapping[str, Callable[[str, str], int | str]] = {
    "strategy": _words,
    "sessions": _count,
    "bankroll": _amount,
    "rolls": _count,
    "hands": _count,
    "stop_win": _amount,
    "stop_loss": _amount,
    "unresolved": _left_over,
    "who": _words,
}
"""The columns, in any order, and how their entries are read; what is left empty in one not needed is not asked for."""
