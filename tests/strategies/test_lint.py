"""Checks of a strategy's text: each kind of finding."""

from __future__ import annotations

import pytest

from passline.strategies.lint import lint_text
from passline.strategies.notation import parse_strategy
from scenes import CRAPS


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("with a point:\n    bet $5 on field", ["no line and no word of the description mentions the come out"]),
        ("a unit is $5\nbet $5 on field", ["the unit is never bet"]),
        ("the stake goes $5, $10\nbet $5 on field", ["the progression 'stake' is never bet"]),
        ("the stake goes $5, $10\nbet the stake on field", ["the progression 'stake' never moves"]),
        ("counter hits\nbet $5 on field", ["no condition reads the counter 'hits'"]),
        ("stage one:\n    bet $5 on field\nstage two:\n    stop", ["no line goes to the stage 'two'"]),
        (
            "bet $5 on field\nstop when the rail is below $50",
            ["line 3: it stops only after the bets from line 2 on are made"],
        ),
        (
            "bet $5 on field\non the come out:\n    if with a point: bet $1 on yo",
            ["line 4: 'with a point' is never true on the"],
        ),
        ("bet $5 on field\nif the point is 2: bet $1 on yo", ["line 3: 'the point is 2' is never true in Craps"]),
        (
            "counter hits\nbet $5 on field\nif hits is 3: bet $1 on yo",
            ["line 4: 'hits is 3' is never true: hits cannot have such a value"],
        ),
        ("bet $4 on field", ["line 2: Field Bet of $4 refused: the minimum is $5"]),
        ("bet $5 on field\nstop when 7 was just rolled", []),
    ],
)
def test_each_fault_of_the_text_is_one_finding(text: str, findings: list[str]) -> None:
    """Unused declarations, stops that come too late, conditions that are never true, and refused amounts."""
    found = [str(finding) for finding in lint_text(parse_strategy(f"strategy a test\n{text}\n"), CRAPS)]

    assert len(found) == len(findings)
    assert all(line.startswith(message) for line, message in zip(found, findings, strict=True))
