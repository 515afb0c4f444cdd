"""Families that share their luck: how many trials fail, and what the earlier ones say of the next.

The model behind the levels of tempered counts (:mod:`mhgate.stats.clustered_calibration`).
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln, gammaln

__all__ = ["FamilyLuck"]

_Floats = NDArray[np.float64]
_Counts = NDArray[np.int64]


class FamilyLuck:
    """Families whose fail rates are beta distributed, with this mean and this correlation.

    Args:
        fail_rate: the mean rate of failures, in (0, 1).
        icc: correlation between trials of one family, in [0, 1).

    Source:
        Williams (1975), Biometrics 31, 949-952, doi:10.2307/2529820.

    Example:
        >>> luck = FamilyLuck(0.1, 0.2)
        >>> [round(float(each), 3) for each in luck.failures_of(2)]
        [0.828, 0.144, 0.028]
        >>> [round(float(each), 3) for each in luck.given(np.array([0.0, 1.0]), 1)]
        [0.08, 0.28]
    """

    def __init__(self, fail_rate: float, icc: float) -> None:
        self.fail_rate, self.icc = fail_rate, icc
        self.strength = (1 - icc) / icc if icc else math.inf

    def failures_of(self, draws: int) -> _Floats:
        """Return the distribution of the failures in so many draws of one family."""
        k = np.arange(draws + 1)
        a, b = self.fail_rate * self.strength, (1 - self.fail_rate) * self.strength
        ways = gammaln(draws + 1) - gammaln(k + 1) - gammaln(draws - k + 1)
        return np.asarray(np.exp(ways + betaln(k + a, draws - k + b) - betaln(a, b)))

    def given(self, failures: _Floats, draws: int) -> _Floats:
        """Return the probability that a family's next draw fails, given its earlier ones."""
        return (self.fail_rate * self.strength + failures) / (self.strength + draws)

    def next_failure(self, before: _Counts, width: int) -> _Floats:
        """Return the probability that each trial fails, by the failures of all trials before.

        Args:
            before: how many trials of its family come before each trial, shape (n,).
            width: numbers of failures to look at: 0 to width - 1.

        Returns:
            Probabilities, shape (n, width).
        """
        chances = np.full((len(before), width), self.fail_rate)
        if self.icc == 0 or self.fail_rate in {0.0, 1.0}:
            return chances
        families = _Families(self, width)
        drawn: Counter[int] = Counter()
        for trial, draws in enumerate(before.tolist()):
            if draws:
                others = families.together(drawn - Counter([draws]))
                own = self.failures_of(draws)
                likely = np.convolve(others, own)[:width]
                mean = np.convolve(others, own * np.arange(draws + 1))[:width]
                chances[trial] = self.given(_ratio(mean, likely), draws)
                drawn[draws] -= 1
            drawn[draws + 1] += 1
        return chances

    def next_failure_apart(self, before: _Counts, width: int) -> list[_Floats]:
        """Return the same by the failures before the round, and by those within it.

        In a round each family that goes on is drawn once. What failed before was shared between
        those still to be drawn in it and the others, and only of the others some failed again.

        Args:
            before: as :meth:`next_failure`, never falling: one of each family before a second.
            width: as :meth:`next_failure`, of both numbers of failures.

        Returns:
            For each trial, probabilities of shape (width, width), or (1, 1) where all are alike.
        """
        chances = [np.array([[self.fail_rate]])] * int(np.sum(before == 0))
        families = _Families(self, width)
        at_round = np.bincount(before)
        for draws in range(1, len(at_round)):
            ended = {j: int(at_round[j - 1] - at_round[j]) for j in range(1, draws + 1)}
            others = np.zeros((width, width))
            others[:, 0] = families.together(Counter(ended))
            own = self.failures_of(draws)
            again = self.given(np.arange(draws + 1.0), draws)
            for waiting in range(int(at_round[draws]), 0, -1):
                still = families.power(draws, waiting)
                likely = _shifted(still) @ others
                mean = _shifted(still * np.arange(width)) @ others / waiting
                chances.append(self.given(_ratio(mean, likely), draws))
                drawn = np.zeros_like(others)
                for failures in range(min(draws + 1, width)):
                    moved = np.zeros_like(others)
                    moved[failures:] = own[failures] * others[: width - failures]
                    drawn += moved * (1 - again[failures])
                    drawn[:, 1:] += moved[:, :-1] * again[failures]
                others = drawn
        return chances


class _Families:
    """The failures of many families together, up to a width."""

    def __init__(self, luck: FamilyLuck, width: int) -> None:
        self.luck, self.width = luck, width
        self.powers: dict[int, list[_Floats]] = {}

    def power(self, draws: int, count: int) -> _Floats:
        """Return the distribution over families of one size."""
        known = self.powers.setdefault(draws, [np.eye(1, self.width)[0]])
        while len(known) <= count:
            known.append(np.convolve(known[-1], self.luck.failures_of(draws))[: self.width])
        return known[count]

    def together(self, sizes: Counter[int]) -> _Floats:
        """Return the distribution over families of several sizes."""
        found: _Floats = np.eye(1, self.width)[0]
        for draws, count in sizes.items():
            if count:
                found = np.convolve(found, self.power(draws, count))[: self.width]
        return found


def _ratio(above: _Floats, below: _Floats) -> _Floats:
    """Return a conditional mean, 0 where what it is conditional on cannot happen."""
    happens = below > 0
    return np.asarray(np.where(happens, above / np.where(happens, below, 1.0), 0.0))


def _shifted(values: _Floats) -> _Floats:
    """Return the matrix that convolves with these values."""
    place = np.arange(len(values))
    lag = place[:, None] - place
    return np.asarray(np.where(lag >= 0, values[np.maximum(lag, 0)], 0.0))
