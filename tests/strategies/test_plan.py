"""Plans: the bets on the layout after given rolls, and the agreement of machine and table."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from machines.test_machine import rails_on_the_machine, rails_on_the_table
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


def bets_after(text: str, dice: str, *, house: House = CRAPS, rail: int = 10_000_00) -> dict[str, int]:
    """Return the bets of a strategy by spot, in dollars, after the rolls of *dice*; *text* omits the name."""
    return on_the_layout(house, parse_strategy(f"strategy a test\n{text}"), dice, rail=rail)


def result_or_refusal(play: object, *given: object) -> object:
    """Return the result of *play*, or the message of its refusal."""
    assert callable(play)
    try:
        return play(*given)
    except StrategyError as error:
        return str(error)


@given(plan=st.one_of(likely_plans(), plans()), house=st.sampled_from(HOUSES), rolls=dice)
def test_the_machine_of_any_plan_agrees_with_the_table(plan: Plan, house: House, rolls: list[Roll]) -> None:
    """With an ample rail, in every game, both have the same rail after every roll, or the same refusal."""
    assume(plan.why_infinite is None)

    def played_by_machine(rolls: list[Roll]) -> list[int]:
        return rails_on_the_machine(machine(house, plan, most=1), 10**9, rolls)

    assert result_or_refusal(played_by_machine, rolls) == result_or_refusal(
        rails_on_the_table, house, plan, 10**9, rolls
    )


@given(plan=likely_plans(), rail=st.integers(1, 80), rolls=dice)
def test_the_machine_of_any_plan_agrees_with_the_table_if_the_rail_is_short(
    plan: Plan, rail: int, rolls: list[Roll]
) -> None:
    """The rail is the same after every roll, even if it cannot pay for the next bet."""
    try:
        made = machine(CRAPS, plan, most=1)
        played = rails_on_the_machine(made, rail * 100, rolls)
    except StrategyError:
        assume(False)  # noqa: FBT003  The test above compares refusals.

    assert played == rails_on_the_table(CRAPS, plan, rail * 100, rolls)


@given(plan=likely_plans(), rolls=dice)
def test_a_memory_can_be_written_as_json(plan: Plan, rolls: list[Roll]) -> None:
    """Every memory is the same after JSON, once lists are tuples again."""
    assume(plan.why_infinite is None)
    made = machine(CRAPS, plan, most=1)
    result_or_refusal(rails_on_the_machine, made, 10**9, rolls)

    for state in made.states:
        assert _tuples(json.loads(json.dumps(state.memory))) == state.memory


def _tuples(data: object) -> object:
    return tuple(_tuples(one) for one in data) if isinstance(data, list) else data


# Bets.


def test_a_bet_is_made_once_and_again_when_it_is_gone() -> None:
    text = "on the come out:\n    bet $10 on Pass Bet\nwith a point:\n    bet $5 on Field Bet"

    assert bets_after(text, "") == {"Pass Bet": 10}
    assert bets_after(text, "3-3") == {"Pass Bet": 10, "Field Bet": 5}
    assert bets_after(text, "3-3 5-1") == {"Pass Bet": 10}


def test_a_bet_is_asked_for_only_if_the_rail_covers_it() -> None:
    assert bets_after("bet $10 on Field Bet\nbet $5 on Any Seven Bet", "", rail=9_00) == {"Any Seven Bet": 5}


def test_a_lay_bet_is_covered_with_its_vigorish() -> None:
    assert bets_after("bet $40 on Lay Bet against the 4", "", rail=41_00) == {}
    assert bets_after("bet $40 on Lay Bet against the 4", "", rail=42_00) == {"Lay Bet against the 4": 40}


def test_units_and_progressions() -> None:
    text = "a unit is $5\nthe stake goes 1 unit, $15\nbet the stake on Field Bet\nwhen Field Bet just lost:\n    "

    assert bets_after(f"{text}raise the stake", "3-3 3-3 3-3") == {"Field Bet": 15}
    assert bets_after(f"{text}raise the stake or start again", "3-3 3-3") == {"Field Bet": 5}
    assert bets_after(f"{text}raise the stake or start again", "3-3 3-3 3-3") == {"Field Bet": 15}
    assert bets_after(f"{text}raise the stake\nwhen Field Bet just won: lower the stake", "3-3 4-6") == {"Field Bet": 5}
    assert bets_after(f"{text}raise the stake\nwhen Field Bet just won: start the stake again", "3-3 4-6") == {
        "Field Bet": 5
    }


def test_press_and_regress() -> None:
    six = "Place Bet to Win on 6"
    text = f"with a point: bet $12 on {six}\nwhen {six} just won:\n    "

    assert bets_after(f"{text}press it by $6", "4-4 5-1") == {six: 18}
    assert bets_after(f"{text}press it by $6", "4-4 5-1 3-3") == {six: 24}
    assert bets_after(f"{text}press it to $30", "4-4 5-1 3-3") == {six: 30}
    assert bets_after(f"{text}regress it to $6", "4-4 5-1 3-3") == {six: 6}
    assert bets_after(f"{text}regress it by $6", "4-4 5-1 3-3") == {six: 6}
    assert bets_after(f"{text}take down it\nif {six} is up: call on {six}", "4-4 5-1") == {six: 12}, (
        "it is placed again"
    )
    assert bets_after(f"{text}press it by $6", "4-4 5-1", rail=12_00) == {six: 18}, "its winnings pay for it"


def test_a_parlay_adds_what_was_won_in_whole_steps() -> None:
    six = "Place Bet to Win on 6"
    text = f"with a point:\n    bet $12 on {six}\nwhen {six} just won:\n    parlay it in steps of $6"

    assert bets_after(text, "4-4 5-1")[six] == 24, "$14 were won: two steps, and $2 for the rail"
    assert bets_after(f"{text} up to $18", "4-4 5-1")[six] == 18
    assert bets_after("bet $5 on Field Bet\nwhen Field Bet just won: parlay it in steps of $5", "1-1") == {
        "Field Bet": 15
    }
    assert bets_after("bet $5 on Field Bet\nwhen Field Bet just won: parlay it in steps of $5", "1-1 3-1") == {
        "Field Bet": 30
    }


def test_bets_are_taken_down() -> None:
    text = "with a point:\n    bet $12 on Place Bet to Win on 6\n    bet $5 on Four the Hardway Bet\n"

    assert bets_after(f"{text}on the come out: take down every Place Bet to Win", "4-4 6-2") == {
        "Four the Hardway Bet": 5
    }
    assert bets_after(
        f"on the come out: bet $5 on Pass Bet\n{text}when 9 was just rolled:\n    take everything down\n    stop",
        "4-4 4-5",
    ) == {"Pass Bet": 5}


def test_a_place_bet_called_on_works_on_the_come_out() -> None:
    text = "with a point: bet $12 on Place Bet to Win on 6\non the come out: call on every Place Bet to Win\n"
    plan = parse_strategy(f"strategy working\n{text}")

    assert rails_on_the_table(CRAPS, plan, 100_00, [Roll(4, 4), Roll(6, 2), Roll(5, 1)]) == [100_00, 88_00, 102_00]


# Odds.


def test_odds_in_multiples() -> None:
    text = "on the come out: bet $10 on Pass Bet\nwith a point: "

    assert bets_after(f"{text}take 2 times odds on Pass Bet", "3-3")["odds on Pass Bet"] == 20
    for roll, odds in {"1-3": 30, "2-3": 40, "3-3": 50, "4-4": 50, "4-5": 40, "4-6": 30}.items():
        assert bets_after(f"{text}take 3-4-5 times odds on Pass Bet", roll)["odds on Pass Bet"] == odds
    assert bets_after(f"{text}take 1-2-3 times odds on Pass Bet", "1-1", house=CRAPLESS)["odds on Pass Bet"] == 10


def test_odds_are_reduced_to_the_rail_if_the_text_says_so() -> None:
    text = "on the come out: bet $10 on Pass Bet\nwith a point: take 5 times odds on Pass Bet"

    assert "odds on Pass Bet" not in bets_after(text, "1-3", rail=45_00)
    assert bets_after(f"{text}, or what the rail holds in steps of $10", "1-3", rail=45_00)["odds on Pass Bet"] == 30


def test_odds_are_given_as_an_amount_or_by_their_winnings() -> None:
    text = "on the come out: bet $10 on Pass Bet\nwith a point: "

    assert bets_after(f"{text}take $20 odds on Pass Bet", "1-3")["odds on Pass Bet"] == 20
    for roll, odds in {"1-3": 30, "2-3": 40, "3-3": 50}.items():
        assert bets_after(f"{text}take odds on Pass Bet to win $60", roll)["odds on Pass Bet"] == odds


def test_laid_odds_are_measured_by_their_winnings() -> None:
    text = "on the come out: bet $10 on Don't Pass Bet\nwith a point: "

    for roll, odds in {"1-3": 40, "2-3": 30, "3-3": 24}.items():
        assert bets_after(f"{text}lay 2 times odds on Don't Pass Bet", roll)["odds on Don't Pass Bet"] == odds
        assert bets_after(f"{text}lay odds on Don't Pass Bet to win $20", roll)["odds on Don't Pass Bet"] == odds


def test_the_number_of_come_bets_is_kept() -> None:
    text = "with a point: keep 2 Come Bets of $10 with 1 times odds"

    assert bets_after(text, "") == {}
    assert bets_after(text, "3-3") == {"Come Bet": 10}
    assert bets_after(text, "3-3 1-3") == {"Come Bet on 4": 10, "odds on Come Bet on 4": 10, "Come Bet": 10}
    assert bets_after(text, "3-3 1-3 4-5").keys() & {"Come Bet"} == set(), "two are up"
    assert bets_after(text, "3-3 1-3 4-5 2-2").keys() == {"Come Bet on 9", "odds on Come Bet on 9", "Come Bet"}


# Conditions.


@pytest.mark.parametrize(
    ("condition", "dice", "expected"),
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
def test_every_condition(condition: str, dice: str, expected: bool) -> None:  # noqa: FBT001  It is the expected answer.
    """An Any Craps Bet is made if the condition holds; other bets give the condition its subject."""
    text = (
        "if Six the Hardway on the Hop Bet is not up and Field Bet is not up:\n"
        "    bet $12 on Place Bet to Win on 6\n    bet $24 on Place Bet to Win on 8\n"
    )
    marked = f"if {condition} and Any Seven Bet is not up:\n    bet $1 on Any Craps Bet\n"
    field = "bet $5 on Field Bet\n" if "since" in condition else ""

    assert ("Any Craps Bet" in bets_after(text + marked + field, dice, rail=100_00)) == expected


@pytest.mark.parametrize(
    ("event", "dice", "expected"),
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
def test_every_event(event: str, dice: str, expected: bool) -> None:  # noqa: FBT001  It is the expected answer.
    """An order under `when` is done before the roll after the event, and not again."""
    text = (
        "on the come out: bet $10 on Don't Pass Bet\n"
        "with a point:\n    bet $12 on Place Bet to Win on 6\n    bet $10 on Come Bet\n"
        f"when {event}:\n    bet $1 on Any Craps Bet\n"
    )

    assert ("Any Craps Bet" in bets_after(text, dice)) == expected


# Counters, stages, stops.


def test_counters_stop_counting_one_above_what_they_are_compared_with() -> None:
    text = "counter sevens\nwhen 7 was just rolled: add 1 to sevens\nif sevens is {}: bet $1 on Any Craps Bet"

    assert bets_after(text.format("2"), "3-4 3-4") == {"Any Craps Bet": 1}
    assert bets_after(text.format("2"), "3-4 3-4 3-4") == {}
    assert len(machine(CRAPS, parse_strategy(f"strategy sevens\n{text.format(2)}")).states) == 7 * 4
    assert len(machine(CRAPS, parse_strategy(f"strategy sevens\n{text.format('at least 2')}")).states) == 7 * 3


def test_counters_can_be_set_and_taken_from() -> None:
    text = "counter hits\nwhen 6 was just rolled: add 2 to hits\nwhen 8 was just rolled: take 1 from hits\n"
    text += "when 7 was just rolled: set hits to 2\nif hits is 2: bet $1 on Any Craps Bet"

    assert [bool(bets_after(text, dice)) for dice in ("3-3", "3-3 4-4", "4-4", "4-4 3-3", "3-4", "")] == [
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
    """A loss moves the strategy by one stage only: an event counts in the stage of its roll."""
    assert bets_after(STAGES, "") == {"Field Bet": 5}
    assert bets_after(STAGES, "3-3") == {"Field Bet": 10}
    assert bets_after(STAGES, "3-3 3-3") == {"Field Bet": 5}
    assert bets_after(STAGES, "3-3 5-4 5-4") == {"Field Bet": 10}
    assert bets_after(STAGES, "3-3 5-4 5-4 5-4") == {}
    assert bets_after(STAGES, "3-3 5-4 5-4 5-4 3-3") == {}


def test_a_stopped_strategy_makes_no_more_bets() -> None:
    text = "stop when the rail is above $10,000\nbet $5 on Field Bet\nstop when the shooter just sevened out"

    assert bets_after(text, "4-4 3-4 3-3") == {}
    assert bets_after(text, "4-4 4-5", rail=9_995_00) == {"Field Bet": 5}
    assert bets_after(text, "6-6 4-5", rail=9_995_00) == {}


def test_winnings_are_counted_without_limit_unless_the_text_stops_on_both_sides() -> None:
    """With a stop on one side only there is no machine, and the reason is given; with both there is one."""
    one = parse_strategy("strategy greedy\nbet $5 on Field Bet\nstop when won at least $20 since the session began")
    both = parse_strategy(f"{one}stop when lost at least $20 since the session began\n")

    assert one.why_infinite
    assert "no line stops it once an amount is lost" in one.why_infinite
    assert both.why_infinite is None
    assert len(machine(CRAPS, both).states) == 7 * (7 + 3), "seven sums, both ends, and at rest"


def test_winnings_can_be_lost_again() -> None:
    """A bet that depends on the winnings is made only while they are large enough, with or without stops."""
    yo = "bet $5 on Field Bet\nif won at least $10 since the session began: bet $1 on 11 in One Roll Bet\n"
    stops = "stop when won at least $90 since the session began\nstop when lost at least $90 since the session began\n"
    for text in (yo, f"{stops}{yo}"):
        assert "11 in One Roll Bet" in bets_after(text, "4-5 4-5")
        assert "11 in One Roll Bet" not in bets_after(text, "4-5 4-5 3-4")


@pytest.mark.parametrize(
    ("text", "is_infinite"),
    [
        ("stop when {won}\nstop when {lost}", False),
        ("if {won}: stop\nif {lost}: stop", False),
        ("stop when {won}\nif {lost} and with a point: stop", True),
        ("stop when {won}\nif not ({lost}): stop", True),
        ("stage one:\n    stop when {won}\n    stop when {lost}\nstage two:\n    go to stage one", True),
        ("stop when {won}\nif {lost}: bet $1 on yo", True),
    ],
)
def test_winnings_are_bounded_if_the_play_always_stops(text: str, *, is_infinite: bool) -> None:
    """Only an unconditional stop bounds the winnings or the losses."""
    rules = text.format(
        won="won at least $20 since the session began", lost="lost at least $20 since the session began"
    )

    assert (parse_strategy(f"strategy sums\nbet $5 on Field Bet\n{rules}\n").why_infinite is not None) == is_infinite


def test_a_strategy_that_never_lets_the_dice_roll_is_an_error() -> None:
    """If a strategy acts 200 times before one roll, the error names the lines."""
    with pytest.raises(StrategyError, match="a test asks 200 times before one roll in lines 2, 3; "):
        bets_after("bet $12 on Place Bet to Win on 6\ntake down Place Bet to Win on 6", "")
    with pytest.raises(StrategyError, match="a test asks 200 times before one roll in lines 3, 5; "):
        bets_after("stage one:\n    go to stage two\nstage two:\n    go to stage one", "")


def test_a_refusal_names_the_line() -> None:
    with pytest.raises(
        StrategyError, match=r"a test, line 3, asks for an act that is refused: Come Bet of \$10 refused"
    ):
        bets_after("# A comment.\nbet $10 on Come Bet", "")


# Houses that a plan fits.


@pytest.mark.parametrize(
    ("text", "house", "message"),
    [
        ("bet $10 on Don't Pass Bet", CRAPLESS, "line 2: Don't Pass Bet refused: it is not a wager of Crapless Craps"),
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
def test_a_conflict_names_the_line_and_the_refusal(text: str, house: House, message: str) -> None:
    plan = parse_strategy(f"strategy a test\n{text}\n")

    assert not can_play(house, plan)
    assert str(find_conflicts(house, plan)[0]).startswith(message)


def test_a_plan_lists_its_wagers() -> None:
    plan = parse_strategy(
        "strategy a test\nbet $5 on yo\ntake 1 times odds on Come Bet on 4\nkeep 1 Come Bet of $5 with $5 odds\n"
        "when Field Bet just won: bet $5 on yo; parlay Field Bet in steps of $5\n"
    )

    assert plan.wagers == ("11 in One Roll Bet", "odds on Come Bet", "Come Bet", "Field Bet")


def test_plans_with_the_same_canonical_text_are_equal() -> None:
    plan = parse_strategy("strategy a test\n\n\nbet $5 on yo\n")
    same: Strategy = parse_strategy("strategy a test\nbet $5 on 11 in One Roll Bet # the same\n")

    assert plan == same
    assert hash(plan) == hash(same)
    assert plan != parse_strategy("strategy a test\nbet $6 on yo\n")


@given(plan=plans())
def test_a_plan_can_be_pickled(plan: Plan) -> None:
    """A pickled plan is equal after unpickling."""
    assert pickle.loads(pickle.dumps(plan)) == plan  # noqa: S301  The test made the data itself.
