"""The sections of the law, read from a folder of TOML files with one file for each section.

An entry with an unknown key, a word outside the closed vocabulary or no authority is a fault. `read_law` checks all
files and reports all faults in one error.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date  # Pydantic reads the annotations.
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from passline.errors import LawError, NotationError, NotInForce, UnknownParagraph
from passline.law.wagers import Base, Until, WhenMade
from passline.words.cite import Authority, Cite, mark_citations
from passline.words.odds import Odds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from importlib.resources.abc import Traversable


def _odds(text: object) -> object:
    return Odds.parse(text) if isinstance(text, str) else text


def _share(text: object) -> object:
    if not isinstance(text, str):
        return text
    return Fraction(int(text[:-1]), 100) if text.endswith("%") else Fraction(text)


PaidAt = Annotated[Odds, BeforeValidator(_odds)]
Share = Annotated[Fraction, BeforeValidator(_share), Field(gt=0, le=1)]
Times = Annotated[Fraction, BeforeValidator(lambda text: Fraction(str(text).removesuffix(" times")))]
On = list[int | str] | Literal["anything else"]
Called = Literal["off unless called on"]
RuleKind = Literal["maximum", "submission", "making", "settling"]
Subject = Literal[
    "odds that are off",
    "odds go with their bet",
    "vigorish base",
    "vigorish rounding",
    "vigorish when taken down",
    "both vigorish procedures",
    "whole chips",
    "fresh board",
    "calling off",
    "shooter without a bet",
]
"""The subjects of readings. Other packages find a reading by its subject; its id is in the data only."""


class Row(BaseModel):
    """A row of a data file. An unknown key is an error, and a row is immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Heading(Row):
    """The heading of a section: its citation, title, authority and source, and its dates in force.

    The authority is "law" if the published text was available, and "custom" if the section is reconstructed.
    """

    cite: str
    title: str
    authority: Authority
    source: str
    effective: date | None = None
    expires: date | None = None


class Clause(Row):
    """The totals or rolls that make a bet win, lose, move or stand off.

    `before` has the totals that decide the bet the other way, as the law also states them.
    """

    on: On
    before: list[int | str] = []
    to: Literal["the point", "the numbered box"] | None = None
    cite: str


class StageRow(Row):
    """The clauses for a bet that has no number yet, or for a bet that has moved to one."""

    wins: Clause | None = None
    loses: Clause | None = None
    moves: Clause | None = None
    stands_off: Clause | None = None


class CollectsRow(Row):
    """The numbers that a wager collects, and whether each counts when thrown or when made as a point."""

    numbers: list[int]
    when: Literal["thrown", "made as a point"]


class WagerRow(Row):
    """One paragraph that authorizes a wager, or one wager on each of several numbers.

    `units_by` is the id of the reading that states its units, if the paragraph does not state them.
    """

    cite: str
    name: str
    also: list[str] = []
    each: str | None = None
    numbers: list[int] = []
    optional: str | None = None
    made: WhenMade
    lasts: Literal["one roll"] | None = None
    come_out: Called | None = None
    proposition: bool = False
    units: int = Field(default=1, ge=1)
    units_by: str | None = None
    collects: CollectsRow | None = None
    wins: Clause | None = None
    loses: Clause | None = None
    come_out_roll: StageRow | None = None
    with_a_number: StageRow | None = None

    @property
    def each_number(self) -> tuple[int | None, ...]:
        """The numbers of the wager, or (None,) for a wager without a number."""
        return tuple(self.numbers) or (None,)


class PayoutRow(Row):
    """A row of a payout table with its own wording, with certain rolls only, or with a reading."""

    row: str | None = None
    wager: str
    on: list[int | str] | None = None
    odds: PaidAt
    cite: str | None = None
    reading: str | None = None


class PayoutTable(Row):
    """A payout table, with the rows as published."""

    cite: str
    rows: list[tuple[str, PaidAt] | PayoutRow]


class PartRow(Row):
    """A share of a bet that is paid as another wager."""

    share: Share
    wager: str


class PaidAs(Row):
    """A wager that is paid as several other wagers."""

    cite: str
    wager: str
    parts: list[PartRow]


class PayTableRow(Row):
    """The payout odds for one count of numbers, by pay table."""

    row: str
    count: int
    odds: dict[str, PaidAt]


