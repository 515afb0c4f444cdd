"""Holds the published interval and category to what was published, and to their known faults."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.published_interval import published_category, published_interval

# Judge, attribute, bounds of ICC(C,1), category: results page of the repository that
# arXiv:2510.19032 names, table of reliability.
PUBLISHED = [
    ("Claude-3.7-Sonnet", "Guidance", 0.764, 0.980, "good"),
    ("Claude-3.7-Sonnet", "Informativeness", 0.830, 0.972, "good"),
    ("Claude-3.7-Sonnet", "Relevance", 0.394, 0.987, "poor"),
    ("Claude-3.7-Sonnet", "Safety", 0.333, 0.961, "poor"),
    ("Claude-3.7-Sonnet", "Empathy", 0.429, 0.958, "moderate"),
    ("Claude-3.7-Sonnet", "Helpfulness", 0.734, 0.992, "good"),
    ("Claude-3.7-Sonnet", "Understanding", 0.563, 0.956, "moderate"),
    ("GPT-4o", "Guidance", 0.650, 0.975, "good"),
    ("GPT-4o", "Informativeness", 0.655, 0.964, "good"),
    ("GPT-4o", "Relevance", 0.267, 0.826, "moderate"),
    ("GPT-4o", "Safety", 0.116, 0.858, "poor"),
    ("GPT-4o", "Empathy", 0.331, 0.891, "moderate"),
    ("GPT-4o", "Helpfulness", 0.407, 0.924, "moderate"),
    ("GPT-4o", "Understanding", 0.549, 0.884, "good"),
    ("Gemini-2.5-Flash", "Guidance", 0.557, 0.956, "moderate"),
    ("Gemini-2.5-Flash", "Informativeness", 0.522, 0.962, "moderate"),
    ("Gemini-2.5-Flash", "Relevance", 0.011, 0.767, "poor"),
    ("Gemini-2.5-Flash", "Safety", 0.077, 0.868, "poor"),
    ("Gemini-2.5-Flash", "Empathy", 0.401, 0.918, "moderate"),
    ("Gemini-2.5-Flash", "Helpfulness", 0.271, 0.832, "poor"),
    ("Gemini-2.5-Flash", "Understanding", 0.137, 0.781, "poor"),
    ("o4-mini", "Guidance", 0.744, 0.976, "good"),
    ("o4-mini", "Informativeness", 0.638, 0.978, "good"),
    ("o4-mini", "Relevance", 0.069, 0.673, "poor"),
    ("o4-mini", "Safety", 0.081, 0.703, "poor"),
    ("o4-mini", "Empathy", 0.476, 0.945, "moderate"),
    ("o4-mini", "Helpfulness", 0.578, 0.934, "moderate"),
    ("o4-mini", "Understanding", 0.636, 0.938, "good"),
]


@pytest.mark.parametrize(("judge", "attribute", "lower", "upper", "word"), PUBLISHED)
def test_the_published_category_of_the_published_interval(
    judge: str, attribute: str, lower: float, upper: float, word: str
) -> None:
    """28 of 28, the width of exactly .560 included."""
    assert published_category(lower, upper) == word, (judge, attribute)


def test_no_interval_has_no_category() -> None:
    """Where all resamples were left out there is nothing to call good."""
    assert published_category(None, None) is None


def test_a_judge_that_agrees_badly_and_evenly_is_called_good() -> None:
    """The category's fault: width alone, so a narrow interval around .3 ranks above a wide one."""
    assert published_category(0.2, 0.4) == "good"
    assert published_category(0.4, 0.99) == "poor"


TABLE = st.lists(
    st.tuples(st.floats(1, 5, width=32), st.floats(1, 5, width=32)), min_size=0, max_size=12
)


@given(TABLE)
def test_the_interval_lies_in_zero_to_one_or_is_none(rows: list[tuple[float, float]]) -> None:
    """Whatever the ratings; kept and left-out resamples add up."""
    table = np.array(rows, dtype=float).reshape(-1, 2)
    found = published_interval(table, generator=np.random.default_rng(1), resamples=50)
    assert (found.lower is None) == (found.upper is None) == (found.left_out == 50)
    if found.lower is not None:
        assert 0 <= found.lower <= found.upper <= 1
    assert found.targets == len(rows)


def test_what_speaks_against_agreement_is_left_out() -> None:
    """A judge that ranks in reverse gets an interval all the same, of the few lucky resamples."""
    rows = [[1, 5], [2, 4], [3, 3.2], [4, 2], [5, 1], [2, 2.1]]
    found = published_interval(rows, generator=np.random.default_rng(4))
    assert found.left_out > 900
