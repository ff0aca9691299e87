"""What the house takes and pays on each wager: the handle, and the win."""

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
    """What happened to the bets on one wager.

    Attributes:
        bets: How many were decided; one that stood off counts.
        handle: The sum of those bets, in cents.
        win: What the house took of them less what it paid, vigorish included, in cents.
    """

    wager: str
    bets: int
    handle: Cents
    win: Cents


class WagerMeans(NamedTuple):
    """What happens to the bets on one wager in the mean: of a session, or of a roll.

    Attributes:
        bets: How many are decided; one that stands off counts.
        handle: The sum of those bets, in cents.
        win: What the house takes of them less what it pays, vigorish included, in cents.
    """

    bets: Fraction
    handle: Fraction
    win: Fraction

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the handle; None where no bet is decided."""
        return self.win / self.handle if self.handle else None


def sum_wager_means(several: Iterable[WagerMeans]) -> WagerMeans:
    """Return what bets on several wagers come to."""
    return WagerMeans(
        *(sum(column, Fraction(0)) for column in zip(WagerMeans(*[Fraction(0)] * 3), *several, strict=True))
    )


def totals_of_roll(rolled: Rolled) -> list[WagerTotal]:
    """Return what the settlements of a roll come to."""
    return [
        WagerTotal(each.bet.wager.name, 1, each.bet.amount, _to_the_bank(settlement_transfers(each)))
        for each in rolled.settlements
        if each.result in DECIDED
    ]


def vigorish_totals(events: Iterable[Event]) -> list[WagerTotal]:
    """Return what the house takes and gives back while bets are made and changed, which is vigorish."""
    taken: list[WagerTotal] = []
    for event in events:
        match event:
            case BetMade(bet=bet) | Pressed(bet=bet) | Reduced(changes=((bet, _), *_)) | TakenDown(bets=(bet, *_)):
                win = _to_the_bank(event.transfers)
                taken += [WagerTotal(bet.wager.name, 0, 0, win)] if win else []
    return taken


def add_wager_totals(wager_totals: Sequence[WagerTotal]) -> tuple[WagerTotal, ...]:
    """Return bookings with those on one wager added, in the order of the wagers' names; what is nothing is left out."""
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
    """Return what transfers bring the bank, in cents."""
    return sum(each.cents * ((each.destination == BANK) - (each.source == BANK)) for each in transfers)
