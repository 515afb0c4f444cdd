"""Flips of a judge and of a target: counted apart, with exact bounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.stats.flip_rates import flip_rates

_tables = st.lists(
    st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 5), st.integers(0, 2)), max_size=40
)


def test_bounds_are_exact_where_every_transcript_is_its_own_family() -> None:
    """Three flips among fifty independent transcripts have the interval of Clopper and Pearson."""
    values = [1, 1] * 47 + [1, 0] * 3
    found = flip_rates(values, items=np.repeat(range(50), 2), epochs=[0] * 100, level=0.9).judge
    exact = clopper_pearson(3, 50, level=0.9)
    assert (found.flips, found.n, found.rate) == (3, 50, 0.06)
    assert found.lower == pytest.approx(exact.lower, abs=0.01)
    assert found.upper == pytest.approx(exact.upper, abs=0.01)


def test_no_flip_proves_no_zero() -> None:
    """Nothing seen among thirty leaves an upper bound above 0."""
    found = flip_rates([1, 1] * 30, items=np.repeat(range(30), 2), epochs=[0] * 60)
    assert (found.judge.flips, found.judge.lower) == (0, 0.0)
    assert found.judge.upper is not None
    assert 0.05 < found.judge.upper < 0.15


def test_a_noisy_judge_is_not_taken_for_the_target() -> None:
    """Two epochs differ where every judgement of one is above every judgement of the other."""
    values = [1, 0, 1, 1, 1, 1, 0, 0]
    found = flip_rates(values, items=list("aaaabbbb"), epochs=[0, 0, 1, 1] * 2)
    assert (found.judge.flips, found.judge.n) == (1, 4)
    assert (found.target.flips, found.target.n) == (1, 2)
    assert found.target.pairwise == pytest.approx((2 / 4 + 4 / 4) / 2)


def test_pairs_do_not_grow_with_repeats() -> None:
    """The rate of any contradiction rises with the repeats, that of two judgements does not."""
    rng = np.random.default_rng(3)
    rates, pairs = [], []
    for repeats in (2, 5):
        values = rng.random((2000, repeats)) < 0.1
        items = np.repeat(range(2000), repeats)
        found = flip_rates(values.ravel(), items=items, epochs=np.zeros(len(items))).judge
        rates.append(found.rate)
        pairs.append(found.pairwise)
    assert rates[1] > rates[0] + 0.15
    assert pairs == pytest.approx([0.18, 0.18], abs=0.025)


def test_what_was_done_once_has_a_reason() -> None:
    """One repeat says nothing of the judge, one epoch nothing of the target."""
    found = flip_rates([1, 0], items=["a", "b"], epochs=[0, 0])
    for each in (found.judge, found.target):
        assert (each.n, each.rate, each.lower, each.upper, each.pairwise) == (0, *[None] * 4)
        assert "twice" in (each.reason or "")


@settings(max_examples=60, deadline=None)
@given(_tables, st.randoms())
def test_rates_are_shares_in_any_order(rows: list[tuple[float, int, int]], mix: object) -> None:
    """Always in [0, 1], inside their bounds, never NaN, and blind to the order."""

    def of(table: list[tuple[float, int, int]]) -> object:
        return flip_rates(
            [row[0] for row in table],
            items=[row[1] for row in table],
            epochs=[row[2] for row in table],
            families=[row[1] // 2 for row in table],
        )

    found, mixed = of(rows), rows[:]
    mix.shuffle(mixed)  # type: ignore[attr-defined]
    assert of(mixed) == found
    for each in (found.judge, found.target):  # type: ignore[attr-defined]
        if each.n:
            assert 0 <= each.lower <= each.rate <= each.upper <= 1
            assert 0 <= each.pairwise <= 1
