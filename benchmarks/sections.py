"""What a section of ``python -m benchmarks`` is asked for, and what it brings."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.charting import Panel
from benchmarks.coverage.section import Bar
from benchmarks.processes import ROOT, bare_environment

__all__ = ["Ask", "Section", "Told", "apart", "over", "shown", "table"]

Told = dict[str, Any]
"""What a section found, as JSON holds it: page, bars and chart follow from it alone."""


@dataclass(frozen=True, slots=True)
class Ask:
    """How much is to be done.

    Args:
        quick: little of everything: shows that it works, and no figure of it is to be compared.
        rounds: how often each contestant runs, by turns.
        who: names of contestants in small letters; empty for all.
        peers: the folder of peers, where one was named.
        items: of the race of gates.
        concurrency: the most requests at once.
        denser: the concurrency that is held against it; 0 for none.
        latencies_ms: of each reply.
        characters: the least length of a message in the race of gates.
        sizes: items of each size of growth, rising.
        times: how often each command is started.
        runs: simulated runs of each bot to a verdict.
        seed: of what is simulated.
        note: is told how it goes on.
    """

    quick: bool = False
    rounds: int = 1
    who: frozenset[str] = frozenset()
    peers: Path | None = None
    items: int = 1000
    concurrency: int = 64
    denser: int = 256
    latencies_ms: tuple[float, ...] = (0.0, 50.0, 500.0)
    characters: int = 0
    sizes: tuple[int, ...] = (1_000, 10_000, 100_000)
    times: int = 15
    runs: int = 100
    seed: int = 20261130
    note: Callable[[str], None] = field(default=lambda _line: None)


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the benchmark.

    Args:
        name: as it is chosen.
        title: as it is shown.
        run: measures.
        page: what was found, as lines of Markdown.
        bars: the promises that it is held to; none where a peer or a size that they need is absent.
        panels: of the chart.
        troubles: what was not done as it should be, a sentence each.
    """

    name: str
    title: str
    run: Callable[[Ask], Told]
    page: Callable[[Told], list[str]]
    bars: Callable[[Told], list[Bar]]
    panels: Callable[[Told], list[Panel]]
    troubles: Callable[[Told], list[str]]


def apart(python: str, module: Sequence[str]) -> Told:
    """Return what a module says as JSON, run by a process of its own.

    Args:
        python: its interpreter.
        module: its name and arguments.

    Returns:
        What it found. This process itself stays small: see :mod:`benchmarks.processes`.

    Raises:
        RuntimeError: it ended with another code than 0.
    """
    with tempfile.TemporaryDirectory(prefix="mhgate-bench-") as home:
        done = subprocess.run(  # noqa: S603 - a benchmark's own command
            [python, "-m", *module],
            cwd=ROOT,
            env=bare_environment(Path(home)),
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )
    if done.returncode:
        raise RuntimeError(f"{' '.join(module)} ended with exit code {done.returncode}")
    told: Told = json.loads(done.stdout)
    return told


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table's lines in Markdown, and an empty one.

    Args:
        columns: their heads.
        rows: of as many cells.
    """
    lines = [f"| {' | '.join(cells)} |" for cells in (columns, *rows)]
    return [lines[0], "|---" * len(columns) + "|", *lines[1:], ""]


def shown(number: float | None, places: int = 2) -> str:
    """Return a number as a cell; an absent one is an empty cell."""
    return "" if number is None else f"{number:,.{places}f}"


def over(theirs: Sequence[float], ours: Sequence[float]) -> float | None:
    """Return the median, over the rounds, of a figure over another of the same round.

    Args:
        theirs: a figure a round.
        ours: the one that it is divided by; a round where it is 0 is left out.
    """
    ratios = [a / b for a, b in zip(theirs, ours, strict=False) if b]
    return median(ratios) if ratios else None
