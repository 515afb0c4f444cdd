"""Plots of an agreement as SVG: bars of bias, and Bland and Altman's plot for each judge."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby

from mhgate.records import AgreementReport, Bias, JudgeAgreement, ReplyLevel
from mhgate.report.agreement_figures import between, name_of, signed
from mhgate.report.svg import Drawing

__all__ = ["bias_bars", "bias_words", "bland_altman", "bland_altman_words", "judges_of"]

_LABELS, _BARS, _FIGURES = 190.0, 380.0, 190.0  # pixels, from left to right
_ROW = 20.0
_TOP = 40.0
_PANEL_WIDTH, _PANEL_HEIGHT = 290.0, 230.0
_COLUMNS = 3
_LARGEST_SPOT = 9.0
_TICKS = 8
_LONGEST_NAME = 26


@dataclass(frozen=True, slots=True)
class _Axis:
    """Values from ``low`` to ``high`` on pixels from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return a value's pixel."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Return round values to mark: at most about seven."""
        rough = (self.high - self.low) / _TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(number * step, 9) for number in range(first, last + 1)]


def judges_of(report: AgreementReport) -> list[tuple[str, list[tuple[JudgeAgreement, ReplyLevel]]]]:
    """Return the judges with what was measured of each on single replies, in their order."""
    return [
        (judge, [(cell, cell.replies) for cell in cells if cell.replies is not None])
        for judge, cells in groupby(report.judges, key=lambda each: each.judge)
    ]


def bias_words(report: AgreementReport) -> str:
    """Return what the bars show, a line a judge and attribute."""
    return "\n".join(
        f"{judge}, {cell.attribute}: {_bias_figures(found.bias)}"
        for judge, cells in judges_of(report)
        for cell, found in cells
    )


def bias_bars(report: AgreementReport) -> str:
    """Return the bias of every judge on every attribute as bars with their intervals.

    Args:
        report: any agreement.

    Returns:
        An SVG file's text.
    """
    judges = judges_of(report)
    bottom = _TOP + _ROW * sum(len(cells) + 2 for _, cells in judges)
    drawing = Drawing(
        width=_LABELS + _BARS + _FIGURES,
        height=bottom + 30,
        title=f"Bias: judge less people, single replies, intervals at {report.level:.0%}",
        description=bias_words(report) or "nothing was measured",
    )
    drawing.text(10, 22, drawing.title, style="title")
    ends = [
        abs(value)
        for _, cells in judges
        for _, found in cells
        for value in (found.bias.mean, *_ends(found.bias))
    ]
    reach = max(ends, default=0.0) * 1.05 or 1.0
    axis = _Axis(-reach, reach, _LABELS, _LABELS + _BARS)
    for tick in axis.ticks():
        x = axis.at(tick)
        drawing.line(x, _TOP, x, bottom, style="grid")
        drawing.text(x, bottom + 16, f"{tick:+g}" if tick else "0", style="small", anchor="middle")
    y = _TOP
    for judge, cells in judges:
        y += _ROW
        drawing.text(10, y, judge[: 2 * _LONGEST_NAME], style="title")
        for cell, found in cells:
            y += _ROW
            _bar(drawing, cell, found.bias, y, axis)
        y += _ROW
    drawing.line(axis.at(0), _TOP, axis.at(0), bottom, style="zero")
    return drawing.render()


def _bar(drawing: Drawing, cell: JudgeAgreement, bias: Bias, y: float, axis: _Axis) -> None:
    zero, end = axis.at(0), axis.at(bias.mean)
    drawing.text(_LABELS - 10, y, name_of(cell)[:_LONGEST_NAME], anchor="end")
    drawing.box(min(zero, end), y - 10, abs(end - zero), 12, style="bar")
    if ends := _ends(bias):
        low, high = axis.at(ends[0]), axis.at(ends[1])
        drawing.line(low, y - 4, high, y - 4, style="whisker")
        drawing.line(low, y - 8, low, y, style="whisker")
        drawing.line(high, y - 8, high, y, style="whisker")
    drawing.text(_LABELS + _BARS + 10, y, _bias_figures(bias), style="small")


