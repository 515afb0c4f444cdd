"""Runs drawn before anything is asked: outcomes by family as judges see them, and paired moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.binomial import binomial
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.planning_judged import JudgeRates

__all__ = ["Calibration", "drawn_moves", "drawn_outcomes", "planned_calibrations"]

_Floats = NDArray[np.float64]
_Bools = NDArray[np.bool_]

_LARGEST_ICC = 0.95  # of moves: beyond, gammas get too small for floats
_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class Calibration:
    """One way in which a judge's gold may have come out.

    ``counts`` correct the run. ``rates`` are what the judge truly is; None draws them from what
    the counts leave open (Jeffreys). ``weight`` is how probable it is.
    """

    counts: JudgeCounts
    rates: JudgeRates | None = None
    weight: float = 1.0


def planned_calibrations(
    rates: JudgeRates, *, good: int, bad: int, groups: tuple[int, int] = (6, 3)
) -> tuple[Calibration, ...]:
    """Return how the gold of a judge may come out that is not yet calibrated.

    Args:
        rates: what the judge is assumed to be.
        good: truly good gold labels, at least 0.
        bad: truly bad gold labels, at least 0.
        groups: into how many groups of neighbours the counts of each class are gathered.

    Returns:
        At most the product of the groups; the weights add up to 1.

    Source:
        Binomial counts, gathered at their means into groups about as probable as one another.

    Assumption:
        Gold labels are independent of one another.

    Example:
        >>> [(round(each.counts.judged_good, 1), round(each.weight, 2))
        ...  for each in planned_calibrations(JudgeRates(0.9, 1.0), good=10, bad=5, groups=(2, 1))]
        [(8.5, 0.65), (10.0, 0.35)]
    """
    return tuple(
        Calibration(JudgeCounts(right, good, caught, bad), rates, right_chance * caught_chance)
        for right, right_chance in _gathered(good, rates.sensitivity, groups[0])
        for caught, caught_chance in _gathered(bad, rates.specificity, groups[1])
    )


def _gathered(labels: int, rate: float, groups: int) -> Iterator[tuple[float, float]]:
    chance = binomial(labels, rate)
    chance /= chance.sum()
    group = np.minimum(((np.cumsum(chance) - chance / 2) * groups).astype(int), groups - 1)
    for each in range(groups):
        weight = float(chance[group == each].sum())
        if weight > 0:
            mean = float((chance * np.arange(labels + 1))[group == each].sum()) / weight
            yield min(mean, float(labels)), weight


def drawn_outcomes(
    family: ArrayLike,
    *,
    rate: float,
    icc: float,
    runs: int,
    rng: np.random.Generator,
    calibration: Calibration | None = None,
) -> _Bools:
    """Return which trials of each run are bad, or judged so.

    Args:
        family: the family of each trial, whole numbers from 0, shape (trials,).
        rate: the product's true rate, in [0, 1].
        icc: the correlation of outcomes within a family, in [0, 1].
        runs: how many runs, at least 1.
        rng: what draws them.
        calibration: of the judge that sees them; None where nothing is judged.

    Returns:
        Booleans, shape (runs, trials).

    Source:
        Beta-binomial families: Williams (1975), Biometrics 31, 949-952, doi:10.2307/2529820.

    Assumption:
        Families are independent, and so are the judge's errors, given the truth.

    Example:
        >>> bad = drawn_outcomes([0, 1, 0], rate=1.0, icc=0.1, runs=2, rng=np.random.default_rng(1))
        >>> bad.shape, bool(bad.any())
        ((2, 3), False)
    """
    codes = np.asarray(family, dtype=int)
    good = rng.random((runs, len(codes))) < _family_rates(codes, rate, icc, runs, rng)
    if calibration is None:
        return ~good
    counts, rates = calibration.counts, calibration.rates
    accepts, catches = np.ones((2, 1, 1))
    if rates is not None:
        accepts, catches = accepts * rates.sensitivity, catches * rates.specificity
    else:
        accepts = rng.beta(*_jeffreys(counts.judged_good, counts.good), size=(runs, 1))
        catches = rng.beta(*_jeffreys(counts.judged_bad, counts.bad), size=(runs, 1))
    return np.asarray(rng.random(good.shape) < np.where(good, 1 - accepts, catches))


def drawn_moves(
    family: ArrayLike, *, gained: float, lost: float, icc: float, rng: np.random.Generator
) -> _Floats:
    """Return how each pair of one run moved.

    Args:
        family: the family of each pair, whole numbers from 0, shape (pairs,).
        gained: share of pairs that go from bad to good, in [0, 1].
        lost: share that go from good to bad, in [0, 1 - gained].
        icc: the correlation of the moves within a family, in [0, 1]; 0.95 at most is used.
        rng: what draws them.

    Returns:
        1 for a gain, -1 for a loss, 0 for neither, shape (pairs,).

    Raises:
        ValueError: more pairs move than there are.

    Source:
        Dirichlet-multinomial families: Mosimann (1962), Biometrika 49, 65-82,
        doi:10.1093/biomet/49.1-2.65.

    Assumption:
        Families are independent.

    Example:
        >>> drawn_moves([0, 1], gained=0, lost=1, icc=0.1, rng=np.random.default_rng(1)).tolist()
        [-1.0, -1.0]
    """
    codes = np.asarray(family, dtype=int)
    shares = np.array([gained, lost, 1 - gained - lost])
    if shares.min() < -1e-9:  # noqa: PLR2004 - rounding
        raise ValueError(f"{gained} gained and {lost} lost; expected shares of at most all pairs")
    own = np.tile(np.maximum(shares, 0.0), (int(codes.max(initial=0)) + 1, 1))
    if icc > 0:  # gammas over their sum are Dirichlet; a share of 0 stays 0
        own = rng.gamma(own * (1 / min(icc, _LARGEST_ICC) - 1))
        own /= np.maximum(own.sum(axis=1, keepdims=True), _TINY)
    drawn, rises, falls = rng.random(len(codes)), own[codes, 0], own[codes, 1]
    return np.where(drawn < rises, 1.0, np.where(drawn < rises + falls, -1.0, 0.0))


def _jeffreys(right: float, total: float) -> tuple[float, float]:
    return right + 0.5, total - right + 0.5


def _family_rates(
    family: NDArray[np.int64], rate: float, icc: float, runs: int, rng: np.random.Generator
) -> _Floats:
    """Return the rate of each trial's family."""
    if icc <= 0 or rate in {0.0, 1.0} or not len(family):
        return np.full((1, len(family)), rate)
    shape = (runs, int(family.max()) + 1)
    if icc >= 1:
        rates = (rng.random(shape) < rate).astype(float)
    else:
        strength = 1 / icc - 1
        rates = rng.beta(rate * strength, (1 - rate) * strength, shape)
    return np.asarray(rates[:, family])
