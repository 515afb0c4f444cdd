"""A finite pool: its figures, its error for every pool there is, and a pool that is empty."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.finite_pool import (
    finite_pool,
    log_e_pool_fail,
    log_e_pool_pass,
    pool_characteristics,
    pool_limits,
)
from mhgate.stats.stopping import fixed_limits

_threshold = st.sampled_from([0.0, 0.3, 0.5, 0.8, 0.95, 1.0])
_answers = st.lists(st.sampled_from(["good", "bad", "lost"]), min_size=1, max_size=40)


def _found(answers: list[str], *, pool: int, threshold: float, alpha: float = 0.05):  # noqa: ANN202 - a stand-in
    return finite_pool(
        [answer == "good" for answer in answers],
        [answer == "lost" for answer in answers],
        pool=pool,
        threshold=threshold,
        alpha=alpha,
    )


@pytest.mark.parametrize(
    ("pool", "good", "trials"), [(200, 198, 83), (200, 180, 88), (300, 297, 96)]
)
def test_how_soon_a_pool_is_decided(pool: int, good: int, trials: int) -> None:
    """At 0.95, pools of 99 and 90 % good are decided after the study's mean numbers of items."""
    limits = pool_limits(pool=pool, threshold=0.95, alpha=0.05)
    found = pool_characteristics(limits, good)
    assert round(found.expected_trials) == trials
    assert found.passes + found.fails == pytest.approx(1)
    curtailed = fixed_limits(0.95, pool, 0.05, curtailed=True)
    assert found.expected_trials < pool_characteristics(curtailed, good).expected_trials / 1.5


@pytest.mark.parametrize(("pool", "needed"), [(200, 190), (100, 95), (40, 38)])
def test_no_pool_is_decided_wrongly_too_often(pool: int, needed: int) -> None:
    """Worked out for every pool of these sizes, a verdict is false with at most 0.033 of 0.05."""
    limits = pool_limits(pool=pool, threshold=0.95, alpha=0.05)
    passes = [pool_characteristics(limits, good).passes for good in range(needed)]
    fails = [pool_characteristics(limits, good).fails for good in range(needed, pool + 1)]
    assert max(passes) <= 0.033
    assert max(fails) <= 0.033
    assert passes == sorted(passes)


def test_every_order_of_a_small_pool() -> None:
    """What a design does for a pool is what it does over all orders of its items."""
    pool, good = 7, 4
    limits = pool_limits(pool=pool, threshold=0.8, alpha=0.2)
    orders = set(permutations([0] * good + [1] * (pool - good)))
    passes = fails = trials = 0
    for order in orders:
        failures = np.cumsum([0, *order])
        for n in range(pool + 1):
            if failures[n] <= limits.passes_at_most[n]:
                passes += 1
                break
            if failures[n] >= limits.fails_at_least[n]:
                fails += 1
                break
        trials += n
    found = pool_characteristics(limits, good)
    assert found.passes == pytest.approx(passes / len(orders))
    assert found.fails == pytest.approx(fails / len(orders))
    assert found.expected_trials == pytest.approx(trials / len(orders))


@given(st.integers(1, 30), st.data())
def test_the_ratio_of_prior_to_posterior(pool: int, data: st.DataObject) -> None:
    """The evidence is the least ratio over the numbers of good items on the other side."""
    n = data.draw(st.integers(0, pool))
    failures = data.draw(st.integers(0, n))
    threshold, (a, b) = data.draw(_threshold), (2.0, 0.7)
    goods = np.arange(pool + 1)
    log_prior = np.array(
        [
            math.log(math.comb(pool, k)) + _log_beta(k + a, pool - k + b) - _log_beta(a, b)
            for k in goods
        ]
    )
    chance = np.array(
        [math.comb(k, n - failures) * math.comb(pool - k, failures) for k in goods], dtype=float
    )
    possible = chance > 0
    log_ratio = np.full(pool + 1, np.inf)
    joint = np.exp(log_prior) * chance
    log_ratio[possible] = np.log(joint.sum()) - np.log(chance[possible])
    needed = math.ceil(threshold * pool - 1e-9)
    counts = {"pool": pool, "threshold": threshold, "prior": (a, b)}
    below, above = log_ratio[:needed].min(initial=np.inf), log_ratio[needed:].min(initial=np.inf)
    assert float(log_e_pool_pass(n, failures, **counts)) == pytest.approx(below, abs=1e-8)
    assert float(log_e_pool_fail(n, failures, **counts)) == pytest.approx(above, abs=1e-8)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


