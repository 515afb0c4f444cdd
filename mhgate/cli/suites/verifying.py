"""``mhgate suites verify-opening``: whether an item was in a pack; this takes no key."""

from __future__ import annotations

from pathlib import Path

import click

from mhgate.cli.stored_reports import find_report
from mhgate.wiring import read_report
from mhgate.wiring.packs import check_opening

__all__ = ["command"]


@click.command("verify-opening")
@click.argument("opening", metavar="OPENING")
@click.option("--seal", metavar="FILE", help="the seal of the pack")
@click.option("--root", metavar="sha256:...", help="its root, as it was published")
@click.option("--report", metavar="REPORT", help="a report that names it: was the item asked?")
def command(opening: str, seal: str | None, root: str | None, report: str | None) -> int:
    """Check that the item of OPENING is one of those that a root binds.

    Exit codes: 0 it is, 2 it is not, or nothing can be said.
    """
    found = check_opening(
        Path(opening),
        seal=None if seal is None else Path(seal),
        root=root,
        report=None if report is None else read_report(find_report(report)),
    )
    click.echo(f"{found.opening.name} is one of {found.opening.size} items of {found.root}")
    if found.trials is not None:
        asked = ", ".join(found.trials) if found.trials else "not asked"
        click.echo(f"  in this report: {asked}")
    return 0
