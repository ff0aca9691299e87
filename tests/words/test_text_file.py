"""A text file is read completely, or refused in one line with the problem and what would be accepted."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest

from passline.errors import NotationError
from passline.words.text_file import read_text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mix.csv"


def said(file: str | Path) -> str:
    """Return the message about a file that cannot be read."""
    with pytest.raises(NotationError) as refused:
        read_text(file, "mix", max_bytes=20, instead="another would do")
    return str(refused.value)


@pytest.mark.parametrize("content", ["", "pass flat\n", "caf\u00e9\r\n", "\ufeffpass flat\n", "a" * 20])
def test_a_text_is_read_unchanged(file: Path, content: str) -> None:
    """Only a byte order mark is removed."""
    file.write_bytes(content.encode())

    assert (
        read_text(file, "mix", max_bytes=20)
        == read_text(str(file), "mix", max_bytes=20)
        == content.removeprefix("\ufeff")
    )


def test_a_file_that_is_too_large_is_refused(file: Path) -> None:
    file.write_bytes(b"a" * 21)

    assert said(file) == f"{file}: the mix file is over 20 bytes; use a smaller file"


@pytest.mark.parametrize(
    ("content", "place"),
    [(b"\xff", "line 1: byte 0"), (b"a\n\nb\xff", "line 3: byte 4"), (b"\xef\xbb\xbf\n\xff", "line 2: byte 4")],
)
def test_the_message_about_a_byte_that_is_not_text_names_its_line(file: Path, content: bytes, place: str) -> None:
    """The position of the byte counts a byte order mark."""
    file.write_bytes(content)

    assert said(file) == f"{file}: {place} is not UTF-8; use a plain text file"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere", "No such file or directory"),
        ("", "Is a directory"),
        (".", "Is a directory"),
        ("a\0b", "embedded null byte"),
        ("a\nb", "No such file or directory"),
        ("x" * 5_000, "File name too long"),
        ("/dev/null", "Is a device"),
        ("/dev/zero", "Is a device"),
    ],
    ids=lambda value: value[:10],
)
def test_the_message_about_a_path_that_cannot_be_read_quotes_it(name: str, why: str) -> None:
    assert said(name) == f"{name[:80]!r}: no mix can be read there ({why}); another would do"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_not_read(file: Path) -> None:
    file.touch(mode=0)

    assert "(Permission denied)" in said(file)


def test_a_pipe_is_read(file: Path) -> None:
    """A shell passes the output of another program as a pipe, as in <(…)."""
    os.mkfifo(file)
    writer = Thread(target=file.write_text, args=("pass flat",), daemon=True)
    writer.start()

    assert read_text(file, "mix", max_bytes=20) == "pass flat"
    writer.join()


def test_an_open_stream_is_read_from_its_position() -> None:
    assert read_text("-", "mix", max_bytes=20, stream=BytesIO(b"pass flat")) == "pass flat"
    with pytest.raises(NotationError, match=r"^-: the mix file is over 5 bytes; "):
        read_text("-", "mix", max_bytes=5, stream=BytesIO(b"pass flat"))
