"""Holds Koo and Li's words to their limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.koo_li import koo_li_category

ORDER = ["poor", "moderate", "good", "excellent"]


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (-1.0, "poor"),
        (0.4999, "poor"),
        (0.5, "moderate"),
        (0.7499, "moderate"),
        (0.75, "good"),
        (0.8999, "good"),
        (0.9, "excellent"),
        (1.0, "excellent"),
        (None, None),
    ],
)
def test_words_begin_at_their_limits(value: float | None, word: str | None) -> None:
    """.50, .75 and .90 belong to the better word; no coefficient has no word."""
    assert koo_li_category(value) == word


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_a_larger_coefficient_has_no_worse_word(one: float, other: float) -> None:
    """Words and coefficients have one order."""
    low, high = sorted([one, other])
    assert ORDER.index(koo_li_category(low)) <= ORDER.index(koo_li_category(high))
