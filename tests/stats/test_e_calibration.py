"""Calibrated levels: reference boundaries, every path of small plans, and p-values that agree."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.e_calibration import (
    Side,
    calibrated_level,
    crossing_p_value,
    stopping_limits,
)
from mhgate.stats.e_process import Mixture, log_e_fail, log_e_pass
from mhgate.stats.stopping import StoppingLimits, fixed_limits, operating_characteristics

Oracle = Callable[[str], Any]

_EVIDENCE = {"pass": log_e_pass, "fail": log_e_fail}
_JEFFREYS = (0.5, 0.5, 0.5)
_UNIFORM = (0.5, 1.0, 1.0)
# the alternatives of the reference where they are not the defaults
_PASS_MIXTURES = {
    0.9: Mixture(points=((0.5, 0.96),), betas=(_JEFFREYS,)),
    0.99: Mixture(points=((0.5, 0.999),), betas=(_JEFFREYS,)),
}
_FAIL_MIXTURES = {0.99: Mixture(points=((0.5, 0.97),), betas=(_UNIFORM,))}


def _limits(threshold: float, planned: int, alpha: float | None) -> StoppingLimits:
    """Return the limits of the reference's mixtures: calibrated to alpha, or at 1 / 0.05."""
    mixtures = {"pass": _PASS_MIXTURES.get(threshold), "fail": _FAIL_MIXTURES.get(threshold)}
    sides: tuple[Side, Side] = ("pass", "fail")
    level = {
        side: math.log(20)
        if alpha is None
        else calibrated_level(
            threshold, planned, alpha, side=side, mixture=mixtures[side]
        ).log_level
        for side in sides
    }
    return stopping_limits(
        threshold,
        planned,
        log_pass_level=level["pass"],
        log_fail_level=level["fail"],
        pass_mixture=mixtures["pass"],
        fail_mixture=mixtures["fail"],
    )


def test_reference_boundaries(oracle: Oracle) -> None:
    """Levels lie in the step that the reference names, and decide as it does at every count.

    The probability of a crossing is a step function of the level: the reference stopped its search
    a little above the step's edge, which is what is reported here.
    """
    for row in oracle("sequential_boundaries.json"):
        threshold, planned, alpha = row["threshold"], row["Nmax"], row["alpha"]
        for side, mixtures in (("pass", _PASS_MIXTURES), ("fail", _FAIL_MIXTURES)):
            mixture = mixtures.get(threshold)
            found = calibrated_level(threshold, planned, alpha, side=side, mixture=mixture)
            named = row[f"E_threshold_{side}"]
            assert found.level == pytest.approx(named, rel=2e-4)
            both = crossing_p_value(
                [found.log_level, math.log(named)], threshold, planned, side=side, mixture=mixture
            )
            assert both[0] == both[1] == found.error <= alpha
        for prefix, given_alpha in (("", alpha), ("uncalibrated_", None)):
            limits = _limits(threshold, planned, given_alpha)
            for n, failures in row[f"{prefix}pass_max_failures_at"].items():
                assert limits.passes_at_most[int(n)] == failures
            for n, failures in row[f"{prefix}fail_min_failures_at"].items():
                assert limits.fails_at_least[int(n)] == failures
            suffix = "" if given_alpha else "_uncalibrated"
            first = next(n for n, most in enumerate(limits.passes_at_most) if most >= 0)
            assert first == row[f"first_zero_failure_pass{suffix}"]


def test_reference_characteristics(oracle: Oracle) -> None:
    """72 rows of up to four designs agree with the reference to its four decimals."""
    for row in oracle("sequential_oc_exact.json")["rows"]:
        threshold, planned, theta = row["t"], row["N"], row["theta"]
        designs = {
            "mix_half": _limits(threshold, planned, None),
            "fixed_CP": fixed_limits(threshold, planned, 0.05),
            "curtailed_CP": fixed_limits(threshold, planned, 0.05, curtailed=True),
        }
        if "mix_half_calibN" in row["res"]:
            designs["mix_half_calibN"] = _limits(threshold, planned, 0.05)
        for name, limits in designs.items():
            found = operating_characteristics(limits, theta)
            numbers = [found.passes, found.fails, found.undecided, found.expected_trials]
            assert numbers == pytest.approx(row["res"][name], abs=5.1e-5), (name, row)


@pytest.mark.parametrize(
    ("theta", "passes", "fails", "trials"),
    [(0.99, 0.9053, 0.0004, 108.7164), (0.9, 0.0008, 0.7681, 110.8715), (1.0, 1.0, 0.0, 68.0)],
)
def test_reference_characteristics_at_hand(
    theta: float, passes: float, fails: float, trials: float
) -> None:
    """Three of them, kept here: threshold 0.95, 200 trials, mix_half_calibN."""
    found = operating_characteristics(_limits(0.95, 200, 0.05), theta)
    assert found.passes == pytest.approx(passes, abs=5.1e-5)
    assert found.fails == pytest.approx(fails, abs=5.1e-5)
    assert found.expected_trials == pytest.approx(trials, abs=5.1e-5)


