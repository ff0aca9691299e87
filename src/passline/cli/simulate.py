"""`passline simulate`: random sessions of a strategy, and their results."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from passline.cli import result_tables
from passline.cli.options import (
    COMPUTING,
    DICE,
    INTERRUPTED,
    OUTPUT,
    SESSION,
    DateOption,
    HouseOption,
    JsonOption,
    parse_date,
)
from passline.cli.output_files import CsvOption, ParquetOption, PlotOption, check_files, check_rows_option, write_table
from passline.cli.printing import console, escape_unprintable, print_text, to_json
from passline.cli.progress import progress_bar, stop_on_interrupt
from passline.cli.result_tables import HALF, Ended, Errors, Wagered, chance, in_dollars, show_figure, where
from passline.cli.session_options import (
    ROLLS_PER_HAND,
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
    describe_terms,
    describe_unresolved,
    parse_cores,
    parse_number,
    parse_terms,
)
from passline.errors import NotationError
from passline.house.house import open_house
from passline.machines.terms import STOPS, Terms, check_whole_number
from passline.reports.row_format import house_columns, last_busy_roll, share_error, to_frame
from passline.reports.tally_rows import (
    DIFFERENCES,
    ROWS,
    comparison_rows,
    deviation_error,
    edge_of,
    fan_of,
    json_comparison,
)
from passline.simulation.tally import Comparison, standard_error
from passline.strategies.notation import find_strategy
from passline.words.distribution import mean
from passline.words.money import dollars
from passline.words.probability import decimal, percent, square_root

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from passline.house.house import House
    from passline.simulation.cluster import ClusterSimulation
    from passline.simulation.random_stream import Dice
    from passline.simulation.request import RecordedDice
    from passline.simulation.simulate import Simulation
    from passline.simulation.tally import Tally
    from passline.strategies.protocol import Strategy

    Run = Simulation | ClusterSimulation

SESSIONS, SESSIONS_BY_HAND = 1_000_000, 1_000
"""How many sessions are played at most if nobody says: by a machine, and on the table itself."""
SOON, SOON_BY_HAND = 100_000_000, 100_000
"""How many rolls are soon done: by a machine, and on the table itself."""
MILLION = 1_000_000
NONE_OF = 3
"""What happened in none of n sessions has, with 95% confidence, a chance under 3/n: 0.95 is about 1 - exp(-3)."""


def simulate(
    strategies: Annotated[
        list[str],
        typer.Argument(
            help="Names of shipped strategies, or files in the strategy notation. Several play the same dice.",
            metavar="STRATEGY…",
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
            show_default="1,000,000, or fewer long ones",
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
            help="Weighted dice: a file with the probability of each roll.", metavar="FILE", rich_help_panel=DICE
        ),
    ] = None,
    rolls_file: Annotated[
        str | None,
        typer.Option(
            help="Recorded rolls: a file of rolls, session after session.", metavar="FILE", rich_help_panel=DICE
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
            help=f"The rows to write to files: {', '.join((*ROWS, DIFFERENCES))}.",
            metavar="KIND",
            show_default=next(iter(ROWS)),
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    json: JsonOption = False,
) -> None:
    """Simulate sessions of a strategy with random dice."""
    opened_on = parse_date(date)
    check_files(
        {"--house": [house], "STRATEGY": strategies, "--dice": [dice], "--rolls-file": [rolls_file]},
        {"--plot": plot, "--csv": csv, "--parquet": parquet},
    )
    check_rows_option(rows, (*ROWS, DIFFERENCES), writes_files=bool(csv or parquet))
    if rows == DIFFERENCES and len(strategies) == 1:
        message = f"--rows {rows} goes with several strategies, which are compared with the first"
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
    asked = Asked(
        house=open_house(house, date=opened_on),
        strategies=[find_strategy(words) for words in strategies],
        terms=terms,
        sessions=parse_number("--sessions", sessions),
        seed=parse_number("--seed", seed) or 0,
        first=parse_number("--first-session", first_session) or 0,
        cores=parse_cores(cores),
        workers=workers,
        weighted=dice,
        recorded=rolls_file,
    )
    for each in terms:
        each.check(asked.house)
    played = _play(asked)
    if not played.compared:
        typer.echo("passline: stopped before the first session was done", err=True)
        raise typer.Exit(INTERRUPTED)
    if played.stopped:
        done = sum(compared.tallies[0].sessions for compared in played.compared)
        typer.echo(f"passline: stopped after {done:,} sessions; the results are those of these sessions", err=True)
    _write(asked, played.compared, rows or next(iter(ROWS)), csv=csv, parquet=parquet)
    if plot is not None:
        _draw(asked, played.compared, plot)
    if json:
        for line in _as_json(asked, played.compared):
            typer.echo(line)
    else:
        _show(asked, played.compared)
    if played.stopped:
        raise typer.Exit(INTERRUPTED)


@dataclass(frozen=True)
class Asked:
    """What is asked for.

    Attributes:
        terms: Those of each session: for one rail, or for several to compare, from the smallest up.
        sessions: How many for each rail; None where nobody says.
        weighted, recorded: The file that the dice are in, if it is not fair dice.
    """

    house: House
    strategies: Sequence[Strategy]
    terms: Sequence[Terms]
    sessions: int | None
    seed: int
    first: int
    cores: int | None
    workers: str | None
    weighted: str | None
    recorded: str | None

    @property
    def dice(self) -> str:
        """The dice in words."""
        if self.recorded is not None:
            return f"dice of {escape_unprintable(self.recorded)}"
        return (
            f"{f'the dice of {escape_unprintable(self.weighted)}' if self.weighted else 'fair dice'}, seed {self.seed}"
        )


@dataclass(frozen=True)
class Played:
    """What was played: the strategies, for each rail; and whether somebody stopped it."""

    compared: Sequence[Comparison]
    stopped: bool


# Playing.


def _play(asked: Asked) -> Played:
    """Play what is asked, with its progress where somebody looks on, until it is done or somebody stops it."""
    thrown = _thrown(asked)
    compared: list[Comparison] = []
    with progress_bar() as shown:
        for terms in asked.terms:
            task = shown.add_task("preparing", total=None, rate="")
            try:
                run = _prepared(asked, terms, thrown)
            except KeyboardInterrupt:
                return Played(compared, stopped=True)
            what = f"playing {dollars(terms.bankroll)}" if len(asked.terms) > 1 else "playing"
            with stop_on_interrupt(run) as stop:
                for done in run.blocks():
                    rate = _rate(run.rolls, run.seconds)
                    shown.update(task, description=what, completed=done, total=run.sessions, rate=rate)
                    if stop or (asked.sessions is None and run.plays_on_table and done >= _soon(asked, SOON_BY_HAND)):
                        break
            if run.done:
                compared.append(run.comparison)
            if stop:
                return Played(compared, stopped=True)
            shown.remove_task(task)
    return Played(compared, stopped=False)


def _prepared(asked: Asked, terms: Terms, dice: Dice | RecordedDice) -> Run:
    """Return the simulation of one rail; if nobody says how many sessions, of as many as are soon done."""
    from passline.simulation.request import RecordedDice
    from passline.simulation.simulate import Simulation

    def run(sessions: int) -> Run:
        told: dict[str, Any] = {"sessions": sessions, "dice": dice, "seed": asked.seed, "first_session": asked.first}
        if asked.workers is None:
            return Simulation(asked.house, asked.strategies, terms, cores=asked.cores, **told)
        from passline.simulation.cluster import ClusterSimulation

        return ClusterSimulation(asked.workers, asked.house, asked.strategies, terms, **told)

    if asked.sessions is not None:
        return run(asked.sessions)
    if isinstance(dice, RecordedDice):
        held = dice.rolls.size // check_whole_number("rolls", terms.rolls)
        if held <= asked.first:
            message = f"{asked.recorded}: {dice.rolls.size:,} rolls are there, and a session {asked.first:,} of "
            message += f"{terms.rolls:,} rolls is not; fewer --rolls, or a smaller --first-session, would do"
            raise NotationError(message)
        return run(held - asked.first)
    prepared = run(min(_soon(asked, SOON), SESSIONS))
    return run(min(_soon(asked, SOON_BY_HAND), SESSIONS_BY_HAND)) if prepared.plays_on_table else prepared


def _soon(asked: Asked, rolls: int) -> int:
    """Return how many sessions of all strategies and rails have no more than so many rolls: a round number."""
    terms, count = asked.terms[0], len(asked.strategies) * len(asked.terms)
    long = min(terms.rolls, ROLLS_PER_HAND * (terms.hands or terms.rolls))
    sessions = max(rolls // (long * count), 1)
    size = int("1" + "0" * (len(str(sessions)) - 1))
    return max(first * size for first in (1, 2, 5) if first * size <= sessions)


def _thrown(asked: Asked) -> Dice | RecordedDice:
    """Return the dice that are asked for."""
    from passline.simulation.random_stream import FAIR, dice
    from passline.simulation.request import RecordedDice

    if asked.weighted is None and asked.recorded is None:
        return FAIR
    from passline.simulation.dice_files import read_chances, read_rolls

    if asked.recorded is not None:
        return RecordedDice.of(read_rolls(asked.recorded))
    assert asked.weighted is not None, "the dice are fair, weighted or recorded"
    try:
        return dice(read_chances(asked.weighted))
    except NotationError as error:
        file = f"{asked.weighted}: "
        raise NotationError(error.message if error.message.startswith(file) else file + error.message) from None


# As files.


def _write(asked: Asked, compared: Sequence[Comparison], table: str, *, csv: str | None, parquet: str | None) -> None:
    """Write a table to the files that are asked for."""
    if csv is None and parquet is None:
        return
    given = house_columns(asked.house)
    found = [given | row for each in compared for row in comparison_rows(asked.house, each, table)]
    if not found:
        message = f"--rows {table}: there is nothing to write; these sessions have no such rows"
        raise NotationError(message)
    if table == next(iter(ROWS)):
        found = [
            row | {"seed": str(asked.seed), "first_session": asked.first, "dice": _dice_file(asked)} for row in found
        ]
    write_table(to_frame(found), csv=csv, parquet=parquet)


def _dice_file(asked: Asked) -> str:
    return asked.weighted or asked.recorded or "fair"


def _draw(asked: Asked, compared: Sequence[Comparison], file: str) -> None:
    """Draw one strategy's final rails and its fan, several side by side, or ruin by rail."""
    from passline.reports import charts

    tallies = [tally for each in compared for tally in each]
    what = f"{where(asked.house)}; {_in_words(asked, tallies[0])}"
    figure: Any
    if len(asked.terms) > 1:
        ruins = [
            charts.Ruin(each.strategy, each.terms.bankroll, each.ruin, share_error(each.ruin, each.sessions))
            for each in tallies
        ]
        figure = charts.ruin_chart(ruins, title="Ruin by bankroll", subtitle=what)
    elif len(tallies) > 1:
        drawn = "median, middle 50%, 5% to 95%; the diamond is the mean"
        ended = [(each.strategy, each.ends) for each in tallies]
        figure = charts.comparison_chart(ended, title="Final bankrolls", subtitle=[what, drawn])
    else:
        (tally,) = tallies
        title = f"Final bankroll of {tally.strategy}"
        figure = charts.final_bankroll_chart(tally.ends, tally.terms.bankroll, counted=True, title=title, subtitle=what)
        if tally.paths.sessions:
            drawn = f"median, middle 50%, 5% to 95%, 1% to 99% of the first {tally.paths.sessions:,} sessions"
            fan = charts.fan_chart(fan_of(tally), last_busy_roll(tally.stops), title="Roll by roll", subtitle=drawn)
            figure = charts.stack_charts(figure, fan)
    charts.save(figure, file)


