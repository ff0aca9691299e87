"""Random rolls, amounts, acts and whole evenings at a table, for Hypothesis to draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar

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
WRONG_SPOTS = (
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
"""Spots on which most bets are refused or cannot be read."""
MANY_CENTS = (0, -1, -5_00, 1, 10**9, 10**15, 10**15 + 1, 10**40)

rolls: SearchStrategy[Roll] = st.sampled_from(EVERY_ROLL)
amounts: SearchStrategy[int] = st.one_of(
    st.integers(1, 40).map(lambda chips: chips * 5_00),
    st.integers(1, 200_00),
    st.sampled_from(MANY_CENTS),
)
"""Amounts in cents: whole chips, parts of chips, zero, negative and enormous ones."""


def example_text(name: str) -> str:
    """Return the text of an example submission that is part of passline."""
    return (files("passline.house") / "examples" / f"{name}.toml").read_text(encoding="utf-8")


def open_house_text(text: str) -> House:
    """Open the house of a submission that is given as text."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.toml"
        path.write_text(text, encoding="utf-8")
        return open_house(path, date=TEST_DATE)


@cache
def unusual_houses() -> tuple[House, ...]:
    """Return houses with other choices than the examples: early vigorish, exact cents, 25-cent chips, pay table B."""
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


