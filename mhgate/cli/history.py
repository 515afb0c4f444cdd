"""``mhgate history``: the trend of the runs that the register knows, with its intervals."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import click

from mhgate.wiring import render_history, render_history_json
from mhgate.wiring.history import open_reports, read_history

__all__ = ["command"]


@click.command("history")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option("--pillar", help="one pillar; absent: all")
@click.option("--probe", help="one probe, by its id or name, in place of pillars")
@click.option("--branch", help="runs on this branch alone")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="so many of the latest runs",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="partial runs, shards, and transcripts that were judged again, too",
)
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(  # noqa: PLR0917 - click hands options over by name
    config_file: str | None,
    pillar: str | None,
    probe: str | None,
    branch: str | None,
    limit: int,
    everything: bool,  # noqa: FBT001 - click hands flags over so
    as_json: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Show how pillars, or a probe, came out over time, the newest last.

    Each figure is the one that its run's report holds; a mark stands where runs measured something
    else than those before, and cannot be compared with them.
    """
    reports = open_reports(None if config_file is None else Path(config_file), os.environ)
    points = read_history(
        reports, pillar=pillar, probe=probe, branch=branch, limit=limit, everything=everything
    )
    if as_json:
        click.echo(render_history_json(points), nl=False)
        return 0
    width = shutil.get_terminal_size((100, 24)).columns
    text = render_history(points, width=width, encoding=sys.stdout.encoding or "ascii")
    click.echo(text, nl=False)
    return 0
