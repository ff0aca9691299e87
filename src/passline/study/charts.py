"""Charts, by one specification for a page and for files (.svg, .png, .html)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import altair as alt

from passline.errors import NotationError
from passline.study.tables import SHARES, bins, quantiles, share_error
from passline.study.tally import quantile
from passline.study.writing import whole
from passline.words.chance import decimal, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passline.study.figures import Figure
    from passline.study.tables import Bin
    from passline.study.tally import Comparison, Tally

INK = "#1d3b2a"
FELT = "#2f7d54"
CHALK = "#c9b458"
LABELS = 3
"""The most wagers, or groups of them, that a label names."""
SUFFIXES = (".svg", ".png", ".html")
PAPER, GRID = "#fbfaf5", "#e8e4d8"
PALETTE = [FELT, CHALK, INK, "#a8442f", "#4a6fa5", "#8a5a83"]
"""The colours of several strategies."""
WIDTH = 520
ONE_DOLLAR = 1_00
MOST_BINS = 48
"""The most columns of a chart of final rails."""
HALF = Fraction(1, 2)
MARKED = (Fraction(1, 20), Fraction(1, 4), HALF, Fraction(3, 4), Fraction(19, 20))
"""The shares of sessions whose quantiles are marked."""


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
        x=alt.X("edge:Q", title="house edge, %", axis=alt.Axis(grid=True, gridColor=GRID, domain=False)),
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
    return _layered(bars, labels, height=alt.Step(17), title=title, subtitle=subtitle)


def final_rail_chart(tally: Tally, *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw how many sessions ended with what, and mark the quantiles and the rail they began with.

    Args:
        tally: Of at least one session.
        title: Of the chart.
        subtitle: Below it.
    """
    bars = _columns(bins(tally.ends, MOST_BINS))
    room = max(bar["sessions"] for bar in bars) * 5 // 4 + 1  # For the words above the columns.
    marks = [
        {"cents": each.cents, "mark": "median" if each.share == HALF else percent(each.share, 0)}
        for each in quantiles(tally.ends, MARKED)
    ]
    columns = (
        alt.Chart(alt.InlineData(values=bars))
        .mark_bar(color=FELT, stroke=PAPER, strokeWidth=0.5)
        .encode(
            x=alt.X("least:Q", title="what a session ended with", axis=_money_axis(), scale=alt.Scale(zero=False)),
            x2="most",
            y=alt.Y(
                "sessions:Q",
                title="sessions",
                axis=alt.Axis(format="~s", gridColor=GRID, domain=False),
                scale=alt.Scale(domain=[0, room]),
            ),
            y2=alt.datum(0),
            tooltip=[alt.Tooltip("ended:N"), alt.Tooltip("sessions:Q", format=",")],
        )
    )
    of_rail = [{"cents": tally.terms.rail, "mark": "the rail"}]
    return _layered(
        columns,
        *_marked(marks, INK, dash=[3, 3], baseline="bottom"),
        *_marked(of_rail, CHALK, dash=[1, 0], baseline="top"),
        height=240,
        title=title,
        subtitle=subtitle,
    )


