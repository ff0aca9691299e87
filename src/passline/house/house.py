"""A house: the law in force on a date together with a Rules Submission."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from passline.errors import NotationError, NotOffered, SubmissionError, UnknownWager
from passline.house.submission import LARGEST_FILE, SubmissionCheck, check_submission_text
from passline.law.names import WagerNames, wager_names
from passline.law.sections import read_law
from passline.law.wagers import Part, Vigorish
from passline.words.frozen_dict import FrozenDict
from passline.words.text_file import read_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from passline.house.submission import Submission, VigorishChoices
    from passline.law.games import Game
    from passline.law.sections import Law, Subject
    from passline.law.wagers import Wager
    from passline.words.cite import Cite
    from passline.words.money import Cents

EXAMPLES = ("craps", "mini-craps", "crapless", "every-option")
"""The submissions that come with passline."""


@dataclass(frozen=True)
class House:
    """A game as one house offers it on one date.

    Two houses are equal if their submissions, their dates and the data of their laws are equal.

    Attributes:
        source: The name of the example, or the path of the submission.
        date: The date on which it is open.
        law_digest: SHA-256 of the data of the law.
        wagers: Every wager that the house offers, by canonical name, with the choices of the house.
    """

    submission: Submission
    date: dt.date
    law_digest: str = field(repr=False)
    source: str = field(compare=False)
    game: Game = field(compare=False, repr=False)
    wagers: Mapping[str, Wager] = field(compare=False, repr=False)
    names: WagerNames = field(compare=False, repr=False)

    def __hash__(self) -> int:
        """Hash by the name of the house and the date."""
        return hash((self.submission.house.name, self.date))

    @property
    def name(self) -> str:
        """The name of the certificate holder."""
        return self.submission.house.name

    @property
    def line(self) -> Wager:
        """The wager that the puck follows."""
        return self.wagers[self.game.line]

    @cached_property
    def chip(self) -> Cents:
        """The smallest chip, in cents."""
        return self.submission.table.smallest_chip

    @cached_property
    def choices(self) -> Mapping[str, str]:
        """The option of this house for each choice that a reading leaves to it, by key."""
        first = {
            choice.key: choice.options[0] for _, reading in self.game.readings.values() for choice in reading.choices
        }
        return first | dict(self.submission.readings)

    def under(self, subject: Subject) -> Cite:
        """Return the paragraph of the reading on a subject."""
        return self.game.reading_on(subject)[0]

    def find(self, words: str) -> Wager:
        """Return the wager with the name *words*: a name of the law or of the trade.

        Raises:
            NotOffered: The house does not offer the wager, or the law does not authorize it.
            UnknownWager: No wager has this name; the message suggests the most similar names.
        """
        if not isinstance(words, str):
            return self.find_spot(words)[0]
        canonical = self.names.canonical(words) or ""
        if canonical in self.wagers:
            return self.wagers[canonical]
        if canonical in self.game.wagers:
            wager = self.game.wagers[canonical]
            rule = f"this house's submission does not offer {wager.optional}"
            raise NotOffered(canonical, rule, "another wager would do", wager.cite)
        asked = canonical or " ".join(words.split())[:60]
        if canonical:
            raise NotOffered(
                asked, f"it is not a wager of {self.game.name}", self._instead(asked), self.game.wagers_under
            )
        why = self.names.alternative(words)
        if why:
            rule = f"it is not a wager of {self.game.name}"
            raise NotOffered(repr(asked), rule, why, self.game.wagers_under)
        near = [name for name in self.names.nearest(words) if name in self.wagers]
        message = f"{asked!r} is not the name of a wager; {self._hint(near)}"
        raise UnknownWager(message, words)

    def find_spot(self, words: str) -> tuple[Wager, int | None]:
        """Return the wager of a spot on the layout, and the number that its bet has moved to, or None.

        Raises:
            NotOffered, UnknownWager: As `find` does.

        >>> house = open_house("craps")
        >>> wager, number = house.find_spot("odds on Come Bet on 4")
        >>> wager.name, number
        ('odds on Come Bet', 4)
        """
        if not isinstance(words, str):
            message = f"{str(words)[:40]!r} is not the name of a wager; use a text"
            raise UnknownWager(message, str(words)[:40])
        if words in self.wagers:
            return self.wagers[words], None
        moved = re.fullmatch(r"(.+?) on (?:the )?(\d{1,2})", " ".join(words.split()))
        if moved and self.names.canonical(words) is None:
            canonical = self.names.canonical(moved[1]) or ""
            if canonical in self.wagers and self.wagers[canonical].moves_to_box:
                return self.wagers[canonical], int(moved[2])
        return self.find(words), None

    def _instead(self, asked: str) -> str:
        near = [name for name in self.names.nearest(asked) if name in self.wagers and not self.wagers[name].supports]
        return f"{near[0]} would do" if near else "another wager would do"

    @staticmethod
    def _hint(near: list[str]) -> str:
        return f"is {' or '.join(near)} meant?" if near else "use a name from the payout tables, or a common nickname"


def open_house(house: str | Path, *, date: dt.date | None = None, law: Law | None = None) -> House:
    """Open a house on a date.

    Args:
        house: The name of an example ("craps", "mini-craps", "crapless", "every-option"), or the path
            of a Rules Submission.
        date: The date; the default is today.
        law: The law, as `read_law(folder)` returns it; the default is the law that comes with passline.

    Raises:
        SubmissionError: The file cannot be read, or has faults; `faults` has all of them.
    """
    day = today() if date is None else date
    if type(day) is not dt.date:
        message = f"{str(day)[:40]!r} is not a date; use a date, such as date(2026, 1, 31)"
        raise NotationError(message)
    return _open_text(_read(house), str(house), day, law or read_law())


@lru_cache(maxsize=64)
def _open_text(text: str, source: str, date: dt.date, law: Law) -> House:
    """Return one object for equal arguments, so that comparing its wagers takes little time."""
    checked = check_submission_text(text, law, date=date)
    if checked.submission is None or checked.game is None:
        count = len(checked.faults)
        faults = "; ".join(str(fault) for fault in checked.faults)
        message = f"{source}: {count} fault{'s' if count > 1 else ''} in the submission: {faults}"
        raise SubmissionError(message, checked.faults)
    offered = FrozenDict(
        (name, _offered(wager, checked.submission, checked.game))
        for name, wager in checked.game.wagers.items()
        if wager.optional is None or wager.optional in checked.submission.house.offers
    )
    return House(checked.submission, date, law.digest, source, checked.game, offered, wager_names(law))


def check_submission(house: str | Path, *, date: dt.date, law: Law | None = None) -> SubmissionCheck:
    """Check a submission and return all its faults and warnings.

    Args:
        house: The name of an example, or the path of a Rules Submission.
        date: The date on which the house would be open.
        law: As in `open_house`.

    Raises:
        SubmissionError: The file does not exist, or is not a text.
    """
    return check_submission_text(_read(house), law or read_law(), date=date)


def today() -> dt.date:
    """Return the date on which a house is opened by default."""
    return dt.date.today()  # noqa: DTZ011  A house uses its local calendar.


def _read(house: str | Path) -> str:
    if str(house).casefold() in EXAMPLES:
        return (files(__package__) / "examples" / f"{str(house).casefold()}.toml").read_text(encoding="utf-8")
    examples = ", ".join(EXAMPLES)
    try:
        text = read_text(house, "submission", max_bytes=LARGEST_FILE, instead=f"use a path, or one of {examples}")
    except NotationError as error:
        raise SubmissionError(error.message) from None
    if not text.strip():
        message = f"{house}: the file is empty; write the headings of the examples ({examples})"
        raise SubmissionError(message)
    return text


def _offered(wager: Wager, submission: Submission, game: Game) -> Wager:
    """Return a wager and its parts with the choices of the house."""
    table = submission.table
    unit = 1 if table.payouts == "exact" else table.smallest_chip
    pay_table = submission.pay_tables.get(wager.family)
    payouts_by_count = game.pay_tables[wager.family][1][pay_table] if pay_table else wager.payouts_by_count
    come_out_option = submission.readings.get(wager.come_out_choice or "")
    return replace(
        wager,
        chip=table.smallest_chip,
        unit=unit,
        pays_whole=table.payouts != "down",
        payouts_by_count=payouts_by_count,
        vigorish=_vigorish(wager, submission.vigorish.get(wager.family), game, unit),
        cap=_cap(wager, submission) if wager.supports else {},
        off_on_come_out=come_out_option != "on" if come_out_option else wager.off_on_come_out,
        parts=tuple(Part(share, _offered(part, submission, game), under) for share, part, under in wager.parts),
    )


def _vigorish(wager: Wager, part: VigorishChoices | None, game: Game, unit: Cents) -> Vigorish | None:
    if part is None or not part.vigorish or part.rounding is None:
        return None
    rule = game.vigorish[wager.family]
    if wager.number in part.when_made:
        return Vigorish(part.vigorish, rule.when_made_base, "when made", part.rounding, unit, rule.when_made)
    if wager.number in part.on_a_win and part.base:
        return Vigorish(part.vigorish, part.base, "on a win", part.rounding, unit, rule.on_a_win)
    return None


def _cap(wager: Wager, submission: Submission) -> Mapping[int, Fraction]:
    caps = submission.supplemental.lay if wager.is_laid else submission.supplemental.take
    assert caps is not None, "a submission without a cap was accepted"
    numbers = [number for number in wager.verdicts if number is not None]
    return caps if isinstance(caps, dict) else dict.fromkeys(numbers, caps)
