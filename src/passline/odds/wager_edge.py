"""The house edge of every wager, as exact fractions.

One calculation serves all wagers. A bet, with its odds and the point, is a state of an absorbing Markov chain. `settle`
gives the transition for each of the 36 rolls, and the chain is solved exactly.

The bases of the edge, for a bet of one unit whose mean result is -e:

- per bet made: e. A standoff counts as a bet with the result zero.
- per bet decided: e divided by the probability of a decision. Standoffs are not counted.
- per roll: e divided by the mean number of rolls that the bet is on the table.
- per working roll: e divided by the mean number of rolls on which the bet works.
- per total action: e divided by the mean amount wagered, which is the bet and its odds.
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
    """One way in which a bet can end.

    Attributes:
        result: "won", "lost" or "stood off", of the bet itself.
        net: The player's gain in cents, odds and vigorish included; negative for a loss.
        breakage: The part of the payouts that the bank keeps by rounding down, in cents.
        numbers_made: The number of points made (Fire Bet) or totals rolled (Bonus Craps).
    """

    result: Result
    net: Fraction
    breakage: Fraction
    numbers_made: int


class BetState(NamedTuple):
    """The state of a bet before a roll: the bet, its odds, and the point if the point matters to either."""

    flat: Bet
    odds: Bet | None
    point: int | None


@dataclass(frozen=True)
class LeftUpEdge:
    """The edge of a bet that is left up until it loses: each win is paid, and the bet stays for the next decision.

    Attributes:
        mean_decisions: The mean number of decisions, the loss included.
        mean_rolls: The mean number of rolls that the bet is on the table.
        mean_cost: The player's mean loss in total, in units of the bet.
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
    """The edge of a wager and the figures that belong to it; all are exact, and edges are the house's.

    Attributes:
        wager: The canonical name of the wager.
        stake: The bet, in cents; the figures are per unit of it.
        odds: The odds behind the bet, as a multiple of it by number; empty for a bet without odds.
        working: Whether the bet or its odds are called on, where they would be off on a come out roll.
        outcomes: The probability of each outcome, standoffs included.
        mean_rolls_on_table: The mean number of rolls until the bet ends.
        mean_working_rolls: The mean number of those rolls on which the bet works.
        action: The mean amount wagered, which is the bet and its odds, in cents.
        vigorish_when_made: The vigorish that is taken when the bet is made, in cents.
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
        """Return the probability that a bet ends as "won", "lost" or "stood off"."""
        return sum(
            (probability for outcome, probability in self.outcomes.items() if outcome.result == result), Fraction(0)
        )

    @property
    def probability_of_winning(self) -> Fraction:
        """The probability that the bet wins."""
        return self.probability("won")

    @property
    def probability_of_losing(self) -> Fraction:
        """The probability that the bet loses."""
        return self.probability("lost")

    @property
    def probability_of_standoff(self) -> Fraction:
        """The probability of a standoff; of odds alone, the probability that they are returned undecided."""
        return self.probability("stood off")

    @cached_property
    def expectation(self) -> Fraction:
        """The player's mean result per unit of the bet; odds are not counted as wagered."""
        return (
            sum((outcome.net * probability for outcome, probability in self.outcomes.items()), Fraction(0)) / self.stake
        )

    @property
    def per_bet_made(self) -> Fraction:
        """The edge per bet made, standoffs counted."""
        return -self.expectation

    @property
    def per_bet_decided(self) -> Fraction:
        """The edge per bet decided, standoffs not counted."""
        return -self.expectation / (1 - self.probability_of_standoff)

    @property
    def per_roll(self) -> Fraction:
        """The edge per roll that the bet is on the table."""
        return -self.expectation / self.mean_rolls_on_table

    @property
    def per_working_roll(self) -> Fraction:
        """The edge per roll on which the bet works."""
        return -self.expectation / self.mean_working_rolls

    @property
    def per_total_action(self) -> Fraction:
        """The edge per unit of the total amount wagered, the odds included."""
        return -self.expectation * self.stake / self.action

    @property
    def per_outlay(self) -> Fraction:
        """The edge per unit taken from the rail, which is the bet and the vigorish that is taken when it is made."""
        return -self.expectation * self.stake / (self.stake + self.vigorish_when_made)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the result per bet made, in squared units of the bet."""
        square = sum((outcome.net**2 * probability for outcome, probability in self.outcomes.items()), Fraction(0))
        return square / self.stake**2 - self.expectation**2

    @property
    def mean_rolls(self) -> Fraction:
        """The mean number of working rolls per decision; after a standoff the bet is made again."""
        return self.mean_working_rolls / (1 - self.probability_of_standoff)

    @property
    def breakage(self) -> Fraction:
        """The part of the edge that is breakage: what the bank keeps by rounding payouts down, per unit of the bet."""
        total = sum((outcome.breakage * probability for outcome, probability in self.outcomes.items()), Fraction(0))
        return total / self.stake

    @cached_property
    def numbers_made_distribution(self) -> Mapping[int, Fraction]:
        """The probability of each final number of points made (Fire Bet) or totals rolled (Bonus Craps)."""
        counts: dict[int, Fraction] = {}
        for outcome, probability in self.outcomes.items():
            counts[outcome.numbers_made] = counts.get(outcome.numbers_made, Fraction(0)) + probability
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
    """Return the edge of a wager at a house (exact).

    Args:
        house: The house, whose submission states the vigorish, pay table and rounding.
        wager: The wager's name in the law, or a word of the trade.
        odds: The odds behind the bet once it has a number: one multiple of the bet, or one for each number.
        number: For a supplemental wager alone, the number of the bet that it supports. By default each number has the
            probability that the bet moves to it.
        stake: The bet, in cents, with the house's rounding; by default a stake at which nothing is rounded.
        working: Whether the bet or its odds are called on, if they would be off on a come out roll.

    Raises:
        NotOffered: The house does not offer the wager.
        UnknownWager: No house has a wager of this name.
        OverMaximum: The stake or the odds are over the house's maximum.
        WrongUnits, UnderMinimum: The house does not take the stake.
        NotationError: The bet takes no odds or cannot have this number, or the odds are not above zero for each number.
        NeverDecided: No roll can decide the wager.

    >>> from passline import open_house
    >>> edge(open_house("craps"), "Pass Bet").per_bet_made
    Fraction(7, 495)
    """
    found = house.find(wager)
    multiples = _odds_by_number(house, found, odds)
    if number is not None and not found.supports:
        message = f"the number {number} is given for {found.name}; only a supplemental wager takes a number here"
        raise NotationError(message)
    if number is not None and number not in found.verdicts:
        numbers = ", ".join(str(possible) for possible in found.verdicts if possible)
        message = f"{found.name} cannot have the number {number}; {numbers} would do"
        raise NotationError(message)
    flat = _bet(house, found, multiples, stake=stake, working=working)
    model = _BetModel(house, flat, multiples, number=number, working=working)
    chain = build_chain(model.start(), model.step, block=lambda state: state.flat.numbers_made)
    visits = chain.expected_visits()
    outcomes = _decisions(chain, visits)
    assert sum(outcomes.values()) == 1, "the probabilities of a bet's outcomes do not add up to one"
    return Edge(
        wager=found.name,
        stake=flat.amount,
        odds=multiples,
        working=working and any(wager.off_on_come_out for wager in (found, model.supporting) if wager),
        outcomes=outcomes,
        mean_rolls_on_table=sum(visits.values(), Fraction(0)),
        mean_working_rolls=sum((mean for state, mean in visits.items() if model.is_working(state)), Fraction(0)),
        action=flat.amount + model.mean_odds(chain, visits),
        vigorish_when_made=vigorish_when_made(flat),
    )


def edge_left_up(house: House, wager: str, *, stake: Cents | None = None, working: bool = False) -> LeftUpEdge:
    """Return the edge of a bet that is left up until it loses (exact).

    Args:
        house: The house, whose submission states the vigorish and rounding.
        wager: A wager that stays up after a win: Place, Buy and Lay Bets and hardways.
        stake: As for `edge`.
        working: Whether the bet is called on, so that it works on come out rolls too.

    Raises:
        NotOffered: The house does not offer the wager.
        UnknownWager: No house has a wager of this name.
        WrongUnits, UnderMinimum, OverMaximum: The house does not take the stake.
        NotationError: The wager comes down when it wins.

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
    model = _BetModel(house, flat, {}, left_up=True)
    chain = build_chain(model.start(), model.step)
    visits = chain.expected_visits()
    decisions = _decisions(chain, visits)
    return LeftUpEdge(
        mean_decisions=sum(decisions.values(), Fraction(0)),
        mean_rolls=sum(visits.values(), Fraction(0)),
        mean_cost=-sum((mean * outcome.net for outcome, mean in decisions.items()), Fraction(0)) / flat.amount,
    )


