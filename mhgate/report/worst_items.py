"""The items that did worst over all probes that are no pass: by their names alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from mhgate.records import Outcome, Report

__all__ = ["WorstItem", "worst_items"]

_WEIGHT = {Outcome.FAIL: 4, Outcome.ERROR: 3, Outcome.INCONCLUSIVE: 2}


@dataclass(frozen=True, slots=True)
class WorstItem:
    """An item, and the probes that are no pass and missed it."""

    item_id: str
    probes: tuple[str, ...]


def worst_items(report: Report, *, most: int = 3) -> list[WorstItem]:
    """Return the items that lost most, the worst first.

    Args:
        report: any report.
        most: how many at most.

    Returns:
        What a failed probe missed counts more than what an undecided one did; equal ones stand in
        the order of their names.
    """
    weights = {
        probe.probe.id: _WEIGHT[probe.outcome]
        for pillar in report.verdict.pillars
        for probe in pillar.probes
        if probe.outcome is not Outcome.PASS
    }
    lost: defaultdict[str, float] = defaultdict(float)
    where: defaultdict[str, set[str]] = defaultdict(set)
    for row in report.outcomes:
        if row.value is not None and row.value < 1 and row.probe_id in weights:
            lost[row.item_id] += (1 - row.value) * weights[row.probe_id]
            where[row.item_id].add(row.probe_id)
    worst = sorted(lost, key=lambda item: (-lost[item], item))[:most]
    return [WorstItem(item, tuple(sorted(where[item]))) for item in worst]
