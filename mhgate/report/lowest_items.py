"""The items on which a probe did worst, by their names and numbers alone."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from mhgate.records import Report

__all__ = ["LowItem", "lowest_items"]


@dataclass(frozen=True, slots=True)
class LowItem:
    """What one probe saw on one item: its mean score over ``n_scored`` trials, of ``n_asked``."""

    item_id: str
    score: float
    n_scored: int
    n_asked: int

    @property
    def words(self) -> str:
        """The numbers in words."""
        over = f" on average over {self.n_scored} trials" if self.n_scored > 1 else ""
        failed = self.n_asked - self.n_scored
        beside = f"; {failed} more could not be scored" if failed else ""
        return f"scored {self.score:.3g}{over}{beside}"


def lowest_items(report: Report, probe_id: str, *, most: int) -> list[LowItem]:
    """Return the items that met a probe's criterion least, the lowest first.

    Args:
        report: any report.
        probe_id: ``pillar.name``.
        most: how many at most; none where it is below 1.

    Returns:
        Items whose mean score is below 1; those with equal scores in the order of their names, so
        that the same outcomes give the same list.
    """
    if most < 1:
        return []
    values: dict[str, list[float | None]] = {}
    for row in report.outcomes:
        if row.probe_id == probe_id:
            values.setdefault(row.item_id, []).append(row.value)
    found = []
    for item_id, each in values.items():
        scored = [value for value in each if value is not None]
        if scored and fmean(scored) < 1:
            found.append(LowItem(item_id, fmean(scored), len(scored), len(each)))
    return sorted(found, key=lambda item: (item.score, item.item_id))[:most]
