"""Checks of a strategy's play: each kind of finding, and no finding in a shipped strategy."""

from __future__ import annotations

import pytest

from passline.machines.check_strategy import check_plan
from passline.strategies.lint import Finding, lint_text
from passline.strategies.notation import find_strategy, parse_strategy, shipped_strategies
from passline.strategies.plan import can_play
from scenes import CRAPLESS, CRAPS
from strategies.test_library import LARGE

LOOKS_AT_SUMS = """bet $5 on field
if won at least $5 since the session began: bet $1 on yo
stop when won at least $10 since the session began
if lost at least $5 since the session began: bet $1 on craps"""


def findings(name: str) -> tuple[Finding, ...]:
    """Return the findings in the text and the play of a shipped strategy, in a game that allows it."""
    plan = find_strategy(name)
    return check_plan(plan, next(house for house in (CRAPS, CRAPLESS) if can_play(house, plan)))


@pytest.mark.parametrize("name", sorted({*shipped_strategies()} - {LARGE}))
def test_a_shipped_strategy_has_no_findings(name: str) -> None:
    assert findings(name) == ()


def test_the_text_of_the_largest_shipped_strategy_has_no_findings() -> None:
    """Its play, in thousands of states, is checked in tests/slow/test_strategies.py."""
    assert lint_text(find_strategy(LARGE), CRAPS) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bet $5 on field\ntake 2 times odds on line", ["line 3: 'take 2 times odds on Pass Bet' never takes effect"]),
        (
            "counter sevens\nwhen 7 was just rolled: add 1 to sevens\nif sevens is 0: bet $5 on field",
            ["after 1-6 it never bets again, whatever the dice roll, and no line stops it"],
        ),
        ("bet $5 on field\nstop when 7 was just rolled", []),
        ("bet $5 on come", ["a test, line 2, asks for an act that is refused: Come Bet of $5 refused"]),
        ("bet $12 on place 6\ntake down place 6", ["a test asks 200 times before one roll"]),
        (
            "stop when won at least $5 since the session began\nbet $5 on field",
            ["a test adds up what is won since the session began, and no line stops it"],
        ),
        (
            LOOKS_AT_SUMS,
            [
                "line 4: it stops only after the bets from line 2 on are made",
                "a test adds up what is won since the session began, and no line stops it",
            ],
        ),
        ("if the rail is below $50: bet $5 on yo\nbet $5 on field", []),
    ],
)
def test_each_fault_of_the_play_is_one_finding(text: str, expected: list[str]) -> None:
    """A stop is intended, and so is a line that waits for a short rail; neither is a finding."""
    found = [str(finding) for finding in check_plan(parse_strategy(f"strategy a test\n{text}\n"), CRAPS)]

    assert len(found) == len(expected)
    assert all(line.startswith(message) for line, message in zip(found, expected, strict=True))
