"""The score interval of a rate (Wilson): what a gate without judge error or families would use."""

from __future__ import annotations

import math

from scipy.special import ndtri

from mhgate.stats.clopper_pearson import ProportionInterval

__all__ = ["wilson"]


def wilson(x: float, n: float, *, level: float = 0.9) -> ProportionInterval:
    """Return Wilson's score interval of a rate.

    It is shown for comparison and for rates that decide nothing. Near 1 its lower bound errs more
    often than it says, and on raw counts of families or of an unsure judge far more often.

    Args:
        x: successes, real, in [0, n].
        n: trials, real, at least 0; 0 trials give [0, 1].
        level: two-sided level, in (0, 1).

    Returns:
        The interval, inside [0, 1], lower at most x/n at most upper; the lower bound is 0 where x
        is 0, the upper one 1 where x equals n.

    Raises:
        ValueError: x lies outside [0, n], or the level outside (0, 1).

    Source:
        Wilson (1927), J Am Stat Assoc 22, 209-212, doi:10.1080/01621459.1927.10502953: the rates
        that the score test at this level does not reject; without continuity correction.

    Assumption:
        Independent trials with one rate, many enough for the normal approximation of the score.

    Example:
        >>> interval = wilson(95, 100, level=0.95)
        >>> round(interval.lower, 4), round(interval.upper, 4)
        (0.8882, 0.9785)
    """
    if not 0 <= x <= n:
        raise ValueError(f"x is {x}; expected a count in [0, {n}]")
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; expected a share in (0, 1)")
    if n == 0:
        return ProportionInterval(0.0, 1.0, level)
    z = float(ndtri((1 + level) / 2))
    centre = (x + z * z / 2) / (n + z * z)
    reach = z * math.sqrt(x * (n - x) / n + z * z / 4) / (n + z * z)
    return ProportionInterval(
        lower=0.0 if x == 0 else max(0.0, min(centre - reach, x / n)),
        upper=1.0 if x == n else min(1.0, max(centre + reach, x / n)),
        level=level,
    )
