"""The quantile grid: means and tails of beta distributions, and those that are one point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betainc

from mhgate.stats.quantile_grid import beta_quantiles

_shape = st.floats(0.5, 300)


@given(_shape, _shape)
def test_moments_are_those_of_the_distribution(first: float, second: float) -> None:
    """Mean and variance come out, and the weights add up to 1 but for what lies beyond."""
    values, weights = beta_quantiles(first, second)
    mean, total = first / (first + second), first + second
    assert weights.sum() == pytest.approx(1, abs=1e-6)
    assert values @ weights == pytest.approx(mean, abs=1e-6)
    spread = (values - mean) ** 2 @ weights
    assert spread == pytest.approx(mean * (1 - mean) / (total + 1), rel=1e-3)
    assert np.all(np.diff(values) >= 0)


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 60), st.integers(1, 60))
def test_either_of_two_distributions_may_be_averaged_over(a: int, b: int, c: int, d: int) -> None:
    """P(X > Y) is the same averaged over X and over Y, to five digits."""
    values, weights = beta_quantiles(a, b)
    found = float(betainc(c, d, values) @ weights)
    far, far_weights = beta_quantiles(c, d)
    other = float((1 - betainc(a, b, far)) @ far_weights)
    assert found == pytest.approx(other, abs=1e-5)


def test_a_missing_shape_is_a_point() -> None:
    """Without successes the distribution is at 0, without failures at 1."""
    for shapes, point in (((0, 5), 0.0), ((5, 0), 1.0), ((0, 0), 0.0)):
        values, weights = beta_quantiles(*shapes)
        assert values.tolist() == [point]
        assert weights.tolist() == [1.0]
