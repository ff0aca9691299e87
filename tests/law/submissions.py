"""Rules Submissions for the tests: an example that comes with passline, with some of its choices changed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import passline
from passline.house.house import House, check_submission
from passline.house.submission import SubmissionCheck
from scenes import TEST_DATE

Choices = Mapping[str, object]


def write_submission(folder: Path, example: str, headings: Mapping[str, Choices | None]) -> Path:
    """Write an example with changed choices under some headings; a heading or choice that is None is removed."""
    text = (files("passline.house") / "examples" / f"{example}.toml").read_text("utf-8")
    submission: dict[str, dict[str, object]] = tomllib.loads(text)
    for heading, choices in headings.items():
        if choices is None:
            del submission[heading]
        else:
            submission[heading] = {**submission.get(heading, {}), **choices}
    path = folder / "submission.toml"
    path.write_text("\n".join(_written(heading, choices) for heading, choices in submission.items()), "utf-8")
    return path


def open_changed(folder: Path, example: str, **headings: Choices | None) -> House:
    """Open a house with the submission of an example, except for the given choices."""
    return passline.open_house(write_submission(folder, example, headings), date=TEST_DATE)


def checked(folder: Path, example: str, **headings: Choices | None) -> SubmissionCheck:
    """Check a changed example without opening a house."""
    return check_submission(write_submission(folder, example, headings), date=TEST_DATE)


def faults(folder: Path, example: str, **headings: Choices | None) -> set[tuple[str, str | None]]:
    """Return the place and the paragraph of each fault of a changed example."""
    return {(fault.where, fault.under) for fault in checked(folder, example, **headings).faults}


def _written(heading: str, choices: Choices) -> str:
    stated = [f"{json.dumps(key)} = {_value(value)}" for key, value in choices.items() if value is not None]
    return "\n".join([f"[{heading}]", *stated, ""])


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f'"{key}" = {_value(each)}' for key, each in value.items()) + " }"
    return json.dumps(value)
