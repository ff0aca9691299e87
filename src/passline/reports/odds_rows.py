"""The figures of every wager of a house, as rows for tables, files, charts and comparisons."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from passline.errors import Refused
from passline.law.wagers import ODDS_ON
from passline.odds.wager_edge import Edge, edge
from passline.words.probability import decimal, square_root

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    import polars as pl

    from passline.house.house import House
    from passline.words.cite import Cite
    from passline.words.money import Cents

DECIMAL_PLACES = 10
"""The decimal places of figures in files; another column has the exact fraction."""

EDGE_LABELS = {
    "per_bet_made": "edge per bet made",
    "per_bet_decided": "edge per bet decided",
    "per_roll": "edge per roll",
    "per_working_roll": "edge per working roll",
    "per_total_action": "edge per total action",
    "per_outlay": "edge per outlay",
}
"""The label of each basis of the edge, by the name of its property of `Edge`."""


@dataclass(frozen=True)
class WagerRow:
    """One row: a wager, with odds or without.

    Attributes:
        name: The wager's name, with its odds if there are any.
        wager: The canonical name of the wager.
        payout_text: The payout odds of the wager.
        cite: The paragraph of the wager.
        edge: The edge and the figures that belong to it.
    """

    name: str
    wager: str
    payout_text: str
    cite: Cite
    edge: Edge

    @property
    def cost(self) -> Fraction:
        """The edge that rows are sorted by: per bet made, or with odds per total action."""
        return self.edge.per_total_action if self.edge.odds else self.edge.per_bet_made


@dataclass(frozen=True)
class WagerRows:
    """The rows of a house.

    Attributes:
        rows: The rows, lowest edge first.
        refused: The reason for each wager that does not take the stake, by the name of its row.
    """

    rows: tuple[WagerRow, ...]
    refused: Mapping[str, str]


def wager_rows(
    house: House,
    *,
    stake: Cents | None = None,
    odds: Mapping[str, Mapping[int, Fraction]] | None = None,
    working: bool = False,
) -> WagerRows:
    """Return the rows of all wagers of a house, lowest edge first.

    Args:
        house: The house.
        stake: The bet on every wager, in cents; by default one that needs no rounding.
        odds: The odds behind the line and come bets, by wager and number; by default the house's caps.
        working: Whether bets are called on, if they would be off on a come out roll.
    """
    rows: list[WagerRow] = []
    refused: dict[str, str] = {}
    for name, wager in house.wagers.items():
        behind = (odds or {}).get(name) or maximum_odds(house, name)
        for multiples in ({}, behind) if behind else ({},):
            try:
                found = edge(house, name, odds=multiples or None, stake=stake, working=working)
            except Refused as error:
                refused[row_name(name, multiples)] = str(error)
                continue
            rows.append(WagerRow(row_name(name, multiples), name, payout_text(house, name), wager.cite, found))
    rows.sort(key=lambda row: row.cost)
    return WagerRows(tuple(rows), refused)


def find_row(
    house: House,
    words: str,
    *,
    stake: Cents | None = None,
    odds: Mapping[str, Mapping[int, Fraction]] | None = None,
    working: bool = False,
) -> WagerRow:
    """Return the row of one wager, by its name or by slang; for the arguments see `wager_rows`.

    Raises:
        UnknownWager: No wager has this name.
        Refused: The house does not take this bet.
    """
    wager = house.find(words)
    behind = (odds or {}).get(wager.name, {})
    found = edge(house, wager.name, odds=behind or None, stake=stake, working=working)
    return WagerRow(row_name(wager.name, behind), wager.name, payout_text(house, wager.name), wager.cite, found)


def changed_rows(first: WagerRows, second: WagerRows) -> list[tuple[str, WagerRow | None, WagerRow | None]]:
    """Return the wagers whose edge differs between two houses: the name, and the row of each house that offers it."""
    before, after = ({(row.wager, bool(row.edge.odds)): row for row in rows.rows} for rows in (first, second))
    changes = []
    for wager, with_odds in dict.fromkeys([*before, *after]):
        was, now = before.get((wager, with_odds)), after.get((wager, with_odds))
        if was is None or now is None or was.cost != now.cost:
            changes.append((f"{wager} with the most odds" if with_odds else wager, was, now))
    return changes


def maximum_odds(house: House, wager: str) -> Mapping[int, Fraction]:
    """Return the maximum odds that a house takes behind a wager, by number; empty for a wager that takes none."""
    supporting = house.wagers.get(ODDS_ON + wager)
    return supporting.cap if supporting else {}


def row_name(wager: str, odds: Mapping[int, Fraction]) -> str:
    """Return the name of a row: the wager and the odds behind it."""
    if not odds:
        return wager
    each = list(dict.fromkeys(str(times) for times in odds.values()))
    return f"{wager} with {'-'.join(each)} times odds"


def payout_text(house: House, name: str) -> str:
    """Return what a wager pays, as text: its payout odds, or the parts that it is paid as."""
    wager = house.wagers[name]
    if wager.parts:
        return " and ".join(f"{part.share} {part.wager.name}" for part in wager.parts)
    if wager.payouts_by_count:
        return ", ".join(f"{pay.odds} for {count}" for count, pay in sorted(wager.payouts_by_count.items()))
    return ", ".join(dict.fromkeys(str(pay.odds) for pay in wager.payouts))


def to_frame(rows: Sequence[WagerRow]) -> pl.DataFrame:
    """Return the rows as a table, with each figure as a decimal and as an exact fraction in text."""
    import polars as pl  # noqa: PLC0415  It is slow to import, and only files need it.

    return pl.DataFrame([to_dict(row) for row in rows], infer_schema_length=None)


def to_dict(row: WagerRow) -> dict[str, str | Decimal | int]:
    """Return a row as one value for each column."""
    found = row.edge
    exact: dict[str, Fraction] = {
        "probability_of_winning": found.probability_of_winning,
        "probability_of_losing": found.probability_of_losing,
        "probability_of_standoff": found.probability_of_standoff,
        **{basis: getattr(found, basis) for basis in EDGE_LABELS},
        "breakage": found.breakage,
        "variance": found.variance,
        "mean_rolls": found.mean_rolls,
        "mean_rolls_on_table": found.mean_rolls_on_table,
    }
    return {
        "wager": row.name,
        "pays": row.payout_text,
        "under": row.cite,
        "authority": row.cite.authority,
        "stake_cents": found.stake,
        **{key: decimal(value, DECIMAL_PLACES) for key, value in exact.items()},
        "standard_deviation": square_root(found.variance, DECIMAL_PLACES),
        **{f"{key}_exact": str(value) for key, value in exact.items()},
    }
