"""Ruin from every rail at once is what sessions from each rail come to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from passline.errors import NoMachine, NotationError
from passline.house.house import House
from passline.machines.terms import Unresolved
from passline.sessions.distribution import session
from passline.sessions.ruin import RuinByBankroll, RuinRun, ruin_by_bankroll
from passline.strategies.notation import find_strategy
from passline.strategies.protocol import Strategy
from scenes import CRAPLESS, CRAPS
from strategies.players import GROWS, IRON_CROSS, PLACE_6_8, Martingale, Molly, PassFlat, PassWithOdds

SOME_RAILS = (1_00, 5_00, 9_00, 10_00, 17_00, 30_00, 61_00, 100_00, 153_00)


@pytest.mark.parametrize("house", [CRAPS, CRAPLESS], ids=lambda house: house.source)
@pytest.mark.parametrize(
    "strategy",
    [PassFlat(), PassWithOdds(), PLACE_6_8, IRON_CROSS, Martingale(), Molly()],
    ids=lambda strategy: strategy.name,
)
def test_it_is_the_ruin_of_a_session_from_each_rail(house: House, strategy: Strategy) -> None:
    """The same chance, forwards from one rail and backwards from all, within the errors of both."""
    rolls = 15 if strategy.name == "molly" else 40
    found = ruin_by_bankroll(house, strategy, rolls=rolls)

    for rail in SOME_RAILS:
        forwards = session(house, strategy, rolls=rolls, bankroll=rail)
        assert (
            abs(found.ruin.get(rail, Fraction(0)) - forwards.ruin)
            <= found.probability_error + forwards.probability_error
        )
    assert found.probability_error < Fraction(1, 10**11)


@pytest.mark.parametrize("unresolved", ["return", "play out"])
@pytest.mark.parametrize("hands", [None, 2])
def test_hands_and_bets_that_are_played_out(hands: int | None, unresolved: Unresolved) -> None:
    """What ends a session, and what becomes of its bets, is the same in both directions."""
    found = ruin_by_bankroll(CRAPS, PassWithOdds(), rolls=30, hands=hands, unresolved=unresolved)

    for rail in SOME_RAILS:
        forwards = session(CRAPS, PassWithOdds(), rolls=30, bankroll=rail, hands=hands, unresolved=unresolved)
        assert (
            abs(found.ruin.get(rail, Fraction(0)) - forwards.ruin)
            <= found.probability_error + forwards.probability_error
        )


def test_the_smallest_rail() -> None:
    """A hundred rolls of the flat Pass Bet last with 95% from $110 on, and not from $109."""
    found = ruin_by_bankroll(CRAPS, PassFlat(), rolls=100)
    enough = Fraction(19, 20)

    assert found.smallest_bankroll(enough) == 110_00
    assert found.largest_failing_bankroll(enough) == 109_00
    assert session(CRAPS, PassFlat(), rolls=100, bankroll=110_00).ruin <= 1 - enough
    assert session(CRAPS, PassFlat(), rolls=100, bankroll=109_00).ruin > 1 - enough
    assert list(found.ruin) == sorted(found.ruin)
    assert min(found.ruin) == CRAPS.chip
    assert found.ruin[9_00] == 1
    assert found.ruin[max(found.ruin)] < found.probability_error


def test_a_larger_rail_may_be_ruined_sooner() -> None:
    """A martingale on $70 has no chip to begin again after three losses; one on $69 has made the stake smaller."""
    found = ruin_by_bankroll(CRAPS, Martingale(), rolls=5)
    share = 1 - found.ruin[69_00]

    assert found.ruin[70_00] > found.ruin[69_00]
    assert found.smallest_bankroll(share) <= 69_00
    fails = found.largest_failing_bankroll(share)
    assert fails is not None
    assert fails >= 70_00
    assert found.ruin[fails] > 1 - share


def test_every_rail_lasts_if_nothing_can_be_lost_in_time() -> None:
    """One roll does not ruin whoever can pay two bets."""
    found = ruin_by_bankroll(CRAPS, PassFlat(), rolls=1)

    assert found.smallest_bankroll(Fraction(1, 2)) == 10_00
    assert abs(found.ruin[10_00] - Fraction(4, 36)) <= found.probability_error
    assert abs(found.ruin[20_00]) <= found.probability_error


def test_what_cannot_be_is_refused() -> None:
    """One line each, with what would do."""
    found = RuinByBankroll(
        "craps", "nobody", 1, None, "return", {1_00: Fraction(1), 2_00: Fraction(0)}, Fraction(1, 10**12)
    )
    for share in (Fraction(0), Fraction(1), Fraction(2)):
        with pytest.raises(NotationError, match="above 0 and below 1"):
            found.smallest_bankroll(share)
    with pytest.raises(NotationError, match="rolls of 0"):
        ruin_by_bankroll(CRAPS, PassFlat(), rolls=0)
    with pytest.raises(NoMachine, match="GB of memory"):
        ruin_by_bankroll(CRAPS, PassFlat(), rolls=10, memory=1e-9)
    with pytest.raises(NoMachine, match="simulated"):
        ruin_by_bankroll(CRAPS, find_strategy(GROWS), rolls=10)


def test_a_stop_looks_no_further() -> None:
    """What is stopped says so; how many rolls there are is known from the beginning."""
    looking = RuinRun(CRAPS, PassFlat(), rolls=50)
    done = 0
    for done in looking.rolls():
        if done == 7:
            looking.stop()

    assert looking.total_rolls == 10 * 50  # Rails of $1 to $10 and so on have nothing to do with one another.
    assert (done, looking.is_stopped) == (7, True)
