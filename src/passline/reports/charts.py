"""Charts of edges, final bankrolls, ruin and the house win. The same chart is shown on a page and written to a file."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import altair as alt

from passline.errors import NotationError
from passline.reports.histogram import TAIL, histogram
from passline.reports.month_rows import month_bins, normal_curve
from passline.reports.row_format import thin
from passline.simulation.tally import SHARES
from passline.words.atomic_file import atomic_write
from passline.words.distribution import mean, quantile
from passline.words.probability import decimal, percent

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence
    from decimal import Decimal

    from passline.reports.histogram import Bin
    from passline.reports.odds_rows import WagerRow
    from passline.sessions.portfolio import HouseWin
    from passline.words.money import Cents

INK = "#1d3b2a"
FELT = "#2f7d54"
CHALK = "#c9b458"
BRICK = "#a8442f"
MAX_NAMES = 3
"""The maximum number of wagers, or groups of wagers, that a label names."""
SUFFIXES = (".svg", ".png", ".html")
"""The file formats, by the ending of the file name."""
PAPER, GRID, GREY = "#fbfaf5", "#e8e4d8", "#5a6b60"
FONT = "Georgia, serif"
PALETTE = [FELT, CHALK, INK, BRICK, "#4a6fa5", "#8a5a83"]
"""The colours of the lines of several strategies."""
WIDTH = 520
ONE_DOLLAR = 1_00
MAX_BINS = 48
"""The maximum number of columns of a histogram."""
MAX_ROLLS = 200
"""The maximum number of points along the axis of rolls; a chart is about this many pixels wide."""
CURVE_POINTS = 200
"""The number of intervals of the line of a normal approximation."""
MAX_POINTS = 40
"""The maximum number of bankrolls of a strategy that are drawn as points on its line."""
LETTER_WIDTH, LINE_HEIGHT = 6, 15
"""The approximate size of the text at marked amounts, in pixels."""
HALF = Fraction(1, 2)
MARKED = (Fraction(1, 20), Fraction(1, 4), HALF, Fraction(3, 4), Fraction(19, 20))
"""The shares of sessions whose quantiles are marked in a histogram."""
FINAL_BANKROLL = "final bankroll"


class Ruin(NamedTuple):
    """The ruin of the sessions of a strategy that begin with a bankroll.

    Attributes:
        strategy: The name of the strategy.
        bankroll: The bankroll, in cents.
        ruin: The probability of ruin, or the share of simulated sessions that were ruined.
        error: The standard error of `ruin`; None if it is not an estimate.
    """

    strategy: str
    bankroll: Cents
    ruin: Fraction
    error: Fraction | Decimal | None = None


def edge_chart(rows: Sequence[WagerRow], *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw the edge of each wager as a bar, in the order of the rows; wagers with the same edge share a bar.

    Args:
        rows: The rows of `wager_rows`, with the smallest edge first.
        title: The title of the chart.
        subtitle: The line below the title; it says on what basis the edge is calculated.
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
    return _layer_chart(bars, labels, height=alt.Step(17), title=title, subtitle=subtitle)


def final_bankroll_chart(
    ends: Counter[Cents], bankroll: Cents, *, counted: bool, title: str, subtitle: str
) -> alt.LayerChart:
    """Draw a histogram of final bankrolls, and mark quantiles and the bankroll at the start.

    Args:
        ends: The number of sessions by final bankroll, in cents, or the weight of each final bankroll; not empty.
        bankroll: The bankroll at the start, in cents.
        counted: Whether the columns show numbers of sessions; otherwise they show probabilities.
        title: The title of the chart.
        subtitle: The line below the title.
    """
    bins = histogram(ends, MAX_BINS)
    labels = _place_labels(_column_sides(bins), {share: quantile(ends, share) for share in MARKED}, (bankroll, "start"))
    columns = _columns(bins, labels, x=FINAL_BANKROLL, y="sessions" if counted else "probability", height=240)
    return _layer_chart(columns, *_label_layers(labels), height=240, title=title, subtitle=subtitle)


def fan_chart(fan: Mapping[int, Mapping[Fraction, Cents]], last: int, *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw the worth of sessions roll by roll: the median, and bands between quantiles.

    Args:
        fan: The quantiles of the worth, in cents, by the number of rolls and then by the share in `SHARES`.
        last: The number of rolls where the chart ends.
        title: The title of the chart.
        subtitle: The line below the title.
    """
    data = alt.InlineData(
        values=[
            {"roll": roll, **{f"at_{share * 100}": fan[roll][share] for share in SHARES}}
            for roll in _drawn_rolls(list(fan), last)
        ]
    )
    base = alt.Chart(data).encode(x=_roll_axis())
    axis = _money_axis(grid=True)
    bands = [
        base.mark_area(interpolate="step-after", color=FELT, opacity=opacity).encode(
            y=alt.Y(f"at_{low}:Q", title="worth", axis=axis, scale=alt.Scale(zero=False)), y2=f"at_{high}"
        )
        for low, high, opacity in ((1, 99, 0.12), (5, 95, 0.2), (25, 75, 0.4))
    ]
    median = base.mark_line(interpolate="step-after", color=INK, strokeWidth=1.8).encode(y="at_50:Q")
    return _layer_chart(*bands, median, height=240, title=title, subtitle=subtitle)


