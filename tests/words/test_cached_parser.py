"""A saved parser parses like a new one, and a damaged file changes nothing."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from lark import Lark

from passline.words.cached_parser import cached_parser

GRAMMAR = files("passline.table") / "script.lark"
LINE = "ann bets $10 on the Pass Bet"


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def parsed() -> object:
    """Parse a line with the parser in the cache."""
    return cached_parser(GRAMMAR, maybe_placeholders=True).parse(LINE)


def saved_file(folder: Path) -> Path:
    """Return the only saved parser."""
    (path,) = (folder / "passline").iterdir()
    return path


def test_a_saved_parser_parses_like_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second parser is read from the file that the first one saved; nothing is built again."""
    first = parsed()
    assert saved_file(tmp_path).is_file()
    monkeypatch.setattr(Lark, "__init__", None)

    assert parsed() == first


@pytest.mark.parametrize("damage", [b"", b"no parser", None])
def test_a_damaged_file_is_ignored_and_replaced(damage: bytes | None, tmp_path: Path) -> None:
    """A file that is empty, has another content, or is cut off, does not have the digest that it begins with."""
    first = parsed()
    path = saved_file(tmp_path)
    content = path.read_bytes()
    damaged = content[:-1] if damage is None else damage
    path.write_bytes(damaged)

    assert parsed() == first
    assert path.read_bytes() != damaged


def test_a_cache_that_cannot_be_written_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the folder should be there is a file, so nothing is saved; each run builds the parser."""
    first = parsed()
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))

    assert parsed() == first
