"""The interval of a rate over families, with what could not be measured counted on both sides."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.clopper_pearson import lower_bound, p_at_least
from mhgate.stats.effective_counts import (
    anova_icc,
    effective_counts,
    few_families_factor,
    floor_effect,
)

__all__ = ["ClusterRate", "cluster_rate"]

_Floats = NDArray[np.float64]

_SMALLEST_P = 1e-16
_LARGEST_ALPHA = 0.499  # t quantiles vanish at one half; nothing is claimed up there
_BISECTIONS = 60


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
    x, u, m = (np.asarray(each, dtype=float).ravel() for each in (good, unmeasured, sizes))
    if not x.shape == u.shape == m.shape:
        raise ValueError(f"{len(x)}, {len(u)} and {len(m)} counts by family; expected as many each")
    if not (np.all(m > 0) and np.all(x >= 0) and np.all(u >= 0) and np.all(x + u <= m + 1e-9)):
        raise ValueError("a family's counts are negative, exceed its size, or a family is empty")
    alpha = (1 - level) / 2
    if len(m) <= 1:
        p_below = None if threshold is None else 1.0
        return ClusterRate(0.0, 1.0, level, 0.0, float(m.sum()), len(m), threshold, p_below)
    bad_side = _Side(np.clip(m - x, 0.0, m), m, icc_floor)
    good_side = _Side(np.clip(x + u, 0.0, m), m, icc_floor)
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


class _Side:
    """One side of the interval: a lower bound for one minus the rate of the counted events.

    Holds, for every total up to the observed one, the largest design effect that dropping events
    could lead to: sums of convex functions are bounded by their chords, filled up in the order of
    their slopes. With everything filled, the design effect is the plain one.
    """

    def __init__(self, events: _Floats, sizes: _Floats, icc_floor: float) -> None:
        self.trials = float(sizes.sum())
        self.families = len(sizes)
        total = float(events.sum())
        steps = np.arange(np.floor(total) + 1)
        self.totals = total - steps[::-1]
        self.rates = self.totals / self.trials
        self.effects = self._effects(events, sizes, icc_floor)

    def _effects(self, events: _Floats, sizes: _Floats, icc_floor: float) -> _Floats:
        floor = floor_effect(sizes, icc_floor)
        if self.trials == self.families:
            return np.ones_like(self.totals)
        squares = self._filled(events, events**2, order=-events)
        crossed = self._filled(events, events * sizes, order=sizes)
        scaled = self._filled(events, events**2 / sizes, order=-events / sizes)
        scatter = squares - 2 * self.rates * crossed + self.rates**2 * float(sizes @ sizes)
        spread = self.rates * (1 - self.rates)
        varies = spread > 0
        linearised = np.where(
            varies,
            (self.families / (self.families - 1) / self.trials)
            * np.maximum(scatter, 0.0)
            / np.where(varies, spread, 1.0),
            1.0,
        )
        icc = anova_icc(scaled, self.totals, sizes, families=self.families)
        mean_size = float(sizes @ sizes) / self.trials
        return np.maximum(np.maximum(linearised, 1 + (mean_size - 1) * icc), floor)

    def _filled(self, events: _Floats, values: _Floats, *, order: _Floats) -> _Floats:
        by_slope = np.argsort(order, kind="stable")
        reached = np.concatenate([[0.0], np.cumsum(events[by_slope])])
        worth = np.concatenate([[0.0], np.cumsum(values[by_slope])])
        return np.asarray(np.interp(self.totals, reached, worth))

    def _effective(self, alpha: float) -> tuple[_Floats, _Floats]:
        factor = few_families_factor(self.trials, self.families, alpha)
        n = np.minimum(self.trials, self.trials / self.effects * factor)
        return (1 - self.rates) * n, n

    def bound(self, alpha: float) -> float:
        """Return the lowest bound over all totals, inverting only where it could be lower still."""
        x, n = self._effective(alpha)
        lowest = float(lower_bound(x[-1], n[-1], alpha))
        while True:
            worst = int(np.argmax(p_at_least(x, n, lowest)))
            bound = float(lower_bound(x[worst], n[worst], alpha))
            if bound >= lowest:
                return lowest
            lowest = bound

    def p_value(self, other_rate: float) -> float:
        """Return the smallest error rate whose bound lies above ``other_rate``, 1 if there is none.

        The bound is that of the events' complement: of bad trials where the events are good ones.
        Effective counts are taken at the error rate that is tried.
        """
        largest = self._p_value_at(len(self.totals) - 1, other_rate)
        while largest < 1:
            x, n = self._effective(largest)
            worst = int(np.argmax(p_at_least(x, n, other_rate)))
            p_value = self._p_value_at(worst, other_rate)
            if p_value <= largest:
                break
            largest = p_value
        return largest

    def _p_value_at(self, index: int, other_rate: float) -> float:
        rate, effect = 1 - float(self.rates[index]), float(self.effects[index])

        def is_claimed(alpha: float) -> bool:
            factor = few_families_factor(self.trials, self.families, alpha)
            n = min(self.trials, self.trials / effect * factor)
            return bool(p_at_least(rate * n, n, other_rate) < alpha)

        if not is_claimed(_LARGEST_ALPHA):
            return 1.0
        if is_claimed(_SMALLEST_P):
            return _SMALLEST_P
        low, high = math.log(_SMALLEST_P), math.log(_LARGEST_ALPHA)
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            if is_claimed(math.exp(middle)):
                high = middle
            else:
                low = middle
        return math.exp(high)
