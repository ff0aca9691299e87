"""Money: whole cents, and exact fractions of them where a payout is not whole."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from passline.errors import NotationError

Cents = int
"""An amount of money in whole cents."""

LARGEST_AMOUNT: Cents = 10**15
"""The largest amount that is read, ten trillion dollars: sums of a table's books stay far inside 64 bits."""

_DOLLARS = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d\d))?")


def parse_dollars(text: str) -> Cents:
    """Read an amount of dollars: "$12", "$1,500" or "$12.50"; the sign may be left out.

    Raises:
        NotationError: Not a number, not above zero, not whole cents, or beyond `LARGEST_AMOUNT`.

    >>> parse_dollars("$12.50"), parse_dollars("1,500")
    (1250, 150000)
    """
    written = text.strip()
    form = _DOLLARS.fullmatch(written) if written.isascii() else None
    if form is None:
        message = f"{written[:25]!r} is not an amount; write dollars above zero, such as $12 or $12.50"
        raise NotationError(message)
    whole = form[1].replace(",", "")
    amount = int(whole) * 100 + int(form[2] or 0) if len(whole) <= len(str(LARGEST_AMOUNT)) else LARGEST_AMOUNT + 1
    if not 0 < amount <= LARGEST_AMOUNT:
        message = (
            f"{written[:25]!r} is not an amount to play with; write more than $0 and at most {dollars(LARGEST_AMOUNT)}"
        )
        raise NotationError(message)
    return amount


@lru_cache(maxsize=4096)
def dollars(amount: Cents | Fraction) -> str:
    """Print cents as dollars; part of a cent is printed as a fraction of one.

    >>> dollars(12_00), dollars(1_500_50), dollars(Fraction(3500, 3)), dollars(-5_00)
    ('$12', '$1,500.50', '$11.66 2/3', '-$5')
    """
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(Fraction(amount)), 1)
    number, rest = divmod(whole, 100)
    written = f"{sign}${number:,}" + (f".{rest:02}" if rest or part else "")
    return f"{written} {part}" if part else written


def require_cents(amount: object) -> Cents:
    """Return an amount that is an integer of cents, as it is.

    Raises:
        NotationError: It is anything else; ten dollars are 10_00, not 10.0 or "10".
    """
    if isinstance(amount, bool) or not isinstance(amount, int):
        message = f"{str(amount)[:25]!r} is not an amount; write whole cents, such as 10_00"
        raise NotationError(message)
    return amount


def whole_chips(exact: Fraction, *, unit: Cents) -> tuple[Cents, Fraction]:
    """Split what is owed into whole chips of *unit* cents and the breakage, both in cents.

    >>> whole_chips(Fraction(3500, 3), unit=1_00)
    (1100, Fraction(200, 3))
    """
    paid = int(exact // unit) * unit
    return paid, exact - paid
