"""Every error that passline raises on purpose.

CrapsError
├── LawError                  the law does not load, or has no answer to a question
│   ├── UnknownParagraph      a citation of a paragraph that the law here does not have
│   ├── NotInForce            a section on a date on which it is not in force
│   └── NeverDecided          a wager that no roll can decide
├── SubmissionError           a Rules Submission with faults
├── Refused                   an act that the table refuses; the table is unchanged
│   ├── NotOffered            a wager or a service that this house does not offer
│   ├── NotAtTheTable         a player or a bet that is not at the table
│   ├── WrongMoment           an act at the wrong time, such as a Pass Bet after the come out roll
│   ├── WrongUnits            an amount that cannot be divided, such as a Horn Bet of $6
│   ├── UnderMinimum          an amount below the minimum of the table
│   ├── OverMaximum           an amount above the maximum of the table
│   ├── MustStay              a bet that may no longer be taken down or changed
│   └── ShortOfChips          an amount larger than the chips on the rail
├── JournalError              a record that contradicts the rules of this table
│   └── FalseClaim            a claim in a script that differs from the result
├── StrategyError             a strategy whose act is refused, or that never stops acting
│   └── NoMachine             a strategy with too many states
└── NotationError             text that cannot be parsed (also a ValueError)
    └── UnknownWager          a name that no wager has
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence


class CrapsError(Exception):
    """The base class of all errors of passline.

    Attributes:
        line, column: The place in a script, counted from one, or None.
    """

    line: int | None = None
    column: int | None = None

    def at(self, *, line: int) -> Self:
        """Set the line of the error, and return the error."""
        self.line = line
        return self

    def __str__(self) -> str:
        """Print the message, after its place if it has one."""
        column = f"column {self.column}" if self.column is not None else ""
        places = [f"line {self.line}" if self.line is not None else "", column]
        place = ", ".join(filter(None, places))
        return f"{place}: {self.message}" if place else self.message

    @property
    def message(self) -> str:
        """The message in one line, without the place."""
        return str(self.args[0]) if self.args else ""


class LawError(CrapsError):
    """The law does not load, or has no answer to a question."""


class UnknownParagraph(LawError):
    """A citation names a paragraph that the law here does not have."""


class NotInForce(LawError):
    """A section is not in force on the date."""


class NeverDecided(LawError):
    """No roll can decide the wager, so that it has no exact figures."""


class SubmissionError(CrapsError):
    """A Rules Submission has faults.

    Attributes:
        faults: All faults, in the order of the file.
    """

    def __init__(self, message: str, faults: Sequence[object] = ()) -> None:
        """Take the one-line message and all *faults*."""
        super().__init__(message)
        self.faults = tuple(faults)


class Refused(CrapsError):
    """The table refuses an act; the table is unchanged.

    Attributes:
        asked: The act.
        why: The rule that it breaks.
        instead: An act that would be accepted.
        under: The paragraph that contains the rule.
    """

    def __init__(self, asked: str, why: str, instead: str, under: str) -> None:
        """Take the four parts of the message."""
        super().__init__(asked, why, instead, under)
        self.asked, self.why, self.instead, self.under = asked, why, instead, under

    @property
    def message(self) -> str:
        """The four parts in one line. A citation that bears a mark explains it."""
        under = getattr(self.under, "explained", self.under)
        return f"{self.asked} refused: {self.why}; {self.instead} ({under})"


class NotOffered(Refused):
    """The house does not offer the wager or the service."""


class NotAtTheTable(Refused):
    """No such player has bought in, or no such bet is on the layout."""


class WrongMoment(Refused):
    """The act is not allowed at this time."""


class WrongUnits(Refused):
    """The amount cannot be placed, divided or paid in whole chips."""


class UnderMinimum(Refused):
    """The amount is below the minimum of the table."""


class OverMaximum(Refused):
    """The amount is above the maximum of the table."""


class MustStay(Refused):
    """The bet may no longer be taken down or changed."""


class ShortOfChips(Refused):
    """The player has too few chips on the rail."""


class JournalError(CrapsError):
    """A record contradicts the rules of this table."""


class FalseClaim(JournalError):
    """A claim in a script differs from the result at the table."""


class StrategyError(CrapsError):
    """A strategy asks for an act that is refused, or does not stop acting before a roll."""


class NoMachine(StrategyError):
    """A strategy has too many states for a machine; it can be played on the table itself."""


class NotationError(CrapsError, ValueError):
    """A text cannot be parsed."""

    def __init__(self, message: str, *, column: int | None = None) -> None:
        """Take the message, and the column of the error if it is known."""
        super().__init__(message)
        self.column = column


class UnknownWager(NotationError):
    """No wager of any game has the name.

    Attributes:
        words: The name.
    """

    def __init__(self, message: str, words: str) -> None:
        """Take the message and the unknown name."""
        super().__init__(message)
        self.args = (message, words)
        self.words = words
