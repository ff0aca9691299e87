"""Reference sessions from `oracles/sessions.tsv`, calculated independently of this project."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

from odds.terms import BY_GAME
from passline.house.house import House
from passline.machines.terms import Terms, Unresolved
from passline.words.money import Cents, parse_dollars

QUANTILES = {"5 %": Fraction(1, 20), "50 %": Fraction(1, 2), "95 %": Fraction(19, 20)}
"""The probability of each quantile column."""


@dataclass(frozen=True)
class Figure:
    """A printed figure: its value, and half of its last digit as the tolerance."""

    value: Fraction
    off: Fraction

    @classmethod
    def read(cls, printed: str) -> Figure:
        """Parse a figure, like "297.082215" or "1.263e-08"."""
        digit = Fraction(10) ** int(Decimal(printed).as_tuple().exponent)
        return cls(Fraction(printed), digit / 2)

    def agrees_with(self, exact: Fraction) -> bool:
        """Return whether an exact value rounds to this figure."""
        return abs(exact - self.value) <= self.off


@dataclass(frozen=True)
class Known:
    """A session with known figures.

    Attributes:
        house, strategy, terms: The house, the shipped strategy and the terms of the session.
        mean: Mean of the final bankroll, in dollars.
        variance: Variance of the final bankroll, in square dollars.
        ruin: Probability of ruin.
        quantiles: Quantiles of the final bankroll, in cents, by probability.
    """

    house: House
    strategy: str
    terms: Terms
    mean: Figure
    variance: Figure
    ruin: Figure
    quantiles: Mapping[Fraction, Cents] = field(hash=False)

    def __str__(self) -> str:
        return f"{self.strategy}, {self.terms.unresolved}"


def _known(row: Mapping[str, str]) -> Known:
    unresolved = cast("Unresolved", row["unresolved"])
    return Known(
        house=BY_GAME[row["game"]],
        strategy=row["strategy"],
        terms=Terms(int(row["rolls"]), parse_dollars(row["bankroll"]), unresolved=unresolved),
        mean=Figure.read(row["mean"]),
        variance=Figure.read(row["variance"]),
        ruin=Figure.read(row["ruin"]),
        quantiles={share: parse_dollars(row[column]) for column, share in QUANTILES.items()},
    )


with (Path(__file__).parents[1] / "oracles" / "sessions.tsv").open(encoding="utf-8", newline="") as opened:
    ROWS = [_known(row) for row in csv.DictReader(opened, dialect="excel-tab")]

each_known = pytest.mark.parametrize("known", ROWS, ids=str)
