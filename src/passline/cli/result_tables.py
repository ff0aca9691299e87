"""Figures as text: what sessions came to, whether they were counted or weighed by their chances."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table as Grid
from rich.text import Text

from passline.cli.printing import CITATION_STYLE, escape_unprintable, print_table, print_text
from passline.reports.histogram import histogram, histograms
from passline.words.distribution import quantile
from passline.words.money import Cents, dollars
from passline.words.probability import decimal, one_in, percent, square_root

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal

    from rich.console import Console

    from passline.house.house import House
    from passline.reports.histogram import Bin

Weights = Counter[int]
"""How many sessions there are of each number, a sum of cents or of rolls; or how much it weighs of them all."""

SMALL = Fraction(1, 1000)
"""The chance under which "1 in so many" says more than a percentage."""
NOTED = 46
"""The column from which notes on figures stand."""
WIDE = 110
"""The columns from which the table by wager counts bets too."""
MOST_BINS, MOST_SPARKS = 16, 40
SPARKS, PARTS = " ▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉"
"""Columns and bars, in eighths of a letter."""
OF_RUIN = 24
"""The letters of a bar that means that all are ruined."""
TWENTIETH, HALF, MOST = Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)
MARKED = {TWENTIETH: "5%", Fraction(1, 4): "25%", HALF: "median", Fraction(3, 4): "75%", MOST: "95%"}


class Errors(NamedTuple):
    """What figures may be off by: one standard error of what is estimated.

    Attributes:
        mean: Of the mean, in cents.
        ruin: Of the share that was ruined.
    """

    mean: Fraction | Decimal
    ruin: Fraction | Decimal


@dataclass(frozen=True)
class Ended:
    """How sessions of a strategy ended.

    Attributes:
        strategy: Its name.
        bankroll: What the sessions began with, in cents.
        ends: How many ended with each sum, in cents, or how much it weighs of them all.
        mean: Of what they ended with, in cents.
        variance: The same, in cents, squared.
        ruin: The share, or the chance, of those that ended ruined.
        errors: Of the mean and of ruin; None where they are exact. In one grid, all have them or none has.
        reached: The chance of having reached the goal; None where it is not told, of all in one grid or of none.
    """

    strategy: str
    bankroll: Cents
    ends: Weights
    mean: Fraction
    variance: Fraction
    ruin: Fraction
    errors: Errors | None = None
    reached: Fraction | None = None


@dataclass(frozen=True)
class Wagered:
    """What was bet on a wager in the mean of a session.

    Attributes:
        wager: Its name.
        bets: How many bets were decided.
        handle: The sum of those bets, in cents.
        win: What the house took of them, in cents.
        expected: The same by the exact chances, where it was counted; None where nobody knows them.
        edge: The exact edge per bet made; None where it has none.
    """

    wager: str
    bets: Fraction
    handle: Fraction
    win: Fraction
    expected: Fraction | None = None
    edge: Fraction | None = None

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the handle; None where no bet was decided."""
        return self.win / self.handle if self.handle else None


# Words.


def where(house: House) -> str:
    """Return a game, its house and its day in words."""
    return f"{house.game.name} at {house.name}, {house.date}"


def in_dollars(exact: Fraction | Decimal) -> str:
    """Print a sum of cents as dollars, to the cent.

    >>> in_dollars(Fraction(-1_000_00, 3))
    '-$333.33'
    """
    rounded = decimal(Fraction(exact) / 100, 2)
    return f"{'-' if rounded < 0 else ''}${abs(rounded):,}"


def chance(exact: Fraction, places: int = 3) -> str:
    """Print a chance as a percentage, or as one in so many where that says more.

    >>> chance(Fraction(1, 8)), chance(Fraction(1, 1_000_000)), chance(Fraction(0))
    ('12.500%', '1 in 1,000,000', '0.000%')
    """
    return one_in(exact) if 0 < exact <= SMALL else percent(exact, places)


def middle(weights: Weights, shown: Callable[[int], str]) -> tuple[str, str]:
    """Print the median of numbers; and, as a note on it, what 95% of them do not exceed, and the most.

    Args:
        weights: How many there are of each number, or how much it weighs.
        shown: Prints one of the numbers.
    """
    half, most = quantile(weights, HALF), quantile(weights, MOST)
    return shown(half), f"median; 95%: {shown(most)}, maximum {shown(max(weights))}"


