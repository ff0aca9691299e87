"""Exact and published figures, each held against what is counted here; every row of both files is checked."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import passline
from odds.terms import BY_GAME, on_terms
from passline.house.house import House
from passline.odds.hand_length import HandLength, hand_length
from passline.odds.wager_edge import Edge
from passline.words.money import cents

ORACLES = Path(__file__).parents[1] / "oracles"
COMPUTED_APART = "computed with fractions apart from this project"

Row = dict[str, str]


class Figure(NamedTuple):
    """A figure, exact; of a standard deviation the square is held, since that is a fraction."""

    held: Fraction
    power: int = 1


def read(name: str) -> list[Row]:
    """Return the rows of an oracle file, each with every column filled in but the reason of what agrees."""
    with (ORACLES / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))
    for row in rows:
        assert None not in row, f"{row} has a column too many"
        assert all(value or column == "reason" for column, value in row.items()), f"{row} lacks a column"
    return rows


EXACT = read("exact.tsv")
PUBLISHED = read("published.tsv")


# What is counted here.

OF_AN_EDGE: dict[str, Callable[[Edge], Figure]] = {
    "edge per bet made": lambda e: Figure(e.per_bet_made),
    "edge per bet decided": lambda e: Figure(e.per_bet_decided),
    "edge per outlay": lambda e: Figure(e.per_outlay),
    "edge per total action": lambda e: Figure(e.per_total_action),
    "edge per roll": lambda e: Figure(e.per_roll),
    "chance of winning": lambda e: Figure(e.probability_of_winning),
    "chance of losing": lambda e: Figure(e.probability_of_losing),
    "chance of a standoff": lambda e: Figure(e.probability_of_standoff),
    "odds against winning": lambda e: Figure(e.probability_of_losing / e.probability_of_winning),
    "mean rolls to a decision": lambda e: Figure(e.mean_rolls),
    "standard deviation": lambda e: Figure(e.variance, 2),
    "net of a win": lambda e: Figure(_only_win(e)),
    "chance of at most 3 points": lambda e: Figure(
        sum((e.numbers_made_distribution[count] for count in range(4)), Fraction(0))
    ),
    "4 points, one in": lambda e: Figure(1 / e.numbers_made_distribution[4]),
}
OF_A_HAND: dict[str, Callable[[HandLength], Figure]] = {
    "mean rolls of a hand": lambda h: Figure(h.mean),
    "variance of the rolls of a hand": lambda h: Figure(h.variance),
    "median rolls of a hand": lambda h: Figure(Fraction(_median(h))),
    "a hand of 154 rolls or more, one in": lambda h: Figure(1 / h.probability_at_least(154)),
    "a hand of 154 rolls or more, one in so many billions": lambda h: Figure(1 / h.probability_at_least(154) / 10**9),
}
TOGETHER: dict[str, Callable[[list[tuple[Fraction, Edge]]], Fraction]] = {
    "together, edge per roll": lambda bets: sum_of(bets, lambda e: e.per_roll) / sum_of(bets, lambda _: 1),
    "together, edge per bet decided": lambda bets: (
        sum_of(bets, lambda e: e.per_bet_decided) / sum_of(bets, lambda _: 1)
    ),
    "together, edge per dollar resolved in a roll": lambda bets: (
        sum_of(bets, lambda e: e.per_roll) / sum_of(bets, lambda e: 1 / e.mean_rolls)
    ),
    "together, cost in dollars of one decision each": lambda bets: sum_of(bets, lambda e: e.per_bet_decided),
}


def figure(row: Row) -> Figure:
    """Return what a row is about, as it is counted here.

    Raises:
        ValueError: The row's basis or terms are unknown words.
    """
    game, wager, terms, basis = row["game"], row["wager"], row["terms"], row["basis"]
    if basis in OF_A_HAND:
        assert (wager, terms) == ("-", "-"), "a hand is of no wager, and on no terms"
        return OF_A_HAND[basis](hand_of(game))
    if basis in TOGETHER:
        return Figure(TOGETHER[basis]([(dollars, counted(game, name, terms)) for name, dollars in bets(wager)]))
    if basis in OF_AN_EDGE:
        return OF_AN_EDGE[basis](counted(game, wager, terms))
    if form := re.fullmatch(r"chance of (\d) points", basis):
        return Figure(counted(game, wager, terms).numbers_made_distribution[int(form[1])])
    if form := re.fullmatch(r"standard deviation of (\$\d+)", basis):
        return Figure(counted(game, wager, terms).variance * Fraction(cents(form[1]), 100) ** 2, 2)
    if form := re.fullmatch(r"net on (\d-\d)", basis):
        assert terms == "-", "a roll is paid as the law pays it"
        return Figure(net(BY_GAME[game], wager, form[1]))
    message = f"{basis!r} is no basis"
    raise ValueError(message)


@cache
def counted(game: str, wager: str, terms: str) -> Edge:
    """Return what a wager costs on some terms; terms that name a total are those of the Field Bet."""
    if wager != "Field Bet":
        terms = "; ".join(term for term in terms.split("; ") if not term.startswith("12 pays")) or "-"
    return on_terms(game, wager, terms).edge(wager)


@cache
def hand_of(game: str) -> HandLength:
    """Return the length of a hand."""
    return hand_length(BY_GAME[game])


def bets(words: str) -> list[tuple[str, Fraction]]:
    """Read bets that are made together, with their dollars: "Field Bet $5 + Place Bet to Win on 5 $5"."""
    named = [one.rsplit(" $", 1) for one in words.split(" + ")]
    return [(name, Fraction(dollars)) for name, dollars in named]


def sum_of(bets: list[tuple[Fraction, Edge]], figure: Callable[[Edge], Fraction | int]) -> Fraction:
    """Return the sum of a figure over bets, each as many times as it has dollars."""
    return sum((dollars * figure(e) for dollars, e in bets), Fraction(0))


def net(house: House, wager: str, roll: str) -> Fraction:
    """Return what a bet is better or worse off by, per unit wagered, on a roll that decides it."""
    stake = house.wagers[wager].step()
    return passline.pay(house, wager, stake, roll).net / stake


def _only_win(e: Edge) -> Fraction:
    (won,) = {outcome.net for outcome in e.outcomes if outcome.result == "won"}
    return won / e.stake


def _median(h: HandLength) -> int:
    """Return the number of rolls that a hand is as often at least as at most."""
    (rolls,) = [n for n in range(1, 50) if h.probability_at_least(n) >= Fraction(1, 2) >= h.probability_at_least(n + 1)]
    return rolls


# What is printed.


class Printed(NamedTuple):
    """A number as it is printed, and what one more in its last digit is worth."""

    value: Fraction
    last_digit: Fraction

    @classmethod
    def read(cls, text: str) -> Printed:
        """Read a number with its digits.

        >>> Printed.read("1.40%")
        Printed(value=Fraction(7, 500), last_digit=Fraction(1, 10000))
        """
        form = re.fullmatch(r"\$?(\d+(?:\.(\d+))?)(%?)", text)
        assert form, f"{text!r} is no printed number"
        scale = Fraction(1, 100) if form[3] else Fraction(1)
        return cls(Fraction(form[1]) * scale, scale / 10 ** len(form[2] or ""))

    def is_rounded(self, figure: Figure) -> bool:
        """Say whether a figure is this number once it is rounded, whichever way a half goes."""
        half, power = self.last_digit / 2, figure.power
        return max(self.value - half, Fraction(0)) ** power <= figure.held <= (self.value + half) ** power

    def is_truncated(self, figure: Figure) -> bool:
        """Say whether a figure is this number once the digits that follow are left out."""
        return self.value**figure.power <= figure.held < (self.value + self.last_digit) ** figure.power


def named(rows: list[Row]) -> pytest.MarkDecorator:
    """Take one row after the other, under its line in the file and what it is about."""
    ids = [f"{line}: {row['game']}: {row['wager']}: {row['basis']}" for line, row in enumerate(rows, start=2)]
    return pytest.mark.parametrize("row", rows, ids=ids)


@named(EXACT)
def test_an_exact_figure_is_what_is_counted(row: Row) -> None:
    """A fraction is equal; the few figures that are printed as decimals agree to their digits."""
    if "/" in row["exact"]:
        assert figure(row) == Figure(Fraction(row["exact"]))
    else:
        assert Printed.read(row["exact"]).is_rounded(figure(row))
    assert row["source"] == COMPUTED_APART


@named(PUBLISHED)
def test_a_published_figure_is_what_is_counted_or_says_why_not(row: Row) -> None:
    """A figure is the one computed apart, and the published one to its digits, unless its row says what differs."""
    ours, published = figure(row), Printed.read(row["published"])

    assert Printed.read(row["exact"]).is_rounded(ours)
    match row["verdict"]:
        case "agree":
            assert published.is_rounded(ours)
            assert not row["reason"]
        case "truncated":
            assert published.is_truncated(ours)
            assert not published.is_rounded(ours)
        case "differs":
            assert not published.is_rounded(ours)
            assert row["reason"], "a difference without a reason"
        case verdict:
            pytest.fail(f"{verdict!r} is no verdict")


def test_most_published_figures_agree() -> None:
    """Of 143 published figures 123 agree, three of them truncated where they are printed; 20 differ."""
    verdicts = [row["verdict"] for row in PUBLISHED]

    assert {verdict: verdicts.count(verdict) for verdict in verdicts} == {"agree": 120, "truncated": 3, "differs": 20}


def test_a_source_has_one_name() -> None:
    """What a key stands for is the same in every row."""
    assert len({(row["key"], row["source"]) for row in PUBLISHED}) == len({row["key"] for row in PUBLISHED})


def test_every_wager_that_costs_something_has_an_exact_figure() -> None:
    """No wager of an example house is without an oracle, but those that are another one over again."""
    held = {(row["game"], row["wager"]) for row in EXACT}
    offered = {
        (game, name) for game, house in BY_GAME.items() for name, wager in house.wagers.items() if not wager.supports
    }

    assert offered - held == {("Craps", "Don't Come Bet"), ("Mini-Craps", "Don't Come Bet")}
    assert held - offered == {("Craps", "-"), ("Crapless Craps", "-")}
