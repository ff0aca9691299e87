"""Describe syntax errors in a strategy's text, and suggest what would be accepted."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from passline.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable

_TERMINALS = {
    "NAME": "a name",
    "STAGE_NAME": "the name of a stage",
    "WORD": "a name of one word",
    "AMOUNT": "an amount like $10",
    "NUMBER": "a number",
    "NUMBERS": "numbers like 6 or 8",
    "SPOT": "a wager",
    "EVERY": "every",
    "ALL": "all",
    "START_AGAIN": "or start again",
    "NOT": "not",
    "IS_NOT": "not",
    "LEAST": "at least",
    "MOST": "at most",
    "FEWER": "fewer than",
    "MORE": "more than",
    "EXACTLY": "exactly",
    "BELOW": "below",
    "ABOVE": "above",
    "ON_THE_COME_OUT": "on the come out",
    "WITH_A_POINT": "with a point",
    "THE_POINT": "the point",
    "A_POINT": "a point",
    "THE_RAIL": "the rail",
    "THE_SHOOTER": "the shooter",
    "FIRST_ROLL": "it is the first roll of a hand",
    "NOTHING_UP": "nothing is up",
    "STANDS_AT": "a progression",
    "COUNTED": "a counter",
    "THROWN": "a total",
    "VERB": "won or lost",
    "BEGINNING": "the session began",
    "END": "first or last",
    "RESULT": "won, lost, stood off or moved",
    "HAPPENS": "'wins'",
    "IT": "it",
    "BY_OR_TO": "by or to",
    "ON_OR_OFF": "on or off",
    "_TIMES": "times",
    "MULTIPLE": "double",
    "COLON": "':'",
    "SEMICOLON": "';' and another order",
    "COMMA": "','",
    "LPAR": "'('",
    "RPAR": "')'",
    "$END": "the end of the line",
}
"""The words that messages print for terminals of the grammar; other terminals are words of the notation."""
MAX_SUGGESTIONS = 6
"""The largest number of accepted words that a message lists."""
_HINTS = {
    r"(hits?|won|lost|lose)\s*(:|$|and\b|or\b)|(hit|hits|lose)\b": "write 'just won' or 'just lost'",
    r"(won|lost)\s+\$": "write 'at least': lost at least $50 since the session began",
    r"(a|no)\s+point\b": "write 'with a point' or 'on the come out'",
    r".*\bseven(s|ed)?[ -]?out\b": "write 'the shooter just sevened out'",
    r"(the )?first roll\b": "write a condition: if it is the first roll of a hand",
    r"((if|after) )?\d+\s+(rolls?|hands?)\b": "write 'at least': at least 20 rolls were made since the hand began",
    r"(after|once|as soon as|every time|whenever)\b": "write an event: when Pass Bet just won",
    r"until\b": "write a condition, or a stage: go to stage waiting",
    r"(else|otherwise)\b": "write a heading of its own with 'not': if not (the point is 6 or 8)",
    r"(wait|do nothing|nothing$|skip)\b": "a strategy makes only the bets that it names; leave this line out",
    r"(turn|switch)\b": "write 'call on' or 'call off'",
    r"(double|press)\b": "write 'press', a wager, and 'by' or 'to': press Place Bet to Win on 6 by $6",
    r"(parlay|let it ride)\b": "write 'parlay' and the steps: parlay Field Bet in steps of $5",
    r"(take|lay) odds on [^$]*$": "write how much: take 2 times odds on Pass Bet",
    r"(max|maximum|full)\b": "write a multiple or an amount: take 2 times odds on Pass Bet",
    r"(place|put)\b": "write 'bet': bet $12 on Place Bet to Win on 6",
    r"buy\b": "write 'bet': bet $20 on Buy Bet on the 4",
    r"lay \S+ (against|on)\b": "write 'bet': bet $40 on Lay Bet against the 4",
    r"(across|inside|outside)\b": "write a bet for each number: bet $6 on Place Bet to Win on 6",
    r"(all|each|both|the|my)\b.*\b(bets|hardways?|numbers)\b": "write 'every' and a family: every Place Bet to Win",
    r"(half|% )": "write an amount, not a share of the rail: bet $10 on Pass Bet",
    r"(on )?(each|every) roll\b": "an order under no heading applies before each roll; leave these words out",
    r"unit\s+(\$|=|is\b)": "write 'a unit is': a unit is $10",
    r"[<>=]": "write 'is', 'is at least' or 'is below'",
}
"""Patterns of words that players use but the notation does not, and a hint at the notation for each."""
_NUMBER_WORD = r"(one|two|three|four|five|six|eight|nine|ten|eleven|twelve)\b"


def describe_syntax_error(text: str, error: UnexpectedInput) -> NotationError:
    """Return the error for a line that the grammar does not accept: the column, the words there, and a suggestion."""
    expected: set[str] = set()
    ends = len(text.rstrip()) + 1
    column = ends
    if isinstance(error, UnexpectedCharacters):
        column, expected = error.column, error.allowed or set()
    elif isinstance(error, UnexpectedToken):
        column, expected = (ends if error.token.type == "$END" else error.column), error.accepts or error.expected
    here = text[column - 1 :].strip()
    found = f"{here[:20]!r} is not understood" if here else "the line ends too soon"
    *most, last = sorted({_TERMINALS.get(name, f"'{name.casefold()}'") for name in expected})
    if expected == {"UNIT", "UNITS"}:
        return NotationError(f"{found}; write 'units', or dollars with a $ in front: $10", column=column)
    if expected & {"NUMBER", "NUMBERS"} and re.match(_NUMBER_WORD, here, re.IGNORECASE):
        return NotationError(f"{found}; write the number in figures", column=column)
    before = re.split(r"[:;]\s*", text[: column - 1])[-1]
    last_word = (before.split() or [""])[-1]
    if hint := next(filter(None, map(hint_for, (here, f"{last_word} {here}", f"{before.strip()} {here}"))), None):
        return NotationError(f"{found}; {hint}", column=column)
    near = get_close_matches(re.split(r"[\s:;,]", here)[0].casefold(), _words(expected), n=1)
    if near:
        hint = f"did you mean {near[0]!r}?"
    elif "BET" in expected:
        hint = "write an order like 'bet $10 on Pass Bet', or a heading like 'with a point:'"
    elif len(most) < MAX_SUGGESTIONS:
        hint = f"write {', '.join(most)}{' or ' if most else ''}{last} here"
    else:
        hint = f"write {', '.join([*most, last][:MAX_SUGGESTIONS])} or another word of the notation here"
    return NotationError(f"{found}; {hint}", column=column)


def hint_for(words: str) -> str | None:
    """Return a hint if the words begin with a phrase that players use but the notation does not."""
    return next((hint for pattern, hint in _HINTS.items() if re.match(pattern, words, re.IGNORECASE)), None)


def _words(terminals: Iterable[str]) -> list[str]:
    """Return the first word of each terminal."""
    return [name.casefold() if name not in _TERMINALS else _TERMINALS[name].split()[0] for name in terminals]
