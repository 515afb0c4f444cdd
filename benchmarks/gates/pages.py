"""The race of gates as tables, as promises, and as a chart's panel: all from the runs alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from benchmarks.charting import Panel, Row
from benchmarks.coverage.section import Bar
from benchmarks.gates.contestants import OURS
from benchmarks.gates.denser import Denser
from benchmarks.gates.measuring import Run, Size
from benchmarks.sections import over, shown, table

__all__ = ["bars", "denser_lines", "lines", "panel", "troubles"]

_COLUMNS = (
    *("", "CPU s", "of mhgate's", "wall s", "of mhgate's"),
    *("wall / ideal", "efficiency", "peak MB", "calls", "judged", "exit"),
)
_FULL = 1000  # items, at which the promises were made
_TIMES = 4.0
_QUICK_MS = 50
_SLOW_MS = 500
_OVER_IDEAL = 1.2
_DENSER = 1.15


def _by_size(runs: Sequence[Run]) -> dict[Size, dict[str, list[Run]]]:
    found: dict[Size, dict[str, list[Run]]] = {}
    for run in runs:
        found.setdefault(run.size, {}).setdefault(run.who, []).append(run)
    return found


def _ours(found: Mapping[str, list[Run]]) -> list[Run]:
    """Return mhgate's runs; none where one of them broke off: nothing is a multiple of that."""
    mine = found.get(OURS, [])
    return mine if all(run.is_whole for run in mine) else []


def _ratio(theirs: Sequence[Run], ours: Sequence[Run], name: str) -> float | None:
    return over(*([getattr(run, name) for run in runs] for runs in (theirs, ours)))


def lines(runs: Sequence[Run]) -> list[str]:
    """Return a table for each size, the least CPU first.

    Args:
        runs: in the order in which they were made.
    """
    told = []
    for size, found in _by_size(runs).items():
        ideal = f", ideal {size.ideal_s:.2f} s" if size.latency_ms else ""
        told += [f"{size.items:,} items, {size.latency_ms:g} ms a reply{ideal}:", ""]
        ours = _ours(found)
        order = sorted(found.items(), key=lambda pair: _of(pair[1], "cpu_s"))
        told += table(_COLUMNS, [_cells(who, mine, ours) for who, mine in order])
    return told


def _cells(who: str, mine: Sequence[Run], ours: Sequence[Run]) -> list[str]:
    last = mine[-1]
    fewest = min(run.n_judged for run in mine)
    is_timed = bool(last.size.latency_ms)
    return [
        who,
        shown(_of(mine, "cpu_s")),
        shown(_ratio(mine, ours, "cpu_s")),
        shown(_of(mine, "wall_s")),
        shown(_ratio(mine, ours, "wall_s")),
        shown(_of(mine, "over_ideal") if is_timed else None),
        shown(_of(mine, "efficiency") if is_timed else None),
        shown(_of(mine, "peak_mb"), 0),
        f"{last.n_target} + {last.n_judge}",
        f"{fewest}{'' if all(run.is_whole for run in mine) else ' (NOT ALL)'}",
        ", ".join(map(str, sorted({run.exit_code for run in mine}))),
    ]


def _of(runs: Sequence[Run], name: str) -> float:
    return float(median(getattr(run, name) for run in runs))


def bars(runs: Sequence[Run]) -> list[Bar]:
    """Return the promises: beside the fastest peer that did all of its work, and the ideal.

    Args:
        runs: those of fewer items than the promises are about are passed over.
    """
    kept = []
    for size, found in _by_size(runs).items():
        ours = _ours(found)
        if size.items < _FULL or not ours:
            continue
        name = f"{size.items:,} items at {size.latency_ms:g} ms"
        peers = [
            mine for who, mine in found.items() if who != OURS and all(run.is_whole for run in mine)
        ]
        for figure, word in (("cpu_s", "CPU"), ("wall_s", "wall")):
            ratios = [_ratio(mine, ours, figure) for mine in peers]
            if ratios and size.latency_ms <= _QUICK_MS:
                least = min(each for each in ratios if each is not None)
                of_theirs = f"{name}: {word} of the fastest peer, over mhgate's"
                kept.append(Bar(of_theirs, least, _TIMES, "at least"))
        if size.latency_ms >= _SLOW_MS:
            wall = _of(ours, "over_ideal")
            kept.append(Bar(f"{name}: wall / ideal", wall, _OVER_IDEAL, "at most"))
    return kept


def denser_lines(found: Denser) -> list[str]:
    """Return the sentence on more requests at once.

    Args:
        found: what was compared.
    """
    told = (
        f"CPU of mhgate a request beyond its start: {found.few_ms:.2f} ms at {found.few} at once, "
        f"{found.many_ms:.2f} ms at {found.many}: {found.ratio:.2f} times (aim: {_DENSER:g})."
    )
    return [told, ""]


def panel(runs: Sequence[Run]) -> Panel:
    """Return bars: the CPU of each contestant as a multiple of mhgate's, at the first size."""
    if not runs:
        return Panel("", ())
    size, found = next(iter(_by_size(runs).items()))
    ours = _ours(found)
    ratios = {who: _ratio(mine, ours, "cpu_s") or 0.0 for who, mine in found.items()}
    title = (
        f"CPU of {size.items:,} items: a call of the product and one of the judge each, "
        f"{size.concurrency} at once, {size.latency_ms:g} ms a reply"
    )
    rows = [
        Row(who, ratio, f"{ratio:.1f} times ({_of(found[who], 'cpu_s'):.1f} s)", who == OURS)
        for who, ratio in sorted(ratios.items(), key=lambda pair: pair[1])
    ]
    return Panel(title, tuple(rows))


def troubles(runs: Sequence[Run]) -> list[str]:
    """Return a sentence for each run that did not do all of its work."""
    return [
        f"{run.who} judged {run.n_judged} of {run.size.items:,} items at {run.size.latency_ms:g} ms"
        f" ({run.n_target} + {run.n_judge} calls, exit code {run.exit_code})"
        for run in runs
        if not run.is_whole
    ]
