"""Folders of runs that the register does not know -> entries; and folders held to their entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from mhgate.errors import ReportFileError, StoreError
from mhgate.records import Report
from mhgate.records.registered import Registered, RunKind, TrendPoint
from mhgate.report import read_report
from mhgate.store.database import EVERY, Store
from mhgate.store.inspection import problems_of
from mhgate.wiring.history import Reports
from mhgate.wiring.register import digest_of_file
from mhgate.wiring.register_entries import ending_of, trend_points
from mhgate.wiring.runs import JUDGED, RUNS, RunFolder, runs_below

__all__ = ["CheckedStore", "adopt", "check_store"]


@dataclass(frozen=True, slots=True)
class CheckedStore:
    """What an inspection found.

    Args:
        count: how many entries there are.
        head: the digest of the last.
        problems: what is wrong.
        notes: what somebody may want to know, and nothing contradicts.
    """

    count: int
    head: str
    problems: tuple[str, ...]
    notes: tuple[str, ...]


def adopt(reports: Reports, *, note: Callable[[str], None]) -> int:
    """Take the folders of runs into the register that it does not know, the oldest first.

    Each is marked as adopted: that it lay there when the register began, and nothing of the runs
    that are gone.

    Args:
        reports: the folder of reports.
        note: told which cannot be read.

    Returns:
        How many were taken in.

    Raises:
        StoreError: the register cannot be written.
    """
    with Store(reports.store) as store:
        known = {each.content.run_id for each in store.register(EVERY)}
        found = [
            _adopted(run, kind, note)
            for kind in (RUNS, JUDGED)
            for run in runs_below(reports.folder, kind)
            if run.run_id not in known
        ]
        said = [each for each in found if each is not None]
        store.appended(*said)
    return len(said)


def _adopted(
    run: RunFolder, folder: str, note: Callable[[str], None]
) -> tuple[Registered, tuple[TrendPoint, ...]] | None:
    header = run.header()
    report = _report(run, note)
    if header is None and report is None:
        note(f"{run.path}: holds neither a journal nor a report that can be read: left out")
        return None
    header = header or {}
    start = Registered(
        event="start",
        kind=_kind(folder, header, report),
        run_id=run.run_id,
        commit=report.provenance.commit if report is not None else header.get("commit"),
        at=datetime.now(UTC),
        shard=header.get("shard"),
        target_fingerprint=header.get("target"),
        target_build=header.get("build"),
        measurement_fingerprint=header.get("measurement"),
    )
    if report is None:
        return start.model_copy(update={"event": "adopt"}), ()
    provenance = report.provenance
    start = start.model_copy(
        update={
            "attempt": provenance.attempt,
            "pull_request": provenance.pull_request,
            "target_kind": provenance.target_kind,
            "target_fingerprint": provenance.target_fingerprint,
            "mhgate_version": provenance.mhgate_version,
        }
    )
    said = ending_of(start, report, digest_of_file(run.report))
    return said.model_copy(update={"event": "adopt"}), trend_points(report, start)


def _kind(folder: str, header: dict[str, object], report: Report | None) -> RunKind:
    if folder == JUDGED:
        return "judge"
    if header.get("merged") or (report is not None and report.provenance.shards):
        return "merge"
    return "shard" if header.get("shard") else "run"


def _report(run: RunFolder, note: Callable[[str], None]) -> Report | None:
    if not run.report.is_file():
        return None
    try:
        return read_report(run.report)
    except ReportFileError as error:
        note(f"{error.message} Its run is taken in without it.")
        return None


def check_store(reports: Reports, *, known_head: tuple[int, str] | None = None) -> CheckedStore:
    """Hold the register to itself, and the reports that lie there to their entries.

    Args:
        reports: the folder of reports.
        known_head: count and digest of a head that was written down, by which a chain that was
            written anew is known.

    Raises:
        StoreError: there is no register, or it cannot be read.
    """
    with Store(reports.store, create=False) as store:
        problems = list(problems_of(store, known_head=known_head))
        count, head = store.head()
        try:
            said = [each.content for each in store.register(EVERY)]
        except StoreError:  # named among the problems already
            said = []
    ended = {each.run_id: each.report_digest for each in said if each.report_digest is not None
             and each.kind != "decide"}  # fmt: skip
    purged = {each.run_id for each in said if each.event == "purge"}
    known = {each.run_id for each in said}
    folders = {
        run.run_id: run for kind in (RUNS, JUDGED) for run in runs_below(reports.folder, kind)
    }
    for run_id, digest in ended.items():
        run = folders.get(run_id)
        if run is not None and run.report.is_file() and digest_of_file(run.report) != digest:
            problems.append(f"{run.report}: is not the report that the register holds of its run")
    notes = [*_missing(ended, purged, folders)]
    strangers = sorted(set(folders) - known) if said else []
    if strangers:
        notes.append(
            f"{len(strangers)} folders of runs are in no entry (mhgate store adopt), the first: "
            f"{strangers[0]}"
        )
    return CheckedStore(count, head, tuple(problems), tuple(notes))


def _missing(
    ended: dict[str, str], purged: set[str], folders: dict[str, RunFolder]
) -> Iterator[str]:
    for run_id in ended:
        run = folders.get(run_id)
        if (run is None or not run.report.is_file()) and run_id not in purged:
            yield f"run {run_id} ended, and its report is gone; no purge says so"
