"""``mhgate baseline``: the run that later ones are compared with, as a file that people bless."""

from __future__ import annotations

import click

from mhgate.cli.verbs import Verbs

__all__ = ["command"]

_VERBS = {
    "bless": ("mhgate.cli.baseline.blessing", "make a run the baseline, with a reason"),
    "show": ("mhgate.cli.baseline.showing", "show its history, scores and counts"),
    "diff": ("mhgate.cli.baseline.differing", "say what differs between two"),
    "check": ("mhgate.cli.baseline.checking", "hold it to itself and to the suites of today"),
    "migrate": ("mhgate.cli.baseline.migrating", "bring a report, or an older file, into its form"),
    "rejudge": ("mhgate.cli.baseline.rejudging", "judge the blessed run by today's judge"),
}


@click.group("baseline", cls=Verbs, verbs=_VERBS)
def command() -> None:
    """Govern the baseline: the blessed run that later ones are compared with.

    It lies in mhgate-baseline.json beside thresholds.toml unless another file is named, and
    [gate] baseline names it. It holds outcomes by item, and no word of a transcript.
    """
