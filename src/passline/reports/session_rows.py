"""The results of exact sessions as rows: for JSON, for files and for charts.

If the session was calculated in whole numbers, the rows contain fractions as well as decimals. If it was calculated in
floating point, they contain upper bounds on the errors instead.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from passline.machines.wager_totals import sum_wager_means
from passline.reports.row_format import (
    PLACES,
    decimals,
    fan_rows,
    fractions,
    json_fan,
    json_figures,
    json_quantiles,
    json_row,
    json_wagers,
    quantile_rows,
    quantiles,
    session_columns,
    stop_columns,
    thin,
)
from passline.reports.tally_rows import CENT_PLACES, edge_of
from passline.words.probability import decimal, square_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from passline.house.house import House
    from passline.machines.terms import Terms
    from passline.machines.wager_totals import WagerMeans
    from passline.reports.row_format import Row
    from passline.sessions.distribution import Session
    from passline.sessions.long_run import LongRun
    from passline.sessions.ruin import RuinByBankroll

ERROR_PLACES = 15
"""The decimal places of error bounds."""
MAX_JSON_ROLLS = 100
"""The maximum of numbers of rolls in the JSON of a session; files have every number of rolls."""


def round_up(error: Fraction) -> Decimal:
    """Return an upper bound as a decimal, rounded up so that it stays a bound."""
    return Decimal(ceil(error * 10**ERROR_PLACES)).scaleb(-ERROR_PLACES)


def _decimals_and_fractions(exact: Mapping[str, Fraction | None], *, is_exact: bool) -> Row:
    """Return values as decimals, followed by their fractions if they are exact."""
    return decimals(exact) | (fractions(exact) if is_exact else {})


# Sessions.


def figures(session: Session) -> Row:
    """Return all figures of a session as one row; upper bounds on the errors follow the values."""
    means = session.means
    amounts = {
        "mean_cents": session.mean,
        "variance_square_cents": session.variance,
        "handle_cents": means.handle,
        "win_cents": means.win,
    }
    probabilities = {
        "ruin": session.ruin,
        "ended_ahead": 1 - session.below(session.terms.bankroll + 1),
        "losing_run_probability": session.losing_run_probability,
        **{f"stopped_by_{stop.replace(' ', '_')}": share for stop, share in session.stopped_by.items()},
    }
    counts = {"mean_rolls": session.rolls, "mean_hands": session.hands, "bets": means.bets}
    hold = {"hold": means.hold}
    return {
        **stop_columns(session.terms),
        "is_exact": session.is_exact,
        "mean_cents": decimal(session.mean, CENT_PLACES),
        "mean_error_cents": round_up(session.mean_error),
        "variance_square_cents": decimal(session.variance, CENT_PLACES),
        "variance_error_square_cents": round_up(session.variance_error),
        "standard_deviation_cents": square_root(session.variance, CENT_PLACES),
        **decimals(probabilities),
        "probability_error": round_up(session.probability_error),
        "truncated_probability": round_up(session.truncated_probability),
        **{f"quantile_{each.share * 100}_cents": each.cents for each in quantiles(session.ends, error=Fraction(0))},
        **decimals(counts),
        "handle_cents": decimal(means.handle, CENT_PLACES),
        "win_cents": decimal(means.win, CENT_PLACES),
        **decimals(hold),
        "hold_error": None if (error := session.hold_error) is None else round_up(error),
        **(fractions(amounts | probabilities | counts | hold) if session.is_exact else {}),
        "seconds": decimal(Fraction(session.seconds), 3),
    }


def _wager_rows(house: House, by_wager: Mapping[str, WagerMeans], *, is_exact: bool) -> Iterator[Row]:
    """Yield a row for each wager: the mean bets, handle and win, and the hold and exact edge per bet made."""
    places = PLACES if is_exact else CENT_PLACES  # Further places of floating-point results are rounding errors.
    for name, means in by_wager.items():
        shares = {"hold": means.hold, "edge": edge_of(house, name)}
        sums: dict[str, Fraction | None] = {"bets": means.bets, "handle_cents": means.handle, "win_cents": means.win}
        exact = sums | shares if is_exact else {"edge": shares["edge"]}
        yield {"wager": name, **decimals(sums, places), **decimals(shares), **fractions(exact)}


def _quantile_rows(_: House, session: Session) -> Iterator[Row]:
    return quantile_rows(quantiles(session.ends, error=session.probability_error))


def _end_rows(_: House, session: Session) -> Iterator[Row]:
    below, total = 0, session.ends.total()
    for cents, weight in sorted(session.ends.items()):
        exact = {"probability": Fraction(weight, total), "probability_below": Fraction(below, total)}
        yield {"end_cents": cents, **_decimals_and_fractions(exact, is_exact=session.is_exact)}
        below += weight


def _stop_rows(_: House, session: Session) -> Iterator[Row]:
    for (stop, rolls), share in sorted(session.stops.items()):
        probability = _decimals_and_fractions({"probability": share}, is_exact=session.is_exact)
        yield {"stopped_by": stop, "rolls": rolls, **probability}


def _roll_rows(_: House, session: Session) -> Iterator[Row]:
    for rolls, (ahead, ruined) in enumerate(zip(session.ahead_by_roll, session.ruined_by_roll, strict=True)):
        exact = {"ahead": ahead, "ruin": ruined}
        yield {"rolls": rolls, **_decimals_and_fractions(exact, is_exact=session.is_exact)}


ROWS: Mapping[str, Callable[[House, Session], Iterator[Row]]] = {
    "figures": lambda _, session: iter([figures(session)]),
    "wagers": lambda house, session: _wager_rows(house, session.by_wager, is_exact=session.is_exact),
    "quantiles": _quantile_rows,
    "ends": _end_rows,
    "stops": _stop_rows,
    "rolls": _roll_rows,
    "fan": lambda _, session: fan_rows(session.fan),
}
"""The kinds of rows of a session, by name."""


def session_rows(house: House, sessions: Sequence[Session], kind: str) -> Iterator[Row]:
    """Yield the rows of one kind, each with its strategy and its bankroll.

    Args:
        house: The house where the sessions are played.
        sessions: The sessions; all of them exact, or none.
        kind: A name in `ROWS`.
    """
    for session in sessions:
        columns = session_columns(session.strategy, session.terms)
        yield from (columns | row for row in ROWS[kind](house, session))


def json_session(house: House, session: Session) -> dict[str, object]:
    """Return all results of a session for JSON; results roll by roll for at most `MAX_JSON_ROLLS` numbers of rolls."""
    some = thin(list(session.fan), MAX_JSON_ROLLS)
    chosen = set(some)
    return {
        **json_figures(session_columns(session.strategy, session.terms) | figures(session)),
        "quantiles": json_quantiles(quantiles(session.ends, error=session.probability_error)),
        "stopped_by": json_row(decimals(dict(session.stopped_by.items()))),
        "wagers": json_wagers(ROWS["wagers"](house, session)),
        "ends": [json_row(row) for row in _end_rows(house, session)],
        "stops": [json_row(row) for row in _stop_rows(house, session)],
        "rolls": [json_row(row) for row in _roll_rows(house, session) if row["rolls"] in chosen],
        "fan": json_fan({rolls: session.fan[rolls] for rolls in some}),
    }


# Ruin.


def ruin_rows(found: RuinByBankroll) -> Iterator[Row]:
    """Yield a row for each bankroll: its probability of ruin, and an upper bound on the error."""
    columns: Row = {
        "strategy": found.strategy,
        "maximum_rolls": found.rolls,
        "maximum_hands": found.hands,
        "unresolved_bets": found.unresolved,
    }
    for bankroll, ruin in found.ruin.items():
        yield columns | {
            "bankroll_cents": bankroll,
            "ruin": decimal(ruin, PLACES),
            "probability_error": round_up(found.probability_error),
        }


def json_ruin(found: RuinByBankroll, survival: Fraction) -> dict[str, object]:
    """Return the smallest bankroll that survives with a probability, and ruin by bankroll, for JSON.

    Args:
        found: The probability of ruin of every bankroll.
        survival: The required probability of survival, between 0 and 1.
    """
    return {
        "strategy": found.strategy,
        "maximum_rolls": found.rolls,
        "maximum_hands": found.hands,
        "unresolved_bets": found.unresolved,
        "survival": str(survival),
        "smallest_bankroll_cents": found.smallest_bankroll(survival),
        "largest_failing_bankroll_cents": found.largest_failing_bankroll(survival),
        "probability_error": str(round_up(found.probability_error)),
        "ruin": {str(row["bankroll_cents"]): str(row["ruin"]) for row in ruin_rows(found)},
        "seconds": str(decimal(Fraction(found.seconds), 3)),
    }


def json_ruin_time(strategy: str, terms: Terms, share: Fraction, *, rolls: int, ruin: Fraction) -> dict[str, object]:
    """Return the number of rolls after which a share of the sessions is ruined, for JSON.

    Args:
        strategy: The name of the strategy.
        terms: The terms of the session.
        share: The share of the sessions, between 0 and 1.
        rolls: The number of rolls that were calculated.
        ruin: The probability of ruin after them; the answer is None where it is less than the share.
    """
    return {
        **json_row(session_columns(strategy, terms) | stop_columns(terms)),
        "share": str(share),
        "ruin_time_rolls": rolls if ruin >= share else None,
        "calculated_rolls": rolls,
        "ruin": str(decimal(ruin, PLACES)),
    }


# The long run.


def long_run_figures(run: LongRun) -> Row:
    """Return all figures of a long run as one row; all of them are exact."""
    means = sum_wager_means(run.by_wager.values())
    exact = {
        "loss_per_roll_cents": run.loss_per_roll,
        "loss_per_hand_cents": run.loss_per_hand,
        "hands_per_roll": run.hands_per_roll,
        "variance_per_roll_square_cents": run.variance_per_roll,
        "bias_cents": run.bias,
        "bets_per_roll": means.bets,
        "handle_per_roll_cents": means.handle,
        "hold": means.hold,
    }
    return _decimals_and_fractions(exact, is_exact=True)


LONG_RUN_ROWS: Mapping[str, Callable[[House, LongRun], Iterator[Row]]] = {
    "long-run": lambda _, run: iter([long_run_figures(run)]),
    "long-run-wagers": lambda house, run: _wager_rows(house, run.by_wager, is_exact=True),
}
"""The kinds of rows of a long run, by name; a wager's figures are means per roll."""


def json_long_run(house: House, run: LongRun) -> dict[str, object]:
    """Return all results of a long run for JSON."""
    return {**json_row(long_run_figures(run)), "wagers": json_wagers(LONG_RUN_ROWS["long-run-wagers"](house, run))}
