"""The trend in a pack, checked: what it says of this run is the report's; of others it is told."""

from __future__ import annotations

from math import isclose

from pydantic import TypeAdapter

from mhgate.canonical import parse_json
from mhgate.evidence.checks import Checks
from mhgate.evidence.index import REPORT
from mhgate.evidence.verifying import Opened
from mhgate.records import Interval, Report
from mhgate.records.registered import TrendPoint
from mhgate.wiring.evidence_pages import TREND

__all__ = ["check_trend"]

_POINTS = TypeAdapter(tuple[TrendPoint, ...])
_Figures = tuple[str, float | None, float | None, float | None]


def check_trend(opened: Opened, checks: Checks) -> None:
    """Hold the trend's figures of this run to its report, and say that the others are not held.

    Args:
        opened: what of the pack could be read.
        checks: to which what was found is added.
    """
    pack, report = opened.pack, opened.report
    if report is None or TREND not in pack.files:
        return
    where = pack.where(TREND)
    points = checks.trying(
        "trend",
        TREND,
        lambda: _POINTS.validate_python(parse_json(pack.files[TREND]), strict=False),
        where=where,
    )
    if points is None:
        return
    known, run = _figures(report), report.provenance.run_id
    own: dict[str, bool] = {}  # a run that was decided again stands there once for each verdict
    for point in points:
        if point.run_id == run:
            name = point.probe or point.pillar
            own[name] = own.get(name, False) or _same(known.get(name), point)
    unlike = [name for name, is_same in own.items() if not is_same]
    if unlike:
        checks.broken(
            "trend", f"{where}: of {unlike[0]} it says another figure than {REPORT}", file=TREND
        )
        return
    others = {point.run_id for point in points} - {run}
    if others:
        checks.open(
            "trend",
            f"what {TREND} says of {len(others)} other {'run' if len(others) == 1 else 'runs'}: "
            "their reports are not in the pack",
        )


def _figures(report: Report) -> dict[str, _Figures]:
    """Return outcome, score and interval by pillar (trust over 100) and by probe."""
    found: dict[str, _Figures] = {}
    for pillar in report.verdict.pillars:
        trust = pillar.trust_score
        low, high = _bounds(pillar.trust_interval, over=100)
        score = None if trust is None else trust / 100
        found[pillar.pillar] = (pillar.outcome.value, score, low, high)
        for probe in pillar.probes:
            seen = probe.estimate
            low, high = _bounds(seen.interval, over=1)
            found[probe.probe.id] = (probe.outcome.value, seen.point, low, high)
    return found


def _bounds(interval: Interval | None, *, over: int) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.lower / over, interval.upper / over)


def _same(known: _Figures | None, point: TrendPoint) -> bool:
    if known is None or known[0] != point.outcome.value:
        return False
    if point.score is None:  # nothing was scored: an interval that says nothing is left out
        return known[1] is None
    return all(
        there is not None and here is not None and isclose(there, here, abs_tol=1e-9)
        for there, here in zip(known[1:], (point.score, point.low, point.high), strict=True)
    )
