"""Holds how many more items would decide to what those items then do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import lower_bound, upper_bound
from mhgate.stats.more_items import judged_more_items, more_items


@pytest.mark.parametrize(("good", "threshold"), [(58, 0.9), (60, 0.97), (50, 0.9), (59, 0.95)])
def test_so_many_more_decide_four_times_in_five(good: int, threshold: float) -> None:
    """Playing the items to come many times decides with about the promised probability."""
    more = more_items(good, 60, 60, threshold)
    assert more is not None
    rng = np.random.default_rng(7)
    x = good + rng.binomial(more, (good + 0.5) / 61, size=4000)
    decided = (lower_bound(x, 60 + more, 0.05) >= threshold) | (
        upper_bound(x, 60 + more, 0.05) < threshold
    )
    assert 0.78 <= decided.mean() <= 1.0
    if more > 1:
        fewer = good + rng.binomial(more - 1, (good + 0.5) / 61, size=4000)
        n = 60 + more - 1
        early = (lower_bound(fewer, n, 0.05) >= threshold) | (
            upper_bound(fewer, n, 0.05) < threshold
        )
        assert early.mean() < 0.83


def test_at_the_threshold_no_number_would_do() -> None:
    """A rate that lies at its threshold is not decided by five thousand items."""
    assert more_items(57, 60, 60, 0.95) is None


@given(st.integers(0, 60), st.integers(2, 60), st.floats(0, 1))
def test_any_record_has_an_answer(good: int, families: int, threshold: float) -> None:
    """Every record gets a number of items or none, never an error."""
    found = more_items(good, 60, families, threshold)
    assert found is None or 1 <= found <= 5000


def test_larger_families_take_more_items() -> None:
    """Items that come in families are worth less, so that more of them are needed."""
    alone, together = more_items(60, 60, 60, 0.97), more_items(60, 60, 12, 0.97)
    assert alone is not None
    assert together is not None
    assert together > alone


def test_a_gold_set_that_is_too_small_is_not_cured_by_items() -> None:
    """Where the judge's own error spans the distance, no number of items decides; gold does."""
    small = {"sensitivity": 0.95, "n_good": 50, "specificity": 0.9, "n_bad": 50}
    assert judged_more_items(0.97, 60, 60, 0.95, **small) is None
    large = small | {"n_good": 5000, "n_bad": 500}
    assert judged_more_items(0.97, 60, 60, 0.95, **large) is not None


@pytest.mark.parametrize("sensitivity", [0.5, 0.4])
def test_a_judge_that_says_nothing_decides_nothing(sensitivity: float) -> None:
    """At chance or below, the correction is void."""
    judge = {"sensitivity": sensitivity, "n_good": 100, "specificity": 0.5, "n_bad": 100}
    assert judged_more_items(0.99, 60, 60, 0.8, **judge) is None
