"""``mhgate baseline check``: a baseline held to itself, and to the suites and judge of today."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import click

from mhgate.cli.baseline.differing import listed
from mhgate.wiring import (
    BASELINE_FILE,
    CheckedBaseline,
    check_baseline,
    find_config,
    open_workspace,
    printable,
)

__all__ = ["command"]


@click.command("check")
@click.argument("file", required=False, default=BASELINE_FILE)
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option("--file-only", is_flag=True, help="look at the file alone, and at no suite")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(
    file: str,
    config_file: str | None,
    file_only: bool,  # noqa: FBT001 - click hands flags over so
    as_json: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Check FILE: whole, canonical, its chain of blessings intact, comparable with today's run.

    Suites, judge and policy are those of thresholds.toml; nobody is asked. Every dimension of the
    measurement that differs is named. Exit codes: 0 fit, 1 not (changed, not comparable, or items
    without a counterpart where these fail the gate), 2 no baseline at all.
    """
    path = Path(config_file) if config_file else find_config(Path.cwd())
    if path is None and not file_only:
        raise click.UsageError("found no thresholds.toml here or above; name it, or --file-only")
    workspace = None
    if not file_only:
        workspace = open_workspace(path, options={}, ini={}, environ=os.environ)
    found = check_baseline(Path(file), workspace)
    if as_json:
        click.echo(json.dumps(_plain(found), indent=2))
    else:
        for line in _lines(found, file):
            click.echo(line)
    return 0 if found.is_fit else 1


def _plain(found: CheckedBaseline) -> dict[str, object]:
    return {
        "fit": found.is_fit,
        "run_id": found.baseline.run.run_id,
        "problems": list(found.problems),
        "differing": list(found.differing),
        "items": found.changes._asdict(),
        "n_pairs": found.n_pairs,
        "notes": list(found.notes),
    }


def _lines(found: CheckedBaseline, file: str) -> Iterator[str]:
    for problem in found.problems:
        yield f"changed since it was written: {printable(problem)}"
    for dimension in found.differing:
        yield f"measured otherwise: {printable(dimension)}"
    for word, names in found.changes._asdict().items():
        if names:
            yield f"{word} items: {listed(names)}"
    if found.n_pairs is not None:
        yield f"{found.n_pairs} items of today's plan have a counterpart"
    for note in found.notes:
        yield f"note: {printable(note)}"
    n = len(found.baseline.history)
    blessings = f"{n} blessing{'' if n == 1 else 's'}"
    if found.is_fit:
        held = "the file alone was looked at" if found.n_pairs is None else "comparable"
        yield f"{printable(file)}: whole, canonical, {blessings}; {held}"
    else:
        yield f"{printable(file)}: not fit to be compared with"
