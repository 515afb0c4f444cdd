"""The rate behind a judge that errs, in closed form (Lang-Reiczigel): a check on the melded one."""

from __future__ import annotations

import math

from scipy.special import ndtri

from mhgate.stats.clopper_pearson import ProportionInterval
from mhgate.stats.melded import JudgeCounts

__all__ = ["lang_reiczigel"]


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
    z = float(ndtri((1 + level) / 2))
    trials = n + z * z
    reported = (x + z * z / 2) / trials
    sensitivity = (judge.judged_good + 1) / (judge.good + 2)
    specificity = (judge.judged_bad + 1) / (judge.bad + 2)
    informed = sensitivity + specificity - 1
    if n == 0 or informed <= 0:
        return ProportionInterval(0.0, 1.0, level)
    rate = (reported + specificity - 1) / informed  # clipped at the end only, as in the source
    missed = sensitivity * (1 - sensitivity) / (judge.good + 2)
    slipped = specificity * (1 - specificity) / (judge.bad + 2)
    shift = 2 * z * z * (rate * missed - (1 - rate) * slipped)
    variance = reported * (1 - reported) / trials
    variance += rate**2 * missed + (1 - rate) ** 2 * slipped
    reach = z * math.sqrt(variance) / informed
    return ProportionInterval(
        lower=min(max(rate + shift - reach, 0.0), 1.0),
        upper=min(max(rate + shift + reach, 0.0), 1.0),
        level=level,
    )
