"""Facts that hold for every wager of every house; no wager is named here."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import lcm
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import passline
from generators import format_act, play_acts, smallest_bet, take_step, unusual_houses
from passline.errors import NotOffered, Refused, UnknownWager
from passline.house.house import House
from passline.law.names import plain
from passline.law.sections import StageRow, WagerRow, read_law
from passline.law.wagers import Wager, named
from passline.table.acts import Act, BuyIn, CallOn, LayOdds, MakeBet, RollDice, TakeOdds
from passline.table.amounts import amount_refusals
from passline.table.events import Rolled
from passline.table.layout import Bet
from passline.table.pay import pay
from passline.table.settle import Lost, Settlement, Stood, Won, settle, vigorish_when_made
from passline.table.table import Table, after, decide, open_table
from passline.words.cite import Cite
from passline.words.dice import EVERY_ROLL, Roll, rolls
from scenes import HOUSES

ALL_HOUSES = (*HOUSES, *unusual_houses())
LAW = read_law()
ROWS = [row for section in LAW.sections.values() for row in section.wager]
ROW_IDS = [f"{section.number}-{row.name}" for section in LAW.sections.values() for row in section.wager]
IDS = [*(house.source for house in HOUSES), *(f"strange-{number}" for number, _ in enumerate(unusual_houses(), 1))]
every_house = pytest.mark.parametrize("house", ALL_HOUSES, ids=IDS)


def each_wager(house: House) -> Iterator[tuple[Wager, int | None]]:
    """Give every wager of a house with every number that a bet on it may have moved to."""
    for wager in house.wagers.values():
        for number in wager.stages or [None]:
            yield wager, number


def amount_for(house: House, wager: Wager, number: int | None) -> int:
    """Return a bet, in cents, that the house takes and that is more than its least."""
    return smallest_bet(house, wager, number) + wager.step(number)


def the_points(house: House) -> list[int | None]:
    """Return the states of the puck: off, and on each point."""
    return list(house.line.stages)


def some_bets(house: House) -> Iterator[tuple[Bet, int | None]]:
    """Give a bet on every wager in every state it can be in, with every point."""
    for wager, number in each_wager(house):
        for made in marks(wager):
            for button in (None, "on") if wager.off_on_come_out else (None,):
                for point in the_points(house):
                    amount = amount_for(house, wager, number)
                    yield Bet("alice", wager, amount, number, made, "on" if button else None), point


def marks(wager: Wager) -> list[frozenset[int]]:
    """Return sets of numbers that a bet can have gathered: none, one, and so on, all but one."""
    if wager.collects is None:
        return [frozenset()]
    numbers = sorted(wager.collects.numbers)
    return [frozenset(numbers[:count]) for count in range(len(numbers))]


# The rows of the law.


@pytest.mark.parametrize("row", ROWS, ids=ROW_IDS)
def test_the_two_tellings_agree(row: WagerRow) -> None:
    """A wager is told from both ends, and the ends meet: what wins is what the loss must come before, and so on."""
    stages: list[WagerRow | StageRow | None] = [row, row.with_a_number]
    for stage in stages:
        if stage and stage.wins and stage.loses:
            assert stage.loses.before in ([], stage.wins.on, stage.wins.on[:1])
            assert stage.wins.before in ([], stage.loses.on)


@every_house
def test_no_roll_is_decided_twice(house: House) -> None:
    """What wins, what loses, what moves and what stands off never overlap, counted from the clauses themselves."""
    rows = {row.name: row for row in LAW.sections[house.game.wagers_under.section].wager}
    for wager in house.wagers.values():
        row = rows.get(wager.family)
        if row is None or wager.collects:
            continue
        for stage in filter(None, (row, row.come_out_roll, row.with_a_number)):
            clauses = [getattr(stage, kind, None) for kind in ("wins", "loses", "moves", "stands_off")]
            told = [clause.on for clause in clauses if clause and clause.on != "anything else"]
            number = wager.number or 4
            counted = Counter(roll for on in told for roll in named(on, number=number))

            assert not counted or max(counted.values()) == 1


@every_house
def test_a_one_roll_wager_is_decided_by_every_roll(house: House) -> None:
    """A wager that lasts one roll wins or loses on each of the 36, with a point and without."""
    for bet, point in some_bets(house):
        if bet.wager.one_roll:
            results = {settle(bet, roll, point=point).result for roll in EVERY_ROLL}

            assert results == {"won", "lost"}


@every_house
def test_every_bet_can_win_and_can_lose(house: House) -> None:
    """Over all its states a wager has rolls that win and rolls that lose."""
    results: dict[str, set[str]] = {wager: set() for wager in house.wagers}
    for bet, point in some_bets(house):
        results[bet.wager.name] |= {settle(bet, roll, point=point).result for roll in EVERY_ROLL}

    assert all({"won", "lost"} <= found for found in results.values())


@every_house
def test_the_two_dice_are_alike(house: House) -> None:
    """No wager tells the first die from the second."""
    for bet, point in some_bets(house):
        for first, second in EVERY_ROLL:
            one, other = (settle(bet, roll, point=point) for roll in (Roll(first, second), Roll(second, first)))

            assert one == other


@every_house
def test_a_bet_that_is_off_stands(house: House) -> None:
    """A bet that does not work is neither won nor lost nor moved by any roll."""
    for bet, point in some_bets(house):
        if not bet.is_working(point):
            assert {settle(bet, roll, point=point).result for roll in EVERY_ROLL} == {"stood"}


# Payment.


@every_house
def test_a_bet_is_paid_as_its_parts(house: House) -> None:
    """Winnings, payment, losses and net of a bet that is paid as several are the sums of theirs, on all 36 rolls."""
    for wager, number in each_wager(house):
        amount = amount_for(house, wager, number)
        for roll in EVERY_ROLL if wager.parts else ():
            whole = settle(Bet("alice", wager, amount), roll, point=None)
            shares = [amount * part.share for part in wager.parts]
            alone = [
                settle(Bet("alice", house.wagers[part.wager.name], int(share)), roll, point=None)
                for part, share in zip(wager.parts, shares, strict=True)
            ]

            assert all(share.denominator == 1 for share in shares)
            assert whole.winnings == sum(part.winnings for part in alone)
            assert whole.paid == sum(part.paid for part in alone)
            assert whole.lost == sum(part.lost for part in alone)
            assert whole.net == sum(part.net for part in alone)
            assert [part.result for part in whole.parts] == [part.result for part in alone]


@every_house
def test_winnings_grow_with_the_bet(house: House) -> None:
    """Three times the bet wins exactly three times the winnings, and loses three times the loss."""
    for bet, point in some_bets(house):
        for roll in EVERY_ROLL:
            one = settle(bet, roll, point=point)
            three = settle(bet._replace(amount=3 * bet.amount), roll, point=point)

            assert three.result == one.result
            assert (three.winnings, three.lost) == (3 * one.winnings, 3 * one.lost)


@every_house
def test_every_settlement_adds_up(house: House) -> None:
    """Net is what is paid, less what is lost, less the vigorish; only a won bet is paid, and under a paragraph held."""
    cited: set[Cite] = set()
    for bet, point in some_bets(house):
        for roll in EVERY_ROLL:
            done = settle(bet, roll, point=point)

            assert done.net == done.paid - done.lost - done.vigorish
            assert 0 <= done.paid <= done.winnings
            assert (done.result == "won") == (done.paid_under is not None)
            assert (done.under is None) == isinstance(done, Stood)
            assert (done.winnings > 0) == (done.result == "won")
            assert not isinstance(done, Lost) or done.lost == bet.amount
            cited |= {cite for cite in (done.under, done.paid_under) if cite}
    assert all(LAW.at(cite) for cite in cited)


@every_house
def test_a_bet_taken_is_paid_whole(house: House) -> None:
    """Where odd stakes are refused, each stake that is taken is paid and charged in whole chips on every roll."""
    unit = {"refuse": house.chip, "exact": 1}.get(house.submission.table.payouts)
    for bet, point in some_bets(house) if unit else ():
        assert unit
        for steps in (1, 2, 3, 5, 7):
            staked = bet._replace(amount=steps * bet.wager.step(bet.number))
            for roll in EVERY_ROLL:
                done = settle(staked, roll, point=point)

                assert done.winnings == done.paid
                assert done.paid % unit == done.lost % unit == done.vigorish % unit == 0


@every_house
def test_what_would_do_does(house: House) -> None:
    """Whatever amount is refused, the amounts that the refusal says would do are taken."""
    for wager, number in each_wager(house):
        step, low = wager.step(number), smallest_bet(house, wager, number)
        most = house.submission.table.maximum
        tried = [low + extra for extra in (-step, -1, 0, 1, house.chip, step - 1, step, step + 1)]
        for amount in {*tried, 1, house.chip, most - 1, most, most + 1, most + step, 10 * most}:
            if amount <= 0:
                continue
            refused = next(amount_refusals(house, Bet("alice", wager, amount, number)), None)
            if refused is None:
                assert amount % step == 0
                continue
            offered = re.findall(r"\$[\d,]+(?:\.\d\d)?", str(refused).rpartition(";")[2])

            assert offered, str(refused)
            for better in offered:
                cents = passline.words.money.cents(better)  # type: ignore[attr-defined]

                assert next(amount_refusals(house, Bet("alice", wager, cents, number)), None) is None, str(refused)


@every_house
def test_the_vigorish_is_never_above_its_rate(house: House) -> None:
    """A vigorish is at most its rate of its base, and its rate is at most the law's."""
    for bet, point in some_bets(house):
        for steps in range(1, 12):
            staked = bet._replace(amount=steps * bet.wager.step(bet.number))
            for roll in EVERY_ROLL:
                done = settle(staked, roll, point=point)
                if done.vigorish:
                    vigorish = bet.wager.vigorish
                    (odds,) = bet.wager.odds(bet.number)
                    assert vigorish
                    won = odds.winnings(staked.amount)
                    base = Fraction(staked.amount) if vigorish.base == "amount wagered" else won

                    assert done.vigorish <= vigorish.rate * base
                    assert vigorish.rate <= house.game.vigorish[bet.wager.family].most
                    if vigorish.rounding == "exact" and bet.wager.pays_whole:
                        assert done.vigorish == vigorish.rate * base