@given(_answers, st.integers(0, 60), _threshold)
def test_bounds_are_bounds(answers: list[str], rest: int, threshold: float) -> None:
    """Bounds lie in [0, 1], in order, on the sides of the threshold that the decision says."""
    found = _found(answers, pool=len(answers) + rest, threshold=threshold)
    assert 0 <= found.lower <= found.upper <= 1
    assert (found.lower >= threshold) == (found.settled == "pass")
    assert (found.upper < threshold) == (found.settled == "fail")
    assert (found.settled_at is None) == (found.settled is None)


@given(_answers, _threshold)
@settings(max_examples=50)
def test_the_decision_is_that_of_the_limits(answers: list[str], threshold: float) -> None:
    """The first limit that the failures meet is the decision, and where it was taken."""
    measured = [answer if answer != "lost" else "bad" for answer in answers]
    pool = len(measured) + 5
    limits = pool_limits(pool=pool, threshold=threshold, alpha=0.05)
    found = _found(measured, pool=pool, threshold=threshold)
    failures = np.cumsum([0, *(answer == "bad" for answer in measured)])
    for n, failed in enumerate(failures):
        if failed <= limits.passes_at_most[n]:
            assert (found.settled, found.settled_at) == ("pass", n)
            return
        if failed >= limits.fails_at_least[n]:
            assert (found.settled, found.settled_at) == ("fail", n)
            return
    assert found.settled is None


@given(_answers, st.data())
def test_what_is_lost_never_helps(answers: list[str], data: st.DataObject) -> None:
    """Losing an item lowers the lower bound or leaves it, and raises the upper, undecided."""
    place = data.draw(st.integers(0, len(answers) - 1))
    worse = [*answers]
    worse[place] = "lost"
    before, after = (_found(each, pool=60, threshold=0.999) for each in (answers, worse))
    assert after.lower <= before.lower
    if before.settled is None:
        assert after.upper >= before.upper


def test_an_empty_pool_is_known() -> None:
    """A pool of which every item was measured has one rate, and it decides."""
    found = _found(["bad"] * 3 + ["good"] * 37, pool=40, threshold=0.95)
    assert (found.lower, found.upper, found.settled) == (37 / 40, 37 / 40, "fail")
    found = _found(["bad"] * 2 + ["good"] * 38, pool=40, threshold=0.95)
    assert found.settled == "pass"
    assert found.lower == 0.95


def test_nothing_drawn_says_nothing() -> None:
    """Without items the bounds are 0 and 1."""
    found = finite_pool([], [], pool=50, threshold=0.9, alpha=0.05)
    assert (found.lower, found.upper, found.settled, found.drawn) == (0, 1, None, 0)


def test_what_is_out_of_range_is_refused() -> None:
    """Counts, pools, thresholds, priors and error rates outside their range raise."""
    for wrong, told in (
        ({"drawn": 3, "failures": 4, "pool": 9, "threshold": 0.5}, "expected failures"),
        ({"drawn": 3, "failures": 1, "pool": 2, "threshold": 0.5}, "expected failures"),
        ({"drawn": 3, "failures": 1, "pool": 9, "threshold": 1.5}, "threshold is 1.5"),
        (
            {"drawn": 3, "failures": 1, "pool": 9, "threshold": 0.5, "prior": (0, 1)},
            "the prior is",
        ),
    ):
        with pytest.raises(ValueError, match=told):
            log_e_pool_pass(**wrong)
    with pytest.raises(ValueError, match="at most 2"):
        finite_pool([1] * 3, [0] * 3, pool=2, threshold=0.5, alpha=0.05)
    with pytest.raises(ValueError, match=r"alpha is 0\.5"):
        finite_pool([1] * 3, [0] * 3, pool=9, threshold=0.5, alpha=0.5)
    with pytest.raises(ValueError, match="alpha is 1"):
        pool_limits(pool=9, threshold=0.5, alpha=1)
    with pytest.raises(ValueError, match="10 good items"):
        pool_characteristics(pool_limits(pool=9, threshold=0.5, alpha=0.05), 10)
