"""A difference decided while pairs come in: bounds and decisions agree, and decisions stand."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.paired_difference import paired_difference
from mhgate.stats.paired_e_process import log_e_non_inferior, log_e_regressed
from mhgate.stats.planned_looks import Look, planned_looks
from mhgate.stats.sequential_difference import (
    SequentialDifference,
    difference_by_looks,
    sequential_difference,
)

_score = st.sampled_from([0, 1, None])
_pair = st.tuples(_score, _score, st.integers(0, 7))
_pairs = st.lists(_pair, min_size=1, max_size=40)
_drop = st.sampled_from([None, 0.0, 0.05, 0.3, 1.0])
_j = st.sampled_from([1.0, 0.83, 0.4])

Pairs = list[tuple[int | None, int | None, int]]
Decide = Callable[..., SequentialDifference]


def _ranges(pairs: Pairs) -> tuple[list[int], list[int], list[int]]:
    low = [(c or 0) - (1 if b is None else b) for c, b, _ in pairs]
    high = [(1 if c is None else c) - (b or 0) for c, b, _ in pairs]
    return low, high, [family for _, _, family in pairs]


def _by_looks(low: Any, high: Any, family: Any, **given_to: Any) -> SequentialDifference:
    looks = (Look(15, 0.4), Look(40, 0.6))
    return difference_by_looks(low, high, family, looks=looks, **given_to)


_both = pytest.mark.parametrize("decide", [sequential_difference, _by_looks])


def test_the_bounds_invert_the_processes() -> None:
    """The lower bound passes -D exactly when the one process crosses, the upper 0 as the other."""
    rng = np.random.default_rng(20261130)
    for loss in (0.0, 0.03, 0.2):
        moves = rng.choice([1, -1, 0], p=[0.02, loss, 0.98 - loss], size=150)
        gains, losses, n = np.cumsum(moves > 0), np.cumsum(moves < 0), np.arange(1, 151)
        needed = np.log(20)
        for end in (30, 60, 90, 120, 150):
            found = sequential_difference(
                moves[:end], moves[:end], range(end), max_drop=0.1, alpha=0.05
            )
            shown = log_e_non_inferior(gains, losses, n, 0.1)[1:end]
            worse = log_e_regressed(gains, losses, n)[1:end]
            assert (found.lower > -0.1) == bool(np.any(shown >= needed))
            assert (found.upper < 0) == bool(np.any(worse >= needed))
            assert found.p_worse == pytest.approx(min(1.0, np.exp(-np.max(worse))))
            if found.lower > -1:
                near = log_e_non_inferior(gains, losses, n, -found.lower)[1:end]
                assert np.max(near) == pytest.approx(needed, abs=1e-6)


@_both
@given(pairs=_pairs, max_drop=_drop, j=_j, claims=st.sampled_from([1, 8]))
@settings(max_examples=60, deadline=None)
def test_bounds_are_bounds(
    decide: Decide, pairs: Pairs, max_drop: float | None, j: float, claims: int
) -> None:
    """Bounds lie in order in [-1, 1], never NaN; decision, bounds and p-value agree."""
    found = decide(*_ranges(pairs), max_drop=max_drop, alpha=0.05, j=j, claims=claims)
    assert -1 <= found.lower <= found.upper <= 1
    assert 0 <= found.p_worse <= 1
    assert -1 <= found.difference <= 1
    assert (found.settled is None) == (found.settled_at is None)
    if found.settled == "non_inferior":
        assert found.lower > -max_drop
    if found.settled == "regressed":
        assert found.upper < 0
        assert found.p_worse <= 0.05 / claims
    if found.settled is None and not found.is_torn:
        assert max_drop is None or found.lower <= -max_drop
        assert found.p_worse > 0.05 / claims or found.upper >= 0


@_both
@given(pairs=_pairs)
@settings(max_examples=60, deadline=None)
def test_a_decision_stands_whatever_comes_later(decide: Decide, pairs: Pairs) -> None:
    """Later pairs never take a decision back nor widen the interval."""
    states = [
        decide(*_ranges(pairs[:end]), max_drop=0.3, alpha=0.1)
        for end in range(1, len(pairs) + 1, 4)
    ]
    for before, after in itertools.pairwise(states):
        assert after.lower >= before.lower - 1e-9
        assert after.upper <= before.upper + 1e-9
        assert after.p_worse <= before.p_worse
        if before.settled is not None:
            assert (after.settled, after.settled_at) == (before.settled, before.settled_at)


@given(pairs=_pairs, data=st.data())
@settings(max_examples=150, deadline=None)
def test_one_more_failure_never_narrows(pairs: Pairs, data: st.DataObject) -> None:
    """Losing either arm of any pair widens the interval on both sides, or leaves it."""
    place = data.draw(st.integers(0, len(pairs) - 1))
    candidate, baseline, family = pairs[place]
    lost = [*pairs]
    lost[place] = (
        (None, baseline, family) if data.draw(st.booleans()) else (candidate, None, family)
    )
    before, after = (
        sequential_difference(*_ranges(rows), max_drop=0.3, alpha=0.05) for rows in (pairs, lost)
    )
    if before.is_torn or after.is_torn:
        return
    assert after.lower <= before.lower + 1e-9
    assert after.upper >= before.upper - 1e-9
    assert after.p_worse >= before.p_worse - 1e-9


@_both
@given(pairs=_pairs)
@settings(max_examples=40, deadline=None)
def test_swapping_the_arms_mirrors_the_interval(decide: Decide, pairs: Pairs) -> None:
    """Candidate and baseline exchanged give the mirrored interval, up to the exact test's steps."""
    before = decide(*_ranges(pairs), max_drop=None, alpha=0.05)
    after = decide(*_ranges([(b, c, family) for c, b, family in pairs]), max_drop=None, alpha=0.05)
    assert after.lower == pytest.approx(-before.upper, abs=2e-5)


