"""The judge-corrected rate over families: monotone, two-sided about failures, and it covers."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.effective_counts import effective_counts
from mhgate.stats.judged_rate import MeldedCounts, judged_rate
from mhgate.stats.melded import JudgeCounts, melded
from mhgate.stats.worst_case_side import WorstCaseSide

_family = st.tuples(st.integers(0, 4), st.integers(0, 2), st.integers(0, 4))
_families = st.lists(_family.filter(lambda counts: sum(counts) > 0), min_size=1, max_size=10)
_threshold = st.sampled_from([0.0, 0.5, 0.8, 0.95, 1.0])
_judges = st.sampled_from(
    [
        JudgeCounts(97, 100, 46, 50),
        JudgeCounts(19, 20, 9, 12),
        JudgeCounts(95.5, 99.5, 40, 40),
        JudgeCounts(3, 4, 2, 3),
    ]
)

Counts = tuple[list[int], list[int], list[int]]


def _counts(rows: list[tuple[int, int, int]]) -> Counts:
    return [r[0] for r in rows], [r[1] for r in rows], [sum(r) for r in rows]


@given(_families, _judges, _threshold)
@settings(max_examples=30)
def test_bounds_are_bounds(
    rows: list[tuple[int, int, int]], judge: JudgeCounts, threshold: float
) -> None:
    """Bounds lie in [0, 1] in order, with a p-value that agrees with them."""
    found = judged_rate(*_counts(rows), judge, threshold=threshold)
    assert 0 <= found.lower <= found.upper <= 1
    assert 0 < found.p_below <= 1
    if found.upper < threshold - 1e-6:
        assert found.p_below < 0.05 + 1e-9
    if found.p_below < 0.05 - 1e-6:
        assert found.upper < threshold + 1e-6


@given(_families, _judges, st.data())
@settings(max_examples=40)
def test_one_more_judged_good_never_lowers_a_bound(
    rows: list[tuple[int, int, int]], judge: JudgeCounts, data: st.DataObject
) -> None:
    """Turning any trial judged bad good raises both bounds and the p-value, or leaves them."""
    where = [i for i, row in enumerate(rows) if row[2] > 0]
    assume(where)
    i = data.draw(st.sampled_from(where))
    better = [*rows]
    better[i] = (rows[i][0] + 1, rows[i][1], rows[i][2] - 1)
    before = judged_rate(*_counts(rows), judge, threshold=0.8)
    after = judged_rate(*_counts(better), judge, threshold=0.8)
    assert after.lower >= before.lower - 1e-9
    assert after.upper >= before.upper - 1e-9
    assert after.p_below >= before.p_below - 1e-9


@given(_families, _judges, st.data())
@settings(max_examples=40)
def test_one_more_unmeasured_trial_never_narrows(
    rows: list[tuple[int, int, int]], judge: JudgeCounts, data: st.DataObject
) -> None:
    """Losing any trial, judged good or bad, widens the interval on both sides, or leaves it."""
    where = [(i, k) for i, row in enumerate(rows) for k in (0, 2) if row[k] > 0]
    assume(where)
    i, k = data.draw(st.sampled_from(where))
    worse = [*rows]
    worse[i] = (rows[i][0] - (k == 0), rows[i][1] + 1, rows[i][2] - (k == 2))
    before = judged_rate(*_counts(rows), judge, threshold=0.8)
    after = judged_rate(*_counts(worse), judge, threshold=0.8)
    assert after.lower <= before.lower + 1e-9
    assert after.upper >= before.upper - 1e-9
    assert after.p_below >= before.p_below - 1e-9


@given(_families, _judges, st.sampled_from([0.2, 0.5, 0.8, 0.95]))
@settings(max_examples=40)
def test_a_worse_judge_never_narrows_on_its_own_side(
    rows: list[tuple[int, int, int]], judge: JudgeCounts, rate: float
) -> None:
    """Fewer bad caught make passing no easier, fewer good accepted make failing no easier."""
    assume(len(rows) > 1)
    good, unmeasured, sizes = (np.asarray(each, dtype=float) for each in _counts(rows))
    right, all_good, caught, all_bad = (
        judge.judged_good,
        judge.good,
        judge.judged_bad,
        judge.bad,
    )

    def claims(other: JudgeCounts) -> tuple[float, float]:
        bad_side = WorstCaseSide(sizes - good, sizes, 0.1, method=MeldedCounts(other))
        good_side = WorstCaseSide(
            good + unmeasured, sizes, 0.1, method=MeldedCounts(other.mirrored())
        )
        return bad_side.p_at_least(rate, 0.05), good_side.p_at_least(1 - rate, 0.05)

    passing, failing = claims(judge)
    for blind in ((caught - 1, all_bad), (caught - 1, all_bad - 1), (caught, all_bad + 1)):
        assert claims(JudgeCounts(right, all_good, *blind))[0] >= passing - 2e-4
    for strict in ((right - 1, all_good), (right - 1, all_good - 1), (right, all_good + 1)):
        assert claims(JudgeCounts(*strict, caught, all_bad))[1] >= failing - 2e-4


def test_less_gold_or_a_worse_judge_widens_what_is_to_be_expected() -> None:
    """For a product of one true rate, shown as it would be expected, the interval widens."""
    size, families, rate = 4, 25, 0.95

    def width(sensitivity: float, specificity: float, gold: float) -> float:
        judge = JudgeCounts(sensitivity * gold, gold, specificity * gold / 2, gold / 2)
        shown = rate * sensitivity + (1 - rate) * (1 - specificity)
        found = judged_rate([shown * size] * families, [0] * families, [size] * families, judge)
        return found.upper - found.lower

    steps = [(0.99, 0.95, 400), (0.99, 0.95, 100), (0.96, 0.95, 100), (0.96, 0.8, 100)]
    widths = [width(*step) for step in steps]
    assert widths == sorted(widths)


@given(_families, _judges, st.randoms())
@settings(max_examples=15)
def test_the_order_of_families_does_not_matter(
    rows: list[tuple[int, int, int]], judge: JudgeCounts, random: Random
) -> None:
    """Any order of the families gives the same interval."""
    shuffled = random.sample(rows, len(rows))
    before, after = judged_rate(*_counts(rows), judge), judged_rate(*_counts(shuffled), judge)
    assert after.lower == pytest.approx(before.lower, abs=1e-8)
    assert after.upper == pytest.approx(before.upper, abs=1e-8)


@given(_families, _judges)
@settings(max_examples=15)
def test_good_and_bad_mirror_each_other(
    rows: list[tuple[int, int, int]], judge: JudgeCounts
) -> None:
    """Counting the bad trials, with the judge mirrored, mirrors the interval."""
    mirrored = [(bad, lost, good) for good, lost, bad in rows]
    before = judged_rate(*_counts(rows), judge)
    after = judged_rate(*_counts(mirrored), judge.mirrored())
    assert after.lower == pytest.approx(1 - before.upper, abs=1e-8)
    assert after.upper == pytest.approx(1 - before.lower, abs=1e-8)


def test_single_trials_are_the_melded_interval() -> None:
    """With one trial a family, nothing but the judge is corrected for."""
    judge = JudgeCounts(97, 100, 46, 50)
    found = judged_rate([1] * 90 + [0] * 10, [0] * 100, [1] * 100, judge)
    plain = melded(90, 100, judge)
    assert (found.lower, found.upper) == pytest.approx((plain.lower, plain.upper), abs=1e-8)


def test_scattered_failures_are_the_melded_interval_of_effective_counts() -> None:
    """With families of one size and at most one failure each, monotony costs nothing."""
    judge, good = JudgeCounts(97, 100, 46, 50), [3] * 6 + [4] * 24
    found = judged_rate(good, [0] * 30, [4] * 30, judge)
    counts = effective_counts(good, [4] * 30, alpha=0.05, icc_floor=0.1)
    plain = melded(counts.x, counts.n, judge)
    assert found.lower == pytest.approx(plain.lower, abs=1e-8)
    assert found.effective_n == pytest.approx(counts.n)


@given(_families, _threshold)
@settings(max_examples=15)
def test_a_perfect_judge_leaves_the_uncorrected_rate(
    rows: list[tuple[int, int, int]], threshold: float
) -> None:
    """With endless gold and no error, the interval is that of exact counts."""
    judge = JudgeCounts(1e7, 1e7, 1e7, 1e7)
    found = judged_rate(*_counts(rows), judge, icc_floor=0.2, threshold=threshold)
    exact = cluster_rate(*_counts(rows), threshold=threshold)
    assert found.lower == pytest.approx(exact.lower, abs=1e-5)
    assert found.upper == pytest.approx(exact.upper, abs=1e-5)
    assert (found.trials, found.families, found.level) == (
        exact.trials,
        exact.families,
        exact.level,
    )


def test_nothing_known_says_nothing() -> None:
    """No trials, one family, an outage, or a judge that knows nothing give [0, 1]."""
    judge = JudgeCounts(97, 100, 46, 50)
    for found in (
        judged_rate([], [], [], judge, threshold=0.8),
        judged_rate([30], [0], [30], judge, threshold=0.8),
        judged_rate([0] * 20, [3] * 20, [3] * 20, judge, threshold=0.8),
        judged_rate([3] * 20, [0] * 20, [3] * 20, JudgeCounts(10, 20, 9, 20), threshold=0.8),
        judged_rate([0] * 20, [0] * 20, [3] * 20, JudgeCounts(10, 20, 9, 20), threshold=0.8),
    ):
        assert (found.lower, found.upper) == (0, 1)
        assert found.p_below == 1
    assert judged_rate([], [], [], judge).p_below is None


def test_impossible_counts_are_refused() -> None:
    """Counts beyond a family's size, and lists of unequal length, raise."""
    judge = JudgeCounts(97, 100, 46, 50)
    with pytest.raises(ValueError, match="family"):
        judged_rate([2], [2], [3], judge)
    with pytest.raises(ValueError, match="as many each"):
        judged_rate([2], [2, 1], [3], judge)


