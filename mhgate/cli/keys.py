"""``mhgate keys new | show``: the keys that sign, and what may be shown of them."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mhgate.attest.key_files import KEY_VARIABLE, PASSPHRASE_VARIABLE
from mhgate.attest.keys import Kind, PublicKey
from mhgate.wiring import make_key, printable, shown_key

__all__ = ["command"]

_NAMES = {"p256": "ECDSA on P-256 (ES256)", "ed25519": "Ed25519"}
_PASSPHRASE = click.option(
    "--passphrase-env",
    default=PASSPHRASE_VARIABLE,
    show_default=True,
    help="the variable that holds the passphrase",
)


@click.group("keys")
def command() -> None:
    """Make and show keys that sign evidence. No network is used, and no key is sent anywhere."""


@command.command("new")
@click.option(
    "--kind",
    type=click.Choice(["p256", "ed25519"]),
    default="p256",
    show_default=True,
    help="p256 is checked by every tool; ed25519 not by every cosign",
)
@click.option(
    "--out",
    default="mhgate-signing",
    show_default=True,
    metavar="STEM",
    help="writes STEM.key.pem and STEM.pub.pem",
)
@_PASSPHRASE
@click.option("--no-passphrase", "in_clear", is_flag=True, help="write the private key in clear")
def _new(kind: Kind, out: str, passphrase_env: str, in_clear: bool) -> int:  # noqa: FBT001 - click hands flags over so
    """Make a key: the private half for you alone, the public half to hand on.

    The private key is encrypted with the passphrase of a variable. Nothing is overwritten.
    """
    public, files = make_key(
        Path(out), kind=kind, environ=os.environ, passphrase_env=passphrase_env, in_clear=in_clear
    )
    _say(public)
    click.echo(
        f"private key: {printable(str(files.private))} ("
        f"{'in clear' if in_clear else f'opened by the passphrase in {passphrase_env}'}, "
        "readable by you alone)"
    )
    click.echo(f"public key:  {printable(str(files.public))} (hand it on)")
    click.echo(
        "Keep the private key out of the repository, in a safe or in a secret of the CI service: "
        "whoever has it signs as you."
    )
    if files.repository is not None:
        click.echo(
            f"It lies in the repository {printable(str(files.repository))} now: move it, or name "
            f"*.key.pem in .gitignore.",
            err=True,
        )
    return 0


@command.command("show")
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--key-env",
    default=KEY_VARIABLE,
    show_default=True,
    help="without FILE: the variable that holds a private key",
)
@_PASSPHRASE
def _show(file: str | None, key_env: str, passphrase_env: str) -> int:
    """Show the kind, the id and the public half of a key, never its private half.

    FILE is a public or a private key in PEM.
    """
    public = shown_key(
        None if file is None else Path(file),
        environ=os.environ,
        key_env=key_env,
        passphrase_env=passphrase_env,
    )
    _say(public)
    click.echo(public.pem().decode("ascii"), nl=False)
    return 0


def _say(public: PublicKey) -> None:
    click.echo(f"kind:   {_NAMES[public.kind]}")
    click.echo(f"key id: {public.key_id}")
