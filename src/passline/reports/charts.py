"""Charts, by one specification for a page and for files (.svg, .png, .html)."""

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
LABELS = 3
"""The most wagers, or groups of them, that a label names."""
SUFFIXES = (".svg", ".png", ".html")
PAPER, GRID = "#fbfaf5", "#e8e4d8"
PALETTE = [FELT, CHALK, INK, BRICK, "#4a6fa5", "#8a5a83"]
"""The colours of several strategies."""
WIDTH = 520
ONE_DOLLAR = 1_00
MOST_BINS = 48
"""The most columns of a chart of sums."""
MOST_ROLLS = 200
"""After how many numbers of rolls, at most, a chart tells how sessions stand; more would lie on one dot."""
MOST_POINTS = 40
"""The most rails of a strategy that are marked on its line."""
LETTER, LINE = 6, 15
"""How much room the words at marks take: the length of a letter, and how far apart lines of them are, in dots."""
HALF = Fraction(1, 2)
MARKED = (Fraction(1, 20), Fraction(1, 4), HALF, Fraction(3, 4), Fraction(19, 20))
"""The shares of sessions whose quantiles are marked."""
ENDED_WITH = "final bankroll"


class Ruin(NamedTuple):
    """How many sessions are ruined that begin with a rail.

    Attributes:
        strategy: How they are played.
        bankroll: What they begin with, in cents.
        ruin: The share of them, or the chance, that they end ruined.
        error: One standard error of it; None where it is no estimate.
    """

    strategy: str
    bankroll: Cents
    ruin: Fraction
    error: Fraction | Decimal | None = None


def edge_chart(rows: Sequence[WagerRow], *, title: str, subtitle: str) -> alt.LayerChart:
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


def final_rail_chart(
    ends: Counter[Cents], bankroll: Cents, *, counted: bool, title: str, subtitle: str
) -> alt.LayerChart:
    """Draw what sessions ended with, and mark the quantiles and the rail they began with.

    Args:
        ends: How many ended with each sum, in cents, or how much it weighs of them all; not nothing.
        bankroll: What they began with, in cents.
        counted: Whether sessions were counted, and it is told how many; else it is told how likely sums are.
        title: Of the chart.
        subtitle: Below it.
    """
    found = histogram(ends, MOST_BINS)
    labels = _labels(_beside(found), {share: quantile(ends, share) for share in MARKED}, (bankroll, "start"))
    columns = _columns(found, labels, x=ENDED_WITH, y="sessions" if counted else "chance", height=240)
    return _layered(columns, *_marked(labels), height=240, title=title, subtitle=subtitle)