@given(_families, _judges, st.floats(0.01, 0.99))
@settings(max_examples=15)
def test_dominated_counts_are_rightly_left_out(
    rows: list[tuple[int, int, int]], judge: JudgeCounts, rate: float
) -> None:
    """Leaving out counts that another one dominates does not change the largest p-value."""
    good, _, sizes = (np.asarray(each, dtype=float) for each in _counts(rows))
    assume(len(sizes) > 1)
    method = MeldedCounts(judge)
    side = WorstCaseSide(sizes - good, sizes, 0.1, method=method)
    x, n = side.effective(0.05)
    alone = [
        float(method.p_at_least(np.array(a), np.array(b), rate)) for a, b in zip(x, n, strict=True)
    ]
    assert side.p_at_least(rate, 0.05) == pytest.approx(max(alone), abs=1e-12)


@pytest.mark.parametrize(("rate", "icc"), [(0.9, 0.2), (0.97, 0.0), (0.99, 0.3)])
def test_each_bound_errs_no_more_than_it_says(rate: float, icc: float) -> None:
    """On beta-binomial families seen by a drawn judge, each bound errs at most at its 5 %."""
    rng = np.random.default_rng(20261130)
    runs, families, size, right, caught = 300, 30, 4, 0.97, 0.9
    sizes, nothing = np.full(families, float(size)), np.zeros(families)
    too_high = too_low = 0
    for _ in range(runs):
        spread = (1 - icc) / icc if icc else np.inf
        rates = rng.beta(rate * spread, (1 - rate) * spread, families) if icc else rate
        true = rng.binomial(size, rates, families)
        good = rng.binomial(true, right) + rng.binomial(size - true, 1 - caught)
        judge = JudgeCounts(int(rng.binomial(100, right)), 100, int(rng.binomial(50, caught)), 50)
        bad_side = WorstCaseSide(sizes - good, sizes, 0.1, method=MeldedCounts(judge))
        good_side = WorstCaseSide(good + nothing, sizes, 0.1, method=MeldedCounts(judge.mirrored()))
        too_high += bad_side.p_at_least(rate, 0.05) < 0.05
        too_low += good_side.p_at_least(1 - rate, 0.05) < 0.05
    limit = 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert too_high / runs <= limit
    assert too_low / runs <= limit


def test_five_hundred_trials_cost_a_bounded_share_of_uncorrected_ones() -> None:
    """The cost is bounded against the uncorrected interval of the same trials."""
    rng = np.random.default_rng(3)
    good, judge = rng.binomial(5, rng.beta(4, 1, 100)), JudgeCounts(97, 100, 46, 50)
    sizes, nothing = [5] * 100, [0] * 100

    def shortest(call: Callable[[], object]) -> float:
        times = []
        for _ in range(3):
            began = time.process_time()
            call()
            times.append(time.process_time() - began)
        return min(times)

    exact = shortest(
        lambda: [cluster_rate(good, nothing, sizes, threshold=0.95) for _ in range(20)]
    )
    assert shortest(lambda: judged_rate(good, nothing, sizes, judge, threshold=0.95)) < 8 * exact
