"""Games: build the wagers of one game from the paragraphs that authorize, pay and keep each wager."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from passline.errors import LawError
from passline.law.sections import KeepingRow, Law, PayoutRow, Reading, Section, check_in_force
from passline.law.wagers import (
    Collection,
    Kind,
    Part,
    Payout,
    Verdicts,
    Wager,
    condition_rolls,
    sort_rolls,
    with_payouts,
)
from passline.words.cite import Cite
from passline.words.frozen_dict import FrozenDict

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from passline.law.sections import (
        Clause,
        GameRow,
        PayTableRow,
        RuleKind,
        StageRow,
        Subject,
        SupplementalRow,
        WagerRow,
    )
    from passline.law.wagers import Base
    from passline.words.dice import Roll

SEVEN_OUT = "seven out"


@dataclass(frozen=True)
class VigorishRule:
    """The choices that the law leaves to the house about the vigorish of one family of wagers."""

    under: Cite
    most: Fraction
    when_made: Cite
    when_made_base: Base
    on_a_win: Cite


@dataclass(frozen=True)
class SupplementalLimit:
    """The smallest and the largest cap on supplemental wagers that a house may choose, in multiples."""

    under: Cite
    least: Fraction
    most: Fraction


@dataclass(frozen=True)
class Game:
    """A game as the law states it, without the choices of a house.

    Attributes:
        line: The wager that the puck follows.
        shooter_bets: A shooter needs a bet on one of these wagers.
        wagers: Every wager authorized, by canonical name, in the order of the paragraphs.
        vigorish, pay_tables, odds_limit: The choices that the law leaves to the house. The first two map a wager family
            to its choices.
        wagers_under: The paragraph that lists the wagers.
        rules: The paragraphs that the table cites for something other than a wager, by kind.
        readings: Every reading and custom that bears on the game, by id, with its place.
    """

    key: str
    name: str
    cite: Cite
    line: str
    shooter_bets: tuple[str, ...]
    wagers: Mapping[str, Wager]
    vigorish: Mapping[str, VigorishRule]
    pay_tables: Mapping[str, tuple[Cite, Mapping[str, Mapping[int, Payout]]]]
    odds_limit: SupplementalLimit
    wagers_under: Cite
    rules: Mapping[RuleKind, Cite]
    readings: Mapping[str, tuple[Cite, Reading]]

    def reading_on(self, subject: Subject) -> tuple[Cite, Reading]:
        """Return the reading on a subject, with its place in this game.

        Raises:
            LawError: The law has no reading on it.
        """
        for cite, reading in self.readings.values():
            if reading.subject == subject:
                return cite, reading
        message = f"the law has no reading on {subject!r} for {self.name}"
        raise LawError(message)

    @property
    def optional(self) -> dict[str, Cite]:
        """The optional wagers, each with its first paragraph."""
        found: dict[str, Cite] = {}
        for wager in self.wagers.values():
            if wager.optional:
                found.setdefault(wager.optional, wager.cite)
        return found


def build_game(law: Law, key: str) -> Game:
    """Build a game, whether or not it is in force today.

    Args:
        law: The sections.
        key: The game's key or its name, such as "crapless" or "Crapless Craps".

    Raises:
        LawError: There is no such game, or two entries of its data contradict each other.
    """
    section, row = _game_row(law, key)
    return _GameBuilder(law, section, row).game()


def check_game_in_force(law: Law, key: str, *, date: dt.date) -> None:
    """Raise an error if a section that a game depends on is not in force on *date*.

    Raises:
        LawError: There is no such game.
        NotInForce: A section is not in force; the message has the section and the date.
    """
    section, row = _game_row(law, key)
    for number in (section.number, row.wagers, *row.pays, *row.follows):
        check_in_force(law.sections[number], date)


def _game_row(law: Law, key: str) -> tuple[Section, GameRow]:
    if key not in law.games:
        names = ", ".join(dict.fromkeys(row.name for _, row in law.games.values()))
        message = f"{key[:40]!r} is not the name of a game; use {names}"
        raise LawError(message)
    return law.games[key]


class _GameBuilder:
    """Build one game and its wagers from the sections of the law."""

    def __init__(self, law: Law, section: Section, row: GameRow) -> None:
        self.law = law
        self.section = section
        self.row = row
        self.wager_section = law.sections[row.wagers]
        self.pays = [law.sections[number] for number in row.pays]
        self.sections = {s.number: s for s in (self.wager_section, *self.pays, *(law.sections[n] for n in row.follows))}

    def game(self) -> Game:
        wagers_made = [self._wager(row, number) for row in self.wager_section.wager for number in row.each_number]
        wagers = self._with_parts({wager.name: wager for wager in wagers_made})
        wagers |= {wager.name: wager for wager in self._supplementals(wagers)}
        for wager in wagers.values():
            _check_paid(wager)
        return Game(
            key=self.row.key,
            name=self.row.name,
            cite=self.section.cite_at(self.row.cite),
            line=self.row.line,
            shooter_bets=tuple(self.row.shooter_bets),
            wagers=FrozenDict(wagers),
            vigorish=dict(self._vigorish()),
            pay_tables=dict(self._pay_tables()),
            odds_limit=next(self._odds_limits()),
            wagers_under=self.wager_section.cite_at(self.row.authorizes),
            rules={rule.kind: s.cite_at(rule.cite) for s in self.sections.values() for rule in s.rule if rule.kind},
            readings=dict(self._readings),
        )

    def _wager(self, row: WagerRow, number: int | None) -> Wager:
        name = row.name if row.each is None else row.each.format(number=number)
        collects = self._collects(row)
        keeping, removal_under = self._keeping(row.name)
        return Wager(
            name=name,
            family=row.name,
            cite=self.wager_section.cite_at(row.cite),
            authority=self.wager_section.section.authority,
            when_made=row.made,
            number=number,
            one_roll=row.lasts == "one roll",
            off_on_come_out=row.come_out == "off unless called on",
            proposition=row.proposition,
            optional=row.optional,
            units=row.units,
            units_under=self._readings[row.units_by][0] if row.units_by else None,
            verdicts={} if collects else dict(self._stages(row, name, number)),
            collects=collects,
            payouts_by_count={len(collects.numbers): pay for _, pay in self._payouts(name)} if collects else {},
            moves_to_box=bool(
                row.come_out_roll and row.come_out_roll.moves and row.come_out_roll.moves.to == "the numbered box"
            ),
            stays_up=any(row.name in kept.stays_up for s in self.sections.values() for kept in s.after_a_win),
            removable=keeping.comes_down,
            raisable=keeping.raised,
            may_be_called_off=keeping.called_off is not None,
            removal_under=removal_under,
            payouts=tuple(pay for _, pay in self._payouts(name)),
            readings=self._reading_ids(row.name, name),
            choice_keys=self._choice_keys(row.name, name),
        )

    def _stages(self, row: WagerRow, name: str, number: int | None) -> Iterator[tuple[int | None, Verdicts]]:
        """Yield the sorted rolls of a bet before it has moved (None) and on each number that it can move to."""
        payouts = self._payouts(name)
        if row.come_out_roll is None or row.with_a_number is None:
            verdicts = self._clauses(wins=row.wins, loses=row.loses)
            yield None, with_payouts(sort_rolls(verdicts, number=number, of=name), payouts)
            return
        first = sort_rolls(self._clauses_of(row.come_out_roll), number=None, of=name)
        yield None, with_payouts(first, payouts)
        for moved_to in sorted({roll.total for roll, verdict in first.items() if verdict.kind == "moves"}):
            yield (
                moved_to,
                with_payouts(sort_rolls(self._clauses_of(row.with_a_number), number=moved_to, of=name), payouts),
            )

    def _clauses_of(self, row: StageRow) -> list[tuple[Kind, list[int | str] | str, Cite]]:
        return self._clauses(wins=row.wins, loses=row.loses, moves=row.moves, stands_off=row.stands_off)

    def _clauses(self, **clauses: Clause | None) -> list[tuple[Kind, list[int | str] | str, Cite]]:
        kinds: dict[str, Kind] = {"wins": "wins", "loses": "loses", "moves": "moves", "stands_off": "stands off"}
        return [
            (kinds[kind], clause.on, self.wager_section.cite_at(clause.cite))
            for kind, clause in clauses.items()
            if clause
        ]

    def _collects(self, row: WagerRow) -> Collection | None:
        if row.collects is None or row.wins is None or row.loses is None:
            return None
        return Collection(
            numbers=frozenset(row.collects.numbers),
            when=row.collects.when,
            ends="seven out" if SEVEN_OUT in row.loses.on else "any seven",
            wins_under=self.wager_section.cite_at(row.wins.cite),
            loses_under=self.wager_section.cite_at(row.loses.cite),
        )

    def _payouts(self, name: str) -> list[tuple[frozenset[Roll] | None, Payout]]:
        """Return the payout rows of one wager, each with the rolls it is for (None: all that win)."""
        return self._payouts_by_wager.get(name, [])

    @cached_property
    def _payouts_by_wager(self) -> Mapping[str, list[tuple[frozenset[Roll] | None, Payout]]]:
        """The payout rows by canonical name of the wager; a row may use an alias of the wager."""
        aliases: dict[str, set[str]] = defaultdict(set)
        for wager in self.wager_section.wager:
            for alias in wager.also:
                aliases[alias].add(wager.name)
        found: dict[str, list[tuple[frozenset[Roll] | None, Payout]]] = defaultdict(list)
        for section in self.pays:
            for table in section.payout_odds:
                for published in table.rows:
                    if isinstance(published, PayoutRow):
                        form, row = published.row or published.wager, published
                    else:
                        form = published[0]
                        row = PayoutRow(wager=form, odds=published[1])
                    under = section.cite_at(row.cite or table.cite)
                    winning_rolls = condition_rolls(row.on, number=None) if row.on else None
                    for name in {row.wager} | aliases[row.wager]:
                        found[name].append((winning_rolls, Payout(form, row.odds, under)))
        return found

    def _keeping(self, family: str) -> tuple[KeepingRow, Cite]:
        rows = [(row, s.cite_at(row.cite)) for s in self.sections.values() for row in s.keeping]
        own = [(row, cite) for row, cite in rows if family in row.wagers]
        if len(own) > 1:
            message = f"{family}: {own[0][1]} and {own[1][1]} both say until when the bet may be taken down"
            raise LawError(message)
        return own[0] if own else next((row, cite) for row, cite in rows if "any other" in row.wagers)

    def _reading_ids(self, *names: str) -> tuple[str, ...]:
        return tuple(id_ for id_, (_, reading) in self._readings.items() if set(names) & set(reading.about))

    def _choice_keys(self, *names: str) -> frozenset[str]:
        about = [reading for _, (_, reading) in self._readings.items() if set(names) & set(reading.about)]
        return frozenset(choice.key for reading in about for choice in reading.choices)

    @cached_property
    def _readings(self) -> Mapping[str, tuple[Cite, Reading]]:
        """The readings of the sections of this game, or with a twin in one of them, by id."""
        found = {}
        for id_, (cite, reading) in self.law.readings.items():
            for place in (cite, *map(self.law.cite, reading.twins)):
                if place.section in self.sections or place.section == self.section.number:
                    found[id_] = (place, reading)
                    break
        return found

    def _with_parts(self, wagers: dict[str, Wager]) -> dict[str, Wager]:
        """Add to each wager its parts, which may have parts themselves."""
        complete = dict(wagers)
        for section in self.pays:
            for row in section.paid_as:
                parts = tuple(Part(part.share, complete[part.wager], section.cite_at(row.cite)) for part in row.parts)
                if sum(part.share for part in parts) != 1:
                    under = section.cite_at(row.cite)
                    message = f"{row.wager}: the shares of its parts do not add up to the whole bet ({under})"
                    raise LawError(message)
                complete[row.wager] = replace(complete[row.wager], parts=parts)
        return complete

    def _supplementals(self, wagers: Mapping[str, Wager]) -> Iterator[Wager]:
        for section in self.pays:
            for row in section.supplemental:
                keeping, removal_under = self._keeping(row.name)
                yield Wager(
                    name=row.name,
                    family=row.name,
                    cite=section.cite_at(row.cite),
                    authority=section.section.authority,
                    when_made="once its bet has a number",
                    off_on_come_out=row.come_out == "off unless called on",
                    verdicts=dict(_supplemental_stages(section, row, wagers[row.supports])),
                    supports=row.supports,
                    is_laid=row.is_laid,
                    come_out_choice=row.choice,
                    moves_to_box=wagers[row.supports].moves_to_box,
                    removable=keeping.comes_down,
                    raisable=keeping.raised,
                    removal_under=removal_under,
                    payouts=_supplemental_payouts(section, row),
                    readings=self._reading_ids(row.name),
                    choice_keys=self._choice_keys(row.name),
                )

    def _vigorish(self) -> Iterator[tuple[str, VigorishRule]]:
        for section in self.pays:
            for row in section.vigorish:
                if row.when_made.base is None:
                    message = f"{section.cite_at(row.when_made.cite)} does not name the base of the vigorish"
                    raise LawError(message)
                yield (
                    row.wager,
                    VigorishRule(
                        under=section.cite_at(row.cite),
                        most=row.most,
                        when_made=section.cite_at(row.when_made.cite),
                        when_made_base=row.when_made.base,
                        on_a_win=section.cite_at(row.on_a_win.cite),
                    ),
                )

    def _pay_tables(self) -> Iterator[tuple[str, tuple[Cite, Mapping[str, Mapping[int, Payout]]]]]:
        for section in self.pays:
            for table in section.pay_table:
                under = section.cite_at(table.cite)

                def by_count(
                    odds_of: str, rows: list[PayTableRow] = table.rows, under: Cite = under
                ) -> dict[int, Payout]:
                    return {row.count: Payout(row.row, row.odds[odds_of], under) for row in rows}

                yield table.wager, (under, {choice: by_count(choice) for choice in table.choices})

    def _odds_limits(self) -> Iterator[SupplementalLimit]:
        for section in self.pays:
            for row in section.supplemental_limit:
                yield SupplementalLimit(section.cite_at(row.cite), row.least, row.most)


def _supplemental_payouts(section: Section, row: SupplementalRow) -> tuple[Payout, ...]:
    return tuple(Payout(" or ".join(map(str, pay.on)), pay.odds, section.cite_at(pay.cite)) for pay in row.paid)


def _supplemental_stages(
    section: Section, row: SupplementalRow, supported: Wager
) -> Iterator[tuple[int | None, Verdicts]]:
    """Yield the stages of a supplemental wager: it is decided with its bet and has its own payout odds."""
    published = zip(row.paid, _supplemental_payouts(section, row), strict=True)
    pays = {number: pay for paid_on, pay in published for number in paid_on.on}
    for number, rolls in supported.verdicts.items():
        if number is not None:
            yield (
                number,
                {
                    roll: verdict._replace(under=section.cite_at(row.cite), payout=pays[number])
                    if verdict.kind == "wins"
                    else verdict
                    for roll, verdict in rolls.items()
                },
            )


def _check_paid(wager: Wager) -> None:
    """Check that a payout row covers every win."""
    for number, rolls in wager.verdicts.items():
        unpaid = [str(roll) for roll, verdict in rolls.items() if verdict.kind == "wins" and verdict.payout is None]
        if unpaid and not wager.parts:
            message = f"{wager.name}{f' with the number {number}' if number else ''}: no payout row covers {unpaid[0]}"
            raise LawError(message)
