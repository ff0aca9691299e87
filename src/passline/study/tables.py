"""Tallies as tables: rows of plain data, for JSON, for files, for charts and for a screen."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from passline.errors import CrapsError
from passline.study.edge import edge
from passline.study.tally import mean, quantile, standard_error, variance
from passline.study.terms import STOPS
from passline.words.chance import decimal, root
from passline.words.dice import EVERY_ROLL
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import polars as pl

    from passline.house.house import House
    from passline.study.tally import Comparison, Tally
    from passline.words.money import Cents

PLACES = 10
"""The decimal places of shares in files; the exact fraction stands beside them."""
SHARES = tuple(Fraction(percent, 100) for percent in (1, 5, 25, 50, 75, 95, 99))
"""The shares of sessions whose quantiles are told."""
NARROWEST = Fraction(1, 400)
"""The share of sessions at either end whose sums need no rows of their own."""

Cell = str | int | Decimal | None
Row = dict[str, Cell]


class Quantile(NamedTuple):
    """A sum that a share of the sessions did not exceed.

    Attributes:
        share: Of the sessions, 0 to 1.
        cents: The quantile of these sessions.
        least, most: The quantiles one standard error of the share below and above.
    """

    share: Fraction
    cents: Cents
    least: Cents
    most: Cents


def quantiles(counts: Counter[Cents], shares: Sequence[Fraction] = SHARES) -> list[Quantile]:
    """Return quantiles of counted sums, each with what its error leaves open."""
    found = []
    for share in shares:
        error = Fraction(share_error(share, counts.total()))
        low, high = (quantile(counts, min(max(share + sign * error, Fraction(0)), Fraction(1))) for sign in (-1, 1))
        found.append(Quantile(share, quantile(counts, share), low, high))
    return found


def share_error(share: Fraction, sessions: int, places: int = PLACES) -> Decimal:
    """Return the standard error of a share of so many sessions."""
    return root(share * (1 - share) / sessions, places)


def variance_error(counts: Counter[int], places: int = 4) -> Decimal:
    """Return the standard error of the variance of counted numbers."""
    return root(_spread(counts), places)


def deviation_error(counts: Counter[int], places: int = 4) -> Decimal:
    """Return the standard error of the standard deviation of counted numbers."""
    spread = variance(counts)
    return root(_spread(counts) / (4 * spread), places) if spread else Decimal(0)


def _spread(counts: Counter[int]) -> Fraction:
    """Return the square of the standard error of the variance."""
    total, middle = counts.total(), mean(counts)
    up, down = middle.numerator, middle.denominator
    fourth = Fraction(sum(count * (number * down - up) ** 4 for number, count in counts.items()), total * down**4)
    return (fourth - variance(counts) ** 2) / total


# Sums that lie close together, in one row.


class Bin(NamedTuple):
    """Sessions that ended with sums that lie close together.

    Attributes:
        least, most: The sums, in cents, that can lie in it; None where it has no end on that side.
        sessions: How many there are.
    """

    least: Cents | None
    most: Cents | None
    sessions: int

    @property
    def words(self) -> str:
        """The sums in words: "$40 to $90", "$1,000 or more"."""
        if self.least is None or self.most is None:
            return f"{dollars(self.most or 0)} or less" if self.least is None else f"{dollars(self.least)} or more"
        return dollars(self.least) if self.least == self.most else f"{dollars(self.least)} to {dollars(self.most)}"

    def holds(self, cents: Cents) -> bool:
        """Say whether a sum lies in it."""
        return (self.least is None or self.least <= cents) and (self.most is None or cents <= self.most)


def bins(counts: Counter[Cents], most: int) -> list[Bin]:
    """Put counted sums into at most so many bins of one width; the few sums far out share the first and the last."""
    return _bins(counts, *edges([counts], most))


def edges(several: Sequence[Counter[Cents]], most: int) -> tuple[Cents, Cents, Cents, Cents]:
    """Return where bins begin, how wide they are and where the last begins, so that several counters have the same.

    Returns:
        The least sum of the first bin, the width, the least sum of the last bin, and the step between sums; in cents.
    """
    sums = sorted({cents for counts in several for cents in counts})
    step = gcd(*(cents - sums[0] for cents in sums)) or 1
    low = min(quantile(counts, NARROWEST) for counts in several)
    high = max(quantile(counts, 1 - NARROWEST) for counts in several)
    width = next(wide for wide in _widths(step) if high // wide - low // wide < most)
    return low // width * width, width, high // width * width, step


def _widths(step: Cents) -> Iterator[Cents]:
    """Yield widths that hold whole steps: 1, 2, 5, 10, 20, 50 of them and so on."""
    while True:
        yield from (step, 2 * step, 5 * step)
        step *= 10


def _bins(counts: Counter[Cents], first: Cents, width: Cents, last: Cents, step: Cents) -> list[Bin]:
    held = dict.fromkeys(range(first, last + 1, width), 0)
    for cents, count in counts.items():
        held[min(max(cents // width * width, first), last)] += count
    least, most = min(counts), max(counts)
    rest = min(counts) % step
    return [
        Bin(
            None if begin == first and least < first else begin + (rest - begin) % step,
            None if begin == last and most >= last + width else begin + width - step + (rest - begin) % step,
            count,
        )
        for begin, count in held.items()
    ]


def bins_of(several: Sequence[Counter[Cents]], most: int) -> list[list[Bin]]:
    """Put several counters of sums into the same bins."""
    found = edges(several, most)
    return [_bins(counts, *found) for counts in several]


# The figures of a tally.


def figures(tally: Tally) -> Row:
    """Return all figures of a tally as one row; sums are in cents, and estimates stand before their errors."""
    terms, takings = tally.terms, tally.takings
    exact = {"mean": tally.mean, "expected_mean": tally.expected_mean, "variance": tally.variance}
    shares = {"ruin": tally.ruin, "hold": takings.hold}
    sums = {f"{key}_exact": None if value is None else str(value) for key, value in (exact | shares).items()}
    followed = tally.paths
    return {
        "rolls_at_most": terms.rolls,
        "hands_at_most": terms.hands,
        "goal_cents": terms.goal,
        "limit_cents": terms.limit,
        "left_over": terms.left_over,
        "sessions": tally.sessions,
        "rolls": tally.rolls,
        "hands": tally.seen.hands,
        "mean_cents": decimal(tally.mean, 4),
        "standard_error_cents": tally.standard_error,
        "expected_mean_cents": None if tally.expected_mean is None else decimal(tally.expected_mean, 4),
        "variance": decimal(tally.variance, 4),
        "variance_error": variance_error(tally.ends),
        "standard_deviation_cents": root(tally.variance, 4),
        "ruin": decimal(tally.ruin, PLACES),
        "ruin_error": share_error(tally.ruin, tally.sessions),
        **{f"quantile_{each.share * 100}_cents": each.cents for each in quantiles(tally.ends)},
        **{f"stopped_by_{stop.replace(' ', '_')}": tally.stopped_by[stop] for stop in STOPS},
        "bets": takings.bets,
        "handle_cents": takings.handle,
        "win_cents": takings.win,
        "expected_win_cents": None if takings.expected is None else decimal(takings.expected, 4),
        "hold": None if takings.hold is None else decimal(takings.hold, PLACES),
        **sums,
        "followed": followed.sessions,
        "drawdown_median_cents": quantile(followed.drawdown, Fraction(1, 2)) if followed.sessions else None,
        "drawdown_95_cents": quantile(followed.drawdown, Fraction(19, 20)) if followed.sessions else None,
        "losing_run_median": quantile(followed.losing_run, Fraction(1, 2)) if followed.sessions else None,
        "losing_run_longest": max(followed.losing_run) if followed.sessions else None,
        "seconds": decimal(Fraction(tally.seconds), 3),
        "on_the_table": tally.on_the_table,
    }


def edge_of(house: House, wager: str) -> Fraction | None:
    """Return the exact edge per bet made of a wager, on fair dice and with no rounding; None where it has none."""
    try:
        return edge(house, wager).per_bet_made
    except CrapsError:
        return None


def wagers(house: House, tally: Tally) -> Iterator[Row]:
    """Yield a row for each wager: what was bet on it, what the house won, and its exact edge per bet made."""
    for name, takings in tally.by_wager.items():
        exact = {"expected_win_cents": takings.expected, "hold": takings.hold, "edge": edge_of(house, name)}
        yield {
            "wager": name,
            "bets": takings.bets,
            "handle_cents": takings.handle,
            "win_cents": takings.win,
            **{key: None if value is None else decimal(value, PLACES) for key, value in exact.items()},
            **{f"{key}_exact": None if value is None else str(value) for key, value in exact.items()},
        }


def _quantiles(_: House, tally: Tally) -> Iterator[Row]:
    for each in quantiles(tally.ends):
        yield {
            "share": decimal(each.share, 2),
            "end_cents": each.cents,
            "least_cents": each.least,
            "most_cents": each.most,
        }


def _ends(_: House, tally: Tally) -> Iterator[Row]:
    for cents, sessions in sorted(tally.ends.items()):
        yield {"end_cents": cents, "sessions": sessions}


def _stops(_: House, tally: Tally) -> Iterator[Row]:
    for (stop, rolls), sessions in sorted(tally.stops.items()):
        yield {"stopped_by": stop, "rolls": rolls, "sessions": sessions}


def fan(_: House, tally: Tally) -> Iterator[Row]:
    """Yield, at some of the rolls, what shares of the sessions that were followed were not worth more than."""
    for roll, worths in tally.paths.fan.items():
        for share in SHARES:
            yield {"roll": roll, "share": decimal(share, 2), "worth_cents": quantile(worths, share)}


def _drawdowns(_: House, tally: Tally) -> Iterator[Row]:
    for cents, sessions in sorted(tally.paths.drawdown.items()):
        yield {"drawdown_cents": cents, "sessions": sessions}


def _losing_runs(_: House, tally: Tally) -> Iterator[Row]:
    for rolls, sessions in sorted(tally.paths.losing_run.items()):
        yield {"losing_run": rolls, "sessions": sessions}


def _dice(_: House, tally: Tally) -> Iterator[Row]:
    for roll, count in zip(EVERY_ROLL, tally.dice, strict=True):
        yield {"roll": str(roll), "fell": count}


TABLES: Mapping[str, Callable[[House, Tally], Iterator[Row]]] = {
    "figures": lambda _, tally: iter([figures(tally)]),
    "wagers": wagers,
    "quantiles": _quantiles,
    "ends": _ends,
    "stops": _stops,
    "fan": fan,
    "drawdowns": _drawdowns,
    "losing-runs": _losing_runs,
    "dice": _dice,
}
"""What is told of a tally, by the name of the table."""
DIFFERENCES = "differences"
"""The table of the sessions by how much more than the first strategy another ended with."""


def rows(house: House, compared: Comparison, table: str) -> Iterator[Row]:
    """Yield the rows of a table, each with the strategy and the rail it is of.

    Args:
        house: Where it was played.
        compared: One strategy or several.
        table: A name of `TABLES`, or `DIFFERENCES`.
    """
    first = compared.tallies[0].strategy
    for number, tally in enumerate(compared.tallies):
        of: Row = {"strategy": tally.strategy, "rail_cents": tally.terms.rail}
        if table in TABLES:
            yield from (of | row for row in TABLES[table](house, tally))
        elif number:
            for cents, sessions in sorted(compared.differences[number - 1].items()):
                yield of | {"less": first, "difference_cents": cents, "sessions": sessions}


def frame(rows: Sequence[Row]) -> pl.DataFrame:
    """Return rows as a table."""
    import polars as pl  # noqa: PLC0415  Heavy, and needed for files alone.

    return pl.DataFrame(rows, infer_schema_length=None)


def data(house: House, compared: Comparison, number: int) -> dict[str, object]:
    """Return all that is told of one strategy as plain data: whole cents, exact fractions as text, errors beside.

    Args:
        house: Where it was played.
        compared: One strategy or several.
        number: Which of them.
    """
    tally = compared.tallies[number]
    told = {key: value if isinstance(value, str | int) or value is None else str(value) for key, value in _flat(tally)}
    paths = tally.paths
    difference = compared.differences[number - 1] if number else None
    return told | {
        "quantiles": [
            {"share": str(each.share), "cents": each.cents, "least": each.least, "most": each.most}
            for each in quantiles(tally.ends)
        ],
        "ends": {str(cents): sessions for cents, sessions in sorted(tally.ends.items())},
        "stopped_by": {stop: tally.stopped_by[stop] for stop in STOPS},
        "wagers": {
            str(row.pop("wager")): {
                key: value if isinstance(value, int) or value is None else str(value) for key, value in row.items()
            }
            for row in wagers(house, tally)
        },
        "dice_fell": {str(roll): count for roll, count in zip(EVERY_ROLL, tally.dice, strict=True)},
        "drawdown": {str(cents): sessions for cents, sessions in sorted(paths.drawdown.items())},
        "losing_run": {str(rolls): sessions for rolls, sessions in sorted(paths.losing_run.items())},
        "fan": {
            str(roll): {str(share): quantile(worths, share) for share in SHARES} for roll, worths in paths.fan.items()
        },
        "difference": difference
        and {
            "less": compared.tallies[0].strategy,
            "mean_cents": str(decimal(mean(difference), 4)),
            "standard_error_cents": str(standard_error(difference)),
            "mean_exact": str(mean(difference)),
            "variance_exact": str(variance(difference)),
        },
    }


def _flat(tally: Tally) -> Iterator[tuple[str, Cell]]:
    """Yield the figures that are not told apart in the data."""
    yield "strategy", tally.strategy
    yield "rail_cents", tally.terms.rail
    for key, value in figures(tally).items():
        if not key.startswith(("quantile_", "stopped_by_", "drawdown_", "losing_run_")):
            yield key, value
