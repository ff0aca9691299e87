"""The answers of `passline session`: each is calculated, written to files, and printed."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import typer
from rich.text import Text

from passline.cli.options import INTERRUPTED
from passline.cli.output_files import write_rows
from passline.cli.printing import console, escape_unprintable, json_house, print_text, to_json
from passline.cli.progress import StoppableRun, progress_bar, stop_on_interrupt
from passline.cli.result_tables import describe_house, show_figure, show_heading
from passline.cli.session_options import describe_stops, describe_terms
from passline.cli.session_text import RARE_RUIN, show_month, show_sessions, show_survival, strategy_result
from passline.errors import CrapsError, NotationError
from passline.machines.machine import machine
from passline.reports import month_rows, session_rows
from passline.reports.row_format import last_busy_roll
from passline.sessions.distribution import SessionRun
from passline.sessions.long_run import long_run
from passline.sessions.player_mix import read_player_mix
from passline.sessions.portfolio import house_win
from passline.strategies.notation import find_strategy
from passline.words.money import dollars
from passline.words.probability import decimal, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction

    from passline.house.house import House
    from passline.machines.terms import Terms
    from passline.reports.row_format import Row
    from passline.sessions.distribution import Session
    from passline.strategies.protocol import Strategy

FAN = "median, middle 50%, 5% to 95%, 1% to 99% of sessions"
AHEAD_AND_RUIN = "probability of being ahead of the bankroll, and of ruin"
MEGABYTE = 10**6


@dataclass(frozen=True)
class SessionRequest:
    """The parsed arguments of the command.

    Attributes:
        house: The house of the sessions.
        strategies: The strategies.
        terms: The terms of the sessions for each bankroll, in ascending order.
        is_exact: Whether to calculate with whole numbers.
        losing_run: The length of the losing run whose probability is calculated, if any.
        memory: The maximum memory, in gigabytes.
        cores: The number of processor cores; None for all of them.
        plot: The file of the chart, if any.
        rows: The kind of rows that the files contain.
        csv: The CSV file, if any.
        parquet: The Parquet file, if any.
        is_json: Whether to print JSON instead of text.
    """

    house: House
    strategies: Sequence[Strategy]
    terms: Sequence[Terms]
    is_exact: bool
    losing_run: int | None
    memory: float
    cores: int | None
    plot: str | None
    rows: str
    csv: str | None
    parquet: str | None
    is_json: bool

    def write(self, rows: Iterable[Row]) -> None:
        """Write rows to the CSV and Parquet files, if any.

        Raises:
            NotationError: There are no rows, or a file cannot be written.
        """
        if self.csv or self.parquet:
            write_rows(self.house, rows, self.rows, csv=self.csv, parquet=self.parquet)


# Calculation.


class RollByRoll(StoppableRun, Protocol):
    """A calculation that advances roll by roll."""

    def rolls(self) -> Iterator[int]:
        """Advance by one roll at a time, and yield the number of finished rolls."""


def _run(run: RollByRoll, description: str, total: int, *, is_finished: Callable[[], bool] = lambda: False) -> None:
    """Run a calculation to its end, with a progress bar.

    Args:
        run: The calculation.
        description: The text beside the progress bar.
        total: The maximum number of rolls.
        is_finished: A function that says, after each roll, whether the calculation can end early.

    Raises:
        typer.Exit: The user interrupted the calculation.
    """
    with progress_bar() as bar, stop_on_interrupt(run) as interruptions:
        task = bar.add_task(description, total=total, rate="")
        done = 0
        for done in run.rolls():
            bar.update(task, completed=done)
            if is_finished():
                return
    if interruptions:
        message = f"passline: stopped after {done:,} of {total:,} rolls; there are no results before the last roll"
        typer.echo(message, err=True)
        raise typer.Exit(INTERRUPTED)


def _session_run(request: SessionRequest, strategy: Strategy, terms: Terms) -> SessionRun:
    """Prepare the calculation of a strategy's sessions."""
    return SessionRun(
        request.house,
        strategy,
        terms,
        exact=request.is_exact,
        losing_run=request.losing_run,
        memory=request.memory,
        cores=request.cores,
    )


