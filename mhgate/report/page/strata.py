"""What the outcomes of a report hold by stratum: counts, beside the strata that are decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mhgate.records import ItemOutcome, Report

__all__ = ["RISK", "RISKS", "Counts", "StratumTable", "pillars_of", "strata_of"]

RISK = "risk"
RISKS = ("imminent", "high", "moderate", "medium", "low", "none")
"""The worst first; a value that is none of them comes after these."""

_MOST_OPEN = 16  # rows a table may have to stand open
_MOST_VALUES = 12  # of a key that gets a table; those with more are for the list's search


@dataclass(slots=True)
class Counts:
    """How many outcomes of one pillar in one stratum were what.

    Args:
        pillar: whose probes.
        value: of the stratum's key.
    """

    pillar: str
    value: str
    met: int = 0
    partly: int = 0
    missed: int = 0
    failed: int = 0

    @property
    def asked(self) -> int:
        """All of them."""
        return self.met + self.partly + self.missed + self.failed

    def add(self, row: ItemOutcome) -> None:
        """Count an outcome."""
        if row.value is None:
            self.failed += 1
        elif row.value == 1:
            self.met += 1
        elif row.value == 0:
            self.missed += 1
        else:
            self.partly += 1

    def bars(self, width: float) -> list[tuple[str, str, str]]:
        """Return the parts of a bar: what, where it begins, and how wide it is."""
        parts, at = [], 0.0
        for name in ("met", "partly", "missed", "failed"):
            share = getattr(self, name) / self.asked * width if self.asked else 0.0
            if share:
                parts.append((name, f"{at:.2f}", f"{share:.2f}"))
            at += share
        return parts


@dataclass(frozen=True, slots=True)
class StratumTable:
    """The counts by one key of strata; ``n_values`` of one that has too many to count."""

    key: str
    rows: tuple[Counts, ...] = ()
    n_values: int = 0

    @property
    def is_long(self) -> bool:
        """Whether it is folded at first."""
        return len(self.rows) > _MOST_OPEN


def strata_of(report: Report) -> list[StratumTable]:
    """Count the outcomes by every key of strata, risk first.

    Args:
        report: any report.

    Returns:
        A table a key, its rows by pillar in the verdict's order, and by value; without rows for a
        key of many values.
    """
    pillar_of = pillars_of(report)
    order = list(dict.fromkeys(pillar_of.values()))
    found: dict[str, dict[tuple[str, str], Counts]] = {}
    values: dict[str, set[str]] = {}
    for row in report.outcomes:
        pillar = pillar_of.get(row.probe_id, row.probe_id.partition(".")[0])
        for key, value in row.strata.items():
            values.setdefault(key, set()).add(value)
            counts = found.setdefault(key, {})
            counts.setdefault((pillar, value), Counts(pillar, value)).add(row)
    keys = sorted(found, key=lambda key: (key != RISK, key))
    return [
        StratumTable(key, tuple(_sorted(found[key].values(), order)))
        if len(values[key]) <= _MOST_VALUES
        else StratumTable(key, n_values=len(values[key]))
        for key in keys
    ]


def pillars_of(report: Report) -> dict[str, str]:
    """Return the pillar of every probe of a report, by the probe's id."""
    return {
        probe.probe.id: pillar.pillar
        for pillar in report.verdict.pillars
        for probe in pillar.probes
    }


def _sorted(counts: Iterable[Counts], order: Sequence[str]) -> list[Counts]:
    def place(each: Counts) -> tuple[int, str, int, str]:
        known = order.index(each.pillar) if each.pillar in order else len(order)
        risk = RISKS.index(each.value) if each.value in RISKS else len(RISKS)
        return known, each.pillar, risk, each.value

    return sorted(counts, key=place)
