"""Outcomes of one probe as columns, for measures that look at more than a mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from mhgate.records import ItemOutcome
from mhgate.records.outcome_rows import said, told

__all__ = ["Columns", "Pairs"]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Each trial beside the one that it is held against, of the same family and epoch."""

    values: list[tuple[float, float]]
    is_lost: list[tuple[bool, bool]]
    families: list[str]
    kinds: list[str]


class _Row(NamedTuple):
    """A trial, and what was said of it: a seventh of what a record holds."""

    trial_id: str
    item_id: str
    family: str
    epoch: int
    strata: Mapping[str, str]
    said: ItemOutcome


@dataclass(slots=True)
class Columns:
    """One entry a trial, sorted by trial: what comes out does not depend on who ended first.

    Args:
        outcomes: of one probe.
        probe_id: the probe's id.

    Raises:
        ValueError: a row belongs to another probe, or a trial occurs twice.
    """

    outcomes: Sequence[ItemOutcome]
    probe_id: str
    rows: list[_Row] = field(init=False)

    def __post_init__(self) -> None:
        strangers = {row.probe_id for row in said(self.outcomes)} - {self.probe_id}
        if strangers:
            raise ValueError(f"outcomes of {sorted(strangers)} among those of {self.probe_id}")
        self.rows = sorted(
            (
                _Row(of.trial_id, of.item_id, of.family, of.epoch, of.strata, row)
                for row, of in told(self.outcomes)
            ),
            key=attrgetter("trial_id"),
        )
        if any(one.trial_id == other.trial_id for one, other in pairwise(self.rows)):
            raise ValueError(f"a trial occurs twice among the outcomes of {self.probe_id}")

    @property
    def values(self) -> list[float]:
        """The values, 0 where a trial could not be measured."""
        return [0.0 if row.said.value is None else row.said.value for row in self.rows]

    @property
    def is_lost(self) -> list[bool]:
        """Whether a trial could not be measured."""
        return [row.said.value is None for row in self.rows]

    @property
    def families(self) -> list[str]:
        """Each trial's family."""
        return [row.family for row in self.rows]

    @property
    def n_items(self) -> int:
        """How many items were asked."""
        return len({row.item_id for row in self.rows})

    @property
    def n_families(self) -> int:
        """How many families were asked."""
        return len(set(self.families))

    @property
    def n_scored(self) -> int:
        """How many trials were scored."""
        return sum(row.said.value is not None for row in self.rows)

    @property
    def share(self) -> float | None:
        """The mean of the scores as they were scored, None without any."""
        known = [row.said.value for row in self.rows if row.said.value is not None]
        return math.fsum(known) / len(known) if known else None

    def strata(self, key: str) -> list[str]:
        """Return each trial's value of a stratum.

        Args:
            key: the stratum's name; loading has checked that every item has it.
        """
        return [row.strata.get(key, "") for row in self.rows]

    def against(self, key: str, reference: str) -> Pairs:
        """Return each trial beside its family's trial of the reference value, by epoch.

        Args:
            key: the stratum's name.
            reference: its value with which all others are compared.
        """
        clean = {
            (row.family, row.epoch): row for row in self.rows if row.strata.get(key) == reference
        }
        found = Pairs([], [], [], [])
        for row in self.rows:
            other = clean.get((row.family, row.epoch))
            if other is None or row.strata.get(key) == reference:
                continue
            found.values.append((other.said.value or 0.0, row.said.value or 0.0))
            found.is_lost.append((other.said.value is None, row.said.value is None))
            found.families.append(row.family)
            found.kinds.append(row.strata.get(key, ""))
        return found

    def numbers(self) -> tuple[list[float | None], list[float]]:
        """Return what was read and the norms; what could not be read lies as far off as can be.

        The first is None where the trial could not be measured at all.
        """
        norms = [
            float(row.said.key) if isinstance(row.said.key, int | float) else 0.0
            for row in self.rows
        ]
        read = [
            float(row.said.read) if isinstance(row.said.read, int | float) else None
            for row in self.rows
        ]
        ends = [*norms, *(number for number in read if number is not None)] or [0.0]
        low, high, middle = min(ends), max(ends), sum(norms) / max(1, len(norms))
        told = [
            (low if norm > middle else high)
            if number is None and row.said.value is not None
            else number
            for row, number, norm in zip(self.rows, read, norms, strict=True)
        ]
        return told, norms

    def choices(self, levels: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the keys and the choices; who names none has chosen wrongly, and nothing new.

        Args:
            levels: the choices in their order, empty where they have none: then the wrong choice is
                the next label, else the level that is farthest off.
        """
        keys = [str(row.said.key) for row in self.rows]
        labels = list(levels) or sorted(
            {*keys, *(str(row.said.read) for row in self.rows if row.said.read is not None)}
        )

        def wrong(key: str) -> str:
            place = labels.index(key)
            if levels:
                return labels[0] if place > (len(labels) - 1) / 2 else labels[-1]
            return labels[(place + 1) % len(labels)]

        chosen = [
            wrong(key) if row.said.read is None else str(row.said.read)
            for row, key in zip(self.rows, keys, strict=True)
        ]
        return keys, chosen