# Lines.


def show_heading(out: Console, strategies: Sequence[str], house: House) -> None:
    """Print what is bet by, and where."""
    what = escape_unprintable(strategies[0]) if len(strategies) == 1 else f"{len(strategies)} strategies"
    print_text(out, Text.assemble((what, "bold"), f" in {where(house)}"))


def show_figure(out: Console, label: str, shown: str, error: str = "", note: str = "") -> None:
    """Print a line of a label, a figure, what it may be off by, and a note on it."""
    figure = f"  {label:<20} {shown:>11}" + (f" ± {error}" if error else "")
    text = Text.assemble(f"{figure:<{NOTED - 2}}  ", (note, CITATION_STYLE))
    text.rstrip()
    print_text(out, text)


def show_histogram(out: Console, ends: Weights, bankroll: Cents) -> None:
    """Print a bar for each bin of final rails, with its share, and the quantiles and the rail that lie in it.

    Args:
        out: Where it is printed.
        ends: How many sessions ended with each sum, in cents, or how much it weighs of them all.
        bankroll: What they began with, in cents.
    """
    print_text(out, Text("final bankroll", "italic"))
    found = histogram(ends, MOST_BINS)
    marks = {mark: quantile(ends, share) for share, mark in MARKED.items()}
    labels = [each.label for each in found]
    notes = [
        ", ".join([mark for mark, sum_ in marks.items() if each.contains(sum_)])
        + ("  start" if each.contains(bankroll) else "")
        for each in found
    ]
    label, note = max(map(len, labels)), max(map(len, notes))
    room = max(min(out.width, WIDE) - label - note - len("  |  100.00%  "), 8)
    tallest, whole = max(each.sessions for each in found), sum(each.sessions for each in found)
    for each, words, marked in zip(found, labels, notes, strict=True):
        text = Text(f"  {words:>{label}} ")
        text.append(bar(each.sessions, tallest, room).ljust(room), "green")
        text.append(f" {percent(Fraction(each.sessions) / whole, 2):>7}")
        text.append(f"  {marked}" if marked else "", CITATION_STYLE)
        print_text(out, text)


def show_sparks(out: Console, several: Sequence[Ended]) -> None:
    """Print the final rails of several strategies as columns, one letter each, in the same bins."""
    found = histograms([each.ends for each in several], MOST_SPARKS)
    least, most = found[0][0], found[0][-1]
    print_text(out, Text(f"final bankrolls, from {dollars(least.most or 0)} to {dollars(most.least or 0)}", "italic"))
    for each, its in zip(several, found, strict=True):
        print_text(out, Text.assemble(f"  {escape_unprintable(each.strategy):<28}", (sparks(its), "green")))


def bar(part: Fraction | int, whole: Fraction | int, room: int) -> str:
    """Return a bar of so many eighths of a letter as its part of the whole needs.

    >>> bar(3, 8, 4), bar(Fraction(1, 100), 1, 4)
    ('█▌', '▏')
    """
    full, rest = divmod(_eighths(part, whole, room), 8)
    return "█" * full + PARTS[rest].strip()


def sparks(found: Sequence[Bin]) -> str:
    """Return bins as columns, one letter each."""
    tallest = max(each.sessions for each in found)
    return "".join(SPARKS[_eighths(each.sessions, tallest, 1)] for each in found)


