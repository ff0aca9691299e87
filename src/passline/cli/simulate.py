"""`passline simulate`: sessions of a way of betting, at the speed of the dice, and what they came to."""

from __future__ import annotations

import re
import signal
import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from passline.cli.options import INTERRUPTED, House, Json, On, day
from passline.cli.printing import CITED, as_json, console, printable, show
from passline.errors import NotationError
from passline.house.house import open_house
from passline.study.notation import find_strategy
from passline.study.tables import (
    DIFFERENCES,
    TABLES,
    bins,
    bins_of,
    data,
    deviation_error,
    edge_of,
    frame,
    quantiles,
    rows,
    share_error,
)
from passline.study.tally import Comparison, mean, quantile, standard_error
from passline.study.terms import STOPS, Terms, whole
from passline.study.writing import whole as written_whole
from passline.words.chance import decimal, one_in, percent, root
from passline.words.money import cents, dollars

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from decimal import Decimal

    from passline.house.house import House as TheHouse
    from passline.study.cluster import Spread
    from passline.study.simulate import Recorded, Simulation
    from passline.study.strategy import Strategy
    from passline.study.stream import Dice
    from passline.study.tables import Bin, Row
    from passline.study.tally import Takings, Tally
    from passline.words.money import Cents

    Run = Simulation | Spread

SESSIONS, SESSIONS_BY_HAND = 1_000_000, 1_000
"""How many sessions are played at most if nobody says: by a machine, and on the table itself."""
SOON, SOON_BY_HAND = 100_000_000, 100_000
"""How many rolls are soon done: by a machine, and on the table itself."""
ROLLS, RAIL = 100, "$300"
ROLLS_A_HAND, FEW_HANDS_ARE_LONGER = 10, 200
"""More than the rolls of a hand in the mean, and so many that not one hand in a thousand million is longer."""
MILLION = 1_000_000
MOST_CORES = 256
MOST_RAILS, RAILS = 100, 10
"""How many rails are played at most, and how many of a range if no step is given."""
NONE_OF = 3
"""What happened in none of n sessions has, with 95% confidence, a chance under 3/n: 0.95 is about 1 - exp(-3)."""
SMALL = Fraction(1, 1000)
"""The chance under which "1 in so many" says more than a percentage."""
WIDE = 110
"""The columns from which the table by wager counts bets too."""
MOST_BINS = 16
SPARKS, PARTS = " ▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉"
"""Columns and bars, in eighths of a letter."""
HALF, MOST = Fraction(1, 2), Fraction(19, 20)
MARKED = {Fraction(1, 20): "5%", Fraction(1, 4): "25%", HALF: "median", Fraction(3, 4): "75%", MOST: "95%"}