class PayTable(Row):
    """Pay tables; the Rules Submission selects one."""

    cite: str
    wager: str
    heading: str
    rows: list[PayTableRow]

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of the tables, in the order of the first row."""
        return tuple(self.rows[0].odds)


class MomentRow(Row):
    """A procedure for collecting the vigorish, and the base that it names."""

    cite: str
    base: Base | None = None


class VigorishRow(Row):
    """The vigorish that may be collected on a wager."""

    cite: str
    wager: str
    heading: str
    most: Share
    when_made: MomentRow
    on_a_win: MomentRow


class SupplementalPay(Row):
    """The payout odds of a supplemental wager, by number."""

    on: list[int]
    odds: PaidAt
    cite: str


class SupplementalRow(Row):
    """A supplemental wager in support of a bet.

    `flat` is the paragraph that pays the bet itself. `choice` is the key of the choice whether the wager works on a
    come out roll, if a house has this choice.
    """

    cite: str
    name: str
    supports: str
    is_laid: bool = False
    flat: str
    come_out: Called | None = None
    choice: str | None = None
    paid: list[SupplementalPay]


class LimitRow(Row):
    """The limits of a supplemental wager, in multiples, and the paragraph that allows an excess."""

    cite: str
    least: Times
    most: Times
    excess: str


class KeepingRow(Row):
    """Until when bets may be taken down or raised, and whether they may be called off."""

    cite: str
    wagers: list[str]
    comes_down: Until
    raised: Until
    called_off: Literal["where the house allows it"] | None = None


class AfterAWin(Row):
    """The wagers that stay up when they have won."""

    cite: str
    stays_up: list[str]


class Rule(Row):
    """A restated paragraph that decides something other than a wager; the table finds it by its `kind`."""

    cite: str
    says: str
    kind: RuleKind | None = None


class Choice(Row):
    """A choice that a reading leaves to the house; the first option is the default."""

    key: str
    options: list[str]


class Reading(Row):
    """An interpretation of ambiguous words, of a misprint, or of a silence of the law.

    Other packages find a reading by its `subject`. `about` names the wager families that it concerns. The reading also
    applies to its `twins`, paragraphs of other sections. `text` is the wording in question; it is absent if the law
    is silent.
    """

    id: str
    subject: Subject | None = None
    cite: str
    authority: Literal["reading", "custom"]
    source: str | None = None
    about: list[str] = []
    twins: list[str] = []
    text: str | None = None
    read: str
    why: str
    choices: list[Choice] = []


class GameRow(Row):
    """A game, with the numbers of the sections for its wagers, its payouts and its procedures."""

    cite: str
    key: str
    name: str
    line: str
    shooter_bets: list[str]
    wagers: str
    authorizes: str
    pays: list[str]
    follows: list[str]


class Section(Row):
    """One section of the law, with its entries by kind."""

    section: Heading
    game: list[GameRow] = []
    wager: list[WagerRow] = []
    payout_odds: list[PayoutTable] = []
    paid_as: list[PaidAs] = []
    pay_table: list[PayTable] = []
    vigorish: list[VigorishRow] = []
    supplemental: list[SupplementalRow] = []
    supplemental_limit: list[LimitRow] = []
    keeping: list[KeepingRow] = []
    after_a_win: list[AfterAWin] = []
    rule: list[Rule] = []
    reading: list[Reading] = []

    @cached_property
    def number(self) -> str:
        """The section's number, such as "623b.6"."""
        return Cite.parse(self.section.cite).section

    def cite_at(self, path: str) -> Cite:
        """Return the citation of a paragraph of this section."""
        return Cite.parse(path, section=self.number, authority=self.section.authority)


@dataclass(frozen=True)
class Entry:
    """One entry of the data, with its kind, its citation, its authority and all paragraphs that it names."""

    cite: Cite
    kind: str
    authority: Authority
    data: Mapping[str, Any]
    names: frozenset[Cite]


