"""Quadratic kappa by family: Cohen's coefficient, perfect and constant records, failures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.kappa import kappa
from mhgate.stats.ordinal_kappa import OrdinalKappa, ordinal_kappa

_trial = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 6), st.booleans())
_trials = st.lists(_trial, max_size=30)
Trials = list[tuple[int, int, int, bool]]


def _found(trials: Trials) -> OrdinalKappa:
    keys, choices, families, lost = ([trial[place] for trial in trials] for place in range(4))
    return ordinal_kappa(keys, choices, lost, families, levels=4)


@given(_trials)
def test_it_is_cohens(trials: Trials) -> None:
    """The coefficient is the quadratic kappa of the measured pairs, where that has one."""
    measured = [[float(key), float(choice)] for key, choice, _, lost in trials if not lost]
    found = _found(trials)
    if not measured:
        assert found.value is None
        return
    expected = kappa(measured, categories=[0, 1, 2, 3], weights="quadratic").value
    assert found.value == pytest.approx(expected, abs=1e-9)


@given(_trials)
def test_bounds_are_bounds(trials: Trials) -> None:
    """Bounds lie in [-1, 1] around the coefficient; without one they are everything."""
    found = _found(trials)
    if found.value is None:
        assert (found.lower, found.upper) == (-1, 1)
        assert found.reason
    else:
        assert -1 <= found.lower <= found.value <= found.upper <= 1
        assert found.upper - found.lower > 0


@given(_trials)
def test_a_failure_widens_on_both_sides(trials: Trials) -> None:
    """The interval with failures holds that of the measured trials alone."""
    whole, alone = _found(trials), _found([trial for trial in trials if not trial[3]])
    assert whole.value == alone.value
    assert whole.lower <= alone.lower
    assert whole.upper >= alone.upper


@pytest.mark.parametrize("slip", [(0, 1), (0, 3), (1, 0), (1, 3), (2, 3), (3, 0)])
def test_one_slip_never_raises_the_bound_of_a_perfect_record(slip: tuple[int, int]) -> None:
    """A perfect record bounds by the costliest error unseen, so that no error improves it."""
    key, family = np.tile(range(4), 28), np.repeat(range(28), 4)
    lost = np.zeros(112, dtype=bool)
    perfect = ordinal_kappa(key, key, lost, family, levels=4)
    choice = key.copy()
    choice[slip[0]] = slip[1]
    once = ordinal_kappa(key, choice, lost, family, levels=4)
    assert once.lower < perfect.lower < perfect.upper == 1
    farthest = 9 / (2 * 1.25)  # squared levels apart, over what chance gives
    assert perfect.lower == pytest.approx(1 - farthest * (1 - 0.05 ** (1.6 / 112)))


def test_one_level_for_everybody_is_bounded_on_both_sides() -> None:
    """Its kappa is 0, and more families leave less to it."""
    uppers = []
    for families in (10, 30, 90):
        key, family = np.tile(range(4), families), np.repeat(range(families), 4)
        found = ordinal_kappa(key, 0 * key, 0 * key, family, levels=4)
        assert found.value == pytest.approx(0)
        assert found.lower < 0 < found.upper
        uppers.append(found.upper)
    assert uppers == sorted(uppers, reverse=True)
    assert uppers[-1] < 0.25


def test_what_is_not_defined_says_why() -> None:
    """One level in key and choices, one family, and one that holds all that varies."""
    told = {
        "every key and every choice is the same level": ([1, 1, 1], [1, 1, 1], [1, 2, 3]),
        "fewer than two families": ([0, 1, 2], [0, 1, 2], [1, 1, 1]),
        "one family holds all that varies": ([0, 1, 1], [1, 1, 1], [1, 2, 3]),
    }
    for reason, (keys, choices, family) in told.items():
        found = ordinal_kappa(keys, choices, [False] * 3, family, levels=4)
        assert (found.reason, found.lower, found.upper) == (reason, -1, 1)


def test_impossible_columns_are_refused() -> None:
    """A place that is no level's, and unequal lengths, raise; what was lost may be anything."""
    with pytest.raises(ValueError, match="none of 0 to 3"):
        ordinal_kappa([4], [0], [False], [1], levels=4)
    with pytest.raises(ValueError, match="one each a trial"):
        ordinal_kappa([1], [0], [False], [1, 2], levels=4)
    assert ordinal_kappa([1], [9], [True], [1], levels=4).measured == 0
