"""Choices of chance, weighted, among what fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeVar

__all__ = ["chance", "pick"]

T = TypeVar("T")


def pick(
    rng: Random, weights: Mapping[T, float], fits: Callable[[T], bool] = lambda _value: True
) -> T:
    """Choose a value.

    Args:
        rng: the source of chance.
        weights: how likely each value is beside the others, above 0.
        fits: whether a value may be chosen.

    Raises:
        ValueError: nothing fits.
    """
    open_to = {value: weight for value, weight in weights.items() if fits(value)}
    if not open_to:
        raise ValueError(f"nothing of {', '.join(map(str, weights))} fits")
    return rng.choices(list(open_to), list(open_to.values()))[0]


def chance(rng: Random, share: float) -> bool:
    """Return true in a share of cases.

    Args:
        rng: the source of chance.
        share: 0 to 1.
    """
    return rng.random() < share
