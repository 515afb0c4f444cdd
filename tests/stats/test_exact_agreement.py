"""Exact agreement: Clopper-Pearson without clusters, wider with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mhgate.stats.exact_agreement import exact_agreement

Oracle = Callable[[str], Any]


def test_every_reference_table(oracle: Oracle) -> None:
    """Counts and Clopper-Pearson intervals of all tables of two raters agree."""
    compared = 0
    for cell in oracle("reliability.json"):
        expected = cell["stats_ref"].get("exact_agreement")
        if expected is not None:
            found = exact_agreement(cell["ratings"], level=0.95)
            assert (found.agreeing, found.targets) == (expected["k"], expected["n"])
            bounds = [found.interval.lower, found.interval.upper]
            assert bounds == pytest.approx(expected["cp95"], abs=1e-6), cell["name"]
            compared += 1
    assert compared >= 14


def test_a_perfect_record_is_no_certainty() -> None:
    """Six of six: binom.test(6, 6)$conf.int starts at .5407, whatever a coefficient says."""
    found = exact_agreement([[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [3, 3]], level=0.95)
    assert found.interval.lower == pytest.approx(0.5407417, abs=1e-6)
    assert found.interval.upper == 1


def test_clusters_widen_the_interval() -> None:
    """Agreement that comes in clusters is worth less than as much agreement one by one."""
    table = [[1, 1]] * 45 + [[1, 2]] * 15
    alone = exact_agreement(table).interval
    together = exact_agreement(table, clusters=np.arange(60) // 5).interval
    assert together.lower < alone.lower
    assert together.upper > alone.upper
    assert together.families == 12


def test_missing_ratings() -> None:
    """All who rated a target must agree; targets with one rating are left out and counted."""
    table = [[1, 1, None], [2, 2, 2], [3, None, 4], [None, 5, None], [None, None, None]]
    found = exact_agreement(table, clusters=["a", "b", "c", "d", "d"])
    assert (found.agreeing, found.targets, found.dropped) == (2, 3, 2)
    assert found.interval.families == 3
    nobody = exact_agreement([[1, None]])
    assert (nobody.share, nobody.interval.lower, nobody.interval.upper) == (None, 0.0, 1.0)
