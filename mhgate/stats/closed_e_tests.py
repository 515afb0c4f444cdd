"""Many claims at one error rate from e-values, however they depend on one another."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["anytime_p_value", "closed_e_tests", "closed_e_values"]


def closed_e_values(e_values: Sequence[float]) -> tuple[float, ...]:
    """Return e-values adjusted for all the claims that could have been made.

    Pure Python, as :func:`mhgate.stats.holm.holm` is.

    Args:
        e_values: one for each claim that could be made, each at least 0, infinity allowed.

    Returns:
        Adjusted e-values in the same order, each at least 0 and at most the e-value itself. None
        for none.

    Raises:
        ValueError: an e-value is negative, or NaN.

    Source:
        Vovk, Wang (2021), Annals of Statistics 49, 1736-1754, doi:10.1214/20-AOS2020, section 5:
        the least arithmetic mean over all sets of claims that hold this one, which is the mean with
        the k smallest others, for some k.

    Assumption:
        Each is an e-value on its own (mean at most 1 where its null is true); they may depend on
        one another in any way.

    Example:
        >>> closed_e_values([160.0, 1.0, 1.0])
        (54.0, 1.0, 1.0)
    """
    for e_value in e_values:
        if not e_value >= 0:
            raise ValueError(f"an e-value is {e_value}; expected a number of at least 0")
    order = sorted(range(len(e_values)), key=e_values.__getitem__)
    adjusted = [0.0] * len(e_values)
    for place in order:
        total, least = e_values[place], e_values[place]
        count = 1
        for other in order:
            if other == place:
                continue
            total, count = total + e_values[other], count + 1
            least = min(least, total / count)
        adjusted[place] = least
    return tuple(adjusted)


def closed_e_tests(e_values: Sequence[float], *, alpha: float) -> tuple[bool, ...]:
    """Return which claims may be made.

    Args:
        e_values: as :func:`closed_e_values`.
        alpha: probability of any false claim, in (0, 1).

    Returns:
        Whether each adjusted e-value reaches 1 / alpha.

    Raises:
        ValueError: an e-value is negative or NaN, or alpha lies outside its range.

    Source:
        As :func:`closed_e_values`.

    Assumption:
        As :func:`closed_e_values`. Looking again and again is covered where each e-value is that
        of an e-process at one common time.

    Example:
        >>> closed_e_tests([160.0, 1.0, 1.0], alpha=0.05)
        (True, False, False)
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha}; expected an error rate in (0, 1)")
    return tuple(e_value >= 1 / alpha for e_value in closed_e_values(e_values))


def anytime_p_value(largest: float) -> float:
    """Return the p-value of the largest value that an e-process has taken.

    Args:
        largest: over all looks so far, at least 0, infinity allowed.

    Returns:
        ``1 / largest``, in [0, 1]: 1 up to a value of 1, 0 at infinity. It may enter Holm's
        correction, and only ever falls while the process goes on.

    Raises:
        ValueError: the value is negative, or NaN.

    Source:
        Ville (1939); Ramdas, Gruenwald, Vovk, Shafer (2023), Statistical Science 38, 576-601,
        doi:10.1214/23-STS894.

    Assumption:
        The process is a nonnegative supermartingale that starts at 1 where its null is true.

    Example:
        >>> anytime_p_value(40.0), anytime_p_value(0.5)
        (0.025, 1.0)
    """
    if not largest >= 0:
        raise ValueError(f"the largest value is {largest}; expected a number of at least 0")
    return 0.0 if math.isinf(largest) else min(1.0, 1 / max(largest, 1.0))
