"""What a stored verdict rests on beside its report: what it was compared with, the certificates."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mhgate.baseline import content_digest
from mhgate.errors import ReportFileError
from mhgate.records import Certificate, Report
from mhgate.records.baselines import Baseline
from mhgate.wiring.earlier import read_baseline

__all__ = ["certificates_in", "compared_with", "compared_with_file", "held_baseline"]

_CERTIFICATES = TypeAdapter(tuple[Certificate, ...])


def compared_with(report: Report, path: Path, named: Path | None) -> Baseline | None:
    """Return what a report was compared with, found by its run's id.

    Args:
        report: the report.
        path: of its file.
        named: a baseline's file or a report; None: looked for among the runs beside the report.

    Returns:
        The baseline, None where the report was compared with none.

    Raises:
        ReportFileError: it is not there, or is another one, or in another state.
    """
    wanted = report.provenance.baseline
    named = compared_with_file(report, path, named)
    if wanted is None or named is None:
        return None
    return held_baseline(read_baseline(named), report, named=str(named), path=str(path))


def compared_with_file(report: Report, path: Path, named: Path | None) -> Path | None:
    """Return where it lies what a report was compared with; it is not read.

    Args:
        report: the report.
        path: of its file.
        named: as for :func:`compared_with`.

    Raises:
        ReportFileError: it is not there.
    """
    wanted = report.provenance.baseline
    if wanted is None:
        return None
    if named is None:
        named = path.resolve().parent.parent / wanted / "report.json"
        if not named.is_file():
            raise ReportFileError(
                f"{path}: the report was compared with the run {wanted}, whose report does not lie "
                "beside it.",
                hint="Name it: --baseline FILE.",
            )
    return named


def held_baseline(found: Baseline, report: Report, *, named: str, path: str) -> Baseline:
    """Return a baseline, held to being the one that a report was compared with.

    Args:
        found: the baseline.
        report: that was compared with one.
        named: where the baseline lies, for messages.
        path: where the report lies, for messages.

    Raises:
        ReportFileError: it is another one, or in another state.
    """
    wanted = report.provenance.baseline
    if found.run.run_id != wanted:
        raise ReportFileError(
            f"{named}: found the run {found.run.run_id}; expected {wanted}, with which "
            f"{path} was compared.",
            hint="Name the report of that run: --baseline FILE.",
        )
    held = None if report.conditions is None else report.conditions.baseline
    if held is not None and content_digest(found) != held:
        raise ReportFileError(
            f"{named}: holds another state of the run {wanted} ({content_digest(found)[:19]}) than "
            f"{path} was compared with ({held[:19]}).",
            hint="Name the very file: --baseline FILE (of a baseline's file, git has the states).",
        )
    return found


def certificates_in(path: Path) -> tuple[Certificate, ...]:
    """Return the certificates of a file.

    Args:
        path: that judge.certificates named in the run.

    Raises:
        ReportFileError: it cannot be read, or holds something else.
    """
    try:
        return _CERTIFICATES.validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it holds something else"
        raise ReportFileError(
            f"{path}: cannot be read as a file of certificates ({reason}).",
            hint="Name the file that judge.certificates named in the run.",
        ) from error
