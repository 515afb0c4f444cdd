"""Mean squares from sums that add up over targets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.mean_squares import mean_squares, target_sums

_tables = st.integers(2, 4).flatmap(
    lambda raters: st.lists(
        st.lists(st.integers(1, 5), min_size=raters, max_size=raters), min_size=2, max_size=12
    )
)


def test_reference_mean_squares() -> None:
    """Shrout and Fleiss print 11.24, 32.49, 1.02 and 6.26 for their table 2 (psych agrees)."""
    table = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    found = mean_squares(target_sums(table).sum(axis=0))
    assert float(found.between) == pytest.approx(11.241666666666669)
    assert float(found.raters_between) == pytest.approx(32.486111111111114)
    assert float(found.error) == pytest.approx(1.019444444444442)
    assert float(found.within) == pytest.approx(6.2638888888888875)


@given(_tables)
def test_sums_of_squares_add_up(ratings: list[list[int]]) -> None:
    """Targets, raters and error make up the total, and none is negative."""
    table = np.array(ratings, dtype=float)
    n, k = table.shape
    found = mean_squares(target_sums(table).sum(axis=0))
    parts = (
        float(found.between) * (n - 1)
        + float(found.raters_between) * (k - 1)
        + float(found.error) * (n - 1) * (k - 1)
    )
    assert parts == pytest.approx(((table - table.mean()) ** 2).sum(), abs=1e-9)
    assert min(found.between, found.raters_between, found.error, found.within) >= 0


@given(_tables, st.integers(2, 3))
def test_weights_are_repetitions(ratings: list[list[int]], times: int) -> None:
    """Sums with weights are those of a table whose rows are repeated."""
    table = np.array(ratings, dtype=float)
    repeated = mean_squares(target_sums(np.repeat(table, times, axis=0)).sum(axis=0))
    weighted = mean_squares(times * target_sums(table).sum(axis=0))
    assert float(weighted.error) == pytest.approx(float(repeated.error), abs=1e-9)
    assert float(weighted.between) == pytest.approx(float(repeated.between), abs=1e-9)


def test_perfect_agreement_leaves_no_crumbs_of_rounding() -> None:
    """Decimal ratings that agree have an error of exactly 0, far from the origin too."""
    rows = np.repeat(np.array([[0.1], [0.7], [1000.3]]), 3, axis=1)
    found = mean_squares(target_sums(rows - rows.mean()).sum(axis=0))
    assert found.error == found.within == 0


def test_one_target_or_none_has_no_mean_squares() -> None:
    """A table without two targets gives zeros, not a division by zero."""
    assert mean_squares(target_sums([[1, 2]]).sum(axis=0)).between == 0
    assert mean_squares(np.zeros(5)).within == 0