@_both
def test_a_judge_shrinks_what_is_seen(decide: Decide) -> None:
    """Bounds are divided by j; the margin is held against what a judge would have shown of it."""
    moves = [0] * 40
    sharp, dull = (
        decide(moves, moves, range(40), max_drop=0.05, alpha=0.05, j=j) for j in (1, 0.5)
    )
    assert dull.lower == pytest.approx(2 * sharp.lower)
    assert dull.p_worse == sharp.p_worse
    fell = [-1] * 10 + [0] * 30
    assert decide(fell, fell, range(40), max_drop=0.05, alpha=0.05, j=0.8).difference == (
        pytest.approx(-0.25 / 0.8)
    )


@_both
def test_a_judge_no_better_than_chance_shows_nothing(decide: Decide) -> None:
    """With j of 0 or less nothing is concluded, however clear what was seen."""
    for j in (0.0, -0.3):
        found = decide([-1] * 40, [-1] * 40, range(40), max_drop=0.05, alpha=0.05, j=j)
        assert (found.lower, found.upper, found.p_worse) == (-1, 1, 1)
        assert (found.settled, found.difference, found.losses) == (None, 0, 40)


@_both
def test_the_ends_of_max_drop(decide: Decide) -> None:
    """0 is never proven by pairs that agree; 1 is, at once; None does not ask."""
    ties = [0] * 40
    none, zero, one = (
        decide(ties, ties, range(40), max_drop=drop, alpha=0.05) for drop in (None, 0.0, 1.0)
    )
    assert none.settled is None
    assert zero.settled is None
    assert zero.lower <= 0
    assert one.settled == "non_inferior"
    assert one.settled_at <= 15
    gained = [1] * 40
    assert decide(gained, gained, range(40), max_drop=0.0, alpha=0.05).settled == "non_inferior"
    lost = [-1] * 40
    assert decide(lost, lost, range(40), max_drop=1.0, alpha=0.05).settled == "regressed"


@_both
def test_settling_on_a_regression_outlives_holm(decide: Decide) -> None:
    """With many claims a drop that is only just significant is not settled; the p-value is kept."""
    moves = [-1, 0] * 7 + [0] * 26
    alone, among = (
        decide(moves, moves, range(40), max_drop=None, alpha=0.05, claims=claims)
        for claims in (1, 200)
    )
    assert (alone.settled, among.settled) == ("regressed", None)
    assert alone.p_worse == among.p_worse
    assert among.upper < 0


