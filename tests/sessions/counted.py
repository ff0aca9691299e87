"""The distribution of short sessions, calculated on the table itself: all 36 rolls from each state, in fractions."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from passline.house.house import House
from passline.machines.terms import Terms
from passline.machines.wager_totals import WagerTotal, totals_of_roll, vigorish_totals
from passline.simulation.table_play import is_played_out, smallest_bet
from passline.strategies.protocol import PlayState, Strategy, place_bets, play_roll, start_play
from passline.table.events import Rolled
from passline.words.dice import EVERY_ROLL

ROLLS = len(EVERY_ROLL)


Key = TypeVar("Key")


@dataclass(frozen=True)
class Counted:
    """Probabilities and means of a session over all rolls."""

    ends: dict[int, Fraction]
    stops: dict[tuple[str, int], Fraction]
    worths: list[dict[int, Fraction]]
    by_wager: dict[str, list[Fraction]]
    rolls: Fraction
    hands: Fraction


def counted(house: House, strategy: Strategy, terms: Terms) -> Counted:
    """Calculate a session up to its largest number of rolls. Bets that are still played out after them are omitted.

    A weight is a whole number of `total`, so that each roll divides it by 36 exactly.
    """
    total = ROLLS ** (terms.rolls + 1)
    ends: Counter[int] = Counter()
    stops: Counter[tuple[str, int]] = Counter()
    worths_by_roll: list[Counter[int]] = []
    by_wager: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    rolls = seven_outs = 0
    at: dict[object, tuple[PlayState, int, int, bool]] = {
        0: (start_play(house, strategy, terms.bankroll), total, 0, False)
    }
    for rolled in range(terms.rolls + 1):
        worths = Counter(ends)
        onward: dict[object, tuple[PlayState, int, int, bool]] = {}
        for seat, weight, hands, was_over in at.values():
            worth = seat.view.rail + sum(bet.amount for bet in seat.table.layout.bets)
            worths[worth] += weight
            betted, events = (seat, ()) if was_over else place_bets(strategy, seat)
            stop = None if was_over else stop_reason(house, terms, betted, worth, hands, rolled)
            if stop is not None:
                betted, events = seat, ()
                stops[stop, rolled] += weight
            is_over = was_over or stop is not None
            if is_over and (terms.unresolved == "return" or is_played_out(betted)):
                ends[worth] += weight
                continue
            rolls += weight
            add_totals(by_wager, vigorish_totals(events), weight)
            for roll in EVERY_ROLL:
                left, fell = play_roll(strategy, betted, roll)
                assert isinstance(fell, Rolled)
                add_totals(by_wager, totals_of_roll(fell), weight // ROLLS)
                is_seven_out = fell.puck == "seven out"
                ended = hands + is_seven_out
                seven_outs += weight // ROLLS * is_seven_out
                key = left.table.layout, left.memory, left.view.rail, left.history.last_roll, ended, is_over
                _, so_far, *_ = onward.get(key, (left, 0))
                onward[key] = left, so_far + weight // ROLLS, ended, is_over
        worths_by_roll.append(worths)
        at = onward
    return Counted(
        ends=probabilities(ends, total),
        stops=probabilities(stops, total),
        worths=[probabilities(worths, total) for worths in worths_by_roll],
        by_wager={wager: [Fraction(each, total) for each in sums] for wager, sums in by_wager.items()},
        rolls=Fraction(rolls, total),
        hands=Fraction(seven_outs, total),
    )


def probabilities(weights: Counter[Key], total: int) -> dict[Key, Fraction]:
    """Return weights as probabilities."""
    return {key: Fraction(weight, total) for key, weight in weights.items()}


def stop_reason(house: House, terms: Terms, seat: PlayState, worth: int, hands: int, rolled: int) -> str | None:
    """Return the reason why a session ends after a roll, or None."""
    if terms.stop_win is not None and worth >= terms.bankroll + terms.stop_win:
        return "stop win"
    if terms.stop_loss is not None and worth <= terms.bankroll - terms.stop_loss:
        return "stop loss"
    if terms.hands is not None and hands >= terms.hands:
        return "hands"
    if rolled == terms.rolls:
        return "rolls"
    if not seat.table.layout.bets and seat.view.rail < smallest_bet(house):
        return "no bet possible"
    return None


def add_totals(sums: dict[str, list[int]], totals: list[WagerTotal], weight: int) -> None:
    """Add totals by wager, times a weight."""
    for wager, *amounts in totals:
        sums[wager] = [each + weight * amount for each, amount in zip(sums[wager], amounts, strict=True)]
