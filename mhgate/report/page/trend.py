"""The trend over stored runs: a plot a pillar; runs that measured something else stand apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from mhgate.records.registered import TrendPoint
from mhgate.report.page.scale import Scale
from mhgate.report.page.templating import filled

__all__ = ["PillarTrend", "trends_of"]

_WIDTH, _HEIGHT = 460.0, 170.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 14.0, 30.0, 26.0
_MOST = 40  # runs of a plot, the latest; the table has all that were handed over


@dataclass(frozen=True, slots=True)
class PillarTrend:
    """The runs of one pillar, the oldest first, and their plot."""

    pillar: str
    points: tuple[TrendPoint, ...]
    plot: Markup
    n_not_drawn: int


def trends_of(points: Sequence[TrendPoint]) -> list[PillarTrend]:
    """Return the trend of every pillar that has one.

    Args:
        points: of stored runs, in any order; those of single probes are left out.
    """
    by_pillar: dict[str, list[TrendPoint]] = {}
    for each in sorted(points, key=lambda point: (point.at, point.run_id)):
        if each.probe is None:
            by_pillar.setdefault(each.pillar, []).append(each)
    return [
        PillarTrend(
            pillar,
            tuple(found),
            _plot(number, pillar, found[-_MOST:]),
            max(0, len(found) - _MOST),
        )
        for number, (pillar, found) in enumerate(by_pillar.items())
    ]


def _plot(number: int, pillar: str, points: Sequence[TrendPoint]) -> Markup:
    across = Scale(0.0, max(1.0, len(points) - 1.0), _LEFT + 8, _WIDTH - _RIGHT - 8)
    up = Scale(0.0, 1.0, _HEIGHT - _BOTTOM, _TOP)
    drawn: list[tuple[TrendPoint, str]] = []
    breaks: list[str] = []
    line: list[str] = []
    lines: list[list[str]] = []
    before = None
    for place, point in enumerate(points):
        measure = (point.measurement_fingerprint, point.method_version)
        if measure != before:
            if before is not None:
                breaks.append(across.at(place - 0.5))
            line = []
            lines.append(line)
            before = measure
        x = across.at(float(place))
        drawn.append((point, x))
        if point.score is not None:
            line.append(f"{x},{up.at(point.score)}")
    return filled(
        "trend.svg",
        name=f"trend-{number}",
        pillar=pillar,
        points=drawn,
        lines=[" ".join(each) for each in lines if len(each) > 1],
        breaks=breaks,
        up=up,
        ticks=[(up.at(tick), f"{100 * tick:g}") for tick in (0.0, 0.5, 1.0)],
        width=_WIDTH,
        height=_HEIGHT,
        left=_LEFT,
        right=_WIDTH - _RIGHT,
        top=_TOP,
        bottom=_HEIGHT - _BOTTOM,
    )
