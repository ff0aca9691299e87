"""`passline odds`: the exact house edge of every wager."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from passline.cli.completion import complete_file, complete_house, complete_wager
from passline.cli.options import BET, OUTPUT, QUESTIONS, DateOption, HouseOption, JsonOption, parse_date
from passline.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_HAND_LENGTH = 5_000
"""The longest hand whose probability is calculated, in rolls."""


def odds(
    wagers: Annotated[
        list[str] | None,
        typer.Argument(
            help="Wagers, by name or by slang.",
            metavar="WAGER",
            show_default="every wager of the house",
            autocompletion=complete_wager,
        ),
    ] = None,
    multiples: Annotated[
        str | None,
        typer.Option(
            "--odds",
            help="The odds behind line and come bets, in multiples of the bet: 2, or 3-4-5 for 4/10, 5/9 and 6/8.",
            metavar="N",
            show_default="the most that the house takes",
            rich_help_panel=BET,
        ),
    ] = None,
    stake: Annotated[
        str | None,
        typer.Option(
            help="The bet in dollars. The house rounds its payouts.",
            metavar="AMOUNT",
            show_default="a bet that needs no rounding",
            rich_help_panel=BET,
        ),
    ] = None,
    working: Annotated[
        bool,
        typer.Option("--working", help="Call on the bets that are off on a come out roll.", rich_help_panel=BET),
    ] = False,
    hand_length: Annotated[
        int | None,
        typer.Option(
            help="Show the mean length of a shooter's hand, and the probability of N rolls or more.",
            metavar="N",
            rich_help_panel=QUESTIONS,
        ),
    ] = None,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(
            help="Show the wagers whose edge differs between two houses.",
            metavar="HOUSE HOUSE",
            autocompletion=complete_house,
            rich_help_panel=QUESTIONS,
        ),
    ] = None,
    house: HouseOption = "craps",
    date: DateOption = None,
    plot: Annotated[
        str | None,
        typer.Option(
            help="Draw the edges to a .svg, .png or .html file.",
            metavar="FILE",
            autocompletion=complete_file,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option(
            help="Write the figures to a CSV file.",
            metavar="FILE",
            autocompletion=complete_file,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    parquet: Annotated[
        str | None,
        typer.Option(
            help="Write the figures to a Parquet file.",
            metavar="FILE",
            autocompletion=complete_file,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show the exact house edge of every wager.

    Without a wager, one table lists them all. With wagers, it shows every figure of each as an exact fraction: the
    edge on each basis, the probabilities of winning and losing, the variance, and the mean rolls to a decision.
    """
    from passline.cli import odds_text
    from passline.cli.output_files import check_files
    from passline.house.house import open_house
    from passline.reports.odds_rows import find_row, wager_rows
    from passline.words.money import dollars, parse_dollars

    opened_on = parse_date(date)
    amount = parse_dollars(stake) if stake is not None else None
    check_files(
        {"--house": [house]},
        {"--plot": plot, "--csv": csv, "--parquet": parquet},
    )
    question = "--compare" if compare else "--hand-length" if hand_length else ""
    if question and (wagers or plot or csv or parquet or multiples):
        message = f"{question} does not go with wagers, odds or files; ask for them in another command"
        raise NotationError(message)
    if compare is not None:
        first, second = (open_house(name, date=opened_on) for name in compare)
        odds_text.show_changes(compare, wager_rows(first, stake=amount), wager_rows(second, stake=amount), json=json)
        return
    opened = open_house(house, date=opened_on)
    if hand_length is not None:
        if not 0 < hand_length <= MAX_HAND_LENGTH:
            message = f"--hand-length {hand_length}: a length of 1 to {MAX_HAND_LENGTH:,} rolls is accepted"
            raise NotationError(message)
        odds_text.show_hand(opened, hand_length, json=json)
        return
    behind = odds_text.parse_multiples(opened, multiples)
    refused: Mapping[str, str] = {}
    if wagers:
        rows = [find_row(opened, words, stake=amount, odds=behind, working=working) for words in wagers]
    else:
        found = wager_rows(opened, stake=amount, odds=behind, working=working)
        rows, refused = list(found.rows), found.refused
        if not rows:
            message = f"no wager of this house takes a bet of {stake}; bet whole chips of {dollars(opened.chip)}"
            raise NotationError(message)
    odds_text.write_files(rows, opened, csv=csv, parquet=parquet, plot=plot)
    if json:
        odds_text.print_json(rows)
    elif wagers:
        odds_text.show_wagers(opened, rows)
    else:
        odds_text.show_table(opened, rows, refused)
