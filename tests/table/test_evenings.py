"""Facts of every evening: chips, books, journals, scripts, refusals and corrections, over random play in all houses."""

from __future__ import annotations

import copy
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

import passline
from generators import (
    PLAYERS,
    Evening,
    acts,
    any_act,
    evenings,
    format_act,
    names_of,
    play_acts,
    rolls,
    smallest_bet,
    take_step,
    unusual_houses,
)
from passline.errors import NotationError, Refused
from passline.house.house import House
from passline.table.acts import Act, BuyIn, CallNoRoll, CashOut, Correct, MakeBet, Press, Reduce, RollDice, TakeOdds
from passline.table.bets import may_bet
from passline.table.events import Corrected, Rolled
from passline.table.ledger import Books
from passline.table.script import ScriptRunner as ScriptedEvening
from passline.table.table import Table, after, correction, decide, open_table, replay, uncorrected_events
from passline.words.dice import Roll
from scenes import HOUSES

BET_ACTS = {"MakeBet", "Press", "Reduce", "TakeDown", "TakeOdds", "LayOdds", "CallOn", "CallOff"}


@given(evenings())
def test_chips_are_neither_made_nor_lost(evening: Evening) -> None:
    """After every act all places hold nothing together, and each bet lies in its own place."""
    for step in evening.steps:
        held = step.after.books.balances

        assert sum(held.values()) == 0
        on_layout = {place: cents for place, cents in held.items() if place.where == "layout"}
        assert on_layout == {bet.place: bet.amount for bet in step.after.layout.bets}
        assert len(on_layout) == len(step.after.layout.bets)


@given(evenings())
def test_nobody_plays_with_chips_that_are_not_there(evening: Evening) -> None:
    """No rail and no spot ever holds less than nothing, and only players at the table have any."""
    for step in evening.steps:
        for place, cents in step.after.books.balances.items():
            if place.where in {"rail", "layout"}:
                assert cents > 0
                assert place.player in step.after.layout.players


@given(evenings())
def test_the_journal_is_the_truth(evening: Evening) -> None:
    """Replaying the journal gives the table, and its transfers alone give the books."""
    assert replay(evening.house, evening.journal) == evening.table
    assert Books().after([t for event in evening.journal for t in event.transfers]) == evening.table.books


@given(evenings())
def test_what_prints_reads_back(evening: Evening) -> None:
    """A written evening plays to the same journal and the same table, and prints the same text."""
    text = passline.write(evening.played)
    again = passline.play(text)

    assert again == evening.played
    assert passline.write(again) == text


@given(evenings(), st.randoms(use_true_random=False))
def test_slang_is_read_and_the_law_is_written(evening: Evening, random: Random) -> None:
    """An evening told in the trade's words is the evening told in the law's."""
    said = ScriptedEvening(evening.house)

    def call(spot: str) -> str:
        odds = "odds on " if spot.startswith("odds on ") else ""
        wager, number = evening.house.find_spot(spot.removeprefix("odds on "))
        box = f" on {number}" if number is not None else ""
        return odds + random.choice(names_of(evening.house, wager)) + box

    for step in evening.steps:
        if step.events:
            assert said.play_line(format_act(step.act, call)) == step.events

    assert said.played == evening.played


@given(evenings())
def test_a_refused_act_changes_nothing(evening: Evening) -> None:
    """A refusal is one line that names a paragraph, and the table is as it was."""
    for step in evening.steps:
        if isinstance(step.refused, Refused):
            message = str(step.refused)

            assert step.after == step.before
            assert "\n" not in message
            assert "§" in step.refused.under
            assert message.endswith(f"({step.refused.under})")


@settings(max_examples=80, phases=[Phase.generate])
@given(evenings(most=25), st.data())
def test_a_refusal_has_four_parts(evening: Evening, data: st.DataObject) -> None:
    """A refusal says what was asked, that it is refused, the rule, and after a semicolon what would be accepted."""
    asked = data.draw(st.lists(any_act(evening.table), min_size=5, max_size=15))
    refusals = [step.refused for step in (*evening.steps, *(take_step(evening.table, act) for act in asked))]
    for refused in refusals:
        if isinstance(refused, Refused):
            what, _, rest = str(refused).partition(" refused: ")
            rule, _, accepted = rest.partition("; ")

            assert what
            assert rule
            assert accepted


