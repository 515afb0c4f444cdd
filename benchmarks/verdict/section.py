"""The section ``verdict``: what stopping early spares, and what it changes."""

from __future__ import annotations

import sys

from benchmarks.charting import Panel, Row
from benchmarks.sections import Ask, Section, Told, apart, shown, table
from benchmarks.verdict.calls import FIXED, ends

__all__ = ["SECTION"]

_OUTCOMES = ("pass", "fail", "inconclusive")
_COLUMNS = (
    *("bot", "true rate", "design", "calls", "of fixed's"),
    *(*_OUTCOMES, "another outcome than fixed", "the opposite one"),
)
_FAMILIES, _QUICK_FAMILIES, _QUICK_RUNS = 60, 15, 1
_SHOWN = "sequential"


def _run(ask: Ask) -> Told:
    families = _QUICK_FAMILIES if ask.quick else _FAMILIES
    runs = min(ask.runs, _QUICK_RUNS) if ask.quick else ask.runs
    options = [f"--runs={runs}", f"--families={families}", f"--seed={ask.seed}"]
    return apart(sys.executable, ["benchmarks.verdict", *options])


def _page(told: Told) -> list[str]:
    rows = []
    for bot in told["bots"]:
        for design in bot["runs"][0]:
            end = ends(bot["runs"], design)
            rows.append(
                [
                    bot["name"],
                    f"{bot['rate']:g}",
                    design,
                    shown(end.calls, 1),
                    shown(end.of_fixed),
                    *(shown(end.shares.get(outcome, 0.0)) for outcome in _OUTCOMES),
                    *("" if design == FIXED else shown(x) for x in (end.differs, end.opposite)),
                ]
            )
    n = len(told["bots"][0]["runs"])
    how = (
        f"The whole gate on {told['items']} items in {told['families']} families (correlation "
        f"{told['icc']:g}), min_score {told['min_score']:g}, one exact probe, {n} runs a bot "
        f"(the standard error of a share is at most {0.5 / n**0.5:.2f}). "
        "Every design meets the same answers in the same order; calls are those of the product."
    )
    return [how, "", *table(_COLUMNS, rows)]


def _panels(told: Told) -> list[Panel]:
    rows = []
    for bot in told["bots"]:
        end = ends(bot["runs"], _SHOWN)
        words = f"{end.of_fixed:.2f} of {told['items']} calls"
        rows.append(Row(f"{bot['name']} ({bot['rate']:g})", end.of_fixed, words, is_ours=True))
    title = f"Calls to a verdict with the design {_SHOWN}, as a share of the fixed one's"
    return [Panel(title, tuple(rows))]


SECTION = Section(
    name="verdict",
    title="Calls to a verdict",
    run=_run,
    page=_page,
    bars=lambda _told: [],
    panels=_panels,
    troubles=lambda _told: [],
)
