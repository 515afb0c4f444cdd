"""How many more items would decide, given what has been seen so far."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.special import ndtri

from mhgate.stats.binomial import binomial
from mhgate.stats.clopper_pearson import lower_bound, upper_bound
from mhgate.stats.planning import planned_effective_n

__all__ = ["judged_more_items", "more_items"]

_MOST_ITEMS = 5_000


def more_items(
    good: float,
    items: int,
    families: int,
    threshold: float,
    *,
    alpha: float = 0.05,
    icc_floor: float = 0.2,
    power: float = 0.8,
) -> int | None:
    """Return about how many more items decide, pass or fail, with the wanted probability.

    Args:
        good: items that met the criterion so far, in [0, items].
        items: items so far, at least 1.
        families: families so far, at least 1.
        threshold: the rate that must be reached, in [0, 1].
        alpha: error rate of each bound alone, in (0, 0.5).
        icc_floor: the intra-family correlation to reckon with, in [0, 1].
        power: wanted probability of a decision, in (0, 1).

    Returns:
        A number of items, at least 1; None where 5,000 would not do, as where the rate lies at
        the threshold.

    Source:
        Conditional power (Lan, Simon, Halperin (1982), Communications in Statistics C 1, 207-219,
        doi:10.1080/07474948208836014): the items so far stand, those to come are binomial at the
        rate seen, and the decision is that of Clopper, Pearson (1934),
        doi:10.1093/biomet/26.4.404, on effective counts. Searched by halving: the chance rises in
        small steps back and forth, so that the answer is right to a few items.

    Assumption:
        The items to come resemble those seen: same rate (half a miss and half a hit are added to
        it, for a perfect record is not a perfect rate), families of the same size.

    Example:
        >>> more_items(60, 60, 60, 0.97)
        197
        >>> more_items(57, 60, 60, 0.95) is None
        True
    """
    rate = (good + 0.5) / (items + 1)

    def decides(more: int) -> bool:
        total = items + more
        n = planned_effective_n(
            total, max(2, round(total * families / items)), alpha=alpha, icc_floor=icc_floor
        )
        counts = (good + np.arange(more + 1)) / total * n
        decided = (lower_bound(counts, n, alpha) >= threshold) | (
            upper_bound(counts, n, alpha) < threshold
        )
        return float(binomial(more, rate)[decided].sum()) >= power

    return _fewest(decides)


def judged_more_items(
    rate: float,
    items: int,
    families: int,
    threshold: float,
    *,
    sensitivity: float,
    n_good: float,
    specificity: float,
    n_bad: float,
    alpha: float = 0.05,
    icc_floor: float = 0.1,
    power: float = 0.8,
) -> int | None:
    """Return about how many more items decide where a judge's error is corrected.

    Args:
        rate: the best guess at the true rate, in [0, 1].
        items: items so far, at least 1.
        families: families so far, at least 1.
        threshold: the rate that must be reached, in [0, 1].
        sensitivity: P(judged good given good), in [0, 1].
        n_good: gold items that are good, above 0.
        specificity: P(judged bad given bad), in [0, 1].
        n_bad: gold items that are bad, above 0.
        alpha: error rate of each bound alone, in (0, 0.5).
        icc_floor: the intra-family correlation to reckon with, in [0, 1].
        power: wanted probability of a decision, in (0, 1).

    Returns:
        A number of items, at least 1; None where no number would do: the rate lies at the
        threshold, the judge says nothing, or the gold set is too small to tell them apart.

    Source:
        The delta-method variance of the estimator of Rogan, Gladen (1978), American Journal of
        Epidemiology 107, 71-76, doi:10.1093/oxfordjournals.aje.a112510, with the design effect of
        Kish (1965) on the run's share; conditional power as in :func:`more_items`.

    Assumption:
        Normal approximation, for planning alone; the decision uses exact bounds.

    Example:
        >>> judge = {"sensitivity": 0.98, "n_good": 400, "specificity": 0.9, "n_bad": 100}
        >>> judged_more_items(0.97, 60, 60, 0.92, **judge)
        68
        >>> judged_more_items(0.96, 60, 60, 0.95, **judge) is None
        True
    """
    youden = sensitivity + specificity - 1
    if youden <= 0 or n_good <= 0 or n_bad <= 0:
        return None
    share = rate * sensitivity + (1 - rate) * (1 - specificity)
    scatter = share * (1 - share) * (1 + max(0.0, items / families - 1) * icc_floor)
    gold = rate**2 * sensitivity * (1 - sensitivity) / n_good
    gold += (1 - rate) ** 2 * specificity * (1 - specificity) / n_bad
    sure, likely = float(ndtri(1 - alpha)), float(ndtri(power))

    def decides(more: int) -> bool:
        total = items + more
        bound = sure * math.sqrt(scatter / total + gold)
        luck = likely * math.sqrt(scatter * more) / total
        return abs(rate - threshold) * youden >= bound + luck

    return _fewest(decides)


def _fewest(decides: Callable[[int], bool]) -> int | None:
    low, high = 0, 1
    while not decides(high):
        if high >= _MOST_ITEMS:
            return None
        low, high = high, min(high * 2, _MOST_ITEMS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if decides(middle) else (middle, high)
    return high
