"""The folders of the user for the cache and the history, by the XDG Base Directory Specification."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

DEFAULTS = {"cache": Path(".cache"), "state": Path(".local/state")}


def user_folder(kind: Literal["cache", "state"]) -> Path | None:
    """Return the folder for files of one kind; it may not exist yet.

    Args:
        kind: "cache" for files that can be made again, "state" for files that cannot, such as a history.

    Returns:
        The folder `passline` in XDG_CACHE_HOME or XDG_STATE_HOME, or else in the home of the user. None if the user
        has no home.
    """
    try:
        parent = os.environ.get(f"XDG_{kind.upper()}_HOME") or Path.home() / DEFAULTS[kind]
    except RuntimeError:
        return None
    return Path(parent) / "passline"
