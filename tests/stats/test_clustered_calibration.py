"""Levels of tempered counts: independent plans, simulated families, and orders of any kind."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.clustered_calibration import (
    LATER_RELIEF,
    clustered_characteristics,
    clustered_level,
    clustered_limits,
    clustered_p_value,
)
from mhgate.stats.clustered_e_process import draws_before
from mhgate.stats.e_calibration import Side, calibrated_level, crossing_p_value, stopping_limits
from mhgate.stats.stopping import StoppingLimits, operating_characteristics

_sides = st.sampled_from(["pass", "fail"])


def _plan(count: int, size: int) -> tuple[int, ...]:
    return tuple(trial // count for trial in range(count * size))


def _limits(threshold: float, plan: tuple[int, ...]) -> StoppingLimits:
    return clustered_limits(
        threshold,
        plan,
        log_pass_level=clustered_level(threshold, plan, 0.05, side="pass").log_level,
        log_fail_level=clustered_level(threshold, plan, 0.05, side="fail").log_level,
    )


@given(st.integers(1, 120), st.sampled_from([0.3, 0.8, 0.95]), _sides)
@settings(max_examples=15)
def test_families_of_one_are_independent(planned: int, threshold: float, side: Side) -> None:
    """Where every family holds one trial, levels and p-values are the exact ones."""
    plan = (0,) * planned
    exact = calibrated_level(threshold, planned, 0.05, side=side)
    found = clustered_level(threshold, plan, 0.05, side=side)
    assert found.error <= 0.05
    if exact.level < 20 - 1e-9:
        assert found.error == pytest.approx(exact.error, abs=1e-9)
        assert math.log(exact.level) - 1e-9 <= found.log_level
    p_value = clustered_p_value(1.0, threshold, plan, side=side)
    assert p_value <= math.exp(LATER_RELIEF - 1.0)
    assert p_value == pytest.approx(
        float(crossing_p_value(1.0, threshold, planned, side=side)), abs=1e-9
    )


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=15),
    st.sampled_from([0.5, 0.9]),
    st.sampled_from([0.0, 0.1, 0.2, 0.6, 1.0]),
    _sides,
)
@settings(max_examples=25)
def test_levels_and_p_values_agree(
    sizes: list[int], threshold: float, icc_floor: float, side: Side
) -> None:
    """For plans of any sizes the level keeps its error, at most 1 / alpha in later rounds."""
    order = [family for turn in range(4) for family, size in enumerate(sizes) if turn < size]
    plan = draws_before(order)
    found = clustered_level(threshold, plan, 0.05, side=side, icc_floor=icc_floor)
    highest = LATER_RELIEF + math.log(20)
    assert 0 < found.log_level <= highest + 1e-12
    assert found.error <= 0.05 or found.log_level == pytest.approx(highest)
    logs = (0.0, 0.5, 1.5, found.log_level, 5.0, 12.0, math.inf)
    p_values = [
        clustered_p_value(each, threshold, plan, side=side, icc_floor=icc_floor)
        for each in sorted(logs)
    ]
    assert p_values == sorted(p_values, reverse=True)
    assert p_values[0] == 1
    assert p_values[-1] == 0
    assert clustered_p_value(
        found.log_level, threshold, plan, side=side, icc_floor=icc_floor
    ) == pytest.approx(min(found.error, math.exp(LATER_RELIEF - found.log_level)))


def _simulated(
    limits: StoppingLimits, count: int, size: int, rate: float, icc: float
) -> tuple[float, float, float]:
    rng = np.random.default_rng(5)
    runs = 3000
    strength = (1 - icc) / icc
    rates = rng.beta(rate * strength, (1 - rate) * strength, (runs, 1, count))
    failed = rng.random((runs, size, count)) >= rates
    failures = np.cumsum(failed.reshape(runs, -1), axis=1)
    passed = failures <= np.array(limits.passes_at_most[1:])
    rejected = failures >= np.array(limits.fails_at_least[1:])
    planned = count * size
    at = [np.where(each.any(axis=1), each.argmax(axis=1), planned) for each in (passed, rejected)]
    trials = np.minimum(np.minimum(*at) + 1, planned)
    return float(np.mean(at[0] < at[1])), float(np.mean(at[1] < at[0])), float(trials.mean())


@pytest.mark.parametrize(("threshold", "count", "size"), [(0.9, 40, 5), (0.8, 20, 10)])
def test_false_verdicts_stay_at_alpha(threshold: float, count: int, size: int) -> None:
    """At the threshold, with half again the correlation that is believed, 5 % err, not more."""
    limits = _limits(threshold, _plan(count, size))
    passes, fails, _ = _simulated(limits, count, size, threshold, 0.3)
    error = 3 * (0.05 * 0.95 / 3000) ** 0.5
    assert passes <= 0.05 + error
    assert fails <= 0.05 + error
    assert passes >= 0.03


def test_untempered_counts_would_err() -> None:
    """The same families, counted as if they were independent trials, pass far too often."""
    level = {
        side: calibrated_level(0.9, 200, 0.05, side=side).log_level for side in ("pass", "fail")
    }
    limits = stopping_limits(0.9, 200, log_pass_level=level["pass"], log_fail_level=level["fail"])
    passes, fails, _ = _simulated(limits, 20, 10, 0.9, 0.3)
    assert passes > 0.12
    assert fails > 0.08


@pytest.mark.parametrize("rate", [0.97, 0.85])
def test_characteristics_are_close_to_what_is_drawn(rate: float) -> None:
    """Probabilities within .03 and mean trials within 4 % of those of drawn families."""
    plan = _plan(40, 5)
    limits = _limits(0.9, plan)
    passes, fails, trials = _simulated(limits, 40, 5, rate, 0.2)
    found = clustered_characteristics(limits, plan, rate, icc=0.2)
    assert found.passes == pytest.approx(passes, abs=0.03)
    assert found.fails == pytest.approx(fails, abs=0.03)
    assert found.expected_trials == pytest.approx(trials, rel=0.04)
    assert found.passes + found.fails + found.undecided == pytest.approx(1)


def test_characteristics_without_correlation_are_exact() -> None:
    """Trials that have nothing in common are worked out as independent ones."""
    limits = _limits(0.9, _plan(30, 3))
    found = clustered_characteristics(limits, _plan(30, 3), 0.97, icc=0.0, wave=20)
    assert found == operating_characteristics(limits, 0.97, wave=20)


def test_any_order_has_a_level() -> None:
    """A plan that does not ask one of each family first is calibrated too."""
    plan = draws_before("aabbccddee" * 6 + "fghijklm" * 5)
    for side in ("pass", "fail"):
        found = clustered_level(0.8, plan, 0.05, side=side)
        assert 1 < found.level < 1.5 / 0.05
        assert found.error <= 0.05


@pytest.mark.parametrize("threshold", [0.0, 1.0])
def test_thresholds_of_0_and_1(threshold: float) -> None:
    """One trial settles them, or nothing does: later rounds ask for 1 / alpha."""
    found = clustered_level(threshold, _plan(5, 2), 0.05, side="fail")
    assert found.level == pytest.approx(30)
    assert clustered_p_value(math.inf, threshold, _plan(5, 2), side="fail") == 0
    assert clustered_p_value(0.0, threshold, _plan(5, 2), side="fail") == 1


def test_a_plan_of_nothing() -> None:
    """No trials have a level, which nothing reaches, and limits that decide nothing."""
    assert clustered_level(0.9, (), 0.05, side="pass").level == pytest.approx(30)
    limits = clustered_limits(0.9, (), log_pass_level=3.0, log_fail_level=3.0)
    assert (limits.passes_at_most, limits.fails_at_least) == ((-1,), (1,))


def test_what_is_out_of_range_is_refused() -> None:
    """Thresholds, error rates, rates and correlations outside their range raise."""
    with pytest.raises(ValueError, match=r"threshold is 1\.5"):
        clustered_level(1.5, (0, 0), 0.05, side="pass")
    with pytest.raises(ValueError, match="alpha is 0"):
        clustered_level(0.5, (0, 0), 0, side="pass")
    with pytest.raises(ValueError, match="threshold is -1"):
        clustered_p_value(1.0, -1, (0, 0), side="pass")
    with pytest.raises(ValueError, match="icc 1"):
        clustered_characteristics(_limits(0.9, (0, 0)), (0, 0), 0.9, icc=1)
