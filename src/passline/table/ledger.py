"""The ledger: every chip that moves is one transfer from one place to another, kept for good.

Balances are sums of transfers. Chips come from the cage when a player buys in and go back to it when
one cashes out; the bank is what the house has won or lost. Nothing is made and nothing is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from passline.errors import JournalError
from passline.words.frozen_dict import Kept

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from passline.words.cite import Cite
    from passline.words.money import Cents

NOTHING = Fraction(0)


class Place(NamedTuple):
    """Where a chip can be."""

    where: Literal["rail", "layout", "bank", "cage"]
    player: str = ""
    spot: str = ""

    def __str__(self) -> str:
        """Name the place as a dealer would."""
        if self.where == "layout":
            return f"{self.player}'s {self.spot}"
        return f"{self.player}'s rail" if self.where == "rail" else f"the {self.where}"


BANK = Place("bank")
CAGE = Place("cage")


class Transfer(NamedTuple):
    """So many cents from one place to another, and why.

    Attributes:
        cents: Above zero.
        under: The paragraph.
        breakage: What the bank keeps of a payout that is rounded down, in cents, exact.
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
    """Who holds how many cents: the sum of all transfers so far.

    Attributes:
        balances: Cents by place; places that hold none are left out. The cage's are below zero, and
            are what it has given out.
        breakage: All breakage so far, in cents, exact.
    """

    balances: Mapping[Place, Cents] = field(default_factory=Kept)
    breakage: Fraction = NOTHING

    def __hash__(self) -> int:
        """Hash by what is held."""
        return hash(frozenset(self.balances.items()))

    def rail(self, player: str) -> Cents:
        """Return what a player's rail holds, in cents."""
        return self.balances.get(Place("rail", player), 0)

    def after(self, transfers: Sequence[Transfer]) -> Books:
        """Return the books with *transfers* added.

        Raises:
            JournalError: A place would hold less than nothing, so they cannot have happened here.
        """
        held = dict(self.balances)
        breakage = self.breakage
        for source, destination, cents, _, kept in transfers:
            assert cents > 0, "a transfer moves chips, and forwards"
            assert source != destination, "a transfer goes from one place to another"
            held[source] = held.get(source, 0) - cents
            held[destination] = held.get(destination, 0) + cents
            if kept:
                breakage += kept
            for place in (source, destination):
                if not held[place]:
                    del held[place]
        assert not sum(held.values()), "chips were made or lost"
        for source, *_ in transfers:
            if source not in _HOUSE and held.get(source, 0) < 0:
                message = f"{source} would hold less than nothing"
                raise JournalError(message)
        return Books(Kept(held), breakage)


_HOUSE = {BANK, CAGE}
