"""The difference of two figures from their intervals, and drops that a margin would show."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.mover import drop_from_margin, mover_difference
from mhgate.stats.wilson import wilson

_bounded = st.tuples(*[st.floats(0, 1)] * 3).map(sorted)


def test_newcombes_example() -> None:
    """Wilson bounds through MOVER are Newcombe's method 10: 56/70 against 48/80.

    Newcombe (1998), Statistics in Medicine 17, 873-890, table II, column a, method 10:
    0.0524 to 0.3339.
    """
    ours, theirs = wilson(56, 70, level=0.95), wilson(48, 80, level=0.95)
    low, high = mover_difference(
        56 / 70, (ours.lower, ours.upper), 48 / 80, (theirs.lower, theirs.upper)
    )
    assert low == pytest.approx(0.0524, abs=5e-5)
    assert high == pytest.approx(0.3339, abs=5e-5)


@given(_bounded, _bounded)
def test_turning_the_difference_round_turns_its_bounds(
    first: list[float], second: list[float]
) -> None:
    """First minus second is second minus first with the other sign, bounds and all."""
    low, high = mover_difference(first[1], (first[0], first[2]), second[1], (second[0], second[2]))
    back = mover_difference(second[1], (second[0], second[2]), first[1], (first[0], first[2]))
    assert (-high, -low) == pytest.approx(back)
    assert low <= first[1] - second[1] <= high


def test_normal_intervals_give_the_normal_interval() -> None:
    """Symmetric bounds of two normal means give the interval of their difference."""
    low, high = mover_difference(0.5, (0.5 - 0.03, 0.53), 0.4, (0.4 - 0.04, 0.44))
    assert (low, high) == pytest.approx((0.1 - 0.05, 0.1 + 0.05))


def test_coverage_of_independent_rates() -> None:
    """Each bound errs near its rate when rates differ: 4,000 runs, within their error."""
    random, runs = np.random.default_rng(5), 4000
    above = below = 0
    for ours, theirs in zip(
        random.binomial(120, 0.8, runs), random.binomial(120, 0.9, runs), strict=True
    ):
        first, second = wilson(int(ours), 120, level=0.9), wilson(int(theirs), 120, level=0.9)
        low, high = mover_difference(
            ours / 120, (first.lower, first.upper), theirs / 120, (second.lower, second.upper)
        )
        above += low > -0.1
        below += high < -0.1
    error = 4 * math.sqrt(0.05 * 0.95 / runs)
    assert above / runs < 0.05 + error
    assert below / runs < 0.05 + error


def test_a_figure_outside_its_bounds_is_refused() -> None:
    """Bounds that do not hold their figure say nothing of its variance."""
    with pytest.raises(ValueError, match="outside its bounds"):
        mover_difference(0.9, (0.1, 0.5), 0.5, (0.4, 0.6))


def test_a_margin_shows_what_drop_would_be_seen() -> None:
    """At one claim (1.645 + 0.842) / 1.645 margins; more claims need more; too much is none."""
    assert drop_from_margin(0.1, alpha=0.05) == pytest.approx(0.1 * 2.48648 / 1.64485, rel=1e-5)
    one, many = (drop_from_margin(0.1, alpha=0.05, claims=n) for n in (1, 40))
    assert one is not None
    assert many is not None
    assert many > one
    assert drop_from_margin(0.9, alpha=0.05) is None
    assert drop_from_margin(0.0, alpha=0.05) is None
