"""Every error that passline raises on purpose.

CrapsError
├── LawError                  the law, as held here, does not say what was asked of it
│   ├── UnknownParagraph      a citation that leads nowhere
│   ├── NotInForce            a section on a day outside its dates
│   └── NeverDecided          a wager that no roll can decide
├── SubmissionError           a Rules Submission with faults, all of them
├── Refused                   the table turns an act down, and play goes on
│   ├── NotOffered            a wager, or a service, that this house does not have
│   ├── NotAtTheTable         a player, or a bet, that is not there
│   ├── WrongMoment           a Pass Bet after the come out roll
│   ├── WrongUnits            a Horn Bet that is no multiple of four
│   ├── UnderMinimum          less than the table takes
│   ├── OverMaximum           more than the table takes
│   ├── MustStay              a bet that may not be taken down, or changed, any more
│   └── ShortOfChips          more than the rail holds
├── JournalError              a record that cannot have happened at this table
│   └── FalseClaim            what a script says of a line is not what happened
├── StrategyError             a strategy that asks for an act that is refused, or never stops
│   └── NoMachine             a strategy whose states have no end
└── NotationError             words that cannot be read (also a ValueError)
    └── UnknownWager          a wager by a name that nobody has
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence


class CrapsError(Exception):
    """Anything that passline says no to.

    Attributes:
        line, column: The place in a script, counted from one; None when it stands alone.
    """

    line: int | None = None
    column: int | None = None

    def at(self, *, line: int) -> Self:
        """Return the same error, with its line."""
        self.line = line
        return self

    def __str__(self) -> str:
        """Print the place, where there is one, in front of the message."""
        column = f"column {self.column}" if self.column is not None else ""
        places = [f"line {self.line}" if self.line is not None else "", column]
        place = ", ".join(filter(None, places))
        return f"{place}: {self.message}" if place else self.message

    @property
    def message(self) -> str:
        """What is wrong, in one line, without the place."""
        return str(self.args[0]) if self.args else ""


class LawError(CrapsError):
    """The law, as held here, does not say what was asked of it."""


class UnknownParagraph(LawError):
    """A citation that leads to no paragraph held."""


class NotInForce(LawError):
    """The day of a request is outside the dates of a section."""


class NeverDecided(LawError):
    """A wager that may stay on the table for ever, so that nothing can be counted of it."""


class SubmissionError(CrapsError):
    """A Rules Submission that cannot stand.

    Attributes:
        faults: Every fault found, in the order of the file.
    """

    def __init__(self, message: str, faults: Sequence[object] = ()) -> None:
        """Keep all the *faults* beside the one-line message."""
        super().__init__(message)
        self.faults = tuple(faults)


class Refused(CrapsError):
    """The table turned an act down; nothing has changed.

    Attributes:
        asked: The act.
        why: The rule that it breaks.
        instead: An act that would be accepted.
        under: The paragraph that contains the rule.
    """

    def __init__(self, asked: str, why: str, instead: str, under: str) -> None:
        """Say the four parts in one line."""
        super().__init__(asked, why, instead, under)
        self.asked, self.why, self.instead, self.under = asked, why, instead, under

    @property
    def message(self) -> str:
        """The four parts in one line."""
        return f"{self.asked} refused: {self.why}; {self.instead} ({self.under})"


class NotOffered(Refused):
    """This house does not have it."""


class NotAtTheTable(Refused):
    """No such player has bought in, or no such bet is on the layout."""


class WrongMoment(Refused):
    """Right act, wrong roll."""


class WrongUnits(Refused):
    """An amount that cannot be placed, divided or paid in whole chips."""


class UnderMinimum(Refused):
    """Less than the table takes."""


class OverMaximum(Refused):
    """More than the table takes."""


class MustStay(Refused):
    """A bet that may not be taken down, or changed, any more."""


class ShortOfChips(Refused):
    """The rail does not hold that much."""


class JournalError(CrapsError):
    """A record that cannot have happened at this table."""


class FalseClaim(JournalError):
    """A script says one thing of a line, and the table another."""


class StrategyError(CrapsError):
    """A strategy that asks for an act that is refused, or never stops asking."""


class NoMachine(StrategyError):
    """A strategy whose states have no end, so that it is played on the table itself."""


class NotationError(CrapsError, ValueError):
    """Words that cannot be read."""

    def __init__(self, message: str, *, column: int | None = None) -> None:
        """Say what cannot be read, in which column, and what would be."""
        super().__init__(message)
        self.column = column


class UnknownWager(NotationError):
    """No wager has that name, in any game held.

    Attributes:
        words: The name.
    """

    def __init__(self, message: str, words: str) -> None:
        """Keep the words that name no wager."""
        super().__init__(message)
        self.args = (message, words)
        self.words = words
