"""The section ``statistics``: intervals, aggregation and agreement beside scipy and pingouin."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.charting import Panel
from benchmarks.sections import Ask, Section, Told, apart, shown, table
from benchmarks.statistics.race import Timed

__all__ = ["SECTION"]

_PEERS = "venvs/pingouin/bin/python"
_COLUMNS = ("", "CPU s", "at most", "peer", "its CPU s", "of mhgate's")


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
            _promised(each, is_full=not told["quick"]),
            f"{each.peer_name}{' (absent)' if each.absent else ''}",
            shown(each.peer_s, 4),
            shown(each.ratio, 2),
        ]
        for each in _timed(told)
    ]
    how = (
        f"{told['libraries']}, one thread (OPENBLAS_NUM_THREADS={told['threads']}). CPU of the "
        "best round, by turns in one process; a peer gives the same figure, or resamples for it."
    )
    return [how, "", *table(_COLUMNS, rows)]


def _promised(each: Timed, *, is_full: bool) -> str:
    """Return the most CPU seconds that it may take, and at full size whether that holds."""
    if each.bar_s is None:
        return ""
    holds = "holds" if each.ours_s <= each.bar_s else "DOES NOT HOLD"
    return f"{each.bar_s:g}{f' {holds}' if is_full else ''}"


def _panels(_told: Told) -> list[Panel]:
    return []  # from a thousandth to a hundred times: no bars of one scale show it


SECTION = Section(
    name="statistics",
    title="Statistics",
    run=_run,
    page=_page,
    bars=lambda _told: [],  # they stand in the table: one for each race
    panels=_panels,
    troubles=lambda _told: [],
)
