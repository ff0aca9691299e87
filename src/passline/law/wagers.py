"""Wagers: when each is made, the rolls that decide it, and its payout odds.

A wager is a row of data. Its conditions are words of a closed vocabulary. This module converts them to a lookup table
from each of the 36 rolls to a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm
from typing import TYPE_CHECKING, Literal, NamedTuple

from passline.errors import LawError
from passline.words.dice import EVERY_ROLL, Roll, parse_rolls
from passline.words.odds import Odds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from passline.words.cite import Authority, Cite
    from passline.words.money import Cents

Kind = Literal["wins", "loses", "moves", "stands off"]
WhenMade = Literal[
    "immediately prior to the come out roll",
    "after the come out roll",
    "at any time",
    "before the shooter's first point",
    "once its bet has a number",
]
Until = Literal["at any time", "until it has a number", "until a point is set", "not once made"]
Base = Literal["amount wagered", "amount won"]
Moment = Literal["when made", "on a win"]
Rounding = Literal["exact", "down"]


class Payout(NamedTuple):
    """A row of a payout table: its wording, its payout odds and its paragraph."""

    on: str
    odds: Odds
    under: Cite


class Verdict(NamedTuple):
    """The effect of one roll on a bet, with its paragraph and, for a win at fixed odds, its payout row."""

    kind: Kind
    under: Cite
    payout: Payout | None = None


Verdicts = dict[Roll, Verdict]
"""The verdict of each roll that affects a bet; a roll that does nothing is absent."""


class Part(NamedTuple):
    """A share of a bet that is paid as another wager."""

    share: Fraction
    wager: Wager
    under: Cite


class Collection(NamedTuple):
    """The numbers that a bet collects, and whether they count when thrown or when made as the shooter's point."""

    numbers: frozenset[int]
    when: Literal["thrown", "made as a point"]
    ends: Literal["any seven", "seven out"]
    wins_under: Cite
    loses_under: Cite

    def marks(self, roll: Roll, point: int | None) -> frozenset[int]:
        """Return a set of the number that *roll* marks, or an empty set."""
        total = roll.total
        if total in self.numbers and (self.when == "thrown" or total == point):
            return frozenset((total,))
        return frozenset()

    def is_over(self, roll: Roll, point: int | None) -> bool:
        """Say whether *roll* ends the collection."""
        return roll.total == SEVEN and (self.ends == "any seven" or point is not None)


