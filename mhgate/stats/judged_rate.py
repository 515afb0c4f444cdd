"""The interval of a rate over families as a judge saw it, with the judge's own error included."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.cluster_rate import ClusterRate, rate_by_sides
from mhgate.stats.melded import JudgeCounts, melded_lower, melded_p_at_least

__all__ = ["MeldedCounts", "judged_rate"]

_Floats = NDArray[np.float64]


def judged_rate(
    good: ArrayLike,
    unmeasured: ArrayLike,
    sizes: ArrayLike,
    judge: JudgeCounts,
    *,
    level: float = 0.9,
    icc_floor: float = 0.1,
    threshold: float | None = None,
) -> ClusterRate:
    """Return the interval of the true rate from a judge's counts by family.

    What :func:`~mhgate.stats.cluster_rate.cluster_rate` is for exact counts: the lower bound counts
    what could not be measured as judged bad, the upper bound as judged good, and both bounds are
    the worst over every data set with fewer bad (or fewer good) trials. So one more trial judged
    good never lowers a bound, and one more unmeasured trial never narrows the interval.

    A worse judge never narrows on its own side: one that catches fewer of the truly bad gold never
    raises the lower bound, and one that accepts fewer of the truly good gold never lowers the upper
    bound. It can move the other bound inwards, because the same count then means another rate; what
    widens with a worse judge, or less gold, is the interval to be expected for a given true rate.

    Args:
        good: trials judged good, by family, shape (families,).
        unmeasured: trials that could not be measured, by family, shape (families,).
        sizes: all trials asked, by family, shape (families,), each above 0; what is neither good
            nor unmeasured was judged bad.
        judge: how many gold labels of each class the judge got right, effective counts where the
            gold itself comes in families.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.
        icc_floor: the least intra-family correlation that is believed, in [0, 1].
        threshold: a true rate in [0, 1] to test against, or None.

    Returns:
        Bounds in [0, 1], never NaN. No trials, one family alone, or a judge no better than chance
        give [0, 1] and a p-value of 1. The p-value is the smallest one-sided error rate whose upper
        bound lies below the threshold: 1 where no rate below 0.499 does.

    Raises:
        ValueError: lengths differ, or a count lies outside its family.

    Source:
        Bayer, Fay, Graubard (2023), arXiv 2205.13494 (melding) on the effective counts of Korn,
        Graubard (1998), Survey Methodology 24, 193-201. Counting on both sides: Manski (1989),
        Journal of Human Resources 24, 343-360, doi:10.2307/145818.

    Assumption:
        Families are independent draws of what the product will meet. The gold describes the judge
        on this run, and the judge's errors do not come in families beyond what the floor allows.

    Example:
        >>> judge = JudgeCounts(97, 100, 46, 50)
        >>> result = judged_rate([2] * 28 + [1, 0], [0] * 30, [2] * 30, judge, threshold=0.85)
        >>> round(result.lower, 3), round(result.upper, 3)
        (0.845, 1.0)
        >>> blind = judged_rate([2] * 30, [0] * 30, [2] * 30, JudgeCounts(50, 100, 25, 50))
        >>> blind.lower, blind.upper
        (0.0, 1.0)
    """
    return rate_by_sides(
        good,
        unmeasured,
        sizes,
        of_bad=MeldedCounts(judge),
        of_good=MeldedCounts(judge.mirrored()),
        level=level,
        icc_floor=icc_floor,
        threshold=threshold,
    )


class MeldedCounts:
    """The melded exact method on counts of what the judge called good."""

    def __init__(self, judge: JudgeCounts) -> None:
        """Take the judge whose counts they are; mirror it to count what it called bad."""
        self._judge = judge

    def p_at_least(self, x: _Floats, n: _Floats, rate: float) -> _Floats:
        """Return the melded p-values.

        Only counts that no other one dominates (no more good, no fewer bad) are worked out: the
        others cannot be the largest, and say 0.
        """
        if x.ndim == 0:
            return melded_p_at_least(x, n, rate, self._judge)
        worst = _undominated(x, n)
        tails = np.zeros_like(x)
        tails[worst] = melded_p_at_least(x[worst], n[worst], rate, self._judge)
        return tails

    def lower_bound(self, x: float, n: float, alpha: float) -> float:
        """Return the melded bound."""
        return melded_lower(x, n, self._judge, alpha=alpha)


def _undominated(x: _Floats, n: _Floats) -> NDArray[np.intp]:
    """Return where no other count has at most as many good and at least as many bad."""
    order = np.lexsort((x - n, x))  # fewest good first, of these the most bad
    most_bad = np.maximum.accumulate((n - x)[order])
    first = np.concatenate([[True], most_bad[1:] > most_bad[:-1]])
    smallest = int(np.argmin(n))  # the claim of a perfect judge depends on n alone
    return np.union1d(order[first], smallest)
