"""The graded mean by family: the reference's interval, both sides of failures, and its limits."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mhgate.stats.cluster_mean import cluster_mean, worst_standard_error

_FAMILY = np.repeat(np.arange(8), [4, 3, 5, 2, 4, 6, 3, 3])
_GRADES = np.array([3, 4, 4, 5, 2, 3, 3, 5, 5, 4, 4, 5, 1, 2, 4, 4, 3, 4, 5, 5, 5, 4, 5, 5, 3, 2, 2,
                    4, 5, 3])  # fmt: skip

_grade = st.one_of(st.none(), st.integers(1, 5))
_families = st.lists(st.lists(_grade, min_size=1, max_size=4), min_size=1, max_size=10)

Families = list[list[int | None]]


def _sums(families: Families) -> tuple[list[int], list[int], list[int]]:
    return (
        [sum(grade for grade in each if grade is not None) for each in families],
        [each.count(None) for each in families],
        [len(each) for each in families],
    )


def _mean(families: Families) -> tuple[float, float]:
    found = cluster_mean(*_sums(families), low=1, high=5)
    return found.lower, found.upper


def test_reference_values() -> None:
    """The interval is statsmodels' cluster-robust one.

    statsmodels 0.15.0: OLS(grades, ones).fit(cov_type="cluster", cov_kwds={"groups": family},
    use_t=True), conf_int(0.05), conf_int(0.1) and bse.
    """
    totals, sizes = np.bincount(_FAMILY, _GRADES), np.bincount(_FAMILY)
    for level, lower, upper in (
        (0.95, 2.88444574, 4.64888759),
        (0.9, 3.05981572, 4.47351761),
    ):
        found = cluster_mean(totals, 0 * sizes, sizes, low=1, high=5, level=level)
        assert found.mean == pytest.approx(3.7666666667, abs=1e-9)
        assert found.lower == pytest.approx(lower, abs=1e-6)
        assert found.upper == pytest.approx(upper, abs=1e-6)
    assert worst_standard_error(totals, totals, sizes) == pytest.approx(0.3730913804, abs=1e-9)


@given(_families)
def test_bounds_are_bounds(families: Families) -> None:
    """Bounds lie in the range, around the means with all failures at either end."""
    totals, lost, sizes = _sums(families)
    found = cluster_mean(totals, lost, sizes, low=1, high=5)
    least = (sum(totals) + sum(lost)) / sum(sizes)
    most = (sum(totals) + 5 * sum(lost)) / sum(sizes)
    assert 1 <= found.lower <= least + 1e-9
    assert most - 1e-9 <= found.upper <= 5
    if found.mean is not None:
        assert found.lower - 1e-9 <= found.mean <= found.upper + 1e-9


@given(_families, st.data())
def test_one_more_failure_never_narrows(families: Families, data: st.DataObject) -> None:
    """Losing any trial widens the interval on both sides, or leaves it."""
    i = data.draw(st.integers(0, len(families) - 1))
    j = data.draw(st.integers(0, len(families[i]) - 1))
    assume(families[i][j] is not None)
    lost = [list(each) for each in families]
    lost[i][j] = None
    before, after = _mean(families), _mean(lost)
    assert after[0] <= before[0] + 1e-9
    assert after[1] >= before[1] - 1e-9


@given(_families)
def test_turning_the_scale_round_mirrors_the_interval(families: Families) -> None:
    """Grades counted from the other end give the mirrored interval."""
    mirrored: Families = [[None if g is None else 6 - g for g in each] for each in families]
    before, after = _mean(families), _mean(mirrored)
    assert after[0] == pytest.approx(6 - before[1], abs=1e-9)
    assert after[1] == pytest.approx(6 - before[0], abs=1e-9)


@given(_families, st.randoms())
def test_the_order_of_families_does_not_matter(families: Families, random: Random) -> None:
    """Any order of the families gives the same interval."""
    shuffled = random.sample(families, len(families))
    assert _mean(shuffled) == pytest.approx(_mean(families), abs=1e-9)


def test_a_scale_of_another_width_changes_nothing_but_the_width() -> None:
    """Grades from 1 to 5 give four times the interval of the same grades from 0 to 1."""
    sizes = np.bincount(_FAMILY)
    graded = cluster_mean(np.bincount(_FAMILY, _GRADES), 0 * sizes, sizes, low=1, high=5)
    shares = cluster_mean(np.bincount(_FAMILY, (_GRADES - 1) / 4), 0 * sizes, sizes)
    assert 1 + 4 * shares.lower == pytest.approx(graded.lower)
    assert 1 + 4 * shares.upper == pytest.approx(graded.upper)


def test_no_spread_is_no_certainty() -> None:
    """Thirty families of the best grade leave room below, of a middle grade on both sides."""
    best = cluster_mean([10] * 30, [0] * 30, [2] * 30, low=1, high=5)
    assert (best.lower, best.upper) == (pytest.approx(1 + 4 * 0.05 ** (1 / 30)), 5)
    middle = cluster_mean([6] * 30, [0] * 30, [2] * 30, low=1, high=5)
    assert 1 < middle.lower < 3 < middle.upper < 5
    assert middle.lower - 1 == pytest.approx(5 - middle.upper)


def test_nothing_measured_says_nothing() -> None:
    """No families, one family, and an outage give the whole range; without data, no mean."""
    for totals, lost, sizes, mean in (
        ([], [], [], None),
        ([12], [0], [3], 4),
        ([0] * 9, [2] * 9, [2] * 9, None),
    ):
        found = cluster_mean(totals, lost, sizes, low=1, high=5)
        assert (found.mean, found.lower, found.upper) == (mean, 1, 5)


def test_impossible_sums_are_refused() -> None:
    """Sums outside the range, empty families, ranges and lists that do not fit raise."""
    for totals, lost, sizes in (([3], [1], [2]), ([0.5], [0], [0]), ([0.5], [2], [1])):
        with pytest.raises(ValueError, match="a family"):
            cluster_mean(totals, lost, sizes)
    with pytest.raises(ValueError, match="as many each"):
        cluster_mean([1], [0, 0], [1])
    with pytest.raises(ValueError, match="low below high"):
        cluster_mean([1], [0], [1], low=1, high=1)
