"""The rate behind a judge that errs: melded exact bounds from the run and the judge's gold labels.

A judge with a sensitivity and a specificity turns a true rate into the rate that it reports. The
inverse of that is smooth, but the three rates in it are known from counts only. Melding draws each
from its own exact confidence distribution, on the side that counts against the claim, and takes a
quantile of what comes out. Here nothing is drawn: the two distributions of the judge lie on a fixed
grid, so that the same counts always give the same bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, expit

from mhgate.stats.clopper_pearson import ProportionInterval
from mhgate.stats.quantile_grid import REACH, beta_quantiles

__all__ = [
    "JudgeCounts",
    "melded",
    "melded_lower",
    "melded_p_at_least",
    "melded_p_at_most",
    "melded_point",
    "melded_upper",
]

_Floats = NDArray[np.float64]

_HALVINGS = 30
_SLICES = 256


@dataclass(frozen=True, slots=True)
class JudgeCounts:
    """What gold labels say about a judge: how many of each class it called good.

    ``judged_good`` of the ``good`` truly good ones, and ``judged_bad`` of the ``bad`` truly bad
    ones, were judged rightly. Counts may be real: effective ones stand in for correlated labels.
    """

    judged_good: float
    good: float
    judged_bad: float
    bad: float

    def __post_init__(self) -> None:
        """Refuse counts that cannot be.

        Raises:
            ValueError: a count is negative, not finite, or more than its class holds.
        """
        for right, total, name in (
            (self.judged_good, self.good, "good"),
            (self.judged_bad, self.bad, "bad"),
        ):
            if not 0 <= right <= total < float("inf"):
                raise ValueError(
                    f"judged_{name} is {right} of {total} truly {name} ones; "
                    f"expected a count in [0, {name}]"
                )

    @property
    def informative(self) -> bool:
        """Whether the judge did better than chance, or the gold of a class is still missing."""
        if not (self.good and self.bad):
            return True
        return self.judged_good / self.good + self.judged_bad / self.bad > 1

    def mirrored(self) -> JudgeCounts:
        """Return the same judge where bad is what is counted.

        Example:
            >>> JudgeCounts(95, 100, 18, 20).mirrored()
            JudgeCounts(judged_good=18, good=20, judged_bad=95, bad=100)
        """
        return JudgeCounts(self.judged_bad, self.bad, self.judged_good, self.good)


def melded_p_at_least(x: ArrayLike, n: ArrayLike, rate: float, judge: JudgeCounts) -> _Floats:
    """Return the p-value against "the true rate is at most ``rate``".

    The lower bound at alpha exceeds the rate exactly where this is below alpha, so that many counts
    can be held against one rate without solving for a bound.

    Args:
        x: trials judged good, real, in [0, n]; any shape that broadcasts.
        n: trials, real, at least 0.
        rate: true rate, in [0, 1].
        judge: the judge's gold counts.

    Returns:
        Probabilities in [0, 1], of the broadcast shape; 1 where x is 0 or the judge's gold counts
        are no better than chance. Never below ``rate ** n``: where the judge calls more good than
        its own sensitivity allows, the gold does not describe the run, and no more is claimed than
        a perfect judge could claim.

    Source:
        Bayer, Fay, Graubard (2023), arXiv 2205.13494 (melded confidence distributions for
        prevalence); Rogan, Gladen (1978), doi:10.1093/oxfordjournals.aje.a112510, for the inverse
        (p - (1 - Sp)) / (Se + Sp - 1), clipped to [0, 1]. Confidence distributions of Clopper,
        Pearson (1934): Beta(x, n - x + 1) for p, Beta(k + 1, m - k) for Se and for 1 - Sp.

    Assumption:
        The gold labels describe the judge on this run: sensitivity and specificity carry over.
        Trials are independent; effective counts stand in for correlated ones.

    Example:
        >>> judge = JudgeCounts(95, 100, 18, 20)
        >>> [round(float(p), 3) for p in melded_p_at_least([95, 99], 100, 0.9, judge)]
        [0.016, 0.0]
    """
    x, n = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(n, dtype=float))
    if not judge.informative:
        return np.ones(x.shape)
    inner = x > 0
    weights, points, uninformed = _exact(judge).at(rate)
    first = np.where(inner, x, 1.0)[..., np.newaxis]
    second = np.where(inner, n - x + 1.0, 1.0)[..., np.newaxis]
    tail = np.clip(uninformed + betainc(first, second, points) @ weights, 0.0, 1.0)
    return np.where(inner, np.maximum(tail, np.power(float(rate), n)), 1.0)


def melded_p_at_most(x: ArrayLike, n: ArrayLike, rate: float, judge: JudgeCounts) -> _Floats:
    """Return the p-value against "the true rate is at least ``rate``".

    It is the smallest alpha whose upper bound lies below the rate.

    Args:
        x: trials judged good, real, in [0, n]; any shape that broadcasts.
        n: trials, real, at least 0.
        rate: true rate, in [0, 1].
        judge: the judge's gold counts.

    Returns:
        Probabilities in [0, 1], of the broadcast shape; 1 where x equals n.

    Source:
        As :func:`melded_p_at_least`, on the bad trials: which judge is called sensitive and which
        specific then changes places.

    Assumption:
        As :func:`melded_p_at_least`.

    Example:
        >>> round(float(melded_p_at_most(75, 100, 0.95, JudgeCounts(95, 100, 18, 20))), 4)
        0.001
    """
    n = np.asarray(n, dtype=float)
    return melded_p_at_least(n - x, n, 1.0 - rate, judge.mirrored())


def melded_lower(x: float, n: float, judge: JudgeCounts, *, alpha: float) -> float:
    """Return the one-sided lower confidence bound of the true rate.

    Args:
        x: trials judged good, real, in [0, n].
        n: trials, real, at least 0.
        judge: the judge's gold counts.
        alpha: error rate of this one bound, in (0, 0.5).

    Returns:
        A bound in [0, 1], never NaN, rounded down by less than 1e-9: 0 where x is 0 or the judge is
        no better than chance; at most ``alpha ** (1 / n)``. It rises, or stays, with every trial
        judged good. A judge that catches fewer of the truly bad never raises it: passing gets no
        easier. One that accepts more of the truly good lowers it, as its good is then worth less,
        unless that settles a doubt whether the judge knows anything.

    Source:
        As :func:`melded_p_at_least`: the largest rate whose p-value is below alpha. Both judge
        distributions lie on 48 by 48 quantiles, evenly spaced in logits, gathered to the means of
        256 slices of probability: within 5e-5 of the integral.

    Assumption:
        As :func:`melded_p_at_least`.

    Example:
        >>> round(melded_lower(190, 200, JudgeCounts(48, 50, 45, 50), alpha=0.025), 4)
        0.9214
    """

    def p_value(rate: float) -> float:
        return float(melded_p_at_least(x, n, rate, judge))

    if p_value(0.0) >= alpha:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):  # halving keeps the order of bounds: equal steps for all counts
        middle = (low + high) / 2
        low, high = (middle, high) if p_value(middle) < alpha else (low, middle)
    return low


def melded_upper(x: float, n: float, judge: JudgeCounts, *, alpha: float) -> float:
    """Return the one-sided upper confidence bound of the true rate.

    Args:
        x: trials judged good, real, in [0, n].
        n: trials, real, at least 0.
        judge: the judge's gold counts.
        alpha: error rate of this one bound, in (0, 0.5).

    Returns:
        A bound in [0, 1], never NaN: 1 where x equals n or the judge is no better than chance. A
        judge that accepts fewer of the truly good never lowers it: failing gets no easier.

    Source:
        As :func:`melded_lower`, on the bad trials, from 1.

    Assumption:
        As :func:`melded_p_at_least`.

    Example:
        >>> round(melded_upper(150, 200, JudgeCounts(95, 100, 90, 100), alpha=0.025), 4)
        0.8612
    """
    return 1.0 - melded_lower(n - x, n, judge.mirrored(), alpha=alpha)


def melded(x: float, n: float, judge: JudgeCounts, *, level: float = 0.9) -> ProportionInterval:
    """Return the two-sided interval of the true rate, the judge's error included.

    Args:
        x: trials judged good, real, in [0, n].
        n: trials, real, at least 0; 0 trials give [0, 1].
        judge: the judge's gold counts.
        level: two-sided level, in (0, 1); 0.9 shows what a one-sided 0.05 decides.

    Returns:
        The interval, inside [0, 1]; [0, 1] for a judge no better than chance. Each bound alone errs
        at (1 - level) / 2.

    Raises:
        ValueError: x lies outside [0, n], or the level outside (0, 1).

    Source:
        As :func:`melded_p_at_least`.

    Assumption:
        As :func:`melded_p_at_least`. Where the judge is well known it tends to Clopper-Pearson.

    Example:
        >>> interval = melded(190, 200, JudgeCounts(48, 50, 45, 50), level=0.95)
        >>> round(interval.lower, 4), interval.upper
        (0.9214, 1.0)
    """
    _check(x, n)
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; expected a share in (0, 1)")
    alpha = (1 - level) / 2
    return ProportionInterval(
        lower=melded_lower(x, n, judge, alpha=alpha),
        upper=melded_upper(x, n, judge, alpha=alpha),
        level=level,
    )


def melded_point(x: float, n: float, judge: JudgeCounts) -> float | None:
    """Return the best guess at the true rate: the median of the melded Jeffreys distributions.

    Args:
        x: trials judged good, real, in [0, n].
        n: trials, real, at least 0.
        judge: the judge's gold counts.

    Returns:
        A rate in [0, 1]; None where nothing can be guessed: no trials, a class without gold, or a
        judge no better than chance.

    Raises:
        ValueError: x lies outside [0, n].

    Source:
        As :func:`melded_p_at_least` with Jeffreys' Beta(k + 1/2, m - k + 1/2) for all three rates;
        where the judge's draw is no better than chance, half counts as 0 and half as 1.

    Assumption:
        As :func:`melded_p_at_least`. Best for looking at: its own interval errs more often than it
        says near 1, so that no bound is taken from it.

    Example:
        >>> round(melded_point(190, 200, JudgeCounts(48, 50, 45, 50)), 3)
        0.991
    """
    _check(x, n)
    if n == 0 or not (judge.good and judge.bad and judge.informative):
        return None
    grid = _jeffreys(judge)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        weights, points, uninformed = grid.at(middle)
        reached = float(betainc(x + 0.5, n - x + 0.5, points) @ weights) + uninformed / 2
        low, high = (middle, high) if reached < 1 / 2 else (low, middle)
    return low if low == 0 else high


class _Grid:
    """What the judge would report, distributed, at any true rate.

    Every pair of a sensitivity and a false-alarm share has its weight; pairs that are no better
    than chance, and what lies beyond the grid, are ``uninformed`` and count against every claim.
    """

    def __init__(self, passes: tuple[_Floats, _Floats], slips: tuple[_Floats, _Floats]) -> None:
        (passed, passed_weight), (slipped, slipped_weight) = passes, slips
        informed = passed[np.newaxis, :] > slipped[:, np.newaxis]
        self._low = np.broadcast_to(slipped[:, np.newaxis], informed.shape)[informed]
        self._width = (passed[np.newaxis, :] - slipped[:, np.newaxis])[informed]
        self._weights = np.outer(slipped_weight, passed_weight)[informed]
        total = float(self._weights.sum())
        self._uninformed = max(0.0, 1.0 - total)
        self._cuts = np.minimum(_cuts(), total)
        self._masses = np.diff(self._cuts)
        self._kept = self._masses > 0
        self._at: dict[float, _Floats] = {}

    def at(self, rate: float) -> tuple[_Floats, _Floats, float]:
        """Return slices of what the judge would report at this true rate.

        Returns:
            The slices' weights, the mean reported rate of each, and the weight of the uninformed.
        """
        points = self._at.get(rate)
        if points is None:
            if len(self._at) >= _SLICES:
                self._at.clear()
            points = self._at[rate] = self._points(rate)
        return self._masses[self._kept], points, self._uninformed

    def _points(self, rate: float) -> _Floats:
        # Means over fixed slices of probability rise with the rate and keep every stochastic
        # order, which means over fixed pairs, or a histogram, would not.
        reported = self._low + rate * self._width
        order = np.argsort(reported)
        weights = self._weights[order]
        reached = np.concatenate([[0.0], np.cumsum(weights)])
        moment = np.concatenate([[0.0], np.cumsum(weights * reported[order])])
        parts = np.diff(np.interp(self._cuts, reached, moment))[self._kept]
        return np.asarray(np.clip(parts / self._masses[self._kept], 0.0, 1.0))


@lru_cache(maxsize=1)
def _cuts() -> _Floats:
    inner = expit(np.linspace(-REACH, REACH, _SLICES - 1))
    return np.concatenate([[0.0], inner, [1.0]])


@lru_cache(maxsize=64)
def _exact(judge: JudgeCounts) -> _Grid:
    passes = beta_quantiles(judge.judged_good + 1, judge.good - judge.judged_good)
    slips = beta_quantiles(judge.bad - judge.judged_bad + 1, judge.judged_bad)
    return _Grid(passes, slips)


@lru_cache(maxsize=64)
def _jeffreys(judge: JudgeCounts) -> _Grid:
    passes = beta_quantiles(judge.judged_good + 0.5, judge.good - judge.judged_good + 0.5)
    slips = beta_quantiles(judge.bad - judge.judged_bad + 0.5, judge.judged_bad + 0.5)
    return _Grid(passes, slips)


def _check(x: float, n: float) -> None:
    if not 0 <= x <= n:
        raise ValueError(f"x is {x}; expected a count in [0, {n}]")