def simulate(
    strategies: Annotated[
        list[str],
        typer.Argument(
            help="Shipped strategies, or the paths of texts; several see the same dice.", metavar="STRATEGY…"
        ),
    ],
    house: House = "craps",
    on: On = None,
    rail: Annotated[
        str | None, typer.Option(help="What each session begins with, in dollars; $300 if not given.")
    ] = None,
    sessions: Annotated[str | None, typer.Option(help="How many; a million, if the dice allow it.")] = None,
    rolls: Annotated[
        str | None, typer.Option(help="A session ends after so many rolls; 100 if nothing is said.")
    ] = None,
    hours: Annotated[str | None, typer.Option(help="Or after so many hours, at a pace.")] = None,
    pace: Annotated[str | None, typer.Option(help="Rolls an hour: the table's own, as somebody counted them.")] = None,
    hands: Annotated[str | None, typer.Option(help="Or after so many hands, each to its seven-out.")] = None,
    goal: Annotated[str | None, typer.Option(help="Or once it is up by so much, in dollars.")] = None,
    limit: Annotated[str | None, typer.Option(help="Or once it is down by so much, in dollars.")] = None,
    play_out: Annotated[
        bool, typer.Option("--play-out", help="Bets left at the end are played out, not handed back at face value.")
    ] = False,
    seed: Annotated[str, typer.Option(help="The same seed is the same dice, on any number of cores.")] = "0",
    first: Annotated[str, typer.Option(help="The number of the first session, to go on where a run stopped.")] = "0",
    dice: Annotated[str | None, typer.Option(help="Weighted dice: a file with the chance of each roll.")] = None,
    record: Annotated[
        str | None, typer.Option(help="Recorded dice: a file of rolls, one session's after another's.")
    ] = None,
    rails: Annotated[
        str | None,
        typer.Option(help='Ruin by the rail at first: "100-1000", "100-1000 by 50", or amounts.', metavar="RAILS"),
    ] = None,
    cores: Annotated[str | None, typer.Option(help="How many to use; all, if not given.")] = None,
    workers: Annotated[
        str | None, typer.Option(help="Have a Dask cluster play them.", metavar="dask://HOST:PORT")
    ] = None,
    plot: Annotated[str | None, typer.Option(help="Draw it to a .svg, .png or .html file.")] = None,
    table: Annotated[
        str | None, typer.Option(help=f"What files hold: {', '.join((*TABLES, DIFFERENCES))}.", metavar="TABLE")
    ] = None,
    csv: Annotated[str | None, typer.Option(help="Write the table to a CSV file.")] = None,
    parquet: Annotated[str | None, typer.Option(help="Write the table to a Parquet file.")] = None,
    json: Json = False,
) -> None:
    """Play sessions of a strategy, a hundred million rolls of it by law, and say what they came to."""
    opened_on = day(on)
    _check_files(
        {"--house": [house], "STRATEGY": strategies, "--dice": [dice], "--record": [record]},
        {"--plot": plot, "--csv": csv, "--parquet": parquet},
    )
    _check_table(table, files=bool(csv or parquet), strategies=len(strategies))
    _apart(
        {"--rolls": rolls, "--hours": hours},
        {"--dice": dice, "--record": record},
        {"--rail": rail, "--rails": rails},
        {"--cores": cores, "--workers": workers},
        {"--record": record, "--workers": workers},
    )
    terms = Terms(
        rolls=_rolls(rolls, hours, pace, hands),
        rail=cents(rail or RAIL),
        hands=_number("--hands", hands),
        goal=None if goal is None else cents(goal),
        limit=None if limit is None else cents(limit),
        left_over="played out" if play_out else "handed back",
    )
    asked = Asked(
        house=open_house(house, on=opened_on),
        strategies=[find_strategy(words) for words in strategies],
        terms=terms,
        rails=_rails(rails) if rails is not None else [terms.rail],
        sessions=_number("--sessions", sessions),
        seed=_number("--seed", seed) or 0,
        first=_number("--first", first) or 0,
        cores=_cores(cores),
        workers=workers,
        weighted=dice,
        recorded=record,
    )
    for each in asked.rails:
        replace(terms, rail=each).check(asked.house)
    played = _play(asked)
    if not played.compared:
        typer.echo("passline: stopped before the first session was done", err=True)
        raise typer.Exit(INTERRUPTED)
    if played.stopped:
        done = sum(compared.tallies[0].sessions for compared in played.compared)
        typer.echo(f"passline: stopped after {done:,} sessions; what follows is of these", err=True)
    _write(asked, played.compared, table or next(iter(TABLES)), csv=csv, parquet=parquet)
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
        terms: Those of each session, but for the rail.
        rails: What sessions begin with, in cents: one rail, or several to compare.
        sessions: How many for each; None where nobody says.
        weighted, recorded: The file that the dice are in, if it is not fair dice.
    """

    house: TheHouse
    strategies: Sequence[Strategy]
    terms: Terms
    rails: Sequence[Cents]
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
            return f"the dice of {printable(self.recorded)}"
        return f"{f'the dice of {printable(self.weighted)}' if self.weighted else 'fair dice'}, seed {self.seed}"


@dataclass(frozen=True)
class Played:
    """What was played: the strategies, for each rail; and whether somebody stopped it."""

    compared: Sequence[Comparison]
    stopped: bool


# What is asked.


def _check_files(read: Mapping[str, Sequence[str | None]], outputs: Mapping[str, str | None]) -> None:
    """Refuse to write over what is read, one file over another, or where nothing can be written."""
    taken = {Path(file).resolve(): what for what, files in read.items() for file in files if file and "\n" not in file}
    for option, file in outputs.items():
        if file is None:
            continue
        if before := taken.get(Path(file).resolve()):
            message = f"{option} {file} would be written over that of {before}; another name would do"
            raise NotationError(message)
        if not Path(file).parent.is_dir():
            message = f"{option} {file} cannot be written there; a folder that exists would do"
            raise NotationError(message)
        taken[Path(file).resolve()] = option
    if (plot := outputs["--plot"]) is not None:
        from passline.study.charts import SUFFIXES  # noqa: PLC0415  Heavy, and needed for charts alone.

        if Path(plot).suffix not in SUFFIXES:
            message = f"--plot {plot}: a chart is written as {', '.join(SUFFIXES)}"
            raise NotationError(message)


def _check_table(table: str | None, *, files: bool, strategies: int) -> None:
    """Refuse a table that there is none of, or that nothing would be done with."""
    if table is None:
        return
    if table not in {*TABLES, DIFFERENCES}:
        message = f"--table {table[:25]}: {', '.join(TABLES)} and {DIFFERENCES} are tables"
        raise NotationError(message)
    if not files:
        message = f"--table {table} goes with --csv or --parquet; --json has all of them"
        raise NotationError(message)
    if table == DIFFERENCES and strategies == 1:
        message = f"--table {table} goes with several strategies, which are compared with the first"
        raise NotationError(message)


def _apart(*pairs: Mapping[str, str | None]) -> None:
    """Refuse options that say two things of one."""
    for pair in pairs:
        if None not in pair.values():
            message = f"{' and '.join(pair)} say two things of one; either would do"
            raise NotationError(message)


def _number(option: str, text: str | None) -> int | None:
    """Read a whole number, with commas or without."""
    if text is None:
        return None
    if not re.fullmatch(r"-?([0-9]{1,3}(,[0-9]{3}){1,9}|[0-9]{1,25})", text.strip()):
        message = f"{option} {text[:25]!r} is no whole number; one like 1,000,000 is"
        raise NotationError(message)
    return int(text.replace(",", ""))


def _rolls(rolls: str | None, hours: str | None, pace: str | None, hands: str | None) -> int:
    """Return the most rolls of a session: so many, those of so many hours at a pace, or enough for its hands."""
    if hours is None and pace is None:
        if rolls is None and hands is not None:
            return FEW_HANDS_ARE_LONGER + 2 * ROLLS_A_HAND * whole("hands", _number("--hands", hands))
        return int(_number("--rolls", rolls) or 0) if rolls is not None else ROLLS
    if hours is None or pace is None:
        message = "--hours and --pace go together: so many hours, of so many rolls each; nobody's pace is taken unasked"
        raise NotationError(message)
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6}|/[1-9][0-9]{0,5})?", hours):
        message = f"--hours {hours[:25]!r} are no hours; a number is, like 4 or 2.5"
        raise NotationError(message)
    return int(Fraction(hours) * whole("pace", _number("--pace", pace)))


def _cores(text: str | None) -> int | None:
    number = _number("--cores", text)
    if number is not None and not 0 < number <= MOST_CORES:
        message = f"--cores {number}: 1 to {MOST_CORES} can be used"
        raise NotationError(message)
    return number


def _rails(text: str) -> list[Cents]:
    """Read several rails: a range of them, with a step or in ten parts, or amounts one after another."""
    form = re.fullmatch(r"\s*([^\s-]+)\s*-\s*([^\s-]+)(?:\s+by\s+(\S+))?\s*", text)
    if form is None:
        found = sorted({cents(amount) for amount in re.split(r"\s+", text.strip())})
    else:
        least, most = cents(form[1]), cents(form[2])
        step = cents(form[3]) if form[3] else max((most - least) // (RAILS - 1) // 100 * 100, 100)
        if most < least or (most - least) // step >= MOST_RAILS:
            message = f"--rails {text[:40]!r}: from the smallest up, and at most {MOST_RAILS} of them, would do"
            raise NotationError(message)
        found = [*range(least, most, step), most]
    if not 1 < len(found) <= MOST_RAILS:
        message = f"--rails {text[:40]!r}: two to {MOST_RAILS} rails are compared; one goes with --rail"
        raise NotationError(message)
    return found


# Playing.


def _play(asked: Asked) -> Played:
    """Play what is asked, with its progress where somebody looks on, until it is done or somebody stops it."""
    thrown = _thrown(asked)
    compared: list[Comparison] = []
    shown = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with shown:
        for rail in asked.rails:
            task = shown.add_task("preparing", total=None, rate="")
            try:
                run = _prepared(asked, replace(asked.terms, rail=rail), thrown)
            except KeyboardInterrupt:
                return Played(compared, stopped=True)
            what = f"playing {dollars(rail)}" if len(asked.rails) > 1 else "playing"
            with _asked_to_stop(run) as stop:
                for done in run.blocks():
                    rate = _rate(run.rolls, run.seconds)
                    shown.update(task, description=what, completed=done, total=run.sessions, rate=rate)
                    if stop or (asked.sessions is None and run.is_by_hand and done >= _soon(asked, SOON_BY_HAND)):
                        break
            if run.done:
                compared.append(run.comparison)
            if stop:
                return Played(compared, stopped=True)
            shown.remove_task(task)
    return Played(compared, stopped=False)


def _prepared(asked: Asked, terms: Terms, dice: Dice | Recorded) -> Run:
    """Return the simulation of one rail; if nobody says how many sessions, of as many as are soon done."""
    from passline.study.simulate import Recorded, Simulation  # noqa: PLC0415  Heavy: it is compiled.

    def run(sessions: int) -> Run:
        told: dict[str, Any] = {"sessions": sessions, "dice": dice, "seed": asked.seed, "first": asked.first}
        if asked.workers is None:
            return Simulation(asked.house, asked.strategies, terms, cores=asked.cores, **told)
        from passline.study.cluster import Spread  # noqa: PLC0415  Seldom asked for.

        return Spread(asked.workers, asked.house, asked.strategies, terms, **told)

    if asked.sessions is not None:
        return run(asked.sessions)
    if isinstance(dice, Recorded):
        held = dice.rolls.size // whole("rolls", terms.rolls)
        if held <= asked.first:
            message = f"{asked.recorded}: {dice.rolls.size:,} rolls are there, and a session {asked.first:,} of "
            message += f"{terms.rolls:,} rolls is not; fewer --rolls, or a smaller --first, would do"
            raise NotationError(message)
        return run(held - asked.first)
    prepared = run(min(_soon(asked, SOON), SESSIONS))
    return run(min(_soon(asked, SOON_BY_HAND), SESSIONS_BY_HAND)) if prepared.is_by_hand else prepared


def _soon(asked: Asked, rolls: int) -> int:
    """Return how many sessions of all strategies and rails have no more than so many rolls: a round number."""
    terms, count = asked.terms, len(asked.strategies) * len(asked.rails)
    long = min(terms.rolls, ROLLS_A_HAND * (terms.hands or terms.rolls))
    sessions = max(rolls // (long * count), 1)
    size = int("1" + "0" * (len(str(sessions)) - 1))
    return max(first * size for first in (1, 2, 5) if first * size <= sessions)


def _thrown(asked: Asked) -> Dice | Recorded:
    """Return the dice that are asked for."""
    from passline.study.simulate import Recorded  # noqa: PLC0415  Heavy: it is compiled.
    from passline.study.stream import FAIR, dice  # noqa: PLC0415  The same.

    if asked.weighted is None and asked.recorded is None:
        return FAIR
    from passline.study.dice_files import read_chances, read_rolls  # noqa: PLC0415  Seldom asked for.

    if asked.recorded is not None:
        return Recorded.of(read_rolls(asked.recorded))
    assert asked.weighted is not None, "the dice are fair, weighted or recorded"
    try:
        return dice(read_chances(asked.weighted))
    except NotationError as error:
        file = f"{asked.weighted}: "
        raise NotationError(error.message if error.message.startswith(file) else file + error.message) from None


@contextmanager
def _asked_to_stop(run: Run) -> Iterator[list[int]]:
    """Let an interruption be noted, so that no block is counted by halves; a second one ends it all at once."""
    noted: list[int] = []

    def note(number: int, _: object) -> None:
        noted.append(number)
        run.stop()
        signal.signal(number, signal.SIG_DFL)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # Whoever started it handles interruptions, or wants none.
        yield noted
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


# As files.


def _write(asked: Asked, compared: Sequence[Comparison], table: str, *, csv: str | None, parquet: str | None) -> None:
    """Write a table to the files that are asked for."""
    if csv is None and parquet is None:
        return
    given: Row = {"house": asked.house.source, "on": asked.house.on.isoformat()}
    found = [given | row for each in compared for row in rows(asked.house, each, table)]
    if not found:
        message = f"--table {table}: there is nothing to write; none of these sessions was followed on the way"
        raise NotationError(message)
    if table == next(iter(TABLES)):
        found = [row | {"seed": str(asked.seed), "first": asked.first, "dice": _dice_file(asked)} for row in found]
    written = frame(found)
    for file, write in ((csv, written.write_csv), (parquet, written.write_parquet)):
        if file is not None:
            with written_whole(file) as draft:
                write(draft)


def _dice_file(asked: Asked) -> str:
    return asked.weighted or asked.recorded or "fair"


def _draw(asked: Asked, compared: Sequence[Comparison], file: str) -> None:
    """Draw one strategy's final rails and its fan, several side by side, or ruin by rail."""
    from passline.study import charts  # noqa: PLC0415  Heavy, and needed for charts alone.

    tallies = [tally for each in compared for tally in each]
    where, how = _where(asked), _in_words(asked, tallies[0])
    figure: Any
    if len(asked.rails) > 1:
        figure = charts.ruin_chart(tallies, title="Ruin by the rail at first", subtitle=f"{where}; {how}")
    elif len(tallies) > 1:
        what = "median, middle half, 5% to 95%; the mean as a diamond"
        figure = charts.side_by_side_chart(compared[0], title="Final rails", subtitle=[f"{where}; {how}", what])
    else:
        (tally,) = tallies
        figure = charts.final_rail_chart(tally, title=f"Final rail of {tally.strategy}", subtitle=f"{where}; {how}")
        if tally.paths.sessions:
            what = f"median, middle half, 5% to 95%, 1% to 99% of the first {tally.paths.sessions:,} sessions"
            fan = charts.fan_chart(tally, title="Roll by roll", subtitle=what)
            figure = charts.one_above_the_other(figure, fan)
    charts.save(figure, file)


