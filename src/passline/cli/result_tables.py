"""The results of sessions as text, whether the sessions are simulated or calculated exactly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table as Grid
from rich.text import Text

from passline.cli.printing import CITATION_STYLE, escape_unprintable, print_table, print_text
from passline.cli.session_options import describe_unresolved
from passline.reports.histogram import histogram, histograms
from passline.words.distribution import quantile
from passline.words.money import Cents, dollars
from passline.words.probability import decimal, one_in, percent, square_root

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from decimal import Decimal

    from rich.console import Console

    from passline.house.house import House
    from passline.machines.terms import Stop, Terms
    from passline.reports.histogram import Bin

Weights = Counter[int]
"""The weight of each number of cents or rolls: a count of sessions, or a probability as an integer weight."""

SMALL_PROBABILITY = Fraction(1, 1000)
"""Smaller probabilities are printed as "1 in N"."""
NOTE_COLUMN = 46
"""The column where the notes on figures begin."""
WIDE_SCREEN = 110
"""The minimum screen width, in columns, for the number of bets in the table by wager."""
MAX_BINS = 16
"""The maximum number of bars of a histogram."""
MAX_SPARK_COLUMNS = 40
"""The maximum number of columns of a histogram on one line."""
SPARKS, PART_BLOCKS = " ▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉"
"""Blocks that are 0 to 8 eighths high, and 0 to 7 eighths wide."""
RUIN_BAR_WIDTH = 24
"""The width, in characters, of a bar for a probability of ruin of 1."""
TWENTIETH, HALF, NINETEEN_TWENTIETHS = Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)
MARKED_QUANTILES = {
    TWENTIETH: "5%",
    Fraction(1, 4): "25%",
    HALF: "median",
    Fraction(3, 4): "75%",
    NINETEEN_TWENTIETHS: "95%",
}
"""The quantiles that a histogram marks, with their marks."""
STOP_NOTES: dict[Stop, str] = {
    "rolls": "the number of rolls",
    "hands": "the number of hands",
    "stop win": "the stop win",
    "stop loss": "the stop loss",
    "no bet possible": "too little for any bet",
}
"""The causes that end sessions, in words."""


class Errors(NamedTuple):
    """The standard errors of estimates.

    Attributes:
        mean: The standard error of the mean, in cents.
        ruin: The standard error of the probability of ruin.
    """

    mean: Fraction | Decimal
    ruin: Fraction | Decimal


@dataclass(frozen=True)
class StrategyResult:
    """The final bankrolls of a strategy's sessions.

    Attributes:
        strategy: The name of the strategy.
        bankroll: The bankroll at the start, in cents.
        ends: The weight of each final bankroll, in cents.
        mean: The mean final bankroll, in cents.
        variance: The variance of the final bankroll, in square cents.
        ruin: The probability of ruin, or its estimate.
        errors: The standard errors; None if the result is exact. Within a table, all results have them or none.
        stop_win_probability: The probability of reaching the stop win; None if it is not shown. Within a table, all
            results have it or none.
    """

    strategy: str
    bankroll: Cents
    ends: Weights
    mean: Fraction
    variance: Fraction
    ruin: Fraction
    errors: Errors | None = None
    stop_win_probability: Fraction | None = None


@dataclass(frozen=True)
class WagerFigures:
    """The bets on a wager in a mean session.

    Attributes:
        wager: The name of the wager.
        bets: The mean number of decided bets.
        handle: The mean sum of these bets, in cents.
        win: The mean win of the house on them, in cents.
        expected: The exact expectation of the win in a simulation, in cents; None if it is not known.
        edge: The exact edge per bet made; None if the wager has no single edge.
    """

    wager: str
    bets: Fraction
    handle: Fraction
    win: Fraction
    expected: Fraction | None = None
    edge: Fraction | None = None

    @property
    def hold(self) -> Fraction | None:
        """The win divided by the handle; None if no bet was decided."""
        return self.win / self.handle if self.handle else None


# Words and numbers.


def describe_house(house: House) -> str:
    """Return the game, the house and the date in words."""
    return f"{house.game.name} at {house.name}, {house.date}"


def format_cents(cents: Fraction | Decimal) -> str:
    """Format an amount of cents as dollars, rounded to the cent.

    >>> format_cents(Fraction(-1_000_00, 3))
    '-$333.33'
    """
    rounded = decimal(Fraction(cents) / 100, 2)
    return f"{'-' if rounded < 0 else ''}${abs(rounded):,}"


def format_probability(probability: Fraction, places: int = 3) -> str:
    """Format a probability as a percentage, or as "1 in N" if it is small.

    >>> format_probability(Fraction(1, 8)), format_probability(Fraction(1, 1_000_000)), format_probability(Fraction(0))
    ('12.500%', '1 in 1,000,000', '0.000%')
    """
    return one_in(probability) if 0 < probability <= SMALL_PROBABILITY else percent(probability, places)


def format_median(weights: Weights, format_number: Callable[[int], str]) -> tuple[str, str]:
    """Format the median of a distribution, and a note with its 95% quantile and maximum.

    Args:
        weights: The weight of each number.
        format_number: A function that formats one number.
    """
    median, high = quantile(weights, HALF), quantile(weights, NINETEEN_TWENTIETHS)
    return format_number(median), f"median; 95%: {format_number(high)}, maximum {format_number(max(weights))}"


# Lines.


def show_heading(
    out: Console,
    strategies: Sequence[str],
    house: House,
    sessions: str,
    terms: Terms | None = None,
    method: str = "",
) -> None:
    """Print the strategies, the house, the sessions, and the treatment of unresolved bets.

    Args:
        out: The console to print on.
        strategies: The names of the strategies.
        house: The house of the sessions.
        sessions: The sessions in words: their number, if it is known, and their terms.
        terms: The terms of the sessions, if the heading includes the unresolved bets and the method.
        method: The method of the calculation, or the dice, in words.
    """
    subject = escape_unprintable(strategies[0]) if len(strategies) == 1 else f"{len(strategies)} strategies"
    print_text(out, Text.assemble((subject, "bold"), f" in {describe_house(house)}"))
    print_text(out, Text(sessions))
    if terms is not None:
        print_text(out, Text(f"{describe_unresolved(terms)}; {method}"))


def show_figure(out: Console, label: str, figure: str, error: str = "", note: str = "") -> None:
    """Print one line: a label, a figure, its standard error if it has one, and a note."""
    line = f"  {label:<20} {figure:>11}" + (f" ± {error}" if error else "")
    text = Text.assemble(f"{line:<{NOTE_COLUMN - 2}}  ", (note, CITATION_STYLE))
    text.rstrip()
    print_text(out, text)


def show_stops(out: Console, stopped_by: Mapping[Stop, Fraction], format_share: Callable[[Fraction], str]) -> None:
    """Print the share of sessions that each cause ended, if it ended any."""
    for stop, note in STOP_NOTES.items():
        if stopped_by[stop]:
            show_figure(out, "stopped by", format_share(stopped_by[stop]), note=note)


def show_histogram(out: Console, ends: Weights, bankroll: Cents) -> None:
    """Print a histogram of final bankrolls, with marks at the quantiles and at the bankroll of the start.

    Args:
        out: The console to print on.
        ends: The weight of each final bankroll, in cents.
        bankroll: The bankroll at the start, in cents.
    """
    print_text(out, Text("final bankroll", "italic"))
    bins = histogram(ends, MAX_BINS)
    marks = {mark: quantile(ends, share) for share, mark in MARKED_QUANTILES.items()}
    labels = [each.label for each in bins]
    notes = [
        ", ".join([mark for mark, cents in marks.items() if each.contains(cents)])
        + ("  start" if each.contains(bankroll) else "")
        for each in bins
    ]
    label_width, note_width = max(map(len, labels)), max(map(len, notes))
    bar_width = max(min(out.width, WIDE_SCREEN) - label_width - note_width - len("  |  100.00%  "), 8)
    highest, total = max(each.sessions for each in bins), sum(each.sessions for each in bins)
    for each, label, note in zip(bins, labels, notes, strict=True):
        text = Text(f"  {label:>{label_width}} ")
        text.append(bar(each.sessions, highest, bar_width).ljust(bar_width), "green")
        text.append(f" {percent(Fraction(each.sessions) / total, 2):>7}")
        text.append(f"  {note}" if note else "", CITATION_STYLE)
        print_text(out, text)


def show_sparks(out: Console, results: Sequence[StrategyResult]) -> None:
    """Print the histogram of each strategy's final bankrolls on one line, all with the same bins."""
    bins = histograms([each.ends for each in results], MAX_SPARK_COLUMNS)
    low, high = bins[0][0], bins[0][-1]
    print_text(out, Text(f"final bankrolls, from {dollars(low.most or 0)} to {dollars(high.least or 0)}", "italic"))
    for result, its_bins in zip(results, bins, strict=True):
        print_text(out, Text.assemble(f"  {escape_unprintable(result.strategy):<28}", (_sparks(its_bins), "green")))


