"""The bounds of ICCs and quadratic kappa, fast: from sums that add up over targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.effective_counts import floor_effect
from mhgate.stats.icc import icc_values
from mhgate.stats.jackknife import (
    ICC_FLOOR,
    NOTHING_KNOWN,
    JackknifeBound,
    bounds_with_unseen,
    possible_targets,
)
from mhgate.stats.mean_squares import mean_squares, target_sums
from mhgate.stats.ratings import RatingTable, cluster_numbers, rating_table

__all__ = ["jackknife_icc", "jackknife_kappa", "sums_jackknife"]

_Floats = NDArray[np.float64]

SumsCoefficient = Literal["ICC(1,1)", "ICC(A,1)", "ICC(C,1)", "quadratic kappa"]
_SingleForm = Literal["1,1", "A,1", "C,1"]

_COEFFICIENTS: dict[_SingleForm, SumsCoefficient] = {
    "1,1": "ICC(1,1)",
    "A,1": "ICC(A,1)",
    "C,1": "ICC(C,1)",
}

_ROUNDING = 1e-12  # of the sum of squares: less is what rounding leaves of none


def sums_jackknife(
    cluster_sums: ArrayLike,
    possible_sums: ArrayLike,
    *,
    coefficient: SumsCoefficient,
    effective_n: ArrayLike,
    counts: ArrayLike | None = None,
    level: float = 0.9,
) -> tuple[_Floats, _Floats, _Floats]:
    """Return coefficients and bounds of many samples, from sums that add up over clusters.

    Args:
        cluster_sums: :func:`mhgate.stats.mean_squares.target_sums` added up within clusters,
            shape (clusters, sums) or (..., clusters, sums).
        possible_sums: the sums of each target that could be, shape (possible, sums) or
            (..., possible, sums).
        coefficient: which one; quadratic kappa takes two raters.
        effective_n: so many independent targets the targets are worth, above 0, shape (...).
        counts: how many clusters have these sums, shape (..., clusters); None for one each.
        level: two-sided level, in (0, 1).

    Returns:
        Coefficients as observed (minus infinity where there is none), lower and upper bounds,
        each of shape (...).

    Source:
        As :func:`mhgate.stats.jackknife.jackknife`, one target of each kind added in turn.

    Assumption:
        As :func:`mhgate.stats.jackknife.bounds_with_unseen`. Ratings are best centred.

    Example:
        >>> sums = target_sums([[1, 1], [2, 2], [3, 3], [2, 3]] * 8)
        >>> possible = target_sums([[1, 3], [3, 1], [2, 2]])
        >>> bounds = sums_jackknife(sums, possible, coefficient="ICC(A,1)", effective_n=32)
        >>> [round(float(each), 3) for each in bounds]
        [0.805, 0.598, 0.931]
    """
    units, possible = np.asarray(cluster_sums, dtype=float), np.asarray(possible_sums, dtype=float)
    share = np.ones(units.shape[:-1]) if counts is None else np.asarray(counts, dtype=float)
    measure = _MEASURES[coefficient]
    total = (share[..., None] * units).sum(axis=-2)
    observed = measure(total)
    with_one_more = measure(total[..., None, :] + possible)
    is_told = np.isfinite(observed)[..., None] & np.isfinite(with_one_more)
    moved = np.where(is_told, with_one_more, 0.0) - np.where(is_told, observed[..., None], 0.0)
    moved = (total[..., :1] + 1) * moved
    lower, upper = bounds_with_unseen(
        observed,
        measure(total[..., None, :] - units),
        costliest=(np.maximum(-moved, 0.0).max(axis=-1), np.maximum(moved, 0.0).max(axis=-1)),
        effective_n=effective_n,
        counts=share,
        level=level,
    )
    return observed, lower, upper


def jackknife_icc(
    ratings: ArrayLike,
    *,
    form: _SingleForm = "A,1",
    clusters: ArrayLike | None = None,
    level: float = 0.9,
    categories: ArrayLike | None = None,
    icc_floor: float = ICC_FLOOR,
) -> JackknifeBound:
    """Return an intraclass correlation with the jackknife bounds on which a judge may gate.

    Args:
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing; targets
            that lack one are left out and counted.
        form: one rater's coefficient: "A,1" absolute agreement, "C,1" consistency, "1,1".
        clusters: labels, shape (targets,): whole clusters are left out; None leaves out targets.
        level: two-sided level, in (0, 1).
        categories: all ratings that could be given; None for those that were.
        icc_floor: the least correlation of disagreements in a cluster that is believed, in [0, 1].

    Returns:
        The coefficient and its bounds, never NaN; -1 and 1 with a reason where nothing is known.

    Raises:
        ValueError: the ratings are no table, or the labels are not one for each target.

    Source:
        As :func:`mhgate.stats.jackknife.bounds_with_unseen`; the coefficient as
        :func:`mhgate.stats.icc.icc`.

    Assumption:
        Clusters are independent. How often the bounds err: benchmarks/coverage/agreement.py and
        benchmarks/coverage/judges.py.

    Example:
        >>> table = [[1, 1], [2, 2], [3, 3], [4, 5], [5, 5], [2, 1]] * 10
        >>> found = jackknife_icc(table)
        >>> round(found.value, 3), round(found.lower, 3)
        (0.929, 0.785)
    """
    if form not in _COEFFICIENTS:
        raise ValueError(f"the form is {form!r}; expected one of {', '.join(_COEFFICIENTS)}")
    return _from_sums(
        rating_table(ratings),
        _COEFFICIENTS[form],
        clusters=clusters,
        level=level,
        categories=categories,
        icc_floor=icc_floor,
    )


def jackknife_kappa(
    ratings: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    level: float = 0.9,
    categories: ArrayLike | None = None,
    icc_floor: float = ICC_FLOOR,
) -> JackknifeBound:
    """Return quadratic kappa with the jackknife bounds on which a judge may gate.

    Args:
        ratings: numbers, shape (targets, 2), None or NaN where a rating is missing; targets that
            lack one are left out and counted. Quadratic kappa needs no list of categories: what
            nobody chose does not change it.
        clusters: labels, shape (targets,): whole clusters are left out; None leaves out targets.
        level: two-sided level, in (0, 1).
        categories: all ratings that could be given; None for those that were.
        icc_floor: the least correlation of disagreements in a cluster that is believed, in [0, 1].

    Returns:
        The coefficient and its bounds, never NaN; -1 and 1 with a reason where nothing is known.

    Raises:
        ValueError: there are not two raters, or the labels are not one for each target.

    Source:
        As :func:`mhgate.stats.jackknife.bounds_with_unseen`; quadratic kappa from moments: Fleiss,
        Cohen (1973), Educational and Psychological Measurement 33, 613-619,
        doi:10.1177/001316447303300309.

    Assumption:
        As :func:`jackknife_icc`.

    Example:
        >>> table = [[1, 1], [2, 2], [3, 3], [4, 5], [5, 5], [2, 1]] * 10
        >>> found = jackknife_kappa(table)
        >>> round(found.value, 3), round(found.lower, 3)
        (0.928, 0.782)
    """
    table = rating_table(ratings, raters=2)
    return _from_sums(
        table,
        "quadratic kappa",
        clusters=clusters,
        level=level,
        categories=categories,
        icc_floor=icc_floor,
    )


def _quadratic_kappa(sums: _Floats) -> _Floats:
    """Return quadratic kappa of two raters from sums of :func:`target_sums`; -inf where none."""
    n, first, second, square_means, squares = np.moveaxis(sums, -1, 0)
    chance = n * squares - 2 * first * second
    is_defined = (n > 0) & (chance > _ROUNDING * n * squares)
    apart = 2 * n * np.maximum(squares - square_means, 0.0)
    apart = np.where(apart > _ROUNDING * n * squares, apart, 0.0)
    return np.where(is_defined, 1 - apart / np.where(is_defined, chance, 1.0), -np.inf)


_MEASURES: dict[str, Callable[[_Floats], _Floats]] = {
    "ICC(1,1)": lambda sums: icc_values(mean_squares(sums), "1,1"),
    "ICC(A,1)": lambda sums: icc_values(mean_squares(sums), "A,1"),
    "ICC(C,1)": lambda sums: icc_values(mean_squares(sums), "C,1"),
    "quadratic kappa": _quadratic_kappa,
}


def _from_sums(
    table: RatingTable,
    coefficient: SumsCoefficient,
    *,
    clusters: ArrayLike | None,
    level: float,
    categories: ArrayLike | None,
    icc_floor: float,
) -> JackknifeBound:
    rows = table.complete
    numbers = cluster_numbers(clusters, len(table.values))[table.is_complete]
    value, lower, upper = -np.inf, *NOTHING_KNOWN
    if len(rows):
        sums = target_sums(table.centred)
        by_cluster = cluster_numbers(numbers, len(rows))
        sums = np.stack([np.bincount(by_cluster, column) for column in sums.T], axis=1)
        possible = possible_targets(rows, categories, raters=table.raters)
        value, lower, upper = (
            float(each)
            for each in sums_jackknife(
                sums,
                target_sums(possible - rows.mean()),
                coefficient=coefficient,
                effective_n=len(rows) / floor_effect(np.bincount(by_cluster), icc_floor),
                level=level,
            )
        )
    return JackknifeBound.of(
        value if np.isfinite(value) else None,
        (lower, upper),
        level=level,
        clusters=numbers,
        dropped=table.dropped,
    )
