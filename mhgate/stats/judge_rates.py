"""How often a judge is right about what is good and about what is bad, and whether it may gate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.effective_counts import effective_counts
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.ratings import cluster_numbers

__all__ = ["ClassRate", "JudgeRates", "LeastGold", "gold_shortfalls", "judge_rates", "may_gate"]

_Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ClassRate:
    """How often the judge is right about one class of truth, with its interval at a level.

    ``right`` of ``measured`` were judged rightly; ``unmeasured`` got no judgement: they count as
    wrong for ``lower`` and as right for ``upper``. The effective counts are of measured ones.
    ``rate`` is None where nothing was measured; the interval is then [0, 1].
    """

    rate: float | None
    lower: float
    upper: float
    right: int
    measured: int
    unmeasured: int
    families: int
    effective_right: float
    effective_measured: float


@dataclass(frozen=True, slots=True)
class JudgeRates:
    """A judge's sensitivity (good judged good) and specificity (bad judged bad)."""

    sensitivity: ClassRate
    specificity: ClassRate
    level: float
    items: int
    families: int

    @property
    def counts(self) -> JudgeCounts:
        """Effective counts, as the melded methods take them."""
        return JudgeCounts(
            judged_good=self.sensitivity.effective_right,
            good=self.sensitivity.effective_measured,
            judged_bad=self.specificity.effective_right,
            bad=self.specificity.effective_measured,
        )

    @property
    def youden(self) -> float | None:
        """Sensitivity plus specificity minus 1, in [-1, 1]; None where either is not known."""
        if self.sensitivity.rate is None or self.specificity.rate is None:
            return None
        return self.sensitivity.rate + self.specificity.rate - 1


@dataclass(frozen=True, slots=True)
class LeastGold:
    """The least gold on which a judge may gate: items, families of them, and truly bad ones."""

    items: int = 60
    families: int = 10
    bad: int = 20


def judge_rates(
    truly_good: ArrayLike,
    judged_good: ArrayLike,
    *,
    families: ArrayLike | None = None,
    level: float = 0.9,
    icc_floor: float = 0.1,
) -> JudgeRates:
    """Return a judge's sensitivity and specificity against gold labels, by family.

    Args:
        truly_good: the gold label of each item, shape (items,): true for good.
        judged_good: what the judge said, shape (items,): true for good, None or NaN where there is
            no judgement.
        families: labels, shape (items,), or None: each item is its own.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.
        icc_floor: the least intra-family correlation that is believed, in [0, 1].

    Returns:
        Both rates with bounds in [0, 1], raw and effective counts; never NaN. A class without
        items, or with one family alone, has the interval [0, 1]. One more right judgement never
        lowers a bound.

    Raises:
        ValueError: lengths differ, or a label is neither true nor false.

    Source:
        Clopper, Pearson (1934), Biometrika 26, 404-413, doi:10.1093/biomet/26.4.404, on the
        effective counts of Korn, Graubard (1998), Survey Methodology 24, 193-201. Counting on both
        sides: Manski (1989), Journal of Human Resources 24, 343-360, doi:10.2307/145818.

    Assumption:
        The gold is right, and the judge's errors on it are those that it makes in a run.

    Example:
        >>> rates = judge_rates([True] * 80 + [False] * 40, [True] * 78 + [False] * 42)
        >>> round(rates.sensitivity.lower, 4), round(rates.specificity.lower, 4)
        (0.9234, 0.9278)
        >>> may_gate(rates, least_sensitivity=0.9, least_specificity=0.95)
        ('the lower bound of specificity is 0.928; at least 0.95 is needed',)
    """
    truth, judged = np.array(truly_good, dtype=float), np.array(judged_good, dtype=float)
    if truth.ndim != 1 or truth.shape != judged.shape:
        raise ValueError(
            f"labels have shapes {truth.shape} and {judged.shape}; expected as many each"
        )
    if not np.all(np.isin(truth, (0, 1))):
        raise ValueError("a gold label is neither true nor false")
    is_measured = ~np.isnan(judged)
    if not np.all(np.isin(judged[is_measured], (0, 1))):
        raise ValueError("a judgement is neither true nor false, nor missing")
    numbers = cluster_numbers(families, len(truth))
    is_right = is_measured & (judged == truth)
    of_class = [
        _class_rate(is_right[kept], is_measured[kept], numbers[kept], level, icc_floor)
        for kept in (truth == 1, truth == 0)
    ]
    return JudgeRates(
        sensitivity=of_class[0],
        specificity=of_class[1],
        level=level,
        items=len(truth),
        families=len(np.unique(numbers)),
    )


