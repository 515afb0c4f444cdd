"""Cohen's kappa of two raters: plain, linear, quadratic, over the full list of categories."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from mhgate.stats.agreement_weights import WeightKind, agreement_weights
from mhgate.stats.ratings import category_positions, rating_table

__all__ = ["Kappa", "kappa"]

_SMALLEST_VARIANCE = 1e-14  # below lies what rounding leaves of none


@dataclass(frozen=True, slots=True)
class Kappa:
    """A kappa with its standard error and interval at ``level``; None where they mean nothing."""

    value: float | None
    standard_error: float | None
    lower: float | None
    upper: float | None
    level: float
    weights: WeightKind
    pairs: int
    dropped: int
    reason: str | None

    @property
    def is_degenerate(self) -> bool:
        """Whether the data are of a kind on which no gate may rest."""
        return self.reason is not None


def kappa(
    ratings: ArrayLike,
    *,
    categories: ArrayLike,
    weights: WeightKind = "identity",
    level: float = 0.9,
) -> Kappa:
    """Return Cohen's kappa of two raters.

    Args:
        ratings: categories, shape (targets, 2), None or NaN where a rating is missing; targets
            that lack one are left out and counted.
        categories: every category that could have been chosen, used or not, ascending: ranks
            among the used ones alone would give another coefficient.
        weights: how near misses count; see
            :func:`mhgate.stats.agreement_weights.agreement_weights`.
        level: two-sided level, in (0, 1).

    Returns:
        Kappa in [-1, 1], its standard error, and an interval on the scale of atanh; never NaN.
        None as kappa: no pair, or both raters always chose one and the same category. None as
        bounds: wherever the standard error is 0 (perfect agreement, a rater who never varies) or
        kappa is -1. Each has its reason.

    Raises:
        ValueError: a rating is none of the categories, or there are not two raters.

    Source:
        Cohen (1968), Psychological Bulletin 70, 213-220, doi:10.1037/h0026256; standard error:
        Fleiss, Cohen, Everitt (1969), Psychological Bulletin 72, 323-327, equation 13,
        doi:10.1037/h0028106.

    Assumption:
        Targets are independent; many of them. The interval's lower bound is right to .054 against
        .025 from 60 targets on; for clusters and for gates see
        :func:`mhgate.stats.jackknife_sums.jackknife_kappa`.

    Example:
        >>> pairs = [[1, 1]] * 20 + [[2, 2]] * 15 + [[1, 2]] * 5 + [[2, 1]] * 10
        >>> found = kappa(pairs, categories=[1, 2])
        >>> round(found.value, 4), round(found.standard_error, 4)
        (0.4, 0.127)
    """
    table = rating_table(ratings, raters=2)
    positions = category_positions(table.complete, categories)
    grid = agreement_weights(categories, weights)
    size = len(grid)
    pairs = len(positions)

    nothing = Kappa(None, None, None, None, level, weights, pairs, table.dropped, None)
    if not pairs:
        return replace(nothing, reason="no target was rated by both: cannot gate")
    counts = np.bincount(positions[:, 0] * size + positions[:, 1], minlength=size * size)
    counts = counts.reshape(size, size)
    is_perfect = int(np.trace(counts)) == pairs
    is_constant = pairs in counts.sum(axis=0) or pairs in counts.sum(axis=1)
    if is_constant and is_perfect:
        return replace(
            nothing, reason="every rating is the same: agreement cannot be told from chance"
        )
    if is_constant:
        return replace(
            nothing,
            value=0.0,
            reason="a rater never varies: kappa is 0 whatever the other says; take the exact "
            "agreement",
        )
    if is_perfect:
        return replace(
            nothing,
            value=1.0,
            reason="agreement is perfect: it leaves no error to judge by; take the exact agreement",
        )
    joint = counts / pairs
    first, second = joint.sum(axis=1), joint.sum(axis=0)
    chance = float(first @ grid @ second)
    value = max(-1.0, (float((grid * joint).sum()) - chance) / (1 - chance))
    variance = _variance(joint, grid, value, chance) / pairs
    if variance <= _SMALLEST_VARIANCE or value == -1:
        return replace(
            nothing, value=value, reason="every pair says the same: it leaves no error to judge by"
        )
    error = math.sqrt(variance)
    reach = float(ndtri((1 + level) / 2)) * error / (1 - value**2)
    centre = math.atanh(value)
    return replace(
        nothing,
        value=value,
        standard_error=error,
        lower=math.tanh(centre - reach),
        upper=math.tanh(centre + reach),
    )


def _variance(
    joint: NDArray[np.float64], grid: NDArray[np.float64], value: float, chance: float
) -> float:
    """Return the asymptotic variance of one pair (Fleiss, Cohen, Everitt 1969, equation 13)."""
    of_first, of_second = grid @ joint.sum(axis=0), grid @ joint.sum(axis=1)
    pulls = grid - np.add.outer(of_first, of_second) * (1 - value)
    spread = float((joint * pulls**2).sum()) - (value - chance * (1 - value)) ** 2
    return spread / (1 - chance) ** 2