def bar(part: Fraction | int, whole: Fraction | int, width: int) -> str:
    """Return a bar whose length, in eighths of a character, is proportional to a part.

    Args:
        part: The part that the bar shows.
        whole: The part whose bar has the full width.
        width: The full width, in characters.

    >>> bar(3, 8, 4), bar(Fraction(1, 100), 1, 4)
    ('█▌', '▏')
    """
    full, rest = divmod(_eighths(part, whole, width), 8)
    return "█" * full + PART_BLOCKS[rest].strip()


def _sparks(bins: Sequence[Bin]) -> str:
    """Return one block for each bin, with a height in proportion to its weight."""
    highest = max(each.sessions for each in bins)
    return "".join(SPARKS[_eighths(each.sessions, highest, 1)] for each in bins)


def _eighths(part: Fraction | int, whole: Fraction | int, width: int) -> int:
    """Return the length of a part in eighths of a character, rounded up."""
    return -int(-part * width * 8 // whole)


# Tables.


def grid(title: str, *headings: str, is_first_right: bool = False) -> Grid:
    """Return an empty table. The first column is aligned left unless it holds numbers, the others right."""
    table = Grid(title=Text(title, "italic"), title_justify="left", box=None, pad_edge=False, padding=(0, 1))
    for number, heading in enumerate(headings):
        is_right = number > 0 or is_first_right
        table.add_column(heading, justify="right" if is_right else "left", no_wrap=bool(number), overflow="fold")
    return table


def show_wagers(
    out: Console, by_strategy: Sequence[tuple[str, Sequence[WagerFigures]]], *, is_simulated: bool, unresolved: str
) -> None:
    """Print the bets on each wager in a mean session, the house's win, the hold, and the edge.

    Args:
        out: The console to print on.
        by_strategy: The name of each strategy, and its wagers.
        is_simulated: Whether the wins are estimates, so that the table also has the expected wins.
        unresolved: The treatment of unresolved bets: "return" or "play out".
    """
    is_wide = out.width >= WIDE_SCREEN
    bets, expected = ["bets"] if is_wide else [], ["expected\nwin"] if is_simulated else []
    table = grid("by wager, mean of a session", "wager", *bets, "handle", "house\nwin", *expected, "hold", "edge")
    for strategy, wagers in by_strategy:
        if len(by_strategy) > 1:
            table.add_row(Text(escape_unprintable(strategy), "bold"))
        for each in [*wagers, _total(wagers)] if len(wagers) != 1 else wagers:
            cells = [f"{decimal(each.bets, 2):,}"] if is_wide else []
            cells += [format_cents(each.handle), format_cents(each.win)]
            if is_simulated:
                cells.append("" if each.expected is None else format_cents(each.expected))
            cells += ["" if share is None else percent(share) for share in (each.hold, each.edge)]
            table.add_row(each.wager, *cells)
    print_table(out, table)
    if is_simulated:
        print_text(out, Text("± is one standard error. Hold is the house's win divided by the handle.", "dim"))
        print_text(out, Text("Edge is exact, per bet made, on fair dice.", "dim"))
    else:
        print_text(out, Text("Hold is the house's win divided by the handle. Edge is per bet made.", "dim"))
    if unresolved == "return":
        print_text(out, Text("Returned bets are not part of the handle.", "dim"))


def _total(wagers: Sequence[WagerFigures]) -> WagerFigures:
    """Return the sum of all wagers, which has no single edge."""
    bets, handle, win = (
        sum(column, Fraction(0))
        for column in ([each.bets for each in wagers], [each.handle for each in wagers], [each.win for each in wagers])
    )
    known = [each.expected for each in wagers if each.expected is not None]
    expected = sum(known, Fraction(0)) if len(known) == len(wagers) else None
    return WagerFigures("all wagers", bets, handle, win, expected)


def show_comparison(out: Console, results: Sequence[StrategyResult]) -> None:
    """Print the results of several strategies, one row each."""
    plus_minus, stop_win = _optional_headings(results)
    headings = ["strategy", *stop_win, "mean", *plus_minus, "std\ndev.", "5%", "median", "95%", "ruin", *plus_minus]
    table = grid("final bankrolls", *headings)
    for each in results:
        stop_win, mean_error, ruin_error = _optional_cells(each)
        table.add_row(
            escape_unprintable(each.strategy),
            *stop_win,
            format_cents(each.mean),
            *mean_error,
            format_cents(square_root(each.variance, 4)),
            *(dollars(quantile(each.ends, share)) for share in (TWENTIETH, HALF, NINETEEN_TWENTIETHS)),
            percent(each.ruin, 2),
            *ruin_error,
        )
    print_table(out, table)


def show_ruin(out: Console, results: Sequence[StrategyResult]) -> None:
    """Print the probability of ruin of one strategy for several bankrolls, one row each."""
    plus_minus, stop_win = _optional_headings(results)
    title = f"ruin by bankroll, {escape_unprintable(results[0].strategy)}"
    headings = ["bankroll", *stop_win, "ruin", *plus_minus, "mean\nchange", *plus_minus, ""]
    table = grid(title, *headings, is_first_right=True)
    table.columns[-1].justify = "left"
    for each in results:
        stop_win, mean_error, ruin_error = _optional_cells(each)
        ruin_bar = Text(bar(each.ruin, 1, RUIN_BAR_WIDTH), "red")
        change = format_cents(each.mean - each.bankroll)
        ruin = percent(each.ruin, 2)
        table.add_row(dollars(each.bankroll), *stop_win, ruin, *ruin_error, change, *mean_error, ruin_bar)
    print_table(out, table)


def _optional_headings(results: Sequence[StrategyResult]) -> tuple[list[str], list[str]]:
    """Return the heading of the errors and of the stop win; each is empty if the results have no such column."""
    has_stop_win = results[0].stop_win_probability is not None
    return ["±"] if results[0].errors else [], ["reach\nstop win"] if has_stop_win else []


def _optional_cells(result: StrategyResult) -> tuple[list[str], list[str], list[str]]:
    """Return the cells of the stop win, the error of the mean, and the error of ruin; each is empty if absent."""
    stop_win = [] if result.stop_win_probability is None else [percent(result.stop_win_probability, 2)]
    if result.errors is None:
        return stop_win, [], []
    return stop_win, [format_cents(result.errors.mean)], [percent(Fraction(result.errors.ruin), 2)]