def _as_json(asked: Asked, compared: Sequence[Comparison]) -> Iterator[str]:
    """Yield an object for each strategy, and each rail."""
    house = asked.house
    given = {
        "house": house.source,
        "game": house.game.name,
        "date": house.date.isoformat(),
        "dice": _dice_file(asked),
        "seed": asked.seed,
        "first_session": asked.first,
    }
    for each in compared:
        for place in range(len(each.tallies)):
            yield to_json(given | json_comparison(house, each, place))


# As text.


def _show(asked: Asked, compared: Sequence[Comparison]) -> None:
    out = console()
    tallies = [tally for each in compared for tally in each]
    result_tables.show_heading(out, [strategy.name for strategy in asked.strategies], asked.house)
    print_text(out, Text(_in_words(asked, tallies[0])))
    print_text(out, Text(f"{describe_unresolved(asked.terms[0])}; {asked.dice}"))
    for why in dict.fromkeys(tally.no_machine_reason for tally in tallies if tally.no_machine_reason):
        print_text(out, Text(f"no machine, so each roll is played on the table: {escape_unprintable(why)}", "yellow"))
        if asked.sessions is None:
            print_text(out, Text("this is slow, so few sessions are played; --sessions asks for more", "yellow"))
    print_text(out, Text())
    if len(asked.terms) > 1:
        _show_rails(out, asked, compared)
    elif len(tallies) > 1:
        _show_side_by_side(out, asked, compared[0])
    else:
        _show_one(out, asked, tallies[0])
    if out.is_terminal:  # Elsewhere what is printed is the same each time.
        rolls, seconds = (sum(each) for each in zip(*((tally.rolls, tally.seconds) for tally in tallies), strict=True))
        seconds /= len(compared[0].tallies)  # Those of one run are played at once.
        print_text(out, Text(f"{rolls:,} rolls in {seconds:.2f} seconds, {_rate(int(rolls), seconds)}", "dim"))


