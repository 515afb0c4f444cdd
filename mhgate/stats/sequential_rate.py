"""A rate that may be looked at after every trial: its bounds, its p-value, and whether to go on."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.clustered_e_process import draws_before, tempering
from mhgate.stats.e_calibration import Side, calibrated_level, crossing_p_value
from mhgate.stats.e_process import log_e_fail, log_e_pass

__all__ = ["SequentialRate", "sequential_rate"]

_Floats = NDArray[np.float64]

_BISECTIONS = 44
_LEAST_LOG = 1.0
"""Evidence below e is no monotone function of the rate that is tested: no bound rests on it."""


@dataclass(frozen=True, slots=True)
class SequentialRate:
    """A rate's interval at ``level`` after a prefix of the plan, valid whenever one stops.

    Attributes:
        lower: in [0, 1]; at least ``threshold`` exactly when the process has passed.
        upper: in [0, 1], at least ``lower``; below ``threshold`` exactly when it has failed.
        level: 1 - 2 alpha; each bound alone errs with probability at most alpha, over all looks.
        effective_n: what the trials are worth as independent ones.
        trials: trials of the prefix.
        families: families that they come from.
        threshold: the rate to reach.
        p_below: p-value against "the rate is at least the threshold", whenever one stops.
        settled: what no further trial will change, None while there is something to ask.
        settled_at: trials after which it was settled, None where it is not.
    """

    lower: float
    upper: float
    level: float
    effective_n: float
    trials: float
    families: int
    threshold: float
    p_below: float
    settled: Literal["pass", "fail"] | None
    settled_at: int | None


def sequential_rate(
    values: ArrayLike,
    unmeasured: ArrayLike,
    family: Sequence[Hashable],
    *,
    threshold: float,
    alpha: float,
    planned: int | Sequence[Hashable],
    icc_floor: float = 0.2,
    claims: int = 1,
    graded: bool = False,
) -> SequentialRate:
    """Return what a prefix of the plan says about a rate, however often one looks.

    Two processes run: evidence that the rate exceeds the threshold, in which what could not be
    measured counts as bad, and evidence that it lies below, in which it counts as good. The first
    of them to arrive at its level decides, and the other is not heard any more (both arrive only
    when one of them errs).

    Where every family of the plan holds one trial the levels are exact. Otherwise counts are
    tempered (:mod:`mhgate.stats.clustered_e_process`).

    Args:
        values: of the trials in plan order, in [0, 1], shape (n,); what stands where a trial is
            unmeasured is not read.
        unmeasured: whether a trial could not be measured, shape (n,).
        family: the family of each trial, shape (n,).
        threshold: the rate to reach, in [0, 1].
        alpha: error rate of a pass, and of a fail before any correction, in (0, 0.5).
        planned: the families of all trials that could be asked, in plan order; a number where
            every family of the plan holds one trial.
        icc_floor: the intra-family correlation that is believed, in [0, 1].
        claims: how many claims the gate could make, at least 1: a fail is settled once Holm's
            correction over so many is sure to grant it.
        graded: whether values of the plan may lie between 0 and 1. They then count in parts and
            the level is 1 / alpha: only counts of whole trials can be calibrated. Where it is
            False, a value between counts as bad in the pass process, as good in the fail process.

    Returns:
        The bounds, never NaN. They cross the threshold where the processes decided; elsewhere they
        are those of the confidence sequence of the same mixtures at 1 / alpha, the tightest over
        the prefix. No trials give [0, 1]. A threshold of 0 has passed before anything is asked;
        one of 1 never passes, and fails at the first bad trial.

    Raises:
        ValueError: lengths differ, a number lies outside its range, more trials than planned, or
            families that are not those of the plan.

    Source:
        Howard, Ramdas, McAuliffe, Sekhon (2021), doi:10.1214/20-AOS1991: confidence sequences by
        inverting mixtures. The levels: :func:`mhgate.stats.e_calibration.calibrated_level`.
        Counting on both sides: Manski (1989), doi:10.2307/145818.

    Assumption:
        The order of the plan is random: each family is a draw of what the product will meet.
        Trials that could not be measured may be missing for any reason.

    Example:
        >>> found = sequential_rate([1] * 80, [0] * 80, range(80), threshold=0.95, alpha=0.05,
        ...                         planned=200)
        >>> found.settled, found.settled_at, round(found.lower, 4), found.upper
        ('pass', 68, 0.9541, 1.0)
    """
    plan = _plan(planned, family)
    x, lost = _checked(values, unmeasured, len(family))
    _check(threshold, alpha, icc_floor, claims)
    levels = _Levels(plan, threshold, alpha, icc_floor, graded=graded)
    weight = levels.weights[: len(x)]
    n = np.arange(1, len(x) + 1) * weight
    bad = np.cumsum(np.where(lost, 1.0, 1 - x if graded else x < 1)) * weight
    not_good = np.cumsum(np.where(lost, 0.0, 1 - x if graded else x <= 0)) * weight
    evidence_pass = log_e_pass(n, np.minimum(bad, n), threshold)
    evidence_fail = log_e_fail(n, np.minimum(not_good, n), threshold)

    passed = _first(evidence_pass >= levels.level("pass", alpha))
    failed = _first(evidence_fail >= levels.level("fail", alpha))
    claimed = _first(evidence_fail >= levels.level("fail", alpha / claims))
    if threshold <= 0:
        passed = 0
    has_passed = passed is not None and (failed is None or passed < failed)
    has_failed = failed is not None and not has_passed
    heard = evidence_fail[:passed] if has_passed else evidence_fail
    settled: tuple[Literal["pass", "fail"] | None, int | None] = (None, None)
    if has_passed:
        settled = ("pass", passed)
    elif has_failed and claimed is not None:
        settled = ("fail", claimed)

    lower = _bound(lambda rate: log_e_pass(n, np.minimum(bad, n), rate), alpha, rising=False)
    upper = _bound(lambda rate: log_e_fail(n, np.minimum(not_good, n), rate), alpha, rising=True)
    below = math.nextafter(threshold, 0.0)
    if has_passed:
        lower = max(lower, threshold)
        upper = max(upper, lower)
    elif has_failed:
        upper = min(upper, below)
        lower = min(lower, upper)
    else:
        lower, upper = min(lower, below), max(upper, threshold)
    return SequentialRate(
        lower=lower,
        upper=upper,
        level=1 - 2 * alpha,
        effective_n=float(n[-1]) if len(n) else 0.0,
        trials=float(len(x)),
        families=len(set(family)),
        threshold=threshold,
        p_below=levels.p_below(float(heard.max(initial=0.0))),
        settled=settled[0],
        settled_at=settled[1],
    )


class _Levels:
    """What a plan lets one decide at: the weight of its counts, the levels, the p-values."""

    def __init__(
        self,
        plan: tuple[int, ...],
        threshold: float,
        alpha: float,
        icc_floor: float,
        *,
        graded: bool,
    ) -> None:
        self.threshold, self.alpha, self.planned = threshold, alpha, len(plan)
        self.is_exact = not graded and not any(plan)
        self.weights = 1 / tempering(plan, icc_floor=icc_floor)

    def level(self, side: Side, alpha: float) -> float:
        if not self.is_exact:
            return -math.log(alpha)
        return calibrated_level(self.threshold, self.planned, alpha, side=side).log_level

    def p_below(self, largest: float) -> float:
        if not self.is_exact:
            return math.exp(-max(largest, 0.0))
        return float(crossing_p_value(largest, self.threshold, self.planned, side="fail"))


def _plan(planned: int | Sequence[Hashable], family: Sequence[Hashable]) -> tuple[int, ...]:
    """Return how many trials of its family came before each trial of the plan."""
    if isinstance(planned, int):
        if len(set(family)) != len(family):
            raise ValueError(
                "a family occurs twice, and planned is a number; expected the families of all "
                "planned trials, in plan order"
            )
        size = planned
    else:
        size = len(planned)
        if list(planned[: len(family)]) != list(family):
            raise ValueError("the families are not those that the plan begins with")
    if len(family) > size:
        raise ValueError(f"{len(family)} trials; expected at most the {size} planned")
    return (0,) * size if isinstance(planned, int) else draws_before(planned)


def _checked(
    values: ArrayLike, unmeasured: ArrayLike, count: int
) -> tuple[_Floats, NDArray[np.bool_]]:
    x = np.asarray(values, dtype=float).ravel()
    lost = np.asarray(unmeasured).astype(bool).ravel()
    if not len(x) == len(lost) == count:
        raise ValueError(f"{len(x)} values, {len(lost)} marks, {count} families; expected as many")
    x = np.where(lost, 0.0, x)
    if not (np.all(x >= 0) and np.all(x <= 1)):
        raise ValueError("a value lies outside [0, 1]; expected scores where 1 is good")
    return x, lost


def _check(threshold: float, alpha: float, icc_floor: float, claims: int) -> None:
    for name, share in (("threshold", threshold), ("icc_floor", icc_floor)):
        if not 0 <= share <= 1:
            raise ValueError(f"{name} is {share}; expected a number in [0, 1]")
    if not 0 < alpha < 0.5:  # noqa: PLR2004 - above one half the bounds would cross
        raise ValueError(f"alpha is {alpha}; expected an error rate in (0, 0.5)")
    if claims < 1:
        raise ValueError(f"claims is {claims}; expected at least the one")


def _first(crossed: NDArray[np.bool_]) -> int | None:
    """Return after how many trials something first held."""
    return int(crossed.argmax()) + 1 if crossed.any() else None


def _bound(evidence: Callable[[float], _Floats], alpha: float, *, rising: bool) -> float:
    """Return where the largest evidence of the prefix against a rate sinks below 1 / alpha.

    Evidence that the rate exceeds another falls with that other, evidence that it lies below rises.
    """
    needed = max(-math.log(alpha), _LEAST_LOG)
    refuted, open_ = (1.0, 0.0) if rising else (0.0, 1.0)
    if not evidence(refuted).max(initial=0.0) >= needed:
        return refuted
    for _ in range(_BISECTIONS):
        middle = (refuted + open_) / 2
        if evidence(middle).max(initial=0.0) >= needed:
            refuted = middle
        else:
            open_ = middle
    return refuted