@given(evenings())
def test_may_bet_agrees_with_the_table(evening: Evening) -> None:
    """What may be bet is taken, and what may not is refused."""
    for step in evening.steps:
        if type(step.act).__name__ in BET_ACTS and not isinstance(step.refused, NotationError):
            house, layout, books = step.before
            may = may_bet(house, layout, step.act, rail=books.rail(step.act.player))  # type: ignore[union-attr, arg-type]

            assert may == (step.refused is None)


@given(evenings(most=25), st.data())
def test_nothing_asked_of_a_table_stops_it(evening: Evening, data: st.DataObject) -> None:
    """Whoever asks for whatever, the answer is events, a refusal, or that the words cannot be read."""
    for act in data.draw(st.lists(any_act(evening.table), min_size=5, max_size=15)):
        step = take_step(evening.table, act)

        assert step.events or isinstance(step.refused, Refused | NotationError)


@given(evenings(), st.data())
def test_a_correction_puts_all_back(evening: Evening, data: st.DataObject) -> None:
    """Undoing the last events that stand gives the layout and the balances from before them; the journal only grows."""
    standing = uncorrected_events(evening.journal)
    assume(standing)
    count = data.draw(st.integers(1, len(standing)))
    kept = replay(evening.house, standing[:-count])
    (event,) = decide(evening.table, correction(evening.house, evening.journal, count=count))
    table = after(evening.table, event)

    assert isinstance(event, Corrected)
    assert table == kept
    assert uncorrected_events([*evening.journal, event]) == standing[:-count]
    assert replay(evening.house, [*evening.journal, event]) == kept


@given(evenings())
def test_deciding_changes_nothing_and_is_always_the_same(evening: Evening) -> None:
    """Asking twice gives the same answer, and a table keeps its hash and its equals."""
    for step in evening.steps:
        before = hash(step.before)
        again = take_step(step.before, step.act)

        assert again.events == step.events
        assert str(again.refused) == str(step.refused)
        assert again.after == step.after
        assert hash(again.after) == hash(step.after)
        assert hash(step.before) == before


@given(evenings(most=25))
def test_a_copied_table_plays_on_alike(evening: Evening) -> None:
    """A deep copy of a table is equal to it, and answers the next roll alike."""
    table = copy.deepcopy(evening.table)

    assert table == evening.table
    assert decide(table, RollDice(Roll(3, 4))) == decide(evening.table, RollDice(Roll(3, 4)))


@given(evenings(most=25), st.lists(rolls, min_size=1, max_size=6))
def test_every_bet_is_decided_against_the_table_before_the_roll(evening: Evening, thrown: list[Roll]) -> None:
    """A roll settles each bet at most once, speaks only of bets that lay there, and gives back only odds."""
    table = evening.table
    for roll in thrown:
        (event,) = decide(table, RollDice(roll))
        assert isinstance(event, Rolled)
        spoken_of = [*(settlement.bet for settlement in event.settlements), *event.returned]

        assert len(set(spoken_of)) == len(spoken_of)
        assert set(spoken_of) <= set(table.layout.bets)
        assert all(bet.wager.supports for bet in event.returned)
        table = after(table, event)
        assert not any(bet.wager.one_roll for bet in table.layout.bets)
        assert not table.layout.is_locked


@given(evenings())
def test_no_odds_outlive_their_bet(evening: Evening) -> None:
    """Every supplemental wager on the layout lies directly behind the bet that it supports."""
    for step in evening.steps:
        bets = step.after.layout.bets
        for place, bet in enumerate(bets):
            if bet.wager.supports:
                assert (bets[place - 1].player, bets[place - 1].number) == (bet.player, bet.number)
                assert bets[place - 1].wager.name == bet.wager.supports