def _ends(bias: Bias) -> tuple[float, ...]:
    bounds = bias.bounds
    if bounds is None or bounds.lower is None or bounds.upper is None:
        return ()
    return bounds.lower, bounds.upper


def _bias_figures(bias: Bias) -> str:
    return f"{signed(bias.mean)} ({between(bias.bounds, with_sign=True)})"


def bland_altman_words(cells: list[tuple[JudgeAgreement, ReplyLevel]]) -> str:
    """Return what the panels show, a line an attribute."""
    return "\n".join(
        f"{cell.attribute}: {found.n_replies} replies; bias {signed(found.bias.mean)}; 95 in 100 "
        f"differences from {signed(found.bias.lower_limit)} to {signed(found.bias.upper_limit)}"
        for cell, found in cells
    )


def bland_altman(judge: str, cells: list[tuple[JudgeAgreement, ReplyLevel]]) -> str:
    """Return a judge's differences from people against the means of both, a panel an attribute.

    Args:
        judge: the judge's name.
        cells: what was measured of it, at least one.

    Returns:
        An SVG file's text. A spot's area is the number of its replies.
    """
    rows = math.ceil(len(cells) / _COLUMNS)
    title = f"{judge}: judge less people, against the mean of both, single replies"
    drawing = Drawing(
        width=_PANEL_WIDTH * min(_COLUMNS, len(cells)) + 20,
        height=_TOP + _PANEL_HEIGHT * rows + 30,
        title=title,
        description=bland_altman_words(cells),
    )
    drawing.text(10, 22, title, style="title")
    spots = [spot for cell, _ in cells for spot in cell.spots]
    means = [spot.mean for spot in spots]
    differences = [spot.difference for spot in spots]
    limits = [
        limit
        for _, found in cells
        for limit in (found.bias.lower_limit, found.bias.upper_limit)
        if limit is not None
    ]
    across = (min(means) - 0.25, max(means) + 0.25)
    reach = max(map(abs, [*differences, *limits])) * 1.1 or 1.0
    for place, (cell, found) in enumerate(cells):
        left = 10 + _PANEL_WIDTH * (place % _COLUMNS)
        top = _TOP + _PANEL_HEIGHT * (place // _COLUMNS)
        _panel(
            drawing,
            cell,
            found,
            _Axis(*across, left + 42, left + _PANEL_WIDTH - 14),
            _Axis(-reach, reach, top + _PANEL_HEIGHT - 34, top + 24),
        )
    drawing.text(
        10,
        drawing.height - 10,
        "Solid: no difference. Dashed: bias. Dotted: limits that hold 95 in 100 replies.",
        style="small",
    )
    return drawing.render()


def _panel(drawing: Drawing, cell: JudgeAgreement, found: ReplyLevel, x: _Axis, y: _Axis) -> None:
    drawing.text(x.start, y.end - 8, name_of(cell)[: 2 * _LONGEST_NAME])
    drawing.box(x.start, y.end, x.end - x.start, y.start - y.end, style="frame")
    for tick in x.ticks():
        drawing.text(x.at(tick), y.start + 15, f"{tick:g}", style="small", anchor="middle")
    for tick in y.ticks():
        drawing.line(x.start, y.at(tick), x.end, y.at(tick), style="grid")
        label = f"{tick:+g}" if tick else "0"
        drawing.text(x.start - 5, y.at(tick) + 4, label, style="small", anchor="end")
    most = max(spot.n for spot in cell.spots)
    for spot in cell.spots:
        radius = max(1.0, _LARGEST_SPOT * math.sqrt(spot.n / most))
        drawing.circle(x.at(spot.mean), y.at(spot.difference), radius, style="spot")
    lines = (
        ("zero", 0.0),
        ("mean", found.bias.mean),
        ("limit", found.bias.lower_limit),
        ("limit", found.bias.upper_limit),
    )
    for style, value in lines:
        if value is not None:
            drawing.line(x.start, y.at(value), x.end, y.at(value), style=style)