def smallest_bet(house: House, wager: Wager, number: int | None = None) -> int:
    """Return the smallest bet, in cents, that a house takes on a wager."""
    table = house.submission.table
    minimum = table.proposition_minimum if wager.proposition else table.minimum
    step, smallest_paid = wager.bet_step(number), wager.smallest_bet(number)
    return smallest_paid if wager.supports else max(smallest_paid, -(-minimum // step) * step)


def names_of(house: House, wager: Wager) -> list[str]:
    """Return every name of a wager: the law's and the trade's."""
    return [form for form, name in house.names.canonical_names.items() if name == wager.name]


# Acts. These are functions of `draw`, not strategies: an evening draws dozens of acts, and building a new
# Hypothesis strategy for each takes far longer than the act itself.

Option = TypeVar("Option")


@cache
def up_to(largest: int) -> SearchStrategy[int]:
    """Return the strategy of whole numbers from zero to *largest*."""
    return st.integers(0, largest)


def pick(draw: DrawFn, options: Sequence[Option]) -> Option:
    """Draw one of the options."""
    return options[draw(up_to(len(options) - 1))]


def pick_player(draw: DrawFn, table: Table) -> str:
    """Draw a player at the table, or anyone if the table is empty."""
    return pick(draw, table.layout.players or PLAYERS)


@cache
def all_spots() -> tuple[str, ...]:
    """Return the names of all wagers, and the wrong ones."""
    return tuple(sorted({*CRAPS.wagers, *CRAPLESS.wagers, *WRONG_SPOTS}))


def draw_any_act(draw: DrawFn, table: Table) -> Act:
    """Draw an act of any kind by any player on any spot, legal or not."""
    player = pick(draw, (*PLAYERS, STRANGER))
    here = [bet.spot for bet in table.layout.bets] or ["Pass Bet"]

    def spot() -> str:
        return pick(draw, pick(draw, (here, all_spots())))

    kinds: tuple[Callable[[], Act], ...] = (
        lambda: BuyIn(player, draw(amounts)),
        lambda: MakeBet(player, spot(), draw(amounts)),
        lambda: Press(player, spot(), draw(amounts)),
        lambda: Reduce(player, spot(), draw(amounts)),
        lambda: TakeDown(player, spot()),
        lambda: TakeOdds(player, spot(), draw(amounts)),
        lambda: LayOdds(player, spot(), draw(amounts)),
        lambda: CallOn(player, spot()),
        lambda: CallOff(player, spot()),
        lambda: OfferDice(player),
        lambda: AcceptDice(player),
        lambda: DeclineDice(player),
        lambda: PassDice(player),
        lambda: CashOut(player, pick(draw, (None, draw(amounts)))),
        lambda: Leave(player),
        LockBets,
        lambda: CallNoRoll(pick(draw, ("", "a die off the table"))),
        lambda: RollDice(draw(rolls), pick(draw, SOURCES)),
    )
    return pick(draw, kinds)()


def draw_roll(draw: DrawFn, table: Table) -> Act:
    """Draw a roll. The point and the numbers of the bets come up more often than with fair dice."""
    bet_numbers = [bet.number or bet.wager.number for bet in table.layout.bets]
    numbers = [number for number in (table.layout.point, *bet_numbers, 12) if number is not None]
    if draw(up_to(3)) == 0:
        total = pick(draw, numbers)
        return RollDice(pick(draw, [roll for roll in EVERY_ROLL if roll.total == total]))
    return RollDice(draw(rolls), pick(draw, SOURCES) if draw(up_to(9)) == 0 else "dealer")


def draw_bet(draw: DrawFn, table: Table) -> Act:
    """Draw a bet that may be made now, if the player has the chips and no bet on the spot."""
    house, layout, _ = table
    player = pick_player(draw, table)
    moments = {"at any time", "after the come out roll"}
    if layout.point is None:
        moments = {"at any time", "immediately prior to the come out roll", "before the shooter's first point"}
    has = {bet.wager.name for bet in layout.bets_of(player)}
    moment = "immediately prior to the come out roll" if layout.point is None else "after the come out roll"
    line = [wager for wager in house.wagers.values() if wager.when_made == moment and wager.name not in has][:2]
    timely = [wager for wager in house.wagers.values() if wager.when_made in moments]
    prefers_line = bool(line) and draw(up_to(1)) == 1
    wager = pick(draw, line if prefers_line else timely)
    return MakeBet(player, wager.name, smallest_bet(house, wager) + wager.bet_step() * draw(up_to(6)))


def draw_odds(draw: DrawFn, table: Table) -> Act:
    """Draw odds on a bet that has a number, or a bet if there is none."""
    house, layout, _ = table
    flats = [bet for bet in layout.bets if f"odds on {bet.wager.name}" in house.wagers and bet.number]
    if not flats:
        return draw_bet(draw, table)
    flat = pick(draw, flats)
    odds = house.wagers[f"odds on {flat.wager.name}"]
    cents = odds.smallest_bet(flat.number) * (1 + draw(up_to(11)))
    return LayOdds(flat.player, flat.spot, cents) if odds.is_laid else TakeOdds(flat.player, flat.spot, cents)


def draw_change(draw: DrawFn, table: Table) -> Act:
    """Draw a change of a bet: pressed, reduced, taken down, called on or called off."""
    bets = table.layout.bets
    if not bets:
        return draw_bet(draw, table)
    bet = pick(draw, bets)
    step = bet.wager.bet_step(bet.number) * (1 + draw(up_to(2)))
    changes: tuple[Act, ...] = (
        Press(bet.player, bet.spot, step),
        Reduce(bet.player, bet.spot, step),
        TakeDown(bet.player, bet.spot),
        CallOn(bet.player, bet.spot),
        CallOff(bet.player, bet.spot),
    )
    return pick(draw, changes)


def draw_dice_act(draw: DrawFn, table: Table) -> Act:
    """Draw an act on the dice that is possible now: pass, accept, decline or offer them."""
    layout = table.layout
    if layout.shooter:
        return PassDice(layout.shooter)
    if layout.offered_to:
        answers: tuple[Act, ...] = (AcceptDice(layout.offered_to), DeclineDice(layout.offered_to))
        return pick(draw, answers)
    return OfferDice(pick_player(draw, table))


def draw_chip_act(draw: DrawFn, table: Table) -> Act:
    """Draw a buy-in, a cash out, or the departure of a player."""
    without_bets = [player for player in table.layout.players if not table.layout.bets_of(player)]
    acts: tuple[Act, ...] = (
        BuyIn(pick(draw, PLAYERS), (1 + draw(up_to(49))) * 10_00),
        CashOut(pick_player(draw, table), pick(draw, (None, 5_00))),
        Leave(pick(draw, without_bets or PLAYERS)),
    )
    return pick(draw, acts)


DRAW_ACT: tuple[Callable[[DrawFn, Table], Act], ...] = (
    *(draw_roll,) * 8,
    *(draw_bet,) * 7,
    *(draw_odds,) * 3,
    *(draw_change,) * 3,
    *(draw_dice_act,) * 2,
    draw_chip_act,
    *(draw_any_act,) * 3,
)
"""The kinds of acts, each as often as it is drawn."""


def draw_act(draw: DrawFn, table: Table, journal: Sequence[Event] = ()) -> Act:
    """Draw an act at a table: a legal one most of the time, sometimes a correction, sometimes any act."""
    kind = draw(up_to(len(DRAW_ACT) + 1))
    if kind < len(DRAW_ACT):
        return DRAW_ACT[kind](draw, table)
    standing = len(uncorrected_events(journal))
    if kind == len(DRAW_ACT) and standing:
        return correction(table.house, journal, count=1 + draw(up_to(min(standing, 4) - 1)))
    calls: tuple[Act, ...] = (LockBets(), CallNoRoll("a die on the rail"), CallNoRoll())
    return pick(draw, calls)


@st.composite
def any_acts(draw: DrawFn, table: Table) -> list[Act]:
    """Draw 5 to 15 acts of any kind at one table."""
    return [draw_any_act(draw, table) for _ in range(5 + draw(up_to(10)))]


@st.composite
def acts(draw: DrawFn, table: Table) -> Act:
    """Draw an act at a table."""
    return draw_act(draw, table)


# Evenings.


class Step(NamedTuple):
    """One act of an evening: the table before it, the events that followed, or the error."""

    before: Table
    act: Act
    events: tuple[Event, ...]
    after: Table
    refused: CrapsError | None


class Evening(NamedTuple):
    """A series of acts at one table, and the journal of the events that followed."""

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
        """Print the acts as a script."""
        lines = (format_act(step.act) + (f": {step.refused}" if step.refused else "") for step in self.steps)
        return "\n".join(["", f"house {self.house.source}", *lines, ""])


def take_step(table: Table, act: Act) -> Step:
    """Ask a table for an act and return what followed."""
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
def evenings(draw: DrawFn, houses: Sequence[House] = HOUSES, longest: int = 40) -> Evening:
    """Draw an evening of several players: up to *longest* acts at a table of one of the *houses*."""
    house = pick(draw, houses)
    steps: list[Step] = []
    journal: list[Event] = []
    table = open_table(house)
    first = draw(up_to(len(PLAYERS) - 1))
    seated = (PLAYERS[first:] + PLAYERS[:first])[: 1 + draw(up_to(2))]
    buy_ins: list[Act] = [BuyIn(player, pick(draw, (20_00, 300_00, 5_000_00))) for player in seated]
    for number in range(len(buy_ins) + longest // 2 + draw(up_to(longest - longest // 2))):
        act = buy_ins[number] if number < len(buy_ins) else draw_act(draw, table, journal)
        steps.append(take_step(table, act))
        journal += steps[-1].events
        table = steps[-1].after
    return Evening(house, tuple(steps), tuple(journal))


# Acts as lines of a script.


def format_act(act: Act, call: Callable[[str], str] = str) -> str:
    """Print an act as a line of a script, with the name that *call* gives each spot."""
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
