"""Which drop a paired comparison would claim, and which it would rule out, before it is made."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, stdtrit, xlogy

from mhgate.stats.exact_unconditional import exact_critical_value
from mhgate.stats.paired_difference import MOST_EXACT_PAIRS, needed_statistic
from mhgate.stats.tango import tango_statistic

__all__ = ["claim_power", "judge_flicker", "non_inferiority_power", "smallest_visible_drop"]

_Floats = NDArray[np.float64]

_HALVINGS = 14  # of a step between drops: far below what is printed
_STEPS = 40
_SHARES = 8
_ROUNDING = 1e-9
_BELOW, _ABOVE = 6.0, 7.0  # standard deviations from the expected count that are looked at
# Seven points and weights of a standard normal (Gauss-Hermite).
_POINTS, _WEIGHTS = np.polynomial.hermite_e.hermegauss(7)


def claim_power(
    drop: float,
    pairs: float,
    families: int,
    *,
    alpha: float = 0.05,
    flicker: float = 0.0,
    j: float = 1.0,
    icc: float = 0.1,
    icc_floor: float = 0.1,
) -> float:
    """Return the probability that a true drop is claimed as a regression.

    Args:
        drop: true drop of the rate, in [0, 1].
        pairs: pairs that will be measured, at least 0.
        families: families that they come in, at least 0.
        alpha: one-sided error rate of this claim, in (0, 0.5): the corrected one, where many could
            be made (at worst alpha over their number).
        flicker: share of pairs that go from bad to good, and as many back, though nothing has
            changed, in [0, 0.5); for what a judge adds see :func:`judge_flicker`.
        j: the judge's Se + Sp - 1, in [-1, 1]; 1 where nothing is judged.
        icc: correlation of the differences within a family that is expected, in [0, 1].
        icc_floor: the floor that the comparison will use, in [0, 1].

    Returns:
        A probability in [0, 1]; 0 with one family, no pair, or a judge no better than chance.

    Raises:
        ValueError: an argument lies outside its range.

    Source:
        Probabilities of the counts at which the claim of
        :func:`mhgate.stats.paired_difference.paired_difference` is made: Dirichlet-multinomial
        counts (Mosimann 1962, doi:10.1093/biomet/49.1-2.65) whose variance is the design effect
        times that of independent pairs; the effect that they will show follows from the number of
        moves that share a family, taken as normal.

    Assumption:
        Families of equal size. A drop turns good items bad on top of the flicker. In simulations
        of the comparison within .05, and lower rather than higher: much lower where fewer than
        twenty families lose more than half.

    Example:
        >>> round(claim_power(0.1, 100, 50), 2), round(claim_power(0.1, 100, 50, j=0.8), 2)
        (0.98, 0.94)
    """
    plan = _Plan(int(pairs + _ROUNDING), families, flicker, j, icc, icc_floor)
    _check(plan, drop, pairs, alpha)
    if plan.is_void:
        return 0.0
    # the reckoning sags where almost everything is lost; a larger drop is claimed no more rarely
    return max(plan.claimed(drop * step / _SHARES, alpha) for step in range(1, _SHARES + 1))


def smallest_visible_drop(
    pairs: float,
    families: int,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    flicker: float = 0.0,
    j: float = 1.0,
    icc: float = 0.1,
    icc_floor: float = 0.1,
) -> float | None:
    """Return the smallest true drop that a paired comparison would claim with this power.

    Args:
        pairs: pairs that will be measured, at least 0.
        families: families that they come in, at least 0.
        alpha: as for :func:`claim_power`: the corrected one.
        power: wanted probability of the claim, in (0, 1).
        flicker: as for :func:`claim_power`.
        j: likewise.
        icc: likewise.
        icc_floor: likewise.

    Returns:
        A drop in (0, 1], at most 1e-4 too large, or None where not even the largest drop would be
        seen.

    Raises:
        ValueError: an argument lies outside its range.

    Source:
        :func:`claim_power`, which rises with the drop, inverted.

    Assumption:
        As :func:`claim_power`.

    Example:
        >>> round(smallest_visible_drop(100, 100), 3), round(smallest_visible_drop(100, 50), 3)
        (0.042, 0.059)
        >>> smallest_visible_drop(1, 1) is None
        True
    """
    plan = _Plan(int(pairs + _ROUNDING), families, flicker, j, icc, icc_floor)
    _check(plan, 0.0, pairs, alpha)
    if plan.is_void:
        return None
    largest = min(1.0, (1 - 2 * flicker) / j)
    # the reckoned power sags where almost everything is lost, so that the largest drop tells little
    steps = [largest * step / _STEPS for step in range(_STEPS + 1)]
    first = next((k for k in range(1, _STEPS + 1) if plan.claimed(steps[k], alpha) >= power), None)
    if first is None:
        return None
    low, high = steps[first - 1], steps[first]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if plan.claimed(middle, alpha) >= power else (middle, high)
    return high


def non_inferiority_power(
    margin: float,
    pairs: float,
    families: int,
    *,
    drop: float = 0.0,
    alpha: float = 0.05,
    flicker: float = 0.0,
    j: float = 1.0,
    icc: float = 0.1,
    icc_floor: float = 0.1,
) -> float:
    """Return the probability that a drop of ``margin`` is ruled out.

    Args:
        margin: the drop to rule out, in (0, 1].
        pairs: pairs that will be measured, at least 0.
        families: families that they come in, at least 0.
        drop: true drop of the rate, in [0, 1]; 0 for a bot that has not changed.
        alpha: one-sided error rate of the bound, in (0, 0.5); a proof of safety needs no
            correction.
        flicker: as for :func:`claim_power`.
        j: likewise; the margin on the judged scale is J times the true one.
        icc: likewise.
        icc_floor: likewise.

    Returns:
        A probability in [0, 1]; 0 with one family, no pair, or a judge no better than chance.

    Raises:
        ValueError: an argument lies outside its range.

    Source:
        As :func:`claim_power`, at the score statistic of the margin.

    Assumption:
        As :func:`claim_power`.

    Example:
        >>> round(non_inferiority_power(0.05, 100, 100, flicker=0.01), 2)
        0.79
    """
    if not 0 < margin <= 1:
        raise ValueError(f"margin is {margin}; expected a drop in (0, 1]")
    plan = _Plan(int(pairs + _ROUNDING), families, flicker, j, icc, icc_floor)
    _check(plan, drop, pairs, alpha)
    if plan.is_void:
        return 0.0
    limit = -margin * j
    gains, losses, chance = plan.counts(drop)
    reached = tango_statistic(gains, losses, plan.n, limit)
    shown = 0.0
    for weight, needed in plan.needed(gains, losses, drop, difference=limit, alpha=alpha):
        shown += weight * float(chance[reached >= needed - _ROUNDING].sum())
    return min(1.0, shown)


def judge_flicker(rate: float, sensitivity: float, specificity: float) -> float:
    """Return the flicker that a judge's errors alone make between two runs of one bot.

    Args:
        rate: the bot's true rate, in [0, 1].
        sensitivity: probability that the judge sees a good reply as good, in [0, 1].
        specificity: probability that it sees a bad one as bad, in [0, 1].

    Returns:
        Share of pairs that go from judged bad to judged good, in [0, 0.25]; as many go back. The
        bot's own flicker comes on top.

    Raises:
        ValueError: an argument lies outside [0, 1].

    Source:
        Two independent verdicts on equal replies differ one way with probability Se (1 - Se) where
        the reply is good, and Sp (1 - Sp) where it is bad.

    Assumption:
        The judge errs independently in the two runs; one that repeats its errors flickers less.

    Example:
        >>> round(judge_flicker(0.95, 0.95, 0.95), 4)
        0.0475
    """
    for name, share in (("rate", rate), ("sensitivity", sensitivity), ("specificity", specificity)):
        if not 0 <= share <= 1:
            raise ValueError(f"{name} is {share}; expected a share in [0, 1]")
    return rate * sensitivity * (1 - sensitivity) + (1 - rate) * specificity * (1 - specificity)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A comparison that has not been made."""

    n: int
    families: int
    flicker: float
    j: float
    icc: float
    icc_floor: float

    @property
    def is_void(self) -> bool:
        return self.families <= 1 or self.n < 1 or self.j <= 0

    def claimed(self, drop: float, alpha: float) -> float:
        """Return the probability that the statistic at a difference of 0 claims this drop."""
        gains, losses, chance = self.counts(drop)
        fall, moved = losses - gains, gains + losses
        claimed = 0.0
        for weight, needed in self.needed(gains, losses, drop, difference=0.0, alpha=alpha):
            reached = fall >= needed * np.sqrt(moved) - _ROUNDING
            claimed += weight * float(chance[reached & (fall > 0)].sum())
        return min(1.0, claimed)

    def loss(self, drop: float) -> float:
        return min(self.flicker + self.j * drop, 1 - self.flicker)

    def counts(self, drop: float) -> tuple[_Floats, _Floats, _Floats]:
        """Return numbers of gains (down) and losses (across), and how probable each table is."""
        n, shares = self.n, (self.flicker, self.loss(drop))
        effect = 1 + max(0.0, n / self.families - 1) * self.icc
        gains, losses = (_likely(n, share, effect) for share in shares)
        gains, losses = gains[:, np.newaxis], losses[np.newaxis, :]
        fits = gains + losses <= n
        same = np.maximum(n - gains - losses, 0.0)
        log = gammaln(n + 1.0) - gammaln(gains + 1) - gammaln(losses + 1) - gammaln(same + 1)
        shared = (effect - 1) / (n - 1) if n > 1 else 0.0
        whole = (1 - shared) / shared if shared > _ROUNDING else 0.0
        for count, share in zip((gains, losses, same), (*shares, 1 - sum(shares)), strict=True):
            weight = whole * share
            if weight > 0:
                log = log + gammaln(count + weight) - gammaln(weight)
            else:
                log = log + xlogy(count, max(0.0, share))
        if whole > 0:
            log = log + gammaln(whole) - gammaln(n + whole)
        return gains, losses, np.where(fits, np.exp(log), 0.0)

    def needed(
        self, gains: _Floats, losses: _Floats, drop: float, *, difference: float, alpha: float
    ) -> Iterator[tuple[float, _Floats]]:
        """Yield weights, and what the score statistic may have to reach for each table.

        That is set by how many of a table's moves share a family: their number has the mean and
        about the variance that it has in Dirichlet-multinomial families.
        """
        n, size = self.n, self.n / self.families
        if size <= 1:
            is_exact = n == self.families and n <= MOST_EXACT_PAIRS and difference > -1
            alone = (
                exact_critical_value(n, difference=difference, alpha=alpha)
                if is_exact
                else -float(stdtrit(self.families - 1, alpha))
            )
            yield 1.0, np.full(np.broadcast_shapes(gains.shape, losses.shape), alone)
            return
        gain, loss = self.flicker, self.loss(drop)
        alike = gains * (gains - 1) / 2 * self._of_one_family(gain, gain, alike=True)
        alike = alike + losses * (losses - 1) / 2 * self._of_one_family(loss, loss, alike=True)
        unlike = gains * losses * self._of_one_family(gain, loss, alike=False)
        third = max(0.0, size - 2) * self._one_more(gain + loss, 2)
        fourth = third * max(0.0, size - 3) / 2 * self._one_more(gain + loss, 3)
        deviation = np.sqrt((alike + unlike) * (1 + 2 * third + fourth))
        moved, mean = gains + losses, (gains - losses) / n
        spread = moved / n - mean**2
        varies = spread > _ROUNDING
        sizes = np.full(self.families, size)
        for point, weight in zip(_POINTS, _WEIGHTS / _WEIGHTS.sum(), strict=True):
            shared = np.rint(alike - unlike + point * deviation)
            squares = moved + 2 * np.maximum(shared, -moved / 2)
            scatter = np.maximum(squares - n * size * mean**2, 0.0)
            shown = scatter / (n - size) / np.where(varies, spread, 1.0)
            shown = np.where(varies, shown, 1.0)
            needed = needed_statistic(shown, moved, sizes, alpha=alpha, icc_floor=self.icc_floor)
            yield float(weight), needed

    def _of_one_family(self, one: float, other: float, *, alike: bool) -> float:
        """Return how probably two pairs that moved so are of one family."""
        size, apart = self.n / self.families, one * other
        together = (1 - self.icc) * apart + (self.icc * one if alike else 0.0)
        both = (size - 1) * together + (self.n - size) * apart
        return (size - 1) * together / both if both > 0 else 0.0

    def _one_more(self, moved: float, known: int) -> float:
        """Return how probably a pair moved when so many of its family are known to have."""
        return ((1 - self.icc) * moved + self.icc * known) / (1 - self.icc + self.icc * known)


