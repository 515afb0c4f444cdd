"""One side of a rate's interval by family: the worst bound over less scattered events."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mhgate.stats.clopper_pearson import lower_bound, p_at_least
from mhgate.stats.effective_counts import anova_icc, few_families_factor, floor_effect

__all__ = ["ExactCounts", "ExactMethod", "WorstCaseSide"]

_Floats = NDArray[np.float64]

_SMALLEST_P = 1e-16
_LARGEST_ALPHA = 0.499  # t quantiles vanish at one half; nothing is claimed up there
_BISECTIONS = 60


class ExactMethod(Protocol):
    """A one-sided exact method on counts, real ones too."""

    def p_at_least(self, x: _Floats, n: _Floats, rate: float) -> _Floats:
        """Return the p-values against "the rate is at most ``rate``", one for each count."""
        ...

    def lower_bound(self, x: float, n: float, alpha: float) -> float:
        """Return the largest rate whose p-value is below alpha."""
        ...


class ExactCounts:
    """Clopper-Pearson: what was counted is what happened."""

    def p_at_least(self, x: _Floats, n: _Floats, rate: float) -> _Floats:
        """Return the binomial tails."""
        return p_at_least(x, n, rate)

    def lower_bound(self, x: float, n: float, alpha: float) -> float:
        """Return the binomial bound."""
        return float(lower_bound(x, n, alpha))


class WorstCaseSide:
    """One side of the interval: a lower bound for one minus the rate of the counted events.

    Holds, for every total up to the observed one, the largest design effect that dropping events
    could lead to: sums of convex functions are bounded by their chords, filled up in the order of
    their slopes. With everything filled, the design effect is the plain one.

    Example:
        >>> events = np.array([4.0, 1.0, 1.0, 1.0, 0.0, 0.0])  # fewer could be all in one family
        >>> side = WorstCaseSide(events, np.full(6, 4.0), 0.1, method=ExactCounts())
        >>> [round(float(effect), 1) for effect in side.effects]
        [1.3, 4.8, 4.8, 4.8, 4.8, 3.9, 3.2, 2.6]
        >>> round(side.bound(0.05), 3)
        0.286
    """

    def __init__(
        self, events: _Floats, sizes: _Floats, icc_floor: float, *, method: ExactMethod
    ) -> None:
        """Work out the totals and their design effects.

        Args:
            events: events by family, shape (families,), each in [0, size].
            sizes: trials by family, shape (families,), each above 0; at least two families.
            icc_floor: the least intra-family correlation that is believed, in [0, 1].
            method: what turns effective counts of the events' complement into a bound.
        """
        self._method = method
        self.trials = float(sizes.sum())
        self.families = len(sizes)
        total = float(events.sum())
        steps = np.arange(np.floor(total) + 1)
        self.totals = total - steps[::-1]
        self.rates = self.totals / self.trials
        self.effects = self._effects(events, sizes, icc_floor)

    def _effects(self, events: _Floats, sizes: _Floats, icc_floor: float) -> _Floats:
        floor = floor_effect(sizes, icc_floor)
        if self.trials == self.families:
            return np.ones_like(self.totals)
        squares = self._filled(events, events**2, order=-events)
        crossed = self._filled(events, events * sizes, order=sizes)
        scaled = self._filled(events, events**2 / sizes, order=-events / sizes)
        scatter = squares - 2 * self.rates * crossed + self.rates**2 * float(sizes @ sizes)
        spread = self.rates * (1 - self.rates)
        varies = spread > 0
        linearised = np.where(
            varies,
            (self.families / (self.families - 1) / self.trials)
            * np.maximum(scatter, 0.0)
            / np.where(varies, spread, 1.0),
            1.0,
        )
        icc = anova_icc(scaled, self.totals, sizes, families=self.families)
        mean_size = float(sizes @ sizes) / self.trials
        return np.maximum(np.maximum(linearised, 1 + (mean_size - 1) * icc), floor)

    def _filled(self, events: _Floats, values: _Floats, *, order: _Floats) -> _Floats:
        by_slope = np.argsort(order, kind="stable")
        reached = np.concatenate([[0.0], np.cumsum(events[by_slope])])
        worth = np.concatenate([[0.0], np.cumsum(values[by_slope])])
        return np.asarray(np.interp(self.totals, reached, worth))

    def effective(self, alpha: float) -> tuple[_Floats, _Floats]:
        """Return effective counts (of the complement, and of all) for every total.

        Args:
            alpha: one-sided error rate at which they will be used, in (0, 0.5).
        """
        factor = few_families_factor(self.trials, self.families, alpha)
        n = np.minimum(self.trials, self.trials / self.effects * factor)
        return (1 - self.rates) * n, n

    def p_at_least(self, rate: float, alpha: float) -> float:
        """Return the largest p-value over all totals: below alpha where the bound exceeds ``rate``.

        It falls, or stays, with fewer events wherever it is below one half; above, where nothing is
        claimed, less evidence can also mean a smaller value.

        Args:
            rate: a rate of the complement, in [0, 1].
            alpha: one-sided error rate at which the effective counts are taken, in (0, 0.5).
        """
        return float(np.max(self._method.p_at_least(*self.effective(alpha), rate)))

    def bound(self, alpha: float) -> float:
        """Return the lowest bound over all totals, inverting only where it could be lower still."""
        x, n = self.effective(alpha)
        lowest = self._method.lower_bound(x[-1], n[-1], alpha)
        while True:
            worst = int(np.argmax(self._method.p_at_least(x, n, lowest)))
            bound = self._method.lower_bound(x[worst], n[worst], alpha)
            if bound >= lowest:
                return lowest
            lowest = bound

    def p_value(self, other_rate: float) -> float:
        """Return the smallest error rate whose bound lies above ``other_rate``, 1 if there is none.

        The bound is that of the events' complement: of bad trials where the events are good ones.
        Effective counts are taken at the error rate that is tried.
        """
        largest = self._p_value_at(len(self.totals) - 1, other_rate)
        while largest < 1:
            x, n = self.effective(largest)
            worst = int(np.argmax(self._method.p_at_least(x, n, other_rate)))
            p_value = self._p_value_at(worst, other_rate)
            if p_value <= largest:
                break
            largest = p_value
        return largest

    def _p_value_at(self, index: int, other_rate: float) -> float:
        rate, effect = 1 - self.rates[index], float(self.effects[index])

        def is_claimed(alpha: float) -> bool:
            factor = few_families_factor(self.trials, self.families, alpha)
            n = min(self.trials, self.trials / effect * factor)
            tail = self._method.p_at_least(np.array(rate * n), np.array(n), other_rate)
            return bool(tail < alpha)

        if not is_claimed(_LARGEST_ALPHA):
            return 1.0
        if is_claimed(_SMALLEST_P):
            return _SMALLEST_P
        low, high = math.log(_SMALLEST_P), math.log(_LARGEST_ALPHA)
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            if is_claimed(math.exp(middle)):
                high = middle
            else:
                low = middle
        return math.exp(high)
