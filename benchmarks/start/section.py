"""The section ``start``: each command started many times, all of them by turns."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.charting import Panel, Row
from benchmarks.coverage.section import Bar
from benchmarks.processes import bare_environment, used
from benchmarks.sections import Ask, Section, Told, over, shown, table
from benchmarks.start.commands import BARE, COMMANDS, write_folder

__all__ = ["SECTION", "bars", "beyond"]

_COLUMNS = ("", "CPU s", "beyond", "CPU s beyond it (paired)", "times it")
_QUICK = 3


def _run(ask: Ask) -> Told:
    python = os.environ.get("MHGATE_BENCH_PYTHON", sys.executable)
    times = min(ask.times, _QUICK) if ask.quick else ask.times
    found: dict[str, list[float]] = {each.name: [] for each in COMMANDS}
    failed: dict[str, int] = {}
    folder = Path(tempfile.mkdtemp(prefix="mhgate-bench-"))
    try:
        write_folder(folder)
        # plugins are named, not found: what else an interpreter has installed is not measured
        environ = {**bare_environment(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        for number in range(times + 1):
            for each in COMMANDS:
                shutil.rmtree(folder / ".mhgate", ignore_errors=True)
                command = [python, *each.words]
                run = used(command, cwd=folder, environ=environ, log=folder / "log.txt")
                if run.exit_code:
                    failed[each.name] = run.exit_code
                if number:  # the first time compiles and fills the disk's cache
                    found[each.name].append(run.cpu_s)
            ask.note(f"started {number} of {times} times")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {"times": times, "cpu_s": found, "failed": failed}


def beyond(mine: list[float], other: list[float]) -> float:
    """Return the median of what one took more than another, of the same round.

    Args:
        mine: CPU seconds of each round.
        other: of the other.
    """
    return median(a - b for a, b in zip(mine, other, strict=True))


def _page(told: Told) -> list[str]:
    found: dict[str, list[float]] = told["cpu_s"]
    rows = []
    for each in COMMANDS:
        mine, other = found[each.name], found.get(each.against or "")
        more = beyond(mine, other) if other else None
        times = over(mine, other) if other else None
        rows.append(
            [each.name, shown(median(mine), 3), each.against or "", shown(more, 3), shown(times)]
        )
    how = (
        f"CPU of the whole process, medians of {told['times']}, by turns; plugins of pytest are "
        "named and not found (PYTEST_DISABLE_PLUGIN_AUTOLOAD=1)."
    )
    return [how, "", *table(_COLUMNS, rows)]


def bars(told: Told) -> list[Bar]:
    """Return the promises, in CPU seconds.

    Args:
        told: what was found.
    """
    found: dict[str, list[float]] = told["cpu_s"]
    kept = []
    for each in COMMANDS:
        if each.most_s is None or each.against is None:
            continue
        mine = found[each.name]
        took = median(mine) if each.in_all else beyond(mine, found[each.against])
        name = f"{each.name}, CPU s" + ("" if each.in_all else f" beyond {each.against}")
        kept.append(Bar(name, took, each.most_s, "at most"))
    return kept


def _panels(told: Told) -> list[Panel]:
    found: dict[str, list[float]] = told["cpu_s"]
    rows = []
    for each in COMMANDS:
        times = over(found[each.name], found[BARE]) or 0.0
        words = f"{times:.2f} times ({median(found[each.name]):.2f} s)"
        rows.append(Row(each.name, times, words, is_ours="mhgate" in each.name))
    return [Panel("CPU at start, as a multiple of bare pytest's", tuple(rows))]


def _troubles(told: Told) -> list[str]:
    return [f"{name} ended with exit code {code}" for name, code in told["failed"].items()]


SECTION = Section(
    name="start",
    title="Start-up",
    run=_run,
    page=_page,
    bars=bars,
    panels=_panels,
    troubles=_troubles,
)
