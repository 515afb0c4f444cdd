"""How many more items would decide, given what has been seen so far."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from mhgate.stats.binomial import binomial
from mhgate.stats.clopper_pearson import p_at_least, p_at_most
from mhgate.stats.melded import JudgeCounts, melded_p_at_least, melded_p_at_most
from mhgate.stats.planning import planned_effective_n

__all__ = ["more_items"]

_MOST_ITEMS = 5_000


def more_items(
    good: float,
    lost: float,
    items: int,
    families: int,
    threshold: float,
    *,
    judge: JudgeCounts | None = None,
    alpha: float = 0.05,
    icc_floor: float = 0.2,
    power: float = 0.8,
) -> int | None:
    """Return about how many more items decide, pass or fail, with the wanted probability.

    Args:
        good: items that met the criterion so far (as judged, where a judge is corrected), in
            [0, items - lost].
        lost: items that could not be measured, in [0, items]: bad for the lower bound, good for
            the upper one, and as frequent among those to come.
        items: items so far, at least 1.
        families: families so far, at least 1.
        threshold: the rate that must be reached, in [0, 1].
        judge: the judge's gold counts, where its error is corrected.
        alpha: error rate of each bound alone, in (0, 0.5).
        icc_floor: the intra-family correlation to reckon with, in [0, 1].
        power: wanted probability of a decision, in (0, 1).

    Returns:
        A number of items, at least 1; None where 5,000 would not do, as where the rate lies at the
        threshold.

    Source:
        Conditional power (Lan, Simon, Halperin (1982), Communications in Statistics C 1, 207-219,
        doi:10.1080/07474948208836014): the items so far stand, those to come are binomial at the
        rate seen, and the decision is that of Clopper, Pearson (1934),
        doi:10.1093/biomet/26.4.404, or of :mod:`mhgate.stats.melded`, on effective counts. Searched
        by halving: the chance rises in small steps back and forth, so that the answer is right to a
        few items.

    Assumption:
        The items to come resemble those seen: same rate (half a miss and half a hit are added to
        it, for a perfect record is not a perfect rate), families of the same size. A design that is
        looked at while items come in has wider bounds: the number is that of a fixed one.

    Example:
        >>> more_items(60, 0, 60, 60, 0.97)
        197
        >>> more_items(57, 0, 60, 60, 0.95) is None
        True
    """
    return _searched(
        good,
        lost,
        items,
        families,
        threshold,
        judge=judge,
        alpha=alpha,
        floor=icc_floor,
        power=power,
    )


@lru_cache(maxsize=1024)  # the same records come again: by probe, by stratum, by look
def _searched(
    good: float,
    lost: float,
    items: int,
    families: int,
    threshold: float,
    *,
    judge: JudgeCounts | None,
    alpha: float,
    floor: float,
    power: float,
) -> int | None:
    per_family = items / families

    def decides(more: int) -> bool:
        total = items + more
        n = planned_effective_n(
            total, max(2, round(total / per_family)), alpha=alpha, icc_floor=floor
        )

        def proves(count: float) -> bool:
            x = count / total * n
            p = (
                p_at_least(x, n, threshold)
                if judge is None
                else melded_p_at_least(x, n, threshold, judge)
            )
            return bool(p < alpha)

        def refutes(count: float) -> bool:
            x = count / total * n
            p = (
                p_at_most(x, n, threshold)
                if judge is None
                else melded_p_at_most(x, n, threshold, judge)
            )
            return bool(p < alpha)

        fewest = _first(more, lambda new: proves(good + new))
        most_bad = _first(more, lambda bad: refutes(good + lost + more - bad))
        passes = 0.0 if fewest is None else _tail(more, (good + 0.5) / (items + 1), fewest)
        is_bad = (items - good - lost + 0.5) / (items + 1)
        fails = 0.0 if most_bad is None else _tail(more, is_bad, most_bad)
        return passes + fails >= power

    low, high = 0, 1
    while not decides(high):
        if high >= _MOST_ITEMS:
            return None
        low, high = high, min(high * 2, _MOST_ITEMS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if decides(middle) else (middle, high)
    return high


def _first(most: int, holds: Callable[[int], bool]) -> int | None:
    """Return the first number up to ``most`` from which something holds on, None without one."""
    if not holds(most):
        return None
    low, high = -1, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _tail(n: int, rate: float, least: int) -> float:
    """Return the probability of at least so many successes."""
    return float(binomial(n, rate)[least:].sum())
