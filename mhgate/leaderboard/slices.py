"""Scores by stratum: domain, severity, comorbidity, and whatever else the items say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mhgate.leaderboard.common_ground import Ground
from mhgate.leaderboard.standing import scored
from mhgate.records import DOMAINS, SEVERITIES
from mhgate.records.leaderboard import BoardColumn, BoardSlice, SliceStanding

__all__ = ["MOST_VALUES", "PRESENT", "slices_of", "strata_of"]

PRESENT = "domain present"
"""The slices of the items that have a domain in any severity; one item may be in several."""

_ABSENT = SEVERITIES[0]

MOST_VALUES = 24
"""A stratum of more values is no slice but a name: it is left out, and said to be."""


def strata_of(ground: Ground) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Return the values of each stratum's key, in order, and the keys that have too many.

    A key of which every item has one and the same value tells nothing apart, and is in neither.

    Args:
        ground: what all configurations asked.
    """
    found: dict[str, set[str]] = {}
    having: Counter[str] = Counter()
    every = [row for rows in ground.rows[0].values() for row in rows]
    for row in every:
        having.update(row.strata.keys())
        for key, value in row.strata.items():
            found.setdefault(key, set()).add(value)
    found = {
        key: values for key, values in found.items() if len(values) > 1 or having[key] < len(every)
    }
    few = {key: sorted(values, key=_order) for key, values in sorted(found.items())}
    many = tuple(key for key, values in few.items() if len(values) > MOST_VALUES)
    return {key: values for key, values in few.items() if key not in many}, many


def _order(value: str) -> tuple[int, float, str]:
    if value in SEVERITIES:
        return 0, SEVERITIES.index(value), ""
    if value.isdecimal() and value.isascii() and len(value) < 16:  # noqa: PLR2004 - exact as a float
        return 1, float(value), ""
    return 2, 0.0, value


def slices_of(
    ground: Ground, names: Sequence[str], columns: Sequence[BoardColumn], *, alpha: float
) -> Iterator[BoardSlice]:
    """Yield every stratum with each configuration's score in each column that has items there.

    Nothing is claimed of slices: their intervals are not corrected for being many.

    Args:
        ground: what all configurations asked.
        names: of the configurations.
        columns: those that are shown.
        alpha: error rate of each bound alone, in (0, 0.5).
    """
    for key, value, part in _parts(ground):
        standings = []
        for column in columns:
            for name, rows in zip(names, part.rows, strict=True):
                found = scored(rows, column, alpha=alpha)
                if found.n_trials:
                    standings.append(
                        SliceStanding(
                            configuration=name,
                            column=column.name,
                            value=found.value,
                            interval=found.interval,
                            n_items=found.n_items,
                            n_families=found.n_families,
                            n_trials=found.n_trials,
                            n_failed=found.n_failed,
                        )
                    )
        yield BoardSlice(
            key=key,
            value=value,
            n_items=len(part.items()),
            n_families=len(part.families()),
            standings=tuple(standings),
        )


def _parts(ground: Ground) -> Iterator[tuple[str, str, Ground]]:
    """Yield each slice: the domains that are there in any severity, then every stratum."""
    strata = strata_of(ground)[0]
    for domain in DOMAINS:
        if set(strata.get(domain, ())) > {_ABSENT} and set(strata[domain]) <= set(SEVERITIES):
            yield PRESENT, domain, ground.of_strata(domain, SEVERITIES[1:])
    for key, values in strata.items():
        for value in values:
            yield key, value, ground.of_strata(key, (value,))
