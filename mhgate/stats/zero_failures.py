"""What no event among so many trials proves, and how many a perfect record takes."""

from __future__ import annotations

import math

from mhgate.stats.effective_counts import few_families_factor

__all__ = [
    "families_without_failure",
    "items_without_failure",
    "perfect_lower_bound",
    "upper_bound_without_event",
]

_MOST_FAMILIES = 1_000_000


def upper_bound_without_event(n: float, *, alpha: float = 0.05) -> float:
    """Return how large a rate can still be when no event was seen: never 0.

    At alpha 0.05 the "rule of three", 3 / n, is the round figure just above it.

    Args:
        n: trials without the event, real, at least 0: effective ones where trials are correlated.
        alpha: one-sided error rate of the bound, in (0, 1).

    Returns:
        The exact bound 1 - alpha ** (1 / n), in (0, 1]; 1 for no trials.

    Raises:
        ValueError: the trials are negative, or alpha lies outside (0, 1).

    Source:
        Hanley, Lippman-Hand (1983), JAMA 249, 1743-1745, doi:10.1001/jama.1983.03330370053031;
        Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404, with no event.

    Assumption:
        Trials are independent with one rate.

    Example:
        >>> round(upper_bound_without_event(100), 5), 3 / 100
        (0.02951, 0.03)
    """
    if not n >= 0:
        raise ValueError(f"n is {n}; expected a number of trials, at least 0")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha}; expected an error rate in (0, 1)")
    return -math.expm1(math.log(alpha) / n) if n > 0 else 1.0


def items_without_failure(threshold: float, *, alpha: float = 0.05) -> int | None:
    """Return the fewest independent items that prove a rate when none of them fails.

    Args:
        threshold: the rate to prove, in [0, 1].
        alpha: one-sided error rate, in (0, 0.5).

    Returns:
        A number of items, at least 0; None for a threshold of 1, which no number of items proves.

    Raises:
        ValueError: the threshold lies outside [0, 1].

    Source:
        Hanley, Lippman-Hand (1983), JAMA 249, 1743-1745, doi:10.1001/jama.1983.03330370053031:
        threshold ** n <= alpha (the "rule of three" is its approximation).

    Assumption:
        Items are independent.

    Example:
        >>> items_without_failure(0.95), items_without_failure(0.85)
        (59, 19)
    """
    if not 0 <= threshold <= 1:
        raise ValueError(f"threshold is {threshold}; expected a rate in [0, 1]")
    if threshold == 1:
        return None
    if threshold == 0:
        return 0
    return math.ceil(math.log(alpha) / math.log(threshold) - 1e-12)


def perfect_lower_bound(
    items_per_family: float, families: int, *, alpha: float = 0.05, icc_floor: float = 0.2
) -> float:
    """Return the lower bound that a perfect record reaches.

    Args:
        items_per_family: size of each family, at least 1.
        families: number of families, at least 0.
        alpha: one-sided error rate, in (0, 0.5).
        icc_floor: the least intra-family correlation that is believed, in [0, 1].

    Returns:
        A bound in [0, 1): 0 with one family or none.

    Source:
        alpha ** (1 / n) (Clopper-Pearson with no failure) at the effective n of Korn, Graubard
        (1998), Survey Methodology 24, 193-201.

    Assumption:
        Families of equal size; independent of one another.

    Example:
        >>> round(perfect_lower_bound(2, 30), 3)
        0.94
    """
    if families <= 1:
        return 0.0
    trials = items_per_family * families
    effect = 1 + (items_per_family - 1) * icc_floor
    n = min(trials, trials / effect * few_families_factor(trials, families, alpha))
    return float(alpha ** (1 / n))


def families_without_failure(
    threshold: float, items_per_family: float, *, alpha: float = 0.05, icc_floor: float = 0.2
) -> int | None:
    """Return the fewest families that let a perfect record prove a rate.

    Args:
        threshold: the rate to prove, in [0, 1].
        items_per_family: size of each family, at least 1.
        alpha: one-sided error rate, in (0, 0.5).
        icc_floor: the least intra-family correlation that is believed, in [0, 1].

    Returns:
        A number of families, at least 0; None where a million would not do (a threshold of 1).

    Source:
        As :func:`perfect_lower_bound`, which rises with the number of families.

    Assumption:
        As :func:`perfect_lower_bound`.

    Example:
        >>> families_without_failure(0.95, 1), families_without_failure(0.95, 2)
        (59, 37)
    """
    if threshold <= 0:
        return 0

    def is_proven(families: int) -> bool:
        bound = perfect_lower_bound(items_per_family, families, alpha=alpha, icc_floor=icc_floor)
        return bound >= threshold

    low, high = 1, 2
    while not is_proven(high):
        low, high = high, high * 2
        if low > _MOST_FAMILIES:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_proven(middle) else (middle, high)
    return high
