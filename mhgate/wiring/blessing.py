"""A report -> the baseline's file: held to itself first, chained to the blessings before it."""

from __future__ import annotations

import getpass
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from mhgate.baseline import (
    baseline_of,
    blessed,
    is_baseline,
    is_canonical,
    parse_baseline,
    render_baseline,
)
from mhgate.errors import BaselineError, ReportFileError
from mhgate.records import Outcome, Report
from mhgate.records.baselines import Baseline
from mhgate.report import write_text
from mhgate.wiring.deciding_again import verify_verdict
from mhgate.wiring.earlier import read_blessed, read_earlier

__all__ = ["BASELINE_FILE", "Blessed", "bless", "migrate_baseline", "who_blesses"]

BASELINE_FILE = "mhgate-baseline.json"
"""Where a baseline is written unless somebody says otherwise: beside thresholds.toml."""

_GIT_TIMEOUT_S = 5


@dataclass(frozen=True, slots=True)
class Blessed:
    """What became of a baseline's file.

    Args:
        baseline: that it holds now.
        before: that it held before, None where there was none.
        path: of the file.
        is_written: whether its bytes are others now.
    """

    baseline: Baseline
    before: Baseline | None
    path: Path
    is_written: bool = True


def who_blesses(environ: Mapping[str, str], folder: Path) -> str:
    """Return who is at work: on GitHub its actor, else git's user, else that of the system.

    Args:
        environ: the environment.
        folder: whose repository is asked.
    """
    if environ.get("GITHUB_ACTOR"):
        return environ["GITHUB_ACTOR"]
    try:
        found = subprocess.run(  # noqa: S603 - no shell, and nothing but a folder's name
            ["git", "-C", str(folder), "config", "user.name"],  # noqa: S607 - the user's own git
            capture_output=True,
            text=True,
            timeout=_GIT_TIMEOUT_S,
            check=False,
        )
        if found.stdout.strip():
            return found.stdout.strip()
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        pass
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def bless(
    report: Path,
    path: Path,
    *,
    reason: str,
    by: str,
    how: Literal["blessed", "migrated", "rejudged"] = "blessed",
    although_it_fails: bool = False,
    compared_with: Path | None = None,
    certificates: Path | None = None,
    unseal: Callable[[str], bytes] | None = None,
    now: datetime | None = None,
) -> Blessed:
    """Make a run the baseline that later ones are compared with.

    Args:
        report: the report.json of a full run of fixed design.
        path: of the baseline's file; the history of one that lies there is taken over.
        reason: why; it stays in the file.
        by: who; likewise.
        how: by which act.
        although_it_fails: whether a run that fails may be blessed.
        compared_with: the baseline that the run was compared with; None: the file that is
            replaced, where it is that one, or the run of that id beside the report.
        certificates: the file of certificates that the run had, where it had one.
        unseal: opens what its journal holds of protected items.
        now: when; None for this moment.

    Returns:
        What the file holds now. A run that was rejudged, and says of everything what the file holds
        already, is not written: nothing would change but the history.

    Raises:
        BaselineError: the run makes no baseline, there is no reason, or the file at the path is
            no baseline and is not overwritten.
        ReportFileError: the report cannot be read, or does not reproduce its own verdict.
    """
    before = _replaced(path)
    stored = read_earlier(report, what="report")
    _refuse_unfit(stored, report)
    wanted = stored.provenance.baseline
    if compared_with is None and before is not None and before.run.run_id == wanted:
        compared_with = path
    verify_verdict(report, baseline=compared_with, certificates=certificates, unseal=unseal)
    found = baseline_of(stored)
    if how == "rejudged" and before is not None and _says_the_same(found, before):
        return Blessed(before, before, path, is_written=False)
    made = blessed(
        found,
        before=before,
        at=now or datetime.now(UTC),
        by=by,
        reason=reason,
        how=how,
        although_it_fails=although_it_fails,
    )
    write_text(render_baseline(made), path)
    return Blessed(made, before, path)


