"""The edge of every wager: facts that hold at every example house."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from for_every import Test, for_every
from law.submissions import open_changed
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
from passline.law.wagers import Payout, Wager
from passline.odds.wager_edge import Edge, LeftUpEdge, Outcome, edge, edge_left_up, edges
from passline.table.amounts import amount_refusals
from passline.table.layout import Bet
from passline.words.odds import Odds
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, HOUSES, MINI_CRAPS

RESULTS = {"won", "lost", "stood off"}
LINE = ("Pass Bet", "Don't Pass Bet", "Come Bet", "Don't Come Bet")
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""The number of rolls, of 36, for each total but 7, which has six."""


def every(houses: tuple[House, ...] = HOUSES) -> Iterator[tuple[House, Wager]]:
    """Yield every wager of every example house."""
    for house in houses:
        for wager in house.wagers.values():
            yield house, wager


def for_wagers(pairs: Iterator[tuple[House, Wager]]) -> Callable[[Test], Callable[[], None]]:
    """Run a test for each of these wagers of these houses."""
    return for_every(pairs, lambda house, wager: f"{house.source}: {wager.name}")


for_every_wager = for_wagers(every())
for_every_wager_that_stays_up = for_wagers((house, wager) for house, wager in every() if wager.stays_up)
for_every_wager_off_on_come_out = for_wagers(
    (house, wager) for house, wager in every() if wager.off_on_come_out and not wager.supports
)


@cache
def cost(house: House, wager: str) -> Edge:
    """Return the edge of a wager at a stake that needs no rounding."""
    return edge(house, wager)


def per_unit(e: Edge) -> dict[tuple[object, ...], Fraction]:
    """Return the probability of each outcome, with its result, net and breakage per unit of the bet."""
    return {
        (o.result, o.net / e.stake, o.breakage / e.stake, o.numbers_made): probability
        for o, probability in e.outcomes.items()
    }


def figures(e: Edge) -> tuple[object, ...]:
    """Return every figure of a wager per unit of the bet."""
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


# Outcomes and bases.


@for_every_wager
def test_a_bet_wins_loses_or_stands_off(house: House, wager: Wager) -> None:
    e = cost(house, wager.name)

    assert {outcome.result for outcome in e.outcomes} <= RESULTS
    assert e.probability_of_winning + e.probability_of_losing + e.probability_of_standoff == 1
    assert min(e.probability_of_winning, e.probability_of_losing) > 0
    assert sum(e.numbers_made_distribution.values()) == 1


@for_every_wager
def test_every_basis_divides_the_same_edge(house: House, wager: Wager) -> None:
    """The edge on one basis gives the edge on every other."""
    e = cost(house, wager.name)

    assert e.per_bet_made == -e.expectation
    assert e.per_bet_decided * (1 - e.probability_of_standoff) == e.per_bet_made
    assert e.per_roll * e.mean_rolls_on_table == e.per_bet_made
    assert e.per_outlay * (e.stake + e.vigorish_when_made) == e.per_bet_made * e.stake
    assert e.per_total_action == e.per_bet_made
    assert e.action == e.stake
    assert e.mean_rolls * (1 - e.probability_of_standoff) == e.mean_working_rolls <= e.mean_rolls_on_table


@for_every_wager
def test_every_wager_except_odds_has_an_edge(house: House, wager: Wager) -> None:
    """The edge is above 0 and below 1 for every wager except supplemental wagers, and no result is certain."""
    e = cost(house, wager.name)

    assert e.per_bet_made == 0 if wager.supports else 0 < e.per_bet_made < 1
    assert e.variance > 0


@for_every_wager
def test_a_one_roll_wager_takes_one_roll(house: House, wager: Wager) -> None:
    """Its probabilities are whole 36ths and it is on the table for one roll; other wagers stay for more than one."""
    e = cost(house, wager.name)

    if wager.one_roll:
        assert e.mean_rolls_on_table == 1
        assert all((36 * probability).denominator == 1 for probability in e.outcomes.values())
    else:
        assert e.mean_rolls_on_table > 1


