"""`passline strategy`: the strategies that are shipped, what a strategy's text does, and what is odd about it."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from passline.cli.options import DateOption, HouseOption, JsonOption, parse_date
from passline.cli.play import read_script
from passline.cli.printing import CITATION_STYLE, console, escape_unprintable, print_text, to_json
from passline.errors import CrapsError, FalseClaim, NotationError, StrategyError
from passline.house.house import EXAMPLES, open_house
from passline.machines.lint import lint
from passline.machines.machine import machine
from passline.strategies.notation import find_strategy, shipped_strategies
from passline.strategies.plan import can_play, find_conflicts
from passline.strategies.protocol import PLAYER, PlayState, place_bets, play_roll, start_play
from passline.table import facts
from passline.table.events import BoughtIn, Rolled
from passline.table.script import Played, play
from passline.table.table import Table, after, open_table, uncorrected_events
from passline.words.dice import Roll
from passline.words.money import cents, dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.house.house import House
    from passline.machines.machine import Machine, State
    from passline.strategies.plan import Plan
    from passline.table.layout import Layout

FAULTY = 2
MOST_COUNTED = 20_000
"""The most states that are counted for a look at a strategy."""
MOST_DRAWN = 60
"""The most states that are drawn."""
ROLLS = 36
GAMES = EXAMPLES[:3]
"""The houses that strategies are held against in the list: one for each game."""

strategy = typer.Typer(no_args_is_help=True, help="The strategies that are shipped, and what a strategy does.")
Named = Annotated[str, typer.Argument(help="A shipped strategy, or the path of a text.", metavar="NAME|FILE")]


@strategy.command("list")
def list_shipped(date: DateOption = None, json: JsonOption = False) -> None:
    """List the strategies that are shipped: each in a line of words, and the games it fits."""
    houses = [open_house(name, on=parse_date(date)) for name in GAMES]
    plans = [find_strategy(name) for name in shipped_strategies()]
    wide = max(len(plan.name) for plan in plans)
    out = console()
    for plan in plans:
        games = [house.source for house in houses if can_play(house, plan)]
        if json:
            typer.echo(to_json({"name": plan.name, "about": " ".join(plan.description), "games": games}))
            continue
        text = Text.assemble(
            (plan.name.ljust(wide), "bold"), f"  {plan.description[0]}  ", (", ".join(games), CITATION_STYLE)
        )
        print_text(out, text)


@strategy.command("show")
def show_one(
    name: Named,
    house: HouseOption = "craps",
    date: DateOption = None,
    graph: Annotated[
        bool, typer.Option("--graph", help="Draw its machine, if it is small, as a text for Graphviz.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show what a strategy says, what it bets on, and how large its machine is at a house."""
    plan = find_strategy(name)
    opened = open_house(house, on=parse_date(date))
    if graph:
        typer.echo("\n".join(_drawing(plan, _whole(plan, opened))))
        return
    data = _data(plan, opened)
    if json:
        typer.echo(to_json(data))
        return
    out = console()
    for line in str(plan).splitlines():
        print_text(out, Text(escape_unprintable(line), "dim" if line.startswith("#") else ""))
    print_text(out, Text(""))
    print_text(out, Text(f"bets on {', '.join(plan.wagers) or 'nothing'}"))
    where = f"in {opened.game.name} at {opened.name}"
    if data["why_not"]:
        for why in data["why_not"]:
            print_text(out, Text(f"no machine {where}: {escape_unprintable(why)}", "yellow"))
    else:
        print_text(out, Text(f"{where}: {data['states']:,} states, found in {data['seconds']} seconds"))
        print_text(out, Text(f"before a roll it needs at most {dollars(data['need'])} on the rail"))


@strategy.command("check")
def check_one(name: Named, house: HouseOption = "craps", date: DateOption = None, json: JsonOption = False) -> None:
    """Read a strategy, and say what is odd about it: lines that do nothing, play that neither bets nor waits."""
    plan = find_strategy(name)
    opened = open_house(house, on=parse_date(date))
    findings = lint(plan, opened)
    if json:
        found = [{"line": finding.line, "says": finding.message} for finding in findings]
        typer.echo(to_json({"name": plan.name, "house": opened.source, "findings": found}))
    else:
        out = console()
        for finding in findings:
            print_text(out, Text(escape_unprintable(str(finding)), "yellow"))
        count = f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"
        print_text(out, Text(f"{escape_unprintable(plan.name)} in {opened.game.name} at {opened.name}: {count}"))
    if findings:
        raise typer.Exit(FAULTY)


@strategy.command("play")
def play_one(
    name: Named,
    dice: Annotated[list[str], typer.Argument(help="Rolls, like 3-3 5-1.", metavar="ROLL…")],
    house: HouseOption = "craps",
    date: DateOption = None,
    bankroll: Annotated[str, typer.Option(help="What the rail holds at first, in dollars.")] = "$300",
) -> None:
    """Play a strategy on rolls that are given: what it bets, and what they do, as a script that can be played again."""
    plan = find_strategy(name)
    opened = open_house(house, on=parse_date(date))
    rolls = [Roll.read(words) for words in dice]
    bought = cents(bankroll)
    out = console()
    print_text(out, Text(f"house {_quoted(house) if ' ' in house else house} on {opened.on}"))
    seat = start_play(opened, plan, bought)
    print_text(out, Text(f"{PLAYER} buys in for {dollars(bought)}"))
    for roll in [None, *rolls]:
        if roll is not None:
            seat, rolled = play_roll(plan, seat, roll)
            print_text(out, Text(facts.format_event(rolled), "bold"))
        seat, events = place_bets(plan, seat)
        for event in events:
            print_text(out, Text(facts.format_event(event)))


