"""What a plan of so many items in so many families can show before anything is asked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mhgate.stats.binomial import binomial
from mhgate.stats.clopper_pearson import ProportionInterval, lower_bound, upper_bound
from mhgate.stats.effective_counts import few_families_factor

__all__ = [
    "VerdictChances",
    "expected_interval",
    "planned_effective_n",
    "verdict_chances",
]


@dataclass(frozen=True, slots=True)
class VerdictChances:
    """With which probability a product of a given rate passes, fails, or stays undecided."""

    passes: float
    fails: float
    undecided: float


def planned_effective_n(
    items: float, families: int, *, alpha: float = 0.05, icc_floor: float = 0.2
) -> float:
    """Return what the planned items are worth as independent ones.

    Args:
        items: number of items, at least the number of families.
        families: number of families, at least 0.
        alpha: one-sided error rate, in (0, 0.5).
        icc_floor: the intra-family correlation to plan with, in [0, 1].

    Returns:
        Effective items in [0, items]: 0 with one family or none.

    Source:
        Korn, Graubard (1998), Survey Methodology 24, 193-201; Kish (1965), section 5.4.

    Assumption:
        Families of equal size.

    Example:
        >>> round(planned_effective_n(60, 30), 1), planned_effective_n(60, 60)
        (48.4, 60.0)
    """
    if families <= 1:
        return 0.0
    effect = 1 + max(0.0, items / families - 1) * icc_floor
    return min(float(items), items / effect * few_families_factor(items, families, alpha))


def expected_interval(
    rate: float, items: float, families: int, *, alpha: float = 0.05, icc_floor: float = 0.2
) -> ProportionInterval:
    """Return the interval that a product of this rate will show, give or take luck.

    Args:
        rate: the product's true rate, in [0, 1].
        items: number of items, at least the number of families.
        families: number of families, at least 0.
        alpha: error rate of each bound alone, in (0, 0.5).
        icc_floor: the intra-family correlation to plan with, in [0, 1].

    Returns:
        The interval when exactly the expected share succeeds; [0, 1] with one family or none.

    Source:
        Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404, on :func:`planned_effective_n`.

    Assumption:
        As :func:`planned_effective_n`.

    Example:
        >>> interval = expected_interval(0.95, 60, 30)
        >>> round(interval.lower, 3), round(interval.upper, 3)
        (0.864, 0.989)
    """
    n = planned_effective_n(items, families, alpha=alpha, icc_floor=icc_floor)
    return ProportionInterval(
        lower=float(lower_bound(rate * n, n, alpha)),
        upper=float(upper_bound(rate * n, n, alpha)),
        level=1 - 2 * alpha,
    )


def verdict_chances(
    rate: float,
    threshold: float,
    items: float,
    families: int,
    *,
    alpha: float = 0.05,
    icc_floor: float = 0.2,
) -> VerdictChances:
    """Return how probable each verdict is for a product of this true rate.

    Args:
        rate: the product's true rate, in [0, 1].
        threshold: the rate it must reach, in [0, 1].
        items: number of items, at least the number of families.
        families: number of families, at least 0.
        alpha: error rate of each bound alone, in (0, 0.5).
        icc_floor: the intra-family correlation to plan with, in [0, 1].

    Returns:
        Probabilities that add up to 1. ``fails`` stands before any correction for many claims.

    Source:
        Exact binomial probabilities of the counts at which a Clopper-Pearson bound (1934,
        doi:10.1093/biomet/26.4.404) crosses the threshold.

    Assumption:
        The items behave like ``planned_effective_n`` independent ones, rounded down.

    Example:
        >>> chances = verdict_chances(0.99, 0.95, 181, 181)
        >>> round(chances.passes, 2), round(chances.fails, 2)
        (0.96, 0.0)
    """
    n = planned_effective_n(items, families, alpha=alpha, icc_floor=icc_floor)
    whole = int(n + 1e-9)
    if whole < 1:
        passes = 1.0 if threshold <= 0 else 0.0
        return VerdictChances(passes, 0.0, 1.0 - passes)
    counts = np.arange(whole + 1)
    scaled = counts / whole * n
    chance = binomial(whole, rate)
    passes = float(chance[lower_bound(scaled, n, alpha) >= threshold].sum())
    fails = float(chance[upper_bound(scaled, n, alpha) < threshold].sum())
    return VerdictChances(passes, fails, max(0.0, 1.0 - passes - fails))
