"""Two baselines beside each other: what differs, by item and probe, and how they were measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from mhgate.baseline.comparability import ItemChanges, differing_dimensions, item_changes
from mhgate.records import ItemOutcome
from mhgate.records.baselines import Baseline

__all__ = ["BaselineChanges", "MovedItem", "baseline_changes"]


@dataclass(frozen=True, slots=True)
class MovedItem:
    """An outcome that is another one: a value, or ``stage: kind`` of a failure, before and now."""

    item_id: str
    epoch: int
    before: float | str
    now: float | str

    @property
    def is_worse(self) -> bool:
        """Whether it lost value; a failure is neither better nor worse."""
        return self._values() is not None and self._sign() < 0

    @property
    def is_better(self) -> bool:
        """Whether it gained value."""
        return self._values() is not None and self._sign() > 0

    def _values(self) -> tuple[float, float] | None:
        if isinstance(self.before, str) or isinstance(self.now, str):
            return None
        return self.before, self.now

    def _sign(self) -> float:
        before, now = self._values() or (0.0, 0.0)
        return now - before


@dataclass(frozen=True, slots=True)
class BaselineChanges:
    """What differs between two baselines.

    Args:
        dimensions: of the measurement, each with what stands in either: none where outcomes may be
            compared.
        items: that are new, removed or changed.
        moved: by probe, the outcomes of unchanged items that are other ones.
        n_pairs: by probe, how many outcomes of unchanged items both have.
        seeds: of both runs.
        plans: digests of both plans.
    """

    dimensions: tuple[str, ...]
    items: ItemChanges
    moved: Mapping[str, tuple[MovedItem, ...]]
    n_pairs: Mapping[str, int]
    seeds: tuple[int, int]
    plans: tuple[str | None, str | None]

    @property
    def is_empty(self) -> bool:
        """Whether nothing that is compared differs."""
        return not self.dimensions and not any(self.items) and not self.moved


def baseline_changes(
    before: Baseline, now: Baseline, *, names: tuple[str, str] = ("before", "now")
) -> BaselineChanges:
    """Say what differs between two baselines; this is arithmetic, and decides nothing.

    Args:
        before: the earlier one.
        now: the later one.
        names: what the two are called.
    """
    earlier = {(row.probe_id, row.item_id, row.epoch): row for row in before.outcomes}
    moved: dict[str, list[MovedItem]] = {}
    pairs: Counter[str] = Counter()
    for row in sorted(now.outcomes, key=lambda each: (each.item_id, each.epoch)):
        other = earlier.get((row.probe_id, row.item_id, row.epoch))
        if other is None or other.item_digest != row.item_digest:
            continue
        pairs[row.probe_id] += 1
        if _said(other) != _said(row):
            moved.setdefault(row.probe_id, []).append(
                MovedItem(row.item_id, row.epoch, _said(other), _said(row))
            )
    return BaselineChanges(
        dimensions=tuple(differing_dimensions(before.measurement, now.measurement, names=names)),
        items=item_changes(now.outcomes, before.outcomes),
        moved={probe: tuple(found) for probe, found in sorted(moved.items())},
        n_pairs=dict(sorted(pairs.items())),
        seeds=(before.sampling.seed, now.sampling.seed),
        plans=(before.sampling.plan, now.sampling.plan),
    )


def _said(row: ItemOutcome) -> float | str:
    return f"{row.failure_stage}: {row.failure_kind}" if row.value is None else row.value
