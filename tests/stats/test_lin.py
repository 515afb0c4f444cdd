"""Lin's concordance: against quadratic kappa, the printed variance, and its own promise."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.kappa import kappa
from mhgate.stats.lin import lin_concordance

Oracle = Callable[[str], Any]

# Peak flow of 17 people by two meters: Bland, Altman (1986), Lancet 327, 307-310, table.
WRIGHT = [494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427]
MINI = [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451]

_pairs = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=30)


def test_peak_flow() -> None:
    """The variance as the correction of 2000 prints it, term by term, gives the same interval."""
    n, z = 17, 1.959963984540054  # qnorm(.975)
    r = float(np.corrcoef(WRIGHT, MINI)[0, 1])
    one, other = np.var(WRIGHT), np.var(MINI)
    apart = np.mean(WRIGHT) - np.mean(MINI)
    p = 2 * r * math.sqrt(one * other) / (one + other + apart**2)
    u = apart / (one * other) ** 0.25
    terms = (
        (1 - r**2) * p**2 * (1 - p**2) / r**2
        + 2 * p**3 * (1 - p) * u**2 / r
        - p**4 * u**4 / (2 * r**2)
    )
    reach = z * math.sqrt(terms / (n - 2)) / (1 - p**2)
    found = lin_concordance(np.transpose([WRIGHT, MINI]), level=0.95)
    assert found.value == pytest.approx(p)
    assert found.lower == pytest.approx(math.tanh(math.atanh(p) - reach))
    assert found.upper == pytest.approx(math.tanh(math.atanh(p) + reach))
    assert found.pearson == pytest.approx(r)
    assert found.pearson * found.accuracy == pytest.approx(found.value)


def test_it_is_quadratic_kappa(oracle: Oracle) -> None:
    """On every table of two raters it is scikit-learn's quadratic kappa."""
    compared = 0
    for cell in oracle("reliability.json"):
        expected = cell["python_packages"].get("sk_kappa_quadratic")
        if expected is not None:
            found = lin_concordance(cell["ratings"])
            assert found.value == pytest.approx(expected, abs=1e-6), cell["name"]
            compared += 1
    assert compared >= 14


@given(_pairs)
def test_it_is_our_quadratic_kappa(pairs: list[tuple[int, int]]) -> None:
    """The two agree, degenerate data included, and nothing is NaN or outside [-1, 1]."""
    found = lin_concordance(pairs)
    expected = kappa(pairs, categories=[1, 2, 3, 4, 5], weights="quadratic").value
    assert found.value == pytest.approx(expected, abs=1e-9)
    figures = [each for each in (found.lower, found.value, found.upper) if each is not None]
    assert all(math.isfinite(each) and -1 <= each <= 1 for each in figures)
    assert figures == sorted(figures)
    assert (len(figures) < 3) == found.is_degenerate


@given(_pairs, st.sampled_from([-2.0, 0.5, 30.0]))
def test_units_and_sides_do_not_matter(pairs: list[tuple[int, int]], slope: float) -> None:
    """One change of unit for both raters, and swapping them, change nothing."""
    before = lin_concordance(pairs)
    after = lin_concordance([(slope * other + 3, slope * one + 3) for one, other in pairs])
    assert after.value == pytest.approx(before.value, abs=1e-9)
    assert after.lower == pytest.approx(before.lower, abs=1e-6)


def test_the_interval_covers() -> None:
    """Of 1,500 samples of 60 normal pairs with a shift, each bound misses about 5 in 100."""
    generator = np.random.default_rng(11)
    trait = np.sqrt(0.8) * generator.standard_normal((1500, 60, 1))
    ratings = trait + np.sqrt(0.2) * generator.standard_normal((1500, 60, 2)) + [0.0, 0.5]
    truth = 2 * 0.8 / (2 + 0.25)
    found = [lin_concordance(each) for each in ratings]
    for misses in (
        np.mean([each.lower > truth for each in found]),
        np.mean([each.upper < truth for each in found]),
    ):
        assert 0.025 < misses < 0.075


def test_degenerate_pairs() -> None:
    """Nothing rated, nothing varying, a constant rater, an exact line, two pairs: all flagged."""
    assert lin_concordance([[1, None]]).value is None
    assert lin_concordance([[5, 5]] * 6).value is None
    constant = lin_concordance([[1, 4], [2, 4], [5, 4]])
    assert (constant.value, constant.lower) == (0.0, None)
    line = lin_concordance([[-2, -4], [-1, -2], [1, 2], [2, 4]])
    assert line.value == pytest.approx(0.8)
    assert line.lower is None
    perfect = lin_concordance([[1, 1], [2, 2], [4, 4]])
    assert perfect.value == pytest.approx(1)
    assert perfect.lower is None
    assert lin_concordance([[1, 2], [4, 5]]).lower is None
    shifted = lin_concordance([[1, 2], [2, 3], [3, 4], [4, 5], [None, 2]])
    assert shifted.dropped == 1
    assert shifted.lower is not None
