"""Stopping limits and what they do: against exact bounds, plain sums and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.clopper_pearson import lower_bound, upper_bound
from mhgate.stats.stopping import (
    StoppingLimits,
    characteristics,
    fixed_limits,
    operating_characteristics,
)


@given(st.integers(1, 60), st.sampled_from([0.2, 0.5, 0.9, 0.95]), st.sampled_from([0.01, 0.05]))
def test_the_fixed_design_reads_exact_bounds(planned: int, threshold: float, alpha: float) -> None:
    """After the last trial it passes and fails where the exact bounds say so."""
    limits = fixed_limits(threshold, planned, alpha)
    for failures in range(planned + 1):
        good = planned - failures
        passes = lower_bound(good, planned, alpha) >= threshold - 1e-12
        fails = upper_bound(good, planned, alpha) < threshold - 1e-12
        assert (failures <= limits.passes_at_most[planned]) == passes
        assert (failures >= limits.fails_at_least[planned]) == fails


@given(st.integers(1, 60), st.sampled_from([0.5, 0.9, 0.95]), st.floats(0, 1))
def test_curtailing_changes_no_verdict(planned: int, threshold: float, rate: float) -> None:
    """Stopping once the verdict is certain leaves its probabilities, and never asks more."""
    plain = operating_characteristics(fixed_limits(threshold, planned, 0.05), rate)
    short = operating_characteristics(fixed_limits(threshold, planned, 0.05, curtailed=True), rate)
    assert short.passes == pytest.approx(plain.passes, abs=1e-9)
    assert short.fails == pytest.approx(plain.fails, abs=1e-9)
    assert short.expected_trials <= plain.expected_trials + 1e-9
    assert plain.expected_trials == pytest.approx(planned)


@given(
    st.lists(st.integers(-1, 3), min_size=2, max_size=30),
    st.floats(0, 1),
    st.integers(1, 7),
)
def test_probabilities_add_up(passing: list[int], rate: float, wave: int) -> None:
    """Verdicts add up to 1, whatever the limits, and waves only ever ask more."""
    passing[0] = -1
    failing = [n + 1 if n < 8 else max(5, passing[n] + 1) for n in range(len(passing))]
    limits = StoppingLimits(tuple(passing), tuple(failing))
    found = operating_characteristics(limits, rate, wave=wave)
    assert found.passes + found.fails + found.undecided == pytest.approx(1)
    one = operating_characteristics(limits, rate)
    assert one.expected_trials - 1e-9 <= found.expected_trials <= len(passing) - 1 + 1e-9
    assert found.passes == pytest.approx(one.passes)


def test_a_chance_that_remembers() -> None:
    """A simulated urn, whose failures breed failures, does what the recursion says."""
    limits = StoppingLimits((-1, -1, -1, -1, 0, 0, 0), (1, 2, 3, 4, 4, 4, 3))
    found = characteristics(limits, lambda n, failures: (1 + failures) / (n + 4))
    rng = np.random.default_rng(7)
    runs, passes, fails, trials = 4000, 0, 0, 0
    for _ in range(runs):
        failures = 0
        for n in range(1, 7):
            failures += rng.random() < (1 + failures) / (n + 3)
            trials += 1
            if failures <= limits.passes_at_most[n]:
                passes += 1
                break
            if failures >= limits.fails_at_least[n]:
                fails += 1
                break
    assert passes / runs == pytest.approx(found.passes, abs=0.03)
    assert fails / runs == pytest.approx(found.fails, abs=0.03)
    assert trials / runs == pytest.approx(found.expected_trials, abs=0.08)


def test_edges() -> None:
    """A plan of nothing decides nothing, a threshold of 0 passes, a design may pass at once."""
    empty = operating_characteristics(StoppingLimits((-1,), (1,)), 0.5)
    assert (empty.undecided, empty.expected_trials) == (1, 0)
    assert operating_characteristics(fixed_limits(0.0, 10, 0.05), 0.0).passes == pytest.approx(1)
    assert operating_characteristics(fixed_limits(1.0, 10, 0.05), 1.0).undecided == pytest.approx(1)
    assert operating_characteristics(StoppingLimits((0, 0), (1, 2)), 0.3).expected_trials == 0


def test_what_is_out_of_range_is_refused() -> None:
    """Rates, waves, thresholds, plans and error rates outside their range raise."""
    limits = fixed_limits(0.9, 10, 0.05)
    with pytest.raises(ValueError, match=r"rate is 1\.5"):
        operating_characteristics(limits, 1.5)
    with pytest.raises(ValueError, match="wave is 0"):
        operating_characteristics(limits, 0.5, wave=0)
    with pytest.raises(ValueError, match="threshold is 2"):
        fixed_limits(2, 10, 0.05)
    with pytest.raises(ValueError, match="planned is -1"):
        fixed_limits(0.9, -1, 0.05)
    with pytest.raises(ValueError, match=r"alpha is 0\.6"):
        fixed_limits(0.9, 10, 0.6)
