"""Exact sessions as text."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from rich.text import Text

from passline.cli import result_tables
from passline.cli.printing import console, escape_unprintable, print_table, print_text
from passline.cli.result_tables import (
    HALF,
    StrategyResult,
    WagerFigures,
    describe_house,
    format_cents,
    format_probability,
    grid,
    show_figure,
)
from passline.cli.session_options import describe_stops, describe_terms, describe_unresolved
from passline.machines.terms import Terms
from passline.machines.wager_totals import sum_wager_means
from passline.reports.tally_rows import edge_of
from passline.words.money import dollars
from passline.words.probability import decimal, percent, square_root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from passline.house.house import House
    from passline.sessions.distribution import Session
    from passline.sessions.long_run import LongRun
    from passline.sessions.player_mix import PlayerGroup
    from passline.sessions.portfolio import HouseWin
    from passline.sessions.ruin import RuinByBankroll

QUANTILES = tuple(Fraction(part, 100) for part in (5, 25, 50, 75, 95))
"""The printed quantiles of a session."""
MONTH_QUANTILES = tuple(Fraction(part, 100) for part in (1, 5, 25, 50, 75, 95, 99))
"""The printed quantiles of a month's win."""
MIN_ROWS = 8
"""The approximate number of rows of a table by rolls or by bankrolls."""
ROUND_STEPS = (1, 2, 5)
"""The round numbers below 10; multiplied by powers of ten, they are the steps between rows."""
RARE_RUIN = Fraction(1, 1000)
"""Bankrolls with a smaller probability of ruin are not printed or drawn."""
MAX_NOTE_LENGTH = 34
"""The maximum number of characters of a note on a screen of 80 columns."""
MEAN_PLACES = 6
"""The decimal places, in dollars, of an exact mean."""
TEN = 10


def show_sessions(
    house: House, sessions: Sequence[Session], terms: Sequence[Terms], *, long_run: LongRun | None
) -> None:
    """Print the sessions of one strategy, of several strategies, or with several bankrolls.

    Args:
        house: The house of the sessions.
        sessions: The sessions; those of the first strategy come first, then those of the second.
        terms: The terms of each strategy's sessions, in ascending order of the bankroll.
        long_run: The long run of the only strategy, if requested.
    """
    out = console()
    first = sessions[0]
    names = [each.strategy for each in sessions[:: len(terms)]]
    method = f"calculated {'in whole numbers' if first.is_exact else 'in floating point'}, without dice"
    result_tables.show_heading(out, names, house, f"sessions of {describe_terms(terms)}", first.terms, method)
    print_text(out, Text())
    if len(terms) > 1:
        for begin in range(0, len(sessions), len(terms)):
            result_tables.show_ruin(out, [strategy_result(each) for each in sessions[begin : begin + len(terms)]])
    elif len(sessions) > 1:
        _show_comparison(out, house, sessions)
    else:
        _show_session(out, house, first)
    if long_run is not None:
        _show_long_run(out, first, long_run)
    _show_errors(out, sessions)


