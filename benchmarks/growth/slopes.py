"""From what sizes cost to what an item costs: the start drops out between two sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Cost", "Step", "steps"]


@dataclass(frozen=True, slots=True)
class Cost:
    """What so many items cost: CPU seconds, and megabytes at the peak."""

    items: int
    cpu_s: float
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Step:
    """One size beside the one before.

    Args:
        cost: of this size.
        item_ms: CPU milliseconds of each further item; None at the first size.
        of_first: that over the first such figure; None before there are two.
        of_previous_mb: peak memory over that of the size before; None at the first size.
    """

    cost: Cost
    item_ms: float | None = None
    of_first: float | None = None
    of_previous_mb: float | None = None


def steps(costs: Mapping[int, Cost]) -> list[Step]:
    """Return each size beside the one before, the smallest first.

    Args:
        costs: by the number of items.
    """
    rising = [costs[items] for items in sorted(costs)]
    found = [Step(cost) for cost in rising[:1]]
    first: float | None = None
    for before, cost in pairwise(rising):
        item_ms = 1000 * (cost.cpu_s - before.cpu_s) / (cost.items - before.items)
        found.append(
            Step(
                cost,
                item_ms,
                item_ms / first if first else None,
                cost.peak_mb / before.peak_mb if before.peak_mb else None,
            )
        )
        first = item_ms if first is None else first
    return found
