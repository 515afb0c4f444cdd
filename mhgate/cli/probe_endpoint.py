"""``mhgate probe-endpoint``: one harmless message, and everything that came back, redacted."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import click

from mhgate.cli.settings_options import settings_by_key, with_settings

__all__ = ["command"]


@click.command("probe-endpoint")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option("--message", default=None, help="what to say instead of the harmless greeting")
@click.option("--judge", is_flag=True, help="ask the models that judge, not the target")
@with_settings
def command(
    config_file: str | None,
    message: str | None,
    judge: bool,  # noqa: FBT001 - click hands flags over so
    **settings: str | None,
) -> int:
    """Ask the target one harmless thing and show the request, the reply and what was extracted.

    With --judge each model that judges is asked so, and then the first question of a run, which
    tries the form of its answers: what is wrong with it ends with exit code 4, as a run does.
    """
    from mhgate.config import load_config  # noqa: PLC0415 - with the verb
    from mhgate.wiring import find_config, probe_endpoint  # noqa: PLC0415 - with the verb

    path = Path(config_file) if config_file else find_config(Path.cwd())
    config = load_config(path, options=settings_by_key(settings), environ=os.environ)
    lines = asyncio.run(probe_endpoint(config, environ=os.environ, message=message, judge=judge))
    for line in lines:
        click.echo(line)
    return 0
