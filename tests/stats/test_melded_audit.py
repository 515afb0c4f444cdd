"""The interval of an audited run: against draws, its fallback, and its degenerate cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.stats.melded_audit import AuditCounts, melded_audit, melded_audit_p_at_least

# numpy 2.4, 2e6 draws: quantile(p * v + (1 - p) * w, .025) of p = beta(x, n - x + 1) and so on.
_DRAWN = [
    ((190, 200), (94, 95, 2, 5), 0.89903, 0.98943),
    ((198, 200), (99, 99, 0, 1), 0.94393, 0.99987),
    ((90, 200), (40, 45, 20, 55), 0.49716, 0.69484),
    ((480, 500), (285, 290, 1, 10), 0.91691, 0.97037),
]

_part = st.tuples(st.integers(0, 12), st.integers(0, 12))


@pytest.mark.parametrize(("run", "audit", "lower", "upper"), _DRAWN)
def test_drawn_values(
    run: tuple[int, int], audit: tuple[int, ...], lower: float, upper: float
) -> None:
    """The grid gives what millions of draws give."""
    found = melded_audit(*run, AuditCounts(*audit), level=0.95)
    assert (found.lower, found.upper) == pytest.approx((lower, upper), abs=5e-4)


@settings(max_examples=30)
@given(_part, _part, st.integers(0, 30), st.integers(0, 30))
def test_bounds_are_bounds(
    passed: tuple[int, int], failed: tuple[int, int], more_good: int, more_bad: int
) -> None:
    """Bounds lie in [0, 1] in order, mirror each other, and agree with the p-value."""
    audit = AuditCounts(passed[0], sum(passed), failed[0], sum(failed))
    x, n = sum(passed) + more_good, sum(passed) + sum(failed) + more_good + more_bad
    found = melded_audit(x, n, audit)
    assert 0 <= found.lower <= found.upper <= 1
    mirror = melded_audit(n - x, n, AuditCounts(failed[1], sum(failed), passed[1], sum(passed)))
    assert (mirror.lower, mirror.upper) == pytest.approx((1 - found.upper, 1 - found.lower))
    if abs(found.lower - 0.5) > 1e-8:
        assert (found.lower > 0.5) == (melded_audit_p_at_least(x, n, 0.5, audit) < 0.05)


@settings(max_examples=30)
@given(_part, _part)
def test_one_more_upheld_never_lowers_a_bound(
    passed: tuple[int, int], failed: tuple[int, int]
) -> None:
    """Gold turned good raises both bounds, or leaves them."""
    x, n = sum(passed) + 5, sum(passed) + sum(failed) + 10
    before = melded_audit(x, n, AuditCounts(passed[0], sum(passed), failed[0], sum(failed)))
    better = (min(passed[0] + 1, sum(passed)), sum(passed))
    after = melded_audit(x, n, AuditCounts(*better, failed[0], sum(failed)))
    assert after.lower >= before.lower - 1e-6
    assert after.upper >= before.upper - 1e-6


def test_labels_alone_are_nearly_as_good_near_one() -> None:
    """A perfect audit certifies what its own labels do, not what the whole run could."""
    found = melded_audit(500, 500, AuditCounts(60, 60, 0, 0))
    labels = clopper_pearson(60, 60)
    assert found.lower == pytest.approx(labels.lower, abs=0.006)
    assert found.upper == 1


def test_nothing_audited_says_nothing() -> None:
    """No audit, or no run, gives [0, 1]."""
    for x, n in ((90, 100), (0, 0)):
        found = melded_audit(x, n, AuditCounts(0, 0, 0, 0))
        assert (found.lower, found.upper) == (0, 1)


def test_an_upside_down_judge_is_heard() -> None:
    """Where judged bad proves better than judged good, more judged good lowers the lower bound."""
    audit = AuditCounts(5, 20, 18, 20)
    assert melded_audit(60, 200, audit).lower > melded_audit(140, 200, audit).lower


def test_impossible_audits_are_refused() -> None:
    """More good than audited, more audited than run, and counts outside the run raise."""
    with pytest.raises(ValueError, match="judged_good"):
        AuditCounts(3, 2, 0, 0)
    with pytest.raises(ValueError, match="sample of the run"):
        melded_audit(5, 10, AuditCounts(6, 6, 0, 0))
    with pytest.raises(ValueError, match="expected a count"):
        melded_audit(11, 10, AuditCounts(0, 0, 0, 0))
    with pytest.raises(ValueError, match="level"):
        melded_audit(5, 10, AuditCounts(1, 1, 1, 1), level=1)


def test_simulated_bounds_of_audits_err_no_more_than_they_say() -> None:
    """Both bounds err at most at their 5 % where the judge errs on one trial in ten."""
    rng = np.random.default_rng(20261130)
    runs, n, m, rate, right = 300, 200, 60, 0.95, 0.9
    too_high = too_low = 0
    for _ in range(runs):
        good = rng.random(n) < rate
        judged = np.where(rng.random(n) < right, good, ~good)
        people = slice(0, m)
        passed, failed = judged[people], ~judged[people]
        counts = [int(each.sum()) for each in (good[people] & passed, passed)]
        counts += [int(each.sum()) for each in (good[people] & failed, failed)]
        x = int(judged.sum())
        mirrored = AuditCounts(counts[3] - counts[2], counts[3], counts[1] - counts[0], counts[1])
        too_high += melded_audit_p_at_least(x, n, rate, AuditCounts(*counts)) < 0.05
        too_low += melded_audit_p_at_least(n - x, n, 1 - rate, mirrored) < 0.05
    limit = 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert too_high / runs <= limit
    assert too_low / runs <= limit
