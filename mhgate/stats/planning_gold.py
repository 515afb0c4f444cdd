"""What a judge's gold leaves open however many items are asked, and how much gold to add."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.special import ndtri

from mhgate.stats.melded import JudgeCounts, melded_lower
from mhgate.stats.planning_judged import JudgeRates, judged_verdict_chances
from mhgate.stats.unseen_events import margin_with_unseen

__all__ = [
    "GoldNeeded",
    "best_lower_bound",
    "bound_with_more",
    "can_pass",
    "expected_agreement_bound",
    "gold_needed",
    "judge_floor",
]

_ENDLESS = 1e6  # items: what is left of their luck moves no bound by more than 1e-3
_FEW_GROUPS = 6  # of calibration counts: near enough for a search
_MOST_GOLD = 20_000
_NEAR_ENOUGH = 1.03


@dataclass(frozen=True, slots=True)
class GoldNeeded:
    """How many more gold labels of each class, and with which probability a run then passes."""

    good: int
    bad: int
    passes: float


def judge_floor(rate: float, judge: JudgeRates, good: float, *, alpha: float = 0.05) -> float:
    """Return how far below the true rate the lower bound stays, however many items are asked.

    Args:
        rate: the product's true rate, in [0, 1].
        judge: what the judge is assumed to be.
        good: truly good gold labels that it is calibrated with, at least 0.
        alpha: one-sided error rate, in (0, 0.5).

    Returns:
        A distance in [0, 1]; 1 without gold or with a judge no better than chance.

    Source:
        The planning variance of Rogan, Gladen (1978), doi:10.1093/oxfordjournals.aje.a112510, with
        endless items: z rate sqrt(Se (1 - Se) / good) / (Se + Sp - 1). The specificity's share is
        damped by (1 - rate) and left out.

    Assumption:
        A normal approximation, for orientation; :func:`best_lower_bound` is the bound itself, also
        where a sensitivity of 1 makes this 0.

    Example:
        >>> round(judge_floor(0.99, JudgeRates(0.95, 0.9), 100), 3)
        0.042
    """
    if good <= 0 or judge.youden <= 0:
        return 1.0
    spread = math.sqrt(judge.sensitivity * (1 - judge.sensitivity) / good)
    return min(1.0, -float(ndtri(alpha)) * rate * spread / judge.youden)


def best_lower_bound(rate: float, judge: JudgeCounts, *, alpha: float = 0.05) -> float:
    """Return the lower bound to be expected when items are endless: what the gold leaves open.

    Args:
        rate: the product's true rate, in [0, 1]; 1 is a perfect product.
        judge: the judge's gold counts; :meth:`JudgeRates.expected` gives those of a plan.
        alpha: one-sided error rate, in (0, 0.5).

    Returns:
        A bound in [0, 1]; 0 for a judge no better than chance, or without gold of a class.

    Source:
        As :func:`~mhgate.stats.melded.melded_lower`, with a million items that show exactly the
        rate which a judge as seen on the gold would report.

    Assumption:
        As there.

    Example:
        >>> round(best_lower_bound(1.0, JudgeCounts(95, 100, 45, 50)), 3)
        0.965
    """
    if not (judge.good and judge.bad):
        return 0.0
    seen = JudgeRates(judge.judged_good / judge.good, judge.judged_bad / judge.bad)
    return melded_lower(seen.shown(rate) * _ENDLESS, _ENDLESS, judge, alpha=alpha)


def can_pass(
    threshold: float, judge: JudgeCounts, *, rate: float = 1.0, alpha: float = 0.05
) -> bool:
    """Return whether any number of items is to be expected to prove the threshold.

    Args:
        threshold: the true rate to prove, in [0, 1].
        judge: the judge's gold counts; :meth:`JudgeRates.expected` gives those of a plan.
        rate: the product's true rate, in [0, 1]; 1 is a perfect product.
        alpha: one-sided error rate, in (0, 0.5).

    Returns:
        False where the gold must grow before more items are any use.

    Source:
        As :func:`best_lower_bound`.

    Assumption:
        As there.

    Example:
        >>> small, large = JudgeCounts(47, 50, 45, 50), JudgeCounts(376, 400, 45, 50)
        >>> can_pass(0.95, small), can_pass(0.95, large)
        (False, True)
    """
    return best_lower_bound(rate, judge, alpha=alpha) >= threshold


def expected_agreement_bound(
    value: float, targets: float, *, grades: int, alpha: float = 0.05
) -> float:
    """Return the lower bound of quadratic kappa, or ICC(A,1), to expect of so much gold.

    Args:
        value: the agreement that a judge is assumed to have, in [0, 1].
        targets: independent graded transcripts, at least 2.
        grades: how many grades there are, at least 2.
        alpha: one-sided error rate, in (0, 0.5).

    Returns:
        A bound in [-1, 1].

    Source:
        :func:`mhgate.stats.unseen_events.margin_with_unseen` on normal scores with the standard
        deviation 1 - value ** 2, that of a correlation (Fisher (1915), Biometrika 10, 507-521,
        doi:10.1093/biomet/10.4.507); the costliest event is the influence of the two ends of the
        scale on kappa, 3 (k - 1) (1 + value) / (k + 1).

    Assumption:
        People give every grade equally often. Simulated bounds of 75 to 150 transcripts in families
        of 1 to 4 lie up to .02 lower.

    Example:
        >>> [round(expected_agreement_bound(0.8, n, grades=5), 2) for n in (30, 60, 120)]
        [0.53, 0.67, 0.73]
    """
    many = max(2, math.floor(targets))
    pulls = (1 - value**2) * ndtri((np.arange(many) + 0.5) / many)
    farthest = 3 * (grades - 1) * (1 + value) / (grades + 1)
    return max(
        -1.0,
        value - margin_with_unseen(pulls, costliest=farthest, effective_n=targets, alpha=alpha),
    )


def bound_with_more(value: float, lower: float, targets: float, *, more: float) -> float:
    """Return the lower bound to expect where gold that shows one grows.

    Args:
        value: the coefficient, which is taken to stay.
        lower: its lower bound.
        targets: transcripts that it rests on, above 0.
        more: transcripts to add, at least 0.

    Returns:
        A bound from ``lower`` to ``value``.

    Source:
        The margin falls as 1 / sqrt(n); its part for unseen events falls faster, so that the bound
        will rather lie higher.

    Assumption:
        What is added is like what there is, families and all.

    Example:
        >>> bound_with_more(0.8, 0.6, 60, more=180)
        0.7
    """
    return value - (value - lower) * math.sqrt(targets / (targets + more))


def gold_needed(
    rate: float,
    threshold: float,
    items: float,
    families: int,
    judge: JudgeRates,
    *,
    good: int,
    bad: int,
    power: float = 0.8,
    alpha: float = 0.05,
    icc_floor: float = 0.1,
) -> GoldNeeded | None:
    """Return how many more gold labels, and of which class, make a pass probable enough.

    Args:
        rate: the product's true rate, in [0, 1].
        threshold: the rate it must reach, in [0, 1].
        items: number of items, at least the number of families.
        families: number of families, at least 0.
        judge: what the judge is assumed to be.
        good: truly good gold labels that there are, at least 0.
        bad: truly bad gold labels that there are, at least 0.
        power: wanted probability of a pass, in (0, 1).
        alpha: error rate of each bound alone, in (0, 0.5).
        icc_floor: the intra-family correlation to plan with, in [0, 1].

    Returns:
        The smallest total found, to 3 %, of three ways to add: truly good ones alone, truly bad
        ones alone, and towards the best share of each; none where it is probable enough as it is.
        None where not even 20,000 would do, so that items or families are what is missing.

    Source:
        As :func:`judged_verdict_chances`, searched. The best share of the truly good is that of Lee
        et al. (2025), arXiv 2511.21140: 1 / (1 + (1 / t - 1) sqrt((1 - Sp) / (1 - Se))), here at
        the threshold t, where the bound is held against it.

    Assumption:
        As :func:`judged_verdict_chances`.

    Example:
        >>> gold_needed(0.99, 0.95, 500, 500, JudgeRates(0.99, 0.95), good=100, bad=50).good
        0
    """

    def passes(more_good: int, more_bad: int) -> float:
        chances = judged_verdict_chances(
            rate,
            threshold,
            items,
            families,
            judge,
            good=good + more_good,
            bad=bad + more_bad,
            alpha=alpha,
            icc_floor=icc_floor,
            groups=_FEW_GROUPS,
        )
        return chances.passes

    now = passes(0, 0)
    if now >= power:
        return GoldNeeded(0, 0, now)
    share = _best_share(threshold, judge)

    def towards_the_best_share(total: int) -> tuple[int, int]:
        more = min(max(round(share * (good + bad + total)) - good, 0), total)
        return more, total - more

    ways: tuple[Callable[[int], tuple[int, int]], ...] = (
        towards_the_best_share,
        lambda total: (total, 0),
        lambda total: (0, total),
    )

    def is_enough(way: Callable[[int], tuple[int, int]], total: int) -> bool:
        return passes(*way(total)) >= power

    found: list[GoldNeeded] = []
    for way in ways:
        most = min((each.good + each.bad for each in found), default=_MOST_GOLD)
        total = _smallest(partial(is_enough, way), most)
        if total is not None:
            found.append(GoldNeeded(*way(total), passes(*way(total))))
    return min(found, key=lambda each: each.good + each.bad, default=None)


def _best_share(threshold: float, judge: JudgeRates) -> float:
    missed, slipped = 1 - judge.sensitivity, 1 - judge.specificity
    if threshold <= 0 or missed <= 0:
        return 0.5 if missed <= 0 and slipped <= 0 else 0.0
    return 1 / (1 + (1 / threshold - 1) * math.sqrt(slipped / missed))


def _smallest(enough: Callable[[int], bool], most: int) -> int | None:
    """Return the smallest number up to ``most`` that is enough, to 3 %; None for none."""
    if most < 1 or not enough(most):
        return None
    low, high = 0, most
    while high - low > 1 and high > _NEAR_ENOUGH * low:
        middle = max(low + 1, min(high - 1, round(math.sqrt(max(low, 1) * high))))
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