# The same bet, asked of `pay`, of `settle` and of a table.


class Scene(NamedTuple):
    """A bet that was made at a table and brought into a state, roll by roll."""

    table: Table
    bet: Bet
    asked: tuple[Act, ...]


def a_roll(total: int) -> RollDice:
    """Throw a total, the easy way where there is one."""
    return RollDice(min((roll for roll in EVERY_ROLL if roll.total == total), key=lambda roll: roll.is_hard))


@cache
def scenes(house: House) -> tuple[Scene, ...]:
    """Make every bet that can be made at a house, and bring it into every state it can be in."""
    found = []
    numbers = [number for number in house.line.stages if number is not None]
    for wager in house.wagers.values():
        for asked in _ways(house, wager, numbers):
            everything: list[Act] = [BuyIn("alice", 1_000_000_00), *asked]
            evening = play_acts(house, everything)
            assert not [step.refused for step in evening.steps if step.refused]
            there = [bet for bet in evening.table.layout.bets if bet.wager.name == wager.name]
            assert len(there) == 1, (wager.name, asked)
            found.append(Scene(evening.table, there[0], tuple(everything)))
    return tuple(found)


def _ways(house: House, wager: Wager, numbers: list[int]) -> Iterator[list[Act]]:
    amount = amount_for(house, wager, None)
    bet: Act = MakeBet("alice", wager.name, amount)
    if wager.supports:
        flat = house.wagers[wager.supports]
        for way in _ways(house, flat, numbers):
            evening = play_acts(house, [BuyIn("alice", 1_000_000_00), *way])
            (made,) = (bet for bet in evening.table.layout.bets if bet.wager.name == flat.name)
            if made.number is not None:
                cents = wager.least(made.number)
                act = LayOdds("alice", made.spot, cents) if wager.is_laid else TakeOdds("alice", made.spot, cents)
                yield [*way, act]
                if wager.off_on_come_out:
                    yield [*way, act, CallOn("alice", f"odds on {made.spot}")]
    elif wager.collects:
        ordered = sorted(wager.collects.numbers)
        for count in range(len(ordered)):
            made_so_far = [
                a_roll(number) for number in ordered[:count] for _ in range(1 + (wager.collects.when != "thrown"))
            ]
            yield [bet, *made_so_far]
            if wager.collects.when != "thrown":
                yield [bet, *made_so_far, a_roll(ordered[-1])]
    elif wager.made == "immediately prior to the come out roll":
        yield [bet]
        yield from ([bet, a_roll(number)] for number in numbers)
    elif wager.made == "after the come out roll":
        yield from ([a_roll(point), bet] for point in numbers)
        yield from ([a_roll(point), bet, a_roll(number)] for point in numbers for number in numbers)
    else:
        yield [bet]
        yield from ([a_roll(point), bet] for point in (numbers if wager.number else numbers[:2]))
        if wager.off_on_come_out:
            yield [bet, CallOn("alice", wager.name)]