@for_every_wager
def test_no_figure_is_a_float(house: House, wager: Wager) -> None:
    """Every figure is a fraction or an integer, those of a bet left up included."""
    results: list[Edge | LeftUpEdge] = [cost(house, wager.name)]
    if wager.supports:
        results.append(edge(house, wager.supports, odds=1))
    if wager.stays_up:
        results.append(edge_left_up(house, wager.name))
    for result in results:
        for value in values_of(result):
            assert type(value) in {Fraction, int, bool, str}, f"{value!r} of {wager.name}"


def values_of(result: Edge | LeftUpEdge) -> Iterator[object]:
    """Yield the value of every field and property of a result."""
    properties = [name for name, of in vars(type(result)).items() if isinstance(of, property | cached_property)]
    for name in [*properties, *(field.name for field in fields(result))]:
        value = getattr(result, name)
        if isinstance(value, Mapping):
            for key, probability in value.items():
                yield from key if isinstance(key, Outcome) else (key,)
                yield probability
        else:
            yield value


def test_edges_are_in_the_order_of_the_paragraphs() -> None:
    """`edges` returns the edge of each wager, in the order of the paragraphs."""
    for house in HOUSES:
        assert edges(house) == [cost(house, name) for name in house.wagers]


# Wagers with equal figures.


@for_wagers((house, wager) for house, wager in every() if wager.parts)
def test_the_edge_of_a_wager_in_parts_is_the_weighted_edge_of_its_parts(house: House, wager: Wager) -> None:
    """A Horn Bet is paid as four wagers, and a Whirl Bet as a Horn Bet and an Any Seven Bet."""
    assert sum(part.share for part in wager.parts) == 1
    assert cost(house, wager.name).per_bet_made == sum(
        part.share * cost(house, part.wager.name).per_bet_made for part in wager.parts
    )


@for_wagers((house, wager) for house, wager in every() if wager.parts)
def test_the_edge_of_a_wager_in_parts_is_the_weighted_edge_of_the_parts_of_its_parts(
    house: House, wager: Wager
) -> None:
    """A Whirl Bet is in the end paid as an Any Seven Bet and the four wagers of a Horn Bet."""
    ends = list(final_parts(wager, Fraction(1)))

    assert all(not part.parts for _, part in ends)
    assert cost(house, wager.name).per_bet_made == sum(
        share * cost(house, part.name).per_bet_made for share, part in ends
    )


def final_parts(wager: Wager, share: Fraction) -> Iterator[tuple[Fraction, Wager]]:
    """Yield the wagers without parts that a bet is paid as, with their shares."""
    if not wager.parts:
        yield share, wager
    for part in wager.parts:
        yield from final_parts(part.wager, share * part.share)


@for_wagers((house, wager) for house, wager in every() if wager.number)
def test_a_number_has_the_figures_of_its_mirror_number(house: House, wager: Wager) -> None:
    """A 4 and a 10 have the same number of rolls, so the wagers on them have the same figures."""
    (mirror,) = [
        other
        for other in house.wagers.values()
        if other.family == wager.family and other.number and wager.number and other.number + wager.number == 14
    ]

    assert figures(cost(house, mirror.name)) == figures(cost(house, wager.name))


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.source)
@pytest.mark.parametrize("line", ["Pass Bet", "Don't Pass Bet"])
def test_a_come_bet_has_the_figures_of_the_line_bet(house: House, line: str) -> None:
    """The next roll is the come out roll of a Come Bet."""
    if line in house.wagers:
        assert figures(cost(house, line.replace("Pass", "Come"))) == figures(cost(house, line))


@for_every_wager
def test_the_order_of_the_wagers_does_not_matter(house: House, wager: Wager) -> None:
    """A house that lists its wagers in reverse has the same edges."""
    backwards = replace(house, wagers=dict(reversed(list(house.wagers.items()))))

    assert edge(backwards, wager.name) == cost(house, wager.name)