@pytest.mark.parametrize("threshold", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("side", ["pass", "fail"])
def test_every_path_of_a_small_plan(threshold: float, side: Side) -> None:
    """Crossing probabilities are those of all 1,024 paths of ten trials, at any true rate."""
    planned = 10
    n = np.arange(1, planned + 1)
    paths = np.array(list(product([0, 1], repeat=planned)))
    largest = _EVIDENCE[side](n, np.cumsum(paths, axis=1), threshold).max(axis=1)
    for rate in (threshold, 0.5, 0.95):
        chance = np.prod(np.where(paths == 1, 1 - rate, rate), axis=1)
        for log_e in np.unique(largest[(largest > 0) & (largest < 13)].round(12)):
            wanted = chance[largest >= log_e - 1e-9].sum()
            found = crossing_p_value(log_e, threshold, planned, side=side, rate=rate)
            if rate == threshold:
                wanted = min(wanted, math.exp(-log_e))
            assert float(found) == pytest.approx(wanted, abs=1e-9)


@given(
    st.sampled_from([0.05, 0.4, 0.8, 0.95]),
    st.integers(1, 120),
    st.sampled_from([0.005, 0.05, 0.2]),
    st.sampled_from(["pass", "fail"]),
)
@settings(max_examples=40)
def test_the_level_is_the_smallest_that_keeps_its_error(
    threshold: float, planned: int, alpha: float, side: Side
) -> None:
    """At the level the error is at most alpha, just below it it is larger, 1 / alpha is enough."""
    found = calibrated_level(threshold, planned, alpha, side=side)
    assert 1 <= found.level <= 1 / alpha + 1e-9
    assert found.error <= alpha
    at_level = crossing_p_value(found.log_level, threshold, planned, side=side)
    assert float(at_level) <= alpha
    if found.level < 1 / alpha - 1e-9:
        below = crossing_p_value(math.log(found.level), threshold, planned, side=side)
        assert float(below) > alpha - 1e-12


@given(
    st.sampled_from([0.5, 0.9, 0.95]),
    st.integers(0, 100),
    st.lists(st.floats(-5, 20), min_size=2, max_size=10),
    st.sampled_from(["pass", "fail"]),
)
@settings(max_examples=40)
def test_p_values_fall_with_the_evidence(
    threshold: float, planned: int, logs: list[float], side: Side
) -> None:
    """More evidence never has a larger p-value, and none is larger than Ville's."""
    logs = sorted(logs)
    found = crossing_p_value(logs, threshold, planned, side=side)
    assert np.all(np.diff(found) <= 1e-12)
    assert np.all((found >= 0) & (found <= np.minimum(1, np.exp(-np.array(logs))) + 1e-8))


def test_p_values_keep_the_shape() -> None:
    """Scalars give scalars, tables tables; infinite evidence 0, none 1."""
    found = crossing_p_value([[np.inf, -np.inf], [0.0, 1.0]], 0.9, 50, side="fail")
    assert found.shape == (2, 2)
    assert found[0, 0] == 0
    assert found[0, 1] == found[1, 0] == 1
    assert crossing_p_value(1.0, 0.9, 50, side="pass").shape == ()


@pytest.mark.parametrize("threshold", [0.0, 1.0])
def test_thresholds_of_0_and_1_are_not_calibrated(threshold: float) -> None:
    """One trial settles them, or nothing does: the level is 1 / alpha."""
    for side in ("pass", "fail"):
        assert calibrated_level(threshold, 50, 0.05, side=side).level == pytest.approx(20)
        found = crossing_p_value([np.inf, 0.0], threshold, 50, side=side)
        assert found.tolist() == [0, 1]


def test_a_plan_of_nothing() -> None:
    """No trials: the level is 1 / alpha, and any evidence has Ville's p-value at most."""
    assert calibrated_level(0.9, 0, 0.05, side="pass").level == pytest.approx(20)
    assert float(crossing_p_value(1.0, 0.9, 0, side="pass")) == 0


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: calibrated_level(1.1, 10, 0.05, side="pass"), "threshold is 1.1"),
        (lambda: calibrated_level(0.9, -1, 0.05, side="pass"), "planned is -1"),
        (lambda: calibrated_level(0.9, 10, 0.0, side="pass"), "alpha is 0.0"),
        (lambda: crossing_p_value(1.0, 0.9, 10, side="pass", rate=2.0), "rate is 2.0"),
        (lambda: stopping_limits(0.9, 10, log_pass_level=0.0, log_fail_level=1.0), "above 1"),
    ],
)
def test_what_is_out_of_range_is_refused(call: Callable[[], object], told: str) -> None:
    """Numbers outside their range raise, and say what was expected."""
    with pytest.raises(ValueError, match=told):
        call()
