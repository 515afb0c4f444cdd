"""A graded mean as a judge gave it, less the judge's bias: reported, it does not gate."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from mhgate.stats.cluster_mean import worst_standard_error
from mhgate.stats.ratings import cluster_numbers

__all__ = ["CorrectedMean", "corrected_mean"]


@dataclass(frozen=True, slots=True)
class CorrectedMean:
    """A mean less a bias, with its interval at ``level`` inside the grades' range.

    ``judged`` is the mean as the judge gave it. ``degrees`` are the degrees of freedom of the
    interval. Bounds are None where nothing bounds them.
    """

    mean: float
    lower: float | None
    upper: float | None
    level: float
    judged: float
    bias: float
    degrees: float | None
    scores: int
    families: int


def corrected_mean(
    scores: ArrayLike,
    *,
    families: ArrayLike | None = None,
    bias: float,
    bias_error: float,
    bias_families: int,
    low: float,
    high: float,
    level: float = 0.9,
) -> CorrectedMean | None:
    """Return the mean of a judge's grades, corrected for how much higher it grades than people.

    For reports. Where the run has got worse since the judge was calibrated, the bias is another
    one and the lower bound errs far more often than it says: a gate turns grades into a rate,
    ``grade >= k``, and asks :func:`mhgate.stats.judged_rate.judged_rate`.

    Args:
        scores: the judge's grades, shape (trials,), in [low, high].
        families: labels, shape (trials,), or None: each trial is its own.
        bias: judge less people, on average, on the calibration's transcripts.
        bias_error: its standard error by family, at least 0.
        bias_families: families that it rests on, at least 0.
        low: the least grade.
        high: the greatest, above ``low``.
        level: two-sided level, in (0, 1).

    Returns:
        The corrected mean and its interval, cut to [low, high]; None without a score. No bounds
        where either side rests on fewer than two families.

    Raises:
        ValueError: a score lies outside the grades, or the range is empty.

    Source:
        mu = mean(judge) - b with SE^2 = s_J^2 / n + s_b^2 / m and the degrees of freedom of Welch
        (1947), Biometrika 34, 28-35, doi:10.1093/biomet/34.1-2.28, and Satterthwaite (1946),
        Biometrics Bulletin 2, 110-114, doi:10.2307/3002019; both standard errors by family.

    Assumption:
        The bias on the run is that of the calibration, whatever the grade: without it the corrected
        mean is off by as much as the bias has moved.

    Example:
        >>> found = corrected_mean([4, 5, 4, 3, 5, 4], bias=0.5, bias_error=0.1, bias_families=30,
        ...                        low=1, high=5)
        >>> round(found.mean, 3), round(found.lower, 3), round(found.upper, 3)
        (3.667, 3.041, 4.293)
    """
    values = np.asarray(scores, dtype=float).ravel()
    if not low < high:
        raise ValueError(f"the grades run from {low} to {high}; expected low below high")
    if np.any(~np.isfinite(values) | (values < low) | (values > high)):
        raise ValueError(f"a score lies outside the grades, {low} to {high}")
    if not len(values):
        return None
    judged = float(values.mean())
    numbers = cluster_numbers(families, len(values))
    sizes = np.bincount(numbers).astype(float)
    count = len(sizes)
    mean = min(max(judged - bias, low), high)
    nothing = CorrectedMean(mean, None, None, level, judged, bias, None, len(values), count)
    if min(count, bias_families) <= 1:
        return nothing
    totals = np.bincount(numbers, values)
    own = worst_standard_error(totals, totals, sizes) ** 2
    its = bias_error**2
    spread = own + its
    if spread <= 0:
        return nothing
    degrees = spread**2 / (own**2 / (count - 1) + its**2 / (bias_families - 1))
    reach = float(stdtrit(degrees, (1 + level) / 2)) * math.sqrt(spread)
    return CorrectedMean(
        mean=mean,
        lower=min(max(judged - bias - reach, low), high),
        upper=max(min(judged - bias + reach, high), low),
        level=level,
        judged=judged,
        bias=bias,
        degrees=float(degrees),
        scores=len(values),
        families=count,
    )
