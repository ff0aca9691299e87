"""The floors of the house, held against what its modules import."""

import ast
from collections.abc import Container, Iterator, Mapping
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "passline"

# The floors from the ground up, and the nouns that live on each. A noun that is missing is drawn here first.
FLOORS = {
    "words": "cite dice odds money probability frozen_dict text_file atomic_file",
    "law": "wagers sections names games",
    "house": "submission house",
    "table": "ledger layout settle events acts bets shooter roll table pay facts notation script",
    "odds": "markov_chain wager_edge hand_length",
    "strategies": "protocol combine plan conditions orders parser notation",
    "machines": "lint wager_totals machine cache terms",
    "simulation": "random_stream kernel tally dice_files table_play simulate cluster",
    "sessions": "transitions kernel distribution ruin long_run moments portfolio player_mix convolution",
    "reports": "odds_rows tally_rows session_rows charts submission_report",
    "records": "journal audit fairness",
    "serve": "store service api",
    "cli": "app options printing prompt terms files figures progress play pay odds simulate strategy session session_text "
    "audit fairness law check serve",
}
HEIGHT = {floor: height for height, floor in enumerate(FLOORS)}

FACE = "passline"
PAGES = "passline.serve.pages"  # one page a module, so its modules are not drawn one by one
DRAWN = {FACE, "passline.errors", PAGES}
DRAWN |= {f"passline.{floor}" for floor in FLOORS}
DRAWN |= {f"passline.{floor}.{noun}" for floor, nouns in FLOORS.items() for noun in nouns.split()}

FOLDERS = {*FLOORS, "law/pennsylvania", "house/examples", "strategies/library", "serve/pages"}

SAY_NOTHING = {"util", "utils", "helper", "helpers", "common", "core", "base"}
SAY_NOTHING |= {"manager", "handler", "engine", "types", "models"}


def asked(code: str, package: str) -> Iterator[str]:
    r"""Give the full name of everything that *code*, a module in *package*, imports, wherever in it that happens.

    >>> list(asked("import passline.words\ndef draw(): from .dice import Roll", "passline.words"))
    ['passline.words', 'passline.words.dice.Roll']
    """
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                origin = resolve_name("." * level + (module or ""), package)
                yield from (f"{origin}.{alias.name}" for alias in names)


def found(name: str, modules: Container[str]) -> str | None:
    """Find the module that *name* names or is a part of, or None if it is none of ours.

    >>> found("passline.words.dice.Roll", {"passline", "passline.words.dice"})
    'passline.words.dice'
    """
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def leans() -> dict[str, set[str]]:
    """Read which modules of ours each module imports."""
    paths = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        paths[".".join(part for part in parts if part != "__init__")] = path

    names = {
        module: asked(path.read_text("utf-8"), module if path.stem == "__init__" else module.rpartition(".")[0])
        for module, path in paths.items()
    }
    return {
        module: {other for name in asks if (other := found(name, paths)) and other != module}
        for module, asks in names.items()
    }


def height(module: str) -> int:
    """Say how high the floor of *module* is; errors are on the floor of words.

    >>> height("passline.errors"), height("passline.words.dice"), height("passline.law.wagers")
    (0, 0, 1)
    """
    floor = module.split(".")[1]
    return HEIGHT["words" if floor == "errors" else floor]


def looking_up(leans: Mapping[str, set[str]]) -> list[str]:
    """List who imports from a floor above; the face is on no floor, and is asked about apart.

    >>> looking_up({"passline.words.dice": {"passline.law.wagers"}, "passline.law.wagers": {"passline.errors"}})
    ['passline.words.dice looks up at passline.law.wagers']
    """
    return [
        f"{module} looks up at {other}"
        for module, others in leans.items()
        for other in sorted(others)
        if FACE not in {module, other} and height(other) > height(module)
    ]


LEANS = leans()


def test_no_module_looks_up() -> None:
    """A module imports from its own floor and the floors below it."""
    assert not looking_up(LEANS)


def test_no_two_modules_lean_on_each_other() -> None:
    """Imports go in one direction, on one floor too."""
    TopologicalSorter(LEANS).prepare()


def test_only_the_command_line_looks_at_the_face() -> None:
    """What `import passline` offers is for people outside and for the command line."""
    staring = [module for module, others in LEANS.items() if FACE in others and not module.startswith("passline.cli")]

    assert not staring


def test_every_module_is_drawn() -> None:
    """A module is one of the nouns drawn for its floor."""
    strangers = [module for module in LEANS if module not in DRAWN and not module.startswith(f"{PAGES}.")]

    assert not strangers


def test_every_folder_is_drawn() -> None:
    """A folder is a floor, or holds the data or the pages of one."""
    files = [path.relative_to(SOURCE) for path in SOURCE.rglob("*") if path.is_file()]
    folders = {path.parent.as_posix() for path in files if "__pycache__" not in path.parts}
    strangers = folders - {".", *FOLDERS}

    assert not strangers


def test_no_module_names_the_jurisdiction() -> None:
    """Another jurisdiction is another folder of data."""
    naming = [
        path.relative_to(ROOT).as_posix()
        for path in SOURCE.rglob("*.py")
        if SOURCE / "law" / "pennsylvania" not in path.parents
        if "pennsylvania" in path.read_text("utf-8").casefold()
    ]

    assert not naming


def test_no_name_says_nothing() -> None:
    """A module is named for what it knows."""
    paths = [path.relative_to(ROOT) for top in (SOURCE, ROOT / "tests") for path in top.rglob("*.py")]
    mute = [path.as_posix() for path in paths if SAY_NOTHING & {*path.with_suffix("").parts}]

    assert not mute