class Law:
    """All sections in one folder of data."""

    def __init__(self, raw: Mapping[str, Mapping[str, Any]], slang: Mapping[str, Mapping[str, Any]]) -> None:
        """Validate the data of each file. `read_law` reads the files.

        Raises:
            LawError: An entry is not valid; the message has every fault of every file.
        """
        sections: list[tuple[Section, Mapping[str, Any]]] = []
        faults: list[str] = []
        for file, data in raw.items():
            try:
                sections.append((Section.model_validate(data), data))
            except (ValidationError, NotationError) as error:
                faults += _faults(file, error)
        if faults:
            message = f"the law does not load: {'; '.join(faults)}"
            raise LawError(message)
        self.sections = {section.number: section for section, _ in sections}
        self.slang = slang
        self.digest = sha256(repr((raw, slang)).encode()).hexdigest()
        self._data = {section.number: data for section, data in sections}

    @cached_property
    def games(self) -> dict[str, tuple[Section, GameRow]]:
        """Each game with its section, by its key and by its name."""
        rows = [(section, row) for section in self.sections.values() for row in section.game]
        return {key: (section, row) for section, row in rows for key in (row.key, row.name)}

    @cached_property
    def vigorish_headings(self) -> dict[str, tuple[str, str]]:
        """The headings of a submission about the vigorish, each with its wager family and its optional wager."""
        return self._headings(row for section in self.sections.values() for row in section.vigorish)

    @cached_property
    def pay_table_headings(self) -> dict[str, tuple[str, str]]:
        """The headings of a submission about a pay table, each with its wager family and its optional wager."""
        return self._headings(row for section in self.sections.values() for row in section.pay_table)

    def _headings(self, rows: Iterable[VigorishRow | PayTable]) -> dict[str, tuple[str, str]]:
        wagers = [wager for section in self.sections.values() for wager in section.wager]
        optional = {wager.name: wager.optional or wager.name for wager in wagers}
        return {row.heading: (row.wager, optional[row.wager]) for row in rows}

    def cite(self, text: str) -> Cite:
        """Parse a citation, and give it the authority of its section.

        Raises:
            NotationError: The text is not a citation.
        """
        cite = Cite.parse(text)
        section = self.sections.get(cite.section)
        return cite if section is None else Cite(cite, section.section.authority)

    def mark(self, text: str) -> str:
        """Mark the citations of reconstructed paragraphs in a text."""
        return mark_citations(text, self._reconstructed)

    @cached_property
    def _reconstructed(self) -> frozenset[str]:
        return frozenset(number for number, section in self.sections.items() if section.section.authority == "custom")

    @cached_property
    def readings(self) -> dict[str, tuple[Cite, Reading]]:
        """Every reading with its citation, by id: misprints (D) first, then gaps (A). Citations in them are marked."""
        found = [
            (section.cite_at(reading.cite), self._with_marks(reading))
            for section in self.sections.values()
            for reading in section.reading
        ]
        found.sort(key=lambda item: (item[1].id[0] != "D", int(item[1].id[1:])))
        return {reading.id: (cite, reading) for cite, reading in found}

    def _with_marks(self, reading: Reading) -> Reading:
        source = reading.source and self.mark(reading.source)
        return reading.model_copy(
            update={"read": self.mark(reading.read), "why": self.mark(reading.why), "source": source}
        )

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry of every section, in the order of the data."""
        return tuple(
            Entry(
                cite=section.cite_at(data["cite"]),
                kind=kind,
                authority=data.get("authority", section.section.authority),
                data=data,
                names=frozenset(section.cite_at(path) for path in _cites(data)),
            )
            for number, section in self.sections.items()
            for kind, rows in self._data[number].items()
            if kind != "section"
            for data in rows
        )

    def entries_at(self, cite: Cite) -> list[Entry]:
        """Return the entries that name a paragraph, or a paragraph within it.

        Raises:
            UnknownParagraph: There is no such entry.
        """
        found = [entry for entry in self.entries if any(cite.contains(named) for named in entry.names)]
        if not found:
            sections = ", ".join(sorted(self.sections))
            advice = f"use § {cite.section}" if cite.section in self.sections else f"the sections are {sections}"
            message = f"the law here has no paragraph {cite}; {advice}"
            raise UnknownParagraph(message)
        return found


def check_in_force(section: Section, on: date) -> None:
    """Raise an error if a section is not in force on a date.

    Raises:
        NotInForce: The message has the date when the section takes effect, or when it expired.
    """
    head = section.section
    if head.effective and on < head.effective:
        message = f"§ {section.number} ({head.title}) is not in force on {on}: it takes effect on {head.effective}"
        raise NotInForce(message)
    if head.expires and on >= head.expires:
        message = f"§ {section.number} ({head.title}) is not in force on {on}: it expired on {head.expires}"
        raise NotInForce(message)


@cache
def read_law(folder: Path | None = None) -> Law:
    """Read all sections of a folder of data; the default is the jurisdiction that comes with passline.

    Raises:
        LawError: A file is not TOML or an entry is not valid; the message has all faults.
    """
    source: Traversable | Path = folder or next(inside for inside in files(__package__).iterdir() if _is_law(inside))
    raw: dict[str, Mapping[str, Any]] = {}
    for file in sorted(source.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            try:
                raw[file.name] = tomllib.loads(file.read_text(encoding="utf-8"))
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                message = f"the law does not load: {file.name}: {error}"
                raise LawError(message) from None
    slang = raw.pop("slang.toml", {"names": {}, "not_a_wager": {}})
    return Law(raw, slang)


def _is_law(place: Traversable) -> bool:
    return place.is_dir() and any(file.name.endswith(".toml") for file in place.iterdir())


def _cites(data: object) -> Iterator[str]:
    """Yield the paragraphs that the data of an entry name."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in {"cite", "flat", "excess"} and isinstance(value, str):
                yield value
            else:
                yield from _cites(value)
    elif isinstance(data, list):
        for value in data:
            yield from _cites(value)


def _faults(file: str, error: ValidationError | NotationError) -> Iterator[str]:
    if isinstance(error, NotationError):
        yield f"{file}: {error}"
        return
    for fault in error.errors():
        yield f"{file}: {'.'.join(str(step) for step in fault['loc'])}: {fault['msg']}"
