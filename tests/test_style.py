"""The habits of the house that no linter knows."""

import ast
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "passline"
EXACT = ("words", "law", "house", "table")  # the floors where every sum, payout and chance is exact

REGISTRY = re.compile(r"pypi[.]org|pythonhosted[.]org|npmjs[.](?:org|com)|yarnpkg[.]com|(?:index|registry)-url")
MACHINE = re.compile(r"(?<![\w.~}])/(?:work|root|tmp|home/\w+)/")


def floats(code: str) -> list[int]:
    r"""List the lines on which *code* writes a float or makes one.

    >>> floats("half = Fraction(1, 2)\nthird = 0.33\nwhole = float(third)")
    [2, 3]
    """
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float")
    ]


def prints(code: str) -> list[int]:
    r"""List the lines on which *code* prints.

    >>> prints("console.print(7)\nprint(7)")
    [2]
    """
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def catches_anything(code: str) -> list[int]:
    r"""List the lines on which *code* catches more than it can name.

    >>> catches_anything("try: roll()\nexcept Refused: pass\nexcept (Refused, Exception): pass\nexcept: pass")
    [3, 4]
    """
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or {"Exception", "BaseException"} & {*re.findall(r"\w+", ast.unparse(node.type))})
    ]


def where(lines: Callable[[str], list[int]], paths: Iterator[Path]) -> list[str]:
    """List the places in *paths* whose *lines* are wanted, as `path:line`."""
    return [
        f"{path.relative_to(ROOT).as_posix()}:{line}"
        for path in sorted(paths)
        for line in lines(path.read_text("utf-8"))
    ]


def texts() -> Iterator[tuple[str, str]]:
    """Give the name and the text of every text file that is, or is about to be, in the repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a repository")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file() and b"\0" not in (data := path.read_bytes()):
            yield name, data.decode("utf-8")


def test_no_file_names_a_package_registry() -> None:
    """Where packages come from is the business of whoever installs them."""
    naming = [name for name, text in texts() if REGISTRY.search(text)]

    assert not naming


def test_no_module_names_a_place_on_one_machine() -> None:
    """A path is given by the caller or found beside the module."""
    naming = [name for name, text in texts() if name.startswith("src/") and MACHINE.search(text)]

    assert not naming


def test_only_the_command_line_prints() -> None:
    """Below the command line, an answer is returned."""
    assert not where(prints, (path for path in SOURCE.rglob("*.py") if SOURCE / "cli" not in path.parents))


def test_no_float_is_near_a_chip() -> None:
    """A sum is whole cents, odds are two integers, a chance is a fraction."""
    assert not where(floats, (path for floor in EXACT for path in (SOURCE / floor).rglob("*.py")))


def test_nothing_catches_just_anything() -> None:
    """What is caught is named, so that what cannot happen still stops the table."""
    assert not where(catches_anything, SOURCE.rglob("*.py"))
