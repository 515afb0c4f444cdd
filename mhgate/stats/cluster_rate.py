"""The interval of a rate over families, with what could not be measured counted on both sides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.effective_counts import effective_counts
from mhgate.stats.worst_case_side import ExactCounts, ExactMethod, WorstCaseSide

__all__ = ["ClusterRate", "cluster_rate", "counts_by_family", "rate_by_sides"]

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ClusterRate:
    """A rate's two-sided interval at ``level`` and what it rests on.

    ``effective_n`` belongs to the lower bound, the one that lets something pass. ``p_below`` is the
    p-value against "the rate is at least ``threshold``", None where no threshold was given.
    """

    lower: float
    upper: float
    level: float
    effective_n: float
    trials: float
    families: int
    threshold: float | None
    p_below: float | None


def cluster_rate(
    good: ArrayLike,
    unmeasured: ArrayLike,
    sizes: ArrayLike,
    *,
    level: float = 0.9,
    icc_floor: float = 0.2,
    threshold: float | None = None,
) -> ClusterRate:
    """Return the interval of a rate from counts by family.

    Every count below is of trials. The lower bound counts what could not be measured as bad, the
    upper bound as good.

    The design effect is estimated, so that one more good trial could make the failures look more
    concentrated and lower a bound. Each bound is therefore the worst over every data set that
    differs from the observed one only by fewer bad trials (lower bound) or fewer good ones (upper
    bound), with the design effect replaced by the largest that such a data set could have. That
    rarely costs anything, and both bounds become monotone: one more good trial never lowers a
    bound, one more unmeasured trial never narrows the interval.

    Args:
        good: trials that met the criterion, by family, shape (families,).
        unmeasured: trials that could not be measured, by family, shape (families,).
        sizes: all trials asked, by family, shape (families,), each above 0; what is neither good
            nor unmeasured is bad.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.
        icc_floor: the least intra-family correlation that is believed, in [0, 1].
        threshold: a rate in [0, 1] to test against, or None.

    Returns:
        Bounds in [0, 1], never NaN. No trials, or one family alone, give [0, 1] and a p-value of 1.
        The p-value is the smallest one-sided error rate whose upper bound lies below the
        threshold: 1 where no rate below 0.499 does, and never below 1e-16.

    Raises:
        ValueError: lengths differ, or a count lies outside its family.

    Source:
        Korn, Graubard (1998), Survey Methodology 24, 193-201: effective counts, then Clopper,
        Pearson (1934), doi:10.1093/biomet/26.4.404. Counting on both sides: the worst-case bounds
        of Manski (1989), Journal of Human Resources 24, 343-360, doi:10.2307/145818.

    Assumption:
        Families are independent draws of what the product will meet. Sampling error only.

    Example:
        >>> result = cluster_rate([2] * 29 + [0], [0] * 30, [2] * 30, threshold=0.85)
        >>> round(result.lower, 3), round(result.upper, 3)
        (0.845, 0.999)
        >>> outage = cluster_rate([0] * 30, [2] * 30, [2] * 30)
        >>> outage.lower, outage.upper
        (0.0, 1.0)
    """
    return rate_by_sides(
        good,
        unmeasured,
        sizes,
        of_bad=ExactCounts(),
        of_good=ExactCounts(),
        level=level,
        icc_floor=icc_floor,
        threshold=threshold,
    )


def rate_by_sides(
    good: ArrayLike,
    unmeasured: ArrayLike,
    sizes: ArrayLike,
    *,
    of_bad: ExactMethod,
    of_good: ExactMethod,
    level: float,
    icc_floor: float,
    threshold: float | None,
) -> ClusterRate:
    """Return the interval of a rate by family, whichever exact method bounds its two sides.

    Args:
        good: as for :func:`cluster_rate`.
        unmeasured: likewise.
        sizes: likewise.
        of_bad: bounds the share of what is bad or unmeasured, for the lower bound.
        of_good: bounds the share of what is good or unmeasured, for the upper bound.
        level: as for :func:`cluster_rate`.
        icc_floor: likewise.
        threshold: likewise.

    Returns:
        As :func:`cluster_rate`.

    Raises:
        ValueError: as there.

    Source:
        As there, but for the method.

    Assumption:
        As there, and that of the method.

    Example:
        >>> exact = ExactCounts()
        >>> result = rate_by_sides([2] * 29 + [0], [0] * 30, [2] * 30, of_bad=exact, of_good=exact,
        ...                        level=0.9, icc_floor=0.2, threshold=None)
        >>> round(result.lower, 3), round(result.upper, 3)
        (0.845, 0.999)
    """
    x, u, m = counts_by_family(good, unmeasured, sizes)
    alpha = (1 - level) / 2
    if len(m) <= 1:
        p_below = None if threshold is None else 1.0
        return ClusterRate(0.0, 1.0, level, 0.0, float(m.sum()), len(m), threshold, p_below)
    bad_side = WorstCaseSide(np.clip(m - x, 0.0, m), m, icc_floor, method=of_bad)
    good_side = WorstCaseSide(np.clip(x + u, 0.0, m), m, icc_floor, method=of_good)
    return ClusterRate(
        lower=bad_side.bound(alpha),
        upper=1.0 - good_side.bound(alpha),
        level=level,
        effective_n=effective_counts(x, m, alpha=alpha, icc_floor=icc_floor).n,
        trials=float(m.sum()),
        families=len(m),
        threshold=threshold,
        p_below=None if threshold is None else good_side.p_value(1.0 - threshold),
    )


def counts_by_family(
    good: ArrayLike, unmeasured: ArrayLike, sizes: ArrayLike
) -> tuple[_Floats, _Floats, _Floats]:
    """Return counts by family as arrays, once they are known to fit together.

    Args:
        good: trials that met the criterion, by family, shape (families,).
        unmeasured: trials that could not be measured, by family, shape (families,).
        sizes: all trials asked, by family, shape (families,), each above 0.

    Returns:
        The same three, flat and real.

    Raises:
        ValueError: lengths differ, or a count lies outside its family.

    Source:
        The project's own: what every interval by family asks of its counts.

    Assumption:
        None.

    Example:
        >>> [counts.tolist() for counts in counts_by_family([1, 2], [0, 0], [2, 2])]
        [[1.0, 2.0], [0.0, 0.0], [2.0, 2.0]]
    """
    x, u, m = (np.asarray(each, dtype=float).ravel() for each in (good, unmeasured, sizes))
    if not x.shape == u.shape == m.shape:
        raise ValueError(f"{len(x)}, {len(u)} and {len(m)} counts by family; expected as many each")
    if not (np.all(m > 0) and np.all(x >= 0) and np.all(u >= 0) and np.all(x + u <= m + 1e-9)):
        raise ValueError("a family's counts are negative, exceed its size, or a family is empty")
    return x, u, m
