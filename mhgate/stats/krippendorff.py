"""Krippendorff's alpha: any number of raters, missing ratings, four levels of measurement."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.ratings import RatingTable, rating_table

__all__ = ["Alpha", "krippendorff_alpha"]

Measurement = Literal["nominal", "ordinal", "interval", "ratio"]

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Alpha:
    """An alpha over ``units`` targets with two ratings or more; None where it means nothing.

    ``dropped`` targets had a single rating or none: they say nothing about agreement.
    """

    value: float | None
    measurement: Measurement
    units: int
    ratings: int
    dropped: int
    reason: str | None

    @property
    def is_degenerate(self) -> bool:
        """Whether the data are of a kind on which no gate may rest."""
        return self.reason is not None


def krippendorff_alpha(ratings: ArrayLike, *, measurement: Measurement = "ordinal") -> Alpha:
    """Return Krippendorff's alpha.

    Args:
        ratings: numbers, shape (targets, raters), None or NaN where a rating is missing.
        measurement: what a difference of two ratings means: ``nominal`` whether they differ,
            ``ordinal`` how many ratings lie between them, ``interval`` their squared difference,
            ``ratio`` that over their squared sum (ratings at least 0).

    Returns:
        Alpha, at most 1 and below 0 where raters agree less than by chance; never NaN. None where
        nothing varies, or no target has two ratings. Perfect agreement is 1, with a reason.

    Raises:
        ValueError: the measurement is unknown, a ratio is negative, or the ratings are no table.

    Source:
        Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, sections C and D: every
        pair of a target with m ratings weighs 1 / (m - 1), whether ratings are missing or not.
        Ordinal differences are differences of mid-ranks.

    Assumption:
        Raters are interchangeable. For an interval: :func:`mhgate.stats.jackknife.jackknife`.

    Example:
        >>> table = [[1, 1, None], [2, 2, 3], [3, 3, 3], [3, 3, 3], [2, 2, 2], [1, 2, 3]]
        >>> round(krippendorff_alpha(table, measurement="nominal").value, 4)
        0.5556
    """
    if measurement not in get_args(Measurement):
        known = ", ".join(get_args(Measurement))
        raise ValueError(f"the measurement is {measurement!r}; expected one of {known}")
    table = rating_table(ratings)
    is_pairable = table.is_pairable
    units = RatingTable(table.values[is_pairable], table.is_rated[is_pairable])
    pooled = units.values[units.is_rated]
    if measurement == "ratio" and (pooled < 0).any():
        raise ValueError(f"the rating {pooled.min():g} is negative; a ratio starts at 0")
    value, reason = _alpha(units, pooled, measurement)
    return Alpha(
        value=value,
        measurement=measurement,
        units=len(units.values),
        ratings=len(pooled),
        dropped=int((~is_pairable).sum()),
        reason=reason,
    )


def _alpha(
    units: RatingTable, pooled: _Floats, measurement: Measurement
) -> tuple[float | None, str | None]:
    if not len(pooled):
        return None, "no target has two ratings: cannot gate"
    if pooled.min() == pooled.max():
        return None, "every rating is the same: agreement cannot be told from chance"
    levels, counts = np.unique(pooled, return_counts=True)
    if measurement == "ordinal":
        middle = np.cumsum(counts) - counts / 2
        ranks = np.where(units.is_rated, middle[_places(levels, units.values)], 0.0)
        units, levels = RatingTable(ranks, units.is_rated), middle
    observed = _within(units, measurement)
    if observed == 0:
        return 1.0, "agreement is perfect: it leaves no error to judge by"
    total = len(pooled)
    expected = _across(levels, counts.astype(float), measurement) / (total - 1)
    return 1.0 - observed / expected, None


def _places(levels: _Floats, values: _Floats) -> NDArray[np.intp]:
    return np.minimum(np.searchsorted(levels, values), len(levels) - 1)


def _difference(first: _Floats, second: _Floats, measurement: Measurement) -> _Floats:
    if measurement == "nominal":
        return np.asarray(first != second, dtype=float)
    squared: _Floats = (first - second) ** 2
    if measurement == "ratio":
        together = np.where(first + second > 0, first + second, 1.0)
        squared = squared / together**2
    return squared


def _within(units: RatingTable, measurement: Measurement) -> float:
    """Return the differences inside targets, each pair both ways over (m - 1)."""
    weight = 2.0 / (units.is_rated.sum(axis=1) - 1)
    added = 0.0
    for one, other in combinations(range(units.raters), 2):
        is_pair = units.is_rated[:, one] & units.is_rated[:, other]
        apart = _difference(units.values[:, one], units.values[:, other], measurement)
        added += float(weight @ np.where(is_pair, apart, 0.0))
    return added


def _across(levels: _Floats, counts: _Floats, measurement: Measurement) -> float:
    """Return the differences between all ratings, each pair both ways."""
    if measurement == "nominal":
        return float(counts.sum() ** 2 - counts @ counts)
    if measurement != "ratio":
        mean = float(counts @ levels) / counts.sum()
        return float(2 * counts.sum() * (counts @ (levels - mean) ** 2))
    return sum(
        float(count * (counts @ _difference(levels, np.full_like(levels, level), measurement)))
        for level, count in zip(levels, counts, strict=True)
    )
