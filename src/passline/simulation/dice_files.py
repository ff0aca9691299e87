"""Dice from a file: the chance of each roll, exact, or a record of rolls that fell."""

from __future__ import annotations

import json
import re
import tomllib
from fractions import Fraction
from typing import TYPE_CHECKING

from passline.errors import NotationError
from passline.words.dice import EVERY_ROLL, Roll
from passline.words.text_file import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_CHANCES = 100_000
"""The largest file of chances that is read, in bytes."""
LARGEST_RECORD = 40_000_000
"""The largest record that is read, in bytes: ten million rolls, one behind the other."""

_ROLLS = {str(roll): roll for roll in EVERY_ROLL}
_CHANCE = re.compile(r"[0-9]{1,40}(/0*[1-9][0-9]{0,39})?|[0-9]{0,40}\.[0-9]{1,40}")
_OF_A_SCRIPT = re.compile(r"\s*(dice\b|\{)")
_GIVEN = re.compile(r"(\S+?)\s*[\s,:=]\s*(\S+)")


def read_chances(file: str) -> tuple[Fraction, ...]:
    """Read the chance of each roll from a file, in the order of `EVERY_ROLL`.

    A plain text has a line for each roll, like `1-1 1/36` or `1-1 0.0278`; TOML has a key for each, alone or in a table
    named chances. Decimals are read as they stand.

    Raises:
        NotationError: The file cannot be read, a line of it cannot, a roll has two chances, or some have none.
    """
    text = read_text(file, "dice", max_bytes=LARGEST_CHANCES)
    chances: dict[Roll, Fraction] = {}
    for place, name, written in _toml(file, text) if file.endswith(".toml") else _lines(file, text):
        if name not in _ROLLS:
            message = f"{place}: {name[:20]!r} is not a roll; write two faces from 1 to 6, such as 5-1"
            raise NotationError(message)
        if _ROLLS[name] in chances:
            message = f"{place}: {name} already has a probability; write one for each roll"
            raise NotationError(message)
        if not _CHANCE.fullmatch(written):
            message = (
                f"{place}: {written[:25]!r} is not a probability; write a fraction or a decimal, such as 1/36 or 0.0278"
            )
            raise NotationError(message)
        chances[_ROLLS[name]] = Fraction(written)
    if missing := [str(roll) for roll in EVERY_ROLL if roll not in chances]:
        message = f"{file}: no probability is given for {', '.join(missing)}; write 0 for a roll that cannot occur"
        raise NotationError(message)
    return tuple(chances[roll] for roll in EVERY_ROLL)


def read_rolls(file: str) -> tuple[Roll, ...]:
    """Read rolls that fell from a file, in their order.

    They stand there one behind the other, between white space or commas; or it is a script, or a script's events as
    JSON, whose lines that begin with `dice` count.

    Raises:
        NotationError: The file cannot be read, or holds something else; the line is named.
    """
    lines = read_text(file, "dice", max_bytes=LARGEST_RECORD).splitlines()
    fell: list[Roll] = []
    is_script = any(_OF_A_SCRIPT.match(line) for line in lines)
    for number, line in enumerate(lines, start=1):
        try:
            thrown = _thrown(line) if is_script else re.split(r"[\s,]+", line.partition("#")[0])
            fell += (_ROLLS.get(written) or Roll.parse(written) for written in thrown if written)
        except NotationError as error:
            message = f"{file}: line {number}: {error.message}"
            raise NotationError(message) from None
    if not fell:
        message = f"{file}: the file has no rolls; write rolls such as 5-1 3-3 6-4"
        raise NotationError(message)
    return tuple(fell)


def _thrown(line: str) -> Iterator[str]:
    """Yield the roll of a line of a script, if it has one.

    Raises:
        NotationError: It is no line of a script, or takes back what was recorded.
    """
    if line.lstrip().startswith("{"):
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            event = {}
        line = event.get("line") if isinstance(event, dict) else None  # type: ignore[assignment]  # Asked next.
        if not isinstance(line, str):
            message = "the line is not an event of a script in JSON"
            raise NotationError(message)
    words = line.partition("#")[0].split()
    if words[:1] == ["correct"]:
        message = "a record with corrections cannot be used; remove the corrections and the events that they undo"
        raise NotationError(message)
    if words[:1] == ["dice"]:
        yield "".join(words[1:2]).removesuffix(":") or "nothing"


def _lines(file: str, text: str) -> Iterator[tuple[str, str, str]]:
    """Yield what a plain text gives: the place, the roll, and its chance."""
    for number, line in enumerate(text.splitlines(), start=1):
        given = line.partition("#")[0].strip()
        form = _GIVEN.fullmatch(given)
        if given and form is None:
            message = (
                f"{file}: line {number}: {given[:25]!r} does not give a probability; "
                "write a roll and its probability, such as 1-1 1/36"
            )
            raise NotationError(message)
        if form is not None:
            yield f"{file}: line {number}", form[1], form[2]


def _toml(file: str, text: str) -> Iterator[tuple[str, str, str]]:
    """Yield what a TOML file gives: the place, the roll, and its chance; decimals stay as they were written."""
    try:
        data = tomllib.loads(text, parse_float=_Written)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = f"{file}: the file is not valid TOML ({error})"
        raise NotationError(message) from None
    given = data.get("chances", data)
    for roll, chance in given.items() if isinstance(given, dict) else ():
        yield file, roll, str(chance)


class _Written(str):
    """A decimal as it was written."""

    __slots__ = ()
