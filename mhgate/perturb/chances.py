"""What is drawn, and how: from ``random()`` alone, which every version of Python gives alike.

The smallest draw is always the least change: 0 changes nothing where something may change, and
takes the first where one must be taken. A generator that hypothesis hands over so shrinks to the
fewest and earliest changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TypeVar

__all__ = ["happens", "pick", "some_of"]

T = TypeVar("T")


def happens(random: Random, share: float) -> bool:
    """Return whether something happens.

    Args:
        random: is drawn from once.
        share: how often, in [0, 1].
    """
    return random.random() >= 1 - share


def pick(random: Random, options: Sequence[T]) -> T:
    """Return one of several; is drawn from once.

    Args:
        random: the smallest draw takes the first.
        options: at least one.
    """
    return options[min(math.floor(random.random() * len(options)), len(options) - 1)]


def some_of(random: Random, places: Sequence[T], share: float) -> list[T]:
    """Return a share of several, in their order: at least one, where there is any.

    Args:
        random: is drawn from once for each and once for the one that is taken where none is; that
            comes first, for hypothesis takes fewer draws for simpler than smaller ones.
        places: what may be taken.
        share: how often each is taken, in [0, 1].
    """
    if not places:
        return []
    one = pick(random, places)
    return [place for place in places if happens(random, share)] or [one]