def gold_shortfalls(
    items: int, families: int, bad: int, *, least: LeastGold | None = None
) -> tuple[str, ...]:
    """Return what gold lacks for any judge to gate on it, ordinal ones too.

    Args:
        items: number of labelled items.
        families: number of families that they come from.
        bad: number of items that are truly bad.
        least: how many are needed; None for 60 items, 10 families and 20 bad ones.

    Returns:
        One sentence for each shortfall; none where the gold suffices.

    Source:
        Simulations of this project (docs/statistics.md): below, lower bounds of agreement err
        several times as often as they say.

    Assumption:
        Families are independent.

    Example:
        >>> gold_shortfalls(80, 12, 15)
        ('15 truly bad items; at least 20 are needed',)
    """
    needed = least or LeastGold()
    found = (
        (items, needed.items, "items"),
        (families, needed.families, "families"),
        (bad, needed.bad, "truly bad items"),
    )
    return tuple(
        f"{there} {name}; at least {enough} are needed"
        for there, enough, name in found
        if there < enough
    )


def may_gate(
    rates: JudgeRates,
    *,
    least_sensitivity: float,
    least_specificity: float,
    least: LeastGold | None = None,
) -> tuple[str, ...]:
    """Return why a judge may not gate: nothing where it may.

    Args:
        rates: what :func:`judge_rates` found; its level decides the error of each bound.
        least_sensitivity: what the lower bound of sensitivity must reach, in [0, 1].
        least_specificity: what the lower bound of specificity must reach, in [0, 1].
        least: the least gold; None for 60 items, 10 families and 20 truly bad ones.

    Returns:
        One sentence for each reason; an empty tuple is a yes.

    Source:
        Intersection-union: both bounds must hold, each at its own level, without correction;
        Berger (1982), Technometrics 24, 295-300, doi:10.1080/00401706.1982.10487790.

    Assumption:
        As :func:`judge_rates`.

    Example:
        >>> perfect = judge_rates([True] * 80 + [False] * 40, [True] * 80 + [False] * 40)
        >>> may_gate(perfect, least_sensitivity=0.9, least_specificity=0.9)
        ()
    """
    bad = rates.specificity.measured + rates.specificity.unmeasured
    reasons = list(gold_shortfalls(rates.items, rates.families, bad, least=least))
    for rate, needed, name in (
        (rates.sensitivity, least_sensitivity, "sensitivity"),
        (rates.specificity, least_specificity, "specificity"),
    ):
        if rate.lower < needed:
            reasons.append(
                f"the lower bound of {name} is {rate.lower:.3f}; at least {needed:g} is needed"
            )
    return tuple(reasons)


def _class_rate(
    is_right: _Bools, is_measured: _Bools, numbers: NDArray[np.intp], level: float, floor: float
) -> ClassRate:
    family = cluster_numbers(numbers, len(numbers))
    sizes = np.bincount(family).astype(float)
    right = np.bincount(family, is_right)
    measured = np.bincount(family, is_measured)
    interval = cluster_rate(right, sizes - measured, sizes, level=level, icc_floor=floor)
    told = measured > 0
    effective = effective_counts(
        right[told], measured[told], alpha=(1 - level) / 2, icc_floor=floor
    )
    total = int(measured.sum())
    return ClassRate(
        rate=float(right.sum()) / total if total else None,
        lower=interval.lower,
        upper=interval.upper,
        right=int(is_right.sum()),
        measured=total,
        unmeasured=int((~is_measured).sum()),
        families=len(sizes),
        effective_right=effective.x,
        effective_measured=effective.n,
    )