def ahead_and_ruin_chart(
    ahead: Sequence[Fraction], ruined: Sequence[Fraction], last: int, *, title: str, subtitle: str
) -> alt.LayerChart:
    """Draw the probability of being ahead and the probability of being ruined, roll by roll.

    Args:
        ahead: The probability of being ahead, by the number of rolls from 0 up.
        ruined: The probability of being ruined, by the number of rolls from 0 up.
        last: The number of rolls where the chart ends.
        title: The title of the chart.
        subtitle: The line below the title.
    """
    rolls = _drawn_rolls(range(len(ahead)), last)
    layers = []
    upper, lower = sorted([("ahead", ahead, FELT), ("ruined", ruined, BRICK)], key=lambda line: -line[1][rolls[-1]])
    # If the lines end close together, one name goes above the upper line and the other below the lower line.
    is_close = upper[1][rolls[-1]] - lower[1][rolls[-1]] < max(*upper[1], *lower[1]) / 8
    baselines: tuple[tuple[Any, Literal["bottom", "top"]], ...] = ((upper, "bottom"), (lower, "top"))
    for (name, probabilities, colour), baseline in baselines:
        values = [
            {"roll": roll, "name": name, "probability": str(decimal(probabilities[roll] * 100, 4))} for roll in rolls
        ]
        y = alt.Y("probability:Q", title="probability, %", axis=alt.Axis(gridColor=GRID, domain=False, tickCount=5))
        line, end = (
            alt.Chart(alt.InlineData(values=points, format={"parse": {"probability": "number"}})).encode(
                x=_roll_axis(), y=y
            )
            for points in (values, values[-1:])
        )
        text = end.mark_text(align="left", dx=5, baseline=baseline if is_close else "middle", color=colour, fontSize=11)
        layers += [
            line.mark_line(interpolate="step-after", strokeWidth=1.8, color=colour),
            text.encode(text="name:N"),
        ]
    return _layer_chart(*layers, height=140, title=title, subtitle=subtitle)


