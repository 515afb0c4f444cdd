"""The t interval of a graded mean over families, with what could not be measured on both sides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

__all__ = ["ClusterMean", "cluster_mean", "worst_standard_error"]

_Floats = NDArray[np.float64]

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class ClusterMean:
    """A mean's two-sided interval at ``level`` and what it rests on.

    ``mean`` is that of the measured trials, None without any.
    """

    mean: float | None
    lower: float
    upper: float
    level: float
    trials: float
    families: int


def cluster_mean(
    totals: ArrayLike,
    unmeasured: ArrayLike,
    sizes: ArrayLike,
    *,
    low: float = 0.0,
    high: float = 1.0,
    level: float = 0.9,
) -> ClusterMean:
    """Return the cluster-robust t interval of a mean from sums by family.

    For reports. Near an end of the range the interval errs far more often than it says (few
    families hold what is rare, and a sample without them shows no spread): a gate turns grades into
    a rate, ``grade >= k``, and asks :func:`mhgate.stats.cluster_rate.cluster_rate`.

    A trial that could not be measured lies at the low end for the lower bound and at the high end
    for the upper one, and the standard error is the largest that any values in between could give:
    one more of them never narrows the interval.

    Args:
        totals: sum of the measured values, by family, shape (families,).
        unmeasured: trials that could not be measured, by family, shape (families,).
        sizes: all trials asked, by family, shape (families,), each above 0.
        low: the least value that a trial can have.
        high: the greatest, above ``low``.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.

    Returns:
        Bounds in [low, high], never NaN. No trials, or one family alone, give the whole range.
        Where all families can have one mean (their spread is none, or hidden by what is missing),
        the interval holds the one for zero events too: other families may be a share
        1 - alpha ** (1 / families) of all and lie at the end of the range.

    Raises:
        ValueError: lengths differ, a range is empty, or a family's sum lies outside it.

    Source:
        Cochran (1977), Sampling Techniques, 3rd edition, section 9A.1: the ratio of totals and its
        linearised variance, with G / (G - 1); t quantiles with G - 1 degrees of freedom: Cameron,
        Miller (2015), Journal of Human Resources 50, 317-372, doi:10.3368/jhr.50.2.317. Counting
        on both sides: Manski (1989), Journal of Human Resources 24, 343-360, doi:10.2307/145818.

    Assumption:
        Families are independent draws, their number is not tiny, and their means are not piled up
        at one end of the range. Sampling error only.

    Example:
        >>> found = cluster_mean([9, 7, 8, 6], [0] * 4, [2] * 4, low=1, high=5, level=0.95)
        >>> found.mean, round(found.lower, 3), round(found.upper, 3)
        (3.75, 2.723, 4.777)
        >>> same = cluster_mean([20] * 30, [0] * 30, [4] * 30, low=1, high=5)
        >>> round(same.lower, 3), same.upper
        (4.62, 5.0)
    """
    x, u, m = (np.asarray(each, dtype=float).ravel() for each in (totals, unmeasured, sizes))
    _check(x, u, m, low, high)
    low, high = float(low), float(high)
    trials, families = float(m.sum()), len(m)
    measured = trials - float(u.sum())
    mean = float(np.clip(x.sum() / measured, low, high)) if measured > 0 else None
    if families <= 1:
        return ClusterMean(mean, low, high, level, trials, families)
    alpha = (1 - level) / 2
    lows, highs = x + u * low, x + u * high
    margin = -float(stdtrit(families - 1, alpha)) * worst_standard_error(lows, highs, m)
    least, most = float(lows.sum()) / trials, float(highs.sum()) / trials
    lower, upper = least - margin, most + margin
    if np.max(lows / m) <= np.min(highs / m) + _ROUNDING * (high - low):
        unseen = 1 - alpha ** (1 / families)
        lower = min(lower, least - unseen * (least - low))
        upper = max(upper, most + unseen * (high - most))
    return ClusterMean(mean, max(low, lower), min(high, upper), level, trials, families)


def worst_standard_error(lows: ArrayLike, highs: ArrayLike, sizes: ArrayLike) -> float:
    """Return the largest standard error of a mean that sums within these ranges could give.

    Args:
        lows: the least sum that each family could have, shape (families,).
        highs: the greatest, shape (families,), at least ``lows``; equal where all was measured.
        sizes: trials in each family, shape (families,), each above 0, at least two families.

    Returns:
        The linearised standard error of the ratio of totals where the ranges are points; otherwise
        a bound on it, which grows with every range.

    Source:
        Cochran (1977), as :func:`cluster_mean`; each residual at the end of its range that lies
        farther from the mean's range.

    Assumption:
        As :func:`cluster_mean`.

    Example:
        >>> round(worst_standard_error([1, 2, 3], [1, 2, 3], [1, 1, 1]), 4)
        0.5774
    """
    a, b, m = (np.asarray(each, dtype=float) for each in (lows, highs, sizes))
    trials, families = float(m.sum()), len(m)
    least, most = float(a.sum()) / trials, float(b.sum()) / trials
    residuals = np.maximum(np.abs(a - most * m), np.abs(b - least * m))
    return float(np.sqrt(families / (families - 1) * float(residuals @ residuals))) / trials


def _check(x: _Floats, u: _Floats, m: _Floats, low: float, high: float) -> None:
    if not x.shape == u.shape == m.shape:
        raise ValueError(f"{len(x)}, {len(u)} and {len(m)} sums by family; expected as many each")
    if not (np.isfinite(low) and np.isfinite(high) and low < high):
        raise ValueError(f"the range is [{low}, {high}]; expected two finite ends, low below high")
    if not (np.all(m > 0) and np.all(u >= 0) and np.all(u <= m)):
        raise ValueError("a family is empty, or has more unmeasured trials than trials")
    slack = 1e-9 * (1 + np.abs(m) * max(abs(low), abs(high)))
    if not (np.all(x >= (m - u) * low - slack) and np.all(x <= (m - u) * high + slack)):
        raise ValueError(f"a family's sum lies outside its measured trials' [{low}, {high}]")
