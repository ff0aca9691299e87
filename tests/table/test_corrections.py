"""A correction undoes the last events by new events with reversed transfers."""

from __future__ import annotations

from fractions import Fraction

import pytest

import passline
from passline.errors import FalseClaim, Refused
from passline.table.events import Corrected
from passline.table.replay import replay
from passline.table.table import correction, uncorrected_events
from scenes import CRAPS, EVERY_OPTION, play_scene

SCENE = """\
alice buys in for $500
alice bets $10 on Pass Bet
dice 3-1
alice takes $20 odds on Pass Bet
alice bets $12 on Place Bet to Win on 6
alice bets $10 on Come Bet
dice 5-1
alice bets $1 on Any Seven Bet
dice 2-2
"""
LINES = SCENE.splitlines()


@pytest.mark.parametrize("count", range(1, len(LINES) + 1))
def test_undoing_gives_the_table_from_before(count: int) -> None:
    """Undoing the last events restores the layout, the balances and the breakage before them."""
    corrected = play_scene(CRAPS, f"{SCENE}correct the last {count} events")
    before = play_scene(CRAPS, "\n".join(LINES[:-count]))

    assert corrected.table == before.table
    assert corrected.journal[:-1] == play_scene(CRAPS, SCENE).journal
    assert uncorrected_events(corrected.journal) == list(before.journal)


@pytest.mark.parametrize("count", range(1, len(LINES)))
def test_the_same_lines_can_be_played_again_after_a_correction(count: int) -> None:
    """Lines that are undone and played again lead to the same table."""
    again = play_scene(CRAPS, "\n".join([SCENE, f"correct the last {count} events", *LINES[-count:]]))

    assert again.table == play_scene(CRAPS, SCENE).table


def test_a_correction_is_a_new_event_with_reversed_transfers() -> None:
    """No transfer is edited: each is reversed, the last one first, under its own paragraph."""
    _, journal = play_scene(CRAPS, f"{SCENE}correct the last event")
    event = journal[-1]

    assert isinstance(event, Corrected)
    assert event.count == 1
    assert event.transfers == tuple(t.reversed() for t in reversed(journal[-2].transfers))
    assert event.transfers


def test_a_second_correction_undoes_the_event_before() -> None:
    """A second correction does not undo an event that is undone already, but the event before it."""
    twice = play_scene(CRAPS, f"{SCENE}correct the last event\ncorrect the last event")
    once = play_scene(CRAPS, f"{SCENE}correct the last 2 events")

    assert twice.table == once.table
    assert uncorrected_events(twice.journal) == uncorrected_events(once.journal)


def test_a_roll_that_was_read_wrongly_can_be_corrected() -> None:
    """A wrong roll is undone with all that it decided, and the right roll decides the bets again."""
    scene = "alice buys in for $100\nalice bets $10 on Pass Bet\nalice bets $5 on Field Bet\n"
    wrong = f"{scene}dice 1-1: alice loses $10 on Pass Bet; alice wins $10 on Field Bet\ncorrect the last event\n"
    right = "dice 6-1: alice wins $10 on Pass Bet; alice loses $5 on Field Bet"

    assert play_scene(CRAPS, wrong + right).table == play_scene(CRAPS, scene + right).table


def test_a_correction_restores_the_shooter_the_point_and_the_marks() -> None:
    """Undoing a seven-out restores the shooter, the point, the marks and the buttons."""
    scene = """
        alice buys in for $100
        bob buys in for $100
        alice bets $10 on Pass Bet
        bob bets $1 on All Small Wager
        bob bets $12 on Place Bet to Win on 6
        bob calls on Place Bet to Win on 6
        dice 3-1: bob marks 4 on All Small Wager; the point is 4
        lock the bets
    """
    undone = play_scene(CRAPS, f"{scene}\ndice 6-1\ncorrect the last event").table.layout

    assert undone == play_scene(CRAPS, scene).table.layout
    assert (undone.shooter, undone.point, undone.is_locked) == ("alice", 4, True)


def test_a_correction_reverses_the_breakage() -> None:
    """The books do not include the breakage of a payout that is undone."""
    scene = "alice buys in for $100\ndice 3-1\nalice bets $10 on Place Bet to Win on 6\ndice 5-1"

    assert play_scene(EVERY_OPTION, scene).table.books.breakage == Fraction(70_00, 6) - 11_50
    assert play_scene(EVERY_OPTION, f"{scene}\ncorrect the last event").table.books.breakage == 0


def test_undoing_a_departure_restores_the_player() -> None:
    """The player has the same seat and the same chips as before."""
    scene = "alice buys in for $100\nbob buys in for $50\n"
    undone = play_scene(CRAPS, f"{scene}alice leaves\ncorrect the last event").table

    assert undone == play_scene(CRAPS, scene).table
    assert undone.layout.players == ("alice", "bob")


@pytest.mark.parametrize("count", [1, 2, 100, 999_000])
def test_undoing_more_events_than_there_are_is_refused(count: int) -> None:
    """The refusal gives the number of events that can be undone."""
    with pytest.raises(Refused, match="0 stand"):
        play_scene(CRAPS, f"correct the last {count} events")
    with pytest.raises(Refused, match=f"{len(LINES)} stand"):
        play_scene(CRAPS, f"{SCENE}correct the last {count + len(LINES)} events")
    with pytest.raises(Refused, match="0 stand"):
        play_scene(CRAPS, f"{SCENE}correct the last {len(LINES)} events\ncorrect the last {count} events")


@pytest.mark.parametrize("count", [0, -1])
def test_undoing_no_event_is_refused(count: int) -> None:
    """A correction undoes one event or more."""
    played = play_scene(CRAPS, SCENE)
    with pytest.raises(Refused):
        correction(CRAPS, played.journal, count=count)


def test_the_line_of_a_correction_has_no_claims() -> None:
    """The line gives the number of events, and no amounts."""
    played = play_scene(CRAPS, f"{SCENE}correct the last 3 events\ncorrect the last event")
    text = passline.write(played)

    assert text.splitlines()[-2:] == ["correct the last 3 events", "correct the last event"]
    assert passline.play(text) == played
    assert replay(CRAPS, played.journal) == played.table
    with pytest.raises(FalseClaim):
        play_scene(CRAPS, f"{SCENE}correct the last event: alice loses $10")
