"""The largest shipped strategy: its figures and its findings. The quick suite checks all others."""

from __future__ import annotations

from machines.test_check_strategy import findings
from passline.strategies.notation import find_strategy
from strategies.test_library import DOCUMENT, LARGE, document_row


def test_the_figures_of_the_largest_strategy_in_the_document_are_exact() -> None:
    """The document prints the states, the rail needed, and the exact mean and deviation of a hundred rolls."""
    assert document_row(find_strategy(LARGE)) in DOCUMENT.read_text("utf-8")


def test_the_largest_shipped_strategy_has_no_findings() -> None:
    assert findings(LARGE) == ()
