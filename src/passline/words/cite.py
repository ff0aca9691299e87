"""Citations of paragraphs of the law: parse, print, mark and compare them.

Some sections were not available as published, so their paragraphs are reconstructed. Wherever such a citation is
printed, it bears a mark, and a note below explains the mark.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, Self

from passline.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

Authority = Literal["law", "submission", "reading", "custom", "published"]
"""The source of an entry of the law, or of a paragraph."""
MARK = "*"
"""The mark of a citation of a reconstructed paragraph."""

_FORM = re.compile(
    r"(?:.*§\s*)?(?P<section>[0-9]+[a-z]?\.[0-9]+)?\s*(?P<path>(?:\([0-9A-Za-z]{1,5}\)\s*)*)[*]?", re.DOTALL
)
_IN_TEXT = re.compile(r"(?<![\w.])(?P<section>[0-9]+[a-z]?\.[0-9]+)(?P<path>(?:\([0-9A-Za-z]{1,5}\))*)(?P<mark>[*]?)")


class Cite(str):
    """The citation of a paragraph.

    A citation is a text, so it sorts, compares and is stored as one. `parse` accepts other ways of writing it.

    Attributes:
        authority: "law" if the published text of its section is in the data, "custom" if it is reconstructed.

    >>> Cite.parse("58 Pa. Code § 623b.6 (b)(3)(i)")
    '§ 623b.6(b)(3)(i)'
    >>> Cite.parse("(b)(3)", section="623b.6").parent
    '§ 623b.6(b)'
    >>> Cite.parse("623a.3(a)(1)", authority="custom").marked
    '§ 623a.3(a)(1)*'
    """

    __slots__ = ("authority",)
    authority: Authority

    def __new__(cls, text: str, authority: Authority = "law") -> Self:
        """Take the printed form, without a mark."""
        cite = super().__new__(cls, text)
        cite.authority = authority
        return cite

    @classmethod
    def parse(cls, text: str, *, section: str | None = None, authority: Authority = "law") -> Self:
        """Read a citation, with or without its code, its sign, its blanks and its mark.

        Args:
            text: Such as "§ 623b.6(b)(16)", "623b.6(b)(16)", or "(b)(16)" within a section.
            section: The number of the section that a bare path belongs to.
            authority: The authority of the section.

        Raises:
            NotationError: The words are not a citation, or name no section.
        """
        form = _FORM.fullmatch(text.strip())
        number = form and (form["section"] or section)
        if form is None or not number:
            message = f"{_short(text)} is not a citation; write it like § 623b.6(b)(16)"
            raise NotationError(message)
        return cls(f"§ {number}{''.join(form['path'].split())}", authority)

    @property
    def is_reconstructed(self) -> bool:
        """Whether the published text of the section was not available."""
        return self.authority == "custom"

    @property
    def marked(self) -> str:
        """The printed form, with the mark if the paragraph is reconstructed."""
        return f"{self}{MARK}" if self.is_reconstructed else str(self)

    @property
    def explained(self) -> str:
        """The printed form for a message of one line, in which no note follows: the mark is explained at once."""
        return f"{self.marked}, reconstructed" if self.is_reconstructed else str(self)

    @property
    def section(self) -> str:
        """The number of the section, such as "623b.6"."""
        return self[2:].partition("(")[0]

    @property
    def path(self) -> tuple[str, ...]:
        """The steps below the section, such as ("b", "3", "i")."""
        return tuple(re.findall(r"\(([0-9A-Za-z]+)\)", self))

    @property
    def parent(self) -> Cite:
        """The paragraph that contains this one; a section is its own parent."""
        return Cite(self[: self.rindex("(")] if "(" in self else self, self.authority)

    def contains(self, other: Cite) -> bool:
        """Return whether *other* is this paragraph or a part of it."""
        return self.section == other.section and other.path[: len(self.path)] == self.path


def mark_citations(text: str, reconstructed: Container[str]) -> str:
    """Mark the citations in a text.

    Args:
        text: The text.
        reconstructed: The numbers of the reconstructed sections.

    >>> mark_citations("as in § 623a.5(a) and § 623a.3(a)(1)", {"623a.3"})
    'as in § 623a.5(a) and § 623a.3(a)(1)*'
    """
    return _IN_TEXT.sub(lambda found: found[0].rstrip(MARK) + MARK * (found["section"] in reconstructed), text)


def marked_sections(text: str) -> set[str]:
    """Return the numbers of the sections of the marked citations in a text."""
    return {found["section"] for found in _IN_TEXT.finditer(text) if found["mark"]} if MARK in text else set()


def explain_marks(sections: Iterable[str]) -> str:
    """Return the note that explains the marks of citations.

    Args:
        sections: The numbers of the sections of these citations, at least one.

    >>> explain_marks(marked_sections("Pass Bet  § 623a.3(a)(1)*"))
    '* § 623a.3 is reconstructed: its published text was not available.'
    """
    *others, last = sorted(sections, key=_section_order)
    if others:
        return f"{MARK} §§ {', '.join(others)} and {last} are reconstructed: their published text was not available."
    return f"{MARK} § {last} is reconstructed: its published text was not available."


def _section_order(number: str) -> tuple[str, int]:
    chapter, _, section = number.partition(".")
    return chapter, int(section)


def _short(text: str) -> str:
    return repr(text[:40])
