"""One side of a rate's interval by family: the worst bound over less scattered events."""

from __future__ import annotations

import math
from collections.abc import Iterator
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
_CHUNK = 8192


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
        self._total = float(events.sum())
        self._n_steps = int(np.floor(self._total)) + 1
        self.effects = self._effects(events, sizes, icc_floor)

    def _chunks(self, *, whole: bool = False) -> Iterator[slice]:
        """Yield which totals are looked at together: as many as there are trials fill no memory."""
        size = self._n_steps if whole else _CHUNK
        for start in range(0, self._n_steps, size):
            yield slice(start, min(start + size, self._n_steps))

    def _totals(self, which: slice) -> _Floats:
        return self._total - (self._n_steps - 1 - np.arange(which.start, which.stop, dtype=float))

    def _effects(self, events: _Floats, sizes: _Floats, icc_floor: float) -> _Floats:
        if self.trials == self.families:
            return np.ones(self._n_steps)
        floor = floor_effect(sizes, icc_floor)
        squares = _chords(events, events**2, order=-events)
        crossed = _chords(events, events * sizes, order=sizes)
        scaled = _chords(events, events**2 / sizes, order=-events / sizes)
        found = np.empty(self._n_steps)
        for which in self._chunks():
            totals = self._totals(which)
            sums = (np.interp(totals, *chords) for chords in (squares, crossed, scaled))
            found[which] = self._effects_of(totals, *sums, sizes=sizes, floor=floor)
        return found

    def _effects_of(
        self,
        totals: _Floats,
        squares: _Floats,
        crossed: _Floats,
        scaled: _Floats,
        *,
        sizes: _Floats,
        floor: float,
    ) -> _Floats:
        rates = totals / self.trials
        scatter = squares - 2 * rates * crossed + rates**2 * float(sizes @ sizes)
        spread = rates * (1 - rates)
        varies = spread > 0
        linearised = np.where(
            varies,
            (self.families / (self.families - 1) / self.trials)
            * np.maximum(scatter, 0.0)
            / np.where(varies, spread, 1.0),
            1.0,
        )
        icc = anova_icc(scaled, totals, sizes, families=self.families)
        mean_size = float(sizes @ sizes) / self.trials
        return np.maximum(np.maximum(linearised, 1 + (mean_size - 1) * icc), floor)

    @property
    def totals(self) -> _Floats:
        """Every total, up to the observed one."""
        return self._totals(slice(0, self._n_steps))

    def effective(self, alpha: float, which: slice | None = None) -> tuple[_Floats, _Floats]:
        """Return effective counts (of the complement, and of all) for some totals.

        Args:
            alpha: one-sided error rate at which they will be used, in (0, 0.5).
            which: their places among the totals; None for all.
        """
        which = which or slice(0, self._n_steps)
        factor = few_families_factor(self.trials, self.families, alpha)
        n = np.minimum(self.trials, self.trials / self.effects[which] * factor)
        return (1 - self._totals(which) / self.trials) * n, n

    def _worst(self, rate: float, alpha: float) -> tuple[int, float]:
        """Return the first place with the largest p-value, and that value."""
        place, largest = 0, -math.inf
        # any other method may leave out counts that are less than others
        for which in self._chunks(whole=not isinstance(self._method, ExactCounts)):
            values = self._method.p_at_least(*self.effective(alpha, which), rate)
            inside = int(np.argmax(values))
            if values[inside] > largest:
                place, largest = which.start + inside, float(values[inside])
        return place, largest

    def _bound_at(self, place: int, alpha: float) -> float:
        x, n = self.effective(alpha, slice(place, place + 1))
        return self._method.lower_bound(x[0], n[0], alpha)

    def p_at_least(self, rate: float, alpha: float) -> float:
        """Return the largest p-value over all totals: below alpha where the bound exceeds ``rate``.

        It falls, or stays, with fewer events wherever it is below one half; above, where nothing is
        claimed, less evidence can also mean a smaller value.

        Args:
            rate: a rate of the complement, in [0, 1].
            alpha: one-sided error rate at which the effective counts are taken, in (0, 0.5).
        """
        return self._worst(rate, alpha)[1]

    def bound(self, alpha: float) -> float:
        """Return the lowest bound over all totals, inverting only where it could be lower still."""
        lowest = self._bound_at(self._n_steps - 1, alpha)
        while True:
            worst, _ = self._worst(lowest, alpha)
            bound = self._bound_at(worst, alpha)
            if bound >= lowest:
                return lowest
            lowest = bound

    def p_value(self, other_rate: float) -> float:
        """Return the smallest error rate whose bound lies above ``other_rate``, 1 if there is none.

        The bound is that of the events' complement: of bad trials where the events are good ones.
        Effective counts are taken at the error rate that is tried.
        """
        largest = self._p_value_at(self._n_steps - 1, other_rate)
        while largest < 1:
            worst, _ = self._worst(other_rate, largest)
            p_value = self._p_value_at(worst, other_rate)
            if p_value <= largest:
                break
            largest = p_value
        return largest

    def _p_value_at(self, index: int, other_rate: float) -> float:
        which = slice(index, index + 1)
        rate = 1 - self._totals(which)[0] / self.trials
        effect = float(self.effects[index])

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


def _chords(events: _Floats, values: _Floats, *, order: _Floats) -> tuple[_Floats, _Floats]:
    """Return what is reached and what it is worth, family by family in the order of slopes."""
    by_slope = np.argsort(order, kind="stable")
    reached = np.concatenate([[0.0], np.cumsum(events[by_slope])])
    return reached, np.concatenate([[0.0], np.cumsum(values[by_slope])])
