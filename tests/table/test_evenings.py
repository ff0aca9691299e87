"""Facts about chips, journals, scripts, refusals and corrections that hold in every evening of random play."""

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
    any_acts,
    evenings,
    format_act,
    names_of,
    play_acts,
    rolls,
    smallest_bet,
    take_step,
    unusual_houses,
)
from passline.errors import JournalError, NotationError, Refused
from passline.house.house import House
from passline.table.acts import Act, BuyIn, CallNoRoll, CashOut, Correct, MakeBet, Press, Reduce, RollDice, TakeOdds
from passline.table.bets import may_bet
from passline.table.events import Corrected, Rolled
from passline.table.ledger import Books
from passline.table.replay import replay
from passline.table.script import ScriptRunner
from passline.table.table import Table, after, correction, decide, open_table, uncorrected_events
from passline.words.dice import Roll
from scenes import HOUSES

BET_ACTS = {"MakeBet", "Press", "Reduce", "TakeDown", "TakeOdds", "LayOdds", "CallOn", "CallOff"}


@given(evenings())
def test_chips_are_neither_made_nor_lost(evening: Evening) -> None:
    """After every act the balances add up to zero, and each bet is one place on the layout."""
    for step in evening.steps:
        balances = step.after.books.balances

        assert sum(balances.values()) == 0
        on_layout = {place: cents for place, cents in balances.items() if place.where == "layout"}
        assert on_layout == {bet.place: bet.amount for bet in step.after.layout.bets}
        assert len(on_layout) == len(step.after.layout.bets)


@given(evenings())
def test_no_rail_or_spot_has_less_than_one_cent(evening: Evening) -> None:
    """Every rail and spot in the books has a positive balance and belongs to a player at the table."""
    for step in evening.steps:
        for place, cents in step.after.books.balances.items():
            if place.where in {"rail", "layout"}:
                assert cents > 0
                assert place.player in step.after.layout.players


@given(evenings())
def test_the_table_is_the_sum_of_the_journal(evening: Evening) -> None:
    """Replaying the journal gives the same table, and adding up its transfers gives the same books."""
    assert replay(evening.house, evening.journal) == evening.table
    assert Books().after([t for event in evening.journal for t in event.transfers]) == evening.table.books


@given(evenings())
def test_a_written_script_plays_to_the_same_journal(evening: Evening) -> None:
    """A written evening plays to the same journal and table, and is written as the same text again."""
    text = passline.write(evening.played)
    again = passline.play(text)

    assert again == evening.played
    assert passline.write(again) == text


@given(evenings(), st.randoms(use_true_random=False))
def test_a_script_in_slang_plays_to_the_same_journal(evening: Evening, random: Random) -> None:
    """An evening written with aliases plays to the same events as with canonical names."""
    script = ScriptRunner(evening.house)

    def call(spot: str) -> str:
        odds = "odds on " if spot.startswith("odds on ") else ""
        wager, number = evening.house.find_spot(spot.removeprefix("odds on "))
        box = f" on {number}" if number is not None else ""
        return odds + random.choice(names_of(evening.house, wager)) + box

    for step in evening.steps:
        if step.events:
            assert script.play_line(format_act(step.act, call)) == step.events

    assert script.played == evening.played


@given(evenings())
def test_a_refused_act_changes_nothing(evening: Evening) -> None:
    """A refusal is one line that names a paragraph, and leaves the table unchanged."""
    for step in evening.steps:
        if isinstance(step.refused, Refused):
            message = str(step.refused)

            assert step.after == step.before
            assert "\n" not in message
            assert "§" in step.refused.under
            assert message.endswith((f"({step.refused.under})", f"({step.refused.under}*, reconstructed)"))


@settings(max_examples=80, phases=[Phase.generate])
@given(evenings(longest=25), st.data())
def test_a_refusal_has_four_parts(evening: Evening, data: st.DataObject) -> None:
    """A refusal says what was asked, that it is refused, the rule, and after a semicolon the alternative."""
    asked = data.draw(any_acts(evening.table))
    refusals = [step.refused for step in (*evening.steps, *(take_step(evening.table, act) for act in asked))]
    for refused in refusals:
        if isinstance(refused, Refused):
            request, _, rest = str(refused).partition(" refused: ")
            rule, _, alternative = rest.partition("; ")

            assert request
            assert rule
            assert alternative


@given(evenings())
def test_may_bet_agrees_with_the_table(evening: Evening) -> None:
    """`may_bet` is true for every act that the table takes and false for every act that it refuses."""
    for step in evening.steps:
        if type(step.act).__name__ in BET_ACTS and not isinstance(step.refused, NotationError):
            house, layout, books = step.before
            may = may_bet(house, layout, step.act, rail=books.rail(step.act.player))  # type: ignore[union-attr, arg-type]

            assert may == (step.refused is None)