def fan_chart(tally: Tally, *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw what the sessions that were followed were worth, roll by roll: the median, and the bands around it.

    Args:
        tally: With at least one session that was followed.
        title: Of the chart.
        subtitle: Below it.
    """
    longest = max(rolls for _, rolls in tally.stops)
    last = min((roll for roll in tally.paths.fan if roll >= longest), default=longest)
    data = alt.InlineData(
        values=[
            {"roll": roll, **{f"at_{share * 100}": quantile(worths, share) for share in SHARES}}
            for roll, worths in tally.paths.fan.items()
            if roll <= last  # From there on nobody plays.
        ]
    )
    base = alt.Chart(data).encode(x=alt.X("roll:Q", title="rolls", axis=alt.Axis(grid=False, tickMinStep=1)))
    axis = _money_axis(grid=True)
    bands = [
        base.mark_area(interpolate="step-after", color=FELT, opacity=opacity).encode(
            y=alt.Y(f"at_{low}:Q", title="worth", axis=axis, scale=alt.Scale(zero=False)), y2=f"at_{high}"
        )
        for low, high, opacity in ((1, 99, 0.12), (5, 95, 0.2), (25, 75, 0.4))
    ]
    median = base.mark_line(interpolate="step-after", color=INK, strokeWidth=1.8).encode(y="at_50:Q")
    return _layered(*bands, median, height=240, title=title, subtitle=subtitle)


def one_above_the_other(*charts: alt.LayerChart) -> alt.VConcatChart:
    """Return several charts as one figure; each keeps its title."""
    parts = [chart.copy() for chart in charts]
    for part in parts:
        part.config, part.title.frame = alt.Undefined, "group"
    figure: alt.VConcatChart = _dressed(alt.vconcat(*parts, spacing=28))
    return figure


def ruin_chart(tallies: Sequence[Tally], *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw what share of the sessions were ruined by the rail they began with, with two standard errors on each side.

    Args:
        tallies: Of one strategy or several, each with several rails.
        title: Of the chart.
        subtitle: Below it.
    """
    data = alt.InlineData(
        values=[
            {
                "strategy": tally.strategy,
                "rail": tally.terms.rail,
                "ruined": str(decimal(tally.ruin * 100, 4)),
                "least": str(decimal(max(tally.ruin - 2 * error, Fraction(0)) * 100, 4)),
                "most": str(decimal(min(tally.ruin + 2 * error, Fraction(1)) * 100, 4)),
            }
            for tally in tallies
            for error in (Fraction(share_error(tally.ruin, tally.sessions)),)
        ],
        format={"parse": {"ruined": "number", "least": "number", "most": "number"}},
    )
    names = list(dict.fromkeys(tally.strategy for tally in tallies))
    base = alt.Chart(data).encode(
        x=alt.X("rail:Q", title="the rail at first", axis=_money_axis()),
        color=alt.Color("strategy:N", title=None, sort=names, scale=_colours(names), legend=_legend(names)),
    )
    lines = base.mark_line(strokeWidth=1.8, point=alt.OverlayMarkDef(size=36)).encode(
        y=alt.Y("ruined:Q", title="ruined, % of the sessions", axis=alt.Axis(gridColor=GRID, domain=False))
    )
    errors = base.mark_rule(strokeWidth=1.2).encode(y="least:Q", y2="most")
    return _layered(errors, lines, height=280, title=title, subtitle=subtitle)


def side_by_side_chart(compared: Comparison, *, title: str, subtitle: Sequence[str]) -> alt.LayerChart:
    """Draw what the sessions of several strategies ended with: the median, the middle half, and 5% to 95%.

    Args:
        compared: The strategies, of at least one session each.
        title: Of the chart.
        subtitle: The lines below it.
    """
    data = alt.InlineData(
        values=[
            {
                "strategy": tally.strategy,
                **{f"at_{share * 100}": tally.quantile(share) for share in SHARES},
                "mean": str(decimal(tally.mean, 2)),
            }
            for tally in compared
        ],
        format={"parse": {"mean": "number"}},
    )
    names = [row["strategy"] for row in data.values]
    base = alt.Chart(data).encode(
        y=alt.Y("strategy:N", sort=names, title=None, axis=alt.Axis(labelLimit=300, ticks=False, domain=False))
    )
    x = alt.X("at_5:Q", title="what a session ended with", axis=_money_axis(grid=True))
    whiskers = base.mark_rule(color=INK, strokeWidth=1.2).encode(x=x, x2="at_95")
    boxes = base.mark_bar(color=FELT, height={"band": 0.6}).encode(x="at_25:Q", x2="at_75")
    medians = base.mark_tick(color=CHALK, thickness=3, opacity=1, height={"band": 0.6}).encode(x="at_50:Q")
    means = base.mark_point(color=INK, shape="diamond", filled=True, size=50, opacity=1).encode(x="mean:Q")
    return _layered(whiskers, boxes, medians, means, height=alt.Step(34), title=title, subtitle=subtitle)


def _marked(
    marks: list[dict[str, Any]], colour: str, *, dash: list[float], baseline: Literal["bottom", "top"]
) -> tuple[alt.Chart, alt.Chart]:
    """Return lines at sums, and the words beside them."""
    base = alt.Chart(alt.InlineData(values=marks)).encode(x="cents:Q")
    lines = base.mark_rule(strokeWidth=1.2, color=colour, strokeDash=dash)
    words = base.mark_text(angle=270, align="right", baseline=baseline, dx=-3, fontSize=10, color=INK)
    return lines, words.encode(y=alt.value(0), text="mark:N")


def _columns(ends: Sequence[Bin]) -> list[dict[str, Any]]:
    """Return where the column of each bin begins and ends; those without an end are as wide as the others."""
    wide = max((most - least for least, most, _ in ends if least is not None and most is not None), default=0)
    begins = [each.least if each.least is not None else (each.most or 0) - wide for each in ends]
    step = min((after - before for before, after in pairwise(begins)), default=wide + ONE_DOLLAR)
    return [
        {"least": begin, "most": begin + step, "sessions": each.sessions, "ended": each.words}
        for begin, each in zip(begins, ends, strict=True)
    ]


def _layered(*layers: alt.Chart, height: int | alt.Step, title: str, subtitle: str | Sequence[str]) -> alt.LayerChart:
    """Return layers as one chart in the colours and letters of the house."""
    titled = alt.TitleParams(title, subtitle=subtitle, anchor="start", offset=12)
    chart: alt.LayerChart = _dressed(alt.layer(*layers).properties(width=WIDTH, height=height, title=titled))
    return chart


def _dressed(chart: Any) -> Any:  # noqa: ANN401  Charts of two kinds, which Altair types alike.
    return (
        chart.configure_view(stroke=None)
        .configure_axis(labelFontSize=11, labelColor=INK, titleColor=INK, labelFont="Georgia, serif")
        .configure_title(fontSize=18, subtitleFontSize=12, color=INK, subtitleColor="#5a6b60", font="Georgia, serif")
        .configure(padding=24, background=PAPER)
    )


def _money_axis(*, grid: bool = False) -> alt.Axis:
    """Return an axis of cents whose labels are dollars."""
    sign = "(datum.value < 0 ? '-' : '') + '$' + format(abs(datum.value) / 100, ',.0f')"
    return alt.Axis(labelExpr=sign, grid=grid, gridColor=GRID, tickMinStep=100, tickCount=10, labelFlush=False)


def _colours(names: Sequence[str]) -> Any:  # noqa: ANN401  Altair takes what it has no type for.
    return alt.Scale(domain=list(names), range=PALETTE) if len(names) <= len(PALETTE) else alt.Undefined


def _legend(names: Sequence[str]) -> alt.Legend | None:
    return alt.Legend(orient="top", direction="horizontal", columns=3, labelLimit=300) if len(names) > 1 else None


def save(chart: alt.LayerChart | alt.VConcatChart, file: str) -> None:
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


def as_svg(chart: alt.LayerChart | alt.VConcatChart) -> str:
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
