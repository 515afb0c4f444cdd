"""A paired difference over families, with what could not be measured counted on both sides."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from mhgate.stats.effective_counts import floor_effect
from mhgate.stats.exact_unconditional import exact_lower_bound, exact_p_value
from mhgate.stats.tango import tango_lower_bound

__all__ = [
    "MOST_EXACT_PAIRS",
    "PairedDifference",
    "believed_effect",
    "needed_statistic",
    "paired_difference",
]

_Floats = NDArray[np.float64]

MOST_EXACT_PAIRS = 300
"""Independent pairs up to which the exact test decides, which takes longer the more there are."""

_MOST_UNMEASURED = 0.5
_ROUNDING = 1e-9  # sums of shares that should be whole are not, quite

# How far a design effect is trusted that few moves show: as if so many more families had moved, of
# a correlation so many times the floor. Chosen as the least that keep the size of the
# non-inferiority claim at most .055 up to a correlation of .3: benchmarks/coverage/tango.py.
_FAMILIES_IN_DOUBT = 2.5
_DOUBT = 4.0


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A difference's two-sided interval at ``level`` and what it rests on.

    ``difference`` is the mean over measured pairs, 0 without any. ``p_worse`` is the p-value
    against "the difference is at least 0", 1 where it could have been at least 0.
    """

    difference: float
    lower: float
    upper: float
    level: float
    p_worse: float
    pairs: int
    measured: int
    gains: float
    losses: float
    families: int
    effective_n: float


def believed_effect(
    linearised: ArrayLike, moved: ArrayLike, sizes: ArrayLike, *, icc_floor: float = 0.1
) -> _Floats:
    """Return the design effect that is believed of differences, given the one that they show.

    Few moves show little of how strongly families move together: three losses in three families
    look independent whatever the correlation. So the effect that they show is averaged with that
    of a few more families, which move as families of four times the floor's correlation would; the
    more has moved, the less these count. The floor holds throughout, and so does what is shown.

    Args:
        linearised: the effect that the family sums show, (between families / within pairs), at
            least 0, any shape; 1 where nothing moved.
        moved: gains plus losses, real, at least 0, the same shape.
        sizes: pairs in each family, shape (families,), each above 0.
        icc_floor: the least intra-family correlation that is believed, in [0, 1].

    Returns:
        Effects of that shape, each at least ``linearised`` and at least 1; 1 for families of one.

    Source:
        Kish (1965), Survey Sampling, section 5.4: deff = 1 + (m - 1) rho, for the floor and for
        the added families, whose e moves add e to the moves and e * e to the sum of squares. Their
        number and correlation are chosen by the sizes in benchmarks/coverage/tango.py.

    Assumption:
        The true correlation of differences within a family is at most .3.

    Example:
        >>> nothing, little, much = believed_effect(1, [0, 6, 60], [4] * 30).tolist()
        >>> round(nothing, 2), round(little, 2), round(much, 2)
        (2.2, 1.57, 1.3)
    """
    seen, moves = np.asarray(linearised, dtype=float), np.asarray(moved, dtype=float)
    doubted = floor_effect(sizes, min(1.0, _DOUBT * icc_floor))
    weight = _FAMILIES_IN_DOUBT * doubted
    averaged = (moves * seen + weight * doubted) / (moves + weight)
    return np.asarray(np.maximum(np.maximum(seen, averaged), floor_effect(sizes, icc_floor)))


def needed_statistic(
    linearised: ArrayLike,
    moved: ArrayLike,
    sizes: ArrayLike,
    *,
    alpha: float,
    icc_floor: float = 0.1,
) -> _Floats:
    """Return what Tango's statistic on plain counts must reach before anything is claimed.

    The t quantile pays for a variance that was estimated from few families; a floor was not
    estimated. So the t quantile goes with the effect that was seen, the normal one with the effect
    that is believed, and the larger of the two is needed.

    Args:
        linearised: as for :func:`believed_effect`.
        moved: likewise.
        sizes: likewise.
        alpha: one-sided error rate, in (0, 0.5).
        icc_floor: as for :func:`believed_effect`.

    Returns:
        Values above 0, of the shape of ``linearised``.

    Source:
        Counts divided by a design effect, as Obuchowski (1998), Statistics in Medicine 17,
        1495-1507, doi:10.1002/(SICI)1097-0258(19980715)17:13<1495::AID-SIM863>3.0.CO;2-I, divides
        the variance. Degrees of freedom: families that count alike, (sum m) ** 2 / sum m ** 2
        (Kish 1965), less one.

    Assumption:
        As :func:`believed_effect`.

    Example:
        >>> few, many = needed_statistic(1.5, 40, [4] * 8, alpha=0.05), 1.6449 * 1.5**0.5
        >>> round(float(few), 3), round(many, 3)
        (2.32, 2.015)
    """
    seen = np.sqrt(np.asarray(linearised, dtype=float))
    believed = np.sqrt(believed_effect(linearised, moved, sizes, icc_floor=icc_floor))
    student = -float(stdtrit(_degrees(sizes), alpha))
    return np.asarray(np.maximum(-float(ndtri(alpha)) * believed, student * seen))


