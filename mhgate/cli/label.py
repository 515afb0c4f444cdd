"""``mhgate label``: transcripts for people to read blindly, and their answers as gold."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

__all__ = ["command"]


@click.group("label")
def command() -> None:
    """Let people label transcripts, without a judge's opinion in sight.

    export writes a form for each reader; import takes back what they answered and writes gold.
    """


@command.command("export")
@click.argument("source", metavar="[RUN|TRANSCRIPTS]", required=False)
@click.option(
    "--question",
    "questions",
    metavar="ID",
    multiple=True,
    required=True,
    help="a question of the suites (suite/ID where two word it differently); again for more",
)
@click.option(
    "-n",
    "n",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    help="conversations a question",
)
@click.option("-o", "folder", metavar="FOLDER", default="labels", show_default=True)
@click.option("--seed", default="1", show_default=True, help="the same seed draws the same")
@click.option(
    "--readers",
    "n_readers",
    type=click.IntRange(min=1, max=9),
    default=2,
    show_default=True,
    help="people who read the same conversations, each in another order",
)
@click.option(
    "--break-every", type=click.IntRange(min=1), default=10, show_default=True, help="a pause after"
)
@click.option("--support", multiple=True, metavar="TEXT", help="a line of help for the readers")
@click.option(
    "--country",
    "countries",
    multiple=True,
    metavar="CODE",
    help="where readers live: which lines of help they see  [default: all that are known]",
)
@click.option("--source", "grounds", metavar="TEXT", help='what grounds "good" outside the suites')
@click.option("--licence", metavar="TEXT", help="of conversations outside the suites")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
def export(  # noqa: PLR0917 - click hands options over by name
    source: str | None,
    questions: tuple[str, ...],
    n: int,
    folder: str,
    seed: str,
    n_readers: int,
    break_every: int,
    support: tuple[str, ...],
    countries: tuple[str, ...],
    grounds: str | None,
    licence: str | None,
    config_file: str | None,
) -> int:
    """Draw conversations of a RUN (default: latest) or a file of TRANSCRIPTS, for readers.

    Families and strata are spread evenly; no judge is heard. Each reader gets a folder: a page that
    works offline, a spreadsheet, and what to read first. sample.json stays with you.
    """
    from mhgate.wiring import find_config, open_workspace  # noqa: PLC0415 - with the verb
    from mhgate.wiring.label_files import support_lines  # noqa: PLC0415 - with the verb
    from mhgate.wiring.labelling import Wanted, export_labels  # noqa: PLC0415 - with the verb

    now = datetime.now(UTC)
    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options={}, ini={}, environ=os.environ)
    made = export_labels(
        workspace,
        source,
        Path(folder),
        Wanted(
            questions=questions,
            n=n,
            seed=seed,
            n_readers=n_readers,
            break_every=break_every,
            support=support_lines(support, countries, today=now.date()),
            source=grounds,
            licence=licence,
        ),
        now=now,
    )
    for name, count in made.rows.items():
        click.echo(f"{name}: {count} conversations of {made.families[name]} families")
    for each in made.left_out:
        click.echo(f"left out: {each.n}, {each.reason}")
    for file in made.files:
        click.echo(f"wrote {file}")
    click.echo(f"Send each reader their own folder; keep {made.files[0]} to yourself.")
    return 0


@command.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("-o", "output", metavar="GOLD", default="gold.jsonl", show_default=True)
@click.option("--sample", metavar="FILE", help="the sample.json  [default: beside the files]")
@click.option("--partial", is_flag=True, help="take files with rows that have no answer yet")
@click.option("--replace", "replace_gold", is_flag=True, help="replace an existing gold file")
@click.option(
    "--adjudicate", is_flag=True, help="write a form with the disagreements, for a third person"
)
@click.option("--support", multiple=True, metavar="TEXT", help="a line of help for that person")
@click.option("--country", "countries", multiple=True, metavar="CODE", help="as in export")
def take_back(  # noqa: PLR0917 - click hands options over by name
    files: tuple[str, ...],
    output: str,
    sample: str | None,
    partial: bool,  # noqa: FBT001 - click hands flags over so
    replace_gold: bool,  # noqa: FBT001 - the same
    adjudicate: bool,  # noqa: FBT001 - the same
    support: tuple[str, ...],
    countries: tuple[str, ...],
) -> int:
    """Take back what readers answered (FILE: .json, .csv, .xlsx), and write gold.

    Says how far they agree, and where they do not. Only files that name who answered make labels.
    """
    from mhgate.report.labelling import (  # noqa: PLC0415 - with the verb
        agreement_lines,
        disagreement_lines,
        reader_lines,
    )
    from mhgate.wiring.label_files import support_lines  # noqa: PLC0415 - with the verb
    from mhgate.wiring.labelling import import_labels  # noqa: PLC0415 - with the verb

    now = datetime.now(UTC)
    lines = support_lines(support, countries, today=now.date()) if adjudicate else ()
    found = import_labels(
        [Path(file) for file in files],
        Path(output),
        sample=None if sample is None else Path(sample),
        partial=partial,
        replace_gold=replace_gold,
        adjudicate=adjudicate,
        support=lines,
        now=now,
    )
    for line in (*reader_lines(found.handed_in), *agreement_lines(found.agreement)):
        click.echo(line)
    if found.disagreements:
        click.echo(f"{len(found.disagreements)} rows on which readers do not settle:")
        for line in disagreement_lines(found.disagreements, found.handed_in):
            click.echo(f"  {line}")
    for file in found.adjudication:
        click.echo(f"wrote {file}")
    if found.disagreements and not found.adjudication:
        click.echo("Let a third person read them: --adjudicate writes a form with these alone.")
    account = found.account
    left = "".join(f", {each.n} {each.reason}" for each in account.left_out)
    click.echo(f"wrote {found.gold}: {account.used} of {account.read} rows{left}")
    return 0
