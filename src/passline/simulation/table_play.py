"""Sessions on the table itself, act by act and roll by roll, for strategies without a machine."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from passline.machines.wager_totals import WagerTotal, add_wager_totals, totals_of_roll, vigorish_totals
from passline.strategies.protocol import place_bets, play_roll, start_play
from passline.words.dice import Roll

if TYPE_CHECKING:
    from collections.abc import Iterable

    from passline.house.house import House
    from passline.machines.terms import Stop, Terms
    from passline.strategies.protocol import PlayState, Strategy
    from passline.words.money import Cents


class TableSession(NamedTuple):
    """A session that was played on the table.

    Attributes:
        cents: The final worth.
        stop: The cause that ended the session.
        worth_by_roll: The player's worth, in cents, before the first roll and after each roll.
        roll_counts: The number of times that each roll fell.
        hands: The number of hands that ended.
        wager_totals: The results by wager.
    """

    cents: Cents
    stop: Stop
    worth_by_roll: tuple[Cents, ...]
    roll_counts: Counter[Roll]
    hands: int
    wager_totals: tuple[WagerTotal, ...]


def play_session(house: House, strategy: Strategy, terms: Terms, rolls: Iterable[Roll]) -> TableSession:
    """Play one session on the table itself.

    Args:
        house: The house at which the session is played.
        strategy: The strategy.
        terms: When the session ends, and its bankroll.
        rolls: The rolls, best without end; if they run out, the bets on the layout are returned.

    Raises:
        Refused: The table does not sell this bankroll in chips.
        StrategyError: The strategy asks for an act that the table refuses, or never stops asking.
    """
    seat = start_play(house, strategy, terms.bankroll)
    worths, roll_counts, hands = [terms.bankroll], Counter[Roll](), 0
    wager_totals: list[WagerTotal] = []
    stop: Stop | None = None
    for roll in rolls:
        if stop is None:
            seat, events = place_bets(strategy, seat)
            wager_totals += vigorish_totals(events)
            if not seat.table.layout.bets and seat.view.rail < smallest_bet(house):
                stop = "no bet possible"
        if stop is not None and (terms.unresolved == "return" or is_played_out(seat)):
            break
        seat, rolled = play_roll(strategy, seat, roll)
        wager_totals += totals_of_roll(rolled)
        roll_counts[roll] += 1
        hands += rolled.puck == "seven out"
        worths.append(_worth(seat))
        stop = stop or _stop(terms, worths, hands)
    return TableSession(worths[-1], stop or "rolls", tuple(worths), roll_counts, hands, add_wager_totals(wager_totals))


def smallest_bet(house: House) -> Cents:
    """Return the smallest bet on any wager of a house, in cents."""
    table = house.submission.table
    return min(table.minimum, table.proposition_minimum)


def _stop(terms: Terms, worths: list[Cents], hands: int) -> Stop | None:
    """Return what ends a session after a roll, or None."""
    if terms.stop_win is not None and worths[-1] >= terms.bankroll + terms.stop_win:
        return "stop win"
    if terms.stop_loss is not None and worths[-1] <= terms.bankroll - terms.stop_loss:
        return "stop loss"
    if terms.hands is not None and hands >= terms.hands:
        return "hands"
    return "rolls" if len(worths) > terms.rolls else None


def _worth(seat: PlayState) -> Cents:
    return seat.view.rail + sum(bet.amount for bet in seat.table.layout.bets)


def is_played_out(seat: PlayState) -> bool:
    """Return whether no bet is on the layout that a roll can still decide."""
    return all(bet.button == "off" for bet in seat.table.layout.bets)
