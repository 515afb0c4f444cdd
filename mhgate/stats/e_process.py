"""Mixture e-processes of a rate: evidence that may be looked at after every trial.

An e-process starts at 1 and, where its null is true, is never large for long: whenever one chooses
to look, it has reached 1 / alpha with probability at most alpha. ``log_e_pass`` is evidence against
"the rate is at most the threshold", ``log_e_fail`` against "the rate is at least the threshold".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, betaincinv, betaln, xlog1py, xlogy

__all__ = [
    "Mixture",
    "default_fail_mixture",
    "default_pass_mixture",
    "log_bets_fail",
    "log_bets_pass",
    "log_e_fail",
    "log_e_pass",
]

_Floats = NDArray[np.float64]
_Point = tuple[float, ArrayLike]
_Beta = tuple[float, float, float]

_PASS_BETA: _Beta = (0.5, 0.5, 0.5)
_FAIL_BETA: _Beta = (0.5, 1.0, 1.0)
_BETA_NODES = 32


@dataclass(frozen=True, slots=True)
class Mixture:
    """The alternatives that a process bets on, with weights that add up to 1.

    Attributes:
        points: pairs (weight, rate), each rate in (0, 1).
        betas: triples (weight, a, b), each a Beta(a, b) cut to the alternative's side of the
            threshold; a and b above 0.
    """

    points: tuple[tuple[float, float], ...] = ()
    betas: tuple[tuple[float, float, float], ...] = ()

    def __post_init__(self) -> None:
        weights = [part[0] for part in (*self.points, *self.betas)]
        if not weights or min(weights) <= 0 or abs(sum(weights) - 1) > 1e-9:  # noqa: PLR2004 - rounding
            raise ValueError(f"weights are {weights}; expected some, above 0, that add up to 1")
        for _, rate in self.points:
            if not 0 < rate < 1:
                raise ValueError(f"a point stands at {rate}; expected a rate in (0, 1)")
        for _, a, b in self.betas:
            if not (a > 0 and b > 0):
                raise ValueError(f"a Beta({a}, {b}); expected parameters above 0")


def default_pass_mixture(threshold: float) -> Mixture:
    """Return what the pass process bets on: a fifth of the failures that are allowed, or anything.

    Args:
        threshold: a rate in [0, 1).

    Returns:
        Half on the point ``1 - (1 - threshold) / 5`` (0.95 gives 0.99), half on Beta(0.5, 0.5).

    Raises:
        ValueError: the threshold is outside [0, 1): nothing lies above 1.

    Source:
        The choice is the project's: a point for the product that one hopes for, and Jeffreys'
        prior for every other. Mixtures: Robbins (1970), Annals of Mathematical Statistics 41,
        1397-1409, doi:10.1214/aoms/1177696786.

    Assumption:
        None: a poor choice costs trials, never validity.

    Example:
        >>> round(default_pass_mixture(0.95).points[0][1], 6)
        0.99
    """
    if not 0 <= threshold < 1:
        raise ValueError(f"threshold is {threshold}; expected a rate in [0, 1)")
    return Mixture(points=((0.5, float(_pass_point(threshold))),), betas=(_PASS_BETA,))


def default_fail_mixture(threshold: float) -> Mixture:
    """Return what the fail process bets on: twice the failures that are allowed, or anything.

    Args:
        threshold: a rate in (0, 1].

    Returns:
        Half on a point, half on the uniform distribution. The point is
        ``1 - 2 (1 - threshold)`` (0.95 gives 0.9), and for thresholds below 2/3, where that would
        leave (0, 1) or come near it, half the threshold; at 1, where one failure settles it, 0.5.

    Raises:
        ValueError: the threshold is outside (0, 1]: nothing lies below 0.

    Source:
        As :func:`default_pass_mixture`.

    Assumption:
        As :func:`default_pass_mixture`.

    Example:
        >>> round(default_fail_mixture(0.95).points[0][1], 6), default_fail_mixture(0.5).points
        (0.9, ((0.5, 0.25),))
    """
    if not 0 < threshold <= 1:
        raise ValueError(f"threshold is {threshold}; expected a rate in (0, 1]")
    return Mixture(points=((0.5, float(_fail_point(threshold))),), betas=(_FAIL_BETA,))


def log_e_pass(
    n: ArrayLike, failures: ArrayLike, threshold: ArrayLike, *, mixture: Mixture | None = None
) -> _Floats:
    """Return the log of the evidence that the rate exceeds the threshold.

    Values in [0, 1] that are not whole may be counted in parts: for every alternative p above the
    threshold t, (p/t)^x ((1-p)/(1-t))^(1-x) is convex in x, so that it lies below its chord, whose
    mean is at most 1 when the mean of x is at most t: a supermartingale all the same.

    Args:
        n: trials, real, at least 0; any shape that broadcasts.
        failures: failed trials among them, real, in [0, n].
        threshold: rates in [0, 1].
        mixture: what to bet on; None for :func:`default_pass_mixture` of each threshold.

    Returns:
        Logs of e-values, of the broadcast shape; 0 for no trials. At a threshold of 1 the null
        cannot be refuted: 0. At a threshold of 0 one success refutes it: infinity. A beta part
        that is too small for a float counts as none (-infinity where there is no other).

    Raises:
        ValueError: a count or a threshold lies outside its range, or a point on the wrong side.

    Source:
        Robbins (1970), doi:10.1214/aoms/1177696786, mixture martingales; Howard, Ramdas, McAuliffe,
        Sekhon (2021), Annals of Statistics 49, 1055-1080, doi:10.1214/20-AOS1991, one-sided
        beta-binomial mixtures. log of the sum over alternatives of weight times likelihood ratio.

    Assumption:
        Given what came before, each trial succeeds with probability at most the threshold (null).
        Trials of one family that share their luck break this: see ``clustered_e_process``.

    Example:
        >>> round(float(log_e_pass(74, 0, 0.95)), 4), round(float(np.log(1 / 0.05)), 4)
        (3.0287, 2.9957)
    """
    n, f, t = _checked(n, failures, threshold)
    possible = t < 1
    t = np.where(possible, t, 0.5)
    points: Sequence[_Point] = ((0.5, _pass_point(t)),)
    betas: Sequence[_Beta] = (_PASS_BETA,)
    if mixture:
        points, betas = mixture.points, mixture.betas
        if any(np.any(rate <= t) for _, rate in mixture.points):
            raise ValueError(f"points at {mixture.points}; expected rates above the threshold")
    s = n - f
    parts = [*_point_parts(s, f, t, points)]
    for weight, a, b in betas:
        kept = betainc(f + b, s + a, 1 - t)
        parts.append(_beta_part(weight, (a, b), (s, f, t), kept, betainc(b, a, 1 - t)))
    return np.where(possible, np.logaddexp.reduce(parts), 0.0)


def log_e_fail(
    n: ArrayLike, failures: ArrayLike, threshold: ArrayLike, *, mixture: Mixture | None = None
) -> _Floats:
    """Return the log of the evidence that the rate lies below the threshold.

    Args:
        n: trials, real, at least 0; any shape that broadcasts.
        failures: failed trials among them, real, in [0, n].
        threshold: rates in [0, 1].
        mixture: what to bet on; None for :func:`default_fail_mixture` of each threshold.

    Returns:
        Logs of e-values, of the broadcast shape; 0 for no trials. At a threshold of 0 the null
        cannot be refuted: 0. At a threshold of 1 one failure refutes it: infinity.

    Raises:
        ValueError: a count or a threshold lies outside its range, or a point on the wrong side.

    Source:
        As :func:`log_e_pass`, mirrored.

    Assumption:
        Given what came before, each trial succeeds with probability at least the threshold (null).

    Example:
        >>> round(float(log_e_fail(100, 13, 0.95)), 4)
        3.7451
    """
    n, f, t = _checked(n, failures, threshold)
    possible = t > 0
    t = np.where(possible, t, 0.5)
    points: Sequence[_Point] = ((0.5, _fail_point(t)),)
    betas: Sequence[_Beta] = (_FAIL_BETA,)
    if mixture:
        points, betas = mixture.points, mixture.betas
        if any(np.any(rate >= t) for _, rate in mixture.points):
            raise ValueError(f"points at {mixture.points}; expected rates below the threshold")
    s = n - f
    parts = [*_point_parts(s, f, t, points)]
    for weight, a, b in betas:
        kept = betainc(s + a, f + b, t)
        parts.append(_beta_part(weight, (a, b), (s, f, t), kept, betainc(a, b, t)))
    return np.where(possible, np.logaddexp.reduce(parts), 0.0)


def log_bets_pass(
    values: ArrayLike, threshold: float, *, mixture: Mixture | None = None
) -> _Floats:
    """Return the log evidence after each value that a mean in [0, 1] exceeds the threshold.

    The universal form: mean over j of the products of 1 + lam_j (x - threshold). The bet
    lam = (p - t) / (t (1 - t)) multiplies by p/t at 1 and by (1-p)/(1-t) at 0, so that on whole
    values this is :func:`log_e_pass` (its beta parts at 32 nodes), and on others at least that.

    Args:
        values: in [0, 1], in the order in which they came, shape (n,).
        threshold: a mean, in (0, 1).
        mixture: as :func:`log_e_pass`; points on the threshold's other side are refused.

    Returns:
        Logs of e-values, shape (n,).

    Raises:
        ValueError: a value or the threshold lies outside its range, or a point on the wrong side.

    Source:
        Waudby-Smith, Ramdas (2024), JRSS B 86, 1-27, doi:10.1093/jrsssb/qkad009: betting.

    Assumption:
        Given what came before, each value has a mean of at most the threshold (null); nothing
        else, so that means of whole families may be bet on whatever their correlation.

    Example:
        >>> bool(log_bets_pass([1.0] * 74, 0.95)[-1] > np.log(20))
        True
    """
    x, t = _checked_values(values, threshold)
    mixture = mixture or default_pass_mixture(t)
    rates, weights = _nodes(mixture, upper_side=True, threshold=t)
    return _log_wealth(x, t, rates, weights)


def log_bets_fail(
    values: ArrayLike, threshold: float, *, mixture: Mixture | None = None
) -> _Floats:
    """Return the log evidence after each value that a mean in [0, 1] lies below the threshold.

    Args:
        values: in [0, 1], in the order in which they came, shape (n,).
        threshold: a mean, in (0, 1).
        mixture: as :func:`log_e_fail`; points on the threshold's other side are refused.

    Returns:
        Logs of e-values, shape (n,).

    Raises:
        ValueError: a value or the threshold lies outside its range, or a point on the wrong side.

    Source:
        As :func:`log_bets_pass`, with negative bets.

    Assumption:
        Given what came before, each value has a mean of at least the threshold (null).

    Example:
        >>> bool(log_bets_fail([0.8] * 60, 0.95)[-1] > np.log(20))
        True
    """
    x, t = _checked_values(values, threshold)
    mixture = mixture or default_fail_mixture(t)
    rates, weights = _nodes(mixture, upper_side=False, threshold=t)
    return _log_wealth(x, t, rates, weights)


def _pass_point(t: ArrayLike) -> _Floats:
    return 1 - (1 - np.asarray(t, dtype=float)) / 5


def _fail_point(t: ArrayLike) -> _Floats:
    t = np.asarray(t, dtype=float)
    return np.where(t < 1, np.maximum(1 - 2 * (1 - t), t / 2), 0.5)


def _checked(
    n: ArrayLike, failures: ArrayLike, threshold: ArrayLike
) -> tuple[_Floats, _Floats, _Floats]:
    n, f, t = np.broadcast_arrays(*(np.asarray(each, float) for each in (n, failures, threshold)))
    if not (np.all(f >= 0) and np.all(f <= n) and np.all(np.isfinite(n))):
        raise ValueError("failures lie outside [0, n]; expected counts of failed trials among n")
    if not (np.all(t >= 0) and np.all(t <= 1)):
        raise ValueError("a threshold lies outside [0, 1]; expected a rate")
    return n, f, t


def _checked_values(values: ArrayLike, threshold: float) -> tuple[_Floats, float]:
    x = np.asarray(values, dtype=float).ravel()
    if not (np.all(x >= 0) and np.all(x <= 1)):
        raise ValueError("a value lies outside [0, 1]; expected scores where 1 is good")
    if not 0 < threshold < 1:
        raise ValueError(f"threshold is {threshold}; expected a mean in (0, 1)")
    return x, float(threshold)


def _point_parts(s: _Floats, f: _Floats, t: _Floats, points: Sequence[_Point]) -> list[_Floats]:
    return [
        np.log(weight)
        + (xlogy(s, rate) - xlogy(s, t))
        + (xlog1py(f, -np.asarray(rate)) - xlog1py(f, -t))
        for weight, rate in points
    ]


def _beta_part(
    weight: float,
    shape: tuple[float, float],
    counts: tuple[_Floats, _Floats, _Floats],
    kept: _Floats,
    kept_before: _Floats,
) -> _Floats:
    """Return one beta's part; ``kept`` and ``kept_before`` are its masses beyond the threshold."""
    (a, b), (s, f, t) = shape, counts
    with np.errstate(divide="ignore"):  # a mass too small for a float is none: log 0 is -inf
        log_kept = np.log(kept)
    ratio = betaln(s + a, f + b) - betaln(a, b) + log_kept - np.log(kept_before)
    return np.asarray(np.log(weight) + ratio - xlogy(s, t) - xlog1py(f, -t))


