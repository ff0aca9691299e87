"""Facts that hold for every wager of every house, without naming a wager."""

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
from passline.law.names import normalize
from passline.law.sections import StageRow, WagerRow, read_law
from passline.law.wagers import Wager, condition_rolls
from passline.table.acts import Act, BuyIn, CallOn, LayOdds, MakeBet, RollDice, TakeOdds
from passline.table.amounts import amount_refusals
from passline.table.events import Rolled
from passline.table.layout import Bet
from passline.table.pay import pay
from passline.table.settle import Lost, Settlement, Stood, Won, settle, vigorish_when_made
from passline.table.table import Table, after, decide, open_table
from passline.words.cite import Cite
from passline.words.dice import EVERY_ROLL, Roll, parse_rolls
from passline.words.money import parse_dollars
from scenes import HOUSES

ALL_HOUSES = (*HOUSES, *unusual_houses())
LAW = read_law()
ROWS = [row for section in LAW.sections.values() for row in section.wager]
ROW_IDS = [f"{section.number}-{row.name}" for section in LAW.sections.values() for row in section.wager]
IDS = [*(house.source for house in HOUSES), *(f"unusual-{number}" for number, _ in enumerate(unusual_houses(), 1))]
every_house = pytest.mark.parametrize("house", ALL_HOUSES, ids=IDS)


def each_wager(house: House) -> Iterator[tuple[Wager, int | None]]:
    """Yield every wager of a house with every number that a bet on it may have."""
    for wager in house.wagers.values():
        for number in wager.verdicts or [None]:
            yield wager, number


def amount_for(house: House, wager: Wager, number: int | None) -> int:
    """Return an amount, in cents, that the house takes: one step above the smallest bet."""
    return smallest_bet(house, wager, number) + wager.bet_step(number)


def points_of(house: House) -> list[int | None]:
    """Return every point that a house's game can have, and None for a come out roll."""
    return list(house.line.verdicts)


def sample_bets(house: House) -> Iterator[tuple[Bet, int | None]]:
    """Yield a bet on every wager in every state that it can have, with every point."""
    for wager, number in each_wager(house):
        for made in marks(wager):
            for button in (None, "on") if wager.off_on_come_out else (None,):
                for point in points_of(house):
                    amount = amount_for(house, wager, number)
                    yield Bet("alice", wager, amount, number, made, "on" if button else None), point


def marks(wager: Wager) -> list[frozenset[int]]:
    """Return sets of numbers that a bet can have marked: none, one, and so on up to all but one."""
    if wager.collects is None:
        return [frozenset()]
    numbers = sorted(wager.collects.numbers)
    return [frozenset(numbers[:count]) for count in range(len(numbers))]


# The rows of the law.


@pytest.mark.parametrize("row", ROWS, ids=ROW_IDS)
def test_winning_and_losing_conditions_agree(row: WagerRow) -> None:
    """If a wager loses on some rolls before others, the others are the rolls that win; and the reverse."""
    stages: list[WagerRow | StageRow | None] = [row, row.with_a_number]
    for stage in stages:
        if stage and stage.wins and stage.loses:
            assert stage.loses.before in ([], stage.wins.on, stage.wins.on[:1])
            assert stage.wins.before in ([], stage.loses.on)


@every_house
def test_no_two_conditions_of_a_wager_share_roll_of(house: House) -> None:
    """The conditions for winning, losing, moving and standing off never name the same roll."""
    rows = {row.name: row for row in LAW.sections[house.game.wagers_under.section].wager}
    for wager in house.wagers.values():
        row = rows.get(wager.family)
        if row is None or wager.collects:
            continue
        for stage in filter(None, (row, row.come_out_roll, row.with_a_number)):
            clauses = [getattr(stage, kind, None) for kind in ("wins", "loses", "moves", "stands_off")]
            named_rolls = [clause.on for clause in clauses if clause and clause.on != "anything else"]
            number = wager.number or 4
            counted = Counter(roll for on in named_rolls for roll in condition_rolls(on, number=number))

            assert not counted or max(counted.values()) == 1


@every_house
def test_a_one_roll_wager_is_decided_by_every_roll(house: House) -> None:
    """A one-roll wager wins or loses on each of the 36 rolls, with and without a point."""
    for bet, point in sample_bets(house):
        if bet.wager.one_roll:
            results = {settle(bet, roll, point=point).result for roll in EVERY_ROLL}

            assert results == {"won", "lost"}


