"""Read text files of limited size; the message of every error is one line."""

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
    instead: str = "use the path of a text file",
    stream: BinaryIO | None = None,
) -> str:
    """Return the text of a file, without a byte order mark.

    A pipe is read like a file. A device is refused, because reading it may never end.

    Args:
        file: The path of the file.
        what: The kind of text, as a noun for messages, such as "mix".
        max_bytes: The largest size of the file, in bytes.
        instead: The advice that ends the message if the file cannot be read.
        stream: The open file, such as the standard input, if it is open already.

    Raises:
        NotationError: The file does not exist, is not readable, is too large, or is not UTF-8.
    """
    try:
        content = stream.read(max_bytes + 1) if stream else _content(Path(file), max_bytes + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        # The text may not be a path, so the message quotes it unchanged.
        message = f"{str(file)[:80]!r}: no {what} can be read there ({why}); {instead}"
        raise NotationError(message) from None
    if len(content) > max_bytes:
        message = f"{file}: the {what} file is over {max_bytes:,} bytes; use a smaller file"
        raise NotationError(message)
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"{file}: line {line}: byte {error.start} is not UTF-8; use a plain text file"
        raise NotationError(message) from None


def _content(path: Path, size: int) -> bytes:
    """Return the first *size* bytes of a file, or all of a shorter file.

    Raises:
        OSError: The file cannot be read.
        ValueError: The text is not a path.
    """
    if path.is_char_device() or path.is_block_device():
        raise OSError(ENODEV, "Is a device")
    with path.open("rb") as opened:
        return opened.read(size)
