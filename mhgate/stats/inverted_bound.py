"""A p-value from a bound: the smallest error rate at which the bound still rejects."""

from __future__ import annotations

import math
from collections.abc import Callable

__all__ = ["p_from_bound"]

_LEAST = 1e-6
_STEPS = 24


def p_from_bound(rejects: Callable[[float], bool], *, at: float) -> float:
    """Return the p-value of what a one-sided bound rejects.

    Args:
        rejects: whether the bound that errs at this rate rejects; it must reject at every larger
            rate too.
        at: the largest rate that is asked for, in (0, 0.5).

    Returns:
        The smallest rate at which it rejects, from 1e-6 on; 1 where it does not reject at ``at``,
        which is never too small.

    Source:
        Duality of tests and confidence bounds: Casella, Berger (2002), Statistical Inference,
        theorem 9.2.2; found by bisection on the logarithm.

    Assumption:
        That of the bound.

    Example:
        >>> round(p_from_bound(lambda alpha: alpha > 0.003, at=0.05), 4)
        0.003
        >>> p_from_bound(lambda alpha: alpha > 0.2, at=0.05)
        1.0
    """
    if not rejects(at):
        return 1.0
    if rejects(_LEAST):
        return _LEAST
    low, high = math.log(_LEAST), math.log(at)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if rejects(math.exp(middle)):
            high = middle
        else:
            low = middle
    return math.exp(high)
