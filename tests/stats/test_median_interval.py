"""The median of what may never happen: its order statistics cover as often as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mhgate.stats.median_interval import median_interval


def test_what_never_happens_lies_at_the_end() -> None:
    """The median is infinite where half or more never come."""
    found = median_interval([1, 2, math.inf, math.inf, math.inf])
    assert found.median == math.inf
    assert median_interval([1, 2, 3, math.inf]).median == 2


def test_too_few_values_bound_nothing() -> None:
    """Four are too few for bounds at 95 %, five are enough."""
    few, enough = median_interval([1, 2, 3, 4]), median_interval([1, 2, 3, 4, 5])
    assert (few.lower, few.upper) == (-math.inf, math.inf)
    assert (enough.lower, enough.upper) == (1, 5)


@pytest.mark.parametrize("values", [[], [1.0, math.nan]])
def test_what_is_no_sample_is_refused(values: list[float]) -> None:
    """Nothing, and what is not a number."""
    with pytest.raises(ValueError, match="one value or more"):
        median_interval(values)


@pytest.mark.parametrize("n", [7, 20, 61])
def test_bounds_hold_the_true_median_as_often_as_they_say(n: int) -> None:
    """Of turns with ties, each bound errs at most at .05 beyond what simulation lets through."""
    rng = np.random.default_rng(n)
    truth = 4
    missed_low = missed_high = 0
    for _ in range(1500):
        found = median_interval(rng.integers(1, 8, size=n).tolist())
        missed_low += found.lower > truth
        missed_high += found.upper < truth
    assert max(missed_low, missed_high) / 1500 <= 0.065
