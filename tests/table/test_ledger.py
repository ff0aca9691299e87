"""The books: transfers, balances and breakage."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passline.errors import JournalError
from passline.table.ledger import BANK, CAGE, Books, Place, Transfer
from passline.words.cite import Cite

UNDER = Cite("§ 623a.5(a)")
RAIL = Place("rail", "alice")
SPOT = Place("layout", "alice", "Pass Bet")
places = st.sampled_from([RAIL, Place("rail", "bob"), SPOT, Place("layout", "bob", "Field Bet"), BANK, CAGE])
transfers = st.builds(
    Transfer, places, places, st.integers(1, 10**15), st.just(UNDER), st.fractions(min_value=0, max_value=1)
).filter(lambda transfer: transfer.source != transfer.destination)
from_the_house = st.lists(transfers.filter(lambda transfer: transfer.source in {BANK, CAGE}))


@given(from_the_house)
def test_balances_are_sums(moved: list[Transfer]) -> None:
    """What a place holds is what it took less what it gave, and all places hold nothing together."""
    books = Books().after(moved)
    for place in {t.source for t in moved} | {t.destination for t in moved}:
        took = sum(t.cents for t in moved if t.destination == place)
        gave = sum(t.cents for t in moved if t.source == place)
        assert books.balances.get(place, 0) == took - gave
    assert sum(books.balances.values()) == 0


@given(from_the_house, st.randoms(use_true_random=False))
def test_the_order_of_transfers_does_not_matter(moved: list[Transfer], random: object) -> None:
    """Where nobody runs short, the same transfers in any order, at once or one by one, give the same books."""
    shuffled = list(moved)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one_by_one = Books()
    for transfer in shuffled:
        one_by_one = one_by_one.after([transfer])

    assert one_by_one == Books().after(moved)
    assert hash(one_by_one) == hash(Books().after(moved))


@given(from_the_house, st.lists(transfers, max_size=5))
def test_reversing_undoes(before: list[Transfer], moved: list[Transfer]) -> None:
    """Transfers and their reversals, the last one first, leave the books and the breakage as they were."""
    rich = [
        Transfer(CAGE, place, 10**17, UNDER) for place in {t.source for t in moved} | {t.destination for t in moved}
    ]
    books = Books().after([*before, *(t for t in rich if t.destination != CAGE)])
    undone = books.after(moved).after([t.reversed() for t in reversed(moved)])

    assert undone == books


@given(transfers)
def test_a_reversal_is_a_transfer_back(transfer: Transfer) -> None:
    """Reversed twice, a transfer is itself; once, it goes the other way, under the same paragraph."""
    back = transfer.reversed()

    assert back.reversed() == transfer
    assert (back.source, back.destination, back.cents, back.under) == (
        transfer.destination,
        transfer.source,
        transfer.cents,
        UNDER,
    )


@pytest.mark.parametrize("place", [RAIL, SPOT])
def test_no_rail_and_no_spot_holds_less_than_nothing(place: Place) -> None:
    """A record that gives away chips that are not there cannot have happened."""
    with pytest.raises(JournalError, match="less than nothing"):
        Books().after([Transfer(place, BANK, 1, UNDER)])


@pytest.mark.parametrize("amount", [0, -1])
def test_a_transfer_moves_chips_forwards(amount: int) -> None:
    """Nothing is no transfer, and less than nothing neither."""
    with pytest.raises(AssertionError, match="forwards"):
        Books().after([Transfer(CAGE, RAIL, amount, UNDER)])


def test_empty_places_are_left_out() -> None:
    """A place that holds nothing is not in the books, so equal holdings are equal books."""
    there_and_back = [Transfer(CAGE, RAIL, 5_00, UNDER), Transfer(RAIL, CAGE, 5_00, UNDER)]

    assert Books().after(there_and_back) == Books()
    assert Books().after(there_and_back).rail("alice") == 0


def test_breakage_adds_up() -> None:
    """Breakage is kept exact, and is no part of what is held."""
    third = Transfer(BANK, RAIL, 11_00, UNDER, Fraction(200, 3))
    books = Books().after([third, third, third])

    assert books.breakage == 2_00
    assert books.rail("alice") == 33_00


def test_places_are_named_as_a_dealer_would() -> None:
    """Each place prints."""
    assert [str(place) for place in (RAIL, SPOT, BANK, CAGE)] == [
        "alice's rail",
        "alice's Pass Bet",
        "the bank",
        "the cage",
    ]
