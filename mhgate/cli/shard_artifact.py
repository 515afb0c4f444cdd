"""``mhgate shard-artifact``: what of a shard's run may leave the machine."""

from __future__ import annotations

from pathlib import Path

import click

from mhgate.wiring import LATEST, write_shard_artifact

__all__ = ["command"]


@click.command("shard-artifact")
@click.argument("run", default=LATEST)
@click.option("-o", "--output", metavar="FILE", required=True, help="write it there")
@click.option(
    "--to",
    "recipients",
    metavar="RECIPIENT",
    multiple=True,
    help="encrypt the whole journal to this public key (age1...), with all that was said",
)
def command(run: str, output: str, recipients: tuple[str, ...]) -> int:
    """Write what of the shard RUN may leave this machine, for `mhgate merge`.

    RUN is a run's id, its folder, its journal, or latest, which is the default. Without --to the
    file holds outcomes and hashes, as a report does, and nothing that was said; with --to it is the
    whole journal, which only a holder of a recipient's key opens (pip install 'mhgate[sealed]').
    """
    kept = write_shard_artifact(run, Path(output), recipients=recipients)
    state = "ended" if kept.end is not None and kept.account is not None else "not ended"
    how = "encrypted, with all that was said" if recipients else "without what was said"
    click.echo(
        f"mhgate: {output}: shard {kept.header['shard']}, {len(kept.booked)} trials, {state}; "
        f"{how}",
        err=True,
    )
    return 0