@every_house
def test_every_bet_can_win_and_can_lose(house: House) -> None:
    """Every wager has a winning roll and a losing roll in some state."""
    results: dict[str, set[str]] = {wager: set() for wager in house.wagers}
    for bet, point in sample_bets(house):
        results[bet.wager.name] |= {settle(bet, roll, point=point).result for roll in EVERY_ROLL}

    assert all({"won", "lost"} <= found for found in results.values())


@every_house
def test_the_order_of_the_two_dice_does_not_matter(house: House) -> None:
    """A bet is settled alike on 5-1 and on 1-5, and so on for every roll."""
    for bet, point in sample_bets(house):
        for first, second in EVERY_ROLL:
            one, other = (settle(bet, roll, point=point) for roll in (Roll(first, second), Roll(second, first)))

            assert one == other


@every_house
def test_a_bet_that_is_off_stands(house: House) -> None:
    """No roll wins, loses or moves a bet that is not working."""
    for bet, point in sample_bets(house):
        if not bet.is_working(point):
            assert {settle(bet, roll, point=point).result for roll in EVERY_ROLL} == {"stood"}


# Payment.


@every_house
def test_a_bet_is_paid_as_its_parts(house: House) -> None:
    """On all 36 rolls the winnings, payment, loss and net of a bet are the sums over the wagers that it is paid as."""
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
def test_winnings_are_in_proportion_to_the_bet(house: House) -> None:
    """A bet of three times the amount wins or loses exactly three times as much."""
    for bet, point in sample_bets(house):
        for roll in EVERY_ROLL:
            one = settle(bet, roll, point=point)
            three = settle(bet._replace(amount=3 * bet.amount), roll, point=point)

            assert three.result == one.result
            assert (three.winnings, three.lost) == (3 * one.winnings, 3 * one.lost)


@every_house
def test_every_settlement_adds_up(house: House) -> None:
    """The net is the payment less the loss and the vigorish, and every paragraph cited is one of the law."""
    cited: set[Cite] = set()
    for bet, point in sample_bets(house):
        for roll in EVERY_ROLL:
            done = settle(bet, roll, point=point)

            assert done.net == done.paid - done.lost - done.vigorish
            assert 0 <= done.paid <= done.winnings
            assert (done.result == "won") == (done.paid_under is not None)
            assert (done.under is None) == isinstance(done, Stood)
            assert (done.winnings > 0) == (done.result == "won")
            assert not isinstance(done, Lost) or done.lost == bet.amount
            cited |= {cite for cite in (done.under, done.paid_under) if cite}
    assert all(LAW.entries_at(cite) for cite in cited)


@every_house
def test_a_bet_that_is_taken_is_paid_in_whole_chips(house: House) -> None:
    """If a house refuses other amounts, every bet is paid, lost and charged in whole chips on every roll."""
    unit = {"refuse": house.chip, "exact": 1}.get(house.submission.table.payouts)
    for bet, point in sample_bets(house) if unit else ():
        assert unit
        for steps in (1, 2, 3, 5, 7):
            staked = bet._replace(amount=steps * bet.wager.bet_step(bet.number))
            for roll in EVERY_ROLL:
                done = settle(staked, roll, point=point)

                assert done.winnings == done.paid
                assert done.paid % unit == done.lost % unit == done.vigorish % unit == 0


@every_house
def test_the_amounts_that_a_refusal_offers_are_taken(house: House) -> None:
    """A refusal of an amount names other amounts, and the house takes each of them."""
    for wager, number in each_wager(house):
        step, low = wager.bet_step(number), smallest_bet(house, wager, number)
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
                cents = parse_dollars(better)

                assert next(amount_refusals(house, Bet("alice", wager, cents, number)), None) is None, str(refused)


@every_house
def test_the_vigorish_is_never_above_its_rate(house: House) -> None:
    """A vigorish is at most its rate of its base, and the rate is at most the law's."""
    for bet, point in sample_bets(house):
        vigorish = bet.wager.vigorish
        if vigorish is None:
            continue
        assert vigorish.rate <= house.game.vigorish[bet.wager.family].most
        (odds,) = bet.wager.odds(bet.number)
        for steps in range(1, 12):
            amount = steps * bet.wager.bet_step(bet.number)
            base = Fraction(amount) if vigorish.base == "amount wagered" else odds.winnings(amount)
            for roll in EVERY_ROLL:
                charged = settle(bet._replace(amount=amount), roll, point=point).vigorish

                assert charged <= vigorish.rate * base
                if charged and vigorish.rounding == "exact" and bet.wager.pays_whole:
                    assert charged == vigorish.rate * base


