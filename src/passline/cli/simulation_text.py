"""Simulated sessions as text, JSON, rows and charts."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.text import Text

from passline.cli import result_tables
from passline.cli.printing import console, escape_unprintable, json_house, print_text
from passline.cli.result_tables import (
    HALF,
    Errors,
    StrategyResult,
    WagerFigures,
    describe_house,
    format_cents,
    format_probability,
    show_figure,
)
from passline.cli.session_options import describe_terms
from passline.cli.simulation_run import format_rate
from passline.machines.terms import STOPS
from passline.reports.row_format import last_busy_roll, share_error
from passline.reports.tally_rows import ROWS, comparison_rows, deviation_error, edge_of, fan_of, json_comparison
from passline.simulation.tally import standard_error
from passline.words.distribution import mean
from passline.words.money import dollars
from passline.words.probability import decimal, percent, square_root

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from passline.cli.simulation_run import SimulationRequest
    from passline.house.house import House
    from passline.reports.row_format import Row
    from passline.simulation.tally import Comparison, Tally

RULE_OF_THREE = 3
"""If none of n sessions is ruined, the probability of ruin is below 3/n with 95% confidence: exp(-3) is about 5%."""


def show_simulation(request: SimulationRequest, comparisons: Sequence[Comparison]) -> None:
    """Print the results of one strategy, of several strategies, or with several bankrolls.

    Args:
        request: The parsed arguments of the command.
        comparisons: The comparison of the strategies for each bankroll.
    """
    out = console()
    tallies = [tally for each in comparisons for tally in each]
    names = [strategy.name for strategy in request.strategies]
    sessions = _describe_sessions(request, tallies[0])
    result_tables.show_heading(out, names, request.house, sessions, request.terms[0], request.describe_dice())
    for reason in dict.fromkeys(tally.no_machine_reason for tally in tallies if tally.no_machine_reason):
        shown = f"no machine, so each roll is played on the table: {escape_unprintable(reason)}"
        print_text(out, Text(shown, "yellow"))
        if request.sessions is None:
            print_text(out, Text("this is slow, so few sessions are played; ask for more with --sessions", "yellow"))
    print_text(out, Text())
    if len(request.terms) > 1:
        for number in range(len(request.strategies)):
            result_tables.show_ruin(out, [_strategy_result(each.tallies[number]) for each in comparisons])
        print_text(out, Text("± is one standard error.", "dim"))
    elif len(tallies) > 1:
        _show_comparison(out, request, comparisons[0])
    else:
        _show_tally(out, request, tallies[0])
    if out.is_terminal:  # The time differs from run to run, so it is not written to files.
        rolls, seconds = (sum(each) for each in zip(*((tally.rolls, tally.seconds) for tally in tallies), strict=True))
        seconds /= len(comparisons[0].tallies)  # The strategies are simulated together, so each has the whole time.
        print_text(out, Text(f"{rolls:,} rolls in {seconds:.2f} seconds, {format_rate(int(rolls), seconds)}", "dim"))


def simulation_rows(request: SimulationRequest, comparisons: Sequence[Comparison], kind: str) -> Iterator[Row]:
    """Yield the rows of a kind. The first kind also has the seed, the first session and the dice."""
    for each in comparisons:
        for row in comparison_rows(request.house, each, kind):
            yield row | _dice_columns(request) if kind == next(iter(ROWS)) else row


def _dice_columns(request: SimulationRequest) -> Row:
    return {"seed": str(request.seed), "first_session": request.first_session, "dice": request.dice_name}


def json_data(request: SimulationRequest, comparisons: Sequence[Comparison]) -> Iterator[dict[str, object]]:
    """Yield a JSON object for each bankroll and strategy."""
    run = {"dice": request.dice_name, "seed": request.seed, "first_session": request.first_session}
    for each in comparisons:
        for number in range(len(each.tallies)):
            yield json_house(request.house) | run | json_comparison(request.house, each, number)


def save_chart(request: SimulationRequest, comparisons: Sequence[Comparison], file: str) -> None:
    """Save a chart of one strategy's sessions, or of several strategies or bankrolls side by side."""
    from passline.cli.result_charts import save_comparison  # noqa: PLC0415  Altair is imported only to draw.
    from passline.reports import charts  # noqa: PLC0415  The same.

    tallies = [tally for each in comparisons for tally in each]
    subtitle = f"{describe_house(request.house)}; {_describe_sessions(request, tallies[0])}"
    if len(tallies) > 1:
        save_comparison([_strategy_result(each) for each in tallies], file, subtitle=subtitle)
        return
    (tally,) = tallies
    title = f"Final bankroll of {tally.strategy}"
    figure: Any = charts.final_bankroll_chart(
        tally.ends, tally.terms.bankroll, counted=True, title=title, subtitle=subtitle
    )
    if tally.paths.sessions:
        bands = f"median, middle 50%, 5% to 95%, 1% to 99% of the first {tally.paths.sessions:,} sessions"
        fan = charts.fan_chart(fan_of(tally), last_busy_roll(tally.stops), title="Roll by roll", subtitle=bands)
        figure = charts.stack_charts(figure, fan)
    charts.save(figure, file)


