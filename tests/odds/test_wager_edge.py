"""What every wager costs: what holds of all of them, whatever the house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from law.submissions import a_house
from odds.terms import THREE_FOUR_FIVE, charging, paying, rows_of
from passline.errors import (
    CrapsError,
    NeverDecided,
    NotationError,
    NotOffered,
    OverMaximum,
    UnderMinimum,
    UnknownWager,
    WrongUnits,
)
from passline.house.house import House
from passline.law.wagers import Pay, Wager
from passline.odds.wager_edge import Edge, LeftUpEdge, Outcome, edge, edge_left_up, edges
from passline.table.amounts import amount_refusals
from passline.table.layout import Bet
from passline.words.odds import Odds
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, HOUSES, MINI_CRAPS

RESULTS = {"won", "lost", "stood off"}
LINE = ("Pass Bet", "Don't Pass Bet", "Come Bet", "Don't Come Bet")
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""How many of the 36 rolls throw each number; six throw a 7."""


def every(houses: tuple[House, ...] = HOUSES) -> Iterator[tuple[House, Wager]]:
    """Give every wager of every example house."""
    for house in houses:
        for wager in house.wagers.values():
            yield house, wager


def named(pairs: Iterator[tuple[House, Wager]]) -> pytest.MarkDecorator:
    """Take one wager after the other, under its house and its name."""
    listed = list(pairs)
    ids = [f"{house.source}: {wager.name}" for house, wager in listed]
    return pytest.mark.parametrize(("house", "wager"), listed, ids=ids)


each = named(every())
each_that_stays_up = named((house, wager) for house, wager in every() if wager.stays_up)
each_that_may_be_called_on = named(
    (house, wager) for house, wager in every() if wager.off_on_come_out and not wager.supports
)


@cache
def cost(house: House, wager: str) -> Edge:
    """Return what a wager costs, at a stake that needs no rounding."""
    return edge(house, wager)


def per_unit(e: Edge) -> dict[tuple[object, ...], Fraction]:
    """Return the chance of each way to end, with what it comes to per unit of the bet."""
    return {
        (o.result, o.net / e.stake, o.breakage / e.stake, o.numbers_made): chance for o, chance in e.outcomes.items()
    }


def figures(e: Edge) -> tuple[object, ...]:
    """Return everything that is said of a wager per unit of the bet."""
    return (
        per_unit(e),
        e.mean_rolls_on_table,
        e.mean_working_rolls,
        e.per_bet_made,
        e.per_bet_decided,
        e.per_roll,
        e.per_total_action,
        e.per_outlay,
        e.variance,
        e.action / e.stake,
        Fraction(e.vigorish_when_made, e.stake),
    )


# The ways to end.


@each
def test_a_bet_wins_loses_or_stands_off(house: House, wager: Wager) -> None:
    e = cost(house, wager.name)

    assert {outcome.result for outcome in e.outcomes} <= RESULTS
    assert e.probability_of_winning + e.probability_of_losing + e.probability_of_standoff == 1
    assert min(e.probability_of_winning, e.probability_of_losing) > 0
    assert sum(e.numbers_made_distribution.values()) == 1


@each
def test_the_bases_are_one_edge_divided_otherwise(house: House, wager: Wager) -> None:
    """An edge on one basis gives those on the others."""
    e = cost(house, wager.name)

    assert e.per_bet_made == -e.expectation
    assert e.per_bet_decided * (1 - e.probability_of_standoff) == e.per_bet_made
    assert e.per_roll * e.mean_rolls_on_table == e.per_bet_made
    assert e.per_outlay * (e.stake + e.vigorish_when_made) == e.per_bet_made * e.stake
    assert e.per_total_action == e.per_bet_made
    assert e.action == e.stake
    assert e.mean_rolls * (1 - e.probability_of_standoff) == e.mean_working_rolls <= e.mean_rolls_on_table


@each
def test_every_wager_but_odds_costs_something(house: House, wager: Wager) -> None:
    """The house gains by every wager, supplemental wagers apart, and never all that is staked; no result is certain."""
    e = cost(house, wager.name)

    assert e.per_bet_made == 0 if wager.supports else 0 < e.per_bet_made < 1
    assert e.variance > 0


@each
def test_a_one_roll_wager_takes_one_roll(house: House, wager: Wager) -> None:
    """Its chances are 36ths, and it is on the table for one roll; others stay for more."""
    e = cost(house, wager.name)

    if wager.one_roll:
        assert e.mean_rolls_on_table == 1
        assert all((36 * chance).denominator == 1 for chance in e.outcomes.values())
    else:
        assert e.mean_rolls_on_table > 1


