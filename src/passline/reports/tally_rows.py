"""The results of simulations as rows: for JSON, for files and for charts."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from passline.errors import CrapsError
from passline.machines.terms import STOPS
from passline.reports.row_format import (
    PLACES,
    decimals,
    fan_rows,
    fractions,
    json_fan,
    json_figures,
    json_quantiles,
    json_wagers,
    quantile_rows,
    quantiles,
    session_columns,
    share_error,
    stop_columns,
)
from passline.simulation.tally import SHARES, standard_error
from passline.words.dice import EVERY_ROLL
from passline.words.distribution import mean, quantile, variance
from passline.words.probability import decimal, square_root

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator, Mapping

    from passline.house.house import House
    from passline.reports.row_format import Row
    from passline.simulation.tally import Comparison, Tally
    from passline.words.money import Cents

CENT_PLACES = 4
"""The decimal places of amounts that are not whole cents."""


# Standard errors.


def variance_error(counts: Counter[int], places: int = CENT_PLACES) -> Decimal:
    """Return the standard error of the variance of counted numbers."""
    return square_root(_squared_variance_error(counts), places)


def deviation_error(counts: Counter[int], places: int = CENT_PLACES) -> Decimal:
    """Return the standard error of the standard deviation of counted numbers, by the delta method."""
    spread = variance(counts)
    return square_root(_squared_variance_error(counts) / (4 * spread), places) if spread else Decimal(0)


def _squared_variance_error(counts: Counter[int]) -> Fraction:
    """Return the square of the standard error of the variance: (fourth central moment - variance²) / n."""
    total, middle = counts.total(), mean(counts)
    up, down = middle.numerator, middle.denominator
    fourth = Fraction(sum(count * (number * down - up) ** 4 for number, count in counts.items()), total * down**4)
    return (fourth - variance(counts) ** 2) / total


# Rows.


def figures(tally: Tally) -> Row:
    """Return all figures of a tally as one row; the standard error of an estimate follows it."""
    wagers, paths = tally.all_wagers, tally.paths
    exact = {
        "mean_cents": tally.mean,
        "expected_mean_cents": tally.expected_mean,
        "variance_square_cents": tally.variance,
        "ruin": tally.ruin,
        "hold": wagers.hold,
    }
    return {
        **stop_columns(tally.terms),
        "sessions": tally.sessions,
        "rolls": tally.rolls,
        "hands": tally.totals.hands,
        "mean_cents": decimal(tally.mean, CENT_PLACES),
        "mean_error_cents": tally.standard_error,
        "expected_mean_cents": None if tally.expected_mean is None else decimal(tally.expected_mean, CENT_PLACES),
        "variance_square_cents": decimal(tally.variance, CENT_PLACES),
        "variance_error_square_cents": variance_error(tally.ends),
        "standard_deviation_cents": square_root(tally.variance, CENT_PLACES),
        "standard_deviation_error_cents": deviation_error(tally.ends),
        "ruin": decimal(tally.ruin, PLACES),
        "ruin_error": share_error(tally.ruin, tally.sessions),
        **{f"quantile_{each.share * 100}_cents": each.cents for each in quantiles(tally.ends)},
        **{f"stopped_by_{stop.replace(' ', '_')}": tally.stopped_by[stop] for stop in STOPS},
        "bets": wagers.bets,
        "handle_cents": wagers.handle,
        "win_cents": wagers.win,
        "expected_win_cents": None if wagers.expected is None else decimal(wagers.expected, CENT_PLACES),
        "hold": None if wagers.hold is None else decimal(wagers.hold, PLACES),
        **fractions(exact),
        "sessions_followed": paths.sessions,
        "drawdown_median_cents": quantile(paths.drawdown, Fraction(1, 2)) if paths.sessions else None,
        "drawdown_95_cents": quantile(paths.drawdown, Fraction(19, 20)) if paths.sessions else None,
        "losing_run_median": quantile(paths.losing_run, Fraction(1, 2)) if paths.sessions else None,
        "losing_run_longest": max(paths.losing_run) if paths.sessions else None,
        "seconds": decimal(Fraction(tally.seconds), 3),
        "no_machine_reason": tally.no_machine_reason,
    }


def edge_of(house: House, wager: str) -> Fraction | None:
    """Return the exact edge per bet made of a wager on fair dice, before rounding; None where it is not defined."""
    from passline.odds.wager_edge import edge  # noqa: PLC0415  It loads exact linear algebra, which help can do without.

    try:
        return edge(house, wager).per_bet_made
    except CrapsError:
        return None


def wager_rows(house: House, tally: Tally) -> Iterator[Row]:
    """Yield a row for each wager: the bets decided, the house's win, the expected win, hold and exact edge."""
    for name, result in tally.by_wager.items():
        exact = {"expected_win_cents": result.expected, "hold": result.hold, "edge": edge_of(house, name)}
        yield {
            "wager": name,
            "bets": result.bets,
            "handle_cents": result.handle,
            "win_cents": result.win,
            **decimals(exact),
            **fractions(exact),
        }


