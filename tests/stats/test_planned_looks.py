"""Planned looks: what they spend, that nothing is seen between them, and that decisions stand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.judged_rate import judged_rate
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.planned_looks import Look, planned_looks, rate_by_looks, taken_looks

_JUDGE = JudgeCounts(99, 100, 47, 50)
_trial = st.tuples(st.sampled_from([0.0, 0.5, 1.0, None]), st.integers(0, 9))
_trials = st.lists(_trial, max_size=80)

Trials = list[tuple[float | None, int]]


def _columns(trials: Trials) -> tuple[list[float], list[bool], list[int]]:
    values = [float("nan") if value is None else value for value, _ in trials]
    return values, [value is None for value, _ in trials], [family for _, family in trials]


def test_the_plan_of_the_project_s_study() -> None:
    """500 trials are looked at after 150, 300 and 500, spending .01, .015 and .025 of .05."""
    looks = planned_looks(500)
    assert [look.n for look in looks] == [150, 300, 500]
    assert [look.share * 0.05 for look in looks] == pytest.approx([0.01, 0.015, 0.025])


@given(st.integers(0, 3000))
def test_a_plan_spends_all_of_alpha_by_its_end(planned: int) -> None:
    """The looks rise to the plan's end, the shares add up to 1, and none but the last is early."""
    looks = planned_looks(planned)
    assert looks[-1].n == planned
    assert sum(look.share for look in looks) == pytest.approx(1)
    assert [look.n for look in looks] == sorted({look.n for look in looks})
    assert all(look.n >= 30 for look in looks[:-1])


def test_small_plans_have_fewer_looks() -> None:
    """A look before 30 trials leaves its share to the next."""
    assert planned_looks(30) == (Look(30, 1.0),)
    assert len(planned_looks(49)) == 1
    assert planned_looks(60) == (Look(36, 0.5), Look(60, 0.5))
    assert planned_looks(0) == (Look(0, 1.0),)
    with pytest.raises(ValueError, match="planned"):
        planned_looks(-1)


def test_impossible_looks_are_refused() -> None:
    """Looks that do not rise or spend too much, and more trials than planned, raise."""
    for looks, message in (
        ((Look(50, 0.5), Look(40, 0.5)), "rising"),
        ((Look(50, 0.5), Look(50, 0.5)), "rising"),
        ((Look(50, 0.0),), "share"),
        ((Look(50, 0.6), Look(60, 0.6)), "more than all"),
    ):
        with pytest.raises(ValueError, match=message):
            taken_looks(looks, 10)
    with pytest.raises(ValueError, match="made longer"):
        taken_looks(planned_looks(40), 41)


def test_a_final_look_spends_what_is_left() -> None:
    """What ends early is looked at once more, with the shares of the looks it did not reach."""
    looks = planned_looks(500)
    assert taken_looks(looks, 149) == ()
    assert taken_looks(looks, 149, final=True) == (Look(149, 1.0),)
    assert taken_looks(looks, 150, final=True) == (Look(150, 1.0),)
    assert taken_looks(looks, 299, final=True) == (Look(150, 0.2), Look(299, 0.8))
    assert taken_looks(looks, 500, final=True) == looks
    assert taken_looks(looks, 0, final=True) == ()


@pytest.mark.parametrize("judge", [None, _JUDGE])
def test_each_look_is_the_bound_at_its_share(judge: JudgeCounts | None) -> None:
    """Bounds and p-value are those of the prefixes at their shares, intersected."""
    rng = np.random.default_rng(20261130)
    values = (rng.random(120) < 0.9).astype(float)
    unmeasured, family = rng.random(120) < 0.05, np.arange(120) % 40
    looks = planned_looks(120)
    found = rate_by_looks(
        values, unmeasured, family, threshold=0.95, alpha=0.05, looks=looks, judge=judge
    )
    each = []
    for look in looks:
        kept = slice(look.n)
        good, lost, sizes = (
            np.bincount(family[kept], weights, 40)
            for weights in ((values * ~unmeasured)[kept], unmeasured[kept] * 1.0, None)
        )
        asked, level = sizes > 0, 1 - 2 * 0.05 * look.share
        counts = good[asked], lost[asked], sizes[asked]
        each.append(
            cluster_rate(*counts, level=level, icc_floor=0.2, threshold=0.95)
            if judge is None
            else judged_rate(*counts, judge, level=level, icc_floor=0.1, threshold=0.95)
        )
    assert found.lower == pytest.approx(max(one.lower for one in each))
    assert found.upper == pytest.approx(min(one.upper for one in each))
    p_values = [one.p_below / look.share for one, look in zip(each, looks, strict=True)]
    assert found.p_below == pytest.approx(min(1.0, *p_values))
    assert (found.looks, found.trials, found.families) == (3, 120, 40)
    assert found.level == pytest.approx(0.9)


@given(_trials, st.integers(0, 80), st.booleans())
@settings(max_examples=60)
def test_bounds_are_bounds(trials: Trials, more: int, final: bool) -> None:  # noqa: FBT001 - drawn
    """Bounds are in order inside [0, 1], never NaN, and agree with the p-value and the decision."""
    looks = planned_looks(len(trials) + more)
    found = rate_by_looks(
        *_columns(trials), threshold=0.8, alpha=0.05, looks=looks, claims=4, final=final
    )
    assert 0 <= found.lower <= found.upper <= 1
    assert 0 < found.p_below <= 1
    assert (found.settled == "pass") == (found.lower >= 0.8)
    if found.settled == "fail":
        assert found.upper < 0.8
        assert found.p_below <= 0.05 / 4
    if found.settled is None:
        assert found.settled_at is None
    else:
        assert 1 <= found.settled_at <= found.trials <= len(trials)


