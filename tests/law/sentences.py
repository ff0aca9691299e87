"""Parse the sentences of § 623b.6(b): the rolls that win and lose each wager, from the published text alone.

This parser uses neither the data nor the dice of passline. It takes a sentence literally. `WagerText` and `Collection`
apply the readings D3, D4, D6, D14 and A18, and name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from law.published import published, whole
from passline.words.cite import Cite

Faces = tuple[int, int]
Rolls = frozenset[Faces]
EVERY: Rolls = frozenset((first, second) for first in range(1, 7) for second in range(1, 7))

CLAUSE = re.compile(r"(?:An?|In) (?P<bet>.+?),? (?:which )?(?:shall|will) (?P<end>win|lose) if (?P<when>.+)\.")
PLACED = re.compile(r"(?: on the roll)? immediately following placement of the (?P<bet>.+? Bet)\b")
THEN = re.compile(r"(?P<first>.+? is thrown) and (?P<then>that total .+|a 7 is subsequently .+)")
NUMBERS = re.compile(r"\d+")

HARD = re.compile(r"an? total of (?P<total>\d+) is thrown (?P<how>with|without) an? (?P<face>\d) appearing on each die")
MIXED = re.compile(
    r"an? total of (?P<total>\d+) is thrown with an? (?P<one>\d) appearing on one die"
    r" and an? (?P<other>\d) appearing on the other die"
)
OTHERWISE = re.compile(r"an? (?P<total>\d+) is thrown in any other way")
BUT = re.compile(r"any total other than an? (?P<totals>[\d, or]+) is thrown")
TOTALS = re.compile(r"an? (?:total of )?(?P<totals>[\d, or]+) is (?:thrown|rolled|subsequently thrown)")


class Sentence(NamedTuple):
    """One clause about how a wager wins or loses, as printed.

    Attributes:
        cite: The paragraph of the clause.
        end: "win" or "lose".
        first: The event that gives the wager its number, or an empty text.
        on: The events that decide the wager; each is enough.
        before: The events that must not come first.
        joined: The word between these events, if there are several.
        placed: The wager named in "immediately following placement of", or an empty text.
    """

    cite: Cite
    end: str
    first: str
    on: tuple[str, ...]
    before: tuple[str, ...]
    joined: str
    placed: str


class WagerText(NamedTuple):
    """The text about one wager: its paragraph, its printed name, its sentences, and its introduction."""

    cite: Cite
    name: str
    sentences: tuple[Sentence, ...]
    introduction: str

    @property
    def is_off_on_a_come_out_roll(self) -> bool:
        """Whether the wager is inactive on a come out roll; by the reading A18 nothing decides it on that roll."""
        return re.search(r"shall be inactive on (?:a|the) come out roll unless called", self.introduction) is not None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers on which the wager may be made; empty for a wager without a number."""
        if not any("the number on which the wager was placed" in event for s in self.sentences for event in s.on):
            return ()
        listed = re.search(r"\b(?:on|numbers) (\d+(?:, \d+)* (?:or|and) \d+)", self.introduction)
        assert listed is not None, f"{self.cite} lists no numbers"
        return tuple(map(int, NUMBERS.findall(listed[1])))

    @property
    def gets_a_number(self) -> Rolls:
        """The rolls that give the wager a number; empty if no roll does."""
        return frozenset().union(*(means(s.first, self, None) for s in self.sentences if s.first))

    def decided(self, number: int | None) -> dict[Faces, tuple[str, Cite]]:
        """Return the rolls that decide the wager, with the result and the paragraph.

        Args:
            number: The number of the bet, or None.
        """
        decided: dict[Faces, tuple[str, Cite]] = {}
        for sentence in self.sentences:
            if self.gets_a_number and bool(sentence.first) != (number is not None):
                continue  # (A) is about the first roll only, by its words or by the reading D4.
            for event in sentence.on:
                for roll in means(event, self, number):
                    assert roll not in decided, f"{self.cite} decides {roll} twice"
                    decided[roll] = ("won" if sentence.end == "win" else "lost", sentence.cite)
        return decided

    def must_come_before(self, number: int | None) -> Rolls:
        """Return the rolls that a win must come before; by the reading D6 an "or" between them means all of them."""
        return frozenset().union(
            *(
                means(event, self, number)
                for sentence in self.sentences
                if sentence.end == "win" and bool(sentence.first) == (self.gets_a_number != frozenset())
                for event in sentence.before
            )
        )


class Collection(NamedTuple):
    """A wager that wins if all its numbers are thrown before another event; by the reading D14 that event loses it."""

    cite: Cite
    name: str
    numbers: frozenset[int]
    before: Rolls


