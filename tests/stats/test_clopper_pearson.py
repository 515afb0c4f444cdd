"""Exact binomial bounds: against reference values, and what they promise."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import (
    clopper_pearson,
    lower_bound,
    p_at_least,
    p_at_most,
    upper_bound,
)

Oracle = Callable[[str], Any]

_n = st.floats(0.01, 5000)
_share = st.floats(0, 1)
_alpha = st.floats(0.001, 0.2)


def test_reference_values(oracle: Oracle) -> None:
    """Twenty intervals agree with the reference within 1e-6."""
    for row in oracle("proportion_intervals.json"):
        interval = clopper_pearson(row["k"], row["n"], level=1 - row["alpha"])
        assert interval.lower == pytest.approx(row["clopper_pearson"][0], abs=1e-6)
        assert interval.upper == pytest.approx(row["clopper_pearson"][1], abs=1e-6)


@pytest.mark.parametrize(("x", "n"), [(0, 7), (3, 7), (7, 7), (1, 1)])
def test_tails_are_binomial(x: int, n: int) -> None:
    """For whole counts the tails are sums of binomial probabilities."""
    chance = [math.comb(n, k) * 0.3**k * 0.7 ** (n - k) for k in range(n + 1)]
    assert float(p_at_least(x, n, 0.3)) == pytest.approx(sum(chance[x:]))
    assert float(p_at_most(x, n, 0.3)) == pytest.approx(sum(chance[: x + 1]))


@given(n=_n, share=_share, alpha=_alpha)
def test_bounds_enclose_the_rate(n: float, share: float, alpha: float) -> None:
    """Bounds lie in [0, 1] around the observed rate and are never NaN, for real counts too."""
    x = share * n
    low, high = float(lower_bound(x, n, alpha)), float(upper_bound(x, n, alpha))
    assert 0 <= low <= x / n + 1e-9
    assert x / n - 1e-9 <= high <= 1


@given(n=st.floats(1, 500), share=_share, more=st.floats(0, 1), alpha=_alpha)
def test_more_successes_never_lower_a_bound(
    n: float, share: float, more: float, alpha: float
) -> None:
    """Both bounds rise with the successes."""
    x = share * n
    y = min(n, x + more)
    assert lower_bound(y, n, alpha) >= lower_bound(x, n, alpha) - 1e-9
    assert upper_bound(y, n, alpha) >= upper_bound(x, n, alpha) - 1e-9


@given(n=st.floats(0.5, 500), share=_share, factor=st.floats(1, 5), alpha=_alpha)
def test_more_evidence_at_one_rate_raises_the_lower_bound(
    n: float, share: float, factor: float, alpha: float
) -> None:
    """At one observed rate the lower bound rises with the trials (the envelope relies on it)."""
    few = float(lower_bound(share * n, n, alpha))
    assert float(lower_bound(share * n * factor, n * factor, alpha)) >= few - 1e-9


@given(n=_n, share=_share, alpha=_alpha)
def test_bounds_mirror_each_other(n: float, share: float, alpha: float) -> None:
    """The upper bound of the successes is one minus the lower bound of the failures."""
    x = share * n
    assert float(upper_bound(x, n, alpha)) == pytest.approx(1 - float(lower_bound(n - x, n, alpha)))


def test_no_trials_say_nothing() -> None:
    """Zero trials give [0, 1]."""
    interval = clopper_pearson(0, 0)
    assert (interval.lower, interval.upper) == (0, 1)


@pytest.mark.parametrize(("x", "n", "level"), [(3, 2, 0.9), (-1, 2, 0.9), (1, 2, 1.0), (1, 2, 0)])
def test_impossible_arguments_are_refused(x: float, n: float, level: float) -> None:
    """Counts outside their trials and levels outside (0, 1) raise."""
    with pytest.raises(ValueError, match="expected"):
        clopper_pearson(x, n, level=level)
