"""Outcomes as counts by family, and as a sequence in plan order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from mhgate.records import ItemOutcome

__all__ = ["Tally", "tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """What was seen: lists over families (sorted by name) and over trials (in the order given).

    By family, the unit is the item: one that was asked in several epochs counts with its mean, and
    with the share of them that could not be measured. ``raw`` is None where a trial could not be
    measured.
    """

    good: list[float]
    unmeasured: list[float]
    sizes: list[float]
    raw: list[float | None]
    family: list[str]
    n_items: int
    n_scored: int

    @property
    def values(self) -> list[float]:
        """The values, 0 where a trial could not be measured."""
        return [0.0 if value is None else value for value in self.raw]

    @property
    def is_unmeasured(self) -> list[bool]:
        """Whether a trial could not be measured."""
        return [value is None for value in self.raw]

    @property
    def share(self) -> float | None:
        """The mean over scored trials, the same whatever their order; None without any."""
        if not self.n_scored:
            return None
        return math.fsum(value for value in self.raw if value is not None) / self.n_scored


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
    from mhgate.stats.family_counts import family_counts  # noqa: PLC0415 - loads numpy when needed

    # columns, each read in one sweep: a million rows take about a second
    strangers = set(map(attrgetter("probe_id"), outcomes)) - {probe_id}
    if strangers:
        raise ValueError(f"outcomes of {sorted(strangers)} among those of {probe_id}")
    if len(set(map(attrgetter("trial_id"), outcomes))) != len(outcomes):
        raise ValueError(f"a trial occurs twice among the outcomes of {probe_id}")
    family: list[str] = list(map(attrgetter("family"), outcomes))
    raw: list[float | None] = list(map(attrgetter("value"), outcomes))
    lost = [value is None for value in raw]
    n_items = len(set(map(attrgetter("item_id"), outcomes)))
    if n_items == len(outcomes):
        counts = family_counts([0.0 if value is None else value for value in raw], lost, family)
        good, unmeasured, sizes = (
            counts.totals.tolist(),
            counts.unmeasured.tolist(),
            counts.sizes.tolist(),
        )
    else:
        good, unmeasured, sizes = _by_item(outcomes)
    return Tally(
        good=good,
        unmeasured=unmeasured,
        sizes=sizes,
        raw=raw,
        family=family,
        n_items=n_items,
        n_scored=len(raw) - sum(lost),
    )


def _by_item(outcomes: Sequence[ItemOutcome]) -> tuple[list[float], list[float], list[float]]:
    """Return good, unmeasured and all items by family, where items have several epochs."""
    epochs: dict[tuple[str, str], list[float | None]] = {}
    for outcome in outcomes:
        epochs.setdefault((outcome.family, outcome.item_id), []).append(outcome.value)
    names = sorted({family for family, _ in epochs})
    good: dict[str, list[float]] = {name: [] for name in names}
    lost: dict[str, list[float]] = {name: [] for name in names}
    for (family, _), values in epochs.items():
        known = [value for value in values if value is not None]
        good[family].append(math.fsum(known) / len(values))
        lost[family].append(1 - len(known) / len(values))
    sizes = [float(len(good[name])) for name in names]
    return (
        [min(size, math.fsum(good[name])) for name, size in zip(names, sizes, strict=True)],
        [min(size, math.fsum(lost[name])) for name, size in zip(names, sizes, strict=True)],
        sizes,
    )
