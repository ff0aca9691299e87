"""The distribution of short sessions, calculated on the table itself: all 36 rolls from each state, in fractions."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

from passline.house.house import House
from passline.machines.terms import Terms
from passline.machines.wager_totals import totals_of_roll, vigorish_totals
from passline.simulation.table_play import is_played_out, smallest_bet
from passline.strategies.protocol import PlayState, Strategy, place_bets, play_roll, start_play
from passline.table.events import Rolled
from passline.words.dice import EVERY_ROLL

ROLLS = len(EVERY_ROLL)


@dataclass
class Counted:
    """Probabilities and means of a session over all rolls."""

    ends: Counter[int] = field(default_factory=Counter)
    stops: Counter[tuple[str, int]] = field(default_factory=Counter)
    worths: list[Counter[int]] = field(default_factory=list)
    by_wager: dict[str, list[Fraction]] = field(default_factory=lambda: defaultdict(lambda: [Fraction(0)] * 3))
    rolls: Fraction = Fraction(0)
    hands: Fraction = Fraction(0)


def counted(house: House, strategy: Strategy, terms: Terms) -> Counted:
    """Calculate a session up to its largest number of rolls. Bets that are still played out after them are omitted."""
    found = Counted()
    at: dict[object, tuple[PlayState, Fraction, int, bool]] = {
        0: (start_play(house, strategy, terms.bankroll), Fraction(1), 0, False)
    }
    for rolled in range(terms.rolls + 1):
        worths: Counter[int] = Counter(found.ends)
        onward: dict[object, tuple[PlayState, Fraction, int, bool]] = {}
        for seat, probability, hands, was_over in at.values():
            worth = seat.view.rail + sum(bet.amount for bet in seat.table.layout.bets)
            worths[worth] += probability  # type: ignore[assignment]  # A Counter of fractions.
            betted, events = (seat, ()) if was_over else place_bets(strategy, seat)
            stop = None if was_over else stop_reason(house, terms, betted, worth, hands, rolled)
            if stop is not None:
                betted, events = seat, ()
                found.stops[stop, rolled] += probability  # type: ignore[assignment]  # The same.
            is_over = was_over or stop is not None
            if is_over and (terms.unresolved == "return" or is_played_out(betted)):
                found.ends[worth] += probability  # type: ignore[assignment]  # The same.
                continue
            found.rolls += probability
            add_totals(found, vigorish_totals(events), probability)
            for roll in EVERY_ROLL:
                left, fell = play_roll(strategy, betted, roll)
                assert isinstance(fell, Rolled)
                add_totals(found, totals_of_roll(fell), probability / ROLLS)
                ended = hands + (fell.puck == "seven out")
                found.hands += probability / ROLLS * (fell.puck == "seven out")
                key = left.table.layout, left.memory, left.view.rail, left.history.last_roll, ended, is_over
                _, so_far, *_ = onward.get(key, (left, Fraction(0)))
                onward[key] = left, so_far + probability / ROLLS, ended, is_over
        found.worths.append(worths)
        at = onward
    return found


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


def add_totals(found: Counted, totals: list, probability: Fraction) -> None:  # type: ignore[type-arg]
    """Add totals by wager, weighted by a probability."""
    for wager, *sums in totals:
        found.by_wager[wager] = [
            each + probability * sum_ for each, sum_ in zip(found.by_wager[wager], sums, strict=True)
        ]
