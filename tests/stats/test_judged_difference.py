"""The difference that a judge saw, on the true scale: the margin J D, and what never changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.judged_difference import judged_difference
from mhgate.stats.paired_difference import PairedDifference, paired_difference


def _found(moves: list[int]) -> PairedDifference:
    return paired_difference(moves, moves, [i // 2 for i in range(len(moves))])


_moves = st.lists(st.sampled_from([-1, 0, 0, 0, 1]), min_size=4, max_size=40)


@given(_moves, st.floats(0.05, 1), st.floats(0.01, 0.5))
def test_a_margin_on_the_true_scale_is_j_times_it_on_the_judged_one(
    moves: list[int], j: float, margin: float
) -> None:
    """Ruling out a true drop of D is ruling out a judged one of J D."""
    seen = _found(moves)
    true = judged_difference(seen, j=j)
    if abs(seen.lower + j * margin) > 1e-9:
        assert (true.lower > -margin) == (seen.lower > -j * margin)
    assert (true.upper < 0) == (seen.upper < 0)
    assert true.p_worse == seen.p_worse


@given(_moves, st.floats(0.05, 1), st.floats(0, 0.9))
def test_a_worse_judge_never_narrows(moves: list[int], j: float, share: float) -> None:
    """A judge of smaller J widens the interval; bounds stay in [-1, 1], in order."""
    better, worse = (judged_difference(_found(moves), j=each) for each in (j, j * (1 - share)))
    assert -1 <= better.lower <= better.upper <= 1
    assert worse.lower <= better.lower or better.lower > 0
    assert worse.upper >= better.upper or better.upper < 0
    assert (
        worse.upper - worse.lower >= better.upper - better.lower - 1e-12
        or worse.upper == 1
        or (worse.lower == -1)
    )


def test_a_perfect_judge_changes_nothing() -> None:
    """J = 1 gives back what was seen."""
    seen = _found([-1, 0, 0, 1, 0, 0, -1, 0])
    assert judged_difference(seen, j=1.0) == seen


@pytest.mark.parametrize("j", [0.0, -0.3])
def test_a_judge_that_is_no_better_than_chance_shows_nothing(j: float) -> None:
    """J of 0 or below gives [-1, 1] and a p-value of 1, whatever was seen."""
    found = judged_difference(_found([-1] * 30 + [0] * 10), j=j)
    assert (found.lower, found.upper, found.difference, found.p_worse) == (-1, 1, 0, 1)


@pytest.mark.parametrize("j", [1.1, -1.1, float("nan")])
def test_what_is_no_j_is_refused(j: float) -> None:
    """J outside [-1, 1], and NaN, raise."""
    with pytest.raises(ValueError, match="expected"):
        judged_difference(_found([0] * 8), j=j)
