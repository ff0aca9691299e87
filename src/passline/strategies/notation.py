"""The strategy notation: parse a text into a plan, and find strategies by name or path.

`parser.py` parses each line; this module builds the blocks from the indentation. Nothing in a text is evaluated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, cast

from passline.errors import NotationError
from passline.strategies.conditions import Dollars, ProgressionStake, Situation, Size
from passline.strategies.orders import Order, needs_event
from passline.strategies.parser import MAX_DEPTH, Declaration, Heading, Reference, parse_line, spot_called_it
from passline.strategies.plan import Block, Plan, Rule
from passline.words.money import LARGEST_AMOUNT, dollars
from passline.words.text_file import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from passline.words.money import Cents

MAX_TEXT_LENGTH = 100_000
"""The longest text that is accepted, in characters."""
MAX_LINE_LENGTH = 2_000
"""The longest line that is accepted, in characters."""
MAX_RULES = 500
"""The largest number of headings, orders and declarations in a text."""
TAB_WIDTH = 4
"""The number of columns of a tab at the beginning of a line."""
SUFFIX = ".strategy"


def parse_strategy(text: str) -> Plan:
    r"""Parse the text of a strategy.

    Raises:
        NotationError: The text cannot be parsed. The message has the line, the column and a suggestion.

    >>> plan = parse_strategy("strategy flat\non the come out:\n    bet $10 on Pass Bet\n")
    >>> plan.name, plan.wagers
    ('flat', ('Pass Bet',))
    """
    if len(text) > MAX_TEXT_LENGTH:
        message = f"the text has {len(text):,} characters; a strategy may have at most {MAX_TEXT_LENGTH:,}"
        raise NotationError(message)
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    builder = _Builder()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            builder.add(line, number)
        except NotationError as error:
            if error.line is None:
                error.line = number
            if error.column is None:
                error.column = len(line) - len(line.lstrip()) + 1
            raise
    return builder.plan()


@cache
def shipped_strategies() -> tuple[str, ...]:
    """Return the names of the strategies that come with passline, in alphabetical order."""
    folder = files(__package__) / "library"
    return tuple(sorted(file.name.removesuffix(SUFFIX) for file in folder.iterdir() if file.name.endswith(SUFFIX)))


def find_strategy(words: str | Path) -> Plan:
    """Return the strategy that *words* give: the name of a shipped one, the path of a file, or a text of several lines.

    Raises:
        NotationError: There is no such name or file, or the text cannot be parsed.

    >>> find_strategy("pass flat").name
    'pass_flat'
    """
    text = str(words)
    if "\n" in text or "\r" in text:
        return parse_strategy(text)
    stem = "_".join(re.split(r"[\s_-]+", text.strip().casefold()))
    if stem in shipped_strategies():
        return _shipped(stem)
    return _from_file(text)


@cache
def _shipped(name: str) -> Plan:
    return parse_strategy((files(__package__) / "library" / f"{name}{SUFFIX}").read_text(encoding="utf-8"))


def _from_file(path: str) -> Plan:
    near = get_close_matches(path.casefold(), shipped_strategies(), n=1)
    hint = f"did you mean {near[0]}?" if near else "passline strategy list prints the names of the shipped strategies"
    return parse_strategy(read_text(path, "strategy", max_bytes=4 * MAX_TEXT_LENGTH, instead=hint))


# Blocks from lines.


@dataclass
class _OpenBlock:
    """A heading whose block is still open.

    Attributes:
        heading: The heading; None for the whole text.
        line: Its line.
        begins: The column where it begins, for messages.
        column: Its indentation.
        inner: The indentation of its rules, once the first is read.
        rules: The rules that are parsed already.
    """

    heading: Heading | None
    line: int
    begins: int
    column: int
    inner: int | None = None
    rules: list[Block | Rule] = field(default_factory=list)


class _Builder:
    """Builds a plan from the lines of a text."""

    def __init__(self) -> None:
        self.description: list[str] = []
        self.declared: dict[tuple[str, str], Declaration] = {}
        self.references: list[Reference] = []
        self.open: list[_OpenBlock] = [_OpenBlock(None, 0, 0, -1, 0)]
        self.count = 0

    def add(self, text: str, number: int) -> None:
        """Parse a line, and add it to the block that its indentation selects."""
        if len(text) > MAX_LINE_LENGTH:
            message = f"the line has {len(text):,} characters; at most {MAX_LINE_LENGTH:,} are allowed"
            raise NotationError(message)
        bare = text.partition("#")[0].rstrip()
        if not bare.strip():
            if not self.declared and "#" in text:
                self.description.append(text.strip().removeprefix("#").strip())
            return
        column = len(bare.expandtabs(TAB_WIDTH)) - len(bare.expandtabs(TAB_WIDTH).lstrip())
        self._close(column, number)
        line = parse_line(bare, number, it=self._spot_of_event(), references=self.references)
        self.count += len(line.orders) + (line.heading is not None) + (line.declared is not None)
        if self.count > MAX_RULES:
            message = f"the text has more than {MAX_RULES} headings, orders and declarations; write a shorter strategy"
            raise NotationError(message)
        if line.declared:
            self._declare(line.declared, column)
            return
        if not self.declared:
            message = "the name of the strategy is missing; begin with 'strategy' and a name"
            raise NotationError(message, column=1)
        for order in line.orders:
            self._check_order(order, line.heading)
        if line.heading:
            self._check_heading(line.heading)
        rules = tuple(order if isinstance(order, Block) else Rule(order, number) for order in line.orders)
        if line.heading and not rules:
            self.open.append(_OpenBlock(line.heading, number, len(bare) - len(bare.lstrip()) + 1, column))
        elif line.heading:
            self.open[-1].rules.append(Block(line.heading.kind, line.heading.heading, rules, number))
        else:
            self.open[-1].rules += rules

    def plan(self) -> Plan:
        """Return the plan after all lines are added."""
        self._close(0, None)
        names_of = {what: [name for kind, name in self.declared if kind == what] for what, _ in self.declared}
        if "name" not in names_of:
            message = "the text has no strategy; begin with 'strategy' and a name"
            raise NotationError(message)
        unit = self.declared.get(("unit", "unit"))
        in_cents = cast("Dollars", unit.value[0]).cents if unit else None
        progressions = {
            name: tuple(_in_cents(size, in_cents, declared) for size in declared.value)
            for (what, name), declared in self.declared.items()
            if what == "progression"
        }
        plan = Plan(
            name=names_of["name"][0],
            description=_trim_blank_lines(self.description),
            unit=in_cents,
            progressions=tuple(progressions.items()),
            counters=tuple(names_of.get("counter", ())),
            rules=tuple(self.open[0].rules),
        )
        self._check_references(plan)
        if not plan.rules:
            message = f"{plan.name} has no orders; write a line like 'on the come out: bet $10 on Pass Bet'"
            raise NotationError(message)
        return plan

    def _spot_of_event(self) -> str | None:
        """Return the spot that "it" means, from the event above the line."""
        for opened in reversed(self.open):
            if opened.heading and opened.heading.kind == "when" and not isinstance(opened.heading.heading, str):
                return spot_called_it(opened.heading.heading)
        return None

    def _close(self, column: int, number: int | None) -> None:
        """Close the blocks that a line with this indentation does not belong to."""
        while column <= self.open[-1].column or (self.open[-1].inner is not None and column < self.open[-1].inner):
            done = self.open.pop()
            assert done.heading is not None, "the block of the whole text was closed"
            if not done.rules:
                message = "this heading has no lines; write its lines below it, further in"
                raise NotationError(message, column=done.begins).at(line=done.line)
            self.open[-1].rules.append(Block(done.heading.kind, done.heading.heading, tuple(done.rules), done.line))
        here = self.open[-1]
        if here.inner is None:
            here.inner = column
        if column != here.inner and number is not None:
            message = f"this line begins after {column} spaces and belongs to no heading; begin it after {here.inner}"
            raise NotationError(message).at(line=number)

    def _declare(self, declared: Declaration, column: int) -> None:
        if column or len(self.open) > 1:
            message = (
                "a declaration applies to the whole strategy; write it under no heading, at the beginning of a line"
            )
            raise NotationError(message)
        if declared.what != "name" and not self.declared:
            message = "the name of the strategy is missing; begin with 'strategy' and a name"
            raise NotationError(message, column=1)
        if any(what == declared.what and (what == "name" or name == declared.name) for what, name in self.declared):
            message = f"the {declared.what} is declared twice; write it once"
            raise NotationError(message)
        self.declared[declared.what, declared.name] = declared

    def _check_heading(self, heading: Heading) -> None:
        above = [opened.heading for opened in self.open if opened.heading]
        if len(above) >= MAX_DEPTH:
            message = f"the headings are nested more than {MAX_DEPTH} deep; write a stage instead"
            raise NotationError(message)
        if heading.kind == "stage" and above:
            message = "a stage cannot be under another heading; write it at the beginning of a line"
            raise NotationError(message)
        if heading.kind == "stage" and heading.heading in _stages(self.open[0].rules):
            message = f"the stage {heading.heading!r} has two headings; write one heading with all its lines"
            raise NotationError(message)
        if heading.kind == "when" and any(other.kind == "when" for other in above):
            message = "a 'when' cannot be under another 'when'; join their events with 'and'"
            raise NotationError(message)

    def _check_order(self, order: Order | Block, heading: Heading | None) -> None:
        above = [opened.heading for opened in self.open if opened.heading] + ([heading] if heading else [])
        is_after_an_event = any(other.kind == "when" for other in above)
        if isinstance(order, Block):
            if order.kind == "when" and is_after_an_event:
                message = "'stop when' with an event cannot be under a 'when'; write 'stop'"
                raise NotationError(message)
            return
        if needs_event(order) and not is_after_an_event:
            message = (
                f"'{order}' would be repeated before each roll; "
                "write it under a heading like 'when Pass Bet just won:', where it is done once"
            )
            raise NotationError(message)

    def _check_references(self, plan: Plan) -> None:
        known = {
            "counter": plan.counters,
            "progression": tuple(name for name, _ in plan.progressions),
            "stage": plan.stages,
            "unit": () if plan.unit is None else ("unit",),
        }
        for what, name, line, column in self.references:
            if name not in known[what]:
                near = get_close_matches(name, known[what], n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"declare one with a line like '{_DECLARED_BY[what]}'"
                message = f"there is no {what}{'' if name == what else f' {name!r}'}; {hint}"
                raise NotationError(message, column=column).at(line=line)


_DECLARED_BY = {
    "counter": "counter losses",
    "progression": "the stake goes $10, $20",
    "stage": "stage two:",
    "unit": "a unit is $10",
}


def _trim_blank_lines(description: list[str]) -> tuple[str, ...]:
    """Return the lines of a description, without empty ones around it."""
    text = "\n".join(description).strip("\n")
    return tuple(text.split("\n")) if text else ()


def _stages(rules: Iterable[Block | Rule]) -> list[str]:
    return [str(rule.heading) for rule in rules if isinstance(rule, Block) and rule.kind == "stage"]


def _in_cents(size: Size, unit: Cents | None, declared: Declaration) -> Cents:
    assert not isinstance(size, ProgressionStake), "a stake of a progression is another progression"
    in_cents = size.in_cents(Situation(unit or 0, {}, {}, None))
    if in_cents > LARGEST_AMOUNT:
        message = f"{size} of {dollars(unit or 0)} are too much; the largest amount is {dollars(LARGEST_AMOUNT)}"
        raise NotationError(message, column=1).at(line=declared.line)
    return in_cents