def _as_json(asked: Asked, compared: Sequence[Comparison]) -> Iterator[str]:
    """Yield an object for each strategy, and each rail."""
    house = asked.house
    given = {
        "house": house.source,
        "game": house.game.name,
        "on": house.on.isoformat(),
        "dice": _dice_file(asked),
        "seed": asked.seed,
        "first": asked.first,
    }
    for each in compared:
        for number in range(len(each.tallies)):
            yield as_json(given | data(house, each, number))


# As text.


def _show(asked: Asked, compared: Sequence[Comparison]) -> None:
    out = console()
    tallies = [tally for each in compared for tally in each]
    several = f"{len(asked.strategies)} strategies"
    what = several if len(asked.strategies) > 1 else printable(tallies[0].strategy)
    show(out, Text.assemble((what, "bold"), f" in {_where(asked)}"))
    show(out, Text(_in_words(asked, tallies[0])))
    show(out, Text(f"bets left at the end are {asked.terms.left_over}; {asked.dice}"))
    for why in dict.fromkeys(tally.on_the_table for tally in tallies if tally.on_the_table):
        show(out, Text(f"played on the table itself: {printable(why)}", "yellow"))
        if asked.sessions is None:
            show(out, Text("few sessions are played there, as --sessions asks for no others", "yellow"))
    show(out, Text())
    if len(asked.rails) > 1:
        _show_rails(out, asked, compared)
    elif len(tallies) > 1:
        _show_side_by_side(out, asked, compared[0])
    else:
        _show_one(out, asked, tallies[0])
    if out.is_terminal:  # Elsewhere what is printed is the same each time.
        rolls, seconds = (sum(each) for each in zip(*((tally.rolls, tally.seconds) for tally in tallies), strict=True))
        seconds /= len(compared[0].tallies)  # Those of one run are played at once.
        show(out, Text(f"{rolls:,} rolls in {seconds:.2f} seconds, {_rate(int(rolls), seconds)}", "dim"))


