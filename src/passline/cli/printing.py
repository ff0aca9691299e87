"""How settlements, events and the table are shown: as text, and as JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.text import Text

from passline.table.events import Rolled
from passline.table.facts import format_event
from passline.table.ledger import BANK
from passline.table.settle import Lost, Moved, Stood, StoodOff, Won
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table as Grid

    from passline.table.events import Event
    from passline.table.layout import Bet
    from passline.table.settle import Settlement
    from passline.table.table import Table

CITATION_STYLE = "dim cyan"
LABEL = 20
"""The columns of the labels beside the boxes."""
NARROWEST = 6
"""The columns of a box, where its bet needs no more: ten boxes fit beside the labels on 80 columns."""
GOOD, BAD = "green", "red"
WIDEST = 10_000
"""More columns than any table needs."""
LEAST_WORDS = 12
"""The columns that the words of a table have at least, however narrow the screen is."""


def console() -> Console:
    """Return a console for what is read by people; lines are broken only where people look on."""
    out = Console(highlight=False, markup=False)
    out.soft_wrap = not out.is_terminal
    return out


def print_text(out: Console, text: Text) -> None:
    """Print a line; where it must be broken, it goes on under its own beginning."""
    if not out.is_terminal:
        typer.echo(text.plain)
        return
    indent = len(text.plain) - len(text.plain.lstrip())
    out.print(Padding(text[indent:], (0, 0, 0, indent)))


def print_table(out: Console, made: Grid) -> None:
    """Print a table as wide as the screen, whoever reads it; and wider where a figure would be cut off otherwise."""
    first = made.columns[0]
    first.max_width = LEAST_WORDS if first.justify == "left" else None  # Words can be broken anywhere, figures nowhere.
    needed = Measurement.get(out, out.options.update_width(WIDEST), made).minimum
    first.max_width = None
    if needed > out.width:
        made.width = needed
    out.soft_wrap = False
    out.print(made, crop=False)
    out.soft_wrap = not out.is_terminal


def escape_unprintable(text: str) -> str:
    """Return a text with what cannot be printed on a line written out, so that it does nothing to a terminal."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


# As text.


def settlement_lines(settlement: Settlement, *, whose: str = "", depth: int = 0) -> Iterator[Text]:
    """Yield a settlement as lines: what it came to and under what, then its parts."""
    bet = settlement.bet
    text = Text("    " + "  " * depth)
    text.append(f"{whose}{bet.spot} {dollars(bet.amount)} ")
    match settlement:
        case Won():
            text.append(f"wins {dollars(settlement.winnings)}", GOOD)
            _cite(text, str(settlement.under), f"paid {settlement.odds or 'in parts'} under {settlement.paid_under}")
        case Lost():
            text.append("loses", BAD)
            _cite(text, str(settlement.under))
        case StoodOff():
            text.append("stands off")
            _cite(text, str(settlement.under))
        case Moved(remaining=moved):
            text.append(f"has the number {moved.number}")
            _cite(text, str(settlement.under))
        case Stood(remaining=left):
            made = ", ".join(str(number) for number in sorted(left.numbers_made))
            text.append(f"has gathered {made}" if left.numbers_made != bet.numbers_made else "stands")
            _cite(text, str(bet.wager.cite))
    yield text
    if isinstance(settlement, Won):
        yield from _of_a_win(settlement, depth)
    for part in settlement.parts:
        yield from settlement_lines(part, depth=depth + 1)


def _of_a_win(won: Won, depth: int) -> Iterator[Text]:
    """Yield what else there is to say of a win: breakage, and vigorish."""
    if won.winnings != won.paid:
        text = Text(f"      {'  ' * depth}paid {dollars(won.paid)}, breakage {dollars(won.winnings - won.paid)}")
        yield text
    vigorish = won.bet.wager.vigorish
    if vigorish and won.vigorish:
        text = Text(f"      {'  ' * depth}vigorish {dollars(won.vigorish)}, taken {vigorish.moment}")
        _cite(text, str(vigorish.under))
        yield text


def _cite(text: Text, *cites: str) -> None:
    text.append("  " + ", ".join(cites), CITATION_STYLE)


def event_lines(event: Event) -> Iterator[Text]:
    """Yield an event as its line of the script, and under it each settlement with its paragraph."""
    yield Text(format_event(event), "bold" if isinstance(event, Rolled) else "")
    if isinstance(event, Rolled):
        yield Text(f"    {event.shooter or 'the house'} throws", "dim")
        for settlement in event.settlements:
            yield from settlement_lines(settlement, whose=f"{settlement.bet.player}'s ")
        if event.puck and event.under:
            text = Text(f"    {event.puck}")
            _cite(text, str(event.under))
            yield text


