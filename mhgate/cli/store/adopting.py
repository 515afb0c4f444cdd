"""``mhgate store adopt``: folders of runs that are older than the register."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mhgate.wiring import printable
from mhgate.wiring.adopting import adopt
from mhgate.wiring.history import open_reports

__all__ = ["command"]


@click.command("adopt")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
def command(config_file: str | None) -> int:
    """Take folders of runs into the register that it does not know.

    They are marked as adopted: the register claims nothing of runs whose folders are gone.
    """
    reports = open_reports(None if config_file is None else Path(config_file), os.environ)
    count = adopt(reports, note=lambda line: click.echo(f"note: {printable(line)}"))
    click.echo(f"mhgate: {count} folders of runs were adopted into {reports.store}")
    return 0