def _eighths(part: Fraction | int, whole: Fraction | int, room: int) -> int:
    """Return how many eighths of a letter a part has, where the whole has so much room: one at least, if any."""
    return -int(-part * room * 8 // whole)


# Grids.


def grid(title: str, *headings: str) -> Grid:
    """Return a table whose first column is words, and whose others are figures."""
    made = Grid(title=Text(title, "italic"), title_justify="left", box=None, pad_edge=False, padding=(0, 1))
    for count, heading in enumerate(headings):
        made.add_column(heading, justify="right" if count else "left", no_wrap=bool(count), overflow="fold")
    return made


def show_wagers(out: Console, by_strategy: Sequence[tuple[str, Sequence[Wagered]]], *, counted: bool) -> None:
    """Print what was bet on each wager in the mean of a session, and what the house held of it.

    Args:
        out: Where it is printed.
        by_strategy: The wagers of each strategy, with its name.
        counted: Whether the wins are those of sessions that were played, so that the exact ones are told beside them.
    """
    is_wide = out.width >= WIDE
    bets, expected = ["bets"] if is_wide else [], ["expected\nwin"] if counted else []
    headings = ["wager", *bets, "handle", "house\nwin", *expected, "hold", "edge"]
    made = grid("by wager, mean of a session", *headings)
    for strategy, wagers in by_strategy:
        if len(by_strategy) > 1:
            made.add_row(Text(escape_unprintable(strategy), "bold"))
        for each in [*wagers, _together(wagers)] if len(wagers) != 1 else wagers:
            cells = [f"{decimal(each.bets, 2):,}"] if is_wide else []
            cells += [in_dollars(each.handle), in_dollars(each.win)]
            if counted:
                cells.append("" if each.expected is None else in_dollars(each.expected))
            cells += ["" if share is None else percent(share) for share in (each.hold, each.edge)]
            made.add_row(each.wager, *cells)
    print_table(out, made)


def _together(wagers: Sequence[Wagered]) -> Wagered:
    """Return what was bet on all wagers; all of them have no one edge."""
    bets, handle, win = (
        sum(column, Fraction(0))
        for column in ([each.bets for each in wagers], [each.handle for each in wagers], [each.win for each in wagers])
    )
    known = [each.expected for each in wagers if each.expected is not None]
    expected = sum(known, Fraction(0)) if len(known) == len(wagers) else None
    return Wagered("all wagers", bets, handle, win, expected)


def show_side_by_side(out: Console, several: Sequence[Ended]) -> None:
    """Print how sessions of several strategies ended, a row each."""
    plus = _plus(several)
    stop_win = ["reach\nstop win"] if several[0].reached is not None else []
    headings = ["strategy", *stop_win, "mean", *plus, "std\ndev.", "5%", "median", "95%", "ruin", *plus]
    made = grid("final bankrolls", *headings)
    for each in several:
        of_mean, of_ruin = _errors(each)
        made.add_row(
            escape_unprintable(each.strategy),
            *([] if each.reached is None else [percent(each.reached, 2)]),
            in_dollars(each.mean),
            *of_mean,
            in_dollars(square_root(each.variance, 4)),
            *(dollars(quantile(each.ends, share)) for share in (TWENTIETH, HALF, MOST)),
            percent(each.ruin, 2),
            *of_ruin,
        )
    print_table(out, made)


def show_ruin(out: Console, by_rail: Sequence[Ended]) -> None:
    """Print what share of the sessions of one strategy was ruined, by the rail they began with."""
    plus = _plus(by_rail)
    stop_win = ["reach\nstop win"] if by_rail[0].reached is not None else []
    title = f"ruin by bankroll, {escape_unprintable(by_rail[0].strategy)}"
    made = grid(title, "bankroll", *stop_win, "ruin", *plus, "mean\nchange", *plus, "")
    made.columns[0].justify, made.columns[-1].justify = "right", "left"
    for each in by_rail:
        of_mean, of_ruin = _errors(each)
        drawn = Text(bar(each.ruin, 1, OF_RUIN), "red")
        change = in_dollars(each.mean - each.bankroll)
        reached = [] if each.reached is None else [percent(each.reached, 2)]
        made.add_row(dollars(each.bankroll), *reached, percent(each.ruin, 2), *of_ruin, change, *of_mean, drawn)
    print_table(out, made)


def _plus(several: Sequence[Ended]) -> list[str]:
    """Return the heading of errors, if there are any."""
    return ["±"] if several[0].errors else []


def _errors(ended: Ended) -> tuple[list[str], list[str]]:
    """Return the cells of the errors, if there are any: of the mean, and of ruin."""
    if ended.errors is None:
        return [], []
    return [in_dollars(ended.errors.mean)], [percent(Fraction(ended.errors.ruin), 2)]
