"""Bots as tables of what they say to what, families of 1 to 4 items, and the true figures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["CHOOSERS", "COUNTERS", "LEVELS", "Bot", "Families", "true_correlation", "true_figures"]

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

LEVELS = 4
NUMBERS = 5


@dataclass(frozen=True, slots=True)
class Families:
    """So many families of 1 to 4 items, and each item's family."""

    count: int
    of: Codes

    @classmethod
    def draw(cls, rng: np.random.Generator, count: int) -> Families:
        """Return families whose sizes are drawn evenly."""
        return cls(count, np.repeat(np.arange(count), rng.integers(1, 5, count)))

    def shared(self, rng: np.random.Generator, icc: float, luck: Floats | None = None) -> Floats:
        """Return uniform numbers by item that correlate by ``icc`` in a family; its luck if any."""
        own = rng.random(len(self.of))
        common = rng.random(self.count) if luck is None else luck
        follows = rng.random(len(self.of)) < np.sqrt(icc)
        return np.where(follows, common[self.of], own)


@dataclass(frozen=True, slots=True)
class Bot:
    """What a bot says to each key, as shares of rows, and how common each key is."""

    says: Floats
    keys: Floats
    icc: float = 0.0

    def reply(
        self, rng: np.random.Generator, families: Families, keys: Codes, luck: Floats | None = None
    ) -> Codes:
        """Return what it says to the keys of these families."""
        reach = self.says.cumsum(axis=1)
        reach[:, -1] = 1.0
        drawn = families.shared(rng, self.icc, luck)
        return np.asarray((drawn[:, None] >= reach[keys]).sum(axis=1))


def _neighbours(right: float) -> Floats:
    table = np.eye(LEVELS) * right
    for key, around in enumerate(((1,), (0, 2), (1, 3), (2,))):
        table[key, list(around)] += (1 - right) / len(around)
    return table


def _always(answer: int, options: int) -> Floats:
    return np.eye(options)[[answer] * options]


def _mixed(table: Floats, other: Floats, share: float) -> Floats:
    return (1 - share) * table + share * other


def _rounded(noise: float) -> Floats:
    places = np.arange(NUMBERS)
    near = np.exp(-0.5 * ((places[:, None] - places) / noise) ** 2)
    return np.asarray(near / near.sum(axis=1, keepdims=True))


_SPREAD = np.array([0.4, 0.3, 0.2, 0.1])
_RARE = np.array([0.6, 0.3, 0.05, 0.05])
_RIGHT = np.eye(LEVELS)
_FAR = np.eye(LEVELS)
_FAR[0], _FAR[3] = [0.97, 0, 0, 0.03], [0.03, 0, 0, 0.97]
_HALF_NONE = np.vstack([_RIGHT[:3], (_RIGHT[0] + _RIGHT[3]) / 2])

CHOOSERS = {
    "always one level": Bot(_always(0, LEVELS), _SPREAD),
    "one level, 3 % right": Bot(_mixed(_always(0, LEVELS), _RIGHT, 0.03), _SPREAD, 0.3),
    "always right": Bot(_RIGHT, _SPREAD),
    "right, 2 % by a neighbour": Bot(_neighbours(0.98), _SPREAD, 0.3),
    "right, 3 % of the ends by all levels": Bot(_FAR, _SPREAD, 0.3),
    "guesses": Bot(np.full((LEVELS, LEVELS), 1 / LEVELS), _SPREAD),
    "right .7, else a neighbour": Bot(_neighbours(0.7), _SPREAD, 0.3),
    "rare levels, right .9": Bot(_neighbours(0.9), _RARE, 0.3),
    "rare level always missed": Bot(np.vstack([_RIGHT[:3], _RIGHT[2]]), _RARE),
    "rare level missed by all, half": Bot(_HALF_NONE, _RARE, 0.3),
    "the reverse": Bot(_RIGHT[::-1].copy(), _SPREAD),
}
"""Who chooses among four levels."""

_EVEN = np.full(NUMBERS, 1 / NUMBERS)
_SAME = np.eye(NUMBERS)
_ANY = np.full((NUMBERS, NUMBERS), 1 / NUMBERS)

COUNTERS = {
    "always 3, 5 % guessed": Bot(_mixed(_always(2, NUMBERS), _ANY, 0.05), _EVEN, 0.3),
    "always 3, 10 % right": Bot(_mixed(_always(2, NUMBERS), _SAME, 0.1), _EVEN, 0.3),
    "always right": Bot(_SAME, _EVEN),
    "right, 5 % guessed": Bot(_mixed(_SAME, _ANY, 0.05), _EVEN, 0.3),
    "right, 2 % reversed": Bot(_mixed(_SAME, _SAME[::-1], 0.02), _EVEN, 0.3),
    "guesses": Bot(_ANY, _EVEN, 0.3),
    "noise 1": Bot(_rounded(1), _EVEN, 0.3),
    "noise 3": Bot(_rounded(3), _EVEN, 0.3),
    "norms nearly all alike": Bot(_rounded(0.7), np.array([0.92, 0.02, 0.02, 0.02, 0.02]), 0.3),
}
"""Who answers with a number from 1 to 5."""


def true_figures(bot: Bot) -> tuple[float, float, float, float]:
    """Return accuracy, the least recall, macro F1 and quadratic kappa."""
    joint = bot.keys[:, None] * bot.says
    of_keys, said = joint.sum(axis=1), joint.sum(axis=0)
    apart = np.subtract.outer(np.arange(LEVELS), np.arange(LEVELS)) ** 2
    exists = of_keys + said > 0
    f1 = 2 * np.diag(joint)[exists] / (of_keys + said)[exists]
    kappa = 1 - float((joint * apart).sum()) / float(of_keys @ apart @ said)
    return float(np.trace(joint)), float(np.diag(bot.says).min()), float(f1.mean()), kappa


def true_correlation(bot: Bot, kind: str) -> float:
    """Return Pearson's coefficient, or Spearman's, of norms and numbers."""
    joint = bot.keys[:, None] * bot.says
    of_keys, said = joint.sum(axis=1), joint.sum(axis=0)
    x = y = np.arange(NUMBERS, dtype=float)
    if kind == "spearman":
        x, y = (each.cumsum() - each / 2 for each in (of_keys, said))
    x, y = x - of_keys @ x, y - said @ y
    return float(x @ joint @ y) / float(np.sqrt((of_keys @ x**2) * (said @ y**2)))
