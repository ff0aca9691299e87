"""What every wager costs at a house, as fractions, counted from `settle` itself.

One computation serves all wagers: a bet is followed from where it may be made, roll by roll, to its end;
the states are found by `settle`, and how often each is rolled from is solved exactly.

The bases, for a bet of one unit whose mean result is -e:

- per bet made: e; a standoff counts as a bet with the result zero;
- per bet decided: e divided by the chance that it is decided, standoffs left out;
- per roll: e divided by the mean number of rolls that the bet lies on the table; per working roll, by those on
  which it is not off;
- per total action: e divided by the mean amount wagered, the bet and its odds;
- per outlay: e divided by the bet and the vigorish that is taken when it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from passline.errors import NotationError, OverMaximum
from passline.law.wagers import ODDS_ON
from passline.odds.markov_chain import MarkovChain, build_chain, normalize
from passline.table.amounts import amount_refusals
from passline.table.layout import Bet
from passline.table.settle import settle, vigorish_when_made
from passline.table.shooter import move_puck
from passline.words.dice import EVERY_ROLL, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passline.house.house import House
    from passline.law.wagers import Wager
    from passline.table.layout import Button
    from passline.table.settle import Result, Settlement
    from passline.words.money import Cents

PLAYER = "player"


class Outcome(NamedTuple):
    """How a bet was decided.

    Attributes:
        result: Of the bet itself.
        net: What the player was better off by, odds and vigorish included, in cents.
        breakage: What the bank kept by rounding the payouts down, in cents.
        gathered: How many numbers it had gathered.
    """

    result: Result
    net: Fraction
    breakage: Fraction
    numbers_made: int


class Stand(NamedTuple):
    """A bet on the way: the bet, its odds, and the point as far as it matters to them."""

    flat: Bet
    odds: Bet | None
    point: int | None


@dataclass(frozen=True)
class LeftUpEdge:
    """A bet that is left up until it loses, each win paid and the bet fresh again.

    Attributes:
        decisions: The mean number of decisions, the loss included.
        rolls: The mean number of rolls that it lies on the table.
        cost: What it costs the player in all, per unit of the bet.
    """

    mean_decisions: Fraction
    mean_rolls: Fraction
    mean_cost: Fraction

    @property
    def per_decision(self) -> Fraction:
        """The edge per decision, in units of the bet."""
        return self.mean_cost / self.mean_decisions

    @property
    def per_roll(self) -> Fraction:
        """The edge per roll that the bet lies on the table, in units of the bet."""
        return self.mean_cost / self.mean_rolls


@dataclass(frozen=True)
class Edge:
    """What a wager costs; every figure is exact, and edges are the house's.

    Attributes:
        wager: Its canonical name.
        stake: The bet, in cents; the figures are per unit of it.
        odds: The odds behind it, by number, in multiples; empty for a bet without odds.
        working: Whether it is called on, for a bet that is off on a come out roll.
        outcomes: The chance of each way to end, a standoff included.
        mean_rolls_on_table: The mean number of rolls until it ends.
        mean_working_rolls: The same, rolls on which it was off left out.
        action: The mean amount wagered, the bet and its odds, in cents.
        vigorish_when_made: The vigorish taken when the bet is made, in cents.
    """

    wager: str
    stake: Cents
    odds: Mapping[int, Fraction]
    working: bool
    outcomes: Mapping[Outcome, Fraction]
    mean_rolls_on_table: Fraction
    mean_working_rolls: Fraction
    action: Fraction
    vigorish_when_made: Cents

    def probability(self, result: Result) -> Fraction:
        """Return the chance that a bet ends "won", "lost" or "stood off"."""
        return sum((chance for outcome, chance in self.outcomes.items() if outcome.result == result), Fraction(0))

    @property
    def probability_of_winning(self) -> Fraction:
        """The chance of winning."""
        return self.probability("won")

    @property
    def probability_of_losing(self) -> Fraction:
        """The chance of losing."""
        return self.probability("lost")

    @property
    def probability_of_standoff(self) -> Fraction:
        """The chance of a standoff; for odds alone, of being given back undecided."""
        return self.probability("stood off")

    @cached_property
    def expectation(self) -> Fraction:
        """The player's mean result per unit wagered; odds, where there are any, are not counted as wagered."""
        return sum((outcome.net * chance for outcome, chance in self.outcomes.items()), Fraction(0)) / self.stake

    @property
    def per_bet_made(self) -> Fraction:
        """The edge per bet made, standoffs counted."""
        return -self.expectation

    @property
    def per_bet_decided(self) -> Fraction:
        """The edge per bet decided, standoffs left out."""
        return -self.expectation / (1 - self.probability_of_standoff)

    @property
    def per_roll(self) -> Fraction:
        """The edge per roll that the bet lies on the table."""
        return -self.expectation / self.mean_rolls_on_table

    @property
    def per_working_roll(self) -> Fraction:
        """The edge per roll on which the bet works."""
        return -self.expectation / self.mean_working_rolls

    @property
    def per_total_action(self) -> Fraction:
        """The edge per unit of all that is wagered, the odds included."""
        return -self.expectation * self.stake / self.action

    @property
    def per_outlay(self) -> Fraction:
        """The edge per unit that leaves the rail: the bet and the vigorish that is taken when it is made."""
        return -self.expectation * self.stake / (self.stake + self.vigorish_when_made)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the result per bet made, in units wagered, squared."""
        square = sum((outcome.net**2 * chance for outcome, chance in self.outcomes.items()), Fraction(0))
        return square / self.stake**2 - self.expectation**2

    @property
    def mean_rolls(self) -> Fraction:
        """The mean number of rolls to a decision, rolls on which it is off left out; a standoff goes on."""
        return self.mean_working_rolls / (1 - self.probability_of_standoff)

    @property
    def breakage(self) -> Fraction:
        """What rounding the payouts down costs the player per unit wagered; it is part of the edge."""
        kept = sum((outcome.breakage * chance for outcome, chance in self.outcomes.items()), Fraction(0))
        return kept / self.stake

    @cached_property
    def numbers_made_distribution(self) -> Mapping[int, Fraction]:
        """The chance of having gathered exactly so many numbers at the end, for the Fire Bet and Bonus Craps."""
        counts: dict[int, Fraction] = {}
        for outcome, chance in self.outcomes.items():
            counts[outcome.numbers_made] = counts.get(outcome.numbers_made, Fraction(0)) + chance
        return dict(sorted(counts.items()))


def edge(
    house: House,
    wager: str,
    *,
    odds: Fraction | int | Mapping[int, Fraction] | None = None,
    number: int | None = None,
    stake: Cents | None = None,
    working: bool = False,
) -> Edge:
    """Return what a wager costs at a house, exactly.

    Args:
        house: Whose choices count: vigorish, pay table, rounding.
        wager: By the law's name or the trade's.
        odds: The odds behind it once it has a number: one multiple, or one for each number.
        number: For a supplemental wager alone, the number of the bet that it supports; by default each in turn, as
            often as the bet moves there.
        stake: The bet, in cents, rounded and broken as the house would; by default one that needs no rounding.
        working: Whether a bet, or the odds behind it, that is off on a come out roll is kept called on.

    Raises:
        NotOffered, UnknownWager: The house does not have the wager; nobody does.
        OverMaximum: The odds are over the house's cap.
        WrongUnits, UnderMinimum: It does not take the stake.
        NotationError: Odds behind a bet that takes none; a number that it cannot have.
        NeverDecided: No roll can decide the wager.

    >>> from passline import open_house
    >>> edge(open_house("craps"), "Pass Bet").per_bet_made
    Fraction(7, 495)
    """
    found = house.find(wager)
    behind = _odds_behind(house, found, odds)
    if number is not None and (not found.supports or number not in found.stages):
        numbers = ", ".join(str(possible) for possible in found.stages if possible) if found.supports else "no number"
        message = f"{found.name} is asked for with {numbers}, not {number}"
        raise NotationError(message)
    flat = _bet(house, found, behind, stake=stake, working=working)
    follow = _Follow(house, flat, behind, number=number, working=working)
    chain = build_chain(follow.start(), follow.step, block=lambda stand: stand.flat.numbers_made)
    visits = chain.expected_visits()
    outcomes = _decisions(chain, visits)
    assert sum(outcomes.values()) == 1, "the chances of a bet's ends do not add up to one"
    return Edge(
        wager=found.name,
        stake=flat.amount,
        odds=behind,
        working=working and any(wager.off_on_come_out for wager in (found, follow.supporting) if wager),
        outcomes=outcomes,
        mean_rolls_on_table=sum(visits.values(), Fraction(0)),
        mean_working_rolls=sum((mean for stand, mean in visits.items() if follow.is_working(stand)), Fraction(0)),
        action=flat.amount + follow.mean_odds(chain, visits),
        vigorish_when_made=vigorish_when_made(flat),
    )


def edge_left_up(house: House, wager: str, *, stake: Cents | None = None, working: bool = False) -> LeftUpEdge:
    """Return what a bet costs that is left up until it loses.

    Args:
        house: Whose choices count.
        wager: One that stays up after a win: Place, Buy, Lay, hardways.
        stake: As for `edge`.
        working: Whether it is kept called on, and so works on come out rolls too.

    Raises:
        NotOffered, UnknownWager: The house does not have the wager; nobody does.
        WrongUnits, UnderMinimum, OverMaximum: It does not take the stake.
        NotationError: A wager that comes down when it wins.

    >>> from passline import open_house
    >>> edge_left_up(open_house("craps"), "Place Bet to Win on 6", working=True).per_roll
    Fraction(1, 216)
    """
    found = house.find(wager)
    if not found.stays_up:
        up = ", ".join(dict.fromkeys(w.family for w in house.wagers.values() if w.stays_up))
        message = f"{found.name} comes down when it wins; {up} stay up"
        raise NotationError(message)
    flat = _bet(house, found, {}, stake=stake, working=working)
    follow = _Follow(house, flat, {}, is_left_up=True)
    chain = build_chain(follow.start(), follow.step)
    visits = chain.expected_visits()
    decisions = _decisions(chain, visits)
    return LeftUpEdge(
        mean_decisions=sum(decisions.values(), Fraction(0)),
        mean_rolls=sum(visits.values(), Fraction(0)),
        mean_cost=-sum((mean * outcome.net for outcome, mean in decisions.items()), Fraction(0)) / flat.amount,
    )


def edges(house: House) -> list[Edge]:
    """Return what every wager of a house costs, in the order of the paragraphs."""
    return [edge(house, name) for name in house.wagers]


def _bet(house: House, wager: Wager, odds: Mapping[int, Fraction], *, stake: Cents | None, working: bool) -> Bet:
    """Return the bet that is followed; a stake that is given must be one that the house takes."""
    amount = _exact_stake(house, wager, odds) if stake is None else stake
    bet = Bet(PLAYER, wager, amount, button="on" if working and wager.off_on_come_out else None)
    if stake is not None:
        for refused in amount_refusals(house, bet):
            raise refused
    return bet


def _decisions(
    chain: MarkovChain[Stand, Outcome | None], visits: Mapping[Stand, Fraction]
) -> Mapping[Outcome, Fraction]:
    """Return the mean number of decisions of each kind."""
    decisions: dict[Outcome, Fraction] = {}
    for stand, mean in visits.items():
        for (_, outcome), ways in chain.transitions[stand].items():
            if outcome is not None:
                decisions[outcome] = decisions.get(outcome, Fraction(0)) + mean * ways / len(EVERY_ROLL)
    return decisions


class _Follow:
    """A bet followed roll by roll, with its odds put up as soon as it has a number."""

    def __init__(
        self,
        house: House,
        flat: Bet,
        odds: Mapping[int, Fraction],
        *,
        number: int | None = None,
        working: bool = False,
        is_left_up: bool = False,
    ) -> None:
        self.house = house
        self.flat = flat
        self.odds = odds
        self.number = number
        self.button: Button | None = "on" if working else None
        self.is_left_up = is_left_up
        self.supporting = house.wagers.get(ODDS_ON + flat.wager.name) if odds else None
        self.heeds_the_point = _heeds_the_point(flat) or (
            self.supporting is not None and self.supporting.off_on_come_out and not working
        )

    def start(self) -> dict[Stand, Fraction]:
        """Return where the bet may begin: at a come out roll, or with each point as often as it is set.

        Odds that are asked for alone begin where the bet that they support has just moved to its number.
        """
        wager = self.flat.wager
        if wager.supports:
            flat = Bet(PLAYER, self.house.wagers[wager.supports], self.flat.amount)
            return normalize(
                (self.supported(flat, number, point), chance)
                for before, chance in self.points(flat.wager).items()
                for number, point in self.moved(flat, before)
                if self.number in (None, number)
            )
        points = self.points(wager) if self.heeds_the_point else {None: Fraction(1)}
        return {Stand(self.flat, None, point): chance for point, chance in points.items()}

    def points(self, wager: Wager) -> Mapping[int | None, Fraction]:
        """Return the points that may be on when a bet is made, and how often each is."""
        if wager.made in {"immediately prior to the come out roll", "before the shooter's first point"}:
            return {None: Fraction(1)}
        points = [move_puck(self.house, None, roll).point for roll in EVERY_ROLL]
        return normalize((point, Fraction(1)) for point in points if point)

    def supported(self, flat: Bet, number: int, point: int | None) -> Stand:
        """Return odds that stand alone in the figures, and the bet that they go with."""
        odds = self.flat._replace(number=number)
        return Stand(flat._replace(number=number), odds, point if self.heeds_the_point else None)

    def moved(self, flat: Bet, before: int | None) -> Iterator[tuple[int, int | None]]:
        """Yield, for each roll that moves a bet to a number, the number and the point after it."""
        for roll in EVERY_ROLL:
            if settle(flat, roll, point=before).result == "moved":
                yield roll.total, move_puck(self.house, before, roll).point

    def step(self, stand: Stand, roll: Roll) -> tuple[Stand | None, Outcome | None]:
        """Roll once: where it leads, and the outcome if the bet ends."""
        settled = settle(stand.flat, roll, point=stand.point)
        point = move_puck(self.house, stand.point, roll).point if self.heeds_the_point else stand.point
        left = settled.remaining
        if settled.result in {"won", "lost", "stood off"}:
            odds = settle(stand.odds, roll, point=stand.point) if stand.odds else None
            again = left._replace(button=self.flat.button) if left and self.is_left_up else None
            return (Stand(again, None, point) if again else None), self.outcome(settled, odds, stand, roll)
        assert left is not None, "a bet that goes on is left on the table"
        return Stand(left, stand.odds or self.put_up(left), point), None

    def outcome(self, flat: Settlement, odds: Settlement | None, stand: Stand, roll: Roll) -> Outcome:
        """Return how the bet, with its odds, was decided; odds alone that are given back stand off."""
        parts = [flat, odds] if odds else [flat]
        result = flat.result
        if self.flat.wager.supports and odds:
            parts = [odds]
            result = odds.result if odds.result in {"won", "lost"} else "stood off"
        collects = flat.bet.wager.collects
        return Outcome(
            result=result,
            net=sum((settled.net for settled in parts), Fraction(0)),
            breakage=sum((settled.winnings - settled.paid for settled in parts), Fraction(0)),
            numbers_made=len(flat.bet.numbers_made | collects.marks(roll, stand.point)) if collects else 0,
        )

    def is_working(self, stand: Stand) -> bool:
        """Say whether the bet, or the odds that stand alone, may be decided by the next roll."""
        bet = stand.odds if self.flat.wager.supports and stand.odds else stand.flat
        return bet.is_working(stand.point)

    def put_up(self, flat: Bet) -> Bet | None:
        """Return the odds behind a bet that has a number, as large as planned and payable."""
        if self.supporting is None or flat.number is None:
            return None
        amount = _planned(self.supporting, flat.number, flat.amount * self.odds[flat.number])
        step = self.supporting.step(flat.number)
        payable = int(amount // step) * step
        button = self.button if self.supporting.off_on_come_out else None
        return Bet(PLAYER, self.supporting, payable, flat.number, button=button) if payable else None

    def mean_odds(self, chain: MarkovChain[Stand, Outcome | None], visits: Mapping[Stand, Fraction]) -> Fraction:
        """Return the mean of the odds that are put up, in cents."""
        total = Fraction(0)
        for stand, mean in visits.items():
            for (to, _), ways in chain.transitions[stand].items():
                if to is not None and to.odds is not None and stand.odds is None:
                    total += mean * ways * to.odds.amount / len(EVERY_ROLL)
        return total


def _heeds_the_point(bet: Bet) -> bool:
    """Say whether the point matters to a bet, beyond the number that it has."""
    collects = bet.wager.collects
    return (bet.wager.off_on_come_out and bet.button != "on") or (
        collects is not None and (collects.when == "made as a point" or collects.ends == "seven out")
    )


def _odds_behind(
    house: House, wager: Wager, odds: Fraction | int | Mapping[int, Fraction] | None
) -> Mapping[int, Fraction]:
    """Return the odds behind a wager by number, within the house's caps."""
    if odds is None:
        return {}
    supporting = house.wagers.get(ODDS_ON + wager.name)
    if supporting is None:
        message = f"{wager.name} takes no odds; {', '.join(w.supports for w in house.wagers.values() if w.supports)} do"
        raise NotationError(message)
    numbers = list(supporting.cap)
    stated = odds if isinstance(odds, Mapping) else dict.fromkeys(numbers, odds)
    are_exact = {type(times) for times in stated.values()} <= {int, Fraction}
    if set(stated) != set(numbers) or not are_exact or min(stated.values()) <= 0:
        each = ", ".join(map(str, numbers))
        message = f"odds behind {wager.name} are a multiple above zero, an int or a Fraction, for each of {each}"
        raise NotationError(message)
    behind = {number: Fraction(times) for number, times in stated.items()}
    for number, times in behind.items():
        if times > supporting.cap[number]:
            why = f"the cap is {supporting.cap[number]} times"
            raise OverMaximum(f"odds of {times} times on {number}", why, "that would do", house.game.cap.under)
    return behind


def _planned(odds: Wager, number: int, measured: Fraction) -> Fraction:
    """Return the odds, in cents, that are *measured*: as the bet itself, or as what it wins when they are laid."""
    if not odds.is_laid:
        return measured
    (paid,) = odds.odds(number)
    return measured * paid.wagered / paid.pays


def _exact_stake(house: House, wager: Wager, odds: Mapping[int, Fraction]) -> Cents:
    """Return a stake, in cents, at which nothing is rounded: payouts, vigorish and odds come out whole."""
    steps = [wager.chip * wager.units, *(wager.pays_in_steps(number) for number in wager.stages or (None,))]
    if wager.vigorish:
        steps += [wager.vigorish.step(paid) for paid in wager.odds()]
    supporting = house.wagers.get(ODDS_ON + wager.name)
    for number, times in odds.items():
        assert supporting is not None, "odds that support nothing"
        one = _planned(supporting, number, times)
        steps.append((one / lcm(supporting.chip, supporting.pays_in_steps(number))).denominator)
    return lcm(*steps)
