"""``mhgate verify``: a pack of evidence -> what of it holds, in words, and an exit code."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from mhgate.config.settings import SEALED_KEY_VARIABLE
from mhgate.errors import ExitCode
from mhgate.records.evidence import PackCheck, PackVerified
from mhgate.wiring import (
    Trusting,
    build_deployed,
    by_authority,
    by_identity,
    by_keys,
    load_public_key,
    need_of,
    printable,
    unsealing,
    verify_pack,
)

__all__ = ["command"]


@click.command("verify")
@click.argument("pack", metavar="PACK")
@click.option(
    "--key", "keys", metavar="PUB.PEM", multiple=True, help="a public key that you believe"
)
@click.option("--identity", metavar="WHO", help="keyless: who must have signed")
@click.option("--issuer", metavar="ADDRESS", help="keyless: who vouches for the identity")
@click.option("--trusted-root", metavar="FILE", help="keyless: the roots of trust, for offline")
@click.option(
    "--signoff-key",
    "signoff_keys",
    metavar="PUB.PEM",
    multiple=True,
    help="the public key of a person who signed off; absent: those of --key",
)
@click.option(
    "--require-signoff",
    "require",
    is_flag=True,
    help="the sign-offs that the thresholds ask for ([evidence] require) must be there; where they "
    "ask for none, any one",
)
@click.option(
    "--signoff",
    "needs",
    metavar="ROLE MEANING",
    multiple=True,
    help='a sign-off that must be there: "clinical review"',
)
@click.option(
    "--timestamp-authority",
    "authority",
    metavar="ROOT.PEM",
    help="whose word on when it was signed you believe; its timestamp must be there",
)
@click.option("--no-signoffs", "skip", is_flag=True, help="leave sign-offs unchecked")
@click.option("--journal", metavar="FILE", help="the run's journal, where it is not in the pack")
@click.option(
    "--opening",
    "openings",
    metavar="FILE",
    multiple=True,
    help="the opening of a protected item (`mhgate suites prove`)",
)
@click.option(
    "--earlier",
    metavar="PACK",
    help="one that was signed before, whose register this one continues",
)
@click.option(
    "--build", metavar="ID", help="the build that is deployed: it must be the measured one"
)
@click.option(
    "--deployed",
    metavar="URL",
    help="ask there which build is deployed, as [target.build_id] says; the one address asked",
)
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(
    *,
    pack: str,
    keys: tuple[str, ...],
    identity: str | None,
    issuer: str | None,
    trusted_root: str | None,
    signoff_keys: tuple[str, ...],
    require: bool,
    needs: tuple[str, ...],
    skip: bool,
    authority: str | None,
    journal: str | None,
    openings: tuple[str, ...],
    earlier: str | None,
    build: str | None,
    deployed: str | None,
    as_json: bool,
) -> int:
    """Check a pack: its signature, every byte, and the verdict, made again from its own numbers.

    Nothing is fetched, and nobody is asked but whom --deployed names. Take the public key from
    where you trust it, never from beside the pack. The exit code is 0 only where all holds that was
    checked; what could not be checked is said. It says who signed what, not that the product is
    safe.
    """
    if bool(keys) == bool(identity):
        raise click.UsageError(
            "name whose signature you believe: --key, or --identity and --issuer"
        )
    if (identity is None) != (issuer is None):
        raise click.UsageError("--identity and --issuer belong together")
    wanted = [(text, need_of(text)) for text in needs]
    for text, need in wanted:
        if need is None:
            raise click.UsageError(
                f"--signoff {text!r}: expected a role and a meaning, as in 'clinical review'"
            )
    if skip and (require or needs):
        raise click.UsageError(
            "--no-signoffs: leaves unchecked what --require-signoff and --signoff ask for"
        )
    if build is not None and deployed is not None:
        raise click.UsageError("--build and --deployed: name one of both")
    signature = (
        by_identity(identity, issuer, trusted_root=_path(trusted_root))
        if identity is not None and issuer is not None
        else by_keys([load_public_key(Path(each)) for each in keys])
    )
    found = verify_pack(
        Path(pack),
        Trusting(
            signature=signature,
            sign_offs=by_keys([load_public_key(Path(each)) for each in signoff_keys])
            if signoff_keys
            else None,
            needs=[need for _, need in wanted if need is not None],
            require_sign_off=require,
            check_sign_offs=not skip,
            stamps=None if authority is None else by_authority(Path(authority)),
            journal=_path(journal),
            openings=[Path(each) for each in openings],
            unseal=unsealing(os.environ, SEALED_KEY_VARIABLE),
            earlier=_path(earlier),
            build=build
            if deployed is None
            else build_deployed(Path(pack), deployed, environ=os.environ),
        ),
    )
    if as_json:
        click.echo(json.dumps({"holds": found.holds, **found.model_dump(mode="json")}, indent=2))
    else:
        for line in _words(found):
            click.echo(printable(line))
    return int(ExitCode.PASS if found.holds else ExitCode.FAIL)


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)


def _words(found: PackVerified) -> Iterator[str]:
    of_run = "" if found.run is None else f" of run {found.run}"
    yield f"mhgate: the pack {found.pack}{of_run}"
    for title, state in (
        ("does not hold", "broken"),
        ("holds", "holds"),
        ("not checked", "not checked"),
    ):
        yield from _listed(title, [each for each in found.checks if each.state == state])
    if found.holds:
        yield (
            f"mhgate: it holds: {found.result}, outcome {found.outcome}, signed by "
            f"{found.signed_by}. That is who said what, and that it follows: no certification."
        )
    else:
        n = len(found.broken)
        yield f"mhgate: it does NOT hold: {n} {'thing' if n == 1 else 'things'} above"


def _listed(title: str, checks: Sequence[PackCheck]) -> Iterator[str]:
    if checks:
        yield f"{title}:"
        for each in checks:
            yield f"  {each.what}: {each.sentence}"
