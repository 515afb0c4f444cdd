"""Holds how many more items would decide to what those items then do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import p_at_least, p_at_most
from mhgate.stats.melded import JudgeCounts, melded_p_at_least, melded_p_at_most
from mhgate.stats.more_items import more_items

GOOD_JUDGE = JudgeCounts(392, 400, 96, 100)


def _decided(good: int, lost: int, items: int, more: int, threshold: float) -> float:
    """Return how often so many more items decide, failures as frequent as before."""
    rng = np.random.default_rng(7)
    shares = np.array([good + 0.5, lost, items - good - lost + 0.5])
    drawn = rng.multinomial(more, shares / shares.sum(), size=4000)
    total = items + more
    proven = p_at_least(good + drawn[:, 0], total, threshold) < 0.05
    refuted = p_at_most(good + lost + drawn[:, 0] + drawn[:, 1], total, threshold) < 0.05
    return float((proven | refuted).mean())


@pytest.mark.parametrize(
    ("good", "lost", "threshold"),
    [(58, 0, 0.9), (60, 0, 0.97), (50, 0, 0.9), (59, 0, 0.95), (55, 4, 0.8), (30, 8, 0.8)],
)
def test_so_many_more_decide_four_times_in_five(good: int, lost: int, threshold: float) -> None:
    """Playing the items to come many times decides with about the promised probability."""
    more = more_items(good, lost, 60, 60, threshold)
    assert more is not None
    assert _decided(good, lost, 60, more, threshold) >= 0.77
    if more > 1:
        assert _decided(good, lost, 60, more - 1, threshold) < 0.84


@pytest.mark.parametrize(("good", "threshold"), [(52, 0.8), (57, 0.9), (40, 0.8)])
def test_so_many_more_decide_through_a_judge(good: int, threshold: float) -> None:
    """The same where a judge's error is corrected: by the bounds that then decide."""
    more = more_items(good, 0, 60, 60, threshold, judge=GOOD_JUDGE, icc_floor=0.1)
    assert more is not None
    rng = np.random.default_rng(7)
    x = good + rng.binomial(more, (good + 0.5) / 61, size=400)
    proven = melded_p_at_least(x, np.full(400, 60 + more), threshold, GOOD_JUDGE) < 0.05
    refuted = melded_p_at_most(x, np.full(400, 60 + more), threshold, GOOD_JUDGE) < 0.05
    assert (proven | refuted).mean() >= 0.73


def test_at_the_threshold_no_number_would_do() -> None:
    """A rate that lies at its threshold is not decided by five thousand items."""
    assert more_items(57, 0, 60, 60, 0.95) is None


def test_what_fails_too_often_is_not_cured_by_items() -> None:
    """Where failures alone could cross the threshold, more of the same decide nothing."""
    assert more_items(86, 10, 100, 100, 0.88) is None


@given(st.integers(0, 60), st.integers(0, 20), st.integers(2, 60), st.floats(0, 1))
def test_any_record_has_an_answer(good: int, lost: int, families: int, threshold: float) -> None:
    """Every record gets a number of items or none, never an error."""
    found = more_items(min(good, 60 - lost), lost, 60, families, threshold)
    assert found is None or 1 <= found <= 5000


def test_larger_families_take_more_items() -> None:
    """Items that come in families are worth less, so that more of them are needed."""
    alone, together = more_items(60, 0, 60, 60, 0.97), more_items(60, 0, 60, 12, 0.97)
    assert alone is not None
    assert together is not None
    assert together > alone


def test_a_gold_set_that_is_too_small_is_not_cured_by_items() -> None:
    """Where the judge's own error spans the distance, no number of items decides; gold does."""
    small, large = JudgeCounts(47, 50, 45, 50), JudgeCounts(4700, 5000, 450, 500)
    seen = {"good": 55, "lost": 0, "items": 60, "families": 60, "threshold": 0.92}
    assert more_items(**seen, judge=small) is None  # type: ignore[arg-type]
    assert more_items(**seen, judge=large) is not None  # type: ignore[arg-type]


def test_a_judge_that_says_nothing_decides_nothing() -> None:
    """At chance, the correction is void."""
    assert more_items(59, 0, 60, 60, 0.8, judge=JudgeCounts(50, 100, 50, 100)) is None
