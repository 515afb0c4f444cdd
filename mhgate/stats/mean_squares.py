"""Mean squares of a targets-by-raters table, from sums that add up over targets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["MeanSquares", "mean_squares", "target_sums"]

_Floats = NDArray[np.float64]

_ROUNDING = 1e-12  # of the total: a smaller sum of squares is what rounding leaves of none


@dataclass(frozen=True, slots=True, eq=False)
class MeanSquares:
    """Mean squares between targets, between raters, of the error and within targets.

    Each has the shape of the tables they come from; ``targets`` too, ``raters`` is one number.
    """

    between: _Floats
    raters_between: _Floats
    error: _Floats
    within: _Floats
    targets: _Floats
    raters: int


def target_sums(ratings: ArrayLike) -> _Floats:
    """Return for each target the sums from which every ICC follows.

    Args:
        ratings: complete ratings, shape (..., targets, raters). For accuracy they are best centred.

    Returns:
        Shape (..., targets, raters + 3): 1, the ratings, raters times their mean squared, and the
        sum of their squares. Sums over targets, with whatever weights, are the argument of
        :func:`mean_squares`.

    Source:
        The sufficient statistics of the two-way layout: Shrout, Fleiss (1979), Psychological
        Bulletin 86, 420-428, table 1, doi:10.1037/0033-2909.86.2.420.

    Assumption:
        Every rater rated every target.

    Example:
        >>> target_sums([[1.0, 3.0]]).tolist()
        [[1.0, 1.0, 3.0, 8.0, 10.0]]
    """
    x = np.asarray(ratings, dtype=float)
    return np.concatenate(
        [
            np.ones_like(x[..., :1]),
            x,
            x.sum(axis=-1, keepdims=True) ** 2 / x.shape[-1],
            (x * x).sum(axis=-1, keepdims=True),
        ],
        axis=-1,
    )


def mean_squares(sums: ArrayLike) -> MeanSquares:
    """Return the mean squares of one table or of many.

    Args:
        sums: sums of :func:`target_sums` over targets, shape (..., raters + 3).

    Returns:
        Mean squares of shape (...), never negative and never NaN; those of fewer than two targets
        are 0.

    Source:
        Shrout, Fleiss (1979), table 1; McGraw, Wong (1996), Psychological Methods 1, 30-46, table
        2, doi:10.1037/1082-989X.1.1.30.

    Assumption:
        As :func:`target_sums`.

    Example:
        >>> squares = mean_squares(target_sums([[9, 2], [6, 1], [8, 4]]).sum(axis=0))
        >>> round(float(squares.between), 4), round(float(squares.error), 4)
        (3.5, 1.1667)
    """
    added = np.asarray(sums, dtype=float)
    k = added.shape[-1] - 3
    n = added[..., 0]
    columns, square_means, squares = added[..., 1:-2], added[..., -2], added[..., -1]
    is_enough = n > 1
    size = np.where(is_enough, n, 2.0)
    centre = columns.sum(axis=-1) ** 2 / (k * size)
    total = squares - centre
    ground = _ROUNDING * np.maximum(total, 0.0)

    def cleared(of: _Floats) -> _Floats:
        return np.where(is_enough & (of > ground), of, 0.0)

    targets = cleared(square_means - centre)
    raters = cleared((columns**2).sum(axis=-1) / size - centre)
    within = cleared(squares - square_means)
    return MeanSquares(
        between=targets / (size - 1),
        raters_between=raters / (k - 1),
        error=cleared(within - raters) / ((size - 1) * (k - 1)),
        within=within / (size * (k - 1)),
        targets=n,
        raters=k,
    )
