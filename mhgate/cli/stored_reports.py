"""Which report is meant: a file, a run's folder, its id, or the latest of this folder."""

from __future__ import annotations

from pathlib import Path

from mhgate.config.tables import GateConfig
from mhgate.errors import ReportFileError
from mhgate.wiring import JUDGED, LATEST, RunFolder, runs_below

__all__ = ["find_report"]


def find_report(named: str | None) -> Path:
    """Find a stored report.

    Args:
        named: a report.json, a run's folder or id; None or ``latest``: the latest run here.

    Returns:
        The path of its report.json, which may still be missing where a file was named.

    Raises:
        ReportFileError: there is none, or the run has not ended.
    """
    reports = Path(GateConfig().reports)
    if named is not None and (named != LATEST or Path(named).exists()):
        path = Path(named)
        run = RunFolder(path if path.is_dir() else reports / "runs" / named)
        if not run.path.is_dir() and (reports / JUDGED / named).is_dir():
            run = RunFolder(reports / JUDGED / named)
        if run.journal.is_file() and not run.report.is_file():
            is_judged = run.path.parent.name == JUDGED
            raise ReportFileError(
                f"{run.path}: found a run that has not ended; expected one with a report.",
                hint="Judge the same transcripts again: what was answered is not asked again."
                if is_judged
                else f"Go on with it: mhgate run --resume {run.run_id}",
            )
        return run.report if run.path.is_dir() else path
    finished = [run.report for run in runs_below(reports) if run.report.is_file()]
    if not finished:
        raise ReportFileError(
            f"{reports / 'runs'}: found no report; expected one of an earlier run.",
            hint="Name a report.json, or run mhgate run first.",
        )
    return finished[-1]
