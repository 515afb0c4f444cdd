"""A plot of intervals, a row each: of a judge's agreement, of its bias, of the course by turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from mhgate.report.page.scale import Scale, round_ticks
from mhgate.report.page.templating import filled

__all__ = ["IntervalRow", "interval_plot"]

_LABELS, _AXIS, _FIGURES = 300.0, 380.0, 270.0  # pixels, from left to right
_TOP, _ROW, _BOTTOM = 14.0, 24.0, 42.0
_LONGEST = 40  # letters of a label; the table has all


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """One row: a value with its interval, or the head of those below it.

    Args:
        label: what it is.
        said: the numbers in words, as they stand at the right.
        value: where the square stands; None of a head, or where there is none.
        lower: the interval's lower end; None: not known, drawn from the axis's beginning.
        upper: likewise.
        inner: an interval of the value itself, where lower and upper bound something else.
    """

    label: str
    said: str = ""
    value: float | None = None
    lower: float | None = None
    upper: float | None = None
    inner: tuple[float | None, float | None] | None = None
    is_head: bool = False


def interval_plot(
    rows: Sequence[IntervalRow],
    *,
    name: str,
    title: str,
    description: str,
    axis: str,
    ends: tuple[float, float] | None = None,
    zero: float | None = None,
) -> Markup:
    """Return the rows as inline SVG.

    Args:
        rows: what is drawn, from top to bottom; without one there is no plot.
        name: of the element, unique on the page.
        title: one line.
        description: what is to be seen, for those who hear the page.
        axis: what the axis shows.
        ends: of the axis; None: as far as the rows reach.
        zero: where a line marks nothing (no bias, say); None draws none.
    """
    if not any(row.value is not None or row.lower is not None for row in rows):
        return Markup("")
    low, high = ends or _reach(rows)
    scale = Scale(low, high, _LABELS, _LABELS + _AXIS)
    bottom = _TOP + _ROW * len(rows)
    return filled(
        "intervals.svg",
        name=name,
        title=title,
        description=description,
        axis=axis,
        rows=[(row, _TOP + _ROW * place) for place, row in enumerate(rows)],
        scale=scale,
        ticks=[(scale.at(tick), f"{tick:g}") for tick in round_ticks(low, high)],
        width=_LABELS + _AXIS + _FIGURES,
        height=bottom + _BOTTOM,
        bottom=bottom,
        top=_TOP,
        start=_LABELS,
        middle=_LABELS + _AXIS / 2,
        figures_at=_LABELS + _AXIS + 14,
        row_height=_ROW,
        zero=zero,
        short=_short,
    )


def _reach(rows: Sequence[IntervalRow]) -> tuple[float, float]:
    found = [
        value
        for row in rows
        for value in (row.value, row.lower, row.upper, *(row.inner or ()))
        if value is not None and math.isfinite(value)
    ]
    low, high = min(found), max(found)
    margin = (high - low) * 0.05 or 0.5
    return low - margin, high + margin


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "\u2026"
