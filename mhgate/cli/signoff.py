"""``mhgate signoff``: a person says in their own name that they stand for a report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click

from mhgate.cli.signing_options import signer_named, with_key
from mhgate.records.evidence import MEANINGS, SignOff
from mhgate.wiring import printable, sign_off_pack, stamper_at

__all__ = ["command"]


@click.command("signoff")
@click.argument("pack", metavar="PACK")
@click.option("--name", required=True, help="your name, as it is printed")
@click.option("--role", required=True, help='in which you sign: "clinical", "safety officer"')
@click.option("--meaning", required=True, type=click.Choice(MEANINGS), help="what it means")
@with_key
@click.option(
    "--timestamp",
    metavar="URL",
    help="the authority (RFC 3161) that is to say when; no other address is asked",
)
@click.option(
    "--i-have-read",
    "has_read",
    is_flag=True,
    help="say so in so many words, where nobody can be asked on a terminal",
)
def command(
    *,
    pack: str,
    name: str,
    role: str,
    meaning: str,
    key: str | None,
    key_env: str | None,
    passphrase_env: str,
    timestamp: str | None,
    has_read: bool,
) -> int:
    """Sign a signed pack off: name, role, date and time, and meaning, bound to this report.

    The words are shown first; on a terminal you confirm them by typing your name. Without a
    terminal nothing is signed, unless you say --i-have-read. Use a key of your own.
    """
    signer = signer_named(key, key_env, passphrase_env)
    file, told = sign_off_pack(
        Path(pack),
        name=name,
        role=role,
        meaning=next(each for each in MEANINGS if each == meaning),
        signer=signer,
        confirm=lambda told: _confirmed(told, has_read=has_read),
        stamper=None if timestamp is None else stamper_at(timestamp),
    )
    click.echo(
        printable(f"mhgate: {told.name} ({told.role}) signed off {pack}: {told.meaning} ({file})")
    )
    return 0


def _confirmed(told: SignOff, *, has_read: bool) -> Literal["typed", "stated"] | None:
    """Show a person what they say, and hear whether they say it."""
    click.echo(printable(told.statement))
    if has_read:
        return "stated"
    if not sys.stdin.isatty():
        click.echo("mhgate: nobody can be asked here, and --i-have-read was not said", err=True)
        return None
    typed = click.prompt("Type your name to sign", default="", show_default=False)
    return "typed" if " ".join(str(typed).split()) == told.name else None