def migrate_baseline(
    source: Path,
    path: Path,
    *,
    reason: str,
    by: str,
    although_it_fails: bool = False,
    compared_with: Path | None = None,
    certificates: Path | None = None,
    now: datetime | None = None,
) -> Blessed:
    """Bring what served as the baseline into today's form.

    Args:
        source: a report, which is blessed as :func:`bless` does; or a baseline's file, which is
            written as it is written today: its history stays as it is.
        path: of the file that is written.
        reason: why, where a report is blessed.
        by: who, likewise.
        although_it_fails: whether a report that fails may be blessed.
        compared_with: as for :func:`bless`.
        certificates: likewise.
        now: likewise.

    Returns:
        What the file holds now, and whether anything was written.

    Raises:
        BaselineError: the source is of a schema that nobody knows here, or was changed since.
        ReportFileError: it is neither a baseline nor a report.
    """
    data = _read(source)
    if not is_baseline(data):
        return bless(
            source,
            path,
            reason=reason,
            by=by,
            how="migrated",
            although_it_fails=although_it_fails,
            compared_with=compared_with,
            certificates=certificates,
            now=now,
        )
    found = read_blessed(source)
    before = None if path.resolve() == source.resolve() else _replaced(path)
    if before is not None and before != found:
        raise BaselineError(
            f"{path}: holds another baseline than {source}; it is not overwritten.",
            hint="Name another file with -o, or bless the report anew: its history goes on.",
        )
    if path.resolve() == source.resolve() and is_canonical(data, found):
        return Blessed(found, found, path, is_written=False)
    write_text(render_baseline(found), path)
    return Blessed(found, found, path)


def _says_the_same(found: Baseline, before: Baseline) -> bool:
    """Return whether two baselines are one but for which judging they are of, when, and by whom."""
    return _bare(found) == _bare(before)


def _bare(baseline: Baseline) -> dict[str, Any]:
    run = {"run_id", "finished_at", "mhgate_version", "derived", "pace"}
    return baseline.model_dump(exclude={"history": True, "run": run, "labels": {"run_id"}})


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BaselineError(
            f"{path}: cannot be read ({error.strerror or error}); expected a baseline or a report.",
            hint="Mend the path.",
        ) from error


def _replaced(path: Path) -> Baseline | None:
    """Return the baseline that is about to be replaced; what is none is not overwritten."""
    if not path.exists():
        return None
    data = _read(path)
    try:
        parse_baseline(data, name=str(path))
    except BaselineError as error:
        raise BaselineError(
            f"{path}: something lies there that is no baseline, and is not overwritten "
            f"({error.message})",
            hint="Name another file with -o; a report that served as the baseline becomes one by "
            f'`mhgate baseline migrate {path} -o {BASELINE_FILE} --reason "..."`.',
        ) from error
    return read_blessed(path)


def _refuse_unfit(report: Report, path: Path) -> None:
    """Refuse a run in which later ones would not find their counterparts, and say why."""
    conditions, name = report.conditions, report.provenance.run_id
    sealed = () if conditions is None else conditions.sealed
    closed = [part.file for part in sealed if not part.is_open]
    profile = report.verdict.profile.name

    def refuse(found: str, expected: str, hint: str) -> BaselineError:
        return BaselineError(f"{path}: the run {name} {found}; expected {expected}.", hint=hint)

    if conditions is None:
        raise ReportFileError(
            f"{path}: the report does not say what its verdict was taken under (conditions).",
            hint="Only reports that `mhgate run` or `mhgate judge` wrote can be blessed.",
        )
    if conditions.interrupted:
        raise refuse(
            "was interrupted", "one that came to its end", f"mhgate run --resume {name} ends it."
        )
    if closed:
        raise refuse(
            f"had no key to {', '.join(closed)}",
            "one that asked the protected items too",
            "Run where the key is: later runs draw the same items by this baseline.",
        )
    if report.scope == "partial":
        raise refuse(
            f"is partial ({'; '.join(report.partial_because) or 'part of it was not reached'})",
            "a full run",
            "Run every probe to the end.",
        )
    if report.verdict.outcome is Outcome.ERROR or not report.accounts.scored:
        raise refuse("could not be evaluated", "one that was", "Mend what failed, and run again.")
    if conditions.design != "fixed" or report.accounts.not_needed:
        raise refuse(
            f'could stop early (design "{conditions.design}")',
            "a run of fixed design, in which every later item finds its counterpart",
            'Run with [sampling] design = "fixed".',
        )
    if not report.verdict.profile.decides:
        raise refuse(
            f"took no decision (profile {profile})",
            "a run that was held to its thresholds",
            f"Decide it: mhgate decide {path} --thresholds thresholds.toml --profile release "
            "-o decided.json; then bless that.",
        )
