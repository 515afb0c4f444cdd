"""The files beside a report that other tools read, written and taken away."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mhgate.config import Config
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


def write_report_files(
    report: Report, files: Mapping[str, Path], *, within: str, config: Config | None = None
) -> None:
    """Write what was asked for.

    Args:
        report: what the files show.
        files: ``junit``, ``sarif`` and ``html``, each with its path, where it is wanted.
        within: the folder of thresholds.toml from the repository's root, with forward slashes.
        config: under which the report was made; a page shows what stands beside it.

    Raises:
        ReportFileError: a file cannot be written.
    """
    if "junit" in files:
        write_text(render_junit(report), files["junit"])
    if "sarif" in files:
        write_text(render_sarif(report, folder=within), files["sarif"])
    if "html" in files:
        from mhgate.report.page import render_page  # noqa: PLC0415 - loads templates, if asked
        from mhgate.wiring.paging import beside_run  # noqa: PLC0415 - likewise the register

        beside = None if config is None else beside_run(report, config)
        write_text(render_page(report, beside), files["html"])


def within_repository(folder: Path) -> str:
    """Return a folder relative to the repository's root, with forward slashes; else empty."""
    for root in (folder, *folder.parents):
        if (root / ".git").exists():
            within = folder.relative_to(root).as_posix()
            return "" if within == "." else within
    return ""
