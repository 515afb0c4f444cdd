"""A rate looked at a few times while the trials come in, with the error rate spent between looks.

Fixed-size bounds that are looked at again and again err far more often than they say. Here the
looks are planned beforehand and each gets a share of alpha, so that all of them together err at
alpha. It works with any bound, a judge's error included, where no e-process is strong enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.cluster_rate import ClusterRate, cluster_rate
from mhgate.stats.judged_rate import judged_rate
from mhgate.stats.melded import JudgeCounts

__all__ = ["Look", "RateByLooks", "planned_looks", "rate_by_looks", "taken_looks"]

_Floats = NDArray[np.float64]

_WHEN = (0.3, 0.6, 1.0)
_SHARES = (0.2, 0.3, 0.5)
_FEWEST = 30
_FLOOR = 0.2
_JUDGED_FLOOR = 0.1
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Look:
    """One look: after how many trials, and which share of alpha it may spend."""

    n: int
    share: float


@dataclass(frozen=True, slots=True)
class RateByLooks:
    """What the looks taken so far say about a rate, and whether they decide.

    ``lower`` and ``upper`` hold at ``level`` over all looks together. ``p_below`` is the p-value
    against "the rate is at least ``threshold``", over all looks too. ``settled`` is the first
    decision, taken after ``settled_at`` trials, and stands. ``looks`` were taken, the last after
    ``trials`` trials in ``families`` families, worth ``effective_n`` independent ones. ``is_torn``
    says that a look contradicted the earlier ones and was passed over.
    """

    lower: float
    upper: float
    level: float
    threshold: float
    p_below: float
    settled: Literal["pass", "fail"] | None
    settled_at: int | None
    looks: int
    trials: int
    families: int
    effective_n: float
    is_torn: bool


def planned_looks(planned: int) -> tuple[Look, ...]:
    """Return when a plan of so many trials is looked at, and what each look may spend.

    Args:
        planned: trials in the plan, at least 0.

    Returns:
        Looks after three and six tenths of the plan and at its end, spending 0.2, 0.3 and 0.5 of
        alpha. One that would come before 30 trials, where there is hardly anything to be seen,
        leaves its share to the next: plans of less than 50 trials have one look, at their end.

    Raises:
        ValueError: a negative number of trials.

    Source:
        Pocock (1977), Biometrika 64, 191-199, doi:10.1093/biomet/64.2.191, for looks planned
        beforehand; the shares add up (Bonferroni), which holds however the looks depend on one
        another. Times and shares were simulated in the project's study of methods: at 500 trials
        and a judge of 0.99 and 0.95 they reach a verdict in 300 trials on average.

    Assumption:
        The plan is fixed before the first trial is asked.

    Example:
        >>> planned_looks(500)
        (Look(n=150, share=0.2), Look(n=300, share=0.3), Look(n=500, share=0.5))
        >>> planned_looks(60), planned_looks(40)
        ((Look(n=36, share=0.5), Look(n=60, share=0.5)), (Look(n=40, share=1.0),))
    """
    if planned < 0:
        raise ValueError(f"planned is {planned}; expected a number of trials, at least 0")
    looks: list[Look] = []
    saved = 0.0
    for when, share in zip(_WHEN, _SHARES, strict=True):
        n = round(when * planned)
        if n < _FEWEST and when < 1:
            saved += share
        else:
            looks.append(Look(n, saved + share))
            saved = 0.0
    return tuple(looks)


def rate_by_looks(
    values: ArrayLike,
    unmeasured: ArrayLike,
    family: ArrayLike,
    *,
    threshold: float,
    alpha: float,
    looks: Sequence[Look],
    judge: JudgeCounts | None = None,
    icc_floor: float | None = None,
    claims: int = 1,
    final: bool = False,
) -> RateByLooks:
    """Return the interval of a rate over all planned looks that the trials so far have reached.

    What lies beyond the last look that was reached is not looked at before the next one: looking
    would cost a share of alpha that the plan has not set aside. Nothing is ever decided on it.

    The interval is the intersection of the looks' intervals. It never crosses: a look whose
    interval lies apart from those before it (one side must then have erred) is passed over, bounds
    and p-value, and ``is_torn`` says so. So a decision once taken stands, and a look after it can
    only narrow the interval.

    Args:
        values: what each trial scored, in plan order, shape (trials,), in [0, 1]; parts of a trial
            count as such. Where a trial could not be measured its value is passed over.
        unmeasured: whether each trial could not be measured, shape (trials,): bad for the lower
            bound, good for the upper.
        family: each trial's family, shape (trials,), whole numbers or names.
        threshold: the rate to reach, in [0, 1].
        alpha: error rate of each bound over all looks together, in (0, 0.5).
        looks: when to look, as :func:`planned_looks` says; rising, the shares at most 1 in all.
        judge: the judge's gold counts where its error is to be corrected, or None.
        icc_floor: the least intra-family correlation that is believed, in [0, 1]; None for 0.2,
            or 0.1 beside a judge's correction.
        claims: how many failures the caller could claim at once, at least 1; settling on a fail
            takes alpha / claims, which stands whatever else Holm's correction meets.
        final: that no more trials will come, for a reason that does not lie in their outcomes. The
            last look then takes whatever is there, and spends all that is left of alpha.

    Returns:
        Bounds in [0, 1], never NaN; [0, 1] and a p-value of 1 before the first look. It passes
        where the lower bound reaches the threshold, and fails where the p-value is at most
        alpha / claims. The p-value is the least over the looks of each one's own p-value divided
        by its share, at most 1.

    Raises:
        ValueError: lengths differ, a value lies outside [0, 1], there are more trials than planned,
            or the looks do not rise or spend more than all of alpha.

    Source:
        Bonferroni over planned looks; the bounds are those of
        :func:`~mhgate.stats.cluster_rate.cluster_rate`, or with a judge of
        :func:`~mhgate.stats.judged_rate.judged_rate`.

    Assumption:
        As theirs, and that families were drawn in random order, so that a prefix of the plan is a
        sample like the whole.

    Example:
        >>> looks = planned_looks(100)
        >>> found = rate_by_looks([1] * 60, [0] * 60, range(60), threshold=0.9, alpha=0.05,
        ...                       looks=looks)
        >>> found.settled, found.settled_at, round(found.lower, 3)
        ('pass', 60, 0.932)
        >>> rate_by_looks([1] * 59, [0] * 59, range(59), threshold=0.9, alpha=0.05,
        ...               looks=looks).settled is None
        True
    """
    x, lost, index = _checked(values, unmeasured, family)
    floor = icc_floor if icc_floor is not None else _JUDGED_FLOOR if judge else _FLOOR

    def seen_at(look: Look) -> ClusterRate:
        sizes, good, unseen = (
            np.bincount(index[: look.n], weights=weights)
            for weights in (None, x[: look.n], lost[: look.n].astype(float))
        )
        level, asked = 1 - 2 * alpha * look.share, sizes > 0
        counts = (good[asked], unseen[asked], sizes[asked])
        if judge is None:
            return cluster_rate(*counts, level=level, icc_floor=floor, threshold=threshold)
        return judged_rate(*counts, judge, level=level, icc_floor=floor, threshold=threshold)

    lower, upper, p_below, is_torn = 0.0, 1.0, 1.0, False
    settled: Literal["pass", "fail"] | None = None
    settled_at, last = None, None
    taken = taken_looks(looks, len(x), final=final)
    for look in taken:
        last = seen_at(look)
        if max(lower, last.lower) > min(upper, last.upper):
            is_torn = True
            continue
        lower, upper = max(lower, last.lower), min(upper, last.upper)
        p_below = min(p_below, (1.0 if last.p_below is None else last.p_below) / look.share)
        if settled is None and lower >= threshold:
            settled, settled_at = "pass", look.n
        elif settled is None and upper < threshold and p_below <= alpha / claims:
            settled, settled_at = "fail", look.n
    return RateByLooks(
        lower=lower,
        upper=upper,
        level=1 - 2 * alpha,
        threshold=threshold,
        p_below=p_below,
        settled=settled,
        settled_at=settled_at,
        looks=len(taken),
        trials=taken[-1].n if taken else 0,
        families=last.families if last else 0,
        effective_n=last.effective_n if last else 0.0,
        is_torn=is_torn,
    )


def taken_looks(looks: Sequence[Look], n: int, *, final: bool = False) -> tuple[Look, ...]:
    """Return the looks that so many trials have reached, the final one included.

    Args:
        looks: the planned ones, rising, with shares above 0 that add up to at most 1.
        n: trials (or pairs) that there are, at least 0, at most those planned.
        final: that no more will come.

    Returns:
        The looks at which there is something to see. A final look spends what is left of alpha;
        where a planned look would fall on the same trials, it takes that one's place and share.

    Raises:
        ValueError: there is more than was planned, or the looks do not rise or spend too much.

    Source:
        Bonferroni, as :func:`rate_by_looks`. A look at the same trials with more of alpha claims
        all that the smaller one claimed, so that its error includes the other's.

    Assumption:
        When it is final does not depend on the outcomes.

    Example:
        >>> taken_looks(planned_looks(500), 200, final=True)
        (Look(n=150, share=0.2), Look(n=200, share=0.8))
    """
    ends = [look.n for look in looks]
    if sorted(set(ends)) != ends or any(look.share <= 0 for look in looks):
        raise ValueError(f"looks are {tuple(looks)}; expected rising ones, each with a share")
    if sum(look.share for look in looks) > 1 + _ROUNDING:
        raise ValueError(f"looks are {tuple(looks)}; their shares spend more than all of alpha")
    if looks and n > ends[-1]:
        raise ValueError(f"{n} for a plan of {ends[-1]}; a plan is not made longer by its outcomes")
    reached = [look for look in looks if 0 < look.n <= n]
    left = sum(look.share for look in looks[len(reached) :] if look.n > n)
    if final and left and n:
        if reached and reached[-1].n == n:
            left += reached.pop().share
        reached.append(Look(n, left))
    return tuple(reached)


def _checked(
    values: ArrayLike, unmeasured: ArrayLike, family: ArrayLike
) -> tuple[_Floats, NDArray[np.bool_], NDArray[np.intp]]:
    lost = np.asarray(unmeasured, dtype=bool).ravel()
    x = np.asarray(values, dtype=float).ravel()
    _, index = np.unique(np.asarray(family).ravel(), return_inverse=True)
    if not x.shape == lost.shape == index.shape:
        raise ValueError(f"{len(x)}, {len(lost)} and {len(index)} entries; expected one each trial")
    x = np.where(lost, 0.0, x)
    if not (np.all(x >= 0) and np.all(x <= 1)):
        raise ValueError("a value lies outside [0, 1]; expected scores where 1 is good")
    return x, lost, index
