"""Ruin by bankroll, calculated backwards, equals the ruin of sessions calculated forwards."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from generators import example_text, open_house_text
from passline.errors import NoMachine, NotationError
from passline.house.house import House
from passline.machines.terms import Unresolved
from passline.sessions.distribution import session
from passline.sessions.ruin import RuinByBankroll, RuinRun, ruin_by_bankroll
from passline.strategies.notation import find_strategy
from passline.strategies.protocol import Strategy
from scenes import CRAPLESS, CRAPS
from strategies.players import GROWS, IRON_CROSS, PLACE_6_8, Martingale, Molly, PassFlat, PassWithOdds

SOME_BANKROLLS = (1_00, 5_00, 9_00, 10_00, 17_00, 30_00, 61_00, 100_00, 153_00)


@pytest.mark.parametrize(
    ("house", "strategy", "rolls"),
    [
        (CRAPS, PassFlat(), 40),
        (CRAPLESS, PassWithOdds(), 20),
        (CRAPS, PLACE_6_8, 20),
        (CRAPLESS, IRON_CROSS, 20),
        (CRAPS, Martingale(), 40),
        (CRAPS, Molly(), 5),
    ],
    ids=lambda value: getattr(value, "name", None) or getattr(value, "source", value),
)
def test_ruin_by_bankroll_is_the_ruin_of_a_session_from_each_bankroll(
    house: House, strategy: Strategy, rolls: int
) -> None:
    """Both methods give the same probability, within the sum of their errors."""
    check_ruin(house, strategy, rolls=rolls)


def check_ruin(house: House, strategy: Strategy, *, rolls: int) -> None:
    """Compare the ruin of a session from some bankrolls with that from all bankrolls."""
    found = ruin_by_bankroll(house, strategy, rolls=rolls)

    for bankroll in SOME_BANKROLLS:
        forwards = session(house, strategy, rolls=rolls, bankroll=bankroll)
        assert (
            abs(found.ruin.get(bankroll, Fraction(0)) - forwards.ruin)
            <= found.probability_error + forwards.probability_error
        )
    assert found.probability_error < Fraction(1, 10**11)


@pytest.mark.parametrize("unresolved", ["return", "play out"])
@pytest.mark.parametrize("hands", [None, 2])
def test_hands_and_played_out_bets_have_the_same_ruin_in_both_directions(
    hands: int | None, unresolved: Unresolved
) -> None:
    """Stop rules and unresolved bets have the same effect forwards and backwards."""
    found = ruin_by_bankroll(CRAPS, PassWithOdds(), rolls=30, hands=hands, unresolved=unresolved)

    for bankroll in SOME_BANKROLLS:
        forwards = session(CRAPS, PassWithOdds(), rolls=30, bankroll=bankroll, hands=hands, unresolved=unresolved)
        assert (
            abs(found.ruin.get(bankroll, Fraction(0)) - forwards.ruin)
            <= found.probability_error + forwards.probability_error
        )


def test_the_smallest_bankroll_that_survives() -> None:
    """$110 survives 100 rolls of a flat Pass Bet with probability 95%; $109 does not."""
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


def test_a_larger_bankroll_may_be_ruined_more_often() -> None:
    """A martingale from $70 loses all in three losses; from $69 it could not afford the third stake."""
    found = ruin_by_bankroll(CRAPS, Martingale(), rolls=5)
    share = 1 - found.ruin[69_00]

    assert found.ruin[70_00] > found.ruin[69_00]
    assert found.smallest_bankroll(share) <= 69_00
    fails = found.largest_failing_bankroll(share)
    assert fails is not None
    assert fails >= 70_00
    assert found.ruin[fails] > 1 - share


def test_one_roll_ruins_only_a_player_with_one_bet() -> None:
    """A bankroll of two bets survives one roll."""
    found = ruin_by_bankroll(CRAPS, PassFlat(), rolls=1)

    assert found.smallest_bankroll(Fraction(1, 2)) == 10_00
    assert abs(found.ruin[10_00] - Fraction(4, 36)) <= found.probability_error
    assert abs(found.ruin[20_00]) <= found.probability_error


def test_impossible_arguments_are_refused() -> None:
    """Each refusal is one line that says what would be accepted."""
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
    with pytest.raises(NoMachine, match="simulation"):
        ruin_by_bankroll(CRAPS, find_strategy(GROWS), rolls=10)


@pytest.mark.parametrize("calculate", [ruin_by_bankroll, partial(session, bankroll=300_00)], ids=["ruin", "session"])
def test_bets_of_very_different_sizes_are_refused_before_the_memory_is_used(
    calculate: Callable[..., object],
) -> None:
    """Bets of $1 beside bets of $100,000,000 would need a table of all bankrolls in dollars."""
    house = open_house_text(example_text("craps").replace("$2,000", "$200,000,000"))
    strategy = find_strategy(
        "strategy s\non the come out:\n    bet $100000000 on Pass Bet\n    bet $1 on Any Seven Bet\n"
    )
    tracemalloc.start()
    try:
        with pytest.raises(
            NoMachine, match=r"up to \$100,000,001.* would take 2\.8 GB of memory, and 1 GB may be used"
        ):
            calculate(house, strategy, rolls=20, memory=1)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()


def test_a_stopped_run_ends_and_says_so() -> None:
    """The total number of rolls is known from the beginning."""
    run = RuinRun(CRAPS, PassFlat(), rolls=50)
    done = 0
    for done in run.rolls():
        if done == 7:
            run.stop()

    assert run.total_rolls == 10 * 50  # Bankrolls that differ by less than $10 are calculated apart.
    assert (done, run.is_stopped) == (7, True)
