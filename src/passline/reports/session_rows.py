"""Sessions, months and long runs as tables: rows of plain data, like those of tallies.

Sums are in cents. Chances and means are decimals. Exact fractions stand beside them as text where all was counted in
whole numbers, and only there: a fraction of what doubles came to would say more than is known.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import ceil
from statistics import NormalDist
from typing import TYPE_CHECKING

from passline.machines.wager_totals import sum_wager_means
from passline.reports.tally_rows import (
    PLACES,
    as_decimals,
    as_fractions,
    bins_of_weights,
    edge_of,
    ended_by,
    evenly,
    fan_rows,
    plain,
    quantile_rows,
    quantiles,
    thinned,
    told_fan,
    told_flat,
    told_quantiles,
    told_wagers,
    whose,
)
from passline.sessions.portfolio import TOTAL_WEIGHT
from passline.simulation.tally import SHARES
from passline.words.probability import decimal, square_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from passline.house.house import House
    from passline.machines.wager_totals import WagerMeans
    from passline.reports.tally_rows import Bin, Row
    from passline.sessions.distribution import Session
    from passline.sessions.long_run import LongRun
    from passline.sessions.player_mix import PlayerGroup
    from passline.sessions.portfolio import HouseWin
    from passline.sessions.ruin import RuinByBankroll

OF_CENTS = 4
"""The decimal places of cents."""
OF_ERRORS = 15
"""The decimal places of errors, which are as small as doubles are fine."""
MOST_ROLLS = 100
"""After how many numbers of rolls, at most, the data of a session say how it stands; the tables have all of them."""
MOST_WINS = 1_000
"""The most rows that tell the wins of a month."""
FAR_OUT = Fraction(1, 10**6)
"""The chance of the wins at either end of a month that need no rows of their own."""


def _told(exact: Mapping[str, Fraction | None], *, is_exact: bool) -> Row:
    """Return figures as decimals, and as fractions beside them where they are exact."""
    return as_decimals(exact) | (as_fractions(exact) if is_exact else {})


def _at_most(error: Fraction) -> Decimal:
    """Return a bound as a decimal, rounded up so that it stays one."""
    return Decimal(ceil(error * 10**OF_ERRORS)).scaleb(-OF_ERRORS)


# Sessions.


def figures(session: Session) -> Row:
    """Return all figures of a session as one row; the most that a figure is off by stands behind it."""
    ahead = 1 - session.below(session.terms.bankroll + 1)
    stopped_by = {f"stopped_by_{stop.replace(' ', '_')}": chance for stop, chance in session.stopped_by.items()}
    means = session.means
    sums = {"mean": session.mean, "variance": session.variance, "handle": means.handle, "win": means.win}
    chances = {"ruin": session.ruin, "ended_ahead": ahead, "had_run": session.losing_run_probability, **stopped_by}
    counts, hold = {"mean_rolls": session.rolls, "mean_hands": session.hands, "bets": means.bets}, {"hold": means.hold}
    return {
        **ended_by(session.terms),
        "is_exact": session.is_exact,
        "mean_cents": decimal(session.mean, OF_CENTS),
        "mean_error_cents": _at_most(session.mean_error),
        "variance": decimal(session.variance, OF_CENTS),
        "variance_error": _at_most(session.variance_error),
        "standard_deviation_cents": square_root(session.variance, OF_CENTS),
        **as_decimals(chances),
        "chance_error": _at_most(session.probability_error),
        "lost": _at_most(session.truncated_probability),
        **{f"quantile_{each.share * 100}_cents": each.cents for each in quantiles(session.ends, error=Fraction(0))},
        **as_decimals(counts),
        "handle_cents": decimal(means.handle, OF_CENTS),
        "win_cents": decimal(means.win, OF_CENTS),
        **as_decimals(hold),
        **(as_fractions(sums | chances | counts | hold) if session.is_exact else {}),
        "seconds": decimal(Fraction(session.seconds), 3),
    }


def _wagers(house: House, by_wager: Mapping[str, WagerMeans], *, is_exact: bool) -> Iterator[Row]:
    """Yield a row for each wager: what it comes to in the mean, and its exact edge per bet made."""
    places = PLACES if is_exact else OF_CENTS  # More of what doubles came to would be noise.
    for name, means in by_wager.items():
        shares = {"hold": means.hold, "edge": edge_of(house, name)}
        sums: dict[str, Fraction | None] = {"bets": means.bets, "handle_cents": means.handle, "win_cents": means.win}
        exact = sums | shares if is_exact else {"edge": shares["edge"]}
        yield {"wager": name, **as_decimals(sums, places), **as_decimals(shares), **as_fractions(exact)}


def _quantiles(_: House, session: Session) -> Iterator[Row]:
    return quantile_rows(quantiles(session.ends, error=session.probability_error))


def _ends(_: House, session: Session) -> Iterator[Row]:
    so_far, total = 0, session.ends.total()
    for cents, weight in sorted(session.ends.items()):
        exact = {"chance": Fraction(weight, total), "below": Fraction(so_far, total)}
        yield {"end_cents": cents, **_told(exact, is_exact=session.is_exact)}
        so_far += weight


def _stops(_: House, session: Session) -> Iterator[Row]:
    for (stop, rolls), chance in sorted(session.stops.items()):
        yield {"stopped_by": stop, "rolls": rolls, **_told({"chance": chance}, is_exact=session.is_exact)}


def _rolls(_: House, session: Session) -> Iterator[Row]:
    for rolls, (ahead, ruined) in enumerate(zip(session.ahead_by_roll, session.ruined_by_roll, strict=True)):
        yield {"rolls": rolls, **_told({"ahead": ahead, "ruined": ruined}, is_exact=session.is_exact)}


TABLES: Mapping[str, Callable[[House, Session], Iterator[Row]]] = {
    "figures": lambda _, session: iter([figures(session)]),
    "wagers": lambda house, session: _wagers(house, session.by_wager, is_exact=session.is_exact),
    "quantiles": _quantiles,
    "ends": _ends,
    "stops": _stops,
    "rolls": _rolls,
    "fan": lambda _, session: fan_rows(session.fan),
}
"""What is told of a session, by the name of the table."""


def rows(house: House, sessions: Sequence[Session], table: str) -> Iterator[Row]:
    """Yield the rows of a table, each with the strategy and the rail it is of.

    Args:
        house: Where it is played.
        sessions: Of one strategy or several, from one rail or several; all of them exact, or none.
        table: A name of `TABLES`.
    """
    for session in sessions:
        of = whose(session.strategy, session.terms)
        yield from (of | row for row in TABLES[table](house, session))


def data(house: House, session: Session) -> dict[str, object]:
    """Return all that is told of a session as plain data: whole cents, decimals and exact fractions as text.

    How it stands on the way is told after `MOST_ROLLS` numbers of rolls at most.
    """
    some = thinned(list(session.fan), MOST_ROLLS)
    kept = set(some)
    return {
        **plain(whose(session.strategy, session.terms) | told_flat(figures(session))),
        "quantiles": told_quantiles(quantiles(session.ends, error=session.probability_error)),
        "stopped_by": plain(as_decimals(dict(session.stopped_by.items()))),
        "wagers": told_wagers(TABLES["wagers"](house, session)),
        "ends": [plain(row) for row in _ends(house, session)],
        "stops": [plain(row) for row in _stops(house, session)],
        "rolls": [plain(row) for row in _rolls(house, session) if row["rolls"] in kept],
        "fan": told_fan({roll: session.fan[roll] for roll in some}),
    }


# Ruin by the rail.


def ruin_rows(found: RuinByBankroll) -> Iterator[Row]:
    """Yield a row for each rail: how likely it is ruined, and the most that this is off by."""
    of: Row = {
        "strategy": found.strategy,
        "rolls_at_most": found.rolls,
        "hands_at_most": found.hands,
        "unresolved": found.unresolved,
    }
    for rail, ruin in found.ruin.items():
        yield of | {"bankroll_cents": rail, "ruin": decimal(ruin, PLACES), "error": _at_most(found.probability_error)}


def ruin_data(found: RuinByBankroll, lasting: Fraction) -> dict[str, object]:
    """Return ruin by the rail, and the smallest rail that lasts with such a chance, as plain data."""
    ruins = {str(row["bankroll_cents"]): str(row["ruin"]) for row in ruin_rows(found)}
    return {
        "strategy": found.strategy,
        "rolls_at_most": found.rolls,
        "hands_at_most": found.hands,
        "unresolved": found.unresolved,
        "lasting": str(lasting),
        "smallest_rail_cents": found.smallest_bankroll(lasting),
        "last_to_fail_cents": found.largest_failing_bankroll(lasting),
        "chance_error": str(_at_most(found.probability_error)),
        "ruin": ruins,
        "seconds": str(decimal(Fraction(found.seconds), 3)),
    }


# Months.


def month_figures(month: HouseWin) -> Row:
    """Return all figures of a month as one row; beside each quantile stands that of the normal curve."""
    return {
        "sessions": month.sessions,
        "mean_cents": decimal(month.mean, OF_CENTS),
        "variance": decimal(month.variance, OF_CENTS),
        "standard_deviation_cents": square_root(month.variance, OF_CENTS),
        "least_cents": month.smallest_win,
        "most_cents": month.largest_win,
        "drop_cents": month.drop,
        "handle_cents": decimal(month.handle, OF_CENTS),
        **as_decimals({"hold_of_drop": month.hold_of_drop, "hold_of_handle": month.hold_of_handle}),
        **as_decimals({"house_loses": month.below(0)}),
        "chance_error": _at_most(month.probability_error),
        **{
            f"quantile_{share * 100}_{name}": cents
            for share in SHARES
            for name, cents in (("cents", month.quantile(share)), ("normal_cents", month.normal_quantile(share)))
        },
    }


def month_bins(month: HouseWin, most: int, *, beyond: Fraction) -> list[Bin]:
    """Put what a house wins into at most so many bins of one width, with its chance in parts of `WHOLE`.

    Args:
        month: What the house wins.
        most: The most bins.
        beyond: The chance at either end of sums that share the first bin and the last.
    """
    low, high = month.quantile(beyond), month.quantile(1 - beyond)
    first, width, last = evenly(low, high, most, step=month.step)
    begins = range(first, last + 1, width)
    below = [Fraction(0), *(month.below(begin) for begin in begins[1:]), Fraction(1)]
    parts = [int((after - before) * TOTAL_WEIGHT) for before, after in pairwise(below)]
    return bins_of_weights(
        dict(zip(begins, parts, strict=True)), month.smallest_win, month.largest_win, width=width, step=month.step
    )


def normal(month: HouseWin) -> NormalDist | None:
    """Return the normal curve that the win of a month tends to, in cents; None where the win is certain."""
    deviation = square_root(month.variance, OF_CENTS)
    return NormalDist(float(month.mean), float(deviation)) if deviation else None


def _wins(month: HouseWin) -> Iterator[Row]:
    """Yield the chance of sums that lie close together, and what the normal curve has for it."""
    curve = normal(month)
    half = Fraction(month.step, 2)  # The normal curve has no steps; each stands for what lies nearest to it.
    for each in month_bins(month, MOST_WINS, beyond=FAR_OUT):
        normally = None
        if curve is not None:
            low = 0 if each.least is None else curve.cdf(float(each.least - half))
            high = 1 if each.most is None else curve.cdf(float(each.most + half))
            normally = Fraction(high) - Fraction(low)
        below = Fraction(0) if each.least is None else month.below(each.least)
        exact = {"chance": Fraction(each.sessions, TOTAL_WEIGHT), "below": below, "normal_chance": normally}
        yield {"least_cents": each.least, "most_cents": each.most, **as_decimals(exact)}


def player_rows(sessions: Iterable[tuple[PlayerGroup, Session]]) -> Iterator[Row]:
    """Yield a row for the players of each group: how they play, and what the house wins of them in the mean."""
    for group, each in sessions:
        win, handle = (group.sessions * mean for mean in (each.terms.bankroll - each.mean, each.means.handle))
        yield {
            "who": group.who,
            **whose(each.strategy, each.terms),
            **ended_by(each.terms),
            "sessions": group.sessions,
            "drop_cents": group.sessions * each.terms.bankroll,
            "handle_cents": decimal(handle, OF_CENTS),
            "win_cents": decimal(win, OF_CENTS),
            **as_decimals({"hold_of_drop": win / (group.sessions * each.terms.bankroll)}),
            **as_decimals({"hold_of_handle": win / handle if handle else None}),
        }


MONTH_TABLES: Mapping[str, Callable[[HouseWin], Iterator[Row]]] = {
    "figures": lambda month: iter([month_figures(month)]),
    "wins": _wins,
}
"""What is told of a month, by the name of the table."""


def month_data(month: HouseWin) -> dict[str, object]:
    """Return all that is told of a month as plain data: whole cents, and decimals as text."""
    return {
        **plain(told_flat(month_figures(month))),
        "quantiles": [
            {"share": str(share), "cents": month.quantile(share), "normal": month.normal_quantile(share)}
            for share in SHARES
        ],
        "wins": [plain(row) for row in _wins(month)],
    }


# Long runs.


def long_run_figures(run: LongRun) -> Row:
    """Return all figures of a long run as one row; they are exact."""
    means = sum_wager_means(run.by_wager.values())
    exact = {
        "loss_per_roll_cents": run.loss_per_roll,
        "loss_per_hand_cents": run.loss_per_hand,
        "hands_per_roll": run.hands_per_roll,
        "variance_per_roll": run.variance_per_roll,
        "first_cents": run.bias,
        "bets_per_roll": means.bets,
        "handle_per_roll_cents": means.handle,
        "hold": means.hold,
    }
    return _told(exact, is_exact=True)


LONG_RUN_TABLES: Mapping[str, Callable[[House, LongRun], Iterator[Row]]] = {
    "long_run": lambda _, run: iter([long_run_figures(run)]),
    "long_run_wagers": lambda house, run: _wagers(house, run.by_wager, is_exact=True),
}
"""What is told of a long run, by the name of the table; of each wager, in the mean of a roll."""


def long_run_data(house: House, run: LongRun) -> dict[str, object]:
    """Return all that is told of a long run as plain data: decimals and exact fractions as text."""
    return {**plain(long_run_figures(run)), "wagers": told_wagers(LONG_RUN_TABLES["long_run_wagers"](house, run))}
