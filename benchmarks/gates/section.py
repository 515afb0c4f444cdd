"""The section ``gates``: mhgate and its peers by turns, and mhgate at more concurrency."""

from __future__ import annotations

from dataclasses import asdict

from benchmarks.coverage.section import Bar
from benchmarks.gates import pages
from benchmarks.gates.contestants import OURS, those
from benchmarks.gates.denser import compared
from benchmarks.gates.measuring import Run, Size, measured, run_of
from benchmarks.sections import Ask, Section, Told

__all__ = ["SECTION"]

_A_TENTH = 10


def _run(ask: Ask) -> Told:
    there, absent = those(ask.who, ask.peers)
    runs: list[Run] = []
    for latency_ms in ask.latencies_ms:
        size = Size(ask.items, ask.concurrency, latency_ms, ask.characters)
        for _ in range(ask.rounds):
            for who in there:
                runs.append(run := measured(who, size, ask.peers))
                ask.note(f"{run.who}, {latency_ms:g} ms: {run.cpu_s:.2f} s CPU, {run.wall_s:.2f} s")
    return {
        "absent": absent,
        "rounds": ask.rounds,
        "runs": [asdict(run) for run in runs],
        "denser": [asdict(run) for run in _denser(ask)],
    }


def _denser(ask: Ask) -> list[Run]:
    """Run mhgate at both concurrencies: all of the items, and a tenth, whose start is the same."""
    ours = [each for each in those(ask.who, ask.peers)[0] if each.name == OURS]
    if not ask.denser or not ours:
        return []
    latency_ms = next((each for each in ask.latencies_ms if each), 0.0)
    runs = []
    for _ in range(ask.rounds):
        for concurrency in (ask.concurrency, ask.denser):
            for items in (max(ask.items // _A_TENTH, 1), ask.items):
                size = Size(items, concurrency, latency_ms, ask.characters)
                runs.append(run := measured(ours[0], size, ask.peers))
                ask.note(f"{OURS}, {items} items, {concurrency} at once: {run.cpu_s:.2f} s CPU")
    return runs


def _runs(told: Told, name: str = "runs") -> list[Run]:
    return [run_of(each) for each in told[name]]


def _page(told: Told) -> list[str]:
    runs = _runs(told)
    concurrency = runs[0].size.concurrency if runs else 0
    how = (
        f"{concurrency} at once. Medians of {told['rounds']} by turns; a ratio is the median, over "
        "the rounds, of the ratio to mhgate's in the same round."
    )
    lines = [how, "", *pages.lines(runs)]
    denser = _runs(told, "denser")
    if denser and all(run.is_whole for run in denser):
        lines += pages.denser_lines(compared(denser))
    return lines


def _bars(told: Told) -> list[Bar]:
    return pages.bars(_runs(told))


SECTION = Section(
    name="gates",
    title="Beside other tools",
    run=_run,
    page=_page,
    bars=_bars,
    panels=lambda told: [pages.panel(_runs(told))],
    troubles=lambda told: pages.troubles(_runs(told) + _runs(told, "denser")),
)
