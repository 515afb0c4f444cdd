"""A rate looked at after every trial: its decisions stand, its bounds agree, failures widen it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.clustered_calibration import clustered_level, clustered_limits
from mhgate.stats.clustered_e_process import draws_before
from mhgate.stats.e_calibration import calibrated_level, crossing_p_value, stopping_limits
from mhgate.stats.e_process import log_e_fail
from mhgate.stats.sequential_rate import SequentialRate, sequential_rate, settled_after
from mhgate.stats.stopping import StoppingLimits

_PLANNED = 100
_threshold = st.sampled_from([0.0, 0.3, 0.8, 0.95, 1.0])
_rate = st.sampled_from([0.0, 0.5, 0.8, 0.97, 1.0])


@st.composite
def _outcomes(draw: st.DrawFn) -> list[float | None]:
    """Draw trials: good, bad or unmeasured (None), mostly of one kind."""
    rate, lost = draw(_rate), draw(st.sampled_from([0.0, 0.1]))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n = draw(st.integers(0, _PLANNED))
    return [
        None if gone < lost else float(luck < rate)
        for gone, luck in zip(rng.random(n), rng.random(n), strict=True)
    ]


def _found(
    outcomes: Sequence[float | None],
    threshold: float,
    *,
    plan: Sequence[object] = range(_PLANNED),
    claims: int = 1,
    alpha: float = 0.05,
) -> SequentialRate:
    return sequential_rate(
        [0.0 if value is None else value for value in outcomes],
        [value is None for value in outcomes],
        list(plan[: len(outcomes)]),
        threshold=threshold,
        alpha=alpha,
        planned=list(plan),
        claims=claims,
    )


def _families(size: int) -> list[int]:
    return list(range(_PLANNED // size)) * size


def _limits(threshold: float, plan: Sequence[object], alpha: float, claims: int) -> StoppingLimits:
    before = draws_before(plan)
    if any(before):
        return clustered_limits(
            threshold,
            before,
            log_pass_level=clustered_level(threshold, before, alpha, side="pass").log_level,
            log_fail_level=clustered_level(
                threshold, before, alpha / claims, side="fail"
            ).log_level,
        )
    return stopping_limits(
        threshold,
        len(plan),
        log_pass_level=calibrated_level(threshold, len(plan), alpha, side="pass").log_level,
        log_fail_level=calibrated_level(
            threshold, len(plan), alpha / claims, side="fail"
        ).log_level,
    )


@given(_outcomes(), _threshold, st.sampled_from([1, 2, 5]), st.sampled_from([1, 8]))
@settings(max_examples=60)
def test_bounds_are_bounds(
    outcomes: list[float | None], threshold: float, size: int, claims: int
) -> None:
    """Bounds lie in [0, 1], in order, and on the threshold's sides as the decision says."""
    found = _found(outcomes, threshold, plan=_families(size), claims=claims)
    assert 0 <= found.lower <= found.upper <= 1
    assert 0 <= found.p_below <= 1
    assert found.level == pytest.approx(0.9)
    assert (found.settled == "pass") == (found.lower >= threshold)
    if found.settled == "fail":
        assert found.upper < threshold
        assert found.p_below <= 0.05 / claims
    if found.upper < threshold:
        assert found.p_below <= 0.05
        assert (found.settled == "fail") == (found.p_below <= 0.05 / claims + 1e-12)
    assert (found.settled is None) == (found.settled_at is None)
    assert found.trials == len(outcomes)
    assert 0 <= found.effective_n <= found.trials


@given(
    _outcomes(), st.sampled_from([0.3, 0.8, 0.95]), st.sampled_from([1, 5]), st.sampled_from([1, 4])
)
@settings(max_examples=60)
def test_the_decision_is_that_of_the_limits(
    outcomes: list[float | None], threshold: float, size: int, claims: int
) -> None:
    """What settles, and after how many trials, is where the exact design's limits are first met."""
    plan = _families(size)
    found = _found(outcomes, threshold, plan=plan, claims=claims)
    passing = _limits(threshold, plan, 0.05, 1).passes_at_most
    failing = _limits(threshold, plan, 0.05, 1).fails_at_least
    claiming = _limits(threshold, plan, 0.05, claims).fails_at_least
    bad = np.cumsum([0, *(value != 1 for value in outcomes)])
    not_good = np.cumsum([0, *(value == 0 for value in outcomes)])
    n = range(len(outcomes) + 1)
    passed = next((k for k in n if bad[k] <= passing[k]), math.inf)
    failed = next((k for k in n if not_good[k] >= failing[k]), math.inf)
    claimed = next((k for k in n if not_good[k] >= claiming[k]), math.inf)
    if passed < failed:
        assert (found.settled, found.settled_at) == ("pass", passed)
    elif claimed < math.inf:
        assert (found.settled, found.settled_at) == ("fail", claimed)
    else:
        assert found.settled is None


