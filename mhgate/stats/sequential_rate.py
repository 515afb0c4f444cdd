"""A rate that may be looked at after every trial: its bounds, its p-value, and whether to go on."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.clustered_e_process import draws_before, tempering
from mhgate.stats.e_process import log_e_fail, log_e_pass
from mhgate.stats.sequential_levels import Levels, plan_levels

__all__ = ["SequentialRate", "sequential_rate", "settled_after"]

_Floats = NDArray[np.float64]
_Settled = Literal["pass", "fail"]

_BISECTIONS = 36
_HAIR = 1e-9
"""How far below a threshold that was refuted the upper bound lies: a number that can be printed."""
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
    tempered, and the levels calibrated under a model (:mod:`mhgate.stats.clustered_calibration`).
    Where trials of the plan are missing between others, the levels are 1 / alpha.

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
        ValueError: lengths differ, a number lies outside its range, more trials than planned, or a
            family that occurs twice where every family of the plan holds one trial.

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
    course = _course(
        values,
        unmeasured,
        family,
        threshold=threshold,
        alpha=alpha,
        planned=planned,
        icc_floor=icc_floor,
        claims=claims,
        graded=graded,
    )
    n, bad, not_good = course.n, course.bad, course.not_good
    lower, upper = _bounds(
        _bound(lambda rate: log_e_pass(n, bad, rate), alpha, rising=False),
        _bound(lambda rate: log_e_fail(n, not_good, rate), alpha, rising=True),
        threshold,
        decided="pass" if course.has_passed else "fail" if course.has_failed else None,
    )
    settled, settled_at = course.settled()
    seen = course.evidence_fail[: course.passed if course.has_passed else None]
    return SequentialRate(
        lower=lower,
        upper=upper,
        level=1 - 2 * alpha,
        effective_n=float(n[-1]) if len(n) else 0.0,
        trials=float(len(n)),
        families=len(set(family)),
        threshold=threshold,
        p_below=course.levels.p_below(seen),
        settled=settled,
        settled_at=settled_at,
    )


def settled_after(
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
) -> tuple[_Settled | None, int | None]:
    """Return what :func:`sequential_rate` would say is settled, in a tenth of its time.

    Args:
        values: as there.
        unmeasured: likewise.
        family: likewise.
        threshold: likewise.
        alpha: likewise.
        planned: likewise.
        icc_floor: likewise.
        claims: likewise.
        graded: likewise.

    Returns:
        What is settled and after how many trials; None and None where there is something to ask.

    Source:
        As there: neither bounds nor p-value are worked out.

    Assumption:
        As there.

    Example:
        >>> settled_after([1] * 80, [0] * 80, range(80), threshold=0.95, alpha=0.05, planned=200)
        ('pass', 68)
    """
    return _course(
        values,
        unmeasured,
        family,
        threshold=threshold,
        alpha=alpha,
        planned=planned,
        icc_floor=icc_floor,
        claims=claims,
        graded=graded,
    ).settled()


@dataclass(frozen=True, slots=True)
class _Course:
    """Both processes over a prefix: tempered counts, evidence, and where it first decided."""

    n: _Floats
    bad: _Floats
    not_good: _Floats
    evidence_fail: _Floats
    levels: Levels
    passed: int | None
    failed: int | None
    claimed: int | None

    @property
    def has_passed(self) -> bool:
        return self.passed is not None and (self.failed is None or self.passed < self.failed)

    @property
    def has_failed(self) -> bool:
        return self.failed is not None and not self.has_passed

    def settled(self) -> tuple[_Settled | None, int | None]:
        if self.has_passed:
            return "pass", self.passed
        if self.has_failed and self.claimed is not None:
            return "fail", self.claimed
        return None, None


def _course(
    values: ArrayLike,
    unmeasured: ArrayLike,
    family: Sequence[Hashable],
    *,
    threshold: float,
    alpha: float,
    planned: int | Sequence[Hashable],
    icc_floor: float,
    claims: int,
    graded: bool,
) -> _Course:
    x, lost = _checked(values, unmeasured, len(family))
    _check(threshold, alpha, icc_floor, claims)
    levels = plan_levels(planned, family, threshold, icc_floor, graded=graded)
    weight = 1 / tempering(draws_before(family), icc_floor=icc_floor)
    n = np.arange(1, len(x) + 1) * weight
    bad = np.cumsum(np.where(lost, 1.0, 1 - x if graded else x < 1)) * weight
    not_good = np.cumsum(np.where(lost, 0.0, 1 - x if graded else x <= 0)) * weight
    bad, not_good = np.minimum(bad, n), np.minimum(not_good, n)
    relief = levels.relief(len(x))
    evidence_pass = log_e_pass(n, bad, threshold) + relief
    evidence_fail = log_e_fail(n, not_good, threshold) + relief
    return _Course(
        n=n,
        bad=bad,
        not_good=not_good,
        evidence_fail=evidence_fail,
        levels=levels,
        passed=0 if threshold <= 0 else _first(evidence_pass >= levels.level("pass", alpha)),
        failed=_first(evidence_fail >= levels.level("fail", alpha)),
        claimed=_first(evidence_fail >= levels.level("fail", alpha / claims)),
    )


def _bounds(
    lower: float, upper: float, threshold: float, *, decided: Literal["pass", "fail"] | None
) -> tuple[float, float]:
    """Return the bounds on the threshold's sides where the processes put them, in order."""
    below = max(0.0, threshold - _HAIR)
    if decided == "pass":
        lower = max(lower, threshold)
        return lower, max(upper, lower)
    if decided == "fail":
        upper = min(upper, below)
        return min(lower, upper), upper
    return min(lower, below), max(upper, threshold)


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
