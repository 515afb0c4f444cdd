"""A rate that may be looked at after every trial: its bounds, its p-value, and whether to go on."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.clustered_calibration import (
    LATER_RELIEF,
    clustered_level,
    clustered_p_value,
)
from mhgate.stats.clustered_e_process import draws_before, tempering
from mhgate.stats.e_calibration import Side, calibrated_level, crossing_p_value
from mhgate.stats.e_process import log_e_fail, log_e_pass

__all__ = ["SequentialRate", "sequential_rate"]

_Floats = NDArray[np.float64]

_BISECTIONS = 36
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
    x, lost = _checked(values, unmeasured, len(family))
    _check(threshold, alpha, icc_floor, claims)
    levels = _levels(planned, family, threshold, icc_floor, graded=graded)
    weight = 1 / tempering(draws_before(family), icc_floor=icc_floor)
    n = np.arange(1, len(x) + 1) * weight
    bad = np.cumsum(np.where(lost, 1.0, 1 - x if graded else x < 1)) * weight
    not_good = np.cumsum(np.where(lost, 0.0, 1 - x if graded else x <= 0)) * weight
    bad, not_good = np.minimum(bad, n), np.minimum(not_good, n)

    relief = levels.relief(len(x))
    evidence_pass = log_e_pass(n, bad, threshold) + relief
    evidence_fail = log_e_fail(n, not_good, threshold) + relief
    passed = 0 if threshold <= 0 else _first(evidence_pass >= levels.level("pass", alpha))
    failed = _first(evidence_fail >= levels.level("fail", alpha))
    claimed = _first(evidence_fail >= levels.level("fail", alpha / claims))
    has_passed = passed is not None and (failed is None or passed < failed)
    has_failed = failed is not None and not has_passed
    settled: Literal["pass", "fail"] | None = None
    if has_passed:
        settled = "pass"
    elif has_failed and claimed is not None:
        settled = "fail"

    lower, upper = _bounds(
        _bound(lambda rate: log_e_pass(n, bad, rate), alpha, rising=False),
        _bound(lambda rate: log_e_fail(n, not_good, rate), alpha, rising=True),
        threshold,
        decided="pass" if has_passed else "fail" if has_failed else None,
    )
    return SequentialRate(
        lower=lower,
        upper=upper,
        level=1 - 2 * alpha,
        effective_n=float(n[-1]) if len(n) else 0.0,
        trials=float(len(x)),
        families=len(set(family)),
        threshold=threshold,
        p_below=levels.p_below(evidence_fail[: passed if has_passed else None]),
        settled=settled,
        settled_at={"pass": passed, "fail": claimed, None: None}[settled],
    )


def _bounds(
    lower: float, upper: float, threshold: float, *, decided: Literal["pass", "fail"] | None
) -> tuple[float, float]:
    """Return the bounds on the threshold's sides where the processes put them, in order."""
    below = math.nextafter(threshold, 0.0)
    if decided == "pass":
        lower = max(lower, threshold)
        return lower, max(upper, lower)
    if decided == "fail":
        upper = min(upper, below)
        return min(lower, upper), upper
    return min(lower, below), max(upper, threshold)


class _Levels:
    """At which evidence a plan decides: by Ville's inequality, which holds for any."""

    def __init__(self, threshold: float, before: tuple[int, ...], icc_floor: float) -> None:
        self.threshold, self.before, self.icc_floor = threshold, before, icc_floor

    def relief(self, trials: int) -> _Floats:
        """Return what is added to the log evidence after each trial."""
        return np.zeros(trials)

    def level(self, side: Side, alpha: float) -> float:  # noqa: ARG002 - the same on both sides
        """Return the log of the evidence that decides."""
        return -math.log(alpha)

    def p_below(self, evidence: _Floats) -> float:
        """Return the p-value of the fail side from its evidence so far."""
        return math.exp(-float(evidence.max(initial=0.0)))


class _ExactLevels(_Levels):
    """The same where every family of the plan holds one trial: calibrated to the plan."""

    def level(self, side: Side, alpha: float) -> float:
        return calibrated_level(self.threshold, len(self.before), alpha, side=side).log_level

    def p_below(self, evidence: _Floats) -> float:
        largest = float(evidence.max(initial=0.0))
        return float(crossing_p_value(largest, self.threshold, len(self.before), side="fail"))


class _ClusteredLevels(_Levels):
    """The same for families of several trials: calibrated to the plan, under a model."""

    def relief(self, trials: int) -> _Floats:
        later = np.maximum.accumulate(np.array(self.before[:trials], dtype=int)) > 0
        return np.where(later, LATER_RELIEF, 0.0)

    def level(self, side: Side, alpha: float) -> float:
        return clustered_level(
            self.threshold, self.before, alpha, side=side, icc_floor=self.icc_floor
        ).log_level

    def p_below(self, evidence: _Floats) -> float:
        calibrated = clustered_p_value(
            float(evidence.max(initial=0.0)),
            self.threshold,
            self.before,
            side="fail",
            icc_floor=self.icc_floor,
        )
        return min(calibrated, super().p_below(evidence - self.relief(len(evidence))))


def _levels(
    planned: int | Sequence[Hashable],
    family: Sequence[Hashable],
    threshold: float,
    icc_floor: float,
    *,
    graded: bool,
) -> _Levels:
    size = planned if isinstance(planned, int) else len(planned)
    if len(family) > size:
        raise ValueError(f"{len(family)} trials; expected at most the {size} planned")
    if not isinstance(planned, int):
        before = draws_before(planned)
        is_as_planned = list(planned[: len(family)]) == list(family)
    else:
        before = (0,) * size
        is_as_planned = True
        if len(set(family)) != len(family):
            raise ValueError(
                "a family occurs twice, and planned is a number; expected the families of all "
                "planned trials, in plan order"
            )
    if graded or not is_as_planned:
        kind: type[_Levels] = _Levels
    else:
        kind = _ClusteredLevels if any(before) else _ExactLevels
    return kind(threshold, before, icc_floor)


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
