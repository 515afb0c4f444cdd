"""The section ``statistics``: intervals, aggregation and agreement beside scipy and pingouin."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.charting import Panel
from benchmarks.coverage.section import Bar
from benchmarks.sections import Ask, Section, Told, apart, shown, table
from benchmarks.statistics.race import Timed

__all__ = ["SECTION"]

_PEERS = "venvs/pingouin/bin/python"
_COLUMNS = ("", "CPU s", "peer", "its CPU s", "of mhgate's")


def _run(ask: Ask) -> Told:
    named = (ask.peers or Path()) / _PEERS
    python = str(named) if ask.peers and named.exists() else sys.executable
    words = ["benchmarks.statistics", f"--seed={ask.seed}", *(["--quick"] * ask.quick)]
    return apart(python, words)


def _timed(told: Told) -> list[Timed]:
    return [Timed(**each) for each in told["races"]]


def _page(told: Told) -> list[str]:
    rows = [
        [
            each.name,
            shown(each.ours_s, 4),
            f"{each.peer_name}{' (absent)' if each.absent else ''}",
            shown(each.peer_s, 4),
            shown(each.ratio, 1),
        ]
        for each in _timed(told)
    ]
    how = (
        f"{told['libraries']}, one thread (OPENBLAS_NUM_THREADS={told['threads']}). CPU of the "
        "best round, by turns in one process; a peer gives the same figure, or resamples for it."
    )
    return [how, "", *table(_COLUMNS, rows)]


def bars(told: Told) -> list[Bar]:
    """Return the promises, in CPU seconds.

    Args:
        told: what was found.
    """
    return [
        Bar(f"{each.name}, CPU s", each.ours_s, each.bar_s, "at most")
        for each in _timed(told)
        if each.bar_s is not None
    ]


def _panels(_told: Told) -> list[Panel]:
    return []  # from a thousandth to a hundred times: no bars of one scale show it


SECTION = Section(
    name="statistics",
    title="Statistics",
    run=_run,
    page=_page,
    bars=bars,
    panels=_panels,
    troubles=lambda _told: [],
)
