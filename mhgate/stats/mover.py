"""The difference of two figures from the interval of each, whatever made the intervals."""

from __future__ import annotations

import math

from scipy.special import ndtri

__all__ = ["drop_from_margin", "mover_difference"]


def mover_difference(
    first: float,
    first_bounds: tuple[float, float],
    second: float,
    second_bounds: tuple[float, float],
) -> tuple[float, float]:
    """Return bounds on first minus second, from what each figure's own bounds say of its variance.

    Args:
        first: a figure.
        first_bounds: its lower and upper bound, around it.
        second: another.
        second_bounds: its bounds, at the same level.

    Returns:
        Lower and upper bound of the difference, at that level.

    Raises:
        ValueError: a figure lies outside its bounds.

    Source:
        Zou, Donner (2008), Statistics in Medicine 27, 1693-1702, doi:10.1002/sim.3095: their limits
        of a difference, with the correlation taken as 0.

    Assumption:
        The two figures are not negatively correlated. Two runs on the same items are correlated
        positively as a rule: then the bounds are wider than they need be. Two products of which
        one is right where the other errs are the exception; with the bounds of this project's
        measures it costs nothing that could be seen (benchmarks/coverage/bots.py).

    Example:
        >>> low, high = mover_difference(0.8, (0.7, 0.88), 0.9, (0.84, 0.94))
        >>> round(low, 3), round(high, 3)
        (-0.208, 0.0)
    """
    for figure, (lower, upper) in ((first, first_bounds), (second, second_bounds)):
        if not lower <= figure <= upper:
            raise ValueError(f"{figure} lies outside its bounds {lower} to {upper}")
    difference = first - second
    return (
        difference - math.hypot(first - first_bounds[0], second_bounds[1] - second),
        difference + math.hypot(first_bounds[1] - first, second - second_bounds[0]),
    )


def drop_from_margin(
    margin: float, *, alpha: float, claims: int = 1, power: float = 0.8
) -> float | None:
    """Return the true drop that would be claimed with this probability, from a bound's margin.

    Args:
        margin: distance from a difference to its bound that errs at ``alpha``, at least 0.
        alpha: error rate of that bound, in (0, 0.5).
        claims: how many claims are corrected for (the first step of Holm's), at least 1.
        power: in (0, 1).

    Returns:
        The drop; None where no drop below 1 would be.

    Source:
        Sample size for one normal figure, solved for the difference: Chow, Shao, Wang (2008),
        Sample Size Calculations in Clinical Research, section 1.3.

    Assumption:
        The difference is nearly normal, and its standard error does not depend on the drop.

    Example:
        >>> round(drop_from_margin(0.1, alpha=0.05), 3)
        0.151
    """
    error = margin / -float(ndtri(alpha))
    drop = error * float(ndtri(power) - ndtri(alpha / claims))
    return drop if 0 < drop < 1 else None
