"""The dice: who is offered them, who throws, who is next."""

from __future__ import annotations

import pytest

import passline
from passline.errors import NotAtTheTable, WrongMoment
from passline.table.events import Rolled
from passline.table.layout import Layout
from passline.table.script import Played
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, play_scene

THREE = "alice buys in for $500\nbob buys in for $500\ncarol buys in for $500\n"
BETS = "alice bets $10 on Pass Bet\nbob bets $10 on Pass Bet\ncarol bets $10 on Pass Bet\n"


def after(scene: str) -> Layout:
    """Return the layout after three players have bought in and a scene has been played."""
    return play_scene(CRAPS, THREE + scene).table.layout


def throwers(played: Played) -> list[str | None]:
    """Return who threw each roll."""
    return [event.shooter for event in played.journal if isinstance(event, Rolled)]


def test_dice_that_are_accepted_are_the_shooters() -> None:
    """A player to whom the dice are offered, with a line bet, takes them."""
    layout = after("offer the dice to bob\nbob bets $10 on Pass Bet\nbob accepts the dice")
    assert (layout.shooter, layout.offered_to) == ("bob", None)


def test_dice_that_are_declined_go_clockwise() -> None:
    """Each player who declines hands them on to the next, round the table and back."""
    scene = "offer the dice to bob\nbob declines the dice: the dice go to carol\n"
    scene += "carol declines the dice: the dice go to alice"
    assert after(scene).offered_to == "alice"
    assert after(f"{scene}\nalice declines the dice: the dice go to bob").offered_to == "bob"


def test_dice_that_everyone_declines_are_thrown_by_the_house() -> None:
    """With nobody who has a line bet the house throws, and the standing bets are decided."""
    played = play_scene(CRAPS, f"{THREE}alice bets $5 on Field Bet\ndice 5-6: alice wins $5 on Field Bet")
    assert throwers(played) == [None]
    assert played.table.layout.shooter is None


@pytest.mark.parametrize("wager", ["Pass Bet", "Don't Pass Bet"])
def test_a_shooter_needs_a_line_bet(wager: str) -> None:
    """At a come out roll dice are accepted with a line bet only; a Field Bet is none."""
    scene = "offer the dice to bob\nbob bets $10 on Field Bet"
    with pytest.raises(WrongMoment, match="Pass Bet or Don't Pass Bet"):
        after(f"{scene}\nbob accepts the dice")
    assert after(f"{scene}\nbob bets $10 on {wager}\nbob accepts the dice").shooter == "bob"


def test_in_crapless_the_line_bet_is_the_pass_bet() -> None:
    """There is no Don't Pass Bet to shoot with."""
    with pytest.raises(WrongMoment, match="needs a Pass Bet at"):
        play_scene(CRAPLESS, f"{THREE}offer the dice to bob\nbob accepts the dice")


def test_dice_are_accepted_with_a_point_by_anyone() -> None:
    """When a shooter passes the dice with a point on, the next needs no line bet to throw for it."""
    layout = after("alice bets $10 on Pass Bet\ndice 2-2\nalice passes the dice\nbob accepts the dice")
    assert (layout.shooter, layout.point) == ("bob", 4)


def test_the_first_with_a_line_bet_takes_the_dice_by_throwing() -> None:
    """Where no dice were offered, the first player clockwise with a line bet is the shooter."""
    played = play_scene(CRAPS, f"{THREE}carol bets $10 on Pass Bet\nbob bets $10 on Don't Pass Bet\ndice 2-2")
    assert throwers(played) == ["bob"]
    assert played.table.layout.shooter == "bob"


def test_a_seven_out_sends_the_dice_clockwise() -> None:
    """After each seven-out the next player is offered the dice, all the way round; nothing else moves them."""
    hand = f"{BETS}dice 2-2: the point is 4\ndice 3-4\n"
    played = play_scene(CRAPS, THREE + hand * 4)
    assert throwers(played) == [name for name in ("alice", "bob", "carol", "alice") for _ in "12"]
    for roll in ("6-1", "5-6", "1-1", "1-2", "6-6"):
        assert after(f"{BETS}dice {roll}").shooter == "alice"
    assert after(f"{BETS}dice 2-2\ndice 2-2").shooter == "alice"
    assert after(f"{BETS}dice 2-2\ndice 3-4").offered_to == "bob"


def test_players_without_a_line_bet_are_passed_over() -> None:
    """After a seven-out the dice go on to the next player who has a line bet."""
    bets = "alice bets $10 on Pass Bet\ndice 2-2\ndice 3-4\ncarol bets $10 on Pass Bet\ndice 2-2"
    assert throwers(play_scene(CRAPS, THREE + bets)) == ["alice", "alice", "carol"]


