"""E-processes of a rate whose trials come in families that share their luck.

Trials of one family are alike, so that counting them as if they were independent breaks an
e-process: with a correlation of 0.3 and families of five, a false pass comes in 0.19 of the runs at
alpha 0.05 where they are asked family by family, and in 0.06 (families of ten: 0.11) even where one
of each family is asked first. Two ways out:

* **Bet on family means.** A theorem, whatever the correlation: each family is one observation in
  [0, 1]. It needs whole families, and as many of them as independent trials.
* **Temper the counts**: divide them by the design effect of what has been drawn so far. Drawn one
  of each family first, the first round is untouched and exact. Later rounds rest on a model, the
  correlation that is believed. This is no theorem.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mhgate.stats.e_process import log_bets_fail, log_bets_pass

__all__ = ["draws_before", "log_e_fail_of_means", "log_e_pass_of_means", "tempering"]

_Floats = NDArray[np.float64]


def draws_before(families: Iterable[Hashable]) -> tuple[int, ...]:
    """Return how many trials of its own family came before each trial.

    Args:
        families: the family of each trial, in the order in which they are drawn.

    Returns:
        Counts, as many as trials; all 0 where every family holds one trial.

    Source:
        A count.

    Assumption:
        None.

    Example:
        >>> draws_before("abcab")
        (0, 0, 0, 1, 1)
    """
    seen: dict[Hashable, int] = {}
    before = []
    for family in families:
        before.append(seen.get(family, 0))
        seen[family] = before[-1] + 1
    return tuple(before)


def tempering(before: ArrayLike, *, icc_floor: float = 0.2) -> _Floats:
    """Return what counts are divided by after each trial: the design effect of what was drawn.

    Args:
        before: how many trials of its family came before each trial, as :func:`draws_before`.
        icc_floor: the intra-family correlation that is believed, in [0, 1].

    Returns:
        ``1 + (m - 1) * icc_floor`` after each trial, with m the mean over trials so far of the
        size of their family so far, sum of squares / n; 1 while no family was drawn twice.

    Raises:
        ValueError: the correlation lies outside [0, 1].

    Source:
        Kish (1965), Survey Sampling, section 5.4: deff = 1 + (m - 1) rho. Dividing a likelihood's
        exponent by it: composite likelihood, Varin, Reid, Firth (2011), Statistica Sinica 21, 5-42.

    Assumption:
        The correlation is at most the one that is believed. A model, not a theorem.

    Example:
        >>> tempering(draws_before("aabb"), icc_floor=0.2).round(4).tolist()
        [1.0, 1.2, 1.1333, 1.2]
    """
    if not 0 <= icc_floor <= 1:
        raise ValueError(f"icc_floor is {icc_floor}; expected a correlation in [0, 1]")
    k = np.asarray(before, dtype=float).ravel()
    sizes = np.cumsum(2 * k + 1) / np.arange(1, len(k) + 1)
    return 1 + (sizes - 1) * icc_floor


def log_e_pass_of_means(means: ArrayLike, threshold: float) -> _Floats:
    """Return the log evidence after each family that the rate exceeds the threshold.

    Args:
        means: of each whole family the mean of its values, in [0, 1], in the order of the plan.
        threshold: a rate, in (0, 1).

    Returns:
        Logs of e-values, shape (families,): a verdict at log(1 / alpha) errs at most at alpha.

    Raises:
        ValueError: a mean or the threshold lies outside its range.

    Source:
        Waudby-Smith, Ramdas (2024), doi:10.1093/jrsssb/qkad009: as :func:`log_bets_pass`.

    Assumption:
        Families come in random order, and the rate meant is the mean over families (that over
        trials where they are of one size). Nothing about the correlation within.

    Example:
        >>> bool(log_e_pass_of_means([1.0] * 74, 0.95)[-1] > np.log(20))
        True
    """
    return log_bets_pass(means, threshold)


def log_e_fail_of_means(means: ArrayLike, threshold: float) -> _Floats:
    """Return the log evidence after each family that the rate lies below the threshold.

    Args:
        means: as :func:`log_e_pass_of_means`.
        threshold: a rate, in (0, 1).

    Returns:
        Logs of e-values, shape (families,).

    Raises:
        ValueError: a mean or the threshold lies outside its range.

    Source:
        As :func:`log_e_pass_of_means`.

    Assumption:
        As :func:`log_e_pass_of_means`.

    Example:
        >>> bool(log_e_fail_of_means([0.8] * 60, 0.95)[-1] > np.log(20))
        True
    """
    return log_bets_fail(means, threshold)
