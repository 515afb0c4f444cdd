"""The bound on which an ordinal judge gates: by family, with the costliest error not seen.

A jackknife knows only of what was seen. Of a judge that errs rarely and far, most samples of gold
hold no such error, and its plain bound lies above the truth in up to half of them. So each bound
lies at :func:`mhgate.stats.unseen_events.margin_with_unseen` of the coefficient: the pseudo-values
by family are the pulls, and the costliest event is the target on which raters disagree as the
coefficient takes hardest. A perfect record has its bound by the same rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from mhgate.stats.effective_counts import floor_effect
from mhgate.stats.ratings import cluster_numbers, rating_table
from mhgate.stats.unseen_events import margins_with_unseen

__all__ = [
    "ICC_FLOOR",
    "NOTHING_KNOWN",
    "JackknifeBound",
    "bounds_with_unseen",
    "jackknife",
    "jackknife_bounds",
    "possible_targets",
]

_Floats = NDArray[np.float64]

NOTHING_KNOWN = (-1.0, 1.0)

ICC_FLOOR = 0.2
"""The least correlation of rare disagreements in a cluster that is believed."""

_WORST = -1 + 1e-9
_NO_REACH = 1e-9  # of an interval on the scale of atanh: rounding makes such out of none
_MOST_VALUES = 12  # of a scale, each of which is tried
_FEWER_VALUES = 9


@dataclass(frozen=True, slots=True)
class JackknifeBound:
    """A coefficient, its jackknife interval at ``level`` around it, and what it rests on.

    ``lower`` is the one-sided bound at (1 - level) / 2 on which a gate may rest. Where nothing is
    known it is -1 (and ``upper`` 1), and ``reason`` says why. ``value`` is the coefficient as
    observed, None where it has none.
    """

    value: float | None
    lower: float
    upper: float
    level: float
    targets: int
    clusters: int
    dropped: int
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
            reason = "the coefficient rests on one cluster, or on too few: cannot gate"
        return cls(
            value=value,
            lower=bounds[0] if value is None else min(bounds[0], max(value, -1.0)),
            upper=bounds[1] if value is None else max(bounds[1], min(value, 1.0)),
            level=level,
            targets=len(clusters),
            clusters=different,
            dropped=dropped,
            reason=reason,
        )


def bounds_with_unseen(
    whole: ArrayLike,
    left_out: ArrayLike,
    *,
    costliest: tuple[ArrayLike, ArrayLike],
    effective_n: ArrayLike,
    counts: ArrayLike | None = None,
    level: float = 0.9,
) -> tuple[_Floats, _Floats]:
    """Return bounds from a coefficient, what it is without each cluster, and what could move it.

    Args:
        whole: coefficients of whole samples, shape (...).
        left_out: coefficients without one cluster, shape (..., clusters); minus infinity where
            there is none.
        costliest: by how much the coefficient would fall, and rise, per share of targets that
            were as costly as can be, each at least 0, shape (...).
        effective_n: so many independent targets the targets are worth, above 0, shape (...).
        counts: how many clusters share each value, whole numbers, shape (..., clusters); None
            for one each. Values that no cluster has may be anything.
        level: two-sided level, in (0, 1).

    Returns:
        Lower and upper bounds in [-1, 1], each of shape (...); -1 and 1, which claim nothing,
        where there are fewer than two clusters, or no coefficient without one of them.

    Source:
        Pseudo-values: Miller (1974), Biometrika 61, 1-15, doi:10.1093/biomet/61.1.1, on the scale
        of the coefficient; margins as :func:`mhgate.stats.unseen_events.margin_with_unseen`.

    Assumption:
        Clusters are independent; no single one carries the coefficient.

    Example:
        >>> low, high = bounds_with_unseen(
        ...     0.8, [0.78, 0.79, 0.81, 0.82, 0.80, 0.79] * 10, costliest=(4, 1), effective_n=60)
        >>> round(float(low), 3), round(float(high), 3)
        (0.595, 0.983)
    """
    without, full = np.asarray(left_out, dtype=float), np.asarray(whole, dtype=float)
    share = np.broadcast_to(1.0 if counts is None else np.asarray(counts, float), without.shape)
    clusters = share.sum(axis=-1)
    is_told = np.isfinite(full) & (clusters > 1)
    is_told &= np.all((share == 0) | np.isfinite(without), axis=-1)
    size = np.where(is_told, clusters, 2.0)
    apart = np.where((share > 0) & is_told[..., None], without, 0.0)
    mean = (share * apart).sum(axis=-1) / size
    pulls = (size[..., None] - 1) * (mean[..., None] - apart)
    many = np.where(is_told[..., None], share, 2.0 / without.shape[-1])
    down, up = (
        margins_with_unseen(
            side * pulls,
            costliest=cost,
            effective_n=effective_n,
            alpha=(1 - level) / 2,
            counts=many,
        )
        for side, cost in zip((-1, 1), costliest, strict=True)
    )
    value = np.where(is_told, full, 0.0)
    return (
        np.where(is_told, np.maximum(value - down, -1.0), -1.0),
        np.where(is_told, np.minimum(value + up, 1.0), 1.0),
    )


def jackknife_bounds(
    whole: ArrayLike, left_out: ArrayLike, *, counts: ArrayLike | None = None, level: float = 0.9
) -> tuple[_Floats, _Floats]:
    """Return the plain bounds: of figures that decide nothing, and to show what they miss.

    They know nothing of what was not seen; a gate rests on :func:`bounds_with_unseen`.

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