@each
def test_no_figure_is_a_float(house: House, wager: Wager) -> None:
    """Every figure is a fraction or whole, and so is what a bet that is left up costs."""
    results: list[Edge | LeftUpEdge] = [cost(house, wager.name)]
    if wager.supports:
        results.append(edge(house, wager.supports, odds=1))
    if wager.stays_up:
        results.append(edge_left_up(house, wager.name))
    for result in results:
        for value in said(result):
            assert type(value) in {Fraction, int, bool, str}, f"{value!r} of {wager.name}"


def said(result: Edge | LeftUpEdge) -> Iterator[object]:
    """Give every value that a result holds or says."""
    told = [name for name, of in vars(type(result)).items() if isinstance(of, property | cached_property)]
    for name in [*told, *(field.name for field in fields(result))]:
        value = getattr(result, name)
        if isinstance(value, Mapping):
            for key, chance in value.items():
                yield from key if isinstance(key, Outcome) else (key,)
                yield chance
        else:
            yield value


def test_edges_are_in_the_order_of_the_paragraphs() -> None:
    """The whole table is each wager's own figures, in order."""
    for house in HOUSES:
        assert edges(house) == [cost(house, name) for name in house.wagers]


# What is alike.


@named((house, wager) for house, wager in every() if wager.parts)
def test_a_wager_that_is_paid_as_others_costs_what_they_cost(house: House, wager: Wager) -> None:
    """A Horn Bet costs what its four wagers do, each by its share; a Whirl Bet what a Horn and an Any Seven do."""
    assert sum(part.share for part in wager.parts) == 1
    assert cost(house, wager.name).per_bet_made == sum(
        part.share * cost(house, part.wager.name).per_bet_made for part in wager.parts
    )


@named((house, wager) for house, wager in every() if wager.parts)
def test_a_wager_that_is_paid_as_others_costs_what_they_are_paid_as_in_the_end(house: House, wager: Wager) -> None:
    """What holds of its parts holds of the parts of its parts."""
    ends = list(in_the_end(wager, Fraction(1)))

    assert all(not part.parts for _, part in ends)
    assert cost(house, wager.name).per_bet_made == sum(
        share * cost(house, part.name).per_bet_made for share, part in ends
    )


def in_the_end(wager: Wager, share: Fraction) -> Iterator[tuple[Fraction, Wager]]:
    """Give the wagers that a bet is paid as once none of them is paid as others, with their shares."""
    if not wager.parts:
        yield share, wager
    for part in wager.parts:
        yield from in_the_end(part.wager, share * part.share)


@named((house, wager) for house, wager in every() if wager.number)
def test_a_number_costs_what_its_mirror_costs(house: House, wager: Wager) -> None:
    """There are as many rolls of 4 as of 10: both sides of the 7 have the same figures."""
    (mirror,) = [
        other
        for other in house.wagers.values()
        if other.family == wager.family and other.number and wager.number and other.number + wager.number == 14
    ]

    assert figures(cost(house, mirror.name)) == figures(cost(house, wager.name))


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.source)
@pytest.mark.parametrize("line", ["Pass Bet", "Don't Pass Bet"])
def test_a_come_bet_costs_what_the_bet_on_the_line_costs(house: House, line: str) -> None:
    """For a Come Bet its next roll is a come out roll of its own."""
    if line in house.wagers:
        assert figures(cost(house, line.replace("Pass", "Come"))) == figures(cost(house, line))


@each
def test_the_order_of_the_wagers_is_no_matter(house: House, wager: Wager) -> None:
    """A house that lists its wagers the other way round charges the same."""
    backwards = replace(house, wagers=dict(reversed(list(house.wagers.items()))))

    assert edge(backwards, wager.name) == cost(house, wager.name)


