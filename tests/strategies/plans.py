"""Support for tests of plans: the bets on the layout after given rolls, and generators of random plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from hypothesis import strategies as st

from passline.house.house import House
from passline.strategies import conditions as on
from passline.strategies import orders as to
from passline.strategies.conditions import Condition
from passline.strategies.orders import Order
from passline.strategies.plan import Block, Plan, Rule
from passline.strategies.protocol import Strategy, place_bets, play_roll, start_play
from passline.words.dice import Roll


def on_the_layout(house: House, strategy: Strategy, dice: str, *, rail: int = 10_000_00) -> dict[str, int]:
    """Return a strategy's bets by spot, in dollars, after the rolls of *dice* and its next bets."""
    state, _ = place_bets(strategy, start_play(house, strategy, rail))
    for words in dice.split():
        state, _ = play_roll(strategy, state, Roll.parse(words))
        state, _ = place_bets(strategy, state)
    return {bet.spot: bet.amount // 100 for bet in state.table.layout.bets}


# Generators. They use only the counters hits and misses, the progression stake, and the stages one and two.

LINE = ("Pass Bet", "Don't Pass Bet", "All Small Wager")
AT_ANY_TIME = (
    "Place Bet to Win on 6",
    "Place Bet to Win on 8",
    "Place Bet to Lose on 5",
    "Field Bet",
    "Six the Hardway Bet",
    "Any Seven Bet",
    "Lay Bet against the 4",
)
WITH_A_NUMBER = ("Come Bet", "Don't Come Bet")
SPOTS = (*LINE, *AT_ANY_TIME, *WITH_A_NUMBER, "Come Bet on 4", "Don't Come Bet on 9", "odds on Pass Bet")
FAMILIES = (on.ANY_FAMILY, "Place Bet to Win", "Come Bet", "Don't Come Bet", "Lay Bet")
SINCE: tuple[on.Since, ...] = ("the session began", "the hand began", "the stage began")
COMPARISONS: tuple[on.Comparison, ...] = ("below", "at most", "exactly", "at least", "above")

fixed = st.one_of(
    st.builds(on.Dollars, st.sampled_from([5_00, 10_00, 60_00, 1_000_50])), st.builds(on.Units, st.integers(1, 12))
)
sizes = st.one_of(fixed, st.just(on.ProgressionStake("stake")))
counts = st.integers(0, 4)
spots = st.one_of(
    st.builds(on.BetSelection, st.sampled_from(SPOTS)),
    st.builds(on.BetSelection, st.sampled_from(FAMILIES), st.just(True)),  # noqa: FBT003
)
single_spots = st.builds(on.BetSelection, st.sampled_from(SPOTS))

memory_conditions: st.SearchStrategy[Condition] = st.one_of(
    st.just(on.ComeOut()),
    st.just(on.WithPoint()),
    st.just(on.FirstRoll()),
    st.builds(
        on.PointIs, st.lists(st.sampled_from([4, 5, 6, 8, 9, 10]), min_size=1, max_size=3, unique=True).map(tuple)
    ),
    st.builds(on.CounterIs, st.sampled_from(["hits", "misses"]), st.sampled_from(COMPARISONS), counts),
    st.builds(on.ProgressionAtEnd, st.just(on.ProgressionStake("stake")), st.sampled_from(["first", "last"])),
    st.builds(on.RollsMade, st.integers(1, 9), st.sampled_from(SINCE)),
    st.builds(on.HandsPlayed, st.integers(1, 3), st.sampled_from(["the session began", "the stage began"])),
    st.builds(on.WonOrLost, st.sampled_from(["won", "lost"]), fixed, st.sampled_from(SINCE)),
)
table_conditions: st.SearchStrategy[Condition] = st.one_of(
    st.just(on.NothingUp()),
    st.builds(on.BetUp, single_spots),
    st.builds(on.BetCount, st.sampled_from(COMPARISONS), counts, st.sampled_from(FAMILIES)),
    st.builds(on.BetAmount, spots, st.sampled_from(COMPARISONS), sizes),
    st.builds(on.RailAmount, st.sampled_from(COMPARISONS), sizes),
)
WORDS = st.sampled_from(["7", "2", "12", "hard 6", "easy 8", "1-3", "11"])
RESULTS: tuple[on.Result, ...] = ("won", "lost", "stood off", "moved")
roll_events: st.SearchStrategy[Condition] = st.one_of(
    st.builds(on.JustDecided, spots, st.sampled_from(RESULTS)),
    st.builds(on.JustRolled, st.lists(WORDS, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(on.PuckCalled, st.sampled_from(["the point is set", "the point is made", "seven out"])),
)


def combinations(simple_conditions: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    """Generate combinations of simple conditions with not, and, and or."""
    single = st.one_of(simple_conditions, simple_conditions.map(on.Not))
    together = _all_or_any(single)
    either = st.one_of(single, together, together.map(on.Not))
    return st.one_of(either, _all_or_any(either))


def _all_or_any(parts: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    """Generate conditions that hold if all, or any, of several parts hold."""
    lists = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return st.one_of(lists.map(on.AllOf), lists.map(on.AnyOf))


odds = st.one_of(
    st.builds(to.OddsMultiple, st.sampled_from([(1,), (2,), (3, 4, 5), (1, 1, 2)])),
    st.builds(to.OddsAmount, sizes),
    st.builds(to.OddsToWin, sizes),
)
steps = st.one_of(st.none(), st.just(5_00))
take: Literal["take"] = "take"
lay: Literal["lay"] = "lay"

repeatable_orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(to.MakeBet, sizes, st.sampled_from((*LINE, *AT_ANY_TIME, *WITH_A_NUMBER))),
    st.builds(to.Press, st.sampled_from(AT_ANY_TIME), st.just("to"), sizes),
    st.builds(to.Regress, st.sampled_from(AT_ANY_TIME), st.just("to"), sizes),
    st.builds(to.TakeDown, spots),
    st.builds(to.CallBets, st.sampled_from(["on", "off"]), spots),
    st.builds(
        to.AddOdds,
        st.just(take),
        odds,
        st.sampled_from([on.BetSelection("Pass Bet"), on.BetSelection("Come Bet", every=True)]),
        steps,
    ),
    st.builds(to.AddOdds, st.just(lay), odds, st.just(on.BetSelection("Don't Pass Bet")), steps),
    st.builds(to.KeepComeBets, st.integers(1, 3), st.sampled_from(WITH_A_NUMBER), sizes, st.one_of(st.none(), odds)),
    st.builds(to.SetCounter, st.sampled_from(["hits", "misses"]), counts),
    st.builds(to.MoveProgression, st.just("start"), st.just("stake")),
    st.builds(to.GoToStage, st.sampled_from(["one", "two"])),
    st.just(to.Stop()),
)
event_orders: st.SearchStrategy[Order] = st.one_of(
    repeatable_orders,
    st.builds(to.Press, st.sampled_from(AT_ANY_TIME), st.just("by"), sizes),
    st.builds(to.Regress, st.sampled_from(AT_ANY_TIME), st.just("by"), sizes),
    st.builds(to.Parlay, st.sampled_from(AT_ANY_TIME), st.just(6_00), st.one_of(st.none(), fixed)),
    st.builds(to.AddToCounter, st.sampled_from(["hits", "misses"]), st.sampled_from([1, 2, -1])),
    st.builds(to.MoveProgression, st.sampled_from(["raise", "raise or start", "lower", "start"]), st.just("stake")),
)


def _rules(
    orders: st.SearchStrategy[Order], blocks: st.SearchStrategy[Block] | None
) -> st.SearchStrategy[tuple[Block | Rule, ...]]:
    rule: st.SearchStrategy[Block | Rule] = st.builds(Rule, orders)
    return st.lists(rule if blocks is None else st.one_of(rule, blocks), min_size=1, max_size=3).map(tuple)


if_conditions = combinations(st.one_of(memory_conditions, table_conditions))
beside_events = st.tuples(roll_events, combinations(st.one_of(roll_events, memory_conditions)))
when_conditions = st.one_of(roll_events, beside_events.map(on.AllOf), beside_events.map(on.AnyOf))
inner_ifs = st.builds(Block, st.just("if"), if_conditions, _rules(event_orders, None))
whens = st.builds(Block, st.just("when"), when_conditions, _rules(event_orders, inner_ifs))
ifs = st.builds(Block, st.just("if"), if_conditions, _rules(repeatable_orders, whens))
rules = _rules(repeatable_orders, st.one_of(ifs, whens, ifs))


@st.composite
def plans(draw: Callable[[st.SearchStrategy[object]], object]) -> Plan:
    """Draw a plan with two stages, two counters and a progression; it need not use them."""
    stages = tuple(Block("stage", name, cast("tuple[Block | Rule, ...]", draw(rules))) for name in ("one", "two"))
    return Plan(
        name="drawn",
        description=cast(
            "tuple[str, ...]", draw(st.sampled_from([(), ("In words.",), ("Two lines,", "", "and one between.")]))
        ),
        unit=10_00,
        progressions=(("stake", (5_00, 10_00, 30_00)),),
        counters=("hits", "misses"),
        rules=(*cast("tuple[Block | Rule, ...]", draw(rules)), *stages),
    )


# Likely plans. The table accepts most of their orders, so a session lasts for several rolls.

come_out_bets: st.SearchStrategy[Order] = st.builds(to.MakeBet, st.just(on.Units(1)), st.sampled_from(LINE))
point_bets: st.SearchStrategy[Order] = st.one_of(
    st.builds(
        to.MakeBet, st.just(on.Dollars(30_00)), st.sampled_from(["Place Bet to Win on 6", "Place Bet to Win on 8"])
    ),
    st.builds(
        to.MakeBet, st.just(on.ProgressionStake("stake")), st.sampled_from(["Field Bet", "Any Seven Bet", "Come Bet"])
    ),
    st.builds(
        to.KeepComeBets, st.integers(1, 2), st.just("Come Bet"), st.just(on.Units(1)), st.just(to.OddsMultiple((1,)))
    ),
    st.builds(
        to.AddOdds, st.just(take), st.just(to.OddsMultiple((2,))), st.just(on.BetSelection("Pass Bet")), st.just(10_00)
    ),
)
likely_orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(to.Press, st.just("Place Bet to Win on 6"), st.just("by"), st.just(on.Dollars(6_00))),
    st.builds(to.Regress, st.just("Place Bet to Win on 8"), st.just("to"), st.just(on.Dollars(6_00))),
    st.builds(to.Parlay, st.just("Field Bet"), st.just(5_00), st.just(on.Dollars(40_00))),
    st.builds(to.TakeDown, st.just(on.BetSelection("Place Bet to Win", every=True))),
    st.builds(to.CallBets, st.just("on"), st.just(on.BetSelection("Place Bet to Win", every=True))),
    st.builds(to.AddToCounter, st.sampled_from(["hits", "misses"]), st.just(1)),
    st.builds(to.SetCounter, st.sampled_from(["hits", "misses"]), st.just(0)),
    st.builds(to.MoveProgression, st.sampled_from(["raise", "raise or start", "lower", "start"]), st.just("stake")),
    st.builds(to.GoToStage, st.sampled_from(["one", "two"])),
    st.just(to.Stop()),
)
likely_blocks = st.one_of(
    st.builds(Block, st.just("if"), st.just(on.ComeOut()), _rules(come_out_bets, None)),
    st.builds(Block, st.just("if"), st.just(on.WithPoint()), _rules(point_bets, None)),
    st.builds(
        Block,
        st.just("if"),
        st.just(on.AllOf((on.WithPoint(), on.CounterIs("hits", "below", 2)))),
        _rules(point_bets, None),
    ),
    st.builds(
        Block,
        st.just("when"),
        roll_events,
        _rules(likely_orders, st.builds(Block, st.just("if"), if_conditions, _rules(likely_orders, None))),
    ),
)


@st.composite
def likely_plans(draw: Callable[[st.SearchStrategy[object]], object]) -> Plan:
    """Draw a plan whose bets the table seldom refuses."""
    blocks = st.lists(likely_blocks, min_size=1, max_size=4).map(tuple)
    one, two, always = (cast("tuple[Block, ...]", draw(blocks)) for _ in range(3))
    return Plan(
        name="likely",
        description=(),
        unit=10_00,
        progressions=(("stake", (5_00, 10_00, 30_00)),),
        counters=("hits", "misses"),
        rules=(*always, Block("stage", "one", one), Block("stage", "two", two)),
    )