def paired_difference(
    low: ArrayLike,
    high: ArrayLike,
    family: ArrayLike,
    *,
    level: float = 0.9,
    icc_floor: float = 0.1,
) -> PairedDifference:
    """Return the interval of a mean difference between pairs that come in families.

    A measured pair has one difference; a pair that could not be measured has the range of those
    that it could have had. The interval holds the interval of every data set in that range, its
    design effect bounded by the largest that one with the same gains and losses could have. So one
    more unmeasured pair never narrows it, whatever is clustered where.

    A bound on the losses alone bounds the difference too, so the lower bound is the better of the
    two (and the upper one likewise): an improvement that is concentrated in one family, which only
    widens the score interval, does not cost the proof that nothing got worse.

    Families of one pair each, at most 300, get the exact unconditional test in place of the score
    test's quantiles: the worst data set is then known, with every failure against the bound.

    Args:
        low: the least difference that each pair could have, shape (pairs,), in [-1, 1].
        high: the greatest, shape (pairs,), in [low, 1]; equal to ``low`` where it was measured.
        family: each pair's family, shape (pairs,), whole numbers or names.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.
        icc_floor: the least intra-family correlation of the differences that is believed, [0, 1].

    Returns:
        Bounds in [-1, 1], never NaN. No pairs, one family alone, or more than half of the pairs
        unmeasured give [-1, 1] and a p-value of 1.

    Raises:
        ValueError: lengths differ, or a range lies outside [-1, 1] or is reversed.

    Source:
        Tango (1998), Statistics in Medicine 17, 891-908,
        doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B, on counts divided by
        the design effect of the differences: :func:`needed_statistic`; variance by family as in
        Obuchowski (1998), Statistics in Medicine 17, 1495-1507,
        doi:10.1002/(SICI)1097-0258(19980715)17:13<1495::AID-SIM863>3.0.CO;2-I. Without families:
        :mod:`mhgate.stats.exact_unconditional`. Counting on both sides: Manski (1989), Journal of
        Human Resources 24, 343-360, doi:10.2307/145818.

    Assumption:
        Families are independent. Differences that are not whole count as parts of a gain or loss;
        the exact test rounds their sums against the bound.

    Example:
        >>> same = paired_difference([0] * 60, [0] * 60, list(range(30)) * 2)
        >>> round(same.lower, 3), round(same.upper, 3)
        (-0.059, 0.059)
        >>> lost = paired_difference([-1] * 20 + [0] * 40, [-1] * 20 + [0] * 40, list(range(60)))
        >>> lost.p_worse < 0.001
        True
    """
    lo, hi = np.asarray(low, dtype=float).ravel(), np.asarray(high, dtype=float).ravel()
    names, index = np.unique(np.asarray(family).ravel(), return_inverse=True)
    if not lo.shape == hi.shape == index.shape:
        raise ValueError(f"{len(lo)}, {len(hi)} and {len(index)} entries; expected one each a pair")
    if not (np.all(lo >= -1) and np.all(hi <= 1) and np.all(lo <= hi)):
        raise ValueError("a pair's range is reversed or lies outside [-1, 1]")
    alpha = (1 - level) / 2
    measured = lo == hi
    known = lo[measured]
    lower, upper, p_worse, effective_n = -1.0, 1.0, 1.0, 0.0
    enough = len(names) > 1 and np.mean(~measured) <= _MOST_UNMEASURED
    if enough and len(lo) == len(names) <= MOST_EXACT_PAIRS:
        lower, upper, p_worse = _exact(lo, hi, alpha)
        effective_n = float(len(lo))
    elif enough:
        sizes = np.bincount(index).astype(float)
        side = _Ranges(lo, hi, index, sizes, icc_floor)
        lower = _lower_bound(side, lo, hi, alpha)
        upper = -_lower_bound(_Ranges(-hi, -lo, index, sizes, icc_floor), -hi, -lo, alpha)
        p_worse, effective_n = side.p_worse(), side.effective_n
    return PairedDifference(
        difference=float(known.mean()) if len(known) else 0.0,
        lower=lower,
        upper=upper,
        level=level,
        p_worse=p_worse,
        pairs=len(lo),
        measured=len(known),
        gains=float(known[known > 0].sum()),
        losses=float(np.abs(known[known < 0]).sum()),
        families=len(names),
        effective_n=effective_n,
    )


def _exact(low: _Floats, high: _Floats, alpha: float) -> tuple[float, float, float]:
    """Return bounds and the p-value of independent pairs: each from the data set that is worst."""
    n = len(low)
    gained, lost = _whole(low)
    lower = exact_lower_bound(gained, lost, n, alpha=alpha)
    lost, gained = _whole(-high)
    upper = -exact_lower_bound(lost, gained, n, alpha=alpha)
    return lower, upper, exact_p_value(lost, gained, n, difference=0.0)


