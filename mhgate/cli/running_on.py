"""``mhgate run --on``: the whole gate, asked on a cluster; the report is that of a single run."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from mhgate.cli.settings_options import settings_by_key
from mhgate.scale_out import run_on
from mhgate.wiring import (
    clear_report_files,
    print_report,
    printable,
    render_json,
    within_repository,
    write_report_files,
)

__all__ = ["run_elsewhere"]


def run_elsewhere(
    on: str,
    config_path: Path,
    settings: Mapping[str, str | None],
    *,
    parts: int | None,
    output: str | None,
    files: Mapping[str, str | None],
) -> int:
    """Ask the whole gate on a cluster, and show what was decided.

    Args:
        on: the engine, ``dask://scheduler:8786``.
        config_path: the thresholds.toml.
        settings: the options that were given.
        parts: into how many the plan is cut.
        output: where the report is written too; ``-`` is stdout.
        files: JUnit XML, SARIF and a page, by their names, where they are asked for.

    Returns:
        The exit code of the verdict.
    """
    if files.get("html") is not None:
        raise click.UsageError("--html: write it afterwards, with mhgate show --format html")
    wanted = {name: Path(file) for name, file in files.items() if file is not None}
    clear_report_files(wanted)
    report = run_on(
        on,
        config_path,
        options=settings_by_key(settings),
        environ=os.environ,
        parts=parts,
        output=None if output in {None, "-"} else Path(str(output)),
        note=lambda line: click.echo(f"mhgate: {printable(line)}", err=True),
    )
    write_report_files(report, wanted, within=within_repository(config_path.parent))
    print_report(report, sys.stderr)
    if output == "-":
        click.echo(render_json(report), nl=False)
    code = report.verdict.exit_code
    said = report.verdict.exit_meaning
    starts = said.startswith("exit code")
    click.echo(f"mhgate: {said if starts else f'exit code {int(code)}: {said}'}", err=True)
    return int(code)
