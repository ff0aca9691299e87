"""The shipped strategies: they bet as described, and their machines agree with the table."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from machines.test_machine import rails_on_the_machine, rails_on_the_table
from passline.house.house import House
from passline.machines.machine import Machine, machine
from passline.sessions.moments import moments
from passline.strategies.notation import find_strategy, shipped_strategies
from passline.strategies.plan import Plan, can_play
from passline.strategies.protocol import Strategy
from passline.words.dice import EVERY_ROLL, Roll
from passline.words.money import dollars
from passline.words.probability import decimal, square_root
from scenes import CRAPLESS, CRAPS, MINI_CRAPS
from strategies.plans import on_the_layout
from strategies.players import IRON_CROSS, PLACE_6_8, PassFlat, PassWithOdds

GAMES = (CRAPS, MINI_CRAPS, CRAPLESS)
PLANS = [find_strategy(name) for name in shipped_strategies()]
BY_GAME = [(house, plan) for plan in PLANS for house in GAMES if can_play(house, plan)]
AMPLE = 10_000_00
"""A rail, in cents, that pays for every bet of the first rolls."""
DOCUMENT = Path(__file__).parents[2] / "docs" / "strategies.md"


@cache
def lazy_machine(house: House, plan: Plan) -> Machine:
    """Return a plan's machine, whose rows are found when they are first needed."""
    return machine(house, plan, most=1)


@cache
def whole_machine(house: House, plan: Plan) -> Machine:
    """Return a plan's machine with all its rows."""
    return machine(house, plan)


@pytest.mark.parametrize(("house", "plan"), BY_GAME, ids=lambda value: getattr(value, "source", None) or value.name)
@given(
    bankroll=st.one_of(st.integers(1, 70), st.just(5_000)),
    rolls=st.lists(st.sampled_from(EVERY_ROLL), min_size=1, max_size=40),
)
def test_the_machine_agrees_with_the_table(house: House, plan: Plan, bankroll: int, rolls: list[Roll]) -> None:
    """The rail is the same after every roll, for every strategy in every game that allows it, even if it is short."""
    bankroll *= 100

    assert rails_on_the_machine(lazy_machine(house, plan), bankroll, rolls) == rails_on_the_table(
        house, plan, bankroll, rolls
    )


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("pass_flat", PassFlat()),
        ("pass_2x_odds", PassWithOdds()),
        ("place_6_8", PLACE_6_8),
        ("iron_cross", IRON_CROSS),
    ],
)
@given(bankroll=st.integers(1, 300), rolls=st.lists(st.sampled_from(EVERY_ROLL), min_size=1, max_size=60))
def test_the_text_and_the_python_strategy_bet_alike(
    name: str, player: Strategy, bankroll: int, rolls: list[Roll]
) -> None:
    """Four shipped strategies bet as the same strategies in Python do, even if the rail is short."""
    bankroll *= 100

    assert rails_on_the_table(CRAPS, find_strategy(name), bankroll, rolls) == rails_on_the_table(
        CRAPS, player, bankroll, rolls
    )


def test_machines_are_no_larger_than_the_game() -> None:
    """The number of states is the number of distinct situations of the strategy."""
    for name, craps, crapless in [
        ("pass_flat", 7, 11),
        ("pass_2x_odds", 13, 21),
        ("place_6_8", 7 + 7, 11 + 11),
        ("three_point_molly", 400, 1_866),
        ("martingale_pass", 7 * 7, 7 * 11),
    ]:
        assert len(whole_machine(CRAPS, find_strategy(name)).states) == craps
        assert len(whole_machine(CRAPLESS, find_strategy(name)).states) == crapless


SIX, EIGHT = "Place Bet to Win on 6", "Place Bet to Win on 8"
FIVE, NINE = "Place Bet to Win on 5", "Place Bet to Win on 9"
DONT, COME, DONT_COME = "Don't Pass Bet", "Come Bet", "Don't Come Bet"
SMALL, TALL, EVERY = "All Small Wager", "All Tall Wager", "All Or Nothing At All Wager"
LINE, ODDS = {"Pass Bet": 10}, "odds on Pass Bet"
INSIDE = {SIX: 6, EIGHT: 6, FIVE: 5, NINE: 5}
BONUS = {SMALL: 5, TALL: 5, EVERY: 5}
LAID = "odds on Don't Pass Bet"

