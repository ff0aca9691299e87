"""Simulated sessions equal sessions on the table: the same dice, the same ends, the known means."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.test_machine import BY_HOUSE
from passline import edge
from passline.errors import CrapsError, NotationError, StrategyError
from passline.house.house import House
from passline.machines.terms import Terms
from passline.machines.wager_totals import add_wager_totals
from passline.simulation.random_stream import FAIR, session_rolls
from passline.simulation.request import RecordedDice
from passline.simulation.simulate import Simulation, compare, simulate
from passline.simulation.table_play import TableSession, play_session
from passline.simulation.tally import Paths, Tally, WagerResult, standard_error
from passline.strategies.notation import find_strategy
from passline.strategies.protocol import PLAYER, Strategy, View
from passline.table.acts import Act, CallOff, MakeBet
from passline.words.dice import EVERY_ROLL, Roll
from passline.words.distribution import mean
from scenes import CRAPS, EVERY_OPTION
from sessions.known import Known, each_known
from strategies.players import IRON_CROSS, Chaser, Forgetful, Martingale, Molly, PassFlat, PassWithOdds

HUNDRED = Terms(rolls=100, bankroll=300_00)


def by_hand(house: House, strategy: Strategy, terms: Terms, session: int, seed: int) -> TableSession:
    """Play one session on the table itself, with its own dice."""
    return play_session(house, strategy, terms, (EVERY_ROLL[roll] for roll in session_rolls(session, seed=seed)))


@pytest.fixture(autouse=True, scope="module")
def _few_rows() -> Iterator[None]:
    """Find only 100 rows of a machine before the first session; sessions find the others that they reach."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("passline.simulation.player.FIRST_ROWS", 100)
        yield


AMOUNTS = st.none() | st.integers(1, 60).map(lambda dollars: dollars * 100)
SOME_TERMS = st.builds(
    Terms,
    rolls=st.just(25),
    bankroll=st.sampled_from([5_00, 12_00, 23_00, 61_00, 300_00]),
    hands=st.none() | st.integers(1, 4),
    stop_win=AMOUNTS,
    stop_loss=AMOUNTS,
    unresolved=st.sampled_from(["return", "play out"]),
)
SEEDS = st.integers(0, 2**64 - 1)


@pytest.mark.parametrize(
    ("house", "strategy"),
    [(house, strategy) for house, strategy in BY_HOUSE if strategy != Chaser()],
    ids=lambda value: getattr(value, "source", None) or value.name,
)
@given(terms=SOME_TERMS, seed=SEEDS)
@settings(max_examples=8)
def test_sessions_are_those_of_the_table(house: House, strategy: Strategy, terms: Terms, seed: int) -> None:
    """The same dice on the table end each session alike, even if the rail is short, and all counts are equal.

    A strategy with Fire Bets has a large machine; all its terms are in `slow/test_sessions.py`.
    """
    check_sessions(house, strategy, terms, seed)


@given(terms=SOME_TERMS, seed=SEEDS)
@settings(max_examples=3)
def test_sessions_with_fire_bets_are_those_of_the_table(terms: Terms, seed: int) -> None:
    """The same for a strategy with Fire Bets, if the bets on the layout are returned at the end."""
    check_sessions(CRAPS, Chaser(), replace(terms, unresolved="return"), seed)


def check_sessions(house: House, strategy: Strategy, terms: Terms, seed: int) -> None:
    """Compare three simulated sessions with the same sessions on the table."""
    run = Simulation(house, [strategy], terms, sessions=3, seed=seed, cores=1)
    assert list(run.blocks()) == [3]
    (tally,) = run.tallies
    played = [by_hand(house, strategy, terms, session, seed) for session in range(3)]

    assert tally.ends == Counter(each.cents for each in played)
    ended = Counter(each.stop for each in played if each.stop != "no bet possible")
    known = {stop: count for stop, count in tally.stopped_by.items() if stop != "no bet possible"}
    assert all(
        known.get(stop, 0) <= count for stop, count in ended.items()
    )  # A machine knows earlier that no bet is possible.
    check_takings(tally, played)
    assert sum(each.win for each in tally.by_wager.values()) == sum(terms.bankroll - each.cents for each in played)
    assert tally.rolls == sum(tally.dice) <= sum(len(each.worth_by_roll) - 1 for each in played)


