"""Families that share their luck: what is counted, what is divided, and what is a theorem."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clustered_e_process import (
    draws_before,
    log_e_fail_of_means,
    log_e_pass_of_means,
    tempering,
)
from mhgate.stats.effective_counts import floor_effect

_families = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=40)


@given(_families)
def test_draws_before_are_counts(families: list[str]) -> None:
    """Before each trial as many of its family came as there are."""
    for place, count in enumerate(draws_before(families)):
        assert count == families[:place].count(families[place])


@given(_families, st.floats(0, 1))
def test_tempering_is_the_design_effect_so_far(families: list[str], icc: float) -> None:
    """After each trial counts are divided by the floor that fixed-size bounds use."""
    found = tempering(draws_before(families), icc_floor=icc)
    for n in range(1, len(families) + 1):
        sizes = [families[:n].count(name) for name in set(families[:n])]
        assert float(found[n - 1]) == pytest.approx(floor_effect(sizes, icc))


@given(st.integers(1, 30), st.integers(1, 4), st.floats(0, 0.5))
def test_the_first_round_is_left_alone(count: int, size: int, icc: float) -> None:
    """One of each family first: nothing is divided in that round, and more trials weigh more."""
    found = tempering(draws_before(list(range(count)) * size), icc_floor=icc)
    assert np.all(found[:count] == 1)
    assert np.all(np.diff(np.arange(1, len(found) + 1) / found) >= -1e-9)


def test_no_trials() -> None:
    """Nothing drawn, nothing divided."""
    assert draws_before([]) == ()
    assert tempering([]).shape == (0,)
    with pytest.raises(ValueError, match=r"icc_floor is 1\.5"):
        tempering([0], icc_floor=1.5)


@pytest.mark.parametrize("icc", [0.0, 0.3, 0.9])
def test_bets_on_family_means_err_at_most_at_alpha(icc: float) -> None:
    """Whatever the correlation, bets on means of whole families seldom decide falsely."""
    rng = np.random.default_rng(11)
    runs, count, size, rate = 300, 120, 5, 0.9
    passed = failed = 0
    for _ in range(runs):
        strength = (1 - icc) / icc if icc else np.inf
        rates = rng.beta(rate * strength, (1 - rate) * strength, count) if icc else rate
        means = rng.binomial(size, rates, count) / size
        passed += bool((log_e_pass_of_means(means, rate) >= np.log(20)).any())
        failed += bool((log_e_fail_of_means(means, rate) >= np.log(20)).any())
    limit = 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert passed / runs <= limit
    assert failed / runs <= limit


def test_bets_on_family_means_need_many_families() -> None:
    """To certify 0.95 it takes 74 families without a failure, however large they are."""
    found = log_e_pass_of_means(np.ones(100), 0.95) >= np.log(20)
    assert 72 <= int(found.argmax()) + 1 <= 76
