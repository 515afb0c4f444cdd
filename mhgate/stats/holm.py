"""Many claims at one error rate (Holm)."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["holm"]


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values adjusted for all the claims that could have been made.

    Pure Python: the verdict needs it where nothing else needs numpy.

    Args:
        p_values: one for each claim that could be made, each in [0, 1], whether it is made or not.

    Returns:
        Adjusted p-values in the same order, each in [0, 1] and at least the p-value itself.
        Claiming where they are at most alpha makes any false claim with probability at most alpha.
        None for none.

    Raises:
        ValueError: a p-value is not in [0, 1] (NaN is not).

    Source:
        Holm (1979), Scandinavian Journal of Statistics 6, 65-70 (JSTOR 4615733).

    Assumption:
        Each p-value is valid on its own; they may depend on one another in any way.

    Example:
        >>> holm([0.01, 0.04, 0.03])
        (0.03, 0.06, 0.06)
    """
    for p_value in p_values:
        if not 0 <= p_value <= 1:
            raise ValueError(f"a p-value is {p_value}; expected a number in [0, 1]")
    count = len(p_values)
    adjusted = [1.0] * count
    reached = 0.0
    for rank, place in enumerate(sorted(range(count), key=p_values.__getitem__)):
        reached = max(reached, min(1.0, (count - rank) * p_values[place]))
        adjusted[place] = reached
    return tuple(adjusted)
