"""The bound on which an ordinal judge gates: a jackknife over clusters, on the scale of atanh.

Where raters agree perfectly, or would without one single cluster, atanh is infinite and a plain
jackknife has nothing to say or too much. One pseudo-disagreement of one category then stands in:
it joins a perfect sample as a cluster of its own, and counts one half in whatever would be perfect
with a cluster left out. So a perfect record is worth what a record with one slip is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from mhgate.stats.ratings import cluster_numbers, rating_table

__all__ = [
    "NOTHING_KNOWN",
    "PERFECT",
    "JackknifeBound",
    "jackknife",
    "jackknife_bounds",
    "pseudo_disagreement",
]

_Floats = NDArray[np.float64]

PERFECT = 1 - 1e-9  # a coefficient from here on is 1 but for rounding
NOTHING_KNOWN = (-1.0, 1.0)

_WORST = -1 + 1e-9
_NO_REACH = 1e-9  # of an interval on the scale of atanh: rounding makes such out of none


@dataclass(frozen=True, slots=True)
class JackknifeBound:
    """A coefficient, its jackknife interval at ``level`` around it, and what it rests on.

    ``lower`` is the one-sided bound at (1 - level) / 2 on which a gate may rest. Where nothing is
    known it is -1 (and ``upper`` 1), and ``reason`` says why. ``value`` is the coefficient as
    observed, None where it has none; ``has_pseudo`` tells that it is perfect and that the
    pseudo-disagreement made the bounds.
    """

    value: float | None
    lower: float
    upper: float
    level: float
    targets: int
    clusters: int
    dropped: int
    has_pseudo: bool
    reason: str | None

    @property
    def is_degenerate(self) -> bool:
        """Whether the data are of a kind on which no gate may rest."""
        return self.reason is not None

    @classmethod
    def of(
        cls,
        value: float | None,
        bounds: tuple[float, float],
        *,
        level: float,
        clusters: NDArray[np.intp],
        dropped: int,
    ) -> JackknifeBound:
        """Return the result, with the reason that these figures give; ``clusters`` by target."""
        different = len(np.unique(clusters))
        reason = None
        if value is None:
            reason = "nothing varies, or nothing was rated twice: there is nothing to measure"
        elif different <= 1:
            reason = "fewer than two clusters say nothing about the next: cannot gate"
        elif bounds == NOTHING_KNOWN:
            reason = "the coefficient rests on one cluster, or all say the same: cannot gate"
        return cls(
            value=value,
            lower=bounds[0] if value is None else min(bounds[0], max(value, -1.0)),
            upper=bounds[1] if value is None else max(bounds[1], min(value, 1.0)),
            level=level,
            targets=len(clusters),
            clusters=different,
            dropped=dropped,
            has_pseudo=value is not None and value >= PERFECT,
            reason=reason,
        )


def jackknife_bounds(
    whole: ArrayLike, left_out: ArrayLike, *, counts: ArrayLike | None = None, level: float = 0.9
) -> tuple[_Floats, _Floats]:
    """Return bounds from a coefficient and from what it is without each cluster.

    Args:
        whole: coefficients of whole samples, in (-1, 1), shape (...).
        left_out: coefficients without one cluster, in (-1, 1), shape (..., clusters).
        counts: how many clusters share each value, whole numbers, shape (..., clusters); None
            for one each. Values that no cluster has may be anything.
        level: two-sided level, in (0, 1).

    Returns:
        Lower and upper bounds in [-1, 1], each of shape (...); -1 and 1, which claim nothing,
        where there are fewer than two clusters, all of them say the same, or a coefficient is not
        inside (-1, 1).

    Source:
        Tukey's pseudo-values on Fisher's z: Miller (1974), Biometrika 61, 1-15,
        doi:10.1093/biomet/61.1.1; t quantile with clusters - 1 degrees of freedom.

    Assumption:
        Clusters are independent; no single one carries the coefficient.

    Example:
        >>> low, high = jackknife_bounds(0.8, [0.78, 0.79, 0.81, 0.82, 0.80, 0.79])
        >>> round(float(low), 3), round(float(high), 3)
        (0.738, 0.858)
    """
    without = np.asarray(left_out, dtype=float)
    share = np.ones_like(without) if counts is None else np.asarray(counts, dtype=float)
    full = np.asarray(whole, dtype=float)
    clusters = share.sum(axis=-1)
    is_inside = (full > _WORST) & (full < 1) & (clusters > 1)
    is_inside &= np.all((share == 0) | ((without > _WORST) & (without < 1)), axis=-1)
    size = np.where(is_inside, clusters, 2.0)
    centre = np.arctanh(np.where(is_inside, full, 0.0))
    is_used = is_inside[..., None] & (share > 0)
    apart = np.arctanh(np.where(is_used, without, 0.0))
    pseudo = size[..., None] * centre[..., None] - (size[..., None] - 1) * apart
    mean = (share * pseudo).sum(axis=-1) / size
    spread = (share * (pseudo - mean[..., None]) ** 2).sum(axis=-1)
    reach = stdtrit(size - 1, (1 + level) / 2) * np.sqrt(spread / (size * (size - 1)))
    is_told = is_inside & (reach > _NO_REACH)
    return (
        np.where(is_told, np.tanh(mean - reach), -1.0),
        np.where(is_told, np.tanh(mean + reach), 1.0),
    )


def pseudo_disagreement(
    categories: ArrayLike, counts: ArrayLike, *, raters: int, step: float = 1.0
) -> _Floats:
    """Return the ratings of a target on which one rater strays by one category.

    Args:
        categories: categories that were used, ascending, shape (categories,).
        counts: how often each was used, shape (..., categories).
        raters: number of raters, at least 2.
        step: distance between neighbouring categories, above 0.

    Returns:
        Ratings, shape (..., raters): the most frequent category (of several the lowest) from all
        raters but the second, who chose its neighbour on the side of the mean.

    Source:
        A pseudo-observation as in Agresti, Coull (1998), American Statistician 52, 119-126,
        doi:10.1080/00031305.1998.10480550, carried from proportions to agreement.

    Assumption:
        Categories are equally spaced.

    Example:
        >>> pseudo_disagreement([3, 4, 5], [1, 2, 9], raters=2).tolist()
        [5.0, 4.0]
    """
    scale, used = np.asarray(categories, dtype=float), np.asarray(counts, dtype=float)
    common = scale[np.argmax(used, axis=-1)]
    mean = used @ scale / used.sum(axis=-1)
    row = np.repeat(common[..., None], raters, axis=-1)
    row[..., 1] += np.where(common < mean, step, -step)
    return row


def jackknife(
    coefficient: Callable[[_Floats], float | None],
    ratings: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    level: float = 0.9,
    step: float = 1.0,
) -> JackknifeBound:
    """Return any coefficient of agreement with its jackknife bounds.

    Args:
        coefficient: takes ratings, shape (targets, raters), NaN where one is missing, and returns
            a coefficient that is 1 for perfect agreement, or None where it has none. It is called
            once for each cluster and sees some targets twice.
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing; targets
            that nobody rated are left out and counted.
        clusters: labels, shape (targets,): whole clusters are left out; None leaves out targets.
        level: two-sided level, in (0, 1).
        step: distance between neighbouring categories, above 0; one such slip is added to a
            perfect record.

    Returns:
        The coefficient and its bounds, never NaN; -1 and 1 with a reason where nothing is known.

    Raises:
        ValueError: the ratings are no table, or the labels are not one for each target.

    Source:
        As :func:`jackknife_bounds`.

    Assumption:
        As :func:`jackknife_bounds`.

    Example:
        >>> from mhgate.stats.krippendorff import krippendorff_alpha
        >>> table = [[1, 1, 1], [2, 2, 3], [3, 3, None], [5, 4, 5], [5, 5, 5], [2, 1, 1]] * 10
        >>> found = jackknife(lambda rows: krippendorff_alpha(rows).value, table)
        >>> round(found.value, 3), round(found.lower, 3)
        (0.912, 0.889)
    """
    table = rating_table(ratings)
    is_kept = np.asarray(table.is_rated.any(axis=1))
    rows = np.where(table.is_rated, table.values, np.nan)[is_kept]
    numbers = cluster_numbers(clusters, len(is_kept))[is_kept]
    value = coefficient(rows) if len(rows) else None
    bounds = NOTHING_KNOWN
    if value is not None:
        used, counts = np.unique(table.values[table.is_rated], return_counts=True)
        pseudo = pseudo_disagreement(used, counts, raters=table.raters, step=step)
        bounds = _bounds(coefficient, value, rows, numbers, pseudo=pseudo[None, :], level=level)
    return JackknifeBound.of(
        value, bounds, level=level, clusters=numbers, dropped=int((~is_kept).sum())
    )


def _bounds(
    coefficient: Callable[[_Floats], float | None],
    value: float,
    rows: _Floats,
    numbers: NDArray[np.intp],
    *,
    pseudo: _Floats,
    level: float,
) -> tuple[float, float]:
    whole: float | None = value
    if value >= PERFECT:
        rows, numbers = np.concatenate([rows, pseudo]), np.append(numbers, -1)
        whole = coefficient(rows)
    without = []
    for number in np.unique(numbers):
        rest = rows[numbers != number]
        left = coefficient(rest) if len(rest) else None
        if left is not None and left >= PERFECT:
            left = coefficient(np.concatenate([rest, rest, pseudo]))
        without.append(-np.inf if left is None else left)
    lower, upper = jackknife_bounds(
        -np.inf if whole is None else whole, np.array(without), level=level
    )
    return float(lower), float(upper)
