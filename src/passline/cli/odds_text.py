"""The figures of wagers, as text and as JSON."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import typer
from rich.table import Table as Grid
from rich.text import Text

from passline.cli.output_files import write_table
from passline.cli.printing import CITATION_STYLE, console, print_note, print_table, print_text, to_json
from passline.cli.result_tables import describe_house, format_probability
from passline.errors import NotationError
from passline.odds.hand_length import hand_length
from passline.odds.wager_edge import edge_left_up
from passline.reports.odds_rows import (
    EDGE_LABELS,
    WagerRow,
    WagerRows,
    changed_rows,
    maximum_odds,
    to_dict,
    to_frame,
)
from passline.words.money import dollars
from passline.words.probability import decimal, percent, square_root

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import Console

    from passline.house.house import House

WIDE_SCREEN = 120
"""The screen width, in columns, that also fits probabilities and exact fractions."""
MAX_LISTED_ROLLS = 40
"""The longest hand whose lengths are listed with the probability of each."""
MAX_FRACTION_LENGTH = 60
"""The longest fraction that is printed, in characters; --json prints all of them."""
SUBTITLE = "edge per bet made; with odds, per total action"


def parse_multiples(house: House, text: str | None) -> dict[str, Mapping[int, Fraction]]:
    """Parse the odds behind line and come bets, by wager and number; empty if none are given.

    Args:
        house: The house whose points the odds are for.
        text: One multiple of the bet, "2", or one for each pair of points from the outside in, "3-4-5".

    Raises:
        NotationError: The text is neither.
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
                f"--odds {text!r} is not understood; write one multiple of the bet like 2, "
                f"or {len(numbers) // 2} of them from the outside points in, like 3-4-5"
            )
            raise NotationError(message)
        if numbers:
            planned[name] = dict(zip(numbers, [*each, *reversed(each)], strict=True))
    return planned


def write_files(rows: list[WagerRow], house: House, *, csv: str | None, parquet: str | None, plot: str | None) -> None:
    """Write the rows to a CSV file, a Parquet file or a chart."""
    if csv is not None or parquet is not None:
        write_table(to_frame(rows), csv=csv, parquet=parquet)
    if plot is not None:
        from passline.reports.charts import edge_chart, save  # noqa: PLC0415  Altair is slow to import.

        save(edge_chart(rows, title=f"{house.game.name} at {house.name}", subtitle=SUBTITLE), plot)


def print_json(rows: Sequence[WagerRow]) -> None:
    """Print a line of JSON for each row."""
    for row in rows:
        data = {key: value if isinstance(value, str | int) else str(value) for key, value in to_dict(row).items()}
        typer.echo(to_json(data))


def show_table(house: House, rows: list[WagerRow], refused: Mapping[str, str]) -> None:
    """Print one table of wagers, and the wagers that do not take the bet, with the reason."""
    out = console()
    out.soft_wrap = False
    is_wide = out.width >= WIDE_SCREEN
    grid = Grid(
        title=Text(describe_house(house), "italic"),
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
        ("std\ndev.", lambda row: str(square_root(row.edge.variance, 2))),
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
            ("exact edge\nper bet made", lambda row: _short(row.edge.per_bet_made)),
            ("pays", lambda row: row.payout_text),
        ]
    for heading, _ in columns:
        grid.add_column(heading, justify="left" if heading == "pays" else "right", no_wrap=heading != "pays")
    for row in rows:
        grid.add_row(row.name, *(cell(row) for _, cell in columns))
    print_table(out, grid)
    print_text(out, Text("An edge is the share of a bet that the house wins on average. Per bet made", "dim"))
    print_text(out, Text("counts bets that stand off; per total action counts the odds behind a bet.", "dim"))
    for name, why in refused.items():
        print_text(out, Text(f"not taken: {name}: {why}", "yellow"))


def _short(exact: Fraction) -> str:
    text = str(exact)
    return text if len(text) <= len("10207263466/136745788725") else "a longer fraction"


