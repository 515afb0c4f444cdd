"""The transcripts of the blessed run, judged by today's judge: a baseline that goes on.

For the day on which the model that judged is retired: what the product said then has not changed,
and nobody asks the product again.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from mhgate.errors import BaselineError
from mhgate.records import Report
from mhgate.report import read_report
from mhgate.wiring.blessing import Blessed, bless
from mhgate.wiring.earlier import read_blessed
from mhgate.wiring.existing import Existing
from mhgate.wiring.runs import JUDGED, RUNS, RunFolder
from mhgate.wiring.stored_runs import existing_run
from mhgate.wiring.workspace import Workspace

__all__ = ["bless_rejudged", "to_rejudge"]


def to_rejudge(path: Path, workspace: Workspace, *, run: Path | None = None) -> Existing:
    """Return what there is to judge again for a baseline.

    Args:
        path: of the baseline's file.
        workspace: the suites, the judge and the policy of today.
        run: the folder of the blessed run, with journal and report; None: looked for among the
            runs that are kept.

    Returns:
        Its transcripts; what comes of them is compared with nothing.

    Raises:
        BaselineError: the file is no baseline, or the run is not kept, or is another one.
        ReportFileError: journal and report do not belong together.
    """
    baseline = read_blessed(path)
    config = workspace.config
    folder = _kept(config.folder / config.gate.reports, baseline.run.run_id, run)
    report = read_report(folder.report)
    if report.merkle_root != baseline.run.merkle_root:
        raise BaselineError(
            f"{folder.path}: found the run {report.provenance.run_id} (root "
            f"{report.merkle_root[:19]}); expected {baseline.run.run_id} (root "
            f"{baseline.run.merkle_root[:19]}), which {path} blesses.",
            hint="Name the folder of that run: --run FOLDER.",
        )
    alone = config.model_copy(update={"gate": config.gate.model_copy(update={"baseline": None})})
    return existing_run(folder, replace(workspace, config=alone))


def bless_rejudged(
    report: Report,
    path: Path,
    workspace: Workspace,
    *,
    reason: str,
    by: str,
    although_it_fails: bool = False,
    now: datetime | None = None,
) -> Blessed:
    """Bless what today's judge made of the blessed run.

    Args:
        report: of the judging, which has been written.
        path: of the baseline's file.
        workspace: of the judging.
        reason: why.
        by: who.
        although_it_fails: whether a fail may be blessed.
        now: when; None for this moment.

    Returns:
        What the file holds now; its history says that it was rejudged, and what was before.

    Raises:
        BaselineError: the judging makes no baseline.
        ReportFileError: its report cannot be read.
    """
    config = workspace.config
    folder = RunFolder(config.folder / config.gate.reports / JUDGED / report.provenance.run_id)
    certificates = config.judge.certificates
    return bless(
        folder.report,
        path,
        reason=reason,
        by=by,
        how="rejudged",
        although_it_fails=although_it_fails,
        certificates=None if certificates is None else config.folder / certificates,
        unseal=workspace.sealing.unseal,
        now=now,
    )


def _kept(reports: Path, run_id: str, named: Path | None) -> RunFolder:
    places = [reports / RUNS / run_id, reports / JUDGED / run_id] if named is None else [named]
    for place in places:
        folder = RunFolder(place)
        if folder.journal.is_file() and folder.report.is_file():
            return folder
    raise BaselineError(
        f"{', '.join(map(str, places))}: found no journal with its report; expected those of the "
        f"blessed run {run_id}.",
        hint="Name the folder that holds journal.jsonl and report.json of that run (--run FOLDER); "
        "without them, run again with today's judge and bless that.",
    )
