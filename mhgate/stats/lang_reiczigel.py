"""The rate behind a judge that errs, in closed form (Lang-Reiczigel): a check on the melded one."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from mhgate.stats.clopper_pearson import ProportionInterval
from mhgate.stats.melded import JudgeCounts

__all__ = ["lang_reiczigel", "lang_reiczigel_bounds"]

_Floats = NDArray[np.float64]


def lang_reiczigel(
    x: float, n: float, judge: JudgeCounts, *, level: float = 0.9
) -> ProportionInterval:
    """Return the adjusted Wald interval of the true rate, the judge's error included.

    Args:
        x: trials judged good, real, in [0, n].
        n: trials, real, at least 0; 0 trials give [0, 1].
        judge: the judge's gold counts.
        level: two-sided level, in (0, 1).

    Returns:
        The interval, inside [0, 1], never NaN; [0, 1] for a judge whose adjusted sensitivity and
        specificity add up to 1 or less.

    Raises:
        ValueError: x lies outside [0, n], or the level outside (0, 1).

    Source:
        Lang, Reiczigel (2014), Prev Vet Med 113, 13-22, doi:10.1016/j.prevetmed.2013.09.015; the
        same interval in Lee et al. (2025), arXiv 2511.21140. The weight of the specificity's error
        is (1 - rate) squared; the paper prints (1 + rate) squared, a misprint.

    Assumption:
        As :func:`~mhgate.stats.melded.melded`, and counts that suffice for a normal approximation.
        Its lower bound errs a little more often than the melded one near 1.

    Example:
        >>> interval = lang_reiczigel(190, 200, JudgeCounts(48, 50, 45, 50), level=0.95)
        >>> round(interval.lower, 6), interval.upper
        (0.921153, 1.0)
    """
    if not 0 <= x <= n:
        raise ValueError(f"x is {x}; expected a count in [0, {n}]")
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; expected a share in (0, 1)")
    lower, upper = lang_reiczigel_bounds(
        x,
        n,
        judge.judged_good,
        judge.judged_bad,
        good=judge.good,
        bad=judge.bad,
        alpha=(1 - level) / 2,
    )
    return ProportionInterval(lower=float(lower), upper=float(upper), level=level)


def lang_reiczigel_bounds(
    x: ArrayLike,
    n: ArrayLike,
    judged_good: ArrayLike,
    judged_bad: ArrayLike,
    *,
    good: ArrayLike,
    bad: ArrayLike,
    alpha: float,
) -> tuple[_Floats, _Floats]:
    """Return the bounds of many counts at once.

    Args:
        x: trials judged good, real, in [0, n]; any shapes that broadcast, here and below.
        n: trials, real, at least 0.
        judged_good: of the truly good gold, how many were judged good, real, in [0, good].
        judged_bad: of the truly bad gold, how many were judged bad, real, in [0, bad].
        good: truly good gold, real, at least 0.
        bad: truly bad gold, real, at least 0.
        alpha: error rate of each bound alone, in (0, 0.5).

    Returns:
        Lower and upper bounds in [0, 1], of the broadcast shape.

    Source:
        As :func:`lang_reiczigel`.

    Assumption:
        As there.

    Example:
        >>> lower, _ = lang_reiczigel_bounds([150, 190], 200, 48, 45, good=50, bad=50, alpha=0.025)
        >>> [round(float(bound), 3) for bound in lower]
        [0.668, 0.921]
    """
    z = -float(ndtri(alpha))
    x, n = np.asarray(x, dtype=float), np.asarray(n, dtype=float)
    good_weight, bad_weight = np.asarray(good) + 2.0, np.asarray(bad) + 2.0
    trials = n + z * z
    reported = (x + z * z / 2) / trials
    sensitivity = (np.asarray(judged_good) + 1) / good_weight
    specificity = (np.asarray(judged_bad) + 1) / bad_weight
    youden = sensitivity + specificity - 1
    known = (n > 0) & (youden > 0)
    youden = np.where(known, youden, 1.0)
    rate = (reported + specificity - 1) / youden  # clipped at the end only, as in the source
    missed = sensitivity * (1 - sensitivity) / good_weight
    slipped = specificity * (1 - specificity) / bad_weight
    shift = 2 * z * z * (rate * missed - (1 - rate) * slipped)
    variance = reported * (1 - reported) / trials + rate**2 * missed + (1 - rate) ** 2 * slipped
    reach = z * np.sqrt(variance) / youden
    return (
        np.where(known, np.clip(rate + shift - reach, 0.0, 1.0), 0.0),
        np.where(known, np.clip(rate + shift + reach, 0.0, 1.0), 1.0),
    )