def fan_chart(fan: Mapping[int, Mapping[Fraction, Cents]], last: int, *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw what sessions are worth, roll by roll: the median, and the bands around it.

    Args:
        fan: The worths, in cents, that each of `SHARES` does not exceed, after some numbers of rolls.
        last: The number of rolls up to which it is drawn.
        title: Of the chart.
        subtitle: Below it.
    """
    data = alt.InlineData(
        values=[
            {"roll": roll, **{f"at_{share * 100}": fan[roll][share] for share in SHARES}}
            for roll in _drawn(list(fan), last)
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
    return _layered(*bands, median, height=240, title=title, subtitle=subtitle)


def standing_chart(
    ahead: Sequence[Fraction], ruined: Sequence[Fraction], last: int, *, title: str, subtitle: str
) -> alt.LayerChart:
    """Draw how likely a session is ahead, and how likely it is ruined, after each number of rolls.

    Args:
        ahead: The chance of being ahead, after each number of rolls from 0 up.
        ruined: The chance of being ruined, after the same.
        last: The number of rolls up to which it is drawn.
        title: Of the chart.
        subtitle: Below it.
    """
    rolls = _drawn(range(len(ahead)), last)
    layers = []
    up, down = sorted([("ahead", ahead, FELT), ("ruined", ruined, BRICK)], key=lambda line: -line[1][rolls[-1]])
    is_close = up[1][rolls[-1]] - down[1][rolls[-1]] < max(*up[1], *down[1]) / 8  # The words would lie on each other.
    sides: tuple[tuple[Any, Literal["bottom", "top"]], ...] = ((up, "bottom"), (down, "top"))
    for (how, chances, colour), side in sides:
        values = [{"roll": roll, "how": how, "chance": str(decimal(chances[roll] * 100, 4))} for roll in rolls]
        y = alt.Y("chance:Q", title="probability, %", axis=alt.Axis(gridColor=GRID, domain=False, tickCount=5))
        line, end = (
            alt.Chart(alt.InlineData(values=of, format={"parse": {"chance": "number"}})).encode(x=_roll_axis(), y=y)
            for of in (values, values[-1:])
        )
        baseline = side if is_close else "middle"
        words = end.mark_text(align="left", dx=5, baseline=baseline, color=colour, fontSize=11)
        layers += [
            line.mark_line(interpolate="step-after", strokeWidth=1.8, color=colour),
            words.encode(text="how:N"),
        ]
    return _layered(*layers, height=140, title=title, subtitle=subtitle)


def month_chart(month: HouseWin, *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw how likely a house is to win what from many sessions, with the normal curve beside it.

    What it loses stands in another colour, and no win is marked, unless it lies far from all that is drawn.

    Args:
        month: What the house wins.
        title: Of the chart.
        subtitle: Below it.
    """
    found = month_bins(month, MOST_BINS, tail=TAIL)
    sides = _beside(found)
    low, high = sides[0][0], sides[-1][1]
    nothing = (0, "no win") if low - (high - low) <= 0 <= high + (high - low) else None
    labels = _labels(sides, {share: month.quantile(share) for share in MARKED}, nothing)
    columns = _columns(found, labels, x="win of the house", y="chance", height=280)
    colour = alt.condition("datum.most <= 0", alt.value(BRICK), alt.value(FELT))
    layers = [columns.encode(color=colour), *_normal(month, sides), *_marked(labels)]
    return _layered(*layers, height=280, title=title, subtitle=subtitle)


def _normal(month: HouseWin, sides: Sequence[tuple[Cents, Cents]]) -> list[alt.Chart]:
    """Return the normal curve, as high as columns with such sides would be if the win followed it, if there is one."""
    curve = normal_curve(month)
    if curve is None:
        return []
    low, high, wide = sides[0][0], sides[-1][1], sides[0][1] - sides[0][0]
    sums = [low + (high - low) * place // MOST_ROLLS for place in range(MOST_ROLLS + 1)]
    data = alt.InlineData(
        values=[{"least": cents, "normal": round(curve.pdf(cents) * wide * 100, 6)} for cents in sums]
    )
    return [alt.Chart(data).mark_line(color=INK, strokeWidth=1.6).encode(x="least:Q", y="normal:Q")]


def one_above_the_other(*charts: alt.LayerChart) -> alt.VConcatChart:
    """Return several charts as one figure; each keeps its title."""
    parts = [chart.copy() for chart in charts]
    for part in parts:
        part.config, part.title.frame = alt.Undefined, "group"
    figure: alt.VConcatChart = _dressed(alt.vconcat(*parts, spacing=28))
    return figure


def ruin_chart(ruins: Sequence[Ruin], *, title: str, subtitle: str) -> alt.LayerChart:
    """Draw what share of sessions is ruined by the rail they began with; two standard errors on each side, if any.

    Args:
        ruins: Of one strategy or several, each with several rails.
        title: Of the chart.
        subtitle: Below it.
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
    few = len(ruins) <= MOST_POINTS * len(names)
    points = alt.OverlayMarkDef(size=36) if few else alt.Undefined
    lines = base.mark_line(strokeWidth=1.8, point=points, interpolate="linear" if few else "step-after").encode(
        y=alt.Y("ruined:Q", title="probability of ruin, %", axis=alt.Axis(gridColor=GRID, domain=False))
    )
    errors = base.mark_rule(strokeWidth=1.2).encode(y="least:Q", y2="most")
    layers = [lines] if all(each.error is None for each in ruins) else [errors, lines]
    return _layered(*layers, height=280, title=title, subtitle=subtitle)


def side_by_side_chart(
    ended: Sequence[tuple[str, Counter[Cents]]], *, title: str, subtitle: Sequence[str]
) -> alt.LayerChart:
    """Draw what the sessions of several strategies ended with: the median, the middle half, and 5% to 95%.

    Args:
        ended: The strategies, and how many of their sessions ended with each sum, in cents, or how much it weighs.
        title: Of the chart.
        subtitle: The lines below it.
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
    x = alt.X("at_5:Q", title=ENDED_WITH, axis=_money_axis(grid=True))
    whiskers = base.mark_rule(color=INK, strokeWidth=1.2).encode(x=x, x2="at_95")
    boxes = base.mark_bar(color=FELT, height={"band": 0.6}).encode(x="at_25:Q", x2="at_75")
    medians = base.mark_tick(color=CHALK, thickness=3, opacity=1, height={"band": 0.6}).encode(x="at_50:Q")
    means = base.mark_point(color=INK, shape="diamond", filled=True, size=50, opacity=1).encode(x="mean:Q")
    return _layered(whiskers, boxes, medians, means, height=alt.Step(34), title=title, subtitle=subtitle)


def _drawn(rolls: Sequence[int], last: int) -> list[int]:
    """Return those of some numbers of rolls that are drawn, up to the first that is not less than the last."""
    end = min((roll for roll in rolls if roll >= last), default=last)
    return thin([roll for roll in rolls if roll <= end], MOST_ROLLS)


class _Label(NamedTuple):
    """Words beside the line at a sum.

    Attributes:
        cents: The sum.
        words: What it is.
        is_quantile: Whether it is one; else it is what the others are seen against.
        is_left: Whether the words stand on the left of the line.
        down: How far down they begin, in dots.
    """

    cents: Cents
    words: str
    is_quantile: bool
    is_left: bool
    down: int

    @property
    def end(self) -> int:
        """How far down they end, in dots."""
        return self.down + LETTER * len(self.words) + LINE // 2


def _labels(
    sides: Sequence[tuple[Cents, Cents]], marked: Mapping[Fraction, Cents], other: tuple[Cents, str] | None
) -> list[_Label]:
    """Return quantiles and another sum with their words so placed that none lie on each other.

    Args:
        sides: Where each column begins and ends.
        marked: The quantiles by share, in cents.
        other: The other sum and its words, if it is marked.
    """
    words: dict[tuple[Cents, bool], list[str]] = {}
    for share, cents in marked.items():
        words.setdefault((cents, True), []).append("median" if share == HALF else percent(share, 0))
    if other is not None:
        words[other[0], False] = [other[1]]
    ends = [sides[0][0], sides[-1][1], *(cents for cents, _ in words)]
    dots = Fraction(WIDTH, max(max(ends) - min(ends), 1))
    at = {cents: (cents - min(ends)) * dots for cents, _ in words}
    placed: list[tuple[Fraction, _Label]] = []
    for (cents, is_quantile), several in sorted(words.items()):
        # On the left of the columns are the words of the axis; and no other line should go through these.
        away = [line - at[cents] for line in at.values()]
        is_left_free = at[cents] >= LINE and not any(-LINE < distance < 0 for distance in away)
        is_right_free = not any(0 < distance < LINE for distance in away)
        is_left = is_left_free and (is_quantile or not is_right_free)
        begin = at[cents] - LINE if is_left else at[cents]
        down = max((label.end for place, label in placed if abs(place - begin) < LINE), default=0)
        words_of_all = " to ".join(dict.fromkeys([several[0], several[-1]]))  # Quantiles between lie there as well.
        placed.append((begin, _Label(cents, words_of_all, is_quantile, is_left, down)))
    return [label for _, label in placed]


def _marked(labels: Sequence[_Label]) -> list[alt.Chart]:
    """Return lines at sums, and the words beside them."""
    layers = []
    for is_quantile, colour, dash in ((True, INK, [3, 3]), (False, CHALK, [1, 0])):
        lines = [{"cents": each.cents} for each in labels if each.is_quantile == is_quantile]
        rule = alt.Chart(alt.InlineData(values=lines)).mark_rule(strokeWidth=1.2, color=colour, strokeDash=dash)
        layers.append(rule.encode(x="cents:Q"))
    for each in labels:
        words = alt.Chart(alt.InlineData(values=[{"cents": each.cents, "mark": each.words}])).mark_text(
            angle=270, align="right", baseline="bottom" if each.is_left else "top", dx=-3, fontSize=10, color=INK
        )
        layers.append(words.encode(x="cents:Q", y=alt.value(each.down), text="mark:N"))
    return layers


def _open_at(found: Sequence[Bin]) -> str:
    """Return what the columns at the ends hold, where they hold all that lies beyond."""
    ends = (("first", found[0]), ("last", found[-1]))
    held = [f"{each.label} in the {at}" for at, each in ends if None in {each.least, each.most}]
    return f"; {' and '.join(held)} column" if held else ""


def _columns(
    found: Sequence[Bin], labels: Sequence[_Label], *, x: str, y: Literal["sessions", "chance"], height: int
) -> alt.Chart:
    """Return bins as columns, as high as there are sessions in them, or as they are likely.

    Args:
        found: The bins.
        labels: What stands above the columns.
        x: What the sums are.
        y: What is told of each bin.
        height: Of the chart, in dots.
    """
    total = sum(each.sessions for each in found)
    heights: list[Any] = [
        each.sessions if y == "sessions" else str(decimal(Fraction(each.sessions * 100, total), 6)) for each in found
    ]
    values = [
        {"least": least, "most": most, y: told, "ended": each.label}
        for (least, most), told, each in zip(_beside(found), heights, found, strict=True)
    ]
    above = min(max(each.end for each in labels), height // 2)
    top = max(map(Fraction, heights)) * Fraction(height, height - above)
    columns: alt.Chart = (
        alt.Chart(alt.InlineData(values=values, format={"parse": {y: "number"}}))
        .mark_bar(color=FELT, stroke=PAPER, strokeWidth=0.5)
        .encode(
            x=alt.X("least:Q", title=x + _open_at(found), axis=_money_axis(), scale=alt.Scale(zero=False)),
            x2="most",
            y=alt.Y(
                f"{y}:Q",
                title="sessions" if y == "sessions" else "probability, %",
                axis=alt.Axis(
                    format="~s" if y == "sessions" else alt.Undefined,
                    labelExpr=alt.Undefined if y == "sessions" else "datum.value <= 100 ? datum.label : ''",
                    gridColor=GRID,
                    domain=False,
                ),
                scale=alt.Scale(domain=[0, int(top) + 1 if y == "sessions" else float(top)]),
            ),
            y2=alt.datum(0),
            tooltip=[alt.Tooltip("ended:N"), alt.Tooltip(f"{y}:Q", format="," if y == "sessions" else ".4~f")],
        )
    )
    return columns


def _beside(found: Sequence[Bin]) -> list[tuple[Cents, Cents]]:
    """Return where the column of each bin begins and ends; those without an end are as wide as the others."""
    wide = max((most - least for least, most, _ in found if least is not None and most is not None), default=0)
    begins = [each.least if each.least is not None else (each.most or 0) - wide for each in found]
    step = min((after - before for before, after in pairwise(begins)), default=wide + ONE_DOLLAR)
    return [(begin, begin + step) for begin in begins]


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


def _roll_axis() -> alt.X:
    return alt.X("roll:Q", title="rolls", axis=alt.Axis(grid=False, tickMinStep=1), scale=alt.Scale(nice=False))


def _money_axis(*, grid: bool = False) -> alt.Axis:
    """Return an axis of cents whose labels are dollars."""
    sign = "(datum.value < 0 ? '-' : '') + '$' + format(abs(datum.value) / 100, datum.value % 100 ? ',.2f' : ',.0f')"
    return alt.Axis(labelExpr=sign, grid=grid, gridColor=GRID, tickMinStep=100, tickCount=7, labelFlush=False)


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
    with atomic_write(file) as draft:
        if path.suffix == ".html":
            draft.write_text(chart.to_html(inline=True), encoding="utf-8")
        else:
            chart.save(draft, scale_factor=2 if path.suffix == ".png" else 1)


def as_svg(chart: alt.LayerChart | alt.VConcatChart) -> str:
    """Return a chart as SVG text, to be put into a page."""
    import vl_convert  # noqa: PLC0415  Heavy, and needed for reports alone.

    return str(vl_convert.vegalite_to_svg(chart.to_dict()))


def _bars(rows: Sequence[WagerRow]) -> list[tuple[str, Fraction, str]]:
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