def _end_rows(_: House, tally: Tally) -> Iterator[Row]:
    for cents, sessions in sorted(tally.ends.items()):
        yield {"end_cents": cents, "sessions": sessions}


def _stop_rows(_: House, tally: Tally) -> Iterator[Row]:
    for (stop, rolls), sessions in sorted(tally.stops.items()):
        yield {"stopped_by": stop, "rolls": rolls, "sessions": sessions}


def fan_of(tally: Tally) -> dict[int, dict[Fraction, Cents]]:
    """Return quantiles of a session's worth, in cents, by the share of sessions, after some numbers of rolls.

    They are those of the sessions that were followed roll by roll.
    """
    return {rolls: {share: quantile(worths, share) for share in SHARES} for rolls, worths in tally.paths.fan.items()}


def _drawdown_rows(_: House, tally: Tally) -> Iterator[Row]:
    for cents, sessions in sorted(tally.paths.drawdown.items()):
        yield {"drawdown_cents": cents, "sessions": sessions}


def _losing_run_rows(_: House, tally: Tally) -> Iterator[Row]:
    for rolls, sessions in sorted(tally.paths.losing_run.items()):
        yield {"losing_run": rolls, "sessions": sessions}


def _dice_rows(_: House, tally: Tally) -> Iterator[Row]:
    for roll, count in zip(EVERY_ROLL, tally.dice, strict=True):
        yield {"roll": str(roll), "count": count}


ROWS: Mapping[str, Callable[[House, Tally], Iterator[Row]]] = {
    "figures": lambda _, tally: iter([figures(tally)]),
    "wagers": wager_rows,
    "quantiles": lambda _, tally: quantile_rows(quantiles(tally.ends)),
    "ends": _end_rows,
    "stops": _stop_rows,
    "fan": lambda _, tally: fan_rows(fan_of(tally)),
    "drawdowns": _drawdown_rows,
    "losing-runs": _losing_run_rows,
    "dice": _dice_rows,
}
"""The kinds of rows of one tally, by name; the first is the default."""
DIFFERENCES = "differences"
"""The rows that compare each strategy with the first on the same dice: a row for each difference of final bankrolls."""


def comparison_rows(house: House, compared: Comparison, kind: str) -> Iterator[Row]:
    """Yield the rows of one kind, each with its strategy and its bankroll.

    Args:
        house: The house where the sessions were played.
        compared: One strategy, or several on the same dice.
        kind: A name in `ROWS`, or `DIFFERENCES`.
    """
    first = compared.tallies[0].strategy
    for number, tally in enumerate(compared.tallies):
        columns = session_columns(tally.strategy, tally.terms)
        if kind in ROWS:
            yield from (columns | row for row in ROWS[kind](house, tally))
        elif number:
            for cents, sessions in sorted(compared.differences[number - 1].items()):
                yield columns | {"compared_with": first, "difference_cents": cents, "sessions": sessions}


def json_comparison(house: House, compared: Comparison, number: int) -> dict[str, object]:
    """Return all results of one strategy for JSON.

    Args:
        house: The house where the sessions were played.
        compared: One strategy, or several on the same dice.
        number: The index of the strategy.
    """
    tally = compared.tallies[number]
    paths = tally.paths
    difference = compared.differences[number - 1] if number else None
    return {
        **json_figures(session_columns(tally.strategy, tally.terms) | figures(tally)),
        "quantiles": json_quantiles(quantiles(tally.ends)),
        "ends": {str(cents): sessions for cents, sessions in sorted(tally.ends.items())},
        "stopped_by": {stop: tally.stopped_by[stop] for stop in STOPS},
        "wagers": json_wagers(wager_rows(house, tally)),
        "dice_counts": {str(roll): count for roll, count in zip(EVERY_ROLL, tally.dice, strict=True)},
        "drawdown": {str(cents): sessions for cents, sessions in sorted(paths.drawdown.items())},
        "losing_run": {str(rolls): sessions for rolls, sessions in sorted(paths.losing_run.items())},
        "fan": json_fan(fan_of(tally)),
        "difference": difference
        and {
            "compared_with": compared.tallies[0].strategy,
            "mean_cents": str(decimal(mean(difference), CENT_PLACES)),
            "mean_error_cents": str(standard_error(difference)),
            **fractions({"mean_cents": mean(difference), "variance_square_cents": variance(difference)}),
        },
    }
