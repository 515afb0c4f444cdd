"""Wilson's interval: reference values, and its sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.stats.wilson import wilson

Oracle = Callable[[str], Any]

# R 4.3: prop.test(k, n, correct = FALSE, conf.level = level)$conf.int
_REFERENCE = [
    (0, 10, 0.95, 0.0, 0.2775328),
    (10, 10, 0.90, 0.7870580, 1.0),
    (95, 100, 0.95, 0.8882495, 0.9784563),
    (297, 300, 0.90, 0.9752442, 0.9959966),
    (15, 30, 0.95, 0.3315413, 0.6684587),
]


@pytest.mark.parametrize(("k", "n", "level", "lower", "upper"), _REFERENCE)
def test_known_values(k: int, n: int, level: float, lower: float, upper: float) -> None:
    """The interval is the score test's, without continuity correction."""
    found = wilson(k, n, level=level)
    assert (found.lower, found.upper) == pytest.approx((lower, upper), abs=1e-6)


def test_reference_values(oracle: Oracle) -> None:
    """Every reference value is met."""
    for row in oracle("proportion_intervals.json"):
        found = wilson(row["k"], row["n"], level=1 - row["alpha"])
        assert [found.lower, found.upper] == pytest.approx(row["wilson"], abs=1e-9)


@given(st.integers(1, 200), st.data())
def test_wilson_is_an_interval_that_rises_with_the_count(n: int, data: st.DataObject) -> None:
    """Bounds hold the rate, lie in [0, 1], rise with the count and mirror each other."""
    x = data.draw(st.integers(0, n - 1))
    before, after, mirror = wilson(x, n), wilson(x + 1, n), wilson(n - x, n)
    assert 0 <= before.lower <= x / n <= before.upper <= 1
    assert before.lower <= after.lower
    assert before.upper <= after.upper
    assert (mirror.lower, mirror.upper) == pytest.approx((1 - before.upper, 1 - before.lower))


def test_wilson_of_nothing_says_nothing() -> None:
    """No trials give [0, 1]."""
    assert (wilson(0, 0).lower, wilson(0, 0).upper) == (0, 1)


def test_a_perfect_record_is_believed_too_early() -> None:
    """With no failure in 59, Wilson claims more than the exact bound: why it does not gate."""
    assert wilson(59, 59).lower > 0.95 + 0.005
    assert clopper_pearson(59, 59).lower == pytest.approx(0.9505, abs=1e-4)


@pytest.mark.parametrize(("x", "n", "level"), [(3, 2, 0.9), (-1, 2, 0.9), (1, 2, 1.0)])
def test_wilson_refuses_impossible_input(x: int, n: int, level: float) -> None:
    """Counts outside the trials and levels outside (0, 1) raise."""
    with pytest.raises(ValueError, match="expected"):
        wilson(x, n, level=level)