def possible_targets(used: ArrayLike, categories: ArrayLike | None, *, raters: int) -> _Floats:
    """Return the ratings that a target not yet seen could have.

    Args:
        used: ratings that were given, any shape.
        categories: all that could be given, or None for those that were.
        raters: how many rate it, at least 2.

    Returns:
        Every split of the raters between a rating that was given and any other, and agreement on
        each, shape (targets, raters). Of more than a dozen values nine are tried, both ends among
        them.

    Source:
        The costliest target is such a split: squared differences are largest between two ends.

    Assumption:
        What nobody was ever given by anybody is not asked about, unless a rater strays there.

    Example:
        >>> possible_targets([0, 1], None, raters=2).tolist()
        [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    """
    given = _few(used)
    every = given if categories is None else _few(np.concatenate([given, np.ravel(categories)]))
    first, second = (each.ravel() for each in np.meshgrid(given, every, indexing="ij"))
    splits = [
        np.where(np.arange(raters) < of_first, first[:, None], second[:, None])
        for of_first in range(1, raters)
    ]
    return np.unique(np.concatenate(splits), axis=0)


def _few(values: ArrayLike) -> _Floats:
    found = np.unique(np.asarray(values, dtype=float))
    if len(found) <= _MOST_VALUES:
        return found
    return found[np.linspace(0, len(found) - 1, _FEWER_VALUES).round().astype(np.intp)]


def jackknife(
    coefficient: Callable[[_Floats], float | None],
    ratings: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    level: float = 0.9,
    categories: ArrayLike | None = None,
    icc_floor: float = ICC_FLOOR,
) -> JackknifeBound:
    """Return any coefficient of agreement with the bounds on which a gate may rest.

    Args:
        coefficient: takes ratings, shape (targets, raters), NaN where one is missing, and returns
            a coefficient that is 1 for perfect agreement, or None where it has none. It is called
            once for each cluster, and once for each target that could be.
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing; targets
            that nobody rated are left out and counted.
        clusters: labels, shape (targets,): whole clusters are left out; None leaves out targets.
        level: two-sided level, in (0, 1).
        categories: all ratings that could be given; None for those that were.
        icc_floor: the least correlation of disagreements in a cluster that is believed, in [0, 1].

    Returns:
        The coefficient and its bounds, never NaN; -1 and 1 with a reason where nothing is known.

    Raises:
        ValueError: the ratings are no table, or the labels are not one for each target.

    Source:
        As :func:`bounds_with_unseen`; by how much a target would move the coefficient is read off
        by adding it: Tukey's sensitivity curve, Hampel (1974), JASA 69, 383-393,
        doi:10.1080/01621459.1974.10482962.

    Assumption:
        Clusters are independent; an unseen target has as many ratings as the fullest one seen.

    Example:
        >>> from mhgate.stats.krippendorff import krippendorff_alpha
        >>> table = [[1, 1, 1], [2, 2, 3], [3, 3, None], [5, 4, 5], [5, 5, 5], [2, 1, 1]] * 10
        >>> found = jackknife(lambda rows: krippendorff_alpha(rows).value, table)
        >>> round(found.value, 3), round(found.lower, 3)
        (0.912, 0.828)
    """
    table = rating_table(ratings)
    is_kept = np.asarray(table.is_rated.any(axis=1))
    rows = np.where(table.is_rated, table.values, np.nan)[is_kept]
    numbers = cluster_numbers(clusters, len(is_kept))[is_kept]
    value = coefficient(rows) if len(rows) else None
    bounds = NOTHING_KNOWN
    if value is not None:
        others = [rows[numbers != number] for number in np.unique(numbers)]
        without = [coefficient(rest) if len(rest) else None for rest in others]
        fullest = table.is_rated[np.argmax(table.is_rated.sum(axis=1))]
        moves = [0.0]
        for told in possible_targets(
            table.values[table.is_rated], categories, raters=int(fullest.sum())
        ):
            row = np.full(table.raters, np.nan)
            row[fullest] = told
            moved = coefficient(np.concatenate([rows, row[None, :]]))
            moves.append(0.0 if moved is None else (len(rows) + 1) * (moved - value))
        sizes = np.bincount(numbers)
        lower, upper = bounds_with_unseen(
            value,
            np.array([-np.inf if each is None else each for each in without]),
            costliest=(-min(moves), max(moves)),
            effective_n=len(rows) / floor_effect(sizes[sizes > 0], icc_floor),
            level=level,
        )
        bounds = float(lower), float(upper)
    return JackknifeBound.of(
        value, bounds, level=level, clusters=numbers, dropped=int((~is_kept).sum())
    )
