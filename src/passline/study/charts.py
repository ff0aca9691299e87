"""Charts, by one specification for a page and for files (.svg, .png, .html)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import altair as alt

from passline.errors import NotationError
from passline.study.writing import whole
from passline.words.chance import decimal, percent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from passline.study.figures import Figure

INK = "#1d3b2a"
FELT = "#2f7d54"
CHALK = "#c9b458"
LABELS = 3
"""The most wagers, or groups of them, that a label names."""
SUFFIXES = (".svg", ".png", ".html")


def edge_chart(rows: Sequence[Figure], *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw the edge of each wager as a bar, cheapest on top; wagers with the same figure share a bar.

    Args:
        rows: Of `figures`.
        title: Of the chart.
        subtitle: Below it; it names the basis.
    """
    data = alt.InlineData(
        values=[
            {"wager": label, "edge": str(decimal(exact * 100, 4)), "label": percent(exact, 2), "kind": kind}
            for label, exact, kind in _bars(rows)
        ]
    )
    order = [bar["wager"] for bar in data.values]
    base = alt.Chart(data).encode(
        y=alt.Y(
            "wager:N",
            sort=order,
            title=None,
            axis=alt.Axis(labelLimit=480, labelPadding=6, ticks=False, domain=False),
        ),
        x=alt.X("edge:Q", title="house edge, %", axis=alt.Axis(grid=True, gridColor="#e8e4d8", domain=False)),
    )
    bars = base.mark_bar(height={"band": 0.72}, cornerRadiusEnd=2).encode(
        color=alt.Color(
            "kind:N",
            title=None,
            scale=alt.Scale(domain=["one roll", "until decided", "with odds"], range=[CHALK, FELT, INK]),
            legend=alt.Legend(orient="top", direction="horizontal"),
        )
    )
    labels = base.mark_text(align="left", dx=4, color=INK, fontSize=10).encode(text="label:N")
    chart: alt.LayerChart = (
        alt.layer(bars, labels)
        .properties(
            width=520,
            height=alt.Step(17),
            title=alt.TitleParams(title, subtitle=subtitle, anchor="start", offset=12),
        )
        .configure_view(stroke=None)
        .configure_axis(labelFontSize=11, labelColor=INK, titleColor=INK, labelFont="Georgia, serif")
        .configure_title(fontSize=18, subtitleFontSize=12, color=INK, subtitleColor="#5a6b60", font="Georgia, serif")
        .configure(padding=24, background="#fbfaf5")
    )
    return chart


def save(chart: alt.LayerChart, file: str) -> None:
    """Write a chart to a file, by its ending; an .html file stands alone.

    Raises:
        NotationError: Another ending, or a place that cannot be written to.
    """
    path = Path(file)
    if path.suffix not in SUFFIXES:
        message = f"{file}: a chart is written as {', '.join(SUFFIXES)}"
        raise NotationError(message)
    with whole(file) as draft:
        if path.suffix == ".html":
            draft.write_text(chart.to_html(inline=True), encoding="utf-8")
        else:
            chart.save(draft, scale_factor=2 if path.suffix == ".png" else 1)


def as_svg(chart: alt.LayerChart) -> str:
    """Return a chart as SVG text, to be put into a page."""
    import vl_convert  # noqa: PLC0415  Heavy, and needed for reports alone.

    return str(vl_convert.vegalite_to_svg(chart.to_dict()))


def _bars(rows: Sequence[Figure]) -> list[tuple[str, Fraction, str]]:
    """Return a bar for each group of wagers of one kind that cost the same."""
    groups: dict[tuple[Fraction, str], list[str]] = {}
    for row in rows:
        kind = "with odds" if row.edge.odds else "one roll" if row.edge.mean_rolls == 1 else "until decided"
        groups.setdefault((row.cost, kind), []).append(row.name)
    return [(_label(names), exact, kind) for (exact, kind), names in groups.items()]


def _label(names: list[str]) -> str:
    """Name a group: wagers that differ in their number alone together, and no more than a line of them."""
    stems: dict[str, list[str]] = {}
    for name in names:
        word = name.removesuffix(" Bet").removesuffix(" Wager")
        stem, _, number = word.rpartition(" ")
        stems.setdefault(stem if number.isdecimal() else word, []).extend([number] if number.isdecimal() else [])
    labels = [f"{stem} {', '.join(numbers)}" if numbers else stem for stem, numbers in stems.items()]
    shown = labels if len(labels) <= LABELS else labels[: LABELS - 1]
    return "; ".join(shown) + (f" and {len(labels) - len(shown)} more" if len(shown) < len(labels) else "")
