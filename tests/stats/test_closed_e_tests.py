"""Closed e-tests: every set of claims, the reference's weaker test, and p-values for Holm."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.closed_e_tests import anytime_p_value, closed_e_tests, closed_e_values

Oracle = Callable[[str], Any]

_e_values = st.lists(st.floats(0, 500) | st.just(math.inf), max_size=7)


@given(_e_values)
def test_the_least_mean_over_every_set(e_values: list[float]) -> None:
    """An adjusted e-value is the least mean over all sets of claims that hold it."""
    for place, found in enumerate(closed_e_values(e_values)):
        others = [e for i, e in enumerate(e_values) if i != place]
        means = [
            (e_values[place] + sum(some)) / (len(some) + 1)
            for count in range(len(others) + 1)
            for some in combinations(others, count)
        ]
        assert found == pytest.approx(min(means))


def test_never_claims_what_the_false_discovery_rate_does_not(oracle: Oracle) -> None:
    """Six sets of e-values: what is claimed here the reference's e-BH claims too."""
    for row in oracle("multiplicity.json")["evalues"]:
        claimed = {i for i, made in enumerate(closed_e_tests(row["e"], alpha=row["alpha"])) if made}
        assert claimed <= set(row["ebh_reject"])


@pytest.mark.parametrize(
    ("e_values", "claimed"),
    [
        ([200, 50, 30, 1, 0.5, 2, 90, 10], [0, 6]),
        ([20] * 8, list(range(8))),
        ([160, 1, 1, 1, 1, 1, 1, 1], [0]),
        ([19] * 8, []),
        ([152.9, 1, 1, 1, 1, 1, 1, 1], []),
    ],
)
def test_sets_at_hand(e_values: list[float], claimed: list[int]) -> None:
    """Sets of the reference, and one that is just too little, decided by hand."""
    found = closed_e_tests(e_values, alpha=0.05)
    assert [i for i, made in enumerate(found) if made] == claimed


@given(_e_values)
def test_between_bonferroni_and_nothing(e_values: list[float]) -> None:
    """Adjusting never raises an e-value, and never lowers it below Bonferroni's."""
    for raw, found in zip(e_values, closed_e_values(e_values), strict=True):
        assert raw / len(e_values) * (1 - 1e-12) <= found <= raw


@given(_e_values, st.randoms())
def test_order_does_not_matter(e_values: list[float], random: Random) -> None:
    """Each e-value keeps its adjusted one in any order."""
    places = random.sample(range(len(e_values)), len(e_values))
    shuffled = closed_e_values([e_values[place] for place in places])
    plain = closed_e_values(e_values)
    assert shuffled == pytest.approx([plain[place] for place in places])


@given(st.floats(0, 1e300) | st.just(math.inf))
def test_anytime_p_values(largest: float) -> None:
    """The p-value is in [0, 1], 1 up to an evidence of 1, and one over it above."""
    found = anytime_p_value(largest)
    assert 0 <= found <= 1
    assert found == (1 if largest <= 1 else pytest.approx(1 / largest))


@pytest.mark.parametrize("wrong", [-0.1, float("nan")])
def test_what_is_no_e_value_is_refused(wrong: float) -> None:
    """Negative numbers and NaN raise, and error rates outside (0, 1)."""
    with pytest.raises(ValueError, match="expected a number"):
        closed_e_values([1.0, wrong])
    with pytest.raises(ValueError, match="expected a number"):
        anytime_p_value(wrong)
    with pytest.raises(ValueError, match="alpha is 1"):
        closed_e_tests([1.0], alpha=1)
