"""The share of targets on which raters agree exactly, with exact bounds by family."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mhgate.stats.cluster_rate import ClusterRate, cluster_rate
from mhgate.stats.ratings import cluster_numbers, rating_table

__all__ = ["ExactAgreement", "exact_agreement"]


@dataclass(frozen=True, slots=True)
class ExactAgreement:
    """How many targets got one and the same rating from all who rated them, and the interval.

    ``dropped`` targets had a single rating or none. ``share`` is None where nothing was rated
    twice; the interval is then [0, 1].
    """

    agreeing: int
    targets: int
    dropped: int
    share: float | None
    interval: ClusterRate


def exact_agreement(
    ratings: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    level: float = 0.9,
    icc_floor: float = 0.2,
) -> ExactAgreement:
    """Return the share of exact agreement with Clopper-Pearson bounds on effective counts.

    It says something where no coefficient does: in a perfect record, or where a rater never varies.

    Args:
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing; targets
            with fewer than two ratings are left out and counted.
        clusters: labels, shape (targets,), or None: each target is its own.
        level: two-sided level, in (0, 1).
        icc_floor: the least intra-cluster correlation that is believed, in [0, 1].

    Returns:
        The share and its interval, inside [0, 1], never NaN.

    Raises:
        ValueError: the ratings are no table, or the labels are not one for each target.

    Source:
        Clopper, Pearson (1934), Biometrika 26, 404-413, doi:10.1093/biomet/26.4.404, on the
        effective counts of Korn, Graubard (1998), Survey Methodology 24, 193-201.

    Assumption:
        Clusters are independent draws of what the raters will meet.

    Example:
        >>> found = exact_agreement([[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [3, 3]], level=0.95)
        >>> found.share, round(found.interval.lower, 4)
        (1.0, 0.5407)
    """
    table = rating_table(ratings)
    is_pairable = table.is_pairable
    lowest = np.where(table.is_rated, table.values, np.inf).min(axis=1)
    highest = np.where(table.is_rated, table.values, -np.inf).max(axis=1)
    agrees = (lowest == highest)[is_pairable]
    numbers = cluster_numbers(clusters, len(is_pairable))[is_pairable]
    numbers = cluster_numbers(numbers, len(agrees))
    sizes = np.bincount(numbers)
    interval = cluster_rate(
        np.bincount(numbers, agrees),
        np.zeros(len(sizes)),
        sizes,
        level=level,
        icc_floor=icc_floor,
    )
    return ExactAgreement(
        agreeing=int(agrees.sum()),
        targets=len(agrees),
        dropped=int((~is_pairable).sum()),
        share=float(agrees.mean()) if len(agrees) else None,
        interval=interval,
    )
