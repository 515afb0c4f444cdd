"""``mhgate vignettes draw``: a new cohort from a seed."""

from __future__ import annotations

from pathlib import Path

import click

from mhgate.wiring.vignettes import draw_cohort

__all__ = ["command"]


@click.command("draw")
@click.option(
    "-n", "n", type=click.IntRange(min=1), default=200, show_default=True, help="how many"
)
@click.option("--seed", type=int, required=True, help="the same seed gives the same bytes")
@click.option("-o", "--output", "file", metavar="FILE", required=True, help="a new item file")
def command(n: int, seed: int, file: str) -> int:
    """Draw N vignettes into FILE: items for a suite, of one family each.

    Cells are filled evenly (from 48 on, all of them), severities evenly within each combination of
    domains; countries, ages, problems, registers and strategies are spread over the cohort.
    """
    drawn = draw_cohort(n, seed, Path(file))
    cells = len({vignette.cell for vignette in drawn})
    click.echo(f"written  {file}: {len(drawn)} vignettes in {cells} cells, from the seed {seed}")
    click.echo(f"Check it: mhgate vignettes --check {file} --seed {seed}")
    return 0
