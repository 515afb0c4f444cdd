"""An earlier report's file, or a baseline's -> one that says the same throughout."""

from __future__ import annotations

from collections import defaultdict
from math import isclose
from pathlib import Path

from mhgate.baseline import baseline_of, contradictions, is_baseline, parse_baseline
from mhgate.canonical import digest
from mhgate.errors import BaselineError, ReportFileError
from mhgate.gate import first_attempts_of
from mhgate.records import ItemOutcome, Report
from mhgate.records.baselines import Baseline
from mhgate.report import parse_report, read_report

__all__ = ["baseline_from", "earlier_from", "read_baseline", "read_blessed", "read_earlier"]

_MOST_WRONG = 5


def read_baseline(path: Path) -> Baseline:
    """Read what is to be compared with: a baseline's file, or an earlier report.

    Args:
        path: of either.

    Returns:
        The baseline; of a report, the one that it makes.

    Raises:
        BaselineError: it is a baseline's file that cannot be read, or was changed since.
        IncomparableError: it is a report that makes no baseline.
        ReportFileError: it is a report that cannot be read, or contradicts itself.
    """
    data = _bytes_of(path)
    if data is not None and is_baseline(data):
        return _held(parse_baseline(data, name=str(path)), str(path))
    return baseline_of(read_earlier(path, what="baseline"))


def baseline_from(data: bytes, *, name: str) -> Baseline:
    """Read what was compared with from the bytes of its file.

    Args:
        data: of a baseline's file, or of an earlier report.
        name: of the file, for messages.

    Raises:
        BaselineError: as for :func:`read_baseline`, as the others.
    """
    if is_baseline(data):
        return _held(parse_baseline(data, name=name), name)
    return baseline_of(earlier_from(data, name=name, what="baseline"))


def read_blessed(path: Path) -> Baseline:
    """Read a baseline's file, and hold it to its history.

    Args:
        path: of the file; a report is none.

    Raises:
        BaselineError: there is none, or it was changed since it was blessed.
    """
    data = _bytes_of(path)
    if data is None:
        raise BaselineError(
            f"{path}: there is no such file, or it cannot be read; expected a baseline.",
            hint="Make one: mhgate baseline bless REPORT --reason '...'.",
        )
    return _held(parse_baseline(data, name=str(path)), str(path))


def _held(baseline: Baseline, path: str) -> Baseline:
    wrong = contradictions(baseline)
    if wrong:
        raise BaselineError(
            f"{path}: the baseline contradicts itself: {'; '.join(wrong[:_MOST_WRONG])}.",
            hint="It was changed after it was blessed: take the file as it was written (git has "
            "it), or bless a report anew.",
        )
    return baseline


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


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
    return _agreeing(read_report(path), name=str(path), what=what)


def earlier_from(data: bytes, *, name: str, what: str) -> Report:
    """Read an earlier report from the bytes of its file, and hold its parts against each other.

    Args:
        data: of a report.json.
        name: of the file, for messages.
        what: what it is read as, for the message.

    Raises:
        ReportFileError: as for :func:`read_earlier`.
    """
    return _agreeing(parse_report(data, name=name), name=name, what=what)


def _agreeing(report: Report, *, name: str, what: str) -> Report:
    wrong = _contradiction(report)
    if wrong is None and report.first_attempts != first_attempts_of(report.outcomes):
        wrong = "what it says of first attempts is not what its outcomes make of them"
    if wrong is not None:
        raise ReportFileError(
            f"{name}: the {what} contradicts itself: {wrong}.",
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
    waivers = None if report.conditions is None else report.conditions.waivers
    for row in report.outcomes:
        if waivers is None or row.item_id not in waivers.items_of(row.probe_id):
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
