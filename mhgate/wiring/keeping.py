"""How long runs are kept: purged when they are old, never while they are held, and never unsaid."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from mhgate.errors import ReportFileError, UsageError, nearest
from mhgate.journal import Journal
from mhgate.records.registered import Registered, RegisterEntry, RunKind
from mhgate.store.answers import AnswerStore
from mhgate.store.database import Store
from mhgate.wiring.history import Reports
from mhgate.wiring.judge_cache import CACHE_FILE
from mhgate.wiring.register import STORE_FILE
from mhgate.wiring.runs import JUDGED, RUNS, RunFolder, runs_below

__all__ = ["Purge", "Spared", "began_at", "hold", "holds", "plan_purge", "purge", "release"]

_ID_TIME = "%Y%m%dT%H%M%S.%f"
_KEPT = "report.json"


@dataclass(frozen=True, slots=True)
class Spared:
    """A run that is old enough to be purged, and is not; why."""

    run_id: str
    why: str


@dataclass(frozen=True, slots=True)
class Purge:
    """What a purge would delete, or has deleted.

    Args:
        before: runs that began before it are old.
        runs: the folders.
        spared: old runs that stay.
        keeps_reports: whether their reports stay, and only what holds words goes.
        troubles: what could not be deleted, though the register says that it was to be.
        n_answers: answers of models that were kept before then, to be asked for again.
    """

    before: datetime
    runs: tuple[RunFolder, ...]
    spared: tuple[Spared, ...] = ()
    keeps_reports: bool = False
    troubles: tuple[str, ...] = field(default=())
    n_answers: int = 0


def began_at(run: RunFolder) -> datetime | None:
    """Return when a run began, by its id; None of a folder that no run made.

    Args:
        run: its folder.

    Example:
        >>> from pathlib import Path
        >>> began_at(RunFolder(Path("runs/20261130T120000.000001-abc123"))).year
        2026
    """
    try:
        return datetime.strptime(run.run_id.rpartition("-")[0], _ID_TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def plan_purge(
    reports: Reports,
    *,
    before: datetime | None = None,
    days: int | None = None,
    keep_reports: bool = False,
    now: datetime | None = None,
) -> Purge:
    """Say what a purge would delete; nothing is.

    Args:
        reports: the folder of reports.
        before: runs that began before it.
        days: runs that are older than so many days; without either, ``[store] keep_days``.
        keep_reports: whether to keep each report.json and delete the rest.
        now: what is now; None for this moment.

    Raises:
        StoreError: the register cannot be read: without it nobody knows what is held.
        UsageError: no age is given, here or in ``[store]``.
    """
    found = before
    if found is None:
        kept = None if reports.config is None else reports.config.store.keep_days
        age = days if days is not None else kept
        if age is None:
            raise UsageError(
                "nothing says how old a run must be to go.",
                hint="Give --older-than DAYS or --before DATE, or write [store] keep_days.",
            )
        found = (now or datetime.now(UTC)) - timedelta(days=age)
    held = holds(reports)
    runs: list[RunFolder] = []
    spared: list[Spared] = []
    for run in (run for kind in (RUNS, JUDGED) for run in runs_below(reports.folder, kind)):
        began = began_at(run)
        if began is None or began >= found or (keep_reports and _holds_report_alone(run)):
            continue
        why = _why_spared(run, reports, held)
        if why is None:
            runs.append(run)
        else:
            spared.append(Spared(run.run_id, why))
    return Purge(
        found, tuple(runs), tuple(spared), keep_reports, n_answers=_answers(reports, found)
    )


def _why_spared(run: RunFolder, reports: Reports, held: dict[str, RegisterEntry]) -> str | None:
    if run.run_id in held:
        said = held[run.run_id].content
        return f"held by {said.by}: {said.reason}"
    if run.path.is_symlink():
        return "a link to elsewhere"
    if _is_at_work(run):
        return "a process is at work on it"
    baseline = None if reports.config is None else reports.config.gate.baseline
    if baseline is not None and reports.config is not None:
        path = (reports.config.folder / baseline).resolve()
        if path.is_relative_to(run.path.resolve()):
            return "the baseline of thresholds.toml"
    return None


def _is_at_work(run: RunFolder) -> bool:
    """Return whether another process has the journal, or nobody can tell."""
    if not run.journal.is_file():
        return False
    try:
        with Journal(run.journal):
            return False
    except ReportFileError:
        return True


def _holds_report_alone(run: RunFolder) -> bool:
    return {path.name for path in run.path.iterdir()} <= {_KEPT}


def purge(reports: Reports, planned: Purge, *, by: str, reason: str) -> Purge:
    """Delete what was planned; the register says so first, and keeps all its entries.

    Args:
        reports: the folder of reports.
        planned: of :func:`plan_purge`.
        by: who does it.
        reason: why: an age, a date.

    Returns:
        What was deleted, what was held meanwhile, and what could not be deleted.

    Raises:
        StoreError: the register cannot be written: then nothing is deleted.
    """
    with Store(reports.store) as store:
        said = [_of_run(store, "purge", run, by=by, reason=reason) for run in planned.runs]
        written = {each.run_id for each in store.purged(said)}
    n_answers = _answers(reports, planned.before, delete=True) if planned.n_answers else 0
    gone: list[RunFolder] = []
    troubles: list[str] = []
    for run in planned.runs:
        if run.run_id not in written:
            continue
        try:
            _delete(run, keep_report=planned.keeps_reports)
            gone.append(run)
        except OSError as error:
            troubles.append(f"{error.filename or run.path}: {error.strerror or error}")
    late = [
        Spared(run.run_id, "held meanwhile") for run in planned.runs if run.run_id not in written
    ]
    return Purge(
        planned.before,
        tuple(gone),
        (*planned.spared, *late),
        planned.keeps_reports,
        tuple(troubles),
        n_answers,
    )


def _answers(reports: Reports, before: datetime, *, delete: bool = False) -> int:
    """Count, or delete, the answers of models that were kept before a moment."""
    path = reports.folder / CACHE_FILE
    if not path.is_file():
        return 0
    with AnswerStore(path) as store:
        return store.purge(before=before) if delete else store.count(before=before)


def _delete(run: RunFolder, *, keep_report: bool) -> None:
    if not keep_report:
        shutil.rmtree(run.path)
        return
    for path in run.path.iterdir():
        if path.name == _KEPT:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _of_run(store: Store, event: str, run: RunFolder, *, by: str, reason: str) -> Registered:
    """Return an entry about a run, filed under the commit that the register knows it by."""
    known = store.of_run(run.run_id)
    header = {} if known else run.header() or {}
    kind: RunKind = "judge" if run.path.parent.name == JUDGED else "run"
    return Registered.model_validate(
        {
            "event": event,
            "kind": known[0].content.kind if known else kind,
            "run_id": run.run_id,
            "commit": known[0].content.commit if known else header.get("commit"),
            "at": datetime.now(UTC),
            "by": by,
            "reason": reason,
        }
    )


def holds(reports: Reports) -> dict[str, RegisterEntry]:
    """Return the runs under legal hold, each with the entry that says by whom and why.

    Args:
        reports: the folder of reports.
    """
    with Store(reports.store, create=False) as store:
        return store.held()


def hold(reports: Reports, run_id: str, *, by: str, reason: str) -> None:
    """Put a run under legal hold: no purge takes it until it is released.

    Args:
        reports: the folder of reports.
        run_id: the run.
        by: who holds it.
        reason: why.

    Raises:
        UsageError: there is no such run, it was purged, or it is held already.
    """
    with Store(reports.store) as store:
        if run_id in store.held():
            said = store.held()[run_id].content
            raise UsageError(
                f"{run_id}: is held already, by {said.by}: {said.reason}.",
                hint="One hold is enough; remove it when all reasons are gone.",
            )
        run = _folder_of(reports, run_id)
        if run is None:
            raise UsageError(
                f"{run_id}: found no folder of such a run among {reports.folder}.",
                hint=_guessed(reports, run_id),
            )
        store.appended((_of_run(store, "hold", run, by=by, reason=reason), ()))
    if _folder_of(reports, run_id) is None:
        raise UsageError(
            f"{run_id}: was purged while it was being held.",
            hint="It is gone; say so to who asked.",
        )


def release(reports: Reports, run_id: str, *, by: str, reason: str) -> None:
    """End a legal hold.

    Args:
        reports: the folder of reports.
        run_id: the run.
        by: who releases it.
        reason: why.

    Raises:
        UsageError: it is not held.
    """
    with Store(reports.store) as store:
        if run_id not in store.held():
            guess = nearest(run_id, store.held())
            raise UsageError(
                f"{run_id}: is not held.",
                hint=f"Did you mean {guess!r}?" if guess else "mhgate store hold list shows which.",
            )
        run = _folder_of(reports, run_id) or RunFolder(reports.folder / RUNS / run_id)
        store.appended((_of_run(store, "release", run, by=by, reason=reason), ()))


def _folder_of(reports: Reports, run_id: str) -> RunFolder | None:
    return next(
        (
            run
            for kind in (RUNS, JUDGED)
            for run in runs_below(reports.folder, kind)
            if run.run_id == run_id
        ),
        None,
    )


def _guessed(reports: Reports, run_id: str) -> str:
    known: Sequence[str] = [
        run.run_id for kind in (RUNS, JUDGED) for run in runs_below(reports.folder, kind)
    ]
    guess = nearest(run_id, known)
    return f"Did you mean {guess!r}?" if guess else f"`mhgate store show` lists {STORE_FILE}."
