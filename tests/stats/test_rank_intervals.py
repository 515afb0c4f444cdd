"""Intervals of ranks: by hand, with ties, and right as often as said."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from mhgate.stats.composite_difference import composite_difference
from mhgate.stats.rank_intervals import rank_intervals


def test_by_hand() -> None:
    """A chain that is proven is a chain of ranks; nothing proven leaves all ranks to all."""
    proven = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    assert [(each.best, each.worst) for each in rank_intervals(proven)] == [(1, 1), (2, 2), (3, 3)]
    open_ = [[1, 0.3, 0.2], [0.7, 1, 0.4], [0.8, 0.6, 1]]
    assert {(each.best, each.worst) for each in rank_intervals(open_)} == {(1, 3)}


def test_many_comparisons_are_paid_for() -> None:
    """Both directions of all pairs are claims: .02 twice among twelve proves nothing."""
    table = [[1.0] * 4 for _ in range(4)]
    table[0][1] = table[2][3] = 0.02
    assert {(each.best, each.worst) for each in rank_intervals(table)} == {(1, 4)}
    table[0][1] = 0.05 / 12
    assert [each.best for each in rank_intervals(table)] == [1, 2, 1, 1]


def test_one_alone_is_first_and_a_torn_table_is_refused() -> None:
    """The ends of what can be asked."""
    assert [(each.best, each.worst) for each in rank_intervals([[1.0]])] == [(1, 1)]
    with pytest.raises(ValueError, match="square"):
        rank_intervals([[1.0, 0.5], [1.0]])


@pytest.mark.parametrize("rates", [(0.7, 0.7, 0.7, 0.7), (0.9, 0.75, 0.75, 0.45)])
def test_all_ranks_are_covered_at_once(rates: tuple[float, ...]) -> None:
    """Simulated, ties among them: in 5 % of runs at most does any interval miss a true rank."""
    rng, runs, missed, narrow = np.random.default_rng(11), 250, 0, 0
    size, family = len(rates), np.repeat(np.arange(40), 2)
    for _ in range(runs):
        level = np.repeat(rng.uniform(-0.1, 0.1, 40), 2)
        arms = [(rng.random(80) < rate + level).astype(float) for rate in rates]
        table = [[1.0] * size for _ in range(size)]
        for i, j in combinations(range(size), 2):
            moved = arms[i] - arms[j]
            found = composite_difference(moved, moved, np.zeros(80), family)
            table[i][j], table[j][i] = found.p_above, found.p_below
        ranks = rank_intervals(table)
        true = [
            (1 + sum(other > rate for other in rates), size - sum(other < rate for other in rates))
            for rate in rates
        ]
        missed += any(
            each.best > best or each.worst < worst
            for each, (best, worst) in zip(ranks, true, strict=True)
        )
        narrow += sum(each.worst - each.best for each in ranks) < size * (size - 1)
    assert missed / runs <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)
    if len(set(rates)) > 1:
        assert narrow / runs > 0.9  # it does say something
