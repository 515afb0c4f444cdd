"""Outcomes as counts by family, and as a sequence in plan order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from operator import attrgetter
from typing import NamedTuple

from mhgate.records import ItemOutcome
from mhgate.records.outcome_rows import OutcomeRows

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
    columns = _of_kept(outcomes) if isinstance(outcomes, OutcomeRows) else _of_records(outcomes)
    strangers = columns.probe_ids - {probe_id}
    if strangers:
        raise ValueError(f"outcomes of {sorted(strangers)} among those of {probe_id}")
    if columns.n_trials != len(outcomes):
        raise ValueError(f"a trial occurs twice among the outcomes of {probe_id}")
    raw, family = columns.raw, columns.family
    if columns.n_items == len(outcomes):
        good, unmeasured, sizes = _by_family(raw, family)
    else:
        good, unmeasured, sizes = _by_item(outcomes)
    return Tally(
        good=good,
        unmeasured=unmeasured,
        sizes=sizes,
        raw=raw,
        family=family,
        n_items=columns.n_items,
        n_scored=len(raw) - raw.count(None),
    )


class _Columns(NamedTuple):
    """What is counted of rows: lists over trials, in their order."""

    raw: list[float | None]
    family: list[str]
    probe_ids: set[str]
    n_trials: int
    n_items: int


def _of_records(outcomes: Sequence[ItemOutcome]) -> _Columns:
    # columns, each read in one sweep: a million rows take about a second
    return _Columns(
        raw=list(map(attrgetter("value"), outcomes)),
        family=list(map(attrgetter("family"), outcomes)),
        probe_ids=set(map(attrgetter("probe_id"), outcomes)),
        n_trials=len(set(map(attrgetter("trial_id"), outcomes))),
        n_items=len(set(map(attrgetter("item_id"), outcomes))),
    )


def _of_kept(outcomes: OutcomeRows) -> _Columns:
    """Read rows once, each of which is made for it, and hold no id of theirs."""
    raw: list[float | None] = []
    family: list[str] = []
    names: dict[str, str] = {}
    probe_ids: set[str] = set()
    epochs: set[int] = set()
    for row, whose in outcomes.told():
        raw.append(row.value)
        family.append(names.setdefault(whose.family, whose.family))
        probe_ids.add(row.probe_id)
        epochs.add(whose.epoch)
    n_trials = outcomes.n_trials()
    one_epoch = len(epochs) == 1  # of each item it has one trial then
    n_items = n_trials if one_epoch else len({whose.item_id for _, whose in outcomes.told()})
    return _Columns(raw, family, probe_ids, n_trials, n_items)


def _by_family(
    raw: Sequence[float | None], family: Sequence[str]
) -> tuple[list[float], list[float], list[float]]:
    """Return good, unmeasured and all trials by family, sorted by its name."""
    if set(raw) <= {None, 0.0, 1.0}:  # sums of whole numbers are exact in any order
        return _counted(raw, family)
    from mhgate.stats.family_counts import family_counts  # noqa: PLC0415 - loads numpy when needed

    lost = [value is None for value in raw]
    counts = family_counts([0.0 if value is None else value for value in raw], lost, family)
    return counts.totals.tolist(), counts.unmeasured.tolist(), counts.sizes.tolist()


def _counted(
    raw: Sequence[float | None], family: Sequence[str]
) -> tuple[list[float], list[float], list[float]]:
    sizes = Counter(family)
    good = Counter(compress(family, raw))
    lost = Counter(compress(family, (value is None for value in raw)))
    names = sorted(sizes)
    return (
        [float(good[name]) for name in names],
        [float(lost[name]) for name in names],
        [float(sizes[name]) for name in names],
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
