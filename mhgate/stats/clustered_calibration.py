"""What tempered counts must show, calibrated to a plan of families under a model of their luck.

The levels of :mod:`mhgate.stats.e_calibration` rest on independent trials. Here the rate of each
family is drawn from a beta distribution, and dynamic programming over (trials, failures) follows
the failures of the plan, with the probability that the next trial fails given how many did. That
is exact for the number of failures after any one trial; a whole path remembers a little more. Where
the table is small, the failures before and within the current round are followed apart, which is
as good as exact; where it is large, one number stands for both, which overstates the error
(by about a tenth).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from mhgate.stats.clustered_e_process import tempering
from mhgate.stats.e_calibration import CalibratedLevel, Side
from mhgate.stats.e_process import log_e_fail, log_e_pass
from mhgate.stats.family_luck import FamilyLuck
from mhgate.stats.stopping import OperatingCharacteristics, StoppingLimits, characteristics

__all__ = [
    "LATER_RELIEF",
    "clustered_characteristics",
    "clustered_level",
    "clustered_limits",
    "clustered_p_value",
]

_Floats = NDArray[np.float64]
_Counts = NDArray[np.int64]
_Before = tuple[int, ...]

LATER_RELIEF = math.log(1.5)
"""What is added to the log evidence once a family was drawn twice.

Later trials of a family are worth less than first ones. So the level starts high and falls by a
third where the first round ends: fewer trials on average, at the same error.
"""
_WORST = 1.5
"""Levels keep their error up to this many times the correlation that is believed."""
_LARGEST_ICC = 0.95
_HIGHEST = math.log(1e4)
"""The table ends there: above this evidence Ville's inequality is enough."""
_WIDEST_APART = 48
_LEVELS = 8
_NARROWINGS = 4


def clustered_level(
    threshold: float, before: _Before, alpha: float, *, side: Side, icc_floor: float = 0.2
) -> CalibratedLevel:
    """Return the smallest level at which a process of tempered counts errs at most at alpha.

    The level is one for the log evidence to which ``LATER_RELIEF`` was added once a family was
    drawn twice.

    Args:
        threshold: a rate, in [0, 1].
        before: of every trial that could be asked, in plan order, how many trials of its family
            come before it.
        alpha: error rate of this one side, in (0, 1).
        side: "pass" for the evidence that the rate exceeds the threshold, "fail" for below.
        icc_floor: the intra-family correlation that is believed, in [0, 1].

    Returns:
        The level, at most 1.5 / alpha, which asks for 1 / alpha in later rounds: that is the level
        where no lower one keeps the error, and at thresholds of 0 and 1. ``error`` is the larger of
        the errors without any correlation and at 1.5 times the one believed (0.95 at most).

    Raises:
        ValueError: a number lies outside its range.

    Source:
        As :func:`mhgate.stats.e_calibration.calibrated_level`, with the beta-binomial model of
        Williams (1975), Biometrics 31, 949-952, doi:10.2307/2529820.

    Assumption:
        Families are independent, their rates beta distributed. Simulated errors, with correlations
        up to 1.5 times the believed one, stay at alpha (``benchmarks/coverage/e_process.py``).

    Example:
        >>> plan = (0,) * 40 + (1,) * 40
        >>> found = clustered_level(0.9, plan, 0.05, side="pass")
        >>> found.level < 1.5 / 0.05, found.error <= 0.05
        (True, True)
    """
    if not 0 <= threshold <= 1:
        raise ValueError(f"threshold is {threshold}; expected a rate in [0, 1]")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha}; expected an error rate in (0, 1)")
    return _level(float(threshold), tuple(before), float(alpha), side, float(icc_floor))


def clustered_p_value(
    log_e: float, threshold: float, before: _Before, *, side: Side, icc_floor: float = 0.2
) -> float:
    """Return the probability that within the plan the evidence is ever as large as was seen.

    Args:
        log_e: the largest log evidence seen, ``LATER_RELIEF`` added where it belongs.
        threshold: a rate, in [0, 1].
        before: as :func:`clustered_level`.
        side: as :func:`clustered_level`.
        icc_floor: the intra-family correlation that is believed, in [0, 1].

    Returns:
        A p-value in [0, 1], valid whenever one stopped: 1 where the evidence is at most 0, and
        never more than Ville's exp(LATER_RELIEF - log_e), which stands alone above 1e4.

    Raises:
        ValueError: the threshold lies outside its range.

    Source:
        As :func:`clustered_level`.

    Assumption:
        As :func:`clustered_level`.

    Example:
        >>> plan = (0,) * 40 + (1,) * 40
        >>> low, high = (clustered_p_value(e, 0.9, plan, side="fail") for e in (2.0, 3.0))
        >>> 0.02 < high < low < 0.2
        True
    """
    if not 0 <= threshold <= 1:
        raise ValueError(f"threshold is {threshold}; expected a rate in [0, 1]")
    if log_e <= 0:
        return 1.0
    ville = min(1.0, math.exp(LATER_RELIEF - log_e))
    if threshold in {0.0, 1.0}:
        return ville
    table = _table(float(threshold), tuple(before), side, float(icc_floor))
    at = min(log_e, _HIGHEST)
    return min(ville, float(table.error(np.array([at]))[0]))