def check_takings(tally: Tally, sat: list[TableSession]) -> None:
    """Compare the bets, the handle and the win on each wager with sessions on the table."""
    takings = {
        wager: (each.bets, each.handle, each.win) for wager, each in tally.by_wager.items() if each.bets or each.win
    }
    assert takings == {
        each.wager: each[1:] for each in add_wager_totals([each for one in sat for each in one.wager_totals])
    }


@pytest.mark.parametrize("name", ["knockout", "hammerlock"])
@given(rolls=st.integers(1, 40), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=15)
def test_bets_whose_results_cancel_are_decided(name: str, rolls: int, seed: int) -> None:
    """With bets on both sides of the line few chips move; at the end such bets are played out and counted, too."""
    plan, terms = find_strategy(name), Terms(rolls, 300_00, unresolved="play out")
    run = Simulation(CRAPS, [plan], terms, sessions=5, seed=seed, cores=1)
    assert list(run.blocks()) == [5]
    (tally,) = run.tallies
    sat = [by_hand(CRAPS, plan, terms, session, seed) for session in range(5)]

    assert tally.ends == Counter(each.cents for each in sat)
    assert tally.rolls == sum(len(each.worth_by_roll) - 1 for each in sat)
    check_takings(tally, sat)


def test_cores_and_blocks_change_nothing() -> None:
    """The same seed gives the same tally on one core and on two, in one run and in two that are added."""
    asked = {"rolls": 40, "bankroll": 100_00, "seed": 9, "hands": 3, "unresolved": "play out"}
    whole = simulate(CRAPS, PassWithOdds(), sessions=20_000, cores=1, **asked)  # type: ignore[arg-type]  # As named.
    parts = [
        simulate(CRAPS, PassWithOdds(), sessions=count, first_session=first, cores=2, **asked)  # type: ignore[arg-type]  # The same.
        for first, count in ((0, 7_777), (7_777, 12_223))
    ]

    assert whole == parts[0] + parts[1]
    assert whole.rolls == sum(whole.dice)
    assert whole.paths.sessions == 10_000


def test_single_sessions_add_to_all_of_them() -> None:
    """Runs of one session each add to the tally of one run."""
    short = partial(simulate, CRAPS, Chaser(), rolls=3, bankroll=100_00, seed=1)
    whole, parts = short(sessions=8), [short(sessions=1, first_session=first) for first in range(8)]

    assert sum(parts[1:], parts[0]) == whole


@each_known
def test_sessions_agree_with_the_known_ones(known: Known) -> None:
    """Mean and ruin of 400,000 sessions lie within four standard errors of those computed apart from this project."""
    sessions, plan, terms = 400_000, find_strategy(known.strategy), known.terms
    mean, variance, ruin = known.mean.value, known.variance.value, known.ruin.value
    tally = simulate(
        known.house,
        plan,
        sessions=sessions,
        rolls=terms.rolls,
        bankroll=terms.bankroll,
        unresolved=terms.unresolved,
        seed=2,
    )

    assert (tally.mean / 100 - mean) ** 2 <= 16 * variance / sessions
    assert abs(tally.variance / 10_000 - variance) < variance / 100
    assert (tally.ruin - ruin) ** 2 <= 16 * ruin * (1 - ruin) / sessions


