"""The fast jackknife: the same figures as the plain one, and the bound it promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.icc import icc
from mhgate.stats.jackknife import jackknife
from mhgate.stats.jackknife_sums import jackknife_icc, jackknife_kappa
from mhgate.stats.kappa import kappa

Oracle = Callable[[str], Any]

FORMS = ("1,1", "A,1", "C,1")

_tables = st.integers(2, 3).flatmap(
    lambda raters: st.lists(
        st.lists(st.integers(1, 5), min_size=raters, max_size=raters), min_size=1, max_size=12
    )
)
_pairs = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=12)


@given(_tables, st.sampled_from(FORMS), st.integers(1, 3))
def test_icc_is_that_of_the_plain_jackknife(table: list[list[int]], form: Any, size: int) -> None:
    """Sums give what calling the coefficient for every left-out cluster gives, at the ends too."""
    labels = np.arange(len(table)) // size
    fast = jackknife_icc(table, form=form, clusters=labels)
    plain = jackknife(lambda rows: icc(rows, form=form).value, table, clusters=labels)
    assert fast.value == pytest.approx(plain.value, abs=1e-9)
    assert (fast.lower, fast.upper) == pytest.approx((plain.lower, plain.upper), abs=1e-6)
    assert fast.reason == plain.reason


@given(_pairs, st.integers(1, 3))
def test_kappa_is_that_of_the_plain_jackknife(pairs: list[tuple[int, int]], size: int) -> None:
    """Quadratic kappa from moments is the one from the table, whatever is left out."""
    labels = np.arange(len(pairs)) // size

    def quadratic(rows: Any) -> float | None:
        return kappa(rows, categories=[1, 2, 3, 4, 5], weights="quadratic").value

    fast = jackknife_kappa(pairs, clusters=labels)
    plain = jackknife(quadratic, pairs, clusters=labels)
    assert fast.value == pytest.approx(plain.value, abs=1e-9)
    assert (fast.lower, fast.upper) == pytest.approx((plain.lower, plain.upper), abs=1e-6)


def test_kappa_of_every_reference_table(oracle: Oracle) -> None:
    """It is scikit-learn's quadratic kappa; on it no bound of a poor table lets a judge gate."""
    for cell in oracle("reliability.json"):
        expected = cell["python_packages"].get("sk_kappa_quadratic")
        if expected is not None:
            found = jackknife_kappa(cell["ratings"])
            assert found.value == pytest.approx(expected, abs=1e-6), cell["name"]
            if cell["name"] in {"rater_const", "one_disagree_bin", "n2", "zero_between"}:
                assert found.lower < 0


def test_a_perfect_small_sample_certifies_nobody() -> None:
    """Six of six: psych says [1, 1]; the bound here stays far below, and rises with size."""
    six = [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [3, 3]]
    found = jackknife_icc(six, level=0.95)
    assert found.value == 1
    assert found.lower < 0
    assert 0.7 < jackknife_icc(six * 10, level=0.95).lower < 0.95


def test_the_bound_lies_below_the_f_interval_on_skewed_scores() -> None:
    """Where most scores are 5 the F interval believes too much."""
    table = [[5, 5]] * 50 + [[4, 5]] * 3 + [[5, 4]] * 3 + [[2, 2], [3, 3], [1, 2], [3, 4]]
    assert jackknife_icc(table).lower < icc(table).lower - 0.1


def test_incomplete_targets_are_dropped_and_counted() -> None:
    """Listwise deletion, of labels too."""
    table = [[1, 2], [None, 3], [4, 4], [5, 5], [2, 3], [3, None]]
    found = jackknife_icc(table, clusters=list("abcdde"))
    assert (found.targets, found.clusters, found.dropped) == (4, 3, 2)
    assert found.value == icc(table).value
    assert jackknife_icc([[None, 1]]).value is None


def test_what_cannot_be_is_refused() -> None:
    """Forms of the mean of k raters, three raters for kappa, and too few labels are errors."""
    with pytest.raises(ValueError, match="the form is 'A,k'"):
        jackknife_icc([[1, 2]], form="A,k")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="3 raters"):
        jackknife_kappa([[1, 2, 3]])
    with pytest.raises(ValueError, match="cluster labels"):
        jackknife_icc([[1, 2], [2, 2]], clusters=["a"])
