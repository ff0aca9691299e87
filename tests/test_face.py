"""The public face: the names that `import passline` offers, and the modules that it imports."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

import passline


def imported_by(code: str) -> set[str]:
    """Run *code* in a new interpreter and return the names of all modules that are imported at its end."""
    code = f"{code}\nimport sys\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(run.stdout.split())


def test_every_public_name_is_defined() -> None:
    assert dir(passline) == sorted(passline.__all__)
    for name in passline.__all__:
        assert getattr(passline, name) is not None


def test_a_public_name_is_the_object_of_its_module() -> None:
    from passline.strategies.notation import find_strategy  # noqa: PLC0415  Beside the name that it is compared with.
    from passline.table.pay import pay  # noqa: PLC0415  The same.

    assert passline.pay is pay
    assert passline.strategy is find_strategy


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'passline' has no attribute 'martingale'"):
        _ = passline.martingale


def test_the_version_is_that_of_the_installed_package() -> None:
    assert passline.__version__ == version("passline")


def test_importing_passline_imports_no_other_module_of_it() -> None:
    imported = imported_by("import passline")

    assert {name for name in imported if name.startswith("passline")} == {"passline"}
    assert "importlib.metadata" not in imported


def test_paying_a_bet_imports_no_notation_and_no_acts() -> None:
    """The grammar of the notation is slow to import, and one bet and one roll need neither a table nor a script."""
    imported = imported_by("import passline; passline.pay")

    assert "lark" not in imported
    assert {name for name in imported if name.startswith("passline.table.")} == {
        f"passline.table.{module}" for module in ("amounts", "layout", "ledger", "pay", "settle")
    }
