"""``mhgate suites new``: a starter suite that loads, is fit to ask, and runs on the demo bot."""

from __future__ import annotations

import re
from pathlib import Path

import click

from mhgate.cli.suites.starter import starter_files
from mhgate.errors import UsageError

__all__ = ["command"]

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@click.command("new")
@click.argument("name")
@click.option(
    "--into",
    "folder",
    metavar="FOLDER",
    default="mhgate_suites",
    show_default=True,
    help="the folder that holds your suites",
)
def command(name: str, folder: str) -> int:
    """Write a starter suite NAME: a judged probe, an exact one, items in families, a question.

    Everything in it is an example: replace the items by what your own product must get right.
    """
    if _NAME.fullmatch(name) is None:
        raise UsageError(
            f"{name!r} is no name for a suite.",
            hint="It names a folder and a pillar: small letters, digits and _, a letter first.",
        )
    home = Path(folder) / name
    if home.exists():
        raise UsageError(f"{home} is there already.", hint="Nothing is overwritten: name another.")
    home.mkdir(parents=True)
    for file, text in starter_files(name).items():
        (home / file).write_text(text, encoding="utf-8", newline="\n")
        click.echo(f"written  {home / file}")
    click.echo(f"Next: mhgate suites check {home}; then, in thresholds.toml:")
    click.echo(f'  [suites] folders = ["{folder}"]')
    click.echo(f"  [pillar.{name}] min_score = 0.8, required = false")
    return 0
