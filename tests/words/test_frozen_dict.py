"""Shared houses and books are immutable, and pickling and copying leave them equal."""

from __future__ import annotations

import copy
import pickle

import pytest

import passline
from passline.errors import NotationError, UnknownWager
from passline.table.acts import RollDice
from passline.words.dice import EVERY_ROLL, Roll
from passline.words.frozen_dict import FrozenDict
from scenes import CRAPLESS, CRAPS, play_scene


def test_a_house_cannot_lose_a_wager() -> None:
    """Everyone who opens the same house gets the same object, so it must not change."""
    for mapping in (CRAPS.wagers, CRAPS.game.wagers):
        assert isinstance(mapping, FrozenDict)
        with pytest.raises(TypeError, match="kept as it was made"):
            mapping.pop("Field Bet")
        with pytest.raises(TypeError, match="kept as it was made"):
            mapping["Field Bet"] = mapping["Pass Bet"]

    assert "Field Bet" in passline.open_house("craps").wagers


def test_books_cannot_be_cleared() -> None:
    """A table is frozen to its books."""
    table = play_scene(CRAPS, "alice buys in for $10").table
    assert isinstance(table.books.balances, FrozenDict)
    with pytest.raises(TypeError, match="kept as it was made"):
        table.books.balances.clear()

    assert table.books.rail("alice") == 10_00


def test_kept_things_travel() -> None:
    """A pickled or copied table is equal to the original, and its wagers are immutable."""
    table = play_scene(CRAPLESS, "alice buys in for $10").table
    for there in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):  # noqa: S301  It was dumped here.
        assert there == table
        assert isinstance(there.house.wagers, FrozenDict)


def test_errors_are_pickled_and_copied() -> None:
    """A worker process can return an error."""
    with pytest.raises(UnknownWager) as unknown:
        CRAPS.find("fild")
    with pytest.raises(passline.Refused) as refused:
        CRAPLESS.find("lay 4")
    for error in (unknown.value, refused.value):
        assert str(pickle.loads(pickle.dumps(error))) == str(copy.deepcopy(error)) == str(error)  # noqa: S301


@pytest.mark.parametrize("roll", [Roll(first=True, second=True), Roll(6.0, 6.0), Roll(0, 7), Roll(7, 1), (5, 1)])  # type: ignore[arg-type]
def test_an_invalid_roll_is_refused_and_not_cached(roll: Roll) -> None:
    """Faces other than whole numbers from 1 to 6 are refused, and later rolls print correctly."""
    table = play_scene(CRAPS, "alice buys in for $10\nalice bets $5 on Field Bet").table
    for valid in EVERY_ROLL:  # A face of 1.0 or True equals a face of 1 that was rolled before.
        passline.decide(table, RollDice(valid))
    with pytest.raises(NotationError, match="not a roll"):
        passline.decide(table, RollDice(roll))
    (event,) = passline.decide(table, RollDice(Roll(1, 1)))

    assert "dice 1-1:" in passline.write(passline.Played(table, (event,)))
