"""``mhgate baseline migrate``: what served as the baseline -> a file of today's form."""

from __future__ import annotations

from pathlib import Path

import click

from mhgate.cli.baseline.options import blessing_lines, named_blesser, with_blessing
from mhgate.wiring import BASELINE_FILE, migrate_baseline

__all__ = ["command"]


@click.command("migrate")
@click.argument("source", metavar="FILE")
@click.option(
    "-o", "--output", metavar="FILE", default=BASELINE_FILE, show_default=True, help="the file"
)
@click.option("--baseline", metavar="FILE", help="what a report was compared with, to verify it")
@click.option("--certificates", metavar="FILE", help="that a report had, to verify its verdict")
@with_blessing
def command(  # noqa: PLR0917 - click hands options over by name
    source: str,
    output: str,
    baseline: str | None,
    certificates: str | None,
    reason: str,
    by: str | None,
    although_it_fails: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Bring FILE into today's form: a report that served as the baseline, or a baseline's file.

    A report is blessed as `mhgate baseline bless` does. A baseline's file keeps its history, and is
    written as it is written today (where a formatter has been over it, say).
    """
    found = migrate_baseline(
        Path(source),
        Path(output),
        reason=reason,
        by=named_blesser(by),
        although_it_fails=although_it_fails,
        compared_with=None if baseline is None else Path(baseline),
        certificates=None if certificates is None else Path(certificates),
    )
    for line in blessing_lines(found):
        click.echo(line)
    return 0
