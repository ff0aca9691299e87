"""What every wager costs, counted from `settle` over the 36 rolls and compared with published exact edges."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from passline.house.house import House
from passline.law.wagers import Wager
from passline.play.layout import Bet
from passline.play.settle import settle, vigorish_when_made
from passline.play.shooter import puck
from passline.words.dice import EVERY_ROLL, Roll
from says import CRAPLESS, CRAPS, MINI_CRAPS
from strategies import example, house_of

State = TypeVar("State", bound=Hashable)
Table = tuple[Bet | None, int | None]
Moves = Callable[[State], list[tuple[Fraction, State | None]]]

with (Path(__file__).parent / "oracles" / "edges.tsv").open(encoding="utf-8", newline="") as published:
    EDGES = list(csv.DictReader(published, delimiter="\t"))


def expected(start: State, moves: Moves[State]) -> Fraction:
    """Return what is gained on average until the end of an absorbing chain, by eliminating one state after another.

    *moves* gives, for each of 36 equally likely rolls, the gain and the next state, or None at the end.
    """
    gains: dict[State, Fraction] = {}
    goes: dict[State, dict[State, Fraction]] = {}
    comes: defaultdict[State, set[State]] = defaultdict(set)
    found = [start]
    for state in found:
        gains[state], goes[state] = Fraction(0), defaultdict(Fraction)
        for gain, following in moves(state):
            gains[state] += gain / 36
            if following is not None:
                goes[state][following] += Fraction(1, 36)
                if following not in comes and following != start:
                    found.append(following)
                comes[following].add(state)
    for state in reversed(found):
        out = goes[state]
        stays = 1 - out.pop(state, Fraction(0))
        gains[state] /= stays
        for following in out:
            out[following] /= stays
            comes[following].add(state)
        for earlier in comes[state] - {state}:
            share = goes[earlier].pop(state, Fraction(0))
            gains[earlier] += share * gains[state]
            for following, chance in out.items():
                goes[earlier][following] += share * chance
                comes[following].add(earlier)
    return gains[start]


def cost(house: House, name: str, *, number: int | None = None, standoff_ends: bool = False) -> Fraction:
    """Return the edge of a wager for each bet decided: what a bet of it loses on average, as a part of the bet."""
    wager = house.wagers[name]
    first = Bet("alice", wager, 100 * wager.step(number), number)

    def moves(state: Table) -> list[tuple[Fraction, Table | None]]:
        return [_one_roll(house, state, roll, standoff_ends=standoff_ends) for roll in EVERY_ROLL]

    start: Table = (first, _point_of(house, wager, number))
    return -expected(start, moves) / first.amount


def _point_of(house: House, wager: Wager, number: int | None) -> int | None:
    """Return a point at which a bet is made: none for bets on the line and bets that gather."""
    if wager.made in {"immediately prior to the come out roll", "before the shooter's first point"}:
        return None
    on_the_line = wager.supports is not None and not wager.travels
    return number if on_the_line else next(p for p in house.line.stages if p not in {None, number})


def _one_roll(house: House, state: Table, roll: Roll, *, standoff_ends: bool) -> tuple[Fraction, Table | None]:
    bet, point = state
    assert bet is not None
    settled = settle(bet, roll, point=point)
    over = settled.result in {"won", "lost"} or (standoff_ends and settled.result == "stood off")
    if over:
        return settled.net, None
    follows_the_puck = bet.wager.made in {"immediately prior to the come out roll", "before the shooter's first point"}
    gathers_throws = bet.wager.collects is not None and bet.wager.collects.when == "thrown"
    moved = puck(house, point, roll).point if follows_the_puck and not gathers_throws else point
    return Fraction(0), (settled.left, moved)


@cache
def the_house(game: str, how: str) -> House:
    """Return a house of a game with the vigorish, exact, and the pay table that a row speaks of."""
    plain = {"craps": CRAPS, "mini-craps": MINI_CRAPS, "crapless": CRAPLESS}
    if how in {"plain", "standoff ends it"}:
        return plain[game]
    text = example(game).replace('rounding  = "down"', 'rounding  = "exact"')
    numbers = "[4, 5, 6, 8, 9, 10]" if game == "craps" else "[2, 3, 4, 5, 6, 8, 9, 10, 11, 12]"
    base = "amount won" if how == "vigorish on a win, of the win" else "amount wagered"
    lines = []
    for line in text.splitlines():
        key = line.split("=")[0].strip()
        if key == "when_made":
            lines.append(f"when_made = {numbers if how == 'vigorish when made' else '[]'}")
        elif key == "on_a_win":
            lines.append(f"on_a_win = {'[]' if how == 'vigorish when made' else numbers}")
        elif key == "pay_table":
            lines.append(f'pay_table = "{how[-1]}"' if how.startswith("pay table") else line)
        elif line.startswith("[lay_bets]"):
            lines += [line, 'base = "amount won"']
        elif key == "base":
            lines.append(f'base = "{base}"')
        else:
            lines.append(line)
    return house_of("\n".join(lines))


@pytest.mark.parametrize("row", EDGES, ids=lambda row: f"{row['game']}-{row['wager']}-{row['how']}")
def test_the_edge_is_the_published_one(row: dict[str, str]) -> None:
    """Counted roll by roll, each wager costs exactly what is published, or rounds to it where only that is."""
    house = the_house(row["game"], row["how"])
    numbers = [n for n in house.line.stages if n is not None] if row["wager"].startswith("odds on") else [None]
    for number in numbers:
        edge = cost(house, row["wager"], number=number, standoff_ends=row["how"] == "standoff ends it")
        if row["edge"].endswith("%"):
            assert f"{round(edge * 1_000_000):06}" == row["edge"].strip("%").replace(".", "")
        else:
            assert edge == Fraction(row["edge"])


@pytest.mark.parametrize("house", [CRAPS, CRAPLESS], ids=lambda house: house.source)
def test_every_wager_has_a_published_edge(house: House) -> None:
    """No wager of either game is left out of the table."""
    assert {row["wager"] for row in EDGES if row["game"] == house.source} == house.wagers.keys()


def test_sources_are_named() -> None:
    """Each row says where its figure is from."""
    assert all(row["source"] for row in EDGES)
    assert len({(row["wager"], row["game"], row["how"]) for row in EDGES}) == len(EDGES)


@pytest.mark.parametrize(
    ("name", "chance"),
    [
        ("All Small Wager", Fraction(20049, 760760)),
        ("All Tall Wager", Fraction(20049, 760760)),
        ("All Or Nothing At All Wager", Fraction(126538525259, 24067258815600)),
    ],
)
def test_the_chance_of_bonus_craps(name: str, chance: Fraction) -> None:
    """All the numbers come before any 7 as often as computed apart from this project."""
    for house in (CRAPS, CRAPLESS):
        (pays,) = house.wagers[name].odds()

        assert 1 - cost(house, name) == chance * (pays.pays + 1)


@pytest.mark.parametrize(
    ("house", "mean"),
    [(CRAPS, Fraction(1671, 196)), (MINI_CRAPS, Fraction(1671, 196)), (CRAPLESS, Fraction(57678, 7303))],
    ids=lambda value: getattr(value, "source", ""),
)
def test_the_length_of_a_hand(house: House, mean: Fraction) -> None:
    """A shooter's hand lasts 1671/196 rolls on average in Craps (Ethier and Hoppe), 57678/7303 in Crapless Craps."""

    def moves(state: tuple[int | None]) -> list[tuple[Fraction, tuple[int | None] | None]]:
        moved = [puck(house, state[0], roll) for roll in EVERY_ROLL]
        return [(Fraction(1), None if m.call == "seven out" else (m.point,)) for m in moved]

    come_out: tuple[int | None] = (None,)
    assert expected(come_out, moves) == mean


def test_the_length_of_a_pass_bet() -> None:
    """A Pass Bet is decided after 557/165 rolls on average."""
    bet = Bet("alice", CRAPS.line, 5_00)

    def moves(state: Bet) -> list[tuple[Fraction, Bet | None]]:
        settled = [settle(state, roll, point=state.number) for roll in EVERY_ROLL]
        return [(Fraction(1), None if s.result in {"won", "lost"} else s.left) for s in settled]

    assert expected(bet, moves) == Fraction(557, 165)


def test_vigorish_in_advance_is_a_part_of_every_loss() -> None:
    """A vigorish taken when the bet is made is gone whether the bet wins or loses."""
    house = the_house("craps", "vigorish when made")
    for wager in house.wagers.values():
        bet = Bet("alice", wager, 100 * wager.step())
        if wager.vigorish:
            results = [settle(bet, roll, point=4) for roll in EVERY_ROLL]
            assert {s.vigorish for s in results if s.result in {"won", "lost"}} == {vigorish_when_made(bet)}
