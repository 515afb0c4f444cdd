"""Outcomes as counts by family, and as a sequence in plan order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.records import ItemOutcome

__all__ = ["Tally", "tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """What was seen: lists over families (sorted by name) and over trials (in the order given).

    ``values`` is 0 where a trial could not be measured.
    """

    good: list[float]
    unmeasured: list[int]
    sizes: list[int]
    values: list[float]
    is_unmeasured: list[bool]
    family: list[str]
    n_items: int

    @property
    def n_scored(self) -> int:
        """How many trials have a value."""
        return len(self.values) - sum(self.is_unmeasured)

    @property
    def share(self) -> float | None:
        """The mean over scored trials, the same whatever their order; None without any."""
        return math.fsum(self.values) / self.n_scored if self.n_scored else None


def tally(outcomes: Sequence[ItemOutcome], *, probe_id: str) -> Tally:
    """Count outcomes.

    Args:
        outcomes: one row for each trial asked, a value in [0, 1] or a failure each.
        probe_id: whose they are.

    Returns:
        The counts; those by family do not depend on the order of the rows.

    Raises:
        ValueError: a row belongs to another probe, or a trial occurs twice.
    """
    strangers = {outcome.probe_id for outcome in outcomes} - {probe_id}
    if strangers:
        raise ValueError(f"outcomes of {sorted(strangers)} among those of {probe_id}")
    if len({outcome.trial_id for outcome in outcomes}) != len(outcomes):
        raise ValueError(f"a trial occurs twice among the outcomes of {probe_id}")
    names = [outcome.family for outcome in outcomes]
    index = {name: place for place, name in enumerate(sorted(set(names)))}
    raw = [outcome.value for outcome in outcomes]
    seen: list[list[float]] = [[] for _ in index]
    unmeasured, sizes = [0] * len(index), [0] * len(index)
    for name, value in zip(names, raw, strict=True):
        place = index[name]
        sizes[place] += 1
        if value is None:
            unmeasured[place] += 1
        else:
            seen[place].append(value)
    return Tally(
        good=[math.fsum(each) for each in seen],
        unmeasured=unmeasured,
        sizes=sizes,
        values=[0.0 if value is None else value for value in raw],
        is_unmeasured=[value is None for value in raw],
        family=names,
        n_items=len({outcome.item_id for outcome in outcomes}),
    )