def show_survival(house: House, ruin: RuinByBankroll, share: Fraction, terms: Terms) -> None:
    """Print the smallest bankroll that avoids ruin with a probability, and ruin by bankroll.

    Args:
        house: The house of the sessions.
        ruin: The probability of ruin by bankroll.
        share: The probability of survival.
        terms: The terms of the sessions.
    """
    smallest, largest_failing = ruin.smallest_bankroll(share), ruin.largest_failing_bankroll(share)
    out = console()
    subject = f"sessions of {describe_stops(terms)}, for every bankroll; {describe_unresolved(terms)}"
    result_tables.show_heading(out, [ruin.strategy], house, subject)
    print_text(out, Text())
    show_figure(out, "smallest bankroll", dollars(smallest), note=f"survives with {percent(1 - ruin.ruin[smallest])}")
    shown = ruin.until_ruin_below(RARE_RUIN)
    bankrolls = {dollar * 100 for dollar in _round_numbers(-(-max(shown) // 100))} & set(shown) | {smallest}
    if largest_failing is not None and largest_failing > smallest:
        bankrolls.add(largest_failing)
        show_figure(out, "but not", dollars(largest_failing), note="all larger bankrolls survive")
    print_text(out, Text())
    table = grid("probability of ruin by bankroll", "bankroll", "ruin", "", is_first_right=True)
    table.columns[-1].justify = "left"
    for bankroll in sorted(bankrolls):
        ruin_bar = Text(result_tables.bar(ruin.ruin[bankroll], 1, result_tables.RUIN_BAR_WIDTH), "red")
        table.add_row(dollars(bankroll), percent(ruin.ruin[bankroll], 2), ruin_bar)
    print_table(out, table)
    print_text(out, Text(f"The error of each probability is less than {format_error(ruin.probability_error)}.", "dim"))


def show_month(house: House, file: str, sessions: Sequence[tuple[PlayerGroup, Session]], win: HouseWin) -> None:
    """Print the win of a house from each group of players, and from all together.

    Args:
        house: The house.
        file: The file of the players.
        sessions: Each group of players, with the session of one of them.
        win: The distribution of the house's total win.
    """
    out = console()
    count = f"{win.sessions:,} session{'' if win.sessions == 1 else 's'}"
    print_text(out, Text.assemble((count, "bold"), f" in {describe_house(house)}, of {escape_unprintable(file)}"))
    print_text(out, Text("independent sessions; calculated without dice"))
    print_text(out, Text())
    table = grid("by player, means", "who", "sessions", "bankroll", "rolls", "handle", "house\nwin", "per\nsession")
    for group, session in sessions:
        group_win = group.sessions * (session.terms.bankroll - session.mean)
        table.add_row(
            escape_unprintable(group.who),
            f"{group.sessions:,}",
            dollars(session.terms.bankroll),
            f"{session.terms.rolls:,}",
            format_cents(group.sessions * session.means.handle),
            format_cents(group_win),
            format_cents(group_win / group.sessions),
        )
    print_table(out, table)
    for group, session in sessions:
        stops = describe_stops(session.terms)
        if stops != describe_stops(Terms(session.terms.rolls, session.terms.bankroll)):
            print_text(out, Text(f"{escape_unprintable(group.who)}: {stops}", "dim"))
    print_text(out, Text())
    show_figure(out, "mean house win", format_cents(win.mean))
    show_figure(out, "standard deviation", format_cents(square_root(win.variance, 4)))
    show_figure(out, "drop", dollars(win.drop), note=f"the house holds {percent(win.hold_of_drop)}")
    if win.hold_of_handle is not None:
        show_figure(out, "handle", format_cents(win.handle), note=f"the house holds {percent(win.hold_of_handle)}")
    show_figure(out, "house loses", format_probability(win.below(0)), note="probability of a loss")
    print_text(out, Text())
    headings = ["months", "win\nat most", "hold of\ndrop", "normal\ndistribution"]
    table = grid("quantiles of the win", *headings, is_first_right=True)
    for share in MONTH_QUANTILES:
        quantile, normal = win.quantile(share), format_cents(Fraction(win.normal_quantile(share)))
        table.add_row(percent(share, 0), dollars(quantile), percent(Fraction(quantile, win.drop), 2), normal)
    print_table(out, table)
    hold = format_error(max(win.hold_of_drop_error, win.hold_of_handle_error or Fraction(0)))
    bounds = f"probabilities {format_error(win.probability_error)}, hold {hold}"
    print_text(out, Text(f"Error bounds: {bounds}.", "dim"))


def format_error(error: Fraction) -> str:
    """Format an error with one digit, rounded up.

    >>> format_error(Fraction(1, 7_000_000)), format_error(Fraction(95, 1000)), format_error(Fraction(0))
    ('2e-7', '1e-1', '0')
    """
    exponent = 0
    while 0 < error * 10**exponent < 1:
        exponent += 1
    digit = ceil(error * 10**exponent)
    digit, exponent = (1, exponent - 1) if digit == TEN else (digit, exponent)
    return f"{digit}" + (f"e-{exponent}" if exponent else "")


def strategy_result(session: Session) -> StrategyResult:
    """Return the result of a session for the tables and charts that simulations have too."""
    return StrategyResult(
        session.strategy,
        session.terms.bankroll,
        session.ends,
        session.mean,
        session.variance,
        session.ruin,
        stop_win_probability=None if session.terms.stop_win is None else session.stopped_by["stop win"],
    )


# One session.


def _show_session(out: Console, house: House, session: Session) -> None:
    """Print the figures of one session, the histogram, the course of the session, and the wagers."""
    bankroll = session.terms.bankroll
    change = session.mean - bankroll
    note = f"mean {'loss' if change < 0 else 'win'} {format_cents(abs(change))}" if change else "no change"
    show_figure(out, "mean final bankroll", _format_mean(session.mean), note=note)
    variance = f"variance {decimal(session.variance / 10_000, 3):,} square dollars"
    show_figure(out, "standard deviation", format_cents(square_root(session.variance, 4)), note=variance)
    ruin = _format_known(session, session.ruin)
    show_figure(out, "probability of ruin", ruin, note="too little for another session")
    if (half := session.rolls_until_ruined(HALF)) is not None:
        show_figure(out, "half are ruined after", f"{half:,}", note="rolls")
    behind, ahead = session.below(bankroll), 1 - session.below(bankroll + 1)
    even = _format_known(session, 1 - ahead - behind)
    note = f"even {even}, behind {_format_known(session, behind)}"
    show_figure(out, "ends ahead", _format_known(session, ahead), note=note)
    result_tables.show_stops(out, session.stopped_by, lambda share: _format_known(session, share))
    hands = f"{decimal(session.hands, 2):,} hands"
    show_figure(out, "mean rolls", f"{decimal(session.rolls, 2):,}", note=hands)
    if session.losing_run_probability is not None:
        note = f"at least {session.losing_run} losing rolls in a row"
        show_figure(out, "losing run", _format_known(session, session.losing_run_probability), note=note)
    print_text(out, Text())
    result_tables.show_histogram(out, session.ends, bankroll)
    print_text(out, Text())
    _show_course(out, session)
    print_text(out, Text())
    _show_wagers(out, house, [session])


def _format_known(session: Session, probability: Fraction) -> str:
    """Format a probability, or its upper bound if the probability is smaller than its error."""
    if 0 < probability <= session.probability_error:
        return f"under {format_error(session.probability_error)}"
    return format_probability(probability)


def _format_mean(cents: Fraction) -> str:
    """Format an exact mean of cents as dollars, with fractions of a cent."""
    return f"${decimal(cents / 100, MEAN_PLACES):,}"


def _show_course(out: Console, session: Session) -> None:
    """Print the distribution of the player's worth after some of the rolls."""
    quantiles = ("median" if share == HALF else percent(share, 0) for share in QUANTILES)
    table = grid("roll by roll", "rolls", *quantiles, "ahead", "ruin", is_first_right=True)
    for rolls in _round_numbers(max(session.fan)):
        worths = (dollars(session.fan[rolls][share]) for share in QUANTILES)
        ahead, ruin = percent(session.ahead_by_roll[rolls], 2), percent(session.ruined_by_roll[rolls], 2)
        table.add_row(f"{rolls:,}", *worths, ahead, ruin)
    print_table(out, table)
    if session.terms.unresolved == "play out":
        print_text(out, Text("Bets decided after these rolls change only the final bankroll.", "dim"))


def _round_numbers(highest: int) -> list[int]:
    """Return about `MIN_ROWS` round numbers from 0 up, and the highest number.

    >>> _round_numbers(100), _round_numbers(7)
    ([0, 20, 40, 60, 80, 100], [0, 1, 2, 3, 4, 5, 6, 7])
    """
    scale = 1
    while highest > ROUND_STEPS[-1] * scale * MIN_ROWS:
        scale *= 10
    step = next(round_step * scale for round_step in ROUND_STEPS if highest <= round_step * scale * MIN_ROWS)
    return [*range(0, highest, step), highest]


# Several sessions.


def _show_comparison(out: Console, house: House, sessions: Sequence[Session]) -> None:
    """Print several strategies. If there is a stop win, the strategy that most probably reaches it comes first."""
    stop_win = sessions[0].terms.stop_win
    order = sessions if stop_win is None else sorted(sessions, key=lambda each: -each.stopped_by["stop win"])
    results = [strategy_result(each) for each in order]
    result_tables.show_comparison(out, results)
    print_text(out, Text())
    if stop_win is not None:
        highest = order[0].stopped_by["stop win"]
        best = [escape_unprintable(each.strategy) for each in order if each.stopped_by["stop win"] == highest]
        if highest:
            label = f"most likely to be ahead by {dollars(stop_win)}: "
            probability = f", with {format_probability(highest)}"
            print_text(out, Text.assemble(label, (" and ".join(best), "bold"), probability))
        else:
            print_text(out, Text(f"none of them can be ahead by {dollars(stop_win)} within these rolls"))
        print_text(out, Text())
    result_tables.show_sparks(out, results)
    print_text(out, Text())
    _show_wagers(out, house, order)


def _show_wagers(out: Console, house: House, sessions: Sequence[Session]) -> None:
    """Print the means of each strategy's wagers."""
    wagers = [
        (
            each.strategy,
            [WagerFigures(name, *means, edge=edge_of(house, name)) for name, means in each.by_wager.items()],
        )
        for each in sessions
    ]
    result_tables.show_wagers(out, wagers, is_simulated=False, unresolved=sessions[0].terms.unresolved)


# The long run, and errors.


def _show_long_run(out: Console, session: Session, long_run: LongRun) -> None:
    """Print the loss per roll in the long run, and its normal approximation beside the exact session."""
    rolls, bankroll = session.terms.rolls, session.terms.bankroll
    handle = sum_wager_means(long_run.by_wager.values()).handle
    print_text(out, Text())
    print_text(out, Text("long run: play without end", "italic"))
    if not long_run.by_wager:
        print_text(out, Text("  the strategy stops betting sooner or later"))
        return
    per_roll, per_hand = long_run.loss_per_roll, long_run.loss_per_hand
    show_figure(out, "loss per roll", _format_mean(per_roll), note=_exact_note(per_roll))
    show_figure(out, "loss per hand", _format_mean(per_hand), note=_exact_note(per_hand))
    show_figure(out, "rolls per hand", f"{decimal(1 / long_run.hands_per_roll, MEAN_PLACES)}")
    if handle:
        note = f"{percent(per_roll / handle)} of it is lost"
        show_figure(out, "handle per roll", _format_mean(handle), note=note)
    deviation = format_cents(square_root(long_run.variance_per_roll, 4))
    show_figure(out, "standard deviation", deviation, note="per roll; times √n for n rolls")
    print_text(out, Text())
    shares = (percent(share, 0) for share in QUANTILES)
    table = grid(f"after {rolls:,} rolls", "", "mean", "std\ndev.", *shares)
    exact = (dollars(session.quantile(share)) for share in QUANTILES)
    table.add_row("exact", format_cents(session.mean), format_cents(square_root(session.variance, 4)), *exact)
    normal = (format_cents(bankroll + Fraction(long_run.quantile(rolls, share))) for share in QUANTILES)
    deviation = format_cents(square_root(long_run.variance(rolls), 4))
    table.add_row("normal", format_cents(bankroll + long_run.mean(rolls)), deviation, *normal)
    print_table(out, table)
    print_text(out, Text("The normal distribution ignores ruin. It fits better after more rolls.", "dim"))


def _exact_note(cents: Fraction) -> str:
    """Return an amount as an exact fraction of cents; empty if it is too long for the line."""
    note = f"exactly {cents} cents"
    return note if len(note) <= MAX_NOTE_LENGTH else ""


def _show_errors(out: Console, sessions: Sequence[Session]) -> None:
    """Print bounds on the errors, or the exact fractions of a single session calculated in whole numbers."""
    if sessions[0].is_exact:
        print_text(out, Text("Calculated in whole numbers without error; rounded only for printing.", "dim"))
        if len(sessions) == 1:
            print_text(out, Text(f"mean, in cents: {sessions[0].mean}"))
            print_text(out, Text(f"variance, in square cents: {sessions[0].variance}"))
            print_text(out, Text(f"probability of ruin: {sessions[0].ruin}"))
        return
    errors = (
        (each.probability_error, each.mean_error / 100, each.hold_error or 0, each.truncated_probability)
        for each in sessions
    )
    probability, mean, hold, truncated = (format_error(Fraction(max(column))) for column in zip(*errors, strict=True))
    bounds = f"probabilities {probability}, mean ${mean}, hold {hold}; truncated {truncated}"
    print_text(out, Text(f"Error bounds: {bounds}.", "dim"))
