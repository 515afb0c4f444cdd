"""A rule: a name, a sentence, and how a vignette breaks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from mhgate.records.vignette import Vignette

__all__ = ["ADULT", "Rule", "before", "nothing_of"]

ADULT = 18

Block = TypeVar("Block")

_ORDER = ("years_ago", "months_ago", "weeks_ago", "days_ago", "today")


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that may not be.

    Args:
        name: one word, stable: tests and messages name it.
        sentence: what must hold, for a reader.
        is_broken: whether a vignette breaks it.
    """

    name: str
    sentence: str
    is_broken: Callable[[Vignette], bool]


def nothing_of(
    block: Callable[[Vignette], Block | None],
) -> Callable[[Callable[[Vignette, Block], bool]], Callable[[Vignette], bool]]:
    """Return how a test of one domain's block becomes one of a vignette: absent breaks nothing.

    Args:
        block: which one.
    """

    def of(test: Callable[[Vignette, Block], bool]) -> Callable[[Vignette], bool]:
        def is_broken(vignette: Vignette) -> bool:
            found = block(vignette)
            return found is not None and test(vignette, found)

        return is_broken

    return of


def before(one: str, other: str) -> bool:
    """Return whether one time lies before another.

    Args:
        one: ``years_ago`` to ``today``.
        other: the same.
    """
    return _ORDER.index(one) < _ORDER.index(other)