def _rate(rolls: int, seconds: float) -> str:
    """Print how many rolls there are in a second."""
    rate = rolls / max(seconds, 0.001)
    return f"{rate:,.0f} rolls/s" if rate < MILLION else f"{rate / MILLION:,.0f} million rolls/s"


def _in_words(asked: Asked, tally: Tally) -> str:
    """Return the sessions in words, with what they end by and begin with."""
    return f"{tally.sessions:,} session{'' if tally.sessions == 1 else 's'} of {describe_terms(asked.terms)}"


def _show_one(out: Console, asked: Asked, tally: Tally) -> None:
    """Show all figures of one strategy, the histogram, and the wagers."""
    expected = tally.expected_mean
    luck = "" if expected is None else f"expected {in_dollars(expected)}"
    of_mean, of_deviation = in_dollars(tally.standard_error), in_dollars(deviation_error(tally.ends))
    if tally.sessions == 1:  # One session says nothing of how far another would be from it.
        of_mean = of_deviation = ""
    show_figure(out, "mean final bankroll", in_dollars(tally.mean), of_mean, luck)
    spread = f"variance {decimal(tally.variance / 10_000, 2):,} square dollars"
    show_figure(out, "standard deviation", in_dollars(square_root(tally.variance, 4)), of_deviation, spread)
    show_figure(out, "probability of ruin", percent(tally.ruin), *_of_ruin(tally))
    for stop in STOPS:
        if share := Fraction(tally.stopped_by[stop], tally.sessions):
            show_figure(out, "stopped by" if stop != STOPS[-1] else "stopped with", percent(share), note=stop)
    show_figure(out, "rolls", f"{tally.rolls:,}", note=f"{tally.totals.hands:,} hands")
    paths = tally.paths
    if paths.sessions:
        run, of_runs = result_tables.middle(paths.losing_run, str)
        show_figure(out, "longest losing run", f"{run} roll{'' if run == '1' else 's'}", note=of_runs)
        fall, of_falls = result_tables.middle(paths.drawdown, dollars)
        show_figure(out, "drawdown", fall, note=of_falls)
    print_text(out, Text())
    result_tables.show_histogram(out, tally.ends, tally.terms.bankroll)
    print_text(out, Text())
    _show_wagers(out, asked, [tally])
    if paths.sessions:
        print_text(out, Text(f"Losing runs and drawdowns are those of the first {paths.sessions:,} sessions.", "dim"))