def _rate(rolls: int, seconds: float) -> str:
    """Print how many rolls there are in a second."""
    rate = rolls / max(seconds, 0.001)
    return f"{rate:,.0f} rolls/s" if rate < MILLION else f"{rate / MILLION:,.0f} million rolls/s"


def _where(asked: Asked) -> str:
    return f"{asked.house.game.name} at {asked.house.name}, {asked.house.on}"


def _in_words(asked: Asked, tally: Tally) -> str:
    """Return the sessions in words, with what they end by and begin with."""
    terms, several = tally.terms, len(asked.rails) > 1
    rail = f"rails of {dollars(asked.rails[0])} to {dollars(asked.rails[-1])}" if several else dollars(terms.rail)
    ends = [f"{terms.rolls:,} roll{'' if terms.rolls == 1 else 's'}"]
    if terms.hands is not None:
        ends.append(f"{terms.hands:,} hand{'' if terms.hands == 1 else 's'}")
    if terms.goal is not None:
        ends.append(f"up {dollars(terms.goal)}")
    if terms.limit is not None:
        ends.append(f"down {dollars(terms.limit)}")
    sessions = f"{tally.sessions:,} session{'' if tally.sessions == 1 else 's'}"
    return f"{sessions} of {' or '.join(ends)}, with {rail if several else f'a rail of {rail}'}"