@for_every_wager
def test_the_stake_does_not_matter_if_nothing_is_rounded(house: House, wager: Wager) -> None:
    """A multiple of the exact stake has the same figures per unit of the bet."""
    e = cost(house, wager.name)
    table = house.submission.table
    least = -(-max(table.minimum, table.proposition_minimum) // e.stake)

    for times in {least, table.maximum // e.stake}:
        assert figures(edge(house, wager.name, stake=times * e.stake)) == figures(e)


# Higher payouts, lower edges.


@for_every_wager
def test_a_higher_payout_lowers_the_edge(house: House, wager: Wager) -> None:
    """This holds for each row of the payout table, so every row is used."""
    rows = rows_of(wager)

    assert rows
    for row in rows:
        assert edge(raising(house, wager, row), wager.name).per_bet_made < cost(house, wager.name).per_bet_made


@for_wagers((house, wager) for house, wager in every() if not wager.vigorish and not wager.parts)
def test_one_more_to_one_on_every_win_is_worth_the_probability_of_winning(house: House, wager: Wager) -> None:
    """The edge falls by the extra payout times the probability that it is paid."""
    raised = edge(raising(house, wager, *rows_of(wager)), wager.name)

    assert raised.per_bet_made == cost(house, wager.name).per_bet_made - cost(house, wager.name).probability_of_winning


def raising(house: House, wager: Wager, *rows: Payout) -> House:
    """Return a house that pays one unit more for one on some rows of a wager."""

    def more(pay: Payout, _: object) -> Payout:
        return pay._replace(odds=Odds(pay.odds.pays + pay.odds.wagered, pay.odds.wagered)) if pay in rows else pay

    return paying(house, wager.name, more)


# Rounding.


@for_wagers(every((CRAPS, MINI_CRAPS, CRAPLESS)))
def test_a_house_that_refuses_inexact_stakes_has_no_breakage(house: House, wager: Wager) -> None:
    """A house that takes only stakes that it can pay in whole chips never rounds."""
    step = wager.bet_step()
    table = house.submission.table
    least = -(-(table.proposition_minimum if wager.proposition else table.minimum) // step) * step

    assert cost(house, wager.name).breakage == 0
    if not wager.supports:
        assert all(edge(house, wager.name, stake=least + more * step).breakage == 0 for more in range(3))


@for_wagers(every((EVERY_OPTION,)))
def test_a_stake_that_needs_no_rounding_has_no_breakage_at_a_house_that_rounds_down(house: House, wager: Wager) -> None:
    assert cost(house, wager.name).breakage == 0


def rounded_stakes(house: House, wager: Wager) -> list[int]:
    """Return some stakes, in cents, that the house takes; most need rounding."""
    placed = wager.chip * wager.units
    table = house.submission.table
    least = -(-(table.proposition_minimum if wager.proposition else table.minimum) // placed) * placed
    stakes = [least + more * placed for more in (0, 1, 2, 3, 7)]
    return [stake for stake in stakes if not any(amount_refusals(house, Bet("alice", wager, stake)))]


@for_wagers((house, wager) for house, wager in every((EVERY_OPTION,)) if not wager.supports)
def test_rounding_down_adds_the_breakage_and_forgoes_part_of_the_vigorish(house: House, wager: Wager) -> None:
    """At any stake the edge is the exact edge plus the breakage, less the vigorish that the house forgoes.

    Payouts and vigorish are both rounded down. The rounding of payouts is the player's loss and is breakage. The
    rounding of the vigorish is the player's gain and is not recorded.
    """
    exact = cost(house, wager.name)
    for stake in rounded_stakes(house, wager):
        e = edge(house, wager.name, stake=stake)
        assert e.per_bet_made == exact.per_bet_made + e.breakage - forgone(wager, e)
        assert e.breakage >= 0


def forgone(wager: Wager, e: Edge) -> Fraction:
    """Return the part of the exact vigorish that is not taken, per unit of the bet."""
    if wager.vigorish is None:
        return Fraction(0)
    (odds,) = wager.odds()
    winnings = odds.winnings(e.stake)
    spared = wager.vigorish.exact_amount(e.stake, winnings) - wager.vigorish.collected_amount(e.stake, winnings)
    return spared / e.stake * (1 if wager.vigorish.moment == "when made" else e.probability_of_winning)


@pytest.mark.parametrize("name", ["Place Bet to Win on 6", "Place Bet to Lose on 4", "Lay Bet against the 5"])
def test_a_house_that_rounds_down_keeps_breakage(name: str) -> None:
    """A bet of one chip more than an exact stake has breakage."""
    house = EVERY_OPTION
    exact = cost(house, name)
    stake = -(-house.submission.table.minimum // exact.stake) * exact.stake + house.chip

    assert edge(house, name, stake=stake).breakage > 0


@pytest.mark.parametrize("rate", ["5%", "4%", "1%"])
def test_an_exact_vigorish_is_not_rounded_when_payouts_are(tmp_path: Path, rate: str) -> None:
    """A house that rounds its payouts down but takes its vigorish exactly forgoes no vigorish."""
    exactly = {"vigorish": rate, "when_made": [4, 10], "on_a_win": [5, 6, 8, 9], "rounding": "exact"}
    house = open_changed(tmp_path, "every-option", buy_bets={**exactly, "base": "amount wagered"})
    for number in (4, 5, 6):
        wager = house.wagers[f"Buy Bet on the {number}"]
        for stake in rounded_stakes(house, wager):
            e = edge(house, wager.name, stake=stake)
            assert e.per_bet_made == edge(house, wager.name).per_bet_made + e.breakage


# Bets that are off on a come out roll.


@for_every_wager_off_on_come_out
def test_a_bet_that_is_off_on_come_out_rolls_has_the_same_edge_and_stays_longer(house: House, wager: Wager) -> None:
    """Come out rolls that cannot decide a bet change only the number of rolls that it is on the table."""
    off, on = cost(house, wager.name), edge(house, wager.name, working=True)

    assert (off.working, on.working) == (False, True)
    assert per_unit(on) == per_unit(off)
    assert on.per_bet_decided == off.per_bet_decided
    assert on.mean_rolls_on_table < off.mean_rolls_on_table
    assert on.mean_rolls_on_table == on.mean_working_rolls == off.mean_working_rolls
    assert on.per_roll > off.per_roll


@for_wagers((house, wager) for house, wager in every() if not wager.off_on_come_out)
def test_calling_on_changes_nothing_for_a_bet_that_works_on_every_roll(house: House, wager: Wager) -> None:
    e = edge(house, wager.name, working=True)

    assert e == cost(house, wager.name)
    assert e.mean_working_rolls == e.mean_rolls_on_table


# Bets left up until they lose.


@for_every_wager_that_stays_up
def test_a_bet_left_up_costs_its_edge_at_each_decision(house: House, wager: Wager) -> None:
    """It is decided until it loses, and each decision costs the edge per bet decided."""
    e = cost(house, wager.name)

    for working in (False, True):
        up = edge_left_up(house, wager.name, working=working)
        assert up.mean_decisions == 1 / e.probability_of_losing
        assert up.per_decision == e.per_bet_decided
        assert up.mean_cost == e.per_bet_decided * up.mean_decisions
        assert up.per_roll * up.mean_rolls == up.mean_cost


@for_every_wager_that_stays_up
def test_a_bet_left_up_and_called_on_is_decided_at_the_rate_of_single_bets(house: House, wager: Wager) -> None:
    """If called on, it takes the rolls of the same number of single bets; otherwise it waits on come out rolls."""
    on, off = edge_left_up(house, wager.name, working=True), edge_left_up(house, wager.name)

    assert on.mean_rolls == on.mean_decisions * cost(house, wager.name).mean_rolls
    assert on.per_roll == edge(house, wager.name, working=True).per_roll
    assert (off.mean_rolls > on.mean_rolls) == wager.off_on_come_out
    assert off.mean_rolls >= on.mean_rolls


# Odds.


@for_wagers((house, wager) for house, wager in every() if wager.supports)
def test_odds_have_no_edge(house: House, wager: Wager) -> None:
    """A supplemental wager is paid at the true odds."""
    assert cost(house, wager.name).per_bet_made == 0


@for_wagers((house, wager) for house, wager in every() if wager.supports)
def test_odds_have_no_edge_on_any_number(house: House, wager: Wager) -> None:
    """Different odds on each number leave the edge of the bet as it is without odds."""
    assert wager.supports is not None
    flat = cost(house, wager.supports)
    for number, most in wager.cap.items():
        more = {other: most if other == number else Fraction(1, 2) for other in wager.cap}
        assert edge(house, wager.supports, odds=more).per_bet_made == flat.per_bet_made


@for_wagers((house, wager) for house, wager in every() if wager.supports)
def test_more_odds_lower_the_edge_per_total_action(house: House, wager: Wager) -> None:
    """Odds have no edge, so they leave the mean result as it is and divide it by a larger amount wagered."""
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


def test_odds_are_wagered_when_a_point_is_set() -> None:
    """A line bet gets a point with probability 2/3 at Craps and 5/6 at Crapless Craps; then its odds are bet."""
    for times in (1, 2, 10):
        assert in_units(edge(CRAPS, "Pass Bet", odds=times)) == 1 + Fraction(24, 36) * times
        assert in_units(edge(CRAPLESS, "Pass Bet", odds=times)) == 1 + Fraction(30, 36) * times


def in_units(e: Edge) -> Fraction:
    """Return the mean amount wagered, per unit of the bet."""
    return e.action / e.stake


@pytest.mark.parametrize("line", ["Don't Pass Bet", "Don't Come Bet"])
def test_laid_odds_are_measured_by_what_they_win(line: str) -> None:
    """To win the amount of the bet, 2 to 1 is laid on a 4, 3 to 2 on a 5, and 6 to 5 on a 6."""
    laid = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: Fraction(2)}
    mean = sum(Fraction(WAYS[number], 36) * amount for number, amount in laid.items())
    for times in (1, 2, 10):
        e = edge(CRAPS, line, odds=times)
        assert in_units(e) == 1 + times * mean
        assert e.per_total_action == Fraction(3, 220) / (1 + times * mean)
        assert max(outcome.net for outcome in e.outcomes) == e.stake * (1 + times)


def test_laid_odds_that_win_3_4_and_5_times_are_6_times_the_bet() -> None:
    """Laying six times the bet on every number wins 3, 4 or 5 times the bet."""
    e = edge(CRAPS, "Don't Pass Bet", odds=THREE_FOUR_FIVE)

    assert in_units(e) == 1 + Fraction(24, 36) * 6
    assert {outcome.net for outcome in e.outcomes if outcome.result == "lost"} == {-e.stake, -7 * e.stake}
    assert e.per_total_action == Fraction(3, 1100)


@pytest.mark.parametrize("line", ["Pass Bet", "Come Bet"])
def test_3_4_5_times_odds_win_the_same_on_every_number(line: str) -> None:
    """Three times at 2 to 1, four times at 3 to 2 and five times at 6 to 5 all win six times the bet."""
    e = edge(EVERY_OPTION, line, odds=THREE_FOUR_FIVE)

    assert {outcome.net / e.stake for outcome in e.outcomes if outcome.result == "won"} == {1, 7}
    assert in_units(e) == Fraction(34, 9)


@pytest.mark.parametrize(
    ("house", "line"), [(CRAPS, "Come Bet"), (CRAPLESS, "Come Bet"), (EVERY_OPTION, "Don't Come Bet")]
)
def test_odds_that_are_off_on_come_out_rolls_have_no_edge_and_less_variance(house: House, line: str) -> None:
    """Such odds are sometimes returned undecided: the mean is the same and the variance is smaller."""
    off = edge(house, line, odds=2)
    always = edge(house, line.replace("Come", "Pass"), odds=2)

    assert off.per_bet_made == always.per_bet_made == cost(house, line).per_bet_made
    assert off.action == always.action
    assert off.variance < always.variance


@pytest.mark.parametrize(("house", "line"), [(CRAPS, "Don't Come Bet"), (EVERY_OPTION, "Come Bet")])
def test_odds_that_work_on_come_out_rolls_have_the_figures_of_line_odds(house: House, line: str) -> None:
    assert figures(edge(house, line, odds=2)) == figures(edge(house, line.replace("Come", "Pass"), odds=2))


@pytest.mark.parametrize(
    ("house", "line"), [(CRAPS, "Come Bet"), (CRAPLESS, "Come Bet"), (EVERY_OPTION, "Don't Come Bet")]
)
def test_odds_that_are_off_on_come_out_rolls_work_on_fewer_rolls(house: House, line: str) -> None:
    """The shooter may come out again while a Come Bet waits for its number, and its odds are off then."""
    odds = cost(house, f"odds on {line}")

    assert odds.mean_working_rolls < odds.mean_rolls_on_table
    assert odds.variance < cost(house, f"odds on {line.replace('Come', 'Pass')}").variance


@pytest.mark.parametrize(
    ("house", "line"), [(CRAPS, "Come Bet"), (CRAPLESS, "Come Bet"), (EVERY_OPTION, "Don't Come Bet")]
)
def test_odds_that_are_called_on_have_the_figures_of_line_odds(house: House, line: str) -> None:
    """Odds that are called on work on every roll, as those of a Pass Bet do."""
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
def test_odds_vary_as_buy_or_lay_bets_without_vigorish(house: House, line: str, free: str) -> None:
    """Both pay true odds, so the variance of odds is the mean variance of those bets, weighted by their rolls."""
    game = house.game.name
    bare = charging(game, free.rpartition(" Bet")[0] + " Bet")
    numbers = house.wagers[f"odds on {line}"].cap
    ways = sum(WAYS[number] for number in numbers)

    assert all(cost(bare, f"{free} {number}").per_bet_made == 0 for number in numbers)
    assert cost(house, f"odds on {line}").variance == sum(
        Fraction(WAYS[number], ways) * cost(bare, f"{free} {number}").variance for number in numbers
    )


def test_odds_are_put_up_in_payable_amounts() -> None:
    """Odds of $5 are rounded down to amounts that are paid in whole chips: $4 at 3 to 2 and $5 at 6 to 5."""
    e = edge(CRAPS, "Pass Bet", odds=1, stake=5_00)

    assert {outcome.net for outcome in e.outcomes} == {-5_00, 5_00, -10_00, -9_00, 15_00, 11_00}
    assert e.per_bet_made == Fraction(7, 495)
    assert e.action == 5_00 + Fraction(16 * 5_00 + 8 * 4_00, 36)


def test_odds_behind_a_bet_may_be_any_mapping() -> None:
    """The multiples by number may be any kind of mapping."""
    assert edge(CRAPS, "Pass Bet", odds=MappingProxyType(THREE_FOUR_FIVE)) == edge(
        CRAPS, "Pass Bet", odds=THREE_FOUR_FIVE
    )


# The Fire Bet and Bonus Craps.


def test_the_pay_table_of_the_fire_bet_does_not_change_the_points_made() -> None:
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
    """Its figures are the same in both games, and a 7 on the first roll ends it with probability 1/6."""
    e = cost(CRAPS, name)

    assert list(e.numbers_made_distribution) == list(range(needed + 1))
    assert e.probability_of_winning == e.numbers_made_distribution[needed]
    assert e.numbers_made_distribution[0] >= Fraction(1, 6)
    assert figures(cost(CRAPLESS, name)) == figures(e)


# Vigorish.


def probabilities(number: int) -> tuple[Fraction, Fraction]:
    """Return the probability of a number before a 7, and of a 7 before the number."""
    return Fraction(WAYS[number], WAYS[number] + 6), Fraction(6, WAYS[number] + 6)


RATES = pytest.mark.parametrize("rate", ["0%", "1%", "2.5%", "5%"])


@RATES
@pytest.mark.parametrize("game", ["Craps", "Crapless Craps"])
@pytest.mark.parametrize(
    ("moment", "base"), [("when made", "amount wagered"), ("on a win", "amount wagered"), ("on a win", "amount won")]
)
def test_the_edge_of_a_buy_bet_is_its_mean_vigorish(game: str, rate: str, moment: str, base: str) -> None:
    """It pays true odds, so its edge is the vigorish times the probability that it is taken."""
    house = charging(game, "Buy Bet", rate=rate, moment=moment, base=base)
    share = Fraction(rate.rstrip("%")) / 100
    for wager in house.wagers.values():
        if wager.family == "Buy Bet":
            assert wager.number is not None
            number, seven = probabilities(wager.number)
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
def test_the_edge_of_a_lay_bet_is_its_mean_vigorish(rate: str, moment: str, base: str) -> None:
    """It pays true odds against the number; a vigorish on the amount won is a share of what the bet can win."""
    house = charging("Craps", "Lay Bet", rate=rate, moment=moment, base=base)
    share = Fraction(rate.rstrip("%")) / 100
    for wager in house.wagers.values():
        if wager.family == "Lay Bet":
            assert wager.number is not None
            number, seven = probabilities(wager.number)
            of = Fraction(1) if base == "amount wagered" else number / seven
            e = cost(house, wager.name)
            assert (e.probability_of_winning, e.probability_of_losing) == (seven, number)
            assert e.per_bet_made == share * of * (1 if moment == "when made" else seven)
            assert e.per_outlay == e.per_bet_made / (1 + (share * of if moment == "when made" else 0))


def test_a_house_may_take_its_vigorish_differently_on_each_number(tmp_path: Path) -> None:
    """It is taken when made on some numbers, on a win on others, and not at all on numbers in neither list."""
    house = open_changed(
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


def test_the_every_option_example_takes_vigorish_at_both_moments() -> None:
    """Buy Bets on 4 and 10 pay 5% on a win, and other Buy Bets 5% when made."""
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


def test_a_vigorish_on_a_win_costs_less_than_one_when_the_bet_is_made() -> None:
    """It is taken only from bets that win."""
    before = charging("Craps", "Buy Bet", rate="5%", moment="when made")
    on_a_win = charging("Craps", "Buy Bet", rate="5%", moment="on a win")
    for number in (4, 5, 6, 8, 9, 10):
        name = f"Buy Bet on the {number}"
        assert cost(on_a_win, name).per_bet_made < cost(before, name).per_bet_made


@given(st.sampled_from([4, 5, 6, 8, 9, 10]), st.integers(1, 100))
def test_a_vigorish_rounded_down_never_costs_more_than_the_exact_one(number: int, chips: int) -> None:
    """At every stake the edge is at most the edge at the exact stake."""
    name = f"Buy Bet on the {number}"
    stake = CRAPS.wagers[name].bet_step() * chips

    if stake >= CRAPS.submission.table.minimum:
        assert edge(CRAPS, name, stake=stake).per_bet_made <= cost(CRAPS, name).per_bet_made


# Errors.


def refused(error: type[CrapsError], house: House, wager: str, **asked: object) -> str:
    """Ask for an edge that is refused, and return the message, which is one line."""
    with pytest.raises(error) as raised:
        edge(house, wager, **asked)  # type: ignore[arg-type]
    assert raised.type is error
    assert "\n" not in str(raised.value)
    return str(raised.value)


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
def test_a_wager_that_is_not_offered_has_no_edge(house: House, wager: str) -> None:
    assert wager.split(maxsplit=1)[0] in refused(NotOffered, house, wager)
    with pytest.raises(NotOffered):
        edge_left_up(house, wager)


def test_an_unknown_wager_has_no_edge() -> None:
    assert "Martingale" in refused(UnknownWager, CRAPS, "Martingale Bet")
    with pytest.raises(UnknownWager):
        edge_left_up(CRAPS, "Martingale Bet")


@pytest.mark.parametrize("name", LINE)
def test_odds_over_the_cap_are_refused_with_the_cap(name: str) -> None:
    """The house takes ten times odds; a larger multiple on all numbers or on one is refused."""
    at_most = dict.fromkeys(THREE_FOUR_FIVE, Fraction(10))

    assert edge(CRAPS, name, odds=at_most) == edge(CRAPS, name, odds=10)
    assert "the cap is 10 times" in refused(OverMaximum, CRAPS, name, odds=11)
    assert "the cap is 10 times" in refused(OverMaximum, CRAPS, name, odds=Fraction(201, 20))
    assert "on 9 refused" in refused(OverMaximum, CRAPS, name, odds=at_most | {9: Fraction(11)})


def test_a_house_with_3_4_5_times_odds_takes_no_more_on_any_number() -> None:
    """Four times is over the cap of three on a 4."""
    assert "on 4 refused: the cap is 3 times" in refused(OverMaximum, EVERY_OPTION, "Pass Bet", odds=4)
    assert "on 5 refused: the cap is 4 times" in refused(
        OverMaximum, EVERY_OPTION, "Pass Bet", odds=THREE_FOUR_FIVE | {5: Fraction(5)}
    )
    assert edge(EVERY_OPTION, "Pass Bet", odds=THREE_FOUR_FIVE).per_bet_made == Fraction(7, 495)


@pytest.mark.parametrize("wager", ["Field Bet", "Place Bet to Win on 6", "Fire Bet", "odds on Pass Bet"])
def test_odds_are_refused_for_a_bet_that_takes_none(wager: str) -> None:
    """The message lists the bets that take odds."""
    assert "Don't Come Bet" in refused(NotationError, CRAPS, wager, odds=1)


@pytest.mark.parametrize(
    "odds", [0, -1, {4: 1}, {}, dict.fromkeys((2, 4, 5, 6, 8, 9, 10), 1), THREE_FOUR_FIVE | {4: 0}]
)
def test_odds_are_a_multiple_above_zero_for_each_number(odds: object) -> None:
    assert "4, 5, 6, 8, 9, 10" in refused(NotationError, CRAPS, "Pass Bet", odds=odds)


@pytest.mark.parametrize("wager", ["Field Bet", "Pass Bet", "Come Bet", "Horn Bet", "Fire Bet", "odds on Pass Bet"])
def test_a_bet_that_comes_down_when_it_wins_is_not_left_up(wager: str) -> None:
    with pytest.raises(NotationError, match="comes down when it wins") as raised:
        edge_left_up(CRAPS, wager)
    assert "\n" not in str(raised.value)


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
def test_a_stake_that_the_house_refuses_has_no_edge(wager: str, stake: int, error: type[CrapsError]) -> None:
    """The refusal is the one of the table, for a single bet and for a bet left up."""
    assert "would do" in refused(error, CRAPS, wager, stake=stake)
    if CRAPS.wagers[wager].stays_up:
        with pytest.raises(error):
            edge_left_up(CRAPS, wager, stake=stake)


def test_a_wager_is_found_by_the_words_of_the_trade() -> None:
    """Slang and the law's name return the same edge, under the law's name."""
    assert edge(CRAPS, "yo") == cost(CRAPS, "11 in One Roll Bet")
    assert edge(CRAPS, "yo").wager == "11 in One Roll Bet"


def test_a_wager_that_no_roll_can_decide_has_no_edge() -> None:
    """If no roll wins or loses, the error says so in one line."""
    field = CRAPS.wagers["Field Bet"]
    never = replace(field, verdicts={None: {}})
    house = replace(CRAPS, wagers=dict(CRAPS.wagers) | {field.name: never})

    with pytest.raises(NeverDecided, match=r"^no roll can decide this wager, .* would do$"):
        edge(house, field.name)
