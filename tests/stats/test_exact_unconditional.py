"""The exact test of a paired difference: reference values, its size, and its order."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import gammaln, ndtr, xlogy

from mhgate.stats.exact_unconditional import (
    exact_critical_value,
    exact_interval,
    exact_lower_bound,
    exact_p_value,
)
from mhgate.stats.tango import tango_interval, tango_statistic

Oracle = Callable[[str], Any]

_counts = st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(1, 30))


# Enumeration of all trinomial tables over a fine grid of the rate of gains, in Python.
@pytest.mark.parametrize(
    ("gains", "losses", "n", "margin", "p_value"),
    [
        (0, 0, 30, 0.1, 0.0423911583),
        (0, 0, 59, 0.05, 0.0484945252),
        (2, 3, 100, 0.05, 0.0805677811),
        (0, 1, 40, 0.1, 0.0804736960),
        (5, 5, 200, 0.05, 0.0066205722),
        (0, 5, 50, 0.1, 0.6161230077),
    ],
)
def test_pasted_p_values(gains: int, losses: int, n: int, margin: float, p_value: float) -> None:
    """Six p-values agree with the reference within 1e-8."""
    found = exact_p_value(gains, losses, n, difference=-margin)
    assert found == pytest.approx(p_value, abs=1e-8)


def test_reference_p_values(oracle: Oracle) -> None:
    """Every p-value of the reference agrees within 1e-7."""
    for row in oracle("paired_noninferiority_exact.json"):
        found = exact_p_value(row["gain"], row["loss"], row["n"], difference=-row["margin"])
        assert found == pytest.approx(row["exact_uncond_p"], abs=1e-7)


@pytest.mark.parametrize(("n", "difference"), [(25, 0.0), (25, -0.1), (40, -0.05), (40, 0.2)])
def test_the_p_value_is_the_largest_over_all_tables(n: int, difference: float) -> None:
    """Summing all tables one by one gives the same p-value, at every rate of gains up to it."""
    gains, losses = (part.astype(float) for part in np.indices((n + 1, n + 1)))
    fits = gains + losses <= n
    gains, losses = gains[fits], losses[fits]
    same = n - gains - losses
    statistic = tango_statistic(gains, losses, n, difference)
    choose = gammaln(n + 1) - gammaln(gains + 1) - gammaln(losses + 1) - gammaln(same + 1)
    extreme = statistic >= float(tango_statistic(4, 2, n, difference)) - 1e-10
    largest = 0.0
    for gain in np.linspace(max(0, difference), (1 + difference) / 2, 800):
        rest = max(0.0, 1 - 2 * gain + difference)
        chance = np.exp(
            choose
            + xlogy(gains, gain)
            + xlogy(losses, max(0.0, gain - difference))
            + xlogy(same, rest)
        )
        largest = max(largest, float(chance[extreme].sum()))
    assert exact_p_value(4, 2, n, difference=difference) == pytest.approx(largest, abs=2e-6)


@given(_counts, st.sampled_from([-0.3, -0.1, -0.05, 0.0, 0.1]))
def test_one_more_success_never_raises_the_p_value(
    counts: tuple[int, int, int], difference: float
) -> None:
    """A gain more, or a loss undone, never raises the p-value, which lies in [0, 1]."""
    gains, losses, same = counts
    n = gains + losses + same
    before = exact_p_value(gains, losses, n, difference=difference)
    assert 0 <= before <= 1
    assert exact_p_value(gains + 1, losses, n, difference=difference) <= before + 1e-7
    if losses:
        assert exact_p_value(gains, losses - 1, n, difference=difference) <= before + 1e-7


@settings(max_examples=40)
@given(_counts, st.sampled_from([0.05, 0.025, 0.005]))
def test_one_more_success_never_lowers_a_bound(counts: tuple[int, int, int], alpha: float) -> None:
    """A gain more never lowers the bound; the bound lies below what was observed."""
    gains, losses, same = counts
    n = gains + losses + same
    before = exact_lower_bound(gains, losses, n, alpha=alpha)
    assert -1 <= before <= (gains - losses) / n
    assert exact_lower_bound(gains + 1, losses, n, alpha=alpha) >= before
    if losses:
        assert exact_lower_bound(gains, losses - 1, n, alpha=alpha) >= before


@settings(max_examples=40)
@given(_counts, st.sampled_from([0.05, 0.01]))
def test_the_bound_passes_zero_with_the_p_value(counts: tuple[int, int, int], alpha: float) -> None:
    """The bound is at least 0 if and only if the p-value against 0 is at most alpha."""
    gains, losses, same = counts
    n = gains + losses + same
    is_claimed = exact_p_value(gains, losses, n, difference=0.0) <= alpha
    assert (exact_lower_bound(gains, losses, n, alpha=alpha) >= 0) == is_claimed


@pytest.mark.parametrize("alpha", [0.05, 0.01])
@pytest.mark.parametrize(("gains", "losses", "n"), [(0, 0, 59), (2, 3, 100), (1, 9, 60)])
def test_no_difference_below_the_bound_is_kept(
    gains: int, losses: int, n: int, alpha: float
) -> None:
    """Down to .2 below the bound, every difference is rejected; just above, one is not."""
    bound = exact_lower_bound(gains, losses, n, alpha=alpha)
    for below in (1e-5, 0.001, 0.004, 0.01, 0.02, 0.05, 0.1, 0.2):
        assert exact_p_value(gains, losses, n, difference=bound - below) <= alpha
    assert exact_p_value(gains, losses, n, difference=bound + 1e-5) > alpha


def test_the_interval_is_about_tangos_and_mirrors() -> None:
    """Exact bounds lie within .004 of Tango's at 200 pairs; exchanged arms mirror them."""
    for gains, losses in ((0, 0), (3, 8), (12, 5)):
        exact, score = exact_interval(gains, losses, 200), tango_interval(gains, losses, 200)
        assert exact.lower == pytest.approx(score.lower, abs=4e-3)
        assert exact.upper == pytest.approx(score.upper, abs=4e-3)
        assert exact_interval(losses, gains, 200).lower == -exact.upper