def _nodes(mixture: Mixture, *, upper_side: bool, threshold: float) -> tuple[_Floats, _Floats]:
    """Return rates and weights: the points, and each beta at the middles of its equal shares."""
    rates = [rate for _, rate in mixture.points]
    if any((rate > threshold) != upper_side for rate in rates):
        raise ValueError(f"points at {rates}; expected them on one side of {threshold}")
    weights = [weight for weight, _ in mixture.points]
    middles = (np.arange(_BETA_NODES) + 0.5) / _BETA_NODES
    for weight, a, b in mixture.betas:
        cut = float(betainc(a, b, threshold))
        shares = cut + (1 - cut) * middles if upper_side else cut * middles
        rates += betaincinv(a, b, shares).tolist()
        weights += [weight / _BETA_NODES] * _BETA_NODES
    return np.array(rates), np.array(weights)


def _log_wealth(x: _Floats, t: float, rates: _Floats, weights: _Floats) -> _Floats:
    bets = (rates - t) / (t * (1 - t))
    with np.errstate(divide="ignore"):  # a bet of everything that is lost: log 0 is -inf
        steps = np.log1p(np.maximum(bets[:, None] * (x - t)[None, :], -1.0))
    wealth = np.log(weights)[:, None] + np.cumsum(steps, axis=1)
    return np.asarray(np.logaddexp.reduce(wealth, axis=0))