@strategy.command("test")
def test_one(
    name: Named,
    scene: Annotated[str, typer.Argument(help="A script of one player, in the notation of play.", metavar="SCENE")],
) -> None:
    """Hold a strategy against a scene: a script in which one player bets as the strategy should."""
    plan = find_strategy(name)
    told = play(read_script(scene))
    rolls = _check_scene(plan, told)
    print_text(
        console(),
        Text(f"{escape_unprintable(plan.name)} bets as the scene says, over {rolls} roll{'' if rolls == 1 else 's'}"),
    )


def _check_scene(plan: Plan, scene: Played) -> int:
    """Hold what a strategy has on the layout before each roll against a scene, and return how many rolls there are.

    Raises:
        FalseClaim: They part ways; the first roll before which they do is named.
        NotationError: The scene is not that of one player, who buys in once.
    """
    journal = uncorrected_events(scene.journal)
    bought = [event for event in journal if isinstance(event, BoughtIn)]
    if len(bought) != 1:
        message = f"{len(bought)} buy-ins are in the scene; one player who buys in once would do"
        raise NotationError(message)
    table, dice = open_table(scene.table.house), ""
    seat, _ = place_bets(plan, start_play(table.house, plan, bought[0].cents))
    for event in journal:
        if isinstance(event, Rolled):
            _check_layout(plan, table, seat, dice)
            seat, _ = play_roll(plan, seat, event.roll)
            seat, _ = place_bets(plan, seat)
            dice += f" {event.roll}"
        table = after(table, event)
    if journal and not isinstance(journal[-1], Rolled):
        _check_layout(plan, table, seat, dice)
    return len(dice.split())


def _check_layout(plan: Plan, table: Table, seat: PlayState, dice: str) -> None:
    told, bets = (", ".join(sorted(_bets(layout))) or "nothing" for layout in (table.layout, seat.table.layout))
    if told != bets:
        when = f"after{dice}" if dice else "before the first roll"
        message = f"{when} the scene has {told}, and {plan.name} {bets}"
        raise FalseClaim(message)


def _bets(layout: Layout) -> Iterator[str]:
    return (f"{dollars(bet.amount)} on {bet.spot}" + (f" ({bet.button})" if bet.button else "") for bet in layout.bets)


def _data(plan: Plan, house: House) -> dict[str, Any]:
    """Return what is shown of a plan, as data; sums are in cents."""
    data: dict[str, Any] = {
        "name": plan.name,
        "about": " ".join(plan.description),
        "text": str(plan),
        "wagers": list(plan.wagers),
        "house": house.source,
        "why_not": [str(misfit) for misfit in find_conflicts(house, plan)],
        "states": None,
        "need": None,
        "seconds": None,
    }
    if not data["why_not"]:
        began = perf_counter()
        try:
            made = _whole(plan, house)
        except CrapsError as error:
            data["why_not"] = [error.message]
        else:
            data["states"] = len(made.states)
            data["need"] = max(row.required_rail for row in made.rows)
            data["seconds"] = round(perf_counter() - began, 2)
    return data


def _whole(plan: Plan, house: House) -> Machine:
    """Return a plan's machine with all its states, if it has one that can be looked at.

    Raises:
        StrategyError: There is none, or it is too large.
    """
    if plan.why_infinite is not None:
        raise StrategyError(plan.why_infinite)
    made = machine(house, plan, most=MOST_COUNTED)
    if len(made.states) > MOST_COUNTED:
        message = f"{plan.name} has more than {MOST_COUNTED:,} states; they are found as play comes to them"
        raise StrategyError(message)
    return made


# The drawing.


def _drawing(plan: Plan, made: Machine) -> Iterator[str]:
    """Yield the lines of a drawing for Graphviz: a box for each state, an arrow for the rolls from one to another."""
    if len(made.states) > MOST_DRAWN:
        message = f"{plan.name} has {len(made.states):,} states; up to {MOST_DRAWN} can be drawn"
        raise StrategyError(message)
    yield f"digraph {_quoted(plan.name)} {{"
    yield "    node [shape=box];"
    for number, state in enumerate(made.states):
        yield f"    {number} [label={_quoted(_label(plan, state))}];"
    for number, row in enumerate(made.rows):
        held = made.states[number].layout_total
        nets = (net + made.states[to].layout_total - held for to, net in zip(row.next_state, row.net, strict=True))
        for (to, net), ways in Counter(zip(row.next_state, nets, strict=True)).items():
            won = f", {'+' if net > 0 else ''}{dollars(net)}" if net else ""
            yield f"    {number} -> {to} [label={_quoted(f'{ways} in {ROLLS}{won}')}];"
    yield "}"


def _label(plan: Plan, state: State) -> str:
    """Return what a state is called: its point, what lies on the layout, and what the strategy remembers."""
    point = "come out" if state.layout.point is None else f"point {state.layout.point}"
    bets = (f"{bet.spot} {dollars(bet.amount)}" for bet in state.layout.bets)
    return "\n".join([point, *bets, *plan.describe_memory(state.memory)])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
