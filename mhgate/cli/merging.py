"""``mhgate merge``: the shards of a run -> the report of a single run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from mhgate.cli.settings_options import settings_by_key, with_settings
from mhgate.wiring import (
    clear_report_files,
    find_config,
    merge_shards,
    open_workspace,
    print_report,
    render_json,
    within_repository,
    write_report_files,
)

__all__ = ["command"]

# what of the settings is the shards' for good
_OF_THE_RUN = ("target.", "sampling.", "judge.kind", "patient.")


@click.command("merge")
@click.argument("journals", nargs=-1, required=True, metavar="FOLDER_OR_JOURNAL...")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option(
    "--although-unfinished",
    is_flag=True,
    help="report on what there is; such a report is partial, and never a pass",
)
@click.option("--json", "as_json", is_flag=True, help="print the report as JSON")
@click.option("-o", "--output", metavar="FILE", help="write the report there")
@click.option("--junit", metavar="FILE", help="write the decisions there as JUnit XML")
@click.option("--sarif", metavar="FILE", help="write what is no pass there as SARIF 2.1.0")
@click.option("--html", metavar="FILE", help="write the report there as one HTML page")
@with_settings
def command(  # noqa: PLR0917 - click hands options over by name
    journals: tuple[str, ...],
    config_file: str | None,
    output: str | None,
    junit: str | None,
    sarif: str | None,
    html: str | None,
    although_unfinished: bool,  # noqa: FBT001 - click hands flags over so
    as_json: bool,  # noqa: FBT001 - click hands flags over so
    **settings: str | None,
) -> int:
    """Join the shards of a run, and decide; nobody is asked.

    FOLDER_OR_JOURNAL are the journals that `mhgate run --shard 2/8` left, the files that `mhgate
    shard-artifact` made of them, or folders of these. All shards must be there, once, whole, and of
    one run; then the report is that of a single run, and the exit code that of its verdict. What is
    missing, doubled, torn, unfinished or foreign is named, with exit code 2.
    """
    named = {"junit": junit, "sarif": sarif, "html": html}
    files = {name: Path(file) for name, file in named.items() if file is not None}
    clear_report_files(files)
    given = settings_by_key(settings)
    late = [
        key for key, value in given.items() if value is not None and key.startswith(_OF_THE_RUN)
    ]
    if late:
        raise click.UsageError(
            f"{', '.join(late)}: what was asked, of whom, and who judged it is the shards'"
        )
    path = Path(config_file) if config_file else find_config(Path.cwd())
    environ = {name: value for name, value in os.environ.items() if name != "MHGATE_SHARD"}
    workspace = open_workspace(path, options=given, ini={}, environ=environ)
    report = merge_shards(
        [Path(name) for name in journals],
        workspace,
        although_unfinished=although_unfinished,
        output=None if output is None else Path(output),
        environ=environ,
        note=lambda line: click.echo(f"mhgate: {line}", err=True),
    )
    write_report_files(
        report,
        files,
        within=within_repository(workspace.config.folder),
        config=workspace.config,
    )
    if as_json:
        click.echo(render_json(report), nl=False)
    else:
        print_report(report, sys.stdout)
    return report.verdict.exit_code
