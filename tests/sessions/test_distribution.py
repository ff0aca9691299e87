"""Exact sessions equal sessions calculated on the table, and the reference sessions to every digit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from machines.test_machine import BY_HOUSE
from passline import edge
from passline.errors import NoMachine, NotationError, Refused
from passline.house.house import House
from passline.machines.terms import Terms, Unresolved
from passline.sessions.distribution import Session, SessionRun, session
from passline.simulation.simulate import simulate
from passline.strategies.notation import find_strategy, shipped_strategies
from passline.strategies.plan import Plan, can_play
from passline.strategies.protocol import Strategy
from scenes import CRAPLESS, CRAPS, MINI_CRAPS
from sessions.counted import Counted, counted
from sessions.known import ROWS, Known, each_known
from strategies.players import GROWS, Chaser, PassFlat, PassWithOdds

NONE = Fraction(0)
BY_GAME = [
    (house, plan)
    for plan in map(find_strategy, shipped_strategies())
    for house in (CRAPS, MINI_CRAPS, CRAPLESS)
    if can_play(house, plan)
]
LARGE = {"bonus_chaser", "fire_chaser", "three_point_molly", "three_point_dolly", "lay_sampler", "hammerlock"}
"""Strategies with large machines."""
SOME_BY_GAME = [(house, plan) for house, plan in BY_GAME if plan.name not in LARGE][::3]
"""A sample for this suite; `slow/test_distribution.py` has all of them."""


def named(value: House | Strategy) -> str:
    """Return the name of a house or a strategy."""
    return value.source if isinstance(value, House) else value.name


# All that is asked of a strategy is asked at once, while its machine is known.
SOME_BY_HOUSE = [(house, strategy) for house, strategy in BY_HOUSE if strategy != Chaser()]
"""All but one, whose machine takes seconds to explore; `slow/test_distribution.py` has it."""
by_house = pytest.mark.parametrize(("house", "strategy"), SOME_BY_HOUSE, ids=named, scope="module")
by_some_games = pytest.mark.parametrize(("house", "plan"), SOME_BY_GAME, ids=named, scope="module")


def asked(terms: Terms) -> dict[str, object]:
    """Return terms as the arguments of `session`."""
    return {
        "rolls": terms.rolls,
        "bankroll": terms.bankroll,
        "hands": terms.hands,
        "stop_win": terms.stop_win,
        "stop_loss": terms.stop_loss,
        "unresolved": terms.unresolved,
    }


@cache
def counted_of(known: Known, *, exact: bool) -> Session:
    """Return one of the reference sessions."""
    return session(known.house, find_strategy(known.strategy), exact=exact, **asked(known.terms))  # type: ignore[arg-type]  # As named.


@pytest.mark.parametrize("exact", [False, True], ids=["doubles", "whole numbers"])
@each_known
def test_the_reference_sessions_agree_to_every_digit(known: Known, exact: bool) -> None:  # noqa: FBT001  A parameter.
    """The figures equal those that were calculated independently of this project."""
    found = counted_of(known, exact=exact)

    assert known.mean.agrees_with(found.mean / 100)
    assert known.variance.agrees_with(found.variance / 10_000)
    assert known.ruin.agrees_with(found.ruin)
    assert {share: found.quantile(share) for share in known.quantiles} == known.quantiles


@each_known
def test_the_errors_of_doubles_are_within_their_bounds(known: Known) -> None:
    """Each figure in doubles lies within its error bound of the exact figure, and the bounds are small."""
    doubles, exact = (counted_of(known, exact=exact) for exact in (False, True))

    assert [exact.probability_error, exact.mean_error, exact.variance_error] == [0, 0, 0]
    assert doubles.probability_error < Fraction(1, 10**11)
    assert doubles.mean_error < Fraction(1, 10**5)
    assert doubles.variance_error < 1
    check_within(doubles, exact)


def check_within(doubles: Session, whole: Session) -> None:
    """Compare a session in doubles with the same session in whole numbers."""
    error = doubles.probability_error
    assert abs(doubles.mean - whole.mean) <= doubles.mean_error
    assert abs(doubles.variance - whole.variance) <= doubles.variance_error
    assert abs(doubles.ruin - whole.ruin) <= error
    for cents in {*doubles.pmf, *whole.pmf}:
        assert abs(doubles.pmf.get(cents, NONE) - whole.pmf.get(cents, NONE)) <= error
    for stop in {*doubles.stops, *whole.stops}:
        assert abs(doubles.stops.get(stop, NONE) - whole.stops.get(stop, NONE)) <= error
    for one, other in zip(
        (*doubles.ahead_by_roll, *doubles.ruined_by_roll), (*whole.ahead_by_roll, *whole.ruined_by_roll), strict=True
    ):
        assert abs(one - other) <= error
    for wager, means in whole.by_wager.items():
        for each, exact in zip(doubles.by_wager[wager], means, strict=True):
            assert abs(each - exact) <= means.handle * error


def test_the_flat_pass_bet_is_a_fraction() -> None:
    """The denominator of its exact mean divides a power of 36."""
    found = counted_of(next(known for known in ROWS if known.strategy == "pass_flat"), exact=True)
    below = found.mean.denominator
    while below % 2 == 0 or below % 3 == 0:
        below //= 2 if below % 2 == 0 else 3

    assert below == 1
    assert found.mean.denominator > 10**50
    assert sum(found.pmf.values()) == 1


SHORT = [
    Terms(3, 300_00),
    Terms(3, 5_00),
    Terms(3, 12_00),
    Terms(3, 23_00, hands=1),
    Terms(3, 61_00, hands=2, stop_win=20_00, stop_loss=20_00),
    Terms(3, 40_00, stop_win=1_00),
    Terms(3, 40_00, stop_loss=1_00),
]
"""Sessions that end in every way, with rails that are ample, short, and too short for any bet."""
each_short = pytest.mark.parametrize("terms", SHORT, ids=str)


@each_short
@by_house
def test_sessions_are_those_of_the_table(house: House, strategy: Strategy, terms: Terms) -> None:
    """The distribution equals that of all rolls on the table, also with a short bankroll."""
    check_table(house, strategy, terms)


def check_table(house: House, strategy: Strategy, terms: Terms) -> None:
    """Compare an exact session with all rolls on the table."""
    terms = replace(terms, rolls=2 if strategy.name == "chaser" else terms.rolls)
    told = session(house, strategy, exact=True, **asked(terms))  # type: ignore[arg-type]  # As named.
    table = counted(house, strategy, terms)

    assert told.pmf == table.ends
    assert sum(told.stops.values()) == 1
    early = {stop: chance for stop, chance in told.stops.items() if stop[0] != "no bet possible"}
    assert all(chance <= table.stops[stop] for stop, chance in early.items())  # A machine knows earlier what is over.
    assert told.rolls <= table.rolls
    assert told.hands <= table.hands
    by_wager = {wager: tuple(sums) for wager, sums in table.by_wager.items() if any(sums)}
    assert {wager: tuple(means) for wager, means in told.by_wager.items()} == by_wager
    for roll, worths in enumerate(table.worths[: len(told.ahead_by_roll)]):
        assert told.ahead_by_roll[roll] == sum(chance for worth, chance in worths.items() if worth > terms.bankroll)
        for share, worth in told.fan[roll].items():
            below = sum(chance for each, chance in worths.items() if each < worth)
            assert below < share <= below + worths[worth]
    if told.stopped_by["no bet possible"] == sum(
        chance for (stop, _), chance in table.stops.items() if stop == "no bet possible"
    ):
        assert told.rolls == table.rolls
        assert told.stops == table.stops


@each_short
@by_house
def test_doubles_are_within_their_error(house: House, strategy: Strategy, terms: Terms) -> None:
    """Doubles are within their error bounds for all terms."""
    check_error_bounds(house, strategy, terms)


def check_error_bounds(house: House, strategy: Strategy, terms: Terms) -> None:
    """Compare a session in doubles with the same session in whole numbers."""
    terms = replace(terms, rolls={"chaser": 2, "molly": 4}.get(strategy.name, 12))
    doubles, whole = (
        session(house, strategy, exact=exact, losing_run=2, **asked(terms))  # type: ignore[arg-type]  # As named.
        for exact in (False, True)
    )

    check_within(doubles, whole)
    assert doubles.losing_run_probability is not None
    assert whole.losing_run_probability is not None
    assert abs(doubles.losing_run_probability - whole.losing_run_probability) <= doubles.probability_error


@pytest.mark.parametrize("exact", [False, True], ids=["doubles", "whole numbers"])
@pytest.mark.parametrize("unresolved", ["return", "play out"])
def test_probabilities_sum_to_one_after_each_roll(unresolved: Unresolved, exact: bool) -> None:  # noqa: FBT001  A parameter.
    """The sessions that ended and those that go on have probability 1, less the truncated probability."""
    terms = Terms(60, 60_00, hands=4, stop_win=80_00, stop_loss=45_00, unresolved=unresolved)
    run = SessionRun(CRAPS, PassWithOdds(), terms, exact=exact)
    masses = [run.total_probability for _ in run.rolls()]
    error = run.result.probability_error

    assert len(masses) >= 60
    assert all(abs(1 - mass) <= error for mass in masses)
    assert (error == 0) == exact


@by_some_games
def test_without_stops_the_mean_is_the_edge_on_the_handle(house: House, plan: Plan) -> None:
    """If bets are played out, the loss is the sum of the exact edges of the bets that were decided."""
    check_edge_on_handle(house, plan)


def check_edge_on_handle(house: House, plan: Plan) -> None:
    found = session(house, plan, rolls=12, bankroll=5_000_00, unresolved="play out")
    loss = sum((means.handle * edge(house, wager).per_bet_made for wager, means in found.by_wager.items()), Fraction(0))

    assert found.ruin == 0
    assert abs((5_000_00 - found.mean) - found.means.win) <= found.mean_error + Fraction(1, 10**6)
    assert abs(found.means.win - loss) <= Fraction(1, 10**6)


@by_some_games
def test_simulation_agrees(house: House, plan: Plan) -> None:
    """Twenty thousand simulated sessions lie within four standard errors."""
    check_simulation(house, plan)


def check_simulation(house: House, plan: Plan) -> None:
    terms, sessions = Terms(30, 100_00, hands=3, stop_win=75_00), 20_000
    exact = session(house, plan, **asked(terms))  # type: ignore[arg-type]  # As named.
    tally = simulate(house, plan, sessions=sessions, seed=7, paths=0, **asked(terms))  # type: ignore[arg-type]  # The same.

    assert (tally.mean - exact.mean) ** 2 <= 16 * exact.variance / sessions
    chances = {stop: (exact.stopped_by[stop], Fraction(tally.stopped_by[stop], sessions)) for stop in tally.stopped_by}
    for chance, share in [(exact.ruin, tally.ruin), *chances.values()]:
        assert (share - chance) ** 2 <= 16 * chance * (1 - chance) / sessions + exact.probability_error
    handle = Fraction(tally.all_wagers.handle, sessions)
    assert abs(handle - exact.means.handle) <= exact.means.handle / 20
    assert abs(Fraction(tally.rolls, sessions) - exact.rolls) <= exact.rolls / 50


def test_simulation_agrees_on_bets_played_out_and_on_losing_runs() -> None:
    """Sessions agree with every stop rule, with bets that are played out, and in their losing runs."""
    check_played_out_simulation(PassWithOdds(), sessions=50_000)


def check_played_out_simulation(*players: Strategy, sessions: int) -> None:
    terms = Terms(40, 120_00, hands=5, stop_win=90_00, stop_loss=70_00, unresolved="play out")
    for strategy in players:
        exact = session(CRAPS, strategy, losing_run=4, **asked(terms))  # type: ignore[arg-type]  # As named.
        tally = simulate(CRAPS, strategy, sessions=sessions, seed=3, **asked(terms))  # type: ignore[arg-type]  # The same.

        assert (tally.mean - exact.mean) ** 2 <= 16 * exact.variance / sessions
        assert (tally.ruin - exact.ruin) ** 2 <= 16 * exact.ruin * (1 - exact.ruin) / sessions
        assert abs(Fraction(tally.rolls, sessions) - exact.rolls) <= exact.rolls / 50
        assert exact.losing_run_probability is not None
    for strategy, terms in [
        (players[0], Terms(40, 300_00)),
        (find_strategy(LINE_AND_FIELD), Terms(40, 57_00, stop_loss=5_00, unresolved="play out")),
    ]:
        exact = session(CRAPS, strategy, losing_run=4, **asked(terms))  # type: ignore[arg-type]  # As named.
        runs = simulate(CRAPS, strategy, sessions=10_000, seed=3, paths=10_000, **asked(terms)).paths.losing_run  # type: ignore[arg-type]  # The same.
        share = Fraction(sum(count for run, count in runs.items() if run >= 4), runs.total())
        assert exact.losing_run_probability is not None
        assert (share - exact.losing_run_probability) ** 2 <= 16 * exact.losing_run_probability * (
            1 - exact.losing_run_probability
        ) / runs.total()


LINE_AND_FIELD = """strategy line_and_field
on the come out:
    bet $10 on Pass Bet