class Vigorish(NamedTuple):
    """The vigorish of one wager at one house.

    Attributes:
        rate: The share of the base.
        moment: When it is collected.
        unit: The smallest payment of the house, in cents; the collected vigorish is a multiple of it.
    """

    rate: Fraction
    base: Base
    moment: Moment
    rounding: Rounding
    unit: Cents
    under: Cite

    def exact_amount(self, amount: Cents, winnings: Fraction) -> Fraction:
        """Return the vigorish in cents before any rounding."""
        return self.rate * (amount if self.base == "amount wagered" else winnings)

    def collected_amount(self, amount: Cents, winnings: Fraction) -> Cents:
        """Return the vigorish that is collected, in cents, rounded down to whole units."""
        return int(self.exact_amount(amount, winnings) // self.unit) * self.unit

    def whole_step(self, odds: Odds) -> Cents:
        """Return the step between bets with an exact vigorish of whole units, in cents."""
        return (self.exact_amount(1, odds.winnings(1)) / self.unit).denominator


@dataclass(frozen=True)
class Wager:
    """A wager that the law authorizes, with all rules that decide a bet on it.

    Attributes:
        name: The canonical name, as printed in the payout tables.
        family: The name that all its numbers share, such as "Buy Bet".
        number: The number that the bet is made on, or None.
        come_out_choice: The key of the choice whether it works on a come out roll, or None if a house has no choice.
        verdicts: The verdict of each roll, by the number that a bet has moved to (None before it has moved). Rolls that
            do nothing are absent.
        payouts_by_count: For a wager that collects numbers, the payout for each count of numbers.
        parts: The wagers that pay it, each for a share of the bet; empty for most wagers.
        supports: For a supplemental wager, the wager that it supports.
        payouts: Its payout rows, as published.
        readings: The ids of the readings and customs that concern it.
        choice_keys: The keys of the choices that these readings leave to a house.
        vigorish: The vigorish of the house, or None.
        cap: The maximum of a supplemental wager, by number, in multiples of its bet. For laid odds it limits the amount
            that they win.
        chip, unit: The smallest chip and the smallest payment of the house, in cents.
        pays_whole: Whether the house takes only stakes with wins of whole units.
    """

    name: str
    family: str = field(repr=False)
    cite: Cite
    authority: Authority = field(repr=False)
    when_made: WhenMade = field(repr=False)
    number: int | None = field(default=None, repr=False)
    one_roll: bool = field(default=False, repr=False)
    off_on_come_out: bool = field(default=False, repr=False)
    come_out_choice: str | None = field(default=None, repr=False)
    proposition: bool = field(default=False, repr=False)
    optional: str | None = field(default=None, repr=False)
    units: int = field(default=1, repr=False)
    units_under: Cite | None = field(default=None, repr=False)
    verdicts: Mapping[int | None, Verdicts] = field(default_factory=dict, repr=False)
    collects: Collection | None = field(default=None, repr=False)
    payouts_by_count: Mapping[int, Payout] = field(default_factory=dict, repr=False)
    parts: tuple[Part, ...] = field(default=(), repr=False)
    supports: str | None = field(default=None, repr=False)
    is_laid: bool = field(default=False, repr=False)
    moves_to_box: bool = field(default=False, repr=False)
    stays_up: bool = field(default=False, repr=False)
    removable: Until = field(default="at any time", repr=False)
    raisable: Until = field(default="at any time", repr=False)
    may_be_called_off: bool = field(default=False, repr=False)
    removal_under: Cite | None = field(default=None, repr=False)
    payouts: tuple[Payout, ...] = field(default=(), repr=False)
    readings: tuple[str, ...] = field(default=(), repr=False)
    choice_keys: frozenset[str] = field(default=frozenset(), repr=False)
    vigorish: Vigorish | None = field(default=None, repr=False)
    chip: Cents = field(default=1, repr=False)
    unit: Cents = field(default=1, repr=False)
    pays_whole: bool = field(default=True, repr=False)
    cap: Mapping[int, Fraction] = field(default_factory=dict, repr=False)

    def __hash__(self) -> int:
        """Hash by name; names are unique within a house."""
        return hash(self.name)

    def __str__(self) -> str:
        """Print the canonical name."""
        return self.name

    def odds(self, number: int | None = None) -> tuple[Odds, ...]:
        """Return all payout odds of a bet on *number*, in ascending order."""
        paid = {verdict.payout.odds for verdict in self.verdicts.get(number, {}).values() if verdict.payout}
        return tuple(sorted(paid | {pay.odds for pay in self.payouts_by_count.values()}))

    def whole_payout_step(self, number: int | None = None) -> Cents:
        """Return the step between stakes with wins of whole units, in cents."""
        steps = [odds.whole_payout_step(self.unit) for odds in self.odds(number)]
        steps += [int(part.wager.whole_payout_step() / part.share) for part in self.parts]
        return lcm(*steps)

    def smallest_bet(self, number: int | None = None) -> Cents:
        """Return the smallest stake that this house takes, in cents; every win of it pays at least one unit."""
        payable = [ceil(Fraction(self.unit * odds.wagered, odds.pays)) for odds in self.odds(number)]
        payable += [ceil(part.wager.smallest_bet() / part.share) for part in self.parts]
        step = self.bet_step(number)
        return -(-max(payable, default=step) // step) * step

    def bet_step(self, number: int | None = None) -> Cents:
        """Return the step between the stakes that this house takes, in cents."""
        return self._steps[number]

    @cached_property
    def _steps(self) -> Mapping[int | None, Cents]:
        steps = [self.chip * self.units]
        if self.vigorish and self.vigorish.rounding == "exact":
            steps += [self.vigorish.whole_step(odds) for odds in self.odds()]
        return {n: lcm(*steps, self.whole_payout_step(n) if self.pays_whole else 1) for n in {None, *self.verdicts}}


SEVEN = 7
ODDS_ON = "odds on "
"""The name of a supplemental wager is this prefix and the name of the wager that it supports."""


def sort_rolls(
    clauses: Iterable[tuple[Kind, Sequence[int | str] | str, Cite]], *, number: int | None, of: str
) -> Verdicts:
    """Return the verdicts that the clauses of a wager give to the 36 rolls.

    Args:
        clauses: The result, the condition and the paragraph of each clause.
        number: The total that "the number" means.
        of: The name of the wager, for an error message.

    Raises:
        LawError: Two clauses decide the same roll.
    """
    verdicts: Verdicts = {}
    rest: tuple[Kind, Cite] | None = None
    for kind, on, under in clauses:
        if on == "anything else":
            rest = (kind, under)
            continue
        for roll in condition_rolls(on, number=number):
            if roll in verdicts:
                message = f"{of}: {verdicts[roll].under} and {under} both decide {roll}"
                raise LawError(message)
            verdicts[roll] = Verdict(kind, under)
    if rest is not None:
        kind, under = rest
        verdicts |= {roll: Verdict(kind, under) for roll in EVERY_ROLL if roll not in verdicts}
    return verdicts


def condition_rolls(on: Sequence[int | str] | str, *, number: int | None) -> frozenset[Roll]:
    """Return the rolls that fit a condition. "the number" means *number*."""
    words = [on] if isinstance(on, str) else on
    return frozenset().union(*(parse_rolls(_without_the_number(word, number)) for word in words))


def _without_the_number(word: int | str, number: int | None) -> int | str:
    if word == "the number":
        if number is None:
            message = "a condition names 'the number', but its wager has no number"
            raise LawError(message)
        return number
    return word


def with_payouts(unpaid: Verdicts, rows: Iterable[tuple[frozenset[Roll] | None, Payout]]) -> Verdicts:
    """Add the payout row to each winning roll that it covers; a row without rolls covers all winning rolls."""
    priced = dict(unpaid)
    for covered, pay in rows:
        for roll, verdict in unpaid.items():
            if verdict.kind == "wins" and (covered is None or roll in covered):
                priced[roll] = verdict._replace(payout=pay)
    return priced
