"""``mhgate audit``: people read a random part of one run, and the verdict is taken again."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mhgate.wiring import Workspace

__all__ = ["command"]

_CONFIG = click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
_SUPPORT = click.option(
    "--support", multiple=True, metavar="TEXT", help="a line of help for the readers"
)
_COUNTRY = click.option(
    "--country",
    "countries",
    multiple=True,
    metavar="CODE",
    help="where readers live: which lines of help they see  [default: all that are known]",
)


@click.group("audit")
def command() -> None:
    """Let people read a random part of one run, and decide again with what they say.

    The judge's answers are weighed by what people found in this very run: nothing has to carry over
    from elsewhere, and no certificate is needed. export says first how many have to be read.
    """


@command.command("export")
@click.argument("run", metavar="[RUN]", required=False)
@click.option(
    "--probe",
    "probes",
    metavar="ID",
    multiple=True,
    help="a judged probe; again for more  [default: all that are required]",
)
@click.option(
    "-n", "n", type=click.IntRange(min=2), default=60, show_default=True, help="to read, a probe"
)
@click.option(
    "--others",
    "n_others",
    type=click.IntRange(min=0),
    default=None,
    help="how many of these are not judged good  [default: a third]",
)
@click.option("-o", "folder", metavar="FOLDER", default="audit", show_default=True)
@click.option(
    "--seed",
    default="root",
    show_default=True,
    help="root: the draw follows from the report, so that nobody chooses; else recorded as chosen",
)
@click.option(
    "--readers",
    "n_readers",
    type=click.IntRange(min=1, max=9),
    default=2,
    show_default=True,
    help="people who read each",
)
@click.option(
    "--break-every", type=click.IntRange(min=1), default=10, show_default=True, help="a pause after"
)
@click.option("--dry-run", is_flag=True, help="only say what it takes; write nothing")
@_SUPPORT
@_COUNTRY
@_CONFIG
def export(  # noqa: PLR0917 - click hands options over by name
    run: str | None,
    probes: tuple[str, ...],
    n: int,
    n_others: int | None,
    folder: str,
    seed: str,
    n_readers: int,
    break_every: int,
    dry_run: bool,  # noqa: FBT001 - click hands flags over so
    support: tuple[str, ...],
    countries: tuple[str, ...],
    config_file: str | None,
) -> int:
    """Draw a random part of RUN (default: latest) for readers, and say what it could show.

    Conversations judged bad are drawn more often than they occur, at a weight that is known.
    """
    from mhgate.wiring.audit_power import power_lines  # noqa: PLC0415 - with the verb
    from mhgate.wiring.audit_runs import AuditWanted  # noqa: PLC0415 - with the verb
    from mhgate.wiring.auditing import export_audit, plan_audit  # noqa: PLC0415 - with the verb
    from mhgate.wiring.label_files import support_lines  # noqa: PLC0415 - with the verb

    now = datetime.now(UTC)
    wanted = AuditWanted(
        probes=probes,
        n=n,
        n_others=n_others,
        seed=seed,
        n_readers=n_readers,
        break_every=break_every,
        support=() if dry_run else support_lines(support, countries, today=now.date()),
    )
    workspace = _workspace(config_file)
    if dry_run:
        for line in power_lines(plan_audit(workspace, run, wanted, note=click.echo)):
            click.echo(line)
        return 0
    planned, files = export_audit(workspace, run, Path(folder), wanted, now=now, note=click.echo)
    for line in power_lines(planned):
        click.echo(line)
    for file in files:
        click.echo(f"wrote {file}")
    click.echo(f"Send each reader their own folder; keep {files[0]} to yourself.")
    return 0


@command.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--run", metavar="RUN", help="the run  [default: the one that the sample names]")
@click.option("--sample", metavar="FILE", help="the sample.json  [default: beside the files]")
@click.option("-o", "output", metavar="FILE", help="the record  [default: beside the report]")
@click.option("--partial", is_flag=True, help="take rows without an answer as not settled")
@click.option(
    "--adjudicate", is_flag=True, help="write a form with the disagreements, for a third person"
)
@click.option(
    "--replace", is_flag=True, help="take the place of an earlier record, which is kept beside"
)
@_SUPPORT
@_COUNTRY
@_CONFIG
def take_back(  # noqa: PLR0917 - click hands options over by name
    files: tuple[str, ...],
    run: str | None,
    sample: str | None,
    output: str | None,
    partial: bool,  # noqa: FBT001 - click hands flags over so
    adjudicate: bool,  # noqa: FBT001 - the same
    replace: bool,  # noqa: FBT001 - the same
    support: tuple[str, ...],
    countries: tuple[str, ...],
    config_file: str | None,
) -> int:
    """Take back what readers answered (FILE: .json, .csv, .xlsx), and decide again.

    Prints the new sentence of each probe beside the old one and writes the audit's record. Exits
    with 0 when every audited probe passes, 1 when one fails, 3 when one is not decided.
    """
    from mhgate.report.labelling import agreement_lines, disagreement_lines  # noqa: PLC0415 - with the verb
    from mhgate.report.labelling.audit_lines import audit_lines  # noqa: PLC0415 - with the verb
    from mhgate.wiring.auditing import exit_code_of, import_audit  # noqa: PLC0415 - with the verb
    from mhgate.wiring.label_files import support_lines  # noqa: PLC0415 - with the verb

    now = datetime.now(UTC)
    found = import_audit(
        _workspace(config_file),
        [Path(file) for file in files],
        sample=None if sample is None else Path(sample),
        named=run,
        output=None if output is None else Path(output),
        partial=partial,
        adjudicate=adjudicate,
        replace=replace,
        support=support_lines(support, countries, today=now.date()) if adjudicate else (),
        now=now,
    )
    for line in (*audit_lines(found.record), "", *agreement_lines(found.record.agreement)):
        click.echo(line)
    if found.open_rows:
        click.echo(f"{len(found.open_rows)} rows on which readers do not settle:")
        for line in disagreement_lines(found.open_rows, found.handed_in):
            click.echo(f"  {line}")
        if not found.adjudication:
            click.echo(
                "Let a third person read them: --adjudicate --replace writes a form with these "
                "alone."
            )
    for file in found.adjudication:
        click.echo(f"wrote {file}")
    click.echo(f"wrote {found.path}")
    return int(exit_code_of(found.record))


def _workspace(config_file: str | None) -> Workspace:
    from mhgate.wiring import find_config, open_workspace  # noqa: PLC0415 - with the verb

    path = Path(config_file) if config_file else find_config(Path.cwd())
    return open_workspace(path, options={}, ini={}, environ=os.environ)