def month_chart(month: HouseWin, *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw a histogram of the house's win from many sessions, with the normal approximation as a line.

    Losses of the house have their own colour. Break even is marked unless it is far from every column.

    Args:
        month: The win of the house.
        title: The title of the chart.
        subtitle: The line below the title.
    """
    bins = month_bins(month, MAX_BINS, tail=TAIL)
    sides = _column_sides(bins)
    low, high = sides[0][0], sides[-1][1]
    break_even = (0, "break even") if low - (high - low) <= 0 <= high + (high - low) else None
    labels = _place_labels(sides, {share: month.quantile(share) for share in MARKED}, break_even)
    columns = _columns(bins, labels, x="house win", y="probability", height=280)
    colour = alt.condition("datum.most <= 0", alt.value(BRICK), alt.value(FELT))
    layers = [columns.encode(color=colour), *_normal_layer(month, sides), *_label_layers(labels)]
    return _layer_chart(*layers, height=280, title=title, subtitle=subtitle)


def _normal_layer(month: HouseWin, sides: Sequence[tuple[Cents, Cents]]) -> list[alt.Chart]:
    """Return the density of the normal approximation, scaled to the columns; nothing if the win is certain."""
    curve = normal_curve(month)
    if curve is None:
        return []
    low, high, width = sides[0][0], sides[-1][1], sides[0][1] - sides[0][0]
    wins = [low + (high - low) * place // CURVE_POINTS for place in range(CURVE_POINTS + 1)]
    data = alt.InlineData(
        values=[{"least": cents, "normal": round(curve.pdf(cents) * width * 100, 6)} for cents in wins]
    )
    return [alt.Chart(data).mark_line(color=INK, strokeWidth=1.6).encode(x="least:Q", y="normal:Q")]


def stack_charts(*charts: alt.LayerChart) -> alt.VConcatChart:
    """Stack charts into one figure, from top to bottom; each keeps its title."""
    parts = [chart.copy() for chart in charts]
    for part in parts:
        part.config, part.title.frame = alt.Undefined, "group"
    figure: alt.VConcatChart = _apply_theme(alt.vconcat(*parts, spacing=28))
    return figure


def ruin_chart(ruins: Sequence[Ruin], *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw ruin by bankroll, a line for each strategy; estimates have bars of two standard errors to each side.

    Args:
        ruins: The ruin of one or several strategies, each with several bankrolls.
        title: The title of the chart.
        subtitle: The line below the title.
    """
    data = alt.InlineData(
        values=[
            {
                "strategy": each.strategy,
                "bankroll": each.bankroll,
                "ruined": str(decimal(each.ruin * 100, 4)),
                "least": str(decimal(max(each.ruin - 2 * error, Fraction(0)) * 100, 4)),
                "most": str(decimal(min(each.ruin + 2 * error, Fraction(1)) * 100, 4)),
            }
            for each in ruins
            for error in (Fraction(each.error or 0),)
        ],
        format={"parse": {"ruined": "number", "least": "number", "most": "number"}},
    )
    names = list(dict.fromkeys(each.strategy for each in ruins))
    base = alt.Chart(data).encode(
        x=alt.X("bankroll:Q", title="bankroll", axis=_money_axis()),
        color=alt.Color("strategy:N", title=None, sort=names, scale=_colours(names), legend=_legend(names)),
    )
    has_points = len(ruins) <= MAX_POINTS * len(names)
    points = alt.OverlayMarkDef(size=36) if has_points else alt.Undefined
    lines = base.mark_line(strokeWidth=1.8, point=points, interpolate="linear" if has_points else "step-after").encode(
        y=alt.Y("ruined:Q", title="probability of ruin, %", axis=alt.Axis(gridColor=GRID, domain=False))
    )
    errors = base.mark_rule(strokeWidth=1.2).encode(y="least:Q", y2="most")
    layers = [lines] if all(each.error is None for each in ruins) else [errors, lines]
    return _layer_chart(*layers, height=280, title=title, subtitle=subtitle)


def comparison_chart(
    ended: Sequence[tuple[str, Counter[Cents]]], *, title: str, subtitle: Sequence[str]
) -> alt.LayerChart:
    """Draw final bankrolls of several strategies as box plots: mean, median, middle half, and 5% to 95%.

    Args:
        ended: The name of each strategy, and its number of sessions, or their weight, by final bankroll in cents.
        title: The title of the chart.
        subtitle: The lines below the title.
    """
    data = alt.InlineData(
        values=[
            {
                "strategy": strategy,
                **{f"at_{share * 100}": quantile(ends, share) for share in SHARES},
                "mean": str(decimal(mean(ends), 2)),
            }
            for strategy, ends in ended
        ],
        format={"parse": {"mean": "number"}},
    )
    names = [row["strategy"] for row in data.values]
    base = alt.Chart(data).encode(
        y=alt.Y("strategy:N", sort=names, title=None, axis=alt.Axis(labelLimit=300, ticks=False, domain=False))
    )
    x = alt.X("at_5:Q", title=FINAL_BANKROLL, axis=_money_axis(grid=True))
    whiskers = base.mark_rule(color=INK, strokeWidth=1.2).encode(x=x, x2="at_95")
    boxes = base.mark_bar(color=FELT, height={"band": 0.6}).encode(x="at_25:Q", x2="at_75")
    medians = base.mark_tick(color=CHALK, thickness=3, opacity=1, height={"band": 0.6}).encode(x="at_50:Q")
    means = base.mark_point(color=INK, shape="diamond", filled=True, size=50, opacity=1).encode(x="mean:Q")
    return _layer_chart(whiskers, boxes, medians, means, height=alt.Step(34), title=title, subtitle=subtitle)


def _drawn_rolls(rolls: Sequence[int], last: int) -> list[int]:
    """Return at most `MAX_ROLLS` of the numbers of rolls, up to the first that is at least *last*."""
    end = min((roll for roll in rolls if roll >= last), default=last)
    return thin([roll for roll in rolls if roll <= end], MAX_ROLLS)


class _Label(NamedTuple):
    """The text beside the line at a marked amount. Vertical positions are in pixels from the top.

    Attributes:
        cents: The amount.
        text: The text.
        is_quantile: Whether the amount is a quantile; otherwise it is the bankroll at the start, or break even.
        is_left: Whether the text is to the left of the line.
        top: The vertical position where the text begins.
    """

    cents: Cents
    text: str
    is_quantile: bool
    is_left: bool
    top: int

    @property
    def bottom(self) -> int:
        """The vertical position where the text ends."""
        return self.top + LETTER_WIDTH * len(self.text) + LINE_HEIGHT // 2


def _place_labels(
    sides: Sequence[tuple[Cents, Cents]], quantiles: Mapping[Fraction, Cents], other: tuple[Cents, str] | None
) -> list[_Label]:
    """Return the labels of marked amounts, placed so that no texts overlap.

    Args:
        sides: The left and the right side of each column, in cents.
        quantiles: The quantiles, in cents, by their share.
        other: Another marked amount, in cents, and its text.
    """
    texts: dict[tuple[Cents, bool], list[str]] = {}
    for share, cents in quantiles.items():
        texts.setdefault((cents, True), []).append("median" if share == HALF else percent(share, 0))
    if other is not None:
        texts[other[0], False] = [other[1]]
    drawn = [sides[0][0], sides[-1][1], *(cents for cents, _ in texts)]
    pixels_per_cent = Fraction(WIDTH, max(max(drawn) - min(drawn), 1))
    x = {cents: (cents - min(drawn)) * pixels_per_cent for cents, _ in texts}
    placed: list[tuple[Fraction, _Label]] = []
    for (cents, is_quantile), several in sorted(texts.items()):
        # A text must not cover another line, nor the labels of the axis to the left of the columns.
        distances = [line - x[cents] for line in x.values()]
        is_left_free = x[cents] >= LINE_HEIGHT and not any(-LINE_HEIGHT < distance < 0 for distance in distances)
        is_right_free = not any(0 < distance < LINE_HEIGHT for distance in distances)
        is_left = is_left_free and (is_quantile or not is_right_free)
        begin = x[cents] - LINE_HEIGHT if is_left else x[cents]
        top = max((label.bottom for place, label in placed if abs(place - begin) < LINE_HEIGHT), default=0)
        text = " to ".join(dict.fromkeys([several[0], several[-1]]))  # Equal quantiles share a label: "5% to 75%".
        placed.append((begin, _Label(cents, text, is_quantile, is_left, top)))
    return [label for _, label in placed]


def _label_layers(labels: Sequence[_Label]) -> list[alt.Chart]:
    """Return the vertical lines at marked amounts, and the texts beside them."""
    layers = []
    for is_quantile, colour, dash in ((True, INK, [3, 3]), (False, CHALK, [1, 0])):
        lines = [{"cents": label.cents} for label in labels if label.is_quantile == is_quantile]
        rule = alt.Chart(alt.InlineData(values=lines)).mark_rule(strokeWidth=1.2, color=colour, strokeDash=dash)
        layers.append(rule.encode(x="cents:Q"))
    for label in labels:
        text = alt.Chart(alt.InlineData(values=[{"cents": label.cents, "mark": label.text}])).mark_text(
            angle=270, align="right", baseline="bottom" if label.is_left else "top", dx=-3, fontSize=10, color=INK
        )
        layers.append(text.encode(x="cents:Q", y=alt.value(label.top), text="mark:N"))
    return layers


def _open_ends_note(bins: Sequence[Bin]) -> str:
    """Return which amounts the first and the last column contain, if they are open; otherwise nothing."""
    ends = (("first", bins[0]), ("last", bins[-1]))
    notes = [f"{each.label} in the {place}" for place, each in ends if None in {each.least, each.most}]
    return f"; {' and '.join(notes)} column" if notes else ""


def _columns(
    bins: Sequence[Bin], labels: Sequence[_Label], *, x: str, y: Literal["sessions", "probability"], height: int
) -> alt.Chart:
    """Return bins as columns whose height is a number of sessions or a probability.

    Args:
        bins: The bins.
        labels: The labels. The chart leaves room for them above the columns.
        x: The title of the horizontal axis.
        y: The kind of number that is the height of a column.
        height: The height of the chart, in pixels.
    """
    is_count = y == "sessions"
    total = sum(each.sessions for each in bins)
    heights: list[Any] = [
        each.sessions if is_count else str(decimal(Fraction(each.sessions * 100, total), 6)) for each in bins
    ]
    values = [
        {"least": least, "most": most, y: column, "amount": each.label}
        for (least, most), column, each in zip(_column_sides(bins), heights, bins, strict=True)
    ]
    room = min(max(label.bottom for label in labels), height // 2)
    top = max(map(Fraction, heights)) * Fraction(height, height - room)
    columns: alt.Chart = (
        alt.Chart(alt.InlineData(values=values, format={"parse": {y: "number"}}))
        .mark_bar(color=FELT, stroke=PAPER, strokeWidth=0.5)
        .encode(
            x=alt.X("least:Q", title=x + _open_ends_note(bins), axis=_money_axis(), scale=alt.Scale(zero=False)),
            x2="most",
            y=alt.Y(
                f"{y}:Q",
                title="sessions" if is_count else "probability, %",
                axis=alt.Axis(
                    format=",.0f" if is_count else alt.Undefined,
                    tickMinStep=1 if is_count else alt.Undefined,
                    labelExpr=alt.Undefined if is_count else "datum.value <= 100 ? datum.label : ''",
                    gridColor=GRID,
                    domain=False,
                ),
                scale=alt.Scale(domain=[0, int(top) + 1 if is_count else float(top)]),
            ),
            y2=alt.datum(0),
            tooltip=[alt.Tooltip("amount:N"), alt.Tooltip(f"{y}:Q", format="," if is_count else ".4~f")],
        )
    )
    return columns


def _column_sides(bins: Sequence[Bin]) -> list[tuple[Cents, Cents]]:
    """Return the left and the right side of the column of each bin; open bins are as wide as the others."""
    width = max((most - least for least, most, _ in bins if least is not None and most is not None), default=0)
    begins = [each.least if each.least is not None else (each.most or 0) - width for each in bins]
    step = min((after - before for before, after in pairwise(begins)), default=width + ONE_DOLLAR)
    return [(begin, begin + step) for begin in begins]


def _layer_chart(
    *layers: alt.Chart, height: int | alt.Step, title: str, subtitle: str | Sequence[str]
) -> alt.LayerChart:
    """Return layers as one chart in the colours and fonts of the project."""
    titled = alt.TitleParams(title, subtitle=subtitle, anchor="start", offset=12)
    chart: alt.LayerChart = _apply_theme(alt.layer(*layers).properties(width=WIDTH, height=height, title=titled))
    return chart


def _apply_theme(chart: Any) -> Any:  # noqa: ANN401  The two kinds of chart have no common type in Altair.
    return (
        chart.configure(padding=24, background=PAPER, font=FONT)  # First, because it replaces the whole configuration.
        .configure_view(stroke=None)
        .configure_axis(labelFontSize=11, labelColor=INK, titleColor=INK)
        .configure_legend(labelColor=INK)
        .configure_title(fontSize=18, subtitleFontSize=12, color=INK, subtitleColor=GREY)
    )


def _roll_axis() -> alt.X:
    return alt.X("roll:Q", title="rolls", axis=alt.Axis(grid=False, tickMinStep=1), scale=alt.Scale(nice=False))


def _money_axis(*, grid: bool = False) -> alt.Axis:
    """Return an axis of amounts in cents with labels in dollars."""
    dollars = "(datum.value < 0 ? '-' : '') + '$' + format(abs(datum.value) / 100, datum.value % 100 ? ',.2f' : ',.0f')"
    return alt.Axis(labelExpr=dollars, grid=grid, gridColor=GRID, tickMinStep=100, tickCount=7, labelFlush=False)


def _colours(names: Sequence[str]) -> Any:  # noqa: ANN401  Altair has no type for "not set".
    return alt.Scale(domain=list(names), range=PALETTE) if len(names) <= len(PALETTE) else alt.Undefined


def _legend(names: Sequence[str]) -> alt.Legend | None:
    return alt.Legend(orient="top", direction="horizontal", columns=3, labelLimit=300) if len(names) > 1 else None


def save(chart: alt.LayerChart | alt.VConcatChart, file: str) -> None:
    """Write a chart to a file. The ending of its name is the format; an .html file is self-contained.

    Raises:
        NotationError: The file name has another ending, or the file cannot be written.
    """
    path = Path(file)
    if path.suffix not in SUFFIXES:
        message = f"{file}: a chart is written as {', '.join(SUFFIXES)}"
        raise NotationError(message)
    with atomic_write(file) as draft:
        if path.suffix == ".html":
            draft.write_text(chart.to_html(inline=True), encoding="utf-8")
        else:
            chart.save(draft, scale_factor=2 if path.suffix == ".png" else 1)


def as_svg(chart: alt.LayerChart | alt.VConcatChart) -> str:
    """Return a chart as SVG text that can be embedded in a page."""
    import vl_convert  # noqa: PLC0415  Slow to import, and only reports need it.

    return str(vl_convert.vegalite_to_svg(chart.to_dict()))


def _bars(rows: Sequence[WagerRow]) -> list[tuple[str, Fraction, str]]:
    """Return the label, the edge and the kind of each bar: wagers of one kind with equal edges share a bar."""
    groups: dict[tuple[Fraction, str], list[str]] = {}
    for row in rows:
        kind = "with odds" if row.edge.odds else "one roll" if row.edge.mean_rolls == 1 else "until decided"
        groups.setdefault((row.cost, kind), []).append(row.name)
    return [(_group_name(names), exact, kind) for (exact, kind), names in groups.items()]


def _group_name(names: list[str]) -> str:
    """Return a short name for wagers, joining wagers that differ only in a number.

    >>> _group_name(["Place Bet to Win on 6", "Place Bet to Win on 8"])
    'Place Bet to Win on 6, 8'
    """
    stems: dict[str, list[str]] = {}
    for name in names:
        word = name.removesuffix(" Bet").removesuffix(" Wager")
        stem, _, number = word.rpartition(" ")
        stems.setdefault(stem if number.isdecimal() else word, []).extend([number] if number.isdecimal() else [])
    labels = [f"{stem} {', '.join(numbers)}" if numbers else stem for stem, numbers in stems.items()]
    shown = labels if len(labels) <= MAX_NAMES else labels[: MAX_NAMES - 1]
    return "; ".join(shown) + (f" and {len(labels) - len(shown)} more" if len(shown) < len(labels) else "")
