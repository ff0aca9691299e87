"""What the tests draw: rolls, amounts, wagers, acts of all kinds, and whole evenings at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from passline.errors import CrapsError, NotationError, Refused
from passline.house.house import House, open_house
from passline.law.wagers import Wager
from passline.table.acts import (
    AcceptDice,
    Act,
    BuyIn,
    CallNoRoll,
    CallOff,
    CallOn,
    CashOut,
    DeclineDice,
    LayOdds,
    Leave,
    LockBets,
    MakeBet,
    OfferDice,
    PassDice,
    Press,
    Reduce,
    RollDice,
    TakeDown,
    TakeOdds,
)
from passline.table.events import Event
from passline.table.script import Played
from passline.table.table import Table, after, correction, decide, open_table, uncorrected_events
from passline.words.dice import EVERY_ROLL, Roll, Source
from passline.words.money import dollars
from scenes import CRAPLESS, CRAPS, HOUSES, TEST_DATE

settings.register_profile(
    "suite",
    max_examples=40,
    deadline=None,
    report_multiple_bugs=False,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("search", settings.get_profile("suite"), max_examples=2_000, derandomize=False)

PLAYERS = ("alice", "bob", "Zoë", "carol-ann")
STRANGER = "mallory"
SOURCES: tuple[Source, ...] = ("dealer", "device", "system", "record")
WORDS = (
    "hi-lo",
    "Put Bet",
    "Come Bet on 4",
    "odds on Come Bet on 9",
    "odds on Pass Bet",
    "Five-Six on the Hop Bet",
    "Pass Bet on 6",
    "Bet",
    "",
    "§",
)
"""What is said for a spot when nothing legal is meant."""

rolls: SearchStrategy[Roll] = st.sampled_from(EVERY_ROLL)
players: SearchStrategy[str] = st.sampled_from(PLAYERS)
amounts: SearchStrategy[int] = st.one_of(
    st.integers(1, 40).map(lambda chips: chips * 5_00),
    st.integers(1, 200_00),
    st.sampled_from([0, -1, -5_00, 1, 10**9, 10**15, 10**15 + 1, 10**40]),
)
"""Legal ones, odd ones, none, less than none, and enormous ones."""


def example_text(name: str) -> str:
    """Return the text of a submission that comes with passline."""
    return (files("passline.house") / "examples" / f"{name}.toml").read_text(encoding="utf-8")


def open_house_text(text: str) -> House:
    """Open the house of a submission given as text."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.toml"
        path.write_text(text, encoding="utf-8")
        return open_house(path, on=TEST_DATE)


@cache
def unusual_houses() -> tuple[House, ...]:
    """Return houses that choose otherwise than the examples: vigorish when made and exact, cents paid, small chips."""
    crapless, craps = example_text("crapless"), example_text("craps")
    early = crapless.replace("when_made = []  ", "when_made = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]").replace(
        "on_a_win  = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]", "on_a_win  = []"
    )
    return (
        open_house_text(early.replace('"down"', '"exact"')),
        open_house_text(early.replace('"refuse"', '"exact"').replace('"10 times"', '"1 times"')),
        open_house_text(craps.replace('"refuse"', '"exact"').replace('rounding  = "down"', 'rounding  = "exact"')),
        open_house_text(craps.replace('smallest_chip       = "$1"', 'smallest_chip       = "$0.25"')),
        open_house_text(
            craps.replace('pay_table = "A"', 'pay_table = "B"').replace('"amount wagered"', '"amount won"')
        ),
    )


def wagers(house: House) -> SearchStrategy[Wager]:
    """Draw a wager of a house."""
    return st.sampled_from(list(house.wagers.values()))


