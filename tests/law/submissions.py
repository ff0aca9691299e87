"""Rules Submissions for the tests: an example that comes with passline, with some of its choices made otherwise."""

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


def filed(folder: Path, example: str, headings: Mapping[str, Choices | None]) -> Path:
    """Write the submission of an example with other choices under some headings; what is None is left out."""
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


def a_house(folder: Path, example: str, **headings: Choices | None) -> House:
    """Open a house whose submission is that of an example but for the choices named."""
    return passline.open_house(filed(folder, example, headings), date=TEST_DATE)


def checked(folder: Path, example: str, **headings: Choices | None) -> SubmissionCheck:
    """Check such a submission without opening its house."""
    return check_submission(filed(folder, example, headings), date=TEST_DATE)


def faults(folder: Path, example: str, **headings: Choices | None) -> set[tuple[str, str]]:
    """Return where such a submission is at fault, and under which paragraph."""
    return {(fault.where, fault.under) for fault in checked(folder, example, **headings).faults}


def _written(heading: str, choices: Choices) -> str:
    stated = [f"{json.dumps(key)} = {_value(value)}" for key, value in choices.items() if value is not None]
    return "\n".join([f"[{heading}]", *stated, ""])


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f'"{key}" = {_value(each)}' for key, each in value.items()) + " }"
    return json.dumps(value)
