"""Parsers of our grammars, saved on disk for the next run, because building one takes 50 ms."""

from __future__ import annotations

import sys
from hashlib import sha256
from inspect import getsource
from io import BytesIO
from typing import TYPE_CHECKING, Any

import lark
from lark import Lark

from passline.errors import NotationError
from passline.words.atomic_file import atomic_write
from passline.words.user_folder import user_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from lark.lexer import TerminalDef

DIGEST_SIZE = sha256().digest_size
"""The size in bytes of the digest with which a file begins; the rest of the file must have this digest."""


def cached_parser(
    grammar_file: Traversable,
    *,
    edit_terminals: Callable[[TerminalDef], None] | None = None,
    **options: Any,  # noqa: ANN401  Lark's own options.
) -> Lark:
    """Return the LALR parser of lines in a grammar: the saved one, or else a new one, which is then saved.

    The file's name is a digest of everything that the parser follows from. A file that is damaged is ignored, and so
    is a folder that cannot be written.

    Args:
        grammar_file: The grammar; its start is the rule `line`.
        edit_terminals: A function that changes each terminal while the parser is built.
        options: Further options of `Lark`, with plain values.
    """
    grammar = grammar_file.read_text(encoding="utf-8")
    edited = getsource(edit_terminals) if edit_terminals else ""
    key = repr((grammar, edited, sorted(options.items()), lark.__version__, sys.version))
    folder = user_folder("cache")
    path = folder and folder / f"{sha256(key.encode()).hexdigest()}.grammar"
    content = path and _read(path)
    if content:
        return Lark.load(BytesIO(content))
    built = Lark(grammar, start="line", parser="lalr", edit_terminals=edit_terminals, **options)
    if path:
        _save(built, path)
    return built


def _read(path: Path) -> bytes | None:
    """Return the content of a file after its digest, or None if it is not there or is damaged."""
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    digest, content = stored[:DIGEST_SIZE], stored[DIGEST_SIZE:]
    return content if sha256(content).digest() == digest else None


def _save(built: Lark, path: Path) -> None:
    saved = BytesIO()
    built.save(saved)
    content = saved.getvalue()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(str(path)) as draft:
            draft.write_bytes(sha256(content).digest() + content)
    except (OSError, NotationError):
        return