def test_the_expected_win_agrees_with_the_exact_edges() -> None:
    """On each wager, the hold agrees with the exact edge, and the expected wins add to the expected change."""
    tally = simulate(CRAPS, Molly(), sessions=2_000, rolls=5_000, bankroll=10**6 * 100, seed=5, unresolved="play out")

    assert sum(each.win for each in tally.by_wager.values()) == tally.sessions * (10**8 - tally.mean)
    assert sum(each.expected or 0 for each in tally.by_wager.values()) == -(tally.totals.expected or 0)
    for wager in ("Pass Bet", "Come Bet"):
        takings, exact = tally.by_wager[wager], edge(CRAPS, wager)
        assert takings.hold is not None
        assert (takings.hold - exact.per_bet_decided) ** 2 <= 16 * exact.variance / takings.bets
    assert tally.by_wager["odds on Come Bet"].expected == tally.by_wager["odds on Pass Bet"].expected == 0


def test_strategies_are_compared_on_the_same_dice() -> None:
    """The difference of two strategies is that of their sessions, dice by dice."""
    compared = compare(CRAPS, [PassFlat(), PassWithOdds()], HUNDRED, sessions=5_000, seed=8)
    first, second = compared
    alone = simulate(CRAPS, PassWithOdds(), sessions=5_000, rolls=100, bankroll=300_00, seed=8)

    assert second == alone
    assert mean(compared.differences[0]) == second.mean - first.mean
    assert standard_error(compared.differences[0]) < first.standard_error + second.standard_error


@dataclass(frozen=True)
class Counting(PassFlat):
    """Bets on every second hand, and counts them from the first; there is no end to that."""

    name: str = "counting"

    def next_act(self, view: View) -> Act | None:
        return None if view.history.hands % 2 else super().next_act(view)  # type: ignore[return-value]  # It asks for bets alone.


@dataclass(frozen=True)
class Again(PassFlat):
    """Bets again only after a seven: it looks at the last roll."""

    name: str = "again"

    def next_act(self, view: View) -> Act | None:
        last = view.history.last_roll
        return super().next_act(view) if last is None or last.roll.total == 7 else None  # type: ignore[return-value]  # The same.


def test_a_strategy_without_a_machine_is_played_on_the_table() -> None:
    """The table plays it with the same dice, and the tally gives the reason."""
    tally = simulate(CRAPS, Counting(), sessions=20, rolls=30, bankroll=50_00, seed=3)
    terms = Terms(30, 50_00)

    assert (
        tally.no_machine_reason == "counting counts all hands without limit, so it has no machine; play it on the table"
    )
    assert tally.ends == Counter(by_hand(CRAPS, Counting(), terms, session, 3).cents for session in range(20))
    assert tally.expected_mean is None
    assert sum(each.win for each in tally.by_wager.values()) == 20 * (50_00 - tally.mean)
    assert tally.paths.sessions == 20
    assert tally.totals.hands == sum(by_hand(CRAPS, Counting(), terms, session, 3).hands for session in range(20))


def test_a_strategy_may_look_at_the_last_roll() -> None:
    """The states of its machine distinguish the last roll, and its sessions equal those on the table."""
    tally = simulate(CRAPS, Again(), sessions=50, rolls=30, bankroll=50_00, seed=3)

    assert tally.no_machine_reason is None
    assert tally.ends == Counter(by_hand(CRAPS, Again(), Terms(30, 50_00), session, 3).cents for session in range(50))


@dataclass(frozen=True)
class Off(Forgetful):
    """Places the 6, and calls it off for good."""

    name: str = "off"

    def next_act(self, view: View) -> Act | None:
        bet = view.bet_on("Place Bet to Win on 6")
        if bet is None:
            return MakeBet(PLAYER, "Place Bet to Win on 6", 12_00) if view.rail >= 12_00 else None
        return None if bet.button == "off" else CallOff(PLAYER, bet.spot)


def test_a_bet_that_cannot_be_decided_is_returned() -> None:
    """A bet that stays off ends the session and is returned."""
    tally = simulate(EVERY_OPTION, Off(), sessions=10, rolls=30, bankroll=50_00, unresolved="play out")

    assert tally.ends == {50_00: 10}
    assert tally.stopped_by == {"no bet possible": 10}


