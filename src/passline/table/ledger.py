"""The ledger: every chip that moves is one transfer from one place to another.

Balances are sums of transfers. Chips come from the cage when a player buys in and return to it when a player cashes
out. The bank's balance is what the house has won or lost. All balances always add up to zero.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from passline.errors import JournalError
from passline.words.frozen_dict import FrozenDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from passline.words.cite import Cite
    from passline.words.money import Cents

NOTHING = Fraction(0)


class Place(NamedTuple):
    """A place where a chip can be."""

    where: Literal["rail", "layout", "bank", "cage"]
    player: str = ""
    spot: str = ""

    def __str__(self) -> str:
        """Name the place: "alice's rail", "alice's Pass Bet", "the bank"."""
        if self.where == "layout":
            return f"{self.player}'s {self.spot}"
        return f"{self.player}'s rail" if self.where == "rail" else f"the {self.where}"


BANK = Place("bank")
CAGE = Place("cage")


class Transfer(NamedTuple):
    """An amount that moves from one place to another, and the paragraph under which it does.

    Attributes:
        source: The place that pays.
        destination: The place that receives.
        cents: The amount in cents, above zero.
        under: The paragraph.
        breakage: The part of a rounded-down payout that the bank keeps, in cents, exact.
    """

    source: Place
    destination: Place
    cents: Cents
    under: Cite
    breakage: Fraction = NOTHING

    def reversed(self) -> Transfer:
        """Return the transfer that undoes this one."""
        return Transfer(self.destination, self.source, self.cents, self.under, -self.breakage)


@dataclass(frozen=True, slots=True)
class Books:
    """The balance of every place: the sum of all transfers so far.

    Attributes:
        balances: The balance of each place in cents; places with a zero balance are omitted. The cage's balance is
            negative: the value of the chips that it has sold.
        breakage: All breakage so far, in cents, exact.
    """

    balances: Mapping[Place, Cents] = field(default_factory=FrozenDict)
    breakage: Fraction = NOTHING

    def __hash__(self) -> int:
        """Hash the balances."""
        return hash(frozenset(self.balances.items()))

    def rail(self, player: str) -> Cents:
        """Return the chips on a player's rail, in cents."""
        return self.balances.get(Place("rail", player), 0)

    def after(self, transfers: Sequence[Transfer]) -> Books:
        """Return the books after more transfers.

        Raises:
            JournalError: A transfer is not a whole number of cents above zero from one place to another, or a rail or
                a bet would have a negative balance.
        """
        balances = dict(self.balances)
        breakage = self.breakage
        for source, destination, cents, _, transfer_breakage in transfers:
            if type(cents) is not int or cents <= 0 or source == destination or type(transfer_breakage) is not Fraction:
                raise _wrong_transfer(source, destination, cents, transfer_breakage)
            balances[source] = balances.get(source, 0) - cents
            balances[destination] = balances.get(destination, 0) + cents
            if transfer_breakage:
                breakage += transfer_breakage
            for place in (source, destination):
                if not balances[place]:
                    del balances[place]
        if sum(balances.values()):
            message = "chips were made or lost: the balances do not add up to zero"
            raise JournalError(message)
        for source, *_ in transfers:
            if source not in _HOUSE and balances.get(source, 0) < 0:
                message = f"{source} would have a negative balance"
                raise JournalError(message)
        return Books(FrozenDict(balances), breakage)


_HOUSE = {BANK, CAGE}


def _wrong_transfer(source: Place, destination: Place, cents: object, breakage: object) -> JournalError:
    """Return the error of a transfer that moves no whole amount, moves nowhere, or has an inexact breakage."""
    if source == destination:
        return JournalError(f"a transfer from {source} to {destination} moves nothing; two places would do")
    if type(cents) is not int or cents <= 0:
        asked = f"a transfer of {str(cents)[:25]!r} cents"
        return JournalError(f"{asked} from {source} to {destination}: whole cents above zero would do")
    return JournalError(f"a breakage of {str(breakage)[:25]!r}: an exact fraction of cents would do")
