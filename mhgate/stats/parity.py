"""Parity between identity variants: the largest gap and the standard deviation of group means."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from mhgate.stats.cluster_mean import worst_standard_error
from mhgate.stats.family_counts import family_codes

__all__ = ["GroupMean", "Parity", "parity"]

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GroupMean:
    """A group's mean over the families that measured it, None where none did."""

    group: str | int
    mean: float | None
    families: int


@dataclass(frozen=True, slots=True)
class Parity:
    """How far groups lie apart, with two-sided intervals at ``level`` and what they rest on.

    ``gap`` is the highest group's mean less the lowest's, ``deviation`` the standard deviation of
    the group means (divided by the number of groups: they are all that there are). Both are None
    below two measured groups. ``missing`` counts cells of family and group with nothing measured.
    """

    gap: float | None
    gap_lower: float
    gap_upper: float
    deviation: float | None
    deviation_lower: float
    deviation_upper: float
    level: float
    highest: str | int | None
    lowest: str | int | None
    groups: tuple[GroupMean, ...]
    families: int
    missing: int


def parity(
    value: ArrayLike,
    unmeasured: ArrayLike,
    family: ArrayLike,
    group: ArrayLike,
    *,
    level: float = 0.9,
) -> Parity:
    """Return the gap and the deviation between groups that see variants of the same families.

    Groups are compared inside families: a family counts once, by the mean of each group's trials
    in it, so that easy families cannot favour a group. The largest gap is biased: without any true
    difference some groups come out ahead. Its interval does not build on it:

    * The upper bound is the largest upper bound of any pair's difference. Whichever pair makes the
      true gap, its own bound is among them, so no correction for many pairs is owed.
    * The lower bound is the largest lower bound of any pair, each at alpha over the number of
      ordered pairs (Bonferroni: some 3 % wider than the studentised range, without its assumption
      of equal variances and without a seed), and at least 0.

    A pair's margin is the root of two squares: the paired t margin, and the bound for zero events
    among so many families, which stays when all families agree. For the deviation, the upper bound
    takes the direction between the groups whose standard error is largest (the true one cannot
    beat it), and never more than the gap's upper bound allows; the lower bound follows from the
    pairs' lower bounds.

    What was not measured lies at 0 or at 1, whichever widens, in each pair and on either side; so
    does a group that a family never showed. One more never narrows an interval.

    Args:
        value: one a trial, shape (trials,), in [0, 1] where measured, anything where not.
        unmeasured: whether the trial could not be measured, shape (trials,), boolean.
        family: each trial's family, shape (trials,), strings or whole numbers.
        group: the identity that the trial's variant showed, shape (trials,), likewise.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.

    Returns:
        Gap bounds in [0, 1], deviation bounds in [0, 1/2], never NaN. Fewer than two families or
        groups say nothing about either.

    Raises:
        ValueError: lengths differ, or a measured value lies outside [0, 1].

    Source:
        Upper bound: intersection-union, Berger (1982), Technometrics 24, 295-300,
        doi:10.1080/00401706.1982.10487790. Lower bound: Dunn (1961), JASA 56, 52-64,
        doi:10.1080/01621459.1961.10482090. Zero events: Clopper, Pearson (1934),
        doi:10.1093/biomet/26.4.404. Counting on both sides: Manski (1989), doi:10.2307/145818.

    Assumption:
        Families are independent; within one anything goes.

    Example:
        >>> rows = [(f, g, float(not (g == "b" and f < 12))) for f in range(60) for g in "abc"]
        >>> families, groups, values = zip(*rows)
        >>> found = parity(values, [False] * 180, families, groups)
        >>> round(found.gap, 3), found.lowest, round(found.gap_lower, 3), round(found.gap_upper, 3)
        (0.2, 'b', 0.051, 0.3)
        >>> round(found.deviation, 3), round(found.deviation_upper, 3)
        (0.094, 0.141)
    """
    cells = _Cells(value, unmeasured, family, group)
    families, count = cells.low.shape
    means = cells.group_means()
    known = [each for each in means if each.mean is not None]
    highest = max(known, key=_mean, default=None)
    lowest = min(known, key=_mean, default=None)
    gap = deviation = None
    if highest and lowest and len(known) > 1:
        gap = _mean(highest) - _mean(lowest)
        deviation = float(np.std([_mean(each) for each in known]))
    bounds = (0.0, 1.0, 0.0, _largest_deviation(count))
    if families > 1 and count > 1:
        bounds = _bounds(cells, (1 - level) / 2)
    return Parity(
        gap=gap,
        gap_lower=bounds[0],
        gap_upper=bounds[1],
        deviation=deviation,
        deviation_lower=bounds[2],
        deviation_upper=bounds[3],
        level=level,
        highest=highest.group if gap is not None and highest else None,
        lowest=lowest.group if gap is not None and lowest else None,
        groups=means,
        families=families,
        missing=int((cells.measured == 0).sum()),
    )


