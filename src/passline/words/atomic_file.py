"""Write a file completely, or leave it unchanged."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from passline.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def atomic_write(file: str) -> Iterator[Path]:
    """Yield a temporary path, and move it to *file* when the block has ended without an error.

    Raises:
        NotationError: The file cannot be written; an existing file is unchanged.
    """
    path = Path(file)
    try:
        with TemporaryDirectory(dir=path.parent, prefix=".passline-") as folder:
            draft = Path(folder) / path.name
            yield draft
            if path.exists() and not path.is_file():
                message = f"{file}: only a file is written to; another name would do"
                raise NotationError(message)
            draft.replace(path)
    except OSError as error:
        message = f"{file}: it cannot be written there ({error.strerror or error})"
        raise NotationError(message) from None
