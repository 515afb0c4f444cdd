"""The paired difference over families: failures on both sides, clusters, and its size."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit

from mhgate.stats.exact_unconditional import exact_lower_bound, exact_p_value
from mhgate.stats.paired_difference import (
    believed_effect,
    needed_statistic,
    paired_difference,
)
from mhgate.stats.tango import tango_lower_bound

Oracle = Callable[[str], Any]

_score = st.sampled_from([0, 1, None])
_pair = st.tuples(_score, _score, st.integers(0, 7))
_pairs = st.lists(_pair, min_size=1, max_size=40)

Pairs = list[tuple[int | None, int | None, int]]


def _ranges(pairs: Pairs) -> tuple[list[int], list[int], list[int]]:
    low = [(c or 0) - (1 if b is None else b) for c, b, _ in pairs]
    high = [(1 if c is None else c) - (b or 0) for c, b, _ in pairs]
    return low, high, [family for _, _, family in pairs]


def test_variance_by_family_is_obuchowskis(oracle: Oracle) -> None:
    """Our scatter of the family sums gives Obuchowski's statistic in the reference."""
    row = oracle("clustered_paired.json")
    gains, losses = np.array(row["b"]), np.array(row["c"])
    sizes = gains + losses + np.array(row["a"]) + np.array(row["d"])
    moves = np.concatenate(
        [np.repeat([1, -1, 0], [g, lost, m - g - lost])
         for g, lost, m in zip(gains, losses, sizes, strict=True)]
    )  # fmt: skip
    found = paired_difference(moves, moves, np.repeat(np.arange(len(sizes)), sizes), icc_floor=0)
    n, k = sizes.sum(), len(sizes)
    spread = (found.gains + found.losses) / n - found.difference**2
    variance = spread / found.effective_n
    assert found.difference**2 / variance == pytest.approx(
        _obuchowski(gains - losses, sizes), abs=1e-6
    )
    expected = row["tests_H0_no_difference"]["obuchowski"][0]
    pooled = k / (k - 1) * float(((gains - losses) ** 2).sum()) / n**2
    assert found.difference**2 / pooled == pytest.approx(expected, abs=1e-6)


def _obuchowski(moved: np.ndarray, sizes: np.ndarray) -> float:
    n, k = sizes.sum(), len(sizes)
    mean = moved.sum() / n
    return mean**2 / (k / (k - 1) * float(((moved - mean * sizes) ** 2).sum()) / n**2)


def test_many_families_of_one_give_tango_with_a_t_quantile() -> None:
    """Past the pairs of the exact test, the bound without clusters is Tango's at a t quantile."""
    moves = [1] * 3 + [-1] * 5 + [0] * 352
    found = paired_difference(moves, moves, range(360))
    critical = -float(stdtrit(359, 0.05))
    assert found.upper == pytest.approx(-tango_lower_bound(5, 3, 360, critical))
    assert found.effective_n == 360


def test_few_families_of_one_are_exact() -> None:
    """Independent pairs get the exact bounds and p-value, failures counted as the worst."""
    low = np.array([1, 1] + [-1] * 5 + [-1, -1] + [0] * 51, dtype=float)
    high = np.array([1, 1] + [-1] * 5 + [1, 0] + [0] * 51, dtype=float)
    found = paired_difference(low, high, range(60))
    assert found.lower == exact_lower_bound(2, 7, 60, alpha=0.05)
    assert found.upper == -exact_lower_bound(5, 3, 60, alpha=0.05)
    assert found.p_worse == exact_p_value(5, 3, 60, difference=0.0)
    assert (found.measured, found.effective_n) == (58, 60)


@pytest.mark.parametrize("n", [40, 300])
def test_parts_of_moves_are_rounded_against_the_bound(n: int) -> None:
    """Differences that are not whole give bounds no better than whole ones beside them."""
    parts = np.array([0.5, 0.25, -0.5, -0.75, -0.5] + [0.0] * (n - 5))
    found = paired_difference(parts, parts, range(n))
    assert found.lower == exact_lower_bound(0, 2, n, alpha=0.05)
    assert found.upper == -exact_lower_bound(1, 1, n, alpha=0.05)


@given(st.floats(0, 9), st.integers(0, 200), st.integers(1, 9), st.floats(0, 1))
def test_the_believed_effect_rises_and_is_never_below_what_is_seen(
    seen: float, moved: int, size: int, icc_floor: float
) -> None:
    """It holds the floor and what is seen, rises with what is seen, and doubts few moves most."""
    sizes = [size] * 20
    found = float(believed_effect(seen, moved, sizes, icc_floor=icc_floor))
    assert found >= max(seen, 1.0) - 1e-12
    assert found >= 1 + (size - 1) * icc_floor - 1e-12
    assert float(believed_effect(seen + 0.1, moved, sizes, icc_floor=icc_floor)) >= found
    most = max(seen, 1 + (size - 1) * min(1, 4 * icc_floor))
    assert found <= most + 1e-12


@given(_pairs)
def test_bounds_are_bounds(pairs: Pairs) -> None:
    """Bounds lie in [-1, 1], in order, and the p-value agrees with the upper one."""
    found = paired_difference(*_ranges(pairs))
    assert -1 <= found.lower <= found.upper <= 1
    assert 0 <= found.p_worse <= 1
    assert (found.upper < -1e-9) <= (found.p_worse < 0.05 + 1e-9)
    assert (found.p_worse < 0.05 - 1e-9) <= (found.upper < 1e-9)


