"""``mhgate check``: thresholds.toml and the suites, validated without asking anybody anything."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from mhgate.cli.settings_options import settings_by_key, with_settings

__all__ = ["command"]


@click.command("check")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@with_settings
def command(config_file: str | None, **settings: str | None) -> int:
    """Validate thresholds.toml, suites, certificates, waivers, and the baseline that is named.

    Asks nothing of the network and of no target. Fit for a pre-commit hook.
    """
    from mhgate.wiring import (  # noqa: PLC0415 - with the verb
        check_workspace,
        combinations_of,
        find_config,
        open_workspace,
        printable,
        read_besides,
    )

    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options=settings_by_key(settings), ini={}, environ=os.environ)
    notes = check_workspace(workspace, today=datetime.now(UTC).date())
    besides = read_besides(workspace.config)
    if workspace.config.matrix:
        found = combinations_of(path, options=settings_by_key(settings), environ=os.environ)
        notes.append(f"[matrix] has {_counted(len(found), 'configuration')}")
    for suite in workspace.suites:
        refs = [ref for refs in suite.items.values() for ref in refs]
        families = {ref.family for ref in refs}
        click.echo(
            f"{suite.name}: {_counted(len(suite.probes), 'probe')}, "
            f"{_counted(len(refs), 'item')} in {len(families)} "
            f"{'family' if len(families) == 1 else 'families'}, "
            f"version {suite.version}, {suite.digest[:19]}"
        )
    for line in besides:
        click.echo(printable(line))
    for note in notes:
        click.echo(f"note: {note}")
    click.echo(f"{workspace.config.path.name}: no mistakes")
    return 0


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
