"""Intraclass correlations: the six forms of Shrout-Fleiss and McGraw-Wong, with F intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import fdtri

from mhgate.stats.mean_squares import MeanSquares, mean_squares, target_sums
from mhgate.stats.ratings import rating_table

__all__ = ["Icc", "icc", "icc_bounds", "icc_values"]

IccForm = Literal["1,1", "A,1", "C,1", "1,k", "A,k", "C,k"]

_Floats = NDArray[np.float64]

_FEW_TARGETS = 3
_ROUNDING = 1e-12  # mean squares that differ by less, of their sum, are the same


@dataclass(frozen=True, slots=True)
class Icc:
    """An intraclass correlation with its F interval at ``level`` and what it rests on.

    ``value``, ``lower`` and ``upper`` are None where they mean nothing; ``reason`` then says why.
    ``dropped`` targets lacked a rating and were left out.
    """

    form: IccForm
    value: float | None
    lower: float | None
    upper: float | None
    level: float
    targets: int
    raters: int
    dropped: int
    reason: str | None

    @property
    def is_degenerate(self) -> bool:
        """Whether the data are of a kind on which no gate may rest."""
        return self.reason is not None


def icc_values(squares: MeanSquares, form: IccForm) -> _Floats:
    """Return the coefficients of many tables at once.

    Args:
        squares: mean squares of the tables, shape (...).
        form: "1", "A" (absolute agreement) or "C" (consistency), of one rater or of the mean of k.

    Returns:
        Coefficients, shape (...), at most 1; minus infinity where there is none: no variance, or
        the mean of k raters with targets that differ no more than the error does.

    Source:
        McGraw, Wong (1996), Psychological Methods 1, 30-46, table 4,
        doi:10.1037/1082-989X.1.1.30.

    Assumption:
        As :func:`icc`.

    Example:
        >>> squares = mean_squares(target_sums([[1, 2], [2, 3], [4, 4]]).sum(axis=0))
        >>> float(icc_values(squares, "A,1").round(4))
        0.8182
    """
    k = squares.raters
    noise = squares.within if form[0] == "1" else squares.error
    rounding = _ROUNDING * (squares.between + noise)
    gap = squares.between - noise
    gap = np.where(np.abs(gap) > rounding, gap, 0.0)
    scale = squares.between + (k - 1) * noise if form[2] == "1" else squares.between
    if form[0] == "A":
        share = 1.0 if form[2] == "k" else float(k)
        scale = scale + share * (squares.raters_between - noise) / np.maximum(squares.targets, 1.0)
    is_defined = scale > rounding
    if form[2] == "k":
        is_defined &= gap > 0
    ratio = np.minimum(gap / np.where(is_defined, scale, 1.0), 1.0)
    return np.where(is_defined, ratio, -np.inf)


def icc_bounds(squares: MeanSquares, form: IccForm, *, level: float) -> tuple[_Floats, _Floats]:
    """Return the F intervals of many tables at once.

    Args:
        squares: mean squares of the tables, shape (...).
        form: as for :func:`icc_values`.
        level: two-sided level, in (0, 1).

    Returns:
        Lower and upper bounds, each of shape (...), around the coefficient; minus and plus
        infinity where there is none: raters that agree perfectly (for "C": but for a constant)
        leave no error to judge by.

    Source:
        McGraw, Wong (1996), Psychological Methods 1, 30-46, table 7,
        doi:10.1037/1082-989X.1.1.30; corrected in the same volume, 390,
        doi:10.1037/1082-989X.1.4.390. The bounds of "A,k" are those of "A,1" stepped up by
        Spearman-Brown.

    Assumption:
        As :func:`icc`.

    Example:
        >>> squares = mean_squares(target_sums([[1, 2], [2, 3], [4, 4], [5, 3]]).sum(axis=0))
        >>> [float(bound.round(3)) for bound in icc_bounds(squares, "C,1", level=0.95)]
        [-0.675, 0.958]
    """
    k, tail = squares.raters, (1 + level) / 2
    value = icc_values(squares, form)
    with np.errstate(all="ignore"):
        if form[0] == "A":
            lower, upper = _agreement_bounds(squares, tail)
        else:
            lower, upper = _ratio_bounds(squares, tail, is_one_way=form[0] == "1")
        if form[2] == "k":
            lower = np.where(1 + (k - 1) * lower > 0, k * lower / (1 + (k - 1) * lower), -np.inf)
            upper = k * upper / (1 + (k - 1) * upper)
    noise = squares.error if form[0] == "C" else squares.within
    is_given = (value > -np.inf) & (noise > 0)
    return (
        np.where(is_given & np.isfinite(lower), np.minimum(lower, value), -np.inf),
        np.where(is_given & np.isfinite(upper), np.maximum(upper, value), np.inf),
    )


def icc(ratings: ArrayLike, *, form: IccForm = "A,1", level: float = 0.9) -> Icc:
    """Return an intraclass correlation and its F interval.

    On skewed scores the F interval's lower bound errs in up to a third of the cases at every
    sample size: it is what papers print, not what a gate may rest on. For that see
    :func:`mhgate.stats.jackknife_sums.jackknife_icc`.

    Args:
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing; targets
            that lack one are left out and counted.
        form: "1,1" raters drawn anew for each target; "A,1" absolute agreement and "C,1"
            consistency of the same raters throughout; "1,k", "A,k", "C,k" of the mean of all k.
        level: two-sided level, in (0, 1).

    Returns:
        The coefficient, at most 1, with bounds around it, never NaN. None as coefficient: fewer
        than two complete targets, no variance at all, or a mean of k raters where targets differ
        no more than the error does. None as bounds: perfect agreement, too. Each has its reason,
        as have two targets.

    Raises:
        ValueError: the form or the level is unknown, or the ratings are no table.

    Source:
        Shrout, Fleiss (1979), Psychological Bulletin 86, 420-428, doi:10.1037/0033-2909.86.2.420;
        McGraw, Wong (1996), Psychological Methods 1, 30-46, doi:10.1037/1082-989X.1.1.30.

    Assumption:
        Targets are independent; for the interval, scores are normal with one variance.

    Example:
        >>> table = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
        ...          [6, 2, 4, 7]]
        >>> found = icc(table, form="A,1", level=0.95)
        >>> round(found.value, 4), round(found.lower, 4), round(found.upper, 4)
        (0.2898, 0.0188, 0.7611)
        >>> icc([[5, 5], [5, 5], [5, 5]]).reason
        'every rating is the same: agreement cannot be told from a constant, and cannot gate'
    """
    if form not in get_args(IccForm):
        raise ValueError(f"the form is {form!r}; expected one of {', '.join(get_args(IccForm))}")
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; expected a share in (0, 1)")
    table = rating_table(ratings)
    squares = mean_squares(target_sums(table.centred).sum(axis=0))
    value = float(icc_values(squares, form))
    lower, upper = (float(bound) for bound in icc_bounds(squares, form, level=level))
    return Icc(
        form=form,
        value=value if np.isfinite(value) else None,
        lower=lower if np.isfinite(lower) else None,
        upper=upper if np.isfinite(upper) else None,
        level=level,
        targets=int(squares.targets),
        raters=table.raters,
        dropped=table.dropped,
        reason=_reason(squares, form),
    )


def _ratio_bounds(
    squares: MeanSquares, tail: float, *, is_one_way: bool
) -> tuple[_Floats, _Floats]:
    n, k = squares.targets, squares.raters
    noise = squares.within if is_one_way else squares.error
    freedom = n * (k - 1) if is_one_way else (n - 1) * (k - 1)
    ratio = squares.between / noise
    low = ratio / fdtri(n - 1, freedom, tail)
    high = ratio * fdtri(freedom, n - 1, tail)
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _agreement_bounds(squares: MeanSquares, tail: float) -> tuple[_Floats, _Floats]:
    n, k = squares.targets, squares.raters
    rows, columns, error = squares.between, squares.raters_between, squares.error
    single = icc_values(squares, "A,1")
    odds = k * single / (n * (1 - single))
    by_raters, by_error = odds * columns, (1 + odds * (n - 1)) * error
    freedom = (by_raters + by_error) ** 2 / (
        by_raters**2 / (k - 1) + by_error**2 / ((n - 1) * (k - 1))
    )
    spread = k * columns + (k * n - k - n) * error
    low, high = fdtri(n - 1, freedom, tail), fdtri(freedom, n - 1, tail)
    return (
        n * (rows - low * error) / (low * spread + n * rows),
        n * (high * rows - error) / (spread + n * high * rows),
    )


def _reason(squares: MeanSquares, form: IccForm) -> str | None:
    noise = squares.within if form[0] == "1" else squares.error
    reasons = (
        (squares.targets <= 1, "fewer than two targets were rated by everybody: cannot gate"),
        (
            squares.between + squares.within == 0,
            "every rating is the same: agreement cannot be told from a constant, and cannot gate",
        ),
        (
            squares.within == 0,
            "agreement is perfect: it leaves no error to judge by; take the exact agreement",
        ),
        (
            squares.between <= noise * (1 + _ROUNDING),
            "targets differ no more than the error does: cannot gate",
        ),
        (
            form[0] == "C" and squares.error == 0,
            "raters differ by a constant alone: it leaves no error to judge by",
        ),
        (
            squares.targets < _FEW_TARGETS,
            "two targets say next to nothing about the next: cannot gate",
        ),
    )
    return next((reason for applies, reason in reasons if applies), None)
