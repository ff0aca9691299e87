"""Compare the data with the published text (paragraphs, rows, readings), and `settle` with its sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations
from typing import NamedTuple

import pytest

from law.published import SECTIONS, Row, deciding, everything, needs_the_texts, published, whole
from law.sentences import EVERY, Collection, WagerText, collections, wager_texts
from passline.house.house import House
from passline.law.sections import Clause, Law, Reading, Section, WagerRow, read_law
from passline.law.wagers import condition_rolls
from passline.table.layout import Bet
from passline.table.settle import settle
from passline.words.cite import Cite
from passline.words.dice import EVERY_ROLL, Roll
from scenes import CRAPLESS, HOUSES, bet_on

LAW: Law = read_law()
HELD = [LAW.sections[number] for number in SECTIONS]
CUSTOMS = [section for section in LAW.sections.values() if section.number not in SECTIONS]
READINGS = [
    (section.cite_at(reading.cite), reading) for section in LAW.sections.values() for reading in section.reading
]


# Paragraphs.


@needs_the_texts
@pytest.mark.parametrize("section", SECTIONS)
def test_every_citation_of_the_data_leads_to_a_published_paragraph(section: str) -> None:
    named_there = {cite for entry in LAW.entries for cite in entry.names if cite.section == section}

    assert named_there <= published(section).keys()


@needs_the_texts
def test_every_published_paragraph_that_decides_something_is_in_the_data() -> None:
    in_the_data = {cite for entry in LAW.entries for cite in entry.names}
    missing = [cite for cite in deciding() if cite not in in_the_data]

    assert not missing


@needs_the_texts
@pytest.mark.parametrize("section", SECTIONS)
def test_the_data_keep_the_order_of_the_paragraphs(section: str) -> None:
    order = list(published(section))
    entries = [e for e in LAW.entries if e.cite.section == section and e.kind not in {"game", "reading"}]
    for kind in {entry.kind for entry in entries}:
        places = [order.index(entry.cite) for entry in entries if entry.kind == kind]

        assert places == sorted(places)


def test_a_section_without_its_text_is_a_custom_and_every_other_section_is_law() -> None:
    assert {section.section.authority for section in HELD} == {"law"}
    assert {section.section.authority for section in CUSTOMS} == {"custom"}


def test_every_custom_has_a_source() -> None:
    assert all(section.section.source for section in CUSTOMS)
    assert not [reading.id for _, reading in READINGS if reading.authority == "custom" and not reading.source]


@needs_the_texts
def test_the_dates_in_force_are_those_of_the_source_note() -> None:
    head = LAW.sections["623b.6"].section
    assert head.effective is not None
    assert head.expires is not None

    assert f"effective {head.effective:%B %-d, %Y}, expire {head.expires:%B %-d, %Y}" in everything("623b.6")
    assert all(section.section.expires is None for section in LAW.sections.values() if section.number != "623b.6")


# Payout rows.


class Priced(NamedTuple):
    """A payout table of the data: its citation, and its rows as published."""

    cite: Cite
    rows: list[Row]


def payout_tables() -> Iterator[Priced]:
    """Yield the payout tables and pay tables of the data in the same form as the published tables."""
    for section in HELD:
        for table in section.payout_odds:
            rows = []
            for row in table.rows:
                if isinstance(row, tuple):
                    rows.append(Row(row[0], (str(row[1]),)))
                elif row.cite is None:
                    rows.append(Row(row.row or row.wager, (str(row.odds),), row.wager if row.on else ""))
            yield Priced(section.cite_at(table.cite), rows)
        for choices in section.pay_table:
            yield Priced(
                section.cite_at(choices.cite), [Row(r.row, (str(r.odds["A"]), str(r.odds["B"]))) for r in choices.rows]
            )


@needs_the_texts
def test_the_payout_rows_are_the_published_rows_in_order() -> None:
    printed = {cite: list(p.rows) for section in SECTIONS for cite, p in published(section).items() if p.rows}

    assert {table.cite: table.rows for table in payout_tables() if table.rows} == printed


@needs_the_texts
@pytest.mark.parametrize("section", HELD, ids=SECTIONS)
def test_bonus_craps_is_paid_as_its_sentences_say(section: Section) -> None:
    for table in section.payout_odds:
        for row in table.rows:
            if not isinstance(row, tuple) and row.cite:
                assert whole(section.cite_at(row.cite)) == f"{row.wager}s at odds of {row.odds}."


@needs_the_texts
@pytest.mark.parametrize("section", HELD, ids=SECTIONS)
def test_odds_are_paid_as_their_sentences_say(section: Section) -> None:
    for row in section.supplemental:
        supported = row.supports.replace("'", "’")  # noqa: RUF001  The published text has the curved one.
        assert whole(section.cite_at(row.flat)) == f"The original {supported} shall be paid at odds of 1 to 1."
        for paid in row.paid:
            said = re.fullmatch(
                r"(\d+ to \d+) if the (?:come out|come) point was (?:a )?(\d+) or (\d+)\.",
                whole(section.cite_at(paid.cite)),
            )
            assert said is not None
            assert (said[1], [int(said[2]), int(said[3])]) == (str(paid.odds), paid.on)
        assert {
            cite for cite in published(section.number) if cite.parent == section.cite_at(row.paid[0].cite).parent
        } == {section.cite_at(paid.cite) for paid in row.paid}


@needs_the_texts
@pytest.mark.parametrize("section", HELD, ids=SECTIONS)
def test_the_ceilings_are_those_of_the_text(section: Section) -> None:
    for vigorish in section.vigorish:
        cite = section.cite_at(vigorish.cite)
        rate = re.search(r"vigorish of up to (\d+)%", f"{published(section.number)[cite.parent].text} {whole(cite)}")
        assert rate is not None
        assert vigorish.most == Fraction(int(rate[1]), 100)
        made = whole(section.cite_at(vigorish.when_made.cite))
        assert vigorish.when_made.base == ("amount won" if "amount potentially won" in made else "amount wagered")
    for limit in section.supplemental_limit:
        assert re.search(r"up to (?:10|ten) times the amount of the original", whole(section.cite_at(limit.cite)))
        assert (int(limit.least), int(limit.most)) == (1, 10)
        assert "exceeds an amount that is otherwise authorized" in whole(section.cite_at(limit.excess))


@needs_the_texts
@pytest.mark.parametrize("section", HELD, ids=SECTIONS)
def test_shares_are_those_of_the_text(section: Section) -> None:
    for row in section.paid_as:
        said = whole(section.cite_at(row.cite))
        parts = [(part.share, part.wager) for part in row.parts]
        percent = re.search(r"(\d+)% of the", said)
        if percent:
            assert "wagers on the 2, 3, 11 and 12" in said
            assert {wager for _, wager in parts} == {"Craps 2 Bet", "Craps 3 Bet", "11 in One Roll Bet", "Craps 12 Bet"}
            assert {share for share, _ in parts} == {Fraction(int(percent[1]), 100)}
        elif "four units wagered as a Horn Bet and one unit wagered as an Any Seven Bet" in said:
            assert parts == [(Fraction(4, 5), "Horn Bet"), (Fraction(1, 5), "Any Seven Bet")]
        else:
            assert re.search(r"1/2 of .+ as an Any Craps Bet .+ and 1/2 as an 11 in One Roll", said)
            assert parts == [(Fraction(1, 2), "Any Craps Bet"), (Fraction(1, 2), "11 in One Roll Bet")]


# Wagers.


@needs_the_texts
@pytest.mark.parametrize("row", LAW.sections["623b.6"].wager, ids=lambda row: row.name)
def test_every_wager_of_crapless_craps_is_named_in_its_own_paragraph(row: WagerRow) -> None:
    paragraph = whole(LAW.sections["623b.6"].cite_at(row.cite))

    assert any(name in paragraph for name in (row.name, *row.also))


@needs_the_texts
def test_authorized_and_paid_wagers_are_the_same_but_for_the_recorded_exceptions() -> None:
    """The differences are an unpaid and an unauthorized hop (D1), a misprint (D2) and other names (D15)."""
    authorized = {each.name for each in wager_texts()}
    rows = chain.from_iterable(published("623b.6")[Cite(f"§ 623b.6(d){path}")].rows for path in ("(1)", "(4)(i)"))
    paid = {re.sub(r"( to Win| Bet) on (the )?\d+$", r"\1", row.of or row.name) for row in rows}
    in_parts = {"Craps-Eleven or C and E Bet", "Horn Bet"}
    d1, d2 = ({"Four-Six on the Hop Bet"}, {"Five-Six on the Hop Bet"}), {"But Bet"}
    d15 = {"Craps Two Bet", "Craps Three Bet", "Craps Twelve Bet"}, {"Craps 2 Bet", "Craps 3 Bet", "Craps 12 Bet"}

    assert authorized - paid == in_parts | d1[0] | d15[0]
    assert paid - authorized == d1[1] | d2 | d15[1]


def test_only_the_recorded_rows_mean_another_wager_than_they_print() -> None:
    misprints = [
        (row.row, row.wager, row.reading)
        for section in HELD
        for table in section.payout_odds
        for row in table.rows
        if not isinstance(row, tuple) and row.reading
    ]

    assert misprints == [
        ("Five-Six on the Hop Bet", "Four-Six on the Hop Bet", "D1"),
        ("But Bet on the 8", "Buy Bet on the 8", "D2"),
    ]


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.source)
def test_every_authorized_wager_is_paid_and_every_payout_row_pays_one(house: House) -> None:
    unpaid = {name for name, wager in house.game.wagers.items() if not (wager.payouts or wager.parts)}
    pay_tables = set(house.game.pay_tables)

    assert unpaid <= pay_tables
    printed = [pay for wager in house.game.wagers.values() for pay in wager.payouts if not wager.supports]
    rows = {table.cite: table.rows for table in payout_tables()}
    assert {(pay.under, pay.on) for pay in printed if rows.get(pay.under)} == {
        (cite, row.name)
        for cite, listed in rows.items()
        for row in listed
        if cite.section in {section.number for section in _paying(house)} and len(row.odds) == 1
    }


def _paying(house: House) -> list[Section]:
    _, row = LAW.games[house.game.key]
    return [LAW.sections[number] for number in row.pays]


@pytest.mark.parametrize("section", LAW.sections.values(), ids=LAW.sections)
def test_every_clause_is_in_the_paragraph_of_its_wager(section: Section) -> None:
    for row in section.wager:
        stages_of_it = [row.come_out_roll, row.with_a_number]
        clauses = [row.wins, row.loses, *(clause for stage in stages_of_it if stage for _, clause in stage)]

        assert all(section.cite_at(row.cite).contains(section.cite_at(clause.cite)) for clause in clauses if clause)


# Clauses that state the same rule.


class Stage(NamedTuple):
    """The clauses that apply to a bet at one time, with its wager, its number and the moment."""

    row: WagerRow
    number: int | None
    moment: str
    clauses: dict[str, Clause]


def stages() -> Iterator[Stage]:
    """Yield every stage of every wager of every section, except wagers that collect numbers."""
    for section in LAW.sections.values():
        for row in section.wager:
            if row.collects:
                continue
            numbers: list[int | None] = [*row.numbers] or [None]
            for number in numbers:
                if row.wins and row.loses:
                    yield Stage(row, number, "any", {"wins": row.wins, "loses": row.loses})
            for moment, stage in (("come out", row.come_out_roll), ("with a number", row.with_a_number)):
                clauses = {} if stage is None else {kind: clause for kind, clause in stage if clause is not None}
                for point in (4, 10) if clauses and moment == "with a number" else (None,):
                    if clauses:
                        yield Stage(row, point, moment, clauses)


STAGES = list(stages())
by_wager = pytest.mark.parametrize("stage", STAGES, ids=lambda s: f"{s.row.cite} {s.row.name} {s.number} {s.moment}")


@by_wager
def test_no_roll_is_decided_by_two_clauses(stage: Stage) -> None:
    """A roll wins, loses, moves or stands off, and never two of these."""
    decided = Counter(
        chain.from_iterable(
            condition_rolls(clause.on, number=stage.number)
            for clause in stage.clauses.values()
            if clause.on != "anything else"
        )
    )

    assert set(decided.values()) <= {1}


@by_wager
def test_the_clauses_about_winning_and_losing_agree(stage: Stage) -> None:
    """A win must come before the rolls that lose, and a loss before the rolls that win."""
    wins, loses = stage.clauses.get("wins"), stage.clauses.get("loses")
    if wins and wins.before:
        assert loses is not None
        assert condition_rolls(wins.before, number=stage.number) == condition_rolls(loses.on, number=stage.number)
    if loses and loses.before:
        assert wins is not None
        assert condition_rolls(loses.before, number=stage.number) == condition_rolls(wins.on, number=stage.number)


@pytest.mark.parametrize(
    "row",
    [row for section in LAW.sections.values() for row in section.wager if row.collects],
    ids=lambda row: f"{row.cite} {row.name}",
)
def test_the_clauses_of_a_wager_that_collects_numbers_agree(row: WagerRow) -> None:
    """Bonus Craps wins on all numbers before a 7 and loses on a 7 first; the Fire Bet is also paid at the seven-out."""
    assert row.wins is not None
    assert row.loses is not None
    assert row.loses.before == ["all of them"]
    assert row.loses.before[0] in row.wins.on
    assert (row.wins.before or ["seven out"]) == row.loses.on


@by_wager
def test_a_bet_for_one_roll_is_decided_by_every_roll(stage: Stage) -> None:
    decided = any(clause.on == "anything else" for clause in stage.clauses.values()) or {
        roll
        for clause in stage.clauses.values()
        if clause.on != "anything else"
        for roll in condition_rolls(clause.on, number=stage.number)
    } == set(EVERY_ROLL)

    assert decided == (stage.row.lasts == "one roll" or stage.moment == "come out")


# Readings.


def test_every_misprint_and_gap_has_one_reading() -> None:
    wanted = [f"D{number}" for number in range(1, 17)] + [f"A{number}" for number in range(1, 31)]

    assert sorted(reading.id for _, reading in READINGS) == sorted(wanted)
    assert list(LAW.readings) == wanted


@pytest.mark.parametrize("reading", [reading for _, reading in READINGS], ids=lambda reading: reading.id)
def test_every_reading_says_how_and_why(reading: Reading) -> None:
    assert reading.read.strip()
    assert reading.why.strip()


@needs_the_texts
@pytest.mark.parametrize(("cite", "reading"), READINGS, ids=[reading.id for _, reading in READINGS])
def test_the_paragraph_of_a_reading_has_the_words_in_question(cite: Cite, reading: Reading) -> None:
    """A reading of a silence, or of a section without its text, quotes no words."""
    if reading.text is not None:
        assert reading.text in whole(cite)


def test_a_reading_is_about_wagers() -> None:
    families = {wager.family for house in HOUSES for wager in house.game.wagers.values()}
    names = {name for house in HOUSES for name in house.game.wagers}

    assert {about for _, reading in READINGS for about in reading.about} <= families | names


@pytest.mark.parametrize("id_", ["A18", "A19"])
def test_a18_and_a19_are_about_the_wagers_that_are_off_on_a_come_out_roll(id_: str) -> None:
    """A wager that works on every roll, such as a Lay Bet, is neither inactive nor called on."""
    wagers = [wager for house in HOUSES for wager in house.game.wagers.values()]

    assert set(LAW.readings[id_][1].about) == {wager.family for wager in wagers if wager.off_on_come_out}


# The sentences and `settle`.


def states(each: WagerText) -> Iterator[tuple[str, int | None, Bet]]:
    """Yield every state of a bet on a wager: the spot, its number, and the bet."""
    if each.numbers:
        for number in each.numbers:
            spot = f"Buy Bet on the {number}" if each.name == "Buy Bet" else f"{each.name} on {number}"
            yield spot, number, bet_on(CRAPLESS, spot, 60_00)
    else:
        bet = bet_on(CRAPLESS, each.name, 60_00)
        yield each.name, None, bet
        for number in sorted({sum(roll) for roll in each.gets_a_number}):
            yield f"{each.name} with the number {number}", number, bet._replace(number=number)


def outcome(bet: Bet, faces: tuple[int, int], point: int | None) -> tuple[str, str | None] | None:
    """Return the result and the paragraph from `settle`, or None if the roll does nothing."""
    settlement = settle(bet, Roll(*faces), point=point)
    return None if settlement.result == "stood" else (settlement.result, settlement.under)


POINTS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


@needs_the_texts
@pytest.mark.parametrize("paragraph", range(34), ids=lambda index: f"b_{index + 1}")
def test_settle_agrees_with_the_sentences(paragraph: int) -> None:
    """The results agree for every wager and state, with every point and without one, on all 36 rolls."""
    each = wager_texts()[paragraph]
    for spot, number, bet in states(each):
        decided = each.decided(number)
        waits = each.gets_a_number and number is None
        for point in (None, *POINTS):
            is_off = point is None and each.is_off_on_a_come_out_roll
            for faces in EVERY:
                where = f"{each.cite} {spot}, point {point}, {faces}"
                called_on = outcome(bet._replace(button="on"), faces, point) if each.is_off_on_a_come_out_roll else None
                found = outcome(bet, faces, point)
                if is_off:
                    assert found is None, where
                    found = called_on
                if faces in decided:
                    assert found == decided[faces], where
                elif waits and faces in each.gets_a_number:
                    assert found is not None, where
                    assert found[0] == "moved", where
                else:
                    assert found is None, where


@needs_the_texts
@pytest.mark.parametrize("paragraph", range(34), ids=lambda index: f"b_{index + 1}")
def test_the_sentences_about_winning_and_losing_agree(paragraph: int) -> None:
    """A win must come before the rolls that lose, and a one-roll wager is decided by every roll."""
    each = wager_texts()[paragraph]
    for _, number, _ in states(each):
        if each.gets_a_number and number is None:
            continue
        decided = each.decided(number)
        loses = {faces for faces, (result, _) in decided.items() if result == "lost"}
        if all(sentence.placed and not sentence.first for sentence in each.sentences):
            assert decided.keys() == EVERY
        else:
            assert each.must_come_before(number) == loses


@needs_the_texts
def test_d3_one_lose_clause_names_the_placement_of_another_bet() -> None:
    """No other clause does this; the clause is read as one about its own bet."""
    astray = {s.cite: s.placed for each in wager_texts() for s in each.sentences if s.placed not in ("", each.name)}

    assert astray == {"§ 623b.6(b)(25)(ii)": "One-Five or Ace-Five on the Hop Bet"}


@needs_the_texts
def test_d4_the_clauses_of_the_pass_bet_do_not_say_on_the_come_out_roll() -> None:
    """Each clause of the Come Bet says "on the roll immediately following placement"."""
    pass_bet, come_bet = wager_texts()[:2]

    assert [bool(sentence.first) for sentence in pass_bet.sentences] == [False, True, True]
    assert [bool(sentence.first) for sentence in come_bet.sentences] == [False, True, True]
    assert {sentence.placed for sentence in pass_bet.sentences} == {""}
    assert {sentence.placed for sentence in come_bet.sentences} == {"Come Bet"}


@needs_the_texts
def test_d6_only_the_hardways_have_an_or_between_the_events_that_a_win_must_precede() -> None:
    assert {s.cite for each in wager_texts() for s in each.sentences if s.joined} == {
        "§ 623b.6(b)(4)(i)",
        "§ 623b.6(b)(5)(i)",
        "§ 623b.6(b)(6)(i)",
        "§ 623b.6(b)(7)(i)",
    }
    assert {s.joined for each in wager_texts() for s in each.sentences} == {"", "or"}


@needs_the_texts
def test_a18_place_hardway_and_buy_bets_are_inactive_on_a_come_out_roll() -> None:
    inactive = {each.name for each in wager_texts() if each.is_off_on_a_come_out_roll}
    off = {wager.family for wager in CRAPLESS.game.wagers.values() if wager.off_on_come_out and not wager.supports}

    assert inactive == off
    assert off == {
        "Place Bet to Win",
        "Four the Hardway Bet",
        "Six the Hardway Bet",
        "Eight the Hardway Bet",
        "Ten the Hardway Bet",
        "Buy Bet",
    }


@needs_the_texts
def test_the_paragraph_of_a_wager_says_when_it_may_be_made() -> None:
    """The paragraph of the Buy Bet does not; by the reading A14 it is made at the same times as a Place Bet."""
    says = {
        "immediately prior to the come out roll": "immediately prior to the come out roll",
        "at any time after the come out roll": "after the come out roll",
        "that may be made at any time": "at any time",
    }
    for each in wager_texts():
        made = {wager.when_made for wager in CRAPLESS.game.wagers.values() if wager.cite == each.cite}
        expected = next((means for words, means in says.items() if words in each.introduction), None)

        assert made == {expected or "at any time"}
        assert (expected is None) == (each.name == "Buy Bet")


@needs_the_texts
@pytest.mark.parametrize("index", range(3), ids=lambda index: f"b_35_{'i' * (index + 1)}")
def test_d14_settle_agrees_with_the_sentences_of_bonus_craps(index: int) -> None:
    """The results agree for every set of numbers thrown before, with and without a point, on all 36 rolls."""
    each: Collection = collections()[index]
    bet = bet_on(CRAPLESS, each.name, 1_00)
    sets = chain.from_iterable(combinations(sorted(each.numbers), count) for count in range(len(each.numbers)))
    for thrown in map(frozenset, sets):
        for point in (None, 6):
            for faces in EVERY:
                now = settle(bet._replace(numbers_made=thrown), Roll(*faces), point=point)
                collected = thrown | ({sum(faces)} & each.numbers)
                if collected == each.numbers:
                    assert (now.result, now.under) == ("won", each.cite)
                elif faces in each.before:
                    assert (now.result, now.under) == ("lost", each.cite)
                else:
                    assert now.result == "stood"
                    assert now.remaining is not None
                    assert now.remaining.numbers_made == collected