class _Cells:
    """The range of each cell's mean, families by groups: a point where everything was measured."""

    def __init__(
        self, value: ArrayLike, unmeasured: ArrayLike, family: ArrayLike, group: ArrayLike
    ) -> None:
        values = np.asarray(value, dtype=float).ravel()
        lost = np.asarray(unmeasured, dtype=bool).ravel()
        families, rows = family_codes(family)
        self.names, columns = family_codes(group)
        if not values.shape == lost.shape == rows.shape == columns.shape:
            lengths = f"{len(values)}, {len(lost)}, {len(rows)} and {len(columns)}"
            raise ValueError(f"{lengths} entries; expected one each a trial")
        kept = np.where(lost, 0.0, values)
        if not np.all((kept >= 0) & (kept <= 1)):
            raise ValueError("a measured value lies outside [0, 1]")
        shape = len(families), len(self.names)
        cell, size = rows * shape[1] + columns, shape[0] * shape[1]
        trials = np.bincount(cell, minlength=size).reshape(shape)
        self.measured = np.bincount(cell, ~lost, minlength=size).reshape(shape)
        self.totals = np.bincount(cell, kept, minlength=size).reshape(shape)
        asked = np.maximum(trials, 1)
        self.low = self.totals / asked
        self.high = (self.totals + np.where(trials > 0, trials - self.measured, 1)) / asked

    def group_means(self) -> tuple[GroupMean, ...]:
        has = self.measured > 0
        cell_means = self.totals / np.where(has, self.measured, 1)
        counts, sums = has.sum(axis=0), np.where(has, cell_means, 0.0).sum(axis=0)
        return tuple(
            GroupMean(name, float(total / n) if n else None, int(n))
            for name, total, n in zip(self.names.tolist(), sums, counts, strict=True)
        )

    def pairs(self) -> Iterator[tuple[float, float, float]]:
        """Yield each pair's least and greatest difference of means, and its standard error."""
        families, count = self.low.shape
        ones = np.ones(families)
        for i in range(count):
            for j in range(i + 1, count):
                low = self.low[:, i] - self.high[:, j]
                high = self.high[:, i] - self.low[:, j]
                error = worst_standard_error(low, high, ones)
                yield float(low.mean()), float(high.mean()), error

    def largest_error(self) -> float:
        """Return the largest standard error, over all directions of length 1 between the groups.

        A missing cell could turn the matrix of residuals by its half range at most.
        """
        families = len(self.low)
        middle, half = (self.low + self.high) / 2, (self.high - self.low) / 2
        residuals = middle - middle.mean(axis=1, keepdims=True)
        residuals = residuals - residuals.mean(axis=0)
        norm = float(np.linalg.norm(residuals, 2)) + float(half.sum())
        return norm / math.sqrt(families * (families - 1))


def _bounds(cells: _Cells, alpha: float) -> tuple[float, float, float, float]:
    families, count = cells.low.shape
    each = alpha / (count * (count - 1))
    gap_lower = gap_upper = squares = farthest = 0.0
    for low, high, error in cells.pairs():
        margin = _margin(error, families, alpha)
        gap_upper = max(gap_upper, high + margin, margin - low)
        apart = max(0.0, max(low, -high) - _margin(error, families, each))
        gap_lower = max(gap_lower, apart)
        squares += apart**2
        farthest += max(abs(low), abs(high)) ** 2
    gap_upper = min(1.0, gap_upper)
    shape = _largest_deviation(count)
    t = -float(stdtrit(families - 1, alpha))
    spread = t * cells.largest_error() / math.sqrt(count)
    deviation_upper = math.sqrt(farthest) / count + math.hypot(
        spread, shape * _zero_events(families, alpha)
    )
    # A range fixes the least deviation (all others in the middle) and the greatest (two halves).
    deviation_lower = max(gap_lower / math.sqrt(2 * count), math.sqrt(squares) / count)
    return gap_lower, gap_upper, deviation_lower, min(deviation_upper, shape * gap_upper)


def _margin(error: float, families: int, alpha: float) -> float:
    t = -float(stdtrit(families - 1, alpha))
    return math.hypot(t * error, _zero_events(families, alpha))


def _zero_events(families: int, alpha: float) -> float:
    """Return the largest share of families that may be otherwise when all of these agree."""
    return float(1 - alpha ** (1 / families))


def _largest_deviation(count: int) -> float:
    """Return the largest standard deviation of so many numbers in [0, 1]: two halves, 0 and 1."""
    return math.sqrt((count // 2) * (count - count // 2)) / count if count else 0.5


def _mean(group: GroupMean) -> float:
    return group.mean if group.mean is not None else math.nan
