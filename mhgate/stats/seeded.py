"""Generators from seeds, for rooms that know no numpy."""

from __future__ import annotations

import numpy as np

__all__ = ["seeded"]


def seeded(*seeds: int) -> np.random.Generator:
    """Return a generator that any machine makes the same from the same numbers.

    Args:
        seeds: whole numbers, at least 0, at least one; each changes all that is drawn.

    Returns:
        A generator whose stream is independent of those of other seeds.

    Raises:
        ValueError: no number, or one below 0.

    Source:
        O'Neill (2014), PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms
        for Random Number Generation, seeded through numpy's SeedSequence.

    Assumption:
        The same numpy: its streams may change between versions, though they seldom do.

    Example:
        >>> int(seeded(1, 2).integers(100)) == int(seeded(1, 2).integers(100))
        True
    """
    if not seeds:
        raise ValueError("no seed was given; expected one or more whole numbers")
    return np.random.default_rng(list(seeds))
