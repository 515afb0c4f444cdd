"""What correlated trials are worth as independent ones (Korn-Graubard, with a floor on the ICC)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

__all__ = ["EffectiveCounts", "effective_counts", "few_families_factor", "floor_effect"]

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class EffectiveCounts:
    """Counts as if the trials were independent, and how they came about."""

    x: float
    n: float
    rate: float
    design_effect: float
    icc: float
    variance: float
    trials: float
    families: int


def few_families_factor(trials: float, families: int, alpha: float) -> float:
    """Return what few families cost: (t with trials - 1 / t with families - 1) squared.

    Args:
        trials: number of trials, at least the number of families.
        families: number of families, at least 2.
        alpha: one-sided error rate at which the counts will be used, in (0, 0.5).

    Returns:
        A factor in (0, 1] for the effective number of trials; 1 when every family holds one trial.

    Source:
        Korn, Graubard (1998), Survey Methodology 24, 193-201: degrees-of-freedom adjustment.

    Assumption:
        Families are drawn independently of one another.

    Example:
        >>> round(few_families_factor(50, 10, 0.025), 4)
        0.7892
    """
    if trials == families:
        return 1.0
    return float((stdtrit(trials - 1, alpha) / stdtrit(families - 1, alpha)) ** 2)


def floor_effect(sizes: ArrayLike, icc_floor: float) -> float:
    """Return the smallest design effect that is believed for families of these sizes.

    Args:
        sizes: trials in each family, shape (families,), each above 0.
        icc_floor: the least intra-family correlation that is believed, in [0, 1].

    Returns:
        ``1 + (m - 1) * icc_floor`` with m the size of the family of the average trial; at least 1.

    Source:
        Kish (1965), Survey Sampling, section 5.4: deff = 1 + (m - 1) rho.

    Assumption:
        A few families that happen to agree do not prove that families do not matter.

    Example:
        >>> round(floor_effect([5, 5, 5], 0.2), 4)
        1.8
    """
    m = np.asarray(sizes, dtype=float)
    return max(1.0, 1.0 + (float(m @ m / m.sum()) - 1.0) * icc_floor)


def effective_counts(
    successes: ArrayLike, sizes: ArrayLike, *, alpha: float, icc_floor: float = 0.2
) -> EffectiveCounts:
    """Return effective successes and trials for exact binomial methods.

    Args:
        successes: successes in each family, shape (families,), each in [0, size].
        sizes: trials in each family, shape (families,), each above 0.
        alpha: one-sided error rate at which the counts will be used, in (0, 0.5).
        icc_floor: the least intra-family correlation that is believed, in [0, 1]: 0.2 for plain
            counts and paraphrase families, 0.1 beside a judge's correction.

    Returns:
        Effective counts, with 0 <= x <= n <= trials. Families of one trial each are left as they
        are. One family alone is worth 0 trials (it says nothing about the next), and so is none.
        Where every trial agrees, the variance says nothing and the floor decides.

    Raises:
        ValueError: lengths differ, or a count lies outside its family.

    Source:
        Korn, Graubard (1998), Survey Methodology 24, 193-201, for n / deff with adjusted degrees
        of freedom; Saha, Miller, Wang (2016), Int J Biostat 12(2), doi:10.1515/ijb-2015-0024, for
        the analysis-of-variance ICC; design effect = max(1, linearised, ICC, floor).

    Assumption:
        Families are independent; within one anything goes (epochs, paraphrases, turns).

    Example:
        >>> counts = effective_counts([5] * 10, [5] * 10, alpha=0.025, icc_floor=0.1)
        >>> round(counts.design_effect, 4), round(counts.n, 4), counts.rate
        (1.4, 28.1842, 1.0)
    """
    x, m = _checked(successes, sizes)
    families, trials = len(m), float(m.sum())
    if families == 0:
        return EffectiveCounts(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0)
    total = float(x.sum())
    rate = total / trials
    if families == 1:
        return EffectiveCounts(0.0, 0.0, rate, trials, 1.0, 0.0, trials, 1)
    variance = families / (families - 1) * float(((x - rate * m) ** 2).sum()) / trials**2
    if trials == families:
        return EffectiveCounts(total, trials, rate, 1.0, 0.0, variance, trials, families)
    spread = rate * (1 - rate)
    linearised = variance * trials / spread if spread > 0 else 1.0
    icc = float(
        anova_icc(np.array([float((x * x / m).sum())]), np.array([total]), m, families=families)[0]
    )
    mean_size = float(m @ m) / trials
    effect = max(linearised, 1 + (mean_size - 1) * icc, floor_effect(m, icc_floor))
    n = min(trials, trials / effect * few_families_factor(trials, families, alpha))
    return EffectiveCounts(rate * n, n, rate, effect, icc, variance, trials, families)


def anova_icc(squares: _Floats, totals: _Floats, sizes: _Floats, *, families: int) -> _Floats:
    """Return the analysis-of-variance ICC from sums over families.

    Args:
        squares: sum over families of (successes squared / size), any shape.
        totals: sum of the successes, the same shape.
        sizes: trials in each family, shape (families,), not all 1.
        families: number of families, at least 2.

    Returns:
        ICCs clipped to [0, 1]; 0 where nothing varies. Failures in place of successes give the
        same.

    Source:
        Saha, Miller, Wang (2016), doi:10.1515/ijb-2015-0024: (BMS - WMS) / (BMS + (n* - 1) WMS).

    Assumption:
        As :func:`effective_counts`.

    Example:
        >>> float(anova_icc(np.array([5.0]), np.array([5.0]), np.full(4, 5.0), families=4)[0])
        1.0
    """
    trials = sizes.sum()
    between = (squares - totals**2 / trials) / (families - 1)
    within = np.maximum(totals - squares, 0.0) / (trials - families)
    typical = (trials**2 - float(sizes @ sizes)) / ((families - 1) * trials)
    scale = between + (typical - 1) * within
    varies = scale > 0
    icc = (between - within) / np.where(varies, scale, 1.0)
    return np.where(varies, np.clip(icc, 0.0, 1.0), 0.0)


def _checked(successes: ArrayLike, sizes: ArrayLike) -> tuple[_Floats, _Floats]:
    x, m = np.asarray(successes, dtype=float).ravel(), np.asarray(sizes, dtype=float).ravel()
    if x.shape != m.shape:
        raise ValueError(f"{len(x)} counts for {len(m)} families; expected one each")
    if not (np.all(m > 0) and np.all(x >= 0) and np.all(x <= m)):
        raise ValueError("a family's count lies outside [0, its size], or a family is empty")
    return x, m
