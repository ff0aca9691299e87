"""The script: an evening at the table, played line by line in the notation of play.

One act a line. What stands after the colon is a claim: it is checked when given, and printed when
not. What prints can be read back to the same events.

    house crapless
    alice buys in for $300
    alice bets $10 on Pass Bet
    dice 6-6: the point is 12
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from passline.errors import CrapsError, FalseClaim, NotationError, Refused, UnknownWager
from passline.house.house import House, open_house
from passline.table.facts import Fact, facts, format_event, format_facts
from passline.table.notation import Line, Opening, Refusal, Undo, parse_line
from passline.table.table import Table, after, correction, decide, open_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from passline.table.events import Event


class Played(NamedTuple):
    """An evening so far: the table, and the journal of events that it is the sum of."""

    table: Table
    journal: tuple[Event, ...]


class ScriptRunner:
    """A table that is played line by line, with its journal.

    Attributes:
        table: As it stands; None until a house is open.
        journal: Every event so far.
    """

    def __init__(self, house: House | None = None) -> None:
        """Begin at an empty table of *house*, or wait for a line that opens one."""
        self.table = open_table(house) if house else None
        self.journal: list[Event] = []

    @property
    def played(self) -> Played:
        """The evening so far.

        Raises:
            NotationError: No house has been opened.
        """
        return Played(self._open(), tuple(self.journal))

    def play_line(self, text: str) -> tuple[Event, ...]:
        """Play one line, and return what happened; if it is refused or its claim is false, nothing did.

        Raises:
            NotationError: The line cannot be read, or no house is open.
            Refused: The table turns the act down.
            FalseClaim: What stands after the colon is not what happened.
            SubmissionError: The house named cannot be opened.
        """
        read = parse_line(text)
        if read is None:
            return ()
        if isinstance(read.act, Opening):
            self._open_house(read.act)
            return ()
        table = self._open()
        try:
            act = (
                correction(table.house, self.journal, count=read.act.count) if isinstance(read.act, Undo) else read.act
            )
            events = decide(table, act)
        except Refused as refused:
            _check_refusal(read, refused)
            return ()
        except UnknownWager as unknown:
            unknown.column = text.find(unknown.words) + 1
            raise
        _check(read, table.house, events)
        for event in events:
            table = after(table, event)
        self.table = table
        self.journal += events
        return events

    def _open(self) -> Table:
        if self.table is None:
            message = "no house is open; begin with a line like: house crapless"
            raise NotationError(message)
        return self.table

    def _open_house(self, opening: Opening) -> None:
        if self.table is not None and self.journal:
            message = f"the table of {self.table.house.source} is in play; a house is opened before the first act"
            raise NotationError(message)
        self.table = open_table(open_house(opening.house, on=opening.on))


def play(text: str, *, house: House | None = None) -> Played:
    """Play a whole script.

    Args:
        text: Lines of the notation.
        house: The house, where the script does not open one.

    Raises:
        CrapsError: The first line that cannot be played, with its number in `line`.

    >>> table, journal = play('''
    ...     house crapless on 2026-01-01
    ...     alice buys in for $300
    ...     alice bets $10 on Pass Bet
    ...     dice 6-6: the point is 12
    ... ''')
    >>> table.layout.point, len(journal)
    (12, 3)
    """
    evening = ScriptRunner(house)
    for number, words in enumerate(split_lines(text), start=1):
        try:
            evening.play_line(words)
        except CrapsError as error:
            raise error.at(line=number) from None
    return evening.played


def split_lines(text: str) -> list[str]:
    """Return the lines of a script: they end where lines end, and at no other character."""
    return re.split(r"\r\n|\n|\r", text)


def format_opening(house: House) -> str:
    """Return the line that opens a house as this one was opened."""
    source = f'"{house.source}"' if re.search(r"[\s#:]", house.source) else house.source
    return f"house {source} on {house.on.isoformat()}"


def write(played: Played) -> str:
    """Print an evening as a script that can be read back to the same journal, with all that happened as claims."""
    return "\n".join([format_opening(played.table.house), *(format_event(event) for event in played.journal)]) + "\n"


# Claims, held against what happened.

_MONEY = {"wins", "loses", "gets_back", "pays_vigorish", "gets_vigorish"}


def _check_refusal(line: Line, refused: Refused) -> None:
    """Let a refusal pass that the line claims; raise any other."""
    match line.claims:
        case (Refusal(under=under),):
            if under not in (None, refused.under):
                message = f"claimed to be refused under {under}, but: {refused}"
                raise FalseClaim(message)
        case _:
            raise refused


def _check(line: Line, house: House, events: Iterable[Event]) -> None:
    """Hold every claim of a line against its facts; of the money, none may be left unsaid.

    Raises:
        FalseClaim: With what is claimed and what happened.
    """
    happened = [fact for event in events for fact in facts(event)]
    unsaid = list(happened)
    for claim in line.claims:
        if isinstance(claim, Refusal):
            message = f"claimed to be refused, but the table takes it; what happens: {format_facts(happened)}"
            raise FalseClaim(message)
        if claim.kind == "nothing":
            if happened:
                raise _false("nothing happens", happened)
        elif not _matches(house, claim, unsaid):
            raise _false(format_facts([claim]), happened)
    if line.claims and any(fact.kind in _MONEY for fact in unsaid):
        raise _false("no more than that", happened)


def _matches(house: House, claim: Fact, unsaid: list[Fact]) -> bool:
    """Say whether a claim is one of the facts not said yet, or the sum of several; they are said now."""
    if claim.kind in {"wins", "loses", "gets_back"} and not claim.spot:
        meant = [fact for fact in unsaid if (fact.kind, fact.player) == (claim.kind, claim.player)]
        if not meant or sum(fact.cents for fact in meant) != claim.cents:
            return False
        unsaid[:] = [fact for fact in unsaid if fact not in meant]
        return True
    known = claim._replace(spot=_canonical(house, claim.spot)) if claim.spot else claim
    if known not in unsaid:
        return False
    unsaid.remove(known)
    return True


def _canonical(house: House, spot: str) -> str:
    wager, number = house.find_spot(spot)
    return f"{wager.name} on {number}" if number is not None else wager.name


def _false(claim: str, happened: list[Fact]) -> FalseClaim:
    return FalseClaim(f"claimed: {claim}; what happened: {format_facts(happened)}")