def clustered_limits(
    threshold: float,
    before: _Before,
    *,
    log_pass_level: float,
    log_fail_level: float,
    icc_floor: float = 0.2,
    relief: float = LATER_RELIEF,
) -> StoppingLimits:
    """Return the failures at which the two processes of tempered counts arrive.

    Args:
        threshold: a rate, in [0, 1].
        before: as :func:`clustered_level`.
        log_pass_level: log of the level of the pass process, as :func:`clustered_level` gives it.
        log_fail_level: log of the level of the fail process.
        icc_floor: the intra-family correlation that is believed, in [0, 1].
        relief: what is added to the log evidence once a family was drawn twice, at least 0.

    Returns:
        The limits, from 0 trials to the planned ones.

    Source:
        As :func:`clustered_level`.

    Assumption:
        As :func:`clustered_level`.

    Example:
        >>> limits = clustered_limits(0.95, (0,) * 80 + (1,) * 20, log_pass_level=math.log(20),
        ...                           log_fail_level=math.log(20))
        >>> limits.passes_at_most[73:75], limits.fails_at_least[5]
        ((-1, 0), 3)
    """
    n = np.arange(1, len(before) + 1)[:, None]
    effect = tempering(before, icc_floor=icc_floor)[:, None]
    failures = np.arange(len(before) + 1)[None, :]
    possible = failures <= n
    counted = np.minimum(failures, n) / effect
    added = _later(before)[:, None] * relief
    good = log_e_pass(n / effect, counted, threshold) + added >= log_pass_level
    bad = log_e_fail(n / effect, counted, threshold) + added < log_fail_level
    passes = (possible & good).sum(axis=1) - 1
    fails = (possible & bad).sum(axis=1)
    return StoppingLimits((-1, *passes.tolist()), (1, *fails.tolist()))


def clustered_characteristics(
    limits: StoppingLimits, before: _Before, rate: float, *, icc: float, wave: int = 1
) -> OperatingCharacteristics:
    """Return what a design does for a product of this true rate whose families share their luck.

    Args:
        limits: where the design stops.
        before: as :func:`clustered_level`.
        rate: the true rate, in [0, 1].
        icc: the true correlation within families, in [0, 1).
        wave: as :func:`mhgate.stats.stopping.operating_characteristics`.

    Returns:
        Probabilities that add up to 1, and mean trials. Close, not exact: within some hundredths of
        the mean trials in simulations.

    Raises:
        ValueError: a number lies outside its range.

    Source:
        As :func:`clustered_level`.

    Assumption:
        As :func:`clustered_level`.

    Example:
        >>> plan = (0,) * 80 + (1,) * 80
        >>> limits = clustered_limits(0.9, plan, log_pass_level=3.0, log_fail_level=3.0)
        >>> found = clustered_characteristics(limits, plan, 0.99, icc=0.1)
        >>> found.passes > 0.99, 44 < found.expected_trials < 48
        (True, True)
    """
    if not (0 <= rate <= 1 and 0 <= icc < 1):
        raise ValueError(f"rate is {rate}, icc {icc}; expected them in [0, 1] and [0, 1)")
    width = min(len(before), max(limits.fails_at_least)) + 1
    chances = FamilyLuck(1 - rate, icc).next_failure(np.array(before, dtype=int), width)
    return characteristics(
        limits, lambda trial, failures: chances[trial, : len(failures)], wave=wave
    )


def _later(before: _Before) -> NDArray[np.bool_]:
    """Return whether a family has been drawn twice after each trial."""
    return np.asarray(np.logical_or.accumulate(np.array(before, dtype=int) > 0))


@lru_cache(maxsize=256)
def _level(
    threshold: float, before: _Before, alpha: float, side: Side, icc_floor: float
) -> CalibratedLevel:
    highest = LATER_RELIEF - math.log(alpha)
    if threshold in {0.0, 1.0} or not before or highest > _HIGHEST:
        return CalibratedLevel(math.exp(highest), highest, 0.0)
    table = _table(threshold, before, side, icc_floor)
    level = 0.0
    for follow in (table.with_correlation, table.without):
        if follow(np.array([level]))[0] > alpha:
            level = _smallest(follow, level, highest, alpha)
    error = float(table.error(np.array([level]))[0])
    return CalibratedLevel(math.exp(level), level, error)


def _smallest(
    errors_at: Callable[[_Floats], _Floats], low: float, high: float, alpha: float
) -> float:
    """Return the smallest level above ``low`` that keeps the error, ``high`` where none does."""
    for _ in range(_NARROWINGS):
        tried = np.linspace(low, high, _LEVELS + 2)[1:-1]
        keeping = np.flatnonzero(errors_at(tried) <= alpha)
        first = int(keeping[0]) if len(keeping) else _LEVELS
        low = float(tried[first - 1]) if first else low
        high = float(tried[first]) if first < _LEVELS else high
    return high


