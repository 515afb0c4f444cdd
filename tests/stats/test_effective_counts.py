"""Effective counts: against reference values, and what few families cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.stats.effective_counts import effective_counts, few_families_factor

Oracle = Callable[[str], Any]


def test_reference_values(oracle: Oracle) -> None:
    """Ten data sets agree with the reference: rate, variance, ICC, design effect, interval."""
    for row in oracle("cluster_rate.json"):
        found = effective_counts(row["x"], row["n"], alpha=0.025, icc_floor=0.1)
        expected = row["stats_ref_default"]
        assert found.rate == pytest.approx(expected["p"], abs=1e-6)
        assert found.variance**0.5 == pytest.approx(expected["se"], abs=1e-6)
        assert found.icc == pytest.approx(expected["icc"], abs=1e-6)
        assert found.design_effect == pytest.approx(expected["deff"], abs=1e-6)
        assert found.n == pytest.approx(expected["neff"], abs=1e-5)
        interval = clopper_pearson(found.x, found.n, level=0.95)
        assert interval.lower == pytest.approx(expected["ci"][0], abs=1e-6)
        assert interval.upper == pytest.approx(expected["ci"][1], abs=1e-6)


def test_survey_package_where_its_linearised_variance_decides(oracle: Oracle) -> None:
    """Korn-Graubard intervals of R's survey package, from our variance and adjustment alone."""
    for row in oracle("cluster_rate.json"):
        found = effective_counts(row["x"], row["n"], alpha=0.025, icc_floor=0.0)
        low, high = row["survey_beta_KornGraubard"]
        if low is None:
            continue
        spread = found.rate * (1 - found.rate)
        factor = few_families_factor(found.trials, found.families, 0.025)
        n = min(found.trials, spread / found.variance * factor)
        interval = clopper_pearson(found.rate * n, n, level=0.95)
        assert interval.lower == pytest.approx(low, abs=1e-6)
        assert interval.upper == pytest.approx(high, abs=1e-6)


def test_families_of_one_are_left_as_they_are() -> None:
    """Nothing is clustered where every family holds one trial: the exact method stays exact."""
    found = effective_counts([1] * 58 + [0], [1] * 59, alpha=0.05)
    assert (found.x, found.n, found.design_effect) == (58, 59, 1)


def test_one_family_says_nothing_about_the_next() -> None:
    """A hundred trials of one family are worth none, and so are no trials."""
    assert effective_counts([100], [100], alpha=0.05).n == 0
    assert effective_counts([], [], alpha=0.05).n == 0


def test_agreement_does_not_lift_the_floor() -> None:
    """Families that all agree are worth no more than the floor on the ICC allows."""
    found = effective_counts([4] * 25, [4] * 25, alpha=0.05, icc_floor=0.2)
    assert found.design_effect == pytest.approx(1.6)
    assert found.n < 100 / 1.6


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=0, max_size=30))
def test_effective_counts_are_counts(rows: list[tuple[int, int]]) -> None:
    """0 <= x <= n <= trials, whatever the families, and in any order of them."""
    good, bad = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    keep = good + bad > 0
    good, sizes = good[keep], (good + bad)[keep]
    found = effective_counts(good, sizes, alpha=0.05)
    assert 0 <= found.x <= found.n + 1e-9 <= found.trials + 1e-6
    assert found.design_effect >= 1
    turned = effective_counts(good[::-1], sizes[::-1], alpha=0.05)
    assert turned.n == pytest.approx(found.n)


@pytest.mark.parametrize(
    ("successes", "sizes"), [([1], [1, 1]), ([2], [1]), ([-1], [1]), ([0], [0])]
)
def test_impossible_counts_are_refused(successes: list[int], sizes: list[int]) -> None:
    """Counts that do not fit their families raise."""
    with pytest.raises(ValueError, match=r"famil"):
        effective_counts(successes, sizes, alpha=0.05)
