"""The bounds of any coefficient by clusters: by hand, at the ends, and under relabelling."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mhgate.stats.gwet import gwet
from mhgate.stats.jackknife import (
    bounds_with_unseen,
    jackknife,
    jackknife_bounds,
    possible_targets,
)
from mhgate.stats.krippendorff import krippendorff_alpha
from mhgate.stats.lin import lin_concordance
from mhgate.stats.unseen_events import margin_with_unseen

Ratings = NDArray[np.float64]


def _alpha(rows: Ratings) -> float | None:
    return krippendorff_alpha(rows, measurement="interval").value


def _concordance(rows: Ratings) -> float | None:
    return lin_concordance(rows).value


_cells = st.one_of(st.none(), st.integers(1, 5))
_tables = st.lists(st.lists(_cells, min_size=3, max_size=3), min_size=1, max_size=8)


def test_bounds_by_hand() -> None:
    """Pseudo-values of the coefficient are the pulls; the costliest target is added to find it."""
    table = np.array([[1, 2], [2, 2], [4, 5], [3, 3], [5, 4], [2, 1], [4, 4]], dtype=float)
    whole = lin_concordance(table).value
    without = [lin_concordance(np.delete(table, row, axis=0)).value for row in range(7)]
    pulls = 6 * (np.mean(without) - np.array(without))
    moves = [
        8 * (lin_concordance([*table, [one, other]]).value - whole)
        for one in range(1, 6)
        for other in range(1, 6)
    ]
    found = jackknife(_concordance, table)
    for side, distance in ((-1, whole - found.lower), (1, found.upper - whole)):
        costliest = max(side * move for move in moves)
        margin = margin_with_unseen(side * pulls, costliest=costliest, effective_n=7, alpha=0.05)
        assert distance == pytest.approx(min(margin, 1 - side * whole))
    assert (found.targets, found.clusters) == (7, 7)


def test_plain_bounds_by_hand() -> None:
    """Pseudo-values of atanh, their mean, and t times their standard error, back by tanh."""
    whole, without = math.atanh(0.8), np.arctanh([0.7, 0.75, 0.82, 0.81])
    pseudo = 4 * whole - 3 * without
    reach = 2.353363434801823 * np.std(pseudo, ddof=1) / 2  # qt(.95, 3)
    lower, upper = jackknife_bounds(0.8, [0.7, 0.75, 0.82, 0.81])
    assert float(lower) == pytest.approx(math.tanh(np.mean(pseudo) - reach))
    assert float(upper) == pytest.approx(math.tanh(np.mean(pseudo) + reach))


def test_counts_are_repetitions() -> None:
    """Clusters that share a value can be given once with their number; unused ones are not read."""
    plain = jackknife_bounds(0.8, [0.79, 0.79, 0.82, 0.82, 0.82])
    counted = jackknife_bounds(0.8, [0.79, 0.82, np.inf], counts=[2, 3, 0])
    assert [float(each) for each in plain] == pytest.approx([float(each) for each in counted])


@pytest.mark.parametrize(
    ("whole", "left_out"),
    [
        (0.8, [0.7]),
        (0.8, [0.8, 0.8, 0.8]),
        (1.0, [0.9, 0.8]),
        (0.8, [0.9, 1.0]),
        (-1.5, [0.2, 0.3]),
        (0.2, [-1.0, 0.3]),
        (0.2, [-np.inf, 0.3]),
    ],
)
def test_where_nothing_is_known_nothing_is_claimed(whole: float, left_out: list[float]) -> None:
    """One cluster, clusters that all say the same, and values at the ends bound nothing."""
    lower, upper = jackknife_bounds(whole, left_out)
    assert (float(lower), float(upper)) == (-1.0, 1.0)


def test_many_samples_at_once_are_each_their_own() -> None:
    """Rows of values give the bounds that each gives alone."""
    left_out = np.array([[0.7, 0.75, 0.72], [0.1, 0.2, 0.05]])
    lower, upper = jackknife_bounds([0.72, 0.1], left_out, level=0.8)
    for row in range(2):
        alone = jackknife_bounds([0.72, 0.1][row], left_out[row], level=0.8)
        assert (lower[row], upper[row]) == pytest.approx([float(each) for each in alone])


def test_bounds_of_many_samples_are_each_their_own() -> None:
    """Rows, and clusters that share a value, give what each sample alone gives."""
    left_out, counts = np.array([[0.7, 0.75, np.nan], [0.1, 0.2, 0.05]]), [[4, 5, 0], [3, 3, 3]]
    lower, upper = bounds_with_unseen(
        [0.72, 0.1], left_out, costliest=([4, 2], 1), effective_n=[9, 8], counts=counts
    )
    for row, (cost, worth) in enumerate(((4, 9), (2, 8))):
        spread = np.repeat(np.nan_to_num(left_out[row]), counts[row])
        alone = bounds_with_unseen([0.72, 0.1][row], spread, costliest=(cost, 1), effective_n=worth)
        assert (lower[row], upper[row]) == pytest.approx([float(each) for each in alone])
    for left in ([0.7], [0.7, -np.inf, 0.8]):
        told = bounds_with_unseen(0.8, left, costliest=(4, 1), effective_n=9)
        assert [float(each) for each in told] == [-1.0, 1.0]


def test_targets_that_could_be_are_every_split() -> None:
    """From what was given to whatever could be; of long scales both ends and some between."""
    assert possible_targets([3], [1, 2, 3], raters=2).tolist() == [[3, 1], [3, 2], [3, 3]]
    assert [1, 1, 2] in possible_targets([1, 2], None, raters=3).tolist()
    long = possible_targets(np.arange(100), None, raters=2)
    assert (len(long), long.min(), long.max()) == (81, 0, 99)


def test_a_perfect_record_is_worth_what_zero_events_leave_open() -> None:
    """Perfect samples have a bound below 1 that rises with their size."""
    bounds = []
    for times in (2, 12, 60):
        found = jackknife(_alpha, [[1, 1, 1], [3, 3, 3], [4, 4, 4], [5, 5, 5], [5, 5, 5]] * times)
        assert (found.value, found.reason) == (1.0, None)
        bounds.append(found.lower)
    assert bounds == sorted(bounds)
    assert 0 < bounds[0] < 0.5
    assert 0.85 < bounds[1] < 0.95
    assert 0.97 < bounds[-1] < 1


def test_one_slip_is_worth_less_than_none() -> None:
    """A far slip costs more than a near one, and neither brings a bound down to nothing."""
    rows = [[1, 1, 1], [3, 3, 3], [4, 4, 4], [5, 5, 5], [5, 5, 5]] * 12
    slipped = jackknife(_alpha, [*rows[:-1], [5, 4, 5]])
    slipped_far = jackknife(_alpha, [*rows[:-1], [5, 1, 5]])
    assert 0.8 < slipped_far.lower < slipped.lower <= jackknife(_alpha, rows).lower


def test_what_could_be_given_counts() -> None:
    """A rater may stray to a grade that nobody gave: it costs more than those that were."""
    rows = [[4, 4], [5, 5]] * 30
    narrow = jackknife(_concordance, rows)
    wide = jackknife(_concordance, rows, categories=[1, 2, 3, 4, 5])
    assert wide.lower < narrow.lower - 0.3


def test_nominal_coefficients() -> None:
    """AC1 of a perfect binary record takes the other category as its costliest slip."""
    found = jackknife(
        lambda rows: gwet(rows, categories=[0, 1]).value, [[1, 1]] * 50 + [[0, 0]] * 10
    )
    assert 0.7 < found.lower < 1


def test_clusters_are_left_out_whole() -> None:
    """Rows that repeat inside clusters widen by the clusters, and by what is believed of them."""
    table = np.array([[1, 2], [2, 2], [4, 5], [3, 3], [5, 4], [2, 1], [4, 4], [1, 1]], dtype=float)
    labels = np.repeat(np.arange(8), 6)
    together = jackknife(_concordance, np.repeat(table, 6, axis=0), clusters=labels)
    repeated = jackknife(_concordance, np.repeat(table, 6, axis=0), clusters=labels, icc_floor=1)
    naive = jackknife(_concordance, np.repeat(table, 6, axis=0))
    assert repeated.lower < together.lower < naive.lower - 0.05
    assert (together.targets, together.clusters) == (48, 8)
    renamed = jackknife(
        _concordance, np.repeat(table, 6, axis=0), clusters=[f"c{9 - each}" for each in labels]
    )
    assert renamed.lower == pytest.approx(together.lower)


def test_missing_ratings_reach_the_coefficient() -> None:
    """Coefficients that bear missing ratings get them; what nobody rated is left out."""
    table = [[1, 1, 2], [3, None, 3], [5, 4, None], [2, 2, 2], [4, 5, 5], [None] * 3]
    found = jackknife(_alpha, table)
    assert found.value == pytest.approx(_alpha(np.array(table, dtype=float)))
    assert (found.targets, found.clusters, found.dropped) == (5, 5, 1)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ([[5, 5, 5]] * 6, "nothing varies"),
        ([[None, None, None]], "nothing varies"),
        ([[1, 2, 3]], "fewer than two clusters"),
        ([[5, 5, 5]] * 9 + [[1, 2, 1]], "rests on one cluster"),
    ],
)
def test_degenerate_tables_bound_nothing(table: list[list[int]], reason: str) -> None:
    """No variance, no pair, one cluster, one that carries all: -1, 1 and a reason."""
    found = jackknife(_alpha, table)
    assert (found.lower, found.upper) == (-1.0, 1.0)
    assert reason in str(found.reason)
    assert found.is_degenerate


@given(_tables, st.randoms(use_true_random=False), st.sampled_from([0.5, 3.0]))
def test_order_and_units_do_not_matter(
    table: list[list[int | None]], random: Any, slope: float
) -> None:
    """Neither the order of targets nor the unit changes anything; never NaN."""
    before = jackknife(_alpha, table)
    assert -1 <= before.lower <= before.upper <= 1
    assert before.value is None or before.lower <= before.value <= before.upper
    mixed = [
        [None if each is None else slope * each + 1 for each in row]
        for row in random.sample(table, len(table))
    ]
    after = jackknife(_alpha, mixed)
    assert (after.lower, after.upper) == pytest.approx((before.lower, before.upper), abs=1e-6)
    assert after.value == pytest.approx(before.value, abs=1e-9)
