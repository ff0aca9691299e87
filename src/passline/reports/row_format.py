"""The form of rows: their columns, decimals and exact fractions, for JSON and for files.

Amounts are whole cents. Other numbers are decimals. An exact value is also written as the text of a fraction, in a
column whose name ends in `_exact`.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from passline.simulation.tally import SHARES
from passline.words.distribution import quantile
from passline.words.probability import decimal, square_root

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import polars as pl

    from passline.house.house import House
    from passline.machines.terms import Stop, Terms
    from passline.words.money import Cents

PLACES = 10
"""The decimal places of probabilities and shares."""
LONG_SESSIONS = Fraction(1, 1000)
"""The share of sessions, the longest ones, that `last_busy_roll` ignores."""

Cell = str | int | Decimal | None
Row = dict[str, Cell]
Item = TypeVar("Item")


def to_frame(rows: Iterable[Row]) -> pl.DataFrame:
    """Return rows as a Polars table."""
    import polars as pl  # noqa: PLC0415  Polars loads slowly, and only files need it.

    return pl.DataFrame(list(rows), infer_schema_length=None)


def house_columns(house: House) -> Row:
    """Return the columns that say where sessions are played: the submission and the date of the law."""
    return {"house": house.source, "date": house.date.isoformat()}


def session_columns(strategy: str, terms: Terms) -> Row:
    """Return the columns that begin each row of a session: the strategy and the bankroll."""
    return {"strategy": strategy, "bankroll_cents": terms.bankroll}


def stop_columns(terms: Terms) -> Row:
    """Return the columns that say when sessions end, and what is done with unresolved bets."""
    return {
        "maximum_rolls": terms.rolls,
        "maximum_hands": terms.hands,
        "stop_win_cents": terms.stop_win,
        "stop_loss_cents": terms.stop_loss,
        "unresolved_bets": terms.unresolved,
    }


def decimals(exact: Mapping[str, Fraction | None], places: int = PLACES) -> Row:
    """Return exact values rounded to decimals; None stays None."""
    return {key: None if value is None else decimal(value, places) for key, value in exact.items()}


def fractions(exact: Mapping[str, Fraction | None]) -> Row:
    """Return exact values as the texts of fractions, in columns that end in `_exact`; None stays None."""
    return {f"{key}_exact": None if value is None else _fraction_text(value) for key, value in exact.items()}


def _fraction_text(exact: Fraction) -> str:
    """Return a fraction as text. `str` refuses integers of more than 4,300 digits; decimals have no such limit."""
    numerator, denominator = (f"{Decimal(part):f}" for part in exact.as_integer_ratio())
    return numerator if denominator == "1" else f"{numerator}/{denominator}"


def json_row(row: Row) -> dict[str, str | int | None]:
    """Return a row with its decimals as text, so that JSON rounds nothing."""
    return {key: f"{value:f}" if isinstance(value, Decimal) else value for key, value in row.items()}


def json_figures(figures: Row) -> dict[str, str | int | None]:
    """Return a row of figures for JSON, without the columns that the object holds as lists and objects."""
    nested = ("quantile_", "stopped_by_", "drawdown_", "losing_run_median", "losing_run_longest")
    return json_row({key: value for key, value in figures.items() if not key.startswith(nested)})


def json_wagers(rows: Iterable[Row]) -> dict[str, dict[str, str | int | None]]:
    """Return rows of wagers for JSON, by the name of the wager."""
    return {str(row["wager"]): json_row({key: cell for key, cell in row.items() if key != "wager"}) for row in rows}


def thin(several: Sequence[Item], most: int) -> list[Item]:
    """Choose evenly spread items, the first and the last among them.

    Args:
        several: The items in their order.
        most: The maximum number of items to choose, at least 2.

    >>> thin(range(10), 4)
    [0, 3, 6, 9]
    """
    every = max(-(-(len(several) - 1) // (most - 1)), 1)
    return [*several[:-1:every], *several[-1:]]


# Quantiles.


class Quantile(NamedTuple):
    """A sum that a share of the sessions does not exceed.

    Attributes:
        share: The share of the sessions, 0 to 1.
        cents: The quantile, in cents.
        lower: The quantile of the share less its error, in cents.
        upper: The quantile of the share plus its error, in cents.
    """

    share: Fraction
    cents: Cents
    lower: Cents
    upper: Cents


def quantiles(
    counts: Counter[Cents], shares: Sequence[Fraction] = SHARES, *, error: Fraction | None = None
) -> list[Quantile]:
    """Return quantiles of counted sums, each with the interval that its error allows.

    Args:
        counts: The number of sessions, or their weight, by the sum they ended with, in cents.
        shares: The shares of the sessions, 0 to 1.
        error: The error of a share, 0 to 1. By default it is the standard error of a share of the counted sessions.
    """
    found = []
    for share in shares:
        margin = Fraction(share_error(share, counts.total())) if error is None else error
        lower, upper = (quantile(counts, min(max(share + sign * margin, Fraction(0)), Fraction(1))) for sign in (-1, 1))
        found.append(Quantile(share, quantile(counts, share), lower, upper))
    return found


def share_error(share: Fraction, sessions: int, places: int = PLACES) -> Decimal:
    """Return the standard error of a share of independent sessions.

    Args:
        share: The share that was observed, 0 to 1.
        sessions: The number of sessions.
        places: The decimal places of the result.
    """
    return square_root(share * (1 - share) / sessions, places)


def quantile_rows(found: Sequence[Quantile]) -> Iterator[Row]:
    """Yield a row for each quantile."""
    for each in found:
        yield {
            "share": decimal(each.share, 2),
            "end_cents": each.cents,
            "lower_cents": each.lower,
            "upper_cents": each.upper,
        }


def json_quantiles(found: Sequence[Quantile]) -> list[dict[str, str | Cents]]:
    """Return quantiles for JSON; the share is an exact fraction as text."""
    return [
        {"share": str(each.share), "end_cents": each.cents, "lower_cents": each.lower, "upper_cents": each.upper}
        for each in found
    ]


# Quantiles roll by roll.


def fan_rows(fan: Mapping[int, Mapping[Fraction, Cents]]) -> Iterator[Row]:
    """Yield a row for each number of rolls and each share: the worth that this share of sessions does not exceed.

    Args:
        fan: The quantiles of a session's worth, in cents, by the share of sessions, after some numbers of rolls.
    """
    for rolls, worths in fan.items():
        for share, cents in worths.items():
            yield {"rolls": rolls, "share": decimal(share, 2), "worth_cents": cents}


def json_fan(fan: Mapping[int, Mapping[Fraction, Cents]]) -> dict[str, dict[str, Cents]]:
    """Return quantiles roll by roll for JSON: the worth in cents by the number of rolls, then by the share."""
    return {str(rolls): {str(share): cents for share, cents in worths.items()} for rolls, worths in fan.items()}


def last_busy_roll(stops: Mapping[tuple[Stop, int], int | Fraction]) -> int:
    """Return the number of rolls after which at most one session in a thousand is still going on.

    Args:
        stops: The number of sessions, or the probability, by the stop that ends them and the number of their rolls.
    """
    ignored, going_on = LONG_SESSIONS * sum(stops.values()), Fraction(0)
    for (_, rolls), ended in sorted(stops.items(), key=lambda each: -each[0][1]):
        going_on += ended
        if going_on > ignored:
            return rolls
    return 0
