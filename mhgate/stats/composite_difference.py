"""A paired difference of a score that is the mean of several rates, by family."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from mhgate.stats.inverted_bound import p_from_bound

__all__ = ["CompositeDifference", "composite_difference"]

_Floats = NDArray[np.float64]

_LARGEST_RATE = 0.499
_MOST_UNMEASURED = 0.5
_MOST_SIGNS = 16  # families whose signs are tried in all ways; with more moves t is exact enough
_ROUNDING = 1e-12
# A family that moves as far as one can, and is not in the sample, counts this much of one that is:
# bounds of graded differences stay t bounds nearly, and those of rare whole ones do not.
_UNSEEN = 0.1


@dataclass(frozen=True, slots=True)
class CompositeDifference:
    """A difference's two-sided interval at ``level`` and what it rests on.

    ``difference`` is that of the pairs that were measured, None without any. ``p_above`` is the
    p-value against "it is at most 0", ``p_below`` against "it is at least 0".
    """

    difference: float | None
    lower: float
    upper: float
    level: float
    p_above: float
    p_below: float
    pairs: int
    measured: int
    families: int


def composite_difference(
    low: ArrayLike,
    high: ArrayLike,
    part: ArrayLike,
    family: ArrayLike,
    *,
    weight: ArrayLike | None = None,
    alpha: float = 0.05,
    icc_floor: float = 0.1,
) -> CompositeDifference:
    """Return the interval of a mean over parts, each the mean of its own paired differences.

    A part is a probe, or a probe in one of several pairs of arms; it counts by its weight, however
    many pairs it has. Parts share families, and a family is what is drawn.

    A bound is a t bound that reckons with rare events which the sample does not hold: with u the
    events that none leaves open, t times the root of a count becomes the bound of a rare count,
    u / 2 + sqrt((u / 2) ** 2 + t ** 2 x), and the size of an event is told from the moments of the
    families' differences.

    A claim must stand a second test where few families moved: were both arms alike, each family's
    difference had either sign, and the claim's p-value is at least the share of all signs that
    give as much. A bound that this test denies is drawn out to 0.

    Args:
        low: the least difference that each pair could have, shape (pairs,), in [-1, 1].
        high: the greatest, in [low, 1]; equal to ``low`` where both arms were measured.
        part: each pair's part, shape (pairs,), whole numbers or names.
        family: each pair's family, likewise.
        weight: the weight of each pair's part, shape (pairs,), above 0, the same for all pairs of
            a part; None: all parts count alike.
        alpha: error rate of each bound alone, in (0, 0.5); the interval's level is 1 - 2 alpha.
        icc_floor: the least correlation of differences within a family that is believed where
            events that were not seen are reckoned with, in [0, 1].

    Returns:
        Bounds in [-1, 1], never NaN. No pairs, one family alone, or more than half of the pairs
        unmeasured give [-1, 1] and p-values of 1.

    Raises:
        ValueError: lengths differ, or a range lies outside [-1, 1] or is reversed.

    Source:
        Means by part as ratios, linearised by family: Cochran (1977), Sampling Techniques, 3rd
        edition, section 9A.1. The bound of a rare count: Wilson (1927), JASA 22, 209-212,
        doi:10.1080/01621459.1927.10502953; a t bound's need of the third moment: Johnson (1978),
        JASA 73, 536-544, doi:10.1080/01621459.1978.10480051; put together here, and simulated in
        tests. Signs: Fisher (1935), The Design of Experiments, section 21. Counting on both sides:
        Manski (1989), Journal of Human Resources 24, 343-360, doi:10.2307/145818.

    Assumption:
        Families are independent draws. Sampling error only: arms are what they are.

    Example:
        >>> values = [0.2] * 9 + [0.0] * 21
        >>> found = composite_difference(values, values, [0] * 30, list(range(30)))
        >>> round(found.difference, 3), found.lower > 0, round(found.p_above, 4)
        (0.06, True, 0.0186)
        >>> few = composite_difference([1, 1, 1] + [0] * 57, [1, 1, 1] + [0] * 57,
        ...                            [0] * 60, list(range(60)))
        >>> few.p_above, few.lower
        (0.125, 0.0)
    """
    lo, hi = np.asarray(low, dtype=float).ravel(), np.asarray(high, dtype=float).ravel()
    _, at_part = np.unique(np.asarray(part).ravel(), return_inverse=True)
    names, at_family = np.unique(np.asarray(family).ravel(), return_inverse=True)
    shares = np.ones_like(lo) if weight is None else np.asarray(weight, dtype=float).ravel()
    if not lo.shape == hi.shape == at_part.shape == at_family.shape == shares.shape:
        raise ValueError("pairs have ranges, parts, families and weights; expected one each")
    if not (np.all(lo >= -1) and np.all(hi <= 1) and np.all(lo <= hi)):
        raise ValueError("a pair's range is reversed or lies outside [-1, 1]")
    measured = hi - lo <= _ROUNDING
    lower, upper, p_above, p_below = -1.0, 1.0, 1.0, 1.0
    if len(names) > 1 and np.mean(~measured) <= _MOST_UNMEASURED:
        sides = [
            _Side(a, b, at_part, at_family, shares, icc_floor=icc_floor)
            for a, b in ((lo, hi), (-hi, -lo))
        ]
        p_above, p_below = (side.p_value() for side in sides)
        lower = sides[0].bound(alpha, claimed=p_above <= alpha)
        upper = -sides[1].bound(alpha, claimed=p_below <= alpha)
    return CompositeDifference(
        difference=_mean_of_means(lo[measured], at_part[measured], shares[measured]),
        lower=lower,
        upper=upper,
        level=1 - 2 * alpha,
        p_above=p_above,
        p_below=p_below,
        pairs=len(lo),
        measured=int(measured.sum()),
        families=len(names),
    )


def _mean_of_means(values: _Floats, part: NDArray[np.intp], shares: _Floats) -> float | None:
    if not len(values):
        return None
    counts = np.bincount(part)
    there = counts > 0
    means, of_part = (np.bincount(part, each)[there] / counts[there] for each in (values, shares))
    return float(np.average(means, weights=of_part))


class _Side:
    """The lower side of a difference: every pair at its least."""

    def __init__(
        self,
        low: _Floats,
        high: _Floats,
        part: NDArray[np.intp],
        family: NDArray[np.intp],
        shares: _Floats,
        *,
        icc_floor: float,
    ) -> None:
        sizes = np.bincount(part).astype(float)
        weight = shares / sizes[part]
        weight /= weight.sum()
        least, most = (np.bincount(part, each) / sizes for each in (low, high))
        self.point = float(weight @ low)
        self.moved = np.asarray(np.bincount(family, weight * low))
        down = np.bincount(family, weight * (low - most[part]))
        up = np.bincount(family, weight * (high - least[part]))
        farther = np.where(np.abs(down) >= np.abs(up), down, up)
        self.pulls = -farther * len(farther)
        of_family = np.bincount(family, weight)
        spread = icc_floor * of_family @ of_family + (1 - icc_floor) * weight @ weight
        self.effective_n = 1 / float(spread)

    def t_bound(self, alpha: float) -> float:
        return max(-1.0, self.point - self._margin(alpha))

    def _margin(self, alpha: float) -> float:
        pulls, n = self.pulls, self.effective_n
        families = len(pulls)
        squares = float(pulls @ pulls)
        seen = -float(stdtrit(families - 1, alpha)) * math.sqrt(
            squares / (families * (families - 1))
        )
        farthest = families / n
        size = float((np.maximum(pulls, 0.0) ** 3).sum()) + _UNSEEN * farthest**3
        size /= squares + _UNSEEN * farthest**2
        half = n * -math.expm1(math.log(alpha) / n) * size / families / 2
        return half + math.hypot(half, seen)

    def bound(self, alpha: float, *, claimed: bool) -> float:
        bound = self.t_bound(alpha)
        return bound if claimed else min(bound, 0.0)

    def p_value(self) -> float:
        """Return the p-value against "the difference is at most 0"."""
        if self.point <= 0:
            return 1.0
        by_t = p_from_bound(lambda alpha: self.t_bound(alpha) > 0, at=_LARGEST_RATE)
        return max(by_t, self._by_signs())

    def _by_signs(self) -> float:
        sizes = np.abs(self.moved[np.abs(self.moved) > _ROUNDING])
        if len(sizes) > _MOST_SIGNS:
            return 0.0
        sums = np.zeros(1)
        for size in sizes:
            sums = np.concatenate([sums + size, sums - size])
        return float(np.mean(sums >= self.moved.sum() - _ROUNDING))
