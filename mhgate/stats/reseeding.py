"""How a bootstrap interval would have come out with other seeds: many of them, drawn at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.icc import IccForm, icc_values
from mhgate.stats.mean_squares import mean_squares, target_sums
from mhgate.stats.ratings import rating_table

__all__ = ["reseeded_bounds"]

Reseeded = tuple[tuple[float | None, float | None], ...]

_Floats = NDArray[np.float64]

_DRAWS_AT_ONCE = 1 << 20  # bounds the memory, whatever the number of targets


def reseeded_bounds(
    ratings: ArrayLike,
    *,
    generator: np.random.Generator,
    forms: Sequence[tuple[IccForm, bool]],
    level: float = 0.95,
    resamples: int = 1000,
    reseeds: int = 200,
) -> tuple[Reseeded, ...]:
    """Return the percentile intervals of many bootstraps of the same ratings.

    A category that hangs on a bound is worth as much as it comes out again.

    Args:
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing; targets
            that lack one are left out.
        generator: where the randomness comes from.
        forms: which coefficients (:func:`mhgate.stats.icc.icc`), each with whether those outside
            [0, 1] are left out, as was published; else resamples without a coefficient count as
            minus infinity for the lower bound and as plus infinity for the upper one.
        level: two-sided level, in (0, 1).
        resamples: how many a bootstrap, at least 1.
        reseeds: how many bootstraps, at least 0.

    Returns:
        For each form lower and upper bound of every bootstrap, None where nothing bounds it.

    Raises:
        ValueError: the ratings are no table.

    Source:
        Efron, Tibshirani (1993), An Introduction to the Bootstrap, equation 13.5 and, for the
        luck of the resampling itself, section 19.3.

    Assumption:
        As :func:`mhgate.stats.icc_bootstrap.icc_bootstrap`, target by target.

    Example:
        >>> table = [[1, 2], [3, 3], [4, 5], [2, 2], [5, 5], [1, 1], [3, 1], [2, 4]]
        >>> (bounds,) = reseeded_bounds(
        ...     table, generator=np.random.default_rng(7), forms=[("A,1", False)], reseeds=3)
        >>> len(bounds), all(lower < upper for lower, upper in bounds)
        (3, True)
    """
    rows = rating_table(ratings).centred
    units = len(rows)
    if units <= 1:
        return (((None, None),) * reseeds,) * len(forms)
    sums = target_sums(rows)
    found: list[list[tuple[float | None, float | None]]] = [[] for _ in forms]
    at_once = max(1, _DRAWS_AT_ONCE // (resamples * units))
    for start in range(0, reseeds, at_once):
        block = min(at_once, reseeds - start)
        squares = mean_squares(_weights(units, block * resamples, generator) @ sums)
        for bounds, (form, is_within_unit) in zip(found, forms, strict=True):
            values = icc_values(squares, form).reshape(block, resamples)
            lower, upper = _bounds(values, (1 - level) / 2, is_within_unit=is_within_unit)
            bounds.extend(zip(_listed(lower), _listed(upper), strict=True))
    return tuple(tuple(bounds) for bounds in found)


def _weights(units: int, draws: int, generator: np.random.Generator) -> _Floats:
    """Return how often each unit was drawn, shape (draws, units)."""
    drawn = generator.integers(0, units, size=(draws, units))
    drawn += np.arange(draws)[:, None] * units
    return np.bincount(drawn.ravel(), minlength=draws * units).reshape(draws, units).astype(float)


def _bounds(values: _Floats, tail: float, *, is_within_unit: bool) -> tuple[_Floats, _Floats]:
    if is_within_unit:
        is_kept = (values >= 0) & (values <= 1)
        kept, n = np.sort(np.where(is_kept, values, np.inf), axis=1), is_kept.sum(axis=1)
        return _quantiles(kept, n, tail), _quantiles(kept, n, 1 - tail)
    n = np.full(len(values), values.shape[1])
    greatest = np.where(np.isfinite(values), values, np.inf)
    return (
        _quantiles(np.sort(values, axis=1), n, tail),
        _quantiles(np.sort(greatest, axis=1), n, 1 - tail),
    )


def _quantiles(ascending: _Floats, counts: NDArray[np.intp], share: float) -> _Floats:
    """Return a quantile of the first ``counts`` values of each row; infinite among infinities."""
    last = np.maximum(counts - 1, 0)
    place = share * last
    low = place.astype(int)
    row = np.arange(len(ascending))
    first, second = ascending[row, low], ascending[row, np.minimum(low + 1, last)]
    is_finite = np.isfinite(first) & np.isfinite(second) & (counts > 0)
    step = np.where(is_finite, second, 0.0) - np.where(is_finite, first, 0.0)
    is_known = is_finite | ((place == low) & np.isfinite(first) & (counts > 0))
    return np.where(is_known, np.where(is_known, first, 0.0) + (place - low) * step, np.inf)


def _listed(bounds: _Floats) -> list[float | None]:
    return [bound if np.isfinite(bound) else None for bound in bounds.tolist()]
