"""The cache and the history have a folder of the user, if the user has a home."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from passline.words.user_folder import user_folder


@pytest.mark.parametrize(("kind", "default"), [("cache", ".cache"), ("state", ".local/state")])
def test_the_environment_names_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Literal["cache", "state"], default: str
) -> None:
    """An XDG variable names the parent folder; without it, the folder is in the home of the user."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", str(tmp_path / "named"))
    assert user_folder(kind) == tmp_path / "named" / "passline"

    for unset in (lambda name: monkeypatch.setenv(name, ""), monkeypatch.delenv):
        unset(f"XDG_{kind.upper()}_HOME")
        assert user_folder(kind) == tmp_path / default / "passline"


def test_a_user_without_a_home_has_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing home is not an error."""

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)

    assert user_folder("cache") is None