def _likely(n: int, share: float, effect: float) -> _Floats:
    if share <= 0:
        return np.zeros(1)
    deviation = math.sqrt(n * share * (1 - share) * effect)
    least = max(0, int(n * share - _BELOW * deviation))
    most = min(n, math.ceil(n * share + _ABOVE * (deviation + 1)))
    return np.arange(least, most + 1, dtype=float)


def _check(plan: _Plan, drop: float, pairs: float, alpha: float) -> None:
    half = 0.5
    for name, value, fits, expected in (
        ("drop", drop, 0 <= drop <= 1, "[0, 1]"),
        ("pairs", pairs, pairs >= 0, "[0, infinity)"),
        ("families", plan.families, plan.families >= 0, "[0, infinity)"),
        ("alpha", alpha, 0 < alpha < half, "(0, 0.5)"),
        ("flicker", plan.flicker, 0 <= plan.flicker < half, "[0, 0.5)"),
        ("j", plan.j, -1 <= plan.j <= 1, "[-1, 1]"),
        ("icc", plan.icc, 0 <= plan.icc <= 1, "[0, 1]"),
        ("icc_floor", plan.icc_floor, 0 <= plan.icc_floor <= 1, "[0, 1]"),
    ):
        if not fits:
            raise ValueError(f"{name} is {value}; expected a number in {expected}")
