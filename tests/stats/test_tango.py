"""Tango's score statistic and interval: against reference values, and what they promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mhgate.stats.tango import tango_interval, tango_lower_bound, tango_statistic

Oracle = Callable[[str], Any]

_counts = st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 200)).filter(any)


# Columns "tango" of the reference tables, whose own solver stops at 1e-8.
@pytest.mark.parametrize(
    ("gains", "losses", "n", "level", "lower", "upper"),
    [
        (1, 7, 21, 0.95, -0.5172322763568, -0.0260030316776),
        (6, 16, 161, 0.9, -0.1131260530536, -0.0150583459063),
        (2, 3, 100, 0.95, -0.0676139183716, 0.0443540615845),
    ],
)
def test_pasted_intervals(
    *, gains: int, losses: int, n: int, level: float, lower: float, upper: float
) -> None:
    """Three intervals agree with the reference within 1e-7."""
    found = tango_interval(gains, losses, n, level=level)
    assert [found.lower, found.upper] == pytest.approx([lower, upper], abs=1e-7)


def test_reference_intervals(oracle: Oracle) -> None:
    """Forty-two tables agree with the reference within 1e-6."""
    for row in oracle("paired_2x2.json"):
        _, gains, losses, _ = row["table"]
        found = tango_interval(gains, losses, sum(row["table"]), level=1 - row["alpha"])
        assert found.lower == pytest.approx(row["tango"][0], abs=1e-6)
        assert found.upper == pytest.approx(row["tango"][1], abs=1e-6)


def test_reference_statistics(oracle: Oracle) -> None:
    """Non-inferiority statistics and 90 % intervals agree with the reference."""
    for row in oracle("paired_noninferiority_exact.json"):
        g, lost, n = row["gain"], row["loss"], row["n"]
        assert float(tango_statistic(g, lost, n, -row["margin"])) == pytest.approx(row["tango_T"])
        found = tango_interval(g, lost, n, level=0.9)
        assert [found.lower, found.upper] == pytest.approx(row["tango_ci90"], abs=1e-6)


@given(_counts, st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_the_interval_holds_the_difference(counts: tuple[int, int, int], level: float) -> None:
    """The interval lies in [-1, 1] around what was observed, and mirrors when arms are swapped."""
    gains, losses, same = counts
    n = gains + losses + same
    found = tango_interval(gains, losses, n, level=level)
    assert -1 <= found.lower <= (gains - losses) / n <= found.upper <= 1
    swapped = tango_interval(losses, gains, n, level=level)
    assert swapped.lower == pytest.approx(-found.upper, abs=1e-12)


@given(_counts)
def test_one_more_success_never_lowers_a_bound(counts: tuple[int, int, int]) -> None:
    """Turning a loss into a tie, or a tie into a gain, never lowers a bound."""
    gains, losses, same = counts
    n = gains + losses + same
    before = tango_interval(gains, losses, n)
    for better in ((gains, losses - 1), (gains + 1, losses)):
        if better[1] < 0 or sum(better) > n:
            continue
        after = tango_interval(*better, n)
        assert after.lower >= before.lower - 1e-9
        assert after.upper >= before.upper - 1e-9


@given(_counts, st.floats(-0.99, 0.99), st.floats(0, 0.5))
def test_the_statistic_falls_as_the_hypothesis_rises(
    counts: tuple[int, int, int], difference: float, step: float
) -> None:
    """The inversion by bisection rests on a statistic that never rises with the difference."""
    assume(difference + step < 0.99)
    gains, losses, same = counts
    n = gains + losses + same
    low, high = tango_statistic(gains, losses, n, [difference, difference + step])
    assert high <= low + 1e-9


def test_the_lowest_of_several_is_taken() -> None:
    """Several data sets at once give the lowest of their bounds."""
    alone = [tango_lower_bound(g, lost, 50, 1.7) for g, lost in ((0, 0), (2, 3), (9, 1))]
    assert tango_lower_bound([0, 2, 9], [0, 3, 1], 50, 1.7) == pytest.approx(min(alone))


def test_impossible_counts_are_refused() -> None:
    """More moves than pairs, and no pairs, raise."""
    for gains, losses, n in ((3, 3, 5), (0, 0, 0), (-1, 0, 5)):
        with pytest.raises(ValueError, match="do not fit"):
            tango_interval(gains, losses, n)
