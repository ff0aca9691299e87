"""Read text files of limited size; every failure is one line."""

from __future__ import annotations

from errno import ENODEV
from pathlib import Path
from typing import TYPE_CHECKING

from passline.errors import NotationError

if TYPE_CHECKING:
    from typing import BinaryIO


def read_text(
    file: str | Path,
    what: str,
    *,
    max_bytes: int,
    instead: str = "the path of a text would do",
    stream: BinaryIO | None = None,
) -> str:
    """Read a text that is not too large; a byte order mark in front of it is left out.

    Pipes are read like files. A device is not: it may have no end, or never answer.

    Args:
        file: Its path, or any words that somebody has written for one.
        what: The kind of text, as a noun for messages, such as "mix".
        max_bytes: The max_bytes bytes that are read.
        instead: The advice that ends the message if the file cannot be read.
        stream: The file, where it is open already, like the standard input.

    Raises:
        NotationError: It is not there, no file, not for us to read, too large, or not in UTF-8; then its line is named.
    """
    try:
        content = stream.read(max_bytes + 1) if stream else _content(Path(file), max_bytes + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        # The words may be no path at all, so they are printed as they were written.
        message = f"{str(file)[:80]!r}: no {what} can be read there ({why}); {instead}"
        raise NotationError(message) from None
    if len(content) > max_bytes:
        message = f"{file}: over {max_bytes:,} bytes are no {what}; a smaller file would do"
        raise NotationError(message)
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"{file}: line {line}: byte {error.start} is no UTF-8; a plain text would do"
        raise NotationError(message) from None


def _content(path: Path, size: int) -> bytes:
    """Return the first *size* bytes of a file, or all of a shorter file.

    Raises:
        OSError: They cannot be read.
        ValueError: It is no path.
    """
    if path.is_char_device() or path.is_block_device():
        raise OSError(ENODEV, "Is a device")
    with path.open("rb") as opened:
        return opened.read(size)