def _show_one(out: Console, asked: Asked, tally: Tally) -> None:
    """Show all figures of one strategy, the histogram, and the wagers."""
    expected = tally.expected_mean
    luck = "" if expected is None else f"{_sum(expected)} by the exact chances"
    of_mean, of_deviation = _sum(tally.standard_error), _sum(deviation_error(tally.ends))
    if tally.sessions == 1:  # One session says nothing of how far another would be from it.
        of_mean = of_deviation = ""
    _line(out, "mean final rail", _sum(tally.mean), of_mean, luck)
    spread = f"variance {decimal(tally.variance / 10_000, 2):,} square dollars"
    _line(out, "standard deviation", _sum(root(tally.variance, 4)), of_deviation, spread)
    _line(out, "ruined", percent(tally.ruin), *_of_ruin(tally))
    for stop in STOPS:
        if share := Fraction(tally.stopped_by[stop], tally.sessions):
            _line(out, "stopped by" if stop != STOPS[-1] else "stopped with", percent(share), "", stop)
    _line(out, "rolls", f"{tally.rolls:,}", "", f"{tally.seen.hands:,} hands to the seven-out")
    paths = tally.paths
    if paths.sessions:
        run, fall = _middle(paths.losing_run, str), _middle(paths.drawdown, dollars)
        _line(out, "longest losing run", f"{run[0]} roll{'' if run[0] == '1' else 's'}", *run[1:])
        _line(out, "drawdown", *fall)
    show(out, Text())
    show(out, Text("final rail", "italic"))
    for line in _histogram(tally, out.width):
        show(out, line)
    show(out, Text())
    _show_wagers(out, asked, [tally])
    _show_footnotes(out, asked)
    if paths.sessions:
        show(out, Text(f"Losing runs and drawdowns: the first {paths.sessions:,} of the sessions.", "dim"))


