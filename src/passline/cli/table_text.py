"""Settlements, events and the table as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from passline.cli.printing import CITATION_STYLE
from passline.table.events import Rolled
from passline.table.facts import format_event
from passline.table.ledger import BANK
from passline.table.settle import Lost, Moved, Stood, StoodOff, Won
from passline.words.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.house.house import House
    from passline.table.events import Event
    from passline.table.layout import Bet
    from passline.table.settle import Settlement
    from passline.table.table import Table

LABEL_WIDTH = 20
"""The columns of the labels beside the boxes."""
MIN_BOX_WIDTH = 6
"""The columns of a narrow box: ten boxes fit beside the labels on 80 columns."""
WIN_STYLE, LOSS_STYLE = "green", "red"


def answer_lines(house: House, settlement: Settlement, roll: str) -> Iterator[Text]:
    """Yield the answer to a question of what a bet pays: the result, each part, and the readings that it rests on."""
    net, bet = settlement.net, settlement.bet
    change = f"{dollars(abs(net))} {'better' if net > 0 else 'worse'} off" if net else "neither better nor worse off"
    yield Text.assemble(
        f"{bet.spot} of {dollars(bet.amount)}, {roll}: ", (settlement.result, "bold"), f"; the player is {change}"
    )
    yield from settlement_lines(settlement)
    for id_ in bet.wager.readings:
        cite, reading = house.game.readings[id_]
        yield Text.assemble(f"    {reading.authority} {id_}: {reading.read}  ", (cite.marked, CITATION_STYLE))


def settlement_lines(settlement: Settlement, *, whose: str = "", depth: int = 0) -> Iterator[Text]:
    """Yield a settlement as lines: its result with the paragraph, then its parts."""
    bet = settlement.bet
    text = Text("    " + "  " * depth)
    text.append(f"{whose}{bet.spot} {dollars(bet.amount)} ")
    match settlement:
        case Won():
            text.append(f"wins {dollars(settlement.winnings)}", WIN_STYLE)
            paid = f"paid {settlement.odds or 'in parts'} under {settlement.paid_under.marked}"
            _cite(text, settlement.under.marked, paid)
        case Lost():
            text.append("loses", LOSS_STYLE)
            _cite(text, settlement.under.marked)
        case StoodOff():
            text.append("stands off")
            _cite(text, settlement.under.marked)
        case Moved(remaining=moved):
            text.append(f"has the number {moved.number}")
            _cite(text, settlement.under.marked)
        case Stood(remaining=left):
            made = ", ".join(str(number) for number in sorted(left.numbers_made))
            text.append(f"has {made} made" if left.numbers_made != bet.numbers_made else "stands")
            _cite(text, bet.wager.cite.marked)
    yield text
    if isinstance(settlement, Won):
        yield from _win_details(settlement, depth)
    for part in settlement.parts:
        yield from settlement_lines(part, depth=depth + 1)


def _win_details(won: Won, depth: int) -> Iterator[Text]:
    """Yield the breakage and the vigorish of a win."""
    if won.winnings != won.paid:
        text = Text(f"      {'  ' * depth}paid {dollars(won.paid)}, breakage {dollars(won.winnings - won.paid)}")
        yield text
    vigorish = won.bet.wager.vigorish
    if vigorish and won.vigorish:
        text = Text(f"      {'  ' * depth}vigorish {dollars(won.vigorish)}, taken {vigorish.moment}")
        _cite(text, vigorish.under.marked)
        yield text


def _cite(text: Text, *cites: str) -> None:
    text.append("  " + ", ".join(cites), CITATION_STYLE)


def event_lines(event: Event) -> Iterator[Text]:
    """Yield an event as a line of the script, then each of its settlements with the paragraph."""
    yield Text(format_event(event), "bold" if isinstance(event, Rolled) else "")
    if isinstance(event, Rolled):
        yield Text(f"    {event.shooter or 'the house'} throws", "dim")
        for settlement in event.settlements:
            yield from settlement_lines(settlement, whose=f"{settlement.bet.player}'s ")
        if event.puck and event.under:
            text = Text(f"    {event.puck}")
            _cite(text, event.under.marked)
            yield text


def draw_table(table: Table) -> Text:
    """Draw the table: the puck over the numbers, each player's bets in the boxes, and the rails."""
    layout, books, house = table.layout, table.books, table.house
    numbers = [number for number in house.line.verdicts if number is not None]
    boxes = {player: list(_boxes(layout.bets_of(player), numbers)) for player in layout.players}
    cells = [cell for rows in boxes.values() for _, row in rows for cell in row]
    width = max(MIN_BOX_WIDTH, *(len(cell) + 1 for cell in cells)) if cells else MIN_BOX_WIDTH
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
    """Return a row of boxes: a label, and the text of each box."""
    row = Text(label.ljust(LABEL_WIDTH))
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
    """Yield a row for each family of bets in the numbered boxes."""
    for family in dict.fromkeys(bet.wager.family for bet in bets if _box(bet) is not None):
        cells = {_box(bet): _amount(bet) for bet in bets if bet.wager.family == family and _box(bet) is not None}
        yield family.removesuffix(" Bet"), [cells.get(number, "") for number in numbers]


def _box(bet: Bet) -> int | None:
    """Return the numbered box of a bet; None for a bet outside the boxes."""
    number = bet.number if bet.wager.moves_to_box else bet.wager.number
    return None if bet.wager.one_roll else number


def _amount(bet: Bet) -> str:
    made = f" ({' '.join(str(number) for number in sorted(bet.numbers_made))})" if bet.numbers_made else ""
    return dollars(bet.amount) + (f" {bet.button}" if bet.button else "") + made
