"""``mhgate store check``: the register held to itself, to its reports, and to a head of earlier."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from mhgate.errors import ExitCode
from mhgate.wiring import printable
from mhgate.wiring.adopting import check_store
from mhgate.wiring.history import open_reports

__all__ = ["command"]

_HEAD = re.compile(r"([0-9]{1,9}):(sha256:[0-9a-f]{64})")


@click.command("check")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option(
    "--head",
    metavar="COUNT:DIGEST",
    help="a head that was written down (a pack's register.json holds one): must be in the chain",
)
def command(config_file: str | None, head: str | None) -> int:
    """Check that no entry was changed, moved or removed; exit 1 and name each where one was.

    Whoever can write the file can write a whole new chain. Write the head down elsewhere, or keep a
    signed pack: with --head that is seen, too.
    """
    known = None if head is None else _HEAD.fullmatch(head)
    if head is not None and known is None:
        raise click.UsageError("--head: expected COUNT:DIGEST as `mhgate store check` prints it")
    reports = open_reports(None if config_file is None else Path(config_file), os.environ)
    found = check_store(reports, known_head=None if known is None else (int(known[1]), known[2]))
    for problem in found.problems:
        click.echo(printable(problem))
    for note in found.notes:
        click.echo(f"note: {printable(note)}")
    if found.problems:
        click.echo(f"mhgate: {len(found.problems)} problems in a register of {found.count} entries")
        return int(ExitCode.FAIL)
    click.echo(f"mhgate: the chain of {found.count} entries holds; head {found.count}:{found.head}")
    return int(ExitCode.PASS)
