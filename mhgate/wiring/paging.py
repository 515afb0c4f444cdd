"""What stands beside a report on its page: found where it lies, and held to the report."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from mhgate.config import Config
from mhgate.errors import MhgateError, ReportFileError
from mhgate.gate.certificate_digests import certificate_digest
from mhgate.journal import read_journal
from mhgate.records import Certificate, Report, Transcript
from mhgate.records.baselines import Baseline
from mhgate.records.page import PageBeside, PageTranscript
from mhgate.records.registered import TrendPoint
from mhgate.store.database import Store
from mhgate.wiring.certificates import read_certificates
from mhgate.wiring.held_journals import root_bound
from mhgate.wiring.redaction import shown_kept
from mhgate.wiring.register import STORE_FILE
from mhgate.wiring.rested_on import certificates_in, compared_with
from mhgate.wiring.runs import RunFolder

__all__ = ["beside_run", "beside_stored", "trend_to"]

_MOST_RUNS = 100  # of a trend


def beside_stored(
    report: Report,
    path: Path,
    *,
    transcripts: bool = False,
    with_personal: bool = False,
    baseline: Path | None = None,
    certificates: Path | None = None,
) -> PageBeside:
    """Return what stands beside a stored report on its page.

    Args:
        report: that lies at the path.
        path: of its file.
        transcripts: whether the run's conversations are shown; those of protected items never are.
        with_personal: whether what is about persons is shown too; else markers take its place.
        baseline: the file it was compared with; None: looked for, and left out where it is not
            found.
        certificates: the file of certificates it rests on; None leaves them out.

    Raises:
        ReportFileError: the journal is not the report's, or a named file is not what it rests on.
    """
    found: tuple[PageTranscript, ...] = ()
    n_withheld = 0
    if transcripts:
        found, n_withheld = _conversations(report, path, with_personal=with_personal)
    return PageBeside(
        trend=trend_to(report, path.resolve().parents[2] / STORE_FILE),
        transcripts=found,
        n_withheld=n_withheld,
        baseline=_baseline(report, path, baseline),
        certificates=()
        if certificates is None
        else _rested_on(report, certificates_in(certificates), certificates),
    )


def beside_run(report: Report, config: Config) -> PageBeside:
    """Return what stands beside the report of a run that has just ended; no conversation does.

    Args:
        report: of the run.
        config: under which it ran.
    """
    named = None if config.gate.baseline is None else config.folder / config.gate.baseline
    trend = trend_to(report, config.folder / config.gate.reports / STORE_FILE)
    baseline = None
    with suppress(MhgateError):  # the run has read it before; a page without it says less
        baseline = compared_with(report, config.folder / "report.json", named)
    known = () if report.conditions is None else report.conditions.certificates
    with suppress(MhgateError):  # likewise
        held = tuple(each for each in read_certificates(config) if each.id in known)
        return PageBeside(trend=trend, baseline=baseline, certificates=held)
    return PageBeside(trend=trend, baseline=baseline)


def _baseline(report: Report, path: Path, named: Path | None) -> Baseline | None:
    if named is not None:
        return compared_with(report, path, named)
    with suppress(MhgateError):  # the page says that it was compared; it can do without the marks
        return compared_with(report, path, None)
    return None


def trend_to(report: Report, path: Path) -> tuple[TrendPoint, ...]:
    """Return the runs of this branch up to this one, so that an old report's page stays as it was.

    A report that the register does not know (it lies elsewhere, it is partial) has no trend.

    Args:
        report: of this run.
        path: of the register.
    """
    if not path.is_file():
        return ()
    with suppress(MhgateError), Store(path, create=False) as store:
        points = store.trend()
        own = [
            place for place, point in enumerate(points) if point.run_id == report.provenance.run_id
        ]
        if own:
            branch = points[own[-1]].branch
            found = [point for point in points[: own[-1] + 1] if point.branch == branch]
            runs = list(dict.fromkeys(point.run_id for point in found))[-_MOST_RUNS:]
            return tuple(point for point in found if point.run_id in runs)
    return ()


def _rested_on(report: Report, found: Iterable[Certificate], path: Path) -> tuple[Certificate, ...]:
    """Return the certificates that a report names, each as it was then."""
    known = {} if report.conditions is None else report.conditions.certificates
    by_id = {each.id: each for each in found}
    for name, digest in known.items():
        if name not in by_id or certificate_digest(by_id[name]) != digest:
            raise ReportFileError(
                f"{path}: holds no certificate {name!r} with the digest that the report rests on "
                f"({digest}).",
                hint="Name the file of certificates as it was when the run ended.",
            )
    return tuple(by_id[name] for name in known)


def _conversations(
    report: Report, path: Path, *, with_personal: bool
) -> tuple[tuple[PageTranscript, ...], int]:
    """Return a run's conversations, and how many stay out because their items are protected."""
    journal = RunFolder(path.parent).journal
    if not journal.is_file():
        raise ReportFileError(
            f"{path.parent}: found no journal, which holds the conversations.",
            hint="Show the report on the machine of its run, or leave --transcripts out.",
        )
    # no key is asked for: what is protected enters no file in clear
    kept = read_journal(journal)
    whole = not kept.n_closed and not kept.is_copy
    if whole and root_bound(kept, report) != report.merkle_root:
        raise ReportFileError(
            f"{journal}: the conversations are not those that the report was made of (their root "
            "is another one).",
            hint="Take report and journal as the run wrote them, or leave --transcripts out.",
        )
    came_back, scores = (kept.came_back, kept.scores) if with_personal else shown_kept(kept)
    return (
        tuple(
            PageTranscript(transcript=each, scores=tuple(scores.get(trial_id, ())))
            for trial_id, each in came_back.items()
            if isinstance(each, Transcript) and trial_id not in kept.sealed
        ),
        len(kept.sealed),
    )
