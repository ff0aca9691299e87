"""How a plan plays: what it has on the layout after some rolls, and that its machine is the table."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from machines.test_machine import on_the_machine, on_the_table
from passline.errors import StrategyError
from passline.house.house import House
from passline.machines.machine import machine
from passline.strategies.notation import parse_strategy
from passline.strategies.plan import Plan, can_play, find_conflicts
from passline.strategies.protocol import Strategy
from passline.words.dice import EVERY_ROLL, Roll
from scenes import CRAPLESS, CRAPS, EVERY_OPTION, HOUSES, MINI_CRAPS
from strategies.plans import likely_plans, on_the_layout, plans

dice = st.lists(st.sampled_from(EVERY_ROLL), min_size=1, max_size=25)


def up(text: str, dice: str, *, house: House = CRAPS, rail: int = 10_000_00) -> dict[str, int]:
    """Return what a strategy has on each spot, in dollars, after some rolls; its name goes without saying."""
    return on_the_layout(house, parse_strategy(f"strategy a test\n{text}"), dice, rail=rail)


def or_refused(play: object, *given: object) -> object:
    """Return what was played, or the words of the refusal."""
    assert callable(play)
    try:
        return play(*given)
    except StrategyError as error:
        return str(error)


@given(plan=st.one_of(likely_plans(), plans()), house=st.sampled_from(HOUSES), rolls=dice)
def test_the_machine_of_any_plan_is_the_table(plan: Plan, house: House, rolls: list[Roll]) -> None:
    """From an ample rail both leave the same rail after every roll, or hear the same refusal, in every game."""
    assume(plan.why_infinite is None)

    def played_by_machine(rolls: list[Roll]) -> list[int]:
        return on_the_machine(machine(house, plan, most=1), 10**9, rolls)

    assert or_refused(played_by_machine, rolls) == or_refused(on_the_table, house, plan, 10**9, rolls)


@given(plan=likely_plans(), rail=st.integers(1, 80), rolls=dice)
def test_the_machine_of_a_plan_that_is_short_is_the_table(plan: Plan, rail: int, rolls: list[Roll]) -> None:
    """It is so too when the rail is short of the next bet."""
    try:
        made = machine(CRAPS, plan, most=1)
        played = on_the_machine(made, rail * 100, rolls)
    except StrategyError:
        assume(False)  # noqa: FBT003  What an ample rail is refused is another test.

    assert played == on_the_table(CRAPS, plan, rail * 100, rolls)


@given(plan=likely_plans(), rolls=dice)
def test_a_memory_is_data(plan: Plan, rolls: list[Roll]) -> None:
    """Every memory that comes up can be written as JSON, and is the same once lists are tuples again."""
    assume(plan.why_infinite is None)
    made = machine(CRAPS, plan, most=1)
    or_refused(on_the_machine, made, 10**9, rolls)

    for state in made.states:
        assert _tuples(json.loads(json.dumps(state.memory))) == state.memory


def _tuples(data: object) -> object:
    return tuple(_tuples(one) for one in data) if isinstance(data, list) else data


# Bets.


def test_a_bet_is_made_once_and_again_when_it_is_gone() -> None:
    text = "on the come out:\n    bet $10 on Pass Bet\nwith a point:\n    bet $5 on Field Bet"

    assert up(text, "") == {"Pass Bet": 10}
    assert up(text, "3-3") == {"Pass Bet": 10, "Field Bet": 5}
    assert up(text, "3-3 5-1") == {"Pass Bet": 10}


def test_a_bet_is_asked_for_only_if_the_rail_covers_it() -> None:
    assert up("bet $10 on Field Bet\nbet $5 on Any Seven Bet", "", rail=9_00) == {"Any Seven Bet": 5}


def test_a_lay_bet_is_covered_with_its_vigorish() -> None:
    assert up("bet $40 on Lay Bet against the 4", "", rail=41_00) == {}
    assert up("bet $40 on Lay Bet against the 4", "", rail=42_00) == {"Lay Bet against the 4": 40}


def test_units_and_progressions() -> None:
    text = "a unit is $5\nthe stake goes 1 unit, $15\nbet the stake on Field Bet\nwhen Field Bet just lost:\n    "

    assert up(f"{text}raise the stake", "3-3 3-3 3-3") == {"Field Bet": 15}
    assert up(f"{text}raise the stake or start again", "3-3 3-3") == {"Field Bet": 5}
    assert up(f"{text}raise the stake or start again", "3-3 3-3 3-3") == {"Field Bet": 15}
    assert up(f"{text}raise the stake\nwhen Field Bet just won: lower the stake", "3-3 4-6") == {"Field Bet": 5}
    assert up(f"{text}raise the stake\nwhen Field Bet just won: start the stake again", "3-3 4-6") == {"Field Bet": 5}


def test_press_and_regress() -> None:
    six = "Place Bet to Win on 6"
    text = f"with a point: bet $12 on {six}\nwhen {six} just won:\n    "

    assert up(f"{text}press it by $6", "4-4 5-1") == {six: 18}
    assert up(f"{text}press it by $6", "4-4 5-1 3-3") == {six: 24}
    assert up(f"{text}press it to $30", "4-4 5-1 3-3") == {six: 30}
    assert up(f"{text}regress it to $6", "4-4 5-1 3-3") == {six: 6}
    assert up(f"{text}regress it by $6", "4-4 5-1 3-3") == {six: 6}
    assert up(f"{text}take down it\nif {six} is up: call on {six}", "4-4 5-1") == {six: 12}, "it is placed again"
    assert up(f"{text}press it by $6", "4-4 5-1", rail=12_00) == {six: 18}, "its winnings pay for it"


def test_a_parlay_adds_what_was_won_in_whole_steps() -> None:
    six = "Place Bet to Win on 6"
    text = f"with a point:\n    bet $12 on {six}\nwhen {six} just won:\n    parlay it in steps of $6"

    assert up(text, "4-4 5-1")[six] == 24, "$14 were won: two steps, and $2 for the rail"
    assert up(f"{text} up to $18", "4-4 5-1")[six] == 18
    assert up("bet $5 on Field Bet\nwhen Field Bet just won: parlay it in steps of $5", "1-1") == {"Field Bet": 15}
    assert up("bet $5 on Field Bet\nwhen Field Bet just won: parlay it in steps of $5", "1-1 3-1") == {"Field Bet": 30}


def test_take_down() -> None:
    text = "with a point:\n    bet $12 on Place Bet to Win on 6\n    bet $5 on Four the Hardway Bet\n"

    assert up(f"{text}on the come out: take down every Place Bet to Win", "4-4 6-2") == {"Four the Hardway Bet": 5}
    assert up(
        f"on the come out: bet $5 on Pass Bet\n{text}when 9 was just rolled:\n    take everything down\n    stop",
        "4-4 4-5",
    ) == {"Pass Bet": 5}


def test_call_on_and_off() -> None:
    text = "with a point: bet $12 on Place Bet to Win on 6\non the come out: call on every Place Bet to Win\n"
    plan = parse_strategy(f"strategy working\n{text}")

    assert on_the_table(CRAPS, plan, 100_00, [Roll(4, 4), Roll(6, 2), Roll(5, 1)]) == [100_00, 88_00, 102_00]


# Odds.


def test_odds_in_multiples() -> None:
    text = "on the come out: bet $10 on Pass Bet\nwith a point: "

    assert up(f"{text}take 2 times odds on Pass Bet", "3-3")["odds on Pass Bet"] == 20
    for roll, odds in {"1-3": 30, "2-3": 40, "3-3": 50, "4-4": 50, "4-5": 40, "4-6": 30}.items():
        assert up(f"{text}take 3-4-5 times odds on Pass Bet", roll)["odds on Pass Bet"] == odds
    assert up(f"{text}take 1-2-3 times odds on Pass Bet", "1-1", house=CRAPLESS)["odds on Pass Bet"] == 10


def test_odds_that_the_rail_does_not_hold() -> None:
    text = "on the come out: bet $10 on Pass Bet\nwith a point: take 5 times odds on Pass Bet"

    assert "odds on Pass Bet" not in up(text, "1-3", rail=45_00)
    assert up(f"{text}, or what the rail holds in steps of $10", "1-3", rail=45_00)["odds on Pass Bet"] == 30


def test_odds_of_an_amount_and_to_win_one() -> None:
    text = "on the come out: bet $10 on Pass Bet\nwith a point: "

    assert up(f"{text}take $20 odds on Pass Bet", "1-3")["odds on Pass Bet"] == 20
    for roll, odds in {"1-3": 30, "2-3": 40, "3-3": 50}.items():
        assert up(f"{text}take odds on Pass Bet to win $60", roll)["odds on Pass Bet"] == odds


def test_odds_laid_are_measured_by_what_they_win() -> None:
    text = "on the come out: bet $10 on Don't Pass Bet\nwith a point: "

    for roll, odds in {"1-3": 40, "2-3": 30, "3-3": 24}.items():
        assert up(f"{text}lay 2 times odds on Don't Pass Bet", roll)["odds on Don't Pass Bet"] == odds
        assert up(f"{text}lay odds on Don't Pass Bet to win $20", roll)["odds on Don't Pass Bet"] == odds


def test_keep_come_bets() -> None:
    text = "with a point: keep 2 Come Bets of $10 with 1 times odds"

    assert up(text, "") == {}
    assert up(text, "3-3") == {"Come Bet": 10}
    assert up(text, "3-3 1-3") == {"Come Bet on 4": 10, "odds on Come Bet on 4": 10, "Come Bet": 10}
    assert up(text, "3-3 1-3 4-5").keys() & {"Come Bet"} == set(), "two are up"
    assert up(text, "3-3 1-3 4-5 2-2").keys() == {"Come Bet on 9", "odds on Come Bet on 9", "Come Bet"}


# Conditions.


@pytest.mark.parametrize(
    ("condition", "dice", "is_so"),
    [
        ("on the come out", "", True),
        ("on the come out", "3-3", False),
        ("with a point", "3-3 5-1", False),
        ("the point is 6 or 8", "3-3", True),
        ("the point is not 6 or 8", "3-3", False),
        ("the point is not 6 or 8", "", True),
        ("it is the first roll of a hand", "", True),
        ("it is the first roll of a hand", "5-2", False),
        ("it is the first roll of a hand", "3-3 5-2", True),
        ("at least 2 rolls were made since the session began", "5-2", False),
        ("at least 2 rolls were made since the session began", "5-2 5-2 5-2", True),
        ("at least 2 rolls were made since the hand began", "3-3 5-2 5-2", False),
        ("at least 1 hand was played since the session began", "3-3", False),
        ("at least 1 hand was played since the session began", "3-3 5-2 5-2", True),
        ("won at least $5 since the session began", "5-6 5-2", False),
        ("won at least $5 since the hand began", "5-6", True),
        ("won at least $5 since the hand began", "3-3 5-2", False),
        ("lost at least $5 since the session began", "4-4", True),
        ("Field Bet is up", "", False),
        ("Place Bet to Win on 6 is up", "", True),
        ("nothing is up", "", False),
        ("fewer than 2 Place Bets to Win are up", "", False),
        ("exactly 2 Place Bets to Win are up", "", True),
        ("more than 2 bets are up", "", False),
        ("at most 2 bets are up", "", True),
        ("Place Bet to Win on 6 is at least $12", "", True),
        ("Place Bet to Win on 6 is below $12", "", False),
        ("Place Bet to Win on 6 is $12", "", True),
        ("Place Bet to Win on 5 is below $5", "", True),
        ("all Place Bets to Win together are $36", "", True),
        ("all bets together are above $36", "", False),
        ("all Come Bets together are at most $5", "", True),
        ("the rail is below $100", "", True),
        ("the rail is at least $64", "", True),
        ("the rail is above $64", "", False),
        ("the rail is at most $64", "", True),
        ("not (with a point or nothing is up)", "", True),
        ("with a point and nothing is up", "3-3", False),
    ],
)
def test_every_condition(condition: str, dice: str, is_so: bool) -> None:  # noqa: FBT001  It is what is so.
    """Bets that the dice don't decide, a Field Bet that they do, and a hop whenever the condition holds."""
    text = (
        "if Six the Hardway on the Hop Bet is not up and Field Bet is not up:\n"
        "    bet $12 on Place Bet to Win on 6\n    bet $24 on Place Bet to Win on 8\n"
    )
    marked = f"if {condition} and Any Seven Bet is not up:\n    bet $1 on Any Craps Bet\n"
    field = "bet $5 on Field Bet\n" if "since" in condition else ""

    assert ("Any Craps Bet" in up(text + marked + field, dice, rail=100_00)) == is_so