def _of_ruin(tally: Tally) -> tuple[str, str]:
    """Print the error of the share that was ruined, or what none leaves open; and what ruined means."""
    if tally.ruined:
        return percent(Fraction(share_error(tally.ruin, tally.sessions))), "too little for another session"
    most = Fraction(NONE_OF, tally.sessions)
    return "", f"none; below {chance(most)} (95%)" if most < HALF else "none"


def _show_side_by_side(out: Console, asked: Asked, compared: Comparison) -> None:
    """Show several strategies, a row each, and by how much they differ on the same dice."""
    several = [_ended(tally) for tally in compared]
    result_tables.show_side_by_side(out, several)
    print_text(out, Text())
    first = escape_unprintable(compared.tallies[0].strategy)
    print_text(out, Text(f"mean difference from {first}, on the same dice", "italic"))
    for tally, difference in zip(compared.tallies[1:], compared.differences, strict=True):
        shown = mean(difference)
        more, error = f"{'+' if shown > 0 else ''}{in_dollars(shown)}", in_dollars(standard_error(difference))
        print_text(out, Text(f"  {escape_unprintable(tally.strategy):<28}{more:>12} ± {error}"))
    print_text(out, Text())
    result_tables.show_sparks(out, several)
    print_text(out, Text())
    _show_wagers(out, asked, compared.tallies)