SCENES: list[tuple[str, str, dict[str, int]]] = [
    ("pass_flat", "", LINE),
    ("pass_flat", "3-3", LINE),
    ("pass_2x_odds", "3-3", LINE | {ODDS: 20}),
    ("pass_3_4_5_odds", "3-3", LINE | {ODDS: 50}),
    ("pass_3_4_5_odds", "4-5", LINE | {ODDS: 40}),
    ("pass_3_4_5_odds", "4-6", LINE | {ODDS: 30}),
    ("dont_pass_flat", "6-6", {DONT: 10}),
    ("place_6_8", "", {}),
    ("place_6_8", "2-2", {SIX: 6, EIGHT: 6}),
    ("place_6_8", "2-2 3-1", {SIX: 6, EIGHT: 6}),
    ("place_6_8", "2-2 3-4", {}),
    ("iron_cross", "", {}),
    ("iron_cross", "2-2", {SIX: 6, EIGHT: 6, FIVE: 5, "Field Bet": 5}),
    ("iron_cross", "2-2 2-2", {SIX: 6, EIGHT: 6, FIVE: 5}),
    ("place_inside", "2-2", INSIDE),
    ("pass_two_comes", "2-2", LINE | {COME: 10}),
    ("pass_two_comes", "2-2 3-3", LINE | {COME: 10, f"{COME} on 6": 10}),
    ("pass_two_comes", "2-2 3-3 4-5", LINE | {f"{COME} on 6": 10, f"{COME} on 9": 10}),
    ("six_eight_two_comes", "", {}),
    ("six_eight_two_comes", "2-2", {SIX: 12, EIGHT: 12, COME: 10}),
    ("hammerlock", "", LINE | {DONT: 10}),
    ("hammerlock", "2-2", LINE | {DONT: 10, LAID: 20, SIX: 24, EIGHT: 24}),
    ("hammerlock", "2-2 3-3", LINE | {DONT: 10, LAID: 20, SIX: 12, EIGHT: 12, FIVE: 10, NINE: 10}),
    ("hammerlock", "2-2 3-3 4-5", LINE | {DONT: 10, LAID: 20}),
    ("hammerlock", "2-2 3-3 1-3", LINE | {DONT: 10}),
    ("risk_12", "", {"Pass Bet": 5, "Field Bet": 5}),
    ("risk_12", "3-3", {"Pass Bet": 5}),
    ("risk_12", "4-5", {"Pass Bet": 5, SIX: 6, EIGHT: 6}),
    ("risk_12", "5-6 2-3", {"Pass Bet": 5, SIX: 6, EIGHT: 6}),
    ("risk_12", "6-6 2-3", {"Pass Bet": 5, SIX: 6}),
    ("risk_12", "6-6 3-3", {"Pass Bet": 5, EIGHT: 6}),
    ("risk_12", "1-2 4-4", {"Pass Bet": 5}),
    ("risk_12", "4-5 4-5", {"Pass Bet": 5, "Field Bet": 5}),
    ("knockout", "3-3", LINE | {DONT: 10, ODDS: 50}),
    ("dice_doctor", "", {"Field Bet": 10}),
    ("dice_doctor", "4-5", {"Field Bet": 20}),
    ("dice_doctor", "4-5 4-5 1-1", {"Field Bet": 30}),
    ("dice_doctor", "4-5 4-5 3-3", {"Field Bet": 10}),
    ("dice_doctor", "4-5 " * 13, {"Field Bet": 150}),
    ("six_eight_press_regress", "2-2", {SIX: 18, EIGHT: 18}),
    ("six_eight_press_regress", "2-2 3-3", {SIX: 6, EIGHT: 6}),
    ("six_eight_press_regress", "2-2 3-3 4-4", {SIX: 6, EIGHT: 12}),
    ("six_eight_press_regress", "2-2 3-3" + " 4-4" * 6, {SIX: 6, EIGHT: 30}),
    ("six_eight_press_regress", "2-2 3-3 4-4 3-4 2-2", {SIX: 18, EIGHT: 18}),
    ("three_point_molly", "2-2", LINE | {ODDS: 10, COME: 10}),
    (
        "three_point_molly",
        "2-2 3-3 4-4",
        LINE
        | {ODDS: 10, f"{COME} on 6": 10, f"odds on {COME} on 6": 10, f"{COME} on 8": 10, f"odds on {COME} on 8": 10},
    ),
    ("three_point_dolly", "2-2", {DONT: 10, LAID: 20, DONT_COME: 10}),
    (
        "three_point_dolly",
        "2-2 4-4",
        {DONT: 10, LAID: 20, DONT_COME: 10, f"{DONT_COME} on 8": 10, f"odds on {DONT_COME} on 8": 12},
    ),
    ("dont_come_lay_odds", "", {}),
    ("dont_come_lay_odds", "2-2 4-4", {DONT_COME: 10, f"{DONT_COME} on 8": 10, f"odds on {DONT_COME} on 8": 24}),
    ("buy_sampler", "3-3", {"Buy Bet on the 4": 20, "Buy Bet on the 10": 20}),
    ("lay_sampler", "3-3", {"Lay Bet against the 4": 40, "Lay Bet against the 10": 40}),
    ("lay_sampler", "3-3 2-2", {"Lay Bet against the 4": 40, "Lay Bet against the 10": 40}),
    ("world_chaser", "", {"Whirl Bet": 5}),
    ("world_chaser", "3-3", {}),
    ("hops", "", {}),
    ("hops", "3-3", {f"{ways} on the Hop Bet": 1 for ways in ("One-Six", "Two-Five", "Three-Four")}),
    ("hardways", "3-3", {f"{number} the Hardway Bet": 1 for number in ("Four", "Six", "Eight", "Ten")}),
    ("fire_chaser", "", LINE | {"Fire Bet": 5}),
    ("fire_chaser", "3-3 3-3", LINE | {"Fire Bet": 5}),
    ("fire_chaser", "3-3 3-4", LINE | {"Fire Bet": 5}),
    ("bonus_chaser", "", LINE | BONUS),
    ("bonus_chaser", "1-1 1-2 2-2 2-3 3-3", LINE | {TALL: 5, EVERY: 5}),
    ("bonus_chaser", "3-3 3-4", LINE | BONUS),
    ("double_tap", "2-2 3-3", {SIX: 12, EIGHT: 12}),
    ("double_tap", "2-2 3-3 4-4", {}),
    ("double_tap", "2-2 3-3 4-4 2-2 2-2", {}),
    ("double_tap", "2-2 3-3 4-4 3-4 2-2", {SIX: 12, EIGHT: 12}),
    ("six_eight_to_five_nine", "2-2 3-3", {FIVE: 10, EIGHT: 12}),
    ("six_eight_to_five_nine", "2-2 3-3 4-4", {FIVE: 10, NINE: 10}),
    ("six_eight_to_five_nine", "2-2 3-3 4-4 2-3", {SIX: 12, NINE: 10}),
    ("martingale_pass", "1-1", {"Pass Bet": 20}),
    ("martingale_pass", "1-1 3-3 3-4", {"Pass Bet": 40}),
    ("martingale_pass", "1-1 1-1 5-6", {"Pass Bet": 10}),
    ("martingale_pass", "1-1 " * 6, {"Pass Bet": 640}),
    ("martingale_pass", "1-1 " * 7, {"Pass Bet": 10}),
    ("anti_martingale_pass", "5-6 5-6", {"Pass Bet": 40}),
    ("anti_martingale_pass", "5-6 5-6 5-6", {"Pass Bet": 10}),
    ("anti_martingale_pass", "5-6 1-1", {"Pass Bet": 10}),
    ("crapless_full_odds", "1-1", LINE | {ODDS: 100}),
    ("buy_the_extremes", "3-3", {f"Buy Bet on the {number}": 20 for number in (2, 3, 11, 12)}),
]


