"""Holm's correction: against reference values, and its limits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.holm import holm

Oracle = Callable[[str], Any]

_p_values = st.lists(st.floats(0, 1), max_size=12)


def test_pasted_values() -> None:
    """Two sets agree with the step-down products, worked out by hand."""
    assert holm([0.001, 0.01, 0.02, 0.03, 0.04, 0.2, 0.5, 0.9]) == pytest.approx(
        [0.008, 0.07, 0.12, 0.15, 0.16, 0.6, 1.0, 1.0]
    )
    assert holm([0.006, 0.007, 0.0071, 0.02, 0.03, 0.049, 0.3, 1.0]) == pytest.approx(
        [0.048, 0.049, 0.049, 0.1, 0.12, 0.147, 0.6, 1.0]
    )


def test_reference_values(oracle: Oracle) -> None:
    """Five sets of p-values agree with the reference."""
    for row in oracle("multiplicity.json")["pvalues"]:
        assert holm(row["p"]) == pytest.approx(row["holm"], abs=1e-6)


@given(_p_values)
def test_between_nothing_and_bonferroni(p_values: list[float]) -> None:
    """An adjusted p-value lies between the p-value itself and Bonferroni's."""
    for raw, adjusted in zip(p_values, holm(p_values), strict=True):
        assert raw <= adjusted <= min(1.0, raw * len(p_values)) + 1e-12


@given(_p_values, st.data())
def test_a_larger_p_value_never_helps_another(p_values: list[float], data: st.DataObject) -> None:
    """Raising one p-value never lowers any adjusted one."""
    if not p_values:
        return
    i = data.draw(st.integers(0, len(p_values) - 1))
    raised = [*p_values]
    raised[i] = data.draw(st.floats(p_values[i], 1))
    for before, after in zip(holm(p_values), holm(raised), strict=True):
        assert after >= before - 1e-12


@given(_p_values, st.randoms())
def test_order_does_not_matter(p_values: list[float], random: Random) -> None:
    """Each p-value keeps its adjusted one in any order."""
    places = random.sample(range(len(p_values)), len(p_values))
    shuffled = holm([p_values[place] for place in places])
    plain = holm(p_values)
    assert shuffled == tuple(plain[place] for place in places)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan")])
def test_what_is_no_p_value_is_refused(wrong: float) -> None:
    """Numbers outside [0, 1], and NaN, raise."""
    with pytest.raises(ValueError, match="expected"):
        holm([0.5, wrong])
