"""The median of what may never happen, with the exact interval of its order statistics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mhgate.stats.binomial import binomial

__all__ = ["MedianInterval", "median_interval"]


@dataclass(frozen=True, slots=True)
class MedianInterval:
    """A median with its two-sided interval; infinite where it never happens."""

    median: float
    lower: float
    upper: float
    level: float


def median_interval(values: Sequence[float], *, level: float = 0.9) -> MedianInterval:
    """Return the median with distribution-free bounds.

    Args:
        values: one for each independent unit; infinity where it never happened.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.

    Returns:
        The middle value (of an even number the lower of the two, which is one that was seen), and
        order statistics around it; where there are too few values, the lower bound is minus
        infinity and the upper one infinity.

    Raises:
        ValueError: there are no values, or one is not a number.

    Source:
        Thompson (1936), Annals of Mathematical Statistics 7, 122-128: P(X(r) > median) from the
        binomial distribution with rate 1/2; ties only widen the interval.

    Assumption:
        The values are independent draws.

    Example:
        >>> found = median_interval([1, 2, 2, 3, 4, 5, float("inf")], level=0.9)
        >>> found.median, found.lower, found.upper
        (3, 1, inf)
    """
    if not values or any(math.isnan(each) for each in values):
        raise ValueError("a median is of one value or more, and of numbers alone")
    ordered = sorted(values)
    n, alpha = len(ordered), (1 - level) / 2
    # rank r (from 1) bounds from below where P(Binomial(n, 1/2) < r) is at most alpha
    below = np.cumsum(binomial(n, 0.5))
    r = int(np.searchsorted(below, alpha, side="right"))
    return MedianInterval(
        median=ordered[(n - 1) // 2],
        lower=ordered[r - 1] if r else -math.inf,
        upper=ordered[n - r] if r else math.inf,
        level=level,
    )