def draw_table(table: Table) -> Text:
    """Draw the table: the puck over the numbers, each player's bets in the boxes, and the rails."""
    layout, books, house = table.layout, table.books, table.house
    numbers = [number for number in house.line.stages if number is not None]
    boxes = {player: list(_boxes(layout.bets_of(player), numbers)) for player in layout.players}
    cells = [cell for rows in boxes.values() for _, row in rows for cell in row]
    width = max(NARROWEST, *(len(cell) + 1 for cell in cells)) if cells else NARROWEST
    drawn = [
        Text(f"{house.game.name} at {house.name}", "italic"),
        _row("", [(str(number), "") for number in numbers], width),
        _row(
            "puck OFF" if layout.point is None else "puck",
            [("ON", "reverse bold") if number == layout.point else ("", "") for number in numbers],
            width,
        ),
    ]
    for player in layout.players:
        drawn.append(Text.assemble((player, "bold"), f"  rail {dollars(books.rail(player))}"))
        drawn += [_row(f"  {label}", [(cell, "") for cell in row], width) for label, row in boxes[player]]
        drawn += [Text(f"  {bet.spot} {_amount(bet)}") for bet in layout.bets_of(player) if _box(bet) is None]
    won = books.balances.get(BANK, 0)
    drawn.append(Text(f"the bank has {'won' if won >= 0 else 'lost'} {dollars(abs(won))}"))
    drawn.append(Text(_dice(table), "dim italic"))
    return Text("\n").join(drawn)


def _row(label: str, cells: list[tuple[str, str]], width: int) -> Text:
    """Return a row of the boxes: a label, and what lies in each."""
    row = Text(label.ljust(LABEL))
    for cell, style in cells:
        row.append(" " * (width - len(cell)))
        row.append(cell, style)
    return row


def _dice(table: Table) -> str:
    layout = table.layout
    if layout.shooter:
        return f"{layout.shooter} has the dice"
    return f"the dice are offered to {layout.offered_to}" if layout.offered_to else "nobody has the dice"


def _boxes(bets: list[Bet], numbers: list[int]) -> Iterator[tuple[str, list[str]]]:
    """Yield a row for each kind of bet that lies in the numbered boxes."""
    for family in dict.fromkeys(bet.wager.family for bet in bets if _box(bet) is not None):
        cells = {_box(bet): _amount(bet) for bet in bets if bet.wager.family == family and _box(bet) is not None}
        yield family.removesuffix(" Bet"), [cells.get(number, "") for number in numbers]


def _box(bet: Bet) -> int | None:
    """Return the numbered box that a bet lies in, or None."""
    number = bet.number if bet.wager.travels else bet.wager.number
    return None if bet.wager.one_roll else number


def _amount(bet: Bet) -> str:
    made = f" ({' '.join(str(number) for number in sorted(bet.numbers_made))})" if bet.numbers_made else ""
    return dollars(bet.amount) + (f" {bet.button}" if bet.button else "") + made


# As JSON: amounts are cents, whole or as an exact fraction like "3500/3".


def to_json(value: object) -> str:
    """Print a value on one line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def exact_cents(amount: Fraction) -> int | str:
    """Return exact cents: whole ones as a number, others as a fraction in text."""
    return amount.numerator if amount.denominator == 1 else str(amount)


def bet_data(bet: Bet) -> dict[str, Any]:
    """Return a bet as data."""
    return {
        "player": bet.player,
        "wager": bet.wager.name,
        "spot": bet.spot,
        "cents": bet.amount,
        "number": bet.number,
        "made": sorted(bet.numbers_made),
        "button": bet.button,
    }


def settlement_data(settlement: Settlement) -> dict[str, Any]:
    """Return a settlement as data."""
    return {
        "bet": bet_data(settlement.bet),
        "result": settlement.result,
        "winnings": exact_cents(settlement.winnings),
        "paid": settlement.paid,
        "lost": settlement.lost,
        "vigorish": settlement.vigorish,
        "net": exact_cents(settlement.net),
        "under": settlement.under,
        "odds": str(settlement.odds) if isinstance(settlement, Won) and settlement.odds else None,
        "paid_under": settlement.paid_under,
        "left": bet_data(settlement.remaining) if settlement.remaining else None,
        "parts": [settlement_data(part) for part in settlement.parts],
    }


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as data: its line of the script, its transfers, and what a roll settled."""
    data: dict[str, Any] = {
        "event": type(event).__name__,
        "line": format_event(event),
        "transfers": [
            {
                "giver": str(transfer.source),
                "taker": str(transfer.destination),
                "cents": transfer.cents,
                "under": transfer.under,
                "breakage": exact_cents(transfer.breakage),
            }
            for transfer in event.transfers
        ],
    }
    if isinstance(event, Rolled):
        data |= {
            "roll": str(event.roll),
            "shooter": event.shooter,
            "point": event.point,
            "puck": event.puck,
            "settlements": [settlement_data(settlement) for settlement in event.settlements],
            "returned": [bet_data(bet) for bet in event.returned],
        }
    return data
