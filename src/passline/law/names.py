"""The names of wagers: the law's names, and the trade's names, which are read but not printed."""

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
class WagerNames:
    """The names of all wagers.

    Attributes:
        canonical_names: Every known name, normalized, with the canonical name of its wager.
        not_a_wager: Names, normalized, of bets that the law does not authorize, each with an alternative.
    """

    canonical_names: Mapping[str, str]
    not_a_wager: Mapping[str, str]

    def canonical(self, words: str) -> str | None:
        """Return the canonical name of the wager of any game that is named by *words*, or None if there is none.

        "odds on" precedes a name, and a number follows it, as in the notation of play.
        """
        form = normalize(words)
        if form.startswith(ODDS_ON):
            supported = self.canonical(form.removeprefix(ODDS_ON))
            return supported and self.canonical_names.get(ODDS_ON + normalize(supported))
        for tried in (form, form.removesuffix(" bet"), form.removesuffix(" wager")):
            if tried in self.canonical_names:
                return self.canonical_names[tried]
        return None

    def alternative(self, words: str) -> str | None:
        """Return advice on what to bet instead of a bet that only other places offer, or None for unknown names."""
        form = normalize(words)
        return self.not_a_wager.get(form) or self.not_a_wager.get(form.removesuffix(" bet"))

    def nearest(self, words: str) -> list[str]:
        """Return up to three canonical names that are most similar to *words*."""
        near = get_close_matches(normalize(words)[:60], self.canonical_names, n=6)
        return list(dict.fromkeys(self.canonical_names[form] for form in near))[:3]


def wager_names(law: Law) -> WagerNames:
    """Return the names of every wager of every game of *law*."""
    official: dict[str, str] = {}
    for section in law.sections.values():
        for row in section.wager:
            for number in row.each_number:
                official |= {normalize(form): _on(row.each or row.name, number) for form in _forms(row, number)}
        official |= {normalize(row.name): row.name for row in section.supplemental}
    slang: dict[str, str] = {}
    for canonical, forms in law.slang["names"].items():
        for number in TOTALS if "{number}" in canonical else (None,):
            name = _on(canonical, number)
            if normalize(name) in official:
                slang |= {normalize(_on(form, number)): name for form in forms}
    return WagerNames(slang | official, {normalize(form): why for form, why in law.slang["not_a_wager"].items()})


def normalize(words: str) -> str:
    """Return *words* in the form that is used to compare names."""
    return " ".join(words.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold().split())


def _forms(row: WagerRow, number: int | None) -> Iterator[str]:
    each = row.each or row.name
    yield _on(each, number)
    for also in row.also:
        yield _on(each.replace(row.name, also), number)


def _on(form: str, number: int | None) -> str:
    return form if number is None else form.format(number=number)
