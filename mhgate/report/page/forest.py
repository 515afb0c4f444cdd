"""The forest plot: pillars, probes and strata on one axis, with interval, threshold, baseline.

Where a mark is drawn is rounded to a tenth of a pixel; what it stands for is written beside it in
data attributes, number by number as the report holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from mhgate.report.page.rows import DecisionRow
from mhgate.report.page.templating import filled

__all__ = ["Scale", "forest_plot"]

_LABELS, _AXIS, _FIGURES = 300.0, 420.0, 230.0  # pixels, from left to right
_TOP, _ROW, _BOTTOM = 34.0, 24.0, 30.0
_INDENT = {"pillar": 6.0, "probe": 18.0, "stratum": 34.0}
_LONGEST = {"pillar": 30, "probe": 38, "stratum": 32}  # letters of a label; the table has all


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from ``low`` to ``high`` on pixels from ``start`` to ``end``; beyond, at the edge."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> str:
        """Return a value's pixel, as an attribute holds it."""
        share = (min(self.high, max(self.low, value)) - self.low) / (self.high - self.low)
        return f"{self.start + share * (self.end - self.start):.1f}"


def forest_plot(rows: Sequence[DecisionRow]) -> Markup:
    """Return the plot as inline SVG.

    Args:
        rows: the decisions; without one there is no plot.
    """
    if not rows:
        return Markup("")
    estimates = [row.estimate for row in rows if row.estimate is not None]
    lowest = min((each.interval.lower for each in estimates), default=0.0)
    scale = Scale(-1.0 if lowest < 0 else 0.0, 1.0, _LABELS, _LABELS + _AXIS)
    steps = 8 if scale.low < 0 else 10
    ticks = [
        scale.low + (scale.high - scale.low) * number / steps for number in range(0, steps + 1, 2)
    ]
    return filled(
        "forest.svg",
        rows=[(row, f"{_TOP + _ROW * place:.1f}") for place, row in enumerate(rows)],
        scale=scale,
        ticks=[(scale.at(tick), f"{tick:g}") for tick in ticks],
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
