"""Which scores are shown: a rubric's pools and dimensions, else the pillars."""

from __future__ import annotations

from collections.abc import Iterable

from mhgate.estimate import is_rate
from mhgate.leaderboard.common_ground import Ground
from mhgate.records import Probe
from mhgate.records.leaderboard import BoardColumn

__all__ = ["OVERALL", "columns_of"]

OVERALL = "overall"
_FIRST = (OVERALL, "risk")


def columns_of(ground: Ground) -> tuple[tuple[BoardColumn, ...], tuple[str, ...]]:
    """Return the columns, in the order in which they are shown, and the probes in none of them.

    A rubric's pools come first, then its dimensions, then the pillars, each by the probes that
    score no rubric. Without a pool ``overall``, that is the mean over the pillars. What a measure
    makes of many trials at once (parity, consistency, a correlation, a statistic that is no rate)
    cannot be paired by trial, and is left out.

    Args:
        ground: what all configurations asked.
    """
    asked = [probe for probe in ground.probes.values() if ground.rows[0][probe.id]]
    rates = [probe for probe in asked if is_rate(probe)]
    left_out = tuple(probe.id for probe in asked if not is_rate(probe))
    scored = {
        probe.id
        for probe in rates
        if any(row.cells or _rated(row) for rows in ground.rows for row in rows[probe.id])
    }
    of_rubrics: dict[str, list[Probe]] = {}
    pillars: dict[str, list[Probe]] = {}
    for probe in rates:
        if probe.dimension is None:
            pillars.setdefault(probe.pillar, []).append(probe)
        else:
            of_rubrics.setdefault(probe.dimension, []).append(probe)
    pools: list[BoardColumn] = []
    dimensions: list[BoardColumn] = []
    for name, probes in of_rubrics.items():
        is_dimension = name not in _FIRST and any(probe.id in scored for probe in probes)
        (dimensions if is_dimension else pools).append(
            _column(name, "dimension" if is_dimension else "pool", [probes])
        )
    pools.sort(key=lambda column: _FIRST.index(column.name) if column.name in _FIRST else 2)
    columns = [*pools, *sorted(dimensions, key=lambda column: column.name)]
    if OVERALL not in of_rubrics and rates:
        every: dict[str, list[Probe]] = {}
        for probe in rates:
            if probe.dimension is None or probe.id in scored:
                every.setdefault(probe.pillar, []).append(probe)
        columns.insert(0, _column(OVERALL, "mean", list(every.values()) or [rates]))
    taken = {column.name for column in columns}
    shown_already = {frozenset(column.probes) for column in columns}
    for name, probes in pillars.items():
        if frozenset(probe.id for probe in probes) in shown_already:
            continue  # the mean over one pillar
        shown = name if name not in taken else f"{name} (pillar)"
        columns.append(_column(shown, "pillar", [probes]))
    return tuple(columns), left_out


def _rated(row: object) -> bool:
    return getattr(row, "rating", None) is not None


def _column(name: str, kind: str, groups: Iterable[list[Probe]]) -> BoardColumn:
    """Return a column in which groups of probes count alike, and so do the probes of a group."""
    groups = list(groups)
    weights = {probe.id: 1 / (len(groups) * len(probes)) for probes in groups for probe in probes}
    return BoardColumn.model_validate(
        {
            "name": name,
            "kind": kind,
            "probes": tuple(weights),
            "weights": tuple(weights.values()),
        }
    )
