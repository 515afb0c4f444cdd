"""Exact calibration of an e-process to the most trials that a plan allows.

Ville's inequality promises an error of alpha at 1 / alpha for ever. A plan ends, and counts come in
whole trials, so that a lower level already keeps the promise: dynamic programming over (trials,
failures) finds it exactly, and turns the largest evidence seen into a p-value.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.e_process import Mixture, log_e_fail, log_e_pass
from mhgate.stats.stopping import StoppingLimits

__all__ = [
    "CalibratedLevel",
    "calibrated_level",
    "crossing_p_value",
    "stopping_limits",
]

Side = Literal["pass", "fail"]

_Floats = NDArray[np.float64]
_Counts = NDArray[np.int64]

_SAME = 1e-9
"""Logs of e-values nearer than this are one value: rounding must not decide a crossing."""
_HIGHEST = math.log(1e6)
"""Above this evidence Ville's 1 / E is p-value enough, and the table need not reach there."""
_AT_ONCE = 2400
"""Numbers in one step of the recursion: below, calls cost more than numbers do."""


@dataclass(frozen=True, slots=True)
class CalibratedLevel:
    """Where a process must arrive for its verdict.

    Attributes:
        level: the infimum of the e-values that keep the error at alpha, at most 1 / alpha.
        log_level: what to compare the log of the evidence with: half-way, in logs, between
            ``level`` and the next value that the process can take.
        error: the exact probability of arriving when the rate is the threshold, at most alpha.
    """

    level: float
    log_level: float
    error: float


def calibrated_level(
    threshold: float,
    planned: int,
    alpha: float,
    *,
    side: Side,
    mixture: Mixture | None = None,
) -> CalibratedLevel:
    """Return the smallest level at which a process errs at most at alpha within the plan.

    Args:
        threshold: a rate, in [0, 1].
        planned: the most trials that could be asked, at least 0.
        alpha: error rate of this one side, in (0, 1).
        side: "pass" for the evidence that the rate exceeds the threshold, "fail" for below.
        mixture: what the process bets on, None for the default.

    Returns:
        The level. Where no value that the process can take within the plan keeps the error, and at
        thresholds of 0 and 1 (which one trial settles, or nothing), it is 1 / alpha.

    Raises:
        ValueError: a number lies outside its range.

    Source:
        Ville (1939) bounds it by 1 / alpha. Exact: the distribution of the failures among those
        paths that have not arrived, trial by trial, as Armitage, McPherson, Rowe (1969), JRSS A
        132, 235-244, doi:10.2307/2343787.

    Assumption:
        Trials are independent, each 0 or 1. A true rate on the null's inside errs less: one more
        success in any place never lowers the evidence for a pass.

    Example:
        >>> found = calibrated_level(0.95, 200, 0.05, side="pass")
        >>> round(found.level, 2), found.error <= 0.05
        (15.31, True)
    """
    _check(threshold, planned)
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha}; expected an error rate in (0, 1)")
    return _level(float(threshold), int(planned), float(alpha), side, mixture)


