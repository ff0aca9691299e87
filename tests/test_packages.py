"""The packages have one subject each, and imports go one way."""

import ast
import re
import subprocess
import sys
from collections.abc import Container, Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

import passline

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "passline"

PACKAGES = (
    "words",
    "law",
    "house",
    "table",
    "odds",
    "strategies",
    "machines",
    "simulation",
    "sessions",
    "reports",
    "records",
    "serve",
    "cli",
)
"""The packages in their order: each imports from those above it. A new package is a decision, a new module is not."""

PURE_PACKAGES = ("words", "law", "house", "table")
"""The packages that settle bets; they start fast and need no numeric library."""
NUMERIC_LIBRARIES = {"altair", "numba", "numpy", "polars", "scipy"}

PUBLIC_FACE = "passline"
PRESENT = [package for package in PACKAGES if (SOURCE / package).is_dir()]
TEST_FOLDERS_OF_NO_PACKAGE = {"browser", "oracles", "scripts", "slow"}

VAGUE_NAMES = {"util", "utils", "helper", "helpers", "common", "core", "base"}
VAGUE_NAMES |= {"manager", "handler", "engine", "types", "models"}


def imported_names(code: str, package: str) -> Iterator[str]:
    r"""Yield the full name of every import in *code*, a module of *package*, wherever in the module it is.

    >>> list(imported_names("import passline.words\ndef draw(): from .dice import Roll", "passline.words"))
    ['passline.words', 'passline.words.dice.Roll']
    """
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                origin = resolve_name("." * level + (module or ""), package)
                yield from (f"{origin}.{alias.name}" for alias in names)


def module_of(name: str, modules: Container[str]) -> str | None:
    """Return the module that *name* is, or is a member of; None if it is not one of *modules*.

    >>> module_of("passline.words.dice.Roll", {"passline", "passline.words.dice"})
    'passline.words.dice'
    """
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


@cache
def read_imports() -> dict[str, list[str]]:
    """Return the full names that each module of the project imports."""
    imports = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = [part for part in path.relative_to(SOURCE.parent).with_suffix("").parts if part != "__init__"]
        package = parts if path.stem == "__init__" else parts[:-1]
        imports[".".join(parts)] = list(imported_names(path.read_text("utf-8"), ".".join(package)))
    return imports


def package_of(module: str) -> str:
    """Return the package of a module; the errors go with the first package, since every package raises them.

    >>> package_of("passline.errors"), package_of("passline.words.dice"), package_of("passline.law")
    ('words', 'words', 'law')
    """
    package = module.split(".")[1]
    return "words" if package == "errors" else package


def wrong_imports(imports: Mapping[str, set[str]]) -> list[str]:
    """List the imports from a package further down in the order; those of and from the public face are left out.

    >>> wrong_imports({"passline.words.dice": {"passline.law.wagers"}, "passline.law.wagers": {"passline.errors"}})
    ['passline.words.dice imports passline.law.wagers']
    """
    return [
        f"{module} imports {other}"
        for module, others in imports.items()
        for other in sorted(others)
        if PUBLIC_FACE not in {module, other}
        if PACKAGES.index(package_of(other)) > PACKAGES.index(package_of(module))
    ]


@cache
def own_imports() -> dict[str, set[str]]:
    """Return the modules of the project that each module imports."""
    imports = read_imports()
    return {
        module: {other for name in names if (other := module_of(name, imports)) and other != module}
        for module, names in imports.items()
    }


def modules_of_packages() -> list[str]:
    """Return every module except the public face and the errors."""
    return [module for module in read_imports() if module not in {PUBLIC_FACE, "passline.errors"}]


def test_every_module_is_in_a_package_of_the_design() -> None:
    """Beside the packages there are only the public face and the errors."""
    assert {package_of(module) for module in modules_of_packages()} <= set(PACKAGES)


def test_a_package_imports_only_from_packages_above_it() -> None:
    assert not wrong_imports(own_imports())


