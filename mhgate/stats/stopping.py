"""Where a sequential design stops, and what it then does for a product of any true rate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mhgate.stats.clopper_pearson import p_at_least, p_at_most

__all__ = [
    "OperatingCharacteristics",
    "StoppingLimits",
    "characteristics",
    "fixed_limits",
    "operating_characteristics",
]

_Floats = NDArray[np.float64]
_Counts = NDArray[np.int64]

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class StoppingLimits:
    """At which failures a design stops, after each number of trials from 0 to the planned ones.

    Attributes:
        passes_at_most: failures at or below which it passes, -1 where none do.
        fails_at_least: failures at or above which it fails, above the trials where none do.
    """

    passes_at_most: tuple[int, ...]
    fails_at_least: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OperatingCharacteristics:
    """What a design does for one true rate: probabilities that add up to 1, and mean trials."""

    passes: float
    fails: float
    undecided: float
    expected_trials: float


def fixed_limits(
    threshold: float, planned: int, alpha: float, *, curtailed: bool = False
) -> StoppingLimits:
    """Return the limits of the plain design: ask everything, then look at exact bounds once.

    Args:
        threshold: a rate, in [0, 1].
        planned: trials, at least 0.
        alpha: error rate of each side, in (0, 0.5).
        curtailed: stop as soon as it is certain that all trials will give a pass, or a fail.

    Returns:
        The limits: without curtailment nothing stops before the last trial.

    Raises:
        ValueError: a number lies outside its range.

    Source:
        Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404.

    Assumption:
        Trials are independent, each 0 or 1.

    Example:
        >>> limits = fixed_limits(0.95, 100, 0.05)
        >>> limits.passes_at_most[100], limits.fails_at_least[100], limits.passes_at_most[99]
        (1, 10, -1)
    """
    if not 0 <= threshold <= 1:
        raise ValueError(f"threshold is {threshold}; expected a rate in [0, 1]")
    if planned < 0:
        raise ValueError(f"planned is {planned}; expected trials, at least 0")
    if not 0 < alpha < 0.5:  # noqa: PLR2004 - above one half a bound would cross the estimate
        raise ValueError(f"alpha is {alpha}; expected an error rate in (0, 0.5)")
    failures = np.arange(planned + 1)
    # a bound that equals the threshold reaches it, and does not lie below it, rounding or not
    passing = p_at_least(planned - failures, planned, threshold) <= alpha * (1 + _ROUNDING)
    if threshold <= 0:
        passing[:] = True
    failing = p_at_most(planned - failures, planned, threshold) < alpha * (1 - _ROUNDING)
    passes, fails = int(passing.sum()) - 1, planned + 1 - int(failing.sum())
    n = np.arange(planned + 1)
    if curtailed:
        passes_at_most = np.maximum(passes - (planned - n), -1)
        fails_at_least = np.full_like(n, fails)
    else:
        passes_at_most = np.where(n == planned, passes, -1)
        fails_at_least = np.where(n == planned, fails, planned + 1)
    return StoppingLimits(tuple(passes_at_most.tolist()), tuple(fails_at_least.tolist()))


def operating_characteristics(
    limits: StoppingLimits, rate: float, *, wave: int = 1
) -> OperatingCharacteristics:
    """Return exactly what a design does for a product of this true rate.

    Args:
        limits: where the design stops.
        rate: the true rate, in [0, 1].
        wave: trials that are asked together, at least 1: the verdict is that of the trial at which
            a limit was first met, the trials are asked to the end of its wave.

    Returns:
        Probabilities that add up to 1, and mean trials in [0, planned].

    Raises:
        ValueError: the rate or the wave lies outside its range.

    Source:
        As :func:`characteristics`.

    Assumption:
        Independent trials with one rate, each 0 or 1.

    Example:
        >>> found = operating_characteristics(fixed_limits(0.95, 100, 0.05, curtailed=True), 1.0)
        >>> round(found.passes, 9), round(found.expected_trials, 9)
        (1.0, 99.0)
    """
    if not 0 <= rate <= 1:
        raise ValueError(f"rate is {rate}; expected one in [0, 1]")
    return characteristics(limits, lambda _, failures: np.full(len(failures), 1 - rate), wave=wave)


def characteristics(
    limits: StoppingLimits, chance: Callable[[int, _Counts], _Floats], *, wave: int = 1
) -> OperatingCharacteristics:
    """Return what a design does, trial by trial.

    Args:
        limits: where the design stops.
        chance: how probable it is that a trial fails, in [0, 1], from the number of trials before
            it and, shape (k,), the failures among them: 0 to k - 1.
        wave: as :func:`operating_characteristics`.

    Returns:
        As :func:`operating_characteristics`.

    Raises:
        ValueError: the wave is below 1.

    Source:
        The distribution of the failures among those paths that have not stopped: Armitage,
        McPherson, Rowe (1969), JRSS A 132, 235-244, doi:10.2307/2343787.

    Assumption:
        What came before matters through the number of failures alone.

    Example:
        >>> found = characteristics(fixed_limits(0.5, 10, 0.05), lambda n, f: (f > 0) * 0.5)
        >>> found.passes, found.expected_trials
        (1.0, 10.0)
    """
    if wave < 1:
        raise ValueError(f"wave is {wave}; expected at least one trial")
    planned = len(limits.passes_at_most) - 1
    # beyond the last limit of a fail nothing goes on
    width = min(planned, max(limits.fails_at_least)) + 1
    failures = np.arange(width)
    going = np.zeros(width)
    going[0] = 1.0
    stopped = np.zeros((2, planned + 1))  # passed, failed
    for n in range(planned + 1):
        if n:
            failed = going * chance(n - 1, failures)
            going = going - failed
            going[1:] += failed[:-1]
        at_most, at_least = limits.passes_at_most[n] + 1, limits.fails_at_least[n]
        stopped[0, n] = going[:at_most].sum()
        stopped[1, n] = going[at_least:].sum()
        going[:at_most] = 0.0
        going[at_least:] = 0.0
    passes, fails = (float(each.sum()) for each in stopped)
    undecided = float(going.sum())
    asked = np.minimum(-(-np.arange(planned + 1) // wave) * wave, planned)
    expected = float(stopped.sum(axis=0) @ asked) + undecided * planned
    return OperatingCharacteristics(passes, fails, undecided, expected)
