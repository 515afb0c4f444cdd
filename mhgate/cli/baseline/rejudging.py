"""``mhgate baseline rejudge``: the blessed run's transcripts, judged by today's judge."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import click

from mhgate.cli.baseline.options import blessing_lines, named_blesser, with_blessing
from mhgate.cli.heeded_signals import heeded_signals
from mhgate.errors import ExitCode
from mhgate.records import Report
from mhgate.wiring import (
    BASELINE_FILE,
    Existing,
    ShownJudging,
    bless_rejudged,
    find_config,
    open_workspace,
    printable,
    to_rejudge,
)

__all__ = ["command"]


@click.command("rejudge")
@click.argument("file", required=False, default=BASELINE_FILE)
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option("--run", "run", metavar="FOLDER", help="of the blessed run: journal and report")
@with_blessing
def command(  # noqa: PLR0917 - click hands options over by name
    file: str,
    config_file: str | None,
    run: str | None,
    reason: str,
    by: str | None,
    although_it_fails: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Judge the blessed run of FILE by today's judge and questions; no target is asked.

    For the day on which the model that judged is retired. What the run was answered is in its
    journal, which is held to the root that FILE binds. The new outcomes are blessed, and the
    history says that they were rejudged, with the digests before and after. Where they are what
    FILE holds already, by the same judge and policy, it stays as it is.
    """
    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options={}, ini={}, environ=os.environ)
    existing = to_rejudge(Path(file), workspace, run=None if run is None else Path(run))
    report, code = asyncio.run(_judged(existing))
    if code is not None:
        click.echo("mhgate: interrupted; the baseline stays as it is", err=True)
        return code
    found = bless_rejudged(
        report,
        Path(file),
        existing.workspace,
        reason=reason,
        by=named_blesser(by),
        although_it_fails=although_it_fails,
    )
    if not found.is_written:
        click.echo(
            f"mhgate: of every item today's judge says what {printable(file)} holds: nothing would "
            "change, and the file stays as it is"
        )
        return ExitCode.PASS
    for line in blessing_lines(found):
        click.echo(line)
    return ExitCode.PASS


async def _judged(existing: Existing) -> tuple[Report, int | None]:
    judging = ShownJudging(existing, environ=os.environ, output=None, stream=sys.stderr)
    with heeded_signals(judging.end) as caught:
        report = await judging.report()
    return report, int(caught[0]) if caught else None
