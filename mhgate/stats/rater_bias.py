"""By how much a judge rates higher than a clinician, with a cluster-robust interval."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, stdtrit

from mhgate.stats.cluster_mean import worst_standard_error
from mhgate.stats.ratings import cluster_numbers, rating_table

__all__ = ["RaterBias", "rater_bias"]

_NO_SPREAD = 1e-12  # of the largest difference: less is what rounding leaves of none


@dataclass(frozen=True, slots=True)
class RaterBias:
    """The mean difference, judge minus clinician, its interval, and Bland-Altman limits.

    ``lower`` and ``upper`` bound the mean at ``level``; ``lower_limit`` and ``upper_limit`` hold 95
    in 100 single differences. None where they mean nothing; ``reason`` then says why.
    """

    mean: float | None
    standard_error: float | None
    lower: float | None
    upper: float | None
    level: float
    lower_limit: float | None
    upper_limit: float | None
    pairs: int
    clusters: int
    dropped: int
    reason: str | None

    @property
    def is_degenerate(self) -> bool:
        """Whether the data are of a kind that gives no standard error."""
        return self.reason is not None


def rater_bias(
    judge: ArrayLike,
    clinician: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    level: float = 0.9,
    step: float = 1.0,
) -> RaterBias:
    """Return the bias of a judge against a clinician.

    Args:
        judge: ratings, shape (targets,), None or NaN where missing.
        clinician: ratings of the same targets, in the same unit; targets that lack either are left
            out and counted.
        clusters: labels, shape (targets,), or None: each target is its own.
        level: two-sided level of the interval of the mean, in (0, 1).
        step: distance between neighbouring categories, above 0.

    Returns:
        Mean, standard error, interval and limits, never NaN. Without a pair all are None; with one
        cluster there is a mean alone. Where every cluster has the same mean difference (a perfect
        record, say) there is no spread to judge by: as many other clusters as zero events allow,
        1 - alpha ** (1 / clusters) of them, may then differ by one step, and the interval says so.

    Raises:
        ValueError: lengths differ, or the labels are not one for each target.

    Source:
        Bland, Altman (1986), Lancet 327, 307-310, doi:10.1016/S0140-6736(86)90837-8; t quantile
        and robust variance: Cameron, Miller (2015), Journal of Human Resources 50, 317-372,
        doi:10.3368/jhr.50.2.317.

    Assumption:
        Clusters are independent; for the limits, differences are about normal.

    Example:
        >>> found = rater_bias([5, 4, 4, 2, 5], [4, 4, 3, 2, 3], level=0.95)
        >>> round(found.mean, 3), round(found.lower, 3), round(found.upper, 3)
        (0.8, -0.239, 1.839)
    """
    one, other = np.array(judge, dtype=float), np.array(clinician, dtype=float)
    if one.ndim != 1 or one.shape != other.shape:
        raise ValueError(
            f"ratings have shapes {one.shape} and {other.shape}; expected as many each"
        )
    table = rating_table(np.stack([one, other], axis=1))
    differences = table.complete[:, 0] - table.complete[:, 1]
    pairs = len(differences)
    numbers = cluster_numbers(clusters, len(one))[table.is_complete]
    numbers = cluster_numbers(numbers, pairs)
    sizes = np.bincount(numbers).astype(float)
    nothing = RaterBias(
        *(None, None, None, None),
        level=level,
        lower_limit=None,
        upper_limit=None,
        pairs=pairs,
        clusters=len(sizes),
        dropped=table.dropped,
        reason="no target was rated by both",
    )
    if not pairs:
        return nothing
    mean = float(differences.mean())
    if len(sizes) <= 1:
        return replace(
            nothing, mean=mean, reason="fewer than two clusters say nothing about the next"
        )
    around = float(ndtri(0.975)) * float(differences.std(ddof=1))
    known = replace(
        nothing, mean=mean, lower_limit=mean - around, upper_limit=mean + around, reason=None
    )
    totals = np.bincount(numbers, differences)
    error = worst_standard_error(totals, totals, sizes)
    alpha = (1 - level) / 2
    if error <= _NO_SPREAD * max(float(np.abs(differences).max()), step):
        unseen = (1 - alpha ** (1 / len(sizes))) * step
        return replace(
            known,
            standard_error=0.0,
            lower=mean - unseen,
            upper=mean + unseen,
            reason="every cluster has one mean difference: the interval is that of zero events",
        )
    reach = -float(stdtrit(len(sizes) - 1, alpha)) * error
    return replace(known, standard_error=error, lower=mean - reach, upper=mean + reach)
