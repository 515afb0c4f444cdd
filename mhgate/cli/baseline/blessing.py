"""``mhgate baseline bless``: a run becomes what later ones are compared with."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mhgate.cli.baseline.options import blessing_lines, named_blesser, with_blessing
from mhgate.cli.stored_reports import find_report
from mhgate.config.settings import SEALED_KEY_VARIABLE
from mhgate.wiring import BASELINE_FILE, bless, unsealing

__all__ = ["command"]


@click.command("bless")
@click.argument("report")
@click.option(
    "-o", "--output", metavar="FILE", default=BASELINE_FILE, show_default=True, help="the file"
)
@click.option("--baseline", metavar="FILE", help="what REPORT was compared with, to verify it")
@click.option("--certificates", metavar="FILE", help="of the run, to verify its verdict")
@with_blessing
def command(  # noqa: PLR0917 - click hands options over by name
    report: str,
    output: str,
    baseline: str | None,
    certificates: str | None,
    reason: str,
    by: str | None,
    although_it_fails: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Make REPORT the baseline: a full run of fixed design, held to its own verdict first.

    REPORT is a report.json, a run's folder or id, or latest. What is refused, each with its reason:
    a run that is partial, was interrupted, could not be evaluated, could stop early, had no key to
    protected items, took no decision, or does not reproduce its verdict; one that fails, unless
    --although-it-fails says that this is meant. The history of blessings goes on.
    """
    found = bless(
        find_report(report),
        Path(output),
        reason=reason,
        by=named_blesser(by),
        although_it_fails=although_it_fails,
        compared_with=None if baseline is None else Path(baseline),
        certificates=None if certificates is None else Path(certificates),
        unseal=unsealing(os.environ, SEALED_KEY_VARIABLE),
    )
    for line in blessing_lines(found):
        click.echo(line)
    return 0
