"""An audit in lines: what it takes beforehand, and afterwards what was decided, beside the old."""

from __future__ import annotations

from mhgate.records import Outcome
from mhgate.records.audited import AuditProbe, AuditRecord, Pile
from mhgate.report.safe_text import printable

__all__ = ["audit_lines"]

_OPEN = "not settled"


def audit_lines(record: AuditRecord) -> list[str]:
    """Return an audit's record for a person.

    Args:
        record: of the audit.
    """
    lines = [
        f"audit of run {printable(record.report.run_id)}, root {record.report.merkle_root}",
        "the draw follows from the report's root"
        if record.seed == "root"
        else f"the draw follows from the seed {printable(record.seed)!r}, which somebody chose",
    ]
    for each in record.readers:
        which = "third reading" if each.copy_name == "adjudicator" else f"copy {each.copy_name}"
        when = "" if each.first is None else f", {each.first.date()}"
        lines.append(
            f"read by {printable(each.rater)} ({each.role}, {which}): {each.n_answered} answered, "
            f"{each.n_opted_out} left out{when}"
        )
    for probe in record.probes:
        lines += ["", *_probe_lines(probe)]
    for pillar in record.pillars:
        lines += ["", f"before: {pillar.before}", f"after:  {pillar.after}"]
    lines += ["", *record.after_headline]
    if record.before_outcome is record.after_outcome:
        lines.append(f"The whole gate stays as it was: {_word(record.after_outcome)}.")
    else:
        lines.append(
            f"The whole gate: {_word(record.before_outcome)} before the audit, "
            f"{_word(record.after_outcome)} with it."
        )
    lines.append("The report itself is not changed; this record stands beside it.")
    return lines


def _probe_lines(probe: AuditProbe) -> list[str]:
    lines = [
        probe.probe_id,
        f"  before: {probe.before}",
        f"  after:  {probe.after}",
        f"  judged good: {_pile(probe.judged_good)}",
        f"  the others:  {_pile(probe.others)}",
        f"  readers differed on {probe.n_disagreed}; a third person read {probe.n_adjudicated}",
    ]
    if not probe.could_gate:
        lines.append(
            "  Decided by the audit alone: the judge may not gate this probe, and needs no "
            "certificate here, for people say what this very run is worth."
            if probe.after_outcome in {Outcome.PASS, Outcome.FAIL}
            else "  The judge may not gate this probe; the audit, which needs no certificate, does "
            "not decide it yet."
        )
    for stratum in probe.strata:
        lines += [f"  before: {stratum.before}", f"  after:  {stratum.after}"]
    return lines


def _pile(pile: Pile) -> str:
    return (
        f"{pile.n} trials, {pile.drawn} drawn, {pile.n_read} read: {pile.good} good, "
        f"{pile.bad} bad, {pile.unresolved} {_OPEN}"
    )


def _word(outcome: Outcome) -> str:
    return {
        Outcome.PASS: "pass",
        Outcome.FAIL: "fail",
        Outcome.INCONCLUSIVE: "not decided",
        Outcome.ERROR: "could not be evaluated",
    }[outcome]
