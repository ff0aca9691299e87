"""What all tests share: one day on which houses are opened where none is named, and how much is drawn."""

from __future__ import annotations

import pytest
from hypothesis import settings

import generators  # noqa: F401  It registers the profiles.
from scenes import TEST_DATE

settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let today be a day on which every section held is in force, so that no test runs out in 2028."""
    monkeypatch.setattr("passline.house.house.today", lambda: TEST_DATE)
