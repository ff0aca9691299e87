"""Tallies as tables: rows of plain data, for JSON, for files, for charts and for a screen."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from passline.errors import CrapsError
from passline.machines.terms import STOPS
from passline.odds.wager_edge import edge
from passline.simulation.tally import SHARES, mean, quantile, standard_error, variance
from passline.words.dice import EVERY_ROLL
from passline.words.money import dollars
from passline.words.probability import decimal, square_root

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import polars as pl

    from passline.house.house import House
    from passline.machines.terms import Stop, Terms
    from passline.simulation.tally import Comparison, Tally
    from passline.words.money import Cents

PLACES = 10
"""The decimal places of shares in files; the exact fraction stands beside them."""
NARROWEST = Fraction(1, 400)
"""The share of sessions at either end whose sums need no rows of their own."""
FEW = Fraction(1, 1000)
"""The share of sessions that are too few to look at the rolls that they alone play."""

Cell = str | int | Decimal | None
Row = dict[str, Cell]
Kept = TypeVar("Kept")


class Quantile(NamedTuple):
    """A sum that a share of the sessions did not exceed.

    Attributes:
        share: Of the sessions, 0 to 1.
        cents: The quantile of these sessions.
        least, most: The quantiles one error of the share below and above.
    """

    share: Fraction
    cents: Cents
    least: Cents
    most: Cents


def quantiles(
    counts: Counter[Cents], shares: Sequence[Fraction] = SHARES, *, error: Fraction | None = None
) -> list[Quantile]:
    """Return quantiles of counted sums, each with what its error leaves open.

    Args:
        counts: How many there are of each sum, or how much it weighs.
        shares: Of all that is counted, 0 to 1.
        error: By how much a share can be off; if not given, its standard error among as many as are counted.
    """
    found = []
    for share in shares:
        off = Fraction(share_error(share, counts.total())) if error is None else error
        low, high = (quantile(counts, min(max(share + sign * off, Fraction(0)), Fraction(1))) for sign in (-1, 1))
        found.append(Quantile(share, quantile(counts, share), low, high))
    return found


def share_error(share: Fraction, sessions: int, places: int = PLACES) -> Decimal:
    """Return the standard error of a share of so many sessions."""
    return square_root(share * (1 - share) / sessions, places)


def variance_error(counts: Counter[int], places: int = 4) -> Decimal:
    """Return the standard error of the variance of counted numbers."""
    return square_root(_spread(counts), places)


def deviation_error(counts: Counter[int], places: int = 4) -> Decimal:
    """Return the standard error of the standard deviation of counted numbers."""
    spread = variance(counts)
    return square_root(_spread(counts) / (4 * spread), places) if spread else Decimal(0)


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
        sessions: How many there are, or how much they weigh.
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
    return *evenly(low, high, most, step=step), step


def evenly(low: Cents, high: Cents, most: int, *, step: Cents) -> tuple[Cents, Cents, Cents]:
    """Return where at most so many bins of one width begin that hold two sums and all between, a step apart.

    Returns:
        The least sum of the first bin, the width, and the least sum of the last bin, in cents; whole widths, so that
        none lies on both sides of nothing.
    """
    width = next(wide for wide in _widths(step) if high // wide - low // wide < most)
    return low // width * width, width, high // width * width


def _widths(step: Cents) -> Iterator[Cents]:
    """Yield widths that hold whole steps: 1, 2, 5, 10, 20, 50 of them and so on."""
    while True:
        yield from (step, 2 * step, 5 * step)
        step *= 10


def _bins(counts: Counter[Cents], first: Cents, width: Cents, last: Cents, step: Cents) -> list[Bin]:
    held = dict.fromkeys(range(first, last + 1, width), 0)
    for cents, count in counts.items():
        held[min(max(cents // width * width, first), last)] += count
    return bins_of_weights(held, min(counts), max(counts), width=width, step=step)


def bins_of_weights(held: Mapping[Cents, int], least: Cents, most: Cents, *, width: Cents, step: Cents) -> list[Bin]:
    """Return bins of one width by the sums that can lie in them.

    Args:
        held: How many sessions there are in each, or how much they weigh, by where it begins, in cents.
        least: The least sum that there is, in cents; what is less than the first bin holds is in it all the same.
        most: The same for the most, and the last bin.
        width: How wide they are, in cents.
        step: How far apart the sums are, in cents.
    """
    first, last = min(held), max(held)
    return [
        Bin(
            None if begin == first and least < first else begin + (least - begin) % step,
            None if begin == last and most >= last + width else begin + width - step + (least - begin) % step,
            count,
        )
        for begin, count in held.items()
    ]


def bins_of(several: Sequence[Counter[Cents]], most: int) -> list[list[Bin]]:
    """Put several counters of sums into the same bins."""
    found = edges(several, most)
    return [_bins(counts, *found) for counts in several]


# Rows.


def whose(strategy: str, terms: Terms) -> Row:
    """Return what stands in front of each row: whose sessions it is of."""
    return {"strategy": strategy, "bankroll_cents": terms.bankroll}


def ended_by(terms: Terms) -> Row:
    """Return what ends sessions, and what becomes of the bets that are left."""
    return {
        "rolls_at_most": terms.rolls,
        "hands_at_most": terms.hands,
        "stop_win_cents": terms.stop_win,
        "stop_loss_cents": terms.stop_loss,
        "unresolved": terms.unresolved,
    }


def as_decimals(exact: Mapping[str, Fraction | None], places: int = PLACES) -> Row:
    """Return figures rounded to so many places; None stays None."""
    return {key: None if value is None else decimal(value, places) for key, value in exact.items()}


def as_fractions(exact: Mapping[str, Fraction | None]) -> Row:
    """Return figures as the text of a fraction, named so; None stays None."""
    return {f"{key}_exact": None if value is None else _text(value) for key, value in exact.items()}


def _text(exact: Fraction) -> str:
    """Return a fraction as text, of however many digits: those of a long session are more than `str` prints."""
    up, down = (f"{Decimal(part):f}" for part in exact.as_integer_ratio())
    return up if down == "1" else f"{up}/{down}"


def plain(row: Row) -> dict[str, str | int | None]:
    """Return a row as what JSON can hold: decimals as text, which rounds nothing."""
    return {key: f"{value:f}" if isinstance(value, Decimal) else value for key, value in row.items()}


def thinned(several: Sequence[Kept], most: int) -> list[Kept]:
    """Return at most so many of several, two or more, evenly spread: the first and the last are among them.

    >>> thinned(range(10), 4)
    [0, 3, 6, 9]
    """
    every = max(-(-(len(several) - 1) // (most - 1)), 1)
    return [*several[:-1:every], *several[-1:]]


# The figures of a tally.


def figures(tally: Tally) -> Row:
    """Return all figures of a tally as one row; sums are in cents, and estimates stand before their errors."""
    takings = tally.all_wagers
    exact = {"mean": tally.mean, "expected_mean": tally.expected_mean, "variance": tally.variance}
    shares = {"ruin": tally.ruin, "hold": takings.hold}
    followed = tally.paths
    return {
        **ended_by(tally.terms),
        "sessions": tally.sessions,
        "rolls": tally.rolls,
        "hands": tally.totals.hands,
        "mean_cents": decimal(tally.mean, 4),
        "standard_error_cents": tally.standard_error,
        "expected_mean_cents": None if tally.expected_mean is None else decimal(tally.expected_mean, 4),
        "variance": decimal(tally.variance, 4),
        "variance_error": variance_error(tally.ends),
        "standard_deviation_cents": square_root(tally.variance, 4),
        "ruin": decimal(tally.ruin, PLACES),
        "ruin_error": share_error(tally.ruin, tally.sessions),
        **{f"quantile_{each.share * 100}_cents": each.cents for each in quantiles(tally.ends)},
        **{f"stopped_by_{stop.replace(' ', '_')}": tally.stopped_by[stop] for stop in STOPS},
        "bets": takings.bets,
        "handle_cents": takings.handle,
        "win_cents": takings.win,
        "expected_win_cents": None if takings.expected is None else decimal(takings.expected, 4),
        "hold": None if takings.hold is None else decimal(takings.hold, PLACES),
        **as_fractions(exact | shares),
        "followed": followed.sessions,
        "drawdown_median_cents": quantile(followed.drawdown, Fraction(1, 2)) if followed.sessions else None,
        "drawdown_95_cents": quantile(followed.drawdown, Fraction(19, 20)) if followed.sessions else None,
        "losing_run_median": quantile(followed.losing_run, Fraction(1, 2)) if followed.sessions else None,
        "losing_run_longest": max(followed.losing_run) if followed.sessions else None,
        "seconds": decimal(Fraction(tally.seconds), 3),
        "on_the_table": tally.no_machine_reason,
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
            **as_decimals(exact),
            **as_fractions(exact),
        }


def quantile_rows(found: Sequence[Quantile]) -> Iterator[Row]:
    """Yield a row for each quantile."""
    for each in found:
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


def fan_of(tally: Tally) -> dict[int, dict[Fraction, Cents]]:
    """Return, after some of the rolls, what shares of the sessions that were followed were not worth more than."""
    return {roll: {share: quantile(worths, share) for share in SHARES} for roll, worths in tally.paths.fan.items()}


def nearly_all_ended(stops: Mapping[tuple[Stop, int], int | Fraction]) -> int:
    """Return after how many rolls no more than a few of the sessions go on.

    Args:
        stops: How many sessions are ended by what, after how many rolls, or how likely.
    """
    few, going_on = FEW * sum(stops.values()), Fraction(0)
    for (_, rolls), ended in sorted(stops.items(), key=lambda each: -each[0][1]):
        going_on += ended
        if going_on > few:
            return rolls
    return 0


def fan_rows(fan: Mapping[int, Mapping[Fraction, Cents]]) -> Iterator[Row]:
    """Yield a row for each roll and each share of a fan."""
    for roll, worths in fan.items():
        for share, cents in worths.items():
            yield {"roll": roll, "share": decimal(share, 2), "worth_cents": cents}


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
    "quantiles": lambda _, tally: quantile_rows(quantiles(tally.ends)),
    "ends": _ends,
    "stops": _stops,
    "fan": lambda _, tally: fan_rows(fan_of(tally)),
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
        of = whose(tally.strategy, tally.terms)
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
    told = plain(whose(tally.strategy, tally.terms) | told_flat(figures(tally)))
    paths = tally.paths
    difference = compared.differences[number - 1] if number else None
    return told | {
        "quantiles": told_quantiles(quantiles(tally.ends)),
        "ends": {str(cents): sessions for cents, sessions in sorted(tally.ends.items())},
        "stopped_by": {stop: tally.stopped_by[stop] for stop in STOPS},
        "wagers": told_wagers(wagers(house, tally)),
        "dice_fell": {str(roll): count for roll, count in zip(EVERY_ROLL, tally.dice, strict=True)},
        "drawdown": {str(cents): sessions for cents, sessions in sorted(paths.drawdown.items())},
        "losing_run": {str(rolls): sessions for rolls, sessions in sorted(paths.losing_run.items())},
        "fan": told_fan(fan_of(tally)),
        "difference": difference
        and {
            "less": compared.tallies[0].strategy,
            "mean_cents": str(decimal(mean(difference), 4)),
            "standard_error_cents": str(standard_error(difference)),
            "mean_exact": str(mean(difference)),
            "variance_exact": str(variance(difference)),
        },
    }


def told_flat(figures: Row) -> Row:
    """Return the figures that are not told apart in the data."""
    apart = ("quantile_", "stopped_by_", "drawdown_", "losing_run_")
    return {key: value for key, value in figures.items() if not key.startswith(apart)}


def told_quantiles(found: Sequence[Quantile]) -> list[dict[str, str | Cents]]:
    """Return quantiles as plain data."""
    return [{"share": str(each.share), "cents": each.cents, "least": each.least, "most": each.most} for each in found]


def told_wagers(rows: Iterable[Row]) -> dict[str, dict[str, str | int | None]]:
    """Return rows of wagers as plain data, by their names."""
    return {str(row["wager"]): plain({key: cell for key, cell in row.items() if key != "wager"}) for row in rows}


def told_fan(fan: Mapping[int, Mapping[Fraction, Cents]]) -> dict[str, dict[str, Cents]]:
    """Return a fan as plain data."""
    return {str(roll): {str(share): cents for share, cents in worths.items()} for roll, worths in fan.items()}
