"""The charts of sessions, whether the sessions are simulated or calculated exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passline.reports import charts

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from passline.cli.result_tables import StrategyResult

BOXES = "median, middle 50%, 5% to 95%; the diamond is the mean"


def save_comparison(results: Sequence[StrategyResult], file: str, *, subtitle: str) -> None:
    """Save a chart that compares bankrolls by ruin, or strategies by their final bankrolls.

    Args:
        results: The results for several bankrolls, or for one bankroll and several strategies.
        file: The chart's file.
        subtitle: The house and the terms of the sessions.
    """
    strategies = {each.strategy for each in results}
    chart: alt.LayerChart
    if len({each.bankroll for each in results}) > 1:
        ruins = [
            charts.Ruin(each.strategy, each.bankroll, each.ruin, *([each.errors.ruin] if each.errors else []))
            for each in results
        ]
        subject = f"Ruin of {results[0].strategy}" if len(strategies) == 1 else "Ruin"
        chart = charts.ruin_chart(ruins, title=f"{subject} by bankroll", subtitle=subtitle)
    else:
        ends = [(each.strategy, each.ends) for each in results]
        chart = charts.comparison_chart(ends, title="Final bankrolls", subtitle=[subtitle, BOXES])
    charts.save(chart, file)