def wealth(table: Table) -> int:
    """Return what is alice's: her rail, her bets, and what was paid in advance for their next decision."""
    bets = table.layout.bets_of("alice")
    return table.books.rail("alice") + sum(bet.amount + vigorish_when_made(bet) for bet in bets)


@every_house
def test_pay_settle_and_the_table_say_the_same(house: House) -> None:
    """Every bet in every state is settled on every roll alike by `pay`, by `settle` and at a table, to the cent."""
    start = 1_000_000_00
    for table, bet, _ in scenes(house):
        point = table.layout.point
        others = wealth(table) - start
        for roll in EVERY_ROLL:
            settled = settle(bet, roll, point=point)
            on = bet.button == "on"
            asked = pay(
                house,
                bet.wager.name,
                bet.amount,
                roll,
                point=point,
                number=bet.number,
                numbers_made=bet.numbers_made,
                working=on,
            )
            (event,) = decide(table, RollDice(roll))
            assert isinstance(event, Rolled)
            thrown = {s.bet: s for s in event.settlements}.get(bet)
            flat = [s for s in event.settlements if s.bet.wager.name == bet.wager.supports]
            gained = wealth(after(table, event)) - start - others - sum(s.net for s in flat)

            assert _said(asked) == _said(settled)
            if thrown is not None:
                assert _said(thrown) == _said(settled)
            else:
                assert settled.result == "stood"
            assert gained == settled.net