@pytest.mark.parametrize("n", [1, 2, 5, 30, 100])
@pytest.mark.parametrize("difference", [0.0, -0.1, -0.3])
def test_the_critical_value_keeps_the_level(n: int, difference: float) -> None:
    """A table is rejected exactly where its statistic reaches the critical value."""
    critical = exact_critical_value(n, difference=difference, alpha=0.05)
    for gains in range(min(n, 6) + 1):
        for losses in range(min(n - gains, 6) + 1):
            statistic = float(tango_statistic(gains, losses, n, difference))
            if abs(statistic - critical) > 2e-4:
                p_value = exact_p_value(gains, losses, n, difference=difference)
                assert (statistic > critical) == (p_value <= 0.05)


def test_the_normal_p_value_is_too_small() -> None:
    """Tango's own p-value claims at .05 what the exact one does not: it is not reproduced."""
    normal = 1 - float(ndtr(tango_statistic(0, 0, 28, -0.1)))
    assert normal < 0.05 < exact_p_value(0, 0, 28, difference=-0.1)


def test_degenerate_tables() -> None:
    """Everything lost, everything gained, and one pair give bounds at the ends and no NaN."""
    assert exact_lower_bound(0, 50, 50, alpha=0.05) == -1
    assert exact_lower_bound(0, 1, 1, alpha=0.05) == -1
    assert exact_lower_bound(50, 0, 50, alpha=0.05) == pytest.approx(2 * 0.05**0.02 - 1, abs=1e-5)
    assert exact_p_value(0, 1, 1, difference=0.0) == 1
    assert exact_p_value(1, 0, 1, difference=0.0) == pytest.approx(0.5)


def test_it_is_quick_beside_the_enumeration_of_tables() -> None:
    """A p-value of 200 pairs takes less than one sum over all tables at 82 rates, by far."""
    n = 200
    began = time.process_time()
    exact_p_value.__wrapped__(3, 8, n, difference=-0.05)
    quick = time.process_time() - began
    table = np.zeros(20301)
    began = time.process_time()
    for _ in range(82):
        np.exp(xlogy(table, 0.5) + xlogy(table, 0.25) + xlogy(table, 0.25)).sum()
    assert quick < time.process_time() - began


def test_impossible_tables_are_refused() -> None:
    """Counts that do not fit or are not whole, and levels out of range, raise."""
    for gains, losses, n in ((3, 3, 5), (-1, 0, 5), (0, 0, 0), (0.5, 0, 5)):
        with pytest.raises(ValueError, match="expected whole counts"):
            exact_p_value(gains, losses, n, difference=0.0)
    with pytest.raises(ValueError, match="difference is"):
        exact_p_value(0, 0, 5, difference=-1.0)
    with pytest.raises(ValueError, match="alpha is"):
        exact_lower_bound(0, 0, 5, alpha=0.6)
    with pytest.raises(ValueError, match="out of range"):
        exact_critical_value(0, difference=0.0, alpha=0.05)
