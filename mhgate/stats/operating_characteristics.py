"""How a design ends for a product of a given true rate, and after how many trials."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mhgate.stats.clustered_e_process import draws_before
from mhgate.stats.drawn_runs import Calibration, drawn_moves, drawn_outcomes
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.planned_looks import Look, planned_looks
from mhgate.stats.sequential_difference import difference_by_looks, sequential_difference
from mhgate.stats.settled_runs import (
    FAILED,
    PASSED,
    SequentialLimits,
    SettledRuns,
    sequential_limits,
    settled_by_looks,
    settled_sequentially,
)

__all__ = [
    "Characteristics",
    "difference_characteristics",
    "rate_characteristics",
]

_Floats = NDArray[np.float64]
_Bools = NDArray[np.bool_]

Design = Literal["fixed", "sequential", "looks"]

_FLOOR = 0.2
_JUDGED_FLOOR = 0.1
_MOST_NUMBERS = 4_000_000  # of runs by trials: 100 MB, whatever the plan
_FEWEST_RUNS = 200


@dataclass(frozen=True, slots=True)
class Characteristics:
    """What a design does for one true rate.

    Attributes:
        passes: probability that it passes (or that a drop is ruled out).
        fails: probability that it fails, corrected for many claims (or that a drop is claimed).
        undecided: probability of neither; the three add up to 1.
        expected_trials: mean trials until something is settled, all planned ones where nothing is.
        expected_asked: the same with trials asked to the end of their wave.
        settled_by: probability that it was settled after at most so many trials, from 0 to the
            planned ones.
    """

    passes: float
    fails: float
    undecided: float
    expected_trials: float
    expected_asked: float
    settled_by: tuple[float, ...]


def rate_characteristics(
    plan: Sequence[Hashable],
    *,
    rate: float,
    threshold: float,
    alpha: float,
    design: Design,
    rng: np.random.Generator,
    calibrations: Sequence[Calibration] = (),
    claims: int = 1,
    icc: float = 0.1,
    icc_floor: float | None = None,
    wave: int = 1,
    runs: int = 2000,
) -> Characteristics:
    """Return what a design does for a product of this true rate.

    Args:
        plan: the family of each planned trial, in plan order.
        rate: the product's true rate, in [0, 1].
        threshold: the rate it must reach, in [0, 1].
        alpha: error rate of a pass, and of a fail before any correction, in (0, 0.5).
        design: "fixed" looks once at the end, "looks" at
            :func:`~mhgate.stats.planned_looks.planned_looks`, "sequential" after every trial.
        rng: what draws the runs.
        calibrations: of the judge that sees the trials; none where nothing is judged.
        claims: how many claims the gate could make, at least 1: a fail counts once Holm's
            correction over so many is sure to grant it.
        icc: the true correlation of outcomes within a family, in [0, 1].
        icc_floor: the correlation that the design believes, in [0, 1]; None for 0.2, or 0.1 beside
            a judge's correction.
        wave: trials that are asked together, at least 1.
        runs: how many are drawn, at least 1; fewer where the plan is very long.

    Returns:
        Exact where every family holds one trial and nothing is judged; else simulated, right to
        about 0.01 with 2,000 runs. An empty plan is undecided, unless the threshold is 0.

    Raises:
        ValueError: a number lies outside its range, or a judged design is sequential: a judge's
            error cannot be corrected after every trial.

    Source:
        Exact: the distribution of the failures among those paths that have not stopped, trial by
        trial, as Armitage, McPherson, Rowe (1969), JRSS A 132, 235-244, doi:10.2307/2343787.
        Simulated: beta-binomial families (Williams 1975, doi:10.2307/2529820), held against the
        limits of :mod:`mhgate.stats.settled_runs`.

    Assumption:
        Every trial can be measured and is good or bad. The judge's errors do not depend on the
        family.

    Example:
        >>> found = rate_characteristics(range(200), rate=0.99, threshold=0.95, alpha=0.05,
        ...                              design="sequential", rng=np.random.default_rng(1))
        >>> round(found.passes, 3), round(found.expected_trials)
        (0.905, 109)
    """
    _check(rate=rate, threshold=threshold, icc=icc)
    if not 0 < alpha < 0.5:  # noqa: PLR2004 - above one half the bounds would cross
        raise ValueError(f"alpha is {alpha}; expected an error rate in (0, 0.5)")
    if min(claims, wave, runs) < 1:
        raise ValueError(f"{claims} claims, waves of {wave}, {runs} runs; expected at least one")
    if calibrations and design == "sequential":
        raise ValueError("a judged design is sequential; expected fixed or looks")
    floor = icc_floor if icc_floor is not None else _JUDGED_FLOOR if calibrations else _FLOOR
    test = _Test(_codes(plan), design, threshold, alpha, claims, floor)
    if not len(plan) or (threshold <= 0 and design == "sequential"):
        return _characteristics(*test.at_once(), wave)
    if not calibrations and not any(test.before):
        return _characteristics(*_exactly(test.limits(), rate), wave)
    runs = min(runs, max(_FEWEST_RUNS, _MOST_NUMBERS // len(plan)))
    passed, failed = np.zeros(len(plan) + 1), np.zeros(len(plan) + 1)
    for each in calibrations or (None,):
        weight = 1.0 if each is None else each.weight
        share = max(1, round(runs * weight))
        bad = drawn_outcomes(test.family, rate=rate, icc=icc, calibration=each, runs=share, rng=rng)
        found = test.settled(bad, None if each is None else each.counts)
        passed += weight * _shares(found, PASSED, len(plan))
        failed += weight * _shares(found, FAILED, len(plan))
    return _characteristics(passed, failed, wave)


def difference_characteristics(
    plan: Sequence[Hashable],
    *,
    max_drop: float,
    alpha: float,
    design: Design,
    rng: np.random.Generator,
    drop: float = 0.0,
    flicker: float = 0.0,
    j: float = 1.0,
    claims: int = 1,
    icc: float = 0.1,
    icc_floor: float = 0.1,
    wave: int = 1,
    runs: int = 64,
) -> Characteristics:
    """Return what a design does for a product that is compared with its own earlier run.

    Args:
        plan: the family of each planned pair, in plan order.
        max_drop: the drop to rule out, in [0, 1].
        alpha: error rate of each bound, in (0, 0.5).
        design: as for :func:`rate_characteristics`.
        rng: what draws the runs.
        drop: true drop of the rate, in [0, 1]; 0 for a product that has not changed.
        flicker: share of pairs that go from bad to good, and as many back, though nothing has
            changed, in [0, 0.5): see :func:`~mhgate.stats.visible_drop.judge_flicker`.
        j: the judge's Se + Sp - 1, in [-1, 1]; 1 where nothing is judged.
        claims: how many claims the gate could make, at least 1.
        icc: correlation of the moves within a family, in [0, 1).
        icc_floor: the correlation that the comparison believes, in [0, 1].
        wave: pairs that are asked together, at least 1.
        runs: how many are drawn, at least 1; one is enough where nothing moves.

    Returns:
        ``passes`` is the probability that the drop is ruled out, ``fails`` that one is claimed.
        Where pairs move it is simulated, right to about 0.06 with 64 runs.

    Raises:
        ValueError: a number lies outside its range.

    Source:
        Each drawn run is put to :func:`~mhgate.stats.sequential_difference.sequential_difference`
        or :func:`~mhgate.stats.sequential_difference.difference_by_looks`. Moves are
        Dirichlet-multinomial by family (Mosimann 1962, doi:10.1093/biomet/49.1-2.65).

    Assumption:
        Every pair can be measured.

    Example:
        >>> found = difference_characteristics(range(200), max_drop=0.05, alpha=0.05,
        ...                                    design="sequential", rng=np.random.default_rng(1))
        >>> found.passes, found.expected_trials
        (1.0, 81.0)
    """
    _check(max_drop=max_drop, drop=drop, flicker=flicker, icc=icc)
    codes, planned = _codes(plan), len(plan)
    looks = (Look(planned, 1.0),) if design == "fixed" else planned_looks(planned)
    lost = flicker + max(j, 0.0) * drop
    runs = runs if flicker or lost else 1
    verdicts, at = np.zeros(runs, dtype=np.int8), np.full(runs, planned)
    for run in range(runs):
        moves = drawn_moves(codes, gained=flicker, lost=lost, icc=icc, rng=rng)
        if design == "sequential":
            found = sequential_difference(
                moves,
                moves,
                codes,
                max_drop=max_drop,
                alpha=alpha,
                icc_floor=icc_floor,
                j=j,
                claims=claims,
            )
        else:
            found = difference_by_looks(
                moves,
                moves,
                codes,
                max_drop=max_drop,
                alpha=alpha,
                looks=looks,
                icc_floor=icc_floor,
                j=j,
                claims=claims,
            )
        if found.settled is not None and found.settled_at is not None:
            verdicts[run] = PASSED if found.settled == "non_inferior" else FAILED
            at[run] = found.settled_at
    settled = SettledRuns(verdicts, at)
    return _characteristics(
        _shares(settled, PASSED, planned), _shares(settled, FAILED, planned), wave
    )


@dataclass(frozen=True, slots=True)
class _Test:
    """A plan, and what decides it."""

    family: NDArray[np.int64]
    design: Design
    threshold: float
    alpha: float
    claims: int
    icc_floor: float

    @property
    def before(self) -> tuple[int, ...]:
        return draws_before(self.family.tolist())

    @property
    def looks(self) -> tuple[Look, ...]:
        planned = len(self.family)
        return (Look(planned, 1.0),) if self.design == "fixed" else planned_looks(planned)

    def at_once(self) -> tuple[_Floats, _Floats]:
        """Return the shares where nothing needs to be asked, or nothing can be."""
        passed, failed = np.zeros((2, len(self.family) + 1))
        passed[0] = float(self.threshold <= 0)
        return passed, failed

    def settled(self, bad: _Bools, judge: JudgeCounts | None) -> SettledRuns:
        """Return what the design settles in each run."""
        if self.design == "sequential":
            return settled_sequentially(bad, self._sequential_limits())
        return self._settled_at(self.looks, bad, judge)

    def limits(self) -> SequentialLimits:
        """Return the limits on the number of bad trials, where every family holds one trial."""
        if self.design == "sequential":
            return self._sequential_limits()
        n = np.arange(1, len(self.family) + 1)
        passes, fails = np.full_like(n, -1), n + 1
        for look in self.looks:
            bad = np.tri(look.n + 1, look.n, -1, dtype=bool)  # 0 bad ones, then 1, and so on
            verdict = self._settled_at((look,), bad, None).verdict
            passes[look.n - 1] = int((verdict == PASSED).sum()) - 1
            fails[look.n - 1] = look.n + 1 - int((verdict == FAILED).sum())
        return SequentialLimits(passes, fails, fails)

    def _sequential_limits(self) -> SequentialLimits:
        return sequential_limits(
            self.before,
            threshold=self.threshold,
            alpha=self.alpha,
            claims=self.claims,
            icc_floor=self.icc_floor,
        )

    def _settled_at(
        self, looks: Sequence[Look], bad: _Bools, judge: JudgeCounts | None
    ) -> SettledRuns:
        return settled_by_looks(
            bad,
            self.family[: bad.shape[1]].tolist(),
            threshold=self.threshold,
            alpha=self.alpha,
            looks=looks,
            judge=judge,
            icc_floor=self.icc_floor,
            claims=self.claims,
        )


def _codes(plan: Sequence[Hashable]) -> NDArray[np.int64]:
    """Return families as numbers, in the order in which they first come."""
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(name, len(known)) for name in plan], dtype=np.int64)


def _exactly(limits: SequentialLimits, rate: float) -> tuple[_Floats, _Floats]:
    """Return the probabilities of a pass and of a fail after each number of independent trials."""
    planned = len(limits.passes_at_most)
    passed, failed = np.zeros((2, planned + 1))
    going = np.zeros((2, planned + 2))  # by bad trials; below, once the fail process has arrived
    going[0, 0] = 1.0
    for n in range(1, planned + 1):
        going[:, 1 : n + 1] = going[:, 1 : n + 1] * rate + going[:, :n] * (1 - rate)
        going[:, 0] *= rate
        passes = int(limits.passes_at_most[n - 1]) + 1
        fails, claims = int(limits.fails_at_least[n - 1]), int(limits.claims_at_least[n - 1])
        passed[n] = going[0, :passes].sum()
        going[0, :passes] = 0.0
        failed[n] = going[:, claims:].sum()
        going[:, claims:] = 0.0
        going[1, fails:] += going[0, fails:]
        going[0, fails:] = 0.0
    return passed, failed


def _shares(found: SettledRuns, verdict: int, planned: int) -> _Floats:
    """Return the share of runs with this verdict after each number of trials."""
    counts = np.bincount(found.at[found.verdict == verdict], minlength=planned + 1)
    return np.asarray(counts / len(found.verdict))


def _characteristics(passed: _Floats, failed: _Floats, wave: int) -> Characteristics:
    planned = len(passed) - 1
    passes, fails = min(1.0, float(passed.sum())), min(1.0, float(failed.sum()))
    undecided = max(0.0, 1 - passes - fails)
    n = np.arange(planned + 1)
    asked = np.minimum(-(-n // wave) * wave, planned)
    settled = passed + failed
    return Characteristics(
        passes=passes,
        fails=fails,
        undecided=undecided,
        expected_trials=float(settled @ n) + undecided * planned,
        expected_asked=float(settled @ asked) + undecided * planned,
        settled_by=tuple(np.minimum(np.cumsum(settled), 1.0).tolist()),
    )


def _check(**shares: float) -> None:
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise ValueError(f"{name} is {share}; expected a number in [0, 1]")