def _of_ruin(tally: Tally) -> tuple[str, str]:
    """Print the error of the share that was ruined, or what none leaves open; and what ruined means."""
    if tally.ruined:
        return percent(Fraction(share_error(tally.ruin, tally.sessions))), "too little is left to begin again"
    most = Fraction(NONE_OF, tally.sessions)
    return "", f"none; under {percent(most) if most > SMALL else one_in(most)}, 95% sure" if most < HALF else "none"


def _middle(counts: Any, shown: Any) -> tuple[str, str, str]:  # noqa: ANN401  Counters of rolls, and of cents.
    """Print the median of what was counted, 95% of it, and the most."""
    half, most = quantile(counts, HALF), quantile(counts, MOST)
    return shown(half), "", f"median; 95% up to {shown(most)}, at most {shown(max(counts))}"


def _line(out: Console, label: str, shown: str, error: str, *notes: str) -> None:
    plus = f" ± {error}" if error else ""
    text = Text.assemble(f"  {label:<18} {shown:>11}{plus:<10}  ", (" ".join(notes), CITED))
    text.rstrip()
    show(out, text)


def _sum(exact: Fraction | Decimal) -> str:
    """Print a sum of cents as dollars, to the cent."""
    rounded = decimal(Fraction(exact) / 100, 2)
    return f"{'-' if rounded < 0 else ''}${abs(rounded):,}"