@pytest.mark.parametrize(
    ("event", "dice", "is_so"),
    [
        ("Place Bet to Win on 6 just won", "4-4 3-3", True),
        ("Place Bet to Win on 6 just won", "4-4 3-3 5-4", False),
        ("Place Bet to Win on 6 just won", "3-3", False),
        ("any Place Bet to Win just won", "4-4 3-3", True),
        ("any Place Bet to Win just lost", "4-4 3-4", True),
        ("any bet just lost", "4-4 3-4", True),
        ("Don't Pass Bet just stood off", "6-6", True),
        ("Come Bet just moved", "4-4 6-4", True),
        ("Come Bet on 10 just won", "4-4 6-4 6-4", True),
        ("6 was just rolled", "4-2", True),
        ("hard 6, 1-3 or 11 was just rolled", "4-2", False),
        ("hard 6, 1-3 or 11 was just rolled", "3-1", True),
        ("a point was just set", "4-4", True),
        ("the point was just made", "4-4 4-4", True),
        ("the point was just made", "4-4 4-4 6-6", False),
        ("the shooter just sevened out", "4-4 3-4", True),
        ("the shooter just sevened out", "3-4", False),
        ("6 was just rolled and not a point was just set", "4-2", False),
        ("6 was just rolled and with a point", "4-2", True),
    ],
)
def test_every_event(event: str, dice: str, is_so: bool) -> None:  # noqa: FBT001  It is what is so.
    """What stands under a `when` is done before the next roll, and then no more."""
    text = (
        "on the come out: bet $10 on Don't Pass Bet\n"
        "with a point:\n    bet $12 on Place Bet to Win on 6\n    bet $10 on Come Bet\n"
        f"when {event}:\n    bet $1 on Any Craps Bet\n"
    )

    assert ("Any Craps Bet" in up(text, dice)) == is_so


