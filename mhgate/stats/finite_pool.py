"""A pool of so many items and no more: drawn without replacement, decided before it is empty.

Where the pool itself is what is certified, every draw also says what is left. The evidence against
"k of the pool are good" is the ratio of the prior to the posterior probability of k.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaln, gammaln

from mhgate.stats.stopping import OperatingCharacteristics, StoppingLimits, characteristics

__all__ = [
    "FinitePool",
    "finite_pool",
    "log_e_pool_fail",
    "log_e_pool_pass",
    "pool_characteristics",
    "pool_limits",
]

_Floats = NDArray[np.float64]
_Counts = NDArray[np.int64]

_PRIOR = (10.0, 0.5)
"""Beta-binomial, of mean 0.95 with nearly all its weight near 1: most products are good."""
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class FinitePool:
    """What the items drawn so far say about the rate of the whole pool, whenever one stops.

    Attributes:
        lower: in [0, 1], a share of the pool; at least the threshold exactly when it has passed.
        upper: in [0, 1], at least ``lower``; below the threshold exactly when it has failed.
        level: 1 - 2 alpha; each bound alone errs with probability at most alpha, over all looks.
        drawn: items drawn.
        pool: items of the pool.
        settled: the first decision, None while there is none.
        settled_at: items after which it was taken, None where there is none.
    """

    lower: float
    upper: float
    level: float
    drawn: int
    pool: int
    settled: Literal["pass", "fail"] | None
    settled_at: int | None


def log_e_pool_pass(
    drawn: ArrayLike,
    failures: ArrayLike,
    *,
    pool: int,
    threshold: float,
    prior: tuple[float, float] = _PRIOR,
) -> _Floats:
    """Return the log evidence that at least the threshold's share of the pool is good.

    Args:
        drawn: items drawn, whole, in [0, pool]; any shape that broadcasts.
        failures: failed items among them, whole, in [0, drawn].
        pool: items of the pool, at least 1.
        threshold: a share, in [0, 1]; it asks for ``ceil(threshold * pool)`` good items.
        prior: a and b of the beta-binomial prior of the good items, each above 0.

    Returns:
        The least log evidence against any smaller number of good items that is still possible;
        infinity where none is (always, at a threshold of 0).

    Raises:
        ValueError: a number lies outside its range.

    Source:
        Waudby-Smith, Ramdas (2020), Confidence sequences for sampling without replacement,
        NeurIPS 33 (arXiv:2006.04347), section 2: the prior-posterior-ratio martingale. Under a
        beta-binomial prior the marginal of the draws is B(a + s, b + f) / B(a, b).

    Assumption:
        Items are drawn in random order, each once. Nothing about families or luck: the pool's own
        answers are what is certified.

    Example:
        >>> bool(log_e_pool_pass(74, 0, pool=200, threshold=0.95) > np.log(20))
        True
    """
    n, f, needed, log_marginal = _drawn(drawn, failures, pool, threshold, prior)
    s = n - f
    most = np.minimum(_likeliest(s, f, pool), min(needed - 1, pool))
    most = np.maximum(most, s)
    possible = s <= needed - 1
    found = log_marginal - _log_likelihood(most, s, f, pool)
    return np.where(possible, found, np.inf)


def log_e_pool_fail(
    drawn: ArrayLike,
    failures: ArrayLike,
    *,
    pool: int,
    threshold: float,
    prior: tuple[float, float] = _PRIOR,
) -> _Floats:
    """Return the log evidence that less than the threshold's share of the pool is good.

    Args:
        drawn: as :func:`log_e_pool_pass`.
        failures: as :func:`log_e_pool_pass`.
        pool: as :func:`log_e_pool_pass`.
        threshold: as :func:`log_e_pool_pass`.
        prior: as :func:`log_e_pool_pass`.

    Returns:
        The least log evidence against any number of good items that reaches the threshold and is
        still possible; infinity where none is.

    Raises:
        ValueError: a number lies outside its range.

    Source:
        As :func:`log_e_pool_pass`.

    Assumption:
        As :func:`log_e_pool_pass`.

    Example:
        >>> float(log_e_pool_fail(30, 11, pool=200, threshold=0.95))
        inf
    """
    n, f, needed, log_marginal = _drawn(drawn, failures, pool, threshold, prior)
    s = n - f
    least = np.minimum(np.maximum(_likeliest(s, f, pool), needed), pool - f)
    possible = pool - f >= needed
    found = log_marginal - _log_likelihood(np.maximum(least, s), s, f, pool)
    return np.where(possible, found, np.inf)


def finite_pool(
    values: ArrayLike,
    unmeasured: ArrayLike,
    *,
    pool: int,
    threshold: float,
    alpha: float,
    prior: tuple[float, float] = _PRIOR,
) -> FinitePool:
    """Return what the items drawn so far say about the whole pool, however often one looks.

    Args:
        values: of the items in the order drawn, 1 good, anything below bad; shape (n,), n at most
            the pool. What stands where an item is unmeasured is not read.
        unmeasured: whether an item could not be measured, shape (n,): bad for a pass, good for a
            fail.
        pool: items of the pool, at least 1.
        threshold: the share to reach, in [0, 1].
        alpha: error rate of each verdict, in (0, 0.5).
        prior: a and b of the beta-binomial prior of the good items, each above 0.

    Returns:
        Bounds that are shares of the pool; nothing drawn gives [0, 1], a measured pool one point.

    Raises:
        ValueError: lengths differ, or a number lies outside its range.

    Source:
        As :func:`log_e_pool_pass`, inverted in the number of good items.

    Assumption:
        As :func:`log_e_pool_pass`.

    Example:
        >>> found = finite_pool([1] * 90, [0] * 90, pool=200, threshold=0.95, alpha=0.05)
        >>> found.settled, found.settled_at, found.lower, found.upper
        ('pass', 60, 0.97, 1.0)
    """
    x = np.asarray(values, dtype=float).ravel()
    lost = np.asarray(unmeasured).astype(bool).ravel()
    if len(x) != len(lost) or len(x) > pool:
        raise ValueError(f"{len(x)} values, {len(lost)} marks; expected as many, at most {pool}")
    if not 0 < alpha < 0.5:  # noqa: PLR2004 - above one half the bounds would cross
        raise ValueError(f"alpha is {alpha}; expected an error rate in (0, 0.5)")
    needed_log = -math.log(alpha)
    n = np.arange(len(x) + 1)
    bad = np.concatenate([[0], np.cumsum(lost | (x < 1))])
    not_good = np.concatenate([[0], np.cumsum(~lost & (x < 1))])

    def passes(share: float) -> NDArray[np.bool_]:
        found = log_e_pool_pass(n, bad, pool=pool, threshold=share, prior=prior)
        return found >= needed_log

    def fails(share: float) -> NDArray[np.bool_]:
        found = log_e_pool_fail(n, not_good, pool=pool, threshold=share, prior=prior)
        return found >= needed_log

    proven_good = _largest(lambda k: bool(passes(k / pool).any()), pool)
    proven_bad = _largest(lambda k: k == 0 or bool(fails((pool - k + 1) / pool).any()), pool)
    lower, upper = proven_good / pool, (pool - proven_bad) / pool
    has_passed, has_failed = passes(threshold), fails(threshold)
    passed = int(has_passed.argmax()) if has_passed.any() else None
    failed = int(has_failed.argmax()) if has_failed.any() else None
    settled: Literal["pass", "fail"] | None = None
    if passed is not None and (failed is None or passed < failed):
        settled, lower = "pass", max(lower, threshold)  # a share may round to just below it
        upper = max(upper, lower)
    elif failed is not None:
        settled, lower = "fail", min(lower, upper)
    return FinitePool(
        lower=lower,
        upper=upper,
        level=1 - 2 * alpha,
        drawn=len(x),
        pool=pool,
        settled=settled,
        settled_at={"pass": passed, "fail": failed, None: None}[settled],
    )


def pool_limits(
    *, pool: int, threshold: float, alpha: float, prior: tuple[float, float] = _PRIOR
) -> StoppingLimits:
    """Return the failures at which a pool is decided, after each number of items drawn.

    Args:
        pool: items of the pool, at least 1.
        threshold: the share to reach, in [0, 1].
        alpha: error rate of each verdict, in (0, 1).
        prior: a and b of the beta-binomial prior of the good items, each above 0.

    Returns:
        The limits, from 0 items to the whole pool.

    Raises:
        ValueError: a number lies outside its range.

    Source:
        As :func:`log_e_pool_pass`.

    Assumption:
        As :func:`log_e_pool_pass`.

    Example:
        >>> limits = pool_limits(pool=200, threshold=0.95, alpha=0.05)
        >>> limits.passes_at_most[59:61], limits.fails_at_least[200]
        ((-1, 0), 11)
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha}; expected an error rate in (0, 1)")
    n = np.arange(pool + 1)[:, None]
    failures = np.arange(pool + 1)[None, :]
    possible = failures <= n
    counted = np.minimum(failures, n)
    needed_log = -math.log(alpha)
    good = log_e_pool_pass(n, counted, pool=pool, threshold=threshold, prior=prior)
    bad = log_e_pool_fail(n, counted, pool=pool, threshold=threshold, prior=prior)
    passes = (possible & (good >= needed_log)).sum(axis=1) - 1
    fails = (possible & (bad < needed_log)).sum(axis=1)
    return StoppingLimits(tuple(passes.tolist()), tuple(fails.tolist()))


