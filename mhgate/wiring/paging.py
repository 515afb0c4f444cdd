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
from mhgate.wiring.certificates import read_certificates
from mhgate.wiring.redaction import shown_kept
from mhgate.wiring.rested_on import certificates_in, compared_with
from mhgate.wiring.runs import RunFolder

__all__ = ["beside_run", "beside_stored"]


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
        found, n_withheld = _conversations(path, with_personal=with_personal)
    return PageBeside(
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
    baseline = None
    with suppress(MhgateError):  # the run has read it before; a page without it says less
        baseline = compared_with(report, config.folder / "report.json", named)
    known = () if report.conditions is None else report.conditions.certificates
    with suppress(MhgateError):  # likewise
        held = tuple(each for each in read_certificates(config) if each.id in known)
        return PageBeside(baseline=baseline, certificates=held)
    return PageBeside(baseline=baseline)


def _baseline(report: Report, path: Path, named: Path | None) -> Baseline | None:
    if named is not None:
        return compared_with(report, path, named)
    with suppress(MhgateError):  # the page says that it was compared; it can do without the marks
        return compared_with(report, path, None)
    return None


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


def _conversations(path: Path, *, with_personal: bool) -> tuple[tuple[PageTranscript, ...], int]:
    """Return a run's conversations, and how many stay out because their items are protected."""
    journal = RunFolder(path.parent).journal
    if not journal.is_file():
        raise ReportFileError(
            f"{path.parent}: found no journal, which holds the conversations.",
            hint="Show the report on the machine of its run, or leave --transcripts out.",
        )
    # no key is asked for: what is protected enters no file in clear
    kept = read_journal(journal)
    came_back, scores = (kept.came_back, kept.scores) if with_personal else shown_kept(kept)
    return (
        tuple(
            PageTranscript(transcript=each, scores=tuple(scores.get(trial_id, ())))
            for trial_id, each in came_back.items()
            if isinstance(each, Transcript) and trial_id not in kept.sealed
        ),
        len(kept.sealed),
    )
