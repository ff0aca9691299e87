"""`passline strategy`: list, show, check, play and test strategies."""

from __future__ import annotations

from typing import Annotated

import typer

from passline.cli.completion import complete_script, complete_strategy
from passline.cli.group import Command, Group
from passline.cli.options import OUTPUT, SESSION, DateOption, HouseOption, JsonOption, parse_date

FAULTY = 2
"""The exit status for a strategy with findings."""

strategy = typer.Typer(
    cls=Group, no_args_is_help=True, add_completion=False, help="List, show, check, play and test strategies."
)
StrategyArgument = Annotated[
    str,
    typer.Argument(
        help="A strategy of the library, or the file of a strategy.",
        metavar="STRATEGY",
        autocompletion=complete_strategy,
    ),
]


@strategy.command("list", cls=Command)
def list_strategies(date: DateOption = None, json: JsonOption = False) -> None:
    """List the strategies of the library, with the games that each fits."""
    from rich.text import Text

    from passline.cli.printing import CITATION_STYLE, console, print_text, to_json
    from passline.house.house import EXAMPLES, open_house
    from passline.strategies.notation import find_strategy, shipped_strategies
    from passline.strategies.plan import can_play

    houses = [open_house(name, date=parse_date(date)) for name in EXAMPLES[:3]]  # One house for each game.
    plans = [find_strategy(name) for name in shipped_strategies()]
    width = max(len(plan.name) for plan in plans)
    out = console()
    for plan in plans:
        games = [house.source for house in houses if can_play(house, plan)]
        if json:
            typer.echo(to_json({"name": plan.name, "about": " ".join(plan.description), "games": games}))
            continue
        name = (plan.name.ljust(width), "bold")
        print_text(out, Text.assemble(name, f"  {plan.description[0]}  ", (", ".join(games), CITATION_STYLE)))


@strategy.command("show", cls=Command)
def show_strategy(
    name: StrategyArgument,
    graph: Annotated[
        bool,
        typer.Option("--graph", help="Print the graph of its states for Graphviz.", rich_help_panel=OUTPUT),
    ] = False,
    house: HouseOption = "craps",
    date: DateOption = None,
    json: JsonOption = False,
) -> None:
    """Show the text of a strategy, its wagers, and the number of its states."""
    from rich.text import Text

    from passline.cli.printing import console, escape_unprintable, print_text, to_json
    from passline.house.house import open_house
    from passline.reports.machine_graph import machine_graph, strategy_data, whole_machine
    from passline.strategies.notation import find_strategy
    from passline.words.money import dollars

    plan = find_strategy(name)
    opened = open_house(house, date=parse_date(date))
    if graph:
        typer.echo("\n".join(machine_graph(plan, whole_machine(plan, opened))))
        return
    data = strategy_data(plan, opened)
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


@strategy.command("check", cls=Command)
def check_strategy(
    name: StrategyArgument, house: HouseOption = "craps", date: DateOption = None, json: JsonOption = False
) -> None:
    """Check a strategy for lines that do nothing, and for play that neither bets nor waits."""
    from rich.text import Text

    from passline.cli.printing import console, escape_unprintable, print_text, to_json
    from passline.house.house import open_house
    from passline.machines.check_strategy import check_plan
    from passline.strategies.notation import find_strategy

    plan = find_strategy(name)
    opened = open_house(house, date=parse_date(date))
    findings = check_plan(plan, opened)
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


@strategy.command("play", cls=Command)
def play_strategy(
    name: StrategyArgument,
    rolls: Annotated[list[str], typer.Argument(help="The rolls of the dice, like 3-3 5-1.", metavar="ROLL")],
    bankroll: Annotated[
        str,
        typer.Option(help="The player's chips at the start, in dollars.", metavar="AMOUNT", rich_help_panel=SESSION),
    ] = "$300",
    house: HouseOption = "craps",
    date: DateOption = None,
) -> None:
    """Play a strategy on given rolls, and print its bets and results as a script.

    `passline play` plays the printed script again.
    """
    from rich.text import Text

    from passline.cli.printing import console, print_text
    from passline.house.house import open_house
    from passline.reports.machine_graph import quoted
    from passline.strategies.notation import find_strategy
    from passline.strategies.protocol import PLAYER, place_bets, play_roll, start_play
    from passline.table.facts import format_event
    from passline.words.dice import Roll
    from passline.words.money import dollars, parse_dollars

    plan = find_strategy(name)
    opened = open_house(house, date=parse_date(date))
    dice = [Roll.parse(words) for words in rolls]
    amount = parse_dollars(bankroll)
    out = console()
    print_text(out, Text(f"house {quoted(house) if ' ' in house else house} on {opened.date}"))
    state = start_play(opened, plan, amount)
    print_text(out, Text(f"{PLAYER} buys in for {dollars(amount)}"))
    for roll in [None, *dice]:
        if roll is not None:
            state, rolled = play_roll(plan, state, roll)
            print_text(out, Text(format_event(rolled), "bold"))
        state, events = place_bets(plan, state)
        for event in events:
            print_text(out, Text(format_event(event)))


@strategy.command("test", cls=Command)
def test_strategy(
    name: StrategyArgument,
    scene: Annotated[
        str,
        typer.Argument(
            help="A script of play with one player, who bets as the strategy should.",
            metavar="FILE",
            autocompletion=complete_script,
        ),
    ],
) -> None:
    """Test a strategy against a script whose player bets as the strategy should."""
    from rich.text import Text

    from passline.cli.printing import console, escape_unprintable, print_text
    from passline.cli.script_text import read_script
    from passline.strategies.notation import find_strategy
    from passline.strategies.scene import check_scene
    from passline.table.script import play

    plan = find_strategy(name)
    rolls = check_scene(plan, play(read_script(scene)))
    count = f"{rolls} roll{'' if rolls == 1 else 's'}"
    print_text(console(), Text(f"{escape_unprintable(plan.name)} bets as the scene says, over {count}"))
