"""The figures of the largest shipped strategy; the quick suite checks those of all others."""

from __future__ import annotations

from passline.strategies.notation import find_strategy
from strategies.test_library import DOCUMENT, LARGE, document_row


def test_the_figures_of_the_largest_strategy_in_the_document_are_exact() -> None:
    """The document prints the states, the rail needed, and the exact mean and deviation of a hundred rolls."""
    assert document_row(find_strategy(LARGE)) in DOCUMENT.read_text("utf-8")
