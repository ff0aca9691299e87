"""The shooter: offering, accepting, declining and passing the dice, and the player who rolls."""

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


def shooters(played: Played) -> list[str | None]:
    """Return the player who made each roll; None for the house."""
    return [event.shooter for event in played.journal if isinstance(event, Rolled)]


def test_a_player_who_accepts_the_dice_is_the_shooter() -> None:
    """A player with a line bet accepts the dice that are offered."""
    layout = after("offer the dice to bob\nbob bets $10 on Pass Bet\nbob accepts the dice")
    assert (layout.shooter, layout.offered_to) == ("bob", None)


def test_declined_dice_go_clockwise() -> None:
    """When a player declines, the dice are offered to the next player, all the way round the table."""
    scene = "offer the dice to bob\nbob declines the dice: the dice go to carol\n"
    scene += "carol declines the dice: the dice go to alice"
    assert after(scene).offered_to == "alice"
    assert after(f"{scene}\nalice declines the dice: the dice go to bob").offered_to == "bob"


def test_the_house_rolls_if_no_player_has_a_line_bet() -> None:
    """A roll by the house decides the other bets."""
    played = play_scene(CRAPS, f"{THREE}alice bets $5 on Field Bet\ndice 5-6: alice wins $5 on Field Bet")
    assert shooters(played) == [None]
    assert played.table.layout.shooter is None


@pytest.mark.parametrize("wager", ["Pass Bet", "Don't Pass Bet"])
def test_a_shooter_needs_a_line_bet(wager: str) -> None:
    """At a come out roll a player needs a line bet to accept the dice; a Field Bet is not one."""
    scene = "offer the dice to bob\nbob bets $10 on Field Bet"
    with pytest.raises(WrongMoment, match="Pass Bet or Don't Pass Bet"):
        after(f"{scene}\nbob accepts the dice")
    assert after(f"{scene}\nbob bets $10 on {wager}\nbob accepts the dice").shooter == "bob"


def test_in_crapless_a_shooter_needs_a_pass_bet() -> None:
    """Crapless Craps has no Don't Pass Bet."""
    with pytest.raises(WrongMoment, match="needs a Pass Bet at"):
        play_scene(CRAPLESS, f"{THREE}offer the dice to bob\nbob accepts the dice")


def test_any_player_may_accept_the_dice_when_there_is_a_point() -> None:
    """If a shooter passes the dice after the come out roll, the next shooter needs no line bet."""
    layout = after("alice bets $10 on Pass Bet\ndice 2-2\nalice passes the dice\nbob accepts the dice")
    assert (layout.shooter, layout.point) == ("bob", 4)


def test_without_an_offer_the_first_player_with_a_line_bet_rolls() -> None:
    """If the dice were not offered, the first player clockwise with a line bet is the shooter."""
    played = play_scene(CRAPS, f"{THREE}carol bets $10 on Pass Bet\nbob bets $10 on Don't Pass Bet\ndice 2-2")
    assert shooters(played) == ["bob"]
    assert played.table.layout.shooter == "bob"


def test_only_a_seven_out_moves_the_dice_clockwise() -> None:
    """After a seven-out the dice are offered to the next player; after any other roll the shooter keeps them."""
    hand = f"{BETS}dice 2-2: the point is 4\ndice 3-4\n"
    played = play_scene(CRAPS, THREE + hand * 4)
    assert shooters(played) == [name for name in ("alice", "bob", "carol", "alice") for _ in "12"]
    for roll in ("6-1", "5-6", "1-1", "1-2", "6-6"):
        assert after(f"{BETS}dice {roll}").shooter == "alice"
    assert after(f"{BETS}dice 2-2\ndice 2-2").shooter == "alice"
    assert after(f"{BETS}dice 2-2\ndice 3-4").offered_to == "bob"


def test_a_player_without_a_line_bet_is_skipped() -> None:
    """After a seven-out the next player with a line bet rolls."""
    bets = "alice bets $10 on Pass Bet\ndice 2-2\ndice 3-4\ncarol bets $10 on Pass Bet\ndice 2-2"
    assert shooters(play_scene(CRAPS, THREE + bets)) == ["alice", "alice", "carol"]