@given(evenings())
def test_line_bets_have_the_point(evening: Evening) -> None:
    """At a come out roll no bet on the line has a number; with a point every one has the point for its number."""
    for step in evening.steps:
        layout = step.after.layout
        for bet in layout.bets:
            if bet.wager.name in step.after.house.game.shooter_bets:
                assert bet.number == layout.point


@given(evenings())
def test_the_dice_are_in_one_place(evening: Evening) -> None:
    """The dice are with a shooter or on offer, never both, and only ever with players at the table."""
    for step in evening.steps:
        layout = step.after.layout

        assert layout.shooter is None or layout.offered_to is None
        assert {layout.shooter, layout.offered_to} - {None} <= set(layout.players)


@st.composite
def bets_and_rolls(draw: st.DrawFn, house: House) -> tuple[list[Act], list[Act], list[Roll]]:
    """Draw bets of rich players that may all be made at a come out roll, the same in another order, and rolls."""
    made = [
        wager
        for wager in house.wagers.values()
        if wager.made not in {"after the come out roll", "once its bet has a number"}
    ]
    pairs = st.tuples(st.sampled_from(PLAYERS[:3]), st.sampled_from(made))
    chosen = draw(st.lists(pairs, min_size=2, max_size=8, unique_by=lambda pair: (pair[0], pair[1].name)))
    asked: list[Act] = [MakeBet(player, wager.name, smallest_bet(house, wager)) for player, wager in chosen]
    return asked, draw(st.permutations(asked)), draw(st.lists(rolls, min_size=1, max_size=10))


@given(st.sampled_from(HOUSES), st.data())
def test_the_order_of_independent_bets_does_not_matter(house: House, data: st.DataObject) -> None:
    """Whoever bets first, the same rolls leave everyone with the same chips in the same places."""
    one, other, thrown = data.draw(bets_and_rolls(house))

    def played(asked: list[Act]) -> Table:
        table = open_table(house)
        for player in PLAYERS[:3]:
            table = take_step(table, BuyIn(player, 100_000_00)).after
        for act in [*asked, *(RollDice(roll) for roll in thrown)]:
            step = take_step(table, act)
            assert step.refused is None
            table = step.after
        return table

    assert played(one).books == played(other).books
    assert Counter(played(one).layout.bets) == Counter(played(other).layout.bets)


@settings(max_examples=15)
@given(st.data())
def test_strange_houses_keep_their_books_too(data: st.DataObject) -> None:
    """Houses that choose otherwise than the examples balance, replay and correct alike."""
    evening = data.draw(evenings(unusual_houses(), most=30))
    _, *lines = passline.write(evening.played).splitlines()

    assert replay(evening.house, evening.journal) == evening.table
    assert passline.play("\n".join(lines), house=evening.house) == evening.played


@given(evenings(most=15), st.data())
def test_events_of_another_table_are_no_journal(evening: Evening, data: st.DataObject) -> None:
    """A journal with an event left out either adds up to a table or is said to be none."""
    assume(len(evening.journal) > 1)
    left_out = data.draw(st.integers(0, len(evening.journal) - 2))
    maimed = [*evening.journal[:left_out], *evening.journal[left_out + 1 :]]
    try:
        table = replay(evening.house, maimed)
    except passline.CrapsError as error:
        assert "\n" not in str(error)  # noqa: PT017  Either is right.
    else:
        assert sum(table.books.balances.values()) == 0


@given(evenings(most=15), evenings(most=15))
def test_a_correction_of_other_events_makes_no_chips(evening: Evening, other: Evening) -> None:
    """Undoing what did not happen here moves chips that are here, or is said to be impossible."""
    assume(other.journal)
    try:
        (event,) = decide(evening.table, Correct((other.journal[-1],), other.table.layout))
    except passline.CrapsError as error:
        assert "\n" not in str(error)  # noqa: PT017  Either is right.
    else:
        assert sum(after(evening.table, event).books.balances.values()) == 0


