"""No event among n: exact, never nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import upper_bound
from mhgate.stats.zero_failures import (
    families_without_failure,
    items_without_failure,
    perfect_lower_bound,
    upper_bound_without_event,
)


@pytest.mark.parametrize(
    ("threshold", "n05", "n025", "n01"),
    [
        (0.8, 14, 17, 21),
        (0.9, 29, 36, 44),
        (0.95, 59, 72, 90),
        (0.98, 149, 183, 228),
        (0.99, 299, 368, 459),
        (0.995, 598, 736, 919),
    ],
)
def test_table_of_perfect_records(threshold: float, n05: int, n025: int, n01: int) -> None:
    """The published numbers of items without a failure come out at three error rates."""
    assert items_without_failure(threshold, alpha=0.05) == n05
    assert items_without_failure(threshold, alpha=0.025) == n025
    assert items_without_failure(threshold, alpha=0.01) == n01


@given(st.floats(1, 1e6), st.floats(0.001, 0.4))
def test_the_bound_without_an_event_is_the_exact_one(n: float, alpha: float) -> None:
    """It is the Clopper-Pearson bound of 0 of n, above 0 and falling with n."""
    found = upper_bound_without_event(n, alpha=alpha)
    assert found == pytest.approx(float(upper_bound(0, n, alpha)), rel=1e-6)
    assert 0 < upper_bound_without_event(2 * n, alpha=alpha) < found


@given(st.floats(3, 1e6))
def test_the_rule_of_three_lies_just_above(n: float) -> None:
    """At 95 % the exact bound is at most 3 / n, and no less than four fifths of it past ten."""
    found = upper_bound_without_event(n)
    assert found <= 3 / n
    assert n < 10 or found >= 0.8 * 3 / n


def test_no_trials_rule_nothing_out() -> None:
    """Without trials the rate can be 1, and impossible input raises."""
    assert upper_bound_without_event(0) == 1
    with pytest.raises(ValueError, match="trials"):
        upper_bound_without_event(-1)
    with pytest.raises(ValueError, match="alpha"):
        upper_bound_without_event(10, alpha=0)


def test_a_perfect_record_in_families_takes_more() -> None:
    """Families of one are items; larger ones take fewer families and more items."""
    assert families_without_failure(0.95, 1) == items_without_failure(0.95) == 59
    families = families_without_failure(0.95, 4)
    assert families is not None
    assert families < 59 < 4 * families
    assert perfect_lower_bound(4, families) >= 0.95 > perfect_lower_bound(4, families - 1)
    assert families_without_failure(1.0, 2) is None
    assert items_without_failure(1.0) is None