with a point:
    bet $5 on Field Bet
"""


@pytest.mark.parametrize(
    "terms",
    [
        Terms(3, 57_00, stop_win=5_00, unresolved="play out"),
        Terms(3, 22_00, stop_loss=10_00, unresolved="play out"),
        Terms(3, 41_00, hands=1, stop_win=20_00, unresolved="play out"),
    ],
    ids=str,
)
def test_bets_that_are_played_out_appear_roll_by_roll(terms: Terms) -> None:
    """After the end, the worth of a session follows its remaining bets to their decision, as at the table."""
    strategy = find_strategy(LINE_AND_FIELD)
    table = counted(CRAPS, strategy, terms)
    for exact in (False, True):
        told = session(CRAPS, strategy, exact=exact, **asked(terms))  # type: ignore[arg-type]  # As named.
        check_roll_by_roll(told, table)


def check_roll_by_roll(told: Session, table: Counted) -> None:
    """Check the figures by roll and at the end against those of the table."""
    terms = told.terms
    for roll, worths in enumerate(table.worths):
        ahead = sum((chance for worth, chance in worths.items() if worth > terms.bankroll), NONE)
        assert abs(told.ahead_by_roll[roll] - ahead) <= told.probability_error
        for share, worth in told.fan[roll].items():
            below = sum((chance for each, chance in worths.items() if each < worth), NONE)
            assert below < share <= below + worths[worth]
    broke = sum((chance for worth, chance in table.ends.items() if worth < 5_00), NONE)
    assert abs(told.ruined_by_roll[-1] - broke) <= told.probability_error
    assert told.ruin >= told.ruined_by_roll[-1]
    for stop, chance in table.stops.items():
        stopped = sum((other for each, other in told.stops.items() if each == stop), NONE)
        assert abs(stopped - chance) <= told.probability_error


def test_whole_numbers_and_doubles_play_out_alike() -> None:
    """Both kinds of number agree with losing runs, and when sessions end at different rolls."""
    check_played_out_alike(find_strategy(LINE_AND_FIELD))


def check_played_out_alike(*strategies: Strategy) -> None:
    for strategy in strategies:
        terms = Terms(14, 70_00, hands=2, stop_win=25_00, stop_loss=30_00, unresolved="play out")
        doubles, whole = (
            session(CRAPS, strategy, exact=exact, losing_run=2, **asked(terms))  # type: ignore[arg-type]  # As named.
            for exact in (False, True)
        )

        check_within(doubles, whole)
        assert doubles.fan == whole.fan
        assert doubles.losing_run_probability is not None
        assert whole.losing_run_probability is not None
        assert abs(doubles.losing_run_probability - whole.losing_run_probability) <= doubles.probability_error


FIELD = "strategy field\nbet $5 on Field Bet\n"


def test_losing_runs_of_a_bet_that_every_roll_decides() -> None:
    """A Field Bet loses with 20 of 36 rolls; the chance of three losses in a row follows from that alone."""
    field = find_strategy(FIELD)
    alive = [Fraction(1), Fraction(0), Fraction(0)]
    for _ in range(20):
        loses = Fraction(20, 36)
        alive = [sum(alive) * (1 - loses), alive[0] * loses, alive[1] * loses]
    found = session(CRAPS, field, rolls=20, bankroll=300_00, losing_run=3, exact=True)

    assert found.losing_run_probability == 1 - sum(alive)


def test_the_probability_of_ruin_by_roll_is_exact() -> None:
    """From two bets, ruin comes with the second loss: the chance by each roll only grows, up to that of the end."""
    found = session(CRAPS, PassFlat(), rolls=60, bankroll=20_00, exact=True)

    assert found.ruined_by_roll[0] == found.ruined_by_roll[1] == 0
    assert list(found.ruined_by_roll) == sorted(found.ruined_by_roll)
    assert found.ruined_by_roll[-1] == found.ruin == found.below(10_00)
    half = found.rolls_until_ruined(Fraction(1, 2))
    assert half is not None
    assert found.ruined_by_roll[half - 1] < Fraction(1, 2) <= found.ruined_by_roll[half]
    assert found.rolls_until_ruined(Fraction(999, 1000)) is None


def test_quantiles_are_the_same_in_doubles() -> None:
    """A quantile is the same in doubles if a cumulative probability equals it exactly."""
    pass_it = find_strategy("dont_pass_flat")
    doubles, whole = (session(CRAPS, pass_it, rolls=9, bankroll=50_00, exact=exact) for exact in (False, True))
    so_far = Fraction(0)

    for chance in whole.pmf.values():
        so_far += chance
        assert doubles.quantile(so_far) == whole.quantile(so_far)
    assert (doubles.quantile(0), doubles.quantile(1)) == (whole.quantile(0), whole.quantile(1))


def test_a_stop_win_is_reached_or_not() -> None:
    """A session that ends by its stop win ends with at least that amount."""
    found = session(CRAPS, PassFlat(), rolls=60, bankroll=50_00, stop_win=20_00, stop_loss=20_00, exact=True)
    reached = sum(chance for cents, chance in found.pmf.items() if cents >= 70_00)

    assert found.stopped_by["stop win"] == reached
    assert set(found.pmf) == {30_00, 40_00, 50_00, 60_00, 70_00}


def check_infinite_strategy(rolls: int) -> None:
    """Compare the distribution of a strategy that counts without limit with the table."""
    found = session(CRAPS, find_strategy(GROWS), rolls=rolls, bankroll=300_00, exact=True)

    assert found.pmf == counted(CRAPS, find_strategy(GROWS), Terms(rolls, 300_00)).ends


def test_impossible_arguments_are_refused() -> None:
    """Each refusal is one line that says what would be accepted."""
    with pytest.raises(NotationError, match="rolls of 0"):
        session(CRAPS, PassFlat(), rolls=0, bankroll=300_00)
    with pytest.raises(Refused):
        session(CRAPS, PassFlat(), rolls=5, bankroll=300_50)
    with pytest.raises(NotationError, match="losing run"):
        session(CRAPS, PassFlat(), rolls=5, bankroll=300_00, losing_run=0)
    with pytest.raises(NoMachine, match="GB of memory"):
        session(CRAPS, PassFlat(), rolls=5, bankroll=300_00, memory=1e-9)
    with pytest.raises(NoMachine, match="win without limit"):
        session(CRAPS, find_strategy("place_6_8"), rolls=5, bankroll=300_00, unresolved="play out", exact=True)


@pytest.mark.parametrize("strategy", [find_strategy("place_6_8"), find_strategy("iron_cross")], ids=named)
def test_bets_that_win_without_limit_are_refused_before_the_first_roll(strategy: Strategy) -> None:
    """A Place Bet stays up after it wins, so the amount it wins until a seven has no limit and no exact fraction."""
    with pytest.raises(NoMachine, match=r"win without limit.*return the bets at the end, or calculate in doubles"):
        SessionRun(CRAPS, strategy, Terms(100, 300_00, unresolved="play out"), exact=True)


@pytest.mark.parametrize("unresolved", ["return", "play out"])
def test_compiled_functions_change_nothing(unresolved: Unresolved, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short session runs the same functions without compiling them; both lie within their error of each other."""
    terms = Terms(30, 60_00, hands=4, stop_win=80_00, unresolved=unresolved)
    monkeypatch.setattr("passline.sessions.distribution.MAX_PLAIN_WORK", 10**12)
    plain = session(CRAPS, PassWithOdds(), losing_run=3, **asked(terms))  # type: ignore[arg-type]  # As named.
    monkeypatch.setattr("passline.sessions.distribution.MAX_PLAIN_WORK", 0)
    compiled = session(CRAPS, PassWithOdds(), losing_run=3, **asked(terms))  # type: ignore[arg-type]  # As named.

    check_within(plain, compiled)
    assert plain.fan == compiled.fan
    assert plain.probability_error == compiled.probability_error


