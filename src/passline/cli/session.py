"""`passline session`: the exact distribution of a strategy's session, calculated without dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from passline.cli.completion import complete_file, complete_strategy
from passline.cli.options import COMPUTING, OUTPUT, QUESTIONS, DateOption, HouseOption, JsonOption, parse_date
from passline.cli.output_files import CsvOption, ParquetOption, PlotOption, check_files, check_rows_option
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
    parse_cores,
    parse_number,
    parse_share,
    parse_terms,
)
from passline.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROWS = ("figures", "wagers", "quantiles", "ends", "stops", "rolls", "fan")
"""The kinds of rows that files can contain for sessions; the first is the default."""
MONTH_ROWS = ("wins", "figures", "players")
"""The kinds of rows for `--month`; the first is the default."""
LONG_RUN_ROWS = ("long-run", "long-run-wagers")
"""Further kinds of rows with `--long-run`."""
TERMS = {"--bankroll", "--rolls", "--hours", "--pace", "--hands", "--stop-win", "--stop-loss", "--play-out"}
CONFLICTS = {
    "--month": {"a strategy", *TERMS, "--losing-run", "--long-run", "--bankrolls", "--survive", "--ruin-time"},
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
"""The options that each option excludes."""
ONE_STRATEGY = ("--survive", "--ruin-time", "--losing-run", "--long-run")
"""The options that take exactly one strategy."""
MAX_RUIN_ROLLS = 10_000
"""The default maximum number of rolls for `--ruin-time`."""
MAX_MEMORY = 10_000
"""The upper limit of `--memory`, in gigabytes."""


def session(
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            help="Strategies of the library, or files of strategies. Several strategies are compared.",
            metavar="STRATEGY",
            autocompletion=complete_strategy,
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
            help="Print the loss per roll in the long run, and compare with the normal distribution.",
            rich_help_panel=QUESTIONS,
        ),
    ] = False,
    month: Annotated[
        str | None,
        typer.Option(
            help="Calculate the house's win from the players in this CSV file.",
            metavar="FILE",
            autocompletion=complete_file,
            rich_help_panel=QUESTIONS,
        ),
    ] = None,
    fractions: Annotated[
        bool,
        typer.Option(
            "--fractions",
            help="Calculate with whole numbers, slowly but without error, and print exact fractions.",
            rich_help_panel=COMPUTING,
        ),
    ] = False,
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
    from passline.cli import session_answers
    from passline.house.house import open_house
    from passline.sessions.distribution import MEMORY
    from passline.strategies.notation import find_strategy

    opened_on = parse_date(date)
    names = list(strategies or [])
    check_files(
        {"--house": [house], "STRATEGY": names, "--month": [month]},
        {"--plot": plot, "--csv": csv, "--parquet": parquet},
    )
    _check_options(
        names,
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
    kinds = (ROWS if month is None else MONTH_ROWS) + LONG_RUN_ROWS * long_run
    check_rows_option(rows, kinds, writes_files=bool(csv or parquet))
    opened = open_house(house, date=opened_on)
    maximum_memory = _parse_memory(memory)
    request = session_answers.SessionRequest(
        house=opened,
        strategies=[find_strategy(name) for name in names],
        terms=parse_terms(
            bankroll=bankroll,
            bankrolls=bankrolls,
            rolls=str(MAX_RUIN_ROLLS) if ruin_time and rolls is None and hours is None else rolls,
            hours=hours,
            pace=pace,
            hands=hands,
            stop_win=stop_win,
            stop_loss=stop_loss,
            play_out=play_out,
        ),
        is_exact=fractions,
        losing_run=parse_number("--losing-run", losing_run),
        memory=MEMORY if maximum_memory is None else maximum_memory,
        cores=parse_cores(cores),
        plot=plot,
        rows=rows or kinds[0],
        csv=csv,
        parquet=parquet,
        is_json=json,
    )
    for terms in request.terms:
        terms.check(opened)
    if month is not None:
        session_answers.answer_month(request, month)
    elif survive is not None:
        session_answers.answer_survival(request, parse_share("--survive", survive))
    elif ruin_time is not None:
        session_answers.answer_ruin_time(request, parse_share("--ruin-time", ruin_time))
    else:
        session_answers.answer_sessions(request, with_long_run=long_run)


def _check_options(strategies: Sequence[str], values: Mapping[str, object]) -> None:
    """Check that the options go together, and that the number of strategies fits them.

    Args:
        strategies: The names of the strategies.
        values: The value of each option; false if the option is not given.

    Raises:
        NotationError: Two options exclude each other, or there are too few or too many strategies.
    """
    given = [option for option, value in values.items() if value] + ["a strategy"] * bool(strategies)
    for option, excluded in CONFLICTS.items():
        if option in given and (conflicts := [other for other in given if other in excluded]):
            message = f"{conflicts[0]} does not go with {option}; give one of them"
            raise NotationError(message)
    if not strategies and "--month" not in given:
        message = "no strategy is given; name a strategy of the library or a file, or give --month FILE"
        raise NotationError(message)
    if len(strategies) > 1 and (single := [option for option in ONE_STRATEGY if option in given]):
        message = f"{single[0]} takes one strategy, but {len(strategies)} are given; run the command for each"
        raise NotationError(message)


def _parse_memory(text: str | None) -> int | None:
    """Parse the maximum memory in gigabytes; None if it is not given.

    Raises:
        NotationError: The text is not a whole number from 1 to `MAX_MEMORY`.
    """
    count = parse_number("--memory", text)
    if count is not None and not 0 < count <= MAX_MEMORY:
        message = f"--memory {count}: give 1 to {MAX_MEMORY:,} gigabytes"
        raise NotationError(message)
    return count
