"""The trials that all configurations asked, probe by probe, side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from mhgate.records import ItemOutcome, Probe, Report

__all__ = ["Ground", "common_ground"]

_Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Ground:
    """Outcomes that can be held against each other.

    Args:
        probes: by id, those of which every report has outcomes.
        rows: for each report and probe, its outcomes; those at one place are of one trial.
        n_left_out: items of some report that not all have, or that are not the same in all.
    """

    probes: dict[str, Probe]
    rows: tuple[dict[str, list[ItemOutcome]], ...]
    n_left_out: int

    def of_strata(self, key: str, values: Collection[str]) -> Ground:
        """Return the part of the items whose stratum has one of these values.

        Args:
            key: the stratum's key.
            values: those that are wanted.
        """
        rows = tuple(
            {
                probe: [row for row in found if row.strata.get(key) in values]
                for probe, found in of_report.items()
            }
            for of_report in self.rows
        )
        return Ground(self.probes, rows, 0)

    def items(self) -> set[str]:
        """Return the ids of the items."""
        return {row.item_id for found in self.rows[0].values() for row in found}

    def families(self) -> set[str]:
        """Return the families."""
        return {row.family for found in self.rows[0].values() for row in found}


def common_ground(reports: Sequence[Report]) -> Ground:
    """Return what all reports asked, of the same items in the same epochs.

    Args:
        reports: of one measurement.
    """
    tables = [_by_probe(report.outcomes) for report in reports]
    probes = {
        decided.probe.id: decided.probe
        for pillar in reports[0].verdict.pillars
        for decided in pillar.probes
        if all(decided.probe.id in table for table in tables)
    }
    rows: tuple[dict[str, list[ItemOutcome]], ...] = tuple({} for _ in reports)
    used: set[str] = set()
    for probe in probes:
        theirs = [table[probe] for table in tables]
        keys = sorted(
            key
            for key, row in theirs[0].items()
            if all(
                key in table and table[key].item_digest == row.item_digest for table in theirs[1:]
            )
        )
        used |= {item for item, _ in keys}
        for of_report, table in zip(rows, theirs, strict=True):
            of_report[probe] = [table[key] for key in keys]
    seen = {row.item_id for report in reports for row in report.outcomes}
    return Ground(probes, rows, len(seen - used))


def _by_probe(outcomes: Iterable[ItemOutcome]) -> dict[str, dict[_Key, ItemOutcome]]:
    table: dict[str, dict[_Key, ItemOutcome]] = {}
    for row in outcomes:
        table.setdefault(row.probe_id, {})[row.item_id, row.epoch] = row
    return table
