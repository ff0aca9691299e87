"""The script: acts at a table, one a line, in the notation of play.

The text after a colon is a claim about the effects of the act. It is checked if it is there, and printed if it is not.
A printed script can be played again, with the same events.

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
    """The result of a script: the table, and the journal of its events."""

    table: Table
    journal: tuple[Event, ...]


class ScriptRunner:
    """Play a script line by line at one table.

    Attributes:
        table: The table after the last line; None until a house is open.
        journal: Every event so far.
    """

    def __init__(self, house: House | None = None) -> None:
        """Open an empty table of *house*. Without one, the first line of the script must open a house."""
        self.table = open_table(house) if house else None
        self.journal: list[Event] = []

    @property
    def played(self) -> Played:
        """The table and the journal so far.

        Raises:
            NotationError: No house has been opened.
        """
        return Played(self._open(), tuple(self.journal))

    def play_line(self, text: str) -> tuple[Event, ...]:
        """Play one line and return its events. An error leaves the table unchanged.

        Raises:
            NotationError: The line cannot be parsed, or no house is open.
            Refused: The table refuses the act, and the line does not claim so.
            FalseClaim: The claim after the colon is not what happened.
            SubmissionError: The submission of the house has faults.
        """
        line = parse_line(text)
        if line is None:
            return ()
        if isinstance(line.act, Opening):
            self._open_house(line.act)
            return ()
        table = self._open()
        try:
            act = (
                correction(table.house, self.journal, count=line.act.count) if isinstance(line.act, Undo) else line.act
            )
            events = decide(table, act)
        except Refused as refused:
            _check_refusal(line, refused)
            return ()
        except UnknownWager as unknown:
            unknown.column = text.find(unknown.words) + 1
            raise
        _check_claims(line, table.house, events)
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
        self.table = open_table(open_house(opening.house, date=opening.on))


def play(text: str, *, house: House | None = None) -> Played:
    """Play a whole script.

    Args:
        text: The lines of the script.
        house: The house, if the script does not open one.

    Returns:
        The table at the end, and the journal of all events.

    Raises:
        CrapsError: The first error; its attribute `line` is the number of the line, counted from 1.

    >>> table, journal = play('''
    ...     house crapless on 2026-01-01
    ...     alice buys in for $300
    ...     alice bets $10 on Pass Bet
    ...     dice 6-6: the point is 12
    ... ''')
    >>> table.layout.point, len(journal)
    (12, 3)
    """
    runner = ScriptRunner(house)
    for number, words in enumerate(split_lines(text), start=1):
        try:
            runner.play_line(words)
        except CrapsError as error:
            raise error.at(line=number) from None
    return runner.played


def split_lines(text: str) -> list[str]:
    """Split a script into lines at the ends of lines only, unlike `str.splitlines`."""
    return re.split(r"\r\n|\n|\r", text)


def format_opening(house: House) -> str:
    """Format the line that opens this house on its date."""
    source = f'"{house.source}"' if re.search(r"[\s#:]", house.source) else house.source
    return f"house {source} on {house.date.isoformat()}"


def write(played: Played) -> str:
    """Write a script that plays to the same journal, with the effects of every act as claims."""
    return "\n".join([format_opening(played.table.house), *(format_event(event) for event in played.journal)]) + "\n"


# Claims.

_MONEY = {"wins", "loses", "gets_back", "pays_vigorish", "gets_vigorish"}


def _check_refusal(line: Line, refused: Refused) -> None:
    """Raise a refusal unless the line claims it."""
    match line.claims:
        case (Refusal(under=under),):
            if under not in (None, refused.under):
                message = f"claimed to be refused under {under}, but: {refused}"
                raise FalseClaim(message)
        case _:
            raise refused


def _check_claims(line: Line, house: House, events: Iterable[Event]) -> None:
    """Check every claim of a line. A line with claims must state every amount of money that moved.

    Raises:
        FalseClaim: A claim is wrong or an amount is missing; the message gives the claim and the effects.
    """
    effects = [fact for event in events for fact in facts(event)]
    unclaimed = list(effects)
    for claim in line.claims:
        if isinstance(claim, Refusal):
            message = f"claimed to be refused, but the table takes it; what happens: {format_facts(effects)}"
            raise FalseClaim(message)
        if claim.kind == "nothing":
            if effects:
                raise _false("nothing happens", effects)
        elif not _matches(house, claim, unclaimed):
            raise _false(format_facts([claim]), effects)
    if line.claims and any(fact.kind in _MONEY for fact in unclaimed):
        raise _false("no more than that", effects)


def _matches(house: House, claim: Fact, unclaimed: list[Fact]) -> bool:
    """Return whether a claim is an unclaimed fact or the sum of several; remove those facts from *unclaimed*."""
    if claim.kind in {"wins", "loses", "gets_back"} and not claim.spot:
        summed = [fact for fact in unclaimed if (fact.kind, fact.player) == (claim.kind, claim.player)]
        if not summed or sum(fact.cents for fact in summed) != claim.cents:
            return False
        unclaimed[:] = [fact for fact in unclaimed if fact not in summed]
        return True
    fact = claim._replace(spot=_canonical(house, claim.spot)) if claim.spot else claim
    if fact not in unclaimed:
        return False
    unclaimed.remove(fact)
    return True


def _canonical(house: House, spot: str) -> str:
    wager, number = house.find_spot(spot)
    return f"{wager.name} on {number}" if number is not None else wager.name


def _false(claim: str, effects: list[Fact]) -> FalseClaim:
    return FalseClaim(f"claimed: {claim}; what happened: {format_facts(effects)}")
