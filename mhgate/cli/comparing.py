"""``mhgate compare``: reports of configurations on one leaderboard; nothing is decided."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from mhgate.cli.board_outputs import shown_board, with_outputs
from mhgate.cli.stored_reports import find_report
from mhgate.errors import ExitCode
from mhgate.wiring import compare_reports, reports_in

__all__ = ["command"]


@click.command("compare")
@click.argument("reports", metavar="REPORT...", nargs=-1, required=True)
@with_outputs
def command(reports: tuple[str, ...], **outputs: Any) -> int:
    """Compare REPORTs of one measurement, each of another configuration.

    A REPORT is a report.json, a run's folder or id, or a folder that holds reports. Those of
    unlike measurements are refused, and what differs is named: only the system under test may.
    """
    # before numpy is loaded: threads that share small products wait for each other
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    paths = [path for named in reports for path in _paths(named)]
    board, read = compare_reports(
        list(dict.fromkeys(path.resolve() for path in paths)),
        by=outputs["by"],
        alpha=outputs["board_alpha"],
        partial=outputs["partial"],
    )
    shown_board(board, read, outputs)
    click.echo("mhgate: exit code 0: compared; nothing was decided", err=True)
    return ExitCode.PASS


def _paths(named: str) -> list[Path]:
    folder = Path(named)
    if folder.is_dir() and not (folder / "journal.jsonl").is_file():
        return reports_in(folder)
    return [find_report(named)]