@every_house
def test_only_a_wager_with_a_vigorish_is_charged_one(house: House) -> None:
    for bet, point in sample_bets(house):
        if bet.wager.vigorish is None:
            assert not any(settle(bet, roll, point=point).vigorish for roll in EVERY_ROLL)


# The same bet, settled by `pay`, by `settle` and at a table.


class Scene(NamedTuple):
    """A table on which one bet has been made and brought into one of its states by rolls."""

    table: Table
    bet: Bet
    acts: tuple[Act, ...]


def roll_of(total: int) -> RollDice:
    """Return a roll of a total, with two different faces if possible."""
    return RollDice(min((roll for roll in EVERY_ROLL if roll.total == total), key=lambda roll: roll.is_hard))


@cache
def scenes(house: House) -> tuple[Scene, ...]:
    """Return a scene for every bet that can be made at a house, in every state that it can have."""
    found = []
    numbers = [number for number in house.line.verdicts if number is not None]
    for wager in house.wagers.values():
        for state_acts in _acts_for_each_state(house, wager, numbers):
            acts: list[Act] = [BuyIn("alice", 1_000_000_00), *state_acts]
            evening = play_acts(house, acts)
            assert not [step.refused for step in evening.steps if step.refused]
            bets = [bet for bet in evening.table.layout.bets if bet.wager.name == wager.name]
            assert len(bets) == 1, (wager.name, acts)
            found.append(Scene(evening.table, bets[0], tuple(acts)))
    return tuple(found)


def _acts_for_each_state(house: House, wager: Wager, numbers: list[int]) -> Iterator[list[Act]]:
    amount = amount_for(house, wager, None)
    bet: Act = MakeBet("alice", wager.name, amount)
    if wager.supports:
        flat = house.wagers[wager.supports]
        for way in _acts_for_each_state(house, flat, numbers):
            evening = play_acts(house, [BuyIn("alice", 1_000_000_00), *way])
            (made,) = (bet for bet in evening.table.layout.bets if bet.wager.name == flat.name)
            if made.number is not None:
                cents = wager.smallest_bet(made.number)
                act = LayOdds("alice", made.spot, cents) if wager.is_laid else TakeOdds("alice", made.spot, cents)
                yield [*way, act]
                if wager.off_on_come_out:
                    yield [*way, act, CallOn("alice", f"odds on {made.spot}")]
    elif wager.collects:
        ordered = sorted(wager.collects.numbers)
        for count in range(len(ordered)):
            made_so_far = [
                roll_of(number) for number in ordered[:count] for _ in range(1 + (wager.collects.when != "thrown"))
            ]
            yield [bet, *made_so_far]
            if wager.collects.when != "thrown":
                yield [bet, *made_so_far, roll_of(ordered[-1])]
    elif wager.when_made == "immediately prior to the come out roll":
        yield [bet]
        yield from ([bet, roll_of(number)] for number in numbers)
    elif wager.when_made == "after the come out roll":
        yield from ([roll_of(point), bet] for point in numbers)
        yield from ([roll_of(point), bet, roll_of(number)] for point in numbers for number in numbers)
    else:
        yield [bet]
        yield from ([roll_of(point), bet] for point in (numbers if wager.number else numbers[:2]))
        if wager.off_on_come_out:
            yield [bet, CallOn("alice", wager.name)]


def wealth(table: Table) -> int:
    """Return alice's chips in cents: her rail, her bets, and the vigorish paid in advance on them."""
    bets = table.layout.bets_of("alice")
    return table.books.rail("alice") + sum(bet.amount + vigorish_when_made(bet) for bet in bets)


