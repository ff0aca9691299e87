"""Bets, settlements and events as plain data, for JSON. Amounts are in cents: whole, or an exact fraction in text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passline.table.events import Rolled
from passline.table.facts import format_event
from passline.table.settle import Won
from passline.words.cite import Cite

if TYPE_CHECKING:
    from fractions import Fraction

    from passline.table.events import Event
    from passline.table.layout import Bet
    from passline.table.settle import Settlement


def exact_cents(amount: Fraction) -> int | str:
    """Return exact cents: a whole amount as a number, any other as a fraction in text like "3500/3"."""
    return amount.numerator if amount.denominator == 1 else str(amount)


def cited(cite: Cite | None, *, key: str = "under") -> dict[str, str | None]:
    """Return a citation as data, with its authority beside it: "law", or "custom" for a reconstructed paragraph.

    >>> cited(Cite.parse("§ 623a.5(a)"), key="paid_under")
    {'paid_under': '§ 623a.5(a)', 'paid_authority': 'law'}
    """
    return {key: cite, key.replace("under", "authority"): cite and cite.authority}


def bet_data(bet: Bet) -> dict[str, Any]:
    """Return a bet as data."""
    return {
        "player": bet.player,
        "wager": bet.wager.name,
        "spot": bet.spot,
        "cents": bet.amount,
        "number": bet.number,
        "numbers_made": sorted(bet.numbers_made),
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
        **cited(settlement.under),
        "odds": str(settlement.odds) if isinstance(settlement, Won) and settlement.odds else None,
        **cited(settlement.paid_under, key="paid_under"),
        "remaining": bet_data(settlement.remaining) if settlement.remaining else None,
        "parts": [settlement_data(part) for part in settlement.parts],
    }


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as data: its line of the script, its transfers, and the settlements of a roll."""
    data: dict[str, Any] = {
        "event": type(event).__name__,
        "line": format_event(event),
        "transfers": [
            {
                "source": str(transfer.source),
                "destination": str(transfer.destination),
                "cents": transfer.cents,
                **cited(transfer.under),
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
