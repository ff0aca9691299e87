"""Plans: what one has on the layout after some rolls, and generators of plans that can be written in the notation."""

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
from passline.strategies.protocol import Strategy, bet_before_a_roll, see_the_roll, sit_down
from passline.words.dice import Roll


def on_the_layout(house: House, strategy: Strategy, dice: str, *, rail: int = 10_000_00) -> dict[str, int]:
    """Return what a strategy has on each spot, in dollars, once it has bet after the rolls that *dice* tells."""
    seat, _ = bet_before_a_roll(strategy, sit_down(house, strategy, rail))
    for words in dice.split():
        seat, _ = see_the_roll(strategy, seat, Roll.read(words))
        seat, _ = bet_before_a_roll(strategy, seat)
    return {bet.spot: bet.amount // 100 for bet in seat.table.layout.bets}


# Generators. Everything that they name is declared: counters hits and misses, the stake, stages one and two.

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
FAMILIES = (on.EVERYTHING, "Place Bet to Win", "Come Bet", "Don't Come Bet", "Lay Bet")
SINCE: tuple[on.Since, ...] = ("the session began", "the hand began", "the stage began")
COMPARISONS: tuple[on.Comparison, ...] = ("below", "at most", "exactly", "at least", "above")

fixed = st.one_of(
    st.builds(on.Dollars, st.sampled_from([5_00, 10_00, 60_00, 1_000_50])), st.builds(on.Units, st.integers(1, 12))
)
sizes = st.one_of(fixed, st.just(on.Stake("stake")))
counts = st.integers(0, 4)
spots = st.one_of(
    st.builds(on.Spots, st.sampled_from(SPOTS)),
    st.builds(on.Spots, st.sampled_from(FAMILIES), st.just(True)),  # noqa: FBT003
)
single_spots = st.builds(on.Spots, st.sampled_from(SPOTS))

of_memory: st.SearchStrategy[Condition] = st.one_of(
    st.just(on.ComeOut()),
    st.just(on.WithPoint()),
    st.just(on.FirstRoll()),
    st.builds(
        on.PointIs, st.lists(st.sampled_from([4, 5, 6, 8, 9, 10]), min_size=1, max_size=3, unique=True).map(tuple)
    ),
    st.builds(on.Counted, st.sampled_from(["hits", "misses"]), st.sampled_from(COMPARISONS), counts),
    st.builds(on.AtEnd, st.just(on.Stake("stake")), st.sampled_from(["first", "last"])),
    st.builds(on.RollsMade, st.integers(1, 9), st.sampled_from(SINCE)),
    st.builds(on.HandsPlayed, st.integers(1, 3), st.sampled_from(["the session began", "the stage began"])),
    st.builds(on.WonOrLost, st.sampled_from(["won", "lost"]), fixed, st.sampled_from(SINCE)),
)
of_the_table: st.SearchStrategy[Condition] = st.one_of(
    st.just(on.NothingUp()),
    st.builds(on.Up, single_spots),
    st.builds(on.CountUp, st.sampled_from(COMPARISONS), counts, st.sampled_from(FAMILIES)),
    st.builds(on.AmountUp, spots, st.sampled_from(COMPARISONS), sizes),
    st.builds(on.Rail, st.sampled_from(COMPARISONS), sizes),
)
WORDS = st.sampled_from(["7", "2", "12", "hard 6", "easy 8", "1-3", "11"])
RESULTS: tuple[on.Result, ...] = ("won", "lost", "stood off", "moved")
events: st.SearchStrategy[Condition] = st.one_of(
    st.builds(on.Decided, spots, st.sampled_from(RESULTS)),
    st.builds(on.Thrown, st.lists(WORDS, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(on.Puck, st.sampled_from(["the point is set", "the point is made", "seven out"])),
)


def put_together(leaves: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    """Return conditions that are put together from some, a few deep at most."""
    single = st.one_of(leaves, leaves.map(on.Not))
    together = _several(single)
    either = st.one_of(single, together, together.map(on.Not))
    return st.one_of(either, _several(either))


def _several(parts: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    """Return several conditions of which all, or any, are to be so."""
    lists = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return st.one_of(lists.map(on.All), lists.map(on.Any))


odds = st.one_of(
    st.builds(to.Times, st.sampled_from([(1,), (2,), (3, 4, 5), (1, 1, 2)])),
    st.builds(to.Amount, sizes),
    st.builds(to.ToWin, sizes),
)
steps = st.one_of(st.none(), st.just(5_00))
take: Literal["take"] = "take"
lay: Literal["lay"] = "lay"

standing: st.SearchStrategy[Order] = st.one_of(
    st.builds(to.Bet, sizes, st.sampled_from((*LINE, *AT_ANY_TIME, *WITH_A_NUMBER))),
    st.builds(to.Press, st.sampled_from(AT_ANY_TIME), st.just("to"), sizes),
    st.builds(to.Regress, st.sampled_from(AT_ANY_TIME), st.just("to"), sizes),
    st.builds(to.TakeDown, spots),
    st.builds(to.Call, st.sampled_from(["on", "off"]), spots),
    st.builds(
        to.Support,
        st.just(take),
        odds,
        st.sampled_from([on.Spots("Pass Bet"), on.Spots("Come Bet", every=True)]),
        steps,
    ),
    st.builds(to.Support, st.just(lay), odds, st.just(on.Spots("Don't Pass Bet")), steps),
    st.builds(to.Keep, st.integers(1, 3), st.sampled_from(WITH_A_NUMBER), sizes, st.one_of(st.none(), odds)),
    st.builds(to.Set, st.sampled_from(["hits", "misses"]), counts),
    st.builds(to.Move, st.just("start"), st.just("stake")),
    st.builds(to.Go, st.sampled_from(["one", "two"])),
    st.just(to.Stop()),
)
once: st.SearchStrategy[Order] = st.one_of(
    standing,
    st.builds(to.Press, st.sampled_from(AT_ANY_TIME), st.just("by"), sizes),
    st.builds(to.Regress, st.sampled_from(AT_ANY_TIME), st.just("by"), sizes),
    st.builds(to.Parlay, st.sampled_from(AT_ANY_TIME), st.just(6_00), st.one_of(st.none(), fixed)),
    st.builds(to.Add, st.sampled_from(["hits", "misses"]), st.sampled_from([1, 2, -1])),
    st.builds(to.Move, st.sampled_from(["raise", "raise or start", "lower", "start"]), st.just("stake")),
)


def _rules(
    orders: st.SearchStrategy[Order], blocks: st.SearchStrategy[Block] | None
) -> st.SearchStrategy[tuple[Block | Rule, ...]]:
    rule: st.SearchStrategy[Block | Rule] = st.builds(Rule, orders)
    return st.lists(rule if blocks is None else st.one_of(rule, blocks), min_size=1, max_size=3).map(tuple)


if_conditions = put_together(st.one_of(of_memory, of_the_table))
beside_events = st.tuples(events, put_together(st.one_of(events, of_memory)))
when_conditions = st.one_of(events, beside_events.map(on.All), beside_events.map(on.Any))
inner_ifs = st.builds(Block, st.just("if"), if_conditions, _rules(once, None))
whens = st.builds(Block, st.just("when"), when_conditions, _rules(once, inner_ifs))
ifs = st.builds(Block, st.just("if"), if_conditions, _rules(standing, whens))
rules = _rules(standing, st.one_of(ifs, whens, ifs))


@st.composite
def plans(draw: Callable[[st.SearchStrategy[object]], object]) -> Plan:
    """Draw a plan with two stages, counters and a progression, whatever it does with them."""
    stages = tuple(Block("stage", name, cast("tuple[Block | Rule, ...]", draw(rules))) for name in ("one", "two"))
    return Plan(
        name="drawn",
        about=cast(
            "tuple[str, ...]", draw(st.sampled_from([(), ("In words.",), ("Two lines,", "", "and one between.")]))
        ),
        unit=10_00,
        stakes=(("stake", (5_00, 10_00, 30_00)),),
        counters=("hits", "misses"),
        rules=(*cast("tuple[Block | Rule, ...]", draw(rules)), *stages),
    )


# Likely plans: what each order is likely to be allowed to do, so that play goes on for a while.

come_out_bets: st.SearchStrategy[Order] = st.builds(to.Bet, st.just(on.Units(1)), st.sampled_from(LINE))
point_bets: st.SearchStrategy[Order] = st.one_of(
    st.builds(to.Bet, st.just(on.Dollars(30_00)), st.sampled_from(["Place Bet to Win on 6", "Place Bet to Win on 8"])),
    st.builds(to.Bet, st.just(on.Stake("stake")), st.sampled_from(["Field Bet", "Any Seven Bet", "Come Bet"])),
    st.builds(to.Keep, st.integers(1, 2), st.just("Come Bet"), st.just(on.Units(1)), st.just(to.Times((1,)))),
    st.builds(to.Support, st.just(take), st.just(to.Times((2,))), st.just(on.Spots("Pass Bet")), st.just(10_00)),
)
likely_orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(to.Press, st.just("Place Bet to Win on 6"), st.just("by"), st.just(on.Dollars(6_00))),
    st.builds(to.Regress, st.just("Place Bet to Win on 8"), st.just("to"), st.just(on.Dollars(6_00))),
    st.builds(to.Parlay, st.just("Field Bet"), st.just(5_00), st.just(on.Dollars(40_00))),
    st.builds(to.TakeDown, st.just(on.Spots("Place Bet to Win", every=True))),
    st.builds(to.Call, st.just("on"), st.just(on.Spots("Place Bet to Win", every=True))),
    st.builds(to.Add, st.sampled_from(["hits", "misses"]), st.just(1)),
    st.builds(to.Set, st.sampled_from(["hits", "misses"]), st.just(0)),
    st.builds(to.Move, st.sampled_from(["raise", "raise or start", "lower", "start"]), st.just("stake")),
    st.builds(to.Go, st.sampled_from(["one", "two"])),
    st.just(to.Stop()),
)
likely_blocks = st.one_of(
    st.builds(Block, st.just("if"), st.just(on.ComeOut()), _rules(come_out_bets, None)),
    st.builds(Block, st.just("if"), st.just(on.WithPoint()), _rules(point_bets, None)),
    st.builds(
        Block,
        st.just("if"),
        st.just(on.All((on.WithPoint(), on.Counted("hits", "below", 2)))),
        _rules(point_bets, None),
    ),
    st.builds(
        Block,
        st.just("when"),
        events,
        _rules(likely_orders, st.builds(Block, st.just("if"), if_conditions, _rules(likely_orders, None))),
    ),
)


@st.composite
def likely_plans(draw: Callable[[st.SearchStrategy[object]], object]) -> Plan:
    """Draw a plan that is likely to be played without a refusal."""
    blocks = st.lists(likely_blocks, min_size=1, max_size=4).map(tuple)
    one, two, always = (cast("tuple[Block, ...]", draw(blocks)) for _ in range(3))
    return Plan(
        name="likely",
        about=(),
        unit=10_00,
        stakes=(("stake", (5_00, 10_00, 30_00)),),
        counters=("hits", "misses"),
        rules=(*always, Block("stage", "one", one), Block("stage", "two", two)),
    )