def test_passed_dice_go_on_and_bets_stay() -> None:
    """A shooter may pass the dice after any roll; point and bets stand, and the next throws for the same point."""
    scene = f"{BETS}dice 2-2: the point is 4\nalice passes the dice: the dice go to bob"
    layout = after(scene)
    assert (layout.shooter, layout.offered_to, layout.point) == (None, "bob", 4)
    assert len(layout.bets) == 3
    assert throwers(play_scene(CRAPS, f"{THREE}{scene}\ndice 2-2"))[-1] == "bob"


def test_only_the_shooter_passes_the_dice() -> None:
    """Somebody else cannot pass them, and nobody can before there is a shooter."""
    for scene in ("", "alice bets $10 on Pass Bet\ndice 2-2"):
        with pytest.raises(WrongMoment, match=r"passing the dice by .* refused"):
            after(f"{scene}\nbob passes the dice")


@pytest.mark.parametrize("line", ["accepts", "declines"])
def test_dice_that_are_not_offered(line: str) -> None:
    """Dice are neither accepted nor declined by whom they are not offered to."""
    for scene in ("", "offer the dice to alice", "alice bets $10 on Pass Bet\ndice 2-2"):
        with pytest.raises(WrongMoment, match="the dice for bob refused"):
            after(f"{scene}\nbob {line} the dice")


def test_dice_are_offered_to_one_player_at_a_time() -> None:
    """Dice that somebody has, or is offered, are not offered to another; a stranger is offered none."""
    for scene in ("offer the dice to alice", "alice bets $10 on Pass Bet\ndice 2-2"):
        with pytest.raises(WrongMoment):
            after(f"{scene}\noffer the dice to bob")
    with pytest.raises(NotAtTheTable):
        after("offer the dice to mallory")


def test_a_shooter_who_leaves_leaves_the_dice() -> None:
    """A shooter without bets may leave; the dice are offered to the next, and to nobody at an empty table."""
    layout = after("alice bets $10 on Pass Bet\ndice 6-1\nalice leaves")
    assert (layout.shooter, layout.offered_to, layout.players) == (None, "bob", ("bob", "carol"))
    layout = after("offer the dice to bob\nbob leaves")
    assert layout.offered_to == "carol"
    alone = play_scene(CRAPS, "alice buys in for $500\noffer the dice to alice\nalice leaves").table.layout
    assert alone == Layout()


def test_a_player_who_comes_back_sits_down_last() -> None:
    """A player who has left and buys in again is the last clockwise."""
    assert after("alice leaves\nalice buys in for $5").players == ("bob", "carol", "alice")


def test_a_fire_bet_is_made_for_each_new_shooter() -> None:
    """Until a shooter's first point it is taken, then no more; it is taken again for the next shooter."""
    fire = "\ncarol bets $1 on Fire Bet"
    for scene in (
        "",
        "offer the dice to alice",
        f"{BETS}dice 6-1",
        f"{BETS}dice 2-2\ndice 3-4",
        f"{BETS}dice 2-2\ndice 2-2\nalice passes the dice",
        "alice bets $10 on Pass Bet\ndice 2-2\ndice 2-2\nalice leaves",
    ):
        assert [bet.spot for bet in after(scene + fire).bets if bet.player == "carol"][-1] == "Fire Bet"
    for scene in (f"{BETS}dice 2-2", f"{BETS}dice 2-2\ndice 2-2", f"{BETS}dice 2-2\nalice passes the dice"):
        with pytest.raises(WrongMoment, match="first point"):
            after(scene + fire)


def test_fire_bets_ride_or_come_back_when_the_dice_pass() -> None:
    """When a shooter passes the dice a Fire Bet rides on, or is returned where the house says so."""
    scene = "alice buys in for $500\nalice bets $10 on Pass Bet\nalice bets $10 on Fire Bet\n"
    scene += "dice 2-2\nalice passes the dice"
    assert "Fire Bet" in [bet.spot for bet in play_scene(CRAPS, scene).table.layout.bets]
    played = play_scene(EVERY_OPTION, f"{scene}: alice gets back $10 on Fire Bet; the dice go to alice")
    assert [bet.spot for bet in played.table.layout.bets] == ["Pass Bet"]
    assert played.table.books.rail("alice") == 490_00


def test_passing_the_dice_works_in_crapless_too() -> None:
    """A game without a Fire Bet has nothing to give back."""
    played = play_scene(
        CRAPLESS, f"{THREE}alice bets $10 on Pass Bet\ndice 2-2\nalice passes the dice: the dice go to bob"
    )
    assert played.table.layout.offered_to == "bob"


def test_seats() -> None:
    """A table has as many seats as its submission says; one more player waits until another leaves."""
    seats = CRAPS.submission.table.seats
    full = "\n".join(f"player{number} buys in for $10" for number in range(seats))
    with pytest.raises(passline.Refused, match=f"all {seats} seats are taken"):
        play_scene(CRAPS, f"{full}\nlate buys in for $10")
    assert "late" in play_scene(CRAPS, f"{full}\nplayer3 leaves\nlate buys in for $10").table.layout.players
    assert len(play_scene(CRAPS, f"{full}\nplayer3 buys in for $10").table.layout.players) == seats