def test_evenings_are_evenings() -> None:
    """The evenings drawn are worth the name: odds, come bets that travel, buttons, corrections, dice that go round."""
    seen: Counter[str] = Counter()

    @settings(max_examples=200)
    @given(evenings())
    def watch(evening: Evening) -> None:
        for step in evening.steps:
            seen[type(step.refused).__name__] += 1
            for event in step.events:
                seen[type(event).__name__] += 1
                if isinstance(event, Rolled):
                    seen.update(settlement.result for settlement in event.settlements)
                    seen.update([event.puck or "no puck"])
            for bet in step.after.layout.bets:
                seen[bet.wager.family] += 1
                seen[f"button {bet.button}"] += 1

    watch()

    wanted = {"Rolled", "BetMade", "Pressed", "Reduced", "TakenDown", "Called", "BetsLocked", "NoRoll", "Corrected"}
    wanted |= {"DiceOffered", "DiceAccepted", "DiceDeclined", "DicePassed", "CashedOut", "Departed", "BoughtIn"}
    wanted |= {"won", "lost", "stood off", "moved", "stood", "the point is set", "the point is made", "seven out"}
    wanted |= {"odds on Pass Bet", "odds on Come Bet", "odds on Don't Pass Bet", "button on", "button off"}
    wanted |= {"NotOffered", "NotAtTheTable", "WrongMoment", "WrongUnits", "MustStay", "ShortOfChips"}
    missing = wanted - seen.keys()
    assert not missing


def test_acts_are_drawn_for_an_empty_table_too() -> None:
    """Acts can be drawn before anyone has bought in, and none of them is an accident."""

    @given(st.sampled_from(HOUSES), st.data())
    def ask(house: House, data: st.DataObject) -> None:
        step = take_step(open_table(house), data.draw(acts(open_table(house))))

        assert step.events or step.refused

    ask()


@pytest.mark.parametrize("name", ["", " ", "house", "Dice", "a b", "a\nb", "a: seven out", "a#", "x" * 31, "7up", "\0"])
def test_only_names_that_can_be_written_sit_down(name: str) -> None:
    """A player whose name the notation cannot say would leave a journal that cannot be read."""
    with pytest.raises(passline.CrapsError):
        decide(open_table(HOUSES[0]), BuyIn(name, 100_00))


@pytest.mark.parametrize("reason", ["a) b", "(", "a\nb", "a # b", "x" * 201, " \t", "a\u2028b"])
def test_only_reasons_that_can_be_written_are_given(reason: str) -> None:
    """A reason for no roll that the notation cannot say is not taken into the journal as it is."""
    try:
        events = decide(open_table(HOUSES[0]), CallNoRoll(reason))
    except passline.CrapsError:
        return
    played = passline.Played(open_table(HOUSES[0]), events)
    assert passline.play(passline.write(played)) == played


@pytest.mark.parametrize("roll", [Roll(0, 7), Roll(7, 7), Roll(-1, 8), Roll(3, 0)])
def test_only_faces_of_dice_are_thrown(roll: Roll) -> None:
    """Two numbers that are no faces of dice are no roll, whoever enters them."""
    with pytest.raises(passline.CrapsError):
        decide(open_table(HOUSES[0]), RollDice(roll))


@pytest.mark.parametrize("cents", ["10", 10.0, None, True, Fraction(500)])
def test_only_whole_cents_are_amounts(cents: object) -> None:
    """What is no whole number of cents is no amount, in every act that has one."""
    table = play_acts(
        HOUSES[0], [BuyIn("alice", 100_00), MakeBet("alice", "Pass Bet", 10_00), RollDice(Roll(2, 2))]
    ).table
    amount: Any = cents
    asked: list[Act] = [
        BuyIn("bob", amount),
        MakeBet("alice", "Field Bet", amount),
        Press("alice", "Pass Bet", amount),
        Reduce("alice", "Pass Bet", amount),
        TakeOdds("alice", "Pass Bet", amount),
        *([CashOut("alice", amount)] if amount is not None else []),
    ]
    for act in asked:
        with pytest.raises(passline.CrapsError):
            decide(table, act)