def edges(house: House) -> list[Edge]:
    """Return the edge of every wager of a house, in the order of the paragraphs."""
    return [edge(house, name) for name in house.wagers]


def _bet(house: House, wager: Wager, odds: Mapping[int, Fraction], *, stake: Cents | None, working: bool) -> Bet:
    """Return the bet on the given or exact stake; raise the first refusal of a stake that the house does not take."""
    amount = _exact_stake(house, wager, odds) if stake is None else stake
    bet = Bet(PLAYER, wager, amount, button="on" if working and wager.off_on_come_out else None)
    if stake is not None:
        for refused in amount_refusals(house, bet):
            raise refused
    return bet


def _decisions(
    chain: MarkovChain[BetState, Outcome | None], visits: Mapping[BetState, Fraction]
) -> Mapping[Outcome, Fraction]:
    """Return the mean number of times that each outcome occurs."""
    decisions: dict[Outcome, Fraction] = {}
    for state, mean in visits.items():
        for (_, outcome), rolls in chain.transitions[state].items():
            if outcome is not None:
                decisions[outcome] = decisions.get(outcome, Fraction(0)) + mean * rolls / len(EVERY_ROLL)
    return decisions


class _BetModel:
    """The start states and transitions of one bet's Markov chain; odds are put up as soon as the bet has a number."""

    def __init__(
        self,
        house: House,
        flat: Bet,
        odds: Mapping[int, Fraction],
        *,
        number: int | None = None,
        working: bool = False,
        left_up: bool = False,
    ) -> None:
        self.house = house
        self.flat = flat
        self.odds = odds
        self.number = number
        self.button: Button | None = "on" if working else None
        self.left_up = left_up
        self.supporting = house.wagers.get(ODDS_ON + flat.wager.name) if odds else None
        self.depends_on_point = _depends_on_point(flat) or (
            self.supporting is not None and self.supporting.off_on_come_out and not working
        )

    def start(self) -> dict[BetState, Fraction]:
        """Return the probability of each start state, which is a come out roll or a point.

        Odds alone start when the bet that they support has just moved to its number.
        """
        wager = self.flat.wager
        if wager.supports:
            flat = Bet(PLAYER, self.house.wagers[wager.supports], self.flat.amount)
            return normalize(
                (self.odds_alone(flat, number, point), probability)
                for before, probability in self.points(flat.wager).items()
                for number, point in self.moves(flat, before)
                if self.number in (None, number)
            )
        points = self.points(wager) if self.depends_on_point else {None: Fraction(1)}
        return {BetState(self.flat, None, point): probability for point, probability in points.items()}

    def points(self, wager: Wager) -> Mapping[int | None, Fraction]:
        """Return the probability of each point at the moment when a bet is made."""
        if wager.when_made in {"immediately prior to the come out roll", "before the shooter's first point"}:
            return {None: Fraction(1)}
        points = [move_puck(self.house, None, roll).point for roll in EVERY_ROLL]
        return normalize((point, Fraction(1)) for point in points if point)

    def odds_alone(self, flat: Bet, number: int, point: int | None) -> BetState:
        """Return the start state of odds alone: the odds, and the bet that they support on its number."""
        odds = self.flat._replace(number=number)
        return BetState(flat._replace(number=number), odds, point if self.depends_on_point else None)

    def moves(self, flat: Bet, before: int | None) -> Iterator[tuple[int, int | None]]:
        """Yield, for each roll that moves a bet to a number, the number and the point after it."""
        for roll in EVERY_ROLL:
            if settle(flat, roll, point=before).result == "moved":
                yield roll.total, move_puck(self.house, before, roll).point

    def step(self, state: BetState, roll: Roll) -> tuple[BetState | None, Outcome | None]:
        """Return the next state, or None for the end, and the outcome if the roll decides the bet."""
        settled = settle(state.flat, roll, point=state.point)
        point = move_puck(self.house, state.point, roll).point if self.depends_on_point else state.point
        left = settled.remaining
        if settled.result in {"won", "lost", "stood off"}:
            odds = settle(state.odds, roll, point=state.point) if state.odds else None
            again = left._replace(button=self.flat.button) if left and self.left_up else None
            return (BetState(again, None, point) if again else None), self.outcome(settled, odds, state, roll)
        assert left is not None, "an undecided bet is still on the table"
        return BetState(left, state.odds or self.put_up(left), point), None

    def outcome(self, flat: Settlement, odds: Settlement | None, state: BetState, roll: Roll) -> Outcome:
        """Return the outcome of the bet with its odds; odds alone that are returned count as a standoff."""
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
            numbers_made=len(flat.bet.numbers_made | collects.marks(roll, state.point)) if collects else 0,
        )

    def is_working(self, state: BetState) -> bool:
        """Return whether the next roll may decide the bet, or the odds if they are alone."""
        bet = state.odds if self.flat.wager.supports and state.odds else state.flat
        return bet.is_working(state.point)

    def put_up(self, flat: Bet) -> Bet | None:
        """Return the odds behind a bet that has a number, rounded down to an amount that can be paid exactly."""
        if self.supporting is None or flat.number is None:
            return None
        amount = _planned(self.supporting, flat.number, flat.amount * self.odds[flat.number])
        step = self.supporting.bet_step(flat.number)
        payable = int(amount // step) * step
        button = self.button if self.supporting.off_on_come_out else None
        return Bet(PLAYER, self.supporting, payable, flat.number, button=button) if payable else None

    def mean_odds(self, chain: MarkovChain[BetState, Outcome | None], visits: Mapping[BetState, Fraction]) -> Fraction:
        """Return the mean amount of odds that are put up, in cents."""
        total = Fraction(0)
        for state, mean in visits.items():
            for (following, _), rolls in chain.transitions[state].items():
                if following is not None and following.odds is not None and state.odds is None:
                    total += mean * rolls * following.odds.amount / len(EVERY_ROLL)
        return total


def _depends_on_point(bet: Bet) -> bool:
    """Return whether the point matters to a bet, beyond the bet's own number."""
    collects = bet.wager.collects
    return (bet.wager.off_on_come_out and bet.button != "on") or (
        collects is not None and (collects.when == "made as a point" or collects.ends == "seven out")
    )


def _odds_by_number(
    house: House, wager: Wager, odds: Fraction | int | Mapping[int, Fraction] | None
) -> Mapping[int, Fraction]:
    """Return the odds as a multiple for each number; raise an error if they are over the house's caps."""
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
        message = f"odds behind {wager.name} are a multiple above zero (an int or a Fraction) for each of {each}"
        raise NotationError(message)
    multiples = {number: Fraction(times) for number, times in stated.items()}
    for number, times in multiples.items():
        if times > supporting.cap[number]:
            why = f"the cap is {supporting.cap[number]} times"
            raise OverMaximum(f"odds of {times} times on {number}", why, "that would do", house.game.odds_limit.under)
    return multiples


def _planned(odds: Wager, number: int, measured: Fraction) -> Fraction:
    """Return the odds to put up, in cents: taken odds are *measured* by their amount, laid odds by what they win."""
    if not odds.is_laid:
        return measured
    (paid,) = odds.odds(number)
    return measured * paid.wagered / paid.pays


def _exact_stake(house: House, wager: Wager, odds: Mapping[int, Fraction]) -> Cents:
    """Return a stake, in cents, at which the payouts, vigorish and odds are all exact without rounding."""
    steps = [wager.chip * wager.units, *(wager.whole_payout_step(number) for number in wager.verdicts or (None,))]
    if wager.vigorish:
        steps += [wager.vigorish.whole_step(paid) for paid in wager.odds()]
    supporting = house.wagers.get(ODDS_ON + wager.name)
    for number, times in odds.items():
        assert supporting is not None, "odds with no bet to support"
        one = _planned(supporting, number, times)
        steps.append((one / lcm(supporting.chip, supporting.whole_payout_step(number))).denominator)
    return lcm(*steps)