def crossing_p_value(
    log_e: ArrayLike,
    threshold: float,
    planned: int,
    *,
    side: Side,
    mixture: Mixture | None = None,
    rate: float | None = None,
) -> _Floats:
    """Return the probability that within the plan the evidence is ever as large as was seen.

    Args:
        log_e: logs of the largest evidence seen, any shape.
        threshold: a rate, in [0, 1].
        planned: the most trials that could be asked, at least 0.
        side: as :func:`calibrated_level`.
        mixture: as :func:`calibrated_level`.
        rate: the true rate, in [0, 1]; None for the threshold, which gives the p-value.

    Returns:
        Probabilities in [0, 1], of the shape of ``log_e``: 1 where it is at most 0, 0 at infinity.
        At the threshold never more than Ville's exp(-log_e): p-values, whenever one stopped. Above
        evidence of 1e6 the probability of 1e6 stands in where it is smaller, or where the rate is
        another.

    Raises:
        ValueError: a number lies outside its range.

    Source:
        As :func:`calibrated_level`.

    Assumption:
        As :func:`calibrated_level`.

    Example:
        >>> seen = log_e_fail(20, 6, 0.95)
        >>> round(float(crossing_p_value(seen, 0.95, 200, side="fail")), 4)
        0.0034
    """
    _check(threshold, planned)
    rate = threshold if rate is None else rate
    if not 0 <= rate <= 1:
        raise ValueError(f"rate is {rate}; expected one in [0, 1]")
    log_e = np.asarray(log_e, dtype=float)
    found = np.ones(log_e.size)
    flat = log_e.ravel()
    above = flat > _SAME
    table = _table(float(threshold), int(planned), side, mixture)
    at_null = rate == threshold
    if np.any(above):
        levels = np.minimum(flat[above], _HIGHEST) - _SAME
        crossing = table.crossing(levels, rate)
        found[above] = np.minimum(crossing, np.exp(-flat[above])) if at_null else crossing
    return found.reshape(log_e.shape)


def stopping_limits(
    threshold: float,
    planned: int,
    *,
    log_pass_level: float,
    log_fail_level: float,
    pass_mixture: Mixture | None = None,
    fail_mixture: Mixture | None = None,
) -> StoppingLimits:
    """Return the failures at which the two processes arrive, after each number of trials.

    Args:
        threshold: a rate, in [0, 1].
        planned: the most trials that could be asked, at least 0.
        log_pass_level: log of the level of the pass process, above 0.
        log_fail_level: log of the level of the fail process, above 0.
        pass_mixture: what the pass process bets on, None for the default.
        fail_mixture: what the fail process bets on, None for the default.

    Returns:
        The limits, from 0 trials to the planned ones.

    Raises:
        ValueError: a number lies outside its range.

    Source:
        As :func:`calibrated_level`.

    Assumption:
        As :func:`calibrated_level`.

    Example:
        >>> limits = stopping_limits(0.95, 80, log_pass_level=np.log(20), log_fail_level=np.log(20))
        >>> limits.passes_at_most[73:75], limits.fails_at_least[5]
        ((-1, 0), 3)
    """
    _check(threshold, planned)
    if not (log_pass_level > 0 and log_fail_level > 0):
        raise ValueError("a level is not above 1 (its log not above 0), where a process starts")
    tables = (
        _table(float(threshold), int(planned), "pass", pass_mixture, max(_HIGHEST, log_pass_level)),
        _table(float(threshold), int(planned), "fail", fail_mixture, max(_HIGHEST, log_fail_level)),
    )
    passes = tables[0].limits(np.array([log_pass_level]))[0]
    fails = tables[1].limits(np.array([log_fail_level]))[0]
    return StoppingLimits(tuple(passes.tolist()), tuple(fails.tolist()))


def _check(threshold: float, planned: int) -> None:
    if not 0 <= threshold <= 1:
        raise ValueError(f"threshold is {threshold}; expected a rate in [0, 1]")
    if planned < 0 or planned != int(planned):
        raise ValueError(f"planned is {planned}; expected a whole number of trials, at least 0")