@given(_trials)
@settings(max_examples=60)
def test_a_decision_stands_whatever_comes_later(trials: Trials) -> None:
    """Later trials never take a decision back nor widen the interval."""
    looks = planned_looks(80)
    states = [
        rate_by_looks(*_columns(trials[:end]), threshold=0.6, alpha=0.1, looks=looks)
        for end in range(0, len(trials) + 1, 8)
    ]
    for before, after in itertools.pairwise(states):
        assert after.lower >= before.lower
        assert after.upper <= before.upper
        assert after.p_below <= before.p_below
        if before.settled is not None:
            assert (after.settled, after.settled_at) == (before.settled, before.settled_at)


@given(_trials, st.data())
@settings(max_examples=60)
def test_one_more_failure_never_widens_the_claim(trials: Trials, data: st.DataObject) -> None:
    """Losing a trial widens a single look's interval on both sides, or leaves it."""
    if not trials:
        return
    place = data.draw(st.integers(0, len(trials) - 1))
    lost = [*trials]
    lost[place] = (None, trials[place][1])
    looks = (Look(len(trials), 1.0),)
    before, after = (
        rate_by_looks(*_columns(rows), threshold=0.8, alpha=0.05, looks=looks)
        for rows in (trials, lost)
    )
    assert after.lower <= before.lower + 1e-12
    assert after.upper >= before.upper - 1e-12
    assert after.p_below >= before.p_below - 1e-12


def test_nothing_is_seen_between_two_looks() -> None:
    """What lies beyond the last look that was reached changes nothing before the next."""
    looks = planned_looks(100)
    start = [1.0] * 60
    for tail in ([0.0] * 39, [1.0] * 39):
        both = [
            rate_by_looks(
                rows, [False] * len(rows), range(len(rows)), threshold=0.99, alpha=0.05, looks=looks
            )
            for rows in (start, start + tail)
        ]
        assert both[0] == both[1]


def test_a_contradiction_is_passed_over_and_told() -> None:
    """A perfect start and a hopeless end: the pass stands, the interval does not cross."""
    values = [1.0] * 300 + [0.0] * 700
    found = rate_by_looks(
        values, [False] * 1000, range(1000), threshold=0.9, alpha=0.05, looks=planned_looks(1000)
    )
    assert found.is_torn
    assert (found.settled, found.settled_at) == ("pass", 300)
    assert found.lower <= found.upper
    assert found.p_below == 1
    assert found.looks == 3


def test_settling_on_a_fail_outlives_holm() -> None:
    """With many claims a fail that is only just significant is not settled; the p-value is kept."""
    values = [0.0] * 11 + [1.0] * 89
    arguments = (values, [False] * 100, range(100))
    looks = (Look(100, 1.0),)
    alone = rate_by_looks(*arguments, threshold=0.95, alpha=0.05, looks=looks)
    among = rate_by_looks(*arguments, threshold=0.95, alpha=0.05, looks=looks, claims=20)
    assert (alone.settled, among.settled) == ("fail", None)
    assert alone.p_below == among.p_below
    assert among.upper < 0.95


def test_degenerate_inputs_say_nothing() -> None:
    """No trials, one family, all unmeasured, no look reached: [0, 1], a p-value of 1, unsettled."""
    for values, lost, family, looks in (
        ([], [], [], planned_looks(0)),
        ([], [], [], planned_looks(100)),
        ([1.0] * 29, [False] * 29, range(29), planned_looks(100)),
        ([1.0] * 40, [False] * 40, [7] * 40, planned_looks(40)),
        ([float("nan")] * 40, [True] * 40, range(40), planned_looks(40)),
    ):
        for judge in (None, _JUDGE):
            found = rate_by_looks(
                values, lost, family, threshold=0.8, alpha=0.05, looks=looks, judge=judge
            )
            assert (found.lower, found.upper, found.p_below) == (0, 1, 1)
            assert found.settled is None
            assert not found.is_torn


def test_impossible_trials_are_refused() -> None:
    """Lists of unequal length and values outside [0, 1] raise; unmeasured ones are passed over."""
    looks = planned_looks(3)
    with pytest.raises(ValueError, match="one each"):
        rate_by_looks([1], [False, False], [1], threshold=0.5, alpha=0.05, looks=looks)
    with pytest.raises(ValueError, match="outside"):
        rate_by_looks([1.5], [False], [1], threshold=0.5, alpha=0.05, looks=looks)
    with pytest.raises(ValueError, match="outside"):
        rate_by_looks([float("nan")], [False], [1], threshold=0.5, alpha=0.05, looks=looks)


@pytest.mark.parametrize("rate", [0.9, 0.97])
def test_three_looks_err_no_more_than_one(rate: float) -> None:
    """At the threshold each false verdict comes in at most 5 % of the runs, over all looks."""
    rng = np.random.default_rng(20261130)
    runs, n = 400, 200
    verdicts = [
        rate_by_looks(
            rng.random(n) < rate,
            np.zeros(n),
            range(n),
            threshold=rate,
            alpha=0.05,
            looks=planned_looks(n),
        ).settled
        for _ in range(runs)
    ]
    limit = 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert verdicts.count("pass") / runs <= limit
    assert verdicts.count("fail") / runs <= limit
