"""Correlation between two columns, Pearson's or Spearman's, with an interval by family."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.effective_counts import floor_effect
from mhgate.stats.family_counts import family_codes
from mhgate.stats.one_value import reach_of_one_value
from mhgate.stats.unseen_events import margin_with_unseen

__all__ = ["Correlation", "correlation", "mid_ranks"]

_Floats = NDArray[np.float64]
_Codes = NDArray[np.intp]

_FEWEST_FAMILIES = 3
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Correlation:
    """A coefficient's two-sided interval at ``level`` and what it rests on.

    ``coefficient`` is that of the measured pairs, None where it is not defined; ``reason`` says why
    it is not, or why the bounds are the whole range; it is None where both are as usual.
    """

    coefficient: float | None
    lower: float
    upper: float
    level: float
    pairs: int
    measured: int
    families: int
    reason: str | None


def correlation(
    x: ArrayLike,
    y: ArrayLike,
    unmeasured: ArrayLike,
    family: ArrayLike,
    *,
    kind: Literal["pearson", "spearman"] = "pearson",
    low: float = 0.0,
    high: float = 1.0,
    level: float = 0.9,
    icc_floor: float = 0.2,
) -> Correlation:
    """Return the correlation of two columns, its error judged by leaving out one family at a time.

    Each bound lies at :func:`mhgate.stats.unseen_events.margin_with_unseen` of the coefficient: the
    jackknife's pseudo-values by family are the pulls, and the costliest event is the pair, within
    the range of ``x`` and what ``y`` occurs, that has the most influence on the coefficient. An
    interval on Fisher's z knows nothing of a reply in a hundred that is far off until it has seen
    some. A perfect correlation has its bounds by the same rule.

    A pair whose ``x`` could not be measured widens on both sides: the interval holds that of the
    measured pairs, and those with the missing ``x`` at the ends of its range, set against ``y``
    (low where ``y`` lies above its middle) and set along with it.

    Args:
        x: what was measured, shape (pairs,), in [low, high] where measured, anything where not.
        y: what it is held against (human norms, say), shape (pairs,), finite.
        unmeasured: whether ``x`` could not be measured, shape (pairs,), boolean.
        family: each pair's family, shape (pairs,), strings or whole numbers.
        kind: "pearson" on the values, "spearman" on their ranks, ties sharing the middle one.
        low: the least value that ``x`` can have; minus infinity for the least that it had.
        high: the greatest, above ``low``; infinity for the greatest that it had.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.
        icc_floor: the least correlation of rare events in a family that is believed, in [0, 1].

    Returns:
        Bounds in [-1, 1], never NaN. A column without variance has no coefficient. Where ``x``
        holds one value in all families, or in all but one, the bounds are those of
        :func:`mhgate.stats.one_value.reach_of_one_value`: who always says the same is shown to
        follow nothing, the more families the better. Fewer than three families, or a ``y`` that
        varies in one family at most, give the whole range.

    Raises:
        ValueError: lengths differ, a number is not finite, or ``x`` lies outside its range.

    Source:
        Jackknife with t quantiles: Miller (1974), Biometrika 61, 1-15,
        doi:10.1093/biomet/61.1.1, on the scale of the coefficient, the family left out as a whole.
        Influence of a pair, with both columns standardised, x y - r (x ** 2 + y ** 2) / 2: Devlin,
        Gnanadesikan, Kettenring (1975), Biometrika 62, 531-545, doi:10.1093/biomet/62.3.531.
        Mid-ranks: Kendall (1945), Biometrika 33, 239-251, doi:10.1093/biomet/33.3.239.

    Assumption:
        Families are independent. A wide range of ``x`` beside a narrow use of it costs width: a
        reply at its far end would outweigh all others.

    Example:
        >>> human = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
        >>> model = [0.1, 0.3, 0.5, 0.7, 0.9, 0.2, 0.3, 0.6, 0.6, 1.0]
        >>> found = correlation(model * 8, human * 8, [False] * 80, [n // 2 for n in range(80)])
        >>> round(found.coefficient, 3), round(found.lower, 3), round(found.upper, 3)
        (0.977, 0.748, 0.984)
        >>> same = correlation([0.5] * 40, range(40), [False] * 40, range(40))
        >>> same.coefficient, round(same.upper, 2), same.reason
        (None, 0.46, 'nothing varies in one of the columns')
    """
    xs, ys = (np.asarray(each, dtype=float).ravel() for each in (x, y))
    lost = np.asarray(unmeasured, dtype=bool).ravel()
    _, codes = family_codes(family)
    if not xs.shape == ys.shape == lost.shape == codes.shape:
        lengths = f"{len(xs)}, {len(ys)}, {len(lost)} and {len(codes)}"
        raise ValueError(f"{lengths} entries; expected one each a pair")
    if not (np.all(np.isfinite(ys)) and np.all((xs[~lost] >= low) & (xs[~lost] <= high))):
        raise ValueError(f"a number is not finite, or a measured x lies outside [{low}, {high}]")
    judge = _Judge(kind, low, high, (1 - level) / 2, icc_floor)
    found, lower, upper, reason = judge.interval(xs[~lost], ys[~lost], codes[~lost])
    reach = None
    if len(ys):
        against_y = ys if kind == "pearson" else mid_ranks(ys)
        reach = reach_of_one_value(xs, against_y, lost, codes, alpha=(1 - level) / 2)
    if reach is not None:
        least, most = (-1.0, 1.0) if reason is not None else (lower, upper)
        lower, upper = max(least, min(-reach, found or 0.0)), min(most, max(reach, found or 0.0))
    if np.any(lost) and (reason is None or reach is not None):
        above = ys > np.median(ys)
        for against in (True, False):
            filled = np.where(lost, np.where(above == against, low, high), xs)
            _, lowest, highest, _ = judge.interval(filled, ys, codes)
            lower, upper = min(lower, lowest), max(upper, highest)
    families = len(np.unique(codes))
    return Correlation(found, lower, upper, level, len(xs), int((~lost).sum()), families, reason)


def mid_ranks(values: ArrayLike) -> _Floats:
    """Return ranks from 1; tied values share the middle of theirs.

    Args:
        values: numbers, shape (n,), finite.

    Returns:
        Ranks, shape (n,), adding up to n (n + 1) / 2.

    Source:
        Kendall (1945), Biometrika 33, 239-251, doi:10.1093/biomet/33.3.239.

    Assumption:
        Equal numbers are ties.

    Example:
        >>> mid_ranks([0.2, 0.1, 0.2]).tolist()
        [2.5, 1.0, 2.5]
    """
    _, codes, counts = np.unique(
        np.asarray(values, dtype=float).ravel(), return_inverse=True, return_counts=True
    )
    return _ranks(counts)[codes]


@dataclass(frozen=True, slots=True)
class _Judge:
    """What makes an interval of a coefficient from pairs and families."""

    kind: Literal["pearson", "spearman"]
    low: float
    high: float
    alpha: float
    icc_floor: float

    def interval(
        self, x: _Floats, y: _Floats, codes: _Codes
    ) -> tuple[float | None, float, float, str | None]:
        if not len(x) or x.min() == x.max() or y.min() == y.max():
            return None, -1.0, 1.0, "nothing varies in one of the columns"
        names, members, sizes = np.unique(codes, return_inverse=True, return_counts=True)
        families = len(names)
        found, others = (_pearson if self.kind == "pearson" else _spearman)(x, y, members)
        if families < _FEWEST_FAMILIES:
            return found, -1.0, 1.0, "fewer than three families"
        if np.any(np.isnan(others)):
            return found, -1.0, 1.0, "one family holds all that varies in one of the columns"
        pulls = (families - 1) * (others.mean() - others)
        influence = self._influence(x, y, found)
        worth = len(x) / floor_effect(sizes, self.icc_floor)

        def margin(side: int) -> float:
            costliest = max(0.0, float((side * influence).max()))
            return margin_with_unseen(
                side * pulls, costliest=costliest, effective_n=worth, alpha=self.alpha
            )

        return found, max(-1.0, found - margin(-1)), min(1.0, found + margin(1)), None

    def _influence(self, x: _Floats, y: _Floats, found: float) -> _Floats:
        """Return how pairs at the ends of what can be would move the coefficient, per share."""
        is_told = np.isfinite([self.low, self.high])
        ends = np.where(is_told, [self.low, self.high], [x.min(), x.max()])
        if self.kind == "spearman":
            ends = np.array([(x < end).sum() + ((x == end).sum() + 1) / 2 for end in ends])
            x, y = mid_ranks(x), mid_ranks(y)
        middle, scale = float(x.mean()), float(np.abs(ends - x.mean()).max())
        low, high = (ends - middle) / scale
        spread = float(((x - middle) / scale).std())
        of_y = _centred(y)
        tops = np.array([of_y.min(), of_y.max()]) / float(of_y.std())
        # between the ends of x the influence is greatest, or least, where x = y / r
        turns = np.clip(tops / (found or _ROUNDING), low / spread, high / spread)
        u = np.concatenate([np.repeat([low, high], 2) / spread, turns])
        v = np.tile(tops, 3)
        return np.asarray(u * v - found * (u**2 + v**2) / 2)


def _pearson(x: _Floats, y: _Floats, members: _Codes) -> tuple[float, _Floats]:
    """Return the coefficient, and those without each family in turn, from sums by family."""
    u, v = _centred(x), _centred(y)
    sums = np.stack(
        [np.bincount(members, each) for each in (np.ones_like(u), u, v, u * u, v * v, u * v)]
    )
    total = sums.sum(axis=1, keepdims=True)
    return float(_from_sums(total)[0]), _from_sums(total - sums)


def _spearman(x: _Floats, y: _Floats, members: _Codes) -> tuple[float, _Floats]:
    """Return the same on mid-ranks, ranking the rest anew without each family."""
    xs, ys = (np.unique(each, return_inverse=True)[1] for each in (x, y))
    x_counts, y_counts = np.bincount(xs), np.bincount(ys)
    order = np.argsort(members, kind="stable")
    others = []
    for gone in np.split(order, np.flatnonzero(np.diff(members[order])) + 1):
        stays = np.ones(len(x), dtype=bool)
        stays[gone] = False
        u = _ranks(x_counts - np.bincount(xs[gone], minlength=len(x_counts)))[xs[stays]]
        v = _ranks(y_counts - np.bincount(ys[gone], minlength=len(y_counts)))[ys[stays]]
        others.append(_product_moment(u, v))
    return _product_moment(_ranks(x_counts)[xs], _ranks(y_counts)[ys]), np.array(others)


def _ranks(counts: NDArray[np.intp]) -> _Floats:
    """Return the mid-rank of each distinct value from how often each occurs, in their order."""
    return np.asarray(np.cumsum(counts) - (counts - 1) / 2, dtype=float)


def _product_moment(u: _Floats, v: _Floats) -> float:
    if not len(u) or u.min() == u.max() or v.min() == v.max():
        return math.nan
    u, v = _centred(u), _centred(v)
    sums = np.array([[len(u)], [0.0], [0.0], [u @ u], [v @ v], [u @ v]])
    return float(_from_sums(sums)[0])


def _centred(values: _Floats) -> _Floats:
    """Return deviations in units of the largest: squares of extreme doubles are not doubles."""
    away = values - values.mean()
    return np.asarray(away / np.abs(away).max())


def _from_sums(sums: _Floats) -> _Floats:
    """Return coefficients from columns of n, sums, sums of squares and products; NaN for none."""
    n, u, v, uu, vv, uv = sums
    n = np.maximum(n, 1)
    spread_u, spread_v = (square - total**2 / n for square, total in ((uu, u), (vv, v)))
    varies = (spread_u > _ROUNDING * n) & (spread_v > _ROUNDING * n)
    scale = np.sqrt(np.where(varies, spread_u * spread_v, 1.0))
    return np.where(varies, np.clip((uv - u * v / n) / scale, -1.0, 1.0), np.nan)
