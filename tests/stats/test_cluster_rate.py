"""The interval of a rate over families: monotone, two-sided about failures, and it covers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import lower_bound
from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.effective_counts import effective_counts

Oracle = Callable[[str], Any]

_family = st.tuples(st.integers(0, 4), st.integers(0, 2), st.integers(0, 4))
_families = st.lists(_family.filter(lambda counts: sum(counts) > 0), min_size=1, max_size=12)
_threshold = st.sampled_from([0.0, 0.5, 0.8, 0.95, 1.0])

Counts = tuple[list[int], list[int], list[int]]


def _counts(rows: list[tuple[int, int, int]]) -> Counts:
    return [r[0] for r in rows], [r[1] for r in rows], [sum(r) for r in rows]


def test_reference_values_of_the_lower_bound(oracle: Oracle) -> None:
    """Where dropping failures could not concentrate them, the bound is the reference's."""
    agreeing = 0
    for row in oracle("cluster_rate.json"):
        x, n = row["x"], row["n"]
        found = cluster_rate(x, [0] * len(x), n, level=0.95, icc_floor=0.1)
        low, high = row["stats_ref_default"]["ci"]
        assert found.lower <= low + 1e-6
        assert found.upper >= high - 1e-6
        agreeing += found.lower == pytest.approx(low, abs=1e-6)
    assert agreeing == 8


@given(_families, _threshold)
def test_bounds_are_bounds(rows: list[tuple[int, int, int]], threshold: float) -> None:
    """Bounds lie in [0, 1], around both extreme rates, with a p-value that agrees with them."""
    good, unmeasured, sizes = _counts(rows)
    found = cluster_rate(good, unmeasured, sizes, threshold=threshold)
    assert 0 <= found.lower <= sum(good) / sum(sizes) + 1e-9
    assert (sum(good) + sum(unmeasured)) / sum(sizes) - 1e-9 <= found.upper <= 1
    assert 0 < found.p_below <= 1
    if found.upper < threshold - 1e-9:
        assert found.p_below < 0.05 + 1e-9
    if found.p_below < 0.05 - 1e-9:
        assert found.upper < threshold + 1e-9


@given(_families, st.data())
def test_one_more_good_trial_never_lowers_a_bound(
    rows: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    """Turning any bad trial good raises both bounds and the p-value, or leaves them."""
    where = [i for i, row in enumerate(rows) if row[2] > 0]
    assume(where)
    i = data.draw(st.sampled_from(where))
    better = [*rows]
    better[i] = (rows[i][0] + 1, rows[i][1], rows[i][2] - 1)
    before = cluster_rate(*_counts(rows), threshold=0.8)
    after = cluster_rate(*_counts(better), threshold=0.8)
    assert after.lower >= before.lower - 1e-12
    assert after.upper >= before.upper - 1e-12
    assert after.p_below >= before.p_below - 1e-12


@given(_families, st.data())
def test_one_more_unmeasured_trial_never_narrows(
    rows: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    """Losing any trial, good or bad, widens the interval on both sides, or leaves it."""
    where = [(i, k) for i, row in enumerate(rows) for k in (0, 2) if row[k] > 0]
    assume(where)
    i, k = data.draw(st.sampled_from(where))
    worse = [*rows]
    worse[i] = (rows[i][0] - (k == 0), rows[i][1] + 1, rows[i][2] - (k == 2))
    before = cluster_rate(*_counts(rows), threshold=0.8)
    after = cluster_rate(*_counts(worse), threshold=0.8)
    assert after.lower <= before.lower + 1e-12
    assert after.upper >= before.upper - 1e-12
    assert after.p_below >= before.p_below - 1e-12


@given(_families, st.randoms())
def test_the_order_of_families_does_not_matter(
    rows: list[tuple[int, int, int]], random: Random
) -> None:
    """Any order of the families gives the same interval."""
    shuffled = random.sample(rows, len(rows))
    before, after = cluster_rate(*_counts(rows)), cluster_rate(*_counts(shuffled))
    assert after.lower == pytest.approx(before.lower, abs=1e-9)
    assert after.upper == pytest.approx(before.upper, abs=1e-9)


@given(_families)
def test_good_and_bad_mirror_each_other(rows: list[tuple[int, int, int]]) -> None:
    """Counting the bad trials instead of the good ones mirrors the interval."""
    mirrored = [(bad, lost, good) for good, lost, bad in rows]
    before, after = cluster_rate(*_counts(rows)), cluster_rate(*_counts(mirrored))
    assert after.lower == pytest.approx(1 - before.upper, abs=1e-9)
    assert after.upper == pytest.approx(1 - before.lower, abs=1e-9)


@given(st.integers(2, 40), st.integers(1, 5), st.data())
@settings(max_examples=40)
def test_monotony_is_free_where_failures_are_scattered(
    families: int, size: int, data: st.DataObject
) -> None:
    """With families of one size and at most one failure each, nothing is paid for monotony."""
    failing = data.draw(st.integers(0, families))
    good = np.array([size - 1] * failing + [size] * (families - failing))
    assume(size > 1 or failing < families)
    found = cluster_rate(good, 0 * good, [size] * families)
    plain = effective_counts(good, [size] * families, alpha=0.05)
    assert found.lower == pytest.approx(float(lower_bound(plain.x, plain.n, 0.05)), abs=1e-9)


def test_nothing_measured_says_nothing() -> None:
    """No trials, one family, or an outage give [0, 1]."""
    for found in (
        cluster_rate([], [], [], threshold=0.8),
        cluster_rate([30], [0], [30], threshold=0.8),
        cluster_rate([0] * 20, [3] * 20, [3] * 20, threshold=0.8),
    ):
        assert (found.lower, found.upper) == (0, 1)
        assert found.p_below == 1


def test_zero_failures_leave_room_below_one() -> None:
    """A perfect record's lower bound stays below 1, a hopeless one's upper bound above 0."""
    perfect = cluster_rate([2] * 30, [0] * 30, [2] * 30)
    assert 0.9 < perfect.lower < 1
    assert perfect.upper == 1
    hopeless = cluster_rate([0] * 30, [0] * 30, [2] * 30)
    assert 0 < hopeless.upper < 0.1


def test_impossible_counts_are_refused() -> None:
    """Counts beyond a family's size, and lists of unequal length, raise."""
    with pytest.raises(ValueError, match="family"):
        cluster_rate([2], [2], [3])
    with pytest.raises(ValueError, match="as many each"):
        cluster_rate([2], [2, 1], [3])


@pytest.mark.parametrize(("rate", "icc"), [(0.9, 0.0), (0.9, 0.2), (0.97, 0.2), (0.99, 0.3)])
def test_each_bound_errs_no_more_than_it_says(rate: float, icc: float) -> None:
    """On beta-binomial families each bound errs at most at its 5 %, up to Monte Carlo error."""
    rng = np.random.default_rng(20261130)
    runs, families, size = 300, 30, 4
    too_high = too_low = 0
    for _ in range(runs):
        spread = (1 - icc) / icc if icc else np.inf
        rates = rng.beta(rate * spread, (1 - rate) * spread, families) if icc else rate
        good = rng.binomial(size, rates, families)
        found = cluster_rate(good, 0 * good, [size] * families)
        too_high += found.lower > rate
        too_low += found.upper < rate
    limit = 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert too_high / runs <= limit
    assert too_low / runs <= limit
