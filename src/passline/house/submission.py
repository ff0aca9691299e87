"""A Rules Submission: the choices that the law leaves to a certificate holder.

These choices have no defaults. If a submission does not state one, the fault names the paragraph. A choice that a
reading or a custom leaves to the house has a default, its first option; `passline law --readings` lists these choices.
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from passline.errors import LawError, NotInForce
from passline.law.games import Game, build_game, check_game_in_force
from passline.law.wagers import Base, Rounding
from passline.words.money import Cents, dollars, parse_dollars
from passline.words.probability import decimal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic_core import ErrorDetails

    from passline.law.sections import Law
    from passline.words.cite import Cite

Payouts = Literal["refuse", "exact", "down"]
LARGEST_FILE = 1_000_000
"""The largest submission that is read, in bytes; a typical one has a few thousand."""


_RATE = r"([0-9]{1,6}(?:\.[0-9]{1,6}|/[1-9][0-9]{0,5})?)"


def _percent(text: object) -> Fraction:
    """Read "5%"."""
    if isinstance(text, str) and (form := re.fullmatch(_RATE + "%", text)):
        return Fraction(form[1]) / 100
    message = "write a percentage, such as 5%"
    raise ValueError(message)


def _times(text: object) -> Fraction:
    """Read "10 times"."""
    if isinstance(text, str) and (form := re.fullmatch(_RATE + " times", text)):
        return Fraction(form[1])
    message = 'write a multiple, such as "10 times"'
    raise ValueError(message)


def _caps(stated: object) -> object:
    if not isinstance(stated, dict):
        return _times(stated)
    return {int(number) if str(number).isdecimal() else number: _times(times) for number, times in stated.items()}


def _amount(text: object) -> Cents:
    if not isinstance(text, str):
        message = 'write an amount, such as "$5"'
        raise ValueError(message)  # noqa: TRY004  Pydantic collects value errors.
    return parse_dollars(text)


def _name(text: object) -> object:
    if isinstance(text, str) and not (text.isprintable() and text == text.strip()):
        message = "write a name that can be printed on one line"
        raise ValueError(message)
    return text


Whole = Annotated[int, Field(strict=True)]
Dollars = Annotated[int, BeforeValidator(_amount)]
Percent = Annotated[Fraction, BeforeValidator(_percent), Field(ge=0)]
Caps = Annotated[Fraction | dict[int, Fraction], BeforeValidator(_caps)]


class Part(BaseModel):
    """A heading of the submission; an unknown key is a fault."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class HouseChoices(Part):
    """The certificate holder, the game, and the optional wagers that are offered."""

    name: Annotated[str, BeforeValidator(_name), Field(min_length=1, max_length=100)]
    game: str
    offers: list[str]


class TableChoices(Part):
    """The limits of the table, and how it pays amounts that are not whole chips.

    If `payouts` is "refuse", the table refuses a stake that it cannot pay in whole chips. "exact" pays cents. "down"
    rounds a payout down to whole chips and books the difference as breakage.
    """

    minimum: Dollars
    proposition_minimum: Dollars
    maximum: Dollars
    smallest_chip: Dollars
    payouts: Payouts
    seats: Whole = Field(ge=1, le=30)


class SupplementalChoices(Part):
    """The caps on odds: one multiple, or one for each point. For laid odds, they limit the amount that the odds win."""

    take: Caps
    lay: Caps | None = None


class VigorishChoices(Part):
    """The vigorish on Buy or Lay Bets, with the numbers on which it is collected when the bet is made or on a win."""

    vigorish: Percent
    when_made: list[Whole]
    on_a_win: list[Whole]
    base: Base | None = None
    rounding: Rounding | None = None


class PayTableChoices(Part):
    """The pay table of a wager."""

    pay_table: str


@dataclass(frozen=True)
class Submission:
    """A submission without faults.

    Attributes:
        vigorish: The choices for the vigorish, by wager family.
        pay_tables: The name of the pay table, by wager family.
        readings: The options that the submission states, by the key of the choice.
    """

    house: HouseChoices
    table: TableChoices
    supplemental: SupplementalChoices
    vigorish: Mapping[str, VigorishChoices]
    pay_tables: Mapping[str, str]
    readings: Mapping[str, str]


@dataclass(frozen=True)
class Finding:
    """A fault or a warning: its place in the file, the problem, an accepted answer, and the paragraph."""

    where: str
    problem: str
    accepted: str = ""
    under: Cite | None = None

    def __str__(self) -> str:
        """Print the finding in one line."""
        accepted = f"; {self.accepted}" if self.accepted else ""
        under = f" ({self.under.explained})" if self.under else ""
        return f"{self.where}: {self.problem}{accepted}{under}"


