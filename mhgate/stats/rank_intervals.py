"""Ranks and how sure they are: every rank that no pairwise comparison rules out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.stats.holm import holm

__all__ = ["RankInterval", "rank_intervals"]


@dataclass(frozen=True, slots=True)
class RankInterval:
    """The ranks that cannot be excluded, from 1 (best)."""

    best: int
    worst: int


def rank_intervals(
    p_better: Sequence[Sequence[float]], *, alpha: float = 0.05
) -> tuple[RankInterval, ...]:
    """Return, for each of several, the ranks that cannot be excluded, for all of them at once.

    One is below each that is proven better, and above each that it is proven better than. Proven
    is what stands after Holm's correction over both directions of all pairs: so the probability
    that any interval of all misses a true rank is at most ``alpha``, whatever depends on what.
    Those that are truly equal share the ranks between them, and the interval holds them all.

    Args:
        p_better: at [i][j] the p-value against "i is no better than j", shape (k, k); the diagonal
            is not looked at.
        alpha: the probability that anything at all is wrong, in (0, 0.5).

    Returns:
        One interval each, in [1, k].

    Raises:
        ValueError: the table is not square, or a p-value is not in [0, 1].

    Source:
        Mogstad, Romano, Shaikh, Wilhelm (2024), Inference for Ranks, Review of Economic Studies 91,
        476-518, doi:10.1093/restud/rdad006: simultaneous sets from a test of all pairs in both
        directions that controls the familywise error, here Holm's (1979).

    Assumption:
        Each p-value is valid on its own.

    Example:
        >>> found = rank_intervals([[1, 0.001, 0.001], [1, 1, 0.4], [1, 0.9, 1]])
        >>> [(each.best, each.worst) for each in found]
        [(1, 1), (2, 3), (2, 3)]
    """
    k = len(p_better)
    if any(len(row) != k for row in p_better):
        raise ValueError(f"a table of {k} rows has a row of another length; expected a square")
    pairs = [(i, j) for i in range(k) for j in range(k) if i != j]
    adjusted = holm([p_better[i][j] for i, j in pairs])
    proven = {pair for pair, p_value in zip(pairs, adjusted, strict=True) if p_value <= alpha}
    return tuple(
        RankInterval(
            best=1 + sum((j, i) in proven for j in range(k)),
            worst=k - sum((i, j) in proven for j in range(k)),
        )
        for i in range(k)
    )
