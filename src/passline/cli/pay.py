"""`passline pay`: the payment of a bet on a roll, and its paragraph."""

from __future__ import annotations

from typing import Annotated

import typer

from passline.cli.completion import complete_wager
from passline.cli.options import BET, DateOption, HouseOption, JsonOption, parse_date


def pay(
    wager: Annotated[
        str,
        typer.Argument(
            help='The wager, by its name or by slang: "Horn Bet", yo, "place 6".',
            metavar="WAGER",
            autocompletion=complete_wager,
        ),
    ],
    amount: Annotated[str, typer.Argument(help="The bet in dollars: 20 or 12.50.", metavar="AMOUNT")],
    roll: Annotated[str, typer.Argument(help="The two dice: 6-6.", metavar="ROLL")],
    point: Annotated[
        int | None,
        typer.Option(
            help="The point before the roll.", metavar="N", show_default="a come out roll", rich_help_panel=BET
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            help="The number that a Come or Don't Come Bet has moved to, or its odds.", metavar="N", rich_help_panel=BET
        ),
    ] = None,
    numbers_made: Annotated[
        list[int] | None,
        typer.Option(
            help="A number that a Bonus Bet has marked, or a point that a Fire Bet has made. Repeat it for several.",
            metavar="N",
            rich_help_panel=BET,
        ),
    ] = None,
    working: Annotated[
        bool, typer.Option("--working", help="The bet is called on for a come out roll.", rich_help_panel=BET)
    ] = False,
    house: HouseOption = "craps",
    date: DateOption = None,
    json: JsonOption = False,
) -> None:
    """Show what a bet pays on a roll, and under which paragraph."""
    from passline.house.house import open_house
    from passline.table.pay import pay as settle_bet
    from passline.words.money import parse_dollars

    opened = open_house(house, date=parse_date(date))
    settlement = settle_bet(
        opened,
        wager,
        parse_dollars(amount),
        roll,
        point=point,
        number=number,
        numbers_made=numbers_made or (),
        working=working,
    )
    if json:
        from passline.cli.printing import to_json
        from passline.reports.event_rows import settlement_data

        typer.echo(to_json(settlement_data(settlement)))
        return
    from passline.cli.printing import console, print_lines
    from passline.cli.table_text import answer_lines

    print_lines(console(), answer_lines(opened, settlement, roll))