def test_the_picture_of_the_packages_shows_their_imports() -> None:
    """Each arrow of docs/packages.svg is an import, and each import follows arrows."""
    picture = (ROOT / "docs" / "packages.svg").read_text("utf-8")
    arrows = set(re.findall(r'data-from="(\w+)" data-to="(\w+)"', picture))
    imports = {
        (package_of(module), package_of(other))
        for module in modules_of_packages()
        for other in own_imports()[module] - {PUBLIC_FACE}
        if package_of(module) != package_of(other)
    }
    reachable = set(arrows)
    for middle in PACKAGES:
        ways_in, ways_out = ({a for a, b in reachable if b == middle}, {b for a, b in reachable if a == middle})
        reachable |= {(a, b) for a in ways_in for b in ways_out}

    assert set(re.findall(r'class="package"[^>]*>(\w+)<', picture)) == set(PRESENT)
    assert arrows <= imports <= reachable


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Inside a package, too, imports go in one direction."""
    TopologicalSorter(own_imports()).prepare()


def test_only_the_command_line_imports_the_public_face() -> None:
    """The names of `import passline` are for the users of the project and for its command line."""
    importers = [module for module, others in own_imports().items() if PUBLIC_FACE in others]

    assert {package_of(module) for module in importers} <= {"cli"}


@pytest.mark.parametrize("package", PRESENT)
def test_a_package_says_its_subject_in_one_sentence(package: str) -> None:
    """Its `__init__` is a docstring of one sentence, and no code."""
    tree = ast.parse((SOURCE / package / "__init__.py").read_text("utf-8"))
    docstring = ast.get_docstring(tree) or ""

    assert len(tree.body) == 1
    assert re.fullmatch(r"[A-Z][^.\n]*[.]", docstring)


def test_the_packages_that_settle_bets_import_no_numeric_library() -> None:
    importing = [
        f"{module} imports {name}"
        for module in ["passline.errors", *modules_of_packages()]
        for name in read_imports()[module]
        if package_of(module) in PURE_PACKAGES
        if name.split(".")[0] in NUMERIC_LIBRARIES
    ]

    assert not importing


def test_a_payout_is_answered_without_numeric_libraries() -> None:
    """`passline.pay` in a new interpreter loads neither NumPy nor any other library that takes long to import."""
    code = (
        "import datetime, sys, passline, passline.house.house\n"
        "passline.house.house.today = lambda: datetime.date(2026, 1, 15)\n"
        "house = passline.open_house('crapless')\n"
        "assert passline.pay(house, 'Horn Bet', 20_00, '6-6').net == 135_00\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert "passline" in run.stdout.split()
    assert not NUMERIC_LIBRARIES & set(run.stdout.split())


def test_no_package_has_a_name_of_the_public_face() -> None:
    """`passline.strategy` is a function, so the package is `strategies`."""
    assert not set(PACKAGES) & set(passline.__all__)


def test_only_the_packages_hold_python_modules() -> None:
    """A folder inside a package holds data, or the pages of the server."""
    folders = {path.parent.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py")}

    assert folders - {".", "serve/pages"} <= set(PACKAGES)


def test_the_test_folders_mirror_the_packages() -> None:
    folders = {path.parent.relative_to(ROOT / "tests").parts[0] for path in (ROOT / "tests").glob("*/**/test_*.py")}

    assert folders - TEST_FOLDERS_OF_NO_PACKAGE <= set(PACKAGES)


def test_no_module_outside_its_folder_names_the_jurisdiction() -> None:
    """Another jurisdiction is another folder of data."""
    naming = [
        path.relative_to(ROOT).as_posix()
        for path in SOURCE.rglob("*.py")
        if SOURCE / "law" / "pennsylvania" not in path.parents
        if "pennsylvania" in path.read_text("utf-8").casefold()
    ]

    assert not naming


def test_every_module_name_says_its_subject() -> None:
    """No module and no test is called `utils`, `helpers` or another name that fits every subject."""
    paths = [path.relative_to(ROOT) for top in (SOURCE, ROOT / "tests") for path in top.rglob("*.py")]
    vague = [path.as_posix() for path in paths if VAGUE_NAMES & {*path.with_suffix("").parts}]

    assert not vague