def _calculate_session(request: SessionRequest, strategy: Strategy, terms: Terms) -> Session:
    """Calculate a strategy's sessions."""
    run = _session_run(request, strategy, terms)
    megabytes = -(-run.memory_needed // MEGABYTE)
    name = escape_unprintable(strategy.name)
    _run(run, f"{name} from {dollars(terms.bankroll)}, {megabytes:,} MB of memory", terms.rolls)
    return run.result


# Answers.


def answer_sessions(request: SessionRequest, *, with_long_run: bool) -> None:
    """Show the sessions of one or several strategies, for one or several bankrolls.

    Args:
        request: The parsed arguments.
        with_long_run: Whether to add the long run of the only strategy.
    """
    house = request.house
    sessions = [
        _calculate_session(request, strategy, terms) for strategy in request.strategies for terms in request.terms
    ]
    long_term = long_run(machine(house, request.strategies[0])) if with_long_run else None
    if long_term is not None and request.rows in session_rows.LONG_RUN_ROWS:
        columns: Row = {"strategy": request.strategies[0].name}
        request.write(columns | row for row in session_rows.LONG_RUN_ROWS[request.rows](house, long_term))
    else:
        request.write(session_rows.session_rows(house, sessions, request.rows))
    if request.plot is not None:
        _save_chart(request, sessions, request.plot)
    if request.is_json:
        for each in sessions:
            extra = {} if long_term is None else {"long_run": session_rows.json_long_run(house, long_term)}
            typer.echo(to_json(json_house(house) | session_rows.json_session(house, each) | extra))
        return
    show_sessions(house, sessions, request.terms, long_run=long_term)


def answer_survival(request: SessionRequest, share: Fraction) -> None:
    """Show the smallest bankroll that avoids ruin with a probability.

    Args:
        request: The parsed arguments, with one strategy.
        share: The probability of survival.
    """
    from passline.sessions.ruin import RuinRun  # noqa: PLC0415  It loads compiled code, which is slow.

    (terms,), (strategy,) = request.terms, request.strategies
    run = RuinRun(
        request.house,
        strategy,
        rolls=terms.rolls,
        hands=terms.hands,
        unresolved=terms.unresolved,
        memory=request.memory,
    )
    _run(run, f"{escape_unprintable(strategy.name)}, all bankrolls", run.total_rolls)
    ruin = run.result
    request.write(session_rows.ruin_rows(ruin))
    if request.plot is not None:
        from passline.reports import charts  # noqa: PLC0415  Altair is imported only to draw.

        points = [
            charts.Ruin(ruin.strategy, bankroll, value) for bankroll, value in ruin.until_ruin_below(RARE_RUIN).items()
        ]
        subtitle = f"{describe_house(request.house)}; {describe_stops(terms)}"
        title = f"Ruin of {ruin.strategy} by bankroll"
        charts.save(charts.ruin_chart(points, title=title, subtitle=subtitle), request.plot)
    if request.is_json:
        typer.echo(to_json(json_house(request.house) | session_rows.json_ruin(ruin, share)))
        return
    show_survival(request.house, ruin, share, terms)


def answer_ruin_time(request: SessionRequest, share: Fraction) -> None:
    """Show the number of rolls after which a share of the sessions is ruined.

    Args:
        request: The parsed arguments, with one strategy and one bankroll.
        share: The share of ruined sessions.
    """
    (terms,), (strategy,) = request.terms, request.strategies
    run = _session_run(request, strategy, terms)
    shown_share = f"{decimal(share * 100, 12).normalize():f}%"
    start = f"{escape_unprintable(strategy.name)} from {dollars(terms.bankroll)}"
    _run(run, f"{start}, until {shown_share} are ruined", terms.rolls, is_finished=lambda: run.ruin_so_far >= share)
    rolls, ruin = run.rolled, run.ruin_so_far
    if request.is_json:
        data = session_rows.json_ruin_time(strategy.name, terms, share, rolls=rolls, ruin=ruin)
        typer.echo(to_json(json_house(request.house) | data))
        return
    out = console()
    show_heading(out, [strategy.name], request.house, f"sessions of {describe_terms([replace(terms, rolls=rolls)])}")
    print_text(out, Text())
    if ruin >= share:
        show_figure(out, "rolls", f"{rolls:,}", note=f"until {shown_share} of sessions are ruined")
    else:
        print_text(out, Text(f"  fewer than {shown_share} of sessions are ruined within {rolls:,} rolls"))
    show_figure(out, "probability of ruin", percent(ruin), note="too little for another session")


def answer_month(request: SessionRequest, file: str) -> None:
    """Show the win of a house from a mix of players.

    Args:
        request: The parsed arguments, without a strategy.
        file: The CSV file of the players.
    """
    house = request.house
    groups = read_player_mix(file)
    strategies: dict[str, Strategy] = {}
    for group in groups:  # Faults in any line are found before the first calculation.
        with _name_place_in_errors(f"{file}: {group.who}"):
            group.terms.check(house)
            strategies[group.strategy] = find_strategy(group.strategy)
    calculated: dict[tuple[str, Terms], Session] = {}
    for group in groups:
        if (group.strategy, group.terms) not in calculated:
            with _name_place_in_errors(f"{file}: {group.who}"):
                session = _calculate_session(request, strategies[group.strategy], group.terms)
            calculated[group.strategy, group.terms] = session
    sessions = [(group, calculated[group.strategy, group.terms]) for group in groups]
    win = house_win([(group.sessions, each) for group, each in sessions], memory=request.memory)
    is_month = request.rows in month_rows.MONTH_ROWS
    request.write(month_rows.MONTH_ROWS[request.rows](win) if is_month else month_rows.player_rows(sessions))
    if request.plot is not None:
        from passline.reports import charts  # noqa: PLC0415  Altair is imported only to draw.

        title, subtitle = "The house's win in a month", f"{describe_house(house)}; {file}"
        charts.save(charts.month_chart(win, title=title, subtitle=subtitle), request.plot)
    if request.is_json:
        typer.echo(to_json(json_house(house) | month_rows.json_month(win, sessions)))
        return
    show_month(house, file, sessions, win)


@contextmanager
def _name_place_in_errors(place: str) -> Iterator[None]:
    """Put the place in the input in front of the message of any error."""
    try:
        yield
    except CrapsError as error:
        message = f"{place}: {error}"
        raise NotationError(message) from None


def _save_chart(request: SessionRequest, sessions: Sequence[Session], file: str) -> None:
    """Save a chart of one session roll by roll, or of several sessions side by side."""
    from passline.cli.result_charts import save_comparison  # noqa: PLC0415  Altair is imported only to draw.
    from passline.reports import charts  # noqa: PLC0415  The same.

    subtitle = f"{describe_house(request.house)}; {describe_terms(request.terms)}"
    if len(sessions) > 1:
        save_comparison([strategy_result(each) for each in sessions], file, subtitle=subtitle)
        return
    (session,) = sessions
    title = f"Final bankroll of {session.strategy}"
    bankroll, last = session.terms.bankroll, last_busy_roll(session.stops)
    figure = charts.stack_charts(
        charts.final_bankroll_chart(session.ends, bankroll, counted=False, title=title, subtitle=subtitle),
        charts.fan_chart(session.fan, last, title="Roll by roll", subtitle=FAN),
        charts.ahead_and_ruin_chart(
            session.ahead_by_roll, session.ruined_by_roll, last, title="Ahead and ruined", subtitle=AHEAD_AND_RUIN
        ),
    )
    charts.save(figure, file)
