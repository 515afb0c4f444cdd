"""Cohen's kappa: against scikit-learn, irr and reference errors, and where it means nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.agreement_weights import WeightKind
from mhgate.stats.kappa import kappa

Oracle = Callable[[str], Any]

WEIGHTS: tuple[WeightKind, ...] = ("identity", "linear", "quadratic")
TEN = [[5, 5], [1, 2], [1, 1], [1, 2], [3, 5], [4, 4], [5, 4], [3, 2], [2, 4], [3, 2]]
SCALE = [1, 2, 3, 4, 5]

_pairs = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=40)
_weights = st.sampled_from([*WEIGHTS, "ordinal"])


@pytest.mark.parametrize(
    ("weights", "value", "error"),
    [
        ("identity", 0.18604651162790709, 0.1484805436677777),
        ("linear", 0.45783132530120485, 0.15737800947932162),
        ("quadratic", 0.6859903381642511, 0.1361459429895384),
    ],
)
def test_ten_pairs(weights: WeightKind, value: float, error: float) -> None:
    """sklearn.metrics.cohen_kappa_score(a, b, labels=[1..5], weights=...), and its error."""
    found = kappa(TEN, categories=SCALE, weights=weights)
    assert found.value == pytest.approx(value, abs=1e-6)
    assert found.standard_error == pytest.approx(error, abs=1e-6)


def test_every_reference_table(oracle: Oracle) -> None:
    """Every table of two raters agrees in value and standard error; where it is 0 we have none."""
    compared = 0
    for cell in oracle("reliability.json"):
        for weights in WEIGHTS:
            if f"kappa_{weights}" not in cell["stats_ref"]:
                continue
            found = kappa(cell["ratings"], categories=cell["categories"], weights=weights)
            value, error = cell["stats_ref"][f"kappa_{weights}"]
            of_sklearn = cell["python_packages"][f"sk_kappa_{weights}"]
            where = f"{cell['name']} {weights}"
            assert found.value == pytest.approx(value, abs=1e-6), where
            assert found.value == pytest.approx(of_sklearn, abs=1e-6), where
            if found.standard_error is None:
                assert error is None or error < 1e-6, where
            else:
                assert found.standard_error == pytest.approx(error, abs=1e-6), where
            compared += 1
    assert compared > 40


def test_plain_kappa_is_that_of_irr(oracle: Oracle) -> None:
    """irr::kappa2(x, "unweighted") gives the same."""
    for cell in oracle("reliability.json"):
        expected = cell["irr_kappa2"].get("unweighted", [None])[0]
        if expected is not None:
            found = kappa(cell["ratings"], categories=cell["categories"])
            assert found.value == pytest.approx(expected, abs=1e-6), cell["name"]


def test_weights_know_the_categories_that_nobody_used() -> None:
    """irr::kappa2 ranks the used ones alone: .667 (squared) and .333 (equal) for these pairs."""
    pairs = [[1, 2], [4, 5]]
    assert kappa(pairs, categories=SCALE, weights="quadratic").value == pytest.approx(0.8181818)
    assert kappa(pairs, categories=SCALE, weights="linear").value == pytest.approx(0.5)


def test_a_constant_rater_is_not_informative() -> None:
    """49 of 50 agree and kappa is 0: no interval [0, 0], but a reason."""
    found = kappa([[1, 1]] * 49 + [[1, 0]], categories=[0, 1])
    assert (found.value, found.standard_error, found.lower, found.upper) == (0.0, None, None, None)
    assert "never varies" in str(found.reason)
    same = kappa([[1, 1]] * 6, categories=[0, 1])
    assert same.value is None
    assert same.is_degenerate


@pytest.mark.parametrize("weights", WEIGHTS)
def test_perfect_and_opposite_raters_have_no_interval(weights: WeightKind) -> None:
    """Perfect agreement is exactly 1, complete disagreement -1; neither has bounds."""
    perfect = kappa([[1, 1], [2, 2], [3, 3]], categories=SCALE, weights=weights)
    assert (perfect.value, perfect.lower, perfect.upper) == (1.0, None, None)
    opposite = kappa([[3, 4], [4, 3]] * 2, categories=SCALE, weights=weights)
    assert opposite.value == pytest.approx(-1)
    assert (opposite.lower, opposite.upper) == (None, None)
    assert opposite.is_degenerate


def test_incomplete_pairs_are_dropped_and_counted() -> None:
    """A pair without one of its ratings is left out."""
    found = kappa([*TEN, [1, None], [None, None]], categories=SCALE)
    assert (found.pairs, found.dropped) == (10, 2)
    assert found.value == kappa(TEN, categories=SCALE).value
    assert kappa([[None, 1]], categories=SCALE).value is None


def test_the_standard_error_is_the_spread_of_samples() -> None:
    """In 2,000 samples of 200 pairs, kappas scatter as their standard errors say, within 5 %."""
    generator = np.random.default_rng(8)
    joint = np.array([[0.3, 0.1, 0.02], [0.05, 0.2, 0.05], [0.03, 0.05, 0.2]]).ravel()
    pairs = np.array([(one, other) for one in range(3) for other in range(3)])
    drawn = [
        kappa(np.repeat(pairs, counts, axis=0), categories=[0, 1, 2], weights="quadratic")
        for counts in generator.multinomial(200, joint, size=2000)
    ]
    spread = np.std([each.value for each in drawn])
    assert np.mean([each.standard_error for each in drawn]) == pytest.approx(spread, rel=0.05)


@given(_pairs, _weights, st.randoms(use_true_random=False))
def test_order_and_sides_do_not_matter(
    pairs: list[tuple[int, int]], weights: WeightKind, random: Any
) -> None:
    """Neither the order of pairs nor which rater comes first changes anything."""
    before = kappa(pairs, categories=SCALE, weights=weights)
    mixed = [(other, one) for one, other in random.sample(pairs, len(pairs))]
    after = kappa(mixed, categories=SCALE, weights=weights)
    for name in ("value", "standard_error", "lower", "upper"):
        assert getattr(after, name) == pytest.approx(getattr(before, name), abs=1e-9)


@given(_pairs, _weights, st.sampled_from([-2.0, 0.5, 10.0]))
def test_units_do_not_matter(
    pairs: list[tuple[int, int]], weights: WeightKind, slope: float
) -> None:
    """Relabelling categories by a line, reversal too, changes nothing."""
    before = kappa(pairs, categories=SCALE, weights=weights)
    scale = np.sort(slope * np.array(SCALE) + 1)
    after = kappa(slope * np.array(pairs) + 1, categories=scale, weights=weights)
    assert after.value == pytest.approx(before.value, abs=1e-9)
    assert after.lower == pytest.approx(before.lower, abs=1e-9)


@given(_pairs, _weights)
def test_bounds_hold_the_coefficient(pairs: list[tuple[int, int]], weights: WeightKind) -> None:
    """Everything lies in [-1, 1], nothing is NaN, and bounds lie around the coefficient."""
    found = kappa(pairs, categories=SCALE, weights=weights)
    figures = [each for each in (found.lower, found.value, found.upper) if each is not None]
    assert all(math.isfinite(each) and -1 <= each <= 1 for each in figures)
    assert figures == sorted(figures)
    assert (len(figures) < 3) == found.is_degenerate


def test_three_raters_are_refused() -> None:
    """Kappa is for two raters."""
    with pytest.raises(ValueError, match="3 raters"):
        kappa([[1, 2, 3]], categories=SCALE)
