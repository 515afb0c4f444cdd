"""Resampled intraclass correlations: exactly those of resampled tables, and reproducible."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mhgate.stats.icc import icc
from mhgate.stats.icc_bootstrap import _counts, icc_bootstrap, icc_resamples
from mhgate.stats.jackknife_sums import jackknife_icc


def _ratings(targets: int, raters: int, seed: int = 4) -> NDArray[np.float64]:
    generator = np.random.default_rng(seed)
    trait = generator.normal(size=(targets, 1))
    return np.clip(np.round(3 + trait + generator.normal(size=(targets, raters)) * 0.7), 1, 5)


def test_resamples_are_those_of_resampled_tables() -> None:
    """The sums give, draw for draw, what the coefficient of the drawn rows is."""
    table = _ratings(40, 3)
    drawn = np.concatenate(list(_counts(40, 25, np.random.default_rng(9)))).astype(int)
    assert (drawn.sum(axis=1) == 40).all()
    direct = [icc(np.repeat(table, counts, axis=0), form="C,k").value for counts in drawn]
    found = icc_resamples(table, generator=np.random.default_rng(9), form="C,k", resamples=25)
    assert found == pytest.approx(direct)


def test_clusters_are_drawn_whole() -> None:
    """With clusters, the drawn tables hold each drawn cluster's rows together."""
    table, labels = _ratings(30, 2), np.arange(30) % 6
    drawn = np.concatenate(list(_counts(6, 20, np.random.default_rng(2)))).astype(int)
    direct = [icc(np.repeat(table, counts[labels], axis=0)).value for counts in drawn]
    found = icc_resamples(table, generator=np.random.default_rng(2), clusters=labels, resamples=20)
    assert found == pytest.approx(direct)


def test_the_interval_is_the_percentiles() -> None:
    """Bounds are quantiles of the resamples, and the same generator gives the same."""
    table = _ratings(50, 2)
    values = icc_resamples(table, generator=np.random.default_rng(5), resamples=400)
    found = icc_bootstrap(table, generator=np.random.default_rng(5), level=0.95, resamples=400)
    assert [found.lower, found.upper] == pytest.approx(np.quantile(values, [0.025, 0.975]))
    assert found.undefined == 0
    assert found.value == icc(table).value


def test_the_interval_is_near_the_jackknife_in_large_samples() -> None:
    """With 800 targets the two agree to a hundredth, over targets and over clusters."""
    table = _ratings(800, 2)
    for clusters in (None, np.arange(800) // 4):
        found = icc_bootstrap(table, generator=np.random.default_rng(1), clusters=clusters)
        bound = jackknife_icc(table, clusters=clusters)
        assert [found.lower, found.upper] == pytest.approx([bound.lower, bound.upper], abs=0.01)


def test_resamples_without_variance_widen_both_ends() -> None:
    """Draws in which nothing varies have no coefficient: counted, and never left out in silence."""
    found = icc_bootstrap([[1, 1], [2, 3], [1, 1]], generator=np.random.default_rng(3))
    assert found.undefined > 200
    assert found.lower is None
    assert found.upper is None
    rare = icc_bootstrap(
        [[1, 1]] * 5 + [[2, 3], [5, 4]], generator=np.random.default_rng(3), level=0.5
    )
    assert 0 < rare.undefined < 250
    assert rare.lower is not None
    assert rare.lower <= rare.value <= rare.upper


def test_degenerate_tables_have_no_interval() -> None:
    """A constant table, a single complete target and none at all give None throughout."""
    for table in ([[4, 4]] * 5, [[1, 2], [None, 3]], np.empty((0, 2))):
        found = icc_bootstrap(table, generator=np.random.default_rng(0), resamples=10)
        assert (found.value, found.lower, found.upper) == (None, None, None)
        assert found.undefined == 10


def test_missing_ratings_take_their_cluster_along() -> None:
    """Incomplete targets are left out; a cluster of nothing else is not drawn."""
    table = [[1, 2], [3, 3], [None, 4], [5, 4], [2, None]]
    labels = ["a", "a", "b", "c", "d"]
    found = icc_bootstrap(table, generator=np.random.default_rng(1), clusters=labels)
    assert (found.targets, found.clusters, found.dropped) == (3, 2, 2)