@every_house
def test_pay_settle_and_the_table_agree(house: House) -> None:
    """`pay`, `settle` and a table settle every bet in every state alike on every roll, to the cent."""
    start = 1_000_000_00
    for table, bet, _ in scenes(house):
        point = table.layout.point
        others = wealth(table) - start
        for roll in EVERY_ROLL:
            settled = settle(bet, roll, point=point)
            on = bet.button == "on"
            paid = pay(
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
            at_table = {s.bet: s for s in event.settlements}.get(bet)
            flat = [s for s in event.settlements if s.bet.wager.name == bet.wager.supports]
            gained = wealth(after(table, event)) - start - others - sum(s.net for s in flat)

            assert _amounts_of(paid) == _amounts_of(settled)
            if at_table is not None:
                assert _amounts_of(at_table) == _amounts_of(settled)
            else:
                assert settled.result == "stood"
            assert gained == settled.net


def _amounts_of(settlement: Settlement) -> tuple[object, ...]:
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
        [_amounts_of(part) for part in settlement.parts],
    )


@every_house
def test_the_scenes_have_every_state_of_every_bet(house: House) -> None:
    """The scenes have a bet with every number that it can move to and with every count of marks."""
    reached = {(scene.bet.wager.name, scene.bet.number) for scene in scenes(house)}
    marked = {(scene.bet.wager.name, scene.bet.numbers_made) for scene in scenes(house)}

    assert reached >= {(wager.name, number) for wager, number in each_wager(house)}
    assert marked >= {(wager.name, made) for wager in house.wagers.values() for made in marks(wager)}


@every_house
def test_a_bet_that_wins_stays_up_unchanged_or_comes_down(house: House) -> None:
    """After a win a bet stays up in the same amount and without a button, or it comes down."""
    for table, bet, _ in scenes(house):
        for roll in EVERY_ROLL:
            settled = settle(bet, roll, point=table.layout.point)
            if isinstance(settled, Won):
                left = bet._replace(button=None) if bet.wager.stays_up else None
                assert settled.remaining == left


# Names.


def expand_aliases(slang: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield each alias with its canonical name, once for each number that has such a wager."""
    every = {name for house in HOUSES for name in house.game.wagers}
    for canonical, aliases in slang.items():
        for number in range(2, 13):
            name = canonical.format(number=number)
            if name in every:
                yield from ((alias.format(number=number), name) for alias in aliases)


ALIASES = sorted(set(expand_aliases(LAW.slang["names"])))  # type: ignore[arg-type]


def test_every_alias_names_its_wager() -> None:
    """An alias names its wager in any case and spacing, with or without "bet"."""
    for alias, name in ALIASES:
        for house in HOUSES:
            if name in house.wagers:
                for spelling in (alias, alias.upper(), f"  {alias.replace(' ', '   ')} ", alias.replace("'", "\u2019")):
                    assert house.find(spelling).name == name
                assert house.find(f"{alias.removesuffix(' bet')} bet").name == name


def test_no_alias_means_two_wagers() -> None:
    """No alias names two wagers, is the law's name of another wager, or is a wager that no house offers."""
    meanings: dict[str, set[str]] = {}
    for alias, name in ALIASES:
        meanings.setdefault(normalize(alias), set()).add(name)
    lawful = {normalize(name): name for house in HOUSES for name in house.game.wagers}
    refused = {normalize(words) for words in LAW.slang["not_a_wager"]}

    assert not {alias for alias, names in meanings.items() if len(names) > 1}
    assert not {alias for alias, names in meanings.items() if lawful.get(alias, *names) not in names}
    assert not meanings.keys() & refused
    assert not lawful.keys() & refused


def test_a_wager_that_no_house_offers_is_refused_with_a_reason() -> None:
    """A wager of other jurisdictions is refused under the list of wagers, with the reason."""
    for words, why in LAW.slang["not_a_wager"].items():
        for house in HOUSES:
            for spelling in (words, words.upper(), f"{words.removesuffix(' bet')} bet"):
                with pytest.raises(NotOffered, match=re.escape(str(why))) as caught:
                    house.find(spelling)
                assert caught.value.under == house.game.wagers_under


@every_house
def test_every_printed_name_can_be_read(house: House) -> None:
    """The canonical name of a wager names it in any case."""
    for wager in house.wagers.values():
        assert house.find(wager.name) is wager
        assert house.find(str(wager).upper()) is wager


def test_every_other_name_of_the_law_is_read() -> None:
    """Every other name that a paragraph gives its wager names it too."""
    for house in HOUSES:
        for row in LAW.sections[house.game.wagers_under.section].wager:
            for also in row.also:
                for number in row.numbers or [None]:  # type: ignore[list-item]
                    each = row.each or row.name
                    spelling = each.replace(row.name, also).format(number=number)
                    name = each.format(number=number)
                    if name in house.wagers:
                        assert house.find(spelling).name == name


@given(st.text(max_size=80))
def test_any_words_name_a_wager_or_are_refused_in_one_line(words: str) -> None:
    """Any text names a wager, names one that is not offered, or is unknown; the message is one line."""
    for house in HOUSES:
        try:
            wager, _ = house.find_spot(words)
        except (NotOffered, UnknownWager) as error:
            assert len(str(error).splitlines()) == 1  # noqa: PT017  Either is right.
        else:
            assert wager.name in house.wagers


@every_house
def test_the_line_of_a_bet_reads_back_to_the_same_act(house: House) -> None:
    """The printed line of every bet, when it is played, leads to the same table as the act."""
    for scene in scenes(house):
        for act in scene.acts:
            if isinstance(act, MakeBet):
                line = format_act(act)
                table = take_step(open_table(house), BuyIn("alice", 1_000_000_00)).after
                if isinstance(take_step(table, act).refused, Refused):
                    continue
                played = passline.play(f"alice buys in for $1,000,000\n{line}", house=house)

                assert take_step(table, act).after == played.table


# Copies.


def copies(thing: object) -> Iterable[object]:
    """Return a pickled, a shallow and a deep copy of an object."""
    return pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)  # noqa: S301  Our own pickle.


