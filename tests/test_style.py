"""Rules of style that no linter checks."""

import ast
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "passline"
EXACT_PACKAGES = ("words", "law", "house", "table", "odds")
"""The packages that must not use floats, since their amounts and probabilities are exact."""

PACKAGE_REGISTRY = re.compile(r"pypi[.]org|pythonhosted[.]org|npmjs[.](?:org|com)|yarnpkg[.]com|(?:index|registry)-url")
ABSOLUTE_PATH = re.compile(r"(?<![\w.~}])/(?:work|root|tmp|home/\w+)/")


def float_lines(code: str) -> list[int]:
    r"""Return the lines of *code* that contain a float or a call of `float`.

    >>> float_lines("half = Fraction(1, 2)\nthird = 0.33\nwhole = float(third)")
    [2, 3]
    """
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float")
    ]


def print_lines(code: str) -> list[int]:
    r"""Return the lines of *code* that call `print`.

    >>> print_lines("console.print(7)\nprint(7)")
    [2]
    """
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def broad_except_lines(code: str) -> list[int]:
    r"""Return the lines of *code* that catch every exception.

    >>> broad_except_lines("try: roll()\nexcept Refused: pass\nexcept (Refused, Exception): pass\nexcept: pass")
    [3, 4]
    """
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or {"Exception", "BaseException"} & {*re.findall(r"\w+", ast.unparse(node.type))})
    ]


def places(lines: Callable[[str], list[int]], paths: Iterator[Path]) -> list[str]:
    """Return the lines that *lines* finds in the files, as `path:line`."""
    return [
        f"{path.relative_to(ROOT).as_posix()}:{line}"
        for path in sorted(paths)
        for line in lines(path.read_text("utf-8"))
    ]


def text_files() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every text file that is in the repository or not ignored by it."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a repository")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file() and b"\0" not in (data := path.read_bytes()):
            yield name, data.decode("utf-8")


def test_no_file_names_a_package_registry() -> None:
    """The user's own settings decide where packages are installed from."""
    naming = [name for name, text in text_files() if PACKAGE_REGISTRY.search(text)]

    assert not naming


def test_no_module_names_an_absolute_path() -> None:
    """A path comes from the caller or is relative to the module."""
    naming = [name for name, text in text_files() if name.startswith("src/") and ABSOLUTE_PATH.search(text)]

    assert not naming


def test_only_the_command_line_prints() -> None:
    """Every other package returns its results."""
    assert not places(print_lines, (path for path in SOURCE.rglob("*.py") if SOURCE / "cli" not in path.parents))


def test_no_exact_package_uses_a_float() -> None:
    """Money is whole cents, payout odds are two integers, and a probability is a fraction."""
    assert not places(float_lines, (path for package in EXACT_PACKAGES for path in (SOURCE / package).rglob("*.py")))


def test_no_module_catches_every_exception() -> None:
    """An except clause names its errors, so that a defect still stops the program."""
    assert not places(broad_except_lines, SOURCE.rglob("*.py"))
