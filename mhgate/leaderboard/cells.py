"""Answers by question of a rubric: how often each was met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mhgate.leaderboard.common_ground import Ground
from mhgate.records import CellOutcome
from mhgate.records.leaderboard import CellStanding

__all__ = ["cells_of"]


def cells_of(ground: Ground, names: Sequence[str]) -> Iterator[CellStanding]:
    """Yield every cell with each configuration's counts of trials.

    Args:
        ground: what all configurations asked.
        names: of the configurations.
    """
    for probe in ground.probes:
        by_cell: dict[str, list[list[CellOutcome]]] = {}
        for place, rows in enumerate(ground.rows):
            for row in rows[probe]:
                for cell, outcome in row.cells.items():
                    by_cell.setdefault(cell, [[] for _ in names])[place].append(outcome)
        for cell, of_each in by_cell.items():
            for name, outcomes in zip(names, of_each, strict=True):
                yield _counted(cell, probe, name, outcomes)


def _counted(cell: str, probe: str, name: str, outcomes: Sequence[CellOutcome]) -> CellStanding:
    grades = Counter(each.grade for each in outcomes if each.grade is not None)
    return CellStanding(
        cell=cell,
        probe=probe,
        configuration=name,
        n_met=sum(each.meets is True for each in outcomes),
        n_scored=sum(each.meets is not None for each in outcomes),
        n_not_applicable=sum(each.value == "not_applicable" for each in outcomes),
        n_unanswered=sum(each.failure is not None for each in outcomes),
        grades=dict(sorted(grades.items())),
    )
