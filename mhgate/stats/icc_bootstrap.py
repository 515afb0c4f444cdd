"""Intraclass correlations resampled by target or cluster, from sums that add up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.icc import IccForm, icc_values
from mhgate.stats.mean_squares import mean_squares, target_sums
from mhgate.stats.ratings import cluster_numbers, rating_table

__all__ = ["IccBootstrap", "icc_bootstrap", "icc_resamples"]

_Floats = NDArray[np.float64]

_DRAWS_AT_ONCE = 1 << 18  # bounds the memory, whatever the number of targets


@dataclass(frozen=True, slots=True)
class IccBootstrap:
    """A percentile interval at ``level`` from ``resamples`` resamples of ``clusters`` clusters.

    ``undefined`` resamples had no coefficient (nothing varied in them): they count as minus
    infinity for the lower bound and as plus infinity for the upper one; a bound that falls among
    them is None, as is everything where the data themselves have no coefficient.
    """

    form: IccForm
    value: float | None
    lower: float | None
    upper: float | None
    level: float
    targets: int
    clusters: int
    dropped: int
    resamples: int
    undefined: int


def icc_resamples(
    ratings: ArrayLike,
    *,
    generator: np.random.Generator,
    form: IccForm = "A,1",
    clusters: ArrayLike | None = None,
    resamples: int = 1000,
) -> _Floats:
    """Return the coefficients of resamples, those alone that have one.

    Args:
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing; targets
            that lack one are left out.
        generator: where the randomness comes from.
        form: one of the six forms of :func:`mhgate.stats.icc.icc`.
        clusters: labels, shape (targets,): whole clusters are drawn; None draws targets.
        resamples: how many, at least 1.

    Returns:
        Coefficients, shape (at most resamples,), finite.

    Source:
        Efron, Tibshirani (1993), An Introduction to the Bootstrap, chapter 13; clusters drawn
        whole: Davison, Hinkley (1997), Bootstrap Methods and their Application, section 3.8.

    Assumption:
        Clusters are independent draws of what the judge will meet.

    Example:
        >>> table = [[1, 2], [3, 3], [4, 5], [2, 2], [5, 5], [1, 1]]
        >>> len(icc_resamples(table, generator=np.random.default_rng(1), resamples=50))
        50
    """
    table = rating_table(ratings)
    rows = table.centred
    if len(rows) <= 1:
        return np.empty(0)
    sums = target_sums(rows)
    if clusters is not None:
        all_numbers = cluster_numbers(clusters, len(table.values))
        numbers = cluster_numbers(all_numbers[table.is_complete], len(rows))
        sums = np.stack([np.bincount(numbers, column) for column in sums.T], axis=1)
    drawn = [counts @ sums for counts in _counts(len(sums), resamples, generator)]
    values = icc_values(mean_squares(np.concatenate(drawn)), form)
    return values[np.isfinite(values)]


def icc_bootstrap(
    ratings: ArrayLike,
    *,
    generator: np.random.Generator,
    form: IccForm = "A,1",
    clusters: ArrayLike | None = None,
    level: float = 0.9,
    resamples: int = 1000,
) -> IccBootstrap:
    """Return an intraclass correlation with a bootstrap percentile interval.

    Args:
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing; targets
            that lack one are left out and counted.
        generator: where the randomness comes from.
        form: one of the six forms of :func:`mhgate.stats.icc.icc`.
        clusters: labels, shape (targets,): whole clusters are drawn; None draws targets.
        level: two-sided level, in (0, 1).
        resamples: how many, at least 1.

    Returns:
        The coefficient and its interval, never NaN.

    Raises:
        ValueError: the ratings are no table, or the labels are not one for each target.

    Source:
        Efron, Tibshirani (1993), An Introduction to the Bootstrap, equation 13.5.

    Assumption:
        Clusters are independent, and there are enough of them: a percentile interval of ten
        clusters is too narrow, and perfect agreement gives one without width.

    Example:
        >>> table = [[1, 2], [3, 3], [4, 5], [2, 2], [5, 5], [1, 1]] * 10
        >>> found = icc_bootstrap(table, generator=np.random.default_rng(7))
        >>> found.lower < found.value < found.upper, found.undefined
        (True, 0)
    """
    table = rating_table(ratings)
    rows = table.centred
    units = len(rows)
    if clusters is not None:
        units = len(np.unique(cluster_numbers(clusters, len(table.values))[table.is_complete]))
    whole = float(icc_values(mean_squares(target_sums(rows).sum(axis=0)), form))
    values = np.sort(
        icc_resamples(
            ratings, generator=generator, form=form, clusters=clusters, resamples=resamples
        )
    )
    undefined = resamples - len(values)
    is_defined = np.isfinite(whole)
    tail = (1 - level) / 2
    return IccBootstrap(
        form=form,
        value=whole if is_defined else None,
        lower=_quantile(values, undefined, tail) if is_defined else None,
        upper=_mirrored(_quantile(-values[::-1], undefined, tail)) if is_defined else None,
        level=level,
        targets=len(rows),
        clusters=units,
        dropped=table.dropped,
        resamples=resamples,
        undefined=undefined,
    )


def _counts(units: int, resamples: int, generator: np.random.Generator) -> Iterator[_Floats]:
    """Yield how often each unit was drawn, a block of resamples at a time."""
    at_once = max(1, _DRAWS_AT_ONCE // units)
    for start in range(0, resamples, at_once):
        block = min(at_once, resamples - start)
        drawn = generator.integers(0, units, size=(block, units))
        drawn += np.arange(block)[:, None] * units
        counts = np.bincount(drawn.ravel(), minlength=block * units)
        yield counts.reshape(block, units).astype(float)


def _quantile(ascending: _Floats, undefined: int, share: float) -> float | None:
    """Return the quantile with the undefined ones below all others; None among them."""
    place = share * (len(ascending) + undefined - 1) - undefined
    if place < 0:
        return None
    low = int(place)
    high = min(low + 1, len(ascending) - 1)
    return float(ascending[low] + (place - low) * (ascending[high] - ascending[low]))


def _mirrored(bound: float | None) -> float | None:
    return None if bound is None else -bound
