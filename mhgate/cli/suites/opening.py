"""``mhgate suites open``: what a pack holds: counts, or, by an explicit word, its items."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from mhgate.config.settings import SEALED_KEY_VARIABLE
from mhgate.report.safe_text import printable
from mhgate.suites.canary import canary_line
from mhgate.wiring.packs import open_pack

__all__ = ["command"]


@click.command("open")
@click.argument("pack", metavar="PACK")
@click.option(
    "--key-env",
    default=SEALED_KEY_VARIABLE,
    show_default=True,
    help="the variable that holds the key",
)
@click.option("--to-stdout", is_flag=True, help="print the items in clear, JSON Lines")
def command(
    pack: str,
    key_env: str,
    to_stdout: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Open PACK in memory and count what it holds. Nothing is ever written to a disk in clear."""
    found = open_pack(Path(pack), environ=os.environ, key_env=key_env)
    terms = found.seal.terms
    if to_stdout:
        click.echo(canary_line(terms.canary))
        for row in found.commitment.rows:
            line = json.dumps(row, ensure_ascii=False)
            click.echo(line.encode("utf-8", "backslashreplace").decode())
        return 0
    click.echo(f"{printable(pack)}: {terms.n_items} items in {terms.n_families} families")
    click.echo(f"  root {terms.root}")
    for key, values in {"language": terms.languages, **terms.strata}.items():
        told = ", ".join(f"{printable(name)} {count}" for name, count in values.items())
        click.echo(f"  {printable(key)}: {told}")
    for name in terms.recipients:
        click.echo(f"  opened by {name}")
    return 0