@each
def test_the_stake_is_no_matter_where_nothing_is_rounded(house: House, wager: Wager) -> None:
    """Twice or five times the bet has the same figures per unit of it."""
    e = cost(house, wager.name)
    table = house.submission.table
    least = -(-max(table.minimum, table.proposition_minimum) // e.stake)

    for times in {least, 2 * least, 5 * least, table.maximum // e.stake}:
        assert figures(edge(house, wager.name, stake=times * e.stake)) == figures(e)


# Pay more, cost less.


@each
def test_a_higher_pay_costs_less(house: House, wager: Wager) -> None:
    """Whichever row of its payout table is raised, the edge falls: no row is idle."""
    rows = rows_of(wager)

    assert rows
    for row in rows:
        assert edge(raising(house, wager, row), wager.name).per_bet_made < cost(house, wager.name).per_bet_made


@named((house, wager) for house, wager in every() if not wager.vigorish and not wager.parts)
def test_one_more_to_one_on_every_win_is_worth_the_chance_of_winning(house: House, wager: Wager) -> None:
    """An edge falls by exactly what is paid more, as often as it is paid."""
    raised = edge(raising(house, wager, *rows_of(wager)), wager.name)

    assert raised.per_bet_made == cost(house, wager.name).per_bet_made - cost(house, wager.name).probability_of_winning


def raising(house: House, wager: Wager, *rows: Pay) -> House:
    """Return a house that pays one to one more by some rows of a wager."""

    def more(pay: Pay, _: object) -> Pay:
        return pay._replace(odds=Odds(pay.odds.pays + pay.odds.wagered, pay.odds.wagered)) if pay in rows else pay

    return paying(house, wager.name, more)


# Rounding.


@named(every((CRAPS, MINI_CRAPS, CRAPLESS)))
def test_where_payouts_are_whole_there_is_no_breakage(house: House, wager: Wager) -> None:
    """A house that refuses a stake it cannot pay in whole chips keeps nothing of any other."""
    step = wager.step()
    table = house.submission.table
    least = -(-(table.proposition_minimum if wager.proposition else table.minimum) // step) * step

    assert cost(house, wager.name).breakage == 0
    if not wager.supports:
        assert all(edge(house, wager.name, stake=least + more * step).breakage == 0 for more in range(3))


@named(every((EVERY_OPTION,)))
def test_a_stake_that_needs_no_rounding_leaves_no_breakage_where_payouts_are_rounded_down(
    house: House, wager: Wager
) -> None:
    assert cost(house, wager.name).breakage == 0


def rounded_stakes(house: House, wager: Wager) -> list[int]:
    """Return some stakes, in cents, that a house which rounds down takes, most of them not paid in whole chips."""
    placed = wager.chip * wager.units
    table = house.submission.table
    least = -(-(table.proposition_minimum if wager.proposition else table.minimum) // placed) * placed
    stakes = [least + more * placed for more in (0, 1, 2, 3, 7)]
    return [stake for stake in stakes if not any(amount_refusals(house, Bet("alice", wager, stake)))]


@named((house, wager) for house, wager in every((EVERY_OPTION,)) if not wager.supports)
def test_rounding_down_costs_the_breakage_and_spares_what_the_vigorish_is_rounded_by(
    house: House, wager: Wager
) -> None:
    """At any stake the edge is the exact one and the breakage, less what the house forgoes of the vigorish.

    Payouts and vigorish are both rounded down: the first is the player's loss and is booked as breakage,
    the second is the player's gain, and is booked nowhere.
    """
    exact = cost(house, wager.name)
    for stake in rounded_stakes(house, wager):
        e = edge(house, wager.name, stake=stake)
        assert e.per_bet_made == exact.per_bet_made + e.breakage - forgone(wager, e)
        assert e.breakage >= 0


def forgone(wager: Wager, e: Edge) -> Fraction:
    """Return what is not taken of the exact vigorish, per unit of the bet."""
    if wager.vigorish is None:
        return Fraction(0)
    (odds,) = wager.odds()
    winnings = odds.winnings(e.stake)
    spared = wager.vigorish.exact(e.stake, winnings) - wager.vigorish.taken(e.stake, winnings)
    return spared / e.stake * (1 if wager.vigorish.moment == "when made" else e.probability_of_winning)


@pytest.mark.parametrize("name", ["Place Bet to Win on 6", "Place Bet to Lose on 4", "Lay Bet against the 5"])
def test_a_house_that_rounds_down_keeps_something(name: str) -> None:
    """A bet that is one chip over what is paid whole costs more than it should."""
    house = EVERY_OPTION
    exact = cost(house, name)
    stake = -(-house.submission.table.minimum // exact.stake) * exact.stake + house.chip

    assert edge(house, name, stake=stake).breakage > 0


@pytest.mark.parametrize("rate", ["5%", "4%", "1%"])
def test_a_vigorish_that_is_exact_is_not_rounded_where_payouts_are(tmp_path: Path, rate: str) -> None:
    """A house may round its payouts down and take its vigorish exactly: of a stake it takes, no vigorish is forgone."""
    exactly = {"vigorish": rate, "when_made": [4, 10], "on_a_win": [5, 6, 8, 9], "rounding": "exact"}
    house = a_house(tmp_path, "every-option", buy_bets={**exactly, "base": "amount wagered"})
    for number in (4, 5, 6):
        wager = house.wagers[f"Buy Bet on the {number}"]
        for stake in rounded_stakes(house, wager):
            e = edge(house, wager.name, stake=stake)
            assert e.per_bet_made == edge(house, wager.name).per_bet_made + e.breakage


# Off and on.


@each_that_may_be_called_on
def test_a_bet_that_is_off_costs_the_same_and_stays_longer(house: House, wager: Wager) -> None:
    """A come out roll that cannot decide a bet changes how long it lies there, and nothing else."""
    off, on = cost(house, wager.name), edge(house, wager.name, working=True)

    assert (off.working, on.working) == (False, True)
    assert per_unit(on) == per_unit(off)
    assert on.per_bet_decided == off.per_bet_decided
    assert on.mean_rolls_on_table < off.mean_rolls_on_table
    assert on.mean_rolls_on_table == on.mean_working_rolls == off.mean_working_rolls
    assert on.per_roll > off.per_roll


@named((house, wager) for house, wager in every() if not wager.off_on_come_out)
def test_calling_on_does_nothing_to_a_bet_that_works_on_every_roll(house: House, wager: Wager) -> None:
    e = edge(house, wager.name, working=True)

    assert e == cost(house, wager.name)
    assert e.mean_working_rolls == e.mean_rolls_on_table


# Left up.


@each_that_stays_up
@pytest.mark.parametrize("working", [False, True], ids=["as it is", "called on"])
def test_a_bet_that_is_left_up_costs_its_edge_at_each_decision(house: House, wager: Wager, *, working: bool) -> None:
    """It is decided until it loses, and every decision costs what a bet that is made anew costs."""
    e, up = cost(house, wager.name), edge_left_up(house, wager.name, working=working)

    assert up.mean_decisions == 1 / e.probability_of_losing
    assert up.per_decision == e.per_bet_decided
    assert up.mean_cost == e.per_bet_decided * up.mean_decisions
    assert up.per_roll * up.mean_rolls == up.mean_cost


@each_that_stays_up
def test_a_bet_that_is_left_up_called_on_is_decided_at_the_same_pace(house: House, wager: Wager) -> None:
    """Called on, its rolls are those of as many bets made one after the other; off, it waits more."""
    on, off = edge_left_up(house, wager.name, working=True), edge_left_up(house, wager.name)

    assert on.mean_rolls == on.mean_decisions * cost(house, wager.name).mean_rolls
    assert on.per_roll == edge(house, wager.name, working=True).per_roll
    assert (off.mean_rolls > on.mean_rolls) == wager.off_on_come_out
    assert off.mean_rolls >= on.mean_rolls


# Odds.


@named((house, wager) for house, wager in every() if wager.supports)
def test_odds_cost_nothing(house: House, wager: Wager) -> None:
    """A supplemental wager is paid at the true odds."""
    assert cost(house, wager.name).per_bet_made == 0


@named((house, wager) for house, wager in every() if wager.supports)
def test_odds_cost_nothing_on_any_number(house: House, wager: Wager) -> None:
    """Whatever is put up on one number and not on the others, the bet costs what it costs without."""
    assert wager.supports is not None
    flat = cost(house, wager.supports)
    for number, most in wager.cap.items():
        more = {other: most if other == number else Fraction(1, 2) for other in wager.cap}
        assert edge(house, wager.supports, odds=more).per_bet_made == flat.per_bet_made


@named((house, wager) for house, wager in every() if wager.supports)
def test_the_more_odds_the_less_per_total_action(house: House, wager: Wager) -> None:
    """Odds are wagered without an edge: they change no result in the mean, and spread the edge over more."""
    assert wager.supports is not None
    flat = cost(house, wager.supports)
    with_odds = [edge(house, wager.supports, odds=times) for times in range(1, int(min(wager.cap.values())) + 1)]

    assert {e.per_bet_made for e in with_odds} == {flat.per_bet_made}
    assert [e.per_total_action for e in (flat, *with_odds)] == sorted(
        {e.per_total_action for e in (flat, *with_odds)}, reverse=True
    )
    assert [e.variance for e in (flat, *with_odds)] == sorted({e.variance for e in (flat, *with_odds)})
    assert {(e.probability_of_winning, e.probability_of_losing, e.mean_rolls_on_table) for e in with_odds} == {
        (flat.probability_of_winning, flat.probability_of_losing, flat.mean_rolls_on_table)
    }


def test_odds_are_wagered_as_often_as_a_number_comes() -> None:
    """Two bets of three get a number at Craps, five of six at Crapless Craps; then the odds are bet too."""
    for times in (1, 2, 10):
        assert in_units(edge(CRAPS, "Pass Bet", odds=times)) == 1 + Fraction(24, 36) * times
        assert in_units(edge(CRAPLESS, "Pass Bet", odds=times)) == 1 + Fraction(30, 36) * times


def in_units(e: Edge) -> Fraction:
    """Return the mean amount wagered, per unit of the bet."""
    return e.action / e.stake


@pytest.mark.parametrize("line", ["Don't Pass Bet", "Don't Come Bet"])
def test_laid_odds_are_measured_by_what_they_win(line: str) -> None:
    """To win as much as the bet, 2 are laid to 1 on a 4, 3 to 2 on a 5, and 6 to 5 on a 6."""
    laid = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: Fraction(2)}
    mean = sum(Fraction(WAYS[number], 36) * amount for number, amount in laid.items())
    for times in (1, 2, 10):
        e = edge(CRAPS, line, odds=times)
        assert in_units(e) == 1 + times * mean
        assert e.per_total_action == Fraction(3, 220) / (1 + times * mean)
        assert max(outcome.net for outcome in e.outcomes) == e.stake * (1 + times)


def test_laid_odds_that_win_3_4_and_5_times_are_6_times_the_bet() -> None:
    """So a player who lays six times the bet on any number has them."""
    e = edge(CRAPS, "Don't Pass Bet", odds=THREE_FOUR_FIVE)

    assert in_units(e) == 1 + Fraction(24, 36) * 6
    assert {outcome.net for outcome in e.outcomes if outcome.result == "lost"} == {-e.stake, -7 * e.stake}
    assert e.per_total_action == Fraction(3, 1100)


@pytest.mark.parametrize("line", ["Pass Bet", "Come Bet"])
def test_3_4_5_times_odds_win_the_same_on_every_number(line: str) -> None:
    """Three times at 2 to 1, four times at 3 to 2 and five times at 6 to 5 are six times the bet."""
    e = edge(EVERY_OPTION, line, odds=THREE_FOUR_FIVE)

    assert {outcome.net / e.stake for outcome in e.outcomes if outcome.result == "won"} == {1, 7}
    assert in_units(e) == Fraction(34, 9)


@pytest.mark.parametrize(
    ("house", "line"), [(CRAPS, "Come Bet"), (CRAPLESS, "Come Bet"), (EVERY_OPTION, "Don't Come Bet")]
)
def test_odds_that_are_off_on_come_out_rolls_cost_nothing_and_vary_less(house: House, line: str) -> None:
    """Odds are put up as often and come back untouched now and then: the mean is the same, the spread is not."""
    off = edge(house, line, odds=2)
    always = edge(house, line.replace("Come", "Pass"), odds=2)

    assert off.per_bet_made == always.per_bet_made == cost(house, line).per_bet_made
    assert off.action == always.action
    assert off.variance < always.variance


@pytest.mark.parametrize(("house", "line"), [(CRAPS, "Don't Come Bet"), (EVERY_OPTION, "Come Bet")])
def test_odds_that_work_on_come_out_rolls_are_those_on_the_line(house: House, line: str) -> None:
    assert figures(edge(house, line, odds=2)) == figures(edge(house, line.replace("Come", "Pass"), odds=2))


@pytest.mark.parametrize(
    ("house", "line"), [(CRAPS, "Come Bet"), (CRAPLESS, "Come Bet"), (EVERY_OPTION, "Don't Come Bet")]
)
def test_odds_that_are_off_on_come_out_rolls_work_on_fewer_rolls(house: House, line: str) -> None:
    """While a Come Bet waits for its number the shooter comes out again, and its odds are off then."""
    odds = cost(house, f"odds on {line}")

    assert odds.mean_working_rolls < odds.mean_rolls_on_table
    assert odds.variance < cost(house, f"odds on {line.replace('Come', 'Pass')}").variance


@pytest.mark.parametrize(
    ("house", "line"), [(CRAPS, "Come Bet"), (CRAPLESS, "Come Bet"), (EVERY_OPTION, "Don't Come Bet")]
)
def test_odds_that_are_called_on_are_those_on_the_line(house: House, line: str) -> None:
    """Odds that are off on a come out roll may be called on; then they work on every roll, as a Pass Bet's do."""
    on = edge(house, line, odds=2, working=True)

    assert on.working
    assert figures(on) == figures(edge(house, line.replace("Come", "Pass"), odds=2))


@pytest.mark.parametrize(
    ("house", "line", "free"),
    [
        (CRAPS, "Pass Bet", "Buy Bet on the"),
        (CRAPS, "Don't Pass Bet", "Lay Bet against the"),
        (CRAPLESS, "Pass Bet", "Buy Bet on the"),
    ],
)
def test_odds_are_what_a_buy_or_lay_bet_is_without_vigorish(house: House, line: str, free: str) -> None:
    """Both have the true odds: odds on some number vary as those on each number do, as often as it comes."""
    game = house.game.name
    bare = charging(game, free.rpartition(" Bet")[0] + " Bet")
    numbers = house.wagers[f"odds on {line}"].cap
    ways = sum(WAYS[number] for number in numbers)

    assert all(cost(bare, f"{free} {number}").per_bet_made == 0 for number in numbers)
    assert cost(house, f"odds on {line}").variance == sum(
        Fraction(WAYS[number], ways) * cost(bare, f"{free} {number}").variance for number in numbers
    )


def test_odds_are_put_up_in_payable_amounts() -> None:
    """Of odds of $5 on a 5 or a 6 only what is paid in whole chips is bet: $4 at 3 to 2, $5 at 6 to 5."""
    e = edge(CRAPS, "Pass Bet", odds=1, stake=5_00)

    assert {outcome.net for outcome in e.outcomes} == {-5_00, 5_00, -10_00, -9_00, 15_00, 11_00}
    assert e.per_bet_made == Fraction(7, 495)
    assert e.action == 5_00 + Fraction(16 * 5_00 + 8 * 4_00, 36)


def test_odds_behind_a_bet_may_be_any_mapping() -> None:
    """Multiples by number are given by a mapping, of whichever kind."""
    assert edge(CRAPS, "Pass Bet", odds=MappingProxyType(THREE_FOUR_FIVE)) == edge(
        CRAPS, "Pass Bet", odds=THREE_FOUR_FIVE
    )


# The Fire Bet and Bonus Craps.


def test_the_pay_table_of_the_fire_bet_does_not_change_what_is_gathered() -> None:
    a, b = cost(CRAPS, "Fire Bet"), cost(EVERY_OPTION, "Fire Bet")

    assert a.numbers_made_distribution == b.numbers_made_distribution
    assert list(a.numbers_made_distribution) == [0, 1, 2, 3, 4, 5, 6]
    assert (
        a.probability_of_winning
        == a.numbers_made_distribution[4] + a.numbers_made_distribution[5] + a.numbers_made_distribution[6]
    )
    assert a.per_bet_made < b.per_bet_made


@pytest.mark.parametrize(
    ("name", "needed"), [("All Small Wager", 5), ("All Tall Wager", 5), ("All Or Nothing At All Wager", 10)]
)
def test_bonus_craps_is_won_with_all_numbers_and_with_no_fewer(name: str, needed: int) -> None:
    """It is the same in both games, and decided by the first 7: a sixth of the first rolls ends it."""
    e = cost(CRAPS, name)

    assert list(e.numbers_made_distribution) == list(range(needed + 1))
    assert e.probability_of_winning == e.numbers_made_distribution[needed]
    assert e.numbers_made_distribution[0] >= Fraction(1, 6)
    assert figures(cost(CRAPLESS, name)) == figures(e)


# Vigorish.


def chances(number: int) -> tuple[Fraction, Fraction]:
    """Return the chance of a number before a 7, and of a 7 before it."""
    return Fraction(WAYS[number], WAYS[number] + 6), Fraction(6, WAYS[number] + 6)


RATES = pytest.mark.parametrize("rate", ["0%", "1%", "2.5%", "5%"])


@RATES
@pytest.mark.parametrize("game", ["Craps", "Crapless Craps"])
@pytest.mark.parametrize(
    ("moment", "base"), [("when made", "amount wagered"), ("on a win", "amount wagered"), ("on a win", "amount won")]
)
def test_a_buy_bet_costs_its_vigorish(game: str, rate: str, moment: str, base: str) -> None:
    """It is paid at the true odds, and costs what is taken: at once or on wins only, of the bet or of the win."""
    house = charging(game, "Buy Bet", rate=rate, moment=moment, base=base)
    share = Fraction(rate.rstrip("%")) / 100
    for wager in house.wagers.values():
        if wager.family == "Buy Bet":
            assert wager.number is not None
            number, seven = chances(wager.number)
            taken = {"when made": Fraction(1), "on a win": number if base == "amount wagered" else seven}[moment]
            e = cost(house, wager.name)
            assert (e.probability_of_winning, e.probability_of_losing) == (number, seven)
            assert e.per_bet_made == e.per_bet_decided == share * taken
            assert e.per_outlay == share * taken / (1 + (share if moment == "when made" else 0))
            assert e.vigorish_when_made == (share * e.stake if moment == "when made" else 0)


@RATES
@pytest.mark.parametrize(
    ("moment", "base"), [("when made", "amount won"), ("on a win", "amount won"), ("on a win", "amount wagered")]
)
def test_a_lay_bet_costs_its_vigorish(rate: str, moment: str, base: str) -> None:
    """It is paid at the true odds against the number, and what is taken at once is so much of what it could win."""
    house = charging("Craps", "Lay Bet", rate=rate, moment=moment, base=base)
    share = Fraction(rate.rstrip("%")) / 100
    for wager in house.wagers.values():
        if wager.family == "Lay Bet":
            assert wager.number is not None
            number, seven = chances(wager.number)
            of = Fraction(1) if base == "amount wagered" else number / seven
            e = cost(house, wager.name)
            assert (e.probability_of_winning, e.probability_of_losing) == (seven, number)
            assert e.per_bet_made == share * of * (1 if moment == "when made" else seven)
            assert e.per_outlay == e.per_bet_made / (1 + (share * of if moment == "when made" else 0))


def test_a_house_may_take_its_vigorish_otherwise_on_each_number(tmp_path: Path) -> None:
    """When the bet is made on some numbers, on a win on others, and not at all on those in neither list."""
    house = a_house(
        tmp_path,
        "crapless",
        buy_bets={"when_made": [2, 12], "on_a_win": [4, 10], "base": "amount wagered", "rounding": "exact"},
    )

    assert [cost(house, f"Buy Bet on the {number}").per_bet_made for number in (2, 12)] == [Fraction(1, 20)] * 2
    assert [cost(house, f"Buy Bet on the {number}").per_bet_made for number in (4, 10)] == [Fraction(1, 60)] * 2
    assert {cost(house, f"Buy Bet on the {number}").per_bet_made for number in (3, 5, 6, 8, 9, 11)} == {0}
    assert [cost(house, f"Buy Bet on the {number}").per_outlay for number in (2, 3, 4)] == [
        Fraction(1, 21),
        0,
        Fraction(1, 60),
    ]


def test_the_example_that_takes_every_option_takes_both_kinds_of_vigorish() -> None:
    """5% of the win, on a win, on Buy Bets on 4 and 10, and when made on the others; 4% on Lay Bets, the other way."""
    buys = {number: cost(EVERY_OPTION, f"Buy Bet on the {number}").per_bet_made for number in (4, 5, 6, 8, 9, 10)}
    lays = {number: cost(EVERY_OPTION, f"Lay Bet against the {number}").per_bet_made for number in (4, 5, 6, 8, 9, 10)}

    assert buys == {4: Fraction(1, 30), 10: Fraction(1, 30)} | dict.fromkeys((5, 6, 8, 9), Fraction(1, 20))
    assert lays == {
        4: Fraction(1, 50),
        5: Fraction(2, 125),
        6: Fraction(1, 55),
        8: Fraction(1, 55),
        9: Fraction(2, 125),
        10: Fraction(1, 50),
    }


def test_a_vigorish_on_a_win_costs_a_buy_bet_less_than_one_when_it_is_made() -> None:
    """What is taken only from winners is taken less often."""
    before = charging("Craps", "Buy Bet", rate="5%", moment="when made")
    on_a_win = charging("Craps", "Buy Bet", rate="5%", moment="on a win")
    for number in (4, 5, 6, 8, 9, 10):
        name = f"Buy Bet on the {number}"
        assert cost(on_a_win, name).per_bet_made < cost(before, name).per_bet_made


@given(st.sampled_from([4, 5, 6, 8, 9, 10]), st.integers(1, 100))
def test_a_vigorish_that_is_rounded_down_never_costs_more_than_the_exact_one(number: int, chips: int) -> None:
    """A stake at which the vigorish is no whole chips is cheaper, and none is dearer."""
    name = f"Buy Bet on the {number}"
    stake = CRAPS.wagers[name].step() * chips

    if stake >= CRAPS.submission.table.minimum:
        assert edge(CRAPS, name, stake=stake).per_bet_made <= cost(CRAPS, name).per_bet_made


# What cannot be asked.


def refused(error: type[CrapsError], house: House, wager: str, **asked: object) -> str:
    """Ask for an edge that there is none of; return what is said, which is one line."""
    with pytest.raises(error) as said:
        edge(house, wager, **asked)  # type: ignore[arg-type]
    assert said.type is error
    assert "\n" not in str(said.value)
    return str(said.value)


@pytest.mark.parametrize(
    ("house", "wager"),
    [
        (MINI_CRAPS, "Buy Bet on the 4"),
        (MINI_CRAPS, "Fire Bet"),
        (CRAPLESS, "Don't Pass Bet"),
        (CRAPLESS, "Whirl Bet"),
        (CRAPS, "Place Bet to Win on 2"),
    ],
)
def test_a_wager_that_is_not_offered_has_no_edge_here(house: House, wager: str) -> None:
    assert wager.split(maxsplit=1)[0] in refused(NotOffered, house, wager)
    with pytest.raises(NotOffered):
        edge_left_up(house, wager)


def test_a_wager_that_nobody_has_has_no_edge() -> None:
    assert "Martingale" in refused(UnknownWager, CRAPS, "Martingale Bet")
    with pytest.raises(UnknownWager):
        edge_left_up(CRAPS, "Martingale Bet")


@pytest.mark.parametrize("name", LINE)
def test_odds_over_the_cap_are_refused_with_the_cap(name: str) -> None:
    """The house takes ten times; one multiple, or one number, that is over it is over it."""
    at_most = dict.fromkeys(THREE_FOUR_FIVE, Fraction(10))

    assert edge(CRAPS, name, odds=at_most) == edge(CRAPS, name, odds=10)
    assert "the cap is 10 times" in refused(OverMaximum, CRAPS, name, odds=11)
    assert "the cap is 10 times" in refused(OverMaximum, CRAPS, name, odds=Fraction(201, 20))
    assert "on 9 refused" in refused(OverMaximum, CRAPS, name, odds=at_most | {9: Fraction(11)})


def test_a_house_with_3_4_5_times_odds_takes_no_more_on_any_number() -> None:
    """Four times is within the cap of five and over that of three."""
    assert "on 4 refused: the cap is 3 times" in refused(OverMaximum, EVERY_OPTION, "Pass Bet", odds=4)
    assert "on 5 refused: the cap is 4 times" in refused(
        OverMaximum, EVERY_OPTION, "Pass Bet", odds=THREE_FOUR_FIVE | {5: Fraction(5)}
    )
    assert edge(EVERY_OPTION, "Pass Bet", odds=THREE_FOUR_FIVE).per_bet_made == Fraction(7, 495)


@pytest.mark.parametrize("wager", ["Field Bet", "Place Bet to Win on 6", "Fire Bet", "odds on Pass Bet"])
def test_odds_support_only_a_bet_that_takes_them(wager: str) -> None:
    """Who asks for others hears which bets take odds."""
    assert "Don't Come Bet" in refused(NotationError, CRAPS, wager, odds=1)


@pytest.mark.parametrize(
    "odds", [0, -1, {4: 1}, {}, dict.fromkeys((2, 4, 5, 6, 8, 9, 10), 1), THREE_FOUR_FIVE | {4: 0}]
)
def test_odds_are_a_multiple_above_zero_for_each_number(odds: object) -> None:
    assert "4, 5, 6, 8, 9, 10" in refused(NotationError, CRAPS, "Pass Bet", odds=odds)


@pytest.mark.parametrize("wager", ["Field Bet", "Pass Bet", "Come Bet", "Horn Bet", "Fire Bet", "odds on Pass Bet"])
def test_a_bet_that_comes_down_when_it_wins_is_not_left_up(wager: str) -> None:
    with pytest.raises(NotationError, match="comes down when it wins") as said:
        edge_left_up(CRAPS, wager)
    assert "\n" not in str(said.value)


@pytest.mark.parametrize(
    ("wager", "stake", "error"),
    [
        ("Place Bet to Win on 6", 10_00, WrongUnits),
        ("Horn Bet", 5_00, WrongUnits),
        ("Pass Bet", 5_50, WrongUnits),
        ("Pass Bet", 0, WrongUnits),
        ("Pass Bet", 4_00, UnderMinimum),
        ("Pass Bet", 2_001_00, OverMaximum),
    ],
)
def test_a_stake_is_one_that_the_house_takes(wager: str, stake: int, error: type[CrapsError]) -> None:
    """What the table would refuse has no edge, alone or left up."""
    assert "would do" in refused(error, CRAPS, wager, stake=stake)
    if CRAPS.wagers[wager].stays_up:
        with pytest.raises(error):
            edge_left_up(CRAPS, wager, stake=stake)


def test_a_wager_is_found_by_the_words_of_the_trade() -> None:
    """Slang and the law's name have the same figures, under the law's name."""
    assert edge(CRAPS, "yo") == cost(CRAPS, "11 in One Roll Bet")
    assert edge(CRAPS, "yo").wager == "11 in One Roll Bet"


def test_a_wager_that_no_roll_can_decide_has_no_edge() -> None:
    """Where nothing wins and nothing loses there is nothing to count, and the error says so in one line."""
    field = CRAPS.wagers["Field Bet"]
    never = replace(field, stages={None: {}})
    house = replace(CRAPS, wagers=dict(CRAPS.wagers) | {field.name: never})

    with pytest.raises(NeverDecided, match=r"^no roll can end what is asked about; .* would do$"):
        edge(house, field.name)
