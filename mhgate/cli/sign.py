"""``mhgate sign``: a pack of evidence -> the same with a signature in it."""

from __future__ import annotations

from pathlib import Path

import click

from mhgate.cli.signing_options import signer_named, with_key
from mhgate.wiring import (
    keyless_signer,
    printable,
    sign_pack,
    signer_elsewhere,
    stamper_at,
    write_predicate,
)

__all__ = ["command"]


@click.command("sign")
@click.argument("pack", metavar="PACK")
@with_key
@click.option(
    "--keyless",
    is_flag=True,
    help="sign by an identity, not by a key (pip install mhgate[sigstore])",
)
@click.option(
    "--trust-config",
    metavar="FILE",
    help="with --keyless: another Sigstore than the public one",
)
@click.option(
    "--predicate",
    metavar="FILE",
    help="sign nothing: write what actions/attest is to claim (its predicate-path)",
)
@click.option(
    "--bundle", metavar="FILE", help="take in the signature that actions/attest made (bundle-path)"
)
@click.option(
    "--timestamp",
    metavar="URL",
    help="the authority (RFC 3161) that is to say when; no other address is asked",
)
def command(
    *,
    pack: str,
    key: str | None,
    key_env: str | None,
    passphrase_env: str,
    keyless: bool,
    trust_config: str | None,
    predicate: str | None,
    bundle: str | None,
    timestamp: str | None,
) -> int:
    """Sign a pack: that this report, these thresholds, these suites and this judge belong together.

    PACK is checked first, and what does not hold is not signed; neither is a part of a run. A pass
    by a judge that is not certified by clinicians, or under a waiver, is signed WARNED. The exit
    code is 0 where a signature was written, whatever the report says.
    """
    has_key = key is not None or key_env is not None
    if sum((keyless, has_key, predicate is not None, bundle is not None)) > 1:
        raise click.UsageError("a key, --keyless, --predicate and --bundle: name one of them")
    if predicate is not None:
        result = write_predicate(Path(pack), Path(predicate))
        click.echo(printable(f"mhgate: {predicate}: what is to be signed of {pack}: {result}"))
        return 0
    if bundle is not None:
        signer = signer_elsewhere(Path(bundle))
    elif keyless:
        signer = keyless_signer(None if trust_config is None else Path(trust_config))
    else:
        signer = signer_named(key, key_env, passphrase_env)
    stamper = None if timestamp is None else stamper_at(timestamp)
    signed = sign_pack(Path(pack), signer, stamper=stamper)
    click.echo(printable(f"mhgate: signed {pack}: {signed.result}"))
    for reason in signed.warned_because:
        click.echo(printable(f"  WARNED, for {reason}"))
    return 0
