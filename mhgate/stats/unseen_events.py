"""One side of a t interval by family that also reckons with rare events, seen or not yet."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

__all__ = ["margin_with_unseen", "margins_with_unseen"]

_Floats = NDArray[np.float64]

# The unseen event counts this much of one that was seen, when the size of an event is told: enough
# for every cell of benchmarks/coverage/bots.py, and enough that one error never raises the lower
# bound of a perfect record; little once families differ by themselves.
_WEIGHT = 0.5


def margin_with_unseen(
    pulls: ArrayLike, *, costliest: float, effective_n: float, alpha: float
) -> float:
    """Return the distance from a figure to its bound, given what each family does to the figure.

    A t interval knows only of what was seen. Where an error is rare, a sample may hold none, or
    one: then it is far too sure. The exact bound of a Poisson count x lies close to
    x + u / 2 + sqrt((u / 2) ** 2 + t ** 2 x), with u what zero events leave open. This is that form
    for any figure: t times its standard error in place of the root of the count, and u times the
    size of an event. The size is told from the pulls (their third moment on this side over their
    second: events of one size give that size, even noise little), with the costliest event that
    could be standing in as half of one.

    Args:
        pulls: by how much each family draws the figure towards this bound, shape (families,), in
            units of the figure, with a mean of 0: the figure's error is nearly their mean.
        costliest: by how much the figure would move towards this bound per share of trials that
            were as costly as can be, at least 0.
        effective_n: so many independent trials the trials are worth, above 0.
        alpha: error rate of the bound, in (0, 0.5).

    Returns:
        At least 0; smaller for a larger ``alpha``.

    Source:
        Zero events: 1 - alpha ** (1 / n), Clopper, Pearson (1934), Biometrika 26, 404-413,
        doi:10.1093/biomet/26.4.404. The form is Wilson's (1927), JASA 22, 209-212,
        doi:10.1080/01621459.1927.10502953, for a count; a t interval's need of the third moment:
        Johnson (1978), JASA 73, 536-544, doi:10.1080/01621459.1978.10480051. Putting them together
        is this project's own: benchmarks/coverage/bots.py shows how often it errs.

    Assumption:
        Families are independent; a rare event befalls trials, correlated in families no more than
        ``effective_n`` was told.

    Example:
        >>> nothing = margin_with_unseen([0.0] * 60, costliest=1, effective_n=60, alpha=0.05)
        >>> even = margin_with_unseen([1.0, -1.0] * 30, costliest=1, effective_n=60, alpha=0.05)
        >>> round(nothing, 4), round(even, 3)
        (0.0487, 0.23)
    """
    return float(
        margins_with_unseen(pulls, costliest=costliest, effective_n=effective_n, alpha=alpha)
    )


def margins_with_unseen(
    pulls: ArrayLike,
    *,
    costliest: ArrayLike,
    effective_n: ArrayLike,
    alpha: float,
    counts: ArrayLike | None = None,
) -> _Floats:
    """Return :func:`margin_with_unseen` of many samples at once.

    Args:
        pulls: as there, shape (..., families).
        costliest: as there, shape (...).
        effective_n: as there, shape (...).
        alpha: error rate of each bound, in (0, 0.5).
        counts: how many families share each pull, shape (..., families); None for one each.

    Returns:
        Margins, shape (...), each at least 0; at least two families must have made it.

    Source:
        As there.

    Assumption:
        As there.

    Example:
        >>> margins_with_unseen(
        ...     [[0.0, 0.0], [1.0, -1.0]], counts=[30, 30], costliest=1, effective_n=60, alpha=0.05
        ... ).round(4).tolist()
        [0.0487, 0.2302]
    """
    drawn, most = np.asarray(pulls, dtype=float), np.asarray(costliest, dtype=float)
    share = np.broadcast_to(1.0 if counts is None else np.asarray(counts, float), drawn.shape)
    worth = np.asarray(effective_n, dtype=float)
    families = share.sum(axis=-1)
    squares = (share * drawn * drawn).sum(axis=-1)
    cubes = (share * np.maximum(drawn, 0.0) ** 3).sum(axis=-1)
    seen = -stdtrit(families - 1, alpha) * np.sqrt(squares / (families * (families - 1)))
    unit = most * families / worth
    weighed = squares + _WEIGHT * unit**2
    size = (cubes + _WEIGHT * unit**3) / np.where(weighed > 0, weighed, 1.0)
    half = worth * (1 - alpha ** (1 / worth)) * size / families / 2
    return np.asarray(half + np.hypot(half, seen))