@every_house
def test_a_copy_of_a_house_equals_it(house: House) -> None:
    """A house, its wagers and its empty table equal their copies and have equal hashes."""
    for thing in (house, open_table(house), *house.wagers.values()):
        for other in copies(thing):
            assert other == thing
            assert hash(other) == hash(thing)


@every_house
def test_a_copy_of_a_table_a_bet_or_an_event_equals_it(house: House) -> None:
    """Tables, bets, acts and events equal their copies, and a copied table decides alike."""
    for scene in scenes(house)[::40]:
        (event,) = decide(scene.table, RollDice(Roll(3, 4)))
        for thing in (scene.table, scene.bet, *scene.acts, event):
            for other in copies(thing):
                assert other == thing
                assert hash(other) == hash(thing)
        table = pickle.loads(pickle.dumps(scene.table))  # noqa: S301  Our own pickle.

        assert decide(table, RollDice(Roll(3, 4))) == (event,)


def test_houses_with_different_submissions_differ() -> None:
    """No two of the houses, which all have different submissions, are equal."""
    for house in ALL_HOUSES:
        assert [other for other in ALL_HOUSES if other == house] == [house]


def test_wagers_of_two_houses_are_equal_if_all_their_fields_are() -> None:
    """A wager of one house equals the wager of that name of another only if all fields are equal."""
    for house in HOUSES:
        for other in HOUSES:
            for name in house.wagers.keys() & other.wagers.keys():
                same = vars(house.wagers[name]) == vars(other.wagers[name])

                assert (house.wagers[name] == other.wagers[name]) == same


def test_no_smaller_step_would_be_paid_in_whole_chips() -> None:
    """No smaller amount than the step is paid in whole chips, so no amount is refused without need."""
    for house in HOUSES:
        if house.submission.table.payouts != "refuse":
            continue
        for wager, number in each_wager(house):
            step, placed = wager.bet_step(number), wager.chip * wager.units
            if wager.parts:
                shares = lcm(*(part.share.denominator for part in wager.parts)) * wager.chip
                assert step == lcm(placed, shares)
                continue
            for chips in range(placed, step, placed):
                wins = [odds.winnings(chips) for odds in wager.odds(number)]
                vigorish = wager.vigorish
                charged = [vigorish.exact_amount(chips, win) for win in wins] if vigorish else []
                exact = charged if vigorish and vigorish.rounding == "exact" else []
                assert any(sum_ % house.chip for sum_ in (*wins, *exact))


def test_every_roll_has_a_name() -> None:
    """Each total is split into its hard and its easy rolls, and no roll is in both."""
    for total in range(2, 13):
        hard = parse_rolls(f"hard {total}") if total % 2 == 0 else frozenset()
        easy = parse_rolls(f"easy {total}") if total not in {2, 12} else frozenset()

        assert hard | easy == parse_rolls(total)
        assert not hard & easy
