"""A p-value by inverting a bound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.stats.inverted_bound import p_from_bound


@given(st.floats(2e-6, 0.049))
def test_it_finds_where_a_bound_begins_to_reject(edge: float) -> None:
    """The rate at which the bound begins to reject is the p-value."""
    assert p_from_bound(lambda alpha: alpha >= edge, at=0.05) == pytest.approx(edge, rel=1e-4)


def test_the_exact_binomial_test() -> None:
    """Inverting Clopper-Pearson's upper bound gives the exact test.

    scipy.stats.binomtest(70, 100, 0.8, alternative='less').pvalue == 0.011248978720991378
    """
    found = p_from_bound(
        lambda alpha: clopper_pearson(70, 100, level=1 - 2 * alpha).upper < 0.8, at=0.05
    )
    assert found == pytest.approx(0.011248978720991378, rel=1e-4)


def test_nothing_rejected_is_one_and_everything_is_least() -> None:
    """What is not rejected has p 1, never too small; the least is one in a million."""
    assert p_from_bound(lambda _: False, at=0.05) == 1
    assert p_from_bound(lambda _: True, at=0.05) == 1e-6
