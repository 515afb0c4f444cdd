"""Reports of configurations -> a leaderboard, and the files that are made of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mhgate.errors import ReportFileError
from mhgate.leaderboard import leaderboard_of
from mhgate.records import Report
from mhgate.records.leaderboard import Leaderboard
from mhgate.report import (
    render_leaderboard_markdown,
    render_leaderboard_page,
    write_text,
    write_tidy,
)
from mhgate.wiring.earlier import read_earlier
from mhgate.wiring.runs import RUNS
from mhgate.wiring.versions import version_of_mhgate

__all__ = ["compare_reports", "reports_in", "write_board"]


def reports_in(folder: Path) -> list[Path]:
    """Return the reports that a folder holds, in the order of their names.

    Args:
        folder: of a run, of runs (as ``.mhgate``), or of report files.

    Raises:
        ReportFileError: it holds none.
    """
    if (folder / "report.json").is_file():
        return [folder / "report.json"]
    runs = folder / RUNS if (folder / RUNS).is_dir() else folder
    found = sorted([*runs.glob("*/report.json"), *folder.glob("*.json")])
    if not found:
        raise ReportFileError(
            f"{folder}: found no report; expected files of reports, or runs with a report.json.",
            hint="mhgate matrix --output-folder FOLDER writes them so.",
        )
    return found


def compare_reports(
    paths: Sequence[Path], *, by: str | None = None, alpha: float = 0.05, partial: bool = False
) -> tuple[Leaderboard, tuple[Report, ...]]:
    """Read reports and put them beside each other.

    Args:
        paths: of the reports.
        by: the column that ranks; None: ``overall``.
        alpha: error rate of each bound alone, and of all ranks together.
        partial: whether partial reports are wanted.

    Returns:
        The leaderboard, and the reports in the order given.

    Raises:
        IncomparableError: they measure different things, or too little.
        ReportFileError: one cannot be read, or contradicts itself.
        UsageError: there are too few, or no column of that name.
    """
    reports = tuple(read_earlier(path, what="report") for path in paths)
    board = leaderboard_of(
        reports, mhgate_version=version_of_mhgate(), by=by, alpha=alpha, partial=partial
    )
    return board, reports


def write_board(
    board: Leaderboard,
    reports: Sequence[Report],
    *,
    markdown: Path | None = None,
    html: Path | None = None,
    tidy: Path | None = None,
) -> list[Path]:
    """Write what is wanted of a leaderboard.

    Args:
        board: any.
        reports: those that it was made of.
        markdown: a file for a page of Markdown.
        html: a file for one page of HTML.
        tidy: a file for all trials as a table: .csv, or .parquet.

    Returns:
        What was written.

    Raises:
        ReportFileError: a file cannot be written.
        UsageError: the table's file has another ending, or Parquet cannot be written here.
    """
    written = []
    if markdown is not None:
        write_text(render_leaderboard_markdown(board), markdown)
        written.append(markdown)
    if html is not None:
        write_text(render_leaderboard_page(board), html)
        written.append(html)
    if tidy is not None:
        write_tidy(reports, tidy)
        written.append(tidy)
    return written
