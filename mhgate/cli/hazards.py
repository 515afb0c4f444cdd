"""``mhgate hazards``: a hazard log imported, and shown beside the probes that name its hazards."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import click

from mhgate.wiring import find_config, open_workspace, printable
from mhgate.wiring.hazard_import import import_hazards
from mhgate.wiring.hazard_list import hazard_probes, hazards_file

__all__ = ["command"]


@click.group("hazards")
def command() -> None:
    """Keep the hazards of a product beside its probes: severity, risk before and after, control.

    The words are people's. The program derives no risk.
    """


@command.command("import")
@click.argument("sheet", metavar="FILE.csv")
@click.option("-o", "--output", metavar="FILE", help="where; absent: as [evidence] hazards says")
@click.option(
    "--column",
    "columns",
    metavar='NAME="HEADER"',
    multiple=True,
    help="what a column is called: id, title, severity, likelihood, initial_risk, control, "
    "residual_risk",
)
@click.option("--replace", is_flag=True, help="replace a file that is there")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
def _import(
    *,
    sheet: str,
    output: str | None,
    columns: tuple[str, ...],
    replace: bool,
    config_file: str | None,
) -> int:
    """Import a hazard log from a spreadsheet's CSV. Cells are text, formulas too.

    Nothing is written where a row is wrong; every mistake is named at once.
    """
    pairs = [each.partition("=") for each in columns]
    wrong = [name for name, sign, header in pairs if not (sign and name and header)]
    if wrong:
        raise click.UsageError(f'--column {wrong[0]}: write NAME="HEADER"')
    config = Path(config_file) if config_file else find_config(Path.cwd())
    where = Path(output) if output else hazards_file(config)
    found = import_hazards(
        Path(sheet),
        where,
        on=datetime.now(UTC).date(),
        columns={name: header for name, _, header in pairs},
        replace=replace,
    )
    click.echo(printable(f"mhgate: {len(found.file.hazards)} hazards from {sheet} in {where}"))
    for key, header in found.columns.items():
        click.echo(printable(f"  {key}: the column {header!r}"))
    if found.unread:
        click.echo(printable(f"  not read: {', '.join(map(repr, found.unread))}"))
    if found.n_formulas:
        click.echo(f"  {found.n_formulas} cells begin as a formula does; they are kept as text")
    return 0


@command.command("list")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def _list(*, config_file: str | None, as_json: bool) -> int:
    """List the hazards with the probes that name them, and names that no hazard has."""
    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options={}, ini={}, environ=os.environ)
    found = hazard_probes(workspace)
    if as_json:
        rows = [
            {
                "id": each.id,
                "hazard": None if each.hazard is None else each.hazard.model_dump(mode="json"),
                "probes": list(each.probes),
            }
            for each in found
        ]
        click.echo(json.dumps({"hazards": rows}, indent=2))
        return 0
    for each in found:
        title = "NOT IN THE FILE OF HAZARDS" if each.hazard is None else each.hazard.title
        click.echo(printable(f"{each.id}: {title}"))
        if each.hazard is not None:
            told = each.hazard
            click.echo(
                printable(
                    f"  severity {told.severity or 'not stated'}, likelihood "
                    f"{told.likelihood or 'not stated'}; risk {told.initial_risk or 'not stated'} "
                    f"before, {told.residual_risk or 'not stated'} after"
                )
            )
        click.echo(printable(f"  probes: {', '.join(each.probes) or 'none'}"))
    without = sum(not each.probes for each in found)
    click.echo(f"mhgate: {len(found)} hazards, {without} of them without a probe")
    return 0
