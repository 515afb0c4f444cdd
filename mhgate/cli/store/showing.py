"""``mhgate store show``: the runs that the register knows."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from mhgate.wiring import printable
from mhgate.wiring.history import ListedRun, open_reports, registered_here

__all__ = ["command"]

_SHORT = 12


@click.command("show")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option("--commit", metavar="COMMIT", help="runs of one commit, by its beginning")
@click.option("--pull-request", type=click.IntRange(min=1), help="runs for one pull request")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="the last")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(
    config_file: str | None,
    commit: str | None,
    pull_request: int | None,
    limit: int,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """List the runs in the order in which they began, with how each ended.

    A run without an end never finished: it was killed, or is still at work.
    """
    reports = open_reports(None if config_file is None else Path(config_file), os.environ)
    filters: dict[str, Any] = {} if commit is None else {"commit": commit}
    found = registered_here(reports, pull_request=pull_request, **filters)
    shown = found[-limit:]
    if as_json:
        click.echo(json.dumps({"runs": [_plain(each) for each in shown]}, indent=2))
        return 0
    encoding = sys.stdout.encoding or "ascii"
    for each in shown:
        click.echo(printable(_words(each), encoding=encoding))
    unfinished = sum(each.run.state == "never finished" for each in found)
    click.echo(f"mhgate: {len(found)} runs registered, {unfinished} of them never finished")
    return 0


def _plain(listed: ListedRun) -> dict[str, Any]:
    return listed.run.model_dump(mode="json") | {
        "commit": listed.commit,
        "branch": listed.branch,
        "pull_request": listed.pull_request,
        "held": listed.held,
    }


def _words(listed: ListedRun) -> str:
    run = listed.run
    of = "no commit" if listed.commit is None else f"commit {listed.commit[:_SHORT]}"
    parts = [f"{run.kind} of {of}"]
    parts += [f"attempt {run.attempt}"] if run.attempt is not None else []
    parts += [f"pull request {listed.pull_request}"] if listed.pull_request is not None else []
    ended: str = run.state
    if run.outcome is not None:
        ended += f": {run.outcome.value} (exit code {run.exit_code})"
        ended += ", partial" if run.scope == "partial" else ""
    elif run.reason is not None:
        ended += f": {run.reason}"
    parts.append(ended)
    parts += ["held"] if listed.held else []
    parts += ["purged"] if run.purged else []
    return f"{run.run_id}  {'; '.join(parts)}"