def _describe_sessions(request: SimulationRequest, tally: Tally) -> str:
    """Return the number of sessions and their terms in words."""
    return f"{tally.sessions:,} session{'' if tally.sessions == 1 else 's'} of {describe_terms(request.terms)}"


def _show_tally(out: Console, request: SimulationRequest, tally: Tally) -> None:
    """Print the figures of one strategy, the histogram, and the wagers."""
    expected = "" if tally.expected_mean is None else f"expected {format_cents(tally.expected_mean)}"
    mean_error, deviation_error_ = format_cents(tally.standard_error), format_cents(deviation_error(tally.ends))
    if tally.sessions == 1:  # A single session gives no estimate of an error.
        mean_error = deviation_error_ = ""
    show_figure(out, "mean final bankroll", format_cents(tally.mean), mean_error, expected)
    variance = f"variance {decimal(tally.variance / 10_000, 2):,} square dollars"
    deviation = format_cents(square_root(tally.variance, 4))
    show_figure(out, "standard deviation", deviation, deviation_error_, variance)
    show_figure(out, "probability of ruin", percent(tally.ruin), *_ruin_error_and_note(tally))
    stopped_by = {stop: Fraction(tally.stopped_by[stop], tally.sessions) for stop in STOPS}
    result_tables.show_stops(out, stopped_by, percent)
    show_figure(out, "rolls", f"{tally.rolls:,}", note=f"{tally.totals.hands:,} hands")
    paths = tally.paths
    if paths.sessions:
        run, note = result_tables.format_median(paths.losing_run, str)
        show_figure(out, "longest losing run", f"{run} roll{'' if run == '1' else 's'}", note=note)
        drawdown, note = result_tables.format_median(paths.drawdown, dollars)
        show_figure(out, "drawdown", drawdown, note=note)
    print_text(out, Text())
    result_tables.show_histogram(out, tally.ends, tally.terms.bankroll)
    print_text(out, Text())
    _show_wagers(out, request, [tally])
    if paths.sessions:
        print_text(out, Text(f"Losing runs and drawdowns are those of the first {paths.sessions:,} sessions.", "dim"))


def _ruin_error_and_note(tally: Tally) -> tuple[str, str]:
    """Return the standard error of the ruin and a note; without ruin, the note has an upper bound instead."""
    if tally.ruined:
        return percent(Fraction(share_error(tally.ruin, tally.sessions))), "too little for another session"
    bound = Fraction(RULE_OF_THREE, tally.sessions)
    return "", f"none; below {format_probability(bound)} (95%)" if bound < HALF else "none"


def _show_comparison(out: Console, request: SimulationRequest, comparison: Comparison) -> None:
    """Print several strategies, and their mean differences from the first on the same dice."""
    results = [_strategy_result(tally) for tally in comparison]
    result_tables.show_comparison(out, results)
    print_text(out, Text())
    first = escape_unprintable(comparison.tallies[0].strategy)
    print_text(out, Text(f"mean difference from {first}, on the same dice", "italic"))
    for tally, difference in zip(comparison.tallies[1:], comparison.differences, strict=True):
        name, mean_difference = escape_unprintable(tally.strategy), mean(difference)
        shown = f"{'+' if mean_difference > 0 else ''}{format_cents(mean_difference)}"
        print_text(out, Text(f"  {name:<28}{shown:>12} ± {format_cents(standard_error(difference))}"))
    print_text(out, Text())
    result_tables.show_sparks(out, results)
    print_text(out, Text())
    _show_wagers(out, request, comparison.tallies)


def _strategy_result(tally: Tally) -> StrategyResult:
    """Return the result of a simulation for the tables and charts that exact sessions have too."""
    errors = Errors(tally.standard_error, share_error(tally.ruin, tally.sessions))
    return StrategyResult(
        tally.strategy, tally.terms.bankroll, tally.ends, tally.mean, tally.variance, tally.ruin, errors
    )


def _show_wagers(out: Console, request: SimulationRequest, tallies: Sequence[Tally]) -> None:
    """Print the means of each strategy's wagers, with the exact expectation of the house's win."""
    wagers = [(tally.strategy, list(_wager_figures(request.house, tally))) for tally in tallies]
    result_tables.show_wagers(out, wagers, is_simulated=True, unresolved=request.terms[0].unresolved)


def _wager_figures(house: House, tally: Tally) -> Iterator[WagerFigures]:
    """Yield the figures of each wager in a mean session."""
    for wager, result in tally.by_wager.items():
        bets, handle, win = (Fraction(total, tally.sessions) for total in (result.bets, result.handle, result.win))
        expected = None if result.expected is None else result.expected / tally.sessions
        yield WagerFigures(wager, bets, handle, win, expected, edge_of(house, wager))
