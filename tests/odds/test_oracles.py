"""Every row of the exact and the published figures is compared with the figure that passline calculates."""

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
from for_every import Test, for_every
from odds.terms import BY_GAME, on_terms
from passline.house.house import House
from passline.odds.hand_length import HandLength, hand_length
from passline.odds.wager_edge import Edge
from passline.words.money import parse_dollars

ORACLES = Path(__file__).parents[1] / "oracles"
SEPARATE_CALCULATION = "computed with fractions apart from this project"

Row = dict[str, str]


class Figure(NamedTuple):
    """An exact figure, as a power of itself: of a standard deviation the square is stored, since that is a fraction."""

    raised: Fraction
    power: int = 1


def read(name: str) -> list[Row]:
    """Return the rows of an oracle file; only the reason of a figure that agrees may be empty."""
    with (ORACLES / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))
    for row in rows:
        assert None not in row, f"{row} has a column too many"
        assert all(value or column == "reason" for column, value in row.items()), f"{row} lacks a column"
    return rows


EXACT = read("exact.tsv")
PUBLISHED = read("published.tsv")


# The figures that passline calculates.

OF_AN_EDGE: dict[str, Callable[[Edge], Figure]] = {
    "edge per bet made": lambda e: Figure(e.per_bet_made),
    "edge per bet decided": lambda e: Figure(e.per_bet_decided),
    "edge per outlay": lambda e: Figure(e.per_outlay),
    "edge per total action": lambda e: Figure(e.per_total_action),
    "edge per roll": lambda e: Figure(e.per_roll),
    "probability of winning": lambda e: Figure(e.probability_of_winning),
    "probability of losing": lambda e: Figure(e.probability_of_losing),
    "probability of a standoff": lambda e: Figure(e.probability_of_standoff),
    "odds against winning": lambda e: Figure(e.probability_of_losing / e.probability_of_winning),
    "mean rolls to a decision": lambda e: Figure(e.mean_rolls),
    "standard deviation": lambda e: Figure(e.variance, 2),
    "net of a win": lambda e: Figure(_only_win(e)),
    "probability of at most 3 points": lambda e: Figure(
        sum((e.numbers_made_distribution[count] for count in range(4)), Fraction(0))
    ),
    "4 points, one in": lambda e: Figure(1 / e.numbers_made_distribution[4]),
}
OF_A_HAND: dict[str, Callable[[HandLength], Figure]] = {
    "mean rolls of a hand": lambda h: Figure(h.mean),
    "variance of the rolls of a hand": lambda h: Figure(h.variance),
    "median rolls of a hand": lambda h: Figure(Fraction(_median(h))),
    "a hand of 154 rolls or more, one in": lambda h: Figure(1 / h.probability_at_least(154)),
    "a hand of 154 rolls or more, one in how many billion": lambda h: Figure(1 / h.probability_at_least(154) / 10**9),
}
OF_SEVERAL_BETS: dict[str, Callable[[list[tuple[Fraction, Edge]]], Fraction]] = {
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
    """Calculate the figure of a row.

    Raises:
        ValueError: The row's basis or terms are not known.
    """
    game, wager, terms, basis = row["game"], row["wager"], row["terms"], row["basis"]
    if basis in OF_A_HAND:
        assert (wager, terms) == ("-", "-"), "a hand has no wager and no terms"
        return OF_A_HAND[basis](hand_of(game))
    if basis in OF_SEVERAL_BETS:
        return Figure(OF_SEVERAL_BETS[basis]([(dollars, edge_of(game, name, terms)) for name, dollars in bets(wager)]))
    if basis in OF_AN_EDGE:
        return OF_AN_EDGE[basis](edge_of(game, wager, terms))
    if form := re.fullmatch(r"probability of (\d) points", basis):
        return Figure(edge_of(game, wager, terms).numbers_made_distribution[int(form[1])])
    if form := re.fullmatch(r"standard deviation of (\$\d+)", basis):
        return Figure(edge_of(game, wager, terms).variance * Fraction(parse_dollars(form[1]), 100) ** 2, 2)
    if form := re.fullmatch(r"net on (\d-\d)", basis):
        assert terms == "-", "the net of a roll is calculated with the law's payouts"
        return Figure(net(BY_GAME[game], wager, form[1]))
    message = f"{basis!r} is not a known basis"
    raise ValueError(message)


@cache
def edge_of(game: str, wager: str, terms: str) -> Edge:
    """Return the edge of a wager on some terms; terms about a total apply to the Field Bet only."""
    if wager != "Field Bet":
        terms = "; ".join(term for term in terms.split("; ") if not term.startswith("12 pays")) or "-"
    return on_terms(game, wager, terms).edge(wager)


@cache
def hand_of(game: str) -> HandLength:
    """Return the distribution of the length of a hand."""
    return hand_length(BY_GAME[game])


def bets(words: str) -> list[tuple[str, Fraction]]:
    """Parse several bets with their dollars: "Field Bet $5 + Place Bet to Win on 5 $5"."""
    words_of = [one.rsplit(" $", 1) for one in words.split(" + ")]
    return [(name, Fraction(dollars)) for name, dollars in words_of]


def sum_of(bets: list[tuple[Fraction, Edge]], figure: Callable[[Edge], Fraction | int]) -> Fraction:
    """Return the sum of a figure over bets, weighted by their dollars."""
    return sum((dollars * figure(e) for dollars, e in bets), Fraction(0))


def net(house: House, wager: str, roll: str) -> Fraction:
    """Return the net result of a bet, per unit wagered, on a roll that decides it."""
    stake = house.wagers[wager].bet_step()
    return passline.pay(house, wager, stake, roll).net / stake


def _only_win(e: Edge) -> Fraction:
    (won,) = {outcome.net for outcome in e.outcomes if outcome.result == "won"}
    return won / e.stake


def _median(h: HandLength) -> int:
    """Return the median: at least half of the hands last this number of rolls or more, and at least half no longer."""
    (rolls,) = [n for n in range(1, 50) if h.probability_at_least(n) >= Fraction(1, 2) >= h.probability_at_least(n + 1)]
    return rolls


# Figures as they are published.


class Printed(NamedTuple):
    """A published number, and the value of one unit in its last digit."""

    value: Fraction
    last_digit: Fraction

    @classmethod
    def read(cls, text: str) -> Printed:
        """Parse a number with its digits.

        >>> Printed.read("1.40%")
        Printed(value=Fraction(7, 500), last_digit=Fraction(1, 10000))
        """
        form = re.fullmatch(r"\$?(\d+(?:\.(\d+))?)(%?)", text)
        assert form, f"{text!r} is not a number"
        scale = Fraction(1, 100) if form[3] else Fraction(1)
        return cls(Fraction(form[1]) * scale, scale / 10 ** len(form[2] or ""))

    def is_rounded(self, figure: Figure) -> bool:
        """Return whether a figure rounds to this number, a half in either direction."""
        half, power = self.last_digit / 2, figure.power
        return max(self.value - half, Fraction(0)) ** power <= figure.raised <= (self.value + half) ** power

    def is_truncated(self, figure: Figure) -> bool:
        """Return whether a figure is this number without its further digits."""
        return self.value**figure.power <= figure.raised < (self.value + self.last_digit) ** figure.power


def for_every_row(rows: list[Row]) -> Callable[[Test], Callable[[], None]]:
    """Run a test for each row of a file; a failure names the row."""
    return for_every([(row,) for row in rows], lambda row: f"{row['game']}: {row['wager']}: {row['basis']}")


@for_every_row(EXACT)
def test_every_exact_figure_equals_ours(row: Row) -> None:
    """Fractions are equal; the few figures that are stored as decimals agree to their last digit."""
    if "/" in row["exact"]:
        assert figure(row) == Figure(Fraction(row["exact"]))
    else:
        assert Printed.read(row["exact"]).is_rounded(figure(row))
    assert row["source"] == SEPARATE_CALCULATION


@for_every_row(PUBLISHED)
def test_every_published_figure_agrees_with_ours_or_has_a_reason(row: Row) -> None:
    """A published figure agrees with ours to its last digit, unless its row says what differs."""
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
            pytest.fail(f"{verdict!r} is not a verdict")


def test_most_published_figures_agree() -> None:
    """Of 143 published figures 120 agree, 3 agree but are truncated, and 20 differ."""
    verdicts = [row["verdict"] for row in PUBLISHED]

    assert {verdict: verdicts.count(verdict) for verdict in verdicts} == {"agree": 120, "truncated": 3, "differs": 20}


def test_a_source_has_one_name() -> None:
    """Each key has one source in every row."""
    assert len({(row["key"], row["source"]) for row in PUBLISHED}) == len({row["key"] for row in PUBLISHED})


def test_every_wager_except_odds_has_an_exact_figure() -> None:
    """Only the Don't Come Bet, which equals the Don't Pass Bet, has no row."""
    listed = {(row["game"], row["wager"]) for row in EXACT}
    offered = {
        (game, name) for game, house in BY_GAME.items() for name, wager in house.wagers.items() if not wager.supports
    }

    assert offered - listed == {("Craps", "Don't Come Bet"), ("Mini-Craps", "Don't Come Bet")}
    assert listed - offered == {("Craps", "-"), ("Crapless Craps", "-")}
