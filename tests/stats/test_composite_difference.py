"""Differences of composite scores: exact in small cases, monotone, and right as often as said."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.composite_difference import CompositeDifference, composite_difference

_SHARES = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0])


def compared(values: list[float], **more: object) -> CompositeDifference:
    return composite_difference(values, values, [0] * len(values), range(len(values)), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("gains", range(1, 8))
def test_few_gains_prove_no_more_than_signs_do(gains: int) -> None:
    """So many gains and no loss among many pairs: the p-value is at least that of the sign test."""
    found = compared([1.0] * gains + [0.0] * (200 - gains))
    assert found.p_above >= 0.5**gains
    assert (found.lower > 0) == (found.p_above <= 0.05)


def test_parts_count_by_their_weight() -> None:
    """A part of two pairs counts as much as one of twenty; weights change that."""
    values, part = [0.5] * 2 + [0.0] * 20, [0] * 2 + [1] * 20
    even = composite_difference(values, values, part, range(22))
    assert even.difference == pytest.approx(0.25)
    shares = [3.0] * 2 + [1.0] * 20
    heavy = composite_difference(values, values, part, range(22), weight=shares)
    assert heavy.difference == pytest.approx(0.375)


def test_nothing_is_known_of_one_family_or_of_an_outage() -> None:
    """One family, no pair, or half of it unmeasured: the whole range, and no claim."""
    one = composite_difference([1.0] * 5, [1.0] * 5, [0] * 5, [7] * 5)
    none = composite_difference([], [], [], [])
    outage = composite_difference(
        [-1.0] * 6 + [0.5] * 5, [1.0] * 6 + [0.5] * 5, [0] * 11, range(11)
    )
    for found in (one, none, outage):
        assert (found.lower, found.upper, found.p_above, found.p_below) == (-1, 1, 1, 1)
    assert none.difference is None
    assert outage.difference == pytest.approx(0.5)


def test_what_cannot_be_compared_is_refused() -> None:
    """Lengths that differ, and ranges outside of what a difference can be."""
    with pytest.raises(ValueError, match="one each"):
        composite_difference([0.0], [0.0], [0, 1], [0])
    with pytest.raises(ValueError, match="reversed"):
        composite_difference([0.5], [0.0], [0], [0])


@given(st.lists(_SHARES, min_size=3, max_size=30), st.data())
@settings(max_examples=60, deadline=None)
def test_one_more_unmeasured_pair_proves_nothing(values: list[float], data: st.DataObject) -> None:
    """Neither p-value gains by a pair that was lost, and swapping arms swaps the sides."""
    lost = data.draw(st.integers(0, len(values) - 1))
    known = compared(values)
    low, high = list(values), list(values)
    low[lost], high[lost] = -1.0, 1.0
    found = composite_difference(low, high, [0] * len(values), range(len(values)))
    assert found.p_above >= known.p_above - 1e-9
    assert found.p_below >= known.p_below - 1e-9
    swapped = compared([-value for value in values])
    assert (swapped.p_above, swapped.p_below) == (known.p_below, known.p_above)
    assert swapped.lower == pytest.approx(-known.upper, abs=1e-12)


@pytest.mark.parametrize(("cells", "families", "each"), [(1, 60, 1), (1, 30, 4), (10, 40, 1)])
def test_bounds_err_no_more_often_than_they_say(cells: int, families: int, each: int) -> None:
    """Simulated with a true difference of .12, of whole or graded scores: each side errs in 5 %."""
    rng, runs, true = np.random.default_rng(5), 400, 0.12
    missed = np.zeros(2)
    family = np.repeat(np.arange(families), each)
    for _ in range(runs):
        level = rng.uniform(0.45, 0.8, families)
        arms = [
            rng.binomial(cells, np.repeat(level + shift + rng.uniform(-0.05, 0.05, families), each))
            for shift in (true, 0.0)
        ]
        moved = (arms[0] - arms[1]) / cells
        found = composite_difference(moved, moved, np.zeros(len(moved)), family)
        missed += (found.lower > true, found.upper < true)
    assert np.all(missed / runs <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs))


@pytest.mark.parametrize("rate", [0.5, 0.95, 0.995])
def test_arms_that_are_alike_are_called_so(rate: float) -> None:
    """Simulated without a difference, near the end of the scale too: a claim errs in 5 %."""
    rng, runs = np.random.default_rng(7), 400
    claims = np.zeros(2)
    for _ in range(runs):
        arms = [(rng.random(80) < rate).astype(float) for _ in range(2)]
        moved = arms[0] - arms[1]
        found = composite_difference(moved, moved, np.zeros(80), np.repeat(np.arange(40), 2))
        claims += (found.p_above <= 0.05, found.p_below <= 0.05)
    assert np.all(claims / runs <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs))


def test_an_effect_over_several_pairs_knows_that_they_share_families() -> None:
    """The same differences in two pairs of arms tell no more than in one."""
    rng = np.random.default_rng(3)
    moved = rng.choice([0.0, 0.0, 0.5, 1.0, -0.5], 60)
    once = composite_difference(moved, moved, np.zeros(60), np.arange(60))
    twice = composite_difference(
        np.tile(moved, 2), np.tile(moved, 2), np.repeat([0, 1], 60), np.tile(np.arange(60), 2)
    )
    assert twice.difference == pytest.approx(once.difference)
    assert twice.upper - twice.lower == pytest.approx(once.upper - once.lower, rel=0.1)
