"""``mhgate store export``: the register of one commit, which is checked without the rest."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mhgate.canonical import canonical_json
from mhgate.errors import ExitCode
from mhgate.wiring import write_text
from mhgate.wiring.history import open_reports
from mhgate.wiring.register import export_register
from mhgate.wiring.runs import commit_of

__all__ = ["command"]


@click.command("export")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option("--commit", metavar="COMMIT", help="whole; absent: the one that is checked out")
@click.option("--until", metavar="RUN", help="as the register was when this run ended")
@click.option("-o", "--output", metavar="FILE", help="write there instead of to stdout")
def command(
    config_file: str | None, commit: str | None, until: str | None, output: str | None
) -> int:
    """Write all entries of a commit, and the links of the whole chain, as canonical JSON.

    The exit code is 1 where there is no register: what is written then says so.
    """
    reports = open_reports(None if config_file is None else Path(config_file), os.environ)
    folder = Path.cwd() if reports.config is None else reports.config.folder
    found = export_register(reports.folder, commit or commit_of(folder, os.environ), until=until)
    text = canonical_json(found).decode()
    if output is not None:
        write_text(text, Path(output))
    else:
        click.echo(text)
    is_absent = found.get("register") == "absent"
    if is_absent:
        click.echo(f"mhgate: the register is absent: {found['why']}", err=True)
    return int(ExitCode.FAIL if is_absent else ExitCode.PASS)
