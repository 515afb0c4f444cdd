"""``mhgate store purge``: the folders of old runs; what would go is shown first."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from mhgate.errors import ExitCode
from mhgate.wiring import printable, who_blesses
from mhgate.wiring.history import open_reports
from mhgate.wiring.keeping import plan_purge, purge

__all__ = ["command"]


@click.command("purge")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option(
    "--before",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="runs that began before this day (UTC), 2026-11-30 say",
)
@click.option("--older-than", type=click.IntRange(min=0), metavar="DAYS", help="runs of this age")
@click.option("--keep-reports", is_flag=True, help="delete transcripts, and keep each report.json")
@click.option("--by", metavar="NAME", help="who does it; absent: git's user, or the system's")
@click.option("--yes", is_flag=True, help="delete; without, it is only said what would go")
def command(  # noqa: PLR0917 - click hands options over by name
    config_file: str | None,
    before: datetime | None,
    older_than: int | None,
    keep_reports: bool,  # noqa: FBT001 - click hands flags over so
    by: str | None,
    yes: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Delete the folders of old runs: journals with their transcripts, and reports.

    Without --before or --older-than, [store] keep_days says what is old. A run under legal hold
    stays, and so does the baseline's. Answers of models that were kept before then go too, and are
    asked for again. The register keeps every entry, and gets one a run that says
    who purged it, when and why.
    """
    if before is not None and older_than is not None:
        raise click.UsageError("give --before or --older-than, not both")
    reports = open_reports(None if config_file is None else Path(config_file), os.environ)
    planned = plan_purge(
        reports,
        before=None if before is None else before.replace(tzinfo=UTC),
        days=older_than,
        keep_reports=keep_reports,
    )
    what = "transcripts" if keep_reports else "folders"
    since = f"{planned.before:%Y-%m-%d %H:%M} UTC"
    if yes and (planned.runs or planned.n_answers):
        planned = purge(
            reports,
            planned,
            by=by or who_blesses(os.environ, reports.folder),
            reason=f"{what} of runs that began before {since}",
        )
    for run in planned.runs:
        click.echo(f"{'deleted' if yes else 'would delete'} {run.path}")
    for spared in planned.spared:
        click.echo(printable(f"stays {spared.run_id}: {spared.why}"))
    for trouble in planned.troubles:
        click.echo(printable(f"NOT DELETED: {trouble}"))
    if planned.n_answers:
        answers = f"{planned.n_answers} answers of models (judge_cache.sqlite)"
        click.echo(f"{'deleted' if yes else 'would delete'} {answers}")
    done = "deleted" if yes else "to delete (--yes does it)"
    click.echo(
        f"mhgate: {what} of {_runs(len(planned.runs))} that began before {since} {done}; "
        f"as old, and kept: {len(planned.spared)}"
    )
    return int(ExitCode.FAIL if planned.troubles else ExitCode.PASS)


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"
