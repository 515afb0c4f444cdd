"""What a pack shows people: pages and tables that are made from the pack's own files alone.

So whoever checks a pack makes them again and compares: a page cannot say what its report does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import TypeAdapter

from mhgate.canonical import parse_json
from mhgate.records import Certificate, Report
from mhgate.records.baselines import Baseline
from mhgate.records.page import PageBeside
from mhgate.records.registered import TrendPoint
from mhgate.report import render_page

__all__ = ["PAGE", "PDF", "TREND", "pages_of", "trend_in"]

PAGE, PDF, TREND = "report.html", "report.pdf", "trend.json"

_TREND = TypeAdapter(tuple[TrendPoint, ...])


def pages_of(
    report: Report,
    files: Mapping[str, bytes],
    *,
    certificates: Sequence[Certificate],
    baseline: Baseline | None,
) -> dict[str, bytes]:
    """Return every file of a pack that is made from its other files, by name.

    Args:
        report: of the pack.
        files: of the pack; ``trend.json`` is read.
        certificates: those in the pack.
        baseline: the one in the pack, None without one.

    Returns:
        The same bytes for the same pack, by the same mhgate.
    """
    beside = PageBeside(
        trend=trend_in(files), certificates=tuple(certificates), baseline=baseline, quotes=True
    )
    return {PAGE: render_page(report, beside).encode("utf-8", "backslashreplace")}


def trend_in(files: Mapping[str, bytes]) -> tuple[TrendPoint, ...]:
    """Return the points of a pack's trend; none where it has no such file.

    Args:
        files: of the pack.
    """
    if TREND not in files:
        return ()
    return _TREND.validate_python(parse_json(files[TREND]), strict=False)
