"""The exact test of a paired difference of two rates, its p-value and bounds; independent pairs.

Tango's statistic orders the outcomes; the p-value is the probability of one at least as extreme,
the largest over all rates of discordance that the hypothesis allows. So it errs at most as often
as it says at every n, where the normal quantile errs in up to .059 at .05. It costs a few
milliseconds a p-value and needs whole counts and independent pairs: families have no exact form.

The statistic falls with the losses, so an extreme region is a flight of stairs: the most losses
for each number of gains. Its probability is one sum over the gains instead of one over all tables.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, gammaln, ndtri, xlog1py, xlogy

from mhgate.stats.tango import DifferenceInterval, tango_statistic

__all__ = ["exact_critical_value", "exact_interval", "exact_lower_bound", "exact_p_value"]

_Floats = NDArray[np.float64]
_Counts = NDArray[np.int64]

_TIE = 1e-10  # statistics that differ by less are the same one
_COARSE, _FINE = 64, 9  # rates of discordance looked at, and then again beside the worst of them
_HALVINGS = 18  # of [-1, 1]: 8e-6, rounded away from what was observed
_HOPELESS, _CERTAIN = 1.0, 1.5  # distances from the normal quantile that no exact p-value bridges
_FEW = 30  # pairs up to which the exact p-value may be anywhere
_REMEMBERED = 4096  # results: simulations ask for the same few tables again and again
_STATISTICS = 12.0  # rejects at any level that a family of claims could need


@lru_cache(maxsize=_REMEMBERED)
def exact_p_value(gains: int, losses: int, n: int, *, difference: float) -> float:
    """Return the p-value against "the difference of the rates is at most ``difference``".

    Non-inferiority at a margin D is a difference of -D; "it got worse" is a difference of 0 with
    gains and losses exchanged.

    Args:
        gains: pairs that went from bad to good, whole, in [0, n].
        losses: pairs that went from good to bad, whole, gains + losses at most n.
        n: pairs, whole, at least 1; meant for at most 300.
        difference: the difference under test, in (-1, 1).

    Returns:
        A p-value in [0, 1]. It never rises with a gain, nor with a loss undone.

    Raises:
        ValueError: the counts do not fit, or the difference lies outside (-1, 1).

    Source:
        Hsueh, Liu, Chen (2001), Biometrics 57, 478-483, doi:10.1111/j.0006-341X.2001.00478.x: the
        exact unconditional test for paired rates, on the statistic of Tango (1998),
        doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B. Among the differences
        that the hypothesis allows the tested one is the worst, as the region falls with losses.

    Assumption:
        Pairs are independent of one another.

    Example:
        >>> round(exact_p_value(0, 0, 59, difference=-0.05), 5)
        0.04849
    """
    _check(gains, losses, n)
    if not -1 < difference < 1:
        raise ValueError(f"difference is {difference}; expected a number in (-1, 1)")
    statistic = float(tango_statistic(gains, losses, n, difference))
    return _largest(_stairs(n, difference, statistic), n, difference, enough=1.0)


@lru_cache(maxsize=_REMEMBERED)
def exact_lower_bound(gains: int, losses: int, n: int, *, alpha: float) -> float:
    """Return the one-sided lower bound of the difference: what the exact test does not reject.

    The p-value of one table is not quite monotone in the difference (the tables are ordered anew
    at each), though no case is known in which it passes alpha = .05 twice; the bound is where
    halving [-1, 1] finds it to pass alpha, rounded down. 0 is the first point that is halved at:
    the bound is at least 0 if and only if the p-value at 0 is at most alpha.

    Args:
        gains: as for :func:`exact_p_value`.
        losses: likewise.
        n: likewise.
        alpha: error rate of this one bound, in (0, 0.5).

    Returns:
        A bound in [-1, 1), at most 1e-5 too low. One more gain, or a loss undone, never lowers it.

    Raises:
        ValueError: the counts do not fit, or alpha lies outside (0, 0.5).

    Source:
        Hsueh, Liu, Chen (2001), as above: the test inverted.

    Assumption:
        As :func:`exact_p_value`.

    Example:
        >>> round(exact_lower_bound(0, 0, 59, alpha=0.05), 4)
        -0.0495
    """
    _check(gains, losses, n)
    if not 0 < alpha < 0.5:  # noqa: PLR2004 - half is where a bound stops being one
        raise ValueError(f"alpha is {alpha}; expected a share in (0, 0.5)")
    quantile = -float(ndtri(alpha))
    low, high = -1.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        statistic = float(tango_statistic(gains, losses, n, middle))
        if n > _FEW and statistic < quantile - _HOPELESS:
            rejected = False
        elif n > _FEW and statistic > quantile + _CERTAIN:
            rejected = True
        else:
            stairs = _stairs(n, middle, statistic)
            rejected = _largest(stairs, n, middle, enough=alpha) <= alpha
        low, high = (middle, high) if rejected else (low, middle)
    return low


def exact_interval(gains: int, losses: int, n: int, *, level: float = 0.9) -> DifferenceInterval:
    """Return the two-sided interval of the difference: both one-sided exact bounds.

    Args:
        gains: as for :func:`exact_p_value`.
        losses: likewise.
        n: likewise.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.

    Returns:
        The interval, inside [-1, 1], around (gains - losses) / n.

    Raises:
        ValueError: the counts do not fit, or the level lies outside (0, 1).

    Source:
        As :func:`exact_lower_bound`.

    Assumption:
        As :func:`exact_p_value`.

    Example:
        >>> interval = exact_interval(2, 3, 100)
        >>> round(interval.lower, 4), round(interval.upper, 4)
        (-0.057, 0.0344)
    """
    alpha = (1 - level) / 2
    return DifferenceInterval(
        difference=(gains - losses) / n,
        lower=exact_lower_bound(gains, losses, n, alpha=alpha),
        upper=-exact_lower_bound(losses, gains, n, alpha=alpha),
        level=level,
    )


@lru_cache(maxsize=_REMEMBERED)
def exact_critical_value(n: int, *, difference: float, alpha: float) -> float:
    """Return the statistic from which on the exact test rejects at ``alpha``.

    Args:
        n: pairs, whole, at least 1; meant for at most 300.
        difference: the difference under test, in (-1, 1).
        alpha: one-sided error rate, in (0, 0.5).

    Returns:
        A value of Tango's statistic, within 1e-4 of the least one that keeps the level.

    Raises:
        ValueError: n is below 1, the difference outside (-1, 1), or alpha outside (0, 0.5).

    Source:
        As :func:`exact_p_value`, whose p-value depends on the data through the statistic alone.

    Assumption:
        As :func:`exact_p_value`.

    Example:
        >>> round(exact_critical_value(100, difference=0.0, alpha=0.05), 2)
        1.67
    """
    if n < 1 or not -1 < difference < 1 or not 0 < alpha < 0.5:  # noqa: PLR2004 - as for a bound
        raise ValueError(f"n {n}, difference {difference} or alpha {alpha} is out of range")
    low, high = 0.0, _STATISTICS
    while high - low > 1e-4:  # noqa: PLR2004 - far below what tells two tables apart
        middle = (low + high) / 2
        keeps = _largest(_stairs(n, difference, middle), n, difference, enough=alpha) <= alpha
        low, high = (low, middle) if keeps else (middle, high)
    return high


def _stairs(n: int, difference: float, statistic: float) -> _Counts:
    """Return for 0 to n gains the most losses whose statistic is at least this one; -1 for none."""
    gains = np.arange(n + 1)
    low, high = np.full(n + 1, -1), n - gains
    while np.any(low < high):
        middle = (low + high + 1) // 2
        reached = tango_statistic(gains, middle, n, difference) >= statistic - _TIE
        low, high = np.where(reached, middle, low), np.where(reached, high, middle - 1)
    return low


def _largest(stairs: _Counts, n: int, difference: float, *, enough: float) -> float:
    """Return the largest probability of the region, or any one that is above ``enough``."""
    least, most = max(0.0, difference), (1 + difference) / 2
    places = np.linspace(0.0, 1.0, _COARSE)
    best, step = 0.0, 1 / (_COARSE - 1)
    for _ in range(3):
        # Squares: the probability changes fastest where gains are rare.
        found = _probability(stairs, n, least + (most - least) * places**2, difference)
        worst = int(np.argmax(found))
        best = max(best, float(found[worst]))
        if best > enough:
            break
        places = np.clip(places[worst] + step * np.linspace(-1, 1, _FINE), 0.0, 1.0)
        step *= 2 / (_FINE - 1)
    return min(best, 1.0)


def _probability(stairs: _Counts, n: int, gain: _Floats, difference: float) -> _Floats:
    gains = np.flatnonzero(stairs >= 0)
    losses, rate = stairs[gains], gain[:, np.newaxis]
    choose = gammaln(n + 1) - gammaln(gains + 1) - gammaln(n - gains + 1)
    of_gains = np.exp(choose + xlogy(gains, rate) + xlog1py(n - gains, -rate))
    rest = np.maximum(1 - rate, 1e-300)
    loss = np.clip((rate - difference) / rest, 0.0, 1.0)
    return np.asarray((of_gains * bdtr(losses.astype(float), n - gains, loss)).sum(axis=1))


def _check(gains: int, losses: int, n: int) -> None:
    whole = all(float(count).is_integer() for count in (gains, losses, n))
    if not (whole and gains >= 0 and losses >= 0 and n >= 1 and gains + losses <= n):
        raise ValueError(
            f"{gains} gains and {losses} losses among {n} pairs; expected whole counts that fit"
        )
