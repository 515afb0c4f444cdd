"""Families that share their luck: the distributions, against every outcome of small plans."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clustered_e_process import draws_before
from mhgate.stats.family_luck import FamilyLuck

_rate = st.floats(0.01, 0.99)
_icc = st.floats(0.01, 0.9)


@given(_rate, _icc, st.integers(1, 8))
def test_mean_and_correlation(rate: float, icc: float, draws: int) -> None:
    """Failures add up to 1, with the mean, and the variance of that correlation."""
    luck, k = FamilyLuck(rate, icc), np.arange(draws + 1)
    chances = luck.failures_of(draws)
    mean = float(chances @ k)
    assert float(chances.sum()) == pytest.approx(1)
    assert mean == pytest.approx(draws * rate)
    variance = draws * rate * (1 - rate) * (1 + (draws - 1) * icc)
    assert float(chances @ (k - mean) ** 2) == pytest.approx(variance)


def _paths(plan: str, luck: FamilyLuck) -> list[tuple[tuple[int, ...], float]]:
    """Return every outcome of a plan with its probability."""
    found = []
    for outcome in product([0, 1], repeat=len(plan)):
        chance, seen = 1.0, defaultdict(list)
        for family, failed in zip(plan, outcome, strict=True):
            past = seen[family]
            fails = float(luck.given(np.array(sum(past)), len(past)))
            chance *= fails if failed else 1 - fails
            past.append(failed)
        found.append((outcome, chance))
    return found


@pytest.mark.parametrize("plan", ["abcabc", "abcabab", "aabcb", "abbbcc"])
def test_the_next_failure_given_those_before(plan: str) -> None:
    """The probability that a trial fails, given the failures before, is that over all outcomes."""
    luck = FamilyLuck(0.2, 0.3)
    found = luck.next_failure(np.array(draws_before(plan)), 8)
    paths = _paths(plan, luck)
    for trial in range(len(plan)):
        for before in range(trial + 1):
            some = [path for path in paths if sum(path[0][:trial]) == before]
            weight = sum(chance for _, chance in some)
            wanted = sum(chance for outcome, chance in some if outcome[trial]) / weight
            assert float(found[trial, before]) == pytest.approx(wanted)


@pytest.mark.parametrize("plan", ["abcabc", "abcababa"])
def test_the_next_failure_given_both_rounds(plan: str) -> None:
    """So is it given the failures before the round and those within it."""
    luck = FamilyLuck(0.2, 0.3)
    draws = np.array(draws_before(plan))
    found = luck.next_failure_apart(draws, 9)
    paths = _paths(plan, luck)
    for trial in range(len(plan)):
        start = int(np.argmax(draws == draws[trial]))
        for earlier, within in product(range(start + 1), range(trial - start + 1)):
            some = [
                path
                for path in paths
                if sum(path[0][:start]) == earlier and sum(path[0][start:trial]) == within
            ]
            weight = sum(chance for _, chance in some)
            if not weight:
                continue
            wanted = sum(chance for outcome, chance in some if outcome[trial]) / weight
            chances = np.broadcast_to(found[trial], (9, 9))
            assert float(chances[earlier, within]) == pytest.approx(wanted)


def test_without_anything_in_common() -> None:
    """No correlation, and rates of 0 or 1, leave every trial's chance as it is."""
    before = np.array(draws_before("abab"))
    for rate, icc in ((0.3, 0.0), (0.0, 0.2), (1.0, 0.2)):
        assert np.all(FamilyLuck(rate, icc).next_failure(before, 4) == rate)
