"""The table of pillars: outcome, both runs over their pairs, a bar; nothing is compared here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mhgate.action.markdown import cell, code
from mhgate.action.wording import OUTCOMES
from mhgate.records import Comparison, PillarVerdict, ProbeVerdict, Report
from mhgate.report.bar import bar

__all__ = ["pillar_table"]

_COLUMNS = (
    *("pillar", "outcome", "baseline", "now", "difference", "pairs", "largest drop, interval"),
    *("trust score", "0 to 100"),
)
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
    yield f"| {' | '.join(_COLUMNS)} |"
    yield "|---|---|--:|--:|--:|--:|---|--:|---|"
    asked = _Asked.of(report)
    for pillar in report.verdict.pillars[:_MOST_ROWS]:
        yield "| " + " | ".join(_row(pillar, asked)) + " |"
    if len(report.verdict.pillars) > _MOST_ROWS:
        more = f"and {len(report.verdict.pillars) - _MOST_ROWS} more"
        yield f"| {more} |{' |' * (len(_COLUMNS) - 1)}"
    yield ""
    yield (
        "<sub>Baseline, now and difference: the means over the probes that were compared, each "
        "over the pairs alone: what both runs asked with the same words, and what was measured in "
        "both. The interval is that of the probe that dropped most. Trust score: the mean over a "
        "pillar's probes, on all that was asked now; the bar is its interval. None of them decides:"
        " the probes do.</sub>"
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a report holds of its items: the values of each compared probe, new items apart."""

    has_baseline: bool
    n_rows: Mapping[str, int]
    paired: Mapping[str, Sequence[float | None]]

    @classmethod
    def of(cls, report: Report) -> _Asked:
        compared = {
            probe.probe.id
            for pillar in report.verdict.pillars
            for probe in pillar.probes
            if probe.comparison is not None
        }
        new, n_rows = frozenset(report.new_items), Counter[str]()
        paired: dict[str, list[float | None]] = {name: [] for name in compared}
        for row in report.outcomes if compared else ():
            if row.probe_id in compared:
                n_rows[row.probe_id] += 1
                if row.item_id not in new:
                    paired[row.probe_id].append(row.value)
        return cls(report.provenance.baseline is not None, n_rows, paired)


def _row(pillar: PillarVerdict, asked: _Asked) -> Iterator[str]:
    compared = [
        (probe, probe.comparison)
        for probe in pillar.probes
        if probe.comparison is not None and _n_measured(probe.comparison)
    ]
    yield cell(pillar.pillar)
    yield OUTCOMES[pillar.outcome.value].partition(":")[0]
    if compared:
        yield from _means([(_now(probe, found, asked), found) for probe, found in compared])
        yield f"{100 * _mean(found.difference for _, found in compared):+.1f}"
        yield str(sum(_n_measured(found) for _, found in compared))
        probe, worst = min(compared, key=lambda pair: (pair[1].difference, pair[0].probe.id))
        yield f"{_interval(worst)} {code(probe.probe.name)}"
    else:
        yield "not comparable: 0 common items" if asked.has_baseline else "none"
        yield from (" ", " ", "0" if asked.has_baseline else " ", " ")
    yield "unknown" if pillar.trust_score is None else f"{pillar.trust_score:.1f}"
    yield _bar(pillar)


def _means(found: list[tuple[float | None, Comparison]]) -> Iterator[str]:
    """Yield the means of both runs over the pairs; a dash where one of them cannot be told."""
    pairs = [(now, compared.difference) for now, compared in found if now is not None]
    if len(pairs) < len(found):
        yield from ("-", "-")
        return
    yield f"{100 * _mean(now - difference for now, difference in pairs):.1f}"
    yield f"{100 * _mean(now for now, _ in pairs):.1f}"


def _now(probe: ProbeVerdict, found: Comparison, asked: _Asked) -> float | None:
    """Return what a probe comes to over its pairs; None where the report does not say which.

    It lists items without a counterpart, and not those whose pair failed in the other run.
    """
    if found.n_failed:
        return None
    name = probe.probe.id
    if asked.n_rows.get(name) == found.n_pairs:  # of the same items: as estimated, corrected or not
        return probe.estimate.point
    paired = asked.paired.get(name, ())
    values = [value for value in paired if value is not None]
    if found.certificate is not None or not len(values) == len(paired) == found.n_pairs:
        return None
    return _mean(values)


def _n_measured(found: Comparison) -> int:
    return found.n_pairs - found.n_failed


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
