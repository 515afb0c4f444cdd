"""The table of pillars: outcome, baseline, now, difference, and a bar; nothing is compared here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mhgate.action.markdown import cell, code
from mhgate.action.wording import OUTCOMES
from mhgate.records import Comparison, PillarVerdict, Report
from mhgate.report.bar import bar

__all__ = ["pillar_table"]

_MOST_ROWS = 60
_BAR_CELLS = 16


def pillar_table(report: Report) -> Iterator[str]:
    """Yield the lines of the table.

    Args:
        report: any report.
    """
    if not report.verdict.pillars:
        return
    yield ""
    yield "| pillar | outcome | baseline | now | difference | largest drop, interval | 0 to 100 |"
    yield "|---|---|--:|--:|--:|---|---|"
    for pillar in report.verdict.pillars[:_MOST_ROWS]:
        yield "| " + " | ".join(_row(pillar)) + " |"
    if len(report.verdict.pillars) > _MOST_ROWS:
        yield f"| and {len(report.verdict.pillars) - _MOST_ROWS} more | | | | | | |"
    yield ""
    yield (
        "<sub>Now: the trust score, the mean over a pillar's probes; the bar is its interval. "
        "Baseline and difference: the mean over the probes that were compared; the interval is "
        "that of the probe that dropped most. None of them decides: the probes do.</sub>"
    )


def _row(pillar: PillarVerdict) -> Iterator[str]:
    compared = [
        (probe, probe.comparison)
        for probe in pillar.probes
        if probe.comparison is not None and probe.estimate.point is not None
    ]
    yield cell(pillar.pillar)
    yield OUTCOMES[pillar.outcome.value].partition(":")[0]
    if compared:
        before = [(probe.estimate.point or 0.0) - found.difference for probe, found in compared]
        yield f"{100 * _mean(before):.1f}"
    else:
        yield "none"
    yield "unknown" if pillar.trust_score is None else f"{pillar.trust_score:.1f}"
    if compared:
        yield f"{100 * _mean(found.difference for _, found in compared):+.1f}"
        probe, worst = min(compared, key=lambda pair: (pair[1].difference, pair[0].probe.id))
        yield f"{_interval(worst)} {code(probe.probe.name)}"
    else:
        yield " "
        yield " "
    yield _bar(pillar)


def _bar(pillar: PillarVerdict) -> str:
    interval, score = pillar.trust_interval, pillar.trust_score
    if interval is None or score is None:
        return " "
    drawn = bar(
        lower=interval.lower / 100,
        upper=interval.upper / 100,
        point=score / 100,
        threshold=score / 100,  # there is none: it lies under the score
        cells=_BAR_CELLS,
    )
    return code(drawn.replace("|", "█"))


def _interval(found: Comparison) -> str:
    low, high = 100 * found.interval.lower, 100 * found.interval.upper
    return f"{low:+.1f} to {high:+.1f}"


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
