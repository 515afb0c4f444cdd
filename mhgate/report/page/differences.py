"""Bland and Altman's plot: the judge's differences from people, reply by reply."""

from __future__ import annotations

import math

from markupsafe import Markup

from mhgate.records import AgreementReport, JudgeAgreement, ReplyLevel
from mhgate.report.agreement_figures import name_of, signed
from mhgate.report.agreement_plots import judges_of
from mhgate.report.page.scale import Scale, round_ticks
from mhgate.report.page.templating import filled

__all__ = ["difference_plots"]

_WIDTH, _HEIGHT = 460.0, 260.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 14.0, 34.0, 44.0
_LARGEST_SPOT = 9.0


def difference_plots(report: AgreementReport | None) -> list[Markup]:
    """Return a plot for every judge and attribute of an agreement, as inline SVG.

    Args:
        report: of ratings; None where none are at hand.
    """
    if report is None:
        return []
    cells = [
        (judge, cell, found)
        for judge, cells in judges_of(report)
        for cell, found in cells
        if cell.spots
    ]
    return [_plot(number, *each) for number, each in enumerate(cells)]


def _plot(number: int, judge: str, cell: JudgeAgreement, found: ReplyLevel) -> Markup:
    bias = found.bias
    limits = [each for each in (bias.lower_limit, bias.upper_limit) if each is not None]
    means = [spot.mean for spot in cell.spots]
    heights = [abs(value) for value in (*(spot.difference for spot in cell.spots), *limits)]
    reach = max(heights) * 1.1 or 1.0
    across = Scale(min(means) - 0.25, max(means) + 0.25, _LEFT, _WIDTH - _RIGHT)
    up = Scale(-reach, reach, _HEIGHT - _BOTTOM, _TOP)
    most = max(spot.n for spot in cell.spots)
    said = (
        f"{found.n_replies} replies; bias {signed(bias.mean)}; 95 in 100 differences from "
        f"{signed(bias.lower_limit)} to {signed(bias.upper_limit)}"
    )
    return filled(
        "differences.svg",
        name=f"differences-{number}",
        title=f"{judge}, {name_of(cell)}",
        said=said,
        spots=[
            (
                spot,
                across.at(spot.mean),
                up.at(spot.difference),
                f"{max(1.5, _LARGEST_SPOT * math.sqrt(spot.n / most)):.1f}",
            )
            for spot in cell.spots
        ],
        bias=up.at(bias.mean),
        limits=[up.at(each) for each in limits],
        zero=up.at(0.0),
        ticks=[(across.at(tick), f"{tick:g}") for tick in round_ticks(across.low, across.high)],
        rungs=[(up.at(tick), f"{tick:+g}") for tick in round_ticks(up.low, up.high)],
        width=_WIDTH,
        height=_HEIGHT,
        left=_LEFT,
        right=_WIDTH - _RIGHT,
        top=_TOP,
        bottom=_HEIGHT - _BOTTOM,
    )