# Counters, stages, stops.


def test_counters_stop_counting_one_above_what_they_are_compared_with() -> None:
    text = "counter sevens\nwhen 7 was just rolled: add 1 to sevens\nif sevens is {}: bet $1 on Any Craps Bet"

    assert up(text.format("2"), "3-4 3-4") == {"Any Craps Bet": 1}
    assert up(text.format("2"), "3-4 3-4 3-4") == {}
    assert len(machine(CRAPS, parse_strategy(f"strategy sevens\n{text.format(2)}")).states) == 7 * 4
    assert len(machine(CRAPS, parse_strategy(f"strategy sevens\n{text.format('at least 2')}")).states) == 7 * 3


def test_counters_can_be_set_and_taken_from() -> None:
    text = "counter hits\nwhen 6 was just rolled: add 2 to hits\nwhen 8 was just rolled: take 1 from hits\n"
    text += "when 7 was just rolled: set hits to 2\nif hits is 2: bet $1 on Any Craps Bet"

    assert [bool(up(text, dice)) for dice in ("3-3", "3-3 4-4", "4-4", "4-4 3-3", "3-4", "")] == [
        True,
        False,
        False,
        True,
        True,
        False,
    ]


STAGES = """
stage low:
    bet $5 on Field Bet
    when Field Bet just lost:
        go to stage high
stage high:
    stop when at least 3 rolls were made since the stage began
    bet $10 on Field Bet
    when Field Bet just lost:
        go to stage low
"""


