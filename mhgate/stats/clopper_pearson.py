"""Exact binomial bounds and p-values (Clopper-Pearson), for real-valued counts too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, betaincinv

__all__ = [
    "ProportionInterval",
    "clopper_pearson",
    "lower_bound",
    "p_at_least",
    "p_at_most",
    "upper_bound",
]

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ProportionInterval:
    """A two-sided interval at ``level``; each bound alone is one-sided at ``(1 + level) / 2``."""

    lower: float
    upper: float
    level: float


def p_at_least(x: ArrayLike, n: ArrayLike, rate: ArrayLike) -> _Floats:
    """Return P(X >= x) for a binomial X: the p-value against "the rate is at most ``rate``".

    Args:
        x: successes, real, in [0, n]; any shape that broadcasts.
        n: trials, real, at least 0.
        rate: success rate, in [0, 1].

    Returns:
        Probabilities in [0, 1], of the broadcast shape; 1 where x is 0.

    Source:
        Clopper, Pearson (1934), Biometrika 26, 404-413, doi:10.1093/biomet/26.4.404; the binomial
        tail as an incomplete beta function, I_rate(x, n - x + 1), carries it to real counts.

    Assumption:
        Trials are independent with one rate; counts that are not whole stand for effective ones.

    Example:
        >>> round(float(p_at_least(59, 59, 0.95)), 4)
        0.0485
    """
    x, n, rate = np.broadcast_arrays(*(np.asarray(each, dtype=float) for each in (x, n, rate)))
    inner = x > 0
    tail = betainc(np.where(inner, x, 1.0), np.where(inner, n - x + 1.0, 1.0), rate)
    return np.where(inner, tail, 1.0)


def p_at_most(x: ArrayLike, n: ArrayLike, rate: ArrayLike) -> _Floats:
    """Return P(X <= x) for a binomial X: the p-value against "the rate is at least ``rate``".

    Args:
        x: successes, real, in [0, n]; any shape that broadcasts.
        n: trials, real, at least 0.
        rate: success rate, in [0, 1].

    Returns:
        Probabilities in [0, 1], of the broadcast shape; 1 where x equals n.

    Source:
        As :func:`p_at_least`, on the failures: P(X <= x; rate) = P(n - X >= n - x; 1 - rate).

    Assumption:
        As :func:`p_at_least`.

    Example:
        >>> round(float(p_at_most(0, 10, 0.3)), 4)
        0.0282
    """
    n = np.asarray(n, dtype=float)
    return p_at_least(n - x, n, 1.0 - np.asarray(rate, dtype=float))


def lower_bound(x: ArrayLike, n: ArrayLike, alpha: float) -> _Floats:
    """Return the one-sided lower confidence bound of a rate.

    Args:
        x: successes, real, in [0, n]; any shape that broadcasts.
        n: trials, real, at least 0.
        alpha: error rate of this one bound, in (0, 0.5).

    Returns:
        Bounds in [0, 1]; 0 where x is 0 (and so where n is 0).

    Source:
        Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404: the alpha quantile of
        Beta(x, n - x + 1).

    Assumption:
        As :func:`p_at_least`. The bound errs with probability at most alpha at every rate.

    Example:
        >>> round(float(lower_bound(59, 59, 0.05)), 4)
        0.9505
    """
    x, n = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(n, dtype=float))
    inner = x > 0
    bound = betaincinv(np.where(inner, x, 1.0), np.where(inner, n - x + 1.0, 1.0), alpha)
    return np.where(inner, bound, 0.0)


def upper_bound(x: ArrayLike, n: ArrayLike, alpha: float) -> _Floats:
    """Return the one-sided upper confidence bound of a rate: 1 where x equals n.

    Args:
        x: successes, real, in [0, n]; any shape that broadcasts.
        n: trials, real, at least 0.
        alpha: error rate of this one bound, in (0, 0.5).

    Returns:
        Bounds in [0, 1].

    Source:
        Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404: the lower bound of the failures'
        rate, from 1.

    Assumption:
        As :func:`lower_bound`.

    Example:
        >>> round(float(upper_bound(0, 10, 0.05)), 4)
        0.2589
    """
    n = np.asarray(n, dtype=float)
    return 1.0 - lower_bound(n - x, n, alpha)


def clopper_pearson(x: float, n: float, *, level: float = 0.9) -> ProportionInterval:
    """Return the exact two-sided interval of a rate.

    Args:
        x: successes, real, in [0, n].
        n: trials, real, at least 0; 0 trials give [0, 1].
        level: two-sided level, in (0, 1); 0.9 shows what a one-sided 0.05 decides.

    Returns:
        The interval, inside [0, 1], lower at most x/n at most upper.

    Raises:
        ValueError: x lies outside [0, n], or the level outside (0, 1).

    Source:
        Clopper, Pearson (1934), Biometrika 26, 404-413, doi:10.1093/biomet/26.4.404.

    Assumption:
        Independent trials with one rate; effective counts stand in for correlated ones.

    Example:
        >>> interval = clopper_pearson(95, 100, level=0.95)
        >>> round(interval.lower, 4), round(interval.upper, 4)
        (0.8872, 0.9836)
    """
    if not 0 <= x <= n:
        raise ValueError(f"x is {x}; expected a count in [0, {n}]")
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; expected a share in (0, 1)")
    alpha = (1 - level) / 2
    return ProportionInterval(
        lower=float(lower_bound(x, n, alpha)), upper=float(upper_bound(x, n, alpha)), level=level
    )
