"""What wagers are called: the law's names, and the trade's, which are read but never written."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from passline.law.wagers import ODDS_ON

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from passline.law.sections import Law, WagerRow

TOTALS: tuple[int | None, ...] = tuple(range(2, 13))


@dataclass(frozen=True)
class Names:
    """The canonical name that words stand for, and the words that stand for no wager, with the reason."""

    called: Mapping[str, str]
    not_a_wager: Mapping[str, str]

    def canonical(self, words: str) -> str | None:
        """Return the canonical name of what *words* call a wager of some game held, or None.

        "odds on" goes in front of a name, and a number after it, as the script writes them.
        """
        form = plain(words)
        if form.startswith(ODDS_ON):
            supported = self.canonical(form.removeprefix(ODDS_ON))
            return supported and self.called.get(ODDS_ON + plain(supported))
        for tried in (form, form.removesuffix(" bet"), form.removesuffix(" wager")):
            if tried in self.called:
                return self.called[tried]
        return None

    def why_not(self, words: str) -> str | None:
        """Return what to bet instead of something that other places offer, or None if it is unheard of."""
        form = plain(words)
        return self.not_a_wager.get(form) or self.not_a_wager.get(form.removesuffix(" bet"))

    def nearest(self, words: str) -> list[str]:
        """Return up to three canonical names that look most like *words*."""
        near = get_close_matches(plain(words)[:60], self.called, n=6)
        return list(dict.fromkeys(self.called[form] for form in near))[:3]


def names(law: Law) -> Names:
    """Gather the names of every wager of every game that *law* holds."""
    called: dict[str, str] = {}
    for section in law.sections.values():
        for row in section.wager:
            for number in row.each_number:
                called |= {plain(form): _on(row.each or row.name, number) for form in _forms(row, number)}
        called |= {plain(row.name): row.name for row in section.supplemental}
    slang: dict[str, str] = {}
    for canonical, forms in law.slang["names"].items():
        for number in TOTALS if "{number}" in canonical else (None,):
            name = _on(canonical, number)
            if plain(name) in called:
                slang |= {plain(_on(form, number)): name for form in forms}
    return Names(slang | called, {plain(form): why for form, why in law.slang["not_a_wager"].items()})


def plain(words: str) -> str:
    """Return *words* in the form in which names are compared."""
    return " ".join(words.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold().split())


def _forms(row: WagerRow, number: int | None) -> Iterator[str]:
    each = row.each or row.name
    yield _on(each, number)
    for also in row.also:
        yield _on(each.replace(row.name, also), number)


def _on(form: str, number: int | None) -> str:
    return form if number is None else form.format(number=number)
