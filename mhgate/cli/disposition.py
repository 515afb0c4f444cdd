"""``mhgate disposition``: what people decided about what failed; it changes no verdict."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from mhgate.cli.stored_reports import find_report
from mhgate.errors import ExitCode
from mhgate.records.dispositions import DISPOSITION_KINDS, DispositionLine, DispositionTable
from mhgate.wiring import find_config, printable
from mhgate.wiring.disposing import Decision, add_dispositions, disposed_of, stored_report
from mhgate.wiring.people_files import config_at

__all__ = ["command"]

_STATES = {
    "stale": "stale: the item has other words now",
    "other_report": "given for another report, and the item fails in this one too",
    "not_open": "what it is about is not open in this report",
}


@click.group("disposition")
def command() -> None:
    """Decide about failed items and open waivers: accepted, or mitigated; by whom, and why.

    A disposition is bound to the report, the probe and the words of the item. It changes no
    verdict.
    """


@command.command("add")
@click.argument("report", metavar="[REPORT|RUN]", required=False)
@click.option("--kind", type=click.Choice(DISPOSITION_KINDS), required=True, help="the decision")
@click.option("--by", required=True, metavar="NAME", help="who decides; nobody fills this in")
@click.option("--role", metavar="ROLE", help="their role")
@click.option("--why", required=True, metavar="TEXT", help="why, in a sentence")
@click.option("--hazard", metavar="ID", help="the hazard that it belongs to")
@click.option("--probe", metavar="PROBE", help="the probe that missed the items")
@click.option("--item", "items", metavar="ITEM", multiple=True, help="an item; again for more")
@click.option("--every", is_flag=True, help="every item that the probe missed and is undecided")
@click.option("--waiver", metavar="ID", help="an open waiver, in place of a probe")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
def _add(
    *,
    report: str | None,
    kind: str,
    by: str,
    role: str | None,
    why: str,
    hazard: str | None,
    probe: str | None,
    items: tuple[str, ...],
    every: bool,
    waiver: str | None,
    config_file: str | None,
) -> int:
    """Write a person's decision into the file of dispositions, for the latest run or REPORT."""
    if (probe is None) == (waiver is None):
        raise click.UsageError("name what it is about: --probe with --item or --every, or --waiver")
    if probe is not None and bool(items) == every:
        raise click.UsageError("name the items (--item), or say --every")
    if not by.strip() or not why.strip():
        raise click.UsageError("--by and --why say who decides, and why")
    config = config_at(Path(config_file) if config_file else find_config(Path.cwd()))
    decision = Decision(
        kind=next(each for each in DISPOSITION_KINDS if each == kind),
        by=by,
        role=role,
        why=why,
        on=datetime.now(UTC).date(),
        hazard=hazard,
    )
    added = add_dispositions(
        config,
        stored_report(find_report(report)),
        decision,
        probe=probe,
        items=items,
        every=every,
        waiver=waiver,
    )
    for each in added:
        about = f"waiver {each.waiver}" if each.waiver else f"{each.item} ({each.probe})"
        click.echo(printable(f"{each.id}: {about}: {each.kind} by {each.by}"))
    click.echo(printable(f"mhgate: {len(added)} added to {config.evidence.dispositions}"))
    return 0


@command.command("list")
@click.argument("report", metavar="[REPORT|RUN]", required=False)
@click.option("--open", "only_open", is_flag=True, help="what nobody has decided about alone")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
def _list(*, report: str | None, only_open: bool, as_json: bool, config_file: str | None) -> int:
    """List what failed in the latest run or REPORT, with what was decided."""
    table = _table(report, config_file)
    if as_json:
        click.echo(json.dumps(table.model_dump(mode="json"), indent=2))
        return 0
    for line in table.lines:
        if not (only_open and line.disposition is not None):
            click.echo(printable(_said(line)))
    for said in _ends(table):
        click.echo(printable(said))
    return 0


@command.command("check")
@click.argument("report", metavar="[REPORT|RUN]", required=False)
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
def _check(*, report: str | None, config_file: str | None) -> int:
    """Exit with 1 while anything is undecided, or a disposition is stale."""
    table = _table(report, config_file)
    for said in _ends(table):
        click.echo(printable(said))
    is_stale = any(each.state == "stale" for each in table.idle)
    return int(ExitCode.FAIL if table.undisposed or is_stale else ExitCode.PASS)


def _table(report: str | None, config_file: str | None) -> DispositionTable:
    config = config_at(Path(config_file) if config_file else find_config(Path.cwd()))
    return disposed_of(config, stored_report(find_report(report)))


def _said(line: DispositionLine) -> str:
    about = f"waiver {line.waiver}" if line.what == "waiver" else f"{line.item} ({line.probe})"
    given = line.disposition
    if given is None:
        return f"undecided  {about}"
    hazard = f", {given.hazard}" if given.hazard else ""
    return f"{given.kind:<9}  {about}: {given.id}, {given.by}, {given.on}{hazard}: {given.why}"


def _ends(table: DispositionTable) -> Iterator[str]:
    for each in table.idle:
        yield f"{each.disposition.id}: {_STATES[each.state]}"
    n_open = len(table.undisposed)
    yield (
        f"mhgate: run {table.run}: {len(table.lines)} failed items and open waivers, {n_open} of "
        f"them undecided; {table.n_beside} items were missed by probes that gate nothing"
    )
