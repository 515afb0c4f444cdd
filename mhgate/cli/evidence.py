"""``mhgate evidence``: a stored run -> its pack of evidence, as a folder or as one zip."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mhgate.cli.stored_reports import find_report
from mhgate.records.evidence import JOURNAL_WAYS
from mhgate.wiring import (
    SincePack,
    by_identity,
    by_keys,
    find_config,
    load_public_key,
    pack_evidence,
    printable,
    write_evidence,
)

__all__ = ["command"]


@click.command("evidence")
@click.argument("report", metavar="[REPORT|RUN]", required=False)
@click.option("-o", "--output", metavar="FOLDER", help="where the pack is written: a new folder")
@click.option("--zip", "archive", metavar="FILE", help="write it as one zip, too or instead")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml of the run")
@click.option(
    "--journal",
    type=click.Choice(JOURNAL_WAYS),
    help="in place of [evidence] journal: what the pack holds of the conversations",
)
@click.option(
    "--baseline", metavar="FILE", help="what the run was compared with, where it is not found"
)
@click.option(
    "--certificates", metavar="FILE", help="the certificates that the run had, where not found"
)
@click.option(
    "--opening",
    "openings",
    metavar="FILE",
    multiple=True,
    help="an opening of a protected item that the pack shows (`mhgate suites prove`)",
)
@click.option(
    "--for",
    "laws",
    metavar="LAW",
    multiple=True,
    help="put the figures beside what a law asks for (`mhgate laws list`); again for more",
)
@click.option(
    "--since", metavar="PACK", help="the pack of the last release: what has changed since then"
)
@click.option(
    "--since-key", metavar="PUB.PEM", help="the public key that the last release was signed with"
)
@click.option("--since-identity", metavar="WHO", help="in place of a key: who signed without one")
@click.option("--since-issuer", metavar="ADDRESS", help="who vouches for that identity")
@click.option("--since-trusted-root", metavar="FILE", help="the roots of trust, to check offline")
@click.option("--no-pdf", is_flag=True, help="leave the page on paper out")
def command(
    *,
    report: str | None,
    output: str | None,
    archive: str | None,
    config_file: str | None,
    journal: str | None,
    baseline: str | None,
    certificates: str | None,
    openings: tuple[str, ...],
    laws: tuple[str, ...],
    since: str | None,
    since_key: str | None,
    since_identity: str | None,
    since_issuer: str | None,
    since_trusted_root: str | None,
    no_pdf: bool,
) -> int:
    """Pack a run's report with everything that it rests on, for a file, a regulator, an auditor.

    REPORT is a report.json, a run's folder or id; absent: the latest run. The same run makes the
    same bytes. Nothing is asked of anybody, and nothing is signed: `mhgate sign` does that.
    """
    if output is None and archive is None:
        raise click.UsageError("name where the pack goes: -o FOLDER, --zip FILE, or both")
    earlier = _since(since, since_key, since_identity, since_issuer, root=since_trusted_root)
    packed = pack_evidence(
        find_report(report),
        config_file=Path(config_file) if config_file else find_config(Path.cwd()),
        environ=os.environ,
        journal=next((each for each in JOURNAL_WAYS if each == journal), None),
        baseline=None if baseline is None else Path(baseline),
        certificates=None if certificates is None else Path(certificates),
        openings=[Path(each) for each in openings],
        laws=laws,
        since=earlier,
        pdf=not no_pdf,
    )
    write_evidence(
        packed,
        folder=None if output is None else Path(output),
        archive=None if archive is None else Path(archive),
    )
    run = packed.report.provenance.run_id
    where = " and ".join(each for each in (output, archive) if each is not None)
    click.echo(printable(f"mhgate: packed run {run}: {len(packed.files)} files in {where}"))
    for name, why in packed.left_out.items():
        click.echo(printable(f"  not in it: {name}: {why}"))
    for note in packed.notes:
        click.echo(printable(f"  note: {note}"))
    click.echo("It is not signed yet: mhgate sign. It is evidence from the interested party.")
    return 0


def _since(
    pack: str | None,
    key: str | None,
    identity: str | None,
    issuer: str | None,
    *,
    root: str | None,
) -> SincePack | None:
    """Return the pack of the last release with what checks its signature."""
    if pack is None:
        if key or identity or issuer or root:
            raise click.UsageError("--since and what checks its signature belong together")
        return None
    if key is not None and identity is None and issuer is None:
        return SincePack(Path(pack), by_keys([load_public_key(Path(key))]))
    if key is None and identity is not None and issuer is not None:
        trusted = None if root is None else Path(root)
        return SincePack(Path(pack), by_identity(identity, issuer, trusted_root=trusted))
    raise click.UsageError(
        "--since: say by whose signature it holds: --since-key, or --since-identity with "
        "--since-issuer"
    )
