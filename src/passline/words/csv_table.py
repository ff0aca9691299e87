"""Small CSV files with named columns, read with all their faults at once."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from passline.errors import CrapsError, NotationError
from passline.words.text_file import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

MAX_BYTES = 100_000
"""The largest file that is read, in bytes."""


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        parse: Returns the value of an entry, from the name of the column and the text.
        required: A description of the entry for messages, with an example; empty if the column is optional.
    """

    parse: Callable[[str, str], Any]
    required: str = ""


class TableRow(NamedTuple):
    """A row of a table.

    Attributes:
        line: The number of its first line in the file.
        values: The values of its entries, by column; empty entries are omitted.
    """

    line: int
    values: dict[str, Any]


def read_csv_table(file: str, what: str, columns: Mapping[str, Column]) -> list[TableRow]:
    """Read a CSV file. Its first line names the columns, in any order; lines without an entry are ignored.

    Args:
        file: The path of the file, of at most `MAX_BYTES`.
        what: The kind of file, as a noun for messages, such as "mix".
        columns: The possible columns. Case does not matter, and a space in a name counts as "_".

    Raises:
        NotationError: The file cannot be read, or has faults. The message gives all faults, each with its line.
    """
    faults: list[str] = []
    rows: list[TableRow] = []
    lines = _lines(file, what)
    names = _names(*next(lines, (1, [])), columns, faults)
    for number, entries in [] if faults else lines:  # Entries need the names of their columns.
        rows.append(TableRow(number, _values(number, entries, names, columns, faults)))
    if not rows and not faults:
        faults.append(f"there is no row below the names of the columns; {_example(columns)} is needed")
    if faults:
        raise faults_of(file, what, faults)
    return rows


def faults_of(file: str, what: str, faults: list[str]) -> NotationError:
    """Return the error that gives all faults of a file."""
    return NotationError(
        f"{file}: {len(faults)} fault{'' if len(faults) == 1 else 's'} in the {what}: {'; '.join(faults)}"
    )


def _example(columns: Mapping[str, Column]) -> str:
    required = [name for name, column in columns.items() if column.required]
    return f"a row with an entry for {', '.join(required[:-1])} and {required[-1]}"


def _lines(file: str, what: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the entries of each line with an entry.

    Raises:
        NotationError: The file cannot be read, or is not a CSV file.
    """
    reader = csv.reader(io.StringIO(read_text(file, what, max_bytes=MAX_BYTES), newline=""), strict=True)
    before = columns = 0
    try:
        for row in reader:
            entries = [entry.strip() for entry in row]
            while entries and not entries[-1] and len(entries) > columns:  # Spreadsheets add empty columns at the end.
                entries.pop()
            columns = columns or len(entries)
            if any(entries):
                yield before + 1, entries
            before = reader.line_num
    except csv.Error as error:
        message = f"{file}: line {before + 1}: this is not CSV ({error}); entries with commas between them would do"
        raise NotationError(message) from None


def _names(number: int, written: list[str], columns: Mapping[str, Column], faults: list[str]) -> list[str]:
    """Return the names of the columns, and add their faults."""
    names = [re.sub(r"[\s_]+", "_", name.casefold()) for name in written]
    required = [name for name, column in columns.items() if column.required]
    would_do = f"a first line like {','.join(required)} would do"
    if len(names) == 1 and re.search(r"[;\t]", written[0]):
        faults.append(f"line {number}: there is no comma in {written[0][:25]!r}; columns with commas between would do")
        return names
    if not set(names) & set(columns):
        faults.append(f"line {number}: the first line must name the columns; {would_do}")
        return names
    for name, column in zip(written, names, strict=True):
        if column not in columns:
            faults.append(f"line {number}: {name[:25]!r} is not a column; the columns are {', '.join(columns)}")
    faults += (
        f"line {number}: the column {column} is there {times} times; once would do"
        for column in columns
        if (times := names.count(column)) > 1
    )
    if missing := [column for column in required if column not in names]:
        faults.append(f"line {number}: there is no column {' or '.join(missing)}; {would_do}")
    return names


def _values(
    number: int, entries: list[str], names: list[str], columns: Mapping[str, Column], faults: list[str]
) -> dict[str, Any]:
    """Return the values of a row, and add its faults."""
    if len(entries) != len(names):
        # A row with fewer entries is a fault too: without quotation marks, $1,500 would be a bankroll of $1.
        faults.append(
            f"line {number}: {len(entries)} entries do not fit {len(names)} columns; one for each would do, "
            'and an amount with a comma in quotation marks, like "$1,500"'
        )
        return {}
    values = {}
    for name, text in zip(names, entries, strict=True):
        try:
            if text:
                values[name] = columns[name].parse(name, text)
            elif columns[name].required:
                faults.append(f"line {number}: {name} is empty; {columns[name].required} would do")
        except CrapsError as error:
            # The message of a number that is too large begins with the column already.
            says = error.message if error.message.startswith(name.replace("_", " ")) else f"{name}: {error.message}"
            faults.append(f"line {number}: {says}")
    return values
