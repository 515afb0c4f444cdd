"""The forest plot: pillars, probes and strata on one axis, with interval, threshold, baseline.

Where a mark is drawn is rounded to a tenth of a pixel; what it stands for is written beside it in
data attributes, number by number as the report holds it.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from mhgate.report.page.rows import DecisionRow
from mhgate.report.page.scale import Scale, round_ticks
from mhgate.report.page.templating import filled

__all__ = ["forest_plot"]

_LABELS, _AXIS, _FIGURES = 300.0, 400.0, 280.0  # pixels, from left to right
_TOP, _ROW, _BOTTOM = 34.0, 24.0, 30.0
_INDENT = {"pillar": 6.0, "probe": 18.0, "stratum": 34.0}
_LONGEST = {"pillar": 30, "probe": 38, "stratum": 32}  # letters of a label; the table has all


def forest_plot(rows: Sequence[DecisionRow]) -> list[Markup]:
    """Return the plot as inline SVG, a part for each pillar, so that paper can break between them.

    Args:
        rows: the decisions; without one there is no plot.
    """
    parts: list[list[DecisionRow]] = []
    for row in rows:
        if row.kind == "pillar" or not parts:
            parts.append([])
        parts[-1].append(row)
    estimates = [row.estimate for row in rows if row.estimate is not None]
    lowest = min((each.interval.lower for each in estimates), default=0.0)
    scale = Scale(-1.0 if lowest < 0 else 0.0, 1.0, _LABELS, _LABELS + _AXIS)
    return [_part(number, part, scale) for number, part in enumerate(parts)]


def _part(number: int, rows: Sequence[DecisionRow], scale: Scale) -> Markup:
    return filled(
        "forest.svg",
        name=f"forest-{number}",
        rows=[(row, f"{_TOP + _ROW * place:.1f}") for place, row in enumerate(rows)],
        scale=scale,
        ticks=[(scale.at(tick), f"{tick:g}") for tick in round_ticks(scale.low, scale.high)],
        width=_LABELS + _AXIS + _FIGURES,
        height=_TOP + _ROW * len(rows) + _BOTTOM,
        bottom=_TOP + _ROW * len(rows),
        top=_TOP,
        figures_at=_LABELS + _AXIS + 14,
        row_height=_ROW,
        indent=_INDENT,
        short=_short,
        has_baseline=any(row.baseline is not None for row in rows),
    )


def _short(row: DecisionRow) -> str:
    most = _LONGEST[row.kind]
    return row.label if len(row.label) <= most else row.label[: most - 1] + "\u2026"
