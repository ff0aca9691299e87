"""The report of a submission: its choices with their paragraphs, what every wager costs, and what it leans on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from passline.errors import CrapsError, NotationError
from passline.law.sections import read_law
from passline.odds.hand_length import hand_length
from passline.odds.wager_edge import edge
from passline.reports.charts import as_svg, edge_chart
from passline.words.atomic_file import whole
from passline.words.money import cents, dollars
from passline.words.probability import decimal, percent, root

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from passline.house.house import House
    from passline.house.submission import VigorishPart
    from passline.reports.odds_rows import WagerRow
    from passline.words.money import Cents

LONGEST = 12
"""The longest fraction that is printed, in characters; a longer one is found by `passline odds WAGER`."""


@dataclass(frozen=True)
class Share:
    """The handle on one wager, in cents, and what the house wins of it in the mean."""

    wager: str
    handle: Cents
    edge: Fraction

    @property
    def win(self) -> Fraction:
        """The mean win, in cents."""
        return self.handle * self.edge


@dataclass(frozen=True)
class Mix:
    """The handle of all wagers of a file, and what the house holds of it."""

    file: str
    parts: tuple[Share, ...]

    @property
    def handle(self) -> Cents:
        """All that was wagered, in cents."""
        return sum(part.handle for part in self.parts)

    @property
    def win(self) -> Fraction:
        """The mean win, in cents."""
        return sum((part.win for part in self.parts), Fraction(0))

    @property
    def hold(self) -> Fraction:
        """The mean win per unit wagered."""
        return self.win / self.handle


def write_report(house: House, rows: Sequence[WagerRow], file: str, *, handle: str | None = None) -> None:
    """Write the report of a house's submission to one self-contained .html file.

    Args:
        house: The house.
        rows: Of `figures`.
        file: Where to.
        handle: A CSV file with the columns wager and handle, in dollars.

    Raises:
        NotationError: The file cannot be written, or the handle cannot be read.
        NotOffered, UnknownWager: The handle names a wager that the house does not have; that nobody has.
    """
    mix = read_mix(house, handle) if handle else None
    page = _page(house, rows, mix)
    with whole(file) as draft:
        draft.write_text(page, encoding="utf-8")


def read_mix(house: House, file: str) -> Mix:
    """Read the handle of each wager from a CSV file with the columns wager and handle, in dollars.

    Raises:
        NotationError: The file cannot be read; the message says which row is wrong.
        NotOffered, UnknownWager: It names a wager that the house does not have; that nobody has.
    """
    try:
        table = pl.read_csv(file, infer_schema=False)
    except (OSError, pl.exceptions.PolarsError) as error:
        message = f"{file}: no handle can be read there ({str(error).splitlines()[0]})"
        raise NotationError(message) from None
    if table.columns != ["wager", "handle"] or table.is_empty():
        columns = ", ".join(table.columns)
        message = f"{file}: the columns are {columns}; wager and handle, and a row for each wager, are asked for"
        raise NotationError(message)
    parts: dict[str, Share] = {}
    for number, (wager, amount) in enumerate(table.rows(), start=2):
        try:
            name = house.find(wager or "").name
            if name in parts:
                message = f"{name} stands there twice; one row for each wager would do"
                raise NotationError(message)
            parts[name] = Share(name, cents(amount or ""), edge(house, name).per_bet_made)
        except CrapsError as error:
            raise error.at(line=number) from None
    return Mix(Path(file).name, tuple(parts.values()))


def _page(house: House, rows: Sequence[WagerRow], mix: Mix | None) -> str:
    environment = Environment(autoescape=True, trim_blocks=False, undefined=StrictUndefined)
    environment.filters |= {
        "percent": percent,
        "exactly": lambda exact: str(exact) if len(str(exact)) <= LONGEST else "longer",
        "root": lambda exact, places=3: root(exact, places),
        "decimal": lambda exact, places=2: decimal(exact, places),
        "dollars": lambda amount: dollars(round(amount)),
    }
    template = environment.from_string((files(__package__) / "report.html.j2").read_text(encoding="utf-8"))
    subtitle = "edge per bet made; with odds, per total action"
    chart = edge_chart(rows, title="What each wager costs", subtitle=subtitle)
    return template.render(
        house=house,
        sections=_sections(house),
        choices=list(_choices(house)),
        chart=Markup(as_svg(chart)),  # noqa: S704  Drawn here, from figures alone.
        rows=rows,
        mix=mix,
        hand=hand_length(house),
        readings=list(_readings(house)),
    )


def _sections(house: House) -> list[Any]:
    law = read_law()
    cited = {wager.cite.section for wager in house.wagers.values()}
    cited |= {pay.under.section for wager in house.wagers.values() for pay in wager.pays}
    return [law.sections[number].section for number in sorted(cited)]


def _choices(house: House) -> Iterator[Mapping[str, str]]:
    """Yield what the submission states, key by key, with the paragraph that leaves it open."""
    the, submission = house.game, house.submission
    stated = the.rules["submission"]
    table = submission.table
    yield _choice("game", the.name, the.cite)
    yield _choice("optional wagers offered", ", ".join(submission.house.offers) or "none", stated)
    yield _choice("minimum", dollars(table.minimum), stated)
    yield _choice("minimum of a proposition", dollars(table.proposition_minimum), stated)
    yield _choice("posted maximum", dollars(table.maximum), the.rules["maximum"])
    yield _choice("smallest chip", dollars(table.smallest_chip), stated)
    yield _choice("payouts that are not whole chips", _PAYOUTS[table.payouts], house.under("A13"))
    yield _choice("odds that are taken", _caps(submission.supplemental.take), the.cap.under)
    if submission.supplemental.lay is not None:
        yield _choice("odds that are laid, by what they win", _caps(submission.supplemental.lay), the.cap.under)
    for family, part in submission.vigorish.items():
        yield _choice(f"vigorish on a {family}", _vigorish(part), the.vigorish[family].under)
    for family, name in submission.pay_tables.items():
        yield _choice(f"pay table of the {family}", name, the.pay_tables[family][0])


_PAYOUTS = {
    "refuse": "a stake that would not be paid in whole chips is refused",
    "exact": "paid to the cent",
    "down": "rounded down, the breakage booked",
}


def _choice(key: str, stated: str, under: str) -> Mapping[str, str]:
    return {"key": key, "stated": stated, "under": under}


def _caps(caps: Fraction | Mapping[int, Fraction]) -> str:
    if isinstance(caps, Fraction):
        return f"{caps} times"
    return ", ".join(f"{number}: {times} times" for number, times in caps.items())


def _vigorish(part: VigorishPart) -> str:
    moments = [
        f"{how} on {', '.join(map(str, numbers))}"
        for how, numbers in (("when made", part.when_made), (f"of the {part.base} on a win", part.on_a_win))
        if numbers
    ]
    return f"{percent(part.vigorish, 1)} {' and '.join(moments) or 'on no number'}, {part.rounding or ''}".rstrip(", ")


def _readings(house: House) -> Iterator[Mapping[str, str]]:
    """Yield the readings and customs that bear on the game, and where the submission departs from one."""
    for id_, (cite, reading) in house.game.readings.items():
        departs = [
            f"{choice.key} is {house.takes[choice.key]}"
            for choice in reading.choices
            if house.takes[choice.key] != choice.options[0]
        ]
        yield {
            "id": id_,
            "read": reading.read,
            "authority": reading.authority,
            "cite": cite,
            "departs": ", ".join(departs),
        }
