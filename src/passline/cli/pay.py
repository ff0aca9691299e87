"""`passline pay`: what does it pay, and why."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from passline.cli.options import DateOption, HouseOption, JsonOption, parse_date
from passline.cli.printing import CITATION_STYLE, console, print_text, settlement_data, settlement_lines, to_json
from passline.house.house import open_house
from passline.table.pay import pay as what_it_pays
from passline.words.money import cents, dollars


def pay(
    wager: Annotated[str, typer.Argument(help='The wager, by its name or by slang: "Horn Bet", yo, "place 6".')],
    amount: Annotated[str, typer.Argument(help="The bet, in dollars: 20 or 12.50.")],
    roll: Annotated[str, typer.Argument(help="The faces of the dice: 6-6.")],
    house: HouseOption = "craps",
    point: Annotated[int | None, typer.Option(help="The come out point before the roll.")] = None,
    number: Annotated[int | None, typer.Option(help="The number that a Come Bet, or its odds, has.")] = None,
    numbers_made: Annotated[
        list[int] | None, typer.Option(help="A number marked, or a point made, so far; may be repeated.")
    ] = None,
    working: Annotated[bool, typer.Option("--working", help="The bet is called on.")] = False,
    date: DateOption = None,
    json: JsonOption = False,
) -> None:
    """Say what a roll does to a bet: what it pays, part by part, and under which paragraph."""
    opened = open_house(house, on=parse_date(date))
    settlement = what_it_pays(
        opened, wager, cents(amount), roll, point=point, number=number, numbers_made=numbers_made or (), working=working
    )
    if json:
        typer.echo(to_json(settlement_data(settlement)))
        return
    out = console()
    readings = opened.game.readings
    net = settlement.net
    came = f"{dollars(abs(net))} {'better' if net > 0 else 'worse'} off" if net else "neither better nor worse off"
    bet = f"{settlement.bet.spot} of {dollars(settlement.bet.amount)}"
    print_text(out, Text.assemble(f"{bet}, {roll}: ", (settlement.result, "bold"), f"; the player is {came}"))
    for text in settlement_lines(settlement):
        print_text(out, text)
    for id_ in settlement.bet.wager.readings:
        cite, reading = readings[id_]
        print_text(out, Text.assemble(f"    {reading.authority} {id_}: {reading.read}  ", (str(cite), CITATION_STYLE)))
