"""What was measured, as a page, as JSON, and as a chart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from statistics import median
from typing import Any

from benchmarks.gates.measuring import Run, Size

__all__ = ["as_json", "chart", "page"]

_OURS = "mhgate"
_COLUMNS = (
    *("", "CPU s", "of mhgate's", "wall s", "of mhgate's"),
    *("efficiency", "peak MB", "calls", "judged", "exit"),
)
_ROW, _LEFT, _WIDE, _RIGHT = 26, 120, 420, 150  # pixels of the chart


def _by_size(runs: Sequence[Run]) -> dict[Size, dict[str, list[Run]]]:
    found: dict[Size, dict[str, list[Run]]] = {}
    for run in runs:
        found.setdefault(run.size, {}).setdefault(run.who, []).append(run)
    return found


def _ratio(theirs: Sequence[Run], ours: Sequence[Run], name: str) -> float | None:
    """Return the median, over the rounds, of a figure of theirs over ours in the same round."""
    pairs = [(getattr(a, name), getattr(b, name)) for a, b in zip(theirs, ours, strict=False)]
    return median(a / b for a, b in pairs if b) if pairs else None


def page(runs: Sequence[Run], absent: Sequence[str], machine: str) -> str:
    """Return the page: a table for each size, the fastest first.

    Args:
        runs: in the order in which they were made.
        absent: the names of peers that are not installed.
        machine: on what, and when.
    """
    lines = [machine, ""]
    for size, found in _by_size(runs).items():
        ideal = f", ideal {size.ideal_s:.2f} s" if size.latency_ms else ""
        lines += [
            f"## {size.items:,} items, {size.latency_ms:g} ms a reply{ideal}",
            "",
            f"| {' | '.join(_COLUMNS)} |",
            "|---" * len(_COLUMNS) + "|",
        ]
        ours = found.get(_OURS, [])
        for who, mine in sorted(found.items(), key=lambda pair: _of(pair[1], "cpu_s")):
            cpu, wall = (_ratio(mine, ours, name) for name in ("cpu_s", "wall_s"))
            is_whole = all(run.is_whole for run in mine)
            last = mine[-1]
            lines.append(
                f"| {who} | {_of(mine, 'cpu_s'):.2f} | {_shown(cpu)} | {_of(mine, 'wall_s'):.2f} "
                f"| {_shown(wall)} | {_shown(last.efficiency)} | {_of(mine, 'peak_mb'):.0f} "
                f"| {last.n_target} + {last.n_judge} "
                f"| {last.n_judged}{'' if is_whole else ' (NOT ALL)'} | {last.exit_code} |"
            )
        lines.append("")
    if absent:
        lines += [f"Not installed, and so not measured: {', '.join(absent)}.", ""]
    return "\n".join(lines)


def _of(runs: Sequence[Run], name: str) -> float:
    return median(getattr(run, name) for run in runs)


def _shown(number: float | None) -> str:
    return "" if number is None else f"{number:.2f}"


def as_json(runs: Sequence[Run], absent: Sequence[str], machine: str) -> str:
    """Return every run; the arguments are :func:`page`'s."""
    told: list[dict[str, Any]] = [
        {**asdict(run), "efficiency": run.efficiency, "is_whole": run.is_whole} for run in runs
    ]
    return json.dumps({"machine": machine, "absent": list(absent), "runs": told}, indent=1) + "\n"


def chart(runs: Sequence[Run], machine: str) -> str:
    """Return an SVG of bars: the CPU of each contestant as a multiple of mhgate's.

    Args:
        runs: those of the first size are drawn.
        machine: stands below.
    """
    size, found = next(iter(_by_size(runs).items()))
    ours = found.get(_OURS, [])
    rows = {who: _ratio(mine, ours, "cpu_s") or 0.0 for who, mine in found.items()}
    most = max(rows.values(), default=1.0) or 1.0
    parts = []
    for number, (who, ratio) in enumerate(sorted(rows.items(), key=lambda row: row[1])):
        top = 40 + number * _ROW
        length = round(_WIDE * ratio / most, 1)
        colour = "#1f6f8b" if who == _OURS else "#9aa5ab"
        said = f"{ratio:.1f} times ({_of(found[who], 'cpu_s'):.1f} s)"
        parts.append(
            f'<text x="{_LEFT - 8}" y="{top + 14}" text-anchor="end">{escape(who)}</text>'
            f'<rect x="{_LEFT}" y="{top}" width="{length}" height="18" fill="{colour}"/>'
            f'<text x="{_LEFT + length + 6}" y="{top + 14}">{said}</text>'
        )
    height = 40 + len(rows) * _ROW + 30
    width = _LEFT + _WIDE + _RIGHT
    title = (
        f"CPU of {size.items:,} items, a call of the product and one of the judge each, "
        f"{size.concurrency} at once, {size.latency_ms:g} ms a reply"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="13">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        f'<text x="10" y="22" font-weight="bold">{escape(title)}</text>'
        f'{"".join(parts)}<text x="10" y="{height - 12}" font-size="11">{escape(machine)}</text>'
        "</svg>\n"
    )
