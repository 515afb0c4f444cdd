"""Holds cells to being a rating, or no rating for a reason."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.importers.rating_values import EMPTY, ValueReader

READER = ValueReader(
    labels={"yes": 1.0, "no": 0.0, "4 - good": 4.0, "true": 1.0},
    not_sure=frozenset({"not sure", "?", "don't know"}),
    not_applicable=frozenset({"n/a", "9"}),
    least=0,
    greatest=5,
)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (4, 4.0),
        (4.5, 4.5),
        (" 3 ", 3.0),
        ("3.0", 3.0),
        ("\u00a02", 2.0),
        ("+2", 2.0),
        (".5", 0.5),
        ("1e0", 1.0),
        ("Yes", 1.0),
        ("  NO ", 0.0),
        ("4 -  Good", 4.0),
        (True, 1.0),
        (0, 0.0),
        (-0.0, 0.0),
    ],
)
def test_numbers_and_words_are_ratings(raw: Any, value: float) -> None:
    """Blanks, case and the form of a number do not matter."""
    assert READER.read(raw).value == value


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, EMPTY),
        ("", EMPTY),
        ("  \t", EMPTY),
        ("Not Sure", "the rater was not sure"),
        ("don\u2019t know", "the rater was not sure"),
        ("N/A", "not applicable"),
        (9, "not applicable"),
        (9.0, "not applicable"),
        ("9", "not applicable"),
        (6, "above the scale"),
        (-1, "below the scale"),
        (10**400, "no number, and no word of the mapping"),
        (False, "no number, and no word of the mapping"),
        ("5/5", "no number, and no word of the mapping"),
        ("1_0", "no number, and no word of the mapping"),
        ("nan", "no number, and no word of the mapping"),
        ("Infinity", "no number, and no word of the mapping"),
        ("\u0664", "no number, and no word of the mapping"),
        ("#N/A", "no number, and no word of the mapping"),
        (math.nan, "no number, and no word of the mapping"),
        (math.inf, "no number, and no word of the mapping"),
        ([4], "no number, and no word of the mapping"),
        ({"a": 4}, "no number, and no word of the mapping"),
        ("1" * 500, "no number, and no word of the mapping"),
    ],
)
def test_what_is_no_rating_says_why(raw: Any, reason: str) -> None:
    """Each kind has its reason, and none becomes a number by accident."""
    found = READER.read(raw)
    assert (found.value, found.reason) == (None, reason)


def test_zero_is_a_rating_unless_it_is_declared() -> None:
    """0 as "not applicable" is the mapping's word, never a guess."""
    assert ValueReader(least=0, greatest=5).read("0").value == 0.0
    declared = ValueReader(not_applicable=frozenset({"0"}), least=0, greatest=5)
    assert declared.read("0").reason == "not applicable"
    assert declared.read(0.0).reason == "not applicable"


def test_a_scale_that_keeps_what_lies_outside_says_so() -> None:
    """Used, and noticed each time."""
    reader = ValueReader(least=1, greatest=5, keeps_outside=True)
    assert reader.read(6).value == 6.0
    assert reader.read(6).noticed == "a rating above the scale, used all the same"
    assert reader.read(0).noticed == "a rating below the scale, used all the same"
    assert reader.read(5).noticed is None


ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.dates()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.dictionaries(st.text(), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(ANYTHING)
def test_anything_is_a_finite_rating_or_has_a_reason(raw: Any) -> None:
    """Never both, never neither, never an exception, never NaN."""
    found = READER.read(raw)
    assert (found.value is None) == (found.reason is not None)
    if found.value is not None:
        assert 0 <= found.value <= 5