@each_known
def test_the_hold_lies_within_its_error(known: Known) -> None:
    """The hold is the win as a share of the handle; its error in doubles is bounded, and in whole numbers it is 0."""
    doubles, exact = (counted_of(known, exact=exact) for exact in (False, True))

    assert exact.handle_error == exact.win_error == exact.hold_error == 0
    assert doubles.means.hold is not None
    assert exact.means.hold is not None
    assert doubles.hold_error is not None
    assert abs(doubles.means.handle - exact.means.handle) <= doubles.handle_error
    assert abs(doubles.means.win - exact.means.win) <= doubles.win_error
    assert abs(doubles.means.hold - exact.means.hold) <= doubles.hold_error < Fraction(1, 10**9)


def test_a_stopped_run_makes_no_more_rolls() -> None:
    """A stopped run reports the number of rolls made."""
    run = SessionRun(CRAPS, PassFlat(), Terms(50, 300_00))
    for rolled in run.rolls():
        if rolled == 10:
            run.stop()

    assert run.rolled == 10


def test_cores_change_nothing() -> None:
    """One core and two give the same doubles."""
    one, two = (
        session(CRAPS, find_strategy("three_point_molly"), rolls=40, bankroll=300_00, cores=cores) for cores in (1, 2)
    )

    assert one == two
