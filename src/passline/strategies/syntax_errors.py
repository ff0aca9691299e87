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
    r"(hits?|won|lost|lose)\s*(:|$|and\b|or\b)|(hit|hits|lose)\b": "'just won' or 'just lost' would be",
    r"(won|lost)\s+\$": "'at least' would be: lost at least $50 since the session began",
    r"(a|no)\s+point\b": "'with a point' or 'on the come out' would be",
    r".*\bseven(s|ed)?[ -]?out\b": "'the shooter just sevened out' would be",
    r"(the )?first roll\b": "a condition would be: if it is the first roll of a hand",
    r"((if|after) )?\d+\s+(rolls?|hands?)\b": "'at least' would be: at least 20 rolls were made since the hand began",
    r"(after|once|as soon as|every time|whenever)\b": "what has just happened would be: when Pass Bet just won",
    r"until\b": "a stage to go to, or a condition, would be: go to stage waiting",
    r"(else|otherwise)\b": "a heading of its own with 'not' would be: if not (the point is 6 or 8)",
    r"(wait|do nothing|nothing$|skip)\b": "what no line asks for is not bet; the line can be left out",
    r"(turn|switch)\b": "'call on' or 'call off' would be",
    r"(double|press)\b": "'press', a wager and 'by' or 'to' would be: press Place Bet to Win on 6 by $6",
    r"(parlay|let it ride)\b": "'parlay' and the steps would be: parlay Field Bet in steps of $5",
    r"(take|lay) odds on [^$]*$": "how much would be: take 2 times odds on Pass Bet",
    r"(max|maximum|full)\b": "multiples or an amount would be: take 2 times odds on Pass Bet",
    r"(place|put)\b": "'bet' would be: bet $12 on Place Bet to Win on 6",
    r"buy\b": "'bet' would be: bet $20 on Buy Bet on the 4",
    r"lay \S+ (against|on)\b": "'bet' would be: bet $40 on Lay Bet against the 4",
    r"(across|inside|outside)\b": "each number is a bet of its own: bet $6 on Place Bet to Win on 6",
    r"(all|each|both|the|my)\b.*\b(bets|hardways?|numbers)\b": "'every' and a family would be: every Place Bet to Win",
    r"(half|% )": "an amount, no share of the rail, would be: bet $10 on Pass Bet",
    r"(on )?(each|every) roll\b": "what stands under no heading is asked for before each roll",
    r"unit\s+(\$|=|is\b)": "'a unit is' would be: a unit is $10",
    r"[<>=]": "'is', 'is at least' or 'is below' would be",
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
        return NotationError(f"{found}; 'units' would be, or dollars with a $ in front: $10", column=column)
    if expected & {"NUMBER", "NUMBERS"} and re.match(_NUMBER_WORD, here, re.IGNORECASE):
        return NotationError(f"{found}; numbers are written in figures", column=column)
    before = re.split(r"[:;]\s*", text[: column - 1])[-1]
    last_word = (before.split() or [""])[-1]
    if hint := next(filter(None, map(hint_for, (here, f"{last_word} {here}", f"{before.strip()} {here}"))), None):
        return NotationError(f"{found}; {hint}", column=column)
    near = get_close_matches(re.split(r"[\s:;,]", here)[0].casefold(), _words(expected), n=1)
    if near:
        hint = f"is {near[0]!r} meant?"
    elif "BET" in expected:
        hint = "an order like 'bet $10 on Pass Bet' would be, or a heading like 'with a point:'"
    elif len(most) < MAX_SUGGESTIONS:
        hint = f"here {', '.join(most)}{' or ' if most else ''}{last} would be"
    else:
        hint = f"here {', '.join([*most, last][:MAX_SUGGESTIONS])} and others would be"
    return NotationError(f"{found}; {hint}", column=column)


def hint_for(words: str) -> str | None:
    """Return a hint if the words begin with a phrase that players use but the notation does not."""
    return next((hint for pattern, hint in _HINTS.items() if re.match(pattern, words, re.IGNORECASE)), None)


def _words(terminals: Iterable[str]) -> list[str]:
    """Return the first word of each terminal."""
    return [name.casefold() if name not in _TERMINALS else _TERMINALS[name].split()[0] for name in terminals]
