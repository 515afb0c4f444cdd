"""``mhgate agreement``: how far judges agree with people, from files of ratings."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from mhgate.errors import ExitCode
from mhgate.wiring import (
    DEFAULT_RESAMPLES,
    DEFAULT_RESEEDS,
    DEFAULT_SEED,
    agreement_of_files,
    print_agreement,
    render_agreement_json,
    write_plots,
)

__all__ = ["command"]

_MEASURED = "exit 0: agreement was measured; nothing was decided"
_NOTHING = "exit 5: nothing was measured: no reply was rated by both, nor by two people"
_LARGEST_SEED = 2**53 - 1


@click.command("agreement")
@click.argument("ratings", metavar="RATINGS")
@click.option(
    "--mapping",
    metavar="FILE",
    help="the TOML that says what the columns mean [default: the one that lies with RATINGS]",
)
@click.option(
    "--resamples",
    type=click.IntRange(1, 1_000_000),
    default=DEFAULT_RESAMPLES,
    show_default=True,
    help="of each interval",
)
@click.option(
    "--reseeds",
    type=click.IntRange(0, 10_000),
    default=DEFAULT_RESEEDS,
    show_default=True,
    help="how often categories are taken again with other seeds",
)
@click.option(
    "--seed", type=click.IntRange(0, _LARGEST_SEED), default=DEFAULT_SEED, show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@click.option("--svg", metavar="FOLDER", help="write plots there, and a page with their figures")
def command(  # noqa: PLR0917 - click hands options over by name
    ratings: str,
    mapping: str | None,
    resamples: int,
    reseeds: int,
    seed: int,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
    svg: str | None,
) -> int:
    """Measure how far judges agree with people on RATINGS; decide nothing.

    RATINGS is a CSV, TSV, JSON Lines or XLSX file, or the folder in which the raters' files lie.
    Nothing is dropped silently: what was read, used, noticed and left out is printed, and adds up.
    """
    # Before numpy is loaded: two threads that share a small product wait for each other longer
    # than they multiply, up to three times the whole command on a busy machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    report = agreement_of_files(
        Path(ratings),
        None if mapping is None else Path(mapping),
        resamples=resamples,
        reseeds=reseeds,
        seed=seed,
    )
    if svg is not None and report.measured:
        for path in write_plots(report, Path(svg)):
            click.echo(f"mhgate: wrote {path}", err=True)
    meaning = _MEASURED if report.measured else _NOTHING
    if as_json:
        click.echo(render_agreement_json(report), nl=False)
        click.echo(f"mhgate: {meaning}", err=True)
    else:
        print_agreement(report, sys.stdout)
        click.echo(meaning)
    return ExitCode.PASS if report.measured else ExitCode.NOTHING_EVALUATED
