"""Gwet's AC1 and AC2: agreement that does not collapse where one category prevails."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from mhgate.stats.agreement_weights import WeightKind, agreement_weights
from mhgate.stats.ratings import RatingTable, category_positions, rating_table

__all__ = ["Gwet", "gwet"]

_Floats = NDArray[np.float64]

_SMALLEST_VARIANCE = 1e-20  # below lies what rounding leaves of none


@dataclass(frozen=True, slots=True)
class Gwet:
    """AC1 (identity weights) or AC2 with its interval at ``level``; None where it means nothing.

    ``observed`` is the weighted share of agreement, ``chance`` what Gwet expects by chance.
    ``units`` were rated at all, ``pairable`` of them twice or more.
    """

    value: float | None
    standard_error: float | None
    lower: float | None
    upper: float | None
    level: float
    weights: WeightKind
    observed: float | None
    chance: float | None
    units: int
    pairable: int
    reason: str | None

    @property
    def is_degenerate(self) -> bool:
        """Whether the data are of a kind on which no gate may rest."""
        return self.reason is not None


def gwet(
    ratings: ArrayLike,
    *,
    categories: ArrayLike,
    weights: WeightKind = "identity",
    level: float = 0.9,
) -> Gwet:
    """Return Gwet's AC1, or AC2 where weights are given.

    Args:
        ratings: categories, shape (targets, raters), None or NaN where a rating is missing.
            Targets with one rating inform chance alone, those with none nothing.
        categories: every category that could have been chosen, used or not, ascending.
        weights: how near misses count; see
            :func:`mhgate.stats.agreement_weights.agreement_weights`.
        level: two-sided level, in (0, 1).

    Returns:
        The coefficient, at most 1, its standard error and t interval (cut at 1), never NaN. None
        as coefficient: no target has two ratings. None as bounds: every target says the same, as
        in perfect agreement. Each has its reason.

    Raises:
        ValueError: a rating is none of the categories, or the ratings are no table.

    Source:
        Gwet (2008), British Journal of Mathematical and Statistical Psychology 61, 29-48,
        equations 16 and 36, doi:10.1348/000711006X126600; with weights and missing ratings: Gwet
        (2014), Handbook of Inter-Rater Reliability, sections 5.4 and 5.5.

    Assumption:
        Targets are independent. The interval is one for reports: its lower bound errs in up to a
        quarter of the cases on skewed scores.

    Example:
        >>> table = [[1, 1]] * 45 + [[0, 0]] * 2 + [[1, 0]] * 3
        >>> found = gwet(table, categories=[0, 1])
        >>> round(found.value, 4), round(found.observed, 4)
        (0.931, 0.94)
    """
    table = rating_table(ratings)
    counts = _category_counts(table, categories)
    grid = agreement_weights(categories, weights)
    rated = counts.sum(axis=1)
    counts, rated = counts[rated > 0], rated[rated > 0]
    units, pairable = len(rated), int((rated > 1).sum())
    nothing = Gwet(
        value=None,
        standard_error=None,
        lower=None,
        upper=None,
        level=level,
        weights=weights,
        observed=None,
        chance=None,
        units=units,
        pairable=pairable,
        reason="no target has two ratings: cannot gate",
    )
    if not pairable:
        return nothing
    is_pair = rated > 1
    pairs = np.where(is_pair, rated * (rated - 1), 1.0)
    agreeing = np.where(is_pair, (counts * (counts @ grid - 1)).sum(axis=1) / pairs, 0.0)
    observed = float(agreeing.sum()) / pairable
    share = (counts / rated[:, None]).mean(axis=0)
    scale = float(grid.sum()) / (len(grid) * (len(grid) - 1))
    chance = scale * float(share @ (1 - share))
    value = (observed - chance) / (1 - chance)
    by_agreement = (units / pairable) * np.where(is_pair, agreeing - chance, 0.0) / (1 - chance)
    by_chance = scale * (counts @ (1 - share)) / rated - chance
    pulls = by_agreement - 2 * (1 - value) * by_chance / (1 - chance) - value
    variance = float(pulls @ pulls) / (units * max(units - 1, 1))
    known = replace(nothing, value=value, observed=observed, chance=chance)
    if np.all(agreeing[is_pair] == 1):
        return replace(
            known,
            value=1.0,
            reason="agreement is perfect: it leaves no error to judge by; take the exact agreement",
        )
    if variance <= _SMALLEST_VARIANCE:
        return replace(known, reason="every target says the same: it leaves no error to judge by")
    error = math.sqrt(variance)
    reach = float(stdtrit(units - 1, (1 + level) / 2)) * error
    return replace(
        known,
        standard_error=error,
        lower=value - reach,
        upper=min(1.0, value + reach),
        reason=None,
    )


def _category_counts(table: RatingTable, categories: ArrayLike) -> _Floats:
    """Return how often each target was given each category, shape (targets, categories)."""
    size = np.asarray(categories).size
    targets = np.nonzero(table.is_rated)[0]
    places = targets * size + category_positions(table.values[table.is_rated], categories)
    return np.bincount(places, minlength=len(table.values) * size).reshape(-1, size).astype(float)
