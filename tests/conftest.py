"""Fixtures and settings for all tests: a fixed date, and the Hypothesis profile."""

from __future__ import annotations

import pytest
from hypothesis import settings

import generators  # noqa: F401  It registers the profiles.
from scenes import TEST_DATE

settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _fixed_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace today's date by one on which every section is in force, since one of them expires in 2028."""
    monkeypatch.setattr("passline.house.house.today", lambda: TEST_DATE)


@pytest.fixture(autouse=True)
def _no_announcement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the line about compilation, which only the first test that compiles would print."""
    monkeypatch.setattr("passline.cli.progress.announce_compilation", lambda _: None)
