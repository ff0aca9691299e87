"""Settle one bet on one roll, under a paragraph. Every other part of passline uses this function."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Literal

from passline.errors import WrongUnits
from passline.words.money import dollars, whole_chips

if TYPE_CHECKING:
    from passline.law.wagers import Collection, Part, Payout, Verdict
    from passline.table.layout import Bet
    from passline.words.cite import Cite
    from passline.words.dice import Roll
    from passline.words.money import Cents
    from passline.words.odds import Odds

Result = Literal["won", "lost", "stood off", "moved", "stood"]
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Won:
    """A bet that won.

    Attributes:
        bet: The bet before the roll.
        winnings: The amount that the bank owes, in cents, exact. The bet itself is not counted. For a bet that is
            paid in parts, the sum over the parts that won.
        paid: The amount that the bank pays, in cents; below `winnings` only if the submission rounds down.
        lost: The amount of the parts that lost, in cents.
        vigorish: The vigorish on this bet, in cents, taken when it was made or now.
        vigorish_due: The part of the vigorish that is taken now, on the win.
        under: The paragraph under which the bet won.
        odds: The payout odds, or None for a bet that is paid in parts.
        paid_under: The paragraph under which it is paid.
        remaining: The bet that stays up, or None.
        parts: The settlements of the parts.
    """

    result: ClassVar[Result] = "won"
    bet: Bet
    winnings: Fraction
    paid: Cents
    lost: Cents
    vigorish: Cents
    vigorish_due: Cents
    under: Cite
    odds: Odds | None
    paid_under: Cite
    remaining: Bet | None
    parts: tuple[Settlement, ...] = ()

    @property
    def net(self) -> Fraction:
        """The net gain of the player, in cents; negative for a loss."""
        return Fraction(self.paid - self.lost - self.vigorish)


@dataclass(frozen=True, slots=True)
class Lost:
    """A bet that lost and is taken by the bank."""

    result: ClassVar[Result] = "lost"
    winnings: ClassVar[Fraction] = NOTHING
    paid: ClassVar[Cents] = 0
    vigorish_due: ClassVar[Cents] = 0
    remaining: ClassVar[None] = None
    paid_under: ClassVar[None] = None
    bet: Bet
    vigorish: Cents
    under: Cite
    parts: tuple[Settlement, ...] = ()

    @property
    def lost(self) -> Cents:
        """The amount of the bet, in cents."""
        return self.bet.amount

    @property
    def net(self) -> Fraction:
        """The net gain of the player, in cents, which is negative."""
        return Fraction(-self.bet.amount - self.vigorish)


@dataclass(frozen=True, slots=True)
class _Undecided:
    winnings: ClassVar[Fraction] = NOTHING
    paid: ClassVar[Cents] = 0
    lost: ClassVar[Cents] = 0
    vigorish: ClassVar[Cents] = 0
    vigorish_due: ClassVar[Cents] = 0
    net: ClassVar[Fraction] = NOTHING
    paid_under: ClassVar[None] = None
    parts: ClassVar[tuple[()]] = ()
    bet: Bet
    remaining: Bet


@dataclass(frozen=True, slots=True)
class StoodOff(_Undecided):
    """A bet that neither won nor lost on a standoff total, and stays on the layout."""

    result: ClassVar[Result] = "stood off"
    under: Cite


@dataclass(frozen=True, slots=True)
class Moved(_Undecided):
    """A bet that moved to a number, which decides it from now on."""

    result: ClassVar[Result] = "moved"
    under: Cite


@dataclass(frozen=True, slots=True)
class Stood(_Undecided):
    """A bet that the roll does not decide; it may mark a number."""

    result: ClassVar[Result] = "stood"
    under: ClassVar[None] = None


Settlement = Won | Lost | StoodOff | Moved | Stood


def settle(bet: Bet, roll: Roll, *, point: int | None) -> Settlement:
    """Settle a bet on a roll.

    Args:
        bet: The bet before the roll.
        roll: The two faces.
        point: The come out point before the roll; None on a come out roll.

    Returns:
        The settlement, exact, with the paragraph that decided it. For a bet that is paid in parts it includes the
        settlement of each part.

    Raises:
        WrongUnits: The bet is paid in parts, and its amount cannot be divided into them.
    """
    if not bet.is_working(point):
        return Stood(bet, bet)
    collects = bet.wager.collects
    if collects is not None:
        return _collected(bet, collects, roll, point)
    verdict = bet.wager.verdicts[bet.number].get(roll)
    if verdict is None:
        return Stood(bet, bet)
    match verdict.kind:
        case "wins":
            return _won(bet, verdict, roll, point)
        case "loses":
            return Lost(bet, vigorish_when_made(bet), verdict.under, _parts(bet, roll, point))
        case "moves":
            return Moved(bet, bet._replace(number=roll.total), verdict.under)
        case "stands off":
            return StoodOff(bet, bet, verdict.under)


def _won(bet: Bet, verdict: Verdict, roll: Roll, point: int | None) -> Won:
    parts = _parts(bet, roll, point)
    if not parts:
        assert verdict.payout is not None, "a winning roll without payout odds"
        return _paid(bet, verdict.payout, verdict.under)
    return Won(
        bet=bet,
        winnings=sum((part.winnings for part in parts), NOTHING),
        paid=sum(part.paid for part in parts),
        lost=sum(part.lost for part in parts),
        vigorish=0,
        vigorish_due=0,
        under=verdict.under,
        odds=None,
        paid_under=bet.wager.parts[0].under,
        remaining=None,
        parts=parts,
    )


def _paid(bet: Bet, pay: Payout, under: Cite) -> Won:
    wager = bet.wager
    winnings = pay.odds.winnings(bet.amount)
    paid, _ = whole_chips(winnings, unit=wager.unit)
    vigorish = wager.vigorish.collected_amount(bet.amount, winnings) if wager.vigorish else 0
    return Won(
        bet=bet,
        winnings=winnings,
        paid=paid,
        lost=0,
        vigorish=vigorish,
        vigorish_due=vigorish if wager.vigorish and wager.vigorish.moment == "on a win" else 0,
        under=under,
        odds=pay.odds,
        paid_under=pay.under,
        remaining=bet._replace(button=None) if wager.stays_up else None,
    )


def _parts(bet: Bet, roll: Roll, point: int | None) -> tuple[Settlement, ...]:
    """Settle each part of a bet as a separate wager."""
    return tuple(settle(_part(bet, part), roll, point=point) for part in bet.wager.parts)


def _part(bet: Bet, part: Part) -> Bet:
    share = bet.amount * part.share
    if share.denominator != 1:
        asked, why = f"settling {bet.spot} of {dollars(bet.amount)}", "its parts are not whole cents"
        raise WrongUnits(asked, why, f"a multiple of {dollars(part.share.denominator)} would do", part.under)
    return bet._replace(wager=part.wager, amount=share.numerator)


def _collected(bet: Bet, collects: Collection, roll: Roll, point: int | None) -> Settlement:
    """Settle a wager that collects numbers: mark the roll's number, and decide the bet if it is complete or over."""
    made = bet.numbers_made | collects.marks(roll, point)
    is_over = collects.is_over(roll, point)
    pay = bet.wager.payouts_by_count.get(len(made))
    if pay is not None and (is_over or len(made) == len(collects.numbers)):
        return _paid(bet, pay, collects.wins_under)
    if is_over:
        return Lost(bet, 0, collects.loses_under)
    return Stood(bet, bet if made == bet.numbers_made else bet._replace(numbers_made=made))


def vigorish_when_made(bet: Bet) -> Cents:
    """Return the vigorish, in cents, that is due when a bet is made; zero for most wagers."""
    vigorish = bet.wager.vigorish
    if vigorish is None or vigorish.moment != "when made":
        return 0
    (odds,) = bet.wager.odds(bet.number)
    return vigorish.collected_amount(bet.amount, odds.winnings(bet.amount))
