"""The files beside a report that other tools read, written and taken away."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mhgate.records import Report
from mhgate.report import render_junit, render_sarif, write_text

__all__ = ["clear_report_files", "within_repository", "write_report_files"]


def clear_report_files(files: Mapping[str, Path]) -> None:
    """Take files of an earlier run away: where nothing is measured, an old green would stay.

    Args:
        files: their paths, by name.
    """
    for path in files.values():
        if path.is_file():
            path.unlink()


def write_report_files(report: Report, files: Mapping[str, Path], *, within: str) -> None:
    """Write what was asked for.

    Args:
        report: what the files show.
        files: ``junit`` and ``sarif``, each with its path, where it is wanted.
        within: the folder of thresholds.toml from the repository's root, with forward slashes.

    Raises:
        ReportFileError: a file cannot be written.
    """
    if "junit" in files:
        write_text(render_junit(report), files["junit"])
    if "sarif" in files:
        write_text(render_sarif(report, folder=within), files["sarif"])


def within_repository(folder: Path) -> str:
    """Return a folder relative to the repository's root, with forward slashes; else empty."""
    for root in (folder, *folder.parents):
        if (root / ".git").exists():
            within = folder.relative_to(root).as_posix()
            return "" if within == "." else within
    return ""
