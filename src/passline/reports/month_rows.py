"""The win of a house from many sessions as rows: for JSON, for files and for charts."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from statistics import NormalDist
from typing import TYPE_CHECKING

from passline.reports.histogram import even_bins, label_bins
from passline.reports.row_format import decimals, json_figures, json_row, session_columns, stop_columns
from passline.reports.session_rows import round_up
from passline.reports.tally_rows import CENT_PLACES
from passline.sessions.portfolio import TOTAL_WEIGHT
from passline.simulation.tally import SHARES
from passline.words.probability import decimal, square_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from passline.reports.histogram import Bin
    from passline.reports.row_format import Row
    from passline.sessions.distribution import Session
    from passline.sessions.player_mix import PlayerGroup
    from passline.sessions.portfolio import HouseWin

MAX_WINS = 1_000
"""The maximum number of rows of wins."""
TAIL = Fraction(1, 10**6)
"""The probability at either end of the wins that is put into the first and the last row."""


def month_figures(month: HouseWin) -> Row:
    """Return all figures of a month as one row; each quantile is followed by that of the normal approximation."""
    return {
        "sessions": month.sessions,
        "mean_cents": decimal(month.mean, CENT_PLACES),
        "variance_square_cents": decimal(month.variance, CENT_PLACES),
        "standard_deviation_cents": square_root(month.variance, CENT_PLACES),
        "smallest_win_cents": month.smallest_win,
        "largest_win_cents": month.largest_win,
        "drop_cents": month.drop,
        "handle_cents": decimal(month.handle, CENT_PLACES),
        **decimals({"hold_of_drop": month.hold_of_drop}),
        "hold_of_drop_error": round_up(month.hold_of_drop_error),
        **decimals({"hold_of_handle": month.hold_of_handle}),
        "hold_of_handle_error": None if (error := month.hold_of_handle_error) is None else round_up(error),
        **decimals({"loss_probability": month.below(0)}),
        "probability_error": round_up(month.probability_error),
        **{
            f"quantile_{share * 100}_{name}": cents
            for share in SHARES
            for name, cents in (("cents", month.quantile(share)), ("normal_cents", month.normal_quantile(share)))
        },
    }


def month_bins(month: HouseWin, most: int, *, tail: Fraction) -> list[Bin]:
    """Put the win of a month into bins of equal width; a bin's weight is its probability times `TOTAL_WEIGHT`.

    Args:
        month: The win of the house.
        most: The maximum number of bins.
        tail: The probability at either end that may share the first and the last bin.
    """
    low, high = month.quantile(tail), month.quantile(1 - tail)
    first, width, last = even_bins(low, high, most, step=month.step)
    begins = range(first, last + 1, width)
    below = [Fraction(0), *(month.below(begin) for begin in begins[1:]), Fraction(1)]
    weights = [int((after - before) * TOTAL_WEIGHT) for before, after in pairwise(below)]
    return label_bins(
        dict(zip(begins, weights, strict=True)), month.smallest_win, month.largest_win, width=width, step=month.step
    )


def normal_curve(month: HouseWin) -> NormalDist | None:
    """Return the normal approximation of the win of a month, in cents; None where the win is certain."""
    deviation = square_root(month.variance, CENT_PLACES)
    return NormalDist(float(month.mean), float(deviation)) if deviation else None


def _win_rows(month: HouseWin) -> Iterator[Row]:
    """Yield the probability of each interval of wins, and that of the normal approximation."""
    curve = normal_curve(month)
    half = Fraction(month.step, 2)  # The continuity correction: possible wins lie one step apart.
    for each in month_bins(month, MAX_WINS, tail=TAIL):
        normal = None
        if curve is not None:
            low = 0 if each.least is None else curve.cdf(float(each.least - half))
            high = 1 if each.most is None else curve.cdf(float(each.most + half))
            normal = Fraction(high) - Fraction(low)
        below = Fraction(0) if each.least is None else month.below(each.least)
        exact = {
            "probability": Fraction(each.sessions, TOTAL_WEIGHT),
            "probability_below": below,
            "normal_probability": normal,
        }
        yield {"least_cents": each.least, "most_cents": each.most, **decimals(exact)}


def player_rows(sessions: Iterable[tuple[PlayerGroup, Session]]) -> Iterator[Row]:
    """Yield a row for each group of players: their strategy and terms, and the mean win of the house from them."""
    for group, each in sessions:
        win, handle = (group.sessions * mean for mean in (each.terms.bankroll - each.mean, each.means.handle))
        drop = group.sessions * each.terms.bankroll
        yield {
            "who": group.who,
            **session_columns(each.strategy, each.terms),
            **stop_columns(each.terms),
            "sessions": group.sessions,
            "drop_cents": drop,
            "handle_cents": decimal(handle, CENT_PLACES),
            "win_cents": decimal(win, CENT_PLACES),
            **decimals({"hold_of_drop": win / drop, "hold_of_handle": win / handle if handle else None}),
        }


MONTH_ROWS: Mapping[str, Callable[[HouseWin], Iterator[Row]]] = {
    "wins": _win_rows,
    "figures": lambda month: iter([month_figures(month)]),
}
"""The kinds of rows of a month, by name."""


def json_month(month: HouseWin, sessions: Iterable[tuple[PlayerGroup, Session]]) -> dict[str, object]:
    """Return all results of a month for JSON.

    Args:
        month: The win of the house.
        sessions: The groups of players, each with its session.
    """
    return {
        **json_figures(month_figures(month)),
        "quantiles": [
            {
                "share": str(share),
                "win_cents": month.quantile(share),
                "normal_win_cents": month.normal_quantile(share),
            }
            for share in SHARES
        ],
        "wins": [json_row(row) for row in _win_rows(month)],
        "players": [json_row(row) for row in player_rows(sessions)],
    }
