"""``mhgate suites review``: families handed out to readers, and their records taken back."""

from __future__ import annotations

from pathlib import Path

import click

from mhgate.cli.suites.meant import meant
from mhgate.wiring.suite_reviews import export_families, import_reviews, readings_of
from mhgate.wiring.suites_at_hand import load_folders

__all__ = ["command"]


@click.command("review")
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True)
@click.option("--export", "to", metavar="FILE", help="write what is to be read, a line a family")
@click.option("--import", "given", metavar="FILE", help="check records of readers and append them")
@click.option("--all", "everything", is_flag=True, help="export what was read already, too")
def command(
    folders: tuple[str, ...],
    to: str | None,
    given: str | None,
    everything: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Say who has read what of the suites in FOLDER, hand out the rest, and take records back.

    A record is one line of JSON: family, digest, reader, role (author, clinician, lived_experience,
    native_speaker, other), date, findings, change; and suite, where FOLDER holds several. It speaks
    of the family as it was exported: a family that has changed since is refused. No record is ever
    written for anybody.
    """
    if to is not None and given is not None:
        raise click.UsageError("--export and --import at once: readers come in between")
    suites = load_folders(meant(folders, None).folders)
    if to is not None:
        count = export_families(suites, Path(to), everything=everything)
        click.echo(f"wrote {to}: {count} families to read")
        return 0
    if given is not None:
        for name, count in import_reviews(suites, Path(given)).items():
            click.echo(f"{name}: {count} records appended")
    for each in readings_of(suites):
        changed = f" ({each.changed} changed since they were read)" if each.changed else ""
        roles = ", ".join(f"{role} {count}" for role, count in each.roles.items()) or "none"
        click.echo(
            f"{each.suite}: {each.families - each.waiting} of {each.families} families read as "
            f"they are, {each.waiting} waiting{changed}; readings: {roles}"
        )
    return 0
