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
PLACES = (RAIL, Place("rail", "bob"), SPOT, Place("layout", "bob", "Field Bet"), BANK, CAGE)


def transfers_from(*sources: Place) -> st.SearchStrategy[Transfer]:
    """Draw transfers from some places to any other place."""
    directions = [(source, destination) for source in sources for destination in PLACES if source != destination]
    return st.builds(
        lambda direction, cents, breakage: Transfer(direction[0], direction[1], cents, UNDER, breakage),
        st.sampled_from(directions),
        st.integers(1, 10**15),
        st.fractions(min_value=0, max_value=1),
    )


transfers = transfers_from(*PLACES)
from_the_house = st.lists(transfers_from(BANK, CAGE))


@given(from_the_house)
def test_balances_are_sums(moved: list[Transfer]) -> None:
    """The balance of a place is what it received less what it paid, and all balances add up to zero."""
    books = Books().after(moved)
    for place in {t.source for t in moved} | {t.destination for t in moved}:
        received = sum(t.cents for t in moved if t.destination == place)
        paid = sum(t.cents for t in moved if t.source == place)
        assert books.balances.get(place, 0) == received - paid
    assert sum(books.balances.values()) == 0


@given(from_the_house, st.randoms(use_true_random=False))
def test_the_order_of_transfers_does_not_matter(moved: list[Transfer], random: object) -> None:
    """If no balance would be negative, the same transfers in any order, at once or one by one, give the same books."""
    shuffled = list(moved)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one_by_one = Books()
    for transfer in shuffled:
        one_by_one = one_by_one.after([transfer])

    assert one_by_one == Books().after(moved)
    assert hash(one_by_one) == hash(Books().after(moved))


@given(from_the_house, st.lists(transfers, max_size=5))
def test_reversed_transfers_restore_the_books(before: list[Transfer], moved: list[Transfer]) -> None:
    """Transfers and then their reversals, the last one first, leave the balances and the breakage unchanged."""
    funds = [
        Transfer(CAGE, place, 10**17, UNDER) for place in {t.source for t in moved} | {t.destination for t in moved}
    ]
    books = Books().after([*before, *(t for t in funds if t.destination != CAGE)])
    undone = books.after(moved).after([t.reversed() for t in reversed(moved)])

    assert undone == books


@given(transfers)
def test_a_reversal_is_a_transfer_back(transfer: Transfer) -> None:
    """The reversal has source and destination exchanged, and the same paragraph."""
    back = transfer.reversed()

    assert back.reversed() == transfer
    assert (back.source, back.destination, back.cents, back.under) == (
        transfer.destination,
        transfer.source,
        transfer.cents,
        UNDER,
    )


@pytest.mark.parametrize("place", [RAIL, SPOT])
def test_no_rail_and_no_spot_has_a_negative_balance(place: Place) -> None:
    """A place in a journal cannot pay more than it has."""
    with pytest.raises(JournalError, match="negative balance"):
        Books().after([Transfer(place, BANK, 1, UNDER)])


@pytest.mark.parametrize("cents", [0, -1, -500, 0.5, 5.0, True, "5", None, Fraction(5)], ids=repr)
def test_a_transfer_moves_whole_cents_above_zero(cents: object) -> None:
    """Chips are never moved by a fraction of a cent, by nothing or backwards."""
    with pytest.raises(JournalError, match="from the cage to alice's rail: whole cents above zero would do"):
        Books().after([Transfer(CAGE, RAIL, cents, UNDER)])  # type: ignore[arg-type]


def test_a_transfer_has_two_places() -> None:
    with pytest.raises(JournalError, match="two places would do"):
        Books().after([Transfer(CAGE, CAGE, 1, UNDER)])


@pytest.mark.parametrize("breakage", [0.5, 1, "1/2", None], ids=repr)
def test_breakage_is_a_fraction(breakage: object) -> None:
    with pytest.raises(JournalError, match="an exact fraction of cents would do"):
        Books().after([Transfer(BANK, RAIL, 11_00, UNDER, breakage)])  # type: ignore[arg-type]


def test_places_with_a_zero_balance_are_omitted() -> None:
    """Books with equal balances are equal, also if a place once had chips."""
    there_and_back = [Transfer(CAGE, RAIL, 5_00, UNDER), Transfer(RAIL, CAGE, 5_00, UNDER)]

    assert Books().after(there_and_back) == Books()
    assert Books().after(there_and_back).rail("alice") == 0


def test_breakage_adds_up() -> None:
    """Breakage is an exact sum and is not part of any balance."""
    third = Transfer(BANK, RAIL, 11_00, UNDER, Fraction(200, 3))
    books = Books().after([third, third, third])

    assert books.breakage == 2_00
    assert books.rail("alice") == 33_00


def test_the_text_of_a_place_names_it() -> None:
    assert [str(place) for place in (RAIL, SPOT, BANK, CAGE)] == [
        "alice's rail",
        "alice's Pass Bet",
        "the bank",
        "the cage",
    ]
