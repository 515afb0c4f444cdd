"""Mixture e-processes of a paired difference: evidence that may be looked at after every pair.

An e-process starts at 1 and, where its null is true, is never large for long: whenever one chooses
to look, it has reached 1 / alpha with probability at most alpha. One process bets against "the
candidate is worse by the margin or more", another against "the candidate is at least as good".
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv

__all__ = ["log_e_above", "log_e_non_inferior", "log_e_regressed", "tempering_effects"]

_Floats = NDArray[np.float64]

_STAKES = 32
_CENTRES = np.arange(-20, 21) / 20
_STAKES_SHAPE = (1.0, 0.75)  # leans to high stakes: most pairs of a gate agree


def log_e_above(
    gains: ArrayLike, losses: ArrayLike, n: ArrayLike, difference: ArrayLike
) -> _Floats:
    """Return the log of the evidence that the mean difference lies above ``difference``.

    A stake u in (0, 1) multiplies by (1 - u) + u (1 + d) / (1 + difference) for a pair that moved
    by d: it wins on pairs above the difference under test and loses at most itself. The evidence is
    the mean over 32 stakes, the middles of equal shares of Beta(1, 3/4). It falls as the difference
    under test rises, so that it can be inverted into a bound.

    Args:
        gains: pairs that went from bad to good so far, real, at least 0; any shape that broadcasts.
            A pair that moved by a part of 1 counts as that part of a gain and the rest of a tie,
            which understates its evidence and never overstates it.
        losses: pairs that went from good to bad, real, gains + losses at most n.
        n: pairs so far, real, at least 0; divided, with gains and losses, by the design effect
            where pairs come in families (:func:`tempering_effects`).
        difference: the difference under test, in [-1, 1].

    Returns:
        Logs of e-values, of the broadcast shape; 0 for no pairs. Against a difference of -1, which
        any pair but a loss refutes: infinity once there is one.

    Source:
        Waudby-Smith, Ramdas (2024), JRSS B 86, 1-27, doi:10.1093/jrsssb/qkad009: betting, with a
        mixture over stakes: Robbins (1970), Annals of Mathematical Statistics 41, 1397-1409,
        doi:10.1214/aoms/1177696786. The stake in units of 1 + difference is the usual bet
        lam = u / (1 + difference).

    Assumption:
        Given what came before, each pair's difference has a mean of at most ``difference`` (null).

    Example:
        >>> crossed = [n for n in range(200) if log_e_above(0, 0, n, -0.05) >= np.log(20)]
        >>> crossed[0]
        81
    """
    g, lost, n, d = (np.asarray(each, dtype=float) for each in (gains, losses, n, difference))
    stakes, kept = _stakes(), 1 - _stakes()
    is_open = d > -1
    odds = stakes / np.where(is_open, 1 + d, 1.0)[..., np.newaxis]
    wealth = (
        g[..., np.newaxis] * np.log(kept + 2 * odds)
        + (n - g - lost)[..., np.newaxis] * np.log(kept + odds)
        + lost[..., np.newaxis] * np.log(kept)
    )
    most = np.max(wealth, axis=-1)
    log_e = most + np.log(np.mean(np.exp(wealth - most[..., np.newaxis]), axis=-1))
    return np.where(~is_open & (n - lost > 0), np.inf, log_e)


def log_e_non_inferior(
    gains: ArrayLike, losses: ArrayLike, n: ArrayLike, margin: ArrayLike
) -> _Floats:
    """Return the log of the evidence that the candidate is not worse by the margin or more.

    Args:
        gains: as :func:`log_e_above`.
        losses: likewise.
        n: likewise.
        margin: the drop to be excluded, in [0, 1], on the scale on which the pairs were seen: a
            judge's sensitivity + specificity - 1 times the true one.

    Returns:
        Logs of e-values against "the difference is at most -margin".

    Source:
        As :func:`log_e_above`.

    Assumption:
        As :func:`log_e_above`.

    Example:
        >>> bool(log_e_non_inferior(1, 1, 120, 0.05) >= np.log(20))
        True
    """
    return log_e_above(gains, losses, n, -np.asarray(margin, dtype=float))


def log_e_regressed(gains: ArrayLike, losses: ArrayLike, n: ArrayLike) -> _Floats:
    """Return the log of the evidence that the candidate is worse.

    Args:
        gains: as :func:`log_e_above`.
        losses: likewise.
        n: likewise.

    Returns:
        Logs of e-values against "the difference is at least 0". Ties say nothing.

    Source:
        As :func:`log_e_above`, with gains and losses exchanged.

    Assumption:
        Given what came before, each pair's difference has a mean of at least 0 (null).

    Example:
        >>> [bool(log_e_regressed(0, losses, 100) >= np.log(20)) for losses in (5, 6)]
        [False, True]
    """
    return log_e_above(losses, gains, n, 0.0)


def tempering_effects(
    low: ArrayLike, high: ArrayLike, family: ArrayLike, *, icc_floor: float = 0.1
) -> _Floats:
    """Return by what counts of pairs are to be divided, after each pair, because of families.

    The effect is the larger of a floor, 1 + (m - 1) icc_floor with m the size so far of the family
    of the average pair, and of what is observed: the squared net moves of the families over the
    moves of the pairs, both about 0 or about a centre between 0 and the mean, whichever is least.
    It is 1 while each family has one pair.

    Where a pair could not be measured, the observed effect is an upper limit of what it could be
    over the pair's range, so that it never falls when one more pair is lost. Centres lie on a grid
    for the same reason.

    Args:
        low: the least difference that each pair could have, in the order in which they came, shape
            (pairs,), in [-1, 1].
        high: the greatest, shape (pairs,), in [low, 1]; equal to ``low`` where it was measured.
        family: each pair's family, shape (pairs,), whole numbers or names.
        icc_floor: the least intra-family correlation of the differences that is believed, [0, 1].

    Returns:
        Effects, shape (pairs,), each at least 1.

    Source:
        Kish (1965), Survey Sampling, section 5.4, for the floor. The observed effect is the
        variance by family of Obuchowski (1998), Statistics in Medicine 17, 1495-1507,
        doi:10.1002/(SICI)1097-0258(19980715)17:13<1495::AID-SIM863>3.0.CO;2-I, over that of
        independent pairs.

    Assumption:
        Dividing the log wealth by a design effect is a model and no theorem. Simulated with
        families of five drawn one of each first: at .05 false verdicts come in at most .04 for
        correlations up to 0.3. False regressions stay there for correlations up to 0.95; false
        non-inferiority, where next to nothing moved, does not (.08 at a correlation of 0.6, .11 at
        0.95): nothing then shows how families move (benchmarks/coverage/sequential_pairs.py).

    Example:
        >>> moves, family = [0, 0, -1, 0, 0, -1], ["a", "b", "c", "a", "b", "c"]
        >>> [float(round(effect, 2)) for effect in tempering_effects(moves, moves, family)]
        [1.0, 1.0, 1.0, 1.5, 1.5, 3.0]
    """
    lo, hi = np.asarray(low, dtype=float).ravel(), np.asarray(high, dtype=float).ravel()
    _, index = np.unique(np.asarray(family).ravel(), return_inverse=True)
    n = np.arange(1.0, len(lo) + 1)
    before = _before(np.ones_like(lo), index)
    families = np.cumsum(before == 0)
    is_clustered = families < n
    sums = _before(lo, index), _before(hi, index)
    after = sums[0] + lo, sums[1] + hi
    # No data set has more: the ratio is a mean of net moves, weighted by at most the moves.
    observed = np.maximum.accumulate(_farthest(*after, 0.0)) ** 0.5
    least, most = np.minimum(np.cumsum(hi) / n, 0), np.maximum(np.cumsum(lo) / n, 0)
    for centre in _CENTRES:
        is_between = is_clustered & (least <= centre) & (centre <= most)
        if not np.any(is_between):
            continue
        squares = np.cumsum(
            _farthest(*after, centre * (before + 1)) - _farthest(*sums, centre * before)
        )
        moves = np.cumsum(_fewest_moves(lo, hi, centre))
        ratio = np.divide(squares, moves, out=np.where(squares > 0, np.inf, 0.0), where=moves > 0)
        observed = np.where(is_between, np.minimum(observed, ratio), observed)
    few = families / np.maximum(families - 1, 1)
    floor = np.maximum(1 + (np.cumsum(2 * before + 1) / n - 1) * icc_floor, 1.0)
    return np.where(is_clustered, np.maximum(few * observed, floor), 1.0)


def _farthest(low: _Floats, high: _Floats, centre: _Floats | float) -> _Floats:
    """Return the largest squared distance from the centre that a sum in this range can have."""
    return np.asarray(np.maximum(np.abs(low - centre), np.abs(high - centre)) ** 2)


def _fewest_moves(low: _Floats, high: _Floats, centre: float) -> _Floats:
    """Return the least squared distance from the centre that a pair in this range can have.

    A part of a move counts as that part of a whole one: |d| stands for its square.
    """
    ends = np.stack([low, high, np.clip(0.0, low, high)])
    return np.asarray(np.min(np.abs(ends) - 2 * centre * ends + centre**2, axis=0))


@lru_cache(maxsize=1)
def _stakes() -> _Floats:
    return np.asarray(betaincinv(*_STAKES_SHAPE, (np.arange(_STAKES) + 0.5) / _STAKES))


def _before(values: _Floats, index: NDArray[np.intp]) -> _Floats:
    """Return for each pair the sum of what its family brought before it."""
    order = np.argsort(index, kind="stable")
    sums = np.cumsum(values[order]) - values[order]
    starts = np.searchsorted(index[order], index[order])
    found = np.empty_like(values)
    found[order] = sums - sums[starts] if len(values) else sums
    return found
