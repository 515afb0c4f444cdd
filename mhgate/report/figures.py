"""Numbers as text that says what is true: never rounded across what they were compared with.

A lower bound of .8499 under a threshold of .85 must not be printed as ``0.850``: the reader would
see a threshold met and an outcome that says it was not. Numbers that belong to one decision are
written together, with as many decimals as it takes for their printed order to be their true order.
Nothing is decided here: this is spelling.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["percent", "spelled", "whole_number"]

_FEWEST_PLACES = 3
_PLACES_FOR_ENDS = 6
_MOST_PLACES = 12  # beyond that a column is unreadable, and the shortest exact form is used
_NEARLY_WHOLE = 1e-6  # a mean times its count is off by rounding, a graded score by far more


def spelled(
    values: Sequence[float],
    limits: Sequence[float],
    *,
    ends: Sequence[float] = (),
    signed: bool = False,
) -> list[str]:
    """Write numbers and the limits that they were held against, keeping their order true.

    Args:
        values: what was measured, finite.
        limits: what it was held against, finite.
        ends: of the scale, finite: a value just inside is not printed as lying on one, unless that
            takes more than six decimals.
        signed: whether a number above zero gets its plus sign, for differences.

    Returns:
        One text for each value, then one for each limit: all with the same number of decimals, at
        least three, such that each printed value stands to each printed limit (less, equal, more)
        as the numbers do.

    Example:
        >>> spelled([0.92, 0.86], [0.85])
        ['0.920', '0.860', '0.850']
        >>> spelled([0.92, 0.8499], [0.85])
        ['0.9200', '0.8499', '0.8500']
        >>> spelled([0.9996], [0.85], ends=[1.0])
        ['0.9996', '0.8500']
    """
    numbers = [*values, *limits]
    sign = "+" if signed else ""

    def written(places: int) -> list[str]:
        return [_unsigned_zero(format(number, f"{sign}.{places}f")) for number in numbers]

    tries = [(places, (*limits, *ends)) for places in range(_FEWEST_PLACES, _PLACES_FOR_ENDS + 1)]
    tries += [(places, tuple(limits)) for places in range(_FEWEST_PLACES, _MOST_PLACES + 1)]
    for places, kept in tries:
        texts = written(places)
        shown = [float(text) for text in texts[: len(values)]]
        shown_limits = [float(text) for text in texts[len(values) :]] + list(ends)
        if _same_order(values, shown, kept, shown_limits[: len(kept)]):
            return texts
    return [_unsigned_zero(format(number, f"{sign}.17g")) for number in numbers]


def percent(share: float) -> str:
    """Write a share as a percentage without superfluous decimals.

    Args:
        share: in [0, 1].

    Example:
        >>> percent(0.9), percent(0.975)
        ('90%', '97.5%')
    """
    return f"{round(share * 100, 6):g}%"


def whole_number(number: float) -> int | None:
    """Return the whole number that a product of a mean and a count stands for, if it is one.

    Args:
        number: a mean times its count.

    Example:
        >>> whole_number(0.9 * 110), whole_number(61.5)
        (99, None)
    """
    nearest = round(number)
    return nearest if abs(number - nearest) < _NEARLY_WHOLE else None


def _same_order(
    values: Sequence[float],
    shown: Sequence[float],
    limits: Sequence[float],
    shown_limits: Sequence[float],
) -> bool:
    return all(
        _order(value, limit) == _order(seen, seen_limit)
        for value, seen in zip(values, shown, strict=True)
        for limit, seen_limit in zip(limits, shown_limits, strict=True)
    )


def _order(left: float, right: float) -> int:
    return (left > right) - (left < right)


def _unsigned_zero(text: str) -> str:
    return text.lstrip("+-") if float(text) == 0 else text