def totals(*wanted: int) -> Rolls:
    """Return the rolls of some totals."""
    return frozenset(roll for roll in EVERY if sum(roll) in wanted)


def means(event: str, text: WagerText, number: int | None) -> Rolls:
    """Return the rolls on which an event happens."""
    if not event:
        return frozenset()
    if event in {"that total is thrown again", "the number on which the wager was placed is thrown"}:
        assert number is not None, f"{text.cite}: no number is known"
        return totals(number)
    if event == "any other combination is thrown":
        return EVERY - _wins(text, number)
    if form := HARD.fullmatch(event):
        pair = {(int(form["face"]), int(form["face"]))}
        assert pair <= totals(int(form["total"])), f"{text.cite}: {event}"
        return frozenset(pair) if form["how"] == "with" else totals(int(form["total"])) - pair
    if form := MIXED.fullmatch(event):
        one, other = int(form["one"]), int(form["other"])
        assert one + other == int(form["total"]), f"{text.cite}: {event}"
        return frozenset({(one, other), (other, one)})
    if form := OTHERWISE.fullmatch(event):
        return totals(int(form["total"])) - _wins(text, number)
    if form := BUT.fullmatch(event):
        return EVERY - totals(*map(int, NUMBERS.findall(form["totals"])))
    form = TOTALS.fullmatch(event)
    assert form is not None, f"{text.cite}: {event!r} cannot be parsed"
    return totals(*map(int, NUMBERS.findall(form["totals"])))


def _wins(text: WagerText, number: int | None) -> Rolls:
    return frozenset().union(*(means(event, text, number) for s in text.sentences if s.end == "win" for event in s.on))


@cache
def wager_texts() -> tuple[WagerText, ...]:
    """Parse the paragraphs (1) to (34)."""
    paragraphs = published("623b.6")
    lists = [cite for cite in paragraphs if cite.parent == "§ 623b.6(b)" and "(35)" not in cite]
    return tuple(WagerText(cite, _name(cite), tuple(_sentences(cite)), paragraphs[cite].text) for cite in lists)


@cache
def collections() -> tuple[Collection, ...]:
    """Parse the paragraphs within (35)."""
    found = []
    for cite, (text, _) in published("623b.6").items():
        if cite.parent == "§ 623b.6(b)(35)":
            form = re.fullmatch(
                r"An (?P<name>.+), which (?:will|shall) win if all(?: of the)? numbers (?P<ranges>.+) are thrown"
                r" before a (?P<end>\d+) is thrown\.",
                text,
            )
            assert form is not None, f"{cite}: {text!r} cannot be parsed"
            ends = re.findall(r"(\d+) through (\d+)", form["ranges"])
            numbers = frozenset(number for low, high in ends for number in range(int(low), int(high) + 1))
            found.append(Collection(cite, form["name"], numbers, totals(int(form["end"]))))
    return tuple(found)


def _name(cite: Cite) -> str:
    form = re.search(r"winning or losing (.+?) shall be determined as follows:", whole(cite))
    assert form is not None, f"{cite} names no wager"
    return form[1]


def _sentences(cite: Cite) -> Iterator[Sentence]:
    """Parse the clauses of one wager; its introduction ("A Pass Bet shall win if:") precedes each clause."""
    for other, (text, _) in published("623b.6").items():
        if other == cite or not cite.contains(other) or text.endswith(":"):
            continue
        if other.parent == cite:
            yield _sentence(other, text)
        else:
            lead_in = published("623b.6")[other.parent].text.removesuffix(":").removesuffix(" either")
            yield _sentence(other, f"{lead_in} {text[0].lower()}{text[1:]}")


def _sentence(cite: Cite, text: str) -> Sentence:
    clause = CLAUSE.fullmatch(text)
    assert clause is not None, f"{cite}: {text!r} cannot be parsed"
    placed = PLACED.search(clause["when"])
    when = PLACED.sub("", clause["when"])
    two_steps = THEN.fullmatch(when)
    on, *before = (two_steps["then"] if two_steps else when).split(" before ")
    joints = [event.rpartition(" ")[2] for event in before[:-1]]
    return Sentence(
        cite=cite,
        end=clause["end"],
        first=two_steps["first"] if two_steps else "",
        on=tuple(re.split(r" or (?=(?:an?|any|the) )", on)),
        before=tuple(event.removesuffix(" or").removesuffix(" and") for event in before),
        joined=joints[0] if joints else "",
        placed=placed["bet"] if placed else "",
    )