class _Table:
    """The evidence of one side after every (trials, failures) that could matter.

    Columns are failures. For a pass the evidence falls with failures and rises with trials, so
    that columns that are not above 1 at the end never are. For a fail it rises with failures and
    falls with trials: columns that reach the highest level at the end always do.
    """

    def __init__(
        self, threshold: float, planned: int, side: Side, mixture: Mixture | None, highest: float
    ) -> None:
        self.threshold, self.planned, self.is_pass = threshold, planned, side == "pass"
        evidence: Callable[..., _Floats] = log_e_pass if self.is_pass else log_e_fail
        last = evidence(planned, np.arange(planned + 1), threshold, mixture=mixture)
        if self.is_pass:
            self.width = max(1, int((last > 0).sum()))
        else:
            self.width = min(planned + 1, int((last < highest).sum()) + 1)
        n = np.arange(planned + 1)[:, None]
        failures = np.arange(self.width)[None, :]
        self.possible = failures <= n
        self.batch = min(max(_AT_ONCE // self.width, 6), 32)
        counted = np.minimum(failures, n)
        self.log_e = evidence(n, counted, threshold, mixture=mixture)

    def attained(self, highest: float) -> _Floats:
        """Return the values between 1 and the highest that the process can take, in logs."""
        values = np.unique(self.log_e[self.possible])
        values = values[(values > _SAME) & (values <= highest)]
        return values[np.concatenate([np.diff(values) > _SAME, [True]])] if len(values) else values

    def limits(self, log_levels: _Floats) -> _Counts:
        """Return, by level and trials, the most (pass) or fewest (fail) failures that cross."""
        found = np.empty((self.planned + 1, len(log_levels)), dtype=np.int64)
        for n, row in enumerate(self.log_e):
            possible = row[: n + 1]
            if self.is_pass:
                found[n] = np.searchsorted(-possible, -log_levels, side="right") - 1
            else:
                found[n] = np.searchsorted(possible, log_levels, side="left")
        return found.T

    def crossing(self, log_levels: _Floats, rate: float) -> _Floats:
        """Return, by level, the probability of ever being at or above it."""
        found = [
            self._crossing(log_levels[i : i + self.batch], rate)
            for i in range(0, len(log_levels), self.batch)
        ]
        return np.concatenate(found)

    def _crossing(self, log_levels: _Floats, rate: float) -> _Floats:
        limits = self.limits(log_levels)
        columns = np.arange(self.width)
        going = np.zeros((len(log_levels), self.width))
        going[:, 0] = 1.0
        crossed = np.zeros(len(log_levels))
        for n in range(1, self.planned + 1):
            reached = going[:, : n + 1]
            failed = reached * (1 - rate)
            reached *= rate
            reached[:, 1:] += failed[:, : reached.shape[1] - 1]
            if n >= self.width and not self.is_pass:
                # a failure from the last column crosses; for a pass it leaves those that could
                crossed += failed[:, -1]
            limit = limits[:, n, None]
            arrived = columns[: n + 1] <= limit if self.is_pass else columns[: n + 1] >= limit
            crossed += (reached * arrived).sum(axis=1)
            reached *= ~arrived
        return np.clip(crossed, 0.0, 1.0)


@lru_cache(maxsize=32)
def _table(
    threshold: float, planned: int, side: Side, mixture: Mixture | None, highest: float = _HIGHEST
) -> _Table:
    return _Table(threshold, planned, side, mixture, highest)


@lru_cache(maxsize=256)
def _level(
    threshold: float, planned: int, alpha: float, side: Side, mixture: Mixture | None
) -> CalibratedLevel:
    ville = CalibratedLevel(1 / alpha, -math.log(alpha), 0.0)
    if threshold in {0.0, 1.0} or planned == 0:
        return ville
    table = _table(threshold, planned, side, mixture, max(_HIGHEST, -math.log(alpha)))
    values = table.attained(-math.log(alpha))
    # the first value that keeps the error, among values[low:high]; high stands for none
    low, high = 0, len(values)
    errors: dict[int, float] = {}
    while low < high:
        tried = np.unique(np.linspace(low, high - 1, table.batch).round().astype(int))
        crossing = table.crossing(values[tried] - _SAME, threshold)
        errors.update(zip(tried.tolist(), crossing.tolist(), strict=True))
        keeps = tried[crossing <= alpha]
        misses = tried[crossing > alpha]
        high = int(keeps[0]) if len(keeps) else high
        low = int(misses[-1]) + 1 if len(misses) else low
    if low == len(values):
        error = float(table.crossing(np.array([-math.log(alpha) - _SAME]), threshold)[0])
        return CalibratedLevel(1 / alpha, -math.log(alpha), error)
    before = float(values[low - 1]) if low else 0.0
    return CalibratedLevel(math.exp(before), (before + float(values[low])) / 2, errors[low])
