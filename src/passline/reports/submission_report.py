"""The report of a Rules Submission: its choices with their paragraphs, the edge of every wager, and its readings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from passline.law.sections import read_law
from passline.odds.hand_length import hand_length
from passline.odds.wager_edge import edge
from passline.reports.charts import as_svg, edge_chart
from passline.words.atomic_file import atomic_write
from passline.words.cite import Cite, explain_marks
from passline.words.csv_table import Column, faults_of, read_csv_table
from passline.words.money import dollars, parse_dollars
from passline.words.probability import decimal, percent, square_root

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from passline.house.house import House
    from passline.house.submission import VigorishChoices
    from passline.reports.odds_rows import WagerRow
    from passline.words.money import Cents

MAX_FRACTION_LENGTH = 12
"""The longest fraction that is printed, in characters; `passline odds WAGER` prints longer ones."""


@dataclass(frozen=True)
class WagerHandle:
    """The handle on one wager, in cents, and the house's mean win on it."""

    wager: str
    handle: Cents
    edge: Fraction

    @property
    def win(self) -> Fraction:
        """The house's mean win, in cents."""
        return self.handle * self.edge


@dataclass(frozen=True)
class HandleFile:
    """The handle on every wager of a file, and the house's hold on it."""

    file: str
    wagers: tuple[WagerHandle, ...]

    @property
    def handle(self) -> Cents:
        """The total handle, in cents."""
        return sum(each.handle for each in self.wagers)

    @property
    def win(self) -> Fraction:
        """The house's mean win, in cents."""
        return sum((each.win for each in self.wagers), Fraction(0))

    @property
    def hold(self) -> Fraction:
        """The mean win divided by the handle."""
        return self.win / self.handle


def write_report(house: House, rows: Sequence[WagerRow], file: str, *, handle: str | None = None) -> None:
    """Write the report of a house's Rules Submission to one self-contained .html file.

    Args:
        house: The house.
        rows: The rows of `wager_rows`.
        file: The path of the report.
        handle: The path of a CSV file with the columns wager and handle, in dollars.

    Raises:
        NotationError: The report cannot be written, or the handle file cannot be read.
        NotOffered: The handle file names a wager that the house does not offer.
        UnknownWager: The handle file names a wager that no house has.
    """
    page = _page(house, rows, read_handle(house, handle) if handle else None)
    with atomic_write(file) as draft:
        draft.write_text(page, encoding="utf-8")


def read_handle(house: House, file: str) -> HandleFile:
    """Read the handle on each wager from a CSV file with the columns wager and handle, in dollars.

    Raises:
        NotationError: The file cannot be read, or has faults: a wager that the house does not offer, an amount that is
            not one, or two rows for a wager. The message gives all faults, each with its line.
    """
    columns = {
        "wager": Column(lambda _, text: house.find(text).name, "the name of a wager"),
        "handle": Column(lambda _, text: parse_dollars(text), "the sum of all bets on it, like $1000,"),
    }
    wagers: dict[str, WagerHandle] = {}
    faults: list[str] = []
    for line, row in read_csv_table(file, "handle", columns):
        name = row["wager"]
        if name in wagers:
            faults.append(f"line {line}: {name} has two rows; one row for each wager would do")
        wagers[name] = WagerHandle(name, row["handle"], edge(house, name).per_bet_made)
    if faults:
        raise faults_of(file, "handle", faults)
    return HandleFile(Path(file).name, tuple(wagers.values()))


def _page(house: House, rows: Sequence[WagerRow], handle: HandleFile | None) -> str:
    environment = Environment(autoescape=True, trim_blocks=False, undefined=StrictUndefined)
    environment.filters |= {
        "percent": percent,
        "exactly": lambda exact: str(exact) if len(str(exact)) <= MAX_FRACTION_LENGTH else "longer fraction",
        "square_root": lambda exact, places=3: square_root(exact, places),
        "decimal": lambda exact, places=2: decimal(exact, places),
        "dollars": lambda amount: dollars(round(amount)),
        "capitalized": lambda text: text[:1].upper() + text[1:],
    }
    sections = _sections(house)
    reconstructed = [Cite.parse(head.cite).section for head in sections if head.authority == "custom"]
    template = environment.from_string((files(__package__) / "report.html.j2").read_text(encoding="utf-8"))
    chart = edge_chart(rows, title="Edge per bet made", subtitle="with odds, per total action")
    return template.render(
        house=house,
        sections=sections,
        note=explain_marks(reconstructed) if reconstructed else "",
        choices=list(_choices(house)),
        chart=Markup(as_svg(chart)),  # noqa: S704  It is drawn here from numbers.
        rows=rows,
        handle=handle,
        hand=hand_length(house),
        readings=list(_readings(house)),
    )


