"""Gwet's coefficients: against irrCAC, with missing ratings, and where it says nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.agreement_weights import WeightKind
from mhgate.stats.gwet import Gwet, gwet

Oracle = Callable[[str], Any]

SCALE = [1, 2, 3, 4, 5]
TEN = [[5, 5], [1, 2], [1, 1], [1, 2], [3, 5], [4, 4], [5, 4], [3, 2], [2, 4], [3, 2]]

_cells = st.one_of(st.none(), st.integers(1, 5))
_tables = st.integers(2, 4).flatmap(
    lambda raters: st.lists(
        st.lists(_cells, min_size=raters, max_size=raters), min_size=1, max_size=12
    )
)
_weights = st.sampled_from(["identity", "linear", "quadratic", "ordinal"])


def _figures(found: Gwet) -> list[float | None]:
    return [found.value, found.standard_error, found.lower, found.upper]


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ("identity", [0.1263650546, 0.190066562, -0.3035953799, 0.5563254891]),
        ("quadratic", [0.6809815951, 0.1173851389, 0.4154379624, 0.9465252278]),
    ],
)
def test_ten_pairs(weights: WeightKind, expected: list[float]) -> None:
    """irrCAC.raw.CAC(x, categories=[1..5], weights=...).gwet() of Python, all four figures."""
    found = gwet(TEN, categories=SCALE, weights=weights, level=0.95)
    assert _figures(found) == pytest.approx(expected, abs=1e-6)


def test_every_reference_table(oracle: Oracle) -> None:
    """Twenty-eight tables agree with irrCAC; bounds without width we do not give."""
    for cell in oracle("reliability.json"):
        for weights in ("identity", "quadratic"):
            found = gwet(
                cell["ratings"], categories=cell["categories"], weights=weights, level=0.95
            )
            expected = cell["stats_ref"][f"gwet_{weights}"]
            value, error, bounds = cell["python_packages"]["irrCAC"][f"gwet_{weights}"]
            where = f"{cell['name']} {weights}"
            assert found.value == pytest.approx(expected[0], abs=1e-6), where
            assert found.value == pytest.approx(value, abs=1e-6), where
            if found.reason is None:
                assert _figures(found) == pytest.approx(expected, abs=1e-6), where
                assert _figures(found) == pytest.approx([value, error, *bounds], abs=1e-6), where
            else:
                assert error == 0, where
                assert _figures(found)[1:] == [None, None, None], where


def test_the_share_of_agreement(oracle: Oracle) -> None:
    """The observed part is irrCAC's weighted percent agreement, over units rated twice."""
    for cell in oracle("reliability.json"):
        for weights, name in (("identity", "pa_unweighted"), ("quadratic", "pa_quadratic")):
            found = gwet(cell["ratings"], categories=cell["categories"], weights=weights)
            assert found.observed == pytest.approx(cell["irrCAC"][name][0], abs=1e-6), cell["name"]


def test_a_unit_without_ratings_is_not_nan() -> None:
    """A unit that nobody rated says nothing and is left out; irrCAC of R then returns NaN."""
    with_empty = gwet([[None, None], *TEN], categories=SCALE, level=0.95)
    assert _figures(with_empty) == _figures(gwet(TEN, categories=SCALE, level=0.95))
    assert with_empty.units == 10


def test_single_ratings_inform_chance_alone() -> None:
    """A unit with one rating moves the shares of categories, not the observed agreement."""
    before = gwet(TEN, categories=SCALE)
    after = gwet([*TEN, [5, None]], categories=SCALE)
    assert (after.units, after.pairable) == (11, 10)
    assert after.observed == before.observed
    assert after.chance != before.chance


def test_the_paradox_of_prevalence() -> None:
    """118 of 125 agree where one category prevails: kappa is below 0, AC1 .94."""
    table = [[1, 1]] * 118 + [[0, 1]] * 2 + [[1, 0]] * 5
    found = gwet(table, categories=[0, 1], level=0.95)
    assert _figures(found) == pytest.approx(
        [0.9407763376, 0.0230569643, 0.8951401466, 0.9864125286], abs=1e-6
    )


def test_degenerate_tables() -> None:
    """Perfect or uniform agreement has no bounds, nothing rated twice no coefficient."""
    for table in ([[1, 1], [2, 2], [3, 3]], [[5, 5]] * 6):
        assert _figures(gwet(table, categories=SCALE)) == [1.0, None, None, None]
    uniform = gwet([[3, 4], [4, 3]] * 2, categories=SCALE)
    assert uniform.value == pytest.approx(-1 / 7)
    assert uniform.is_degenerate
    assert uniform.lower is None
    alone = gwet([[1, None], [None, None]], categories=SCALE)
    assert _figures(alone) == [None] * 4
    assert (alone.units, alone.pairable) == (1, 0)
    one = gwet([[1, 2]], categories=SCALE)
    assert (one.lower, one.upper) == (None, None)


@given(_tables, _weights, st.randoms(use_true_random=False))
def test_order_does_not_matter(
    table: list[list[int | None]], weights: WeightKind, random: Any
) -> None:
    """Neither the order of targets nor who gave which rating of a target changes anything."""
    before = gwet(table, categories=SCALE, weights=weights)
    mixed = [random.sample(unit, len(unit)) for unit in random.sample(table, len(table))]
    after = gwet(mixed, categories=SCALE, weights=weights)
    assert _figures(after) == pytest.approx(_figures(before), abs=1e-9)


@given(_tables, _weights)
def test_nothing_is_nan(table: list[list[int | None]], weights: WeightKind) -> None:
    """Figures are finite or None, the coefficient at most 1, reversal of the scale harmless."""
    found = gwet(table, categories=SCALE, weights=weights)
    figures = [each for each in _figures(found) if each is not None]
    assert all(math.isfinite(each) for each in figures)
    assert found.value is None or found.value <= 1
    assert found.lower is None or found.lower <= found.value <= found.upper <= 1
    mirrored = [[None if each is None else 6 - each for each in unit] for unit in table]
    after = gwet(mirrored, categories=SCALE, weights=weights)
    assert _figures(after) == pytest.approx(_figures(found), abs=1e-9)