def test_stages() -> None:
    """An event belongs to the stage in which the dice were thrown: one loss is one step."""
    assert up(STAGES, "") == {"Field Bet": 5}
    assert up(STAGES, "3-3") == {"Field Bet": 10}
    assert up(STAGES, "3-3 3-3") == {"Field Bet": 5}
    assert up(STAGES, "3-3 5-4 5-4") == {"Field Bet": 10}
    assert up(STAGES, "3-3 5-4 5-4 5-4") == {}
    assert up(STAGES, "3-3 5-4 5-4 5-4 3-3") == {}


def test_stopping_is_for_good() -> None:
    text = "stop when the rail is above $10,000\nbet $5 on Field Bet\nstop when the shooter just sevened out"

    assert up(text, "4-4 3-4 3-3") == {}
    assert up(text, "4-4 4-5", rail=9_995_00) == {"Field Bet": 5}
    assert up(text, "6-6 4-5", rail=9_995_00) == {}


def test_what_is_won_is_added_up_without_end_unless_both_ends_are_named() -> None:
    """A sum that has an end on one side only says so; one that has both has a machine."""
    one = parse_strategy("strategy greedy\nbet $5 on Field Bet\nstop when won at least $20 since the session began")
    both = parse_strategy(f"{one}stop when lost at least $20 since the session began\n")

    assert one.why_infinite
    assert "no line stops it once an amount is lost" in one.why_infinite
    assert both.why_infinite is None
    assert len(machine(CRAPS, both).states) == 7 * (7 + 3), "seven sums, both ends, and at rest"


def test_what_was_won_may_be_lost_again() -> None:
    """A bet under a sum is made only while the sum is so, whatever else is said of the sum."""
    yo = "bet $5 on Field Bet\nif won at least $10 since the session began: bet $1 on 11 in One Roll Bet\n"
    stops = "stop when won at least $90 since the session began\nstop when lost at least $90 since the session began\n"
    for text in (yo, f"{stops}{yo}"):
        assert "11 in One Roll Bet" in up(text, "4-5 4-5")
        assert "11 in One Roll Bet" not in up(text, "4-5 4-5 3-4")