@given(evenings(longest=25), st.data())
def test_every_act_leads_to_events_or_an_error_of_passline(evening: Evening, data: st.DataObject) -> None:
    """Any act by any player leads to events, a refusal, or a notation error."""
    for act in data.draw(any_acts(evening.table)):
        step = take_step(evening.table, act)

        assert step.events or isinstance(step.refused, Refused | NotationError)


@given(evenings(), st.data())
def test_a_correction_restores_the_table(evening: Evening, data: st.DataObject) -> None:
    """Undoing the last events restores the layout and the balances before them, and adds to the journal."""
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
def test_deciding_twice_gives_the_same_answer(evening: Evening) -> None:
    """`decide` does not change the table: a second call has the same answer, and the hash stays equal."""
    for step in evening.steps:
        before = hash(step.before)
        again = take_step(step.before, step.act)

        assert again.events == step.events
        assert str(again.refused) == str(step.refused)
        assert again.after == step.after
        assert hash(again.after) == hash(step.after)
        assert hash(step.before) == before


@given(evenings(longest=25))
def test_a_copy_of_a_table_decides_alike(evening: Evening) -> None:
    """A deep copy equals the table and decides the next roll alike."""
    table = copy.deepcopy(evening.table)

    assert table == evening.table
    assert decide(table, RollDice(Roll(3, 4))) == decide(evening.table, RollDice(Roll(3, 4)))


@given(evenings(longest=25), st.lists(rolls, min_size=1, max_size=6))
def test_every_bet_is_decided_against_the_table_before_the_roll(evening: Evening, dice: list[Roll]) -> None:
    """A roll settles each bet of the layout at most once, and returns only odds."""
    table = evening.table
    for roll in dice:
        (event,) = decide(table, RollDice(roll))
        assert isinstance(event, Rolled)
        settled = [*(settlement.bet for settlement in event.settlements), *event.returned]

        assert len(set(settled)) == len(settled)
        assert set(settled) <= set(table.layout.bets)
        assert all(bet.wager.supports for bet in event.returned)
        table = after(table, event)
        assert not any(bet.wager.one_roll for bet in table.layout.bets)
        assert not table.layout.is_locked


@given(evenings())
def test_odds_lie_behind_the_bet_that_they_support(evening: Evening) -> None:
    """Every supplemental wager on the layout comes directly after its bet in the order of the bets."""
    for step in evening.steps:
        bets = step.after.layout.bets
        for place, bet in enumerate(bets):
            if bet.wager.supports:
                assert (bets[place - 1].player, bets[place - 1].number) == (bet.player, bet.number)
                assert bets[place - 1].wager.name == bet.wager.supports


@given(evenings())
def test_bets_on_the_line_have_the_point(evening: Evening) -> None:
    """At a come out roll no bet on the line has a number; afterwards its number is the point."""
    for step in evening.steps:
        layout = step.after.layout
        for bet in layout.bets:
            if bet.wager.name in step.after.house.game.shooter_bets:
                assert bet.number == layout.point


@given(evenings())
def test_the_dice_are_with_one_player(evening: Evening) -> None:
    """The dice are with a shooter or offered to a player, never both, and the player is at the table."""
    for step in evening.steps:
        layout = step.after.layout

        assert layout.shooter is None or layout.offered_to is None
        assert {layout.shooter, layout.offered_to} - {None} <= set(layout.players)


@st.composite
def bets_and_rolls(draw: st.DrawFn, house: House) -> tuple[list[Act], list[Act], list[Roll]]:
    """Draw bets that may all be made at a come out roll, the same bets in another order, and rolls."""
    made = [
        wager
        for wager in house.wagers.values()
        if wager.when_made not in {"after the come out roll", "once its bet has a number"}
    ]
    pairs = st.tuples(st.sampled_from(PLAYERS[:3]), st.sampled_from(made))
    chosen = draw(st.lists(pairs, min_size=2, max_size=8, unique_by=lambda pair: (pair[0], pair[1].name)))
    asked: list[Act] = [MakeBet(player, wager.name, smallest_bet(house, wager)) for player, wager in chosen]
    return asked, draw(st.permutations(asked)), draw(st.lists(rolls, min_size=1, max_size=10))


@given(st.sampled_from(HOUSES), st.data())
def test_the_order_of_independent_bets_does_not_matter(house: House, data: st.DataObject) -> None:
    """With bets in another order, the same rolls lead to the same balances and the same bets."""
    one, other, dice = data.draw(bets_and_rolls(house))

    def played(asked: list[Act]) -> Table:
        table = open_table(house)
        for player in PLAYERS[:3]:
            table = take_step(table, BuyIn(player, 100_000_00)).after
        for act in [*asked, *(RollDice(roll) for roll in dice)]:
            step = take_step(table, act)
            assert step.refused is None
            table = step.after
        return table

    assert played(one).books == played(other).books
    assert Counter(played(one).layout.bets) == Counter(played(other).layout.bets)


