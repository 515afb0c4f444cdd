"""``mhgate vignettes show``: one vignette in plain sentences."""

from __future__ import annotations

import json
from pathlib import Path

import click

from mhgate.cli.suites.meant import lines_of
from mhgate.patients.vignettes.rules import contradictions
from mhgate.patients.vignettes.summary import summary
from mhgate.wiring.vignettes import find_vignette

__all__ = ["command"]


@click.command("show")
@click.argument("name", metavar="ID")
@click.option("--file", metavar="FILE", help="of the cohort; default: the 200 that ship")
@click.option("--json", "as_json", is_flag=True, help="print all of it as JSON")
def command(
    name: str,
    file: str | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Show the vignette ID: who it is, what is told when, each risk, and the first message.

    ID may be the beginning of an id, or a number from 1. Vignettes speak of suicide, self-harm and
    violence.
    """
    found = find_vignette(name, None if file is None else Path(file))
    if as_json:
        click.echo(json.dumps(found.model_dump(mode="json"), indent=2, ensure_ascii=False))
        return 0
    click.echo(f"vignette {found.id}: {found.cell}, gravest {found.gravest}")
    for part in summary(found):
        for line in lines_of(part):
            click.echo(f"  {line}")
    click.echo("  says first:")
    for line in lines_of(found.opening):
        click.echo(f"    {line}")
    for told in contradictions(found):
        click.echo(f"  contradiction: {told}")
    return 0
