"""The bets that are decided on each wager, their handle, and the house's win."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from passline.table.events import BetMade, Pressed, Reduced, TakenDown
from passline.table.ledger import BANK
from passline.table.roll import settlement_transfers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from passline.table.events import Event, Rolled
    from passline.table.ledger import Transfer
    from passline.words.money import Cents

DECIDED = frozenset({"won", "lost", "stood off"})


class WagerTotal(NamedTuple):
    """The results of the bets on one wager.

    Attributes:
        wager: The wager's name.
        bets: The number of bets that were decided, including those that stood off.
        handle: The sum of those bets, in cents.
        win: The bets that the house took, less what it paid, with vigorish, in cents.
    """

    wager: str
    bets: int
    handle: Cents
    win: Cents


class WagerMeans(NamedTuple):
    """The mean results of the bets on one wager, for a session or for a roll.

    Attributes:
        bets: The mean number of bets that are decided, including those that stand off.
        handle: The mean sum of those bets, in cents.
        win: The mean of the bets that the house takes, less what it pays, with vigorish, in cents.
    """

    bets: Fraction
    handle: Fraction
    win: Fraction

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the handle; None if no bet is decided."""
        return self.win / self.handle if self.handle else None


def sum_wager_means(several: Iterable[WagerMeans]) -> WagerMeans:
    """Return the sum of the means of several wagers."""
    return WagerMeans(
        *(sum(column, Fraction(0)) for column in zip(WagerMeans(*[Fraction(0)] * 3), *several, strict=True))
    )


def totals_of_roll(rolled: Rolled) -> list[WagerTotal]:
    """Return the total of each bet that a roll decides."""
    return [
        WagerTotal(each.bet.wager.name, 1, each.bet.amount, _to_the_bank(settlement_transfers(each)))
        for each in rolled.settlements
        if each.result in DECIDED
    ]


def vigorish_totals(events: Iterable[Event]) -> list[WagerTotal]:
    """Return the vigorish that the house takes and gives back while bets are made and changed."""
    taken: list[WagerTotal] = []
    for event in events:
        match event:
            case BetMade(bet=bet) | Pressed(bet=bet) | Reduced(changes=((bet, _), *_)) | TakenDown(bets=(bet, *_)):
                win = _to_the_bank(event.transfers)
                taken += [WagerTotal(bet.wager.name, 0, 0, win)] if win else []
    return taken


def add_wager_totals(wager_totals: Sequence[WagerTotal]) -> tuple[WagerTotal, ...]:
    """Add totals by wager, and return them in the order of the wagers' names; totals of zero are omitted."""
    if not wager_totals:
        return ()
    sums: dict[str, WagerTotal] = {}
    for each in wager_totals:
        so_far = sums.get(each.wager, WagerTotal(each.wager, 0, 0, 0))
        sums[each.wager] = WagerTotal(
            each.wager, so_far.bets + each.bets, so_far.handle + each.handle, so_far.win + each.win
        )
    return tuple(sums[wager] for wager in sorted(sums) if any(sums[wager][1:]))


def _to_the_bank(transfers: Iterable[Transfer]) -> Cents:
    """Return what the bank gains by transfers, in cents."""
    return sum(each.cents * ((each.destination == BANK) - (each.source == BANK)) for each in transfers)
