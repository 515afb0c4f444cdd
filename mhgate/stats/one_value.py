"""How far a column that holds one value could be related to another, by zero events."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from mhgate.stats.clopper_pearson import upper_bound

__all__ = ["reach_of_one_value"]

_Floats = NDArray[np.float64]
_Codes = NDArray[np.intp]

_FEWEST_FAMILIES = 3
_MOST_DEPARTING = 10  # one family in so many
_MOST_STARTS = 64
_MOST_STEPS = 64


def reach_of_one_value(
    x: _Floats, y: _Floats, unmeasured: NDArray[np.bool_], codes: _Codes, *, alpha: float
) -> float | None:
    """Return the largest correlation, either way round, that is left to a column of one value.

    One value has no correlation with anything, and leaving out a family shows no spread to judge
    by. What was seen is that ``x`` departs from that value in none of n families, or in few. So it
    departs in at most a share u of all of them, where u is the exact upper bound of so many in n,
    and within these it may follow ``y`` as well as can be. If x is one value outside of a set S,
    then r ** 2 <= 1 - SS(y outside of S) / SS(y), each sum of squares about its own mean; the
    bound takes the worst set of ceil(u n) families. Pairs without ``x`` belong to every S.

    Args:
        x: what was measured, shape (pairs,), anything where it was not.
        y: what it is held against, or its ranks, shape (pairs,), finite.
        unmeasured: whether ``x`` could not be measured, shape (pairs,).
        codes: each pair's family, shape (pairs,).
        alpha: error rate of the bound, in (0, 0.5).

    Returns:
        In [0, 1]. None where nothing can be said: ``x`` departs from every value in more than
        one family in ten (one is always allowed), there are fewer than three families, or ``y``
        holds one value too.

    Source:
        The exact bound: Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404. The largest
        correlation is that of the projection of y on the constant and the pairs of S.

    Assumption:
        Families are independent, and y in them is as in all.

    Example:
        >>> norms = np.arange(90) % 9 + 1.0
        >>> families, none = np.arange(90) // 3, np.zeros(90, dtype=bool)
        >>> reach = reach_of_one_value(np.full(90, 5.0), norms, none, families, alpha=0.05)
        >>> round(reach, 2)
        0.4
    """
    said, known, members = x[~unmeasured], y[~unmeasured], codes[~unmeasured]
    _, members = np.unique(members, return_inverse=True)
    n = int(members.max()) + 1 if len(members) else 0
    if n < _FEWEST_FAMILIES or y.min() == y.max():
        return None
    departing = _departing(said, members, n)
    if departing > max(1, n // _MOST_DEPARTING):
        return None
    free = min(n, math.ceil(float(upper_bound(departing, n, alpha)) * n))
    scale = float(np.abs(y - y.mean()).max())
    centred, all_of_it = (known - y.mean()) / scale, (y - y.mean()) / scale
    rest = _least_squares_left(centred, members, n, free)
    return math.sqrt(min(1.0, max(0.0, 1 - rest / float(all_of_it @ all_of_it))))


def _departing(said: _Floats, members: _Codes, n: int) -> int:
    """Return in how many families a value departs from the one that most families keep to."""
    values, codes = np.unique(said, return_inverse=True)
    sizes = np.bincount(members, minlength=n)
    kept = np.zeros(len(values), dtype=int)
    for value in range(len(values)):
        kept[value] = int((np.bincount(members[codes == value], minlength=n) == sizes).sum())
    return n - int(kept.max())


def _least_squares_left(y: _Floats, members: _Codes, n: int, free: int) -> float:
    """Return the least sum of squares about their mean of all families but so many.

    About a given middle the best ones to leave are those with the largest sums; about given
    families the best middle is their mean. Both in turn, from many middles.
    """
    if free >= n:
        return 0.0
    sizes, sums = np.bincount(members, minlength=n), np.bincount(members, y, minlength=n)
    squares = np.bincount(members, y * y, minlength=n)
    least = math.inf
    for start in np.quantile(y, np.linspace(0, 1, min(_MOST_STARTS, 2 * len(y) + 1))):
        middle = float(start)
        for _ in range(_MOST_STEPS):
            stay = np.argsort(squares - 2 * middle * sums + middle**2 * sizes, kind="stable")
            stay = stay[: n - free]
            mean = float(sums[stay].sum() / sizes[stay].sum())
            least = min(least, float(squares[stay].sum()) - mean**2 * float(sizes[stay].sum()))
            if mean == middle:
                break
            middle = mean
    return max(0.0, least)
