"""With which probability a product passes, fails or stays undecided where a judge sees it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc

from mhgate.stats.binomial import binomial
from mhgate.stats.melded import JudgeCounts, melded_p_at_least
from mhgate.stats.planning import VerdictChances, planned_effective_n
from mhgate.stats.quantile_grid import beta_quantiles

__all__ = [
    "JudgeRates",
    "certified_verdict_chances",
    "fewest_to_pass",
    "judged_verdict_chances",
]

_Floats = NDArray[np.float64]
_Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class JudgeRates:
    """What a judge is assumed to be: how often it is right about the good and about the bad."""

    sensitivity: float
    specificity: float

    def __post_init__(self) -> None:
        """Refuse what is no share.

        Raises:
            ValueError: a rate lies outside [0, 1].
        """
        for name, rate in (("sensitivity", self.sensitivity), ("specificity", self.specificity)):
            if not 0 <= rate <= 1:
                raise ValueError(f"{name} is {rate}; expected a share in [0, 1]")

    @property
    def youden(self) -> float:
        """Return sensitivity + specificity - 1: what is left of a difference; 0 is chance."""
        return self.sensitivity + self.specificity - 1

    def shown(self, rate: float) -> float:
        """Return the rate that the judge reports of a product whose true rate this is."""
        return rate * self.sensitivity + (1 - rate) * (1 - self.specificity)

    def expected(self, good: float, bad: float) -> JudgeCounts:
        """Return the counts to expect of so many gold labels of each class."""
        return JudgeCounts(self.sensitivity * good, good, self.specificity * bad, bad)


def judged_verdict_chances(
    rate: float,
    threshold: float,
    items: float,
    families: int,
    judge: JudgeRates,
    *,
    good: int,
    bad: int,
    alpha: float = 0.05,
    icc_floor: float = 0.1,
    groups: int = 16,
) -> VerdictChances:
    """Return how probable each verdict is, before the judge is calibrated and the run is made.

    Args:
        rate: the product's true rate, in [0, 1].
        threshold: the rate it must reach, in [0, 1].
        items: number of items, at least the number of families.
        families: number of families, at least 0.
        judge: what the judge is assumed to be.
        good: truly good gold labels to calibrate it with, at least 0.
        bad: truly bad gold labels, at least 0.
        alpha: error rate of each bound alone, in (0, 0.5).
        icc_floor: the intra-family correlation to plan with, in [0, 1].
        groups: into how many groups of neighbours each class's calibration counts are gathered, at
            least 1: 16 move no chance by more than 0.005, and 6, for a search, by 0.03.

    Returns:
        Probabilities that add up to 1. ``fails`` stands before any correction for many claims.

    Source:
        Exact binomial probabilities of the run's counts at which a melded bound (Bayer, Fay,
        Graubard 2023, arXiv 2205.13494) crosses the threshold, averaged over the binomial
        calibration counts.

    Assumption:
        The items behave like ``planned_effective_n`` independent ones, rounded down; the judge is
        on the run what it was on the gold.

    Example:
        >>> chances = judged_verdict_chances(
        ...     0.99, 0.95, 200, 200, JudgeRates(0.99, 0.95), good=100, bad=50
        ... )
        >>> round(chances.passes, 2), round(chances.fails, 2)
        (0.74, 0.0)
    """
    n = planned_effective_n(items, families, alpha=alpha, icc_floor=icc_floor)
    whole = int(n + 1e-9)
    if whole < 1:
        return _without_items(threshold)
    shown = np.asarray(judge.shown(rate))
    passing = failing = 0.0
    for right, right_chance in _calibrations(good, judge.sensitivity, groups):
        for caught, caught_chance in _calibrations(bad, judge.specificity, groups):
            counts = JudgeCounts(right, good, caught, bad)
            needed, fatal = _crossings(whole, n, threshold, counts, alpha)
            chance = right_chance * caught_chance
            passing += chance * float(_at_least(needed, whole, shown))
            failing += chance * float(_at_least(whole - fatal, whole, 1 - shown))
    return _chances(passing, failing)


def certified_verdict_chances(
    rate: float,
    threshold: float,
    items: float,
    families: int,
    judge: JudgeCounts,
    *,
    alpha: float = 0.05,
    icc_floor: float = 0.1,
) -> VerdictChances:
    """Return how probable each verdict is once the judge's gold counts are known.

    Args:
        rate: the product's true rate, in [0, 1].
        threshold: the rate it must reach, in [0, 1].
        items: number of items, at least the number of families.
        families: number of families, at least 0.
        judge: the judge's gold counts, with which the run will be corrected.
        alpha: error rate of each bound alone, in (0, 0.5).
        icc_floor: the intra-family correlation to plan with, in [0, 1].

    Returns:
        Probabilities that add up to 1. ``fails`` stands before any correction for many claims.

    Source:
        As :func:`judged_verdict_chances`, with the gold as it is; what the judge truly is, which
        the run's counts depend on, is averaged over the Jeffreys posterior that the gold leaves.

    Assumption:
        As :func:`judged_verdict_chances`.

    Example:
        >>> chances = certified_verdict_chances(0.99, 0.95, 200, 200, JudgeCounts(99, 100, 48, 50))
        >>> round(chances.passes, 2)
        0.66
    """
    n = planned_effective_n(items, families, alpha=alpha, icc_floor=icc_floor)
    whole = int(n + 1e-9)
    if whole < 1:
        return _without_items(threshold)
    needed, fatal = _crossings(whole, n, threshold, judge, alpha)
    passes, passes_weight = beta_quantiles(
        judge.judged_good + 0.5, judge.good - judge.judged_good + 0.5
    )
    caught, caught_weight = beta_quantiles(
        judge.judged_bad + 0.5, judge.bad - judge.judged_bad + 0.5
    )
    shown = rate * passes[np.newaxis, :] + (1 - rate) * (1 - caught[:, np.newaxis])
    weights = np.outer(caught_weight, passes_weight) / (caught_weight.sum() * passes_weight.sum())
    passing = float((weights * _at_least(needed, whole, shown)).sum())
    failing = float((weights * _at_least(whole - fatal, whole, 1 - shown)).sum())
    return _chances(passing, failing)


def fewest_to_pass(
    trials: ArrayLike, threshold: float, judge: JudgeCounts, *, alpha: float = 0.05
) -> _Whole:
    """Return the fewest trials judged good that prove the threshold.

    Args:
        trials: independent trials, whole, at least 0; any shape.
        threshold: the true rate to prove, in [0, 1].
        judge: the judge's gold counts.
        alpha: one-sided error rate, in (0, 0.5).

    Returns:
        Numbers from 0 to trials + 1, of the same shape; trials + 1 where not even all would do.

    Source:
        As :func:`~mhgate.stats.melded.melded_p_at_least`, which falls as more are judged good.

    Assumption:
        As there.

    Example:
        >>> fewest_to_pass([59, 100, 200], 0.95, JudgeCounts(99, 100, 48, 50)).tolist()
        [59, 99, 195]
    """
    whole = np.asarray(trials, dtype=np.int64)
    return _fewest(whole, whole.astype(float), threshold, judge, alpha)


def _chances(passes: float, fails: float) -> VerdictChances:
    """Return the chances, free of what summing many of them rounded up."""
    passes, fails = min(passes, 1.0), min(fails, 1.0)
    return VerdictChances(passes, fails, max(0.0, 1.0 - passes - fails))


def _without_items(threshold: float) -> VerdictChances:
    passes = 1.0 if threshold <= 0 else 0.0
    return VerdictChances(passes, 0.0, 1.0 - passes)


def _crossings(
    whole: int, n: float, threshold: float, judge: JudgeCounts, alpha: float
) -> tuple[int, int]:
    """Return the fewest judged good that pass, and the most that fail (-1 for none)."""
    if threshold <= 0:
        return 0, -1
    trials, effective = np.asarray(whole), np.asarray(n)
    needed = int(_fewest(trials, effective, threshold, judge, alpha))
    bad = int(_fewest(trials, effective, 1 - threshold, judge.mirrored(), alpha))
    return needed, whole - bad


def _fewest(
    whole: _Whole, n: _Floats, threshold: float, judge: JudgeCounts, alpha: float
) -> _Whole:
    """Return the fewest of ``whole`` counts, worth ``n`` trials, that prove the threshold."""
    low, high = np.zeros_like(whole), whole + 1
    scale = n / np.maximum(whole, 1)
    while np.any(low < high):
        middle = (low + high) // 2
        x = np.minimum(middle * scale, n)
        proven = melded_p_at_least(x, n, threshold, judge) < alpha
        proven |= middle > whole  # a bound beyond the range, never tried as a count
        low, high = (
            np.where(proven | (low >= high), low, middle + 1),
            np.where(proven & (low < high), middle, high),
        )
    return np.asarray(low)


def _at_least(count: int, n: int, rate: _Floats) -> _Floats:
    """Return the chance of at least so many successes."""
    if count <= 0:
        return np.ones_like(rate)
    if count > n:
        return np.zeros_like(rate)
    return np.asarray(betainc(count, n - count + 1.0, rate))


def _calibrations(labels: int, rate: float, groups: int) -> list[tuple[float, float]]:
    """Return calibration counts, gathered into groups of neighbours, and their chances.

    Each group stands at its mean, so that the mean count stays what it is.
    """
    k = np.arange(labels + 1, dtype=float)
    chance = binomial(labels, rate)
    chance /= chance.sum()
    # Groups are filled evenly: where the middle of a count falls says to which one it belongs.
    group = np.minimum(((np.cumsum(chance) - chance / 2) * groups).astype(int), groups - 1)
    weights = np.bincount(group, weights=chance, minlength=groups)
    kept = weights > 0
    means = np.bincount(group, weights=chance * k, minlength=groups)[kept] / weights[kept]
    counts = np.clip(means, 0.0, labels)
    return [(float(a), float(b)) for a, b in zip(counts, weights[kept], strict=True)]
