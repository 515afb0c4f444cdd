"""What a product that never misses would prove, and how many families that takes, by design."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from mhgate.stats.melded import JudgeCounts, melded_lower
from mhgate.stats.planned_looks import Look, planned_looks, rate_by_looks
from mhgate.stats.planning import planned_effective_n
from mhgate.stats.sequential_rate import sequential_rate
from mhgate.stats.zero_failures import perfect_lower_bound

__all__ = ["families_for_perfect_record", "judged_perfect_bound", "perfect_bound"]

Design = Literal["fixed", "sequential", "looks"]

_MOST_FAMILIES = 20_000


def perfect_bound(
    plan: Sequence[int],
    *,
    threshold: float,
    alpha: float,
    design: Design,
    icc_floor: float = 0.2,
) -> float:
    """Return the lower bound that a plan without a single bad trial would reach.

    Args:
        plan: the family of each planned trial, a whole number, in plan order.
        threshold: the rate to reach, in [0, 1]; where the design looks after every trial it decides
            at which one asking ends.
        alpha: one-sided error rate, in (0, 0.5).
        design: "fixed" looks once, "looks" a few times, "sequential" after every trial.
        icc_floor: the least intra-family correlation that is believed, in [0, 1].

    Returns:
        A bound in [0, 1]; 0 for an empty plan, or one family alone.

    Source:
        :func:`mhgate.stats.planned_looks.rate_by_looks` or
        :func:`mhgate.stats.sequential_rate.sequential_rate`, on the plan itself.

    Assumption:
        As theirs.

    Example:
        >>> round(perfect_bound(range(59), threshold=0.95, alpha=0.05, design="fixed"), 4)
        0.9505
    """
    good, lost = [1.0] * len(plan), [0.0] * len(plan)
    if not len(plan):
        return 0.0
    if design == "sequential":
        return sequential_rate(
            good,
            lost,
            list(plan),
            threshold=threshold,
            alpha=alpha,
            planned=list(plan),
            icc_floor=icc_floor,
        ).lower
    return rate_by_looks(
        good,
        lost,
        list(plan),
        threshold=threshold,
        alpha=alpha,
        looks=planned_looks(len(plan)) if design == "looks" else (Look(len(plan), 1.0),),
        icc_floor=icc_floor,
    ).lower


def judged_perfect_bound(
    items: float,
    families: int,
    judge: JudgeCounts,
    *,
    alpha: float,
    design: Literal["fixed", "looks"],
    icc_floor: float = 0.1,
) -> float:
    """Return the lower bound to expect of a product that never misses, as a judge sees it.

    Args:
        items: number of trials, at least the number of families.
        families: number of families, at least 0.
        judge: the judge's gold counts.
        alpha: one-sided error rate, in (0, 0.5).
        design: "fixed" looks once; the last of several "looks" spends a part of alpha.
        icc_floor: the intra-family correlation to plan with, in [0, 1].

    Returns:
        A bound in [0, 1]; 0 with one family or none, and for a judge no better than chance.

    Source:
        :func:`mhgate.stats.melded.melded_lower`, when the judge calls exactly as many good as it
        did of the truly good gold.

    Assumption:
        Families of equal size.

    Example:
        >>> judge = JudgeCounts(95, 100, 47, 50)
        >>> round(judged_perfect_bound(240, 60, judge, alpha=0.05, design="fixed"), 3)
        0.945
    """
    if not judge.good or families <= 1:
        return 0.0
    spent = alpha * (planned_looks(int(items))[-1].share if design == "looks" else 1.0)
    n = planned_effective_n(items, families, alpha=spent, icc_floor=icc_floor)
    return melded_lower(judge.judged_good / judge.good * n, n, judge, alpha=spent)


def families_for_perfect_record(
    threshold: float,
    items_per_family: float,
    *,
    alpha: float,
    design: Design,
    judge: JudgeCounts | None = None,
    icc_floor: float | None = None,
) -> int | None:
    """Return about how many families let a product pass that never misses.

    Args:
        threshold: the rate to prove, in [0, 1].
        items_per_family: size of each family, at least 1.
        alpha: one-sided error rate, in (0, 0.5).
        design: as :func:`perfect_bound`; with a judge "sequential" counts as "looks".
        judge: the judge's gold counts where its error is corrected, or None.
        icc_floor: the correlation that is believed, in [0, 1]; None for 0.2, or 0.1 beside a
            judge's correction.

    Returns:
        A number of families, at least 0; None where 20,000 would not do.

    Source:
        As :func:`perfect_bound`, searched by halving. Where the design looks after every trial it
        is the number of the fixed design: its levels are calibrated so that this is always enough,
        and for families of one exact; for families of several up to a fifth fewer would do.

    Assumption:
        As :func:`perfect_bound`, and families of equal size.

    Example:
        >>> [families_for_perfect_record(0.95, 1, alpha=0.05, design=design)
        ...  for design in ("fixed", "looks", "sequential")]
        [59, 72, 59]
    """
    floor = icc_floor if icc_floor is not None else 0.2 if judge is None else 0.1
    if threshold <= 0 or threshold >= 1:
        return 0 if threshold <= 0 else None

    def proves(families: int) -> bool:
        items = families * items_per_family
        if judge is not None:
            judged: Literal["fixed", "looks"] = "fixed" if design == "fixed" else "looks"
            bound = judged_perfect_bound(
                items, families, judge, alpha=alpha, design=judged, icc_floor=floor
            )
        else:
            share = planned_looks(int(items))[-1].share if design == "looks" else 1.0
            bound = perfect_lower_bound(
                items_per_family, families, alpha=alpha * share, icc_floor=floor
            )
        return bound >= threshold

    return _fewest(proves)


def _fewest(proves: Callable[[int], bool]) -> int | None:
    low, high = 1, 2
    while not proves(high):
        low, high = high, high * 2
        if low > _MOST_FAMILIES:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if proves(middle) else (middle, high)
    return high
