"""The decisions of a report as rows: what stands in the table, and what the plot draws of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from mhgate.records import (
    Comparison,
    Estimate,
    Interval,
    Outcome,
    PillarVerdict,
    ProbeVerdict,
    Report,
    Threshold,
)
from mhgate.records.baselines import Baseline
from mhgate.report.figures import percent, spelled
from mhgate.report.shades import Shade, is_required, shade_of
from mhgate.report.wording import Decision, counts, decisions

__all__ = ["OUTCOME_WORDS", "DecisionRow", "decision_rows"]

OUTCOME_WORDS = {
    Outcome.PASS: "pass",
    Outcome.FAIL: "fail",
    Outcome.INCONCLUSIVE: "not decided",
    Outcome.ERROR: "not evaluated",
}

_KINDS: dict[type, Literal["pillar", "probe", "stratum"]] = {
    PillarVerdict: "pillar",
    ProbeVerdict: "probe",
}


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One decision. Numbers are the report's, unrounded; texts beside them are for reading.

    Args:
        kind: pillar, probe or stratum.
        name: its whole name.
        label: its name below its parent's.
        decision: as the verdict holds it.
        shade: how a CI server shows it, which is never colour alone here.
        marks: what a reader should know of it, a word each.
        estimate: of a probe or a stratum.
        threshold: likewise.
        baseline: the blessed run's own score, where the baseline says it.
        texts: score, lower, upper and threshold, written so that their order is true.
        compared: what stands in the column of the baseline.
    """

    kind: Literal["pillar", "probe", "stratum"]
    name: str
    label: str
    decision: Decision
    shade: Shade
    marks: tuple[str, ...] = ()
    estimate: Estimate | None = None
    threshold: Threshold | None = None
    baseline: float | None = None
    trust: float | None = None
    trust_interval: Interval | None = None
    texts: dict[str, str] = field(default_factory=dict)
    counts: str = ""
    n_failed: int = 0
    compared: str = ""

    @property
    def outcome(self) -> Outcome:
        """What was decided."""
        return self.decision.outcome

    @property
    def is_required(self) -> bool:
        """Whether it gates."""
        return is_required(self.decision)

    @property
    def word(self) -> str:
        """The outcome in words."""
        return OUTCOME_WORDS[self.decision.outcome]


def decision_rows(report: Report, baseline: Baseline | None) -> list[DecisionRow]:
    """Return every decision as a row, in the verdict's order.

    Args:
        report: any report.
        baseline: what it was compared with, where it is at hand.
    """
    before = {} if baseline is None else {each.id: each.point for each in baseline.probes}
    return [_row(name, decision, report, before) for name, decision in decisions(report)]


def _row(
    name: str, decision: Decision, report: Report, before: dict[str, float | None]
) -> DecisionRow:
    shade, _ = shade_of(decision, report)
    if isinstance(decision, PillarVerdict):
        bounds = decision.trust_interval
        trust = decision.trust_score
        texts = {}
        if trust is not None:
            texts["trust"] = f"{trust:.1f}"
            if bounds is not None:
                texts["trust"] += f" ({bounds.lower:.1f} to {bounds.upper:.1f})"
        return DecisionRow(
            kind="pillar",
            name=name,
            label=decision.pillar,
            decision=decision,
            shade=shade,
            trust=trust,
            trust_interval=bounds,
            texts=texts,
        )
    is_probe = isinstance(decision, ProbeVerdict)
    estimate, threshold = decision.estimate, decision.threshold
    return DecisionRow(
        kind="probe" if is_probe else "stratum",
        name=name,
        label=decision.probe.name if isinstance(decision, ProbeVerdict) else decision.stratum,
        decision=decision,
        shade=shade,
        marks=_marks(decision),
        estimate=estimate,
        threshold=threshold,
        baseline=before.get(estimate.probe_id) if is_probe else None,
        texts=_texts(estimate, threshold, before.get(estimate.probe_id) if is_probe else None),
        counts=counts(estimate),
        n_failed=estimate.accounts.failed,
        compared="" if decision.comparison is None else _compared(decision.comparison, threshold),
    )


def _marks(decision: Decision) -> tuple[str, ...]:
    assert not isinstance(decision, PillarVerdict)  # noqa: S101 - the caller's branch says so
    marks = []
    if isinstance(decision, ProbeVerdict):
        if decision.probe.never:
            marks.append("never")
        if decision.n_alarms:
            state = "confirmed" if decision.alarms_confirmed else "not confirmed"
            marks.append(f"alarms: {decision.n_alarms}, {state}")
        if decision.n_left_out:
            marks.append(f"{decision.n_left_out} left out by a waiver")
        if decision.probe.hazard is not None:
            marks.append(f"hazard {decision.probe.hazard}")
        if decision.estimate.figure_name:
            marks.append(decision.estimate.figure_name)
    if not decision.threshold.required:
        marks.append("not required")
    if decision.waived is not None:
        marks.append(f"waived ({decision.waived})")
    return tuple(marks)


def _texts(estimate: Estimate, threshold: Threshold, baseline: float | None) -> dict[str, str]:
    measured = [estimate.interval.lower, estimate.interval.upper]
    if estimate.point is not None:
        measured.append(estimate.point)
    texts = spelled(measured, [threshold.min_score], ends=[0.0, 1.0])
    return {
        "baseline": "" if baseline is None else spelled([baseline], [threshold.min_score])[0],
        "lower": texts[0],
        "upper": texts[1],
        "score": texts[2] if estimate.point is not None else "none",
        "threshold": texts[len(measured)],
        "level": percent(estimate.interval.level),
    }


def _compared(comparison: Comparison, threshold: Threshold) -> str:
    bounds = comparison.interval
    limits = [0.0] if threshold.max_drop is None else [0.0, -threshold.max_drop]
    texts = spelled([comparison.difference, bounds.lower, bounds.upper], limits, signed=True)
    said = f"{texts[0]} ({texts[1]} to {texts[2]}), {comparison.n_pairs} pairs"
    if threshold.max_drop is not None:
        said += f", allowed drop {texts[-1].lstrip('-')}"
    return said