@given(_outcomes(), _threshold, st.sampled_from([1, 5]), st.data())
@settings(max_examples=40)
def test_a_decision_stands(
    outcomes: list[float | None], threshold: float, size: int, data: st.DataObject
) -> None:
    """What a prefix settled, at whichever trial, every longer prefix settles there too."""
    plan = _families(size)
    shorter = data.draw(st.integers(0, len(outcomes)))
    before = _found(outcomes[:shorter], threshold, plan=plan)
    after = _found(outcomes, threshold, plan=plan)
    if before.settled:
        assert (after.settled, after.settled_at) == (before.settled, before.settled_at)
    else:
        assert after.settled_at is None or after.settled_at > shorter
        assert after.lower >= before.lower or before.upper < threshold
    assert after.p_below <= before.p_below


@given(_outcomes(), _threshold, st.sampled_from([1, 5]), st.data())
@settings(max_examples=40)
def test_one_more_good_trial_never_hurts(
    outcomes: list[float | None], threshold: float, size: int, data: st.DataObject
) -> None:
    """A bad trial turned good never lowers a bound, never lowers the p-value of a fail."""
    bad = [place for place, value in enumerate(outcomes) if value == 0]
    if not bad:
        return
    better = [*outcomes]
    better[data.draw(st.sampled_from(bad))] = 1.0
    before, after = (_found(each, threshold, plan=_families(size)) for each in (outcomes, better))
    assert after.lower >= before.lower - 1e-9
    assert after.upper >= before.upper - 1e-9
    assert after.p_below >= before.p_below - 1e-12


@given(_outcomes(), st.sampled_from([1, 5]), st.data())
@settings(max_examples=40)
def test_what_could_not_be_measured_widens(
    outcomes: list[float | None], size: int, data: st.DataObject
) -> None:
    """Losing a trial lowers the lower bound and raises the upper one, or leaves them."""
    if not outcomes:
        return
    worse = [*outcomes]
    worse[data.draw(st.integers(0, len(outcomes) - 1))] = None
    before, after = (_found(each, 0.999, plan=_families(size)) for each in (outcomes, worse))
    if before.settled is None and after.settled is None:
        assert after.lower <= before.lower + 1e-9
        assert after.upper >= before.upper - 1e-9
    assert after.p_below >= before.p_below - 1e-12


def test_an_outage_decides_nothing() -> None:
    """Where nothing was measured, however long it took, anything may be true."""
    for threshold in (0.3, 0.95):
        found = _found([None] * _PLANNED, threshold)
        assert (found.lower, found.upper, found.settled, found.p_below) == (0, 1, None, 1)


def test_nothing_asked_says_nothing() -> None:
    """No trials give [0, 1], with and without a plan."""
    for plan in ([], list(range(5))):
        found = _found([], 0.9, plan=plan)
        assert (found.lower, found.upper, found.p_below, found.settled) == (0, 1, 1, None)
        assert found.effective_n == found.families == 0


def test_thresholds_of_0_and_1() -> None:
    """A threshold of 0 is reached before anything is asked, one of 1 lost at a bad trial."""
    assert (_found([], 0.0).settled, _found([], 0.0).settled_at) == ("pass", 0)
    assert _found([0.0] * 50, 0.0).settled == "pass"
    assert _found([1.0] * _PLANNED, 1.0).settled is None
    found = _found([1.0, 1.0, 0.0, 1.0], 1.0, claims=50)
    assert (found.settled, found.settled_at, found.p_below) == ("fail", 3, 0)
    assert found.upper < 1
    families = _found([1.0, 1.0, 0.0, 1.0], 1.0, plan=_families(5), claims=50)
    assert (families.settled, families.settled_at, families.p_below) == ("fail", 3, 0)


def test_the_p_value_is_the_exact_one() -> None:
    """Independent trials: the probability of ever seeing so much evidence within the plan."""
    outcomes = [1.0] * 10 + [0.0] * 3 + [1.0] * 12
    n = np.arange(1, 26)
    largest = log_e_fail(n, np.cumsum([1 - value for value in outcomes]), 0.9).max()
    wanted = crossing_p_value(largest, 0.9, _PLANNED, side="fail")
    assert _found(outcomes, 0.9).p_below == pytest.approx(float(wanted))


def test_many_claims_need_more_evidence() -> None:
    """A fail that stands at alpha alone is not settled while Holm might take it back."""
    outcomes = [0.0] * 4 + [1.0] * 10
    alone, many = (_found(outcomes, 0.9, claims=claims) for claims in (1, 200))
    assert alone.settled == "fail"
    assert many.settled is None
    assert many.upper < 0.9
    assert many.p_below == alone.p_below > 0.05 / 200


