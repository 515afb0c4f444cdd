"""All races of statistics, at full size or on little data."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.statistics import aggregation, agreement, intervals
from benchmarks.statistics.race import Race

__all__ = ["races"]


def races(*, quick: bool, seed: int) -> Iterator[Race]:
    """Yield every race.

    Args:
        quick: on little data, as where a test is waiting.
        seed: of the simulated data.
    """
    yield from intervals.races(
        families=12 if quick else 36, resamples=100 if quick else 9999, seed=seed
    )
    yield from aggregation.races(
        scores=5_000 if quick else 1_000_000,
        records=500 if quick else 1_000_000,
        resamples=20 if quick else 1_000,
        seed=seed,
    )
    yield from agreement.races(
        ratings=400 if quick else 70_000, resamples=50 if quick else 1_000, seed=seed
    )
