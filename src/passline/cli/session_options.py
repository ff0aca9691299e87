"""The options for the terms of a session: their help, their parsing, and the terms in words."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from passline.cli.options import COMPUTING, QUESTIONS, SESSION, STOP_RULES
from passline.errors import NotationError
from passline.words.money import dollars, parse_dollars

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from passline.machines.terms import Terms
    from passline.words.money import Cents

ROLLS, BANKROLL = 100, "$300"
ROLLS_PER_HAND, LONG_HAND = 10, 200
"""A number above the mean length of a hand, and a length that fewer than one hand in 10^9 exceeds, in rolls."""
MAX_CORES = 256
MAX_BANKROLLS, BANKROLLS = 100, 10
"""The maximum number of bankrolls, and the approximate number in a range without a step."""

BankrollOption = Annotated[
    str | None,
    typer.Option(
        help="The player begins each session with this amount.",
        metavar="AMOUNT",
        show_default=BANKROLL,
        rich_help_panel=SESSION,
    ),
]
BankrollsOption = Annotated[
    str | None,
    typer.Option(
        help='Compare ruin for several bankrolls: "100-1000", "100-1000 by 50" or "100 200 500".',
        metavar="AMOUNTS",
        rich_help_panel=QUESTIONS,
    ),
]
RollsOption = Annotated[
    str | None,
    typer.Option(
        help="End a session after this number of rolls.", metavar="N", show_default=str(ROLLS), rich_help_panel=SESSION
    ),
]
HoursOption = Annotated[
    str | None,
    typer.Option(
        help="End a session after this number of hours; needs --pace.", metavar="HOURS", rich_help_panel=SESSION
    ),
]
PaceOption = Annotated[
    str | None,
    typer.Option(help="The number of rolls per hour at the table.", metavar="N", rich_help_panel=SESSION),
]
HandsOption = Annotated[
    str | None,
    typer.Option(
        help="End a session after this number of hands. A hand ends with a seven-out.",
        metavar="N",
        rich_help_panel=STOP_RULES,
    ),
]
StopWinOption = Annotated[
    str | None,
    typer.Option(
        help="End a session when the player is ahead by this amount.", metavar="AMOUNT", rich_help_panel=STOP_RULES
    ),
]
StopLossOption = Annotated[
    str | None,
    typer.Option(
        help="End a session when the player is behind by this amount.", metavar="AMOUNT", rich_help_panel=STOP_RULES
    ),
]
PlayOutOption = Annotated[
    bool,
    typer.Option(
        "--play-out/--return-unresolved",
        help="At the end, roll on until the remaining bets are decided, or return them to the player.",
        rich_help_panel=STOP_RULES,
    ),
]
CoresOption = Annotated[
    str | None,
    typer.Option(
        help="The number of processor cores to use.", metavar="N", show_default="all", rich_help_panel=COMPUTING
    ),
]


def parse_terms(
    *,
    bankroll: str | None,
    bankrolls: str | None,
    rolls: str | None,
    hours: str | None,
    pace: str | None,
    hands: str | None,
    stop_win: str | None,
    stop_loss: str | None,
    play_out: bool,
) -> list[Terms]:
    """Parse the terms of sessions from options, which are None if they are not given.

    Args:
        bankroll: The bankroll; by default `BANKROLL`.
        bankrolls: Several bankrolls to compare: a range, or a list of amounts.
        rolls: The maximum number of rolls; by default `ROLLS`.
        hours: The maximum number of hours.
        pace: The number of rolls per hour.
        hands: The maximum number of hands.
        stop_win: The amount ahead that ends a session.
        stop_loss: The amount behind that ends a session.
        play_out: Whether unresolved bets are played out at the end.

    Returns:
        The terms for each bankroll, in ascending order. They are not yet checked against a house.

    Raises:
        NotationError: An option cannot be parsed, or two options exclude each other.
    """
    from passline.machines.terms import Terms

    check_exclusive({"--rolls": rolls, "--hours": hours}, {"--bankroll": bankroll, "--bankrolls": bankrolls})
    terms = Terms(
        rolls=_parse_rolls(rolls, hours, pace, hands),
        bankroll=parse_dollars(BANKROLL if bankroll is None else bankroll),
        hands=parse_number("--hands", hands),
        stop_win=None if stop_win is None else parse_dollars(stop_win),
        stop_loss=None if stop_loss is None else parse_dollars(stop_loss),
        unresolved="play out" if play_out else "return",
    )
    return [terms] if bankrolls is None else [replace(terms, bankroll=each) for each in _parse_bankrolls(bankrolls)]


def _parse_rolls(rolls: str | None, hours: str | None, pace: str | None, hands: str | None) -> int:
    """Return the maximum number of rolls: as given, hours times pace, or enough for the number of hands."""
    from passline.machines.terms import check_whole_number

    if hours is None and pace is None:
        if rolls is None and hands is not None:
            return LONG_HAND + 2 * ROLLS_PER_HAND * check_whole_number("hands", parse_number("--hands", hands))
        return int(parse_number("--rolls", rolls) or 0) if rolls is not None else ROLLS
    if hours is None or pace is None:
        message = "--hours and --pace go together; give the number of hours and the number of rolls per hour"
        raise NotationError(message)
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6}|/[1-9][0-9]{0,5})?", hours):
        message = f"--hours {hours[:25]!r} is not a number of hours; write one like 4 or 2.5"
        raise NotationError(message)
    return int(Fraction(hours) * check_whole_number("pace", parse_number("--pace", pace)))


def _parse_bankrolls(text: str) -> list[Cents]:
    """Parse several bankrolls: a range with a given or a round step, or a list of amounts."""
    from passline.reports.histogram import even_bins

    form = re.fullmatch(r"\s*([^\s-]+)\s*-\s*([^\s-]+)(?:\s+by\s+(\S+))?\s*", text)
    if form is None:
        found = sorted({parse_dollars(amount) for amount in re.split(r"\s+", text.strip())})
    else:
        low, high = parse_dollars(form[1]), parse_dollars(form[2])
        step = parse_dollars(form[3]) if form[3] else even_bins(0, max(high - low, 0), BANKROLLS + 1, step=100)[1]
        if high < low or (high - low) // step >= MAX_BANKROLLS:
            message = f"--bankrolls {text[:40]!r}: give a range from low to high with at most {MAX_BANKROLLS} bankrolls"
            raise NotationError(message)
        found = [*range(low, high, step), high]
    if not 1 < len(found) <= MAX_BANKROLLS:
        message = f"--bankrolls {text[:40]!r}: give 2 to {MAX_BANKROLLS} bankrolls; give a single one with --bankroll"
        raise NotationError(message)
    return found


def parse_cores(text: str | None) -> int | None:
    """Parse the number of processor cores; None for all of them.

    Raises:
        NotationError: The text is not a whole number from 1 to `MAX_CORES`.
    """
    count = parse_number("--cores", text)
    if count is not None and not 0 < count <= MAX_CORES:
        message = f"--cores {count}: give 1 to {MAX_CORES} cores"
        raise NotationError(message)
    return count


def parse_number(option: str, text: str | None) -> int | None:
    """Parse a whole number, with or without commas; None if the option is not given.

    Raises:
        NotationError: The text is not a whole number.
    """
    if text is None:
        return None
    if not re.fullmatch(r"-?([0-9]{1,3}(,[0-9]{3}){1,9}|[0-9]{1,25})", text.strip()):
        message = f"{option} {text[:25]!r} is not a whole number; write one like 1,000,000"
        raise NotationError(message)
    return int(text.replace(",", ""))


def parse_share(option: str, text: str) -> Fraction:
    """Parse a share or a probability: "95%", "0.95" or "19/20".

    Raises:
        NotationError: The text is not a number between 0 and 1.
    """
    form = re.fullmatch(r"\s*([0-9]{1,12}(?:\.[0-9]{1,12})?|[0-9]{1,12}/[1-9][0-9]{0,11})\s*(%?)\s*", text)
    share = Fraction(form[1]) / (100 if form[2] else 1) if form else Fraction(0)
    if not 0 < share < 1:
        message = f"{option} {text[:25]!r} is not a share between 0 and 1; write one like 95%, 0.95 or 19/20"
        raise NotationError(message)
    return share


def check_exclusive(*pairs: Mapping[str, str | None]) -> None:
    """Check that at most one option of each pair is given.

    Args:
        pairs: The values of both options, by option; None if an option is not given.

    Raises:
        NotationError: Both options of a pair are given.
    """
    for pair in pairs:
        if None not in pair.values():
            message = f"{' and '.join(pair)} exclude each other; give one of them"
            raise NotationError(message)


# Terms in words.


def describe_terms(several: Sequence[Terms]) -> str:
    """Return the terms of sessions in words: "100 rolls or ahead by $60, with a bankroll of $300".

    Args:
        several: Terms that differ only in the bankroll, in ascending order.
    """
    low, high = dollars(several[0].bankroll), dollars(several[-1].bankroll)
    bankrolls = f"bankrolls of {low} to {high}" if len(several) > 1 else f"a bankroll of {low}"
    return f"{describe_stops(several[0])}, with {bankrolls}"


def describe_stops(terms: Terms) -> str:
    """Return the limits that end a session in words: "100 rolls or ahead by $60"."""
    stops = [f"{terms.rolls:,} roll{'' if terms.rolls == 1 else 's'}"]
    if terms.hands is not None:
        stops.append(f"{terms.hands:,} hand{'' if terms.hands == 1 else 's'}")
    if terms.stop_win is not None:
        stops.append(f"ahead by {dollars(terms.stop_win)}")
    if terms.stop_loss is not None:
        stops.append(f"behind by {dollars(terms.stop_loss)}")
    return " or ".join(stops)


def describe_unresolved(terms: Terms) -> str:
    """Return the treatment of unresolved bets in words: "unresolved bets are returned"."""
    return "unresolved bets are " + ("played out" if terms.unresolved == "play out" else "returned")
