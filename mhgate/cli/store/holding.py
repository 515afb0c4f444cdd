"""``mhgate store hold``: runs that no purge takes, by whom and why."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from mhgate.wiring import printable, who_blesses
from mhgate.wiring.history import open_reports
from mhgate.wiring.keeping import hold, holds, release

__all__ = ["command"]


@click.group("hold")
def command() -> None:
    """Keep runs from being purged (a complaint, a suit, an inspection), and say why."""


@command.command("add")
@click.argument("run_id", metavar="RUN")
@click.option("--reason", required=True, help="why it must be kept")
@click.option("--by", metavar="NAME", help="who holds it; absent: git's user, or the system's")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
def _add(run_id: str, reason: str, by: str | None, config_file: str | None) -> int:
    """Hold RUN: no purge takes it until it is released."""
    reports = open_reports(None if config_file is None else Path(config_file), os.environ)
    who = by or who_blesses(os.environ, reports.folder)
    hold(reports, run_id, by=who, reason=reason)
    click.echo(printable(f"mhgate: {run_id} is held by {who}: {reason}"))
    return 0


@command.command("remove")
@click.argument("run_id", metavar="RUN")
@click.option("--reason", required=True, help="why it need not be kept any more")
@click.option("--by", metavar="NAME", help="who releases it; absent: git's user")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
def _remove(run_id: str, reason: str, by: str | None, config_file: str | None) -> int:
    """Release RUN: its age decides again."""
    reports = open_reports(None if config_file is None else Path(config_file), os.environ)
    who = by or who_blesses(os.environ, reports.folder)
    release(reports, run_id, by=who, reason=reason)
    click.echo(printable(f"mhgate: {run_id} is released by {who}: {reason}"))
    return 0


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
def _list(as_json: bool, config_file: str | None) -> int:  # noqa: FBT001 - click hands flags over so
    """List what is held, since when, by whom and why."""
    reports = open_reports(None if config_file is None else Path(config_file), os.environ)
    held = holds(reports)
    if as_json:
        rows = [each.content.model_dump(mode="json", exclude_none=True) for each in held.values()]
        click.echo(json.dumps({"held": rows}, indent=2))
        return 0
    for run_id, entry in held.items():
        said = entry.content
        click.echo(printable(f"{run_id}  since {said.at:%Y-%m-%d}, by {said.by}: {said.reason}"))
    click.echo(f"mhgate: {len(held)} runs are held")
    return 0
