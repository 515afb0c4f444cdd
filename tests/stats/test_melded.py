"""The melded interval: reference values, what moves it which way, and what it owns up to."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.stats.melded import (
    JudgeCounts,
    melded,
    melded_lower,
    melded_p_at_least,
    melded_p_at_most,
    melded_point,
    melded_upper,
)

Oracle = Callable[[str], Any]

# 4e6 draws of the melded distribution, 0.025 and 0.975 quantiles (Monte Carlo error 1e-4).
_DRAWN = [
    ((190, 200, 48, 50, 45, 50), 0.92142, 1.0),
    ((200, 200, 50, 50, 50, 50), 0.98135, 1.0),
    ((95, 100, 95, 100, 18, 20), 0.90889, 1.0),
    ((30, 100, 40, 50, 45, 50), 0.08073, 0.47113),
    ((0, 50, 20, 25, 25, 25), 0.0, 0.09464),
    ((150, 200, 80, 100, 70, 100), 0.71558, 1.0),
]

_judge = st.builds(
    lambda good, bad, missed, slipped: JudgeCounts(
        good - min(missed, good), good, bad - min(slipped, bad), bad
    ),
    st.integers(0, 80),
    st.integers(0, 80),
    st.integers(0, 25),
    st.integers(0, 25),
)
_run = st.integers(0, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(("counts", "lower", "upper"), _DRAWN)
def test_drawn_values(counts: tuple[int, ...], lower: float, upper: float) -> None:
    """The grid gives what millions of draws give."""
    x, n, *gold = counts
    found = melded(x, n, JudgeCounts(*gold), level=0.95)
    assert (found.lower, found.upper) == pytest.approx((lower, upper), abs=5e-4)


def test_reference_values(oracle: Oracle) -> None:
    """Every reference value of the exact bounds is met, drawn and on a grid."""
    for row in oracle("judge_corrected.json"):
        judge = JudgeCounts(row["a"], row["m1"], row["b"], row["m0"])
        found = melded(row["x"], row["n"], judge, level=0.95)
        bounds = [found.lower, found.upper]
        assert bounds == pytest.approx(row["meld_exact_MC4e6"], abs=5e-4)
        assert bounds == pytest.approx(row["ref_meld_exact"], abs=5e-4)


def test_the_point_lies_inside_the_jeffreys_interval(oracle: Oracle) -> None:
    """The best guess lies inside the reference's Jeffreys interval, and near Rogan and Gladen's."""
    for row in oracle("judge_corrected.json"):
        judge = JudgeCounts(row["a"], row["m1"], row["b"], row["m0"])
        found = melded_point(row["x"], row["n"], judge)
        low, high = row["meld_jeffreys_MC4e6"]
        assert low <= found <= high
        assert found == pytest.approx(row["rogan_gladen"], abs=0.02)


def test_the_same_counts_give_the_same_bounds() -> None:
    """Nothing is drawn: two evaluations agree to the last bit."""
    judge = JudgeCounts(48, 50, 45, 50)
    assert melded(190, 200, judge) == melded(190, 200, judge)


@settings(max_examples=40)
@given(_run, _judge, st.sampled_from([0.0, 0.3, 0.8, 0.95, 1.0]))
def test_bounds_are_bounds(run: tuple[int, int], judge: JudgeCounts, rate: float) -> None:
    """Bounds lie in [0, 1] in order, and p-values say the same as the bounds."""
    x, n = run
    found = melded(x, n, judge)
    assert 0 <= found.lower <= found.upper <= 1
    above = float(melded_p_at_least(x, n, rate, judge))
    below = float(melded_p_at_most(x, n, rate, judge))
    assert 0 <= above <= 1
    assert 0 <= below <= 1
    if abs(found.lower - rate) > 1e-8:
        assert (found.lower > rate) == (above < 0.05)
    if abs(found.upper - rate) > 1e-8:
        assert (found.upper < rate) == (below < 0.05)


@settings(max_examples=40)
@given(_run, _judge)
def test_the_point_lies_between_the_bounds(run: tuple[int, int], judge: JudgeCounts) -> None:
    """A best guess, where there is one, lies in the two-sided interval."""
    found, point = melded(*run, judge, level=0.9), melded_point(*run, judge)
    if point is not None:
        assert found.lower - 1e-9 <= point <= found.upper + 1e-9


@settings(max_examples=40)
@given(_run, _judge)
def test_one_more_judged_good_never_lowers_a_bound(
    run: tuple[int, int], judge: JudgeCounts
) -> None:
    """Turning one trial good, or adding a good one to the run, raises bounds or leaves them."""
    x, n = run
    assume(x < n)
    before, after = melded(x, n, judge), melded(x + 1, n, judge)
    assert after.lower >= before.lower
    assert after.upper >= before.upper


@settings(max_examples=40)
@given(_run, _judge)
def test_a_judge_that_catches_less_never_raises_the_lower_bound(
    run: tuple[int, int], judge: JudgeCounts
) -> None:
    """One bad gold fewer judged bad, or one more miss, and passing is no easier."""
    assume(judge.judged_bad > 0)
    good, caught, bad = (judge.judged_good, judge.good), judge.judged_bad, judge.bad
    before = melded_lower(*run, judge, alpha=0.05)
    for worse in ((caught - 1, bad), (caught - 1, bad - 1), (caught, bad + 1)):
        assert melded_lower(*run, JudgeCounts(*good, *worse), alpha=0.05) <= before + 1e-5


@settings(max_examples=40)
@given(_run, _judge)
def test_a_judge_that_accepts_less_never_lowers_the_upper_bound(
    run: tuple[int, int], judge: JudgeCounts
) -> None:
    """One good gold fewer judged good, or one more rejected, and failing is no easier."""
    assume(judge.judged_good > 0)
    right, good, bad = judge.judged_good, judge.good, (judge.judged_bad, judge.bad)
    before = melded_upper(*run, judge, alpha=0.05)
    for worse in ((right - 1, good), (right - 1, good - 1), (right, good + 1)):
        assert melded_upper(*run, JudgeCounts(*worse, *bad), alpha=0.05) >= before - 1e-5


@settings(max_examples=40)
@given(_run, st.integers(40, 49), st.integers(41, 50))
def test_a_more_lenient_judge_lowers_both_bounds(
    run: tuple[int, int], right: int, caught: int
) -> None:
    """Far from chance, a judge that lets more through makes its good worth less on both sides."""
    before = melded(*run, JudgeCounts(right, 50, caught, 50))
    for lenient in (JudgeCounts(right + 1, 50, caught, 50), JudgeCounts(right, 50, caught - 1, 50)):
        after = melded(*run, lenient)
        assert after.lower <= before.lower + 1e-5
        assert after.upper <= before.upper + 1e-5


def test_near_chance_a_better_judge_can_raise_both_bounds() -> None:
    """Where it is doubtful that the judge knows anything, less doubt says more: the limit."""
    doubtful, better = JudgeCounts(1, 2, 3, 3), JudgeCounts(2, 2, 3, 3)
    assert melded_lower(3, 3, doubtful, alpha=0.05) == 0
    assert melded_lower(3, 3, better, alpha=0.05) > 0


@pytest.mark.parametrize("rate", [0.5, 0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [50, 500])
def test_a_worse_judge_widens_what_is_to_be_expected(rate: float, n: int) -> None:
    """At expected counts the interval widens as sensitivity, specificity or gold fall."""

    def width(sensitivity: float, specificity: float, good: float, bad: float) -> float:
        judge = JudgeCounts(sensitivity * good, good, specificity * bad, bad)
        found = melded(n * (rate * sensitivity + (1 - rate) * (1 - specificity)), n, judge)
        return found.upper - found.lower

    for worse in (
        [(s, 0.9, 100, 50) for s in (1.0, 0.99, 0.95, 0.9, 0.8, 0.7)],
        [(0.95, s, 100, 50) for s in (1.0, 0.99, 0.95, 0.9, 0.8, 0.7)],
        [(0.95, 0.9, m, 50) for m in (1000, 300, 100, 50, 20)],
        [(0.95, 0.9, 100, m) for m in (1000, 300, 100, 50, 20)],
    ):
        widths = [width(*each) for each in worse]
        assert all(a <= b + 1e-4 for a, b in pairwise(widths))


@given(st.integers(1, 60), st.integers(0, 40), st.integers(1, 40), st.data())
def test_a_judge_no_better_than_chance_says_nothing(
    n: int, right: int, size: int, data: st.DataObject
) -> None:
    """Where sensitivity and specificity add up to 1 or less, the interval is [0, 1]."""
    right = min(right, size)
    caught = data.draw(st.integers(0, size - right))
    judge = JudgeCounts(right, size, caught, size)
    x = data.draw(st.integers(0, n))
    found = melded(x, n, judge)
    assert (found.lower, found.upper) == (0, 1)
    assert melded_point(x, n, judge) is None
    assert float(melded_p_at_least(x, n, 0.5, judge)) == 1
    assert float(melded_p_at_most(x, n, 0.5, judge)) == 1


def test_little_gold_leaves_little_to_say() -> None:
    """Without gold of a class its side stays open; with three of each nearly everything does."""
    for judge in (JudgeCounts(0, 0, 0, 0), JudgeCounts(50, 50, 0, 0)):
        assert melded_lower(60, 60, judge, alpha=0.05) == 0
    assert melded_upper(30, 60, JudgeCounts(0, 0, 50, 50), alpha=0.05) == 1
    few = melded(45, 60, JudgeCounts(2, 3, 2, 3))
    assert few.upper - few.lower > 0.9
    assert melded_point(30, 60, JudgeCounts(0, 0, 50, 50)) is None
    assert melded_point(0, 0, JudgeCounts(50, 50, 50, 50)) is None


def test_no_trials_give_the_whole_range() -> None:
    """An empty run says nothing, and no count of it is certain."""
    found = melded(0, 0, JudgeCounts(48, 50, 45, 50))
    assert (found.lower, found.upper) == (0, 1)


@given(st.integers(1, 300), st.floats(0.001, 0.2))
def test_a_run_beyond_the_judges_own_sensitivity_proves_no_more_than_a_perfect_judge(
    n: int, alpha: float
) -> None:
    """All judged good, though the gold says that a third of good ones are missed: at most CP."""
    found = melded_lower(n, n, JudgeCounts(200, 300, 300, 300), alpha=alpha)
    assert found <= alpha ** (1 / n) + 1e-9


@settings(max_examples=30)
@given(_run)
def test_a_perfect_and_well_known_judge_leaves_clopper_pearson(run: tuple[int, int]) -> None:
    """With endless gold and no error, the interval is the exact binomial one."""
    found = melded(*run, JudgeCounts(1e7, 1e7, 1e7, 1e7))
    exact = clopper_pearson(*run)
    assert found.lower == pytest.approx(exact.lower, abs=1e-5)
    assert found.upper == pytest.approx(exact.upper, abs=1e-5)


@settings(max_examples=40)
@given(_run, _judge)
def test_good_and_bad_mirror_each_other(run: tuple[int, int], judge: JudgeCounts) -> None:
    """Counting the bad, with the judge mirrored, mirrors the interval."""
    x, n = run
    found, mirror = melded(x, n, judge), melded(n - x, n, judge.mirrored())
    assert (mirror.lower, mirror.upper) == pytest.approx((1 - found.upper, 1 - found.lower))


def test_many_counts_at_once_say_what_each_says_alone() -> None:
    """The vectorised p-value is the scalar one, and falls with the count."""
    judge, counts = JudgeCounts(95, 100, 46, 50), np.arange(101)
    together = melded_p_at_least(counts, 100, 0.9, judge)
    alone = [float(melded_p_at_least(int(x), 100, 0.9, judge)) for x in counts]
    assert together == pytest.approx(alone, abs=1e-12)
    assert np.all(np.diff(together) <= 0)


def test_effective_counts_are_welcome() -> None:
    """Real counts lie between their whole neighbours."""
    judge = JudgeCounts(95.4, 99.2, 18.7, 20.1)
    low, middle, high = (melded_lower(x, 100, judge, alpha=0.05) for x in (94, 94.5, 95))
    assert low < middle < high


def test_small_p_values_do_not_run_out_of_grid() -> None:
    """Far out, where the judge decides, p-values keep falling as draws from its tails would."""
    judge, n = JudgeCounts(60, 100, 90, 100), 100_000
    p_values = [float(melded_p_at_most(share * n, n, 0.9, judge)) for share in (0.5, 0.45, 0.4)]
    assert p_values == sorted(p_values, reverse=True)
    assert 1e-6 < p_values[2] < 1e-3 < p_values[0]


@pytest.mark.parametrize(
    "counts", [(11, 10, 1, 2), (1, 2, -1, 2), (1, 2, 3, 2), (1, float("inf"), 1, 2)]
)
def test_impossible_gold_is_refused(counts: tuple[float, ...]) -> None:
    """Counts that a class cannot hold raise, with the class named; so does NaN."""
    with pytest.raises(ValueError, match="judged_"):
        JudgeCounts(*counts)
    with pytest.raises(ValueError, match="judged_good"):
        JudgeCounts(float("nan"), 2, 1, 2)


@pytest.mark.parametrize(("x", "n", "level"), [(3, 2, 0.9), (-1, 2, 0.9), (1, 2, 1.0)])
def test_melded_refuses_impossible_input(x: int, n: int, level: float) -> None:
    """Counts outside the trials and levels outside (0, 1) raise."""
    judge = JudgeCounts(9, 10, 9, 10)
    with pytest.raises(ValueError, match="expected"):
        melded(x, n, judge, level=level)


@pytest.mark.parametrize(("rate", "right", "caught"), [(0.9, 0.95, 0.9), (0.99, 0.98, 0.85)])
def test_simulated_bounds_err_no_more_than_they_say(
    rate: float, right: float, caught: float
) -> None:
    """Each bound errs at most at its 5 %, run and gold both redrawn, up to Monte Carlo error."""
    rng = np.random.default_rng(20261130)
    runs = 400
    too_high = too_low = 0
    for _ in range(runs):
        judge = JudgeCounts(int(rng.binomial(60, right)), 60, int(rng.binomial(40, caught)), 40)
        x = int(rng.binomial(150, rate * right + (1 - rate) * (1 - caught)))
        too_high += float(melded_p_at_least(x, 150, rate, judge)) < 0.05
        too_low += float(melded_p_at_most(x, 150, rate, judge)) < 0.05
    limit = 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert too_high / runs <= limit
    assert too_low / runs <= limit


def test_an_interval_takes_as_long_as_some_clopper_pearsons() -> None:
    """The cost is bounded against the exact binomial interval, whatever the machine."""
    judge = JudgeCounts(95, 100, 44, 50)
    melded(450, 500, judge)

    def shortest(call: Callable[[], object]) -> float:
        times = []
        for _ in range(5):
            began = time.process_time()
            call()
            times.append(time.process_time() - began)
        return min(times)

    exact = shortest(lambda: [clopper_pearson(450, 500) for _ in range(200)])
    assert shortest(lambda: melded(450, 500, judge)) < 20 * exact