def test_a_contradiction_is_passed_over_and_told() -> None:
    """All gained and then all lost: the first conclusion stands, the interval does not cross."""
    moves = [1] * 60 + [-1] * 900
    family = range(len(moves))
    found = sequential_difference(moves, moves, family, max_drop=0.05, alpha=0.05)
    assert found.is_torn
    assert found.settled == "non_inferior"
    assert -0.05 < found.lower <= found.upper
    looked = difference_by_looks(
        moves, moves, family, max_drop=0.05, alpha=0.05, looks=(Look(60, 0.5), Look(960, 0.5))
    )
    assert looked.is_torn
    assert (looked.settled, looked.settled_at) == ("non_inferior", 60)
    assert looked.lower <= looked.upper


@_both
def test_nothing_measured_says_nothing(decide: Decide) -> None:
    """No pairs, one family, and an outage give [-1, 1] and a p-value of 1."""
    for low, high, family in (
        ([], [], []),
        ([0] * 40, [0] * 40, [1] * 40),
        ([-1] * 40, [0] * 40, range(40)),
    ):
        found = decide(low, high, family, max_drop=0.05, alpha=0.05)
        assert (found.lower, found.upper, found.p_worse) == (-1, 1, 1)
        assert (found.settled, found.effective_n) == (None, 0)


def test_an_outage_does_not_prove_non_inferiority() -> None:
    """While more than half is unmeasured nothing is shown, even where nothing could have fallen."""
    low, high = [0] * 200, [1] * 150 + [0] * 50
    found = sequential_difference(low, high, range(200), max_drop=0.05, alpha=0.05)
    assert found.settled is None
    assert found.measured == 50


def test_a_family_that_broke_as_a_whole_is_no_regression() -> None:
    """Three whole families of five are three data, fifteen scattered losses are fifteen."""
    family = np.tile(np.arange(40), 5)
    broken = np.where(family < 3, -1.0, 0.0)
    scattered = np.where(np.arange(200) % 13 == 0, -1.0, 0.0)
    given_to = {"max_drop": 0.05, "alpha": 0.05}
    assert sequential_difference(broken, broken, family, **given_to).p_worse > 0.05
    assert sequential_difference(scattered, scattered, family, **given_to).p_worse < 0.01


def test_each_look_is_the_bound_at_its_share() -> None:
    """Looked at in portions, bounds and p-value are the fixed ones at each look's share."""
    rng = np.random.default_rng(20261130)
    moves = rng.choice([1, -1, 0], p=[0.03, 0.08, 0.89], size=150)
    family, looks = np.arange(150) % 50, planned_looks(150)
    found = difference_by_looks(moves, moves, family, max_drop=0.05, alpha=0.05, looks=looks)
    each = [
        paired_difference(
            moves[: look.n], moves[: look.n], family[: look.n], level=1 - 2 * 0.05 * look.share
        )
        for look in looks
    ]
    assert found.lower == max(one.lower for one in each)
    assert found.upper == min(one.upper for one in each)
    p_values = [one.p_worse / look.share for one, look in zip(each, looks, strict=True)]
    assert found.p_worse == pytest.approx(min(1.0, *p_values))
    assert found.effective_n == each[-1].effective_n


def test_pairs_between_looks_wait_unless_it_is_over() -> None:
    """Pairs beyond the last look are described, not decided on, until it is final."""
    ties = [0] * 100
    given_to = {"max_drop": 0.05, "alpha": 0.05, "looks": planned_looks(500)}
    waiting = difference_by_looks(ties, ties, range(100), **given_to)
    over = difference_by_looks(ties, ties, range(100), **given_to, final=True)
    assert (waiting.lower, waiting.settled, waiting.pairs) == (-1, None, 100)
    assert (over.settled, over.settled_at) == ("non_inferior", 100)


@_both
def test_impossible_arguments_are_refused(decide: Decide) -> None:
    """Reversed ranges, unequal lengths, and a margin or a judge out of range raise."""
    for low, high, family, given_to, message in (
        ([1], [0], [1], {}, "reversed"),
        ([0], [0], [1, 2], {}, "one each"),
        ([float("nan")], [0], [1], {}, "reversed"),
        ([0], [0], [1], {"max_drop": 1.5}, "max_drop"),
        ([0], [0], [1], {"j": 1.1}, "j is"),
        ([0], [0], [1], {"j": float("nan")}, "j is"),
    ):
        with pytest.raises(ValueError, match=message):
            decide(low, high, family, **{"max_drop": 0.05, "alpha": 0.05, **given_to})
