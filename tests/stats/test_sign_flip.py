"""The exact paired test: right by enumeration, and no more alarms than it says."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.sign_flip import sign_flip_p


def _enumerated(differences: list[int]) -> float:
    seen = abs(sum(differences))
    sums = [
        abs(sum(sign * each for sign, each in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(each >= seen for each in sums) / len(sums)


@given(st.lists(st.integers(-4, 4), max_size=9))
def test_it_is_the_share_of_all_ways_of_giving_the_signs(differences: list[int]) -> None:
    """Zeros change nothing: both ways of them are one."""
    assert sign_flip_p(differences) == pytest.approx(_enumerated(differences))


@pytest.mark.parametrize(("gained", "lost", "p"), [(0, 8, 2 / 256), (1, 7, 18 / 256), (4, 4, 1.0)])
def test_with_differences_of_one_it_is_mcnemars(gained: int, lost: int, p: float) -> None:
    """The two-sided binomial of the discordant pairs."""
    assert sign_flip_p([1] * gained + [-1] * lost) == pytest.approx(p)


def test_who_has_not_changed_is_called_changed_no_more_often_than_said() -> None:
    """Also where the answers of one call err together, which a test by answer does not bear."""
    rng = np.random.default_rng(20261130)
    alarms = by_answer = 0
    for _ in range(600):
        errs = rng.random((2, 36)) < 0.15  # whole calls of three answers
        differences = 3 * (errs[0].astype(int) - errs[1].astype(int))
        alarms += sign_flip_p(differences.tolist()) < 0.01
        by_answer += sign_flip_p(np.repeat(differences // 3, 3).tolist()) < 0.01
    assert alarms <= 0.02 * 600
    assert by_answer > 0.04 * 600


def test_a_judge_that_lost_its_footing_is_seen() -> None:
    """Ten of 38 calls worse and none better are no chance."""
    assert sign_flip_p([-1] * 10 + [0] * 28) < 0.005