def pool_characteristics(
    limits: StoppingLimits, good: int, *, wave: int = 1
) -> OperatingCharacteristics:
    """Return exactly what a design does for a pool with so many good items.

    Args:
        limits: where it stops, from 0 items to the whole pool.
        good: good items of the pool, in [0, pool].
        wave: items that are asked together, at least 1.

    Returns:
        Probabilities that add up to 1, and mean items drawn.

    Raises:
        ValueError: the good items or the wave lie outside their range.

    Source:
        As :func:`mhgate.stats.stopping.characteristics`, each draw hypergeometric.

    Assumption:
        Items are drawn in random order, each once.

    Example:
        >>> limits = pool_limits(pool=200, threshold=0.95, alpha=0.05)
        >>> round(pool_characteristics(limits, 198).expected_trials)
        83
    """
    pool = len(limits.passes_at_most) - 1
    if not 0 <= good <= pool:
        raise ValueError(f"{good} good items; expected a number in [0, {pool}]")
    return characteristics(
        limits,
        lambda drawn, failures: np.clip((pool - good - failures) / (pool - drawn), 0.0, 1.0),
        wave=wave,
    )


def _drawn(
    drawn: ArrayLike,
    failures: ArrayLike,
    pool: int,
    threshold: float,
    prior: tuple[float, float],
) -> tuple[_Counts, _Counts, int, _Floats]:
    """Return the counts, the good items that are needed, and the log marginal of the draws."""
    n, f = np.broadcast_arrays(np.asarray(drawn, dtype=int), np.asarray(failures, dtype=int))
    a, b = prior
    if pool < 1 or not (np.all(f >= 0) and np.all(f <= n) and np.all(n <= pool)):
        raise ValueError("expected failures in [0, drawn] and drawn in [0, pool], pool at least 1")
    if not 0 <= threshold <= 1:
        raise ValueError(f"threshold is {threshold}; expected a share in [0, 1]")
    if not (a > 0 and b > 0):
        raise ValueError(f"the prior is {prior}; expected two numbers above 0")
    needed = math.ceil(threshold * pool - _ROUNDING)
    return n, f, needed, np.asarray(betaln(a + n - f, b + f) - betaln(a, b))


def _likeliest(s: _Counts, f: _Counts, pool: int) -> _Counts:
    """Return the number of good items under which these draws are likeliest."""
    n = np.maximum(s + f, 1)
    return np.asarray(np.clip((s * pool - f) // n + 1, s, pool - f))


def _log_likelihood(k: _Counts, s: _Counts, f: _Counts, pool: int) -> _Floats:
    """Return the log probability of these draws, in their order, from k good items."""
    good = gammaln(k + 1) - gammaln(k - s + 1)
    bad = gammaln(pool - k + 1) - gammaln(pool - k - f + 1)
    return np.asarray(good + bad - gammaln(pool + 1) + gammaln(pool - s - f + 1))


def _largest(holds: Callable[[int], bool], top: int) -> int:
    """Return the largest k in [0, top] for which something holds that holds at 0 and up to it."""
    low, high = 0, top
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low