def _sections(house: House) -> list[Any]:
    law = read_law()
    cited = {wager.cite.section for wager in house.wagers.values()}
    cited |= {pay.under.section for wager in house.wagers.values() for pay in wager.payouts}
    cited |= {
        cite.section for cite in (*house.game.rules.values(), *(cite for cite, _ in house.game.readings.values()))
    }
    return [law.sections[number].section for number in sorted(cited)]


def _choices(house: House) -> Iterator[Mapping[str, str]]:
    """Yield each choice that the submission states, with the paragraph that leaves it to the house."""
    game, submission = house.game, house.submission
    stated = game.rules["submission"]
    table = submission.table
    yield _choice("game", game.name, game.cite)
    yield _choice("optional wagers offered", ", ".join(submission.house.offers) or "none", stated)
    yield _choice("minimum", dollars(table.minimum), stated)
    yield _choice("minimum of a proposition bet", dollars(table.proposition_minimum), stated)
    yield _choice("posted maximum", dollars(table.maximum), game.rules["maximum"])
    yield _choice("smallest chip", dollars(table.smallest_chip), stated)
    yield _choice("payouts that are not whole chips", _PAYOUTS[table.payouts], house.under("whole chips"))
    yield _choice("maximum odds taken", _caps(submission.supplemental.take), game.odds_limit.under)
    if submission.supplemental.lay is not None:
        yield _choice(
            "maximum odds laid, by the amount they win",
            _caps(submission.supplemental.lay),
            game.odds_limit.under,
        )
    for family, part in submission.vigorish.items():
        yield _choice(f"vigorish on a {family}", _vigorish(part), game.vigorish[family].under)
    for family, name in submission.pay_tables.items():
        yield _choice(f"pay table of the {family}", name, game.pay_tables[family][0])


_PAYOUTS = {
    "refuse": "stakes that would not be paid in whole chips are refused",
    "exact": "paid exactly, to the cent",
    "down": "rounded down, and the rest recorded as breakage",
}
_ROUNDING = {"exact": "not rounded", "down": "rounded down to whole chips"}


def _choice(key: str, stated: str, under: Cite) -> Mapping[str, str]:
    return {"key": key, "stated": stated, "under": under}


def _caps(caps: Fraction | Mapping[int, Fraction]) -> str:
    if isinstance(caps, Fraction):
        return f"{caps} times"
    return ", ".join(f"{number}: {times} times" for number, times in caps.items())


def _vigorish(part: VigorishChoices) -> str:
    """Return the vigorish, the numbers on which it is collected, and its rounding, in words."""
    parts = [
        f"collected {moment}, for {', '.join(map(str, numbers))}"
        for moment, numbers in (
            ("when the bet is made", part.when_made),
            (f"when the bet wins, on the {part.base}", part.on_a_win),
        )
        if numbers
    ]
    rounding = [_ROUNDING[part.rounding]] if part.rounding else []
    return "; ".join([percent(part.vigorish, 1), *(parts or ["not collected"]), *rounding])


def _readings(house: House) -> Iterator[Mapping[str, str]]:
    """Yield the readings and customs that apply to the game, with the submission's choices that differ from them."""
    for id_, (cite, reading) in house.game.readings.items():
        differing = [
            f"{choice.key} is {house.choices[choice.key]}"
            for choice in reading.choices
            if house.choices[choice.key] != choice.options[0]
        ]
        yield {
            "id": id_,
            "text": reading.text or "",
            "read": reading.read,
            "authority": reading.authority,
            "cite": cite,
            "differing": ", ".join(differing),
        }