@dataclass(frozen=True)
class SubmissionCheck:
    """The result of a check: the submission, or None if it has a fault, and all faults and warnings."""

    submission: Submission | None
    game: Game | None
    faults: tuple[Finding, ...]
    warnings: tuple[Finding, ...]


def check_submission_text(text: str, law: Law, *, date: dt.date) -> SubmissionCheck:
    """Check the *text* of a submission against the law on a date, and return all faults and warnings."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # Broken TOML is a ValueError, as is a number of 5,000 digits.
        why = str(error).splitlines()[0]
        return SubmissionCheck(
            None, None, (Finding("the file", f"is not TOML: {why}", "write it like the examples"),), ()
        )
    return _Check(data, law, date).checked()


Form = TypeVar("Form", bound=Part)


class _Check:
    """One check of a submission; it collects faults and warnings."""

    def __init__(self, data: Mapping[str, Any], law: Law, date: dt.date) -> None:
        self.data = data
        self.law = law
        self.date = date
        self.faults: list[Finding] = []
        self.warnings: list[Finding] = []
        self.game: Game | None = None

    def checked(self) -> SubmissionCheck:
        self.game = self.find_game()
        known = [
            "house",
            "table",
            "supplemental_wagers",
            *self.law.vigorish_headings,
            *self.law.pay_table_headings,
            "readings",
        ]
        for key in [key for key in self.data if key not in known]:
            self.fault(key, "is not a heading of a submission", _nearest(key, known))
        house = self.part(HouseChoices, "house")
        table = self.part(TableChoices, "table")
        supplemental = self.part(
            SupplementalChoices, "supplemental_wagers", under=self.game.odds_limit.under if self.game else None
        )
        vigorish: dict[str, VigorishChoices] = {}
        pay_tables: dict[str, str] = {}
        readings: dict[str, str] = {}
        if self.game and house:
            self.check_offers(house, self.game)
            for key, (family, optional) in self.law.vigorish_headings.items():
                if self.is_required(key, optional, house, self.game):
                    vigorish |= self.vigorish_of(key, family, self.game)
            for key, (family, optional) in self.law.pay_table_headings.items():
                if self.is_required(key, optional, house, self.game):
                    pay_tables |= self.pay_table_of(key, family, self.game)
            readings = self.readings_of(self.game)
            if supplemental:
                self.check_caps(supplemental, self.game)
        if table and self.game:
            self.check_table(table, self.game)
        submission = None
        if house and table and supplemental and not self.faults:
            submission = Submission(house, table, supplemental, vigorish, pay_tables, readings)
        return SubmissionCheck(submission, self.game, tuple(self.faults), tuple(self.warnings))

    def fault(self, where: str, says: str, accepted: str, under: Cite | None = None) -> None:
        """Add a fault; the default paragraph is the paragraph about Rules Submissions."""
        self.faults.append(
            Finding(where, says, accepted, under or (self.game.rules["submission"] if self.game else None))
        )

    def warn(self, where: str, says: str, accepted: str, under: Cite) -> None:
        self.warnings.append(Finding(where, says, accepted, under))

    def part(self, form: type[Form], key: str, *, under: Cite | None = None) -> Form | None:
        """Return one heading, or None with a fault for each key that is missing, unknown or malformed."""
        data = self.data.get(key)
        if not isinstance(data, dict):
            self.fault(key, "is not stated", f"write a heading [{key}] with {', '.join(form.model_fields)}", under)
            return None
        try:
            return form.model_validate(data)
        except ValidationError as error:
            for fault in error.errors(include_url=False):
                where, says, accepted = _in_words(key, fault, list(form.model_fields))
                asked = key if fault["type"] == "missing" else where
                self.fault(where, says, accepted, under or self.under(asked))
            return None

    def under(self, where: str) -> Cite | None:
        """Return the paragraph for a heading or a key, or None if it has none or the game is unknown."""
        if self.game is None:
            return None
        key, _, stated = where.partition(".")
        if stated == "maximum":
            return self.game.rules["maximum"]
        if stated == "payouts":
            return self.game.reading_on("whole chips")[0]
        if key in self.law.vigorish_headings:
            rule = self.game.vigorish.get(self.law.vigorish_headings[key][0])
            return rule.under if rule else None
        if key in self.law.pay_table_headings:
            table = self.game.pay_tables.get(self.law.pay_table_headings[key][0])
            return table[0] if table else None
        return None

    def find_game(self) -> Game | None:
        """Return the game of the submission; a game that is not in force on the date is a fault."""
        stated = self.data.get("house")
        named = stated.get("game") if isinstance(stated, dict) else None
        if not isinstance(named, str):
            return None
        try:
            found = build_game(self.law, named)
        except LawError as error:
            self.fault("house.game", str(error), "")
            return None
        try:
            check_game_in_force(self.law, named, date=self.date)
        except NotInForce as error:
            self.fault("house.game", str(error), "open it on a date on which it is in force", found.cite)
        return found

    def check_offers(self, house: HouseChoices, game: Game) -> None:
        for offered in house.offers:
            if offered not in game.optional:
                self.fault(
                    "house.offers",
                    f"{offered[:40]!r} is not an optional wager of {game.name}",
                    f"choose from {_listed(game.optional)}",
                    game.wagers_under,
                )
        for offered in sorted({offered for offered in house.offers if house.offers.count(offered) > 1}):
            self.fault("house.offers", f"{offered!r} is listed more than once", "list it once")

    def is_required(self, key: str, optional: str, house: HouseChoices, game: Game) -> bool:
        """Return whether the submission must have a heading; an unexpected heading is a fault."""
        if key in self.data and optional not in game.optional:
            self.fault(key, f"{game.name} has no {optional}", "leave the heading out", game.wagers_under)
        elif key in self.data and optional not in house.offers:
            self.fault(key, f"house.offers does not list {optional}", f"offer {optional} or leave the heading out")
        return optional in game.optional and optional in house.offers

    def vigorish_of(self, key: str, family: str, game: Game) -> dict[str, VigorishChoices]:
        rule = game.vigorish[family]
        part = self.part(VigorishChoices, key, under=rule.under)
        if part is None:
            return {}
        if part.vigorish > rule.most:
            self.fault(
                f"{key}.vigorish",
                f"{_printed(part.vigorish)} is more than the law allows",
                f"use 0% to {_printed(rule.most)}",
                rule.under,
            )
        numbers = [wager.number for wager in game.wagers.values() if wager.family == family]
        for where, stated in (("when_made", part.when_made), ("on_a_win", part.on_a_win)):
            for number in sorted(set(stated) - set(numbers)):
                self.fault(
                    f"{key}.{where}", f"there is no {family} on {number}", f"choose from {_listed(numbers)}", rule.under
                )
        for number in sorted(set(part.when_made) & set(part.on_a_win)):
            self.fault(
                key,
                f"the vigorish on {number} is collected both when the bet is made and on a win",
                "list each number under one of the two",
                rule.under,
            )
        if part.on_a_win and part.base is None:
            self.fault(
                f"{key}.base",
                "is not stated",
                'state "amount wagered" or "amount won"',
                rule.on_a_win,
            )
        if (part.when_made or part.on_a_win) and part.rounding is None:
            self.fault(
                f"{key}.rounding", "is not stated", 'state "exact" or "down"; rounding up is not allowed', rule.under
            )
        if part.when_made and part.on_a_win:
            cite, reading = game.reading_on("both vigorish procedures")
            self.warn(key, "the house uses both procedures, on different numbers", reading.read, cite)
        cite, reading = game.reading_on("vigorish base")
        if part.on_a_win and part.base and part.base != rule.when_made_base:
            self.warn(f"{key}.base", f"{part.base} is not the base that {rule.when_made} names", reading.read, cite)
        if part.rounding == "down":
            cite, reading = game.reading_on("vigorish rounding")
            self.warn(f"{key}.rounding", "rounding down depends on a reading of the law", reading.read, cite)
        return {family: part}

    def pay_table_of(self, key: str, family: str, game: Game) -> dict[str, str]:
        under, tables = game.pay_tables[family]
        part = self.part(PayTableChoices, key, under=under)
        if part is None:
            return {}
        if part.pay_table not in tables:
            self.fault(
                f"{key}.pay_table",
                f"there is no pay table {part.pay_table[:20]!r}",
                f"use {' or '.join(tables)}",
                under,
            )
        return {family: part.pay_table}

    def readings_of(self, game: Game) -> dict[str, str]:
        stated = self.data.get("readings", {})
        if not isinstance(stated, dict):
            self.fault("readings", "is not a heading", "write a heading [readings] with keys and options")
            return {}
        choices = {
            choice.key: (cite, reading, choice)
            for cite, reading in game.readings.values()
            for choice in reading.choices
        }
        for key, option in stated.items():
            if key not in choices:
                self.fault(
                    f"readings.{key}",
                    "is not a choice that a reading leaves to the house",
                    _nearest(key, list(choices)),
                )
                continue
            cite, reading, choice = choices[key]
            if option not in choice.options:
                self.fault(
                    f"readings.{key}",
                    f"{option!r} is not one of its options",
                    f"use {_listed(choice.options, 'or')}",
                    cite,
                )
            elif option != choice.options[0]:
                self.warn(
                    f"readings.{key}",
                    f"{option!r} differs from the {reading.authority} {reading.id}",
                    f"which is: {reading.read}",
                    cite,
                )
        return {key: str(option) for key, option in stated.items()}

    def check_caps(self, part: SupplementalChoices, game: Game) -> None:
        lays = any(wager.is_laid for wager in game.wagers.values())
        if lays and part.lay is None:
            self.fault(
                "supplemental_wagers.lay",
                "is not stated",
                'state a multiple of the winnings, such as "10 times"',
                game.odds_limit.under,
            )
        if not lays and part.lay is not None:
            self.fault("supplemental_wagers.lay", f"{game.name} has no odds to lay", "leave it out", game.wagers_under)
        numbers = sorted(number for number in game.wagers[game.line].verdicts if number is not None)
        least, most = game.odds_limit.least, game.odds_limit.most
        for where, caps in (("take", part.take), ("lay", part.lay)):
            by_number = caps if isinstance(caps, dict) else dict.fromkeys(numbers, caps) if caps is not None else {}
            if isinstance(caps, dict) and set(caps) != set(numbers):
                self.fault(
                    f"supplemental_wagers.{where}",
                    "does not state a cap for each point",
                    f"state one for each of {_listed(numbers)}",
                    game.odds_limit.under,
                )
            for cap in sorted({cap for cap in by_number.values() if not least <= cap <= most}):
                self.fault(
                    f"supplemental_wagers.{where}",
                    f"{cap} times is out of range",
                    f"use {least} to {most} times",
                    game.odds_limit.under,
                )

    def check_table(self, part: TableChoices, game: Game) -> None:
        chip = part.smallest_chip
        for key in ("minimum", "proposition_minimum", "maximum"):
            amount = getattr(part, key)
            if amount % chip:
                self.fault(f"table.{key}", f"{dollars(amount)} is not whole {dollars(chip)} chips", "use whole chips")
        for key in ("minimum", "proposition_minimum"):
            if getattr(part, key) > part.maximum:
                over = f"{dollars(getattr(part, key))} is over the maximum"
                self.fault(f"table.{key}", over, f"use {dollars(part.maximum)} or less", game.rules["maximum"])
        if part.payouts == "down":
            cite, reading = game.reading_on("whole chips")
            self.warn("table.payouts", "rounding payouts down pays less than the law requires", reading.read, cite)


def _in_words(key: str, fault: ErrorDetails, fields: list[str]) -> tuple[str, str, str]:
    """Return the place, the problem and an accepted answer for an error of Pydantic."""
    steps = [
        str(step) for step in fault["loc"] if not str(step).startswith(("function-", "dict[", "is-instance", "lax-or"))
    ]
    where = ".".join([key, *steps])
    match fault["type"]:
        case "missing":
            return where, "is not stated", "state it; the law leaves this choice to the house"
        case "extra_forbidden":
            return where, "is not a key of this heading", _nearest(steps[-1], fields)
        case "value_error":
            return where, f"{_short(fault['input'])} cannot be read", str(fault["ctx"]["error"])
        case "literal_error":
            return where, f"{_short(fault['input'])} is not an accepted answer", f"use {fault['ctx']['expected']}"
        case _:
            return where, f"{_short(fault['input'])} is not valid", fault["msg"].lower()


def _nearest(key: str, known: list[str]) -> str:
    near = get_close_matches(key, known, n=1)
    return f"is {near[0]} meant?" if near else f"use {_listed(known, 'or')}"


def _listed(words: Iterable[object], last: str = "and") -> str:
    items = [str(word) for word in words]
    return f"{', '.join(items[:-1])} {last} {items[-1]}" if len(items) > 1 else items[0] if items else "none"


def _printed(rate: Fraction) -> str:
    return f"{decimal(rate * 100, 4).normalize():f}%"


def _short(value: object) -> str:
    return repr(value)[:40]
