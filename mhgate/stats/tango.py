"""Tango's score statistic and interval for a paired difference of two rates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

__all__ = ["DifferenceInterval", "tango_interval", "tango_lower_bound", "tango_statistic"]

_Floats = NDArray[np.float64]

_NARROW = 3e-14  # far below the last digit that any bound is printed with
_AT_ONCE = 4096  # statistics worked out together: many trial differences for few data sets


@dataclass(frozen=True, slots=True)
class DifferenceInterval:
    """A two-sided interval of a difference at ``level``."""

    difference: float
    lower: float
    upper: float
    level: float


def tango_statistic(
    gains: ArrayLike, losses: ArrayLike, n: ArrayLike, difference: ArrayLike
) -> _Floats:
    """Return the score statistic of a paired difference: above 0 where the data lie above it.

    Args:
        gains: pairs that went from bad to good, real, in [0, n]; any shape that broadcasts.
        losses: pairs that went from good to bad, real, gains + losses at most n.
        n: pairs, real, above 0.
        difference: the difference under test, in [-1, 1].

    Returns:
        Standard normal values under the hypothesis; infinite at a difference of -1 or 1 that the
        data contradict; 0 where the data are what the hypothesis says without any spread.

    Source:
        Tango (1998), Statistics in Medicine 17, 891-908, equation for the score test with the
        restricted estimate q, doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B.

    Assumption:
        Pairs are independent of one another.

    Example:
        >>> round(float(tango_statistic(0, 0, 30, -0.1)), 4)
        1.8257
    """
    g, lost, n, d = np.broadcast_arrays(
        *(np.asarray(each, dtype=float) for each in (gains, losses, n, difference))
    )
    linear = -g - lost + (2 * n - g + lost) * d
    constant = -lost * d * (1 - d)
    root = np.sqrt(np.maximum(linear**2 - 8 * n * constant, 0.0))
    restricted = np.maximum((root - linear) / (4 * n), 0.0)
    scatter = np.maximum(n * (2 * restricted + d * (1 - d)), 0.0)
    distance = g - lost - n * d
    is_spread = scatter > 0
    ratio = distance / np.sqrt(np.where(is_spread, scatter, 1.0))
    flat = np.where(distance == 0, 0.0, np.copysign(np.inf, distance))
    return np.where(is_spread, ratio, flat)


def tango_lower_bound(
    gains: ArrayLike, losses: ArrayLike, n: ArrayLike, critical: ArrayLike
) -> float:
    """Return the lowest lower bound among several data sets (or of one).

    Args:
        gains: as for :func:`tango_statistic`, shape () or (sets,).
        losses: likewise.
        n: likewise.
        critical: the statistic's value at the bound, above 0: a normal or t quantile.

    Returns:
        The largest difference at which every data set's statistic still reaches ``critical``,
        in [-1, 1].

    Source:
        Tango (1998), as above: the interval inverts the test; the statistic falls as the
        difference under test rises.

    Assumption:
        As :func:`tango_statistic`.

    Example:
        >>> round(tango_lower_bound(0, 0, 100, 1.959963985), 4)
        -0.037
    """
    g, lost, n, c = np.broadcast_arrays(
        *(np.asarray(each, dtype=float) for each in (gains, losses, n, critical))
    )
    g, lost, n, c = (each.reshape(-1, 1) for each in (g, lost, n, c))
    low, high = -1.0, float(np.min((g - lost) / n))
    trials = int(np.clip(_AT_ONCE // g.size, 1, 255))
    while high - low > _NARROW:
        edges = np.linspace(low, high, trials + 2)
        reached = np.all(tango_statistic(g, lost, n, edges[1:-1]) >= c, axis=0)
        # The first that falls short decides, whatever rounding does behind it.
        kept = trials if reached.all() else int(np.argmin(reached))
        low, high = float(edges[kept]), float(edges[kept + 1])
    return low


def tango_interval(
    gains: float, losses: float, n: float, *, level: float = 0.9
) -> DifferenceInterval:
    """Return the score interval of a paired difference between independent pairs.

    Args:
        gains: pairs that went from bad to good, real, in [0, n].
        losses: pairs that went from good to bad, real, gains + losses at most n.
        n: pairs, real, above 0.
        level: two-sided level, in (0, 1).

    Returns:
        The interval, inside [-1, 1], around (gains - losses) / n.

    Raises:
        ValueError: counts are negative or exceed n.

    Source:
        Tango (1998), Statistics in Medicine 17, 891-908,
        doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B.

    Assumption:
        Pairs are independent of one another: for families see
        :func:`mhgate.stats.paired_difference.paired_difference`.

    Example:
        >>> interval = tango_interval(1, 7, 21, level=0.95)
        >>> round(interval.lower, 4), round(interval.upper, 4)
        (-0.5172, -0.026)
    """
    if not (gains >= 0 and losses >= 0 and n > 0 and gains + losses <= n):
        raise ValueError(f"{gains} gains and {losses} losses do not fit into {n} pairs")
    critical = float(ndtri((1 + level) / 2))
    return DifferenceInterval(
        difference=(gains - losses) / n,
        lower=tango_lower_bound(gains, losses, n, critical),
        upper=-tango_lower_bound(losses, gains, n, critical),
        level=level,
    )
