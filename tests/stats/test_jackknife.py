"""The jackknife of any coefficient on atanh: by hand, at the ends, and under relabelling."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mhgate.stats.gwet import gwet
from mhgate.stats.jackknife import jackknife, jackknife_bounds, pseudo_disagreement
from mhgate.stats.krippendorff import krippendorff_alpha
from mhgate.stats.lin import lin_concordance

Ratings = NDArray[np.float64]


def _alpha(rows: Ratings) -> float | None:
    return krippendorff_alpha(rows, measurement="interval").value


def _concordance(rows: Ratings) -> float | None:
    return lin_concordance(rows).value


_cells = st.one_of(st.none(), st.integers(1, 5))
_tables = st.lists(st.lists(_cells, min_size=3, max_size=3), min_size=1, max_size=8)


def test_bounds_by_hand() -> None:
    """Pseudo-values of atanh, their mean, and t times their standard error, back by tanh."""
    table = np.array([[1, 2], [2, 2], [4, 5], [3, 3], [5, 4], [2, 1], [4, 4]], dtype=float)
    whole = math.atanh(lin_concordance(table).value)
    pseudo = [
        7 * whole - 6 * math.atanh(lin_concordance(np.delete(table, row, axis=0)).value)
        for row in range(7)
    ]
    reach = 1.943180280515303 * np.std(pseudo, ddof=1) / math.sqrt(7)  # qt(.95, 6)
    found = jackknife(_concordance, table)
    assert found.lower == pytest.approx(math.tanh(np.mean(pseudo) - reach))
    assert found.upper == pytest.approx(math.tanh(np.mean(pseudo) + reach))
    assert (found.targets, found.clusters, found.has_pseudo) == (7, 7, False)


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


def test_the_pseudo_disagreement_strays_towards_the_mean() -> None:
    """It starts from the most frequent category and stays on the scale that was used."""
    assert pseudo_disagreement([1, 5], [2, 9], raters=3).tolist() == [5.0, 4.0, 5.0]
    assert pseudo_disagreement([1, 5], [9, 2], raters=2).tolist() == [1.0, 2.0]
    assert pseudo_disagreement([0, 0.5], [3, 3], raters=2, step=0.5).tolist() == [0.0, 0.5]
    rows = pseudo_disagreement([1, 2], [[5, 1], [1, 5]], raters=2)
    assert rows.tolist() == [[1.0, 2.0], [2.0, 1.0]]


def test_a_perfect_record_is_worth_one_slip() -> None:
    """Perfect samples have a bound below 1 that rises with their size, and say how it came."""
    bounds = []
    for times in (2, 12, 60):
        found = jackknife(_alpha, [[1, 1, 1], [3, 3, 3], [4, 4, 4], [5, 5, 5], [5, 5, 5]] * times)
        assert (found.value, found.has_pseudo, found.reason) == (1.0, True, None)
        bounds.append(found.lower)
    assert bounds == sorted(bounds)
    assert 0.9 < bounds[0] < 0.97
    assert 0.99 < bounds[-1] < 1


def test_one_slip_is_worth_less_than_none() -> None:
    """A sample that is perfect without one target keeps a finite bound, below the perfect one's."""
    rows = [[1, 1, 1], [3, 3, 3], [4, 4, 4], [5, 5, 5], [5, 5, 5]] * 12
    slipped = jackknife(_alpha, [*rows[:-1], [5, 4, 5]])
    slipped_far = jackknife(_alpha, [*rows[:-1], [5, 1, 5]])
    assert not slipped.has_pseudo
    assert -1 < slipped_far.lower < slipped.lower <= jackknife(_alpha, rows).lower + 0.01


def test_nominal_coefficients_and_their_step() -> None:
    """AC1 of a perfect binary record takes the other category as its slip."""
    found = jackknife(
        lambda rows: gwet(rows, categories=[0, 1]).value, [[1, 1]] * 50 + [[0, 0]] * 10
    )
    assert found.has_pseudo
    assert 0.7 < found.lower < 1


def test_clusters_are_left_out_whole() -> None:
    """Rows that repeat inside clusters say no more than the clusters do."""
    table = np.array([[1, 2], [2, 2], [4, 5], [3, 3], [5, 4], [2, 1], [4, 4], [1, 1]], dtype=float)
    labels = np.repeat(np.arange(8), 6)
    together = jackknife(_concordance, np.repeat(table, 6, axis=0), clusters=labels)
    alone = jackknife(_concordance, table)
    naive = jackknife(_concordance, np.repeat(table, 6, axis=0))
    assert together.lower == pytest.approx(alone.lower)
    assert (together.targets, together.clusters) == (48, 8)
    assert naive.lower > together.lower + 0.05
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
        ([[1, 2, 3]] * 6, "all say the same"),
    ],
)
def test_degenerate_tables_bound_nothing(table: list[list[int]], reason: str) -> None:
    """No variance, no pair, one cluster, one that carries all, all alike: -1, 1 and a reason."""
    found = jackknife(_alpha, table)
    assert (found.lower, found.upper) == (-1.0, 1.0)
    assert reason in str(found.reason)
    assert found.is_degenerate


@given(_tables, st.randoms(use_true_random=False), st.sampled_from([0.5, 3.0]))
def test_order_and_units_do_not_matter(
    table: list[list[int | None]], random: Any, slope: float
) -> None:
    """Neither the order of targets nor the unit, with its step, changes anything; never NaN."""
    before = jackknife(_alpha, table)
    assert -1 <= before.lower <= before.upper <= 1
    assert before.value is None or before.lower <= before.value <= before.upper
    mixed = [
        [None if each is None else slope * each + 1 for each in row]
        for row in random.sample(table, len(table))
    ]
    after = jackknife(_alpha, mixed, step=slope)
    assert (after.lower, after.upper) == pytest.approx((before.lower, before.upper), abs=1e-6)
    assert after.value == pytest.approx(before.value, abs=1e-9)
