"""What sessions come to, as text."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from rich.text import Text

from passline.cli import result_tables
from passline.cli.printing import console, escape_unprintable, print_table, print_text
from passline.cli.result_tables import HALF, Ended, Wagered, chance, in_dollars, show_figure, where
from passline.cli.session_options import describe_stops, describe_terms, describe_unresolved
from passline.machines.terms import STOPS, Terms
from passline.machines.wager_totals import sum_wager_means
from passline.reports.tally_rows import edge_of
from passline.words.money import dollars
from passline.words.probability import decimal, percent, square_root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from passline.house.house import House
    from passline.sessions.distribution import Session
    from passline.sessions.long_run import LongRun
    from passline.sessions.player_mix import PlayerGroup
    from passline.sessions.portfolio import HouseWin
    from passline.sessions.ruin import RuinByBankroll

SHOWN = tuple(Fraction(part, 100) for part in (5, 25, 50, 75, 95))
"""The shares whose quantiles are printed."""
WINS = tuple(Fraction(part, 100) for part in (1, 5, 25, 50, 75, 95, 99))
"""The shares of months whose wins are printed."""
SOME = 8
"""How many numbers of rolls, about, or of rails, are printed of many."""
ROUND = (1, 2, 5)
RARE = Fraction(1, 1000)
"""The chance of ruin under which no larger rails are printed or drawn."""
LONGEST_NOTE = 34
"""The most letters of a note on a figure that a screen of eighty columns has room for."""
TEN = 10
DIGITS = 6
"""The decimal places of a dollar in which an exact mean is printed."""


def show_sessions(house: House, told: Sequence[Session], terms: Sequence[Terms], *, endless: LongRun | None) -> None:
    """Print what sessions come to: of one strategy, of several side by side, or from several rails.

    Args:
        house: Where they are played.
        told: The sessions, those of one strategy after those of another.
        terms: Those of each strategy: for one rail, or for several from the smallest up.
        endless: What the one strategy costs when play never stops, if it is asked.
    """
    several = told[:: len(terms)]
    out = heading(house, [each.strategy for each in several], f"sessions of {describe_terms(terms)}", told[0])
    if len(terms) > 1:
        for begin in range(0, len(told), len(terms)):
            result_tables.show_ruin(out, [_ended(each) for each in told[begin : begin + len(terms)]])
    elif len(told) > 1:
        _show_side_by_side(out, house, told)
    else:
        _show_one(out, house, told[0])
    if endless is not None:
        _show_long_run(out, told[0], endless)
    _show_errors(out, told)


def heading(house: House, strategies: Sequence[str], what: str, found: Session | None = None) -> Console:
    """Print what is bet by, where, and on what terms; return where the rest is printed."""
    out = console()
    result_tables.show_heading(out, strategies, house)
    print_text(out, Text(what))
    if found is not None:
        counted = "in whole numbers" if found.is_exact else "in floating point"
        print_text(out, Text(f"{describe_unresolved(found.terms)}; calculated {counted}, without dice"))
    print_text(out, Text())
    return out


def show_lasting(house: House, found: RuinByBankroll, share: Fraction, terms: Terms) -> None:
    """Print the smallest rail that lasts with such a chance, and how ruin falls with the rail."""
    smallest, fails = found.smallest_bankroll(share), found.largest_failing_bankroll(share)
    what = f"sessions of {describe_stops(terms)}, for every bankroll; {describe_unresolved(terms)}"
    out = heading(house, [found.strategy], what)
    show_figure(out, "smallest bankroll", dollars(smallest), note=f"survives with {percent(1 - found.ruin[smallest])}")
    told, named = found.until_ruin_below(RARE), {smallest}
    if fails is not None and fails > smallest:
        named.add(fails)
        show_figure(out, "but not", dollars(fails), note="all larger bankrolls survive")
    print_text(out, Text())
    made = result_tables.grid("probability of ruin by bankroll", "bankroll", "ruin", "")
    made.columns[0].justify, made.columns[-1].justify = "right", "left"
    some = {bankroll * 100 for bankroll in _some(-(-max(told) // 100))} & set(told)
    for bankroll in sorted(some | named):
        drawn = Text(result_tables.bar(found.ruin[bankroll], 1, result_tables.OF_RUIN), "red")
        made.add_row(dollars(bankroll), percent(found.ruin[bankroll], 2), drawn)
    print_table(out, made)
    print_text(out, Text(f"The error of each probability is less than {tiny(found.probability_error)}.", "dim"))


def show_month(house: House, file: str, sessions: Sequence[tuple[PlayerGroup, Session]], found: HouseWin) -> None:
    """Print what a house wins from a mix of players: from each of them, and from all together."""
    out = console()
    many = f"{found.sessions:,} session{'' if found.sessions == 1 else 's'}"
    print_text(out, Text.assemble((many, "bold"), f" in {where(house)}, of {escape_unprintable(file)}"))
    print_text(out, Text("independent sessions; calculated without dice"))
    print_text(out, Text())
    made = result_tables.grid(
        "by player, means", "who", "sessions", "bankroll", "rolls", "handle", "house\nwin", "per\nsession"
    )
    for group, each in sessions:
        wins, handle = (group.sessions * sum_ for sum_ in (each.terms.bankroll - each.mean, each.means.handle))
        cells = (dollars(each.terms.bankroll), f"{each.terms.rolls:,}", in_dollars(handle), in_dollars(wins))
        made.add_row(escape_unprintable(group.who), f"{group.sessions:,}", *cells, in_dollars(wins / group.sessions))
    print_table(out, made)
    for group, each in sessions:
        if (ends := describe_stops(each.terms)) != describe_stops(Terms(each.terms.rolls, each.terms.bankroll)):
            print_text(out, Text(f"{escape_unprintable(group.who)}: {ends}", "dim"))
    print_text(out, Text())
    show_figure(out, "mean house win", in_dollars(found.mean))
    show_figure(out, "standard deviation", in_dollars(square_root(found.variance, 4)))
    show_figure(out, "drop", dollars(found.drop), note=f"the house holds {percent(found.hold_of_drop)}")
    if found.hold_of_handle is not None:
        held = f"the house holds {percent(found.hold_of_handle)}"
        show_figure(out, "handle", in_dollars(found.handle), note=held)
    show_figure(out, "house loses", chance(found.below(0)), note="probability of a loss")
    print_text(out, Text())
    made = result_tables.grid("quantiles of the win", "months", "win\nat most", "hold of\ndrop", "normal\ndistribution")
    made.columns[0].justify = "right"
    for share in WINS:
        win = found.quantile(share)
        held, normal = percent(Fraction(win, found.drop), 2), in_dollars(Fraction(found.normal_quantile(share)))
        made.add_row(percent(share, 0), dollars(win), held, normal)
    print_table(out, made)
    holds = tiny(max(found.hold_of_drop_error, found.hold_of_handle_error or Fraction(0)))
    print_text(out, Text(f"Error bounds: probabilities {tiny(found.probability_error)}, hold {holds}.", "dim"))


def tiny(exact: Fraction) -> str:
    """Print a small number, rounded up, with one digit.

    >>> tiny(Fraction(1, 7_000_000)), tiny(Fraction(95, 1000)), tiny(Fraction(0))
    ('2e-7', '1e-1', '0')
    """
    power = 0
    while 0 < exact * 10**power < 1:
        power += 1
    digit = ceil(exact * 10**power)
    digit, power = (1, power - 1) if digit == TEN else (digit, power)
    return f"{digit}" + (f"e-{power}" if power else "")


# One session.


def _show_one(out: Console, house: House, found: Session) -> None:
    """Print all figures of one session, its distribution, how it stands on the way, and the wagers."""
    bankroll = found.terms.bankroll
    change = found.mean - bankroll
    note = f"mean {'loss' if change < 0 else 'win'} {in_dollars(abs(change))}" if change else "no change"
    show_figure(out, "mean final bankroll", _fine(found.mean), note=note)
    spread = f"variance {decimal(found.variance / 10_000, 3):,} square dollars"
    show_figure(out, "standard deviation", in_dollars(square_root(found.variance, 4)), note=spread)
    show_figure(out, "probability of ruin", _likely(found, found.ruin), note="too little for another session")
    if (half := found.rolls_until_ruined(HALF)) is not None:
        show_figure(out, "half are ruined after", f"{half:,}", note="rolls")
    behind, ahead = found.below(bankroll), 1 - found.below(bankroll + 1)
    show_figure(
        out,
        "ends ahead",
        _likely(found, ahead),
        note=f"even {_likely(found, 1 - ahead - behind)}, behind {_likely(found, behind)}",
    )
    for stop in STOPS:
        if share := found.stopped_by[stop]:
            show_figure(out, "stopped by" if stop != STOPS[-1] else "stopped with", _likely(found, share), note=stop)
    hands = f"{decimal(found.hands, 2):,} hands"
    show_figure(out, "mean rolls", f"{decimal(found.rolls, 2):,}", note=hands)
    if found.losing_run_probability is not None:
        run = f"at least {found.losing_run} losing rolls in a row"
        show_figure(out, "losing run", _likely(found, found.losing_run_probability), note=run)
    print_text(out, Text())
    result_tables.show_histogram(out, found.ends, bankroll)
    print_text(out, Text())
    _show_way(out, found)
    print_text(out, Text())
    _show_wagers(out, house, [found])


def _likely(found: Session, exact: Fraction) -> str:
    """Print a chance with no more digits than are known."""
    if 0 < exact <= found.probability_error:
        return f"under {tiny(found.probability_error)}"
    return chance(exact)


def _fine(exact: Fraction) -> str:
    """Print a sum of cents as dollars, with more places than there are cents."""
    return f"${decimal(exact / 100, DIGITS):,}"


def _show_way(out: Console, found: Session) -> None:
    """Print how a session stands after some of the rolls."""
    quantiles = ("median" if share == HALF else percent(share, 0) for share in SHOWN)
    made = result_tables.grid("roll by roll", "rolls", *quantiles, "ahead", "ruin")
    made.columns[0].justify = "right"
    for rolls in _some(max(found.fan)):
        worths = (dollars(found.fan[rolls][share]) for share in SHOWN)
        made.add_row(
            f"{rolls:,}", *worths, percent(found.ahead_by_roll[rolls], 2), percent(found.ruined_by_roll[rolls], 2)
        )
    print_table(out, made)
    if found.terms.unresolved == "play out":
        print_text(out, Text("Bets decided after these rolls change only the final bankroll.", "dim"))


def _some(most: int) -> list[int]:
    """Return about as many numbers as are printed, round ones from nothing up, and the most.

    >>> _some(100), _some(7)
    ([0, 20, 40, 60, 80, 100], [0, 1, 2, 3, 4, 5, 6, 7])
    """
    scale = 1
    while most > ROUND[-1] * scale * SOME:
        scale *= 10
    step = next(first * scale for first in ROUND if most <= first * scale * SOME)
    return [*range(0, most, step), most]


# Several of them.


def _show_side_by_side(out: Console, house: House, told: Sequence[Session]) -> None:
    """Print several strategies, a row each; where there is a goal, that which is most likely to reach it first."""
    stop_win = told[0].terms.stop_win
    order = told if stop_win is None else sorted(told, key=lambda each: -each.stopped_by["stop win"])
    several = [_ended(each) for each in order]
    result_tables.show_side_by_side(out, several)
    print_text(out, Text())
    if stop_win is not None:
        reached = order[0].stopped_by["stop win"]
        best = [escape_unprintable(each.strategy) for each in order if each.stopped_by["stop win"] == reached]
        if reached:
            likely = f"most likely to be ahead by {dollars(stop_win)}: "
            print_text(out, Text.assemble(likely, (" and ".join(best), "bold"), f", with {chance(reached)}"))
        else:
            print_text(out, Text(f"none of them can be ahead by {dollars(stop_win)} within these rolls"))
        print_text(out, Text())
    result_tables.show_sparks(out, several)
    print_text(out, Text())
    _show_wagers(out, house, order)


def _ended(found: Session) -> Ended:
    """Return how a session ends."""
    reached = None if found.terms.stop_win is None else found.stopped_by["stop win"]
    of = (found.strategy, found.terms.bankroll, found.ends, found.mean, found.variance, found.ruin)
    return Ended(*of, reached=reached)


def _show_wagers(out: Console, house: House, told: Sequence[Session]) -> None:
    """Print what is bet on each wager in the mean, and what the figures mean that do not say it."""
    wagered = [
        (each.strategy, [Wagered(name, *means, edge=edge_of(house, name)) for name, means in each.by_wager.items()])
        for each in told
    ]
    result_tables.show_wagers(out, wagered, counted=False)
    print_text(out, Text("Hold is the house's win divided by the handle. Edge is per bet made.", "dim"))
    if told[0].terms.unresolved == "return":
        print_text(out, Text("Returned bets are not part of the handle.", "dim"))


# Beside them.


def _show_long_run(out: Console, found: Session, endless: LongRun) -> None:
    """Print what it costs when play never stops, and what the normal curve of that has beside the true figures."""
    rolls, bankroll = found.terms.rolls, found.terms.bankroll
    handle = sum_wager_means(endless.by_wager.values()).handle
    print_text(out, Text())
    print_text(out, Text("long run: play without end", "italic"))
    if not endless.by_wager:
        print_text(out, Text("  the strategy stops betting sooner or later"))
        return
    show_figure(out, "loss per roll", _fine(endless.loss_per_roll), note=_exactly(endless.loss_per_roll))
    show_figure(out, "loss per hand", _fine(endless.loss_per_hand), note=_exactly(endless.loss_per_hand))
    show_figure(out, "rolls per hand", f"{decimal(1 / endless.hands_per_roll, DIGITS)}")
    if handle:
        show_figure(
            out, "handle per roll", _fine(handle), note=f"{percent(endless.loss_per_roll / handle)} of it is lost"
        )
    deviation = in_dollars(square_root(endless.variance_per_roll, 4))
    show_figure(out, "standard deviation", deviation, note="per roll; times √n for n rolls")
    print_text(out, Text())
    made = result_tables.grid(
        f"after {rolls:,} rolls", "", "mean", "std\ndev.", *(percent(share, 0) for share in SHOWN)
    )
    counted = (dollars(found.quantile(share)) for share in SHOWN)
    made.add_row("exact", in_dollars(found.mean), in_dollars(square_root(found.variance, 4)), *counted)
    normal = (in_dollars(bankroll + Fraction(endless.quantile(rolls, share))) for share in SHOWN)
    deviation = in_dollars(square_root(endless.variance(rolls), 4))
    made.add_row("normal", in_dollars(bankroll + endless.mean(rolls)), deviation, *normal)
    print_table(out, made)
    print_text(out, Text("The normal distribution ignores ruin; it is better the more rolls there are.", "dim"))


def _exactly(cents: Fraction) -> str:
    """Print a sum as a fraction, where one can read it."""
    exactly = f"exactly {cents} cents"
    return exactly if len(exactly) <= LONGEST_NOTE else ""


def _show_errors(out: Console, told: Sequence[Session]) -> None:
    """Say how exact the figures are; and the fractions, where one session is counted in whole numbers."""
    if told[0].is_exact:
        print_text(out, Text("Calculated in whole numbers without error; rounded only for printing.", "dim"))
        if len(told) == 1:
            print_text(out, Text(f"mean, in cents: {told[0].mean}"))
            print_text(out, Text(f"variance, in cents: {told[0].variance}"))
            print_text(out, Text(f"ruin: {told[0].ruin}"))
        return
    errors = (
        (each.probability_error, each.mean_error / 100, each.hold_error or 0, each.truncated_probability)
        for each in told
    )
    chances, means, holds, lost = (tiny(Fraction(max(column))) for column in zip(*errors, strict=True))
    errors_in_words = f"probabilities {chances}, mean ${means}, hold {holds}; truncated {lost}"
    print_text(out, Text(f"Error bounds: {errors_in_words}.", "dim"))