@settings(max_examples=15)
@given(st.data())
def test_unusual_houses_balance_and_replay_too(data: st.DataObject) -> None:
    """With unusual choices in the submission, journals replay and scripts play back as well."""
    evening = data.draw(evenings(unusual_houses(), longest=30))
    _, *lines = passline.write(evening.played).splitlines()

    assert replay(evening.house, evening.journal) == evening.table
    assert passline.play("\n".join(lines), house=evening.house) == evening.played


@given(evenings(longest=15), st.data())
def test_a_journal_with_an_event_left_out_replays_or_is_an_error(evening: Evening, data: st.DataObject) -> None:
    """Replaying a journal that lacks an event gives a table that balances, or an error in one line."""
    assume(len(evening.journal) > 1)
    left_out = data.draw(st.integers(0, len(evening.journal) - 2))
    incomplete = [*evening.journal[:left_out], *evening.journal[left_out + 1 :]]
    try:
        table = replay(evening.house, incomplete)
    except passline.CrapsError as error:
        assert "\n" not in str(error)  # noqa: PT017  Either is right.
    else:
        assert sum(table.books.balances.values()) == 0


def test_a_journal_with_two_bets_on_one_spot_is_an_error() -> None:
    """The layout would have two bets where the books have one place."""
    bet = MakeBet("alice", "Pass Bet", 10_00)
    journal = play_acts(HOUSES[0], [BuyIn("alice", 100_00), bet]).journal

    with pytest.raises(JournalError, match="the bets on the layout would differ from the chips in the books"):
        after(replay(HOUSES[0], journal), journal[-1])


@given(evenings(longest=15), evenings(longest=15))
def test_a_correction_of_another_table_makes_no_chips(evening: Evening, other: Evening) -> None:
    """Undoing an event of another table balances, or is an error in one line."""
    assume(other.journal)
    try:
        (event,) = decide(evening.table, Correct((other.journal[-1],), other.table.layout))
    except passline.CrapsError as error:
        assert "\n" not in str(error)  # noqa: PT017  Either is right.
    else:
        assert sum(after(evening.table, event).books.balances.values()) == 0


def test_the_evenings_drawn_have_every_event() -> None:
    """The evenings drawn include every event, every result, odds, buttons and most refusals."""
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

    expected = {"Rolled", "BetMade", "Pressed", "Reduced", "TakenDown", "Called", "BetsLocked", "NoRoll", "Corrected"}
    expected |= {"DiceOffered", "DiceAccepted", "DiceDeclined", "DicePassed", "CashedOut", "Departed", "BoughtIn"}
    expected |= {"won", "lost", "stood off", "moved", "stood", "the point is set", "the point is made", "seven out"}
    expected |= {"odds on Pass Bet", "odds on Come Bet", "odds on Don't Pass Bet", "button on", "button off"}
    expected |= {"NotOffered", "NotAtTheTable", "WrongMoment", "WrongUnits", "MustStay", "ShortOfChips"}
    missing = expected - seen.keys()
    assert not missing


def test_an_act_at_an_empty_table_has_events_or_an_error() -> None:
    """Before anyone has bought in, every act leads to events or to an error of passline."""

    @given(st.sampled_from(HOUSES), st.data())
    def ask(house: House, data: st.DataObject) -> None:
        step = take_step(open_table(house), data.draw(acts(open_table(house))))

        assert step.events or step.refused

    ask()


@pytest.mark.parametrize("name", ["", " ", "house", "Dice", "a b", "a\nb", "a: seven out", "a#", "x" * 31, "7up", "\0"])
def test_a_name_that_the_notation_cannot_write_is_an_error(name: str) -> None:
    """A script with such a name could not be read back."""
    with pytest.raises(passline.CrapsError):
        decide(open_table(HOUSES[0]), BuyIn(name, 100_00))


@pytest.mark.parametrize("reason", ["a) b", "(", "a\nb", "a # b", "x" * 201, " \t", "a\u2028b"])
def test_a_reason_reads_back_or_is_an_error(reason: str) -> None:
    """A reason for no roll is an error, or is written as a script that can be read back."""
    try:
        events = decide(open_table(HOUSES[0]), CallNoRoll(reason))
    except passline.CrapsError:
        return
    played = passline.Played(open_table(HOUSES[0]), events)
    assert passline.play(passline.write(played)) == played


@pytest.mark.parametrize("roll", [Roll(0, 7), Roll(7, 7), Roll(-1, 8), Roll(3, 0)])
def test_a_roll_has_two_faces_from_1_to_6(roll: Roll) -> None:
    """A pair of other numbers is an error, even if the total is possible."""
    with pytest.raises(passline.CrapsError):
        decide(open_table(HOUSES[0]), RollDice(roll))


@pytest.mark.parametrize("cents", ["10", 10.0, None, True, Fraction(500)])
def test_only_whole_cents_are_amounts(cents: object) -> None:
    """Every act with an amount requires a whole number of cents."""
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