def _said(settlement: Settlement) -> tuple[object, ...]:
    return (
        settlement.result,
        settlement.winnings,
        settlement.paid,
        settlement.lost,
        settlement.vigorish,
        settlement.vigorish_due,
        settlement.net,
        settlement.under,
        settlement.paid_under,
        [_said(part) for part in settlement.parts],
    )


@every_house
def test_every_state_of_every_bet_is_reached(house: House) -> None:
    """The scenes cover every number that a bet can move to, and every set of marks but its order."""
    reached = {(scene.bet.wager.name, scene.bet.number) for scene in scenes(house)}
    marked = {(scene.bet.wager.name, scene.bet.numbers_made) for scene in scenes(house)}

    assert reached >= {(wager.name, number) for wager, number in each_wager(house)}
    assert marked >= {(wager.name, made) for wager in house.wagers.values() for made in marks(wager)}


@every_house
def test_what_stays_up_is_as_it_was(house: House) -> None:
    """A bet that wins and stays lies there in the same amount, without a button; all others that won are gone."""
    for table, bet, _ in scenes(house):
        for roll in EVERY_ROLL:
            settled = settle(bet, roll, point=table.layout.point)
            if isinstance(settled, Won):
                left = bet._replace(button=None) if bet.wager.stays_up else None
                assert settled.remaining == left


# Names.


def called_in(slang: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Give each alias with what it stands for, for each number that there is such a wager on."""
    every = {name for house in HOUSES for name in house.game.wagers}
    for canonical, aliases in slang.items():
        for number in range(2, 13):
            name = canonical.format(number=number)
            if name in every:
                yield from ((alias.format(number=number), name) for alias in aliases)


ALIASES = sorted(set(called_in(LAW.slang["names"])))  # type: ignore[arg-type]


def test_every_alias_is_read_to_its_wager() -> None:
    """What the trade calls a wager is answered in the law's name, in any case and spacing, with or without "bet"."""
    for alias, name in ALIASES:
        for house in HOUSES:
            if name in house.wagers:
                for said in (alias, alias.upper(), f"  {alias.replace(' ', '   ')} ", alias.replace("'", "\u2019")):
                    assert house.find(said).name == name
                assert house.find(f"{alias.removesuffix(' bet')} bet").name == name


def test_no_alias_means_two_wagers() -> None:
    """No alias stands for two wagers, nor is it the law's name of another, nor one of the things nobody offers."""
    meanings: dict[str, set[str]] = {}
    for alias, name in ALIASES:
        meanings.setdefault(plain(alias), set()).add(name)
    lawful = {plain(name): name for house in HOUSES for name in house.game.wagers}
    refused = {plain(words) for words in LAW.slang["not_a_wager"]}

    assert not {alias for alias, names in meanings.items() if len(names) > 1}
    assert not {alias for alias, names in meanings.items() if lawful.get(alias, *names) not in names}
    assert not meanings.keys() & refused
    assert not lawful.keys() & refused


def test_what_nobody_offers_is_refused_with_a_reason() -> None:
    """What players ask for elsewhere is refused under the list of wagers, and answered with what there is instead."""
    for words, why in LAW.slang["not_a_wager"].items():
        for house in HOUSES:
            for said in (words, words.upper(), f"{words.removesuffix(' bet')} bet"):
                with pytest.raises(NotOffered, match=re.escape(str(why))) as caught:
                    house.find(said)
                assert caught.value.under == house.game.wagers_under


@every_house
def test_every_name_reads_back(house: House) -> None:
    """Each name that is printed is read to the same wager, in any case."""
    for wager in house.wagers.values():
        assert house.find(wager.name) is wager
        assert house.find(str(wager).upper()) is wager


def test_every_other_name_of_the_law_is_read() -> None:
    """What a paragraph also calls its wager is read to it."""
    for house in HOUSES:
        for row in LAW.sections[house.game.wagers_under.section].wager:
            for also in row.also:
                for number in row.numbers or [None]:  # type: ignore[list-item]
                    each = row.each or row.name
                    said = each.replace(row.name, also).format(number=number)
                    name = each.format(number=number)
                    if name in house.wagers:
                        assert house.find(said).name == name


@given(st.text(max_size=80))
def test_any_words_are_a_wager_or_are_not(words: str) -> None:
    """Whatever is said for a wager is one, is not offered, or is unknown, in one line."""
    for house in HOUSES:
        try:
            wager, _ = house.find_spot(words)
        except (NotOffered, UnknownWager) as error:
            assert len(str(error).splitlines()) == 1  # noqa: PT017  Either is right.
        else:
            assert wager.name in house.wagers


@every_house
def test_a_bet_is_made_and_told_in_any_of_its_names(house: House) -> None:
    """Made under any alias a bet lies on the same spot, and its line reads back."""
    for scene in scenes(house):
        for act in scene.asked:
            if isinstance(act, MakeBet):
                line = format_act(act)
                table = take_step(open_table(house), BuyIn("alice", 1_000_000_00)).after
                if isinstance(take_step(table, act).refused, Refused):
                    continue
                played = passline.play(f"alice buys in for $1,000,000\n{line}", house=house)

                assert take_step(table, act).after == played.table


# Things that travel.


def copies(thing: object) -> Iterable[object]:
    """Give a thing after it has been pickled, copied and deeply copied."""
    return pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)  # noqa: S301  Our own pickle.


