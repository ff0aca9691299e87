"""`passline odds`: what every wager costs, exactly."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from passline.cli.figures import chance, where
from passline.cli.files import check_files, write_table
from passline.cli.options import DateOption, HouseOption, JsonOption, parse_date
from passline.cli.printing import CITATION_STYLE, console, print_table, print_text, to_json
from passline.errors import NotationError
from passline.house.house import open_house
from passline.odds.hand_length import hand_length
from passline.odds.wager_edge import edge, edge_left_up
from passline.reports.odds_rows import (
    EDGE_LABELS,
    WagerRow,
    maximum_odds,
    payout_text,
    row_name,
    to_dict,
    to_frame,
    wager_rows,
)
from passline.words.money import cents, dollars
from passline.words.probability import decimal, percent, root

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from rich.console import Console

    from passline.house.house import House
    from passline.words.money import Cents

WIDE = 120
"""The columns from which the table shows chances and exact fractions too."""
LONGEST_HAND = 5_000
"""The longest hand whose chance is counted, in rolls."""
LONGEST_DISTRIBUTION = 40
"""The most rolls of a hand whose chances are listed one by one."""
LONGEST = 60
"""The longest fraction that is shown, in characters; --json has all of them."""


def odds(
    wagers: Annotated[
        list[str] | None,
        typer.Argument(help="Wagers, by name or slang; all of them if none is named.", metavar="[WAGER]…"),
    ] = None,
    house: HouseOption = "craps",
    date: DateOption = None,
    behind: Annotated[
        str | None, typer.Option("--odds", help="Odds behind line and come bets: 2, or 3-4-5 for 4/10, 5/9 and 6/8.")
    ] = None,
    stake: Annotated[str | None, typer.Option(help="The bet, in dollars, with the house's rounding.")] = None,
    working: Annotated[
        bool, typer.Option("--working", help="Bets that are off on a come out roll are called on.")
    ] = False,
    hand_length: Annotated[
        int | None,
        typer.Option("--hand-length", help="The length of a shooter's hand, and the chance of so many rolls."),
    ] = None,
    compare: Annotated[
        tuple[str, str] | None, typer.Option(help="Two submissions: what moved between them.", metavar="FILE FILE")
    ] = None,
    plot: Annotated[str | None, typer.Option(help="Draw the edge by wager to a .svg, .png or .html file.")] = None,
    report: Annotated[str | None, typer.Option(help="Write a report of the submission, one .html file.")] = None,
    handle: Annotated[
        str | None, typer.Option(help="For the report: a CSV file of wager and handle in dollars.", metavar="CSV")
    ] = None,
    csv: Annotated[str | None, typer.Option(help="Write the figures to a CSV file.")] = None,
    parquet: Annotated[str | None, typer.Option(help="Write the figures to a Parquet file.")] = None,
    json: JsonOption = False,
) -> None:
    """Say what every wager costs at a house: edges on each basis, chances, variance, rolls, as exact fractions."""
    opened_on = parse_date(date)
    amount = cents(stake) if stake is not None else None
    check_files(
        {"--house": [house], "--handle": [handle]},
        {"--plot": plot, "--report": report, "--csv": csv, "--parquet": parquet},
    )
    if handle is not None and report is None:
        message = f"--handle {handle} goes with --report, which says what the house holds on it"
        raise NotationError(message)
    alone = "--compare" if compare else "--hand-length" if hand_length else ""
    if alone and (wagers or plot or report or csv or parquet or behind):
        message = f"{alone} goes with no wagers, odds and files; ask for them apart"
        raise NotationError(message)
    if compare is not None:
        _compare(compare, opened_on, amount, json=json)
        return
    opened = open_house(house, on=opened_on)
    if hand_length is not None and not 0 < hand_length <= LONGEST_HAND:
        message = f"--hand-length {hand_length}: the chance of 1 to {LONGEST_HAND:,} rolls is counted"
        raise NotationError(message)
    if hand_length is not None:
        _show_hand(opened, hand_length, json=json)
        return
    planned = odds_behind(opened, behind)
    if wagers:
        rows = [_figure(opened, words, amount, planned, working=working) for words in wagers]
        refused: Mapping[str, str] = {}
    else:
        found = wager_rows(opened, stake=amount, odds=planned, working=working)
        rows, refused = list(found.rows), found.refused
        if not rows:
            message = f"no wager of this house takes a bet of {stake}; whole chips of {dollars(opened.chip)} would do"
            raise NotationError(message)
    _write(rows, opened, csv=csv, parquet=parquet, plot=plot)
    if report is not None:
        from passline.reports.submission_report import write_report

        write_report(opened, rows, report, handle=handle)
    if json:
        for row in rows:
            typer.echo(to_json(_data(row)))
    elif wagers:
        for row in rows:
            _show(opened, row)
    else:
        _show_table(opened, rows, refused)


def odds_behind(house: House, text: str | None) -> dict[str, Mapping[int, Fraction]]:
    """Return the odds behind each line and come bet, by number; empty where none are asked for.

    Args:
        house: Whose points count.
        text: One multiple, "2", or one for each pair of points from the outside in, "3-4-5".

    Raises:
        NotationError: It is neither.
    """
    if text is None:
        return {}
    is_read = re.fullmatch(r"[0-9]{1,4}(/[1-9][0-9]{0,3})?(-[0-9]{1,4}(/[1-9][0-9]{0,3})?){0,9}", text)
    multiples = [Fraction(part) for part in text.split("-")] if is_read else []
    planned: dict[str, Mapping[int, Fraction]] = {}
    for name in house.wagers:
        numbers = sorted(maximum_odds(house, name))
        each = multiples * (len(numbers) // 2) if len(multiples) == 1 else multiples
        if numbers and len(each) != len(numbers) // 2:
            message = (
                f"{text!r} are no odds; one multiple is, or {len(numbers) // 2} of them from the outside in, like 3-4-5"
            )
            raise NotationError(message)
        if numbers:
            planned[name] = dict(zip(numbers, [*each, *reversed(each)], strict=True))
    return planned


def _figure(
    house: House, words: str, stake: Cents | None, odds: Mapping[str, Mapping[int, Fraction]], *, working: bool
) -> WagerRow:
    wager = house.find(words)
    behind = odds.get(wager.name, {})
    found = edge(house, wager.name, odds=behind or None, stake=stake, working=working)
    return WagerRow(row_name(wager.name, behind), wager.name, payout_text(house, wager.name), wager.cite, found)


def _data(row: WagerRow) -> dict[str, Any]:
    return {key: value if isinstance(value, str | int) else str(value) for key, value in to_dict(row).items()}


def _write(rows: list[WagerRow], house: House, *, csv: str | None, parquet: str | None, plot: str | None) -> None:
    if csv is not None or parquet is not None:
        write_table(to_frame(rows), csv=csv, parquet=parquet)
    if plot is not None:
        from passline.reports.charts import edge_chart, save

        save(edge_chart(rows, title=f"{house.game.name} at {house.name}", subtitle=SUBTITLE), plot)


SUBTITLE = "edge per bet made; with odds, per total action"


# As text.


def _show_table(house: House, rows: list[WagerRow], refused: Mapping[str, str]) -> None:
    out = console()
    out.soft_wrap = False
    is_wide = out.width >= WIDE
    grid = Grid(
        title=Text(where(house), "italic"),
        title_justify="left",
        box=None,
        pad_edge=False,
        padding=(0, 1),
    )
    grid.add_column("wager", ratio=1)
    columns: list[tuple[str, Callable[[WagerRow], str]]] = [
        ("edge per\nbet made", lambda row: percent(row.edge.per_bet_made)),
        ("per bet\ndecided", lambda row: percent(row.edge.per_bet_decided)),
        ("per\nroll", lambda row: percent(row.edge.per_roll)),
        ("per tot.\naction", lambda row: percent(row.edge.per_total_action)),
        ("std\ndev.", lambda row: str(root(row.edge.variance, 2))),
        ("mean\nrolls", lambda row: str(decimal(row.edge.mean_rolls, 2))),
    ]
    if is_wide:
        columns += [
            ("win", lambda row: percent(row.edge.probability_of_winning)),
            ("lose", lambda row: percent(row.edge.probability_of_losing)),
            (
                "stand\noff",
                lambda row: percent(row.edge.probability_of_standoff) if row.edge.probability_of_standoff else "",
            ),
            ("edge per bet made,\nexactly", lambda row: _short(row.edge.per_bet_made)),
            ("pays", lambda row: row.payout_text),
        ]
    for heading, _ in columns:
        grid.add_column(heading, justify="left" if heading == "pays" else "right", no_wrap=heading != "pays")
    for row in rows:
        grid.add_row(row.name, *(cell(row) for _, cell in columns))
    print_table(out, grid)
    print_text(out, Text("Edges are the house's, in units of the bet; per bet made counts standoffs,", "dim"))
    print_text(out, Text("per total action the odds behind it too.", "dim"))
    for name, why in refused.items():
        print_text(out, Text(f"not taken: {name}: {why}", "yellow"))


def _short(exact: Fraction) -> str:
    text = str(exact)
    return text if len(text) <= len("10207263466/136745788725") else "a longer fraction"


def _show(house: House, row: WagerRow) -> None:
    """Show everything about one wager."""
    out = console()
    found = row.edge
    out.print(Text.assemble((row.name, "bold"), f"  pays {row.payout_text}  ", (str(row.cite), CITATION_STYLE)))
    print_text(out, Text(f"  a bet of {dollars(found.stake)}" + (", called on" if found.working else "")))
    for label, exact in (
        ("wins", found.probability_of_winning),
        ("loses", found.probability_of_losing),
        ("stands off", found.probability_of_standoff),
    ):
        if exact:
            _line(out, label, percent(exact, 4), exact)
    for basis, label in EDGE_LABELS.items():
        if basis == "per_outlay" and not found.vigorish_when_made:
            continue
        _line(out, label, percent(getattr(found, basis), 4), getattr(found, basis))
    if found.breakage:
        _line(out, "of it breakage", percent(found.breakage, 4), found.breakage)
    _line(out, "variance", str(decimal(found.variance, 4)), found.variance)
    print_text(out, Text(f"  {'standard deviation':<24}{root(found.variance, 4):>16}"))
    _line(out, "mean rolls to a decision", str(decimal(found.mean_rolls, 4)), found.mean_rolls)
    if found.mean_rolls_on_table != found.mean_working_rolls:
        _line(out, "with those it is off", str(decimal(found.mean_rolls_on_table, 4)), found.mean_rolls_on_table)
    if len(found.numbers_made_distribution) > 1:
        for count, exact in found.numbers_made_distribution.items():
            _line(out, f"gathers exactly {count}", chance(exact, 4), exact)
    if house.wagers[row.wager].stays_up:
        for working in (False, True):
            up = edge_left_up(house, row.wager, stake=found.stake, working=working)
            how = "left up, always working" if working else "left up until it loses"
            if working and not house.wagers[row.wager].off_on_come_out:
                continue
            _line(out, how, f"{percent(up.per_roll, 4)} a roll", up.per_roll)
            print_text(
                out,
                Text(
                    f"    {decimal(up.mean_decisions, 2)} decisions and {decimal(up.mean_rolls, 2)} rolls in the mean",
                    "dim",
                ),
            )


def _line(out: Console, label: str, shown: str, exact: Fraction) -> None:
    text = str(exact) if exact.denominator < 10**LONGEST else ""
    print_text(
        out,
        Text.assemble(f"  {label:<24}{shown:>16}", (f"   {text}" if 0 < len(text) <= LONGEST else "", CITATION_STYLE)),
    )


def _show_hand(house: House, rolls: int, *, json: bool) -> None:
    length = hand_length(house)
    so_many = length.probability_at_least(rolls)
    if json:
        data = {"game": house.game.name, "mean": str(length.mean), "variance": str(length.variance)}
        shown = range(1, min(rolls, LONGEST_DISTRIBUTION) + 1)
        exactly = {count: str(length.probability(count)) for count in shown}
        typer.echo(to_json(data | {"rolls": rolls, "chance_of_so_many_or_more": str(so_many), "exactly": exactly}))
        return
    out = console()
    out.print(Text.assemble("A shooter's hand at ", (house.game.name, "bold"), ", in rolls, the seven-out counted"))
    _line(out, "mean", str(decimal(length.mean, 6)), length.mean)
    _line(out, "variance", str(decimal(length.variance, 6)), length.variance)
    _line(out, f"{rolls} rolls or more", chance(so_many, 4), so_many)
    for count in range(1, rolls + 1) if rolls <= LONGEST_DISTRIBUTION else ():
        _line(out, f"exactly {count}", percent(length.probability(count), 4), length.probability(count))


def _compare(files: tuple[str, str], on: date | None, stake: Cents | None, *, json: bool) -> None:
    """Show what moved between two submissions, and by how much."""
    first, second = (open_house(file, on=on) for file in files)
    before, after = (
        {(row.wager, bool(row.edge.odds)): row for row in wager_rows(house, stake=stake).rows}
        for house in (first, second)
    )
    moved = []
    for wager, with_odds in dict.fromkeys([*before, *after]):
        was, now = before.get((wager, with_odds)), after.get((wager, with_odds))
        if was is None or now is None or was.cost != now.cost:
            moved.append((f"{wager} with the most odds" if with_odds else wager, was, now))
    if json:
        for name, was, now in moved:
            typer.echo(to_json({"wager": name, "was": was and str(was.cost), "now": now and str(now.cost)}))
        return
    out = console()
    if not moved:
        out.print(f"nothing moved between {files[0]} and {files[1]}")
        return
    grid = Grid("wager", box=None, pad_edge=False, padding=(0, 1))
    for heading in (*files, "moved by", "exactly"):
        grid.add_column(heading, justify="right")
    for name, was, now in moved:
        by = now.cost - was.cost if was and now else None
        cells = [percent(row.cost) if row else "not offered" for row in (was, now)]
        grid.add_row(
            name,
            *cells,
            f"{'+' if by and by > 0 else ''}{percent(by)}" if by is not None else "",
            _short(by) if by else "",
        )
    print_table(out, grid)
    print_text(out, Text(f"The house's {SUBTITLE}.", "dim"))