@pytest.mark.parametrize(
    ("text", "is_endless"),
    [
        ("stop when {won}\nstop when {lost}", False),
        ("if {won}: stop\nif {lost}: stop", False),
        ("stop when {won}\nif {lost} and with a point: stop", True),
        ("stop when {won}\nif not ({lost}): stop", True),
        ("stage one:\n    stop when {won}\n    stop when {lost}\nstage two:\n    go to stage one", True),
        ("stop when {won}\nif {lost}: bet $1 on yo", True),
    ],
)
def test_a_sum_has_an_end_where_the_play_has(text: str, *, is_endless: bool) -> None:
    """Only a line that stops whatever else is so bounds what is won and lost."""
    said = text.format(won="won at least $20 since the session began", lost="lost at least $20 since the session began")

    assert (parse_strategy(f"strategy sums\nbet $5 on Field Bet\n{said}\n").why_infinite is not None) == is_endless


def test_what_never_stops_acting_is_one_error() -> None:
    """Bets that are made and taken down again before one roll are told so."""
    with pytest.raises(StrategyError, match="a test asks 200 times before one roll in lines 2, 3; "):
        up("bet $12 on Place Bet to Win on 6\ntake down Place Bet to Win on 6", "")
    with pytest.raises(StrategyError, match="a test asks 200 times before one roll in lines 3, 5; "):
        up("stage one:\n    go to stage two\nstage two:\n    go to stage one", "")


def test_a_refusal_names_the_line() -> None:
    with pytest.raises(
        StrategyError, match=r"a test, line 3, asks for an act that is refused: Come Bet of \$10 refused"
    ):
        up("# A comment.\nbet $10 on Come Bet", "")


# Where it fits.


@pytest.mark.parametrize(
    ("text", "house", "says"),
    [
        ("bet $10 on Don't Pass Bet", CRAPLESS, "line 2: Don't Pass Bet refused: it is no wager of Crapless Craps"),
        (
            "bet $10 on Buy Bet on the 4",
            MINI_CRAPS,
            "line 2: Buy Bet on the 4 refused: this house's submission does not",
        ),
        ("bet $5 on Field Bet", EVERY_OPTION, "line 2: Field Bet of $5 refused: the minimum is $10"),
        ("bet $5 on Place Bet to Win on 6", CRAPS, "line 2: Place Bet to Win on 6 of $5 refused"),
        ("the stake goes $5, $4,000\nbet the stake on field", CRAPS, "line 3: Field Bet of $4,000 refused"),
        (
            "take 3 times odds on Pass Bet",
            MINI_CRAPS,
            "line 2: odds on Pass Bet, 3 times odds refused: on 4 this house",
        ),
        ("keep 2 Don't Come Bets of $10", CRAPLESS, "line 2: Don't Come Bet refused"),
        ("lay 1 times odds on Don't Pass Bet", CRAPLESS, "line 2: odds on Don't Pass Bet refused"),
    ],
)
def test_why_a_plan_does_not_fit(text: str, house: House, says: str) -> None:
    plan = parse_strategy(f"strategy a test\n{text}\n")

    assert not can_play(house, plan)
    assert str(find_conflicts(house, plan)[0]).startswith(says)


def test_what_it_bets_on() -> None:
    plan = parse_strategy(
        "strategy a test\nbet $5 on yo\ntake 1 times odds on Come Bet on 4\nkeep 1 Come Bet of $5 with $5 odds\n"
        "when Field Bet just won: bet $5 on yo; parlay Field Bet in steps of $5\n"
    )

    assert plan.wagers == ("11 in One Roll Bet", "odds on Come Bet", "Come Bet", "Field Bet")


def test_two_plans_are_the_same_if_they_say_the_same() -> None:
    plan = parse_strategy("strategy a test\n\n\nbet $5 on yo\n")
    same: Strategy = parse_strategy("strategy a test\nbet $5 on 11 in One Roll Bet # the same\n")

    assert plan == same
    assert hash(plan) == hash(same)
    assert plan != parse_strategy("strategy a test\nbet $6 on yo\n")


@given(plan=plans())
def test_a_plan_can_be_sent_to_another_machine(plan: Plan) -> None:
    """It is the same once it is unpacked."""
    assert pickle.loads(pickle.dumps(plan)) == plan  # noqa: S301  It was packed a moment ago.