def _show_rails(out: Console, asked: Asked, compared: Sequence[Comparison]) -> None:
    """Show what share of the sessions was ruined, by the rail they began with."""
    for place in range(len(asked.strategies)):
        result_tables.show_ruin(out, [_ended(each.tallies[place]) for each in compared])
    print_text(out, Text("± is one standard error.", "dim"))


def _ended(tally: Tally) -> Ended:
    """Return how the sessions of a tally ended."""
    errors = Errors(tally.standard_error, share_error(tally.ruin, tally.sessions))
    return Ended(tally.strategy, tally.terms.bankroll, tally.ends, tally.mean, tally.variance, tally.ruin, errors)


def _show_wagers(out: Console, asked: Asked, tallies: Sequence[Tally]) -> None:
    """Show what was bet on each wager, what the house held of it, and what the figures mean that do not say it."""
    wagered = [(tally.strategy, list(_wagered(asked.house, tally))) for tally in tallies]
    result_tables.show_wagers(out, wagered, counted=True)
    print_text(out, Text("± is one standard error. Hold is the house's win divided by the handle", "dim"))
    returned = "" if asked.terms[0].unresolved == "play out" else " (without returned bets)"
    print_text(out, Text(f"{returned.strip()}. Edge is exact, per bet made, on fair dice.", "dim"))


def _wagered(house: House, tally: Tally) -> Iterator[Wagered]:
    """Yield what was bet on each wager in the mean of a session."""
    for wager, takings in tally.by_wager.items():
        bets, handle, win = (Fraction(sum_, tally.sessions) for sum_ in (takings.bets, takings.handle, takings.win))
        expected = None if takings.expected is None else takings.expected / tally.sessions
        yield Wagered(wager, bets, handle, win, expected, edge_of(house, wager))