def smallest_bet(house: House, wager: Wager, number: int | None = None) -> int:
    """Return the smallest bet, in cents, that a house takes on a wager."""
    table = house.submission.table
    minimum = table.proposition_minimum if wager.proposition else table.minimum
    step, smallest = wager.step(number), wager.least(number)
    return smallest if wager.supports else max(smallest, -(-minimum // step) * step)


def names_of(house: House, wager: Wager) -> list[str]:
    """Return everything that a wager is called, as it is compared."""
    return [form for form, name in house.names.called.items() if name == wager.name]


# Acts.


def any_act(table: Table) -> SearchStrategy[Act]:
    """Draw an act by anyone on anything, at the right moment or not."""
    who = st.sampled_from((*PLAYERS, STRANGER))
    names = st.sampled_from(sorted({*CRAPS.wagers, *CRAPLESS.wagers, *WORDS}))
    spots = st.one_of(st.sampled_from([bet.spot for bet in table.layout.bets] or ["Pass Bet"]), names)
    return st.one_of(
        st.builds(BuyIn, who, amounts),
        st.builds(MakeBet, who, spots, amounts),
        st.builds(Press, who, spots, amounts),
        st.builds(Reduce, who, spots, amounts),
        st.builds(TakeDown, who, spots),
        st.builds(TakeOdds, who, spots, amounts),
        st.builds(LayOdds, who, spots, amounts),
        st.builds(CallOn, who, spots),
        st.builds(CallOff, who, spots),
        st.builds(OfferDice, who),
        st.builds(AcceptDice, who),
        st.builds(DeclineDice, who),
        st.builds(PassDice, who),
        st.builds(CashOut, who, st.none() | amounts),
        st.builds(Leave, who),
        st.just(LockBets()),
        st.builds(CallNoRoll, st.sampled_from(["", "a die off the table"])),
        st.builds(RollDice, rolls, st.sampled_from(SOURCES)),
    )


@st.composite
def dice_rolls(draw: DrawFn, table: Table) -> Act:
    """Draw a throw; the point, and the numbers that bets wait for, come up more often than with fair dice."""
    waited_for = [bet.number or bet.wager.number for bet in table.layout.bets]
    numbers = [number for number in (table.layout.point, *waited_for, 12) if number is not None]
    if draw(st.integers(0, 3)) == 0:
        total = draw(st.sampled_from(numbers))
        return RollDice(draw(st.sampled_from([roll for roll in EVERY_ROLL if roll.total == total])))
    return RollDice(draw(rolls), draw(st.sampled_from(SOURCES)) if draw(st.integers(0, 9)) == 0 else "dealer")


@st.composite
def legal_bets(draw: DrawFn, table: Table) -> Act:
    """Draw a bet that could be made now, were there chips enough."""
    house, layout, _ = table
    player = draw(st.sampled_from(layout.players or PLAYERS))
    moments = {"at any time", "after the come out roll"}
    if layout.point is None:
        moments = {"at any time", "immediately prior to the come out roll", "before the shooter's first point"}
    mine = {bet.wager.name for bet in layout.bets_of(player)}
    moment = "immediately prior to the come out roll" if layout.point is None else "after the come out roll"
    line = [wager for wager in house.wagers.values() if wager.made == moment and wager.name not in mine][:2]
    timely = [wager for wager in house.wagers.values() if wager.made in moments]
    often = draw(st.integers(0, 1))
    wager = draw(st.sampled_from(line if line and often else timely))
    cents = smallest_bet(house, wager) + wager.step() * draw(st.integers(0, 6))
    return MakeBet(player, wager.name, cents)


@st.composite
def legal_odds(draw: DrawFn, table: Table) -> Act:
    """Draw odds on a bet that has a number."""
    house, layout, _ = table
    flats = [bet for bet in layout.bets if f"odds on {bet.wager.name}" in house.wagers and bet.number]
    if not flats:
        made: Act = draw(legal_bets(table))
        return made
    flat = draw(st.sampled_from(flats))
    odds = house.wagers[f"odds on {flat.wager.name}"]
    cents = odds.least(flat.number) * draw(st.integers(1, 12))
    return LayOdds(flat.player, flat.spot, cents) if odds.is_laid else TakeOdds(flat.player, flat.spot, cents)


@st.composite
def bet_changes(draw: DrawFn, table: Table) -> Act:
    """Draw a bet pressed, reduced, taken down, called on or called off."""
    bets = table.layout.bets
    if not bets:
        made: Act = draw(legal_bets(table))
        return made
    bet = draw(st.sampled_from(bets))
    step = bet.wager.step(bet.number) * draw(st.integers(1, 3))
    changes: tuple[Act, ...] = (
        Press(bet.player, bet.spot, step),
        Reduce(bet.player, bet.spot, step),
        TakeDown(bet.player, bet.spot),
        CallOn(bet.player, bet.spot),
        CallOff(bet.player, bet.spot),
    )
    change: Act = draw(st.sampled_from(changes))
    return change


@st.composite
def dice_acts(draw: DrawFn, table: Table) -> Act:
    """Draw what may become of the dice now."""
    layout = table.layout
    if layout.shooter:
        return PassDice(layout.shooter)
    if layout.offered_to:
        answers: tuple[Act, ...] = (AcceptDice(layout.offered_to), DeclineDice(layout.offered_to))
        answer: Act = draw(st.sampled_from(answers))
        return answer
    return OfferDice(draw(st.sampled_from(layout.players or PLAYERS)))


@st.composite
def chip_acts(draw: DrawFn, table: Table) -> Act:
    """Draw a buy-in, a cash out, or a player who leaves."""
    seated = table.layout.players or PLAYERS
    idle = [player for player in seated if not table.layout.bets_of(player)] or seated
    one: SearchStrategy[Act] = st.one_of(
        st.builds(BuyIn, players, st.integers(1, 50).map(lambda tens: tens * 10_00)),
        st.builds(CashOut, st.sampled_from(seated), st.none() | st.just(5_00)),
        st.builds(Leave, st.sampled_from(idle)),
    )
    return draw(one)


KINDS: tuple[Callable[[Table], SearchStrategy[Act]], ...] = (
    *(dice_rolls,) * 8,
    *(legal_bets,) * 7,
    *(legal_odds,) * 3,
    *(bet_changes,) * 3,
    *(dice_acts,) * 2,
    chip_acts,
    *(any_act,) * 3,
)


@st.composite
def acts(draw: DrawFn, table: Table, journal: Sequence[Event] = ()) -> Act:
    """Draw what somebody asks for at a table: mostly sensible, now and then a correction, now and then anything."""
    kind = draw(st.integers(0, len(KINDS) + 1))
    if kind < len(KINDS):
        return draw(KINDS[kind](table))
    standing = len(uncorrected_events(journal))
    if kind == len(KINDS) and standing:
        return correction(table.house, journal, count=draw(st.integers(1, min(standing, 4))))
    calls: tuple[Act, ...] = (LockBets(), CallNoRoll("a die on the rail"), CallNoRoll())
    call: Act = draw(st.sampled_from(calls))
    return call


# Evenings.


class Step(NamedTuple):
    """One act of an evening: the table before it, and what followed, or why nothing did."""

    before: Table
    act: Act
    events: tuple[Event, ...]
    after: Table
    refused: CrapsError | None


class Evening(NamedTuple):
    """An evening: every act that was asked for, and the journal of what happened."""

    house: House
    steps: tuple[Step, ...]
    journal: tuple[Event, ...]

    @property
    def table(self) -> Table:
        """The table at the end."""
        return self.steps[-1].after

    @property
    def played(self) -> Played:
        """The evening as `play` returns one."""
        return Played(self.table, self.journal)

    def __repr__(self) -> str:
        """Print what was asked for, as a script."""
        asked = (format_act(step.act) + (f": {step.refused}" if step.refused else "") for step in self.steps)
        return "\n".join(["", f"house {self.house.source}", *asked, ""])


def take_step(table: Table, act: Act) -> Step:
    """Ask a table for an act."""
    try:
        events = decide(table, act)
    except (Refused, NotationError) as error:
        return Step(table, act, (), table, error)
    now = table
    for event in events:
        now = after(now, event)
    return Step(table, act, events, now, None)


def play_acts(house: House, asked: Sequence[Act]) -> Evening:
    """Play acts one after another from an empty table."""
    steps: list[Step] = []
    table = open_table(house)
    for act in asked:
        steps.append(take_step(table, act))
        table = steps[-1].after
    return Evening(house, tuple(steps), tuple(event for step in steps for event in step.events))


@st.composite
def evenings(draw: DrawFn, houses: Sequence[House] = HOUSES, most: int = 40) -> Evening:
    """Draw an evening of several players: up to *most* acts at a table of one of the *houses*."""
    house = draw(st.sampled_from(houses))
    steps: list[Step] = []
    journal: list[Event] = []
    table = open_table(house)
    seated = draw(st.lists(players, min_size=1, max_size=3, unique=True))
    opening: list[Act] = [BuyIn(player, draw(st.sampled_from([20_00, 300_00, 5_000_00]))) for player in seated]
    for number in range(len(opening) + draw(st.integers(most // 2, most))):
        act = opening[number] if number < len(opening) else draw(acts(table, journal))
        steps.append(take_step(table, act))
        journal += steps[-1].events
        table = steps[-1].after
    return Evening(house, tuple(steps), tuple(journal))


# Acts as lines of a script.


def format_act(act: Act, call: Callable[[str], str] = str) -> str:
    """Write an act as a line; *call* says what each spot is called.

    A correction is written by how many events it undoes.
    """
    match act:
        case BuyIn(player=player, cents=cents):
            return f"{player} buys in for {dollars(cents)}"
        case MakeBet(player=player, wager=wager, cents=cents):
            return f"{player} bets {dollars(cents)} on {call(wager)}"
        case Press(player=player, spot=spot, cents=cents):
            return f"{player} presses {call(spot)} by {dollars(cents)}"
        case Reduce(player=player, spot=spot, cents=cents):
            return f"{player} reduces {call(spot)} by {dollars(cents)}"
        case TakeDown(player=player, spot=spot):
            return f"{player} takes down {call(spot)}"
        case TakeOdds(player=player, spot=spot, cents=cents):
            return f"{player} takes {dollars(cents)} odds on {call(spot)}"
        case LayOdds(player=player, spot=spot, cents=cents):
            return f"{player} lays {dollars(cents)} odds on {call(spot)}"
        case CallOn(player=player, spot=spot):
            return f"{player} calls on {call(spot)}"
        case CallOff(player=player, spot=spot):
            return f"{player} calls off {call(spot)}"
        case CashOut(player=player, cents=cents):
            return f"{player} cashes out" + (f" {dollars(cents)}" if cents is not None else "")
        case Leave(player=player):
            return f"{player} leaves"
        case AcceptDice(player=player):
            return f"{player} accepts the dice"
        case DeclineDice(player=player):
            return f"{player} declines the dice"
        case PassDice(player=player):
            return f"{player} passes the dice"
        case OfferDice(player=player):
            return f"offer the dice to {player}"
        case LockBets():
            return "lock the bets"
        case RollDice(roll=roll, source=source):
            return f"dice {roll} by {source}"
        case CallNoRoll(reason=reason):
            return f"no roll ({reason})" if reason else "no roll"
        case _:
            return f"correct the last {len(act.undone)} events"
