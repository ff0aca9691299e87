"""The terms of sessions: their options, how they are parsed, and how they are written in words."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from passline.cli.options import COMPUTING, QUESTIONS, SESSION, STOP_RULES
from passline.errors import NotationError
from passline.machines.terms import Terms, check_whole_number
from passline.reports.histogram import even_bins
from passline.words.money import dollars, parse_dollars

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from passline.words.money import Cents

ROLLS, BANKROLL = 100, "$300"
ROLLS_A_HAND, FEW_HANDS_ARE_LONGER = 10, 200
"""More than the mean number of rolls of a hand, and a number that fewer than one hand in 10^9 exceeds."""
MOST_CORES = 256
MOST_BANKROLLS, BANKROLLS = 100, 10
"""The maximum number of bankrolls, and the approximate number in a range without a step."""

Bankroll = Annotated[
    str | None,
    typer.Option(
        help="The player begins each session with this amount.",
        metavar="AMOUNT",
        show_default=BANKROLL,
        rich_help_panel=SESSION,
    ),
]
Bankrolls = Annotated[
    str | None,
    typer.Option(
        help='Compare ruin for several bankrolls: "100-1000", "100-1000 by 50" or "100 200 500".',
        metavar="AMOUNTS",
        rich_help_panel=QUESTIONS,
    ),
]
Rolls = Annotated[
    str | None,
    typer.Option(
        help="End a session after this number of rolls.", metavar="N", show_default=str(ROLLS), rich_help_panel=SESSION
    ),
]
Hours = Annotated[
    str | None,
    typer.Option(
        help="End a session after this number of hours; needs --pace.", metavar="HOURS", rich_help_panel=SESSION
    ),
]
Pace = Annotated[
    str | None,
    typer.Option(help="The number of rolls an hour at the table.", metavar="N", rich_help_panel=SESSION),
]
Hands = Annotated[
    str | None,
    typer.Option(
        help="End a session after this number of hands. A hand ends with a seven-out.",
        metavar="N",
        rich_help_panel=STOP_RULES,
    ),
]
StopWin = Annotated[
    str | None,
    typer.Option(
        help="End a session when the player is ahead by this amount.", metavar="AMOUNT", rich_help_panel=STOP_RULES
    ),
]
StopLoss = Annotated[
    str | None,
    typer.Option(
        help="End a session when the player is behind by this amount.", metavar="AMOUNT", rich_help_panel=STOP_RULES
    ),
]
PlayOut = Annotated[
    bool,
    typer.Option(
        "--play-out/--return-unresolved",
        help="At the end, roll on until the remaining bets are decided, or return them to the player.",
        rich_help_panel=STOP_RULES,
    ),
]
Cores = Annotated[
    str | None,
    typer.Option(
        help="The number of processor cores to use.", metavar="N", show_default="all", rich_help_panel=COMPUTING
    ),
]


# Reading.


def terms_of(
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
    """Read the terms of sessions: one for each rail, and the same but for the rail; no house has seen them yet.

    Args:
        bankroll: What sessions begin with; `RAIL` if nothing is said.
        bankrolls: Several of them, to compare: a range, or amounts.
        rolls: After how many it ends; `ROLLS` if nothing is said.
        hours: After how many it ends.
        pace: How many rolls an hour has.
        hands: After how many it ends.
        stop_win: By how much it is up when it ends.
        stop_loss: By how much it is down when it ends.
        play_out: Whether bets left at the end are played out.

    Raises:
        NotationError: One of them cannot be read, or two of them say two things of one.
    """
    apart({"--rolls": rolls, "--hours": hours}, {"--bankroll": bankroll, "--bankrolls": bankrolls})
    terms = Terms(
        rolls=_rolls(rolls, hours, pace, hands),
        bankroll=parse_dollars(BANKROLL if bankroll is None else bankroll),
        hands=number("--hands", hands),
        stop_win=None if stop_win is None else parse_dollars(stop_win),
        stop_loss=None if stop_loss is None else parse_dollars(stop_loss),
        unresolved="play out" if play_out else "return",
    )
    return [terms] if bankrolls is None else [replace(terms, bankroll=each) for each in _rails(bankrolls)]


def _rolls(rolls: str | None, hours: str | None, pace: str | None, hands: str | None) -> int:
    """Return the most rolls of a session: so many, those of so many hours at a pace, or enough for its hands."""
    if hours is None and pace is None:
        if rolls is None and hands is not None:
            return FEW_HANDS_ARE_LONGER + 2 * ROLLS_A_HAND * check_whole_number("hands", number("--hands", hands))
        return int(number("--rolls", rolls) or 0) if rolls is not None else ROLLS
    if hours is None or pace is None:
        message = "--hours and --pace go together: so many hours, of so many rolls each; nobody's pace is taken unasked"
        raise NotationError(message)
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6}|/[1-9][0-9]{0,5})?", hours):
        message = f"--hours {hours[:25]!r} are no hours; a number is, like 4 or 2.5"
        raise NotationError(message)
    return int(Fraction(hours) * check_whole_number("pace", number("--pace", pace)))


def _rails(text: str) -> list[Cents]:
    """Read several rails: a range of them, with a step or with a round one, or amounts one after another."""
    form = re.fullmatch(r"\s*([^\s-]+)\s*-\s*([^\s-]+)(?:\s+by\s+(\S+))?\s*", text)
    if form is None:
        found = sorted({parse_dollars(amount) for amount in re.split(r"\s+", text.strip())})
    else:
        least, most = parse_dollars(form[1]), parse_dollars(form[2])
        step = parse_dollars(form[3]) if form[3] else even_bins(0, max(most - least, 0), BANKROLLS + 1, step=100)[1]
        if most < least or (most - least) // step >= MOST_BANKROLLS:
            message = f"--bankrolls {text[:40]!r}: from the smallest up, and at most {MOST_BANKROLLS} of them, would do"
            raise NotationError(message)
        found = [*range(least, most, step), most]
    if not 1 < len(found) <= MOST_BANKROLLS:
        message = f"--bankrolls {text[:40]!r}: two to {MOST_BANKROLLS} rails are compared; one goes with --bankroll"
        raise NotationError(message)
    return found


def cores_of(text: str | None) -> int | None:
    """Read how many cores are used; None for all of them.

    Raises:
        NotationError: It is no such number.
    """
    count = number("--cores", text)
    if count is not None and not 0 < count <= MOST_CORES:
        message = f"--cores {count}: 1 to {MOST_CORES} can be used"
        raise NotationError(message)
    return count


def number(option: str, text: str | None) -> int | None:
    """Read a whole number, with commas or without; None where none is given.

    Raises:
        NotationError: It is none.
    """
    if text is None:
        return None
    if not re.fullmatch(r"-?([0-9]{1,3}(,[0-9]{3}){1,9}|[0-9]{1,25})", text.strip()):
        message = f"{option} {text[:25]!r} is no whole number; one like 1,000,000 is"
        raise NotationError(message)
    return int(text.replace(",", ""))


def share_of(option: str, text: str) -> Fraction:
    """Read a share or a chance: "95%", "0.95" or "19/20".

    Raises:
        NotationError: It is none between 0 and 1.
    """
    form = re.fullmatch(r"\s*([0-9]{1,12}(?:\.[0-9]{1,12})?|[0-9]{1,12}/[1-9][0-9]{0,11})\s*(%?)\s*", text)
    share = Fraction(form[1]) / (100 if form[2] else 1) if form else Fraction(0)
    if not 0 < share < 1:
        message = f"{option} {text[:25]!r} is no share; one between nothing and all is, like 95%, 0.95 or 19/20"
        raise NotationError(message)
    return share


def apart(*pairs: Mapping[str, str | None]) -> None:
    """Refuse options that say two things of one.

    Args:
        pairs: What is given for the options of which only one may be, by their names.

    Raises:
        NotationError: Both of a pair are given.
    """
    for pair in pairs:
        if None not in pair.values():
            message = f"{' and '.join(pair)} say two things of one; either would do"
            raise NotationError(message)


# Saying.


def in_words(several: Sequence[Terms]) -> str:
    """Return what sessions end by and begin with: "100 rolls or ahead by $60, with a bankroll of $300".

    Args:
        several: Terms that are the same but for the rail, from the smallest rail up.
    """
    least, most = dollars(several[0].bankroll), dollars(several[-1].bankroll)
    bankrolls = f"bankrolls of {least} to {most}" if len(several) > 1 else f"a bankroll of {least}"
    return f"{ends_in_words(several[0])}, with {bankrolls}"


def ends_in_words(terms: Terms) -> str:
    """Return what sessions end by: "100 rolls or ahead by $60"."""
    ends = [f"{terms.rolls:,} roll{'' if terms.rolls == 1 else 's'}"]
    if terms.hands is not None:
        ends.append(f"{terms.hands:,} hand{'' if terms.hands == 1 else 's'}")
    if terms.stop_win is not None:
        ends.append(f"ahead by {dollars(terms.stop_win)}")
    if terms.stop_loss is not None:
        ends.append(f"behind by {dollars(terms.stop_loss)}")
    return " or ".join(ends)


def unresolved_in_words(terms: Terms) -> str:
    """Return what is done with the bets that are unresolved at the end of a session."""
    return "unresolved bets are " + ("played out" if terms.unresolved == "play out" else "returned")
