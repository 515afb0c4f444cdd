"""``mhgate show``: a report again, in another format; it exits with the report's own code."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Literal

import click

from mhgate.config.tables import GateConfig
from mhgate.errors import ReportFileError
from mhgate.wiring import (
    RunFolder,
    print_report,
    read_report,
    render_json,
    render_junit,
    runs_below,
)

__all__ = ["command"]


@click.command("show")
@click.argument("report_file", metavar="[REPORT]", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["terminal", "json", "junit"]),
    default="terminal",
    show_default=True,
)
@click.option("--output", metavar="FILE", help="write there instead of to stdout")
@click.option("--show", type=click.Choice(["all", "failed"]), default="all", show_default=True)
def command(report_file: str | None, form: str, output: str | None, show: str) -> int:
    """Show REPORT: a report.json, a run's folder or id; default: the latest run here."""
    report = read_report(_found(report_file))
    if form == "json":
        text = render_json(report)
    elif form == "junit":
        text = render_junit(report)
    else:
        page = io.StringIO()
        wanted: Literal["all", "failed"] = "failed" if show == "failed" else "all"
        print_report(report, sys.stdout if output is None else page, show=wanted)
        text = page.getvalue()
    if output is not None:
        Path(output).write_text(text, encoding="utf-8", errors="backslashreplace")
    else:
        click.echo(text, nl=False)
    return report.verdict.exit_code


def _found(named: str | None) -> Path:
    reports = Path(GateConfig().reports)
    if named is not None:
        path = Path(named)
        run = RunFolder(path if path.is_dir() else reports / "runs" / named)
        if run.journal.is_file() and not run.report.is_file():
            raise ReportFileError(
                f"{run.path}: found a run that has not ended; expected one with a report.",
                hint=f"Go on with it: mhgate run --resume {run.run_id}",
            )
        return run.report if run.path.is_dir() else path
    finished = [run.report for run in runs_below(reports) if run.report.is_file()]
    if not finished:
        raise ReportFileError(
            f"{reports / 'runs'}: found no report; expected one of an earlier run.",
            hint="Name a report.json, or run mhgate run first.",
        )
    return finished[-1]
