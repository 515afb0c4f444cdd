"""Numbers in sentences: never rounded across what they were compared with."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["counted", "listed", "percent", "spelled"]

_FEWEST_PLACES = 3
_PLACES_FOR_ENDS = 7
_MOST_PLACES = 13
_MOST_NAMES = 5


def spelled(value: float, *limits: float, signed: bool = False) -> str:
    """Write a number with as many decimals as it takes to stand as it does to each limit.

    Args:
        value: what was measured, finite.
        limits: what it is compared with, finite. Inside (0, 1) a number is not written as 0 or 1
            either, unless that takes more than six decimals.
        signed: whether a number above zero gets its plus sign.

    Returns:
        Three decimals or more; less, equal and more than each limit exactly where the number is.

    Example:
        >>> spelled(0.84996, 0.85), spelled(0.9312, 0.85), spelled(0.99996, 0.85)
        ('0.84996', '0.931', '0.99996')
        >>> spelled(-0.04, 0.0, signed=True), spelled(0.04, 0.0, signed=True)
        ('-0.040', '+0.040')
    """
    sign = "+" if signed else ""
    tries = [(places, (*limits, 0.0, 1.0)) for places in range(_FEWEST_PLACES, _PLACES_FOR_ENDS)]
    tries += [(places, limits) for places in range(_FEWEST_PLACES, _MOST_PLACES)]
    for places, kept in tries:
        text = format(value, f"{sign}.{places}f")
        if all(_order(float(text), limit) == _order(value, limit) for limit in kept):
            return text.replace("-", "", 1) if float(text) == 0 else text
    return format(value, f"{sign}.17g")


def percent(share: float) -> str:
    """Write a share as a percentage without superfluous decimals.

    Example:
        >>> percent(0.95), percent(1 - 0.025)
        ('95 %', '97.5 %')
    """
    return f"{round(share * 100, 6):g} %"


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """Write a count and its noun.

    Example:
        >>> counted(1, "item"), counted(2, "family", "families")
        ('1 item', '2 families')
    """
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def listed(names: Sequence[str]) -> str:
    """Write the first few names and how many more there are.

    Example:
        >>> listed(["a", "b"]), listed(list("abcdefg"))
        ('a, b', 'a, b, c, d, e and 2 more')
    """
    shown = ", ".join(names[:_MOST_NAMES])
    more = len(names) - _MOST_NAMES
    return f"{shown} and {more} more" if more > 0 else shown


def _order(value: float, limit: float) -> int:
    return (value > limit) - (value < limit)
