"""The section ``growth``: the same work at sizes ten times apart, messages of 2 kB, no latency."""

from __future__ import annotations

from dataclasses import asdict
from statistics import median

from benchmarks.charting import Panel, Row
from benchmarks.coverage.section import Bar
from benchmarks.gates.contestants import OURS, those
from benchmarks.gates.measuring import Run, Size, measured, run_of
from benchmarks.gates.pages import troubles
from benchmarks.growth.slopes import Cost, Step, steps
from benchmarks.sections import Ask, Section, Told, shown, table

__all__ = ["SECTION", "bars"]

_PEER = "openevals"
_MOST_OF_A_PEER = 10_000  # items: at a hundred thousand it takes half an hour and 2 GB
_CHARACTERS = 2_000
_LINEAR, _FLAT = 1.1, 1.3
_FIGURES = ("cpu_s", "peak_mb")
_FULL = 10_000  # items from which the promises are made
_COLUMNS = (
    *("", "items", "CPU s", "CPU ms a further item", "of the first"),
    *("peak MB", "of the size before"),
)


def _run(ask: Ask) -> Told:
    who = ask.who or frozenset({OURS, _PEER})
    there, absent = those(who & {OURS, _PEER}, ask.peers) if who & {OURS, _PEER} else ([], [])
    runs: list[Run] = []
    for items in ask.sizes:
        for _ in range(ask.rounds):
            for each in there:
                if each.name != OURS and items > _MOST_OF_A_PEER:
                    continue
                size = Size(items, ask.concurrency, 0.0, _CHARACTERS)
                runs.append(run := measured(each, size, ask.peers))
                ask.note(
                    f"{run.who}, {items} items: {run.cpu_s:.2f} s CPU, {run.peak_mb:.0f} MB peak"
                )
    return {"absent": absent, "rounds": ask.rounds, "runs": [asdict(run) for run in runs]}


def _steps(told: Told) -> dict[str, list[Step]]:
    runs = [run_of(each) for each in told["runs"]]
    found = {}
    for who in dict.fromkeys(run.who for run in runs):
        costs = {}
        for items in dict.fromkeys(run.size.items for run in runs if run.who == who):
            mine = [run for run in runs if run.who == who and run.size.items == items]
            cpu_s, peak_mb = (median(getattr(run, name) for run in mine) for name in _FIGURES)
            costs[items] = Cost(items, cpu_s, peak_mb)
        found[who] = steps(costs)
    return found


def _page(told: Told) -> list[str]:
    rows = [
        [
            who,
            f"{step.cost.items:,}",
            shown(step.cost.cpu_s),
            shown(step.item_ms, 3),
            shown(step.of_first),
            shown(step.cost.peak_mb, 0),
            shown(step.of_previous_mb),
        ]
        for who, mine in _steps(told).items()
        for step in mine
    ]
    how = (
        f"Messages of {_CHARACTERS:,} characters, 0 ms a reply, medians of {told['rounds']}. A "
        "further item is the difference in CPU between two sizes over the difference in items, so "
        "that the start is no part of it."
    )
    return [how, "", *table(_COLUMNS, rows)]


def bars(found: list[Step]) -> list[Bar]:
    """Return the promises: linear in CPU, flat in memory, from ten thousand items on.

    Args:
        found: mhgate's sizes beside one another.
    """
    kept = []
    for step in found:
        name = f"{step.cost.items:,} items"
        if step.of_first is not None and step.cost.items >= _FULL:
            told = f"{name}: CPU a further item, of the first step's"
            kept.append(Bar(told, step.of_first, _LINEAR, "at most"))
        if step.of_previous_mb is not None and step.cost.items > _FULL:
            told = f"{name}: peak memory, of the size before"
            kept.append(Bar(told, step.of_previous_mb, _FLAT, "at most"))
    return kept


def _panels(told: Told) -> list[Panel]:
    mine = _steps(told).get(OURS, [])
    cpu = [
        Row(f"{step.cost.items:,} items", step.item_ms, _in_words(step), is_ours=True)
        for step in mine
        if step.item_ms is not None
    ]
    least = mine[0].cost.peak_mb if mine else 0.0
    memory = [
        Row(
            f"{step.cost.items:,} items",
            step.cost.peak_mb,
            f"{step.cost.peak_mb / (least or 1.0):.2f} times ({step.cost.peak_mb:.0f} MB)",
            is_ours=True,
        )
        for step in mine
    ]
    return [
        Panel("mhgate: CPU of a further item, up to so many", tuple(cpu)),
        Panel("mhgate: memory at the peak", tuple(memory)),
    ]


def _in_words(step: Step) -> str:
    times = 1.0 if step.of_first is None else step.of_first
    return f"{times:.2f} times ({step.item_ms:.2f} ms)"


SECTION = Section(
    name="growth",
    title="Growth and memory",
    run=_run,
    page=_page,
    bars=lambda told: bars(_steps(told).get(OURS, [])),
    panels=_panels,
    troubles=lambda told: troubles([run_of(each) for each in told["runs"]]),
)
