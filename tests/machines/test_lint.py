"""What is odd about a strategy: each kind of oddity, and nothing odd about what is shipped."""

from __future__ import annotations

import pytest

from passline.machines.lint import lint
from passline.strategies.notation import find_strategy, parse_strategy, shipped_strategies
from passline.strategies.plan import can_play
from scenes import CRAPLESS, CRAPS

LOOKS_AT_SUMS = """bet $5 on field
if won at least $5 since the session began: bet $1 on yo
stop when won at least $10 since the session began
if lost at least $5 since the session began: bet $1 on craps"""


@pytest.mark.parametrize("name", shipped_strategies())
def test_nothing_is_odd_about_what_is_shipped(name: str) -> None:
    plan = find_strategy(name)

    assert lint(plan, next(house for house in (CRAPS, CRAPLESS) if can_play(house, plan))) == ()


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("with a point:\n    bet $5 on field", ["it says nothing of the come out; a line would"]),
        ("a unit is $5\nbet $5 on field", ["the unit is never bet"]),
        ("the stake goes $5, $10\nbet $5 on field", ["the progression 'stake' is never bet"]),
        ("the stake goes $5, $10\nbet the stake on field", ["the progression 'stake' never moves"]),
        ("counter hits\nbet $5 on field", ["the counter 'hits' is never looked at"]),
        ("stage one:\n    bet $5 on field\nstage two:\n    stop", ["no line goes to the stage 'two'"]),
        (
            "bet $5 on field\nstop when the rail is below $50",
            ["line 3: it stops once line 2 and what follows have bet"],
        ),
        (
            "bet $5 on field\non the come out:\n    if with a point: bet $1 on yo",
            ["line 4: 'with a point' is never so on the"],
        ),
        ("bet $5 on field\nif the point is 2: bet $1 on yo", ["line 3: 'the point is 2' is never so in Craps"]),
        (
            "counter hits\nbet $5 on field\nif hits is 3: bet $1 on yo",
            ["line 4: 'hits is 3' is never so, as far as anything counts hits"],
        ),
        ("bet $5 on field\ntake 2 times odds on line", ["line 3: 'take 2 times odds on Pass Bet' is never asked for"]),
        (
            "counter sevens\nwhen 7 was just rolled: add 1 to sevens\nif sevens is 0: bet $5 on field",
            ["it neither bets nor waits for anything after 1-6: nothing is bet any more"],
        ),
        ("bet $5 on field\nstop when 7 was just rolled", []),
        ("bet $4 on field", ["line 2: Field Bet of $4 refused: the minimum is $5"]),
        ("bet $5 on come", ["a test, line 2, asks for an act that is refused: Come Bet of $5 refused"]),
        ("bet $12 on place 6\ntake down place 6", ["a test asks 200 times before one roll"]),
        (
            "stop when won at least $5 since the session began\nbet $5 on field",
            ["a test adds up what is won since the session began, and no line stops it"],
        ),
        (
            LOOKS_AT_SUMS,
            [
                "line 4: it stops once line 2 and what follows have bet",
                "a test adds up what is won since the session began, and no line stops it",
            ],
        ),
        ("if the rail is below $50: bet $5 on yo\nbet $5 on field", []),
    ],
)
def test_what_is_odd(text: str, findings: list[str]) -> None:
    """Each oddity is one line; a stop is meant, and so is what waits for a short rail."""
    found = [str(finding) for finding in lint(parse_strategy(f"strategy a test\n{text}\n"), CRAPS)]

    assert len(found) == len(findings)
    assert all(line.startswith(says) for line, says in zip(found, findings, strict=True))
