"""Exact fractions printed as decimals: rounded once, at the last digit shown, and never a float."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isqrt


def decimal(exact: Fraction, places: int) -> Decimal:
    """Return a fraction rounded half to even to this number of decimal places.

    >>> decimal(Fraction(7, 495), 6)
    Decimal('0.014141')
    """
    return Decimal(round(exact * 10**places)).scaleb(-places)


def percent(exact: Fraction, places: int = 3) -> str:
    """Print a fraction as a percentage.

    >>> percent(Fraction(7, 495)), percent(Fraction(0))
    ('1.414%', '0.000%')
    """
    return f"{decimal(exact * 100, places)}%"


def square_root(exact: Fraction, places: int) -> Decimal:
    """Return the square root of a fraction, rounded half up to this number of decimal places.

    >>> square_root(Fraction(2), 4)
    Decimal('1.4142')
    """
    doubled = isqrt(exact * 4 * 10 ** (2 * places) // 1)
    return Decimal((doubled + 1) // 2).scaleb(-places)


def one_in(exact: Fraction) -> str:
    """Format a small probability as "1 in N"; an N of 10^12 or more is shown with three digits.

    >>> one_in(Fraction(1, 5590264072)), one_in(Fraction(1, 1203565957779949918))
    ('1 in 5,590,264,072', '1 in 1.20e+18')
    """
    many = round(1 / exact)
    return f"1 in {many:,}" if many < 10**12 else f"1 in {Decimal(many):.2e}"