def test_a_pass_is_not_taken_back() -> None:
    """Whatever comes after a pass, the first decision stands, and no fail is claimed."""
    found = _found([1.0] * 60 + [0.0] * 40, 0.9)
    assert found.settled == "pass"
    assert found.lower >= 0.9
    assert found.lower <= found.upper
    assert found.p_below == 1


def test_a_number_is_a_plan_of_families_of_one() -> None:
    """A plan may be a number; a family that comes back then is refused."""
    values = [1] * 20
    plain = sequential_rate(
        values, [0] * 20, range(20), threshold=0.9, alpha=0.05, planned=_PLANNED
    )
    assert plain == _found([1.0] * 20, 0.9)
    with pytest.raises(ValueError, match="a family occurs twice"):
        sequential_rate(values, [0] * 20, [1] * 20, threshold=0.9, alpha=0.05, planned=_PLANNED)


def test_missing_trials_leave_plain_levels() -> None:
    """Where trials of the plan are missing between others, it takes evidence of 1 / alpha."""
    count = next(
        n for n in range(1, 100) if _found([1.0] * n, 0.95, plan=range(200)).settled == "pass"
    )
    with_a_gap = sequential_rate(
        [1] * count,
        [0] * count,
        range(1, count + 1),
        threshold=0.95,
        alpha=0.05,
        planned=range(200),
    )
    assert count == 68
    assert with_a_gap.settled is None


def test_graded_values_count_in_parts() -> None:
    """Parts count where the scale is said to have them, and at their worst where it is not."""
    count = 90
    arguments = {"threshold": 0.9, "alpha": 0.05, "planned": count}
    almost = [0.99] * count
    graded = sequential_rate(almost, [0] * count, range(count), graded=True, **arguments)
    whole = sequential_rate(almost, [0] * count, range(count), **arguments)
    assert graded.settled == "pass"
    assert (whole.settled, whole.lower, whole.upper) == (None, 0, 1)
    poor = sequential_rate([0.5] * count, [0] * count, range(count), graded=True, **arguments)
    assert poor.settled == "fail"
    assert poor.lower < 0.5 < poor.upper


@pytest.mark.parametrize("rate", [0.9, 0.95])
def test_bounds_hold_at_every_look(rate: float) -> None:
    """Each bound, the tightest over all looks, misses the true rate in at most 5 % of runs."""
    rng = np.random.default_rng(3)
    runs, misses = 120, np.zeros(2)
    for _ in range(runs):
        found = _found((rng.random(_PLANNED) < rate).astype(float).tolist(), 0.93)
        misses += [found.lower > rate, found.upper < rate]
    assert np.all(misses / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (
            lambda: sequential_rate(
                [1] * 3, [0] * 3, [1, 2, 3], threshold=0.9, alpha=0.05, planned=[1, 2]
            ),
            "at most the 2 planned",
        ),
        (lambda: _found([2.0], 0.9), "value lies outside"),
        (lambda: _found([1.0], 1.5), "threshold is 1.5"),
        (lambda: _found([1.0], 0.9, alpha=0.5), "alpha is 0.5"),
        (lambda: _found([1.0], 0.9, claims=0), "claims is 0"),
        (
            lambda: sequential_rate([1], [0, 0], [1], threshold=0.9, alpha=0.05, planned=5),
            "as many",
        ),
        (
            lambda: sequential_rate(
                [1], [0], [1], threshold=0.9, alpha=0.05, planned=5, icc_floor=2
            ),
            "icc_floor is 2",
        ),
        (
            lambda: sequential_rate(
                [1] * 6, [0] * 6, range(6), threshold=0.9, alpha=0.05, planned=5
            ),
            "at most the 5 planned",
        ),
    ],
)
def test_what_is_out_of_range_is_refused(call: Callable[[], object], told: str) -> None:
    """Trials beyond the plan, and numbers outside their range, raise."""
    with pytest.raises(ValueError, match=told):
        call()


@given(
    st.lists(st.sampled_from([1.0, 0.0]), max_size=_PLANNED),
    st.sampled_from([0.5, 0.8, 0.9]),
    st.integers(1, 50),
    st.sampled_from([_PLANNED, 20]),
)
def test_what_is_settled_is_told_without_bounds_too(
    values: list[float], threshold: float, claims: int, families: int
) -> None:
    """The quick answer is that of the whole one, with families and without."""
    planned = [trial % families for trial in range(_PLANNED)]
    given_ = (values, [False] * len(values), planned[: len(values)])
    asked = {"threshold": threshold, "alpha": 0.05, "planned": planned, "claims": claims}
    found = sequential_rate(*given_, **asked)  # type: ignore[arg-type]
    assert settled_after(*given_, **asked) == (found.settled, found.settled_at)  # type: ignore[arg-type]
