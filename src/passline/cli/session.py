"""`passline session`: the exact distribution of a strategy's session, calculated without dice."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer
from rich.text import Text

from passline.cli.options import (
    COMPUTING,
    INTERRUPTED,
    OUTPUT,
    QUESTIONS,
    DateOption,
    HouseOption,
    JsonOption,
    parse_date,
)
from passline.cli.output_files import CsvOption, ParquetOption, PlotOption, check_files, check_rows_option, write_table
from passline.cli.printing import escape_unprintable, print_text, to_json
from passline.cli.progress import StoppableRun, progress_bar, stop_on_interrupt
from passline.cli.result_tables import show_figure, where
from passline.cli.session_options import (
    BankrollOption,
    BankrollsOption,
    CoresOption,
    HandsOption,
    HoursOption,
    PaceOption,
    PlayOutOption,
    RollsOption,
    StopLossOption,
    StopWinOption,
    describe_stops,
    describe_terms,
    parse_cores,
    parse_number,
    parse_share,
    parse_terms,
)
from passline.cli.session_text import RARE, heading, show_lasting, show_month, show_sessions
from passline.errors import CrapsError, NotationError
from passline.house.house import open_house
from passline.reports.row_format import house_columns, last_busy_roll, to_frame
from passline.strategies.notation import find_strategy
from passline.words.money import dollars
from passline.words.probability import decimal, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from passline.house.house import House
    from passline.machines.terms import Terms
    from passline.reports.row_format import Row
    from passline.sessions.distribution import Session, SessionRun
    from passline.sessions.long_run import LongRun
    from passline.strategies.protocol import Strategy

ROWS = ("figures", "wagers", "quantiles", "ends", "stops", "rolls", "fan")
"""The kinds of rows that files can contain for sessions; the first is the default."""
MONTH_ROWS = ("wins", "figures", "players")
"""The kinds of rows for `--month`; the first is the default."""
LONG_RUN_ROWS = ("long-run", "long-run-wagers")
"""Further kinds of rows with `--long-run`."""
CONFLICTS = {
    "--month": {
        *(
            "--bankroll",
            "--rolls",
            "--hours",
            "--pace",
            "--hands",
            "--stop-win",
            "--stop-loss",
            "--play-out",
            "a strategy",
        ),
        *("--losing-run", "--long-run", "--bankrolls", "--survive", "--ruin-time"),
    },
    "--survive": {
        *("--bankroll", "--stop-win", "--stop-loss", "--fractions", "--rows"),
        *("--losing-run", "--long-run", "--bankrolls", "--ruin-time"),
    },
    "--ruin-time": {
        *("--plot", "--rows", "--csv", "--parquet"),
        *("--play-out", "--losing-run", "--long-run", "--bankrolls"),
    },
    "--bankrolls": {"--losing-run", "--long-run"},
}
"""The options that do not go with each of the options that ask another question."""
FAN = "median, middle 50%, 5% to 95%, 1% to 99% of sessions"
STANDING = "the probability of being worth more than the bankroll, and of having ended ruined"
OF_ONE = ("--survive", "--ruin-time", "--losing-run", "--long-run")
"""The options that take exactly one strategy."""
MOST_ROLLS = 10_000
"""The maximum number of rolls for `--ruin-time`, by default."""
MOST_MEMORY = 10_000
"""The upper limit of `--memory`, in gigabytes."""
MEGABYTE = 10**6


def session(
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names of shipped strategies, or files in the strategy notation. Several are compared.",
            metavar="STRATEGY…",
        ),
    ] = None,
    house: HouseOption = "craps",
    date: DateOption = None,
    bankroll: BankrollOption = None,
    rolls: RollsOption = None,
    hours: HoursOption = None,
    pace: PaceOption = None,
    hands: HandsOption = None,
    stop_win: StopWinOption = None,
    stop_loss: StopLossOption = None,
    play_out: PlayOutOption = False,
    fractions: Annotated[
        bool,
        typer.Option(
            "--fractions",
            help="Calculate in whole numbers: without error, but slower. Print exact fractions.",
            rich_help_panel=COMPUTING,
        ),
    ] = False,
    losing_run: Annotated[
        str | None,
        typer.Option(
            help="Print the probability of at least N losing rolls in a row.", metavar="N", rich_help_panel=QUESTIONS
        ),
    ] = None,
    bankrolls: BankrollsOption = None,
    survive: Annotated[
        str | None,
        typer.Option(
            help="Find the smallest bankroll that avoids ruin with this probability, like 95%.",
            metavar="PROBABILITY",
            rich_help_panel=QUESTIONS,
        ),
    ] = None,
    ruin_time: Annotated[
        str | None,
        typer.Option(
            help="Find the number of rolls after which this share of sessions is ruined, like 50%.",
            metavar="SHARE",
            rich_help_panel=QUESTIONS,
        ),
    ] = None,
    long_run: Annotated[
        bool,
        typer.Option(
            "--long-run",
            help="Print the cost per roll of play without end, and compare with the normal distribution.",
            rich_help_panel=QUESTIONS,
        ),
    ] = False,
    month: Annotated[
        str | None,
        typer.Option(
            help="Print what a house wins from the players in this CSV file.", metavar="FILE", rich_help_panel=QUESTIONS
        ),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            help="The maximum memory to use, in gigabytes.",
            metavar="N",
            show_default="4",
            rich_help_panel=COMPUTING,
        ),
    ] = None,
    cores: CoresOption = None,
    plot: PlotOption = None,
    rows: Annotated[
        str | None,
        typer.Option(
            help=f"The rows to write to files: {', '.join(ROWS)}.",
            metavar="KIND",
            show_default="figures",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    json: JsonOption = False,
) -> None:
    """Calculate sessions of a strategy exactly, without dice."""
    opened_on = parse_date(date)
    words = list(strategies or [])
    check_files(
        {"--house": [house], "STRATEGY": words, "--month": [month]},
        {"--plot": plot, "--csv": csv, "--parquet": parquet},
    )
    _check_question(
        words,
        {
            "--bankroll": bankroll,
            "--rolls": rolls,
            "--hours": hours,
            "--pace": pace,
            "--hands": hands,
            "--stop-win": stop_win,
            "--stop-loss": stop_loss,
            "--play-out": play_out,
            "--fractions": fractions,
            "--losing-run": losing_run,
            "--bankrolls": bankrolls,
            "--survive": survive,
            "--ruin-time": ruin_time,
            "--long-run": long_run,
            "--month": month,
            "--plot": plot,
            "--rows": rows,
            "--csv": csv,
            "--parquet": parquet,
        },
    )
    tables = (ROWS if month is None else MONTH_ROWS) + LONG_RUN_ROWS * long_run
    check_rows_option(rows, tables, writes_files=bool(csv or parquet))
    opened = open_house(house, date=opened_on)
    asked = Asked(
        house=opened,
        strategies=[find_strategy(each) for each in words],
        terms=parse_terms(
            bankroll=bankroll,
            bankrolls=bankrolls,
            rolls=str(MOST_ROLLS) if ruin_time and rolls is None and hours is None else rolls,
            hours=hours,
            pace=pace,
            hands=hands,
            stop_win=stop_win,
            stop_loss=stop_loss,
            play_out=play_out,
        ),
        exact=fractions,
        losing_run=parse_number("--losing-run", losing_run),
        memory=_memory(memory),
        cores=parse_cores(cores),
        files=Files(plot, rows or tables[0], csv, parquet, json),
    )
    for each in asked.terms:
        each.check(opened)
    if month is not None:
        _month(asked, month)
    elif survive is not None:
        _lasting(asked, parse_share("--survive", survive))
    elif ruin_time is not None:
        _until_ruined(asked, parse_share("--ruin-time", ruin_time))
    else:
        _sessions(asked, long_run=long_run)


@dataclass(frozen=True)
class Files:
    """What is written, and whether what is printed is JSON."""

    plot: str | None
    table: str
    csv: str | None
    parquet: str | None
    json: bool


@dataclass(frozen=True)
class Asked:
    """What is asked for.

    Attributes:
        terms: Those of the session: for one rail, or for several, from the smallest up.
        losing_run: How long a losing run is asked about.
        memory: The most to use, in gigabytes.
    """

    house: House
    strategies: Sequence[Strategy]
    terms: Sequence[Terms]
    exact: bool
    losing_run: int | None
    memory: float
    cores: int | None
    files: Files


# What is asked.


def _check_question(strategies: Sequence[str], given: Mapping[str, object]) -> None:
    """Refuse what says nothing of what is asked, more strategies than it is asked of, or none.

    Args:
        strategies: As they are named.
        given: Every option, with what is given for it, if anything is.
    """
    said = [option for option, value in given.items() if value] + ["a strategy"] * bool(strategies)
    for question, not_of_it in CONFLICTS.items():
        if question in said and (idle := [option for option in said if option in not_of_it]):
            message = f"{idle[0]} does not go with {question}; one without the other would do"
            raise NotationError(message)
    if not strategies and "--month" not in said:
        message = "no strategy is given; the name of a shipped one, the path of a text, or --month FILE would do"
        raise NotationError(message)
    if len(strategies) > 1 and (of_one := [option for option in OF_ONE if option in said]):
        message = f"{of_one[0]} is asked of one strategy; of {len(strategies)}, one after another would do"
        raise NotationError(message)


def _memory(text: str | None) -> float:
    """Read how many gigabytes may be used."""
    from passline.sessions.distribution import MEMORY

    if text is None:
        return MEMORY
    count = parse_number("--memory", text)
    if count is None or not 0 < count <= MOST_MEMORY:
        message = f"--memory {text[:25]}: 1 to {MOST_MEMORY:,} gigabytes can be used"
        raise NotationError(message)
    return count


# Counting.


class Rolling(StoppableRun, Protocol):
    """What goes on roll by roll."""

    def rolls(self) -> Iterator[int]:
        """Go on by a roll, and yield how many are done."""


def _carried(run: Rolling, what: str, total: int, *, enough: Callable[[], bool] = lambda: False) -> None:
    """Carry something roll by roll, with its progress where somebody looks on.

    Raises:
        typer.Exit: Somebody stopped it.
    """
    with progress_bar() as shown, stop_on_interrupt(run) as stop:
        task = shown.add_task(what, total=total, rate="")
        done = 0
        for done in run.rolls():
            shown.update(task, completed=done)
            if enough():
                return
    if stop:
        typer.echo(
            f"passline: stopped after {done:,} of {total:,} rolls; there are no results before the last roll", err=True
        )
        raise typer.Exit(INTERRUPTED)


def _carrying(asked: Asked, strategy: Strategy, terms: Terms) -> SessionRun:
    from passline.sessions.distribution import SessionRun

    return SessionRun(
        asked.house,
        strategy,
        terms,
        exact=asked.exact,
        losing_run=asked.losing_run,
        memory=asked.memory,
        cores=asked.cores,
    )


def _counted(asked: Asked, strategy: Strategy, terms: Terms) -> Session:
    """Return what sessions of a strategy come to."""
    run = _carrying(asked, strategy, terms)
    what = f"{escape_unprintable(strategy.name)} from {dollars(terms.bankroll)}, {_size(run.memory_needed)} of memory"
    _carried(run, what, terms.rolls)
    return run.result


def _size(count: int) -> str:
    """Print a number of bytes."""
    return f"{-(-count // MEGABYTE):,} MB"


# The questions.


def _sessions(asked: Asked, *, long_run: bool) -> None:
    """Tell what sessions come to: of one strategy, of several, or from several rails."""
    from passline.reports import session_rows

    told = [_counted(asked, strategy, terms) for strategy in asked.strategies for terms in asked.terms]
    endless = _long_run(asked, asked.strategies[0]) if long_run else None
    house, files = asked.house, asked.files
    if files.csv or files.parquet:
        if endless is not None and files.table in LONG_RUN_ROWS:
            columns: Row = {"strategy": asked.strategies[0].name}
            _write(asked, (columns | row for row in session_rows.LONG_RUN_ROWS[files.table](house, endless)))
        else:
            _write(asked, session_rows.session_rows(house, told, files.table))
    if files.plot is not None:
        _draw(asked, told, files.plot)
    if files.json:
        for each in told:
            ran = {} if endless is None else {"long_run": session_rows.json_long_run(house, endless)}
            typer.echo(to_json(_given(house) | session_rows.json_session(house, each) | ran))
        return
    show_sessions(house, told, asked.terms, endless=endless)


def _long_run(asked: Asked, strategy: Strategy) -> LongRun:
    from passline.machines.machine import machine
    from passline.sessions.long_run import long_run

    return long_run(machine(asked.house, strategy))


def _lasting(asked: Asked, share: Fraction) -> None:
    """Tell the smallest rail that lasts."""
    from passline.reports import session_rows
    from passline.sessions.ruin import RuinRun

    (terms,), (strategy,) = asked.terms, asked.strategies
    run = RuinRun(
        asked.house, strategy, rolls=terms.rolls, hands=terms.hands, unresolved=terms.unresolved, memory=asked.memory
    )
    _carried(run, f"{escape_unprintable(strategy.name)}, all bankrolls", run.total_rolls)
    found, files = run.result, asked.files
    if files.csv or files.parquet:
        _write(asked, session_rows.ruin_rows(found))
    if files.plot is not None:
        from passline.reports import charts

        ruins = [charts.Ruin(found.strategy, bankroll, ruin) for bankroll, ruin in found.until_ruin_below(RARE).items()]
        subtitle = f"{where(asked.house)}; {describe_stops(terms)}"
        title = f"Ruin of {found.strategy} by bankroll"
        charts.save(charts.ruin_chart(ruins, title=title, subtitle=subtitle), files.plot)
    if files.json:
        typer.echo(to_json(_given(asked.house) | session_rows.json_ruin(found, share)))
        return
    show_lasting(asked.house, found, share, terms)


def _until_ruined(asked: Asked, share: Fraction) -> None:
    """Tell after how many rolls such a share of the sessions is ruined."""
    (terms,), (strategy,) = asked.terms, asked.strategies
    run = _carrying(asked, strategy, terms)
    what = f"{escape_unprintable(strategy.name)} from {dollars(terms.bankroll)}, until {_percent(share)} are ruined"
    _carried(run, what, terms.rolls, enough=lambda: run.ruin_so_far >= share)
    rolls, ruined = run.rolled, run.ruin_so_far
    is_reached = ruined >= share
    if asked.files.json:
        from passline.reports import session_rows

        found = session_rows.json_ruin_time(strategy.name, terms, share, rolls=rolls, ruin=ruined)
        typer.echo(to_json(_given(asked.house) | found))
        return
    out = heading(asked.house, [strategy.name], f"sessions of {describe_terms([replace(terms, rolls=rolls)])}")
    if is_reached:
        show_figure(out, "rolls", f"{rolls:,}", note=f"until {_percent(share)} of sessions are ruined")
    else:
        print_text(out, Text(f"  fewer than {_percent(share)} of sessions are ruined within {rolls:,} rolls"))
    show_figure(out, "probability of ruin", percent(ruined), note="too little for another session")


def _percent(share: Fraction) -> str:
    """Print a share as it is asked for, with no more places than it has."""
    return f"{decimal(share * 100, 12).normalize():f}%"


def _month(asked: Asked, file: str) -> None:
    """Tell what a house wins from a mix of players."""
    from passline.reports import month_rows
    from passline.sessions.player_mix import read_player_mix
    from passline.sessions.portfolio import house_win

    groups = read_player_mix(file)
    strategies: dict[str, Strategy] = {}
    for group in groups:  # All of them, before the first is counted.
        with _named(f"{file}: {group.who}"):
            group.terms.check(asked.house)
            strategies[group.strategy] = find_strategy(group.strategy)
    counted: dict[tuple[str, Terms], Session] = {}
    for group in groups:
        if (group.strategy, group.terms) not in counted:
            with _named(f"{file}: {group.who}"):
                strategy = strategies[group.strategy]
                counted[group.strategy, group.terms] = _counted(asked, strategy, group.terms)
    sessions = [(group, counted[group.strategy, group.terms]) for group in groups]
    found = house_win([(group.sessions, each) for group, each in sessions], memory=asked.memory)
    files = asked.files
    if files.csv or files.parquet:
        kinds = month_rows.MONTH_ROWS
        rows = kinds[files.table](found) if files.table in kinds else month_rows.player_rows(sessions)
        _write(asked, rows)
    if files.plot is not None:
        from passline.reports import charts

        title = "What the house wins in a month"
        charts.save(charts.month_chart(found, title=title, subtitle=f"{where(asked.house)}; {file}"), files.plot)
    if files.json:
        typer.echo(to_json(_given(asked.house) | month_rows.json_month(found, sessions)))
        return
    show_month(asked.house, file, sessions, found)


@contextmanager
def _named(place: str) -> Iterator[None]:
    """Say of what is refused where it is asked for."""
    try:
        yield
    except CrapsError as error:
        message = f"{place}: {error}"
        raise NotationError(message) from None


# As files.


def _given(house: House) -> dict[str, str]:
    return {"house": house.source, "game": house.game.name, "date": house.date.isoformat()}


def _draw(asked: Asked, told: Sequence[Session], file: str) -> None:
    """Draw one session's distribution and how it stands roll by roll, several side by side, or ruin by rail."""
    from passline.reports import charts

    what = f"{where(asked.house)}; {describe_terms(asked.terms)}"
    figure: Any
    if len(asked.terms) > 1:
        ruins = [charts.Ruin(each.strategy, each.terms.bankroll, each.ruin) for each in told]
        of = f" of {told[0].strategy}" if len(asked.strategies) == 1 else ""
        figure = charts.ruin_chart(ruins, title=f"Ruin{of} by bankroll", subtitle=what)
    elif len(told) > 1:
        drawn = "median, middle 50%, 5% to 95%; the diamond is the mean"
        ended = [(each.strategy, each.ends) for each in told]
        figure = charts.comparison_chart(ended, title="Final bankrolls", subtitle=[what, drawn])
    else:
        (found,) = told
        title = f"Final bankroll of {found.strategy}"
        last = last_busy_roll(found.stops)
        figure = charts.stack_charts(
            charts.final_bankroll_chart(found.ends, found.terms.bankroll, counted=False, title=title, subtitle=what),
            charts.fan_chart(found.fan, last, title="Roll by roll", subtitle=FAN),
            charts.ahead_and_ruin_chart(
                found.ahead_by_roll, found.ruined_by_roll, last, title="Ahead and ruined", subtitle=STANDING
            ),
        )
    charts.save(figure, file)


def _write(asked: Asked, rows: Iterator[Row]) -> None:
    """Write a table to the files that are asked for."""
    columns = house_columns(asked.house)
    found = [columns | row for row in rows]
    if not found:
        message = f"--rows {asked.files.table}: there is nothing to write; these sessions have no such rows"
        raise NotationError(message)
    write_table(to_frame(found), csv=asked.files.csv, parquet=asked.files.parquet)