def _histogram(tally: Tally, width: int) -> Iterator[Text]:
    """Yield a bar for each bin of final rails, with its share, the quantiles and the rail that lie in it."""
    found = bins(tally.ends, MOST_BINS)
    marks = {share: quantile(tally.ends, share) for share in MARKED}
    labels = [each.words for each in found]
    notes = [
        ", ".join([MARKED[share] for share, sum_ in marks.items() if each.holds(sum_)])
        + ("  the rail" if each.holds(tally.terms.rail) else "")
        for each in found
    ]
    label, note = max(map(len, labels)), max(map(len, notes))
    room = max(min(width, WIDE) - label - note - len("  |  100.00%  "), 8)
    tallest = max(each.sessions for each in found)
    for each, words, marked in zip(found, labels, notes, strict=True):
        share = percent(Fraction(each.sessions, tally.sessions), 2)
        text = Text(f"  {words:>{label}} ")
        text.append(_bar(each.sessions, tallest, room).ljust(room), "green")
        text.append(f" {share:>7}")
        text.append(f"  {marked}" if marked else "", CITED)
        yield text


def _bar(part: int, whole: int, room: int) -> str:
    """Return a bar of so many eighths of a letter as its part of the whole needs."""
    eighths = -(-part * room * 8 // whole)
    full, rest = divmod(eighths, 8)
    return "█" * full + PARTS[rest].strip()


def _sparks(found: Sequence[Bin]) -> str:
    """Return bins as columns, one letter each."""
    tallest = max(each.sessions for each in found)
    return "".join(SPARKS[-(-each.sessions * 8 // tallest)] for each in found)


def _grid(title: str, *headings: str) -> Grid:
    """Return a table whose first column is words, and whose others are figures."""
    grid = Grid(title=Text(title, "italic"), title_justify="left", box=None, pad_edge=False, padding=(0, 1))
    for number, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if number else "left", no_wrap=bool(number), overflow="fold")
    return grid


def _print(out: Console, grid: Grid) -> None:
    out.soft_wrap = False
    out.print(grid)
    out.soft_wrap = not out.is_terminal


def _show_wagers(out: Console, asked: Asked, tallies: Sequence[Tally]) -> None:
    """Show what was bet on each wager in the mean of a session, and what the house held of it."""
    is_wide = out.width >= WIDE
    counted = ["bets"] if is_wide else []
    grid = _grid(
        "by wager, in the mean of a session",
        "wager",
        *counted,
        "handle",
        "house\nwins",
        "by exact\nchances",
        "hold",
        "edge",
    )

    def add(name: str, takings: Takings, edge: Fraction | None) -> None:
        bets = [f"{decimal(Fraction(takings.bets, tally.sessions), 2):,}"] if is_wide else []
        expected = "" if takings.expected is None else _sum(takings.expected / tally.sessions)
        sums = (_sum(Fraction(sum_, tally.sessions)) for sum_ in (takings.handle, takings.win))
        hold = "" if takings.hold is None else percent(takings.hold)
        grid.add_row(name, *bets, *sums, expected, hold, "" if edge is None else percent(edge))

    for tally in tallies:
        if len(tallies) > 1:
            grid.add_row(Text(printable(tally.strategy), "bold"))
        for name, takings in tally.by_wager.items():
            add(name, takings, edge_of(asked.house, name))
        if len(tally.by_wager) != 1:
            add("all wagers", tally.takings, None)
    _print(out, grid)


def _show_footnotes(out: Console, asked: Asked) -> None:
    """Say what the figures mean that do not say it themselves."""
    show(out, Text("± is one standard error. The edge is exact, per bet made, on fair dice; hold", "dim"))
    handed = "" if asked.terms.left_over == "played out" else ", and bets handed back are not in it"
    show(out, Text(f"is the win as a share of the handle{handed}.", "dim"))


def _show_side_by_side(out: Console, asked: Asked, compared: Comparison) -> None:
    """Show several strategies, a row each, and by how much they differ on the same dice."""
    grid = _grid("final rails", "strategy", "mean", "±", "std\ndev.", "5%", "median", "95%", "ruined", "±")
    for tally in compared:
        grid.add_row(
            printable(tally.strategy),
            _sum(tally.mean),
            _sum(tally.standard_error),
            _sum(root(tally.variance, 4)),
            *(dollars(each.cents) for each in quantiles(tally.ends, [Fraction(1, 20), HALF, MOST])),
            percent(tally.ruin, 2),
            percent(Fraction(share_error(tally.ruin, tally.sessions)), 2),
        )
    _print(out, grid)
    show(out, Text())
    first = printable(compared.tallies[0].strategy)
    show(out, Text(f"by how much more they end with than {first}, on the same dice", "italic"))
    for tally, difference in zip(compared.tallies[1:], compared.differences, strict=True):
        shown = mean(difference)
        more, error = f"{'+' if shown > 0 else ''}{_sum(shown)}", _sum(standard_error(difference))
        show(out, Text(f"  {printable(tally.strategy):<28}{more:>12} ± {error}"))
    show(out, Text())
    several = bins_of([tally.ends for tally in compared], 40)
    least, most = several[0][0], several[0][-1]
    show(out, Text(f"final rails, from {dollars(least.most or 0)} to {dollars(most.least or 0)}", "italic"))
    for tally, found in zip(compared, several, strict=True):
        show(out, Text.assemble(f"  {printable(tally.strategy):<28}", (_sparks(found), "green")))
    show(out, Text())
    _show_wagers(out, asked, compared.tallies)
    _show_footnotes(out, asked)


def _show_rails(out: Console, asked: Asked, compared: Sequence[Comparison]) -> None:
    """Show what share of the sessions was ruined, by the rail they began with."""
    for number, strategy in enumerate(asked.strategies):
        grid = _grid(
            f"ruin by the rail at first, {printable(strategy.name)}", "rail", "ruined", "±", "mean change", "±", ""
        )
        grid.columns[0].justify, grid.columns[-1].justify = "right", "left"
        for tally in (each.tallies[number] for each in compared):
            error = percent(Fraction(share_error(tally.ruin, tally.sessions)), 2)
            bar = Text(_bar(tally.ruined, tally.sessions, 24), "red")
            change = tally.mean - tally.terms.rail
            grid.add_row(
                dollars(tally.terms.rail), percent(tally.ruin, 2), error, _sum(change), _sum(tally.standard_error), bar
            )
        _print(out, grid)
    show(out, Text("± is one standard error.", "dim"))