def _whole(differences: _Floats) -> tuple[int, int]:
    """Return gains, rounded down, and losses, rounded up."""
    gains, losses = np.maximum(differences, 0).sum(), np.maximum(-differences, 0).sum()
    return math.floor(gains + _ROUNDING), math.ceil(losses - _ROUNDING)


def _lower_bound(side: _Ranges, low: _Floats, high: _Floats, alpha: float) -> float:
    bound = side.lower_bound(alpha)
    if not np.any(high > 0):
        return bound
    without_gains = _Ranges(
        np.minimum(low, 0), np.minimum(high, 0), side.index, side.sizes, side.icc_floor
    )
    return max(bound, without_gains.lower_bound(alpha))


class _Ranges:
    """Every pair of totals that the ranges allow, each with its largest design effect."""

    def __init__(
        self,
        low: _Floats,
        high: _Floats,
        index: NDArray[np.intp],
        sizes: _Floats,
        icc_floor: float,
    ) -> None:
        self.index, self.sizes, self.icc_floor = index, sizes, icc_floor
        self.n, self.families = float(len(low)), len(sizes)
        gains = _totals(np.maximum(low, 0).sum(), np.maximum(high, 0).sum())
        losses = _totals(np.maximum(-high, 0).sum(), np.maximum(-low, 0).sum())
        grid = np.meshgrid(gains, losses, indexing="ij")
        fits = grid[0] + grid[1] <= np.maximum(np.abs(low), np.abs(high)).sum() + _ROUNDING
        self.gains, self.losses = grid[0][fits], grid[1][fits]
        self.seen = self._seen(low, high)

    @property
    def effective_n(self) -> float:
        moved = self.gains + self.losses
        effects = believed_effect(self.seen, moved, self.sizes, icc_floor=self.icc_floor)
        return self.n / float(np.max(effects))

    def _seen(self, low: _Floats, high: _Floats) -> _Floats:
        """Return the largest linearised effect for each pair of totals."""
        index, sizes = self.index, self.sizes
        if self.n == self.families:
            return np.ones_like(self.gains)
        lo = np.asarray(np.bincount(index, low), dtype=float)
        hi = np.asarray(np.bincount(index, high), dtype=float)
        reach = self.gains - self.losses - lo.sum()
        squares = (lo**2).sum() + _filled(reach, hi - lo, lo + hi, order=-(lo + hi))
        squares = np.minimum(squares, sizes.max() * (self.gains + self.losses))
        mean = (self.gains - self.losses) / self.n
        crossed = (lo * sizes).sum() + np.where(
            mean >= 0,
            _filled(reach, hi - lo, sizes, order=sizes),
            _filled(reach, hi - lo, sizes, order=-sizes),
        )
        scatter = squares - 2 * mean * crossed + mean**2 * float(sizes @ sizes)
        spread = (self.gains + self.losses) / self.n - mean**2
        varies = spread > _ROUNDING
        factor = self.families / (self.families - 1) / self.n
        linearised = factor * np.maximum(scatter, 0.0) / np.where(varies, spread, 1.0)
        return np.where(varies, linearised, 1.0)

    def lower_bound(self, alpha: float) -> float:
        """Return the lowest score bound."""
        needed = needed_statistic(
            self.seen,
            self.gains + self.losses,
            self.sizes,
            alpha=alpha,
            icc_floor=self.icc_floor,
        )
        return tango_lower_bound(self.gains, self.losses, self.n, needed)

    def p_worse(self) -> float:
        """Return the largest p-value against "the difference is at least 0"; 1 without a drop."""
        fall, moved = self.losses - self.gains, self.gains + self.losses
        if np.any(fall <= 0):
            return 1.0
        believed = believed_effect(self.seen, moved, self.sizes, icc_floor=self.icc_floor)
        statistic = -fall / np.sqrt(moved)
        seen = np.sqrt(np.maximum(self.seen, _ROUNDING))
        normal = ndtr(statistic / np.sqrt(believed))
        student = stdtr(_degrees(self.sizes), statistic / seen)
        return float(max(np.max(normal), np.max(student)))


def _degrees(sizes: ArrayLike) -> float:
    m = np.asarray(sizes, dtype=float)
    return max(1.0, float(m.sum() ** 2 / (m @ m)) - 1)


def _totals(least: float, most: float) -> _Floats:
    steps = np.arange(np.floor(most - least + _ROUNDING) + 1)
    totals = most - steps
    # With parts of a gain the steps may miss the other end, which may be the only one that fits.
    ends_short = totals[-1] - least > _ROUNDING
    return np.asarray(np.append(totals, least) if ends_short else totals)


def _filled(reach: _Floats, room: _Floats, slopes: _Floats, *, order: _Floats) -> _Floats:
    ranked = np.argsort(order, kind="stable")
    reached = np.concatenate([[0.0], np.cumsum(room[ranked])])
    worth = np.concatenate([[0.0], np.cumsum((room * slopes)[ranked])])
    return np.asarray(np.interp(reach, reached, worth))
