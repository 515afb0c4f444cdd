"""Two configurations on the same trials; and the ranks that all such pairs leave open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from mhgate.leaderboard.common_ground import Ground
from mhgate.records import Interval, ItemOutcome
from mhgate.records.leaderboard import BoardColumn, BoardDifference, BoardRank

if TYPE_CHECKING:
    from mhgate.stats.composite_difference import CompositeDifference

__all__ = ["all_differences", "difference_of", "interval_of", "ranks_of"]

Pair = tuple[int, int]


def difference_of(
    ground: Ground, pairs: Iterable[Pair], column: BoardColumn, *, alpha: float
) -> CompositeDifference:
    """Return the mean, over pairs of configurations, of the first less the second.

    A trial that could not be measured counts against the arm in which it happened: for the lower
    bound as failed in the first and as good in the second, for the upper one the other way round.

    Args:
        ground: what all configurations asked.
        pairs: places of configurations; each pair counts alike.
        column: which probes, and how they count.
        alpha: error rate of each bound alone, in (0, 0.5).
    """
    from mhgate.stats.composite_difference import composite_difference  # noqa: PLC0415 - loads numpy

    low: list[float] = []
    high: list[float] = []
    part: list[str] = []
    family: list[str] = []
    weight: list[float] = []
    for place, (first, second) in enumerate(pairs):
        for probe, share in zip(column.probes, column.weights, strict=True):
            ours, theirs = ground.rows[first][probe], ground.rows[second][probe]
            for one, other in zip(ours, theirs, strict=True):
                (least, most), (lowest, highest) = _range(one), _range(other)
                low.append(least - highest)
                high.append(most - lowest)
                family.append(one.family)
            part += [f"{place} {probe}"] * len(ours)
            weight += [share] * len(ours)
    return composite_difference(low, high, part, family, weight=weight, alpha=alpha)


def _range(row: ItemOutcome) -> tuple[float, float]:
    return (0.0, 1.0) if row.value is None else (row.value, row.value)


def interval_of(found: CompositeDifference) -> Interval:
    """Return a difference's interval as a record."""
    return Interval(
        lower=min(found.lower, found.upper), upper=max(found.lower, found.upper), level=found.level
    )


def all_differences(
    ground: Ground, names: Sequence[str], column: BoardColumn, *, alpha: float
) -> tuple[tuple[BoardDifference, ...], list[list[float]]]:
    """Return every pair's difference, and the p-values from which ranks are told.

    Args:
        ground: what all configurations asked.
        names: of the configurations.
        column: the one that ranks.
        alpha: error rate of each bound alone, in (0, 0.5).

    Returns:
        The differences, and at [i][j] the p-value against "i is no better than j".
    """
    from mhgate.stats.holm import holm  # noqa: PLC0415 - with what needs it

    size = len(names)
    better = [[1.0] * size for _ in range(size)]
    pairs = list(combinations(range(size), 2))
    found = [difference_of(ground, [pair], column, alpha=alpha) for pair in pairs]
    for (i, j), each in zip(pairs, found, strict=True):
        better[i][j], better[j][i] = each.p_above, each.p_below
    # both directions of every pair are claims: a sign that is wrong is an error too
    adjusted = holm([p for i, j in pairs for p in (better[i][j], better[j][i])])
    return tuple(
        BoardDifference(
            first=names[i],
            second=names[j],
            column=column.name,
            difference=each.difference,
            interval=interval_of(each),
            p_value=min(1.0, 2 * min(each.p_above, each.p_below)),
            p_adjusted=min(adjusted[2 * place], adjusted[2 * place + 1]),
            n_pairs=each.pairs,
            n_families=each.families,
            n_failed=each.pairs - each.measured,
        )
        for place, ((i, j), each) in enumerate(zip(pairs, found, strict=True))
    ), better


def ranks_of(
    values: Sequence[float | None], p_better: Sequence[Sequence[float]], *, alpha: float
) -> list[BoardRank | None]:
    """Return ranks with those that cannot be excluded; None where nothing was scored.

    Args:
        values: of the configurations.
        p_better: at [i][j] the p-value against "i is no better than j".
        alpha: the probability that any of the intervals is wrong.
    """
    from mhgate.stats.rank_intervals import rank_intervals  # noqa: PLC0415 - with what needs it

    ranks: list[BoardRank | None] = []
    for value, found in zip(values, rank_intervals(p_better, alpha=alpha), strict=True):
        if value is None:
            ranks.append(None)
            continue
        rank = 1 + sum(other is not None and other > value for other in values)
        ranks.append(BoardRank(rank=rank, best=min(found.best, rank), worst=max(found.worst, rank)))
    return ranks
