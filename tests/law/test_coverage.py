"""Coverage of the law: every paragraph that contains a rule is named by the mark of a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from law.published import SECTIONS, deciding, needs_the_texts, published
from passline.law.sections import read_law
from passline.words.cite import Cite

TESTS = sorted(Path(__file__).parent.glob("test_*.py"))
TREES = {path.name: ast.parse(path.read_text("utf-8")) for path in TESTS}


def marks(tree: ast.AST) -> Iterator[str]:
    r"""Yield every paragraph in the marks of a module.

    >>> list(marks(ast.parse("@pytest.mark.law('§ 623b.6(b)(1)', '§ 623b.6(d)(1)')\ndef test_b_1(): ...")))
    ['§ 623b.6(b)(1)', '§ 623b.6(d)(1)']
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.law":
            yield from (ast.literal_eval(paragraph) for paragraph in node.args)


def is_marked(test: ast.FunctionDef, module: ast.Module) -> bool:
    """Return whether a test has a mark, in its decorators or in the table of cases that they name."""
    named = {node.id for decorator in test.decorator_list for node in ast.walk(decorator) if isinstance(node, ast.Name)}
    tables = [
        node.value
        for node in module.body
        if isinstance(node, ast.Assign) and named & {ast.unparse(target) for target in node.targets}
    ]
    return any([*marks(node)] for node in (*test.decorator_list, *tables))


def report(missing: Iterable[Cite]) -> str:
    """Return a list of the paragraphs that no test names, one in each line."""
    return "\n".join(["no test names", *missing])


MARKED = {name: set(marks(tree)) for name, tree in TREES.items()}
NAMED = set().union(*MARKED.values())


def test_every_paragraph_of_the_data_is_named_by_a_test() -> None:
    held = dict.fromkeys(cite for entry in read_law().entries for cite in sorted(entry.names))
    missing = [cite for cite in held if cite not in NAMED]

    assert not missing, report(missing)


@needs_the_texts
def test_every_published_paragraph_that_decides_something_is_named_by_a_test() -> None:
    missing = [cite for cite in deciding() if cite not in NAMED]

    assert not missing, report(missing)


def test_every_mark_is_a_paragraph_as_printed() -> None:
    loose = {mark for mark in NAMED if Cite.parse(mark) != mark}

    assert not loose


def test_every_mark_names_a_paragraph_of_the_data() -> None:
    """A mark may also name a paragraph that contains a paragraph of the data."""
    held = {cite for entry in read_law().entries for cite in entry.names}
    nowhere = {mark for mark in NAMED if not any(Cite(mark).contains(cite) for cite in held)}

    assert not nowhere


@needs_the_texts
def test_every_mark_in_a_published_section_names_a_published_paragraph() -> None:
    printed = {cite for section in SECTIONS for cite in published(section)}
    nowhere = {mark for mark in NAMED if Cite(mark).section in SECTIONS and mark not in printed}

    assert not nowhere


def test_every_test_of_a_paragraph_is_marked() -> None:
    """The files that are named for a section, and the file of the customs, test paragraphs only."""
    unmarked = [
        f"{name}: {node.name}"
        for name, tree in TREES.items()
        if name.startswith("test_623") or name == "test_customs.py"
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not is_marked(node, tree)
    ]

    assert not unmarked


def test_every_reading_has_a_test_named_for_it() -> None:
    names = {node.name for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    untested = [id_ for id_ in read_law().readings if not any(re.match(f"test_{id_.lower()}_", name) for name in names)]

    assert not untested