def test_dice_from_a_record() -> None:
    """Each session takes the next rolls of the record, and no more than it has."""
    rolls = [EVERY_ROLL[place] for place in islice(session_rolls(4), 1_000)]
    tally = simulate(CRAPS, IRON_CROSS, sessions=10, rolls=100, bankroll=300_00, dice=RecordedDice.of(rolls))
    sat = [play_session(CRAPS, IRON_CROSS, HUNDRED, rolls[begin : begin + 100]) for begin in range(0, 1_000, 100)]

    assert tally.ends == Counter(each.cents for each in sat)
    assert tally.dice == tuple(rolls.count(roll) for roll in EVERY_ROLL)
    assert tally.paths.sessions == 10
    with pytest.raises(NotationError, match=r"11 sessions of 100 rolls are not on a record of 1,000; 10 .* are"):
        simulate(CRAPS, IRON_CROSS, sessions=11, rolls=100, bankroll=300_00, dice=RecordedDice.of(rolls))


def test_paths_follow_the_worth_of_the_sessions() -> None:
    """Fan, drawdown and losing run are those of the sessions as the table plays them."""
    tally = simulate(CRAPS, PassWithOdds(), sessions=30, rolls=50, bankroll=100_00, seed=6)
    worths = [by_hand(CRAPS, PassWithOdds(), Terms(50, 100_00), session, 6).worth_by_roll for session in range(30)]
    full = [[*each, *[each[-1]] * (51 - len(each))] for each in worths]

    assert tally.paths.sessions == 30
    assert sorted(tally.paths.fan) == list(range(51))
    assert all(tally.paths.fan[roll] == Counter(each[roll] for each in full) for roll in range(51))
    assert tally.paths.drawdown == Counter(max(max(each[: n + 1]) - each[n] for n in range(51)) for each in full)
    assert tally.paths.losing_run == Counter(map(losing_run, full))


def losing_run(worths: list[int]) -> int:
    """Return the most losing rolls in a row; rolls that change nothing do not count."""
    changes = [after - before for before, after in pairwise(worths) if after != before]
    signs = "".join("-" if change < 0 else "+" for change in changes)
    return max(map(len, signs.split("+")))


def test_a_run_can_be_left_and_gone_on_with() -> None:
    """After a block the tallies hold exactly the finished sessions; the rest of them follows from there."""
    run = Simulation(CRAPS, [Martingale()], Terms(1_000, 500_00), sessions=3_000, seed=7, cores=2)
    (done,) = islice(run.blocks(), 1)
    begun = run.tallies[0]
    rest = simulate(
        CRAPS, Martingale(), sessions=3_000 - done, rolls=1_000, bankroll=500_00, first_session=done, seed=7
    )

    assert 0 < done < 3_000
    assert begun.sessions == done
    assert begun + rest == simulate(CRAPS, Martingale(), sessions=3_000, rolls=1_000, bankroll=500_00, seed=7)


def test_tallies_of_different_play_do_not_add() -> None:
    """Tallies of another house, strategy or terms do not add."""
    tally = Tally("craps", "pass_flat", HUNDRED)
    for other in (replace(tally, house="crapless"), replace(tally, strategy="x"), replace(tally, terms=Terms(9, 100))):
        with pytest.raises(StrategyError, match="does not add"):
            tally + other


def test_tallies_count() -> None:
    """Shares and quantiles are counted, not estimated."""
    tally = Tally("craps", "x", HUNDRED, sessions=3, rolls=30, ends=Counter({5_00: 1, 20_00: 2}), ruined=1)

    assert tally.mean == 15_00
    assert tally.variance == 500_000
    assert tally.below(10_00) == tally.ruin == Fraction(1, 3)
    assert [tally.quantile(Fraction(share, 3)) for share in (1, 2, 3)] == [5_00, 20_00, 20_00]
    assert (tally + tally).sessions == 6
    assert WagerResult(4, 40_00, 10_00).hold == Fraction(1, 4)
    assert WagerResult().hold is None
    assert Paths() + Paths() == Paths()


