"""Houses for the terms of a published figure, and wagers with payouts other than the law's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from law.submissions import open_changed
from passline.house.house import House
from passline.law.wagers import Part, Payout, Wager
from passline.odds.wager_edge import Edge, edge
from passline.words.dice import Roll
from passline.words.odds import Odds
from scenes import CRAPLESS, CRAPS, MINI_CRAPS

EXAMPLES = {"Craps": "craps", "Mini-Craps": "mini-craps", "Crapless Craps": "crapless"}
BY_GAME = {"Craps": CRAPS, "Mini-Craps": MINI_CRAPS, "Crapless Craps": CRAPLESS}
THREE_FOUR_FIVE = {4: Fraction(3), 5: Fraction(4), 6: Fraction(5), 8: Fraction(5), 9: Fraction(4), 10: Fraction(3)}

Paying = Callable[[Payout, Roll | int], Payout]
"""Returns the payout row that replaces a row, for a roll or for a number of points made or totals rolled."""


@dataclass(frozen=True)
class Terms:
    """The terms of a figure: the house, the odds behind the bet, and whether the bet is called on."""

    house: House
    odds: Mapping[int, Fraction] | int | None = None
    working: bool = False

    def edge(self, wager: str) -> Edge:
        """Return the edge of a wager on these terms."""
        return edge(self.house, wager, odds=self.odds, working=self.working)


@cache
def on_terms(game: str, wager: str, terms: str) -> Terms:
    """Parse terms such as "5% of the wager on a win" or "odds 2 times"; "-" is the terms of the example house.

    Raises:
        ValueError: The words are not known terms.
    """
    parsed = Terms(BY_GAME[game])
    for term in terms.split("; "):
        parsed = _with_term(parsed, game, wager, term)
    return parsed


def _with_term(terms: Terms, game: str, wager: str, term: str) -> Terms:
    if term == "-":
        return terms
    if term == "called on":
        return replace(terms, working=True)
    if term in {"odds 3-4-5 times", "odds that win 3-4-5 times"}:
        assert terms.house.wagers[f"odds on {wager}"].is_laid == ("win" in term)
        return replace(terms, odds=THREE_FOUR_FIVE)
    if form := re.fullmatch(r"odds (\d+) times", term):
        return replace(terms, odds=int(form[1]))
    if form := re.fullmatch(r"pay table ([AB])", term):
        return replace(terms, house=_submitted(game, "fire_bet", pay_table=form[1]))
    if term == "free of vigorish":
        return replace(terms, house=charging(game, terms.house.wagers[wager].family))
    if form := re.fullmatch(r"(\d+)% of the (wager|win) (when made|on a win)", term):
        base = {"wager": "amount wagered", "win": "amount won"}[form[2]]
        house = charging(game, terms.house.wagers[wager].family, rate=f"{form[1]}%", moment=form[3], base=base)
        vigorish = house.wagers[wager].vigorish
        assert vigorish is not None
        assert (vigorish.base, vigorish.moment, vigorish.rate) == (base, form[3], Fraction(int(form[1]), 100))
        return replace(terms, house=house)
    if form := re.fullmatch(r"(\d+) pays (\d+) to 1", term):
        return _paying_on_total(terms, wager, total=int(form[1]), odds=Odds(int(form[2]), 1))
    if form := re.fullmatch(r"pays (\d+) to 1", term):
        odds = Odds(int(form[1]), 1)
        return replace(terms, house=paying(terms.house, wager, lambda pay, _: pay._replace(odds=odds)))
    if form := re.fullmatch(r"4, 5 and 6 points pay (\d+), (\d+) and (\d+) (to|for) 1", term):
        returned = 1 if form[4] == "for" else 0
        tiers = {points: Odds(int(form[points - 3]) - returned, 1) for points in (4, 5, 6)}
        house = paying(
            terms.house, wager, lambda pay, made: pay._replace(odds=tiers[made]) if isinstance(made, int) else pay
        )
        return replace(terms, house=house)
    message = f"{term!r} is not a known term"
    raise ValueError(message)


def _paying_on_total(terms: Terms, wager: str, *, total: int, odds: Odds) -> Terms:
    def replacement(pay: Payout, on: Roll | int) -> Payout:
        return pay._replace(odds=odds) if isinstance(on, Roll) and on.total == total else pay

    return replace(terms, house=paying(terms.house, wager, replacement))


@cache
def charging(
    game: str, family: str, *, rate: str = "0%", moment: str = "when made", base: str = "amount wagered"
) -> House:
    """Return a house that takes its vigorish at one moment on every number of a family of wagers."""
    numbers = [wager.number for wager in BY_GAME[game].wagers.values() if wager.family == family]
    heading = {"Buy Bet": "buy_bets", "Lay Bet": "lay_bets"}[family]
    return _submitted(
        game,
        heading,
        vigorish=rate,
        when_made=numbers if moment == "when made" else [],
        on_a_win=numbers if moment == "on a win" else [],
        base=base if moment == "on a win" else None,
        rounding="exact",
    )


def _submitted(game: str, heading: str, **choices: object) -> House:
    with TemporaryDirectory() as folder:
        return open_changed(Path(folder), EXAMPLES[game], **{heading: choices})


def paying(house: House, wager: str, replacement: Paying) -> House:
    """Return a copy of a house with other payouts for one wager and its parts."""
    return replace(house, wagers={**house.wagers, wager: _paying(house.wagers[wager], replacement)})


def _paying(wager: Wager, replacement: Paying) -> Wager:
    return replace(
        wager,
        verdicts={
            number: {
                roll: verdict._replace(payout=replacement(verdict.payout, roll)) if verdict.payout else verdict
                for roll, verdict in stage.items()
            }
            for number, stage in wager.verdicts.items()
        },
        payouts_by_count={count: replacement(pay, count) for count, pay in wager.payouts_by_count.items()},
        parts=tuple(Part(share, _paying(part, replacement), under) for share, part, under in wager.parts),
    )


def rows_of(wager: Wager) -> set[Payout]:
    """Return every payout row of a wager, those of its parts included."""
    return set(_rows(wager))


def _rows(wager: Wager) -> Iterator[Payout]:
    yield from (verdict.payout for stage in wager.verdicts.values() for verdict in stage.values() if verdict.payout)
    yield from wager.payouts_by_count.values()
    for part in wager.parts:
        yield from _rows(part.wager)