@pytest.mark.parametrize(
    ("name", "dice", "expected"), SCENES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_each_strategy_has_its_bets_on_the_layout(name: str, dice: str, expected: dict[str, int]) -> None:
    """After these rolls a strategy has the described bets on the layout, in dollars."""
    house = CRAPLESS if name in {"crapless_full_odds", "buy_the_extremes"} else CRAPS

    assert on_the_layout(house, find_strategy(name), dice) == expected


def test_every_strategy_has_a_scene_and_states_its_come_out_rule() -> None:
    """The description of a strategy says what it does on the come out."""
    assert {name for name, _, _ in SCENES} == set(shipped_strategies())
    for plan in PLANS:
        assert re.search(r"\bcome out\b", " ".join(plan.description)), plan.name


@pytest.mark.parametrize("dice", ["4-5", "5-6 2-3", "6-6 2-3", "6-6 3-3", "1-2 4-4", "5-6 6-6 6-4"])
def test_risk_12_needs_twelve_dollars(dice: str) -> None:
    """Until the point is decided, $12 and its winnings pay for the same bets as a large rail."""
    plan = find_strategy("risk_12")

    assert on_the_layout(CRAPS, plan, dice, rail=12_00) == on_the_layout(CRAPS, plan, dice)


def test_a_martingale_with_a_short_rail_starts_again() -> None:
    assert on_the_layout(CRAPS, find_strategy("martingale_pass"), "1-1", rail=25_00) == {"Pass Bet": 10}


# The figures in the document.


LARGE = "bonus_chaser"
"""Its machines take 15 seconds to find; tests/slow/test_strategies.py checks its whole row of the document."""


def document_row(plan: Plan) -> str:
    """Return a strategy's row of the document: states, largest rail needed, mean and deviation, in two games."""
    cells = [f"`{plan.name}`"]
    for house in (CRAPS, CRAPLESS):
        if not can_play(house, plan):
            cells += ["", "", "", ""]
            continue
        whole = whole_machine(house, plan)
        found = moments(whole, 100)
        need = max(row.required_rail for row in whole.rows)
        cells += [
            f"{len(whole.states):,}",
            dollars(need),
            f"{decimal(found.mean / 100, 4)}",
            f"{square_root(found.variance / 10_000, 4)}",
        ]
    return f"| {' | '.join(cells)} |"


@pytest.mark.parametrize("plan", [plan for plan in PLANS if plan.name != LARGE], ids=lambda plan: plan.name)
def test_the_figures_in_the_document_are_exact(plan: Plan) -> None:
    """The document prints the states, the rail needed, and the exact mean and deviation of a hundred rolls."""
    assert document_row(plan) in DOCUMENT.read_text("utf-8")


@pytest.mark.parametrize("house", [CRAPS, CRAPLESS], ids=lambda house: house.source)
def test_the_first_rolls_of_the_largest_strategy_are_exact(house: House) -> None:
    """All 1,296 pairs of rolls give the results of the table, and need the rail that the document prints.

    The whole row of the document is checked in tests/slow/test_strategies.py.
    """
    plan = find_strategy(LARGE)
    made = lazy_machine(house, plan)
    need = max(made.row(state, AMPLE).required_rail for state in {0, *made.row(0, AMPLE).next_state})
    (row,) = re.findall(rf"^\| `{LARGE}` .*$", DOCUMENT.read_text("utf-8"), re.MULTILINE)

    for pair in product(EVERY_ROLL, repeat=2):
        assert rails_on_the_machine(made, AMPLE, list(pair)) == rails_on_the_table(house, plan, AMPLE, list(pair))
    assert row.split(" | ")[2 if house is CRAPS else 6] == dollars(need)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_the_document_quotes_each_description(plan: Plan) -> None:
    """The document describes each strategy in the words of its file."""
    words = re.escape(f"**`{plan.name}`** {' '.join(plan.description)}")

    assert re.search(f"{words} (- \\*\\*`|Computed, )", " ".join(DOCUMENT.read_text("utf-8").split()))
