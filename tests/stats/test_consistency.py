"""Perturbed against clean: drops and kept outcomes by family, failures on both sides."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.consistency import Consistency, consistency
from mhgate.stats.paired_difference import paired_difference

_value = st.sampled_from([0.0, 1.0, None])
_pair = st.tuples(_value, _value, st.integers(0, 5), st.sampled_from([1, 2]))
_pairs = st.lists(_pair, min_size=1, max_size=30)

Pairs = list[tuple[float | None, float | None, int, int]]


def _found(pairs: Pairs) -> Consistency:
    return consistency(
        [clean for clean, _, _, _ in pairs],
        [clean is None for clean, _, _, _ in pairs],
        [perturbed for _, perturbed, _, _ in pairs],
        [perturbed is None for _, perturbed, _, _ in pairs],
        [f"family {family}" for _, _, family, _ in pairs],
        intensity=[intensity for _, _, _, intensity in pairs],
    )


def test_it_is_built_on_the_gates_own_methods() -> None:
    """The drop is the paired difference turned round, the share the rate of kept outcomes."""
    rng = np.random.default_rng(20261130)
    family = np.repeat(np.arange(20), 6)
    clean, perturbed = rng.random(120) < 0.9, rng.random(120) < 0.8
    measured = np.zeros(120, dtype=bool)
    found = consistency(clean, measured, perturbed, measured, family).overall
    moved = perturbed.astype(float) - clean
    change = paired_difference(moved, moved, family, icc_floor=0.1)
    assert found.change == change
    assert (found.drop_lower, found.drop_upper) == (-change.upper, -change.lower)
    assert found.drop == pytest.approx(clean.mean() - perturbed.mean())
    kept = np.bincount(family, clean == perturbed)
    assert found.keeping == cluster_rate(kept, 0 * kept, [6] * 20, icc_floor=0.2)
    assert found.kept == pytest.approx((clean == perturbed).mean())


@given(_pairs)
def test_bounds_are_bounds(pairs: Pairs) -> None:
    """Bounds lie in their ranges, and around what was found where nothing failed."""
    found = _found(pairs)
    for each in (found.overall, *(level for _, level in found.by_intensity)):
        assert -1 <= each.drop_lower <= each.drop_upper <= 1
        assert 0 <= each.kept_lower <= each.kept_upper <= 1
        if each.change.measured == each.change.pairs:
            assert each.drop is not None
            assert each.kept is not None
            assert each.drop_lower - 1e-9 <= each.drop <= each.drop_upper + 1e-9
            assert each.kept_lower - 1e-9 <= each.kept <= each.kept_upper + 1e-9


@given(_pairs, st.data())
def test_one_more_failure_never_narrows(pairs: Pairs, data: st.DataObject) -> None:
    """Losing the clean or the perturbed side of any pair widens, or leaves, both intervals."""
    i = data.draw(st.integers(0, len(pairs) - 1))
    clean, perturbed, *rest = pairs[i]
    lost = [*pairs]
    side = data.draw(st.booleans())
    lost[i] = (None, perturbed, *rest) if side else (clean, None, *rest)  # type: ignore[assignment]
    before, after = _found(pairs).overall, _found(lost).overall
    assert after.drop_lower <= before.drop_lower + 1e-9
    assert after.drop_upper >= before.drop_upper - 1e-9
    assert after.kept_lower <= before.kept_lower + 1e-9
    assert after.kept_upper >= before.kept_upper - 1e-9


@given(_pairs, st.randoms())
@settings(max_examples=50)
def test_the_order_of_pairs_does_not_matter(pairs: Pairs, random: Random) -> None:
    """Any order of the pairs gives the same figures, each intensity in its place."""
    before, after = _found(pairs), _found(random.sample(pairs, len(pairs)))
    assert [name for name, _ in before.by_intensity] == [name for name, _ in after.by_intensity]
    assert after.overall.drop_lower == pytest.approx(before.overall.drop_lower, abs=1e-9)
    assert after.overall.kept_lower == pytest.approx(before.overall.kept_lower, abs=1e-9)


@given(_pairs)
def test_exchanging_clean_and_perturbed_mirrors_the_drop(pairs: Pairs) -> None:
    """Clean and perturbed exchanged turn the drop round and keep the share."""
    swapped = [(perturbed, clean, *rest) for clean, perturbed, *rest in pairs]
    before, after = _found(pairs).overall, _found(swapped).overall  # type: ignore[arg-type]
    assert after.drop_lower == pytest.approx(-before.drop_upper, abs=1e-9)
    assert after.kept_lower == pytest.approx(before.kept_lower, abs=1e-9)


def test_each_intensity_has_its_own_figures() -> None:
    """Harder perturbations that break more show so, in ascending order."""
    intensity = np.tile([0.1, 0.5, 0.9], 40)
    family = np.repeat(np.arange(40), 3)
    perturbed = np.where((intensity > 0.8) & (family % 2 == 0), 0.0, 1.0)
    measured = np.zeros(120, dtype=bool)
    found = consistency(
        np.ones(120), measured, perturbed, measured, family, intensity=intensity
    ).by_intensity
    assert [level for level, _ in found] == [0.1, 0.5, 0.9]
    assert [each.drop for _, each in found] == [0, 0, 0.5]
    assert found[2][1].drop_lower > found[1][1].drop_upper


def test_grades_change_their_outcome_where_the_line_is_crossed() -> None:
    """A grade that falls without crossing the line drops and keeps its outcome."""
    measured = [False] * 10
    for passing, kept in ((0.5, 1.0), (0.75, 0.0)):
        found = consistency(
            [0.8] * 10, measured, [0.6] * 10, measured, range(10), passing=passing
        ).overall
        assert found.kept == kept
        assert found.drop == pytest.approx(0.2)


def test_nothing_measured_says_nothing() -> None:
    """No pairs, one family and an outage give whole ranges."""
    for found in (
        consistency([], [], [], [], []),
        consistency([1] * 9, [False] * 9, [1] * 9, [False] * 9, ["a"] * 9),
        consistency([1] * 9, [False] * 9, [0] * 9, [True] * 9, range(9)),
    ):
        each = found.overall
        assert (each.drop_lower, each.drop_upper, each.kept_lower, each.kept_upper) == (-1, 1, 0, 1)
    assert consistency([], [], [], [], []).overall.drop is None


def test_impossible_pairs_are_refused() -> None:
    """Values outside [0, 1], a line outside (0, 1], and lists of unequal length raise."""
    with pytest.raises(ValueError, match="perturbed value"):
        consistency([1], [False], [2], [False], [1])
    with pytest.raises(ValueError, match="passing is 0"):
        consistency([1], [False], [1], [False], [1], passing=0)
    with pytest.raises(ValueError, match="one each a pair"):
        consistency([1], [False], [1], [False], [1, 2])