@every_house
def test_a_house_travels(house: House) -> None:
    """A house, its wagers and its empty table are equal to their copies, and hash alike."""
    for thing in (house, open_table(house), *house.wagers.values()):
        for other in copies(thing):
            assert other == thing
            assert hash(other) == hash(thing)


@every_house
def test_tables_bets_and_events_travel(house: House) -> None:
    """Tables in play, bets, acts and events are equal to their copies, and a copied table decides alike."""
    for scene in scenes(house)[::40]:
        (event,) = decide(scene.table, RollDice(Roll(3, 4)))
        for thing in (scene.table, scene.bet, *scene.asked, event):
            for other in copies(thing):
                assert other == thing
                assert hash(other) == hash(thing)
        table = pickle.loads(pickle.dumps(scene.table))  # noqa: S301  Our own pickle.

        assert decide(table, RollDice(Roll(3, 4))) == (event,)


def test_houses_differ_where_their_choices_do() -> None:
    """Two houses are the same if, and only if, their submissions are and their days are."""
    for house in ALL_HOUSES:
        assert [other for other in ALL_HOUSES if other == house] == [house]


def test_wagers_of_two_houses_differ_where_they_are_paid_otherwise() -> None:
    """A wager of one house equals that of another exactly when nothing about it differs."""
    for house in HOUSES:
        for other in HOUSES:
            for name in house.wagers.keys() & other.wagers.keys():
                same = vars(house.wagers[name]) == vars(other.wagers[name])

                assert (house.wagers[name] == other.wagers[name]) == same


def test_steps_are_the_least_that_do() -> None:
    """No smaller whole number of chips than the step is paid whole: the law refuses no stake without need."""
    for house in HOUSES:
        if house.submission.table.payouts != "refuse":
            continue
        for wager, number in each_wager(house):
            step, placed = wager.step(number), wager.chip * wager.units
            if wager.parts:
                shares = lcm(*(part.share.denominator for part in wager.parts)) * wager.chip
                assert step == lcm(placed, shares)
                continue
            for chips in range(placed, step, placed):
                wins = [odds.winnings(chips) for odds in wager.odds(number)]
                vigorish = wager.vigorish
                charged = [vigorish.exact(chips, win) for win in wins] if vigorish else []
                exact = charged if vigorish and vigorish.rounding == "exact" else []
                assert any(sum_ % house.chip for sum_ in (*wins, *exact))


def test_every_roll_has_a_name() -> None:
    """The words of the law's conditions between them name all 36 rolls, each total split into hard and easy."""
    for total in range(2, 13):
        hard = rolls(f"hard {total}") if total % 2 == 0 else frozenset()
        easy = rolls(f"easy {total}") if total not in {2, 12} else frozenset()

        assert hard | easy == rolls(total)
        assert not hard & easy