def test_a_machine_that_is_not_found_at_once_grows_as_it_is_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are found when a session reaches them equal the rows that are found before the first session."""
    whole = [simulate(CRAPS, each, sessions=20, rolls=25, bankroll=40_00, seed=2) for each in (Molly(), Chaser())]
    monkeypatch.setattr("passline.simulation.player.FIRST_ROWS", 100)

    assert [
        simulate(CRAPS, each, sessions=20, rolls=25, bankroll=40_00, seed=2) for each in (Molly(), Chaser())
    ] == whole


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sessions", 0),
        ("sessions", -5),
        ("rolls", 0),
        ("bankroll", 0),
        ("bankroll", 10.0),
        ("bankroll", 12_37),
        ("hands", 0),
        ("stop_win", -1),
        ("stop_loss", 0),
        ("first_session", -1),
        ("paths", -1),
        ("cores", 0),
        ("seed", -1),
        ("seed", 2**64),
        ("unresolved", "kept"),
        ("rolls", 2**47),
    ],
)
def test_an_argument_out_of_range_is_refused_in_one_line(name: str, value: object) -> None:
    """The message names the argument."""
    asked = {"sessions": 10, "rolls": 10, "bankroll": 100_00, "seed": 0} | {name: value}
    with pytest.raises(CrapsError) as refused:
        simulate(CRAPS, PassFlat(), **asked)  # type: ignore[arg-type]  # That is the point.

    assert (
        name.replace("_", " ") in str(refused.value)
        or "seed" in str(refused.value)
        or "end of a session" in str(refused.value)
    )
    assert "\n" not in str(refused.value)


def test_too_long_sessions_are_not_followed() -> None:
    """The error gives the largest number of rolls of a session that can be followed."""
    with pytest.raises(NotationError, match="too long to be followed"):
        simulate(CRAPS, PassFlat(), sessions=1, rolls=2**40, bankroll=100_00, paths=1)


def test_fair_dice_are_the_dice() -> None:
    """If not told otherwise, each of the 36 rolls is one ticket."""
    assert FAIR.weights == [1] * 36
    assert set(FAIR.outcomes.tolist()) == set(range(36))


def test_every_roll_has_its_place() -> None:
    """A record is read as the rolls that it holds."""
    assert RecordedDice.of([Roll(1, 1), Roll(6, 6)]).rolls.tolist() == [0, 35]
    assert RecordedDice.of([]).rolls.dtype == np.uint8


@pytest.mark.parametrize(
    "terms",
    [
        Terms(100, 300_00),
        Terms(60, 100_00, hands=4, stop_win=80_00, stop_loss=60_00, unresolved="play out"),
        Terms(50, 20_00, hands=2),
    ],
    ids=["rolls", "stops", "short rail"],
)
@pytest.mark.parametrize("name", ["pass_flat", "iron_cross", "three_point_molly", "martingale_pass"])
def test_a_small_run_in_python_equals_the_compiled_one(
    name: str, terms: Terms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain Python and the compiled walk have the same tally, with every count of it."""
    tallies = []
    for small in (True, False):
        monkeypatch.setattr("passline.simulation.simulate.is_small", lambda _, small=small: small)
        run = Simulation(CRAPS, [find_strategy(name)], terms, sessions=40, seed=11)
        assert list(run.blocks()) == [40]
        tallies.append(run.tallies[0])

    assert tallies[0] == tallies[1]
    assert tallies[0].paths == tallies[1].paths
    assert tallies[0].totals == tallies[1].totals


SMALL_RUN = """
import sys, passline
tally = passline.simulate(passline.open_house("craps"), passline.strategy("pass_flat"), sessions=10, rolls=100,
                          bankroll=300_00)
print(tally.sessions, [name for name in ("numba", "scipy", "polars", "altair") if name in sys.modules])
"""


def test_a_small_run_loads_no_slow_library() -> None:
    """Ten sessions are done before Numba would be loaded."""
    answer = subprocess.run([sys.executable, "-c", SMALL_RUN], check=True, capture_output=True, text=True).stdout

    assert answer == "10 []\n"