def show_wagers(house: House, rows: Sequence[WagerRow]) -> None:
    """Print every figure of each wager."""
    out = console()
    for row in rows:
        _show_wager(out, house, row)
    print_note(out)


def _show_wager(out: Console, house: House, row: WagerRow) -> None:
    found = row.edge
    heading = ((row.name, "bold"), f"  pays {row.payout_text}  ", (row.cite.marked, CITATION_STYLE))
    print_text(out, Text.assemble(*heading))
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
        _line(out, "breakage, included", percent(found.breakage, 4), found.breakage)
    _line(out, "variance", str(decimal(found.variance, 4)), found.variance)
    print_text(out, Text(f"  {'standard deviation':<24}{square_root(found.variance, 4):>16}"))
    _line(out, "mean rolls to a decision", str(decimal(found.mean_rolls, 4)), found.mean_rolls)
    if found.mean_rolls_on_table != found.mean_working_rolls:
        _line(out, "mean rolls on the table", str(decimal(found.mean_rolls_on_table, 4)), found.mean_rolls_on_table)
    if len(found.numbers_made_distribution) > 1:
        for count, exact in found.numbers_made_distribution.items():
            _line(out, f"makes exactly {count}", format_probability(exact, 4), exact)
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
                    f"    on average {decimal(up.mean_decisions, 2)} decisions and {decimal(up.mean_rolls, 2)} rolls",
                    "dim",
                ),
            )


def _line(out: Console, label: str, rounded: str, exact: Fraction) -> None:
    text = str(exact) if exact.denominator < 10**MAX_FRACTION_LENGTH else ""
    print_text(
        out,
        Text.assemble(
            f"  {label:<24}{rounded:>16}",
            (f"   {text}" if 0 < len(text) <= MAX_FRACTION_LENGTH else "", CITATION_STYLE),
        ),
    )


def show_hand(house: House, rolls: int, *, json: bool) -> None:
    """Print the mean length of a shooter's hand, and the probability of a number of rolls or more."""
    length = hand_length(house)
    at_least = length.probability_at_least(rolls)
    if json:
        data = {"game": house.game.name, "mean": str(length.mean), "variance": str(length.variance)}
        listed = range(1, min(rolls, MAX_LISTED_ROLLS) + 1)
        exactly = {count: str(length.probability(count)) for count in listed}
        typer.echo(to_json(data | {"rolls": rolls, "probability_at_least": str(at_least), "exactly": exactly}))
        return
    out = console()
    out.print(
        Text.assemble("The length of a shooter's hand in ", (house.game.name, "bold"), ", in rolls, with the seven-out")
    )
    _line(out, "mean", str(decimal(length.mean, 6)), length.mean)
    _line(out, "variance", str(decimal(length.variance, 6)), length.variance)
    _line(out, f"{rolls} rolls or more", format_probability(at_least, 4), at_least)
    for count in range(1, rolls + 1) if rolls <= MAX_LISTED_ROLLS else ():
        _line(out, f"exactly {count}", percent(length.probability(count), 4), length.probability(count))


def show_changes(names: tuple[str, str], first: WagerRows, second: WagerRows, *, json: bool) -> None:
    """Print the wagers whose edge differs between two houses, and the difference."""
    changes = changed_rows(first, second)
    if json:
        for name, was, now in changes:
            typer.echo(to_json({"wager": name, "was": was and str(was.cost), "now": now and str(now.cost)}))
        return
    out = console()
    if not changes:
        out.print(f"no edge differs between {names[0]} and {names[1]}")
        return
    grid = Grid("wager", box=None, pad_edge=False, padding=(0, 1))
    for heading in (*names, "change", "exact change"):
        grid.add_column(heading, justify="right")
    for name, was, now in changes:
        by = now.cost - was.cost if was and now else None
        cells = [percent(row.cost) if row else "not offered" for row in (was, now)]
        change = "" if by is None else f"{'+' if by > 0 else ''}{percent(by)}"
        grid.add_row(name, *cells, change, _short(by) if by else "")
    print_table(out, grid)
    print_text(out, Text(f"The house's {SUBTITLE}.", "dim"))
