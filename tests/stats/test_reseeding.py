"""Holds many bootstraps drawn at once to single ones, and to what was found out about them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.icc_bootstrap import icc_bootstrap
from mhgate.stats.published_interval import published_category, published_interval
from mhgate.stats.reseeding import reseeded_bounds

# means of nine sources by people and by GPT-4o on empathy, from MentalAlign-70k, three decimals
EMPATHY = [
    [2.796, 4.058],
    [3.816, 4.902],
    [4.159, 4.965],
    [4.248, 4.862],
    [4.302, 4.984],
    [4.311, 4.999],
    [4.359, 4.970],
    [4.002, 4.618],
    [3.616, 4.604],
]


@pytest.mark.parametrize("form", ["C,1", "A,1"])
def test_single_bootstraps_come_from_the_same_distribution(form: str) -> None:
    """Mean and spread of the bounds are those of 60 bootstraps one by one."""
    is_within_unit = form == "C,1"
    (many,) = reseeded_bounds(
        EMPATHY,
        generator=np.random.default_rng(1),
        forms=[(form, is_within_unit)],
        resamples=300,
        reseeds=60,
    )
    single = []
    for seed in range(60):
        rng = np.random.default_rng([2, seed])
        found = (
            published_interval(EMPATHY, generator=rng, form=form, resamples=300)
            if is_within_unit
            else icc_bootstrap(EMPATHY, generator=rng, form=form, level=0.95, resamples=300)
        )
        single.append((found.lower, found.upper))
    one, other = np.array(many, dtype=float), np.array(single, dtype=float)
    error = np.sqrt((one.var(axis=0) + other.var(axis=0)) / 60)
    assert (np.abs(one.mean(axis=0) - other.mean(axis=0)) <= 4 * error + 1e-9).all()


def test_a_width_on_the_limit_changes_its_category_with_the_seed() -> None:
    """Why a category is printed with how often it comes out again."""
    (bounds,) = reseeded_bounds(
        EMPATHY, generator=np.random.default_rng(3), forms=[("C,1", True)], reseeds=100
    )
    words = {published_category(*each) for each in bounds}
    assert len(words) > 1


def test_no_target_or_one_bounds_nothing() -> None:
    """As many answers as were asked for, each of them None."""
    for rows in (np.empty((0, 2)), [[1, 2]]):
        found = reseeded_bounds(
            rows,
            generator=np.random.default_rng(1),
            forms=[("C,1", True), ("A,1", False)],
            reseeds=4,
        )
        assert found == (((None, None),) * 4,) * 2


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=2, max_size=6))
def test_bounds_are_in_order_or_none(rows: list[tuple[int, int]]) -> None:
    """Few categories make many resamples without a coefficient; none makes a NaN."""
    found = reseeded_bounds(
        rows,
        generator=np.random.default_rng(1),
        forms=[("C,1", True), ("A,1", False)],
        resamples=30,
        reseeds=3,
    )
    for bounds in found:
        assert len(bounds) == 3
        for lower, upper in bounds:
            if lower is not None and upper is not None:
                assert lower <= upper <= 1
