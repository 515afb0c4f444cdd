"""When each of many simulated runs is settled: the decisions of the gate, for all runs at once.

:func:`~mhgate.stats.sequential_rate.sequential_rate` and
:func:`~mhgate.stats.planned_looks.rate_by_looks` work out bounds for one run. To plan, thousands of
runs are held against one threshold, and only what they settle is asked: counts of bad trials are
compared with limits that are worked out once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.clopper_pearson import p_at_least
from mhgate.stats.clustered_calibration import LATER_RELIEF, clustered_level
from mhgate.stats.clustered_e_process import tempering
from mhgate.stats.e_calibration import Side, calibrated_level
from mhgate.stats.e_process import log_e_fail, log_e_pass
from mhgate.stats.effective_counts import anova_icc, few_families_factor, floor_effect
from mhgate.stats.melded import JudgeCounts, melded_p_at_least
from mhgate.stats.planned_looks import Look

__all__ = [
    "FAILED",
    "OPEN",
    "PASSED",
    "SequentialLimits",
    "SettledRuns",
    "sequential_limits",
    "settled_by_looks",
    "settled_sequentially",
]

_Floats = NDArray[np.float64]
_Bools = NDArray[np.bool_]
_Counts = NDArray[np.int64]
_Tail = Callable[[_Floats, _Floats, float], _Floats]

PASSED, FAILED, OPEN = 1, -1, 0

_STEPS = 5
_TINY = 1e-300


@dataclass(frozen=True, slots=True, eq=False)
class SettledRuns:
    """For each run what was settled (``PASSED``, ``FAILED``, ``OPEN``), and after how many trials.

    ``at`` is the number of planned trials where nothing was settled.
    """

    verdict: NDArray[np.int8]
    at: _Counts


@dataclass(frozen=True, slots=True, eq=False)
class SequentialLimits:
    """Bad trials at which the processes arrive, after each number of trials from 1 on.

    Attributes:
        passes_at_most: bad trials at or below which the pass process arrives, -1 where none do.
        fails_at_least: bad trials at or above which the fail process arrives and silences it.
        claims_at_least: the same where the fail survives the correction for many claims.
    """

    passes_at_most: _Counts
    fails_at_least: _Counts
    claims_at_least: _Counts


def sequential_limits(
    before: Sequence[int],
    *,
    threshold: float,
    alpha: float,
    claims: int = 1,
    icc_floor: float = 0.2,
) -> SequentialLimits:
    """Return at how many bad trials the processes of ``sequential_rate`` decide.

    Args:
        before: of every trial of the plan, how many trials of its family come before it.
        threshold: the rate to reach, in [0, 1].
        alpha: error rate of each side, in (0, 0.5).
        claims: how many claims the gate could make, at least 1.
        icc_floor: the intra-family correlation that is believed, in [0, 1].

    Returns:
        The limits, arrays of one length with the plan; a limit above the number of trials is one
        that is never met.

    Source:
        As :func:`mhgate.stats.sequential_rate.sequential_rate`: evidence for a pass falls with bad
        trials and evidence for a fail rises, so that halving finds where each meets its level.

    Assumption:
        As there, and every trial is good or bad.

    Example:
        >>> limits = sequential_limits([0] * 200, threshold=0.95, alpha=0.05)
        >>> limits.passes_at_most[66:68].tolist(), limits.fails_at_least[:4].tolist()
        ([-1, 0], [2, 2, 2, 3])
    """
    planned = tuple(before)
    n = np.arange(1, len(planned) + 1)
    effect = tempering(planned, icc_floor=icc_floor)
    is_exact = not any(planned)
    later = np.maximum.accumulate(np.array(planned, dtype=int)) > 0
    relief = np.where(later, LATER_RELIEF, 0.0)

    def fewest(side: Side, error: float, *, misses: bool = False) -> _Counts:
        if is_exact:
            level = calibrated_level(threshold, len(planned), error, side=side)
        else:
            level = clustered_level(threshold, planned, error, side=side, icc_floor=icc_floor)
        evidence = log_e_pass if side == "pass" else log_e_fail

        def holds(bad: _Counts) -> _Bools:
            counted = np.minimum(bad / effect, n / effect)
            reached = evidence(n / effect, counted, threshold) + relief >= level.log_level
            return np.asarray(reached != misses)

        return _fewest(n, holds)

    passes = fewest("pass", alpha, misses=True) - 1
    return SequentialLimits(passes, fewest("fail", alpha), fewest("fail", alpha / claims))


def _fewest(n: _Counts, holds: Callable[[_Counts], _Bools]) -> _Counts:
    """Return the fewest counts, 0 to n, from which on it holds; n + 1 where it never does."""
    low, high = np.zeros_like(n), n + 1
    while np.any(low < high):
        middle = (low + high) // 2
        found = holds(np.minimum(middle, n)) | (middle > n)
        low, high = np.where(found, low, middle + 1), np.where(found, middle, high)
        low = np.minimum(low, high)
    return np.asarray(low)


def settled_sequentially(bad: ArrayLike, limits: SequentialLimits) -> SettledRuns:
    """Return what ``sequential_rate`` settles in each run, and when.

    Args:
        bad: whether a trial of a run is bad, in plan order, shape (runs, trials).
        limits: of the plan, as :func:`sequential_limits` gives them.

    Returns:
        What was settled in each run.

    Source:
        As :func:`mhgate.stats.sequential_rate.sequential_rate`.

    Assumption:
        As there, and every trial could be measured.

    Example:
        >>> limits = sequential_limits([0] * 200, threshold=0.95, alpha=0.05)
        >>> found = settled_sequentially([[False] * 200, [True] * 200], limits)
        >>> found.verdict.tolist(), found.at.tolist()
        ([1, -1], [68, 2])
    """
    counts = np.cumsum(np.asarray(bad, dtype=bool), axis=1)
    planned = counts.shape[1]
    passed = _first(counts <= limits.passes_at_most)
    failed = _first(counts >= limits.fails_at_least)
    claimed = _first(counts >= limits.claims_at_least)
    has_passed = (passed <= planned) & (passed < failed)
    has_failed = ~has_passed & (claimed <= planned)
    verdict = np.where(has_passed, PASSED, np.where(has_failed, FAILED, OPEN))
    at = np.where(has_passed, passed, np.where(has_failed, claimed, planned))
    return SettledRuns(verdict.astype(np.int8), at)


def _first(crossed: _Bools) -> _Counts:
    """Return after how many trials something first held in each run; one more than all if never."""
    runs, planned = crossed.shape
    if not planned:
        return np.ones(runs, dtype=np.int64)
    first = crossed.argmax(axis=1)
    return np.asarray(np.where(crossed[np.arange(runs), first], first + 1, planned + 1))


def settled_by_looks(
    bad: ArrayLike,
    family: Sequence[int],
    *,
    threshold: float,
    alpha: float,
    looks: Sequence[Look],
    judge: JudgeCounts | None = None,
    icc_floor: float = 0.2,
    claims: int = 1,
) -> SettledRuns:
    """Return what ``rate_by_looks`` settles in each run, and when.

    One look at the end of the plan is the fixed design: ``cluster_rate`` or ``judged_rate`` with
    the fail corrected for many claims.

    Args:
        bad: whether a trial of a run is bad, or judged so, in plan order, shape (runs, trials).
        family: the family of each trial, whole numbers from 0.
        threshold: the rate to reach, in [0, 1].
        alpha: error rate of each bound over all looks together, in (0, 0.5).
        looks: when to look.
        judge: the judge's gold counts where its error is corrected, or None.
        icc_floor: the least intra-family correlation that is believed, in [0, 1].
        claims: how many claims the gate could make, at least 1.

    Returns:
        What was settled in each run. Looks that contradict each other, which ``rate_by_looks``
        passes over, are not told apart: the first decision stands.

    Source:
        As :func:`mhgate.stats.planned_looks.rate_by_looks`. For every total of bad trials there is
        one design effect up to which it still claims, since a claim grows with the effective
        number of trials; it is found by halving, once for all runs.

    Assumption:
        As there, and every trial could be measured.

    Example:
        >>> found = settled_by_looks([[False] * 60, [True] * 60], range(60), threshold=0.9,
        ...                          alpha=0.05, looks=[Look(30, 0.5), Look(60, 0.5)])
        >>> found.verdict.tolist(), found.at.tolist()
        ([1, -1], [60, 30])
    """
    counted = np.asarray(bad, dtype=bool)
    runs, planned = counted.shape
    verdict, at = np.zeros(runs, dtype=np.int8), np.full(runs, planned, dtype=np.int64)
    good_tail, bad_tail = _tail(judge), _tail(None if judge is None else judge.mirrored())
    for look in looks:
        if not look.n:
            continue
        side = _Side(np.asarray(family)[: look.n], icc_floor)
        seen = counted[:, : look.n]
        for what, events, limit, error, tail in (
            (PASSED, seen, threshold, alpha * look.share, good_tail),
            (FAILED, ~seen, 1 - threshold, alpha * look.share / claims, bad_tail),
        ):
            waiting = np.flatnonzero(verdict == OPEN)
            claims_it = waiting[side.claims(events[waiting], limit, error, tail)]
            verdict[claims_it], at[claims_it] = what, look.n
    return SettledRuns(verdict, at)


def _tail(judge: JudgeCounts | None) -> _Tail:
    """Return the p-values against "the rate is at most so much", as a judge sees it or exactly."""
    if judge is None:
        return p_at_least
    return lambda x, n, rate: melded_p_at_least(x, n, rate, judge)


class _Side:
    """What ``WorstCaseSide`` says of one run, for many: the worst over every fewer events."""

    def __init__(self, family: NDArray[np.int64], icc_floor: float) -> None:
        _, self.family = np.unique(family, return_inverse=True)
        self.sizes = np.bincount(self.family).astype(float)
        self.trials, self.families = len(family), len(self.sizes)
        self.floor = floor_effect(self.sizes, icc_floor)

    def claims(self, events: _Bools, limit: float, alpha: float, tail: _Tail) -> _Bools:
        """Return in which runs the bound on the events' complement exceeds the limit.

        Args:
            events: what happened, shape (runs, trials).
            limit: a rate of the complement, in [0, 1].
            alpha: error rate of the bound.
            tail: what turns effective counts of the complement into a p-value.
        """
        if limit <= 0:
            return np.ones(len(events), dtype=bool)
        found = np.zeros(len(events), dtype=bool)
        if self.families <= 1 or not len(events):
            return found
        totals = events.sum(axis=1)
        held = _Held(self, limit, alpha, tail)
        kinds, kind = np.unique(totals, return_inverse=True)
        likely = np.flatnonzero((held.excess(kinds, np.full(len(kinds), self.floor)) <= 0)[kind])
        if not len(likely):
            return found
        most = int(totals[likely].max())
        effects = self._effects(events[likely], most)
        beyond = np.arange(most + 1) > totals[likely][:, np.newaxis]
        worst = np.where(beyond, self.floor, effects).max(axis=0)
        largest = held.largest_effects(np.arange(most + 1), worst)
        found[likely] = np.all((effects <= largest) | beyond, axis=1)
        return found

    def _effects(self, events: _Bools, most: int) -> _Floats:
        """Return the largest design effect of every total from 0 to ``most``, by run.

        Events are added in the order in which each makes the effect largest: see ``WorstCaseSide``.
        """
        if self.trials == self.families:
            return np.ones((len(events), most + 1))
        one_hot = np.eye(self.families, dtype=np.float32)[self.family]
        own = (events.astype(np.float32) @ one_hot)[:, self.family] * events
        squares = _added_up(np.sort(-own, axis=1) * -1, most)
        totals = np.arange(most + 1, dtype=float)
        size = self.sizes[self.family]
        if np.all(size == size[0]):
            crossed, scaled = totals * size[0], squares / size[0]
        else:
            crossed = _added_up(np.sort(np.where(events, size, np.inf), axis=1), most)
            scaled = _added_up(np.sort(-own / size, axis=1) * -1, most)
        rates = totals / self.trials
        scatter = squares - 2 * rates * crossed + rates**2 * float(self.sizes @ self.sizes)
        spread = rates * (1 - rates)
        varies = spread > 0
        between = self.families / (self.families - 1) / self.trials
        linearised = between * np.maximum(scatter, 0.0) / np.where(varies, spread, 1.0)
        icc = anova_icc(scaled, totals, self.sizes, families=self.families)
        mean_size = float(self.sizes @ self.sizes) / self.trials
        effects = np.maximum(np.where(varies, linearised, 1.0), 1 + (mean_size - 1) * icc)
        return np.asarray(np.maximum(effects, self.floor))


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """Totals of events, held against one limit."""

    side: _Side
    limit: float
    alpha: float
    tail: _Tail

    def excess(self, totals: _Counts, effects: _Floats) -> _Floats:
        """Return the log of the p-value over alpha: a total claims where it is at most 0."""
        side = self.side
        factor = few_families_factor(side.trials, side.families, self.alpha)
        n = np.minimum(side.trials, side.trials / effects * factor)
        p_values = self.tail((1 - totals / side.trials) * n, n, self.limit)
        return np.asarray(np.log(np.maximum(p_values, _TINY) / self.alpha))

    def largest_effects(self, totals: _Counts, worst: _Floats) -> _Floats:
        """Return up to which design effect each total claims.

        Args:
            totals: of events.
            worst: the largest effect that is asked about, for each.

        Returns:
            Infinity where it claims with the worst one too, 0 where it does not with the floor.
        """
        floor = np.full(len(totals), self.side.floor)
        at_floor, at_worst = self.excess(totals, floor), self.excess(totals, worst)
        largest = np.where(at_floor > 0, 0.0, np.inf)
        between = np.flatnonzero((at_floor <= 0) & (at_worst > 0))
        # Logs of p-values are nearly linear in the effective number: false position, as Illinois.
        low, high = 1 / worst[between], 1 / floor[between]
        over, under = at_worst[between], at_floor[between]
        tried = high
        for _ in range(_STEPS if len(between) else 0):
            tried = (low * under - high * over) / (under - over)
            seen = self.excess(totals[between], 1 / tried)
            holds = seen <= 0
            low, high = np.where(holds, low, tried), np.where(holds, tried, high)
            over, under = np.where(holds, over / 2, seen), np.where(holds, seen, under / 2)
        largest[between] = 1 / tried
        return largest


def _added_up(values: _Floats, most: int) -> _Floats:
    """Return the sums of the first 0 to ``most`` values of each row."""
    sums = np.zeros((len(values), most + 1))
    np.cumsum(values[:, :most], axis=1, out=sums[:, 1:])
    return sums
