"""Citations of paragraphs of the law: parse, print and compare them."""

from __future__ import annotations

import re

from passline.errors import NotationError

_FORM = re.compile(r"(?:.*§\s*)?(?P<section>[0-9]+[a-z]?\.[0-9]+)?\s*(?P<path>(?:\([0-9A-Za-z]{1,5}\)\s*)*)", re.DOTALL)


class Cite(str):
    """A paragraph, always in its printed form.

    A citation is a piece of text like any other, so it prints, sorts and travels as one;
    it is made by `parse`, which accepts the looser ways of writing it.

    >>> Cite.parse("58 Pa. Code § 623b.6 (b)(3)(i)")
    '§ 623b.6(b)(3)(i)'
    >>> Cite.parse("(b)(3)", section="623b.6").parent
    '§ 623b.6(b)'
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str, *, section: str | None = None) -> Cite:
        """Read a citation, with or without its code, its sign and its blanks.

        Args:
            text: Such as "§ 623b.6(b)(16)", "623b.6(b)(16)", or "(b)(16)" within a section.
            section: The number of the section that a bare path belongs to.

        Raises:
            NotationError: The words are not a citation, or name no section.
        """
        form = _FORM.fullmatch(text.strip())
        number = form and (form["section"] or section)
        if form is None or not number:
            message = f"{_short(text)} is not a citation; write it like § 623b.6(b)(16)"
            raise NotationError(message)
        return cls(f"§ {number}{''.join(form['path'].split())}")

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
        return Cite(self[: self.rindex("(")] if "(" in self else self)

    def contains(self, other: Cite) -> bool:
        """Return whether *other* is this paragraph or a part of it."""
        return self.section == other.section and other.path[: len(self.path)] == self.path


def _short(text: str) -> str:
    return repr(text[:40])
