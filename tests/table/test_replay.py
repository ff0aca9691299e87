"""A journal replays to its table; a journal that was changed is an error, also with `python -O`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import passline
from generators import Evening, evenings
from passline.errors import JournalError
from passline.table.events import BetMade, BoughtIn, Corrected, Event, NoRoll, Rolled
from passline.table.ledger import Place
from passline.table.replay import replay
from passline.table.table import after, open_table
from passline.words.dice import Roll
from scenes import CRAPLESS, CRAPS

EVENING = passline.play((Path(__file__).parents[2] / "examples/evening.craps").read_text())
"""An evening that ends with no bet on the layout, so that its events can be played twice."""
JOURNAL = EVENING.journal


def test_a_journal_replays_to_its_table() -> None:
    assert replay(EVENING.table.house, JOURNAL) == EVENING.table


def test_a_journal_does_not_replay_twice() -> None:
    """In the second evening the dice are with another shooter, so that they cannot be offered."""
    with pytest.raises(
        JournalError, match=rf"event {len(JOURNAL) + 8} of the journal cannot have happened: .*the dice"
    ):
        replay(EVENING.table.house, JOURNAL + JOURNAL)


def test_a_journal_of_another_house_is_an_error() -> None:
    """A Crapless 12 does not lose a Pass Bet."""
    with pytest.raises(JournalError, match=r"^event \d+ of the journal "):
        replay(CRAPS, JOURNAL)


def changed(kind: type[Event], change: Callable[[Any], Any]) -> list[Event]:
    """Return the journal of the evening with its first event of a kind changed."""
    place = next(place for place, event in enumerate(JOURNAL) if isinstance(event, kind))
    return [*JOURNAL[:place], change(JOURNAL[place]), *JOURNAL[place + 1 :]]


def with_transfer(event: Any, **changes: object) -> Any:  # noqa: ANN401  Any event that has transfers.
    """Return an event with its first transfer changed."""
    first, *others = event.transfers
    transfers = (first._replace(**changes), *others)
    return event._replace(transfers=transfers) if isinstance(event, Rolled) else replace(event, transfers=transfers)


@pytest.mark.parametrize(
    "journal",
    [
        changed(BoughtIn, lambda event: with_transfer(event, cents=-500)),
        changed(BoughtIn, lambda event: with_transfer(event, cents=500_01)),
        changed(BoughtIn, lambda event: with_transfer(event, destination=Place("rail", "bob"))),
        changed(BoughtIn, lambda event: replace(event, cents=500_00.0)),
        changed(BetMade, lambda event: replace(event, bet=event.bet._replace(amount=20_00))),
        changed(BetMade, lambda event: replace(event, transfers=())),
        changed(Rolled, lambda event: event._replace(roll=Roll(5.0, 2))),  # type: ignore[arg-type]
        changed(Rolled, lambda event: event._replace(point=6)),
        changed(Rolled, lambda event: event._replace(settlements=())),
        changed(Rolled, lambda event: with_transfer(event, cents=event.transfers[0].cents + 1)),
        changed(Corrected, lambda event: replace(event, count=1_000)),
        changed(Corrected, lambda event: replace(event, count=0)),
        changed(Corrected, lambda event: replace(event, count="1")),
        changed(NoRoll, lambda event: replace(event, reason="\x1b[2J")),
        [*JOURNAL, "dice 5-2"],
        [*JOURNAL, None],
    ],
)
def test_a_changed_event_is_an_error_that_names_it(journal: list[Any]) -> None:
    """One line gives the number of the event and the reason."""
    with pytest.raises(JournalError, match=r"^event \d+ of the journal ") as refused:
        replay(EVENING.table.house, journal)
    assert str(refused.value).isprintable()


@given(evenings(longest=15), st.data())
def test_a_journal_without_one_of_its_chips_is_an_error(evening: Evening, data: st.DataObject) -> None:
    """Every transfer is compared: no journal replays with another amount in one of them."""
    moves = [place for place, event in enumerate(evening.journal) if event.transfers]
    assume(moves)
    place = data.draw(st.sampled_from(moves))
    event = evening.journal[place]
    forged = with_transfer(event, cents=event.transfers[0].cents + data.draw(st.sampled_from([-1, 1, 100])))

    with pytest.raises(JournalError, match=rf"event {place + 1} of the journal \(\w+\) differs"):
        replay(evening.house, [*evening.journal[:place], forged, *evening.journal[place + 1 :]])


@pytest.mark.parametrize("event", ["dice 5-2", None, 7])
def test_the_table_takes_events_only(event: object) -> None:
    with pytest.raises(JournalError, match="is not an event"):
        after(open_table(CRAPLESS), event)  # type: ignore[arg-type]


def test_the_guards_stay_on_without_assertions() -> None:
    """`python -O` removes assertions; a journal that makes chips is refused all the same."""
    program = """
from passline import open_house, play
from passline.errors import JournalError
from passline.table.events import BoughtIn
from passline.table.ledger import CAGE, Place, Transfer
from passline.table.replay import replay
from passline.table.table import after
played = play("house craps on 2026-01-15\\nalice buys in for $300\\nalice bets $5 on Field Bet")
(bought, made), house = played.journal, played.table.house
assert False, "assertions are off"
rail = Place("rail", "alice")
def forged(cents, destination=rail):
    return BoughtIn("alice", 300_00, (Transfer(CAGE, destination, cents, bought.transfers[0].under),))
journals = [played.journal * 2, [bought, made, made], *([forged(cents)] for cents in (-500, 0, 0.5, 300_01))]
for journal in journals:
    try:
        replay(house, journal)
    except JournalError:
        print("refused by replay")
for event in (forged(-500), forged(0), forged(0.5), forged(1, CAGE)):
    try:
        after(played.table, event)
    except JournalError:
        print("refused by after")
"""
    answer = subprocess.run([sys.executable, "-O", "-c", program], capture_output=True, text=True, check=True)

    assert answer.stdout.splitlines() == ["refused by replay"] * 6 + ["refused by after"] * 4
