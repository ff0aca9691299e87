"""`passline simulate`: random sessions of a strategy, and their results."""

from __future__ import annotations

from typing import Annotated

import typer

from passline.cli.completion import complete_file, complete_strategy
from passline.cli.options import COMPUTING, DICE, OUTPUT, SESSION, DateOption, HouseOption, JsonOption, parse_date
from passline.cli.output_files import CsvOption, ParquetOption, PlotOption, check_files, check_rows_option, write_rows
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
    check_exclusive,
    parse_cores,
    parse_number,
    parse_terms,
)
from passline.errors import NotationError

ROWS = ("figures", "wagers", "quantiles", "ends", "stops", "fan", "drawdowns", "losing-runs", "dice", "differences")
"""The kinds of rows that files can contain; the first is the default."""
DIFFERENCES = ROWS[-1]
"""The kind of rows that needs several strategies."""


def simulate(
    strategies: Annotated[
        list[str],
        typer.Argument(
            help="Strategies of the library, or files of strategies. Several strategies play on the same dice.",
            metavar="STRATEGY",
            autocompletion=complete_strategy,
        ),
    ],
    house: HouseOption = "craps",
    date: DateOption = None,
    bankroll: BankrollOption = None,
    sessions: Annotated[
        str | None,
        typer.Option(
            help="The number of sessions.",
            metavar="N",
            show_default="1,000,000, or fewer if they are long",
            rich_help_panel=SESSION,
        ),
    ] = None,
    rolls: RollsOption = None,
    hours: HoursOption = None,
    pace: PaceOption = None,
    hands: HandsOption = None,
    stop_win: StopWinOption = None,
    stop_loss: StopLossOption = None,
    play_out: PlayOutOption = False,
    seed: Annotated[
        str,
        typer.Option(
            help="The seed of the dice. The same seed gives the same dice on any number of cores.",
            metavar="N",
            rich_help_panel=DICE,
        ),
    ] = "0",
    first_session: Annotated[
        str,
        typer.Option(
            help="The number of the first session, to continue an earlier run.", metavar="N", rich_help_panel=DICE
        ),
    ] = "0",
    dice: Annotated[
        str | None,
        typer.Option(
            help="Weighted dice: a file with the probability of each roll.",
            metavar="FILE",
            autocompletion=complete_file,
            rich_help_panel=DICE,
        ),
    ] = None,
    rolls_file: Annotated[
        str | None,
        typer.Option(
            help="Recorded rolls: a file of rolls, session after session.",
            metavar="FILE",
            autocompletion=complete_file,
            rich_help_panel=DICE,
        ),
    ] = None,
    bankrolls: BankrollsOption = None,
    cores: CoresOption = None,
    workers: Annotated[
        str | None,
        typer.Option(
            help="The address of a Dask cluster that runs the simulation.",
            metavar="dask://HOST:PORT",
            rich_help_panel=COMPUTING,
        ),
    ] = None,
    plot: PlotOption = None,
    rows: Annotated[
        str | None,
        typer.Option(
            help=f"The rows to write to files: {', '.join(ROWS)}.",
            metavar="KIND",
            show_default=ROWS[0],
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    json: JsonOption = False,
) -> None:
    """Simulate sessions of a strategy with random dice."""
    from passline.cli.options import INTERRUPTED
    from passline.cli.printing import to_json
    from passline.cli.simulation_run import SimulationRequest, run_simulation
    from passline.cli.simulation_text import json_data, save_chart, show_simulation, simulation_rows
    from passline.house.house import open_house
    from passline.strategies.notation import find_strategy

    opened_on = parse_date(date)
    check_files(
        {"--house": [house], "STRATEGY": strategies, "--dice": [dice], "--rolls-file": [rolls_file]},
        {"--plot": plot, "--csv": csv, "--parquet": parquet},
    )
    check_rows_option(rows, ROWS, writes_files=bool(csv or parquet))
    if rows == DIFFERENCES and len(strategies) == 1:
        message = f"--rows {rows} needs several strategies, which are compared with the first"
        raise NotationError(message)
    check_exclusive(
        {"--dice": dice, "--rolls-file": rolls_file},
        {"--cores": cores, "--workers": workers},
        {"--rolls-file": rolls_file, "--workers": workers},
    )
    terms = parse_terms(
        bankroll=bankroll,
        bankrolls=bankrolls,
        rolls=rolls,
        hours=hours,
        pace=pace,
        hands=hands,
        stop_win=stop_win,
        stop_loss=stop_loss,
        play_out=play_out,
    )
    request = SimulationRequest(
        house=open_house(house, date=opened_on),
        strategies=[find_strategy(name) for name in strategies],
        terms=terms,
        sessions=parse_number("--sessions", sessions),
        seed=parse_number("--seed", seed) or 0,
        first_session=parse_number("--first-session", first_session) or 0,
        cores=parse_cores(cores),
        workers=workers,
        dice_file=dice,
        rolls_file=rolls_file,
    )
    for each in terms:
        each.check(request.house)
    comparisons, is_interrupted = run_simulation(request)
    if not comparisons:
        typer.echo("passline: stopped before the first session was done", err=True)
        raise typer.Exit(INTERRUPTED)
    if is_interrupted:
        done = sum(each.tallies[0].sessions for each in comparisons)
        typer.echo(f"passline: stopped after {done:,} sessions; the results are those of these sessions", err=True)
    if csv or parquet:
        kind = rows or ROWS[0]
        write_rows(request.house, simulation_rows(request, comparisons, kind), kind, csv=csv, parquet=parquet)
    if plot is not None:
        save_chart(request, comparisons, plot)
    if json:
        for data in json_data(request, comparisons):
            typer.echo(to_json(data))
    else:
        show_simulation(request, comparisons)
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)
