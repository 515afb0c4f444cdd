"""What one factor's level does: over all pairs of configurations that differ in it alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from mhgate.leaderboard.common_ground import Ground
from mhgate.leaderboard.differences import difference_of, interval_of
from mhgate.records.leaderboard import BoardColumn, BoardEffect, BoardPair

if TYPE_CHECKING:
    from mhgate.stats.composite_difference import CompositeDifference

__all__ = ["effects_of", "matched_pairs"]

Pair = tuple[int, int]
Change = tuple[str, str, str]


def matched_pairs(labels: Sequence[Mapping[str, str]]) -> dict[Change, list[Pair]]:
    """Return the pairs that differ in one factor alone, by factor, level and the level after it.

    Levels come in the order in which they are first met: the first is what the others are held
    against.

    Args:
        labels: of the configurations, in order.

    Example:
        >>> matched_pairs([{"prompt": "a"}, {"prompt": "b"}, {}])
        {('prompt', 'a', 'b'): [(0, 1)]}
    """
    order: dict[str, dict[str, None]] = {}
    for each in labels:
        for factor, level in each.items():
            order.setdefault(factor, {})[level] = None
    found: dict[Change, list[Pair]] = {}
    for i, j in combinations(range(len(labels)), 2):
        if labels[i].keys() != labels[j].keys():
            continue
        changed = [factor for factor in labels[i] if labels[i][factor] != labels[j][factor]]
        if len(changed) != 1:
            continue
        (factor,) = changed
        levels = list(order[factor])
        first, second = sorted((i, j), key=lambda at: levels.index(labels[at][factor]))
        change = (factor, labels[first][factor], labels[second][factor])
        found.setdefault(change, []).append((first, second))
    factors = list(order)
    return dict(
        sorted(
            found.items(),
            key=lambda item: (
                factors.index(item[0][0]),
                *(list(order[item[0][0]]).index(level) for level in item[0][1:]),
            ),
        )
    )


def effects_of(
    ground: Ground,
    names: Sequence[str],
    labels: Sequence[Mapping[str, str]],
    columns: Sequence[BoardColumn],
    *,
    alpha: float,
) -> Iterator[BoardEffect]:
    """Yield every change of level in every column.

    Holm's correction is over both directions of all pairs of one factor in one column, whichever
    levels they are of.

    Args:
        ground: what all configurations asked.
        names: of the configurations.
        labels: of the configurations.
        columns: those that are shown.
        alpha: error rate of each bound alone, in (0, 0.5).
    """
    from mhgate.stats.holm import holm  # noqa: PLC0415 - with what needs it

    changes = matched_pairs(labels)
    for column in columns:
        for factor in dict.fromkeys(change[0] for change in changes):
            pairs = [
                (change, (second, first))  # the later level less the earlier one
                for change, found in changes.items()
                if change[0] == factor
                for first, second in found
            ]
            seen = [difference_of(ground, [pair], column, alpha=alpha) for _, pair in pairs]
            adjusted = holm([p for each in seen for p in (each.p_above, each.p_below)])
            for change in dict.fromkeys(change for change, _ in pairs):
                at = [place for place, (each, _) in enumerate(pairs) if each == change]
                pooled = difference_of(ground, [pairs[k][1] for k in at], column, alpha=alpha)
                yield _effect(
                    change,
                    column.name,
                    pooled,
                    [_pair(pairs[k][1], names, seen[k], adjusted[2 * k : 2 * k + 2]) for k in at],
                    alpha,
                )


def _pair(
    pair: Pair, names: Sequence[str], seen: CompositeDifference, adjusted: Sequence[float]
) -> BoardPair:
    return BoardPair(
        first=names[pair[1]],
        second=names[pair[0]],
        difference=seen.difference,
        interval=interval_of(seen),
        p_value=min(1.0, 2 * min(seen.p_above, seen.p_below)),
        p_adjusted=min(adjusted),
    )


def _effect(
    change: Change,
    column: str,
    pooled: CompositeDifference,
    pairs: Sequence[BoardPair],
    alpha: float,
) -> BoardEffect:
    def up(pair: BoardPair) -> bool:
        return pair.difference is not None and pair.difference > 0

    def down(pair: BoardPair) -> bool:
        return pair.difference is not None and pair.difference < 0

    proven = [pair for pair in pairs if pair.p_adjusted <= alpha]
    return BoardEffect(
        factor=change[0],
        level=change[1],
        to=change[2],
        column=column,
        pairs=tuple(pairs),
        n_up=sum(map(up, pairs)),
        n_down=sum(map(down, pairs)),
        n_proven_up=sum(map(up, proven)),
        n_proven_down=sum(map(down, proven)),
        difference=pooled.difference,
        interval=interval_of(pooled),
        p_value=min(1.0, 2 * min(pooled.p_above, pooled.p_below)),
    )
