"""The bias of a judge: against references, by cluster, and where nothing differs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.rater_bias import rater_bias

Oracle = Callable[[str], Any]

# Peak flow of 17 people by two meters: Bland, Altman (1986), Lancet 327, 307-310, table.
WRIGHT = [494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427]
MINI = [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451]

_pairs = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=20)


def test_peak_flow() -> None:
    """Bland and Altman print a mean of -2.1 l/min and a standard deviation of 38.8."""
    found = rater_bias(WRIGHT, MINI, level=0.95)
    assert found.mean == pytest.approx(-2.1, abs=0.05)
    assert found.upper_limit - found.mean == pytest.approx(1.96 * 38.8, abs=0.1)
    assert found.mean - found.lower_limit == pytest.approx(1.96 * 38.8, abs=0.1)
    reach = 2.119905299 * 38.765 / math.sqrt(17)  # qt(.975, 16)
    assert found.upper - found.mean == pytest.approx(reach, abs=0.01)


def test_every_reference_table(oracle: Oracle) -> None:
    """Means and t intervals of all tables of two raters agree, but where nothing differs."""
    compared = 0
    for cell in oracle("reliability.json"):
        expected = cell["stats_ref"].get("bias_r2_minus_r1")
        if expected is None:
            continue
        first, second = zip(*cell["ratings"], strict=True)
        found = rater_bias(second, first, level=0.95)
        assert found.mean == pytest.approx(expected[0], abs=1e-6)
        if found.reason is None:
            assert [found.lower, found.upper] == pytest.approx(expected[1:], abs=1e-6)
            compared += 1
        else:
            assert expected[1] == expected[2]
            assert found.lower < expected[1] < found.upper
    assert compared >= 10


def test_clusters_by_hand() -> None:
    """G / (G - 1) times the squared sums of residuals, t with G - 1 degrees of freedom."""
    judge, clinician = [4, 5, 3, 4, 5, 2, 4, 4], [3, 4, 3, 3, 5, 2, 2, 4]
    labels = list("aabbcccd")
    found = rater_bias(judge, clinician, clusters=labels, level=0.95)
    differences = np.subtract(judge, clinician)
    residuals = differences - differences.mean()
    sums = [residuals[[label == each for each in labels]].sum() for label in "abcd"]
    error = math.sqrt(4 / 3 * np.dot(sums, sums)) / 8
    assert found.standard_error == pytest.approx(error)
    assert found.upper - found.mean == pytest.approx(3.182446305 * error)  # qt(.975, 3)
    assert (found.pairs, found.clusters) == (8, 4)


def test_a_record_without_differences_is_no_certainty() -> None:
    """Where every difference is the same, the interval is that of zero events at one step."""
    found = rater_bias([3, 4, 5] * 20, [3, 4, 5] * 20)
    unseen = 1 - 0.05 ** (1 / 60)
    assert (found.mean, found.standard_error) == (0.0, 0.0)
    assert [found.lower, found.upper] == pytest.approx([-unseen, unseen])
    assert found.is_degenerate
    shifted = rater_bias([0.3, 0.4], [0.1, 0.2], step=0.1)
    assert shifted.lower == pytest.approx(0.2 - (1 - math.sqrt(0.05)) * 0.1)


def test_missing_ratings_and_lonely_clusters() -> None:
    """Incomplete pairs are counted; one cluster gives a mean alone, no pair nothing."""
    found = rater_bias([1, None, 3, 4], [2, 2, float("nan"), 4])
    assert (found.pairs, found.dropped) == (2, 2)
    alone = rater_bias([1, 2], [2, 2], clusters=["a", "a"])
    assert (alone.mean, alone.lower, alone.lower_limit) == (-0.5, None, None)
    nothing = rater_bias([None], [1])
    assert (nothing.mean, nothing.lower, nothing.upper) == (None, None, None)
    assert nothing.is_degenerate


@given(_pairs, st.integers(1, 3), st.randoms(use_true_random=False))
def test_order_sides_and_units(pairs: list[tuple[int, int]], size: int, random: Any) -> None:
    """Order does not matter, swapping sides changes the sign, a unit scales; never NaN."""
    judge, clinician = (list(each) for each in zip(*pairs, strict=True))
    labels = [row // size for row in range(len(pairs))]
    before = rater_bias(judge, clinician, clusters=labels)
    order = random.sample(range(len(pairs)), len(pairs))
    after = rater_bias(
        [10 * clinician[row] + 1 for row in order],
        [10 * judge[row] + 1 for row in order],
        clusters=[labels[row] for row in order],
        step=10,
    )
    assert after.mean == pytest.approx(-10 * before.mean)
    if before.lower is not None:
        assert before.lower <= before.mean <= before.upper
        assert after.upper == pytest.approx(-10 * before.lower)
        assert after.lower_limit == pytest.approx(-10 * before.upper_limit)
        assert math.isfinite(before.lower + before.upper)


def test_unequal_lengths_are_refused() -> None:
    """One rating of each for every target."""
    with pytest.raises(ValueError, match="expected as many each"):
        rater_bias([1, 2], [1])
