"""What the verbs that bless have in common."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from mhgate.wiring import BASELINE_FILE, Blessed, printable, who_blesses

__all__ = ["blessing_lines", "named_blesser", "with_blessing"]

Function = TypeVar("Function", bound=Callable[..., Any])


def with_blessing(function: Function) -> Function:
    """Add the options of a blessing to a click command."""
    for option in (
        click.option(
            "--although-it-fails",
            is_flag=True,
            help="bless a run that fails: later runs are held to the worse state, and it is told",
        ),
        click.option("--by", metavar="NAME", help="who; absent: GitHub's actor, else git's user"),
        click.option("--reason", metavar="TEXT", required=True, help="why; it stays in the file"),
    ):
        function = option(function)
    return function


def named_blesser(by: str | None) -> str:
    """Return who blesses: as named, or as the machine says."""
    return who_blesses(os.environ, Path.cwd()) if by is None else by


def blessing_lines(found: Blessed) -> Iterator[str]:
    """Yield what was done, in a few lines."""
    if not found.is_written:
        yield f"mhgate: {printable(str(found.path))} is in today's form already; nothing to do"
        return
    last = found.baseline.history[-1]
    number = len(found.baseline.history)
    if last.although_it_fails:
        yield "mhgate: WARNING: this run FAILS, and is the baseline all the same"
    yield (
        f"mhgate: {last.how} as number {number}: run {last.run_id} ({last.outcome}, profile "
        f"{last.profile}), by {printable(last.by)}: {printable(last.reason)}"
    )
    waivers = found.baseline.run.waivers
    if waivers:
        named = ", ".join(f"{each.id} ({each.probe}, until {each.expires})" for each in waivers)
        yield printable(f"note: its verdict rests on waivers: {named}")
    sampling = found.baseline.sampling
    if sampling.max_items is not None:
        yield (
            f"note: the run asked at most {sampling.max_items} items a probe, drawn by seed "
            f"{sampling.seed}: runs by another seed, or of more items, find pairs for these alone"
        )
    yield f"before {_short(last.before)}, after {_short(last.after)}"
    yield f"baseline: {printable(str(found.path))}"
    if found.path.name == BASELINE_FILE and number == 1:
        yield f'compare with it: baseline = "{BASELINE_FILE}" in [gate] of thresholds.toml'


def _short(value: str | None) -> str:
    return "nothing" if value is None else value[:19]
