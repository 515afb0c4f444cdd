"""An earlier report's file -> a report that says the same throughout."""

from __future__ import annotations

from collections import defaultdict
from math import isclose
from pathlib import Path

from mhgate.canonical import digest
from mhgate.errors import ReportFileError
from mhgate.records import ItemOutcome, Report
from mhgate.report import read_report

__all__ = ["read_baseline", "read_earlier"]


def read_baseline(path: Path) -> Report:
    """Read a report that is to be compared with: see :func:`read_earlier`."""
    return read_earlier(path, what="baseline")


def read_earlier(path: Path, *, what: str) -> Report:
    """Read an earlier report, and hold its parts against each other.

    What is made of it is made from the outcomes by item, which nobody looks at: a file whose
    outcomes were cut or changed would hide a drop. This finds carelessness; a signature finds
    intent.

    Args:
        path: a report.json.
        what: what it is read as, for the message.

    Returns:
        The report.

    Raises:
        ReportFileError: it cannot be read, or contradicts itself.
    """
    report = read_report(path)
    wrong = _contradiction(report)
    if wrong is not None:
        raise ReportFileError(
            f"{path}: the {what} contradicts itself: {wrong}.",
            hint="The file was changed after it was written; take the one that the run wrote.",
        )
    return report


def _contradiction(report: Report) -> str | None:
    provenance, accounts = report.provenance, report.accounts
    if provenance.profile != report.verdict.profile.name:
        return (
            f"it was run under profile {provenance.profile}, and its verdict is of "
            f"{report.verdict.profile.name}"
        )
    if digest(provenance.measurement) != provenance.measurement_fingerprint:
        return "measurement_fingerprint is not that of its measurement"
    asked = {row.trial_id for row in report.outcomes}
    failed = {row.trial_id for row in report.outcomes if row.value is None}
    if (len(asked), len(failed)) != (accounts.asked, accounts.failed):
        return (
            f"the outcomes are of {len(asked)} trials, {len(failed)} of them failed, and the "
            f"accounts count {accounts.asked} and {accounts.failed}"
        )
    rows: defaultdict[str, list[ItemOutcome]] = defaultdict(list)
    for row in report.outcomes:
        rows[row.probe_id].append(row)
    for pillar in report.verdict.pillars:
        for probe in pillar.probes:
            values = [row.value for row in rows[probe.probe.id] if row.value is not None]
            counted, estimate = probe.estimate.accounts, probe.estimate
            point = estimate.point if estimate.scored_share is None else estimate.scored_share
            if (len(rows[probe.probe.id]), len(values)) != (counted.asked, counted.scored):
                return f"the outcomes of {probe.probe.id} are not as many as its estimate counts"
            if point is not None and not isclose(point, sum(values) / len(values), abs_tol=1e-9):
                return f"the outcomes of {probe.probe.id} do not make its score of {point:.3f}"
    return None
