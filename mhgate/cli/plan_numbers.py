"""Numbers of a plan in words: never a certainty that is none, never a digit that is not known."""

from __future__ import annotations

import math

__all__ = ["at_least", "at_most", "chance", "counted", "duration", "number"]

_MINUTES_FROM = 90
_HOURS_FROM = 5400
_LEAST, _MOST = 0.005, 0.995


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """Return a count and its noun.

    Example:
        >>> counted(1, "item"), counted(2, "family", "families")
        ('1 item', '2 families')
    """
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def chance(probability: float) -> str:
    """Return a probability in percent, which a plan never knows to be 0 or 1.

    Example:
        >>> chance(0.847), chance(0.9996), chance(1.0), chance(0.0)
        ('85%', '>99%', '>99%', '<1%')
    """
    if probability >= _MOST:
        return ">99%"
    if probability < _LEAST:
        return "<1%"
    return f"{probability:.0%}"


def number(share: float) -> str:
    """Return a share with the digits that a plan knows.

    Example:
        >>> number(0.1186)
        '0.119'
    """
    return f"{share:.3f}"


def at_most(share: float) -> str:
    """Return a share in hundredths, rounded down: what can be reached.

    Example:
        >>> at_most(0.9399)
        '0.93'
    """
    return f"{math.floor(share * 100) / 100:.2f}"


def at_least(share: float) -> str:
    """Return a share in hundredths that lies above it: what can be held.

    Example:
        >>> at_least(0.1186), at_least(0.12)
        ('0.12', '0.13')
    """
    return f"{min(1.0, (math.floor(share * 100) + 1) / 100):.2f}"


def duration(seconds: float) -> str:
    """Return seconds in the unit that reads best.

    Example:
        >>> duration(42), duration(600), duration(7200)
        ('42 s', '10 min', '2.0 h')
    """
    if seconds < _MINUTES_FROM:
        return f"{seconds:.0f} s"
    if seconds < _HOURS_FROM:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