@lru_cache(maxsize=64)
def _table(threshold: float, before: _Before, side: Side, icc_floor: float) -> _Table:
    return _Table(threshold, before, side, icc_floor)


class _Table:
    """The evidence after every (trials, failures) of a plan, and how the failures come about."""

    def __init__(self, threshold: float, before: _Before, side: Side, icc_floor: float) -> None:
        self.is_pass = side == "pass"
        self.before = np.array(before)
        self.luck = FamilyLuck(1 - threshold, min(_WORST * icc_floor, _LARGEST_ICC))
        self.n = np.arange(1, len(before) + 1)
        self.effect = tempering(before, icc_floor=icc_floor)
        self.relief = _later(before) * LATER_RELIEF
        self.threshold = threshold
        width = 8
        while width <= len(before) and not self._is_settled(width):
            width += width // 2
        self.width = min(width, len(before)) + 1
        self.log_e = self._evidence(np.arange(self.width))
        self.log_e[np.arange(self.width) > self.n[:, None]] = -np.inf
        self.is_apart = self.width <= _WIDEST_APART and bool(np.all(np.diff(self.before) >= 0))

    def _evidence(self, failures: _Counts) -> _Floats:
        effect = self.effect[:, None]
        counted = np.minimum(failures, self.n[:, None]) / effect
        evidence = log_e_pass if self.is_pass else log_e_fail
        found = evidence(self.n[:, None] / effect, counted, self.threshold)
        return np.asarray(found + self.relief[:, None])

    def _is_settled(self, failures: int) -> bool:
        """Whether so many failures never cross a level of a pass, or always one of a fail."""
        column = self._evidence(np.array([failures]))[failures - 1 :]
        return bool(np.all(column <= 0) if self.is_pass else np.all(column >= _HIGHEST))

    def error(self, log_levels: _Floats) -> _Floats:
        """Return, by level, the larger error of no correlation and of the worst."""
        found = np.maximum(self.without(log_levels), self.with_correlation(log_levels))
        return np.clip(found, 0.0, 1.0)

    def without(self, log_levels: _Floats) -> _Floats:
        """Return, by level, the error where trials of a family have nothing in common."""
        return self._followed(log_levels, np.full((len(self.before), 1), self.luck.fail_rate))

    def with_correlation(self, log_levels: _Floats) -> _Floats:
        """Return, by level, the error under the worst correlation."""
        if self.luck.icc == 0:
            return self.without(log_levels)
        if self.is_apart:
            return self._followed_apart(log_levels)
        return self._followed(log_levels, self.chances)

    @cached_property
    def chances(self) -> _Floats:
        """The probability that each trial fails given the failures before it."""
        return self.luck.next_failure(self.before, self.width)

    @cached_property
    def chances_apart(self) -> list[_Floats]:
        """The same given the failures before its round (rows) and within it (columns)."""
        return self.luck.next_failure_apart(self.before, self.width)

    def _followed(self, log_levels: _Floats, chances: _Floats) -> _Floats:
        going = np.zeros((len(log_levels), self.width))
        going[:, 0] = 1.0
        crossed = np.zeros(len(log_levels))
        for log_e, chance in zip(self.log_e, chances, strict=True):
            failed = going * chance
            going -= failed
            going[:, 1:] += failed[:, :-1]
            if not self.is_pass:
                crossed += failed[:, -1]  # beyond the last column every fail has crossed
            arrived = log_e >= log_levels[:, None]
            crossed += (going * arrived).sum(axis=1)
            going *= ~arrived
        return crossed

    def _followed_apart(self, log_levels: _Floats) -> _Floats:
        columns = np.arange(self.width)
        total = columns[:, None] + columns
        inside = total < self.width
        going = np.zeros((len(log_levels), self.width, self.width))
        going[:, 0, 0] = 1.0
        crossed = np.zeros(len(log_levels))
        rounds = np.diff(self.before, prepend=0) > 0
        for log_e, chance, begins in zip(self.log_e, self.chances_apart, rounds, strict=True):
            if begins:
                earlier = np.zeros_like(going)
                for failures in columns:
                    earlier[:, failures:, 0] += going[:, : self.width - failures, failures]
                going = earlier
            failed = going * chance
            going -= failed
            going[:, :, 1:] += failed[:, :, :-1]
            if not self.is_pass:
                crossed += (failed * (total == self.width - 1)).sum(axis=(1, 2))
            going *= inside  # beyond the last column no pass crosses any more
            arrived = log_e[np.minimum(total, self.width - 1)] >= log_levels[:, None, None]
            crossed += (going * arrived).sum(axis=(1, 2))
            going *= ~arrived
        return crossed