def test_passing_the_dice_leaves_the_point_and_the_bets() -> None:
    """The next shooter rolls for the same point."""
    scene = f"{BETS}dice 2-2: the point is 4\nalice passes the dice: the dice go to bob"
    layout = after(scene)
    assert (layout.shooter, layout.offered_to, layout.point) == (None, "bob", 4)
    assert len(layout.bets) == 3
    assert shooters(play_scene(CRAPS, f"{THREE}{scene}\ndice 2-2"))[-1] == "bob"


def test_only_the_shooter_passes_the_dice() -> None:
    """Another player cannot pass them, and nobody can if there is no shooter."""
    for scene in ("", "alice bets $10 on Pass Bet\ndice 2-2"):
        with pytest.raises(WrongMoment, match=r"passing the dice by .* refused"):
            after(f"{scene}\nbob passes the dice")


@pytest.mark.parametrize("line", ["accepts", "declines"])
def test_dice_that_are_not_offered_to_a_player_are_refused(line: str) -> None:
    """A player cannot accept or decline the dice unless they are offered to that player."""
    for scene in ("", "offer the dice to alice", "alice bets $10 on Pass Bet\ndice 2-2"):
        with pytest.raises(WrongMoment, match="the dice for bob refused"):
            after(f"{scene}\nbob {line} the dice")


def test_dice_are_offered_to_one_player_at_a_time() -> None:
    """The dice cannot be offered while another player has them or is offered them, or to someone not at the table."""
    for scene in ("offer the dice to alice", "alice bets $10 on Pass Bet\ndice 2-2"):
        with pytest.raises(WrongMoment):
            after(f"{scene}\noffer the dice to bob")
    with pytest.raises(NotAtTheTable):
        after("offer the dice to mallory")


def test_the_dice_go_to_the_next_player_when_the_shooter_leaves() -> None:
    """A shooter without bets may leave; the dice are offered to the next player, if there is one."""
    layout = after("alice bets $10 on Pass Bet\ndice 6-1\nalice leaves")
    assert (layout.shooter, layout.offered_to, layout.players) == (None, "bob", ("bob", "carol"))
    layout = after("offer the dice to bob\nbob leaves")
    assert layout.offered_to == "carol"
    alone = play_scene(CRAPS, "alice buys in for $500\noffer the dice to alice\nalice leaves").table.layout
    assert alone == Layout()


def test_a_player_who_returns_takes_the_last_seat() -> None:
    """A player who leaves and buys in again is the last one clockwise."""
    assert after("alice leaves\nalice buys in for $5").players == ("bob", "carol", "alice")


def test_a_fire_bet_is_made_for_each_new_shooter() -> None:
    """A Fire Bet is taken only before a shooter's first point, and again for the next shooter."""
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


def test_a_fire_bet_stays_or_is_returned_when_the_dice_pass() -> None:
    """When a shooter passes the dice a Fire Bet stays, or is returned if the house chose so."""
    scene = "alice buys in for $500\nalice bets $10 on Pass Bet\nalice bets $10 on Fire Bet\n"
    scene += "dice 2-2\nalice passes the dice"
    assert "Fire Bet" in [bet.spot for bet in play_scene(CRAPS, scene).table.layout.bets]
    played = play_scene(EVERY_OPTION, f"{scene}: alice gets back $10 on Fire Bet; the dice go to alice")
    assert [bet.spot for bet in played.table.layout.bets] == ["Pass Bet"]
    assert played.table.books.rail("alice") == 490_00


def test_passing_the_dice_works_in_crapless_too() -> None:
    """A game without a Fire Bet returns nothing."""
    played = play_scene(
        CRAPLESS, f"{THREE}alice bets $10 on Pass Bet\ndice 2-2\nalice passes the dice: the dice go to bob"
    )
    assert played.table.layout.offered_to == "bob"


def test_a_table_has_the_seats_of_its_submission() -> None:
    """A further player can buy in only after another has left."""
    seats = CRAPS.submission.table.seats
    full = "\n".join(f"player{number} buys in for $10" for number in range(seats))
    with pytest.raises(passline.Refused, match=f"all {seats} seats are taken"):
        play_scene(CRAPS, f"{full}\nlate buys in for $10")
    assert "late" in play_scene(CRAPS, f"{full}\nplayer3 leaves\nlate buys in for $10").table.layout.players
    assert len(play_scene(CRAPS, f"{full}\nplayer3 buys in for $10").table.layout.players) == seats
