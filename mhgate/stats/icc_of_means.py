"""The intraclass correlation of groups' means, and its interval when clusters are drawn again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.icc import IccForm, icc_values
from mhgate.stats.mean_squares import mean_squares, target_sums
from mhgate.stats.ratings import cluster_numbers, rating_table

__all__ = ["IccOfMeans", "icc_of_means"]

_Floats = NDArray[np.float64]

_MOST_CELLS = 1 << 22  # clusters times groups
_DRAWS_AT_ONCE = 1 << 18  # bounds the memory, whatever the number of clusters


@dataclass(frozen=True, slots=True)
class IccOfMeans:
    """A coefficient of ``groups`` means and a percentile interval at ``level`` over clusters.

    ``undefined`` resamples had no coefficient (a group was not drawn, or nothing varied): they
    count as minus infinity for the lower bound and as plus infinity for the upper one; a bound
    that falls among them is None.
    """

    form: IccForm
    value: float | None
    lower: float | None
    upper: float | None
    level: float
    groups: int
    clusters: int
    dropped: int
    resamples: int
    undefined: int


def icc_of_means(
    ratings: ArrayLike,
    groups: ArrayLike,
    *,
    clusters: ArrayLike,
    generator: np.random.Generator,
    form: IccForm = "A,1",
    level: float = 0.9,
    resamples: int = 1000,
) -> IccOfMeans:
    """Return the intraclass correlation of groups' means, with clusters resampled.

    It says how sure the coefficient of these very groups is, given the luck of the clusters: which
    conversations were rated, say, where groups are the systems that replied in each. Where the
    groups themselves are a sample, resample them: :func:`mhgate.stats.icc_bootstrap.icc_bootstrap`.

    Args:
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing; targets
            that lack one are left out and counted.
        groups: labels, shape (targets,): means are taken within them.
        clusters: labels, shape (targets,): whole clusters are drawn.
        generator: where the randomness comes from.
        form: one of the six forms of :func:`mhgate.stats.icc.icc`.
        level: two-sided level, in (0, 1).
        resamples: how many, at least 1.

    Returns:
        The coefficient and its interval, never NaN.

    Raises:
        ValueError: the ratings are no table, or the labels are not one for each target.

    Source:
        Davison, Hinkley (1997), Bootstrap Methods and their Application, section 3.8, of the
        coefficients of McGraw, Wong (1996), doi:10.1037/1082-989X.1.1.30.

    Assumption:
        Clusters are independent, and there are enough of them.

    Example:
        >>> table = [[1, 2], [4, 4], [2, 2], [5, 4], [1, 1], [5, 5], [2, 1], [4, 5]]
        >>> found = icc_of_means(
        ...     table, ["a", "b"] * 4, clusters=[1, 1, 2, 2, 3, 3, 4, 4],
        ...     generator=np.random.default_rng(3))
        >>> found.groups, found.clusters, round(found.value, 3)
        (2, 4, 1.0)
    """
    table = rating_table(ratings)
    rows = table.centred
    all_groups = cluster_numbers(groups, len(table.values))[table.is_complete]
    all_clusters = cluster_numbers(clusters, len(table.values))[table.is_complete]
    by_group = cluster_numbers(all_groups, len(rows))
    by_cluster = cluster_numbers(all_clusters, len(rows))
    n_groups = int(by_group.max(initial=-1)) + 1
    n_clusters = int(by_cluster.max(initial=-1)) + 1
    sums_of = _summing(rows, by_group, by_cluster, n_groups, n_clusters)
    whole = float(_values(sums_of(np.ones((1, n_clusters))), form)[0]) if len(rows) else -np.inf
    drawn = [np.full(resamples, -np.inf)]
    if n_clusters:
        at_once = max(1, _DRAWS_AT_ONCE // n_clusters)
        drawn = [
            _values(sums_of(_counts(n_clusters, min(at_once, resamples - start), generator)), form)
            for start in range(0, resamples, at_once)
        ]
    values = np.concatenate(drawn)
    is_defined = np.isfinite(values)
    tail = (1 - level) / 2
    lower = float(np.quantile(values, tail, method="lower"))
    upper = float(np.quantile(np.where(is_defined, values, np.inf), 1 - tail, method="higher"))
    has_value = bool(np.isfinite(whole))
    return IccOfMeans(
        form=form,
        value=whole if has_value else None,
        lower=lower if has_value and np.isfinite(lower) else None,
        upper=upper if has_value and np.isfinite(upper) else None,
        level=level,
        groups=n_groups,
        clusters=n_clusters,
        dropped=table.dropped,
        resamples=resamples,
        undefined=int((~is_defined).sum()),
    )


def _summing(
    rows: _Floats,
    by_group: NDArray[np.intp],
    by_cluster: NDArray[np.intp],
    n_groups: int,
    n_clusters: int,
) -> Callable[[_Floats], _Floats]:
    """Return what adds up counts and ratings by group, clusters weighed: (draws, groups, 1 + k)."""
    parts = np.concatenate([np.ones_like(rows[:, :1]), rows], axis=1)
    n_cells = n_clusters * n_groups
    if n_cells > _MOST_CELLS:  # as many groups as targets, say: no table of all by all

        def sparse(counts: _Floats) -> _Floats:
            return np.array(
                [
                    [
                        np.bincount(by_group, drawn[by_cluster] * part, minlength=n_groups)
                        for part in parts.T
                    ]
                    for drawn in counts
                ]
            ).transpose(0, 2, 1)

        return sparse
    cell = by_cluster * n_groups + by_group
    table = np.stack([np.bincount(cell, part, minlength=n_cells) for part in parts.T], axis=-1)
    flat = table.reshape(n_clusters, n_groups * parts.shape[1])
    return lambda counts: (counts @ flat).reshape(len(counts), n_groups, parts.shape[1])


def _counts(clusters: int, resamples: int, generator: np.random.Generator) -> _Floats:
    """Return how often each cluster was drawn, shape (resamples, clusters)."""
    drawn = generator.integers(0, clusters, size=(resamples, clusters))
    drawn += np.arange(resamples)[:, None] * clusters
    counts = np.bincount(drawn.ravel(), minlength=resamples * clusters)
    return counts.reshape(resamples, clusters).astype(float)


def _values(sums: _Floats, form: IccForm) -> _Floats:
    """Return the coefficients of the means of (..., groups, 1 + raters); -inf where none."""
    n = sums[..., :1]
    means = sums[..., 1:] / np.maximum(n, 1.0)
    values = icc_values(mean_squares(target_sums(means).sum(axis=-2)), form)
    return np.where((n[..., 0] > 0).all(axis=-1), values, -np.inf)