@given(_pairs, st.data())
def test_one_more_failure_never_narrows(pairs: Pairs, data: st.DataObject) -> None:
    """Losing either arm of any pair widens the interval on both sides, or leaves it."""
    i = data.draw(st.integers(0, len(pairs) - 1))
    candidate, baseline, family = pairs[i]
    lost = [*pairs]
    lost[i] = (None, baseline, family) if data.draw(st.booleans()) else (candidate, None, family)
    before, after = paired_difference(*_ranges(pairs)), paired_difference(*_ranges(lost))
    assert after.lower <= before.lower + 1e-9
    assert after.upper >= before.upper - 1e-9
    assert after.p_worse >= before.p_worse - 1e-9


@given(_pairs, st.randoms())
def test_order_and_names_do_not_matter(pairs: Pairs, random: Random) -> None:
    """Any order of the pairs and any names of the families give the same interval."""
    before = paired_difference(*_ranges(pairs))
    low, high, family = _ranges(random.sample(pairs, len(pairs)))
    after = paired_difference(low, high, [f"family {name}" for name in family])
    assert after.lower == pytest.approx(before.lower, abs=1e-9)
    assert after.upper == pytest.approx(before.upper, abs=1e-9)


@given(_pairs)
def test_swapping_the_arms_mirrors_the_interval(pairs: Pairs) -> None:
    """Candidate and baseline exchanged give the mirrored interval."""
    before = paired_difference(*_ranges(pairs))
    after = paired_difference(*_ranges([(b, c, family) for c, b, family in pairs]))
    assert after.lower == pytest.approx(-before.upper, abs=1e-9)


def test_an_improvement_in_one_family_does_not_cost_the_proof() -> None:
    """Five gains in one family leave the lower bound where five ties would have it."""
    family = np.repeat(np.arange(40), 5)
    same = np.zeros(200)
    better = np.where(family == 0, 1.0, 0.0)
    assert paired_difference(better, better, family).lower >= (
        paired_difference(same, same, family).lower - 1e-12
    )


def test_whole_families_that_break_count_once() -> None:
    """Two whole families that broke are two data, not ten."""
    family = np.repeat(np.arange(40), 5)
    broken = np.where(family < 2, -1.0, 0.0)
    scattered = np.where(np.arange(200) % 20 == 0, -1.0, 0.0)
    assert paired_difference(broken, broken, family).p_worse > 0.05
    assert paired_difference(scattered, scattered, family).p_worse < 0.01


def test_nothing_measured_says_nothing() -> None:
    """No pairs, one family, and an outage give [-1, 1]."""
    for found in (
        paired_difference([], [], []),
        paired_difference([0] * 9, [0] * 9, [1] * 9),
        paired_difference([-1] * 30, [0] * 30, range(30)),
    ):
        assert (found.lower, found.upper, found.p_worse) == (-1, 1, 1)


def test_a_failure_beside_a_part_of_a_gain_is_counted() -> None:
    """Half a point whose counterpart failed may be half a gain or half a loss, and never both."""
    families = list(range(12))
    found = paired_difference([-0.5] + [0.0] * 11, [0.5] + [0.0] * 11, families)
    known = [
        paired_difference([half] + [0.0] * 11, [half] + [0.0] * 11, families)
        for half in (-0.5, 0.5)
    ]
    assert found.lower <= min(each.lower for each in known)
    assert found.upper >= max(each.upper for each in known)


def test_impossible_ranges_are_refused() -> None:
    """Ranges outside [-1, 1] or reversed, and lists of unequal length, raise."""
    with pytest.raises(ValueError, match="reversed"):
        paired_difference([1], [0], [1])
    with pytest.raises(ValueError, match="one each"):
        paired_difference([0], [0], [1, 2])


@pytest.mark.parametrize(("flicker", "icc"), [(0.0, 0.1), (0.03, 0.1), (0.03, 0.3)])
def test_a_drop_at_the_margin_passes_no_more_often_than_it_may(flicker: float, icc: float) -> None:
    """Non-inferiority at the margin itself is shown in at most 5 %, up to Monte Carlo error."""
    rng = np.random.default_rng(20261130)
    runs, families, size, margin = 150, 30, 4, 0.1
    chance = np.array([flicker, flicker + margin, 1 - 2 * flicker - margin])
    family = np.repeat(np.arange(families), size)
    shown = 0
    for _ in range(runs):
        rates = rng.dirichlet(np.maximum(chance * (1 - icc) / icc, 1e-9), families)
        moves = np.concatenate([rng.choice([1, -1, 0], size, p=rate) for rate in rates])
        shown += paired_difference(moves, moves, family).lower > -margin
    assert shown / runs <= 0.06 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_families_that_count_alike_set_the_degrees_of_freedom() -> None:
    """One large family beside many small ones needs a larger statistic than even families do."""
    even = needed_statistic(3.0, 60, [4] * 20, alpha=0.05)
    skewed = needed_statistic(3.0, 60, [23, *[3] * 19], alpha=0.05)
    assert float(skewed) > float(even)
    assert float(even) == pytest.approx(3**0.5 * -float(stdtrit(19, 0.05)))
    assert float(needed_statistic(1.0, 1e9, [1] * 400, alpha=0.05)) == pytest.approx(
        -float(stdtrit(399, 0.05))
    )


def test_the_p_value_is_the_level_at_which_the_upper_bound_reaches_zero() -> None:
    """At a level of twice the p-value the upper bound is 0, by family and without."""
    lost = np.array([-1.0] * 7 + [1.0] + [0.0] * 52)
    for family in (np.arange(60) // 3, np.arange(60)):
        found = paired_difference(lost, lost, family)
        again = paired_difference(lost, lost, family, level=1 - 2 * found.p_worse)
        assert again.upper == pytest.approx(0, abs=1e-5)
