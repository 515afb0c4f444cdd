"""``mhgate vignettes``: simulated patients: the fixed cohort checked, new ones drawn, one read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mhgate.cli.verbs import Verbs
from mhgate.errors import ExitCode
from mhgate.report.safe_text import printable
from mhgate.wiring.vignettes import CohortCheck, check_cohort

__all__ = ["command"]

_VERBS = {
    "draw": ("mhgate.cli.vignettes.drawing", "draw a new cohort from a seed"),
    "show": ("mhgate.cli.vignettes.showing", "show one vignette in plain sentences"),
}
_SHIPPED = "\N{NULL}"  # no file has this name
_LONG = 2000


@click.group("vignettes", cls=Verbs, verbs=_VERBS, invoke_without_command=True)
@click.option(
    "--check",
    "file",
    metavar="[FILE]",
    is_flag=False,
    flag_value=_SHIPPED,
    help="check a cohort; default: the 200 that ship",
)
@click.option("--seed", type=int, help="with --check FILE: from which it was drawn")
@click.option("--json", "as_json", is_flag=True, help="with --check: print JSON")
@click.pass_context
def command(
    context: click.Context,
    file: str | None,
    seed: int | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
) -> int | None:
    """Simulated patients, drawn over the 48 cells of the design (K-Bench-style).

    --check holds a cohort to it: every cell filled, at least 122 variables in use, no
    contradictions, nothing forbidden in what is said, and the same bytes from the same seed.

    Exit codes of --check: 0 sound, 1 something is wrong, 2 the file cannot be read.
    """
    if context.invoked_subcommand is not None:
        return None
    if file is None:
        click.echo(context.get_help())
        return None
    found = check_cohort(None if file == _SHIPPED else Path(file), seed=seed)
    code = ExitCode.PASS if found.is_sound else ExitCode.FAIL
    if as_json:
        click.echo(json.dumps(_plain(found, int(code)), indent=2, ensure_ascii=False))
        return int(code)
    for line in _lines(found):
        click.echo(printable(line, limit=_LONG))
    click.echo(f"exit code {int(code)}")
    return int(code)


def _lines(found: CohortCheck) -> Iterator[str]:
    checked = found.checked
    filled = [n for n in checked.cells.values() if n]
    each = f"{min(filled, default=0)} to {max(filled, default=0)} vignettes each"
    yield f"{len(filled)} cells of {len(checked.cells)} filled, {each}"
    yield f"{checked.n_in_use} variables in use of {checked.n_variables}"
    fixed = "fixed vignettes" if found.seed is not None else "vignettes"
    yield f"{checked.n_vignettes} {fixed}"
    yield f"{checked.n_contradictions} contradictions"
    yield {
        True: f"the same bytes from the seed {found.seed}",
        False: f"other bytes than the seed {found.seed} gives",
        None: "bytes not compared: --seed says from which it was drawn",
    }[checked.same_bytes]
    if checked.unused:
        yield f"of one value: {', '.join(checked.unused)}"
    for name, told in checked.contradictions.items():
        yield from (f"wrong: {name}: {each}" for each in told)
    yield from (f"wrong: {each}" for each in (*checked.faults, *found.rows))


def _plain(found: CohortCheck, code: int) -> dict[str, Any]:
    checked = found.checked
    return {
        "schema_version": "1",
        "file": str(found.file),
        "seed": found.seed,
        "vignettes": checked.n_vignettes,
        "cells": checked.cells,
        "variables": checked.n_variables,
        "variables_in_use": checked.n_in_use,
        "variables_of_one_value": list(checked.unused),
        "contradictions": {name: list(told) for name, told in checked.contradictions.items()},
        "same_bytes": checked.same_bytes,
        "wrong": [*checked.faults, *found.rows],
        "exit_code": code,
    }
